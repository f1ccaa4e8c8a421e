# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""Reasons for a call: what the hand has for or against it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from operator import sub
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.efforts import GAMES_PER_CARD
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import counted_in_words, joined, minus, percent
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.facts import Fact, kind, sentences
from clumond_solver.coach.reasons.stakes import award_of
from clumond_solver.coach.reasons.thresholds import (
    FEW_TRUMPS,
    FEWEST_FOR_VOIDS,
    FEWEST_GAMES,
    MANY_CARDS,
    MOST_ABOVE,
    MOST_CARDS_TO_WIN,
    MOST_FEATURES,
    NOTABLE_FEATURE,
    SELDOM_WINS,
    TOP_TRUMPS,
    USUALLY,
    WORLDS,
)
from clumond_solver.coach.reasons.words import (
    Speaker,
    action_words,
    and_text,
    out_of,
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

_ACES = frozenset({Rank.ACE})
_HIGH = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN})
_LOW = frozenset({Rank.TWO, Rank.THREE, Rank.FOUR})
_MIDDLING = frozenset(Rank) - {Rank.ACE, Rank.KING, Rank.TEN} - _LOW - {Rank.FIVE}
# The mean parts of the point count, over random hands in the strain that the formula prefers.
_MEAN_POINTS = (-41, 6.7, 0.7, 61.0, 4.0, 1.7, -8.0, -1.7, -5.7)
# Calls that are made when the trumps are fixed, or that do not fix them.
_CALLS_UNDER_TRUMPS = frozenset({Nominate, Give, LayAside, SetRules, ChooseCards})


@kind
def chance_of(say: Speaker, chance: float, needed: float, strain: Strain, against: str) -> str:
    """The chance of success with a strain, ``against`` named players, and what is needed."""
    table = f" against {against}" if against else ""
    shown, least = (percent(one, unbroken=True) for one in (chance, needed))
    return f"about {shown} in {strain.symbol}{table}; {say.does('need')} {least}"


@kind
def for_and_against(say: Speaker, virtues: tuple[Trait, ...], faults: tuple[Trait, ...]) -> str:
    """What speaks for declaring, and against it."""
    good, bad = (
        joined(map(_trait_text, traits), "and") if traits else "" for traits in (virtues, faults)
    )
    text = f"for declaring: {good}" if good else ""
    against = f"against {'it' if good else 'declaring'}: {bad}" if bad else ""
    return "; ".join(filter(None, (text, against)))


@kind
def not_enough(say: Speaker, has_virtues: bool) -> str:
    """That nothing in the hand speaks clearly against declaring, and yet it passes."""
    return "that is not enough" if has_virtues else "an average hand passes"


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


def reason_of_call(advice: Advice, hand: Hand, against: str = "") -> str:
    """Why to declare with a hand, or to pass: `facts_for_call` in words.

    >>> from clumond_solver.single_dummy.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> reason_of_call(advise(hand, budget=0), hand).partition(". ")[2]
    'Against declaring: only one ace and only nine cards in your two longest suits.'
    """
    return sentences(facts_for_call(advice, hand, against), Speaker("you"))


def facts_for_call(advice: Advice, hand: Hand, against: str = "") -> Iterator[Fact]:
    """The chance of declaring with a hand, the break-even, and features of the hand.

    ``against`` are the players that the chance holds against, if they are to be named.
    """
    strain, declares = advice.best, advice.call is not None
    estimate = advice.estimates[strain]
    yield chance_of(estimate.p, advice.break_even, strain, against)
    virtues, faults = (_traits(hand, strain, favourable=good) for good in (True, False))
    if not (virtues if declares else faults):
        least = _traits(hand, strain, favourable=declares, least=0)[:1]
        virtues, faults = (least or virtues, faults) if declares else (virtues, least)
    if declares:
        lengths = [one for one in _all_traits(hand, strain) if one.feature is Feature.LENGTH]
        virtues, faults = virtues or lengths, []
    virtues = [one for one in virtues if not _clashes(one, faults, hand)]
    if virtues or faults:
        yield for_and_against(tuple(virtues), tuple(faults))
    if not declares and not faults:
        yield not_enough(bool(virtues))
    if usual := _usual(estimate.tricks):
        yield usual_tricks(strain, tuple(usual), declares)
    if declares and estimate.successes:
        yield best_ending(Endings(estimate.successes, estimate.games).best[0])


