"""What the Play place answers: tables, each a session of a person and engine players.

A table lives here and keeps itself: after every action the session's text goes to where a person's
sessions are kept, so that nothing is lost when the page, the program or the machine ends. The
page is given what its seat sees (`table_view`); a seed never leaves, but in a file that the person
saves.

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
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from clumond_solver.display.text import winners_text
from clumond_solver.errors import ClumondError, RuleError
from clumond_solver.games import registry
from clumond_solver.games.saved import parse_session
from clumond_solver.games.texts import rules_of
from clumond_solver.play.players import Level
from clumond_solver.play.seating import (
    MOST_NAME,
    USUAL_NAMES,
    Seating,
    Summary,
    seated_text,
    written_seating,
    written_summary,
)
from clumond_solver.play.table import Table
from clumond_solver.rules.actions import Action, parse_action, read_action
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.seeds import SEEDS
from clumond_solver.seen.any_game import View
from clumond_solver.system.folders import data_folder
from clumond_solver.web.claims import is_forced
from clumond_solver.web.questions import Answer, Kind, Question, QuestionError, text_of, whole_of
from clumond_solver.web.store import Folder, Store
from clumond_solver.web.table_hints import hint_shown
from clumond_solver.web.table_view import all_hands, deal_shown

_MOST_TEXT = 60_000
_MOST_KEPT = 500
_MOST_IN_MEMORY = 32
_ID = re.compile(r"[A-Za-z0-9_-]{16}")


@dataclass(slots=True)
class _Ended:
    """A deal that is over, and the player who dealt it."""

    state: TrickState
    dealer: int


class _Seated:
    """One table: the session, who sits there, and the last deal that ended."""

    def __init__(self, session: Session[Any], seating: Seating) -> None:
        self.lock = threading.Lock()
        self.session = session
        self.seating = replace(seating, seen=min(seating.seen, session.standing.deals))
        self.ended = _last_ended(session)
        self._engines = [level.player(session.game) for level in seating.levels]

    @property
    def table(self) -> Table[Any]:
        """The library's table, with the engine of the player to act."""
        player = self.session.player_to_act
        engine = self._engines[player or 0]
        return Table(self.session, self.seating.person, engine)

    @property
    def acts(self) -> int:
        """How many actions there have been: a number for each moment of the session."""
        return sum(map(len, self.session.acts))

    @property
    def looks_back(self) -> bool:
        """Whether a finished deal is still to be looked at."""
        return self.ended is not None and self.seating.seen < self.session.standing.deals

    @property
    def text(self) -> str:
        """The session as it is kept: its text, and a remark on who sits where."""
        return seated_text(self.session, self.seating)

    def push(self, act: Callable[[], Any]) -> None:
        """Do something at the table; a deal that it ends is to be looked at."""
        state, dealer = self.session.state, self.session.standing.dealer
        act()
        if state.is_over:
            self.ended = _Ended(state, dealer)

    def seat_of(self, player: int, dealer: int) -> int:
        """The seat of a player in a deal."""
        return (player - dealer - 1) % self.session.game.players


def _last_ended(session: Session[Any]) -> _Ended | None:
    """The last deal of a session that is over, replayed."""
    if not session.standing.deals:
        return None
    again = Session(session.game, session.seed, session.standing.first_dealer)
    for deal in session.acts[: session.standing.deals]:
        state, dealer = again.state, again.standing.dealer
        for _, action in deal:
            again.push(action)
    return _Ended(state, dealer)


