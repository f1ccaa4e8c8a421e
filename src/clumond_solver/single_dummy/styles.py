"""Styles: how a player who sees his own cards only searches for a card.

A `Style` has three `SearchOptions`: for a declarer, a defender and a player in an undeclared hand.
`FULL` is the strongest; the looser ones of the levels are in `levels`.

>>> FULL.defender.particles, FAST.defender.particles
(128, 32)
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import NoneType
from typing import Any

from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.net import Net
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_float, as_int, check_type
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.single_dummy.calling import shipped_calling
from clumond_solver.single_dummy.nets import shipped_nets

_MOST_FACTOR = 1000


def _at_most(most: float, default: float) -> Any:
    """A field for numbers from 0 on: greater ones would not help, or never end."""
    return field(default=default, metadata={"most": most})


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a seat in one role searches for its card.

    exact_tricks   rollouts stop when this many tricks are left, which are solved exactly; 0: never.
    nets           nets say which cards are tried first, of the seat's own cards too.
    search_tricks  only this many last tricks are searched (0: none); before, the card that the nets
                   prefer is played at sight.
    temperature    of play at sight: above 0 the card is drawn from the nets' policy instead, the
                   higher the more loosely.
    sharpness      the power of the nets' policy that is the prior of a search.
    trust_nets     the nets' share in the value of a new position; the rest is a rollout.
    particles      deals that are weighted before the search by how well they explain declarer's
                   call and, with nets, the others' cards; 0: all consistent deals count the same.
    trust_plays    power to which the chance of the plays is raised in those weights; 0, which saves
                   much time: plays do not count.
    solve_tricks   in this many last tricks a defender plans instead: he takes what is best over all
                   deals that he cannot tell apart.
    solve_deals    for how many deals he then plans: for all, if they are no more.

    SearchError for numbers out of range, and for what needs nets without nets.
    """

    exact_tricks: int = _at_most(3, default=2)
    nets: bool = False
    search_tricks: int = _at_most(TRICKS, default=TRICKS)
    temperature: float = _at_most(1000.0, default=0.0)
    sharpness: float = _at_most(1000.0, default=1.0)
    trust_nets: float = _at_most(1.0, default=0.0)
    particles: int = _at_most(1024, default=0)
    trust_plays: float = _at_most(100.0, default=0.4)
    solve_tricks: int = _at_most(4, default=0)
    solve_deals: int = _at_most(1024, default=150)

    def __post_init__(self) -> None:
        """Refuse options that no search can follow."""
        check_type(self.nets, bool, "nets, True or False,")
        for option in fields(self):
            if "most" in option.metadata:
                _check_number(option.name, getattr(self, option.name), option.metadata["most"])
        if (self.trust_nets or self.search_tricks < TRICKS) and not self.nets:
            raise SearchError("trust_nets and search_tricks need nets: they evaluate the cards")
        if self.solve_tricks and not self.solve_deals:
            raise SearchError("solve_deals 0: at least 1 deal to plan the last tricks for")


def _check_number(name: str, value: object, most: float) -> None:
    number = as_int(value, name) if isinstance(most, int) else as_float(value, name)
    if not 0 <= number <= most:
        raise SearchError(f"{name} {shown_number(number)}: from 0 to {most:g}")


@dataclass(frozen=True, slots=True)
class Style:
    """How a player searches in each role.

    declarer, defender, undeclared  the search of each role; undeclared: where nobody declared.
    undeclared_factor  in undeclared games of the engine against itself all get this many times
             the iterations: more thought gains more there.
    nets     weights to use in place of the shipped ones.
    """

    declarer: SearchOptions
    defender: SearchOptions
    undeclared: SearchOptions
    undeclared_factor: int = 1
    nets: Net | None = None

    def __post_init__(self) -> None:
        """Refuse fields of another type, and a factor that would never end."""
        for options in (self.declarer, self.defender, self.undeclared):
            check_type(options, SearchOptions, "options of a search")
        factor = as_int(self.undeclared_factor, "undeclared_factor")
        if not 1 <= factor <= _MOST_FACTOR:
            raise SearchError(f"undeclared_factor {shown_number(factor)}: from 1 to {_MOST_FACTOR}")
        check_type(self.nets, (Net, NoneType), "a net")

    def settings(self, iterations: int, knowledge: Knowledge, seat: Seat) -> Settings:
        """The style as the engine takes it, for one seat of a hand."""
        options: SearchOptions = getattr(self, role_of(seat, knowledge.declarer))
        # A call speaks of sixteen cards, so the whole hand must be known to weight it.
        whole = knowledge.tricks_left + len(knowledge.played) // len(Seat) >= TRICKS
        return Settings(
            iterations,
            options,
            (shipped_nets() if self.nets is None else self.nets) if options.nets else None,
            shipped_calling()[knowledge.strain] if options.particles and whole else None,
        )


def role_of(seat: Seat, declarer: Seat | None) -> str:
    """The role of a seat, a field of `Style` and of `Iterations`."""
    if declarer is None:
        return "undeclared"
    return "declarer" if seat is declarer else "defender"


#: The strongest that was measured, in each role.
FULL = Style(
    declarer=SearchOptions(nets=True, sharpness=0.5, trust_nets=0.7),
    defender=SearchOptions(
        nets=True, trust_nets=0.7, particles=128, solve_tricks=4, solve_deals=300
    ),
    undeclared=SearchOptions(nets=True, exact_tricks=1),
)

#: Plays a game in some ten milliseconds, nearly as the strongest would end it: declarer thinks
#: little, defenders play at sight until they plan the last tricks. Every chance counts such games.
FAST = Style(
    declarer=FULL.declarer,
    defender=SearchOptions(
        nets=True, search_tricks=4, particles=32, solve_tricks=4, solve_deals=40
    ),
    undeclared=FULL.undeclared,
    undeclared_factor=6,
)
