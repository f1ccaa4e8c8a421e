"""The endpoints of the Play place: tables, which are sessions of a person and engine players.

After every action the session's text goes to the store, so that nothing is lost when the page, the
program or the machine ends. Only the store counts: tables in memory just save replaying. A change
names the state ``at`` which the person chose it; if another window or program has changed the
session since, the answer is the current table, marked ``late``. The page gets only what its seat
sees (`table_view`); a seed never leaves, except in a file that the person saves.

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
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from weakref import WeakValueDictionary

from clumond_solver import __version__
from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.folders import data_folder
from clumond_solver.base.seeds import SEEDS
from clumond_solver.coach.day_deal import day_text
from clumond_solver.coach.engine_protocol import engine_of
from clumond_solver.coach.seating import (
    HELP,
    MOST_NAME,
    USUAL_NAMES,
    Seating,
    Summary,
    seated_text,
    written_seating,
    written_summary,
)
from clumond_solver.coach.table import Table
from clumond_solver.display.text import winners_text
from clumond_solver.games import registry
from clumond_solver.games.saved import parse_session
from clumond_solver.games.texts import rules_of
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Action, parse_action, read_action
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.levels import Level
from clumond_solver.web.forced_results import is_forced
from clumond_solver.web.questions import (
    MOST_TEXT,
    Endpoint,
    Question,
    QuestionError,
    text_of,
    whole_of,
)
from clumond_solver.web.store import Folder, Listing, StaleError, Store, StoreError
from clumond_solver.web.table_hints import hint_shown
from clumond_solver.web.table_view import all_hands, deal_shown
from clumond_solver.web.wire import (
    Forced,
    GameListed,
    Games,
    HintShown,
    RuleBlock,
    RulesShown,
    SessionFile,
    SessionListed,
    Sessions,
    TableShown,
    Words,
)

_MOST_KEPT = 500
_MOST_IN_MEMORY = 32
_ID = re.compile(r"[A-Za-z0-9_-]{16}")
_NO_TABLE = "there is no such table: it may have been removed"


@dataclass(slots=True)
class _Ended:
    """A finished deal, and the player who dealt it."""

    state: TrickState
    dealer: int


class _Seated:
    """One table, from its stored text: the session, the seating, and the last deal.

    text  the text as last stored; during a change the session may be newer.
    """

    def __init__(self, text: str) -> None:
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
        return _state_of(self.text)

    def written(self) -> str:
        """The text to store."""
        return seated_text(self.session, self.seating)

    @property
    def looks_back(self) -> bool:
        """Whether a finished deal waits for the person to look at it."""
        return self.ended is not None and self.seating.seen < self.session.standing.deals

    def push(self, act: Callable[[], Any]) -> None:
        """Do something at the table; if it ends the deal, keep that for the person to look at."""
        state, dealer = self.session.state, self.session.standing.dealer
        act()
        if state.is_over:
            self.ended = _Ended(state, dealer)

    def count_help(self, *, hints: int = 0, backs: int = 0) -> None:
        """Count help that the person takes in the deal of the day: its result says how much."""
        sat = self.seating
        if sat.day:
            self.seating = replace(sat, hints=sat.hints + hints, backs=sat.backs + backs)

    def seat_of(self, player: int, dealer: int) -> int:
        """The seat of a player in a deal."""
        return (player - dealer - 1) % self.session.game.players


def _state_of(text: str) -> str:
    """An identifier of a text; reveals nothing hidden, since nobody knows the seed.

    A hint leaves the table as it is, so the count of hints takes no part.
    """
    lines = (line for line in text.splitlines(keepends=True) if not line.startswith(HELP))
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _last_ended(session: Session[Any]) -> _Ended | None:
    """The last finished deal of a session, replayed."""
    if not session.standing.deals:
        return None
    again, state = session.replayed(session.standing.deals)
    return _Ended(state, again.standing.rows[-1].dealer)


class Tables:
    """All tables of a person, and their store."""

    def __init__(self, store: Store | None = None) -> None:
        """Use this store, by default the person's data folder."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        self._open: dict[str, _Seated] = {}
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
            "table-hint": self.hint,
            "table-forced": self.forced,
            "table-claim": self.claim,
        }
        return {
            **{name: Endpoint.of(answer) for name, answer in at_once.items()},
            **{name: Endpoint.of(answer, thinks=True) for name, answer in thinking.items()},
        }

    def games(self, question: Question) -> Games:
        """The games, with their options."""
        return {
            "games": [_game_shown(registry.entry(name)) for name in registry.names()],
            "levels": [str(level) for level in Level],
            "names": list(USUAL_NAMES),
        }

    def listed(self, question: Question) -> Sessions:
        """All sessions, the last one played first."""
        listed = []
        listing = self._listing()
        for table, touched in sorted(listing.modified.items(), key=lambda item: -item[1]):
            text = None
            try:
                text = self._store.read(table)
                shown = _listed(table, text, touched)
            except KeyError:
                continue
            except ClumondError as error:
                shown = _unreadable(table, text, touched, str(error))
            listed.append(shown)
        return {"tables": listed, "fault": listing.fault}

    def new(self, question: Question) -> TableShown:
        """A new table: ``game``, ``options``; also ``names``, ``levels``, ``guided``, ``seed``."""
        options = question.get("options") or {}
        if not isinstance(options, dict) or not all(
            isinstance(word, str) and len(word) < 100 for pair in options.items() for word in pair
        ):
            raise QuestionError("options: texts by name are expected")
        name, guided = text_of(question, "game", 40), question.get("guided") is True
        guide = registry.entry(name).guide if guided else None
        game = registry.new_game(name, options if guide is None else guide.options)
        seed = secrets.randbelow(SEEDS) if guide is None else guide.seed
        if question.get("seed") is not None:
            seed = whole_of(question, "seed", SEEDS - 1)
        return self.seat(Session(game, seed), _seating(question, game.players))

    def open(self, question: Question) -> TableShown:
        """A table from a saved file: ``text``."""
        text = text_of(question, "text", MOST_TEXT)
        session = parse_session(text)
        return self.seat(session, written_seating(text, session))

    def show(self, question: Question) -> TableShown:
        """A table as it is now: ``id``."""
        return self._changed(question)

    def act(self, question: Question) -> TableShown:
        """The person acts: ``id``, ``at``, ``action``. Nothing happens unless ``at`` is current."""

        def act(seated: _Seated) -> None:
            action = _action(text_of(question, "action"), seated.session.state)
            seated.push(lambda: seated.table.act(action))

        return self._changed(question, act)

    def step(self, question: Question) -> TableShown:
        """The engine player whose turn it is acts: ``id``, ``at``.

        After the person has ``conceded``, an engine plays the person's cards too.
        """
        conceded = question.get("conceded") is True

        def step(seated: _Seated) -> None:
            table = seated.table
            if table.is_persons_turn and conceded and seated.session.state.play is not None:
                seated.push(lambda: table.act(table.hint()))
            elif not table.is_persons_turn and not seated.session.is_finished:
                seated.push(table.step)

        return self._changed(question, step)

    def take_back(self, question: Question) -> TableShown:
        """Back to the person's last decision in this deal: ``id``, ``at``."""

        def take_back(seated: _Seated) -> None:
            seated.table.take_back()
            seated.count_help(backs=1)

        return self._changed(question, take_back)

    def go_on(self, question: Question) -> TableShown:
        """The person has looked at the deal that ended: ``id``, ``at``."""

        def look(seated: _Seated) -> None:
            seated.seating = replace(seated.seating, seen=seated.session.standing.deals)

        return self._changed(question, look, looking=True)

    def change(self, question: Question) -> TableShown:
        """Other ``names`` and ``levels``: ``id``, ``at``."""

        def change(seated: _Seated) -> None:
            chosen = _seating(question, seated.session.game.players)
            seated.seat(replace(seated.seating, names=chosen.names, levels=chosen.levels))

        return self._changed(question, change, looking=True)

    def hint(self, question: Question) -> HintShown:
        """An engine's action in the person's place, and why: ``id``."""
        table = _id(question)
        with self._at(table) as seated:
            if seated.looks_back or not seated.table.is_persons_turn:
                raise RuleError("it is not your turn")
            seated.count_help(hints=1)
            with suppress(StaleError):
                self._keep(table, seated)
            state, at = seated.session.state.copy(), seated.at
            words = registry.words_of(seated.session.game)
        return hint_shown(View.of(state, state.turn), words, at)

    def forced(self, question: Question) -> Forced:
        """Whether the rest is ``forced``, whatever anybody plays, and ends ``good``: ``id``."""
        with self._at(_id(question)) as seated:
            if not _is_forced(seated):
                return {"forced": False, "good": False}
            return {"forced": True, "good": _ends_well(seated.session.state, seated.table.seat)}

    def claim(self, question: Question) -> TableShown:
        """The library plays a rest that is forced: ``id``, ``at``."""

        def claim(seated: _Seated) -> None:
            session = seated.session
            deal = session.standing.deals
            if _is_forced(seated):
                while session.standing.deals == deal and not session.is_finished:
                    seated.push(lambda: session.push(next(iter(session.state.legal_actions))))

        return self._changed(question, claim)

    def save(self, question: Question) -> SessionFile:
        """The session as a file to keep or send: ``id``."""
        with self._at(_id(question)) as seated:
            name = registry.name_of(seated.session.game)
            return {"text": seated.text, "name": f"{name}.session"}

    def remove(self, question: Question) -> Sessions:
        """Remove a session: ``id``, ``at`` as listed. The answer lists the others."""
        table, late = _id(question), False
        with self._alone(table):
            try:
                text = self._store.read(table)
            except KeyError:
                return self.listed({})
            except StoreError:
                text = None
            late = (question.get("at") or "") != ("" if text is None else _state_of(text))
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
        with self._at(table) as seated:
            session = seated.session
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
        with self._at(table) as seated:
            return seated.seating

    def again(self, table: str, number: int, acts: int) -> TableShown:
        """A new table at the point of another after some actions of a deal, from 1.

        RuleError while that deal goes on, or if it had fewer actions.
        """
        with self._at(table) as seated:
            session, seating = seated.session, seated.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or acts >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            again, _ = session.replayed(number, acts)
        return self.seat(again, replace(seating, guided=False))

    def rules(self, question: Question) -> RulesShown:
        """The rules of a game: ``game``."""
        name = text_of(question, "game", 40)
        blocks: list[RuleBlock] = [
            {"kind": block.kind, "text": block.text} for block in rules_of(name)
        ]
        return {"title": _game_shown(registry.entry(name))["title"], "blocks": blocks}

    # Keeping them.

    def _changed(
        self,
        question: Question,
        change: Callable[[_Seated], Any] | None = None,
        *,
        looking: bool = False,
    ) -> TableShown:
        """A table after a change, which is stored; unchanged if the question came too late.

        Only ``looking`` back is possible until the person has looked at a finished deal.
        """
        table = _id(question)
        try:
            with self._at(table) as seated:
                late = change is not None and question.get("at") != seated.at
                if change is not None and not late and (looking or not seated.looks_back):
                    change(seated)
                    self._keep(table, seated)
                shown = _shown(table, seated) | {"unsaved": self._store.fault(table)}
                return shown | {"late": True} if late else shown
        except StaleError:
            # Another program was faster: the question is late.
            return self._changed(question, change, looking=looking)

    def _keep(self, table: str, seated: _Seated) -> None:
        text = seated.written()
        if len(text) > MOST_TEXT:
            raise RuleError(
                f"the session is too long to go on: {len(text)} characters, at most {MOST_TEXT}"
            )
        if text != seated.text:
            self._store.write(table, text, seated.text)
            seated.text = text

    def seat(self, session: Session[Any], seating: Seating) -> TableShown:
        """A new table for a session."""
        if len(self._listing().modified) >= _MOST_KEPT:
            raise RuleError(f"{_MOST_KEPT} sessions are kept: remove some first")
        table = secrets.token_urlsafe(12)
        # From its text, so that every stored text can be read.
        seated = _Seated(seated_text(session, seating))
        shown = _shown(table, seated)
        self._store.write(table, seated.text, None)
        self._remember(table, seated)
        return shown | {"unsaved": self._store.fault(table)}

    def _remember(self, table: str, seated: _Seated) -> None:
        with self._lock:
            self._open.pop(table, None)
            self._open[table] = seated
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
    def _at(self, table: str) -> Iterator[_Seated]:
        """A table as stored now, locked; RuleError if there is none.

        A change that fails or cannot be stored leaves nothing in memory.
        """
        with self._alone(table):
            seated = self._now(table)
            try:
                yield seated
            except BaseException as error:
                # A refusal changes nothing, and memory may hold the only copy.
                if not isinstance(error, ClumondError) or seated.written() != seated.text:
                    self._forget(table)
                raise

    def _now(self, table: str) -> _Seated:
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
            known = _Seated(text)
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


