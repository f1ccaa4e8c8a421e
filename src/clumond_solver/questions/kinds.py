"""Questions to solver and engine as values, with their form in JSON.

A question holds everything that its answer depends on, so any process or machine can answer it.
docs/batches.md lists the fields.

>>> question = parse_question('{"hand": "AK8732.AK974.KJ4.Q3", "seat": "R", "budget": 40}')
>>> parse_question(str(question)) == question
True
>>> question.answer().games
40
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import InitVar, dataclass, fields
from typing import Any, ClassVar, cast

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import as_text, check_given, check_type
from clumond_solver.base.efforts import DEFAULT_BUDGET
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.base.json_data import json_text, to_jsonable
from clumond_solver.base.numbers import plain
from clumond_solver.display.json_data import Data, data_of
from clumond_solver.double_dummy.solver import DEFAULT_MEMORY, Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat, SeatLike
from clumond_solver.games.clumond.play import ParReading, Play, Retention
from clumond_solver.games.clumond.scoring import (
    BASE_AGREEMENT,
    Agreement,
    Prefer,
    Scoring,
    Terms,
    with_terms,
)
from clumond_solver.questions.ask_kinds import (
    ANY_SUCCESS,
    Ask,
    Ending,
    as_asks,
    ask_solver,
    ending_data,
)
from clumond_solver.questions.fields import (
    ALL_NODES,
    FIELDS,
    IN_PARTS,
    check_not_renamed,
    read_field,
    readers_of,
    shown,
    whole_number_in,
)
from clumond_solver.results import Advice, DealTable, Limit, Reach, RetentionTable, TrickRange
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike, checked_opponents
from clumond_solver.single_dummy.levels import Style, StyleLike, style_name, style_of

_TERMS = tuple(Terms.__annotations__)
# Valid questions nest far less deeply: they are objects with lists.
_MOST_BRACKETS = 8
# With so few tricks left a search takes a fraction of a millisecond.
_FEW_TRICKS = 5

# Matches brackets, and whole strings so that brackets in them do not count.
_BRACKETS = re.compile(r'"(?:[^"\\]+|\\.)*"?|[][{}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers about one play; None for what was not asked, and for an undecided verdict.

    The fields have the names of the methods of `Solver`.
    """

    verdict: bool | None = None
    plays: Mapping[Card, bool | None] | None = None
    retentions: Mapping[Retention, Reach | None] | None = None
    tricks: TrickRange | None = None
    miss: tuple[int, int] | None = None
    line: tuple[Card, ...] | None = None
    help: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class BatchQuestion(ABC):
    """Base class of the questions.

    In JSON the parts of limit, ending and agreement stand beside the other fields.
    """

    # The name of the field "deal" in JSON.
    _deal_name: ClassVar[str] = "deal"

    def __post_init__(self) -> None:
        """Hold numbers as Python's own, as reading the text of the question gives them."""
        for field in fields(self):
            self._set(**{field.name: _plain_number(getattr(self, field.name))})

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _arguments(self) -> Data:
        """The arguments, by name, of the function that answers."""
        names = (field.name for field in fields(self) if field.name != "id")
        return {name: getattr(self, name) for name in names}

    @abstractmethod
    def answer(self, *, memory: int = DEFAULT_MEMORY) -> Any:
        """The answer; solvers take up to ``memory`` bytes."""

    def answer_data(self, *, memory: int = DEFAULT_MEMORY) -> Data:
        """What is asked about and the answer, as data for JSON."""
        return dict(to_jsonable(self._subject() | self._data_of(self.answer(memory=memory))))

    @abstractmethod
    def _subject(self) -> Data:
        """The cards asked about, and the seat, as fields of the answer's data."""

    @abstractmethod
    def _data_of(self, answer: Any) -> Data:
        """The fields of an answer."""

    @property
    def is_quick(self) -> bool:
        """Whether an answer takes less time than sending the question to another process."""
        return False

    def __str__(self) -> str:
        """One line of JSON for `parse_question`; fields at their defaults are left out."""
        data: Data = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                name = self._deal_name if field.name == "deal" else field.name
                data |= _given_fields(value) if field.name in IN_PARTS else {name: value}
        return json_text(data)


