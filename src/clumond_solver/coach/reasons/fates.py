"""What is certain about a card in its trick, as far as its player can know.

>>> from clumond_solver.games.clumond.play import Play
>>> from clumond_solver.knowledge.clumond_views import ClumondView
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> moment = Moment.of(ClumondView.of(play))
>>> ace, four = (moment.now(PlayedCard(0, Card.parse(text))) for text in ("DA", "S4"))
>>> ace.fate.value, four.fate.value, str(four.rivals), moment.is_void(1, Suit.CLUBS)
('wins', 'open', 'K75...', False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from itertools import takewhile
from operator import or_

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons.thresholds import FEW_RIVALS, MANY_MORE_RIVALS, MOST_GONE
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, PlayKnownCard
from clumond_solver.rules.tricks import AnySuit, PlayedCard, TrickRules


class Fate(Enum):
    """What is certain about a card in its trick.

    WINS           nobody can beat it.
    UNLESS_RUFFED  only a card of another suit than the one led can beat it.
    LOSES          a card on the table beats it.
    OPEN           a card of the suit led may beat it.
    """

    WINS = "wins"
    UNLESS_RUFFED = "wins unless ruffed"
    LOSES = "loses"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Ruff:
    """That a card of another suit than the one led may beat one.

    seats  the players who may do so, if all of them are known to be void in the suit.
    """

    suit: AnySuit
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Now:
    """What is certain of a card in its trick.

    rivals    the cards of the suit led that may yet beat it.
    ruff      that a card of another suit may; None if none can.
    gone      the higher cards of its suit that were played, if few may beat it.
    under     the card that is winning the trick so far; None before the lead.
    follows   whether the card follows suit, or is a trump.
    is_trump  whether it is one.
    is_last   whether nobody plays after it.
    is_least  whether it is led, and is sure to lose.
    """

    played: PlayedCard
    fate: Fate
    rivals: Hand = field(default_factory=Hand)
    ruff: Ruff | None = None
    gone: tuple[Card, ...] = ()
    under: PlayedCard | None = None
    follows: bool = True
    is_trump: bool = False
    is_last: bool = False
    is_least: bool = False

    @property
    def loses(self) -> bool:
        """Whether it is sure to lose the trick."""
        return self.fate is Fate.LOSES or self.is_least

    @property
    def strength(self) -> tuple[int, int]:
        """How the card fares, 0 (loses) to 3 (wins), and the number of its rivals."""
        order = [Fate.LOSES, Fate.OPEN, Fate.UNLESS_RUFFED, Fate.WINS]
        return (0, 0) if self.loses else (order.index(self.fate), len(self.rivals))

    def rather_wins(self, other: Now) -> int:
        """1 if the card is likelier to win the trick than another one, -1 if less likely, or 0."""
        (one, rivals), (two, more) = self.strength, other.strength
        if one != two:
            return 1 if one > two else -1
        few = (rivals <= FEW_RIVALS) is not (more <= FEW_RIVALS)
        differ = rivals != more and (few or abs(rivals - more) >= MANY_MORE_RIVALS)
        return 0 if not differ else 1 if rivals < more else -1


@dataclass(frozen=True, slots=True)
class Place:
    """That few cards out rank ``above`` a card, or none, and that it may yet be ruffed.

    is_later  whether a higher card lies on the table, so that this is so after the trick.
    is_top    whether it is the highest card of its suit, and none of another one is above it.
    gone      the higher cards that were played, if none is out any more and they are few.
    is_drawn  whether the card is led, and who holds the one card above it must play that.
    """

    suit: AnySuit
    above: tuple[Card, ...] = ()
    ruff: Ruff | None = None
    gone: tuple[Card, ...] = ()
    is_drawn: bool = False
    is_later: bool = False
    is_top: bool = False


@dataclass(frozen=True, slots=True)
class _OtherHand:
    """What is known of another seat's hand.

    certain   the cards that it certainly holds.
    possible  all cards that it may hold.
    size      the number of cards that it holds.
    """

    certain: Hand
    possible: Hand
    size: int

    def may_beat(self, rules: TrickRules, led: AnySuit, power: int) -> Iterator[Card]:
        """The cards of more than this power that it may hold and may legally play."""
        for card in self.possible:
            stronger = rules.power(led, card) > power and self._may_play(rules, led, card)
            if card.rank in rules.wild or stronger:
                yield card

    def _may_play(self, rules: TrickRules, led: AnySuit, card: Card) -> bool:
        """Whether the card may be legal on the suit led."""
        for duty in rules.duties(led):
            if card in duty:
                return True
            if self.certain & duty or len(self.possible - duty) < self.size:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat's turn to play, in any game.

    leader  the seat that leads, or led, the trick.
    trick   the cards on the table.
    played  all cards played so far, those on the table too.
    aside   the cards that were not played, and that nobody can hold.
    hand    the seat's own cards.
    others  what is known of the other hands, by seat.
    legal   the cards that the seat may play face up.
    left    the number of tricks to come, with this one.
    """

    rules: TrickRules
    seat: int
    leader: int
    trick: tuple[PlayedCard, ...]
    played: Hand
    aside: Hand
    hand: Hand
    others: dict[int, _OtherHand]
    legal: tuple[PlayedCard, ...]
    left: int

    @classmethod
    def of(cls, view: View) -> Moment:
        """The moment as its seat sees it; RuleError during the calls."""
        play, room = view.play, view.room
        if play is None:
            raise RuleError("the calls are not complete: there is no trick")
        others, may_hold = {}, _possible_cards(view)
        for seat in play.rules.seats_from(0):
            if seat != view.seat:
                possible = may_hold[seat]
                elsewhere = (
                    may
                    for at, may in enumerate(may_hold)
                    if room[at] and at not in {seat, view.seat}
                )
                certain = view.held[seat] | (possible - reduce(or_, elsewhere, Hand()))
                size = len(view.held[seat]) + room[seat]
                others[seat] = _OtherHand(certain, certain | possible, size)
        played = Hand.from_cards(past.card for past in view.history)
        in_hand = reduce(or_, (other.possible for other in others.values()), view.held[view.seat])
        legal = tuple(card for it in view.legal_actions if (card := played_card(view.seat, it)))
        return cls(
            play.rules,
            view.seat,
            play.leader,
            play.trick,
            played,
            view.layout.pack - played - in_hand,
            view.held[view.seat],
            others,
            legal,
            play.tricks_left,
        )

    @property
    def later_seats(self) -> list[int]:
        """The seats that play to the trick after this seat, in order."""
        return [*self.rules.seats_from(self.leader)[len(self.trick) + 1 :]]

    @property
    def trumps(self) -> AnySuit | None:
        """The one suit that beats all others, whatever is led; None without one."""
        if self.rules.trumps:
            return self.suit_of(self.rules.trumps[0])
        order = self.rules.order if not self.rules.declares else ()
        return order[0] if len(order) == 1 else None

    @property
    def led(self) -> AnySuit | None:
        """The suit led; None before the lead."""
        return self.rules.suit_led(self.trick[0]) if self.trick else None

    def suit_of(self, card: Card) -> AnySuit:
        """The suit that a card counts as."""
        return self.rules.suit_of(card)

    def are_of_suit(self, card: Card, other: Card) -> bool:
        """Whether two cards count as cards of one suit."""
        return self.suit_of(card) is self.suit_of(other)

    def is_void(self, seat: int, suit: AnySuit) -> bool:
        """Whether a seat is known to hold no card of a suit that others still may hold."""
        held = self.others[seat].possible & self.rules.cards_of(suit)
        return not held and self.count_out(suit) > 0

    def count_out(self, suit: AnySuit) -> int:
        """How many cards of a suit the others may hold."""
        return len(self.possible_cards & self.rules.cards_of(suit))

    @property
    def possible_cards(self) -> Hand:
        """All cards that any other seat may hold."""
        return reduce(or_, (other.possible for other in self.others.values()))

    def higher_cards(self, card: Card) -> list[Card]:
        """The higher cards of the suit that another seat may hold."""
        return self._out(card, lambda other: self.rules.is_higher(other, card))

    def lower_cards(self, card: Card) -> list[Card]:
        """The lower cards of the suit that another seat may hold."""
        return self._out(card, lambda other: not self.rules.is_higher(other, card))

    def _out(self, card: Card, is_so: Callable[[Card], bool]) -> list[Card]:
        cards = self.possible_cards & self.rules.cards_of(self.suit_of(card))
        return [other for other in cards if is_so(other)]

    def is_bottom(self, card: Card) -> bool:
        """Whether no other seat may hold a lower card of the suit, but one may hold a higher."""
        return not self.lower_cards(card) and bool(self.higher_cards(card))

    def are_equals(self, cards: Collection[Card]) -> bool:
        """Whether cards of a suit do the same in every trick: no card between them is out."""
        return self.rules.are_equals(cards, self.possible_cards, self.trick)

    @property
    def cards_left(self) -> set[Card]:
        """The cards in hand, those that others may hold, and those on the table."""
        return {*self.hand, *self.possible_cards, *(played.card for played in self.trick)}

    @property
    def is_all_dealt(self) -> bool:
        """Whether the others hold every card that any of them may hold."""
        return len(self.possible_cards) <= sum(other.size for other in self.others.values())

    @property
    def winning(self) -> PlayedCard | None:
        """The card that is winning the trick so far; None before the lead."""
        led = self.led
        if led is None:
            return None
        return max(self.trick, key=lambda one: self.rules.power(led, one.card, one.named))

    def _loses_lead(self, played: PlayedCard) -> bool:
        """Whether a card is led, and others hold cards of its suit, all higher, and must follow."""
        suit = self.rules.suit_led(played)
        follow = self.rules.duties(suit)
        must = bool(follow) and follow[0] == self.rules.cards_of(suit) and not self.rules.wild
        return must and not self.trick and self.is_all_dealt and self.is_bottom(played.card)

    def now(self, played: PlayedCard) -> Now:
        """What is certain about a card that the seat might play now."""
        suit, winning = self.suit_of(played.card), self.winning
        fate, rivals, ruff = self._fate(played)
        is_high = fate is not Fate.LOSES and len(rivals) <= FEW_RIVALS
        return Now(
            played,
            fate,
            rivals,
            ruff,
            gone=self.gone_above([played.card], rivals) if is_high else (),
            under=winning,
            follows=self.led in {None, suit} or suit is self.trumps,
            is_trump=suit is self.trumps,
            is_last=not self.later_seats,
            is_least=self._loses_lead(played),
        )

    def _fate(self, played: PlayedCard) -> tuple[Fate, Hand, Ruff | None]:
        """The card's fate, the cards of the suit led that may yet beat it, and others."""
        rules, others = self.rules, self.others
        led = self.led or rules.suit_led(played)
        power = rules.power(led, played.card, played.named)
        if any(rules.power(led, one.card, one.named) >= power for one in self.trick):
            return Fate.LOSES, Hand(), None
        beaters = {seat: {*others[seat].may_beat(rules, led, power)} for seat in self.later_seats}
        duties = rules.duties(led)
        rivals = {
            card
            for card in set[Card]().union(*beaters.values())
            if (duties and card in duties[0]) or card.rank in rules.wild
        }
        ruffing = tuple(seat for seat, cards in beaters.items() if cards - rivals)
        suit = rules.cards_of(led)
        are_void = not any(others[seat].possible & suit for seat in ruffing)
        ruff = Ruff(led, ruffing if are_void else ()) if ruffing else None
        fate = Fate.OPEN if rivals else Fate.UNLESS_RUFFED if ruffing else Fate.WINS
        return fate, Hand.from_cards(rivals), ruff

    def place(self, now: Now) -> Place | None:
        """That few cards are above one; None if many are, or if another suit led may change it."""
        played, card, power = now.played, now.played.card, self.rules.power
        suit, led = self.suit_of(card), self.led or self.rules.suit_led(played)
        is_over = now.fate is Fate.WINS and now.is_last
        is_over |= any(it.rank in self.rules.wild for it in self.possible_cards)
        if is_over or played.named is not None or played.led not in {None, card.suit}:
            return None
        loses = now.fate is Fate.LOSES and not now.is_trump
        if loses and any(power(other, card) for other in Suit if other is not suit):
            return None
        ranked = led if power(led, card) > 0 else suit
        crossing = [
            other
            for other in self.possible_cards
            if self.suit_of(other) not in {suit, self.trumps}
            and power(ranked, other) > power(ranked, card)
        ]
        above = (*reversed(self.higher_cards(card)), *crossing)
        ruff = now.ruff if suit is led and not now.is_trump else None
        is_top = card == self.rules.ranked(suit)[-1] and not above
        if len(above) > FEW_RIVALS or (is_top and ruff is None):
            return None
        is_drawn = not (self.trick or crossing) and suit in self.rules.must_beat and len(above) == 1
        return Place(
            suit,
            above,
            ruff,
            gone=() if above else self.gone_above([card]),
            is_drawn=is_drawn,
            is_later=any(
                self.rules.is_higher(it, card) for it in self._table & self.rules.cards_of(suit)
            ),
            is_top=is_top,
        )

    @property
    def _table(self) -> Hand:
        return Hand.from_cards(one.card for one in self.trick)

    def gone_above(self, cards: Iterable[Card], rivals: Iterable[Card] = ()) -> tuple[Card, ...]:
        """The cards played that are higher than one of these in its suit.

        () if they are many, or not the only reason why none but ``rivals`` can beat it: another may
        be out, out of play, or on the table.
        """
        suits = ((card, reversed(self.rules.ranked(self.suit_of(card)))) for card in cards)
        higher = dict.fromkeys(one for card, suit in suits for one in takewhile(card.__ne__, suit))
        gone = tuple(one for one in higher if one in self.played)
        others = {*self.aside, *self._table, *self.possible_cards}.difference(rivals)
        return gone if len(gone) <= MOST_GONE and others.isdisjoint(higher) else ()


def _possible_cards(view: View) -> list[Hand]:
    """What each hand may hold, beside what it does: where it holds all it may, no other does."""
    may_hold = [*view.may_hold]
    for _ in range(len(may_hold)):
        for at, room in enumerate(view.room):
            if room and len(may_hold[at]) == room:
                certain = may_hold[at]
                may_hold = [it if it == certain else it - certain for it in may_hold]
    return may_hold


def played_card(seat: int, action: Action) -> PlayedCard | None:
    """The card that an action plays face up; None for other actions."""
    if not isinstance(action, PlayKnownCard):
        return None
    return PlayedCard(seat, action.card, action.named, action.led)
