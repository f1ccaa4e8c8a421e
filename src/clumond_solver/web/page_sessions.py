"""A person's sessions against engines and friends: stored, listed, and changed at their tables.

A session is what is stored and listed; its table is how a person's seat sees it, and where it is
played. After every action the session's text goes to the store, so that nothing is lost when the
page, the program or the machine stops. Only the store is authoritative: tables in memory merely
save replaying. A change names the state ``at`` which the person chose it; if another window or
program has changed the session since, the answer is the current table, marked ``late``.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NotRequired, TypedDict
from weakref import WeakValueDictionary
from zlib import crc32

from clumond_solver import __version__
from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.files import data_folder
from clumond_solver.coach.claims import is_forced
from clumond_solver.coach.clumond.day_deal import day_text
from clumond_solver.coach.clumond.hand_links import RESULT_TAGS, SharedHand, cards_of
from clumond_solver.coach.seating import (
    FRIENDS,
    HELP,
    LINK,
    Friends,
    Help,
    Seating,
    Summary,
    seated_text,
    written_seating,
    written_summary,
)
from clumond_solver.coach.table import Table
from clumond_solver.display.text.records import row_label, winners_text
from clumond_solver.games import DEFAULT_GAME, registry
from clumond_solver.games.clumond import guide
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.options import Option
from clumond_solver.games.registry import TableWords
from clumond_solver.games.sessions import Session
from clumond_solver.games.texts import lessons_of, rules_blocks
from clumond_solver.knowledge.asked_hands import example_start
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Call, Give, LayAside
from clumond_solver.rules.game import Game, Row, seat_of
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.web.seat_keys import SeatKeys
from clumond_solver.web.store import MOST_TEXT, Folder, Listing, StaleError, Store, StoreError
from clumond_solver.web.table_view import DealShown, FinalHand, all_hands, deal_shown


class StartShown(TypedDict):
    """How deals of a game may begin, for who asks about a hand.

    hand    the hand of the first to act; empty if he has not looked at it.
    turned  whether a card is turned up.
    calls   two of his calls that the others hear, if there are such.
    """

    hand: str
    turned: bool
    calls: list[str]


class GameListed(TypedDict):
    """A game that can be played; ``title`` is its name without a variant in brackets."""

    key: str
    name: str
    title: str
    players: int
    guided: bool
    lessons: int
    about: str
    words: TableWords
    options: Sequence[Option]
    start: StartShown


class SessionListed(TypedDict):
    """A stored session; with a ``fault`` it cannot be read, and the rest is empty.

    begun  whether the person has acted in it or invited friends; if not, the page does not list it.
    friends  whether other people sit at its table.
    match    the number of hands of the match that it is, or is one hand of; 0 without one.
    hand     which of these hands it is; 0 if it is the whole match.
    """

    id: str
    at: str
    game: str
    deals: int
    finished: bool
    begun: bool
    names: Sequence[str]
    totals: Sequence[int]
    day: str
    guided: bool
    friends: bool
    match: int
    hand: int
    ago: int
    fault: str


class SessionList(TypedDict):
    """The stored sessions, and why some may be missing."""

    sessions: list[SessionListed]
    fault: str
    late: NotRequired[bool]


class ScoreSheet(TypedDict):
    """The score sheet."""

    totals: Sequence[int]
    ante: int
    rows: Sequence[Row]


class TableGame(TypedDict):
    """The game of a table; ``text`` has its options."""

    key: str
    name: str
    text: str
    words: TableWords


class TableShown(TypedDict):
    """A table: a finished deal until the person goes on, then the next.

    match  which hand of a match the deal is, and the number of its hands; None without a match.
    """

    id: str
    at: str
    game: TableGame
    players: Sequence[str]
    levels: Sequence[Level]
    person: int
    guided: bool
    guide: Sequence[str]
    number: int
    dealer: int
    deal: DealShown
    ended: list[FinalHand] | None
    conceded: bool
    can_take_back: bool
    standing: ScoreSheet
    finished: bool
    winners: str
    result: str
    link: str
    others: int
    match: tuple[int, int] | None
    unsaved: str
    friends: FriendsShown | None
    late: NotRequired[bool]


class FriendsShown(TypedDict):
    """The other people at a table, as one of them sees it.

    people  the players who act themselves.
    free    the friends' seats in which nobody sits yet.
    away    the players for whom an engine plays meanwhile.
    hints   whether one may ask for hints.
    wish    who asks to take his last decision back, and who has agreed.
    """

    people: list[int]
    free: list[int]
    away: list[int]
    hints: bool
    wish: WishShown | None


class WishShown(TypedDict):
    """A player's wish to take his last decision back.

    agreed   the players who have agreed.
    refused  who has not; null for nobody.
    """

    player: int
    agreed: list[int]
    refused: int | None


class LoadedTable:
    """A session, its seating and engines, and its last finished deal.

    id         the session's name in the store.
    text       the text as last stored; during a change the session may be newer.
    wish       who asks to take a decision back, until something else is done.
    hinted_at  the state in which a hint was counted last; empty for none.
    claims     the keys of the seats taken by the table's link, by the browser's random text.
    """

    def __init__(self, session_id: str, text: str) -> None:
        """Load it from this text."""
        self.id = session_id
        self.text = text
        self.session = Session.parse(text)
        deals = self.session.standing.deals
        self.last_ended: TrickState | None = self.session.replayed(deals)[1] if deals else None
        self.hinted_at = ""
        self.claims: dict[str, str] = {}
        self.wish: WishShown | None = None
        self.change_seating(written_seating(text, self.session))
        # The hand to send last made, which takes time, and what it was made of.
        self._sent: tuple[tuple[int, str, Seating], SharedHand] | None = None

    def change_seating(self, seating: Seating) -> None:
        """Change names, levels, and how many deals the person has seen end."""
        self.seating = replace(seating, seen=min(seating.seen, self.session.standing.deals))
        engine = engine_of(registry.name_of(self.session.game))
        self._engines = [engine.player(level) for level in seating.levels]

    def table_of(self, player: int) -> Table[Any]:
        """The library's table, as a person sits at it."""
        return Table(self.session, player, self._engines, self.seating.people - {player})

    def place(self, player: int | None = None) -> TablePlace:
        """A person's place, by default that of the person whose table it is.

        RuleError for a player whom an engine has replaced for good.
        """
        owner = self.seating.person
        if player not in {None, owner} and self.seating.friends.seat(player) is None:
            raise RuleError("this seat is an engine's now")
        return TablePlace(self, owner if player is None else player)

    def to_text(self) -> str:
        """The text to store."""
        return seated_text(self.session, self.seating)

    def hand_to_send(self, number: int, name: str = "") -> SharedHand:
        """A deal that is over as a hand to send; RuleError outside Clumond."""
        asked = (number, name, self.seating)
        if self._sent is None or self._sent[0] != asked:
            tag = crc32(f"{self.id} {number}".encode()) % RESULT_TAGS
            hand = SharedHand.played(self.session, self.seating, number, tag=tag, name=name)
            self._sent = (asked, hand)
        return self._sent[1]


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A person's place at a loaded table: what the person sees of it, and may do."""

    loaded: LoadedTable
    player: int

    @property
    def session(self) -> Session[Any]:
        """The session that is played."""
        return self.loaded.session

    @property
    def seating(self) -> Seating:
        """Who sits at the table."""
        return self.loaded.seating

    @property
    def is_owner(self) -> bool:
        """Whether it is the place of the person whose table it is."""
        return self.player == self.seating.person

    @property
    def table(self) -> Table[Any]:
        """The library's table."""
        return self.loaded.table_of(self.player)

    @property
    def at(self) -> str:
        """An identifier of the state that the person sees; a change chosen at another is late."""
        text = self.loaded.text
        if not self.seating.friends.seats:
            return state_of(text)
        # What the others have seen, and their names and levels, change nothing in a person's turn;
        # nor does what they do in the next deal, while the person looks at the last one's result.
        seen, salt = self.seating.seen_by(self.player), self.seating.friends.salt
        if self.shows_result:
            text = str(self.session.standing.deals)
        return state_of(f"{seen} {salt}\n{text}", {"%"})

    @property
    def shows_result(self) -> bool:
        """Whether the table still shows a finished deal, until the person goes on to the next."""
        seen, deals = self.seating.seen_by(self.player), self.session.standing.deals
        return self.loaded.last_ended is not None and seen < deals

    @property
    def may_be_sent(self) -> bool:
        """Whether the person may send deals that are over: played against engines, in Clumond."""
        is_clumond = registry.name_of(self.session.game) == DEFAULT_GAME
        return is_clumond and self.is_owner and not self.seating.friends.seats

    @property
    def may_have_hints(self) -> bool:
        """Whether the table allows hints; without friends it does."""
        return not self.seating.friends.seats or self.seating.friends.hints

    @property
    def is_forced(self) -> bool:
        """Whether it is the person's turn, and the rest is forced."""
        is_turn = not self.shows_result and self.table.is_persons_turn
        return is_turn and is_forced(View.of(self.session.state))

    def push(self, act: Callable[[], Any]) -> None:
        """Do an action at the table; if it ends the deal, remember that to show its result."""
        state = self.session.state
        act()
        if state.is_over:
            self.loaded.last_ended = state

    @property
    def help(self) -> Help:
        """The help that the table's owner took in the deal under way; nobody counts a friend's."""
        return self.seating.help_in(self.session.standing.deals + 1) if self.is_owner else Help()

    def count_help(self, more: Help) -> None:
        """Count more help in the deal under way, for its result."""
        if self.is_owner:
            self.loaded.seating = self.seating.helped(self.session.standing.deals + 1, more)

    def count_hint(self) -> None:
        """Count a hint once for the same state, since one that is lost is asked for again."""
        if self.is_owner and self.loaded.hinted_at != self.at:
            self.loaded.hinted_at = self.at
            self.count_help(Help(hints=1))


