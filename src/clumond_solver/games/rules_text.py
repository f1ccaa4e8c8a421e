"""The rules of a game as text.

The rules of the library's games are sections of `rules.md`, which is installed with the package;
those of any other game are the docstring of its module.

>>> [(block.kind, block.text[:20]) for block in rules_of("clubs")[1:3]]
[('words', '(ours) marks what th'), ('point', 'Three or four player')]
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

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


def rules_of(name: str) -> tuple[Block, ...]:
    """The rules of a registered game; NotationError for another name."""
    make = entry(name).make
    section = _sections().get(name)
    if section is not None:
        return section
    module = inspect.getmodule(make)
    doc = inspect.cleandoc((module.__doc__ if module else None) or make.__doc__ or "")
    return tuple(Block("words", _plain(words)) for words in doc.split("\n\n") if words.strip())


@cache
def _sections() -> dict[str, tuple[Block, ...]]:
    """The sections of `rules.md`, by the name of the game."""
    text = files("clumond_solver.games").joinpath("rules.md").read_text(encoding="utf-8")
    return {title.lower(): _blocks(body) for title, body in headed(text, "##")}


def headed(text: str, mark: str) -> list[tuple[str, str]]:
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
