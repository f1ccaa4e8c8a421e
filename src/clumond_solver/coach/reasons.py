"""Why one card rather than another, in a card player's words: facts, and nothing but facts.

What is said follows from the rules and from what the seat has seen: whether a card is sure to win
its trick, what can still be kept afterwards and which totals that asks for, which trick it would
be; to a defender also what a card tells his partner by the author's signals, which the engine does
not play by. Where nothing is both sure and telling, the reason is empty. Of the engine's own
opinion only one thing goes in, and is handed in: a `Plan`, what the games that it won were mostly
won with.

>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> known = Knowledge.of(play, Seat.FOREHAND)
>>> reason(known, Card.parse("S2"), Card.parse("DA"))
'♠2 keeps ♠♦♦, which wants one or eleven: you have one and must not win this trick.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import percent
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.play import RULES, Play, Retention, possible_pars
from clumond_solver.games.clumond.signals import (
    Lengths,
    SignalKind,
    read_lengths,
    signal_card,
    signals,
    suit_to_open,
)
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.results import Advice, Certainty, Proof
from clumond_solver.rules.actions import Action, CardAction, LeadFor, PlayAs, PlayTop
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import Laid, TrickRules

__all__ = ["Fate", "Plan", "Play", "fate_of", "reason", "reason_of_action"]

_NUMBERS = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_ORDINALS = (
    "no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth",
)  # fmt: skip


# A defender's reasons tell of signals while so many tricks are left, and of so many lengths.
_SIGNALS_FROM = 7
_FEW = 3


class Fate(Enum):
    """What is sure about a card in its trick, as far as its player can know.

    WINS           nobody can beat it.
    UNLESS_RUFFED  only a card of another suit than the one led can.
    LOSES          it is beaten already, or cannot win.
    OPEN           none of these.
    """

    WINS = "wins"
    UNLESS_RUFFED = "wins unless ruffed"
    LOSES = "loses"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat is mostly after: cards to keep, and its total of tricks with them.

    ``share`` is the part of the games won that were won so, 0 to 1.
    """

    retention: Retention
    total: int
    share: float

    @classmethod
    def of(
        cls, successes: Mapping[tuple[Retention, int], int], *, least: float = 0.5, games: int = 5
    ) -> Plan | None:
        """The plan behind `Estimate.successes`; None if no ending has the least share of them.

        >>> Plan.of({(Retention.parse("HHS"), 5): 8, (Retention.parse("CCS"), 7): 2}).share
        0.8
        """
        won = sum(successes.values())
        if won < games:
            return None
        (retention, total), most = max(successes.items(), key=lambda each: each[1])
        return cls(retention, total, most / won) if most >= least * won else None


@dataclass(frozen=True, slots=True)
class _Others:
    """What is known of a seat that has yet to play to the trick.

    sure, may  the cards that it certainly holds, and the others that it may hold.
    size       how many it holds.
    """

    sure: Hand
    may: Hand
    size: int

    def may_beat(self, rules: TrickRules, led: Suit, power: int) -> Hand:
        """The cards that it may hold and play, and that are stronger."""
        possible = self.sure | self.may
        return Hand.from_cards(
            card
            for card in possible
            if card.rank in rules.wild
            or (rules.power(led, card) > power and self._may_play(rules, led, card))
        )

    def _may_play(self, rules: TrickRules, led: Suit, card: Card) -> bool:
        """Whether its duties to the suit led may allow the card."""
        for suits in rules.follow[led]:
            if card.suit in suits:
                return True
            duty = sum(suit.mask for suit in suits)
            apart = (self.sure | self.may).mask & ~duty
            if self.sure.mask & duty or apart.bit_count() < self.size:
                return False
        return True


