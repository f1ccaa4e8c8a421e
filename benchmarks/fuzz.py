"""The long form of the fuzz tests, a million inputs: python -m benchmarks.fuzz [inputs] [seed]."""

from __future__ import annotations

import sys
import time

from tests.fuzzing import TARGETS, fuzz

INPUTS = 1_000_000


def main(inputs: int = INPUTS, seed: int = 1) -> int:
    """Share the inputs out among all parsers and print what became of them; 1 on any fault."""
    started = time.perf_counter()
    share = -(-inputs // len(TARGETS))
    print(f"{'parser':<12} {'inputs':>9} {'read':>9} {'refused':>9} {'faults':>6} {'slowest':>11}")
    faults = []
    for target in TARGETS:
        tally = fuzz(target, share, seed)
        faults += tally.faults
        print(
            f"{target.name:<12} {tally.inputs:>9} {tally.read:>9} {tally.refused:>9}"
            f" {len(tally.faults):>6} {1000 * tally.slowest:>8.1f} ms",
            flush=True,
        )
    total = share * len(TARGETS)
    print(
        f"{total} inputs, {len(faults)} faults, {time.perf_counter() - started:.0f} s, seed {seed}"
    )
    for fault in faults[:50]:
        print(fault.encode("ascii", "backslashreplace").decode())
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])))
