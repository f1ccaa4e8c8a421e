"""A short form of the fuzzing in `tests.fuzzing`, and what it once found."""

from __future__ import annotations

import pytest

from tests.fuzzing import FOUND, TARGETS, Target, accepts, fuzz


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_mutated_texts_are_read_or_refused(target: Target) -> None:
    read = fuzz(target, seed=7, count=1500)
    # Some texts come through unharmed and some do not, else the mutations are no test.
    assert 50 < read < 1450


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_the_texts_to_start_from_are_read_and_what_was_found_is_handled(target: Target) -> None:
    assert all(accepts(target, text) for text in target.seeds)
    for text in FOUND.get(target.name, ()):
        accepts(target, text)
