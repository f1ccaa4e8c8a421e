"""The errors of the library: every one says what input, where in it, and which rule.

>>> issubclass(NotationError, ClumondError) and issubclass(NotationError, ValueError)
True
"""

from __future__ import annotations

import shlex
import sys
import unicodedata
from typing import Any

# Letters of the notation, and the Cyrillic and Greek ones that look like them.
_LOOK_ALIKE = str.maketrans("АКТСНЅЈМԚΑΚΤΗΜϹͿ", "AKTCHSJMQAKTHMCJ")


class ClumondError(Exception):
    """Base of every error that this library raises on purpose.

    ``option`` is the name of the argument that is missing or wrong, such as "seat", or empty. The
    message names it where it was given as {option}.

    >>> error = RuleError("say whose success counts: {option}", option="seat")
    >>> str(error), error.naming("--seat")
    ('say whose success counts: seat=', 'say whose success counts: --seat')
    """

    def __init__(self, *parts: object, option: str = "") -> None:
        super().__init__(*parts)
        self.option = option

    def __str__(self) -> str:
        """The message, with the argument as Python has it."""
        return self.naming(f"{self.option}=")

    def naming(self, option: str) -> str:
        """The message with another name for the argument."""
        message = super().__str__()
        return message.replace("{option}", option) if self.option else message


def error_data(error: Exception, message: str = "") -> dict[str, str]:
    """An error as data for JSON, the same in files, commands and the page: its kind and message.

    >>> error_data(RuleError("the hand is over"))
    {'error': 'RuleError', 'message': 'the hand is over'}
    """
    return {"error": type(error).__name__.lstrip("_"), "message": message or str(error)}


class NotationError(ClumondError, ValueError):
    """A text cannot be read: as a card, hand, deal, play or call, or as a known name.

    ``text`` is the whole input, ``offset`` the index in it, from 0, at which reading stopped. The
    reason names a letter there that only looks like one of the notation, such as a Cyrillic A.

    >>> print(NotationError("no such rank", "HX", 1))
    no such rank, at offset 1 of 'HX'
    """

    def __init__(self, reason: str, text: str, offset: int = 0) -> None:
        if not (isinstance(reason, str) and isinstance(text, str) and isinstance(offset, int)):
            raise WrongTypeError("NotationError: texts for reason and text, a number for offset")
        note = _look_alike(text, offset)
        reason = reason if note in reason else reason + note
        super().__init__(reason, text, offset)
        self.reason = reason
        self.text = text
        self.offset = offset

    @property
    def quotes_text(self) -> bool:
        """Whether the reason has the whole text in it already."""
        return f"“{self.text}”" in self.reason

    def __str__(self) -> str:
        """The reason, the input if that is not in it, and the offset in it unless that is 0."""
        if self.quotes_text:
            return self.reason
        shown = shortened(self.text, 120)
        where = f", at offset {self.offset} of" if self.offset else ":"
        return f"{self.reason}{where} {shown!r}"


def _look_alike(text: str, offset: int) -> str:
    """Words on the first character of the word at the offset that only looks like an ASCII one.

    Without one there, on the first sign of typography in the text, or character without a width.
    """
    word = "".join(text[offset:].split(maxsplit=1)[:1])
    for character in (*word, *filter(_is_typography, text)):
        plain = unicodedata.normalize("NFKC", character).upper().translate(_LOOK_ALIKE)
        name = f"U+{ord(character):04X}, {unicodedata.name(character, '')}"
        if not character.isascii() and plain.isascii() and plain.isprintable() and plain.strip():
            return f"; “{character}” is {name}, not {plain}"
        if _is_typography(character):
            return f"; {name}, is in it"
    return ""


def _is_typography(character: str) -> bool:
    """Whether it is a quotation mark, a mark for dots, a wide colon or the like, or unseen."""
    if character.isascii() or character in "–—":
        return False
    return unicodedata.category(character) in {"Pi", "Pf", "Ps", "Pd", "Po", "Cf"}


def not_utf8(byte: int, offset: int) -> str:
    """The reason to refuse a text for a byte at an offset in the file.

    >>> not_utf8(0xFF, 0)
    'byte 0xFF at byte offset 0 is not UTF-8: this may be UTF-16'
    """
    # UTF-16 begins with one of two marks, and has a zero byte for each letter.
    guess = ": this may be UTF-16" if not byte or (byte >= 0xFE and not offset) else ""
    return f"byte 0x{byte:02X} at byte offset {offset} is not UTF-8{guess}"


