"""Clag: the rules, the scoring and the calls of each deal.

Three to seven players nominate how many tricks they will win; only an exact nomination counts.
A session follows a *scheme*: a list of deals whose rules differ in what players see, in trumps,
ranks and scoring. `DealRules` has the rules of one deal, `Scheme` those of a whole session.

Sources: the rules of Clag as Foss and McLeod give them, those on McLeod's own page, those of the
Royal Air Force, and the Scottish ones; see games/rules.md.

>>> [deal.label for deal in FOSS.deals][6:9], len(MCLEOD.deals)
(['7', 'no trumps', "guess 'em"], 22)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import permutations, product
from typing import Any

from clumond_solver.base.cards import Rank, Strain, Suit
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.base.wording import counted
from clumond_solver.rules.actions import ChooseCards, Declare, Nominate, SetRules, TrickValues
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import TrickRules


class DealAim(StrEnum):
    """The aim of a deal.

    EXACT  to win as many tricks as nominated.
    NONE   to win no trick (misere); nobody nominates.
    MOST   to win more tricks than anybody else; nobody nominates.
    """

    EXACT = "exact"
    NONE = "none"
    MOST = "most"


@dataclass(frozen=True, slots=True, order=True)
class DealScoring:
    """The scoring of a deal.

    aim            the condition of the bonus.
    bonus          the points for reaching the aim.
    value          the points of a plain trick: gained with an exact nomination, lost in misere (so
                   they are gained there if the value is negative).
    values         the values of the tricks as multiples of ``value``.
    failed_tricks  whether tricks also count with a failed nomination.

    >>> DealScoring().scores([(0, 2), (1,)], [2, 0], 3)
    (14, 0)
    """

    aim: DealAim = DealAim.EXACT
    bonus: int = 10
    value: int = 2
    values: TrickValues = TrickValues.PLAIN
    failed_tricks: bool = False

    def value_of(self, tricks: Sequence[int], cards: int) -> int:
        """The value of tricks, given by their numbers from 0, in a deal of ``cards`` cards."""
        if self.values is TrickValues.ASCENDING:
            return sum(self.value * (number + 1) for number in tricks)
        if self.values is TrickValues.DESCENDING:
            return sum(self.value * (cards - number) for number in tricks)
        return self.value * len(tricks)

    def gain(self, tricks: Sequence[int], nominated: int | None, cards: int) -> int:
        """A player's gain by his tricks and his nomination, under the aims EXACT and NONE."""
        value = self.value_of(tricks, cards)
        if self.aim is DealAim.NONE:
            return -value if tricks else self.bonus
        if len(tricks) == nominated:
            return self.bonus + value
        return value if self.failed_tricks else 0

    def payoffs(self, nominations: Sequence[int | None], cards: int) -> Payoffs:
        """The scoring of a deal with these nominations, as data for engines."""
        return _payoffs(self, tuple(nominations), cards)

    def scores(
        self, won: Sequence[Sequence[int]], nominations: Sequence[int | None], cards: int
    ) -> tuple[int, ...]:
        """Each seat's gain, given the numbers of the tricks it won and its nomination."""
        if self.aim is DealAim.MOST:
            counts = [len(tricks) for tricks in won]
            most = max(counts)
            is_tied = counts.count(most) > 1
            return tuple(self.bonus if count == most and not is_tied else 0 for count in counts)
        return tuple(
            self.gain(tricks, nominated, cards)
            for tricks, nominated in zip(won, nominations, strict=True)
        )


# Cached, because every view of a deal has them.
@lru_cache(maxsize=256)
def _payoffs(scoring: DealScoring, nominations: tuple[int | None, ...], cards: int) -> Payoffs:
    seats = len(nominations)
    counts = range(cards + 1)
    if scoring.aim is DealAim.MOST:
        no_awards = Payoffs.by_tricks([[0] * (cards + 1)] * seats, goals=(cards,) * seats)
        return replace(no_awards, settling=Settling.MOST_ALONE, bonus=scoring.bonus)
    misere = scoring.aim is DealAim.NONE
    goals = tuple(0 if misere else nominated for nominated in nominations)
    sign = -1 if misere else 1
    return replace(
        Payoffs.by_tricks(
            [[scoring.bonus * (taken == goal) for taken in counts] for goal in goals], goals=goals
        ),
        counts=tuple(
            frozenset(n for n in counts if misere or scoring.failed_tricks or n == goal)
            for goal in goals
        ),
        trick_points=tuple(
            sign * scoring.value_of((number,), cards) for number in reversed(range(cards))
        ),
    )


ORDINARY = DealScoring()


