"""What one seat has seen of a hand of Clumond in play: its own cards and the cards played.

A `Knowledge` holds no hidden cards: two plays that differ only in the other two hands give equal
knowledge. So engines that must not see hidden cards start from one.

>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
>>> for text in ("SA", "SJ", "S4", "SK", "S3", "S2", "SQ", "S5", "C2"):
...     play.push(Card.parse(text))
>>> knowledge = Knowledge.of(play, Seat.REARHAND)
>>> knowledge.voids[Seat.FOREHAND], len(knowledge.unseen), knowledge.turn
(frozenset({Suit.SPADES}), 26, Seat.FOREHAND)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import gt

from clumond_solver.base.cards import Card, Hand, Strain, StrainLike, Suit
from clumond_solver.base.errors import IllegalPlayError, RuleError
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.base.values import (
    StableHash,
    check_fields,
    check_type,
    items_of,
    one_of,
    row_of,
    set_of,
    whole_within,
)
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, Seat, SeatLike
from clumond_solver.games.clumond.play import (
    MOST_SUPPLEMENTARY,
    RULES,
    TRICKS,
    Play,
    Voids,
    check_seat_counts,
    opening_leader,
    voids_shown,
)

__all__ = ["Deal", "Knowledge", "check_full_hand"]

_NO_VOIDS: Voids = (frozenset(), frozenset(), frozenset())
_SEATS = tuple(Seat)
# The checks of the fields of `Knowledge`.
_FIELDS = {
    "seat": (one_of(Seat), "a seat"),
    "hand": (one_of(Hand), "a hand"),
    "unseen": (one_of(Hand), "a hand"),
    "sizes": (row_of(whole_within(0, FULL_HAND), len(Seat)), "three numbers of cards, by seat,"),
    "declarer": (one_of(Seat, type(None)), "None or a seat"),
    "strain": (one_of(Strain), "a strain"),
    "leader": (one_of(Seat), "a seat"),
    "voids": (row_of(set_of(one_of(Suit)), len(Seat)), "three frozensets of suits, by seat,"),
    "trick": (row_of(one_of(Card)), "a tuple of cards"),
    "tricks_taken": (row_of(whole_within(0, TRICKS), len(Seat)), "three counts, by seat,"),
    "supplementary": (
        row_of(whole_within(0, MOST_SUPPLEMENTARY), len(Seat)),
        f"three numbers of tricks, 0 to {MOST_SUPPLEMENTARY}, by seat,",
    ),
    "played": (row_of(items_of(one_of(Seat), one_of(Card))), "a tuple of pairs (seat, card)"),
}


@dataclass(frozen=True, slots=True)
class Knowledge(StableHash):
    """What a seat knows at some point of the play.

    seat           the seat that has this knowledge.
    hand           the cards that this seat still holds.
    unseen         the cards in the two other hands together.
    sizes          the number of cards in the hands, by seat.
    voids          by seat, the suits that the seat did not follow, and so holds no more of. If the
                   play began in the middle of a hand, earlier voids are not known.
    declarer       the declarer; None for the undeclared hand.
    strain         the declared strain; no trumps in the undeclared hand.
    leader         the seat that leads, or led, to the trick under way.
    trick          the cards on the table, in the order played.
    tricks_taken   the tricks taken, by seat, without supplementary ones.
    supplementary  the tricks that the exposed tens count for, by seat.
    played         the cards whose play is known, in order, as (seat, card); the trick under way
                   included.

    RuleError for fields that contradict each other, WrongTypeError for values of another type.
    """

    seat: Seat
    hand: Hand
    unseen: Hand
    sizes: tuple[int, int, int]
    declarer: Seat | None
    strain: Strain
    leader: Seat
    voids: Voids = _NO_VOIDS
    trick: tuple[Card, ...] = ()
    tricks_taken: tuple[int, int, int] = (0, 0, 0)
    supplementary: tuple[int, int, int] = (0, 0, 0)
    played: tuple[tuple[Seat, Card], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what no play can lead to: engines rely on that."""
        check_fields(self, _FIELDS)
        if any(self.hand.mask & suit.mask for suit in self.voids[self.seat]):
            raise RuleError(f"{self.seat} holds {self.hand}, but is listed as void in one suit")
        if self.declarer is None and self.strain is not Strain.NO_TRUMPS:
            raise RuleError(f"an undeclared hand is played at no trumps, not in {self.strain}")
        if not 0 <= self.tricks_left <= TRICKS:
            raise RuleError(f"tricks taken {self.tricks_taken}: a hand has {TRICKS}")
        self._check_cards()
        if self.played:
            _check_played(self)

    def _check_cards(self) -> None:
        """Check that all hands have the right size, and that no card is in two of them."""
        if len(self.trick) >= len(Seat) or (self.trick and not self.tricks_left):
            raise RuleError(f"{len(self.trick)} cards on the table of {self.tricks_left} tricks")
        sizes = [KEPT_CARDS + self.tricks_left] * len(Seat)
        for offset in range(len(self.trick)):
            sizes[(self.leader + offset) % len(Seat)] -= 1
        if tuple(self.sizes) != tuple(sizes) or len(self.hand) != sizes[self.seat]:
            raise RuleError(
                f"hand {self.hand} and sizes {self.sizes} with {self.tricks_left} tricks left and"
                f" {len(self.trick)} cards on the table: hands hold {tuple(sizes)}"
            )
        hidden = sum(sizes) - sizes[self.seat]
        if len(self.unseen) != hidden:
            raise RuleError(f"{len(self.unseen)} unseen cards: the two other hands hold {hidden}")
        open_cards = Hand.from_cards(self.trick)
        CLUMOND_PACK.check_holds(self.hand | self.unseen | open_cards, "what a seat has seen")
        twice = self.hand & self.unseen | (self.hand | self.unseen) & open_cards
        if twice:
            raise RuleError(f"{', '.join(map(str, twice))} in two places of what {self.seat} knows")

    @classmethod
    def of(cls, play: Play, seat: SeatLike) -> Knowledge:
        """What a seat knows at this point of the play, from its history and its table."""
        seat = Seat(seat)
        plays = tuple((_SEATS[played.seat], played.card) for played in play.all_played)
        others = [play.hands[other] for other in Seat if other != seat]
        forehand, middlehand, rearhand = (len(hand) for hand in play.hands)
        return cls(
            seat=seat,
            hand=play.hands[seat],
            unseen=others[0] | others[1],
            sizes=(forehand, middlehand, rearhand),
            declarer=play.declarer,
            strain=play.strain,
            leader=play.leader,
            voids=voids_shown(plays),
            trick=play.trick,
            tricks_taken=play.tricks_taken,
            supplementary=play.supplementary,
            played=plays,
        )

    @classmethod
    def at_start(
        cls,
        hand: Hand,
        seat: SeatLike,
        declarer: SeatLike | None,
        strain: StrainLike = Strain.NO_TRUMPS,
        *,
        supplementary: Sequence[int] = (0, 0, 0),
    ) -> Knowledge:
        """What a seat knows before the first card: its full hand and the calls.

        RuleError for a hand that is not sixteen cards of the pack without tens, for trumps in an
        undeclared hand, and for supplementary tricks outside 0 to 6.

        >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
        >>> Knowledge.at_start(hand, Seat.REARHAND, Seat.REARHAND, Strain.SPADES).leader
        Seat.FOREHAND
        """
        check_full_hand(hand)
        declarer = None if declarer is None else Seat(declarer)
        return cls(
            seat=Seat(seat),
            hand=hand,
            unseen=CLUMOND_PACK.cards - hand,
            sizes=(FULL_HAND, FULL_HAND, FULL_HAND),
            declarer=declarer,
            strain=Strain(strain),
            leader=opening_leader(declarer),
            supplementary=check_seat_counts(
                "supplementary tricks", supplementary, MOST_SUPPLEMENTARY
            ),
        )

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands by seat as far as this seat knows: the others are empty."""
        return tuple(self.hand if seat is self.seat else Hand() for seat in Seat)

    @property
    def turn(self) -> Seat | None:
        """The seat to play; None when the hand is over."""
        if self.tricks_left == 0:
            return None
        return Seat((self.leader + len(self.trick)) % len(Seat))

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete, the one under way included: 0 to 13."""
        return TRICKS - sum(self.tricks_taken)

    def may_hold(self, seat: SeatLike) -> Hand:
        """The cards that a seat may hold as far as this seat knows; for itself, its own hand."""
        seat = Seat(seat)
        if seat is self.seat:
            return self.hand
        void = Hand(sum(suit.mask & CLUMOND_PACK.cards.mask for suit in self.voids[seat]))
        return self.unseen - void

    def after(self, card: Card) -> Knowledge:
        """What the seat knows after it has played ``card`` at its turn.

        IllegalPlayError for a card that it may not play, RuleError if it is not its turn.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
        >>> knowledge = Knowledge.of(play, Seat.FOREHAND).after(Card.parse("C3"))
        >>> knowledge.turn, [str(card) for card in knowledge.trick]
        (Seat.MIDDLEHAND, ['C3'])
        """
        if self.turn is not self.seat:
            raise RuleError(f"it is {self.turn}'s turn, but the knowledge is {self.seat}'s")
        rules, trick = RULES[self.strain], (*self.trick, card)
        if card not in rules.legal_plays(self.hand, self.trick):
            reason = rules.why_illegal(self.hand, self.trick, card)
            raise IllegalPlayError(f"illegal play {card} by {self.seat}: {reason}")
        sizes, taken, voids = list(self.sizes), list(self.tricks_taken), list(self.voids)
        sizes[self.seat] -= 1
        led = trick[0].suit
        if card.suit is not led:
            voids[self.seat] |= {led}
        leader = self.leader
        if len(trick) == len(Seat):
            leader = _SEATS[(leader + rules.winner(trick)) % len(Seat)]
            taken[leader] += 1
            trick = ()
        return replace(
            self,
            hand=self.hand.without_card(card),
            sizes=(sizes[0], sizes[1], sizes[2]),
            voids=(voids[0], voids[1], voids[2]),
            leader=leader,
            trick=trick,
            tricks_taken=(taken[0], taken[1], taken[2]),
            played=(*self.played, (self.seat, card)),
        )

    def at_last_turn(self) -> Knowledge | None:
        """What the seat knew at its last turn before this one; None if it is not known.

        >>> play = Play(Deal.random(1), Seat.REARHAND, Strain.CLUBS)
        >>> before = Knowledge.of(play, Seat.FOREHAND)
        >>> for _ in range(3):
        ...     play.push(next(iter(play.legal_plays)))
        >>> Knowledge.of(play, Seat.FOREHAND).at_last_turn() == before
        True
        """
        own = [index for index, (seat, _) in enumerate(self.played) if seat is self.seat]
        if not own:
            return None
        plays, undone = self.played[: own[-1]], self.played[own[-1] :]
        trick = plays[len(plays) - len(plays) % len(Seat) :]
        taken, sizes = list(self.tricks_taken), list(self.sizes)
        for seat, _ in undone:
            sizes[seat] += 1
        size, rules = len(Seat), RULES[self.strain]
        for first in range(len(plays) - len(trick), len(self.played) - size + 1, size):
            won = self.played[first : first + size]
            taken[won[rules.winner([card for _, card in won])][0]] -= 1
        mine, theirs = (
            Hand.from_cards(card for seat, card in undone if (seat is self.seat) is is_own)
            for is_own in (True, False)
        )
        return replace(
            self,
            hand=self.hand | mine,
            unseen=self.unseen | theirs,
            sizes=(sizes[0], sizes[1], sizes[2]),
            leader=trick[0][0] if trick else self.seat,
            voids=voids_shown(plays),
            trick=tuple(card for _, card in trick),
            tricks_taken=(taken[0], taken[1], taken[2]),
            played=plays,
        )

    def play(self, hands: Sequence[Hand]) -> Play:
        """The play at this point with these hands (by seat), without its history.

        RuleError if the hands contradict the knowledge.
        """
        if not self.fits(hands):
            shown = " ".join(str(hand) for hand in hands)
            raise RuleError(f"hands {shown} contradict what {self.seat} has seen")
        return Play(
            hands,
            self.declarer,
            self.strain,
            leader=self.leader,
            tricks_taken=self.tricks_taken,
            supplementary=self.supplementary,
            table=self.trick,
        )

    def contradiction_error(self) -> RuleError:
        """The error for knowledge that contradicts itself."""
        voids = tuple(sorted(map(str, suits)) for suits in self.voids)
        return RuleError(
            f"no deal agrees with what {self.seat} has seen: {len(self.unseen)} unseen cards"
            f" for hands of {self.sizes} with voids {voids}"
        )

    def fits(self, hands: Sequence[Hand]) -> bool:
        """Whether these hands, by seat, agree with the knowledge."""
        return (
            len(hands) == len(Seat)
            and hands[self.seat] == self.hand
            and all(
                len(hands[seat]) == self.sizes[seat] and hands[seat].issubset(self.may_hold(seat))
                for seat in Seat
            )
            and hands[self.seat.left].isdisjoint(hands[self.seat.left.left])
        )


