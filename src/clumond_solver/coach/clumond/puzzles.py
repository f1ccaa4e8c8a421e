"""Puzzles: their codes, how they are made, and how they are played to the end.

A code has 25 letters and digits that hold the whole position, with supplementary tricks two more.
It stands for its position for ever, whatever engine or seed it came from. It fits into a link,
and can be read out over the telephone: it has no letters that look like digits.

>>> hands = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A"
>>> play = Play.parse(f"{hands} declarer=F strain=H leader=F tricks=3,4,2")
>>> code_of(play)
'2j6r4fc30r5347ww2khwm1tg0'
>>> parse_code(code_of(play)) == play
True

A puzzle is a position with all hands open in which exactly one card is right: declarer must find
the card that forces success, or a defender the one that prevents it. Touching cards count as one.
Puzzles come from random deals, played by the nets' policy (the card that the engine would play at
first sight); the solver finds the positions in which one card alone is right. A seed fixes the
puzzles on every machine, but another version of the library, with other nets, may make others.

>>> puzzle = parse_puzzle(
...     "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
... )
>>> [str(card) for card in puzzle.right], puzzle.code, puzzle.grade.tricks_left
(['DA'], '2j6r4fc30r5347ww2khwm1tg0', 4)
>>> [(puzzle.level.value, puzzle.grade.rating) for puzzle in puzzles(3, seed=1)]
[('easy', 1176), ('medium', 1718), ('hard', 1513)]

Puzzles are played to the end: by the person, and for the other side by the solver's best replies.

>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> first = judge_move(puzzle, [Card.parse("C3")])
>>> first.right, [str(card) for card in first.replies]
(True, ['C2', 'CJ'])
>>> str(judge_move(puzzle, [Card.parse("CA")]).line.cards[0])
'CA'
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from itertools import islice

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, shuffled
from clumond_solver.base.checks import as_int, as_text, check_type, checked
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.errors import (
    ClumondError,
    NotationError,
    RuleError,
    SearchError,
    shown_number,
)
from clumond_solver.base.seeds import checked_seed, drawn_seed, source_of
from clumond_solver.base.values import Result, Shown
from clumond_solver.coach.clumond.lines_of_play import (
    LineOfPlay,
    best_resistance,
    declarer_of,
    solved_runs,
    stubborn_line,
    success_by_card,
    touching_runs,
)
from clumond_solver.coach.days import parse_day, today
from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.deals import KEPT_CARDS, Deal, Seat
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY, TRICKS, Play
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.levels import MEDIUM
from clumond_solver.single_dummy.shipped_weights import card_policy

#: The letters and digits of codes, each five bits: none looks like another.
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 25
# With supplementary tricks, of the seats in turn.
_LONG_LENGTH = _LENGTH + 2
_SUPPLEMENTARY_BOUNDS = (MOST_SUPPLEMENTARY + 1,) * len(Seat)
_PACK = tuple(CLUMOND_PACK.cards)
# The holder of cards that no hand holds.
_NOBODY = len(Seat)
# A code is a number in mixed radix. Its digits, with these bounds: the holder of each card,
# declarer, strain, leader, the tricks of two seats, the number of cards on the table, these cards.
_BOUNDS = (
    *[len(Seat) + 1] * len(_PACK),
    len(Seat),
    len(Strain),
    len(Seat),
    TRICKS + 1,
    TRICKS + 1,
    len(Seat),
    len(_PACK),
    len(_PACK),
)


def code_of(play: Play) -> str:
    """The code of a position; RuleError if nobody declared.

    The code has no room for earlier tricks, nor for how tricks off are counted.
    """
    holders = {card: seat for seat in Seat for card in play.hands[seat]}
    table = [_PACK.index(card) for card in play.trick]
    numbers = [
        *(holders.get(card, _NOBODY) for card in _PACK),
        declarer_of(play),
        play.strain,
        play.leader,
        *play.tricks_taken[:2],
        len(table),
        *[*table, 0, 0][:2],
    ]
    code = _digits(numbers, _BOUNDS, _LENGTH)
    if any(play.supplementary):
        code += _digits(play.supplementary, _SUPPLEMENTARY_BOUNDS, _LONG_LENGTH - _LENGTH)
    return code


def parse_code(code: str) -> Play:
    """Read the position that a code stands for; NotationError for a text that is not a code."""
    code = as_text(code, "a puzzle's code")
    word = code.strip().lower()
    unknown = next((letter for letter in word if letter not in DIGITS), None)
    if len(word) not in {_LENGTH, _LONG_LENGTH} or unknown is not None:
        raise NotationError(
            f"a puzzle's code has {_LENGTH} letters and digits, {_LONG_LENGTH} with supplementary"
            " tricks",
            code,
        )
    numbers = _numbers(word[:_LENGTH], _BOUNDS)
    supplementary = _numbers(word[_LENGTH:], _SUPPLEMENTARY_BOUNDS)
    try:
        play = _play_of(numbers, supplementary)
    except ClumondError as error:
        raise NotationError(f"no puzzle has this code ({error})", code) from None
    # A typing error may hide in the cards on the table beyond their number.
    if code_of(play) != word:
        raise NotationError("no puzzle has this code", code)
    return play


def digits_of(value: int, length: int) -> str:
    """A number as so many digits of a code."""
    return "".join(DIGITS[value >> 5 * index & 31] for index in reversed(range(length)))


def number_of(digits: str) -> int:
    """The number that `digits_of` wrote."""
    return reduce(lambda value, digit: value << 5 | DIGITS.index(digit), digits, 0)


def _digits(numbers: Sequence[int], bounds: Sequence[int], length: int) -> str:
    """Numbers below their bounds as one number of so many digits."""
    value = 0
    for number, bound in zip(numbers, bounds, strict=True):
        value = value * bound + int(number)
    return digits_of(value, length)


def _numbers(digits: str, bounds: Sequence[int]) -> list[int]:
    """The inverse of `_digits`; NotationError if no numbers have these digits."""
    value = number_of(digits)
    numbers = []
    for bound in reversed(bounds):
        value, number = divmod(value, bound)
        numbers.append(number)
    if value:
        raise NotationError("no puzzle has this code", digits)
    return numbers[::-1]


def _play_of(numbers: list[int], supplementary: Sequence[int]) -> Play:
    holders = numbers[: len(_PACK)]
    declarer, strain, leader, first, second, table_size, *table = numbers[len(_PACK) :]
    hands = [
        Hand.from_cards(card for card, holder in zip(_PACK, holders, strict=True) if holder == seat)
        for seat in Seat
    ]
    on_table: list[Card] = [_PACK[index] for index in table[:table_size]]
    left = (sum(map(len, hands)) + table_size) // len(Seat) - KEPT_CARDS
    return Play(
        hands,
        Seat(declarer),
        Strain(strain),
        leader=Seat(leader),
        tricks_taken=(first, second, TRICKS - left - first - second),
        supplementary=supplementary,
        table=on_table,
    )


#: The numbers of tricks left in the puzzles that are made here.
FEWEST_LEFT, MOST_LEFT = 3, 7
_FEWEST_CHOICES = 3
# Deep puzzles have this many tricks left or more.
_DEEP = 5
# Expert puzzles have at least this depth, and at most this chance of the right card.
_EXPERT_DEPTH = 3
_EXPERT_CHANCE = 0.2
# The player at first sight, and the bounds of ratings.
_FIRST_SIGHT_RATING, _LATER_CHANCE = 1200, 0.6
_EASIEST_RATING, _HARDEST_RATING = 600, 2400
_MOST_DEALS = 100_000
#: The memory of a solver of puzzles, in bytes.
MEMORY = 8 * MEBIBYTE


class PuzzleLevel(StrChoice):
    """How hard a puzzle is, by its depth and by how natural its wrong cards are.

    EASY    at most four tricks are left, and the likeliest card at first sight is right.
    MEDIUM  five tricks or more are left, or that card is wrong.
    HARD    five tricks or more are left, and two cards are wrong: the likeliest one at first sight,
            and the choice of the level "medium", which searches a little.
    EXPERT  as HARD; besides, the right card has a probability of a fifth at most at first sight,
            and the line has two more cards that are the only right ones.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


