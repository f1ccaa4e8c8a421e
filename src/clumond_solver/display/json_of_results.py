"""What JSON says of the engines' results beyond their fields."""

from __future__ import annotations

from clumond_solver.display.json_data import Data, data_of
from clumond_solver.display.text.double_dummy import retention_words
from clumond_solver.results import Advice, Estimate, RetentionTable


@data_of.register
def _(table: RetentionTable) -> Data:
    """The retentions that a declarer can force in every strain: in words, then by fields.

    Without the lines, which would be most of the data.
    """
    fields = table.to_dict()
    del fields["lines"]
    return {"words": retention_words(table)} | fields


@data_of.register
def _(advice: Advice) -> Data:
    """The recommended call, and its figures."""
    return {
        "call": advice.call or "pass",
        "best": advice.best,
        "confidence": advice.confidence,
        "break_even": advice.break_even,
        "strains": {
            strain: _estimate_data(estimate) | advice.declaring[strain].to_dict()
            for strain, estimate in advice.estimates.items()
        },
        "passing": advice.passing,
        "games": advice.games,
        "complete": advice.complete,
    }


def _estimate_data(estimate: Estimate) -> Data:
    return estimate.to_dict() | {
        "successes": [
            {"retention": retention, "total": total, "games": games}
            for (retention, total), games in sorted(estimate.successes.items())
        ],
    }
