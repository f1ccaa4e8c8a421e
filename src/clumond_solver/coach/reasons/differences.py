"""What tells a card from a rival: in this trick, in later ones, and in how the deal ends.

Games after both, from the same deals, show what each does. What speaks for the rival is stated as
well: a reason that hides it would not convince.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.coach.reasons import kinds
from clumond_solver.coach.reasons.card_facts import now_of, place_of
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.fates import Fate, Moment, Outlook
from clumond_solver.coach.reasons.kinds import Kept, Often, Takes, Worth
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.thresholds import (
    FEW_GAMES,
    FEW_POINTS,
    NOTABLE_POINTS,
    OFTEN_RUFFED,
    OFTEN_TURNED,
    SELDOM,
    SURELY,
    VISIBLE,
    VISIBLE_OF_ENDS,
    VISIBLE_OF_PICKED,
)
from clumond_solver.coach.reasons.turning import turning_event
from clumond_solver.rules.actions import Action
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import PlayedCard, Trick
from clumond_solver.single_dummy.games_after import FinishedGame
from clumond_solver.single_dummy.mean_scores import (
    BEYOND_COUNTS,
    BEYOND_DOUBT,
    BEYOND_MENTION,
    BEYOND_PICKED,
    is_luck,
    mean,
)

#: What a game counts, and what may happen in it.
Figure = Callable[[FinishedGame], float]
Condition = Callable[[FinishedGame], object]
#: By game, the tricks that the player wins.
Tricks = Sequence[Sequence[Trick]]


class Topic(Enum):
    """What a merit is about."""

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
    fact: Fact
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

    @property
    def difference(self) -> int:
        """In how many more games one of the things happens."""
        return abs(self.often - self.beside)

    def differ(self, errors: float = BEYOND_COUNTS, share: float = VISIBLE) -> bool:
        """Whether luck hardly explains the difference, and a player would see it."""
        luck = errors * math.sqrt(self.unlike)
        return self.difference >= max(FEW_GAMES, share * self.games, luck)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that may be played, what is certain of it in the trick, and games after it."""

    action: Action
    played: PlayedCard
    outlook: Outlook
    games: Sequence[FinishedGame] = field(repr=False)

    @property
    def card(self) -> Card:
        """The card itself."""
        return self.played.card

    @property
    def fate(self) -> Fate:
        """What is certain of it in the trick."""
        return self.outlook.fate


