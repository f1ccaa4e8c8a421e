"""The best action of a seat, and what its hand or deal is worth, in any game.

>>> from clumond_solver.games.clag.game import ClagGame
>>> state = ClagGame(3).deal(5, ClagGame(3).opening())
>>> choose(state, seed=1).action in state.legal_actions
True
>>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
>>> chance = estimate(hand, "spades", seat=Seat.REARHAND, games=20, iterations=20, seed=1)
>>> 0 <= chance.p <= 1, chance.games
(True, 20)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from clumond_solver.base.cards import Hand, Strain, StrainLike
from clumond_solver.base.checks import as_int, check_given, check_type
from clumond_solver.base.efforts import (
    DEFAULT_ITERATIONS,
    ESTIMATE_GAMES,
    ITERATIONS_PER_MOVE,
    MEAN_SCORE_GAMES,
    checked_games,
)
from clumond_solver.base.errors import RuleError, SearchError, WrongTypeError, shown_number
from clumond_solver.base.renamed import renamed
from clumond_solver.base.seeds import as_seed, checked_seed
from clumond_solver.base.stopping import ProgressCallback
from clumond_solver.games import DEFAULT_GAME
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond_views import ClumondView, ViewSource
from clumond_solver.knowledge.views import View
from clumond_solver.results import Choice, Estimate, ScoreEstimate
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.action_choice import choose_action, view_of
from clumond_solver.single_dummy.clumond.calibration import (
    calibrated_estimate,
    hand_correction,
    with_games_error,
)
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import (
    IterationsLike,
    OpponentsLike,
    check_playout_options,
    play_out,
    players_of,
    proved_for,
    styles_of_others,
)
from clumond_solver.single_dummy.levels import StyleLike, style_of
from clumond_solver.single_dummy.luck import mean, mean_error, relative_score


@renamed(games="games_per_action")
def choose(
    source: ViewSource,
    seat: SeatLike | int | None = None,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games_per_action: int = 0,
    seed: int = 0,
    time: float | None = None,
    style: StyleLike | None = None,
) -> Choice[Action]:
    """Choose a call or a card for the seat to act, in any game, using only what it has seen.

    ``source`` is a play of Clumond, the state of a deal of any game, of which only that seat's view
    is used, or a view itself; ``seat`` may name the seat, as a check. ``iterations`` is the number
    of deals searched, which calls share; a hundred for each call are the least that tells calls
    apart. The card that the search visited most is chosen, which may be rated a little lower than
    another (`Choice` says what else counts). A limit of ``time`` (seconds) may cut this short; the
    answer is then not `complete`, nor reproducible. A seed, 0 to 2**64 - 1, fixes the choice.

    In Clumond ``style`` is how the cards are played, by default the strongest. A declarer whose
    success can be proved plays a card that keeps it certain, unless his style plays at sight. In
    other games ``games_per_action`` are played after each of the best cards, and decide, if there
    are any: slower, but the best play. RuleError if it is not the seat's turn, SearchError for
    fewer than 1 iteration, or a negative time or number of games.

    >>> from clumond_solver.games.clumond.deals import Deal
    >>> play = Play(Deal.random(3), "forehand", "hearts")
    >>> choice = choose(play, iterations=200, seed=1)
    >>> choice.card in play.legal_plays, choice.iterations
    (True, 200)
    """
    check_type(source, ViewSource, "a play, a session's state or a view")
    if isinstance(source, TrickState | View):
        view = view_of(source, seat)
        if view.layout.game != DEFAULT_GAME or view.play is None:
            if style is not None:
                raise SearchError("style: only cards of Clumond have one")
            return choose_action(
                view,
                iterations=iterations,
                games_per_action=games_per_action,
                seed=seed,
                time=time,
            )
        source = ClumondView.of(view)
    if checked_games(games_per_action):
        raise SearchError(
            f"games_per_action={games_per_action}: a search alone chooses cards of Clumond"
        )
    at = None if seat is None else Seat(seat)
    choice = choose_card(source, at, iterations=iterations, seed=seed, time=time, style=style)
    return cast("Choice[Action]", choice)


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
    style: StyleLike = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
) -> Estimate:
    """Estimate a hand's chance as declarer of Clumond, by simulated games of the engine.

    The unseen cards are dealt at random for each of the ``games``; every seat plays by what it
    sees. A seed, 0 to 2**64 - 1, fixes the answer.

    ``seat`` decides who leads first: the player on its left. ``style`` is how the hand is played,
    by name or as a `Style`: the levels "easy", "medium" and "strong", or "fast", for one who
    follows every hint. ``opponents`` is how the two others play, by default as the program's best:
    one for both, or one for each seat. Strong ones are played in some ten milliseconds a game, and
    the chance, its error and its range are corrected for the difference; with the style "full" all
    play as they are, ten times as long. ``iterations`` replaces the usual number of deals searched
    for a card; it may be one number per role ("declarer", "defender", "undeclared"), as in
    ``{"declarer": 500}``. ``time`` (seconds) cuts the games short; ``threads`` play them;
    ``progress`` is called with the numbers of games done and of all games.

    No game is played if `prove` shows success to be impossible, or certain for a style that does
    not play at sight. RuleError for a hand that is not 16 cards of the pack; SearchError for fewer
    than 1 game or iteration, or an unknown name.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate(hand, "spades", opponents="easy", games=10, iterations=20, seed=1).games
    10
    """
    _check_hand(hand)
    check_given(estimate, supplementary=supplementary, progress=progress)
    if strain is None:
        raise RuleError("a strain is needed: estimate_undeclared answers for an undeclared hand")
    seat, own = Seat(seat), style_of(style)
    view = ClumondView.at_start(hand, seat, seat, Strain(strain), supplementary=supplementary)
    players = players_of(view, own, opponents, iterations)
    check_playout_options(games, seed, time, threads)
    proved = proved_for(own, hand, view.strain, supplementary=view.supplementary[seat])
    if proved is not None:
        return Estimate.of_proof(proved)
    outcomes = play_out(
        view, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    played = Estimate.of_games([outcome[seat] for outcome in outcomes])
    correction = hand_correction(own, styles_of_others(opponents, seat))
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
    style: StyleLike = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
) -> ScoreEstimate:
    """Estimate a hand's score on paper when nobody declares and everybody plays for himself.

    The arguments and the errors are those of `estimate`; a single number of ``iterations`` is
    multiplied by the style's ``undeclared_factor``, as players search more here.

    >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    >>> estimate_undeclared(hand, games=12, iterations=20, seed=1).games
    12
    """
    _check_hand(hand)
    check_given(estimate_undeclared, supplementary=supplementary, progress=progress)
    seat = Seat(seat)
    view = ClumondView.at_start(hand, seat, None, Strain.NO_TRUMPS, supplementary=supplementary)
    players = players_of(view, style_of(style), opponents, iterations)
    check_playout_options(games, seed, time, threads)
    outcomes = play_out(
        view, players, games=games, seed=seed, time=time, threads=threads, progress=progress
    )
    hit_rate = mean([float(outcome[seat].success) for outcome in outcomes])
    return _score_estimate(seat, [paper_scores(outcome) for outcome in outcomes], hit_rate)


def _check_hand(hand: object) -> None:
    if isinstance(hand, ViewSource):
        raise WrongTypeError("a hand is needed: estimate_scores answers for a play, state or view")
    check_type(hand, Hand, "a hand")


def estimate_scores(
    source: ViewSource,
    seat: SeatLike | int | None = None,
    *,
    games: int = MEAN_SCORE_GAMES,
    iterations: int = ITERATIONS_PER_MOVE,
    seed: int = 0,
) -> ScoreEstimate:
    """Estimate each seat's mean gain when engine players finish a deal of any game.

    ``source`` is a play of Clumond, the state of a deal, of which only what one ``seat`` has seen
    is used (by default the seat to act), or a view, which has its own seat. The unseen cards are
    dealt at random for each of the ``games``; ``iterations`` is the number of deals searched for an
    action. A seed, 0 to 2**64 - 1, fixes the answer. RuleError if no deal agrees with the view,
    SearchError for fewer than 1 game or iteration.

    >>> from clumond_solver.games.clubs import ClubsGame
    >>> state = ClubsGame(4).deal(3, ClubsGame(4).opening())
    >>> estimate_scores(state, seat=1, games=2, iterations=10, seed=1).games
    2
    """
    if isinstance(source, Hand):
        raise WrongTypeError("estimate and estimate_undeclared answer for a hand alone")
    check_type(source, ViewSource, "a play, a session's state or a view")
    if as_int(games, "a number of games") < 1:
        raise SearchError(f"{shown_number(games)} games: at least 1 is needed for an estimate")
    iterations = as_int(iterations, "a number of iterations")
    if isinstance(source, Play):
        source = ClumondView.of(source, seat)
    view = view_of(source, seat)
    finished = []
    seed = checked_seed(seed)
    for number, state in enumerate(view.worlds_one_by_one(games, seed)):
        plies = 0
        while not state.is_over:
            move_seed = as_seed(seed + (number << 32) + (plies << 16))
            state.push(choose_action(state, iterations=iterations, seed=move_seed).action)
            plies += 1
        finished.append(state.scores)
    return _score_estimate(view.seat, finished)


def _score_estimate(
    seat: int, finished: Sequence[Sequence[float]], hit_rate: float | None = None
) -> ScoreEstimate:
    """The estimate from finished games; ``finished`` has a game's scores by seat."""
    own = [scores[seat] for scores in finished]
    relatives = [relative_score(scores, seat) for scores in finished]
    return ScoreEstimate(
        seat=seat,
        scores=tuple(map(mean, zip(*finished, strict=True))),
        own=mean(own),
        own_score_error=mean_error(own),
        relative=mean(relatives),
        relative_score_error=mean_error(relatives),
        games=len(finished),
        hit_rate=hit_rate,
    )
