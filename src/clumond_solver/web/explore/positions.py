"""The position of a play after some of its cards, with all that the page shows of it.

>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> shown = position({"start": start, "cards": ["S3"], "at": 1})
>>> shown["turn"], shown["legal"]
(1, ['SK'])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from clumond_solver.base.cards import DIAGRAM_ORDER, Card, Hand
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.web.explore import reading
from clumond_solver.web.questions import PageQuestion, int_of, text_of


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
    """A point of the play, all hands open; ``hands`` by seat and suit, clubs first."""

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


def position(question: PageQuestion) -> Position:
    """The position after ``at`` of the ``cards`` played from ``start``.

    ``tricks`` and ``over`` are those of the whole play, after all the cards. ``tens`` must match
    the supplementary tricks of ``start``. With ``view``, a seat, the answer lists the cards that
    the seat to play may hold, as far as the viewer can know.
    """
    start, end = reading.played(question)
    reading.tens_of(question, start)
    cards = reading.cards(question)
    play = start.after(cards[: int_of(question, "at", len(cards))])
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
        "tricks": _tricks(start, cards),
        "over": end.is_over,
        "outcome": play.outcome().seats if play.is_over else None,
        "may_play": _may_hold(question, play),
    }


def _may_hold(question: PageQuestion, play: Play) -> list[str]:
    if question.get("view") is None or play.turn is None:
        return []
    viewer = Seat.parse(text_of(question, "view"))
    return [str(card) for card in ClumondView.of(play, viewer).possible(play.turn)]


def _by_suit(hand: Hand) -> list[list[str]]:
    """The cards of a hand by suits, clubs first, each from the highest down."""
    return [[str(card) for card in reversed(tuple(hand.in_suit(s)))] for s in DIAGRAM_ORDER]


def _tricks(start: Play, cards: Sequence[Card]) -> list[BoardTrick]:
    """The tricks since the start; cards that were on the table at the start have no index."""
    play = start.after(cards)
    first = sum(start.tricks_taken) + 1
    played = [
        (card, None if index < 0 else index)
        for index, card in enumerate((*start.trick, *cards), -len(start.trick))
    ]
    tricks = [
        _trick(first + n, trick.leader, played[3 * n : 3 * n + 3], trick.winner)
        for n, trick in enumerate(play.tricks)
    ]
    if play.trick:
        rest = played[3 * len(tricks) :]
        tricks.append(_trick(first + len(tricks), play.leader, rest, None))
    return tricks


def _trick(
    number: int, leader: int, played: Sequence[tuple[Card, int | None]], winner: int | None
) -> BoardTrick:
    cards: list[TrickCard] = [
        {"card": str(card), "seat": (leader + n) % 3, "index": index}
        for n, (card, index) in enumerate(played)
    ]
    return {"number": number, "cards": cards, "winner": winner}