# The levels of a seed's puzzles, in turn.
_MIXED = tuple(map(PuzzleLevel, ["easy", "medium", "hard", "easy", "medium", "expert"]))
# The levels of daily puzzles, by the day of the week from Monday.
_OF_THE_DAY = (*[PuzzleLevel.HARD] * 6, PuzzleLevel.EXPERT)


@dataclass(frozen=True, slots=True)
class Grade(Result):
    """What makes a puzzle hard.

    tricks_left  number of tricks left, with the one under way: 1 to 13.
    depth        number of cards that a person must find: the right one, and those that are the only
                 right ones in the line after it (`LineOfPlay.only`).
    guess        likeliest card by the nets' policy, at first sight.
    chance       probability of the right card by that policy, 0 to 1.
    misleads     whether the guess is wrong.
    reading      card that the level "medium" plays.
    fools        whether that card is wrong.
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
        """The level, by all these."""
        deep = self.tricks_left >= _DEEP
        if not (deep and self.misleads and self.fools):
            return PuzzleLevel.MEDIUM if deep or self.misleads else PuzzleLevel.EASY
        for_experts = self.depth >= _EXPERT_DEPTH and self.chance <= _EXPERT_CHANCE
        return PuzzleLevel.EXPERT if for_experts else PuzzleLevel.HARD

    @property
    def rating(self) -> int:
        """How hard it is as a rating, 600 to 2,400.

        A player at first sight, rated 1,200, finds the right card with ``chance``, and each further
        one with a probability of 0.6. No person's results are behind it.
        """
        likely = self.chance * _LATER_CHANCE ** (self.depth - 1)
        odds = max(1e-9, 1 - likely) / max(1e-9, likely)
        points = _FIRST_SIGHT_RATING + 400 * math.log10(odds)
        return round(min(_HARDEST_RATING, max(_EASIEST_RATING, points)))


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Result, Shown):
    """A position with one right card; `puzzles` and `parse_puzzle` make them.

    position  the position as text, with all hands open; `play` gives it as a new `Play`.
    right     the right card and those that touch it (a run, such as queen and king), which are
              equally good; the lowest first.
    grade     the reasons why it is hard or easy; its `level` follows from them.
    """

    position: str
    right: tuple[Card, ...]
    grade: Grade

    @property
    def play(self) -> Play:
        """A new play that starts at the position."""
        return Play.parse(self.position)

    @property
    def code(self) -> str:
        """The position in 25 or 27 letters and digits, for links; `parse_puzzle` reads it."""
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


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Result, Shown):
    """Why a puzzle's right card is right and all others are wrong; `str` gives the lines in words.

    right   the line that begins with the right card.
    wrong   for each wrong card, the line that begins with it and fails; of touching cards only the
            lowest has a line.
    puzzle  the puzzle.
    """

    right: LineOfPlay
    wrong: tuple[LineOfPlay, ...]
    puzzle: Puzzle


def puzzles(
    count: int, *, seed: int = 0, level: PuzzleLevel | str | None = None
) -> Iterator[Puzzle]:
    """Make the puzzles of a seed, 0 to 2**64 - 1: of one level, or of all levels in turn.

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
    seed = checked_seed(seed)
    levels = _MIXED if level is None else [PuzzleLevel(level)]
    solver = Solver(MEMORY)
    return (
        _make_puzzle(seed, number, levels[number % len(levels)], solver) for number in range(count)
    )


