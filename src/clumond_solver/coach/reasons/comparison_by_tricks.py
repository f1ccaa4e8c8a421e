"""What tells a card from a rival where the player needs an exact number of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from clumond_solver.coach.reasons.comparison import (
    Comparison,
    Merit,
    Topic,
    Tricks,
    exactly,
    one_speaks_for,
)
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

    def _worth_more(self, tricks: Tricks, others: Tricks) -> float:
        return self._gain_by_number(*(sum(map(bool, won)) for won in (tricks, others)))

    def _gain_by_number(self, won: int, won_beside: int) -> float:
        """The worth of a trick won more often, as a share of what the goal scores."""
        return self.wanted * (won - won_beside) / self.count * self.stakes.award

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
