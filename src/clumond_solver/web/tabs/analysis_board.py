"""The board of the Analysis tab: a play is dealt or entered, shown at any point, changed and saved.

>>> opened = deal(PageQuestion(seed=7, declarer="F", strain="H"), RequestContext())
>>> opened["start"].split()[-4:]
['declarer=F', 'strain=H', 'leader=M', 'tricks=0,0,0']
>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> shown = position(PageQuestion(start=start, cards=["S3"], at=1), RequestContext())
>>> shown["turn"], shown["legal"]
(1, ['SK'])
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypedDict, cast

from clumond_solver.base.cards import DIAGRAM_ORDER, Card, Hand, Strain, Suit
from clumond_solver.base.errors import ClumondError, RecordError
from clumond_solver.display.text.records import signal_rows
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, ExposedTens, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play, SeatOutcome, parse_position, voids_shown
from clumond_solver.games.session_lines import is_session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.records import EVENT_TAG, Record, parse_records
from clumond_solver.records.record import holds_records
from clumond_solver.records.replay import legal_prefix
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import MOST_SEED, PageQuestion, PageQuestionError
from clumond_solver.web.store import MOST_TEXT

_MOST_NAME = 60
_MOST_RECORDS = 200
# How a link to a hand or a match begins, also as part of another address.
_SENT = re.compile(r"(?:\b|(?<=%3f)|(?<=%253f))(?:hand|match)(?:=|%(?:25)*3d)", re.IGNORECASE)
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


class TrickCard(TypedDict):
    """A card of a trick; ``index`` counts the cards since the start: null for an earlier card."""

    card: str
    seat: int
    index: int | None


class BoardTrick(TypedDict):
    """A trick; ``winner`` is null while it is incomplete."""

    number: int
    cards: list[TrickCard]
    winner: int | None


class Position(TypedDict):
    """A point of the play, all hands open; ``hands`` by seat and suit, clubs first.

    ``signals`` are the rows of what the defenders' cards said so far, under `SIGNAL_HEADS`.
    """

    start: str
    play: str
    deal: str | None
    hands: list[list[list[str]]]
    legal: list[str]
    turn: int | None
    taken: list[int]
    supplementary: list[int]
    declarer: int | None
    strain: str
    tricks: list[BoardTrick]
    over: bool
    outcome: Sequence[SeatOutcome] | None
    may_play: list[str]
    signals: list[list[str]]


def deal(question: PageQuestion, _: RequestContext) -> OpenedPlay:
    """A random deal that the seed fixes: ``seed``, ``declarer``, ``strain``.

    With ``four_tens`` true it is a deal of the variant Four Tens, with its tens.
    """
    declarer = _declarer(question)
    seed = question.number("seed", MOST_SEED)
    game = ClumondGame(four_tens=question.flag("four_tens"))
    dealt = game.deal(seed, game.opening())
    play = Play(
        dealt.deal, declarer, _strain(question, declarer), supplementary=dealt.supplementary
    )
    return _opened(play, dealt.tens)


def read(question: PageQuestion, _: RequestContext) -> ReadResult:
    """Read a ``text`` that the person entered: a hand, a deal, a play, records or a session.

    Hands and deals need ``declarer`` and ``strain``; a hand also needs ``seat``, which holds it,
    and ``seed``, which deals the other cards. ``tens`` says where the tens lie; in a play they
    replace its own supplementary tricks. Records and sessions are for a review: the answer only
    says with which ``deal`` it starts, null for the last of a session.
    """
    entered = question.text("text", MOST_TEXT).strip()
    if not entered:
        raise PageQuestionError("nothing entered: write a hand, a deal, a play or a record")
    if is_session(entered):
        return {"opened": None, "deal": None}
    if holds_records(entered):
        return {"opened": None, "deal": _first_readable(parse_records(entered)[:_MOST_RECORDS])}
    if _SENT.search(entered):
        raise PageQuestionError(
            "somebody sent this to be played: press “Open a hand that was sent” in the Play tab"
        )
    position, tens = parse_position(entered), _tens(question)
    if isinstance(position, Play):
        play = position if tens is None else position.replace(supplementary=tens.supplementary)
        return {"opened": _opened(play, tens), "deal": None}
    declarer = _declarer(question)
    strain = _strain(question, declarer)
    note = ""
    if isinstance(position, Deal):
        dealt = position
    else:
        seat = Seat.parse(question.text("seat"))
        if len(position) > FULL_HAND:
            raise PageQuestionError(
                f"{len(position)} cards: a hand has {FULL_HAND},"
                f" so {len(position) - FULL_HAND} too many"
            )
        dealt = Deal.random(question.number("seed", MOST_SEED), holds={seat: position})
        note = _dealt_to(position, dealt[seat])
    if dealt.size < FULL_HAND:
        raise PageQuestionError(
            f"hands of {dealt.size} cards: a deal has {FULL_HAND} a hand; for the end of a play"
            " enter a play, with declarer=, strain=, leader= and tricks="
        )
    play = Play(dealt, declarer, strain, supplementary=_supplementary(question, tens))
    return {"opened": _opened(play, tens, note), "deal": None}


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


def contract(question: PageQuestion, _: RequestContext) -> ContractChange:
    """The same cards under another contract: ``start``, ``cards``, ``at``, ``declarer``,
    ``strain``, ``tens`` or ``supplementary``.

    ``legal_part`` has the cards of the play that stay legal, and ``lost`` counts the others;
    ``from_start`` has no card played; ``from_here`` starts at the point after ``at`` cards with the
    tricks taken so far, and is null if that point is the start or the end.
    """
    start = played(question)[0]
    cards = question.cards()
    tens = _tens(question)
    declarer = _declarer(question)
    terms: dict[str, Any] = {
        "declarer": declarer,
        "strain": _strain(question, declarer) or Strain.NO_TRUMPS,
        "supplementary": _supplementary(question, tens),
    }
    new_start = start.replace(**terms)
    here = start.after(cards[: question.number("at", len(cards))])
    legal = legal_prefix(new_start, cards)
    is_between = not here.is_over and here != start
    return {
        "from_start": _opened(new_start, tens),
        "legal_part": _opened(new_start, tens) | {"cards": [str(card) for card in legal]},
        "lost": len(cards) - len(legal),
        "from_here": _opened(here.replace(**terms), tens) if is_between else None,
    }


def save(question: PageQuestion, _: RequestContext) -> str:
    """The record of a play: ``start``, ``cards``, ``title``, ``players``, ``tens``."""
    play = played(question)[1]
    names = question.texts("players", len(Seat), _MOST_NAME)
    if len(names) != len(Seat):
        raise PageQuestionError("players: three names are expected")
    forehand, middlehand, rearhand = names
    record = replace(
        Record.of(play, players=(forehand, middlehand, rearhand)),
        tens=_tens_matching(question, play),
    )
    if title := question.text("title", _MOST_NAME):
        record = replace(record, tags=((EVENT_TAG, title),))
    return str(record)


def redeal(question: PageQuestion, _: RequestContext) -> OpenedPlay:
    """Let a hidden hand play a card that this deal gave to another: ``start``, ``cards``, ``card``.

    ``seat`` sees only its own hand. The cards hidden from it are dealt anew (``seed``) so that all
    cards played so far, and ``card`` from the seat to play, are legal. The answer is the play in
    the new deal.
    """
    start, play = played(question)
    viewer = Seat.parse(question.text("seat"))
    card = Card.parse(question.text("card"))
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
    seed = question.number("seed", MOST_SEED)
    dealt = Deal.random(seed, holds=holds | {viewer: start.hands[viewer]}, lengths=lengths)
    new_start = Play(
        dealt, start.declarer, start.strain, supplementary=start.supplementary, par=start.par
    )
    opened = _opened(new_start, _tens_matching(question, start))
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


def position(question: PageQuestion, _: RequestContext) -> Position:
    """The position after ``at`` of the ``cards`` played from ``start``.

    ``tens`` must match the supplementary tricks of ``start``. With ``view``, a seat, the answer
    lists the cards that the seat to play may hold, as far as the viewer can know.
    """
    start = played(question)[0]
    _tens_matching(question, start)
    cards = question.cards()
    at = question.number("at", len(cards))
    viewer = None if not question.has("view") else Seat.parse(question.text("view"))
    return position_after(start, cards, at, viewer)


def position_after(
    start: Play, cards: Sequence[Card], at: int, viewer: Seat | None = None
) -> Position:
    """The position after ``at`` of these cards.

    ``tricks`` and ``over`` are those of the whole play, after all the cards.
    """
    play, end = start.after(cards[:at]), start.after(cards)
    may_hold = Hand()
    if viewer is not None and play.turn is not None:
        may_hold = ClumondView.of(play, viewer).possible(play.turn)
    return {
        "start": str(start),
        "play": str(play),
        "deal": None if any(start.tricks_taken) else str(start.deal),
        "hands": [_by_suit(hand) for hand in play.hands],
        "legal": [str(card) for card in play.legal_plays],
        "turn": None if play.turn is None else int(play.turn),
        "taken": list(play.tricks_taken),
        "supplementary": list(play.supplementary),
        "declarer": None if play.declarer is None else int(play.declarer),
        "strain": str(play.strain),
        "tricks": _tricks(start, cards, end),
        "over": end.is_over,
        "outcome": play.outcome().seats if play.is_over else None,
        "may_play": [str(card) for card in may_hold],
        "signals": _signals(start, play) if viewer is None else [],
    }


def _signals(start: Play, play: Play) -> list[list[str]]:
    """The rows of the defenders' signals, if the play began with whole hands."""
    if any(start.tricks_taken) or start.trick or start.deal.size < FULL_HAND:
        return []
    return signal_rows(play, start.deal, [str(seat) for seat in Seat])


