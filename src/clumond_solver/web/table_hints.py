"""Hints for the person at a table: what an engine would do, what the choices are worth, and why."""

from __future__ import annotations

from clumond_solver.coach.hints import hint
from clumond_solver.display.text import action_text
from clumond_solver.games.registry import TableWords
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Hint
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.web.questions import Answer

_MOST_SHOWN = 6


def hint_shown(view: View, words: TableWords) -> Answer:
    """A hint for the seat to act, from its view: the best first, with what each is worth."""
    found = hint(view)
    actions = [found.action, *(each for each in found.values if each != found.action)]
    return {
        "rows": [_row(each, found, words) for each in actions[:_MOST_SHOWN]],
        "reason": found.reason,
        "othersAreWorse": len(actions) < len(view.legal_actions),
    }


def _row(action: Action, found: Hint, words: TableWords) -> Answer:
    value = found.values.get(action)
    return {
        "action": str(action),
        "text": action_text(action, words.declare),
        "card": str(action.card) if isinstance(action, PlayCard) else None,
        "chance": value if found.in_chances else None,
        "gain": None if found.in_chances else value,
    }