def fate_of(seen: Knowledge | View, card: Card) -> Fate:
    """What is sure about a card that the seat might play now; RuleError while none is played.

    >>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
    >>> known = Knowledge.of(play, Seat.FOREHAND)
    >>> [fate_of(known, Card.parse(text)).value for text in ("DA", "S4")]
    ['wins', 'open']
    """
    if isinstance(seen, Knowledge):
        laid = [Laid(0, each) for each in seen.trick]
        return _fate(RULES[seen.strain], laid, Laid(seen.seat, card), _others_of_knowledge(seen))
    if seen.play is None:
        raise RuleError("no card is played yet: calls are made")
    return _fate(seen.play.rules, seen.play.trick, Laid(seen.seat, card), _others_of_view(seen))


def _fate(rules: TrickRules, trick: Sequence[Laid], laid: Laid, others: Sequence[_Others]) -> Fate:
    led = (trick[0] if trick else laid).suit_led
    power = rules.power(led, laid.card, laid.named)
    best = max((rules.power(led, each.card, each.named) for each in trick), default=0)
    if power <= best:
        return Fate.LOSES
    beating = Hand()
    for each in others:
        beating |= each.may_beat(rules, led, power)
    if not beating:
        return Fate.WINS
    follows = rules.follow[led][0] if rules.follow[led] else frozenset()
    if not any(card.suit in follows or card.rank in rules.wild for card in beating):
        return Fate.UNLESS_RUFFED
    return Fate.OPEN


def _others_of_knowledge(known: Knowledge) -> list[_Others]:
    others = []
    for place in range(len(known.trick) + 1, len(Seat)):
        seat = Seat((known.leader + place) % len(Seat))
        [third] = set(Seat) - {seat, known.seat}
        sure = known.unseen - known.may_hold(third)
        others.append(_Others(sure, known.may_hold(seat) - sure, known.sizes[seat]))
    return others


def _others_of_view(view: View) -> list[_Others]:
    play = view.play
    if play is None:
        return []
    players, room = play.rules.players, view.room
    seats = [(play.leader + place) % players for place in range(len(play.trick) + 1, players)]
    return [
        _Others(view.held[seat], view.may_hold[seat], len(view.held[seat]) + room[seat])
        for seat in seats
    ]


# Clumond.


def reason(
    known: Knowledge,
    card: Card,
    other: Card | None = None,
    *,
    plan: Plan | None = None,
    who: str = "you",
    proved: str = "",
) -> str:
    """Why the card, rather than the other one, from what the seat to play has seen.

    ``plan`` is what the seat is mostly after, if the engine found one. ``who`` names the player:
    "you", or a name. ``proved`` is a sentence to begin with, by `reason_of_proof`. Empty if nothing
    can be said that is both sure and telling. RuleError if it is not the seat's turn.
    """
    if known.turn is not known.seat:
        raise RuleError(f"it is {known.turn}'s turn, but the knowledge is {known.seat}'s")
    if known.declarer is None or known.declarer is known.seat:
        sentences = _OwnTarget(known, who).sentences(card, other, plan, proved)
    else:
        sentences = _Defence(known, known.declarer, who).sentences(card, other)
        sentences += _Signals(known, known.declarer, who).sentences(card, other)
    return " ".join(sentences[:2])


class _Speaker:
    """Puts facts about one player's cards into words."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.whose = "your" if who == "you" else "his"

    def does(self, verb: str) -> str:
        """The verb as the player does it."""
        if self.who == "you":
            return f"you {verb}"
        return f"{self.who} {verb}s".replace("haves", "has")


def _void_made(known: Knowledge, card: Card, speaker: _Speaker) -> Iterable[str]:
    """That a card is its player's last of a suit, and what that is good for."""
    trump, rest = known.strain.suit, known.hand.without_card(card)
    if card.suit is trump or rest.length(card.suit) or known.tricks_left == 1:
        return
    use = "ruff" if trump is not None and rest.length(trump) else "discard on"
    suit = card.suit.name.lower()
    yield (
        f"{card.pretty()} is {speaker.whose} last {suit[:-1]}, so that {speaker.who} can {use}"
        f" {suit}."
    )


