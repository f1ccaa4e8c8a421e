"""The endpoints of the Play tab: sessions of a person against engine players, played at tables.

A session is what is stored and listed; its table is how the person's seat sees it, and where it is
played. After every action the session's text goes to the store, so that nothing is lost when the
page, the program or the machine stops. Only the store is authoritative: tables in memory merely
save replaying. A change names the state ``at`` which the person chose it; if another window or
program has changed the session since, the answer is the current table, marked ``late``. The page
gets only what its seat sees (`session_view`, `table_view`), and the seed only in a file to save.

>>> import tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     tables = Tables(Folder(Path(folder)))
...     shown = tables.new({"game": "clubs", "options": {"players": "3"}, "seed": 5})
...     shown["game"]["name"], shown["deal"]["phase"], len(shown["players"])
('Clubs', 'play', 3)
"""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.folders import data_folder
from clumond_solver.base.seeds import SEEDS
from clumond_solver.coach.seating import (
    MOST_NAME,
    USUAL_NAMES,
    Seating,
    seated_text,
    written_seating,
)
from clumond_solver.games import registry
from clumond_solver.games.rules_text import rules_of
from clumond_solver.games.saved import parse_session
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Action, parse_action, parse_action_among
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.levels import Level
from clumond_solver.web.forced_results import ends_well
from clumond_solver.web.loaded_table import LoadedTable, state_of
from clumond_solver.web.questions import (
    MOST_TEXT,
    Endpoint,
    PageQuestion,
    PageQuestionError,
    RequestContext,
    choice_of,
    int_of,
    text_of,
)
from clumond_solver.web.session_view import (
    game_shown,
    session_listed,
    session_unreadable,
    table_shown,
)
from clumond_solver.web.store import Folder, Listing, StaleError, Store, StoreError
from clumond_solver.web.table_hints import hint_shown, new_plan
from clumond_solver.web.wire import (
    ForcedRest,
    Games,
    HintShown,
    RuleBlock,
    RulesShown,
    SessionFile,
    SessionList,
    TableShown,
)

_MOST_SESSIONS = 500
_MOST_IN_MEMORY = 32
_UNTOUCHED_SECONDS = 3600
_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_NO_SESSION = "there is no such session: it may have been removed"


