"""Which facts are the reasons for a card of Clumond: grounds, the aim, and what fails.

Who keeps three cards for his tricks, declarer or in an undeclared hand the player, has the aim; a
defender's reasons are why declarer misses it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.coach.reasons import kinds
from clumond_solver.coach.reasons import kinds_of_clumond as of_clumond
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.fates import Fate, Moment, fate_of
from clumond_solver.coach.reasons.kinds import Often
from clumond_solver.coach.reasons.signals import Signals
from clumond_solver.coach.reasons.thresholds import (
    ABOUT_AS_OFTEN,
    EARLY,
    FEW_ABOVE,
    FEW_ENDINGS,
    FEW_MORE,
    MOST_FACTS,
    UNLIKELY,
)
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import RULES, Retention, possible_pars
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.proofs import open_endings, settled_by


class Beside(NamedTuple):
    """What else a reason for a card rests on, beside the card that it is compared with.

    proved    what is proved of the player's success; None without a proof.
    alike     cards about as good, with the endings after them.
    is_worse  False if the card compared may be worse only by luck.
    """

    proved: Fact | None = None
    alike: Mapping[Card, Endings | None] = MappingProxyType({})
    is_worse: bool = True


class CardOfClumond:
    """A card, compared with another one, and the games after both."""

    def __init__(
        self,
        view: ClumondView,
        card: Card,
        other: Card | None = None,
        *,
        games: Endings | None = None,
        others: Endings | None = None,
        beside: Beside | None = None,
    ) -> None:
        """Evaluate both cards; the endings are those of whoever has the aim."""
        self._view, self._card, self._other = view, card, other
        self._games, self._others = games, others
        self._proved, self._endings_alike, self._is_worse = beside or Beside()
        self._seat = view.seat if view.declarer is None else view.declarer
        self._is_own = self._seat is view.seat
        self._legal = [*RULES[view.strain].legal_plays(view.hand, view.trick)]
        self._alike = self._played(self._endings_alike)
        self._facts = CardFacts(
            Moment.of(view),
            PlayedCard(view.seat, card),
            None if other is None else PlayedCard(view.seat, other),
            legal=self._played(self._legal),
            tricks_left=view.tricks_left,
            declarer=None if self._is_own else self._seat,
        )
        self._extra = view.supplementary[self._seat]
        self._taken = view.tricks_taken[self._seat]
        self._total = self._taken + self._extra
        self._left = view.tricks_left

    def _played(self, cards: Collection[Card]) -> list[PlayedCard]:
        return [PlayedCard(self._view.seat, card) for card in cards]

    def facts(self, *, explain_signals: bool = True) -> Iterator[Fact]:
        """The facts to say, in order."""
        free = self.little_difference() if self._alike and self._other is None else None
        if free is not None:
            yield free
        if self._proved is not None:
            yield self._proved
        yield from self._own(free) if self._is_own else self._defence(free)
        if explain_signals and not self._is_own:
            yield from self._signals(self._other, self._endings_alike)
        yield from self._as_good()

    def prospect(self, *, explain_signals: bool) -> Iterator[Fact]:
        """What is wanted from here on, where there is no choice to explain."""
        if self._left > 1:
            yield from self._aim(is_free=self._facts.fixed() is not None)
            if explain_signals and not self._is_own:
                legal = [card for card in self._legal if card != self._card]
                yield from self._signals(None, legal)

    def _own(self, free: Fact | None) -> Iterator[Fact]:
        """Grounds, the aim, and a count of games, for who keeps three cards for his tricks."""
        if self._left == 1:
            yield from [*self._last_trick()] or self._facts.in_trick(0)
            return
        if self._view.declarer is None and (least := self._least_miss(self._card)):
            more = 0 if self._other is None else self._least_miss(self._other)
            yield of_clumond.missed(self._card, least, self._other if more > least else None, more)
            yield from self._facts.in_trick(0)
            return
        grounds = self.grounds()
        if self._proved is not None:
            yield from grounds
            return
        games, is_declared = self._games, self._view.declarer is not None
        if games is not None and is_declared and games.won <= UNLIKELY * games.games:
            yield of_clumond.unlikely()
        yield from grounds or ([] if free else [self._facts.fallback()])
        yield from self._aim(is_free=bool(free) or self._facts.fixed() is not None)
        if games is not None and (not is_declared or not games.is_rare):
            yield from self._counts(games)

    def _defence(self, free: Fact | None) -> Iterator[Fact]:
        """Grounds, declarer's aim, and what fails."""
        games, is_free = self._games, bool(free) or self._facts.fixed() is not None
        grounds: list[Fact] = (
            [of_clumond.lost_to_declarer()] if self._facts.is_lost_to_declarer else []
        )
        grounds += self.grounds()
        if games is None:
            yield from grounds
            return
        grounds = grounds or ([] if free else [self._facts.fallback()])
        aim = [*self._aim(is_free=is_free)]
        yield from [*aim, *grounds] if games.is_rare else [*grounds, *aim]
        if not games.is_rare:
            yield from self._counts(games)

    def _counts(self, games: Endings) -> Iterator[Fact]:
        """How often the games after the card succeed or fail, beside those after the other one.

        Where somebody declared, the chance shown says how often; only what fails is counted.
        """
        others = self._others if self._other is not None and self._is_worse else None
        often = Often(games.won, games.games)
        if self._view.declarer is None or games.won == games.games:
            differs = others is not None and others.won != games.won
            beside = (self._other, others.won) if differs and others is not None else (None, 0)
            if self._is_own is (self._view.declarer is None):
                yield of_clumond.succeeds(self._seat, self._card, often, *beside)
        if others is None or self._other is None:
            return
        worse, better = (others, games) if self._is_own else (games, others)
        if fault := worse.extra_fault(better):
            cards = (self._other, self._card) if self._is_own else (self._card, self._other)
            count = Often(worse.number(fault), worse.games)
            yield of_clumond.fails_more_often(
                self._seat, fault, cards[0], count, cards[1], better.number(fault)
            )
        few_more = games.is_rare or games.won - others.won < FEW_MORE * games.games
        miss, more = games.missed / games.games, others.missed / others.games
        if self._view.declarer is None and few_more and round(miss, 1) < round(more, 1):
            yield of_clumond.smaller_miss(self._card, miss, self._other, more)

    # Grounds.

    @cached_property
    def _wants(self) -> int:
        """1 if the card is better since it may win more tricks, -1 if fewer, 0 if not known."""
        games, others = self._games, self._others
        if self._is_own and self._main is not None and self._main[1] == self._total:
            return -1
        if games is None:
            return 0
        worse, better = (others, games) if self._is_own else (games, others)
        if others is None or worse is None or better is None:
            fault = games.fault
        else:
            fault = worse.extra_fault(better, is_worse=self._is_worse)
        return 0 if fault is None else fault.remedy

    def grounds(self) -> list[Fact]:
        """What tells the card from the other one, the most telling first."""
        trick = [*self._facts.in_trick(self._wants, self._alike)]
        if self._is_own and (spoils := [*self._spoils()]):
            return [spoils[0], *trick]
        suit = [*self._suit_of_own()] if self._is_own else [*self._suit_of_defence()]
        suit += self._facts.of_suit(self._wants)
        is_first = self._facts.is_about_trick(self._wants)
        return ([*trick, *suit] if is_first else [*suit, *trick])[:MOST_FACTS]

    def _spoils(self) -> Iterator[Fact]:
        """That the other card makes the main ending impossible, or every one."""
        other, plan = self._other, self._main
        if other is None:
            return
        fate = self._fate(other)
        number = self._taken + 1 if fate is Fate.WINS else 0
        if self.endings(self._card) and not self.endings(other):
            yield of_clumond.spoils(other, number)
        elif plan is not None:
            pars = possible_pars(plan[0].code, self._extra)
            most = self._total + self._left
            if not self._can_keep(other, plan[0]):
                yield of_clumond.is_needed(other, plan, self._extra)
            elif number and not any(self._total < par <= most for par in pars):
                yield of_clumond.spoils(other, number, plan, self._extra)
            elif fate is Fate.LOSES and not any(self._total <= par < most for par in pars):
                yield of_clumond.is_needed(None, plan, self._extra)

    def _suit_of_own(self) -> Iterator[Fact]:
        """That fewer cards of this suit are kept, or more can be spared, than of the other's."""
        suit, main = self._card.suit, self._main
        other = None if self._other is None else self._other.suit
        if (self._view.trick and self._view.trick[0].suit is suit) or other is suit:
            return

        def kept(suit: Suit) -> tuple[int, int]:
            if main is not None:
                return main[0].counts[suit], 1
            return (0, 0) if self._games is None else self._games.usually_kept(suit)

        (own, often), held = kept(suit), self._view.hand.length
        beside, is_known = (0, 1) if other is None else kept(other)
        if other is not None and own >= beside:
            spare = held(suit) - own > held(other) - beside
            is_known = is_known and own and beside and spare
        if often and is_known and own < held(suit):
            count = None if main or self._games is None else Often(often, self._games.won)
            yield of_clumond.can_go(
                self._card, self._seat, own, held(suit), main and main[0], count
            )

    def _suit_of_defence(self) -> Iterator[Fact]:
        """That declarer keeps no card of a suit discarded, or one of a suit led, or who led it."""
        suit, games = self._card.suit, self._games
        other = None if self._other is None else self._other.suit
        if other is not suit and games is not None and self._facts.is_discard:
            most, often = games.usually_kept(suit)
            if often and not most and (other is None or games.usually_kept(other)[0]):
                count = Often(often, games.won)
                yield of_clumond.can_go(self._card, self._seat, 0, 0, often=count)
        elif other is not suit and games is not None and not self._view.trick:
            often = games.often_with(suit)
            if often and (other is None or not games.often_with(other)):
                yield of_clumond.asks_for(self._card, Often(often, games.won))
                return
        played, size = self._view.plays, len(Seat)
        if self._view.trick or len(played) != size * sum(self._view.tricks_taken):
            return
        leads = [(seat, card.suit) for seat, card in played[::size] if seat is not self._seat]
        seats = [seat for seat, led in leads if led is suit]
        if seats and other not in {led for _, led in leads}:
            yield of_clumond.led_before(self._card, seats[0] is self._view.seat)

    # The aim.

    @cached_property
    def _main(self) -> Ending | None:
        """The main ending of the games, or the only possible one."""
        main = None if self._games is None else self._games.main
        if not self._is_own or (main is not None and self._can_keep(self._card, main[0])):
            return main
        possible = self.endings(self._card)
        return possible[0] if len(possible) == 1 else None

    def _aim(self, *, is_free: bool) -> Iterator[Fact]:
        """How many of the tricks left are needed, what wins them, and how most games fail.

        ``is_free``: no card that may be played now speaks for more tricks, or for fewer.
        """
        games = self._games
        if not self._is_own and games is None:
            return
        if not self._is_own and games is not None and games.is_rare:
            yield from self._beaten(games)
            return
        main, frequent = self._main, [] if games is None else games.frequent
        plans = frequent if len(frequent) == 2 and main in {None, frequent[0]} else []
        plans = plans or ([] if main is None else [main])
        totals = [total for _, total in plans] or ([] if games is None else games.totals)
        needs = sorted({total - self._total for total in totals})
        only = self.endings(self._card) if not self._is_own else []
        means = list[Fact]()
        if 0 < len(only) <= FEW_ENDINGS:
            yield of_clumond.only_plans(self._seat, tuple(only))
        elif needs and needs[0] >= 0 and not (self._wants < 0 and needs == [self._left]):
            cards = tuple(reversed([*self._to_keep()])) if self._is_own and len(plans) == 1 else ()
            yield of_clumond.needs_for(
                self._seat, tuple(plans), tuple(totals), self._total, self._left, cards
            )
            means = [*self._means(needs)] if self._is_own else []
        yield from means or self._fails(needs, is_free=is_free)

    def _beaten(self, games: Endings) -> Iterator[Fact]:
        """That declarer is beaten, or as good as beaten, and why."""
        only = self.endings(self._card)
        if 0 < len(only) <= FEW_ENDINGS and games.chance:
            yield of_clumond.only_plans(self._seat, tuple(only))
            return
        failed = games.too_many, games.too_few, games.games - games.won
        failed = (*failed[:2], failed[2] - sum(failed[:2]))
        yield of_clumond.beaten(self._card, games.chance == 0, bool(only), failed, games.games)

    def _fails(self, needs: Sequence[int], *, is_free: bool) -> Iterator[Fact]:
        """Whether the failures mostly have too many tricks, or too few."""
        games = self._games
        if games is None:
            return
        fault, both = games.fault, games.both_faults
        if fault is not None and fault.fits(needs, self._left):
            against = self._wants * fault.remedy < 0
            speaks = not against and self._facts.speaks_for(fault.remedy, self._alike)
            if speaks or is_free:
                yield of_clumond.mostly_fails(self._seat, fault, later=is_free)
        elif both is not None and not self._is_own:
            is_even = games.number(both[0]) <= ABOUT_AS_OFTEN * games.number(both[1])
            yield of_clumond.fails_both_ways(self._seat, *both, is_even)

    def _means(self, needs: Sequence[int]) -> Iterator[Fact]:
        """The sure winners for the tricks needed, or the card that may win one too many."""
        now = self._fate(self._card) is Fate.WINS
        if needs[0] == 0 or (now and [*needs] == [1]):
            yield from self._danger() if len(needs) == 1 else ()
        elif winners := self._winners():
            all_of_them = [self._card, *winners] if now else winners
            surplus = len(all_of_them) - needs[-1]
            is_surplus = surplus > 0 and self._left > len(winners)
            yield of_clumond.sure_to_win(
                tuple(all_of_them if is_surplus else winners), surplus * is_surplus
            )
        else:
            yield from self._best_chance()

    def _danger(self) -> Iterator[Fact]:
        """The card that is likeliest to win a trick where none is wanted."""
        moment, main = self._facts.moment, self._main
        rest = self._view.hand.without_card(self._card) - self._to_keep()
        # Nobody can make a suit that is not out win, unless the player leads it himself.
        able = [card for card in rest if moment.may_win(card) and moment.count_out(card.suit)]
        danger = min(able, key=self._from_the_top, default=None)
        if danger is not None and self._from_the_top(danger)[0] <= FEW_ABOVE:
            yield of_clumond.dangerous_card(
                danger, main is not None and danger.suit in main[0].suits
            )

    def _best_chance(self) -> Iterator[Fact]:
        """The card that is likeliest to win a trick, if few are higher."""
        moment, trumps = self._facts.moment, self._view.strain.suit
        rest, kept = self._view.hand.without_card(self._card), self._kept_by_suit()
        able = [
            card
            for card in rest
            if trumps in {None, card.suit}
            and rest.length(card.suit) > kept[card.suit]
            and moment.may_win(card)
        ]
        best = min(able, key=self._from_the_top, default=None)
        if best is not None and 0 < self._from_the_top(best)[0] <= FEW_ABOVE:
            yield of_clumond.best_chance(best, tuple(moment.higher_cards(best)))

    def _from_the_top(self, card: Card) -> tuple[int, int]:
        return len(self._facts.moment.higher_cards(card)), -card.rank

    def _winners(self) -> list[Card]:
        """The top cards, trumps or at no trumps, that can be played and still leave the plan."""
        rest, trumps = self._view.hand.without_card(self._card), self._view.strain.suit
        winners = list[Card]()
        for suit, count in zip(Suit, self._kept_by_suit(), strict=True):
            if trumps in {None, suit}:
                tops = [card for card in rest.in_suit(suit) if self._facts.moment.is_top(card)]
                winners += tops[::-1][: max(0, rest.length(suit) - count)]
        return winners

    def _kept_by_suit(self) -> list[int]:
        """By suit, how many cards the main ending keeps, or one of the two frequent ones."""
        frequent = [] if self._games is None else self._games.frequent
        counts = [kept.counts for kept, _ in ([self._main] if self._main else frequent)]
        return [max(by_suit) for by_suit in zip(*counts, strict=True)] or [0] * len(Suit)

    def _to_keep(self) -> Hand:
        """The three cards of the main ending, where no others of these suits can be kept."""
        suits = () if self._main is None else self._main[0].suits
        rest = self._view.hand.without_card(self._card)
        cards = Hand.from_cards(card for card in rest if card.suit in suits)
        return cards if len(cards) == KEPT_CARDS else Hand()

    def endings(self, card: Card) -> list[Ending]:
        """The successes that are still possible after a card, as far as the player knows."""
        return open_endings(self._view.after(PlayCard(card)), self._seat)

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self._view.hand.without_card(card)
        return kept.fits([rest.length(suit) for suit in Suit])

    def _fate(self, card: Card) -> Fate:
        return fate_of(self._view, card)

    def _least_miss(self, card: Card) -> int:
        """The distance from the nearest par, at least, whatever is played after the card."""
        fate = self._fate(card)
        fewest = self._total + (fate is Fate.WINS)
        most = self._total + self._left - (fate is Fate.LOSES)
        return min(
            abs(par - total)
            for kept in Retention.all()
            if self._can_keep(card, kept)
            for par in possible_pars(kept.code, self._extra)
            for total in range(fewest, most + 1)
        )

    # The last trick, where the card played fixes the retention.

    def _last_trick(self) -> Iterator[Fact]:
        own, is_undeclared = self._last_keeps(self._card), self._view.declarer is None
        proved = None if self._proved is None else self._proved["kept"]
        if proved != own["kept"] and (is_undeclared or own["wins"] is not None):
            yield own
        other = None if self._other is None else self._last_keeps(self._other)
        if other is not None and other["wins"] is None and other["kept"] != own["kept"]:
            yield other

    def _last_keeps(self, card: Card) -> Fact:
        kept = Retention.of(self._view.hand.without_card(card))
        pars = possible_pars(kept.code, self._extra)
        wins = self._total + 1 in pars
        is_sure = self._fate(card) is (Fate.WINS if wins else Fate.LOSES)
        is_open = wins or self._total in pars
        return of_clumond.last_keeps(
            card,
            kept,
            pars,
            self._total,
            wins if is_open else None,
            is_sure,
            is_other=card == self._other,
        )

    # Cards about as good.

    def little_difference(self) -> Fact | None:
        """That the cards compared are as good although some rather win this trick, and why."""
        facts, cards, view = (
            self._facts,
            [facts_card.card for facts_card in self._alike],
            self._view,
        )
        compared, suit = {self._card, *cards}, self._card.suit
        of_suit = [card for card in self._legal if card.suit is suit]
        is_any = len(self._legal) > 1 and compared.issuperset(self._legal)
        is_suit = len(of_suit) > 1 and compared.issuperset(of_suit)
        differ = any(facts.rather_wins(one, facts.card) for one in self._alike)
        if not (is_any or is_suit or differ) or facts.fixed() or facts.is_lost_to_declarer:
            return None
        later = facts.now_or_later([facts.card, *self._alike])
        totals = list[int]()
        if later is None and self._games is not None:
            totals = self._games.either_way(is_early=view.tricks_left >= EARLY)
        if later is None and not totals:
            return None
        of = suit if is_suit and not is_any else None
        return of_clumond.little_difference(self._seat, of, is_any, later, tuple(totals))

    def _as_good(self) -> Iterator[Fact]:
        """The cards that are as good: touching ones, whose games are the same, or as certain."""
        equal, about = list[PlayCard](), list[PlayCard]()
        for card, endings in self._endings_alike.items():
            same = self._games is not None and endings is self._games
            (equal if self._proved is not None or same else about).append(PlayCard(card))
        if equal:
            yield kinds.as_good(tuple(equal), are_equal=True)
        if about:
            yield kinds.as_good(tuple(about))

    def _signals(self, other: Card | None, alike: Collection[Card]) -> Iterator[Fact]:
        """What the card tells partner, or else the first as good that tells its length."""
        signals = Signals(self._view, self._seat)
        of_alike = (signals.of(one, self._card, of_length=True) for one in alike)
        signal = signals.of(self._card, other) or next(filter(None, of_alike), None)
        if signal is not None:
            yield signal


def settled(view: ClumondView) -> Fact | None:
    """That nothing played to the last trick changes the result, or no card of the player's does.

    None if it is not the last trick, or if a card may change the result in some deal.
    """
    if view.tricks_left != 1:
        return None
    judged = view.seat if view.declarer is None else view.declarer
    legal = RULES[view.strain].legal_plays(view.hand, view.trick)
    by_card = settled_by(view, judged)
    results = {by_card.get(card) for card in legal}
    if results == {True} or (results == {False} and view.declarer is not None):
        return of_clumond.settled(judged, True in results)
    is_defender = view.declarer not in {None, view.seat}
    if is_defender and all(fate_of(view, card) is Fate.LOSES for card in legal):
        return of_clumond.settled(judged, None)
    return None
