"""The rules of trick-taking as data, and the play of the cards under them.

Trick-taking games differ in few facts: which suits a player must follow with (`follow`), which
suits can win against the suit led (`tiers`), how ranks are ordered in each suit (`ranking`),
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
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Self

from clumond_solver.base.cards import Card, Hand, Rank, Suit, SuitLike, as_card
from clumond_solver.base.errors import DealError, IllegalPlayError, RuleError, shown_number
from clumond_solver.base.values import (
    as_int,
    check_fields,
    check_type,
    one_of,
    optional,
    row_of,
    set_of,
    whole_within,
)

ACE_HIGH = tuple(Rank)
_SEATS = {2: ("non-dealer", "dealer"), 3: ("forehand", "middlehand", "rearhand")}
# A card's power is the tier in steps of 64, plus the height of the rank in steps of 4, plus the tie
# break in steps of 2; wild cards add 1.
_TIER_STEP = 64
_RANK_STEP = 4
_TIE_BREAK_STEP = 2
_TIERS = len(Suit)
_is_set_of_suits = set_of(one_of(Suit))
_is_row_of_ranks = row_of(one_of(Rank))
# The checks of the fields of `TrickRules`, and what each must be.
_FIELDS = {
    "players": (whole_within(2, 52), "a number of players, 2 to 52,"),
    "ranking": (
        row_of(lambda ranks: _is_row_of_ranks(ranks) and len(set(ranks)) == len(ranks), len(Suit)),
        "a tuple of different ranks for each of the four suits",
    ),
    "follow": (
        row_of(row_of(_is_set_of_suits), len(Suit)),
        "a tuple of frozensets of suits for each of the four suits led",
    ),
    "tiers": (
        row_of(row_of(optional(whole_within(0, _TIERS - 1)), len(Suit)), len(Suit)),
        "None or a tier, 0 to 3, for each of the four suits led and each suit played",
    ),
    "tie_break": (row_of(whole_within(0, 1), len(Suit)), "0 or 1 for each of the four suits"),
    "must_beat": (_is_set_of_suits, "a frozenset of suits"),
    "kept": (whole_within(0, 52), "a number of cards, 0 to 52,"),
    "wild": (set_of(one_of(Rank)), "a frozenset of ranks"),
    "names_differ": (one_of(bool), "True or False"),
    "declares": (_is_set_of_suits, "a frozenset of suits"),
}


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


class BrokenRule(NamedTuple):
    """The rule that forbids a card.

    suits  the suits of which the player holds any and must play one; empty for other duties.
    card   the card that he must play first; None for other duties.
    """

    duty: Duty
    suits: tuple[Suit, ...] = ()
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

    WrongTypeError for a field of the wrong type; the message names it.

    >>> TrickRules.plain(1)
    Traceback (most recent call last):
    clumond_solver.base.errors.WrongTypeError: TrickRules.players: a number of players, 2 to 52, \
is needed, not 1 (int)
    """

    players: int
    ranking: tuple[tuple[Rank, ...], ...]
    follow: tuple[tuple[frozenset[Suit], ...], ...]
    tiers: tuple[tuple[int | None, ...], ...]
    tie_break: tuple[int, int, int, int] = (0, 0, 0, 0)
    must_beat: frozenset[Suit] = frozenset()
    kept: int = 0
    wild: frozenset[Rank] = frozenset()
    declares: frozenset[Suit] = frozenset()
    names_differ: bool = False
    _powers: tuple[dict[Card, int], ...] = field(init=False, repr=False, compare=False)
    _follow_masks: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    _wild_mask: int = field(init=False, repr=False, compare=False)
    _every_card: Hand = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the fields, and compile them into tables by card."""
        check_fields(self, _FIELDS)
        object.__setattr__(self, "_powers", tuple(self._powers_by_card(led) for led in Suit))
        masks = tuple(
            tuple(sum(suit.mask for suit in suits) for suits in duties) for duties in self.follow
        )
        object.__setattr__(self, "_follow_masks", masks)
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
    ) -> TrickRules:
        """Players follow suit if able; the highest trump wins, else the highest of the suit led."""
        return cls.precedence(players, () if trump is None else (trump,), ranks=ranks, kept=kept)

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
        lowest = 0 if len(order) == len(Suit) else 1
        heights = {Suit(suit): height for height, suit in enumerate(reversed(order), lowest)}
        return cls(
            players=players,
            ranking=(tuple(ranks),) * len(Suit),
            follow=tuple((frozenset({led}),) for led in Suit),
            tiers=tuple(
                tuple(heights.get(suit, 0 if suit is led else None) for suit in Suit)
                for led in Suit
            ),
            kept=kept,
            wild=wild,
            names_differ=names_differ,
        )

    @property
    def order(self) -> tuple[Suit, ...]:
        """The suits that beat others, whatever is led, highest first: trumps, or precedence.

        >>> [str(suit) for suit in TrickRules.plain(3, Suit.HEARTS).order]
        ['H']
        >>> TrickRules.plain(3).order
        ()
        """
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

    def power(self, led: Suit, card: Card, named: Card | None = None) -> int:
        """The strength of a card when a suit is led: the greatest wins, 0 cannot win.

        ``named`` is the card that the player named for a wild card.
        """
        if named is None:
            return self._powers[led].get(card, 0)
        natural = self._powers[led].get(named, 0)
        return natural + 1 if natural else 0

    def are_equals(
        self, cards: Collection[Card], out: Iterable[Card], trick: Sequence[PlayedCard] = ()
    ) -> bool:
        """Whether cards of one suit do the same in every trick: no card out ranks between them.

        ``out`` has the cards that others may hold, ``trick`` those on the table. A card of another
        suit, such as a club in Clubs, may rank between them too. Points of cards are not looked at.
        """
        if len({card.suit for card in cards}) > 1 or self.wild:
            return False
        between = {
            led: range(min(powers), max(powers))
            for led in Suit
            for powers in [[self.power(led, card) for card in cards]]
        }
        if trick:
            led = trick[0].suit_led
            if max(self.power(led, played.card, played.named) for played in trick) in between[led]:
                return False
        return not any(self.power(led, card) in between[led] for led in Suit for card in out)

    def always_wins(self, card: Card, out: Collection[Card]) -> bool:
        """Whether a card wins whatever trick it is played to, if others hold the cards ``out``."""
        return not self.wild and all(
            self.power(led, card) > self.power(led, other) for led in Suit for other in out
        )

    def winner(self, trick: Sequence[Card]) -> int:
        """The index in the trick of the card that wins, 0 for the lead; the first of equal cards.

        >>> hearts = TrickRules.plain(3, Suit.HEARTS)
        >>> hearts.winner([Card.parse("SQ"), Card.parse("SA"), Card.parse("H2")])
        2
        """
        powers = [self.power(trick[0].suit, card) for card in trick]
        return powers.index(max(powers))

    def legal_plays(self, hand: Hand, trick: Sequence[Card]) -> Hand:
        """The cards of a hand that may be played to the trick so far; any, if it is empty."""
        if not trick:
            return hand
        led = trick[0].suit
        return self.legal_plays_when_led(hand, led, max(self.power(led, card) for card in trick))

    def legal_plays_when_led(self, hand: Hand, led: Suit, best_power: int) -> Hand:
        """The cards that may be played when a suit is led, given the best power in the trick."""
        required = self._required(hand, led)
        if not required:
            return hand
        if led in self.must_beat:
            beating = Hand.from_cards(c for c in required if self.power(led, c) > best_power)
            required = beating or required
        return Hand(required.mask | hand.mask & self._wild_mask)

    def legal_names(self, hand: Hand, card: Card, led: Suit | None) -> Hand:
        """The cards that a player may name for a card of his hand; none if it is not wild.

        ``led`` is None for a lead, for which he may name any card.
        """
        if card.rank not in self.wild:
            return Hand()
        if led is None or not (required := self._required(hand, led)):
            return self._every_card
        duty = next(mask for mask in self._follow_masks[led] if required.mask & mask)
        return Hand(self._every_card.mask & duty)

    def ruled_out(self, led: Suit, best_power: int, card: Card, named: Card | None = None) -> Hand:
        """The cards that a player's play to a lead shows he does not hold.

        ``best_power`` is the best power in the trick before his card. A hand that holds the card
        may play it (so named) exactly if it holds none of these cards.

        >>> str(TrickRules.plain(3).ruled_out(Suit.SPADES, 1, Card.parse("H3")))
        'AKQJT98765432...'
        """
        played_as = card if named is None else named
        absent = 0
        for mask in self._follow_masks[led]:
            required = self._every_card.mask & mask & ~self._wild_mask
            if not played_as.mask & mask:
                absent |= required
                continue
            if led in self.must_beat and named is None and self.power(led, card) <= best_power:
                beating = [c for c in Hand(required) if self.power(led, c) > best_power]
                absent |= Hand.from_cards(beating).mask
            break
        return Hand(absent)

    def why_illegal(self, hand: Hand, led: Suit | None, card: Card) -> BrokenRule:
        """The rule that forbids a card when a suit is led (None if the card would be the lead)."""
        if card not in hand or led is None:
            return BrokenRule(Duty.HOLD)
        natural = hand.mask & ~self._wild_mask
        for suits, mask in zip(self.follow[led], self._follow_masks[led], strict=True):
            if natural & mask and not card.mask & mask:
                duty = Duty.FOLLOW if led in suits else Duty.PLAY
                return BrokenRule(duty, tuple(sorted(suits)))
        return BrokenRule(Duty.BEAT)

    def _required(self, hand: Hand, led: Suit) -> Hand:
        """The hand's cards of the first duty of which it holds any; none if it may discard."""
        natural = hand.mask & ~self._wild_mask
        for mask in self._follow_masks[led]:
            if natural & mask:
                return Hand(natural & mask)
        return Hand()

    def _powers_by_card(self, led: Suit) -> dict[Card, int]:
        powers = {}
        for suit in Suit:
            tier = self.tiers[led][suit]
            if tier is not None:
                for height, rank in enumerate(self.ranking[suit]):
                    in_tier = _RANK_STEP * height + _TIE_BREAK_STEP * self.tie_break[suit]
                    powers[Card(suit, rank)] = 1 + _TIER_STEP * tier + in_tier
        return powers


