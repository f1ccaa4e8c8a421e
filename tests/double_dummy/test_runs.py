"""Runs of touching cards, alone: how they are listed, kept whole, and told apart by boundaries."""

from __future__ import annotations

import random
from itertools import groupby

from tests import core_access
from tests.core_access import Run
from tests.double_dummy.test_cooperative_bounds import random_ending
from tests.double_dummy.test_double_dummy import PACK
from tests.shares import share_of, source

HANDS = 30_000


def random_cards(rng: random.Random) -> tuple[int, int]:
    """A hand, and the cards of the two others."""
    mine, *others = random_ending(rng, rng.randint(1, 8)).hands
    return mine, others[0] | others[1]


def plain_runs(mine: int, others: int) -> list[list[int]]:
    """The cards of each run, one by one from the lowest."""
    live = [card for card in PACK if (mine | others) >> card & 1]
    owners = groupby(live, lambda card: (card // 16, mine >> card & 1))
    return [list(cards) for (_, own), cards in owners if own]


def as_run(cards: list[int], others: int) -> Run:
    """As the core has it: the card above is the next one of another hand, or the guard bit."""
    guard = 16 * (cards[-1] // 16) + 15
    above = [card for card in range(cards[-1] + 1, guard) if others >> card & 1]
    return 1 << cards[0], 1 << cards[-1], 1 << (above or [guard])[0]


def random_boundaries(rng: random.Random, live: int) -> int:
    """Bits of some cards: what is below one and what is not is told apart."""
    boundaries = live & rng.getrandbits(64)
    return boundaries & rng.getrandbits(64) if rng.random() < 0.5 else boundaries


def test_runs_are_those_that_no_other_card_separates() -> None:
    rng = source("runs")
    for _ in range(share_of(HANDS)):
        mine, others = random_cards(rng)
        runs = [as_run(cards, others) for cards in plain_runs(mine, others)]
        assert sorted(core_access.runs_of(mine, others)) == runs, (mine, others)


def test_a_run_is_kept_whole_by_the_boundaries_at_its_ends() -> None:
    rng = source("whole runs")
    for _ in range(share_of(HANDS)):
        mine, others = random_cards(rng)
        for cards in plain_runs(mine, others):
            run = as_run(cards, others)
            boundaries = random_boundaries(rng, mine | others)
            inside = sum(1 << card for card in cards[1:])
            beside = 1 << cards[0] | run[2] & others
            right = boundaries & ~inside | (beside if boundaries & inside else 0)
            assert core_access.keep_run_whole(boundaries, run) == right, (mine, others, run)


def test_runs_that_no_boundary_separates_fail_together() -> None:
    rng = source("equal runs")
    for _ in range(share_of(HANDS)):
        mine, others = random_cards(rng)
        runs = plain_runs(mine, others)
        failed, boundaries = rng.choice(runs), random_boundaries(rng, mine | others)
        left = [
            as_run(cards, others)
            for cards in runs
            if cards[0] // 16 != failed[0] // 16
            or any(
                boundaries >> card & 1
                for card in range(min(cards + failed) + 1, max(cards + failed) + 1)
            )
        ]
        found = core_access.runs_told_apart(mine, others, boundaries, as_run(failed, others))
        assert sorted(found) == left, (mine, others, boundaries, failed)