def _plain_number(value: Any) -> Any:
    """A number, or numbers in a row, as Python's own and whole if it is; other values as given."""
    value = plain(value)
    if type(value) in {list, tuple}:
        return tuple(map(_plain_one, value))
    return _plain_one(value)


def _plain_one(value: Any) -> Any:
    if type(value) in {list, tuple}:
        return value
    value = plain(value)
    return int(value) if type(value) is float and value.is_integer() else value


def _given_fields(nested: Agreement | Limit | Ending) -> Data:
    """The fields that differ from their defaults; for no limit, which a table has not, a word."""
    if nested == Limit():
        return {"nodes": ALL_NODES}
    values = {part.name: (getattr(nested, part.name), part.default) for part in fields(nested)}
    return {name: value for name, (value, default) in values.items() if value != default}


@dataclass(frozen=True, slots=True)
class SolveQuestion(BatchQuestion):
    """A question for `Solver`: what can a seat force from this point of the play?

    play    the point of the play.
    ask     what to ask (`Ask`), as a sequence or a text such as "verdict,miss".
    seat    the seat whose success counts; declarer if None.
    limit   a limit for each thing asked; None for no limit.
    id      your own identifier, a text or a number; `run_batch` copies it to the answer.
    ending  the ending that verdict and line ask about; in JSON the fields "keep" and "exactly".

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> SolveQuestion(play, "verdict,miss").answer().miss
    (1, 1)
    """

    play: Play
    ask: Iterable[Ask | str] | str = (Ask.VERDICT,)
    seat: SeatLike | None = None
    limit: Limit | None = None
    id: str | int | None = None
    ending: Ending = ANY_SUCCESS

    def __post_init__(self) -> None:
        """Copy the play, and ask in a fixed order, since answers may depend on it.

        RuleError for an unknown thing to ask.
        """
        check_type(self.play, Play, "a play")
        BatchQuestion.__post_init__(self)
        asks = as_asks(self.ask)
        self._set(
            play=self.play.copy(),
            ask=tuple(ask for ask in Ask if ask in asks),
            seat=None if self.seat is None else Seat(self.seat),
        )

    def answer(self, *, memory: int = DEFAULT_MEMORY) -> Answers:
        """The answer of a new `Solver` with that memory cap, in bytes; raises as `Solver` does."""
        solver, seat = Solver(memory), None if self.seat is None else Seat(self.seat)
        answers = {
            str(ask): ask_solver(ask, solver, self.play, seat, self.limit, ending=self.ending)
            for ask in as_asks(self.ask)
        }
        return Answers(**answers)

    def _subject(self) -> Data:
        seat = self.play.declarer if self.seat is None else self.seat
        return {"play": self.play, "seat": seat, **ending_data(self.ending)}

    def _data_of(self, answer: Answers) -> Data:
        return {ask: getattr(answer, ask) for ask in as_asks(self.ask)}

    @property
    def is_quick(self) -> bool:
        """Whether an answer takes less time than sending the question to another process."""
        return self.play.tricks_left <= _FEW_TRICKS and Ask.LINE not in as_asks(self.ask)


def _by_name(style: StyleLike) -> StyleLike:
    """The name of a style that has one, as in JSON."""
    return style_name(style_of(style)) or style


def _opponents_by_name(opponents: OpponentsLike) -> OpponentsLike:
    styles = checked_opponents(opponents)
    if styles is None or isinstance(styles, Style):
        return None if styles is None else _by_name(styles)
    return tuple(map(_by_name, styles))


