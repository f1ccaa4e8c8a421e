"""Playouts: games of the engine against itself, from what a seat knows to the end of the hand.

Estimates, advice, chances and reviews count their outcomes.

>>> view = ClumondView.at_start(Hand.parse("AK8732.AK974.KJ4.Q3"), Seat.FOREHAND, None)
>>> outcomes = play_out(view, players_of(view, "easy"), games=3, seed=1)
>>> len(outcomes), sum(seat.tricks_taken for seat in outcomes[0].seats)
(3, 13)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import NoneType
from typing import SupportsIndex

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.selfplay import play_games
from clumond_solver.base.cards import Hand
from clumond_solver.base.efforts import (
    ESTIMATE_GAMES,
    MOST_GAMES,
    MOST_ITERATIONS,
    checked_iterations,
)
from clumond_solver.base.errors import SearchError, shown_number, shown_value
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import Deadline, check_seconds, checked_threads, run_jobs
from clumond_solver.base.values import ProgressCallback, as_int, check_given, check_type
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Outcome, Retention, SeatOutcome
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import open_knowledge, seat_knowledge
from clumond_solver.results import Certainty
from clumond_solver.single_dummy.clumond.proofs import prove
from clumond_solver.single_dummy.levels import (
    STRONG_NAMES,
    Iterations,
    Level,
    Style,
    named_style,
    role_of,
)

#: Games that a thread plays in one job.
GAMES_PER_JOB = 4

#: Iterations for a card: a number for all seats, one per role, or None for the style's own.
IterationsLike = int | Mapping[str, int] | None
#: How others play: a style or its name for all of them, one for each seat, or None: as the asker.
OpponentsLike = Style | str | Sequence[Style | str] | None
#: For each seat, a style and the iterations of its search for a card.
Players = Sequence[tuple[Style, int]]


def players_of(
    view: ClumondView,
    style: Style | str = "fast",
    opponents: OpponentsLike = None,
    iterations: IterationsLike = None,
    *,
    seat: Seat | None = None,
) -> Players:
    """The players of a hand, by seat.

    ``style`` is that of ``seat``, by default the view's, and of the others unless
    ``opponents`` gives them another. The "strong" ones are played by the "fast" style, whose games
    end much as theirs and take a thirtieth of the time, unless ``style`` is another.
    """
    own_seat = view.seat if seat is None else seat
    by_seat = styles_by_seat(style, opponents)
    players = []
    for player_seat in Seat:
        given_style = style if player_seat is own_seat else by_seat[player_seat]
        if style == "fast" and given_style in STRONG_NAMES:
            given_style = "fast"
        player_style, usual_iterations = _style_and_iterations(given_style)
        role = role_of(player_seat, view.declarer)
        count = _iterations_of_role(role, player_style, iterations, usual_iterations)
        players.append((player_style, count))
    return players


def styles_by_seat(style: Style | str, opponents: OpponentsLike) -> Sequence[Style | str]:
    """How each seat plays if it is not the asker's; SearchError unless there is one for each."""
    check_type(style, (Style, str), "a style, or its name,")
    opponents = style if opponents is None else opponents
    check_opponents(opponents)
    if isinstance(opponents, Style | str):
        opponents = [opponents] * len(Seat)
    if len(opponents) != len(Seat):
        raise SearchError(f"{len(opponents)} styles: one for both others, or one for each seat")
    return opponents


def check_opponents(opponents: OpponentsLike) -> None:
    """SearchError for a style that does not exist, in any game; they may be fewer than seats."""
    check_type(
        opponents, (Style, str, Sequence, NoneType), "a style, its name, or one for each seat,"
    )
    for other in [opponents] if isinstance(opponents, Style | str) else opponents or ():
        _style_and_iterations(other)


def styles_of_others(style: Style | str, opponents: OpponentsLike, seat: Seat) -> list[Style | str]:
    """How the two others play, in the order of seats."""
    by_seat = styles_by_seat(style, opponents)
    return [by_seat[other] for other in Seat if other is not seat]


def against_whom(opponents: OpponentsLike, seat: Seat) -> str:
    """Whom a seat's figures hold against, if these are levels: "two medium players"; else "".

    >>> against_whom("medium", Seat.FOREHAND), against_whom(("fast", "easy", "medium"), Seat(0))
    ('two medium players', 'an easy and a medium player')
    """
    styles = [opponents] * len(Seat) if isinstance(opponents, str) else opponents
    if not isinstance(styles, Sequence):
        return ""
    levels = sorted({str(styles[other]) for other in Seat if other is not seat})
    if not set(levels) <= set(Level):
        return ""
    if len(levels) == 1:
        return f"two {levels[0]} players"
    articles = ("an" if level == Level.EASY else "a" for level in levels)
    return " and ".join(map(" ".join, zip(articles, levels, strict=True))) + " player"


def _style_and_iterations(style: Style | str) -> tuple[Style, Iterations]:
    check_type(style, (Style, str), "a style, or its name,")
    if isinstance(style, str):
        return named_style(style)
    return style, Iterations.usual(style)


