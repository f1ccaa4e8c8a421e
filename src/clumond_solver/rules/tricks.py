"""The rules of trick-taking as data, and the play of the cards under them.

Trick-taking games differ in few facts: which suits a player must follow with (`follow`), which
suits can win against the suit led (`tiers`), how ranks are ordered in each suit (`ranking`),
which cards are trumps whatever their suit (`trumps`), which cards may not be led yet (`waits`),
whether a player must beat the trick if he can (`must_beat`), whether a card may be played as
another one (`wild`) or a lead may declare another suit led (`declares`). `TrickRules` holds these
facts; `TrickPlay` plays cards under them. Games add calls, chance and scores.

>>> play = TrickPlay(TrickRules.plain(2), [Hand.parse("A..2."), Hand.parse("K..3.")])
>>> for text in ("SA", "SK", "D2"):
...     play.push(Card.parse(text))
>>> play.tricks_taken, play.turn, [str(card) for card in play.legal_plays]
((1, 0), 1, ['D3'])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Annotated, NamedTuple, Self, TypeVar

from clumond_solver.base.cards import Card, Hand, Rank, Suit, SuitLike, as_card
from clumond_solver.base.checks import as_int, as_tuple, check_fields, check_type, wrong_type
from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.errors import (
    DealError,
    IllegalPlayError,
    NotationError,
    RuleError,
    shown_number,
    shown_value,
)
from clumond_solver.base.wording import counted, joined

ACE_HIGH = tuple(Rank)
_NO_CARDS = Hand()
_SEATS = {2: ("non-dealer", "dealer"), 3: ("forehand", "middlehand", "rearhand")}
# A card's power is the tier in steps of 64, plus the height of the rank in steps of 4, plus the tie
# break in steps of 2; wild cards add 1.
_TIER_STEP = 64
_RANK_STEP = 4
_TIE_BREAK_STEP = 2
_TIERS = len(Suit)
# Trumps of several suits fill the highest tier.
_MOST_TRUMPS = 15
_FEWEST_IN_TRICK = 2
_T = TypeVar("_T")
#: Numbers of cards, and of a seat; something for each seat, or for each suit.
CardCount = Annotated[int, range(53)]
SeatNumber = Annotated[int, range]
PerSeat = Annotated[tuple[_T, ...], lambda players: [players]]
PerSeatIfAny = Annotated[tuple[_T, ...], lambda players: [0, players]]
_PerSuit = Annotated[tuple[_T, ...], [len(Suit)]]


class FifthSuit(IntChoice):
    """The suit of trumps that belong to no printed suit, such as the jacks of a grand in Skat."""

    TRUMPS = len(Suit)

    @property
    def symbol(self) -> str:
        """The word for it, in place of a symbol."""
        return "trumps"


#: The suit that a card counts as: nearly always the one printed on it.
AnySuit = Suit | FifthSuit
#: It, its strain, or a text for `Suit.parse`.
AnySuitLike = AnySuit | SuitLike
_EVERY_SUIT: tuple[AnySuit, ...] = (*Suit, *FifthSuit)


def as_any_suit(given: AnySuitLike) -> AnySuit:
    """A suit, or the one of trumps that belong to no printed suit; texts are converted."""
    if type(given) is Suit or type(given) is FifthSuit:
        return given
    return Suit(given)


def as_seat(given: object, players: int) -> int:
    """The number of a seat, which may be given as a text.

    WrongTypeError for anything else, RuleError or NotationError if there is no such seat.

    >>> as_seat("M", players=3)
    1
    >>> as_seat(3, players=3)
    Traceback (most recent call last):
    clumond_solver.base.errors.RuleError: no seat 3 among 3 players
    """
    if isinstance(given, str):
        return parse_seat(given, players)
    seat = as_int(given, "the number of a seat")
    if not 0 <= seat < players:
        raise RuleError(f"no seat {shown_number(seat)} among {players} players")
    return seat


def parse_seat(word: str, players: int) -> int:
    """The seat that a word names; NotationError if none does.

    >>> parse_seat("M", 3), parse_seat("2", 4), parse_seat("dealer", 4)
    (1, 2, 3)
    """
    names = [seat_word(seat, players) for seat in range(players)]
    seats = {str(seat): seat for seat in range(players)} | {"dealer": players - 1}
    seats |= {name: seat for seat, name in enumerate(names)}
    if players == 3:
        seats |= {name[0]: seat for seat, name in enumerate(names)}
    seat = seats.get(word.strip().lower())
    if seat is None:
        listed = joined(dict.fromkeys([*names, "dealer"]))
        raise NotationError(f"no such seat among {players} (use {listed})", word)
    return seat


def seat_word(seat: int, players: int) -> str:
    """A seat's name, clockwise from the dealer's left; with four or more players its number.

    >>> seat_word(0, 3), seat_word(0, 4)
    ('forehand', 'seat 0')
    """
    return _SEATS[players][seat] if players in _SEATS else f"seat {seat}"


class Duty(Enum):
    """What a player must do: follow suit, or what else a card that he may not play would break."""

    HOLD = "play a card that he holds"
    FOLLOW = "follow suit"
    PLAY = "play certain suits since he cannot follow"
    BEAT = "beat the trick"
    FIRST = "play a certain card first"
    LEAD_LATER = "lead a card that need not wait"
    NOT_FIRST_TRICK = "keep the card in the first trick"


class BrokenRule(NamedTuple):
    """The rule that forbids a card.

    suits  the suits of which the player holds any and must play one; empty for other duties.
    card   the card that he must play first; None for other duties.
    """

    duty: Duty
    suits: tuple[AnySuit, ...] = ()
    card: Card | None = None

    def __str__(self) -> str:
        """The rule in the words of error messages: "holds spades, must follow"."""
        suits = " or ".join(suit.name.lower() for suit in self.suits)
        return {
            Duty.HOLD: "does not hold that card",
            Duty.FOLLOW: f"holds {suits}, must follow",
            Duty.PLAY: f"holds {suits}, must play {suits}",
            Duty.BEAT: "can beat the trick, must do so",
            Duty.FIRST: f"must play {self.card} first",
            Duty.LEAD_LATER: "may not be led yet",
            Duty.NOT_FIRST_TRICK: "may not be played to the first trick",
        }[self.duty]


@dataclass(frozen=True, slots=True)
class TrickRules:
    """The rules that say which cards may be played to a trick, and which card wins it.

    players     the number of players, 2 to 52.
    ranking     for each suit (by code) its ranks from the lowest to the highest.
    follow      for each suit led, sets of suits in order of duty: a player must play a card of the
                first set of which he holds any; if he holds none, he may play any card.
    tiers       for each suit led and each suit played, None if the suit cannot win, else its
                tier: a card of a higher tier beats every card of a lower one.
    tie_break   for each suit 1 if it ranks just above an equal rank of the same tier, else 0.
    must_beat   the suits that, when led, oblige a player who follows to beat the trick if he can.
    kept        the number of cards that stay in each hand when the play is over.
    wild        the ranks whose cards are played as any card that the player names, and rank just
                above it. Nobody must play one, and they may be played to any lead; but a player who
                could follow with another card must name a card that follows.
    names_differ  whether the wild cards of one trick must be named differently.
    declares    the suits whose cards, when led, may declare any other suit to be the suit led.
    trumps      cards that are trumps whatever is printed on them, from the lowest to the highest,
                such as jacks or bowers. They beat all others, and count as cards of the suit that
                they include wholly, or of a suit of their own. Not with wild cards, `declares`,
                cards kept or four tiers.
    waits       cards that may not be led until one of ``breaks`` has been played (one of ``waits``
                if that is empty), unless the leader has no others.
    not_first   cards that may not be played to the first trick, unless no others are legal.
    sitting_out  the seats that play no card: a trick has one card fewer for each, and if such a
                seat would lead, the next one does.

    WrongTypeError for a field of the wrong type; the message names it.

    >>> TrickRules.plain(1)
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: TrickRules.players: a whole number from 2 to 52 is \
needed, not 1 (int)
    """

    players: Annotated[int, range(2, 53)]
    ranking: _PerSuit[tuple[Rank, ...]]
    follow: _PerSuit[tuple[frozenset[Suit], ...]]
    tiers: _PerSuit[_PerSuit[Annotated[int, range(_TIERS)] | None]]
    tie_break: _PerSuit[Annotated[int, range(2)]] = (0, 0, 0, 0)
    must_beat: frozenset[Suit] = frozenset()
    kept: CardCount = 0
    wild: frozenset[Rank] = frozenset()
    declares: frozenset[Suit] = frozenset()
    names_differ: bool = False
    trumps: Annotated[tuple[Card, ...], range(_MOST_TRUMPS + 1)] = ()
    waits: Hand = _NO_CARDS
    breaks: Hand = _NO_CARDS
    not_first: Hand = _NO_CARDS
    sitting_out: frozenset[Annotated[int, range(52)]] = frozenset()
    _suits: dict[Card, AnySuit] = field(init=False, repr=False, compare=False)
    _powers: tuple[dict[Card, int], ...] = field(init=False, repr=False, compare=False)
    _follow_masks: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    _wild_mask: int = field(init=False, repr=False, compare=False)
    _every_card: Hand = field(init=False, repr=False, compare=False)
    _orders: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the fields, and compile them into tables by card."""
        check_fields(TrickRules, self)
        for name, row in (*(("ranking", ranks) for ranks in self.ranking), ("trumps", self.trumps)):
            if len(set(row)) < len(row):
                raise wrong_type(row, f"TrickRules.{name}: a tuple without repetitions")
        if self.trumps:
            self._check_trumps()
        orders = tuple(map(self._order_from, range(self.players)))
        if not self.sitting_out < {*range(self.players)} or len(orders[0]) < _FEWEST_IN_TRICK:
            seats = shown_value(sorted(self.sitting_out))
            raise RuleError(f"{seats}: among {self.players} players at least two seats must play")
        object.__setattr__(self, "_orders", orders)
        object.__setattr__(self, "breaks", self.breaks or self.waits)
        object.__setattr__(self, "_suits", self._suits_of_trumps() if self.trumps else {})
        object.__setattr__(self, "_powers", tuple(map(self._powers_by_card, _EVERY_SUIT)))
        trumps = Hand.from_cards(self.trumps).mask
        masks = tuple(
            tuple(sum(self._suit_mask(suit) for suit in suits) for suits in duties)
            for duties in self.follow
        )
        object.__setattr__(self, "_follow_masks", (*masks, (trumps,)))
        wild = sum(Card(suit, rank).mask for suit in Suit for rank in self.wild)
        object.__setattr__(self, "_wild_mask", wild)
        every = Hand.from_cards(Card(suit, rank) for suit in Suit for rank in self.ranking[suit])
        object.__setattr__(self, "_every_card", every)

    @classmethod
    def plain(
        cls,
        players: int,
        trump: SuitLike | None = None,
        *,
        ranks: Sequence[Rank] = ACE_HIGH,
        kept: int = 0,
        trumps: Sequence[Card] = (),
    ) -> TrickRules:
        """Players follow suit if able; the highest trump wins, else the highest of the suit led.

        ``trumps`` are as in the fields.

        >>> bowers = [*map(Card.parse, ("H9", "HT", "HQ", "HK", "HA", "DJ", "HJ"))]
        >>> euchre = TrickRules.plain(4, ranks=tuple(Rank)[7:], trumps=bowers)
        >>> euchre.suit_of(Card.parse("DJ")), euchre.order
        (Suit.HEARTS, (Suit.HEARTS,))
        """
        rules = cls.precedence(players, () if trump is None else (trump,), ranks=ranks, kept=kept)
        trumps = as_tuple(trumps, "TrickRules.trumps: a row of cards")
        return replace(rules, trumps=trumps) if trumps else rules

    @classmethod
    def precedence(
        cls,
        players: int,
        order: Sequence[SuitLike],
        *,
        ranks: Sequence[Rank] = ACE_HIGH,
        kept: int = 0,
        wild: frozenset[Rank] = frozenset(),
        names_differ: bool = False,
    ) -> TrickRules:
        """Players follow suit if able; a suit earlier in the order beats all later ones.

        A suit that is not in the order can win only when led, and only below all that are.

        >>> rules = TrickRules.precedence(3, (Suit.HEARTS, Suit.CLUBS))
        >>> rules.winner([Card.parse("SA"), Card.parse("C2"), Card.parse("H2")])
        2
        """
        order = as_tuple(order, "an order of suits")
        lowest = 0 if len(order) == len(Suit) else 1
        heights = {Suit(suit): height for height, suit in enumerate(reversed(order), lowest)}
        return cls(
            players=players,
            ranking=(as_tuple(ranks, "TrickRules.ranking: a row of ranks"),) * len(Suit),
            follow=tuple((frozenset({led}),) for led in Suit),
            tiers=tuple(
                tuple(heights.get(suit, 0 if suit is led else None) for suit in Suit)
                for led in Suit
            ),
            kept=kept,
            wild=wild,
            names_differ=names_differ,
        )

    def without(self, seats: Collection[int]) -> TrickRules:
        """These rules for a deal in which the seats play no card, and no others sit out.

        >>> TrickRules.plain(4).without({2}).seats_from(2)
        (3, 0, 1)
        """
        seats = as_tuple(seats, "seats that sit out")
        return _rules_without(self, frozenset(as_seat(seat, self.players) for seat in seats))

    def seats_from(self, leader: int) -> tuple[int, ...]:
        """The seats that play to a trick, in order; the next one leads for a seat that sits out."""
        return self._orders[as_seat(leader, self.players)]

    @property
    def trick_size(self) -> int:
        """The number of cards in a trick."""
        return len(self._orders[0])

    def _order_from(self, leader: int) -> tuple[int, ...]:
        clockwise = (*range(leader, self.players), *range(leader))
        return tuple(seat for seat in clockwise if seat not in self.sitting_out)

    @property
    def order(self) -> tuple[Suit, ...]:
        """The suits that beat others, whatever is led, highest first: trumps, or precedence.

        >>> [str(suit) for suit in TrickRules.plain(3, Suit.HEARTS).order]
        ['H']
        >>> TrickRules.plain(3).order
        ()
        """
        if self.trumps:
            return tuple({suit for suit in self._suits.values() if isinstance(suit, Suit)})
        tiers = [[-1 if tier is None else tier for tier in row] for row in self.tiers]
        beating = [
            suit
            for suit in Suit
            if any(tiers[led][suit] > tiers[led][led] for led in Suit if led is not suit)
            and all(tiers[led][suit] == tiers[suit][suit] for led in Suit)
        ]
        beating.sort(key=lambda suit: -tiers[suit][suit])
        # With a precedence of all suits the last one beats no other.
        last = [suit for suit in Suit if suit not in beating]
        return (*beating, *last) if len(last) == 1 else tuple(beating)

    def duties(self, led: AnySuitLike) -> tuple[Hand, ...]:
        """The sets of cards of which one must be played to a suit led, in order of duty."""
        masks = self._follow_masks[as_any_suit(led)]
        return tuple(Hand(mask & self._every_card.mask) for mask in masks)

    def cards_of(self, suit: AnySuitLike) -> Hand:
        """The cards that count as cards of a suit."""
        return Hand(self._suit_mask(as_any_suit(suit)) & self._every_card.mask)

    def ranked(self, suit: AnySuitLike) -> tuple[Card, ...]:
        """The cards of a suit from the lowest to the highest.

        >>> [str(card) for card in TrickRules.plain(3, ranks=list(Rank)[10:]).ranked("hearts")]
        ['HQ', 'HK', 'HA']
        """
        suit = as_any_suit(suit)
        if not isinstance(suit, Suit) or suit in self._suits.values():
            return self.trumps
        cards = (Card(suit, rank) for rank in self.ranking[suit])
        return tuple(card for card in cards if card not in self._suits)

    def height(self, card: Card | str) -> int:
        """How many cards of its suit a card ranks above."""
        card = as_card(card)
        height = _heights(self).get(card)
        if height is None:
            raise RuleError(f"{card} is not ranked by these rules")
        return height

    def is_higher(self, card: Card | str, other: Card | str) -> bool:
        """Whether a card ranks higher than another one of the same suit."""
        return self.height(card) > self.height(other)

    def suit_of(self, card: Card | str) -> AnySuit:
        """The suit that a card counts as."""
        if type(card) is not Card:
            card = as_card(card)
        return self._suits.get(card, card.suit)

    def suit_led(self, lead: PlayedCard) -> AnySuit:
        """The suit led by this lead."""
        if type(lead) is not PlayedCard:
            raise wrong_type(lead, "a lead, as a PlayedCard,")
        return lead.led if lead.led is not None else self.suit_of(lead.named or lead.card)

    def power(self, led: AnySuit, card: Card, named: Card | None = None) -> int:
        """The strength of a card when a suit is led: the greatest wins, 0 cannot win.

        ``named`` is the card that the player named for a wild card.
        """
        # Types are compared first, as plays ask this for every card.
        powers = self._powers[led if type(led) is Suit else as_any_suit(led)]
        if named is None:
            return powers.get(card if type(card) is Card else as_card(card), 0)
        natural = powers.get(as_card(named), 0)
        return natural + 1 if natural else 0

    def are_equals(
        self, cards: Collection[Card], out: Iterable[Card], trick: Sequence[PlayedCard] = ()
    ) -> bool:
        """Whether cards of one suit do the same in every trick: no card out ranks between them.

        ``out`` has the cards that others may hold, ``trick`` those on the table. A card of another
        suit, such as a club in Clubs, may rank between them too. Points of cards are not looked at.
        """
        cards = tuple(map(as_card, as_tuple(cards, "cards of a suit")))
        out, trick = as_tuple(out, "cards"), as_tuple(trick, "the cards of a trick")
        if len({card.suit for card in cards}) > 1 or len({*map(self.kind, cards)}) > 1 or self.wild:
            return False
        between = {
            led: range(min(powers), max(powers))
            for led in _EVERY_SUIT
            for powers in [[self.power(led, card) for card in cards]]
            if powers
        }
        if trick:
            led = self.suit_led(trick[0])
            if max(self.power(led, played.card, played.named) for played in trick) in between[led]:
                return False
        return not any(self.power(led, card) in between[led] for led in between for card in out)

    def always_wins(self, card: Card, out: Collection[Card]) -> bool:
        """Whether a card wins whatever trick it is played to, if others hold the cards ``out``."""
        leads, out = {*Suit, *self._suits.values()}, as_tuple(out, "cards")
        return not self.wild and all(
            self.power(led, card) > self.power(led, other) for led in leads for other in out
        )

    def winner(self, trick: Sequence[Card | str]) -> int:
        """The index in the trick of the card that wins, 0 for the lead; the first of equal cards.

        >>> hearts = TrickRules.plain(3, Suit.HEARTS)
        >>> hearts.winner([Card.parse("SQ"), Card.parse("SA"), Card.parse("H2")])
        2
        """
        cards = as_tuple(trick, "the cards of a trick")
        if not cards:
            raise RuleError("a trick without cards has no winner")
        led = self.suit_of(cards[0])
        powers = [self.power(led, card) for card in cards]
        return powers.index(max(powers))

    def legal_plays(self, hand: Hand, trick: Sequence[Card | str]) -> Hand:
        """The cards of a hand that may be played to the trick so far; any, if it is empty."""
        cards = as_tuple(trick, "the cards of a trick")
        if not cards:
            check_type(hand, Hand, "a hand")
            return hand
        led = self.suit_of(cards[0])
        return self.legal_plays_when_led(hand, led, max(self.power(led, card) for card in cards))

    def legal_plays_when_led(self, hand: Hand, led: AnySuit, best_power: int) -> Hand:
        """The cards that may be played when a suit is led, given the best power in the trick."""
        if type(led) is not Suit:
            led = as_any_suit(led)
        required = self._required(hand, led)
        if not required:
            return hand
        if led in self.must_beat:
            beating = Hand.from_cards(c for c in required if self.power(led, c) > best_power)
            required = beating or required
        return Hand(required.mask | hand.mask & self._wild_mask)

    def legal_names(self, hand: Hand, card: Card, led: AnySuit | None) -> Hand:
        """The cards that a player may name for a card of his hand; none if it is not wild.

        ``led`` is None for a lead, for which he may name any card.
        """
        card, led = as_card(card), None if led is None else as_any_suit(led)
        if card.rank not in self.wild:
            return Hand()
        if led is None or not (required := self._required(hand, led)):
            return self._every_card
        duty = next(mask for mask in self._follow_masks[led] if required.mask & mask)
        return Hand(self._every_card.mask & duty)

    def ruled_out(
        self,
        led: AnySuit | None,
        best_power: int,
        card: Card,
        named: Card | None = None,
        barred: Hand = _NO_CARDS,
    ) -> Hand:
        """The cards that a player's play shows he does not hold.

        ``led`` is None for a lead, ``best_power`` the best power in the trick before his card, and
        ``barred`` are the cards that had to wait (`TrickPlay.barred`). A hand that holds the card
        may play it (so named) exactly if it holds none of these cards.

        >>> str(TrickRules.plain(3).ruled_out(Suit.SPADES, 1, Card.parse("H3")))
        'AKQJT98765432...'
        """
        card, led = as_card(card), None if led is None else as_any_suit(led)
        check_type(barred, Hand, "a hand of cards that must wait")
        played_as = card if named is None else as_card(named)
        absent, choice = 0, self._every_card.mask
        for mask in () if led is None else self._follow_masks[led]:
            required = self._every_card.mask & mask & ~self._wild_mask
            if not played_as.mask & mask:
                absent |= required
                continue
            choice = required
            if led in self.must_beat and named is None:
                beating = [c for c in Hand(required) if self.power(led, c) > best_power]
                if card in beating:
                    choice = Hand.from_cards(beating).mask
                else:
                    absent |= Hand.from_cards(beating).mask
            break
        if card in barred:
            absent |= (choice | self._wild_mask) & ~barred.mask
        return Hand(absent)

    def why_illegal(
        self, hand: Hand, led: AnySuit | None, card: Card, barred: Hand = _NO_CARDS
    ) -> BrokenRule:
        """The rule that forbids a card when a suit is led (None if the card would be the lead).

        ``barred`` are the cards that must wait (`TrickPlay.barred`).
        """
        card, led = as_card(card), None if led is None else as_any_suit(led)
        check_type(hand, Hand, "a hand")
        check_type(barred, Hand, "a hand of cards that must wait")
        if card not in hand:
            return BrokenRule(Duty.HOLD)
        if led is None:
            return BrokenRule(Duty.LEAD_LATER)
        natural = hand.mask & ~self._wild_mask
        duties: Sequence[Collection[AnySuit]] = ((led,),)
        if isinstance(led, Suit):
            duties = self.follow[led]
        for suits, mask in zip(duties, self._follow_masks[led], strict=True):
            if natural & mask and not card.mask & mask:
                duty = Duty.FOLLOW if led in suits else Duty.PLAY
                return BrokenRule(duty, tuple(sorted(suits)))
        return BrokenRule(Duty.NOT_FIRST_TRICK if card in barred else Duty.BEAT)

    def kind(self, card: Card) -> tuple[object, ...]:
        """What the rules say of a card besides its rank; cards of different kinds are no equals."""
        card = as_card(card)
        return self.suit_of(card), card in self.waits, card in self.breaks, card in self.not_first

    def _check_trumps(self) -> None:
        if self.wild or self.declares or self.kept or any(_TIERS - 1 in row for row in self.tiers):
            raise RuleError(
                "trumps of several suits cannot be combined with wild cards, leads that declare a"
                " suit, cards kept or four tiers"
            )
        if unranked := [card for card in self.trumps if card.rank not in self.ranking[card.suit]]:
            raise RuleError(f"{unranked[0]} is a trump, but not in the ranking of its suit")

    def _suits_of_trumps(self) -> dict[Card, AnySuit]:
        """The suit of every trump: the one that they include wholly, else their own."""
        whole: list[AnySuit] = [
            suit
            for suit in Suit
            if {Card(suit, rank) for rank in self.ranking[suit]} <= {*self.trumps}
        ]
        return dict.fromkeys(self.trumps, whole[0] if len(whole) == 1 else FifthSuit.TRUMPS)

    def _suit_mask(self, suit: AnySuit) -> int:
        trumps = Hand.from_cards(self.trumps).mask
        if not isinstance(suit, Suit) or suit in self._suits.values():
            return trumps
        return suit.mask & ~trumps

    def _required(self, hand: Hand, led: AnySuit) -> Hand:
        """The hand's cards of the first duty of which it holds any; none if it may discard."""
        if type(hand) is not Hand:
            raise wrong_type(hand, "a hand")
        natural = hand.mask & ~self._wild_mask
        for mask in self._follow_masks[led]:
            if natural & mask:
                return Hand(natural & mask)
        return Hand()

    def _powers_by_card(self, led: AnySuit) -> dict[Card, int]:
        powers = {}
        for suit in Suit:
            tier = self.tiers[led][suit] if isinstance(led, Suit) else None
            if tier is not None:
                for height, rank in enumerate(self.ranking[suit]):
                    in_tier = _RANK_STEP * height + _TIE_BREAK_STEP * self.tie_break[suit]
                    powers[Card(suit, rank)] = 1 + _TIER_STEP * tier + in_tier
        for height, card in enumerate(self.trumps):
            powers[card] = 1 + _TIER_STEP * (_TIERS - 1) + _RANK_STEP * height
        return powers


