"""What a browser's Python lacks, threads, processes, locks, is done without: same answers."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from clumond_solver.base import stopping
from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.base.files import Journal, keyed_line
from clumond_solver.batch.pools import in_order
from clumond_solver.double_dummy import table_of_a_deal
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate
from clumond_solver.single_dummy.clumond.advice import advise


@pytest.fixture
def in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_threads(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", no_threads)
    monkeypatch.setitem(sys.modules, "fcntl", None)


@pytest.mark.usefixtures("in_a_browser")
def test_all_work_is_done_in_turn() -> None:
    assert [stopping.checked_threads(count) for count in (1, 9)] == [1, 1]
    with pytest.raises(SearchError, match="0 threads"):
        stopping.checked_threads(0)
    assert stopping.run_jobs([lambda _: "a", lambda _: "b"], threads=2) == ["a", "b"]


def test_a_deals_table_takes_as_many_positions(request: pytest.FixtureRequest) -> None:
    def table() -> object:
        found = table_of_a_deal.solve_deal(
            Deal.random(1), threads=2, memory=4 << 20, limit=Limit(nodes=300)
        )
        return found, found.nodes

    with_threads = table()
    request.getfixturevalue("in_a_browser")
    assert table() == with_threads


@pytest.mark.usefixtures("in_a_browser")
def test_a_batch_starts_no_process() -> None:
    assert [*in_order(len, ["a", "bc"], workers=2)] == [1, 2]
    with pytest.raises(SearchError, match="0 workers"):
        in_order(len, [], workers=0)


@pytest.mark.usefixtures("in_a_browser")
def test_a_journal_needs_no_lock(tmp_path: Path) -> None:
    with Journal(tmp_path / "lines") as journal:
        journal.append(keyed_line(1, "one", {}))
        assert [line["key"] for line in journal.resume()] == ["one"]


DEAL = Deal.random(0)
PLAY = Play(DEAL, Seat.FOREHAND, Strain.DIAMONDS)
LONG: dict[str, Callable[[], object]] = {
    "solve": lambda: Solver().solve(PLAY),
    "table": lambda: table_of_a_deal.solve_deal(DEAL, misses=True),
    "choose": lambda: choose(PLAY, iterations=20_000_000),
    "estimate": lambda: estimate(DEAL[Seat.FOREHAND], Strain.DIAMONDS, games=1_000_000),
    "advise": lambda: advise(DEAL[Seat.FOREHAND], budget=1_000_000),
}


@pytest.mark.skipif(sys.platform != "emscripten", reason="how a browser interrupts Python")
@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
def test_a_page_interrupts_long_work(long: Callable[[], object]) -> None:
    """Where a page writes a 2, Python raises KeyboardInterrupt, and writes 0."""
    import pyodide_js
    from pyodide.code import run_js

    buffer = run_js(
        """({
            when: performance.now() + 400,
            get 0() { this.told = performance.now() >= this.when; return this.told ? 2 : 0 },
            set 0(_) { if (this.told) this.when = Infinity },
        })"""
    )
    began = time.monotonic()
    pyodide_js.setInterruptBuffer(buffer)
    try:
        with pytest.raises(KeyboardInterrupt):
            long()
    finally:
        pyodide_js.setInterruptBuffer(None)
    assert time.monotonic() - began < 10
