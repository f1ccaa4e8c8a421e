"""The plan of a defender's last tricks, against plain recursion over the same deals."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.knowledge.core_clumond import (
    clumond_board,
    clumond_payoffs,
    sample_deals,
    seat_knowledge,
)
from clumond_solver.single_dummy.styles import shipped_nets
from tests.core_access import exact_rewards, plan_of
from tests.knowledge.test_knowledge import random_play, replayed

from .test_single_dummy import one_of_each_run

# How often a declarer, and a partner, plays any card.
BY_CHANCE = (0.05, 0.15)
Deals = Sequence[tuple[float, Play]]


def fails(play: Play) -> float:
    """Whether the defenders can defeat the declarer with open hands."""
    declarer = play.declarer
    assert declarer is not None
    return (
        1
        - exact_rewards(clumond_board(play), clumond_payoffs(declarer, play.supplementary))[
            declarer
        ]
    )


def after(play: Play, card: Card) -> Play:
    """The play with one card more."""
    following = play.copy()
    following.push(card)
    return following


def odds(play: Play) -> dict[Card, float]:
    """How likely the seat to play chooses each card, by its net and by what open hands show."""
    turn = play.turn
    assert turn is not None
    declares = turn is play.declarer
    cards = one_of_each_run(play)
    sound = {card for card in cards if fails(after(play, card)) != declares} or cards
    _, _, judged = shipped_nets().evaluations(seat_knowledge(ClumondView.of(play, turn)))
    wishes = {card: math.exp(judged[card.bit][1] / 4096) for card in sound}
    chance = BY_CHANCE[not declares]
    return {
        card: chance / len(cards) + (1 - chance) * wishes.get(card, 0) / sum(wishes.values())
        for card in cards
    }


def defeats(deals: Deals, viewer: Seat) -> float:
    """The chance that the declarer fails when the viewer plays on as well as he can."""
    play = deals[0][1]
    moved = len(play.trick) > (viewer - play.leader) % 3
    if play.is_over or (play.tricks_left == 1 and moved):
        return sum(chance * fails(each) for chance, each in deals)
    if play.turn is viewer:
        return max(
            defeats([(chance, after(each, card)) for chance, each in deals], viewer)
            for card in one_of_each_run(play)
        )
    following: dict[Card, list[tuple[float, Play]]] = {}
    for chance, each in deals:
        for card, share in odds(each).items():
            following.setdefault(card, []).append((chance * share, after(each, card)))
    return sum(defeats(part, viewer) for part in following.values())


def endings(cards: int, count: int) -> list[tuple[Deals, Seat]]:
    """Random plays after so many cards, each with some deals that its turn can't tell apart."""
    found: list[tuple[Deals, Seat]] = []
    for seed in range(40 * count):
        play = random_play(3 * seed + 1, cards)
        turn = play.turn
        if turn in {None, play.declarer} or len(found) == count:
            continue
        viewer = Seat(turn or 0)
        source = random.Random(seed)
        deals = {*sample_deals(ClumondView.of(play, viewer), source.randint(1, 8), seed=seed)}
        found.append(
            ([(source.random(), replayed(play, hands)) for hands in sorted(deals)], viewer)
        )
    return found


def planned(deals: Deals, viewer: Seat, *, best_alone: bool = False) -> dict[Card, float]:
    """What the core says of the same deals."""
    left = Seat((viewer + 1) % 3)
    found = plan_of(
        seat_knowledge(ClumondView.of(deals[0][1], viewer)),
        shipped_nets(),
        [play.hands[left].mask for _, play in deals],
        [chance for chance, _ in deals],
        best_alone=best_alone,
    )
    return {Card.from_bit(bit): value for bit, value in found.items()}


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        *((cards, 100) for cards in (36, 37, 38)),
        *((cards, 30) for cards in (33, 34, 35)),
        pytest.param(32, 10, marks=pytest.mark.slow),
    ],
)
def test_plans_are_those_of_plain_recursion(cards: int, count: int) -> None:
    unsure = 0
    for deals, viewer in endings(cards, count):
        found = planned(deals, viewer)
        expected = {
            card: defeats([(chance, after(play, card)) for chance, play in deals], viewer)
            for card in found
        }
        assert found == pytest.approx(expected, abs=1e-5)
        alone = planned(deals, viewer, best_alone=True)
        best = max(expected.values())
        assert max(alone.values()) == pytest.approx(best, abs=1e-5)
        assert all(alone[card] >= value - 1e-5 for card, value in expected.items())
        unsure += 0.01 < best / sum(chance for chance, _ in deals) < 0.99
    assert unsure > count / 10
