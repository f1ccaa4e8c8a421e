"""A session of Clumond: exposing tens, going for clumond, chips and paper scores.

The deal and its play stand in `clumond`; this is what happens before and after.

>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> state.push(Pass())
>>> state.push(Declare(Strain.HEARTS))
>>> state.play.declarer, state.turn
(Seat.MIDDLEHAND, Seat.REARHAND)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from itertools import combinations_with_replacement

from clumond_solver.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.errors import DealError, NotationError, RuleError
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Deal, Seat
from clumond_solver.games.clumond.play import (
    TRICKS,
    Outcome,
    ParReading,
    Play,
    Retention,
    SeatOutcome,
)
from clumond_solver.packs import CLUMOND_PACK, FULL_PACK, Chance, Pack
from clumond_solver.rules.game import Action, Declare, Event, Pass, Standing
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.states import Layout, TrickState, card_actions

_PAPER_SUCCESS, _PAPER_DECLARED, _PAPER_DEFENCE = 2, 10, 5
_MOST_CODE = KEPT_CARDS * max(Suit)
TENS = Hand.from_cards(Card(suit, Rank.TEN) for suit in Suit)


class Scoring(StrEnum):
    """How hands are paid: chips and a pot that is carried over, or points on paper.

    >>> ClumondGame(scoring=Scoring.CHIPS).opening().totals
    (50, 50, 50)
    """

    CHIPS = "chips"
    PAPER = "paper"


@dataclass(frozen=True, slots=True, order=True)
class ExposedTens:
    """Where the four tens lie in the Four Tens variant: before a player, or in common.

    >>> tens = ExposedTens.parse("F=CD M=H common=S")
    >>> tens.supplementary, str(tens)
    ((4, 3, 1), 'F=CD M=H R=- common=S')
    """

    own: tuple[Hand, Hand, Hand]
    common: Hand

    def __post_init__(self) -> None:
        """Refuse anything but each of the four tens in one place."""
        places = (*self.own, self.common)
        placed = self.own[0] | self.own[1] | self.own[2] | self.common
        if placed != TENS or sum(map(len, places)) != len(TENS):
            raise DealError("each of the four tens lies in one place: before a player or in common")

    @classmethod
    def parse(cls, text: str) -> ExposedTens:
        """Read each place's suits, `F=CD M=H R=- common=S`; places without a ten may be left out.

        NotationError says where the text stops making sense, DealError which tens do not fit.
        """
        placed = {"F": Hand(), "M": Hand(), "R": Hand(), "COMMON": Hand()}
        for word in re.finditer(r"\S+", text):
            place, equals, suits = word[0].partition("=")
            if not equals or place.upper() not in placed:
                reason = "say where tens lie by F=, M=, R= or common= and their suits"
                raise NotationError(reason, text, word.start())
            placed[place.upper()] = _tens_of(suits, text, word.start())
        return cls((placed["F"], placed["M"], placed["R"]), placed["COMMON"])

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """Each seat's supplementary tricks: the codes of his own tens and of those in common."""
        forehand, middlehand, rearhand = (_code(own) + _code(self.common) for own in self.own)
        return forehand, middlehand, rearhand

    def __str__(self) -> str:
        """The suits of the tens in each place, a dash where there is none."""
        places = zip(("F", "M", "R", "common"), (*self.own, self.common), strict=True)
        return " ".join(f"{place}={_suits_text(tens)}" for place, tens in places)


def _tens_of(suits: str, text: str, offset: int) -> Hand:
    try:
        letters = [] if suits == "-" else [Suit.parse(letter) for letter in suits]
    except NotationError as error:
        raise NotationError(error.reason, text, offset) from None
    return Hand.from_cards(Card(suit, Rank.TEN) for suit in letters)


def _code(tens: Hand) -> int:
    return sum(card.suit for card in tens)


def _suits_text(tens: Hand) -> str:
    return "".join(str(card.suit) for card in reversed(tuple(tens))) or "-"


