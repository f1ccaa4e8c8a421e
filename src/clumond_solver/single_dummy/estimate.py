"""How often a declarer succeeds, and what seats score, counted over simulated games.

>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> chance = estimate(hand, "spades", seat=Seat.REARHAND, games=20, iterations=20, seed=1)
>>> 0 <= chance.p <= 1, chance.games
(True, 20)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack, overload

from clumond_solver.base.cards import Hand, Strain, StrainLike
from clumond_solver.base.efforts import ESTIMATE_GAMES, ITERATIONS_PER_MOVE, MEAN_SCORE_GAMES
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import ProgressCallback, as_int, check_type
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView, ViewSource
from clumond_solver.results import Estimate, ScoreEstimate
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.any_game import estimate_scores
from clumond_solver.single_dummy.calibration import (
    calibrated_estimate,
    hand_correction,
    with_games_error,
)
from clumond_solver.single_dummy.levels import Style
from clumond_solver.single_dummy.luck import mean, score_estimate
from clumond_solver.single_dummy.playouts import (
    IterationsLike,
    OpponentsLike,
    check_options,
    play_out,
    players_of,
    styles_of_others,
)
from clumond_solver.single_dummy.proofs import prove


class _Options(TypedDict, total=False):
    """The options of `estimate`."""

    seat: SeatLike | int | None
    supplementary: Sequence[int]
    games: int | None
    iterations: IterationsLike
    seed: int
    time: float | None
    threads: int
    style: Style | str
    opponents: OpponentsLike
    progress: ProgressCallback | None


@overload
def estimate(source: Hand, strain: StrainLike, **options: Unpack[_Options]) -> Estimate: ...


@overload
def estimate(
    source: Hand | ViewSource, strain: None = None, **options: Unpack[_Options]
) -> ScoreEstimate: ...


def estimate(
    source: Hand | ViewSource,
    strain: StrainLike | None = None,
    *,
    seat: SeatLike | int | None = None,
    supplementary: Sequence[int] = (0, 0, 0),
    games: int | None = None,
    iterations: IterationsLike = None,
    seed: int = 0,
    time: float | None = None,
    threads: int = 1,
    style: Style | str = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
) -> Estimate | ScoreEstimate:
    """Estimate a hand's chance as declarer, or mean scores, by simulated games of the engine.

    A hand of Clumond with a ``strain`` gets its chance as declarer, without one its score on paper
    when nobody declares and everybody plays for himself. A play, a state of any game, or a view
    gets each seat's mean gain when engine players finish the deal, from what one ``seat`` has seen
    (by default the seat to act). The unseen cards are dealt at random for each game; every seat
    plays by what it sees. A seed, 0 to 2**64 - 1, fixes the answer.

    ``games`` are 200 by default, of a state 100. ``iterations`` replaces the usual number of
    deals searched for a card, or for an action of a state. The other arguments are for a hand.

    ``seat`` (by default forehand) decides who leads first: in a declared hand the player on its
    left. ``style`` is how all seats play, by name or as a `Style`: "fast" takes some ten
    milliseconds per game; "full", the strongest player, a tenth of a second; "strong", "medium" and
    "easy" are the page's levels. ``opponents``, if given, is how the two others play: one for both,
    or one for each seat; "strong" and "full" ones are played by "fast". ``iterations`` may be one
    number per role ("declarer", "defender", "undeclared"), as in ``{"declarer": 500}``; a single
    number is multiplied by the style's ``undeclared_factor`` in undeclared hands, where players
    search more. ``time`` (seconds) cuts the games short; ``threads`` play them; ``progress`` is
    called with the numbers of games done and of all games.

    For the style "fast" no game is played if `prove` shows success to be certain or impossible, and
    against named opponents the chance, its error and its range are corrected for the difference
    between these quick games and those of a player who follows every hint. RuleError for a hand
    that is not 16 cards of the pack, or if no deal agrees with the view; SearchError for fewer than
    1 game or iteration, or an unknown name.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate(hand, "spades", opponents="easy", games=10, iterations=20, seed=1).games
    10
    >>> estimate(hand, games=12, iterations=20, seed=1).games
    12
    >>> from clumond_solver.games.clubs import ClubsGame
    >>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
    >>> estimate(state, seat=1, games=2, iterations=10, seed=1).games
    2
    """
    kinds = Hand, Play, TrickState, View
    check_type(source, kinds, "a hand, a play, a session's state or a view")
    if not isinstance(source, Hand):
        for_a_hand = (strain, opponents, time, style, *supplementary)
        if for_a_hand != (None, None, None, "fast", 0, 0, 0):
            raise RuleError(
                "strain, supplementary, style, opponents and time go with a hand, not with a state"
            )
        return _estimate_deal(source, seat, games, iterations, seed)
    seat = Seat.FOREHAND if seat is None else Seat(seat)
    declarer = None if strain is None else seat
    trumps = Strain.NO_TRUMPS if strain is None else strain
    view = ClumondView.at_start(source, seat, declarer, trumps, supplementary=supplementary)
    players = players_of(view, style, opponents, iterations)
    games = ESTIMATE_GAMES if games is None else games
    check_options(games, seed, time, threads)
    proved = None
    if strain is not None and style == "fast":
        proved = prove(source, strain, supplementary=view.supplementary[seat])
    if proved is not None:
        return Estimate.of_proof(proved)
    outcomes = play_out(
        view, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    if strain is None:
        hit_rate = mean([float(outcome[seat].success) for outcome in outcomes])
        return score_estimate(seat, [paper_scores(outcome) for outcome in outcomes], hit_rate)
    played = Estimate.of_games([outcome[seat] for outcome in outcomes])
    others = styles_of_others(style, opponents, seat)
    correction = hand_correction(others) if style == "fast" else None
    if correction is None:
        return played
    return with_games_error(calibrated_estimate(played, correction))


def _estimate_deal(
    source: ViewSource,
    seat: SeatLike | int | None,
    games: int | None,
    iterations: IterationsLike,
    seed: int,
) -> ScoreEstimate:
    """The mean gains when engine players finish the deal, from what a seat has seen."""
    per_move = ITERATIONS_PER_MOVE if iterations is None else iterations
    return estimate_scores(
        ClumondView.of(source, seat) if isinstance(source, Play) else source,
        Seat(seat) if isinstance(seat, str) else seat,
        games=MEAN_SCORE_GAMES if games is None else games,
        iterations=as_int(per_move, "a number of iterations"),
        seed=seed,
    )
