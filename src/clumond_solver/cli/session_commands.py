"""Commands about sessions of any game: deal, show, advise, solve, verify, card, review."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.efforts import DEFAULT_ITERATIONS, GAMES_PER_CARD, MOST_ITERATIONS
from clumond_solver.base.errors import NotationError, RuleError, SearchError
from clumond_solver.base.files import write_atomically
from clumond_solver.base.stopping import check_seconds, processors
from clumond_solver.base.wording import counted
from clumond_solver.cli.arguments import (
    add_deal_number,
    add_field,
    add_html,
    add_progress,
    add_time,
    argument_type,
    whole_number,
)
from clumond_solver.cli.inputs import (
    STANDARD_INPUT,
    check_new,
    is_missing_file,
    naming_file,
    path_exists,
)
from clumond_solver.cli.output import CHECK_FAILED, OK, ProgressLine, say_result, width
from clumond_solver.cli.play_command import (
    add_options,
    game_of,
    input_text,
    names_of,
    seat_number,
    seed_of,
    session_in,
    session_of,
)
from clumond_solver.cli.typed_words import parse_typed
from clumond_solver.coach.seating import Seating, written_summary
from clumond_solver.display import json_data, text
from clumond_solver.games.registry import Entry, words_of
from clumond_solver.games.sessions import Session, is_session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.game import player_at
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike

if TYPE_CHECKING:
    from clumond_solver.results import Review
    from clumond_solver.web.reviews import ReviewShown

SESSION_HELP = "a saved session, or - for standard input"
# Heads, rows, and by card the lead after it.
_OpenTable = tuple[list[str], list[list[Any]], Mapping[str, int]]


def add_deal(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `deal`."""
    add_options(parser, game.options)
    add_field(parser, "seed", help="fixes the deals (default: at random)")


