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

from clumond_solver.base.cards import Card
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention, SeatOutcome, possible_pars
from clumond_solver.results import Reach
from tests.double_dummy import compiled_reference

Question = Callable[[SeatOutcome], bool]


def distance(ending: SeatOutcome) -> int:
    pars = possible_pars(ending.retention.code, ending.supplementary)
    return min(abs(ending.total - par) for par in pars)


def _exactly(retention: Retention) -> Question:
    return lambda ending: ending.success and ending.retention == retention


def _within(miss: int) -> Question:
    return lambda ending: distance(ending) <= miss


def _at_most(tricks: int) -> Question:
    return lambda ending: ending.tricks_taken <= tricks


def _at_least(tricks: int) -> Question:
    return lambda ending: ending.tricks_taken >= tricks


QUESTIONS: dict[tuple[str, object], Question] = {
    **{("exactly", each): _exactly(each) for each in Retention.all()},
    **{("within", miss): _within(miss) for miss in range(14)},
    **{("at most", tricks): _at_most(tricks) for tricks in range(14)},
    **{("at least", tricks): _at_least(tricks) for tricks in range(14)},
}


@dataclass(frozen=True)
class Answers:
    """The questions answered yes: against the two others, and with their help."""

    forced: int
    cooperative: int

    def yes(self, kind: str, detail: object, *, cooperative: bool = False) -> bool:
        place = list(QUESTIONS).index((kind, detail))
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


def answers(play: Play, hero: Seat, *, remember: bool = False) -> Answers:
    """All questions from here; `remember` keeps the answers at the start of each trick."""
    return _answers(play.copy(), hero, {} if remember else None)


def answers_by_card(play: Play, hero: Seat, *, remember: bool = False) -> dict[Card, Answers]:
    """All questions after each legal card."""
    known: dict[object, Answers] | None = {} if remember else None
    return _by_card(play.copy(), hero, known)


def _by_card(play: Play, hero: Seat, known: dict[object, Answers] | None) -> dict[Card, Answers]:
    after = {}
    for card in tuple(play.legal_plays):
        play.push(card)
        after[card] = _answers(play, hero, known)
        play.pop()
    return after


def _answers(play: Play, hero: Seat, known: dict[object, Answers] | None) -> Answers:
    if play.is_over:
        yes = _endings_answers(play.outcome()[hero])
        return Answers(yes, yes)
    key = (play.hands, play.leader, play.tricks_taken[hero])
    if known is not None and not play.trick and key in known:
        return known[key]
    after = _by_card(play, hero, known).values()
    found = Answers(
        reduce(or_ if play.turn == hero else and_, (each.forced for each in after)),
        reduce(or_, (each.cooperative for each in after)),
    )
    if known is not None and not play.trick:
        known[key] = found
    return found


def compiled_answers(play: Play, hero: Seat) -> Answers:
    """All questions from here, by the compiled plain minimax."""
    endings = _endings_table(play.supplementary[hero])
    return Answers(*compiled_reference.answer(*_as_numbers(play, hero), endings))


def compiled_success(play: Play, hero: Seat) -> bool:
    """Whether success can be forced, by the compiled plain minimax for one question."""
    endings = _success_table(play.supplementary[hero])
    return compiled_reference.first_answer(*_as_numbers(play, hero), endings)


def _as_numbers(play: Play, hero: Seat) -> tuple[list[int], int, list[int], int, int]:
    seats = [Seat((hero + i) % 3) for i in range(3)]
    return (
        [play.hands[seat].mask for seat in seats],
        (play.leader - hero) % 3,
        [card.bit for card in play.trick],
        play.tricks_taken[hero],
        play.strain,
    )


def remembered_answers(play: Play, hero: Seat) -> tuple[Answers, dict[Card, Answers]]:
    """All questions from here and after each legal card; what looks alike is answered once."""
    endings = _endings_table(play.supplementary[hero])
    forced, cooperative, after = compiled_reference.answers_after(*_as_numbers(play, hero), endings)
    by_card = {Card.from_bit(card): Answers(*found) for card, found in after.items()}
    return Answers(forced, cooperative), by_card


@cache
def _endings_table(supplementary: int) -> array[int]:
    return _table_of(_endings_answers, supplementary)


@cache
def _success_table(supplementary: int) -> array[int]:
    return _table_of(lambda ending: ending.success, supplementary)


def _table_of(answer: Callable[[SeatOutcome], int], supplementary: int) -> array[int]:
    table = array("Q", [0]) * (64 * 14)
    for retention in Retention.all():
        diamonds, spades, hearts, _ = retention.counts
        for tricks in range(14):
            ending = SeatOutcome(retention, tricks, supplementary)
            table[14 * (diamonds + 4 * spades + 16 * hearts) + tricks] = answer(ending)
    return table


_ENDINGS: dict[SeatOutcome, int] = {}


def _endings_answers(ending: SeatOutcome) -> int:
    if ending not in _ENDINGS:
        _ENDINGS[ending] = sum(
            asked(ending) << place for place, asked in enumerate(QUESTIONS.values())
        )
    return _ENDINGS[ending]
