"""What a session's remarks say of its table is read if it was written so, and not otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.coach.seating import MOST_NAME, Seating, Summary
from clumond_solver.single_dummy.levels import Level

NOT_YES_OR_NO: tuple[Any, ...] = ("no", 1, None)
COUNTS = st.integers(0, 10**9)
SEATINGS = st.integers(2, 7).flatmap(
    lambda players: st.builds(
        Seating,
        st.tuples(*[st.text(max_size=MOST_NAME)] * players),
        st.tuples(*[st.sampled_from(Level)] * players),
        st.integers(0, players - 1),
        seen=COUNTS,
        guided=st.booleans(),
        day=st.dates().map(str) | st.just(""),
        replay=st.booleans(),
    )
)
TOTALS = st.lists(st.integers() | st.floats(-1e9, 1e9), min_size=2, max_size=7).map(tuple)
SUMMARIES = st.builds(Summary, st.text(), COUNTS, st.booleans(), TOTALS, st.booleans())
SEATING = Seating(("Ann", "Bo", "Cy"), (Level.EASY, Level.MEDIUM, Level.STRONG), person=1)
SUMMARY = Summary("Clubs", 3, finished=False, totals=(1, 2, 3))


@settings(max_examples=60, deadline=None)
@given(SEATINGS)
def test_a_seating_is_read_as_it_was_written(seating: Seating) -> None:
    assert Seating.parse(seating.write(), len(seating.names), deals=5) == seating


@settings(max_examples=60, deadline=None)
@given(SUMMARIES)
def test_a_summary_is_read_as_it_was_written(summary: Summary) -> None:
    assert Summary.parse(summary.write()) == summary


LOOSE_SEATINGS: tuple[dict[str, Any], ...] = (
    *({"names": names} for names in ("abc", [1, 2, 3], {"a": 1, "b": 2, "c": 3}, ["a"] * 4)),
    *({"levels": levels} for levels in ("abc", [5] * 3, ["x"] * 3, {"easy": 1})),
    *({name: odd} for name in ("person", "seen") for odd in (-1, 1.5, "1", None, 10**30)),
    *({name: odd} for name in ("guided", "replay") for odd in NOT_YES_OR_NO),
    *({"day": odd} for odd in (5, None, "x" * 100)),
    {"help": []},
    {"more": 1},
)
LOOSE_SUMMARIES: tuple[dict[str, Any], ...] = (
    *({"totals": totals} for totals in ("12", [], ["1", "2"], {"1": 2}, [None, 1])),
    *({"deals": odd} for odd in (-5, 1.5, "3", 10**30)),
    *({name: odd} for name in ("finished", "begun") for odd in NOT_YES_OR_NO),
    *({"game": odd} for odd in (5, None, ["Clubs"])),
    {"more": 1},
)


@pytest.mark.parametrize("odd", LOOSE_SEATINGS, ids=repr)
def test_what_was_not_written_is_the_usual_seating(odd: dict[str, Any]) -> None:
    text = json.dumps(json.loads(SEATING.write()) | odd)
    assert Seating.parse(text, 3, deals=5).names == Seating.usual(3).names
    assert Seating.parse(text, 3, deals=5).seen == 5


@pytest.mark.parametrize("odd", LOOSE_SUMMARIES, ids=repr)
def test_what_was_not_written_is_no_summary(odd: dict[str, Any]) -> None:
    assert Summary.parse(json.dumps(json.loads(SUMMARY.write()) | odd)) is None


def test_seatings_and_summaries_of_earlier_versions_are_read() -> None:
    seating, summary = json.loads(SEATING.write()), json.loads(SUMMARY.write())
    del seating["day"], seating["replay"], summary["begun"]
    assert Seating.parse(json.dumps(seating), 3, deals=5) == SEATING
    assert Summary.parse(json.dumps(summary)) == SUMMARY
