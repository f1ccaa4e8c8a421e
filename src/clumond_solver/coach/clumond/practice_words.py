"""Puzzles, and questions whether to declare, in words.

>>> from clumond_solver.coach.clumond.puzzles import parse_puzzle
>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> print(task_text(puzzle).removeprefix("Forehand declares ♣ and is to play. "))
One card alone forces success: which? Cards next to each other in rank count as one.
>>> from clumond_solver.coach.clumond.puzzles import judge_move
>>> print(move_text(puzzle, judge_move(puzzle, [Card.parse("CA")]), Card.parse("CA")))
♣A does not force success: ♣A ♣2 ♣J. Forehand ends with 5 tricks and keeps ♣♠♦ (4): 1 off.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.wording import counted, joined, percent, signed
from clumond_solver.coach.clumond.call_practice import CallQuestion, JudgedCall
from clumond_solver.coach.clumond.lines_of_play import LineOfPlay, declarer_of, touching_runs
from clumond_solver.coach.clumond.puzzles import (
    Explanation,
    JudgedMove,
    Puzzle,
    judge_move,
    wrong_runs,
)
from clumond_solver.display.notebook import html
from clumond_solver.display.svg import escaped, svg
from clumond_solver.display.text.advice import CALLS_BEFORE, call_text
from clumond_solver.display.text.hands import in_strain, play_text, strain_text
from clumond_solver.display.text.layout import WIDTH, wrapped
from clumond_solver.display.text.results import result_text
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.games.clumond.scoring import Scoring

# How many retentions and totals of successful games are listed.
_ENDINGS_SHOWN = 3
_EQUAL_CARDS = "Cards next to each other in rank count as one."


def task_text(puzzle: Puzzle, later: Play | None = None) -> str:
    """The task of a puzzle at its start, or in a ``later`` position."""
    play = puzzle.play if later is None else later
    declarer = declarer_of(play)
    who = " and" if play.turn is declarer else f"; {play.turn}"
    head = f"{str(declarer).capitalize()} declares {strain_text(play.strain)}{who} is to play."
    if later is not None:
        wanted = "force success" if puzzle.attacks else f"stop {declarer} from succeeding"
        question = f"What do you play to {wanted}?"
    elif puzzle.attacks:
        question = f"One card alone forces success: which? {_EQUAL_CARDS}"
    else:
        question = f"One card alone stops {declarer} from succeeding: which? {_EQUAL_CARDS}"
    return f"{head} {question}"


def puzzle_text(puzzle: Puzzle, *, width: int = WIDTH) -> str:
    """The position and the task."""
    play = puzzle.play
    left = counted(play.tricks_left, "trick")
    about = (
        f"{task_text(puzzle)} All hands are open, {left} left."
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


def move_text(puzzle: Puzzle, move: JudgedMove, card: Card) -> str:
    """Whether a card is right, and what follows."""
    if move.line is not None:
        run = next(run for run in touching_runs(move.before).values() if card in run)
        return _fails_words(puzzle, run, move.line, move.before)
    play = move.before.after([card, *move.replies])
    if play.is_over:
        return f"Solved. {_ending_words(play.outcome()[declarer_of(play)], play)}"
    follow = " ".join(card.pretty() for card in move.replies)
    follows = "follows" if len(move.replies) == 1 else "follow"
    return f"Right. {follow} {follows}: play on." if follow else "Right: play on."


def hint_words(puzzle: Puzzle, played: Sequence[Card], tried: Collection[Card] = ()) -> str:
    """The suits of the right cards, after some cards have been played and others ``tried``.

    If that excludes no wrong card, the most natural wrong card instead, and what follows it.

    >>> from clumond_solver.coach.clumond.puzzles import parse_puzzle
    >>> hint_words(parse_puzzle("2j6r4fc30r5347ww2khwm1tg0"), [])
    'It is a diamond.'
    """
    play, bad = puzzle.play.after(played), wrong_runs(puzzle, played)
    wrong = [run for run in bad if not set(run).intersection(tried)]
    if not wrong:
        return f"Any {'other ' * bool(bad)}card will do."
    good = set(play.legal_plays).difference(*bad)
    suits = dict.fromkeys(card.suit for card in play.legal_plays if card in good)
    if suits.keys() >= {card.suit for run in wrong for card in run}:
        move = judge_move(puzzle, [*played, wrong[0][0]])
        assert move.line is not None
        return f"It is not {_joined(wrong[0], 'or')}: {line_words(move.line, play)}"
    names = [f"a {Strain(suit).name.lower().removesuffix('s')}" for suit in suits]
    return f"It is {' or '.join(names)}."


@result_text.register
def solution_text(why: Explanation, *, width: int = WIDTH) -> str:
    """The right card with its line, then each wrong one with its refutation."""
    lines = [line_of_play_text(why.puzzle, line) for line in (why.right, *why.wrong)]
    return "\n".join(wrapped(part, width) for part in (*lines, guess_words(why.puzzle)))


def line_of_play_text(puzzle: Puzzle, line: LineOfPlay) -> str:
    """What the first card of a line does, and the line."""
    play = puzzle.play
    run = touching_runs(play)[line.cards[0]]
    if run != puzzle.right:
        return _fails_words(puzzle, run, line, play)
    does = "forces success" if puzzle.attacks else f"stops {declarer_of(play)}"
    return f"{_joined(run, 'or')} {does}: {line_words(line, play)}"


def _fails_words(puzzle: Puzzle, run: Sequence[Card], line: LineOfPlay, play: Play) -> str:
    """That the cards of a run fail, with the line that shows it."""
    verb = "do" if len(run) > 1 else "does"
    does = "force success" if puzzle.attacks else f"stop {declarer_of(play)}"
    return f"{_joined(run, 'and')} {verb} not {does}: {line_words(line, play)}"


def line_words(line: LineOfPlay, play: Play) -> str:
    """The cards of a line, trick by trick, and its ending."""
    return f"{_cards_words(line.cards, play)}. {_ending_words(line.declarer, play)}"


def _joined(run: Sequence[Card], word: str) -> str:
    """Touching cards in words, from the highest down."""
    return joined((card.pretty() for card in reversed(run)), word)


def guess_words(puzzle: Puzzle) -> str:
    """The card that the program would have played at first sight."""
    grade = puzzle.grade
    if grade.misleads:
        return f"At first sight the program would have played {grade.guess.pretty()}."
    return "The program would have played it at first sight."


def _cards_words(cards: Sequence[Card], play: Play) -> str:
    """The cards after those on the table, with a slash between tricks."""
    per_trick = len(play.hands)
    shown = [card.pretty() for card in (*play.trick, *cards)]
    tricks = [shown[first : first + per_trick] for first in range(0, len(shown), per_trick)]
    return " / ".join(" ".join(trick) for trick in tricks)


def _ending_words(end: SeatOutcome, play: Play) -> str:
    pars = joined(map(str, end.pars))
    tricks = counted(end.total, "trick")
    who = str(declarer_of(play)).capitalize()
    return f"{who} ends with {tricks} and keeps {end.retention.pretty()} ({pars}): {end.result}."


# Declare or pass.


def terms_words(question: CallQuestion) -> str:
    """The seat, the calls before it, and what success and failure are worth."""
    success, defence = question.agreement.rewards
    stakes = f"On paper: {success} points for success, {defence} to each of the others if you fail."
    if question.agreement.scoring is Scoring.CHIPS:
        stakes = f"{success} chips are in the pot; if you fail, the others get {defence} each."
    return f"You are {question.seat}; {CALLS_BEFORE[question.seat]}. {stakes}"


def judged_call_text(judged: JudgedCall) -> str:
    """Whether the call was good, what it cost, and the chances."""
    shown = ", ".join(
        f"{strain.symbol} {percent(judged.advice.estimates[strain].p)}"
        for strain in sorted(Strain, key=lambda strain: -judged.advice.estimates[strain].p)
    )
    return (
        f"{verdict_words(judged)}\nAdvice: {call_text(judged.advice)}\nChances: {shown}."
        f"\n{chances_words(judged)}\n{endings_words(judged)}"
    )


def verdict_words(judged: JudgedCall) -> str:
    """Whether the call was good, and what it cost."""
    call = "Passing" if judged.call is None else f"Going for clumond {in_strain(judged.call)}"
    unit = judged.agreement.scoring.unit
    if not judged.right:
        return f"{call} gives away {judged.cost:.1f} {unit} (± {judged.cost_error:.1f})."
    if judged.cost:
        more = f"{judged.cost:.1f} {unit} more (± {judged.cost_error:.1f})"
        return f"{call} is fine: the best call may be worth {more}, too little to be sure."
    return f"{call} is right."


def chances_words(judged: JudgedCall) -> str:
    """From which chance on declaring pays, and what declaring and passing are worth."""
    advice, unit = judged.advice, judged.agreement.scoring.unit.capitalize()
    return (
        f"Break-even: {percent(advice.break_even)}. {unit} ahead of the others: declaring"
        f" {advice.best.symbol} {signed(advice.declaring[advice.best].relative)}, passing"
        f" {signed(advice.passing.relative)}."
    )


def endings_words(judged: JudgedCall) -> str:
    """How the hand ends in the strain called, or after a pass in the best one.

    No share of games won: beside the chance, which allows for what games flatter, it would be a
    second figure for one thing.
    """
    advice = judged.advice
    strain = advice.best if judged.call is None else judged.call
    estimate = advice.estimates[strain]
    games = sum(estimate.tricks.values())
    if not games:
        return ""
    few, middle, many = (
        next(tricks for tricks, share in _summed(estimate.tricks) if share >= part * games)
        for part in (0.1, 0.5, 0.9)
    )
    taken = counted(few, "trick") if few == many else f"{few} to {many} tricks"
    mostly = "mostly " if games > 1 else ""
    ends = f"{strain.symbol} in simulated games: {mostly}{taken}"
    ends += f", typically {middle}" if few < middle < many else ""
    if not estimate.successes:
        return f"{ends}."
    ranked = sorted(estimate.successes.items(), key=lambda end: (-end[1], end[0]))
    shown = [
        f"{kept.pretty()} with {counted(total, 'trick')}"
        for (kept, total), _ in ranked[:_ENDINGS_SHOWN]
    ]
    return f"{ends}; most successes keep {joined(shown, 'or')}."


def _summed(counts: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """For each number of tricks, how many games had it or fewer."""
    keys = sorted(counts)
    return zip(keys, accumulate(counts[key] for key in keys), strict=True)


result_text.register(JudgedCall, judged_call_text)
