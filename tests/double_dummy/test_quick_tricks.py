"""Quick tricks, alone: the side on lead can take them at once, whatever the other side plays."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests import core_access
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_cooperative_bounds import LANE, SUITS, Ending, random_ending
from tests.double_dummy.test_double_dummy import PACK
from tests.shares import share_of, source

POSITIONS = {1: 20_000, 2: 60_000, 3: 80_000, 4: 60_000, 5: 20_000, 6: 1000}


def claim(ending: Ending) -> tuple[int, int]:
    """The number of quick tricks, and the boundaries that this depends on."""
    tricks, boundaries = core_access.quick_tricks(ending.hands, ending.strain, ending.leader)
    return min(tricks, ending.tricks_left), boundaries


def with_top_cards(ending: Ending, rng: random.Random) -> Ending:
    """The same where the leader's cards of some suits are the highest."""
    hands = list(ending.hands)
    for suit in SUITS:
        if rng.random() < 0.5:
            continue
        cards = [card for card in PACK if card // 16 == suit and sum(hands) >> card & 1]
        others = [player for player in range(3) if player != ending.leader]
        owners = [player for card in cards for player in others if hands[player] >> card & 1]
        owners += [ending.leader] * (len(cards) - len(owners))
        hands = [hand & ~(LANE << 16 * suit) for hand in hands]
        for card, owner in zip(cards, owners, strict=True):
            hands[owner] |= 1 << card
    return replace(ending, hands=tuple(hands))


def holds(ending: Ending, tricks: int) -> bool:
    return compiled_reference.takes_at_once(ending.hands, ending.leader, ending.strain, tricks)


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", POSITIONS)
def test_quick_tricks_can_be_taken_at_once(tricks_left: int) -> None:
    rng, count = source(f"quick tricks, {tricks_left}"), share_of(POSITIONS[tricks_left])
    found = 0
    for _ in range(count):
        ending = random_ending(rng, tricks_left)
        if rng.random() < 0.5:
            ending = with_top_cards(ending, rng)
        tricks, boundaries = claim(ending)
        if tricks:
            found += 1
            assert holds(ending, tricks), (ending, tricks)
            twin = ending.shuffled(boundaries, rng)
            assert holds(twin, tricks), (ending, twin, tricks)
    assert found > count / 4
