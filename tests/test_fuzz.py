"""Damaged texts and changed objects: a short form of benchmarks/fuzz.py, and cases found by it."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from tests.fuzzing import TARGETS, Target, check, fuzz
from tests.object_fuzzing import OBJECT_TARGETS, ObjectTarget, fuzz_objects


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_damaged_texts_are_read_back_or_refused(target: Target) -> None:
    tally = fuzz(target, inputs=600, seed=2)
    assert tally.faults == []
    # Both kinds are met, so neither check is idle; a file of records refuses record by record.
    assert tally.read > 0
    assert tally.refused > 0 or target.name == "records"


@pytest.mark.parametrize("target", OBJECT_TARGETS, ids=lambda target: target.name)
def test_changed_objects_are_answered_or_refused(target: ObjectTarget) -> None:
    tally = fuzz_objects(target, inputs=800, seed=2)
    assert tally.faults == []
    assert tally.read > 0
    assert tally.refused > 0


def test_the_fuzzer_sees_what_is_wrong() -> None:
    forgets = Target("forgets", st.floats(), len, lambda value: "x" * 5)
    assert "reads as 5" in check(forgets, "abc")
    crashes = Target("crashes", st.floats(), int)
    assert "ValueError" in check(crashes, "abc")
    assert check(crashes, "12") == ""


# Texts that were once taken wrongly, by the parser's name.
REGRESSIONS = (
    # A blank to patterns and `isspace`, not to `int`.
    ("records", '[Clumond "1"]\n[Deal "F:3.Q6.. 86.J7.. J9.5.A."]\n[TricksBefore "4,1,4\x1c"]\n'),
    # Took time by the square of the blanks.
    ("action", "play" + " " * 4000 + "x"),
    ("action", "play H2" + " " * 4000 + "x"),
)


@pytest.mark.parametrize(("name", "text"), REGRESSIONS)
def test_what_the_fuzzer_found_stays_mended(name: str, text: str) -> None:
    [target] = [target for target in TARGETS if target.name == name]
    assert check(target, text) == ""
