"""Clubs: a suit that may be played to any lead, and scores that change sign.

Three or four players play out the whole pack. A club may be played to any lead, and ranks just
above the same rank of the suit led. A card taken costs a point, a club brings points, but the jack
of clubs costs many; if a player's tally is -26 or worse, the points of clubs change sign for all.

Source: the rules of Clubs by Alex Chen, James Cook and Patrick LaVictoire; see games/rules.md.

>>> rules = clubs_rules(4)
>>> rules.winner([Card.parse("D7"), Card.parse("C7"), Card.parse("D6"), Card.parse("C6")])
1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import or_

from clumond_solver.base.cards import FULL_PACK, Card, Chance, Hand, Rank, Suit
from clumond_solver.base.checks import as_int, checked
from clumond_solver.base.errors import DealError, RuleError, shown_number
from clumond_solver.base.values import set_plain_fields
from clumond_solver.games.registry import TableWords, register
from clumond_solver.rules.actions import Action, Call
from clumond_solver.rules.dealt import TotalsGame
from clumond_solver.rules.game import Event, Standing
from clumond_solver.rules.payoffs import Payoffs, Settling, points_by_bit
from clumond_solver.rules.states import (
    Fact,
    FactKind,
    HandConstraint,
    Layout,
    TrickState,
    card_actions,
)
from clumond_solver.rules.tricks import ACE_HIGH, TrickPlay, TrickRules

JACK_OF_CLUBS = Card(Suit.CLUBS, Rank.JACK)
OPENING_CARDS = (Card(Suit.CLUBS, Rank.TWO), Card(Suit.CLUBS, Rank.THREE))
SCRAMBLING_TALLY = -26
LOSING_TOTAL = -100


@cache
def clubs_rules(players: int) -> TrickRules:
    """The rules of the tricks of Clubs."""
    clubs = Suit.CLUBS
    return TrickRules(
        players=players,
        ranking=(ACE_HIGH,) * len(Suit),
        follow=tuple((frozenset({led, clubs}),) for led in Suit),
        tiers=tuple(tuple(0 if suit in {led, clubs} else None for suit in Suit) for led in Suit),
        tie_break=(0, 0, 0, 1),
        declares=frozenset({clubs}),
    )


def tally(won: Hand) -> int:
    """The points of the cards taken: -1 per card, +3 more per club, but -10 for the jack of clubs.

    >>> tally(Hand.parse("...J")), tally(Hand.parse("A...KJ"))
    (-11, -10)
    """
    jack = JACK_OF_CLUBS in won
    return 3 * (won.length(Suit.CLUBS) - jack) - 10 * jack - len(won)


def scrambled_tally(won: Hand) -> int:
    """The points of the cards taken after scrambling: -3 per club, but +10 for the jack of clubs.

    >>> scrambled_tally(Hand.parse("AKQ...J2"))
    7
    """
    jack = JACK_OF_CLUBS in won
    return -3 * (won.length(Suit.CLUBS) - jack) + 10 * jack


def clubs_scores(won: Sequence[Hand]) -> tuple[int, ...]:
    """The scores by seat, given the cards taken; scrambled if any tally is -26 or worse."""
    return tuple(map(scrambled_tally if is_scrambled(won) else tally, won))


def is_scrambled(won: Sequence[Hand]) -> bool:
    """Whether any tally is -26 or worse, given the cards taken by seat."""
    return min(tally(cards) for cards in won) <= SCRAMBLING_TALLY


_CLUB_POINTS = points_by_bit(
    {club: -10 if club == JACK_OF_CLUBS else 3 for club in FULL_PACK.cards.in_suit(Suit.CLUBS)}
)


@cache
def _payoffs(players: int) -> Payoffs:
    tricks = range(len(FULL_PACK) // players + 1)
    return replace(
        Payoffs.by_tricks([[-players * taken for taken in tricks]] * players, (None,) * players),
        card_points=_CLUB_POINTS,
        rest_award=-1,
        settling=Settling.TURNED_OVER,
        limit=SCRAMBLING_TALLY,
    )


class ClubsState(TrickState):
    """One deal of Clubs: the hands by seat and, with three players, the card face down.

    DealError unless the hands and that card make up the pack.
    """

    __slots__ = ("_dealt", "face_down_card")

    def __init__(self, hands: Sequence[Hand], face_down_card: Card | None = None) -> None:
        """Start the play: the two of clubs leads, or the three if the two is face down."""
        self._dealt = tuple(hands)
        self.face_down_card = face_down_card
        extra = Hand() if face_down_card is None else Hand.of(face_down_card)
        union = reduce(or_, self._dealt, extra)
        if union != FULL_PACK.cards or sum(map(len, (*self._dealt, extra))) != len(union):
            raise DealError("the hands and the card face down are not the 52 cards of the pack")
        super().__init__()

    @property
    def players(self) -> int:
        """Three or four."""
        return len(self._dealt)

    @property
    def cards_won(self) -> tuple[Hand, ...]:
        """The cards taken by seat; the card face down goes to the winner of the last trick."""
        play = self.play
        if play is None:
            return (Hand(),) * self.players
        won = list(play.cards_won)
        if play.is_over and self.face_down_card is not None:
            won[play.leader] = won[play.leader].with_card(self.face_down_card)
        return tuple(won)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score; RuleError before the deal is over."""
        if not self.is_over:
            raise RuleError("the deal is unfinished: cards are still to be played")
        return clubs_scores(self.cards_won)

    @property
    def layout(self) -> Layout:
        """The hands; with three players the card left over is face down."""
        size = len(FULL_PACK) // self.players
        return Layout(
            FULL_PACK.cards, self.players, size, _deal_again, turn_by_cards=True, game="clubs"
        )

    @property
    def payoffs(self) -> Payoffs:
        """-1 per card, and the points of clubs, which are negated if scrambled."""
        return _payoffs(self.players)

    def hand_constraints(self, viewer: int) -> Iterable[HandConstraint]:
        """If the two of clubs is face down, the leader of the three knows, then everybody."""
        play = self.play
        if play is None or self.face_down_card != OPENING_CARDS[0]:
            return
        if play.history or viewer == play.leader:
            yield HandConstraint(None, Hand.of(OPENING_CARDS[0]), has_all=True)

    def _caller(self) -> None:
        return None

    def _open_calls(self) -> tuple[Call, ...]:
        return ()

    def _begin(self) -> TrickPlay:
        opening = next(card for card in OPENING_CARDS if card != self.face_down_card)
        leader = next(seat for seat, hand in enumerate(self._dealt) if opening in hand)
        forced = [(opening,) if seat == leader else () for seat in range(self.players)]
        return TrickPlay(clubs_rules(self.players), self._dealt, leader, forced=forced)

    def _hand(self, seat: int) -> Hand:
        return self._dealt[seat] if self.play is None else self.play.hands[seat]

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        if any(self.cards_won):
            tallies = tuple(str(tally(cards)) for cards in self.cards_won)
            yield Fact("tally", by_seat=tallies, kind=FactKind.POINTS)

    def _shown_by_play(self, play: TrickPlay, card_count: int) -> Iterable[Event]:
        if play.is_over and card_count == len(play.history) and self.face_down_card is not None:
            text = "with the last trick goes the card face down,"
            yield Event(None, text, Hand.of(self.face_down_card))


