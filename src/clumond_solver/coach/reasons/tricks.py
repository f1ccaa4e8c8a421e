"""Sentences about a card in its trick, in any game: what beats it, and what stays in hand.

They follow from the rules and from what the player has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import capital, in_words, joined
from clumond_solver.coach.reasons.fates import Fate, Moment, Outlook
from clumond_solver.coach.reasons.words import (
    FEW_RIVALS,
    ORDINALS,
    Speaker,
    cards_text,
    nth,
    played_text,
    suit_word,
    winning_text,
)
from clumond_solver.rules.tricks import AnySuit, PlayedCard

# With fewer cards left, a void is not worth mentioning.
_FEW_CARDS = 3


class TrickFacts(Speaker):
    """Sentences about a card, compared with another one that might be played instead."""

    def __init__(
        self,
        moment: Moment,
        played: PlayedCard,
        other: PlayedCard | None,
        who: str = "you",
        *,
        name_of_seat: Callable[[int], str] | None = None,
        aim: int | None = None,
    ) -> None:
        """Look at both cards; ``name_of_seat`` gives the names of the other players.

        ``aim``, 1 for who wants tricks and -1 for who wants none, leaves out what does not speak
        for the card.
        """
        super().__init__(who)
        self.aim = aim
        self.moment = moment
        self.played = played
        self.other = other
        self._name_of_seat = name_of_seat or partial(self.neighbour, moment)
        self.outlook = moment.outlook(played)
        self.other_outlook = None if other is None else moment.outlook(other)
        self.card_text = played_text(played)
        self.other_text = "" if other is None else played_text(other)

    @property
    def fate(self) -> Fate:
        """The card's fate."""
        return self.outlook.fate

    @property
    def differs(self) -> bool:
        """Whether the other card has another fate; True without another card."""
        return self.other_outlook is None or self.other_outlook.fate is not self.fate

    def sentences(
        self, taken: int | None = None, *, of_winner: bool = True, of_later: bool = True
    ) -> Iterator[str]:
        """What tells the card from the other one, the most telling first; else of it alone.

        ``taken`` is how many tricks the player has, where their number counts; ``of_winner`` False
        leaves out who may win the trick, ``of_later`` False what the other card may do later. With
        an aim nothing is said of the card alone.
        """
        said = [*self._compared(taken, of_winner=of_winner, of_later=of_later)]
        if not said and of_winner and self.other is not None and self.aim is None:
            said = [*self.alone(taken)]
        yield from said

    def _compared(self, taken: int | None, *, of_winner: bool, of_later: bool) -> Iterator[str]:
        is_open = self.fate is Fate.OPEN
        if of_winner and self.differs and not is_open:
            yield from self._fate(taken)
        if not self.moment.trick:
            yield from self._lead()
        yield from self._void_made()
        if (
            of_winner
            and is_open
            and (self.aim is not None or self.differs or not self._same_suit())
        ):
            yield from self._fate(taken)
        if of_later:
            yield from self._kept()

    def alone(self, taken: int | None = None) -> Iterator[str]:
        """What there is to say of the card without any other."""
        name = self._name_of_seat
        return TrickFacts(self.moment, self.played, None, self.who, name_of_seat=name).sentences(
            taken
        )

    def _fate(self, taken: int | None) -> Iterator[str]:
        number = "" if taken is None else f", {self.whose} {ORDINALS[taken + 1]}"
        if self.fate is Fate.OPEN:
            yield from self._rivals()
        elif self.fate is Fate.LOSES:
            if self.aim != 1:
                yield self._lost(taken)
        elif self.aim == -1:
            return
        elif self.fate is Fate.WINS:
            sure = "is sure to win" if self.moment.later_seats else "takes the trick"
            yield f"{self.card_text} {sure}{number}."
        else:
            yield f"{self.card_text} wins unless it is {self.moment.over(self.played.card)}ruffed."

    def _lost(self, taken: int | None) -> str:
        if taken is not None and self.other_outlook and self.other_outlook.fate is Fate.WINS:
            return (
                f"{self.card_text} lets the trick go; {self.other_text} would win {nth(taken + 1)}."
            )
        follows = self._suit is self.moment.led
        if follows or self.played.named is not None or self.aim is not None:
            return f"{self.card_text} cannot win this trick."
        led = suit_word(self._suit_led, 1)
        without = capital(self.does("have"))
        highest = self._as_highest()
        highest = highest and f", {highest},"
        return f"{without} no {led}: {self.card_text}{highest} is the card to spare."

    def _as_highest(self) -> str:
        """That nobody, not even the player, may hold a higher card of the suit; "" if not so."""
        rules = self.moment.rules
        unplayed = (self.moment.hand | self.moment.possible_cards) & rules.cards_of(self._suit)
        if any(rules.is_higher(card, self.played.card) for card in unplayed):
            return ""
        return f"the highest {suit_word(self._suit, 1)} left"

    @property
    def is_discard(self) -> bool:
        """Whether the card is neither of the suit led nor a trump."""
        return bool(self.moment.trick) and self._suit not in {self.moment.led, self.moment.trumps}

    @property
    def is_low(self) -> bool:
        """Whether the card loses the trick, or many cards can beat it."""
        return _is_low(self.outlook)

    def _rivals(self) -> Iterator[str]:
        """Few cards that can beat the card, for who wants the trick; many, for who does not."""
        rivals, count = self.outlook.rivals, len(self.outlook.rivals)
        few = count <= FEW_RIVALS
        if self.aim is not None:
            against = (
                self.other_outlook
                if self.other_outlook and self.other_outlook.fate is Fate.OPEN
                else None
            )
            more = count - (len(against.rivals) if against else 0)
            held = any(
                rivals & self.moment.others[seat].certain for seat in self.moment.later_seats
            )
            if (
                (held or self.aim < 0 or (against and more >= 0))
                if few
                else (self.aim >= 0 or against is None or more <= 0)
            ):
                return
        if few:
            ruff = ", or a ruff," if self.outlook.may_be_ruffed else ""
            yield f"Only {cards_text(rivals)}{ruff} can beat {self.card_text}."
        else:
            number = in_words(count)
            suits = set(map(self.moment.suit_of, rivals))
            what = suit_word(suits.pop()) if len(suits) == 1 else "cards"
            yield f"{capital(number)} {what} can still beat {self.card_text}."

    def _lead(self) -> Iterator[str]:
        """How many trumps the lead may draw, or who cannot follow."""
        moment, suit = self.moment, self.moment.rules.suit_led(self.played)
        is_same = self.other is not None and moment.rules.suit_led(self.other) is suit
        if is_same and (suit is not moment.trumps or not moment.hand - moment.rules.cards_of(suit)):
            return
        if suit is moment.trumps:
            held = sum(other.size for other in moment.others.values())
            if (out := min(moment.count_out(suit), held)) and self.aim in {None, 1}:
                are = moment.are(out, maybe="may still be")
                with_whom = self._only_holder(suit) or "out"
                yield f"{self.card_text} draws trumps: {in_words(out)} {are} {with_whom}."
            return
        for seat in moment.others:
            if not moment.is_void(seat, suit):
                continue
            hand = moment.others[seat]
            use = self._use(suit, hand.possible)
            # A ruff is good news for who wants no trick, and bad for who wants them all.
            if self.aim and (use == "ruff") is (self.aim > 0):
                continue
            sure = use != "ruff" or (
                moment.trumps and hand.certain & moment.rules.cards_of(moment.trumps)
            )
            can = f" and {'can' if sure else 'may'} {use}" if use else ""
            yield f"{capital(self._name_of_seat(seat))} has no {suit_word(suit)}{can}."

    def _only_holder(self, suit: AnySuit) -> str:
        """Who certainly holds all cards of a suit that are out, where others might; ""."""
        moment = self.moment
        for seat, hand in moment.others.items():
            if len(hand.certain & moment.rules.cards_of(suit)) == moment.count_out(suit):
                voids = [self._name_of_seat(other) for other in moment.others if other != seat]
                if len(voids) == 1:
                    return f"with {self._name_of_seat(seat)}, since {voids[0]} has none"
        return ""

    @property
    def place(self) -> str:
        """What is plain of the card in its suit, in parentheses: few cards are higher; or ""."""
        if self.played.named is not None or self._is_settled:
            return ""
        if self.played.led in {None, self.played.card.suit}:
            place = self._rank_text()
            is_led = self._suit in {self._suit_led, self.moment.trumps}
            if place and is_led and self.outlook.may_be_ruffed:
                place += f"; it may be {self.moment.over(self.played.card)}ruffed"
        else:
            led = self.played.led
            has_none = not self.moment.hand.length(led)
            place = f"{self.does('have')} no {suit_word(led, 1)}" if has_none else ""
        return f" ({place})" if place else ""

    @property
    def _suit_led(self) -> AnySuit:
        """The suit led, or that the card leads."""
        return self.moment.led or self.moment.rules.suit_led(self.played)

    @property
    def _suit(self) -> AnySuit:
        """The suit that the card counts as."""
        return self.moment.suit_of(self.played.card)

    @property
    def _is_settled(self) -> bool:
        """Whether the card's rank is of no interest: it wins, or another suit led may change it."""
        moment, card = self.moment, self.played.card
        if self.fate is Fate.LOSES and self._suit is not moment.trumps:
            power = moment.rules.power
            return any(power(suit, card) for suit in Suit if suit is not self._suit)
        return self.fate is Fate.WINS and not moment.later_seats

    def _rank_text(self) -> str:
        """That few cards out rank above the card; "" if that is not so."""
        card = self.played.card
        above = [*reversed(self.moment.higher_cards(card)), *self._crossing()]
        if len(above) > FEW_RIVALS:
            return ""
        if above:
            named = joined([one.pretty() for one in above], "and")
            return f"only {named} {'is' if len(above) == 1 else 'are'} out above it"
        higher = "higher " if self.moment.count_out(self._suit) else ""
        return f"nobody else has a {higher}{suit_word(self._suit, 1)}"

    def _crossing(self) -> list[Card]:
        """The cards of other suits but trumps that rank above the card and may be out."""
        card, power, led = self.played.card, self.moment.rules.power, self.moment.led or self._suit
        led = led if power(led, card) > 0 else self._suit
        return [
            other
            for other in self.moment.possible_cards
            if self.moment.suit_of(other) not in {self._suit, self.moment.trumps}
            and power(led, other) > power(led, card)
        ]

    def _always_follows(self, suit: AnySuit) -> bool:
        """Whether cards of the suit may be played on any lead."""
        return all(suit in duties[0] for duties in self.moment.rules.follow if duties)

    def _use(self, suit: AnySuit, hand: Hand) -> str:
        """What a hand void in a suit can do when it is led; "" if one word cannot say it."""
        rules, trumps = self.moment.rules, self.moment.trumps
        if trumps is not None and hand & rules.cards_of(trumps):
            return "ruff"
        duties = rules.duties(suit)
        return "" if len(rules.order) > 1 or (duties and hand & duties[0]) else "discard"

    def _same_suit(self) -> bool:
        """Whether the other card is another one of the same suit."""
        if self.other is None or self.other.card == self.played.card:
            return False
        return self.moment.are_of_suit(self.other.card, self.played.card)

    def _kept(self) -> Iterator[str]:
        """What a card that does the same in this trick is kept for."""
        if self.differs or self.other is None or self.fate not in {Fate.WINS, Fate.LOSES}:
            return
        if keeps := self.keeps():
            yield f"{self.now()}, and {keeps}."
        elif self.aim == -1 and self.fate is Fate.LOSES and (highest := self._as_highest()):
            yield f"{self.now()}; kept, it could win a later trick as {highest}."

    def now(self) -> str:
        """What a card that is sure to win this trick, or to lose it, does in it."""
        if self.fate is not Fate.LOSES:
            return f"{self.card_text} wins just as surely"
        follows = self._suit is self.moment.led
        does = "goes under" if follows else "can be thrown on"
        return f"{self.card_text} {does} {winning_text(self.moment)} now"

    def keeps(self) -> str:
        """What the other card of the suit is kept for; "" if that is not wanted."""
        if not self._same_suit() or self.other is None:
            return ""
        if self.moment.are_equals([self.played.card, self.other.card]):
            return ""
        higher = self.is_higher(self.other.card)
        if self.aim not in {None, 1 if higher else -1}:
            return ""
        use = "win" if higher else "lose"
        return f"{self.does('keep')} {self.other.card.pretty()} to {use} with later"

    def is_higher(self, card: Card) -> bool:
        """Whether a card of the same suit ranks higher than the card."""
        return self.moment.rules.is_higher(card, self.played.card)

    def _void_made(self) -> Iterator[str]:
        """That the card is the player's last of a suit, and what he can do then."""
        moment, card = self.moment, self.played.card
        rest = moment.hand.without_card(card)
        if (
            len(rest) < _FEW_CARDS
            or not self._is_last(self.played)
            or not moment.count_out(self._suit)
        ):
            return
        if self.other is not None and self._is_last(self.other):
            return
        use, suit = self._use(self._suit, rest), suit_word(self._suit)
        if use == "ruff" and self.aim == -1:
            return
        on = " on" if use == "discard" else ""
        can = f", so that {self.who} can {use}{on} {suit}" if use else ""
        if self._always_follows(self._suit):
            can = f": {self.who} can then discard on suits that {self.does('lack')}"
        yield f"{self.card_text} is {self.whose} last {suit_word(self._suit, 1)}{can}."

    def _is_last(self, played: PlayedCard) -> bool:
        """Whether a card is the player's only one of a suit other than trumps."""
        suit = self.moment.suit_of(played.card)
        held = self.moment.hand & self.moment.rules.cards_of(suit)
        return suit is not self.moment.trumps and len(held) == 1


def _is_low(outlook: Outlook) -> bool:
    return outlook.fate is Fate.LOSES or len(outlook.rivals) > FEW_RIVALS


def equals_text(moment: Moment, cards: Sequence[Card]) -> str:
    """That these cards of a suit are equals; "" if not so."""
    clause = equals_clause(moment, cards)
    follow = moment.led is moment.suit_of(cards[0])
    return clause and f"{'You must follow suit: ' if follow else ''}{clause}."


def equals_clause(moment: Moment, cards: Sequence[Card]) -> str:
    """That these cards of a suit are equals: a clause, or ""."""
    if not moment.are_equals(cards):
        return ""
    names = joined([card.pretty() for card in cards], "and")
    return f"{names} are equals, since no card between them is out"
