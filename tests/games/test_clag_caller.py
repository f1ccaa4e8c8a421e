"""Clag by the Royal Air Force rules: the Caller sets the rules of a deal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clumond_solver.base.cards import FULL_PACK, Hand, Rank
from clumond_solver.base.errors import (
    IllegalCallError,
    IllegalPlayError,
    RuleError,
)
from clumond_solver.games.clag.game import CallersGame, ClagState
from clumond_solver.games.clag.schemes import Aim, called_rules
from clumond_solver.games.registry import describe, new_game, parse_game
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import (
    ChooseCards,
    Nominate,
    PlayTop,
    SetRules,
    TrickValues,
    parse_action,
)
from tests.all_games import random_chooser
from tests.games.clag_deals import HANDS, deal_of, played


def called(call: str, hands: Sequence[str] = HANDS, turned: str = "") -> ClagState:
    """A deal by the Caller's rules; the hands have as many cards as the dealer chooses."""
    state = deal_of(None, hands, turned)
    state.push(ChooseCards(len(hands[0].split())))
    state.push(parse_action(call))
    return state


RAF_HANDS = ("HA S3 C4", "HK S4 C5", "H2 D5 C6")


@pytest.mark.rule("RAF-01")
@pytest.mark.rule("RAF-03")
def test_the_dealer_chooses_the_cards_and_the_caller_the_rules() -> None:
    state = ClagState(FULL_PACK.shuffled(1), 4, None, caller=2)
    assert state.turn == 3
    assert [str(call) for call in state.legal_actions] == [f"deal {n}" for n in range(3, 8)]
    assert state.observation(2).hand is None
    state.push(ChooseCards(5))
    assert state.turn == 2
    assert len(state.observation(2).hand or ()) == 5
    assert len(set(state.legal_actions)) == 29 * 2 * 2 * 2 * 3
    with pytest.raises(IllegalCallError, match="may be call NT"):
        state.push(Nominate(1))


@pytest.mark.rule("RAF-03")
def test_every_combination_of_the_callers_options_can_be_played() -> None:
    start = ClagState(FULL_PACK.shuffled(7), 3, None)
    start.push(ChooseCards(3))
    for number, call in enumerate(start.legal_actions):
        assert isinstance(call, SetRules)
        assert parse_action(str(call)) == call
        state = start.copy()
        state.push(call)
        choose = random_chooser(number)
        while not state.is_over:
            state.push(choose(state))
        assert state.rules == called_rules(call, 3)
        assert len(state.scores) == 3


def test_rules_called_again_are_for_the_cards_chosen_again() -> None:
    state = CallersGame(3).deal(1, CallersGame(3).opening())
    for cards in (3, 5, 3):
        state.push(ChooseCards(cards))
        state.push(state.legal_actions[7])
        assert state.rules is not None
        assert state.rules.cards == cards
        state.pop()
        assert state.rules is None
        state.pop()


@pytest.mark.rule("RAF-02")
def test_the_winner_of_a_deal_calls_the_next() -> None:
    game = CallersGame(4)
    standing = game.opening()
    assert game.caller(standing) == standing.player(0) == 1
    standing = standing.with_deal("", [0, 12, 14, 14])
    assert standing.rows[0].gains == (14, 0, 12, 14)
    # Players 0 and 3 tie; the last Caller was 1, to whose left 2 sits, then 3, then 0.
    assert game.caller(standing) == 3
    standing = standing.with_deal("", [0, 0, 0, 0])
    # All tie: whoever sits to the left of Caller 3.
    assert game.caller(standing) == 0
    assert game.deal(1, standing).caller == standing.seat(0)