def _by_suit(hand: Hand) -> list[list[str]]:
    """The cards of a hand by suits, clubs first, each from the highest down."""
    return [[str(card) for card in reversed(tuple(hand.in_suit(s)))] for s in DIAGRAM_ORDER]


def _tricks(start: Play, cards: Sequence[Card], end: Play) -> list[BoardTrick]:
    """The tricks since the start; cards that were on the table at the start have no index."""
    earlier = len(start.trick)
    played = [
        (str(card), None if index < 0 else index)
        for index, card in enumerate((*start.trick, *cards), -earlier)
    ]
    tricks: list[BoardTrick] = []
    ended = [(trick.leader, trick.winner) for trick in end.tricks]
    for n, (leader, winner) in enumerate([*ended, (end.leader, None)]):
        in_trick = enumerate(played[3 * n : 3 * n + 3], leader)
        shown = [TrickCard(card=card, seat=seat % 3, index=at) for seat, (card, at) in in_trick]
        number = sum(start.tricks_taken) + 1 + n
        tricks.append({"number": number, "cards": shown, "winner": winner})
    return tricks if end.trick else tricks[:-1]


# Reading the fields of questions about a hand of Clumond.


def _declarer(question: PageQuestion) -> Seat | None:
    """The declarer; None if the text is "none"."""
    return cast(Seat | None, question.field("declarer"))