class Comparison(ABC):
    """A card beside a rival, for a player with these stakes."""

    def __init__(self, stakes: Stakes, moment: Moment, card: Candidate, rival: Candidate) -> None:
        """Compare the games after both, which must begin with the same deals."""
        self.stakes, self.moment = stakes, moment
        self.card, self.rival = card, rival
        self.count = min(len(card.games), len(rival.games))
        self.games, self.beside = card.games[: self.count], rival.games[: self.count]
        self.gain = mean(self._gains(stakes.gain))
        self.wins = self._counts(self._takes)

    @cached_property
    def merits(self) -> list[Merit]:
        """What tells the cards apart, the most important first."""
        outcome = self._outcome()
        merits = [outcome, *self._of_tricks(outcome)]
        return sorted(
            (merit for merit in merits if merit is not None and merit.gain),
            key=lambda merit: -abs(merit.gain),
        )

    @property
    def is_beyond_doubt(self) -> bool:
        """Whether luck hardly explains that the card comes out better."""
        return self._gain_of(self.stakes.gain, BEYOND_DOUBT) > 0

    def differ_in(self, happens: Condition) -> bool:
        """Whether something happens in another number of games."""
        return self._counts(happens).differ()

    @property
    def is_turned(self) -> bool:
        """Whether the scores often turn over, so that what costs points may be wanted."""
        return False

    @property
    def risk(self) -> int:
        """1 if the player mostly misses his goal by too few tricks, -1 by too many; else 0."""
        return 0

    @property
    @abstractmethod
    def wanted(self) -> int:
        """1 if the player wants this trick, or later ones, -1 if he does not, 0 if that is open."""

    @abstractmethod
    def _outcome(self) -> Merit | None:
        """How the deal ends more often after the card."""

    @abstractmethod
    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        """The tricks that the two cards, other cards and other players win, beside the outcome."""

    @abstractmethod
    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        """How much more these tricks are worth to the player than others, on average."""

    def _worth(self, tricks: Tricks) -> Worth | None:
        """The points that tricks count on average; None if only their number decides."""
        return None

    # Figures.

    def _gains(self, figure: Figure) -> list[float]:
        """What the card adds to a figure, deal by deal."""
        pairs = zip(self.games, self.beside, strict=True)
        return [figure(game) - figure(beside) for game, beside in pairs]

    def _gain_of(self, figure: Figure, errors: float = BEYOND_MENTION) -> float:
        """What the card adds to the mean of a figure; 0 if luck may explain it."""
        gains = self._gains(figure)
        return 0.0 if is_luck(gains, errors) else mean(gains)

    def _gain_where(self, figure: Figure) -> float:
        """What the deals in which a figure is not the same add to the mean gain; 0 if by luck."""
        pairs = zip(self._gains(self.stakes.gain), self._gains(figure), strict=True)
        gains = [gain if difference else 0.0 for gain, difference in pairs]
        return 0.0 if is_luck(gains, BEYOND_MENTION) else mean(gains)

    def _counts(self, happens: Condition) -> Counts:
        """In how many games something happens after the card, and after the rival."""
        return Counts.of(map(happens, self.games), map(happens, self.beside))

    def _more_often(self, event: Fact, counts: Counts) -> Fact:
        often = Often(counts.often, counts.games)
        return kinds.more_often(self.card.played, event, often, self.rival.played, counts.beside)

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.stakes.seat

    def _this_trick(self, games: Sequence[FinishedGame]) -> Tricks:
        return [game.tricks[:1] if self._takes(game) else () for game in games]

    # The two cards, played now or kept.

    def _of_cards(self) -> list[Merit | None]:
        """What the two cards do now, and what they would do later, if they were kept."""
        if self.card.card == self.rival.card:
            return []
        later = [self._won_by(self.card.card, game) for game in self.beside]
        later_rival = [self._won_by(self.rival.card, game) for game in self.games]
        both_lose = self.card.fate is self.rival.fate is Fate.LOSES
        if both_lose or self.wins.often == self.wins.beside in {0, self.count}:
            return [self._either_kept(later, later_rival)]
        return self._of_both(later, later_rival)

    def _of_both(self, later: Tricks, later_rival: Tricks) -> list[Merit | None]:
        """What the cards do now, and later if they are kept, by the tricks that each wins."""
        counts = Counts.of(later, later_rival)
        if not self.wins.differ() and not counts.differ():
            return []
        own, other = self.wins.often + counts.beside, self.wins.beside + counts.often
        kept = self._kept(self.card, later), self._kept(self.rival, later_rival)
        fewer, more = sorted(kept, key=lambda one: one.often.count)
        fact = kinds.both_cards(self._takes_of(self.card), self._takes_of(self.rival), more, fewer)
        return [Merit(Topic.NOW, self._gain_by_number(own, other), fact)]

    @abstractmethod
    def _gain_by_number(self, won: int, won_beside: int) -> float:
        """What it is worth that the two cards win so many tricks in all games, not so many."""

    def _either_kept(self, later: Tricks, later_rival: Tricks) -> Merit | None:
        """What each card does later, if it is kept, where both do the same in this trick."""
        counts = Counts.of(later_rival, later)
        is_rare = min(counts.often, counts.beside) <= SELDOM * self.count
        if not counts.differ() and (is_rare or not self._far_apart(later, later_rival)):
            return None
        kept = self._kept(self.card, later), self._kept(self.rival, later_rival)
        fewer, more = sorted(
            kept, key=lambda one: (one.often.count, abs(one.worth.points) if one.worth else 0)
        )
        lose = {self.card.fate, self.rival.fate} == {Fate.LOSES}
        taken = bool(self.wins.often) if self.wins.often == self.wins.beside else None
        under = self.moment.winning if lose else None
        fact = kinds.either_kept(more, fewer, under, taken)
        return Merit(Topic.EITHER, self._worth_more(later_rival, later), fact)

    @property
    def is_lost_by_both(self) -> bool:
        """Whether both cards hardly ever win the trick, though no card on the table beats them."""
        is_open = {self.card.fate, self.rival.fate} == {Fate.OPEN}
        return is_open and max(self.wins.often, self.wins.beside) <= SELDOM * self.count

    def card_now(self) -> Takes:
        """What the card does in this trick, and what it costs the winner."""
        return self._takes_of(self.card, alone=True)

    def _takes_of(self, one: Candidate, *, alone: bool = False) -> Takes:
        """What a card does in this trick; ``alone`` with what else is to say of it."""
        is_rival = one is self.rival and one is not self.card
        games = self.beside if is_rival else self.games
        won = self._this_trick(games)
        often = sum(map(bool, won))
        is_seldom = often <= SELDOM * self.count
        spares = None if often else self._worth([game.tricks[:1] for game in games])
        is_settled = one.fate in {Fate.WINS, Fate.LOSES}
        return Takes(
            now_of(self.moment, one.played),
            Often(often, self.count),
            place_of(self.moment, one.played),
            would=is_rival,
            is_seldom=alone and is_seldom and one.fate is Fate.OPEN,
            worth=None if is_seldom and not is_settled else self._worth(won),
            spares=spares if spares is not None and spares.points < 0 else None,
            ruffed=self._ruffed() if alone else 0,
        )

    def _ruffed(self) -> int:
        """How often the card is ruffed if it is led; 0 if that is not so often."""
        trumps = self.moment.trumps
        led = self.moment.rules.suit_led(self.card.played)
        if self.moment.trick or trumps in {None, led}:
            return 0
        ruffed = sum(
            self.moment.suit_of(game.tricks[0].winning_card) is trumps and not self._takes(game)
            for game in self.games
        )
        return ruffed if ruffed > OFTEN_RUFFED * self.count else 0

    def _kept(self, one: Candidate, later: Tricks) -> Kept:
        """What a card does later, if it is kept: the rival is, for the card is played."""
        played = PlayedCard(self.stakes.seat, one.card)
        place, often = place_of(self.moment, one.played), Often(sum(map(bool, later)), self.count)
        return Kept(played, often, self._worth(later), place, would=one is self.card)

    # Later tricks.

    def _won_by(self, card: Card, game: FinishedGame) -> tuple[Trick, ...]:
        """The later trick that the player wins by a card; empty if there is none."""
        seat = self.stakes.seat
        if card not in game.played[seat]:
            return ()
        return tuple(
            trick for trick in game.tricks[1:] if trick.winner == seat and card in trick.cards
        )

    def _other_card(self) -> Merit | None:
        """Another card of the hand that wins later tricks more often, or less often."""
        rest = self.moment.hand - Hand.from_cards({self.card.card, self.rival.card})
        return max(
            filter(None, map(self._wins_later, rest)),
            key=lambda merit: abs(merit.gain),
            default=None,
        )

    def _wins_later(self, card: Card) -> Merit | None:
        later, later_rival = (
            [self._won_by(card, game) for game in games] for games in (self.games, self.beside)
        )
        counts = Counts.of(later, later_rival)
        if not counts.differ(BEYOND_PICKED, VISIBLE_OF_PICKED):
            return None
        fact = self._more_often(kinds.wins_later(card, self._worth([*later, *later_rival])), counts)
        return Merit(Topic.LATER, self._gain_later(card, later, later_rival), fact, card)

    def _gain_later(self, card: Card, later: Tricks, later_rival: Tricks) -> float:
        """What it is worth that another card of the hand wins these tricks, and not those."""
        return self._worth_more(later, later_rival)

    def _far_apart(self, tricks: Tricks, others: Tricks) -> bool:
        """Whether tricks differ enough in worth to say so."""
        worth, beside = map(self._worth, (tricks, others))
        points = (worth.points if worth else 0) - (beside.points if beside else 0)
        return abs(points) >= FEW_POINTS

    # How the deal ends.

    def _other_goal(self) -> Merit | None:
        """The goal that another player misses more often."""
        others = (seat for seat in range(self.stakes.players) if seat != self.stakes.seat)
        merits = filter(None, map(self._spoils, others))
        return max(merits, key=lambda merit: merit.gain, default=None)

    def _spoils(self, seat: int) -> Merit | None:
        goal = self.stakes.goals[seat]
        if goal is None:
            return None
        counts = self._counts(lambda game: game.taken[seat] != goal)
        row = self.stakes.payoffs.awards[seat][0]
        value = self._gain_of(lambda game: row[game.taken[seat]] * self.stakes.value_of_point(seat))
        if not counts.differ() or (counts.often - counts.beside) * value <= 0:
            return None
        event = kinds.reaches_goal(seat, goal, self.stakes.nominated, misses=True)
        return Merit(Topic.OUTCOME, value, self._more_often(event, counts))


