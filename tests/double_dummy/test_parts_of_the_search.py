"""What parts of the search promise, each alone: bounds, runs, goals, last tricks, stored work."""

from __future__ import annotations

import random
import re
from array import array
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby, product

import pytest

from clumond_solver._core.double_dummy.build_for_processor import new_search
from clumond_solver._core.double_dummy.last_two_tricks import solve_endgame
from clumond_solver._core.double_dummy.open_search import PartitionSearch
from clumond_solver.base.cards import Card
from clumond_solver.double_dummy.goals import OpenPosition, goal_masks
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import Reach
from tests.cython_files import core_access, plain_clumond
from tests.double_dummy.positions import (
    LANE,
    PACK,
    SUITS,
    Point,
    endings_table,
    place_of,
    random_point,
)
from tests.double_dummy.reference_double_dummy import compiled_answers
from tests.double_dummy.test_double_dummy import random_play
from tests.shares import share_of, source

BOUNDED = {1: 20_000, 2: 100_000, 3: 100_000, 4: 60_000, 5: 20_000, 6: 5000, 7: 500}

COOPERATIVE_SEARCH = new_search(4096)
# The cards kept (diamonds + 4 * spades + 16 * hearts), the totals that are out of reach with them,
# the trick counts so far from which they are, and the rank boundaries that this depends on.
Claim = tuple[int, int, int, int]


def claims_of(point: Point, rng: random.Random) -> list[Claim]:
    """What the bounds exclude, for every need of one number, and for some of several."""
    taken = rng.randrange(14 - point.tricks_left)
    numbers = range(taken, taken + point.tricks_left + 1)
    totals = [1 << number for number in numbers]
    totals += [rng.getrandbits(14), 1 << rng.choice(numbers) | 1 << rng.choice(numbers)]
    claims: list[Claim] = core_access.hopeless_claims(
        point.hands, point.strain, point.leader, taken, [mask & 0x3FFF for mask in totals]
    )
    return claims


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", BOUNDED)
def test_no_ending_that_the_bounds_exclude_can_be_reached(tricks_left: int) -> None:
    rng, count = source(tricks_left), share_of(BOUNDED[tricks_left])
    made = 0
    for _ in range(count):
        point = random_point(rng, tricks_left)
        claims = claims_of(point, rng)
        made += len(claims)
        assert not core_access.wrong_claims(claims, point.further(), tricks_left), point
        if claims:
            # A claim holds for all positions that its boundaries do not tell apart.
            boundaries = rng.choice(claims)[3]
            twin = point.shuffled(boundaries, rng)
            same = [claim for claim in claims if claim[3] & ~boundaries == 0]
            assert not core_access.wrong_claims(same, twin.further(), tricks_left), (point, twin)
    assert made > count


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "count"), [(1, 500), (2, 500), (3, 40)])
def test_the_reference_reaches_each_ending_by_itself_or_among_all(
    tricks_left: int, count: int
) -> None:
    rng, numbers = random.Random(tricks_left), list(Retention.all())

    def of_number(more: int) -> array[int]:
        return endings_table(lambda kept, taken: (taken == more) << numbers.index(kept))

    tables = list(map(of_number, range(tricks_left + 1)))
    for _ in range(count):
        point = random_point(rng, tricks_left)
        hands, leader, _, _, strain = point.numbers()
        further = [0] * 64
        for more, table in enumerate(tables):
            possible = plain_clumond.answers_after(hands, leader, (), 0, strain, table)[1]
            for number, kept in enumerate(numbers):
                further[place_of(kept.counts)] |= (possible >> number & 1) << more
        assert point.further() == further, point


@pytest.mark.slow
@pytest.mark.parametrize(("tricks_left", "deals"), [(1, 200), (2, 600), (3, 400), (4, 40), (5, 10)])
def test_endings_are_reached_with_help_where_plain_minimax_reaches_them(
    tricks_left: int, deals: int
) -> None:
    rng = random.Random(tricks_left)
    answers: set[bool] = set()
    for _ in range(deals):
        point = random_point(rng, tricks_left)
        taken = rng.randint(0, 13 - tricks_left)
        further, point = point.further(), point.with_tricks(taken)
        for kept in Retention.all():
            for more in range(tricks_left + 1):
                right = bool(further[place_of(kept.counts)] >> more & 1)
                goal = goal_masks({kept: 1 << (taken + more)})
                answer, *_ = COOPERATIVE_SEARCH.run(*point.numbers(), goal, GoalKind.COOPERATIVE)
                assert answer is right, (point, kept, more)
                answers.add(right)
    assert answers == {True, False}


