"""Lines of play that show why a card is right or wrong, with all hands open.

One side is ahead: the declarer if he can force success, else the defenders. The side ahead plays
cards that keep its result; the other side plays cards that leave it as few such cards as possible.

>>> hands = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A"
>>> play = Play.parse(f"{hands} declarer=F strain=H leader=F tricks=3,4,2")
>>> solver = Solver()
>>> {str(card): makes for card, makes in success_by_card(play, solver).items()}
{'D5': False, 'DA': True, 'S2': False, 'SJ': False, 'C6': False}
>>> line = stubborn_line(play, solver)
>>> str(line.cards[0]), line.declarer.success
('DA', True)
"""

from __future__ import annotations

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

    cards     the cards in the order played.
    declarer  the declarer's outcome.
    only      the number of cards that were the only good one of two or more, touching cards
              counting as one. Leading again the suit that the seat led last does not count: that
              is easy to see.
    """

    cards: tuple[Card, ...]
    declarer: SeatOutcome
    only: int


def success_by_card(play: Play, solver: Solver) -> dict[Card, bool]:
    """Whether the declarer can force success after each legal card.

    Of touching cards, which lead to the same result, only the lowest is listed.
    """
    trial = play.copy()
    outcomes = {}
    for card in touching(play):
        trial.push(card)
        outcomes[card] = bool(solver.verdict(trial))
        trial.pop()
    return outcomes


def touching(play: Play) -> dict[Card, tuple[Card, ...]]:
    """The legal cards in runs of touching ones, each under its lowest card."""
    lowest = clumond_board(play).choices
    runs: dict[Card, tuple[Card, ...]] = {}
    first = None
    for card in play.legal_plays:
        first = card if card.mask & lowest or first is None else first
        runs[first] = (*runs.get(first, ()), card)
    return runs


def stubborn_line(play: Play, solver: Solver, *, saving: bool = False) -> LineOfPlay:
    """Play on to the end: the side ahead keeps its result, the other side resists.

    With ``saving``, a declarer who cannot succeed any more ends as few tricks off as he can be sure
    of, instead of setting traps. Of equally good cards the lowest in the order of cards is played.
    """
    trial = play.copy()
    declarer, makes = declarer_of(trial), bool(solver.verdict(trial))
    cards, only = [], 0
    led = {trial.leader: trial.trick[0].suit} if trial.trick else dict[Seat, Suit]()
    while (turn := trial.turn) is not None:
        leads = not trial.trick
        if (turn is declarer) is makes:
            good = [
                card for card, forces in success_by_card(trial, solver).items() if forces is makes
            ]
            card = max(good, key=lambda card: _off(trial, card, solver)) if saving else good[0]
            alone = len(good) == 1 < len(touching(trial))
            only += alone and not (leads and led.get(turn) is card.suit)
        else:
            card = best_resistance(trial, solver, makes=makes, saving=saving)
        if leads:
            led[turn] = card.suit
        trial.push(card)
        cards.append(card)
    return LineOfPlay(tuple(cards), trial.outcome()[declarer], only)


def declarer_of(play: Play) -> Seat:
    """The declarer of a play that has one."""
    declarer = play.declarer
    if declarer is None:
        raise RuleError("nobody declared: a puzzle is about a declarer's success")
    return declarer


def best_resistance(play: Play, solver: Solver, *, makes: bool, saving: bool = False) -> Card:
    """The best reply of the side that is behind.

    It leaves the side ahead, if that plays next, the smallest share of good cards; among such
    replies it leaves declarer as few tricks off as possible. ``saving`` reverses these priorities.
    """
    trial = play.copy()

    def good_replies(card: Card) -> float:
        trial.push(card)
        ahead_next = trial.turn is not None and (trial.turn is trial.declarer) is makes
        left = success_by_card(trial, solver) if ahead_next else {}
        trial.pop()
        good = sum(forces is makes for forces in left.values())
        return good / len(left) if left else 1.0

    def key(card: Card) -> tuple[float, float]:
        off = 0 if makes else _off(play, card, solver)
        return (off, good_replies(card)) if saving else (good_replies(card), off)

    cards = list(touching(play))
    return cards[0] if len(cards) == 1 else min(cards, key=key)


def _off(play: Play, card: Card, solver: Solver) -> int:
    """How many tricks off the declarer can be held to after a card."""
    return solver.miss(play.after([card]))[0]
