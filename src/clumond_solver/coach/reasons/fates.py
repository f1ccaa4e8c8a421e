"""What is certain about a card in its trick, as far as its player can know.

>>> from clumond_solver.base.cards import Suit
>>> from clumond_solver.games.clumond.play import Play
>>> from clumond_solver.knowledge.clumond import ClumondView
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> moment = Moment.of(ClumondView.of(play))
>>> [moment.outlook(PlayedCard(0, Card.parse(text))).fate.value for text in ("DA", "S4")]
['wins', 'open']
>>> str(moment.outlook(PlayedCard(0, Card.parse("S4"))).rivals), moment.is_void(1, Suit.CLUBS)
('K75...', False)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import or_

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons.thresholds import FEW_RIVALS, MANY_MORE_RIVALS
from clumond_solver.knowledge.any_game import View
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
class Outlook:
    """A card's fate; ``rivals`` are the cards of the suit led that may yet beat it."""

    fate: Fate
    rivals: Hand
    may_be_ruffed: bool


@dataclass(frozen=True, slots=True)
class _OtherHand:
    """What is known of another seat's hand.

    certain    the cards that it certainly holds.
    uncertain  the other cards that it may hold.
    size       the number of cards that it holds.
    """

    certain: Hand
    uncertain: Hand
    size: int

    @property
    def possible(self) -> Hand:
        """All cards that it may hold."""
        return self.certain | self.uncertain

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
    hand    the seat's own cards.
    others  what is known of the other hands, by seat.
    """

    rules: TrickRules
    seat: int
    leader: int
    trick: tuple[PlayedCard, ...]
    hand: Hand
    others: dict[int, _OtherHand]

    @classmethod
    def of(cls, view: View) -> Moment:
        """The moment as its seat sees it; RuleError during the calls."""
        play, room = view.play, view.room
        if play is None:
            raise RuleError("the calls are not complete: there is no trick")
        others = {}
        for seat in range(play.rules.players):
            if seat != view.seat:
                possible = view.may_hold[seat]
                elsewhere = (
                    may
                    for at, may in enumerate(view.may_hold)
                    if room[at] and at not in {seat, view.seat}
                )
                certain = view.held[seat] | (possible - reduce(or_, elsewhere, Hand()))
                size = len(view.held[seat]) + room[seat]
                others[seat] = _OtherHand(certain, possible - certain, size)
        return cls(play.rules, view.seat, play.leader, play.trick, view.held[view.seat], others)

    @property
    def later_seats(self) -> list[int]:
        """The seats that play to the trick after this seat, in order."""
        players = self.rules.players
        offsets = range(len(self.trick) + 1, players)
        return [(self.leader + offset) % players for offset in offsets]

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

    def loses_lead(self, played: PlayedCard) -> bool:
        """Whether a card is led, and others hold cards of its suit, all higher, and must follow."""
        suit = self.rules.suit_led(played)
        follow = self.rules.duties(suit)
        must = bool(follow) and follow[0] == self.rules.cards_of(suit) and not self.rules.wild
        return must and not self.trick and self.is_all_dealt and self.is_bottom(played.card)

    def place_now(self, played: PlayedCard) -> tuple[int, int]:
        """How a card fares in the trick, 0 (loses) to 3 (wins), and the number of its rivals."""
        outlook = self.outlook(played)
        if outlook.fate is Fate.LOSES or self.loses_lead(played):
            return 0, 0
        order = [Fate.LOSES, Fate.OPEN, Fate.UNLESS_RUFFED, Fate.WINS]
        return order.index(outlook.fate), len(outlook.rivals)

    def rather_wins(self, played: PlayedCard, other: PlayedCard) -> int:
        """1 if a card is likelier to win this trick than the other one, -1 if less likely, or 0."""
        (one, rivals), (two, more) = self.place_now(played), self.place_now(other)
        if one != two:
            return 1 if one > two else -1
        few = (rivals <= FEW_RIVALS) is not (more <= FEW_RIVALS)
        differ = rivals != more and (few or abs(rivals - more) >= MANY_MORE_RIVALS)
        return 0 if not differ else 1 if rivals < more else -1

    def outlook(self, candidate: PlayedCard) -> Outlook:
        """What is certain about a card that the seat might play now."""
        rules = self.rules
        led = self.led or rules.suit_led(candidate)
        power = rules.power(led, candidate.card, candidate.named)
        if any(rules.power(led, played.card, played.named) >= power for played in self.trick):
            return Outlook(Fate.LOSES, Hand(), may_be_ruffed=False)
        beaters = Hand.from_cards(
            {
                card
                for seat in self.later_seats
                for card in self.others[seat].may_beat(rules, led, power)
            }
        )
        duties = rules.duties(led)
        rivals = Hand.from_cards(
            card for card in beaters if (duties and card in duties[0]) or card.rank in rules.wild
        )
        if not beaters:
            return Outlook(Fate.WINS, rivals, may_be_ruffed=False)
        fate = Fate.OPEN if rivals else Fate.UNLESS_RUFFED
        return Outlook(fate, rivals, may_be_ruffed=rivals != beaters)


def fate_of(seen: View, card: Card) -> Fate:
    """What is certain about a card that the seat might play now; RuleError during the calls."""
    return Moment.of(seen).outlook(PlayedCard(seen.seat, card)).fate
