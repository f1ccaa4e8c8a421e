"""What the words over a table of retentions say, and that they are true of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from clumond_solver import Deal, Limit, Retention, Seat, Solver, Strain, solve_retentions
from clumond_solver.display.text import retention_words
from clumond_solver.double_dummy.table_of_a_deal import StrainRow, table_of
from clumond_solver.games.clumond.play import TRICKS, Play
from clumond_solver.results import Reach, RetentionTable

CHOOSES = "F:97.AJ8632.6.AKQJ976 J4.K54.AKQJ8754.542 AKQ86532.Q97.932.83"


def table(
    misses: Mapping[Any, tuple[int, int]],
    reaches: Mapping[tuple[str, str], Reach | None] | None = None,
) -> RetentionTable:
    """A table where all is possible with help and nothing known of the misses, but for what is
    given.
    """
    everywhere = dict.fromkeys(Retention.all(), Reach.POSSIBLE)
    rows = {at: dict[Retention, Reach | None](everywhere) for at in Strain}
    for (strain, kept), reach in (reaches or {}).items():
        rows[Strain.parse(strain)][Retention.parse(kept)] = reach
    bounds = dict.fromkeys(Strain, (1, TRICKS)) | {Strain(at): m for at, m in misses.items()}
    return table_of(Seat.REARHAND, {at: StrainRow(rows[at], bounds[at]) for at in Strain}, 0)


NONE = "Against best defence rearhand can force none of the twenty retentions"
ANYWHERE = "in any trump or at no trumps"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (table({}), f"{NONE} {ANYWHERE}."),
        (table({"H": (1, 1)}), f"{NONE} {ANYWHERE}; hearts misses by one trick."),
        (
            table(dict.fromkeys(Strain, (2, 5)) | {"C": (2, 2), "S": (2, 2)}),
            f"{NONE} {ANYWHERE}; clubs and spades miss by two tricks.",
        ),
        (
            table(dict.fromkeys(Strain, (3, 5))),
            f"{NONE} {ANYWHERE}; he is three tricks off or more in each.",
        ),
        (
            table({"C": (0, 0), "NT": (0, 0)}),
            f"{NONE} {ANYWHERE}. Yet he can force success in clubs and at no trumps, though he"
            " cannot name the three suits beforehand: he chooses as he goes.",
        ),
        (
            table({"S": (0, 0)}, {("S", "SSS"): Reach.FORCED, ("S", "CHS"): Reach.FORCED}),
            "Against best defence rearhand can force ♠♠♠ or ♣♥♠ in spades; none of the twenty"
            " retentions in clubs, hearts or diamonds or at no trumps.",
        ),
        (
            table({}, {("C", "CCC"): None, ("NT", "DDD"): None, ("NT", "CHS"): Reach.UNFORCED}),
            f"{NONE} in hearts, spades or diamonds. Undecided: 1 of the twenty in clubs and at no"
            " trumps.",
        ),
    ],
)
def test_the_words_say_what_the_table_shows(found: RetentionTable, words: str) -> None:
    assert retention_words(found) == words


def test_success_without_a_retention_or_a_number_that_is_certain() -> None:
    deal = Deal.parse(CHOOSES)
    found = solve_retentions(deal, "F", memory=16 << 20)
    assert found.miss[Strain.CLUBS] == (0, 0)
    assert found.forced("C") == ()
    assert "Yet he can force success in clubs" in retention_words(found)
    solver, play = Solver(16 << 20), Play(deal, "F", "C")
    assert solver.verdict(play) is True
    assert not any(solver.can_force(play, tricks=count) for count in range(TRICKS + 1))


def test_the_misses_are_bounds_of_the_solvers_own() -> None:
    deal = Deal.random(1)
    found = solve_retentions(deal, "F", limit=Limit(nodes=400_000))
    for strain in (Strain.CLUBS, Strain.DIAMONDS):
        low, high = found.miss[strain]
        exact = Solver().miss(Play(deal, "F", strain))
        assert low <= exact[0] <= exact[1] <= high
