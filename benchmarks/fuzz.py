"""The long form of the fuzz tests: python -m benchmarks.fuzz [texts] [objects] [seed].

A million damaged texts for the parsers and a hundred thousand changed objects for the engines,
shared out evenly. `.ci/sanitize` runs the second on a core that ends at the first misuse of memory.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from operator import itemgetter

from tests.fuzzing import TARGETS, Tally, fuzz
from tests.object_fuzzing import OBJECT_TARGETS, fuzz_objects


def main(texts: int, objects: int, seed: int) -> int:
    """Print a table of results by target; return 1 on any fault."""
    started = time.perf_counter()
    print(f"{'target':<16} {'inputs':>9} {'read':>9} {'refused':>9} {'faults':>6} {'slowest':>11}")
    runs: list[tuple[str, int, Callable[[int, int], Tally]]] = [
        *((target.name, -(-texts // len(TARGETS)), partial(fuzz, target)) for target in TARGETS),
        *(
            (target.name, -(-objects // len(OBJECT_TARGETS)), partial(fuzz_objects, target))
            for target in OBJECT_TARGETS
        ),
    ]
    faults: list[str] = []
    for name, inputs, run in filter(itemgetter(1), runs):
        tally = run(inputs, seed)
        faults += tally.faults
        print(
            f"{name:<16} {tally.inputs:>9} {tally.read:>9} {tally.refused:>9}"
            f" {len(tally.faults):>6} {1000 * tally.slowest:>8.1f} ms",
            flush=True,
        )
    total = sum(inputs for _, inputs, _ in runs)
    print(
        f"{total} inputs, {len(faults)} faults, {time.perf_counter() - started:.0f} s, seed {seed}"
    )
    for fault in faults[:50]:
        print(fault.encode("ascii", "backslashreplace").decode())
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in {"texts": 1_000_000, "objects": 100_000, "seed": 1}.items():
        parser.add_argument(name, nargs="?", type=int, default=default)
    raise SystemExit(main(**vars(parser.parse_args())))
