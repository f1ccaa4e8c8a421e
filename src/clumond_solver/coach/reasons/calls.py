"""Reasons for a call in any game: what the hand has for it, and the results of games after it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.efforts import GAMES_PER_CARD
from clumond_solver.base.stopping import Deadline
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons import wordings_of_calls as of_calls
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.speaker import and_text
from clumond_solver.coach.reasons.stakes import Fault, award_of
from clumond_solver.coach.reasons.wordings_of_calls import Holding
from clumond_solver.knowledge.views import View
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
from clumond_solver.single_dummy.luck import mean
from clumond_solver.single_dummy.tree_search import CallComparison

# Calls that are made when the trumps are fixed, or that do not fix them.
_CALLS_UNDER_TRUMPS = frozenset({Nominate, Give, LayAside, SetRules, ChooseCards})


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
