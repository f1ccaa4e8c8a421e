"""Hands declared and what they make, by one's own skill and that of the others.

    python -m benchmarks.skill --hands 400 > skill.jsonl
    python -m benchmarks.skill --sum skill.jsonl

Rearhand, who calls last, holds the hands of `Deal.random(first)`, `Deal.random(first + 1)` …; for
each level of his own and of the others a line has what `advise` advises, and how many of other
games the hand then makes, if it is declared. Strong players are played by the fast ones, as in all
games behind chances.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.playouts import play_out, players_of
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.luck import mean, mean_error

PAPER = Agreement(scoring=Scoring.PAPER)
LEVELS = (Level.STRONG, Level.MEDIUM, Level.EASY)


def lines(seed: int, budget: int, games: int) -> Iterator[dict[str, Any]]:
    """The call of a hand at each pair of levels, and what it makes."""
    hand, seat = Deal.random(seed)[Seat.REARHAND], Seat.REARHAND
    for own, others in product(LEVELS, LEVELS):
        advice = advise(
            hand, seat=seat, agreement=PAPER, style=own, opponents=others, budget=budget, seed=seed
        )
        made = None
        if advice.call is not None:
            view = ClumondView.at_start(hand, seat, seat, advice.call)
            # Games that did not choose the call.
            ends = play_out(view, players_of(view, own, others), games=games, seed=seed + (1 << 40))
            made = sum(end[seat].success for end in ends) / games
        yield {
            "seed": seed,
            "own": own,
            "others": others,
            "best": str(advice.best),
            "stated": round(advice.estimates[advice.best].p, 4),
            "made": made,
        }


def sum_up(rows: Sequence[dict[str, Any]]) -> None:
    """Print the share of hands declared, and of these what succeeds, for each pair of levels."""
    for own, others in product(LEVELS, LEVELS):
        made = [row["made"] for row in rows if (row["own"], row["others"]) == (own, others)]
        declared = [float(share is not None) for share in made]
        shares = [share for share in made if share is not None]
        print(
            f"{own:7} against {others:7} {_figure(declared)} of {len(made)} hands declared,"
            f" of which {_figure(shares)} succeed"
        )


def _figure(values: Sequence[float]) -> str:
    if len(values) < 2:
        return "too few"
    return f"{100 * mean(values):.1f} ± {100 * mean_error(values):.1f} %"


def main() -> None:
    """Advise on all hands, or sum up."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--first", type=int, default=1, help="the first deal's seed")
    parser.add_argument("--budget", type=int, default=60, help="games of the advice")
    parser.add_argument("--games", type=int, default=12, help="games of a hand declared")
    parser.add_argument("--sum", type=Path, nargs="+", help="sum up these files instead")
    options = parser.parse_args()
    if options.sum:
        texts = (path.read_text("utf-8") for path in options.sum)
        sum_up([json.loads(line) for text in texts for line in text.splitlines()])
        return
    for seed in range(options.first, options.first + options.hands):
        for line in lines(seed, options.budget, options.games):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
