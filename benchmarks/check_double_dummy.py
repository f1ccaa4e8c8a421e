"""Compare every field of the solver with plain minimax on 50,000 random positions.

    python -m benchmarks.check_double_dummy [--scale 0.1] [--seed 7] [--threads 2]

Two to six tricks left, mid-trick too, every strain, leader, trick count and supplementary tricks;
one warm solver of 8 MiB for all of them. Every second position has uneven hands, many trumps, and a
number of tricks from which the seat may yet succeed. Also particular endings, and the miss by the
reduced reading. Takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import random

from tests.double_dummy.positions import random_point
from tests.double_dummy.test_double_dummy import disagreements, random_play
from tests.double_dummy.test_limits_and_endings import ending_disagreements

from benchmarks import until_reader_leaves
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention, possible_pars

# Tricks left, and how many positions.
SHARES = {2: 8000, 3: 12_000, 4: 15_000, 5: 12_000, 6: 3000}


def uneven_play(rng: random.Random, tricks_left: int) -> tuple[Play, Seat]:
    """A position that the bounds speak of, and a declarer some of whose cards match a total."""
    point, declarer, extra = random_point(rng, tricks_left), Seat(rng.randrange(3)), 0
    hands = [Hand(point.hands[(seat - declarer) % 3]) for seat in Seat]
    kept = Retention.of(Hand.from_cards(rng.sample(list(hands[declarer]), 3)))
    if rng.random() < 0.3:
        extra = rng.choice((1, 3, 6))
    wanted = rng.choice(sorted(possible_pars(kept.code, extra)))
    taken = wanted - extra - rng.randint(0, tricks_left)
    if not 0 <= taken <= TRICKS - tricks_left:
        return uneven_play(rng, tricks_left)
    others = TRICKS - tricks_left - taken
    tricks, supplementary = [others, others, others], [0, 0, 0]
    tricks[declarer], tricks[declarer.left] = taken, rng.randint(0, others)
    tricks[declarer.left.left] -= tricks[declarer.left]
    supplementary[declarer] = extra
    play = Play(
        hands,
        declarer,
        Strain(point.strain),
        leader=Seat((point.leader + declarer) % 3),
        tricks_taken=tricks,
        supplementary=supplementary,
    )
    for _ in range(rng.randrange(3)):
        play.push(rng.choice(tuple(play.legal_plays)))
    return play, declarer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    rng = random.Random(options.seed)
    solver = Solver(memory=8 * options.threads * MEBIBYTE, threads=options.threads)
    wrong = compared = 0
    for tricks, count in SHARES.items():
        for number in range(round(count * options.scale)):
            if number % 2:
                play, seat = uneven_play(rng, tricks)
            else:
                suits = rng.choice((2, 4, 4)) if tricks < 6 else 4
                play, seat = random_play(rng, tricks, suits=suits)
            fields = disagreements(play, seat, solver.solve(play, seat=seat))
            fields += ending_disagreements(play, seat, solver)
            compared += 1
            if fields:
                wrong += 1
                print(f"differs in {fields}: {play!r}, seat {seat}", flush=True)
        print(f"{tricks} tricks left: {compared} compared so far, {wrong} disagree", flush=True)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
