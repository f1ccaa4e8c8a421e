"""What a seat can force, found by playing every legal card: slow, obvious, no table.

All questions are answered in one minimax. Each is a test of the ending; a set of questions is an
int with one bit for each that is answered yes. Where the hero chooses, a question is answered yes
if it is after some card (or), where the others choose, if it is after every card (and).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_, or_
from typing import Any

from clumond_solver.base.cards import Card
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention, SeatOutcome, possible_pars
from clumond_solver.results import Reach
from tests.cython_files import plain_clumond
from tests.double_dummy.positions import TRICKS, Numbers, endings_table


def distance(ending: SeatOutcome) -> int:
    pars = possible_pars(ending.retention.code, ending.supplementary)
    return min(abs(ending.total - par) for par in pars)


ASKED: dict[str, Callable[[SeatOutcome, Any], bool]] = {
    "exactly": lambda ending, kept: ending.success and ending.retention == kept,
    "within": lambda ending, miss: distance(ending) <= miss,
    "at most": lambda ending, tricks: ending.tricks_taken <= tricks,
    "at least": lambda ending, tricks: ending.tricks_taken >= tricks,
}
QUESTIONS: list[tuple[str, object]] = [
    (kind, detail)
    for kind in ASKED
    for detail in (Retention.all() if kind == "exactly" else TRICKS)
]


@dataclass(frozen=True)
class Answers:
    """The questions answered yes: against the two others, and with their help."""

    forced: int
    cooperative: int

    def yes(self, kind: str, detail: object, *, cooperative: bool = False) -> bool:
        place = QUESTIONS.index((kind, detail))
        return bool((self.cooperative if cooperative else self.forced) >> place & 1)

    @property
    def verdict(self) -> bool:
        return self.yes("within", 0)

    @property
    def miss(self) -> int:
        return next(miss for miss in range(14) if self.yes("within", miss))

    @property
    def fewest(self) -> int:
        return next(tricks for tricks in range(14) if self.yes("at most", tricks))

    @property
    def most(self) -> int:
        return next(tricks for tricks in range(13, -1, -1) if self.yes("at least", tricks))

    @property
    def retentions(self) -> dict[Retention, Reach]:
        return {each: self._reach(each) for each in Retention.all()}

    def _reach(self, retention: Retention) -> Reach:
        if self.yes("exactly", retention):
            return Reach.FORCED
        cooperative = self.yes("exactly", retention, cooperative=True)
        return Reach.POSSIBLE if cooperative else Reach.IMPOSSIBLE


def answers(play: Play, hero: Seat) -> Answers:
    """All questions from here; the play is as before afterwards."""
    if play.is_over:
        yes = _endings_answers(play.outcome()[hero])
        return Answers(yes, yes)
    after = answers_by_card(play, hero).values()
    return Answers(
        reduce(or_ if play.turn == hero else and_, (answers.forced for answers in after)),
        reduce(or_, (answers.cooperative for answers in after)),
    )


def answers_by_card(play: Play, hero: Seat) -> dict[Card, Answers]:
    """All questions after each legal card."""
    after = {}
    for card in tuple(play.legal_plays):
        play.push(card)
        after[card] = answers(play, hero)
        play.pop()
    return after


def compiled_answers(play: Play, hero: Seat) -> Answers:
    """All questions from here, by the compiled plain minimax."""
    return compiled_answers_by_card(play, hero)[0]


def compiled_answers_by_card(play: Play, hero: Seat) -> tuple[Answers, dict[Card, Answers]]:
    """All questions from here and after each legal card, by the compiled plain minimax."""
    endings = _endings_table(play.supplementary[hero])
    forced, possible, after = plain_clumond.answers_after(*as_numbers(play, hero), endings)
    by_card = {Card.from_bit(card): Answers(*answers) for card, answers in after.items()}
    return Answers(forced, possible), by_card


def compiled_success(play: Play, hero: Seat) -> bool:
    """Whether success can be forced, by the compiled plain minimax for one question."""
    extra = play.supplementary[hero]
    success = [
        sum((taken + extra in possible_pars(code, extra)) << taken for taken in TRICKS)
        for code in range(10)
    ]
    can: bool = plain_clumond.can_succeed(*as_numbers(play, hero), success)
    return can


def as_numbers(play: Play, hero: Seat) -> Numbers:
    return (
        tuple(play.hands[(hero + place) % 3].mask for place in range(3)),
        (play.leader - hero) % 3,
        tuple(card.bit for card in play.trick),
        play.tricks_taken[hero],
        play.strain,
    )


@cache
def _endings_table(supplementary: int) -> array[int]:
    return endings_table(
        lambda kept, taken: _endings_answers(SeatOutcome(kept, taken, supplementary))
    )


@cache
def _endings_answers(ending: SeatOutcome) -> int:
    return sum(
        ASKED[kind](ending, detail) << place for place, (kind, detail) in enumerate(QUESTIONS)
    )