class Tables:
    """All tables of a person, and where they are kept."""

    def __init__(self, store: Store | None = None) -> None:
        """Keep them there; in the person's own data folder unless given."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        self._open: dict[str, _Seated] = {}
        self._lock = threading.Lock()

    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of questions that are asked at tables."""
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
        thinking = {"table-step": self.step, "table-hint": self.hint, "table-claim": self.claim}
        return {
            **{name: _kind(answer) for name, answer in at_once.items()},
            **{name: _kind(answer, thinks=True) for name, answer in thinking.items()},
        }

    def games(self, question: Question) -> Answer:
        """The games that can be played, with all that can be agreed on."""
        return {
            "games": [_game_shown(registry.entry(name)) for name in registry.names()],
            "levels": [str(level) for level in Level],
            "names": list(USUAL_NAMES),
        }

    def listed(self, question: Question) -> Answer:
        """The sessions that there are, the last one played first."""
        listed = []
        for table, touched in self._kept():
            try:
                listed.append(_listed(table, self._store.read(table), touched))
            except KeyError:
                continue
            except (ClumondError, OSError, UnicodeDecodeError) as error:
                listed.append({"id": table, "fault": str(error), "touched": 0})
        return {"tables": listed}

    def new(self, question: Question) -> Answer:
        """A new table: ``game``, ``options``; also ``names``, ``levels``, ``guided``, ``seed``."""
        options = question.get("options") or {}
        if not isinstance(options, dict) or not all(
            isinstance(each, str) and len(each) < 40 for pair in options.items() for each in pair
        ):
            raise QuestionError("options: texts by name are expected")
        name, guided = text_of(question, "game", 40), question.get("guided") is True
        guide = registry.entry(name).guide if guided else None
        game = registry.new_game(name, options if guide is None else guide.options)
        seed = secrets.randbelow(SEEDS) if guide is None else guide.seed
        if question.get("seed") is not None:
            seed = whole_of(question, "seed", SEEDS - 1)
        return self._seat(Session(game, seed), _seating(question, game.players))

    def open(self, question: Question) -> Answer:
        """A table from a file that was saved: ``text``."""
        text = text_of(question, "text", _MOST_TEXT)
        session = parse_session(text)
        return self._seat(session, written_seating(text, session))

    def show(self, question: Question) -> Answer:
        """A table as it stands: ``id``."""
        return self._changed(question)

    def act(self, question: Question) -> Answer:
        """The person acts: ``id``, ``at``, ``action``. Nothing is done unless ``at`` is now."""

        def act(seated: _Seated) -> None:
            action = _action(text_of(question, "action"), seated.session.state)
            seated.push(lambda: seated.table.act(action))

        return self._changed(question, act, timed=True)

    def step(self, question: Question) -> Answer:
        """The engine player whose turn it is acts: ``id``, ``at``."""

        def step(seated: _Seated) -> None:
            if not seated.table.is_persons_turn and not seated.session.is_finished:
                seated.push(seated.table.step)

        return self._changed(question, step, timed=True)

    def take_back(self, question: Question) -> Answer:
        """Back to the person's last decision in this deal: ``id``, ``at``."""
        return self._changed(question, lambda seated: seated.table.take_back(), timed=True)

    def go_on(self, question: Question) -> Answer:
        """The person has looked at the deal that ended: ``id``."""

        def look(seated: _Seated) -> None:
            seated.seating = replace(seated.seating, seen=seated.session.standing.deals)

        return self._changed(question, look, looking=True)

    def change(self, question: Question) -> Answer:
        """Other ``names`` and ``levels``: ``id``."""

        def change(seated: _Seated) -> None:
            asked = _seating(question, seated.session.game.players)
            seated.seating = replace(seated.seating, names=asked.names, levels=asked.levels)
            seated._engines = [level.player(seated.session.game) for level in asked.levels]

        return self._changed(question, change, looking=True)

    def hint(self, question: Question) -> Answer:
        """What an engine would do in the person's place, and why: ``id``."""
        with self._at(_id(question)) as seated:
            if seated.looks_back or not seated.table.is_persons_turn:
                raise RuleError("it is not your turn")
            state, acts = seated.session.state.copy(), seated.acts
            words = registry.words_of(seated.session.game)
        return hint_shown(View.of(state, state.turn), words) | {"at": acts}

    def claim(self, question: Question) -> Answer:
        """Whether the rest is forced, whatever anybody plays: ``id``; with ``do`` it is played."""
        with self._at(_id(question)) as seated:
            forced = (
                not seated.looks_back
                and seated.table.is_persons_turn
                and is_forced(View.of(seated.session.state, seated.table.seat))
            )
            if forced and question.get("do") is True:
                deal = seated.session.standing.deals
                while seated.session.standing.deals == deal and not seated.session.is_finished:
                    action = next(iter(seated.session.state.legal_actions))
                    seated.push(lambda action=action: seated.session.push(action))  # type: ignore[misc]
                self._keep(_id(question), seated)
                return {"forced": True, "table": _shown(_id(question), seated)}
        return {"forced": forced}

    def save(self, question: Question) -> Answer:
        """The session as a file to keep or send: ``id``."""
        with self._at(_id(question)) as seated:
            name = registry.describe(seated.session.game).split()[0]
            return {"text": seated.text, "name": f"{name}.session"}

    def remove(self, question: Question) -> Answer:
        """Throw a session away: ``id``."""
        table = _id(question)
        if not _ID.fullmatch(table):
            raise RuleError("there is no such table")
        self.forget(table)
        self._store.remove(table)
        return self.listed({})

    def ended_deal(self, table: str, number: int) -> tuple[Session[Any], TrickState]:
        """A session up to the end of a deal, from 1, and that deal; RuleError while it goes on."""
        with self._at(table) as seated:
            session = seated.session
            if not 1 <= number <= session.standing.deals:
                raise RuleError(f"{number} is no deal of this session that is over")
            again = Session(session.game, session.seed, session.standing.first_dealer)
            for deal in session.acts[:number]:
                state: TrickState = again.state
                for _, action in deal:
                    again.push(action)
            return again, state

    def seating(self, table: str) -> Seating:
        """Who sits at a table; RuleError if there is no such table."""
        with self._at(table) as seated:
            return seated.seating

    def again(self, table: str, number: int, acts: int) -> Answer:
        """A new table that stands where another stood after some actions of a deal, from 1.

        RuleError while that deal goes on, or if it had fewer actions.
        """
        with self._at(table) as seated:
            session, seating = seated.session, seated.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or acts >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            again = Session(session.game, session.seed, session.standing.first_dealer)
            for deal in (*deals[: number - 1], deals[number - 1][:acts]):
                for _, action in deal:
                    again.push(action)
        return self._seat(again, replace(seating, guided=False))

    def rules(self, question: Question) -> Answer:
        """The rules of a game: ``game``."""
        name = text_of(question, "game", 40)
        blocks = [{"kind": block.kind, "text": block.text} for block in rules_of(name)]
        return {"title": _game_shown(registry.entry(name))["title"], "blocks": blocks}

    # Keeping them.

    def _changed(
        self,
        question: Question,
        change: Callable[[_Seated], Any] | None = None,
        *,
        timed: bool = False,
        looking: bool = False,
    ) -> Answer:
        """A table after a change, which is kept; without it where the question came too late.

        What is ``timed`` names the moment that it is meant for; what is not ``looking`` back is
        not done while a finished deal is still to be looked at.
        """
        table = _id(question)
        with self._at(table) as seated:
            late = timed and question.get("at") != seated.acts
            if change is not None and not late and (looking or not seated.looks_back):
                change(seated)
                self._keep(table, seated)
            return _shown(table, seated) | ({"late": True} if late else {})

    def _seat(self, session: Session[Any], seating: Seating) -> Answer:
        if len(self._kept()) >= _MOST_KEPT:
            raise RuleError(f"{_MOST_KEPT} sessions are kept: remove some first")
        table, seated = secrets.token_urlsafe(12), _Seated(session, seating)
        self._keep(table, seated)
        self._remember(table, seated)
        return _shown(table, seated)

    def forget(self, table: str) -> None:
        """Read a session anew when it is next asked for: what is kept of it is what counts."""
        with self._lock:
            self._open.pop(table, None)

    def _keep(self, table: str, seated: _Seated) -> None:
        self._store.write(table, seated.text)

    def _remember(self, table: str, seated: _Seated) -> None:
        with self._lock:
            self._open.pop(table, None)
            self._open[table] = seated
            while len(self._open) > _MOST_IN_MEMORY:
                self._open.pop(next(iter(self._open)))

    @contextmanager
    def _at(self, table: str) -> Iterator[_Seated]:
        """A table, for one at a time; read from where it is kept unless it is in memory.

        Of a change that is broken off, or cannot be kept, nothing stays in memory.
        """
        if not _ID.fullmatch(table):
            raise RuleError("there is no such table")
        with self._lock:
            seated = self._open.get(table)
        if seated is None:
            try:
                text = self._store.read(table)
            except KeyError:
                raise RuleError("there is no such table: it may have been removed") from None
            session = parse_session(text)
            seated = _Seated(session, written_seating(text, session))
            self._remember(table, seated)
        with seated.lock:
            try:
                yield seated
            except ClumondError:
                raise
            except BaseException:
                self.forget(table)
                raise

    def _kept(self) -> list[tuple[str, float]]:
        """The sessions that are kept and when each was written, the last one first."""
        kept = [each for each in self._store.touched().items() if _ID.fullmatch(each[0])]
        return sorted(kept, key=lambda each: -each[1])