def _usual(tricks: Mapping[int, int]) -> list[int]:
    """The shortest range with most of the games; [] if they are few."""
    games, numbers = sum(tricks.values()), sorted(tricks)
    if games < FEWEST_GAMES:
        return []
    ranges = [range(low, high + 1) for low in numbers for high in numbers if low <= high]
    most = {one: sum(tricks.get(number, 0) for number in one) for one in ranges}
    enough = [one for one in ranges if most[one] >= USUALLY * games]
    return [*min(enough, key=lambda one: (len(one), -most[one]))]


class Feature(Enum):
    """What the point count counts, and a player sees at a glance."""

    ACES = 0
    LENGTH = 1
    TRUMPS = 2
    MIDDLING = 3
    DIAMONDS = 4
    BALANCE = 5


class Trait(NamedTuple):
    """A feature of a hand: how many cards of what there are, few or many, and why that matters."""

    feature: Feature
    cards: int
    of: str
    why: str = ""
    is_few: bool = False

    @property
    def is_virtue(self) -> bool:
        """Whether it speaks for declaring."""
        if self.feature is Feature.MIDDLING:
            return self.is_few
        return not self.is_few and self.feature not in {Feature.DIAMONDS, Feature.BALANCE}


def _clashes(virtue: Trait, faults: Sequence[Trait], hand: Hand) -> bool:
    """Whether the cards of a virtue are held against the hand too."""
    against = {fault.feature: fault for fault in faults}
    if virtue.feature is Feature.ACES:
        return Feature.BALANCE in against and "ace" in against[Feature.BALANCE].why
    longest = sorted(Suit, key=hand.length)[-2:]
    is_length = virtue.feature is Feature.LENGTH
    return is_length and Feature.DIAMONDS in against and Suit.DIAMONDS in longest


def _traits(
    hand: Hand, strain: Strain, *, favourable: bool, least: float = NOTABLE_FEATURE
) -> list[Trait]:
    """The features that raise a hand's point count most above the mean, or lower it most.

    Those of at most ``least`` points are left out.
    """
    points = map(sub, counted_points(hand, strain), _MEAN_POINTS)
    _, aces, trump_ace, longest, trumps, _, middling, diamonds, mismatch = points
    trumps = 0 if strain.suit is None else trumps
    values = (aces + trump_ace, longest, trumps, middling, diamonds, mismatch)
    sign = 1 if favourable else -1
    value = {one: sign * points for one, points in zip(Feature, values, strict=True)}
    traits = [one for one in _all_traits(hand, strain) if one.is_virtue is favourable]
    notable = [one for one in traits if value[one.feature] > least]
    notable.sort(key=lambda one: -value[one.feature])
    # The shorter text first: a clause at its end must not swallow the other one.
    return sorted(notable[:MOST_FEATURES], key=lambda one: ("," in one.why, len(_trait_text(one))))


def _all_traits(hand: Hand, strain: Strain) -> Iterator[Trait]:
    """All features, as virtues and as faults."""
    aces, middling = (_count(hand, ranks) for ranks in (_ACES, _MIDDLING))
    second, first = sorted(Suit, key=hand.length)[-2:]
    long, trumps = hand.length(first) + hand.length(second), _trumps(hand, strain)
    symbols = f" in {first.symbol} and {second.symbol}"
    neither = " from 6 to queen (neither sure winners nor sure losers)"
    yield Trait(Feature.ACES, aces, "ace")
    yield Trait(Feature.ACES, aces, "ace", is_few=True)
    yield Trait(Feature.LENGTH, long, "card", symbols)
    yield Trait(Feature.LENGTH, long, "card", " in your two longest suits", is_few=True)
    yield Trait(Feature.TRUMPS, trumps, "trump")
    yield Trait(Feature.TRUMPS, trumps, "trump", is_few=True)
    yield Trait(Feature.MIDDLING, middling, "card", " from 6 to queen", is_few=True)
    yield Trait(Feature.MIDDLING, middling, "card", neither)
    if strain is not Strain.DIAMONDS:
        diamonds = hand.length(Suit.DIAMONDS)
        yield Trait(Feature.DIAMONDS, diamonds, "diamond", " (they ask for no tricks)")
    yield from _balance(hand)


