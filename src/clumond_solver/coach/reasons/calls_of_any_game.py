# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""Reasons for a call in any game: what the hand has for it, and the results of games after it.

First which facts to say, then the kinds of these facts, each with its one wording.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.efforts import GAMES_PER_ACTION
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import counted_in_words, joined, minus, past, percent
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.speaker import (
    Reason,
    Speaker,
    action_words,
    and_text,
    kind,
    suit_word,
)
from clumond_solver.coach.reasons.stakes import Fault, award_of
from clumond_solver.coach.reasons.wordings import wins_text
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
from clumond_solver.single_dummy.action_choice import CallComparison
from clumond_solver.single_dummy.luck import mean

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
            comparison.compare(calls, GAMES_PER_ACTION, Deadline(None))
        self._view, self._calls, self._comparison = view, calls, comparison
        self._hand = view.held[view.seat] - (view.given[view.seat] if view.given else Hand())
        self._games = comparison.games.get(calls[0], [])
        self._gains = [comparison.means(call) for call in calls]
        self._is_close = len(calls) > 1 and comparison.is_close(*calls)

    def facts(self) -> Iterator[Reason]:
        """What the hand has, then how often a nomination is made, or what the players gain."""
        yield from self._holds()
        nominated = [one.tricks for one in self._view.actions if isinstance(one, Nominate)]
        if nominated:
            yield nominated_so_far(sum(nominated), self._view.layout.hand_size, self._verb())
        awards = [award for call in self._calls if (award := self._award_after(call)) is not None]
        if len(awards) == len(self._calls):
            yield from self._chances(awards)
            return
        yield self._mean_scores()
        own = [call for call in self._comparison.next.get(self._calls[0], ()) if call != Pass()]
        # The cards passed on together are all chosen by a search of their own.
        if own and not isinstance(own[0], Give):
            yield calls_next(tuple(own))

    def _holds(self) -> Iterator[Reason]:
        """What the hand has under the rules that the call leads to, and what it may call later."""
        call = next((call for call in self._calls if not isinstance(call, Pass)), None)
        if call is None:
            return
        if not self._hand:
            yield no_cards_yet(self._view.layout.hand_size)
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

    def _later_call(self) -> Iterator[Reason]:
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
                    strong.append((len(trumps), world.verb_of(call), suit, trumps))
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

    def _winners(self) -> Reason | None:
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

    def _chances(self, awards: Sequence[int]) -> Iterator[Reason]:
        """How often bids with these awards are hit, and their awards."""
        own = [gains[self._view.seat] for gains in self._gains]
        hits = tuple(gain / award for gain, award in zip(own, awards, strict=True))
        if not round(max(0.0, hits[0]), 2):
            return
        theirs = [math.fsum(gains) - mine for gains, mine in zip(self._gains, own, strict=True)]
        lose = len(own) > 1 and own[0] < own[1] and theirs[0] < theirs[1]
        calls = tuple(self._calls)
        missed, verb = self._missed(), self._verb()
        yield chances(calls, hits, tuple(awards), missed, self._is_close, lose, verb)

    def _verb(self) -> str:
        """The game's word for nominating."""
        [world] = self._view.sample_worlds(1, 0)
        return world.verb_of(Nominate(0))

    def _missed(self) -> Fault | None:
        """How the first nomination is mostly missed; None if either way, or only in one."""
        call, seat = self._calls[0], self._view.seat
        goal = call.tricks if isinstance(call, Nominate) else 0
        many = sum(game.taken[seat] > goal for game in self._games)
        few = sum(game.taken[seat] < goal for game in self._games)
        if not (many and few) or max(many, few) < thresholds.USUALLY * (many + few):
            return None
        return Fault.TOO_MANY if many > few else Fault.TOO_FEW

    def _mean_scores(self) -> Reason:
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
    wins: Reason | None = None,
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
def nominated_so_far(say: Speaker, total: int, size: int, verb: str = Nominate.verb) -> str:
    """How many tricks are nominated."""
    are = "is" if total == 1 else "are"
    return f"so far {counted_in_words(total, 'trick')} {are} {past(verb)}, of {size}"


@kind
def chances(
    say: Speaker,
    calls: tuple[Action, ...],
    hits: tuple[float, ...],
    awards: tuple[int, ...],
    missed: Fault | None,
    is_close: bool = False,
    others_lose: bool = False,
    verb: str = Nominate.verb,
) -> str:
    """How often nominations are made, and for what.

    missed       how the first is mostly missed; None if either way.
    is_close     whether luck may explain which is better.
    others_lose  whether the first is better for what the others score.
    """
    first, *more = (percent(max(0.0, chance), unbroken=True) for chance in hits)
    call = action_words(calls[0])
    text = f"if {say.does(verb)} {call}, {say.does('make')} it about {first} of the time,"
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
    score = say.does("score")
    others = "the others together" if together else "the average of the others"
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
    """The player's own calls that go with this one in the games."""
    are = "are" if calls[1:] else "is"
    return f"{joined(map(action_words, calls), 'and')} {are} next in these games"


@kind
def barred(say: Speaker, nomination: str, verb: str = Nominate.verb) -> str:
    """The only nomination that the rules forbid, in the words of the game."""
    return f"the dealer may not {verb} {nomination}"
