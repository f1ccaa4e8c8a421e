# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""Reasons for a call: what the hand has for or against it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import sub
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.efforts import GAMES_PER_CARD
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import counted_in_words, joined, minus, percent
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.facts import Fact, kind
from clumond_solver.coach.reasons.kinds import wins_text
from clumond_solver.coach.reasons.stakes import Fault, award_of
from clumond_solver.coach.reasons.words import (
    Speaker,
    action_words,
    and_text,
    range_text,
    suit_word,
)
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Advice
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    Give,
    LayAside,
    Nominate,
    Pass,
    SetRules,
)
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.mean_scores import mean
from clumond_solver.single_dummy.quick_estimate import counted_points

# The mean parts of the point count, over random hands in the strain that the formula prefers.
_MEAN_POINTS = (-41, 6.7, 0.7, 61.0, 4.0, 1.7, -8.0, -1.7, -5.7)
# Calls that are made when the trumps are fixed, or that do not fix them.
_CALLS_UNDER_TRUMPS = frozenset({Nominate, Give, LayAside, SetRules, ChooseCards})

# Calls of Clumond.


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
    return f"about {shown} in {strain.symbol}{table}; {say.does('need')} {least}"


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
def best_ending(say: Speaker, ending: Ending) -> str:
    """The ending with which declaring succeeds most often."""
    tricks = counted_in_words(ending[1], "trick")
    return f"declaring succeeds most often with {ending[0].pretty()} and {tricks}"


