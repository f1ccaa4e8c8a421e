"""Reasons for a player of Clumond with a target of his own: declarer, or all if undeclared."""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined
from clumond_solver.coach.reasons.card_facts import CardFacts
from clumond_solver.coach.reasons.endings import Ending, Endings
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.words import (
    Speaker,
    either,
    lower_first,
    nth,
    range_text,
    suit_word,
)
from clumond_solver.games.clumond.play import Retention, possible_pars
from clumond_solver.knowledge.clumond import Knowledge

# More reasons leave no room for a count of games.
_REASONS_BEFORE_COUNT = 2


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
        self.facts = CardFacts(knowledge, card, other, who)
        self.main: Ending | None = None
        self._is_about_suit = False
        self.fates = {card: self.facts.fate}
        if other is not None and self.facts.other_outlook is not None:
            self.fates[other] = self.facts.other_outlook.fate

    def has_same_merits(self, card: Card) -> bool:
        """Whether the main ending wants the suit of another card as much as that of the card."""
        if self.main is None:
            return not self._is_about_suit or card.suit is self.card.suit
        return (card.suit in self.main[0].suits) is (self.card.suit in self.main[0].suits)

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """The sentences, the most important first; at most one is about the ending."""
        if self.tricks_after == 0:
            return [*self._last_trick()] or [*self.facts.sentences()]
        self.main = main = self._main_ending(games)
        if missed := self._missed():
            return [missed, *self.facts.sentences(self.taken)]
        aims = [*self._hopeless(), *self._other_spoils(main)]
        if (
            not aims
            and main is not None
            and not self._proved_text
            and main not in (games.successes if games else {})
        ):
            aims = [self._aim(main)]
        totals = [main[1]] if main is not None else [] if games is None else games.totals
        purpose = "" if aims else self._purpose(totals)
        suit = self._suit_to_play(games)
        self._is_about_suit = bool(suit)
        facts = [*self.facts.sentences(self.taken, of_winner=not purpose and not suit)]
        if not aims and games is not None and not self._proved_text:
            aims = self._contrast(games, others)
            if not aims:
                count = games.success_text(self.card.pretty(), self.does("succeed"))
                if games.is_rare:
                    return [f"Success is unlikely now: {lower_first(count)}", *suit, *facts]
                first = [*suit, purpose] if self.knowledge.trick else [purpose, *suit]
                reasons = [*filter(None, first), *facts][:_REASONS_BEFORE_COUNT]
                return [*reasons, count]
        if any(self.facts.other_text in aim and "trick, and" in aim for aim in aims):
            facts = [fact for fact in facts if "would win" not in fact]
        return [*aims[:1], *filter(None, [purpose]), *suit, *facts]

    def _contrast(self, games: Endings, others: Endings | None) -> list[str]:
        """That the card succeeds more often than the other one; [] if that may be luck."""
        if others is None or self.other is None:
            return []
        text = games.contrast_text(
            self.card.pretty(), others, self.other.pretty(), self.does("succeed")
        )
        return [text] if text else []

    def _main_ending(self, games: Endings | None) -> Ending | None:
        """The main ending of the games, or the only possible one."""
        main = None if games is None else games.main
        if main is not None and self._can_keep(self.card, main[0]):
            return main
        possible = self.endings(self.card)
        return possible[0] if len(possible) == 1 else None

    def _missed(self) -> str:
        """That an undeclared hand is lost, and the least miss after each card; "" if it is not."""
        least = self._least_miss(self.card)
        if self.knowledge.declarer is not None or not least:
            return ""
        miss = f"{capital(self.does('can'))} only keep the miss small"
        if self.other is None or (more := self._least_miss(self.other)) <= least:
            return f"{miss}: no three cards can match {self.whose} tricks any more."
        tricks = (
            f"by {counted_in_words(least, 'trick')}, after {self.other.pretty()} by {NUMBERS[more]}"
        )
        return f"{miss}: after {self.card.pretty()} at best {tricks}."

    def _least_miss(self, card: Card) -> int:
        """The distance from the nearest par, at least, whatever is played after the card."""
        fate = self.fates[card]
        fewest = self.total + (fate is Fate.WINS)
        most = self.total + self.tricks_after + (fate is not Fate.LOSES)
        return min(
            abs(par - total)
            for kept in Retention.all()
            if self._can_keep(card, kept)
            for par in possible_pars(kept.code, self.supplementary)
            for total in range(fewest, most + 1)
        )

    def _purpose(self, totals: list[int]) -> str:
        """How many of the tricks left are needed, and what the card does; "" if unclear."""
        needs, left = [total - self.total for total in totals], self.tricks_after + 1
        tail = self._for_needs(needs) if needs and min(needs) >= 0 else ""
        if not tail:
            return ""
        kept = "" if self.main is None else self.main[0].pretty()
        if kept in self._proved_text:
            kept = ""
        share = f"{range_text(needs)} of the {NUMBERS[left]} tricks left"
        if needs == [0]:
            share = f"none of the {NUMBERS[left]} tricks left"
        elif needs == [left]:
            share = "every trick left"
        head = self.does("mostly need" if self.main is None else "need")
        return f"{capital(f'for {kept} {head}' if kept else head)} {share}{tail}."

    def _for_needs(self, needs: list[int]) -> str:
        """What the card does for a player who needs so many of the tricks left."""
        card, facts = self.facts.card_text, self.facts
        if facts.fate is Fate.LOSES:
            return self._letting_go(needs)
        if self._surely_loses_lead() and needs != [self.tricks_after + 1]:
            return f", and {card} is sure to lose one"
        if facts.fate is Fate.OPEN:
            return self._may_win(needs)
        if needs == [0]:
            return ""
        if facts.fate is Fate.UNLESS_RUFFED:
            return f", and {card} wins one unless it is ruffed"
        return f", and {card} {'is sure to win' if facts.moment.later_seats else 'takes'} one"

    def _may_win(self, needs: list[int]) -> str:
        """What can beat the card, or the sure winners that spare it winning."""
        if self.facts.is_low and (winners := self._enough_winners(needs)):
            return f", and {self.does('hold')} {winners}: {self.card.pretty()} need not win"
        rivals = self.facts.rivals_text() if self.facts.is_low or needs != [0] else ""
        return f"; {rivals}" if rivals else ""

    def _surely_loses_lead(self) -> bool:
        """Whether the card is led, and others hold cards of its suit, all of them higher."""
        return not self.knowledge.trick and self.facts.moment.is_bottom(self.card)

    def _letting_go(self, needs: list[int]) -> str:
        """Why a card that follows suit may lose the trick; "" for a discard."""
        card = self.facts.card_text
        if self.facts.is_discard or max(needs) == self.tricks_after + 1:
            return ""
        lets_go = f"{card} lets this one go"
        if self.facts.cannot_win:
            lets_go = f"none of {self.whose} cards can win this one"
        if needs == [0]:
            return f", and {lets_go if self.facts.cannot_win else f'{card} cannot win one'}"
        winners = self._enough_winners(needs)
        if winners:
            return f", and {self.does('hold')} {winners}: {lets_go}"
        return f"{', and' if self.facts.cannot_win else ':'} {lets_go}"

    def _enough_winners(self, needs: list[int]) -> str:
        """As many sure winners as are needed; "" if the player holds fewer, or needs none."""
        winners = self._winners()
        if not needs[0] or len(winners) < needs[0]:
            return ""
        return joined((winner.pretty() for winner in winners[: needs[0]]), "and")

    def _winners(self) -> list[Card]:
        """The top cards, at no trumps, that can be played and still leave the main ending."""
        if self.main is None or self.knowledge.strain.suit is not None:
            return []
        rest = self.knowledge.hand.without_card(self.card)
        winners = list[Card]()
        for suit, count in zip(Suit, self.main[0].counts, strict=True):
            tops = [card for card in rest.in_suit(suit) if self.facts.moment.is_top(card)]
            winners += tops[::-1][: max(0, rest.length(suit) - count)]
        return winners

    def _suit_to_play(self, games: Endings | None) -> list[str]:
        """Why a card of this suit can go, where another suit could be played."""
        suit, card = self.card.suit, self.card.pretty()
        follows = self.knowledge.trick and self.knowledge.trick[0].suit is suit
        if follows or (self.other is not None and self.other.suit is suit):
            return []
        if self.main is not None:
            kept, count = self.main[0].pretty(), self.main[0].counts[suit]
            if not count:
                return [f"{card} can go: {kept} keeps no {suit_word(suit, 1)}."]
            held = self.knowledge.hand.length(suit)
            if self.facts.is_discard:
                of = f"of {self.whose} {counted_in_words(held, suit_word(suit, 1))}"
                return [f"{card} can go: {of} {kept} keeps {NUMBERS[count]}."]
        elif games is not None:
            most, won = games.usually_kept(suit)
            held = self.knowledge.hand.length(suit)
            if won and most < held - 1:
                at_most = (
                    f"at most {NUMBERS[most]} of {self.whose} {NUMBERS[held]} {suit_word(suit)}"
                )
                keeps = self.does("keep")
                keeps += f" {at_most}" if most else f" no {suit_word(suit, 1)}"
                return [f"{card} can go: in {won} games won {keeps}."]
        spare = self.facts.spare_text() if self.facts.is_discard else ""
        return [spare] if spare else []

    def _last_trick(self) -> Iterable[str]:
        """The sentences in the last trick, where the card played fixes the retention."""
        in_reach = {self.total, self.total + 1}
        if self._pars(self.card) & in_reach:
            if self._kept(self.card).pretty() not in self._proved_text:
                yield self._final()
        elif self.knowledge.declarer is None:
            nearest = self._gap(self.card) == min(map(self._gap, self.facts.legal))
            yield (
                f"{self.card.pretty()} keeps {self._kept(self.card).pretty()}, which wants"
                f" {either(self._pars(self.card))}: no success"
                + (f", but nothing is nearer to {either(in_reach)}." if nearest else ".")
            )
        if self.other is not None and not self._pars(self.other) & in_reach:
            wanted = either(self._pars(self.other))
            kept = self._kept(self.other).pretty()
            if kept != self._kept(self.card).pretty():
                yield (
                    f"{self.other.pretty()} would keep {kept}, which wants {wanted}, not"
                    f" {either(in_reach)}."
                )

    def _gap(self, card: Card) -> int:
        """How far the nearest par after the last card is from the totals in reach."""
        return min(abs(par - self.total - more) for par in self._pars(card) for more in (0, 1))

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