# What does not change a table: counts of hints, links, and what friends have seen.
_NO_CHANGE = frozenset((HELP, LINK, FRIENDS))


def state_of(text: str, without: Collection[str] = _NO_CHANGE) -> str:
    """An identifier of a text; reveals nothing hidden, since nobody knows the seed.

    Lines that begin ``without`` a change of the table are left out.
    """
    prefixes = tuple(without)
    lines = (line for line in text.splitlines(keepends=True) if not line.startswith(prefixes))
    return sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def game_shown(entry: registry.Entry) -> GameListed:
    """A game with its options."""
    game = entry.make()
    return {
        "key": entry.name,
        "name": game.name,
        "title": game.name.partition(" (")[0],
        "players": game.players,
        "guided": entry.name == DEFAULT_GAME,
        "lessons": len(lessons_of(entry.name)),
        "about": entry.words.about or _first_sentence(entry.name),
        "words": entry.words,
        "options": entry.options,
        "start": _start_shown(game),
    }


def _start_shown(game: Game[Any]) -> StartShown:
    try:
        state = example_start(game)
        seen = state.observation(state.seat_to_act)
    except Exception:
        # A game of somebody's own may fail to deal: its table says how, the others stay listed.
        return {"hand": "", "turned": False, "calls": []}
    calls = [_as_typed(call, state) for call in state.legal_actions
             if isinstance(call, Call) and not isinstance(call, Give | LayAside)]  # fmt: skip
    return {
        "hand": str(seen.hand or ""),
        "turned": any(event.seat is None and event.cards for event in seen.events),
        "calls": [call.removeprefix("nominate ") for call in calls[:2]],
    }


