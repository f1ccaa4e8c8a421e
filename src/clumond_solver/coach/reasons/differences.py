"""What tells a card from a rival: in this trick, in later ones, and in how the deal ends.

Games after both, from the same deals, show what each does. What speaks for the rival is stated as
well: a reason that hides it would not convince.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.coach.reasons import thresholds, wordings
from clumond_solver.coach.reasons.fates import Fate, Moment, Now
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Fault, Stakes
from clumond_solver.coach.reasons.wordings import How, Kept, Often, Takes, Way, Worth
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.rules.actions import Action
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import PlayedCard, Trick
from clumond_solver.single_dummy.any_game_playouts import FinishedGame
from clumond_solver.single_dummy.luck import (
    is_luck,
    mean,
)

#: What a game counts, and what may happen in it.
Figure = Callable[[FinishedGame], float]
Condition = Callable[[FinishedGame], object]
#: Some tricks of a game.
Tricks = Callable[[FinishedGame], Sequence[Trick]]


class Topic(Enum):
    """What a merit is about, in the order in which they are said."""

    NOW = "the card, played now or later"
    KEPT = "the rival, played now or later"
    EITHER = "later tricks won by either"
    TRICK = "what both add to this trick"
    LATER = "later tricks won by others"
    OUTCOME = "how the deal ends"


class Merit(NamedTuple):
    """Something that tells a card from its rival; a negative gain speaks for the rival.

    ``about`` is the other card that it speaks of, if there is one.
    """

    topic: Topic
    gain: float
    fact: Reason
    about: Card | None = None


class Counts(NamedTuple):
    """How often one thing happens, and another, in games of the same deals.

    unlike  the number of deals in which just one of them happens.
    """

    often: int
    beside: int
    unlike: int
    games: int

    @classmethod
    def of(cls, first: Iterable[object], second: Iterable[object]) -> Counts:
        """Count what is true; one after the other goes with the same deals."""
        pairs = [(bool(one), bool(other)) for one, other in zip(first, second, strict=True)]
        often, beside = map(sum, zip(*pairs, strict=True))
        return cls(often, beside, sum(one is not other for one, other in pairs), len(pairs))

    def differ(
        self, errors: float = thresholds.BEYOND_COUNTS, share: float = thresholds.VISIBLE
    ) -> bool:
        """Whether luck hardly explains the difference, and a player would see it."""
        luck = errors * math.sqrt(self.unlike)
        return abs(self.often - self.beside) >= max(thresholds.FEW_GAMES, share * self.games, luck)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that may be played, what is certain of it in the trick, and games after it."""

    action: Action
    now: Now
    games: Sequence[FinishedGame] = field(default=(), repr=False)

    @property
    def played(self) -> PlayedCard:
        """The card as it is played."""
        return self.now.played

    @property
    def card(self) -> Card:
        """The card itself."""
        return self.played.card

    @property
    def fate(self) -> Fate:
        """What is certain of it in the trick."""
        return self.now.fate


