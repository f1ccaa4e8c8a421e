from __future__ import annotations

import pytest
from hypothesis import given

from clumond_solver.base.cards import FULL_PACK, PIQUET_PACK, Card, Hand, Suit
from clumond_solver.base.errors import DealError, IllegalPlayError, RuleError
from clumond_solver.display.text.actions import refusal_text
from clumond_solver.games.clabberjass import (
    ClabberjassGame,
    ClabberjassState,
    Points,
    card_points,
    clabberjass_rules,
    sequence_holder,
    sequences,
    settled_scores,
)
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import PlayCard, parse_action
from clumond_solver.rules.game import Standing
from clumond_solver.web.table_view import deal_shown
from tests.all_games import random_actions, random_chooser
from tests.samples import cards_of
from tests.strategies import seeds

# Each hand's nine cards: the six dealt first, then the three that follow.
FIRST = ("SA SK SQ H7 D7 C7", "S8 S7 HA HK DA CA")
MORE = ("HQ DK CK", "SJ S9 H9")


def _state(
    first: tuple[str, str] = FIRST, more: tuple[str, str] = MORE, turned: str = "ST"
) -> ClabberjassState:
    top = [Card.parse(word) for part in (*first, turned, *more) for word in part.split()]
    return ClabberjassState([*top, *(card for card in PIQUET_PACK.cards if card not in top)])


def _call(state: ClabberjassState, actions: str) -> ClabberjassState:
    for text in actions.split(", "):
        state.push(parse_action(text))
    return state


@pytest.mark.rule("JAS-01")
@pytest.mark.parametrize("pack", [FULL_PACK.shuffled(1), PIQUET_PACK.shuffled(1)[:20]])
def test_thirty_two_cards_are_dealt(pack: list[Card]) -> None:
    with pytest.raises(DealError, match="32 cards"):
        ClabberjassState(pack)


@pytest.mark.rule("JAS-02")
@pytest.mark.parametrize(
    ("calls", "bidder", "trump"),
    [("pass, pass, pass, declare H", 1, Suit.HEARTS), ("declare S", 0, Suit.SPADES)],
)
def test_who_names_the_trump_is_the_bidder(calls: str, bidder: int, trump: Suit) -> None:
    state = _call(_state(), calls)
    assert (state.bidder, state.trump) == (bidder, trump)


@pytest.mark.rule("JAS-03")
def test_when_all_pass_the_other_player_deals() -> None:
    game = ClabberjassGame()
    standing = game.settle(game.opening(), _call(_state(), "pass, pass, pass, pass"))
    assert (standing.rows[0].label, standing.dealer) == ("passed", 1)


@pytest.mark.rule("JAS-05")
def test_the_card_turned_up_is_in_no_hand() -> None:
    state = _call(_state(), "pass, declare S")
    assert all(Card.parse("ST") not in (state.observation(seat).hand or ()) for seat in (0, 1))


@pytest.mark.rule("JAS-07")
def test_a_refused_card_comes_with_the_duty() -> None:
    state = _call(_state(), "pass, declare S, play SA")
    with pytest.raises(IllegalPlayError) as refused:
        state.push(parse_action("play S8"))
    assert refusal_text(refused.value) == "♠8: you can beat the trick and must"
    assert deal_shown(state, state.seat_to_act)["barred"]["S8"] == "you can beat the trick and must"


@pytest.mark.rule("JAS-06")
def test_the_ranks() -> None:
    rules = clabberjass_rules(Suit.HEARTS)
    for suit, order in ((Suit.SPADES, "ATKQJ987"), (Suit.HEARTS, "J9ATKQ87")):
        powers = [rules.power(suit, Card.parse(f"{suit}{rank}")) for rank in order]
        assert powers == sorted(powers, reverse=True)
        assert len(set(powers)) == len(powers)
    assert rules.winner(cards_of("SA H7")) == 1


@pytest.mark.rule("JAS-07")
@pytest.mark.parametrize(
    ("hand", "lead", "legal"),
    [
        ("AT.J7.A.7", "SK", "SA ST"),
        ("..A.7", "SK", "DA C7"),
        (".J7.A.7", "SK", "HJ H7"),
        (".J9A7.A.7", "HT", "HJ H9 HA"),
        (".KQ7.A.7", "HT", "HK HQ H7"),
        ("A..A.7", "HT", "SA DA C7"),
    ],
)
def test_the_duties_to_follow_to_beat_and_to_trump(hand: str, lead: str, legal: str) -> None:
    rules = clabberjass_rules(Suit.HEARTS)
    assert rules.legal_plays(Hand.parse(hand), cards_of(lead)) == Hand.from_cards(cards_of(legal))


@pytest.mark.rule("JAS-09")
def test_card_points() -> None:
    trump = Suit.HEARTS
    total = {suit: sum(card_points(c, trump) for c in PIQUET_PACK.cards.in_suit(suit))
             for suit in Suit}  # fmt: skip
    assert total[Suit.SPADES] == 11 + 10 + 4 + 3 + 2
    assert total[trump] == 11 + 10 + 4 + 3 + 20 + 14
    assert card_points(Card.parse("S9"), trump) == card_points(Card.parse("H8"), trump) == 0


