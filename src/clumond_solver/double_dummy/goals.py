"""Positions and goals in the core's numbers, and what the last two tricks hold.

The goal of a seat is the trick counts that reach it, by retention.

>>> mask = near_pars(Retention.parse("DDS"), 0, supplementary=0)
>>> [tricks for tricks in range(TRICKS + 1) if mask >> tricks & 1]
[1, 11]

In the last two tricks a whole `Solution` comes from one walk through all lines.

>>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
>>> solution = solve_endgame(OpenPosition.of(play, Seat.FOREHAND), ParReading.NEAREST)
>>> solution.verdict, solution.miss
(False, (1, 1))
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from clumond_solver._core.double_dummy import last_two_tricks
from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.checks import as_int
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import FrozenMap
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, ParReading, Play, Retention, as_retention
from clumond_solver.games.clumond.scoring import off_table
from clumond_solver.results import Reach, Solution, TrickRange

# Masks of the numbers of tricks that count, by retention: see `goal_masks`.
Goal = tuple[int, ...]


def goal_masks(accepted: Mapping[Retention, int]) -> Goal:
    """The core's form of a goal, given the masks of the trick counts that each retention accepts.

    A mask's index is the retention's diamonds + 4 * its spades + 16 * its hearts.
    """
    masks = [0] * 64
    for retention, mask in accepted.items():
        diamonds, spades, hearts, _ = retention.counts
        masks[diamonds + 4 * spades + 16 * hearts] = mask
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position as the core sees it: seats are numbered clockwise from the hero, 0."""

    hands: tuple[int, int, int]
    leader: int
    table: tuple[int, ...]
    taken: int
    strain: int
    supplementary: int
    tricks_left: int

    @classmethod
    def of(cls, play: Play, hero: Seat) -> OpenPosition:
        """The position of a play, for this hero."""
        hands = play.hands
        return cls(
            (hands[hero].mask, hands[(hero + 1) % 3].mask, hands[(hero + 2) % 3].mask),
            (play.leader - hero) % 3,
            tuple(card.bit for card in play.trick),
            play.tricks_taken[hero],
            play.strain,
            play.supplementary[hero],
            play.tricks_left,
        )


def success(position: OpenPosition) -> Goal:
    """Success: taking a par of the retention."""
    return within(0, position.supplementary, ParReading.NEAREST)


@lru_cache(maxsize=128)
def within(miss: int, supplementary: int, par: ParReading) -> Goal:
    """Being at most `miss` tricks off; 0 is success."""
    return goal_masks({kept: near_pars(kept, miss, supplementary, par) for kept in Retention.all()})


def ending(
    supplementary: int, retention: Retention | str | None, tricks: int | None
) -> Goal | None:
    """Success with a retention, a number of tricks, or both; None if neither is given."""
    retention = None if retention is None else as_retention(retention)
    if tricks is None:
        return None if retention is None else exactly(retention, supplementary)
    count = as_int(tricks, "a number of tricks")
    if not 0 <= count <= TRICKS:
        raise SearchError(f"{shown_number(count)} tricks: a number from 0 to {TRICKS}")
    kept = Retention.all() if retention is None else (retention,)
    return goal_masks(dict.fromkeys(kept, 1 << count))


@lru_cache(maxsize=256)
def exactly(retention: Retention, supplementary: int) -> Goal:
    """Success with this retention."""
    return goal_masks({retention: near_pars(retention, 0, supplementary)})


@lru_cache(maxsize=32)
def tricks_within(fewest: int, most: int) -> Goal:
    """From `fewest` to `most` tricks, with any retention."""
    return goal_masks(dict.fromkeys(Retention.all(), (2 << most) - (1 << fewest)))


def near_pars(
    retention: Retention, miss: int, supplementary: int, par: ParReading = ParReading.NEAREST
) -> int:
    """A mask of the trick counts (0 to 13) that are at most `miss` tricks off."""
    row = off_table(supplementary, par)[retention.code]
    return sum(1 << tricks for tricks, off in enumerate(row) if off <= miss)


def worst_miss(position: OpenPosition, par: ParReading = ParReading.NEAREST) -> int:
    """An upper bound on the miss: the most tricks off of all endings that may be possible."""
    lengths = [(position.hands[0] >> 16 * suit & 0xFFFF).bit_count() for suit in Suit]
    codes = {kept.code for kept in Retention.all() if kept.fits(lengths)}
    rows = off_table(position.supplementary, par)
    fewest, most = position.taken, position.taken + position.tricks_left
    return max(max(rows[code][fewest : most + 1]) for code in codes)


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
