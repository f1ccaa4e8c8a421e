"""An engine in each seat of Ninety-Nine; the others play at random. Standard errors in brackets."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import mean, stdev

from benchmarks import until_reader_leaves
from clumond_solver.games.registry import load_games, new_game
from clumond_solver.rules.game import Standing
from clumond_solver.single_dummy.action_choice import choose_action

ITERATIONS = 400
EXAMPLE = Path(__file__).parents[1] / "examples" / "ninety_nine.py"


def gain(seat: int, number: int) -> float:
    """What the engine gains over the others' mean, in a deal whose trumps go round."""
    source = random.Random(1000 * seat + number)
    standing = Standing((0, 0, 0))
    if made := number % 5:
        notes = ["made" if seat < made - 1 else "missed" for seat in range(3)]
        standing = standing.with_deal("", (0, 0, 0), notes=notes)
    state = new_game("ninety-nine").deal(50_000 + number, standing)
    while not state.is_over:
        if state.turn == seat:
            state.push(choose_action(state, iterations=ITERATIONS, seed=number).action)
        else:
            state.push(source.choice(list(state.legal_actions)))
    scores: tuple[int, ...] = state.scores
    return scores[seat] - (sum(scores) - scores[seat]) / 2


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", nargs="?", type=int, default=100, help="in each seat")
    deals = parser.parse_args().deals
    with until_reader_leaves():
        load_games(EXAMPLE)
        for seat in range(3):
            gains = [gain(seat, number) for number in range(deals)]
            error = stdev(gains) / deals**0.5
            print(f"seat {seat}: {mean(gains):.1f} ({error:.1f}), {mean(gains) / error:.1f} errors")
