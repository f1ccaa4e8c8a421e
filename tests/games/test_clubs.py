from __future__ import annotations

import pytest

from clumond_solver.base.cards import FULL_PACK, Card, Hand
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.games.clubs import (
    ClubsGame,
    ClubsState,
    clubs_rules,
    clubs_scores,
    is_scrambled,
    scrambled_tally,
    tally,
)
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.game import Standing
from tests.all_games import random_actions, random_chooser
from tests.samples import cards_of

MIXED = ("AKQJ.AKQ.AKQ.A32", "T987.JT9.JT9.KQ4", "654.8765.8765.J5", "32.432.432.T9876")


def _state(hands: tuple[str, ...], extra: str | None = None) -> ClubsState:
    return ClubsState(
        [Hand.parse(hand) for hand in hands], None if extra is None else Card.parse(extra)
    )


@pytest.mark.rule("CLB-01")
def test_the_whole_pack_is_dealt_and_one_card_left_over_for_three() -> None:
    for players, size in ((3, 17), (4, 13)):
        game = ClubsGame(players)
        state = game.deal(1, game.opening())
        assert [len(state.observation(seat).hand or ()) for seat in range(players)] == (
            [size] * players
        )
        assert (state.face_down_card is None) == (players == 4)
    for players in (2, 5):
        with pytest.raises(RuleError, match=f"{players} players"):
            ClubsGame(players)
    with pytest.raises(DealError, match="52 cards"):
        _state(MIXED[:3])
    with pytest.raises(DealError, match="52 cards"):
        _state(MIXED, "SA")


@pytest.mark.rule("CLB-02")
def test_the_three_opens_if_the_two_lies_face_down() -> None:
    rest = tuple(card for card in FULL_PACK.cards if card != Card.parse("C2"))
    hands = [Hand.from_cards(rest[seat * 17 : (seat + 1) * 17]) for seat in range(3)]
    state = ClubsState(hands, Card.parse("C2"))
    assert state.turn == 2
    assert {action.card for action in state.legal_actions if isinstance(action, PlayCard)} == {
        Card.parse("C3")
    }


@pytest.mark.rule("CLB-03")
def test_the_suit_led_or_a_club_must_be_played() -> None:
    rules = clubs_rules(4)
    hand = Hand.parse("A.K.Q.2")
    assert rules.legal_plays(hand, cards_of("D8")) == Hand.of("DQ", "C2")
    assert rules.legal_plays(hand, cards_of("C8")) == Hand.of("C2")
    assert rules.legal_plays(Hand.parse("A.K.."), cards_of("D8")) == Hand.of("SA", "HK")


@pytest.mark.rule("CLB-06")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [("D7 C7 S9", 1), ("D8 C7 D3", 0), ("D7 SA HA", 0), ("C7 C8 C6", 1), ("D2 C3 D4", 2)],
)
def test_clubs_rank_just_above_the_suit_led(trick: str, winner: int) -> None:
    assert clubs_rules(3).winner(cards_of(trick)) == winner


@pytest.mark.rule("CLB-07")
def test_the_card_face_down_goes_with_the_last_trick() -> None:
    import random

    game = ClubsGame(3)
    for seed in range(20):
        state = game.deal(seed, game.opening())
        assert "face down" not in str(state.observation(0))
        for _ in random_actions(state, random.Random(seed)):
            assert sum(map(len, state.cards_won)) < 52
        assert state.play is not None
        winner = state.play.tricks[-1].winner
        assert state.face_down_card in state.cards_won[winner]
        assert sum(map(len, state.cards_won)) == 52
        assert str(state.face_down_card) in str(state.observation(1).events[-1])


@pytest.mark.rule("CLB-08")
@pytest.mark.parametrize(
    ("won", "score"),
    [("...", 0), ("A...", -1), ("...A", 2), ("...J", -11), ("KQ...AJ", -1 - 1 + 2 - 11)],
)
def test_the_tally(won: str, score: int) -> None:
    assert tally(Hand.parse(won)) == score


@pytest.mark.rule("CLB-09")
def test_scrambling_turns_the_tally_over_from_26_on() -> None:
    assert tally(Hand.parse("AKQJT98765432.32..J")) == -26
    worst = [Hand.parse("AKQJT98765432.32..J"), Hand.parse("...AKQ"), Hand.parse("...")]
    assert clubs_scores(worst) == (10, -9, 0)
    assert tally(Hand.parse("AKQJT98765432.2..J")) == -25
    near = [Hand.parse("AKQJT98765432.2..J"), Hand.parse("...AKQ"), Hand.parse("...")]
    assert clubs_scores(near) == (-25, 6, 0)
    assert scrambled_tally(Hand.parse("AK.AK..A")) == -3


@pytest.mark.rule("CLB-08", "CLB-09")
def test_every_deal_shares_out_26_points_lost() -> None:
    """12 clubs at +3, the jack's -10 and 52 cards at -1; scrambled, 12 at -3 and the jack's +10."""
    for players in (3, 4):
        session = Session(ClubsGame(players), players)
        session.play_out(random_chooser(players))
        assert {sum(row.gains) for row in session.standing.rows} == {-26}


@pytest.mark.rule("CLB-10")
def test_the_game_ends_at_100_lost_and_the_greatest_score_wins() -> None:
    game = ClubsGame(3)
    assert not game.is_finished(Standing((-99, 20, 0)))
    assert game.is_finished(Standing((-100, 20, 20)))
    assert Standing((-100, 20, 20)).leaders == (1, 2)
    state = game.deal(1, game.opening())
    with pytest.raises(RuleError, match="unfinished"):
        _ = state.scores


@pytest.mark.rule("CLB-09")
def test_the_sheet_says_scrambled_even_where_the_scores_come_out_the_same() -> None:
    won = (FULL_PACK.cards, Hand(), Hand(), Hand())
    assert tally(won[0]) == scrambled_tally(won[0]) == -26
    assert is_scrambled(won)
    assert not is_scrambled([Hand()] * 4)

    class Finished(ClubsState):
        cards_won = won
        scores = clubs_scores(won)

    start = Standing((0,) * 4)
    state = Finished(ClubsGame(4).deal(1, start)._dealt)
    assert ClubsGame(4).settle(start, state).rows[0].label == "scrambled"