FEWEST_PLAYERS, MOST_PLAYERS = 3, 7
MOST_CARDS = 7


class Trumps(StrEnum):
    """The source of trumps.

    TURNED  the card turned up after the deal.
    HIDDEN  the card turned up after the deal, but it is shown after the nominations.
    DEALER  the suit that the dealer names after seeing his hand, before the nominations.
    FIXED   the suits, if any, that the deal's rules name.
    """

    TURNED = "turned"
    HIDDEN = "hidden"
    DEALER = "dealer"
    FIXED = "fixed"


class LookTime(StrEnum):
    """When players look at their hands: before the nominations, after them, or never."""

    BEFORE = "before"
    AFTER = "after"
    NEVER = "never"


class Ranks(StrEnum):
    """The order of ranks."""

    ACES_HIGH = "aces high"
    ACES_LOW = "aces low"
    REVERSED = "reversed"

    @property
    def ascending(self) -> tuple[Rank, ...]:
        """The ranks from the lowest to the highest."""
        if self is Ranks.ACES_LOW:
            return (Rank.ACE, *(rank for rank in Rank if rank is not Rank.ACE))
        return tuple(Rank) if self is Ranks.ACES_HIGH else tuple(reversed(Rank))


@dataclass(frozen=True, slots=True, order=True)
class DealRules:
    """The rules of one deal.

    label      the deal's name on the score sheet.
    cards      the number of cards dealt to a player, 1 to 7.
    trumps     the source of trumps.
    order      with FIXED trumps the suits that beat others, highest first: none, one or all four.
    ranks      the order of ranks.
    twos_wild  whether a two may be played as any card, and ranks just above it.
    twos_differ  whether the twos of one trick must be played as different cards.
    look_time  when players look at their hands.
    face_down  whether hands are played from the top; required if players never look.
    scoring    the scoring of the deal.

    RuleError for rules that contradict each other.
    """

    label: str
    cards: int = MOST_CARDS
    trumps: Trumps = Trumps.TURNED
    order: tuple[Suit, ...] = ()
    ranks: Ranks = Ranks.ACES_HIGH
    twos_wild: bool = False
    look_time: LookTime = LookTime.BEFORE
    face_down: bool = False
    scoring: DealScoring = ORDINARY
    twos_differ: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= MOST_CARDS:
            raise RuleError(f"{self.label}: {self.cards} cards, must be 1 to {MOST_CARDS}")
        if self.order and self.trumps is not Trumps.FIXED:
            raise RuleError(f"{self.label}: an order of suits, but trumps are {self.trumps}")
        if self.trumps is Trumps.DEALER and self.look_time is not LookTime.BEFORE:
            raise RuleError(f"{self.label}: the dealer calls trumps after seeing his hand")
        if self.look_time is LookTime.NEVER and not self.face_down:
            raise RuleError(f"{self.label}: cards that nobody looks at are played face down")
        if self.face_down and self.twos_wild:
            raise RuleError(f"{self.label}: nobody can say what an unseen wild two stands for")

    @property
    def nominates(self) -> bool:
        """Whether players nominate."""
        return self.scoring.aim is DealAim.EXACT

    def trick_rules(self, players: int, order: tuple[Suit, ...]) -> TrickRules:
        """The rules of the tricks, given the suits that beat others, highest first."""
        return _trick_rules(players, order, self.ranks, self.twos_wild, self.twos_differ)


# Cached, because compiling trick rules takes longer than a deal, and there are few of them.
@cache
def _trick_rules(
    players: int, order: tuple[Suit, ...], ranks: Ranks, twos_wild: bool, twos_differ: bool
) -> TrickRules:
    wild = frozenset({Rank.TWO}) if twos_wild else frozenset[Rank]()
    return TrickRules.precedence(
        players, order, ranks=ranks.ascending, wild=wild, names_differ=twos_differ
    )


@dataclass(frozen=True, slots=True, repr=False)
class Scheme:
    """The deals of a whole session, in order.

    turned_cards  whether a card is turned for each player before the first deal, and the player
                  with the highest card nominates first; otherwise player 0 deals first.
    fewest        the fewest players.
    """

    name: str
    deals: tuple[DealRules, ...]
    turned_cards: bool = False
    fewest: int = FEWEST_PLAYERS

    def __post_init__(self) -> None:
        if not self.deals:
            raise RuleError(f"{self.name}: a scheme has at least one deal")

    @classmethod
    def named(cls, name: str) -> Scheme:
        """One of the library's schemes: foss, mcleod, pagat …; or NotationError.

        >>> Scheme.named("mcleod").name
        'Clag (McLeod)'
        """
        if name not in SCHEMES:
            raise NotationError(f"no such scheme (use {', '.join(SCHEMES)})", name)
        return SCHEMES[name]

    def __repr__(self) -> str:
        """Evaluates to the scheme; one of the library's is given by its name."""
        for name, scheme in SCHEMES.items():
            if self == scheme:
                return f"Scheme.named({name!r})"
        return f"Scheme({self.name!r}, {self.deals!r}, {self.turned_cards!r}, {self.fewest!r})"


