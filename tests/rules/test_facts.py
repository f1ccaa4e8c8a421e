"""What a table keeps in sight: trumps, nominations, points, as far as a seat knows them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clumond_solver.base.cards import FULL_PACK
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import ClagGame, ClagState
from clumond_solver.games.clag.schemes import FOSS
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Nominate, parse_action_among
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from tests.all_games import GAMES, random_actions, standing_after


def told(state: TrickState, viewer: int = 0) -> dict[str, object]:
    return {fact.label: fact.text or fact.by_seat for fact in state.facts(viewer)}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_shown_of_the_deal_holds_nothing_that_it_has_not_seen(name: str) -> None:
    game = GAMES[name]
    for seed in range(8):
        state = game.deal(seed, standing_after(game, seed * 5))
        for number, _ in enumerate(random_actions(state, random.Random(seed))):
            if number % 5 == 0:
                for viewer in range(game.players):
                    [world] = View.of(state, viewer).sample_worlds(1, number)
                    assert world.facts(viewer) == state.facts(viewer)


def played(game: Game[Any], seed: int, actions: str) -> TrickState:
    state: TrickState = game.deal(seed, game.opening())
    for action in actions.split(","):
        state.push(parse_action_among(action, state.legal_actions))
    return state


def test_clag_shows_trumps_and_nominations() -> None:
    state = played(ClagGame(3), 1, "1,0")
    assert isinstance(state, ClagState)
    assert state.turned is not None
    assert told(state) == {
        "deal": "1 card",
        "trumps": f"{state.turned.suit.symbol} ({state.turned.pretty()} turned)",
        "nominated": ("1", "0", ""),
    }


def test_trumps_that_are_not_shown_yet_are_not_told() -> None:
    rules = next(deal for deal in FOSS.deals if deal.label == "guess 'em")
    state = ClagState(FULL_PACK.order(1), 3, rules)
    assert told(state)["trumps"] == "shown after the nominations"
    for _ in range(3):
        state.push(Nominate(0))
    assert "turned" in str(told(state)["trumps"])


def test_clabberjass_shows_trumps_and_points_and_what_they_are_made_up_of() -> None:
    state = ClabberjassGame().deal(0, ClabberjassGame().opening())
    assert "proposed" in told(state)
    state.push(state.legal_actions[1])
    for _ in random_actions(state, random.Random(1)):
        pass
    assert told(state)["trumps"] == state.trump.symbol if state.trump else ""
    assert told(state)["points"] == tuple(map(str, state.points))
    assert "cards" in str(told(state)["points"])


@pytest.mark.rule("JAS-02", "JAS-15")
def test_clabberjass_shows_who_bid_and_whether_he_failed() -> None:
    seen = set()
    for seed in range(12):
        state = ClabberjassGame().deal(seed, ClabberjassGame().opening())
        assert "bidder" not in told(state)
        state.push(state.legal_actions[seed % 2])
        if state.turn is not None and state.trump is not None:
            assert "declared" not in told(state)
            assert told(state)["bidder"] == tuple(
                f"{state.trump.symbol}, at risk" if seat == state.bidder else ""
                for seat in range(2)
            )
        for _ in random_actions(state, random.Random(seed)):
            pass
        if state.bidder is None:
            assert "bidder" not in told(state)
            continue
        failed = not state.scores[state.bidder]
        shown = told(state)["bidder"]
        assert isinstance(shown, tuple)
        assert shown[state.bidder] == ("failed" if failed else "succeeded")
        seen.add(failed)
    assert seen == {False, True}


def test_clumond_shows_trumps_pot_and_tens() -> None:
    state = played(ClumondGame(four_tens=True, scoring=Scoring.CHIPS), 3, "pass,declare H")
    shown = told(state)
    assert (shown["trumps"], shown["pot"], shown["declared"]) == ("♥", "6 chips", ("", "♥", ""))
    assert shown["supplementary"] == tuple(map(str, state.supplementary))  # type: ignore[attr-defined]
