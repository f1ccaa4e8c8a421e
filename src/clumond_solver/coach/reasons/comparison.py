"""What tells a card from a rival: in this trick, in later ones, and in how the deal ends.

Games after both, from the same deals, show what each does. What speaks for the rival is stated as
well: a reason that hides it would not convince.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.wording import counted_in_words, minus
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
from clumond_solver.rules.payoffs import Settling
from clumond_solver.rules.tricks import PlayedCard, Trick
from clumond_solver.single_dummy.games_after import BEYOND_DOUBT, FinishedGame
from clumond_solver.single_dummy.mean_scores import mean, mean_error

# A card that takes the trick in no greater share of games hardly ever does.
_SELDOM = 0.1
# A card may have a sentence of its own if it has at least this share of the most card points.
_NOTABLE = 1 / 3
# What another card does is worth a sentence if that differs in this share of the games.
_NOTABLE_SHARE = 0.06
# A card that wins in this share of the games, or of the times, is as good as sure to win.
_SURELY = 0.8
# Counts differ if the difference is at least this many games, this share of them, and this many
# standard errors.
_FEW = 4
_VISIBLE = 0.08
_ERRORS_OF_COUNTS = 1.5
# The counts of a card picked because they differ most must differ by more standard errors.
_ERRORS_OF_PICKED = 2.5
# If the scores turn over in a greater share of games, nobody can tell what a trick is worth.
_OFTEN_TURNED = 0.3
# Tricks differ in worth if the difference is at least this many points.
_FEW_POINTS = 3
# A mean difference counts if it is at least this many standard errors.
_ERRORS = 1.0

_Figure = Callable[[FinishedGame], float]
_Happens = Callable[[FinishedGame], object]
# By game, the tricks that the player wins.
_Tricks = Sequence[Sequence[Trick]]


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


class _Counts(NamedTuple):
    """How often one thing happens, and another, in games of the same deals.

    unlike  the number of deals in which just one of them happens.
    """

    often: int
    beside: int
    unlike: int
    games: int

    @classmethod
    def of(cls, first: Iterable[object], second: Iterable[object]) -> _Counts:
        pairs = [(bool(one), bool(other)) for one, other in zip(first, second, strict=True)]
        often, beside = map(sum, zip(*pairs, strict=True))
        return cls(often, beside, sum(one is not other for one, other in pairs), len(pairs))

    def differ(self, errors: float = _ERRORS_OF_COUNTS, share: float = _VISIBLE) -> bool:
        """Whether luck hardly explains the difference."""
        luck = errors * math.sqrt(self.unlike)
        return abs(self.often - self.beside) >= max(_FEW, share * self.games, luck)


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


class Comparison(Speaker):
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
        self.risk = self._risk()
        self.lack = self.risk or self._wanted_by_gain()

    def merits(self) -> list[Merit]:
        """What tells the cards apart, the most important first."""
        merits = [self._outcome()]
        if not self._is_turned:
            merits += self._of_tricks()
        return sorted(
            (merit for merit in merits if merit is not None and merit.gain),
            key=lambda merit: -abs(merit.gain),
        )

    @cached_property
    def _is_turned(self) -> bool:
        """Whether the scores often turn over, so that what costs points may be wanted."""
        turned = sum(map(self.stakes.turns_over, (*self.games, *self.beside)))
        return turned > _OFTEN_TURNED * 2 * self.count

    def _of_tricks(self) -> list[Merit | None]:
        """What tells the cards apart by the tricks that the players win."""
        merits = self._of_cards()
        if self.stakes.missing is None:
            merits += [self._points_played(), self._card_won()]
        else:
            merits.append(self._other_card())
        if not any(merit and merit.gain > 0 for merit in (*merits, self._outcome())):
            merits.append(self._other_goal())
            if self.stakes.missing is None:
                waits = self._can_wait()
                merits += [waits] if waits else [self._this_trick(), self._later_tricks()]
        return merits

    @property
    def wanted(self) -> int:
        """1 if the player wants this trick, or later ones, -1 if he does not, 0 if that is open."""
        if self.stakes.missing is not None:
            return self.lack
        both = [*self.games, *self.beside]
        taken = [game.tricks[0] for game in both if self._takes(game)] or [
            trick for game in both for trick in game.tricks if trick.winner == self.stakes.seat
        ]
        value = self.stakes.value(taken)
        return (value > 0) - (value < 0)

    # Figures.

    def _gains(self, figure: _Figure) -> list[float]:
        """What the card adds to a figure, deal by deal."""
        pairs = zip(self.games, self.beside, strict=True)
        return [figure(game) - figure(beside) for game, beside in pairs]

    def _gain_of(self, figure: _Figure, errors: float = _ERRORS) -> float:
        """What the card adds to the mean of a figure; 0 if luck may explain it."""
        gains = self._gains(figure)
        average = mean(gains)
        return average if abs(average) >= errors * mean_error(gains) else 0.0

    def _counts(self, happens: _Happens) -> _Counts:
        """In how many games something happens after the card, and after the rival."""
        return _Counts.of(map(happens, self.games), map(happens, self.beside))

    def _in_games(self, counts: _Counts) -> str:
        """In how many games, and in how many after the rival."""
        often = f"in {out_of(counts.often, counts.games)} games"
        return f"{often}, after {self.rival.text} in {counts.beside or 'none'}"

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.stakes.seat

    def _risk(self) -> int:
        """1 if the player mostly misses his goal by too few tricks, -1 by too many; else 0."""
        if self.stakes.missing in {None, 0, self.stakes.left}:
            return (self.stakes.missing is not None) * (1 if self.stakes.missing else -1)
        both = [*self.games, *self.beside]
        above, below = (self._misses_by_many(both, sign) for sign in (1, -1))
        return (below > above) - (above > below)

    def _wanted_by_gain(self) -> int:
        """1 if the card that takes this trick more often comes out better, -1 if worse; else 0."""
        more = (self.wins.often - self.wins.beside) * self.gain if self.wins.differ() else 0
        return (self.stakes.missing is not None) * ((more > 0) - (more < 0))

    def _misses_by_many(self, games: Sequence[FinishedGame], sign: int) -> int:
        """In how many games the player takes too many tricks (1), or too few (-1)."""
        goal, seat = self.stakes.goal or 0, self.stakes.seat
        return sum(sign * (game.taken[seat] - goal) > 0 for game in games)

    def _towards_goal(self, often: int, beside: int) -> float:
        """The worth of a trick won more often, as a share of what the goal scores."""
        return self.lack * (often - beside) / self.count * self.stakes.award

    # The two cards, played now or kept.

    def _of_cards(self) -> list[Merit | None]:
        """What the two cards do now, and what they would do later, if they were kept."""
        if self.card.card == self.rival.card:
            return []
        now, now_rival = map(self._this_trick_if_taken, (self.games, self.beside))
        later = [self._won_by(self.card.card, game) for game in self.beside]
        later_rival = [self._won_by(self.rival.card, game) for game in self.games]
        both = min(self.wins.often, self.wins.beside) == self.count
        neither = self.card.fate is self.rival.fate is Fate.LOSES
        if self.stakes.missing is not None and not both and not neither:
            return [self._tricks_of_both(now, now_rival, later, later_rival)]
        if not self.wins.differ():
            return [self._either_kept(later, later_rival)]
        return [
            self._now_or_later(self.card, now, later),
            self._now_or_later(self.rival, now_rival, later_rival),
        ]

    def _tricks_of_both(
        self, now: _Tricks, now_rival: _Tricks, later: _Tricks, later_rival: _Tricks
    ) -> Merit | None:
        """The tricks that both cards win, now and later, where the number of tricks decides."""
        card, rival, counts = self.card, self.rival, _Counts.of(later, later_rival)
        if not self.wins.differ() and not counts.differ():
            return None
        kept, kept_rival = counts.often, counts.beside
        own, other = self.wins.often + kept_rival, self.wins.beside + kept
        if rival.fate is Fate.LOSES:
            beside = f"{rival.text} cannot"
        elif self.wins.often and not {card.fate, rival.fate} & {Fate.WINS, Fate.LOSES}:
            beside = f"{rival.text} in {self.wins.beside or 'none'}"
        else:
            beside = self._now(rival, now_rival)
        (most, first), (least, second) = sorted(
            [(kept_rival, rival), (kept, card)], key=lambda pair: -pair[0]
        )
        often = f"in {out_of(most, self.count)} games, {second.text} in {least or 'none'}"
        after = f"kept, {first.text} wins a later trick {often}"
        if not most:
            after = "neither wins a trick later"
        text = f"{self._now(card, now)}, {beside}; {after}"
        if (own - other) * (self.wins.often - self.wins.beside) < 0:
            text += f" (in all {own} tricks in these games; with {rival.text} now, {other})"
        return Merit(Topic.NOW, self._towards_goal(own, other), text)

    def _now_or_later(self, candidate: Candidate, now: _Tricks, later: _Tricks) -> Merit | None:
        """Tricks won by a card now, beside those that it wins later, if it is kept."""
        counts = _Counts.of(now, later)
        often, kept = counts.often, counts.beside
        if not counts.differ() and not _far_apart(self._worth(now), self._worth(later)):
            return None
        gain = self._value(now, often, kept) - self._value(later, 0, 0)
        is_rival = candidate is self.rival
        text = f"{self._now(candidate, now)}; kept, it "
        if kept:
            wins = "wins" if is_rival else "would win"
            text += f"{wins} {self._trick_of(later)} in {out_of(kept, self.count)}"
            text += "" if f"{self.count} games" in text else " games"
        else:
            text += "never wins a trick" if is_rival else "would never win a trick"
        return Merit(Topic.KEPT if is_rival else Topic.NOW, -gain if is_rival else gain, text)

    def _value(self, tricks: _Tricks, often: int, beside: int) -> float:
        """What these tricks are worth on average, or so many more tricks towards a goal."""
        if self.stakes.missing is not None:
            return self._towards_goal(often, beside)
        return mean([*map(self.stakes.value, tricks)])

    @property
    def is_lost_by_both(self) -> bool:
        """Whether both cards hardly ever win the trick, though no card on the table beats them."""
        is_open = {self.card.fate, self.rival.fate} == {Fate.OPEN}
        return is_open and max(self.wins.often, self.wins.beside) <= _SELDOM * self.count

    def card_now(self) -> str:
        """What the card does in this trick, and what it costs the winner: a clause."""
        now = self._now(self.card, self._this_trick_if_taken(self.games))
        points = self.stakes.points(self.card.card)
        is_costly = self.card.fate is Fate.LOSES and points < 0
        return f"{now}, and costs its winner {-points}" if is_costly else now

    def _this_trick_if_taken(self, games: Sequence[FinishedGame]) -> _Tricks:
        return [game.tricks[:1] if self._takes(game) else () for game in games]

    def _now(self, candidate: Candidate, now: _Tricks) -> str:
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
            loses = f"{'would lose' if is_rival else 'loses'} this trick"
            return f"{name} {loses}{worth and f', which {worth},'} in all {self.count} games"
        takes = f"{name} {'would take' if is_rival else 'takes'} this trick"
        worth = self._worth_text(now) and f", which {self._worth_text(now)}"
        if candidate.fate is not Fate.WINS:
            worth += worth and self._cause(candidate, now) + ","
            return f"{takes}{worth if often > _SELDOM * self.count else ''} {in_games}"
        return f"{takes}{self._from_whom()}{worth}"

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

    def _cause(self, candidate: Candidate, tricks: _Tricks) -> str:
        """Another card that most of the tricks' points are for: a clause, or ""."""
        worth = Counter[Card]()
        for trick in (trick for won in tricks for trick in won):
            worth.update({card: self.stakes.points(card) for card in trick.cards})
        card = max(worth, key=lambda card: abs(worth[card]))
        is_cause = self._is_notable(card) and card not in self.moment.hand
        average = mean(self._points(tricks))
        is_cause = is_cause and average * worth[card] > 0 and abs(average) >= _FEW_POINTS
        is_cause = is_cause and 2 * abs(worth[card]) > abs(sum(self._points(tricks)))
        return f", mostly for {card.pretty()}" if is_cause else ""

    def _is_notable(self, card: Card) -> bool:
        """Whether a card counts much, or costs much."""
        most = max(map(abs, self.stakes.payoffs.card_points))
        return most > 0 and abs(self.stakes.points(card)) >= _NOTABLE * most

    def _either_kept(self, later: _Tricks, later_rival: _Tricks) -> Merit | None:
        """What each card does later, if it is kept, where both do the same in this trick."""
        counts = _Counts.of(later_rival, later)
        often, beside = counts.often, counts.beside
        worths = [self._worth(tricks) for tricks in (later, later_rival)]
        if not counts.differ() and (min(often, beside) < _FEW or not _far_apart(*worths)):
            return None
        gain = self._value(later_rival, often, beside) - self._value(later, 0, 0)
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
        elif min(self.wins.often, self.wins.beside) == self.count:
            text += "; both take this trick"
        return Merit(Topic.EITHER, gain, text)

    def _can_wait(self) -> Merit | None:
        """That the rival, which would take this trick, takes one as often if it is kept."""
        later = [self._won_by(self.rival.card, game) for game in self.games]
        kept, now = sum(map(bool, later)), self.wins.beside
        takes_now = self.wins.differ() and now > self.wins.often
        if self.wanted <= 0 or self.gain <= 0 or not takes_now or kept < _SURELY * now:
            return None
        text = f"{self._named(self.rival, kept=True)} can wait: kept, it wins"
        text += f" {self._trick_of(later)} in {out_of(kept, self.count)} games"
        return Merit(Topic.KEPT, self.gain, text)

    def _trick_of(self, tricks: _Tricks) -> str:
        """A later trick, and what it counts, or costs, on average."""
        worth = self._worth_text(tricks)
        return f"a trick that {worth}" if worth else "a later trick"

    def _points(self, tricks: _Tricks) -> list[int]:
        last = {id(game.tricks[-1]) for game in (*self.games, *self.beside)}
        extra = self.stakes.last_trick_points
        return [
            self.stakes.points_of_trick(trick) + (extra if id(trick) in last else 0)
            for won in tricks
            for trick in won
        ]

    def _worth(self, tricks: _Tricks) -> int:
        """The points that tricks count on average; 0 if only their number decides."""
        points = self._points(tricks)
        return round(mean(points)) if points and self.stakes.missing is None else 0

    def _worth_text(self, tricks: _Tricks, *, would: bool = False) -> str:
        """What tricks count, or cost: "costs about 4"; "" if only their number decides."""
        points = self._points(tricks)
        if not points or self.stakes.missing is not None or not self.stakes.tricks_have_points:
            return ""
        if self._is_turned:
            return ""
        worth, is_exact = self._worth(tricks), len({*points}) == 1
        counts = "costs" if worth < 0 or (not worth and self.stakes.trick_points < 0) else "counts"
        counts = f"would {counts[:-1]}" if would else counts
        if not worth:
            return f"{counts} {'' if is_exact else 'next to '}nothing"
        return f"{counts} {'' if is_exact else 'about '}{abs(worth)}"

    def _goes(self, candidate: Candidate, *, would: bool) -> str:
        """What a card that loses the trick does in it."""
        follows = candidate.card.suit is self.moment.trick[0].suit_led
        if follows:
            return f"{'would go' if would else 'goes'} under {winning_text(self.moment)}"
        return f"can be thrown on {winning_text(self.moment)}"

    def _later_tricks(self) -> Merit | None:
        """What the later tricks count, or cost, where that outweighs this trick."""
        if self.stakes.missing is not None or not self.stakes.tricks_have_points:
            return None

        def later(game: FinishedGame) -> list[Trick]:
            return [trick for trick in game.tricks[1:] if trick.winner == self.stakes.seat]

        gain = self._gain_of(lambda game: self.stakes.value(later(game)), BEYOND_DOUBT)
        if gain + self._gain_of(lambda game: self.stakes.value(game.tricks[:1])) <= 0:
            return None
        own, other = (
            round(mean([sum(map(self.stakes.points_of_trick, later(game))) for game in games]))
            for games in (self.games, self.beside)
        )
        if own == other:
            return None
        counts = "cost" if min(own, other) < 0 else "count"
        own, other = (-own, -other) if counts == "cost" else (own, other)
        text = f"after {self.card.text} {self.whose} later tricks {counts} about {_signed(own)} in"
        text += f" all, after {self.rival.text} about {_signed(other)}"
        return Merit(Topic.LATER, gain, text)

    def _this_trick(self) -> Merit | None:
        """Which card takes this trick more often, if that speaks for the rival."""
        gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
        if not self.wins.differ() or gain >= 0:
            return None
        often, beside = self.wins.often, self.wins.beside
        first, second, takes, games = self.card, self.rival, "takes", self.games
        if beside > often:
            first, second, takes, games = self.rival, self.card, "would take", self.beside
            often, beside = beside, often
        worth = self._worth_text([game.tricks[:1] for game in games if self._takes(game)])
        takes += f" this trick, which {worth}," if worth else " this trick"
        rest = "cannot" if second.fate is Fate.LOSES else f"in {beside or 'none'}"
        text = f"{first.text} {takes} in {out_of(often, self.count)} games, {second.text} {rest}"
        return Merit(Topic.NOW, gain, text)

    def now_or_later(self) -> str:
        """That the card wins a trick if it is kept, too: a clause; "" if it often does not."""
        kept = sum(bool(self._won_by(self.card.card, game)) for game in self.beside)
        if self.wanted >= 0 or min(self.wins.often, kept) < _SURELY * self.count:
            return ""
        return f"; kept, it would win one all the same, in {out_of(kept, self.count)} games"

    def _points_played(self) -> Merit | None:
        """What the cards themselves count for whoever takes the trick, where both do alike."""
        own, other = (self.stakes.points(one.card) for one in (self.card, self.rival))
        if self.stakes.missing is not None or self.wins.differ():
            return None
        gain = self._gain_of(lambda game: self.stakes.value(game.tricks[:1]))
        if own == other:
            return self._trick_given(gain)
        if min(self.wins.often, self.wins.beside) == self.count:
            beside = _only(other) if other < own else _signed(other)
            text = (
                f"{self.card.text} brings {_signed(own)} to this trick, {self.rival.text} {beside}"
            )
        elif self.wins.often or self.wins.beside or max(own, other) > 0 > min(own, other):
            return None
        elif min(own, other) < 0:
            dear = self.card if own < other else self.rival
            text = f"{dear.text} costs whoever takes this trick {-min(own, other)}"
        elif own < other:
            text = f"{self.rival.text} would give {other} away, {self.card.text} {_only(own)}"
        else:
            text = f"{self.card.text} gives {own} away, {self.rival.text} {_only(other)}"
        return Merit(Topic.TRICK, gain, text)

    def _trick_given(self, gain: float) -> Merit | None:
        """What the trick counts for another player, where neither card takes it."""
        if self.wins.often or self.wins.beside:
            return None
        own, other = (
            round(mean([*map(self.stakes.points_of_trick, (game.tricks[0] for game in games))]))
            for games in (self.games, self.beside)
        )
        if own == other:
            return None
        winner = f"{self.whose} opponent" if self.stakes.players == 2 else "another player"
        text = f"{winner} takes this trick, which counts about {_signed(own)} after"
        text += f" {self.card.text}, about {_signed(other)} after {self.rival.text}"
        return Merit(Topic.TRICK, gain, text)

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
        counts = self._counts(lambda game: self._won_by(card, game))
        if not counts.differ(_ERRORS_OF_PICKED, _NOTABLE_SHARE):
            return None
        text = (
            f"after {self.card.text}, {card.pretty()} later wins a trick {self._in_games(counts)}"
        )
        return Merit(Topic.LATER, self._towards_goal(counts.often, counts.beside), text, card)

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
        if not counts.differ(_ERRORS_OF_PICKED, _NOTABLE_SHARE):
            return None
        worth_text = f"{'counts' if worth > 0 else 'costs'} {abs(worth)}"
        text = f"after {self.card.text} {self.does('win')} {card.pretty()}, which {worth_text},"
        text += f" {self._in_games(counts)}"
        return Merit(Topic.LATER, self._gain_of(value, BEYOND_DOUBT), text, card)

    # How the deal ends.

    def _outcome(self) -> Merit | None:
        """How often the goal is reached, or the scores are settled otherwise than by points."""
        if self.stakes.missing is not None:
            return self._goal_reached()
        settling = self.stakes.payoffs.settling
        if settling is Settling.TURNED_OVER:
            return self._turned_over()
        if settling is Settling.BIDDER_MUST_LEAD:
            bidder = self.stakes.payoffs.bidder
            who = self.who if bidder == self.stakes.seat else self.neighbour(self.moment, bidder)
            fails = "fail" if who == "you" else "fails"
            return self._ends(self.stakes.bidder_fails, f"{who} {fails} as bidder")
        if settling is Settling.MOST_ALONE:
            return self._ends(self._has_most, f"{self.does('have')} the most tricks")
        return None

    def _turned_over(self) -> Merit | None:
        """Who comes so low that all scores turn over, and who gains by it."""
        stakes, limit = self.stakes, self.stakes.payoffs.limit

        def turns(seat: int) -> _Happens:
            return lambda game: stakes.tallies(game)[seat] <= limit

        counts = {seat: self._counts(turns(seat)) for seat in range(stakes.players)}
        seat = max(counts, key=lambda seat: abs(counts[seat].often - counts[seat].beside))
        turned = [*filter(turns(seat), (*self.games, *self.beside))]
        if not turned:
            return None
        return self._ends(turns(seat), turning_text(self, stakes, self.moment, seat, turned))

    def _has_most(self, game: FinishedGame) -> bool:
        own = game.taken[self.stakes.seat]
        return sum(taken >= own for taken in game.taken) == 1

    def _ends(self, happens: _Happens, what: str) -> Merit | None:
        counts = self._counts(happens)
        if not counts.differ():
            return None
        value = self._gain_of(self.stakes.gain_by_settling)
        text = f"after {self.card.text} {what} {self._in_games(counts)}"
        return Merit(Topic.OUTCOME, value, text)

    def _goal_reached(self) -> Merit | None:
        """How often the player takes the number of tricks that he needs."""
        seat, goal = self.stakes.seat, self.stakes.goal or 0
        counts = self._counts(lambda game: game.taken[seat] == goal)
        if not counts.differ():
            return None
        aim = f"{self.whose} nomination" if self.stakes.nominated else exactly(goal)
        reach = self.does("make" if self.stakes.nominated else "take")
        text = f"after {self.card.text} {reach} {aim} {self._in_games(counts)}"
        return Merit(Topic.OUTCOME, self.gain, text)

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