def _balance(hand: Hand) -> Iterator[Trait]:
    """That the high and small cards do not go with the tricks that the suits ask for."""
    high, small = _count(hand, _HIGH), _count(hand, _LOW)
    asked = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
    many, few, of_many, of_few = high, small, "queen to ace", "2 to 4"
    wins = "more tricks than your suits ask for"
    if high - small <= asked:
        many, few, of_many, of_few = small, high, of_few, of_many
        wins = "too little for your suits"
    if many >= MANY_CARDS:
        yield Trait(Feature.BALANCE, many, "card", f" from {of_many}, which win {wins}")
    elif few < MANY_CARDS and asked and (asked < 0) is (of_few == "2 to 4"):
        asks = f", though your suits ask for {'many' if asked > 0 else 'few'} tricks"
        yield Trait(Feature.BALANCE, few, "card", f" from {of_few}{asks}", is_few=True)


def _trait_text(trait: Trait) -> str:
    if trait.feature is Feature.ACES and not trait.cards:
        return "no ace"
    return f"{'only ' if trait.is_few else ''}{counted_in_words(trait.cards, trait.of)}{trait.why}"


def _count(hand: Hand, ranks: frozenset[Rank]) -> int:
    return sum(card.rank in ranks for card in hand)


def _trumps(hand: Hand, strain: Strain) -> int:
    return 0 if strain.suit is None else hand.length(strain.suit)


# Calls of any game.


@kind
def no_cards_yet(say: Speaker, size: int) -> str:
    """That the player knows none of his cards, and how many tricks make an average share."""
    if not size:
        return "no cards are dealt yet"
    share = f"{size / say.players:.1f} for each of {say.players} players"
    return f"{say.does('know')} none of {say.whose} cards: {size} tricks make {share}"


@kind
def holds(
    say: Speaker, trumps: Strain | Suit | None, parts: tuple[Fact, ...], wins: Fact | None
) -> str:
    """What the hand has, under the trumps to which the call leads, if it leads to any."""
    head = say.does("hold")
    if trumps is not None:
        head = f"with {trumps.symbol} as trumps {say.who} would hold"
    text = f"{head} {joined((part.clause(say) for part in parts), 'and')}"
    return text if wins is None else f"{text}; {wins.clause(say)}"


@kind
def some_cards(say: Speaker, what: str, number: int, cards: tuple[Card, ...], is_few: bool) -> str:
    """How many trumps, or wild cards, the hand has, and which."""
    named = f" ({' '.join(card.pretty() for card in cards)})" if cards else ""
    return f"{'only ' if is_few else ''}{counted_in_words(number, what)}{named}"


@kind
def trumps_anyhow(say: Speaker, cards: tuple[Card, ...]) -> str:
    """The cards that are trumps whatever the trumps will be."""
    named = " ".join(card.pretty() for card in cards)
    return f"{counted_in_words(len(cards), 'trump')} in any case ({named})"


@kind
def high_card(say: Speaker, card: Card) -> str:
    """A card that few can beat in its suit."""
    return card.pretty()


@kind
def nothing_above(say: Speaker, card: Card, outside_trumps: bool) -> str:
    """The highest card, where none is high."""
    return f"nothing above {card.pretty()}{' outside trumps' if outside_trumps else ''}"


@kind
def void(say: Speaker, suit: Suit) -> str:
    """A suit of which the hand has no card."""
    return f"no {suit_word(suit, 1)}"


