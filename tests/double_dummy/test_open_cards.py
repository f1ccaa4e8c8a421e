from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from clumond_solver._core.double_dummy.any_game_search import ForcedTricks
from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Suit
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.double_dummy.forced_scores import (
    best_points,
    forced_actions,
    forced_score,
    forced_tricks,
    selfish_scores,
)
from clumond_solver.games.clabberjass import ClabberjassState
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clag.schemes import DealRules, Ranks, Trumps
from clumond_solver.games.clubs import ClubsGame, clubs_rules
from clumond_solver.knowledge.core_any_game import board_of_play, tables_of
from clumond_solver.rules.actions import PlayCard, PlayTop
from clumond_solver.rules.game import Standing
from clumond_solver.rules.states import TrickState, legal_card_plays, push_card_play
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from tests.all_games import GAMES, random_actions
from tests.double_dummy.reference_open_cards import slow_best_lead, slow_forced_tricks
from tests.key_press import raised_by_alarm

RULES = {
    "no trumps": DealRules("", 3, trumps=Trumps.FIXED),
    "trumps": DealRules("", 3, trumps=Trumps.FIXED, order=(Suit.HEARTS,)),
    "precedence": DealRules("", 3, trumps=Trumps.FIXED, order=tuple(Suit)),
    "aces low": DealRules("", 3, trumps=Trumps.FIXED, ranks=Ranks.ACES_LOW),
    "reversed": DealRules("", 3, trumps=Trumps.FIXED, ranks=Ranks.REVERSED),
}


def _play(rules: DealRules, seed: int, players: int) -> TrickPlay:
    cards = [card for card in FULL_PACK.shuffled(seed) if card.rank <= 7]
    hands = [Hand.of(*cards[seat * 3 : seat * 3 + 3]) for seat in range(players)]
    return TrickPlay(rules.trick_rules(players, rules.order), hands)


def few_wild_cards() -> Iterator[TrickPlay]:
    """Touching cards are alike beside one wild card; with two of them a play takes long."""
    rng, ranks = random.Random(4), [rank for rank in Rank if rank <= 5]
    wanted = {0: 0, 1: 40, 2: 1}
    while any(wanted.values()):
        players, size = rng.choice([(3, 2), (3, 2), (2, 4), (4, 2)])
        cards = rng.sample([Card(suit, rank) for suit in Suit for rank in ranks], players * size)
        wild = sum(card.rank is Rank.TWO for card in cards)
        if wanted.get(wild, 0) and (wild < 2 or players == 3):
            wanted[wild] -= 1
            hands = [Hand.of(*cards[at : at + size]) for at in range(0, len(cards), size)]
            order, twos = rng.choice([(), (Suit.HEARTS,), tuple(Suit)]), frozenset({Rank.TWO})
            yield TrickPlay(
                TrickRules.precedence(players, order, ranks=tuple(ranks), wild=twos), hands
            )


def interleaved_suits() -> Iterator[TrickPlay]:
    for seed in range(20):
        cards = [card for card in FULL_PACK.shuffled(seed) if card.rank <= 6]
        yield TrickPlay(clubs_rules(3), [Hand.of(*cards[at * 2 : at * 2 + 2]) for at in range(3)])


def of_ranks_and_trumps(rules: DealRules) -> Iterator[TrickPlay]:
    """Also in the middle of a trick."""
    for seed in range(30):
        play = _play(rules, seed, 3)
        for _ in range(seed % 4):
            push_card_play(play, legal_card_plays(play)[0])
        yield play


PLAYS: dict[str, Callable[[], Iterator[TrickPlay]]] = {
    **{name: partial(of_ranks_and_trumps, rules) for name, rules in RULES.items()},
    "wild twos": few_wild_cards,
    "interleaved suits": interleaved_suits,
}


@pytest.mark.parametrize("name", PLAYS)
def test_forced_tricks_agree_with_one_question_at_a_time(name: str) -> None:
    for play in PLAYS[name]():
        for seat in range(play.rules.players) if name != "wild twos" else [0]:
            assert forced_tricks(play, seat) == slow_forced_tricks(play, seat)


