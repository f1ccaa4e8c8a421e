"""The command `clumond`: deal, show, solve, advise, verify, analyse, play and batch.

Data goes to standard output, progress and errors to standard error. Exit codes: 0 all is well,
1 a check failed, 2 bad input, 130 interrupted (what there is by then is printed).

>>> main(["show", "AK.42..3"])
♣ 3   ♥ 4 2   ♠ A K   ♦ –
0
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from clumond_solver.cards import Hand, Strain
from clumond_solver.deals import FULL_HAND, Deal, Seat
from clumond_solver.display import data, text
from clumond_solver.errors import ClumondError, NotationError, RecordError, RuleError, SearchError
from clumond_solver.records import Record, decode_records, parse_records, verify, write_records
from clumond_solver.results import Limit
from clumond_solver.rules.clumond import Play
from clumond_solver.rules.clumond_game import ExposedTens, Scoring

if TYPE_CHECKING:
    from clumond_solver.batch import BatchProgress
    from clumond_solver.double_dummy import Solver
    from clumond_solver.results import Advice

OK, CHECK_FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
_SOLVE_SECONDS = 10.0
_MOST_DEALS = 1_000_000
_QUESTIONS = ("verdict", "plays", "retentions", "tricks", "miss", "line")
_STANDARD_INPUT = "-"
_Value = TypeVar("_Value")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments (or the process's own): the exit code."""
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except ClumondError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read the output has seen enough.
        _drop_output()
        return OK
    except OSError as error:
        if error.filename is None:
            _drop_output()
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}")
    except MemoryError:
        return _complain("out of memory")
    except KeyboardInterrupt:
        print("clumond: interrupted", file=sys.stderr)
        return INTERRUPTED


