"""Advice on a hand: in Clumond whether to declare, in any other game what to call or to play.

>>> answer = advise(Hand.parse("AJ9.T.K.7"), game="clabberjass", turned=Card.parse("S8"), seed=1)
>>> str(answer.action), answer.unit
('declare S', 'points ahead of the opponent')
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack, overload

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.efforts import DEFAULT_BUDGET, DEFAULT_ITERATIONS, GAMES_PER_ACTION
from clumond_solver.base.errors import RuleError, WrongTypeError
from clumond_solver.base.stopping import ProgressCallback
from clumond_solver.coach.hints import hint
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT, Agreement, Prefer, Terms
from clumond_solver.knowledge.views import View
from clumond_solver.results import Advice
from clumond_solver.rules.actions import Said
from clumond_solver.rules.game import Game
from clumond_solver.single_dummy.clumond.advice import advise as advise_clumond
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike
from clumond_solver.single_dummy.levels import StyleLike

_OF_ANY_GAME = ("iterations", "games_per_action", "seed", "time")


@overload
def advise(
    hand: Hand,
    *,
    seat: SeatLike = Seat.FOREHAND,
    agreement: Agreement = BASE_AGREEMENT,
    prefer: Prefer | str = Prefer.RELATIVE,
    seed: int = 0,
    budget: int = DEFAULT_BUDGET,
    time: float | None = None,
    threads: int = 1,
    style: StyleLike = "fast",
    opponents: OpponentsLike = None,
    progress: ProgressCallback | None = None,
    watch: Callable[[Advice], None] | None = None,
    **terms: Unpack[Terms],
) -> Advice: ...
@overload
def advise(
    hand: Hand,
    *,
    game: Game[Any] | str,
    deal: int | None = None,
    turned: Card | str | None = None,
    said: Said = (),
    iterations: int = DEFAULT_ITERATIONS,
    games_per_action: int = GAMES_PER_ACTION,
    seed: int = 0,
    time: float | None = None,
) -> Hint: ...
def advise(
    hand: Hand,
    *,
    game: Game[Any] | str | None = None,
    deal: int | None = None,
    turned: Card | str | None = None,
    said: Said = (),
    **options: Any,
) -> Advice | Hint:
    """Advise a player who may go for clumond: declare in which strain, or pass?

    With a ``game``, such as "clag scheme=raf", advise the holder of a hand in that game: the
    answer is a `Hint`. ``deal``, ``turned`` and ``said`` are as in `View.at_start`, ``iterations``,
    ``games_per_action``, ``seed`` and ``time`` as in `hint`. All that follows is about Clumond.

    The seats before ``seat`` have passed; those after it may still declare. ``agreement`` has
    the terms of the hand, by default on paper; they may also be separate arguments:
    ``scoring`` ("paper" or "chips"), ``pot`` (for chips), ``par`` ("nearest" or "reduced") and
    ``tens``, also as a text such as "F=CD M=H common=S". The call maximises, by ``prefer``, the
    player's score less the mean of the others' ("relative") or the player's score alone ("own").

    ``style`` is how the player plays, by default as one who follows every hint; ``opponents`` is
    how the two others do, one for both or one for each seat, by default as the program's best; both
    as in `estimate`. ``opponents="easy"`` asks what the hand is worth against beginners.

    ``budget`` is the most simulated games (0: estimates from five searches alone); fewer are played
    if the call is clear. A seed, 0 to 2**64 - 1, fixes the answer, whatever ``threads`` is.
    ``time`` (seconds) may end the games sooner; the answer is then not `complete`, nor
    reproducible.
    ``progress`` is called with the games played and the most that there may be, ``watch`` with the
    advice so far, both after every few dozen games. RuleError for a hand that is not 16 cards of
    the pack, and for a negative pot or one on paper, SearchError for a budget that is not 0 to
    10,000,000, and for a time below 0 or above 10**9.
    """
    about_deal = {"deal": deal, "turned": turned, "said": said or None}
    if game is None:
        for name, value in about_deal.items():
            if value is not None:
                raise RuleError("{option} goes with a game other than Clumond", option=name)
        return advise_clumond(hand, **options)
    for name in options:
        if name not in _OF_ANY_GAME:
            listed = ", ".join([*about_deal, *_OF_ANY_GAME])
            raise WrongTypeError(f"advise has no option {name} with a game; there are {listed}")
    return hint(View.at_start(game, hand, deal=deal, turned=turned, said=said), **options)
