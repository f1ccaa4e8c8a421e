"""Make the move-ordering priors of the double-dummy search again.

    python -m training.double_dummy

Deals are solved, and the move statistics of all searches are added up. Half of them are hands worth
declaring in their best strain, half any hand in any strain. In rounds, since a search that begins
with a prior tries other moves than one without. Then positions from such deals are solved once for
each card of a defender, to learn which take long. A seed fixes all of it; about nine minutes.

>>> sorted(train(Plan(rounds={GoalKind.PARS: (3,)}, leads=1, plays=2), seed=1))
[GoalKind.PARS]
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path

from clumond_solver._core.double_dummy.open_search import (
    PLAY_BEATING,
    PLAY_DISCARDING,
    PLAY_FOLLOWING,
    PLAY_RUFFING,
    PRIOR_LEAD_WORK_COUNT,
    PRIOR_LENGTHS,
    PRIOR_NEIGHBOURS,
    PRIOR_PLAY_KINDS,
    PRIOR_RANKS,
)
from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.base.files import write_atomically
from clumond_solver.double_dummy.move_ordering_prior import (
    FORMAT,
    GoalKind,
    MoveOrderingPrior,
)
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate

_STREAM = 1_000_003
_LIMIT = Limit(nodes=200_000)
# More blocks of the table than a search under any of the limits fills.
_BLOCKS = 400_000
# Who has a chance like this by the quick formula has a hand worth declaring.
_WORTH_DECLARING = 0.33
# Shorter searches say too little.
_LEAST_NODES = 300
# A long search has tried some moves very often; beyond this it counts no more than others.
_MAX_TRIES = 100.0
# How many tries of its kind a move's rate is drawn towards; how many rates are of a kind.
_USUAL_TRIES = 10.0
_OF_A_KIND = 2 * PRIOR_RANKS

_ASK: Mapping[GoalKind, Callable[[Solver, Play], object]] = {
    GoalKind.PARS: lambda solver, play: solver.verdict(play, limit=_LIMIT),
    GoalKind.MOST: lambda solver, play: solver.most(play, limit=_LIMIT),
}

# Cards are compared in positions with at least this many tricks left, by limited searches.
_LEAST_LEFT = 8
_COMPARE_LIMIT = Limit(nodes=60_000)
# What it adds to the work of a card that it was not solved, or that it gave the contract away.
_UNSOLVED, _FAILED = 3.0, 4.0
_SWEEPS = 20
_FEW_OPTIONS = 5.0
# The logarithm of a rate is wanted.
_LEAST_RATE = 0.001
# Searches are shortest if the differences between leads count twice: the causes of a long lead
# also make later leads long.
_COMPOUNDED = 2.0


def _full_rounds() -> Mapping[GoalKind, Sequence[int]]:
    return {GoalKind.PARS: (1500, 2000, 4000, 4000), GoalKind.MOST: (1500, 2000)}


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train: the defaults are what the shipped priors were made with.

    rounds  for each kind of goal, the deals of each round.
    leads   positions in which a defender's leads are compared, for verdicts.
    plays   positions in which a defender's plays to another's lead are.
    """

    rounds: Mapping[GoalKind, Sequence[int]] = field(default_factory=_full_rounds)
    leads: int = 12_000
    plays: int = 12_000


@dataclass(frozen=True, slots=True)
class _MoveStatistics:
    """The statistics of one search: tries and successes of moves, and the usual work of a try."""

    tried: Sequence[float]
    succeeded: Sequence[float]
    expected_log2_nodes: Sequence[float]

    def evened(self) -> _MoveStatistics:
        """The same with at most `_MAX_TRIES` for a move."""
        shares = [min(1.0, _MAX_TRIES / tries) if tries else 0.0 for tries in self.tried]
        return _MoveStatistics(
            [share * tries for share, tries in zip(shares, self.tried, strict=True)],
            [share * won for share, won in zip(shares, self.succeeded, strict=True)],
            self.expected_log2_nodes,
        )


def train(plan: Plan, seed: int = 1, *, quiet: bool = True) -> Mapping[GoalKind, MoveOrderingPrior]:
    """Train from nothing; a seed fixes the priors. SearchError for too few deals."""
    priors: dict[GoalKind, MoveOrderingPrior] = {}

    def say(text: str) -> None:
        if not quiet:
            print(text, file=sys.stderr, flush=True)

    for kind, rounds in plan.rounds.items():
        for number, deals in enumerate(rounds, start=1):
            searches = list(_search_deals(kind, priors, deals, seed * _STREAM + number))
            if not searches:
                raise SearchError(f"{deals} deals: too few, none took {_LEAST_NODES} nodes")
            priors[kind] = _prior_of(searches)
            say(f"{kind.name.lower()}, round {number}: {len(searches)} of {deals} deals")
    if GoalKind.PARS in priors:
        leads = list(_compare(priors, plan.leads, seed * _STREAM, [0]))
        priors[GoalKind.PARS] = _with_leads(priors[GoalKind.PARS], leads)
        plays = list(_compare(priors, plan.plays, seed * _STREAM + 1, [1, 2]))
        priors[GoalKind.PARS] = _with_plays(priors[GoalKind.PARS], plays)
        say(f"compared: {len(leads)} leads, {len(plays)} plays to a lead")
    return priors


