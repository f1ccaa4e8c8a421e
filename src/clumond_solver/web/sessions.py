"""A person's sessions against engine players: stored, listed, and changed at their tables.

A session is what is stored and listed; its table is how the person's seat sees it, and where it is
played. After every action the session's text goes to the store, so that nothing is lost when the
page, the program or the machine stops. Only the store is authoritative: tables in memory merely
save replaying. A change names the state ``at`` which the person chose it; if another window or
program has changed the session since, the answer is the current table, marked ``late``.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.folders import data_folder
from clumond_solver.coach.clumond.hand_links import SharedHand
from clumond_solver.coach.seating import Seating, seated_text, written_seating
from clumond_solver.games.sessions import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.web.loaded_table import LoadedTable, state_of
from clumond_solver.web.questions import MOST_TEXT
from clumond_solver.web.session_view import session_listed, table_shown
from clumond_solver.web.store import Folder, Listing, StaleError, Store, StoreError
from clumond_solver.web.wire import SessionList, TableShown

_MOST_SESSIONS = 500
_MOST_IN_MEMORY = 32
_UNTOUCHED_SECONDS = 3600
_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Sessions:
    """The sessions of a person, and their tables in memory."""

    def __init__(self, store: Store | None = None) -> None:
        """Use this store, by default the person's data folder."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        self._in_memory: dict[str, LoadedTable] = {}
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def listed(self) -> SessionList:
        """All sessions, the last one played first."""
        listed = []
        listing = self._listing()
        for session_id, modified in listing.modified.items():
            text = None
            try:
                text = self._store.read(session_id)
                entry = session_listed(session_id, text, modified)
            except KeyError:
                continue
            except ClumondError as error:
                entry = session_listed(session_id, text, modified, str(error))
            listed.append(entry)
        return {"sessions": listed, "fault": listing.fault}

    def add(self, session: Session[Any], seating: Seating) -> TableShown:
        """Store a new session, and return its table.

        The deal of a day has one session with a result: others of it are replays.
        """
        self._remove_untouched()
        if seating.day and any(one["day"] == seating.day for one in self.listed()["sessions"]):
            seating = replace(seating, day="", replay=True)
        if len(self._listing().modified) >= _MOST_SESSIONS:
            raise RuleError(f"{_MOST_SESSIONS} sessions are stored: remove some first")
        session_id = secrets.token_urlsafe(12)
        # Load it from its text, to store only texts that can be read.
        loaded = LoadedTable(seated_text(session, seating))
        self._store.write(session_id, loaded.text, None)
        self._remember(session_id, loaded)
        return self._shown(session_id, loaded)

    def remove(self, session_id: str, at: str) -> SessionList:
        """Remove a session unless it has left the state ``at``, and list the others."""
        with self._lock_session(session_id):
            try:
                text = self._store.read(session_id)
            except KeyError:
                return self.listed()
            except StoreError:
                text = None
            late = at != ("" if text is None else state_of(text))
            if not late:
                try:
                    self._store.remove(session_id, text)
                    self._forget(session_id)
                except StaleError:
                    late = True
        sessions = self.listed()
        return sessions | {"late": True} if late else sessions

    def ended_deal(self, session_id: str, number: int) -> tuple[Session[Any], TrickState, Seating]:
        """A session up to the end of a deal, from 1, that deal, and the session's seating.

        RuleError while the deal goes on.
        """
        with self.at_table(session_id) as loaded:
            session = loaded.session
            if not 1 <= number <= session.standing.deals:
                raise RuleError(f"deal {number} of this session is not over")
            return *session.replayed(number), loaded.seating

    def every_session(self) -> Iterator[tuple[str, Session[Any], Seating]]:
        """The sessions that can be read, with their ids and seatings, the last one played first."""
        for session_id in self._listing().modified:
            with suppress(ClumondError, KeyError):
                text = self._store.read(session_id)
                session = Session.parse(text)
                yield session_id, session, written_seating(text, session)

    def with_hand(self, hand: SharedHand) -> tuple[str, int, bool] | None:
        """A session in which the person plays a hand: its id, the deal, and whether that is over.

        The first that he has played, or else the last that he has begun.
        """
        matches = []
        for session_id in self._listing().modified:
            with suppress(ClumondError, KeyError):
                text = self._store.read(session_id)
                # Replaying all sessions would be slow.
                if f"\nseed {hand.seed}\n" not in text:
                    continue
                session = Session.parse(text)
                seating = written_seating(text, session)
                number = hand.start[0] - session.start[0] + 1
                if SharedHand.of(session, seating, number).is_same_hand(hand):
                    is_over = number <= session.standing.deals
                    matches.append((is_over, not seating.replay, (session_id, number, is_over)))
        return max(matches, key=lambda match: match[:2])[2] if matches else None

    def play_from(self, session_id: str, number: int, action_count: int) -> TableShown:
        """Start a copy of a session from the point after so many actions of deal ``number``.

        RuleError while that deal goes on, or if it had no more actions than that.
        """
        with self.at_table(session_id) as loaded:
            session, seating = loaded.session, loaded.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or action_count >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            copy, _ = session.replayed(number, action_count)
        return self.add(copy, replace(seating, guided=False, day="", replay=True))

    def change(
        self,
        session_id: str,
        at: str,
        change: Callable[[LoadedTable], Any],
        *,
        after_deal: bool = False,
    ) -> TableShown:
        """The table after a change, which is stored; unchanged if it has left the state ``at``.

        While the table shows the result of a deal, only changes ``after_deal`` are made.
        """
        try:
            with self.at_table(session_id) as loaded:
                late = at != loaded.at
                if not late and (after_deal or not loaded.shows_result):
                    change(loaded)
                    self.store_change(session_id, loaded)
                shown = self._shown(session_id, loaded)
                return shown | {"late": True} if late else shown
        except StaleError:
            # Another program changed the session meanwhile: the change is late.
            return self.change(session_id, at, change, after_deal=after_deal)

    def table(self, session_id: str) -> TableShown:
        """The current table of a session."""
        with self.at_table(session_id) as loaded:
            return self._shown(session_id, loaded)

    def _shown(self, session_id: str, loaded: LoadedTable) -> TableShown:
        return table_shown(session_id, loaded) | {"unsaved": self._store.fault(session_id)}

    def store_change(self, session_id: str, loaded: LoadedTable) -> None:
        """Store the text of a loaded table; StaleError if it was made from an older one."""
        text = loaded.to_text()
        if len(text) > MOST_TEXT:
            raise RuleError(
                f"the session is too long to continue: {len(text)} characters, at most {MOST_TEXT}"
            )
        if text != loaded.text:
            self._store.write(session_id, text, loaded.text)
            loaded.text = text

    def _remove_untouched(self) -> None:
        """Remove the sessions in which the person did nothing for a while."""
        for listed in self.listed()["sessions"]:
            if not listed["begun"] and listed["ago"] > _UNTOUCHED_SECONDS:
                with suppress(ClumondError):
                    self.remove(listed["id"], listed["at"])

    def _remember(self, session_id: str, loaded: LoadedTable) -> None:
        with self._lock:
            self._in_memory.pop(session_id, None)
            self._in_memory[session_id] = loaded
            while len(self._in_memory) > _MOST_IN_MEMORY:
                self._in_memory.pop(next(iter(self._in_memory)))

    def _forget(self, session_id: str) -> None:
        with self._lock:
            self._in_memory.pop(session_id, None)

    @contextmanager
    def _lock_session(self, session_id: str) -> Iterator[None]:
        """Lock a session in this program; RuleError for an impossible id."""
        if not _ID.fullmatch(session_id):
            raise RuleError("there is no such session")
        with self._lock:
            lock = self._locks.setdefault(session_id, threading.Lock())
        with lock:
            yield

    @contextmanager
    def at_table(self, session_id: str) -> Iterator[LoadedTable]:
        """The table of a session as stored now, locked; RuleError if there is no such session.

        A change that fails or cannot be stored leaves nothing in memory.
        """
        with self._lock_session(session_id):
            loaded = self._current_table(session_id)
            try:
                yield loaded
            except BaseException as error:
                # A refusal changes nothing, and memory may hold the only copy.
                if not isinstance(error, ClumondError) or loaded.to_text() != loaded.text:
                    self._forget(session_id)
                raise

    def _current_table(self, session_id: str) -> LoadedTable:
        with self._lock:
            known = self._in_memory.get(session_id)
        try:
            text = self._store.read(session_id)
        except KeyError:
            raise RuleError("there is no such session: it may have been removed") from None
        except StoreError:
            # Play goes on from memory, and the store may work later.
            if known is None:
                raise
            return known
        if known is None or known.text != text:
            known = LoadedTable(text)
        self._remember(session_id, known)
        return known

    def _listing(self) -> Listing:
        """The stored sessions, without foreign files, the last one played first."""
        listing = self._store.listing()
        ordered = sorted(listing.modified.items(), key=lambda item: -item[1])
        ours = {name: modified for name, modified in ordered if _ID.fullmatch(name)}
        return replace(listing, modified=ours)
