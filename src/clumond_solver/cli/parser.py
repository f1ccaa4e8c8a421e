"""The command's parser, and the options that several commands have."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from importlib import import_module
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from clumond_solver.base.errors import ClumondError, NotationError, RuleError, missing_extra
from clumond_solver.base.numbers import whole_number as parse_whole_number
from clumond_solver.base.stopping import checked_threads
from clumond_solver.base.version import __version__
from clumond_solver.base.wording import capital
from clumond_solver.cli.commands import COMMANDS, Command
from clumond_solver.cli.exit_codes import BAD_INPUT
from clumond_solver.cli.streams import (
    complain,
    encodable,
    in_plain_words,
    random_seed,
    say_json,
    width,
)
from clumond_solver.display.text.layout import wrapped
from clumond_solver.games import DEFAULT_GAME

if TYPE_CHECKING:
    from clumond_solver.games.registry import Entry
    from clumond_solver.rules.game import Game

_Value = TypeVar("_Value")
_OPTION = re.compile(r"--?[A-Za-z][^ ]*")
_VOID = re.compile(r"-+[.,;\s]")
SESSION_HELP = "a saved session, or - for standard input"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, which points to the help of the command in question.

    help_as_json  whether it prints its help as JSON.
    """

    help_as_json = False

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
            name, _, _ = word.partition("=")
            if not _OPTION.fullmatch(name):
                continue
            options = self._option_string_actions
            known = (
                name in options if name == "--game" else any(o.startswith(name) for o in options)
            )
            if not known:
                if word == "--game" == args[-1]:
                    self.error("argument --game: expected one argument")
                advice = " (one game can be named)" if name == "--game" else ""
                self.error(f"unrecognized arguments: {name}{advice}")

    def _parse_optional(self, arg_string: str) -> Any:
        """None for a hand whose first suit is a void: its dash begins no option."""
        return None if _VOID.match(arg_string) else super()._parse_optional(arg_string)

    def print_help(self, file: Any = None) -> None:
        """Print the help, or its lines as JSON."""
        if self.help_as_json:
            say_json({"lines": self.format_help().splitlines()})
        else:
            super().print_help(file)

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
    # A command that has no such option starts without what its defaults need.
    from clumond_solver.questions.fields import FIELDS

    field = FIELDS[name]
    said = {"help": field.help, "metavar": field.metavar, "choices": field.choices or None} | how
    default = said.get("default")
    if default is not None:
        said["help"] += f" (default {default})"
    option = f"--{name.replace('_', '-')}"
    if field.is_flag:
        parser.add_argument(option, *flags, action="store_true", help=field.help)
        return
    parser.add_argument(option, *flags, type=argument_type(field.parse), **said)


class _Renamed(argparse.Action):
    """An option that has another name now."""

    def __init__(self, option_strings: Sequence[str], dest: str, new: str) -> None:
        super().__init__(option_strings, dest, nargs="?", help=argparse.SUPPRESS)
        self._new = new

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        parser.error(f"the option {self.option_strings[0]} is now called {self._new}")


def add_renamed(parser: Any, old: str, new: str) -> None:
    """Let the old name of an option end in an error that says the new one."""
    parser.add_argument(old, action=_Renamed, new=new, dest=argparse.SUPPRESS)


whole_number = argument_type(parse_whole_number)
# Arguments that name files, by their names in the help.
_FILES = {"FILE", "file", "thing", "source", "target"}


def _completion_script(parser: Parser, shell: str) -> str:
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


