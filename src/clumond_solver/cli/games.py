"""`clumond --game clag|clubs|clabberjass`: deal, show, play and advise in the other games."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from clumond_solver.cards import Card, Hand
from clumond_solver.cli.arguments import Parser, read_by, seed_number, whole_number
from clumond_solver.cli.inputs import (
    STANDARD_INPUT,
    check_writable,
    file_text,
    is_file,
    random_seed,
    read_line,
    standard_input,
)
from clumond_solver.cli.output import OK, say, width
from clumond_solver.display import text
from clumond_solver.errors import NotationError, RuleError, SearchError
from clumond_solver.games.clabberjass import FIRST_CARDS, ClabberjassGame, ClabberjassState
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clag.schemes import DealRules, Trumps
from clumond_solver.games.registry import CLAG_SCHEMES, describe, new_game
from clumond_solver.games.saved import parse_session, session_text
from clumond_solver.packs import Pack
from clumond_solver.rules.actions import Action, parse_action
from clumond_solver.rules.game import Game, Session
from clumond_solver.rules.states import TrickState
from clumond_solver.seen.any_game import View
from clumond_solver.system.whole_files import write_whole

StateT = TypeVar("StateT", bound=TrickState)
OTHER_GAMES = ("clag", "clubs", "clabberjass")
_PLAYER_OPTIONS = ("players", "scheme")


def new_parser(game: str) -> Parser:
    """The parser of the commands for one of the other games."""
    parser = Parser(
        prog=f"clumond --game {game}",
        description=f"{game.capitalize()}: deal, look at a saved session, play, ask for advice.",
        epilog=f"Example: clumond --game {game} deal --seed 7 | clumond --game {game} advise -",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, about in _ABOUT.items():
        command = commands.add_parser(name, help=about, description=f"{about.capitalize()}.")
        command.set_defaults(command=name, game=game)
        _ADD[name](command, game)
    return parser


_ABOUT = {
    "deal": "deal at random: a session that has just begun, with its cards",
    "show": "draw a saved session: the score sheet and the deal under way",
    "play": "play a session against engine players; it can be saved and gone on with",
    "advise": "tell what to do: in a saved session, or with a hand in mind",
}


def _add_deal(parser: argparse.ArgumentParser, game: str) -> None:
    _add_game_options(parser, game)
    parser.add_argument("--seed", type=seed_number, help="fixes the deals (default: at random)")


def _add_show(parser: argparse.ArgumentParser, game: str) -> None:
    parser.add_argument("file", help="a saved session, or - for standard input")
    parser.add_argument(
        "--seat", type=whole_number, help="show what this seat knows (default: all hands)"
    )


def _add_play(parser: argparse.ArgumentParser, game: str) -> None:
    _add_game_options(parser, game)
    parser.add_argument("--seed", type=seed_number, help="fixes the deals (default: at random)")
    parser.add_argument(
        "--seat", type=whole_number, default=0, help="your seat in the first deal (default 0)"
    )
    _add_iterations(parser)
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved session")
    parser.add_argument("--save", metavar="FILE", help="write the session to a file at the end")


def _add_advise(parser: argparse.ArgumentParser, game: str) -> None:
    hand = "a saved session, or - for standard input"
    turned = f"the card turned up{' (default: no trumps)' if game == 'clag' else ''}"
    if game == "clubs":
        parser.add_argument("what", nargs="+", help=hand)
    else:
        parser.add_argument("what", nargs="+", help=f"a hand; or {hand}")
        parser.add_argument("--turned", type=read_by(Card.parse), help=turned)
    if game == "clag":
        parser.add_argument("--players", type=whole_number, help="(default 4)")
        parser.add_argument(
            "--said", default="", metavar="1,0", help="the nominations before yours, in order"
        )
    if game == "clabberjass":
        parser.add_argument(
            "--said", default="", metavar="CALLS", help="the calls before yours: pass,pass"
        )
    _add_iterations(parser)
    parser.add_argument("--seed", type=seed_number, default=0, help="(default 0)")


def _add_game_options(parser: argparse.ArgumentParser, game: str) -> None:
    if game != "clabberjass":
        parser.add_argument("--players", type=whole_number, help="(default 4)")
    if game == "clag":
        parser.add_argument("--scheme", choices=CLAG_SCHEMES, help="(default foss)")


def _add_iterations(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--iterations",
        type=whole_number,
        default=3000,
        help="deals that an engine imagines for an action (default 3000)",
    )


_ADD: Mapping[str, Callable[[argparse.ArgumentParser, str], None]] = {
    "deal": _add_deal,
    "show": _add_show,
    "play": _add_play,
    "advise": _add_advise,
}


def _game_of(options: argparse.Namespace) -> Game[Any]:
    given = {name: getattr(options, name, None) for name in _PLAYER_OPTIONS}
    return new_game(options.game, {name: str(v) for name, v in given.items() if v is not None})


def _session_of(name: str, game: str) -> Session[Any]:
    session = parse_session(standard_input() if name == STANDARD_INPUT else file_text(name))
    saved = describe(session.game).split()[0]
    if saved != game:
        raise RuleError(f"{name} is a session of {saved}, not of {game}")
    return session


def _deal(options: argparse.Namespace) -> int:
    session = Session(_game_of(options), _seed(options))
    say(f"{session_text(session)}{_commented(_deal_page(session.state))}")
    return OK


def _seed(options: argparse.Namespace) -> int:
    return random_seed() if options.seed is None else int(options.seed)


def _commented(page: str) -> str:
    return "\n".join(f"% {line}".rstrip() for line in page.splitlines())


def _show(options: argparse.Namespace) -> int:
    session = _session_of(options.file, options.game)
    if session.standing.rows:
        say(f"{text.score_sheet_text(session.standing)}\n")
    if not session.is_finished:
        say(_deal_page(session.state, options.seat))
    return OK


def _deal_page(state: TrickState, seat: int | None = None) -> str:
    """The hands, as far as a seat knows them or all, what was said and shown, and whose turn."""
    players = state.layout.players
    viewer = 0 if seat is None else seat
    if not 0 <= viewer < players:
        raise RuleError(f"no seat {viewer} among {players} players")
    seats = range(players) if seat is None else [seat]
    lines = [f"seat {each}: {_hand_line(state, each)}" for each in seats]
    for event in state.observation(viewer).events:
        lines.append(event.what if event.seat is None else f"seat {event.seat}: {event.what}")
    lines.append("the deal is over" if state.turn is None else f"seat {state.turn} is to act")
    return "\n".join(lines)


def _hand_line(state: TrickState, seat: int) -> str:
    hand = state.observation(seat).hand
    return "may not look at his cards" if hand is None else hand.pretty()


def _play(options: argparse.Namespace) -> int:
    from clumond_solver.play.table import SearchEngine, Table
    from clumond_solver.play.terminal import Game as Terminal

    _check_iterations(options)
    if options.save is not None:
        check_writable(options.save)
    if options.resume is not None:
        session = _session_of(options.resume, options.game)
    else:
        session = Session(_game_of(options), _seed(options))
    if not 0 <= options.seat < session.game.players:
        raise RuleError(f"no seat {options.seat} among {session.game.players} players")
    person = (session.standing.first_dealer + 1 + options.seat) % session.game.players
    table = Table(session, person, SearchEngine(options.iterations))
    terminal = Terminal(table, read_line, say, width())
    try:
        terminal.play()
    finally:
        say(f"\n{terminal.score_sheet()}")
        if options.save is not None:
            write_whole(options.save, session_text(session).encode())
    return OK


def _check_iterations(options: argparse.Namespace) -> None:
    if options.iterations < 1:
        raise SearchError(f"{options.iterations} iterations: 1 or more")


def _advise(options: argparse.Namespace) -> int:
    from clumond_solver.single_dummy.any_game import choose_action

    _check_iterations(options)
    view = _view_of(options)
    choice = choose_action(view, iterations=options.iterations, seed=options.seed)
    say(f"seat {view.seat}: {choice.action}")
    values = sorted(choice.values.items(), key=lambda each: (-each[1].visits, -each[1].value))
    if values:
        rows = [[str(action), f"{v.value:+.2f}", str(v.visits)] for action, v in values]
        heads = ["action", "gain over the others", "tried"]
        say(f"\n{text.table_text(heads, rows, right={1, 2})}")
    return OK


def _view_of(options: argparse.Namespace) -> View:
    """What the seat to act knows: in a saved session, or with the hand that was typed."""
    words: Sequence[str] = options.what
    if words == [STANDARD_INPUT] or (len(words) == 1 and is_file(words[0])):
        session = _session_of(words[0], options.game)
        if session.is_finished:
            raise RuleError("the session is finished: there is nothing to do")
        state: TrickState = session.state
    elif options.game == "clubs":
        raise NotationError("no such file (advice on Clubs needs a saved session)", words[0])
    else:
        state = _imagined(Hand.parse(" ".join(words)), options)
    turn = state.turn
    if turn is None:
        raise RuleError("the deal is over: there is nothing to do")
    return View.of(state, turn)


def _imagined(hand: Hand, options: argparse.Namespace) -> TrickState:
    """A deal in which the seat to act holds this hand; all that it cannot see is arbitrary."""
    make = _imagined_clag if options.game == "clag" else _imagined_clabberjass
    said = [word for word in options.said.split(",") if word.strip()]
    return make(hand, options.turned, said, options)


def _imagined_clag(
    hand: Hand, turned: Card | None, said: Sequence[str], options: argparse.Namespace
) -> ClagState:
    game = new_game("clag", {} if options.players is None else {"players": str(options.players)})
    players, seat = game.players, len(said)
    if seat >= players:
        raise RuleError(f"{seat} nominations before yours, but {players} players")
    trumps = Trumps.FIXED if turned is None else Trumps.TURNED
    rules = DealRules(str(len(hand)), len(hand), trumps=trumps)
    stock = _others(game.pack, hand, turned)
    stacks = [stock[each * len(hand) : (each + 1) * len(hand)] for each in range(players - 1)]
    stacks.insert(seat, list(hand))
    dealt = [card for stack in stacks for card in stack]
    rest = stock[(players - 1) * len(hand) :]
    state = ClagState([*dealt, *([] if turned is None else [turned]), *rest], players, rules)
    return _after(state, [parse_action(f"nominate {word.strip()}") for word in said])


def _imagined_clabberjass(
    hand: Hand, turned: Card | None, said: Sequence[str], options: argparse.Namespace
) -> ClabberjassState:
    if turned is None:
        raise NotationError("say which card is turned up with --turned", str(hand))
    if len(hand) != FIRST_CARDS:
        raise RuleError(f"{len(hand)} cards: trump is called on {FIRST_CARDS}")
    stock = _others(ClabberjassGame.pack, hand, turned)
    hands = [list(hand), stock[:FIRST_CARDS]]
    if len(said) % 2:
        hands.reverse()
    state = ClabberjassState([*hands[0], *hands[1], turned, *stock[FIRST_CARDS:]])
    return _after(state, [parse_action(word.strip()) for word in said])


def _others(pack: Pack, hand: Hand, turned: Card | None) -> list[Card]:
    pack.check_holds(hand, "the hand")
    if turned is not None:
        pack.check_holds(Hand.of(turned), "the card turned up")
        if turned in hand:
            raise RuleError(f"{turned} is turned up and in the hand: each card is dealt once")
    seen = hand if turned is None else hand.with_card(turned)
    return list(pack.cards - seen)


def _after(state: StateT, actions: Sequence[Action]) -> StateT:
    for action in actions:
        state.push(action)
    return state


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "deal": _deal,
    "show": _show,
    "play": _play,
    "advise": _advise,
}
