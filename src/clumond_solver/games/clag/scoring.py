"""The scoring of a deal of Clag: its aim, its bonus and the values of tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from clumond_solver.rules.actions import TrickValues
from clumond_solver.rules.payoffs import Payoffs, Settling


class Aim(StrEnum):
    """The aim of a deal.

    EXACT  to win as many tricks as nominated.
    NONE   to win no trick (misere); nobody nominates.
    MOST   to win more tricks than anybody else; nobody nominates.
    """

    EXACT = "exact"
    NONE = "none"
    MOST = "most"


@dataclass(frozen=True, slots=True, order=True)
class DealScoring:
    """The scoring of a deal.

    aim            the condition of the bonus.
    bonus          the points for reaching the aim.
    value          the points of a plain trick: gained with an exact nomination, lost in misere (so
                   they are gained there if the value is negative).
    values         the values of the tricks as multiples of ``value``.
    failed_tricks  whether tricks also count with a failed nomination.

    >>> DealScoring().scores([(0, 2), (1,)], [2, 0], 3)
    (14, 0)
    """

    aim: Aim = Aim.EXACT
    bonus: int = 10
    value: int = 2
    values: TrickValues = TrickValues.PLAIN
    failed_tricks: bool = False

    def value_of(self, tricks: Sequence[int], cards: int) -> int:
        """The value of tricks, given by their numbers from 0, in a deal of ``cards`` cards."""
        if self.values is TrickValues.ASCENDING:
            return sum(self.value * (number + 1) for number in tricks)
        if self.values is TrickValues.DESCENDING:
            return sum(self.value * (cards - number) for number in tricks)
        return self.value * len(tricks)

    def gain(self, tricks: Sequence[int], nominated: int | None, cards: int) -> int:
        """A player's gain by his tricks and his nomination, under the aims EXACT and NONE."""
        value = self.value_of(tricks, cards)
        if self.aim is Aim.NONE:
            return -value if tricks else self.bonus
        if len(tricks) == nominated:
            return self.bonus + value
        return value if self.failed_tricks else 0

    def payoffs(self, nominations: Sequence[int | None], cards: int) -> Payoffs:
        """The scoring of a deal with these nominations, as data for engines."""
        seats = len(nominations)
        counts = range(cards + 1)
        if self.aim is Aim.MOST:
            no_awards = Payoffs.by_tricks([[0] * (cards + 1)] * seats, goals=(cards,) * seats)
            return replace(no_awards, settling=Settling.MOST_ALONE, bonus=self.bonus)
        misere = self.aim is Aim.NONE
        goals = tuple(0 if misere else nominated for nominated in nominations)
        sign = -1 if misere else 1
        return replace(
            Payoffs.by_tricks(
                [[self.bonus * (taken == goal) for taken in counts] for goal in goals], goals=goals
            ),
            counts=tuple(
                frozenset(n for n in counts if misere or self.failed_tricks or n == goal)
                for goal in goals
            ),
            trick_points=tuple(
                sign * self.value_of((number,), cards) for number in reversed(range(cards))
            ),
        )

    def scores(
        self, won: Sequence[Sequence[int]], nominations: Sequence[int | None], cards: int
    ) -> tuple[int, ...]:
        """Each seat's gain, given the numbers of the tricks it won and its nomination."""
        if self.aim is Aim.MOST:
            counts = [len(tricks) for tricks in won]
            most = max(counts)
            is_tied = counts.count(most) > 1
            return tuple(self.bonus if count == most and not is_tied else 0 for count in counts)
        return tuple(
            self.gain(tricks, nominated, cards)
            for tricks, nominated in zip(won, nominations, strict=True)
        )


ORDINARY = DealScoring()
