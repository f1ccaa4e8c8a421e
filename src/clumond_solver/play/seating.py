"""Who sits at a table: a remark in the session's text, the same on the page and in the terminal.

>>> seating = Seating(("Ann", "Bo", "Cy"), (Level.MEDIUM,) * 3, person=1)
>>> Seating.read(seating.write(), players=3, deals=0) == seating
True
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from clumond_solver.games.saved import session_text
from clumond_solver.play.players import Level
from clumond_solver.rules.game import Session

MOST_NAME = 30
USUAL_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
_SEATING = "% table "


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table.

    names   of the players, by their numbers.
    levels  of the engine players; the person's own does not count.
    person  the number of the person.
    seen    how many finished deals the person has looked at.
    guided  whether the person is told what to look at.
    """

    names: tuple[str, ...]
    levels: tuple[Level, ...]
    person: int = 0
    seen: int = 0
    guided: bool = False

    @classmethod
    def read(cls, text: str, players: int, deals: int) -> Seating:
        """Read what `write` wrote; a table of strangers, all deals seen, for anything else."""
        try:
            told = json.loads(text)
            names = tuple(str(name)[:MOST_NAME] for name in told["names"])
            levels = tuple(Level(each) for each in told["levels"])
            person, seen = int(told["person"]), int(told["seen"])
            if len(names) == len(levels) == players > person >= 0 <= seen:
                return cls(names, levels, person, seen, bool(told["guided"]))
        except (ValueError, KeyError, TypeError):
            pass
        return replace(cls.usual(players), seen=deals)

    @classmethod
    def usual(cls, players: int) -> Seating:
        """The person and players of medium strength."""
        return cls(("You", *USUAL_NAMES[: players - 1]), (Level.MEDIUM,) * players)

    def write(self) -> str:
        """One line of text."""
        return json.dumps(asdict(self))


def seated_text(session: Session[Any], seating: Seating) -> str:
    """The session's text with the remark."""
    return f"{_SEATING}{seating.write()}\n{session_text(session)}"


def written_seating(text: str, session: Session[Any]) -> Seating:
    """Who sits at the table of a session, by the remark in its text; strangers without one."""
    line = next((line for line in text.splitlines() if line.startswith(_SEATING)), "")
    told = line.removeprefix(_SEATING)
    return Seating.read(told, session.game.players, session.standing.deals)