class _OwnTarget(_Speaker):
    """Reasons for a player whose own cards kept say how many tricks he needs."""

    def __init__(self, known: Knowledge, who: str) -> None:
        super().__init__(who)
        self.known = known
        seat = known.seat
        self.supplementary = known.supplementary[seat]
        self.taken = known.tricks_taken[seat]
        self.total = self.taken + self.supplementary
        # Tricks still to come when this one is complete.
        self.left = known.tricks_left - 1

    def sentences(
        self, card: Card, other: Card | None, plan: Plan | None, proved: str = ""
    ) -> list[str]:
        """What there is to say, the most telling first."""
        first = [proved] if proved else []
        if self.left == 0:
            return [*first, *self._last_trick(card, other)]
        fates = {each: fate_of(self.known, each) for each in (card, other) if each is not None}
        if plan is None or not self._can_keep(card, plan.retention):
            plan = self._only_plan(card, fates[card])
        said = [
            *first,
            *self._hopeless(card, other, fates),
            *self._against_plan(other, fates, plan),
        ]
        told_plan = any(plan.retention.pretty() in each for each in said) if plan else True
        said += [*self._trick(card, other, fates)]
        if plan is not None and not told_plan:
            said.insert(min(1, len(said)), self._aim(plan))
        return said or [*_void_made(self.known, card, self)]

    def _last_trick(self, card: Card, other: Card | None) -> Iterable[str]:
        """With one trick to go each card leaves the cards that are kept."""
        in_reach = {self.total, self.total + 1}
        if self._pars(card) & in_reach:
            yield self._final(card)
        if other is not None and not self._pars(other) & in_reach:
            wanted = _either(self._pars(other))
            kept = self._kept(other).pretty()
            yield (
                f"{other.pretty()} would keep {kept}, which wants {wanted}, not"
                f" {_either(in_reach)}."
            )

    def _final(self, card: Card) -> str:
        pars = self._pars(card)
        wanted = _either(pars)
        wins = self.total + 1 in pars
        fate = fate_of(self.known, card)
        if fate is (Fate.WINS if wins else Fate.LOSES):
            rest = f"and it {'is sure to' if wins else 'cannot'} win"
        else:
            rest = f"and must {'' if wins else 'not '}win this trick"
        return (
            f"{card.pretty()} keeps {self._kept(card).pretty()}, which wants {wanted}:"
            f" {self.does('have')} {_NUMBERS[self.total]} {rest}."
        )

    def _kept(self, card: Card) -> Retention:
        return Retention.of(self.known.hand.without_card(card))

    def _pars(self, card: Card) -> frozenset[int]:
        return possible_pars(self._kept(card).code, self.supplementary)

    def _hopeless(
        self, card: Card, other: Card | None, fates: Mapping[Card, Fate]
    ) -> Iterable[str]:
        """That nothing that could be kept after the other card goes with any total then left."""
        if other is None or self.endings(other, fates[other]):
            return
        if not self.endings(card, fates[card]):
            return
        if fates[other] is Fate.WINS:
            took = f"{self.does('take')} {_nth(self.taken + 1)} trick, and "
        else:
            took = ""
        yield f"With {other.pretty()} {took}no three cards can then match {self.whose} tricks."

    def _against_plan(
        self, other: Card | None, fates: Mapping[Card, Fate], plan: Plan | None
    ) -> Iterable[str]:
        """What the other card would do to the plan."""
        if plan is None:
            return
        kept, wanted = plan.retention.pretty(), _NUMBERS[plan.total]
        if other is not None and not self._can_keep(other, plan.retention):
            yield f"{other.pretty()} is needed to keep {kept}, which wants {wanted}."
        elif other is not None and fates[other] is Fate.WINS:
            if not self._reaches(plan.retention, self.total + 1, self.total + 1 + self.left):
                nth = _nth(self.taken + 1)
                yield (
                    f"With {other.pretty()} {self.does('take')} {nth} trick, and {kept} wants"
                    f" {wanted}{self.beside()}."
                )
        elif (
            other is not None
            and fates[other] is Fate.LOSES
            and not self._reaches(plan.retention, self.total, self.total + self.left)
        ):
            yield f"{kept} wants {wanted}{self.beside()}: every trick left is needed."

    def _trick(self, card: Card, other: Card | None, fates: Mapping[Card, Fate]) -> Iterable[str]:
        """What is sure about the trick under way, where the two cards differ in it."""
        if other is not None and fates[other] is fates[card]:
            return
        if fates[card] is Fate.WINS:
            yield f"{card.pretty()} is sure to win, {self.whose} {_ORDINALS[self.taken + 1]} trick."
        elif fates[card] is Fate.UNLESS_RUFFED:
            yield f"{card.pretty()} wins unless it is ruffed."
        elif fates[card] is Fate.LOSES:
            if other is not None and fates[other] is Fate.WINS:
                nth = _nth(self.taken + 1)
                yield f"{card.pretty()} lets the trick go; {other.pretty()} would win {nth}."
            else:
                yield f"{card.pretty()} cannot win this trick."

    def _aim(self, plan: Plan) -> str:
        aim = f"The aim is {plan.retention.pretty()} with {_tricks(plan.total)}"
        if self.total == plan.total:
            return f"{aim}, which {self.does('have')}."
        return f"{aim}: {self.does('have')} {_NUMBERS[self.total]} so far."

    def _only_plan(self, card: Card, fate: Fate) -> Plan | None:
        """The one ending left after the card, if there is just one."""
        endings = self.endings(card, fate)
        return Plan(*endings[0], 1.0) if len(endings) == 1 else None

    def endings(self, card: Card, fate: Fate) -> list[tuple[Retention, int]]:
        """Every retention and total that would be a success and can still come after the card."""
        fewest = self.total + (fate is Fate.WINS)
        most = self.total + self.left + (fate is not Fate.LOSES)
        return [
            (kept, par)
            for kept in Retention.all()
            if self._can_keep(card, kept)
            for par in sorted(possible_pars(kept.code, self.supplementary))
            if fewest <= par <= most
        ]

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self.known.hand.without_card(card)
        return all(
            rest.length(suit) >= count for suit, count in zip(Suit, kept.counts, strict=True)
        )

    def _reaches(self, kept: Retention, fewest: int, most: int) -> bool:
        pars = possible_pars(kept.code, self.supplementary)
        return any(fewest <= par <= most for par in pars)

    def beside(self) -> str:
        """A reminder of the supplementary tricks, which count in what is wanted."""
        if not self.supplementary:
            return ""
        return f" with the {_NUMBERS[self.supplementary]} supplementary"