def expose_tens(hands: Sequence[Hand], centre: Sequence[Card]) -> tuple[Deal, ExposedTens]:
    """Expose tens from forehand on, each replaced from the centre, whose first card is on top.

    A ten that is drawn is exposed too and replaced; what stays in the centre can only be tens
    (rules: "Four Tens variant"). DealError if hands and centre are not 48 and 4 cards.
    """
    if [len(hand) for hand in hands] != [FULL_HAND] * 3 or len(centre) != len(TENS):
        raise DealError("Four Tens is dealt as three hands of 16 cards and 4 in the centre")
    stock = list(centre)
    filled, own = [], []
    for hand in hands:
        exposed, rest = hand & TENS, hand - TENS
        while len(rest) < FULL_HAND:
            drawn = stock.pop(0)
            if drawn.rank is Rank.TEN:
                exposed = exposed.with_card(drawn)
            else:
                rest = rest.with_card(drawn)
        filled.append(rest)
        own.append(exposed)
    deal = Deal((filled[0], filled[1], filled[2]))
    return deal, ExposedTens((own[0], own[1], own[2]), Hand.from_cards(stock))


def paper_scores(
    outcome: Outcome, par: ParReading | str = ParReading.NEAREST
) -> tuple[int, int, int]:
    """What each seat scores on paper for a hand.

    Declared: +10 to a declarer who succeeds, else +5 to each defender. Undeclared: +2 to each
    player who succeeds, -1 for each trick off to the others.
    """
    forehand, middlehand, rearhand = (_paper_score(outcome, seat, par) for seat in Seat)
    return forehand, middlehand, rearhand


def _paper_score(outcome: Outcome, seat: Seat, par: ParReading | str) -> int:
    if outcome.declarer is None:
        return _PAPER_SUCCESS if outcome[seat].success else -outcome[seat].off(par)
    if outcome.declarer_succeeded:
        return _PAPER_DECLARED if seat is outcome.declarer else 0
    return 0 if seat is outcome.declarer else _PAPER_DEFENCE


@dataclass(frozen=True, slots=True, order=True)
class Settlement:
    """What each seat draws from the pot (negative: pays into it), and what stays in the pot."""

    gains: tuple[int, int, int]
    pot: int


def settle_chips(
    outcome: Outcome, pot: int, par: ParReading | str = ParReading.NEAREST
) -> Settlement:
    """Pay a hand in chips, the antes being in the pot already.

    Declared: success takes the pot; failure splits it between the opponents, an odd chip staying.
    Undeclared: players who are off pay a chip for each trick; then each player who succeeded draws
    a third, rounded down, of the pot as it then stands. RuleError for a negative pot.
    """
    if pot < 0:
        raise RuleError(f"a pot of {pot} chips")
    gains = [0, 0, 0]
    if outcome.declarer is None:
        for seat in Seat:
            gains[seat] = -outcome[seat].off(par)
        filled = pot - sum(gains)
        for seat in Seat:
            if outcome[seat].success:
                gains[seat] = filled // 3
    elif outcome.declarer_succeeded:
        gains[outcome.declarer] = pot
    else:
        for seat in Seat:
            gains[seat] = 0 if seat is outcome.declarer else pot // 2
    return Settlement((gains[0], gains[1], gains[2]), pot - sum(gains))


def _tricks_off(code: int, taken: int, supplementary: int, par: ParReading) -> int:
    return SeatOutcome(_RETENTIONS[code], taken, supplementary).off(par)


