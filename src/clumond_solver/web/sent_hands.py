"""The endpoints of hands that people send one another: open a link, play its hand, compare results.

The answer shows no card, and of the results only the names, until the person has played the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from clumond_solver.base.values import Result
from clumond_solver.base.wording import capital
from clumond_solver.coach.clumond.day_deal import result_text
from clumond_solver.coach.clumond.hand_links import (
    PlayedHand,
    SharedHand,
    linked_hands,
    parse_link,
    shown_name,
)
from clumond_solver.coach.seating import MOST_NAME, USUAL_NAMES
from clumond_solver.web.questions import Endpoint, PageQuestion, text_of
from clumond_solver.web.sessions import Sessions, TableShown, own_hand
from clumond_solver.web.table_view import CallMade, TableTrick, deal_shown

_MOST_MESSAGE = 10_000


def endpoints_for(sessions: Sessions) -> Mapping[str, Endpoint]:
    """The endpoints of hands that were sent, for the person whose sessions these are."""
    return {
        "hand": Endpoint.of(partial(hand, sessions=sessions)),
        "hand-table": Endpoint.of(partial(hand_table, sessions=sessions)),
    }


@dataclass(frozen=True, slots=True)
class HandResult(Result):
    """How somebody played a hand.

    parts  the number of calls and cards that are as the person's own, until the first that is not.
    """

    name: str
    own: bool
    replay: bool
    text: str
    help: str
    gain: int
    calls: list[CallMade]
    tricks: list[TableTrick]
    parts: int


@dataclass(frozen=True, slots=True)
class HandShown(Result):
    """A hand that was sent; results come once the person has played it.

    played    the session in which the person has played it, and the deal; None if he has not.
    names     the names of those with a result.
    """

    link: str
    seat: str
    scoring: str
    four_tens: bool
    levels: tuple[str, str]
    day: bool
    begun: bool
    played: tuple[str, int] | None
    names: list[str]
    results: list[HandResult]


def hand(question: PageQuestion, sessions: Sessions) -> HandShown:
    """The hand of a link in a ``text``; if the person has played it, by ``name``, the results."""
    shared = _linked(question)
    match = sessions.with_hand(shared)
    is_played = match is not None and match[2]
    if match is not None and is_played:
        shared = _with_own(shared, match[0], match[1], _name(question), sessions)
    return HandShown(
        link=shared.link,
        seat=str(shared.seat),
        scoring=shared.game.scoring,
        four_tens=shared.game.four_tens,
        levels=shared.levels,
        day=shared.day is not None,
        begun=match is not None,
        played=match[:2] if match is not None and is_played else None,
        names=[result.name for result in shared.results],
        results=[_shown(shared, result) for result in shared.results] if is_played else [],
    )


def hand_table(question: PageQuestion, sessions: Sessions) -> TableShown:
    """The table of a link's hand: the one begun, or a new one; a new one if it is ``again``."""
    shared = _linked(question)
    match = sessions.with_hand(shared)
    if match is not None and (not match[2] or question.get("again") is not True):
        return sessions.table(match[0])
    names = (_name(question) or "You", *USUAL_NAMES[:2])
    return sessions.add(shared.session(), shared.seating(names, replay=match is not None))


def _linked(question: PageQuestion) -> SharedHand:
    return parse_link(text_of(question, "text", _MOST_MESSAGE))


def _name(question: PageQuestion) -> str:
    return shown_name(text_of(question, "name", MOST_NAME)) if question.get("name") else ""


def _with_own(
    linked: SharedHand, session_id: str, number: int, name: str, sessions: Sessions
) -> SharedHand:
    """The hand with the person's result first; new results are stored with the session."""
    with sessions.at_table(session_id) as loaded:
        known = own_hand(session_id, loaded, number, name)
        merged = known.merged(linked.results)
        if merged != known:
            others = (hand.link for hand in linked_hands(loaded.seating)
                      if not hand.is_same_hand(linked))  # fmt: skip
            loaded.seating = replace(loaded.seating, links=(*others, merged.link))
            sessions.store_change(session_id, loaded)
        return merged


def _shown(shared: SharedHand, result: PlayedHand) -> HandResult:
    session, own = shared.session(result), shared.results[0]
    state, seat = session.replayed(1)[1], shared.seat
    shown, [row] = deal_shown(state, seat), session.standing.rows
    return HandResult(
        name=result.name,
        own=result is own,
        replay=result.replay,
        text=capital(result_text(state, seat, "you" if result is own else "this player")),
        help=str(result.help),
        gain=row.gains[0],
        calls=shown["calls"],
        tricks=shown["tricks"],
        parts=result.parts_at(own),
    )