class _Defence(_Speaker):
    """Reasons for a player against the declarer: who takes the trick under way."""

    def __init__(self, known: Knowledge, declarer: Seat, who: str) -> None:
        super().__init__(who)
        self.known = known
        self._declarer = declarer

    def sentences(self, card: Card, other: Card | None) -> list[str]:
        """What there is to say, the most telling first."""
        known = self.known
        fate = fate_of(known, card)
        contrast = other is None or fate_of(known, other) is not fate
        said = []
        if contrast and fate is Fate.WINS:
            said.append(f"{card.pretty()} is sure to win{self._from_whom()}.")
        elif contrast and fate is Fate.UNLESS_RUFFED:
            said.append(f"{card.pretty()} wins unless it is ruffed.")
        elif contrast and fate is Fate.LOSES:
            said += self._leaves(card)
        return said or [*_void_made(known, card, self)]

    def _from_whom(self) -> str:
        holder = self._winning()
        if holder is self._declarer:
            return ", and takes the trick from declarer"
        if not self.known.trick or self._declarer_to_come():
            return ", whatever declarer plays"
        return ""

    def _leaves(self, card: Card) -> Iterable[str]:
        """Whose the trick becomes, for the last to play; else only that the card cannot win."""
        if len(self.known.trick) < len(Seat) - 1:
            yield f"{card.pretty()} cannot win this trick."
        elif self._winning() is self._declarer:
            number = self.known.tricks_taken[self._declarer] + 1
            yield f"{card.pretty()} leaves the trick to declarer, his {_ORDINALS[number]}."
        else:
            yield f"{card.pretty()} leaves the trick to {self.whose} partner."

    def _winning(self) -> Seat | None:
        """Who holds the trick by now."""
        if not self.known.trick:
            return None
        place = RULES[self.known.strain].winner(self.known.trick)
        return Seat((self.known.leader + place) % len(Seat))

    def _declarer_to_come(self) -> bool:
        places = range(len(self.known.trick) + 1, len(Seat))
        return any((self.known.leader + place) % len(Seat) == self._declarer for place in places)