def _as_typed(call: Call, state: TrickState) -> str:
    """A call as it can be typed, after the verb that the game has for it."""
    text = str(call)
    has_verb = text.startswith(f"{call.verb} ")
    return state.verb_of(call) + text.removeprefix(call.verb) if has_verb else text


def _first_sentence(name: str) -> str:
    """What the rules of a game begin with, for players who choose a game."""
    text = next((block.text for block in rules_blocks(name) if block.kind == "words"), "")
    return re.split(r"(?<=[.!?])\s", text)[0]


def session_listed(
    session_id: str, text: str | None, modified: float, fault: str = ""
) -> SessionListed:
    """A session for the list, from the remarks in its text; replayed if it has none.

    With a fault its text cannot be read, and the rest is empty.
    """
    summary, seating = Summary("", 0, False, ()), Seating((), ())
    if text is not None and not fault:
        summary, seating = written_summary(text) or _replayed_summary(text)
    friends = text is not None and f"\n{FRIENDS}" in text
    return {
        "id": session_id,
        "at": "" if text is None else state_of(text),
        "game": summary.game,
        "deals": summary.deals,
        "finished": summary.finished,
        "begun": summary.begun or friends,
        "names": seating.names,
        "totals": summary.totals,
        "day": seating.day,
        "guided": seating.guided,
        "friends": friends,
        "match": seating.match,
        "hand": seating.hand,
        "ago": max(0, int(time.time() - modified)),
        "fault": fault,
    }


