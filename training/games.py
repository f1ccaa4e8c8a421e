"""Hands and games for training; a seed fixes them, whatever the threads.

>>> [played] = finishes([dealt_hand(1, 2)], Strain.HEARTS, style=UNTAUGHT, iterations=1, seed=1)
>>> 0 <= played.tricks_taken <= 13
True
"""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.stopping import run_jobs
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import SeatOutcome
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.single_dummy.clumond.playouts import Playouts, players_of
from clumond_solver.single_dummy.levels import SearchOptions, Style

#: Seeds of training lie this far apart.
STREAM = 1_000_003
#: Games that a thread plays at a time.
JOB_GAMES = 50
#: A search with nothing learned: the start of training, and the baseline of strength.
UNTAUGHT = Style(SearchOptions(), SearchOptions(), SearchOptions(exact_tricks=1))


def dealt_hand(seed: int, number: int) -> Hand:
    """A random hand."""
    return Deal.random(seed * STREAM + number)[Seat.FOREHAND]


def finishes(
    hands: Sequence[Hand],
    strain: Strain,
    *,
    style: Style,
    iterations: int,
    seed: int,
    first: int = 0,
    threads: int = 1,
) -> list[SeatOutcome]:
    """How each hand finished one game as declarer; ``first`` is the number of the first game."""

    def job(begin: int, stop: Stop) -> list[SeatOutcome]:
        finished = []
        for place in range(begin, min(begin + JOB_GAMES, len(hands))):
            known = ClumondView.at_start(hands[place], Seat.FOREHAND, Seat.FOREHAND, strain)
            players = players_of(known, style, style, iterations)
            [outcome] = Playouts(known, players, seed=seed).play(first + place, 1, stop)
            finished.append(outcome[Seat.FOREHAND])
        return finished

    jobs = (lambda stop, n=begin: job(n, stop) for begin in range(0, len(hands), JOB_GAMES))
    return [finish for batch in run_jobs(jobs, threads=threads) for finish in batch]
