"""Reasons for a card of Clumond: which facts speak for it rather than for another one.

They are grounds, the aim, and what fails. Who keeps three cards for his tricks, declarer or in an
undeclared hand the player, has the aim; a defender's reasons are why declarer misses it. They also
mention what a card tells his partner by the author's signals, whether or not the engine reads them.

>>> from clumond_solver.coach.reasons import in_sentences
>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> view = ClumondView.of(play, "F")
>>> facts = reasons_for_card(view, Card.parse("H3"), [Rival(Card.parse("DA"))])
>>> print(in_sentences(facts, view).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two, and you lose this trick
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons import thresholds, wordings
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.clumond.finishes import Finishes
from clumond_solver.coach.reasons.fates import Fate, Moment, Now
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.wordings import Alike, Often
from clumond_solver.games.clumond.deals import FULL_HAND, KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import RULES, Retention, possible_pars
from clumond_solver.games.clumond.signals import Lengths, SignalKind, infer_lengths, signals
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.results.clumond_results import Plan
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.clumond.proofs import open_endings, settled_by
from clumond_solver.single_dummy.clumond.signalling import dealt_to, knows_all_plays

# These tell a length by the rank of the card: high from an even length, low from an odd one.
_BY_RANK = {SignalKind.OPENS, SignalKind.FIRST}


class Rival(NamedTuple):
    """A card that may be worse, with the endings after it; ``is_worse`` if beyond luck."""

    card: Card
    games: Finishes | None = None
    is_worse: bool = True


def reasons_for_card(
    view: ClumondView,
    card: Card,
    rivals: Sequence[Rival] = (),
    *,
    far: Sequence[Rival] = (),
    games: Finishes | None = None,
    proved: Reason | None = None,
    alike: Mapping[Card, Finishes | None] = MappingProxyType({}),
    explain_signals: bool = True,
) -> list[Reason]:
    """The facts that speak for the card, rather than a rival, as its seat sees them.

    The rival is the first that something tells from the card; those worse beyond luck come first,
    those that are ``far`` worse last. ``games`` are declarer's endings in games after the card, or
    the seat's own where nobody declared. ``proved`` is what is proved of the player's success,
    ``alike`` has the cards about as good, with the endings after them. Without
    ``explain_signals`` what a card tells a partner who reads signals is left out. RuleError if it
    is not the seat's turn.
    """
    if view.turn is not view.seat:
        raise RuleError(f"it is {view.turn}'s turn, but the view is {view.seat}'s")
    if is_settled := settled_fact(view):
        return [proved if proved and view.seat is view.declarer else is_settled]
    sides = [
        CardOfClumond(view, card, rival, games=games, proved=proved, alike=alike)
        for rival in (*sorted(rivals, key=lambda one: not one.is_worse), *far, None)
    ]
    side = next((one for one in sides[:-1] if one.grounds()), sides[0])
    return [*side.facts(explain_signals=explain_signals)]


class CardOfClumond:
    """A card beside a rival, and the games after both."""

    def __init__(
        self,
        view: ClumondView,
        card: Card,
        rival: Rival | None = None,
        *,
        games: Finishes | None = None,
        proved: Reason | None = None,
        alike: Mapping[Card, Finishes | None] = MappingProxyType({}),
    ) -> None:
        """Evaluate both cards; the endings are those of whoever has the aim."""
        self._view, self._card, self._games = view, card, games
        self._other = None if rival is None else rival.card
        self._others = None if rival is None else rival.games
        self._is_worse = rival is None or rival.is_worse
        self._proved, self._endings_alike = proved, alike
        self._seat = view.seat if view.declarer is None else view.declarer
        self._is_own, self._is_declared = self._seat is view.seat, view.declarer is not None
        moment, declarer = Moment.of(view), None if self._is_own else self._seat
        self._legal = [one.card for one in moment.legal]
        self._alike = [moment.now(PlayedCard(view.seat, it)) for it in alike]
        other = None if rival is None else moment.now(PlayedCard(view.seat, rival.card))
        now = moment.now(PlayedCard(view.seat, card))
        self._facts = CardFacts(moment, now, other, declarer=declarer)
        self._extra, self._left = view.supplementary[self._seat], view.tricks_left
        self._taken = view.tricks_taken[self._seat]
        self._total = self._taken + self._extra

    def facts(self, *, explain_signals: bool = True) -> Iterator[Reason]:
        """The facts to say, in order."""
        free = self.little_difference() if self._alike and self._other is None else None
        if free is not None:
            yield free
        if self._proved is not None:
            yield self._proved
        if self._is_own and self._left == 1:
            yield from [*self._last_trick()] or self._facts.in_trick(0)
        else:
            yield from self._reasons(free)
        if explain_signals and not self._is_own:
            yield from self._signals(self._other, self._endings_alike)
        yield from self._as_good()

    def prospect(self, *, explain_signals: bool) -> Iterator[Reason]:
        """What is wanted from here on, where there is no choice to explain."""
        if self._left > 1:
            yield from self._aim(is_free=self._facts.fixed() is not None)
            if explain_signals and not self._is_own:
                legal = [card for card in self._legal if card != self._card]
                yield from self._signals(None, legal)

    def _reasons(self, free: Reason | None) -> Iterator[Reason]:
        """Grounds, the aim, and a count of games; where declarer is beaten, that comes first."""
        games, is_defence = self._games, not self._is_own
        if not self._is_declared and not self.endings(self._card):
            yield of_clumond.impossible(is_declared=False)
            yield from self._facts.in_trick(0)
            return
        grounds = [of_clumond.lost_to_declarer()] if self._facts.is_lost_to_declarer else []
        grounds += self.grounds()
        if self._proved is not None or (is_defence and games is None):
            yield from grounds
            return
        grounds = grounds or ([] if free else [self._facts.fallback()])
        aim = [*self._aim(is_free=bool(free) or self._facts.fixed() is not None)]
        if games is None:
            yield from [*grounds, *aim]
            return
        if self._is_own and self._is_declared and games.won <= thresholds.UNLIKELY * games.games:
            yield of_clumond.unlikely()
        yield from [*aim, *grounds] if is_defence and games.is_rare else [*grounds, *aim]
        if not (self._is_declared and games.is_rare):
            yield from self._counts(games)

    def _counts(self, games: Finishes) -> Iterator[Reason]:
        """How often the games after the card succeed or fail, beside those after the other one.

        Where somebody declared, the chance shown says how often; only what fails is counted.
        """
        others, rival = self._others if self._is_worse else None, self._facts.other
        if not self._is_declared or (games.failed == 0 and self._is_own):
            often, event = Often(games.won, games.games), of_clumond.ends(self._seat)
            is_same = others is None or others.won == games.won
            other = None if is_same or rival is None else rival.played
            beside = 0 if others is None else others.won
            yield wordings.happens(event, often, self._facts.card.played, other, beside)
        if others is not None and rival is not None and (fault := self._extra_fault):
            after = [(self._facts.card.played, games), (rival.played, others)]
            (first, worse), (second, better) = reversed(after) if self._is_own else after
            often = Often(worse.number(fault), worse.games)
            event = of_clumond.ends(self._seat, fault)
            yield wordings.happens(event, often, first, second, better.number(fault))

    @cached_property
    def _extra_fault(self) -> Fault | None:
        """How games after one card fail that succeed after the other one; None if by luck."""
        if self._games is None or self._others is None:
            return None
        after = self._games, self._others
        worse, better = reversed(after) if self._is_own else after
        return worse.extra_fault(better, is_worse=self._is_worse)

    @cached_property
    def _wants(self) -> int:
        """1 if the card is better since it may win more tricks, -1 if fewer, 0 if not known."""
        if self._is_own and self._main is not None and self._main[1] == self._total:
            return -1
        if self._games is None:
            return 0
        fault = self._games.fault if self._others is None else self._extra_fault
        return 0 if fault is None else fault.remedy

    def grounds(self) -> list[Reason]:
        """What tells the card from the other one, the most telling first."""
        trick = [*self._facts.in_trick(self._wants, self._alike)]
        if self._is_own and (spoils := self._spoils()):
            return [spoils, *trick]
        suit = [*self._suit_of_own()] if self._is_own else [*self._suit_of_defence()]
        suit += self._facts.of_suit(self._wants)
        is_first = self._facts.is_about_trick(self._wants)
        return ([*trick, *suit] if is_first else [*suit, *trick])[: thresholds.MOST_FACTS]

    def _spoils(self) -> Reason | None:
        """That the other card makes the main ending impossible, or every one."""
        beside, plan = self._facts.other, self._main
        if beside is None:
            return None
        other, number = beside.played.card, self._taken + 1 if beside.fate is Fate.WINS else 0
        if self.endings(self._card) and not self.endings(other):
            return of_clumond.spoils(other, number)
        if plan is None:
            return None
        if not self._can_keep(other, plan[0]):
            return of_clumond.spoils(other, 0, plan)
        most = self._total + self._left
        can = any(self._total < par <= most for par in possible_pars(plan[0].code, self._extra))
        return of_clumond.spoils(other, number, plan) if number and not can else None

    def _suit_of_own(self) -> Iterator[Reason]:
        """That fewer cards of this suit are kept, or more can be spared, than of the other's."""
        suit, main, held = self._card.suit, self._main, self._view.hand.length
        other = None if self._other is None else self._other.suit
        if (self._view.trick and self._view.trick[0].suit is suit) or other is suit:
            return

        def kept(suit: Suit) -> tuple[int, int]:
            if main is not None:
                return main[0].counts[suit], 1
            return (0, 0) if self._games is None else self._games.usually_kept(suit)

        own, often = kept(suit)
        beside, is_known = (0, 1) if other is None else kept(other)
        if other is not None and own >= beside:
            is_known = own and beside and held(suit) - own > held(other) - beside
        if often and is_known and own < held(suit):
            won = 0 if self._games is None else self._games.won
            why = Often(often, won) if main is None else main[0]
            yield of_clumond.can_go(self._card, self._seat, own, held(suit), why)

    def _suit_of_defence(self) -> Iterator[Reason]:
        """That declarer keeps no card of a suit discarded, or one of a suit led, or who led it."""
        suit, games = self._card.suit, self._games
        other = None if self._other is None else self._other.suit
        if other is not suit and games is not None and self._facts.is_discard:
            most, often = games.usually_kept(suit)
            if often and not most and (other is None or games.usually_kept(other)[0]):
                why = Often(often, games.won)
                yield of_clumond.can_go(self._card, self._seat, 0, 0, why)
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

    @cached_property
    def _main(self) -> Plan | None:
        """The main ending of the games, or the only possible one."""
        main = None if self._games is None else self._games.main
        if not self._is_own or (main is not None and self._can_keep(self._card, main[0])):
            return main
        possible = self.endings(self._card)
        return possible[0] if len(possible) == 1 else None

    def _aim(self, *, is_free: bool) -> Iterator[Reason]:
        """How many of the tricks left are needed, what wins them, and how most games fail.

        ``is_free``: no card that may be played now speaks for more tricks, or for fewer.
        """
        games = self._games
        only = [] if self._is_own else self.endings(self._card)
        is_few = 0 < len(only) <= thresholds.FEW_ENDINGS
        if not self._is_own and (games is None or games.is_rare):
            if games is not None:
                yield self._beaten(games, only, is_few=is_few)
            return
        plans = only if is_few else self._plans()
        needs, means = sorted({total - self._total for _, total in plans}), list[Reason]()
        if is_few:
            yield of_clumond.only_plans(self._seat, tuple(only))
        elif needs and needs[0] >= 0 and not (self._wants < 0 and needs == [self._left]):
            is_one = self._is_own and len(plans) == 1 and plans[0][0] is not None
            cards = tuple(reversed([*self._to_keep()])) if is_one else ()
            yield of_clumond.needs_for_plans(
                self._seat, tuple(plans), self._total, self._left, cards
            )
            means = [*self._means(needs)] if self._is_own else []
        yield from means or self._fails(needs, is_free=is_free)

    def _plans(self) -> Sequence[tuple[Retention | None, int]]:
        """The main ending, two frequent ones, or the frequent totals alone."""
        frequent = [] if self._games is None else self._games.frequent
        if len(frequent) == 2 and self._main in {None, frequent[0]}:
            return frequent
        if self._main is not None:
            return [self._main]
        return [] if self._games is None else [(None, total) for total in self._games.totals]

    def _beaten(self, games: Finishes, only: Sequence[Plan], *, is_few: bool) -> Reason:
        """That declarer is beaten, or as good as beaten, and why."""
        if is_few and games.chance:
            return of_clumond.only_plans(self._seat, tuple(only))
        failed = games.too_many, games.too_few, games.failed - games.too_many - games.too_few
        is_certain = games.chance == 0 or not only
        return of_clumond.beaten(self._card, is_certain, failed, games.games)

    def _fails(self, needs: Sequence[int], *, is_free: bool) -> Iterator[Reason]:
        """Whether the failures mostly have too many tricks, or too few."""
        games = self._games
        if games is None or (is_free and self._left == 1):
            return
        fault, both = games.fault, games.both_faults
        if fault is not None and [*needs] != [self._left if fault is Fault.TOO_MANY else 0]:
            against = self._wants * fault.remedy < 0
            speaks = not against and self._facts.speaks_for(fault.remedy, self._alike)
            if speaks or is_free:
                yield self._mostly_fails(games, fault, needs, later=is_free)
        elif both is not None and not self._is_own:
            is_even = games.number(both[0]) <= thresholds.ABOUT_AS_OFTEN * games.number(both[1])
            yield of_clumond.fails_both_ways(self._seat, *both, is_even)

    def _mostly_fails(
        self, games: Finishes, fault: Fault, needs: Sequence[int], *, later: bool
    ) -> Reason:
        """How most games fail; without advice where the plans pull apart."""
        has_gap = bool(needs) and needs[-1] - needs[0] > 1
        pulls_apart = has_gap or (len(needs) > 1 and needs[0] == 0)
        totals = [self._total + number for number in needs] if has_gap else []
        further = [total - self._total for total in games.failures_between(totals)]
        return of_clumond.mostly_fails(
            self._seat, fault, later, tuple(further), is_advice=not pulls_apart
        )

    def _means(self, needs: Sequence[int]) -> Iterator[Reason]:
        """The sure winners for the tricks needed, or the card that may win one, or one too many."""
        is_wanted = needs[0] > 0 and not (needs == [1] and self._facts.card.fate is Fate.WINS)
        if is_wanted and (winners := self._winners()):
            gone = self._facts.moment.gone_above(winners)
            yield of_clumond.sure_to_win(tuple(winners), gone)
        elif is_wanted or len(needs) == 1:
            yield from self._likeliest(is_wanted=is_wanted)

    def _likeliest(self, *, is_wanted: bool) -> Iterator[Reason]:
        """The card that is likeliest to win a later trick, if few are higher."""
        moment, trumps, kept = self._facts.moment, self._view.strain.suit, self._kept_by_suit()
        rest = self._view.hand.without_card(self._card)
        able = [it for it in rest if moment.lower_cards(it) or not moment.higher_cards(it)]
        if is_wanted:
            able = [
                c for c in able if trumps in {None, c.suit} and rest.length(c.suit) > kept[c.suit]
            ]
        else:
            # Nobody can make a suit that is not out win, unless the player leads it himself.
            able = [c for c in able if c not in self._to_keep() and moment.count_out(c.suit)]
        best = min(
            able, key=lambda card: (len(moment.higher_cards(card)), -card.rank), default=None
        )
        higher = [] if best is None else moment.higher_cards(best)
        if best is not None and is_wanted <= len(higher) <= thresholds.FEW_ABOVE:
            yield of_clumond.may_win(best, tuple(higher), is_wanted)

    def _winners(self) -> list[Card]:
        """The top cards, trumps or at no trumps, that can be played and still leave the plan."""
        rest, trumps = self._view.hand.without_card(self._card), self._view.strain.suit
        winners = list[Card]()
        for suit, count in zip(Suit, self._kept_by_suit(), strict=True):
            if trumps in {None, suit}:
                tops = [
                    card for card in rest.in_suit(suit) if not self._facts.moment.higher_cards(card)
                ]
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

    def endings(self, card: Card) -> list[Plan]:
        """The successes that are still possible after a card, as far as the player knows."""
        return open_endings(self._view.after(PlayCard(card)), self._seat)

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self._view.hand.without_card(card)
        return kept.fits([rest.length(suit) for suit in Suit])

    # The last trick, where the card played fixes the retention.

    def _last_trick(self) -> Iterator[Reason]:
        own = self._last_keeps(self._card)
        proved = None if self._proved is None else self._proved.values.get("kept")
        if proved != own["kept"] and (not self._is_declared or own["wins"] is not None):
            yield own
        other = None if self._other is None else self._last_keeps(self._other)
        if other is not None and other["wins"] is None and other["kept"] != own["kept"]:
            yield other

    def _last_keeps(self, card: Card) -> Reason:
        kept = Retention.of(self._view.hand.without_card(card))
        pars, is_other = possible_pars(kept.code, self._extra), card == self._other
        now = self._facts.moment.now(PlayedCard(self._view.seat, card))
        may_win, may_lose = not now.loses, now.fate is not Fate.WINS
        totals = (self._total,) * may_lose + (self._total + 1,) * may_win
        wins = next((total > self._total for total in reversed(totals) if total in pars), None)
        away = 0 if self._is_declared else min(abs(par - it) for par in pars for it in totals)
        return of_clumond.last_keeps(card, kept, pars, totals, wins, away, is_other)

    def little_difference(self) -> Reason | None:
        """That the cards compared are as good although some rather win this trick, and why."""
        facts, games = self._facts, self._games
        compared = {self._card, *self._endings_alike}
        is_any = len(self._legal) > 1 and compared.issuperset(self._legal)
        differ = any(facts.rather_wins(one, facts.card) for one in self._alike)
        if games is None or not (is_any or differ) or facts.fixed() or facts.is_lost_to_declarer:
            return None
        totals = games.either_way(is_early=self._left >= thresholds.EARLY)
        return of_clumond.little_difference(self._seat, is_any, tuple(totals)) if totals else None

    def _as_good(self) -> Iterator[Reason]:
        """The cards that are as good: touching ones, whose games are the same, or as certain."""
        equal, about = list[PlayCard](), list[PlayCard]()
        for now, endings in zip(self._alike, self._endings_alike.values(), strict=True):
            same = self._games is not None and endings is self._games
            same |= endings == self._games and self._is_same_in_last_trick(now)
            is_equal = self._proved is not None or same
            (equal if is_equal else about).append(PlayCard(now.played.card))
        if equal:
            yield wordings.as_good(tuple(equal), Alike.EQUALLY)
        if about:
            yield wordings.as_good(tuple(about))

    def _is_same_in_last_trick(self, other: Now) -> bool:
        """Whether nothing is left that another card could change: the trick, and what is kept."""
        card, facts = self._facts.card, self._facts
        if self._left > 1 or (not self._is_own and facts.is_lost_to_declarer):
            return self._left == 1
        same_suit = other.played.card.suit is self._card.suit
        settled = (card.loses and other.loses) or card.fate is other.fate is Fate.WINS
        if not self._is_own and self._view.trick and settled:
            return True
        rivals = card.fate, card.rivals, card.ruff
        return same_suit and (settled or rivals == (other.fate, other.rivals, other.ruff))

    def _signals(self, other: Card | None, alike: Collection[Card]) -> Iterator[Reason]:
        """What the card tells partner, or else the first as good that tells its length."""
        view, seat, card = self._view, self._seat, self._card
        of_alike = (_shown_length(view, seat, one, card, of_length=True) for one in alike)
        shown = _shown_length(view, seat, card, other) or next(filter(None, of_alike), None)
        if shown is not None:
            yield shown


