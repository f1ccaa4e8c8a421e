"""Where a play starts: dealt, entered, played under another contract; saved as a record.

>>> opened = deal({"seed": 7, "declarer": "F", "strain": "H"})
>>> opened["start"].split()[-4:]
['declarer=F', 'strain=H', 'leader=M', 'tricks=0,0,0']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import RecordError
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play, parse_position, voids_shown
from clumond_solver.games.clumond.scoring import ExposedTens
from clumond_solver.games.sessions import is_session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.records import EVENT_TAG, Record, parse_records
from clumond_solver.records.reading import holds_records
from clumond_solver.records.replay import legal_prefix
from clumond_solver.web.explore import reading
from clumond_solver.web.questions import (
    MOST_SEED,
    MOST_TEXT,
    PageQuestion,
    PageQuestionError,
    int_of,
    text_of,
)

_MOST_NAME = 60
_MOST_RECORDS = 200
# If more cards than these were dealt to a hand, the note gives only their number.
_MOST_NAMED = 4


class OpenedPlay(TypedDict):
    """A play to explore; ``note`` says what was added to it."""

    start: str
    cards: list[str]
    title: str
    players: list[str]
    tens: str | None
    note: str


class ReadResult(TypedDict):
    """The play in a text; null for records or a session, of which ``deal`` is to be reviewed."""

    opened: OpenedPlay | None
    deal: int | None


class ContractChange(TypedDict):
    """The same cards under another contract; see the endpoint."""

    from_start: OpenedPlay
    legal_part: OpenedPlay
    lost: int
    from_here: OpenedPlay | None


def deal(question: PageQuestion) -> OpenedPlay:
    """A random deal that the seed fixes: ``seed``, ``declarer``, ``strain``.

    With ``four_tens`` true it is a deal of the variant Four Tens, with its tens.
    """
    declarer = reading.declarer(question)
    seed = int_of(question, "seed", MOST_SEED)
    game = ClumondGame(four_tens=question.get("four_tens") is True)
    dealt = game.deal(seed, game.opening())
    play = Play(
        dealt.deal, declarer, reading.strain(question, declarer), supplementary=dealt.supplementary
    )
    return _opened(play, dealt.tens)


def read(question: PageQuestion) -> ReadResult:
    """Read a ``text`` that the person entered: a hand, a deal, a play, records or a session.

    Hands and deals need ``declarer`` and ``strain``; a hand also needs ``seat``, which holds it,
    and ``seed``, which deals the other cards. ``tens`` says where the tens lie; in a play they
    replace its own supplementary tricks. Records and sessions are for a review: the answer only
    says with which ``deal`` it starts, null for the last of a session.
    """
    entered = text_of(question, "text", MOST_TEXT).strip()
    if not entered:
        raise PageQuestionError("nothing entered: write a hand, a deal, a play or a record")
    if is_session(entered):
        return {"opened": None, "deal": None}
    if holds_records(entered):
        return {"opened": None, "deal": _first_readable(parse_records(entered)[:_MOST_RECORDS])}
    position, tens = parse_position(entered), reading.tens(question)
    if isinstance(position, Play):
        play = position if tens is None else position.replace(supplementary=tens.supplementary)
        return {"opened": _opened(play, tens), "deal": None}
    declarer = reading.declarer(question)
    strain = reading.strain(question, declarer)
    note = ""
    if isinstance(position, Deal):
        dealt = position
    else:
        seat = Seat.parse(text_of(question, "seat"))
        hand = _at_most_full(position)
        dealt = Deal.random(int_of(question, "seed", MOST_SEED), holds={seat: hand})
        note = _dealt_to(hand, dealt[seat])
    if dealt.size < FULL_HAND:
        raise PageQuestionError(
            f"hands of {dealt.size} cards: a deal has {FULL_HAND} a hand; for the end of a play"
            " enter a play, with declarer=, strain=, leader= and tricks="
        )
    play = Play(dealt, declarer, strain, supplementary=reading.supplementary(question, tens))
    return {"opened": _opened(play, tens, note), "deal": None}


def _at_most_full(hand: Hand) -> Hand:
    if len(hand) > FULL_HAND:
        raise PageQuestionError(
            f"{len(hand)} cards: a hand has {FULL_HAND}, so {len(hand) - FULL_HAND} too many"
        )
    return hand


def _dealt_to(entered: Hand, hand: Hand) -> str:
    """A note on the cards dealt to a hand that was entered with too few; empty if none were."""
    added = tuple(hand - entered)
    if not added:
        return ""
    is_short = len(added) <= _MOST_NAMED
    what = " ".join(card.pretty() for card in added) if is_short else f"the other {len(added)}"
    verb = "is" if len(added) == 1 else "are"
    return (
        f"{len(entered)} of {FULL_HAND} cards were entered, {len(added)} {verb} missing."
        f" Dealt to the hand at random: {what}."
    )


def _first_readable(records: Sequence[Record | RecordError]) -> int:
    """The number of the first record that could be read; if there is none, the first's error."""
    readable = [number for number, record in enumerate(records, 1) if isinstance(record, Record)]
    if readable:
        return readable[0]
    faults = [record for record in records if isinstance(record, RecordError)]
    raise faults[0] if faults else PageQuestionError("there is no record in this text")


