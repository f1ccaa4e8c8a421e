"""Trick-taking stated as data, and cards being played under it.

Most trick-taking games differ in four facts: what a player owes to the suit led (`follow`), which
suits can win against it (`tiers`), how ranks are ordered in each suit (`ranking`), and whether a
card must beat the trick when it can (`must_beat`). `TrickRules` holds these facts and nothing
else; `TrickPlay` plays cards under them. Games add calls, chance and scores on top.

>>> play = TrickPlay(TrickRules.plain(2), [Hand.parse("A..2."), Hand.parse("K..3.")])
>>> for text in ("SA", "SK", "D2"):
...     play.push(Card.parse(text))
>>> play.tricks_taken, play.turn, [str(card) for card in play.legal_plays]
((1, 0), 1, ['D3'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from clumond_solver.cards import Card, Hand, Rank, Suit
from clumond_solver.errors import DealError, IllegalPlayError, RuleError

ACE_HIGH = tuple(Rank)
_TIER_STEP = 64


@dataclass(frozen=True, slots=True)
class TrickRules:
    """What may be played to a trick, and which card wins it.

    players     how many hands play to a trick.
    ranking     for each suit (by code) its ranks from the lowest to the highest.
    follow      for each suit led, the duties in order: a player must play a card of the first
                set of suits of which he holds any; holding none, he plays what he likes.
    tiers       for each suit led and each suit played: None if the suit cannot win, else its
                tier; a card of a higher tier beats every card of a lower one.
    edge        for each suit 1 if it ranks just above an equal rank of the same tier, else 0.
    must_beat   suits which, when led, oblige a player who follows to beat the trick if he can.
    kept        cards that stay in each hand when the play is over.
    """

    players: int
    ranking: tuple[tuple[Rank, ...], ...]
    follow: tuple[tuple[frozenset[Suit], ...], ...]
    tiers: tuple[tuple[int | None, ...], ...]
    edge: tuple[int, int, int, int] = (0, 0, 0, 0)
    must_beat: frozenset[Suit] = frozenset()
    kept: int = 0
    _powers: tuple[dict[Card, int], ...] = field(init=False, repr=False, compare=False)
    _follow_masks: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compile the facts into look-ups by card."""
        object.__setattr__(self, "_powers", tuple(self._powers_by_card(led) for led in Suit))
        masks = tuple(
            tuple(sum(suit.mask for suit in suits) for suits in duties) for duties in self.follow
        )
        object.__setattr__(self, "_follow_masks", masks)

    @classmethod
    def plain(
        cls,
        players: int,
        trump: Suit | None = None,
        *,
        ranks: Sequence[Rank] = ACE_HIGH,
        kept: int = 0,
    ) -> TrickRules:
        """Follow suit if able; the highest trump wins, else the highest card of the suit led."""
        return cls(
            players=players,
            ranking=(tuple(ranks),) * len(Suit),
            follow=tuple((frozenset({led}),) for led in Suit),
            tiers=tuple(tuple(_plain_tier(led, suit, trump) for suit in Suit) for led in Suit),
            kept=kept,
        )

    def power(self, led: Suit, card: Card) -> int:
        """How strong a card is when a suit is led; 0 if it cannot win, higher beats lower."""
        return self._powers[led].get(card, 0)

    def winner(self, trick: Sequence[Card]) -> int:
        """The place in the trick, from 0 for the lead, of the card that wins; the first of equals.

        >>> hearts = TrickRules.plain(3, Suit.HEARTS)
        >>> hearts.winner([Card.parse("SQ"), Card.parse("SA"), Card.parse("H2")])
        2
        """
        powers = [self.power(trick[0].suit, card) for card in trick]
        return powers.index(max(powers))

    def legal_plays(self, hand: Hand, trick: Sequence[Card]) -> Hand:
        """The cards of a hand that may be played to the trick so far (empty: any card)."""
        if not trick:
            return hand
        led = trick[0].suit
        owed = hand.mask
        for mask in self._follow_masks[led]:
            if hand.mask & mask:
                owed = hand.mask & mask
                break
        return self._beating(Hand(owed), trick) if led in self.must_beat else Hand(owed)

    def why_illegal(self, hand: Hand, trick: Sequence[Card], card: Card) -> str:
        """The rule that forbids a card which is not among the legal plays, in words."""
        if card not in hand:
            return "does not hold that card"
        led = trick[0].suit
        for suits, mask in zip(self.follow[led], self._follow_masks[led], strict=True):
            if hand.mask & mask and not card.mask & mask:
                names = " or ".join(suit.name.lower() for suit in sorted(suits))
                duty = "follow" if led in suits else f"play {names}"
                return f"holds {names}, must {duty}"
        return "can beat the trick, must do so"

    def _beating(self, owed: Hand, trick: Sequence[Card]) -> Hand:
        """The owed cards that beat the trick, where there are any that follow suit and do so."""
        led = trick[0].suit
        best = max(self.power(led, card) for card in trick)
        return Hand.from_cards(c for c in owed if self.power(led, c) > best) or owed

    def _powers_by_card(self, led: Suit) -> dict[Card, int]:
        powers = {}
        for suit in Suit:
            tier = self.tiers[led][suit]
            if tier is not None:
                for height, rank in enumerate(self.ranking[suit]):
                    powers[Card(suit, rank)] = 1 + _TIER_STEP * tier + 2 * height + self.edge[suit]
        return powers


