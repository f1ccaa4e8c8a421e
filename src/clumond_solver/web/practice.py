"""The endpoints of the Practice place: puzzles, and hands to declare or to pass.

They keep no state. A puzzle and the answer to a guess never contain the right card; only the
solution does.

>>> context = RequestContext()
>>> code = "2j6r4fc30r5347ww2khwm1tg0"
>>> shown = puzzle({"code": code}, context)
>>> shown["code"] == code, shown["attacks"]
(True, True)
>>> [guess({"code": code, "card": card}, context)["right"] for card in ("C9", "DA")]
[False, True]
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from clumond_solver.base.cards import Card, Strain
from clumond_solver.coach.calls import (
    DEFAULT_GAMES,
    EASIEST,
    HARDEST,
    CallQuestion,
    CallScore,
    call_question,
    judge_call,
)
from clumond_solver.coach.calls_judged import JudgedCall
from clumond_solver.coach.lines import Line
from clumond_solver.coach.practice_words import (
    chances_words,
    guess_words,
    judged_text,
    line_text,
    score_words,
    stakes_words,
    task_text,
    verdict_words,
)
from clumond_solver.coach.puzzles import (
    Explanation,
    Level,
    Puzzle,
    daily_puzzle,
    explain,
    puzzles,
    read_puzzle,
)
from clumond_solver.display.text.advice import call_text
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.web.explore.positions import position
from clumond_solver.web.questions import (
    MOST_SEED,
    Answer,
    Endpoint,
    Question,
    QuestionError,
    RequestContext,
    text_of,
    whole_of,
)

_MOST_CALLS = 1_000_000


def puzzle(question: Question, _: RequestContext) -> Answer:
    """A puzzle: of a ``day`` (2026-11-22), by its ``code``, or of a ``seed`` and ``level``.

    Without a level the seed chooses it.
    """
    problem = _puzzle(question)
    play = problem.play
    return position({"start": problem.position, "cards": [], "at": 0}) | {
        "code": problem.code,
        "level": problem.level,
        "attacks": problem.attacks,
        "left": play.tricks_left,
        "task": task_text(problem),
    }


def _puzzle(question: Question) -> Puzzle:
    if question.get("code") is not None:
        return read_puzzle(text_of(question, "code"))
    if question.get("day") is not None:
        return daily_puzzle(_day(text_of(question, "day")))
    level = None if question.get("level") is None else text_of(question, "level")
    if level is not None and level not in list(Level):
        raise QuestionError(f"level: one of {', '.join(Level)} is expected")
    seed = whole_of(question, "seed", MOST_SEED)
    if level is None:
        level = (Level.EASY, Level.MEDIUM, Level.HARD, Level.EXPERT)[seed % 4]
    return next(puzzles(1, seed=seed, level=level))


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise QuestionError(f"day: {word!r} is no day such as 2026-11-22") from None


def guess(question: Question, _: RequestContext) -> Answer:
    """Whether a ``card`` is right in the puzzle of a ``code``, and its line of play."""
    problem = read_puzzle(text_of(question, "code"))
    card = Card.parse(text_of(question, "card"))
    problem.play.push(card)
    why = explain(problem)
    right = card in problem.right
    line = why.right if right else why.against(card, problem)
    return {"right": right, "text": judged_text(problem, card, why), "line": _line(line)}


def solution(question: Question, _: RequestContext) -> Answer:
    """The solution of the puzzle of a ``code``: the right cards, and a line for every card."""
    problem = read_puzzle(text_of(question, "code"))
    why = explain(problem)
    return {
        "right": [str(card) for card in problem.right],
        "lines": [_line_answer(problem, why, line) for line in (why.right, *why.wrong)],
        "guess": guess_words(problem),
        "depth": problem.grade.depth,
    }


def _line_answer(problem: Puzzle, why: Explanation, line: Line) -> Answer:
    return {"text": line_text(problem, line), "line": _line(line), "right": line is why.right}


def _line(line: Line) -> list[str]:
    return [str(card) for card in line.cards]


# Declare or pass.


def call(question: Question, _: RequestContext) -> Answer:
    """A hand to decide on: ``seed``, ``difficulty``, ``scoring``."""
    hand = _call_question(question)
    passed = ("nobody has spoken", "forehand has passed", "the two others have passed")
    return {
        "hand": [str(card) for card in sorted(hand.hand, reverse=True)],
        "seat": str(hand.seat),
        "terms": f"You are {hand.seat}; {passed[hand.seat]}. {stakes_words(hand)}",
        "scoring": hand.agreement.scoring,
        "pot": hand.agreement.pot,
        "difficulty": hand.difficulty,
    }


def judged(question: Question, context: RequestContext) -> Answer:
    """The value of a ``call`` (pass, or a strain), and the ``score`` after it.

    The hand is as in `call`; ``score`` is the last answer's, null at first.
    """
    hand = _call_question(question)
    word = text_of(question, "call")
    called = None if word == "pass" else Strain.parse(word)
    so_far = _score(question, hand)
    judgement = judge_call(
        hand,
        called,
        budget=min(DEFAULT_GAMES, context.limits.advice_games),
        threads=1,
        progress=lambda done, total: context.tell({"done": done, "total": total}),
    )
    score = so_far.after(judgement)
    return _judged(hand, judgement) | {
        "score": score.to_dict(),
        "told": score_words(score),
    }


def _judged(hand: CallQuestion, judgement: JudgedCall) -> Answer:
    advice = judgement.advice
    return {
        "right": judgement.right,
        "cost": judgement.cost,
        "verdict": verdict_words(hand, judgement),
        "advice": call_text(advice),
        "worth": chances_words(hand, judgement),
        "best": str(advice.best),
        "call": "pass" if advice.call is None else str(advice.call),
        "breakEven": advice.break_even,
        "chances": {str(strain): advice.estimates[strain].p for strain in Strain},
    }


def _call_question(question: Question) -> CallQuestion:
    scoring = text_of(question, "scoring")
    if scoring not in list(Scoring):
        raise QuestionError(f"scoring: one of {', '.join(Scoring)} is expected")
    return call_question(
        whole_of(question, "seed", MOST_SEED),
        difficulty=_difficulty(question),
        scoring=scoring,
    )


def _difficulty(question: Question) -> int:
    return max(EASIEST, whole_of(question, "difficulty", HARDEST))


def _score(question: Question, hand: CallQuestion) -> CallScore:
    given = question.get("score")
    if given is None:
        return CallScore(difficulty=hand.difficulty)
    if not isinstance(given, Mapping):
        raise QuestionError("score: as it was answered, or null")
    counts = {name: whole_of(given, name, _MOST_CALLS) for name in ("asked", "right", "streak")}
    return CallScore(**counts, cost=_number(given, "cost"), difficulty=hand.difficulty)


def _number(given: Mapping[str, Any], name: str) -> float:
    value = given.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1e9:
        raise QuestionError(f"{name}: a number, 0 or more, is expected")
    return float(value)


ENDPOINTS: Mapping[str, Endpoint] = {
    "puzzle": Endpoint(puzzle, thinks=True),
    "puzzle-guess": Endpoint(guess, thinks=True),
    "puzzle-solution": Endpoint(solution, thinks=True),
    "call": Endpoint(call),
    "call-judged": Endpoint(judged, thinks=True),
}
