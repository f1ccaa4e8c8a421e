"""Options and arguments: how words of the command line are parsed, with errors of one line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import takewhile
from typing import Any, NoReturn, TypeVar

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import ClumondError
from clumond_solver.batch import fields
from clumond_solver.cli.exit_codes import BAD_INPUT
from clumond_solver.cli.output import complain, encodable, in_plain_words
from clumond_solver.games.clumond.deals import Seat

# Given instead of a strain: every strain of a deal.
ALL_STRAINS = "all"
_Value = TypeVar("_Value")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, which points to the help of the command in question."""

    def parse_words(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words of a command line; the error for unknown words names the subcommand."""
        options, unknown = self.parse_known_args(words)
        if unknown:
            parser: Parser = getattr(options, "parser", self)
            parser.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse, but name an unknown option before a required argument that is missing."""
        if self._subparsers is None:
            self._refuse_unknown_options(args)
        return super().parse_known_args(args, namespace)

    def _refuse_unknown_options(self, args: Sequence[str]) -> None:
        for word in takewhile(lambda word: word != "--", args):
            name, blank, _ = word.partition(" ")
            name = name.partition("=")[0]
            options = self._option_string_actions
            known = (
                name in options if name == "--game" else any(o.startswith(name) for o in options)
            )
            if name.startswith("--") and not blank and not known:
                advice = "; it comes before the command" if name == "--game" else ""
                self.error(f"unrecognized arguments: {name}{advice}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help; OSError if it cannot be written, where argparse says nothing."""
        print(encodable(message), end="", file=file, flush=True)

    def error(self, message: str) -> NoReturn:
        """End the process with the message and the exit code of bad input."""
        complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def argument_type(parse: Callable[[str], _Value]) -> Callable[[str], _Value]:
    """An argument type that parses with one of the library's functions, and shows its errors."""

    def parse_argument(word: str) -> _Value:
        try:
            return parse(word)
        except ClumondError as error:
            raise argparse.ArgumentTypeError(in_plain_words(error)) from None

    return parse_argument


def add_field(parser: Any, name: str, *flags: str, **how: Any) -> None:
    """Add the option for a parameter: its row of `FIELDS`, with what is said otherwise."""
    field = fields.FIELDS[name]
    said = {"help": field.help, "metavar": field.metavar, "choices": field.choices or None} | how
    default = said.get("default")
    if default is not None:
        said["help"] += f" (default {default})"
    option = f"--{name.replace('_', '-')}"
    if field.is_flag:
        parser.add_argument(option, *flags, action="store_true", help=field.help)
        return
    parser.add_argument(option, *flags, type=argument_type(field.parse), **said)


whole_number = argument_type(fields.whole_number)


def number_of_bytes(word: str) -> int:
    """A number of bytes, with K, M or G for powers of 1024."""
    size = re.fullmatch(r"\s*([0-9]{1,15})\s*([KMG]?)(i?B)?\s*", word, re.IGNORECASE)
    if size is None:
        raise argparse.ArgumentTypeError(f"{word!r} is not a size (such as 64M)")
    return int(size[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[size[2].upper()]


def day(word: str) -> date:
    """A date."""
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a date (write 2026-11-22)") from None


def held_cards(word: str) -> tuple[Seat, Hand]:
    """A seat and cards that it holds."""
    seat, colon, hand = word.partition("=")
    if not colon:
        raise argparse.ArgumentTypeError(f"{word!r}: write seat=hand, such as F=AK..2.")
    return argument_type(Seat.parse)(seat), argument_type(Hand.parse)(hand)


def declarer_or_none(word: str) -> Seat | str:
    """A seat, or the word none."""
    return "none" if word.strip().lower() == "none" else argument_type(Seat.parse)(word)


def strain_or_all(word: str) -> Strain | str:
    """A strain, or the word all."""
    return ALL_STRAINS if word.strip().lower() == ALL_STRAINS else argument_type(Strain.parse)(word)


def default_field(word: str) -> tuple[str, object]:
    """A field's name and value: a number or a Boolean if it looks like one, else a text."""
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word!r}: write field=value, such as budget=200")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if re.fullmatch(r"[0-9]{1,20}", value) else value