class ComparisonByTricks(Comparison):
    """A card beside a rival, for a player who needs an exact number of tricks."""

    @cached_property
    def risk(self) -> int:
        """1 if his goal is mostly missed by too few tricks, -1 by too many, 0 if neither."""
        if self.stakes.missing in {0, self.stakes.left}:
            return 1 if self.stakes.missing else -1
        goal, seat = self.stakes.goal or 0, self.stakes.seat
        over = [game.taken[seat] - goal for game in (*self.games, *self.beside)]
        above, below = sum(more > 0 for more in over), sum(more < 0 for more in over)
        return (below > above) - (above > below)

    @cached_property
    def wanted(self) -> int:
        """1 if the player lacks tricks, -1 if he has too many; else what comes out better."""
        more = (self.wins.often - self.wins.beside) * self.gain if self.wins.differ() else 0
        return self.risk or (more > 0) - (more < 0)

    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        merits = [*self._of_cards(), self._other_card()]
        return merits if _speaks([outcome, *merits]) else [*merits, self._other_goal()]

    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        return self._gain_by_number(*(sum(map(bool, won)) for won in (tricks, others)))

    def _gain_by_number(self, won: int, won_beside: int) -> float:
        """The worth of a trick won more often, as a share of what the goal scores."""
        return self.wanted * (won - won_beside) / self.count * self.stakes.award

    def _outcome(self) -> Merit | None:
        """How often the player takes the number of tricks that he needs."""
        seat, goal = self.stakes.seat, self.stakes.goal or 0
        counts = self._counts(lambda game: game.taken[seat] == goal)
        event = kinds.reaches_goal(seat, goal, self.stakes.nominated)
        fact = self._more_often(event, counts)
        return Merit(Topic.OUTCOME, self.gain, fact) if counts.differ() else None


