"""Reads and checks the fields of questions about a hand of Clumond.

>>> declarer({"declarer": "R"})
Seat.REARHAND
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import ClumondError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import ExposedTens
from clumond_solver.web.questions import PageQuestion, PageQuestionError, field_of, text_of

_MOST_CARDS = 39


def cards(question: PageQuestion) -> tuple[Card, ...]:
    """The cards played since the start."""
    value = question.get("cards")
    if not isinstance(value, list) or len(value) > _MOST_CARDS:
        raise PageQuestionError(f"cards: a list of at most {_MOST_CARDS} cards is expected")
    if not all(isinstance(card, str) and len(card) <= 8 for card in value):
        raise PageQuestionError("cards: each card is a short text, such as HA")
    return tuple(Card.parse(card) for card in value)


def declarer(question: PageQuestion) -> Seat | None:
    """The declarer; None if the text is "none"."""
    return cast(Seat | None, field_of(question, "declarer"))


def strain(question: PageQuestion, declarer: Seat | None) -> Strain | None:
    """The strain, which an undeclared hand does not have."""
    return None if declarer is None else cast(Strain, field_of(question, "strain"))


def tens(question: PageQuestion) -> ExposedTens | None:
    """Where the tens lie, such as `F=CD M=H common=S`; None, or left out, in the base game."""
    return None if question.get("tens") is None else cast(ExposedTens, field_of(question, "tens"))


def tens_of(question: PageQuestion, play: Play) -> ExposedTens | None:
    """The tens as in `tens`, which must match the supplementary tricks of a play."""
    given = tens(question)
    if given is not None and given.supplementary != play.supplementary:
        raise PageQuestionError(
            f"tens: {given} make supplementary tricks {given.supplementary},"
            f" the play has {play.supplementary}"
        )
    return given


def supplementary(question: PageQuestion, tens: ExposedTens | None) -> Sequence[int]:
    """The supplementary tricks: from the tens, or as numbers if nobody knows who exposed which."""
    if tens is not None:
        return tens.supplementary
    given = {"supplementary": [0, 0, 0], **question}
    return cast(Sequence[int], field_of(given, "supplementary"))


def played(question: PageQuestion) -> tuple[Play, Play]:
    """The position where the play starts, and the one after the cards played since."""
    start = Play.parse(text_of(question, "start"))
    play = start.copy()
    for card in cards(question):
        push(play, card)
    return start, play


def push(play: Play, card: Card) -> None:
    """Play a card; PageQuestionError names the trick in which it is illegal."""
    try:
        play.push(card)
    except ClumondError as error:
        raise PageQuestionError(f"trick {sum(play.tricks_taken) + 1}: {error}") from None


def hero(question: PageQuestion, play: Play) -> Seat:
    """The seat whose success the question is about: by default declarer, else forehand."""
    if question.get("seat") is not None:
        return cast(Seat, field_of(question, "seat"))
    return Seat.FOREHAND if play.declarer is None else play.declarer