@dataclass(frozen=True, slots=True)
class AdviseQuestion(BatchQuestion):
    """A question for `advise`, with its arguments: should this hand go for clumond?

    agreement  the terms of the hand; ``scoring``, ``pot``, ``par`` and ``tens`` replace its own. In
               JSON every term is a separate field.
    id         your own identifier, a text or a number; `run_batch` copies it to the answer.

    >>> AdviseQuestion(Hand.parse("AK8732.AK974.KJ4.Q3"), "R", budget=40).answer().games
    40
    """

    hand: Hand
    seat: SeatLike = Seat.FOREHAND
    agreement: Agreement = BASE_AGREEMENT
    prefer: Prefer | str = Prefer.RELATIVE
    seed: int = 0
    budget: int = DEFAULT_BUDGET
    time: float | None = None
    opponents: OpponentsLike = None
    id: str | int | None = None
    style: StyleLike = "fast"
    scoring: InitVar[Scoring | str | None] = None
    pot: InitVar[int | None] = None
    par: InitVar[ParReading | str | None] = None
    tens: InitVar[ExposedTens | str | None] = None

    def __post_init__(self, *terms: object) -> None:
        """Convert texts, and put the terms into the agreement."""
        check_type(self.hand, Hand, "a hand")
        given = {name: term for name, term in zip(_TERMS, terms, strict=True) if term is not None}
        BatchQuestion.__post_init__(self)
        self._set(
            seat=Seat(self.seat),
            prefer=Prefer(self.prefer),
            style=_by_name(self.style),
            opponents=_opponents_by_name(self.opponents),
            agreement=with_terms(self.agreement, cast(Terms, given)),
        )

    def answer(self, *, memory: int = DEFAULT_MEMORY) -> Advice:
        """What `advise` returns, in this thread; raises as `advise`. ``memory`` is ignored."""
        return advise(**self._arguments(), threads=1)

    def _subject(self) -> Data:
        return {"hand": self.hand, "seat": self.seat}

    def _data_of(self, answer: Advice) -> Data:
        return data_of(answer)


@dataclass(frozen=True, slots=True)
class TableQuestion(BatchQuestion):
    """A question for `solve_deal`: what could every seat force as declarer in every strain?

    The fields are arguments of `solve_deal`.

    id  your own identifier, a text or a number; `run_batch` copies it to the answer.

    >>> len(TableQuestion(Deal.random(1), limit=Limit(nodes=9)).answer().verdict)
    15
    """

    _deal_name = "table"
    deal: Deal
    misses: bool = False
    par: ParReading | str = ParReading.NEAREST
    supplementary: Sequence[int] = (0, 0, 0)
    limit: Limit | None = None
    id: str | int | None = None

    def __post_init__(self) -> None:
        check_type(self.deal, Deal, "a deal")
        BatchQuestion.__post_init__(self)
        self._set(par=ParReading(self.par))

    def answer(self, *, memory: int = DEFAULT_MEMORY) -> DealTable:
        """The answer of a new solver with that memory cap, in bytes; raises as `solve_deal`."""
        return solve_deal(**self._arguments(), threads=1, memory=memory)

    def _subject(self) -> Data:
        return {"table": self.deal}

    def _data_of(self, answer: DealTable) -> Data:
        return answer.to_dict()