def shown_by_partner(view: ClumondView) -> Iterator[Reason]:
    """What partner's signals since the seat's last card say, where they leave few lengths."""
    own = [number for number, (seat, _) in enumerate(view.plays) if seat is view.seat]
    if view.declarer in {None, view.seat} or not knows_all_plays(view):
        return
    terms = view.plays, view.declarer, view.strain
    lengths = infer_lengths(*terms, view.seat, dealt_to(view))
    new = {one.suit: one for one in signals(*terms) if one.number > max(own, default=-1)}
    for suit, signal in new.items():
        possible = lengths[suit][signal.seat] if signal.seat is not view.seat else ()
        if 0 < len(possible) <= thresholds.FEW_LENGTHS:
            yield of_clumond.has_shown(signal.card, suit, possible)


def settled_fact(view: ClumondView) -> Reason | None:
    """That nothing played to the last trick changes the result; None if something may."""
    if view.tricks_left != 1:
        return None
    judged = view.seat if view.declarer is None else view.declarer
    by_card = settled_by(view, judged)
    results = {by_card.get(it) for it in RULES[view.strain].legal_plays(view.hand, view.trick)}
    is_settled = results == {True} or (results == {False} and view.declarer is not None)
    return of_clumond.settled(judged, True in results) if is_settled else None


