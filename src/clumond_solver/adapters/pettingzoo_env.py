"""Any game of the library as a PettingZoo environment (AEC); extra ``pettingzoo``.

An episode is a game from its first deal to its last, and its agents are the players. With a
standing it is the one deal that comes next in that standing, and its agents are the seats; `seat_0`
sits on the dealer's left. An agent's reward at the end of a deal is its gain in that deal. An
observation is a dictionary of the vector that `episodes` describes, the mask of legal actions, and
the standing between deals. An action is its index in `Game.actions`.
"""

from __future__ import annotations

import random
from typing import Any

from clumond_solver.adapters.episodes import Encoder, Episode, SeatVector
from clumond_solver.base.errors import RuleError, missing_extra, shown_value
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import check_given
from clumond_solver.games.registry import as_game
from clumond_solver.rules.game import Game, Standing

__all__ = ["env", "raw_env"]


def env(
    game: Game[Any] | str, standing: Standing | None = None, render_mode: str | None = None
) -> Any:
    """The environment of `raw_env`, wrapped so that calls before `reset` are refused.

    PettingZoo's other wrappers would turn the errors of `step` into assertions and lost games.
    """
    environment = raw_env(game, standing, render_mode)
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(environment)


def raw_env(
    game: Game[Any] | str, standing: Standing | None = None, render_mode: str | None = None
) -> Any:
    """An `AECEnv` that plays whole games, or with a ``standing`` single deals in it.

    ``game`` is a game, or its name (and options) for `new_game`. ``render_mode`` "ansi" makes
    `render` return what everybody has seen. The environment can be pickled and copied at any point.
    Its `step` raises RuleError for an unknown or illegal action. RuleError for another render mode,
    MissingExtraError if PettingZoo is not installed.
    """
    check_given(raw_env, standing=standing, render_mode=render_mode)
    if render_mode not in {None, "ansi"}:
        raise RuleError(
            f"render mode {shown_value(render_mode)}: ansi, or None", option="render_mode"
        )
    try:
        import numpy as np
        from gymnasium import spaces
        from pettingzoo import AECEnv
    except ImportError as error:
        raise missing_extra("PettingZoo", "pettingzoo") from error

    played = as_game(game)
    encoder = Encoder(played)
    players = range(played.players)

    class CardGameEnv(AECEnv):
        """A card game, or one deal of it."""

        agent_selection: str

        def __init__(self) -> None:
            super().__init__()
            self.render_mode = render_mode
            self.metadata = {
                "name": f"{played.name.lower().replace(' ', '_')}_v0",
                "render_modes": ["ansi"],
                "is_parallelizable": False,
            }
            agent = "player" if standing is None else "seat"
            self.possible_agents = [f"{agent}_{player}" for player in players]
            actions = len(encoder.actions)
            self.observation_spaces = {
                agent: spaces.Dict(
                    {
                        "observation": spaces.Box(0, 1, (encoder.size,), np.int8),
                        "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                        "standing": spaces.Box(-(2**31), 2**31 - 1, (3 + len(players),), np.int32),
                    }
                )
                for agent in self.possible_agents
            }
            self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
            self._player = {agent: player for player, agent in enumerate(self.possible_agents)}
            self._random: random.Random | None = None
            self.episode: Episode | None = None

        def __reduce__(self) -> tuple[object, ...]:
            # Pickle cannot import a local class (its base may not be installed) by name.
            return raw_env, (played, standing, render_mode), self.__dict__

        def observation_space(self, agent: str) -> Any:
            return self.observation_spaces[agent]

        def action_space(self, agent: str) -> Any:
            return self.action_spaces[agent]

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            if seed is not None or self._random is None:
                self._random = random.Random() if seed is None else source_of(seed)
            self.episode = Episode(played, standing, self._random_seed())
            self.agents = self.possible_agents[:]
            self.rewards = dict.fromkeys(self.agents, 0)
            self._cumulative_rewards = dict.fromkeys(self.agents, 0)
            self.terminations = dict.fromkeys(self.agents, False)
            self.truncations = dict.fromkeys(self.agents, False)
            self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
            self._encode_standing(self.episode)
            self._deal(self.episode)

        def observe(self, agent: str) -> dict[str, Any]:
            episode, player = self._started_episode(), self._player[agent]
            assert episode.state is not None
            acting = agent == self.agent_selection and not episode.is_over
            mask = encoder.mask(episode.state) if acting else bytearray(len(encoder.actions))
            seat_vector = self._vectors[player]
            vector = seat_vector.vector(episode.state.observation(seat_vector.seat))
            return {
                "observation": np.frombuffer(vector, np.int8),
                "action_mask": np.frombuffer(mask, np.int8),
                "standing": self._standings[player].copy(),
            }

        def step(self, action: int | None) -> None:
            episode, agent = self._started_episode(), self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            gains = episode.push(encoder.action(action))  # type: ignore[arg-type]
            self._cumulative_rewards[agent] = 0
            self._clear_rewards()
            if gains is not None:
                self._encode_standing(episode)
                self.rewards.update(zip(self.agents, gains, strict=True))
                self._accumulate_rewards()
            if episode.is_over:
                self.terminations = dict.fromkeys(self.agents, True)
                self.agent_selection = self.agents[0]
            elif episode.state is None:
                self._deal(episode)
            else:
                self.agent_selection = self.possible_agents[episode.turn or 0]

        def render(self) -> str | None:
            if self.render_mode != "ansi":
                return None
            state = self._started_episode().state
            assert state is not None
            events = state.observation(0).events
            return "; ".join(str(e) if e.seat is None else f"{e.seat} {e}" for e in events)

        def close(self) -> None:
            """Do nothing, as there is nothing to close."""

        def _started_episode(self) -> Episode:
            if self.episode is None:
                self.reset()
            assert self.episode is not None
            return self.episode

        def _deal(self, episode: Episode) -> None:
            episode.deal(self._random_seed())
            self._vectors = [SeatVector(encoder, episode.seat(player)) for player in players]
            self.agent_selection = self.possible_agents[episode.turn or 0]

        def _encode_standing(self, episode: Episode) -> None:
            self._standings = [
                np.array(episode.standing_numbers(player), np.int32) for player in players
            ]

        def _random_seed(self) -> int:
            assert self._random is not None
            return int(self._random.random() * (1 << 53))

    return CardGameEnv()