class Comparison:
    """A card beside a rival, for a player with these stakes."""

    def __init__(self, stakes: Stakes, moment: Moment, card: Candidate, rival: Candidate) -> None:
        """Compare the games after both, which must begin with the same deals."""
        self.stakes, self.moment = stakes, moment
        self.card, self.rival = card, rival
        self.count = min(len(card.games), len(rival.games))
        self.games, self.beside = card.games[: self.count], rival.games[: self.count]
        self._gains = self._differences(stakes.gain)
        self.gain = mean(self._gains)
        self.wins = self._counts(self._takes)

    @cached_property
    def merits(self) -> list[Merit]:
        """What tells the cards apart, the most important first."""
        merits = [*self._ends(), *self._of_cards()]
        merits += [*self._points_played(), *self._card_won()] if self._by_points else []
        explained = sum(merit.gain for merit in merits)
        if not self._by_points or explained < thresholds.EXPLAINED * self.gain:
            merits += [*self._other_card(), *_greatest(self._every_trick())]
        return sorted((merit for merit in merits if merit.gain), key=lambda one: -abs(one.gain))

    @property
    def is_beyond_doubt(self) -> bool:
        """Whether luck hardly explains that the card comes out better."""
        return self.gain > 0 and not is_luck(self._gains)

    def differ_in(self, happens: Condition) -> bool:
        """Whether something happens in another number of games."""
        return self._counts(happens).differ()

    @cached_property
    def is_turned(self) -> bool:
        """Whether the scores often turn over, so that what costs points may be wanted."""
        turned = sum(map(self.stakes.turns_over, (*self.games, *self.beside)))
        return turned > thresholds.OFTEN_TURNED * 2 * self.count

    @property
    def _by_points(self) -> bool:
        """Whether tricks and cards are worth what they count."""
        stakes = self.stakes
        return stakes.missing is None and stakes.tricks_have_points and not self.is_turned

    @cached_property
    def risk(self) -> Fault | None:
        """How the player mostly misses his goal; None without one, or if either way."""
        if self.stakes.missing is None:
            return None
        if self.stakes.missing in {0, self.stakes.left}:
            return Fault.TOO_FEW if self.stakes.missing else Fault.TOO_MANY
        goal, seat = self.stakes.goal or 0, self.stakes.seat
        over = [game.taken[seat] - goal for game in (*self.games, *self.beside)]
        above, below = sum(more > 0 for more in over), sum(more < 0 for more in over)
        if above == below:
            return None
        return Fault.TOO_FEW if below > above else Fault.TOO_MANY

    @cached_property
    def wanted(self) -> int:
        """1 if the player wants this trick, or later ones, -1 if he does not, 0 if that is open."""
        if self._by_points:
            won = [trick for game in (*self.games, *self.beside) for trick in self._won(game)]
            value = self.stakes.value(won)
        else:
            # The two games of a deal show what a trick more is worth.
            more = self._differences(lambda game: game.taken[self.stakes.seat])
            products = [gain * tricks for gain, tricks in zip(self._gains, more, strict=True)]
            value = 0.0 if is_luck(products) else mean(products)
        return self.risk.remedy if self.risk else (value > 0) - (value < 0)

    # Figures.

    def _differences(self, figure: Figure) -> list[float]:
        """What the card adds to a figure, deal by deal."""
        pairs = zip(self.games, self.beside, strict=True)
        return [figure(game) - figure(beside) for game, beside in pairs]

    def _gain_of(self, figure: Figure, errors: float = thresholds.BEYOND_MENTION) -> float:
        """What the card adds to the mean of a figure; 0 if luck may explain it."""
        gains = self._differences(figure)
        return 0.0 if is_luck(gains, errors) else mean(gains)

    def _gain_by(self, tricks: Tricks) -> float:
        """What the card gains by these tricks: by what they count, or where others are won."""
        if self._by_points:
            return mean(self._differences(lambda game: self.stakes.value(tricks(game))))
        more = self._differences(lambda game: len(tricks(game)))
        gains = [
            gain if more_here else 0.0 for gain, more_here in zip(self._gains, more, strict=True)
        ]
        is_clear = abs(mean(more)) >= thresholds.VISIBLE and not is_luck(
            gains, thresholds.BEYOND_MENTION
        )
        gain = mean(gains) if is_clear else 0.0
        return gain if gain * mean(more) * self.wanted > 0 else 0.0

    def _counts(self, happens: Condition) -> Counts:
        """In how many games something happens after the card, and after the rival."""
        return Counts.of(map(happens, self.games), map(happens, self.beside))

    def _more_often(self, event: Reason, counts: Counts) -> Reason:
        often = Often(counts.often, counts.games)
        return wordings.happens(event, often, self.card.played, self.rival.played, counts.beside)

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.stakes.seat

    def _won(self, game: FinishedGame, *cards: Card, first: int = 0) -> list[Trick]:
        """The tricks that the player wins, by one of these cards if there are any."""
        return [
            trick
            for trick in game.tricks[first:]
            if trick.winner == self.stakes.seat and (not cards or trick.winning_card in cards)
        ]

    # The two cards, played now or kept.

    def _of_cards(self) -> Iterator[Merit]:
        """What the two cards do now, and what they would do later, if they were kept."""
        if self.card.card == self.rival.card:
            return
        both_lose = self.card.fate is self.rival.fate is Fate.LOSES
        if both_lose or not self.wins.differ():
            yield from self._either_kept()
            return
        takes, kept = self._takes_of(self.card), self._kept(self.card)
        beside, kept_beside = self._takes_of(self.rival), self._kept(self.rival)
        if self._by_points:
            yield from self._now_or_kept(Topic.NOW, takes, kept)
            yield from self._now_or_kept(Topic.KEPT, beside, kept_beside)
        else:
            gain = self._gain_by(lambda game: self._won(game, self.card.card, self.rival.card))
            fewer, more = sorted((kept, kept_beside), key=lambda one: one.often.count)
            yield Merit(Topic.NOW, gain, wordings.both_cards(takes, beside, more, fewer))

    def _now_or_kept(self, topic: Topic, takes: Takes, kept: Kept) -> Iterator[Merit]:
        """What a card does now, and what it would do later."""
        card = kept.played.card
        counts = Counts.of(
            (self._won(game, card)[:1] for game in self.games),
            (self._won(game, card)[:1] for game in self.beside),
        )
        if counts.differ() or _are_far_apart(takes.worth, kept.worth):
            gain = self._gain_by(lambda game: self._won(game, card))
            yield Merit(topic, gain, wordings.takes_trick(takes, kept))

    def _either_kept(self) -> Iterator[Merit]:
        """What each card does later, if it is kept, where both do the same in this trick."""
        own, other = self.card.card, self.rival.card
        counts = Counts.of(
            (self._won(game, other, first=1) for game in self.games),
            (self._won(game, own, first=1) for game in self.beside),
        )
        kept = self._kept(self.card), self._kept(self.rival)
        fewer, more = sorted(
            kept, key=lambda one: (one.often.count, abs(one.worth.points) if one.worth else 0)
        )
        is_rare = fewer.often.count <= thresholds.SELDOM * self.count
        if counts.differ() or (not is_rare and _are_far_apart(more.worth, fewer.worth)):
            lose = {self.card.fate, self.rival.fate} == {Fate.LOSES}
            taken = bool(self.wins.often) if self.wins.often == self.wins.beside else None
            taken = taken if self.wins.often in {0, self.count} else None
            fact = wordings.either_kept(more, fewer, self.moment.winning if lose else None, taken)
            gain = self._gain_by(lambda game: self._won(game, own, other, first=1))
            yield Merit(Topic.EITHER, gain, fact)

    @property
    def is_lost_by_both(self) -> bool:
        """Whether both cards hardly ever win the trick, though no card on the table beats them."""
        is_open = {self.card.fate, self.rival.fate} == {Fate.OPEN}
        return is_open and max(self.wins.often, self.wins.beside) <= thresholds.SELDOM * self.count

    def card_now(self) -> Takes:
        """What the card does in this trick."""
        return self._takes_of(self.card)

    def _takes_of(self, one: Candidate) -> Takes:
        is_rival = one is self.rival and one is not self.card
        won = [*filter(self._takes, self.beside if is_rival else self.games)]
        return Takes(
            one.now,
            Often(len(won), self.count),
            self.moment.place(one.now),
            is_rival,
            self._worth([game.tricks[0] for game in won]),
        )

    def _kept(self, one: Candidate) -> Kept:
        """What a card does later, if it is kept: the rival is, for the card is played."""
        games = self.beside if one is self.card else self.games
        won = [trick for game in games for trick in self._won(game, one.card, first=1)]
        return Kept(
            PlayedCard(self.stakes.seat, one.card),
            Often(len(won), self.count),
            self._worth(won),
            self.moment.place(one.now),
            would=one is self.card,
            how=how_won(self.moment, one.card, games),
        )

    # What tricks are worth.

    def _worth(self, tricks: Collection[Trick]) -> Worth | None:
        """The points that tricks count on average; None if only their number decides."""
        stakes = self.stakes
        is_plain = stakes.points_of_every_trick(self.moment.cards_left)
        if not tricks or is_plain or not self._by_points:
            return None
        points = [stakes.points_of_trick(one) + self._extra.get(id(one), 0) for one in tricks]
        worth = round(mean(points))
        costs = worth < 0 or (not worth and stakes.trick_points < 0)
        return Worth(worth, len({*points}) == 1, costs)

    @cached_property
    def _extra(self) -> dict[int, int]:
        """By the last trick of each game what it counts beside its cards."""
        games = (*self.games, *self.beside)
        return {id(game.tricks[-1]): self.stakes.last_trick_extra(game) for game in games}

    def _points_played(self) -> Iterator[Merit]:
        """What the cards themselves count for whoever takes the trick, where both do alike."""
        own, other = (self.stakes.points(one.card) for one in (self.card, self.rival))
        is_own = min(self.wins.often, self.wins.beside) == self.count
        is_lost = not (self.wins.often or self.wins.beside) and own * other >= 0
        if own != other and (is_own or is_lost):
            gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
            fact = wordings.adds(self.card.played, own, self.rival.played, other, is_own)
            yield Merit(Topic.TRICK, gain, fact)

    # Later tricks.

    def _other_card(self) -> Iterator[Merit]:
        """Another card of the hand that wins later tricks more often, or less often."""
        rest = self.moment.hand - Hand.from_cards({self.card.card, self.rival.card})
        yield from _greatest(merit for card in rest for merit in self._wins_later(card))

    def _wins_later(self, card: Card) -> Iterator[Merit]:
        def won(game: FinishedGame) -> list[Trick]:
            return self._won(game, card, first=1)

        counts = self._counts(won)
        if counts.differ(thresholds.BEYOND_PICKED, thresholds.VISIBLE_OF_PICKED):
            worth = self._worth([it for game in (*self.games, *self.beside) for it in won(game)])
            wins = wordings.wins_later(card, worth, how_won(self.moment, card, self.games))
            yield Merit(Topic.LATER, self._gain_by(won), self._more_often(wins, counts), card)

    def _every_trick(self) -> Iterator[Merit]:
        """That the player takes every trick left, or none, where tricks count points."""
        numbers = {self.stakes.left: True, 0: False} if self._by_points else {}
        for number, takes in numbers.items():

            def happens(game: FinishedGame, number: int = number) -> bool:
                return len(self._won(game)) == number

            counts = self._counts(happens)
            if counts.differ(thresholds.BEYOND_PICKED, thresholds.VISIBLE_OF_PICKED):
                differ = self._differences(happens)
                gains = [gain * bool(one) for gain, one in zip(self._gains, differ, strict=True)]
                gain = 0.0 if is_luck(gains, thresholds.BEYOND_MENTION) else mean(gains)
                yield Merit(Topic.LATER, gain, self._more_often(wordings.all_tricks(takes), counts))

    def _card_won(self) -> Iterator[Merit]:
        """Who wins a card that counts much, or costs much."""
        played = {self.card.card, self.rival.card, *(one.card for one in self.moment.trick)}
        cards = {*self.moment.possible_cards, *self.moment.hand} - played
        least = thresholds.NOTABLE_POINTS * max(map(abs, self.stakes.payoffs.card_points))
        notable = [it for it in sorted(cards) if abs(self.stakes.points(it)) >= least > 0]
        yield from _greatest(merit for card in notable for merit in self._who_wins(card))

    def _who_wins(self, card: Card) -> Iterator[Merit]:
        worth, stakes = self.stakes.points(card), self.stakes

        def winner(game: FinishedGame) -> int | None:
            return next((trick.winner for trick in game.tricks if card in trick.cards), None)

        def value(game: FinishedGame) -> float:
            seat = winner(game)
            return 0.0 if seat is None else worth * stakes.value_of_point(seat)

        counts = self._counts(lambda game: winner(game) == stakes.seat)
        if counts.differ(thresholds.BEYOND_PICKED, thresholds.VISIBLE_OF_PICKED):
            fact = self._more_often(wordings.wins_card(card, worth), counts)
            yield Merit(Topic.LATER, self._gain_of(value, BEYOND_LUCK), fact, card)

    # How the deal ends.

    def _ends(self) -> Iterator[Merit]:
        """What the player's score hangs on beside points, and happens more often, or less often."""
        stakes, payoffs, goal = self.stakes, self.stakes.payoffs, self.stakes.goal
        if stakes.missing is not None and goal is not None:
            counts = self._counts(lambda game: game.taken[stakes.seat] == goal)
            if counts.differ():
                event = wordings.reaches_goal(stakes.seat, goal, stakes.nominated)
                yield Merit(Topic.OUTCOME, self.gain, self._more_often(event, counts))
        elif payoffs.settling is Settling.BIDDER_MUST_LEAD:
            fails = wordings.bidder_fails(payoffs.bidder)
            yield from self._settled(stakes.bidder_fails, fails)
        elif payoffs.settling is Settling.TURNED_OVER:
            by_seat = {seat: self._counts(stakes.turns(seat)) for seat in range(stakes.players)}
            seat = max(by_seat, key=lambda seat: abs(by_seat[seat].often - by_seat[seat].beside))
            turning = turning_event(stakes, seat, [*self.games, *self.beside])
            if turning is not None:
                yield from self._settled(stakes.turns(seat), turning)

    def _settled(self, happens: Condition, event: Reason) -> Iterator[Merit]:
        """What settles all scores: few games mean many points."""
        counts = self._counts(happens)
        if counts.differ(BEYOND_LUCK, thresholds.VISIBLE_OF_ENDS):
            gain = self._gain_of(self.stakes.gain_by_settling)
            yield Merit(Topic.OUTCOME, gain, self._more_often(event, counts))


