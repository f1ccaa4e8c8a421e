"""What turns all scores over in Clubs: who comes so low, with which tricks, and who gains by it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons import kinds
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.kinds import Often
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.thresholds import OFTEN_TURNED
from clumond_solver.single_dummy.games_after import FinishedGame
from clumond_solver.single_dummy.mean_scores import mean


class Turning:
    """What turns all scores over in games after a card."""

    def __init__(self, stakes: Stakes, games: Sequence[FinishedGame]) -> None:
        """Look at the games for the seat that comes low enough in most of them."""
        self._stakes, self._games = stakes, games
        turned = [[*filter(stakes.turns(seat), games)] for seat in range(stakes.players)]
        self._seat = max(range(stakes.players), key=lambda seat: len(turned[seat]))
        self._turned = turned[self._seat]
        self.turns = stakes.turns(self._seat)
        #: Whether it happens so often that it is the aim of the deal, or its danger.
        self.is_likely = len(self._turned) > OFTEN_TURNED * len(games)

    def every_trick(self, cards_left: Collection[Card]) -> Iterator[Fact]:
        """What every trick left costs, if all cost the same, and how many the seat needs."""
        stakes, cost = self._stakes, -self._stakes.points_of_every_trick(cards_left)
        if cost <= 0:
            return
        rest, limit = stakes.points_of_rest, stakes.payoffs.limit
        missing = stakes.current_tallies[self._seat] - limit
        needed = math.ceil(missing / cost)
        last = None if rest is None else cost - rest
        # The last trick does not count if it may cost less.
        if not (self.is_likely and 0 < needed <= stakes.left - (rest is None or rest > 0)):
            yield kinds.trick_costs(cost, last)
            return
        fewer = math.ceil((missing + (rest or 0)) / cost)
        yield kinds.trick_costs(cost, last, needed, fewer, self._seat, limit)

    @property
    def is_wanted(self) -> bool:
        """Whether the player himself may turn the scores over, and gains by it."""
        gain = sum(map(self._stakes.gain_by_settling, self._turned))
        return self.is_likely and self._seat == self._stakes.seat and gain > 0

    def how_often(self, *, is_anyway: bool) -> Iterator[Fact]:
        """How often it happens, if it is likely; ``is_anyway`` if as often whatever is played."""
        if self.is_likely:
            often = Often(len(self._turned), len(self._games))
            event = turning_event(self._stakes, [self._seat], self._turned)
            yield kinds.happens(event, often, is_anyway)


def turning_event(stakes: Stakes, seats: Collection[int], turned: Sequence[FinishedGame]) -> Fact:
    """That one of these seats turns all scores over in these games, and who gains by it."""
    is_gain = mean([*map(stakes.gain_by_settling, turned)]) > 0
    seat = next(iter(seats)) if len(seats) == 1 else None
    tally = 0.0 if seat is None else stakes.current_tallies[seat]
    return kinds.turns_over(seat, tally, stakes.payoffs.limit, is_gain)