def daily_puzzle(day: date | str | None = None) -> Puzzle:
    """The puzzle of a day, by default of today (UTC): a hard one, on Sundays one for experts.

    ``day`` may be a text such as "2026-11-22"; NotationError for another one.

    >>> daily_puzzle("2026-11-22").level
    <PuzzleLevel.EXPERT: 'expert'>
    """
    if isinstance(day, str):
        day = parse_day(day)
    day = today() if day is None else day
    check_type(day, date, "a day")
    seed = day.year * 10_000 + day.month * 100 + day.day
    return next(puzzles(1, seed=seed, level=_OF_THE_DAY[day.weekday()]))


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle from its code, or from a position as `str(play)` writes it.

    NotationError for any other text, RuleError for a position that is not a puzzle: nobody
    declared, the hand is over, not exactly one card is right, or none is wrong.
    """
    text = as_text(text, "a puzzle's text")
    play = Play.parse(text) if "=" in text else parse_code(text)
    if play.turn is None:
        raise RuleError("not a puzzle: the hand is over")
    declarer_of(play)
    solver = Solver(MEMORY)
    right, choices = _right_cards(play, solver), touching_runs(play)
    if len(right) != 1 or len(choices) < 2:
        counts = f"{len(right)} of {len(choices)} cards are right (touching ones count as one)"
        raise RuleError(f"not a puzzle: {counts}; one must be right, another wrong")
    return _graded_puzzle(play, right[0], solver)


@checked
def explain(puzzle: Puzzle) -> Explanation:
    """The line after the right card, and one that refutes each wrong card.

    >>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
    >>> explained = explain(puzzle)
    >>> str(puzzle.right[0]), explained.right.declarer.success
    ('C3', True)
    >>> [(str(line.cards[0]), line.declarer.off()) for line in explained.wrong]
    [('D2', 3), ('S4', 2), ('CA', 1)]
    """
    check_type(puzzle, Puzzle, "a puzzle")
    solver, play = Solver(MEMORY), puzzle.play
    wrong = [card for card in touching_runs(play) if card not in puzzle.right]
    return Explanation(
        line_after(play, puzzle.right[0], solver),
        tuple(line_after(play, card, solver, minimise_miss=True) for card in wrong),
        puzzle,
    )


def line_after(
    play: Play, card: Card, solver: Solver, *, minimise_miss: bool = False
) -> LineOfPlay:
    """The `stubborn_line` after a card, with that card."""
    line = stubborn_line(play.after([card]), solver, minimise_miss=minimise_miss)
    return LineOfPlay((card, *line.cards), line.declarer, line.only)


def _make_puzzle(seed: int, number: int, level: PuzzleLevel, solver: Solver) -> Puzzle:
    source = source_of((seed << 64 | number) * len(PuzzleLevel) + list(PuzzleLevel).index(level))
    for _ in range(_MOST_DEALS):
        for play in shuffled(_candidate_positions(source), source):
            puzzle = _puzzle_if_any(play, level, solver)
            if puzzle is not None:
                return puzzle
    raise SearchError(f"no {level} puzzle in {_MOST_DEALS} deals")


def _candidate_positions(source: random.Random) -> list[Play]:
    """The positions of a random hand in which there are several cards to choose from.

    The seat and the strain with the highest chance declare; cards are drawn by the nets' policy.
    """
    deal = Deal.random(drawn_seed(source))
    pairs = [(seat, strain) for seat in Seat for strain in Strain]
    seat, strain = max(pairs, key=lambda pair: quick_estimate(deal[pair[0]], pair[1]))
    play = Play(deal, seat, strain)
    positions = []
    while play.tricks_left >= FEWEST_LEFT:
        policy = card_policy(play)
        if play.tricks_left <= MOST_LEFT and len(policy) >= _FEWEST_CHOICES:
            positions.append(play.replace())
        play.push(_draw_card(policy, source))
    return positions


def _draw_card(policy: dict[Card, float], source: random.Random) -> Card:
    rest = source.random()
    for card, chance in policy.items():
        rest -= chance
        if rest < 0:
            return card
    return card


def _puzzle_if_any(play: Play, level: PuzzleLevel, solver: Solver) -> Puzzle | None:
    """The position as a puzzle, if it is one of this level; quick tests come first."""
    deep, hard = play.tricks_left >= _DEEP, level in {PuzzleLevel.HARD, PuzzleLevel.EXPERT}
    if level is not PuzzleLevel.MEDIUM and deep is not hard:
        return None
    right = _right_cards(play, solver, stop_at=2)
    if len(right) != 1:
        return None
    if level is not PuzzleLevel.MEDIUM and (_likeliest(card_policy(play)) != right[0]) is not hard:
        return None
    puzzle = _graded_puzzle(play, right[0], solver)
    return puzzle if puzzle.level is level else None


def _right_cards(play: Play, solver: Solver, stop_at: int | None = None) -> list[Card]:
    """The lowest card of each run that is right; at most ``stop_at`` cards.

    Declarer's right cards are those after which he can force success, a defender's those after
    which he cannot.
    """
    wants_success = play.turn is play.declarer
    right = (card for card, success in solved_runs(play, solver) if success is wants_success)
    return list(islice(right, stop_at))


def _graded_puzzle(play: Play, right: Card, solver: Solver) -> Puzzle:
    run, policy = touching_runs(play)[right], card_policy(play)
    guess = _likeliest(policy)
    reading = choose_card(play, iterations=MEDIUM.iterations.declarer, style=MEDIUM).card
    grade = Grade(
        play.tricks_left,
        depth=1 + line_after(play, right, solver).only,
        guess=guess,
        chance=policy[right],
        misleads=guess != right,
        reading=reading,
        fools=reading not in run,
    )
    return Puzzle(str(play), run, grade)


def _likeliest(policy: dict[Card, float]) -> Card:
    """The most probable card; of equal ones the lowest."""
    return max(policy, key=lambda card: policy[card])


@dataclass(frozen=True, slots=True)
class JudgedMove(Result):
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


def judge_move(puzzle: Puzzle, played: Sequence[Card]) -> JudgedMove:
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
        return JudgedMove(before, right=False, line=line)
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
    return JudgedMove(before, right=True, replies=tuple(replies))


def wrong_runs(puzzle: Puzzle, played: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The runs of wrong cards after some cards have been played, the most natural one first."""
    play = puzzle.play.after(played)
    successes, policy, runs = (
        success_by_card(play, Solver(MEMORY)),
        card_policy(play),
        touching_runs(play),
    )
    wrong = (card for card, success in successes.items() if success is not puzzle.attacks)
    return [runs[card] for card in sorted(wrong, key=lambda card: -policy[card])]


def _is_persons_turn(puzzle: Puzzle, play: Play) -> bool:
    return play.turn is not None and (play.turn is declarer_of(play)) is puzzle.attacks
