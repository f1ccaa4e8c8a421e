"""Hands asked about without a session: from one's cards and what has been said so far."""

from __future__ import annotations

from typing import Any

import pytest

from clumond_solver import Card, Hand, View, advise, new_game
from clumond_solver.base.errors import ClumondError, RuleError, WrongTypeError
from clumond_solver.games.registry import load_games
from clumond_solver.rules.actions import Nominate, parse_action
from tests.samples import EXAMPLES

SIX = "4.42.32.3"
SEVEN = "AKQ.A.A.A2"
THIRTEEN = "AKQJ.AKQ.AKQ.AK2"

OWN_GAMES = ("bridge", "euchre", "hearts", "ninety_nine", "oh_hell", "skat", "spades")


def view_of(game: str, hand: str, turned: str | None = None, **more: Any) -> View:
    card = None if turned is None else Card.parse(turned)
    return View.at_start(game, Hand.parse(hand), turned=card, **more)


@pytest.mark.parametrize(
    ("game", "hand", "more", "seat", "first"),
    [
        ("clag scheme=raf", SIX, {}, 0, "call NT"),
        ("clag scheme=raf", SIX, {"said": "call DHSC nuloss ascending"}, 0, "nominate 0"),
        ("clag scheme=raf", SIX, {"said": "call DHSC; nuloss; ascending; 2"}, 1, "nominate 0"),
        ("clag scheme=raf", SIX, {"said": ["deal 6", "call H", Nominate(2)]}, 1, "nominate 0"),
        ("clag scheme=raf", "4.42..", {}, 0, "call NT"),
        ("clag scheme=mcleod", "A.A.A.A", {"turned": "H3", "said": "1, 2"}, 2, "nominate 0"),
        ("clag scheme=mcleod", SEVEN, {"deal": 14}, 3, "declare D"),
        ("clag scheme=mcleod", SEVEN, {"deal": 14, "said": "declare H"}, 0, "nominate 0"),
        ("clag scheme=mcleod", SEVEN, {"deal": 9, "turned": "H3"}, 0, "play DA"),
        ("clag scheme=scottish players=3", SEVEN, {"turned": "H3", "said": "0"}, 1, "nominate 0"),
        ("clag", SEVEN, {}, 0, "nominate 0"),
        ("clag", "A.A.A.A", {"said": "1,0,1"}, 3, "nominate 0"),
        ("clubs", THIRTEEN, {}, None, "play C2"),
        ("clubs", "AKQJ.AKQ.AKQ.AK5", {"said": "lead C2 for H, play HJ"}, None, "play HQ"),
        ("clubs players=3", "AKQJT.AKQJ.AKQJ.AK53", {}, None, "play C3"),
        ("clabberjass", "AJ9.T.K.7", {"turned": "S8"}, 0, "pass"),
        ("clabberjass", "AJ9.T.K.7", {"turned": "S8", "said": "pass, pass, pass"}, 1, "pass"),
        ("oh-hell", "AKQ...", {"turned": "H3", "said": "1"}, 1, "nominate 0"),
        ("hearts", THIRTEEN, {}, None, "give DQ"),
        ("ninety-nine", "AKQ.AKQ.AKQ.AKQ", {"said": "?, ?"}, 2, "aside DQ DK DA"),
        ("skat", "AKQ.AKQ.AK.AK", {"said": "18"}, None, "pass"),
        ("spades", THIRTEEN, {"said": "3, 4"}, 2, "nominate 0"),
        ("euchre", "AKQ..A.A", {"turned": "H9"}, 0, "pass"),
        ("bridge", THIRTEEN, {"said": "1NT, pass"}, 2, "pass"),
    ],
)
def test_the_holder_of_a_hand_is_to_act(
    game: str, hand: str, more: dict[str, Any], seat: int | None, first: str
) -> None:
    for name in OWN_GAMES:
        load_games(EXAMPLES / f"{name}.py")
    view = view_of(game, hand, **more)
    assert view.turn == view.seat
    assert seat is None or view.seat == seat
    assert view.held[view.seat] == Hand.parse(hand)
    assert str(view.legal_actions[0]) == first
    if "turned" in more:
        assert view.held[-1] == Hand.of(Card.parse(more["turned"]))


def test_nothing_is_known_but_what_was_said() -> None:
    """The cards that lie anyhow in the state behind a view are all unknown to the view."""
    view = view_of("clag scheme=mcleod", "A.A.A.A", turned="H3", said="1,2")
    assert len(view.pool) == 52 - 4 - 1
    assert [str(action) for action in view.actions] == ["nominate 1", "nominate 2"]
    worlds = view.sample_worlds(40, seed=1)
    assert len({world.observation(0).hand for world in worlds}) > 30
    assert {world.observation(2).hand for world in worlds} == {Hand.parse("A.A.A.A")}