def _plain_tier(led: Suit, suit: Suit, trump: Suit | None) -> int | None:
    if suit == trump:
        return 1
    return 0 if suit == led else None


class Move(NamedTuple):
    """A card played, and by which seat."""

    seat: int
    card: Card


class _Undo(NamedTuple):
    """What taking back one card has to restore."""

    seat: int
    card: Card
    leader: int
    completed: tuple[Card, ...] | None


class TrickPlay:
    """Cards being played to tricks: whose turn it is, what he may play, who has won what.

    Mutable; `push` and `pop` are each other's inverse. Seats are numbers from 0, clockwise.
    """

    __slots__ = ("_hands", "_history", "_leader", "_taken", "_trick", "rules")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        rules: TrickRules,
        hands: Iterable[Hand],
        leader: int = 0,
        tricks_taken: Sequence[int] | None = None,
    ) -> None:
        """Start a trick: every hand of the same size, the leader to play."""
        self.rules = rules
        self._hands = list(hands)
        self._leader = leader
        self._trick: list[Card] = []
        self._taken = list(tricks_taken or [0] * rules.players)
        self._history: list[_Undo] = []
        sizes = {len(hand) for hand in self._hands}
        if len(self._hands) != rules.players or len(self._taken) != rules.players:
            raise DealError(f"{len(self._hands)} hands and {len(self._taken)} trick counts"
                            f" for {rules.players} players")  # fmt: skip
        if len(sizes) != 1:
            raise DealError(f"hands of unequal size {sorted(sizes)} at the start of a trick")

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards still held, without those on the table."""
        return tuple(self._hands)

    @property
    def leader(self) -> int:
        """The seat that leads, or led, to the trick under way."""
        return self._leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return tuple(self._trick)

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each seat has won."""
        return tuple(self._taken)

    @property
    def history(self) -> tuple[Move, ...]:
        """The cards played since this play began, in order."""
        return tuple(Move(undo.seat, undo.card) for undo in self._history)

    @property
    def is_over(self) -> bool:
        """Whether the last trick is complete."""
        return not self._trick and len(self._hands[self._leader]) <= self.rules.kept

    @property
    def turn(self) -> int | None:
        """The seat to play; None when the play is over."""
        return None if self.is_over else (self._leader + len(self._trick)) % self.rules.players

    @property
    def legal_plays(self) -> Hand:
        """The cards that the seat to play may play; none when the play is over."""
        seat = self.turn
        return Hand() if seat is None else self.rules.legal_plays(self._hands[seat], self._trick)

    def push(self, card: Card) -> None:
        """Play a card for the seat to play; IllegalPlayError, and no change, if it may not."""
        seat = self.turn
        if seat is None:
            raise IllegalPlayError(f"illegal play {card}: the last trick is complete")
        if card not in self.rules.legal_plays(self._hands[seat], self._trick):
            reason = self.rules.why_illegal(self._hands[seat], self._trick, card)
            raise IllegalPlayError(f"illegal play {card} by {self.seat_name(seat)}: {reason}")
        self._hands[seat] = self._hands[seat].without_card(card)
        self._trick.append(card)
        leader, completed = self._leader, None
        if len(self._trick) == self.rules.players:
            completed = tuple(self._trick)
            self._leader = (leader + self.rules.winner(completed)) % self.rules.players
            self._taken[self._leader] += 1
            self._trick.clear()
        self._history.append(_Undo(seat, card, leader, completed))

    def pop(self) -> Card:
        """Take back the last card and return it; RuleError if none was played since the start."""
        if not self._history:
            raise RuleError("no card to take back: the play stands at its start")
        undo = self._history.pop()
        if undo.completed is not None:
            self._taken[self._leader] -= 1
            self._trick = list(undo.completed)
        self._trick.pop()
        self._leader = undo.leader
        self._hands[undo.seat] = self._hands[undo.seat].with_card(undo.card)
        return undo.card

    def copy(self) -> Self:
        """An independent play at the same point, with the same history."""
        twin = object.__new__(type(self))
        TrickPlay._copy_into(self, twin)
        return twin

    def _copy_into(self, twin: TrickPlay) -> None:
        twin.rules = self.rules
        twin._hands = list(self._hands)
        twin._leader = self._leader
        twin._trick = list(self._trick)
        twin._taken = list(self._taken)
        twin._history = list(self._history)

    def seat_name(self, seat: int) -> str:
        """What messages call a seat."""
        return f"player {seat}"
