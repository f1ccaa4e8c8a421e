"""`clumond play`, and `clumond --game NAME play`: a session at the table, in any game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clumond_solver.base.errors import RuleError
from clumond_solver.base.files import remove_partial_files, write_atomically
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import (
    add_field,
    add_game_options,
    game_of,
    names_of,
    seed_of,
)
from clumond_solver.cli.streams import (
    accept_any_bytes,
    check_new,
    check_writable,
    file_text,
    path_exists,
    read_line,
    say,
    session_of,
    width,
)
from clumond_solver.cli.terminal_play import Terminal, default_names
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.registry import entry, name_of
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import player_at
from clumond_solver.rules.tricks import parse_seat
from clumond_solver.single_dummy.level_names import Level

if TYPE_CHECKING:
    from clumond_solver.coach.seating import Seating

_RESUMING = " (--resume continues a saved session)"


def add_options(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `play`."""
    players = entry(game).game({}).players
    add_game_options(parser, game)
    add_field(parser, "seed", help="fixes the deals (default: at random)")
    default = "at random" if game == DEFAULT_GAME else "you deal"
    parser.add_argument(
        "--seat",
        help="your seat in the first deal: forehand, middlehand, rearhand or dealer (in other games"
        f" a number, 0 = the dealer's left; default: {default})",
    )
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help="the players' names, yours first, then clockwise"
        f" (default for {players} players: {','.join(default_names(players))})",
    )
    parser.add_argument(
        "--level",
        choices=tuple(map(str, Level)),
        help="how well the others play, as on the page (default strong, or as saved)",
    )
    parser.add_argument(
        "--save", metavar="FILE", help="save the session to a file as you play (default: nowhere)"
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="continue a saved session and save it to the same file"
    )
    if game == DEFAULT_GAME:
        parser.add_argument(
            "--record", metavar="FILE", help="write the hands to a record file at the end"
        )


def run(options: argparse.Namespace) -> int:
    """Play a session with a person; save it after each of his actions, if a file is named."""
    from clumond_solver.records import write_records

    record = getattr(options, "record", None)
    session, seating = _new_or_resumed(options)
    _prepare_files(options.save, options.resume, record)
    terminal = _terminal(session, seating, options)
    accept_any_bytes()
    complete_lines(terminal.completions)
    finished = False
    if options.resume is None:
        print(f"clumond: seed {session.seed}", file=sys.stderr)
    try:
        finished = terminal.play()
    finally:
        terminal.save()
        if not finished:
            say(f"\n{terminal.score_sheet()}")
            if terminal.file is not None:
                say(f"saved in {terminal.file}: --resume {terminal.file} continues it")
        if record is not None and terminal.records_so_far():
            write_records(terminal.records_so_far(), record)
    return OK


def _prepare_files(save: str | None, resume: str | None, record: str | None) -> None:
    """Check the files to write, and remove what writing them left when it was cut short."""
    if record is not None:
        check_new(record)
        if record == save:
            raise RuleError(f"{record}: --save and --record need a file each")
    if save is not None and save != resume:
        check_new(save, _RESUMING)
    for name in (save, resume, record):
        if name is not None:
            remove_partial_files(name)


def _terminal(session: Session[Any], seating: Seating, options: argparse.Namespace) -> Terminal:
    from clumond_solver.coach.table import Table
    from clumond_solver.single_dummy.engines import engine_of

    person, file = seating.person, options.save or options.resume
    written = "" if options.resume is None else file_text(options.resume)
    engine = engine_of(name_of(session.game))
    return Terminal(
        Table(session, person, [engine.player(level) for level in seating.levels]),
        read_line,
        say,
        write=_Writer(session, seating, file, written),
        file=file,
        width=width(),
        names=_with_small_you(seating.names[person:] + seating.names[:person]),
        styles=seating.styles,
    )


@dataclass
class _Writer:
    """Writes a session to the file that has it, or to a new one, which has it from then on.

    file     the file that has it, if any.
    written  the text that was read from that file or written to it last.
    """

    session: Session[Any]
    seating: Seating
    file: str | None
    written: str

    def __call__(self, name: str) -> None:
        """Write; RuleError for another file that exists, and if another program has changed its."""
        from clumond_solver.coach.seating import seated_text

        if name != self.file:
            check_new(name, _RESUMING)
        else:
            check_writable(name)
            if path_exists(name) and file_text(name) != self.written:
                raise RuleError(
                    f"{name}: another program has changed it: --resume continues from there"
                )
        seen = self.session.standing.deals
        self.written = seated_text(self.session, replace(self.seating, seen=seen))
        write_atomically(name, self.written.encode())
        self.file = name


def _with_small_you(names: Sequence[str]) -> tuple[str, ...]:
    """The names as the terminal's sentences need them: the page writes "You"."""
    return tuple("you" if name.lower() == "you" else name for name in names)


def _new_or_resumed(options: argparse.Namespace) -> tuple[Session[Any], Seating]:
    """The session to play, and who sits at its table."""
    from clumond_solver.coach.seating import Seating, written_seating

    if options.resume is not None:
        _check_resumed_as_saved(options)
        session = session_of(options.resume, options.game_name)
        if session.is_finished:
            raise RuleError(f"the session in {options.resume} is finished")
        seating = written_seating(file_text(options.resume), session)
    else:
        session = Session(game_of(options), seed_of(options))
        seating = Seating.usual(session.game.players)
    players = session.game.players
    person = seating.person
    if options.seat is not None:
        seat = parse_seat(options.seat, players)
        person = player_at(seat, session.standing.first_dealer, players)
    names = _with_person(seating.names, seating.person, person)
    if options.names is not None or options.resume is None:
        given = names_of(options.names, players) or default_names(players)
        names = given[players - person :] + given[: players - person]
    levels = seating.levels
    if options.level is not None or options.resume is None:
        levels = (Level(options.level or Level.STRONG),) * players
    return session, replace(seating, person=person, names=names, levels=levels)


def _check_resumed_as_saved(options: argparse.Namespace) -> None:
    """RuleError if an option says how a session begins, and it has begun."""
    for name, value in vars(options).items():
        if value is not None and (name == "seed" or name.startswith("option_")):
            flag = name.removeprefix("option_").replace("_", "-")
            raise RuleError(f"--{flag} is for a new session: {options.resume} goes on as it began")


def _with_person(names: Sequence[str], before: int, now: int) -> tuple[str, ...]:
    """The names of the players when the person takes another's place."""
    moved = list(names)
    moved[before], moved[now] = moved[now], moved[before]
    return tuple(moved)


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
