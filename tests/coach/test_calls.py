"""Declare or pass: hands by difficulty, what a call cost, the score, the command."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.cli import BAD_INPUT, INTERRUPTED, OK, main
from clumond_solver.coach.calls import (
    EASIEST,
    HARDEST,
    CallScore,
    call_question,
    judge_call,
)
from clumond_solver.coach.practice_words import call_question_text, score_words
from clumond_solver.display.text.advice import endings_words
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT
from clumond_solver.results import Estimate, JudgedCall
from clumond_solver.single_dummy.quick_estimate import quick_estimate


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
    assert all(judged.advice == advice for judged in every.values())


def test_a_call_is_told_in_words() -> None:
    question = call_question(3, difficulty=1, scoring="chips")
    judged = judge_call(question, Strain.DIAMONDS, budget=40)
    told = str(judged)
    assert f"{judged.cost:.1f} chips" in told or "is right" in told or "all right" in told
    assert "Break-even: " in told
    assert f"{question.agreement.pot} chips are in the pot" in call_question_text(question)
    assert f"You are {question.seat}" in call_question_text(question)
    score = CallScore().after(judged)
    assert score_words(score).startswith(f"{score.right} of 1 right")


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
    assert math.isclose(score.cost, 0.5 * len(rights))


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(RuleError, match="difficulty 11: 1 to 10"):
        call_question(1, difficulty=11)
    with pytest.raises(RuleError, match="difficulty 0"):
        CallScore(difficulty=0)
    with pytest.raises(SearchError, match="seed"):
        call_question(-1)


def test_the_command_asks_judges_and_keeps_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("?\nnonsense\nyes\nI pass.\nin NT\nquit\n"))
    assert main(["practice", "--seed", "2", "--budget", "30", "--scoring", "chips"]) == OK
    told = capsys.readouterr().out
    assert told.count("chips are in the pot") == 3
    assert "“nonsense”: pass, or in which trumps? C, H, S, D or NT" in told
    assert "“yes”: in which trumps?" in told
    assert "Passing" in told
    assert "Going for clumond in NT" in told
    assert "of 2 right" in told
    assert told.splitlines()[-1].startswith("Score: ")


class Interrupting:
    """Lines after which Ctrl-C is pressed."""

    def __init__(self, lines: str) -> None:
        self.lines = lines.splitlines(keepends=True)

    def readline(self) -> str:
        if not self.lines:
            raise KeyboardInterrupt
        return self.lines.pop(0)


def test_who_is_interrupted_is_told_the_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Interrupting("pass\n"))
    assert main(["practice", "--seed", "2", "--budget", "30"]) == INTERRUPTED
    assert re.match(r"Score: \d of 1 right", capsys.readouterr().out.splitlines()[-1])
    monkeypatch.setattr("sys.stdin", Interrupting("next\nnext\n"))
    assert main(["puzzle", "--seed", "2", "--count", "9"]) == INTERRUPTED
    assert capsys.readouterr().out.endswith("\n0 of 2 solved at the first try.\n")
    monkeypatch.setattr("sys.stdin", Interrupting(""))
    assert main(["puzzle", "--seed", "2"]) == INTERRUPTED
    assert "solved" not in capsys.readouterr().out


def test_where_the_lines_end_the_line_is_ended_and_the_score_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("pass\n"))
    assert main(["practice", "--seed", "2", "--budget", "60"]) == OK
    asked, said = capsys.readouterr().out.rsplit("quit): ", 1)
    assert "of 1 right" in asked
    assert re.match(r"\n\nScore: \d of 1 right", said)
    assert main(["practice", "--seed", "2", "--budget", "0"]) == BAD_INPUT
    assert "0 games: a call is judged by 24 or more" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["practice", "--seed", "2"]) == OK
    assert capsys.readouterr().out.endswith("quit): \n\nYou made no call.\n")
