"""What a seat has seen, and the deals that agree with it, each as likely as any other."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from statistics import NormalDist, mean, variance
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.games.clumond.deals import Deal, DealSpace, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.single_dummy.luck import mean_error
from tests.all_games import GAMES, random_actions, standing_after
from tests.samples import DEAL_TEXT, HAND_TEXT
from tests.shares import share_of


def random_play(seed: int, cards: int) -> Play:
    """A full deal with so many random legal cards played; every third is undeclared."""
    source = random.Random(seed)
    strain = source.choice(list(Strain))
    declarer = None if seed % 3 == 0 else source.choice(list(Seat))
    play = Play(Deal.random(seed), declarer, None if declarer is None else strain)
    for _ in range(cards):
        play.push(source.choice(list(play.legal_plays)))
    return play


def replayed(play: Play, hands: tuple[Hand, Hand, Hand]) -> Play:
    """The same cards played from the deal in which these hands are what is left."""
    whole = list(hands)
    for seat, card, *_ in play.history:
        whole[seat] = whole[seat].with_card(card)
    twin = Play(Deal((whole[0], whole[1], whole[2])), play.declarer, play.strain)
    for _, card, *_ in play.history:
        twin.push(card)
    return twin


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_plays_that_differ_in_unseen_cards_alone_look_the_same(
    seed: int, cards: int, seat: Seat
) -> None:
    play = random_play(seed, cards)
    known = ClumondView.of(play, seat)
    for hands in sample_deals(known, 3, seed=seed):
        assert ClumondView.of(replayed(play, hands), seat) == known


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_the_true_hands_always_fit(seed: int, cards: int, seat: Seat) -> None:
    play = random_play(seed, cards)
    known = ClumondView.of(play, seat)
    assert known.fits(play.hands)
    assert known.play_of(play.hands) == play
    assert known.turn == play.turn
    assert [card for _, card in known.plays] == [card for _, card, *_ in play.history]


def test_a_view_is_one_seats() -> None:
    view = ClumondView.of(random_play(1, 7), Seat.FOREHAND)
    assert ClumondView.of(view) == ClumondView.of(view, Seat.FOREHAND) == view
    with pytest.raises(RuleError, match="the view is forehand's, not rearhand's"):
        ClumondView.of(view, Seat.REARHAND)


def test_voids_come_from_cards_that_did_not_follow() -> None:
    deal = Deal.parse(DEAL_TEXT)
    play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
    for text in ("SA", "SJ", "S4", "SK", "S9", "S2", "SQ", "S5", "C2"):
        play.push(Card.parse(text))
    assert ClumondView.of(play, Seat.MIDDLEHAND).voids == (
        frozenset({Suit.SPADES}),
        frozenset(),
        frozenset(),
    )


def test_a_start_in_the_middle_shows_its_table_and_no_more() -> None:
    source = Play(Deal.random(8), Seat.FOREHAND, Strain.HEARTS)
    shown = random.Random(3)
    while not (len(source.trick) == 2 and source.trick[0].suit is not source.trick[1].suit):
        source.push(shown.choice(list(source.legal_plays)))
    middle = Play.parse(str(source))
    known = ClumondView.of(middle, Seat.FOREHAND)
    follower = source.leader.left
    assert known.voids[follower] == {source.trick[0].suit}
    assert all(not known.voids[seat] for seat in Seat if seat != follower)
    middle.push(next(iter(middle.legal_plays)))
    assert known.voids[follower] <= ClumondView.of(middle, Seat.FOREHAND).voids[follower]


def test_hands_that_contradict_what_was_seen_are_refused() -> None:
    play = random_play(1, 7)
    known = ClumondView.of(play, Seat.FOREHAND)
    swapped = (play.hands[1], play.hands[0], play.hands[2])
    assert not known.fits(swapped)
    with pytest.raises(RuleError, match="contradict what forehand has seen"):
        known.play_of(swapped)


@pytest.mark.parametrize(
    ("hand", "options", "said"),
    [
        (HAND_TEXT[:-1], {}, "15 cards"),
        (HAND_TEXT.replace("AK8", "AKT"), {}, "ST in hand"),
        (HAND_TEXT, {"strain": Strain.CLUBS}, "undeclared hand is played at no trumps"),
        (HAND_TEXT, {"supplementary": (0, 7, 0)}, "from 0 to 6"),
    ],
)
def test_a_start_that_cannot_be_is_refused(hand: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(RuleError, match=said):
        ClumondView.at_start(Hand.parse(hand), Seat.FOREHAND, None, **options)


# Sampled deals: consistent with what was seen, and each as likely as any other.


def every_deal(known: ClumondView) -> Iterator[tuple[Hand, Hand, Hand]]:
    """All hands that agree with the knowledge, by every split of the unseen cards."""
    left, right = known.seat.left, known.seat.left.left
    for cards in combinations(known.unseen, known.sizes[left]):
        hands = [known.hand] * 3
        hands[left] = Hand.from_cards(cards)
        hands[right] = known.unseen - hands[left]
        if not any(hands[at].length(suit) for at in (left, right) for suit in known.voids[at]):
            yield hands[0], hands[1], hands[2]


def late_knowledge(with_voids: bool) -> ClumondView:
    """An end of a play with a few hundred deals at most, with or without voids shown."""
    for seed in range(1000):
        play = random_play(seed, 34)
        for seat in Seat:
            known = ClumondView.of(play, seat)
            voids = sum(len(known.voids[other] & suits_of(known.unseen)) for other in Seat)
            if bool(voids) == with_voids and len(list(every_deal(known))) >= 20:
                return known
    raise AssertionError("no such play")


def suits_of(hand: Hand) -> set[Suit]:
    return {card.suit for card in hand}


@pytest.mark.parametrize("with_voids", [False, True])
def test_every_consistent_deal_is_equally_likely(with_voids: bool) -> None:
    known = late_knowledge(with_voids)
    possible = set(every_deal(known))
    expected = 200
    seen = Counter(sample_deals(known, expected * len(possible), seed=11))
    assert set(seen) == possible
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    freedom = len(possible) - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom)


@given(st.integers(0, 10_000), st.integers(33, 39), st.sampled_from(Seat))
def test_counting_suit_by_suit_finds_every_deal(seed: int, cards: int, seat: Seat) -> None:
    known = ClumondView.of(random_play(seed, cards), seat)
    others = (known.seat.left, known.seat.left.left)
    bounds = [[(0, 0 if suit in known.voids[other] else 16) for suit in Suit] for other in others]
    space = DealSpace(known.unseen, [known.sizes[other] for other in others], bounds)
    assert space.count == len(list(every_deal(known)))


def test_the_seed_fixes_the_deals() -> None:
    known = ClumondView.of(random_play(5, 10), Seat.MIDDLEHAND)
    assert sample_deals(known, 9, seed=4) == sample_deals(known, 9, seed=4)
    assert sample_deals(known, 9, seed=4) != sample_deals(known, 9, seed=5)
    assert sample_deals(known, 9, seed=4)[:3] == sample_deals(known, 3, seed=4)


def test_knowledge_that_contradicts_itself_has_no_deals() -> None:
    known = ClumondView.of(random_play(5, 10), Seat.MIDDLEHAND)
    void = replace(known, may_hold=(Hand(),) * 4)
    with pytest.raises(RuleError, match="no deal agrees with what middlehand has seen"):
        sample_deals(void, 1)


def test_counts_and_seeds_are_checked() -> None:
    known = ClumondView.of(random_play(random.Random(1).randrange(99), 10), Seat.MIDDLEHAND)
    with pytest.raises(SearchError, match="-1 deals"):
        sample_deals(known, -1)
    with pytest.raises(SearchError, match="seed -2"):
        sample_deals(known, 1, seed=-2)
    assert sample_deals(known, 0) == []


@pytest.mark.parametrize("name", ["clubs 4", "clubs 3", "clag foss 3"])
def test_all_worlds_are_those_that_are_drawn_each_once(name: str) -> None:
    compared = 0
    for seed in range(40):
        game = GAMES[name]
        state = game.deal(seed, game.opening())
        for _ in random_actions(state, random.Random(seed)):
            if state.play is None or state.play.tricks_left > 3:
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


POSITIONS = share_of(250)
# Before, hardly any point has few layouts.
LAST_TRICKS = 4


def slots_by_card(view: View) -> dict[Card, frozenset[int]]:
    """The hands that each unseen card may be in; the last is that of nobody."""
    hands = [
        (slot, may_hold)
        for slot, (room, may_hold) in enumerate(zip(view.room, view.may_hold, strict=True))
        if room
    ]
    return {
        card: frozenset(slot for slot, may_hold in hands if card in may_hold) for card in view.pool
    }


def every_layout(view: View) -> set[tuple[Hand, ...]]:
    """All ways to lay the unseen cards, card by card; none if they are too many."""
    layouts = [(view.held, view.room)]
    for card, slots in sorted(slots_by_card(view).items(), key=lambda each: len(each[1])):
        layouts = [
            (
                (*hands[:slot], hands[slot].with_card(card), *hands[slot + 1 :]),
                (*room[:slot], room[slot] - 1, *room[slot + 1 :]),
            )
            for hands, room in layouts
            for slot in slots
            if room[slot]
        ]
        if len(layouts) > 300:
            return set()
    return {
        hands
        for hands, _ in layouts
        if not any(cards.issubset(hands[seat]) for seat, cards in view.excluded_sets)
    }


def ends_with_few_layouts(name: str) -> Iterator[tuple[View, set[tuple[Hand, ...]]]]:
    """Points of the play, of each deal one at most, from which few layouts are possible.

    Where three hands are hidden, two cards each have a hand to be in that the other has not, and
    one in common: only then can laying one card after the other prefer some layouts.
    """
    game = GAMES[name]
    for seed in range(1000):
        state = game.deal(seed, standing_after(game, seed))
        for _ in random_actions(state, random.Random(seed)):
            if state.play is None or state.play.tricks_left > LAST_TRICKS:
                continue
            view = View.of(state, state.seat_to_act)
            sets = set(slots_by_card(view).values())
            crossing = any(one & two and one - two and two - one for one in sets for two in sets)
            if crossing or (sets and len(frozenset.union(*sets)) == 2):
                layouts = every_layout(view)
                if 6 <= len(layouts) <= 40:
                    yield view, layouts
                    break


def upper_tail(chi_square: float, freedom: int) -> float:
    """The chance of so large a chi-square, by the cube root of Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    normal = ((chi_square / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    return 1 - NormalDist().cdf(normal)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_one_draw_a_seed_has_every_layout_equally_often(name: str) -> None:
    tried, expected = 0, 10
    for view, layouts in ends_with_few_layouts(name):
        seeds = range(10_000 * tried, 10_000 * tried + expected * len(layouts))
        drawn = Counter(view.sample_hands(1, seed)[0] for seed in seeds)
        assert set(drawn) <= layouts
        chi_square = sum((drawn[hands] - expected) ** 2 / expected for hands in layouts)
        chance = upper_tail(chi_square, len(layouts) - 1)
        assert chance > 0.05 / (POSITIONS * len(GAMES)), (tried, chi_square, len(layouts))
        tried += 1
        if tried == POSITIONS:
            return
    raise AssertionError(f"only {tried} positions")


def test_cards_limited_at_will_lie_equally_often_in_every_way() -> None:
    expected = 20
    for number in range(300):
        source = random.Random(number)
        room = [source.randrange(3) for _ in range(source.randint(3, 4))]
        cards, slots = range(sum(room)), range(len(room))
        may_hold = [sum((source.random() < 0.6) << card for card in cards) for _ in slots]
        excluded_sets = [(source.choice(slots), 0b11)] * source.randrange(2)
        layouts = set()
        for places in product(slots, repeat=len(cards)):
            hands = [sum(1 << card for card in cards if places[card] == slot) for slot in slots]
            fits = all(
                hand.bit_count() == size and not hand & ~allowed
                for hand, size, allowed in zip(hands, room, may_hold, strict=True)
            )
            if fits and not any(both & ~hands[slot] == 0 for slot, both in excluded_sets):
                layouts.add(tuple(hands))
        hidden = HiddenCards([0] * len(room), room, (1 << len(cards)) - 1, may_hold, excluded_sets)
        if not layouts:
            assert next(hidden.draws(number), None) is None
            continue
        seeds = range(10_000 * number, 10_000 * number + expected * len(layouts))
        drawn = Counter(next(hidden.draws(seed)) for seed in seeds)
        assert set(drawn) <= layouts
        chi_square = sum((drawn[hands] - expected) ** 2 / expected for hands in layouts)
        freedom = len(layouts) - 1
        assert not freedom or upper_tail(chi_square, freedom) > 0.05 / 300


@pytest.mark.slow
def test_draws_of_one_seed_know_nothing_of_each_other() -> None:
    for view, layouts in islice(ends_with_few_layouts("clubs 4"), 5):
        number = {hands: float(number) for number, hands in enumerate(sorted(layouts))}
        batches = [[number[each] for each in view.sample_hands(40, seed)] for seed in range(300)]
        spread = variance(map(mean, batches))
        assert spread / mean(mean_error(batch) ** 2 for batch in batches) < 1.3
