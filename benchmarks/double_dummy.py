"""Speed and reach of the double-dummy solver, beside DDS (bridge) in the same run.

    python -m benchmarks.double_dummy [--only NAME ...] [--scale 0.1]
    python -m benchmarks.double_dummy --signature

DDS comes with `pip install endplay`; without it the comparisons are left out. Deals are seeded;
times are processor time, and only ratios within one run mean much. Each deal is solved fresh. The
signature is the nodes of forty fixed questions, which a change that is none of the search's leaves
alone (`tests/golden/search_nodes.txt`).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import fmean, geometric_mean
from typing import Any

from tests.double_dummy.signature import signature

from benchmarks import samples, until_reader_leaves
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit
from clumond_solver.single_dummy.choose_and_estimate import choose

HARD_DEALS = Path(__file__).with_name("hard_deals.txt")
MILLISECOND = 1e-3
PACK = [16 * suit + rank for suit in range(4) for rank in range(13) if rank != 8]


def full_plays(seed: int, count: int, *, strains: int = 1) -> Iterator[Play]:
    """Random deals, each in one random strain or in all five; forehand declares."""
    rng = random.Random(seed)
    for _ in range(count):
        deal = Deal.random(rng.getrandbits(32))
        for strain in Strain if strains > 1 else [Strain(rng.randrange(5))]:
            yield Play(deal, Seat.FOREHAND, strain)


def positions(seed: int, count: int, tricks_left: int) -> Iterator[Play]:
    """Random positions at the start of a trick."""
    rng = random.Random(seed)
    size = tricks_left + 3
    for _ in range(count):
        pack = rng.sample(PACK, 3 * size)
        hands = [Hand(sum(1 << c for c in pack[i * size : (i + 1) * size])) for i in range(3)]
        declarers = rng.randint(0, 13 - tricks_left)
        seconds = rng.randint(0, 13 - tricks_left - declarers)
        yield Play(
            hands,
            Seat.FOREHAND,
            Strain(rng.randrange(5)),
            leader=Seat(rng.randrange(3)),
            tricks_taken=(declarers, seconds, 13 - tricks_left - declarers - seconds),
        )


class Timings(list[float]):
    """Processor seconds of this thread, one a call: a busy machine falsifies them less."""

    def time(self, call: Callable[[], Any]) -> Any:
        start = time.thread_time()
        answer = call()
        self.append(time.thread_time() - start)
        return answer

    def quantile(self, part: float) -> float:
        return sorted(self)[min(len(self) - 1, int(part * len(self)))]

    def __str__(self) -> str:
        marks = {
            "mean": fmean(self),
            "median": self.quantile(0.5),
            "p90": self.quantile(0.9),
            "p99": self.quantile(0.99),
            "max": max(self),
        }
        return "  ".join(f"{name} {value / MILLISECOND:.2f}" for name, value in marks.items())


class Bridge:
    """DDS on random bridge deals, one thread; a deal fresh each time."""

    def __init__(self) -> None:
        # Not imported by name: no dependency, and without types.
        self.dds = import_module("endplay._dds")
        types = import_module("endplay.types")
        self.deal_type = types.Deal
        self.denominations, self.leader = list(types.Denom), types.Player.east
        self.dds.SetMaxThreads(1)

    def deal(self, rng: random.Random) -> str:
        pack = rng.sample([suit + rank for suit in "SHDC" for rank in "AKQJT98765432"], 52)
        hands = (
            ".".join("".join(c[1] for c in pack[i : i + 13] if c[0] == suit) for suit in "SHDC")
            for i in (0, 13, 26, 39)
        )
        return "N:" + " ".join(hands)

    def solver(self, text: str, strain: int, solutions: int) -> Callable[[], None]:
        deal = self.deal_type(text)
        deal.trump, deal.first = self.denominations[strain], self.leader
        answer = self.dds.futureTricks()
        return lambda: self.dds.SolveBoard(deal._data, -1, solutions, 1, answer, 0)


def bridge() -> Bridge | None:
    try:
        return Bridge()
    except ImportError:
        print("  endplay is not installed: no comparison with DDS")
        return None


def compare(plays: Iterator[Play], ask: Callable[[Solver, Play], object], solutions: int) -> None:
    """Ours and DDS's times, call by call in turn."""
    solver, dds, rng = Solver(), bridge(), random.Random(4)
    ours, theirs, text = Timings(), Timings(), ""
    for number, play in enumerate(plays):
        solver.clear()
        ours.time(lambda play=play: ask(solver, play))  # type: ignore[misc]
        if dds is not None:
            text = dds.deal(rng) if number % 5 == 0 else text
            theirs.time(dds.solver(text, number % 5, solutions))
    print(f"  ours ms: {ours}")
    if theirs:
        print(f"  DDS ms:  {theirs}")
        print(
            f"  DDS / ours: mean {fmean(theirs) / fmean(ours):.1f}"
            f"  median {theirs.quantile(0.5) / ours.quantile(0.5):.1f}"
            f"  p90 {theirs.quantile(0.9) / ours.quantile(0.9):.1f}"
        )


