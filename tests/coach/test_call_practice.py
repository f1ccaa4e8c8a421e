"""Declare or pass: hands by difficulty, what a call cost, the score."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import NotationError, RuleError, SearchError, WrongTypeError
from clumond_solver.coach.clumond.call_practice import (
    EASIEST,
    HARDEST,
    CallScore,
    JudgedCall,
    call_question,
    judge_call,
)
from clumond_solver.coach.clumond.practice_words import endings_words, terms_words
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT
from clumond_solver.results import Estimate
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate


def distance(seed: int, difficulty: int) -> float:
    question = call_question(seed, difficulty=difficulty)
    chance = max(quick_estimate(question.hand, strain) for strain in Strain)
    return chance - question.agreement.zero_gain_chance


def test_harder_hands_are_closer_and_lie_on_both_sides() -> None:
    easy = [distance(seed, EASIEST) for seed in range(12)]
    hard = [distance(seed, HARDEST) for seed in range(12)]
    assert min(map(abs, easy)) > max(map(abs, hard))
    for distances in (easy, hard):
        assert 2 < sum(each > 0 for each in distances) < 10


def test_a_seed_fixes_hand_seat_and_pot() -> None:
    assert call_question(4, scoring="chips") == call_question(4, scoring="chips")
    made = [call_question(seed, scoring="chips") for seed in range(20)]
    assert {each.seat for each in made} == set(Seat)
    assert len({each.agreement.pot for each in made}) > 5
    assert {len(each.hand) for each in made} == {FULL_HAND}
    assert {each.agreement.pot for each in made} <= set(range(6, 31))


def test_the_best_call_costs_nothing_and_a_bad_one_what_it_is_worth_less() -> None:
    question = call_question(3, difficulty=1)
    every = {call: judge_call(question, call, budget=120) for call in [None, *Strain]}
    advice = every[None].advice
    costs = {call: judged.cost for call, judged in every.items()}
    assert min(costs[None], costs[advice.best]) == 0
    worst = min(Strain, key=lambda strain: advice.estimates[strain].p)
    assert costs[worst] > 1
    assert not every[worst].right
    assert all(judged.right for judged in every.values() if judged.cost == 0)
    # What seems wrong is judged by advice of another seed.
    assert all(judged.advice in (advice, every[worst].advice) for judged in every.values())


def test_a_call_is_told_in_words() -> None:
    question = call_question(3, difficulty=1, scoring="chips")
    assert judge_call(question, "pass", budget=40) == judge_call(question, None, budget=40)
    with pytest.raises(WrongTypeError, match='a strain, None or "pass"'):
        judge_call(question, True)  # type: ignore[arg-type]
    for wrong in ("x", "", "play SA", "nominate 3"):
        with pytest.raises(NotationError, match=r"no such call \(use C, H, S, D, NT or pass\)"):
            judge_call(question, wrong)
    judged = judge_call(question, Strain.DIAMONDS, budget=40)
    for text in ("D", "♦", "diamonds", "declare D"):
        assert judge_call(question, text, budget=40) == judged
    told = str(judged)
    assert f"{judged.cost:.1f} chips" in told or "is right" in told or "all right" in told
    assert "Break-even: " in told
    assert f"{question.agreement.pot} chips are in the pot" in terms_words(question)
    assert f"You are {question.seat}" in terms_words(question)


def test_the_ends_of_the_games_are_told_in_words() -> None:
    advice = judge_call(call_question(1), None, budget=0).advice
    endings = [(Retention.parse("HHS"), 5), (Retention.parse("SSS"), 3)]
    for tricks, said in (
        ({7: 1}, "7 tricks."),
        ({1: 3}, "mostly 1 trick."),
        ({6: 2, 7: 6, 8: 2}, "mostly 6 to 8 tricks, typically 7."),
        (
            {5: 4, 3: 4},
            "mostly 3 to 5 tricks; most successes keep ♥♥♠ with 5 tricks or ♠♠♠ with 3 tricks.",
        ),
    ):
        successes = {ending: 2 - n for n, ending in enumerate(endings) if ending[1] in tricks}
        estimate = Estimate(0.1, 0.1, sum(tricks.values()), tricks=tricks, successes=successes)
        estimates = {**advice.estimates, Strain.SPADES: estimate}
        judged = JudgedCall(
            Strain.SPADES, replace(advice, estimates=estimates), BASE_AGREEMENT, 0.5, 0.1, True
        )
        assert endings_words(judged) == f"♠ in simulated games: {said}"


@given(st.lists(st.booleans(), max_size=30))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_the_score_follows_the_person(rights: list[bool]) -> None:
    score = CallScore()
    advice = judge_call(call_question(1), None, budget=0).advice
    for right in rights:
        before = score
        score = before.after(JudgedCall(None, advice, BASE_AGREEMENT, 0.5, 0.1, right))
        assert EASIEST <= score.difficulty <= HARDEST
        assert score.streak == (before.streak + 1 if right else 0)
        if right:
            assert score.difficulty == min(HARDEST, before.difficulty + 1)
        else:
            assert score.difficulty <= before.difficulty
    assert (score.asked, score.right) == (len(rights), sum(rights))
    assert math.isclose(score.cost, 0.5 * (len(rights) - sum(rights)))


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(RuleError, match="difficulty 11: 1 to 10"):
        call_question(1, difficulty=11)
    with pytest.raises(RuleError, match="difficulty 0"):
        CallScore(difficulty=0)
    with pytest.raises(SearchError, match="seed"):
        call_question(-1)
