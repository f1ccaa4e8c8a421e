"""Settings of all tests: time fails none, and each is told apart that needs a whole machine."""

import os
import signal
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator
from functools import partial, update_wrapper

import pytest
from hypothesis import HealthCheck, settings

from clumond_solver.coach import reviews
from clumond_solver.games import registry
from clumond_solver.single_dummy import action_choice, any_game_playouts, engines
from tests.all_games import WITH_EXAMPLES
from tests.shares import LONG

# How long a test takes depends on the machine.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A shell has programs in the background ignore interrupts, and what they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _left_out_of_samples(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that their `sample` mark leaves out; another test's sample has other parameters."""
    by_test = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sample"):
            by_test[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    for (name, size), group in by_test.items():
        first = zlib.crc32(name.encode())
        kept = {(first + number * len(group) // size) % len(group) for number in range(size)}
        yield from (item for number, item in enumerate(group) if number not in kept)


# Last, so that what was asked for by `-k` is in the sample of what is left.
@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not LONG:
        left_out = {item for item in items if item.get_closest_marker("long")}
        left_out.update(_left_out_of_samples(items))
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]
    if sys.platform != "emscripten":
        return
    for item in items:
        if item.get_closest_marker("machine"):
            item.add_marker(pytest.mark.skip("a browser has no processes, threads and locks"))


@pytest.fixture(autouse=True, scope="session")
def _no_wait_for_the_disk() -> Iterator[None]:
    """No test asks whether a file outlives a power failure, and each wait takes 5 ms."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of the examples are known by their names, Ninety-Nine too."""
    registry.names()
    monkeypatch.setattr(registry, "_ENTRIES", registry._ENTRIES | WITH_EXAMPLES)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine of any game searches few deals for a call, its players few for a card."""
    monkeypatch.setattr(any_game_playouts, "_ITERATIONS", 4)
    least = partial(action_choice.full_search_of_calls, iterations=1)
    monkeypatch.setattr(engines, "full_search_of_calls", least)


# Quick, and rough; it has the annotations, by which arguments are checked.
BRIEF_REVIEW = update_wrapper(
    partial(reviews.review, iterations=40, games_per_action=2, replays=1, budget=6), reviews.review
)


@pytest.fixture
def brief_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reviews by few games."""
    monkeypatch.setattr(reviews, "review", BRIEF_REVIEW)
