"""The classes of OpenSpiel's games; loaded only where OpenSpiel is installed."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pyspiel

from clumond_solver.adapters.episodes import Encoder, Episode
from clumond_solver.rules.game import Game, Standing

# No deal changes a score by more, and no game has more deals.
_MAX_GAIN = 1000
_MAX_DEALS = 1000


class Subject:
    """What is registered with OpenSpiel: a game, or the one deal that comes next in a standing."""

    def __init__(self, game: Game[Any], standing: Standing | None, name: str) -> None:
        """Take the name that `pyspiel.load_game` is to know."""
        self.game, self.standing, self.name = game, standing, name
        self.start = Episode(game, standing)
        self.deals = 1 if self.start.is_one_deal else _MAX_DEALS
        self.encoder = Encoder(game)

    @property
    def key(self) -> tuple[Game[Any], Standing | None, str]:
        """What it was made of."""
        return self.game, self.standing, self.name

    @cached_property
    def type(self) -> Any:
        """What the game is, in OpenSpiel's words."""
        return pyspiel.GameType(
            short_name=self.name,
            long_name=f"{self.game.name} for {self.game.players}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=self.game.players,
            min_num_players=self.game.players,
            provides_information_state_string=True,
            provides_information_state_tensor=self.start.is_one_deal,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

    @cached_property
    def info(self) -> Any:
        """The numbers of its actions, cards and players, and the range of its scores."""
        cards = len(self.encoder.cards)
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.encoder.actions),
            max_chance_outcomes=cards,
            num_players=self.game.players,
            min_utility=-_MAX_GAIN * self.deals,
            max_utility=_MAX_GAIN * self.deals,
            max_game_length=(cards + 4 * self.game.players) * self.deals,
        )


def registered(subject: Subject) -> Subject | None:
    """What is registered by the subject's name; this now, if nothing was; None for other games."""
    if subject.name in pyspiel.registered_names():
        return getattr(pyspiel.load_game(subject.name), "subject", None)
    # OpenSpiel lets it go when Python has ended: a class is kept alive by itself till then.
    pyspiel.register_game(subject.type, type("CardGame", (CardGame,), {"subject": subject}))
    return subject


def loaded(game: Game[Any], standing: Standing | None, name: str, state: str | None = None) -> Any:
    """The OpenSpiel game, registered if need be, or its state from a text of `serialize`."""
    registered(Subject(game, standing, name))
    made = pyspiel.load_game(name)
    return made if state is None else made.deserialize_state(state)


class CardGame(pyspiel.Game):
    """A card game, or one deal of it: a class derived from this for each that is registered."""

    subject: ClassVar[Subject]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Make the game; it has no parameters."""
        super().__init__(self.subject.type, self.subject.info, params or {})

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as the game that is registered by its name."""
        return loaded, self.subject.key

    def new_initial_state(self) -> CardGameState:
        """The state before the first deal."""
        return CardGameState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees; with perfect recall also the deals before."""
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.subject, recall)

    def max_chance_nodes_in_history(self) -> int:
        """The most cards that are dealt."""
        return len(self.subject.encoder.cards) * self.subject.deals


class CardGameState(pyspiel.State):
    """A point of a game, or of the dealing between two deals."""

    def __init__(self, parent: CardGame) -> None:
        """Begin before the first deal."""
        super().__init__(parent)
        # No other attribute: cloning a state would have to copy it too.
        self.episode = parent.subject.start.copy()

    @property
    def subject(self) -> Subject:
        """What is registered."""
        subject: Subject = self.get_game().subject
        return subject

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it as the registered game, with the actions so far."""
        return loaded, (*self.subject.key, self.serialize())

    def current_player(self) -> int:
        """The player to act, or chance."""
        if self.episode.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.episode.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, all equally likely."""
        dealt = {self.subject.encoder.card_index[card] for card in self.episode.dealt}
        undealt = [index for index in range(len(self.subject.encoder.cards)) if index not in dealt]
        return [(index, 1 / len(undealt)) for index in undealt]

    def _legal_actions(self, player: int) -> list[int]:
        if self.episode.state is None or self.episode.turn != player:
            return []
        return self.subject.encoder.legal(self.episode.state)

    def _apply_action(self, action: int) -> None:
        if self.episode.state is None:
            self.episode.deal_card(self.subject.encoder.card(action))
        else:
            self.episode.push(self.subject.encoder.action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self.subject.encoder.card(action)}"
        return str(self.subject.encoder.action(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.episode.is_over

    def returns(self) -> list[float]:
        """The gains of the players."""
        gains = self.episode.gains if self.episode.is_over else (0,) * self.subject.game.players
        return [float(gain) for gain in gains]

    def __str__(self) -> str:
        if self.episode.state is None and self.episode.dealt:
            return "dealt " + " ".join(map(str, self.episode.dealt))
        texts = [
            _text(self.episode, player, recall=True) for player in range(self.subject.game.players)
        ]
        return "\n".join(texts)


class Observer:
    """A player's information, as a text and as a tensor with parts."""

    def __init__(self, subject: Subject, recall: bool) -> None:
        """Make room for the tensor's parts; ``recall`` for the deals before too."""
        self.encoder, self.recall = subject.encoder, recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if recall and not subject.start.is_one_deal:
            return
        shapes = dict(self.encoder.shapes)
        if recall:
            shapes["events"] = self.encoder.table_shape
        self.encoded_size = sum(map(math.prod, shapes.values()))
        shapes["standing"] = (3 + subject.game.players,)
        self.tensor = np.zeros(sum(map(math.prod, shapes.values())), np.float32)
        offset = 0
        for part, shape in shapes.items():
            self.dict[part] = self.tensor[offset : offset + math.prod(shape)].reshape(shape)
            offset += math.prod(shape)

    def set_from(self, state: CardGameState, player: int) -> None:
        """Write what a player sees into the tensor."""
        episode = state.episode
        self.tensor.fill(0)
        if episode.state is not None:
            seen = episode.state.observation(episode.seat(player))
            encoded = self.encoder.vector(seen) + (self.encoder.table(seen) if self.recall else b"")
            self.tensor[: self.encoded_size] = np.frombuffer(encoded, np.uint8)
        self.dict["standing"][:] = episode.standing_numbers(player)

    def string_from(self, state: CardGameState, player: int) -> str:
        """What a player sees, as a text."""
        return _text(state.episode, player, recall=self.recall)


def _text(episode: Episode, player: int, *, recall: bool) -> str:
    """A player's information, one line per deal; with earlier deals under perfect recall."""
    lines = [str(deal[player]) for deal in episode.past_deals] if recall else []
    if not episode.is_one_deal:
        totals = " ".join(map(str, episode.standing.totals))
        lines.append(f"deals {episode.standing.deals}, totals {totals}, pot {episode.standing.pot}")
    state = episode.state
    lines.append(str(state.observation(episode.seat(player))) if state is not None else "not dealt")
    return "\n".join(lines)
