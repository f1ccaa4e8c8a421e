"""Priors of the double-dummy search: statistics of moves from searches of other deals.

A search first tries the moves that often succeed, by statistics that it collects on the way
(docs/double_dummy.md). It would be half over before these are reliable, so it begins with
statistics from thousands of other deals. They change the time of a search, never its answer.

>>> sorted(shipped_priors()) == [GoalKind.PARS, GoalKind.MOST]
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from clumond_solver._core.double_dummy.open_search import (
    PRIOR_LEAD_WORK_COUNT,
    PRIOR_NODES_COUNT,
    PRIOR_RATE_COUNT,
)
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import SearchError
from clumond_solver.base.packaged import packaged_data

FORMAT = 2


class GoalKind(IntChoice):
    """Kinds of double-dummy goals; the goals of one kind share statistics of moves."""

    COOPERATIVE = 0
    PARS = 1
    MOST = 2
    FEWEST = 3


@dataclass(frozen=True, slots=True)
class MoveOrderingPrior:
    """Statistics of moves before a search begins, in the core's order.

    rates                rate of success of a move for its player, 0 to 1, less if it is likely to
                         take long: by player (the hero, next, last), number of cards on the table,
                         way of playing, trumps or not, and rank.
    expected_log2_nodes  base-2 logarithm of the positions that a move takes to search: by player,
                         number of cards on the table, and number of tricks left.
    lead_work            how many powers of two more positions a defender's lead takes than his
                         other leads, for side suits and for trumps: by the numbers of the suit's
                         cards with the hero (0 to 6) and with the partner (0 to 6); likewise by
                         those above the card led (0 to 3), and by those below it.
    """

    rates: Sequence[float]
    expected_log2_nodes: Sequence[float]
    lead_work: Sequence[float] = (0.0,) * PRIOR_LEAD_WORK_COUNT


def parse_priors(text: str) -> Mapping[GoalKind, MoveOrderingPrior]:
    """The priors in a text that training wrote; SearchError for any other text."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise SearchError(f"priors of format {data['format']}, expected {FORMAT}")
        priors = {
            GoalKind[name.upper()]: MoveOrderingPrior(
                _numbers(part["rates"], 1000, PRIOR_RATE_COUNT),
                _numbers(part["work"], 100, PRIOR_NODES_COUNT),
                _numbers(part["leads"], 100, PRIOR_LEAD_WORK_COUNT),
            )
            for name, part in data["goal_kinds"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SearchError(f"not priors of the double-dummy search: {error}") from error
    return MappingProxyType(priors)


def _numbers(whole_numbers: Sequence[int], divisor: int, count: int) -> Sequence[float]:
    if len(whole_numbers) != count:
        raise ValueError(f"{len(whole_numbers)} numbers instead of {count}")
    return tuple(number / divisor for number in whole_numbers)


@cache
def shipped_priors() -> Mapping[GoalKind, MoveOrderingPrior]:
    """The priors that ship with the library, made by `training.double_dummy`."""
    data = packaged_data("clumond_solver.double_dummy", "move_ordering_prior.json")
    return parse_priors(data.decode("ascii"))