class RecordError(ClumondError, ValueError):
    """A record of a played hand is malformed.

    ``record`` counts the records of the file from 1, ``line`` its lines from 1.

    >>> print(RecordError("tag without a closing quote", record=2, line=17))
    record 2, line 17: tag without a closing quote
    """

    def __init__(self, reason: str, record: int, line: int) -> None:
        super().__init__(reason, record, line)
        self.reason = reason
        self.record = record
        self.line = line

    def __str__(self) -> str:
        return f"record {self.record}, line {self.line}: {self.reason}"


class SessionError(ClumondError, ValueError):
    """A saved session cannot be read, or the rules do not allow what it says.

    ``line`` counts the lines of the text from 1.

    >>> print(SessionError("no such game 'whist'", line=1))
    line 1: no such game 'whist'
    """

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason, line)
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


class RuleError(ClumondError, ValueError):
    """The rules of the game do not allow this."""


class WrongTypeError(ClumondError, TypeError):
    """An argument has the wrong type, such as a text for a card."""


class RenamedError(WrongTypeError):
    """An argument is given by the name that it had before; the message says its name now."""


class UnknownKeyError(ClumondError, KeyError):
    """A mapping of a result does not have this key."""

    def __str__(self) -> str:
        """The message; that of a KeyError would be in quotes."""
        return str(self.args[0])


class UnknownIndexError(ClumondError, IndexError):
    """A sequence is not so long."""


class DealError(RuleError):
    """A deal is impossible: a card comes twice, hands have unequal sizes, or the like."""


class IllegalActionError(RuleError):
    """The rules do not allow this action at this point.

    ``action`` is the action or the card; ``reason`` says why not: the rule that a card would break,
    the calls that are legal instead, or words.
    """

    def __init__(self, message: str, action: Any = None, reason: Any = "") -> None:
        super().__init__(message)
        self.action = action
        self.reason = reason


class IllegalPlayError(IllegalActionError):
    """The rules do not allow this card at this point of the play."""


class IllegalCallError(IllegalActionError):
    """The rules do not allow this call at this point."""


class SearchError(ClumondError, ValueError):
    """A number is out of range, or a call was stopped; not only in searches.

    Such numbers are limits, budgets, memory caps, seeds, and counts of deals, games, puzzles or
    iterations; a `Stopper` stops calls.
    """


class MissingExtraError(ClumondError, ImportError):
    """An optional package is needed for this; the message names the extra that installs it."""


def install_command(extra: str) -> str:
    """The command that installs an extra for this Python, from where the library came from."""
    # Only an error needs it, and it takes a while to import.
    from clumond_solver.base.installation import source_of_library

    library = source_of_library() or "clumond_solver"
    # The shell of Windows knows no other quotes.
    quoted = '"{}"'.format if sys.platform == "win32" else shlex.quote
    return f"{quoted(sys.executable or 'python')} -m pip install {quoted(f'{library}[{extra}]')}"


def missing_extra(package: str, extra: str) -> MissingExtraError:
    """The error for a package that is not installed.

    >>> str(missing_extra("pandas", "arrays")).startswith("pandas is not installed: ")
    True
    """
    return MissingExtraError(f"{package} is not installed: {install_command(extra)}")


class BatchError(ClumondError):
    """A batch cannot go on, or a valid question got no answer."""


def shown_value(value: object) -> str:
    """A value as a message shows it: short, whatever it is.

    >>> shown_value("S6"), shown_value([10**5000]), len(shown_value("S" * 1000))
    ("'S6'", 'list', 80)
    """
    if type(value) is int:
        return shown_number(value)
    try:
        return shortened(repr(value), 80)
    except Exception:  # Nested too deeply, a number of too many digits in it, or worse.
        return type(value).__name__


def shortened(text: str, most: int) -> str:
    """A text, cut off if it has too many characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def shown_number(number: float) -> str:
    """A number as a message shows it, short however large it is.

    >>> shown_number(-7), shown_number(10**5000)
    ('-7', 'about 2**16609')
    """
    if isinstance(number, int) and number.bit_length() > 64:
        return f"about {'-' * (number < 0)}2**{number.bit_length() - 1}"
    return str(number)
