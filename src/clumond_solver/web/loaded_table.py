"""A table in memory, made from its stored text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from clumond_solver.coach.engine_protocol import engine_of
from clumond_solver.coach.seating import HELP, Seating, seated_text, written_seating
from clumond_solver.coach.table import Table
from clumond_solver.games import registry
from clumond_solver.games.saved import parse_session
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.web.forced_results import is_forced


@dataclass(slots=True)
class Ended:
    """A finished deal, and the player who dealt it."""

    state: TrickState
    dealer: int


class LoadedTable:
    """A session, its seating and engines, and its last deal.

    text  the text as last stored; during a change the session may be newer.
    """

    def __init__(self, text: str) -> None:
        """Make it from this text."""
        self.text = text
        self.session = parse_session(text)
        self.ended = _last_ended(self.session)
        self.seat(written_seating(text, self.session))

    def seat(self, seating: Seating) -> None:
        """Change the seating."""
        self.seating = replace(seating, seen=min(seating.seen, self.session.standing.deals))
        engine = engine_of(registry.name_of(self.session.game))
        self._engines = [engine.player(level) for level in seating.levels]

    @property
    def table(self) -> Table[Any]:
        """The library's table, with the engine of the player to act."""
        player = self.session.player_to_act
        engine = self._engines[player or 0]
        return Table(self.session, self.seating.person, engine)

    @property
    def at(self) -> str:
        """An identifier of the table's state, by which the page notices that it is late."""
        return state_of(self.text)

    def written(self) -> str:
        """The text to store."""
        return seated_text(self.session, self.seating)

    @property
    def looks_back(self) -> bool:
        """Whether a finished deal waits for the person to look at it."""
        return self.ended is not None and self.seating.seen < self.session.standing.deals

    @property
    def is_forced(self) -> bool:
        """Whether it is the person's turn, and the rest is forced."""
        turn = not self.looks_back and self.table.is_persons_turn
        return turn and is_forced(View.of(self.session.state, self.table.seat))

    def push(self, act: Callable[[], Any]) -> None:
        """Do something at the table; if it ends the deal, keep that for the person to look at."""
        state, dealer = self.session.state, self.session.standing.dealer
        act()
        if state.is_over:
            self.ended = Ended(state, dealer)

    def count_help(self, *, hints: int = 0, backs: int = 0) -> None:
        """Count help that the person takes in the deal of the day: its result says how much."""
        sat = self.seating
        if sat.day:
            self.seating = replace(sat, hints=sat.hints + hints, backs=sat.backs + backs)

    def seat_of(self, player: int, dealer: int) -> int:
        """The seat of a player in a deal."""
        return (player - dealer - 1) % self.session.game.players


def state_of(text: str) -> str:
    """An identifier of a text; reveals nothing hidden, since nobody knows the seed.

    A hint leaves the table as it is, so the count of hints takes no part.
    """
    lines = (line for line in text.splitlines(keepends=True) if not line.startswith(HELP))
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _last_ended(session: Session[Any]) -> Ended | None:
    """The last finished deal of a session, replayed."""
    if not session.standing.deals:
        return None
    again, state = session.replayed(session.standing.deals)
    return Ended(state, again.standing.rows[-1].dealer)