class _Signals(_Speaker):
    """What a defender's card tells his partner by the author's signals, or another one would."""

    def __init__(self, known: Knowledge, declarer: Seat, who: str) -> None:
        super().__init__(who)
        self.known = known
        self._declarer = declarer
        own = Hand.from_cards(card for seat, card in known.played if seat is known.seat)
        self._dealt = known.hand | own

    def sentences(self, card: Card, other: Card | None) -> Iterable[str]:
        """What the card tells, if that is true; else what the card that they ask for would."""
        # Signals are for the first tricks; where the play began in the middle none can be read.
        if self.known.tricks_left < _SIGNALS_FROM or len(self._dealt) < FULL_HAND:
            return
        told, asked = self._told_by(card), self._asked()
        if told and (other is None or told != self._told_by(other)):
            texts = [self._text(card, *each, would=False) for each in told]
        elif not told and asked is not None:
            texts = [self._text(asked, *each, would=True) for each in self._told_by(asked)]
        else:
            return
        yield from (f"By the author's signals {text}." for text in [*filter(None, texts)][:1])

    def _asked(self) -> Card | None:
        """The card that the signals ask for; None where several would do."""
        known = self.known
        if not known.played:
            return signal_card(self._dealt, suit_to_open(self._dealt, known.strain.suit))
        if not known.trick:
            return None
        led = known.trick[0].suit
        fresh = self._dealt.length(led) == known.hand.length(led) > 0
        return signal_card(known.hand, led) if fresh else None

    def _told_by(self, card: Card) -> list[tuple[SignalKind, Suit, Lengths]]:
        """What the card would tell that was not told before; nothing if any of it is untrue."""
        moves = self.known.played
        told = signals([*moves, (self.known.seat, card)], self._declarer, self.known.strain)
        before = {(each.seat, each.suit): each.lengths for each in told if each.number < len(moves)}
        new = [each for each in told if each.number == len(moves)]
        if not all(each.is_true_of(self._dealt, self.known.strain) for each in new):
            return []
        return [
            (each.kind, each.suit, each.lengths)
            for each in new
            if before.get((each.seat, each.suit)) != each.lengths
        ]

    def _text(
        self, card: Card, kind: SignalKind, suit: Suit, lengths: Lengths, *, would: bool
    ) -> str:
        suits = suit.name.lower()
        if kind in {SignalKind.RETURNS, SignalKind.LEAVES}:
            round_ = "a" if kind is SignalKind.RETURNS else "no"
            told = f"{round_} second round of {suits} at once says that {self.who} had "
            return told + _either(lengths) if len(lengths) <= _FEW else ""
        even = self._dealt.length(suit) % 2 == 0
        told = f"{card.pretty()}, {self.whose} {'highest' if even else 'lowest'},"
        number = f"an {'even' if even else 'odd'} number of {suits}"
        shows, answers = ("would show", "would answer") if would else ("shows", "answers")
        if kind is SignalKind.OPENS:
            return f"{told} {shows} {number}, {_NUMBERS[lengths[0]]} or more"
        if not self.known.trick or self.known.leader is self._declarer:
            return f"{told} {shows} {number}"
        return f"{told} {answers} {self._partners_lead()} with {number}"

    def _partners_lead(self) -> str:
        """The card led by partner, and how many of its suit it shows."""
        known = self.known
        led = known.trick[0]
        read = read_lengths(known.played, self._declarer, known.strain, known.seat, self._dealt)
        lengths = read[led.suit][known.leader] if led.suit in read else ()
        shown = f" ({_either(lengths)})" if 0 < len(lengths) <= _FEW else ""
        return f"partner's {led.pretty()}{shown}"


