"""Ratings by Glicko: they move the right way, and become surer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from clumond_solver.coach.clumond.call_practice import call_question
from clumond_solver.coach.clumond.puzzles import puzzles
from clumond_solver.coach.glicko import POSITION_DEVIATION, Rating


def test_one_result_moves_a_new_rating_much_and_an_old_one_little() -> None:
    position = Rating(1500, POSITION_DEVIATION)
    new, old = Rating(), Rating(1500, 60)
    assert new.after([(position, 1)]).value - 1500 > 100
    assert 0 < old.after([(position, 1)]).value - 1500 < 20
    assert new.after([(position, 0)]).value == pytest.approx(
        3000 - new.after([(position, 1)]).value
    )


def test_a_success_against_a_harder_position_brings_more() -> None:
    gains = [Rating().after([(Rating(value, 100), 1)]).value for value in (1000, 1500, 2000)]
    assert gains == sorted(gains)
    assert gains[0] > 1500


def test_the_deviation_falls_and_ends_at_its_bound() -> None:
    ratings = [Rating()]
    for number in range(200):
        ratings.append(ratings[-1].after([(Rating(1500, 100), number % 2)]))
    assert all(after.deviation <= before.deviation for before, after in pairwise(ratings))
    assert ratings[-1].deviation == 45
    assert 1450 < ratings[-1].value < 1550


def test_harder_positions_have_higher_ratings() -> None:
    graded = {
        level: [one.grade.rating for one in puzzles(4, seed=2, level=level)]
        for level in ("easy", "expert")
    }
    assert max(graded["easy"]) < min(graded["expert"])
    assert all(600 <= rating <= 2400 for ratings in graded.values() for rating in ratings)
    assert [call_question(1, difficulty=level).rating for level in (1, 10)] == [1000, 1900]