def test_forced_tricks_of_hands_played_from_the_top() -> None:
    rules = DealRules("b", 3, trumps=Trumps.FIXED, face_down=True)
    state = ClagState(FULL_PACK.shuffled(2), 3, rules, restricted=False)
    for _ in range(3):
        state.push(next(iter(state.legal_actions)))
    assert state.play is not None
    forced = [forced_tricks(state.play, seat) for seat in range(3)]
    while not state.is_over:
        state.push(PlayTop())
    assert [set(each.exactly) for each in forced] == [{n} for n in state.play.tricks_taken]
    opening = ClubsGame(4).deal(1, ClubsGame(4).opening())
    assert opening.play is not None
    with pytest.raises(SearchError, match="play it first"):
        forced_tricks(opening.play, 0)


def test_the_nominations_of_a_whole_deal() -> None:
    """Seven cards and four players, from the first lead: bounds that must hold together."""
    rules = DealRules("7", 7, trumps=Trumps.FIXED, order=(Suit.SPADES,))
    for seed in range(4):
        cards = FULL_PACK.shuffled(seed)
        hands = [Hand.of(*cards[place * 7 : place * 7 + 7]) for place in range(4)]
        play = TrickPlay(rules.trick_rules(4, rules.order), hands)
        for seat in range(4):
            forced = forced_tricks(play, seat)
            assert 0 <= forced.most <= forced.fewest <= 7
            assert all(forced.most <= n <= forced.fewest for n in forced.exactly)


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_best_points_agree_with_trying_everything(left: int) -> None:
    compared = 0
    for seed in range(16):
        state = _ending("clabberjass", seed, left)
        assert isinstance(state, ClabberjassState)
        if state.play is None or state.trump is None or state.is_over:
            continue
        found = best_points(state)
        lead = slow_best_lead(state, 0)
        assert found.points[0] - found.points[1] == lead
        turn = state.play.turn
        assert turn is not None
        for card, value in found.margins.items():
            state.play.push(card)
            assert value == slow_best_lead(state, turn)
            state.play.pop()
        if left < 3:
            assert found.scores == tuple(forced_score(state, seat) for seat in (0, 1))
        compared += 1
    assert compared > 8


def test_best_points_where_sequences_hang_on_a_trick() -> None:
    """The holder of the best sequence has taken nothing yet: his first trick brings it."""
    lost, hung = 0, 0
    for seed in range(160):
        state = GAMES["clabberjass"].deal(seed, Standing((0, 0)))
        assert isinstance(state, ClabberjassState)
        state.push(list(state.legal_actions)[-1])
        holder = max((0, 1), key=lambda seat: state.announced[seat].sequences)
        source = random.Random(seed)
        while state.play is not None and len(state.play.hands[state.play.leader]) > 3:
            state.push(source.choice(list(state.legal_actions)))
        play = state.play
        if play is None or play.tricks_taken[holder] or not state.announced[holder].sequences:
            continue
        hung += 1
        found = best_points(state)
        assert found.points[0] - found.points[1] == slow_best_lead(state, 0)
        sequences, bella = state.announced[holder].sequences, state.announced[holder].bella
        lost += found.points[holder] < sequences + bella
    assert hung > 2
    assert lost > 0


def test_best_points_of_a_whole_deal() -> None:
    game = GAMES["clabberjass"]
    for seed in range(12):
        state = game.deal(seed, game.opening())
        with pytest.raises(SearchError, match="once trump is fixed"):
            best_points(state)
        state.push(list(state.legal_actions)[-1])
        found = best_points(state)
        while not state.is_over:
            again = best_points(state)
            assert again.points == found.points
            state.push(PlayCard(max(again.margins, key=again.margins.__getitem__)))
        assert tuple(each.total for each in state.points) == found.points
        assert state.scores == found.scores
        with pytest.raises(SearchError, match="before the last trick"):
            best_points(state)


def test_points_are_counted_in_clabberjass_only() -> None:
    with pytest.raises(RuleError, match="Clabberjass only"):
        best_points(ClubsGame(4).deal(1, ClubsGame(4).opening()))


