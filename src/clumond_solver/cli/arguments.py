"""The command's parser: its subcommands, their options, and the help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from clumond_solver.base.efforts import SOLVE_SECONDS
from clumond_solver.base.errors import install_command
from clumond_solver.base.version import __version__
from clumond_solver.base.wording import capital
from clumond_solver.batch.ask_kinds import Ask
from clumond_solver.batch.fields import FIELDS, number_up_to, parameters_of
from clumond_solver.cli.argument_types import (
    Parser,
    add_field,
    argument_type,
    day,
    declarer_or_none,
    default_field,
    held_cards,
    number_of_bytes,
    strain_or_all,
    whole_number,
)
from clumond_solver.cli.completion import completion_script
from clumond_solver.games.clumond.deals import FULL_HAND
from clumond_solver.games.registry import DEFAULT_GAME, entry

#: Earlier names of commands.
ALIASES = {"review": ("analyse",)}


def new_parser(words: Sequence[str] | None = None) -> Parser:
    """The parser of the whole command; errors end the process with one line and code 2.

    With ``words``, those to be parsed, only commands among them get their options, since some
    defaults take long to load.
    """
    parser = Parser(
        prog="clumond",
        description="Clumond: what a hand is worth, what can be forced, what was played.",
        epilog='Example: clumond advise "AK8732.AK974.KJ4.Q3"   (spades.hearts.diamonds.clubs)',
    )
    parser.add_argument(
        "--game",
        metavar="NAME",
        default=DEFAULT_GAME,
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
        metavar="SHELL",
        help="print the completion script of a shell, such as bash or zsh",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (about, epilog, add_options) in _COMMANDS.items():
        aliases = ALIASES.get(name, ())
        command = commands.add_parser(
            name,
            aliases=aliases,
            help=about,
            description=f"{capital(about)}.",
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(command=name, parser=command)
        if words is None or not {name, *aliases}.isdisjoint(words):
            add_options(command)
    return parser


class _PrintCompletion(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        print(completion_script(new_parser(), values), flush=True)
        parser.exit()


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the options for the form of the output."""
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text, or one JSON object per line",
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="short for --format json"
    )


def add_help_words(parser: argparse.ArgumentParser) -> None:
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
        type=whole_number,
        metavar="COUNT",
        help=f"threads that search at the same time (default: one per processor,"
        f" fewer if memory is short{threads_default})",
    )
    add_progress(parser)


def _add_advise_options(parser: Parser) -> None:
    from clumond_solver.single_dummy.advice import advise

    defaults = parameters_of(advise)
    hand = FIELDS["hand"].help
    parser.add_argument(
        "hand",
        nargs="+",
        help=f"{hand}, or with labelled suits, or as a list; - reads a hand per line from standard"
        " input",
    )
    for name, default in defaults.items():
        if name == "pot":
            add_field(parser, name, help=f"{FIELDS[name].help} (default {default})")
        elif name not in {"hand", "budget", "time"}:
            add_field(parser, name, default=default)
    effort = parser.add_mutually_exclusive_group()
    add_field(effort, "budget", "--games", default=defaults["budget"])
    add_field(effort, "time", help="play no further games after this long (not reproducible)")
    add_progress(parser)
    add_format(parser)


def _add_solve_options(parser: Parser) -> None:
    from clumond_solver.base.efforts import HELP_NODES

    parser.add_argument("position", nargs="+", help="a deal or a play; - reads one per line")
    parser.add_argument(
        "--declarer", type=declarer_or_none, help="F, M, R or none (default for a deal: each seat)"
    )
    parser.add_argument(
        "--strain", type=strain_or_all, help="C, H, S, D or NT (default for a deal: all)"
    )
    for name in ("leader", "tricks", "supplementary"):
        add_field(parser, name)
    add_field(parser, "seat", help="the seat to solve for (default: declarer)")
    add_field(
        parser,
        "ask",
        help=f"{FIELDS['ask'].help}: {', '.join(Ask)} (help: a line by which all three players"
        " together reach success, or --keep, --exactly)",
    )
    add_field(
        parser,
        "keep",
        help="show whether and how the seat can force success and keep these suits, such as CSD",
    )
    add_field(
        parser,
        "exactly",
        help="show whether and how the seat can force exactly this number of tricks in the hand",
    )
    add_field(
        parser,
        "nodes",
        help=f"{FIELDS['nodes'].help} (all: never); unlike --time, this gives the same answers on"
        " every machine, with the same number of threads (default for a table: what can be forced"
        f" is searched to the end, lines with help in {HELP_NODES:,})",
    )
    _add_search(
        parser,
        f" (default: none for a table, else {SOLVE_SECONDS:g})",
        "; one if --nodes limits anything but a table",
    )
    add_format(parser)


def _add_verify_options(parser: Parser) -> None:
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")
    add_format(parser)


def _add_review_options(parser: Parser) -> None:
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")
    add_field(
        parser,
        "seat",
        help="whose success to judge with all hands open (default: declarer's; in an undeclared"
        " hand each player's own)",
    )
    parser.add_argument(
        "--every-card", action="store_true", help="show the values of all choices at every card"
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="also write an HTML page for each record: FILE for the first, and for the others FILE"
        " with -2, -3 … before its ending",
    )
    parser.add_argument(
        "--chances",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="also judge each card as its player saw it (default), or only what could be forced"
        " with all hands open",
    )
    add_field(parser, "opponents")
    add_field(parser, "seed", default=0)
    _add_search(parser)
    add_format(parser)


