"""What tests of tables share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial, update_wrapper
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from clumond_solver.coach.hints import hint
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.players import RandomPlayer
from clumond_solver.web import page_sessions, table_view
from clumond_solver.web.tabs import analysis_engines, analysis_reviews
from tests.conftest import BRIEF_REVIEW
from tests.shares import LONG
from tests.web.asked_once import ask_again
from tests.web.editions import EDITIONS, Edition, opened
from tests.web.page_types import check_answers

if TYPE_CHECKING:
    from tests.web.browser import Chromiums, Page


@pytest.fixture(autouse=True, scope="session")
def _answers_have_their_types() -> Iterator[None]:
    """The page believes the types of answers, which its modules are checked with."""
    with pytest.MonkeyPatch.context() as patched:
        check_answers(patched)
        yield


@pytest.fixture(autouse=True, scope="session")
def _changed_twice() -> Iterator[list[str]]:
    changed_twice: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        ask_again(patched, changed_twice)
        yield changed_twice


@pytest.fixture(autouse=True)
def _what_is_asked_again_changes_nothing(_changed_twice: list[str]) -> Iterator[None]:
    """The page asks again where nobody answers, unless a question is listed as asked once."""
    yield
    changed, _changed_twice[:] = [*_changed_twice], []
    assert changed == []


@pytest.fixture(scope="session", params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Iterator[Edition]:
    """The page, served and as static files, for all tests of a worker."""
    with opened(request.param) as edition:
        yield edition


@pytest.fixture
def site(edition: Edition) -> Edition:
    """The same with no sessions yet, for one test."""
    edition.renew()
    return edition


@pytest.fixture(scope="session")
def _chromiums(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromiums]:
    from tests.web.browser import Chromiums

    chromiums = Chromiums(tmp_path_factory.mktemp("chromium"))
    yield chromiums
    chromiums.quit()


@pytest.fixture
def chromiums(_chromiums: Chromiums) -> Iterator[Chromiums]:
    """The browsers of a worker, for one test."""
    yield _chromiums
    _chromiums.leave()


@pytest.fixture
def browser(
    site: Edition, chromiums: Chromiums, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Page]:
    """A new tab for the page, of the class that the module names as PAGE, and not a complaint."""
    from tests.web.browser import Page

    page_class = getattr(request.module, "PAGE", Page)
    page = page_class(site.address, tmp_path, chromiums.tab(site.address))
    yield page
    assert page.complaints() == []


@pytest.fixture(autouse=True)
def _few_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and reviews come soon, with rough figures; tests marked `figures` have them in full."""
    if LONG or request.node.get_closest_marker("figures"):
        return
    brief_hint = update_wrapper(partial(hint, iterations=40, games_per_action=2), hint)
    monkeypatch.setattr(table_view, "hint", brief_hint)
    monkeypatch.setattr(analysis_reviews, "review", BRIEF_REVIEW)
    monkeypatch.setattr(analysis_engines, "Effort", partial(Effort, 40, 2))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine players that do anything that is legal, at once."""

    engine = SimpleNamespace(player=lambda _: RandomPlayer())
    monkeypatch.setattr(page_sessions, "engine_of", lambda _: engine)
