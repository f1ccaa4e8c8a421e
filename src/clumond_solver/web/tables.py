"""The endpoints of the Play place: tables, which are sessions of a person and engine players.

After every action the session's text goes to the store, so that nothing is lost when the page, the
program or the machine ends. Only the store counts: tables in memory just save replaying. A change
names the state ``at`` which the person chose it; if another window or program has changed the
session since, the answer is the current table, marked ``late``. The page gets only what its seat
sees (`session_view`, `table_view`); a seed never leaves, except in a file that the person saves.

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
    text_of,
    whole_number_of,
)
from clumond_solver.web.session_view import (
    game_shown,
    session_listed,
    session_unreadable,
    table_shown,
)
from clumond_solver.web.store import Folder, Listing, StaleError, Store, StoreError
from clumond_solver.web.table_hints import hint_shown
from clumond_solver.web.wire import (
    Forced,
    Games,
    HintShown,
    RuleBlock,
    RulesShown,
    SessionFile,
    Sessions,
    TableShown,
)

_MOST_KEPT = 500
_MOST_IN_MEMORY = 32
_UNTOUCHED_SECONDS = 3600
_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_NO_TABLE = "there is no such table: it may have been removed"


class Tables:
    """All tables of a person, and their store."""

    def __init__(self, store: Store | None = None) -> None:
        """Use this store, by default the person's data folder."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        self._open: dict[str, LoadedTable] = {}
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def endpoints(self) -> Mapping[str, Endpoint]:
        """The endpoints of tables."""
        at_once = {
            "games": self.games,
            "rules": self.rules,
            "tables": self.listed,
            "table": self.show,
            "table-new": self.new,
            "table-open": self.open,
            "table-act": self.act,
            "table-back": self.take_back,
            "table-next": self.go_on,
            "table-change": self.change,
            "table-save": self.save,
            "table-remove": self.remove,
        }
        thinking = {
            "table-step": self.step,
            "table-forced": self.forced,
            "table-claim": self.claim,
        }
        return {
            **{name: Endpoint.of(answer) for name, answer in at_once.items()},
            **{name: Endpoint.of(answer, is_slow=True) for name, answer in thinking.items()},
            "table-hint": Endpoint(self.hint, is_slow=True),
        }

    def games(self, question: PageQuestion) -> Games:
        """The games, with their options."""
        return {
            "games": [game_shown(registry.entry(name)) for name in registry.names()],
            "levels": [str(level) for level in Level],
            "names": list(USUAL_NAMES),
        }

    def listed(self, question: PageQuestion) -> Sessions:
        """All sessions, the last one played first."""
        listed = []
        listing = self._listing()
        for table, touched in sorted(listing.modified.items(), key=lambda item: -item[1]):
            text = None
            try:
                text = self._store.read(table)
                shown = session_listed(table, text, touched)
            except KeyError:
                continue
            except ClumondError as error:
                shown = session_unreadable(table, text, touched, str(error))
            listed.append(shown)
        return {"tables": listed, "fault": listing.fault}

    def new(self, question: PageQuestion) -> TableShown:
        """A new table: ``game``, ``options``; also ``names``, ``levels``, ``guided``, ``seed``."""
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
            seed = whole_number_of(question, "seed", SEEDS - 1)
        return self.seat(Session(game, seed), _seating(question, game.players))

    def open(self, question: PageQuestion) -> TableShown:
        """A table from a saved file: ``text``."""
        text = text_of(question, "text", MOST_TEXT)
        session = parse_session(text)
        return self.seat(session, written_seating(text, session))

    def show(self, question: PageQuestion) -> TableShown:
        """A table as it is now: ``id``."""
        return self._changed(question)

    def act(self, question: PageQuestion) -> TableShown:
        """The person acts: ``id``, ``at``, ``action``. Nothing happens unless ``at`` is current."""

        def act(loaded: LoadedTable) -> None:
            action = _action(text_of(question, "action"), loaded.session.state)
            loaded.push(lambda: loaded.table.act(action))

        return self._changed(question, act)

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

        return self._changed(question, step)

    def take_back(self, question: PageQuestion) -> TableShown:
        """Back to the person's last decision in this deal: ``id``, ``at``."""

        def take_back(loaded: LoadedTable) -> None:
            loaded.table.take_back()
            loaded.count_help(backs=1)

        return self._changed(question, take_back)

    def go_on(self, question: PageQuestion) -> TableShown:
        """The person has looked at the deal that ended: ``id``, ``at``."""

        def look(loaded: LoadedTable) -> None:
            loaded.seating = replace(loaded.seating, seen=loaded.session.standing.deals)

        return self._changed(question, look, looking=True)

    def change(self, question: PageQuestion) -> TableShown:
        """Other ``names`` and ``levels``: ``id``, ``at``."""

        def change(loaded: LoadedTable) -> None:
            chosen = _seating(question, loaded.session.game.players)
            loaded.seat(replace(loaded.seating, names=chosen.names, levels=chosen.levels))

        return self._changed(question, change, looking=True)

    def hint(self, question: PageQuestion, context: RequestContext) -> HintShown:
        """An engine's action in the person's place, first alone, then with why: ``id``."""
        table = _id(question)
        with self._at(table) as loaded:
            if loaded.looks_back or not loaded.table.is_persons_turn:
                raise RuleError("it is not your turn")
            loaded.count_help(hints=1)
            with suppress(StaleError):
                self._keep(table, loaded)
            state, at = loaded.session.state.copy(), loaded.at
            words = registry.words_of(loaded.session.game)
        return hint_shown(View.of(state, state.turn), words, at, context.send_part)

    def forced(self, question: PageQuestion) -> Forced:
        """Whether the rest is ``forced``, whatever anybody plays, and ends ``good``: ``id``."""
        with self._at(_id(question)) as loaded:
            if not loaded.is_forced:
                return {"forced": False, "good": False}
            return {"forced": True, "good": ends_well(loaded.session.state, loaded.table.seat)}

    def claim(self, question: PageQuestion) -> TableShown:
        """The library plays a rest that is forced: ``id``, ``at``."""

        def claim(loaded: LoadedTable) -> None:
            session = loaded.session
            deal = session.standing.deals
            if loaded.is_forced:
                while session.standing.deals == deal and not session.is_finished:
                    loaded.push(lambda: session.push(next(iter(session.state.legal_actions))))

        return self._changed(question, claim)

    def save(self, question: PageQuestion) -> SessionFile:
        """The session as a file to keep or send: ``id``."""
        with self._at(_id(question)) as loaded:
            name = registry.name_of(loaded.session.game)
            return {"text": loaded.text, "name": f"{name}.session"}

    def remove(self, question: PageQuestion) -> Sessions:
        """Remove a session: ``id``, ``at`` as listed. The answer lists the others."""
        table, late = _id(question), False
        with self._alone(table):
            try:
                text = self._store.read(table)
            except KeyError:
                return self.listed({})
            except StoreError:
                text = None
            late = (question.get("at") or "") != ("" if text is None else state_of(text))
            if not late:
                try:
                    self._store.remove(table, text)
                    self._forget(table)
                except StaleError:
                    late = True
        sessions = self.listed({})
        return sessions | {"late": True} if late else sessions

    def ended_deal(self, table: str, number: int) -> tuple[Session[Any], TrickState]:
        """A session up to the end of a deal, from 1, and that deal; RuleError while it goes on."""
        with self._at(table) as loaded:
            session = loaded.session
            if not 1 <= number <= session.standing.deals:
                raise RuleError(f"deal {number} of this session is not over")
            return session.replayed(number)

    def every_session(self) -> Iterator[tuple[str, Session[Any], Seating]]:
        """The tables that can be read, replayed, the last one played first."""
        modified = self._listing().modified
        for table in sorted(modified, key=lambda table: -modified[table]):
            with suppress(ClumondError, KeyError):
                text = self._store.read(table)
                session = parse_session(text)
                yield table, session, written_seating(text, session)

    def seating(self, table: str) -> Seating:
        """The seating of a table; RuleError if there is no such table."""
        with self._at(table) as loaded:
            return loaded.seating

    def again(self, table: str, number: int, acts: int) -> TableShown:
        """A new table at the point of another after some actions of a deal, from 1.

        RuleError while that deal goes on, or if it had fewer actions.
        """
        with self._at(table) as loaded:
            session, seating = loaded.session, loaded.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or acts >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            again, _ = session.replayed(number, acts)
        return self.seat(again, replace(seating, guided=False))

    def rules(self, question: PageQuestion) -> RulesShown:
        """The rules of a game: ``game``."""
        name = text_of(question, "game", 40)
        blocks: list[RuleBlock] = [
            {"kind": block.kind, "text": block.text} for block in rules_of(name)
        ]
        return {"title": game_shown(registry.entry(name))["title"], "blocks": blocks}

    # Keeping them.

    def _changed(
        self,
        question: PageQuestion,
        change: Callable[[LoadedTable], Any] | None = None,
        *,
        looking: bool = False,
    ) -> TableShown:
        """A table after a change, which is stored; unchanged if the question came too late.

        Only ``looking`` back is possible until the person has looked at a finished deal.
        """
        table = _id(question)
        try:
            with self._at(table) as loaded:
                late = change is not None and question.get("at") != loaded.at
                if change is not None and not late and (looking or not loaded.looks_back):
                    change(loaded)
                    self._keep(table, loaded)
                shown = table_shown(table, loaded) | {"unsaved": self._store.fault(table)}
                return shown | {"late": True} if late else shown
        except StaleError:
            # Another program was faster: the question is late.
            return self._changed(question, change, looking=looking)

    def _keep(self, table: str, loaded: LoadedTable) -> None:
        text = loaded.written()
        if len(text) > MOST_TEXT:
            raise RuleError(
                f"the session is too long to go on: {len(text)} characters, at most {MOST_TEXT}"
            )
        if text != loaded.text:
            self._store.write(table, text, loaded.text)
            loaded.text = text

    def seat(self, session: Session[Any], seating: Seating) -> TableShown:
        """A new table for a session."""
        self._remove_untouched()
        if len(self._listing().modified) >= _MOST_KEPT:
            raise RuleError(f"{_MOST_KEPT} sessions are kept: remove some first")
        table = secrets.token_urlsafe(12)
        # From its text, so that every stored text can be read.
        loaded = LoadedTable(seated_text(session, seating))
        shown = table_shown(table, loaded)
        self._store.write(table, loaded.text, None)
        self._remember(table, loaded)
        return shown | {"unsaved": self._store.fault(table)}

    def _remove_untouched(self) -> None:
        """Remove the sessions in which the person did nothing for a while."""
        for listed in self.listed({})["tables"]:
            if not listed["begun"] and listed["ago"] > _UNTOUCHED_SECONDS:
                with suppress(ClumondError):
                    self.remove({"id": listed["id"], "at": listed["at"]})

    def _remember(self, table: str, loaded: LoadedTable) -> None:
        with self._lock:
            self._open.pop(table, None)
            self._open[table] = loaded
            while len(self._open) > _MOST_IN_MEMORY:
                self._open.pop(next(iter(self._open)))

    def _forget(self, table: str) -> None:
        with self._lock:
            self._open.pop(table, None)

    @contextmanager
    def _alone(self, table: str) -> Iterator[None]:
        """Lock a table in this program; RuleError for an impossible name."""
        if not _ID.fullmatch(table):
            raise RuleError("there is no such table")
        with self._lock:
            lock = self._locks.setdefault(table, threading.Lock())
        with lock:
            yield

    @contextmanager
    def _at(self, table: str) -> Iterator[LoadedTable]:
        """A table as stored now, locked; RuleError if there is none.

        A change that fails or cannot be stored leaves nothing in memory.
        """
        with self._alone(table):
            loaded = self._now(table)
            try:
                yield loaded
            except BaseException as error:
                # A refusal changes nothing, and memory may hold the only copy.
                if not isinstance(error, ClumondError) or loaded.written() != loaded.text:
                    self._forget(table)
                raise

    def _now(self, table: str) -> LoadedTable:
        with self._lock:
            known = self._open.get(table)
        try:
            text = self._store.read(table)
        except KeyError:
            raise RuleError(_NO_TABLE) from None
        except StoreError:
            # Play goes on from memory, and the store may work later.
            if known is None:
                raise
            return known
        if known is None or known.text != text:
            known = LoadedTable(text)
        self._remember(table, known)
        return known

    def _listing(self) -> Listing:
        """The stored sessions, without foreign files."""
        listing = self._store.listing()
        ours = {
            name: time_modified
            for name, time_modified in listing.modified.items()
            if _ID.fullmatch(name)
        }
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
    try:
        return Seating(
            tuple(name.strip() or usual.names[n] for n, name in enumerate(names[:players])),
            tuple(Level(level) for level in levels[:players]),
            guided=question.get("guided") is True,
        )
    except ValueError:
        raise PageQuestionError(f"levels: each is one of {', '.join(Level)}") from None


def _list_of(question: PageQuestion, name: str, usual: list[str], most: int) -> list[str]:
    value = question.get(name)
    if value is None:
        return usual
    if not isinstance(value, list) or len(value) > len(USUAL_NAMES) + 1:
        raise PageQuestionError(f"{name}: a list of texts is expected")
    return [text_of({name: item}, name, most) for item in value]


def _action(text: str, state: TrickState) -> Action:
    """The action of a text; makes only this one, not all of hundreds."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return parse_action_among(text, state.legal_actions)
