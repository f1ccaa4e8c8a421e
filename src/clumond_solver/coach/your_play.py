"""The results of a person's hands, from his saved sessions.

>>> from clumond_solver.coach.day_deal import day_session
>>> from datetime import date
>>> session = day_session(date(2026, 11, 22))
>>> session.play_out(lambda state: next(iter(state.legal_actions)))
>>> [hand.declared for hand in hands_played(session, Seating.usual(3))]
[None]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import Result
from clumond_solver.coach.seating import Seating
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.single_dummy.estimate import estimate

_GAMES_A_HAND = 48


@dataclass(frozen=True, slots=True)
class HandPlayed(Result):
    """A hand of Clumond that the person played to its end.

    deal      the number of the deal in the session, from 1.
    declared  the strain in which the person declared; None if he did not.
    defended  whether another player declared.
    off       how many tricks off the person was, 0 for success.
    gain      the person's score for the hand, in chips or points.
    scoring   chips or paper.
    level     the level of the other players; "mixed" if they differ.
    dealt     what the person knew when he declared; None if he did not.
    styles    how the seats played; the person is taken to follow every hint.
    """

    deal: int
    declared: Strain | None
    defended: bool
    off: int
    gain: int
    scoring: Scoring
    level: str
    dealt: ClumondView | None
    styles: tuple[str, ...]

    @property
    def stated(self) -> float:
        """The chance of the hand declared for one who follows every hint, 0 to 1.

        It comes from few games, so that only the mean of many hands says much. SearchError for a
        hand that the person did not declare.
        """
        if self.dealt is None:
            raise SearchError("the person did not declare this hand")
        known = self.dealt
        return estimate(
            known.hand,
            known.strain,
            seat=known.seat,
            supplementary=known.supplementary,
            games=_GAMES_A_HAND,
            opponents=self.styles,
        ).p


def hands_played(session: Session[ClumondState], seating: Seating) -> Iterator[HandPlayed]:
    """The finished hands of a session without guidance; none of a guided one."""
    if seating.guided:
        return
    levels = {level for player, level in enumerate(seating.levels) if player != seating.person}
    level = str(levels.pop()) if len(levels) == 1 else "mixed"
    replayed, _ = session.replayed(1, 0)
    # The deal under way has no row yet.
    for row, acts in zip(session.standing.rows, session.acts, strict=False):
        state = replayed.state
        seat = Seat(replayed.standing.seat(seating.person))
        for _, action in acts:
            replayed.push(action)
        outcome = state.outcome()
        play, is_own = state.play, outcome.declarer is seat
        dealt = None
        if play is not None and is_own:
            dealt = ClumondView.at_start(
                state.deal[seat], seat, seat, play.strain, supplementary=play.supplementary
            )
        yield HandPlayed(
            row.deal,
            None if dealt is None else dealt.strain,
            outcome.declarer not in {None, seat},
            outcome[seat].off(),
            row.gains[seating.person],
            state.game.scoring,
            level,
            dealt,
            seating.styles(row.dealer),
        )
