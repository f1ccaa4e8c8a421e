"""A puzzle played to its end: the person plays one side, and its best replies the other.

>>> from clumond_solver.coach.puzzles import parse_puzzle
>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> first = moved(puzzle, [Card.parse("C3")])
>>> first.right, [str(card) for card in first.replies], hint_text(puzzle, [])
(True, ['C2', 'CJ'], 'It is a club.')
>>> str(moved(puzzle, [Card.parse("CA")]).line.cards[0])
'CA'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import Result
from clumond_solver.coach.lines_of_play import (
    LineOfPlay,
    best_resistance,
    declarer_of,
    success_by_card,
    touching,
)
from clumond_solver.coach.puzzles import MEMORY, Puzzle, line_after
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.play import Play
from clumond_solver.single_dummy.nets import card_policy


@dataclass(frozen=True, slots=True)
class Move(Result):
    """What a card of the side that solves a puzzle leads to.

    before   the point before the card.
    right    whether that side still has what it wants: success, or that the declarer fails.
    replies  the cards that follow without the person: the best replies of the other side, and own
             cards where there is no choice; none after a wrong card.
    line     after a wrong card, how it fails, that card first; else None.
    """

    before: Play
    right: bool
    replies: tuple[Card, ...] = ()
    line: LineOfPlay | None = None


def moved(puzzle: Puzzle, played: Sequence[Card]) -> Move:
    """What the last of the cards played in a puzzle leads to; the person played it.

    RuleError for cards that could not be played, or a last one of the other side.
    """
    if not played:
        raise RuleError("no card was played")
    solver, before = Solver(MEMORY), puzzle.play.after(played[:-1])
    if not _solves(puzzle, before):
        raise RuleError(f"{played[-1]} was not for the person to play")
    play = before.after([played[-1]])
    if solver.verdict(play) is not puzzle.attacks:
        return Move(before, right=False, line=line_after(before, played[-1], solver, saving=True))
    trial, replies = play, []
    while not trial.is_over and not (_solves(puzzle, trial) and len(touching(trial)) > 1):
        if _solves(puzzle, trial):
            card = next(iter(touching(trial)))
        else:
            card = best_resistance(trial, solver, makes=puzzle.attacks)
        trial.push(card)
        replies.append(card)
    return Move(before, right=True, replies=tuple(replies))


def hint_text(puzzle: Puzzle, played: Sequence[Card]) -> str:
    """The suits of the good cards after some have been played.

    Where every suit has one, a wrong card: the likeliest to be played at first sight.
    """
    play = puzzle.play.after(played)
    outcomes = success_by_card(play, Solver(MEMORY))
    wrong = [card for card, makes in outcomes.items() if makes is not puzzle.attacks]
    if not wrong:
        return "Any card will do."
    suits = dict.fromkeys(card.suit for card in outcomes if card not in wrong)
    if suits.keys() >= {card.suit for card in wrong}:
        guesses = card_policy(play)
        return f"It is not {max(wrong, key=lambda card: guesses[card]).pretty()}."
    names = [f"a {Strain(suit).name.lower().removesuffix('s')}" for suit in suits]
    return f"It is {' or '.join(names)}."


def _solves(puzzle: Puzzle, play: Play) -> bool:
    """Whether the side that solves the puzzle is to play."""
    return play.turn is not None and (play.turn is declarer_of(play)) is puzzle.attacks
