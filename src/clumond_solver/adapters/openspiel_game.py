"""Any game of the library as an OpenSpiel game written in Python; extra ``openspiel``.

A game is one deal, in the session's first standing or one that is given. Chance deals the pack
card by card, each remaining card equally likely, so every node's distribution is explicit; then
the seats act. Actions are numbers into `Game.actions`, returns are what each seat gains.

The information state and the observation of a seat are the same: as a text everything it knows, in
order (`str` of its `Observation`), as a tensor the vector that `encoding` describes, in its parts.
"""

from __future__ import annotations

import re
from typing import Any

from clumond_solver.adapters.encoding import Encoder
from clumond_solver.errors import MissingExtraError
from clumond_solver.rules.game import Game, Standing, State

# Wider than what any deal of the games here can bring.
_MOST_GAINED = 1000


def register(game: Game[Any], standing: Standing | None = None, name: str | None = None) -> str:
    """Register the game with OpenSpiel, once, and return the name that `load_game` takes.

    The name is made from the game's and the number of players unless one is given. Registering a
    name again changes nothing. MissingExtraError if OpenSpiel is not installed.
    """
    try:
        import numpy as np
        import pyspiel
    except ImportError as error:
        reason = "OpenSpiel is missing: pip install 'clumond_solver[openspiel]'"
        raise MissingExtraError(reason) from error

    words = re.sub(r"[^a-z0-9]+", "_", game.name.lower()).strip("_")
    short_name = name or f"clumond_solver_{words}_{game.players}"
    if short_name in pyspiel.registered_names():
        return short_name
    encoder = Encoder(game)
    starting = game.opening() if standing is None else standing
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=f"{game.name} for {game.players}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=len(encoder.actions),
        max_chance_outcomes=len(encoder.cards),
        num_players=game.players,
        min_utility=-_MOST_GAINED,
        max_utility=_MOST_GAINED,
        max_game_length=len(encoder.cards) + 4 * game.players,
    )

    class CardGame(pyspiel.Game):
        """One deal of a card game."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self) -> CardGameState:
            return CardGameState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer()

        def max_chance_nodes_in_history(self) -> int:
            return len(encoder.cards)

    class CardGameState(pyspiel.State):
        """A deal from the first card dealt to the last one played."""

        def __init__(self, parent: CardGame) -> None:
            super().__init__(parent)
            self.dealt: list[int] = []
            self.deal: State | None = None

        def current_player(self) -> int:
            if self.deal is None:
                return int(pyspiel.PlayerId.CHANCE)
            return int(pyspiel.PlayerId.TERMINAL) if self.deal.turn is None else self.deal.turn

        def chance_outcomes(self) -> list[tuple[int, float]]:
            left = [place for place in range(len(encoder.cards)) if place not in self.dealt]
            return [(place, 1 / len(left)) for place in left]

        def _legal_actions(self, player: int) -> list[int]:
            if self.deal is None or self.deal.turn != player:
                return []
            return encoder.legal(self.deal)

        def _apply_action(self, action: int) -> None:
            if self.deal is not None:
                self.deal.push(encoder.actions[action])
                return
            self.dealt.append(action)
            if len(self.dealt) == len(encoder.cards):
                self.deal = game.deal([encoder.cards[place] for place in self.dealt], starting)

        def _action_to_string(self, player: int, action: int) -> str:
            if player == pyspiel.PlayerId.CHANCE:
                return f"deal {encoder.cards[action]}"
            return str(encoder.actions[action])

        def is_terminal(self) -> bool:
            return self.deal is not None and self.deal.is_over

        def returns(self) -> list[float]:
            if self.deal is None or not self.deal.is_over:
                return [0.0] * game.players
            return [float(score) for score in self.deal.scores]

        def __str__(self) -> str:
            if self.deal is None:
                return "dealt " + " ".join(str(encoder.cards[place]) for place in self.dealt)
            return "\n".join(str(self.deal.observation(seat)) for seat in range(game.players))

        def __deepcopy__(self, memo: dict[int, Any]) -> CardGameState:
            twin = CardGameState(self.get_game())
            for action in self.full_history():
                twin.apply_action(action.action)
            return twin

    class Observer:
        """What a seat knows, as a text and as a tensor in its parts."""

        def __init__(self) -> None:
            self.tensor: Any = np.zeros(encoder.size, np.float32)
            self.dict: dict[str, Any] = {}
            start = 0
            for part, shape in encoder.shapes.items():
                extent = int(np.prod(shape))
                self.dict[part] = self.tensor[start : start + extent].reshape(shape)
                start += extent

        def set_from(self, state: CardGameState, player: int) -> None:
            self.tensor.fill(0)
            if state.deal is not None:
                self.tensor[:] = encoder.vector(state.deal.observation(player))

        def string_from(self, state: CardGameState, player: int) -> str:
            return "not dealt" if state.deal is None else str(state.deal.observation(player))

    pyspiel.register_game(game_type, CardGame)
    return short_name