def _replayed_summary(text: str) -> tuple[Summary, Seating]:
    session = Session.parse(text)
    seating = written_seating(text, session)
    return Summary.of(session, seating.person), seating


def table_shown(place: TablePlace, unsaved: str) -> TableShown:
    """A table for the page: a finished deal until the person goes on, then the next.

    ``unsaved`` says why it is in memory only.
    """
    loaded, session, seating = place.loaded, place.session, place.seating
    standing = session.standing
    ended = loaded.last_ended
    if ended is not None and (place.shows_result or session.is_finished):
        state, dealer, number = ended, standing.rows[-1].dealer, standing.deals
    else:
        state, dealer, number = session.state, standing.dealer, standing.deals + 1
    seat = seat_of(place.player, dealer, session.game.players)
    names = names_for(place)
    name = registry.name_of(session.game)
    hand = loaded.hand_to_send(number) if state.is_over and place.may_be_sent else None
    guided = seating.guided and name == DEFAULT_GAME and place.is_owner
    addressed = ["You" if n == place.player else name for n, name in enumerate(names)]
    return {
        "id": loaded.id,
        "at": place.at,
        "game": {
            "key": name,
            "name": session.game.name,
            "text": registry.describe(session.game),
            "words": registry.words_of(session.game),
        },
        "players": names,
        "levels": seating.levels,
        "person": place.player,
        "guided": seating.guided and place.is_owner,
        "guide": guide.guide_lines(state, seat) if guided and state.turn == seat else (),
        "number": number,
        "dealer": dealer,
        "deal": deal_shown(state, seat),
        "ended": all_hands(state) if state.is_over else None,
        "conceded": place.help.cards > 0,
        "can_take_back": not state.is_over and can_take_back(place),
        "standing": {
            "totals": standing.totals,
            "ante": state.ante if isinstance(state, ClumondState) else 0,
            "rows": [replace(row, label=row_label(row, names)) for row in standing.rows],
        },
        "finished": session.is_finished,
        "winners": winners_text(standing, addressed) if session.is_finished else "",
        "result": day_text(session, seating, __version__) if place.is_owner else "",
        "link": "" if hand is None else hand.link,
        "others": 0 if hand is None else len(hand.results) - 1,
        "match": (seating.hand or number, seating.match) if seating.match else None,
        "unsaved": unsaved,
        "friends": _friends_shown(place) if seating.friends.seats else None,
    }


def names_for(place: TablePlace) -> tuple[str, ...]:
    """The players' names; the owner, who may be "You" to himself, is the host to his friends."""
    names = place.seating.names
    if place.is_owner:
        return names
    usual = {"You": "Host"}
    return tuple(usual.get(name, name) for name in names)


def can_take_back(place: TablePlace) -> bool:
    """Whether the person may take a decision back, or ask the others for it."""
    friends = place.seating.friends
    allowed = not friends.seats or (friends.take_backs and place.player in place.seating.people)
    return allowed and not place.help.cards and place.table.can_take_back


def _friends_shown(place: TablePlace) -> FriendsShown:
    friends = place.seating.friends
    return {
        "people": sorted(place.seating.people),
        "free": [seat.player for seat in friends.seats if not seat.taken],
        "away": [seat.player for seat in friends.seats if seat.away],
        "hints": friends.hints,
        "wish": place.loaded.wish,
    }


