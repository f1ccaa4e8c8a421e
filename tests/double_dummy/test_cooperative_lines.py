"""Lines to a retention that everybody helps to find, against plain minimax."""

from __future__ import annotations

import random

from clumond_solver.double_dummy.open_position import OpenPosition
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.results import Reach
from tests.double_dummy.reference_double_dummy import compiled_answers
from tests.double_dummy.test_double_dummy import random_play


def test_a_line_is_found_only_where_there_is_one_and_mostly_where_there_is() -> None:
    rng = random.Random(5)
    solver = Solver()
    found = missed = 0
    for _ in range(1000):
        play, hero = random_play(rng, rng.randint(2, 3))
        for retention, reach in compiled_answers(play, hero).retentions.items():
            line = solver._finds_cooperative_line(OpenPosition.of(play, hero), retention)
            assert not (line and reach is Reach.IMPOSSIBLE), (play, hero, retention)
            found += line
            missed += not line and reach is not Reach.IMPOSSIBLE
    assert found > 20 * missed
    assert found > 500
