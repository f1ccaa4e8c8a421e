"""What one seat can know: whether to declare its hand, and how its cards compare.

>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> answer = chances({"start": start, "cards": []}, RequestContext())
>>> answer["best"], answer["cards"]["SA"]
('SA', 1.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, cast

from clumond_solver.base.errors import RuleError
from clumond_solver.base.stopping import processors
from clumond_solver.base.values import Result
from clumond_solver.display.text import call_text, terms_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.scoring import (
    BASE_AGREEMENT,
    Scoring,
    Terms,
    with_terms,
)
from clumond_solver.results import Advice
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.web.explore import reading
from clumond_solver.web.questions import PageQuestion, RequestContext, arguments_of, field_of


class Chances(TypedDict):
    """The values of the best cards as their player sees them: each a chance, or points."""

    seat: int
    best: str
    unit: str
    cards: dict[str, float]


@dataclass(frozen=True, slots=True)
class AdviceShown(Result):
    """Advice on declaring, in figures and words; ``done`` once it is final."""

    advice: Advice
    headline: str
    terms: str
    unit: str
    done: bool


def advice(question: PageQuestion, context: RequestContext) -> AdviceShown:
    """Whether a hand should go for clumond: ``hand``, and as in `advise` all but its effort.

    Each part is the advice so far.
    """
    from clumond_solver.single_dummy.clumond.advice import advise
    from clumond_solver.single_dummy.clumond.playouts import against_whom

    given = {"hand": field_of(question, "hand")} | arguments_of(question, advise)
    seat = given.get("seat", Seat.FOREHAND)
    terms = {name: given.pop(name) for name in Terms.__annotations__ if name in given}
    agreement = with_terms(BASE_AGREEMENT, cast(Terms, terms))
    against = against_whom(given.get("opponents"), seat)

    def shown(advice: Advice, *, done: bool = False) -> AdviceShown:
        unit = "chips" if agreement.scoring is Scoring.CHIPS else "points on paper"
        terms = terms_text(seat, agreement, against)
        return AdviceShown(advice, call_text(advice), terms, unit, done)

    final = advise(
        **given | {"budget": context.limits.advice_games, "time": None},
        agreement=agreement,
        threads=processors(),
        watch=lambda so_far: context.send_part(shown(so_far)),
    )
    return shown(final, done=True)


def chances(question: PageQuestion, context: RequestContext) -> Chances:
    """The values of the best cards of the seat to play, as it sees them: ``start``, ``cards``.

    The answer's ``cards`` give, after each card, declarer's chance of success, or without a
    declarer the player's expected paper score; ``best`` is the card to play.
    """
    from clumond_solver.knowledge.clumond_views import ClumondView
    from clumond_solver.single_dummy.clumond.clumond_engine import rate_cards

    _, play = reading.played(question)
    if play.turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    view = ClumondView.of(play, Seat(play.turn))
    rated = rate_cards(view, Effort(threads=processors()))
    defends = view.declarer not in {None, view.seat}
    return {
        "seat": int(view.seat),
        "best": str(rated.best.card),
        "unit": "points" if play.declarer is None else "chance",
        "cards": {
            str(play.card): 1 - value if defends else value for play, value in rated.values.items()
        },
    }
