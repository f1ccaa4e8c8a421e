"""`clumond deal`: deals at random, sessions that have just begun."""

from __future__ import annotations

import argparse
import sys

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import RuleError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import (
    Parser,
    add_field,
    add_game_options,
    argument_type,
    game_of,
    seed_of,
    whole_number,
)
from clumond_solver.cli.streams import say, say_data, say_result, width
from clumond_solver.display.text.hands import deal_text
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, FourTensDeal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.sessions import Session

_MOST_DEALS = 1_000_000


def _held_cards(word: str) -> tuple[Seat, Hand]:
    seat, colon, hand = word.partition("=")
    if not colon:
        raise argparse.ArgumentTypeError(f"{word!r}: write seat=hand, such as F=AK..2.")
    return argument_type(Seat.parse)(seat), argument_type(Hand.parse)(hand)


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `deal` for Clumond."""
    add_field(parser, "seed", help="fixes the deals (default: at random)")
    parser.add_argument("--count", type=whole_number, default=1, help="how many (default 1)")
    parser.add_argument(
        "--cards", type=whole_number, default=FULL_HAND, help="cards in each hand (default 16)"
    )
    parser.add_argument(
        "--hold",
        type=_held_cards,
        action="append",
        default=[],
        metavar="SEAT=HAND",
        help="cards that a seat must hold; repeat for other seats",
    )
    parser.add_argument(
        "--four-tens",
        action="store_true",
        help="the variant Four Tens: deals as undeclared plays, with their supplementary tricks;"
        " --diagram and --json say where the exposed tens lie",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--diagram", action="store_true", help="print diagrams")
    output.add_argument("--hands", action="store_true", help="print one hand per deal, forehand's")


def run(options: argparse.Namespace) -> int:
    """Print deals."""
    if not 0 < options.count <= _MOST_DEALS:
        raise RuleError(f"{options.count} deals: ask for 1 to {_MOST_DEALS}")
    if options.four_tens and (options.hold or options.cards != FULL_HAND):
        raise RuleError("--four-tens deals the whole pack: leave --hold and --cards out")
    holds: dict[Seat, Hand] = {}
    for seat, hand in options.hold:
        holds[seat] = holds.get(seat, Hand()) | hand
    seed = seed_of(options)
    for number in range(options.count):
        deal = (
            Deal.random(seed + number, four_tens=True)
            if options.four_tens
            else Deal.random(seed + number, cards=options.cards, holds=holds)
        )
        if number == 0 and options.seed is None:
            print(f"clumond: seed {seed}", file=sys.stderr)
        _say_deal(deal, options)
    return OK


def _say_deal(deal: Deal | FourTensDeal, options: argparse.Namespace) -> None:
    tens = deal.tens if isinstance(deal, FourTensDeal) else None
    plain = Deal(deal.hands)
    shown = deal[Seat.FOREHAND] if options.hands else plain
    if options.format == "json":
        beside = {"tens": tens, "supplementary": list(tens.supplementary)} if tens else {}
        say_data(shown, **beside)
    elif options.diagram:
        exposed = f"\n\ntens {tens}" if tens else ""
        say(f"{deal_text(deal, width=width())}{exposed}\n")
    elif tens and not options.hands:
        say(str(Play(plain, None, supplementary=tens.supplementary)))
    else:
        say(str(shown))


def add_options_any_game(parser: argparse.ArgumentParser, game: str) -> None:
    """Add the options of `deal`."""
    add_game_options(parser, game)
    add_field(parser, "seed", help="fixes the deals (default: at random)")


def run_any_game(options: argparse.Namespace) -> int:
    """Print a session that has just begun."""
    from clumond_solver.cli.show_command import deal_page

    session = Session(game_of(options), seed_of(options))
    saved = str(session)
    page = f"{saved}{_commented(deal_page(session.state))}"
    say_result(options, {"session": saved}, page)
    return OK


def _commented(page: str) -> str:
    return "\n".join(f"% {line}".rstrip() for line in page.splitlines())
