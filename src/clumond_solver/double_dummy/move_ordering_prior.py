"""Priors of the double-dummy search: statistics of moves from searches of other deals.

A search tries the moves first that succeed often, which it learns as it goes
(docs/double_dummy.md). On most deals it would be half over before it knows, so it begins with the
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
    PRIOR_LEAD_WORK_COUNT,
    PRIOR_NODES_COUNT,
    PRIOR_RATE_COUNT,
)
from clumond_solver.base.errors import SearchError
from clumond_solver.base.values import IntChoice

_FORMAT = 2


class GoalKind(IntChoice):
    """Kinds of double-dummy goals; those of one kind share move statistics."""

    COOPERATIVE = 0
    PARS = 1
    MOST = 2
    FEWEST = 3


@dataclass(frozen=True, slots=True)
class MoveOrderingPrior:
    """Statistics of moves before a search begins, in the core's order.

    rates       how often a try succeeds for its player, 0 to 1, or less if it is likely to take
                long: by player (the hero, next, last), cards on the table, way
                of playing, trumps or not, and rank.
    expected_log2_nodes  the base-2 logarithm of the positions that a try takes: by player, cards on
                the table and number of tricks left.
    lead_work   by how many powers of two a defender's lead takes more positions than his others:
                for side suits and for trumps by how many cards of the suit the hero (0 to 6) and
                the partner (0 to 6) hold; likewise for those above the card (0 to 3), and for those
                below it.
    """

    rates: Sequence[float]
    expected_log2_nodes: Sequence[float]
    lead_work: Sequence[float] = (0.0,) * PRIOR_LEAD_WORK_COUNT


def parse_priors(text: str) -> Mapping[GoalKind, MoveOrderingPrior]:
    """Read the text of `write_priors`; SearchError if it is something else."""
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT:
            raise SearchError(f"priors of format {data['format']}, expected {_FORMAT}")
        priors = {
            GoalKind[name.upper()]: MoveOrderingPrior(
                _numbers(part["rates"], 1000, PRIOR_RATE_COUNT),
                _numbers(part["work"], 100, PRIOR_NODES_COUNT),
                _numbers(part["leads"], 100, PRIOR_LEAD_WORK_COUNT),
            )
            for name, part in data["goal_kinds"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SearchError(f"no priors of the double-dummy search: {error}") from error
    return MappingProxyType(priors)


def _numbers(given: Sequence[int], parts: int, count: int) -> Sequence[float]:
    if len(given) != count:
        raise ValueError(f"{len(given)} numbers instead of {count}")
    return tuple(number / parts for number in given)


def write_priors(priors: Mapping[GoalKind, MoveOrderingPrior]) -> str:
    """The priors as text: rates in thousandths, work in hundredths."""
    kinds = {
        kind.name.lower(): {
            "rates": [round(1000 * rate) for rate in prior.rates],
            "work": [round(100 * work) for work in prior.expected_log2_nodes],
            "leads": [round(100 * work) for work in prior.lead_work],
        }
        for kind, prior in priors.items()
    }
    return json.dumps({"format": _FORMAT, "goal_kinds": kinds}, separators=(",", ":")) + "\n"


@cache
def shipped_priors() -> Mapping[GoalKind, MoveOrderingPrior]:
    """The shipped priors, made by `training.double_dummy`."""
    source = files("clumond_solver.double_dummy").joinpath("move_ordering_prior.json")
    return parse_priors(source.read_text(encoding="ascii"))
