"""Any game of the library as a PettingZoo environment (AEC); extra ``pettingzoo``.

An episode is one deal. The agents are its seats, `seat_0` being left of the dealer; what a seat
gains in the deal is its reward at the end. An observation is a dictionary of the vector that
`encoding` describes and the mask of legal actions; actions are numbers into `Game.actions`.
"""

from __future__ import annotations

from typing import Any

from clumond_solver.adapters.encoding import Encoder
from clumond_solver.errors import MissingExtraError
from clumond_solver.rules.game import Game, Standing, State


def env(game: Game[Any], standing: Standing | None = None, render_mode: str | None = None) -> Any:
    """An `AECEnv` that plays deals of the game, in this standing (default: the session's first).

    ``render_mode`` "ansi" makes `render` return what everybody has seen. MissingExtraError if
    PettingZoo is not installed.
    """
    try:
        import numpy as np
        from gymnasium import spaces
        from gymnasium.utils import seeding
        from pettingzoo import AECEnv
    except ImportError as error:
        reason = "PettingZoo is missing: pip install 'clumond_solver[pettingzoo]'"
        raise MissingExtraError(reason) from error

    class CardGameEnv(AECEnv):
        """One deal of a card game."""

        def __init__(self) -> None:
            super().__init__()
            self.encoder = Encoder(game)
            self.standing = game.opening() if standing is None else standing
            self.render_mode = render_mode
            self.metadata = {
                "name": game.name,
                "render_modes": ["ansi"],
                "is_parallelizable": False,
            }
            self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
            self.observation_spaces = {
                agent: spaces.Dict(
                    {
                        "observation": spaces.Box(0, 1, (self.encoder.size,), np.int8),
                        "action_mask": spaces.Box(0, 1, (len(self.encoder.actions),), np.int8),
                    }
                )
                for agent in self.possible_agents
            }
            self.action_spaces = {
                agent: spaces.Discrete(len(self.encoder.actions)) for agent in self.possible_agents
            }
            self._random: Any = None
            self.state_of_deal: State | None = None

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            if seed is not None or self._random is None:
                self._random, _ = seeding.np_random(seed)
            self.state_of_deal = game.deal(int(self._random.integers(1 << 62)), self.standing)
            self.agents = self.possible_agents[:]
            self.rewards = dict.fromkeys(self.agents, 0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self.agent_selection = self._agent_to_act()

        def observe(self, agent: str) -> dict[str, Any]:
            deal = self._deal()
            seat = self.possible_agents.index(agent)
            acting = not deal.is_over and deal.turn == seat
            mask = self.encoder.mask(deal) if acting else [0] * len(self.encoder.actions)
            return {
                "observation": np.array(self.encoder.vector(deal.observation(seat)), np.int8),
                "action_mask": np.array(mask, np.int8),
            }

        def step(self, action: int | None) -> None:
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            deal = self._deal()
            self._cumulative_rewards[agent] = 0
            self._clear_rewards()
            deal.push(self.encoder.actions[int(action)])  # type: ignore[arg-type]
            if deal.is_over:
                for each, score in zip(self.agents, deal.scores, strict=True):
                    self.rewards[each] = score
                    self.terminations[each] = True
            self.agent_selection = self._agent_to_act()
            self._accumulate_rewards()

        def render(self) -> str | None:
            if self.render_mode != "ansi":
                return None
            events = self._deal().observation(0).events
            return "; ".join(e.what if e.seat is None else f"{e.seat} {e.what}" for e in events)

        def close(self) -> None:
            """Nothing is held open."""

        def _deal(self) -> State:
            if self.state_of_deal is None:
                self.reset()
            assert self.state_of_deal is not None
            return self.state_of_deal

        def _agent_to_act(self) -> str:
            turn = self._deal().turn
            return self.agents[0] if turn is None else self.possible_agents[turn]

    return CardGameEnv()
