from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.cards import Card, Hand, Suit
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.signals import (
    LONG_SUIT,
    lengths_shown,
    returns_at_once,
    signal_card,
    suit_to_open,
)
from tests.strategies import deals, seats


@pytest.mark.rule("SIG-01")
@pytest.mark.parametrize(
    ("hand", "trump", "card"),
    [
        ("KQ8.AK6543.2.AK9732", Suit.CLUBS, "HA"),
        ("KQ8.AK654.2.AK97432", Suit.CLUBS, "H4"),
        ("K9864.Q9864.32.AK97", Suit.CLUBS, "S4"),
        ("K9864.Q9864.32.AK97", None, "S4"),
        ("K986.Q986.K932.AK97", None, "DK"),
    ],
)
def test_the_opening_lead(hand: str, trump: Suit | None, card: str) -> None:
    held = Hand.parse(hand)
    assert signal_card(held, suit_to_open(held, trump)) == Card.parse(card)


@pytest.mark.rule("SIG-03")
@pytest.mark.parametrize(
    ("hand", "trump", "card"),
    [("K986.Q986.K9.AK9743", Suit.CLUBS, "CA"), ("K986.Q986.K932.AK974", Suit.CLUBS, "C4"),
     ("K986.Q986.K932.", Suit.CLUBS, "DK")],
)  # fmt: skip
def test_without_a_long_suit_trumps_are_attacked(hand: str, trump: Suit, card: str) -> None:
    held = Hand.parse(hand)
    assert signal_card(held, suit_to_open(held, trump)) == Card.parse(card)


@pytest.mark.rule("SIG-01")
@pytest.mark.rule("SIG-02")
@given(deals(), seats, st.none() | st.sampled_from(Suit))
def test_a_card_is_read_as_it_was_meant(deal: Deal, seat: Seat, trump: Suit | None) -> None:
    hand = deal[seat]
    suit = suit_to_open(hand, trump)
    card = signal_card(hand, suit)
    cards = tuple(hand.in_suit(suit))
    low, high, length = cards[0], cards[-1], len(cards)
    assert card in {low, high}
    if length > 1:
        assert length in lengths_shown(card == high)
    if suit is not trump and length >= LONG_SUIT:
        assert length in lengths_shown(card == high, opening=True)
        assert all(hand.length(s) <= length for s in Suit if s is not trump)


@pytest.mark.rule("SIG-04")
def test_the_sources_two_examples_of_an_immediate_return() -> None:
    """An ace shows 6 or 8: a second round says 8. After 5 or 7 a king shows 2, 4 or 6: playing
    the suit again says 2 or 6, not playing it says 4."""
    assert [own for own in (6, 8) if returns_at_once(own, range(13 - own))] == [8]
    assert [own for own in (2, 4, 6) if returns_at_once(own, (5, 7))] == [2, 6]


def test_no_card_no_signal() -> None:
    with pytest.raises(RuleError, match="no card of C"):
        signal_card(Hand.parse("A..."), Suit.CLUBS)
    with pytest.raises(RuleError, match="opens no suit"):
        suit_to_open(Hand(), None)
