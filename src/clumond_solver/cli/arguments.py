"""The command's parser: its subcommands, their options with types, help and completion."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.efforts import SOLVE_SECONDS
from clumond_solver.base.errors import ClumondError, NotationError, missing_extra
from clumond_solver.base.stopping import checked_threads
from clumond_solver.base.version import __version__
from clumond_solver.base.wording import capital
from clumond_solver.batch import parameters
from clumond_solver.batch.ask_kinds import Ask
from clumond_solver.batch.parameters import FIELDS, number_up_to, parameters_of
from clumond_solver.cli.output import BAD_INPUT, complain, encodable, in_plain_words, width
from clumond_solver.display.text.hands import wrapped
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.scoring import DEFAULT_POT, Terms
from clumond_solver.games.registry import Entry

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
    field = parameters.FIELDS[name]
    said = {"help": field.help, "metavar": field.metavar, "choices": field.choices or None} | how
    default = said.get("default")
    if default is not None:
        said["help"] += f" (default {default})"
    option = f"--{name.replace('_', '-')}"
    if field.is_flag:
        parser.add_argument(option, *flags, action="store_true", help=field.help)
        return
    parser.add_argument(option, *flags, type=argument_type(field.parse), **said)


whole_number = argument_type(parameters.whole_number)


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


# Arguments that name files, by their names in the help.
_FILES = {"FILE", "file", "thing", "source", "target"}


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that makes a shell complete the words that a parser knows.

    MissingExtraError without the package that writes it.
    """
    try:
        import shtab
    except ImportError:
        raise missing_extra("shtab", "completion") from None
    if shell not in shtab.SUPPORTED_SHELLS:
        raise NotationError(f"no such shell (use {', '.join(shtab.SUPPORTED_SHELLS)})", shell)
    for command in _with_commands(parser):
        for action in command._actions:
            name = action.metavar or action.dest
            if name == "DIR" or name in _FILES:
                action.complete = shtab.DIRECTORY if name == "DIR" else shtab.FILE  # type: ignore[attr-defined]
    return str(shtab.complete(parser, shell))


def _with_commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def complete_lines(completions: Callable[[str], Sequence[str]]) -> None:
    """Give the lines that a person types in a terminal editing, a history, and completion by Tab.

    ``completions`` returns the lines that a line may become. Nothing changes without a terminal, or
    where Python has no `readline`: there the terminal's own editing remains.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:
        return

    def complete(line: str, number: int) -> str | None:
        return dict(enumerate(completions(line))).get(number)

    readline.set_completer_delims("")
    readline.set_completer(complete)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


_WITHOUT_FORMAT = ("play", "web", "explore", "batch", "help")


class Command(NamedTuple):
    """A command of a game.

    about        what it does, in one line of the help.
    add_options  adds its options to a parser, given the game.
    run          runs it with the options parsed, and returns the exit code; None for help.
    epilog       the text below its options.
    alias        its earlier name.
    """

    about: str
    add_options: Callable[[Parser, Entry], None]
    run: Callable[[argparse.Namespace], int] | None
    epilog: str = ""
    alias: str | None = None


def new_parser(
    commands: Mapping[str, Command], game: Entry, named: str = "", words: Sequence[str] = ()
) -> Parser:
    """The parser of a game's commands; errors end the process with one line and code 2.

    ``named`` is how the command line named the game; for Clumond it may be left out. Of the
    commands only those among the ``words`` to be parsed, if there are any, get their options, since
    some defaults take long to load.
    """
    if named:
        example = f"clumond --game {named} deal --seed 7 | clumond --game {named} advise -"
        about = game.words.about or f"{game.name.capitalize()}: play it, and ask the engine."
        parser = Parser(
            prog=f"clumond --game {named}", description=about, epilog=f"Example: {example}"
        )
    else:
        parser = Parser(
            prog="clumond",
            description="Clumond: what a hand is worth, what can be forced, what was played.",
            epilog='Example: clumond advise "AK8732.AK974.KJ4.Q3"   (spades.hearts.diamonds.clubs)',
        )
        _add_global_options(parser, commands, game)
    listed = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in commands.items():
        aliases = (command.alias,) if command.alias else ()
        subparser = listed.add_parser(
            name,
            aliases=aliases,
            help=command.about,
            description=wrapped(f"{capital(command.about)}.", width() - 2),
            # Examples are of Clumond.
            epilog="" if named and command.epilog.startswith("example") else command.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.set_defaults(run=command.run, entry=game, parser=subparser)
        if not words or not {name, *aliases}.isdisjoint(words):
            command.add_options(subparser, game)
            if name not in _WITHOUT_FORMAT:
                _add_format(subparser)
    return parser


def _add_global_options(parser: Parser, commands: Mapping[str, Command], game: Entry) -> None:
    parser.add_argument(
        "--game",
        metavar="NAME",
        help="another game: clag, clubs, clabberjass, a registered one, or a Python file that"
        " registers one; named before the command, or as in “clumond play clag” after play, deal,"
        " rules or web; see clumond --game clag --help",
    )
    parser.add_argument(
        "-V",
        "--version",
        action="version",
        version=f"clumond {__version__}",
        help="print the version",
    )
    parser.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        parser_of_all=partial(new_parser, commands, game),
        metavar="SHELL",
        help="print the completion script of a shell, such as bash or zsh",
    )


class _PrintCompletion(argparse.Action):
    def __init__(self, *given: Any, parser_of_all: Callable[[], Parser], **others: Any) -> None:
        super().__init__(*given, **others)
        self._parser_of_all = parser_of_all

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        print(completion_script(self._parser_of_all(), values), flush=True)
        parser.exit()


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text, or one JSON object per line",
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="short for --format json"
    )


def add_help_words(parser: argparse.ArgumentParser, _: Entry) -> None:
    """Add the words that say whose help is meant."""
    parser.add_argument("words", nargs="*", metavar="COMMAND", help="the command (default: all)")


def add_progress(parser: argparse.ArgumentParser) -> None:
    """Add the option whether progress is reported."""
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="report progress on standard error (default: if it is a terminal)",
    )


def add_time(parser: argparse.ArgumentParser, default: str = "") -> None:
    """Add the option for a time limit; ``default`` says what it is without the option."""
    add_field(
        parser, "time", help=f"stop searching after this long{default} and print the results so far"
    )


def _add_search(parser: Parser, time_default: str = "", threads_default: str = "") -> None:
    add_time(parser, time_default)
    parser.add_argument(
        "--memory",
        type=number_of_bytes,
        metavar="SIZE",
        help="memory cap of the solver, such as 64M",
    )
    parser.add_argument(
        "--threads",
        type=argument_type(lambda word: checked_threads(parameters.whole_number(word))),
        metavar="COUNT",
        help=f"threads that search at the same time (default: one per processor,"
        f" fewer if memory is short{threads_default})",
    )
    add_progress(parser)


def _add_parameters(
    parser: Parser, function: Callable[..., object], without: Collection[str], **helps: str
) -> None:
    """Add an option for each parameter of a function but some; ``helps`` replace their rows'."""
    for name, default in parameters_of(function).items():
        if name not in without:
            said = {"help": helps[name]} if name in helps else {"default": default}
            add_field(parser, name, **said)


