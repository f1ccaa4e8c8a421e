"""The class of PettingZoo's environments; loaded only where PettingZoo is installed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from clumond_solver.adapters.episodes import Encoder, Episode, SeatVector
from clumond_solver.base.seeds import source_of
from clumond_solver.rules.game import Game, Standing


class CardGameEnv(AECEnv):
    """A card game, or one deal of it."""

    agent_selection: str

    def __init__(self, game: Game[Any], standing: Standing | None, render_mode: str | None) -> None:
        """Make the spaces of each agent."""
        super().__init__()
        self._game, self._standing, self.render_mode = game, standing, render_mode
        self._encoder = Encoder(game)
        self._players = range(game.players)
        self.metadata = {
            "name": f"{game.name.lower().replace(' ', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        agent = "player" if standing is None else "seat"
        self.possible_agents = [f"{agent}_{player}" for player in self._players]
        actions = len(self._encoder.actions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._encoder.size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                    "standing": spaces.Box(-(2**31), 2**31 - 1, (3 + game.players,), np.int32),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._player = {agent: player for player, agent in enumerate(self.possible_agents)}
        self._random: random.Random | None = None
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode; without a seed the random numbers go on."""
        if seed is not None or self._random is None:
            self._random = random.Random() if seed is None else source_of(seed)
        self.episode = Episode(self._game, self._standing, self._random_seed())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._encode_standing(self.episode)
        self._deal(self.episode)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do."""
        episode, player = self._started_episode(), self._player[agent]
        assert episode.state is not None
        acting = agent == self.agent_selection and not episode.is_over
        mask = (
            self._encoder.mask(episode.state) if acting else bytearray(len(self._encoder.actions))
        )
        seat_vector = self._vectors[player]
        vector = seat_vector.vector(episode.state.observation(seat_vector.seat))
        return {
            "observation": np.frombuffer(vector, np.int8),
            "action_mask": np.frombuffer(mask, np.int8),
            "standing": self._standings[player].copy(),
        }

    def step(self, action: int | None) -> None:
        """Let the agent to act do something."""
        episode, agent = self._started_episode(), self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        gains = episode.push(self._encoder.action(action))  # type: ignore[arg-type]
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
        """What everybody has seen, in the mode "ansi"."""
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
        self._vectors = [
            SeatVector(self._encoder, episode.seat(player)) for player in range(self._game.players)
        ]
        self.agent_selection = self.possible_agents[episode.turn or 0]

    def _encode_standing(self, episode: Episode) -> None:
        self._standings = [
            np.array(episode.standing_numbers(player), np.int32)
            for player in range(self._game.players)
        ]

    def _random_seed(self) -> int:
        assert self._random is not None
        return int(self._random.random() * (1 << 53))
