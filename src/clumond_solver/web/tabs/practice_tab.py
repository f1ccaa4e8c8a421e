"""The endpoints of the Practice tab: puzzles, and hands to declare or to pass.

They keep no state. A puzzle and the answer to a guess never contain the right card; only the
solution does.

>>> context = RequestContext()
>>> code = "2j6r4fc30r5347ww2khwm1tg0"
>>> shown = puzzle(PageQuestion(code=code), context)
>>> shown["code"] == code, shown["attacks"]
(True, True)
>>> [guess(PageQuestion(code=code, cards=[card]), context)["right"] for card in ("C9", "DA")]
[False, True]
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from clumond_solver.base.cards import Strain
from clumond_solver.base.efforts import DEFAULT_BUDGET
from clumond_solver.base.stopping import processors
from clumond_solver.coach.clumond.call_practice import (
    EASIEST,
    HARDEST,
    CallQuestion,
    CallScore,
    call_question,
    judge_call,
)
from clumond_solver.coach.clumond.day_deal import day_session
from clumond_solver.coach.clumond.lines_of_play import LineOfPlay, touching_runs
from clumond_solver.coach.clumond.practice_words import (
    chances_words,
    endings_words,
    guess_words,
    hint_words,
    line_of_play_text,
    move_text,
    task_text,
    terms_words,
    verdict_words,
)
from clumond_solver.coach.clumond.puzzles import (
    Explanation,
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    judge_move,
    parse_puzzle,
    puzzles,
)
from clumond_solver.coach.clumond.your_play import (
    PointsLost,
    YourPlay,
    decisions_reviewed,
    figures_of,
    hands_played,
    lost_by,
)
from clumond_solver.coach.glicko import POSITION_DEVIATION, Rating
from clumond_solver.coach.seating import MOST_NAME, USUAL_NAMES, Seating, distinct_names
from clumond_solver.display.text.advice import call_text
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import name_of
from clumond_solver.rules.actions import PlayKnownCard
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import TableShown
from clumond_solver.web.question import MOST_SEED, PageQuestion
from clumond_solver.web.table_view import shown_cards
from clumond_solver.web.tabs.analysis_board import Position, position_after
from clumond_solver.web.tabs.analysis_reviews import MistakeShown, mistakes_shown

_MOST_CALLS, _MOST_RATING = 1_000_000, 4000
# How long the chances of hands declared may take.
_STATED_SECONDS = 3.0
_STRONG = (Level.STRONG,) * len(Seat)


class PuzzleShown(Position):
    """A puzzle, without its solution."""

    code: str
    level: str
    rating: int
    attacks: bool
    tricks_left: int
    task: str


class WrongGuess(TypedDict):
    """The reply to a wrong card of a puzzle, with the ``cards`` that are equal to it."""

    right: bool
    text: str
    cards: list[str]


class RightGuess(WrongGuess):
    """The reply to a good card of a puzzle; ``right`` is true."""

    position: Position
    task: str


class PuzzleLine(TypedDict):
    """A line of play, and what it shows."""

    text: str
    line: list[str]
    right: bool


class PuzzleSolution(TypedDict):
    """The solution of a puzzle."""

    right: list[str]
    lines: list[PuzzleLine]
    guess: str


class HandToCall(TypedDict):
    """A hand to declare or to pass."""

    hand: list[str]
    terms: str
    pot: int
    rating: int


class CallJudged(TypedDict):
    """A decision to declare or to pass, evaluated."""

    right: bool
    cost: float
    verdict: str
    advice: str
    chances_text: str
    endings: str
    break_even: float
    chances: dict[str, float]
    score: CallScore


class HandLost(TypedDict):
    """What a hand gave away, and by which mistakes."""

    lost: PointsLost
    mistakes: list[MistakeShown]


def puzzle(question: PageQuestion, _: RequestContext) -> PuzzleShown:
    """A puzzle: of a ``day`` (2026-11-22), by its ``code``, or of a ``seed`` and ``level``.

    Without a level the seed chooses it.
    """
    problem = _puzzle(question)
    play = problem.play
    return {
        **position_after(play, (), 0),
        "code": problem.code,
        "level": problem.level,
        "rating": problem.grade.rating,
        "attacks": problem.attacks,
        "tricks_left": play.tricks_left,
        "task": task_text(problem),
    }


def _puzzle(question: PageQuestion) -> Puzzle:
    if question.has("code"):
        return parse_puzzle(question.text("code"))
    if question.has("day"):
        return daily_puzzle(question.day("day"))
    seed = question.number("seed", MOST_SEED)
    level = question.choice("level", PuzzleLevel, list(PuzzleLevel)[seed % 4])
    return next(puzzles(1, seed=seed, level=level))


def guess(question: PageQuestion, _: RequestContext) -> WrongGuess | RightGuess:
    """The reply to the last of the ``cards`` played in the puzzle of a ``code``.

    After a good card, the ``cards`` with the replies to it, and the ``position`` after them; after
    a wrong one, the ``cards`` that count as one with it.
    """
    problem, played = parse_puzzle(question.text("code")), question.cards()
    move = judge_move(problem, played)
    text = move_text(problem, move, played[-1])
    if move.line is not None:
        equals = next(run for run in touching_runs(move.before).values() if played[-1] in run)
        return {"right": False, "text": text, "cards": [str(card) for card in equals]}
    cards = (*played, *move.replies)
    play = problem.play.after(cards)
    return {
        "right": True,
        "text": text,
        "cards": [str(card) for card in cards],
        "position": position_after(problem.play, cards, len(cards)),
        "task": "" if play.is_over else task_text(problem, play),
    }


def hint(question: PageQuestion, _: RequestContext) -> str:
    """A hint, after ``cards`` played and others ``tried`` in vain in the puzzle of a ``code``."""
    problem = parse_puzzle(question.text("code"))
    return hint_words(problem, question.cards(), question.cards("tried", ()))


def solution(question: PageQuestion, _: RequestContext) -> PuzzleSolution:
    """The solution of the puzzle of a ``code``: the right cards, and a line for every card."""
    problem = parse_puzzle(question.text("code"))
    why = explain(problem)
    return {
        "right": [str(card) for card in problem.right],
        "lines": [_puzzle_line(problem, why, line) for line in (why.right, *why.wrong)],
        "guess": guess_words(problem),
    }


def _puzzle_line(problem: Puzzle, why: Explanation, line: LineOfPlay) -> PuzzleLine:
    cards = [str(card) for card in line.cards]
    return {"text": line_of_play_text(problem, line), "line": cards, "right": line is why.right}


# Declare or pass.


def call(question: PageQuestion, _: RequestContext) -> HandToCall:
    """A hand to decide on: ``seed``, ``difficulty``, ``scoring``."""
    hand = _call_question(question)
    return {
        "hand": shown_cards(hand.hand),
        "terms": terms_words(hand),
        "pot": hand.agreement.pot,
        "rating": hand.rating,
    }


def judge(question: PageQuestion, context: RequestContext) -> CallJudged:
    """Evaluate a ``call`` (pass, or a strain), and update the ``score``.

    The question names the hand as in `call`; its ``score`` is the last answer's, null at first.
    """
    hand = _call_question(question)
    word = question.text("call")
    called = None if word == "pass" else Strain.parse(word)
    score_before = _score(question, hand)
    judgement = judge_call(
        hand,
        called,
        budget=min(DEFAULT_BUDGET, context.limits.advice_budget),
        threads=processors(),
        progress=lambda done, total: context.send_part({"done": done, "total": total}),
    )
    score, advice = score_before.after(judgement), judgement.advice
    return {
        "right": judgement.right,
        "cost": judgement.cost,
        "verdict": verdict_words(judgement),
        "advice": call_text(advice),
        "chances_text": chances_words(judgement),
        "endings": endings_words(judgement),
        "break_even": advice.break_even,
        "chances": {str(strain): advice.estimates[strain].p for strain in Strain},
        "score": score,
    }


def rated(question: PageQuestion, _: RequestContext) -> Rating:
    """The person's ``rating``, null at first, after a position rated ``against``: ``right``?"""
    given = question.part("rating", "the last answer")
    before = Rating()
    if given is not None:
        before = Rating(given.quantity("value"), given.quantity("deviation", 1))
    position = Rating(question.number("against", _MOST_RATING), POSITION_DEVIATION)
    return before.after([(position, question.flag("right"))])


