"""Figures of the single-dummy player and of advice: strength, speed, calibration, error bars.

    python -m benchmarks.single_dummy TABLE ... --player NAME --against NAME

compares two players of any style (`benchmarks/players.py` has their names), or measures advice and
estimates by one of them:

    strength     the player in the other's place on the same deals, role by role
    speed        games a second as `estimate` plays them, iterations a second
    advice       seconds until advice knows its strain to a standard error of .03
    calibration  what `estimate` states beside long games of --judge
    coverage     how often 95 % intervals hold the long-run value: all pairs, likely, unlikely
    naming       the chance lost by naming another strain than the best

Hands are frozen or seeded, and are not those that weights were trained on. `--scale 0.1` plays a
tenth of the games. Long tables print progress; `--keep FILE` caches all measurements there, a line
a hand, and an interrupted run continues.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from training.result_cache import ResultCache

from benchmarks import draw_calibration, samples, until_reader_leaves
from benchmarks.players import Player, Role, both_ways, game, player, role_of, start
from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.efforts import DEFAULT_BUDGET
from clumond_solver.base.stopping import run_jobs
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.results import Advice, Estimate
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.playouts import play_out
from clumond_solver.single_dummy.luck import mean, mean_error

# Seeds of long runs, apart from those of what is measured by them.
LONG_SEED = 77_000_000
LONG_GAMES = 400
BLOCK = 20
AIM = 0.03
SAMPLES = {
    "all": samples.random_pairs,
    "worth declaring": samples.worth_declaring,
    "likely": samples.likely,
    "unlikely": samples.unlikely,
}


@dataclass(frozen=True)
class Figure:
    """A mean and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(mean(values), mean_error(values))

    def __str__(self) -> str:
        low, high = self.mean - 1.96 * self.error, self.mean + 1.96 * self.error
        return f"{self.mean:+.3f} ± {self.error:.3f}  (95 %: {low:+.3f} to {high:+.3f})"


def say(what: str, value: object) -> None:
    print(f"  {what:<66} {value}", flush=True)


