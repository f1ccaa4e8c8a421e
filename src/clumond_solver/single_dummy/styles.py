"""How the single-dummy player searches: named styles, and what a call tells about a hand.

A `Style` is three `Search` settings, for a declarer, a defender and a player in an undeclared
hand. The baselines that strength is measured against are styles too, so that one engine plays all.

>>> FULL.defender.nets, PLAIN.defender.nets
(True, False)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import NoneType
from typing import NamedTuple

from clumond_solver._core.single_dummy.inference import HandWeights
from clumond_solver._core.single_dummy.ismcts import Settings
from clumond_solver._core.single_dummy.net import Net
from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError, shown_number
from clumond_solver.base.values import as_float, as_int, check_type
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.single_dummy.iterations import MOST_ITERATIONS
from clumond_solver.single_dummy.nets import shipped_nets

_FULL_HANDS = 13
# Settings of a search: far beyond what helps, and still played to an end.
_MOST: dict[str, int | float] = {
    "exploration": 1000.0,
    "exact_tricks": 3,
    "sharpness": 1000.0,
    "trust_nets": 1.0,
    "search_tricks": 13,
    "temperature": 1000.0,
    "particles": 1024,
    "trust_plays": 100.0,
    "solve_tricks": 4,
    "solve_deals": 1024,
}
_MOST_PACE = 1000
_SWITCHES = ("puct", "merge", "nets")


def read_calling(text: str) -> tuple[HandWeights, ...]:
    """By strain, what each card and suit length does for a declarer's chance, from JSON.

    So it is what a call says about a hand; `training.single_dummy` finds it out.
    SearchError for a text that holds something else.
    """
    try:
        calling = [HandWeights([each / 1000 for each in row]) for row in json.loads(text)]
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SearchError(f"no weights of calls: {error}") from error
    if len(calling) != len(Strain):
        raise SearchError(f"weights of calls in {len(calling)} strains, of {len(Strain)}")
    return tuple(calling)


def write_calling(calling: Sequence[HandWeights]) -> str:
    """What `read_calling` reads: the weights in thousandths."""
    data = [[round(1000 * each) for each in row.to_list()] for row in calling]
    return json.dumps(data, separators=(",", ":")) + "\n"


@cache
def shipped_calling() -> tuple[HandWeights, ...]:
    """What calls say, as it ships with the library."""
    source = files("clumond_solver.single_dummy").joinpath("calling.json")
    return read_calling(source.read_text(encoding="ascii"))


@dataclass(frozen=True, slots=True)
class Search:
    """How one seat searches for its card.

    puct          selection by PUCT rather than UCB.
    exploration   weight of trying what was tried little, in units of the reward's usual size.
    exact_tricks  rollouts stop when this many tricks are left, which are solved exactly; 0: never.
    merge         touching cards of a hand count as one choice.
    nets          the nets guide which cards are tried first, of one's own too.
    search_tricks  only so many last tricks are searched (0: none); before, the card that the nets
                  think best is played at sight.
    temperature   of play at sight: above 0 the card is drawn from the nets' policy instead, the
                  higher the more loosely.
    sharpness     how strictly the nets guide: the power of their policy that is the prior.
    trust_nets    how much of what a new position of the tree is worth is the nets' word; the rest
                  is a rollout.
    particles     deals weighed before the search by how well they explain declarer's call and, with
                  nets, the others' cards; 0: all consistent deals count the same. Where somebody
                  declared.
    trust_plays   power to which the chance of the plays is raised in those weights; 0: not asked
                  for, which saves much time.
    solve_tricks  in this many last tricks a defender plans instead: he takes what is best over all
                  deals that he cannot tell apart.
    solve_deals   for how many deals he then plans: for all, if they are no more.
    """

    puct: bool = True
    exploration: float = 1.0
    exact_tricks: int = 2
    merge: bool = True
    nets: bool = False
    search_tricks: int = 13
    temperature: float = 0.0
    sharpness: float = 1.0
    trust_nets: float = 0.0
    particles: int = 0
    trust_plays: float = 0.4
    solve_tricks: int = 0
    solve_deals: int = 150

    def __post_init__(self) -> None:
        """Refuse settings that no search can keep to."""
        for name in _SWITCHES:
            check_type(getattr(self, name), bool, f"{name}, True or False,")
        for name, most in _MOST.items():
            value = getattr(self, name)
            number = as_int(value, name) if isinstance(most, int) else as_float(value, name)
            if not 0 <= number <= most:
                raise SearchError(f"{name} {shown_number(number)}: from 0 to {most:g}")
        if (self.trust_nets or self.search_tricks < _FULL_HANDS) and not self.nets:
            raise SearchError("trust_nets and search_tricks need nets: it is they that judge")
        if self.solve_tricks and not self.solve_deals:
            raise SearchError("solve_deals 0: at least 1 deal to plan the last tricks for")


@dataclass(frozen=True, slots=True)
class Style:
    """How a player searches in each role.

    declarer, defender, alone  the search of each role; alone is an undeclared hand.
    pace     in undeclared games of the engine against itself everybody gets so many times the
             iterations: who plays for himself gains more by thought.
    nets     weights to use in place of the shipped ones.
    """

    declarer: Search
    defender: Search
    alone: Search
    pace: int = 1
    nets: Net | None = None

    def __post_init__(self) -> None:
        """Refuse roles that are no searches, and a pace that none could keep."""
        for search in (self.declarer, self.defender, self.alone):
            check_type(search, Search, "a search")
        if not 1 <= as_int(self.pace, "a pace") <= _MOST_PACE:
            raise SearchError(f"pace {shown_number(self.pace)}: from 1 to {_MOST_PACE}")
        check_type(self.nets, (Net, NoneType), "a net")

    def settings(self, iterations: int, known: Knowledge, seat: Seat) -> Settings:
        """The style as the engine takes it, for one seat of a hand."""
        search = self.alone if known.declarer is None else self.defender
        if seat == known.declarer:
            search = self.declarer
        # A call speaks of sixteen cards, so the whole hand must be known to weigh it.
        whole = known.tricks_left + len(known.played) // len(Seat) >= _FULL_HANDS
        return Settings(
            iterations,
            search,
            (shipped_nets() if self.nets is None else self.nets) if search.nets else None,
            shipped_calling()[known.strain] if search.particles and whole else None,
        )


_PLAIN = Search(puct=False, exploration=0.7, exact_tricks=0, merge=False)
_BASIC = Search(puct=False, exploration=0.7, exact_tricks=2)

#: UCB with uniform rollouts to the end: the baseline that strength is measured against.
PLAIN = Style(_PLAIN, _PLAIN, _PLAIN)
#: The plain player with the exact finish and touching cards merged.
BASIC = Style(_BASIC, _BASIC, Search(puct=False, exploration=0.7, exact_tricks=1))
#: The strongest that was measured, in each role.
FULL = Style(
    declarer=Search(nets=True, sharpness=0.5, trust_nets=0.7),
    defender=Search(nets=True, trust_nets=0.7, particles=128, solve_tricks=4, solve_deals=300),
    alone=Search(nets=True, exact_tricks=1),
)
#: PUCT alone, with nothing learned: what training starts from.
UNTAUGHT = Style(Search(), Search(), Search(exact_tricks=1))

#: Plays a game in some ten milliseconds, nearly as the strongest would end it: declarer thinks
#: little, defenders play at sight until they plan the last tricks. What every chance counts by.
FAST = Style(
    declarer=Search(nets=True, sharpness=0.5, trust_nets=0.7),
    defender=Search(nets=True, search_tricks=4, particles=32, solve_tricks=4, solve_deals=40),
    alone=Search(nets=True, exact_tricks=1),
    pace=6,
)


def _at_sight(temperature: float) -> Search:
    return Search(nets=True, search_tricks=0, temperature=temperature)


#: Goes by the look of things, and loosely: plausible cards rather than the best, to the very end.
EASY = Style(declarer=_at_sight(1.7), defender=_at_sight(3.5), alone=_at_sight(6.5))
#: Reads a little ahead as declarer; as a defender works out the last tricks; loose alone.
MEDIUM = Style(
    declarer=Search(nets=True, sharpness=0.5, trust_nets=1.0),
    defender=Search(
        nets=True, search_tricks=0, particles=64, trust_plays=0.0, solve_tricks=2, solve_deals=60
    ),
    alone=_at_sight(2.2),
)


#: For a card, by a style without a name of its own.
ITERATIONS_A_MOVE = 20


class Iterations(NamedTuple):
    """How long a player thinks about a card: iterations of his search, by role."""

    declarer: int
    defender: int
    undeclared: int

    @classmethod
    def usual(cls, style: Style) -> Iterations:
        """Those of a style that no name stands for: more in an undeclared hand, by its pace."""
        alone = min(ITERATIONS_A_MOVE * style.pace, MOST_ITERATIONS)
        return cls(ITERATIONS_A_MOVE, ITERATIONS_A_MOVE, alone)


#: Players by name, with how long each thinks: the levels of people's opponents; "full", who is
#: "strong" and takes less time; and "fast", by whose games chances are counted.
PLAYERS: Mapping[str, tuple[Style, Iterations]] = {
    "easy": (EASY, Iterations(1, 1, 1)),
    "medium": (MEDIUM, Iterations(12, 12, 12)),
    "strong": (FULL, Iterations(4000, 4000, 4000)),
    "full": (FULL, Iterations(1000, 400, 400)),
    "fast": (FAST, Iterations.usual(FAST)),
}


def named_player(name: str) -> tuple[Style, Iterations]:
    """The style and the iterations of a player by name; SearchError if there is no such player."""
    check_type(name, str, "the name of a style")
    if name not in PLAYERS:
        raise SearchError(f"no style {name!r:.40}: there are {', '.join(PLAYERS)}")
    return PLAYERS[name]