def _call_question(question: PageQuestion) -> CallQuestion:
    return call_question(
        question.number("seed", MOST_SEED),
        difficulty=max(EASIEST, question.number("difficulty", HARDEST)),
        scoring=question.choice("scoring", Scoring),
    )


def _score(question: PageQuestion, hand: CallQuestion) -> CallScore:
    given = question.part("score", "the last answer's score")
    if given is None:
        return CallScore(difficulty=hand.difficulty)
    counts = {name: given.number(name, _MOST_CALLS) for name in ("asked", "right", "streak")}
    return CallScore(**counts, cost=given.quantity("cost"), difficulty=hand.difficulty)


# With the person's sessions.


def call_table(question: PageQuestion, context: RequestContext) -> TableShown:
    """A new session against strong players, in which the person calls with the hand of `call`."""
    hand = _call_question(question)
    session = hand.session()
    person = session.standing.player(hand.seat)
    return context.sessions.add(session, _against_strong(question, person))


def day_table(question: PageQuestion, context: RequestContext) -> TableShown:
    """The table of the deal of a ``day``, against strong players: of its session, or a new one."""
    day = question.day("day")
    for session in context.sessions.listed()["sessions"]:
        if session["day"] == str(day):
            return context.sessions.table(session["id"])
    return context.sessions.add(day_session(day), replace(_against_strong(question), day=str(day)))