def facts_for_call(advice: Advice, hand: Hand, against: str = "") -> Iterator[Fact]:
    """The chance of declaring with a hand, the break-even, and features of the hand.

    ``against`` are the players that the chance holds against, if they are to be named.

    >>> from clumond_solver.coach.reasons.facts import sentences
    >>> from clumond_solver.single_dummy.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> facts = [*facts_for_call(advise(hand, budget=0), hand)]
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
        yield best_ending(Endings(estimate.successes, estimate.games).best[0])


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
    if games < thresholds.FEWEST_GAMES:
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


# Calls of any game.


@dataclass(frozen=True, slots=True)
class Holding:
    """What a hand has under the rules to which a call leads.

    wild      the wild cards; None if there are none in the game.
    trumps    the highest first; None at no trumps.
    in_any    whether these are trumps under all rules to which the call may lead.
    high      the cards that few can beat in their suits.
    highest   the highest card outside trumps, if none is high.
    voids     the suits of which the hand has no card.
    bonuses   cards that count points together, in the words of the game.
    """

    wild: tuple[Card, ...] | None = None
    trumps: tuple[Card, ...] | None = None
    in_any: bool = False
    high: tuple[Card, ...] = ()
    highest: Card | None = None
    voids: tuple[Suit, ...] = ()
    bonuses: tuple[str, ...] = ()

    def parts(self, *, passes: bool) -> Iterator[str]:
        """Each in words."""
        if self.wild is not None:
            yield _listed("wild card", self.wild)
        if self.trumps is not None:
            only = "only " if passes and 0 < len(self.trumps) <= thresholds.FEW_TRUMPS else ""
            yield only + _listed("trump", self.trumps, " in any case" * self.in_any)
        yield from (card.pretty() for card in self.high)
        if self.highest is not None:
            outside = " outside trumps" if self.trumps is not None and not self.in_any else ""
            yield f"nothing above {self.highest.pretty()}{outside}"
        yield from (f"no {suit_word(suit, 1)}" for suit in self.voids)
        yield from self.bonuses


def _listed(what: str, cards: Sequence[Card], when: str = "") -> str:
    names = f" ({' '.join(card.pretty() for card in cards)})" if cards else ""
    return f"{counted_in_words(len(cards), what)}{when}{names}"


@kind
def no_cards_yet(say: Speaker, size: int) -> str:
    """That the player knows none of his cards, and how many tricks make an average share."""
    if not size:
        return "no cards are dealt yet"
    share = f"{size / say.players:.1f} for each of {say.players} players"
    return f"{say.does('know')} none of {say.whose} cards: {size} tricks make {share}"


@kind
def holds(
    say: Speaker,
    holding: Holding,
    trumps: Strain | Suit | None = None,
    passes: bool = False,
    wins: Fact | None = None,
) -> str:
    """What the hand has, under the ``trumps`` to which the call leads, if it fixes any."""
    head = say.does("hold")
    if trumps is not None:
        head = f"with {trumps.symbol} as trumps {say.who} would hold"
    text = f"{head} {joined(holding.parts(passes=passes), 'and')}"
    return text if wins is None else f"{text}; {wins.clause(say)}"


@kind
def winners(
    say: Speaker,
    cards: tuple[Card, ...],
    counts: tuple[int, ...],
    games: int,
    average: float | None,
) -> str:
    """How often cards win tricks after a nomination, and all cards together on ``average``.

    Without an average they are the danger; without cards none wins more often than ``counts``.
    """
    if not cards:
        more = "a trick in any" if not counts[0] else f"a trick in more than {counts[0]}"
        return f"none wins {more} of {games} games"
    text = wins_text(cards, counts, games, "a trick")
    if average is None:
        return f"the danger is that {text}"
    return f"{text}, and all {say.whose} cards together {average:.1f} on average"


@kind
def can_still(say: Speaker, verb: str, suit: Suit, trumps: tuple[Card, ...]) -> str:
    """The trumps that the player may yet declare if all others pass, too."""
    others = f"{say.whose} opponent passes" if say.players == 2 else "all pass"
    cards = " ".join(card.pretty() for card in trumps)
    return f"if {others} as well, {say.who} can still {verb} {suit.symbol}, with {cards}"


@kind
def nominated_so_far(say: Speaker, total: int, size: int) -> str:
    """How many tricks are nominated."""
    are = "is" if total == 1 else "are"
    return f"so far {counted_in_words(total, 'trick')} {are} nominated, of {size}"


@kind
def chances(
    say: Speaker,
    calls: tuple[Action, ...],
    hits: tuple[float, ...],
    awards: tuple[int, ...],
    missed: Fault | None,
    is_close: bool = False,
    others_lose: bool = False,
) -> str:
    """How often nominations are made, and for what.

    missed       how the first is mostly missed; None if either way.
    is_close     whether luck may explain which is better.
    others_lose  whether the first is better for what the others score.
    """
    first, *more = (percent(max(0.0, chance), unbroken=True) for chance in hits)
    call = action_words(calls[0])
    text = f"if {say.does('nominate')} {call}, {say.does('make')} it about {first} of the time,"
    text += f" for {awards[0]} points"
    text += f" (mostly missed by {missed.value})" if missed else ""
    text += f"; with {action_words(calls[1])} {more[0]}, for {awards[1]}" if more else ""
    if is_close:
        return f"{text}. That is a toss-up: luck may explain the difference"
    return f"{text}; but with {call} the others score less" if others_lose else text


@kind
def mean_scores(
    say: Speaker,
    call: Action,
    scores: tuple[float, float],
    other: Action | None,
    beside: tuple[float, float],
    has_partner: bool,
    together: bool,
    is_close: bool,
) -> str:
    """What the player's side and the others, each or together, score on average after the calls."""
    score, others = say.does("score"), "the others together" if together else "each of the others"
    if has_partner:
        score, others = f"{say.who} and {say.whose} partner score", "the opponents"
    elif say.players == 2:
        others = "the opponent"
    own, theirs, first, second = (minus(round(gain)) for gain in (*scores, *beside))
    text = f"with {action_words(call)} {score} about {own} on average, {others} {theirs}"
    if other is None:
        return text
    luck = ", which luck may explain" if is_close else ""
    return f"{text}; with {action_words(other)} {first} and {second}{luck}"


@kind
def calls_next(say: Speaker, calls: tuple[Action, ...]) -> str:
    """The player's own calls that go with this one."""
    return f"{joined(map(action_words, calls), 'and')} would be next"


@kind
def barred(say: Speaker, nomination: str) -> str:
    """The only nomination that the rules forbid, in the words of the game."""
    return f"the dealer may not nominate {nomination}"


@kind
def others_pass(say: Speaker) -> str:
    """What the others are expected to call."""
    return "the others are expected to pass"


