"""Reasons for a defender: what his card does for declarer, or takes from him."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.endings import NOTHING_BESIDE, Beside, Endings, Fault, share_text
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.words import ORDINALS, Speaker, lower_first, suit_word
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard

# So many sentences tell a card from another one.
_MOST_GROUNDS = 2


class _DefenderFacts(CardFacts):
    """What a defender's card does in the trick, with regard to declarer."""

    too_many = "may win a trick that declarer is to have"

    def __init__(
        self, knowledge: Knowledge, declarer: Seat, card: Card, other: Card | None, who: str
    ) -> None:
        """Look at both cards."""
        super().__init__(knowledge, card, other, who, name_of_seat=self._name)
        self.declarer, self._number = declarer, knowledge.tricks_taken[declarer] + 1

    def _name(self, seat: int) -> str:
        return "declarer" if seat == self.declarer else f"{self.whose} partner"

    def does_now(self, card: Card) -> str:
        moment, name = self.moment, card.pretty()
        fate = moment.outlook(PlayedCard(moment.seat, card)).fate
        if moment.trick and fate is Fate.LOSES and not moment.later_seats:
            winner = moment.winning_seat()
            his = f", his {ORDINALS[self._number]}" if winner == self.declarer else ""
            return f"{name} leaves the trick to {self._name(winner or 0)}{his}"
        if moment.trick and fate is Fate.WINS:
            if moment.winning_seat() == self.declarer:
                return f"{name} takes the trick from declarer"
            if self.declarer in moment.later_seats:
                return f"{name} is sure to win, whatever declarer plays"
        return super().does_now(card)


