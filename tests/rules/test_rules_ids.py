"""Every rule in games/rules.md has an id, and every id has a test that names it."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from clumond_solver import games

ROOT = Path(__file__).resolve().parents[2]
RULES = (Path(games.__file__).parent / "rules.md").read_text(encoding="utf-8")
STATED = re.findall(r"^- \*\*([A-Z]{3}-\d\d)\*\* ", RULES, re.MULTILINE)


def _named_in_tests() -> set[str]:
    named: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for ids in re.findall(r"mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8")):
            named |= set(re.findall(r"[A-Z]{3}-\d\d", ids))
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


def test_every_item_of_the_rules_has_an_id() -> None:
    items = re.findall(r"^- .*", RULES, re.MULTILINE)
    assert len(items) == len(STATED)