def _opened(play: Play, tens: ExposedTens | None = None, note: str = "") -> OpenedPlay:
    return {
        "start": str(play),
        "cards": [],
        "title": "",
        "players": ["", "", ""],
        "tens": None if tens is None else str(tens),
        "note": note,
    }


def contract(question: PageQuestion) -> ContractChange:
    """The same cards under another contract: ``start``, ``cards``, ``at``, ``declarer``,
    ``strain``, ``tens`` or ``supplementary``.

    ``legal_part`` has the cards of the play that stay legal, and ``lost`` counts the others;
    ``from_start`` has no card played; ``from_here`` starts at the point after ``at`` cards with the
    tricks taken so far, and is null if that point is the start or the end.
    """
    start, _ = reading.played(question)
    cards = reading.cards(question)
    tens = reading.tens(question)
    declarer = reading.declarer(question)
    terms: dict[str, Any] = {
        "declarer": declarer,
        "strain": reading.strain(question, declarer) or Strain.NO_TRUMPS,
        "supplementary": reading.supplementary(question, tens),
    }
    new_start = start.replace(**terms)
    here = start.after(cards[: int_of(question, "at", len(cards))])
    legal = legal_prefix(new_start, cards)
    is_between = not here.is_over and here != start
    return {
        "from_start": _opened(new_start, tens),
        "legal_part": _opened(new_start, tens) | {"cards": [str(card) for card in legal]},
        "lost": len(cards) - len(legal),
        "from_here": _opened(here.replace(**terms), tens) if is_between else None,
    }


def save(question: PageQuestion) -> str:
    """The record of a play: ``start``, ``cards``, ``title``, ``players``, ``tens``."""
    _, play = reading.played(question)
    names = question.get("players")
    if not isinstance(names, list) or len(names) != len(Seat):
        raise PageQuestionError("players: three names are expected")
    forehand, middlehand, rearhand = (
        text_of({"player": name}, "player", _MOST_NAME) for name in names
    )
    record = replace(
        Record.of(play, players=(forehand, middlehand, rearhand)),
        tens=reading.tens_of(question, play),
    )
    if title := text_of(question, "title", _MOST_NAME):
        record = replace(record, tags=((EVENT_TAG, title),))
    return str(record)


def redeal(question: PageQuestion) -> OpenedPlay:
    """Let a hidden hand play a card that this deal gave to another: ``start``, ``cards``, ``card``.

    ``seat`` sees only its own hand. The cards hidden from it are dealt anew (``seed``) so that all
    cards played so far, and ``card`` from the seat to play, are legal. The answer is the play in
    the new deal.
    """
    start, play = reading.played(question)
    viewer = Seat.parse(text_of(question, "seat"))
    card = Card.parse(text_of(question, "card"))
    if start.tricks_left < FULL_HAND - KEPT_CARDS or start.trick:
        raise PageQuestionError(
            "hidden cards are dealt anew only in a hand shown from its first card"
        )
    if play.turn is None or play.turn is viewer:
        raise PageQuestionError(f"the hand to play is not hidden: choose {card} on the board")
    if card not in ClumondView.of(play, viewer).possible(play.turn):
        raise PageQuestionError(f"{viewer} can see that {play.turn} does not hold {card}")
    moves = [*((Seat(move.seat), move.card) for move in play.history), (play.turn, card)]
    holds, lengths = _constraints(moves)
    seed = int_of(question, "seed", MOST_SEED)
    dealt = Deal.random(seed, holds=holds | {viewer: start.hands[viewer]}, lengths=lengths)
    new_start = Play(
        dealt, start.declarer, start.strain, supplementary=start.supplementary, par=start.par
    )
    opened = _opened(new_start, reading.tens_of(question, start))
    return opened | {"cards": [str(card) for _, card in moves]}


def _constraints(
    moves: Sequence[tuple[Seat, Card]],
) -> tuple[dict[Seat, Hand], dict[Seat, dict[Suit, tuple[int, int]]]]:
    """What moves show of the hands dealt: cards held, and lengths of suits not followed."""
    holds = {seat: Hand.from_cards(card for by, card in moves if by is seat) for seat in Seat}
    return holds, {
        seat: {suit: (holds[seat].length(suit),) * 2 for suit in suits}
        for seat, suits in zip(Seat, voids_shown(moves), strict=True)
    }
