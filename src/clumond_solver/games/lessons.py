"""Lessons for new players: short questions, with why an answer is right or wrong.

They are sections of `lessons.md`, which is installed with the package.

>>> [lesson.title for lesson in lessons_of("clag")][:2]
['Say how many, then take just that many', 'How many to nominate']
>>> lessons_of("clumond")[0].steps[0].right
'5'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from clumond_solver.base.cards import Card
from clumond_solver.base.values import Result
from clumond_solver.games.rules_text import headed


@dataclass(frozen=True, slots=True)
class LessonStep(Result):
    """A question, answered by a card of the hand, or by one of ``answers`` if there are any.

    text     the question.
    hand     the learner's cards.
    trick    who has played which cards to the trick under way.
    answers  the answers to choose from.
    right    the right card, in the library's notation, or the right answer.
    why      why it is right.
    wrong    why others are wrong.
    """

    text: str
    hand: tuple[Card, ...]
    right: str
    why: str
    trick: tuple[tuple[str, Card], ...] = ()
    answers: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson(Result):
    """A lesson: a title, and questions in turn."""

    title: str
    steps: tuple[LessonStep, ...]


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game; none for a game that has none."""
    return _sections().get(name, ())


@cache
def _sections() -> dict[str, tuple[Lesson, ...]]:
    """The sections of `lessons.md`, by the name of the game."""
    text = files("clumond_solver.games").joinpath("lessons.md").read_text(encoding="utf-8")
    return {
        title.lower(): tuple(
            Lesson(heading, tuple(_step(step) for step in body.strip().split("\n\n")))
            for heading, body in headed(section, "###")
        )
        for title, section in headed(text, "##")
    }


def _step(text: str) -> LessonStep:
    question, *points = text.split("\n- ")
    fields, wrong, right, why = dict[str, str](), dict[str, str](), "", ""
    for point in points:
        head, _, rest = point.partition(": ")
        word, _, answer = head.partition(" ")
        if word == "wrong":
            wrong[answer] = rest
        elif word == "right":
            right, why = answer, rest
        else:
            fields[word] = rest
    played = [part.split() for part in fields["trick"].split(", ")] if "trick" in fields else []
    return LessonStep(
        question,
        tuple(map(Card.parse, fields["cards"].split())),
        right,
        why,
        trick=tuple((who, Card.parse(card)) for who, card in played),
        answers=tuple(fields["answers"].split(", ")) if "answers" in fields else (),
        wrong=wrong,
    )
