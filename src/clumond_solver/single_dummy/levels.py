"""Levels of players, the styles behind them, and the weights that ship with the library.

The nets' file is a line with the format, then, compressed, the weights and biases of the four roles
(declarer, his left and his right opponent, a player in an undeclared hand). A weight takes one
byte, a bias two.

>>> shipped_nets().role_count
4

A `Style` has three `SearchOptions`, for a declarer, a defender and a player in an undeclared hand,
and how long each search is. `FULL` is the strongest, `STYLES` has them by name. A style is a value:
`style_of` looks a name up once, where it is given, and all else compares styles.

>>> style_of(Level.EASY) is EASY, style_of(EASY) is EASY, style_name(EASY)
(True, True, 'easy')
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import NoneType
from typing import Any, NamedTuple

from clumond_solver._core.single_dummy.clumond_tree_search import Settings
from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.checks import as_float, as_int, check_type, checked
from clumond_solver.base.efforts import ITERATIONS_PER_CALL, checked_iterations
from clumond_solver.base.errors import RuleError, SearchError, shown_number, shown_value
from clumond_solver.base.packaged import packaged_data
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import TRICKS, Play
from clumond_solver.games.clumond.signals import Convention
from clumond_solver.knowledge.clumond_views import ClumondView, terms_of
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.knowledge.views import View
from clumond_solver.single_dummy.clumond.signalling import knows_all_plays, signals_read
from clumond_solver.single_dummy.corrections import NO_CORRECTION, Against, Correction
from clumond_solver.single_dummy.level_names import Level

FORMAT = b"clumond nets 1\n"


def layers() -> list[tuple[str, int]]:
    """A role's weights and biases, layer by layer: the array type code, and how many there are."""
    parts = []
    for inputs, outputs in (
        (Nets.input_count, Nets.unit_count),
        (Nets.unit_count, Nets.second_unit_count),
        (Nets.second_unit_count, Nets.output_count),
    ):
        parts += [("b", inputs * outputs), ("h", outputs)]
    return parts


# Python 3.11 cannot evaluate `array[int]`.
def unpack_weights(data: bytes) -> list[array]:  # type: ignore[type-arg]
    """The numbers, in 1/64, by role, of a file's data; SearchError for any other bytes."""
    if not data.startswith(FORMAT):
        raise SearchError("no weights of nets: another format")
    sizes = [(kind, count * array(kind).itemsize) for kind, count in layers()]
    expected = Nets.role_count * sum(size for _, size in sizes)
    stream = zlib.decompressobj()
    try:
        # A small file could unpack to gigabytes: stop one byte after the expected size.
        packed = stream.decompress(data[len(FORMAT) :], expected + 1)
    except zlib.error as error:
        raise SearchError(f"not weights of nets: {error}") from error
    if len(packed) != expected or not stream.eof or stream.unused_data:
        raise SearchError(f"not weights of nets: they do not unpack to {expected} bytes")
    roles, first = [], 0
    for _ in range(Nets.role_count):
        numbers = array("h")
        for kind, size in sizes:
            part = array(kind, packed[first : first + size])
            numbers.extend(array("h", little_endian(part)))
            first += size
        roles.append(numbers)
    return roles


@cache
def shipped_nets() -> Nets:
    """The nets that ship with the library."""
    return Nets(unpack_weights(packaged_data("clumond_solver.single_dummy", "nets.bin")))


def card_policy(play: Play) -> dict[Card, float]:
    """The nets' policy: the probability of each card of the seat to play, without a search.

    It depends only on what that seat has seen. The lowest of touching cards (none between them is
    in another hand or winning the trick) has the probability of all. RuleError if the hand is over.

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> chances = card_policy(play)
    >>> [str(card) for card in chances], round(sum(chances.values()), 9)
    (['D2', 'S4', 'C3', 'CA'], 1.0)
    """
    turn = play.turn
    if turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    chances = shipped_nets().play_probabilities(seat_knowledge(ClumondView.of(play, turn)))
    return {Card.from_bit(bit): chance for bit, chance in chances.items()}