def _kind(answer: Callable[[Question], Answer], *, thinks: bool = False) -> Kind:
    return Kind(lambda question, _: answer(question), thinks=thinks)


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
    return [text_of({name: each}, name, most) for each in value]


def _action(text: str, state: TrickState) -> Action:
    """The action of that text; of hundreds that are possible only the one meant is made."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return read_action(text, state.legal_actions)


# Showing.


def _game_shown(entry: registry.Entry) -> Answer:
    words = asdict(entry.words)
    game = entry.make()
    return {
        "key": entry.name,
        "name": game.name,
        "title": entry.name.replace("-", " ").title().replace(" ", "-"),
        "players": game.players,
        "guided": entry.guide is not None,
        "words": words,
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "default": option.text,
                "help": option.help,
                "choices": list(option.choices),
            }
            for option in entry.options
        ],
    }


def _listed(table: str, text: str, touched: float) -> Answer:
    """A session for the list, by the remarks in its text; replayed only where it has none."""
    written = written_summary(text)
    if written is None:
        session = parse_session(text)
        written = Summary.of(session), written_seating(text, session)
    summary, seating = written
    return {
        "id": table,
        "game": summary.game,
        "deals": summary.deals,
        "finished": summary.finished,
        "names": list(seating.names),
        "totals": list(summary.totals),
        "touched": int(touched),
        "ago": max(0, int(time.time() - touched)),
    }


def _shown(table: str, seated: _Seated) -> Answer:
    """A table for the page: the deal that ended until it is looked at, then the next."""
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
    name = registry.describe(session.game).split()[0]
    guide = registry.entry(name).guide if seating.guided else None
    guided = guide is not None and state.turn == seat
    return {
        "id": table,
        "at": seated.acts,
        "game": {
            "key": name,
            "name": session.game.name,
            "text": registry.describe(session.game),
            "words": asdict(words),
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
    }
