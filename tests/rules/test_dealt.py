"""Deals of equal hands: what is known of them, and games that add up scores."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from clumond_solver.base.cards import FULL_PACK
from clumond_solver.base.errors import RuleError
from clumond_solver.games.registry import new_game
from clumond_solver.rules.actions import Declare, Pass
from tests.all_games import WITH_EXAMPLES

pytestmark = pytest.mark.usefixtures("examples")
# The options that count players, cards, deals or points; chips may be none.
COUNTS = [
    (name, option.name)
    for name, entry in sorted(WITH_EXAMPLES.items())
    for option in entry.options
    if type(option.default) is int and option.name not in {"ante", "stakes"}
]


def _euchre(seed: int) -> Any:
    game = new_game("euchre")
    return game.deal(seed, game.opening())


def test_a_layout_holds_the_card_turned_up_and_no_other() -> None:
    state = _euchre(1)
    cards = list(state.order)
    hidden = [card for card in cards if card != state.turned]
    twin = type(state)([*hidden[::-1][:20], state.turned, *hidden[::-1][20:]])
    assert twin.hands != state.hands
    assert pickle.dumps(twin.layout) == pickle.dumps(state.layout)
    again = twin.layout.deal([[*hand] for hand in state.hands], state.rest)
    assert again.hands == state.hands
    assert again.turned == state.turned


def test_cards_taken_up_are_named_to_the_seat_that_took_them() -> None:
    state = _euchre(1)
    state.push(Declare(state.turned.suit))
    assert state.turned in state.held(3)
    # All have seen it turned up.
    assert not [fact for fact in state.facts(3) if fact.label == "taken up"]
    skat = new_game("skat")
    deal: Any = skat.deal(3, skat.opening())
    for call in ("18", "pass", "pass", "take"):
        deal.push(call)
    talon = " ".join(card.pretty() for card in deal.order[30:])
    assert talon in [fact.text for fact in deal.facts(0)]
    assert talon not in [fact.text for seat in (1, 2) for fact in deal.facts(seat)]


def test_nobody_scores_where_no_cards_are_played() -> None:
    game = new_game("bridge")
    state = game.deal(FULL_PACK.shuffled(1), game.opening())
    with pytest.raises(RuleError, match="unfinished"):
        _ = state.scores
    for _ in range(4):
        state.push(Pass())
    assert state.scores == (0, 0, 0, 0)


def test_options_are_numbers_of_one_or_more() -> None:
    with pytest.raises(RuleError, match="0 for deals=: 1 or more"):
        new_game("bridge", {"deals": "0"})


@pytest.mark.parametrize("value", [0, -1])
@pytest.mark.parametrize(("name", "option"), COUNTS)
def test_no_game_goes_on_for_ever(name: str, option: str, value: int) -> None:
    with pytest.raises(RuleError, match=str(value)):
        WITH_EXAMPLES[name].game({option: value})


def test_the_table_says_who_plays_which_contract() -> None:
    bridge, skat = new_game("bridge"), new_game("skat")
    deal: Any = bridge.deal(1, bridge.opening())
    for call in ("1H", "pass", "2H", "pass", "pass", "pass"):
        deal.push(call)
    assert [fact.by_seat for fact in deal.facts(3) if fact.label == "contract"] == [
        ("2♥", "", "", "")
    ]
    game: Any = skat.deal(3, skat.opening())
    for call in ("18", "pass", "pass", "grand"):
        game.push(call)
    assert ("grand hand", "", "") in [fact.by_seat for fact in game.facts(1)]
    game.push("schwarz")
    assert ("grand hand, schwarz", "", "") in [fact.by_seat for fact in game.facts(1)]
