"""Endings out of reach even if all help: the bounds alone, and the search, against all play."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from clumond_solver._core.double_dummy.fastest import new_search
from clumond_solver.base.cards import Card
from clumond_solver.double_dummy.goals import goal_masks
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import Reach
from tests import core_access
from tests.core_access import HopelessClaim
from tests.double_dummy import compiled_reference
from tests.double_dummy.test_double_dummy import PACK
from tests.shares import share_of, source

POSITIONS = {1: 20_000, 2: 100_000, 3: 100_000, 4: 60_000, 5: 20_000, 6: 5000, 7: 500}

SEARCH = new_search(4096)
EVERY = Retention.all()
SUITS, NO_TRUMPS = range(4), 4
LANE = 0xFFFF


@dataclass(frozen=True)
class Ending:
    """The hands between two of the last tricks, the hero's first, as masks."""

    hands: tuple[int, ...]
    leader: int
    strain: int

    @property
    def tricks_left(self) -> int:
        return self.hands[0].bit_count() - 3

    def further(self) -> list[int]:
        """The numbers of further tricks by cards kept: all play."""
        return compiled_reference.reachable(self.hands, self.leader, self.strain)

    def claims(self, rng: random.Random) -> list[HopelessClaim]:
        """What the bounds exclude, for every need of one number, and for some of several."""
        taken = rng.randrange(14 - self.tricks_left)
        numbers = range(taken, taken + self.tricks_left + 1)
        totals = [1 << number for number in numbers]
        totals += [rng.getrandbits(14), 1 << rng.choice(numbers) | 1 << rng.choice(numbers)]
        return core_access.hopeless_claims(
            self.hands, self.strain, self.leader, taken, [each & 0x3FFF for each in totals]
        )

    def shuffled(self, boundaries: int, rng: random.Random) -> Ending:
        """The cards dealt anew, as many to each player on either side of every boundary."""
        hands = [0, 0, 0]
        for suit in SUITS:
            cards = [card for card in PACK if card // 16 == suit and self._owner(card) is not None]
            parts: list[list[int]] = [[]]
            for card in cards:
                if boundaries >> card & 1:
                    parts.append([])
                parts[-1].append(card)
            for part in parts:
                owners = [self._owner(card) for card in part]
                rng.shuffle(owners)
                for card, owner in zip(part, owners, strict=True):
                    hands[owner or 0] |= 1 << card
        return Ending(tuple(hands), self.leader, self.strain)

    def begun(self, rng: random.Random, cards: int) -> tuple[list[int], list[int]]:
        """The hands with so many cards of the trick played, and these cards in order."""
        hands, table = list(self.hands), list[int]()
        for offset in range(cards):
            player = (self.leader + offset) % 3
            led = LANE << 16 * (table[0] // 16) if table else 0
            legal = hands[player] & led or hands[player]
            table.append(rng.choice([card for card in PACK if legal >> card & 1]))
            hands[player] ^= 1 << table[-1]
        return hands, table

    def _owner(self, card: int) -> int | None:
        return next((player for player in range(3) if self.hands[player] >> card & 1), None)


def random_ending(rng: random.Random, tricks_left: int) -> Ending:
    """Mostly uneven: every player has suits of his own, trumps are many, the hero seldom void."""
    size = tricks_left + 3
    strain = rng.choice((*SUITS, *SUITS, NO_TRUMPS))
    weights = [[rng.choice((0.05, 0.3, 1, 1, 4)) for _ in SUITS] for _ in range(3)]
    for weight in weights:
        if strain != NO_TRUMPS and rng.random() < 0.5:
            weight[strain] *= 4
    if rng.random() < 0.5:
        weights[0] = [max(weight, 0.3) for weight in weights[0]]
    dealt: list[int] = [0, 0, 0]
    free = rng.sample(PACK, len(PACK))
    for card in free:
        open_to = [player for player in range(3) if dealt[player].bit_count() < size]
        # Some cards are out of the game already.
        chances = [weights[player][card // 16] for player in open_to]
        if rng.random() * 4 < sum(chances):
            dealt[rng.choices(open_to, chances)[0]] |= 1 << card
        if sum(hand.bit_count() for hand in dealt) == 3 * size:
            return Ending(tuple(dealt), rng.randrange(3), strain)
    return random_ending(rng, tricks_left)


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", POSITIONS)
def test_no_ending_that_the_bounds_exclude_can_be_reached(tricks_left: int) -> None:
    rng, count = source(tricks_left), share_of(POSITIONS[tricks_left])
    made = 0
    for _ in range(count):
        ending = random_ending(rng, tricks_left)
        claims = ending.claims(rng)
        made += len(claims)
        assert not core_access.wrong_claims(claims, ending.further(), tricks_left), ending
        if claims:
            # A claim holds for all positions that its boundaries do not tell apart.
            boundaries = rng.choice(claims)[3]
            twin = ending.shuffled(boundaries, rng)
            same = [claim for claim in claims if claim[3] & ~boundaries == 0]
            assert not core_access.wrong_claims(same, twin.further(), tricks_left), (ending, twin)
    assert made > count


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "count"), [(1, 500), (2, 500), (3, 40)])
def test_merging_equal_positions_loses_no_ending(tricks_left: int, count: int) -> None:
    """The fast reference against one that plays every card and remembers nothing."""
    rng = random.Random(tricks_left)
    for _ in range(count):
        ending = random_ending(rng, tricks_left)
        further = [0] * 64
        for more in range(tricks_left + 1):
            table = array("Q", bytes(8 * 64 * 14))
            kept_of_bit = [
                diamonds + 4 * spades + 16 * hearts
                for diamonds, spades, hearts, _ in (kept.counts for kept in EVERY)
            ]
            for bit, kept in enumerate(kept_of_bit):
                table[14 * kept + more] = 1 << bit
            _, cooperative = compiled_reference.answer(
                ending.hands, ending.leader, (), 0, ending.strain, table
            )
            for bit, kept in enumerate(kept_of_bit):
                further[kept] |= (cooperative >> bit & 1) << more
        assert ending.further() == further, ending


def _further(further: Sequence[int], kept: Retention) -> int:
    diamonds, spades, hearts, _ = kept.counts
    return further[diamonds + 4 * spades + 16 * hearts]


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "deals"), [(1, 200), (2, 600), (3, 400), (4, 40), (5, 10)])
def test_endings_are_reached_with_help_where_plain_minimax_reaches_them(
    tricks_left: int, deals: int
) -> None:
    rng = random.Random(tricks_left)
    yes = no = 0
    for _ in range(deals):
        ending = random_ending(rng, tricks_left)
        hands, leader, strain = list(ending.hands), ending.leader, ending.strain
        taken = rng.randint(0, 13 - tricks_left)
        further = ending.further()
        for kept in EVERY:
            for more in range(tricks_left + 1):
                right = bool(_further(further, kept) >> more & 1)
                goal = goal_masks({kept: 1 << (taken + more)})
                answer, *_ = SEARCH.run(
                    hands, leader, (), taken, strain, goal, GoalKind.COOPERATIVE
                )
                assert answer is right, (ending, taken, kept, more)
                yes += right
                no += not right
    assert yes > 0
    assert no > 0


