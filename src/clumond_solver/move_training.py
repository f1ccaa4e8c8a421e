"""Make the experience of the double-dummy search again: `python -m clumond_solver.move_training`.

Random deals are solved, and what each search learnt about moves is added up. In rounds, since a
search that begins with experience tries other moves than one without. A seed fixes all of it; about
two minutes.

>>> sorted(train(Plan(rounds={Family.PARS: (3,)}), seed=1))
[<Family.PARS: 1>]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clumond_solver._files import write_whole
from clumond_solver.cards import Strain
from clumond_solver.deals import Deal, Seat
from clumond_solver.double_dummy import Solver
from clumond_solver.experience import Experience, Family, write_experience
from clumond_solver.results import Limit
from clumond_solver.rules.clumond import Play

_STREAM = 1_000_003
_LIMIT = Limit(nodes=200_000)
# Shorter searches have learnt nothing that is worth counting.
_LEAST_NODES = 300
# A long search has tried some moves very often; beyond this it counts no more than others.
_MOST_TRIES = 100.0
# How many tries of its kind a move's rate is drawn towards, and how many moves are of a kind.
_USUAL_TRIES = 10.0
_OF_A_KIND = 26

_ASK: Mapping[Family, Callable[[Solver, Play], object]] = {
    Family.PARS: lambda solver, play: solver.verdict(play, limit=_LIMIT),
    Family.MOST: lambda solver, play: solver.most(play, limit=_LIMIT),
}


def _full_rounds() -> Mapping[Family, Sequence[int]]:
    return {Family.PARS: (1500, 2000, 4000, 4000), Family.MOST: (1500, 2000)}


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train: the defaults are what the shipped experience was made with.

    rounds  for each family of goals, the deals of each round.
    """

    rounds: Mapping[Family, Sequence[int]] = field(default_factory=_full_rounds)


@dataclass(frozen=True, slots=True)
class _Learnt:
    """What one search found: tries and successes of moves, and the usual work of a try."""

    tried: Sequence[float]
    succeeded: Sequence[float]
    usual_work: Sequence[float]

    def evened(self) -> _Learnt:
        """No move counts for more than `_MOST_TRIES`."""
        shares = [min(1.0, _MOST_TRIES / tries) if tries else 0.0 for tries in self.tried]
        return _Learnt(
            [share * tries for share, tries in zip(shares, self.tried, strict=True)],
            [share * won for share, won in zip(shares, self.succeeded, strict=True)],
            self.usual_work,
        )


def train(plan: Plan, seed: int = 1, *, quiet: bool = True) -> Mapping[Family, Experience]:
    """Train from nothing; the seed fixes what comes out."""
    found: dict[Family, Experience] = {}
    for family, rounds in plan.rounds.items():
        for number, deals in enumerate(rounds, start=1):
            learnt = list(_search_deals(family, found, deals, seed * _STREAM + number))
            found[family] = _experience(learnt)
            if not quiet:
                done = f"{family.name.lower()}, round {number}: {len(learnt)} of {deals} deals"
                print(done, file=sys.stderr, flush=True)
    return found


def _search_deals(
    family: Family, begin_with: Mapping[Family, Experience], deals: int, seed: int
) -> Iterator[_Learnt]:
    solver = Solver(_experience=begin_with)
    rng = random.Random(seed)
    for number in range(deals):
        play = Play(Deal.random(rng.getrandbits(32)), Seat.FOREHAND, Strain(number % len(Strain)))
        solver.clear()
        _ASK[family](solver, play)
        if solver.nodes >= _LEAST_NODES:
            yield _Learnt(*solver._learnt()).evened()


def _experience(learnt: Sequence[_Learnt]) -> Experience:
    """Rates over all deals, drawn towards the rate of all moves of a kind."""
    tried = [sum(each) for each in zip(*(one.tried for one in learnt), strict=True)]
    won = [sum(each) for each in zip(*(one.succeeded for one in learnt), strict=True)]
    rates: list[float] = []
    for first in range(0, len(tried), _OF_A_KIND):
        kind = slice(first, first + _OF_A_KIND)
        usual = (sum(won[kind]) + 1) / (sum(tried[kind]) + 2)
        rates += [
            (good + _USUAL_TRIES * usual) / (tries + _USUAL_TRIES)
            for good, tries in zip(won[kind], tried[kind], strict=True)
        ]
    work = [
        sum(each) / len(learnt) for each in zip(*(one.usual_work for one in learnt), strict=True)
    ]
    return Experience(rates, work)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the experience."""
    parser = argparse.ArgumentParser(
        prog="python -m clumond_solver.move_training",
        description="Learn from random deals which moves a double-dummy search should try first.",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the deals to solve")
    given = parser.parse_args(arguments)
    rounds = {
        family: [max(1, round(deals * given.scale)) for deals in each]
        for family, each in Plan().rounds.items()
    }
    found = train(Plan(rounds), given.seed, quiet=False)
    write_whole(given.out, write_experience(found).encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