def check_full_hand(hand: Hand) -> None:
    """RuleError unless the hand is sixteen cards of Clumond's pack."""
    check_type(hand, Hand, "a hand")
    foreign = hand - CLUMOND_PACK.cards
    if foreign:
        listed = " ".join(str(card) for card in foreign)
        raise RuleError(f"{listed} in hand {hand}: Clumond is played without tens in the hands")
    if len(hand) != FULL_HAND:
        raise RuleError(f"hand {hand} has {len(hand)} cards: Clumond is dealt {FULL_HAND} each")


def _check_played(knowledge: Knowledge) -> None:
    """RuleError unless the cards played can lead to this point."""
    plays = knowledge.played
    if tuple(card for _, card in plays[len(plays) - len(plays) % len(Seat) :]) != knowledge.trick:
        raise RuleError("the cards played do not end with those on the table")
    rules, wins, leader = RULES[knowledge.strain], [0] * len(Seat), plays[0][0]
    # Masks of the cards that nobody can play, and of the suits in which a seat has shown a void.
    unplayable = knowledge.hand.mask | knowledge.unseen.mask | ~CLUMOND_PACK.cards.mask
    void = [0] * len(Seat)
    for first in range(0, len(plays), len(Seat)):
        trick = plays[first : first + len(Seat)]
        led = trick[0][1].suit
        for offset, (player, card) in enumerate(trick):
            if player != (leader + offset) % len(Seat):
                raise RuleError(f"{card} was played by {player}, whose turn it was not")
            if card.mask & (unplayable | void[player]):
                raise RuleError(f"{player} cannot have played {card}")
            unplayable |= card.mask
            if card.suit is not led:
                void[player] |= led.mask
        if len(trick) == len(Seat):
            leader = max(trick, key=lambda play: rules.power(led, play[1]))[0]
            wins[leader] += 1
    if leader != knowledge.leader or any(map(gt, wins, knowledge.tricks_taken)):
        raise RuleError(
            f"leader {knowledge.leader} and tricks {knowledge.tricks_taken}"
            " contradict the cards played:"
            f" {leader} leads, and the seats have at least {tuple(wins)} tricks"
        )
    if not all(map(frozenset.issubset, voids_shown(plays), knowledge.voids)):
        raise RuleError("a player did not follow a suit, but is not listed as void in it")
