"""Every rule in games/rules.md has an id, and every id has a test that names it."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

from clumond_solver import games
from clumond_solver.display.text.results import rules_text
from clumond_solver.games.clumond.deals import ExposedTens
from clumond_solver.games.clumond.play import Retention, possible_pars, tricks_off
from tests.samples import ROOT

RULES = (Path(games.__file__).parent / "rules.md").read_text(encoding="utf-8")
STATED = re.findall(r"^- \*\*([A-Z]{3}-\d\d)\*\* ", RULES, re.MULTILINE)


def _named_in_tests() -> set[str]:
    named: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for ids in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            named |= set(re.findall(r"[A-Z]{3}-\d\d", ids))
    scenarios = (ROOT / "tests" / "games" / "scenarios.txt").read_text(encoding="utf-8")
    for heading in re.findall("^== .*", scenarios, re.MULTILINE):
        named |= set(re.findall(r"[A-Z]{3}-\d\d", heading))
    return named


def test_ids_are_numbered_without_gaps() -> None:
    assert len(STATED) > 90
    for prefix, ids in groupby(STATED, key=lambda each: each[:3]):
        listed = list(ids)
        assert listed == [f"{prefix}-{number:02}" for number in range(1, len(listed) + 1)]
    assert len(set(STATED)) == len(STATED)


def test_every_rule_is_named_by_a_test_and_every_name_is_a_rule() -> None:
    assert sorted(set(STATED) - _named_in_tests()) == []
    assert sorted(_named_in_tests() - set(STATED)) == []


@pytest.mark.parametrize("name", ["clumond", "clag", "clubs", "clabberjass"])
def test_players_are_told_what_is_our_decision_and_whose_game_it_is(name: str) -> None:
    section = re.split(r"^## ", RULES, flags=re.MULTILINE | re.IGNORECASE)[1:]
    [own] = [each for each in section if each.lower().startswith(name)]
    shown = rules_text(name)
    # The sentence that says what the mark means has it too.
    assert shown.count("(ours)") == own.count("**(ours)**") + 1
    assert "*" not in shown
    words = "Charles Magri|Royal Air Force|Alex Chen, James Cook and Patrick LaVictoire|3C"
    assert re.search(words, shown.partition("\n- ")[0])


def test_the_authors_tips_are_told_with_the_rules() -> None:
    _, heading, tips = " ".join(rules_text("clumond").split()).partition("TIPS OF THE AUTHOR")
    assert heading
    for said in ("short suits", "middling cards", "Small cards", "partners", "no trumps", "pot"):
        assert said in tips


@pytest.mark.rule("CLU-06", "CLU-07", "CLU-08", "TEN-03", "TEN-04")
def test_the_worked_examples_hold() -> None:
    assert {Retention.parse(each).code for each in ("CHD", "CSS", "HHS")} == {5}
    assert possible_pars(Retention.parse("DDD").code) == {0, 10}
    assert tricks_off(5, 9) == 4
    assert [tricks_off(9, 11, par=par) for par in ("nearest", "reduced")] == [2, 8]
    tens = ExposedTens.parse("F=CD M=H R=- common=S")
    assert tens.supplementary == (4, 3, 1)
    assert possible_pars(9, 6) == {9, 19}


def test_every_item_of_the_rules_has_an_id() -> None:
    items = re.findall(r"^- .*", RULES, re.MULTILINE)
    assert len(items) == len(STATED)