def _iterations_of_role(role: str, style: Style, given: IterationsLike, usual: Iterations) -> int:
    check_type(
        given, (SupportsIndex, Mapping, NoneType), "a number of iterations, or one per role,"
    )
    if isinstance(given, SupportsIndex):
        factor = style.undeclared_factor if role == "undeclared" else 1
        return min(int(checked_iterations(given)) * factor, MOST_ITERATIONS)
    by_role = given or {}
    for name in by_role:
        if name not in Iterations._fields:
            raise SearchError(
                f"no role {shown_value(name)}: there are {', '.join(Iterations._fields)}"
            )
    return checked_iterations(by_role.get(role, getattr(usual, role)))


def play_out(
    view: ClumondView,
    players: Players | None = None,
    *,
    games: int = ESTIMATE_GAMES,
    seed: int = 0,
    time: float | None = None,
    threads: int = 1,
    progress: ProgressCallback | None = None,
) -> list[Outcome]:
    """Play games from what a seat knows to the end, the hidden cards dealt anew for each.

    ``players`` come from `players_of`, by default the fast ones; the other arguments are as in
    `estimate`. Game n of a seed is the same game however many are played.
    """
    check_given(play_out, view=view, players=players, progress=progress)
    if players is not None and len(players) != len(Seat):
        raise SearchError(f"{len(players)} players: one for each seat")
    check_playout_options(games, seed, time, threads)
    batches = run_jobs(
        Playouts(view, players, seed=seed).jobs(games),
        threads=threads,
        deadline=Deadline(time),
        on_done=_games_progress(progress, games),
    )
    outcomes = [outcome for batch in batches for outcome in batch]
    if not outcomes:
        raise SearchError(f"time {time}: too short for a single game")
    return outcomes


def check_playout_options(games: int, seed: int, time: float | None, threads: int) -> None:
    """Refuse invalid options, even where a proof makes games unnecessary."""
    if not 1 <= as_int(games, "a number of games") <= MOST_GAMES:
        raise SearchError(f"{shown_number(games)} games: an estimate needs 1 to {MOST_GAMES}")
    checked_seed(seed)
    check_seconds(time)
    checked_threads(threads)


class Playouts:
    """Games of one seed, from what a seat knows to the end; prepared once, then played in parts.

    ``players`` come from `players_of`, by default the fast ones. The hidden cards are dealt anew
    for each game, unless ``hands`` fixes all three hands for all games, or ``deals`` each game's
    hand on the seat's left, as a mask.
    """

    def __init__(
        self,
        view: ClumondView,
        players: Players | None = None,
        *,
        seed: int,
        hands: Sequence[Hand] | None = None,
        deals: Sequence[int] | None = None,
    ) -> None:
        self._view = view
        self._seed = seed
        self._deals = deals
        self._players = [
            style.settings(iterations, view, seat)
            for seat, (style, iterations) in zip(Seat, players or players_of(view), strict=True)
        ]
        self._start = seat_knowledge(view) if hands is None else open_knowledge(view, hands)
        self._is_certain = _is_certain(view, hands)

    def jobs(self, games: int) -> Iterator[Callable[[Stop], list[Outcome]]]:
        """Jobs that play the first ``games`` games of the seed."""
        for first in range(0, games, GAMES_PER_JOB):
            yield partial(self.play, first, min(GAMES_PER_JOB, games - first))

    def play(self, first: int, count: int, stop: Stop) -> list[Outcome]:
        """Play games ``first``, ``first`` + 1 … in this thread; fewer than the count if stopped."""
        played = play_games(
            self._start,
            self._players,
            self._seed,
            first,
            count,
            stop,
            left_hands=self._deals,
            is_certain=self._is_certain,
        )
        if played is None:
            raise self._view.contradiction_error()
        return [_outcome(self._view, taken, kept) for taken, kept in played]


def _is_certain(view: ClumondView, hands: Sequence[Hand] | None) -> bool:
    """Whether no card is played yet, declarer's hand is known, and it is proved to succeed."""
    declarer = view.declarer
    if declarer is None or view.trick or view.tricks_left < TRICKS:
        return False
    if (hands is None and view.seat is not declarer) or view.leader is not declarer.left:
        return False
    hand = view.hand if hands is None else hands[declarer]
    supplementary = view.supplementary[declarer]
    return prove(hand, view.strain, supplementary=supplementary) is Certainty.CERTAIN


def _outcome(view: ClumondView, taken: Sequence[int], kept: Sequence[int]) -> Outcome:
    forehand, middlehand, rearhand = (
        SeatOutcome(Retention.of(Hand(kept[seat])), taken[seat], view.supplementary[seat])
        for seat in Seat
    )
    return Outcome(view.declarer, (forehand, middlehand, rearhand))


def _games_progress(
    progress: ProgressCallback | None, games: int
) -> Callable[[Mapping[int, object]], None] | None:
    if progress is None:
        return None
    return lambda done: progress(min(len(done) * GAMES_PER_JOB, games), games)
