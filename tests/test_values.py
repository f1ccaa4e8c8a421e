"""Enumerations: every member is true, and no member equals one of another enumeration."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import pkgutil
from enum import Enum
from itertools import combinations

import pytest

import clumond_solver
from clumond_solver.cards import Strain, Suit
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.results import Reach
from clumond_solver.rules.payoffs import Settling
from clumond_solver.values import Numbered

EXTRAS = ("adapters", "web", "__main__")


def _enumerations() -> list[type[Enum]]:
    found = set()
    for module in pkgutil.walk_packages(clumond_solver.__path__, "clumond_solver."):
        if not any(extra in module.name for extra in EXTRAS):
            found |= {
                thing
                for thing in vars(importlib.import_module(module.name)).values()
                if isinstance(thing, type)
                and issubclass(thing, Enum)
                and thing.__module__.startswith("clumond_solver")
            }
    return sorted(found - {Numbered}, key=lambda each: each.__name__)


@pytest.mark.parametrize("enumeration", _enumerations())
def test_every_member_is_true(enumeration: type[Enum]) -> None:
    assert all(enumeration)


@pytest.mark.parametrize(("one", "other"), list(combinations(_enumerations(), 2)))
def test_members_of_different_enumerations_are_never_equal(
    one: type[Enum], other: type[Enum]
) -> None:
    assert len({*one, *other}) == len(one) + len(other)
    for member in one:
        for foreign in other:
            assert member != foreign
            assert not member == foreign  # noqa: SIM201 - both operators are tried


def test_members_are_keys_of_their_own() -> None:
    table = {Strain.DIAMONDS: 1, Suit.DIAMONDS: 2, Seat.FOREHAND: 3, Reach.IMPOSSIBLE: 4}
    assert len(table) == 4
    assert table[Strain.DIAMONDS] == 1


@pytest.mark.parametrize("enumeration", [Suit, Strain, Seat, Reach, Settling, GoalKind])
def test_a_number_is_what_a_member_sorts_and_indexes_by(enumeration: type[Numbered]) -> None:
    members = list(enumeration)
    assert [int(member) for member in members] == list(range(len(members)))
    assert [members[member] for member in members] == members
    assert sorted((members[-1], *members[:-1])) == members
    assert members[0] == 0 == members[0].value
    assert json.loads(json.dumps(members)) == list(range(len(members)))


@pytest.mark.parametrize("member", [Suit.DIAMONDS, Strain.NO_TRUMPS, Seat.FOREHAND, Reach.FORCED])
def test_copies_are_the_member_itself(member: Numbered) -> None:
    for twin in (copy.copy(member), copy.deepcopy(member), pickle.loads(pickle.dumps(member))):
        assert twin is member


def test_a_member_reads_as_its_text() -> None:
    assert f"{Suit.HEARTS}{Strain.NO_TRUMPS:>3}{Seat.FOREHAND!s:>9}" == "H NT forehand"
    assert [str(Reach.FORCED), repr(Reach.FORCED), f"{Reach.FORCED}"] == [
        "forced",
        "Reach.FORCED",
        "forced",
    ]
