"""Proofs from a hand alone, against the solver on deals of the other cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings

from clumond_solver.cards import Hand, Strain, Suit
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.packs import CLUMOND_PACK
from clumond_solver.results import Certainty, Limit, Reach
from clumond_solver.single_dummy.player import estimate
from clumond_solver.single_dummy.proofs import prove
from clumond_solver.single_dummy.styles import FULL
from tests.strategies import seeds

RANKS = "23456789JQKA"
Case = tuple[Hand, Strain, int]


def one_sided_hand(rng: random.Random) -> Hand:
    """Suits of very different lengths, each of top and bottom cards only, or nearly so."""
    weights = [rng.random() ** 2 + 0.02 for _ in Suit]
    lengths = [0] * len(Suit)
    for _ in range(16):
        lengths[rng.choices(range(4), weights)[0]] += 1
    if max(lengths) > len(RANKS):
        return one_sided_hand(rng)
    fields = []
    for length in lengths:
        low = rng.choice([0, length, rng.randint(0, length)])
        fields.append(RANKS[:low] + RANKS[len(RANKS) - length + low :])
    hand = Hand.parse(".".join(fields))
    for _ in range(rng.choice([0, 0, 1])):
        out = rng.choice(list(hand))
        hand = hand - Hand.from_cards([out])
        hand |= Hand.from_cards([rng.choice(list(CLUMOND_PACK.cards - hand))])
    return hand


def cases(seed: int) -> Iterator[Case]:
    rng = random.Random(seed)
    while True:
        yield one_sided_hand(rng), rng.choice(list(Strain)), rng.choice([0, 0, 0, 1, 3, 6])


def proved(certainty: Certainty, count: int, seed: int) -> list[Case]:
    found = (
        case for case in cases(seed) if prove(case[0], case[1], supplementary=case[2]) is certainty
    )
    return list(islice(found, count))


def play_of(case: Case, rng: random.Random, *, skewed: bool) -> Play:
    """The other cards dealt at random, or by suit so that the others have long suits and voids."""
    hand, strain, supplementary = case
    others = list(CLUMOND_PACK.cards - hand)
    rng.shuffle(others)
    if skewed:
        order = rng.sample(range(4), 4)
        others.sort(key=lambda card: order[card.suit] + 0.8 * rng.random())
    seat = rng.choice(list(Seat))
    hands = {
        seat: hand,
        seat.left: Hand.from_cards(others[:16]),
        seat.left.left: Hand.from_cards(others[16:]),
    }
    extra = [supplementary if each is seat else 0 for each in Seat]
    return Play([hands[each] for each in Seat], seat, strain, supplementary=extra)


def confirm(case: Case, found: Certainty | None, rng: random.Random, deals: int) -> None:
    """Compare with what declarer can force, or reach with the others' help."""
    solver = Solver()
    for deal in range(deals):
        play = play_of(case, rng, skewed=deal % 2 == 1)
        if found is Certainty.CERTAIN:
            assert solver.verdict(play, limit=Limit(nodes=100_000)) is not False, play
        elif found is Certainty.IMPOSSIBLE:
            reached = solver.retentions(play, limit=Limit(nodes=100_000)).values()
            assert not {Reach.FORCED, Reach.POSSIBLE} & set(reached), play


@pytest.mark.parametrize(
    ("hand", "strain"),
    [
        ("AKQJ98765432.AKQJ..", Strain.SPADES),
        ("..AKQJ98765432.AKQJ", Strain.DIAMONDS),
        ("AKQJ98765.AK.AK.AKQ", Strain.NO_TRUMPS),
        ("2345.2345.98765432.", Strain.NO_TRUMPS),
        ("2345.2345.98765432.", Strain.CLUBS),
    ],
)
def test_hands_that_cannot_fail(hand: str, strain: Strain) -> None:
    assert prove(Hand.parse(hand), strain) is Certainty.CERTAIN


def test_a_hand_that_takes_too_many_tricks_for_what_it_can_keep_cannot_succeed() -> None:
    hand = Hand.parse(".AKQJ98765432..AKQJ")
    assert prove(hand, Strain.HEARTS) is Certainty.IMPOSSIBLE


def test_supplementary_tricks_count() -> None:
    hand = Hand.parse("AKQJ98765432.AKQJ..")
    found = [prove(hand, Strain.SPADES, supplementary=extra) for extra in range(7)]
    # All tricks but one at most, with spades and hearts to keep: 3 to 6, or 13 to 16.
    assert found == [Certainty.CERTAIN] * 4 + [None] + [Certainty.IMPOSSIBLE] * 2


@pytest.mark.parametrize("certainty", Certainty)
def test_what_is_proved_holds_in_deals_of_the_rest(certainty: Certainty) -> None:
    rng = random.Random(3)
    for case in proved(certainty, 12 if certainty is Certainty.CERTAIN else 5, seed=1):
        confirm(case, certainty, rng, deals=2)


@pytest.mark.slow
@pytest.mark.parametrize("certainty", Certainty)
def test_it_holds_in_many_more(certainty: Certainty) -> None:
    rng = random.Random(4)
    for case in proved(certainty, 30 if certainty is Certainty.CERTAIN else 20, seed=2):
        confirm(case, certainty, rng, deals=4)


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_whatever_hand_is_drawn(seed: int) -> None:
    case = next(cases(seed))
    confirm(case, prove(case[0], case[1], supplementary=case[2]), random.Random(seed), deals=2)


def test_a_fair_part_of_one_sided_hands_is_proved() -> None:
    found = [prove(hand, strain) for hand, strain, _ in islice(cases(5), 2000)]
    assert found.count(Certainty.CERTAIN) >= 15
    assert found.count(Certainty.IMPOSSIBLE) >= 5


def test_ordinary_hands_are_left_open() -> None:
    for seed in range(60):
        hand = Deal.random(seed)[Seat.FOREHAND]
        assert prove(hand, Strain(seed % len(Strain))) is None


def test_an_estimate_of_a_proved_hand_is_exact_and_plays_no_game() -> None:
    found = estimate(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES)
    assert (found.p, found.standard_error, found.games) == (1, 0, 0)
    assert found.interval == (1, 1)
    assert found.proved is Certainty.CERTAIN


def test_games_of_a_given_style_are_played_all_the_same() -> None:
    hand = Hand.parse("AKQJ98765432.AKQJ..")
    found = estimate(hand, Strain.SPADES, games=4, iterations=10, style=FULL)
    assert (found.p, found.games, found.proved) == (1, 4, None)


def test_what_is_no_hand_or_no_number_of_tricks_is_refused() -> None:
    with pytest.raises(RuleError, match="16"):
        prove(Hand.parse("AK.AK.AK.AK"), Strain.SPADES)
    with pytest.raises(RuleError, match="7 supplementary tricks"):
        prove(Hand.parse("AKQJ98765432.AKQJ.."), Strain.SPADES, supplementary=7)
