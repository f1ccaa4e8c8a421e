"""What can be asked about a play with all hands open, and the texts of the answers.

Files of questions and the command line share these.

>>> from clumond_solver.games.clumond.deals import Deal
>>> TEXTS[Ask.MISS]((1, 2), Play(Deal.random(1), None), Seat.FOREHAND, 80)
'With best play on all sides forehand ends 1 to 2 tricks off.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clumond_solver.base.cards import Card
from clumond_solver.base.checks import check_type
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.values import set_plain_fields
from clumond_solver.base.wording import counted
from clumond_solver.display.text.double_dummy import (
    line_text,
    plays_text,
    retentions_text,
    trick_range_text,
    verdict_text,
)
from clumond_solver.display.text.layout import wrapped
from clumond_solver.display.text.misses import best_miss_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention, as_retention
from clumond_solver.results import Limit

if TYPE_CHECKING:
    from clumond_solver.double_dummy.solver import Solver


class Ask(StrChoice):
    """A thing to ask about a play with all hands open; most are names of methods of `Solver`.

    A `SolveQuestion` asks one or several.

    VERDICT     whether the seat can force success.
    PLAYS       by legal card, whether the seat can still force success after it.
    RETENTIONS  whether each retention can be forced, reached with help, or not reached.
    TRICKS      the fewest tricks the seat can hold itself to, and the most it can force.
    MISS        how many tricks off the seat finishes if all play perfectly.
    LINE        best play by all to the end.
    HELP        a line by which all players together reach success, or another `Ending`; none if no
                play does, empty if the limit left that open.

    >>> [str(ask) for ask in Ask]
    ['verdict', 'plays', 'retentions', 'tricks', 'miss', 'line', 'help']
    """

    VERDICT = "verdict"
    PLAYS = "plays"
    RETENTIONS = "retentions"
    TRICKS = "tricks"
    MISS = "miss"
    LINE = "line"
    HELP = "help"


def as_asks(given: Iterable[Ask | str] | str) -> tuple[Ask, ...]:
    """Parse things to ask: a sequence, or a text with commas; RuleError for an unknown one.

    >>> [str(ask) for ask in as_asks("verdict, miss")]
    ['verdict', 'miss']
    """
    check_type(given, Iterable, "a list of things to ask")
    words = given.split(",") if isinstance(given, str) else given
    return tuple(Ask(word.strip() if isinstance(word, str) else word) for word in words)


@dataclass(frozen=True, slots=True)
class Ending:
    """What verdict and line ask about: any success, or one ending as in `Solver.can_force`.

    keep     the retention, with success unless ``exactly`` is given.
    exactly  the number of tricks in the whole hand, without supplementary ones.

    >>> str(Ending()), str(Ending(Retention.parse("CSD"), 5)), str(Ending(exactly=1))
    ('success', 'exactly 5 tricks with CSD kept', 'exactly 1 trick')
    """

    keep: Retention | None = None
    exactly: int | None = None

    def __post_init__(self) -> None:
        """Convert a text."""
        set_plain_fields(self)
        if self.keep is not None:
            object.__setattr__(self, "keep", as_retention(self.keep))

    @property
    def is_any(self) -> bool:
        """Whether any success will do."""
        return self.keep is None and self.exactly is None

    def __str__(self) -> str:
        what = "success" if self.exactly is None else f"exactly {counted(self.exactly, 'trick')}"
        return what if self.keep is None else f"{what} with {self.keep} kept"


ANY_SUCCESS = Ending()


def ending_data(ending: Ending) -> dict[str, object]:
    """The ending as fields of a question; none for any success."""
    data = {"keep": ending.keep, "exactly": ending.exactly}
    return {name: value for name, value in data.items() if value is not None}


def ask_solver(
    ask: Ask,
    solver: Solver,
    play: Play,
    seat: Seat | None,
    limit: Limit | None,
    *,
    ending: Ending = ANY_SUCCESS,
) -> Any:
    """The answer of the solver's method of this name; raises its SearchErrors.

    Verdict, line and help are about the ``ending``. `values.to_jsonable` turns any of these answers
    into data for JSON.
    """
    if ask is Ask.HELP:
        method: Callable[..., object] = solver.line_with_help
    elif ending.is_any or ask not in {Ask.VERDICT, Ask.LINE}:
        return getattr(solver, ask)(play, seat=seat, limit=limit)
    else:
        method = solver.can_force if ask is Ask.VERDICT else solver.line
    return method(play, retention=ending.keep, tricks=ending.exactly, seat=seat, limit=limit)


def _line_text(line: tuple[Card, ...] | None, play: Play, _seat: Seat, _width: int) -> str:
    if line is None:
        return "Best play by all: not found within the limit."
    return line_text(line, play)


def _help_text(line: tuple[Card, ...] | None, play: Play, _seat: Seat, _width: int) -> str:
    if line is None:
        return "With everybody's help: never, by no play at all."
    if not line:
        return "With everybody's help: no line found within the limit."
    return line_text(line, play, "With everybody's help")


#: The text of an answer, given the play, the seat whose success it is about, and the columns.
TEXTS: Mapping[Ask, Callable[[Any, Play, Seat, int], str]] = {
    Ask.VERDICT: lambda makes, _play, seat, width: wrapped(verdict_text(makes, seat), width),
    Ask.PLAYS: lambda plays, play, seat, width: plays_text(plays, play, seat, width=width),
    Ask.RETENTIONS: lambda reached, *_: retentions_text(reached),
    Ask.TRICKS: lambda span, _play, seat, width: wrapped(trick_range_text(span, str(seat)), width),
    Ask.MISS: lambda miss, _play, seat, _width: best_miss_text(miss, str(seat)),
    Ask.LINE: _line_text,
    Ask.HELP: _help_text,
}
