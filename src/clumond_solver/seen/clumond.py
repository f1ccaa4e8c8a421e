"""What one seat has seen of a hand in play: its own cards and what lay open on the table.

Engines that must not see hidden cards start from a `Knowledge`, which holds none: two plays that
differ only in how the unseen cards lie between the other two hands give equal knowledge.

>>> from clumond_solver.games.clumond.deals import Deal
>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
>>> for text in ("SA", "SJ", "S4", "SK", "S3", "S2", "SQ", "S5", "C2"):
...     play.push(Card.parse(text))
>>> known = Knowledge.of(play, Seat.REARHAND)
>>> known.voids[Seat.FOREHAND], len(known.unseen), known.turn
(frozenset({Suit.SPADES}), 26, Seat.FOREHAND)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clumond_solver.cards import Card, Hand, Strain, Suit
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import FULL_HAND, Seat
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY, TRICKS, Play
from clumond_solver.packs import CLUMOND_PACK

Voids = tuple[frozenset[Suit], frozenset[Suit], frozenset[Suit]]
_NO_VOIDS: Voids = (frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows at some point of the play.

    seat           whose knowledge it is.
    hand           the cards it still holds.
    unseen         the cards in the two other hands together.
    sizes          how many cards each seat holds, by seat.
    voids          the suits that each seat has shown not to hold, by seat; a seat that did not
                   follow is void for good. What happened before the start of a play that began
                   in the middle is not known, so it shows nothing.
    declarer       who declared; None for the undeclared hand.
    strain         the strain played.
    leader         who leads, or led, to the trick under way.
    trick          the cards on the table, in the order played.
    tricks_taken   by seat, without supplementary tricks.
    supplementary  by seat, what the exposed tens count for.
    played         the moves known, in order, as (seat, card); the trick under way included.
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

    @classmethod
    def of(cls, play: Play, seat: Seat) -> Knowledge:
        """What the seat knows at this point of the play, from its history and its table."""
        seat = Seat(seat)
        moves = _moves_by_trick(play)
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
            voids=_voids_shown(moves),
            trick=play.trick,
            tricks_taken=play.tricks_taken,
            supplementary=play.supplementary,
            played=tuple(move for trick in moves for move in trick),
        )

    @classmethod
    def at_start(
        cls,
        hand: Hand,
        seat: Seat,
        declarer: Seat | None,
        strain: Strain = Strain.NO_TRUMPS,
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
        if declarer is None and strain is not Strain.NO_TRUMPS:
            raise RuleError(f"an undeclared hand is played at no trumps, not in {strain}")
        if len(supplementary) != len(Seat) or not all(
            0 <= count <= MOST_SUPPLEMENTARY for count in supplementary
        ):
            raise RuleError(
                f"supplementary tricks {tuple(supplementary)}: one number a seat,"
                f" each from 0 to {MOST_SUPPLEMENTARY}"
            )
        forehand, middlehand, rearhand = supplementary
        return cls(
            seat=Seat(seat),
            hand=hand,
            unseen=CLUMOND_PACK.cards - hand,
            sizes=(FULL_HAND, FULL_HAND, FULL_HAND),
            declarer=declarer,
            strain=Strain(strain),
            leader=Seat.FOREHAND if declarer is None else Seat(declarer).left,
            supplementary=(forehand, middlehand, rearhand),
        )

    @property
    def turn(self) -> Seat | None:
        """The seat to play; None when the hand is over."""
        if self.tricks_left == 0:
            return None
        return Seat((self.leader + len(self.trick)) % len(Seat))

    @property
    def tricks_left(self) -> int:
        """How many tricks are not complete yet, the one under way among them: 0 to 13."""
        return TRICKS - sum(self.tricks_taken)

    def may_hold(self, seat: Seat) -> Hand:
        """The cards that a seat may hold as far as this seat knows: its own hand exactly."""
        if seat == self.seat:
            return self.hand
        void = Hand(sum(suit.mask & CLUMOND_PACK.cards.mask for suit in self.voids[seat]))
        return self.unseen - void

    def play(self, hands: Sequence[Hand]) -> Play:
        """The play at this point if the hands were these (by seat), without its history.

        RuleError if the hands contradict what is known.
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

    def fits(self, hands: Sequence[Hand]) -> bool:
        """Whether these hands, by seat, agree with what is known."""
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
    foreign = hand - CLUMOND_PACK.cards
    if foreign:
        listed = " ".join(str(card) for card in foreign)
        raise RuleError(f"{listed} in hand {hand}: Clumond is played without tens in the hands")
    if len(hand) != FULL_HAND:
        raise RuleError(f"hand {hand} has {len(hand)} cards: Clumond is dealt {FULL_HAND} each")


def _moves_by_trick(play: Play) -> list[list[tuple[Seat, Card]]]:
    """The known moves, one list a trick; the first trick may have begun on the given table."""
    at = play.copy()
    later = [at.pop() for _ in play.history]
    seat = at.leader
    tricks: list[list[tuple[Seat, Card]]] = [[]]
    for card in at.trick:
        tricks[-1].append((seat, card))
        seat = seat.left
    for card in reversed(later):
        mover = at.turn
        if mover is None:  # pragma: no cover - a history never goes on after the end
            break
        if not at.trick:
            tricks.append([])
        tricks[-1].append((mover, card))
        at.push(card)
    return tricks


def _voids_shown(tricks: Sequence[Sequence[tuple[Seat, Card]]]) -> Voids:
    """By seat, the suits that were led and not followed."""
    shown: tuple[set[Suit], set[Suit], set[Suit]] = (set(), set(), set())
    for trick in tricks:
        for seat, card in trick[1:]:
            if card.suit is not trick[0][1].suit:
                shown[seat].add(trick[0][1].suit)
    forehand, middlehand, rearhand = (frozenset(suits) for suits in shown)
    return forehand, middlehand, rearhand
