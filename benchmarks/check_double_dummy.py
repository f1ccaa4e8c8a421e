"""Compare every field of the solver with plain minimax on 20,000 random positions.

    python -m benchmarks.check_double_dummy [--scale 0.1] [--threads 2]

Two to five tricks left, mid-trick too, every strain, leader, trick count and supplementary
tricks; one warm solver of 8 MiB for all of them. With up to four tricks left also particular
endings, and the miss by the reduced reading. Takes about ten minutes.
"""

from __future__ import annotations

import argparse
import random

from tests.double_dummy.test_double_dummy import disagreements, random_play
from tests.double_dummy.test_limits_and_endings import ending_disagreements

from benchmarks import until_reader_leaves
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver

# Tricks left, and how many positions.
SHARES = {2: 9000, 3: 9000, 4: 1960, 5: 40}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    solver = Solver(memory=8 * options.threads * MEBIBYTE, threads=options.threads)
    wrong = compared = 0
    for tricks, count in SHARES.items():
        for _ in range(round(count * options.scale)):
            play, seat = random_play(rng, tricks, suits=rng.choice((2, 4, 4)))
            fields = disagreements(play, seat, solver.solve(play, seat=seat), plain=False)
            if tricks < 5:
                fields += ending_disagreements(play, seat, solver)
            compared += 1
            if fields:
                wrong += 1
                print(f"differs in {fields}: {play!r}, seat {seat}")
        print(f"{tricks} tricks left: {compared} compared so far, {wrong} disagree", flush=True)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
