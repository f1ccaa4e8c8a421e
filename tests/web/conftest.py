"""What tests of tables share."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from clumond_solver.single_dummy.players import RandomPlayer
from clumond_solver.web import page_sessions
from tests.web.editions import EDITIONS, Edition, opened

if TYPE_CHECKING:
    from tests.web.browser import Page


@pytest.fixture(scope="module", params=EDITIONS)
def site(request: pytest.FixtureRequest) -> Iterator[Edition]:
    """The page, served and as static files, with no sessions yet."""
    with opened(request.param) as edition:
        yield edition


@pytest.fixture(scope="module")
def browser(
    site: Edition, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A browser on the page, of the class that the module names as PAGE."""
    from tests.web.browser import Page

    page_class = getattr(request.module, "PAGE", Page)
    with page_class.opened(site.address, tmp_path_factory.mktemp("browser")) as page:
        yield page


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engine players that do anything that is legal, at once."""

    engine = SimpleNamespace(player=lambda _: RandomPlayer())
    monkeypatch.setattr(page_sessions, "engine_of", lambda _: engine)
