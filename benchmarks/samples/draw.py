"""How the frozen samples were drawn: `python -m benchmarks.samples.draw NAME …` writes them again.

All but the first move with the quick formula, which is why the files are kept.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice

from benchmarks.samples import FOLDER
from clumond_solver.base.cards import Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate


def random_pairs(seed: int) -> Iterator[Play]:
    rng = random.Random(seed)
    while True:
        deal = Deal.random(rng.getrandbits(32))
        yield Play(deal, rng.choice(list(Seat)), rng.choice(list(Strain)))


def in_best_strain(seed: int, least: float) -> Iterator[Play]:
    for pair in random_pairs(seed):
        chances = {strain: chance(pair, strain) for strain in Strain}
        best = max(chances, key=chances.__getitem__)
        if chances[best] >= least:
            yield Play(pair.hands, pair.declarer, best)


def unlikely(seed: int, most: float) -> Iterator[Play]:
    return (pair for pair in random_pairs(seed) if chance(pair, pair.strain) < most)


def chance(pair: Play, strain: Strain) -> float:
    assert pair.declarer is not None
    return quick_estimate(pair.hands[pair.declarer], strain)


SAMPLES: dict[str, tuple[Iterator[Play], int]] = {
    "random_pairs": (random_pairs(1), 1000),
    "worth_declaring": (in_best_strain(2, 0.33), 1000),
    "likely": (in_best_strain(3, 0.8), 400),
    "unlikely": (unlikely(4, 0.1), 400),
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sample", nargs="+", choices=SAMPLES)
    for name in parser.parse_args().sample:
        plays, count = SAMPLES[name]
        lines = [f"{play}\n" for play in islice(plays, count)]
        (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="ascii")
