"""What differs by type is found in tables, to which a package adds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from clumond_solver.base import by_type
from clumond_solver.base.errors import WrongTypeError
from clumond_solver.display.json_data import data_of
from clumond_solver.display.notebook import html
from clumond_solver.display.text.results import result_text

WORDS = """
from clumond_solver.display.notebook import html
from clumond_solver.display.text.results import result_text
from made_up import Fruit

@result_text.register
def _(fruit: Fruit) -> str:
    return "a fruit"

@html.register
def _(fruit: Fruit) -> str:
    return "<b>fruit</b>"
"""


def test_a_package_adds_words_for_its_own_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_up = ModuleType("made_up")
    fruit = type("Fruit", (), {"__module__": "made_up"})
    monkeypatch.setattr(made_up, "Fruit", fruit, raising=False)
    monkeypatch.setitem(sys.modules, "made_up", made_up)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "words_of_made_up.py").write_text(WORDS.replace("fruit: Fruit", "fruit: 'Fruit'"))
    with pytest.raises(TypeError, match="no words for Fruit"):
        result_text(fruit())
    monkeypatch.setitem(by_type._ADDED["words"], "made_up", "words_of_made_up")
    assert result_text(fruit()) == "a fruit"
    assert html(fruit()) == "<b>fruit</b>"


def test_json_has_no_form_for_what_is_no_value_of_ours() -> None:
    with pytest.raises(WrongTypeError, match="a result, a hand, a deal"):
        data_of(5)


@pytest.mark.machine
@pytest.mark.parametrize(
    ("made", "printed"),
    [
        ("Review(None, None, ())", "No card was played."),
        ("Hint('pass', {}, reason='Why not?')", "The only choice: pass. Why not?"),
    ],
)
def test_the_coach_brings_its_words_when_they_are_first_needed(made: str, printed: str) -> None:
    code = f"""
import sys
from clumond_solver.coach.hints_and_reviews import Hint, Review
from clumond_solver.rules.actions import parse_action
made = {made.replace("'pass'", "parse_action('pass')")}
assert "clumond_solver.coach.words" not in sys.modules
print(made)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == printed
