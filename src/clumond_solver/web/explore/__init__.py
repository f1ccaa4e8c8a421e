"""The endpoints of positions and deals: answers depend on the question alone.

A bad question raises a `ClumondError` with a message for the user.
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
    "redeal": Endpoint.of(opening.redeal),
    "position": Endpoint.of(positions.position),
    "verdicts": Endpoint(open_cards.verdicts, is_slow=True),
    "finishes": Endpoint(open_cards.finishes, is_slow=True),
    "play-verdicts": Endpoint(open_cards.play_verdicts, is_slow=True),
    "retentions": Endpoint(open_cards.retentions, is_slow=True),
    "chances": Endpoint(one_seat.chances, is_slow=True),
    "advice": Endpoint(one_seat.advice, is_slow=True),
}
