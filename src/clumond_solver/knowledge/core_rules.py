"""Trick rules of any game, compiled into the tables of the engines, and plays put on them.

The engines know a card by its place: suit by suit, by the height of its rank in that game.

>>> from clumond_solver.base.cards import Rank, Suit
>>> rules = TrickRules.plain(3, ranks=tuple(reversed(Rank)))
>>> place_of(rules, Card(Suit.SPADES, Rank.ACE)), place_of(rules, Card(Suit.SPADES, Rank.TWO))
(16, 28)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import NamedTuple

from clumond_solver._core.rules.any_game import Board, Rules
from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import ClumondError, SearchError
from clumond_solver.rules.actions import LeadFor, PlayAs, PlayByName, PlayCard
from clumond_solver.rules.tricks import TrickPlay, TrickRules

_PLACES = 64
_PLACES_PER_SUIT = 16


@contextmanager
def refusals(what: str) -> Iterator[None]:
    """Raise errors of the core as SearchError, with ``what`` before their text.

    >>> with refusals("the play contradicts itself"):
    ...     tables_of(TrickRules.plain(9))
    Traceback (most recent call last):
    clumond_solver.base.errors.SearchError: the play contradicts itself: no tables for 9 seats \
keeping 0 cards
    """
    try:
        yield
    except ClumondError:
        raise
    except (ValueError, LookupError, OverflowError) as error:
        raise SearchError(f"{what}: {error}") from error


def place_of(rules: TrickRules, card: Card) -> int:
    """The place of a card, 0 to 63."""
    return _PLACES_PER_SUIT * card.suit + rules.ranking[card.suit].index(card.rank)


def card_at(rules: TrickRules, place: int) -> Card:
    """The card of a place."""
    suit, height = divmod(place, _PLACES_PER_SUIT)
    return Card(Suit(suit), rules.ranking[suit][height])


def places_of(rules: TrickRules, hand: Hand) -> int:
    """The places of a hand's cards, as a mask."""
    places, mask, rest = _place_masks(rules.ranking), 0, hand.mask
    while rest:
        lowest = rest & -rest
        mask |= places[lowest]
        rest ^= lowest
    return mask


@cache
def _place_masks(ranking: tuple[tuple[Rank, ...], ...]) -> dict[int, int]:
    """By the mask of a card the mask of its place."""
    return {
        Card(suit, rank).mask: 1 << (_PLACES_PER_SUIT * suit + height)
        for suit in Suit
        for height, rank in enumerate(ranking[suit])
    }


def tables_of(
    rules: TrickRules,
    card_points: Callable[[Card], int] | None = None,
    trick_points: Sequence[int] = (),
    *,
    unseen: bool = False,
    kind: type[Rules] = Rules,
) -> Rules:
    """The tables of the rules, of any game's ``kind`` or of Clumond's.

    ``card_points`` gives the points of a card, ``trick_points`` those of a trick itself, the last
    trick first. Where hands are played ``unseen`` there is no duty.
    """
    facts = _facts(rules)
    values = [0] * _PLACES
    if card_points is not None:
        for card, place in facts.places.items():
            values[place] = card_points(card)
    return kind(
        rules.players,
        rules.kept,
        duties=[[]] * len(Suit) if unseen else facts.duties,
        must_beat=[led in rules.must_beat for led in Suit],
        power=facts.power,
        wild=facts.wild,
        may_declare_lead=facts.may_declare_lead,
        card_points=values,
        trick_points=trick_points,
    )


class _Facts(NamedTuple):
    """The properties of cards under some rules, by place."""

    places: dict[Card, int]
    power: list[list[int]]
    duties: list[list[int]]
    wild: int
    may_declare_lead: int


@lru_cache(maxsize=256)
def _facts(rules: TrickRules) -> _Facts:
    places = {
        Card(suit, rank): place_of(rules, Card(suit, rank))
        for suit in Suit
        for rank in rules.ranking[suit]
    }
    power = [[0] * _PLACES for _ in Suit]
    for led in Suit:
        for card, place in places.items():
            power[led][place] = rules.power(led, card)
    whole_suit = [sum(1 << place for card, place in places.items() if card.suit is suit)
                  for suit in Suit]  # fmt: skip
    return _Facts(
        places,
        power,
        [[sum(whole_suit[suit] for suit in suits) for suits in duty] for duty in rules.follow],
        sum(1 << place for card, place in places.items() if card.rank in rules.wild),
        sum(whole_suit[suit] for suit in rules.declares),
    )


def board_of_play(play: TrickPlay, tables: Rules) -> Board:
    """A play on its rules' tables; SearchError for cards that a seat is bound to play.

    Points count from the start of the trick under way.
    """
    rules = play.rules
    hands = list(play.hands)
    under_way = play.history[len(play.history) - len(play.trick) :]
    for played in under_way:
        hands[played.seat] = hands[played.seat].with_card(played.card)
    if play.has_forced_cards:
        raise SearchError("the rules fix the order of these cards: there is no choice")
    board = Board(
        tables, [places_of(rules, hand) for hand in hands], play.leader, play.tricks_taken
    )
    for played in under_way:
        board.play(*_move(rules, played.card, played.named, played.led))
    return board


def move_of(rules: TrickRules, action: PlayByName) -> tuple[int, int, int]:
    """An action as the board names it: place, place of the name, suit led by it."""
    return _move(rules, action.card, action.named, action.led)


def action_at(rules: TrickRules, place: int, named: int, led: int) -> PlayByName:
    """The action that the board names so: the inverse of `move_of`."""
    card = card_at(rules, place)
    if card.rank in rules.wild:
        return PlayAs(card, card_at(rules, named))
    return PlayCard(card) if led == card.suit else LeadFor(card, Suit(led))


def _move(
    rules: TrickRules, card: Card, named: Card | None, led: Suit | None
) -> tuple[int, int, int]:
    face = card if named is None else named
    return place_of(rules, card), place_of(rules, face), face.suit if led is None else led
