"""Proofs of success, alone, mid-trick too: against all deals that fit what declarer has seen."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from clumond_solver._core.rules.clumond import Board, Payoffs
from clumond_solver._core.single_dummy.certainty import proved_cards
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver.base.cards import Strain
from clumond_solver.knowledge.core_clumond import rules_of
from tests.double_dummy.test_cooperative_bounds import LANE, SUITS, random_ending
from tests.double_dummy.test_double_dummy import PACK
from tests.double_dummy.test_last_two_tricks import Point
from tests.shares import share_of, source
from tests.single_dummy.compiled_reference import deal_against
from tests.single_dummy.test_rollout_finish import payoffs_of, successes

# By tricks left and cards on the table.
POSITIONS = {
    (1, 0): 10_000,
    (1, 1): 10_000,
    (1, 2): 10_000,
    (2, 0): 10_000,
    (2, 1): 50_000,
    (2, 2): 20_000,
    (3, 0): 400,
    (3, 1): 4000,
    (3, 2): 5000,
}
GAMES = {2: 20_000, 3: 20_000, 4: 20_000, 5: 10_000}
NODES = 10_000
ALL = sum(1 << card for card in PACK)
ANY_TRICKS = 0xFFFF


def random_successes(rng: random.Random, taken: int, tricks_left: int) -> list[int]:
    """By code of the cards kept; also such as are often certain, but not with any card."""
    if rng.random() < 0.3:
        return successes(rng)
    least = taken + rng.randint(0, tricks_left)
    limits = [(2 << least) - 1, -1 << least, 1 << least, ~(1 << least)]
    usual = rng.choice(limits)
    return [(usual if rng.random() < 0.7 else rng.choice(limits)) & ANY_TRICKS for _ in range(10)]


@dataclass(frozen=True)
class Sight:
    """What declarer, who is player 0 and to play, sees: what the two others may hold, and the rest.

    Of the hands of the point he knows only the numbers of cards.
    """

    point: Point
    may_hold: tuple[int, ...]

    @property
    def hidden(self) -> int:
        return self.point.hands[1] | self.point.hands[2]

    def knowledge(self, payoffs: Payoffs) -> SeatKnowledge:
        point, table = self.point, self.point.table
        shown = [point.hands[0], 0, 0]
        for offset, card in enumerate(table):
            shown[(point.leader + offset) % 3] |= 1 << card
        tricks_left = point.hands[0].bit_count() - 3
        taken = [point.taken, 13 - tricks_left - point.taken, 0]
        board = Board(rules_of(Strain(point.strain)), shown, point.leader, taken, tricks_left)
        for card in table:
            board.play(card)
        sizes = [hand.bit_count() for hand in point.hands]
        return SeatKnowledge(board, payoffs, 0, self.hidden, sizes, (ALL, *self.may_hold))

    def cards(self, payoffs: Payoffs, tricks: int, *, helped: bool) -> list[int]:
        """The cards after which declarer is said to succeed in all deals; if helped, in some."""
        found = proved_cards(self.knowledge(payoffs), helped, NODES, tricks)
        return [card for card in self.point.legal if found is None or found >> card & 1]

    def deal_against(
        self, success: list[int], cards: list[int], *, helped: bool
    ) -> tuple[int, int] | None:
        """A deal, and one of the cards, after which he fails; if helped, succeeds; else None."""
        at = self.point
        return deal_against(
            at.hands[0],
            self.hidden,
            at.hands[1].bit_count(),
            self.may_hold,
            at.leader,
            at.table,
            at.taken,
            at.strain,
            success,
            cards,
            helped=helped,
        )

    def after(self, card: int) -> Sight:
        """The same when the player whose turn it is has played; who discards shows a void."""
        may_hold, table = list(self.may_hold), self.point.table
        if table and card // 16 != table[0] // 16 and self.point.turn:
            may_hold[self.point.turn - 1] &= ~(LANE << 16 * (table[0] // 16))
        return Sight(self.point.after(card), tuple(may_hold))


def random_sight(rng: random.Random, tricks_left: int, on_table: int) -> Sight:
    """Of the others' voids every second one is known, and those shown in the trick."""
    ending = replace(random_ending(rng, tricks_left), leader=-on_table % 3)
    taken = rng.randint(0, 13 - tricks_left)
    lanes = [LANE << 16 * suit for suit in SUITS]
    may_hold = tuple(
        ALL & ~sum(lane for lane in lanes if not hand & lane and rng.random() < 0.5)
        for hand in ending.hands[1:]
    )
    sight = Sight(Point(ending.hands, ending.leader, (), taken, ending.strain), may_hold)
    for _ in range(on_table):
        sight = sight.after(rng.choice(sight.point.legal))
    return sight


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "on_table"), POSITIONS)
def test_what_is_proved_holds_in_every_deal(tricks_left: int, on_table: int) -> None:
    rng, count = source(f"certainty, {tricks_left}, {on_table}"), POSITIONS[tricks_left, on_table]
    certain = hopeless = 0
    for _ in range(share_of(count)):
        sight = random_sight(rng, tricks_left, on_table)
        success = random_successes(rng, sight.point.taken, tricks_left)
        payoffs, tricks = payoffs_of(0, success), rng.choice((ANY_TRICKS, rng.getrandbits(14)))
        counting = [mask & tricks for mask in success]
        proved = sight.cards(payoffs, tricks, helped=False)
        reaching = sight.cards(payoffs, tricks, helped=True)
        excluded = [card for card in sight.point.legal if card not in reaching]
        where = sight, success, tricks
        assert sight.deal_against(counting, proved, helped=False) is None, where
        assert sight.deal_against(counting, excluded, helped=True) is None, where
        certain += len(proved) > 0
        hopeless += len(excluded) > 0
    assert certain > share_of(count) / 10
    assert hopeless > share_of(count) / 10


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", GAMES)
def test_a_proof_lasts_to_the_end(tricks_left: int) -> None:
    """Declarer plays any card that keeps it, seeing his own cards only, the others any card."""
    rng, games = source(f"games, {tricks_left}"), 0
    for _ in range(share_of(GAMES[tricks_left])):
        start = random_sight(rng, tricks_left, rng.randrange(3))
        success = random_successes(rng, start.point.taken, tricks_left)
        payoffs = payoffs_of(0, success)
        if not start.cards(payoffs, ANY_TRICKS, helped=False):
            continue
        for _ in range(4):
            sight = start
            while sight.point.hands[0].bit_count() > 3 or sight.point.table:
                cards = sight.point.legal
                if sight.point.turn == 0:
                    cards = sight.cards(payoffs, ANY_TRICKS, helped=False)
                    assert cards, (start, sight, success)
                sight = sight.after(rng.choice(cards))
            code = sum(card // 16 for card in PACK if sight.point.hands[0] >> card & 1)
            assert success[code] >> sight.point.taken & 1, (start, sight, success)
            games += 1
    assert games > share_of(GAMES[tricks_left]) / 10
