"""Reasons for a defender: declarer's endings, and who wins the trick."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.words import ORDINALS, Speaker, lower_first, suit_word
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import Knowledge

# More reasons leave no room for a count of games.
_REASONS_BEFORE_COUNT = 2


class Defence(Speaker):
    """Sentences about a defender's card, compared with another one."""

    def __init__(
        self, knowledge: Knowledge, declarer: Seat, card: Card, other: Card | None, who: str
    ) -> None:
        """Evaluate both cards."""
        super().__init__(who)
        self.knowledge = knowledge
        self._declarer = declarer
        self._games: Endings | None = None
        self.facts = CardFacts(knowledge, card, other, who, name_of_seat=self._name_of_seat)
        self._moment = self.facts.moment

    def has_same_merits(self, card: Card) -> bool:
        """Whether what is said of the card's suit holds of another card too."""
        [reason] = [*self._discard()] or [""]
        return not reason or card.suit is self.facts.played.card.suit

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """The sentences, the most important first."""
        self._games = games
        facts = list(self.facts.sentences())
        if self.facts.differs:
            facts = [*self._trick(), *facts[1:]]
        if games is None:
            return facts
        card, other, succeeds = self.facts.card_text, self.facts.other_text, "declarer succeeds"
        if games.won == games.games:
            return [
                f"In all {games.games} games after {card} {succeeds}; no other card does better."
            ]
        if games.is_rare:
            count = lower_first(games.success_text(card, "he succeeds"))
            return [f"Declarer is as good as beaten: {count}", *self._discard(), *facts]
        so_far = f"he has {NUMBERS[self._total]}"
        discard = [*self._discard()]
        if discard:
            facts = [*self.facts.sentences(of_winner=False)]
        if others is not None and (
            contrast := others.contrast_text(other, games, card, succeeds, so_far)
        ):
            return [contrast, *discard, *facts]
        failure, is_about_trick = self._failure(games)
        if is_about_trick:
            facts = [*self.facts.sentences(of_winner=False)]
        if failure:
            return [failure, *discard, *facts]
        if games.main is not None and (need := self._need(games.main)):
            facts = [need, *facts]
        reasons = [*discard, *facts]
        return [*reasons[:_REASONS_BEFORE_COUNT], games.success_text(card, succeeds)]

    @property
    def _total(self) -> int:
        """Declarer's tricks so far, supplementary ones included."""
        knowledge, seat = self.knowledge, self._declarer
        return knowledge.tricks_taken[seat] + knowledge.supplementary[seat]

    def _need(self, main: Ending) -> str:
        """How many of the tricks left declarer needs for an ending, and what the card does.

        "" if the card works for him.
        """
        card, fate = self.facts.card_text, self.facts.fate
        need, left = main[1] - self._total, self.knowledge.tricks_left
        share, tail = f"{NUMBERS[need]} of the {NUMBERS[left]} tricks left", ""
        if need == 0 and fate in {Fate.WINS, Fate.UNLESS_RUFFED}:
            return ""
        if left == 1:
            return (
                f"For {main[0].pretty()} declarer must {'' if need else 'not '}take the last trick."
            )
        if need == 0:
            share = f"none of the {NUMBERS[left]} tricks left"
            tail = f", and {card} takes none from him" if fate is Fate.LOSES else ""
        elif need == left:
            share = "every trick left"
            tail = f", and {card} is sure to win one" if fate is Fate.WINS else ""
        return f"For {main[0].pretty()} declarer needs {share}{tail}."

    def _failure(self, games: Endings) -> tuple[str, bool]:
        """How declarer mostly fails and what the card does for it, and whether it says so.

        "" if he does not mostly fail one way, or the card works against it.
        """
        card, fate, facts = self.facts.card_text, self.facts.fate, self.facts
        text = games.failure_text(card)
        if not text or facts.is_discard:
            return text, False
        text = text.removesuffix(".")
        if games.fails_by_too_many:
            if self.facts.cannot_win:
                return f"{text}.", False
            if fate is Fate.LOSES:
                leaves = "leaves him this one" if self._gives_declarer else "takes none from him"
                return f"{text}, and {card} {leaves}.", True
            rivals = facts.rivals_text() if facts.is_low else ""
            return (f"{text}, and {rivals}.", True) if rivals else ("", False)
        if fate is Fate.WINS:
            takes = "takes this one from him" if self._declarer_wins else "is sure to win one"
            return f"{text}, and {card} {takes}.", True
        return ("" if fate is Fate.LOSES else f"{text}."), False

    @property
    def _declarer_wins(self) -> bool:
        """Whether declarer wins the trick so far."""
        return self._moment.winning_seat() == self._declarer

    @property
    def _gives_declarer(self) -> bool:
        """Whether declarer has won the trick unless this card beats his."""
        return self._declarer_wins and not self._moment.later_seats

    def _discard(self) -> Iterable[str]:
        """Why this suit: declarer has none, or keeps none or one, or other suits are needed."""
        suit = self.facts.played.card.suit
        if self.facts.is_discard and self._moment.is_void(self._declarer, suit):
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
        leads = [(seat, card.suit) for seat, card in played[::size] if seat is not self._declarer]
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

    def _trick(self) -> Iterable[str]:
        """What the card does in the trick, with regard to declarer."""
        card, fate = self.facts.card_text, self.facts.fate
        if self.facts.cannot_win:
            yield from [*self.facts.sentences()][:1]
        elif fate is Fate.WINS and self._declarer_wins:
            yield f"{card} is sure to win, and takes the trick from declarer."
        elif fate is Fate.WINS and self._declarer in self._moment.later_seats:
            yield f"{card} is sure to win, whatever declarer plays."
        elif fate is Fate.LOSES and self._gives_declarer:
            number = self.knowledge.tricks_taken[self._declarer] + 1
            yield f"{card} leaves the trick to declarer, his {ORDINALS[number]}."
        elif fate is Fate.LOSES and not self._moment.later_seats:
            yield f"{card} leaves the trick to {self.whose} partner."
        else:
            yield from [*self.facts.sentences()][:1]

    def _name_of_seat(self, seat: int) -> str:
        return "declarer" if seat == self._declarer else f"{self.whose} partner"