# A discard on a trump of an opponent was once counted as two lost tricks, and "never" was said of
# these endings; under each position, a line that reaches it.
ONCE_NEVER = """
F:K.972.4.A5 .K3.QJ765. 973.J5.3.3 declarer=R strain=D leader=F tricks=7,0,2 | HSS
D4D7D3 D5C3SK H3HJH7 S7H9HK
F:42.K4..J3 KJ865...A ..AK765.4 declarer=F strain=D leader=F tricks=6,4,0 | CHH
S2S5D5 D6S4CA C4CJS6
F:K5...J982 82.KQ87.. AQJ76...Q declarer=F strain=H leader=M tricks=7,3,0 | CCC
H7CQS5 S2S6SK C2S8S7
F:.J2.A843. .K.J9.AK8 A763..5.Q declarer=F strain=S leader=R tricks=0,10,0 | HDD
S3D3HK D5DAD9 H2DJCQ
F:QJ763.3.2. 852...K974 K4.942.84. declarer=F strain=C leader=M tricks=0,9,0 | SSS
C4SKD2 S2S4S6 S7S5D4 H3S8H2
F:5.865432.2. KJ9.AKQJ.9. 2...Q765432 declarer=F strain=C leader=R tricks=5,3,0 | HHH
C2D2D9 C3H2S9 C4H3SJ C5H4SK S2S5HJ
F:653.QJ96.63. 97.A8.AQ75.9 A.5.K8.AJ854 declarer=F strain=C leader=R tricks=2,5,0 | HHS
D8D3D7 CJS3C9 C4S5HA H5H9H8 H6DQDK D6D5SA
F:987..J85.732 .QJ9732.43.5 K4.A6.KQ7.K8 declarer=F strain=H leader=M tricks=1,6,0 | CSD
H2HAD5 H6C2H7 H3SKC3 D3D7D8 S7D4S4 S8C5DQ
F:.K43.A3.J862 A932.J82.72. .A976.K4.A97 declarer=F strain=S leader=M tricks=0,7,0 | CHD
S2CAH3 D2D4DA HKH2H6 C8D7C7 CJH8C9 C2HJDK
"""
_ROWS = ONCE_NEVER.strip().splitlines()


@pytest.mark.parametrize(("position", "line"), list(zip(_ROWS[::2], _ROWS[1::2], strict=True)))
def test_a_discard_on_a_trump_loses_one_trick(position: str, line: str) -> None:
    start, _, retention = position.partition(" | ")
    play, kept = Play.parse(start), Retention.parse(retention)
    assert Solver(8 * MEBIBYTE).retentions(play)[kept] is Reach.POSSIBLE
    assert play.declarer is not None
    end = play.after(Card.parse(card) for card in re.findall("..", line.replace(" ", "")))
    outcome = end.outcome()[play.declarer]
    assert outcome.success
    assert outcome.retention == kept
