"""Games of lessons: what the nets learn from is recorded as it was played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import training
from training.compiled import compiled

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.rules.clumond_tricks import Board
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Strain
from clumond_solver.base.stopping import lacks_threads
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS
from clumond_solver.knowledge.core_clumond import clumond_payoffs, rules_of
from clumond_solver.single_dummy.shipped_weights import shipped_nets

np = pytest.importorskip("numpy")
# It compiles what plays the lessons.
pytestmark = pytest.mark.long
_LESSONS = Path(training.__file__).with_name("lessons.pyx")
_GAMES, _ROOM = 20, 1000


def _recorded(seed: int) -> tuple[int, dict[str, Any]]:
    """Games in hearts, forehand declaring, in turn with undeclared ones."""
    settings = [(Strain.HEARTS, Seat.FOREHAND), (Strain.NO_TRUMPS, None)]
    boards = [
        Board(rules_of(strain), [0] * 3, 1 if declarer is not None else 0, [0] * 3, TRICKS)
        for strain, declarer in settings
    ]
    deals = [[Deal.random(number)[seat].mask for seat in Seat] for number in range(_GAMES)]
    buffers = {
        "inputs": np.zeros((_ROOM, (Nets.input_count + 7) // 8), np.uint8),
        "legal": np.zeros(_ROOM, np.uint64),
        "target": np.zeros(_ROOM, np.float32),
        **{name: np.zeros(_ROOM, np.int8) for name in ("role", "place", "tricks", "code")},
    }
    count = compiled(_LESSONS, uses_core=True).play_lessons(
        shipped_nets(),
        boards,
        [clumond_payoffs(declarer, (0, 0, 0)) for _, declarer in settings],
        np.array(deals, np.uint64),
        (np.arange(_GAMES) % 2).astype(np.int16),
        seed,
        Stop(),
        any_card=0.1,
        near=0.1,
        loose_games=0.3,
        loose_card=0.5,
        careful_tricks=4,
        exact_tricks=2,
        outcome=0.7,
        **buffers,
    )
    return count, buffers


@pytest.mark.skipif(lacks_threads(), reason="no compiler in a browser")
def test_lessons_record_a_choice_among_legal_cards_and_how_the_game_ended() -> None:
    count, lessons = _recorded(seed=5)
    assert _GAMES < count < _ROOM
    chosen = np.uint64(1) << lessons["place"][:count].astype(np.uint64)
    assert (lessons["legal"][:count] & chosen == chosen).all()
    declared = lessons["role"][:count] < 3
    assert set(np.unique(lessons["role"][:count])) == {0, 1, 2, 3}
    assert ((lessons["target"][:count] >= 0) & (lessons["target"][:count] <= 1))[declared].all()
    assert (lessons["tricks"][:count] <= TRICKS).all()
    assert not lessons["legal"][count:].any()


@pytest.mark.skipif(lacks_threads(), reason="no compiler in a browser")
def test_a_seed_fixes_the_lessons() -> None:
    count, lessons = _recorded(seed=5)
    again, same = _recorded(seed=5)
    assert count == again
    assert all((lessons[name] == same[name]).all() for name in lessons)
    assert any((lessons[name] != _recorded(seed=6)[1][name]).any() for name in lessons)
