"""The scores of a finished deal, stated as data for the engines.

A state's `scores` compute them; its `payoffs` say the same in a form that can be compiled: an award
by the tricks taken (and by the code of the cards kept, in games that keep cards), points for cards
and tricks, and a `Settling` of the seats' results.

>>> payoffs = Payoffs.by_tricks([[10, 0, 0], [0, 10, 0]], goals=(0, 1))
>>> payoffs.awards[1][0], payoffs.settling
((0, 10, 0), Settling.EACH_ALONE)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise
from typing import Annotated, NamedTuple, TypeVar

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import (
    FINITE,
    as_int,
    as_tuple,
    check_fields,
    check_type,
    checked,
    wrong_type,
)
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import RuleError, SearchError, shown_number, shown_value
from clumond_solver.base.numbers import is_finite, plain_number
from clumond_solver.base.wording import counted
from clumond_solver.rules.tricks import PerSeat, PerSeatIfAny, SeatNumber, TrickPlay, as_seat

_NOTHING = Hand()
_HIGHEST_SUIT = 3
_MOST_TRICKS = 26
_MOST_SEATS = 27
_MOST_BANDS = 32
# A table of scores has a row for each way to share the tricks.
_MOST_WAYS = 10**6
#: The most points in a deal: the core adds them in 16 bits.
MOST_POINTS = 30_000
_MOST_NOTABLE = 2
_ROWS = "a row of scores by tricks taken for each seat"
_T = TypeVar("_T")
PointCount = Annotated[int, range(-MOST_POINTS, MOST_POINTS + 1)]
_Score = Annotated[int, FINITE]
_TrickCount = Annotated[int, range(_MOST_TRICKS + 1)]
_PerTricks = Annotated[tuple[_T, ...], range(1, _MOST_TRICKS + 2)]


class Settling(IntChoice):
    """How the seats' results depend on one another.

    EACH_ALONE        not at all.
    MOST_ALONE        a seat that has taken more tricks than any other gets a bonus.
    TURNED_OVER       if any result is at the limit or below, each seat scores only its points,
                      negated.
    BIDDER_MUST_LEAD  the bidder's result goes to the other of two players unless it is the greater.
    BIDDER_OR_OTHERS  each other seat gets the bonus if the bidder's award is 0.
    THIRDS_OF_POT     awards are paid into a pot, from which each seat with award 0 draws a third,
                      rounded down.
    BY_TABLE          a table has the scores for each way to share the tricks.
    """

    EACH_ALONE = 0
    MOST_ALONE = 1
    TURNED_OVER = 2
    BIDDER_MUST_LEAD = 3
    BIDDER_OR_OTHERS = 4
    THIRDS_OF_POT = 5
    BY_TABLE = 6


class _Table(tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]):
    """A table of which `Payoffs.by_function` has checked every row: that takes milliseconds."""

    __slots__ = ()


class PointBand(NamedTuple):
    """What changes if the points of some seats together are from ``low`` to ``high``.

    seats   these seats: a declarer, a side, or whoever might take everything.
    scores  what every seat's score then grows by.
    """

    seats: tuple[SeatNumber, ...]
    low: PointCount
    high: PointCount
    scores: PerSeat[_Score]


class Success(NamedTuple):
    """When a seat succeeds, where there are two outcomes: some seat reaches its aim, or misses it.

    seat       the seat that has the aim.
    must_miss  whether the other seat succeeds if the aim is missed.
    reached    by code of the cards kept the numbers of tricks that reach it, as bits of a mask; ()
               if the score decides.
    least      the least score that reaches it.
    """

    seat: int
    must_miss: bool
    reached: tuple[int, ...] = ()
    least: int = 0


@dataclass(frozen=True, slots=True)
class Payoffs:
    """The scores of a deal, by tricks taken, cards won and cards kept.

    awards        by seat, code of the cards kept (0 if none are) and tricks taken.
    counts        by seat the numbers of tricks with which its card points also count.
    goals         by seat the number of tricks that it aims at, None if it aims at something
                  else; rollouts prefer plays that help towards it.
    card_points   the points that each card is worth to the winner of its trick, by bit
                  (`points_by_bit` makes them).
    trick_points  the points for winning a trick, the last trick first.
    extra         further points by seat, which everybody knows.
    pair          the cards that count ``pair_points`` points for a seat that was dealt all of them.
    rest_award    the points of each card left over for the winner of the last trick, who takes them
                  all; None if nobody takes them.
    rest_seat     the seat that takes them instead of this winner; None if he does.
    bands         what changes with the points of a seat or a side: 61 of 120 that win, a bonus, all
                  or nothing. Their points count here whatever ``counts`` says.
    settling      how the results depend on one another, with its ``bonus``, ``limit`` (the pot, if
                  there is one) and ``bidder`` (the seat that declares, whatever the game calls it).
    table         with BY_TABLE, pairs (tricks taken, scores) for all ways to share the tricks.

    WrongTypeError for a field of the wrong type (the message names it), RuleError for a band whose
    ``low`` is above its ``high``, SearchError for more points than engines can count.
    """

    awards: Annotated[tuple[_PerTricks[_PerTricks[_Score]], ...], range(2, _MOST_SEATS + 1)]
    counts: PerSeat[frozenset[_TrickCount]]
    goals: PerSeat[_TrickCount | None]
    card_points: Annotated[tuple[PointCount, ...], [64]] = (0,) * 64
    trick_points: tuple[PointCount, ...] = ()
    extra: PerSeatIfAny[PointCount] = ()
    pair: Hand = _NOTHING
    pair_points: PointCount = 0
    rest_award: PointCount | None = None
    rest_seat: SeatNumber | None = None
    bands: Annotated[tuple[PointBand, ...], range(_MOST_BANDS + 1)] = ()
    settling: Settling = Settling.EACH_ALONE
    bonus: _Score = 0
    limit: _Score = 0
    bidder: SeatNumber = 0
    table: tuple[tuple[PerSeat[_TrickCount], PerSeat[_Score]], ...] = ()

    def __post_init__(self) -> None:
        seats = len(self.awards) if isinstance(self.awards, tuple) else 0
        is_made_here = isinstance(self.table, _Table)
        check_fields(Payoffs, self, seats, known=("table",) if is_made_here else ())
        if (self.settling is Settling.BY_TABLE) is not bool(self.table):
            raise wrong_type(
                self.table, "Payoffs.table: rows with BY_TABLE, and with nothing else,"
            )
        if self.table and not is_made_here and not _is_complete(self.table, seats):
            raise wrong_type(self.table, "Payoffs.table: a row for each way to share the tricks")
        for band in self.bands:
            if band.low > band.high:
                raise RuleError(
                    f"Payoffs.bands: no points are from {band.low} to {band.high}: low comes first"
                )
        points = (*self.card_points, *self.trick_points, *self.extra, self.pair_points)
        if sum(map(abs, filter(None, points))) > MOST_POINTS:
            raise SearchError(f"more than {MOST_POINTS} points in a deal: {shown_value(points)}")

    @property
    def deciding_seat(self) -> int | None:
        """The seat whose success or failure decides all scores; None if more than that counts."""
        return self.bidder if self.settling is Settling.BIDDER_OR_OTHERS else None

    def success_of(self, seat: int) -> Success | None:
        """When a seat succeeds; None if it has no aim, and points alone count.

        >>> Payoffs.by_tricks([[10, 0, 0], [0, 10, 0]], goals=(0, 1)).success_of(1)
        Success(seat=1, must_miss=False, reached=(2,), least=0)
        """
        seat = as_seat(seat, len(self.awards))
        if self.settling is Settling.MOST_ALONE:
            return Success(seat, must_miss=False, least=math.ceil(self.bonus))
        if self.settling is Settling.BIDDER_MUST_LEAD:
            return Success(self.bidder, must_miss=seat != self.bidder, least=1)
        if (goal := self.goal_of(seat)) is not None:
            return Success(seat, must_miss=False, reached=(1 << goal,))
        judged = seat if self.deciding_seat is None else self.deciding_seat
        awards = self.awards[judged]
        scores = {*chain(*awards)}
        if len(scores) == 1 or (len(awards) == 1 and self.deciding_seat is None):
            return None
        reached = (
            sum(1 << taken for taken, award in enumerate(row) if award == max(scores))
            for row in awards
        )
        return Success(judged, must_miss=seat != judged, reached=tuple(reached))

    def goal_of(self, seat: int) -> int | None:
        """The exact number of tricks that a seat needs; None if it only wants many, or few.

        This number scores more than any other, however the others share the rest. If it is all
        tricks or none, missing it by one must also cost more than any further trick does.
        """
        seat = as_seat(seat, len(self.awards))
        goal, scores = self.goals[seat], self._scores_by_tricks(seat)
        if goal is None or goal not in scores or len(scores) == 1:
            return None
        least = min(scores[goal])
        if any(max(possible) >= least for taken, possible in scores.items() if taken != goal):
            return None
        if goal not in {min(scores), max(scores)}:
            return goal
        misses = sorted(set(scores) - {goal}, key=lambda taken: abs(taken - goal))
        further_costs = [max(scores[near]) - min(scores[far]) for near, far in pairwise(misses)]
        return goal if least - max(scores[misses[0]]) > max(further_costs, default=0) else None

    def _scores_by_tricks(self, seat: int) -> dict[int, list[int]]:
        """The possible scores of a seat by its tricks; empty if other things count too."""
        scores: dict[int, list[int]] = {}
        if self.settling is Settling.BY_TABLE:
            for taken, by_seat in self.table:
                scores.setdefault(taken[seat], []).append(by_seat[seat])
        elif self.settling is Settling.EACH_ALONE:
            scores = {taken: [score] for taken, score in enumerate(self.awards[seat][0])}
        return scores

    def check_fits(self, players: int, tricks: int, kept: int) -> None:
        """RuleError unless the payoffs are for these numbers of players, tricks and kept cards.

        >>> Payoffs.by_tricks([[0, 10]] * 3, goals=(None,) * 3).check_fits(3, tricks=2, kept=0)
        Traceback (most recent call last):
        clumond_solver.base.errors.RuleError: Payoffs.awards for up to 1 trick: the deal has 2
        """
        if not type(players) is type(tricks) is type(kept) is int:
            players, tricks, kept = (as_int(count, "a number") for count in (players, tricks, kept))
        if len(self.awards) != players:
            raise RuleError(
                f"Payoffs.awards for {len(self.awards)} seats: {shown_number(players)} play"
            )
        most_tricks = min(map(len, chain(*self.awards))) - 1
        if most_tricks < tricks:
            raise RuleError(
                f"Payoffs.awards for up to {counted(most_tricks, 'trick')}: the deal has"
                f" {shown_number(tricks)}"
            )
        if self.table:
            tabulated = sum(self.table[0][0])
            if tabulated != tricks:
                raise RuleError(
                    f"Payoffs.table for {counted(tabulated, 'trick')}: the deal has {tricks}"
                )
        elif min(map(len, self.awards)) <= _HIGHEST_SUIT * kept:
            raise RuleError(
                f"Payoffs.awards without some of the codes of {shown_number(kept)} cards kept"
            )

    def side(self, seat: int) -> frozenset[int]:
        """The seats that score the same as this one whatever is played, itself included.

        >>> scores = lambda taken: [taken[0] + taken[2], 0, taken[0] + taken[2], 1]
        >>> sorted(Payoffs.by_function(scores, 4, 1).side(0))
        [0, 2]
        """
        seat = as_seat(seat, len(self.awards))
        return next(side for side in self.sides if seat in side)

    @property
    def sides(self) -> tuple[frozenset[int], ...]:
        """All seats, those together that score the same whatever is played."""
        sides: list[tuple[object, list[int]]] = []
        for seat in range(len(self.awards)):
            marks = self._marks(seat)
            side = next((seats for known, seats in sides if known == marks), None)
            if side is None:
                sides.append((marks, [seat]))
            else:
                side.append(seat)
        return tuple(frozenset(seats) for _, seats in sides)

    def _seats_of(self, side: Collection[int]) -> frozenset[int]:
        """A side's seats; RuleError if it has none, or one that the game has not."""
        seats = frozenset(as_seat(seat, len(self.awards)) for seat in side)
        if not seats:
            raise RuleError("a side without seats")
        return seats

    @checked
    def tricks_needed(self, side: Collection[int]) -> int | None:
        """The fewest tricks with which a side scores above 0; None if not these alone decide that.

        >>> made = lambda taken: [10 if taken[0] + taken[2] >= 2 else -5, 0] * 2
        >>> Payoffs.by_function(made, 4, 3).tricks_needed({0, 2})
        2
        """
        side = self._seats_of(side)
        wins: dict[int, set[bool]] = {}
        for taken, scores in self.table:
            wins.setdefault(sum(taken[seat] for seat in side), set()).add(scores[min(side)] > 0)
        least = next((tricks for tricks in sorted(wins) if wins[tricks] == {True}), 0)
        decides = all(won == {tricks >= least} for tricks, won in wins.items())
        return least if least and decides else None

    @checked
    def points_needed(self, side: Collection[int]) -> int | None:
        """The fewest points from which on a side scores above 0; None if not these alone decide.

        >>> won, lost = PointBand((0,), 61, 120, (1, 0, 0)), PointBand((0,), 0, 60, (-2, 0, 0))
        >>> Payoffs.by_tricks([[0, 0]] * 3, bands=[lost, won]).points_needed({0})
        61
        """
        side = self._seats_of(side)
        own = [band for band in self.bands if frozenset(band.seats) == side]
        won = [band.scores[min(side)] > 0 for band in own]
        least = min((band.low for band, wins in zip(own, won, strict=True) if wins), default=0)
        decides = all(wins is (band.low >= least) for band, wins in zip(own, won, strict=True))
        return least if least > 0 and decides else None

    @property
    def notable_cards(self) -> Hand:
        """The one or two cards, among others that count, that count unlike any other card.

        >>> hearts = {card: -1 for card in Hand.parse(".AKQ..")}
        >>> points = hearts | {Card.parse("SQ"): -13}
        >>> str(Payoffs.by_tricks([[0]] * 2, card_points=points).notable_cards)
        'Q...'
        """
        worths = [points for points in self.card_points if points]
        single = [points for points in worths if worths.count(points) == 1]
        if len(single) > _MOST_NOTABLE or len(single) == len(worths):
            return _NOTHING
        return Hand(
            sum(1 << bit for bit, points in enumerate(self.card_points) if points in single)
        )

    def _marks(self, seat: int) -> object:
        """What a seat can score; its own number if it may score for itself alone."""
        if self.table:
            return [scores[seat] for _, scores in self.table]
        has_points = self.counts[seat] and any((*self.card_points, *self.trick_points, *self.extra))
        if self.settling is not Settling.EACH_ALONE or has_points or any(chain(*self.awards[seat])):
            return seat
        return [band.scores[seat] for band in self.bands]

    @classmethod
    def by_function(
        cls, settle: Callable[[tuple[int, ...]], Sequence[int]], players: int, tricks: int
    ) -> Payoffs:
        """The payoffs of a game whose scores are a function of the tricks taken.

        A seat's goal is the number of tricks with the best mean score over all ways to share the
        other tricks. WrongTypeError unless the function returns a score for each seat.

        >>> payoffs = Payoffs.by_function(lambda taken: [10 * (t == 1) for t in taken], 2, 3)
        >>> payoffs.table[0], payoffs.goals
        (((0, 3), (0, 0)), (1, 1))
        """
        if not callable(settle):
            raise wrong_type(settle, "a function of the tricks taken")
        too_few = as_int(players, "a number of players") < 2
        too_many = players > _MOST_SEATS or as_int(tricks, "a number of tricks") > _MOST_TRICKS
        if too_few or too_many or tricks < 0:
            raise RuleError(
                f"{shown_number(players)} players and {shown_number(tricks)} tricks:"
                f" 2 to {_MOST_SEATS}, 0 to {_MOST_TRICKS}"
            )
        if (ways := math.comb(tricks + players - 1, tricks)) > _MOST_WAYS:
            raise RuleError(f"{ways} ways to share the tricks: {_MOST_WAYS} at most")
        table = _Table((share, checked_scores(settle, share)) for share in _shares(tricks, players))
        none = ((0,) * (tricks + 1),)
        return cls(
            awards=(none,) * players,
            counts=(frozenset(range(tricks + 1)),) * players,
            goals=tuple(_goal(table, seat, tricks) for seat in range(players)),
            settling=Settling.BY_TABLE,
            table=table,
        )

    @classmethod
    def by_tricks(
        cls,
        rows: Sequence[Sequence[int]],
        goals: Sequence[int | None] = (),
        *,
        card_points: Mapping[Card, int] | None = None,
        bands: Sequence[PointBand] = (),
        rest_seat: int | None = None,
        points_score: bool = True,
    ) -> Payoffs:
        """Payoffs that depend on the tricks taken and the points of the cards in them.

        ``points_score`` says whether a seat scores its points; else they count only in ``bands``.
        ``rest_seat`` is a seat that gets the points of the cards left over.

        >>> ace, won = Card.parse("DA"), PointBand((0,), 11, 11, (2, -1, -1))
        >>> skat = Payoffs.by_tricks(
        ...     [[0, 0]] * 3, card_points={ace: 11}, bands=[won], points_score=False
        ... )
        >>> skat.settled((1, 0, 0), (11, 0, 0))
        (2, -1, -1)
        """
        awards = tuple((as_tuple(row, _ROWS),) for row in as_tuple(rows, _ROWS))
        return cls(
            awards=awards,
            counts=tuple(frozenset(range(len(row)) if points_score else ()) for (row,) in awards),
            goals=as_tuple(goals, "Payoffs.goals: a row") or (None,) * len(awards),
            card_points=points_by_bit({} if card_points is None else card_points),
            bands=as_tuple(bands, "Payoffs.bands: a row"),
            rest_award=None if rest_seat is None else 0,
            rest_seat=rest_seat,
        )

    def points_won(self, play: TrickPlay) -> tuple[int, ...]:
        """The points of the complete tricks by seat, and the extra points that everybody knows."""
        check_type(play, TrickPlay, "the play of the cards, a TrickPlay,")
        if play.rules.players != len(self.awards):
            raise RuleError(f"payoffs for {len(self.awards)} seats: {play.rules.players} play")
        points = list(self.extra or [0] * play.rules.players)
        tricks = sum(play.tricks_taken) + play.tricks_left
        for number, trick in enumerate(play.tricks):
            points[trick.winner] += sum(self.card_points[card.bit] for card in trick.cards)
            left = tricks - number - 1
            if left < len(self.trick_points):
                points[trick.winner] += self.trick_points[left]
        return tuple(points)

    @checked
    def scores(self, play: TrickPlay, rest: Hand) -> tuple[int, ...]:
        """The scores of a finished play, in which nobody was dealt the cards of ``rest``.

        RuleError for payoffs with a pair, or that `settled` refuses.
        """
        points = list(self.points_won(play))
        if self.pair_points or self.rest_award:
            raise RuleError("these payoffs are for engines: the game states its `scores`")
        if self.rest_award is not None:
            seat = play.leader if self.rest_seat is None else self.rest_seat
            points[seat] += sum(self.card_points[card.bit] for card in rest)
        return self.settled(play.tricks_taken, points)

    @checked
    def settled(self, taken: tuple[int, ...], points: Sequence[int]) -> tuple[int, ...]:
        """The scores by tricks taken and points; RuleError for settlings known to engines only."""
        if self.settling not in {Settling.EACH_ALONE, Settling.BY_TABLE}:
            raise RuleError("these payoffs are for engines: the game states its `scores`")
        if {len(taken), len(points)} != {len(self.awards)}:
            raise RuleError(f"tricks and points of {len(self.awards)} seats are needed")
        rows_and_tricks = zip(self.awards, taken, strict=True)
        if not all(0 <= number < len(rows[0]) for rows, number in rows_and_tricks):
            raise RuleError(f"tricks {shown_value(taken)}: the awards have no such numbers")
        scores = [rows[0][number] for rows, number in zip(self.awards, taken, strict=True)]
        changes = [by_table for shares, by_table in self.table if shares == taken]
        changes += [
            band.scores
            for band in self.bands
            if band.low <= sum(points[seat] for seat in band.seats) <= band.high
        ]
        for seat, counts in enumerate(self.counts):
            scores[seat] += points[seat] if taken[seat] in counts else 0
            scores[seat] += sum(change[seat] for change in changes)
        return tuple(map(plain_number, scores))


