"""Reasons for a player of Clumond with a target of his own: declarer, or all if undeclared."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import Speaker, either, nth, suit_word, with_game_count
from clumond_solver.games.clumond.play import Retention, possible_pars
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.rules.tricks import PlayedCard


class OwnTarget(Speaker):
    """Sentences about a card, compared with another one, for a player with a target of his own."""

    def __init__(
        self, knowledge: Knowledge, card: Card, other: Card | None, who: str, proved: str = ""
    ) -> None:
        """Evaluate both cards; ``proved`` is the text about a proof that comes first."""
        super().__init__(who)
        self._proved_text = proved
        self.knowledge = knowledge
        self.card = card
        self.other = other
        self.supplementary = knowledge.supplementary[knowledge.seat]
        self.taken = knowledge.tricks_taken[knowledge.seat]
        self.total = self.taken + self.supplementary
        self.tricks_after = knowledge.tricks_left - 1
        other_played = None if other is None else PlayedCard(knowledge.seat, other)
        moment, played = Moment.of(knowledge), PlayedCard(knowledge.seat, card)
        self.facts = TrickFacts(moment, played, other_played, who)
        self._main: Ending | None = None
        self.fates = {card: self.facts.fate}
        if other is not None and self.facts.other_outlook is not None:
            self.fates[other] = self.facts.other_outlook.fate

    def has_same_merits(self, card: Card) -> bool:
        """Whether the main ending wants the suit of another card as much as that of the card."""
        wanted = () if self._main is None else self._main[0].suits
        return (card.suit in wanted) is (self.card.suit in wanted)

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """The sentences, the most important first; at most one is about the ending."""
        if self.tricks_after == 0:
            return [*self._last_trick()] or [*self.facts.sentences()]
        main = None if games is None else games.main
        if main is None or not self._can_keep(self.card, main[0]):
            possible = self.endings(self.card)
            main = possible[0] if len(possible) == 1 else None
        self._main = main
        aims = [*self._hopeless(), *self._other_spoils(main)]
        if (
            not aims
            and main is not None
            and not self._proved_text
            and main not in (games.successes if games else {})
        ):
            aims = [self._aim(main)]
        totals = [main[1]] if main is not None else [] if games is None else games.totals
        purpose = "" if aims else self._purpose(main, totals)
        suit = self._suit_to_play(main, games)
        facts = [*suit, *self.facts.sentences(self.taken, of_winner=not purpose and not suit)]
        if not aims and games is not None and not self._proved_text:
            card = self.card.pretty()
            contrast = ""
            if others is not None and self.other is not None:
                contrast = games.contrast_text(
                    card, others, self.other.pretty(), self.does("succeed")
                )
            if not contrast:
                reasons = (
                    [*suit, purpose, *facts[len(suit) :]]
                    if self.facts.is_discard
                    else [purpose, *facts]
                )
                return with_game_count(
                    [*filter(None, reasons)], games.success_text(card, self.does("succeed"))
                )
            aims = [contrast]
        if any(self.facts.other_text in aim and "trick, and" in aim for aim in aims):
            facts = [fact for fact in facts if "would win" not in fact]
        return [*aims[:1], *filter(None, [purpose]), *facts]

    def _purpose(self, main: Ending | None, totals: list[int]) -> str:
        """How many of the tricks left are needed, and what the card does; "" if unclear."""
        needs, left = [total - self.total for total in totals], self.tricks_after + 1
        if not needs or min(needs) < 0:
            return ""
        tail = self._for_needs(main, needs)
        if not tail:
            return ""
        kept = "" if main is None else main[0].pretty()
        if kept in self._proved_text:
            kept = ""
        if needs == [0]:
            head = (
                f"{self.does('have')} the tricks that {kept} wants"
                if kept
                else f"{self.does('need')} no more tricks"
            )
        else:
            share = (
                "every trick left"
                if needs == [left]
                else f"{either(needs)} of the {NUMBERS[left]} tricks left"
            )
            head = f"{self.does('need')} {share}"
            head = (
                f"for {kept} {head}"
                if kept
                else head
                if main
                else f"{self.does('mostly need')} {share}"
            )
        return f"{capital(head)}{tail}."

    def _for_needs(self, main: Ending | None, needs: list[int]) -> str:
        """What the card does for a player who needs so many of the tricks left."""
        card, fate, left = self.facts.card_text, self.facts.fate, self.tricks_after + 1
        if fate is Fate.LOSES:
            if self.facts.is_discard:
                return ""
            if needs == [0]:
                return f", and {card} cannot win one"
            if max(needs) == left:
                return ""
            winners = self._winners(main)
            if main is not None and winners and len(winners) >= needs[0]:
                cards = joined((one.pretty() for one in winners[: needs[0]]), "and")
                return f" and {self.does('hold')} {cards} for {'it' if needs == [1] else 'them'}; {card} lets this one go"
            return f"; {card} lets this one go"
        if needs == [0]:
            return f": {self.facts.rivals_text()}" if self.facts.is_low else ""
        if fate is Fate.WINS:
            return (
                f", and {card} {'is sure to win' if self.facts.moment.later_seats else 'takes'} one"
            )
        if fate is Fate.UNLESS_RUFFED:
            return f", and {card} wins one unless it is ruffed"
        return f"; {self.facts.rivals_text()}"

    def _winners(self, main: Ending | None) -> list[Card]:
        """The top cards that can still be played if the main ending is kept; trumps beat them."""
        if main is None or self.knowledge.strain.suit is not None:
            return []
        rest = self.knowledge.hand.without_card(self.card)
        winners = []
        for suit, count in zip(Suit, main[0].counts, strict=True):
            tops = [card for card in rest.in_suit(suit) if self.facts.moment.is_top(card)]
            spare = rest.length(suit) - count
            winners += tops[::-1][: max(0, spare)]
        return winners

    def _suit_to_play(self, main: Ending | None, games: Endings | None) -> list[str]:
        """Why a card of this suit can go, rather than one of the other card's suit."""
        suit, card = self.card.suit, self.card.pretty()
        if self.other is None or self.other.suit is suit:
            return []
        if main is not None:
            kept, count = main[0].pretty(), main[0].counts[suit]
            if not count:
                return [f"{card} can go: {kept} keeps no {suit_word(suit, 1)}."]
            if self.facts.is_discard:
                held = self.knowledge.hand.length(suit)
                return [
                    f"{card} can go: of {self.whose} {counted_in_words(held, suit_word(suit, 1))} {kept} keeps {NUMBERS[count]}."
                ]
        elif games is not None and (won := games.won_without(suit)):
            return [
                f"{card} can go: in {won} games won {self.does('keep')} no {suit_word(suit, 1)}."
            ]
        return []

    def _last_trick(self) -> Iterable[str]:
        """The sentences in the last trick, where the card played fixes the retention."""
        in_reach = {self.total, self.total + 1}
        if self._pars(self.card) & in_reach:
            if self._kept(self.card).pretty() not in self._proved_text:
                yield self._final()
        elif self.knowledge.declarer is None:
            yield (
                f"{self.card.pretty()} keeps {self._kept(self.card).pretty()}, which wants"
                f" {either(self._pars(self.card))}: no success, but a small miss with"
                f" {either(in_reach)}."
            )
        if self.other is not None and not self._pars(self.other) & in_reach:
            wanted = either(self._pars(self.other))
            kept = self._kept(self.other).pretty()
            if kept != self._kept(self.card).pretty():
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
        return Retention.of(self.knowledge.hand.without_card(card))

    def _pars(self, card: Card) -> frozenset[int]:
        return possible_pars(self._kept(card).code, self.supplementary)

    def _hopeless(self) -> Iterable[str]:
        """That after the other card no retention matches any possible total."""
        other = self.other
        if other is None or self.endings(other) or not self.endings(self.card):
            return
        took = ""
        if self.fates[other] is Fate.WINS:
            took = f"{self.does('take')} {nth(self.taken + 1)} trick, and "
        yield f"With {other.pretty()} {took}no three cards can then match {self.whose} tricks."

    def _other_spoils(self, main: Ending | None) -> Iterable[str]:
        """That the other card would make the main ending impossible, or harder."""
        if main is None or self.other is None:
            return
        kept, wanted = main[0].pretty(), f"{NUMBERS[main[1]]}{self.with_supplementary()}"
        fate = self.fates[self.other]
        fewest, most = self.total + (fate is Fate.WINS), self.total + self.tricks_after
        if not self._can_keep(self.other, main[0]):
            use = (
                "for that" if kept in self._proved_text else f"to keep {kept}, which wants {wanted}"
            )
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
        """The successful retentions and totals that are still possible after the card."""
        fate = self.fates[card]
        fewest = self.total + (fate is Fate.WINS)
        most = self.total + self.tricks_after + (fate is not Fate.LOSES)
        return [
            (kept, par)
            for kept in Retention.all()
            if self._can_keep(card, kept)
            for par in sorted(possible_pars(kept.code, self.supplementary))
            if fewest <= par <= most
        ]

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self.knowledge.hand.without_card(card)
        return all(
            rest.length(suit) >= count for suit, count in zip(Suit, kept.counts, strict=True)
        )

    def _reaches(self, kept: Retention, fewest: int, most: int) -> bool:
        pars = possible_pars(kept.code, self.supplementary)
        return any(fewest <= par <= most for par in pars)

    def with_supplementary(self) -> str:
        """A reminder that the total includes supplementary tricks; "" without any."""
        if not self.supplementary:
            return ""
        return f" with the {NUMBERS[self.supplementary]} supplementary"