def _deal_again(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> ClubsState:
    return ClubsState([Hand.of(*cards) for cards in hands], rest[0] if rest else None)


@dataclass(frozen=True, slots=True)
class ClubsGame(TotalsGame):
    """Clubs for three or four players, to a score of -100 or worse.

    players  3 or 4.

    >>> ClubsGame(3).deal(1, ClubsGame(3).opening()).turn in range(3)
    True
    """

    players: int = 4
    name = "Clubs"
    pack = FULL_PACK

    def __post_init__(self) -> None:
        if as_int(self.players, "a number of players") not in {3, 4}:
            raise RuleError(f"{shown_number(self.players)} players: Clubs is for 3 or 4")
        set_plain_fields(self)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The cards, and club leads that declare another suit."""
        return card_actions(declares=[Suit.CLUBS])

    @checked
    def deal(self, chance: Chance, standing: Standing) -> ClubsState:
        """Shuffle and deal the whole pack; with three players one card is left over, face down."""
        pack = self.pack.order(chance)
        size = len(pack) // self.players
        hands = [
            Hand.from_cards(pack[seat * size : (seat + 1) * size]) for seat in range(self.players)
        ]
        return ClubsState(hands, pack[-1] if size * self.players < len(pack) else None)

    @checked
    def settle(self, standing: Standing, state: ClubsState) -> Standing:
        """Add the scores; the label is "scrambled" if any tally was -26 or worse, else "plain"."""
        label = "scrambled" if is_scrambled(state.cards_won) else "plain"
        return standing.with_deal(label, state.scores)

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether a player has a total of -100 or worse."""
        return min(standing.totals) <= LOSING_TOTAL


register(
    "clubs",
    ClubsGame,
    words=TableWords(
        about="Win tricks with clubs in them and few others: each card you take costs 1 point, each"
        " club brings 3, but the jack of clubs costs 10. A club may be played to any suit, and"
        " ranks just above the same rank of the suit led."
    ),
)
