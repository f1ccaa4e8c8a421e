"""The double-dummy solver against the plain reference, on every field."""

from __future__ import annotations

import random

import pytest

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.double_dummy.move_ordering_prior import shipped_priors
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Solution
from tests.double_dummy import reference_double_dummy as reference

PACK = [16 * suit + rank for suit in range(4) for rank in range(13) if rank != 8]


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


def disagreements(play: Play, seat: Seat, solution: Solution, *, plain: bool) -> list[str]:
    """The fields in which a solution differs from the reference."""
    if plain:
        right, after = reference.answers(play, seat), reference.answers_by_card(play, seat)
    else:
        right, after = reference.remembered_answers(play, seat)
    trick_range = solution.tricks
    differing = {
        "verdict": solution.verdict == right.verdict,
        "plays": solution.plays == {card: each.verdict for card, each in after.items()},
        "retentions": solution.retentions == right.retentions,
        "miss": solution.miss == (right.miss, right.miss),
        "fewest": trick_range.fewest == (right.fewest, right.fewest),
        "most": trick_range.most == (right.most, right.most),
        "line": distance_after(play, seat, solution) == right.miss,
        "exact": solution.exact,
    }
    return [name for name, agrees in differing.items() if not agrees]


def distance_after(play: Play, seat: Seat, solution: Solution) -> int:
    """How far off the seat is at the end of the principal line, which must be legal."""
    played = play.copy()
    for card in solution.line:
        played.push(card)
    return reference.distance(played.outcome()[seat])


def compare(seed: int, count: int, tricks: list[int], *, plain: bool, solver: Solver) -> None:
    rng = random.Random(seed)
    for _ in range(count):
        play, seat = random_play(rng, rng.choice(tricks), suits=rng.choice((2, 4, 4)))
        solution = solver.solve(play, seat=seat)
        assert disagreements(play, seat, solution, plain=plain) == [], repr((play, seat))


@pytest.mark.slow
def test_every_field_with_up_to_two_tricks_left() -> None:
    compare(1, 600, [0, 1, 2, 2, 2], plain=True, solver=Solver())


@pytest.mark.slow
def test_the_compiled_reference_agrees_with_the_plain_one() -> None:
    rng = random.Random(3)
    for tricks in [0, 1, 1, 2, 2, 2, 3] * 3:
        play, seat = random_play(rng, tricks, suits=2 if tricks == 3 else 4)
        right = reference.answers(play, seat)
        assert reference.compiled_answers(play, seat) == right
        by_card = reference.answers_by_card(play, seat)
        assert reference.remembered_answers(play, seat) == (right, by_card)


@pytest.mark.slow
def test_answering_once_where_positions_look_alike_changes_nothing() -> None:
    rng = random.Random(4)
    for tricks in [0] * 20 + [1, 2] * 600 + [3] * 600 + [4] * 20:
        play, seat = random_play(rng, tricks, suits=rng.choice((2, 4)))
        right, after = reference.remembered_answers(play, seat)
        assert right == reference.compiled_answers(play, seat)
        for card, answers in after.items():
            assert answers == reference.compiled_answers(play.after([card]), seat)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_every_field_with_two_or_three_tricks_left(seed: int) -> None:
    compare(10 + seed, 1500, [2, 3, 3], plain=False, solver=Solver())


@pytest.mark.slow
def test_every_field_with_four_tricks_left() -> None:
    compare(20, 100, [4], plain=False, solver=Solver())


@pytest.mark.slow
def test_every_field_with_five_tricks_left() -> None:
    compare(21, 3, [5], plain=False, solver=Solver())


@pytest.mark.slow
def test_a_table_of_a_few_entries_changes_nothing() -> None:
    compare(7, 200, [2, 3, 3, 4], plain=False, solver=solver_of(3))
