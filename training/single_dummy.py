"""Make the weights by which the single-dummy player reads calls again.

    python -m training.single_dummy

Nothing but self-play goes in, and a seed fixes all of it. A player without nets plays random hands
as declarer in every strain: a logistic regression of success on cards and suit lengths says what a
call tells about a hand. A minute or two on two cores.
"""

from __future__ import annotations

import argparse
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path

from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver.base.cards import Strain
from clumond_solver.base.whole_files import write_whole
from clumond_solver.single_dummy.styles import UNTAUGHT, write_calling
from training.games import dealt_hand, finishes

# What the shipped weights were made with.
_HANDS = 10_000
_ITERATIONS = 100
_ROUNDS = 12


def train(
    hands_played: int = _HANDS,
    seed: int = 1,
    *,
    iterations: int = _ITERATIONS,
    threads: int | None = None,
) -> tuple[HandWeights, ...]:
    """What calls tell, by strain, from one game each of so many random hands in every strain.

    The seed fixes the weights, whatever the threads.
    """
    hands = [dealt_hand(seed, number) for number in range(hands_played)]
    masks = array("Q", [hand.mask for hand in hands])
    learned = []
    for strain in Strain:
        played = finishes(
            hands,
            strain,
            style=UNTAUGHT,
            iterations=iterations,
            seed=seed,
            threads=threads,
        )
        outcomes = array("d", [float(each.success) for each in played])
        weights = HandWeights([0.0] * HandWeights.size)
        weights.fit(masks, outcomes, _ROUNDS, 0.01, 0.003)
        learned.append(weights)
    return tuple(learned)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.single_dummy",
        description="Learn what calls tell about hands.",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write the weights to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="share of the full plan's games to play"
    )
    given = parser.parse_args(arguments)
    learned = train(max(1, round(_HANDS * given.scale)), given.seed, threads=given.threads)
    write_whole(given.out, write_calling(learned).encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