def _either(numbers: Iterable[int]) -> str:
    *most, last = (_NUMBERS[number] for number in sorted(numbers))
    return f"{', '.join(most)} or {last}" if most else last


def reason_of_proof(
    proof: Proof,
    known: Knowledge,
    kept: Retention | None = None,
    total: int | None = None,
    *,
    who: str = "you",
) -> str:
    """That declarer, who is to play, is certain to succeed, or cannot; and why.

    ``total`` is a number of tricks that he can make sure of, ``kept`` what he keeps with them.
    """
    speaker = _OwnTarget(known, who)
    if proof.certainty is Certainty.IMPOSSIBLE:
        return (
            f"{_capital(who)} cannot succeed any more: whatever anybody plays, {speaker.whose}"
            " tricks will match no three cards left."
        )
    match = f"keep three cards that match {speaker.whose} tricks"
    if total is not None:
        match = f"make {_tricks(total)} in all{speaker.beside()} and keep "
        match += "three cards that want as many" if kept is None else kept.pretty()
    return (
        f"{_capital(who)} {'are' if who == 'you' else 'is'} certain to succeed, however the other"
        f" cards lie: {who} can {match}."
    )


def reason_of_call(advice: Advice) -> str:
    """Why a hand goes for clumond, or passes: its chance beside the one from which going pays.

    >>> from clumond_solver.single_dummy.advice import advise
    >>> reason_of_call(advise(Hand.parse("KQ98.J986.A82.Q7432"), budget=0))
    'About 14\\xa0% in NT; you need 33\\xa0%.'
    """
    found = advice.estimates[advice.best]
    chance = percent(found.p, unbroken=True)
    needed = percent(advice.break_even, unbroken=True)
    said = f"About {chance} in {advice.best.symbol}; you need {needed}."
    plan = Plan.of(found.successes, least=0)
    if plan is None:
        return said
    return (
        f"{said} It succeeds most often with {plan.retention.pretty()} and"
        f" {_NUMBERS[plan.total]} tricks."
    )


# Any game.


