"""How the frozen samples were drawn: `python -m benchmarks.samples.draw` writes them again.

The second one moves with the quick formula, which is why the files are kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from benchmarks.samples import FOLDER
from clumond_solver.cards import Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.single_dummy.quick_estimate import quick_estimate

WORTH_DECLARING = 0.33


def random_pairs(seed: int) -> Iterator[Play]:
    rng = random.Random(seed)
    while True:
        deal = Deal.random(rng.getrandbits(32))
        yield Play(deal, rng.choice(list(Seat)), rng.choice(list(Strain)))


def worth_declaring(seed: int) -> Iterator[Play]:
    for pair in random_pairs(seed):
        seat = pair.declarer
        assert seat is not None
        chances = {strain: quick_estimate(pair.hands[seat], strain) for strain in Strain}
        best = max(chances, key=chances.__getitem__)
        if chances[best] >= WORTH_DECLARING:
            yield Play(pair.hands, seat, best)


if __name__ == "__main__":
    for name, plays in ("random_pairs", random_pairs(1)), ("worth_declaring", worth_declaring(2)):
        lines = [f"{play}\n" for play in islice(plays, 1000)]
        (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="ascii")
