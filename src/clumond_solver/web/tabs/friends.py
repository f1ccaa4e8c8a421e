"""The endpoints of a table with friends: invitations, seats taken, and the news that all wait for.

The person whose table it is invites; a friend's key opens one seat, or the choice of a free one.

>>> from clumond_solver.web.page_sessions import Sessions
>>> from clumond_solver.web.store import CallbackStore
>>> from clumond_solver.web.tabs.play_tab import new
>>> context = RequestContext(sessions_or_none=Sessions(CallbackStore({}, lambda *_: None)))
>>> shown = new(PageQuestion(game="clumond", seed=5), context)
>>> invitation = seats(PageQuestion(id=shown["id"], player=1, do="invite"), context)
>>> [(seat["player"], seat["kind"]) for seat in invitation["seats"]]
[(1, 'free'), (2, 'engine')]
>>> seat = context.sessions.keys.holder(invitation["seats"][0]["key"])
>>> sit(PageQuestion(name="Kim"), replace(context, seat=seat))["players"]
('Host', 'Kim', 'Ben')
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypedDict
from unicodedata import normalize

from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import RuleError, missing_extra
from clumond_solver.base.wording import check_name, shows_nothing
from clumond_solver.coach.seating import MOST_NAME, Friends, FriendSeat, Seating
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import LoadedTable, TablePlace, TableShown, names_for
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.seat_keys import Holder, SeatKeys
from clumond_solver.web.tabs.play_tab import place_of

_MOST_PLAYERS = 52
_MOST_CLAIM = 60
_MOST_WINDOW = 40


class SeatInvited(TypedDict):
    """A seat besides the owner's.

    kind  "engine", "free", "taken", or "away" while an engine plays for a friend.
    key   the key of the seat's link; "" if it has none.
    """

    player: int
    name: str
    kind: str
    key: str


class SeatsShown(TypedDict):
    """The seats of a table for its owner.

    key      the key of the link with which friends choose a free seat; "" if it has none.
    address  where others reach the page; "" if that is the address of this page.
    """

    seats: list[SeatInvited]
    key: str
    address: str
    hints: bool
    take_backs: bool


class SeatLook(TypedDict):
    """What somebody sees who opens the link of a seat or of a table.

    player  the player whose seat the link opens; null for a table's, with which one chooses.
    seated  whether somebody sits in that seat already.
    free    the players whose seats are free.
    own     whether the ``seat`` of the question, a key, opens a seat of this table.
    """

    game: str
    names: Sequence[str]
    free: list[int]
    player: int | None
    seated: bool
    own: bool


class SeatTaken(TypedDict):
    """The key of the seat that somebody has taken."""

    key: str


class TableNews(TypedDict):
    """What a window waits for.

    news   an identifier of all the rest; the question has the one that the window knows.
    player the player who asks.
    here   the players who are at the table now.
    moved  whether the player continues in a newer window.
    """

    news: str
    player: int
    here: list[int]
    moved: bool


class SeatDeed(StrChoice):
    """What the owner does with a seat, or with the table's link.

    SHOW      nothing.
    INVITE    it is a friend's, with a link.
    RENEW     its link is withdrawn, and it has a new one.
    WITHDRAW  its link is withdrawn.
    ENGINE    an engine plays for the friend, who keeps his link.
    BACK      the friend plays again.
    END       it is an engine's again, and its link is withdrawn.
    """

    SHOW = "show"
    INVITE = "invite"
    RENEW = "renew"
    WITHDRAW = "withdraw"
    ENGINE = "engine"
    BACK = "back"
    END = "end"


# The owner's.


def seats(question: PageQuestion, context: RequestContext) -> SeatsShown:
    """The seats of the session ``id``, once ``do`` (a `SeatDeed`) is done.

    It is done with the seat of a ``player``, or with the table's link. ``hints`` and
    ``take_backs`` say what friends may ask for.
    """
    deed = question.choice("do", SeatDeed, SeatDeed.SHOW)
    session_id = question.text("id", 40)
    player = question.number("player", _MOST_PLAYERS) if question.has("player") else None
    with context.sessions.at_table(session_id) as loaded:
        _check_player(loaded, player)
        if deed is SeatDeed.INVITE and loaded.seating.is_of_one:
            raise RuleError("this hand is for one person: invite friends to another table")
        friends = loaded.seating.friends
        changed = replace(
            _after(deed, player, friends, loaded.seating),
            hints=question.flag("hints", friends.hints),
            take_backs=question.flag("take_backs", friends.take_backs),
        )
        if changed != friends:
            loaded.seating = replace(loaded.seating, friends=changed)
            context.sessions.store_change(loaded)
        _change_key(deed, session_id, player, context.sessions.keys)
        # Who waits with a withdrawn key is refused at once.
        context.sessions.on_change(session_id)
        return _seats_shown(loaded, context)


def _check_player(loaded: LoadedTable, player: int | None) -> None:
    if player is None:
        return
    if player >= loaded.session.game.players or player == loaded.seating.person:
        raise PageQuestionError(f"player: there is no other player {player}")


def _after(deed: SeatDeed, player: int | None, friends: Friends, seating: Seating) -> Friends:
    """The friends once a deed is done."""
    if not friends.salt:
        friends = replace(friends, salt=secrets.token_urlsafe(16))
    seat = None if player is None else friends.seat(player)
    if deed is SeatDeed.INVITE and player is not None and seat is None:
        # He begins with the deal under way.
        return friends.with_seat(FriendSeat(player, seen=seating.seen))
    if seat is None or player is None:
        return friends
    match deed:
        case SeatDeed.ENGINE | SeatDeed.BACK:
            return friends.with_seat(replace(seat, away=deed is SeatDeed.ENGINE))
        case SeatDeed.RENEW | SeatDeed.WITHDRAW:
            return friends
        case SeatDeed.END:
            return friends.without(player)
    return friends


def _change_key(deed: SeatDeed, session_id: str, player: int | None, keys: SeatKeys) -> None:
    match deed:
        case SeatDeed.RENEW:
            keys.renew(session_id, player)
        case SeatDeed.WITHDRAW | SeatDeed.END:
            keys.withdraw(session_id, player)
        case SeatDeed.INVITE:
            keys.key(session_id, player)


def _seats_shown(loaded: LoadedTable, context: RequestContext) -> SeatsShown:
    seating, known = loaded.seating, context.sessions.keys.known(loaded.id)
    rows = [
        SeatInvited(
            player=player,
            name=name,
            kind=_kind(seating.friends.seat(player)),
            key=known(player) if seating.friends.seat(player) else "",
        )
        for player, name in enumerate(seating.names)
        if player != seating.person
    ]
    return {
        "seats": rows,
        "key": known(None),
        "address": context.address,
        "hints": seating.friends.hints,
        "take_backs": seating.friends.take_backs,
    }


def _kind(seat: FriendSeat | None) -> str:
    if seat is None:
        return "engine"
    return "away" if seat.away else "taken" if seat.taken else "free"


# Of those who come.


def look(question: PageQuestion, context: RequestContext) -> SeatLook:
    """The table, for somebody who has opened the link of a seat, or of the table.

    ``seat`` may be the key of the seat that the browser had there before.
    """
    holder = _holder(context)
    had = context.sessions.keys.holder(question.text("seat", default=""))
    with context.sessions.at_table(holder.session_id) as loaded:
        free = _free(loaded.seating)
        return {
            "game": loaded.session.game.name,
            "names": names_for(TablePlace(loaded, -1)),
            "free": free,
            "player": holder.player,
            "seated": holder.player is not None and holder.player not in free,
            "own": had is not None and had.session_id == holder.session_id,
        }


def take_seat(question: PageQuestion, context: RequestContext) -> SeatTaken:
    """Take a free seat, that of a ``player`` or the first, by a ``name``; its key comes back.

    Who asks again with the same random ``claim`` gets the same key, until it is withdrawn.
    """
    holder, keys = _holder(context), context.sessions.keys
    with context.sessions.at_table(holder.session_id) as loaded:
        claim = question.text("claim", _MOST_CLAIM, default="")
        key = loaded.claims.get(claim, "")
        if keys.holder(key) is None:
            player = _chosen(question, _free(loaded.seating))
            _seat(question, loaded, player, context)
            key = keys.key(holder.session_id, player)
            if claim:
                loaded.claims[claim] = key
    return {"key": key}


def _chosen(question: PageQuestion, free: Sequence[int]) -> int:
    """The free seat that a question names, or the first."""
    player = question.number("player", _MOST_PLAYERS, free[0] if free else -1)
    if player not in free:
        raise RuleError(
            "somebody sits there already" if free else "the table is full: every seat is taken"
        )
    return player


def sit(question: PageQuestion, context: RequestContext) -> TableShown:
    """Sit down, or change one's ``name``, in the seat whose key one has."""
    session_id, player = place_of(question, context)
    with context.sessions.at_table(session_id) as loaded:
        _seat(question, loaded, loaded.place(player).player, context)
    return context.sessions.table(session_id, player)


