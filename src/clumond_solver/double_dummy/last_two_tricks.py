"""The last two tricks with all hands open: all of a `Solution` in one pass over every card.

>>> from clumond_solver.games.clumond.deals import Seat
>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> solution = solve_endgame(OpenPosition.of(play, Seat.FOREHAND), ParReading.NEAREST)
>>> solution.verdict, solution.miss
(False, (1, 1))
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from itertools import product

from clumond_solver._core.double_dummy import last_two_tricks
from clumond_solver.base.cards import Card
from clumond_solver.base.values import FrozenMap
from clumond_solver.double_dummy.goals import exactly, tricks_within, within
from clumond_solver.double_dummy.open_position import OpenPosition
from clumond_solver.games.clumond.play import TRICKS, ParReading, Retention
from clumond_solver.results import Reach, Solution, TrickRange

# With more tricks left a search for every question is faster.
MOST_TRICKS = 2
_COUNTS = range(TRICKS + 1)
# The number of each kind's first question: success, retentions, then counts of tricks.
_RETENTIONS = 1
_MISSES = _RETENTIONS + len(Retention.all())
_AT_MOST = _MISSES + len(_COUNTS)
_AT_LEAST = _AT_MOST + len(_COUNTS)


def solve_endgame(position: OpenPosition, par: ParReading) -> Solution:
    """The whole solution, where at most `MOST_TRICKS` are left."""
    forced, possible, after, line, nodes = last_two_tricks.solve_endgame(
        position.hands,
        position.leader,
        position.table,
        position.taken,
        position.strain,
        _endings(position.supplementary, par),
        _MISSES,
    )
    miss = _lowest(forced >> _MISSES)
    fewest = _lowest(forced >> _AT_MOST)
    most = (forced >> _AT_LEAST).bit_length() - 1
    return Solution(
        verdict=bool(forced & 1),
        plays=FrozenMap({Card.from_bit(bit): bool(answers & 1) for bit, answers in after.items()}),
        retentions=_reaches(forced >> _RETENTIONS, possible >> _RETENTIONS),
        miss=(miss, miss),
        tricks=TrickRange(fewest=(fewest, fewest), most=(most, most)),
        line=tuple(map(Card.from_bit, line)),
        nodes=nodes,
        exact=True,
    )


@lru_cache(maxsize=32)
def _endings(supplementary: int, par: ParReading) -> array[int]:
    """By cards kept and count of tricks the questions whose answer is yes, a bit for each."""
    goals = [
        within(0, supplementary, ParReading.NEAREST),
        *(exactly(kept, supplementary) for kept in Retention.all()),
        *(within(miss, supplementary, par) for miss in _COUNTS),
        *(tricks_within(0, most) for most in _COUNTS),
        *(tricks_within(fewest, TRICKS) for fewest in _COUNTS),
    ]
    return array(
        "Q",
        (
            sum((goal[kept] >> tricks & 1) << number for number, goal in enumerate(goals))
            for kept, tricks in product(range(len(goals[0])), _COUNTS)
        ),
    )


def _reaches(forced: int, possible: int) -> FrozenMap[Retention, Reach | None]:
    return FrozenMap(
        {
            kept: Reach.FORCED
            if forced >> number & 1
            else Reach.POSSIBLE
            if possible >> number & 1
            else Reach.IMPOSSIBLE
            for number, kept in enumerate(Retention.all())
        }
    )


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
