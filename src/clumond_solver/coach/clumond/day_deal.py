"""The deal of the day: one hand of Clumond, with the same cards for everybody.

>>> from datetime import date
>>> session = day_session(date(2026, 11, 22))
>>> session == day_session(date(2026, 11, 22)), session.game.hands
(True, 1)
"""

from __future__ import annotations

from datetime import date
from typing import Any

from clumond_solver.base.wording import counted, minus
from clumond_solver.coach.seating import Seating
from clumond_solver.display.text.hands import in_strain
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import SeatOutcome
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import Declare
from clumond_solver.rules.game import seat_of
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.level_names import Level


def day_session(day: date) -> Session[ClumondState]:
    """One hand on paper; the day fixes who deals, and all cards."""
    return Session(ClumondGame(hands=1), day.toordinal())


def day_text(session: Session[Any], seating: Seating, version: str) -> str:
    """The person's result in the deal of the day, to send to others; "" before it is over.

    ``version`` is the library's, because the engine of another version may play differently.
    """
    if not seating.day or not session.standing.rows:
        return ""
    row = session.standing.rows[0]
    _, state = session.replayed(1)
    seat = seat_of(seating.person, row.dealer, session.game.players)
    levels = {level for player, level in enumerate(seating.levels) if player != seating.person}
    others = " and ".join(f"{level} ({_effort_text(level)})" for level in sorted(levels, key=str))
    help_taken = f", {seating.help_in(1)}" if any(seating.help_in(1)) else ""
    gain = minus(row.gains[seating.person], "+")
    return (
        f"Clumond, deal of {seating.day}: {day_result_text(state, seat)};"
        f" {gain} points{help_taken}. Against {others}, version {version}."
    )


def day_result_text(state: ClumondState, seat: int, who: str = "I") -> str:
    """The declarer's result, or the person's own in an undeclared hand; ``who`` is the person."""
    outcome = state.outcome()
    declarer = outcome.declarer
    if declarer is None:
        return f"nobody declared, {who} {_ending_text(outcome.seats[seat])}"
    strain = next(call.strain for call in state.calls if isinstance(call, Declare))
    declaring = who if declarer == seat else declarer
    return f"{declaring} went for clumond {in_strain(strain)}, {_ending_text(outcome[declarer])}"


def _ending_text(end: SeatOutcome) -> str:
    return f"kept {end.retention.pretty()} with {counted(end.total, 'trick')}, {end.result}"


def _effort_text(level: Level) -> str:
    """How much a level searches, in counts, which mean the same on every machine."""
    player = ClumondEngine().player(level)
    searches = "search" if player.iterations == 1 else "searches"
    return f"{player.iterations} {searches} a card, {player.budget} games before a call"