def ordinary_deals(sizes: Sequence[int], scoring: DealScoring = ORDINARY) -> tuple[DealRules, ...]:
    """Deals of these numbers of cards with a trump turned up, labelled by the number.

    >>> [deal.cards for deal in ordinary_deals(range(1, 4))]
    [1, 2, 3]
    """
    return tuple(DealRules(str(size), size, scoring=scoring) for size in sizes)


def three_phases(name: str, special: Sequence[DealRules]) -> Scheme:
    """The scheme of deals of 1 to 7 cards, the special deals, and deals of 7 to 1 cards."""
    rising = ordinary_deals(range(1, MOST_CARDS + 1))
    return Scheme(name, (*rising, *special, *reversed(rising)))


_NO_TRUMPS = DealRules("no trumps", trumps=Trumps.FIXED)
_HIDDEN = DealRules("guess 'em", trumps=Trumps.HIDDEN)
_BLIND = DealRules("blind", look_time=LookTime.AFTER)
_ROLL = DealRules("roll 'em", look_time=LookTime.NEVER, face_down=True)
_MISERE = DealRules("misere", scoring=DealScoring(DealAim.NONE))
_MISERE_NO_TRUMPS = DealRules(
    "misere no trumps", trumps=Trumps.FIXED, scoring=DealScoring(DealAim.NONE)
)
_TWOS_WILD = DealRules("twos wild", twos_wild=True)
_ACES_LOW = DealRules("aces low", ranks=Ranks.ACES_LOW)
_DEALER_CALLS = DealRules("dealer calls trumps", trumps=Trumps.DEALER)
_HIGHEST = DealRules("highest number", scoring=DealScoring(DealAim.MOST))

FOSS = three_phases(
    "Clag (Foss)",
    (
        _NO_TRUMPS,
        _HIDDEN,
        _MISERE_NO_TRUMPS,
        replace(_MISERE, scoring=DealScoring(DealAim.NONE, value=3)),
        _BLIND,
        _ROLL,
    ),
)
MCLEOD = three_phases(
    "Clag (McLeod)",
    (
        _NO_TRUMPS,
        _MISERE,
        replace(_HIDDEN, label="guess trumps"),
        _BLIND,
        _TWOS_WILD,
        _ACES_LOW,
        _DEALER_CALLS,
        _HIGHEST,
    ),
)
# A trick counts one point, whether or not the nomination is exact.
_TRICKS_COUNT = DealScoring(value=1, failed_tricks=True)
_ON_HIS_PAGE: dict[str, dict[str, Any]] = {
    "misere": {"scoring": DealScoring(DealAim.NONE, value=-1)},
    "blind": {"trumps": Trumps.HIDDEN, "scoring": _TRICKS_COUNT},
    "twos wild": {"twos_differ": True, "scoring": _TRICKS_COUNT},
    "highest number": {},
}
PAGAT = Scheme(
    "Clag (McLeod's own page)",
    tuple(
        replace(deal, **_ON_HIS_PAGE.get(deal.label, {"scoring": _TRICKS_COUNT}))
        for deal in MCLEOD.deals
    ),
    fewest=4,
)
SCORE_CARD = three_phases(
    "Clag (sample score card)",
    (
        replace(_NO_TRUMPS, label="nt (no trumps)"),
        replace(_HIDDEN, label="bt (blind trumps)"),
        replace(_BLIND, label="hb (half blind)"),
        replace(_ROLL, label="b (blind)"),
        replace(_MISERE, label="m (misere)"),
        replace(_MISERE_NO_TRUMPS, label="mnt (misere no trumps)"),
    ),
)

#: The special deals by their names as values of an option.
SPECIAL_DEALS = {
    deal.label.replace(" ", "-").replace("'", ""): deal
    for deal in (
        _NO_TRUMPS, _HIDDEN, _BLIND, _ROLL, _MISERE, _MISERE_NO_TRUMPS, _TWOS_WILD, _ACES_LOW,
        _DEALER_CALLS, _HIGHEST,
    )
}  # fmt: skip
_SCOTTISH_SPECIAL = (_NO_TRUMPS, _BLIND, _MISERE, _MISERE_NO_TRUMPS)
#: The default special deals as the text of an option.
SCOTTISH_SPECIAL = "no-trumps,blind,misere,misere-no-trumps"
_SPECIAL_ROUNDS = 4


