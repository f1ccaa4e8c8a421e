"""What a card of Clumond does now and may do later, beside another one.

>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> facts = CardFacts(ClumondView.of(play, "F"), Card.parse("DA"), Card.parse("S4"))
>>> facts.beside_other(1)
'♦A is sure to win; ♠4 is sure to lose.'
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from clumond_solver.base.cards import Card, Rank
from clumond_solver.base.wording import capital, in_words, joined
from clumond_solver.coach.reasons.fates import Fate, Moment, Outlook
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import FEW_RIVALS, cards_text, suit_word, winning_text
from clumond_solver.games.clumond.play import RULES
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.rules.tricks import PlayedCard

# Two low cards are about as likely to win unless their numbers of rivals differ by this many.
_MANY_MORE = 2
# The place of a card that is sure to win the trick.
_SURE = 3
# A card is neither high nor low if at least this many are out on either side of it.
_MIDDLE = 2
# With fewer tricks left, a void is of little use.
_TRICKS_FOR_VOID = 3


class CardFacts(TrickFacts):
    """Sentences about a card and another one: what each does now, and what it is kept for."""

    #: What a high card that had better not win may do if it is kept.
    too_many = "may win a trick too many"
    #: Whether the defence has the trick, whatever card is played.
    is_lost_to_declarer = False

    def __init__(
        self,
        view: ClumondView,
        card: Card,
        other: Card | None,
        who: str = "you",
        *,
        name_of_seat: Callable[[int], str] | None = None,
    ) -> None:
        """Look at the card, at the other one that it is set against, and at all legal ones."""
        seat = view.seat
        other_played = None if other is None else PlayedCard(seat, other)
        moment = Moment.of(view)
        super().__init__(
            moment, PlayedCard(seat, card), other_played, who, name_of_seat=name_of_seat
        )
        self._tricks_left = view.tricks_left
        self.legal = [*RULES[view.strain].legal_plays(view.hand, view.trick)]

    @property
    def cannot_win(self) -> bool:
        """Whether no legal card can win the trick."""
        return bool(self.moment.trick) and not any(self._place_now(card)[0] for card in self.legal)

    @property
    def must_win(self) -> bool:
        """Whether every one of several legal cards wins the trick."""
        places = [self._place_now(card)[0] for card in self.legal]
        return bool(self.moment.trick) and len(places) > 1 and min(places) == _SURE

    def beside_other(self, wants: int, alike: Collection[Card] = ()) -> str:
        """What the card and the other one do, one clause each; "" if that does not tell them apart.

        ``wants`` is 1 if the card is better because it may win more tricks, -1 if because it may
        win fewer, 0 if neither is known. ``alike`` are cards about as good: what they do not do
        either is no reason.
        """
        card, others = self.played.card, [*alike]
        if self.other is None:
            return self._alone(wants, others)
        now, rather = capital(self.does_now(card)), self.rather_wins(card, self.other.card)
        if rather and rather * wants >= 0:
            shared = any(self.rather_wins(card, one) == rather for one in others)
            return "" if shared else f"{now}; {self.does_now(self.other.card)}."
        later = self._later(wants)
        if wants < 0:
            above = {self.above(one) for one in others if one.suit is card.suit}
            later = later if above <= {self.above(card)} else ""
        return f"{now}{later}." if later else ""

    def _alone(self, wants: int, others: Sequence[Card]) -> str:
        """What the card does where no other is worse, if that is what is wanted of it."""
        if fixed := self.fixed():
            return fixed
        card = self.played.card
        against = self._place_now(card)[0] > 1 if wants < 0 else self.loses_now(card)
        beside = [one for one in others if self.moment.trick or one.suit is card.suit]
        if (wants and against) or any(self.rather_wins(card, one) for one in beside):
            return ""
        return f"{capital(self.does_now(card))}{self._stays(others)}."

    def fixed(self) -> str:
        """That all legal cards win the trick, or that none can; else ""."""
        if self.cannot_win:
            return f"None of {self.whose} cards can win this trick."
        return f"All of {self.whose} cards win this trick." if self.must_win else ""

    def fallback(self) -> str:
        """What the card does now, where nothing tells it from others."""
        return self.fixed() or f"{capital(self.does_now(self.played.card))}."

    def _stays(self, others: Sequence[Card]) -> str:
        """The high cards of the suit that stay in hand under a card that loses: a clause, or ""."""
        card = self.played.card
        suit = self.moment.hand.in_suit(card.suit)
        high = [one for one in suit if self.above(one) <= 1 and one not in others]
        low = self.loses_now(card) or (not self.moment.trick and self.is_low)
        if self.is_discard or not low or not high or card in high:
            return ""
        names = joined((one.pretty() for one in reversed(high)), "and")
        return f", and {self.does('keep')} {names}"

    def suit_to_win(self, wants: int) -> str:
        """Why this suit rather than the other card's is to win tricks; "" if it is not."""
        suit, other = self.played.card.suit, self.other and self.other.card
        if wants <= 0 or other is None or other.suit is suit or self.moment.trick:
            return ""
        if other.suit is self.moment.trumps:
            return f"{other.pretty()} stays, to ruff with."
        high, beside = (
            [card for card in self.moment.hand.in_suit(one) if self.above(card) <= 1]
            for one in (suit, other.suit)
        )
        if len(high) <= len(beside):
            return ""
        names = joined((card.pretty() for card in reversed(high)), "and")
        above = "at most one card" if self.above(high[0]) else "no card"
        return f"{capital(suit_word(suit))} may win tricks: {above} is out above {names}."

    def _void_made(self) -> Iterator[str]:
        """That the card makes a void, while there is time to use it."""
        if self._tricks_left > _TRICKS_FOR_VOID:
            yield from super()._void_made()

    def keeps(self) -> str:
        """What the other card is kept for, if few cards out are higher, or few lower."""
        if self.other is None:
            return ""
        other = self.other.card
        is_higher = self.is_higher(other)
        able = self._is_high(other) if is_higher else self._beside(other, higher=False) <= 1
        return super().keeps() if able else ""

    def _is_high(self, card: Card) -> bool:
        """Whether at most one card out is higher, or two for a jack or more."""
        return self.above(card) <= 1 + (card.rank >= Rank.JACK)

    def lesser(self, wants: int) -> Iterator[str]:
        """What else speaks for the card: trumps drawn, a void made, or a card that is kept."""
        self.aim = wants or None
        yield from self.sentences(of_winner=False, of_later=not self._later(wants))
        if text := self.suit_to_win(wants):
            yield text

    def speaks_for(self, wants: int, alike: Iterable[Card] = ()) -> bool:
        """Whether no other card compared is better for who wants more tricks, or fewer.

        These are the other one, the cards about as good, and where a suit is followed all legal
        ones.
        """
        card, other = self.played.card, self.other and self.other.card
        if (self.aim or 0) * wants < 0:
            return False
        compared = {one for one in alike if self.moment.trick or one.suit is card.suit}
        compared |= {other} if other is not None else {*()}
        if self.moment.trick and not self.is_discard and other is None:
            compared |= {*self.legal}
        if any(self.rather_wins(card, one) * wants < 0 for one in compared):
            return False
        place, rivals = self._place_now(card)
        return wants >= 0 or other is not None or not (place > 1 or 0 < rivals <= FEW_RIVALS)

    def now_or_later(self, cards: Collection[Card]) -> str:
        """That the highest card of its suit, one of some cards, wins now or later; or ""."""
        moment = self.moment
        if not moment.trick or self._tricks_left <= _TRICKS_FOR_VOID:
            return ""
        for card in cards:
            is_sure = moment.is_top(card) and self._place_now(card)[0] == _SURE
            if is_sure and moment.trumps in {None, card.suit}:
                return f"{card.pretty()} can win a trick now or later"
        return ""

    def is_about_trick(self, wants: int) -> bool:
        """Whether what the cards do in this trick comes before which suit can go."""
        return bool(wants) or (bool(self.moment.trick) and not self.is_discard)

    def loses_now(self, card: Card) -> bool:
        """Whether a card is sure to lose the trick."""
        return not self._place_now(card)[0]

    def _later(self, wants: int) -> str:
        """What the card may do later if it is kept, or the other one: a clause, or ""."""
        if self.other is None:
            return ""
        card, other = self.played.card, self.other.card
        higher = self.above(card) < self.above(other)
        wins_anyway = self._place_now(card)[0] == _SURE and not self.is_lost_to_declarer
        dangerous = self.may_win(card) and self.above(card) <= FEW_RIVALS and not wins_anyway
        if wants < 0 and higher and dangerous:
            return f"; kept, it {self.too_many}"
        if wants > 0 and self.above(other) < self.above(card) and self._is_high(other):
            return f", and {self.does('keep')} {other.pretty()} to win with later"
        return ""

    def rather_wins(self, card: Card, other: Card) -> int:
        """1 if a card is likelier to win this trick than the other one, -1 if less likely, or 0."""
        (one, rivals), (two, more) = self._place_now(card), self._place_now(other)
        if one != two:
            return 1 if one > two else -1
        few = (rivals <= FEW_RIVALS) is not (more <= FEW_RIVALS)
        differ = rivals != more and (few or abs(rivals - more) >= _MANY_MORE)
        return 0 if not differ else 1 if rivals < more else -1

    def _place_now(self, card: Card) -> tuple[int, int]:
        """How a card fares in the trick, 0 (loses) to 3 (wins), and the number of its rivals."""
        outlook = self.moment.outlook(PlayedCard(self.moment.seat, card))
        if outlook.fate is Fate.LOSES or self.loses_lead(card):
            return 0, 0
        order = [Fate.LOSES, Fate.OPEN, Fate.UNLESS_RUFFED, Fate.WINS]
        return order.index(outlook.fate), len(outlook.rivals)

    def does_now(self, card: Card) -> str:
        """What a card does in this trick: a clause."""
        outlook, name = self.moment.outlook(PlayedCard(self.moment.seat, card)), card.pretty()
        trumps = self.moment.trumps
        if self.loses_lead(card):
            does = "is sure to lose"
        elif outlook.fate is Fate.WINS:
            does = "is sure to win" if self.moment.later_seats else "takes this trick"
        elif outlook.fate is Fate.UNLESS_RUFFED:
            does = f"wins unless it is {'over' if card.suit is trumps else ''}ruffed"
        elif outlook.fate is Fate.LOSES:
            is_thrown = card.suit not in {self.moment.led, trumps}
            does = "is thrown away" if is_thrown else f"goes under {winning_text(self.moment)}"
        else:
            return f"{self._rivals_text(outlook)} beat {name}"
        return f"{name} {does}"

    def _rivals_text(self, outlook: Outlook) -> str:
        rivals = outlook.rivals
        if len(rivals) <= FEW_RIVALS:
            ruff = ", or a ruff," if outlook.may_be_ruffed else ""
            return f"only {cards_text(rivals)}{ruff} can"
        suits = {rival.suit for rival in rivals}
        what = suit_word(suits.pop()) if len(suits) == 1 else "cards"
        return f"{in_words(len(rivals))} {what} can still"

    def loses_lead(self, card: Card) -> bool:
        """Whether the card is led, and others hold cards of its suit, all of them higher."""
        return not self.moment.trick and self.moment.is_bottom(card)

    def above(self, card: Card) -> int:
        """How many higher cards of its suit the others may hold."""
        return self._beside(card, higher=True)

    def may_win(self, card: Card) -> bool:
        """Whether the card is the highest of its suit, or others may hold lower ones."""
        return self.moment.is_top(card) or self._beside(card, higher=False) > 0

    def _beside(self, card: Card, *, higher: bool) -> int:
        out = self.moment.possible_cards.in_suit(card.suit)
        return sum((other.rank > card.rank) is higher for other in out)

    def spare_text(self) -> str:
        """Why this suit can spare a card rather than the other card's; "" if nothing tells it."""
        card, other = self.played.card, None if self.other is None else self.other.card
        if other is None or other.suit is card.suit:
            return ""
        sides = [self._beside(card, higher=higher) for higher in (True, False)]
        if min(sides) >= _MIDDLE and self.moment.count_out(other.suit):
            suit = suit_word(other.suit, 1)
            for place, stays in (self.moment.is_top, "above"), (self.moment.is_bottom, "below"):
                if place(other):
                    return (
                        f"{self.card_text}, if kept, may win or lose a trick; {other.pretty()}"
                        f" stays, since nobody else has a {suit} {stays} it."
                    )
        return ""