def add_advise_options(parser: Parser, _: Entry) -> None:
    """Add the options of `advise` for Clumond."""
    from clumond_solver.single_dummy.clumond.advice import advise

    parser.add_argument(
        "hand",
        nargs="+",
        help=f"{FIELDS['hand'].help}, or with labelled suits, or as a list; - reads a hand per line"
        " from standard input",
    )
    pot_help = f"{FIELDS['pot'].help} (default {DEFAULT_POT})"
    _add_parameters(parser, advise, {"hand", "budget", "time"}, pot=pot_help)
    effort = parser.add_mutually_exclusive_group()
    add_field(effort, "budget", "--games", default=parameters_of(advise)["budget"])
    add_field(effort, "time", help="play no further games after this long (not reproducible)")
    add_progress(parser)


def add_solve_options(parser: Parser, _: Entry) -> None:
    """Add the options of `solve` for Clumond."""
    from clumond_solver.base.efforts import HELP_NODES

    parser.add_argument("position", nargs="+", help="a deal or a play; - reads one per line")
    parser.add_argument(
        "--declarer", type=declarer_or_none, help="F, M, R or none (default for a deal: each seat)"
    )
    parser.add_argument(
        "--strain", type=strain_or_all, help="C, H, S, D or NT (default for a deal: all)"
    )
    helps = {
        "seat": "the seat to solve for (default: declarer)",
        "ask": f"{FIELDS['ask'].help}: {', '.join(Ask)} (help: a line by which all three players"
        " together reach success, or --keep, --exactly)",
        "keep": "show whether and how the seat can force success and keep these suits, such as CSD",
        "exactly": "show whether and how the seat can force exactly this number of tricks in the"
        " hand",
        "nodes": f"{FIELDS['nodes'].help} (all: never); unlike --time, this gives the same answers"
        " on every machine, with the same number of threads (default for a table: what can be"
        f" forced is searched to the end, lines with help in {HELP_NODES:,})",
    }
    for name in ("leader", "tricks", "supplementary", *helps):
        add_field(parser, name, **({"help": helps[name]} if name in helps else {}))
    _add_search(
        parser,
        f" (default: none for a table, else {SOLVE_SECONDS:g})",
        "; one if --nodes limits anything but a table",
    )


def add_verify_options(parser: Parser, _: Entry) -> None:
    """Add the options of `verify` for Clumond."""
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")


def add_deal_number(parser: argparse.ArgumentParser) -> None:
    """Add the option that says which deal of a session is meant."""
    parser.add_argument(
        "--deal",
        type=whole_number,
        metavar="NUMBER",
        help="which deal of a saved session (default: the last one over)",
    )


