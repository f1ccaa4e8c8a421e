"""The endpoints of the Explore place: an answer is made of its question alone.

A question that makes no sense ends in a `ClumondError` whose message is for the person.
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web.explore import one_seat, open_cards, opening, positions
from clumond_solver.web.questions import Endpoint

ENDPOINTS: Mapping[str, Endpoint] = {
    "deal": Endpoint.of(opening.deal),
    "read": Endpoint.of(opening.read),
    "save": Endpoint.of(opening.save),
    "contract": Endpoint.of(opening.contract),
    "laid": Endpoint.of(opening.laid),
    "position": Endpoint.of(positions.position),
    "verdicts": Endpoint(open_cards.verdicts, thinks=True),
    "depth": Endpoint(open_cards.depth, thinks=True),
    "course": Endpoint(open_cards.course, thinks=True),
    "retentions": Endpoint(open_cards.retentions, thinks=True),
    "chances": Endpoint(one_seat.chances, thinks=True),
    "advice": Endpoint(one_seat.advice, thinks=True),
}