def _against_strong(question: PageQuestion, person: int = 0) -> Seating:
    """Seat the person, by ``name`` if it is given, with strong players."""
    name = question.text("name", MOST_NAME, "").strip()
    name, *others = distinct_names((name or "You", *USUAL_NAMES[: len(Seat) - 1]))
    return Seating((*others[:person], name, *others[person:]), _STRONG, person)


def your_play(_: PageQuestion, context: RequestContext) -> YourPlay:
    """The results of the person's hands of Clumond, and the hands to review."""
    played = [
        (session_id, hand)
        for session_id, session, seating in context.sessions.every_session()
        if name_of(session.game) == DEFAULT_GAME
        for hand in hands_played(session, seating)
    ]
    return figures_of(played, seconds=_STATED_SECONDS)


def hand_lost(question: PageQuestion, context: RequestContext) -> HandLost:
    """What the person lost in a ``deal`` of a ``session``, by the part of the hand."""
    number = question.number("deal", 10_000)
    with context.sessions.at_table(question.text("session", 40)) as loaded:
        session, seating = loaded.session.replayed(number)[0], loaded.seating
    standing = session.replayed(number, 0)[0].standing
    seat = Seat(standing.seat(seating.person))
    names = tuple("You" if one == seat else seating.names[standing.player(one)] for one in Seat)
    reviewed = decisions_reviewed(session, seating, number, names=names, threads=processors())
    calls = sum(not isinstance(action, PlayKnownCard) for _, action in session.acts[number - 1])
    return {
        "lost": lost_by(reviewed, session, seating, number),
        "mistakes": mistakes_shown(reviewed, seat, names, calls),
    }


def as_seen(question: PageQuestion, context: RequestContext) -> TableShown:
    """The table as the person saw it after ``at`` actions of a ``deal`` of a ``session``."""
    return context.sessions.as_seen(
        question.text("session", 40),
        question.number("deal", 10_000),
        question.number("at", 10_000),
    )