def test_a_beam_finds_only_lines_to_the_ending_and_mostly_one_where_there_is() -> None:
    rng, solver = random.Random(5), Solver()
    reached = missed = 0
    for _ in range(300):
        play, hero = random_play(rng, rng.randint(2, 3))
        for retention, reach in compiled_answers(play, hero).retentions.items():
            line = solver._find_line_with_help(OpenPosition.of(play, hero), retention, 2, 1)
            if line is None:
                missed += reach is not Reach.IMPOSSIBLE
                continue
            outcome = play.after(map(Card.from_bit, line)).outcome()[hero]
            assert (outcome.success, outcome.retention) == (True, retention), (play, hero)
            reached += 1
    assert reached > 20 * missed
    assert reached > 150
    with pytest.raises(ValueError, match="1 to 16"):
        solver._find_line_with_help(OpenPosition.of(play, hero), retention, 17, 1)


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


# Pairs of cards, alone: which bit stands for which, and what is made of sets of them.


PAIRS = 20_000
# Two players, and how many lower cards of the suit each of them has.
Pair = tuple[int, int, int, int]


def all_pairs(lengths: Sequence[int]) -> list[Pair]:
    """The pairs of a suit in the order of their bits."""
    return [
        (one, card, other, others_card)
        for one, other in ((0, 1), (0, 2), (1, 2))
        for card in range(lengths[one])
        for others_card in range(lengths[other])
    ]


