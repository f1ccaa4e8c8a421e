"""Puzzles: positions with all hands open in which exactly one card will do.

A declarer must find the card that forces success, or a defender the one that beats it. Touching
cards count as one. Puzzles come from hands dealt at random and played as the engine would play at
first sight; the exact solver finds the points at which one card alone is right. A seed fixes them,
on every machine. `Puzzle.code` names a position for ever; which puzzles a seed has may change with
the engine's first guesses, from one version of the library to another.

>>> puzzle = parse_puzzle(
...     "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
... )
>>> [str(card) for card in puzzle.right], puzzle.code, puzzle.grade.tricks_left
(['DA'], '2j6r4fc30r5347ww2khwm1tg0', 4)
>>> [puzzle.level.value for puzzle in puzzles(3, seed=1)]
['easy', 'medium', 'hard']
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.drawing import Shown
from clumond_solver.base.errors import RuleError, SearchError, shown_number
from clumond_solver.base.packs import shuffled
from clumond_solver.base.seeds import checked_seed, drawn_seed, source_of
from clumond_solver.base.values import Result, StrChoice, as_int, check_type
from clumond_solver.coach.lines_of_play import Line, declarer_of, stubborn_line, touching
from clumond_solver.coach.position_codes import code_of, parse_code
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.single_dummy.card_choice import choose
from clumond_solver.single_dummy.levels import named_style
from clumond_solver.single_dummy.nets import card_policy
from clumond_solver.single_dummy.quick_estimate import quick_estimate

#: How many tricks the puzzles that are made here have left.
FEWEST_LEFT, MOST_LEFT = 3, 7
_FEWEST_CHOICES = 3
_DEEP = 5
_EXPERT_ONLY = 3
_EXPERT_CHANCE = 0.2
_MOST_DEALS = 100_000
#: What a solver of puzzles may allocate, in bytes.
MEMORY = 8 * MEBIBYTE


class PuzzleLevel(StrChoice):
    """How hard a puzzle is, by how deep it is and how natural its wrong cards are.

    EASY    four tricks left or fewer, and the card that one would play at first sight is right.
    MEDIUM  either of the two is not so.
    HARD    five tricks left or more, and both weak levels of play are wrong: "easy", which plays
            at first sight, and "medium", which reads a little ahead.
    EXPERT  besides, the right card has a chance of a fifth at most to be played at first sight,
            and two more good cards that stand alone; running a suit on does not count.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


# The levels of a seed's puzzles in turn: a third has five tricks left and misleads.
_MIXED = tuple(map(PuzzleLevel, ["easy", "medium", "hard", "easy", "medium", "expert"]))
# By the day of the week, from Monday on.
_OF_THE_DAY = (*[PuzzleLevel.HARD] * 6, PuzzleLevel.EXPERT)


@dataclass(frozen=True, slots=True)
class Grade(Result):
    """What makes a puzzle hard.

    tricks_left  how many tricks are left, the one under way among them: 1 to 13.
    depth        how many cards its solver must find, the first one included:
                 the only good ones in the line that resists longest (`Line.only`).
    guess        the card that the engine would play at first sight.
    chance       how likely the engine plays the right card at first sight, 0 to 1.
    misleads     whether the guess is wrong.
    reading      the card that the level "medium" plays.
    fools        whether that one is wrong, too.
    """

    tricks_left: int
    depth: int
    guess: Card
    chance: float
    misleads: bool
    reading: Card
    fools: bool

    @property
    def level(self) -> PuzzleLevel:
        """The level that this comes to."""
        deep = self.tricks_left >= _DEEP
        if not (deep and self.misleads and self.fools):
            return PuzzleLevel.MEDIUM if deep or self.misleads else PuzzleLevel.EASY
        far = self.depth >= _EXPERT_ONLY and self.chance <= _EXPERT_CHANCE
        return PuzzleLevel.EXPERT if far else PuzzleLevel.HARD


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Result, Shown):
    """A position with one right card; `puzzles` and `parse_puzzle` make them.

    position  the position as text, with all hands open; `play` gives it as a new `Play`.
    right     the right card, with the cards of the same hand that touch it and so are equally good
              (a run, such as queen and king), from the lowest.
    grade     what makes it hard, and so its `level`: "easy", "medium", "hard" or "expert".
    """

    position: str
    right: tuple[Card, ...]
    grade: Grade

    @property
    def play(self) -> Play:
        """The position, to play on from."""
        return Play.parse(self.position)

    @property
    def code(self) -> str:
        """The position in 25 letters and digits, for links; `parse_puzzle` reads it."""
        return code_of(self.play)

    @property
    def level(self) -> PuzzleLevel:
        """How hard it is: easy, medium, hard or expert."""
        return self.grade.level

    @property
    def attacks(self) -> bool:
        """Whether declarer is to play (and force success), not a defender (and prevent it)."""
        play = self.play
        return play.turn is play.declarer


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """Why the right card of a puzzle is right, and each other wrong.

    right  the line that it forces.
    wrong  by the lowest of touching cards, the line in which it fails, beginning with it.
    """

    right: Line
    wrong: tuple[Line, ...]


