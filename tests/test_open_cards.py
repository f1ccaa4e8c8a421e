from __future__ import annotations

import random
from itertools import product

import pytest

from clumond_solver.cards import Card, Hand, Suit
from clumond_solver.errors import SearchError
from clumond_solver.open_cards import (
    forced_actions,
    forced_score,
    forced_tricks,
    selfish_scores,
)
from clumond_solver.packs import FULL_PACK
from clumond_solver.rules.clag import DealRules, Ranks, Trumps
from clumond_solver.rules.clag_game import ClagState
from clumond_solver.rules.states import TrickState, lay, ways_to_play
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from tests.games import GAMES, random_actions

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


def _can_force(play: TrickPlay, seat: int, wanted: set[int]) -> bool:
    """Whether the seat can force its tricks to be one of these numbers: one question at a time."""
    if play.is_over:
        return play.tricks_taken[seat] in wanted
    results = []
    for way in ways_to_play(play):
        lay(play, way)
        results.append(_can_force(play, seat, wanted))
        play.pop()
    return any(results) if play.turn == seat else all(results)


@pytest.mark.parametrize("name", RULES)
def test_forced_tricks_agree_with_one_question_at_a_time(name: str) -> None:
    for seed, seat in product(range(4), range(3)):
        play = _play(RULES[name], seed, 3)
        forced = forced_tricks(play, seat)
        assert forced.exactly == {n for n in range(4) if _can_force(play, seat, {n})}
        assert forced.fewest == min(
            n for n in range(4) if _can_force(play, seat, set(range(n + 1)))
        )
        assert forced.most == max(n for n in range(4) if _can_force(play, seat, set(range(n, 4))))


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
