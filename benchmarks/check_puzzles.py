"""Compare puzzles with a second, plain search, and count how many are made in a second.

    python -m benchmarks.check_puzzles [--count 1000] [--seed 2026]

The plain search tries every card that could be played, and shares no code with the solver. A
thousand puzzles take it up to an hour; making them takes about two minutes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import process_time

from tests.coach.test_puzzles import disagreement

from benchmarks import until_reader_leaves
from clumond_solver.coach.clumond.puzzles import PuzzleLevel, puzzles


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    began = process_time()
    made = list(puzzles(options.count, seed=options.seed))
    seconds = process_time() - began
    levels = Counter(puzzle.level for puzzle in made)
    deep = sum(puzzle.grade.tricks_left >= 5 and puzzle.grade.misleads for puzzle in made)
    print(f"{len(made)} puzzles, {len(made) / seconds:.1f} a second of processor time:")
    print(", ".join(f"{levels[level]} {level}" for level in PuzzleLevel))
    print(f"{deep} with five tricks left or more and a wrong first guess", flush=True)
    wrong = 0
    for number, puzzle in enumerate(made, start=1):
        if difference := disagreement(puzzle):
            wrong += 1
            print(difference)
        if number % 100 == 0 or number == len(made):
            print(f"{number} compared, {number - wrong} agree", flush=True)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
