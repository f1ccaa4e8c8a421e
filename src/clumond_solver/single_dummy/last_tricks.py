"""The last tricks, from what one seat has seen: after which plays it succeeds for certain, or may.

Neither a search nor a few hundred games tell a chance of one in a thousand from none. In the last
tricks all deals that agree with what the seat has seen are looked at together
(`_core/single_dummy/last_tricks`).

>>> from clumond_solver.games.clumond.play import Play
>>> from clumond_solver.knowledge.clumond_views import ClumondView
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> chances = LastChances.of(ClumondView.of(play))
>>> {str(action): succeeds for action, succeeds in chances.settled.items()}
{'play DA': False, 'play S2': False, 'play S4': False, 'play H3': True}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from clumond_solver._core.single_dummy.last_tricks import LastTricks
from clumond_solver.knowledge.core_any_game import (
    action_of_move,
    board_of_view,
    core_errors,
    move_of,
    payoffs_of,
    unseen_of,
)
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, PlayKnownCard

_T = TypeVar("_T", bound=Action)
# How many last tricks are looked at, and in how many deals are counted.
_MOST_TRICKS, _MOST_TRICKS_COUNTED = 4, 3
# The positions for a play, and for all deals that are counted: a tenth of a second.
_MOST_NODES, _MOST_NODES_COUNTED = 50_000, 2_000_000
# If there are more deals than this, so many are drawn.
_MOST_DEALS, _DEALS_DRAWN = 10_000, 300


@dataclass(frozen=True)
class LastChances:
    """What a seat that is to play may still reach.

    view     what it sees.
    settled  by play after which it is settled whether the seat succeeds: that is certain, if it
             then plays on as well as it can, or impossible, whatever anybody plays.
    decides  whether success decides all scores.
    """

    view: View
    settled: Mapping[Action, bool]
    decides: bool = False
    _search: LastTricks | None = None

    @classmethod
    def of(cls, view: View) -> LastChances:
        """Those at a view of the seat to play; before the last tricks nothing is settled."""
        play = view.play
        payoffs = None if play is None or play.face_down else play.payoffs
        if play is None or payoffs is None:
            return cls(view, {})
        decides, success = payoffs.deciding_seat is not None, payoffs.success_of(view.seat)
        if success is None or play.tricks_left > _MOST_TRICKS:
            return cls(view, {}, decides)
        with core_errors(f"seat {view.seat}'s view contradicts itself"):
            search = LastTricks(
                board_of_view(view),
                payoffs_of(view),
                *unseen_of(view),
                judged=success.seat,
                must_miss=success.must_miss,
                reached=success.reached,
                least=success.least,
            )
        if (succeeds := search.settled) is not None:
            return cls(view, dict.fromkeys(view.legal_actions, succeeds), decides)
        if not search.can_be_searched:
            return cls(view, {}, decides)
        settled: dict[Action, bool] = {
            action_of_move(play.rules, *move): bool(certain)
            for move, (possible, certain) in search.results(_MOST_NODES).items()
            if certain or possible is False
        }
        return cls(view, settled, decides, search)

    @property
    def is_lost(self) -> bool:
        """Whether the seat cannot succeed any more, whatever is played."""
        return {*map(self.settled.get, self.view.legal_actions)} == {False}

    def best(self, plays: Sequence[_T], are_alike: Callable[[_T, _T], bool], seed: int) -> _T:
        """The play to prefer of some, the best first by a search or by games.

        Where success decides all, that is one after which it is certain, or else possible, if there
        is one. Of plays that are as good (``are_alike``) it is that with which success can be
        forced or is possible in the most deals, of those that agree with the view.
        """
        first, *others = self._safest(plays) if self.decides else plays
        alike = self._safest([first, *(other for other in others if are_alike(first, other))])
        if len(alike) == 1 or alike[0] in self.settled:
            return alike[0]
        deals = self.deals_with_success(alike, seed)
        return max(alike, key=lambda one: sum(deals.get(one, ())))

    def deals_with_success(self, plays: Sequence[_T], seed: int) -> dict[_T, tuple[int, int]]:
        """By play in how many deals success is possible, and can be forced; empty before the end.

        The deals are all that agree with the view, or, if there are too many, drawn by the seed.
        """
        play, search = self.view.play, self._search
        if play is None or search is None or play.tricks_left > _MOST_TRICKS_COUNTED:
            return {}
        moves = {one: move_of(play.rules, one) for one in plays if isinstance(one, PlayKnownCard)}
        deals = search.deals_with_success(
            [*moves.values()], _MOST_DEALS, _DEALS_DRAWN, _MOST_NODES_COUNTED, seed
        )
        return {one: deals[move] for one, move in moves.items()}

    def _safest(self, plays: Sequence[_T]) -> Sequence[_T]:
        """Those after which success is certain; if there are none, possible; or else all."""
        certain = [play for play in plays if self.settled.get(play)]
        return certain or [play for play in plays if play not in self.settled] or plays
