"""The commands of every game, what each runs, and how an error becomes a line and an exit code.

A command's module is loaded when it runs, so that each starts at once.

>>> set(commands_of("clumond")) - set(commands_of("clubs")) >= {"batch", "puzzle"}
True
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Mapping, Sequence
from itertools import takewhile

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import Command, new_parser
from clumond_solver.cli.streams import (
    complain,
    drop_output,
    exit_code_of,
    in_plain_words,
    path_exists,
    say_json,
)
from clumond_solver.games import DEFAULT_GAME

_PAGE_EPILOG = "needs the extra web; without it this command says how to install it"
# What a game of its own has registered for these.
_NEEDS = {"verify": "check_sheet", "card": "write_sheet"}
_OF_EVERY_GAME: Mapping[str, Command] = {
    "play": Command(
        "play a session against computer players; you can save and continue it",
        "play_command.add_play",
        "play_command.play",
        "examples:\n  clumond play --hands 3 --save mine.session\n"
        "  clumond play --resume mine.session\n"
        "  clumond play --seat R --scoring chips --stakes 100 --ante 3 --until-broke\n"
        "  clumond play --four-tens --record mine.clumond\n"
        "  clumond play clag     (another game; its options: clumond play clag --help)",
        has_format=False,
    ),
    "rules": Command(
        "print the rules, with our own decisions marked",
        "rules_commands.add_rules",
        "rules_commands.rules",
        "example:\n  clumond rules clag     (the rules of another game)",
    ),
    "web": Command(
        "serve the page, to play, analyse and practise in your browser, and print its"
        " address (Ctrl-C ends it)",
        "web_command.add_page",
        "web_command.page_of_game",
        _PAGE_EPILOG,
        has_format=False,
    ),
    "help": Command(
        "show this help, or that of a command or game",
        "rules_commands.add_help",
        "",
        "examples:\n  clumond help advise\n  clumond help play clag",
        has_format=False,
    ),
}
_OF_CLUMOND: Mapping[str, Command] = {
    "advise": Command(
        "say whether a hand should go for clumond, in which strain, and what it is worth; or what"
        " to do in a saved session",
        "advise_command.add_advise",
        "advise_command.advise",
        'examples:\n  clumond advise "AK8732.AK974.KJ4.Q3" --seat R\n'
        "  clumond advise AK8732 AK974 KJ4 Q3 --seat dealer\n"
        "  clumond advise C:J98732 H:KQ7 S:42 D:AKQJ9 --scoring chips --pot 12\n"
        "  clumond deal --count 5 --hands | clumond advise - --format json",
    ),
    "solve": Command(
        "show with all hands open, as a table, which three cards each seat can be sure to keep as"
        " declarer; with --declarer and --strain, or for a play, all that can be forced",
        "solve_command.add_solve",
        "solve_command.solve",
        "examples:\n"
        '  clumond solve "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"\n'
        "  clumond deal | clumond solve - --declarer F --strain C\n"
        '  clumond solve "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"\n'
        "  clumond deal | clumond solve - --declarer F --strain NT --ask verdict,miss",
    ),
    "verify": Command(
        "replay records under the rules and check the results that they claim",
        "verify_commands.add_verify",
        "verify_commands.verify_files",
        "examples:\n  clumond verify seeds/sample-hands.clumond\n"
        "exit code: 0 all records are right, 1 one is wrong, 2 one cannot be read",
    ),
    "review": Command(
        "review the hands of a record, or a hand of a saved session: what each card cost, what was"
        " better, and why",
        "review_command.add_review",
        "review_command.review",
        "examples:\n  clumond review seeds/sample-hands.clumond --time 5\n"
        "  clumond review seeds/sample-hands.clumond --html report.html",
        alias="analyse",
    ),
    "show": Command(
        "print a hand, a deal, a point of the play, the records of a file or a saved session as"
        " diagrams",
        "show_command.add_show",
        "show_command.show",
        "examples:\n  clumond show AK8732.AK974.KJ4.Q3\n"
        "  clumond show seeds/sample-hands.clumond\n  clumond deal --seed 7 | clumond show -",
    ),
    "deal": Command(
        "deal at random, one deal per line",
        "deal_command.add_deal",
        "deal_command.deal",
        "examples:\n  clumond deal --seed 7 --diagram\n"
        "  clumond deal --hold F=AK.AK.. --hold R=..AK. --count 3",
    ),
    "puzzle": Command(
        "print today's puzzle, or with --level, --count or --seed others, drawn at random: all"
        " hands are open, and only one card is right; clumond web lets you play them",
        "puzzle_command.add_puzzle",
        "puzzle_command.puzzle",
        "examples:\n  clumond puzzle\n  clumond puzzle --level hard --count 5\n"
        "  clumond puzzle --seed 7 --svg puzzle.svg\n"
        "  clumond puzzle 2j6r4fc30r5347ww2khwm1tg0 --solution",
    ),
    "batch": Command(
        "answer a file of questions, one JSON object per line (docs/batches.md); an interrupted run"
        " resumes",
        "batch_command.add_batch",
        "batch_command.batch",
        "examples:\n  clumond deal --count 1000 --hands --format json >hands.jsonl\n"
        "  clumond batch hands.jsonl advice.jsonl --default budget=200\n"
        "  clumond deal --count 1000 --format json >deals.jsonl\n"
        "  clumond batch deals.jsonl verdicts.jsonl --default declarer=F --default strain=NT\n"
        "exit code: 0 all answered, 1 some lines have errors, 2 the batch cannot continue,\n"
        "130 interrupted",
        has_format=False,
    ),
}
_OF_OTHER_GAMES: Mapping[str, Command] = {
    "advise": Command(
        "say what to call or play with a hand, or in a saved session",
        "advise_command.add_advise_any_game",
        "advise_command.advise_any_game",
    ),
    "solve": Command(
        "say exactly what can be forced with all cards open (minutes with over 12 cards a hand)",
        "solve_command.add_solve_any_game",
        "solve_command.solve_any_game",
    ),
    "verify": Command(
        "check a score card deal by deal",
        "verify_commands.add_verify_card",
        "verify_commands.verify_card",
    ),
    "review": Command(
        "review a deal of a saved session: what each action cost, what was better, and why",
        "review_command.add_review_any_game",
        "review_command.review_any_game",
        alias="analyse",
    ),
    "show": Command(
        "print a saved session: the score sheet and the deal under way",
        "show_command.add_show_any_game",
        "show_command.show_any_game",
    ),
    "deal": Command(
        "deal at random: a session that has just begun, with its cards",
        "deal_command.add_deal_any_game",
        "deal_command.deal_any_game",
    ),
    "card": Command(
        "write the running score card of a saved session",
        "verify_commands.add_card",
        "verify_commands.card",
    ),
}


def commands_of(game: str) -> dict[str, Command]:
    """The commands of a registered game, by name."""
    if game == DEFAULT_GAME:
        # The registry and the rules of all games are not loaded for most of Clumond's commands.
        return {**_OF_CLUMOND, **_OF_EVERY_GAME}
    from clumond_solver.games.registry import entry

    known = entry(game)
    able = {name: getattr(known, needed) is not None for name, needed in _NEEDS.items()}
    others = {name: row for name, row in _OF_OTHER_GAMES.items() if able.get(name, True)}
    return {**others, **_OF_EVERY_GAME}


def _all_commands() -> set[str]:
    """The names of the commands of any game."""
    return {*_OF_CLUMOND, *_OF_OTHER_GAMES, *_OF_EVERY_GAME}


#: Commands whose first word, if it is no option, names the game.
_GAME_FOLLOWS = ("rules", "play", "deal", "web")
#: Commands that have an option --game of their own.
_OWN_GAME_OPTION = ("web",)


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
    game = _registered_name(named) if named else DEFAULT_GAME
    commands = commands_of(game)
    if words and words[0] in _all_commands() - commands.keys():
        raise RuleError(f"{game} has no {words[0]} (it has {', '.join(commands)})")
    options = new_parser(commands, game, named, words).parse_words(words)
    if getattr(options, "game", None) is not None:
        raise RuleError("write the option --game in full")
    code: int = options.run(options)
    return code


def _registered_name(named: str) -> str:
    """The name of the game that a word names: a name of it, or a file that registers it."""
    from clumond_solver.games.registry import entry, load_games

    return load_games(named)[-1] if named.endswith(".py") else entry(named).name


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


def _names_of_games() -> tuple[str, ...]:
    from clumond_solver.games.registry import names

    return names()


def _names_game(word: str) -> bool:
    return word in _names_of_games() or (word.endswith(".py") and path_exists(word))


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
        is_file = words[0] in _OWN_GAME_OPTION and name not in _names_of_games()
        if option == "--game" and name and not is_file:
            return name, words[:at] + words[end:]
    return "", words