def add_show(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `show`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument("--seat", help="show only what this seat knows (default: all hands)")


def add_advise(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `advise`."""
    if game.hand_advice is None:
        parser.add_argument("what", nargs="+", help=SESSION_HELP)
    else:
        parser.add_argument("what", nargs="+", help=f"a hand; or {SESSION_HELP}")
        parser.add_argument(
            "--turned", type=argument_type(Card.parse), help=game.hand_advice.turned_help
        )
        parser.add_argument(
            "--said",
            default="",
            metavar="CALLS",
            help=f"the calls before yours: {game.hand_advice.calls}",
        )
        add_options(parser, [o for o in game.options if o.name in game.hand_advice.options])
    parser.add_argument(
        "--iterations",
        type=whole_number,
        default=DEFAULT_ITERATIONS,
        help="deals searched for what the games then compare, at most"
        f" {MOST_ITERATIONS:,} (default {DEFAULT_ITERATIONS})",
    )
    parser.add_argument(
        "--games",
        type=whole_number,
        default=GAMES_PER_CARD,
        help="games after each of the best choices, which decide (twice as many, more where it"
        f" is close); 0: the search decides (default {GAMES_PER_CARD})",
    )
    add_time(parser)
    add_field(parser, "seed", default=0)


def add_solve(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `solve`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--ask",
        choices=[*_OPEN_QUESTIONS],
        default="tricks",
        help="the tricks that each seat can force against all others; the best card points"
        " (Clabberjass); or the scores of the last cards if each plays for his own score"
        " (default tricks)",
    )


def add_verify(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `verify`."""
    parser.add_argument("file", help="a score card, or - for standard input")
    add_options(parser, game.options)


def deal(options: argparse.Namespace) -> int:
    """Print a session that has just begun."""
    session = Session(game_of(options), seed_of(options))
    saved = str(session)
    say_result(options, {"session": saved}, f"{saved}{_commented(_deal_page(session.state))}")
    return OK


def _commented(page: str) -> str:
    return "\n".join(f"% {line}".rstrip() for line in page.splitlines())


def show(options: argparse.Namespace) -> int:
    """Print the score sheet and the deal under way."""
    return show_session(input_text(options.file), options.file, options, options.seat)


def show_session(
    given: str, name: str, options: argparse.Namespace, seat: str | None = None
) -> int:
    """Print the session in the text of a file: what a seat knows of it, or all."""
    session, table = session_in(given, name, options.entry), written_summary(given)
    viewer = None if seat is None else seat_number(seat, session.game.players)
    page = _session_page(session, viewer, table[1].names if table else ())
    say_result(options, {"lines": page.splitlines()}, page)
    return OK


def _session_page(session: Session[Any], seat: int | None, names: Sequence[str]) -> str:
    """The score sheet and the deal under way: what a seat knows of it, or all for None."""
    sheet = ""
    if session.standing.rows:
        words = words_of(session.game)
        heads = (words.deal, "dealer", words.label)
        sheet = f"{text.score_sheet_text(session.standing, names or None, heads=heads)}\n\n"
    if session.is_finished:
        return f"{sheet}{text.winners_text(session.standing, names or None)}\n"
    return f"{sheet}{_deal_page(session.state, seat)}"


def _deal_page(state: TrickState, seat: int | None = None) -> str:
    """A seat's hand (None: all hands), what everybody called and showed, and whose turn it is."""
    seats = range(state.layout.players) if seat is None else [seat]
    lines = [f"{state.seat_name(at)}: {_hand_line(state, at)}" for at in seats]
    for event in state.observation(seat or 0).events:
        who = "" if event.seat is None else f"{state.seat_name(event.seat)}: "
        lines.append(f"{who}{event}")
    turn = state.turn
    lines.append("the deal is over" if turn is None else f"{state.seat_name(turn)} is to act")
    return "\n".join(lines)


def _hand_line(state: TrickState, seat: int) -> str:
    hand = state.observation(seat).hand
    return "may not look at his cards" if hand is None else hand.pretty()


def advise(options: argparse.Namespace) -> int:
    """Print the best action, and why."""
    check_seconds(options.time)
    effort = {name: getattr(options, name) for name in ("iterations", "games", "time")}
    return _advise_on(*_state_of(options), options, **effort)


def advise_in_session(written: str, name: str, options: argparse.Namespace) -> int:
    """Print the best action in a session of Clumond, and why, against those who sit there."""
    session = session_in(written, name, options.entry)
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

    view = View.of(state, turn)
    given = hint(view, seed=options.seed, **effort)
    page = f"{state.seat_name(turn)}: {text.action_text(given.action, state.declare_verb)}"
    if given.reason:
        page += f"\n{text.wrapped(given.reason, width())}"
    if given.values:
        rows = [
            [text.action_text(action, state.declare_verb), given.value_text(action)]
            for action in given.values
        ]
        page += f"\n\n{text.table_text(['action', given.unit], rows, right={1})}"
    say_result(options, {"seat": turn, **given.to_dict()}, page)
    return OK


def _state_of(options: argparse.Namespace) -> tuple[TrickState, int]:
    """The deal of a saved session, or one with the given hand; and the seat to act."""
    words: Sequence[str] = options.what
    if words == [STANDARD_INPUT] or (len(words) == 1 and path_exists(words[0])):
        if getattr(options, "turned", None) or getattr(options, "said", ""):
            raise RuleError("--turned and --said go with a hand: a session has its own calls")
        return _to_act(session_of(words[0], options.entry))
    if options.entry.hand_advice is None or is_missing_file(words[0]):
        raise NotationError("no such file (advice here needs a saved session)", words[0])
    state = _state_with_hand(Hand.parse(" ".join(words)), options)
    return state, state.seat_to_act


def _to_act(session: Session[Any]) -> tuple[TrickState, int]:
    """The deal under way, and the seat to act."""
    if session.is_finished:
        raise RuleError("the session is finished: there is nothing to do")
    return session.state, session.state.seat_to_act


def _state_with_hand(hand: Hand, options: argparse.Namespace) -> TrickState:
    """A deal in which the seat to act holds this hand; the cards that it cannot see are any."""
    game = game_of(options)
    said = [word for word in options.said.split(",") if word.strip()]
    state: TrickState = options.entry.hand_advice.deal(game, hand, options.turned, len(said))
    for word in said:
        state.push(parse_typed(word, state.legal_actions, game.actions))
    if state.play is not None:
        raise RuleError("after these calls cards are played: save a session for advice on a card")
    return state


def solve(options: argparse.Namespace) -> int:
    """Print what can be forced with all cards open."""
    session = session_of(options.file, options.entry)
    if session.is_finished:
        raise RuleError("the session is finished: there is nothing to solve")
    heads, rows, margins = _OPEN_QUESTIONS[options.ask](session.state)
    page = text.table_text(heads, [[*map(str, row)] for row in rows], right={*range(1, 3)})
    if margins:
        page += "\n\nlead after " + ", ".join(f"{card} {lead:+}" for card, lead in margins.items())
    value = {"rows": [dict(zip(heads, row, strict=True)) for row in rows], "lead after": margins}
    say_result(options, value, page)
    return OK


def _tricks_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import forced_tricks

    if state.play is None:
        raise RuleError("the calls are not complete: no cards are played yet")
    rows = []
    for seat in range(state.layout.players):
        forced = forced_tricks(state.play, seat)
        exactly = " ".join(map(str, sorted(forced.exactly))) or "-"
        rows.append([state.seat_name(seat), forced.fewest, forced.most, exactly])
    return ["against all others", "at most", "at least", "exactly"], rows, {}


def _points_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import best_points

    best = best_points(state)
    rows = [
        [state.seat_name(seat), points, score]
        for seat, (points, score) in enumerate(zip(best.points, best.scores, strict=True))
    ]
    margins = {str(card): margin for card, margin in best.margins.items()}
    return ["best play", "points", "score"], rows, margins


def _scores_table(state: TrickState) -> _OpenTable:
    from clumond_solver.double_dummy.forced_scores import selfish_scores

    cards = sum(map(len, state.play.hands)) if state.play is not None else None
    if cards is None or cards > _MOST_CARDS_TRIED:
        fault = "the calls are not complete" if cards is None else f"{cards} cards are left"
        raise SearchError(f"{fault}: scores are for the last {_MOST_CARDS_TRIED} cards")
    rows = [[state.seat_name(seat), score] for seat, score in enumerate(selfish_scores(state))]
    return ["each for himself", "score"], rows, {}


def add_card(parser: argparse.ArgumentParser, game: Entry) -> None:
    """Add the options of `card`."""
    parser.add_argument("file", help=SESSION_HELP)
    parser.add_argument(
        "--names",
        metavar="NAMES",
        help="the players' names, player 0 first: Ann,Bo,Cy (default: those in the session)",
    )


def card(options: argparse.Namespace) -> int:
    """Print the running score card."""
    given = input_text(options.file)
    # A session may begin with remarks, which may have colons too.
    looks_like_card = re.match(r"[^%\n][^\n]*:", given)
    if options.entry.check_sheet and looks_like_card:
        raise NotationError(
            f"not a saved session; to check a score card: clumond --game {options.entry.name}"
            f" verify {options.file} --scheme score-card --restricted no (or as it was played)",
            options.file,
        )
    session = session_in(given, options.file, options.entry)
    players = session.game.players
    table = written_summary(given)
    names = names_of(options.names, players) or (table and table[1].names)
    numbers = tuple(f"player {number}" for number in range(players))
    page = options.entry.write_sheet(session.standing, names or numbers).rstrip()
    say_result(options, {"lines": page.splitlines()}, page)
    return OK


def add_review(parser: argparse.ArgumentParser, _: Entry) -> None:
    """Add the options of `review`."""
    parser.add_argument("file", help=SESSION_HELP)
    add_deal_number(parser)
    add_html(parser)
    add_field(parser, "seed", default=0)
    add_time(parser)
    add_progress(parser)


class ReviewedDeal(NamedTuple):
    """A deal of a saved session that is over, with its number, its heading, the players' names by
    seat, who plays the others' cards, the session, and who sat where if its text says so.
    """

    state: TrickState
    number: int
    heading: str
    names: list[str]
    opponents: OpponentsLike
    session: Session[Any]
    seating: Seating | None

    @classmethod
    def of(cls, given: str, name: str, options: argparse.Namespace) -> ReviewedDeal:
        """The deal that the options name, by default the last one, of the session in a text."""
        session = session_in(given, name, options.entry)
        state, dealer = session.ended_deal(options.deal)
        players, table = session.game.players, written_summary(given)
        by_player = table[1].names if table else tuple(f"player {at}" for at in range(players))
        number = options.deal or session.standing.deals
        row = session.standing.rows[number - 1]
        words = words_of(session.game)
        label = text.row_label(row, by_player)
        rules = f" ({words.label} {label})" if label else ""
        return cls(
            state,
            number,
            f"{words.deal} {number}{rules}: {by_player[row.dealer]} deals",
            [by_player[player_at(seat, dealer, players)] for seat in range(players)],
            table[1].styles(dealer) if table else None,
            session,
            table[1] if table else None,
        )

    def shown(self, reviewed: Review) -> ReviewShown:
        """The review of the deal as the page shows it."""
        from clumond_solver.web.reviews import shown_deal

        return shown_deal(self.session, self.number, reviewed, self.seating)


def review_file(options: argparse.Namespace) -> int:
    """Review a deal of a session."""
    from clumond_solver.coach.reviews import review

    check_seconds(options.time)
    if options.html is not None:
        check_new(options.html)
    deal = ReviewedDeal.of(input_text(options.file), options.file, options)
    progress = ProgressLine(options.progress)
    try:
        reviewed = review(
            deal.state,
            time=options.time,
            seed=options.seed,
            players=deal.names,
            opponents=deal.opponents,
            threads=processors(),
            progress=lambda done, total: progress.show_count(done, total, "steps"),
        )
    finally:
        progress.clear()
    page = text.review_text(reviewed, names=deal.names, width=width())
    value = {
        "deal": deal.heading,
        "players": deal.names,
        **json_data.review_data(reviewed, deal.names),
    }
    say_result(options, value, f"{deal.heading}\n{page}")
    if options.html is not None:
        from clumond_solver.web.report import Report

        report = Report()
        report.add(deal.shown(reviewed))
        write_atomically(options.html, report.page().encode())
    return OK


def verify_card(options: argparse.Namespace) -> int:
    """Check a score card."""
    game, given = game_of(options), input_text(options.file)
    if is_session(given):
        raise RuleError(f"{options.file}: a saved session; the command card writes its score card")
    with naming_file(options.file):
        findings = options.entry.check_sheet(given, game)
    conclusion = counted(len(findings), "finding") if findings else "the card is right"
    say_result(options, {"findings": findings}, "\n".join([*findings, conclusion]))
    return CHECK_FAILED if findings else OK


# With more cards, trying every line takes minutes.
_MOST_CARDS_TRIED = 12
_OPEN_QUESTIONS: Mapping[str, Callable[[TrickState], _OpenTable]] = {
    "tricks": _tricks_table,
    "points": _points_table,
    "scores": _scores_table,
}
