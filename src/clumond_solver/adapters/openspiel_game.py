"""Any game of the library as an OpenSpiel game written in Python; extra ``openspiel``.

The OpenSpiel game is a whole game from its first deal to its last, or with a standing the one deal
that comes next in it. Chance deals the pack card by card, each remaining card equally likely, so
every node's distribution is explicit; then the players act. An action is its index in
`Game.actions`, and returns are the players' gains at the end.

A player observes the deal under way: as a text (`str` of its `Observation`), and as a tensor of the
vector's parts (see `episodes`) and the standing. The information state adds all earlier deals to
the text, and the table of events to the tensor. Whole games have no information-state tensor, since
it would have to hold every earlier deal.
"""

from __future__ import annotations

import math
import re
from typing import Any

from clumond_solver.adapters.episodes import Encoder, Episode
from clumond_solver.base.errors import RuleError, missing_extra
from clumond_solver.base.values import check_given
from clumond_solver.games.registry import as_game, describe
from clumond_solver.rules.game import Game, Standing

__all__ = ["register_in_openspiel"]
# No deal changes a score by more, and no game has more deals.
_MAX_GAIN = 1000
_MAX_DEALS = 1000


def register_in_openspiel(
    game: Game[Any] | str, standing: Standing | None = None, name: str | None = None
) -> str:
    """Register the game with OpenSpiel, once, and return the name that `load_game` takes.

    ``game`` is a game, or its name (and options) for `new_game`; its games and states can be
    pickled.
    With a ``standing`` the OpenSpiel game is the one deal that comes next, otherwise the whole
    game. By default the name is made of the game's name and all its options, with ``one_deal`` for
    a single deal. Registering the same game by the same name again changes nothing; RuleError if
    another game, or a deal in another standing, has the name. MissingExtraError if OpenSpiel is not
    installed.
    """
    try:
        import numpy as np
        import pyspiel
    except ImportError as error:
        raise missing_extra("OpenSpiel", "openspiel") from error

    check_given(register_in_openspiel, standing=standing, name=name)
    played = as_game(game)
    start = Episode(played, standing)
    short_name = name or _name(played, start)
    if short_name in pyspiel.registered_names():
        if getattr(pyspiel.load_game(short_name), "registered", None) != (played, standing):
            raise RuleError(
                f"OpenSpiel has another game, or a deal in another standing, named {short_name}:"
                " give this one another name ({option}...)",
                option="name",
            )
        return short_name
    encoder = Encoder(played)
    deals = 1 if start.is_one_deal else _MAX_DEALS
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=f"{played.name} for {played.players}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=played.players,
        min_num_players=played.players,
        provides_information_state_string=True,
        provides_information_state_tensor=start.is_one_deal,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=len(encoder.actions),
        max_chance_outcomes=len(encoder.cards),
        num_players=played.players,
        min_utility=-_MAX_GAIN * deals,
        max_utility=_MAX_GAIN * deals,
        max_game_length=(len(encoder.cards) + 4 * played.players) * deals,
    )

    class CardGame(pyspiel.Game):
        """A card game, or one deal of it."""

        registered = played, standing

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def __reduce__(self) -> tuple[object, ...]:
            # Pickle cannot import a local class (its base may not be installed) by name.
            return _unpickled, (played, standing, short_name)

        def new_initial_state(self) -> CardGameState:
            return CardGameState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)

        def max_chance_nodes_in_history(self) -> int:
            return len(encoder.cards) * deals

    class CardGameState(pyspiel.State):
        """A point of a game, or of the dealing between two deals."""

        def __init__(self, parent: CardGame) -> None:
            super().__init__(parent)
            # No other attribute: cloning a state would have to copy it too.
            self.episode = start.copy()

        def __reduce__(self) -> tuple[object, ...]:
            return _unpickled, (played, standing, short_name, self.serialize())

        def current_player(self) -> int:
            if self.episode.state is None:
                return int(pyspiel.PlayerId.CHANCE)
            turn = self.episode.turn
            return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

        def chance_outcomes(self) -> list[tuple[int, float]]:
            dealt = {encoder.card_index[card] for card in self.episode.dealt}
            undealt = [index for index in range(len(encoder.cards)) if index not in dealt]
            return [(index, 1 / len(undealt)) for index in undealt]

        def _legal_actions(self, player: int) -> list[int]:
            if self.episode.state is None or self.episode.turn != player:
                return []
            return encoder.legal(self.episode.state)

        def _apply_action(self, action: int) -> None:
            if self.episode.state is None:
                self.episode.deal_card(encoder.card(action))
            else:
                self.episode.push(encoder.action(action))

        def _action_to_string(self, player: int, action: int) -> str:
            if player == pyspiel.PlayerId.CHANCE:
                return f"deal {encoder.card(action)}"
            return str(encoder.action(action))

        def is_terminal(self) -> bool:
            return self.episode.is_over

        def returns(self) -> list[float]:
            gains = self.episode.gains if self.episode.is_over else (0,) * played.players
            return [float(gain) for gain in gains]

        def __str__(self) -> str:
            if self.episode.state is None and self.episode.dealt:
                return "dealt " + " ".join(map(str, self.episode.dealt))
            texts = [_text(self.episode, player, recall=True) for player in range(played.players)]
            return "\n".join(texts)

    class Observer:
        """A player's information, as a text and as a tensor with parts."""

        def __init__(self, recall: bool) -> None:
            self.recall = recall
            self.tensor: Any = None
            self.dict: dict[str, Any] = {}
            if recall and not start.is_one_deal:
                return
            shapes = dict(encoder.shapes)
            if recall:
                shapes["events"] = encoder.table_shape
            self.encoded_size = sum(map(math.prod, shapes.values()))
            shapes["standing"] = (3 + played.players,)
            self.tensor = np.zeros(sum(map(math.prod, shapes.values())), np.float32)
            offset = 0
            for part, shape in shapes.items():
                self.dict[part] = self.tensor[offset : offset + math.prod(shape)].reshape(shape)
                offset += math.prod(shape)

        def set_from(self, state: CardGameState, player: int) -> None:
            episode = state.episode
            self.tensor.fill(0)
            if episode.state is not None:
                seen = episode.state.observation(episode.seat(player))
                encoded = encoder.vector(seen) + (encoder.table(seen) if self.recall else b"")
                self.tensor[: self.encoded_size] = np.frombuffer(encoded, np.uint8)
            self.dict["standing"][:] = episode.standing_numbers(player)

        def string_from(self, state: CardGameState, player: int) -> str:
            return _text(state.episode, player, recall=self.recall)

    pyspiel.register_game(game_type, CardGame)
    return short_name


