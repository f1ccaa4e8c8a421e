"""Figures of the single-dummy player and of advice: speed, strength, calibration.

Run `python benchmarks/single_dummy.py` for all tables, or name some of them; `--scale 0.1` plays a
tenth of the games. Hands are seeded and are not those that the weights were trained on. Times are
processor time of the working thread where things are compared, wall time where said.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from clumond_solver._core.ismcts import Stop
from clumond_solver._core.playout import random_rewards
from clumond_solver.advice import advise
from clumond_solver.cards import Hand, Strain
from clumond_solver.compiled import board_of, targets_of
from clumond_solver.deals import Deal, Seat
from clumond_solver.knowledge import Knowledge
from clumond_solver.quick import quick_estimate
from clumond_solver.rules.clumond import Play
from clumond_solver.rules.clumond_game import paper_scores
from clumond_solver.single_dummy import choose, estimate, mean, mean_error, play_games_of
from clumond_solver.styles import BASIC, FULL, PLAIN, Style

FIRST_SEED = 77_000_000
PLAIN_ITERATIONS = 300
THREADS = 2


@dataclass(frozen=True)
class Figure:
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(mean(values), mean_error(values))

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f}"


def say(what: str, value: object) -> None:
    print(f"  {what:<66} {value}", flush=True)


def random_hand(number: int) -> Hand:
    return Deal.random(FIRST_SEED + number)[Seat.FOREHAND]


def longest(hand: Hand) -> Strain:
    return Strain(max(range(4), key=lambda suit: hand.lengths[suit]))


def start(number: int) -> Knowledge:
    """A random hand declaring its longest suit (of equals the lower code)."""
    hand = random_hand(number)
    return Knowledge.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, longest(hand))


def alone(number: int) -> Knowledge:
    seat = Seat(number % len(Seat))
    return Knowledge.at_start(Deal.random(FIRST_SEED + number)[seat], seat, None)


Players = tuple[Sequence[Style], Sequence[int]]


def play_one(known: Knowledge, players: Players, number: int) -> tuple[float, float, float]:
    """Success of declarer, paper score of the seat that is known, processor seconds."""
    styles, iterations = players
    began = time.thread_time()
    [outcome] = play_games_of(
        known,
        style=styles,
        seed=FIRST_SEED + number,
        first=0,
        games=1,
        stop=Stop(),
        iterations=iterations,
    )
    spent = time.thread_time() - began
    return float(outcome[known.seat].success), float(paper_scores(outcome)[known.seat]), spent


def play_all(
    situation: Callable[[int], Knowledge], players: Players, games: int
) -> list[tuple[float, float, float]]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(
            pool.map(lambda number: play_one(situation(number), players, number), range(games))
        )


def iterations_at_equal_time(
    situation: Callable[[int], Knowledge], style: Style, baseline: Style
) -> int:
    """How many iterations of a style take as long as the plain player's, games interleaved."""
    spent = [0.0, 0.0]
    tried = PLAIN_ITERATIONS // 2
    for number in range(60):
        known = situation(number)
        for which, (each, count) in enumerate(((baseline, PLAIN_ITERATIONS), (style, tried))):
            spent[which] += play_one(known, ([each] * 3, [count] * 3), number)[2]
    # A style may have a fixed cost a move, so the second try corrects the first.
    tried = max(10, round(tried * spent[0] / spent[1]))
    again = [0.0, 0.0]
    for number in range(60):
        known = situation(number)
        for which, (each, count) in enumerate(((baseline, PLAIN_ITERATIONS), (style, tried))):
            again[which] += play_one(known, ([each] * 3, [count] * 3), number)[2]
    return max(10, round(tried * again[0] / again[1]))