def special_deals(names: str) -> tuple[DealRules, ...]:
    """The four special deals of a Scottish game by their names; NotationError for other texts.

    >>> [deal.label for deal in special_deals("blind,twos-wild,misere,highest-number")]
    ['blind', 'twos wild', 'misere', 'highest number']
    """
    words = [word.strip() for word in names.split(",")]
    if len(words) != _SPECIAL_ROUNDS or not set(words) <= set(SPECIAL_DEALS):
        listed = ", ".join(SPECIAL_DEALS)
        raise NotationError(f"four special deals with commas between, out of {listed}", names)
    return tuple(SPECIAL_DEALS[word] for word in words)


def special_names(scheme: Scheme) -> str | None:
    """The names of a Scottish game's special deals; None for any other scheme."""
    labels = {deal.label: name for name, deal in SPECIAL_DEALS.items()}
    middle = scheme.deals[MOST_CARDS:-MOST_CARDS]
    names = ",".join(labels.get(deal.label, "") for deal in middle)
    fits = len(middle) == _SPECIAL_ROUNDS and all(deal.label in labels for deal in middle)
    return names if fits and scheme == scottish(special_deals(names)) else None


def scottish(special: Sequence[DealRules] = _SCOTTISH_SPECIAL) -> Scheme:
    """The Scottish game: 7 to 1 cards, special deals, 1 to 7 cards; a trick counts one point.

    The source does not list the special deals; by default they are No Trumps, Blind, Misere and
    Misere No Trumps. Their tricks count one point too.

    >>> len(scottish().deals), scottish().deals[9].scoring.value
    (18, 1)
    """
    rising = ordinary_deals(range(1, MOST_CARDS + 1), _TRICKS_COUNT)
    middle = tuple(
        replace(deal, scoring=replace(deal.scoring, value=1, failed_tricks=True))
        for deal in special
    )
    return Scheme("Clag (Scottish)", (*reversed(rising), *middle, *rising), turned_cards=True)


SCHEMES = {
    "foss": FOSS, "mcleod": MCLEOD, "pagat": PAGAT, "score-card": SCORE_CARD,
    "scottish": scottish(),
}  # fmt: skip


SIZES_TO_CHOOSE = tuple(ChooseCards(cards) for cards in range(3, MOST_CARDS + 1))
_ORDERS: tuple[tuple[Suit, ...], ...] = ((), *((suit,) for suit in Suit), *permutations(Suit))
RULES_TO_SET = tuple(
    SetRules(order, nuloss, blind, misere, values)
    for order, nuloss, blind, misere, values in product(
        _ORDERS, (False, True), (False, True), (False, True), TrickValues
    )
)
TRUMPS_TO_NAME = tuple(Declare(Strain(suit)) for suit in Suit)
MOST_NOMINATIONS = tuple(Nominate(tricks) for tricks in range(MOST_CARDS + 1))


def barred_nomination(nominations: Sequence[int | None], cards: int) -> int | None:
    """The number that the last seat may not nominate: the total would be the number of cards.

    None unless exactly one seat has yet to nominate, and if no number makes that total.

    >>> barred_nomination((2, 0, None), 3), barred_nomination((2, 2, None), 3)
    (1, None)
    """
    made = [tricks for tricks in nominations if tricks is not None]
    missing = cards - sum(made)
    return missing if len(made) == len(nominations) - 1 and missing >= 0 else None


@cache
def called_rules(call: SetRules, cards: int, failed_tricks: bool = False) -> DealRules:
    """The rules of a deal by its Caller's call (Royal Air Force rules).

    ``failed_tricks`` is as in `DealScoring`.

    >>> deal = called_rules(SetRules((Suit.HEARTS,), nuloss=True), 5)
    >>> deal.label, deal.ranks
    ('5 cards, ♥ trumps, nuloss', <Ranks.REVERSED: 'reversed'>)
    >>> from clumond_solver.rules.actions import PRECEDENCES
    >>> called_rules(SetRules(PRECEDENCES["red over black"]), 5).label
    '5 cards, red over black ♦ ♥ ♠ ♣'
    """
    return DealRules(
        label=f"{counted(cards, 'card')}, {call.words}",
        cards=cards,
        trumps=Trumps.FIXED,
        order=call.order,
        ranks=Ranks.REVERSED if call.nuloss else Ranks.ACES_HIGH,
        face_down=call.blind,
        scoring=DealScoring(
            DealAim.NONE if call.misere else DealAim.EXACT,
            values=call.values,
            failed_tricks=failed_tricks,
        ),
    )
