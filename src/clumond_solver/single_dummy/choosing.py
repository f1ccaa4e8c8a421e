"""What to call or to play next, for the seat to act, which sees its own cards only.

>>> from clumond_solver.games.clag.game import ClagGame
>>> state = ClagGame(3).deal(5, ClagGame(3).opening())
>>> choose(state, seed=1).action in state.legal_actions
True
"""

from __future__ import annotations

from typing import TypedDict, Unpack, overload

from clumond_solver.base.efforts import DEFAULT_ITERATIONS
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import check_type
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import DEFAULT_GAME
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.results import Choice
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.any_game import choose_action, view_of
from clumond_solver.single_dummy.card_choice import choose_card
from clumond_solver.single_dummy.styles import Style


class _Options(TypedDict, total=False):
    """The options of `choose`."""

    iterations: int
    games: int
    seed: int
    time: float | None
    style: Style | str | None


@overload
def choose(
    source: Play | ClumondView, seat: SeatLike | int | None = None, **options: Unpack[_Options]
) -> Choice[PlayCard]: ...


@overload
def choose(
    source: TrickState | View, seat: SeatLike | int | None = None, **options: Unpack[_Options]
) -> Choice[Action]: ...


def choose(
    source: Play | TrickState | View,
    seat: SeatLike | int | None = None,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games: int = 0,
    seed: int = 0,
    time: float | None = None,
    style: Style | str | None = None,
) -> Choice[PlayCard] | Choice[Action]:
    """Choose a call or a card for the seat to act, in any game, using only what it has seen.

    ``source`` is a play of Clumond, the state of a deal of any game, of which only that seat's view
    is used, or a view itself; ``seat`` may name the seat, as a check. ``iterations`` is the number
    of deals searched, which calls share; a hundred for each call are the least that tells calls
    apart. A limit of ``time`` (seconds) may cut this short; the answer is then not `complete`, nor
    reproducible. A seed, 0 to 2**64 - 1, fixes the choice.

    In Clumond ``style`` is how the cards are played, by default the strongest. A declarer whose
    success can be proved plays a card that keeps it certain, unless his style plays at sight. In
    other games so many ``games`` are played after each of the best cards, and decide, if there are
    any: slower, but the best play. RuleError if it is not the seat's turn, SearchError for fewer
    than 1 iteration, or a negative time or number of games.

    >>> from clumond_solver.games.clumond.deals import Deal
    >>> play = Play(Deal.random(3), "forehand", "hearts")
    >>> choice = choose(play, iterations=200, seed=1)
    >>> choice.card in play.legal_plays, choice.iterations
    (True, 200)
    """
    check_type(source, (Play, TrickState, View), "a play, a session's state or a view")
    if isinstance(source, TrickState | View):
        view = view_of(source, Seat(seat) if isinstance(seat, str) else seat)
        if view.layout.game != DEFAULT_GAME or view.play is None:
            if style is not None:
                raise SearchError("style: only cards of Clumond have one")
            return choose_action(view, iterations=iterations, games=games, seed=seed, time=time)
        source = ClumondView.of(view)
    if games:
        raise SearchError(f"games={games}: a search alone chooses cards of Clumond")
    at = None if seat is None else Seat(seat)
    return choose_card(source, at, iterations=iterations, seed=seed, time=time, style=style)
