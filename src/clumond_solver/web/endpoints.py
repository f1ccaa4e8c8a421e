"""All endpoints of the page, by name.

>>> from clumond_solver.web.questions import RequestContext
>>> context = RequestContext()
>>> ENDPOINTS["deal"].answer({"seed": 7, "declarer": "none"}, context)["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web import explore, practice, reviews
from clumond_solver.web.questions import Endpoint
from clumond_solver.web.tables import Tables

#: Endpoints that need no sessions.
ENDPOINTS: Mapping[str, Endpoint] = {**explore.ENDPOINTS, **practice.ENDPOINTS}


def endpoints_for(tables: Tables) -> Mapping[str, Endpoint]:
    """All endpoints, for the person whose tables these are."""
    return {
        **ENDPOINTS,
        **tables.endpoints(),
        **reviews.endpoints_for(tables),
        **practice.endpoints_for(tables),
    }
