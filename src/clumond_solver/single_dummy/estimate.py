"""How often a declarer succeeds, and what an undeclared hand scores, counted over playouts.

>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> chance = estimate(hand, "spades", seat=Seat.REARHAND, games=20, iterations=20, seed=1)
>>> 0 <= chance.p <= 1, chance.games
(True, 20)
"""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver.base.cards import Hand, StrainLike
from clumond_solver.base.efforts import ESTIMATE_GAMES
from clumond_solver.base.values import ProgressCallback
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.results import Estimate, ScoreEstimate
from clumond_solver.single_dummy.calibration import (
    calibrated_estimate,
    hand_correction,
    with_games_error,
)
from clumond_solver.single_dummy.mean_scores import mean, score_estimate
from clumond_solver.single_dummy.playouts import (
    IterationsLike,
    OpponentsLike,
    check_options,
    play_out,
    players_of,
    styles_of_others,
)
from clumond_solver.single_dummy.proofs import prove
from clumond_solver.single_dummy.styles import Style


def estimate(
    hand: Hand,
    strain: StrainLike,
    *,
    seat: SeatLike = Seat.FOREHAND,
    supplementary: Sequence[int] = (0, 0, 0),
    games: int = ESTIMATE_GAMES,
    iterations: IterationsLike = None,
    seed: int = 0,
    time: float | None = None,
    threads: int = 1,
    style: Style | str = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
) -> Estimate:
    """Estimate the hand's chance as declarer by simulated games of the engine against itself.

    The other cards are dealt at random for each game; every seat plays by what it sees. ``seat``
    only decides who leads first: the player on its left. A seed, 0 to 2**64 - 1, fixes the answer,
    whatever ``threads`` is; ``time`` (seconds) cuts the games short.

    ``style`` is how all seats play, by name or as a `Style`: "fast" takes some ten milliseconds per
    game; "full", the strongest player, a tenth of a second; "strong", "medium" and "easy" are the
    page's levels. ``opponents``, if given, is how the two others play: one for both, or one for
    each seat; against "strong" and "full" ones the games are those of "fast", whose results are
    theirs. ``iterations`` replaces the
    style's number of search iterations per card: one number, or one per role ("declarer",
    "defender", "undeclared"), as in ``{"declarer": 500}``.

    For the style "fast" no game is played if `prove` shows success to be certain or impossible, and
    against named opponents the chance, its error and its range are corrected for the difference
    between these quick games and those of a player who follows every hint. ``progress`` is called
    with the numbers of games done and of all games. RuleError for a hand that is not 16 cards of
    the pack, SearchError for fewer than 1 game or iteration, or an unknown name.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate(hand, "spades", opponents="easy", games=10, iterations=20, seed=1).games
    10
    """
    seat = Seat(seat)
    knowledge = Knowledge.at_start(hand, seat, seat, strain, supplementary=supplementary)
    players = players_of(knowledge, style, opponents, iterations)
    check_options(games, seed, time, threads)
    others = styles_of_others(style, opponents, seat)
    correction = hand_correction(others) if style == "fast" else None
    proved = prove(hand, strain, supplementary=knowledge.supplementary[seat])
    if proved is not None and style == "fast":
        return Estimate.of_proof(proved)
    outcomes = play_out(
        knowledge, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    played = Estimate.of_games([outcome[seat] for outcome in outcomes])
    if correction is None:
        return played
    return with_games_error(calibrated_estimate(played, correction))


def estimate_undeclared(
    hand: Hand,
    *,
    seat: SeatLike = Seat.FOREHAND,
    supplementary: Sequence[int] = (0, 0, 0),
    games: int = ESTIMATE_GAMES,
    iterations: IterationsLike = None,
    seed: int = 0,
    time: float | None = None,
    threads: int = 1,
    style: Style | str = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
) -> ScoreEstimate:
    """Estimate the hand's score on paper when nobody declares and everybody plays for himself.

    Arguments and errors are as in `estimate`; forehand leads. In an undeclared hand players search
    more: a single number of ``iterations`` is multiplied by the style's ``undeclared_factor`` (6 in
    the style "fast"), while ``{"undeclared": 120}`` is taken as it is.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate_undeclared(hand, games=12, iterations=20, seed=1).games
    12
    """
    seat = Seat(seat)
    knowledge = Knowledge.at_start(hand, seat, None, supplementary=supplementary)
    players = players_of(knowledge, style, opponents, iterations)
    outcomes = play_out(
        knowledge, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    hit_rate = mean([float(outcome[seat].success) for outcome in outcomes])
    return score_estimate(seat, [paper_scores(outcome) for outcome in outcomes], hit_rate)
