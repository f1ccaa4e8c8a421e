"""Practice in a terminal: puzzles, and hands to declare or pass, answered in words.

Reading and writing are functions, as for `play.terminal`, so that a test can answer too.

>>> from clumond_solver.coach.puzzles import parse_puzzle
>>> puzzle = parse_puzzle("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4")
>>> answers = iter(["CA", "hint", "C3"])
>>> said = []
>>> list(PuzzleRound(lambda prompt: next(answers), said.append).ask([puzzle]))
[(1, 0)]
>>> said[2]
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
    moved_text,
    puzzle_text,
    score_words,
    solution_text,
)
from clumond_solver.coach.puzzle_play import hint_text, moved
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


class _Answered(Enum):
    NO = 0
    AT_ONCE = 1
    IN_THE_END = 2
    LEFT = 3
    QUIT = 4


@dataclass(frozen=True, slots=True)
class PuzzleRound:
    """Puzzles put to a person.

    ``read`` gives the next line, None when there are no more; ``say`` prints a page.
    """

    read: Callable[[str], str | None]
    say: Callable[[str], None]
    width: int = WIDTH

    def ask(self, puzzles: Iterable[Puzzle]) -> Iterator[tuple[int, int]]:
        """Ask one after the other: how many were put, and how many solved at the first try."""
        at_once = 0
        for put, puzzle in enumerate(puzzles, start=1):
            answered = self._ask_one(puzzle)
            at_once += answered is _Answered.AT_ONCE
            yield put, at_once
            if answered is _Answered.QUIT:
                return

    def _ask_one(self, puzzle: Puzzle) -> _Answered:
        self.say(puzzle_text(puzzle, width=self.width))
        helped, played = False, list[Card]()
        while True:
            line = self.read(_PROMPT)
            if line is None:
                return _Answered.QUIT
            before = len(played)
            try:
                answered = self._obey(line.strip().lower(), puzzle, played)
            except NotationError as error:
                self.say(f"“{line.strip()}”: {error.reason}")
                continue
            except ClumondError as error:
                self.say(str(error))
                continue
            if answered is not _Answered.NO:
                late = helped and answered is _Answered.AT_ONCE
                return _Answered.IN_THE_END if late else answered
            plain = line.strip().lower() in {"", "?", "help"} or len(played) > before
            helped = helped or not plain

    def _obey(self, word: str, puzzle: Puzzle, played: list[Card]) -> _Answered:
        """Do what a line says; whether the puzzle is done with. Good cards join those played."""
        if word in {"quit", "exit", "q"}:
            return _Answered.QUIT
        if word in {"next", "n"}:
            return _Answered.LEFT
        if word in {"", "help", "?"}:
            self.say(_HELP)
        elif word == "hint":
            self.say(hint_text(puzzle, played))
        elif word == "solution":
            self.say(solution_text(puzzle, explain(puzzle), width=self.width))
            return _Answered.LEFT
        else:
            return self._play(Card.parse(word), puzzle, played)
        return _Answered.NO

    def _play(self, card: Card, puzzle: Puzzle, played: list[Card]) -> _Answered:
        move = moved(puzzle, [*played, card])
        comment = moved_text(puzzle, move, card)
        if not move.right:
            self.say(wrapped(f"{comment} Try again.", self.width))
            return _Answered.NO
        played += [card, *move.replies]
        play = puzzle.play.after(played)
        if not play.is_over:
            self.say(f"{wrapped(comment, self.width)}\n\n{play_text(play, width=self.width)}")
            return _Answered.NO
        self.say(wrapped(comment, self.width))
        self.say(solution_text(puzzle, explain(puzzle), width=self.width))
        return _Answered.AT_ONCE


_CALLS = """\
C H S D NT     go for clumond in this strain
pass           decline             quit   end"""
_CALL_PROMPT = "go for clumond? (pass, C, H, S, D, NT, quit): "
_PASSES = frozenset({"pass", "p", "no", "n"})
_YES = frozenset({"", "yes", "y"})
# Words around a call.
_FILLING = frozenset(["i", "go", "declare", "for", "clumond", "in", "trump", "trumps", "please"])


@dataclass(frozen=True, slots=True)
class CallRound:
    """Hands put to a person, who declares or passes; ``read`` and ``say`` as in `PuzzleRound`.

    questions  gives the next hand for a difficulty, None when there are no more.
    judge      what a call was worth.
    """

    read: Callable[[str], str | None]
    say: Callable[[str], None]
    questions: Callable[[int], CallQuestion | None]
    judge: Callable[[CallQuestion, Strain | None], JudgedCall]
    width: int = WIDTH

    def ask(self, score: CallScore) -> Iterator[CallScore]:
        """Ask until there are no more hands or the person ends: the score after each."""
        while (question := self.questions(score.difficulty)) is not None:
            self.say(f"\n{call_question_text(question, width=self.width)}")
            call = self._call()
            if call is _Answered.QUIT:
                return
            judged = self.judge(question, call)
            score = score.after(judged)
            for line in str(judged).splitlines():
                self.say(wrapped(line, self.width))
            self.say(f"({score_words(score)})")
            yield score

    def _call(self) -> Strain | Literal[_Answered.QUIT] | None:
        while True:
            line = self.read(_CALL_PROMPT)
            if line is None:
                return _Answered.QUIT
            words = line.strip().lower().rstrip(".!").split()
            word = " ".join(part for part in words if part not in _FILLING)
            if word in {"quit", "exit", "q"}:
                return _Answered.QUIT
            if word in _PASSES:
                return None
            if word in {"help", "?"} or not words:
                self.say(_CALLS)
                continue
            try:
                return Strain.parse(word)
            except NotationError:
                asked = "in which trumps?" if word in _YES else "pass, or in which trumps?"
                self.say(f"“{line.strip()}”: {asked} C, H, S, D or NT")