class Defence(Speaker):
    """Sentences about a defender's card, compared with another one."""

    def __init__(
        self,
        knowledge: Knowledge,
        declarer: Seat,
        card: Card,
        other: Card | None,
        *,
        who: str,
        beside: Beside = NOTHING_BESIDE,
    ) -> None:
        """Evaluate both cards."""
        self.card = card
        _, self._alike, self._is_worse = beside
        super().__init__(who)
        self.knowledge = knowledge
        self.declarer = declarer
        self._games: Endings | None = None
        self.facts = _DefenderFacts(knowledge, declarer, card, other, who)
        self._moment = self.facts.moment

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What tells the card from the other one, then declarer's aim, then a count of games."""
        grounds = self.grounds(games, others)
        if games is None:
            return grounds
        card, other = self.facts.card_text, self.facts.other_text
        if games.won == games.games:
            count = f"In all {games.games} games after {card} declarer succeeds"
            return [*grounds, self.aim(games), f"{count}; no other card does better."]
        beside = ""
        if others is not None and self._is_worse and others.won != games.won:
            beside = games.beside_text(other, others)
        if games.is_rare:
            count = lower_first(games.success_text(card, "he succeeds", beside))
            count = f"Declarer is as good as beaten: {count}"
            if others is not None:
                return [count, *grounds, self.aim(games)]
            if games.fault is not None and not games.won:
                number = games.number(games.fault)
                often = f"{'all' if number == games.games else number} of them"
                count = f"{count.removesuffix('.')}, and has {games.fault.value} tricks in {often}."
            return [count]
        count = games.success_text(card, "declarer succeeds", beside)
        return [*grounds, self.aim(games), count]

    def grounds(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What tells the card from the other one, the most telling first."""
        self._games, fault = games, None
        if games is not None:
            fault = (
                games.fault
                if others is None
                else games.extra_fault(others, is_worse=self._is_worse)
            )
        wants = 0 if fault is None else fault.remedy
        trick, suit = self.facts.beside_other(wants, self._alike), [*self._discard()]
        more = [*self.facts.lesser(wants)]
        grounds = (
            [trick, *suit, *more] if self.facts.is_about_trick(wants) else [*suit, *more, trick]
        )
        return ([*filter(None, grounds)] or [*self._longest_suit()])[:_MOST_GROUNDS]

    def _longest_suit(self) -> Iterable[str]:
        """That a card led is of the longest suit beside trumps."""
        suit, length = self.card.suit, self._moment.hand.length
        others = [length(other) for other in Suit if other not in {suit, self._moment.trumps}]
        is_led = not self._moment.trick and suit is not self._moment.trumps
        if is_led and length(suit) > max(others):
            number = f"{NUMBERS[length(suit)]} {suit_word(suit)}"
            yield f"{self.card.pretty()} is of {self.whose} longest suit, {number}."

    @property
    def _total(self) -> int:
        """Declarer's tricks so far, supplementary ones included."""
        knowledge, seat = self.knowledge, self.declarer
        return knowledge.tricks_taken[seat] + knowledge.supplementary[seat]

    def aim(self, games: Endings | None) -> str:
        """How many of the tricks left declarer needs, and how he mostly fails; "" if unclear."""
        if games is None:
            return ""
        totals = [games.main[1]] if games.main else games.totals
        needs = [total - self._total for total in totals]
        fails = ""
        if games.fault is not None and self.facts.speaks_for(games.fault.remedy):
            effect = "leave him some" if games.fault is Fault.TOO_MANY else "take them from him"
            fails = f"he mostly fails with {games.fault.value} tricks, so {effect}"
        contradicts = (self.facts.aim or 0) < 0 and needs == [self.knowledge.tricks_left]
        if not needs or min(needs) < 0 or contradicts:
            return f"Declarer{fails.removeprefix('he')}." if fails else ""
        share = share_text(needs, self.knowledge.tricks_left)
        head = "Declarer mostly needs"
        if games.main:
            head = f"For {games.main[0].pretty()} declarer needs"
        return f"{head} {share}{f'; {fails}' if fails else ''}."

    def _discard(self) -> Iterable[str]:
        """Why this suit: declarer has none, or keeps none or one, or other suits are needed."""
        suit = self.facts.played.card.suit
        if self.facts.is_discard and self._moment.is_void(self.declarer, suit):
            yield f"Declarer has no {suit_word(suit)}: {self.does('need')} none against him."
        elif (self.facts.is_discard or not self._moment.trick) and (
            why := self._kept_by_declarer() or self._led_before() or self.facts.spare_text()
        ):
            yield why

    def _led_before(self) -> str:
        """That a card led is of a suit that a defender led before, and the other card is not."""
        played, size = self.knowledge.played, len(Seat)
        if self._moment.trick or len(played) != size * sum(self.knowledge.tricks_taken):
            return ""
        suit, other = self.facts.played.card.suit, self.facts.other
        leads = [(seat, card.suit) for seat, card in played[::size] if seat is not self.declarer]
        seats = [seat for seat, led in leads if led is suit]
        if not seats or (other is not None and any(led is other.card.suit for _, led in leads)):
            return ""
        is_own = seats[0] is self.knowledge.seat
        how = (
            f"goes on with {self.whose} suit" if is_own else f"returns {self.whose} partner's suit"
        )
        return f"{self.facts.card_text} {how}, {suit_word(suit)}."

    def _kept_by_declarer(self) -> str:
        """That declarer, where he wins, keeps no card of a suit discarded, or one of a suit led.

        "" if the same holds of the other card's suit.
        """
        suit, other = self.facts.played.card.suit, self.facts.other
        games, kept = self._games, suit_word(suit, 1)
        if games is None or (other is not None and other.card.suit is suit):
            return ""
        if self._moment.trick:
            (most, won), others = games.usually_kept(suit), None
            if other is not None:
                others = games.usually_kept(other.card.suit)[0]
            if not won or most or others == 0:
                return ""
            return (
                f"{self.facts.card_text} can go: in {won} games that declarer wins he keeps no"
                f" {kept}."
            )
        won = games.usually_one_kept(suit)
        if not won or (other is not None and games.usually_one_kept(other.card.suit)):
            return ""
        return (
            f"{self.facts.card_text} asks declarer for a {kept}: in {won} games that he wins he"
            " keeps one."
        )
