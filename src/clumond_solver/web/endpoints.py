"""All endpoints of the page, by name.

>>> from clumond_solver.web.page_questions import RequestContext
>>> ENDPOINTS["deal"].answer({"seed": 7, "declarer": "none"}, RequestContext())["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from clumond_solver.web.page_questions import Endpoint, KeyRefusedError, RequestContext
from clumond_solver.web.tabs import (
    analysis_board,
    analysis_engines,
    analysis_reviews,
    friends,
    matches,
    play_tab,
    practice_tab,
)

#: Endpoints whose answers depend on the question alone.
WITHOUT_SESSIONS: Mapping[str, Endpoint] = {
    "deal": Endpoint(analysis_board.deal),
    "read": Endpoint(analysis_board.read),
    "save": Endpoint(analysis_board.save),
    "contract": Endpoint(analysis_board.contract),
    "redeal": Endpoint(analysis_board.redeal),
    "position": Endpoint(analysis_board.position),
    "verdicts": Endpoint(analysis_engines.verdicts, is_slow=True),
    "finishes": Endpoint(analysis_engines.finishes, is_slow=True),
    "play-verdicts": Endpoint(analysis_engines.play_verdicts, is_slow=True),
    "retentions": Endpoint(analysis_engines.retentions, is_slow=True),
    "chances": Endpoint(analysis_engines.chances, is_slow=True),
    "advice": Endpoint(analysis_engines.advice, is_slow=True),
    "puzzle": Endpoint(practice_tab.puzzle, is_slow=True),
    "puzzle-guess": Endpoint(practice_tab.guess, is_slow=True),
    "puzzle-hint": Endpoint(practice_tab.hint, is_slow=True),
    "puzzle-solution": Endpoint(practice_tab.solution, is_slow=True),
    "call": Endpoint(practice_tab.call),
    "call-judged": Endpoint(practice_tab.judge, is_slow=True),
    "rated": Endpoint(practice_tab.rated),
    "hand-advice": Endpoint(play_tab.hand_advice, is_slow=True),
}

_LOOK, _QR_CODE = Endpoint(friends.look), Endpoint(friends.qr_code)
_REVIEW = Endpoint(analysis_reviews.review_of, is_slow=True)
#: What a person may ask at a table, in his own seat.
AT_A_SEAT: Mapping[str, Endpoint] = {
    "rules": Endpoint(play_tab.rules),
    "table": Endpoint(play_tab.table),
    "table-act": Endpoint(partial(play_tab.change, play_tab.act)),
    "table-step": Endpoint(partial(play_tab.change, play_tab.step), is_slow=True),
    "table-back": Endpoint(partial(play_tab.change, play_tab.take_back)),
    "table-agree": Endpoint(partial(play_tab.change, friends.agree, after_deal=True)),
    "table-next": Endpoint(partial(play_tab.change, play_tab.mark_result_seen, after_deal=True)),
    "table-claim": Endpoint(partial(play_tab.change, play_tab.claim), is_slow=True),
    "table-forced": Endpoint(play_tab.forced, is_slow=True),
    "table-hint": Endpoint(play_tab.hint, is_slow=True),
    "table-news": Endpoint(friends.news, waits=True),
}
#: What somebody may ask with the key of a seat, and nothing else.
OF_A_SEAT: Mapping[str, Endpoint] = {
    **AT_A_SEAT,
    "review": _REVIEW,
    "seat-look": _LOOK,
    "seat-sit": Endpoint(friends.sit),
    "qr-code": _QR_CODE,
}
#: What somebody may ask with a table's key, with which one chooses a free seat.
OF_A_TABLE: Mapping[str, Endpoint] = {
    "seat-look": _LOOK,
    "seat-take": Endpoint(friends.take_seat),
}

#: All endpoints for the person whose sessions they are.
ENDPOINTS: Mapping[str, Endpoint] = {
    **WITHOUT_SESSIONS,
    **AT_A_SEAT,
    "games": Endpoint(play_tab.games),
    "lessons": Endpoint(play_tab.lessons),
    "sessions": Endpoint(play_tab.sessions),
    "session-new": Endpoint(play_tab.new),
    "session-open": Endpoint(play_tab.open_file),
    "session-save": Endpoint(play_tab.save),
    "session-remove": Endpoint(play_tab.remove),
    "table-change": Endpoint(partial(play_tab.change, play_tab.change_seating, after_deal=True)),
    "table-seats": Endpoint(friends.seats),
    "qr-code": _QR_CODE,
    "review": _REVIEW,
    "hand": Endpoint(play_tab.sent_hand),
    "match": Endpoint(matches.match, is_slow=True),
    "match-link": Endpoint(matches.link_of_match),
    "hand-table": Endpoint(play_tab.sent_hand_table),
    "review-again": Endpoint(analysis_reviews.play_from),
    "call-table": Endpoint(practice_tab.call_table),
    "day-table": Endpoint(practice_tab.day_table),
    "your-play": Endpoint(practice_tab.your_play, is_slow=True),
    "as-seen": Endpoint(practice_tab.as_seen),
    "hand-lost": Endpoint(practice_tab.hand_lost, is_slow=True),
}
#: All that anybody may ask.
EVERY_ENDPOINT: Mapping[str, Endpoint] = {**ENDPOINTS, **OF_A_SEAT, **OF_A_TABLE}


#: The endpoints that somebody may ask, and the context that says as whom.
Opened = tuple[Mapping[str, Endpoint], RequestContext]


def endpoints_for(key: str, context: RequestContext) -> Opened:
    """What a seat's or a table's key opens, with a context that says so.

    KeyRefusedError for a wrong or withdrawn key.
    """
    holder = context.sessions.keys.holder(key)
    if holder is None:
        raise KeyRefusedError(key)
    opened = OF_A_TABLE if holder.player is None else OF_A_SEAT
    return opened, replace(context, seat=holder)
