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
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.checks import as_int, check_given, check_type
from clumond_solver.base.efforts import (
    ESTIMATE_GAMES,
    MOST_GAMES,
    MOST_ITERATIONS,
    checked_iterations,
)
from clumond_solver.base.errors import SearchError, shown_number, shown_value
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import (
    Deadline,
    ProgressCallback,
    check_seconds,
    checked_threads,
    run_jobs,
)
from clumond_solver.base.wording import counted, player_in_words, players_in_words
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Outcome, Retention, SeatOutcome
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import open_knowledge, seat_knowledge
from clumond_solver.results import Certainty
from clumond_solver.single_dummy.clumond.proofs import prove
from clumond_solver.single_dummy.levels import (
    FAST,
    FULL,
    STRONG,
    Iterations,
    Style,
    StyleLike,
    role_of,
    style_name,
    style_of,
)

#: Games that a thread plays in one job.
GAMES_PER_JOB = 4
# Those whose simulated games `FAST` plays.
_PLAYED_BY_FAST = (FULL, STRONG)

#: Iterations for a card: a number for all seats, one per role, or None for the style's own.
IterationsLike = int | Mapping[str, int] | None
#: How others play: a style or its name for both, one for each seat, or None: as the program's best.
OpponentsLike = StyleLike | Sequence[StyleLike] | None
#: For each seat, a style and the iterations of its search for a card.
Players = Sequence[tuple[Style, int]]


def players_of(
    view: ClumondView,
    style: StyleLike = FAST,
    opponents: OpponentsLike = None,
    iterations: IterationsLike = None,
    *,
    seat: Seat | None = None,
) -> Players:
    """The players of a hand, by seat.

    ``style`` is that of ``seat``, by default the view's, ``opponents`` those of the others. Strong
    ones are played by `FAST`, whose games end much as theirs and take a thirtieth of the time,
    unless ``style`` is `FULL`: then all play as they are.

    >>> view = ClumondView.at_start(Hand.parse("AK8732.AK974.KJ4.Q3"), Seat.FOREHAND, None)
    >>> players_of(view, "easy", "full") == players_of(view, "easy")
    True
    """
    own = style_of(style)
    styles = [*styles_by_seat(opponents)]
    styles[view.seat if seat is None else seat] = own
    players = []
    for player_seat, given in zip(Seat, styles, strict=True):
        player = FAST if own != FULL and given in _PLAYED_BY_FAST else given
        role = role_of(player_seat, view.declarer)
        players.append((player, _iterations_of_role(role, player, iterations)))
    return players


def styles_by_seat(opponents: OpponentsLike) -> tuple[Style, ...]:
    """How each seat plays if it is not the asker's; SearchError unless there is one for each."""
    styles = checked_opponents(FULL if opponents is None else opponents)
    if isinstance(styles, Style):
        return (styles,) * len(Seat)
    if styles is None or len(styles) != len(Seat):
        given = 0 if styles is None else len(styles)
        raise SearchError(f"{given} styles: one for both others, or one for each seat")
    return styles


def checked_opponents(opponents: OpponentsLike) -> Style | tuple[Style, ...] | None:
    """The styles of these names, in any game; they may be fewer than seats.

    SearchError for a style that does not exist.
    """
    check_type(
        opponents, (Style, str, Sequence, NoneType), "a style, its name, or one for each seat,"
    )
    if opponents is None or isinstance(opponents, StyleLike):
        return None if opponents is None else style_of(opponents)
    return tuple(map(style_of, opponents))


def styles_of_others(opponents: OpponentsLike, seat: Seat) -> list[Style]:
    """How the two others play, in the order of seats."""
    by_seat = styles_by_seat(opponents)
    return [by_seat[other] for other in Seat if other is not seat]


def against_whom(opponents: OpponentsLike, seat: Seat) -> str:
    """Whom a seat's figures hold against, in words.

    >>> against_whom("medium", Seat.FOREHAND), against_whom(None, Seat.FOREHAND)
    ('two medium players', 'two who follow every hint')
    """
    return players_in_words([*map(style_name, styles_of_others(opponents, seat))])


def who_plays(style: StyleLike, opponents: OpponentsLike, seat: Seat) -> str:
    """Who plays a seat's hand, and against whom, in words.

    >>> who_plays("easy", None, Seat.FOREHAND)
    'an easy player, against two who follow every hint'
    """
    own = player_in_words(style_name(style_of(style)))
    return f"{own}, against {against_whom(opponents, seat)}"


def _iterations_of_role(role: str, style: Style, given: IterationsLike) -> int:
    check_type(
        given, (SupportsIndex, Mapping, NoneType), "a number of iterations, or one per role,"
    )
    by_role: Mapping[str, int] = given if isinstance(given, Mapping) else {}
    for name in by_role:
        if name not in Iterations._fields:
            raise SearchError(
                f"no role {shown_value(name)}: there are {', '.join(Iterations._fields)}"
            )
    if role in by_role:
        return checked_iterations(by_role[role])
    one: int = getattr(style.iterations, role)
    if isinstance(given, SupportsIndex):
        one = int(checked_iterations(given))
    factor = style.undeclared_factor if role == "undeclared" else 1
    return min(one * factor, MOST_ITERATIONS)


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
        raise SearchError(f"{counted(len(players), 'player')}: one for each seat")
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


def proved_for(style: Style, hand: Hand, strain: Strain, *, supplementary: int) -> Certainty | None:
    """What `prove` says of a declarer's hand that is played by a style.

    No proof of success holds for play at sight, which does not follow it.
    """
    proved = prove(hand, strain, supplementary=supplementary)
    return proved if proved is not Certainty.CERTAIN or style.follows_proofs else None


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
