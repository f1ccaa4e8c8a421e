"""Facts about a card of Clumond that tell it from the other legal ones.

>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> CardFacts(Knowledge.of(play, "F"), Card.parse("S4"), None).cannot_win
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import FEW_RIVALS, lower_first, suit_word
from clumond_solver.games.clumond.play import RULES
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard


class CardFacts(TrickFacts):
    """Sentences about a card; what also holds of all legal cards is said of them all."""

    def __init__(
        self,
        knowledge: Knowledge,
        card: Card,
        other: Card | None,
        who: str = "you",
        *,
        name_of_seat: Callable[[int], str] | None = None,
    ) -> None:
        """Look at the card, at the other one that it is set against, and at all legal ones."""
        seat = knowledge.seat
        other_played = None if other is None else PlayedCard(seat, other)
        played = PlayedCard(seat, card)
        moment = Moment.of(knowledge)
        super().__init__(moment, played, other_played, who, name_of_seat=name_of_seat)
        self._knowledge = knowledge
        self.legal = [*RULES[knowledge.strain].legal_plays(knowledge.hand, knowledge.trick)]

    @property
    def cannot_win(self) -> bool:
        """Whether no legal card can win the trick."""
        return bool(self.moment.trick) and all(
            self.moment.outlook(PlayedCard(self.moment.seat, card)).fate is Fate.LOSES
            for card in self.legal
        )

    def alone(self, taken: int | None = None) -> Iterator[str]:
        """What there is to say of the card without any other, if it tells the card from it."""
        if self.fate is not Fate.OPEN or self.rivals_text():
            name = self._name_of_seat
            card = self.played.card
            facts = CardFacts(self._knowledge, card, None, self.who, name_of_seat=name)
            yield from facts.sentences(taken)

    def rivals_text(self) -> str:
        """The cards that can beat the card, if few, or their number; "" if that says nothing."""
        return lower_first(next(self._rivals(), "")).removesuffix(".")

    def _rivals(self) -> Iterator[str]:
        """Few cards that can beat the card, or many; only if the other card has more, or fewer."""
        count, other = len(self.outlook.rivals), self.other_outlook
        if not count:
            return
        if other is not None and other.fate is Fate.OPEN:
            more = len(other.rivals) - count
            if more >= 0 if count > FEW_RIVALS else more <= 0:
                return
        yield from super()._rivals()

    def _lost(self, taken: int | None) -> str:
        if self.cannot_win:
            return f"None of {self.whose} cards can win this trick."
        outlook = self.other_outlook
        if self.is_discard and (outlook is None or outlook.fate is not Fate.WINS or taken is None):
            return f"{self.card_text} leaves the trick to the others."
        return super()._lost(taken)

    def spare_text(self) -> str:
        """Why this suit can spare a card rather than the others; "" if nothing tells it."""
        card, other = self.played.card, None if self.other is None else self.other.card
        is_of_suit = other is not None and other.suit is card.suit
        if (
            other is not None
            and not is_of_suit
            and self.moment.is_middling(card)
            and self._out(other.suit)
        ):
            suit = suit_word(other.suit, 1)
            for place, stays in (self.moment.is_top, "above"), (self.moment.is_bottom, "below"):
                if place(other):
                    return (
                        f"{self.card_text}, if kept, may win or lose a trick; {other.pretty()}"
                        f" stays, since nobody else has a {suit} {stays} it."
                    )
        return self._by_length(None if is_of_suit or other is None else other.suit)

    def _by_length(self, other: Suit | None) -> str:
        """That the card's suit is longer, or shorter, than another one, or than all others."""
        own, trumps, length = self.played.card.suit, self.moment.trumps, self.moment.hand.length
        suits = {card.suit for card in self.legal} - {own}
        if other is not None:
            suits = {other} - {trumps}
        if own is trumps or not suits:
            return ""
        lengths = [length(suit) for suit in suits]
        longer, shorter = max(lengths) < length(own), min(lengths) > length(own)
        if not longer and not (shorter and self._out(own)):
            return ""
        text = self._with_length(own)
        if other is None:
            extreme = "longest" if longer else "shortest"
            return f"{self.card_text} can go: {text} are {self.whose} {extreme} suit."
        others = self._with_length(other)
        if longer:
            return f"{self.card_text} can go: {self.does('have')} more {text} than {others}."
        return f"{self.card_text} can go: {self.who} will sooner be out of {text} than of {others}."

    def _with_length(self, suit: Suit) -> str:
        return f"{suit_word(suit)} ({NUMBERS[self.moment.hand.length(suit)]})"

    def _out(self, suit: Suit) -> int:
        return self.moment.count_out(suit)