def _is_forced(seated: _Seated) -> bool:
    """Whether it is the person's turn, and the rest is forced."""
    turn = not seated.looks_back and seated.table.is_persons_turn
    return turn and is_forced(View.of(seated.session.state, seated.table.seat))


def _ends_well(state: TrickState, seat: int) -> bool:
    """Whether a deal whose end is forced brings a seat more than the others have on average."""
    state = state.copy()
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    return state.scores[seat] * len(state.scores) > sum(state.scores)


# Reading questions.


def _id(question: Question) -> str:
    return text_of(question, "id", 40)


def _seating(question: Question, players: int) -> Seating:
    usual = Seating.usual(players)
    names, levels = (
        _list_of(question, "names", list(usual.names), MOST_NAME),
        _list_of(question, "levels", list(usual.levels), MOST_NAME),
    )
    if len(names) < players or len(levels) < players:
        raise QuestionError(f"names and levels: {players} players are expected")
    try:
        return Seating(
            tuple(name.strip() or usual.names[n] for n, name in enumerate(names[:players])),
            tuple(Level(level) for level in levels[:players]),
            guided=question.get("guided") is True,
        )
    except ValueError:
        raise QuestionError(f"levels: each is one of {', '.join(Level)}") from None


def _list_of(question: Question, name: str, usual: list[str], most: int) -> list[str]:
    value = question.get(name)
    if value is None:
        return usual
    if not isinstance(value, list) or len(value) > len(USUAL_NAMES) + 1:
        raise QuestionError(f"{name}: a list of texts is expected")
    return [text_of({name: item}, name, most) for item in value]


