"""How often hands succeed against players of a level, beside what `advise` says of them.

    python -m benchmarks.levels medium --hands 300 --first 7001 > medium.jsonl
    python -m benchmarks.levels --sum medium.jsonl

A hand of each deal `Deal.random(first)`, `Deal.random(first + 1)` …, of the seats in turn, declares
its best strain, whether that is advised or not. Its player follows every hint; the two others are
players of the level. One line a hand: seed, seat, strain, the chance stated, break-even, success.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.base.cards import Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.card_choice import choose
from clumond_solver.single_dummy.limits import DEFAULT_ITERATIONS
from clumond_solver.single_dummy.styles import Level, named_style

PAPER = Agreement(scoring=Scoring.PAPER)
# What is stated is compared with what came in groups of this many hands.
GROUP = 100


def declared(deal: Deal, seat: Seat, strain: Strain, level: Level, seed: int) -> bool:
    """Whether the seat succeeds, with every hint, against two players of the level."""
    style, iterations = named_style(level)
    play = Play(deal, seat, strain)
    while not play.is_over:
        if play.turn is seat:
            chosen = choose(play, iterations=DEFAULT_ITERATIONS, seed=seed)
        else:
            chosen = choose(play, iterations=iterations.defender, style=style, seed=seed)
        play.push(chosen.card)
    return play.outcome()[seat].success


def hand_line(seed: int, level: Level, budget: int) -> dict[str, Any]:
    """What is stated for a hand, and what came."""
    deal, seat = Deal.random(seed), Seat(seed % len(Seat))
    advice = advise(
        deal[seat], seat=seat, agreement=PAPER, opponents=level, budget=budget, seed=seed
    )
    return {
        "seed": seed,
        "seat": int(seat),
        "best": str(advice.best),
        "stated": round(advice.estimates[advice.best].p, 4),
        "break_even": round(advice.break_even, 4),
        "declares": advice.call is not None,
        "made": declared(deal, seat, advice.best, level, seed),
    }


def sum_up(lines: Sequence[dict[str, Any]]) -> None:
    """Print what was stated less what came: of hands declared, of hands passed, in groups."""
    by_call = [[line for line in lines if line["declares"] is call] for call in (True, False)]
    for name, part in zip(("declared", "passed"), by_call, strict=True):
        _print_difference(name, part)
    ordered = sorted(lines, key=lambda line: line["stated"])
    for start in range(0, len(ordered), GROUP):
        _print_difference("by chance", ordered[start : start + GROUP])


def _print_difference(name: str, lines: Sequence[dict[str, Any]]) -> None:
    if not lines:
        return
    stated = sum(line["stated"] for line in lines) / len(lines)
    made = sum(line["made"] for line in lines) / len(lines)
    error = math.sqrt(sum(p * (1 - p) for p in (line["stated"] for line in lines))) / len(lines)
    difference = f"{stated - made:+.3f} ± {error:.3f}"
    print(f"{name:10}{len(lines):6}  stated {stated:.3f}  made {made:.3f}  {difference}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("level", choices=[*Level], nargs="?", type=Level)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--first", type=int, default=7001, help="the first deal's seed")
    parser.add_argument("--budget", type=int, default=600, help="games of the advice")
    parser.add_argument("--sum", type=Path, nargs="+", help="sum up these files instead")
    options = parser.parse_args()
    if options.sum:
        texts = (path.read_text("utf-8") for path in options.sum)
        sum_up([json.loads(line) for text in texts for line in text.splitlines()])
        return
    if options.level is None:
        parser.error("name a level, or files to sum up")
    for seed in range(options.first, options.first + options.hands):
        print(json.dumps(hand_line(seed, options.level, options.budget)), flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