class ComparisonByPoints(Comparison):
    """A card beside a rival, for a player whose tricks and cards count, or cost, points."""

    @cached_property
    def wanted(self) -> int:
        """1 if the player's tricks count for him, -1 if they cost him, else 0."""
        both, seat = [*self.games, *self.beside], self.stakes.seat
        if self.is_turned:
            # The two games of a deal show what a trick more is worth.
            more = self._gains(lambda game: game.taken[seat])
            gains = self._gains(self.stakes.gain)
            products = [gain * tricks for gain, tricks in zip(gains, more, strict=True)]
            value = 0.0 if is_luck(products) else mean(products)
        else:
            taken = [game.tricks[0] for game in both if self._takes(game)]
            later = (trick for game in both for trick in game.tricks if trick.winner == seat)
            value = self.stakes.value(taken or [*later])
        return (value > 0) - (value < 0)

    @cached_property
    def is_turned(self) -> bool:
        """Whether the scores often turn over, so that what costs points may be wanted."""
        turned = sum(map(self.stakes.turns_over, (*self.games, *self.beside)))
        return turned > OFTEN_TURNED * 2 * self.count

    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        if self.is_turned:
            return [*self._of_cards(), self._other_card()]
        merits = [*self._of_cards(), self._points_played(), self._card_won()]
        if _speaks([outcome, *merits]):
            return merits
        waits = self._can_wait()
        return [*merits, self._other_goal(), *([waits] if waits else [self._other_card()])]

    def _of_both(self, later: Tricks, later_rival: Tricks) -> list[Merit | None]:
        if self.is_turned:
            return super()._of_both(later, later_rival)
        if not self.wins.differ():
            return [self._either_kept(later, later_rival)]
        return [
            self._now_or_kept(self.card, self._this_trick(self.games), later),
            self._now_or_kept(self.rival, self._this_trick(self.beside), later_rival),
        ]

    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        if self.is_turned:
            return self._gain_by_number(*(sum(map(bool, won)) for won in (tricks, others)))
        return mean([*map(self.stakes.value, tricks)]) - mean([*map(self.stakes.value, others)])

    # What tricks are worth.

    def _points(self, tricks: Tricks) -> list[int]:
        return [
            self.stakes.points_of_trick(trick) + self._extra.get(id(trick), 0)
            for won in tricks
            for trick in won
        ]

    @cached_property
    def _extra(self) -> dict[int, int]:
        """By the last trick of each game what it counts beside its cards."""
        games = (*self.games, *self.beside)
        return {id(game.tricks[-1]): self.stakes.last_trick_extra(game) for game in games}

    def _worth(self, tricks: Tricks) -> Worth | None:
        points = self._points(tricks)
        is_plain = self.stakes.points_of_every_trick(self.moment.cards_left)
        if not points or self.is_turned or is_plain or not self.stakes.tricks_have_points:
            return None
        worth = round(mean(points))
        costs = worth < 0 or (not worth and self.stakes.trick_points < 0)
        return Worth(worth, len({*points}) == 1, costs)

    def _is_notable(self, card: Card) -> bool:
        """Whether a card counts much, or costs much."""
        most = max(map(abs, self.stakes.payoffs.card_points))
        return most > 0 and abs(self.stakes.points(card)) >= NOTABLE_POINTS * most

    # This trick, and later ones.

    def _now_or_kept(self, one: Candidate, now: Tricks, later: Tricks) -> Merit | None:
        """Tricks won by a card now, beside those that it wins later, if it is kept."""
        if not Counts.of(now, later).differ() and not self._far_apart(now, later):
            return None
        gain, is_rival = self._worth_more(now, later), one is self.rival
        fact = kinds.now_or_kept(self._takes_of(one), self._kept(one, later))
        return Merit(Topic.KEPT if is_rival else Topic.NOW, -gain if is_rival else gain, fact)

    def _can_wait(self) -> Merit | None:
        """That the rival, which would take this trick, takes one as often if it is kept."""
        later = [self._won_by(self.rival.card, game) for game in self.games]
        kept, now = sum(map(bool, later)), self.wins.beside
        takes_now = self.wins.differ() and now > self.wins.often
        if self.wanted <= 0 or self.gain <= 0 or not takes_now or kept < SURELY * now:
            return None
        return Merit(Topic.KEPT, self.gain, kinds.can_wait(self._kept(self.rival, later)))

    def _points_played(self) -> Merit | None:
        """What the cards themselves count for whoever takes the trick, where both do alike."""
        own, other = (self.stakes.points(one.card) for one in (self.card, self.rival))
        if own == other or self.wins.differ():
            return None
        is_own = min(self.wins.often, self.wins.beside) == self.count
        if not is_own and (self.wins.often or self.wins.beside or own * other < 0):
            return None
        gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
        fact = kinds.adds(self.card.played, own, self.rival.played, other, is_own)
        return Merit(Topic.TRICK, gain, fact)

    def _gain_by_number(self, won: int, won_beside: int) -> float:
        if abs(won - won_beside) < VISIBLE * self.count:
            return 0.0
        pair, seat = {self.card.card, self.rival.card}, self.stakes.seat
        gain = self._gain_where(lambda game: len(pair.intersection(game.winning_cards(seat))))
        return gain if gain * (won - won_beside) * self.wanted > 0 else 0.0

    def _gain_later(self, card: Card, later: Tricks, later_rival: Tricks) -> float:
        if self.is_turned:
            more = sum(map(bool, later)) - sum(map(bool, later_rival))
            gain = self._gain_where(lambda game: bool(self._won_by(card, game)))
            return gain if gain * more * self.wanted > 0 else 0.0
        return super()._gain_later(card, later, later_rival)

    def _card_won(self) -> Merit | None:
        """Who wins a card that counts much, or costs much."""
        played = {self.card.card, self.rival.card, *(one.card for one in self.moment.trick)}
        notable = (
            card
            for card in self.moment.possible_cards | self.moment.hand
            if self._is_notable(card) and card not in played
        )
        merits = filter(None, map(self._who_wins, notable))
        return max(merits, key=lambda merit: abs(merit.gain), default=None)

    def _who_wins(self, card: Card) -> Merit | None:
        worth = self.stakes.points(card)

        def winner(game: FinishedGame) -> int | None:
            return next((trick.winner for trick in game.tricks if card in trick.cards), None)

        def value(game: FinishedGame) -> float:
            seat = winner(game)
            return 0.0 if seat is None else worth * self.stakes.value_of_point(seat)

        counts = self._counts(lambda game: winner(game) == self.stakes.seat)
        if not counts.differ(BEYOND_PICKED, VISIBLE_OF_PICKED):
            return None
        fact = self._more_often(kinds.wins_card(card, worth), counts)
        return Merit(Topic.LATER, self._gain_of(value, BEYOND_DOUBT), fact, card)

    # How the deal ends.

    def _outcome(self) -> Merit | None:
        """How often the scores are settled otherwise than by points."""
        return next(self._ends(), None)

    def _ends(self) -> Iterator[Merit]:
        stakes, payoffs = self.stakes, self.stakes.payoffs
        if payoffs.settling is Settling.BIDDER_MUST_LEAD:
            yield from self._settled(stakes.bidder_fails, kinds.bidder_fails(payoffs.bidder))
        elif payoffs.settling is Settling.TURNED_OVER:
            seats = range(stakes.players)
            seat = max(seats, key=lambda seat: self._counts(stakes.turns(seat)).difference)
            yield from self._turned_by([seat])
            yield from self._turned_by({*seats} - {stakes.seat})

    def _turned_by(self, seats: Collection[int]) -> Iterator[Merit]:
        """Who comes so low that all scores turn over, and who gains by it."""
        turns = self.stakes.turns(*seats)
        if turned := [*filter(turns, (*self.games, *self.beside))]:
            yield from self._settled(turns, turning_event(self.stakes, seats, turned))

    def _settled(self, happens: Condition, event: Fact) -> Iterator[Merit]:
        """What settles all scores: few games mean many points."""
        counts = self._counts(happens)
        if counts.differ(BEYOND_DOUBT, VISIBLE_OF_ENDS):
            gain = self._gain_of(self.stakes.gain_by_settling)
            yield Merit(Topic.OUTCOME, gain, self._more_often(event, counts))


def _speaks(merits: Iterable[Merit | None]) -> bool:
    """Whether one of these merits speaks for the card, not for its rival."""
    return any(merit is not None and merit.gain > 0 for merit in merits)
