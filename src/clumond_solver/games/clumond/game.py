"""Sessions of Clumond: the deal, the offer, the play, the settlement.

>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> state.push(Pass())
>>> state.push(Declare(Strain.HEARTS))
>>> state.play.declarer, state.turn
(Seat.MIDDLEHAND, Seat.REARHAND)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import fsum
from typing import Any, NamedTuple

from clumond_solver.base.cards import (
    CLUMOND_PACK,
    DIAGRAM_ORDER,
    FULL_PACK,
    Card,
    Chance,
    Hand,
    Pack,
    Strain,
    Suit,
    below,
)
from clumond_solver.base.checks import check_fields, check_given, check_type, checked
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.seeds import source_of
from clumond_solver.base.values import Result, set_plain_fields
from clumond_solver.base.wording import counted
from clumond_solver.games.clumond.deals import (
    FULL_HAND,
    KEPT_CARDS,
    Deal,
    ExposedTens,
    Seat,
    deal_four_tens,
)
from clumond_solver.games.clumond.play import (
    TRICKS,
    Outcome,
    ParReading,
    Play,
    Retention,
    possible_pars,
    voids_shown,
)
from clumond_solver.games.clumond.scoring import (
    DEFAULT_ANTE,
    DEFAULT_SCORING,
    Agreement,
    Scoring,
    Settlement,
    awards,
    settle_chips,
)
from clumond_solver.games.clumond.signals import Convention, infer_lengths, lengths_text
from clumond_solver.games.registry import TableWords, register
from clumond_solver.rules.actions import Action, Call, Declare, Pass, PlayCard
from clumond_solver.rules.game import Event, Standing
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.states import (
    Fact,
    FactKind,
    Layout,
    TrickState,
    card_actions,
)


@dataclass(frozen=True, slots=True)
class RetentionTarget(Result):
    """The numbers of tricks that the cards kept in hand at the end ask for.

    cards  the number of cards kept.
    total  the number of tricks that the seat has so far, supplementary ones included.
    pars   the numbers of tricks that count as success, by the code of the cards kept.
    """

    cards: int
    total: int
    pars: tuple[tuple[int, ...], ...]


class HandTerms(NamedTuple):
    """Who declares what, None for nobody; each seat's supplementary tricks; the terms of all.

    And what the table has agreed that the cards of a defence say.
    """

    declarer: Seat | None
    strain: Strain
    supplementary: tuple[int, int, int]
    agreement: Agreement
    signals: Convention = Convention.NONE


class ClumondState(TrickState):
    """One hand of Clumond: the offer round the table, then the play.

    Going for clumond is offered to forehand, middlehand and rearhand in turn; the first to accept
    names the strain and ends the offer. ``pot`` is in chips, antes included.
    """

    __slots__ = ("_start", "deal", "game", "pot", "tens")

    play: Play | None

    def __init__(
        self,
        game: ClumondGame,
        deal: Deal,
        tens: ExposedTens | None = None,
        pot: int = 0,
        start: Play | None = None,
    ) -> None:
        """Start with the offer to forehand, or with the play if ``start`` says how it begins."""
        check_given(ClumondState.__init__, game=game, deal=deal, tens=tens, pot=pot, start=start)
        self.game = game
        self.deal = deal
        self.tens = tens
        self.pot = pot
        self._start = start
        super().__init__()

    @classmethod
    def of(cls, play: Play) -> ClumondState:
        """The state of a hand, on paper, of which only the play is known, from any point on.

        >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
        >>> play.push("C3")
        >>> ClumondState.of(play).play == play
        True
        """
        check_type(play, Play, "a play")
        state = _state_from(play.at_start_of_trick)
        for past in play.all_played:
            state.push(PlayCard(past.card))
        return state

    @property
    def calls(self) -> tuple[Pass | Declare, ...]:
        """The answers to the offer so far, forehand's first."""
        return tuple(call for _, call in self._calls if isinstance(call, Pass | Declare))

    @property
    def agreement(self) -> Agreement:
        """The terms of this hand."""
        return Agreement(self.game.scoring, self.pot, self.game.par, self.tens)

    @property
    def supplementary(self) -> tuple[int, int, int]:
        """Each seat's supplementary tricks; none in the base game."""
        return self.agreement.supplementary if self._start is None else self._start.supplementary

    @property
    def turn(self) -> Seat | None:
        """The seat to call or to play; None when the hand is over."""
        seat = super().turn
        return None if seat is None else Seat(seat)

    @property
    def scores(self) -> tuple[int, int, int]:
        """The scores by seat in this hand, less the ante; RuleError before it is over."""
        gains, ante = self.agreement.scores(self.outcome()), self.ante
        return gains[0] - ante, gains[1] - ante, gains[2] - ante

    @property
    def ante(self) -> int:
        """The chips that each player puts into the pot before the hand; 0 on paper."""
        return self.game.ante if self.game.scoring is Scoring.CHIPS else 0

    def outcome(self) -> Outcome:
        """The outcome of every seat; RuleError while the hand is unfinished."""
        if self.play is None:
            raise RuleError("the hand is unfinished: the calls are not complete")
        return self.play.outcome()

    def settlement(self) -> Settlement:
        """The payments from and to the pot; RuleError while the hand is unfinished."""
        return settle_chips(self.outcome(), self.pot)

    @property
    def layout(self) -> Layout:
        """Three hands of the pack without tens; exposed tens are in no hand."""
        pack, start = CLUMOND_PACK.cards, self._start
        deal = partial(_deal_again, self.game, self.tens, self.pot)
        if start is not None:
            pack = start.hands[0] | start.hands[1] | start.hands[2]
            deal = partial(_play_again, start.terms)
        play = self.play
        declarer, strain = (
            (None, Strain.NO_TRUMPS) if play is None else (play.declarer, play.strain)
        )
        agreed = self.agreement, self.game.signals
        terms = HandTerms(declarer, strain, self.supplementary, *agreed)
        return Layout(pack, len(Seat), self.deal.size, deal, game="clumond", terms=terms)

    @property
    def payoffs(self) -> Payoffs:
        """Awards by the code of the cards kept and the tricks taken.

        The scoring and whether there is a declarer, the bidder of these payoffs, decide how the
        awards are settled.
        """
        if self.play is None:
            raise RuleError("the calls are not complete")
        return _payoffs(self.agreement, self.play.declarer, self.supplementary, self.ante)

    @checked
    def verb_of(self, call: Call) -> str:
        """The author's words."""
        return "go for clumond in" if isinstance(call, Declare) else super().verb_of(call)

    def _caller(self) -> int | None:
        if self._start is not None:
            return None
        declared = any(isinstance(call, Declare) for call in self.calls)
        return None if declared or len(self._calls) == len(Seat) else len(self._calls)

    def _open_calls(self) -> tuple[Pass | Declare, ...]:
        return _CALLS

    def _begin(self) -> Play:
        if self._start is not None:
            return self._start.copy()
        last = self.calls[-1]
        if isinstance(last, Pass):
            declarer, strain = None, None
        else:
            declarer, strain = Seat(len(self._calls) - 1), last.strain
        terms = self.agreement
        return Play(self.deal, declarer, strain, supplementary=terms.supplementary, par=terms.par)

    def _shown(self, call_count: int) -> Iterable[Event]:
        if call_count == 0 and self.tens is not None:
            for holder, tens in zip((*Seat, None), (*self.tens.own, self.tens.common), strict=True):
                if tens:
                    yield Event(holder, "in common" if holder is None else "shows", tens)

    def _table_facts(self, viewer: int) -> Iterable[Fact]:
        play = self.play
        if play is not None:
            trumps = "none" if play.strain is Strain.NO_TRUMPS else play.strain.symbol
            yield FactKind.TRUMPS.fact(trumps)
            yield Fact("declarer", "nobody" if play.declarer is None else "")
            if play.declarer is not None and self.game.signals is Convention.AUTHOR:
                yield Fact("signals", "the author's")
        if self.game.scoring is Scoring.CHIPS:
            yield FactKind.POT.fact(f"{self.pot} chips")
        if self.tens is not None and self.tens.common:
            yield Fact("tens in common", " ".join(card.pretty() for card in self.tens.common))

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        if self.tens is not None:
            own = tuple(" ".join(card.pretty() for card in tens) for tens in self.tens.own)
            yield Fact("tens", by_seat=own)
            yield Fact("supplementary", by_seat=tuple(map(str, self.supplementary)))

    def retention_target(self, viewer: int) -> RetentionTarget:
        """What the cards that a seat will keep can ask for, and its total so far."""
        viewer = self._checked_seat(viewer)
        extra = self.supplementary[viewer]
        taken = 0 if self.play is None else self.play.tricks_taken[viewer]
        pars = tuple(tuple(sorted(possible_pars(code, extra))) for code in range(10))
        return RetentionTarget(KEPT_CARDS, taken + extra, pars)

    def aids(self, viewer: int) -> tuple[Fact, ...]:
        """The pars within reach, the likeliest first, with the retentions that ask for them.

        A defender gets those of declarer, as far as he can know them.
        """
        play, viewer = self.play, self._checked_seat(viewer)
        if play is None or play.is_over:
            return ()
        seat = viewer if play.declarer is None else int(play.declarer)
        supplementary = self.supplementary[seat]
        total = play.tricks_taken[seat] + supplementary
        retentions: dict[int, list[str]] = {}
        lengths = self._greatest_lengths(play, viewer, seat)
        for retention in Retention.all():
            if retention.fits(lengths):
                for par in possible_pars(retention.code, supplementary):
                    if total <= par <= total + play.tricks_left:
                        retentions.setdefault(par, []).append(retention.pretty())
        if not retentions:
            who = "you" if seat == viewer else "declarer"
            return (FactKind.OUT_OF_REACH.fact(f"{who} can no longer make it"),)
        expected = total + _expected_tricks(play, viewer, seat)
        return tuple(
            Fact(f"{counted(par, 'trick')} ({par - total or 'no'} more)", " ".join(retentions[par]))
            for par in sorted(retentions, key=lambda par: (abs(par - expected), par))
        )

    def _greatest_lengths(self, play: Play, viewer: int, seat: int) -> Sequence[int]:
        """By suit code, the most cards that a seat may hold as far as the viewer knows."""
        if viewer == seat:
            return play.hands[seat].lengths
        unseen = play.hands[seat] | play.hands[3 - viewer - seat]
        voids = voids_shown((Seat(played.seat), played.card) for played in play.history)[seat]
        return [0 if suit in voids else unseen.length(suit) for suit in Suit]

    def signal_readings(self, viewer: int) -> tuple[Fact, ...] | None:
        """The lengths of the others' suits by the signals; None without a declarer.

        A text for each other seat. Only a defence signals, by a convention on what cards say.
        """
        play = self.play
        if play is None or play.declarer is None:
            return None
        seat = Seat(viewer)
        moves = [(Seat(played.seat), played.card) for played in play.history]
        lengths = infer_lengths(moves, play.declarer, play.strain, seat, self.deal[seat])
        facts = []
        for suit in DIAGRAM_ORDER:
            if suit in lengths:
                texts = [lengths_text(possible) for possible in lengths[suit]]
                texts[seat] = ""
                facts.append(Fact(suit.symbol, by_seat=tuple(texts)))
        return tuple(facts)

    def _hand(self, seat: int) -> Hand:
        return self.deal[Seat(seat)] if self.play is None else self.play.hands[seat]


