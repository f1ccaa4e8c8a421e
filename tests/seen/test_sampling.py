"""Sampled deals: consistent with what was seen, and each as likely as any other."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.cards import Hand, Strain, Suit
from clumond_solver.errors import RuleError, SearchError
from clumond_solver.games.clumond.deals import DealSpace, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.seen.any_game import View
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.seen.sampling import count_deals, sample_deals
from tests.all_games import GAMES, random_actions
from tests.seen.test_knowledge import random_play


def every_deal(known: Knowledge) -> set[tuple[Hand, Hand, Hand]]:
    """All deals that agree with the knowledge, by trying every split of the unseen cards."""
    left = known.seat.left
    found = set()
    for chosen in combinations(known.unseen, known.sizes[left]):
        hands = [known.hand] * 3
        hands[left] = Hand.from_cards(chosen)
        hands[left.left] = known.unseen - hands[left]
        if known.fits(hands):
            found.add((hands[0], hands[1], hands[2]))
    return found


def late_knowledge(with_voids: bool) -> Knowledge:
    """An end of a play with a few hundred deals at most, with or without voids shown."""
    for seed in range(1000):
        play = random_play(seed, 34)
        for seat in Seat:
            known = Knowledge.of(play, seat)
            voids = sum(len(known.voids[other] & suits_of(known.unseen)) for other in Seat)
            if bool(voids) == with_voids and len(every_deal(known)) >= 20:
                return known
    raise AssertionError("no such play")


def suits_of(hand: Hand) -> set[Suit]:
    return {card.suit for card in hand}


@pytest.mark.parametrize("with_voids", [False, True])
def test_every_consistent_deal_is_equally_likely(with_voids: bool) -> None:
    known = late_knowledge(with_voids)
    possible = every_deal(known)
    expected = 200
    seen = Counter(sample_deals(known, expected * len(possible), seed=11))
    assert set(seen) == possible
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    freedom = len(possible) - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


@given(st.integers(0, 10_000), st.integers(33, 39), st.sampled_from(Seat))
def test_the_count_is_the_number_of_deals(seed: int, cards: int, seat: Seat) -> None:
    known = Knowledge.of(random_play(seed, cards), seat)
    assert count_deals(known) == len(every_deal(known))


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_the_count_agrees_with_counting_suit_by_suit(seed: int, cards: int, seat: Seat) -> None:
    known = Knowledge.of(random_play(seed, cards), seat)
    others = (known.seat.left, known.seat.left.left)
    bounds = [[(0, 0 if suit in known.voids[other] else 16) for suit in Suit] for other in others]
    space = DealSpace(known.unseen, [known.sizes[other] for other in others], bounds)
    assert count_deals(known) == space.count


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_every_sampled_deal_fits(seed: int, cards: int, seat: Seat) -> None:
    known = Knowledge.of(random_play(seed, cards), seat)
    assert all(known.fits(hands) for hands in sample_deals(known, 5, seed=seed))


def test_the_seed_fixes_the_deals() -> None:
    known = Knowledge.of(random_play(5, 10), Seat.MIDDLEHAND)
    assert sample_deals(known, 9, seed=4) == sample_deals(known, 9, seed=4)
    assert sample_deals(known, 9, seed=4) != sample_deals(known, 9, seed=5)
    assert sample_deals(known, 9, seed=4)[:3] == sample_deals(known, 3, seed=4)


def test_knowledge_that_contradicts_itself_has_no_deals() -> None:
    known = Knowledge.of(random_play(5, 10), Seat.MIDDLEHAND)
    every = frozenset(Suit)
    void = replace(known, voids=(every, frozenset(), every))
    assert count_deals(void) == 0
    with pytest.raises(RuleError, match="no deal agrees with what middlehand has seen"):
        sample_deals(void, 1)


def test_counts_and_seeds_are_checked() -> None:
    known = Knowledge.of(random_play(random.Random(1).randrange(99), 10), Seat.MIDDLEHAND)
    with pytest.raises(SearchError, match="-1 deals"):
        sample_deals(known, -1)
    with pytest.raises(SearchError, match="seed -2"):
        sample_deals(known, 1, seed=-2)
    assert sample_deals(known, 0) == ()


def test_the_count_of_a_small_end_is_a_binomial() -> None:
    play = Play(
        [Hand.parse("A...432"), Hand.parse("2.43.5."), Hand.parse("3.65.6.")],
        Seat.FOREHAND,
        Strain.CLUBS,
        tricks_taken=(4, 4, 4),
    )
    known = Knowledge.of(play, Seat.FOREHAND)
    assert count_deals(known) == math.comb(8, 4)


@pytest.mark.parametrize("name", ["clubs 4", "clubs 3", "clag foss 3"])
def test_all_worlds_are_those_that_are_drawn_each_once(name: str) -> None:
    compared = 0
    for seed in range(40):
        game = GAMES[name]
        state = game.deal(seed, game.opening())
        for _ in random_actions(state, random.Random(seed)):
            if state.play is None or state.play.tricks_to_come > 3:
                continue
            view = View.of(state, state.turn)
            worlds = view.all_worlds(150)
            if worlds is None:
                continue
            hands = [world.play.hands for world in worlds if world.play is not None]
            drawn = {each[:-1] for each in view.sample_hands(20 * len(hands), seed)}
            assert len(set(hands)) == len(hands)
            assert set(hands) == drawn
            assert {world.observation(view.seat) for world in worlds} == {
                state.observation(view.seat)
            }
            compared += len(hands) > 1
        if compared > 20:
            return
    raise AssertionError("hardly any end has so few deals")


def test_no_worlds_are_listed_where_more_is_hidden_than_the_cards() -> None:
    game = GAMES["clubs 4"]
    assert View.of(game.deal(1, game.opening()), 0).all_worlds(10**30) is None
