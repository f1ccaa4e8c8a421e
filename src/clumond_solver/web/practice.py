"""The endpoints of the Practice place: puzzles, and hands to declare or to pass.

They keep no state. A puzzle and the answer to a guess never contain the right card; only the
solution does.

>>> context = RequestContext()
>>> code = "2j6r4fc30r5347ww2khwm1tg0"
>>> shown = puzzle({"code": code}, context)
>>> shown["code"] == code, shown["attacks"]
(True, True)
>>> [guess({"code": code, "cards": [card]}, context)["right"] for card in ("C9", "DA")]
[False, True]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
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
from clumond_solver.coach.day_deal import day_session
from clumond_solver.coach.lines_of_play import LineOfPlay
from clumond_solver.coach.practice_words import (
    guess_words,
    line_text,
    move_text,
    stakes_words,
    task_text,
)
from clumond_solver.coach.puzzle_play import hint_text, judge_move
from clumond_solver.coach.puzzles import (
    Explanation,
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    parse_puzzle,
    puzzles,
)
from clumond_solver.coach.seating import MOST_NAME, USUAL_NAMES, Seating
from clumond_solver.coach.your_play import HandPlayed, hands_played
from clumond_solver.display.text.advice import (
    call_text,
    chances_words,
    endings_words,
    verdict_words,
)
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.single_dummy.levels import Level
from clumond_solver.single_dummy.mean_scores import mean
from clumond_solver.web.explore import reading
from clumond_solver.web.explore.positions import position
from clumond_solver.web.questions import (
    MOST_SEED,
    Endpoint,
    PageQuestion,
    PageQuestionError,
    RequestContext,
    text_of,
    whole_of,
)
from clumond_solver.web.tables import Tables
from clumond_solver.web.wire import (
    Accepted,
    CallJudged,
    Gains,
    HandAgain,
    HandToCall,
    Made,
    Mean,
    PuzzleLine,
    PuzzleShown,
    Refuted,
    Score,
    Sentence,
    Solved,
    TableShown,
    YourPlay,
)

_MOST_CALLS = 1_000_000
# Hands to look at again.
_MOST_AGAIN = 8
_STRONG = (Level.STRONG,) * len(Seat)


def puzzle(question: PageQuestion, _: RequestContext) -> PuzzleShown:
    """A puzzle: of a ``day`` (2026-11-22), by its ``code``, or of a ``seed`` and ``level``.

    Without a level the seed chooses it.
    """
    problem = _puzzle(question)
    play = problem.play
    return {
        **position({"start": problem.position, "cards": [], "at": 0}),
        "code": problem.code,
        "level": problem.level,
        "attacks": problem.attacks,
        "left": play.tricks_left,
        "task": task_text(problem),
    }


def _puzzle(question: PageQuestion) -> Puzzle:
    if question.get("code") is not None:
        return parse_puzzle(text_of(question, "code"))
    if question.get("day") is not None:
        return daily_puzzle(_day(text_of(question, "day")))
    level = None if question.get("level") is None else text_of(question, "level")
    if level is not None and level not in list(PuzzleLevel):
        raise PageQuestionError(f"level: one of {', '.join(PuzzleLevel)} is expected")
    seed = whole_of(question, "seed", MOST_SEED)
    if level is None:
        level = list(PuzzleLevel)[seed % 4]
    return next(puzzles(1, seed=seed, level=level))


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise PageQuestionError(f"day: {word!r} is not a date such as 2026-11-22") from None


def guess(question: PageQuestion, _: RequestContext) -> Refuted | Accepted:
    """What the last of the ``cards`` played in the puzzle of a ``code`` leads to.

    After a good card the ``position`` that the person plays on from, with the replies that led
    there; after a wrong one the line that refutes it.
    """
    problem, played = parse_puzzle(text_of(question, "code")), reading.cards(question)
    move = judge_move(problem, played)
    text = move_text(problem, move, played[-1])
    if move.line is not None:
        line = [str(card) for card in (*played[:-1], *move.line.cards)]
        return {"right": False, "text": text, "line": line}
    cards = [str(card) for card in (*played, *move.replies)]
    shown = position({"start": problem.position, "cards": cards, "at": len(cards)})
    play = problem.play.after((*played, *move.replies))
    task = "" if play.is_over else task_text(problem, play)
    return {"right": True, "text": text, "cards": cards, "position": shown, "task": task}


def hint(question: PageQuestion, _: RequestContext) -> Sentence:
    """A hint, after the ``cards`` played in the puzzle of a ``code``."""
    problem = parse_puzzle(text_of(question, "code"))
    return {"text": hint_text(problem, reading.cards(question))}


def solution(question: PageQuestion, _: RequestContext) -> Solved:
    """The solution of the puzzle of a ``code``: the right cards, and a line for every card."""
    problem = parse_puzzle(text_of(question, "code"))
    why = explain(problem)
    return {
        "right": [str(card) for card in problem.right],
        "lines": [_line_answer(problem, why, line) for line in (why.right, *why.wrong)],
        "guess": guess_words(problem),
    }


def _line_answer(problem: Puzzle, why: Explanation, line: LineOfPlay) -> PuzzleLine:
    cards = [str(card) for card in line.cards]
    return {"text": line_text(problem, line), "line": cards, "right": line is why.right}


# Declare or pass.


def call(question: PageQuestion, _: RequestContext) -> HandToCall:
    """A hand to decide on: ``seed``, ``difficulty``, ``scoring``."""
    hand = _call_question(question)
    passed = ("nobody has called yet", "forehand has passed", "the two others have passed")
    return {
        "hand": [str(card) for card in sorted(hand.hand, reverse=True)],
        "seat": str(hand.seat),
        "terms": f"You are {hand.seat}; {passed[hand.seat]}. {stakes_words(hand)}",
        "scoring": hand.agreement.scoring,
        "pot": hand.agreement.pot,
        "difficulty": hand.difficulty,
    }


def judged(question: PageQuestion, context: RequestContext) -> CallJudged:
    """What a ``call`` (pass, or a strain) was worth, and the ``score`` after it.

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
    score, advice = so_far.after(judgement), judgement.advice
    return {
        "right": judgement.right,
        "cost": judgement.cost,
        "verdict": verdict_words(judgement),
        "advice": call_text(advice),
        "worth": chances_words(judgement),
        "endings": endings_words(judgement),
        "best": str(advice.best),
        "call": str(advice.call or "pass"),
        "breakEven": advice.break_even,
        "chances": {str(strain): advice.estimates[strain].p for strain in Strain},
        "score": Score(
            asked=score.asked,
            right=score.right,
            cost=score.cost,
            streak=score.streak,
            difficulty=score.difficulty,
        ),
    }


