"""The deal of a day: the same cards for everybody, one hand of Clumond against strong players.

>>> from datetime import date
>>> session = day_session(date(2026, 11, 22))
>>> session == day_session(date(2026, 11, 22)), session.game.hands
(True, 1)
"""

from __future__ import annotations

from datetime import date
from typing import Any

from clumond_solver.base.wording import counted, minus
from clumond_solver.coach.engines import ClumondEngine
from clumond_solver.coach.seating import Seating
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import SeatOutcome
from clumond_solver.rules.actions import Declare
from clumond_solver.rules.game import Session
from clumond_solver.single_dummy.levels import Level


def day_session(day: date) -> Session[ClumondState]:
    """One hand on paper; the day fixes who deals, and all cards."""
    return Session(ClumondGame(hands=1), day.toordinal())


def day_text(session: Session[Any], seating: Seating, version: str) -> str:
    """How the deal of a day went for the person, to be sent to others; "" before it is over.

    ``version`` is the library's: another one may play otherwise.
    """
    if not seating.day or not session.standing.rows:
        return ""
    row = session.standing.rows[0]
    _, state = session.replayed(1)
    seat = (seating.person - row.dealer - 1) % session.game.players
    levels = {level for player, level in enumerate(seating.levels) if player != seating.person}
    others = " and ".join(f"{level} ({_effort_text(level)})" for level in sorted(levels, key=str))
    helped = f", {counted(seating.hints, 'hint')}" if seating.hints else ""
    helped += f", {counted(seating.backs, 'decision')} taken back" if seating.backs else ""
    gained = minus(row.gains[seating.person], "+")
    return (
        f"Clumond, deal of {seating.day}: {_course(state, seat)}; {gained} points{helped}."
        f" Against {others}, version {version}."
    )


def _course(state: ClumondState, seat: int) -> str:
    """What the person did, and how it ended."""
    outcome = state.outcome()
    own, declarer = outcome.seats[seat], outcome.declarer
    if declarer is None:
        return f"nobody declared, I kept {_kept(own)}, {own.result}"
    strain = next(call.strain for call in state.calls if isinstance(call, Declare))
    ended = outcome[declarer]
    if declarer == seat:
        return f"I went for clumond in {strain.symbol}, kept {_kept(ended)}, {ended.result}"
    return f"{declarer} went for clumond in {strain.symbol}, kept {_kept(ended)}, {ended.result}"


def _kept(ended: SeatOutcome) -> str:
    return f"{ended.retention.pretty()} with {counted(ended.total, 'trick')}"


def _effort_text(level: Level) -> str:
    """How much a level thinks, as counts, which mean the same on every machine."""
    player = ClumondEngine().player(level)
    searches = "search" if player.iterations == 1 else "searches"
    return f"{player.iterations} {searches} a card, {player.games} games before a call"
