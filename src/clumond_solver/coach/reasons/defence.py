"""Reasons for a defender: what his card does for declarer, or takes from him."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import in_words, joined
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.endings import (
    FEW_ENDINGS,
    NOTHING_BESIDE,
    Beside,
    Ending,
    Endings,
    Fault,
    ending_text,
    needs_text,
    share_text,
)
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.words import ORDINALS, Speaker, suit_word
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.proofs import open_endings

# So many sentences tell a card from another one.
_MOST_GROUNDS = 2


class _DefenderFacts(CardFacts):
    """What a defender's card does in the trick, with regard to declarer."""

    too_many = "may win a trick that declarer is to have"

    def __init__(
        self, view: ClumondView, declarer: Seat, card: Card, other: Card | None, who: str
    ) -> None:
        """Look at both cards."""
        super().__init__(view, card, other, who, name_of_seat=self._name)
        self.declarer, self._number = declarer, view.tricks_taken[declarer] + 1
        moment = self.moment
        has_played = bool(moment.trick) and declarer not in moment.later_seats
        # Then partner wins it so far, and nobody plays after this seat.
        self.is_lost_to_declarer = has_played and moment.winning_seat() != declarer

    def _name(self, seat: int) -> str:
        return "declarer" if seat == self.declarer else f"{self.whose} partner"

    def rather_wins(self, card: Card, other: Card) -> int:
        """As in any hand; 0 where the trick is the defence's anyway."""
        return 0 if self.is_lost_to_declarer else super().rather_wins(card, other)

    def beside_other(self, wants: int, alike: Collection[Card] = ()) -> str:
        """As in any hand; who leads next where the trick is the defence's anyway."""
        if not self.is_lost_to_declarer or self.cannot_win:
            return super().beside_other(wants, alike)
        card, other = self.played.card, self.other and self.other.card
        now = self.does_now(card)
        if other is not None and self.loses_now(other) is self.loses_now(card):
            later = self._later(wants)
            return f"{now}{later}." if later else ""
        leads = "" if self.loses_now(card) or self._tricks_left == 1 else "so that "
        leads = f", {leads}{self.does('lead')} next" if leads else ""
        return f"{now}{leads}{f'; {self.does_now(other)}' if other else ''}."

    def does_now(self, card: Card) -> str:
        moment, name = self.moment, card.pretty()
        fate = moment.outlook(PlayedCard(moment.seat, card)).fate
        if moment.trick and fate is Fate.LOSES and not moment.later_seats:
            winner = moment.winning_seat()
            his = f", his {ORDINALS[self._number]}" if winner == self.declarer else ""
            return f"{name} leaves the trick to {self._name(winner or 0)}{his}"
        if moment.trick and fate is Fate.WINS:
            if not moment.later_seats:
                return f"{name} takes the trick from {self._name(moment.winning_seat() or 0)}"
            if self.declarer in moment.later_seats:
                return f"{name} is sure to win, whatever declarer plays"
        return super().does_now(card)


class Defence(Speaker):
    """Sentences about a defender's card, compared with another one."""

    def __init__(
        self,
        view: ClumondView,
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
        self.view = view
        self.declarer = declarer
        self._games: Endings | None = None
        #: Who it is that keeps three cards for his tricks.
        self.can_keep = "declarer can"
        #: What is said first if this trick makes little difference.
        self.free = ""
        self.facts = _DefenderFacts(view, declarer, card, other, who)
        self._moment = self.facts.moment

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What tells the card from the other one, then declarer's aim, then what fails."""
        grounds = self.grounds(games, others)
        if self.facts.is_lost_to_declarer:
            grounds.insert(0, "Declarer cannot win this trick.")
        if games is None:
            return grounds
        grounds = grounds or ([] if self.free else [self.facts.fallback()])
        card, other = self.facts.card_text, self.facts.other_text
        if games.won == games.games:
            count = f"In all {games.games} games after {card} declarer succeeds"
            return [*grounds, self.aim(games), f"{count}; no other card does better."]
        if games.is_rare:
            return [self.aim(games), *grounds]
        failing = ""
        if others is not None and self._is_worse:
            failing = games.fault_text(others, f" of {games.games}")
        count = f"After {other} declarer fails less often: {failing}." if failing else ""
        return [*grounds, self.aim(games), count]

    def _beaten(self, games: Endings) -> str:
        """That declarer is beaten, or as good as beaten, and why."""
        if not self.endings:
            return "Declarer is beaten: no three cards that he may hold can match his tricks."
        if games.chance == 0:
            return f"After {self.facts.card_text} declarer is beaten, however the other cards lie."
        return f"Declarer is as good as beaten: he {self._only() or games.failed_text()}."

    def _only(self) -> str:
        """The one or two endings that still succeed for declarer: without a subject, or ""."""
        if not 0 < len(self.endings) <= FEW_ENDINGS:
            return ""
        return f"can only succeed keeping {joined(map(ending_text, self.endings))}"

    @cached_property
    def endings(self) -> list[Ending]:
        """The successes that declarer may still have after the card, as far as the seat knows."""
        return open_endings(self.view.after(PlayCard(self.card)), self.declarer)

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
            number = f"{in_words(length(suit))} {suit_word(suit)}"
            yield f"{self.card.pretty()} is of {self.whose} longest suit, {number}."

    @property
    def _total(self) -> int:
        """Declarer's tricks so far, supplementary ones included."""
        view, seat = self.view, self.declarer
        return view.tricks_taken[seat] + view.supplementary[seat]

    def aim(self, games: Endings | None) -> str:
        """What declarer needs of the tricks left, and how he mostly fails; "" if unclear."""
        if games is None:
            return ""
        if games.is_rare:
            return self._beaten(games)
        left = self.view.tricks_left
        totals = [total for _, total in games.frequent] or games.totals
        needs = sorted({total - self._total for total in totals})
        fails = games.faults_text() and f"fails {games.faults_text()}"
        if games.fault is not None and games.fault.fits(needs, left):
            speaks = self.facts.speaks_for(games.fault.remedy, self._alike)
            effect = "leave him some" if games.fault is Fault.TOO_MANY else "take them from him"
            later = bool(self.free) or self.facts.fixed() != ""
            if speaks or later:
                fails = f"mostly fails with {games.fault.value} tricks, so {effect}"
                fails += " later on" if later else ""
        contradicts = (self.facts.aim or 0) < 0 and needs == [left]
        if only := self._only():
            aim = f"Declarer {only}"
        elif not needs or needs[0] < 0 or contradicts:
            return f"Declarer {fails}." if fails else ""
        elif games.frequent:
            aim = needs_text(games.frequent, "declarer needs", self._total, left)
        else:
            aim = f"Declarer mostly needs {share_text(needs, left)}"
        return f"{aim}{f'; he {fails}' if fails else ''}."

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
        played, size = self.view.plays, len(Seat)
        if self._moment.trick or len(played) != size * sum(self.view.tricks_taken):
            return ""
        suit, other = self.facts.played.card.suit, self.facts.other
        leads = [(seat, card.suit) for seat, card in played[::size] if seat is not self.declarer]
        seats = [seat for seat, led in leads if led is suit]
        if not seats or (other is not None and any(led is other.card.suit for _, led in leads)):
            return ""
        is_own = seats[0] is self.view.seat
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
