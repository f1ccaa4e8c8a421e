"""Reasons for a defender: declarer's endings, and who wins the trick."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import NUMBERS
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import ORDINALS, Speaker, suit_word, with_game_count
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard


class Defence(Speaker):
    """Sentences about a defender's card, compared with another one."""

    def __init__(
        self, knowledge: Knowledge, declarer: Seat, card: Card, other: Card | None, who: str
    ) -> None:
        """Evaluate both cards."""
        super().__init__(who)
        self.knowledge = knowledge
        self._declarer = declarer
        self._moment = Moment.of(knowledge)
        played = PlayedCard(knowledge.seat, card)
        other_played = None if other is None else PlayedCard(knowledge.seat, other)
        self.facts = TrickFacts(
            self._moment, played, other_played, who, name_of_seat=self._name_of_seat
        )

    def has_same_merits(self, card: Card) -> bool:
        """Whether what is said of the card's suit holds of another card too."""
        return not [*self._discard()] or card.suit is self.facts.played.card.suit

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """The sentences, the most important first."""
        facts = list(self.facts.sentences())
        if self.facts.differs:
            facts = [*self._trick(), *facts[1:]]
        if games is None:
            return facts
        card, other = self.facts.card_text, self.facts.other_text
        succeeds = "declarer succeeds"
        if others is not None and (best := others.contrast(games)) is not None:
            aim = others.contrast_text(other, games, card, succeeds)
            return [aim, *self._need(best[1], "For that"), *self._discard(), *facts]
        failure = self._failure(games)
        if not failure and games.main is not None:
            facts = [*self._need(games.main[1], "When he succeeds,"), *facts]
        if failure:
            return [failure, *self._discard(), *facts]
        facts = [*self._discard(), *facts]
        return with_game_count(facts, games.success_text(card, succeeds))

    def _need(self, total: int, when: str) -> Iterable[str]:
        """How many of the tricks left declarer needs for a total, and what the card does."""
        knowledge, card, fate = self.knowledge, self.facts.card_text, self.facts.fate
        has = knowledge.tricks_taken[self._declarer] + knowledge.supplementary[self._declarer]
        need, left = total - has, knowledge.tricks_left
        if need == 0:
            share = "no more tricks"
            tail = f", and {card} cannot take one from him" if fate is Fate.LOSES else ""
        elif need == left:
            share = "every trick left"
            tail = f", and {card} is sure to win one" if fate is Fate.WINS else ""
        else:
            share, tail = f"{NUMBERS[need]} of the {NUMBERS[left]} tricks left", ""
        yield f"{when} he needs {share}{tail}."

    def _failure(self, games: Endings) -> str:
        """How declarer mostly fails, and what the card does for that; "" if it works against it."""
        text = games.failure_text(self.facts.card_text).removesuffix(".")
        card, fate, facts = self.facts.card_text, self.facts.fate, self.facts
        if "too many" in text and fate is not Fate.WINS:
            if fate is Fate.LOSES and not facts.is_discard:
                return f"{text}, and {card} takes none from him."
            if fate is Fate.OPEN and facts.is_low:
                return f"{text}, and {card} hardly takes one from him: {facts.rivals_text()}."
            return f"{text}."
        if "too few" in text and (fate is not Fate.LOSES or facts.is_discard):
            if fate is Fate.WINS:
                return f"{text}, and {card} takes one from him."
            return f"{text}."
        return ""

    def _discard(self) -> Iterable[str]:
        """Why a card can be discarded, or led: declarer has none of the suit, or it is low."""
        moment, card = self._moment, self.facts.played.card
        if moment.is_void(self._declarer, card.suit) and self.facts.is_discard:
            suit = suit_word(card.suit)
            yield f"Declarer has no {suit}: {self.does('need')} none against him."

    def _trick(self) -> Iterable[str]:
        """What the card does in the trick, with regard to declarer."""
        card, fate = self.facts.card_text, self.facts.fate
        declarer_wins = self._moment.winning_seat() == self._declarer
        if fate is Fate.WINS and declarer_wins:
            yield f"{card} is sure to win, and takes the trick from declarer."
        elif fate is Fate.WINS and self._declarer in self._moment.later_seats:
            yield f"{card} is sure to win, whatever declarer plays."
        elif fate is Fate.LOSES and not self._moment.later_seats and declarer_wins:
            number = self.knowledge.tricks_taken[self._declarer] + 1
            yield f"{card} leaves the trick to declarer, his {ORDINALS[number]}."
        elif fate is Fate.LOSES and not self._moment.later_seats:
            yield f"{card} leaves the trick to {self.whose} partner."
        else:
            yield from [*self.facts.sentences()][:1]

    def _name_of_seat(self, seat: int) -> str:
        return "declarer" if seat == self._declarer else f"{self.whose} partner"