def _shown_length(
    view: ClumondView, declarer: Seat, card: Card, other: Card | None, *, of_length: bool = False
) -> Reason | None:
    """What the card tells, if that is true and the other card does not tell it too.

    ``of_length``: only if it tells a length itself, rather than by coming back to a suit.
    """
    dealt = dealt_to(view)
    # Signals are for the first tricks; they need the play from its first card.
    if view.tricks_left < thresholds.FEWEST_TRICKS_FOR_SIGNALS or len(dealt) < FULL_HAND:
        return None
    new = _new_signals(view, declarer, dealt, card)
    if other is not None and new == _new_signals(view, declarer, dealt, other):
        return None
    for how, suit, lengths in new:
        is_return = how in of_clumond.OF_RETURN
        if how in _BY_RANK or (is_return and len(lengths) <= thresholds.FEW_LENGTHS):
            if is_return and of_length:
                return None
            is_answer = how is SignalKind.FIRST and view.leader is not declarer
            answers = view.trick[0] if is_answer and view.trick else None
            is_even = dealt.length(suit) % 2 == 0
            return of_clumond.shows(card, how, suit, lengths, is_even, answers)
    return None


def _new_signals(
    view: ClumondView, declarer: Seat, dealt: Hand, card: Card
) -> list[tuple[SignalKind, Suit, Lengths]]:
    """The signals of the card that show something new; none if any of them is untrue."""
    moves = view.plays
    all_signals = signals([*moves, (view.seat, card)], declarer, view.strain)
    before = {(one.seat, one.suit): one.lengths for one in all_signals if one.number < len(moves)}
    new = [one for one in all_signals if one.number == len(moves)]
    if not all(one.is_true_of(dealt, view.strain) for one in new):
        return []
    return [
        (one.kind, one.suit, one.lengths)
        for one in new
        if before.get((one.seat, one.suit)) != one.lengths
    ]