def test_the_number_of_a_deal_is_that_of_the_session() -> None:
    """Deal 16 of Foss's twenty has five cards again."""
    view = view_of("clag", "AKQJT...", deal=16, turned="H3")
    assert len(view.legal_actions) == 6
    hand = Hand.parse("AKQJT...")
    later = View.at_start(new_game("clag"), hand, deal=5, turned=Card.parse("H3"))
    assert later == view
    assert View.at_start("clag", hand, deal=5, turned="h3") == view


@pytest.mark.parametrize(
    ("game", "hand", "more", "message"),
    [
        ("clag", "AKQJT9876...", {}, "^9 cards in the hand: Clag .Foss. deals 1 to 7"),
        ("clag", "...", {}, "^0 cards in the hand: Clag .Foss. deals 1 to 7"),
        ("clag scheme=raf", "4...", {}, "1 card in the hand, not 3, 4, 5, 6 or 7"),
        ("clag scheme=raf", SIX, {"said": "deal 5, call H"}, "6 cards in the hand, not 5"),
        ("clag scheme=mcleod", "AKQJT9876...", {}, "9 cards in the hand, not 1, 2, 3, 4, 5, 6 or"),
        ("clag scheme=mcleod", SEVEN, {"deal": 3}, r"deal 3 .* hands of 3 cards, not 7"),
        ("clag scheme=mcleod", SEVEN, {"deal": 1}, r"deal 1 .* hands of 1 card, not 7"),
        ("clag scheme=mcleod", SEVEN, {"deal": 23}, "deal 23: .* has 22 deals"),
        ("clag scheme=mcleod", SEVEN, {"deal": 0}, "deal 0: .* has 22 deals"),
        ("clag scheme=mcleod", SEVEN, {"deal": 11}, r"\(blind\): nobody has looked at his cards"),
        ("clag scheme=mcleod", SEVEN, {"deal": 8, "turned": "H3"}, "no card is turned up"),
        ("clag scheme=mcleod", "A.A.A.A", {}, "turned= is missing: which card"),
        ("clag", "A.A.A.A", {"said": "1,9"}, r"seat 1: not a legal call \(nominate 0"),
        ("clag", "A.A.A.A", {"said": "hearts"}, "hearts"),
        ("clag", "A.A.A.A", {"turned": "SA"}, "SA is turned up and in the hand"),
        ("clubs", "AKQ...", {}, "3 cards in the hand, not 13"),
        ("clubs", "AKQJ.AKQ.AKQ.AK5", {}, "not to act: another seat is"),
        ("clubs", THIRTEEN, {"said": "lead C2 for H"}, "is not to act"),
        ("clabberjass", "AJ9.T.K.7", {}, "turned= is missing"),
        ("clabberjass", "AJ9.T.K.2", {"turned": "S8"}, "C2 in the hand: the 32-card pack"),
        ("clabberjass", "AJ9.T.K.7", {"turned": "S8", "said": "declare S"}, "cards are played"),
        (
            "clabberjass",
            "AJ9.T.K.7",
            {"turned": "S8", "said": "declare H"},
            r"not a legal call \(pass, declare S",
        ),
        ("clabberjass", "AJ9.T.K.7", {"turned": "S8", "said": "pass," * 4}, "the deal is over"),
        ("clag", "A.A.A.A", {"said": "?", "deal": 4, "turned": "H3"}, "everybody hears the call"),
        ("clumond", "AK8732.AK974.KJ4.Q3", {}, "leave game= out"),
        ("whist", SEVEN, {}, "no such game"),
    ],
)
def test_what_does_not_fit_is_named(
    game: str, hand: str, more: dict[str, Any], message: str
) -> None:
    with pytest.raises(ClumondError, match=message) as caught:
        view_of(game, hand, **more)
    assert not type(caught.value).__name__.startswith("_")


def test_wrong_types_are_named() -> None:
    hand: Any = Hand.parse(SIX)
    for wrong in ({"said": 5}, {"said": [5]}, {"turned": 3}, {"deal": 1.5}):
        values: dict[str, Any] = wrong
        with pytest.raises(WrongTypeError):
            View.at_start("clag scheme=raf", hand, **values)
    with pytest.raises(WrongTypeError):
        View.at_start("clag", SIX)  # type: ignore[arg-type]


def test_advice_in_any_game() -> None:
    """The author's example: his call puts the hand ahead, red over black alone does not."""
    hand = Hand.parse(SIX)

    def ahead(call: str) -> float:
        answer = advise(hand, game="clag scheme=raf", said=[parse_action(call)], seed=1)
        return answer.values[answer.action]

    assert ahead("call DHSC nuloss ascending") > 5
    assert ahead("call DHSC") < 0
    with pytest.raises(RuleError, match="said= goes with a game other than Clumond"):
        advise(hand, said="pass")  # type: ignore[call-overload]
    with pytest.raises(WrongTypeError, match="no option pot with a game; there are deal"):
        advise(hand, game="clag", pot=3)  # type: ignore[call-overload]
