"""Times that no clock can keep are refused wherever they are given."""

from __future__ import annotations

from threading import Event

import pytest

from clumond_solver.base.errors import DealError, SearchError, shown_number
from clumond_solver.base.stopping import Deadline
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.results import Limit


@pytest.mark.parametrize(
    "seconds", [-1, 1e307, float("inf"), float("nan"), 10**400, 10**5000], ids=shown_number
)
def test_times_that_are_none_are_refused(seconds: float) -> None:
    with pytest.raises(SearchError, match="seconds"):
        Deadline(seconds)
    with pytest.raises(SearchError, match="seconds"):
        Limit(time=seconds)


def test_a_deadline_has_nothing_left_once_it_is_called_off() -> None:
    gone = Event()
    deadline = Deadline(100, gone.is_set)
    share = deadline.seconds_for(0.5)
    assert share is not None
    assert 49 < share <= 50
    assert Deadline(None).seconds_for(0.5) is None
    gone.set()
    assert deadline.passed
    assert deadline.seconds_for(0.5) == 0


@pytest.mark.parametrize("cards", [-1, 0, 17, 10**30, 10**5000], ids=shown_number)
def test_hands_of_so_many_cards_cannot_be_dealt(cards: int) -> None:
    with pytest.raises(DealError, match="cards"):
        Deal.random(1, cards=cards)