def _holder(context: RequestContext) -> Holder:
    if context.seat is None:
        raise RuleError("this needs the link of a table or seat")
    return context.seat


def _free(seating: Seating) -> list[int]:
    return [seat.player for seat in seating.friends.seats if not seat.taken]


def _name(question: PageQuestion, loaded: LoadedTable, player: int) -> str:
    name = normalize("NFKC", question.text("name", MOST_NAME)).strip()[:MOST_NAME]
    check_name(name)
    others = [other for n, other in enumerate(names_for(TablePlace(loaded, -1))) if n != player]
    for other in (*others, "You"):
        if _looks(other) == _looks(name):
            raise RuleError(f"somebody at this table is called {other}: choose another name")
    return name


def _looks(name: str) -> str:
    """What nobody takes for another name: without case and characters that show nothing."""
    return "".join(letter for letter in name if not shows_nothing(letter)).casefold()


def _seat(
    question: PageQuestion, loaded: LoadedTable, player: int, context: RequestContext
) -> None:
    """Seat a friend by the ``name`` of the question."""
    seating, name = loaded.seating, _name(question, loaded, player)
    seat = seating.friends.seat(player)
    if seat is None:
        raise RuleError("this seat is an engine's now")
    names = tuple(name if n == player else other for n, other in enumerate(seating.names))
    friends = seating.friends.with_seat(replace(seat, taken=True))
    loaded.seating = replace(seating, names=names, friends=friends)
    context.sessions.store_change(loaded)