def speed(scale: float) -> None:
    print("speed (one thread, processor time)")
    play = Play(Deal.random(FIRST_SEED), Seat.FOREHAND, Strain.SPADES)
    board, targets = board_of(play), targets_of(Seat.FOREHAND, (0, 0, 0))
    count = round(200_000 * scale) + 1000
    began = time.thread_time()
    random_rewards(board, targets, 0, count, 1)
    spent = time.thread_time() - began
    say("random playouts to the end, plies a second", f"{count * 39 / spent:,.0f}")
    for name, style in (("plain", PLAIN), ("basic", BASIC), ("full", FULL)):
        count = round(60_000 * scale) + 1000
        began = time.thread_time()
        for seed in range(count // 1000):
            choose(play, iterations=1000, seed=seed, style=style)
        spent = time.thread_time() - began
        say(f"{name}: iterations a second, opening lead", f"{count // 1000 * 1000 / spent:,.0f}")
    for name, style in (("plain", PLAIN), ("basic", BASIC), ("full", FULL)):
        games = round(200 * scale) + 10
        spent = sum(
            play_one(start(number), ([style] * 3, [100] * 3), number)[2] for number in range(games)
        )
        say(f"{name}: games a second, 100 iterations a card", f"{games / spent:,.0f}")


def advice_time(scale: float) -> None:
    print("advise, default budget (wall time)")
    times, errors = [], []
    for number in range(round(12 * scale) + 2):
        began = time.monotonic()
        advice = advise(random_hand(number), seat=Seat(number % 3), seed=number)
        times.append(time.monotonic() - began)
        errors.append(advice.estimates[advice.best].standard_error)
    say("seconds: mean, longest", f"{mean(times):.2f}, {max(times):.2f}")
    say(
        "standard error of the chosen strain: mean, largest",
        f"{mean(errors):.3f}, {max(errors):.3f}",
    )


def strength(scale: float) -> None:
    games = round(1000 * scale) + 10
    print(f"strength, equal time, {games} paired deals, forehand declares his longest suit")
    for label, baseline in (("plain", PLAIN), ("part 1's player (basic)", BASIC)):
        own = PLAIN_ITERATIONS
        reference = play_all(start, ([baseline] * 3, [own] * 3), games)
        say(f"{label} on both sides: declarer succeeds", Figure.of([each[0] for each in reference]))
        count = iterations_at_equal_time(start, FULL, baseline)
        for role, players in (
            ("declarer", ([FULL, baseline, baseline], [count, own, own])),
            ("defenders", ([baseline, FULL, FULL], [own, count, count])),
        ):
            new = play_all(start, players, games)
            gain = Figure.of([a[0] - b[0] for a, b in zip(new, reference, strict=True)])
            ratio = sum(each[2] for each in new) / sum(each[2] for each in reference)
            say(f"full {role} ({count} iterations, time x{ratio:.2f}) for {label}: change", gain)


def undeclared(scale: float) -> None:
    games = round(600 * scale) + 9
    print(f"undeclared hand, equal time, {games} deals, each seat in turn")
    for label, baseline in (("plain", PLAIN), ("part 1's player (basic)", BASIC)):
        reference = play_all(alone, ([baseline] * 3, [PLAIN_ITERATIONS] * 3), games)
        count = iterations_at_equal_time(alone, FULL, baseline)
        gains = []
        for seat in Seat:
            styles, counts = [baseline] * 3, [PLAIN_ITERATIONS] * 3
            styles[seat], counts[seat] = FULL, count
            numbers = [number for number in range(games) if number % 3 == seat]
            with ThreadPoolExecutor(THREADS) as pool:
                new = list(
                    pool.map(
                        lambda n, players=(styles, counts): play_one(alone(n), players, n), numbers
                    )
                )
            gains += [a[1] - reference[n][1] for a, n in zip(new, numbers, strict=True)]
        say(f"{label} in all seats: mean score", Figure.of([each[1] for each in reference]))
        say(f"one full seat ({count} iterations) for {label}: change", Figure.of(gains))


def calibration(scale: float) -> None:
    pairs = round(100 * scale) + 5
    print(f"calibration of estimate, {pairs} random (hand, strain), 400 games at 1000 iterations")
    short, long = [], []
    for number in range(pairs):
        hand, strain = random_hand(10_000 + number), Strain(number % 5)
        short.append(estimate(hand, strain, seed=number).p)
        long.append(estimate(hand, strain, seed=FIRST_SEED + number, games=400, iterations=1000).p)
    bias = Figure.of([a - b for a, b in zip(short, long, strict=True)])
    say("bias", bias)
    say("correlation", f"{correlation(short, long):.3f}")
    say("slope of the long value on the short one", f"{slope(short, long):.3f}")
    table = sorted(zip(short, long, strict=True))
    for group in range(5):
        part = table[group * pairs // 5 : (group + 1) * pairs // 5]
        given, found = mean([a for a, _ in part]), mean([b for _, b in part])
        say(f"fifth {group + 1}: estimate, long-run value", f"{given:.3f}  {found:.3f}")


def coverage(scale: float) -> None:
    hands, games = round(60 * scale) + 3, round(2000 * min(1.0, 4 * scale)) + 50
    print(f"95 % interval of estimate against {games} games, {hands} hands")
    inside = 0
    for number in range(hands):
        hand, strain = random_hand(20_000 + number), longest(random_hand(20_000 + number))
        low, high = estimate(hand, strain, seed=number).interval
        value = estimate(hand, strain, seed=FIRST_SEED + number, games=games).p
        inside += low <= value <= high
    say("share inside", f"{inside / hands:.3f} ({inside} of {hands})")


def naming(scale: float) -> None:
    hands, games = round(100 * scale) + 3, round(800 * min(1.0, 4 * scale)) + 50
    print(
        f"p lost by naming the wrong strain, {hands} hands, {games} games for each of the two best"
    )
    lost, mistakes = [], 0
    for number in range(hands):
        hand = random_hand(30_000 + number)
        advice = advise(hand, seed=number)
        ranked = sorted(
            (strain for strain in Strain if strain is not advice.best),
            key=lambda strain: advice.estimates[strain].p,
        )
        values = [
            estimate(hand, strain, games=games, seed=FIRST_SEED + number).p
            for strain in (advice.best, ranked[-1])
        ]
        lost.append(max(values) - values[0])
        mistakes += values[1] > values[0]
    say("mean lost", Figure.of(lost))
    say("the other strain came out better", f"{mistakes} of {hands}")


def quick(scale: float) -> None:
    pairs = round(200 * scale) + 10
    print(f"quick_estimate against estimate (200 games), {pairs} random (hand, strain)")
    situations = [(random_hand(40_000 + n), Strain(n % 5)) for n in range(pairs)]
    fast = [quick_estimate(hand, strain) for hand, strain in situations]
    slow = [
        estimate(hand, strain, seed=number).p for number, (hand, strain) in enumerate(situations)
    ]
    say("correlation", f"{correlation(fast, slow):.3f}")
    say("bias", Figure.of([a - b for a, b in zip(fast, slow, strict=True)]))
    errors = [abs(a - b) for a, b in zip(fast, slow, strict=True)]
    say("mean absolute error", f"{mean(errors):.3f}")
    began = time.perf_counter()
    for _ in range(20):
        for hand, strain in situations:
            quick_estimate(hand, strain)
    spent = time.perf_counter() - began
    say("microseconds a call", f"{spent / 20 / pairs * 1e6:.1f}")


def openspiel(scale: float) -> None:
    print("OpenSpiel's C++ on its own Oh Hell (3 players, 48 cards, 13 tricks), same run")
    try:
        import pyspiel
    except ImportError:
        say("skipped", "pip install open_spiel")
        return
    state = pyspiel.load_game(
        "oh_hell(players=3,num_suits=4,num_cards_per_suit=12,num_tricks_fixed=13)"
    ).new_initial_state()
    while state.is_chance_node() or len(state.history()) < 54:
        actions = state.legal_actions()
        state.apply_action(actions[len(state.history()) * 7 % len(actions)])
    count = round(20_000 * scale) + 500
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        1.0,
        count,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    play = Play(Deal.random(FIRST_SEED), Seat.FOREHAND, Strain.SPADES)
    rates = {}
    for name, style in (("full", FULL), ("plain", PLAIN)):
        began = time.thread_time()
        choose(play, iterations=20_000, style=style)
        rates[name] = 20_000 / (time.thread_time() - began)
    began = time.thread_time()
    bot.step(state)
    theirs = count / (time.thread_time() - began)
    say("OpenSpiel ISMCTS, iterations a second", f"{theirs:,.0f}")
    for name, rate in rates.items():
        say(f"ours, {name}, iterations a second (ratio)", f"{rate:,.0f} ({rate / theirs:.1f})")


def correlation(first: Sequence[float], second: Sequence[float]) -> float:
    return covariance(first, second) / math.sqrt(
        covariance(first, first) * covariance(second, second)
    )


def slope(first: Sequence[float], second: Sequence[float]) -> float:
    return covariance(first, second) / covariance(first, first)


def covariance(first: Sequence[float], second: Sequence[float]) -> float:
    middles = mean(first), mean(second)
    return mean([(a - middles[0]) * (b - middles[1]) for a, b in zip(first, second, strict=True)])


TABLES = {
    "speed": speed,
    "advice": advice_time,
    "strength": strength,
    "undeclared": undeclared,
    "calibration": calibration,
    "coverage": coverage,
    "naming": naming,
    "quick": quick,
    "openspiel": openspiel,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tables", nargs="*", metavar="table", help=" ".join(TABLES))
    parser.add_argument("--scale", type=float, default=1.0)
    given = parser.parse_args()
    for name in given.tables or TABLES:
        TABLES[name](given.scale)


if __name__ == "__main__":
    main()
