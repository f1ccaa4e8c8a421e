"""What double-dummy searches of other deals found out about moves, for a new one to begin with.

A search tries the moves first that succeed often, and learns while it goes which these are
(docs/double_dummy.md). On most deals it would be half over before it knows; so it begins with the
rates of thousands of other deals. They change the time a search takes, never its answer.

>>> sorted(shipped_priors()) == [GoalKind.PARS, GoalKind.MOST]
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from clumond_solver._core.double_dummy.open_search import (
    PRIOR_LEAD_WORKS,
    PRIOR_RATES,
    PRIOR_WORKS,
)
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import IntChoice

_FORMAT = 2


class GoalKind(IntChoice):
    """Kinds of double-dummy goals; those of one kind share what is learnt about moves."""

    COOPERATIVE = 0
    PARS = 1
    MOST = 2
    FEWEST = 3


@dataclass(frozen=True, slots=True)
class MoveOrderingPrior:
    """What is known about moves before a search begins, in the core's order.

    rates       how often a try succeeds for its player, 0 to 1, or less if it is likely to take
                long: by player (the seat that is asked about, next, last), place in the trick, way
                of playing, trumps or not, and rank.
    expected_log2_nodes  how many positions a try takes, as a power of two: by player, place in the
    trick and
                number of tricks left.
    lead_work   by how many powers of two a defender's lead takes more positions than his others:
                for side suits and for trumps by how many cards of the suit the seat that is asked
                about (0 to 6) and the partner (0 to 6) hold; likewise (0 to 3 each) for those above
                the card; and for those below it.
    """

    rates: Sequence[float]
    expected_log2_nodes: Sequence[float]
    lead_work: Sequence[float] = (0.0,) * PRIOR_LEAD_WORKS


def read_priors(text: str) -> Mapping[GoalKind, MoveOrderingPrior]:
    """Read what `write_priors` made; SearchError if it is something else."""
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT:
            raise SearchError(f"priors of format {data['format']}, expected {_FORMAT}")
        found = {
            GoalKind[name.upper()]: MoveOrderingPrior(
                _numbers(told["rates"], 1000, PRIOR_RATES),
                _numbers(told["work"], 100, PRIOR_WORKS),
                _numbers(told["leads"], 100, PRIOR_LEAD_WORKS),
            )
            for name, told in data["goal_kinds"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SearchError(f"no priors of the double-dummy search: {error}") from error
    return MappingProxyType(found)


def _numbers(told: Sequence[int], parts: int, count: int) -> Sequence[float]:
    if len(told) != count:
        raise ValueError(f"{len(told)} numbers instead of {count}")
    return tuple(each / parts for each in told)


def write_priors(priors: Mapping[GoalKind, MoveOrderingPrior]) -> str:
    """The priors as text: rates in thousandths, work in hundredths."""
    kinds = {
        kind.name.lower(): {
            "rates": [round(1000 * each) for each in found.rates],
            "work": [round(100 * each) for each in found.expected_log2_nodes],
            "leads": [round(100 * each) for each in found.lead_work],
        }
        for kind, found in priors.items()
    }
    return json.dumps({"format": _FORMAT, "goal_kinds": kinds}, separators=(",", ":")) + "\n"


@cache
def shipped_priors() -> Mapping[GoalKind, MoveOrderingPrior]:
    """The priors that ship; `training.double_dummy` makes them."""
    source = files("clumond_solver.double_dummy").joinpath("move_ordering_prior.json")
    return read_priors(source.read_text(encoding="ascii"))
