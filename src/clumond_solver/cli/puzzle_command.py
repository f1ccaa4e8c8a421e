"""`clumond puzzle`: positions in which only one card is right."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from datetime import date
from typing import Any

from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.cli.exit_codes import OK
from clumond_solver.cli.parser import Parser, add_field, whole_number
from clumond_solver.cli.streams import new_file, random_seed, say_result, width
from clumond_solver.coach.clumond.practice_words import puzzle_text, solution_text, task_text
from clumond_solver.coach.clumond.puzzles import (
    Puzzle,
    PuzzleLevel,
    daily_puzzle,
    explain,
    parse_puzzle,
    puzzles,
)
from clumond_solver.coach.days import parse_day
from clumond_solver.display.svg import svg


def _day(word: str) -> date:
    try:
        return parse_day(word)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_options(parser: Parser, _: str) -> None:
    """Add the options of `puzzle`."""
    parser.add_argument("which", nargs="*", help="a puzzle's code, or a position")
    add_field(parser, "seed", help="fixes puzzles drawn at random")
    parser.add_argument("--date", type=_day, metavar="DAY", help="the puzzle of a day: 2026-11-22")
    parser.add_argument(
        "--level",
        choices=tuple(map(str, PuzzleLevel)),
        help="how hard (default: each level in turn)",
    )
    parser.add_argument("--count", type=whole_number, help="how many (default 1)")
    parser.add_argument(
        "--solution", action="store_true", help="print the solution with the puzzle"
    )
    parser.add_argument("--svg", metavar="FILE", help="write a picture of the position")


_MOST_PUZZLES = 100_000


def run(options: argparse.Namespace) -> int:
    """Print puzzles, or write pictures of them."""
    if options.svg is not None:
        new_file(options.svg)
    for number, puzzle in enumerate(_puzzles(options), start=1):
        if options.svg is not None:
            _write_picture(new_file(options.svg, number), puzzle, options)
        else:
            page = puzzle_text(puzzle, width=width())
            if options.solution:
                page += f"\n\n{solution_text(explain(puzzle), width=width())}"
            say_result(options, _data(puzzle, solution=options.solution), f"{page}\n")
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
    if (options.seed, options.level, number) == (None, None, None):
        return iter([daily_puzzle(options.date)])
    seed = options.seed
    if seed is None:
        seed = random_seed()
        print(f"clumond: seed {seed}", file=sys.stderr)
    return puzzles(number or 1, seed=seed, level=options.level)


def _write_picture(file: str, puzzle: Puzzle, options: argparse.Namespace) -> None:
    play = puzzle.play
    svg(play, below=play.turn or play.leader).save(file)
    page = f"{file}: {task_text(puzzle)} ({puzzle.level}; puzzle {puzzle.code})"
    say_result(options, {"svg": file} | _data(puzzle, solution=options.solution), page)


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
