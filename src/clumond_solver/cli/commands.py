"""The commands of every game, what each runs, and how an error becomes a line and an exit code.

Here are puzzle, batch, web, explore, rules and help; deal, show, verify and card are in
`show_commands`, each of the others in a file of its own.

>>> from clumond_solver.games.registry import entry
>>> set(commands_of(entry("clumond"))) - set(commands_of(entry("clubs"))) >= {"batch", "puzzle"}
True
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.batch.parameters import number_up_to
from clumond_solver.cli import advise_command, review_command, show_commands, solve_command
from clumond_solver.cli.exit_codes import CHECK_FAILED, OK
from clumond_solver.cli.parser import (
    Command,
    Parser,
    add_field,
    add_progress,
    argument_type,
    new_parser,
    number_of_bytes,
    whole_number,
)
from clumond_solver.cli.play_command import add_play, play
from clumond_solver.cli.streams import (
    ProgressLine,
    complain,
    drop_output,
    exit_code_of,
    in_plain_words,
    new_file,
    path_exists,
    random_seed,
    say,
    say_json,
    say_result,
    width,
)
from clumond_solver.coach.clumond.practice_words import puzzle_text, solution_text, task_text
from clumond_solver.coach.clumond.puzzles import (
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    parse_puzzle,
    puzzles,
)
from clumond_solver.display import text
from clumond_solver.display.svg import svg
from clumond_solver.games.registry import DEFAULT_GAME, Entry, entry, load_games, names

if TYPE_CHECKING:
    from clumond_solver.batch.run import BatchProgress


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a date (write 2026-11-22)") from None


def _add_puzzle_options(parser: Parser, _: Entry) -> None:
    parser.add_argument("which", nargs="*", help="a puzzle's code, or a position")
    add_field(parser, "seed", help="fixes puzzles drawn at random")
    parser.add_argument("--date", type=_day, metavar="DAY", help="the puzzle of a day: 2026-11-22")
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


_MOST_PUZZLES = 100_000


def puzzle(options: argparse.Namespace) -> int:
    """Print puzzles, or write pictures of them."""
    if options.svg is not None:
        new_file(options.svg)
    for number, puzzle in enumerate(_puzzles(options), start=1):
        if options.svg is not None:
            _write_picture(new_file(options.svg, number), puzzle)
        else:
            page = puzzle_text(puzzle, width=width())
            if options.solution:
                page += f"\n\n{solution_text(puzzle, explain(puzzle), width=width())}"
            say_result(options, _data(puzzle, solution=options.solution), f"{page}\n")
    return OK


def _puzzles(options: argparse.Namespace) -> Iterator[Puzzle]:
    """The chosen puzzles: by code or position, of a day, or of a seed."""
    number = options.count
    if options.which:
        if (options.seed, options.date, options.level, number) != (None, None, None, None):
            raise RuleError("a puzzle's code says which one: leave out --seed, --date, --level")
        return iter([parse_puzzle(" ".join(options.which))])
    if options.date is not None and (options.seed, options.level, number) != (None, None, None):
        raise RuleError("--date has one puzzle: leave out --seed, --level and --count")
    if number is not None and not 0 < number <= _MOST_PUZZLES:
        raise RuleError(f"{number} puzzles: ask for 1 to {_MOST_PUZZLES}")
    if (options.seed, options.level, number) == (None, None, None):
        return iter([daily_puzzle(options.date)])
    seed = options.seed
    if seed is None:
        seed = random_seed()
        print(f"clumond: seed {seed}", file=sys.stderr)
    return puzzles(number or 1, seed=seed, level=options.level)


def _write_picture(file: str, puzzle: Puzzle) -> None:
    play = puzzle.play
    svg(play, below=play.turn or play.leader).save(file)
    say(f"{file}: {task_text(puzzle)} ({puzzle.level}; puzzle {puzzle.code})")


def _data(puzzle: Puzzle, *, solution: bool) -> dict[str, Any]:
    play = puzzle.play
    shown: dict[str, Any] = {
        "code": puzzle.code,
        "position": puzzle.position,
        "turn": play.turn,
        "attacks": puzzle.attacks,
        "level": puzzle.level,
        "tricks_left": puzzle.grade.tricks_left,
    }
    if solution:
        why = explain(puzzle)
        shown |= {
            "right": puzzle.right,
            "grade": puzzle.grade,
            "line": why.right,
            "wrong": why.wrong,
        }
    return shown


def _default_field(word: str) -> tuple[str, object]:
    """A field's name and value: a number or a Boolean if it looks like one, else a text."""
    name, equals, value = word.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{word!r}: write field=value, such as budget=200")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if re.fullmatch(r"[0-9]{1,20}", value) else value


