"""Reasons for a call of Clumond: the chance that `advise` gives, and what the hand has for it.

First which facts to say, then the kinds of these facts, each with its one wording.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import sub
from typing import NamedTuple

from clumond_solver.base.cards import Hand, Rank, Strain, Suit
from clumond_solver.base.wording import counted_in_words, joined, percent
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.clumond.finishes import Finishes
from clumond_solver.coach.reasons.speaker import Reason, Speaker, kind, range_text
from clumond_solver.display.text.hands import in_strain
from clumond_solver.results import Advice
from clumond_solver.results.clumond_results import Plan
from clumond_solver.single_dummy.clumond.quick_estimate import counted_points

# The mean parts of the point count, over random hands in the strain that the formula prefers.
_MEAN_POINTS = (-41, 6.7, 0.7, 61.0, 4.0, 1.7, -8.0, -1.7, -5.7)


def reasons_for_call(advice: Advice, hand: Hand, against: str = "") -> Iterator[Reason]:
    """The chance of declaring with a hand, the break-even, and features of the hand.

    ``against`` are the players that the chance holds against, if they are to be named.

    >>> from clumond_solver.coach.reasons.speaker import sentences, Speaker
    >>> from clumond_solver.single_dummy.clumond.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> facts = [*reasons_for_call(advise(hand, budget=0), hand)]
    >>> sentences(facts[1:], Speaker("you"))
    'Against declaring: only one ace and only nine cards in the two longest suits.'
    """
    strain, declares = advice.best, advice.call is not None
    estimate = advice.estimates[strain]
    yield chance_of(estimate.p, advice.break_even, strain, against)
    traits = [*_traits(hand, strain)]
    virtues = _notable([one for one in traits if one.gain > 0], needed=declares)
    faults = [] if declares else _notable([one for one in traits if one.gain < 0], needed=True)
    virtues = [one for one in virtues if not any(map(one.clashes, faults))]
    if virtues or faults:
        yield for_and_against(tuple(virtues), tuple(faults))
    if usual := _usual(estimate.tricks):
        yield usual_tricks(strain, tuple(usual), declares)
    if declares and estimate.successes:
        yield best_ending(Finishes(estimate.successes, estimate.games).best[0])


def _notable(traits: Sequence[Trait], *, needed: bool) -> list[Trait]:
    """The traits that matter most; if none is notable but one ``needed``, the greatest."""
    by_gain = sorted(traits, key=lambda one: -abs(one.gain))
    notable = [
        one
        for one in by_gain[: thresholds.MOST_FEATURES]
        if abs(one.gain) > thresholds.NOTABLE_FEATURE
    ]
    # The shorter text first: a clause at its end must not swallow the other one.
    notable.sort(key=lambda one: ("," in one.why, len(str(one))))
    return notable or by_gain[: 1 * needed]


def _usual(tricks: Mapping[int, int]) -> list[int]:
    """The shortest range with most of the games; [] if they are few."""
    games, numbers = sum(tricks.values()), sorted(tricks)
    if games < thresholds.FEWEST_GAMES_SHOWN:
        return []
    ranges = [range(low, high + 1) for low in numbers for high in numbers if low <= high]
    most = {one: sum(tricks.get(number, 0) for number in one) for one in ranges}
    enough = [one for one in ranges if most[one] >= thresholds.USUALLY * games]
    return [*min(enough, key=lambda one: (len(one), -most[one]))]


def _traits(hand: Hand, strain: Strain) -> Iterator[Trait]:
    """What the point count counts, as far as a player sees it at a glance."""
    points = map(sub, counted_points(hand, strain), _MEAN_POINTS)
    _, aces, trump_ace, longest, trumps, _, middling, diamonds, mismatch = points
    second, first = sorted(Suit, key=hand.length)[-2:]
    aces += trump_ace
    yield Trait(aces, _of_ranks(hand, "A"), "ace", "", aces < 0)
    names = f"{first.symbol} and {second.symbol}" if longest > 0 else "the two longest suits"
    long = hand.in_suit(first) | hand.in_suit(second)
    yield Trait(longest, long, "card", f" in {names}", longest < 0)
    if strain.suit is not None:
        yield Trait(trumps, hand.in_suit(strain.suit), "trump", "", trumps < 0)
    neither = "" if middling > 0 else " (neither sure winners nor sure losers)"
    yield Trait(
        middling, _of_ranks(hand, "6789JQ"), "card", f" from 6 to queen{neither}", middling > 0
    )
    if strain is not Strain.DIAMONDS and diamonds < 0:
        cards = hand.in_suit(Suit.DIAMONDS)
        yield Trait(diamonds, cards, "diamond", " (they ask for no tricks)", is_few=False)
    if mismatch < 0:
        yield from _mismatch(mismatch, hand)


def _mismatch(gain: float, hand: Hand) -> Iterator[Trait]:
    """That the high and small cards do not go with the tricks that the suits ask for."""
    high, small = _of_ranks(hand, "QKA"), _of_ranks(hand, "234")
    asked = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
    is_high = len(high) - len(small) > asked
    many, few = (high, small) if is_high else (small, high)
    names = ("queen to ace", "2 to 4") if is_high else ("2 to 4", "queen to ace")
    if len(many) >= thresholds.MANY_CARDS:
        wins = "more tricks than the suits ask for" if is_high else "too little for the suits"
        yield Trait(gain, many, "card", f" from {names[0]}, which win {wins}", is_few=False)
    elif len(few) < thresholds.MANY_CARDS and asked and (asked < 0) is is_high:
        asks = f", though the suits ask for {'few' if is_high else 'many'} tricks"
        yield Trait(gain, few, "card", f" from {names[1]}{asks}", is_few=True)


def _of_ranks(hand: Hand, ranks: str) -> Hand:
    wanted = set(map(Rank.parse, ranks))
    return Hand.from_cards(card for card in hand if card.rank in wanted)


class Trait(NamedTuple):
    """Cards of a hand that are few or many, and why that matters.

    gain  by how much they raise the hand's point count above the mean.
    """

    gain: float
    cards: Hand
    of: str
    why: str
    is_few: bool

    def __str__(self) -> str:
        """The trait in words."""
        if self.of == "ace" and not self.cards:
            return "no ace"
        return f"{'only ' * self.is_few}{counted_in_words(len(self.cards), self.of)}{self.why}"

    def clashes(self, fault: Trait) -> bool:
        """Whether its cards are held against the hand, too."""
        is_suit = fault.of == "diamond" and fault.cards.issubset(self.cards)
        return is_suit or (not fault.is_few and self.cards.issubset(fault.cards))


@kind
def chance_of(say: Speaker, chance: float, needed: float, strain: Strain, against: str) -> str:
    """The chance of success with a strain, ``against`` named players, and what is needed."""
    table = f" against {against}" if against else ""
    shown, least = (percent(one, unbroken=True) for one in (chance, needed))
    return f"about {shown} {in_strain(strain)}{table}; {say.does('need')} {least}"


@kind
def for_and_against(say: Speaker, virtues: tuple[Trait, ...], faults: tuple[Trait, ...]) -> str:
    """What speaks for declaring, and against it."""
    sides = virtues, faults
    good, bad = (joined(map(str, traits), "and") if traits else "" for traits in sides)
    text = f"for declaring: {good}" if good else ""
    against = f"against {'it' if good else 'declaring'}: {bad}" if bad else ""
    return "; ".join(filter(None, (text, against)))


@kind
def usual_tricks(say: Speaker, strain: Strain, tricks: tuple[int, ...], is_declared: bool) -> str:
    """How many tricks most games with a strain bring."""
    trumps = "at no trumps" if strain.suit is None else f"with {strain.symbol} as trumps"
    verb = say.does("mostly take") if is_declared else f"{say.who} would mostly take"
    return f"{trumps} {verb} {range_text(tricks)} {'trick' if tricks == (1,) else 'tricks'}"


@kind
def best_ending(say: Speaker, ending: Plan) -> str:
    """The ending with which declaring succeeds most often."""
    tricks = counted_in_words(ending[1], "trick")
    return f"declaring succeeds most often with {ending[0].pretty()} and {tricks}"
