"""`clumond advise`: on a hand of Clumond, and on what to do in a session of any game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from clumond_solver.base.cards import Card, Hand, Rank
from clumond_solver.base.efforts import DEFAULT_ITERATIONS, GAMES_PER_ACTION, MOST_ITERATIONS
from clumond_solver.base.errors import DealError, NotationError, RuleError
from clumond_solver.base.stopping import check_seconds, processors
from clumond_solver.base.wording import percent
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import (
    SESSION_HELP,
    Parser,
    add_field,
    add_game_options,
    add_parameters,
    add_progress,
    add_renamed,
    add_time,
    argument_type,
    game_of,
    whole_number,
)
from clumond_solver.cli.streams import (
    STANDARD_INPUT,
    ProgressLine,
    file_or_input,
    input_texts,
    is_file,
    is_missing_file,
    lines_of,
    reading_line,
    say_result,
    session_in,
    session_of,
    width,
)
from clumond_solver.display.text.advice import advice_text
from clumond_solver.display.text.layout import table_text, wrapped
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play, parse_position
from clumond_solver.games.clumond.scoring import DEFAULT_POT, Agreement, Terms
from clumond_solver.games.registry import HandAdvice, entry
from clumond_solver.games.session_lines import is_session
from clumond_solver.questions.fields import FIELDS, parameters_of

if TYPE_CHECKING:
    from clumond_solver.games.sessions import Session
    from clumond_solver.results import Advice
    from clumond_solver.rules.states import TrickState


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `advise` for Clumond."""
    from clumond_solver.single_dummy.clumond.advice import advise

    parser.add_argument(
        "hand",
        nargs="+",
        help=f"{FIELDS['hand'].help}, or with labelled suits, or as a list; - reads a hand per line"
        " from standard input",
    )
    pot_help = f"{FIELDS['pot'].help} (default {DEFAULT_POT})"
    add_parameters(parser, advise, {"hand", "budget", "time"}, pot=pot_help)
    add_field(parser, "budget", default=parameters_of(advise)["budget"])
    add_renamed(parser, "--games", "--budget")
    add_field(parser, "time", help="play no further games after this long (not reproducible)")
    add_progress(parser)


def run(options: argparse.Namespace) -> int:
    """Print advice on a hand, or on what to do in a session."""
    if options.hand == [STANDARD_INPUT] or is_file(options.hand):
        from clumond_solver.records.record import holds_records

        given = file_or_input(options.hand[0])
        if is_session(given):
            return _advise_in_session(given, options.hand[0], options)
        if holds_records(given):
            raise RuleError("records: clumond review says what was better in them")
        texts = lines_of(given)
    else:
        texts = input_texts(options.hand)
    for number, text in texts:
        with reading_line(number, text):
            hand = _hand_of(text)
        _advise_one(hand, options)
    return OK


def _hand_of(text: str) -> Hand:
    """The hand of a text; RuleError for a deal."""
    position = parse_position(text) if ":" in text and text.count(" ") > 1 else None
    if isinstance(position, Deal | Play):
        raise RuleError("three hands: advice is on one (clumond deal --hands), or clumond solve")
    hand = Hand.parse(text)
    _check_no_ten(hand)
    return hand


def _advise_one(hand: Hand, options: argparse.Namespace) -> None:
    from clumond_solver.single_dummy.clumond.advice import advise
    from clumond_solver.single_dummy.clumond.playouts import who_plays

    agreement = _agreement(options)
    names = parameters_of(advise).keys() - {"hand", *Terms.__annotations__}
    given: dict[str, Any] = {name: getattr(options, name) for name in names}
    progress = ProgressLine(options.progress)
    advice: Advice | None = None

    def keep_latest(so_far: Advice) -> None:
        nonlocal advice
        advice = so_far

    def show_progress(games: int, most: int) -> None:
        if advice is not None:
            chance = advice.estimates[advice.best].p
            progress.show_count(games, most, f"games: {advice.best.symbol} {percent(chance)}")

    try:
        advice = advise(
            hand,
            agreement=agreement,
            threads=processors(),
            progress=show_progress,
            watch=keep_latest,
            **given,
        )
    finally:
        progress.clear()
        if advice is not None:
            page = advice_text(
                advice,
                hand,
                seat=options.seat,
                agreement=agreement,
                prefer=options.prefer,
                players=who_plays(options.style, options.opponents, options.seat),
                width=width(),
            )
            say_result(options, advice, f"{page}\n", hand=hand, seat=options.seat)


def _check_no_ten(hand: Hand) -> None:
    if Rank.TEN in {card.rank for card in hand}:
        raise DealError(
            f"the hand {hand} holds a ten, and Clumond is played without; in Four Tens leave the"
            ' tens out of the hand and say where they lie, such as --tens "F=CD M=H common=S"'
        )