def hands_worth_declaring(scale: float) -> None:
    """1000 frozen hands worth declaring, in their best strain, against DDS on its random deals."""
    compare(iter(samples.worth_declaring(scaled(1000, scale))), Solver.verdict, 1)


def verdict_and_dds(scale: float) -> None:
    """Verdict of random full deals x 5 strains, against DDS with solutions=1."""
    compare(full_plays(11, scaled(200, scale), strains=5), Solver.verdict, 1)


def openings_and_dds(scale: float) -> None:
    """Every legal opening card, against DDS with solutions=3."""
    compare(full_plays(12, scaled(20, scale), strains=5), Solver.plays, 3)


def one_trump(scale: float) -> None:
    """100 random full deals, one random trump each: time and nodes of the verdict."""
    tail(full_plays(7, scaled(100, scale)), None)


def long_tail(scale: float) -> None:
    """2000 random (deal, strain) pairs, and which of them are slowest."""
    tail(full_plays(13, scaled(2000, scale)), Limit(time=60))


def hard_deals(scale: float) -> None:
    """The hardest known deals."""
    plays = [Play.parse(line) for line in HARD_DEALS.read_text().splitlines() if line]
    tail(iter(plays[: scaled(len(plays), scale)]), Limit(time=60))


def tail(plays: Iterator[Play], limit: Limit | None) -> None:
    solver, times, nodes = Solver(), Timings(), []
    slowest: list[tuple[float, str]] = []
    made = stopped = 0
    for play in plays:
        solver.clear()
        made_it = times.time(lambda play=play: solver.verdict(play, limit=limit))  # type: ignore[misc]
        made += made_it is True
        stopped += made_it is None
        nodes.append(solver.nodes)
        slowest = sorted([*slowest, (times[-1], str(play))], reverse=True)[:3]
    print(f"  ms: {times}")
    print(
        f"  nodes: geometric mean {geometric_mean(nodes):.0f}  mean {fmean(nodes):.0f}"
        f"  max {max(nodes)};  {made} made, {stopped} stopped, of {len(nodes)}"
    )
    for seconds, text in slowest:
        print(f"  {seconds:.2f} s: {text}")


def used_solver(scale: float) -> None:
    """One solver over 300 random pairs, against a new one for each."""
    plays = list(full_plays(503, scaled(300, scale)))
    times = {"new": Timings(), "used": Timings()}
    nodes = {"new": 0, "used": 0}
    solvers = {name: Solver() for name in times}
    for play in plays:
        solvers["new"].clear()
        for name, solver in solvers.items():
            times[name].time(lambda solver=solver, play=play: solver.verdict(play))  # type: ignore[misc]
            nodes[name] += solver.nodes
    print(f"  nodes, used / new: {nodes['used'] / nodes['new']:.2f}")
    print(f"  time, used / new: {fmean(times['used']) / fmean(times['new']):.2f}")


def record(scale: float) -> None:
    """A whole record: verdict and every legal card's value after each of 39 cards."""
    times, rng = Timings(), random.Random(15)
    for play in full_plays(15, scaled(100, scale)):
        played: list[Card] = []
        while play.turn is not None:
            played.append(choose(play, iterations=100, seed=rng.getrandbits(32)).card)
            play.push(played[-1])
        for _ in played:
            play.pop()
        times.time(lambda play=play, played=played: whole_record(play, played))  # type: ignore[misc]
    print(f"  ms: {times}")


def whole_record(play: Play, played: list[Card]) -> None:
    solver = Solver()
    for card in played:
        solver.verdict(play)
        solver.plays(play)
        play.push(card)


