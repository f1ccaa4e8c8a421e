"""Figures of the single-dummy player and of advice: speed, strength, calibration.

Run `python -m benchmarks.single_dummy` for all tables, or name some of them; `--scale 0.1` plays a
tenth of the games. Hands are seeded and are not those that the weights were trained on. Equal time
is processor time of the working threads, so that other work on the machine does not matter.
Long tables tell how they stand as they go; with `--keep FILE` what was measured is kept there, a
line a hand, and a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.rollout import random_rewards
from clumond_solver.cards import Hand, Strain
from clumond_solver.compiled.clumond import clumond_board, targets_of
from clumond_solver.display import plots
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.results import Estimate
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.means import mean, mean_error
from clumond_solver.single_dummy.player import ITERATIONS_A_MOVE, choose, estimate, play_games_of
from clumond_solver.single_dummy.quick_estimate import point_count, quick_estimate
from clumond_solver.single_dummy.styles import BASIC, FULL, PLAIN, Style

FIRST_SEED = 77_000_000
PLAIN_ITERATIONS = 300
TIMED_GAMES = 60
# Ten times the default budget of `estimate`, by seat: forehand declares.
LONG = (3000, 1000, 1000)
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


class Run:
    """How much to measure, and what has been measured before."""

    def __init__(self, scale: float, keep: Path | None = None, plot: Path | None = None) -> None:
        self.scale = scale
        self.plot = plot
        self._keep = keep
        lines = keep.read_text().splitlines() if keep is not None and keep.exists() else []
        self._kept: dict[str, list[float]] = dict(map(json.loads, lines))

    def measured(self, name: str, measure: Callable[[], list[float]]) -> list[float]:
        """What is kept under the name, or else is measured now."""
        if name not in self._kept:
            self._kept[name] = measure()
            if self._keep is not None:
                with self._keep.open("a") as file:
                    file.write(json.dumps([name, self._kept[name]]) + "\n")
        return self._kept[name]


def every_tenth(done: int, total: int, what: str, value: object) -> None:
    """Say how a long table stands."""
    if done % 10 == 0 and done < total:
        say(f"so far, {done} of {total}: {what}", value)


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
    situation: Callable[[int], Knowledge], players: Sequence[Players], games: int
) -> list[tuple[float, float, float]]:
    """So many games, by the players in turn."""
    with ThreadPoolExecutor(THREADS) as pool:
        return list(
            pool.map(
                lambda number: play_one(situation(number), players[number % len(players)], number),
                range(games),
            )
        )


def iterations_at_equal_time(
    situation: Callable[[int], Knowledge],
    with_new: Callable[[int], Players],
    reference: Players,
) -> int:
    """How many iterations the new seats may have for games to take as long as the reference's.

    By processor time, games interleaved; a style may have a fixed cost a move, so at two counts,
    with the line through both.
    """
    low, high = PLAIN_ITERATIONS // 3, PLAIN_ITERATIONS
    spent = [0.0, 0.0, 0.0]
    for number in range(TIMED_GAMES):
        known = situation(number)
        for which, players in enumerate((reference, with_new(low), with_new(high))):
            spent[which] += play_one(known, players, number)[2]
    aim, at_low, at_high = spent
    return max(10, round(low + (aim - at_low) / (at_high - at_low) * (high - low)))


def in_seats(
    style: Style, baseline: Style, seats: Container[Seat], own: int
) -> Callable[[int], Players]:
    """The players when a style sits in some seats, by its iterations; the baseline has its own."""
    styles = [style if seat in seats else baseline for seat in Seat]
    return lambda count: (styles, [count if seat in seats else own for seat in Seat])


def speed(run: Run) -> None:
    scale = run.scale
    print("speed (one thread, processor time)")
    play = Play(Deal.random(FIRST_SEED), Seat.FOREHAND, Strain.SPADES)
    board, targets = clumond_board(play), targets_of(Seat.FOREHAND, (0, 0, 0))
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


def advice_time(run: Run) -> None:
    hands = round(30 * run.scale) + 2
    print(f"advise, default budget, {hands} hands, each seat in turn")
    walls, processors, errors = [], [], []
    for number in range(hands):
        began, worked = time.monotonic(), time.process_time()
        advice = advise(random_hand(number), seat=Seat(number % 3), seed=number)
        walls.append(time.monotonic() - began)
        processors.append(time.process_time() - worked)
        errors.append(advice.estimates[advice.best].standard_error)
    say("wall seconds on this machine now: mean, longest", f"{mean(walls):.2f}, {max(walls):.2f}")
    say(
        "processor seconds over two (wall time on two idle cores): mean, longest",
        f"{mean(processors) / 2:.2f}, {max(processors) / 2:.2f}",
    )
    say(
        "standard error of the chosen strain: mean, largest",
        f"{mean(errors):.3f}, {max(errors):.3f}",
    )


def strength(run: Run) -> None:
    games = max(10, round(1000 * run.scale))
    print(f"strength, equal time, {games} paired deals, forehand declares his longest suit")
    for label, baseline in (("plain", PLAIN), ("part 1's player (basic)", BASIC)):
        everywhere = ([baseline] * 3, [PLAIN_ITERATIONS] * 3)
        reference = play_all(start, [everywhere], games)
        say(f"{label} on both sides: declarer succeeds", Figure.of([each[0] for each in reference]))
        for role, seats in (
            ("declarer", [Seat.FOREHAND]),
            ("defenders", [Seat.MIDDLEHAND, Seat.REARHAND]),
        ):
            with_new = in_seats(FULL, baseline, seats, PLAIN_ITERATIONS)
            count = iterations_at_equal_time(start, with_new, everywhere)
            new = play_all(start, [with_new(count)], games)
            gain = Figure.of([a[0] - b[0] for a, b in zip(new, reference, strict=True)])
            ratio = sum(each[2] for each in new) / sum(each[2] for each in reference)
            say(f"full {role} ({count} iterations, time x{ratio:.2f}) for {label}: change", gain)


def undeclared(run: Run) -> None:
    games = max(9, round(600 * run.scale))
    print(f"undeclared hand, equal time, {games} deals, each seat in turn")
    for label, baseline in (("plain", PLAIN), ("part 1's player (basic)", BASIC)):
        everywhere = ([baseline] * 3, [PLAIN_ITERATIONS] * 3)
        reference = play_all(alone, [everywhere], games)
        with_new = [in_seats(FULL, baseline, [seat], PLAIN_ITERATIONS) for seat in Seat]
        count = iterations_at_equal_time(alone, with_new[0], everywhere)
        new = play_all(alone, [players(count) for players in with_new], games)
        gains = [a[1] - b[1] for a, b in zip(new, reference, strict=True)]
        ratio = sum(each[2] for each in new) / sum(each[2] for each in reference)
        say(f"{label} in all seats: mean score", Figure.of([each[1] for each in reference]))
        say(
            f"one full seat ({count} iterations, time x{ratio:.2f}) for {label}: change",
            Figure.of(gains),
        )


def stated_and_true(
    hand: Hand, strain: Strain, number: int, games: int, iterations: int | Sequence[int]
) -> list[float]:
    """What `estimate` states by default, and what many games with these iterations come to."""
    true = estimate(hand, strain, seed=FIRST_SEED + number, games=games, iterations=iterations)
    return [*as_figures(estimate(hand, strain, seed=number)), *as_figures(true)]


def as_figures(found: Estimate) -> list[float]:
    return [found.p, found.standard_error, found.games]


def as_estimate(figures: Sequence[float]) -> Estimate:
    p, error, games = figures
    return Estimate(p, error, int(games))


def calibration(run: Run) -> None:
    pairs, games = max(5, round(100 * run.scale)), 400
    print(
        f"calibration of estimate, {pairs} random (hand, strain), {games} games at 1000 iterations"
    )
    found: list[tuple[Estimate, Estimate]] = []
    for number in range(pairs):
        figures = run.measured(
            f"calibration {number}",
            partial(
                stated_and_true,
                random_hand(10_000 + number),
                Strain(number % 5),
                number,
                games,
                LONG,
            ),
        )
        found.append((as_estimate(figures[:3]), as_estimate(figures[3:])))
        every_tenth(number + 1, pairs, "bias", bias(found))
    short, long = [a.p for a, _ in found], [b.p for _, b in found]
    say("bias", bias(found))
    say("correlation", f"{correlation(short, long):.3f}")
    say("slope of the long value on the short one", f"{slope(short, long):.3f}")
    table = sorted(zip(short, long, strict=True))
    for group in range(5):
        part = table[group * pairs // 5 : (group + 1) * pairs // 5]
        given, true = mean([a for a, _ in part]), mean([b for _, b in part])
        say(f"fifth {group + 1}: estimate, long-run value", f"{given:.3f}  {true:.3f}")
    if run.plot is not None:
        plots.calibration(found).save(run.plot)


def bias(pairs: Sequence[tuple[Estimate, Estimate]]) -> Figure:
    return Figure.of([a.p - b.p for a, b in pairs])


def coverage(run: Run) -> None:
    hands, games = max(3, round(60 * run.scale)), 2000
    print(f"95 % interval of estimate against {games} games, {hands} hands")
    inside = 0
    for number in range(hands):
        hand = random_hand(20_000 + number)
        figures = run.measured(
            f"coverage {number}",
            partial(stated_and_true, hand, longest(hand), number, games, ITERATIONS_A_MOVE),
        )
        low, high = as_estimate(figures[:3]).interval
        inside += low <= figures[3] <= high
        every_tenth(number + 1, hands, "inside", inside)
    say("share inside", f"{inside / hands:.3f} ({inside} of {hands})")


def naming(run: Run) -> None:
    hands, games = max(3, round(100 * run.scale)), 800
    print(
        f"p lost by naming the wrong strain, {hands} hands, {games} games for each of the two best"
    )
    figures: list[list[float]] = []
    for number in range(hands):
        figures.append(
            run.measured(f"naming {number}", partial(named_and_other, number, games // 2))
        )
        every_tenth(number + 1, hands, "mean lost", Figure.of(list(map(lost, figures))))
    say("mean lost, same games choosing and judging", Figure.of(list(map(lost, figures))))
    say("mean lost, one half chooses, the other judges", Figure.of(list(map(lost_fairly, figures))))
    say("the other strain came out better", f"{sum(lost(each) > 0 for each in figures)} of {hands}")
    say(
        "shown less long-run value of the strain named",
        Figure.of([each[0] - (each[1] + each[3]) / 2 for each in figures]),
    )


def named_and_other(number: int, games: int) -> list[float]:
    """The chance shown for the strain named; then long-run values, named and next best, twice."""
    hand = random_hand(30_000 + number)
    advice = advise(hand, seed=number)
    rest = [strain for strain in Strain if strain is not advice.best]
    other = max(rest, key=lambda strain: advice.estimates[strain].p)
    return [advice.estimates[advice.best].p] + [
        estimate(hand, strain, games=games, seed=FIRST_SEED + 2 * number + half).p
        for half in range(2)
        for strain in (advice.best, other)
    ]


def lost(figures: Sequence[float]) -> float:
    """Better less named strain where that is another one: noise alone makes this positive."""
    _, named, other, named_again, other_again = figures
    return max(0.0, other + other_again - named - named_again) / 2


def lost_fairly(figures: Sequence[float]) -> float:
    """The same where one half of the games says which is better and the other half by how much."""
    _, named, other, named_again, other_again = figures
    first = other_again - named_again if other > named else 0.0
    second = other - named if other_again > named_again else 0.0
    return (first + second) / 2


def quick(run: Run) -> None:
    pairs, games = max(10, round(120 * run.scale)), 400
    print(f"quick_estimate against estimate ({games} games), {pairs} random (hand, strain)")
    situations = [(random_hand(60_000 + n), Strain(n % 5)) for n in range(pairs)]
    slow: list[Estimate] = []
    for number, (hand, strain) in enumerate(situations):
        figures = run.measured(
            f"quick {number}", partial(long_run, hand, strain, FIRST_SEED + number, games)
        )
        slow.append(as_estimate(figures))
        every_tenth(number + 1, pairs, "mean", mean([each.p for each in slow]))
    true = [each.p for each in slow]
    # What chance alone does to the long-run values bounds any correlation with them.
    noise = mean([each.p * (1 - each.p) / (each.games - 1) for each in slow])
    most = math.sqrt(1 - noise / covariance(true, true))
    for name, fast in (
        ("quick_estimate", [quick_estimate(hand, strain) for hand, strain in situations]),
        ("point_count", [point_count(hand, strain) / 100 for hand, strain in situations]),
    ):
        found = correlation(fast, true)
        say(f"{name}: correlation; without the games' noise", f"{found:.3f}; {found / most:.3f}")
        say(f"{name}: standard error of the correlation", f"{(1 - found**2) / pairs**0.5:.3f}")
        say(f"{name}: bias", Figure.of([a - b for a, b in zip(fast, true, strict=True)]))
        errors = [abs(a - b) for a, b in zip(fast, true, strict=True)]
        say(f"{name}: mean absolute error", f"{mean(errors):.3f}")
        say(f"{name}: slope of the long value on it", f"{slope(fast, true):.3f}")
    began = time.process_time()
    for _ in range(20):
        for hand, strain in situations:
            quick_estimate(hand, strain)
    spent = time.process_time() - began
    say("quick_estimate: microseconds a call", f"{spent / 20 / pairs * 1e6:.1f}")


def long_run(hand: Hand, strain: Strain, seed: int, games: int) -> list[float]:
    return as_figures(estimate(hand, strain, seed=seed, games=games))


def openspiel(run: Run) -> None:
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
    count = round(20_000 * run.scale) + 500
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
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what was measured, go on")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the calibration")
    given = parser.parse_args()
    run = Run(given.scale, given.keep, given.plot)
    for name in given.tables or TABLES:
        TABLES[name](run)


if __name__ == "__main__":
    main()
