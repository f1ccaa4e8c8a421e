"""The rules of a game as text, and lessons for new players.

The rules of the library's games are sections of `rules.md`, lessons of `lessons.md`, both installed
with the package; the rules of any other game are the docstring of its module, without commands.

>>> [(block.kind, block.text[:20]) for block in rules_blocks("clubs")[1:3]]
[('words', '(ours) marks what th'), ('point', 'Three or four player')]
>>> [lesson.title for lesson in lessons_of("clag")][:2]
['Say how many, then take just that many', 'How many to nominate']
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from clumond_solver.base.cards import Card
from clumond_solver.base.packaged import packaged_data
from clumond_solver.base.values import Result
from clumond_solver.games.registry import entry


@dataclass(frozen=True, slots=True)
class Block(Result):
    """A piece of text: a ``heading``, a ``point`` of a list, or ``words``."""

    kind: str
    text: str


_ABOUT_OURS = Block(
    "words",
    "(ours) marks what the makers of this program decided, where the authors' texts are silent or"
    " disagree.",
)
# A command to type, which is for whoever reads a game's file, not for a player.
_COMMAND = re.compile(r"`(clumond|python3?|pip)\s|\b(clumond|python3?)\s+-")


def rules_blocks(name: str) -> tuple[Block, ...]:
    """The rules of a registered game; NotationError for another name."""
    make = entry(name).make
    section = _rules_sections().get(name)
    if section is not None:
        return section
    module = inspect.getmodule(make)
    doc = inspect.cleandoc((module.__doc__ if module else None) or make.__doc__ or "")
    paragraphs = map(_without_commands, doc.split("\n\n"))
    return tuple(Block("words", _plain(words)) for words in paragraphs if words)


def _without_commands(paragraph: str) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", paragraph.strip())
    return " ".join(sentence for sentence in sentences if not _COMMAND.search(sentence))


@cache
def _rules_sections() -> dict[str, tuple[Block, ...]]:
    return {name: _blocks(section) for name, section in _sections_of("rules.md")}


def _sections_of(file: str) -> list[tuple[str, str]]:
    """The sections of a file of this folder, each after the name of its game."""
    text = packaged_data("clumond_solver.games", file).decode()
    return [(title.lower(), section) for title, section in _headed(text, "##")]


def _headed(text: str, mark: str) -> list[tuple[str, str]]:
    """The headings of a level, with the text below each."""
    pieces = re.split(rf"^{mark} (.+)$", text, flags=re.MULTILINE)[1:]
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def _blocks(text: str) -> tuple[Block, ...]:
    blocks = []
    for piece in re.split(r"\n(?=- |### )|\n\n", text.strip()):
        kind = {"-": "point", "#": "heading"}.get(piece[:1], "words")
        if piece.strip():
            blocks.append(Block(kind, _plain(re.sub(r"^(- |#+ )", "", piece))))
    kinds = [block.kind for block in blocks]
    blocks.insert(kinds.index("point") if "point" in kinds else len(blocks), _ABOUT_OURS)
    return tuple(blocks)


def _plain(text: str) -> str:
    """The text without rule ids, and without marks of emphasis and links."""
    text = re.sub(r"\*\*[A-Z]{3}-\d\d\*\* ", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`]", "", text).split())


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
    """A lesson: a title, and questions in turn.

    ``is_variant``: whether it is about a variant, which a first game does without.
    """

    title: str
    steps: tuple[LessonStep, ...]
    is_variant: bool = False


def lessons_of(name: str) -> tuple[Lesson, ...]:
    """The lessons of a game; none for a game that has none."""
    return _lesson_sections().get(name, ())


@cache
def _lesson_sections() -> dict[str, tuple[Lesson, ...]]:
    return {
        name: tuple(_lesson(heading, body) for heading, body in _headed(section, "###"))
        for name, section in _sections_of("lessons.md")
    }


def _lesson(heading: str, body: str) -> Lesson:
    title, is_variant = re.subn(r" \(variant\)$", ", a variant", heading)
    steps = tuple(_step(step) for step in body.strip().split("\n\n"))
    return Lesson(title, steps, is_variant > 0)


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
