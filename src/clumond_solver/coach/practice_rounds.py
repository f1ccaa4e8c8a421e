"""Practice in a terminal: the person types answers to puzzles, and calls for hands.

Rounds read and write by the functions given to them, so that tests can answer too.

>>> from clumond_solver.coach.puzzles import parse_puzzle
>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> answers = iter(["CA", "hint", "C3"])
>>> pages = []
>>> list(PuzzleRound(lambda prompt: next(answers), pages.append).ask([puzzle]))
[(1, 0)]
>>> pages[2]
'It is a club.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import ClumondError, NotationError
from clumond_solver.coach.calls import CallQuestion, CallScore
from clumond_solver.coach.practice_words import (
    call_question_text,
    move_text,
    puzzle_text,
    score_words,
    solution_text,
)
from clumond_solver.coach.puzzle_play import hint_text, judge_move
from clumond_solver.coach.puzzles import Puzzle, explain
from clumond_solver.display.text.hands import play_text
from clumond_solver.display.text.layout import WIDTH, wrapped
from clumond_solver.results import JudgedCall

_HELP = """\
a card     your answer: SA, 9h, ♥7
hint       the suit of a right card, or a wrong card
solution   the right card, and why the others are wrong
next       leave this puzzle            quit   end"""
_PROMPT = "your card (or hint, solution, next, quit): "


class _Result(Enum):
    """The state of a puzzle after a line that the person typed."""

    UNSOLVED = 0
    SOLVED_AT_ONCE = 1
    SOLVED_WITH_HELP = 2
    LEFT = 3
    QUIT = 4


@dataclass(frozen=True, slots=True)
class PuzzleRound:
    """A person solves puzzles.

    ``read`` returns the next line, None when there are no more; ``say`` prints a page.
    """

    read: Callable[[str], str | None]
    say: Callable[[str], None]
    width: int = WIDTH

    def ask(self, puzzles: Iterable[Puzzle]) -> Iterator[tuple[int, int]]:
        """Pose the puzzles; yield, after each, their number and how many were solved at once."""
        at_once = 0
        for number, puzzle in enumerate(puzzles, start=1):
            result = self._ask_one(puzzle)
            at_once += result is _Result.SOLVED_AT_ONCE
            yield number, at_once
            if result is _Result.QUIT:
                return

    def _ask_one(self, puzzle: Puzzle) -> _Result:
        self.say(puzzle_text(puzzle, width=self.width))
        helped, played = False, list[Card]()
        while True:
            line = self.read(_PROMPT)
            if line is None:
                return _Result.QUIT
            before = len(played)
            try:
                result = self._handle(line.strip().lower(), puzzle, played)
            except NotationError as error:
                self.say(f"“{line.strip()}”: {error.reason}")
                continue
            except ClumondError as error:
                self.say(str(error))
                continue
            if result is not _Result.UNSOLVED:
                with_help = helped and result is _Result.SOLVED_AT_ONCE
                return _Result.SOLVED_WITH_HELP if with_help else result
            # Hints and wrong cards help; right cards and the list of commands do not.
            is_right = len(played) > before
            helped = helped or not (is_right or line.strip().lower() in {"", "?", "help"})

    def _handle(self, word: str, puzzle: Puzzle, played: list[Card]) -> _Result:
        """Do what a line says. A right card and the replies to it are added to those played."""
        if word in {"quit", "exit", "q"}:
            return _Result.QUIT
        if word in {"next", "n"}:
            return _Result.LEFT
        if word in {"", "help", "?"}:
            self.say(_HELP)
        elif word == "hint":
            self.say(hint_text(puzzle, played))
        elif word == "solution":
            self.say(solution_text(puzzle, explain(puzzle), width=self.width))
            return _Result.LEFT
        else:
            return self._play(Card.parse(word), puzzle, played)
        return _Result.UNSOLVED

    def _play(self, card: Card, puzzle: Puzzle, played: list[Card]) -> _Result:
        move = judge_move(puzzle, [*played, card])
        comment = move_text(puzzle, move, card)
        if not move.right:
            self.say(wrapped(f"{comment} Try again.", self.width))
            return _Result.UNSOLVED
        played += [card, *move.replies]
        play = puzzle.play.after(played)
        if not play.is_over:
            self.say(f"{wrapped(comment, self.width)}\n\n{play_text(play, width=self.width)}")
            return _Result.UNSOLVED
        self.say(wrapped(comment, self.width))
        self.say(solution_text(puzzle, explain(puzzle), width=self.width))
        return _Result.SOLVED_AT_ONCE


_CALLS = """\
C H S D NT     go for clumond in this strain
pass           decline             quit   end"""
_CALL_PROMPT = "go for clumond? (pass, C, H, S, D, NT, quit): "
_PASSES = frozenset({"pass", "p", "no", "n"})
_YES = frozenset({"", "yes", "y"})
# Words around a call that mean nothing here.
_FILLERS = frozenset(["i", "go", "declare", "for", "clumond", "in", "trump", "trumps", "please"])


@dataclass(frozen=True, slots=True)
class CallRound:
    """A person declares or passes with some hands; ``read`` and ``say`` as in `PuzzleRound`.

    questions  returns the next hand for a difficulty, None when there are no more.
    judge      judges a call.
    """

    read: Callable[[str], str | None]
    say: Callable[[str], None]
    questions: Callable[[int], CallQuestion | None]
    judge: Callable[[CallQuestion, Strain | None], JudgedCall]
    width: int = WIDTH

    def ask(self, score: CallScore) -> Iterator[CallScore]:
        """Ask until there are no more hands or the person quits; yield the score after each."""
        while (question := self.questions(score.difficulty)) is not None:
            self.say(f"\n{call_question_text(question, width=self.width)}")
            call = self._call()
            if call is _Result.QUIT:
                return
            judged = self.judge(question, call)
            score = score.after(judged)
            for line in str(judged).splitlines():
                self.say(wrapped(line, self.width))
            self.say(f"({score_words(score)})")
            yield score

    def _call(self) -> Strain | Literal[_Result.QUIT] | None:
        while True:
            line = self.read(_CALL_PROMPT)
            if line is None:
                return _Result.QUIT
            words = line.strip().lower().rstrip(".!").split()
            word = " ".join(part for part in words if part not in _FILLERS)
            if word in {"quit", "exit", "q"}:
                return _Result.QUIT
            if word in _PASSES:
                return None
            if word in {"help", "?"} or not words:
                self.say(_CALLS)
                continue
            try:
                return Strain.parse(word)
            except NotationError:
                question = "in which trumps?" if word in _YES else "pass, or in which trumps?"
                self.say(f"“{line.strip()}”: {question} C, H, S, D or NT")
