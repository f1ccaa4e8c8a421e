"""Options of games of one's own: their types as users write them, saved and read back."""

from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass, replace
from enum import Enum
from typing import Annotated, Any, Literal, NewType, Optional

import pytest

from clumond_solver.base.cards import Suit
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.games import registry
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.registry import describe, entry, new_game, parse_game, register
from clumond_solver.games.sessions import Session


class Colour(Enum):
    RED = 1
    BLUE = 2


class Title(Enum):
    LONG = "a long one"
    SHORT = "short"


Rounds = NewType("Rounds", int)
Perhaps = Optional[int]  # noqa: UP045 - as users write it


@dataclass(frozen=True)
class OwnGame(ClubsGame):
    """Clubs, with options of all types.

    hands  how many.
    """

    hands: Optional[int] = None  # noqa: UP045
    target: typing.Union[int, None] = 100  # noqa: UP007
    quoted: "int | None" = None  # noqa: UP037
    named: Perhaps = None
    rounds: Rounds = Rounds(3)
    noted: Annotated[int, "a note"] = 4
    bare: int = None  # type: ignore[assignment]
    pace: float = 1.5
    rest: float | None = None
    title: str = "two words, 5 % more"
    nickname: str | None = None
    quick: bool = False
    open: bool | None = None
    side: Literal["left", "right"] = "left"
    sides: Literal[2, 3] = 2
    colour: Colour = Colour.RED
    trump: Suit | None = None
    called: Title | str = Title.LONG


@pytest.fixture(autouse=True)
def _own_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game for one test."""
    monkeypatch.setattr(registry, "_ENTRIES", {**registry._ENTRIES})
    register("own", OwnGame)


VALUES: dict[str, list[Any]] = {
    "hands": [None, 3],
    "target": [None, 7],
    "quoted": [None, 0],
    "named": [None, -1],
    "rounds": [5],
    "noted": [5],
    "bare": [None, 5],
    "pace": [0.1, 1e-9, 1e300, 2.0],
    "rest": [None, 0.5],
    "title": ["", "none", "yes", "3", "a\\b\n\u00a0% c=d", "Zoë 田中 ♣"],
    "nickname": [None, "Bo", "yes"],
    "quick": [True, False],
    "open": [None, True, False],
    "side": ["left", "right"],
    "sides": [2, 3],
    "colour": [*Colour],
    "trump": [None, *Suit],
    "called": [*Title],
}


@pytest.mark.parametrize("name", VALUES)
def test_every_value_of_an_option_is_read_back_from_a_session(name: str) -> None:
    for value in VALUES[name]:
        game = replace(OwnGame(), **{name: value})
        read = Session.parse(str(Session(game, 1))).game
        assert read == game == parse_game(describe(game))
        assert type(getattr(read, name)) is type(value)


def test_the_values_of_options_may_be_given_as_texts() -> None:
    options = {option.name: option for option in entry("own").options}
    assert options["hands"].kind == options["quoted"].kind == "a whole number or none"
    assert options["hands"].help == "how many."
    assert (options["pace"].kind, options["rest"].kind) == ("a number", "a number or none")
    assert options["open"].choices == ("yes", "no", "none")
    assert options["sides"].choices == ("2", "3")
    assert (options["trump"].default_text, options["colour"].default_text) == ("none", "red")
    texts = {
        "hands": "3",
        "pace": "2",
        "open": "no",
        "sides": "3",
        "colour": "blue",
        "trump": "hearts",
    }
    given: dict[str, Any] = {
        "hands": 3,
        "pace": 2.0,
        "open": False,
        "sides": 3,
        "colour": Colour.BLUE,
        "trump": Suit.HEARTS,
    }
    assert new_game("own", texts) == new_game("own", given) == OwnGame(**given)
    for name, wrong in (
        ("pace", "fast"),
        ("pace", "inf"),
        ("sides", 4),
        ("hands", "1.5"),
        ("open", "maybe"),
    ):
        with pytest.raises(NotationError, match=name):
            new_game("own", {name: wrong})


@pytest.mark.parametrize(
    ("type_", "default"),
    [
        ("tuple[int, ...]", (1, 2)),
        ("list[int]", None),
        ("dict[str, int]", None),
        ("int | str", 3),
        ("Callable[[], int]", None),
        ("NobodyKnows", None),
        ("Literal[1, '1']", 1),
        (object, ()),
    ],
)
def test_what_cannot_be_saved_is_refused_at_once(type_: Any, default: object) -> None:
    made = make_dataclass("Made", [("option", type_, default)], bases=(ClubsGame,), frozen=True)
    made.__module__ = __name__
    with pytest.raises(RuleError, match="cannot be saved as text: annotate it as"):
        register("made", made)


def test_an_unknown_name_of_a_type_is_known_by_the_default() -> None:
    made = make_dataclass("Made", [("pace", "NobodyKnows", 1.5)], bases=(ClubsGame,), frozen=True)
    made.__module__ = __name__
    register("made", made)
    assert entry("made").options[-1].kind == "a number"


class Forgetful(ClubsGame):
    def __init__(self, hands: int = 3) -> None:
        super().__init__()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (Forgetful, "no attribute 'hands'"),
        (lambda players=4: ClubsGame(players), "made by a function"),
    ],
)
def test_a_game_that_loses_its_options_is_refused_at_once(
    make: Callable[[], ClubsGame], reason: str
) -> None:
    with pytest.raises(RuleError, match=reason):
        register("made", make)


def test_a_value_that_cannot_be_read_back_is_not_saved() -> None:
    for wrong in (
        {"nickname": "none"},
        {"pace": float("nan")},
        {"colour": "green"},
        {"hands": 1.5},
    ):
        with pytest.raises(RuleError, match="cannot be saved"):
            describe(OwnGame(**wrong))
