"""What the Explore place asks: each answer is made of the question alone; nothing is kept between.

A question that makes no sense ends in a `ClumondError` whose message is for the person who asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from clumond_solver.web.explore import one_seat, open_cards, opening, positions
from clumond_solver.web.questions import AnyAnswer, Endpoint, Question


def _at_once(answer: Callable[[Question], AnyAnswer]) -> Endpoint:
    return Endpoint(lambda question, _: answer(question))


ENDPOINTS: Mapping[str, Endpoint] = {
    "deal": _at_once(opening.deal),
    "read": _at_once(opening.read),
    "save": _at_once(opening.save),
    "contract": _at_once(opening.contract),
    "laid": _at_once(opening.laid),
    "position": _at_once(positions.position),
    "verdicts": Endpoint(open_cards.verdicts, thinks=True),
    "depth": Endpoint(open_cards.depth, thinks=True),
    "course": Endpoint(open_cards.course, thinks=True),
    "retentions": Endpoint(open_cards.retentions, thinks=True),
    "chances": Endpoint(one_seat.chances, thinks=True),
    "advice": Endpoint(one_seat.advice, thinks=True),
}
