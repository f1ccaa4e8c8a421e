"""The tables of the engines and the rules in Python: the same legal plays, the same winners."""

from __future__ import annotations

import random

import pytest

from clumond_solver._core.rules import any_game_tricks, clumond_tricks
from clumond_solver._core.single_dummy.any_game_tree_search import random_playouts
from clumond_solver.base.cards import CLUMOND_PACK, FULL_PACK, Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import SearchError
from clumond_solver.games.clabberjass import (
    LAST_TRICK_POINTS,
    ClabberjassState,
    card_points,
    clabberjass_rules,
)
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clag.schemes import DealRules, LookTime, Trumps
from clumond_solver.games.clubs import clubs_rules
from clumond_solver.knowledge.core_any_game import (
    board_of_play,
    card_of_index,
    core_index,
    move_of,
    tables_of,
)
from clumond_solver.rules.actions import LeadFor, PlayAs, PlayCard
from clumond_solver.rules.states import TrickState, legal_card_plays
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from tests.all_games import GAMES, every_game, random_actions, standing_after


def _tables(state: TrickState, rules: TrickRules) -> any_game_tricks.Rules:
    trump = state.trump if isinstance(state, ClabberjassState) else None
    if trump is None:
        return tables_of(rules)
    return tables_of(rules, lambda card: card_points(card, trump), (LAST_TRICK_POINTS,))


@every_game
def test_legal_plays_and_winners_agree_card_by_card(name: str) -> None:
    game = GAMES[name]
    compared = 0
    for seed in range(44):
        state = game.deal(seed, standing_after(game, seed))
        assert isinstance(state, TrickState)
        board = None
        for action in random_actions(state, random.Random(seed)):
            play = state.play
            if play is None or play.has_forced_cards:
                continue
            if board is None:
                tables = _tables(state, play.rules)
                board = board_of_play(play, tables)
            assert (board.turn, board.taken) == (play.turn, play.tricks_taken)
            expected = sorted(move_of(play.rules, way) for way in legal_card_plays(play))
            assert sorted(board.moves) == expected
            fresh = board_of_play(play, tables)
            assert sorted(fresh.moves) == expected
            assert isinstance(action, PlayCard | PlayAs | LeadFor)
            board.play(*move_of(play.rules, action))
            compared += 1
        if board is not None:
            assert (board.tricks_left, board.moves) == (0, [])
            assert state.play is not None
            assert board.taken == state.play.tricks_taken
            if isinstance(state, ClabberjassState):
                assert board.points == tuple(p.cards + p.last_trick for p in state.points)
    assert compared > 100


@every_game
def test_places_and_cards_are_one_to_one(name: str) -> None:
    game = GAMES[name]
    state = game.deal(1, game.opening())
    assert isinstance(state, TrickState)
    for _ in random_actions(state, random.Random(1)):
        if state.play is not None:
            break
    if state.play is None:
        return
    rules = state.play.rules
    places = [core_index(rules, card) for card in game.pack.cards]
    assert [card_of_index(rules, place) for place in places] == list(game.pack.cards)
    assert len(set(places)) == len(places)


def test_points_follow_the_cards_and_the_last_trick() -> None:
    rules = TrickRules.plain(2)
    play = TrickPlay(rules, [Hand.parse("A2..."), Hand.parse("K3...")])
    board = board_of_play(play, tables_of(rules, lambda card: int(card.rank), trick_points=(100,)))
    for text in ("SA", "S3", "S2", "SK"):
        card = Card.parse(text)
        board.play(core_index(rules, card), core_index(rules, card), card.suit)
    assert board.points == (14 + 3, 2 + 13 + 100)
    assert board.taken == (1, 1)
    with pytest.raises(ValueError, match="not a legal move"):
        board.play(0, 0, 0)


def test_random_playouts_share_out_all_tricks_and_are_fixed_by_the_seed() -> None:
    rules = TrickRules.plain(4)
    cards = FULL_PACK.shuffled(1)
    play = TrickPlay(rules, [Hand.of(*cards[seat * 7 : seat * 7 + 7]) for seat in range(4)])
    board = board_of_play(play, tables_of(rules, lambda card: 1))
    tricks, points, plies = random_playouts(board, 200, seed=5)
    assert sum(tricks) == pytest.approx(7)
    assert sum(points) == pytest.approx(28)
    assert plies == 200 * 28
    assert random_playouts(board, 200, seed=5) == (tricks, points, plies)
    assert random_playouts(board, 200, seed=6) != (tricks, points, plies)


def test_hands_played_from_the_top_are_not_for_the_engines() -> None:
    rules = DealRules("b", 3, trumps=Trumps.FIXED, look_time=LookTime.BEFORE, face_down=True)
    state = ClagState(FULL_PACK.shuffled(1), 3, rules, restricted=False)
    for _ in range(3):
        state.push(next(iter(state.legal_actions)))
    assert state.play is not None
    with pytest.raises(SearchError, match="the rules fix the order"):
        board_of_play(state.play, tables_of(state.play.rules))


def test_plain_tables_are_for_three_seats_that_follow_suit() -> None:
    for rules in (
        TrickRules.plain(2),
        clubs_rules(3),
        clabberjass_rules(Suit.HEARTS),
        TrickRules.precedence(3, (), wild=frozenset({Rank.TWO})),
    ):
        with pytest.raises(ValueError, match=r"no tables for|that follow suit"):
            tables_of(rules, tables_type=clumond_tricks.Rules)


@pytest.mark.parametrize("strain", Strain)
def test_plain_tables_play_as_those_of_any_game(strain: Strain) -> None:
    rules = TrickRules.plain(3, strain.suit, kept=3)
    source = random.Random(strain)
    cards = CLUMOND_PACK.shuffled(strain)
    hands = [Hand.of(*cards[seat * 16 : seat * 16 + 16]).mask for seat in range(3)]
    plain = clumond_tricks.Board(
        tables_of(rules, tables_type=clumond_tricks.Rules), hands, 1, (0, 0, 0)
    )
    general = any_game_tricks.Board(tables_of(rules), hands, 1, (0, 0, 0))
    while plain.tricks_left:
        seen = [
            (board.turn, board.tricks_left, board.taken, board.legal) for board in (plain, general)
        ]
        assert seen[0] == seen[1]
        assert (plain.hands, plain.moves) == (general.hands, general.moves)
        move = source.choice(plain.moves)
        plain.play(*move)
        general.play(*move)
    assert plain.taken == general.taken
