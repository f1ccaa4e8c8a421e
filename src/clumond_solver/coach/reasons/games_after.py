"""Simulated games after an action, to find what differs between two actions.

Every seat plays by what it sees. The games after two actions use the same deals, which reduces the
luck in their difference.

>>> from clumond_solver.base.cards import Card
>>> from clumond_solver.games.clubs import ClubsGame
>>> from clumond_solver.rules.actions import PlayCard
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> state.push(state.legal_actions[0])
>>> games, card = GamesAfter(View.of(state, state.turn)), state.legal_actions[0]
>>> len(games.after(card)), {sum(game.taken) for game in games.after(card)}
(200, {13})
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from clumond_solver._core.single_dummy.any_game import finish_deal
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.base.seeds import as_seed
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.knowledge.core_rules import card_of_index, core_mask, move_of
from clumond_solver.knowledge.core_views import board_of_view, payoffs_of
from clumond_solver.results import Choice
from clumond_solver.rules.actions import Action, PlayKnownCard
from clumond_solver.rules.tricks import Trick
from clumond_solver.single_dummy.mean_scores import mean_error, relative_score

# The most games after an action; so many are played even after the deadline.
_MOST, _FEWEST_IF_LATE = 200, 2
_ITERATIONS = 30
# What is the same in so many games is settled.
_ENOUGH_TO_SETTLE = 24
# A difference counts if it exceeds this many standard errors.
BEYOND_DOUBT = 2.0
# Differences up to this do not count, however certain.
_NEGLIGIBLE = 0.05
# Figures that lie further apart, in standard deviations of a game, are not alike, however few the
# visits: what a player would see as a difference is none to the search only for want of time.
_MOST_ALIKE = 0.07


class FinishedGame(NamedTuple):
    """A deal played to its end.

    scores  scores by seat.
    taken   numbers of tricks by seat.
    tricks  tricks from the action's on.
    played  cards that each seat played.
    """

    scores: tuple[int, ...]
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]
    played: tuple[Hand, ...]

    @property
    def winner(self) -> int:
        """The winner of the first of the tricks."""
        return self.tricks[0].winner

    def winning_cards(self, seat: int, first: int = 0) -> list[Card]:
        """The cards with which a seat wins tricks, from the one numbered ``first``."""
        return [
            trick.cards[(seat - trick.leader) % len(trick.cards)]
            for trick in self.tricks[first:]
            if trick.winner == seat
        ]


class GamesAfter:
    """Games after a seat's possible plays, from different deals that agree with its view.

    A deadline may reduce the number of games, down to two.
    """

    def __init__(
        self, view: View, most: int = _MOST, seed: int = 0, deadline: Deadline | None = None
    ) -> None:
        """Draw the deals, ``most`` at most.

        RuleError during the calls, and if the seat has not seen what fixes the payoffs.
        """
        if view.play is None or view.play.payoffs is None:
            raise RuleError("games need a play whose payoffs the seat knows")
        self._seat = view.seat
        self._seed = seed
        self._deadline = deadline or Deadline(None)
        hands = view.sample_hands(min(most, _MOST), as_seed(seed + 1))
        nothing = (Hand(),) * len(view.may_hold)
        self._deals = [
            OpenDeal(replace(view, held=held, may_hold=nothing, excluded_sets=())) for held in hands
        ]
        self._played: dict[Action, list[FinishedGame]] = {}

    def after(self, action: Action) -> list[FinishedGame]:
        """The games after a card is played; RuleError for another action."""
        if not isinstance(action, PlayKnownCard):
            raise RuleError(f"{action} plays no card that all see")
        if action not in self._played:
            self._played[action] = [
                deal.finished(as_seed(self._seed + number), action)
                for number, deal in enumerate(self._deals)
                if number < _FEWEST_IF_LATE or not self._deadline.passed
            ]
        return self._played[action]

    def alike(self, choice: Choice[Action]) -> list[Action]:
        """The actions that the search cannot distinguish from its choice, the best first."""
        best = choice.values[choice.action]
        spread = self._spread(choice.action)

        def is_alike(action: Action) -> bool:
            value = choice.values[action]
            doubt = BEYOND_DOUBT * math.sqrt(1 / best.visits + 1 / value.visits)
            allowed = max(_NEGLIGIBLE, min(doubt, _MOST_ALIKE) * spread)
            return best.value - value.value <= allowed

        others = [action for action, value in choice.values.items() if value.visits]
        others.remove(choice.action)
        others.sort(key=lambda action: -choice.values[action].value)
        return [*takewhile(is_alike, others)]

    def is_settled(self, actions: Iterable[Action]) -> bool:
        """Whether in every deal the scores are the same after all these actions."""
        first, *others = actions
        gains = self._gains(first)
        return len(gains) >= _ENOUGH_TO_SETTLE and all(
            self._gains(action) == gains for action in others
        )

    def _gains(self, action: Action) -> list[float]:
        return [relative_score(game.scores, self._seat) for game in self.after(action)]

    def _spread(self, action: Action) -> float:
        """The standard deviation of what the seat gains more than the others after an action."""
        gains = self._gains(action)
        return mean_error(gains) * math.sqrt(len(gains))


class OpenDeal:
    """A deal with all hands open, to be played to its end by players who see their own hands."""

    def __init__(self, view: View) -> None:
        """Take over a view in which no card is hidden; SearchError before cards are played."""
        if view.play is None:
            raise SearchError("the calls are not complete: there is no play to finish")
        self._view = view
        self._play = view.play
        self._board, self._payoffs = board_of_view(view), payoffs_of(view)
        self._rest = core_mask(view.play.rules, view.held[-1])

    def finished(self, seed: int, first: PlayKnownCard | None = None) -> FinishedGame:
        """The finished deal, played from the given card on, if there is one."""
        play, rules = self._play, self._play.rules
        moves, seats, scores = finish_deal(
            self._board,
            self._payoffs,
            self._rest,
            _ITERATIONS,
            seed,
            first=None if first is None else move_of(rules, first),
        )
        cards = [card_of_index(rules, card) for card, _, _ in moves]
        played = [Hand.from_cards(cards) for cards in self._view.played]
        for seat, card in zip(seats, cards, strict=False):
            played[seat] = played[seat].with_card(card)
        tricks = tuple(_tricks(play, cards, seats))
        taken = list(play.tricks_taken)
        for trick in tricks:
            taken[trick.winner] += 1
        return FinishedGame(tuple(map(int, scores)), tuple(taken), tricks, tuple(played))


def _tricks(play: PlayView, cards: Sequence[Card], seats: Sequence[int]) -> Iterator[Trick]:
    """The tricks from the one under way on; last of the seats is the last trick's winner."""
    players, on_table = play.rules.players, len(play.trick)
    all_cards = (*(played.card for played in play.trick), *cards)
    leaders = (play.leader, *seats[players - on_table :: players])
    for number, (leader, winner) in enumerate(pairwise(leaders)):
        yield Trick(leader, all_cards[number * players : (number + 1) * players], winner)
