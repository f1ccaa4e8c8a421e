"""What can be asked about a play with all hands open: one table, for files and the command line.

>>> KINDS[Ask.MISS].method, KINDS[Ask.MISS].data((1, 2))
('miss', [1, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from clumond_solver.cards import Card
from clumond_solver.display import data, text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit, TrickRange

if TYPE_CHECKING:
    from clumond_solver.double_dummy.solver import Solver


class Ask(StrEnum):
    """What can be asked about a play with all hands open; see the methods of `Solver`.

    >>> [str(ask) for ask in Ask]
    ['verdict', 'plays', 'retentions', 'tricks', 'miss', 'line']
    """

    VERDICT = "verdict"
    PLAYS = "plays"
    RETENTIONS = "retentions"
    TRICKS = "tricks"
    MISS = "miss"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Kind:
    """How one thing is asked, and how the answer is shown.

    method  the name of the method of `Solver` that answers.
    text    the answer for people, given the play, whose success it is about, and the columns.
    data    the answer for JSON.
    """

    method: str
    text: Callable[[Any, Play, Seat, int], str]
    data: Callable[[Any], object]

    def answer(self, solver: Solver, play: Play, seat: Seat | None, limit: Limit | None) -> Any:
        """Ask the solver; SearchError as it raises it."""
        return getattr(solver, self.method)(play, seat=seat, limit=limit)


def _verdict_text(makes: bool | None, _play: Play, seat: Seat, _width: int) -> str:
    return text.verdict_text(makes, seat)


def _plays_text(plays: Mapping[Card, bool | None], play: Play, seat: Seat, width: int) -> str:
    return text.plays_text(plays, play, seat, width=width)


def _line_text(line: tuple[Card, ...] | None, play: Play, _seat: Seat, _width: int) -> str:
    if line is None:
        return "Best play by all: not found within the limit."
    return text.line_text(line, play)


def _line_data(line: tuple[Card, ...] | None) -> list[str] | None:
    return None if line is None else [str(card) for card in line]


def _tricks_data(tricks: TrickRange) -> dict[str, list[int]]:
    return {"fewest": list(tricks.fewest), "most": list(tricks.most)}


def _as_it_is(answer: object) -> object:
    return answer


KINDS: Mapping[Ask, Kind] = {
    Ask.VERDICT: Kind("verdict", _verdict_text, _as_it_is),
    Ask.PLAYS: Kind("plays", _plays_text, data.plays_data),
    Ask.RETENTIONS: Kind(
        "retentions", lambda found, *_: text.retentions_text(found), data.retentions_data
    ),
    Ask.TRICKS: Kind("tricks", lambda span, *_: text.trick_range_text(span), _tricks_data),
    Ask.MISS: Kind("miss", lambda miss, *_: text.miss_text(miss), list),
    Ask.LINE: Kind("line", _line_text, _line_data),
}
