"""Simulated games after each of a seat's possible plays: which is best, and what differs.

Every seat plays by its own cards, the table and the voids that plays have shown. The games after
all plays use the same deals, which reduces the luck in their difference. Most plays are soon seen
to be worse: the better half is played in twice as many deals, round after round (sequential
halving, Karnin, Koren and Somekh 2013, "Almost Optimal Exploration in Multi-Armed Bandits").

>>> from clumond_solver.games.clubs import ClubsGame
>>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
>>> state.push(state.legal_actions[0])
>>> games = GamesAfter(View.of(state, state.turn), 64, seed=1)
>>> choice = games.choose(state.legal_actions)
>>> choice.action in state.legal_actions, choice.values[choice.action].visits >= 64
(True, True)
>>> {sum(game.taken) for game in games.after(choice.action)}
{13}
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise, takewhile
from typing import NamedTuple

from clumond_solver._core.rules.any_game_tricks import Board
from clumond_solver._core.single_dummy.any_game_tree_search import finish_deal
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import RuleError, SearchError, shown_number
from clumond_solver.base.seeds import as_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.knowledge.core_any_game import (
    boards_of_view,
    card_table,
    move_of,
    payoffs_of,
    play_of,
)
from clumond_solver.knowledge.views import View
from clumond_solver.results import ActionValue, Choice
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.rules.actions import Action, PlayKnownCard
from clumond_solver.rules.tricks import Trick
from clumond_solver.single_dummy.last_tricks import LastChances
from clumond_solver.single_dummy.luck import (
    PairedGames,
    mean,
    mean_error,
    relative_score,
)

# The iterations of the search by which a seat chooses a card in these games.
_ITERATIONS = 30
# In the first round so many cards are played in all, or all games; if the best plays are still
# close after the last round, it goes on up to this factor.
_FIRST_ROUND, _FACTOR_IF_CLOSE = 30_000, 4
# But only as long as so many cards are played in all: 2 s.
_MOST_CARDS = 60_000
# A play has a value if it was played in at least this share of the deals.
_SHARE_TO_RATE = 0.5
# After a deadline, so many games are played all the same.
_FEWEST_IF_LATE = 2
# The most games that are compared, event by event.
_MOST_COMPARED = 200
# What is the same in so many games is settled.
_ENOUGH_TO_SETTLE = 24
# Differences up to this do not count, however certain.
_NEGLIGIBLE = 0.05
# What a player would see as a difference, in standard deviations of a game.
_MOST_ALIKE = 0.05


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

    def winning_cards(self, seat: int) -> list[Card]:
        """The cards with which a seat wins tricks."""
        return [trick.winning_card for trick in self.tricks if trick.winner == seat]


class GamesAfter(PairedGames[Action]):
    """Games after a seat's possible plays, from different deals that agree with its view.

    A deadline may reduce the number of games, down to two; they are then not ``complete``.
    """

    def __init__(
        self, view: View, most: int, *, seed: int = 0, deadline: Deadline | None = None
    ) -> None:
        """Draw the deals: ``most``, 1 or more, and four times as many where plays are close.

        RuleError unless they `can_be_played`, SearchError for fewer than 1.
        """
        if not self.can_be_played(view):
            raise RuleError("games need plays to choose from, and payoffs that the seat knows")
        if most < 1:
            raise SearchError(f"{shown_number(most)} games: at least 1")
        self.complete = True
        self._seat = view.seat
        self._seed = seed
        self._deadline = deadline or Deadline(None)
        self._most = most
        self._cards_a_game = view.play.tricks_left * view.play.rules.trick_size if view.play else 1
        self._most_deals = _FACTOR_IF_CLOSE * most
        # Most are never played.
        self._hands = view.hands_one_by_one(self._most_deals, as_seed(seed + 1))
        absent = [view.pool - may for may in view.may_hold[:-1]]
        absent[view.seat] = Hand()
        self._open_deals = OpenDeals(view, absent)
        self._deals = list[Dealt]()
        self._played: dict[Action, list[FinishedGame]] = {}
        self._view = view
        self._equal = dict[Action, Action]()

    @staticmethod
    def can_be_played(view: View) -> bool:
        """Whether the seat plays cards that it sees, and knows what fixes the payoffs."""
        return view.play is not None and view.play.payoffs is not None and not view.play.face_down

    def choose_from_all(self, first: Action, keep: Collection[Action] = ()) -> Choice[Action]:
        """The best of all legal plays, of which ``first`` stands for its equals: see `choose`.

        In the last tricks it is one as good, as far as luck allows, that keeps more chances.
        """
        choice = self.choose(dict.fromkeys([first, *self._view.legal_actions]), keep)
        chances = LastChances.of(self._view)

        def are_alike(one: Action, other: Action) -> bool:
            if chances.settled.get(one) is not chances.settled.get(other):
                return self.is_close(one, other)
            return self.lead(one, other) <= _NEGLIGIBLE

        def rank(play: Action) -> tuple[bool, float]:
            return play != choice.action, -choice.values[play].value

        ranked = sorted(choice.values, key=rank)
        return replace(choice, action=chances.best(ranked, are_alike, self._seed))

    def choose(self, actions: Collection[Action], keep: Collection[Action] = ()) -> Choice[Action]:
        """The best of these plays, and what each is worth to the seat.

        Those to ``keep`` stay to the last round. A value is the best play's mean gain, less what
        the play loses to it in the deals played after both; plays given up early have none, for
        luck would decide it. Of equals only the first is played.
        """
        for action in actions:
            self._equal[action] = self._first_equal(action)
        remaining = [*dict.fromkeys(map(self._equal.__getitem__, actions))]
        keep = dict.fromkeys(self._equal[action] for action in keep)
        count = max(1, min(self._most, _FIRST_ROUND // (len(remaining) * self._cards_a_game)))
        while True:
            for action in remaining:
                self._play(action, count)
            remaining.sort(key=lambda action: -mean(self.gains(action)))
            better = remaining[: max(2, math.ceil(len(remaining) / 2))]
            better += [action for action in keep if action not in better]
            is_enough = count >= self._most and (
                self._is_costly(better, count) or not self._are_close(remaining)
            )
            if is_enough or count == self._most_deals or not self.complete:
                break
            remaining, count = better, min(2 * count, self._most_deals)
        games = min(len(self._played[action]) for action in remaining)
        best = max(remaining, key=lambda action: mean(self.gains(action)[:games]))
        enough = _SHARE_TO_RATE * min(self._most, len(self._played[best]))
        rated = [action for action in actions if len(self._games(action)) >= enough]
        values = {action: self._value(best, action) for action in rated}
        return Choice(best, values, len(self._played[best]), complete=self.complete)

    def _is_costly(self, actions: Collection[Action], more: int) -> bool:
        """Whether so many more games after these actions would take too long."""
        games = sum(map(len, self._played.values())) + more * len(actions)
        return games * self._cards_a_game > _MOST_CARDS

    def _value(self, best: Action, action: Action) -> ActionValue:
        value = mean(self.gains(best)) - max(0.0, self.lead(best, action))
        return ActionValue(len(self._games(action)), value)

    def _are_close(self, plays: Sequence[Action]) -> bool:
        """Whether luck may explain that the first play leads another one."""
        first, *others = plays
        better = (other for other in others if self.lead(first, other) > 0)
        return any(self.is_close(first, other) for other in better)

    def after(self, action: Action) -> list[FinishedGame]:
        """The games after a card is played, at most 200; RuleError for another action."""
        self._play(action, _MOST_COMPARED)
        return self._played[action][:_MOST_COMPARED]

    def alike(self, best: Action, values: Mapping[Action, float]) -> list[Action]:
        """The plays that the games cannot distinguish from the best one, by value.

        Plays whose values are far apart are not alike, however few the games.
        """
        most = _MOST_ALIKE * self.spread(best)

        def is_alike(action: Action) -> bool:
            doubt = BEYOND_LUCK * mean_error(self.leads(best, action))
            return values[best] - values[action] <= max(_NEGLIGIBLE, min(doubt, most))

        others = sorted((action for action in values if action != best), key=lambda a: -values[a])
        return [*takewhile(is_alike, others)]

    def is_worse(self, action: Action, best: Action) -> bool:
        """Whether an action is worse than another, by more than luck or next to nothing."""
        return self.is_better(best, action) and self.lead(best, action) > _NEGLIGIBLE

    def is_settled(self, actions: Iterable[Action]) -> bool:
        """Whether in every deal the scores are the same after all these actions."""
        first, *others = ([self._gain(game) for game in self.after(action)] for action in actions)
        return len(first) >= _ENOUGH_TO_SETTLE and all(gains == first for gains in others)

    def _play(self, action: Action, count: int) -> None:
        """Play as many games after an action, unless it is late."""
        if not isinstance(action, PlayKnownCard):
            raise RuleError(f"{action} plays no card that all see")
        if action not in self._view.legal_actions:
            raise RuleError(f"{action} is not legal in the play of this view")
        games = self._played.setdefault(action, [])
        for number in range(len(games), min(count, self._most_deals)):
            if number >= _FEWEST_IF_LATE and self._deadline.passed:
                self.complete = False
                return
            if number == len(self._deals):
                self._deals.append(self._open_deals.deal(next(self._hands)))
            seed = as_seed(self._seed + number)
            games.append(self._open_deals.finished(self._deals[number], seed, action))

    def _first_equal(self, action: Action) -> Action:
        """The first play that does the same in every trick; the play itself if it is the first."""
        return next((first for first in self._equal if self.are_equals(first, action)), action)

    def are_equals(self, one: Action, other: Action) -> bool:
        """Whether two plays do the same in every trick."""
        if not (isinstance(one, PlayKnownCard) and isinstance(other, PlayKnownCard)):
            return False
        return one.led is other.led and self._view.are_equals(one.card, other.card)

    def _games(self, action: Action) -> list[FinishedGame]:
        """The games after an action, or after its equal."""
        return self._played[self._equal.get(action, action)]

    def _gain(self, game: FinishedGame) -> float:
        return relative_score(game.scores, self._seat)

    def gains(self, action: Action) -> list[float]:
        """What the seat gains more than the others, game by game."""
        return [*map(self._gain, self._games(action))]

    def spread(self, action: Action) -> float:
        """The standard deviation of what the seat gains more than the others after an action."""
        gains = self.gains(action)
        return mean_error(gains) * math.sqrt(len(gains))


class Dealt(NamedTuple):
    """A deal with all hands open: the core's board, and the cards that nobody was dealt."""

    board: Board
    rest: int


