"""Exact finishes, proofs and plans of the last tricks, each alone: against plain play."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import pytest

from clumond_solver._core.rules.clumond_tricks import Board, Payoffs
from clumond_solver._core.single_dummy.declarer_proofs import proved_cards
from clumond_solver._core.single_dummy.knowledge import SeatKnowledge
from clumond_solver.base.cards import Card, Strain
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import ParReading, Play, Retention
from clumond_solver.games.clumond.scoring import off_table, undeclared_score
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import (
    clumond_board,
    clumond_payoffs,
    rules_of,
    sample_deals,
    seat_knowledge,
)
from clumond_solver.single_dummy.shipped_weights import shipped_nets
from tests.cython_files import core_access, plain_clumond
from tests.double_dummy.positions import (
    LANE,
    PACK,
    SUITS,
    TRICKS,
    Point,
    endings_table,
    random_point,
)
from tests.knowledge.test_knowledge import random_play, replayed
from tests.shares import share_of, source

from .test_single_dummy import one_of_each_run

DECLARED = {1: 50_000, 2: 50_000, 3: 5000}
UNDECLARED = {1: 50_000, 2: 30_000, 3: 10_000}
# By code of the cards kept, a bit for each number of tricks that succeeds with it.
Successes = list[int]
# Scores by seat, code of the cards kept and tricks taken.
Scores = list[list[list[float]]]
CODES = range(10)


def successes(rng: random.Random) -> Successes:
    """Those of the game, with supplementary tricks; or any, few or many."""
    if rng.random() < 0.5:
        table = off_table(rng.choice((0, 0, 1, 3, 6)), rng.choice(list(ParReading)))
        return [sum(1 << taken for taken in TRICKS if not row[taken]) for row in table]
    density = rng.choice((0.1, 0.3, 0.7))
    return [sum((rng.random() < density) << taken for taken in TRICKS) for _ in CODES]


def scores(rng: random.Random) -> Scores:
    """Those of the game, by either reading of par, with supplementary tricks; or whole numbers."""
    if rng.random() < 0.6:
        par = rng.choice(list(ParReading))
        tables = [off_table(rng.choice((0, 0, 1, 3, 6)), par) for _ in Seat]
        return [
            [[float(undeclared_score(off)) for off in row] for row in table] for table in tables
        ]
    most = rng.choice((1, 3, 100))
    return [[[float(rng.randint(0, most)) for _ in TRICKS] for _ in CODES] for _ in Seat]


def met_goals(goals: list[Successes], kept: Retention, taken: int) -> int:
    """A bit for each goal that an ending meets."""
    return sum((goal[kept.code] >> taken & 1) << place for place, goal in enumerate(goals))


def point_of_a_play(rng: random.Random, tricks_left: int) -> Point:
    """Mid-trick too."""
    point = random_point(rng, tricks_left).begun(rng, rng.randrange(3))
    first, both = sorted(rng.randint(0, 13 - tricks_left) for _ in range(2))
    return point.with_tricks(first, both - first)


def board_of(point: Point, tricks_left: int) -> Board:
    hands = list(point.hands)
    for place, card in enumerate(point.table):
        hands[(point.leader + place) % 3] |= 1 << card
    rules = rules_of(Strain(point.strain))
    board = Board(rules, hands, point.leader, point.taken, tricks_left)
    for card in point.table:
        board.play(card)
    return board


def payoffs_of(declarer: int, success: Successes) -> Payoffs:
    payoff = [[float(mask >> taken & 1) for taken in TRICKS] for mask in success]
    return Payoffs(
        declarer, [payoff] * 3, [success if seat == declarer else [0] * 10 for seat in range(3)]
    )


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", DECLARED)
def test_a_declarer_succeeds_where_plain_minimax_does(tricks_left: int) -> None:
    rng = source(f"declared finish, {tricks_left}")
    answers = [0, 0]
    goals, endings, payoffs = [], array("Q"), []
    for number in range(share_of(DECLARED[tricks_left])):
        if number % 100 == 0:
            goals = [successes(rng) for _ in range(8)]
            endings = endings_table(partial(met_goals, goals))
            payoffs = [[payoffs_of(declarer, goal) for goal in goals] for declarer in range(3)]
        point, declarer = point_of_a_play(rng, tricks_left), rng.randrange(3)
        board = board_of(point, tricks_left)
        forced, *_ = plain_clumond.answers_after(*point.numbers(declarer), endings)
        for place, each in enumerate(payoffs[declarer]):
            success = forced >> place & 1
            answers[success] += 1
            right = [float(success == (seat == declarer)) for seat in range(3)]
            assert list(core_access.exact_rewards(board, each)) == right, (
                point,
                declarer,
                goals[place],
            )
    assert min(answers) > sum(answers) / 10


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", UNDECLARED)
def test_undeclared_each_plays_for_himself_as_in_plain_max_n(tricks_left: int) -> None:
    rng = source(f"undeclared finish, {tricks_left}")
    for number in range(share_of(UNDECLARED[tricks_left])):
        if number % 100 == 0:
            drawn = scores(rng)
            payoffs = Payoffs(-1, drawn, [[0] * 10 for _ in Seat])
            flat = array("d", chain.from_iterable(chain.from_iterable(drawn)))
        point = point_of_a_play(rng, tricks_left)
        rewards = core_access.exact_rewards(board_of(point, tricks_left), payoffs)
        hands, leader, table, _, strain = point.numbers()
        right = plain_clumond.max_n(hands, leader, table, point.taken, strain, flat)
        assert rewards == pytest.approx(right, abs=1e-5), (point, drawn)


# Proofs of success, alone, mid-trick too: against all deals that fit what declarer has seen.


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
        point = self.point
        sizes = [hand.bit_count() for hand in point.hands]
        shown = board_of(replace(point, hands=(point.hands[0], 0, 0)), point.tricks_left)
        return SeatKnowledge(shown, payoffs, 0, self.hidden, sizes, (ALL, *self.may_hold))

    def cards(self, payoffs: Payoffs, tricks: int, *, helped: bool) -> list[int]:
        """The cards after which declarer is said to succeed in all deals; if helped, in some."""
        found = proved_cards(self.knowledge(payoffs), helped, NODES, tricks)
        return [card for card in self.point.legal if found is None or found >> card & 1]

    def deal_against(
        self, success: list[int], cards: list[int], *, helped: bool
    ) -> tuple[int, int] | None:
        """A deal, and one of the cards, after which he fails; if helped, succeeds; else None."""
        (hand, *others), leader, table, taken, strain = self.point.numbers()
        deal: tuple[int, int] | None = plain_clumond.deal_against(
            hand, self.hidden, others[0].bit_count(), self.may_hold, leader, table, taken, strain,
            success, cards, helped,
        )  # fmt: skip
        return deal

    def after(self, card: int) -> Sight:
        """The same when the player whose turn it is has played; who discards shows a void."""
        may_hold, table = list(self.may_hold), self.point.table
        if table and card // 16 != table[0] // 16 and self.point.turn:
            may_hold[self.point.turn - 1] &= ~(LANE << 16 * (table[0] // 16))
        return Sight(self.point.after(card), tuple(may_hold))


def random_sight(rng: random.Random, tricks_left: int, on_table: int) -> Sight:
    """Of the others' voids every second one is known, and those shown in the trick."""
    point = replace(random_point(rng, tricks_left), leader=-on_table % 3)
    point = point.with_tricks(rng.randint(0, 13 - tricks_left))
    lanes = [LANE << 16 * suit for suit in SUITS]
    may_hold = tuple(
        ALL & ~sum(lane for lane in lanes if not hand & lane and rng.random() < 0.5)
        for hand in point.hands[1:]
    )
    sight = Sight(point, may_hold)
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
        success = random_successes(rng, sight.point.taken[0], tricks_left)
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
        success = random_successes(rng, start.point.taken[0], tricks_left)
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
            assert success[code] >> sight.point.taken[0] & 1, (start, sight, success)
            games += 1
    assert games > share_of(GAMES[tricks_left]) / 10


# The plan of a defender's last tricks, against plain recursion over the same deals.


# How often a declarer, and a partner, plays any card.
BY_CHANCE = (0.05, 0.15)
Deals = Sequence[tuple[float, Play]]


def fails(play: Play) -> float:
    """Whether the defenders can defeat the declarer with open hands."""
    declarer = play.declarer
    assert declarer is not None
    board, payoffs = clumond_board(play), clumond_payoffs(declarer, play.supplementary)
    return float(1 - core_access.exact_rewards(board, payoffs)[declarer])


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
    found = core_access.plan_of(
        seat_knowledge(ClumondView.of(deals[0][1], viewer)),
        shipped_nets(),
        [play.hands[left].mask for _, play in deals],
        [chance for chance, _ in deals],
        best_alone=best_alone,
    )
    return {Card.from_bit(bit): value for bit, value in found.items()}


# By cards played.
PLANNED = {38: 800, 37: 800, 36: 1200, 35: 600, 34: 200, 33: 200, 32: 60}


@pytest.mark.parametrize("cards", PLANNED)
@pytest.mark.sample(3)
def test_plans_are_those_of_plain_recursion(cards: int) -> None:
    count = share_of(PLANNED[cards])
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
