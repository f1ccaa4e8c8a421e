"""All endpoints of the page, by name.

>>> from clumond_solver.web.questions import RequestContext
>>> context = RequestContext()
>>> ENDPOINTS["deal"].answer({"seed": 7, "declarer": "none"}, context)["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web import explore, hands, play, practice, reviews
from clumond_solver.web.questions import Endpoint
from clumond_solver.web.sessions import Sessions

#: Endpoints that need no sessions.
ENDPOINTS: Mapping[str, Endpoint] = {**explore.ENDPOINTS, **practice.ENDPOINTS}


def endpoints_for(sessions: Sessions) -> Mapping[str, Endpoint]:
    """All endpoints, for the person whose sessions these are."""
    return {
        **ENDPOINTS,
        **play.endpoints_for(sessions),
        **hands.endpoints_for(sessions),
        **reviews.endpoints_for(sessions),
        **practice.endpoints_for(sessions),
    }
