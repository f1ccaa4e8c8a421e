"""Reasons for a player of Clumond with a target of his own: declarer, or all if undeclared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.wording import capital, counted_in_words, in_words, joined
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
from clumond_solver.coach.reasons.words import (
    Speaker,
    either,
    lower_first,
    nth,
    suit_word,
)
from clumond_solver.games.clumond.deals import KEPT_CARDS
from clumond_solver.games.clumond.play import Retention, possible_pars
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.proofs import open_endings

# So many sentences tell a card from another one.
_MOST_GROUNDS = 2
# More winners are not named one by one.
_FEW_WINNERS = 4
# If a card succeeds in a smaller share of games more, its advantage lies in smaller misses.
_FEW_MORE = 0.05
# In no greater share of games success is called unlikely.
_UNLIKELY = 0.08
# A danger has at most this many higher cards out.
_FEW_ABOVE = 2


class OwnTarget(Speaker):
    """Sentences about a card, compared with another one, for a player with a target of his own."""

    def __init__(
        self,
        view: ClumondView,
        card: Card,
        other: Card | None,
        who: str,
        beside: Beside = NOTHING_BESIDE,
    ) -> None:
        """Evaluate both cards."""
        super().__init__(who)
        self._proved, self._alike, self._is_worse = beside
        self.view = view
        self.card = card
        self.other = other
        self.supplementary = view.supplementary[view.seat]
        self.taken = view.tricks_taken[view.seat]
        self.total = self.taken + self.supplementary
        self.tricks_after = view.tricks_left - 1
        self.facts = CardFacts(view, card, other, who)
        self.main: Ending | None = None
        self.frequent: list[Ending] = []
        #: Who it is that keeps three cards for his tricks.
        self.can_keep = self.does("can")
        #: What is said first if this trick makes little difference.
        self.free = ""
        self.fates = {card: self.facts.fate}
        if other is not None and self.facts.other_outlook is not None:
            self.fates[other] = self.facts.other_outlook.fate

    def sentences(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What tells the card from the other one, then the aim, then a count of games."""
        if self.tricks_after == 0:
            return [*self._last_trick()] or [self.facts.beside_other(0)]
        self.main = self._main_ending(games)
        if missed := self._missed():
            return [missed, self.facts.beside_other(0)]
        grounds = self.grounds(games, others)
        if self._proved is not None:
            return grounds
        grounds = grounds or ([] if self.free else [self.facts.fallback()])
        return [self._unlikely(games), *grounds, self.aim(games), self._count(games, others)]

    def _unlikely(self, games: Endings | None) -> str:
        """That declarer seldom succeeds even after the best card, if `_count` does not say so."""
        if games is None or self.view.declarer is None or games.is_rare:
            return ""
        return "Success is unlikely." if games.won <= _UNLIKELY * games.games else ""

    def grounds(self, games: Endings | None, others: Endings | None) -> list[str]:
        """What tells the card from the other one, the most telling first."""
        fault = None
        if games is not None:
            fault = (
                games.fault
                if others is None
                else others.extra_fault(games, is_worse=self._is_worse)
            )
        wants = 0 if fault is None else fault.remedy
        if self.main is not None and self.main[1] == self.total:
            wants = -1
        beside, more = self.facts.beside_other(wants, self._alike), self.facts.lesser(wants)
        if spoils := [*self._hopeless(), *self._other_spoils(self.main)][:1]:
            return [*spoils, *filter(None, [beside])]
        suit = self._suit_to_play(games)
        first = self.facts.is_about_trick(wants)
        grounds = [beside, suit, *more] if first else [suit, *more, beside]
        grounds = [*filter(None, grounds)] or [*self._other_ending(games, others)]
        return grounds[:_MOST_GROUNDS]

    def _other_ending(self, games: Endings | None, others: Endings | None) -> Iterable[str]:
        """That the most frequent ending after the other card is another one."""
        if games is None or others is None or self.other is None or not self._is_worse:
            return
        if not (games.won and others.won):
            return
        if (best := games.best[0]) != (other := others.best[0]):
            yield (
                f"{self.card.pretty()} goes for {ending_text(best)}; after"
                f" {self.other.pretty()} the most frequent would be {ending_text(other)}."
            )

    def _count(self, games: Endings | None, others: Endings | None) -> str:
        """How often the games after the card succeed, beside those after the other one.

        Where somebody declared, the chance shown says how often; only what fails is counted.
        """
        if games is None:
            return ""
        beside = ""
        compared = None if self.other is None or not self._is_worse else others
        if self.view.declarer is not None:
            if games.is_rare:
                return f"Success is unlikely now{self._only()}."
            if compared is not None and (
                failing := games.fault_text(compared, f" of {games.games}")
            ):
                after = f"{self.does('fail')} more often after {self.facts.other_text}"
                return f"{capital(after)}: {failing}."
            return ""
        if compared is not None and compared.won != games.won:
            beside = games.beside_text(self.facts.other_text, compared)
        text = games.success_text(self.card.pretty(), self.does("succeed"), beside)
        if others is not None and self.other is not None:
            text = f"{text} {self._miss(games, others)}".rstrip()
        return f"Success is unlikely now: {lower_first(text)}" if games.is_rare else text

    def _miss(self, games: Endings, others: Endings) -> str:
        """That the card keeps the miss small, where it hardly succeeds more often; or ""."""
        gain, miss, more = games.won - others.won, games.mean_miss, others.mean_miss
        if not (games.is_rare or gain < _FEW_MORE * games.games) or not float(miss) < float(more):
            return ""
        beside = f"{miss} tricks on average, after {self.facts.other_text} {more}"
        return f"{self.card.pretty()} keeps the miss small: {beside}."

    def _only(self) -> str:
        """The one or two endings that still succeed after the card: a clause, or ""."""
        possible = self.endings(self.card)
        if len(possible) > FEW_ENDINGS:
            return ""
        return f": only {joined(map(ending_text, possible))} would do"

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
        if self.view.declarer is not None or not least:
            return ""
        miss = f"{capital(self.does('can'))} only keep the miss small"
        if self.other is None or (more := self._least_miss(self.other)) <= least:
            return f"{miss}: no three cards can match {self.whose} tricks any more."
        after = f"after {self.card.pretty()} at best by {counted_in_words(least, 'trick')}"
        return f"{miss}: {after}, after {self.other.pretty()} by {in_words(more)}."

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

    def aim(self, games: Endings | None) -> str:
        """How many of the tricks left are needed, and what wins them; "" if unclear."""
        self.main = self._main_ending(games)
        if games is not None and not games.won:
            fails = self._how_to_fail(games)
            return f"{capital(fails)}." if fails else ""
        frequent = self.frequent = [] if games is None else games.frequent
        totals = [self.main[1]] if self.main else [total for _, total in frequent]
        totals = sorted({*totals}) or ([] if games is None else games.totals)
        needs = [total - self.total for total in totals]
        if not needs or min(needs) < 0:
            return ""
        left = self.tricks_after + 1
        if self.main is None and frequent:
            head = needs_text(frequent, self.does("need"), self.total, left)
        elif self.main is None:
            head = f"{capital(self.does('mostly need'))} {share_text(needs, left)}"
        else:
            cards = [card.pretty() for card in reversed([*self._to_keep()])]
            named = f" ({joined(cards, 'and')})" if cards else ""
            head = f"For {self.main[0].pretty()}{named} {self.does('need')}"
            head += f" {share_text(needs, left)}"
        means = self._means(needs)
        if not means and (fails := self._how_to_fail(games, needs)):
            means = f"; {fails}"
        second = ""
        if self.main is not None and self.main in frequent and len(frequent) > 1:
            second = f" The second plan is {ending_text(frequent[1])}."
        return f"{head}{means}.{second}"

    def _how_to_fail(self, games: Endings | None, needs: Sequence[int] = ()) -> str:
        """Whether the failures mostly have too many tricks, or too few: a clause, or ""."""
        if games is None or games.fault is None:
            return ""
        if not games.fault.fits(needs, self.tricks_after + 1):
            return ""
        speaks = self.facts.speaks_for(games.fault.remedy, self._alike)
        if not (speaks or self._is_free):
            return ""
        what = "lose" if games.fault is Fault.TOO_MANY else "win"
        return (
            f"{self.does('mostly fail')} with {games.fault.value} tricks, so {what} what"
            f" {self.does('can')}{' later on' if self._is_free else ''}"
        )

    @property
    def _is_free(self) -> bool:
        return bool(self.free) or self.facts.fixed() != ""

    def _to_keep(self) -> Hand:
        """The three cards of the main ending, where no others of these suits can be kept."""
        rest = self.view.hand.without_card(self.card)
        suits = () if self.main is None else self.main[0].suits
        cards = Hand.from_cards(card for card in rest if card.suit in suits)
        return cards if len(cards) == KEPT_CARDS else Hand()

    def _kept_by_suit(self) -> list[int]:
        """By suit, how many cards the main ending keeps, or one of the two frequent ones."""
        counts = [kept.counts for kept, _ in ([self.main] if self.main else self.frequent)]
        return [max(by_suit) for by_suit in zip(*counts, strict=True)] or [0] * len(Suit)

    def _means(self, needs: Sequence[int]) -> str:
        """The sure winners for the tricks needed, or the card that may win one too many."""
        if needs[0] == 0:
            return self._danger() if len(needs) == 1 else ""
        winners, now = self._winners(), self.fates[self.card] is Fate.WINS
        if now and [*needs] == [1]:
            return f", which {self.card.pretty()} wins{self._danger()}"
        if len(winners) > _FEW_WINNERS:
            besides = ", besides those to keep," if len(self._tops()) > len(winners) else ""
            number = f"{in_words(len(winners))} of {self.whose} cards"
            return f"; {number}{besides} are sure to win when led"
        return self._by_winners(needs, winners, now=now) if winners else self._chance()

    def _by_winners(self, needs: Sequence[int], winners: Sequence[Card], *, now: bool) -> str:
        """How a few sure winners, and the card if it wins ``now``, fit the tricks needed."""
        all_of_them = [self.card, *winners] if now else winners
        names = joined((winner.pretty() for winner in all_of_them), "and")
        surplus = len(all_of_them) - needs[-1]
        settled = now or self.facts.loses_now(self.card)
        if settled and len(needs) == 1 and not surplus:
            rest = "" if needs[0] > self.tricks_after else ": the rest should lose"
            return f", which {names} can win{rest}"
        if surplus > 0 and self.tricks_after >= len(winners):
            return f"; {names} would win {in_words(surplus)} too many"
        names, are = joined((winner.pretty() for winner in winners), "and"), len(winners) > 1
        return f"; {names} {'are' if are else 'is'} {'also ' if now else ''}sure to win when led"

    def _chance(self) -> str:
        """The card that is likeliest to win a trick, if few are higher: a clause, or ""."""
        rest, trumps = self.view.hand.without_card(self.card), self.view.strain.suit
        spare = [
            rest.length(suit) > kept for suit, kept in zip(Suit, self._kept_by_suit(), strict=True)
        ]
        able = [
            card
            for card in rest
            if trumps in {None, card.suit} and spare[card.suit] and self.facts.may_win(card)
        ]
        best = min(able, key=lambda card: (self.facts.above(card), -card.rank), default=None)
        if best is None or not 0 < self.facts.above(best) <= _FEW_ABOVE:
            return ""
        higher = [card.pretty() for card in reversed(self.facts.moment.higher_cards(best))]
        return f"; {best.pretty()}, which only {joined(higher)} can beat, may win one"

    def _danger(self) -> str:
        """The card that is likeliest to win a trick where none is wanted: a clause, or ""."""
        rest = self.view.hand.without_card(self.card) - self._to_keep()
        # Nobody can make a suit that is not out win, unless the player leads it himself.
        out = self.facts.moment.count_out
        able = [card for card in rest if self.facts.may_win(card) and out(card.suit)]
        if not able:
            return ""
        danger = min(able, key=lambda card: (self.facts.above(card), -card.rank))
        if self.facts.above(danger) > _FEW_ABOVE:
            return ""
        is_kept = self.main is not None and danger.suit in self.main[0].suits
        keep = ", best kept among the three" if is_kept else ""
        return f"; the danger is {danger.pretty()}{keep}"

    def _winners(self) -> list[Card]:
        """The top cards, trumps or at no trumps, that can be played and still leave the ending."""
        rest, winners = self.view.hand.without_card(self.card), list[Card]()
        for suit, count in zip(Suit, self._kept_by_suit(), strict=True):
            tops = [card for card in self._tops() if card.suit is suit]
            winners += tops[::-1][: max(0, rest.length(suit) - count)]
        return winners

    def _tops(self) -> list[Card]:
        """The cards left that nobody can beat when they are led."""
        rest, trumps = self.view.hand.without_card(self.card), self.view.strain.suit
        is_top = self.facts.moment.is_top
        return [card for card in rest if trumps in {None, card.suit} and is_top(card)]

    def _suit_to_play(self, games: Endings | None) -> str:
        """Why a card of this suit can go rather than one of the other card's suit; or ""."""
        suit, other = self.card.suit, None if self.other is None else self.other.suit
        follows = self.view.trick and self.view.trick[0].suit is suit
        if follows or other is suit:
            return ""
        own = self._kept_of(suit, games)
        beside = 0 if other is None else self._kept_of(other, games)
        if own is None or beside is None:
            return self.facts.spare_text()
        length = self.view.hand.length
        if other is not None and not own < beside:
            more_to_spare = length(suit) - own > length(other) - beside
            if not (own and beside and more_to_spare):
                return self.facts.spare_text()
        return self._spare_suit(suit, own, other, beside, games)

    def _spare_suit(
        self, suit: Suit, own: int, other: Suit | None, beside: int, games: Endings | None
    ) -> str:
        """That of a suit so many cards are kept, and of the other card's suit so many."""

        def kept(one: Suit, count: int) -> str:
            if not count:
                return f"no {suit_word(one, 1)}"
            held = self.view.hand.length(one)
            if held == count:
                return f"{self.whose} {counted_in_words(held, suit_word(one, 1))}"
            return f"{in_words(count)} of {self.whose} {in_words(held)} {suit_word(one)}"

        head = f"{self.card.pretty()} can go:"
        at_most, keeps = "", "" if self.main is None else f"{self.main[0].pretty()} keeps"
        if self.main is None and games is not None:
            at_most = "at most "
            keeps = f"in {games.usually_kept(suit)[1]} games won {self.does('keep')}"
        text = f"{head} {keeps} {at_most if own else ''}{kept(suit, own)}"
        if other is not None and beside and self.main is not None:
            text += f", but {kept(other, beside)}"
        return f"{text}."

    def _kept_of(self, suit: Suit, games: Endings | None) -> int | None:
        """How many cards of a suit the main ending keeps, or most successes at most."""
        if self.main is not None:
            return self.main[0].counts[suit]
        most, won = (0, "") if games is None else games.usually_kept(suit)
        return most if won else None

    def _last_trick(self) -> Iterable[str]:
        """The sentences in the last trick, where the card played fixes the retention."""
        in_reach = {self.total, self.total + 1}
        if self._pars(self.card) & in_reach:
            if self._proved is None or self._proved.kept != self._kept(self.card):
                yield self._final()
        elif self.view.declarer is None:
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
            f" {either(pars)}: {self.does('have')} {in_words(self.total)} {rest}."
        )

    def _kept(self, card: Card) -> Retention:
        return Retention.of(self.view.hand.without_card(card))

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
        kept, wanted = main[0].pretty(), f"{in_words(main[1])}{self.with_supplementary()}"
        fate = self.fates[self.other]
        fewest, most = self.total + (fate is Fate.WINS), self.total + self.tricks_after
        if not self._can_keep(self.other, main[0]):
            proved = self._proved is not None and self._proved.kept == main[0]
            use = "for that" if proved else f"to keep {kept}, which wants {wanted}"
            more = ""
            if self.facts.rather_wins(self.other, self.card) > 0 and main[1] > self.total:
                more = "would win more surely, but "
            yield f"{self.other.pretty()} {more}is needed {use}."
        elif fate is Fate.WINS and not self._reaches(main[0], fewest, most + 1):
            yield (
                f"With {self.other.pretty()} {self.does('take')} {nth(self.taken + 1)} trick, and"
                f" {kept} wants {wanted}."
            )
        elif fate is Fate.LOSES and not self._reaches(main[0], self.total, most):
            yield f"{kept} wants {wanted}: every trick left is needed."

    def endings(self, card: Card) -> list[Ending]:
        """The successful retentions and totals that are still possible after the card."""
        return open_endings(self.view.after(PlayCard(card)), self.view.seat)

    def _can_keep(self, card: Card, kept: Retention) -> bool:
        rest = self.view.hand.without_card(card)
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
        return f" with the {in_words(self.supplementary)} supplementary"