class CallReason:
    """What the hand has for a call, and the players' gains after it and after another one."""

    def __init__(
        self, view: View, calls: Sequence[Action], comparison: CallComparison | None = None
    ) -> None:
        """Take the gains from a comparison of the calls, or play games after each of them."""
        if comparison is None:
            comparison = CallComparison(view, seed=0)
            comparison.compare(calls, GAMES_PER_CARD, Deadline(None))
        self._view, self._calls, self._comparison = view, calls, comparison
        self._hand = view.held[view.seat] - (view.given[view.seat] if view.given else Hand())
        self._games = comparison.games.get(calls[0], [])
        self._gains = [comparison.means(call) for call in calls]
        self._is_close = len(calls) > 1 and comparison.is_close(*calls)

    def facts(self) -> Iterator[Fact]:
        """What the hand has, then how often a nomination is made, or what the players gain."""
        yield from self._holds()
        nominated = [one.tricks for one in self._view.actions if isinstance(one, Nominate)]
        if nominated:
            yield nominated_so_far(sum(nominated), self._view.layout.hand_size)
        awards = [award for call in self._calls if (award := self._award_after(call)) is not None]
        if len(awards) == len(self._calls):
            yield from self._chances(awards)
            return
        yield self._mean_scores()
        own = [call for call in self._comparison.next.get(self._calls[0], ()) if call != Pass()]
        if own:
            yield calls_next(tuple(own))
        if [*self._comparison.expected] == [Pass()]:
            yield others_pass()

    def _holds(self) -> Iterator[Fact]:
        """What the hand has under the rules that the call leads to, and what it may call later."""
        call = next((call for call in self._calls if not isinstance(call, Pass)), None)
        if call is None:
            return
        if not self._hand:
            yield no_cards_yet(self._view.layout.hand_size)
            return
        worlds = self._view.sample_worlds(thresholds.WORLDS, 0)
        rules, *others = {_complete_calls(world, call).rules for world in worlds}
        if len(rules.order) > 1 or any(other.ranking != rules.ranking for other in others):
            return
        # What differs between the deals, such as a hidden trump suit, is not the player's to know.
        fixed: Strain | Suit | None = None
        bonuses = tuple[str, ...]()
        if isinstance(call, Declare):
            fixed, bonuses = call.strain, tuple(self._bonuses(worlds[0]))
        elif type(call) not in _CALLS_UNDER_TRUMPS and not others and rules.order:
            fixed = rules.order[0]
        passes = isinstance(self._calls[0], Pass)
        yield holds(self._holding([rules, *others], bonuses), fixed, passes, self._winners())
        if passes and Pass() in self._view.legal_actions:
            yield from self._later_call()

    def _bonuses(self, world: TrickState) -> Iterator[str]:
        """The cards of the hand that count points together."""
        play = View.with_open_hands(world).play
        payoffs = None if play is None else play.payoffs
        if payoffs is not None and payoffs.pair and payoffs.pair.issubset(self._hand):
            yield f"{payoffs.pair_points} points for {and_text(payoffs.pair)} together"
        yield from world.bonuses_held(self._hand)

    def _later_call(self) -> Iterator[Fact]:
        """The trumps that the player may yet declare if he passes and so do the others."""
        seat, strong = self._view.seat, list[tuple[int, str, Suit, tuple[Card, ...]]]()
        [world] = self._view.sample_worlds(1, 0)
        world.push(Pass())
        while world.turn not in {None, seat} and Pass() in world.legal_actions:
            world.push(Pass())
        for call in world.legal_actions if world.turn == seat else ():
            if isinstance(call, Declare) and (suit := call.strain.suit) is not None:
                rules = _complete_calls(world.copy(), call).rules
                trumps = _ranked(self._hand & rules.cards_of(suit), rules)
                if len(trumps) > 1 and trumps[0] in rules.ranked(suit)[-thresholds.TOP_TRUMPS :]:
                    strong.append((len(trumps), world.declare_verb(call.strain), suit, trumps))
        if strong:
            yield can_still(*max(strong)[1:])

    def _holding(self, rules: Sequence[TrickRules], bonuses: tuple[str, ...]) -> Holding:
        """The hand under these rules, which differ in the trumps at most."""
        first, in_any = rules[0], len(rules) > 1
        wild = Hand.from_cards(card for card in self._hand if card.rank in first.wild)
        hand = self._hand - wild
        suits = [first.suit_of(first.trumps[0])] if first.trumps else [*first.order]
        trumps = hand & first.cards_of(suits[0]) if suits else Hand()
        if in_any:
            trumps = Hand.from_cards(c for c in hand if all(c in one.trumps for one in rules))
        sides = [suit for suit in Suit if in_any or suit not in suits]
        high = tuple(card for suit in sides for card in self._high(suit, hand - trumps, first))
        has_voids = trumps and not in_any and len(hand) >= thresholds.FEWEST_FOR_VOIDS
        return Holding(
            tuple(wild) if first.wild else None,
            _ranked(trumps, first) if trumps or (suits and not in_any) else None,
            in_any,
            high,
            None if high else max(hand - trumps, key=first.height, default=None),
            tuple(s for s in sides if not hand & first.cards_of(s)) if has_voids else (),
            bonuses,
        )

    def _high(self, suit: Suit, hand: Hand, rules: TrickRules) -> Iterator[Card]:
        """The cards of a suit above which at most a few cards are out."""
        out = self._view.layout.pack - self._view.held[-1] - self._hand
        above = 0
        for card in reversed(rules.ranked(suit)):
            if card in hand:
                yield card
            elif card in out and card.rank not in rules.wild:
                above += 1
            if above > thresholds.MOST_ABOVE:
                return

    def _winners(self) -> Fact | None:
        """How often cards win tricks in games after a nomination."""
        call, seat, games = self._calls[0], self._view.seat, self._games
        if not isinstance(call, Nominate) or not games:
            return None
        wins = Counter(card for game in games for card in game.winning_cards(seat))
        often = [one for one in wins.most_common() if one[1] > thresholds.SELDOM_WINS * len(games)]
        if not often:
            return winners((), (max(wins.values(), default=0),), len(games), None)
        named = often[
            : min(call.tricks or thresholds.MOST_CARDS_TO_WIN, thresholds.MOST_CARDS_TO_WIN)
        ]
        cards, counts = zip(*named, strict=True)
        average = mean([game.taken[seat] for game in games]) if call.tricks else None
        return winners(cards, counts, len(games), average)

    def _award_after(self, call: Action) -> int | None:
        """The points for hitting a nomination; None for other calls."""
        if not isinstance(call, Nominate):
            return None
        [world] = self._view.sample_worlds(1, 0)
        _complete_calls(world, call)
        return award_of(world.payoffs, self._view.seat)

    def _chances(self, awards: Sequence[int]) -> Iterator[Fact]:
        """How often bids with these awards are hit, and their awards."""
        own = [gains[self._view.seat] for gains in self._gains]
        hits = tuple(gain / award for gain, award in zip(own, awards, strict=True))
        if not round(max(0.0, hits[0]), 2):
            return
        theirs = [math.fsum(gains) - mine for gains, mine in zip(self._gains, own, strict=True)]
        lose = len(own) > 1 and own[0] < own[1] and theirs[0] < theirs[1]
        calls = tuple(self._calls)
        yield chances(calls, hits, tuple(awards), self._missed(), self._is_close, lose)

    def _missed(self) -> Fault | None:
        """How the first nomination is mostly missed; None if either way, or only in one."""
        call, seat = self._calls[0], self._view.seat
        goal = call.tricks if isinstance(call, Nominate) else 0
        many = sum(game.taken[seat] > goal for game in self._games)
        few = sum(game.taken[seat] < goal for game in self._games)
        if not (many and few) or max(many, few) < thresholds.USUALLY * (many + few):
            return None
        return Fault.TOO_MANY if many > few else Fault.TOO_FEW

    def _mean_scores(self) -> Fact:
        """The players' average gains after the call, and after the other one if that is worse."""
        side, seat = self._comparison.side(self._calls), self._view.seat
        others = [[gain for at, gain in enumerate(one) if at not in side] for one in self._gains]
        scored = [bool(round(gain)) for gain in others[0]]
        # Where only some of the others score, they have no mean.
        together = any(scored) and not all(scored)
        scores = [
            (own[seat], math.fsum(gains) / (1 if together else len(gains)))
            for own, gains in zip(self._gains, others, strict=True)
        ]
        call, *rest = self._calls
        # Sets of rules have no short names.
        other = rest[0] if rest and not isinstance(rest[0], SetRules) else None
        is_close = other is not None and self._is_close
        return mean_scores(call, scores[0], other, scores[-1], len(side) > 1, together, is_close)


def _complete_calls(world: TrickState, call: Action) -> TrickPlay:
    """Make this call, and the usual or first legal ones until play begins; return the play."""
    world.push(call)
    while world.play is None:
        world.push(world.usual_call or world.legal_actions[0])
    return world.play


def _ranked(cards: Hand, rules: TrickRules) -> tuple[Card, ...]:
    """The cards, the highest first."""
    return tuple(sorted(cards, key=rules.height, reverse=True))