_MOST_SESSIONS = 500
_MOST_IN_MEMORY = 32
_UNTOUCHED_SECONDS = 3600
# What begins a deal in the text of a session.
_DEAL = "\ndeal "
_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Sessions:
    """The sessions of a person, and their tables in memory."""

    def __init__(self, store: Store | None = None) -> None:
        """Use this store, by default the person's data folder."""
        self._store = Folder(data_folder() / "sessions") if store is None else store
        #: The keys of the seats at the person's tables.
        self.keys = SeatKeys(self._store.beside(".keys"))
        #: Called with a session's id after each change, in the thread that made it.
        self.on_change: Callable[[str], None] = lambda _: None
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
        loaded = LoadedTable(session_id, seated_text(session, seating))
        self._store.write(session_id, loaded.text, None)
        self._remember(loaded)
        return self._shown(loaded.place())

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
                    self.keys.remove(session_id)
                    self._forget(session_id)
                except StaleError:
                    late = True
        sessions = self.listed()
        return sessions | {"late": True} if late else sessions

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
                dealt = Session.parse(text.partition(_DEAL)[0])
                for number in range(1, text.count(_DEAL) + 2):
                    if cards_of(dealt, number) != hand.cards:
                        continue
                    session = Session.parse(text)
                    seating = written_seating(text, session)
                    if SharedHand.of(session, seating, number).is_same_hand(hand):
                        is_over = number <= session.standing.deals
                        matches.append((is_over, not seating.replay, (session_id, number, is_over)))
        return max(matches, key=lambda match: match[:2])[2] if matches else None

    def play_from(self, session_id: str, number: int, action_count: int) -> TableShown:
        """Start a copy of a session from the point after so many actions of deal ``number``.

        RuleError while that deal goes on, or if it had no more actions than that.
        """
        return self.add(*self._from(session_id, number, action_count))

    def as_seen(self, session_id: str, number: int, action_count: int) -> TableShown:
        """The table as the person saw it after so many actions of deal ``number``; as above."""
        session, seating = self._from(session_id, number, action_count)
        loaded = LoadedTable(session_id, seated_text(session, replace(seating, seen=number)))
        return table_shown(loaded.place(), "")

    def _from(
        self, session_id: str, number: int, action_count: int
    ) -> tuple[Session[Any], Seating]:
        with self.at_table(session_id) as loaded:
            session, seating = loaded.session, loaded.seating
            deals = session.acts
            if not 1 <= number <= session.standing.deals or action_count >= len(deals[number - 1]):
                raise RuleError(f"deal {number} of this session has no such moment, or goes on")
            copy, _ = session.replayed(number, action_count)
        return copy, replace(
            seating, guided=False, day="", replay=True, friends=Friends(), match=0, hand=0
        )

    def change(
        self,
        session_id: str,
        at: str,
        change: Callable[[TablePlace], Any],
        *,
        player: int | None = None,
        after_deal: bool = False,
    ) -> TableShown:
        """The table after a change, which is stored; unchanged if it has left the state ``at``.

        The change is that of a ``player``, by default the person whose table it is. While the table
        shows him the result of a deal, only changes ``after_deal`` are made.
        """
        try:
            with self.at_table(session_id) as loaded:
                place = loaded.place(player)
                late = at != place.at
                if not late and (after_deal or not place.shows_result):
                    change(place)
                    self.store_change(loaded)
                    self.on_change(session_id)
                shown = self._shown(place)
                return shown | {"late": True} if late else shown
        except StaleError:
            # Another program changed the session meanwhile: the change is late.
            return self.change(session_id, at, change, player=player, after_deal=after_deal)

    def table(self, session_id: str, player: int | None = None) -> TableShown:
        """The current table of a session, as a player sees it."""
        with self.at_table(session_id) as loaded:
            return self._shown(loaded.place(player))

    def _shown(self, place: TablePlace) -> TableShown:
        return table_shown(place, self._store.fault(place.loaded.id))

    def store_change(self, loaded: LoadedTable) -> None:
        """Store the text of a loaded table; StaleError if it was made from an older one."""
        text = loaded.to_text()
        if len(text) > MOST_TEXT:
            raise RuleError(
                f"the session is too long to continue: {len(text)} characters, at most {MOST_TEXT}"
            )
        if text != loaded.text:
            self._store.write(loaded.id, text, loaded.text)
            loaded.text, loaded.wish = text, None
            self.on_change(loaded.id)

    def _remove_untouched(self) -> None:
        """Remove the sessions in which the person did nothing for a while."""
        for listed in self.listed()["sessions"]:
            if not listed["begun"] and listed["ago"] > _UNTOUCHED_SECONDS:
                with suppress(ClumondError):
                    self.remove(listed["id"], listed["at"])

    def _remember(self, loaded: LoadedTable) -> None:
        with self._lock:
            self._in_memory.pop(loaded.id, None)
            self._in_memory[loaded.id] = loaded
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
            known = LoadedTable(session_id, text)
        self._remember(known)
        return known

    def _listing(self) -> Listing:
        """The stored sessions, without foreign files, the last one played first."""
        listing = self._store.listing()
        ordered = sorted(listing.modified.items(), key=lambda item: -item[1])
        ours = {name: modified for name, modified in ordered if _ID.fullmatch(name)}
        return replace(listing, modified=ours)