def test_forced_tricks_from_the_middle_of_a_trick_count_those_taken() -> None:
    play = TrickPlay(
        TrickRules.plain(2), [Hand.parse("A2..3."), Hand.parse("K3..2.")], tricks_taken=(2, 1)
    )
    play.push(Card.parse("S2"))
    assert forced_tricks(play, 0).exactly == {4}
    assert (forced_tricks(play, 1).fewest, forced_tricks(play, 1).most) == (2, 2)
    with pytest.raises(SearchError, match="no seat 2"):
        forced_tricks(play, 2)


def test_what_can_be_forced_in_a_deal_is_what_nominations_are_worth() -> None:
    rules = DealRules("2", 2, trumps=Trumps.FIXED)
    for seed in range(12):
        state = ClagState(FULL_PACK.shuffled(seed), 3, rules, restricted=False)
        for _ in range(3):
            state.push(next(iter(state.legal_actions)))
        assert state.play is not None
        for seat in range(3):
            forced = forced_tricks(state.play, seat)
            for nominated in range(3):
                twin = ClagState(FULL_PACK.shuffled(seed), 3, rules, restricted=False)
                for each in range(3):
                    calls = list(twin.legal_actions)
                    twin.push(calls[nominated if each == seat else 0])
                worth = forced_score(twin, seat)
                assert (worth > 0) == (nominated in forced.exactly)
                assert worth in {0, 10 + 2 * nominated}


def _ending(name: str, seed: int, cards: int) -> TrickState:
    """A deal played at random until the hands have so few cards."""
    game = GAMES[name]
    state = game.deal(seed, game.opening())
    assert isinstance(state, TrickState)
    for _ in random_actions(state, random.Random(seed)):
        if state.play is not None and len(state.play.hands[state.play.leader]) <= cards:
            break
    return state


@pytest.mark.parametrize(("name", "cards"), [("clubs 3", 2), ("clubs 4", 2), ("clabberjass", 3)])
def test_nobody_does_worse_than_what_he_can_force(name: str, cards: int) -> None:
    for seed in range(6):
        state = _ending(name, seed, cards)
        if state.is_over:
            continue
        before = state.observation(0)
        selfish = selfish_scores(state)
        for seat, score in enumerate(selfish):
            forced = forced_score(state, seat)
            assert forced <= score
            values = forced_actions(state, seat)
            assert set(values) == set(state.legal_actions)
            assert forced == (max if state.turn == seat else min)(values.values())
        assert state.observation(0) == before


def test_for_two_players_both_ways_of_playing_are_one() -> None:
    """Points won by one are lost by the other: what both can force adds up to what there is."""
    for seed in range(12):
        state = _ending("clabberjass", seed, 3)
        if state.play is None or state.is_over:
            continue
        forced = tuple(forced_score(state, seat) for seat in (0, 1))
        assert forced == selfish_scores(state)


class Enough(Exception):
    """What a handler of a signal raises."""


@pytest.mark.machine
def test_an_interrupted_search_keeps_nothing_wrong() -> None:
    rules = TrickRules.precedence(4, (Suit.HEARTS,), wild=frozenset({Rank.TWO}))
    cards = FULL_PACK.shuffled(25)
    play = TrickPlay(rules, [Hand.of(*cards[seat * 7 : seat * 7 + 7]) for seat in range(4)])
    tables = tables_of(rules)
    search = ForcedTricks(tables, 14)  # A small table, so that the whole search takes longer.

    def stop(_signal: int, _frame: object) -> None:
        raise Enough

    began = time.monotonic()
    with raised_by_alarm(stop, 0.1), pytest.raises(Enough):
        search.forced_numbers(board_of_play(play, tables), 0)
    interrupted = time.monotonic() - began
    whole = ForcedTricks(tables, 14)
    began = time.monotonic()
    whole.forced_numbers(board_of_play(play, tables), 0)
    assert interrupted < (time.monotonic() - began) / 2
    for _ in range(12):
        push_card_play(play, legal_card_plays(play)[0])
    again = ForcedTricks(tables, 14)
    board = board_of_play(play, tables)
    assert search.forced_numbers(board, 0) == again.forced_numbers(board, 0)
