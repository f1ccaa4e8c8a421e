"""Write the golden files again: `python -m tests.golden.write`. Look at what changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clumond_solver.display.text.records import row_label
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import Event
from tests.all_games import GAMES, random_chooser
from tests.display.test_display import PAGES
from tests.double_dummy.signature import FILE as SEARCH_NODES
from tests.double_dummy.signature import signature
from tests.rules.perft import FILE as PERFT
from tests.rules.perft import perft

FOLDER = Path(__file__).parent
DEALS = 24


def playthrough(name: str) -> str:
    """The first deals of a session played at random, as everybody at the table tells it."""
    session = Session(GAMES[name], seed=2024)
    choose = random_chooser(2024)
    lines = [f"{session.game.name}, {session.game.players} players"]
    while not session.is_finished and session.standing.deals < DEALS:
        state, standing = session.state, session.standing
        lines += ["", f"Deal {standing.deals + 1}, player {standing.dealer} deals"]
        hands = [state.observation(seat).hand for seat in range(session.game.players)]
        lines += [f"  {seat} sees {'nothing' if h is None else h}" for seat, h in enumerate(hands)]
        while not state.is_over:
            session.push(choose(state))
        lines += _told(state.observation(0).events)
        row = session.standing.rows[-1]
        label = row_label(row, [f"player {n}" for n in range(session.game.players)])
        lines.append(f"  {label}: {row.gains} {' '.join(row.notes)}".rstrip())
    return "\n".join([*lines, "", f"Totals {session.standing.totals}", ""])


def _told(events: Sequence[Event]) -> list[str]:
    """The events, a new line whenever the cards go round again."""
    words = [str(e) if e.seat is None else f"{e.seat} {e}" for e in events]
    return ["  " + "; ".join(words[start : start + 8]) for start in range(0, len(words), 8)]


def file_of(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '_')}.txt"


if __name__ == "__main__":
    for each in GAMES:
        file_of(each).write_text(playthrough(each), encoding="utf-8")
    pages = "".join(f"\n== {name}\n{page()}\n" for name, page in PAGES.items())
    (FOLDER / "pages.txt").write_text(pages, encoding="utf-8")
    SEARCH_NODES.write_text(signature(), encoding="ascii")
    PERFT.write_text(perft(), encoding="ascii")
