"""The double-dummy solver against the plain reference, and what must hold beyond its reach."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver._core.double_dummy import open_search, open_search_bmi2
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.double_dummy.move_ordering_prior import shipped_priors
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Reach, Solution
from tests.double_dummy import reference_double_dummy as reference
from tests.double_dummy.positions import PACK


def random_play(rng: random.Random, tricks_left: int, *, suits: int = 4) -> tuple[Play, Seat]:
    """Any point of the play, mid-trick too, and the seat whose success is asked for."""
    size = tricks_left + 3
    pack = rng.sample([card for card in PACK if card < 16 * suits], 3 * size)
    hands = [Hand(sum(1 << c for c in pack[i * size : (i + 1) * size])) for i in range(3)]
    declared = rng.random() < 0.85
    declarer = Seat(rng.randrange(3)) if declared else None
    cut = sorted(rng.randint(0, 13 - tricks_left) for _ in range(2))
    play = Play(
        hands,
        declarer,
        Strain(rng.randrange(5)) if declared else None,
        leader=Seat(rng.randrange(3)),
        tricks_taken=(cut[0], cut[1] - cut[0], 13 - tricks_left - cut[1]),
        supplementary=[rng.choice((0, 0, 0, 1, 3, 6)) for _ in range(3)],
    )
    for _ in range(rng.randrange(3) if tricks_left else 0):
        play.push(rng.choice(tuple(play.legal_plays)))
    seat = declarer if declarer is not None and rng.random() < 0.8 else Seat(rng.randrange(3))
    return play, seat


def solver_of(blocks: int) -> Solver:
    """A solver with a table far smaller than any memory cap allows."""
    solver = Solver()
    solver._create_search(shipped_priors(), blocks)
    return solver


def disagreements(play: Play, seat: Seat, solution: Solution) -> list[str]:
    """The fields in which a solution differs from the reference."""
    right, after = reference.compiled_answers_by_card(play, seat)
    trick_range = solution.tricks
    differing = {
        "verdict": solution.verdict == right.verdict,
        "plays": solution.plays == {card: answers.verdict for card, answers in after.items()},
        "retentions": solution.retentions == right.retentions,
        "miss": solution.miss == (right.miss, right.miss),
        "fewest": trick_range.fewest == (right.fewest, right.fewest),
        "most": trick_range.most == (right.most, right.most),
        "line": reference.distance(play.after(solution.line).outcome()[seat]) == right.miss,
        "exact": solution.exact,
    }
    return [name for name, agrees in differing.items() if not agrees]


@pytest.mark.slow
def test_the_compiled_reference_answers_as_plain_minimax_by_the_rules_of_the_library() -> None:
    rng = random.Random(3)
    for tricks in [0] * 6 + [1] * 60 + [2] * 16 + [3]:
        play, seat = random_play(rng, tricks, suits=2 if tricks == 3 else 4)
        answers, by_card = reference.compiled_answers_by_card(play, seat)
        assert reference.answers(play, seat) == answers
        if tricks < 3:
            assert reference.answers_by_card(play, seat) == by_card
        assert reference.compiled_success(play, seat) is answers.verdict


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tricks", "count", "blocks"),
    [
        ([0, 1, 2, 2, 2], 600, None),
        ([2, 3, 3], 6000, None),
        ([4], 100, None),
        ([5], 3, None),
        # A table of a few entries.
        ([2, 3, 3, 4], 200, 3),
    ],
)
def test_every_field_is_that_of_plain_minimax(
    tricks: list[int], count: int, blocks: int | None
) -> None:
    rng, solver = random.Random(tricks[0]), Solver() if blocks is None else solver_of(blocks)
    for _ in range(count):
        play, seat = random_play(rng, rng.choice(tricks), suits=rng.choice((2, 4, 4)))
        solution = solver.solve(play, seat=seat)
        assert disagreements(play, seat, solution) == [], repr((play, seat))


# What must hold of the solver's answers wherever plain minimax cannot follow.


seeds = st.integers(0, 2**32)
few_examples = settings(max_examples=25, deadline=None, derandomize=True)


def middle_of_play(seed: int) -> tuple[Play, Seat]:
    return random_play(random.Random(seed), 7)


def full_play(seed: int) -> Play:
    rng = random.Random(seed)
    strain = Strain(rng.randrange(5))
    return Play(Deal.random(rng.getrandbits(32)), Seat(rng.randrange(3)), strain)


@few_examples
@given(seeds)
def test_success_is_the_best_that_any_card_gives_whoever_plays(seed: int) -> None:
    play, seat = middle_of_play(seed)
    solver = Solver(memory=8 * MEBIBYTE)
    after = solver.plays(play, seat=seat).values()
    choose = any if play.turn == seat else all
    assert solver.verdict(play, seat=seat) == choose(after)


@few_examples
@given(seeds)
def test_playing_a_forced_card_changes_nothing(seed: int) -> None:
    play, seat = middle_of_play(seed)
    solver = Solver(memory=8 * MEBIBYTE)
    while play.turn is not None:
        legal = tuple(play.legal_plays)
        if len(legal) == 1:
            before = solver.miss(play, seat=seat), dict(solver.retentions(play, seat=seat))
            play.push(legal[0])
            assert (
                solver.miss(play, seat=seat),
                dict(solver.retentions(play, seat=seat)),
            ) == before
        else:
            play.push(random.Random(seed).choice(legal))


@few_examples
@given(seeds)
def test_touching_cards_of_one_hand_are_worth_the_same(seed: int) -> None:
    play, seat = middle_of_play(seed)
    verdicts = Solver(memory=8 * MEBIBYTE).plays(play, seat=seat)
    in_play = sorted(card for hand in play.hands for card in hand) + sorted(play.trick)
    others = [card for card in in_play if card not in verdicts]
    for low in verdicts:
        for high in verdicts:
            between = [card for card in others if card.suit == low.suit and low < card < high]
            if low.suit == high.suit and low < high and not between:
                assert verdicts[low] == verdicts[high]


@few_examples
@given(seeds, st.integers(1, 2))
def test_turning_the_table_turns_the_answers(seed: int, turn: int) -> None:
    play, seat = middle_of_play(seed)
    turned = Play(
        [play.hands[(i - turn) % 3] for i in range(3)],
        None if play.declarer is None else Seat((play.declarer + turn) % 3),
        play.strain,
        leader=Seat((play.leader + turn) % 3),
        tricks_taken=[play.tricks_taken[(i - turn) % 3] for i in range(3)],
        supplementary=[play.supplementary[(i - turn) % 3] for i in range(3)],
        table=play.trick,
    )
    turned_seat = Seat((seat + turn) % 3)
    assert Solver().solve(turned, seat=turned_seat) == Solver().solve(play, seat=seat)


@few_examples
@given(seeds)
def test_the_fields_of_a_solution_fit_together(seed: int) -> None:
    play, seat = middle_of_play(seed)
    solution = Solver(memory=8 * MEBIBYTE).solve(play, seat=seat)
    assert solution.exact
    assert solution.verdict == (solution.miss == (0, 0))
    if Reach.FORCED in solution.retentions.values():
        assert solution.verdict
    if solution.verdict:
        assert set(solution.retentions.values()) != {Reach.IMPOSSIBLE}
    few, many = solution.tricks.fewest[0], solution.tricks.most[0]
    assert play.tricks_taken[seat] <= few
    assert many <= play.tricks_taken[seat] + play.tricks_left
    played = play.copy()
    for card in solution.line:
        played.push(card)
    assert played.outcome()[seat].off() == solution.miss[0]


@settings(max_examples=8, deadline=None, derandomize=True)
@given(seeds)
def test_a_small_memory_gives_the_same_verdicts_of_full_deals(seed: int) -> None:
    play = full_play(seed)
    assert Solver(memory=MEBIBYTE).verdict(play) == Solver().verdict(play)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(seeds)
def test_a_tiny_table_gives_the_same_answers(seed: int) -> None:
    play, seat = random_play(random.Random(seed), 6)
    assert solver_of(20).miss(play, seat=seat) == Solver().miss(play, seat=seat)


@pytest.mark.skipif(not open_search.has_bmi2(), reason="needs BMI2 and AVX2")
@settings(max_examples=20, deadline=None, derandomize=True)
@given(seeds)
def test_both_builds_search_alike(seed: int) -> None:
    rng = random.Random(seed)
    masks = [hand.mask for hand in Deal.random(rng.getrandbits(32))]
    goal = tuple(rng.getrandbits(14) & rng.getrandbits(14) for _ in range(64))
    strain, leader = rng.randrange(5), rng.randrange(3)
    found = [
        build.PartitionSearch(2000).run(masks, leader, (), 0, strain, goal, 1, 20000)
        for build in (open_search, open_search_bmi2)
    ]
    assert found[0] == found[1]


def test_a_hand_of_twelve_trumps() -> None:
    play = Play.parse(
        "F:AKQJ98765432..2.A32 .AKQJ987.AKQJ9.KQJ9 .65432.876543.87654 "
        "declarer=F strain=S leader=M tricks=0,0,0"
    )
    solver = Solver()
    assert solver.most(play) == (12, 12)
    assert solver.verdict(play) is not None