def owners_of(hands: Sequence[int], suit: int) -> list[int]:
    """The owners of a suit's cards, from the lowest card on."""
    held = [card for card in PACK if card // 16 == suit and sum(hands) >> card & 1]
    return [next(each for each in range(3) if hands[each] >> card & 1) for card in held]


def hands_of(owners: Sequence[int], suit: int = 0) -> list[int]:
    """Hands of one suit whose cards belong to these players, from the lowest on."""
    cards = [card for card in PACK if card // 16 == suit]
    held = list(zip(cards, owners, strict=False))
    return [sum(1 << card for card, owner in held if owner == each) for each in range(3)]


def is_higher(owners: Sequence[int], pair: Pair) -> bool:
    """Whether the first card of a pair is the higher one."""
    one, card, other, others_card = pair
    return _place(owners, one, card) > _place(owners, other, others_card)


def _place(owners: Sequence[int], player: int, card: int) -> int:
    return [place for place, owner in enumerate(owners) if owner == player][card]


def bits_of(chosen: Collection[Pair], pairs: Sequence[Pair]) -> int:
    return sum(1 << bit for bit, pair in enumerate(pairs) if pair in chosen)


def shuffled_owners(owners: list[int], kept: Collection[Pair], rng: random.Random) -> list[int]:
    """Other owners of the same cards such that these pairs compare alike."""
    owners = list(owners)
    for _ in range(4 * len(owners)):
        place = rng.randrange(max(1, len(owners) - 1))
        one, other = sorted(owners[place : place + 2]) if len(owners) > 1 else (0, 0)
        lower = {each: owners[:place].count(each) for each in (one, other)}
        if one != other and (one, lower[one], other, lower[other]) not in kept:
            owners[place : place + 2] = reversed(owners[place : place + 2])
    return owners


def shuffled(point: Point, pairs: Sequence[int], rng: random.Random) -> Point:
    """The same, but for the owners of cards that these pairs of each suit do not tell apart."""
    hands = [0, 0, 0]
    for suit in SUITS:
        owners = owners_of(point.hands, suit)
        order = all_pairs([owners.count(each) for each in range(3)])
        kept = {pair for bit, pair in enumerate(order) if pairs[suit] >> bit & 1}
        held = [card for card in PACK if card // 16 == suit and sum(point.hands) >> card & 1]
        for card, owner in zip(held, shuffled_owners(owners, kept, rng), strict=True):
            hands[owner] |= 1 << card
    return replace(point, hands=tuple(hands))


def random_owners(rng: random.Random) -> list[int]:
    """A suit's cards as three players may hold them, mostly in runs."""
    owners = [rng.randrange(3)]
    while len(owners) < rng.choice((4, 8, 12, 12)):
        owners.append(owners[-1] if rng.random() < 0.3 else rng.randrange(3))
    return owners


def test_each_pair_has_its_bit_before_and_after_a_card_is_played() -> None:
    rng = source("pairs")
    for _ in range(share_of(PAIRS)):
        owners = random_owners(rng)
        hands, pairs = hands_of(owners), all_pairs([owners.count(each) for each in range(3)])
        higher = {pair for pair in pairs if is_higher(owners, pair)}
        assert core_access.higher_cards(hands, 0) == bits_of(higher, pairs), owners
        player = rng.choice(owners)
        card = rng.randrange(owners.count(player))
        chosen = {pair for pair in pairs if rng.random() < 0.5}
        left = {pair for pair in chosen if (player, card) not in (pair[:2], pair[2:])}
        lengths = [owners.count(each) - (each == player) for each in range(3)]
        moved = {
            tuple(
                number - (who == player and number > card) if is_card else who
                for who, number in (pair[:2], pair[2:])
                for is_card in (False, True)
            )
            for pair in left
        }
        found = core_access.pairs_without(bits_of(chosen, pairs), hands, 0, player, card)
        assert found == (bits_of(moved, all_pairs(lengths)), bits_of(left, pairs)), owners


def test_pairs_across_a_boundary_keep_as_many_cards_below_it() -> None:
    rng = source("boundaries")
    for _ in range(share_of(PAIRS)):
        owners = random_owners(rng)
        pairs = all_pairs([owners.count(each) for each in range(3)])
        place = rng.randrange(len(owners))
        card = [card for card in PACK if card < 16][place]
        found = core_access.pairs_across(hands_of(owners), 1 << card)
        across = {
            pair
            for pair in pairs
            if (_place(owners, *pair[:2]) < place) != (_place(owners, *pair[2:]) < place)
        }
        assert found == bits_of(across, pairs), (owners, place)
        twin = shuffled_owners(owners, across, rng)
        assert sorted(twin[:place]) == sorted(owners[:place]), (owners, twin, place)


def in_place_of(pair: Pair, player: int, played: int, instead: int) -> Pair:
    """A pair where a player plays another card: he keeps the one instead of the other."""

    def moved(who: int, card: int) -> tuple[int, int]:
        if who != player:
            return who, card
        if card == played:
            return who, instead
        kept = card - (card > played)
        return who, kept + (kept >= instead)

    return (*moved(*pair[:2]), *moved(*pair[2:]))


def test_what_one_card_rests_on_holds_for_others_exactly_if_they_compare_so() -> None:
    rng, hold = source("any of several"), [0, 0]
    for _ in range(share_of(PAIRS)):
        owners = random_owners(rng)
        pairs = all_pairs([owners.count(each) for each in range(3)])
        player = rng.choice(owners)
        low, card, high = sorted(rng.choices(range(owners.count(player)), k=3))
        chosen = {pair for pair in pairs if rng.random() < rng.choice((0.02, 0.1, 0.3))}
        found = core_access.pairs_for_any_of(
            bits_of(chosen, pairs), hands_of(owners), 0, player, card, low, high
        )
        # Whether each of the cards, played instead, has the pairs that this one has.
        asked = [
            (in_place_of(pair, player, card, instead), is_higher(owners, pair))
            for pair in chosen
            for instead in range(low, high + 1)
        ]
        right = all(is_higher(owners, pair) is higher for pair, higher in asked)
        assert (found is not None) is right, (owners, chosen, player, low, card, high)
        hold[found is not None] += 1
        if found is not None:
            kept = {pair for bit, pair in enumerate(pairs) if found >> bit & 1}
            twin = shuffled_owners(owners, kept, rng)
            for pair, higher in asked:
                assert is_higher(twin, pair) is higher, (owners, twin, chosen, low, card, high)
    assert min(hold) > sum(hold) / 10


# Quick tricks, alone: the side on lead can take them at once, whatever the other side plays.


QUICK = {1: 20_000, 2: 60_000, 3: 80_000, 4: 60_000, 5: 20_000, 6: 1000}


def with_top_cards(point: Point, rng: random.Random) -> Point:
    """The same where the leader's cards of some suits are the highest."""
    hands = list(point.hands)
    for suit in SUITS:
        if rng.random() < 0.5:
            continue
        cards = [card for card in PACK if card // 16 == suit and sum(hands) >> card & 1]
        others = [player for player in range(3) if player != point.leader]
        owners = [player for card in cards for player in others if hands[player] >> card & 1]
        owners += [point.leader] * (len(cards) - len(owners))
        hands = [hand & ~(LANE << 16 * suit) for hand in hands]
        for card, owner in zip(cards, owners, strict=True):
            hands[owner] |= 1 << card
    return replace(point, hands=tuple(hands))


def can_take(point: Point, tricks: int) -> bool:
    takes: bool = plain_clumond.takes_at_once(point.hands, point.leader, point.strain, tricks)
    return takes


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", QUICK)
def test_quick_tricks_can_be_taken_at_once(tricks_left: int) -> None:
    rng, count = source(f"quick tricks, {tricks_left}"), share_of(QUICK[tricks_left])
    claims = 0
    for _ in range(count):
        point = random_point(rng, tricks_left)
        if rng.random() < 0.5:
            point = with_top_cards(point, rng)
        tricks, pairs = core_access.quick_tricks_of(point.hands, point.strain, point.leader)
        if tricks := min(tricks, tricks_left):
            claims += 1
            assert can_take(point, tricks), (point, tricks)
            twin = shuffled(point, pairs, rng)
            assert can_take(twin, tricks), (point, twin, tricks)
    assert claims > count / 4


# Runs of touching cards, alone.


RUNS = 30_000


def random_cards(rng: random.Random) -> tuple[int, int]:
    """A hand, and the cards of the two others."""
    mine, *others = random_point(rng, rng.randint(1, 8)).hands
    return mine, others[0] | others[1]


def plain_runs(mine: int, others: int) -> list[list[int]]:
    """The cards of each run, one by one from the lowest."""
    live = [card for card in PACK if (mine | others) >> card & 1]
    owners = groupby(live, lambda card: (card // 16, mine >> card & 1))
    return [list(cards) for (_, own), cards in owners if own]


def test_runs_are_those_that_no_other_card_separates() -> None:
    rng = source("runs")
    for _ in range(share_of(RUNS)):
        mine, others = random_cards(rng)
        runs = [(1 << cards[0], 1 << cards[-1]) for cards in plain_runs(mine, others)]
        assert sorted(core_access.runs_of(mine, others)) == runs, (mine, others)


# The tables of a goal, alone: what suit lengths decide, against all retentions and totals.


GOALS = 500
# The cards kept of each suit.
RETENTIONS = [counts for counts in product(range(4), repeat=4) if sum(counts) == 3]
# Hands by suit lengths, of which no more than three matter.
HANDS = list(product(range(4), repeat=4))


def random_goal(rng: random.Random) -> list[int]:
    """Totals that succeed, by retention: few or nearly all, of few or of all retentions."""
    accepted = [0] * 64
    share, density = rng.choice((0, 0.05, 0.2, 1)), rng.choice((0.1, 0.5, 0.9))
    for counts in RETENTIONS:
        if rng.random() < share:
            accepted[place_of(counts)] = sum((rng.random() < density) << n for n in range(14))
    if share == 0:
        accepted[place_of(rng.choice(RETENTIONS))] = rng.getrandbits(14)
    return accepted


def test_counts_are_lost_or_won_if_nothing_in_reach_differs() -> None:
    rng = source("goals")
    fitting = [
        [place_of(kept) for kept in RETENTIONS if all(map(int.__le__, kept, lengths))]
        for lengths in HANDS
    ]
    cases = [
        core_access.case_of_lengths(sum(length << 4 * suit for suit, length in enumerate(lengths)))
        for lengths in HANDS
    ]
    assert sorted(cases) == list(range(256))
    for _ in range(share_of(GOALS)):
        accepted = random_goal(rng)
        lost, won, (only_keep, only_totals) = core_access.goal_tables(accepted)
        for case, places in zip(cases, fitting, strict=True):
            some, every = 0, 0x3FFF
            for place in places:
                some |= accepted[place]
                every &= accepted[place]
            for left in range(14):
                for taken in range(14 - left):
                    reach = ((2 << left) - 1) << taken
                    where = accepted, case, left, taken
                    assert (lost[left][case] >> taken & 1) == (not some & reach), where
                    assert (won[left][case] >> taken & 1) == (every & reach == reach), where
        succeeding = [counts for counts in RETENTIONS if accepted[place_of(counts)]]
        if len(succeeding) == 1:
            assert only_totals == accepted[place_of(succeeding[0])]
            assert only_keep == sum(count << 4 * suit for suit, count in enumerate(succeeding[0]))
        else:
            assert only_totals == 0


def test_a_case_has_the_lengths_up_to_three_and_nothing_of_other_hands() -> None:
    rng = source("cases")
    for lengths in product(range(13), repeat=4):
        packed = sum(length << 4 * suit for suit, length in enumerate(lengths))
        right = sum(min(length, 3) << 2 * suit for suit, length in enumerate(lengths))
        assert core_access.case_of_lengths(packed | rng.getrandbits(32) << 16) == right, lengths


# The last two tricks, alone: all answers, and the line, against plain minimax.


LAST = {0: 2000, 1: 60_000, 2: 60_000}
# The first question that asks for a miss; the ones before it ask for anything.
FIRST_MISS = 48
MISSES = 64 - FIRST_MISS


def random_endings(rng: random.Random) -> array[int]:
    """The answers of every ending to 64 questions; it is at most so many tricks off at random."""
    answers = array("Q")
    most, rare = rng.choice((1, 3, MISSES - 1)), rng.random() < 0.5
    for _ in product(range(64), range(14)):
        mask = rng.getrandbits(FIRST_MISS)
        if rare:
            mask &= rng.getrandbits(FIRST_MISS) & rng.getrandbits(FIRST_MISS)
        off = rng.randint(0, most)
        answers.append(mask | ((1 << MISSES) - (1 << off)) << FIRST_MISS)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", LAST)
def test_every_answer_is_that_of_plain_minimax(tricks_left: int) -> None:
    rng = source(f"last tricks, {tricks_left}")
    endings = random_endings(rng)
    for _ in range(share_of(LAST[tricks_left])):
        if rng.random() < 0.02:
            endings = random_endings(rng)
        point = random_point(rng, tricks_left).begun(rng, rng.randrange(3) if tricks_left else 0)
        point = point.with_tricks(rng.randint(0, 13 - tricks_left))
        *answers, after, line, _ = solve_endgame(*point.numbers(), endings, FIRST_MISS)
        *right, right_after = plain_clumond.answers_after(*point.numbers(), endings)
        assert answers == right, point
        assert list(after) == list(right_after), point
        assert after == {card: forced for card, (forced, _) in right_after.items()}, point
        end = point
        for card in line:
            assert card in end.legal, (point, line)
            end = end.after(card)
        # The line ends as few tricks off as the hero can force, and no fewer.
        forced, *_ = plain_clumond.answers_after(*end.numbers(), endings)
        assert forced >> FIRST_MISS == right[0] >> FIRST_MISS, (point, line)


# What the search stores of one position holds for others like it: one table, positions alike.


# By tricks left, the number of positions from which others are made.
FAMILIES = {3: 6000, 4: 4000, 5: 1000}
MEMBERS = 8
GOALS_AT_ONCE = 12


def like(point: Point, rng: random.Random) -> Point:
    """The same but for a suit or two, where two players' cards change hands; lengths stay."""
    hands = list(point.hands)
    for _ in range(rng.randint(1, 2)):
        suit, (one, other) = rng.choice(SUITS), rng.sample(range(3), 2)
        cards = [_cards(hands[player] & LANE << 16 * suit) for player in (one, other)]
        for _ in range(rng.choice((1, 1, 2, 3))):
            if all(cards):
                pair = rng.choice(cards[0]) | rng.choice(cards[1])
                hands[one] ^= pair
                hands[other] ^= pair
                cards = [_cards(hands[player] & LANE << 16 * suit) for player in (one, other)]
    return replace(point, hands=tuple(hands))


def _cards(mask: int) -> list[int]:
    return [1 << card for card in range(64) if mask >> card & 1]


def endings_of(goals: list[list[int]]) -> array[int]:
    """For plain minimax: the goals, a bit for each, that every ending meets."""
    return array(
        "Q",
        [
            sum((goal[place] >> taken & 1) << number for number, goal in enumerate(goals))
            for place in range(64)
            for taken in range(14)
        ],
    )


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", FAMILIES)
def test_stored_results_hold_for_positions_alike(tricks_left: int) -> None:
    rng, search = source(f"stored, {tricks_left}"), new_search(4096)
    answers = [0, 0]
    for family in range(share_of(FAMILIES[tricks_left])):
        if family % 40 == 0:
            goals = [random_goal(rng) for _ in range(GOALS_AT_ONCE)]
            endings = endings_of(goals)
        point, taken = random_point(rng, tricks_left), rng.randint(0, 13 - tricks_left)
        asked = rng.sample(range(GOALS_AT_ONCE), 4)
        for _ in range(MEMBERS):
            at = point.begun(rng, rng.choice((0, 0, 1, 2))).with_tricks(taken).numbers()
            forced, possible, _ = plain_clumond.answers_after(*at, endings)
            for number in asked:
                for kind, right in ((GoalKind.PARS, forced), (GoalKind.COOPERATIVE, possible)):
                    answer, _, _ = search.run(*at, tuple(goals[number]), kind)
                    assert answer is bool(right >> number & 1), (point, at, goals[number], kind)
                    answers[answer] += 1
            point = like(point, rng)
            taken = min(max(taken + rng.choice((-1, 0, 0, 1)), 0), 13 - tricks_left)
    assert min(answers) > sum(answers) / 10


# Narrow searches, alone: in any order with full and cooperative ones, in one table, for all goals.


NARROW = {3: 2000, 4: 4000, 5: 600, 6: 40}
# The core numbers so many goals, then it begins again.
GOAL_NUMBERS = 512
OVER = (7, 7 << 16, 7 << 32), 0, (), 0, 0


def numbered_goals(search: PartitionSearch, rng: random.Random) -> list[list[int]]:
    """Of new goals with all numbers, one, and those whose numbers differ from its by a bit.

    A bit of a key with two meanings makes such goals share entries.
    """
    search.clear()
    first = rng.randrange(GOAL_NUMBERS)
    near = {first, *(first ^ 1 << bit for bit in range(9))}
    # No ending has the last place, which makes each goal new.
    goals = [[*random_goal(rng)[:63], number] for number in range(GOAL_NUMBERS)]
    for goal in goals:
        search.run(*OVER, tuple(goal), GoalKind.PARS)
    return [goals[number] for number in near]


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", NARROW)
def test_narrow_searches_come_to_the_answer_of_full_ones(tricks_left: int) -> None:
    rng, search = source(f"narrow, {tricks_left}"), new_search(4096)
    answers = [0, 0]
    for family in range(share_of(NARROW[tricks_left])):
        if family % 40 == 0:
            goals = numbered_goals(search, rng)
            endings = endings_of(goals)
        point, taken = random_point(rng, tricks_left), rng.randint(0, 13 - tricks_left)
        for _ in range(MEMBERS):
            point = replace(
                point, strain=rng.choice((point.strain, point.strain, rng.randrange(5)))
            )
            at = point.begun(rng, rng.choice((0, 0, 1, 2))).with_tricks(taken).numbers()
            forced, possible, _ = plain_clumond.answers_after(*at, endings)
            for number in rng.sample(range(len(goals)), 6):
                kind = rng.choice((GoalKind.PARS, GoalKind.PARS, GoalKind.COOPERATIVE))
                right = possible if kind is GoalKind.COOPERATIVE else forced
                narrow = rng.random() < 0.7
                answer, *_ = search.run(*at, tuple(goals[number]), kind, narrow=narrow)
                assert answer is bool(right >> number & 1), (at, goals[number], kind, narrow)
                answers[answer] += 1
            point = like(point, rng)
            taken = min(max(taken + rng.choice((-1, 0, 0, 1)), 0), 13 - tricks_left)
    assert min(answers) > sum(answers) / 10