def _solver_with(priors: Mapping[GoalKind, MoveOrderingPrior]) -> Solver:
    solver = Solver()
    solver._create_search(priors, _BLOCKS)
    return solver


def _search_deals(
    kind: GoalKind, priors: Mapping[GoalKind, MoveOrderingPrior], deals: int, seed: int
) -> Iterator[_MoveStatistics]:
    solver = _solver_with(priors)
    rng = random.Random(seed)
    for number in range(deals):
        play = _contract(rng, number)
        solver.clear()
        _ASK[kind](solver, play)
        if solver.nodes >= _LEAST_NODES:
            yield _MoveStatistics(*solver._search.statistics()).evened()


def _contract(rng: random.Random, number: int) -> Play:
    """By turns a hand worth declaring in its best strain, and any hand in each strain."""
    deal = Deal.random(rng.getrandbits(32))
    if number % 2:
        return Play(deal, Seat.FOREHAND, Strain(number // 2 % len(Strain)))
    while (best := _best_strain(deal))[1] < _WORTH_DECLARING:
        deal = Deal.random(rng.getrandbits(32))
    return Play(deal, Seat.FOREHAND, best[0])


def _best_strain(deal: Deal) -> tuple[Strain, float]:
    """The declarer's best strain by the quick formula, and his chance in it."""
    chances = {strain: quick_estimate(deal[Seat.FOREHAND], strain) for strain in Strain}
    return max(chances.items(), key=itemgetter(1))


def _prior_of(searches: Sequence[_MoveStatistics]) -> MoveOrderingPrior:
    """Rates over all deals, drawn towards the rate of all moves of a kind."""
    tried = [sum(counts) for counts in zip(*(one.tried for one in searches), strict=True)]
    won = [sum(counts) for counts in zip(*(one.succeeded for one in searches), strict=True)]
    rates: list[float] = []
    for first in range(0, len(tried), _OF_A_KIND):
        kind = slice(first, first + _OF_A_KIND)
        usual = (sum(won[kind]) + 1) / (sum(tried[kind]) + 2)
        rates += [
            (good + _USUAL_TRIES * usual) / (tries + _USUAL_TRIES)
            for good, tries in zip(won[kind], tried[kind], strict=True)
        ]
    every = zip(*(one.expected_log2_nodes for one in searches), strict=True)
    return MoveOrderingPrior(rates, [sum(works) / len(searches) for works in every])


# A card to play: its entries in the tables that are fitted, and its work.
_Option = tuple[tuple[int, ...], float]


def _compare(
    priors: Mapping[GoalKind, MoveOrderingPrior], positions: int, seed: int, places: Sequence[int]
) -> Iterator[Sequence[_Option]]:
    """A defender's cards in random positions where some card defeats the declarer."""
    solver = _solver_with(priors)
    rng = random.Random(seed)
    for number in range(positions):
        play = _defenders_turn(rng, number, rng.choice(places))
        options = [_solved_option(solver, play, card) for card in _one_of_each_run(play)]
        if len(options) > 1 and any(makes is False for _, makes in options):
            yield [option for option, _ in options]


def _defenders_turn(rng: random.Random, number: int, place: int) -> Play:
    """A position of random play in which a defender is to play, at a place in the trick."""
    while True:
        play = _contract(rng, number)
        most_left = rng.randint(_LEAST_LEFT, play.tricks_left)
        while play.tricks_left >= _LEAST_LEFT:
            if (
                play.tricks_left <= most_left
                and len(play.trick) == place
                and play.turn != play.declarer
            ):
                return play
            play.push(rng.choice(list(play.legal_plays)))


def _one_of_each_run(play: Play) -> list[Card]:
    """The highest cards of the runs of touching cards of the seat to play."""
    assert play.turn is not None
    mine = play.hands[play.turn].mask
    present = sum(hand.mask for hand in play.hands) + sum(1 << card.bit for card in play.trick)
    return [
        card
        for card in play.legal_plays
        if not mine & _lowest(present & _lane(card) & -(2 << card.bit))
    ]


def _lane(card: Card) -> int:
    return 0xFFFF << (card.bit & ~15)


def _lowest(cards: int) -> int:
    return cards & -cards


def _solved_option(solver: Solver, play: Play, card: Card) -> tuple[_Option, bool | None]:
    entries = _play_entry(play, card) if play.trick else _lead_entries(play, card)
    play.push(card)
    solver.clear()
    makes = solver.verdict(play, limit=_COMPARE_LIMIT)
    play.pop()
    work = math.log2(solver.nodes + 1)
    if makes is not False:
        work += _UNSOLVED if makes is None else _FAILED
    return (entries, work), makes


def _lead_entries(play: Play, card: Card) -> tuple[int, ...]:
    """Where a lead stands in the tables of `MoveOrderingPrior.lead_work`."""
    suit = [hand.mask & _lane(card) for hand in play.hands]
    hero, partner = suit[Seat.FOREHAND], suit[3 - Seat.FOREHAND - play.leader]
    trump = play.strain == int(card.suit)
    above, below = -(2 << card.bit), (1 << card.bit) - 1
    entries, first = [], 0
    for size, cards in ((PRIOR_LENGTHS, -1), (PRIOR_NEIGHBOURS, above), (PRIOR_NEIGHBOURS, below)):
        heros, partners = (min(size - 1, (hand & cards).bit_count()) for hand in (hero, partner))
        entries.append(first + (trump * size + heros) * size + partners)
        first += 2 * size * size
    return tuple(entries)


def _play_entry(play: Play, card: Card) -> tuple[int]:
    """Where a card of second or third hand stands in `MoveOrderingPrior.rates`."""
    assert play.turn is not None
    trump = play.strain == int(card.suit)
    way = (
        PLAY_FOLLOWING
        if card.suit == play.trick[0].suit
        else PLAY_RUFFING
        if trump
        else PLAY_DISCARDING
    )
    if play.rules.winner([*play.trick, card]) == len(play.trick):
        way += PLAY_BEATING
    kind = PRIOR_PLAY_KINDS * (len(Seat) * play.turn + len(play.trick)) + way
    return (_OF_A_KIND * kind + PRIOR_RANKS * trump + card.bit % 16,)


def _fit(positions: Sequence[Sequence[_Option]], size: int) -> list[float]:
    """Least squares, each position having a level of its own: table by table, in sweeps."""
    weights = [0.0] * size
    counts = Counter(entry for options in positions for entries, _ in options for entry in entries)
    tables = max((len(entries) for options in positions for entries, _ in options), default=0)
    for sweep in range(tables * _SWEEPS):
        rests = [0.0] * size
        for options in positions:
            left = [work - sum(weights[entry] for entry in entries) for entries, work in options]
            level = sum(left) / len(left)
            for (entries, _), rest in zip(options, left, strict=True):
                rests[entries[sweep % tables]] += rest - level
        for entry, rest in enumerate(rests):
            weights[entry] += rest / (counts[entry] + _FEW_OPTIONS)
    return weights


def _with_leads(
    earlier: MoveOrderingPrior, positions: Sequence[Sequence[_Option]]
) -> MoveOrderingPrior:
    works = _fit(positions, PRIOR_LEAD_WORK_COUNT)
    return replace(earlier, lead_work=[_COMPOUNDED * work for work in works])


def _with_plays(
    earlier: MoveOrderingPrior, positions: Sequence[Sequence[_Option]]
) -> MoveOrderingPrior:
    """Rates over what a try takes, beside the least of its player and place: what promises most."""
    works = _fit(positions, len(earlier.rates))
    promising: list[float] = []
    for first in range(0, len(works), PRIOR_PLAY_KINDS * _OF_A_KIND):
        place = slice(first, first + PRIOR_PLAY_KINDS * _OF_A_KIND)
        least = min(works[place])
        promising += [
            max(_LEAST_RATE, rate * 2 ** (least - work))
            for rate, work in zip(earlier.rates[place], works[place], strict=True)
        ]
    return replace(earlier, rates=promising)


def to_json(priors: Mapping[GoalKind, MoveOrderingPrior]) -> str:
    """The priors as text: rates in thousandths, all other numbers in hundredths."""
    kinds = {
        kind.name.lower(): {
            "rates": [round(1000 * rate) for rate in prior.rates],
            "work": [round(100 * work) for work in prior.expected_log2_nodes],
            "leads": [round(100 * work) for work in prior.lead_work],
        }
        for kind, prior in priors.items()
    }
    return json.dumps({"format": FORMAT, "goal_kinds": kinds}, separators=(",", ":")) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Train and write the priors."""
    parser = argparse.ArgumentParser(
        prog="python -m training.double_dummy",
        description="Learn from seeded deals which moves a double-dummy search should try first.",
    )
    parser.add_argument("--out", type=Path, required=True, help="file to write to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the deals to solve")
    given = parser.parse_args(arguments)
    rounds = {
        kind: [max(1, round(deals * given.scale)) for deals in sizes]
        for kind, sizes in Plan().rounds.items()
    }
    leads, plays = (max(9, round(full * given.scale)) for full in (Plan().leads, Plan().plays))
    priors = train(Plan(rounds, leads, plays), given.seed, quiet=False)
    write_atomically(given.out, to_json(priors).encode("ascii"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
