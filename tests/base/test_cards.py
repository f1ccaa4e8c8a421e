from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import DealError, NotationError, WrongTypeError
from tests.strategies import cards, hands


@pytest.mark.parametrize("text", ["HT", "TH", "ht", "th", "H10", "10h", "♥T", "T♥", "♥️10", " HT "])
def test_a_card_is_read_in_every_usual_way(text: str) -> None:
    assert Card.parse(text) == Card(Suit.HEARTS, Rank.TEN)


@pytest.mark.parametrize("text", ["", "H", "HX", "H1", "1H", "HTT", "H T X", "♥", "HH", "TT"])
def test_what_is_no_card_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert caught.value.text == text


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
    assert {str(Strain.parse(text)) for text in ("nt", "N", "No trumps", "no-trump")} == {"NT"}
    assert f"{Strain.CLUBS:>3}{Suit.CLUBS:>3}" == "  C  C"
    with pytest.raises(NotationError):
        Strain.parse("X")


AUTHORS_HAND = "42.KQ7.AKQJ9.J98732"


@pytest.mark.parametrize(
    "text",
    [
        AUTHORS_HAND,
        "C:J98732 H:KQ7 S:42 D:AKQJ9",
        "d:akqj9 s:42 h:kq7 c:j98732",
        "♣J98732 ♥KQ7 ♠42 ♦AKQJ9",
        "♣: J 9 8 7 3 2 ♥: KQ7 ♠: 42 ♦: AKQJ9",
        "♣️J98732♥️KQ7♠️42♦️AKQJ9",
        "24.7QK.9JQKA.237 89J",
        "42 KQ7 AKQJ9 J98732",
        "42, KQ7, AKQJ9, J98732",
        "C J98732 H KQ7 S 42 D AKQJ9",
        "CJ98732 HKQ7 S42 DAKQJ9",
        "clubs J98732, hearts KQ7, spades 42, diamonds AKQJ9",
        "Club: J 9 8 7 3 2; Heart: K Q 7; Spade: 4 2; Diamond: A K Q J 9",
        "S4 S2 HK HQ H7 DA DK DQ DJ D9 CJ C9 C8 C7 C3 C2",
        "4s 2s kh qh 7h ad kd qd jd 9d jc 9c 8c 7c 3c 2c",
        "♠4, ♠2, ♥K, ♥Q, ♥7, ♦A, ♦K, ♦Q, ♦J, ♦9, ♣J, ♣9, ♣8, ♣7, ♣3, ♣2",
    ],
)
def test_a_hand_is_read_dotted_and_labelled(text: str) -> None:
    assert str(Hand.parse(text)) == AUTHORS_HAND


@pytest.mark.parametrize("text", ["ace of spades", "A of Spades", "spades ace", "spade A"])
def test_cards_and_suits_are_read_in_words(text: str) -> None:
    assert Card.parse(text) == Card.parse("SA")
    assert (Suit.parse("Hearts"), Suit.parse("club")) == (Suit.HEARTS, Suit.CLUBS)
    assert Strain.parse("notrump") is Strain.NO_TRUMPS
    assert Strain.parse("diamond") is Strain.DIAMONDS


@pytest.mark.parametrize(
    "text", ["A...", "S:A", "♠A H:-", "A.-.-.-", "A - - -", "spades A hearts -"]
)
def test_voids_are_empty_fields_dashes_or_left_out(text: str) -> None:
    assert Hand.parse(text) == Hand.of("SA")


@pytest.mark.parametrize(
    ("text", "offset", "word"),
    [
        ("42.KX7.AKQJ9.J98732", 4, "'X'"),
        ("42.KQ7.AKQJ9", 12, "3 suits, not four"),
        ("42.KQ7.AKQJ9.J98732.", 20, "5 suits, not four"),
        ("42.KK7.AKQJ9.J98732", 4, "HK comes twice"),
        ("C:J9 H:KQ7 C:42", 11, "C is named twice"),
        ("C:J9 H:KX7", 8, "'X'"),
        ("S4 S2 S4", 6, "S4 comes twice"),
        ("42 KQ7 AKQJ9", 12, "3 groups of cards, not four"),
        ("hearts KQ7 hearts 2", 11, "H is named twice"),
        ("xC:J9", 0, "“xC:J9” is not a card"),
        ("hello world", 0, "“hello” is neither a card nor a suit"),
        ("pass", 0, "“pass” is not a card"),
        ("42.KQ7.AKQJ9.J98732 rearhand", 20, "“rearhand” is neither a card nor a suit"),
        ("42 KQ7 AKQJ9 J98732 D5", 20, "“D5” names its suit"),
        ("42 KQ7 AKQJ9 J98732 5", 21, "5 groups of cards, not four"),
        ("5", 1, "1 group of cards, not four"),
        ("SA SK XX", 6, "“XX” is not a card"),
        ("SA SK ace", 6, "“ace” is not a card"),
        ("   ", 0, "empty"),
        ("42.KQ7.AKQJ9.1", 13, "'1'"),
    ],
)
def test_a_bad_hand_is_refused_with_its_place(text: str, offset: int, word: str) -> None:
    with pytest.raises(NotationError, match=word) as caught:
        Hand.parse(text)
    assert (caught.value.text, caught.value.offset) == (text, offset)
    assert not offset or f"at offset {offset} of" in str(caught.value)


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
