from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import DealError, NotationError, WrongTypeError
from tests.strategies import cards, hands


@given(cards)
def test_cards_survive_text_repr_bit_and_pickle(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card
    assert Card.from_bit(card.bit) == card
    assert pickle.loads(pickle.dumps(card)) == card
    assert card.mask == 1 << (16 * card.suit + card.rank - 2)


@given(cards, cards)
def test_cards_sort_by_suit_code_then_rank(one: Card, other: Card) -> None:
    assert (one < other) == ((one.suit, one.rank) < (other.suit, other.rank))
    assert (one < other) == (one.bit < other.bit)


@pytest.mark.parametrize("bit", [-1, 13, 15, 64])
def test_bits_between_the_suits_are_no_cards(bit: int) -> None:
    with pytest.raises(DealError):
        Card.from_bit(bit)


def test_strains_share_the_suits_values() -> None:
    assert [Strain(suit).suit for suit in Suit] == list(Suit)
    assert f"{Strain.CLUBS:>3}{Suit.CLUBS:>3}" == "  C  C"


@given(hands)
def test_hands_survive_text_repr_and_pickle(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert Hand.parse(hand.pretty()) == hand
    assert eval(repr(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand


@given(hands, hands)
def test_hands_behave_as_sets_of_cards(one: Hand, other: Hand) -> None:
    left, right = set(one), set(other)
    assert set(one & other) == left & right
    assert set(one | other) == left | right
    assert set(one - other) == left - right
    assert one.issubset(other) == (left <= right)
    assert one.isdisjoint(other) == left.isdisjoint(right)
    assert list(one) == sorted(left)
    assert len(one) == len(left) == sum(one.lengths)
    assert hash(one) == hash(Hand.from_cards(left))


@given(hands, cards)
def test_a_card_of_a_hand_may_be_given_as_a_text(hand: Hand, card: Card) -> None:
    assert (str(card) in hand) is (card in hand) is (card.pretty() in hand)
    if card in hand:
        assert hand.without_card(str(card)) == hand.without_card(card)
    else:
        assert hand.with_card(str(card)) == hand.with_card(card)


def test_what_is_no_card_is_not_silently_missing_from_a_hand() -> None:
    for wrong in (None, 3, Suit.CLUBS, Hand.of("CA")):
        with pytest.raises(WrongTypeError, match="a card or its text is needed"):
            wrong in Hand.of("CA")  # noqa: B015 - it raises
    with pytest.raises(NotationError):
        "clubs" in Hand.of("CA")  # noqa: B015 - it raises


@given(hands, cards)
def test_adding_and_taking_a_card(hand: Hand, card: Card) -> None:
    if card in hand:
        assert hand.without_card(card).with_card(card) == hand
        with pytest.raises(DealError, match=str(card)):
            hand.with_card(card)
    else:
        assert hand.with_card(card).without_card(card) == hand
        with pytest.raises(DealError, match=str(card)):
            hand.without_card(card)


def test_a_card_given_twice_or_a_mask_without_cards_is_no_hand() -> None:
    with pytest.raises(DealError, match="H3 is given twice"):
        Hand.of("H3", "3h")
    with pytest.raises(DealError):
        Hand(1 << 13)
    with pytest.raises(DealError):
        Hand(-1)
