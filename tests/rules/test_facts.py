"""What a table keeps in sight: trumps, nominations, points, as far as a seat knows them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from clumond_solver.base.cards import FULL_PACK, Card, Suit
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import ClagGame, ClagState
from clumond_solver.games.clag.schemes import FOSS
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import new_game
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Nominate, parse_action_among
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import Fact, FactKind, TrickState
from tests.all_games import ALL_GAMES, random_actions, standing_after
from tests.shares import share_of

pytestmark = pytest.mark.usefixtures("examples")


def told(state: TrickState, viewer: int = 0) -> dict[str, object]:
    return {fact.label: fact.text or fact.by_seat for fact in state.facts(viewer)}


@pytest.mark.parametrize("name", ALL_GAMES)
@pytest.mark.sample(8)
def test_what_a_seat_is_shown_of_the_deal_holds_nothing_that_it_has_not_seen(name: str) -> None:
    game = ALL_GAMES[name]
    for seed in range(share_of(100)):
        state = game.deal(seed, standing_after(game, seed * 5))
        for number, _ in enumerate(random_actions(state, random.Random(seed))):
            if number % 5 == 0:
                for viewer in range(game.players):
                    [world] = View.of(state, viewer).sample_worlds(1, number)
                    assert _lasting(world.facts(viewer)) == _lasting(state.facts(viewer))


def _lasting(facts: tuple[Fact, ...]) -> list[Fact]:
    """Facts without those that deals drawn anew do not keep: which of its cards a seat took up."""
    return [fact for fact in facts if fact.label != "taken up"]


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


def _after_calls(name: str, *calls: str, seed: int = 3) -> Any:
    game = new_game(name)
    state: Any = game.deal(seed, game.opening())
    for call in calls:
        state.push(call)
    return state


def _by_seat(state: Any, kind: FactKind, viewer: int = 0) -> tuple[str, ...]:
    return next((fact.by_seat for fact in state.facts(viewer) if fact.kind is kind), ())


def _play(state: Any, source: random.Random, cards: int) -> None:
    for _ in range(cards):
        state.push(source.choice(list(state.legal_actions)))


@pytest.mark.parametrize("seed", range(4))
def test_points_of_hearts_are_those_of_the_cards_in_the_tricks(seed: int) -> None:
    state = _after_calls("hearts", seed=seed)
    while state.play is None:
        state.push(state.usual_call)
    _play(state, random.Random(seed), 40)
    for seat in range(4):
        taken = [
            card for trick in state.play.tricks if trick.winner == seat for card in trick.cards
        ]
        hearts = sum(card.suit is Suit.HEARTS for card in taken)
        has_queen = Card.parse("SQ") in taken
        text = f"{hearts + 13 * has_queen}{' with ♠Q' if has_queen else ''}"
        assert {_by_seat(state, FactKind.POINTS, viewer)[seat] for viewer in range(4)} == {text}


def test_points_of_skat_count_for_the_side_and_what_is_laid_aside_for_who_knows_it() -> None:
    state = _after_calls("skat", "18", "pass", "pass", "take")
    state.push(state.usual_call)
    state.push("clubs")
    _play(state, random.Random(2), 12)
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    points = [0, 0, 0]
    for trick in state.play.tricks:
        points[trick.winner] += sum(worth.get(str(card.rank), 0) for card in trick.cards)
    aside = sum(worth.get(str(card.rank), 0) for card in state.laid_aside(0))
    together, defenders = points[1] + points[2], f"{points[1] + points[2]} of 60 together"
    known = (f"{points[0] + aside} of 61", *[f"{together} together"] * 2)
    assert _by_seat(state, FactKind.POINTS, 0) == known
    assert _by_seat(state, FactKind.POINTS, 1) == (f"{points[0]} of 61", *[defenders] * 2)
    _play(state, random.Random(2), 18)
    assert _by_seat(state, FactKind.POINTS, 1)[0].split()[0] == str(
        120 - int(_by_seat(state, FactKind.POINTS, 1)[1].split()[0])
    )


@pytest.mark.parametrize("game", ["null", "hearts"])
def test_defenders_are_told_what_points_they_need_but_not_in_null(game: str) -> None:
    state = _after_calls("skat", "18", "pass", "pass", game, "go on")
    points = [_by_seat(state, FactKind.POINTS, viewer) for viewer in range(3)]
    aims = ("0 of 61", *["0 of 60 together"] * 2)
    assert points == [() if game == "null" else aims] * 3


def test_a_seat_sees_what_it_has_laid_aside_and_at_the_end_all_see_it() -> None:
    state = _after_calls("skat", "18", "pass", "pass", "take")
    state.push(state.usual_call)
    text = " ".join(card.pretty() for card in state.laid_aside(0))
    state.push("clubs")
    shown = [told(state, viewer).get("laid aside") for viewer in range(3)]
    assert shown == [(text, "", ""), None, None]
    _play(state, random.Random(2), 30)
    assert [told(state, viewer)["laid aside"] for viewer in range(3)] == [(text, "", "")] * 3


def test_tricks_of_a_side_are_counted_against_what_its_contract_needs() -> None:
    bridge = _after_calls("bridge", "2 hearts", "pass", "pass", "pass")
    assert _by_seat(bridge, FactKind.SIDE) == ("0 of 8", "0 of 6", "0 of 8", "0 of 6")
    spades = _after_calls("spades", *(f"nominate {bid}" for bid in (3, 0, 2, 4)))
    assert _by_seat(spades, FactKind.SIDE) == ("0 of 5", "0 of 4", "0 of 5", "0 of 4")
    _play(spades, random.Random(1), 20)
    taken = spades.play.tricks_taken
    assert _by_seat(spades, FactKind.SIDE)[0] == f"{taken[0] + taken[2]} of 5"


def test_who_declares_and_who_is_dummy_is_said_in_the_words_of_the_game() -> None:
    bridge = _after_calls("bridge", "2 hearts", "pass", "pass", "pass")
    assert _by_seat(bridge, FactKind.ROLE) == ("declarer", "", "", "")
    _play(bridge, random.Random(1), 1)
    assert _by_seat(bridge, FactKind.ROLE) == ("declarer", "", "dummy", "")
    euchre = _after_calls("euchre", "pass")
    euchre.push(euchre.legal_actions[1])
    assert _by_seat(euchre, FactKind.ROLE) == ("", "maker", "", "")
