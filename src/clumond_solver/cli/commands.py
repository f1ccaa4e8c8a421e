"""The table of commands: what the help says of them, in Clumond and in other games.

The module of a command, such as `advise_command`, is loaded when the command runs, so that each
starts at once. It has `add_options`, given a parser and the game's name, and `run`, which is given
the options parsed and returns the exit code (the parser answers `help` itself). What a command does
in other games than Clumond, if that is something else, is in `add_options_any_game` and
`run_any_game`.
"""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command.

    name          its name.
    about         what it does, in one line of the help; empty if Clumond has no such command.
    other_games   what it does in other games, if that is something else; empty if they have none.
    epilog        the text below its options.
    alias         its earlier name.
    has_format    whether it prints text, or JSON on request.
    game_follows  whether a game may be named after it, as in “clumond play clag”.
    needs         what a game must have registered for it: an attribute of `Entry`.
    """

    name: str
    about: str
    other_games: str | None = None
    epilog: str = ""
    alias: str | None = None
    has_format: bool = True
    game_follows: bool = False
    needs: str | None = None


COMMANDS = (
    Command(
        "advise",
        "say whether a hand should go for clumond, in which strain, and what it is worth; or what"
        " to do in a saved session",
        "say what to call or play with a hand, or in a saved session",
        'examples:\n  clumond advise "AK8732.AK974.KJ4.Q3" --seat R\n'
        "  clumond advise AK8732 AK974 KJ4 Q3 --seat dealer\n"
        "  clumond advise C:J98732 H:KQ7 S:42 D:AKQJ9 --scoring chips --pot 12\n"
        "  clumond deal --count 5 --hands | clumond advise - --format json",
    ),
    Command(
        "solve",
        "show with all hands open, as a table, which three cards each seat can be sure to keep as"
        " declarer; with --declarer and --strain, or for a play, all that can be forced",
        "say exactly what can be forced with all cards open (minutes with over 12 cards a hand)",
        "examples:\n"
        '  clumond solve "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"\n'
        "  clumond deal | clumond solve - --declarer F --strain C\n"
        '  clumond solve "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"\n'
        "  clumond deal | clumond solve - --declarer F --strain NT --ask verdict,miss",
    ),
    Command(
        "verify",
        "replay records under the rules and check the results that they claim",
        "check a score card deal by deal",
        "examples:\n  clumond verify seeds/sample-hands.clumond\n"
        "exit code: 0 all records are right, 1 one is wrong, 2 one cannot be read",
        needs="check_sheet",
    ),
    Command(
        "review",
        "review the hands of a record, or a hand of a saved session: what each card cost, what was"
        " better, and why",
        "review a deal of a saved session: what each action cost, what was better, and why",
        "examples:\n  clumond review seeds/sample-hands.clumond --time 5\n"
        "  clumond review seeds/sample-hands.clumond --html report.html",
        alias="analyse",
    ),
    Command(
        "show",
        "print a hand, a deal, a point of the play, the records of a file or a saved session as"
        " diagrams",
        "print a saved session: the score sheet and the deal under way",
        "examples:\n  clumond show AK8732.AK974.KJ4.Q3\n"
        "  clumond show seeds/sample-hands.clumond\n  clumond deal --seed 7 | clumond show -",
    ),
    Command(
        "deal",
        "deal at random, one deal per line",
        "deal at random: a session that has just begun, with its cards",
        "examples:\n  clumond deal --seed 7 --diagram\n"
        "  clumond deal --hold F=AK.AK.. --hold R=..AK. --count 3",
        game_follows=True,
    ),
    Command(
        "puzzle",
        "print today's puzzle, or with --level, --count or --seed others, drawn at random: all"
        " hands are open, and only one card is right; clumond web lets you play them",
        "",
        "examples:\n  clumond puzzle\n  clumond puzzle --level hard --count 5\n"
        "  clumond puzzle --seed 7 --svg puzzle.svg\n"
        "  clumond puzzle 2j6r4fc30r5347ww2khwm1tg0 --solution",
    ),
    Command(
        "batch",
        "answer a file of questions, one JSON object per line (docs/batches.md); an interrupted run"
        " resumes",
        "",
        "examples:\n  clumond deal --count 1000 --hands --format json >hands.jsonl\n"
        "  clumond batch hands.jsonl advice.jsonl --default budget=200\n"
        "  clumond deal --count 1000 --format json >deals.jsonl\n"
        "  clumond batch deals.jsonl verdicts.jsonl --default declarer=F --default strain=NT\n"
        "exit code: 0 all answered, 1 some lines have errors, 2 the batch cannot continue,\n"
        "130 interrupted",
        has_format=False,
    ),
    Command("card", "", "write the running score card of a saved session", needs="write_sheet"),
    Command(
        "play",
        "play a session against computer players; you can save and continue it",
        epilog="examples:\n  clumond play --hands 3 --save mine.session\n"
        "  clumond play --resume mine.session\n"
        "  clumond play --seat R --scoring chips --stakes 100 --ante 3 --until-broke\n"
        "  clumond play --four-tens --record mine.clumond\n"
        "  clumond play clag     (another game; its options: clumond play clag --help)",
        has_format=False,
        game_follows=True,
    ),
    Command(
        "rules",
        "print the rules, with our own decisions marked",
        epilog="example:\n  clumond rules clag     (the rules of another game)",
        game_follows=True,
    ),
    Command(
        "web",
        "serve the page, to play, analyse and practise in your browser, and print its"
        " address (Ctrl-C ends it)",
        epilog="needs the extra web; without it this command says how to install it",
        has_format=False,
        game_follows=True,
    ),
    Command(
        "help",
        "show this help, or that of a command or game",
        epilog="examples:\n  clumond help advise\n  clumond help play clag",
        has_format=False,
    ),
)
