"""The player who sees his own cards only, and how hands end when three such players play them.

`choose` picks a card for the seat to play by information-set Monte Carlo tree search: many deals
consistent with what the seat knows, one tree over the public history, new positions evaluated by
nets and random play, the last two tricks solved exactly. `estimate` lets three such players play a
hand out on sampled deals and counts how often its declarer succeeds.

>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> chance = estimate(hand, "spades", seat=Seat.REARHAND, games=20, iterations=20, seed=1)
>>> 0 <= chance.p <= 1, chance.games
(True, 20)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import NoneType
from typing import SupportsIndex

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.ismcts import Settings, search_card
from clumond_solver._core.single_dummy.selfplay import play_games
from clumond_solver.base.cards import Card, Hand, StrainLike
from clumond_solver.base.deadline import Deadline, checked_seconds
from clumond_solver.base.errors import RuleError, SearchError, shown_number
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.threads import checked_threads, run_jobs
from clumond_solver.base.values import as_int, check_type
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import TRICKS, Outcome, Play, Retention, SeatOutcome
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.knowledge.core_clumond import clumond_board, open_knowledge, seat_knowledge
from clumond_solver.knowledge.sampling import no_deal_fits
from clumond_solver.results import (
    ActionValue,
    Certainty,
    Choice,
    Estimate,
    Proof,
    UndeclaredEstimate,
)
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.calibration import calibrated_estimate, with_games_error
from clumond_solver.single_dummy.limits import (
    DEFAULT_ITERATIONS,
    MOST_ITERATIONS,
    checked_iterations,
)
from clumond_solver.single_dummy.means import mean, mean_error, relative_score
from clumond_solver.single_dummy.proofs import proof_at, prove
from clumond_solver.single_dummy.styles import FULL, Iterations, Style, named_player, role_of

DEFAULT_GAMES = 200
#: Games that a thread plays at a time.
GAMES_A_JOB = 4

Progress = Callable[[int, int], None]
#: Iterations for a card: of all seats, by role, or those that belong to the style.
IterationsLike = int | Mapping[str, int] | None
#: By seat, a style and the iterations of its search for a card.
Players = Sequence[tuple[Style, int]]


def choose(
    play: Play | Knowledge,
    seat: SeatLike | None = None,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    time: float | None = None,
    style: Style | None = None,
) -> Choice[PlayCard]:
    """The card to play for the seat to play, from what that seat has seen alone.

    ``play`` may be a play (only its seat's knowledge of it is used) or a knowledge. ``seat`` may
    name the seat, which must be the one to play. With ``time`` (seconds) the search goes on until
    the time is up instead, and is not reproducible. RuleError if it is not the seat's turn,
    SearchError for fewer than 1 iteration or a negative time.

    A declarer who is proved to succeed (`proof_at`) plays a card that keeps the proof, unless his
    style plays at sight.

    >>> from clumond_solver.games.clumond.deals import Deal
    >>> play = Play(Deal.random(3), "forehand", "hearts")
    >>> choice = choose(play, iterations=200, seed=1)
    >>> choice.card in play.legal_plays, choice.iterations
    (True, 200)
    """
    known = _knowledge_to_play(play, seat)
    stop = Deadline(time).stop(listens=True)
    count = checked_iterations(iterations) if time is None else MOST_ITERATIONS
    style = FULL if style is None else style
    check_type(style, Style, "a style")
    settings = style.settings(count, known, known.seat)
    choice = _choice(known, settings, checked_seed(seed), stop)
    # Players at sight look for no proof either.
    proof = proof_at(known) if choice.iterations else None
    return choice if proof is None else _with_proof(choice, proof)


def estimate(
    hand: Hand,
    strain: StrainLike,
    *,
    seat: SeatLike = Seat.FOREHAND,
    supplementary: Sequence[int] = (0, 0, 0),
    games: int = DEFAULT_GAMES,
    iterations: IterationsLike = None,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    style: Style | str = "fast",
    opponents: Style | str | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """How often the hand succeeds as declarer, over games of the engine against itself.

    The other cards are dealt at random for each game; every seat plays on what it sees. ``seat``
    matters only in that the declarer's left leads. A seed fixes the answer, whatever ``threads``
    (two, or as many as there are processors) is; ``time`` (seconds) cuts the games short.

    ``style`` is how all seats play, by name or as a `Style`: "fast" takes some ten milliseconds a
    game; "full", the strongest player, a tenth of a second; "strong", "medium" and "easy" are the
    page's levels. ``opponents``, if given, is how the two others play. ``iterations`` of the search
    for a card replace those of the style: a number, or by role ("declarer", "defender",
    "undeclared"), as in ``{"declarer": 500}``.

    With the style "fast" and no ``opponents``, which is the default, no game is played where the
    hand proves that success is certain or impossible (`prove`), and error and range allow for what
    fast games get wrong beside the strongest player.
    ``progress`` is called with the games done and their number. RuleError for a hand that is not
    16 cards of the pack, SearchError for fewer than 1 game or iteration, or an unknown name.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate(hand, "spades", opponents="easy", games=10, iterations=20, seed=1).games
    10
    """
    seat = Seat(seat)
    known = Knowledge.at_start(hand, seat, seat, strain, supplementary=supplementary)
    players = players_of(known, style, opponents, iterations)
    _check_options(games, seed, time, threads)
    is_calibrated = style == "fast" and opponents is None
    proved = prove(hand, strain, supplementary=known.supplementary[seat])
    if proved is not None and is_calibrated:
        return Estimate.of_proof(proved)
    outcomes = play_out(
        known, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    played = estimate_of([outcome[seat] for outcome in outcomes])
    return with_games_error(calibrated_estimate(played)) if is_calibrated else played


def estimate_undeclared(
    hand: Hand,
    *,
    seat: SeatLike = Seat.FOREHAND,
    supplementary: Sequence[int] = (0, 0, 0),
    games: int = DEFAULT_GAMES,
    iterations: IterationsLike = None,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    style: Style | str = "fast",
    opponents: Style | str | None = None,
    progress: Progress | None = None,
) -> UndeclaredEstimate:
    """What the hand scores on paper when nobody declares and each plays for himself.

    Arguments and errors as in `estimate`; forehand leads. A single number of ``iterations`` is
    multiplied by the style's ``undeclared_factor``, one for the role "undeclared" is not.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate_undeclared(hand, games=12, iterations=20, seed=1).games
    12
    """
    seat = Seat(seat)
    known = Knowledge.at_start(hand, seat, None, supplementary=supplementary)
    players = players_of(known, style, opponents, iterations)
    outcomes = play_out(
        known, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    scores = [paper_scores(outcome) for outcome in outcomes]
    relatives = [relative_score(score, seat) for score in scores]
    own = [score[seat] for score in scores]
    return UndeclaredEstimate(
        own=mean(own),
        own_error=mean_error(own),
        relative=mean(relatives),
        relative_error=mean_error(relatives),
        hit_rate=mean([float(outcome[seat].success) for outcome in outcomes]),
        games=len(outcomes),
    )


def players_of(
    known: Knowledge,
    style: Style | str = "fast",
    opponents: Style | str | None = None,
    iterations: IterationsLike = None,
    *,
    seat: Seat | None = None,
) -> Players:
    """The players of a hand by seat: one in ``style``, by default the seat that knows, and others.

    The others play as ``opponents`` if given, else in the same style.
    """
    own = known.seat if seat is None else seat
    players = []
    for other in Seat:
        chosen = style if opponents is None or other is own else opponents
        player, usual = _named_or_own(chosen)
        role = role_of(other, known.declarer)
        players.append((player, _own_iterations(iterations, player, usual, role)))
    return players


def _named_or_own(style: Style | str) -> tuple[Style, Iterations]:
    check_type(style, (Style, str), "a style, or its name,")
    if isinstance(style, str):
        return named_player(style)
    return style, Iterations.usual(style)


def _own_iterations(given: IterationsLike, style: Style, usual: Iterations, role: str) -> int:
    check_type(given, (SupportsIndex, Mapping, NoneType), "a number of iterations, or one a role,")
    if isinstance(given, SupportsIndex):
        factor = style.undeclared_factor if role == "undeclared" else 1
        return min(int(checked_iterations(given)) * factor, MOST_ITERATIONS)
    by_role = given or {}
    for name in by_role:
        if name not in Iterations._fields:
            raise SearchError(f"no role {name!r:.40}: there are {', '.join(Iterations._fields)}")
    return checked_iterations(by_role.get(role, getattr(usual, role)))


def play_out(
    known: Knowledge,
    players: Players | None = None,
    *,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Play games from what a seat knows to the end, the hidden cards dealt anew for each.

    ``players`` are those of `players_of`, by default the fast ones; other arguments as in
    `estimate`. Game n of a seed is the same game however many are played.
    """
    _check_options(games, seed, time, threads)
    done = run_jobs(
        Games(known, players, seed=seed).jobs(games),
        threads=threads,
        deadline=Deadline(time),
        on_done=_in_games(progress, games),
    )
    outcomes = [outcome for batch in done for outcome in batch]
    if not outcomes:
        raise SearchError(f"time budget {time}: too short for a single game")
    return outcomes


def _check_options(games: int, seed: int, time: float | None, threads: int | None) -> None:
    """Refuse what no game can be played with, whether or not one has to be."""
    if as_int(games, "a number of games") < 1:
        raise SearchError(f"{shown_number(games)} games: at least 1 is needed for an estimate")
    checked_seed(seed)
    checked_seconds(time)
    checked_threads(threads)


def estimate_of(finishes: Sequence[SeatOutcome]) -> Estimate:
    """The estimate that a declarer's finishes amount to."""
    games = len(finishes)
    p = sum(finish.success for finish in finishes) / games
    # An imaginary success and failure keep the error of a clean sweep from being 0.
    smoothed = (p * games + 1) / (games + 2)
    return Estimate(
        p=p,
        standard_error=math.sqrt(smoothed * (1 - smoothed) / games),
        games=games,
        successes=Counter((end.retention, end.total) for end in finishes if end.success),
        tricks=Counter(end.tricks_taken for end in finishes),
    )


def _knowledge_to_play(play: Play | Knowledge, seat: SeatLike | None) -> Knowledge:
    check_type(play, (Play, Knowledge), "a play or what a seat knows of it")
    turn = play.turn
    if turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    if seat is not None and Seat(seat) is not turn:
        raise RuleError(f"it is {turn}'s turn, not {Seat(seat)}'s")
    known = Knowledge.of(play, turn) if isinstance(play, Play) else play
    if known.seat != turn:
        raise RuleError(f"it is {turn}'s turn, but the knowledge is {known.seat}'s")
    return known


def _choice(known: Knowledge, settings: Settings, seed: int, stop: Stop) -> Choice[PlayCard]:
    card, done, _, children = _search(known, settings, seed, stop)
    tried = {bit: ActionValue(visits, value) for bit, _, _, visits, value in children}
    values = _spread_over_runs(tried, Hand(clumond_board(known).legal))
    return Choice(PlayCard(Card.from_bit(card)), values, done)


def _with_proof(choice: Choice[PlayCard], proof: Proof) -> Choice[PlayCard]:
    """The choice with what is proved in place of what the search says."""
    exact = float(int(proof.certainty))
    # Touching cards still share one rating.
    rated = {id(value): ActionValue(value.visits, exact) for value in choice.values.values()}
    values = {
        play: rated[id(value)] if play.card in proof.cards else value
        for play, value in choice.values.items()
    }
    best = choice.action
    if best.card not in proof.cards:
        best = max(map(PlayCard, proof.cards), key=lambda play: choice.values[play].visits)
    return Choice(best, values, choice.iterations, proof)


def _search(
    known: Knowledge, settings: Settings, seed: int, stop: Stop
) -> tuple[int, int, float, list[tuple[int, int, int, int, float]]]:
    result = search_card(seat_knowledge(known), settings, seed, stop)
    if result is None:
        raise no_deal_fits(known)
    return result


def _spread_over_runs(tried: Mapping[int, ActionValue], legal: Hand) -> dict[PlayCard, ActionValue]:
    """Give each legal card the value of the searched card that it touches."""
    values = {}
    latest: ActionValue | None = None
    for card in legal:
        latest = tried.get(card.bit, latest)
        if latest is not None:
            values[PlayCard(card)] = latest
    return values


class Games:
    """Games of one seed from what a seat knows to the end; what they share is made once.

    ``players`` are those of `players_of`, by default the fast ones. ``hands`` fixes all three hands
    instead of dealing the hidden ones anew for each game; ``deals`` gives by game the hand on the
    seat's left, as a mask.
    """

    def __init__(
        self,
        known: Knowledge,
        players: Players | None = None,
        *,
        seed: int,
        hands: Sequence[Hand] | None = None,
        deals: Sequence[int] | None = None,
    ) -> None:
        """Prepare what the games share."""
        self._known = known
        self._seed = seed
        self._deals = deals
        self._players = [
            style.settings(iterations, known, seat)
            for seat, (style, iterations) in zip(Seat, players or players_of(known), strict=True)
        ]
        self._knowledge = seat_knowledge(known) if hands is None else open_knowledge(known, hands)
        self._proved = _is_certain(known, hands)

    def jobs(self, games: int) -> Iterator[Callable[[Stop], list[Outcome]]]:
        """All games from the first to this number, some to a job."""
        for first in range(0, games, GAMES_A_JOB):
            yield partial(self.play, first, min(GAMES_A_JOB, games - first))

    def play(self, first: int, count: int, stop: Stop) -> list[Outcome]:
        """Games ``first``, ``first`` + 1 … in this thread; fewer than the count if stopped."""
        played = play_games(
            self._knowledge,
            self._players,
            self._seed,
            first,
            count,
            stop,
            deals=self._deals,
            proved=self._proved,
        )
        if played is None:
            raise no_deal_fits(self._known)
        return [_outcome(self._known, taken, kept) for taken, kept in played]


def _is_certain(known: Knowledge, hands: Sequence[Hand] | None) -> bool:
    """Whether declarer is proved to succeed, no card being played yet and his hand being known."""
    declarer = known.declarer
    if declarer is None or known.trick or known.tricks_left < TRICKS:
        return False
    if (hands is None and known.seat is not declarer) or known.leader is not declarer.left:
        return False
    hand = known.hand if hands is None else hands[declarer]
    supplementary = known.supplementary[declarer]
    return prove(hand, known.strain, supplementary=supplementary) is Certainty.CERTAIN


def root_value(known: Knowledge, iterations: int, seed: int, stop: Stop, style: Style) -> float:
    """The seat's mean reward in one search, also when another seat is to play."""
    settings = style.settings(iterations, known, known.seat)
    return _search(known, settings, seed, stop)[2]


def _outcome(known: Knowledge, taken: Sequence[int], kept: Sequence[int]) -> Outcome:
    forehand, middlehand, rearhand = (
        SeatOutcome(Retention.of(Hand(kept[seat])), taken[seat], known.supplementary[seat])
        for seat in Seat
    )
    return Outcome(known.declarer, (forehand, middlehand, rearhand))


def _in_games(progress: Progress | None, games: int) -> Callable[[int], None] | None:
    if progress is None:
        return None
    return lambda done: progress(min(done * GAMES_A_JOB, games), games)
