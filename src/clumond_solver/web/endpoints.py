"""All endpoints of the page, by name.

>>> from clumond_solver.web.questions import RequestContext
>>> context = RequestContext()
>>> ENDPOINTS["deal"].answer({"seed": 7, "declarer": "none"}, context)["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web import play, practice, reviews, sent_hands
from clumond_solver.web.explore import one_seat, open_cards, opening, positions
from clumond_solver.web.questions import Endpoint
from clumond_solver.web.sessions import Sessions

#: Endpoints that need no sessions.
ENDPOINTS: Mapping[str, Endpoint] = {
    **practice.ENDPOINTS,
    "deal": Endpoint.of(opening.deal),
    "read": Endpoint.of(opening.read),
    "save": Endpoint.of(opening.save),
    "contract": Endpoint.of(opening.contract),
    "redeal": Endpoint.of(opening.redeal),
    "position": Endpoint.of(positions.position),
    "verdicts": Endpoint(open_cards.verdicts, is_slow=True),
    "finishes": Endpoint(open_cards.finishes, is_slow=True),
    "play-verdicts": Endpoint(open_cards.play_verdicts, is_slow=True),
    "retentions": Endpoint(open_cards.retentions, is_slow=True),
    "chances": Endpoint(one_seat.chances, is_slow=True),
    "advice": Endpoint(one_seat.advice, is_slow=True),
}


def endpoints_for(sessions: Sessions) -> Mapping[str, Endpoint]:
    """All endpoints, for the person whose sessions these are."""
    return {
        **ENDPOINTS,
        **play.endpoints_for(sessions),
        **sent_hands.endpoints_for(sessions),
        **reviews.endpoints_for(sessions),
        **practice.endpoints_for(sessions),
    }