@pytest.mark.rule("RAF-04")
def test_the_caller_names_trumps_or_none() -> None:
    trumps = played(called("call D", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play S3")
    played(trumps, "play S4, play D5")
    assert trumps.tricks_won[2] == (0,)
    plain = played(called("call NT", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play S3")
    played(plain, "play S4, play D5")
    assert plain.tricks_won[1] == (0,)
    assert trumps.turned is None


@pytest.mark.rule("RAF-05")
@pytest.mark.parametrize(("order", "winner"), [("HCDS", 2), ("SDCH", 0), ("DHSC", 1)])
def test_precedence(order: str, winner: int) -> None:
    hands = ("S3 SA CA", "D4 DA C2", "H5 HA C3")
    state = played(called(f"call {order}", hands), "nominate 0, nominate 0, nominate 0")
    state.push(parse_action("play S3"))
    assert "play D4" in map(str, state.legal_actions)
    played(state, "play D4, play H5")
    assert state.tricks_won[winner] == (0,)


@pytest.mark.rule("RAF-05")
def test_precedence_does_not_lift_the_duty_to_follow() -> None:
    state = played(called("call SDCH", RAF_HANDS), "nominate 0, nominate 0, nominate 0, play C4")
    with pytest.raises(IllegalPlayError, match="must follow"):
        state.push(parse_action("play S4"))


@pytest.mark.rule("RAF-06")
def test_nuloss_reverses_the_ranks() -> None:
    state = called("call NT nuloss", RAF_HANDS)
    played(state, "nominate 0, nominate 0, nominate 0, play HA, play HK, play H2")
    assert state.tricks_won[2] == (0,)
    assert state.rules is not None
    assert state.rules.ranks.ascending[0] is Rank.ACE
    assert state.rules.ranks.ascending[-1] is Rank.TWO


@pytest.mark.rule("RAF-07")
def test_a_blind_hand_is_played_from_the_top_of_a_hand_once_seen() -> None:
    state = called("call NT blind", RAF_HANDS)
    assert state.observation(0).hand == Hand.of("HA", "S3", "C4")
    played(state, "nominate 0, nominate 0, nominate 0, play top, play top, play top")
    assert state.tricks_won[0] == (0,)
    assert state.observation(0).hand == Hand.of("S3", "C4")
    assert list(state.legal_actions) == [PlayTop()]


@pytest.mark.rule("RAF-08")
@pytest.mark.rule("RAF-09")
@pytest.mark.parametrize(
    ("values", "scores"),
    [
        (TrickValues.PLAIN, (14, 0, 0)),
        (TrickValues.ASCENDING, (10 + 2 + 6, 0, 0)),
        (TrickValues.DESCENDING, (10 + 8 + 4, 0, 0)),
    ],
)
def test_madness(values: TrickValues, scores: tuple[int, ...]) -> None:
    rules = called_rules(SetRules(values=values), 4)
    assert rules.scoring.scores([(0, 2), (1,), (3,)], [2, 0, 0], 4) == scores


@pytest.mark.rule("RAF-10")
@pytest.mark.parametrize(
    ("call", "scores"),
    [
        ("call NT misere", (-4, -4, 10)),
        ("call NT misere ascending", (-2 - 6, -4 - 8, 10)),
        ("call NT misere descending", (-8 - 4, -6 - 2, 10)),
    ],
)
def test_a_called_misere(call: str, scores: tuple[int, ...]) -> None:
    set_rules = parse_action(call)
    assert isinstance(set_rules, SetRules)
    rules = called_rules(set_rules, 4)
    assert rules.scoring.aim is Aim.NONE
    assert not rules.nominates
    assert rules.scoring.scores([(0, 2), (1, 3), ()], [None] * 3, 4) == scores


@pytest.mark.rule("RAF-11")
def test_nominations_of_a_called_deal_may_not_add_up() -> None:
    state = played(called("call S", RAF_HANDS), "nominate 2, nominate 0")
    assert Nominate(1) not in state.legal_actions


@pytest.mark.rule("RAF-12")
def test_the_number_of_called_deals_is_agreed() -> None:
    assert CallersGame().hands == 12
    session = Session(CallersGame(3, hands=5), 3)
    session.play_out(random_chooser(3))
    assert session.standing.deals == 5
    with pytest.raises(RuleError, match="0 deals"):
        CallersGame(hands=0)


@pytest.mark.rule("RAF-08")
def test_the_table_says_what_the_tricks_of_a_madness_are_worth() -> None:
    for values, told in ((TrickValues.ASCENDING, "2, 4, 6"), (TrickValues.DESCENDING, "6, 4, 2")):
        state = deal_of(
            called_rules(SetRules(values=values), 3), ["SA SK SQ", "HA HK HQ", "C2 C3 C4"]
        )
        facts = {fact.label: fact.text for fact in state.facts(0)}
        assert facts[f"{values} madness"] == f"tricks are worth {told}"


@pytest.mark.rule("RAF-09")
def test_tricks_may_count_with_a_failed_nomination_too() -> None:
    for failed_tricks in (False, True):
        game = new_game("clag", {"scheme": "raf", "failed_tricks": failed_tricks})
        assert parse_game(describe(game)) == game
        session, choose = Session(game, 3), random_chooser(3)
        seen = set()
        while not session.is_finished:
            state = session.state
            session.push(choose(state))
            if state.is_over and state.rules.scoring.aim is Aim.EXACT:
                for seat, said in enumerate(state.nominations):
                    won = state.tricks_won[seat]
                    worth = state.rules.scoring.value_of(won, state.rules.cards)
                    exact = 10 + worth if len(won) == said else worth if failed_tricks else 0
                    assert state.scores[seat] == exact
                    seen.add(bool(worth) and len(won) != said)
        assert seen == {False, True}
    with pytest.raises(RuleError, match="raf only"):
        new_game("clag", {"failed_tricks": True})