def forced_retentions(scale: float) -> None:
    """Retentions where the verdict is yes, 8 tricks left, against the verdict alone."""
    solver, verdicts, retentions = Solver(), Timings(), Timings()
    wanted = scaled(100, scale)
    for play in positions(16, 100000, 8):
        if len(retentions) == wanted:
            break
        solver.clear()
        if verdicts.time(lambda play=play: solver.verdict(play)):  # type: ignore[misc]
            solver.clear()
            retentions.time(lambda play=play: solver.retentions(play))  # type: ignore[misc]
        else:
            verdicts.pop()
    ratio = fmean(retentions) / fmean(verdicts)
    print(f"  verdict ms:    {verdicts}")
    print(f"  retentions ms: {retentions}\n  ratio of means {ratio:.1f}")


def possible_retentions(scale: float) -> None:
    """Possible and impossible retentions of a full deal, all 20, the verdict being known."""
    solver, times = Solver(), Timings()
    for play in full_plays(17, scaled(100, scale)):
        solver.clear()
        if solver.verdict(play) is False:
            times.time(lambda play=play: solver.retentions(play))  # type: ignore[misc]
    print(f"  ms: {times}")


def trick_ranges(scale: float) -> None:
    """Trick range of random full deals, each end within a second."""
    solver, times = Solver(), Timings()
    most, fewest = [], []
    for play in full_plays(18, scaled(100, scale)):
        solver.clear()
        most.append(times.time(lambda play=play: solver.most(play, limit=Limit(time=1))))  # type: ignore[misc]
        solver.clear()
        fewest.append(solver.fewest(play, limit=Limit(time=1)))
    print(f"  most ms: {times}")
    print(f"  most:   {widths(most)}\n  fewest: {widths(fewest)}")


def misses(scale: float) -> None:
    """Miss of random full deals within a second."""
    solver, brackets = Solver(), []
    for play in full_plays(19, scaled(200, scale)):
        solver.clear()
        brackets.append(solver.miss(play, limit=Limit(time=1)))
    print(f"  {widths(brackets)}")


def widths(brackets: list[tuple[int, int]]) -> str:
    exact = fmean(low == high for low, high in brackets)
    return f"exact {exact:.0%}, mean width {fmean(high - low for low, high in brackets):.2f}"


def warm_calls(scale: float) -> None:
    """A verdict with 4 tricks left on a warm solver, through Python."""
    warm(list(positions(20, scaled(200, scale), 4)), Solver.verdict)


def warm_solves(scale: float) -> None:
    """All of a solution with 2 tricks left on a warm solver, through Python."""
    warm(list(positions(22, scaled(300, scale), 2)), Solver.solve)


def warm(plays: list[Play], ask: Callable[[Solver, Play], object]) -> None:
    solver, times = Solver(), Timings()
    for _ in range(2):
        times.clear()
        for play in plays:
            times.time(lambda play=play: ask(solver, play))  # type: ignore[misc]
    print(
        f"  microseconds: mean {fmean(times) * 1e6:.1f}  median {times.quantile(0.5) * 1e6:.1f}"
        f"  max {max(times) * 1e6:.1f}"
    )


def memory_caps(scale: float) -> None:
    """All 15 verdicts of a deal within 128 MiB and within 8 MiB: equal answers."""
    rng = random.Random(21)
    for _ in range(scaled(10, scale)):
        deal = Deal.random(rng.getrandbits(32))
        tables = [solve_deal(deal, threads=1, memory=m * MEBIBYTE) for m in (128, 8)]
        nodes = [table.nodes for table in tables]
        print(f"  equal {dict(tables[0].verdict) == dict(tables[1].verdict)}, nodes {nodes}")


def scaled(count: int, scale: float) -> int:
    return max(1, round(count * scale))


ROWS = {
    row.__name__: row
    for row in (
        hands_worth_declaring,
        one_trump,
        verdict_and_dds,
        openings_and_dds,
        long_tail,
        hard_deals,
        used_solver,
        record,
        forced_retentions,
        possible_retentions,
        trick_ranges,
        misses,
        warm_calls,
        warm_solves,
        memory_caps,
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", choices=ROWS, default=list(ROWS))
    parser.add_argument("--scale", type=float, default=1.0, help="share of each row's deals")
    parser.add_argument("--signature", action="store_true", help="nodes of forty fixed questions")
    options = parser.parse_args()
    if options.signature:
        print(signature(), end="")
        return
    for name in options.only:
        print(f"{name}: {(ROWS[name].__doc__ or '').strip()}", flush=True)
        ROWS[name](options.scale)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
