"""Hints for the person at a table: an engine's choice, the values of all choices, and a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clumond_solver.base.threads import processors
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons.endings import Ending
from clumond_solver.coach.reasons.plans import change_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Hint
from clumond_solver.rules.actions import Action, PlayCard, PlayKnownCard
from clumond_solver.rules.states import TrickState
from clumond_solver.web.table_view import TextOf
from clumond_solver.web.wire import HintRow, HintShown

_MOST_SHOWN = 6


def hint_shown(
    view: View,
    styles: Sequence[str],
    text_of: TextOf,
    at: str,
    send_part: Callable[[HintShown], None],
) -> HintShown:
    """A hint for the seat to act, from its view: the choices with their values, the best first.

    ``styles`` are those of the seats. ``text_of`` writes an action; ``at`` names the state of the
    table. ``send_part`` gets the choice alone, before the figures.
    """
    suggestion = hint(
        view,
        threads=processors(),
        opponents=styles,
        on_choice=lambda choice: send_part(_shown(Hint(choice, {}, unit=""), view, text_of, at)),
    )
    return _shown(suggestion, view, text_of, at)


def plan_change(state: TrickState, before: Ending | None, now: Ending | None) -> str:
    """What to say in the play if the plan has changed; "" if it has not.

    Only hints of Clumond have plans.
    """
    if before is None or now is None or before == now or not isinstance(state.play, Play):
        return ""
    return change_text(state.play, Seat(state.seat_to_act), before, now)


def _shown(suggestion: Hint, view: View, text_of: TextOf, at: str) -> HintShown:
    actions = [
        suggestion.action,
        *(action for action in suggestion.values if action != suggestion.action),
    ]
    return {
        "at": at,
        "rows": [_row(action, suggestion, text_of) for action in actions[:_MOST_SHOWN]],
        "unit": suggestion.unit,
        "reason": suggestion.reason,
        "plan": suggestion.plan,
        "new_plan": "",
        "others_are_worse": 1 < len(actions) < len(view.legal_actions),
    }


def _row(action: Action, suggestion: Hint, text_of: TextOf) -> HintRow:
    value = suggestion.values.get(action)
    return {
        "action": str(action),
        "text": text_of(action),
        "card": str(action.card) if isinstance(action, PlayKnownCard) else None,
        "as_itself": isinstance(action, PlayCard),
        "chance": value if suggestion.in_chances else None,
        "gain": None if suggestion.in_chances else value,
    }
