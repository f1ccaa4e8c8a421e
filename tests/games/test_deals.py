from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given

from clumond_solver.base.cards import (
    CLUMOND_PACK,
    FULL_PACK,
    PIQUET_PACK,
    Hand,
    Strain,
    Suit,
    below,
)
from clumond_solver.base.errors import DealError, NotationError
from clumond_solver.games.clumond.deals import (
    Deal,
    DealSpace,
    ExposedTens,
    FourTensDeal,
    Seat,
    _deal_space,
    deals,
)
from clumond_solver.games.clumond.game import ClumondGame
from tests.strategies import deals as any_deals
from tests.strategies import seeds


@pytest.mark.rule("CLU-01")
def test_the_packs() -> None:
    assert [len(pack) for pack in (CLUMOND_PACK, FULL_PACK, PIQUET_PACK)] == [48, 52, 32]
    assert "T" not in str(CLUMOND_PACK.cards)
    assert PIQUET_PACK.cards.issubset(FULL_PACK.cards)
    assert [len(hand) for hand in Deal.random(1)] == [16, 16, 16]


@given(any_deals())
def test_deals_survive_text_repr_and_pickle(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal
    assert eval(repr(deal)) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    assert [deal[seat] for seat in Seat] == list(deal)


def test_a_deal_of_four_tens_says_where_the_tens_lie() -> None:
    for seed in range(20):
        deal = Deal.random(seed, four_tens=True)
        game = ClumondGame(four_tens=True)
        state = game.deal(seed, game.opening())
        assert (deal.hands, deal.tens) == (state.deal.hands, state.tens)
        assert eval(repr(deal)) == deal
        assert isinstance(deal, FourTensDeal)
        assert ExposedTens.parse(str(deal.tens)) == deal.tens
    with pytest.raises(DealError, match="Four Tens is dealt from the whole pack"):
        Deal.random(1, four_tens=True, cards=8)  # type: ignore[call-overload]


def test_dealing_stays_the_same_for_ever() -> None:
    assert str(Deal.random(1)) == ("F:97.65432.A7.AK76543 AJ8643.AQJ97.32.QJ8 KQ52.K8.KQJ98654.92")


@given(seeds)
def test_constrained_deals_keep_to_their_constraints(seed: int) -> None:
    held = {Seat.FOREHAND: Hand.parse("AK2..3."), Seat.REARHAND: Hand.parse("...AKQJ")}
    lengths = {
        Seat.FOREHAND: {Suit.CLUBS: (0, 0), Suit.SPADES: (5, 6)},
        Seat.MIDDLEHAND: {Suit.HEARTS: (1, 1)},
    }
    deal = Deal.random(seed, holds=held, lengths=lengths)
    assert all(hand.issubset(deal[seat]) for seat, hand in held.items())
    assert deal[Seat.FOREHAND].length(Suit.CLUBS) == 0
    assert 5 <= deal[Seat.FOREHAND].length(Suit.SPADES) <= 6
    assert deal[Seat.MIDDLEHAND].length(Suit.HEARTS) == 1


def _held(**hands: str) -> dict[str, Any]:
    return {"holds": {seat: Hand.parse(hand) for seat, hand in hands.items()}}


@pytest.mark.parametrize(
    ("constraints", "words"),
    [
        ({"holds": {"F": Hand(), Seat.FOREHAND: Hand()}}, "comes twice"),
        ({"lengths": {"F": {}, 0: {}}}, "comes twice"),
        ({"lengths": {"F": {"C": (0, 9), Strain.CLUBS: (0, 1)}}}, "comes twice"),
        (_held(F="A...", R="A..."), "SA in rearhand's"),
        (_held(F="T..."), "ST in forehand's"),
        (_held(F="AKQJ9...") | {"cards": 4}, "more than its 4 cards"),
        (_held(F="AK...") | {"lengths": {"F": {"S": (0, 1)}}}, "at most 1"),
        ({"lengths": {"F": {"S": (3, 2)}}}, "from 3 to 2"),
        ({"lengths": {"F": {"S": (13, 16)}}}, "meets the constraints"),
        ({"lengths": {seat: {"S": (0, 3)} for seat in "FMR"}}, "meets the constraints"),
    ],
)
def test_constraints_that_no_deal_meets(constraints: dict[str, Any], words: str) -> None:
    with pytest.raises(DealError, match=words):
        Deal.random(1, **constraints)


POOL = Hand.parse("AKQ.A2.9.")
BOUNDS = [[(0, 9), (1, 2), (0, 9), (0, 9)], [(0, 1), (0, 9), (0, 1), (0, 9)]]


def _all_small_deals() -> list[tuple[Hand, ...]]:
    """Every way to deal the pool to rooms of 2 and 3 within the bounds, by trying them all."""
    found: list[tuple[Hand, ...]] = []
    for first in combinations(POOL, 2):
        rest = [card for card in POOL if card not in first]
        for second in combinations(rest, 3):
            dealt = Hand.from_cards(first), Hand.from_cards(second)
            if all(
                low <= hand.length(suit) <= high
                for hand, row in zip(dealt, BOUNDS, strict=True)
                for suit, (low, high) in zip(Suit, row, strict=True)
            ):
                found.append(dealt)
    return found


def test_a_deal_space_counts_what_enumeration_finds() -> None:
    assert DealSpace(POOL, [2, 3], BOUNDS).count == len(_all_small_deals()) > 10


def test_a_deal_space_draws_every_deal_equally_often() -> None:
    space, source = DealSpace(POOL, [2, 3], BOUNDS), random.Random(5)
    draws = 400 * space.count
    seen = Counter(space.sample(source) for _ in range(draws))
    assert set(seen) == set(_all_small_deals())
    chi_square = sum((count - 400) ** 2 / 400 for count in seen.values())
    degrees = space.count - 1
    assert abs(chi_square - degrees) < 4 * (2 * degrees) ** 0.5


def test_numbers_below_a_bound_are_uniform_beyond_a_word() -> None:
    source, bound = random.Random(2), 3 * 2**40
    drawn = [below(bound, source) for _ in range(6000)]
    thirds = Counter(value // 2**40 for value in drawn)
    assert set(thirds) == {0, 1, 2}
    assert max(thirds.values()) - min(thirds.values()) < 300


CONSTRAINED: dict[str, Any] = {
    "holds": {Seat.FOREHAND: Hand.parse("AK...")},
    "lengths": {Seat.MIDDLEHAND: {Suit.CLUBS: (0, 1)}},
}


def test_many_deals_keep_to_constraints_and_a_predicate() -> None:
    found = list(
        deals(20, seed=3, where=lambda deal: len(deal[Seat.REARHAND].in_suit(Suit.HEARTS)) > 5,
              **CONSTRAINED)
    )  # fmt: skip
    assert len({*found}) == 20
    for deal in found:
        assert Hand.parse("AK...").issubset(deal[Seat.FOREHAND])
        assert deal[Seat.MIDDLEHAND].length(Suit.CLUBS) <= 1
        assert deal[Seat.REARHAND].length(Suit.HEARTS) > 5


def test_the_first_deals_do_not_depend_on_how_many_are_asked_for() -> None:
    assert list(deals(5, seed=7))[:2] == list(deals(2, seed=7))
    assert next(deals(1, seed=7, **CONSTRAINED)) == Deal.random(7, **CONSTRAINED)
    assert list(deals(0)) == []


def test_what_no_deal_can_be_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clumond_solver.games.clumond.deals._MOST_REJECTED", 20)
    with pytest.raises(DealError, match="none of 20 deals in a row"):
        list(deals(1, where=lambda deal: False))
    with pytest.raises(DealError, match="-1 deals"):
        deals(-1)


def test_deals_under_constraints_are_counted_once() -> None:
    first, counted = Deal.random(1, **CONSTRAINED), _deal_space.cache_info()
    assert Deal.random(1, **CONSTRAINED) == first
    assert _deal_space.cache_info() == counted._replace(hits=counted.hits + 1)


def test_the_error_of_a_deal_without_a_seat_does_not_double_its_colon() -> None:
    with pytest.raises(NotationError, match=r"^a deal starts with its first seat") as caught:
        Deal.parse("X:AQ.2.3.4")
    assert "::" not in str(caught.value)
