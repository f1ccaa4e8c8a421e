"""Reasons for a call: what the hand has for or against it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import sub

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined, minus, percent
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.games_after import play_on
from clumond_solver.coach.reasons.stakes import award_of
from clumond_solver.coach.reasons.words import Speaker, action_words, out_of, suit_word
from clumond_solver.knowledge.any_game import View
from clumond_solver.results import Advice
from clumond_solver.rules.actions import Action, ChooseCards, Declare, Nominate, Pass, SetRules
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.any_game import CallComparison
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
# Beside this fault aces are not mentioned: they would speak for the call.
_TOO_STRONG = "too many high cards for the tricks that your suits ask for"
# Few tricks are wanted of short trumps, though there is a long suit.
_FEW_TRICKS = 3
_SHORT_TRUMPS = 3
_LONG_SUIT = 6
_ITERATIONS = 1000
# Deals in which the rules after a call are compared: what differs between them is hidden.
_WORLDS = 8
# A high card has no more cards of its suit out above it.
_MOST_ABOVE = 2
_MOST_WINNERS = 3
_FEW_TRUMPS = 2
# The highest trumps, one of which makes a suit worth waiting for.
_TOP_TRUMPS = 2
# With fewer cards every hand is void in some suit.
_FEWEST_FOR_VOIDS = 4


def reason_of_call(advice: Advice, hand: Hand) -> str:
    """Why to declare with a hand, or to pass: its chance, break-even, and features of the hand.

    >>> from clumond_solver.single_dummy.advice import advise
    >>> hand = Hand.parse("KQ98.J986.A82.Q7432")
    >>> reason_of_call(advise(hand, budget=0), hand).partition(". ")[2]
    'Against declaring: only one ace and only nine cards in your two longest suits.'
    """
    estimate = advice.estimates[advice.best]
    chance = percent(estimate.p, unbroken=True)
    needed = percent(advice.break_even, unbroken=True)
    sentences = [f"About {chance} in {advice.best.symbol}; you need {needed}."]
    declares = advice.call is not None
    virtues, faults = (_features(hand, advice.best, favourable=good) for good in (True, False))
    if not (virtues if declares else faults):
        least = _features(hand, advice.best, favourable=declares, least=0)[:1]
        if declares:
            virtues = least or [_virtues(hand, advice.best)[1]]
        else:
            faults = least
    if not declares and _TOO_STRONG in faults:
        of_aces = {_virtues(hand, advice.best)[0], _faults(hand, advice.best)[0]}
        virtues, faults = (
            [text for text in texts if text not in of_aces] for texts in (virtues, faults)
        )
    in_favour = f"for declaring: {joined(virtues, 'and')}" if virtues else ""
    it = "it" if in_favour else "declaring"
    against = f"against {it}: {joined(faults, 'and')}" if faults and not declares else ""
    if in_favour or against:
        sentences.append(f"{capital('; '.join(filter(None, (in_favour, against))))}.")
    if not declares and not against:
        sentences.append("That is not enough." if virtues else "An average hand passes.")
    if declares and estimate.successes:
        kept, total = Endings(estimate.successes, estimate.games).best[0]
        tricks = counted_in_words(total, "trick")
        why = _why_strain(hand, advice.best, total)
        sentences.append(f"Declaring succeeds most often with {kept.pretty()} and {tricks}{why}.")
    return " ".join(sentences)


def _why_strain(hand: Hand, strain: Strain, total: int) -> str:
    """Why short trumps, or none, suit this many tricks: a clause, or ""."""
    aces = _count(hand, _ACES)
    if strain.suit is None:
        return f": nobody can ruff your {NUMBERS[aces]} aces" if aces > 1 else ""
    trumps, longest = hand.length(strain.suit), max(hand.length(suit) for suit in Suit)
    if total <= _FEW_TRICKS and trumps <= _SHORT_TRUMPS < _LONG_SUIT <= longest:
        return f": with {NUMBERS[trumps]} trumps you win fewer than with {NUMBERS[longest]}"
    return ""


def _features(
    hand: Hand, strain: Strain, *, favourable: bool, least: float = _NOTABLE_POINTS
) -> list[str]:
    """The features that raise a hand's point count most above the mean, or lower it most.

    Those of at most ``least`` points are left out.
    """
    points = map(sub, counted_points(hand, strain), _MEAN_POINTS)
    _, aces, trump_ace, longest, trumps, _, middling, diamonds, mismatch = points
    trumps = 0 if strain.suit is None else trumps
    sign = 1 if favourable else -1
    texts = _virtues(hand, strain) if favourable else _faults(hand, strain)
    values = (aces + trump_ace, longest, trumps, middling, diamonds, mismatch)
    notable = [
        (sign * value, text)
        for text, value in zip(texts, values, strict=True)
        if text and sign * value > least
    ]
    # The shorter text first: a clause at its end must not swallow the other one.
    return sorted((text for _, text in sorted(notable, reverse=True)[:_MOST_FEATURES]), key=len)


def _virtues(hand: Hand, strain: Strain) -> tuple[str, ...]:
    second, first = sorted(Suit, key=hand.length)[-2:]
    return (
        counted_in_words(_count(hand, _ACES), "ace"),
        f"{NUMBERS[hand.length(first) + hand.length(second)]} cards in {first.symbol} and"
        f" {second.symbol}",
        f"{NUMBERS[_trumps(hand, strain)]} trumps",
        f"only {counted_in_words(_count(hand, _MIDDLING), 'card')} from 6 to queen",
        "",
        "",
    )


def _faults(hand: Hand, strain: Strain) -> tuple[str, ...]:
    aces, trumps = _count(hand, _ACES), _trumps(hand, strain)
    high_cards = _count(hand, _HIGH) - _count(hand, _LOW)
    asked_by_suits = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
    second, first = sorted(hand.length(suit) for suit in Suit)[-2:]
    return (
        f"only {counted_in_words(aces, 'ace')}" if aces else "no ace",
        f"only {NUMBERS[first + second]} cards in your two longest suits",
        f"only {NUMBERS[trumps]} trumps",
        f"{counted_in_words(_count(hand, _MIDDLING), 'card')} from 6 to queen, neither sure winners"
        " nor sure losers",
        ""
        if strain is Strain.DIAMONDS
        else f"{NUMBERS[hand.length(Suit.DIAMONDS)]} diamonds, which ask for no tricks",
        _TOO_STRONG
        if high_cards > asked_by_suits
        else "too few high cards for the tricks that your suits ask for",
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
        games: int = 0,
    ) -> None:
        """Take the gains from a comparison of the calls, or search after each of them.

        ``games`` is how many games after the first call show which cards win tricks.
        """
        super().__init__(who)
        self.view = view
        self.calls = calls
        if comparison is None:
            comparison = CallComparison(view, seed=0)
            comparison.compare(calls, _ITERATIONS * len(calls), Deadline(None))
        self._comparison = comparison
        self._games = games
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
        else:
            yield from self._chances(awards)

    def _holding(self) -> Iterator[str]:
        """The trumps, high cards and voids of the hand, under the rules that the call leads to."""
        call = next((call for call in self.calls if not isinstance(call, Pass)), None)
        hand = self.view.held[self.view.seat]
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
            parts += self._high_cards(hand, [*Suit], rules) if others else self._parts(hand, rules)
        if isinstance(call, Declare):
            parts += self._pair(hand, worlds[0])
            parts += worlds[0].bonuses_held(self.view.held[self.view.seat])
            head = f"With {call.strain.symbol} as trumps {self.who} would hold"
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
                trumps = hand.in_suit(suit)
                top = rules.ranking[suit][-_TOP_TRUMPS:]
                if len(trumps) > 1 and any(card.rank in top for card in trumps):
                    strong.append(
                        (len(trumps), f"{suit.symbol}, with {_ranked_text(trumps, rules)}")
                    )
        if strong:
            others = (
                f"{self.whose} opponent passes" if self.view.layout.players == 2 else "all pass"
            )
            yield f"If {others} as well, {self.who} can still declare {max(strong)[1]}."

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
        for suit in rules.order:
            trumps = hand.in_suit(suit)
            named = f" ({_ranked_text(trumps, rules)})" if trumps else ""
            only = "only " if passes and 0 < len(trumps) <= _FEW_TRUMPS else ""
            yield f"{only}{counted_in_words(len(trumps), 'trump')}{named}"
        sides = [suit for suit in Suit if suit not in rules.order]
        if hand - trumps:
            yield from self._high_cards(hand - trumps, sides, rules)
        if trumps and len(hand) >= _FEWEST_FOR_VOIDS:
            yield from (f"no {suit_word(suit, 1)}" for suit in sides if not hand.length(suit))

    def _high_cards(self, hand: Hand, suits: Sequence[Suit], rules: TrickRules) -> Iterator[str]:
        """The cards that few can beat in their suits; without one, the highest card."""
        high = [card for suit in suits for card in self._high(suit, hand, rules)]
        if high:
            yield from (card.pretty() for card in high)
            return
        best = max(hand, key=lambda card: rules.ranking[card.suit].index(card.rank))
        outside = " outside trumps" if len(suits) < len(Suit) else ""
        yield f"nothing above {best.pretty()}{outside}"

    def _high(self, suit: Suit, hand: Hand, rules: TrickRules) -> Iterator[Card]:
        """The cards of a suit above which at most a few cards are out."""
        out = (self.view.layout.pack - self.view.held[-1] - hand).in_suit(suit)
        above = 0
        for rank in reversed(rules.ranking[suit]):
            card = Card(suit, rank)
            if card in hand:
                yield card
            elif card in out and rank not in rules.wild:
                above += 1
            if above > _MOST_ABOVE:
                return

    def _winners(self) -> str:
        """How often cards win tricks in games after a nomination: a clause, or ""."""
        call, seat = self.calls[0], self.view.seat
        if not isinstance(call, Nominate) or not self._games:
            return ""
        worlds = (self._comparison.world_after(call, number) for number in range(self._games))
        games = [play_on(world, number) for number, world in enumerate(worlds)]
        wins = Counter(card for game in games for card in game.winning_cards(seat))
        often = [(card, count) for card, count in wins.most_common() if 5 * count > self._games]
        if not often:
            most = max(wins.values(), default=0)
            return f"; none wins a trick in more than {most} of {self._games} games"
        (card, count), *more = often[: max(1, min(call.tricks, _MOST_WINNERS))]
        rest = "".join(f", {card.pretty()} in {count}" for card, count in more)
        wins_trick = f"{card.pretty()} wins a trick in {out_of(count, self._games)} games{rest}"
        return f"; {wins_trick}" if call.tricks else f"; the danger is that {wins_trick}"

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
        comparison = ""
        if more:
            close = ": about as good" if self._is_close() else ""
            comparison = f"; with {action_words(self.calls[1])} {more[0]}, for {awards[1]}{close}"
        yield (
            f"If {self.does('nominate')} {action_words(self.calls[0])}, {self.does('make')} it"
            f" about {first} of the time, for {awards[0]} points{comparison}."
        )
        others = [math.fsum(gains) - mine for gains, mine in zip(self.gains, own, strict=True)]
        if more and not self._is_close() and own[0] < own[1] and others[0] < others[1]:
            yield f"But with {action_words(self.calls[0])} the others score less."

    def _is_close(self) -> bool:
        return self._comparison.is_close(*self.calls)

    def _points(self) -> str:
        """The players' average gains after the call, and after the other one if that is worse."""
        own, theirs, *_ = points = [minus(round(gain)) for gain in self._own_and_others()]
        others = "the opponent" if self.view.layout.players == 2 else "each of the others"
        comparison = ""
        # Sets of rules have no short names.
        if len(points) > 2 and not isinstance(self.calls[1], SetRules):
            other = action_words(self.calls[1])
            comparison = f"; with {other} {points[2]} and {points[3]}"
            if self._is_close():
                are = "are" if isinstance(self.calls[1], Declare | ChooseCards) else "is"
                comparison = f"; {other} {are} about as good"
        return (
            f"With {action_words(self.calls[0])} {self.does('score')} about {own} on average,"
            f" {others} {theirs}{comparison}."
        )

    def _own_and_others(self) -> Iterator[float]:
        """By call the player's mean gain, and the mean of the others'."""
        for gains in self.gains:
            own = gains[self.view.seat]
            yield from (own, (math.fsum(gains) - own) / (len(gains) - 1))


def _complete_calls(world: TrickState, call: Action) -> TrickPlay:
    """Make this call, and the first legal ones until the play begins; return the play."""
    world.push(call)
    while world.play is None:
        world.push(world.legal_actions[0])
    return world.play


def _ranked_text(cards: Hand, rules: TrickRules) -> str:
    ranked = sorted(cards, key=lambda card: rules.ranking[card.suit].index(card.rank))
    return " ".join(card.pretty() for card in reversed(ranked))
