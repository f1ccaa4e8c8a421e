"""What a finished deal is worth to each seat, stated as data for the engines.

A state's `scores` are the rule itself; its `payoffs` say the same in a form that can be compiled:
an award by the tricks taken (and by the code of the cards kept, where cards are kept), points for
cards and tricks, and one of a few ways in which the seats' results depend on each other.

>>> payoffs = Payoffs.by_tricks([[10, 0, 0], [0, 10, 0]], goals=(0, 1))
>>> payoffs.awards[1][0], payoffs.settling
((0, 10, 0), Settling.EACH_ALONE)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clumond_solver.cards import Hand
from clumond_solver.values import Numbered

_NOTHING = Hand()


class Settling(Numbered):
    """How the seats' results depend on each other.

    EACH_ALONE        not at all.
    MOST_ALONE        a bonus for whoever has taken more tricks than anybody else.
    TURNED_OVER       if any result is at the limit or below, each counts its points alone, negated.
    BIDDER_MUST_LEAD  the bidder's result goes to the other, of two, unless it is the greater one.
    BIDDER_OR_OTHERS  the bonus goes to each other seat if the bidder's award is 0.
    THIRDS_OF_POT     awards are paid into a pot, from which each seat with award 0 draws a third,
                      rounded down.
    BY_TABLE          as a table says for each way to share the tricks.
    """

    EACH_ALONE = 0
    MOST_ALONE = 1
    TURNED_OVER = 2
    BIDDER_MUST_LEAD = 3
    BIDDER_OR_OTHERS = 4
    THIRDS_OF_POT = 5
    BY_TABLE = 6


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What a deal will be worth when the cards are played.

    awards        by seat, code of the cards kept (0 if none are) and tricks taken.
    counts        by seat the numbers of tricks with which its points count too.
    goals         by seat the number of tricks that it is out for, None if it is out for something
                  else; random players heed it.
    card_worths   points for a card, by its bit; they go to the winner of its trick.
    trick_worths  points for a trick, the last trick's first.
    extra         points that each seat has beside those, as everybody knows.
    pair          cards that count ``pair_worth`` points for a seat that was dealt all of them.
    rest_award    what the winner of the last trick gets for each card left over, which he takes;
                  None if nobody takes them.
    settling      how results depend on each other, with the ``bonus``, ``limit`` (the pot as it
                  stands, where there is one) and ``bidder`` of it.
    table         with BY_TABLE what all seats score, for each way to share the tricks.
    """

    awards: tuple[tuple[tuple[int, ...], ...], ...]
    counts: tuple[frozenset[int], ...]
    goals: tuple[int | None, ...]
    card_worths: tuple[int, ...] = (0,) * 64
    trick_worths: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    pair: Hand = _NOTHING
    pair_worth: int = 0
    rest_award: int | None = None
    settling: Settling = Settling.EACH_ALONE
    bonus: int = 0
    limit: int = 0
    bidder: int = 0
    table: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    @classmethod
    def by_function(
        cls, settle: Callable[[tuple[int, ...]], Sequence[int]], players: int, tricks: int
    ) -> Payoffs:
        """What a function makes of the tricks that each seat has taken, tabulated.

        A seat is out for the number of tricks that brings it most on the average of all ways to
        share the others.

        >>> payoffs = Payoffs.by_function(lambda taken: [10 * (t == 1) for t in taken], 2, 3)
        >>> payoffs.table[0], payoffs.goals
        (((0, 3), (0, 0)), (1, 1))
        """
        table = tuple((taken, tuple(settle(taken))) for taken in _shares(tricks, players))
        none = ((0,) * (tricks + 1),)
        return cls(
            awards=(none,) * players,
            counts=(frozenset(range(tricks + 1)),) * players,
            goals=tuple(_goal(table, seat, tricks) for seat in range(players)),
            settling=Settling.BY_TABLE,
            table=table,
        )

    @classmethod
    def by_tricks(cls, rows: Sequence[Sequence[int]], goals: Sequence[int | None]) -> Payoffs:
        """Awards by the tricks taken alone; points count whatever they are."""
        return cls(
            awards=tuple((tuple(row),) for row in rows),
            counts=tuple(frozenset(range(len(row))) for row in rows),
            goals=tuple(goals),
        )


def _shares(tricks: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every way in which players can share this many tricks."""
    if players == 1:
        yield (tricks,)
        return
    for first in range(tricks + 1):
        for others in _shares(tricks - first, players - 1):
            yield (first, *others)


def _goal(table: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], seat: int, tricks: int) -> int:
    totals, ways = [0] * (tricks + 1), [0] * (tricks + 1)
    for taken, scores in table:
        totals[taken[seat]] += scores[seat]
        ways[taken[seat]] += 1
    return max(range(tricks + 1), key=lambda taken: totals[taken] / ways[taken])
