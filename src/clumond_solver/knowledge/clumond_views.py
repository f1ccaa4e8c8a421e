"""What one seat has seen of a hand of Clumond in play, in the words of the game.

A `ClumondView` is a `View`: it holds no hidden cards, and two plays that differ only in the other
two hands give equal views.

>>> from clumond_solver.games.clumond.deals import Deal
>>> deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
>>> play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
>>> for text in ("SA", "SJ", "S4", "SK", "S3", "S2", "SQ", "S5", "C2"):
...     play.push(Card.parse(text))
>>> view = ClumondView.of(play, Seat.REARHAND)
>>> view.voids[Seat.FOREHAND], len(view.unseen), view.turn
(frozenset({Suit.SPADES}), 26, Seat.FOREHAND)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Self, cast

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, StrainLike
from clumond_solver.base.checks import check_type, checked
from clumond_solver.base.errors import RuleError, WrongTypeError
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import FULL_HAND, Seat, SeatLike
from clumond_solver.games.clumond.game import ClumondState, HandTerms
from clumond_solver.games.clumond.play import Play, Voids, voids_shown
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.states import TrickState

#: Where what a seat has seen comes from: a play of Clumond, a state or a view of any game.
ViewSource = Play | TrickState | View


class ClumondView(View):
    """All that one seat knows of a hand of Clumond in play: a `View`.

    RuleError for a view of calls, WrongTypeError for one of another game.
    """

    __slots__ = ()
    seat: Seat
    turn: Seat | None

    def __post_init__(self) -> None:
        View.__post_init__(self)
        terms_of(self)
        if self.play is None:
            raise RuleError("the calls are not complete: until then there is a View only")
        for name in ("seat", "turn"):
            at = getattr(self, name)
            object.__setattr__(self, name, None if at is None else Seat(at))

    @classmethod
    def of(
        cls,
        state: ViewSource,
        seat: SeatLike | int | None = None,
        *,
        all_calls: bool = False,
    ) -> Self:
        """What a seat, by default the one to play, knows of a play, a state or a view of one."""
        check_type(state, ViewSource, "a play, a state or a view")
        check_type(all_calls, bool, "all_calls: True or False")
        if isinstance(state, Play):
            state = ClumondState.of(state)
        at = None if seat is None else Seat(seat)
        if isinstance(state, TrickState):
            state = View.of(state, at, all_calls=all_calls)
        elif at not in {None, state.seat}:
            raise RuleError(f"the view is {Seat(state.seat)}'s, not {at}'s")
        return cls(**{field.name: getattr(state, field.name) for field in fields(View)})

    @classmethod
    def at_start(  # type: ignore[override]
        cls,
        hand: Hand,
        seat: SeatLike,
        declarer: SeatLike | None,
        strain: StrainLike | None = None,
        *,
        supplementary: Sequence[int] = (0, 0, 0),
    ) -> Self:
        """What a seat knows before the first card: its full hand and the calls.

        RuleError for a hand that is not sixteen cards of the pack without tens, for trumps in an
        undeclared hand, and for supplementary tricks outside 0 to 6.

        >>> hand = Hand.parse("AK8732.AK974.KJ4.Q3")
        >>> ClumondView.at_start(hand, Seat.REARHAND, Seat.REARHAND, Strain.SPADES).leader
        Seat.FOREHAND
        """
        check_full_hand(hand)
        rest = [*(CLUMOND_PACK.cards - hand)]
        hands = [Hand.from_cards(rest[:FULL_HAND]), Hand.from_cards(rest[FULL_HAND:])]
        hands.insert(Seat(seat), hand)
        return cls.of(Play(hands, declarer, strain, supplementary=supplementary), seat)

    @property
    def _play(self) -> PlayView:
        return cast(PlayView, self.play)

    @property
    def declarer(self) -> Seat | None:
        """The declarer; None for the undeclared hand."""
        return terms_of(self).declarer

    @property
    def strain(self) -> Strain:
        """The declared strain; no trumps in the undeclared hand."""
        return terms_of(self).strain

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """The tricks that the exposed tens count for, by seat."""
        return terms_of(self).supplementary

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, to the trick under way."""
        return Seat(self._play.leader)

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table, in the order played."""
        return tuple(past.card for past in self._play.trick)

    @property
    def tricks_taken(self) -> tuple[int, int, int]:
        """The tricks taken, by seat, without supplementary ones."""
        forehand, middlehand, rearhand = self._play.tricks_taken
        return forehand, middlehand, rearhand

    @property
    def tricks_left(self) -> int:
        """The number of tricks that are not complete, the one under way included: 0 to 13."""
        return self._play.tricks_left

    @property
    def hand(self) -> Hand:
        """The cards that the seat still holds."""
        return self.held[self.seat]

    @property
    def unseen(self) -> Hand:
        """The cards in the two other hands together."""
        left = self.seat.left
        return self.pool | self.held[left] | self.held[left.left]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """The number of cards in the hands, by seat."""
        room = self.room
        forehand, middlehand, rearhand = (len(self.held[seat]) + room[seat] for seat in Seat)
        return forehand, middlehand, rearhand

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """The cards whose play is known, in order; the trick under way included."""
        return tuple((Seat(past.seat), past.card) for past in self.history)

    @property
    def voids(self) -> Voids:
        """By seat, the suits that it did not follow, and so holds no more of."""
        return voids_shown(self.plays)

    def possible(self, seat: SeatLike) -> Hand:
        """The cards that a seat may hold as far as this seat knows; for itself, its own hand."""
        seat = Seat(seat)
        return self.hand if seat is self.seat else self.may_hold[seat]

    @checked
    def after(self, played: PlayCard | Card) -> ClumondView:
        """The view after the seat, whose turn it is, has played a card.

        IllegalPlayError for a card that it may not play, RuleError if it is not its turn.

        >>> from clumond_solver.games.clumond.deals import Deal
        >>> play = Play(Deal.random(1), Seat.REARHAND, Strain.CLUBS)
        >>> view, card = ClumondView.of(play), next(iter(play.legal_plays))
        >>> play.push(card)
        >>> view.after(card) == ClumondView.of(play, view.seat)
        True
        """
        if self.turn is not self.seat:
            raise RuleError(f"it is {self.turn}'s turn, but the view is {self.seat}'s")
        # His own card shows him nothing new, so the view after it is the same in every deal.
        [world] = self.sample_worlds(1, 0)
        world.push(PlayCard(played) if isinstance(played, Card) else played)
        return self.of(world, self.seat)

    @checked
    def fits(self, hands: Sequence[Hand]) -> bool:
        """Whether these hands, by seat, agree with the view."""
        return (
            len(hands) == len(Seat)
            and tuple(map(len, hands)) == self.sizes
            and hands[self.seat] == self.hand
            and all(hands[seat].issubset(self.possible(seat)) for seat in Seat)
            and hands[self.seat.left].isdisjoint(hands[self.seat.left.left])
        )

    @checked
    def play_of(self, hands: Sequence[Hand]) -> Play:
        """The play at this point with these hands, by seat; RuleError if they do not fit."""
        if not self.fits(hands):
            shown = " ".join(map(str, hands))
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


def terms_of(view: View) -> HandTerms:
    """The terms of a hand of Clumond, in its calls too; WrongTypeError for another game's view."""
    terms = view.layout.terms
    if not isinstance(terms, HandTerms):
        raise WrongTypeError("a view of a hand of Clumond is needed, not one of another game")
    return terms


def check_full_hand(hand: Hand) -> None:
    """RuleError unless the hand is sixteen cards of Clumond's pack."""
    check_type(hand, Hand, "a hand")
    foreign = hand - CLUMOND_PACK.cards
    if foreign:
        listed = " ".join(str(card) for card in foreign)
        raise RuleError(f"{listed} in hand {hand}: Clumond is played without tens in the hands")
    if len(hand) != FULL_HAND:
        raise RuleError(
            f"hand {hand} has {counted(len(hand), 'card')}: Clumond is dealt {FULL_HAND} each"
        )
