"""What the page's answers hold, typed once: here, and for the page in `static/wire.d.ts`.

`python -m clumond_solver.web.wire` prints that file; a test compares the two. Kinds of questions
that are not listed here answer plain data.

>>> "export interface Position {" in typescript().splitlines()
True
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, TypedDict, Union, get_args, get_origin, get_type_hints


class Laid(TypedDict):
    """A card of a trick; ``place`` counts the cards played since the start."""

    card: str
    seat: int
    place: int | None


class Trick(TypedDict):
    """A trick; nobody has won the one under way."""

    number: int
    cards: list[Laid]
    winner: int | None


class Ended(TypedDict):
    """How a hand ended for a seat."""

    kept: list[str]
    code: int
    total: int
    success: bool
    off: int


class Position(TypedDict):
    """A point of the play, all hands open; ``hands`` by seat and suit, clubs first."""

    start: str
    play: str
    deal: str | None
    hands: list[list[list[str]]]
    legal: list[str]
    leader: int
    turn: int | None
    trick: list[str]
    taken: list[int]
    supplementary: list[int]
    declarer: int | None
    strain: str
    tricks: list[Trick]
    over: bool
    outcome: list[Ended] | None
    may_play: list[str]


class PuzzleShown(Position):
    """A puzzle, without its solution."""

    code: str
    level: str
    attacks: bool
    left: int
    task: str


class Refuted(TypedDict):
    """What a wrong card of a puzzle leads to; ``right`` is false."""

    right: bool
    text: str
    line: list[str]


class Accepted(TypedDict):
    """What a good card of a puzzle leads to; ``right`` is true."""

    right: bool
    text: str
    cards: list[str]
    position: Position
    task: str


class Told(TypedDict):
    """A sentence or two."""

    text: str


class LineTold(TypedDict):
    """A line of play, and what it shows."""

    text: str
    line: list[str]
    right: bool


class Solved(TypedDict):
    """The solution of a puzzle."""

    right: list[str]
    lines: list[LineTold]
    guess: str
    depth: int


class HandToCall(TypedDict):
    """A hand to declare or to pass."""

    hand: list[str]
    seat: str
    terms: str
    scoring: str
    pot: int
    difficulty: int


class Score(TypedDict):
    """The score of such decisions so far."""

    asked: int
    right: int
    cost: float
    streak: int
    difficulty: int


class CallJudged(TypedDict):
    """What such a decision was worth."""

    right: bool
    cost: float
    verdict: str
    advice: str
    worth: str
    endings: str
    best: str
    call: str
    breakEven: float
    chances: dict[str, float]
    score: Score
    told: str


class Made(TypedDict):
    """How many hands were declared, and made."""

    declared: int
    made: int


class Mean(TypedDict):
    """What hands brought on average."""

    hands: int
    gain: float


class Gains(TypedDict):
    """The same by what the person did, in points or chips."""

    scoring: str
    hands: int
    roles: dict[str, Mean]


class HandAgain(TypedDict):
    """A hand to look at again."""

    table: str
    deal: int
    strain: str
    off: int


class YourPlay(TypedDict):
    """What the person's sessions tell of his play."""

    hands: int
    declared: Made
    strains: dict[str, Made]
    levels: dict[str, Made]
    gains: list[Gains]
    again: list[HandAgain]


#: By the kind of question.
ANSWERS: Mapping[str, Any] = {
    "position": Position,
    "puzzle": PuzzleShown,
    "puzzle-guess": Union[Refuted, Accepted],  # noqa: UP007 - evaluated
    "puzzle-hint": Told,
    "puzzle-solution": Solved,
    "call": HandToCall,
    "call-judged": CallJudged,
    "your-play": YourPlay,
}
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def typescript() -> str:
    """The types of all answers, for the page."""
    kinds = [each for each in globals().values() if isinstance(each, type) and _is_dict(each)]
    told = ["// Written by `python -m clumond_solver.web.wire`.", ""]
    for kind in kinds:
        fields = get_type_hints(kind).items()
        told += [f"/** {kind.__doc__} */", f"export interface {kind.__name__} {{"]
        told += [f"  {name}: {_named(each)};" for name, each in fields]
        told += ["}", ""]
    answers = [f'  "{kind}": {_named(each)};' for kind, each in ANSWERS.items()]
    told += ["/** By the kind of question. */", "export interface Answers {", *answers, "}", ""]
    rest = "K extends keyof Answers ? Answers[K] : Record<string, any>;"
    return "\n".join([*told, f"export type AnswerOf<K extends string> = {rest}", ""])


def _is_dict(kind: type) -> bool:
    return issubclass(kind, dict) and kind.__module__ == __name__


def _named(kind: Any) -> str:
    """A type as TypeScript writes it."""
    of = get_args(kind)
    if get_origin(kind) in {Union, UnionType}:
        return " | ".join(map(_named, of))
    if get_origin(kind) is list:
        return f"{_named(of[0])}[]"
    if get_origin(kind) is dict:
        return f"Record<{_named(of[0])}, {_named(of[1])}>"
    return _PLAIN.get(kind) or str(kind.__name__)


if __name__ == "__main__":
    print(typescript(), end="")