# Cached, because every view of a hand has them.
@lru_cache(maxsize=256)
def _payoffs(
    agreement: Agreement,
    declarer: Seat | None,
    supplementary: tuple[int, int, int],
    ante: int,
) -> Payoffs:
    undeclared = (
        Settling.EACH_ALONE if agreement.scoring is Scoring.PAPER else Settling.THIRDS_OF_POT
    )
    return Payoffs(
        awards=awards(agreement, declarer, supplementary),
        counts=(frozenset(range(TRICKS + 1)),) * len(Seat),
        goals=(None,) * len(Seat),
        extra=(-ante,) * len(Seat),
        settling=undeclared if declarer is None else Settling.BIDDER_OR_OTHERS,
        bonus=agreement.rewards.defence,
        limit=agreement.pot,
        bidder=0 if declarer is None else declarer,
    )


def _expected_tricks(play: Play, viewer: int, seat: int) -> float:
    """About how many of the tricks left a seat wins, as far as the viewer can tell.

    The more cards out of its suit a card beats, the likelier it wins, and a trump beats all other
    suits. Of the tricks that a defender does not win, declarer wins about two thirds: a rough
    measure, one or two tricks off before the first trick, but it sorts totals well enough.
    """
    hand = play.hands[viewer]
    out = [card for other in Seat if other != viewer for card in play.hands[other]]
    chances = list[float]()
    for card in hand:
        is_trump = card.suit is play.strain.suit
        met = [other for other in out if is_trump or other.suit is card.suit]
        beaten = [other for other in met if other.suit is not card.suit or other.rank < card.rank]
        share = (1 + len(beaten)) / (1 + len(met))
        chances.append(share * share * share)
    own = play.tricks_left * fsum(chances) / len(chances)
    return own if seat == viewer else (play.tricks_left - own) * 2 / 3