@dataclass(frozen=True, slots=True)
class RetentionsQuestion(BatchQuestion):
    """A question for `solve_retentions`: which retentions can a declarer reach, and how surely?

    The fields are arguments of `solve_retentions`; in JSON "nodes": "all" is no limit.

    id  your own identifier, a text or a number; `run_batch` copies it to the answer.

    >>> question = RetentionsQuestion(Deal.random(1), Seat.FOREHAND, limit=Limit(nodes=9))
    >>> len(question.answer().reach)
    100
    """

    _deal_name = "retentions"
    deal: Deal
    declarer: SeatLike
    supplementary: Sequence[int] = (0, 0, 0)
    limit: Limit | None = None
    id: str | int | None = None
    with_help: bool = True

    def __post_init__(self) -> None:
        check_type(self.deal, Deal, "a deal")
        BatchQuestion.__post_init__(self)
        self._set(declarer=Seat(self.declarer))

    def answer(self, *, memory: int = DEFAULT_MEMORY) -> RetentionTable:
        """The answer of a new solver with that memory cap; raises as `solve_retentions`."""
        return solve_retentions(**self._arguments(), threads=1, memory=memory)

    def _subject(self) -> Data:
        return {"retentions": self.deal, "declarer": self.declarer}

    def _data_of(self, answer: RetentionTable) -> Data:
        return data_of(answer)


Question = SolveQuestion | AdviseQuestion | TableQuestion | RetentionsQuestion


def parse_question(text: str, defaults: Mapping[str, object] | None = None) -> Question:
    """Read a question from a JSON object; see docs/batches.md for its fields.

    ``defaults`` are the values of fields that are missing; those that this kind of question does
    not have are ignored, as are fields that `clumond deal` and `clumond show` write beside the
    cards. Raises a ClumondError that says what is wrong with the object.
    """
    check_given(parse_question, defaults=defaults)
    given = _object(as_text(text, "a question's text"))
    identifier = _identifier(given.pop("id", None))
    if identifier is not None and type(identifier) not in {str, int}:
        raise NotationError("field 'id': expected a text or a whole number", shown(identifier))
    subject = next((name for name in _KINDS if name in given), None)
    if subject is None:
        listed = ", ".join(f'"{name}"' for name in _KINDS)
        raise NotationError(f"none of {listed} is given", shown(text))
    kind, readers = _KINDS[subject]
    values = _read_fields(given, readers, defaults)
    if "declarer" in readers and "declarer" not in values:
        raise NotationError(f'"{subject}" needs "declarer" as well: who declares', "")
    if subject == "deal":
        values["play"] = _pop_play(values)
    elif kind in {TableQuestion, RetentionsQuestion}:
        values["deal"] = values.pop(subject)
    # `clumond show` writes "par" beside "play", whose text says it too.
    if kind is SolveQuestion:
        values.pop("par", None)
    for name in IN_PARTS.keys() & kind.__dataclass_fields__:
        nested = IN_PARTS[name]
        parts = {part.name: values.pop(part.name) for part in fields(nested) if part.name in values}
        if parts:
            values[name] = nested(**parts)
    return kind(**values, id=identifier)


def id_of(text: str) -> str | int | None:
    """The "id" in a text, which need not be a valid question; None if there is none."""
    try:
        identifier = _identifier(_object(text).get("id"))
    except NotationError:
        return None
    return identifier if type(identifier) in {str, int} else None


def _identifier(value: object) -> Any:
    """The value of an "id"; a column of numbers with a gap holds them all as floats."""
    return value if isinstance(value, str) else whole_number_in(value)


def checked_defaults(given: Mapping[str, object]) -> Data:
    """The defaults as data for JSON; NotationError for unknown fields and wrong values."""
    defaults = _given(to_jsonable(given))
    check_not_renamed(defaults, _READERS_OF_DEFAULTS)
    for name, value in defaults.items():
        if name not in _READERS_OF_DEFAULTS:
            is_known = name == "id" or any(name in readers for _, readers in _KINDS.values())
            fault = "cannot be a default for all lines" if is_known else "no such field"
            listed = ", ".join(_READERS_OF_DEFAULTS)
            raise NotationError(f"{fault} (known here: {listed})", shown(name))
        read_field(name, value, _READERS_OF_DEFAULTS[name])
    return defaults


def _given(data: Data) -> Data:
    """The fields that are given: tables leave none out, but write null or an empty text."""
    return {name: value for name, value in data.items() if value is not None and value != ""}