class OpenDeals:
    """Deals that agree with a view, to be played to their ends by players who see their own hands.

    All are alike but for the hands.
    """

    def __init__(self, view: View, ruled_out: Sequence[Hand] = ()) -> None:
        """Take what all deals share from a view; the cards that it hides do not matter.

        ``ruled_out`` has by seat the cards that the players know it does not hold. SearchError
        before cards are played.
        """
        self._play = play_of(view)
        self._played = [Hand.from_cards(cards).mask for cards in view.played]
        self._board_of, self._payoffs = boards_of_view(view), payoffs_of(view)
        rules = self._play.rules
        self._table = card_table(rules)
        self._move_of = cache(partial(move_of, rules))
        self._orders = [*map(rules.seats_from, range(rules.players))]
        self._ruled_out = [*map(self._table.core_mask, ruled_out)]

    def deal(self, hands: Sequence[Hand]) -> Dealt:
        """Deal these hands, by seat; the last has the cards that nobody was dealt."""
        return Dealt(self._board_of(hands[:-1]), self._table.core_mask(hands[-1]))

    def finished(self, dealt: Dealt, seed: int, first: PlayKnownCard | None = None) -> FinishedGame:
        """The finished deal, played from the given card on, if there is one."""
        moves, seats, scores = finish_deal(
            dealt.board,
            self._payoffs,
            dealt.rest,
            _ITERATIONS,
            seed,
            first=None if first is None else self._move_of(first),
            ruled_out=self._ruled_out,
        )
        card_at = self._table.cards
        cards = [card_at[index] for index, _, _ in moves]
        played = [*self._played]
        for seat, card in zip(seats, cards, strict=False):
            played[seat] |= card.mask
        tricks = tuple(self._tricks(cards, seats))
        taken = list(self._play.tricks_taken)
        for trick in tricks:
            taken[trick.winner] += 1
        return FinishedGame(tuple(map(int, scores)), tuple(taken), tricks, tuple(map(Hand, played)))

    def _tricks(self, cards: Sequence[Card], seats: Sequence[int]) -> Iterator[Trick]:
        """The tricks from the one under way on; last of the seats is the last trick's winner."""
        play = self._play
        size, on_table = play.rules.trick_size, len(play.trick)
        all_cards = (*(played.card for played in play.trick), *cards)
        leaders = (play.leader, *seats[size - on_table :: size])
        for number, (leader, winner) in enumerate(pairwise(leaders)):
            cards_of_trick = all_cards[number * size : (number + 1) * size]
            yield Trick(leader, cards_of_trick, winner, self._orders[leader])
