"""`clumond puzzle` and `clumond practice`: positions with one right card, hands to call on."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any

from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.base.seeds import as_seed
from clumond_solver.base.threads import processors
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.inputs import new_file, random_seed, read_line
from clumond_solver.cli.output import ProgressLine, say, say_json, width
from clumond_solver.coach.puzzles import Puzzle, daily_puzzle, explain, parse_puzzle, puzzles

if TYPE_CHECKING:
    from clumond_solver.base.cards import Strain
    from clumond_solver.results import JudgedCall

_HANDS_PER_SEED = 1_000_003
_MOST_PUZZLES = 100_000
_PUZZLES_PER_SHEET = 6


def puzzle(options: argparse.Namespace) -> int:
    """Put puzzles to the person, or print them."""
    for name in (options.svg, options.sheet):
        if name is not None:
            new_file(name)
    wanted = _puzzles(options)
    if options.sheet is not None:
        _write_sheet(options.sheet, list(wanted), options)
    elif options.svg is not None:
        _write_pictures(options.svg, wanted)
    elif options.format == "json":
        for puzzle in wanted:
            say_json(_data(puzzle, solution=options.solution))
    elif options.solution:
        _print(wanted)
    else:
        _ask(wanted)
    return OK


def _puzzles(options: argparse.Namespace) -> Iterator[Puzzle]:
    """The chosen puzzles: by code or position, of a day, or of a seed."""
    number = options.count
    if options.which:
        if (options.seed, options.date, options.level, number) != (None, None, None, None):
            raise RuleError("a puzzle's code says which one: leave out --seed, --date, --level")
        return iter([parse_puzzle(" ".join(options.which))])
    if options.date is not None and (options.seed, options.level, number) != (None, None, None):
        raise RuleError("--date has one puzzle: leave out --seed, --level and --count")
    if number is not None and not 0 < number <= _MOST_PUZZLES:
        raise RuleError(f"{number} puzzles: ask for 1 to {_MOST_PUZZLES}")
    sheet = options.sheet is not None and options.date is None
    if (options.seed, options.level, number) == (None, None, None) and not sheet:
        return iter([daily_puzzle(options.date or datetime.now(UTC).date())])
    seed = options.seed
    if seed is None:
        seed = random_seed()
        print(f"clumond: seed {seed}", file=sys.stderr)
    default = _PUZZLES_PER_SHEET if sheet else 1
    return puzzles(number or default, seed=seed, level=options.level)


def _ask(wanted: Iterator[Puzzle]) -> None:
    from clumond_solver.coach.practice_rounds import PuzzleRound

    latest = 0, 0
    try:
        for score in PuzzleRound(read_line, say, width()).ask(wanted):
            latest = score
    finally:
        asked, solved = latest
        if asked > 1 or asked > solved:
            say(f"\n{solved} of {asked} solved at the first try.")


def _print(wanted: Iterator[Puzzle]) -> None:
    from clumond_solver.coach.practice_words import puzzle_text, solution_text

    for puzzle in wanted:
        say(f"{puzzle_text(puzzle, width=width())}\n")
        say(f"{solution_text(puzzle, explain(puzzle), width=width())}\n")


def _write_sheet(name: str, wanted: list[Puzzle], options: argparse.Namespace) -> None:
    from clumond_solver.base.atomic_files import write_atomically
    from clumond_solver.coach.puzzle_sheet import sheet

    title = f"Clumond: {'a puzzle' if len(wanted) == 1 else f'{len(wanted)} puzzles'}"
    if options.seed is not None:
        title += f" of seed {options.seed}"
    write_atomically(name, sheet(wanted, title).encode())


def _write_pictures(name: str, wanted: Iterator[Puzzle]) -> None:
    """Write a picture of each puzzle to a file of its own."""
    from clumond_solver.coach.practice_words import task_text
    from clumond_solver.display.svg import svg

    for number, puzzle in enumerate(wanted, start=1):
        play, file = puzzle.play, new_file(name, number)
        svg(play, below=play.turn or play.leader).save(file)
        say(f"{file}: {task_text(puzzle)} ({puzzle.level}; puzzle {puzzle.code})")


def _data(puzzle: Puzzle, *, solution: bool) -> dict[str, Any]:
    play = puzzle.play
    shown: dict[str, Any] = {
        "code": puzzle.code,
        "position": puzzle.position,
        "turn": play.turn,
        "attacks": puzzle.attacks,
        "level": puzzle.level,
        "tricks_left": puzzle.grade.tricks_left,
    }
    if solution:
        why = explain(puzzle)
        shown |= {
            "right": puzzle.right,
            "grade": puzzle.grade,
            "line": why.right,
            "wrong": why.wrong,
        }
    return shown


def practice(options: argparse.Namespace) -> int:
    """Put hands to the person, who declares or passes; print a score at the end."""
    from clumond_solver.coach.calls import (
        LEAST_GAMES,
        CallQuestion,
        CallScore,
        call_question,
        judge_call,
    )
    from clumond_solver.coach.practice_rounds import CallRound
    from clumond_solver.coach.practice_words import score_words
    from clumond_solver.single_dummy.advice import MOST_GAMES

    if options.count is not None and options.count < 1:
        raise RuleError(f"{options.count} hands: 1 or more")
    if not LEAST_GAMES <= options.budget <= MOST_GAMES:
        raise SearchError(
            f"a budget of {options.budget} games: a call is judged by {LEAST_GAMES} or more,"
            f" at most {MOST_GAMES}"
        )
    score = CallScore(difficulty=options.difficulty)
    seed = random_seed() if options.seed is None else options.seed
    print(f"clumond: seed {seed}", file=sys.stderr)
    numbers = count() if options.count is None else iter(range(options.count))
    progress = ProgressLine(options.progress)

    def next_question(difficulty: int) -> CallQuestion | None:
        number = next(numbers, None)
        if number is None:
            return None
        hand_seed = as_seed(seed * _HANDS_PER_SEED + number)
        return call_question(hand_seed, difficulty=difficulty, scoring=options.scoring)

    def judge(question: CallQuestion, call: Strain | None) -> JudgedCall:
        try:
            return judge_call(
                question,
                call,
                budget=options.budget,
                opponents=options.opponents,
                threads=processors(),
                progress=lambda done, total: progress.show_count(done, total, "games"),
            )
        finally:
            progress.clear()

    round_of_calls = CallRound(read_line, say, next_question, judge, width())
    try:
        for latest in round_of_calls.ask(score):
            score = latest
    finally:
        say(f"\nScore: {score_words(score)}" if score.asked else "\nYou made no call.")
    return OK