def little_endian(numbers: array) -> array:  # type: ignore[type-arg]
    """In the byte order of files; changes the numbers in place."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def parse_calling(text: str) -> tuple[HandWeights, ...]:
    """Read, from JSON, how each card and suit length changes a declarer's chance, by strain.

    `training.calling` fits these weights. SearchError for any other text.
    """
    try:
        calling = [HandWeights([weight / 1000 for weight in row]) for row in json.loads(text)]
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SearchError(f"not weights of calls: {error}") from error
    if len(calling) != len(Strain):
        raise SearchError(f"weights of calls in {len(calling)} strains, not {len(Strain)}")
    return tuple(calling)


@cache
def shipped_calling() -> tuple[HandWeights, ...]:
    """The weights of calls that ship with the library."""
    data = packaged_data("clumond_solver.single_dummy", "calling.json")
    return parse_calling(data.decode("ascii"))


_MOST_FACTOR = 1000


def _at_most(most: float, default: float) -> Any:
    """A field for numbers from 0 to ``most``: beyond that they would not help, or never end."""
    return field(default=default, metadata={"most": most})


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a seat in one role searches for its card.

    exact_tricks   number of last tricks that are solved exactly instead of by rollouts.
    nets           whether nets guide the search.
    search_tricks  number of last tricks in which the seat searches; before them it plays at sight:
                   the card that the nets prefer, without a search.
    temperature    randomness of play at sight; above 0 the card is drawn from the nets' policy,
                   which a higher temperature flattens.
    sharpness      exponent of the nets' policy in a search's priors.
    trust_nets     the nets' share in the value of a new position; the rest is a rollout's.
    particles      number of deals that are weighted, before the search, by how well they explain
                   declarer's call and, with nets, the others' cards; 0: no deals are weighted.
    trust_plays    exponent of the plays' probability in those weights; 0 ignores the plays, which
                   saves much time.
    solve_tricks   number of last tricks in which a defender does not search but plans: he plays
                   what is best over all deals that he cannot tell apart.
    solve_deals    the most deals that he plans for.

    SearchError for numbers out of range, and for options that need nets without ``nets``.
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
        check_type(self.nets, bool, "nets, True or False,")
        for option in fields(self):
            if "most" in option.metadata:
                _check_number(option.name, getattr(self, option.name), option.metadata["most"])
        if (self.trust_nets or self.search_tricks < TRICKS) and not self.nets:
            raise SearchError("trust_nets and search_tricks need nets")
        if self.solve_tricks and not self.solve_deals:
            raise SearchError("solve_deals 0: solve_tricks needs at least 1 deal")


def _check_number(name: str, value: object, most: float) -> None:
    number = as_int(value, name) if isinstance(most, int) else as_float(value, name)
    if not 0 <= number <= most:
        raise SearchError(f"{name} {shown_number(number)}: from 0 to {most:g}")


#: The iterations for a card where a style does not say.
ITERATIONS_PER_CARD = 20


class Iterations(NamedTuple):
    """The iterations of a player's search for a card, by role."""

    declarer: int = ITERATIONS_PER_CARD
    defender: int = ITERATIONS_PER_CARD
    undeclared: int = ITERATIONS_PER_CARD


_USUAL = Iterations()


@dataclass(frozen=True, slots=True)
class Style:
    """How a player searches in each role.

    declarer           search as declarer.
    defender           search as a defender.
    undeclared         search in an undeclared hand.
    undeclared_factor  multiplier of the iterations in simulated undeclared games, where longer
                       searches gain more.
    nets               nets to use in place of the shipped ones.
    iterations         the iterations for a card, by role.
    signals            what a defender's cards say to the player, and his own to others, at a table
                       that has agreed on nothing.

    >>> by_nets = SearchOptions(nets=True)
    >>> Style(by_nets, by_nets, by_nets).undeclared_factor
    1
    """

    declarer: SearchOptions
    defender: SearchOptions
    undeclared: SearchOptions
    undeclared_factor: int = 1
    nets: Nets | None = None
    iterations: Iterations = _USUAL
    signals: Convention = Convention.NONE

    def __post_init__(self) -> None:
        for options in (self.declarer, self.defender, self.undeclared):
            check_type(options, SearchOptions, "options of a search")
        factor = as_int(self.undeclared_factor, "undeclared_factor")
        if not 1 <= factor <= _MOST_FACTOR:
            raise SearchError(f"undeclared_factor {shown_number(factor)}: from 1 to {_MOST_FACTOR}")
        check_type(self.nets, (Nets, NoneType), "a net")
        check_type(self.iterations, Iterations, "iterations by role")
        for iterations in self.iterations:
            checked_iterations(iterations)
        object.__setattr__(self, "signals", Convention(self.signals))

    def __str__(self) -> str:
        """The style's name, if it has one."""
        return style_name(self) or repr(self)

    @property
    def follows_proofs(self) -> bool:
        """Whether a declarer plays what he can prove; play at sight does not."""
        return self.declarer.search_tricks == TRICKS

    @checked
    def settings(self, iterations: int, view: ClumondView, seat: Seat) -> Settings:
        """The style's settings of the engine, for one seat of a hand."""
        options: SearchOptions = getattr(self, role_of(seat, view.declarer))
        # A call tells about all sixteen cards, so the play must be known from the first trick.
        knows_call = options.particles and knows_all_plays(view)
        return Settings(
            iterations,
            options,
            (shipped_nets() if self.nets is None else self.nets) if options.nets else None,
            shipped_calling()[view.strain] if knows_call else None,
            signals_read(view) if follows_signals(self, view) else (),
        )