def _call_question(question: PageQuestion) -> CallQuestion:
    scoring = text_of(question, "scoring")
    if scoring not in list(Scoring):
        raise PageQuestionError(f"scoring: one of {', '.join(Scoring)} is expected")
    return call_question(
        whole_of(question, "seed", MOST_SEED),
        difficulty=_difficulty(question),
        scoring=scoring,
    )


def _difficulty(question: PageQuestion) -> int:
    return max(EASIEST, whole_of(question, "difficulty", HARDEST))


def _score(question: PageQuestion, hand: CallQuestion) -> CallScore:
    given = question.get("score")
    if given is None:
        return CallScore(difficulty=hand.difficulty)
    if not isinstance(given, Mapping):
        raise PageQuestionError("score: as it was answered, or null")
    counts = {name: whole_of(given, name, _MOST_CALLS) for name in ("asked", "right", "streak")}
    return CallScore(**counts, cost=_number(given, "cost"), difficulty=hand.difficulty)


def _number(given: Mapping[str, Any], name: str) -> float:
    value = given.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 1e9:
        raise PageQuestionError(f"{name}: a number, 0 or more, is expected")
    return float(value)


# At the person's tables.


def endpoints_at(tables: Tables) -> Mapping[str, Endpoint]:
    """The endpoints of the place, where a person has these tables."""
    return {
        "call-table": Endpoint.of(lambda question: call_table(question, tables)),
        "day-table": Endpoint.of(lambda question: day_table(question, tables)),
        "your-play": Endpoint.of(lambda _: your_play(tables), thinks=True),
    }


