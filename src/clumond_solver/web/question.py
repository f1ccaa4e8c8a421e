"""A question of the page, and the one way in which endpoints read its fields.

>>> question = PageQuestion(seed=7, name="Ann", cards=["HA"])
>>> question.number("seed", 10), question.text("name"), question.text("title", default="")
(7, 'Ann', '')
>>> question.flag("guided"), question.has("tens"), question.cards()
(False, False, (Card.parse('HA'),))
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date
from typing import Any, TypeVar, cast

from clumond_solver.base.cards import Card
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import ClumondError
from clumond_solver.base.json_data import from_json
from clumond_solver.coach.days import parse_day
from clumond_solver.games.clumond.play import Retention
from clumond_solver.questions.fields import FIELDS, check_not_renamed, parameters_of
from clumond_solver.results.clumond_results import Plan

ChoiceT = TypeVar("ChoiceT", bound=StrChoice)
_T = TypeVar("_T")

#: The longest short text, such as a name or a hand, in characters.
MOST_SHORT_TEXT = 400
MOST_SEED = 2**53
_MOST_CARDS, _LONGEST_CARD = 39, 8
_LONGEST_OPTION = 99
_BELOW = 1e9
# Stands for a field that must be given.
_NEEDED: Any = object()


class PageQuestionError(ClumondError, ValueError):
    """A question lacks a field, or a field is wrong."""


class PageQuestion(dict[str, Any]):
    """A question: fields by name, any of which may be missing or null.

    A reader returns its ``default`` for a field that is not there, and raises PageQuestionError if
    it has none, or if the field is wrong.
    """

    def has(self, name: str) -> bool:
        """Whether the field is given."""
        return self.get(name) is not None

    def _read(self, name: str, read: Callable[[Any], _T], default: _T) -> _T:
        value = self.get(name)
        return default if value is None and default is not _NEEDED else read(value)

    def text(self, name: str, most: int = MOST_SHORT_TEXT, default: str = _NEEDED) -> str:
        """A text of at most so many characters."""
        return self._read(name, lambda value: _text(name, value, most), default)

    def number(self, name: str, most: int, default: int = _NEEDED) -> int:
        """A whole number from 0 to ``most``."""

        def read(value: Any) -> int:
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
                raise PageQuestionError(f"{name}: a whole number from 0 to {most} is expected")
            return value

        return self._read(name, read, default)

    def quantity(self, name: str, least: float = 0) -> float:
        """A number of ``least`` or more."""

        def read(value: Any) -> float:
            if type(value) not in {int, float} or not least <= value < _BELOW:
                raise PageQuestionError(f"{name}: a number, {least} or more, is expected")
            return float(value)

        number: float = self._read(name, read, _NEEDED)
        return number

    def flag(self, name: str, default: bool = False) -> bool:
        """Whether something is so; what is neither true nor false counts as not given."""
        value = self.get(name)
        return value if isinstance(value, bool) else default

    def choice(self, name: str, choices: type[ChoiceT], default: ChoiceT = _NEEDED) -> ChoiceT:
        """One of the words of an enumeration."""
        return self._read(name, lambda value: _choice(name, value, choices), default)

    def choices(
        self, name: str, most: int, choices: type[ChoiceT], default: Collection[ChoiceT]
    ) -> list[ChoiceT]:
        """A list of words of an enumeration."""
        words = self._read(name, lambda value: _list(name, value, most), list(default))
        return [_choice(name, word, choices) for word in words]

    def texts(
        self, name: str, most: int, longest: int, default: Collection[str] = _NEEDED
    ) -> list[str]:
        """A list of at most so many texts, each of at most so many characters."""
        texts = self._read(name, lambda value: _list(name, value, most), default)
        return [_text(name, item, longest) for item in texts]

    def options(self, name: str) -> dict[str, str]:
        """Short texts by name; none if they are not given."""

        def read(value: Any) -> dict[str, str]:
            if not isinstance(value, dict) or not all(
                isinstance(word, str) and len(word) <= _LONGEST_OPTION
                for pair in value.items()
                for word in pair
            ):
                raise PageQuestionError(f"{name}: texts by name are expected")
            return value

        return self._read(name, read, {})

    def part(self, name: str, what: str) -> PageQuestion | None:
        """A field that has fields itself; None if it is not given."""

        def read(value: Any) -> PageQuestion:
            if not isinstance(value, dict):
                raise PageQuestionError(f"{name}: {what}, or null, is expected")
            return PageQuestion(value)

        return self._read(name, read, cast(PageQuestion, None))

    def cards(self, name: str = "cards", default: tuple[Card, ...] = _NEEDED) -> tuple[Card, ...]:
        """The cards of that name: by default those played since the start."""

        def read(value: Any) -> tuple[Card, ...]:
            if not isinstance(value, list) or len(value) > _MOST_CARDS:
                raise PageQuestionError(
                    f"{name}: a list of at most {_MOST_CARDS} cards is expected"
                )
            if not all(isinstance(card, str) and len(card) <= _LONGEST_CARD for card in value):
                raise PageQuestionError(f"{name}: each card is a short text, such as HA")
            return tuple(Card.parse(card) for card in value)

        return self._read(name, read, default)

    def ending(self, name: str) -> Plan | None:
        """The cards kept and the total of tricks, such as ["CSD", 10]; None if not given."""

        def read(value: Any) -> Plan:
            match value:
                case [str(suits), int(total)]:
                    return Retention.parse(suits), total
            raise PageQuestionError(f"{name}: suits and a total, or null, are expected")

        return self._read(name, read, cast(Plan, None))

    def day(self, name: str) -> date:
        """A date, such as 2026-11-22."""
        return parse_day(self.text(name))

    def field(self, name: str) -> Any:
        """The value of a field of `FIELDS`; NotationError if it is wrong."""
        value = self.get(name)
        if value is None:
            raise PageQuestionError(f"{name}: missing")
        return FIELDS[name].read(self.text(name) if isinstance(value, str) else value)

    def arguments(self, function: Callable[..., object]) -> dict[str, Any]:
        """The arguments of a function that the question gives, by name."""
        parameters = parameters_of(function)
        check_not_renamed(self, parameters)
        return {name: self.field(name) for name in parameters if self.has(name)}


def _text(name: str, value: Any, most: int) -> str:
    if not isinstance(value, str):
        raise PageQuestionError(f"{name}: a text is expected")
    if len(value) > most:
        raise PageQuestionError(f"{name}: {len(value)} characters, at most {most} are read")
    return value


def _choice(name: str, value: Any, choices: type[ChoiceT]) -> ChoiceT:
    word = _text(name, value, MOST_SHORT_TEXT)
    if word not in list(choices):
        raise PageQuestionError(f"{name}: one of {', '.join(choices)} is expected")
    return choices(word)


def _list(name: str, value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise PageQuestionError(f"{name}: a list of at most {most} texts is expected")
    return value


def parse_page_question(text: str | bytes) -> PageQuestion:
    """Read a question from JSON; PageQuestionError if the text is not a JSON object.

    >>> parse_page_question("[1]")
    Traceback (most recent call last):
        ...
    clumond_solver.web.question.PageQuestionError: the question is not a JSON object
    """
    try:
        question = from_json(text)
    except UnicodeEncodeError:
        raise PageQuestionError("the question holds half a character, a lone surrogate") from None
    except ValueError:
        raise PageQuestionError("the question is not JSON") from None
    if not isinstance(question, dict):
        raise PageQuestionError("the question is not a JSON object")
    return PageQuestion(question)