def _deal_again(
    game: ClumondGame,
    tens: ExposedTens | None,
    pot: int,
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card],
) -> ClumondState:
    forehand, middlehand, rearhand = (Hand.of(*cards) for cards in hands)
    return ClumondState(game, Deal((forehand, middlehand, rearhand)), tens, pot)


def _state_from(start: Play) -> ClumondState:
    return ClumondState(ClumondGame(par=start.par), start.deal, start=start)


def _play_again(
    terms: Mapping[str, Any], hands: Sequence[Sequence[Card]], rest: Sequence[Card]
) -> ClumondState:
    return _state_from(Play([Hand.of(*cards) for cards in hands], **terms))


# Keeps all pots of a session within the limit of an `Agreement`.
_MOST_ANTE = 10**6
_CALLS: tuple[Pass | Declare, ...] = (Pass(), *(Declare(strain) for strain in Strain))


@dataclass(frozen=True, slots=True)
class ClumondGame:
    """Clumond, with the options that a table agrees on.

    four_tens    the variant with exposed tens and supplementary tricks.
    scoring      points on paper, the same in every hand, or chips from a pot, the original scoring.
    par          how far a player who misses is off: the distance to the nearest par (the code, or
                 ten more), or to the code after ten is taken away from ten tricks or more.
    ante         chips that each player puts in the pot for a hand, 0 to 1,000,000.
    stakes       starting chips of each player; they may become negative.
    hands        number of hands after which the session ends; none for no limit.
    target       points or chips at which the session ends; none for no limit.
    until_broke  whether the session ends when a player has no chips left.
    signals      what the table has agreed that a defender's cards say: nothing, or the lengths of
                 suits by the author's conventions, which the program's players then keep to.

    Ante, stakes and until_broke count for chips only: on paper all start with 0, and there is no
    pot. The session ends as soon as one of its ends applies. RuleError for options with which no
    hand could be dealt, or the session would never end.
    """

    four_tens: bool = False
    scoring: Scoring = DEFAULT_SCORING
    par: ParReading = ParReading.NEAREST
    ante: int = DEFAULT_ANTE
    stakes: int = 50
    hands: int | None = 12
    target: int | None = None
    until_broke: bool = False
    signals: Convention = Convention.NONE

    def __post_init__(self) -> None:
        """Convert texts of choices; refuse options that allow no session."""
        set_plain_fields(self)
        object.__setattr__(self, "scoring", Scoring(self.scoring))
        object.__setattr__(self, "par", ParReading(self.par))
        object.__setattr__(self, "signals", Convention(self.signals))
        check_fields(ClumondGame, self)
        if not 0 <= self.ante <= _MOST_ANTE:
            raise RuleError(f"an ante of {shown_number(self.ante)} chips: 0 to {_MOST_ANTE}")
        if self.hands is not None and self.hands < 1:
            raise RuleError(f"{shown_number(self.hands)} hands: a session has at least one")
        if self.hands is None and self.target is None and not self.until_broke:
            raise RuleError(
                "the session would never end: agree on a number of hands, on a score that ends the"
                " session, or on {option}",
                option="until_broke",
            )
        start = self.opening()
        if self.is_finished(start):
            raise RuleError(f"all start with {start.totals[0]}: the session would be over at once")

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
        """The calls, which answer the offer, then the cards of the pack without tens."""
        return (*_CALLS, *card_actions(CLUMOND_PACK.cards))

    def opening(self, seed: int = 0) -> Standing:
        """The starting chips (none on paper) and an empty pot; the seed decides who deals."""
        chips = self.stakes if self.scoring is Scoring.CHIPS else 0
        return Standing((chips,) * self.players, first_dealer=below(self.players, source_of(seed)))

    @property
    def pack(self) -> Pack:
        """48 cards without the tens, or 52."""
        return FULL_PACK if self.four_tens else CLUMOND_PACK

    @checked
    def deal(self, chance: Chance, standing: Standing) -> ClumondState:
        """Shuffle and deal, in Four Tens expose the tens, and collect the antes."""
        pot = standing.pot + self.ante * self.players if self.scoring is Scoring.CHIPS else 0
        cards = self.pack.order(chance)
        if self.four_tens:
            dealt = deal_four_tens(cards)
            return ClumondState(self, Deal(dealt.hands), dealt.tens, pot)
        hands = [Hand.from_cards(cards[start : start + FULL_HAND]) for start in (0, FULL_HAND, 32)]
        return ClumondState(self, Deal((hands[0], hands[1], hands[2])), None, pot)

    @checked
    def settle(self, standing: Standing, state: ClumondState) -> Standing:
        """Add the hand's gains to the totals and carry the pot over."""
        declarer = state.outcome().declarer
        pot = state.settlement().pot if self.scoring is Scoring.CHIPS else 0
        if declarer is None or state.play is None:
            return standing.with_deal("undeclared", state.scores, pot)
        declared = int(declarer), state.play.strain
        return standing.with_deal("", state.scores, pot, declared=declared)

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether the session has reached one of its agreed ends."""
        return (
            (self.hands is not None and standing.deals >= self.hands)
            or (self.target is not None and max(standing.totals) >= self.target)
            or (self.until_broke and min(standing.totals) <= 0)
        )


register(
    "clumond",
    ClumondGame,
    words=TableWords(
        about="Play thirteen of sixteen cards: the suits of the three left say how many tricks you"
        " should have taken. One may declare: name trumps and play alone against the other two.",
        deal="hand",
        label="declared",
        options={
            "four_tens": "Four Tens",
            "scoring=paper": "points on paper",
            "scoring=chips": "chips, the original scoring",
            "par": "measure of a miss",
            "par=nearest": "by the nearest par",
            "par=reduced": "by the reduced par",
            "stakes": "starting chips",
            "hands": "number of hands",
            "hands=none": "no limit",
            "target": "score that ends the session",
            "target=none": "no limit",
            "until_broke": "until somebody is broke",
            "signals": "signals of the defence",
            "signals=none": "none",
            "signals=author": "the author's",
        },
        counts_with=dict.fromkeys(("ante", "stakes", "until_broke"), "scoring=chips"),
    ),
)