def _unpickled(
    game: Game[Any], standing: Standing | None, name: str, state: str | None = None
) -> Any:
    """The OpenSpiel game, or its state from a text of `serialize`."""
    import pyspiel

    loaded = pyspiel.load_game(register_in_openspiel(game, standing, name))
    return loaded if state is None else loaded.deserialize_state(state)


def _name(game: Game[Any], start: Episode) -> str:
    """A name for OpenSpiel; with all options if the game is registered with the library."""
    try:
        description = describe(game)
    except RuleError:
        description = f"{game.name} {game.players}"
    words = ["clumond_solver", *re.findall(r"[a-z0-9]+", description.lower())]
    return "_".join([*words, "one", "deal"] if start.is_one_deal else words)


def _text(episode: Episode, player: int, *, recall: bool) -> str:
    """A player's information, one line per deal; with earlier deals under perfect recall."""
    lines = [str(deal[player]) for deal in episode.past_deals] if recall else []
    if not episode.is_one_deal:
        totals = " ".join(map(str, episode.standing.totals))
        lines.append(f"deals {episode.standing.deals}, totals {totals}, pot {episode.standing.pot}")
    state = episode.state
    lines.append(str(state.observation(episode.seat(player))) if state is not None else "not dealt")
    return "\n".join(lines)
