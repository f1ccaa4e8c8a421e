"""Reasons for a player of Clumond whose own cards kept say how many tricks he needs."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import NUMBERS, counted_in_words
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import Speaker, after_the_first, either, nth
from clumond_solver.games.clumond.play import Retention, possible_pars
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard


class OwnTarget(Speaker):
    """What there is to say of a card, beside another one, to who has to hit a total."""

    def __init__(
        self, known: Knowledge, card: Card, other: Card | None, who: str, proved: str = ""
    ) -> None:
        """Look at both cards; ``proved`` is what is said before, of how it surely ends."""
        super().__init__(who)
        self._proved = proved
        self.known = known
        self.card = card
        self.other = other
        self.supplementary = known.supplementary[known.seat]
        self.taken = known.tricks_taken[known.seat]
        self.total = self.taken + self.supplementary
        # Tricks still to come when this one is complete.
        self.left = known.tricks_left - 1
        moment = Moment.of(known)
        against = None if other is None else PlayedCard(known.seat, other)
        self.facts = TrickFacts(moment, PlayedCard(known.seat, card), against, who)
        self.fates = {card: self.facts.fate}
        if other is not None and self.facts.against is not None:
            self.fates[other] = self.facts.against.fate

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What there is to say, the most telling first: at most one thing of how it ends."""
        if self.left == 0:
            return [*self._last_trick()]
        main = None if games is None else games.main
        if main is None or not self._can_keep(self.card, main[0]):
            left = self.endings(self.card)
            main = left[0] if len(left) == 1 else None
        aims = [*self._hopeless(), *self._against(main)]
        if (
            not aims
            and main is not None
            and not self._proved
            and main not in (games.successes if games else {})
        ):
            aims = [self._aim(main)]
        facts = list(self.facts.sentences(self.taken))
        if not aims and games is not None and not self._proved:
            card = self.card.pretty()
            contrast = ""
            if others is not None and self.other is not None:
                contrast = games.contrast(card, others, self.other.pretty())
            if not contrast:
                return after_the_first(facts, games.text(card, self.does("succeed")))
            aims = [contrast]
        if any(self.facts.shown_other in aim and "trick, and" in aim for aim in aims):
            facts = [fact for fact in facts if "would win" not in fact]
        return [*aims[:1], *facts]

    def _last_trick(self) -> Iterable[str]:
        """With one trick to go each card leaves the cards that are kept."""
        in_reach = {self.total, self.total + 1}
        proved = self._kept(self.card).pretty() in self._proved
        if self._pars(self.card) & in_reach and not proved:
            yield self._final()
        if self.other is not None and not self._pars(self.other) & in_reach:
            wanted = either(self._pars(self.other))
            kept = self._kept(self.other).pretty()
            yield (
                f"{self.other.pretty()} would keep {kept}, which wants {wanted}, not"
                f" {either(in_reach)}."
            )

    def _final(self) -> str:
        pars = self._pars(self.card)
        wins = self.total + 1 in pars
        if self.fates[self.card] is (Fate.WINS if wins else Fate.LOSES):
            rest = f"and it {'is sure to' if wins else 'cannot'} win"
        else:
            rest = f"and must {'' if wins else 'not '}win this trick"
        return (
            f"{self.card.pretty()} keeps {self._kept(self.card).pretty()}, which wants"
            f" {either(pars)}: {self.does('have')} {NUMBERS[self.total]} {rest}."
        )

    def _kept(self, card: Card) -> Retention:
        return Retention.of(self.known.hand.without_card(card))

    def _pars(self, card: Card) -> frozenset[int]:
        return possible_pars(self._kept(card).code, self.supplementary)

    def _hopeless(self) -> Iterable[str]:
        """That nothing that could be kept after the other card goes with any total then left."""
        other = self.other
        if other is None or self.endings(other) or not self.endings(self.card):
            return
        took = ""
        if self.fates[other] is Fate.WINS:
            took = f"{self.does('take')} {nth(self.taken + 1)} trick, and "
        yield f"With {other.pretty()} {took}no three cards can then match {self.whose} tricks."

    def _against(self, main: Ending | None) -> Iterable[str]:
        """What the other card would do to the ending that is aimed at."""
        if main is None or self.other is None:
            return
        kept, wanted = main[0].pretty(), f"{NUMBERS[main[1]]}{self.beside()}"
        fate = self.fates[self.other]
        fewest, most = self.total + (fate is Fate.WINS), self.total + self.left
        if not self._can_keep(self.other, main[0]):
            use = "for that" if kept in self._proved else f"to keep {kept}, which wants {wanted}"
            yield f"{self.other.pretty()} is needed {use}."
        elif fate is Fate.WINS and not self._reaches(main[0], fewest, most + 1):
            yield (
                f"With {self.other.pretty()} {self.does('take')} {nth(self.taken + 1)} trick, and"
                f" {kept} wants {wanted}."
            )
        elif fate is Fate.LOSES and not self._reaches(main[0], self.total, most):
            yield f"{kept} wants {wanted}: every trick left is needed."

    def _aim(self, main: Ending) -> str:
        aim = f"The aim is {main[0].pretty()} with {counted_in_words(main[1], 'trick')}"
        if self.total == main[1]:
            return f"{aim}, which {self.does('have')}."
        return f"{aim}: {self.does('have')} {NUMBERS[self.total]} so far."

    def endings(self, card: Card) -> list[Ending]:
        """Every retention and total that would be a success and can still come after the card."""
        fate = self.fates[card]
        fewest = self.total + (fate is Fate.WINS)
        most = self.total + self.left + (fate is not Fate.LOSES)
        return [
            (kept, par)
            for kept in Retention.all()
            if self._can_keep(card, kept)
            for par in sorted(possible_pars(kept.code, self.supplementary))
            if fewest <= par <= most
        ]

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self.known.hand.without_card(card)
        return all(
            rest.length(suit) >= count for suit, count in zip(Suit, kept.counts, strict=True)
        )

    def _reaches(self, kept: Retention, fewest: int, most: int) -> bool:
        pars = possible_pars(kept.code, self.supplementary)
        return any(fewest <= par <= most for par in pars)

    def beside(self) -> str:
        """A reminder of the supplementary tricks, which count in what is wanted."""
        if not self.supplementary:
            return ""
        return f" with the {NUMBERS[self.supplementary]} supplementary"