class PlayedCard(NamedTuple):
    """A card as a seat played it.

    named  the card that the player named for a wild card; None for any other card.
    led    the suit that the player declared to be led; None if he declared none.
    """

    seat: int
    card: Card
    named: Card | None = None
    led: Suit | None = None

    @property
    def suit_led(self) -> Suit:
        """The suit led if this card is the lead."""
        return self.led if self.led is not None else (self.named or self.card).suit


class Trick(NamedTuple):
    """A complete trick."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    @property
    def winning_card(self) -> Card:
        """The card that wins the trick."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


class _Undo(NamedTuple):
    """The values that are restored when a card is taken back.

    ``completed`` has the cards of the trick that the card completed, and their powers.
    """

    played: PlayedCard
    leader: int
    led: Suit | None
    completed: tuple[tuple[Card, ...], tuple[int, ...]] | None


class TrickPlay:
    """The play of the cards: turns, legal plays, tricks won.

    A play is mutable; `pop` undoes `push`. Seats are numbered from 0, clockwise. ``forced`` has for
    each seat the cards that it must play first, in this order, whatever the other rules say: a
    fixed opening card, or a whole hand that is played from its top.
    """

    __slots__ = (
        "_forced", "_hands", "_history", "_leader", "_led", "_powers", "_start_size", "_taken",
        "_trick", "rules",
    )  # fmt: skip
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        rules: TrickRules,
        hands: Iterable[Hand],
        leader: int = 0,
        tricks_taken: Sequence[int] | None = None,
        forced: Sequence[Sequence[Card]] | None = None,
    ) -> None:
        """Start a trick: all hands of the same size, the leader to play.

        WrongTypeError or DealError for hands or counts that contradict the rules.
        """
        check_type(rules, TrickRules, "the rules of the tricks, TrickRules,")
        self.rules = rules
        self._hands = list(hands)
        self._leader = leader
        self._led: Suit | None = None
        self._trick: list[Card] = []
        self._powers: list[int] = []
        self._taken = list(tricks_taken or [0] * rules.players)
        self._history: list[_Undo] = []
        self._forced = [tuple(cards) for cards in forced or [()] * rules.players]
        self._check()
        sizes = {len(hand) for hand in self._hands}
        if len(sizes) != 1:
            raise DealError(f"hands of unequal size {sorted(sizes)} at the start of a trick")
        self._start_size = sizes.pop()
        if self._start_size < rules.kept:
            raise DealError(f"hands of {self._start_size} cards, of which {rules.kept} are kept")

    def _check(self) -> None:
        """Refuse hands, a leader, counts and forced cards that contradict the rules."""
        players, every = self.rules.players, self.rules._every_card.mask
        if {len(self._hands), len(self._taken), len(self._forced)} != {players}:
            raise DealError(
                f"{len(self._hands)} hands and {len(self._taken)} trick counts, and forced cards of"
                f" {len(self._forced)}, for {players} players"
            )
        if not 0 <= as_int(self._leader, "a seat that leads") < players:
            raise RuleError(f"no seat {shown_number(self._leader)} among {players} to lead")
        if not all(0 <= as_int(taken, "a number of tricks taken") <= 52 for taken in self._taken):
            raise DealError(f"tricks taken {self._taken!r:.80}: counts, 0 to 52")
        dealt = 0
        for hand, forced in zip(self._hands, self._forced, strict=True):
            check_type(hand, Hand, "a hand")
            if wrong := hand.mask & (dealt | ~every):
                raise DealError(f"{Hand(wrong)} in two hands, or not ranked by the rules")
            if forced and not Hand.from_cards(forced).issubset(hand):
                raise DealError(f"forced cards that hand {hand} does not hold")
            dealt |= hand.mask

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards still held, without those on the table."""
        return tuple(self._hands)

    @property
    def leader(self) -> int:
        """The seat that leads, or led, to the trick under way."""
        return self._leader

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick under way; None before the lead."""
        return self._led

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return tuple(self._trick)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """The tricks won by seat."""
        return tuple(self._taken)

    @property
    def history(self) -> tuple[PlayedCard, ...]:
        """The cards played since this play began, in order."""
        return self.history_since(0)

    def history_since(self, count: int) -> tuple[PlayedCard, ...]:
        """The history after its first ``count`` cards."""
        return tuple([undo.played for undo in self._history[count:]])

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks completed since this play began, in order."""
        leaders = [undo.leader for undo in self._history[1:]] + [self._leader]
        return tuple(
            Trick(undo.leader, undo.completed[0], winner)
            for undo, winner in zip(self._history, leaders, strict=False)
            if undo.completed is not None
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
        return not self._trick and len(self._hands[self._leader]) <= self.rules.kept

    @property
    def turn(self) -> int | None:
        """The seat to play; None when the play is over."""
        return None if self.is_over else (self._leader + len(self._trick)) % self.rules.players

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete, the one under way included."""
        return len(self._hands[self._leader]) + bool(self._trick) - self.rules.kept

    @property
    def has_forced_cards(self) -> bool:
        """Whether a seat must still play cards in a fixed order (``forced``)."""
        return any(self._forced_card(seat) is not None for seat in range(self.rules.players))

    @property
    def legal_plays(self) -> Hand:
        """The cards that the seat to play may play; none when the play is over."""
        seat = self.turn
        return Hand() if seat is None else self._legal_plays(seat)

    def legal_names(self, card: Card) -> Hand:
        """The cards that the seat to play may name for a card; none if it is not wild."""
        seat = self.turn
        if seat is None:
            return Hand()
        names = self.rules.legal_names(self._hands[seat], card, self._led)
        if not self.rules.names_differ or not self._trick:
            return names
        on_table = self.history_since(max(0, len(self._history) - len(self._trick)))
        return names - Hand.from_cards(played.named for played in on_table if played.named)

    def legal_declarations(self, card: Card) -> tuple[Suit, ...]:
        """The suits that may be declared to be led, other than its own, if the card is led now."""
        if self._trick or card.suit not in self.rules.declares:
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
        why = self._why_illegal(seat, card, named, led)
        if why is not None:
            message = f"illegal play {card} by {self.seat_name(seat)}: {why}"
            raise IllegalPlayError(message, card, why)
        self._play(PlayedCard(seat, card, named, led))

    def _play(self, played: PlayedCard) -> None:
        leader, led_before = self._leader, self._led
        led = played.suit_led if led_before is None else led_before
        self._led = led
        self._hands[played.seat] = self._hands[played.seat].without_card(played.card)
        self._trick.append(played.card)
        self._powers.append(self.rules.power(led, played.card, played.named))
        completed = None
        if len(self._trick) == self.rules.players:
            completed = (tuple(self._trick), tuple(self._powers))
            winner = self._powers.index(max(self._powers))
            self._leader = (leader + winner) % self.rules.players
            self._taken[self._leader] += 1
            self._led = None
            self._trick.clear()
            self._powers.clear()
        self._history.append(_Undo(played, leader, led_before, completed))

    def _legal_plays(self, seat: int) -> Hand:
        hand = self._hands[seat]
        forced = self._forced_card(seat)
        if forced is not None:
            return Hand.of(forced)
        if self._led is None:
            return hand
        return self.rules.legal_plays_when_led(hand, self._led, max(self._powers))

    def _forced_card(self, seat: int) -> Card | None:
        """The forced card that the seat must play next; None if it may choose."""
        played = self._start_size - len(self._hands[seat])
        return self._forced[seat][played] if played < len(self._forced[seat]) else None

    def _why_illegal(
        self, seat: int, card: Card, named: Card | None, led: Suit | None
    ) -> BrokenRule | str | None:
        """The rule against this play; None if it is legal."""
        hand = self._hands[seat]
        if card not in self._legal_plays(seat):
            forced = self._forced_card(seat)
            if forced is not None and card in hand:
                return BrokenRule(Duty.FIRST, card=forced)
            return self.rules.why_illegal(hand, self._led, card)
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
        undo = self._history.pop()
        if undo.completed is not None:
            self._taken[self._leader] -= 1
            cards, powers = undo.completed
            self._trick, self._powers = list(cards), list(powers)
        self._trick.pop()
        self._powers.pop()
        self._leader = undo.leader
        self._led = undo.led
        seat, card = undo.played.seat, undo.played.card
        self._hands[seat] = self._hands[seat].with_card(card)
        return card

    def copy(self) -> Self:
        """An independent play at the same point, with the same history."""
        twin = object.__new__(type(self))
        twin.rules = self.rules
        twin._hands = list(self._hands)
        twin._leader = self._leader
        twin._led = self._led
        twin._trick = list(self._trick)
        twin._powers = list(self._powers)
        twin._taken = list(self._taken)
        twin._history = list(self._history)
        twin._forced = self._forced
        twin._start_size = self._start_size
        return twin

    def after(self, cards: Iterable[Card]) -> Self:
        """An independent play with these cards played; IllegalPlayError if one is illegal."""
        twin = self.copy()
        for card in cards:
            twin.push(card)
        return twin

    def rewound(self) -> Self:
        """An independent play at the point where this one began: all its history taken back."""
        twin = self.copy()
        while twin._history:
            twin.pop()
        return twin

    @property
    def all_played(self) -> tuple[PlayedCard, ...]:
        """The cards that were on the table when this play began, then the history."""
        history, players = self.history, self.rules.players
        first = self.tricks[0] if self.tricks else Trick(self._leader, self.trick, 0)
        given = first.cards[: (len(self._trick) - len(history)) % players]
        seats = ((first.leader + offset) % players for offset in range(len(given)))
        return (*map(PlayedCard, seats, given), *history)

    def _at_start(self) -> tuple[list[Hand], int, list[int]]:
        """The hands, leader and tricks taken at the start of the trick in which this play began."""
        hands, taken = list(self._hands), list(self._taken)
        for trick in self.tricks:
            taken[trick.winner] -= 1
        for played in self.all_played:
            hands[played.seat] = Hand(hands[played.seat].mask | played.card.mask)
        return hands, self.tricks[0].leader if self.tricks else self._leader, taken

    def _replay(self, cards: Iterable[PlayedCard], history_length: int) -> Self:
        """Play these cards again; the last ``history_length`` of them become the history."""
        for played in cards:
            self._play(played)
        del self._history[: len(self._history) - history_length]
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the start and the cards played since."""
        start = (self.rules, *self._at_start(), self._forced)
        return _unpickle, (type(self), start, self.all_played, len(self._history))

    def seat_name(self, seat: int) -> str:
        """The seat's name in messages."""
        return seat_word(seat, self.rules.players)


def _unpickle(
    play_type: type[TrickPlay],
    start: tuple[TrickRules, list[Hand], int, list[int], Sequence[Sequence[Card]]],
    played: Sequence[PlayedCard],
    history_length: int,
) -> TrickPlay:
    return play_type(*start)._replay(played, history_length)