def _add_show_options(parser: Parser) -> None:
    parser.add_argument(
        "thing", nargs="+", help="a hand, deal, play or record file; - reads standard input"
    )
    parser.add_argument(
        "--signals",
        action="store_true",
        help="also list what the defenders' cards say by the author's signals",
    )
    add_format(parser)


def _add_deal_options(parser: Parser) -> None:
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
    add_format(parser)


def _add_puzzle_options(parser: Parser) -> None:
    from clumond_solver.coach.puzzles import PuzzleLevel

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
    add_format(parser)


def _add_play_options(parser: Parser) -> None:
    from clumond_solver.cli.play import add_play

    game = entry(DEFAULT_GAME)
    add_play(parser, game)
    parser.set_defaults(entry=game)
    parser.add_argument(
        "--record", metavar="FILE", help="write the hands to a record file at the end"
    )


def add_page_options(parser: argparse.ArgumentParser) -> None:
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


def _add_batch_options(parser: Parser) -> None:
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


_PAGE_EPILOG = f"needs the extra: {install_command('web')}"
# For each command: its help, the text below its options, and the function that adds the options.
_COMMANDS: Mapping[str, tuple[str, str, Callable[[Parser], None]]] = {
    "advise": (
        "say whether a hand should go for clumond, in which strain, and what it is worth",
        'examples:\n  clumond advise "AK8732.AK974.KJ4.Q3" --seat R\n'
        "  clumond advise AK8732 AK974 KJ4 Q3 --seat dealer\n"
        "  clumond advise C:J98732 H:KQ7 S:42 D:AKQJ9 --scoring chips --pot 12\n"
        "  clumond deal --count 5 --hands | clumond advise - --format json",
        _add_advise_options,
    ),
    "solve": (
        "show with all hands open, as a table, which three cards each seat can be sure to keep as"
        " declarer; with --declarer and --strain, or for a play, all that can be forced",
        "examples:\n"
        '  clumond solve "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"\n'
        "  clumond deal | clumond solve - --declarer F --strain C\n"
        '  clumond solve "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"\n'
        "  clumond deal | clumond solve - --declarer F --strain NT --ask verdict,miss",
        _add_solve_options,
    ),
    "verify": (
        "replay records under the rules and check the results that they claim",
        "examples:\n  clumond verify seeds/sample-hands.clumond\n"
        "exit code: 0 all records are right, 1 one is wrong, 2 one cannot be read",
        _add_verify_options,
    ),
    "review": (
        "review the hands of a record: what each card cost, what was better, and why",
        "examples:\n  clumond review seeds/sample-hands.clumond --time 5\n"
        "  clumond review seeds/sample-hands.clumond --html report.html",
        _add_review_options,
    ),
    "show": (
        "print a hand, a deal, a point of the play, or the records of a file as diagrams",
        "examples:\n  clumond show AK8732.AK974.KJ4.Q3\n"
        "  clumond show seeds/sample-hands.clumond\n  clumond deal --seed 7 | clumond show -",
        _add_show_options,
    ),
    "deal": (
        "deal at random, one deal per line",
        "examples:\n  clumond deal --seed 7 --diagram\n"
        "  clumond deal --hold F=AK.AK.. --hold R=..AK. --count 3",
        _add_deal_options,
    ),
    "puzzle": (
        "print today's puzzle, or with --level, --count or --seed others, drawn at random: all"
        " hands are open, and only one card is right; clumond web lets you play them",
        "examples:\n  clumond puzzle\n  clumond puzzle --level hard --count 5\n"
        "  clumond puzzle --seed 7 --svg puzzle.svg\n"
        "  clumond puzzle 2j6r4fc30r5347ww2khwm1tg0 --solution",
        _add_puzzle_options,
    ),
    "play": (
        "play a session of Clumond against two computer players",
        "examples:\n  clumond play --hands 3 --save mine.session\n"
        "  clumond play --resume mine.session\n"
        "  clumond play --seat R --scoring chips --stakes 100 --ante 3 --until-broke\n"
        "  clumond play --four-tens --record mine.clumond\n"
        "  clumond play clag     (another game; its options: clumond play clag --help)",
        _add_play_options,
    ),
    "help": (
        "show this help, or that of a command or game",
        "examples:\n  clumond help advise\n  clumond help play clag",
        add_help_words,
    ),
    "rules": (
        "print the rules of Clumond, with our own decisions marked",
        "example:\n  clumond rules clag     (the rules of another game)",
        add_format,
    ),
    "web": (
        "serve the page, to play, review, practise and explore in your browser, and print its"
        " address (Ctrl-C ends it)",
        _PAGE_EPILOG,
        add_page_options,
    ),
    "explore": (
        "serve the page, as `clumond web` does, and print the address of its Explore tab (Ctrl-C"
        " ends it)",
        _PAGE_EPILOG,
        add_page_options,
    ),
    "batch": (
        "answer a file of questions, one JSON object per line (docs/batches.md); an interrupted run"
        " resumes",
        "examples:\n  clumond deal --count 1000 --hands --format json >hands.jsonl\n"
        "  clumond batch hands.jsonl advice.jsonl --default budget=200\n"
        "  clumond deal --count 1000 --format json >deals.jsonl\n"
        "  clumond batch deals.jsonl verdicts.jsonl --default declarer=F --default strain=NT\n"
        "exit code: 0 all answered, 1 some lines have errors, 2 the batch cannot continue,\n"
        "130 interrupted",
        _add_batch_options,
    ),
}