def reason_of_action(
    view: View, action: Action, other: Action | None = None, *, who: str = "you"
) -> str:
    """Why a play, rather than the other one, in any game, from what the seat to act has seen.

    Empty for calls, and where nothing can be said that is both sure and telling. RuleError if it
    is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    if view.play is None or view.play.face_down or isinstance(action, PlayTop):
        return ""
    if not isinstance(action, CardAction):
        return ""
    against = other if isinstance(other, CardAction) else None
    return " ".join([*_AnyPlay(view, view.play, who).sentences(action, against)][:2])


class _AnyPlay(_Speaker):
    """Reasons for a play in any game: its trick, what the trick counts, how many are wanted."""

    def __init__(self, view: View, play: PlayView, who: str) -> None:
        super().__init__(who)
        self.view = view
        self.play = play
        self.taken = play.taken[view.seat]
        self.goal = _goal(play.payoffs, view.seat) if play.payoffs is not None else None
        if self.goal is not None and not 0 <= self.goal - self.taken <= play.left:
            self.goal = None

    def sentences(self, action: CardAction, other: CardAction | None) -> Iterable[str]:
        """What there is to say, the most telling first."""
        fate = self._fate(action)
        against = None if other is None else self._fate(other)
        if self.goal is not None:
            yield from self._to_goal(other, against)
        if fate is against:
            return
        worth = self._worth(action, fate)
        if fate is Fate.WINS:
            yield f"{_shown(action)} is sure to win this trick{worth}."
        elif fate is Fate.UNLESS_RUFFED:
            yield f"{_shown(action)} wins unless it is ruffed."
        elif fate is Fate.LOSES:
            yield f"{_shown(action)} cannot win this trick{worth}."

    def _to_goal(self, other: CardAction | None, against: Fate | None) -> Iterable[str]:
        """Where the player's exact number of tricks decides."""
        goal = self.goal or 0
        if self.taken == goal:
            if other is not None and against is Fate.WINS:
                nth = _nth(goal + 1)
                yield f"With {_shown(other)} {self.does('take')} {nth} trick: too many."
            elif goal:
                tricks = "trick" if goal == 1 else f"{_NUMBERS[goal]} tricks"
                yield f"{_capital(self.does('already have'))} {self.whose} {tricks}."
        elif goal - self.taken == self.play.left:
            yield f"{_capital(self.does('need'))} every trick left."
        else:
            more = f"{_NUMBERS[goal - self.taken]} more of the {self.play.left} tricks left"
            yield f"{_capital(self.does('need'))} {more}."

    def _worth(self, action: CardAction, fate: Fate) -> str:
        """What cards count, in games where they do."""
        payoffs = self.play.payoffs
        if payoffs is None or isinstance(action, PlayTop) or not any(payoffs.card_worths):
            return ""
        own = payoffs.card_worths[action.card.bit]
        on_table = sum(payoffs.card_worths[laid.card.bit] for laid in self.play.trick)
        if fate is Fate.WINS and (own or on_table):
            return f", whose cards count {own + on_table} so far"
        if fate is Fate.LOSES and own:
            return f", and counts {own}"
        return ""

    def _fate(self, action: CardAction) -> Fate:
        if isinstance(action, PlayTop):
            return Fate.OPEN
        laid = Laid(
            self.view.seat,
            action.card,
            action.named if isinstance(action, PlayAs) else None,
            action.led if isinstance(action, LeadFor) else None,
        )
        return _fate(self.play.rules, self.play.trick, laid, _others_of_view(self.view))


@cache
def _goal(payoffs: Payoffs, seat: int) -> int | None:
    """The number of tricks that a seat has to hit; None where it only wants many, or few.

    It brings more than any other number, however the rest are shared. If it is all the tricks or
    none, missing it by one costs more than any further trick: else each trick scores, or costs.
    """
    goal, scores = payoffs.goals[seat], _scores_by_tricks(payoffs, seat)
    if goal is None or goal not in scores or len(scores) == 1:
        return None
    least = min(scores[goal])
    if any(max(each) >= least for taken, each in scores.items() if taken != goal):
        return None
    if goal not in {min(scores), max(scores)}:
        return goal
    misses = sorted(set(scores) - {goal}, key=lambda taken: abs(taken - goal))
    further = [max(scores[near]) - min(scores[far]) for near, far in pairwise(misses)]
    return goal if least - max(scores[misses[0]]) > max(further, default=0) else None


def _scores_by_tricks(payoffs: Payoffs, seat: int) -> dict[int, list[int]]:
    """What a seat may score with each number of tricks; empty if that does not settle it."""
    scores: dict[int, list[int]] = {}
    if payoffs.settling is Settling.BY_TABLE:
        for taken, by_seat in payoffs.table:
            scores.setdefault(taken[seat], []).append(by_seat[seat])
    elif payoffs.settling is Settling.EACH_ALONE:
        scores = {taken: [score] for taken, score in enumerate(payoffs.awards[seat][0])}
    return scores


def _shown(action: CardAction) -> str:
    if isinstance(action, PlayAs):
        return f"{action.card.pretty()} as {action.named.pretty()}"
    if isinstance(action, LeadFor):
        return f"{action.card.pretty()} for {action.led.symbol}"
    return "" if isinstance(action, PlayTop) else action.card.pretty()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tricks(number: int) -> str:
    return f"{'no' if number == 0 else _NUMBERS[number]} trick{'' if number == 1 else 's'}"


def _nth(number: int) -> str:
    article = "an" if number in {8, 11} else "a"
    return f"{article} {_ORDINALS[number]}"
