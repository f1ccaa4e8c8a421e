"""Windows and programs that play at one table at once: every move that was done stays done.

`CLUMOND_RACES` says how many races of each kind are run: 200 for a release.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest

from clumond_solver.base.errors import ClumondError
from clumond_solver.games.sessions import Session
from clumond_solver.single_dummy.players import RandomPlayer
from clumond_solver.web import page_sessions
from tests.web.tables import Wire, choice_of, is_persons, last, moments, moved

RACES = int(os.environ.get("CLUMOND_RACES", "10"))
pytestmark = [pytest.mark.slow, pytest.mark.machine, pytest.mark.usefixtures("quick")]


def begun(wire: Wire, source: random.Random) -> Any:
    """A table at which somebody is to act."""
    table = wire.ask("session-new", game="clubs", seed=source.randrange(1000))
    return last(moments(wire, table, source, 3 + source.randrange(9)))


def acting(wire: Wire, table: Any, source: random.Random) -> Callable[[], Any]:
    """Who is to act acts."""
    action = choice_of(table, source) if is_persons(table) else ""
    return partial(moved, wire.put, table, action)


def at_once(*asks: Callable[[], Any]) -> list[Any]:
    """What all of them come to if they are asked at the same moment: answers, or errors."""
    barrier = Barrier(len(asks))

    def asked(ask: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return ask()
        except ClumondError as error:
            return error

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(asked, asks))


def acts_of(folder: Path, table: Any) -> int | None:
    """How many actions are kept of a session; None if it is not kept."""
    path = folder / f"{table['id']}.session"
    if not path.exists():
        return None
    return sum(map(len, Session.parse(path.read_text(encoding="utf-8")).acts))


def several_act(folder: Path, source: random.Random, *wires: Wire) -> bool:
    table = begun(wires[0], source)
    before = acts_of(folder, table)
    answers = at_once(*(acting(wire, table, source) for wire in wires for _ in range(3)))
    done = [each for each in answers if "late" not in each]
    shown = {wire.ask("table", id=table["id"])["at"] for wire in wires}
    late = [each["at"] for each in answers if "late" in each]
    return (
        len(done) == 1
        and {*late, *shown} == {done[0]["at"]}
        and acts_of(folder, table) == (before or 0) + 1
    )


def two_servers_act(folder: Path, source: random.Random) -> bool:
    return several_act(folder, source, Wire(folder), Wire(folder))


def all_act_after_a_restart(folder: Path, source: random.Random) -> bool:
    table = begun(Wire(folder), source)
    wire = Wire(folder)
    answers = at_once(*[acting(wire, table, source)] * 6)
    done = [each for each in answers if "late" not in each]
    shown = [each.ask("table", id=table["id"])["at"] for each in (wire, Wire(folder))]
    return len(done) == 1 and shown == [done[0]["at"]] * 2


def one_server_is_behind(folder: Path, source: random.Random) -> bool:
    here, there = Wire(folder), Wire(folder)
    table = begun(here, source)
    there.ask("table", id=table["id"])
    now = last(moments(here, table, source, 2 + source.randrange(5)))
    answer = acting(there, table, source)()
    return bool(answer == now | {"late": True} and Wire(folder).ask("table", id=now["id"]) == now)


def another_choice_after_taking_back(folder: Path, source: random.Random) -> bool:
    here, there = Wire(folder), Wire(folder)
    table = begun(here, source)
    while not (len(table["deal"]["legal"]["cards"]) > 1 and table["deal"]["phase"] == "play"):
        table = next(moments(here, table, source))
    first, second, *_ = source.sample(table["deal"]["legal"]["cards"], 2)
    acted = here.ask("table-act", id=table["id"], at=table["at"], action=first["action"])
    back = here.ask("table-back", id=table["id"], at=acted["at"])
    now = here.ask("table-act", id=table["id"], at=back["at"], action=second["action"])
    late = there.ask("table-step", id=table["id"], at=acted["at"])
    return bool(back["deal"] == table["deal"] and late == now | {"late": True})


def one_removes_while_the_other_acts(folder: Path, source: random.Random) -> bool:
    here, there = Wire(folder), Wire(folder)
    table = begun(here, source)
    before = acts_of(folder, table)
    there.ask("table", id=table["id"])
    removing = partial(here.ask, "session-remove", id=table["id"], at=table["at"])
    wire = source.choice([here, there])
    left, acted = at_once(removing, acting(wire, table, source))
    if "late" in left:
        return acts_of(folder, table) == (before or 0) + 1
    return isinstance(acted, ClumondError) and acts_of(folder, table) is None


def one_looks_at_a_deal_that_the_other_has_left(folder: Path, source: random.Random) -> bool:
    here, there = Wire(folder), Wire(folder)
    table = here.ask("session-new", game="oh-hell", seed=source.randrange(1000))

    def to_its_end(table: Any) -> Any:
        return next(now for now in moments(here, table, source) if now["deal"]["phase"] == "over")

    ended = to_its_end(table)
    now = to_its_end(here.ask("table-next", id=ended["id"], at=ended["at"]))
    late = there.ask("table-next", id=ended["id"], at=ended["at"])
    return bool(late == now | {"late": True} and now["number"] == 2)


KINDS = [
    two_servers_act, all_act_after_a_restart, one_server_is_behind,
    another_choice_after_taking_back, one_removes_while_the_other_acts,
    one_looks_at_a_deal_that_the_other_has_left,
]  # fmt: skip


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_move_is_lost(tmp_path: Path, kind: Callable[[Path, random.Random], bool]) -> None:
    kept = [kind(tmp_path / str(seed), random.Random(seed)) for seed in range(RACES)]
    assert kept.count(False) == 0, f"{kept.count(False)} of {RACES}"


def played(folder: Path, table: str, seed: int, most: int) -> int:
    """Play on as one of several programs; how many actions were done."""
    engine = SimpleNamespace(player=lambda _: RandomPlayer())
    vars(page_sessions)["engine_of"] = lambda _: engine
    wire, source, done = Wire(folder), random.Random(seed), 0
    now = wire.ask("table", id=table)
    for _ in range(most):
        if now["deal"]["phase"] == "over":
            now = wire.ask("table-next", id=table, at=now["at"])
        else:
            now = acting(wire, now, source)()
            done += "late" not in now
    return done


def test_no_move_of_two_programs_is_lost(tmp_path: Path) -> None:
    table = Wire(tmp_path).ask("session-new", game="clag", seed=1)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        asked = [pool.submit(played, tmp_path, table["id"], seed, 2 * RACES) for seed in (1, 2)]
        done = [each.result() for each in asked]
    assert acts_of(tmp_path, table) == sum(done)
