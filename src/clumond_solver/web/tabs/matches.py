"""The endpoints of matches: several hands of Clumond in one link, with all results side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypedDict

from clumond_solver.coach.clumond.hand_links import (
    MOST_HANDS,
    PlayedHand,
    SharedHand,
    SharedMatch,
    parse_match,
)
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import PageQuestion
from clumond_solver.web.tabs.play_tab import MOST_MESSAGE, typed_name, with_own_result


class HandOfMatch(TypedDict):
    """A hand of a match; ``played`` names the session and the deal, if the person has played it."""

    link: str
    seat: str
    begun: bool
    played: tuple[str, int] | None


class PlayerOfMatch(TypedDict):
    """A player's gains by hand, of those that the person has played too; None for the others."""

    name: str
    own: bool
    gains: list[int | None]
    total: int


class MatchShown(TypedDict):
    """A match: its hands, and who has played some of them, the person first."""

    link: str
    hands: list[HandOfMatch]
    players: list[PlayerOfMatch]


class _Session(NamedTuple):
    """A session with a hand of the match: its id, the deal, and whether that is over."""

    session: str
    deal: int
    is_over: bool


def link_of_match(question: PageQuestion, context: RequestContext) -> str:
    """The link to the last ``count`` hands, up to ``deal``, of the session ``id``."""
    last, count = question.number("deal", 10_000), question.number("count", MOST_HANDS)
    with context.sessions.at_table(question.text("id", 40)) as loaded:
        numbers = range(max(1, last - count + 1), last + 1)
        hands = [loaded.hand_to_send(number, typed_name(question)) for number in numbers]
    return SharedMatch.by_person(hands, range(len(hands))).link


def match(question: PageQuestion, context: RequestContext) -> MatchShown:
    """The match of a link in a ``text``, with the person's results by ``name``."""
    linked = parse_match(question.text("text", MOST_MESSAGE))
    sessions = {
        index: _Session(*known)
        for index, hand in enumerate(linked.hands)
        if (known := context.sessions.with_hand(hand)) is not None
    }
    over = {index: known for index, known in sessions.items() if known.is_over}
    hands = _with_own(linked, over, typed_name(question), context)
    shared = SharedMatch.by_person(hands, [*over])
    return {
        "link": shared.link,
        "hands": [
            {
                "link": hand.link,
                "seat": str(hand.seat),
                "begun": index in sessions,
                "played": over[index][:2] if index in over else None,
            }
            for index, hand in enumerate(hands)
        ],
        "players": _players(shared, [*over]),
    }


def _with_own(
    linked: SharedMatch, over: Mapping[int, _Session], name: str, context: RequestContext
) -> list[SharedHand]:
    """The hands with the person's results first; new results are stored with the sessions."""
    hands, own = list[SharedHand](), None
    for index, sent in enumerate(linked.hands):
        hand = sent
        if index in over:
            session, deal, _ = over[index]
            if own is None:
                with context.sessions.at_table(session) as loaded:
                    own = loaded.hand_to_send(deal, name).results[0].tag
            # What comes back of the person's own results has the tag of the match.
            others = tuple(result for result in sent.results if result.tag != own)
            hand = with_own_result(replace(sent, results=others), session, deal, name, context)
        hands.append(hand)
    return hands


def _players(shared: SharedMatch, over: list[int]) -> list[PlayerOfMatch]:
    """Who has played any of the hands; gains only of those that the person has played."""
    results = [{result.tag: result for result in hand.results} for hand in shared.hands]
    own = shared.hands[over[0]].results[0].tag if over else None
    tags = dict.fromkeys(tag for by_tag in results for tag in by_tag)
    players = list[PlayerOfMatch]()
    for tag in sorted(tags, key=lambda tag: tag != own):
        gains = [
            _gain(hand, by_tag[tag]) if index in over and tag in by_tag else None
            for index, (hand, by_tag) in enumerate(zip(shared.hands, results, strict=True))
        ]
        names = (by_tag[tag].name for by_tag in results if tag in by_tag)
        players.append(
            {
                "name": next(filter(None, names), ""),
                "own": tag == own,
                "gains": gains,
                "total": sum(gain for gain in gains if gain is not None),
            }
        )
    return players


def _gain(hand: SharedHand, result: PlayedHand) -> int:
    return hand.session(result).standing.rows[0].gains[0]