@lru_cache(maxsize=256)
def _heights(rules: TrickRules) -> dict[Card, int]:
    """Of every card, how many of its suit it ranks above."""
    suits = map(rules.ranked, _EVERY_SUIT)
    return {card: height for cards in suits for height, card in enumerate(cards)}


@lru_cache(maxsize=256)
def _rules_without(rules: TrickRules, seats: frozenset[int]) -> TrickRules:
    """Engines ask for the rules of every deal that they draw, and making them takes long."""
    return replace(rules, sitting_out=seats)


class PlayedCard(NamedTuple):
    """A card as a seat played it.

    named  the card that the player named for a wild card; None for any other card.
    led    the suit that the player declared to be led; None if he declared none.
    """

    seat: SeatNumber
    card: Card
    named: Card | None = None
    led: Suit | None = None


class Trick(NamedTuple):
    """A complete trick; ``seats`` has the seat of each card."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    seats: tuple[int, ...]

    @property
    def winning_card(self) -> Card:
        """The card that wins the trick."""
        return self.cards[self.seats.index(self.winner)]


class _Position(NamedTuple):
    """Where a play stands; ``winner`` holds the trick so far, with a card of power ``best``."""

    hands: tuple[Hand, ...]
    leader: int
    led: AnySuit | None
    trick: tuple[Card, ...]
    best: int
    winner: int
    taken: tuple[int, ...]
    broken: bool


class TrickPlay:
    """The play of the cards: turns, legal plays, tricks won.

    A play is mutable; `pop` undoes `push`. Seats are numbered from 0, clockwise. ``forced`` has for
    each seat the cards that it must play first, in this order, whatever the other rules say: a
    fixed opening card, or a whole hand that is played from its top.
    """

    __slots__ = ("_forced", "_history", "_now", "_start_size", "rules")
    __hash__ = None  # type: ignore[assignment]

    def __init__(  # noqa: PLR0917
        self,
        rules: TrickRules,
        hands: Iterable[Hand],
        leader: int = 0,
        tricks_taken: Sequence[int] | None = None,
        forced: Sequence[Sequence[Card]] | None = None,
        broken: bool = False,
    ) -> None:
        """Start a trick: all hands of the same size, the leader to play.

        ``broken`` says whether a card that ends the waiting of others has been played before.

        WrongTypeError or DealError for hands or counts that contradict the rules.
        """
        check_type(rules, TrickRules, "the rules of the tricks, TrickRules,")
        self.rules = rules
        taken: Sequence[int] = (0,) * rules.players
        if tricks_taken is not None:
            taken = as_tuple(tricks_taken, "tricks by seat") or taken
        hands, leader = as_tuple(hands, "hands by seat"), as_int(leader, "a seat that leads")
        if not 0 <= leader < rules.players:
            raise RuleError(f"no seat {shown_number(leader)} among {rules.players} to lead")
        leader = rules.seats_from(leader)[0]
        self._now = _Position(hands, leader, None, (), 0, leader, tuple(taken), broken)
        # The cards played, each with the position before it.
        self._history: list[tuple[PlayedCard, _Position]] = []
        self._forced = _cards_by_seat(forced, rules.players)
        self._check()
        sizes = {len(self.hands[seat]) for seat in rules.seats_from(0)}
        if len(sizes) != 1:
            rest = "; rules `without` a seat let it hold any number" * (0 in sizes)
            raise DealError(f"hands of unequal size {sorted(sizes)} at the start of a trick{rest}")
        self._start_size = sizes.pop()
        if self._start_size < rules.kept:
            raise DealError(f"hands of {self._start_size} cards, of which {rules.kept} are kept")

    def _check(self) -> None:
        """Refuse hands, a leader, counts and forced cards that contradict the rules."""
        players, every = self.rules.players, self.rules._every_card.mask
        hands, all_taken = self.hands, self.tricks_taken
        if {len(hands), len(all_taken), len(self._forced)} != {players}:
            raise DealError(
                f"{counted(len(hands), 'hand')}, {counted(len(all_taken), 'trick count')} and"
                f" {counted(len(self._forced), 'set')} of forced cards for {players} players"
            )
        if not all(0 <= as_int(taken, "a number of tricks taken") <= 52 for taken in all_taken):
            raise DealError(f"tricks taken {shown_value(all_taken)}: counts, 0 to 52")
        dealt = 0
        for hand, forced in zip(hands, self._forced, strict=True):
            check_type(hand, Hand, "a hand")
            if wrong := hand.mask & (dealt | ~every):
                raise DealError(f"{Hand(wrong)} in two hands, or not ranked by the rules")
            if forced and not Hand.from_cards(forced).issubset(hand):
                raise DealError(f"forced cards that hand {hand} does not hold")
            dealt |= hand.mask

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards still held, without those on the table."""
        return self._now.hands

    @property
    def leader(self) -> int:
        """The seat that leads, or led, to the trick under way."""
        return self._now.leader

    @property
    def led(self) -> AnySuit | None:
        """The suit led to the trick under way; None before the lead."""
        return self._now.led

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return self._now.trick

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """The tricks won by seat."""
        return self._now.taken

    @property
    def history(self) -> tuple[PlayedCard, ...]:
        """The cards played since this play began, in order."""
        return self.history_since(0)

    def history_since(self, count: int) -> tuple[PlayedCard, ...]:
        """The history after its first ``count`` cards."""
        return tuple(
            [
                played
                for played, _ in self._history[
                    count if type(count) is int else as_int(count, "a number of cards") :
                ]
            ]
        )

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks completed since this play began, in order."""
        winners = [*(before.leader for _, before in self._history[1:]), self._now.leader]
        size, seats_from = self.rules.trick_size, self.rules.seats_from
        return tuple(
            Trick(before.leader, (*before.trick, played.card), winner, seats_from(before.leader))
            for (played, before), winner in zip(self._history, winners, strict=False)
            if len(before.trick) == size - 1
        )

    @property
    def cards_won(self) -> tuple[Hand, ...]:
        """The cards in the tricks that each seat has won since this play began."""
        won = [Hand()] * self.rules.players
        for trick in self.tricks:
            won[trick.winner] |= Hand.from_cards(trick.cards)
        return tuple(won)

    @property
    def is_over(self) -> bool:
        """Whether the last trick is complete."""
        now = self._now
        return not now.trick and len(now.hands[now.leader]) <= self.rules.kept

    @property
    def turn(self) -> int | None:
        """The seat to play; None when the play is over."""
        now, rules = self._now, self.rules
        if not now.trick and len(now.hands[now.leader]) <= rules.kept:
            return None
        return rules._orders[now.leader][len(now.trick)]

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete, the one under way included."""
        now = self._now
        return len(now.hands[now.leader]) + bool(now.trick) - self.rules.kept

    @property
    def has_forced_cards(self) -> bool:
        """Whether a seat must still play cards in a fixed order (``forced``)."""
        return any(self._forced_card(seat) is not None for seat in self.rules.seats_from(0))

    @property
    def waiting(self) -> Hand:
        """The cards that may not be led yet, unless the leader has no others."""
        return Hand() if self._now.broken else self.rules.waits

    @property
    def held_back(self) -> Hand:
        """The cards that may not be played to this trick, unless no others are legal."""
        return self._held_back(self._now)

    def _held_back(self, at: _Position) -> Hand:
        return Hand() if any(at.taken) else self.rules.not_first

    @property
    def barred(self) -> Hand:
        """The cards that may not be played now, unless no others are legal."""
        return self._barred(self._now)

    def _barred(self, at: _Position) -> Hand:
        held_back = self._held_back(at)
        return held_back if at.trick or at.broken else held_back | self.rules.waits

    @property
    def legal_plays(self) -> Hand:
        """The cards that the seat to play may play; none when the play is over."""
        seat = self.turn
        return Hand() if seat is None else self._legal_plays(seat)

    def legal_names(self, card: Card) -> Hand:
        """The cards that the seat to play may name for a card; none if it is not wild."""
        seat, card = self.turn, as_card(card)
        if seat is None:
            return Hand()
        names = self.rules.legal_names(self._now.hands[seat], card, self._now.led)
        if not self.rules.names_differ or not self.trick:
            return names
        on_table = self.history_since(max(0, len(self._history) - len(self.trick)))
        return names - Hand.from_cards(played.named for played in on_table if played.named)

    def legal_declarations(self, card: Card) -> tuple[Suit, ...]:
        """The suits that may be declared to be led, other than its own, if the card is led now."""
        if type(card) is not Card:
            card = as_card(card)
        if self._now.trick or card.suit not in self.rules.declares:
            return ()
        return tuple(suit for suit in Suit if suit is not card.suit)

    def push(
        self, card: Card | str, *, named: Card | None = None, led: SuitLike | None = None
    ) -> None:
        """Play a card for the seat to play; IllegalPlayError, and no change, if it may not.

        For a wild card, ``named`` is the card that the player names; a lead may declare the suit
        ``led``.
        """
        card = as_card(card)
        seat = self.turn
        if seat is None:
            reason = "the last trick is complete"
            raise IllegalPlayError(f"illegal play {card}: {reason}", card, reason)
        led = None if led is None else Suit(led)
        named = None if named is None else as_card(named)
        why = self._why_illegal(seat, card, named, led)
        if why is not None:
            message = f"illegal play {card} by {self.seat_name(seat)}: {why}"
            raise IllegalPlayError(message, card, why)
        self._play(PlayedCard(seat, card, named, led))

    def _play(self, played: PlayedCard) -> None:
        now, rules, (seat, card, named, _) = self._now, self.rules, played
        hands = list(now.hands)
        hands[seat] = hands[seat].without_card(card)
        led = rules.suit_led(played) if now.led is None else now.led
        trick, best, winner, taken = (*now.trick, card), now.best, now.winner, now.taken
        broken = now.broken or card in rules.breaks
        power = rules.power(led, card, named)
        if power > best:
            best, winner = power, int(seat)
        if len(trick) == rules.trick_size:
            taken = tuple([count + (seat == winner) for seat, count in enumerate(taken)])
            after = _Position(tuple(hands), winner, None, (), 0, winner, taken, broken)
        else:
            after = _Position(tuple(hands), now.leader, led, trick, best, winner, taken, broken)
        self._history.append((played, now))
        self._now = after

    def _legal_plays(self, seat: int) -> Hand:
        now = self._now
        hand, forced = now.hands[seat], self._forced_card(seat)
        if forced is not None:
            return Hand.of(forced)
        if now.led is not None:
            hand = self.rules.legal_plays_when_led(hand, now.led, now.best)
        return (hand - self._barred(now)) or hand

    def _forced_card(self, seat: int) -> Card | None:
        """The forced card that the seat must play next; None if it may choose."""
        played = self._start_size - len(self._now.hands[seat])
        return self._forced[seat][played] if played < len(self._forced[seat]) else None

    def _why_illegal(
        self, seat: int, card: Card, named: Card | None, led: Suit | None
    ) -> BrokenRule | str | None:
        """The rule against this play; None if it is legal."""
        hand = self._now.hands[seat]
        if card not in self._legal_plays(seat):
            forced = self._forced_card(seat)
            if forced is not None and card in hand:
                return BrokenRule(Duty.FIRST, card=forced)
            return self.rules.why_illegal(hand, self.led, card, self.barred)
        if card.rank in self.rules.wild:
            names = self.legal_names(card)
            if named is None or named not in names:
                return f"a wild card must be named, as one of {names}"
        elif named is not None:
            return "is not wild, cannot be played as another card"
        if led is not None and led not in self.legal_declarations(card):
            return f"cannot declare {led} to be the suit led"
        return None

    def pop(self) -> Card:
        """Take back the last card and return it; RuleError if none was played since the start."""
        if not self._history:
            raise RuleError("no card to take back: none has been played")
        played, self._now = self._history.pop()
        return played.card

    def copy(self) -> Self:
        """An independent play at the same point, with the same history."""
        twin = object.__new__(type(self))
        for class_ in type(self).__mro__:
            for name in getattr(class_, "__slots__", ()):
                setattr(twin, name, getattr(self, name))
        twin._history = list(self._history)
        return twin

    def after(self, cards: Iterable[Card]) -> Self:
        """An independent play with these cards played; IllegalPlayError if one is illegal."""
        twin = self.copy()
        for card in as_tuple(cards, "an iterable of cards"):
            twin.push(card)
        return twin

    def without(self, seats: Collection[int]) -> Self:
        """This play, in which no card has been played, with seats that sit out.

        RuleError for others than sat out so far, once a card has been.
        """
        twin = self.copy()
        twin.rules = self.rules.without(seats)
        if twin.rules != self.rules and (self._history or self._now.trick):
            raise RuleError("a card has been played: it is too late to sit out")
        leader = twin.rules.seats_from(self.leader)[0]
        twin._now = self._now._replace(leader=leader, winner=leader)
        return twin

    def rewound(self) -> Self:
        """An independent play at the point where this one began: all its history taken back."""
        twin = self.copy()
        twin._now, twin._history = self._start, []
        return twin

    @property
    def _start(self) -> _Position:
        """The position at which this play began."""
        return self._history[0][1] if self._history else self._now

    @property
    def cards_ruled_out(self) -> tuple[Hand, ...]:
        """By seat the cards that its plays since this play began show it did not hold then."""
        absent = [Hand()] * self.rules.players
        for (seat, card, named, _), before in self._history:
            barred = Hand() if card in self._forced[seat] else self._barred(before)
            absent[seat] |= self.rules.ruled_out(before.led, before.best, card, named, barred)
        return tuple(absent)

    @property
    def all_played(self) -> tuple[PlayedCard, ...]:
        """The cards that were on the table when this play began, then the history."""
        start = self._start
        return (*map(PlayedCard, self.rules.seats_from(start.leader), start.trick), *self.history)

    def _at_start(self) -> tuple[list[Hand], int, list[int]]:
        """The hands, leader and tricks taken at the start of the trick in which this play began."""
        start = self._start
        hands = list(start.hands)
        for seat, card in zip(self.rules.seats_from(start.leader), start.trick, strict=False):
            hands[seat] = hands[seat].with_card(card)
        return hands, start.leader, list(start.taken)

    def _replay(self, cards: Iterable[PlayedCard], history_length: int) -> Self:
        """Play these cards again; the last ``history_length`` of them become the history."""
        for played in cards:
            self._play(played)
        del self._history[: len(self._history) - history_length]
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the start and the cards played since."""
        start = (self.rules, *self._at_start(), self._forced, self._start.broken)
        return _unpickle, (type(self), start, self.all_played, len(self._history))

    def seat_name(self, seat: int) -> str:
        """The seat's name in messages."""
        return seat_word(as_seat(seat, self.rules.players), self.rules.players)


def _cards_by_seat(given: Sequence[Sequence[Card]] | None, players: int) -> list[tuple[Card, ...]]:
    """The cards that each seat must play first; none if they are not given."""
    if given is None:
        return [()] * players
    needed = "for each seat the cards that it must play first"
    by_seat = as_tuple(given, needed)
    return [tuple(map(as_card, as_tuple(cards, needed))) for cards in by_seat] or [()] * players


def _unpickle(
    play_type: type[TrickPlay],
    start: tuple[TrickRules, list[Hand], int, list[int], Sequence[Sequence[Card]], bool],
    played: Sequence[PlayedCard],
    history_length: int,
) -> TrickPlay:
    return play_type(*start)._replay(played, history_length)
