"""Play hands that are certain, in several deals, and count those that the strongest players lose.

    python -m benchmarks.check_proofs [--hands 300] [--deals 5] [--iterations 1000]

None may be lost. The hands are one-sided ones, with and without supplementary tricks; every second
deal gives the others long suits and voids.
"""

from __future__ import annotations

import argparse
import random

from tests.single_dummy.test_proofs import declared_games, proved

from benchmarks import until_reader_leaves
from clumond_solver.results import Certainty


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    certain = proved(Certainty.CERTAIN, options.hands, seed=options.seed)
    games = lost = 0
    for play, won in declared_games(
        certain, options.deals, options.iterations, random.Random(options.seed)
    ):
        games += 1
        if not won:
            lost += 1
            print(f"lost: {play}", flush=True)
    print(f"{options.hands} certain hands, {games} games, {lost} lost")
    raise SystemExit(lost > 0)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