class QrCode(TypedDict):
    """A link as a QR code: ``path`` draws its dark modules in a square of ``size`` units."""

    size: int
    path: str


def qr_code(question: PageQuestion, _: RequestContext) -> QrCode:
    """The QR code of a link, for phones: ``text``."""
    link = question.text("text", 1000)
    try:
        import segno
    except ImportError:
        raise missing_extra("segno", "web") from None
    try:
        # Named, it needs no codec of Python's that the page without a server leaves out.
        rows = segno.make_qr(link, error="m", encoding="utf-8").matrix
    except segno.DataOverflowError:
        raise PageQuestionError(f"text: {len(link)} such characters fit in no QR code") from None
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, one in enumerate(row) if one)
    return {"size": len(rows), "path": "".join(dark)}


# Of everybody at the table.


def news(question: PageQuestion, context: RequestContext) -> TableNews:
    """What is new at the table, for the ``window`` that asks, which ``claims`` the seat or not.

    A window that ``leaves`` the table asks for the last time.
    """
    session_id, player = place_of(question, context)
    window = question.text("window", _MOST_WINDOW)
    with context.sessions.at_table(session_id) as loaded:
        place, seating = loaded.place(player), loaded.seating
        known = [place.at, seating.names, seating.friends.write(), loaded.wish]
    if question.flag("leaves"):
        sat = context.presence.leave(session_id, place.player, window)
    else:
        claims = question.flag("claims")
        sat = context.presence.sit(session_id, place.player, window, claims=claims)
    if sat.changes:
        context.sessions.on_change(session_id)
    here = context.presence.here(session_id)
    text = json.dumps([*known, here, sat.newest])
    return {
        "news": sha256(text.encode()).hexdigest()[:32],
        "player": place.player,
        "here": here,
        "moved": not sat.newest,
    }


def agree(question: PageQuestion, place: TablePlace) -> None:
    """Agree, or not (``yes``), to what a ``player`` asks to take back; all together do it."""
    loaded, wish = place.loaded, place.loaded.wish
    player = question.number("player", _MOST_PLAYERS)
    if wish is None or wish["player"] != player or wish["refused"] is not None:
        raise RuleError("nobody asks for it any more")
    others = place.seating.people - {player}
    if place.player not in others:
        raise RuleError("you are not asked: an engine plays for you, or the wish is yours")
    if not question.flag("yes"):
        loaded.wish = wish | {"refused": place.player}
        return
    agreed = {*wish["agreed"], place.player}
    loaded.wish = wish | {"agreed": sorted(agreed)}
    if agreed >= others:
        loaded.place(player).table.take_back()
