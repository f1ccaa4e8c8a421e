"""The endings of the games behind a hint: retentions and totals of tricks, how often, and failures.

`change_text` says why the plan of a guided hand, an ending, is another one than before.

>>> kept = Retention.parse("HHS")
>>> endings = Finishes.of(SeatOutcome(kept, tricks) for tricks in (5, 5, 5, 5, 5, 6, 7, 4))
>>> endings.won, endings.main == (kept, 5), endings.too_many, endings.too_few
(5, True, 2, 1)
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clumond_solver.base.cards import Rank, Suit
from clumond_solver.base.wording import counted_in_words
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import Play, Retention, SeatOutcome
from clumond_solver.results.clumond_results import Plan


@dataclass(frozen=True, slots=True)
class Finishes:
    """The results of one seat in some games.

    successes  number of games won, by retention and total of tricks.
    games      number of games.
    too_many   number of games failed with more tricks than the nearest par.
    too_few    number of games failed with fewer; others fail halfway between two pars.
    chance     the chance of success that is shown, 0 to 1; None where none is.
    failures   number of games failed, by total of tricks.
    """

    successes: Mapping[Plan, int]
    games: int
    too_many: int = 0
    too_few: int = 0
    chance: float | None = None
    failures: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, outcomes: Iterable[SeatOutcome], chance: float | None = None) -> Finishes:
        """Count the outcomes of a seat."""
        outcomes = list(outcomes)
        failed = [outcome for outcome in outcomes if not outcome.success]
        sides = Counter(map(_side_of_par, failed))
        won = Counter((outcome.retention, outcome.total) for outcome in outcomes if outcome.success)
        failures = Counter(outcome.total for outcome in failed)
        return cls(won, len(outcomes), sides[1], sides[-1], chance, failures)

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(self.successes.values())

    @property
    def failed(self) -> int:
        """The number of games failed."""
        return self.games - self.won

    @property
    def is_enough(self) -> bool:
        """Whether there are enough successes to show what is typical."""
        return self.won >= thresholds.FEWEST_SUCCESSES

    @property
    def is_rare(self) -> bool:
        """Whether success is rare, in these games and by the chance that is shown."""
        return (
            not self.is_enough and max(self.chance or 0.0, self.won / self.games) <= thresholds.RARE
        )

    @property
    def best(self) -> list[Plan]:
        """The successful endings, the most frequent first."""
        return sorted(self.successes, key=lambda ending: (-self.successes[ending], ending))

    @property
    def main(self) -> Plan | None:
        """The ending of at least half of the successes; None if there is none, or few successes."""
        first = self.best[0] if self.is_enough else None
        return first if first and self.successes[first] >= thresholds.MOSTLY * self.won else None

    @property
    def frequent(self) -> list[Plan]:
        """The main ending, and another frequent one, or two frequent ones; [] if there are none."""
        least = thresholds.WORTH_MENTIONING * self.won
        often = [it for it in self.best[:2] if self.is_enough and self.successes[it] >= least]
        return often if len(often) == 2 or self.main else []

    @property
    def totals(self) -> list[int]:
        """The frequent totals of the successes, most of them together; [] if few succeed."""
        often = self._totals_of(thresholds.WORTH_MENTIONING)
        count = sum(count for (_, total), count in self.successes.items() if total in often)
        is_narrow = bool(often) and often[-1] - often[0] <= thresholds.MOST_TOTALS
        return (
            often if self.is_enough and count >= thresholds.MOSTLY * self.won and is_narrow else []
        )

    def _totals_of(self, share: float) -> list[int]:
        """The totals that at least a share of the successes has."""
        counts = Counter[int]()
        for (_, total), count in self.successes.items():
            counts[total] += count
        return sorted(total for total in counts if counts[total] >= share * self.won)

    def either_way(self, *, is_early: bool) -> list[int]:
        """The totals of which a trick more or less matters little; [] if there are no such.

        >>> kept = [Retention.parse(text) for text in ("HHS", "HHH")]
        >>> Finishes({(kept[0], 5): 20, (kept[1], 6): 20}, 60).either_way(is_early=False)
        [5, 6]
        """
        often, wider = self.totals, self._totals_of(thresholds.WORTH_MENTIONING / 2)
        if self.is_enough and len(wider) > thresholds.MOST_TOTALS and _is_run(wider):
            return wider
        return often if len(often) > 1 and (is_early or _is_run(often)) else []

    def number(self, fault: Fault) -> int:
        """How many games failed so."""
        return self.too_many if fault is Fault.TOO_MANY else self.too_few

    @property
    def fault(self) -> Fault | None:
        """How most of the failures failed; None if neither way, or if few failed."""
        worst = max(Fault, key=self.number)
        least = max(thresholds.FEWEST_SUCCESSES, thresholds.OFTEN_FAILED * self.games)
        return (
            worst
            if self.number(worst) >= thresholds.CLEARLY * self.failed >= thresholds.CLEARLY * least
            else None
        )

    @property
    def both_faults(self) -> tuple[Fault, Fault] | None:
        """How most of these games fail, and how others do; None if few do, or nearly all in one."""
        less, more = sorted(Fault, key=self.number)
        few = self.number(less) < thresholds.FEWEST_SUCCESSES
        return None if self.fault is not None or few else (more, less)

    def failures_between(self, totals: Sequence[int]) -> list[int]:
        """The totals between these, ascending, with which most games fail; [] if they do not.

        >>> one = Retention.parse("DDD"), 3
        >>> Finishes({one: 20}, 60, 30, 10, failures={4: 24, 6: 16}).failures_between([3, 5])
        [4]
        """
        inside = range(totals[0] + 1, totals[-1]) if totals else ()
        between = [total for total in inside if self.failures.get(total)]
        count = sum(map(self.failures.__getitem__, between))
        return between if count >= thresholds.MOSTLY * self.failed > 0 else []

    def extra_fault(self, others: Finishes, *, is_worse: bool = True) -> Fault | None:
        """How these games fail that succeed after another card; None if both ways, or by luck.

        ``is_worse`` False: these may be won less often by luck.
        """
        beyond = thresholds.BEYOND_COUNTS if is_worse else thresholds.BEYOND_PICKED
        for fault in Fault:
            here, there = self.number(fault), others.number(fault)
            luck = beyond * math.sqrt(here + there)
            if here > there and here - there >= max(
                luck, thresholds.CLEARLY * (others.won - self.won)
            ):
                return fault
        return None

    def usually_kept(self, suit: Suit) -> tuple[int, int]:
        """How many cards of a suit most successes keep at most, and how many successes that are.

        0 if few succeed.

        >>> Finishes({(Retention.parse("HHS"), 5): 8}, 20).usually_kept(Suit.CLUBS)
        (0, 8)
        """
        for most in range(KEPT_CARDS + 1):
            if count := self._clearly(lambda kept, most=most: kept.counts[suit] <= most):  # type: ignore[misc]
                return most, count
        return 0, 0

    def often_with(self, suit: Suit) -> int:
        """How many successes keep a card of a suit; 0 if not most of them, or if few succeed."""
        return self._clearly(lambda kept: suit in kept.suits)

    def _clearly(self, condition: Callable[[Retention], bool]) -> int:
        """How many successes keep what fits; 0 if not most of them, or if few succeed."""
        count = sum(n for (kept, _), n in self.successes.items() if condition(kept))
        return count if self.is_enough and count >= thresholds.CLEARLY * self.won else 0


def _is_run(numbers: Sequence[int]) -> bool:
    """Whether increasing numbers leave none out."""
    return numbers[-1] - numbers[0] == len(numbers) - 1


def _side_of_par(outcome: SeatOutcome) -> int:
    """1 for more tricks than the nearest par, -1 for fewer, 0 halfway between two pars."""
    least = min(abs(outcome.total - par) for par in outcome.pars)
    sides = {outcome.total > par for par in outcome.pars if abs(outcome.total - par) == least}
    return 0 if len(sides) == 2 else 1 if sides == {True} else -1


def plan_text(ending: Plan) -> str:
    """What is kept, with how many tricks."""
    return f"{ending[0].pretty()} with {counted_in_words(ending[1], 'trick')}"


def change_text(play: Play, seat: Seat, before: Plan, now: Plan) -> str:
    """That a seat's plan has changed, and the card that did it, if the last trick explains it.

    >>> before, now = (Retention.parse("HHS"), 5), (Retention.parse("CHD"), 5)
    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> change_text(play, Seat.FOREHAND, before, now)
    'New plan, as the cards have fallen: ♣♥♦ with five tricks, no longer ♥♥♠ with five tricks.'
    """
    cause = _cause_of_change(play, seat, now[1] - before[1]) or "as the cards have fallen"
    return f"New plan, {cause}: {plan_text(now)}, no longer {plan_text(before)}."


def _cause_of_change(play: Play, seat: Seat, more: int) -> str:
    """The card that won or lost the last trick, if the plan has so many more tricks, or fewer."""
    if not play.tricks or not more:
        return ""
    trick = play.tricks[-1]
    own, best = (trick.cards[(who - trick.leader) % len(Seat)] for who in (seat, trick.winner))
    if trick.winner != seat:
        beaten = "took the last trick"
        if own.suit in {best.suit, trick.cards[0].suit}:
            beaten = f"{'beat' if own.suit is best.suit else 'ruffed'} your {own.pretty()}"
        return f"now that {best.pretty()} {beaten}" if more < 0 else ""
    fallen = [card for card in trick.cards if card.suit is own.suit and card != own]
    highest = max(fallen, default=own, key=lambda card: card.rank)
    if more < 0:
        return ""
    if highest is not own and highest.rank >= Rank.QUEEN:
        return f"now that {highest.pretty()} fell under your {own.pretty()}"
    return f"now that your {own.pretty()} took a trick"