def _action(text: str, state: TrickState) -> Action:
    """The action of a text; makes only this one, not all of hundreds."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return read_action(text, state.legal_actions)


# Showing.


def _game_shown(entry: registry.Entry) -> GameListed:
    game = entry.make()
    return {
        "key": entry.name,
        "name": game.name,
        "title": entry.name.replace("-", " ").title().replace(" ", "-"),
        "players": game.players,
        "guided": entry.guide is not None,
        "words": _words(entry.words),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.text,
                "title": entry.words.option(option.name),
                "help": option.help,
                "choices": [
                    {"value": value, "text": entry.words.value(option.name, value)}
                    for value in option.choices
                ],
            }
            for option in entry.options
        ],
    }


def _words(words: registry.TableWords) -> Words:
    return {
        "about": words.about,
        "deal": words.deal,
        "label": words.label,
        "declare": words.declare,
        "options": dict(words.options),
    }


def _listed(table: str, text: str, touched: float) -> SessionListed:
    """A session for the list, from the remarks in its text; replayed if it has none."""
    written = written_summary(text)
    if written is None:
        session = parse_session(text)
        written = Summary.of(session), written_seating(text, session)
    summary, seating = written
    return {
        "id": table,
        "at": _state_of(text),
        "game": summary.game,
        "deals": summary.deals,
        "finished": summary.finished,
        "names": list(seating.names),
        "totals": list(summary.totals),
        "day": seating.day,
        "ago": _seconds_since(touched),
    }


def _unreadable(table: str, text: str | None, touched: float, fault: str) -> SessionListed:
    """A file for the list that cannot be read."""
    return {
        "id": table,
        "at": "" if text is None else _state_of(text),
        "game": "",
        "deals": 0,
        "finished": False,
        "names": [],
        "totals": [],
        "day": "",
        "ago": _seconds_since(touched),
        "fault": fault,
    }


def _seconds_since(touched: float) -> int:
    return max(0, int(time.time() - touched))


def _shown(table: str, seated: _Seated) -> TableShown:
    """A table for the page: a finished deal until the person has looked at it, then the next."""
    session, seating = seated.session, seated.seating
    standing, words = session.standing, registry.words_of(session.game)
    looks_back = seated.looks_back
    ended = seated.ended
    if looks_back and ended is not None:
        state, dealer, number = ended.state, ended.dealer, standing.deals
    else:
        state, dealer, number = session.state, standing.dealer, standing.deals + 1
    if session.is_finished and ended is not None:
        state, dealer, number = ended.state, ended.dealer, standing.deals
    seat = seated.seat_of(seating.person, dealer)
    deal = deal_shown(state, seat, words)
    name = registry.name_of(session.game)
    guide = registry.entry(name).guide if seating.guided else None
    guided = guide is not None and state.turn == seat
    return {
        "id": table,
        "at": seated.at,
        "game": {
            "key": name,
            "name": session.game.name,
            "text": registry.describe(session.game),
            "words": _words(words),
        },
        "players": list(seating.names),
        "levels": [str(level) for level in seating.levels],
        "person": seating.person,
        "guided": seating.guided,
        "guide": list(guide.lines(state, seat)) if guide is not None and guided else [],
        "number": number,
        "dealer": dealer,
        "deal": deal,
        "ended": all_hands(state) if state.is_over else None,
        "canTakeBack": not state.is_over and any(int(who) == seat for who, _ in session.acts[-1]),
        "standing": {
            "totals": list(standing.totals),
            "staked": state.staked,
            "rows": [
                {
                    "deal": row.deal,
                    "dealer": row.dealer,
                    "label": row.label.removeprefix("declare "),
                    "gains": list(row.gains),
                    "notes": list(row.notes),
                }
                for row in standing.rows
            ],
        },
        "finished": session.is_finished,
        "winners": winners_text(standing, seating.names) if session.is_finished else "",
        "result": day_text(session, seating, __version__),
    }
