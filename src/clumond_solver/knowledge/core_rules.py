"""Trick rules of any game compiled into tables of the core, and plays into boards of the core.

The core knows a card by its index: 16 times the suit's code, plus the height of its rank in that
game, from 0 for the lowest.

>>> from clumond_solver.base.cards import Rank, Suit
>>> rules = TrickRules.plain(3, ranks=tuple(reversed(Rank)))
>>> core_index(rules, Card(Suit.SPADES, Rank.ACE)), core_index(rules, Card(Suit.SPADES, Rank.TWO))
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
from clumond_solver.rules.actions import LeadFor, PlayAs, PlayCard, PlayKnownCard
from clumond_solver.rules.tricks import PlayedCard, TrickPlay, TrickRules

_INDICES = 64
_INDICES_PER_SUIT = 16


@contextmanager
def core_errors(prefix: str) -> Iterator[None]:
    """Raise errors of the core as SearchError, with a prefix before their text.

    >>> with core_errors("the play contradicts itself"):
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
        raise SearchError(f"{prefix}: {error}") from error


def core_index(rules: TrickRules, card: Card) -> int:
    """The core's index of a card, 0 to 63."""
    return _INDICES_PER_SUIT * card.suit + rules.ranking[card.suit].index(card.rank)


def card_of_index(rules: TrickRules, index: int) -> Card:
    """The card of an index: the inverse of `core_index`."""
    return _cards_by_index(rules.ranking)[index]


@cache
def _cards_by_index(ranking: tuple[tuple[Rank, ...], ...]) -> dict[int, Card]:
    return {
        _INDICES_PER_SUIT * suit + height: Card(suit, rank)
        for suit in Suit
        for height, rank in enumerate(ranking[suit])
    }


def core_mask(rules: TrickRules, hand: Hand) -> int:
    """The indices of a hand's cards, as a mask."""
    core_masks, mask, rest = _core_masks(rules.ranking), 0, hand.mask
    while rest:
        lowest = rest & -rest
        mask |= core_masks[lowest]
        rest ^= lowest
    return mask


@cache
def _core_masks(ranking: tuple[tuple[Rank, ...], ...]) -> dict[int, int]:
    """The core's mask of each card, by the card's own mask."""
    return {
        Card(suit, rank).mask: 1 << (_INDICES_PER_SUIT * suit + height)
        for suit in Suit
        for height, rank in enumerate(ranking[suit])
    }


def tables_of(
    rules: TrickRules,
    card_points: Callable[[Card], int] | None = None,
    trick_points: Sequence[int] = (),
    *,
    face_down: bool = False,
    tables_type: type[Rules] = Rules,
) -> Rules:
    """The tables of the rules; ``tables_type`` is the core's class for any game, or for Clumond.

    ``card_points`` gives the points of a card, ``trick_points`` those of a trick itself, the last
    trick first. If hands are played ``face_down``, nobody must follow.
    """
    facts = _facts(rules)
    points = [0] * _INDICES
    if card_points is not None:
        for card, index in facts.indices.items():
            points[index] = card_points(card)
    return tables_type(
        rules.players,
        rules.kept,
        duties=[[]] * len(Suit) if face_down else facts.duties,
        must_beat=[led in rules.must_beat for led in Suit],
        power=facts.power,
        wild=facts.wild,
        may_declare_lead=facts.may_declare_lead,
        card_points=points,
        trick_points=trick_points,
        names_differ=rules.names_differ,
    )


class _Facts(NamedTuple):
    """The properties of cards under some rules, as the core's numbers and masks."""

    indices: dict[Card, int]
    power: list[list[int]]
    duties: list[list[int]]
    wild: int
    may_declare_lead: int


@lru_cache(maxsize=256)
def _facts(rules: TrickRules) -> _Facts:
    indices = {
        Card(suit, rank): core_index(rules, Card(suit, rank))
        for suit in Suit
        for rank in rules.ranking[suit]
    }
    power = [[0] * _INDICES for _ in Suit]
    for led in Suit:
        for card, index in indices.items():
            power[led][index] = rules.power(led, card)
    suit_masks = [sum(1 << index for card, index in indices.items() if card.suit is suit)
                  for suit in Suit]  # fmt: skip
    return _Facts(
        indices,
        power,
        [[sum(suit_masks[suit] for suit in suits) for suits in duty] for duty in rules.follow],
        sum(1 << index for card, index in indices.items() if card.rank in rules.wild),
        sum(suit_masks[suit] for suit in rules.declares),
    )


def board_of_play(play: TrickPlay, tables: Rules) -> Board:
    """The core's board of a play; SearchError if a seat must play cards in a fixed order.

    The board counts points from the start of the trick under way.
    """
    rules = play.rules
    hands = list(play.hands)
    under_way = play.history[len(play.history) - len(play.trick) :]
    for played in under_way:
        hands[played.seat] = hands[played.seat].with_card(played.card)
    if play.has_forced_cards:
        raise SearchError("the rules fix the order of these cards: there is no choice")
    board = Board(
        tables, [core_mask(rules, hand) for hand in hands], play.leader, play.tricks_taken
    )
    for played in under_way:
        board.play(*move_of(rules, played))
    return board


def move_of(rules: TrickRules, move: PlayKnownCard | PlayedCard) -> tuple[int, int, int]:
    """A play as the core has it: index of the card, index of the card named, suit led."""
    played_as = move.card if move.named is None else move.named
    suit_led = played_as.suit if move.led is None else move.led
    return core_index(rules, move.card), core_index(rules, played_as), suit_led


def action_of_move(rules: TrickRules, index: int, named: int, led: int) -> PlayKnownCard:
    """The action of a move of the core's board: the inverse of `move_of`."""
    card = card_of_index(rules, index)
    if card.rank in rules.wild:
        return PlayAs(card, card_of_index(rules, named))
    return PlayCard(card) if led == card.suit else LeadFor(card, Suit(led))
