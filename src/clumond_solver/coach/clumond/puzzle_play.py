"""Puzzles played to the end: the person plays one side, the solver's best replies the other.

>>> from clumond_solver.coach.clumond.puzzles import parse_puzzle
>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> first = judge_move(puzzle, [Card.parse("C3")])
>>> first.right, [str(card) for card in first.replies], hint_text(puzzle, [])
(True, ['C2', 'CJ'], 'It is a club.')
>>> str(judge_move(puzzle, [Card.parse("CA")]).line.cards[0])
'CA'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import Result
from clumond_solver.coach.clumond.lines_of_play import (
    LineOfPlay,
    best_resistance,
    declarer_of,
    success_by_card,
    touching_runs,
)
from clumond_solver.coach.clumond.puzzles import MEMORY, Puzzle, line_after
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.play import Play
from clumond_solver.single_dummy.nets import card_policy


@dataclass(frozen=True, slots=True)
class Move(Result):
    """A card that the person played in a puzzle, judged, and what follows it.

    before   position before the card.
    right    whether the person's side can still force what it wants, success or declarer's failure.
    replies  cards played for the person: the best replies of the other side, and his own cards
             where he has no choice; none after a wrong card.
    line     after a wrong card, the line in which it fails, beginning with that card; else None.
    """

    before: Play
    right: bool
    replies: tuple[Card, ...] = ()
    line: LineOfPlay | None = None


def judge_move(puzzle: Puzzle, played: Sequence[Card]) -> Move:
    """Judge the last of the cards played since the puzzle's start, which is the person's.

    RuleError for illegal cards, or if the last one is the other side's.
    """
    if not played:
        raise RuleError("no card was played")
    solver, before = Solver(MEMORY), puzzle.play.after(played[:-1])
    if not _is_persons_turn(puzzle, before):
        raise RuleError(f"{played[-1]} was not for the person to play")
    play = before.after([played[-1]])
    if solver.verdict(play) is not puzzle.attacks:
        line = line_after(before, played[-1], solver, minimise_miss=True)
        return Move(before, right=False, line=line)
    replies = []
    while not play.is_over:
        if not _is_persons_turn(puzzle, play):
            card = best_resistance(play, solver, declarer_ahead=puzzle.attacks)
        else:
            card, *others = touching_runs(play)
            if others:
                break
        play.push(card)
        replies.append(card)
    return Move(before, right=True, replies=tuple(replies))


def hint_text(puzzle: Puzzle, played: Sequence[Card]) -> str:
    """The suits of the right cards, after some cards have been played.

    If that excludes no wrong card, the most natural wrong card instead.
    """
    play = puzzle.play.after(played)
    successes = success_by_card(play, Solver(MEMORY))
    wrong = [card for card, success in successes.items() if success is not puzzle.attacks]
    if not wrong:
        return "Any card will do."
    suits = dict.fromkeys(card.suit for card in successes if card not in wrong)
    if suits.keys() >= {card.suit for card in wrong}:
        policy = card_policy(play)
        return f"It is not {max(wrong, key=lambda card: policy[card]).pretty()}."
    names = [f"a {Strain(suit).name.lower().removesuffix('s')}" for suit in suits]
    return f"It is {' or '.join(names)}."


def _is_persons_turn(puzzle: Puzzle, play: Play) -> bool:
    return play.turn is not None and (play.turn is declarer_of(play)) is puzzle.attacks
