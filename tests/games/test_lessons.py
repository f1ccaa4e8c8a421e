"""Lessons keep to the rules of their games: what is called right or forbidden is."""

from __future__ import annotations

import pytest

from clumond_solver.base.cards import Suit
from clumond_solver.games.registry import names
from clumond_solver.games.texts import LessonStep, lessons_of

STEPS = [
    pytest.param(game, step, id=f"{game}: {lesson.title}, {number}")
    for game in ("clumond", "clag", "clubs", "clabberjass")
    for lesson in lessons_of(game)
    for number, step in enumerate(lesson.steps, 1)
]


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_answer_can_be_given_and_every_wrong_one_is_explained(
    game: str, step: LessonStep
) -> None:
    offered = set(step.answers or map(str, step.hand))
    assert step.right in offered
    assert step.wrong.keys() <= offered - {step.right}
    assert step.text.endswith("?")
    assert step.why
    assert all(step.wrong.values())
    cards = [*step.hand, *(card for _, card in step.trick)]
    assert len({*cards}) == len(cards)
    if game != "clumond":
        assert step.wrong.keys() == offered - {step.right}


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_the_right_card_follows_suit(game: str, step: LessonStep) -> None:
    """In Clubs a club may be played too, in Clag a wild two."""
    if not step.trick or step.answers or "may you not" in step.text:
        return
    led = step.trick[0][1].suit
    right = next(card for card in step.hand if str(card) == step.right)
    follows = right.suit is led or not any(card.suit is led for card in step.hand)
    is_club = game == "clubs" and (right.suit is Suit.CLUBS or led is Suit.CLUBS)
    assert follows or is_club or "Twos Wild" in step.text


@pytest.mark.parametrize(
    ("game", "words", "right"),
    [("clumond", "called the clumond", "3"), ("clabberjass", "fifty", "70")],
)
def test_chips_and_the_trap_have_a_lesson(game: str, words: str, right: str) -> None:
    steps = [step for lesson in lessons_of(game) for step in lesson.steps]
    assert any(words in step.text and step.right == right for step in steps)


def test_a_variant_comes_last_and_is_not_needed_for_a_first_game() -> None:
    variants = [lesson.title for lesson in lessons_of("clumond") if lesson.is_variant]
    assert variants == [lessons_of("clumond")[-1].title] == ["Four Tens, a variant"]


def test_each_of_the_library_s_games_has_lessons() -> None:
    own = [name for name in names() if lessons_of(name)]
    assert own == ["clumond", "clabberjass", "clag", "clubs"]
    assert len(lessons_of("clumond")) == 7
    assert all(2 <= len(lessons_of(name)) <= 3 for name in own[1:])