def _drop_output() -> None:
    """Keep Python from flushing once more, at its end, into an output that takes nothing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _complain(message: str) -> int:
    print(f"clumond: {' '.join(_printable(message).split())}", file=sys.stderr)
    return BAD_INPUT


def _printable(message: str) -> str:
    """The message without characters that a terminal could not show or would obey."""
    encoding = sys.stderr.encoding or "ascii"
    visible = "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in message)
    return visible.encode(encoding, "backslashreplace").decode(encoding)


# Arguments.


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(BAD_INPUT)


def _read_by(parse: Callable[[str], _Value]) -> Callable[[str], _Value]:
    """An argument type whose errors are the library's own."""

    def read(word: str) -> _Value:
        try:
            return parse(word)
        except ClumondError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def _whole_number(word: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", word.strip()):
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number")
    return int(word)


def _seconds(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of seconds") from None


def _bytes(word: str) -> int:
    """A number of bytes, with K, M or G for powers of 1024."""
    size = re.fullmatch(r"\s*([0-9]{1,15})\s*([KMG]?)(i?B)?\s*", word, re.IGNORECASE)
    if size is None:
        raise argparse.ArgumentTypeError(f"{word!r} is not a size (such as 64M)")
    return int(size[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[size[2].upper()]


def _counts(word: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[0-9]{1,2}(,[0-9]{1,2}){2}", word):
        raise argparse.ArgumentTypeError(f"{word!r}: three numbers, forehand's first: 4,3,6")
    return tuple(map(int, word.split(",")))


def _questions(word: str) -> tuple[str, ...]:
    asked = tuple(word.split(","))
    unknown = [each for each in asked if each not in _QUESTIONS]
    if unknown:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r} is none of {', '.join(_QUESTIONS)}")
    return asked


def _held(word: str) -> tuple[Seat, Hand]:
    seat, colon, hand = word.partition("=")
    if not colon:
        raise argparse.ArgumentTypeError(f"{word!r}: write seat=hand, such as F=AK..2.")
    return _read_by(Seat.parse)(seat), _read_by(Hand.parse)(hand)


def _declarer(word: str) -> Seat | str:
    return "none" if word.strip().lower() == "none" else _read_by(Seat.parse)(word)


def _parser() -> _Parser:
    parser = _Parser(
        prog="clumond",
        description="Clumond: what a hand is worth, what can be forced, what was played.",
        epilog='Example: clumond advise "AK8732.AK974.KJ4.Q3"   (spades.hearts.diamonds.clubs)',
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_advise, _add_solve, _add_verify, _add_analyse, _add_show, _add_deal):
        _add_format(add(commands))
    _add_play(commands)
    _add_batch(commands)
    return parser


class _Version(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("clumond_solver")
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"clumond {number}")
        parser.exit()


if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[_Parser]


def _add(
    commands: _Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, more: str
) -> _Parser:
    parser = commands.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def _add_format(parser: _Parser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text for people, or one JSON object a line",
    )


def _add_progress(parser: _Parser) -> None:
    parser.add_argument(
        "--progress",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="report progress on standard error (by default if that is a terminal)",
    )


def _add_search(parser: _Parser, seconds: float) -> None:
    parser.add_argument(
        "--time",
        type=_seconds,
        default=seconds,
        metavar="SECONDS",
        help=f"stop searching after so long (default {seconds:g}); what is known then is told",
    )
    parser.add_argument(
        "--memory", type=_bytes, metavar="SIZE", help="memory cap of the solver, such as 64M"
    )
    _add_progress(parser)


def _add_advise(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "advise",
        _advise,
        "tell whether a hand should go for clumond, in which strain, and what it is worth",
        'examples:\n  clumond advise "AK8732.AK974.KJ4.Q3" --seat R\n'
        "  clumond advise C:J98732 H:KQ7 S:42 D:AKQJ9 --scoring chips --pot 12\n"
        "  clumond deal --count 5 --hands | clumond advise - --format json",
    )
    parser.add_argument("hand", nargs="+", help="sixteen cards, or - for a hand a line")
    parser.add_argument(
        "--seat",
        type=_read_by(Seat.parse),
        default=Seat.FOREHAND,
        help="F, M or R; the seats before it have passed (default F)",
    )
    parser.add_argument("--scoring", choices=("paper", "chips"), default="paper")
    parser.add_argument(
        "--pot", type=_whole_number, metavar="CHIPS", help="chips in the pot, antes included"
    )
    parser.add_argument(
        "--tens",
        type=_read_by(ExposedTens.parse),
        metavar="PLACES",
        help='exposed tens of the Four Tens variant, such as "F=CD M=H common=S"',
    )
    parser.add_argument("--seed", type=_whole_number, default=0, help="(default 0)")
    parser.add_argument(
        "--budget", "--games", type=_whole_number, metavar="GAMES", help="games played in all"
    )
    parser.add_argument(
        "--time", type=_seconds, metavar="SECONDS", help="play so long (not reproducible)"
    )
    _add_progress(parser)
    return parser


def _add_solve(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "solve",
        _solve,
        "tell what a seat can force with all hands open",
        'examples:\n  clumond solve "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"'
        " --declarer F --strain C\n"
        '  clumond solve "F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=6,4,2"\n'
        "  clumond deal | clumond solve - --declarer F --strain NT --ask verdict,miss",
    )
    parser.add_argument("position", nargs="+", help="a deal, a play, or - for one a line")
    parser.add_argument("--declarer", type=_declarer, help="F, M, R or none (for a deal)")
    parser.add_argument("--strain", type=_read_by(Strain.parse), help="C, H, S, D or NT")
    parser.add_argument("--leader", type=_read_by(Seat.parse), help="who leads, if not the first")
    parser.add_argument(
        "--tricks", type=_counts, metavar="F,M,R", help="tricks taken so far, of a smaller deal"
    )
    parser.add_argument(
        "--supplementary", type=_counts, metavar="F,M,R", help="supplementary tricks (Four Tens)"
    )
    parser.add_argument(
        "--seat", type=_read_by(Seat.parse), help="whose success to ask for, if not declarer's"
    )
    parser.add_argument(
        "--ask",
        type=_questions,
        default=_QUESTIONS,
        metavar="WHAT",
        help=f"only some of {','.join(_QUESTIONS)}",
    )
    _add_search(parser, _SOLVE_SECONDS)
    return parser


def _add_verify(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "verify",
        _verify,
        "replay records under the rules and compare what they claim",
        "examples:\n  clumond verify seeds/sample-hands.clumond\n"
        "exit code: 0 all records are right, 1 one is wrong, 2 one cannot be read",
    )
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")
    return parser


def _add_analyse(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "analyse",
        _analyse,
        "tell after every card of a record whether success could still be forced",
        "examples:\n  clumond analyse seeds/sample-hands.clumond --time 5",
    )
    parser.add_argument("file", nargs="+", help="record files, or - for standard input")
    parser.add_argument(
        "--seat", type=_read_by(Seat.parse), help="whose success to ask for, if not declarer's"
    )
    parser.add_argument(
        "--every-card", action="store_true", help="judge every card that could have been played"
    )
    _add_search(parser, _SOLVE_SECONDS)
    return parser


def _add_show(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "show",
        _show,
        "draw a hand, a deal, a point of the play, or the records of a file",
        "examples:\n  clumond show AK8732.AK974.KJ4.Q3\n"
        "  clumond show seeds/sample-hands.clumond\n  clumond deal --seed 7 | clumond show -",
    )
    parser.add_argument("thing", nargs="+", help="a hand, deal or play, a record file, or -")
    return parser


def _add_deal(commands: _Commands) -> _Parser:
    parser = _add(
        commands,
        "deal",
        _deal,
        "deal at random, a deal a line",
        "examples:\n  clumond deal --seed 7 --diagram\n"
        "  clumond deal --hold F=AK.AK.. --hold R=..AK. --count 3",
    )
    parser.add_argument("--seed", type=_whole_number, help="fixes the deals (default: at random)")
    parser.add_argument("--count", type=_whole_number, default=1, help="how many (default 1)")
    parser.add_argument(
        "--cards", type=_whole_number, default=FULL_HAND, help="cards a hand (default 16)"
    )
    parser.add_argument(
        "--hold",
        type=_held,
        action="append",
        default=[],
        metavar="SEAT=HAND",
        help="cards that a seat must hold; may be given for each seat",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--diagram", action="store_true", help="draw the deals")
    shape.add_argument("--hands", action="store_true", help="forehand's hand alone")
    return parser


def _add_play(commands: _Commands) -> None:
    parser = _add(
        commands,
        "play",
        _play,
        "play a session of Clumond against two engine players",
        "examples:\n  clumond play --hands 3\n"
        "  clumond play --seat R --scoring chips --four-tens --record mine.clumond",
    )
    parser.add_argument(
        "--seat",
        type=_read_by(Seat.parse),
        default=Seat.FOREHAND,
        help="your seat in the first hand; the deal then rotates (default F)",
    )
    parser.add_argument("--hands", type=_whole_number, default=12, help="(default 12)")
    parser.add_argument("--scoring", choices=("paper", "chips"), default="paper")
    parser.add_argument("--four-tens", action="store_true", help="play the Four Tens variant")
    parser.add_argument("--seed", type=_whole_number, help="fixes the deals (default: at random)")
    parser.add_argument(
        "--iterations",
        type=_whole_number,
        default=3000,
        help="how much the engine players think about a card (default 3000)",
    )
    parser.add_argument("--record", metavar="FILE", help="write the hands played to a record file")


def _add_batch(commands: _Commands) -> None:
    parser = commands.add_parser(
        "batch",
        help="answer a file of questions, a line of JSON each; resumes where it was stopped",
        description="Answer a file of questions, a line of JSON each (see docs/batches.md).",
        epilog="examples:\n  clumond deal --count 1000 --hands --format json >hands.jsonl\n"
        "  clumond batch hands.jsonl advice.jsonl --default budget=200\n"
        "  clumond batch deals.jsonl verdicts.jsonl --default declarer=F --default strain=NT\n"
        "exit code: 0 all is answered, 1 some lines by an error, 2 the batch cannot go on",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_batch)
    parser.add_argument("source", help="the questions, or - for standard input")
    parser.add_argument("target", help="where answers are appended, or - for standard output")
    parser.add_argument(
        "--default",
        type=_default,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="a field for all lines that leave it out; may be given for each field",
    )
    parser.add_argument(
        "--workers", type=_whole_number, help="processes (default: one a processor)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="work on a Dask cluster instead")
    parser.add_argument(
        "--chunk", type=_whole_number, metavar="LINES", help="lines sent to a worker at a time"
    )
    parser.add_argument("--memory", type=_bytes, metavar="SIZE", help="memory cap of each solver")
    parser.add_argument("--restart", action="store_true", help="drop the answers that are there")
    _add_progress(parser)


def _default(word: str) -> tuple[str, object]:
    """A field and its value: a number where it looks like one, else a text."""
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word!r}: write field=value, such as budget=200")
    return name, int(value) if re.fullmatch(r"[0-9]{1,20}", value) else value


# Input and output.


def _width() -> int:
    return max(40, shutil.get_terminal_size().columns)


def _say(message: str) -> None:
    """Print data, with letters for suit symbols where the output cannot show these."""
    encoding = sys.stdout.encoding or "utf-8"
    try:
        message.encode(encoding)
    except UnicodeEncodeError:
        message = text.to_ascii(message).encode(encoding, "replace").decode(encoding)
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        _say_in_colour(message)
    else:
        print(message, flush=True)


def _say_in_colour(message: str) -> None:
    """Print to a terminal with red suits red."""
    from rich.console import Console
    from rich.text import Text

    coloured = Text(message)
    coloured.highlight_regex(r"[♥♦][ 2-9TJQKA]*", "red")
    Console(soft_wrap=True, highlight=False).print(coloured)


def _say_data(value: Mapping[str, Any]) -> None:
    print(json.dumps(value), flush=True)


def _standard_input() -> str:
    if sys.stdin.isatty():
        print("clumond: reading standard input", file=sys.stderr)
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def _inputs(words: Sequence[str]) -> list[str]:
    """The texts meant by the words of an argument: all of them joined, or lines of input."""
    if list(words) != [_STANDARD_INPUT]:
        return [" ".join(words)]
    whole = _standard_input().removeprefix("\ufeff")
    bad = re.search("[\ud800-\udfff]", whole)
    if bad is not None:
        offset = len(whole[: bad.start()].encode("utf-8", "surrogateescape"))
        raise NotationError("not UTF-8 text", repr(bad[0]), offset)
    lines = [line for line in whole.splitlines() if line.strip()]
    if not lines:
        raise NotationError("standard input is empty", whole)
    return lines


def _record_files(names: Sequence[str]) -> Iterator[tuple[str, list[Record | RecordError]]]:
    """The records of each file; RecordError for a file without any."""
    for name in names:
        if name == _STANDARD_INPUT:
            records = parse_records(_standard_input())
        else:
            records = parse_records(decode_records(_file_bytes(name)))
        if not records:
            raise RecordError(f"no record in {name}: the file is empty", 1, 1)
        yield name, records


def _file_bytes(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except ValueError as error:
        raise NotationError(f"not a file name ({error})", name) from None


class _Progress:
    """One line on standard error that is written over and over."""

    def __init__(self, wanted: bool | None) -> None:
        self._shown = sys.stderr.isatty() if wanted is None else wanted
        self._over = "\r\x1b[K" if sys.stderr.isatty() else ""

    def tell(self, message: str) -> None:
        if self._shown:
            end = "" if self._over else "\n"
            print(f"{self._over}{_printable(message)}", end=end, file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown and self._over:
            print(self._over, end="", file=sys.stderr, flush=True)


# The commands.


def _deal(options: argparse.Namespace) -> int:
    if not 0 < options.count <= _MOST_DEALS:
        raise RuleError(f"{options.count} deals: ask for 1 to {_MOST_DEALS}")
    holds: dict[Seat, Hand] = {}
    for seat, hand in options.hold:
        holds[seat] = holds.get(seat, Hand()) | hand
    seed = _random_seed() if options.seed is None else options.seed
    for number in range(options.count):
        deal = Deal.random(seed + number, cards=options.cards, holds=holds)
        if number == 0 and options.seed is None:
            print(f"clumond: seed {seed}", file=sys.stderr)
        _say_deal(deal, options)
    return OK


def _random_seed() -> int:
    return int.from_bytes(os.urandom(4), "big")


def _say_deal(deal: Deal, options: argparse.Namespace) -> None:
    if options.format == "json":
        hand = deal[Seat.FOREHAND]
        _say_data(data.hand_data(hand) if options.hands else data.deal_data(deal))
    elif options.diagram:
        _say(f"{text.deal_text(deal, width=_width())}\n")
    else:
        _say(str(deal[Seat.FOREHAND]) if options.hands else str(deal))


def _show(options: argparse.Namespace) -> int:
    words: list[str] = options.thing
    if words == [_STANDARD_INPUT]:
        whole = _standard_input()
        if re.match(r"\ufeff?(\s|%[^\n]*\n)*\[", whole):
            return _show_records(parse_records(whole), options)
        things = [line for line in whole.splitlines() if line.strip()]
        if not things:
            raise NotationError("standard input is empty", whole)
    elif all(_is_file(word) for word in words):
        results = [_show_records(records, options) for _, records in _record_files(words)]
        return max(results)
    else:
        things = [" ".join(words)]
    for thing in things:
        _show_thing(thing, options)
    return OK


def _is_file(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def _show_thing(thing: str, options: argparse.Namespace) -> None:
    """Draw a play, a deal or a hand, whichever the text is."""
    if re.search(r"\bdeclarer=", thing):
        play = Play.parse(thing)
        _give(options, data.play_data(play), text.play_text(play, width=_width()))
    elif re.match(r"\s*[FMRfmr]\s*:", thing):
        deal = Deal.parse(thing)
        _give(options, data.deal_data(deal), text.deal_text(deal, width=_width()))
    else:
        hand = Hand.parse(thing)
        _give(options, data.hand_data(hand), text.hand_text(hand, width=_width()))


def _give(options: argparse.Namespace, value: Mapping[str, Any], page: str) -> None:
    if options.format == "json":
        _say_data(value)
    else:
        _say(page)


def _show_records(records: Sequence[Record | RecordError], options: argparse.Namespace) -> int:
    code = OK
    for record in records:
        if isinstance(record, RecordError):
            code = _complain(str(record))
        else:
            page = f"{text.record_text(record, width=_width())}\n"
            _give(options, data.record_data(record), page)
    return code


def _verify(options: argparse.Namespace) -> int:
    code = OK
    for name, records in _record_files(options.file):
        for number, record in enumerate(records, start=1):
            code = max(code, _verify_one(name, number, record, options))
    return code


def _verify_one(
    name: str, number: int, record: Record | RecordError, options: argparse.Namespace
) -> int:
    if isinstance(record, RecordError):
        if options.format == "json":
            _say_data({"file": name} | data.record_error_data(record))
        return _complain(f"{name}: {record}")
    verification = verify(record)
    if options.format == "json":
        title = {"file": name, "record": number, "line": record.line}
        _say_data(title | data.verification_data(verification))
    else:
        result = "right" if verification.ok else "WRONG"
        lines = text.verification_text(verification, width=_width() - 2).splitlines()
        body = "\n".join(f"  {line}" for line in lines)
        _say(f"{_heading(name, number, record)}: {result}\n{body}\n")
    return OK if verification.ok else CHECK_FAILED


def _heading(name: str, number: int, record: Record) -> str:
    event = dict(record.tags).get("Event")
    return f"{name}, record {number}" + (f" ({event})" if event else "")


def _analyse(options: argparse.Namespace) -> int:
    Limit(time=options.time)
    solver = _solver(options)
    code = OK
    for name, records in _record_files(options.file):
        for number, record in enumerate(records, start=1):
            if isinstance(record, RecordError):
                code = _complain(f"{name}: {record}")
            else:
                heading = _heading(name, number, record)
                code = max(code, _analyse_one(heading, record, solver, options))
    return code


def _analyse_one(heading: str, record: Record, solver: Solver, options: argparse.Namespace) -> int:
    from clumond_solver.analysis import analyse

    if record.declarer is None and options.seat is None:
        return _complain(f"{heading}: nobody declares, say whose success to ask for with --seat")
    illegal = verify(record).illegal
    progress = _Progress(options.progress)
    try:
        analysis = analyse(
            record,
            seat=options.seat,
            solver=solver,
            limit=Limit(time=options.time),
            every_card=options.every_card,
            progress=lambda done, total: progress.tell(f"{heading}: card {done} of {total}"),
        )
    finally:
        progress.clear()
    page = text.analysis_text(analysis, record.start(), width=_width())
    fault = {"illegal": None if illegal is None else str(illegal)}
    value = {"record": heading} | data.analysis_data(analysis) | fault
    ending = "" if illegal is None else f"{illegal}\n"
    _give(options, value, f"{heading}\n{page}\n{ending}")
    return OK if illegal is None else CHECK_FAILED


def _solver(options: argparse.Namespace) -> Solver:
    from clumond_solver.double_dummy import Solver

    return Solver() if options.memory is None else Solver(memory=options.memory)


@dataclass(slots=True)
class _Clock:
    """Shares what is left of a time between the questions that are left."""

    deadline: float
    questions: int

    def share(self) -> Limit:
        left = max(0.0, self.deadline - time.monotonic()) / max(1, self.questions)
        self.questions -= 1
        return Limit(time=left)


def _solve(options: argparse.Namespace) -> int:
    Limit(time=options.time)
    plays = [_play_of(position, options) for position in _inputs(options.position)]
    solver = _solver(options)
    progress = _Progress(options.progress)
    for play in plays:
        seat = play.declarer if options.seat is None else options.seat
        if seat is None:
            raise RuleError("nobody declares: say whose success is asked for with --seat")
        _solve_one(play, seat, solver, progress, options)
    return OK


def _play_of(position: str, options: argparse.Namespace) -> Play:
    """The play meant by a text: a whole play, or a deal that the options complete."""
    if re.search(r"\bdeclarer=", position):
        if options.declarer is not None or options.strain is not None:
            raise NotationError(
                "the play says who declares, --declarer and --strain do too", position
            )
        return Play.parse(position)
    deal = Deal.parse(position)
    if options.declarer is None:
        raise RuleError("a deal alone: say who declares with --declarer (F, M, R or none)")
    return Play(
        deal,
        None if options.declarer == "none" else options.declarer,
        options.strain,
        leader=options.leader,
        tricks_taken=options.tricks,
        supplementary=options.supplementary or (0, 0, 0),
    )


def _solve_one(
    play: Play, seat: Seat, solver: Solver, progress: _Progress, options: argparse.Namespace
) -> None:
    """Ask one question after the other, telling each answer as soon as it is there."""
    in_text = options.format == "text"
    if in_text:
        _say(f"{text.play_text(play, width=_width())}\n")
    clock = _Clock(time.monotonic() + options.time, len(options.ask))
    answers: dict[str, Any] = {"play": str(play), "seat": str(seat)}
    try:
        for question in _QUESTIONS:
            if question in options.ask:
                progress.tell(f"asking for {question}")
                page, value = _ask(question, play, seat, solver, clock.share())
                progress.clear()
                answers[question] = value
                if in_text and page:
                    _say(f"{page}\n")
    finally:
        progress.clear()
        if not in_text:
            _say_data(answers)


def _ask(question: str, play: Play, seat: Seat, solver: Solver, limit: Limit) -> tuple[str, object]:
    """One answer, as text and as data."""
    if question == "verdict":
        makes = solver.verdict(play, seat=seat, limit=limit)
        return text.verdict_text(makes, seat), makes
    if question == "plays":
        plays = solver.plays(play, seat=seat, limit=limit)
        return text.plays_text(plays, play, seat, width=_width()), data.plays_data(plays)
    if question == "retentions":
        retentions = solver.retentions(play, seat=seat, limit=limit)
        return text.retentions_text(retentions), data.retentions_data(retentions)
    if question == "tricks":
        tricks = solver.trick_range(play, seat=seat, limit=limit)
        value = {"fewest": list(tricks.fewest), "most": list(tricks.most)}
        return text.trick_range_text(tricks), value
    if question == "miss":
        miss = solver.miss(play, seat=seat, limit=limit)
        return text.miss_text(miss), list(miss)
    return _ask_line(play, seat, solver, limit)


def _ask_line(play: Play, seat: Seat, solver: Solver, limit: Limit) -> tuple[str, object]:
    """The line of best play, unless the time was too short for it to be more than legal play."""
    started = time.monotonic()
    line = solver.line(play, seat=seat, limit=limit)
    if limit.time is not None and time.monotonic() - started >= limit.time:
        return "Best play by all: not found within the limit.", None
    return text.line_text(line, play), [str(card) for card in line]


def _advise(options: argparse.Namespace) -> int:
    hands = [Hand.parse(each) for each in _inputs(options.hand)]
    for hand in hands:
        _advise_one(hand, options)
    return OK


def _advise_one(hand: Hand, options: argparse.Namespace) -> None:
    from clumond_solver.advice import advise

    given = {
        name: getattr(options, name)
        for name in ("pot", "budget", "time")
        if getattr(options, name) is not None
    }
    if options.pot is not None and options.scoring == "paper":
        raise RuleError("--pot counts only with --scoring chips")
    progress = _Progress(options.progress)
    so_far: list[Advice] = []

    def tell(advice: Advice) -> None:
        so_far[:] = [advice]
        chance = advice.estimates[advice.best].p
        progress.tell(f"{advice.games} games: {advice.best.symbol} {chance:.0%}")

    try:
        so_far[:] = [
            advise(
                hand,
                seat=options.seat,
                scoring=options.scoring,
                tens=options.tens,
                seed=options.seed,
                progress=tell,
                **given,
            )
        ]
    finally:
        progress.clear()
        for advice in so_far:
            _say_advice(advice, hand, options)


def _say_advice(advice: Advice, hand: Hand, options: argparse.Namespace) -> None:
    value = {"hand": str(hand), "seat": str(options.seat)} | data.advice_data(advice)
    unit = "points on paper" if options.scoring == "paper" else "chips"
    page = text.advice_text(advice, hand, seat=options.seat, unit=unit, width=_width())
    _give(options, value, f"{page}\n")


def _play(options: argparse.Namespace) -> int:
    from clumond_solver.playing import ClumondEngine, Table
    from clumond_solver.rules.clumond_game import ClumondGame
    from clumond_solver.rules.game import Session
    from clumond_solver.terminal import Game

    if options.iterations < 1:
        raise SearchError(f"{options.iterations} iterations: 1 or more")
    seed = _random_seed() if options.seed is None else options.seed
    rules = ClumondGame(
        four_tens=options.four_tens, scoring=Scoring(options.scoring), hands=options.hands
    )
    session = Session(rules, seed)
    person = session.standing.player(options.seat)
    table = Table(session, person, ClumondEngine(options.iterations))
    game = Game(table, _read_line, _say, _width())
    print(f"clumond: seed {seed}", file=sys.stderr)
    try:
        game.play()
    finally:
        _say(f"\n{game.score_sheet()}")
        if options.record is not None and game.records_so_far():
            write_records(game.records_so_far(), options.record)
    return OK


def _read_line(prompt: str) -> str | None:
    """A line of what the person types; None at its end."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    return line if line else None


def _batch(options: argparse.Namespace) -> int:
    from clumond_solver.batch import BatchProgress, run_batch

    progress = _Progress(options.progress)
    state = BatchProgress()

    def tell(latest: BatchProgress) -> None:
        nonlocal state
        state = latest
        progress.tell(_batch_text(state))

    given = {} if options.memory is None else {"memory": options.memory}
    try:
        state = run_batch(
            options.source,
            options.target,
            defaults=dict(options.default),
            workers=options.workers,
            cluster=options.cluster,
            chunk=options.chunk,
            restart=options.restart,
            progress=tell,
            **given,
        )
    finally:
        progress.clear()
        print(f"clumond: {_batch_text(state)}", file=sys.stderr)
    return CHECK_FAILED if state.bad else OK


def _batch_text(state: BatchProgress) -> str:
    before = f"{state.resumed} answered before, " if state.resumed else ""
    errors = f", {state.bad} of them by an error" if state.bad else ""
    return f"{before}{state.done} answered{errors}"
