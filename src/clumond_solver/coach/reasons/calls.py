"""Reasons for a call: what the hand has for or against it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from operator import sub

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.efforts import GAMES_PER_CARD
from clumond_solver.base.wording import capital, counted_in_words, in_words, joined, minus, percent
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.stakes import award_of
from clumond_solver.coach.reasons.words import (
    Speaker,
    action_words,
    out_of,
    range_text,
    suit_word,
)
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Advice, Estimate
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
# A feature is mentioned if it differs from the mean by more points (per cent of success) than this.
_NOTABLE_POINTS = 2
_MOST_FEATURES = 2
# So many high cards, or small ones, are many: a hand has four on average.
_MANY = 5
# A share of the games with the usual numbers of tricks; fewer games show none.
_USUALLY = 2 / 3
_FEWEST_GAMES = 16
# Few tricks are wanted of short trumps, though there is a long suit.
_FEW_TRICKS = 3
_SHORT_TRUMPS = 3
_LONG_SUIT = 6
# Deals in which the rules after a call are compared: what differs between them is hidden.
_WORLDS = 8
# A high card has no more cards of its suit out above it.
_MOST_ABOVE = 2
_MOST_WINNERS = 3
_FEW_TRUMPS = 2
# The highest trumps, one of which makes a suit worth waiting for.
_TOP_TRUMPS = 2
# Calls that are made when the trumps are fixed, or that do not fix them.
_CALLS_UNDER_TRUMPS = frozenset({Nominate, Give, LayAside, SetRules, ChooseCards})
# With fewer cards every hand is void in some suit.
_FEWEST_FOR_VOIDS = 4


def reason_of_call(advice: Advice, hand: Hand, against: str = "") -> str:
    """Why to declare with a hand, or to pass: its chance, break-even, and features of the hand.

    ``against`` are the players that the chance holds against, if they are to be named.

    >>> from clumond_solver.single_dummy.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> reason_of_call(advise(hand, budget=0), hand).partition(". ")[2]
    'Against declaring: only one ace and only nine cards in your two longest suits.'
    """
    strain, declares = advice.best, advice.call is not None
    estimate = advice.estimates[strain]
    chance = percent(estimate.p, unbroken=True)
    needed = percent(advice.break_even, unbroken=True)
    table = f" against {against}" if against else ""
    sentences = [f"About {chance} in {strain.symbol}{table}; you need {needed}."]
    virtues, faults = (_features(hand, strain, favourable=good) for good in (True, False))
    if not (virtues if declares else faults):
        least = dict([*_features(hand, strain, favourable=declares, least=0).items()][:1])
        virtues, faults = (least or virtues, faults) if declares else (virtues, least)
    if declares:
        faults = {}
        virtues = virtues or {_Feature.LENGTH: _virtues(hand, strain)[_Feature.LENGTH]}
    virtues = {one: text for one, text in virtues.items() if not _clashes(one, faults, hand)}
    in_favour = f"for declaring: {joined(virtues.values(), 'and')}" if virtues else ""
    it = "it" if in_favour else "declaring"
    against = f"against {it}: {joined(faults.values(), 'and')}" if faults else ""
    if in_favour or against:
        sentences.append(f"{capital('; '.join(filter(None, (in_favour, against))))}.")
    if not declares and not against:
        sentences.append("That is not enough." if virtues else "An average hand passes.")
    return " ".join([*sentences, *_results(hand, strain, estimate, declares=declares)])


def _results(hand: Hand, strain: Strain, estimate: Estimate, *, declares: bool) -> Iterator[str]:
    """How many tricks games with this strain bring, and the ending that succeeds most often."""
    usual = _usual(estimate.tricks)
    if usual:
        trumps = "At no trumps" if strain.suit is None else f"With {strain.symbol} as trumps"
        verb = "mostly take" if declares else "would mostly take"
        yield f"{trumps} you {verb} {range_text(usual)} {'trick' if usual == [1] else 'tricks'}."
    if declares and estimate.successes:
        kept, total = Endings(estimate.successes, estimate.games).best[0]
        tricks = counted_in_words(total, "trick")
        why = _why_strain(hand, strain, total)
        yield f"Declaring succeeds most often with {kept.pretty()} and {tricks}{why}."


def _usual(tricks: Mapping[int, int]) -> list[int]:
    """The shortest range with most of the games; [] if they are few."""
    games, numbers = sum(tricks.values()), sorted(tricks)
    if games < _FEWEST_GAMES:
        return []
    ranges = [range(low, high + 1) for low in numbers for high in numbers if low <= high]
    most = {one: sum(tricks.get(number, 0) for number in one) for one in ranges}
    enough = [one for one in ranges if most[one] >= _USUALLY * games]
    return [*min(enough, key=lambda one: (len(one), -most[one]))]


def _clashes(virtue: _Feature, faults: Mapping[_Feature, str], hand: Hand) -> bool:
    """Whether the cards of a virtue are held against the hand too."""
    if virtue is _Feature.ACES:
        return "ace" in faults.get(_Feature.BALANCE, "")
    longest = sorted(Suit, key=hand.length)[-2:]
    return virtue is _Feature.LENGTH and _Feature.DIAMONDS in faults and Suit.DIAMONDS in longest


def _why_strain(hand: Hand, strain: Strain, total: int) -> str:
    """Why short trumps, or none, suit this many tricks: a clause, or ""."""
    aces = _count(hand, _ACES)
    if strain.suit is None:
        return f": nobody can ruff your {in_words(aces)} aces" if aces > 1 else ""
    trumps, longest = hand.length(strain.suit), max(hand.length(suit) for suit in Suit)
    if total <= _FEW_TRICKS and trumps <= _SHORT_TRUMPS < _LONG_SUIT <= longest:
        return f": with {in_words(trumps)} trumps you win fewer than with {in_words(longest)}"
    return ""


class _Feature(Enum):
    """What the point count counts, and a player sees at a glance."""

    ACES = 0
    LENGTH = 1
    TRUMPS = 2
    MIDDLING = 3
    DIAMONDS = 4
    BALANCE = 5


def _features(
    hand: Hand, strain: Strain, *, favourable: bool, least: float = _NOTABLE_POINTS
) -> dict[_Feature, str]:
    """The features that raise a hand's point count most above the mean, or lower it most.

    Those of at most ``least`` points are left out.
    """
    points = map(sub, counted_points(hand, strain), _MEAN_POINTS)
    _, aces, trump_ace, longest, trumps, _, middling, diamonds, mismatch = points
    trumps = 0 if strain.suit is None else trumps
    sign = 1 if favourable else -1
    texts = _virtues(hand, strain) if favourable else _faults(hand, strain)
    values = dict(
        zip(
            _Feature, (aces + trump_ace, longest, trumps, middling, diamonds, mismatch), strict=True
        )
    )
    notable = [one for one in texts if texts[one] and sign * values[one] > least]
    notable.sort(key=lambda one: -sign * values[one])
    # The shorter text first: a clause at its end must not swallow the other one.
    first = sorted(notable[:_MOST_FEATURES], key=lambda one: ("," in texts[one], len(texts[one])))
    return {one: texts[one] for one in first}


def _virtues(hand: Hand, strain: Strain) -> dict[_Feature, str]:
    second, first = sorted(Suit, key=hand.length)[-2:]
    long = hand.length(first) + hand.length(second)
    return {
        _Feature.ACES: counted_in_words(_count(hand, _ACES), "ace"),
        _Feature.LENGTH: f"{in_words(long)} cards in {first.symbol} and {second.symbol}",
        _Feature.TRUMPS: f"{in_words(_trumps(hand, strain))} trumps",
        _Feature.MIDDLING: f"only {counted_in_words(_count(hand, _MIDDLING), 'card')} from 6 to"
        " queen",
    }


def _faults(hand: Hand, strain: Strain) -> dict[_Feature, str]:
    aces, diamonds = _count(hand, _ACES), in_words(hand.length(Suit.DIAMONDS))
    second, first = sorted(hand.length(suit) for suit in Suit)[-2:]
    texts = {
        _Feature.ACES: f"only {counted_in_words(aces, 'ace')}" if aces else "no ace",
        _Feature.LENGTH: f"only {in_words(first + second)} cards in your two longest suits",
        _Feature.TRUMPS: f"only {in_words(_trumps(hand, strain))} trumps",
        _Feature.MIDDLING: f"{counted_in_words(_count(hand, _MIDDLING), 'card')} from 6 to queen"
        " (neither sure winners nor sure losers)",
        _Feature.BALANCE: _balance(hand),
    }
    if strain is not Strain.DIAMONDS:
        texts[_Feature.DIAMONDS] = f"{diamonds} diamonds (they ask for no tricks)"
    return texts


def _balance(hand: Hand) -> str:
    """That the high and small cards do not go with the tricks that the suits ask for; or ""."""
    high, small = _count(hand, _HIGH), _count(hand, _LOW)
    asked_by_suits = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
    asks = f"your suits ask for {'many' if asked_by_suits > 0 else 'few'} tricks"
    if high - small > asked_by_suits:
        if high >= _MANY:
            more = "more tricks than your suits ask for"
            return f"{in_words(high)} cards from queen to ace, which win {more}"
        return (
            f"only {counted_in_words(small, 'card')} from 2 to 4, though {asks}"
            if (asked_by_suits < 0 and small < _MANY)
            else ""
        )
    if small >= _MANY:
        return f"{in_words(small)} cards from 2 to 4, which win too little for your suits"
    return (
        f"only {counted_in_words(high, 'card')} from queen to ace, though {asks}"
        if (asked_by_suits > 0 and high < _MANY)
        else ""
    )


def _count(hand: Hand, ranks: frozenset[Rank]) -> int:
    return sum(card.rank in ranks for card in hand)


def _trumps(hand: Hand, strain: Strain) -> int:
    return 0 if strain.suit is None else hand.length(strain.suit)


class CallReason(Speaker):
    """What the hand has for a call, and the players' gains after it and after another one."""

    def __init__(
        self,
        view: View,
        calls: Sequence[Action],
        who: str,
        comparison: CallComparison | None = None,
    ) -> None:
        """Take the gains from a comparison of the calls, or play games after each of them."""
        super().__init__(who)
        self.view = view
        self.calls = calls
        if comparison is None:
            comparison = CallComparison(view, seed=0)
            comparison.compare(calls, GAMES_PER_CARD, Deadline(None))
        self._comparison = comparison
        self._games = comparison.games.get(calls[0], [])
        self.gains = [comparison.means(call) for call in calls]

    def text(self) -> str:
        """What the hand has, then how often a nomination is made, or what the players gain."""
        return " ".join([*self._sentences()])

    def _sentences(self) -> Iterator[str]:
        yield from self._holding()
        nominated = [one.tricks for one in self.view.actions if isinstance(one, Nominate)]
        if nominated:
            are = "is" if sum(nominated) == 1 else "are"
            total = counted_in_words(sum(nominated), "trick")
            yield f"So far {total} {are} nominated, of {self.view.layout.hand_size}."
        awards = [award for call in self.calls if (award := self._award_after(call)) is not None]
        if len(awards) < len(self.calls):
            yield self._points()
            yield from self._expected()
        else:
            yield from self._chances(awards)

    def _holding(self) -> Iterator[str]:
        """The trumps, high cards and voids of the hand, under the rules that the call leads to."""
        call = next((call for call in self.calls if not isinstance(call, Pass)), None)
        hand = self.view.held[self.view.seat]
        if self.view.given:
            hand -= self.view.given[self.view.seat]
        if call is None:
            return
        if not hand:
            yield from self._average_share()
            return
        worlds = self.view.sample_worlds(_WORLDS, 0)
        rules, *others = {_complete_calls(world, call).rules for world in worlds}
        if len(rules.order) > 1 or any(other.ranking != rules.ranking for other in others):
            return
        # What differs between the deals, such as a hidden trump suit, is not the player's to know.
        parts = [*self._wild_cards(hand, rules)]
        hand = Hand.from_cards(card for card in hand if card.rank not in rules.wild)
        if hand:
            parts += self._anyhow(hand, [rules, *others]) if others else self._parts(hand, rules)
        if isinstance(call, Declare):
            parts += self._pair(hand, worlds[0])
            parts += worlds[0].bonuses_held(self.view.held[self.view.seat])
            head = f"With {call.strain.symbol} as trumps {self.who} would hold"
        elif type(call) not in _CALLS_UNDER_TRUMPS and not others and len(rules.order) == 1:
            head = f"With {rules.order[0].symbol} as trumps {self.who} would hold"
        else:
            head = self.does("hold")
        yield f"{capital(head)} {joined(parts, 'and')}{self._winners()}."
        yield from self._later_call()

    def _later_call(self) -> Iterator[str]:
        """The trumps that the player may yet declare if he passes and so do the others."""
        seat, hand = self.view.seat, self.view.held[self.view.seat]
        if self.calls[0] != Pass() or Pass() not in self.view.legal_actions:
            return
        [world] = self.view.sample_worlds(1, 0)
        world.push(Pass())
        while world.turn not in {None, seat} and Pass() in world.legal_actions:
            world.push(Pass())
        if world.turn != seat:
            return
        strong = list[tuple[int, str]]()
        for call in world.legal_actions:
            if isinstance(call, Declare) and (suit := call.strain.suit) is not None:
                rules = _complete_calls(world.copy(), call).rules
                trumps = hand & rules.cards_of(suit)
                top = rules.ranked(suit)[-_TOP_TRUMPS:]
                if len(trumps) > 1 and any(card in top for card in trumps):
                    verb = world.declare_verb(call.strain)
                    text = f"{verb} {suit.symbol}, with {_ranked_text(trumps, rules)}"
                    strong.append((len(trumps), text))
        if strong:
            others = (
                f"{self.whose} opponent passes" if self.view.layout.players == 2 else "all pass"
            )
            yield f"If {others} as well, {self.who} can still {max(strong)[1]}."

    def _average_share(self) -> Iterator[str]:
        size, players = self.view.layout.hand_size, self.view.layout.players
        if not size:
            yield "No cards are dealt yet."
            return
        yield (
            f"{capital(self.does('know'))} none of {self.whose} cards: {size} tricks make"
            f" {size / players:.1f} for each of {players} players."
        )

    def _wild_cards(self, hand: Hand, rules: TrickRules) -> Iterator[str]:
        """The wild cards in the hand, or that it has none where some cards are wild."""
        wild = [card.pretty() for card in hand if card.rank in rules.wild]
        if rules.wild:
            named = f" ({' '.join(wild)})" if wild else ""
            yield f"{counted_in_words(len(wild), 'wild card')}{named}"

    def _pair(self, hand: Hand, world: TrickState) -> Iterator[str]:
        """The cards of the hand that count points together."""
        play = View.with_open_hands(world).play
        payoffs = None if play is None else play.payoffs
        if payoffs is not None and payoffs.pair and payoffs.pair.issubset(hand):
            pair = joined([card.pretty() for card in payoffs.pair], "and")
            yield f"{payoffs.pair_points} points for {pair} together"

    def _parts(self, hand: Hand, rules: TrickRules) -> Iterator[str]:
        trumps, passes = Hand(), isinstance(self.calls[0], Pass)
        trump_suits = [rules.suit_of(rules.trumps[0])] if rules.trumps else [*rules.order]
        for suit in trump_suits:
            trumps = hand & rules.cards_of(suit)
            named = f" ({_ranked_text(trumps, rules)})" if trumps else ""
            only = "only " if passes and 0 < len(trumps) <= _FEW_TRUMPS else ""
            yield f"{only}{counted_in_words(len(trumps), 'trump')}{named}"
        sides = [suit for suit in Suit if suit not in trump_suits]
        if hand - trumps:
            yield from self._high_cards(hand - trumps, sides, rules)
        if trumps and len(hand) >= _FEWEST_FOR_VOIDS:
            yield from (
                f"no {suit_word(suit, 1)}" for suit in sides if not hand & rules.cards_of(suit)
            )

    def _anyhow(self, hand: Hand, rules: Sequence[TrickRules]) -> Iterator[str]:
        """The trumps under all of these rules, and the high cards of the others."""
        trumps = Hand.from_cards(card for card in hand if all(card in one.trumps for one in rules))
        if trumps:
            named = _ranked_text(trumps, rules[0])
            yield f"{counted_in_words(len(trumps), 'trump')} in any case ({named})"
        yield from self._high_cards(hand - trumps, [*Suit], rules[0])

    def _high_cards(self, hand: Hand, suits: Sequence[Suit], rules: TrickRules) -> Iterator[str]:
        """The cards that few can beat in their suits; without one, the highest card."""
        high = [card for suit in suits for card in self._high(suit, hand, rules)]
        if high:
            yield from (card.pretty() for card in high)
            return
        best = max(hand, key=rules.height)
        outside = " outside trumps" if len(suits) < len(Suit) else ""
        yield f"nothing above {best.pretty()}{outside}"

    def _high(self, suit: Suit, hand: Hand, rules: TrickRules) -> Iterator[Card]:
        """The cards of a suit above which at most a few cards are out."""
        out = self.view.layout.pack - self.view.held[-1] - hand
        above = 0
        for card in reversed(rules.ranked(suit)):
            if card in hand:
                yield card
            elif card in out and card.rank not in rules.wild:
                above += 1
            if above > _MOST_ABOVE:
                return

    def _winners(self) -> str:
        """How often cards win tricks in games after a nomination: a clause, or ""."""
        call, seat = self.calls[0], self.view.seat
        games = self._games
        if not isinstance(call, Nominate) or not games:
            return ""
        wins = Counter(card for game in games for card in game.winning_cards(seat))
        often = [(card, count) for card, count in wins.most_common() if 5 * count > len(games)]
        if not often:
            most = max(wins.values(), default=0)
            if not most:
                return f"; none wins a trick in any of {len(games)} games"
            return f"; none wins a trick in more than {most} of {len(games)} games"
        (card, count), *more = often[: min(call.tricks or _MOST_WINNERS, _MOST_WINNERS)]
        rest = "".join(f", {card.pretty()} in {count}" for card, count in more)
        wins_trick = f"{card.pretty()} wins a trick in {out_of(count, len(games))} games{rest}"
        if not call.tricks:
            return f"; the danger is that {wins_trick}"
        average = mean([game.taken[seat] for game in games])
        together = f", and all {self.whose} cards together {average:.1f} on average"
        return f"; {wins_trick}{together if len(self.view.held[seat]) > 1 else ''}"

    def _award_after(self, call: Action) -> int | None:
        """The points for hitting a nomination; None for other calls."""
        if not isinstance(call, Nominate):
            return None
        [world] = self.view.sample_worlds(1, 0)
        _complete_calls(world, call)
        return award_of(world.payoffs, self.view.seat)

    def _chances(self, awards: Sequence[int]) -> Iterator[str]:
        """How often bids with these awards are hit, and their awards."""
        own = [gains[self.view.seat] for gains in self.gains]
        chances = [max(0.0, gain) / award for gain, award in zip(own, awards, strict=True)]
        if not round(chances[0], 2):
            return
        first, *more = (percent(chance, unbroken=True) for chance in chances)
        comparison = self._misses()
        if more:
            comparison += f"; with {action_words(self.calls[1])} {more[0]}, for {awards[1]}"
        yield (
            f"If {self.does('nominate')} {action_words(self.calls[0])}, {self.does('make')} it"
            f" about {first} of the time, for {awards[0]} points{comparison}."
        )
        others = [math.fsum(gains) - mine for gains, mine in zip(self.gains, own, strict=True)]
        if more and self._is_close():
            yield "That is a toss-up: luck may explain the difference."
        elif more and own[0] < own[1] and others[0] < others[1]:
            yield f"But with {action_words(self.calls[0])} the others score less."

    def _misses(self) -> str:
        """Whether the first nomination is mostly missed by too many tricks: a clause, or ""."""
        call = self.calls[0]
        if not isinstance(call, Nominate):
            return ""
        taken = [game.taken[self.view.seat] for game in self._games]
        many, few = (sum(sign * (own - call.tricks) > 0 for own in taken) for sign in (1, -1))
        if not (many and few) or max(many, few) < _USUALLY * (many + few):
            return ""
        return f" (mostly missed by too {'many' if many > few else 'few'})"

    def _is_close(self) -> bool:
        return self._comparison.is_close(*self.calls)

    def _points(self) -> str:
        """The players' average gains after the call, and after the other one if that is worse."""
        own, theirs, *_ = points = [minus(round(gain)) for gain in self._own_and_others()]
        score = self.does("score")
        others = "the others together" if self._is_for_few else "each of the others"
        if len(self._comparison.side(self.calls)) > 1:
            score, others = f"{self.who} and {self.whose} partner score", "the opponents"
        elif self.view.layout.players == 2:
            others = "the opponent"
        comparison = ""
        # Sets of rules have no short names.
        if len(points) > 2 and not isinstance(self.calls[1], SetRules):
            other = action_words(self.calls[1])
            luck = ", which luck may explain" if self._is_close() else ""
            comparison = f"; with {other} {points[2]} and {points[3]}{luck}"
        return (
            f"With {action_words(self.calls[0])} {score} about {own} on average,"
            f" {others} {theirs}{comparison}."
        )

    def _expected(self) -> Iterator[str]:
        """The player's own calls that go with this one, and that the others are to pass."""
        own = [call for call in self._comparison.next.get(self.calls[0], ()) if call != Pass()]
        if own:
            calls = joined([action_words(call) for call in own], "and")
            yield f"{capital(calls)} would be next."
        if [*self._comparison.expected] == [Pass()]:
            yield "The others are expected to pass."

    def _own_and_others(self) -> Iterator[float]:
        """By call the player's mean gain, and the mean of the others', without his partners'."""
        share = 1 if self._is_for_few else len(self._others(self.gains[0]))
        for gains in self.gains:
            yield from (gains[self.view.seat], math.fsum(self._others(gains)) / share)

    def _others(self, gains: Sequence[float]) -> list[float]:
        side = self._comparison.side(self.calls)
        return [gain for seat, gain in enumerate(gains) if seat not in side]

    @property
    def _is_for_few(self) -> bool:
        """Whether only some of the others score after the first call: then they have no mean."""
        scored = [bool(round(gain)) for gain in self._others(self.gains[0])]
        return any(scored) and not all(scored)


def _complete_calls(world: TrickState, call: Action) -> TrickPlay:
    """Make this call, and the usual or first legal ones until play begins; return the play."""
    world.push(call)
    while world.play is None:
        world.push(world.usual_call or world.legal_actions[0])
    return world.play


def _ranked_text(cards: Hand, rules: TrickRules) -> str:
    ranked = sorted(cards, key=rules.height)
    return " ".join(card.pretty() for card in reversed(ranked))