def _are_far_apart(worth: Worth | None, other: Worth | None) -> bool:
    """Whether tricks differ enough in worth to say so."""
    points, beside = (one.points if one else 0 for one in (worth, other))
    return abs(points - beside) >= thresholds.FEW_POINTS


def how_won(moment: Moment, card: Card, games: Iterable[FinishedGame]) -> How | None:
    """How a card that is not played now nearly always wins a later trick, where it wins one."""
    ways, higher, after = Counter[Way | None](), moment.higher_cards(card), 0
    for game in games:
        past = set[Card]()
        for trick in game.tricks:
            if trick.winner == moment.seat and trick.winning_card == card:
                ways[_way(moment, trick)] += 1
                after += past.issuperset(higher)
            past.update(trick.cards)
    [(way, often)] = ways.most_common(1) or [(None, 0)]
    won, few = ways.total(), 0 < len(higher) <= thresholds.FEW_RIVALS
    least = thresholds.NEARLY_ALWAYS * max(won, thresholds.FEWEST_WON)
    shares = [often] * (way is not None and often >= least) + [after] * (few and after >= least)
    if not shares:
        return None
    gone = tuple(reversed(higher)) if few and after >= least else ()
    return How(moment.suit_of(card), way if often >= least else None, gone, min(shares) == won)


def _way(moment: Moment, trick: Trick) -> Way | None:
    """How a card of the hand wins a trick; None if another suit than the card's may be led."""
    if trick.leader == moment.seat:
        return Way.LED
    rules, lead = moment.rules, trick.cards[0]
    suit, led = map(moment.suit_of, (trick.winning_card, lead))
    if led in rules.declares or lead.rank in rules.wild:
        return None
    return Way.FOLLOWS if led is suit else Way.RUFFS if suit is moment.trumps else None


def _greatest(merits: Iterable[Merit]) -> list[Merit]:
    """The one that gains or loses most, if there is any."""
    return sorted(merits, key=lambda merit: -abs(merit.gain))[:1]


def turning_event(stakes: Stakes, seat: int, games: Iterable[FinishedGame]) -> Reason | None:
    """That a seat turns all scores over in some of these games, and who gains by it."""
    turned = [*filter(stakes.turns(seat), games)]
    if not turned:
        return None
    is_gain = mean([*map(stakes.gain_by_settling, turned)]) > 0
    return wordings.turns_over(seat, stakes.current_tallies[seat], stakes.payoffs.limit, is_gain)
