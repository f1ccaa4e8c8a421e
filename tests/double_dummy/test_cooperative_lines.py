"""Lines to an ending that everybody helps to find, against plain minimax."""

from __future__ import annotations

import random

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.double_dummy.goals import OpenPosition
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Reach
from tests.double_dummy.reference_double_dummy import compiled_answers
from tests.double_dummy.test_double_dummy import random_play


def test_a_beam_finds_only_lines_to_the_ending_and_mostly_one_where_there_is() -> None:
    rng = random.Random(5)
    solver = Solver()
    found = missed = 0
    for _ in range(1000):
        play, hero = random_play(rng, rng.randint(2, 3))
        for retention, reach in compiled_answers(play, hero).retentions.items():
            line = solver._find_line_with_help(OpenPosition.of(play, hero), retention, 2, 1)
            if line is None:
                missed += reach is not Reach.IMPOSSIBLE
                continue
            outcome = play.after(map(Card.from_bit, line)).outcome()[hero]
            assert (outcome.success, outcome.retention) == (True, retention), (play, hero)
            found += 1
    assert found > 20 * missed
    assert found > 500


def test_a_beam_has_a_width() -> None:
    play, hero = random_play(random.Random(1), 3)
    position = OpenPosition.of(play, hero)
    with pytest.raises(ValueError, match="1 to 16"):
        Solver()._find_line_with_help(position, Retention.parse("CSD"), 17, 1)
