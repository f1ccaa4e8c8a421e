"""Make weights by which the single-dummy player reads calls.

    python -m training.calling --out src/clumond_solver/single_dummy/calling.json

Nothing but self-play goes in, and a seed fixes all of it. A player without nets plays random hands
as declarer in every strain: a logistic regression of success on cards and suit lengths says what a
call tells about a hand. Two minutes of a processor.

The shipped weights were made so too, by an earlier player without nets, and have stayed while the
player changed. So this command does not make them again: with seed 1 its weights correlate with
them by .92. New ones would change what every search with weighted deals answers; before they
replace the shipped ones, measure that they are no weaker (`python -m benchmarks.single_dummy`).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver.base.cards import Hand, Strain, Suit
from clumond_solver.base.files import write_atomically
from clumond_solver.base.stopping import processors
from training.games import UNTAUGHT, dealt_hand, finishes

_HANDS = 10_000
_ITERATIONS = 100
_ROUNDS = 12
_RATE = 0.01
_DECAY = 0.003
_FIRST_LENGTH = 64
_LENGTHS = 17

Weights = list[float]


def train(
    hands_played: int = _HANDS,
    seed: int = 1,
    *,
    iterations: int = _ITERATIONS,
    threads: int = 1,
) -> list[Weights]:
    """Weights of calls, by strain, from one game each of so many random hands in every strain.

    The seed fixes the weights, whatever the threads.
    """
    hands = [dealt_hand(seed, number) for number in range(hands_played)]
    trained = []
    for strain in Strain:
        played = finishes(
            hands, strain, style=UNTAUGHT, iterations=iterations, seed=seed, threads=threads
        )
        trained.append(fit(hands, [float(end.success) for end in played]))
    return trained


def fit(
    hands: Sequence[Hand],
    outcomes: Sequence[float],
    *,
    rounds: int = _ROUNDS,
    rate: float = _RATE,
    decay: float = _DECAY,
) -> Weights:
    """Logistic regression of success on cards and suit lengths, by gradient steps."""
    weights = [0.0] * HandWeights.size
    features = [_features(hand) for hand in hands]
    for done in range(rounds):
        now = rate / (1 + done)
        for places, outcome in zip(features, outcomes, strict=True):
            logit = sum(weights[place] for place in places)
            step = now * (outcome - 1 / (1 + math.exp(-logit)))
            for place in places:
                weights[place] += step - now * decay * weights[place]
    return weights


def _features(hand: Hand) -> list[int]:
    """The weights that count for a hand, in the order of `HandWeights`."""
    lengths = [_FIRST_LENGTH + _LENGTHS * suit + hand.length(suit) for suit in Suit]
    return [card.bit for card in hand] + lengths


def to_json(calling: Sequence[Weights]) -> str:
    """The weights in thousandths, as `calling.parse_calling` reads them."""
    data = [[round(1000 * weight) for weight in weights] for weights in calling]
    return json.dumps(data, separators=(",", ":")) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(
        prog="python -m training.calling",
        description="Train the weights that say what calls tell about hands.",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write the weights to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=processors())
    parser.add_argument(
        "--scale", type=float, default=1.0, help="share of the full number of games to play"
    )
    given = parser.parse_args(arguments)
    trained = train(max(1, round(_HANDS * given.scale)), given.seed, threads=given.threads)
    write_atomically(given.out, to_json(trained).encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