def _object(text: str) -> Data:
    _check_depth(text)
    try:
        data = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_constant)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        raise NotationError(f"not JSON: {error.msg}", text, error.pos) from None
    except ValueError as error:
        raise NotationError(f"not JSON that can be read: {error}", shown(text)) from None
    if not isinstance(data, dict):
        raise NotationError("expected a JSON object, {...}", shown(text))
    return _given(data)


def _check_depth(text: str) -> None:
    """NotationError for values that are nested too deeply.

    Python's parser refuses some depth too, but that depth depends on the stack of the caller.
    """
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
        if depth > _MOST_BRACKETS:
            reason = f"values in more than {_MOST_BRACKETS} brackets"
            raise NotationError(reason, shown(text), bracket.start())


def _without_repeats(pairs: Sequence[tuple[str, object]]) -> Data:
    fields_given: Data = {}
    for name, value in pairs:
        if name in fields_given:
            raise NotationError(f"field {shown(name)!r} is given twice", shown(name))
        fields_given[name] = value
    return fields_given


def _constant(name: str) -> None:
    """None for NaN, which many programs write for null; NotationError for infinity."""
    if name != "NaN":
        raise NotationError(f"{name} is not JSON", name)


def _read_fields(given: Data, readers: _Readers, defaults: Mapping[str, object] | None) -> Data:
    """Parse all given fields, with defaults for those left out."""
    check_not_renamed(given, readers)
    for name in given:
        if name not in readers and name not in _IGNORED:
            listed = ", ".join([*readers, "id"])
            reason = f"unknown field {shown(name)!r} (known here: {listed})"
            raise NotationError(reason, shown(name))
    values = {**(defaults or {}), **given}
    return {
        name: read_field(name, value, readers[name])
        for name, value in values.items()
        if name in readers
    }


# The parameters of `Play` for a deal.
_PLAY_OF_DEAL = ("deal", "declarer", "strain", "leader", "tricks", "supplementary")
_Readers = dict[str, Callable[[object], object]]


def _readers(*names: str) -> _Readers:
    return {name: FIELDS[name].read for name in names}


def _of_a_deal(name: str, function: Callable[..., object]) -> _Readers:
    """The readers of the arguments of a function about a deal, which JSON calls ``name``."""
    readers = readers_of(function)
    if "declarer" in readers:
        readers["declarer"] = FIELDS["seat"].read
    return {name: readers.pop("deal")} | readers


_SOLVE = _readers("ask", "seat", "keep", "exactly", "time", "nodes")
# The kinds of questions with their fields, by the field that tells their kind.
_KINDS: Mapping[str, tuple[type[Question], _Readers]] = {
    "hand": (AdviseQuestion, readers_of(advise)),
    "retentions": (RetentionsQuestion, _of_a_deal("retentions", solve_retentions)),
    "table": (TableQuestion, _of_a_deal("table", solve_deal)),
    "play": (SolveQuestion, _readers("play", "par") | _SOLVE),
    "deal": (SolveQuestion, _readers(*_PLAY_OF_DEAL) | _SOLVE),
}
_READERS_OF_DEFAULTS = {
    name: read
    for _, readers in _KINDS.values()
    for name, read in readers.items()
    if name not in {*_KINDS, "tricks"}
}
# What `clumond deal` and `clumond show` write beside the cards.
_IGNORED = frozenset(
    {"cards", "suits", "hands", "declarer", "strain", "leader", "turn", "trick", "tricks_taken"}
    | {"supplementary", "tens", "legal_plays"}
)


def _pop_play(values: Data) -> Play:
    """The play of a deal; takes the play's fields out of the values."""
    terms = {name: values.pop(name) for name in _PLAY_OF_DEAL if name in values}
    try:
        return Play(terms.pop("deal"), tricks_taken=terms.pop("tricks", None), **terms)
    except RuleError as error:
        raise RuleError(error.naming('"tricks"')) from None
