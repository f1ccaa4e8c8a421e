"""Reasons for a call: what the hand has for or against it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import sub

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.efforts import GAMES_PER_CARD
from clumond_solver.base.stopping import Deadline
from clumond_solver.coach.reasons import kinds_of_calls as of_calls
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.clumond.endings import Endings
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.kinds_of_calls import Holding, Trait
from clumond_solver.coach.reasons.stakes import Fault, award_of
from clumond_solver.coach.reasons.words import and_text
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


def facts_for_call(advice: Advice, hand: Hand, against: str = "") -> Iterator[Fact]:
    """The chance of declaring with a hand, the break-even, and features of the hand.

    ``against`` are the players that the chance holds against, if they are to be named.

    >>> from clumond_solver.coach.reasons.facts import sentences
    >>> from clumond_solver.coach.reasons.words import Speaker
    >>> from clumond_solver.single_dummy.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> facts = [*facts_for_call(advise(hand, budget=0), hand)]
    >>> sentences(facts[1:], Speaker("you"))
    'Against declaring: only one ace and only nine cards in the two longest suits.'
    """
    strain, declares = advice.best, advice.call is not None
    estimate = advice.estimates[strain]
    yield of_calls.chance_of(estimate.p, advice.break_even, strain, against)
    traits = [*_traits(hand, strain)]
    virtues = _notable([one for one in traits if one.gain > 0], needed=declares)
    faults = [] if declares else _notable([one for one in traits if one.gain < 0], needed=True)
    virtues = [one for one in virtues if not any(map(one.clashes, faults))]
    if virtues or faults:
        yield of_calls.for_and_against(tuple(virtues), tuple(faults))
    if usual := _usual(estimate.tricks):
        yield of_calls.usual_tricks(strain, tuple(usual), declares)
    if declares and estimate.successes:
        yield of_calls.best_ending(Endings(estimate.successes, estimate.games).best[0])


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
            yield of_calls.nominated_so_far(sum(nominated), self._view.layout.hand_size)
        awards = [award for call in self._calls if (award := self._award_after(call)) is not None]
        if len(awards) == len(self._calls):
            yield from self._chances(awards)
            return
        yield self._mean_scores()
        own = [call for call in self._comparison.next.get(self._calls[0], ()) if call != Pass()]
        if own:
            yield of_calls.calls_next(tuple(own))
        if [*self._comparison.expected] == [Pass()]:
            yield of_calls.others_pass()

    def _holds(self) -> Iterator[Fact]:
        """What the hand has under the rules that the call leads to, and what it may call later."""
        call = next((call for call in self._calls if not isinstance(call, Pass)), None)
        if call is None:
            return
        if not self._hand:
            yield of_calls.no_cards_yet(self._view.layout.hand_size)
            return
        worlds = self._view.sample_worlds(thresholds.WORLDS, 0)
        rules, *others = dict.fromkeys(_complete_calls(world, call).rules for world in worlds)
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
        yield of_calls.holds(
            self._holding([rules, *others], bonuses), fixed, passes, self._winners()
        )
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
            yield of_calls.can_still(*max(strong)[1:])

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
            return of_calls.winners((), (max(wins.values(), default=0),), len(games), None)
        named = often[
            : min(call.tricks or thresholds.MOST_CARDS_TO_WIN, thresholds.MOST_CARDS_TO_WIN)
        ]
        cards, counts = zip(*named, strict=True)
        average = mean([game.taken[seat] for game in games]) if call.tricks else None
        return of_calls.winners(cards, counts, len(games), average)

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
        yield of_calls.chances(calls, hits, tuple(awards), self._missed(), self._is_close, lose)

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
        return of_calls.mean_scores(
            call, scores[0], other, scores[-1], len(side) > 1, together, is_close
        )


def _complete_calls(world: TrickState, call: Action) -> TrickPlay:
    """Make this call, and the usual or first legal ones until play begins; return the play."""
    world.push(call)
    while world.play is None:
        world.push(world.usual_call or world.legal_actions[0])
    return world.play


def _ranked(cards: Hand, rules: TrickRules) -> tuple[Card, ...]:
    """The cards, the highest first."""
    return tuple(sorted(cards, key=rules.height, reverse=True))