@kind
def bonus(say: Speaker, text: str) -> str:
    """Cards of the hand that count points together, in the words of the game."""
    return text


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
    first, *more_cards = zip(cards, counts, strict=True)
    text = f"{first[0].pretty()} wins a trick in {out_of(first[1], games)} games"
    text += "".join(f", {card.pretty()} in {count}" for card, count in more_cards)
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
    missed: str,
) -> str:
    """How often nominations are made, and for what; ``missed``: mostly by too many, or too few."""
    first, *more = (percent(max(0.0, chance), unbroken=True) for chance in hits)
    call = action_words(calls[0])
    text = f"if {say.does('nominate')} {call}, {say.does('make')} it about {first} of the time,"
    text += f" for {awards[0]} points"
    text += f" (mostly missed by too {missed})" if missed else ""
    return text + (f"; with {action_words(calls[1])} {more[0]}, for {awards[1]}" if more else "")


@kind
def toss_up(say: Speaker) -> str:
    """That luck may explain which of two calls is better."""
    return "that is a toss-up: luck may explain the difference"


@kind
def others_score_less(say: Speaker, call: Action) -> str:
    """That the better call is so for what the others score."""
    return f"but with {action_words(call)} the others score less"


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

    def facts(self) -> Iterator[Fact]:
        """What the hand has, then how often a nomination is made, or what the players gain."""
        yield from self._holding()
        nominated = [one.tricks for one in self._view.actions if isinstance(one, Nominate)]
        if nominated:
            yield nominated_so_far(sum(nominated), self._view.layout.hand_size)
        awards = [award for call in self._calls if (award := self._award_after(call)) is not None]
        if len(awards) < len(self._calls):
            yield self._points()
            yield from self._expected()
        else:
            yield from self._chances(awards)

    def _holding(self) -> Iterator[Fact]:
        """The trumps, high cards and voids of the hand, under the rules that the call leads to."""
        call = next((call for call in self._calls if not isinstance(call, Pass)), None)
        if call is None:
            return
        if not self._hand:
            yield no_cards_yet(self._view.layout.hand_size)
            return
        worlds = self._view.sample_worlds(WORLDS, 0)
        rules, *others = {_complete_calls(world, call).rules for world in worlds}
        if len(rules.order) > 1 or any(other.ranking != rules.ranking for other in others):
            return
        # What differs between the deals, such as a hidden trump suit, is not the player's to know.
        wild = [card for card in self._hand if card.rank in rules.wild]
        parts = [some_cards("wild card", len(wild), tuple(wild), False)] if rules.wild else []
        if hand := self._hand - Hand.from_cards(wild):
            parts += self._anyhow(hand, [rules, *others]) if others else self._parts(hand, rules)
        trumps: Strain | Suit | None = None
        if isinstance(call, Declare):
            parts += map(bonus, self._bonuses(worlds[0]))
            trumps = call.strain
        elif type(call) not in _CALLS_UNDER_TRUMPS and not others and rules.order:
            trumps = rules.order[0]
        yield holds(trumps, tuple(parts), self._winners())
        if self._calls[0] == Pass() and Pass() in self._view.legal_actions:
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
                if len(trumps) > 1 and trumps[0] in rules.ranked(suit)[-TOP_TRUMPS:]:
                    strong.append((len(trumps), world.declare_verb(call.strain), suit, trumps))
        if strong:
            yield can_still(*max(strong)[1:])

    def _parts(self, hand: Hand, rules: TrickRules) -> Iterator[Fact]:
        trumps, passes = Hand(), isinstance(self._calls[0], Pass)
        trump_suits = [rules.suit_of(rules.trumps[0])] if rules.trumps else [*rules.order]
        for suit in trump_suits:
            trumps = hand & rules.cards_of(suit)
            is_few = passes and 0 < len(trumps) <= FEW_TRUMPS
            yield some_cards("trump", len(trumps), _ranked(trumps, rules), is_few)
        sides = [suit for suit in Suit if suit not in trump_suits]
        if hand - trumps:
            yield from self._high_cards(hand - trumps, sides, rules)
        if trumps and len(hand) >= FEWEST_FOR_VOIDS:
            yield from (void(suit) for suit in sides if not hand & rules.cards_of(suit))

    def _anyhow(self, hand: Hand, rules: Sequence[TrickRules]) -> Iterator[Fact]:
        """The trumps under all of these rules, and the high cards of the others."""
        trumps = Hand.from_cards(card for card in hand if all(card in one.trumps for one in rules))
        if trumps:
            yield trumps_anyhow(_ranked(trumps, rules[0]))
        if hand - trumps:
            yield from self._high_cards(hand - trumps, [*Suit], rules[0])

    def _high_cards(self, hand: Hand, suits: Sequence[Suit], rules: TrickRules) -> Iterator[Fact]:
        """The cards that few can beat in their suits; without one, the highest card."""
        high = [card for suit in suits for card in self._high(suit, hand, rules)]
        best = max(hand, key=rules.height)
        yield from map(high_card, high) if high else [nothing_above(best, len(suits) < len(Suit))]

    def _high(self, suit: Suit, hand: Hand, rules: TrickRules) -> Iterator[Card]:
        """The cards of a suit above which at most a few cards are out."""
        out = self._view.layout.pack - self._view.held[-1] - hand
        above = 0
        for card in reversed(rules.ranked(suit)):
            if card in hand:
                yield card
            elif card in out and card.rank not in rules.wild:
                above += 1
            if above > MOST_ABOVE:
                return

    def _winners(self) -> Fact | None:
        """How often cards win tricks in games after a nomination."""
        call, seat, games = self._calls[0], self._view.seat, self._games
        if not isinstance(call, Nominate) or not games:
            return None
        wins = Counter(card for game in games for card in game.winning_cards(seat))
        often = [one for one in wins.most_common() if one[1] > SELDOM_WINS * len(games)]
        if not often:
            return winners((), (max(wins.values(), default=0),), len(games), None)
        cards, counts = zip(
            *often[: min(call.tricks or MOST_CARDS_TO_WIN, MOST_CARDS_TO_WIN)], strict=True
        )
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
        yield chances(tuple(self._calls), hits, tuple(awards), self._misses())
        theirs = [math.fsum(gains) - mine for gains, mine in zip(self._gains, own, strict=True)]
        if len(own) > 1 and self._comparison.is_close(*self._calls):
            yield toss_up()
        elif len(own) > 1 and own[0] < own[1] and theirs[0] < theirs[1]:
            yield others_score_less(self._calls[0])

    def _misses(self) -> str:
        """Whether the first nomination is mostly missed by too many tricks, or too few; or ""."""
        call = self._calls[0]
        over = [
            game.taken[self._view.seat] - call.tricks
            for game in self._games
            if isinstance(call, Nominate)
        ]
        many, few = sum(more > 0 for more in over), sum(more < 0 for more in over)
        if not (many and few) or max(many, few) < USUALLY * (many + few):
            return ""
        return "many" if many > few else "few"

    def _points(self) -> Fact:
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
        is_close = other is not None and self._comparison.is_close(*self._calls)
        return mean_scores(call, scores[0], other, scores[-1], len(side) > 1, together, is_close)

    def _expected(self) -> Iterator[Fact]:
        """The player's own calls that go with this one, and that the others are to pass."""
        own = [call for call in self._comparison.next.get(self._calls[0], ()) if call != Pass()]
        if own:
            yield calls_next(tuple(own))
        if [*self._comparison.expected] == [Pass()]:
            yield others_pass()


def _complete_calls(world: TrickState, call: Action) -> TrickPlay:
    """Make this call, and the usual or first legal ones until play begins; return the play."""
    world.push(call)
    while world.play is None:
        world.push(world.usual_call or world.legal_actions[0])
    return world.play


def _ranked(cards: Hand, rules: TrickRules) -> tuple[Card, ...]:
    """The cards, the highest first."""
    return tuple(sorted(cards, key=rules.height, reverse=True))