def follows_signals(style: Style, view: View) -> bool:
    """Whether a player gives and reads signals: his style or the table says so."""
    return Convention.AUTHOR in {style.signals, terms_of(view).signals}


def role_of(seat: Seat, declarer: Seat | None) -> str:
    """The role of a seat: the name of a field of `Style` and of `Iterations`."""
    if declarer is None:
        return "undeclared"
    return "declarer" if seat is declarer else "defender"


#: The strongest style measured, in each role.
FULL = Style(
    declarer=SearchOptions(nets=True, sharpness=0.5, trust_nets=0.7),
    defender=SearchOptions(
        nets=True, trust_nets=0.7, particles=128, solve_tricks=4, solve_deals=300
    ),
    undeclared=SearchOptions(nets=True, exact_tricks=1),
    iterations=Iterations(1000, 400, 400),
)

#: Plays a game in some ten milliseconds, with results close to the strongest's: declarer searches
#: little, defenders play at sight until the last tricks. All chances count such games.
FAST = Style(
    declarer=FULL.declarer,
    defender=SearchOptions(
        nets=True, search_tricks=4, particles=32, solve_tricks=4, solve_deals=40
    ),
    undeclared=FULL.undeclared,
    undeclared_factor=6,
)


def _without_search(temperature: float) -> SearchOptions:
    return SearchOptions(nets=True, search_tricks=0, temperature=temperature)


#: Never searches: draws plausible cards rather than the best.
EASY = Style(
    declarer=_without_search(1.7),
    defender=_without_search(3.5),
    undeclared=_without_search(6.5),
    iterations=Iterations(1, 1, 1),
)
#: Searches a little as declarer, solves the last two tricks as a defender; in undeclared hands it
#: never searches.
MEDIUM = Style(
    declarer=SearchOptions(nets=True, sharpness=0.5, trust_nets=1.0),
    defender=SearchOptions(
        nets=True, search_tricks=0, particles=64, trust_plays=0.0, solve_tricks=2, solve_deals=60
    ),
    undeclared=_without_search(2.2),
    iterations=Iterations(12, 12, 12),
)
#: The strongest, with the longest searches.
STRONG = replace(FULL, iterations=Iterations(4000, 4000, 4000))


class LevelSettings(NamedTuple):
    """All that makes a level of engine players.

    style                  how they play Clumond, with the iterations for a card.
    games_before_a_call    simulated games before a call of Clumond.
    deals_searched         deals searched for a card of any other game.
    games_after_a_card     simulated games after each of the best cards of any other game.
    iterations_for_a_call  the least iterations for each call compared in any other game.
    follows_hints          whether they are taken to follow every hint, where hands are corrected.
    against                the corrections of chances against them.
    """

    style: Style
    games_before_a_call: int
    deals_searched: int
    games_after_a_card: int
    iterations_for_a_call: int
    follows_hints: bool
    against: Against


#: The one table of levels.
LEVELS: Mapping[Level, LevelSettings] = {
    Level.EASY: LevelSettings(
        EASY, 0, 20, 0, 5, False,
        Against(
            Correction(1.15, 1.0), NO_CORRECTION, (Correction(1.55), Correction(1.2)), None,
        ),
    ),
    Level.MEDIUM: LevelSettings(
        MEDIUM, 8, 200, 0, ITERATIONS_PER_CALL, False,
        Against(
            Correction(1.5, 1.2), NO_CORRECTION, (Correction(1.83), Correction(1.0)),
            (Correction(1.0, 1.4), Correction(1.0, 1.4)),
        ),
    ),
    Level.STRONG: LevelSettings(
        STRONG, 120, 4000, 64, ITERATIONS_PER_CALL, True,
        Against(
            Correction(0.67, 1.25), Correction(0.33), (Correction(0.8), Correction(0.6)),
        ),
    ),
}  # fmt: skip
#: The most calls compared in any other game: some have hundreds.
CALLS_COMPARED = 32

#: Styles by name, of `STYLE_NAMES`.
STYLES: Mapping[str, Style] = {
    **{str(level): settings.style for level, settings in LEVELS.items()},
    "full": FULL,
    "fast": FAST,
}
_NAMES = {style: name for name, style in STYLES.items()}


#: A style, or its name.
StyleLike = Style | str


def style_of(style: StyleLike) -> Style:
    """The style itself, or the one of this name; SearchError for an unknown name."""
    check_type(style, (Style, str), "a style, or its name,")
    if isinstance(style, Style):
        return style
    if style not in STYLES:
        raise SearchError(f"no style {shown_value(style)}: there are {', '.join(STYLES)}")
    return STYLES[style]


def style_name(style: Style) -> str:
    """The name of a style; "" for one of a caller's own."""
    return _NAMES.get(style, "")
