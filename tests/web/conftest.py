"""What tests of tables share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from clumond_solver.single_dummy.players import RandomPlayer
from clumond_solver.web import page_sessions
from tests.web.editions import EDITIONS, Edition, opened
from tests.web.page_types import check_answers

if TYPE_CHECKING:
    from tests.web.browser import Chromium, Page


@pytest.fixture(autouse=True, scope="session")
def _answers_have_their_types() -> Iterator[None]:
    """The page believes the types of answers, which its modules are checked with."""
    with pytest.MonkeyPatch.context() as patched:
        check_answers(patched)
        yield


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
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """The browser of a worker."""
    from tests.web.browser import Chromium

    chromium = Chromium(tmp_path_factory.mktemp("chromium"))
    yield chromium
    chromium.quit()


@pytest.fixture
def browser(
    site: Edition, chromium: Chromium, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Page]:
    """A new tab for the page, of the class that the module names as PAGE, and not a complaint."""
    from tests.web.browser import DESKTOP, Page

    page_class = getattr(request.module, "PAGE", Page)
    page = page_class(site.address, tmp_path, chromium.tab(site.address))
    page.size(DESKTOP)
    yield page
    assert page.complaints() == []


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine players that do anything that is legal, at once."""

    engine = SimpleNamespace(player=lambda _: RandomPlayer())
    monkeypatch.setattr(page_sessions, "engine_of", lambda _: engine)