def _add_batch_options(parser: Parser, _: Entry) -> None:
    parser.add_argument("source", help="the questions, or - for standard input")
    parser.add_argument(
        "target", help="the file to append the answers to, or - for standard output"
    )
    parser.add_argument(
        "--default",
        type=_default_field,
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


def batch(options: argparse.Namespace) -> int:
    """Answer a file of questions."""
    from clumond_solver.batch.run import BatchProgress, run_batch

    progress = ProgressLine(options.progress)
    state: BatchProgress | None = None

    def keep_latest(latest: BatchProgress) -> None:
        nonlocal state
        state = latest

    def show_progress(done: int, total: int | None) -> None:
        progress.show_count(done, total, f"answered{_errors_text(state or BatchProgress())}")

    memory = {} if options.memory is None else {"memory": options.memory}
    try:
        state = run_batch(
            options.source,
            options.target,
            defaults=dict(options.default),
            workers=options.workers,
            cluster=options.cluster,
            chunk=options.chunk,
            restart=options.restart,
            progress=show_progress,
            watch=keep_latest,
            **memory,
        )
    finally:
        progress.clear()
        if state is not None:
            print(f"clumond: {_batch_text(state)}", file=sys.stderr)
    return CHECK_FAILED if state.errors else OK


def _batch_text(state: BatchProgress) -> str:
    before = f"{state.resumed} answered before, " if state.resumed else ""
    return f"{before}{state.done} answered{_errors_text(state)}"


def _errors_text(state: BatchProgress) -> str:
    them = "all" if state.resumed else "them"
    return f", {state.errors} of {them} by an error" if state.errors else ""


def _add_page_options(parser: argparse.ArgumentParser, _: Entry) -> None:
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


def _serve_page(options: argparse.Namespace, link: str = "") -> int:
    """Serve the page until interrupted, and print the address of ``link`` in it; or write it."""
    from clumond_solver.web import serve

    if options.static is not None:
        return _write_static(options)
    if options.runtime or options.wheel:
        raise ClumondError("--runtime and --wheel go with --static")

    for file in options.games:
        load_games(file)
    serve(
        options.host,
        options.port,
        announce=lambda address: say(f"{address}   (Ctrl-C ends it)"),
        link=link,
    )
    return OK


def _write_static(options: argparse.Namespace) -> int:
    from clumond_solver.web.standalone import HOW_TO_GET_RUNTIME, PageError, write_page

    if options.runtime is None:
        raise PageError(f"--static needs Pyodide: {HOW_TO_GET_RUNTIME}")
    if options.games:
        raise PageError("--static: only the served page can play a game of your own (--game)")
    write_page(options.static, runtime=options.runtime, wheel=options.wheel)
    say(f"{options.static}: the page, for any web server (python3 -m http.server)")
    return OK


def _page_of_game(options: argparse.Namespace) -> int:
    game = options.entry.name
    return _serve_page(options, "" if game == DEFAULT_GAME else f"play?game={game}")


def _rules(options: argparse.Namespace) -> int:
    page = text.rules_text(options.entry.name, width=width())
    say_result(options, {"lines": page.splitlines()}, page)
    return OK


def _add_help_words(parser: argparse.ArgumentParser, _: Entry) -> None:
    parser.add_argument("words", nargs="*", metavar="COMMAND", help="the command (default: all)")


_PAGE_EPILOG = "needs the extra web; without it this command says how to install it"
# What a game of its own has registered for these.
_NEEDS = {"verify": "check_sheet", "card": "write_sheet"}
_OF_EVERY_GAME: Mapping[str, Command] = {
    "play": Command(
        "play a session against computer players; you can save and continue it",
        add_play,
        play,
        "examples:\n  clumond play --hands 3 --save mine.session\n"
        "  clumond play --resume mine.session\n"
        "  clumond play --seat R --scoring chips --stakes 100 --ante 3 --until-broke\n"
        "  clumond play --four-tens --record mine.clumond\n"
        "  clumond play clag     (another game; its options: clumond play clag --help)",
        has_format=False,
    ),
    "rules": Command(
        "print the rules, with our own decisions marked",
        lambda *_: None,
        _rules,
        "example:\n  clumond rules clag     (the rules of another game)",
    ),
    "web": Command(
        "serve the page, to play, analyse and practise in your browser, and print its"
        " address (Ctrl-C ends it)",
        _add_page_options,
        _page_of_game,
        _PAGE_EPILOG,
        has_format=False,
    ),
    "help": Command(
        "show this help, or that of a command or game",
        _add_help_words,
        None,
        "examples:\n  clumond help advise\n  clumond help play clag",
        has_format=False,
    ),
}
_OF_CLUMOND: Mapping[str, Command] = {
    "advise": Command(
        "say whether a hand should go for clumond, in which strain, and what it is worth; or what"
        " to do in a saved session",
        advise_command.add_advise,
        advise_command.advise,
        'examples:\n  clumond advise "AK8732.AK974.KJ4.Q3" --seat R\n'
        "  clumond advise AK8732 AK974 KJ4 Q3 --seat dealer\n"
        "  clumond advise C:J98732 H:KQ7 S:42 D:AKQJ9 --scoring chips --pot 12\n"
        "  clumond deal --count 5 --hands | clumond advise - --format json",
    ),
    "solve": Command(
        "show with all hands open, as a table, which three cards each seat can be sure to keep as"
        " declarer; with --declarer and --strain, or for a play, all that can be forced",
        solve_command.add_solve,
        solve_command.solve,
        "examples:\n"
        '  clumond solve "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"\n'
        "  clumond deal | clumond solve - --declarer F --strain C\n"
        '  clumond solve "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"\n'
        "  clumond deal | clumond solve - --declarer F --strain NT --ask verdict,miss",
    ),
    "verify": Command(
        "replay records under the rules and check the results that they claim",
        show_commands.add_verify,
        show_commands.verify_files,
        "examples:\n  clumond verify seeds/sample-hands.clumond\n"
        "exit code: 0 all records are right, 1 one is wrong, 2 one cannot be read",
    ),
    "review": Command(
        "review the hands of a record, or a hand of a saved session: what each card cost, what was"
        " better, and why",
        review_command.add_review,
        review_command.review,
        "examples:\n  clumond review seeds/sample-hands.clumond --time 5\n"
        "  clumond review seeds/sample-hands.clumond --html report.html",
        alias="analyse",
    ),
    "show": Command(
        "print a hand, a deal, a point of the play, the records of a file or a saved session as"
        " diagrams",
        show_commands.add_show,
        show_commands.show,
        "examples:\n  clumond show AK8732.AK974.KJ4.Q3\n"
        "  clumond show seeds/sample-hands.clumond\n  clumond deal --seed 7 | clumond show -",
    ),
    "deal": Command(
        "deal at random, one deal per line",
        show_commands.add_deal,
        show_commands.deal,
        "examples:\n  clumond deal --seed 7 --diagram\n"
        "  clumond deal --hold F=AK.AK.. --hold R=..AK. --count 3",
    ),
    "puzzle": Command(
        "print today's puzzle, or with --level, --count or --seed others, drawn at random: all"
        " hands are open, and only one card is right; clumond web lets you play them",
        _add_puzzle_options,
        puzzle,
        "examples:\n  clumond puzzle\n  clumond puzzle --level hard --count 5\n"
        "  clumond puzzle --seed 7 --svg puzzle.svg\n"
        "  clumond puzzle 2j6r4fc30r5347ww2khwm1tg0 --solution",
    ),
    "batch": Command(
        "answer a file of questions, one JSON object per line (docs/batches.md); an interrupted run"
        " resumes",
        _add_batch_options,
        batch,
        "examples:\n  clumond deal --count 1000 --hands --format json >hands.jsonl\n"
        "  clumond batch hands.jsonl advice.jsonl --default budget=200\n"
        "  clumond deal --count 1000 --format json >deals.jsonl\n"
        "  clumond batch deals.jsonl verdicts.jsonl --default declarer=F --default strain=NT\n"
        "exit code: 0 all answered, 1 some lines have errors, 2 the batch cannot continue,\n"
        "130 interrupted",
        has_format=False,
    ),
    "explore": Command(
        "serve the page, as `clumond web` does, and print the address of its Analysis tab (Ctrl-C"
        " ends it)",
        _add_page_options,
        lambda options: _serve_page(options, "analysis"),
        _PAGE_EPILOG,
        has_format=False,
    ),
}
_OF_OTHER_GAMES: Mapping[str, Command] = {
    "advise": Command(
        "say what to do in a saved session, or with any hand",
        advise_command.add_advise_any_game,
        advise_command.advise_any_game,
    ),
    "solve": Command(
        "say exactly what can be forced with all cards open (minutes with over 12 cards a hand)",
        solve_command.add_solve_any_game,
        solve_command.solve_any_game,
    ),
    "verify": Command(
        "check a score card deal by deal", show_commands.add_verify_card, show_commands.verify_card
    ),
    "review": Command(
        "review a deal of a saved session: what each action cost, what was better, and why",
        review_command.add_review_any_game,
        review_command.review_any_game,
        alias="analyse",
    ),
    "show": Command(
        "print a saved session: the score sheet and the deal under way",
        show_commands.add_show_any_game,
        show_commands.show_any_game,
    ),
    "deal": Command(
        "deal at random: a session that has just begun, with its cards",
        show_commands.add_deal_any_game,
        show_commands.deal_any_game,
    ),
    "card": Command(
        "write the running score card of a saved session",
        show_commands.add_card,
        show_commands.card,
    ),
}


def commands_of(game: Entry) -> dict[str, Command]:
    """The commands of a game, by name."""
    if game.name == DEFAULT_GAME:
        return {**_OF_CLUMOND, **_OF_EVERY_GAME}
    able = {name: getattr(game, needed) is not None for name, needed in _NEEDS.items()}
    others = {name: row for name, row in _OF_OTHER_GAMES.items() if able.get(name, True)}
    if game.hand_advice is None:
        about = "say what to do in a saved session"
        others["advise"] = others["advise"]._replace(about=about)
    return {**others, **_OF_EVERY_GAME}


def _all_commands() -> set[str]:
    """The names of the commands of any game."""
    return {*_OF_CLUMOND, *_OF_OTHER_GAMES, *_OF_EVERY_GAME}


#: Commands whose first word, if it is no option, names the game.
_GAME_FOLLOWS = ("rules", "play", "deal", "web")
#: Commands that have an option --game of their own.
_OWN_GAME_OPTION = ("web", "explore")


def run(arguments: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    if sys.stderr is None:
        # It was closed when the process started: nobody wants messages.
        sys.stderr = io.StringIO()
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    try:
        if sys.stdout is None:
            raise ClumondError("output: it is closed")
        return _dispatch(arguments)
    except (ClumondError, OSError, SyntaxError, MemoryError) as error:
        _report(error)
        return exit_code_of(error)


def _report(error: Exception) -> None:
    match error:
        case ClumondError():
            complain(in_plain_words(error))
        case BrokenPipeError():
            drop_output()
        case OSError():
            if error.filename is None:
                drop_output()
            name = "output" if error.filename is None else error.filename or "''"
            complain(f"{name}: {error.strerror or error}")
        case SyntaxError():
            # The error is in a Python file that registers a game.
            complain(f"{error.filename}, line {error.lineno}: {error.msg}")
        case _:
            complain("out of memory")


def _dispatch(arguments: Sequence[str]) -> int:
    named, words = _game_and_words(arguments)
    is_help = words[:1] == ["help"] and words[1:] != ["--help"]
    plain = _without_json(words)
    if plain != words and (is_help or not {"-h", "--help"}.isdisjoint(words)):
        return _help_as_json([*([f"--game={named}"] if named else []), *plain])
    if is_help:
        if words[2:3] and _names_game(words[2]):
            words[1:3] = ["--game", words[2], words[1]]
        before = [f"--game={named}"] if named else []
        return _dispatch([*before, *words[1:], "--help"])
    game = entry(load_games(named)[-1] if named.endswith(".py") else named or DEFAULT_GAME)
    commands = commands_of(game)
    if words and words[0] in _all_commands() - commands.keys():
        raise RuleError(f"{game.name} has no {words[0]} (it has {', '.join(commands)})")
    options = new_parser(commands, game, named, words).parse_words(words)
    if getattr(options, "game", None) is not None:
        raise RuleError("write the option --game in full")
    code: int = options.run(options)
    return code


def _without_json(words: Sequence[str]) -> list[str]:
    """The words without the options that ask for JSON."""
    line = re.sub(r"\0--(json|format[=\0]json)(?=\0)", "", "\0".join(["", *words, ""]))
    return line.split("\0")[1:-1]


def _help_as_json(arguments: Sequence[str]) -> int:
    """Print the lines of a help page as JSON."""
    with contextlib.redirect_stdout(io.StringIO()) as page:
        try:
            _dispatch(arguments)
        except SystemExit as end:
            if end.code:
                raise
    say_json({"lines": page.getvalue().splitlines()})
    return OK


def _names_game(word: str) -> bool:
    return word in names() or (word.endswith(".py") and path_exists(word))


def _game_and_words(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """How the words name the game, empty for Clumond, and the remaining words."""
    words = list(arguments)
    first = words[0] if words else ""
    if first in _GAME_FOLLOWS and words[1:] and not words[1].startswith("-"):
        named, words = words[1], [first, *words[2:]]
    elif first not in _all_commands() and _names_game(first):
        named, words = first, words[1:]
    else:
        named, words = _game_of_option(words)
    return ("" if named == DEFAULT_GAME else named), words


def _game_of_option(words: list[str]) -> tuple[str, list[str]]:
    """The value of --game wherever it stands, empty without one, and the remaining words."""
    for at, word in enumerate(takewhile(lambda word: word != "--", words)):
        option, equals, value = word.partition("=")
        end = at + (1 if equals else 2)
        name = value if equals else " ".join(words[at + 1 : end])
        # These commands have an option of that name for files.
        is_file = words[0] in _OWN_GAME_OPTION and name not in names()
        if option == "--game" and name and not is_file:
            return name, words[:at] + words[end:]
    return "", words
