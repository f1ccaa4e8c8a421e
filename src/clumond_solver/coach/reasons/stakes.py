"""What a deal is about for one seat: its aim, what tricks and cards count, how all is settled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import reduce
from itertools import pairwise
from operator import sub

from clumond_solver.base.cards import Card
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.actions import Nominate
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import Trick
from clumond_solver.single_dummy.any_game_playouts import FinishedGame
from clumond_solver.single_dummy.luck import relative_score


class Fault(Enum):
    """How a seat misses its aim."""

    TOO_MANY = "too many"
    TOO_FEW = "too few"

    @property
    def remedy(self) -> int:
        """1 if more tricks help, -1 if fewer do."""
        return 1 if self is Fault.TOO_FEW else -1


class Stakes:
    """What tricks and cards are worth to a seat, and what all hangs on.

    trick_points  what a further trick counts for itself, where all count the same.
    goal          the exact number of tricks that the seat needs; None without one.
    taken, left   the numbers of its tricks so far, and of the tricks to come.
    nominated     whether the players have nominated their numbers of tricks.
    """

    def __init__(self, view: View, play: PlayView, payoffs: Payoffs) -> None:
        """Look at a play whose payoffs the seat knows."""
        self.payoffs, self.seat, self.players = payoffs, view.seat, view.layout.players
        self.taken, self.left = play.tricks_taken[view.seat], play.tricks_left
        self.trick_points = points_per_trick(payoffs, view.seat, self.taken)
        self.goal = payoffs.goal_of(view.seat)
        self.nominated = any(isinstance(call, Nominate) for call in view.actions)
        by_seat = zip(play.points, payoffs.awards, play.tricks_taken, strict=True)
        self.current_tallies = [points + rows[0][taken] for points, rows, taken in by_seat]
        self._points_before, self._pack = play.points, view.layout.pack
        takes_rest = payoffs.rest_award is not None and payoffs.rest_seat is None
        #: Whether cards that nobody was dealt may count for the winner of the last trick.
        self.has_rest = takes_rest and len(self._pack) > sum(view.layout.sizes)
        # By identity, with the game itself, which so keeps its identity.
        self._tallied: dict[int, tuple[FinishedGame, list[float]]] = {}

    @property
    def tricks_have_points(self) -> bool:
        """Whether a trick or its cards may count points."""
        return bool(self.trick_points or any(self.payoffs.card_points))

    @property
    def missing(self) -> int | None:
        """How many more tricks the goal needs; None without a goal, or if it is out of reach."""
        if self.goal is None or not 0 <= self.goal - self.taken <= self.left:
            return None
        return self.goal - self.taken

    def points(self, card: Card) -> int:
        """What a card counts for the winner of its trick."""
        return self.payoffs.card_points[card.bit]

    def points_of_trick(self, trick: Trick) -> int:
        """What a trick and its cards count."""
        return self.trick_points + sum(map(self.points, trick.cards))

    def points_of_every_trick(self, left: Iterable[Card]) -> int:
        """What each trick of these cards, all that are left, counts; 0 if that may differ."""
        return 0 if any(map(self.points, left)) else self.trick_points

    def last_trick_extra(self, game: FinishedGame) -> int:
        """What the last trick counts beside its own cards: also for cards that nobody played."""
        points = self.payoffs.trick_points
        return (points[0] if len(points) == 1 else 0) + self._rest(game)

    def _rest(self, game: FinishedGame) -> int:
        """What the cards that nobody played count for the winner of the last trick."""
        if (award := self.payoffs.rest_award) is None or self.payoffs.rest_seat is not None:
            return 0
        return sum(award + self.points(card) for card in reduce(sub, game.played, self._pack))

    def value_of_point(self, seat: int) -> float:
        """What a seat's point is worth to the player, relative to the others."""
        return relative_score([float(other == seat) for other in range(self.players)], self.seat)

    def value(self, tricks: Sequence[Trick]) -> float:
        """What tricks, whoever wins them, are worth to the player, relative to the others."""
        return sum(
            self.points_of_trick(trick) * self.value_of_point(trick.winner) for trick in tricks
        )

    def gain(self, game: FinishedGame) -> float:
        """The player's score less the mean of the others'."""
        return relative_score(game.scores, self.seat)

    def gain_by_settling(self, game: FinishedGame) -> float:
        """What the player gains by how all is settled, beside what tricks and cards count."""
        return self.gain(game) - relative_score(self.tallies(game), self.seat)

    def tallies(self, game: FinishedGame) -> list[float]:
        """What each seat's tricks and cards count before all is settled, added up once a game."""
        if id(game) not in self._tallied:
            self._tallied[id(game)] = game, self._tallies(game)
        return self._tallied[id(game)][1]

    def _tallies(self, game: FinishedGame) -> list[float]:
        payoffs = self.payoffs
        counts: list[float] = [
            payoffs.awards[seat][0][taken] + self._points_before[seat]
            for seat, taken in enumerate(game.taken)
        ]
        for number, trick in enumerate(reversed(game.tricks)):
            counts[trick.winner] += sum(map(self.points, trick.cards))
            if number < len(payoffs.trick_points):
                counts[trick.winner] += payoffs.trick_points[number]
        for seat, cards in enumerate(game.played):
            if payoffs.pair and payoffs.pair.issubset(cards):
                counts[seat] += payoffs.pair_points
        counts[game.tricks[-1].winner] += self._rest(game)
        return counts

    def turns(self, *seats: int) -> Callable[[FinishedGame], bool]:
        """Whether one of these seats comes so low in a game that all scores turn over."""
        may_turn = self.payoffs.settling is Settling.TURNED_OVER

        def is_low(game: FinishedGame) -> bool:
            return any(self.tallies(game)[seat] <= self.payoffs.limit for seat in seats)

        return is_low if may_turn else lambda game: False

    def turns_over(self, game: FinishedGame) -> bool:
        """Whether all scores turn over."""
        return self.turns(*range(self.players))(game)

    def bidder_fails(self, game: FinishedGame) -> bool:
        """Whether the bidder, who must have more than the other player, has not."""
        if self.payoffs.settling is not Settling.BIDDER_MUST_LEAD:
            return False
        counts, bidder = self.tallies(game), self.payoffs.bidder
        return counts[bidder] <= max(counts[:bidder] + counts[bidder + 1 :])


def award_of(payoffs: Payoffs, seat: int) -> int | None:
    """The score for hitting the seat's number of tricks; None if anything else scores as well."""
    goal, trick_points = payoffs.goals[seat], set(payoffs.trick_points)
    is_alone = payoffs.settling is Settling.EACH_ALONE and not any(payoffs.card_points)
    if goal is None or not is_alone or len(trick_points) > 1 or payoffs.counts[seat] != {goal}:
        return None
    row = payoffs.awards[seat][0]
    others = {award for taken, award in enumerate(row) if taken != goal}
    return row[goal] + goal * sum(trick_points) if others <= {0} and row[goal] > 0 else None


def points_per_trick(payoffs: Payoffs, seat: int, taken: int = 0) -> int:
    """What a further trick counts for itself, where all count the same."""
    steps = {after - before for before, after in pairwise(payoffs.awards[seat][0][taken:])}
    if len(steps) != 1:
        return 0
    worths, further = set(payoffs.trick_points), set(range(taken, len(payoffs.awards[seat][0])))
    always = len(worths) == 1 < len(payoffs.trick_points) and payoffs.counts[seat] >= further
    return steps.pop() + (worths.pop() if always else 0)