def _strain(question: PageQuestion, declarer: Seat | None) -> Strain | None:
    """The strain, which an undeclared hand does not have."""
    return None if declarer is None else cast(Strain, question.field("strain"))


def _tens(question: PageQuestion) -> ExposedTens | None:
    """Where the tens lie, such as `F=CD M=H common=S`; None, or left out, in the base game."""
    return None if not question.has("tens") else cast(ExposedTens, question.field("tens"))


def _tens_matching(question: PageQuestion, play: Play) -> ExposedTens | None:
    """The tens as in `_tens`, which must match the supplementary tricks of a play."""
    given = _tens(question)
    if given is not None and given.supplementary != play.supplementary:
        raise PageQuestionError(
            f"tens: {given} make supplementary tricks {given.supplementary},"
            f" the play has {play.supplementary}"
        )
    return given


def _supplementary(question: PageQuestion, tens: ExposedTens | None) -> Sequence[int]:
    """The supplementary tricks: from the tens, or as numbers if nobody knows who exposed which."""
    if tens is not None:
        return tens.supplementary
    given = {"supplementary": [0, 0, 0], **question}
    return cast(Sequence[int], PageQuestion(given).field("supplementary"))


def played(question: PageQuestion) -> tuple[Play, Play]:
    """The position where the play starts, and the one after the cards played since.

    PageQuestionError names the trick in which a card is illegal.
    """
    start = Play.parse(question.text("start"))
    play = start.copy()
    for card in question.cards():
        try:
            play.push(card)
        except ClumondError as error:
            raise PageQuestionError(f"trick {sum(play.tricks_taken) + 1}: {error}") from None
    return start, play