@pytest.mark.rule("JAS-09")
@given(seeds)
def test_the_points_of_the_cards_played_and_ten_for_the_last_trick(seed: int) -> None:
    import random

    state = ClabberjassState(PIQUET_PACK.shuffled(seed))
    for _ in random_actions(state, random.Random(seed)):
        assert all(each.last_trick == 0 for each in state.points)
    if state.trump is None:
        assert state.points == (Points(), Points())
        return
    played = [card for hand in state.dealt for card in hand]
    assert sum(each.cards for each in state.points) == sum(
        card_points(card, state.trump) for card in played
    )
    assert sorted(each.last_trick for each in state.points) == [0, 10]
    assert state.play is not None
    assert state.points[state.play.tricks[-1].winner].last_trick == 10


@pytest.mark.rule("JAS-10", "JAS-11")
@pytest.mark.parametrize(
    ("hand", "runs", "points"),
    [
        ("AK.Q.J.T", [], 0),
        ("AKQ...", ["SA-SQ"], 20),
        (".987..", ["H9-H7"], 20),
        ("AKQJ...", ["SA-SJ"], 50),
        ("AKQJT...", ["SA-ST"], 50),
        ("AKQJT9...", ["SA-S9"], 50),
        ("AKQJT98...", ["SA-S8"], 70),
        ("AKQJT987...", ["SA-S7"], 100),
        ("AKQ.JT98.J.", ["HJ-H8", "SA-SQ"], 70),
        ("AKJ987...", ["S9-S7"], 20),
    ],
)
def test_sequences(hand: str, runs: list[str], points: int) -> None:
    found = sequences(Hand.parse(hand))
    assert [str(run) for run in found] == runs
    assert sum(run.points for run in found) == points


@pytest.mark.rule("JAS-12")
@pytest.mark.parametrize(
    ("non_dealer", "dealer", "holder"),
    [
        ("AK...", "QJ...", None),
        ("AKQ...", ".JT9..", 0),
        ("JT9...", ".AKQ..", 1),
        ("JT9...", ".JT9..", 0),
        ("AKQ...", ".T987..", 1),
        ("AKQJ...", ".KQJT9..", 1),
        ("...", ".KQJ..", 1),
        ("KQJ...", "...", 0),
    ],
)
def test_the_longer_then_the_higher_then_the_non_dealers_sequence_is_better(
    non_dealer: str, dealer: str, holder: int | None
) -> None:
    assert sequence_holder([Hand.parse(non_dealer), Hand.parse(dealer)]) == holder


@pytest.mark.rule("JAS-13")
def test_who_takes_no_trick_scores_no_sequence() -> None:
    state = _state(("SJ S9 SA SQ DA DT", "HA HK HQ HJ HT H9"), ("DK CA CT", "H8 H7 C7"), "SK")
    _call(state, "declare S")
    assert [each.sequences for each in state.announced] == [0, 100]
    while state.play is not None and not state.is_over:
        trumps = state.play.legal_plays.in_suit(Suit.SPADES)
        state.push(PlayCard(next(iter(trumps or state.play.legal_plays))))
    assert state.play is not None
    assert state.play.tricks_taken == (9, 0)
    assert state.scores == (134, 0)


@pytest.mark.rule("JAS-13")
def test_the_trap_of_the_source() -> None:
    """The trick with the two tens brings 20 points and the fifty; the ten of diamonds ten more."""
    state = _state(("HA HT SJ S9 SA HK", "H9 ST DT CQ CJ CT"), ("DA D7 CA", "C9 D8 S7"), "D9")
    _call(state, "pass, pass, declare S")
    for play, points in (("HA", 0), ("H9", 0), ("HT", 0), ("ST", 70), ("DT", 70), ("D7", 80)):
        state.push(Card.parse(play))
        assert state.points[1].total == points


@pytest.mark.rule("JAS-15")
@pytest.mark.parametrize(
    ("totals", "bidder", "scores"),
    [
        ((90, 72), 0, (90, 72)),
        ((72, 90), 0, (0, 162)),
        ((81, 81), 1, (162, 0)),
        ((80, 80), 0, (0, 160)),
    ],
)
def test_the_bidder_must_score_more(
    totals: tuple[int, int], bidder: int, scores: tuple[int, int]
) -> None:
    assert settled_scores(totals, bidder) == scores


@pytest.mark.rule("JAS-16")
def test_the_game_is_to_501() -> None:
    game = ClabberjassGame()
    assert not game.is_finished(Standing((500, 480)))
    assert game.is_finished(Standing((501, 480)))
    assert game.is_finished(Standing((520, 510)))
    assert Standing((520, 510)).leaders == (0,)
    assert not game.is_finished(Standing((510, 510)))
    session = Session(game, 3)
    session.play_out(random_chooser(3))
    assert max(session.standing.totals) >= 501
    with pytest.raises(RuleError, match="unfinished"):
        _ = _state().scores