def puzzles(
    count: int, *, seed: int = 0, level: PuzzleLevel | str | None = None
) -> Iterator[Puzzle]:
    """Puzzles that a seed, 0 to 2**64 - 1, fixes: of one level, or of all levels in turn.

    ``level`` is "easy", "medium", "hard" or "expert"; without it, a third of the puzzles are easy,
    a third medium, a sixth hard and a sixth for experts. Puzzle n of a seed is the same whatever
    ``count`` is. SearchError for a negative count or a seed out of range, RuleError for an unknown
    level.

    >>> [hard] = puzzles(1, seed=3, level="hard")
    >>> hard.grade.misleads, hard.grade.tricks_left >= 5, len(list(hard.play.legal_plays)) >= 3
    (True, True, True)
    """
    if as_int(count, "a number of puzzles") < 0:
        raise SearchError(f"{shown_number(count)} puzzles: a count, 0 or more")
    checked_seed(seed)
    wanted = None if level is None else PuzzleLevel(level)
    solver = Solver(MEMORY)
    return (
        _made(seed, number, _MIXED[number % len(_MIXED)] if wanted is None else wanted, solver)
        for number in range(count)
    )


def daily_puzzle(day: date) -> Puzzle:
    """The puzzle of a day: a hard one, on Sundays one for experts.

    >>> daily_puzzle(date(2026, 11, 22)).level
    <PuzzleLevel.EXPERT: 'expert'>
    """
    check_type(day, date, "a day")
    seed = day.year * 10_000 + day.month * 100 + day.day
    return next(puzzles(1, seed=seed, level=_OF_THE_DAY[day.weekday()]))


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle from its code, or from a position as `str(play)` writes it.

    NotationError for what is neither, RuleError for a position that is no puzzle: nobody declared,
    the hand is over, no card or several are right, or none is wrong.
    """
    check_type(text, str, "a puzzle's text")
    play = Play.parse(text) if "=" in text else parse_code(text)
    if play.turn is None:
        raise RuleError("no puzzle: the hand is over")
    declarer_of(play)
    solver = Solver(MEMORY)
    right = _right(play, solver)
    if len(right) != 1 or len(touching(play)) < 2:
        of = f"{len(right)} of {len(touching(play))} cards are right"
        raise RuleError(f"no puzzle: {of} (touching ones count as one); one must be, another not")
    return _graded(play, right[0], solver)


def explain(puzzle: Puzzle) -> Explanation:
    """The line of the right card, and one against each wrong card.

    >>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
    >>> explained = explain(puzzle)
    >>> str(puzzle.right[0]), explained.right.declarer.success
    ('C3', True)
    >>> [(str(line.cards[0]), line.declarer.off()) for line in explained.wrong]
    [('D2', 3), ('S4', 2), ('CA', 1)]
    """
    check_type(puzzle, Puzzle, "a puzzle")
    solver, play = Solver(MEMORY), puzzle.play
    wrong = [card for card in touching(play) if card not in puzzle.right]
    return Explanation(
        line_after(play, puzzle.right[0], solver),
        tuple(line_after(play, card, solver, saving=True) for card in wrong),
    )


def line_after(play: Play, card: Card, solver: Solver, *, saving: bool = False) -> Line:
    """The line that begins with a card; ``saving`` as in `stubborn_line`."""
    line = stubborn_line(play.after([card]), solver, saving=saving)
    return Line((card, *line.cards), line.declarer, line.only)


# Making them.


def _made(seed: int, number: int, level: PuzzleLevel, solver: Solver) -> Puzzle:
    source = source_of((seed << 64 | number) * len(PuzzleLevel) + list(PuzzleLevel).index(level))
    for _ in range(_MOST_DEALS):
        for play in shuffled(_played(source), source):
            puzzle = _tried(play, level, solver)
            if puzzle is not None:
                return puzzle
    raise SearchError(f"no {level} puzzle in {_MOST_DEALS} deals")


def _played(source: random.Random) -> list[Play]:
    """Points of a hand as it may be played at which there are several cards to choose from.

    The best declarer in his best strain declares; each card is drawn by its chance to be played at
    first sight.
    """
    deal = Deal.random(drawn_seed(source))
    pairs = [(seat, strain) for seat in Seat for strain in Strain]
    seat, strain = max(pairs, key=lambda pair: quick_estimate(deal[pair[0]], pair[1]))
    play = Play(deal, seat, strain)
    points = []
    while play.tricks_left >= FEWEST_LEFT:
        guesses = card_policy(play)
        if play.tricks_left <= MOST_LEFT and len(guesses) >= _FEWEST_CHOICES:
            points.append(play.under())
        play.push(_drawn(guesses, source))
    return points


def _drawn(chances: dict[Card, float], source: random.Random) -> Card:
    left = source.random()
    for card, chance in chances.items():
        left -= chance
        if left < 0:
            return card
    return card


def _tried(play: Play, level: PuzzleLevel, solver: Solver) -> Puzzle | None:
    """The puzzle of this level that a position is, if it is one; cheap looks come first."""
    deep, hard = play.tricks_left >= _DEEP, level in {PuzzleLevel.HARD, PuzzleLevel.EXPERT}
    if level is not PuzzleLevel.MEDIUM and deep is not hard:
        return None
    right = _right(play, solver, most=1)
    if len(right) != 1:
        return None
    if level is not PuzzleLevel.MEDIUM and (_likeliest(card_policy(play)) != right[0]) is not hard:
        return None
    puzzle = _graded(play, right[0], solver)
    return puzzle if puzzle.level is level else None


def _right(play: Play, solver: Solver, most: int | None = None) -> list[Card]:
    """The right cards for the seat to play, up to touching ones; at most one more than ``most``.

    A declarer's are those after which he can force success, a defender's those that he cannot.
    """
    wanted = play.turn is play.declarer
    trial, right = play.copy(), []
    for card in touching(play):
        trial.push(card)
        if solver.verdict(trial) is wanted:
            right.append(card)
        trial.pop()
        if most is not None and len(right) > most:
            break
    return right


def _graded(play: Play, right: Card, solver: Solver) -> Puzzle:
    cards, guesses = touching(play)[right], card_policy(play)
    guess = _likeliest(guesses)
    style, iterations = named_style("medium")
    reading = choose(play, iterations=iterations.declarer, style=style).card
    depth = 1 + line_after(play, right, solver).only
    grade = Grade(
        play.tricks_left,
        depth,
        guess,
        guesses[right],
        guess != right,
        reading,
        reading not in cards,
    )
    return Puzzle(str(play), cards, grade)


def _likeliest(guesses: dict[Card, float]) -> Card:
    """The card with the best chance, of equal ones the lowest."""
    return max(guesses, key=lambda card: guesses[card])