class Run:
    """Who plays, how much is measured, and what has been measured before."""

    def __init__(self, given: argparse.Namespace, kept: ResultCache) -> None:
        self.given = given
        self._kept = kept

    def count(self, full: int, least: int = 4) -> int:
        scaled: float = full * self.given.scale
        return max(least, round(scaled))

    @cached_property
    def other(self) -> Player:
        return player(self.given.against)

    @cached_property
    def player(self) -> Player:
        return player(self.given.player, self.other)

    @cached_property
    def judge(self) -> Player:
        return player(self.given.judge)

    def measured(self, name: str, measure: Callable[[], list[float]]) -> list[float]:
        """What is kept under the name, or else is measured now."""
        figures: list[float] = self._kept.get(name, measure)
        return figures

    def over(
        self, what: str, numbers: range, measure: Callable[[int], list[float]]
    ) -> list[list[float]]:
        """The figures of all numbers; prints means on the way."""
        rows: list[list[float]] = []
        for number in numbers:
            rows.append(self.measured(f"{what} {number}", partial(measure, number)))
            done = len(rows)
            if done % max(1, len(numbers) // 10) == 0 and 1 < done < len(numbers):
                say(f"  so far, {done} of {len(numbers)}: mean", Figure.of([a for a, *_ in rows]))
        return rows


def strength(run: Run) -> None:
    roles = list(Role) if run.given.role is None else [Role(run.given.role)]
    sample = SAMPLES[run.given.sample]()
    for role in roles:
        new, other = run.player, run.other
        games = run.count(run.given.games, BLOCK) // BLOCK * BLOCK
        print(
            f"{new.text} ({new.iterations[role]} iterations) in place of {other.text}"
            f" ({other.iterations[role]}), {role}, {games} paired deals, hands: {run.given.sample}"
        )
        what = f"strength {run.given.sample} {role} {new.text} {other.text}"
        measure = partial(block, run, sample, role)
        first = run.given.first // BLOCK
        blocks = run.over(what, range(first, first + games // BLOCK), measure)
        value, before, spent, before_spent = (
            [figure for part in blocks for figure in part[1 + k :: 4]] for k in range(4)
        )
        what = "score" if role is Role.UNDECLARED else "declarer's success"
        say(f"{what}, {other.text} alone", Figure.of(before))
        gain = [a - b for a, b in zip(value, before, strict=True)]
        say(f"change of it with {new.text} as {role}", Figure.of(gain))
        say("processor time of its games, by the other's", f"{sum(spent) / sum(before_spent):.2f}")
        say("milliseconds a game, of both", f"{ms(spent)}, {ms(before_spent)}")


def block(run: Run, sample: Sequence[Play], role: Role, number: int) -> list[float]:
    """The mean gain of some games, then all their figures one behind the other."""

    def one(deal: int, _: Stop) -> tuple[float, float, float, float]:
        return both_ways(sample, deal, role, run.player, run.other)

    deals = range(number * BLOCK, (number + 1) * BLOCK)
    played = run_jobs([partial(one, deal) for deal in deals], threads=run.given.threads)
    return [mean([a - b for a, b, *_ in played]), *(figure for part in played for figure in part)]


def ms(seconds: Sequence[float]) -> str:
    return f"{1000 * mean(seconds):.2f}"


def speed(run: Run) -> None:
    print("speed, one thread, processor time, in turns; a game as `estimate` plays it")
    sample = SAMPLES[run.given.sample]()
    players = [run.player, run.other]
    spent: list[list[float]] = [[], []]
    for number in range(run.count(200)):
        for index, who in enumerate(players):
            at = start(sample, number, Role.DECLARER)
            spent[index].append(game(at, [who] * len(Seat), number)[1])
    play = Play(Deal.random(LONG_SEED), Seat.FOREHAND, Strain.SPADES)
    for who, times in zip(players, spent, strict=True):
        say(f"{who.text}: milliseconds a game, mean and median", f"{ms(times)}, {median(times)}")
        began, count = time.thread_time(), run.count(60)
        for seed in range(count):
            choose(play, iterations=1000, seed=seed, style=who.style)
        rate = 1000 * count / (time.thread_time() - began)
        say(f"{who.text}: iterations a second, opening lead", f"{rate:,.0f}")


def median(seconds: Sequence[float]) -> str:
    return f"{1000 * sorted(seconds)[len(seconds) // 2]:.2f}"


def advice_time(run: Run) -> None:
    hands = run.count(30)
    print(f"advise by {run.player.text}, {hands} hands worth declaring, two threads")
    measured = []
    for number, play in enumerate(samples.worth_declaring(hands)):
        measured.append(timed_advice(run, play, number))
    total, aimed, processor, errors, reached = map(list, zip(*measured, strict=True))
    say("seconds in all on this machine now: mean, longest", two(total, max(total)))
    say("processor seconds over two: mean, longest", two(processor, max(processor)))
    say(f"processor seconds over two up to a standard error of {AIM}", two(aimed, max(aimed)))
    say("standard error of the strain named: mean, largest", two(errors, max(errors), 3))
    say(f"hands whose advice ended before {AIM}", f"{reached.count(0)} of {hands}")


def timed_advice(run: Run, play: Play, number: int) -> tuple[float, float, float, float, float]:
    """Wall and halved processor seconds, the latter up to the aim, in all; the error; whether."""
    assert play.declarer is not None
    began, worked = time.monotonic(), time.process_time()
    reached: list[float] = []

    def watch(advice: Advice) -> None:
        if not reached and advice.estimates[advice.best].standard_error <= AIM:
            reached.append((time.process_time() - worked) / 2)

    advice = advise(
        play.hands[play.declarer],
        seat=play.declarer,
        seed=number,
        style=run.player.style,
        opponents=run.player.style,
        budget=run.given.budget,
        threads=2,
        watch=watch,
    )
    watch(advice)
    wall, processor = time.monotonic() - began, (time.process_time() - worked) / 2
    error = advice.estimates[advice.best].standard_error
    return wall, (reached or [processor])[0], processor, error, len(reached)


def two(values: Sequence[float], other: float, digits: int = 2) -> str:
    return f"{mean(values):.{digits}f}, {other:.{digits}f}"


def hand_and_strain(play: Play) -> tuple[Hand, Strain, Seat]:
    assert play.declarer is not None
    return play.hands[play.declarer], play.strain, play.declarer


def stated(run: Run, play: Play, number: int) -> Estimate:
    """What `estimate` says by default of a pair, by the player."""
    hand, strain, seat = hand_and_strain(play)
    who = run.player
    return estimate(
        hand,
        strain,
        seat=seat,
        seed=number,
        style=who.style,
        opponents=who.style,
        iterations=who.by_role,
        threads=run.given.threads,
    )


def long_run(run: Run, who: Player, play: Play, number: int, games: int) -> Estimate:
    """What many games of a player come to."""
    hand, strain, seat = hand_and_strain(play)

    def measure() -> list[float]:
        view = ClumondView.at_start(hand, seat, seat, strain)
        outcomes = play_out(
            view,
            [(who.style, who.iterations[role_of(one, seat)]) for one in Seat],
            games=games,
            seed=LONG_SEED + number,
            threads=run.given.threads,
        )
        chance = Estimate.of_games([outcome[seat] for outcome in outcomes])
        return [chance.p, chance.standard_error, chance.games]

    kept = run.measured(f"long run {who.text} {games} {number} {play}", measure)
    return Estimate(kept[0], kept[1], int(kept[2]))


def calibration(run: Run) -> None:
    pairs = samples.random_pairs(run.count(100))
    games = run.given.judge_games
    print(
        f"calibration: `estimate` by {run.player.text} beside {games} games of"
        f" {run.judge.text}, {len(pairs)} random pairs"
    )

    def measure(number: int) -> list[float]:
        true = long_run(run, run.judge, pairs[number], number, games)
        said = stated(run, pairs[number], number)
        return [said.p - true.p, said.p, said.standard_error, said.games, true.p]

    what = f"calibration {run.player.text} {run.judge.text} {games}"
    rows = run.over(what, range(len(pairs)), measure)
    say("bias", Figure.of([row[0] for row in rows]))
    short, long = [row[1] for row in rows], [row[4] for row in rows]
    errors = [row[2] ** 2 for row in rows], [p * (1 - p) / games for p in long]
    say("correlation", f"{correlation(short, long):.3f}")
    say("correlation without the noise of both", f"{noiseless(short, long, errors):.3f}")
    say("slope of the long value on the stated one", f"{slope(short, long):.3f}")
    table = sorted(zip(short, long, strict=True))
    for group in range(5):
        part = table[group * len(table) // 5 : (group + 1) * len(table) // 5]
        said, true = mean([a for a, _ in part]), mean([b for _, b in part])
        say(f"fifth {group + 1}: stated, long-run value", f"{said:.3f}  {true:.3f}")
    if run.given.plot is not None:
        pairs_of_estimates = [
            (Estimate(p, error, int(played)), Estimate(true, 0.0, games))
            for _, p, error, played, true in rows
        ]
        draw_calibration(pairs_of_estimates, run.given.plot)


def noiseless(
    short: Sequence[float], long: Sequence[float], errors: tuple[Sequence[float], Sequence[float]]
) -> float:
    """The correlation that values without errors would have."""
    variances = [
        covariance(values, values) - mean(error)
        for values, error in zip((short, long), errors, strict=True)
    ]
    return covariance(short, long) / math.sqrt(math.prod(variances))


def coverage(run: Run) -> None:
    games = run.given.long_games
    for name in ("all", "likely", "unlikely"):
        plays = SAMPLES[name](run.count(run.given.hands))
        print(
            f"95 % intervals by {run.player.text} beside {games} games, {name}: {len(plays)} pairs"
        )
        rows = run.over(
            f"coverage {name} {run.player.text} {games}",
            range(len(plays)),
            partial(intervals, run, plays, games),
        )
        for which, source in enumerate(("estimate", "advise")):
            ranges = [(row[0], *row[1 + 3 * which : 4 + 3 * which]) for row in rows]
            say_coverage(f"{name}, {source}", ranges)
            say_coverage(
                f"{name}, {source}, stated p > .8", [row for row in ranges if row[1] > 0.8]
            )
            say_coverage(
                f"{name}, {source}, stated p < .1", [row for row in ranges if row[1] < 0.1]
            )


def intervals(run: Run, plays: Sequence[Play], games: int, number: int) -> list[float]:
    """The long-run value; then what is stated, and its range, by `estimate` and by `advise`."""
    play = plays[number]
    hand, strain, seat = hand_and_strain(play)
    true = long_run(run, run.player, play, number, games)
    advice = advise(
        hand,
        seat=seat,
        seed=number,
        style=run.player.style,
        opponents=run.player.style,
        threads=run.given.threads,
    )
    estimates = (stated(run, play, number), advice.estimates[strain])
    return [true.p, *(value for one in estimates for value in (one.p, *one.interval))]


def say_coverage(what: str, ranges: Sequence[tuple[float, ...]]) -> None:
    if ranges:
        inside = sum(low <= true <= high for true, _, low, high in ranges)
        error = mean([p - true for true, p, _, _ in ranges])
        share = f"{inside / len(ranges):.3f} ({inside} of {len(ranges)})"
        say(what, f"{share}, stated less long-run value {error:+.3f}")


def naming(run: Run) -> None:
    hands, games = run.count(100), 800
    print(
        f"p lost by naming the wrong strain, {run.player.text}, {hands} hands, {games} games for"
        " each of the two best"
    )
    plays = samples.worth_declaring(hands)
    rows = run.over(
        f"naming {run.player.text}",
        range(hands),
        lambda number: named_and_other(run, plays[number], number, games // 2),
    )
    say("mean lost, same games choosing and judging", Figure.of(list(map(lost, rows))))
    say("mean lost, one half chooses, the other judges", Figure.of(list(map(lost_fairly, rows))))
    say("the other strain came out better", f"{sum(lost(row) > 0 for row in rows)} of {hands}")
    shown = [row[0] - (row[1] + row[3]) / 2 for row in rows]
    say("shown less long-run value of the strain named", Figure.of(shown))


def named_and_other(run: Run, play: Play, number: int, games: int) -> list[float]:
    """The chance shown for the strain named; then long-run values, named and next best, twice."""
    hand, _, seat = hand_and_strain(play)
    advice = advise(
        hand,
        seat=seat,
        seed=number,
        style=run.player.style,
        opponents=run.player.style,
        threads=run.given.threads,
    )
    rest = [strain for strain in Strain if strain is not advice.best]
    other = max(rest, key=lambda strain: advice.estimates[strain].p)
    return [advice.estimates[advice.best].p] + [
        long_run(run, run.player, Play(play.hands, seat, strain), number + half * 1000, games).p
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
    "strength": strength,
    "speed": speed,
    "advice": advice_time,
    "calibration": calibration,
    "coverage": coverage,
    "naming": naming,
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=" ".join(TABLES))
    parser.add_argument("--player", default="fast", metavar="NAME")
    parser.add_argument("--against", default="untaught@600/100", metavar="NAME")
    parser.add_argument("--judge", default="full@3000/1000", metavar="NAME")
    parser.add_argument("--judge-games", type=int, default=LONG_GAMES, help="of each pair")
    parser.add_argument("--role", choices=list(Role), help="in strength: only this one")
    parser.add_argument("--games", type=int, default=1000, help="paired deals of strength")
    parser.add_argument("--first", type=int, default=0, help="from which deal on, in strength")
    parser.add_argument("--sample", choices=SAMPLES, default="worth declaring")
    parser.add_argument("--hands", type=int, default=150, help="of each group of coverage")
    parser.add_argument("--long-games", type=int, default=2000, help="of each hand in coverage")
    parser.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="games of advice")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep what was measured, go on")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the calibration")
    given = parser.parse_args(arguments)
    unknown = set(given.tables) - set(TABLES)
    if unknown:
        parser.error(f"no table {', '.join(sorted(unknown))}: {' '.join(TABLES)}")
    with ResultCache(given.keep) as kept:
        run = Run(given, kept)
        for name in given.tables or TABLES:
            TABLES[name](run)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
