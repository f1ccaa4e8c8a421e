"""Puzzles and hands to declare in plain words; functions as in `display.text`.

>>> from clumond_solver.coach.puzzles import read_puzzle
>>> puzzle = read_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> print(task_text(puzzle))
Forehand declares ♣ and is to play. One card alone forces success: which?
>>> from clumond_solver.coach.puzzle_play import moved
>>> print(moved_text(puzzle, moved(puzzle, [Card.parse("CA")]), Card.parse("CA")))
♣A does not force success: ♣A ♣2 ♣J. Forehand ends with 5 tricks and keeps ♣♠♦ (4): 1 off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.wording import counted, joined, percent, signed
from clumond_solver.coach.calls import HARDEST, CallQuestion, CallScore
from clumond_solver.coach.judged_calls import JudgedCall
from clumond_solver.coach.lines_of_play import Line, declarer_of, touching
from clumond_solver.coach.puzzle_play import Move
from clumond_solver.coach.puzzles import Explanation, Puzzle
from clumond_solver.display.markup import escaped
from clumond_solver.display.notebook import html
from clumond_solver.display.svg import svg
from clumond_solver.display.text.advice import call_text
from clumond_solver.display.text.hands import hand_text, play_text
from clumond_solver.display.text.layout import WIDTH, wrapped
from clumond_solver.display.text.results import result_text
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.games.clumond.scoring import Scoring

# Of the ways in which a hand comes home.
_ENDINGS_TOLD = 3


def task_text(puzzle: Puzzle, later: Play | None = None) -> str:
    """The task of a puzzle at its start, or at a ``later`` point, in a sentence or two."""
    play = puzzle.play if later is None else later
    declarer = declarer_of(play)
    who = " and" if play.turn is declarer else f"; {play.turn}"
    head = f"{str(declarer).capitalize()} declares {play.strain.symbol}{who} is to play."
    if later is not None:
        wanted = "force success" if puzzle.attacks else f"stop {declarer} from succeeding"
        question = f"What do you play to {wanted}?"
    elif puzzle.attacks:
        question = "One card alone forces success: which?"
    else:
        question = f"One card alone stops {declarer} from succeeding: which?"
    return f"{head} {question}"


def puzzle_text(puzzle: Puzzle, *, width: int = WIDTH) -> str:
    """The position and what is asked."""
    play = puzzle.play
    left = counted(play.tricks_left, "trick")
    about = (
        f"{task_text(puzzle)} All hands are open, {left} left; touching cards count as one."
        f" ({puzzle.level}; puzzle {puzzle.code})"
    )
    return f"{play_text(play, width=width)}\n\n{wrapped(about, width)}"


@result_text.register
def _(puzzle: Puzzle) -> str:
    head = f"{task_text(puzzle)} ({puzzle.level}; puzzle {puzzle.code})"
    return f"{wrapped(head, WIDTH)}\n\n{play_text(puzzle.play)}"


@html.register
def _(puzzle: Puzzle) -> str:
    return f"{svg(puzzle.play).text}<p>{escaped(task_text(puzzle))} ({puzzle.level})</p>"


def moved_text(puzzle: Puzzle, move: Move, card: Card) -> str:
    """Whether a card is right, and what follows."""
    if move.line is not None:
        run = next(run for run in touching(move.before).values() if card in run)
        return _fails_words(puzzle, run, move.line, move.before)
    play = move.before.after([card, *move.replies])
    if play.is_over:
        return f"Solved. {_ending_words(play.outcome()[declarer_of(play)], play)}"
    follow = " ".join(card.pretty() for card in move.replies)
    follows = "follows" if len(move.replies) == 1 else "follow"
    return f"Right. {follow} {follows}: play on." if follow else "Right: play on."


def solution_text(puzzle: Puzzle, why: Explanation, *, width: int = WIDTH) -> str:
    """The right card with its line, then each wrong one with its refutation."""
    lines = [line_text(puzzle, line) for line in (why.right, *why.wrong)]
    return "\n".join(wrapped(part, width) for part in (*lines, guess_words(puzzle)))


def line_text(puzzle: Puzzle, line: Line) -> str:
    """What the first card of a line does, and the line."""
    play = puzzle.play
    run = touching(play)[line.cards[0]]
    if run != puzzle.right:
        return _fails_words(puzzle, run, line, play)
    does = "forces success" if puzzle.attacks else f"stops {declarer_of(play)}"
    return f"{_joined(run, 'or')} {does}: {line_words(line, play)}"


def _fails_words(puzzle: Puzzle, run: Sequence[Card], line: Line, play: Play) -> str:
    """How touching cards, any of which begins the line, fail."""
    verb = "do" if len(run) > 1 else "does"
    does = "force success" if puzzle.attacks else f"stop {declarer_of(play)}"
    return f"{_joined(run, 'and')} {verb} not {does}: {line_words(line, play)}"


def line_words(line: Line, play: Play) -> str:
    """The cards of a line, trick by trick, and how it ends."""
    return f"{_cards_words(line.cards, play)}. {_ending_words(line.declarer, play)}"


def _joined(run: Sequence[Card], word: str) -> str:
    """Touching cards in words, from the highest down."""
    *cards, last = [card.pretty() for card in reversed(run)]
    return f"{', '.join(cards)} {word} {last}" if cards else last


def guess_words(puzzle: Puzzle) -> str:
    """What the engine would have played at first sight."""
    grade = puzzle.grade
    if grade.misleads:
        return f"At first sight the engine would have played {grade.guess.pretty()}."
    return "The engine would have played it at first sight."


def _cards_words(cards: Sequence[Card], play: Play) -> str:
    """With a stroke between the tricks; what lies on the table already comes first."""
    per_trick = len(play.hands)
    shown = [card.pretty() for card in (*play.trick, *cards)]
    tricks = [shown[first : first + per_trick] for first in range(0, len(shown), per_trick)]
    return " / ".join(" ".join(trick) for trick in tricks)


def _ending_words(ended: SeatOutcome, play: Play) -> str:
    wants = joined(map(str, ended.pars))
    result = ended.result
    taken = counted(ended.total, "trick")
    who = str(declarer_of(play)).capitalize()
    return f"{who} ends with {taken} and keeps {ended.retention.pretty()} ({wants}): {result}."


# Declare or pass.


def call_question_text(question: CallQuestion, *, width: int = WIDTH) -> str:
    """The hand, who holds it, and what is played for."""
    spoken = ("nobody has called yet", "forehand has passed", "the two others have passed")
    terms = f"You are {question.seat}; {spoken[question.seat]}. {stakes_words(question)}"
    return f"{hand_text(question.hand, width=width)}\n{wrapped(terms, width)}"


def stakes_words(question: CallQuestion) -> str:
    """What success brings, and what failure."""
    success, defence = question.agreement.stakes
    if question.agreement.scoring is Scoring.CHIPS:
        return f"{success} chips are in the pot; if you fail, the others get {defence} each."
    return f"On paper: {success} points for success, {defence} to each of the others if you fail."


def judged_call_text(question: CallQuestion, judged: JudgedCall) -> str:
    """Whether the call was good, what it cost, and the chances."""
    shown = ", ".join(
        f"{strain.symbol} {percent(judged.advice.estimates[strain].p)}"
        for strain in sorted(Strain, key=lambda strain: -judged.advice.estimates[strain].p)
    )
    return (
        f"{verdict_words(question, judged)}\nAdvice: {call_text(judged.advice)}\nChances: {shown}."
        f"\n{chances_words(question, judged)}\n{endings_words(judged)}"
    )


def verdict_words(question: CallQuestion, judged: JudgedCall) -> str:
    """Whether the call was good, and what it cost."""
    call = "Passing" if judged.call is None else f"Going for clumond in {judged.call.symbol}"
    if not judged.right:
        unit = question.agreement.scoring.unit
        return f"{call} gives away {judged.cost:.1f} {unit} (± {judged.error:.1f})."
    if judged.cost:
        return f"{call} is fine: too close to call."
    return f"{call} is right."


def chances_words(question: CallQuestion, judged: JudgedCall) -> str:
    """From which chance on declaring pays, and what declaring and passing are worth."""
    advice, unit = judged.advice, question.agreement.scoring.unit.capitalize()
    return (
        f"Break-even: {percent(advice.break_even)}. {unit} ahead of the others: declaring"
        f" {advice.best.symbol} {signed(advice.declaring[advice.best].relative)}, passing"
        f" {signed(advice.passing.relative)}."
    )


def endings_words(judged: JudgedCall) -> str:
    """How the hand ends in the strain called, or after a pass in the best one, and how often."""
    advice = judged.advice
    strain = advice.best if judged.call is None else judged.call
    estimate = advice.estimates[strain]
    games = sum(estimate.tricks.values())
    if not games:
        return ""
    few, middle, many = (
        next(taken for taken, share in _summed(estimate.tricks) if share >= part * games)
        for part in (0.1, 0.5, 0.9)
    )
    course = f"{strain.symbol} in {counted(games, 'game')}: mostly {few} to {many} tricks"
    course += f", typically {middle}" if few < middle < many else ""
    won = sum(estimate.successes.values())
    if not won:
        return f"{course}; none came home."
    ends = sorted(estimate.successes.items(), key=lambda end: (-end[1], end[0]))[:_ENDINGS_TOLD]
    shown = ", ".join(f"{kept.pretty()} with {total} ({times})" for (kept, total), times in ends)
    return f"{course}; {won} came home, most often by keeping {shown}."


def _summed(counts: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Each number with how many games had it or fewer."""
    keys = sorted(counts)
    return zip(keys, accumulate(counts[key] for key in keys), strict=True)


def score_words(score: CallScore) -> str:
    """The running score in a line."""
    return (
        f"{score.right} of {score.asked} right, {score.streak} in a row, {score.cost:.1f} given"
        f" away; difficulty {score.difficulty} of {HARDEST}"
    )