def _agreement(options: argparse.Namespace) -> Agreement:
    if options.pot is not None and options.scoring == "paper":
        raise RuleError("--pot counts only with --scoring chips")
    pot = DEFAULT_POT if options.pot is None else options.pot
    return Agreement(options.scoring, pot, options.par, options.tens)


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `advise`."""
    advice = entry(game).hand_advice or HandAdvice()
    parser.add_argument("what", nargs="+", help=f"a hand; or {SESSION_HELP}")
    with_a_hand = parser.add_argument_group("with a hand")
    with_a_hand.add_argument("--turned", type=argument_type(Card.parse), help=advice.turned_help)
    with_a_hand.add_argument(
        "--said",
        metavar="CALLS",
        help=f"the calls before yours: {advice.calls}; ? for one made unseen",
    )
    with_a_hand.add_argument(
        "--deal",
        type=whole_number,
        metavar="NUMBER",
        help="which deal of a session, from 1 (default: the first that fits)",
    )
    add_game_options(with_a_hand, game)
    parser.add_argument(
        "--iterations",
        type=whole_number,
        default=DEFAULT_ITERATIONS,
        help="deals searched for what the games then compare, at most"
        f" {MOST_ITERATIONS:,} (default {DEFAULT_ITERATIONS})",
    )
    parser.add_argument(
        "--games-per-action",
        type=whole_number,
        default=GAMES_PER_ACTION,
        help="games after each of the best choices, which decide (twice as many, more where it"
        f" is close); 0: the search decides (default {GAMES_PER_ACTION})",
    )
    add_renamed(parser, "--games", "--games-per-action")
    add_time(parser)
    add_field(parser, "seed", default=0)


def run_any_game(options: argparse.Namespace) -> int:
    """Print the best action, and why."""
    check_seconds(options.time)
    effort = {name: getattr(options, name) for name in ("iterations", "games_per_action", "time")}
    return _advise_on(*_state_of(options), options, **effort)


def _advise_in_session(written: str, name: str, options: argparse.Namespace) -> int:
    """Print the best action in a session of Clumond, and why, against those who sit there."""
    from clumond_solver.coach.seating import written_summary
    from clumond_solver.single_dummy.clumond.advice import advise

    if options.style != parameters_of(advise)["style"]:
        raise RuleError("--style goes with a hand: a hint is for one who follows every hint")
    session = session_in(written, name, options.game_name)
    opponents, table = options.opponents, written_summary(written)
    if opponents is None and table is not None:
        opponents = table[1].styles(session.standing.dealer)
    return _advise_on(*_to_act(session), options, opponents=opponents)


def _advise_on(
    state: TrickState,
    turn: int,
    options: argparse.Namespace,
    **effort: Any,
) -> int:
    from clumond_solver.coach.hints import hint
    from clumond_solver.display.text.actions import action_text
    from clumond_solver.knowledge.views import View

    view = View.of(state, turn)
    given = hint(view, seed=options.seed, **effort)
    page = f"{state.seat_name(turn)}: {action_text(given.action, state.verb_of)}"
    if given.reason:
        page += f"\n{wrapped(given.reason, width())}"
    if given.values:
        rows = [
            [action_text(action, state.verb_of), given.value_text(action)]
            for action in given.values
        ]
        page += f"\n\n{table_text(['action', given.unit], rows, right={1})}"
    say_result(options, {"seat": turn, **given.to_dict()}, page)
    return OK


def _state_of(options: argparse.Namespace) -> tuple[TrickState, int]:
    """The deal of a saved session, or one with the given hand; and the seat to act."""
    from clumond_solver.cli.typed_words import parse_typed
    from clumond_solver.knowledge.asked_hands import state_with_hand

    words: Sequence[str] = options.what
    if words == [STANDARD_INPUT] or is_file(words):
        _refuse_with_session(options)
        return _to_act(session_of(words[0], options.game_name))
    if is_missing_file(words[0]):
        raise NotationError("no such file, and no hand", words[0])
    state = state_with_hand(
        game_of(options),
        Hand.parse(" ".join(words)),
        deal=options.deal,
        turned=options.turned,
        said=options.said or (),
        parse=parse_typed,
    )
    return state, state.seat_to_act


def _refuse_with_session(options: argparse.Namespace) -> None:
    """RuleError for what a session says itself."""
    of_game = (f"option_{option.name}" for option in entry(options.game_name).options)
    for name in ("turned", "said", "deal", *of_game):
        if getattr(options, name) is not None:
            flag = name.removeprefix("option_").replace("_", "-")
            raise RuleError(f"--{flag} goes with a hand: a session has its own rules and calls")


def _to_act(session: Session[Any]) -> tuple[TrickState, int]:
    """The deal under way, and the seat to act."""
    if session.is_finished:
        raise RuleError("the session is finished: there is nothing to do")
    return session.state, session.state.seat_to_act
