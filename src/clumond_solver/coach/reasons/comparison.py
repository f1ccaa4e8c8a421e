"""What tells a card from a rival: in this trick, in later ones, and in how the deal ends.

Games after both, from the same deals, show what each does. What speaks for the rival is stated as
well: a reason that hides it would not convince.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.wording import counted_in_words
from clumond_solver.coach.reasons.fates import Fate, Moment, Outlook
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import (
    Speaker,
    out_of,
    played_text,
    winning_text,
)
from clumond_solver.rules.actions import Action
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

# A card that takes the trick in no greater share of games hardly ever does.
_SELDOM = 0.1
# That a lead is ruffed in a greater share of games is worth a word.
_OFTEN_RUFFED = 0.3
# A card that wins in this share of the games, or of the times, is as good as sure to win.
SURELY = 0.8
# Counts differ if the difference is at least this many games, this share of them, and beyond luck.
_FEW = 4
VISIBLE = 0.08
# The counts of a card picked because they differ most: more standard errors, a lower share.
_VISIBLE_OF_PICKED = 0.06
# Tricks differ in worth if the difference is at least this many points.
FEW_POINTS = 3
# What settles all scores may tell by a smaller share of the games.
_VISIBLE_OF_ENDS = 0.05

#: What a game counts, and what may happen in it.
Figure = Callable[[FinishedGame], float]
Happens = Callable[[FinishedGame], object]
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
    text: str
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
        """Whether luck hardly explains the difference."""
        luck = errors * math.sqrt(self.unlike)
        return self.difference >= max(_FEW, share * self.games, luck)

    def differ_in_the_end(self) -> bool:
        """Whether what settles all scores differs: few games mean many points."""
        return self.differ(BEYOND_DOUBT, _VISIBLE_OF_ENDS)

    def differ_though_picked(self) -> bool:
        """Whether the difference counts though it is the greatest of several."""
        return self.differ(BEYOND_PICKED, _VISIBLE_OF_PICKED)


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
    def text(self) -> str:
        """The card, with what it is played as."""
        return played_text(self.played)

    @property
    def fate(self) -> Fate:
        """What is certain of it in the trick."""
        return self.outlook.fate


class Comparison(Speaker, ABC):
    """A card beside a rival, for a player with these stakes."""

    def __init__(
        self, stakes: Stakes, moment: Moment, card: Candidate, rival: Candidate, who: str
    ) -> None:
        """Compare the games after both, which must begin with the same deals."""
        super().__init__(who)
        self.stakes = stakes
        self.moment = moment
        self.card = card
        self.rival = rival
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

    def differ_in(self, happens: Happens) -> bool:
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
        """How the deal ends."""

    @abstractmethod
    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        """What tells the cards apart by the tricks that the players win, beside the outcome."""

    @abstractmethod
    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        """How much more these tricks are worth to the player than others, on average."""

    def _worth(self, tricks: Tricks) -> int:
        """The points that tricks count on average; 0 if only their number decides."""
        return 0

    def _worth_text(self, tricks: Tricks, *, would: bool = False) -> str:
        """What tricks count, or cost: "costs about 4"; "" if only their number decides."""
        return ""

    def _cause(self, tricks: Tricks) -> str:
        """Another card that most of the tricks' points are for: a clause, or ""."""
        return ""

    # Figures.

    def _gains(self, figure: Figure) -> list[float]:
        """What the card adds to a figure, deal by deal."""
        pairs = zip(self.games, self.beside, strict=True)
        return [figure(game) - figure(beside) for game, beside in pairs]

    def _gain_of(self, figure: Figure, errors: float = BEYOND_MENTION) -> float:
        """What the card adds to the mean of a figure; 0 if luck may explain it."""
        gains = self._gains(figure)
        return 0.0 if is_luck(gains, errors) else mean(gains)

    def _gains_where(self, figure: Figure) -> list[float]:
        """What the card gains in the deals where a figure is not the same after the rival."""
        gains = zip(self._gains(self.stakes.gain), self._gains(figure), strict=True)
        return [gain for gain, difference in gains if difference]

    def _gain_where(self, figure: Figure) -> float:
        """What these deals add to the mean gain; 0 if luck may explain it."""
        gains = self._gains_where(figure)
        gains += [0.0] * (self.count - len(gains))
        return 0.0 if is_luck(gains, BEYOND_MENTION) else mean(gains)

    def _counts(self, happens: Happens) -> Counts:
        """In how many games something happens after the card, and after the rival."""
        return Counts.of(map(happens, self.games), map(happens, self.beside))

    def _in_games(self, counts: Counts) -> str:
        """In how many games, and in how many after the rival."""
        often = f"in {out_of(counts.often, counts.games)} games"
        return f"{often}, after {self.rival.text} in {counts.beside or 'none'}"

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.stakes.seat

    # The two cards, played now or kept.

    def _of_cards(self) -> list[Merit | None]:
        """What the two cards do now, and what they would do later, if they were kept."""
        if self.card.card == self.rival.card:
            return []
        now, now_rival = map(self._this_trick_if_taken, (self.games, self.beside))
        later = [self._won_by(self.card.card, game) for game in self.beside]
        later_rival = [self._won_by(self.rival.card, game) for game in self.games]
        return self._of_both(now, now_rival, later, later_rival)

    def _of_both(
        self, now: Tricks, now_rival: Tricks, later: Tricks, later_rival: Tricks
    ) -> list[Merit | None]:
        """What the cards do now, and later if they are kept, by the tricks that each wins."""
        both_lose = self.card.fate is self.rival.fate is Fate.LOSES
        if both_lose or self.wins.often == self.wins.beside in {0, self.count}:
            return [self._either_kept(later, later_rival)]
        return [self._tricks_of_both(now, now_rival, later, later_rival)]

    @property
    def is_lost_by_both(self) -> bool:
        """Whether both cards hardly ever win the trick, though no card on the table beats them."""
        is_open = {self.card.fate, self.rival.fate} == {Fate.OPEN}
        return is_open and max(self.wins.often, self.wins.beside) <= _SELDOM * self.count

    def card_now(self) -> str:
        """What the card does in this trick, and what it costs the winner: a clause."""
        now = self._now(self.card, self._this_trick_if_taken(self.games))
        if self.card.fate is Fate.OPEN and 0 < self.wins.often <= _SELDOM * self.count:
            lost = out_of(self.count - self.wins.often, self.count)
            now = f"{self._named(self.card)} loses this trick in {lost} games"
        now += self._ruffed()
        points = self.stakes.points(self.card.card)
        if self.card.fate is Fate.LOSES and points < 0:
            now += f", and costs its winner {-points}"
        if self.card.fate is self.rival.fate is Fate.WINS and self.card is not self.rival:
            now += f"; {self.rival.text} would take it as well"
        return now

    def _ruffed(self) -> str:
        """How often the card is ruffed if it is led: a clause; "" if that is not so often."""
        trumps = self.moment.trumps
        led = self.moment.rules.suit_led(self.card.played)
        if self.moment.trick or trumps in {None, led}:
            return ""
        ruffed = sum(
            self.moment.suit_of(game.tricks[0].winning_card) is trumps and not self._takes(game)
            for game in self.games
        )
        return f" and is ruffed in {ruffed}" if ruffed > _OFTEN_RUFFED * self.count else ""

    def _this_trick_if_taken(self, games: Sequence[FinishedGame]) -> Tricks:
        return [game.tricks[:1] if self._takes(game) else () for game in games]

    def _now(self, candidate: Candidate, now: Tricks, trick: str = "this trick") -> str:
        """What a card does in this trick, or would do."""
        is_rival, often = candidate is self.rival, sum(map(bool, now))
        name = self._named(candidate)
        if candidate.fate is Fate.LOSES:
            return f"{name} {self._goes(candidate, would=is_rival)} now"
        in_games = f"in {out_of(often, self.count)} games"
        if not often:
            lost = [game.tricks[:1] for game in (self.beside if is_rival else self.games)]
            is_spared = self._worth(lost) < 0
            worth = self._worth_text(lost, would=True) if is_spared else ""
            loses = f"{'would lose' if is_rival else 'loses'} {trick}"
            return f"{name} {loses}{worth and f', which {worth},'} in all {self.count} games"
        takes = f"{name} {'would take' if is_rival else 'takes'} {trick}"
        worth = self._worth_text(now) and f", which {self._worth_text(now)}"
        if candidate.fate is not Fate.WINS:
            worth += worth and self._cause(now) + ","
            return f"{takes}{worth if often > _SELDOM * self.count else ''} {in_games}"
        return f"{takes}{self._from_whom()}{worth}"

    def _both_now(self, now: Tricks, now_rival: Tricks) -> str:
        """What both cards do in this trick."""
        card, rival = self.card, self.rival
        text = self._now(card, now)
        if rival.fate is Fate.LOSES:
            return f"{text}, {rival.text} cannot"
        if self.wins.often and not {card.fate, rival.fate} & {Fate.WINS, Fate.LOSES}:
            return f"{text}, {rival.text} in {self.wins.beside or 'none'}"
        return f"{text}; {self._now(rival, now_rival, trick='the trick')}"

    def _from_whom(self) -> str:
        """Who would win the trick without the player, if he is the last to play: a clause."""
        seat = self.moment.winning_seat()
        if seat is None or self.moment.later_seats or self.stakes.players == 2:
            return ""
        return f" from {self.neighbour(self.moment, seat)}"

    def _named(self, candidate: Candidate, *, kept: bool = False) -> str:
        """A candidate, with what is plain of it in its suit."""
        name = candidate.card.pretty() if kept else candidate.text
        return f"{name}{TrickFacts(self.moment, candidate.played, None, self.who).place}"

    def _tricks_of_both(
        self, now: Tricks, now_rival: Tricks, later: Tricks, later_rival: Tricks
    ) -> Merit | None:
        """The tricks that both cards win, now and later, where their number decides."""
        card, rival, counts = self.card, self.rival, Counts.of(later, later_rival)
        if not self.wins.differ() and not counts.differ():
            return None
        kept, kept_rival = counts.often, counts.beside
        own, other = self.wins.often + kept_rival, self.wins.beside + kept
        (most, first), (least, second) = sorted(
            [(kept_rival, rival), (kept, card)], key=lambda pair: -pair[0]
        )
        often = f"in {out_of(most, self.count)} games, {second.card.pretty()} in {least or 'none'}"
        after = f"kept, {first.card.pretty()} wins a later trick {often}"
        if not most:
            after = "neither wins a trick later"
        text = f"{self._both_now(now, now_rival)}; {after}"
        if self.wins.differ() and (own - other) * (self.wins.often - self.wins.beside) < 0:
            text += f" (together {own} tricks after {card.text}, {other} after {rival.text})"
        return Merit(Topic.NOW, self._gain_by_number(own, other), text)

    @abstractmethod
    def _gain_by_number(self, won: int, won_beside: int) -> float:
        """What it is worth that the two cards win so many tricks in all games, not so many."""

    def _either_kept(self, later: Tricks, later_rival: Tricks) -> Merit | None:
        """What each card does later, if it is kept, where both do the same in this trick."""
        counts = Counts.of(later_rival, later)
        often, beside = counts.often, counts.beside
        worths = [self._worth(tricks) for tricks in (later, later_rival)]
        is_rare = min(often, beside) <= _SELDOM * self.count
        if not counts.differ() and (is_rare or not far_apart(*worths)):
            return None
        gain = self._worth_more(later_rival, later)
        first, second, wins, tricks = self.rival, self.card, "wins", later_rival
        if (beside, -worths[0]) > (often, -worths[1]):
            often, beside = beside, often
            first, second, wins, tricks = self.card, self.rival, "would win", later
        text = f"{self._named(first, kept=True)}, kept, {wins} {self._trick_of(tricks)}"
        text += f" in {out_of(often, self.count)} games, {second.card.pretty()}"
        if beside and self._worth(later) != self._worth(later_rival):
            rest = later_rival if tricks is later else later
            text += f" one that {self._worth_text(rest)}"
        text += f" in {beside or 'none'}"
        if {self.card.fate, self.rival.fate} == {Fate.LOSES}:
            text += f"; neither beats {winning_text(self.moment)} now"
        elif self.wins.often == self.wins.beside in {0, self.count}:
            text += f"; {'both take' if self.wins.often else 'neither takes'} this trick"
        elif self.is_lost_by_both:
            text += "; both mostly lose this trick"
        return Merit(Topic.EITHER, gain, text)

    def _trick_of(self, tricks: Tricks) -> str:
        """A later trick, and what it counts, or costs, on average."""
        worth = self._worth_text(tricks)
        return f"a trick that {worth}" if worth else "a later trick"

    def _goes(self, candidate: Candidate, *, would: bool) -> str:
        """What a card that loses the trick does in it."""
        follows = self.moment.suit_of(candidate.card) is self.moment.led
        if follows:
            return f"{'would go' if would else 'goes'} under {winning_text(self.moment)}"
        return f"can be thrown on {winning_text(self.moment)}"

    def now_or_later(self) -> str:
        """That the card wins a trick if it is kept, too: a clause; "" if it often does not."""
        kept = sum(bool(self._won_by(self.card.card, game)) for game in self.beside)
        if self.wanted >= 0 or min(self.wins.often, kept) < SURELY * self.count:
            return ""
        return f"; kept, it would win one all the same, in {out_of(kept, self.count)} games"

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
        merits = filter(None, map(self._wins_later, rest))
        return max(merits, key=lambda merit: abs(merit.gain), default=None)

    def _wins_later(self, card: Card) -> Merit | None:
        later, later_rival = (
            [self._won_by(card, game) for game in games] for games in (self.games, self.beside)
        )
        counts = Counts.of(later, later_rival)
        if not counts.differ_though_picked():
            return None
        wins = f"{card.pretty()} wins {self._trick_of([*later, *later_rival])}"
        text = f"after {self.card.text}, {wins} {self._in_games(counts)}"
        return Merit(Topic.LATER, self._gain_later(card, later, later_rival), text, card)

    def _gain_later(self, card: Card, later: Tricks, later_rival: Tricks) -> float:
        """What it is worth that another card of the hand wins these tricks, and not those."""
        return self._worth_more(later, later_rival)

    # How the deal ends.

    def _other_goal(self) -> Merit | None:
        """The goal that another player misses more often."""
        merits = filter(None, map(self._spoils, range(self.stakes.players)))
        return max(merits, key=lambda merit: merit.gain, default=None)

    def _spoils(self, seat: int) -> Merit | None:
        goal = self.stakes.goals[seat]
        if goal is None or seat == self.stakes.seat:
            return None
        counts = self._counts(lambda game: game.taken[seat] != goal)
        row = self.stakes.payoffs.awards[seat][0]
        value = self._gain_of(lambda game: row[game.taken[seat]] * self.stakes.value_of_point(seat))
        if not counts.differ() or (counts.often - counts.beside) * value <= 0:
            return None
        misses = (
            "misses his nomination" if self.stakes.nominated else f"does not take {exactly(goal)}"
        )
        if not self.stakes.nominated and not goal:
            misses = "takes a trick"
        text = f"after {self.card.text} {self.neighbour(self.moment, seat)} {misses}"
        text += f" {self._in_games(counts)}"
        return Merit(Topic.OUTCOME, value, text)


def one_speaks_for(merits: Iterable[Merit | None]) -> bool:
    """Whether one of these merits speaks for the card, not for its rival."""
    return any(merit is not None and merit.gain > 0 for merit in merits)


def far_apart(worth: int, other: int) -> bool:
    """Whether tricks differ enough in worth to say so."""
    return abs(worth - other) >= FEW_POINTS


def exactly(goal: int) -> str:
    """A player's goal in words: an exact number of tricks."""
    return f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"