# Compiling all awards takes longer than a deal; there are few of them.
@cache
def _awards(
    scoring: Scoring,
    par: ParReading,
    pot: int,
    supplementary: tuple[int, int, int],
    declarer: Seat | None,
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By seat, code kept and tricks taken: what success brings, or minus the tricks off."""
    paper = scoring is Scoring.PAPER
    success = _PAPER_DECLARED if paper else pot

    def award(seat: Seat, code: int, taken: int) -> int:
        off = _tricks_off(code, taken, supplementary[seat], par)
        if declarer is None:
            return -off if off or not paper else _PAPER_SUCCESS
        return 0 if off or seat is not declarer else success

    return tuple(
        tuple(
            tuple(award(seat, code, taken) for taken in range(TRICKS + 1))
            for code in range(_MOST_CODE + 1)
        )
        for seat in Seat
    )


_RETENTIONS = {
    int(first) + second + third: Retention((first, second, third))
    for first, second, third in combinations_with_replacement(sorted(Suit, reverse=True), 3)
}


class ClumondState(TrickState):
    """One hand of Clumond: the offer round the table, then the play.

    Going for clumond is offered to forehand, middlehand and rearhand in turn; the first to accept
    names the strain and ends the offer. ``pot`` is in chips, antes included.
    """

    __slots__ = ("deal", "game", "pot", "tens")

    play: Play | None
    calling = "the offer still goes round"
    playing = "the offer is over, cards are played"

    def __init__(
        self, game: ClumondGame, deal: Deal, tens: ExposedTens | None = None, pot: int = 0
    ) -> None:
        """Start with the offer to forehand."""
        self.game = game
        self.deal = deal
        self.tens = tens
        self.pot = pot
        super().__init__()

    @property
    def calls(self) -> tuple[Pass | Declare, ...]:
        """The answers to the offer so far, forehand's first."""
        return tuple(call for _, call in self._calls if isinstance(call, Pass | Declare))

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """Each seat's supplementary tricks; none in the base game."""
        return (0, 0, 0) if self.tens is None else self.tens.supplementary

    @property
    def turn(self) -> Seat | None:
        """The seat to call or to play; None when the hand is over."""
        seat = super().turn
        return None if seat is None else Seat(seat)

    @property
    def scores(self) -> tuple[int, int, int]:
        """What each seat gains in this hand, the ante paid off; RuleError before it is over."""
        if self.game.scoring is Scoring.PAPER:
            return paper_scores(self.outcome(), self.game.par)
        gains = self.settlement().gains
        return gains[0] - self.game.ante, gains[1] - self.game.ante, gains[2] - self.game.ante

    def outcome(self) -> Outcome:
        """What everybody kept and took; RuleError while the hand is unfinished."""
        if self.play is None:
            raise RuleError("the hand is unfinished: the offer still goes round")
        return self.play.outcome()

    def settlement(self) -> Settlement:
        """How the pot is paid; RuleError while the hand is unfinished."""
        return settle_chips(self.outcome(), self.pot, self.game.par)

    @property
    def layout(self) -> Layout:
        """Three hands; tens lie where they are exposed."""
        new = partial(ClumondState, self.game, tens=self.tens, pot=self.pot)

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> ClumondState:
            forehand, middlehand, rearhand = (Hand.of(*cards) for cards in hands)
            return new(deal=Deal((forehand, middlehand, rearhand)))

        return Layout(CLUMOND_PACK.cards, len(Seat), FULL_HAND, deal)

    @property
    def payoffs(self) -> Payoffs:
        """Success or how far off, by the code of the cards kept and the tricks."""
        if self.play is None:
            raise RuleError("the offer still goes round")
        declarer = self.play.declarer
        settling, bonus = self._settling(declarer)
        ante = self.game.ante if self.game.scoring is Scoring.CHIPS else 0
        return Payoffs(
            awards=_awards(
                self.game.scoring, self.game.par, self.pot, self.supplementary, declarer
            ),
            counts=(frozenset(range(TRICKS + 1)),) * len(Seat),
            goals=(None,) * len(Seat),
            extra=(-ante,) * len(Seat),
            settling=settling,
            bonus=bonus,
            limit=self.pot,
            bidder=0 if declarer is None else declarer,
        )

    def _settling(self, declarer: Seat | None) -> tuple[Settling, int]:
        paper = self.game.scoring is Scoring.PAPER
        if declarer is None:
            return (Settling.EACH_ALONE if paper else Settling.THIRDS_OF_POT), 0
        return Settling.BIDDER_OR_OTHERS, _PAPER_DEFENCE if paper else self.pot // 2

    def seat_name(self, seat: int) -> str:
        """The seat's name."""
        return str(Seat(seat))

    def _caller(self) -> int | None:
        declared = any(isinstance(call, Declare) for call in self.calls)
        return None if declared or len(self._calls) == len(Seat) else len(self._calls)

    def _open_calls(self) -> tuple[Pass | Declare, ...]:
        return _OFFER

    def _begin(self) -> Play:
        last = self.calls[-1]
        if isinstance(last, Pass):
            return Play(self.deal, None, supplementary=self.supplementary)
        declarer = Seat(len(self._calls) - 1)
        return Play(self.deal, declarer, last.strain, supplementary=self.supplementary)

    def _shown(self, calls: int) -> Iterable[Event]:
        if calls == 0 and self.tens is not None:
            yield Event(None, f"tens {self.tens}", TENS)

    def _hand(self, seat: int) -> Hand:
        return self.deal[Seat(seat)] if self.play is None else self.play.hands[seat]


_OFFER: tuple[Pass | Declare, ...] = (Pass(), *(Declare(strain) for strain in Strain))


@dataclass(frozen=True, slots=True)
class ClumondGame:
    """Clumond as a table agrees to play it.

    four_tens   the variant with exposed tens and supplementary tricks.
    scoring     chips, or points on paper.
    par         how tricks off are counted; see `ParReading`.
    ante        chips that each player puts in before a hand, 0 or more.
    stakes      chips that each player starts with; they may become negative.
    hands       the session ends after so many hands; None for no such end.
    target      it ends when a player has so many points or chips; None for no such end.
    until_broke it ends when a player has no chips left.

    RuleError for agreements under which no session could be played or would never end.
    """

    four_tens: bool = False
    scoring: Scoring = Scoring.CHIPS
    par: ParReading = ParReading.NEAREST
    ante: int = 2
    stakes: int = 50
    hands: int | None = 12
    target: int | None = None
    until_broke: bool = False

    def __post_init__(self) -> None:
        """Accept texts for the two choices, and refuse what cannot be played."""
        object.__setattr__(self, "scoring", Scoring(self.scoring))
        object.__setattr__(self, "par", ParReading(self.par))
        if self.ante < 0 or (self.hands is not None and self.hands < 1):
            raise RuleError(f"an ante of {self.ante} and {self.hands} hands: 0 or more, 1 or more")
        if self.hands is None and self.target is None and not self.until_broke:
            raise RuleError("the session would never end: agree on hands, a target or until_broke")

    @property
    def name(self) -> str:
        """The variant's name."""
        return "Clumond, Four Tens" if self.four_tens else "Clumond"

    @property
    def players(self) -> int:
        """Three."""
        return len(Seat)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The answers to the offer, then the cards of the pack without tens."""
        return (*_OFFER, *card_actions(CLUMOND_PACK.cards))

    def opening(self, seed: int = 0) -> Standing:
        """Everybody's stakes (nothing on paper), and an empty pot."""
        return Standing((self.stakes if self.scoring is Scoring.CHIPS else 0,) * self.players)

    @property
    def pack(self) -> Pack:
        """48 cards without the tens, or 52."""
        return FULL_PACK if self.four_tens else CLUMOND_PACK

    def deal(self, chance: Chance, standing: Standing) -> ClumondState:
        """Shuffle and deal, expose tens if they are played with, and collect the antes."""
        pot = standing.pot + self.ante * self.players if self.scoring is Scoring.CHIPS else 0
        cards = self.pack.order(chance)
        hands = [Hand.from_cards(cards[start : start + FULL_HAND]) for start in (0, FULL_HAND, 32)]
        if self.four_tens:
            deal, tens = expose_tens(hands, cards[3 * FULL_HAND :])
            return ClumondState(self, deal, tens, pot)
        return ClumondState(self, Deal((hands[0], hands[1], hands[2])), None, pot)

    def settle(self, standing: Standing, state: ClumondState) -> Standing:
        """Add the hand's gains to the totals and carry the pot over."""
        outcome = state.outcome()
        declarer = outcome.declarer
        label = "undeclared" if declarer is None else f"{state.calls[-1]} by {declarer}"
        pot = state.settlement().pot if self.scoring is Scoring.CHIPS else 0
        return standing.with_deal(label, state.scores, pot)

    def is_finished(self, standing: Standing) -> bool:
        """Whether one of the agreed ends has come."""
        return (
            (self.hands is not None and standing.deals >= self.hands)
            or (self.target is not None and max(standing.totals) >= self.target)
            or (self.until_broke and min(standing.totals) <= 0)
        )
