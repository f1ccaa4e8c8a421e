"""What the Practice place asks: puzzles, and hands to declare or to pass.

Nothing is kept between questions. A puzzle's question and what is said of a guess never hold the
right card; who asks for the solution has given up, or has solved it.

>>> context = RequestContext()
>>> code = "2j6r4fc30r5347ww2khwm1tg0"
>>> shown = puzzle({"code": code}, context)
>>> shown["code"] == code, shown["attacks"]
(True, True)
>>> [guess({"code": code, "cards": [card]}, context)["right"] for card in ("C9", "DA")]
[False, True]
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from clumond_solver.base.cards import Strain
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
    line_text,
    moved_text,
    score_words,
    stakes_words,
    task_text,
    verdict_words,
)
from clumond_solver.coach.puzzle_play import hint_text, moved
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
from clumond_solver.web.explore import reading
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

    The level may be left out; then the seed says which.
    """
    found = _puzzle(question)
    play = found.play
    return position({"start": found.position, "cards": [], "at": 0}) | {
        "code": found.code,
        "level": found.level,
        "attacks": found.attacks,
        "left": play.tricks_left,
        "task": task_text(found),
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
    """What the last of the ``cards`` played in the puzzle of a ``code`` leads to.

    After a good card the ``position`` that the person plays on from, with the replies that led
    there; after a wrong one the line that refutes it.
    """
    found, played = read_puzzle(text_of(question, "code")), reading.cards(question)
    move = moved(found, played)
    answer = {"right": move.right, "text": moved_text(found, move, played[-1])}
    if move.line is not None:
        return answer | {"line": [str(card) for card in (*played[:-1], *move.line.cards)]}
    cards = [str(card) for card in (*played, *move.replies)]
    shown = position({"start": found.position, "cards": cards, "at": len(cards)})
    return answer | {"cards": cards, "position": shown}


def hint(question: Question, _: RequestContext) -> Answer:
    """The suit of a good card after the ``cards`` played in the puzzle of a ``code``."""
    found = read_puzzle(text_of(question, "code"))
    return {"text": hint_text(found, reading.cards(question))}


def solution(question: Question, _: RequestContext) -> Answer:
    """The solution of the puzzle of a ``code``: the right cards, and a line for every card."""
    found = read_puzzle(text_of(question, "code"))
    why = explain(found)
    return {
        "right": [str(card) for card in found.right],
        "lines": [_told(found, why, line) for line in (why.right, *why.wrong)],
        "guess": guess_words(found),
        "depth": found.grade.depth,
    }


def _told(found: Puzzle, why: Explanation, line: Line) -> Answer:
    cards = [str(card) for card in line.cards]
    return {"text": line_text(found, line), "line": cards, "right": line is why.right}


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
    """What a ``call`` (pass, or a strain) was worth, and the ``score`` after it.

    The hand as in `call`; ``score`` is the one so far, as this answers it: null at first.
    """
    hand = _call_question(question)
    word = text_of(question, "call")
    called = None if word == "pass" else Strain.parse(word)
    so_far = _score(question, hand)
    found = judge_call(
        hand,
        called,
        budget=min(DEFAULT_GAMES, context.limits.advice_games),
        threads=1,
        progress=lambda done, total: context.tell({"done": done, "total": total}),
    )
    score = so_far.after(found)
    return _judged(hand, found) | {
        "score": score.to_dict(),
        "told": score_words(score),
    }


def _judged(hand: CallQuestion, found: JudgedCall) -> Answer:
    advice = found.advice
    return {
        "right": found.right,
        "cost": found.cost,
        "verdict": verdict_words(hand, found),
        "advice": call_text(advice),
        "worth": chances_words(hand, found),
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
    "puzzle-hint": Endpoint(hint, thinks=True),
    "puzzle-solution": Endpoint(solution, thinks=True),
    "call": Endpoint(call),
    "call-judged": Endpoint(judged, thinks=True),
}