def _with_commands(parser: Parser) -> Iterator[Parser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.values()


def commands_of(game: str) -> dict[Command, str]:
    """The commands of a game, each with what it does there.

    >>> [command.name for command in commands_of("clubs")][:4]
    ['advise', 'solve', 'review', 'show']
    """
    about = ((command, _about(command, game)) for command in COMMANDS)
    return {command: what for command, what in about if what}


def _about(command: Command, game: str) -> str:
    if game == DEFAULT_GAME:
        # Clumond's own commands do without the registry and the rules of every game.
        return command.about
    if command.needs is not None and getattr(_entry(game), command.needs) is None:
        return ""
    return command.about if command.other_games is None else command.other_games


def _entry(game: str) -> Entry:
    from clumond_solver.games.registry import entry

    return entry(game)


def new_parser(
    game: str, named: str = "", words: Sequence[str] = (), *, help_as_json: bool = False
) -> Parser:
    """The parser of a game's commands; errors end the process with one line and code 2.

    ``named`` is how the command line named the game; for Clumond it may be left out. Of the
    commands only those among the ``words`` to be parsed, if there are any, get their options, since
    some defaults take long to load.
    """
    if named:
        example = f"clumond --game {named} deal --seed 7 | clumond --game {named} advise -"
        entry = _entry(game)
        about = entry.words.about or f"{entry.make().name}: play it, and ask the engine."
        parser = Parser(
            prog=f"clumond --game {named}", description=about, epilog=f"Example: {example}"
        )
    else:
        parser = Parser(
            prog="clumond",
            description="Clumond: what a hand is worth, what can be forced, what was played.",
            epilog='Example: clumond advise "AK8732.AK974.KJ4.Q3"   (spades.hearts.diamonds.clubs)',
        )
        _add_global_options(parser, game)
    listed = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command, about in commands_of(game).items():
        aliases = (command.alias,) if command.alias else ()
        subparser = listed.add_parser(
            command.name,
            aliases=aliases,
            help=about,
            description=wrapped(f"{capital(about)}.", width() - 2),
            # Examples are of Clumond.
            epilog="" if named and command.epilog.startswith("example") else command.epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        subparser.set_defaults(game_name=game, parser=subparser)
        if not words or not {command.name, *aliases}.isdisjoint(words):
            _complete(subparser, command, game)
    for with_help in _with_commands(parser):
        with_help.help_as_json = help_as_json
    return parser


def _complete(parser: Parser, command: Command, game: str) -> None:
    """Load a command's module, and give the command's parser its options and what it runs."""
    module = import_module(f"clumond_solver.cli.{command.name}_command")
    is_other = game != DEFAULT_GAME and command.other_games is not None
    suffix = "_any_game" if is_other else ""
    getattr(module, f"add_options{suffix}")(parser, game)
    if command.has_format:
        _add_format(parser)
    parser.set_defaults(run=getattr(module, f"run{suffix}", None))


def _add_global_options(parser: Parser, game: str) -> None:
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
        parser_of_all=partial(new_parser, game),
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
        print(_completion_script(self._parser_of_all(), values), flush=True)
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


def add_search(parser: Parser, time_default: str = "", threads_default: str = "") -> None:
    """Add the options that limit a search, and progress; the defaults are words for the help."""
    add_time(parser, time_default)
    parser.add_argument(
        "--memory",
        type=number_of_bytes,
        metavar="SIZE",
        help="memory cap of the solver, such as 64M",
    )
    parser.add_argument(
        "--threads",
        type=argument_type(lambda word: checked_threads(parse_whole_number(word))),
        metavar="COUNT",
        help=f"threads that search at the same time (default: one per processor,"
        f" fewer if memory is short{threads_default})",
    )
    add_progress(parser)


def add_parameters(
    parser: Parser, function: Callable[..., object], without: Collection[str], **helps: str
) -> None:
    """Add an option for each parameter of a function but some; ``helps`` replace their rows'."""
    from clumond_solver.questions.fields import parameters_of

    for name, default in parameters_of(function).items():
        if name not in without:
            said = {"help": helps[name]} if name in helps else {"default": default}
            add_field(parser, name, **said)


def add_game_options(parser: argparse._ActionsContainer, game: str) -> None:
    """Add a game's options, on which the players of a table agree."""
    for option in _entry(game).options:
        choices = option.choices or (("yes", "no") if option.kind == "yes or no" else None)
        flag: dict[str, Any] = {"nargs": "?", "const": "yes"} if choices == ("yes", "no") else {}
        parser.add_argument(
            f"--{option.name.replace('_', '-')}",
            dest=f"option_{option.name}",
            default=None,
            choices=choices,
            metavar=None if choices else option.name.upper(),
            help=f"{option.help.rstrip('.')} (default {option.default_text})".replace("%", "%%"),
            **flag,
        )


def game_of(options: argparse.Namespace) -> Game[Any]:
    """The game with the given options; RuleError for one that does not count beside the others."""
    from clumond_solver.games.registry import describe

    known = _entry(options.game_name)
    given = {
        option.name: word
        for option in known.options
        if (word := getattr(options, f"option_{option.name}", None)) is not None
    }
    game: Game[Any] = known.game(given)
    for name in given:
        need = known.words.counts_with.get(name)
        if need is not None and need not in describe(game).split():
            flag, condition = name.replace("_", "-"), need.replace("=", " ")
            raise RuleError(f"--{flag} counts only with --{condition}")
    return game


def seed_of(options: argparse.Namespace) -> int:
    """The given seed, or one at random."""
    return random_seed() if options.seed is None else int(options.seed)


def names_of(word: str | None, players: int) -> tuple[str, ...]:
    """The players' names in a word, () for None; NotationError unless all names differ."""
    if word is None:
        return ()
    names = tuple(name.strip() for name in word.split(","))
    if len(names) != players or len(set(names)) < players or not all(names):
        raise NotationError(f"{players} different names, with commas between them", word)
    return names


def number_of_bytes(word: str) -> int:
    """A number of bytes, with K, M or G for powers of 1024."""
    size = re.fullmatch(r"\s*([0-9]{1,15})\s*([KMG]?)(i?B)?\s*", word, re.IGNORECASE)
    if size is None:
        raise argparse.ArgumentTypeError(
            f"{word!r} is not a size: a number of bytes, or with K, M or G, such as 64M"
        )
    return int(size[1]) << {"": 0, "K": 10, "M": 20, "G": 30}[size[2].upper()]
