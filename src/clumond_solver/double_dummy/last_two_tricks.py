"""The last two tricks with all hands open: a whole `Solution` from one walk through all lines.

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

# With more tricks left, one search per question is faster.
MOST_TRICKS = 2
_TRICK_COUNTS = range(TRICKS + 1)
# Answers are masks, a bit for each question. The first bit of each kind, after success in bit 0:
_FIRST_RETENTION = 1
_FIRST_MISS = _FIRST_RETENTION + len(Retention.all())
_FIRST_AT_MOST = _FIRST_MISS + len(_TRICK_COUNTS)
_FIRST_AT_LEAST = _FIRST_AT_MOST + len(_TRICK_COUNTS)


def solve_endgame(position: OpenPosition, par: ParReading) -> Solution:
    """The whole solution, where at most `MOST_TRICKS` are left."""
    forced, possible, forced_by_card, line, nodes = last_two_tricks.solve_endgame(
        position.hands,
        position.leader,
        position.table,
        position.taken,
        position.strain,
        _answers_by_ending(position.supplementary, par),
        _FIRST_MISS,
    )
    miss = _lowest_bit(forced >> _FIRST_MISS)
    fewest = _lowest_bit(forced >> _FIRST_AT_MOST)
    most = (forced >> _FIRST_AT_LEAST).bit_length() - 1
    return Solution(
        verdict=bool(forced & 1),
        plays=FrozenMap(
            {Card.from_bit(bit): bool(answers & 1) for bit, answers in forced_by_card.items()}
        ),
        retentions=_reaches(forced >> _FIRST_RETENTION, possible >> _FIRST_RETENTION),
        miss=(miss, miss),
        tricks=TrickRange(fewest=(fewest, fewest), most=(most, most)),
        line=tuple(map(Card.from_bit, line)),
        nodes=nodes,
        exact=True,
    )


@lru_cache(maxsize=32)
def _answers_by_ending(supplementary: int, par: ParReading) -> array[int]:
    """By retention and number of tricks, a mask of the questions that they answer with yes."""
    goals = [
        within(0, supplementary, ParReading.NEAREST),
        *(exactly(kept, supplementary) for kept in Retention.all()),
        *(within(miss, supplementary, par) for miss in _TRICK_COUNTS),
        *(tricks_within(0, most) for most in _TRICK_COUNTS),
        *(tricks_within(fewest, TRICKS) for fewest in _TRICK_COUNTS),
    ]
    return array(
        "Q",
        (
            sum((goal[kept] >> tricks & 1) << bit for bit, goal in enumerate(goals))
            for kept, tricks in product(range(len(goals[0])), _TRICK_COUNTS)
        ),
    )


def _reaches(forced: int, possible: int) -> FrozenMap[Retention, Reach | None]:
    return FrozenMap(
        {
            kept: Reach.FORCED
            if forced >> bit & 1
            else Reach.POSSIBLE
            if possible >> bit & 1
            else Reach.IMPOSSIBLE
            for bit, kept in enumerate(Retention.all())
        }
    )


def _lowest_bit(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