def call_table(question: PageQuestion, tables: Tables) -> TableShown:
    """A table at which the person has the hand of `call`, and calls; against strong players."""
    hand = _call_question(question)
    session = hand.session()
    person = session.standing.player(hand.seat)
    return tables.seat(session, _against_strong(question, person))


def day_table(question: PageQuestion, tables: Tables) -> TableShown:
    """The table with the deal of a ``day``, against strong players; the one there is, or new."""
    day = _day(text_of(question, "day"))
    for table in tables.listed({})["tables"]:
        if table["day"] == str(day):
            return tables.show({"id": table["id"]})
    return tables.seat(day_session(day), replace(_against_strong(question), day=str(day)))


def _against_strong(question: PageQuestion, person: int = 0) -> Seating:
    """The person, by ``name`` if there is one, and strong players."""
    own = "" if question.get("name") is None else text_of(question, "name", MOST_NAME).strip()
    names = list(USUAL_NAMES[: len(Seat) - 1])
    names.insert(person, own or "You")
    return Seating(tuple(names), _STRONG, person)


def your_play(tables: Tables) -> YourPlay:
    """How the person's hands of Clumond went: by strain, by level, and those to look at again."""
    hands = [
        (table, hand)
        for table, session, seating in tables.every_session()
        for hand in hands_played(session, seating)
    ]
    declared = [(table, hand) for table, hand in hands if hand.declared is not None]
    failed = sorted((entry for entry in declared if entry[1].off), key=lambda entry: -entry[1].off)
    return {
        "hands": len(hands),
        "declared": _made(hand for _, hand in declared),
        "strains": {
            str(strain): _made(hand for _, hand in declared if hand.declared is strain)
            for strain in Strain
        },
        "levels": {
            level: _made(hand for _, hand in declared if hand.level == level)
            for level in (*Level, "mixed")
        },
        "gains": [
            _gains(scoring, [hand for _, hand in hands if hand.scoring is scoring])
            for scoring in Scoring
        ],
        "again": [_again(table, hand) for table, hand in failed[:_MOST_AGAIN]],
    }


def _made(hands: Iterable[HandPlayed]) -> Made:
    off = [hand.off for hand in hands]
    return {"declared": len(off), "made": off.count(0)}


def _gains(scoring: Scoring, hands: Sequence[HandPlayed]) -> Gains:
    """Points or chips a hand, by what the person did in it."""
    roles = {
        "declaring": [hand.gain for hand in hands if hand.declared is not None],
        "defending": [hand.gain for hand in hands if hand.defended],
        "undeclared": [hand.gain for hand in hands if hand.declared is None and not hand.defended],
    }
    means = {
        role: Mean(hands=len(gains), gain=mean(gains) if gains else 0.0)
        for role, gains in roles.items()
    }
    return {"scoring": scoring, "hands": len(hands), "roles": means}


def _again(table: str, hand: HandPlayed) -> HandAgain:
    return {"table": table, "deal": hand.deal, "strain": str(hand.declared), "off": hand.off}


ENDPOINTS: Mapping[str, Endpoint] = {
    "puzzle": Endpoint(puzzle, thinks=True),
    "puzzle-guess": Endpoint(guess, thinks=True),
    "puzzle-hint": Endpoint(hint, thinks=True),
    "puzzle-solution": Endpoint(solution, thinks=True),
    "call": Endpoint(call),
    "call-judged": Endpoint(judged, thinks=True),
}
