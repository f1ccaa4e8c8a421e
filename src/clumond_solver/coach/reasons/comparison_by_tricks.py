"""What tells a card from a rival where the player needs an exact number of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from clumond_solver.base.cards import Card, Hand
from clumond_solver.coach.reasons.comparison import (
    Comparison,
    Counts,
    Merit,
    Topic,
    Tricks,
    exactly,
    one_speaks_for,
)
from clumond_solver.coach.reasons.fates import Fate
from clumond_solver.coach.reasons.words import out_of
from clumond_solver.single_dummy.games_after import FinishedGame


class ComparisonByTricks(Comparison):
    """A card beside a rival, for a player who needs an exact number of tricks."""

    @cached_property
    def risk(self) -> int:
        """1 if his goal is mostly missed by too few tricks, -1 by too many, 0 if neither."""
        if self.stakes.missing in {0, self.stakes.left}:
            return 1 if self.stakes.missing else -1
        both = [*self.games, *self.beside]
        above, below = (self._misses_by_many(both, sign) for sign in (1, -1))
        return (below > above) - (above > below)

    @cached_property
    def wanted(self) -> int:
        """1 if the player lacks tricks, -1 if he has too many, 0 if that is open."""
        return self.risk or self._wanted_by_gain()

    def _wanted_by_gain(self) -> int:
        """1 if the card that takes this trick more often comes out better, -1 if worse; else 0."""
        more = (self.wins.often - self.wins.beside) * self.gain if self.wins.differ() else 0
        return (more > 0) - (more < 0)

    def _misses_by_many(self, games: Sequence[FinishedGame], sign: int) -> int:
        """In how many games the player takes too many tricks (1), or too few (-1)."""
        goal, seat = self.stakes.goal or 0, self.stakes.seat
        return sum(sign * (game.taken[seat] - goal) > 0 for game in games)

    def _of_tricks(self, outcome: Merit | None) -> list[Merit | None]:
        merits = [*self._of_cards(), self._other_card()]
        speak = one_speaks_for([outcome, *merits])
        return merits if speak else [*merits, self._other_goal()]

    def _of_both(
        self, now: Tricks, now_rival: Tricks, later: Tricks, later_rival: Tricks
    ) -> list[Merit | None]:
        both = min(self.wins.often, self.wins.beside) == self.count
        if both or self.card.fate is self.rival.fate is Fate.LOSES:
            return [self._either_kept(later, later_rival)]
        return [self._tricks_of_both(now, now_rival, later, later_rival)]

    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        return self._towards_goal(*(sum(map(bool, won)) for won in (tricks, others)))

    def _towards_goal(self, often: int, beside: int) -> float:
        """The worth of a trick won more often, as a share of what the goal scores."""
        return self.wanted * (often - beside) / self.count * self.stakes.award

    def _tricks_of_both(
        self, now: Tricks, now_rival: Tricks, later: Tricks, later_rival: Tricks
    ) -> Merit | None:
        """The tricks that both cards win, now and later, where the number of tricks decides."""
        card, rival, counts = self.card, self.rival, Counts.of(later, later_rival)
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

    def _other_card(self) -> Merit | None:
        """Another card of the hand that wins later tricks more often, or less often."""
        rest = self.moment.hand - Hand.from_cards({self.card.card, self.rival.card})
        merits = filter(None, map(self._wins_later, rest))
        return max(merits, key=lambda merit: abs(merit.gain), default=None)

    def _wins_later(self, card: Card) -> Merit | None:
        counts = self._counts(lambda game: self._won_by(card, game))
        if not counts.differ_though_picked():
            return None
        text = (
            f"after {self.card.text}, {card.pretty()} later wins a trick {self._in_games(counts)}"
        )
        return Merit(Topic.LATER, self._towards_goal(counts.often, counts.beside), text, card)

    def _outcome(self) -> Merit | None:
        """How often the player takes the number of tricks that he needs."""
        seat, goal = self.stakes.seat, self.stakes.goal or 0
        counts = self._counts(lambda game: game.taken[seat] == goal)
        if not counts.differ():
            return None
        aim = f"{self.whose} nomination" if self.stakes.nominated else exactly(goal)
        reach = self.does("make" if self.stakes.nominated else "take")
        text = f"after {self.card.text} {reach} {aim} {self._in_games(counts)}"
        return Merit(Topic.OUTCOME, self.gain, text)