class Tables:
    """The tables of all sessions of a person, and the store of the sessions."""

    def __init__(self, store: Store | None = None) -> None:
        """Use this store, by default the person's data folder."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        self._in_memory: dict[str, LoadedTable] = {}
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def endpoints(self) -> Mapping[str, Endpoint]:
        """The endpoints of the Play tab."""
        fast = {
            "games": self.games,
            "rules": self.rules,
            "sessions": self.list_sessions,
            "table": self.show,
            "session-new": self.new,
            "session-open": self.open,
            "table-act": self.act,
            "table-back": self.take_back,
            "table-next": self.next_deal,
            "table-change": self.change,
            "session-save": self.save,
            "session-remove": self.remove,
        }
        slow = {
            "table-step": self.step,
            "table-forced": self.forced,
            "table-claim": self.claim,
        }
        return {
            **{name: Endpoint.of(answer) for name, answer in fast.items()},
            **{name: Endpoint.of(answer, is_slow=True) for name, answer in slow.items()},
            "table-hint": Endpoint(self.hint, is_slow=True),
        }

    def games(self, question: PageQuestion) -> Games:
        """The games, with their options."""
        return {
            "games": [game_shown(registry.entry(name)) for name in registry.names()],
            "levels": [str(level) for level in Level],
            "names": list(USUAL_NAMES),
        }

    def list_sessions(self, question: PageQuestion) -> SessionList:
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
                entry = session_unreadable(session_id, text, modified, str(error))
            listed.append(entry)
        return {"sessions": listed, "fault": listing.fault}

    def new(self, question: PageQuestion) -> TableShown:
        """Start a session: ``game``, ``options``, ``names``, ``levels``, ``guided``, ``seed``."""
        options = question.get("options") or {}
        if not isinstance(options, dict) or not all(
            isinstance(word, str) and len(word) < 100 for pair in options.items() for word in pair
        ):
            raise PageQuestionError("options: texts by name are expected")
        name, guided = text_of(question, "game", 40), question.get("guided") is True
        guide = registry.entry(name).guide if guided else None
        game = registry.new_game(name, options if guide is None else guide.options)
        seed = secrets.randbelow(SEEDS) if guide is None else guide.seed
        if question.get("seed") is not None:
            seed = int_of(question, "seed", SEEDS - 1)
        return self.add_session(Session(game, seed), _seating(question, game.players))

    def open(self, question: PageQuestion) -> TableShown:
        """A session from a file: ``text``."""
        text = text_of(question, "text", MOST_TEXT)
        session = parse_session(text)
        return self.add_session(session, written_seating(text, session))

    def show(self, question: PageQuestion) -> TableShown:
        """The current table of a session: ``id``."""
        return self._table_after(question)

    def act(self, question: PageQuestion) -> TableShown:
        """The person acts: ``id``, ``at``, ``action``. Nothing happens unless ``at`` is current."""

        def act(loaded: LoadedTable) -> None:
            action = _action(text_of(question, "action"), loaded.session.state)
            loaded.push(lambda: loaded.table.act(action))

        return self._table_after(question, act)

    def step(self, question: PageQuestion) -> TableShown:
        """The engine player whose turn it is acts: ``id``, ``at``.

        After the person has ``conceded``, an engine plays the person's cards too.
        """
        conceded = question.get("conceded") is True

        def step(loaded: LoadedTable) -> None:
            table = loaded.table
            if table.is_persons_turn and conceded and loaded.session.state.play is not None:
                loaded.push(lambda: table.act(table.hint()))
            elif not table.is_persons_turn and not loaded.session.is_finished:
                loaded.push(table.step)

        return self._table_after(question, step)

    def take_back(self, question: PageQuestion) -> TableShown:
        """Undo actions back to the person's last decision in this deal: ``id``, ``at``."""

        def take_back(loaded: LoadedTable) -> None:
            loaded.table.take_back()
            loaded.count_help(backs=1)

        return self._table_after(question, take_back)

    def next_deal(self, question: PageQuestion) -> TableShown:
        """Go on to the next deal after the result of the last: ``id``, ``at``."""

        def mark_result_seen(loaded: LoadedTable) -> None:
            loaded.seating = replace(loaded.seating, seen=loaded.session.standing.deals)

        return self._table_after(question, mark_result_seen, after_deal=True)

    def change(self, question: PageQuestion) -> TableShown:
        """Change ``names`` and ``levels`` of the players: ``id``, ``at``."""

        def change(loaded: LoadedTable) -> None:
            chosen = _seating(question, loaded.session.game.players)
            loaded.change_seating(replace(loaded.seating, names=chosen.names, levels=chosen.levels))

        return self._table_after(question, change, after_deal=True)

    def hint(self, question: PageQuestion, context: RequestContext) -> HintShown:
        """The choice of an engine in the person's place; a part has it without figures: ``id``.

        ``plan`` may be the plan of an earlier hint, to say how this one's differs.
        """
        session_id = _id(question)
        with self._at_table(session_id) as loaded:
            if loaded.shows_result or not loaded.table.is_persons_turn:
                raise RuleError("it is not your turn")
            loaded.count_help(hints=1)
            with suppress(StaleError):
                self._store_change(session_id, loaded)
            state, at = loaded.session.state.copy(), loaded.at
            words = registry.words_of(loaded.session.game)
        shown = hint_shown(View.of(state, state.turn), words, at, context.send_part)
        before = text_of(question, "plan") if "plan" in question else ""
        return {**shown, "newPlan": new_plan(state, before, shown["plan"])}

    def forced(self, question: PageQuestion) -> ForcedRest:
        """Whether the rest is ``forced``, whatever anybody plays, and ends ``good``: ``id``."""
        with self._at_table(_id(question)) as loaded:
            if not loaded.is_forced:
                return {"forced": False, "good": False}
            return {"forced": True, "good": ends_well(loaded.session.state, loaded.table.seat)}

    def claim(self, question: PageQuestion) -> TableShown:
        """Play the rest of the deal if it is forced: ``id``, ``at``."""

        def claim(loaded: LoadedTable) -> None:
            session = loaded.session
            deal = session.standing.deals
            if loaded.is_forced:
                while session.standing.deals == deal and not session.is_finished:
                    loaded.push(lambda: session.push(next(iter(session.state.legal_actions))))

        return self._table_after(question, claim)

    def save(self, question: PageQuestion) -> SessionFile:
        """The session as a file to save: ``id``."""
        with self._at_table(_id(question)) as loaded:
            name = registry.name_of(loaded.session.game)
            return {"text": loaded.text, "name": f"{name}.session"}

    def remove(self, question: PageQuestion) -> SessionList:
        """Remove a session: ``id``, ``at`` as in the list. The answer lists the others."""
        session_id = _id(question)
        with self._lock_session(session_id):
            try:
                text = self._store.read(session_id)
            except KeyError:
                return self.list_sessions({})
            except StoreError:
                text = None
            late = (question.get("at") or "") != ("" if text is None else state_of(text))
            if not late:
                try:
                    self._store.remove(session_id, text)
                    self._forget(session_id)
                except StaleError:
                    late = True
        sessions = self.list_sessions({})
        return sessions | {"late": True} if late else sessions

    def ended_deal(self, session_id: str, number: int) -> tuple[Session[Any], TrickState]:
        """A session up to the end of a deal, from 1, and that deal; RuleError while it goes on."""
        with self._at_table(session_id) as loaded:
            session = loaded.session
            if not 1 <= number <= session.standing.deals:
                raise RuleError(f"deal {number} of this session is not over")
            return session.replayed(number)

    def every_session(self) -> Iterator[tuple[str, Session[Any], Seating]]:
        """The sessions that can be read, with their ids and seatings, the last one played first."""
        for session_id in self._listing().modified:
            with suppress(ClumondError, KeyError):
                text = self._store.read(session_id)
                session = parse_session(text)
                yield session_id, session, written_seating(text, session)

    def seating(self, session_id: str) -> Seating:
        """The seating of a session; RuleError if there is no such session."""
        with self._at_table(session_id) as loaded:
            return loaded.seating

    def play_from(self, session_id: str, number: int, acts: int) -> TableShown:
        """Start a copy of a session from the point after some actions of a deal, from 1.

        RuleError while that deal goes on, or if it had fewer actions.
        """
        with self._at_table(session_id) as loaded:
            session, seating = loaded.session, loaded.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or acts >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            copy, _ = session.replayed(number, acts)
        return self.add_session(copy, replace(seating, guided=False))

    def rules(self, question: PageQuestion) -> RulesShown:
        """The rules of a game: ``game``."""
        name = text_of(question, "game", 40)
        blocks: list[RuleBlock] = [
            {"kind": block.kind, "text": block.text} for block in rules_of(name)
        ]
        return {"title": game_shown(registry.entry(name))["title"], "blocks": blocks}

    # Loading, changing and storing sessions.

    def _table_after(
        self,
        question: PageQuestion,
        change: Callable[[LoadedTable], Any] | None = None,
        *,
        after_deal: bool = False,
    ) -> TableShown:
        """The table after a change, which is stored; unchanged if the question came too late.

        While the table shows the result of a deal, only changes ``after_deal`` are made.
        """
        session_id = _id(question)
        try:
            with self._at_table(session_id) as loaded:
                late = change is not None and question.get("at") != loaded.at
                if change is not None and not late and (after_deal or not loaded.shows_result):
                    change(loaded)
                    self._store_change(session_id, loaded)
                shown = table_shown(session_id, loaded) | {"unsaved": self._store.fault(session_id)}
                return shown | {"late": True} if late else shown
        except StaleError:
            # Another program changed the session meanwhile: the question is late.
            return self._table_after(question, change, after_deal=after_deal)

    def _store_change(self, session_id: str, loaded: LoadedTable) -> None:
        text = loaded.to_text()
        if len(text) > MOST_TEXT:
            raise RuleError(
                f"the session is too long to continue: {len(text)} characters, at most {MOST_TEXT}"
            )
        if text != loaded.text:
            self._store.write(session_id, text, loaded.text)
            loaded.text = text

    def add_session(self, session: Session[Any], seating: Seating) -> TableShown:
        """Store a new session, and return its table."""
        self._remove_untouched()
        if len(self._listing().modified) >= _MOST_SESSIONS:
            raise RuleError(f"{_MOST_SESSIONS} sessions are stored: remove some first")
        session_id = secrets.token_urlsafe(12)
        # Load it from its text, to store only texts that can be read.
        loaded = LoadedTable(seated_text(session, seating))
        shown = table_shown(session_id, loaded)
        self._store.write(session_id, loaded.text, None)
        self._remember(session_id, loaded)
        return shown | {"unsaved": self._store.fault(session_id)}

    def _remove_untouched(self) -> None:
        """Remove the sessions in which the person did nothing for a while."""
        for listed in self.list_sessions({})["sessions"]:
            if not listed["begun"] and listed["ago"] > _UNTOUCHED_SECONDS:
                with suppress(ClumondError):
                    self.remove({"id": listed["id"], "at": listed["at"]})

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
    def _at_table(self, session_id: str) -> Iterator[LoadedTable]:
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
            raise RuleError(_NO_SESSION) from None
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


# Reading questions.


def _id(question: PageQuestion) -> str:
    return text_of(question, "id", 40)


def _seating(question: PageQuestion, players: int) -> Seating:
    usual = Seating.usual(players)
    names, levels = (
        _list_of(question, "names", list(usual.names), MOST_NAME),
        _list_of(question, "levels", list(usual.levels), MOST_NAME),
    )
    if len(names) < players or len(levels) < players:
        raise PageQuestionError(f"names and levels: {players} players are expected")
    return Seating(
        tuple(name.strip() or usual.names[n] for n, name in enumerate(names[:players])),
        tuple(choice_of({"levels": level}, "levels", Level) for level in levels[:players]),
        guided=question.get("guided") is True,
    )


def _list_of(question: PageQuestion, name: str, usual: list[str], most: int) -> list[str]:
    value = question.get(name)
    if value is None:
        return usual
    if not isinstance(value, list) or len(value) > len(USUAL_NAMES) + 1:
        raise PageQuestionError(f"{name}: a list of texts is expected")
    return [text_of({name: item}, name, most) for item in value]


def _action(text: str, state: TrickState) -> Action:
    """Parse a legal action; first directly, since comparing it with hundreds of actions is slow."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return parse_action_among(text, state.legal_actions)
