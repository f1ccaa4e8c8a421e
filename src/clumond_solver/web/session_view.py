"""Sessions as the page shows them: the games, the list of sessions, a table."""

from __future__ import annotations

import time
from dataclasses import replace
from zlib import crc32

from clumond_solver import __version__
from clumond_solver.coach.clumond.day_deal import day_text
from clumond_solver.coach.clumond.hand_links import TAGS, SharedHand
from clumond_solver.coach.seating import Seating, Summary, written_seating, written_summary
from clumond_solver.display.text import row_label, winners_text
from clumond_solver.games import registry
from clumond_solver.games.clumond import guide
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.lessons import lessons_of
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import seat_of
from clumond_solver.web.loaded_table import LoadedTable, state_of
from clumond_solver.web.table_view import all_hands, deal_shown
from clumond_solver.web.wire import GameListed, SessionListed, TableShown


def game_shown(entry: registry.Entry) -> GameListed:
    """A game with its options."""
    game = entry.make()
    return {
        "key": entry.name,
        "name": game.name,
        "title": entry.name.replace("-", " ").title().replace(" ", "-"),
        "players": game.players,
        "guided": entry.name == registry.DEFAULT_GAME,
        "lessons": len(lessons_of(entry.name)),
        "words": entry.words,
        "options": entry.options,
    }


def session_listed(
    session_id: str, text: str | None, modified: float, fault: str = ""
) -> SessionListed:
    """A session for the list, from the remarks in its text; replayed if it has none.

    With a fault its text cannot be read, and the rest is empty.
    """
    summary, seating = Summary("", 0, False, ()), Seating((), ())
    if text is not None and not fault:
        summary, seating = written_summary(text) or _replayed_summary(text)
    listed: SessionListed = {
        "id": session_id,
        "at": "" if text is None else state_of(text),
        "game": summary.game,
        "deals": summary.deals,
        "finished": summary.finished,
        "begun": summary.begun,
        "names": seating.names,
        "totals": summary.totals,
        "day": seating.day,
        "guided": seating.guided,
        "ago": max(0, int(time.time() - modified)),
    }
    if fault:
        listed["fault"] = fault
    return listed


def _replayed_summary(text: str) -> tuple[Summary, Seating]:
    session = Session.parse(text)
    seating = written_seating(text, session)
    return Summary.of(session, seating.person), seating


def own_hand(session_id: str, loaded: LoadedTable, number: int, name: str = "") -> SharedHand:
    """A deal that is over as a hand to send; RuleError outside Clumond."""
    tag = crc32(f"{session_id} {number}".encode()) % TAGS
    seating = loaded.seating
    written = seating.names[seating.person]
    name = name or ("" if written == Seating.usual(1).names[0] else written)
    return SharedHand.played(loaded.session, seating, number, tag=tag, name=name)


def table_shown(session_id: str, loaded: LoadedTable) -> TableShown:
    """A table for the page: a finished deal until the person goes on, then the next."""
    session, seating = loaded.session, loaded.seating
    standing = session.standing
    ended = loaded.last_ended
    if ended is not None and (loaded.shows_result or session.is_finished):
        state, dealer, number = ended, standing.rows[-1].dealer, standing.deals
    else:
        state, dealer, number = session.state, standing.dealer, standing.deals + 1
    seat = seat_of(seating.person, dealer, session.game.players)
    deal = deal_shown(state, seat)
    name = registry.name_of(session.game)
    is_sent = state.is_over and name == registry.DEFAULT_GAME
    hand = own_hand(session_id, loaded, number) if is_sent else None
    guided = seating.guided and name == registry.DEFAULT_GAME
    return {
        "id": session_id,
        "at": loaded.at,
        "game": {
            "key": name,
            "name": session.game.name,
            "text": registry.describe(session.game),
            "words": registry.words_of(session.game),
        },
        "players": seating.names,
        "levels": seating.levels,
        "person": seating.person,
        "guided": seating.guided,
        "guide": guide.guide_lines(state, seat) if guided and state.turn == seat else (),
        "number": number,
        "dealer": dealer,
        "deal": deal,
        "ended": all_hands(state) if state.is_over else None,
        "can_take_back": not state.is_over and any(int(by) == seat for by, _ in session.acts[-1]),
        "standing": {
            "totals": standing.totals,
            "ante": state.ante if isinstance(state, ClumondState) else 0,
            "rows": [replace(row, label=row_label(row, seating.names)) for row in standing.rows],
        },
        "finished": session.is_finished,
        "winners": winners_text(standing, seating.names) if session.is_finished else "",
        "result": day_text(session, seating, __version__),
        "link": "" if hand is None else hand.link,
        "others": 0 if hand is None else len(hand.results) - 1,
    }
