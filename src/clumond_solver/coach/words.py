"""Hints and reviews as `print`, notebooks and JSON show them.

>>> print(Review(None, None, ()))
No card was played.
"""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver.coach.hints_and_reviews import Hint, Review
from clumond_solver.coach.review_text import better_line_text, review_text, story_text
from clumond_solver.display.json_data import Data, data_of
from clumond_solver.display.notebook import html, html_table
from clumond_solver.display.text.actions import action_text
from clumond_solver.display.text.results import result_text
from clumond_solver.results import verdict_of
from clumond_solver.rules.tricks import seat_word


@result_text.register
def _(hint: Hint) -> str:
    best_two = (action for action in (hint.action, hint.other) if action is not None)
    shown = [action for action in best_two if action in hint.values]
    choices = ", ".join(
        f"{action_text(action, hint.verb_of)} {hint.value_text(action)}" for action in shown
    )
    choices += "" if hint.in_chances else f" {hint.unit}"
    if not shown:
        choices = f"The only choice: {action_text(hint.action, hint.verb_of)}"
    return f"{choices}. {hint.reason}".rstrip()


@result_text.register
def _(review: Review) -> str:
    players = 1 + max((play.seat for play in review.plays), default=0)
    of_clumond = review.declarer is not None or review.seat is not None
    names = [seat_word(seat, players) for seat in range(players)]
    return review_text(review, names=("", "", "") if of_clumond else names)


@html.register
def _(hint: Hint) -> str:
    if not hint.values:
        return html.for_others(hint)
    rows = [[action_text(action, hint.verb_of), hint.value_text(action)] for action in hint.values]
    return html_table(["choice", hint.unit], rows, str(hint))


@data_of.register
def _(review: Review, names: Sequence[str] = ("", "", "")) -> Data:
    """A review, and what follows from it; ``names`` are the players' by seat, in its story."""
    return review.to_dict() | {
        "verdict": verdict_of(review.plays[0].before) if review.plays else None,
        "costliest": [play.number for play in review.costliest()],
        "story": story_text(review, names),
        "line": better_line_text(review),
    }
