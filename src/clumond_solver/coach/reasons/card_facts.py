"""What is certain of a card in its trick beside another one, in any game.

It follows from the rules and from what the player has seen.

>>> from clumond_solver.coach.reasons.speaker import sentences, Speaker
>>> from clumond_solver.games.clumond.play import Play
>>> from clumond_solver.knowledge.clumond_views import ClumondView
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=1,9,2")
>>> moment = Moment.of(ClumondView.of(play, "F"))
>>> ace, four = (moment.now(PlayedCard(0, Card.parse(text))) for text in ("DA", "S4"))
>>> sentences(CardFacts(moment, ace, four).in_trick(1), Speaker("you"))
'♦A is sure to win; ♠4 is sure to lose.'
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from clumond_solver.base.cards import Card, Hand, Rank
from clumond_solver.coach.reasons import wordings
from clumond_solver.coach.reasons.fates import Fate, Moment, Now
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.thresholds import FEW_RIVALS, FEWEST_TRICKS_FOR_VOID
from clumond_solver.coach.reasons.wordings import Use
from clumond_solver.rules.tricks import AnySuit, PlayedCard


class CardFacts:
    """The facts about a card, and about another one that might be played instead."""

    def __init__(
        self,
        moment: Moment,
        card: Now,
        other: Now | None = None,
        *,
        declarer: int | None = None,
    ) -> None:
        """Look at both cards; ``declarer`` is the seat that the player defends against."""
        self.moment, self.card, self.other = moment, card, other
        self._legal = [*map(moment.now, moment.legal)]
        #: Whether partner is winning the trick, and declarer does not play after this seat.
        self.is_lost_to_declarer = (
            declarer not in {None, *moment.later_seats}
            and moment.winning is not None
            and moment.winning.seat != declarer
        )

    @property
    def all_lose(self) -> bool:
        """Whether no legal card can win the trick."""
        return {one.fate for one in self._legal} == {Fate.LOSES}

    def fixed(self) -> Reason | None:
        """That all of several legal cards win the trick, or that none can."""
        all_win = len(self._legal) > 1 and {one.fate for one in self._legal} == {Fate.WINS}
        return wordings.fixed(wins=all_win) if all_win or self.all_lose else None

    def fallback(self) -> Reason:
        """What the card does now, where nothing tells it from others."""
        return self.fixed() or wordings.in_trick(self.card)

    def rather_wins(self, card: Now, other: Now) -> int:
        """1 if a card is likelier to win, -1 if less; 0 where the trick is the side's anyway."""
        return 0 if self.is_lost_to_declarer else card.rather_wins(other)

    # This trick.

    def in_trick(self, wants: int, alike: Collection[Now] = ()) -> Iterator[Reason]:
        """What the card and the other one do, unless that does not tell them apart.

        ``wants`` is 1 if the card is better because it may win more tricks, -1 if because it may
        win fewer, 0 if neither is known. ``alike`` are cards about as good: what they do not do
        either is no reason.
        """
        fixed = self.fixed()
        if self.is_lost_to_declarer and (fixed is None or fixed["wins"]):
            yield from self._of_partner(wants)
        elif self.other is None:
            yield from self._alone(wants, alike)
        elif (rather := self.rather_wins(self.card, self.other)) and rather * wants >= 0:
            if not any(self.rather_wins(self.card, one) == rather for one in alike):
                yield wordings.in_trick(self.card, self.other)
        else:
            yield from self.kept(wants)

    def _of_partner(self, wants: int) -> Iterator[Reason]:
        """Who leads next, where the trick is the side's anyway."""
        card, other = self.card, self.other
        if other is not None and other.loses is card.loses:
            yield from self.kept(wants)
        else:
            yield wordings.in_trick(card, other, leads_next=not card.loses and self.moment.left > 1)

    def _alone(self, wants: int, alike: Collection[Now]) -> Iterator[Reason]:
        """What the card does where no other is worse, if that is what is wanted of it."""
        if fixed := self.fixed():
            yield fixed
            return
        against = self.card.strength[0] > 1 if wants < 0 else self.card.loses
        beside = [one for one in alike if self.moment.trick or self._is_of_suit(one)]
        if not (wants and against) and not any(self.rather_wins(self.card, one) for one in beside):
            yield wordings.in_trick(self.card)

    def kept(self, wants: int) -> Iterator[Reason]:
        """What the other card is kept for."""
        if self.other is None or self.moment.left == 1:
            return
        card, other = self.card.played.card, self.other.played.card
        is_lower = len(self.moment.higher_cards(card)) > len(self.moment.higher_cards(other))
        use = Use.WIN if wants > 0 and is_lower and self._is_high(other) else None
        if use := use or self.use_of_other(wants):
            yield wordings.in_trick(self.card, keeps=(other,), use=use)

    def use_of_other(self, wants: int) -> Use | None:
        """What another card of the suit, sure to do the same in this trick, is kept for."""
        if self.other is None or not self._is_of_suit(self.other):
            return None
        card, other, fate = self.card.played.card, self.other.played.card, self.card.fate
        same = self.other.fate is fate and fate in {Fate.WINS, Fate.LOSES}
        if card == other or not same or self.moment.are_equals([card, other]):
            return None
        if self.moment.rules.is_higher(other, card):
            return Use.WIN if wants >= 0 and self._is_high(other) else None
        is_low = len(self.moment.lower_cards(other)) <= 1
        return Use.LOSE if wants <= 0 and is_low else None

    # Other tricks.

    def of_suit(self, wants: int) -> Iterator[Reason]:
        """Trumps that the card draws, who cannot follow, or that it is the last of its suit."""
        moment, suit = self.moment, self.moment.rules.suit_led(self.card.played)
        same = self.other is not None and moment.rules.suit_led(self.other.played) is suit
        if not moment.trick and suit is moment.trumps:
            if not (same and moment.hand - moment.rules.cards_of(suit)):
                yield from self._draws(suit, wants)
        elif not moment.trick and not same:
            for seat in moment.others:
                if moment.is_void(seat, suit):
                    yield from self._cannot_follow(seat, suit, wants)
        yield from self._last_of_suit(wants)

    def _draws(self, suit: AnySuit, wants: int) -> Iterator[Reason]:
        held = sum(other.size for other in self.moment.others.values())
        out = min(self.moment.count_out(suit), held)
        if out and wants >= 0 and self.moment.left > 1:
            yield wordings.draws(self.card.played, out, self.moment.is_all_dealt)

    def _cannot_follow(self, seat: int, suit: AnySuit, wants: int) -> Iterator[Reason]:
        """What a seat void in the suit led can do: a ruff is good for who wants no trick."""
        moment, hand = self.moment, self.moment.others[seat]
        use = self._use(suit, hand.possible)
        is_said = self.card.ruff is not None and seat in self.card.ruff.seats
        if not is_said and (not wants or (use == "ruff") is (wants < 0)):
            trumps = Hand() if moment.trumps is None else moment.rules.cards_of(moment.trumps)
            yield wordings.cannot_follow(
                seat, suit, use, use != "ruff" or bool(hand.certain & trumps)
            )

    def _last_of_suit(self, wants: int) -> Iterator[Reason]:
        """That the card makes a void, while there is time to use it."""
        moment, suit = self.moment, self.moment.suit_of(self.card.played.card)
        rest = moment.hand.without_card(self.card.played.card)
        is_early = moment.left > FEWEST_TRICKS_FOR_VOID and moment.count_out(suit)
        if (
            not is_early
            or not self._is_last(self.card)
            or (self.other and self._is_last(self.other))
        ):
            return
        use = self._use(suit, rest)
        if use != "ruff" or wants >= 0:
            always_follows = all(suit in duties[0] for duties in moment.rules.follow if duties)
            yield wordings.last_of_suit(self.card.played, suit, "" if always_follows else use)

    def _is_last(self, now: Now) -> bool:
        """Whether a card is the player's only one of a suit other than trumps."""
        suit = self.moment.suit_of(now.played.card)
        held = self.moment.hand & self.moment.rules.cards_of(suit)
        return suit is not self.moment.trumps and len(held) == 1

    def _use(self, suit: AnySuit, hand: Hand) -> str:
        """What a hand void in a suit can do when it is led; "" if one word cannot say it."""
        rules, trumps = self.moment.rules, self.moment.trumps
        if trumps is not None and hand & rules.cards_of(trumps):
            return "ruff"
        duties = rules.duties(suit)
        return "" if len(rules.order) > 1 or (duties and hand & duties[0]) else "discard"

    # What decides which facts are reasons.

    @property
    def is_discard(self) -> bool:
        """Whether the card is neither of the suit led nor a trump."""
        suit = self.moment.suit_of(self.card.played.card)
        return bool(self.moment.trick) and suit not in {self.moment.led, self.moment.trumps}

    def is_about_trick(self, wants: int) -> bool:
        """Whether what the cards do in this trick comes before which suit can go."""
        return bool(wants) or (bool(self.moment.trick) and not self.is_discard)

    def speaks_for(self, wants: int, alike: Collection[Now] = ()) -> bool:
        """Whether no other card compared is better for who wants more tricks, or fewer.

        These are the other one, the cards about as good, and where a suit is followed all legal
        ones.
        """
        compared = [one for one in alike if self.moment.trick or self._is_of_suit(one)]
        compared += [] if self.other is None else [self.other]
        if self.moment.trick and not self.is_discard and self.other is None:
            compared += self._legal
        if any(self.rather_wins(self.card, one) * wants < 0 for one in compared):
            return False
        place, rivals = self.card.strength
        return wants >= 0 or self.other is not None or not (place > 1 or 0 < rivals <= FEW_RIVALS)

    def _is_of_suit(self, other: Now) -> bool:
        return self.moment.are_of_suit(other.played.card, self.card.played.card)

    def _is_high(self, card: Card) -> bool:
        """Whether at most one card out is higher, or two for a jack or more."""
        return len(self.moment.higher_cards(card)) <= 1 + (card.rank >= Rank.JACK)


def equals_of(moment: Moment, cards: Sequence[PlayedCard]) -> Reason | None:
    """That these cards of a suit are equals; None if not."""
    if not moment.are_equals([one.card for one in cards]):
        return None
    return wordings.equals(tuple(cards), explain=True)