def turning_text(
    speaker: Speaker, stakes: Stakes, moment: Moment, seat: int, turned: Sequence[FinishedGame]
) -> str:
    """That a seat comes so low that all scores turn over in these games, and who gains by it."""
    who = speaker.who if seat == stakes.seat else speaker.neighbour(moment, seat)
    s = "" if who == "you" else "s"
    is_gain = mean([*map(stakes.gain_by_settling, turned)]) > 0
    effect = f"to {speaker.whose} gain" if is_gain else f"at {speaker.whose} cost"
    now, limit = minus(stakes.current_tallies[seat]), minus(stakes.payoffs.limit)
    return f"{who}, now at {now}, come{s} to {limit} and turn{s} all scores over, {effect},"


def _far_apart(worth: int, other: int) -> bool:
    """Whether tricks differ enough in worth to say so."""
    return abs(worth - other) >= _FEW_POINTS


def _signed(points: int) -> str:
    return minus(points) if points else "nothing"


def _only(points: int) -> str:
    """Points that are fewer than others; a cost, or nothing, needs no "only"."""
    if points < 0:
        return f"costs {-points}"
    return f"only {points}" if points else "nothing"


def exactly(goal: int) -> str:
    """A player's goal in words: an exact number of tricks."""
    return f"exactly {counted_in_words(goal, 'trick')}" if goal else "no trick"