def add_html(parser: argparse.ArgumentParser) -> None:
    """Add the option that writes a report."""
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="also write a report: a page in one file, to step through what was reviewed, that"
        " every browser opens without a server",
    )


def add_review_options(parser: Parser, _: Entry) -> None:
    """Add the options of `review` for Clumond."""
    from clumond_solver.coach.reviews import review

    parser.add_argument(
        "file", nargs="+", help="record files or saved sessions, or - for standard input"
    )
    add_deal_number(parser)
    add_html(parser)
    parser.add_argument(
        "--chances",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="also judge each card as its player saw it (default), or only what could be forced"
        " with all hands open",
    )
    _add_parameters(
        parser,
        review,
        {"time", "nodes", *Terms.__annotations__},
        seat="whose success to judge with all hands open (default: declarer's; in an undeclared"
        " hand each player's own)",
    )
    _add_search(parser)


def add_show_options(parser: Parser, _: Entry) -> None:
    """Add the options of `show` for Clumond."""
    parser.add_argument(
        "thing", nargs="+", help="a hand, deal, play or record file; - reads standard input"
    )
    parser.add_argument(
        "--signals",
        action="store_true",
        help="also list what the defenders' cards say by the author's signals",
    )


def add_deal_options(parser: Parser, _: Entry) -> None:
    """Add the options of `deal` for Clumond."""
    add_field(parser, "seed", help="fixes the deals (default: at random)")
    parser.add_argument("--count", type=whole_number, default=1, help="how many (default 1)")
    parser.add_argument(
        "--cards", type=whole_number, default=FULL_HAND, help="cards in each hand (default 16)"
    )
    parser.add_argument(
        "--hold",
        type=held_cards,
        action="append",
        default=[],
        metavar="SEAT=HAND",
        help="cards that a seat must hold; repeat for other seats",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--diagram", action="store_true", help="print diagrams")
    output.add_argument("--hands", action="store_true", help="print one hand per deal, forehand's")


def add_puzzle_options(parser: Parser, _: Entry) -> None:
    """Add the options of `puzzle` for Clumond."""
    from clumond_solver.coach.clumond.puzzles import PuzzleLevel

    parser.add_argument("which", nargs="*", help="a puzzle's code, or a position")
    add_field(parser, "seed", help="fixes puzzles drawn at random")
    parser.add_argument("--date", type=day, metavar="DAY", help="the puzzle of a day: 2026-11-22")
    parser.add_argument(
        "--level",
        choices=tuple(map(str, PuzzleLevel)),
        help="how hard (default: each level in turn)",
    )
    parser.add_argument("--count", type=whole_number, help="how many (default 1)")
    parser.add_argument(
        "--solution", action="store_true", help="print the solution with the puzzle"
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the position")


def add_page_options(parser: argparse.ArgumentParser, _: Entry) -> None:
    """Add the options that say where the page is served, and with which games of your own."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (default: reachable from this machine only)",
    )
    parser.add_argument(
        "--port",
        type=argument_type(number_up_to((1 << 16) - 1, "a port")),
        default=8117,
        help="the port, 0 for any free (default 8117)",
    )
    parser.add_argument(
        "--game",
        dest="games",
        metavar="FILE",
        action="append",
        default=[],
        help="a Python file that registers a game of your own; repeat for more games",
    )
    static = parser.add_argument_group(
        "static files", "write the page with the library in it, for any web server"
    )
    static.add_argument(
        "--static",
        type=Path,
        metavar="DIR",
        help="write the page to this folder instead of serving it",
    )
    static.add_argument(
        "--runtime", type=Path, metavar="DIR", help="the npm package of Pyodide, unpacked"
    )
    static.add_argument(
        "--wheel",
        type=Path,
        metavar="FILE",
        help="this library's wheel for Pyodide (default: from the folder of --runtime, or the one"
        " above)",
    )


def add_batch_options(parser: Parser, _: Entry) -> None:
    """Add the options of `batch` for Clumond."""
    parser.add_argument("source", help="the questions, or - for standard input")
    parser.add_argument(
        "target", help="the file to append the answers to, or - for standard output"
    )
    parser.add_argument(
        "--default",
        type=default_field,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="the value of a field where a line leaves it out; repeat for other fields",
    )
    parser.add_argument(
        "--workers", type=whole_number, help="processes (default: one per processor)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on a Dask cluster instead")
    parser.add_argument(
        "--chunk", type=whole_number, metavar="LINES", help="lines sent to a worker at a time"
    )
    parser.add_argument(
        "--memory", type=number_of_bytes, metavar="SIZE", help="memory cap of each solver"
    )
    parser.add_argument(
        "--restart",
        action="store_true",
        help="delete the answers in the target, which may hold nothing else, and start again",
    )
    add_progress(parser)
