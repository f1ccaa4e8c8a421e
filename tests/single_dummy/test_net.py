"""The nets in whole numbers, against the same in plain Python and NumPy."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Card
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import seat_knowledge
from tests.strategies import plays

np = pytest.importorskip("numpy")
from tests.single_dummy import net_reference  # noqa: E402

_SIZES = (Nets.input_count, Nets.unit_count, Nets.second_unit_count, Nets.output_count)


def _random_weights() -> list[Any]:
    source = np.random.default_rng(1)
    return [
        source.integers(-127, 128, Nets.weights_per_role, dtype=np.int16) // 4
        for _ in range(Nets.role_count)
    ]


WEIGHTS = _random_weights()
NET = Nets(WEIGHTS)


@given(plays(fewest_tricks=1))
@settings(max_examples=400, deadline=None)
def test_judgements_are_those_of_the_slow_statement(play: Play) -> None:
    turn = play.turn
    assert turn is not None
    known = ClumondView.of(play, turn)
    role, active, judged = NET.evaluations(seat_knowledge(known))
    assert role == (3 if play.declarer is None else (turn - play.declarer) % 3)
    assert sorted(active) == sorted(net_reference.inputs(known))
    outputs = net_reference.outputs(WEIGHTS[role], active, _SIZES)
    assert sorted(judged) == [card.bit for card in play.legal_plays]
    for bit, found in judged.items():
        place = net_reference.place(Card.from_bit(bit))
        assert found == (outputs[place], outputs[48 + place])


def test_weights_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="weights of a role"):
        Nets([weights[1:] for weights in WEIGHTS])
    with pytest.raises(ValueError, match="not 4"):
        Nets(WEIGHTS[:3])
