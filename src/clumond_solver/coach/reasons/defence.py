"""Reasons for a defender: declarer's endings, and who wins the trick."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import ORDINALS, Speaker, with_game_count
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

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """The sentences, the most important first."""
        facts = list(self.facts.sentences())
        if self.facts.differs:
            facts = [*self._trick(), *facts[1:]]
        if games is None:
            return facts
        card, other = self.facts.card_text, self.facts.other_text
        contrast = (
            "" if others is None else others.contrast_text(other, games, card, "declarer succeeds")
        )
        if aim := contrast or self._failure(games):
            return [aim, *facts]
        return with_game_count(facts, games.success_text(card, "declarer succeeds"))

    def _failure(self, games: Endings) -> str:
        """How declarer mostly fails, unless this card works the other way."""
        text = games.failure_text(self.facts.card_text)
        against = {Fate.LOSES: "too few", Fate.WINS: "too many"}.get(self.facts.fate)
        return "" if against and against in text else text

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