@checked
def points_by_bit(points: Mapping[Card, int]) -> tuple[int, ...]:
    """PointCount of cards in the form of `Payoffs.card_points`; other cards are worth nothing.

    >>> ace = Card.parse("DA")
    >>> points_by_bit({ace: 11})[ace.bit]
    11
    """
    by_bit = [0] * 64
    for card, value in points.items():
        by_bit[card.bit] = value
    return tuple(by_bit)


def checked_scores(
    settle: Callable[[tuple[int, ...]], Sequence[int]], taken: tuple[int, ...]
) -> tuple[int, ...]:
    """The function's scores for the tricks taken; WrongTypeError unless each seat has one."""
    scores = settle(taken)
    # Engines make tables of hundreds of rows for each way in which others may call.
    if type(scores) is list and len(scores) == len(taken) and {*map(type, scores)} == {int}:
        return tuple(scores)
    if (
        not isinstance(scores, Sequence)
        or len(scores) != len(taken)
        or not all(map(is_finite, scores))
    ):
        name = getattr(settle, "__qualname__", "settle")
        raise wrong_type(scores, f"{name}({taken}): a score for each of {len(taken)} seats")
    return tuple(map(plain_number, scores))


def _is_complete(table: Sequence[tuple[tuple[int, ...], object]], players: int) -> bool:
    """Whether the table has every way to share some number of tricks exactly once."""
    shares = {share for share, _ in table}
    sums = {sum(share) for share in shares}
    ways = math.comb(sum(sums) + players - 1, players - 1)
    return len(sums) == 1 and len(shares) == len(table) == ways


@lru_cache(maxsize=16)
def _shares(tricks: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which the players can share this many tricks."""
    if players == 1:
        return ((tricks,),)
    return tuple(
        (first, *others)
        for first in range(tricks + 1)
        for others in _shares(tricks - first, players - 1)
    )


def _goal(table: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], seat: int, tricks: int) -> int:
    """The number of tricks with the seat's best mean score."""
    totals, ways = [0] * (tricks + 1), [0] * (tricks + 1)
    for taken, scores in table:
        totals[taken[seat]] += scores[seat]
        ways[taken[seat]] += 1
    return max(range(tricks + 1), key=lambda taken: totals[taken] / ways[taken])
