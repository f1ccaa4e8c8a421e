"""The table of a session in memory, made from the session's stored text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

from clumond_solver.coach.forced_results import is_forced
from clumond_solver.coach.seating import HELP, LINK, Seating, seated_text, written_seating
from clumond_solver.coach.table import Table
from clumond_solver.games import registry
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.engines import engine_of


class LoadedTable:
    """A session, its seating and engines, and its last finished deal.

    text  the text as last stored; during a change the session may be newer.
    """

    def __init__(self, text: str) -> None:
        """Load it from this text."""
        self.text = text
        self.session = Session.parse(text)
        self.last_ended = _last_ended(self.session)
        self.change_seating(written_seating(text, self.session))

    def change_seating(self, seating: Seating) -> None:
        """Change names, levels, and how many deals the person has seen end."""
        self.seating = replace(seating, seen=min(seating.seen, self.session.standing.deals))
        engine = engine_of(registry.name_of(self.session.game))
        self._engines = [engine.player(level) for level in seating.levels]

    @property
    def table(self) -> Table[Any]:
        """The library's table."""
        return Table(self.session, self.seating.person, self._engines)

    @property
    def at(self) -> str:
        """An identifier of the table's state; a change chosen at another state is late."""
        return state_of(self.text)

    def to_text(self) -> str:
        """The text to store."""
        return seated_text(self.session, self.seating)

    @property
    def shows_result(self) -> bool:
        """Whether the table still shows a finished deal, until the person goes on to the next."""
        return self.last_ended is not None and self.seating.seen < self.session.standing.deals

    @property
    def is_forced(self) -> bool:
        """Whether it is the person's turn, and the rest is forced."""
        is_turn = not self.shows_result and self.table.is_persons_turn
        return is_turn and is_forced(View.of(self.session.state, self.table.seat))

    def push(self, act: Callable[[], Any]) -> None:
        """Do an action at the table; if it ends the deal, remember that to show its result."""
        state = self.session.state
        act()
        if state.is_over:
            self.last_ended = state

    def count_help(self, *, hints: int = 0, backs: int = 0) -> None:
        """Count the person's hints and undone moves in the deal under way, for its result."""
        deal = self.session.standing.deals + 1
        self.seating = self.seating.helped(deal, hints, backs)


def state_of(text: str) -> str:
    """An identifier of a text; reveals nothing hidden, since nobody knows the seed.

    Counts of hints and links are left out, since they do not change the table.
    """
    lines = (line for line in text.splitlines(keepends=True) if not line.startswith((HELP, LINK)))
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _last_ended(session: Session[Any]) -> TrickState | None:
    """The last finished deal of a session, replayed."""
    deals = session.standing.deals
    return session.replayed(deals)[1] if deals else None
