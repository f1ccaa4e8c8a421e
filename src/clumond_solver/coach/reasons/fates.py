"""What is sure about a card in its trick, as far as its player can know.

>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> moment = Moment.of(Knowledge.of(play, Seat.FOREHAND))
>>> [moment.outlook(PlayedCard(0, Card.parse(text))).fate.value for text in ("DA", "S4")]
['wins', 'open']
>>> str(moment.outlook(PlayedCard(0, Card.parse("S4"))).rivals), moment.is_void(1, Suit.CLUBS)
('K75...', False)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import or_

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import RULES
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard, TrickRules


class Fate(Enum):
    """What is sure about a card in its trick.

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
class Outlook:
    """A card's fate; ``rivals`` are the cards of the suit led that may yet beat it."""

    fate: Fate
    rivals: Hand
    may_be_ruffed: bool


@dataclass(frozen=True, slots=True)
class _Other:
    """What is known of another seat's hand.

    sure, may  the cards that it certainly holds, and the others that it may hold.
    size       how many it holds.
    """

    sure: Hand
    may: Hand
    size: int

    @property
    def possible(self) -> Hand:
        """All cards that it may hold."""
        return self.sure | self.may

    def may_beat(self, rules: TrickRules, led: Suit, power: int) -> Iterator[Card]:
        """The cards that it may hold and play, and that are stronger."""
        for card in self.possible:
            stronger = rules.power(led, card) > power and self._may_play(rules, led, card)
            if card.rank in rules.wild or stronger:
                yield card

    def _may_play(self, rules: TrickRules, led: Suit, card: Card) -> bool:
        """Whether its duties to the suit led may allow the card."""
        for suits in rules.follow[led]:
            if card.suit in suits:
                return True
            duty = sum(suit.mask for suit in suits)
            apart = self.possible.mask & ~duty
            if self.sure.mask & duty or apart.bit_count() < self.size:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Moment:
    """A seat's turn to play, in any game.

    trick   the cards on the table.
    hand    the seat's own cards.
    leader  who leads, or led, the trick.
    others  by seat what is known of the other hands.
    """

    rules: TrickRules
    seat: int
    leader: int
    trick: tuple[PlayedCard, ...]
    hand: Hand
    others: dict[int, _Other]

    @classmethod
    def of(cls, seen: Knowledge | View) -> Moment:
        """The moment as its seat has seen it; RuleError while no card may be played."""
        if isinstance(seen, View):
            return cls._of_view(seen)
        others = {}
        for seat in set(Seat) - {seen.seat}:
            [third] = set(Seat) - {seat, seen.seat}
            sure = seen.unseen - seen.may_hold(third)
            others[int(seat)] = _Other(sure, seen.may_hold(seat) - sure, seen.sizes[seat])
        trick = tuple(
            PlayedCard((seen.leader + place) % len(Seat), card)
            for place, card in enumerate(seen.trick)
        )
        return cls(RULES[seen.strain], seen.seat, seen.leader, trick, seen.hand, others)

    @classmethod
    def _of_view(cls, view: View) -> Moment:
        play, room = view.play, view.room
        if play is None:
            raise RuleError("no card is played yet: calls are made")
        others = {
            seat: _Other(view.held[seat], view.may_hold[seat], len(view.held[seat]) + room[seat])
            for seat in range(play.rules.players)
            if seat != view.seat
        }
        return cls(play.rules, view.seat, play.leader, play.trick, view.held[view.seat], others)

    @property
    def to_come(self) -> list[int]:
        """The seats that play to the trick after this one, in order."""
        players = self.rules.players
        places = range(len(self.trick) + 1, players)
        return [(self.leader + place) % players for place in places]

    @property
    def trumps(self) -> Suit | None:
        """The one suit that beats all others whatever is led; None without such a one."""
        order = self.rules.order if not self.rules.declares else ()
        return order[0] if len(order) == 1 else None

    def is_void(self, seat: int, suit: Suit) -> bool:
        """Whether a seat is known to hold no card of a suit that others still may hold."""
        out = reduce(or_, (other.possible for other in self.others.values()))
        return not self.others[seat].possible.length(suit) and out.length(suit) > 0

    def out(self, suit: Suit) -> int:
        """How many cards of a suit the others may hold."""
        return reduce(or_, (other.possible for other in self.others.values())).length(suit)

    def holder(self) -> int | None:
        """Who wins the trick as it lies; None before the lead."""
        if not self.trick:
            return None
        led = self.trick[0].suit_led
        powers = [
            self.rules.power(led, laid_card.card, laid_card.named) for laid_card in self.trick
        ]
        return self.trick[powers.index(max(powers))].seat

    def outlook(self, played: PlayedCard) -> Outlook:
        """What is sure about a card that the seat might play now."""
        rules = self.rules
        led = (self.trick[0] if self.trick else played).suit_led
        power = rules.power(led, played.card, played.named)
        if any(
            rules.power(led, laid_card.card, laid_card.named) >= power for laid_card in self.trick
        ):
            return Outlook(Fate.LOSES, Hand(), may_be_ruffed=False)
        beating = Hand.from_cards(
            {
                card
                for seat in self.to_come
                for card in self.others[seat].may_beat(rules, led, power)
            }
        )
        follows = rules.follow[led][0] if rules.follow[led] else frozenset()
        rivals = Hand.from_cards(
            card for card in beating if card.suit in follows or card.rank in rules.wild
        )
        if not beating:
            return Outlook(Fate.WINS, rivals, may_be_ruffed=False)
        fate = Fate.OPEN if rivals else Fate.UNLESS_RUFFED
        return Outlook(fate, rivals, may_be_ruffed=rivals != beating)


def fate_of(seen: Knowledge | View, card: Card) -> Fate:
    """What is sure about a card that the seat might play now; RuleError while none is played."""
    return Moment.of(seen).outlook(PlayedCard(seen.seat, card)).fate
