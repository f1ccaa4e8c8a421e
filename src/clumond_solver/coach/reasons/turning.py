"""What turns all scores over in Clubs: who comes so low, with which tricks, and who gains by it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import capital, in_words, joined, minus
from clumond_solver.coach.reasons.fates import Moment
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.words import Speaker, out_of
from clumond_solver.single_dummy.games_after import FinishedGame
from clumond_solver.single_dummy.mean_scores import mean

# What turns all scores over in a greater share of games is the aim, or the danger, of the deal.
_LIKELY = 0.3
# Cards that win tricks in a greater share of games are named, at most so many.
_MOSTLY, _MOST_WINNERS = 0.6, 3


class Turning(Speaker):
    """What turns all scores over in games after a card."""

    def __init__(
        self, stakes: Stakes, moment: Moment, games: Sequence[FinishedGame], who: str
    ) -> None:
        """Look at the games for the seat that comes low enough in most of them."""
        super().__init__(who)
        self.stakes = stakes
        self.moment = moment
        self.games = games
        turned = [[*filter(stakes.turns(seat), games)] for seat in range(stakes.players)]
        self.seat = max(range(stakes.players), key=lambda seat: len(turned[seat]))
        self.turned = turned[self.seat]
        self.turns = stakes.turns(self.seat)

    @property
    def is_likely(self) -> bool:
        """Whether it happens so often that it is the aim of the deal, or its danger."""
        return len(self.turned) > _LIKELY * len(self.games)

    def every_trick(self) -> Iterator[str]:
        """What every trick left costs, if all cost the same, and how many the seat needs."""
        stakes, cost = self.stakes, self._cost
        if cost <= 0:
            return
        rest = stakes.points_of_rest
        text = f"Every trick left {'but the last ' if rest is None else ''}costs {cost}"
        if rest:
            text += f", the last {cost - rest}"
        if 0 < self._needed <= self._alike and self.is_likely:
            text += f"; {in_words(self._needed)} more"
            fewer = math.ceil((self._missing + (rest or 0)) / cost)
            if fewer < self._needed:
                text += f", or {in_words(fewer)} with the last,"
            who = self.neighbour(self.moment, self.seat)
            text += f" bring {who} to {minus(stakes.payoffs.limit)}"
        yield f"{text}."

    def certain(self, card: Card) -> Iterator[str]:
        """That a card that wins this trick, and cards led after it, are enough for certain."""
        if not self.is_wanted or self._cost <= 0 or self._needed > self._alike:
            return
        sure = [card, *reversed(self.moment.sure_leads(card))][: self._needed]
        if len(sure) == self._needed > 1:
            names = joined([one.pretty() for one in sure], "and")
            order = "" if self.moment.trick else ", in any order"
            text = f"{names} win {in_words(len(sure))} tricks for certain{order}: that turns"
            yield f"{text} all scores over, to {self.whose} gain."

    @cached_property
    def _cost(self) -> int:
        """What every trick left costs; 0 if that may differ."""
        return -self.stakes.points_of_every_trick(self.moment.cards_left)

    @cached_property
    def _alike(self) -> int:
        """How many of the tricks left cost at least that much: not the last if it may cost less."""
        rest = self.stakes.points_of_rest
        return self.stakes.left - (rest is None or rest > 0)

    @cached_property
    def _missing(self) -> float:
        """How far the seat is above the limit."""
        return self.stakes.current_tallies[self.seat] - self.stakes.payoffs.limit

    @cached_property
    def _needed(self) -> int:
        """How many tricks bring the seat down to the limit, where every trick costs the same."""
        return math.ceil(self._missing / self._cost)

    @property
    def is_wanted(self) -> bool:
        """Whether the player himself may turn the scores over, and gains by it."""
        gain = sum(map(self.stakes.gain_by_settling, self.turned))
        return self.is_likely and self.seat == self.stakes.seat and gain > 0

    def how_often(self, *, whatever: bool) -> Iterator[str]:
        """How often it happens, if it is likely; and whether ``whatever`` is played."""
        if self.is_likely:
            what = turning_text(self, self.stakes, self.moment, [self.seat], self.turned)
            alike = f", and about as often whatever {self.does('play')}" if whatever else ""
            yield f"{capital(what)} in {out_of(len(self.turned), len(self.games))} games{alike}."

    def winners(self) -> Iterator[str]:
        """The cards that mostly win tricks later, for who gains by coming low enough."""
        if not self.is_wanted:
            return
        won = Counter(card for game in self.games for card in game.winning_cards(self.seat, 1))
        sure = [
            card.pretty()
            for card, times in won.most_common(_MOST_WINNERS)
            if times > _MOSTLY * len(self.games)
        ]
        if sure:
            win = "wins a trick" if len(sure) == 1 else "win tricks"
            yield f"{joined(sure, 'and')} mostly {win} later."


def turning_text(
    speaker: Speaker,
    stakes: Stakes,
    moment: Moment,
    seats: Collection[int],
    turned: Sequence[FinishedGame],
) -> str:
    """That one of these seats turns all scores over in these games, and who gains by it."""
    limit, who = minus(stakes.payoffs.limit), "another player"
    if len(seats) == 1:
        [seat] = seats
        who = f"{speaker.neighbour(moment, seat)}, now at {minus(stakes.current_tallies[seat])},"
    s = "" if stakes.seat in seats and speaker.who == "you" else "s"
    is_gain = mean([*map(stakes.gain_by_settling, turned)]) > 0
    effect = f"to {speaker.whose} gain" if is_gain else f"at {speaker.whose} cost"
    return f"{who} come{s} to {limit} and turn{s} all scores over, {effect},"
