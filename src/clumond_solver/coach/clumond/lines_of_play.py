"""Lines of play that show why a card is right or wrong, with all hands open.

One side is ahead: the declarer if he can force success, else the defenders. The side ahead plays
right cards, which keep it ahead; the other side resists: its cards leave the side ahead as small a
share of right cards as possible.

>>> hands = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A"
>>> play = Play.parse(f"{hands} declarer=F strain=H leader=F tricks=3,4,2")
>>> solver = Solver()
>>> {str(card): forces_success for card, forces_success in success_by_card(play, solver).items()}
{'D5': False, 'DA': True, 'S2': False, 'SJ': False, 'C6': False}
>>> line = stubborn_line(play, solver)
>>> str(line.cards[0]), line.declarer.success
('DA', True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import Result
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, SeatOutcome
from clumond_solver.knowledge.core_clumond import clumond_board


@dataclass(frozen=True, slots=True)
class LineOfPlay(Result):
    """A line of play to the end of the hand.

    cards     cards in the order played.
    declarer  declarer's result.
    only      number of cards that were the only right one of two or more (touching cards count as
              one). A lead of the suit that the same seat led last does not count: it is easy to
              see.
    """

    cards: tuple[Card, ...]
    declarer: SeatOutcome
    only: int


def success_by_card(play: Play, solver: Solver) -> dict[Card, bool]:
    """Whether the declarer can force success after each legal card; the lowest of touching ones."""
    return dict(solved_runs(play, solver))


def solved_runs(play: Play, solver: Solver) -> Iterator[tuple[Card, bool]]:
    """The items of `success_by_card`; each is solved when the caller asks for it."""
    for card in touching_runs(play):
        yield card, bool(solver.verdict(play.after([card])))


def touching_runs(play: Play) -> dict[Card, tuple[Card, ...]]:
    """The legal cards as runs of touching cards, keyed by the lowest card of a run."""
    lowest = clumond_board(play).choices
    runs: dict[Card, tuple[Card, ...]] = {}
    first = None
    for card in play.legal_plays:
        first = card if card.mask & lowest or first is None else first
        runs[first] = (*runs.get(first, ()), card)
    return runs


def stubborn_line(play: Play, solver: Solver, *, minimise_miss: bool = False) -> LineOfPlay:
    """Play on to the end: the side ahead plays right cards, the other side resists.

    With ``minimise_miss``, a declarer who cannot succeed ends as few tricks off as he can force,
    instead of making it hard for the defenders. Of equally good cards the lowest is played.
    """
    trial = play.copy()
    declarer, declarer_ahead = declarer_of(trial), bool(solver.verdict(trial))
    cards, only = [], 0
    last_led = {trial.leader: trial.trick[0].suit} if trial.trick else dict[Seat, Suit]()
    while (turn := trial.turn) is not None:
        is_lead = not trial.trick
        if (turn is declarer) is declarer_ahead:
            successes = success_by_card(trial, solver)
            right = [card for card, success in successes.items() if success is declarer_ahead]
            card = right[0]
            if minimise_miss:
                card = max(right, key=lambda card: _forced_miss(trial, card, solver))
            is_only = len(right) == 1 < len(successes)
            only += is_only and not (is_lead and last_led.get(turn) is card.suit)
        else:
            card = best_resistance(
                trial, solver, declarer_ahead=declarer_ahead, minimise_miss=minimise_miss
            )
        if is_lead:
            last_led[turn] = card.suit
        trial.push(card)
        cards.append(card)
    return LineOfPlay(tuple(cards), trial.outcome()[declarer], only)


def declarer_of(play: Play) -> Seat:
    """The declarer of a play that has one."""
    declarer = play.declarer
    if declarer is None:
        raise RuleError("nobody declared: a puzzle is about a declarer's success")
    return declarer


def best_resistance(
    play: Play, solver: Solver, *, declarer_ahead: bool, minimise_miss: bool = False
) -> Card:
    """The best reply of the side that is behind.

    It leaves the side ahead, if that plays next, the smallest share of right cards; among such
    replies, it leaves declarer as few tricks off as possible. ``minimise_miss`` reverses these
    priorities.
    """
    trial = play.copy()

    def share_of_right_replies(card: Card) -> float:
        trial.push(card)
        ahead_plays = trial.turn is not None and (trial.turn is trial.declarer) is declarer_ahead
        successes = success_by_card(trial, solver) if ahead_plays else {}
        trial.pop()
        right = sum(success is declarer_ahead for success in successes.values())
        return right / len(successes) if successes else 1.0

    def key(card: Card) -> tuple[float, float]:
        miss = 0 if declarer_ahead else _forced_miss(play, card, solver)
        share = share_of_right_replies(card)
        return (miss, share) if minimise_miss else (share, miss)

    cards = list(touching_runs(play))
    return cards[0] if len(cards) == 1 else min(cards, key=key)


def _forced_miss(play: Play, card: Card, solver: Solver) -> int:
    """How many tricks off the declarer ends after a card, with best play by all."""
    return solver.miss(play.after([card]))[0]
