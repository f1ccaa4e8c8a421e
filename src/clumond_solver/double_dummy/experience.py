"""What double-dummy searches of other deals found out about moves, for a new one to begin with.

A search tries the moves first that succeed often, and learns while it goes which these are
(docs/double_dummy.md). On most deals it would be half over before it knows; so it begins with the
rates of thousands of other deals. They change the time a search takes, never its answer.

>>> sorted(shipped()) == [Family.PARS, Family.MOST]
True
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from clumond_solver.errors import SearchError
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.values import Numbered

_FORMAT = 1
# The core's numbers: places in the trick, ways of playing a card, ranks; lengths, and counts of
# cards above or below, that are told apart.
PLACES, WAYS, RANKS = 3, 7, 13
LENGTHS, AROUND = 7, 4
_RATES = 3 * PLACES * WAYS * 2 * RANKS
_WORKS = 3 * PLACES * (TRICKS + 1)
LEAD_WORKS = 2 * LENGTHS * LENGTHS + 4 * AROUND * AROUND


class Family(Numbered):
    """Kinds of double-dummy goals; those of one kind share what is learnt about moves."""

    HELPED = 0
    PARS = 1
    MOST = 2
    FEWEST = 3


@dataclass(frozen=True, slots=True)
class Experience:
    """What is known about moves before a search begins, in the core's order.

    rates       how often a try succeeds for its player, 0 to 1, or less if it is likely to take
                long: by player (the seat that is asked about, next, last), place in the trick, way
                of playing, trumps or not, and rank.
    usual_work  how many positions a try takes, as a power of two: by player, place in the trick and
                number of tricks left.
    lead_work   by how many powers of two a defender's lead takes more positions than his others:
                for side suits and for trumps by how many cards of the suit the seat that is asked
                about (0 to 6) and the partner (0 to 6) hold; likewise (0 to 3 each) for those above
                the card; and for those below it.
    """

    rates: Sequence[float]
    usual_work: Sequence[float]
    lead_work: Sequence[float] = (0.0,) * LEAD_WORKS


def read_experience(text: str) -> Mapping[Family, Experience]:
    """Read what `write_experience` made; SearchError if it is something else."""
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT:
            raise SearchError(f"experience of format {data['format']}, expected {_FORMAT}")
        found = {
            Family[name.upper()]: Experience(
                _numbers(told["rates"], 1000, _RATES),
                _numbers(told["work"], 100, _WORKS),
                _numbers(told["leads"], 100, LEAD_WORKS),
            )
            for name, told in data["families"].items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise SearchError(f"no experience of the double-dummy search: {error}") from error
    return MappingProxyType(found)


def _numbers(told: Sequence[int], parts: int, count: int) -> Sequence[float]:
    if len(told) != count:
        raise ValueError(f"{len(told)} numbers instead of {count}")
    return tuple(each / parts for each in told)


def write_experience(experience: Mapping[Family, Experience]) -> str:
    """The experience as text: rates in thousandths, work in hundredths."""
    families = {
        family.name.lower(): {
            "rates": [round(1000 * each) for each in found.rates],
            "work": [round(100 * each) for each in found.usual_work],
            "leads": [round(100 * each) for each in found.lead_work],
        }
        for family, found in experience.items()
    }
    return json.dumps({"format": _FORMAT, "families": families}, separators=(",", ":")) + "\n"


@cache
def shipped() -> Mapping[Family, Experience]:
    """The experience that ships; `clumond_solver.training.double_dummy` makes it."""
    source = files("clumond_solver.double_dummy").joinpath("experience.json")
    return read_experience(source.read_text(encoding="ascii"))
