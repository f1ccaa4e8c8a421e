"""The rows of a review in a data frame, one for each call and card, for `to_frame`."""

from __future__ import annotations

from clumond_solver.adapters.pandas_frames import Columns, flat_row, rows
from clumond_solver.base.values import fields_of
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay


@rows.register
def _(review: Review) -> list[Columns]:
    def row(play: ReviewedPlay, in_chances: bool) -> Columns:
        known = {name: value for name, value in fields_of(play).items() if value is not None}
        return flat_row(known) | {"turned": play.turned, "in_chances": in_chances}

    calls = [row(call, in_chances=False) for call in review.calls]
    return [*calls, *(row(play, review.in_chances) for play in review.plays)]
