"""Players at sight, by nets, and the levels that people play against."""

from __future__ import annotations

import itertools
import math
import struct
import tracemalloc
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.games.registry import entry, parse_game
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Nominate, PlayCard
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.clumond.playouts import Playouts, players_of
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.engines import engine_of
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import (
    EASY,
    FAST,
    LEVELS,
    MEDIUM,
    STYLES,
    SearchOptions,
    Style,
)
from clumond_solver.single_dummy.luck import mean, mean_error, relative_score
from clumond_solver.single_dummy.players import ClumondPlayer
from clumond_solver.single_dummy.shipped_weights import FORMAT, layers, shipped_nets, unpack_weights
from tests.knowledge.test_knowledge import random_play

AT_SIGHT = SearchOptions(nets=True, search_tricks=0)


def at_sight(temperature: float) -> Style:
    search = replace(AT_SIGHT, temperature=temperature)
    return Style(search, search, search)


def test_a_player_at_sight_takes_the_card_that_his_net_would_play() -> None:
    for seed in range(30):
        play = random_play(seed, 5)
        turn = play.turn
        assert turn is not None
        choice = choose_card(play, style=at_sight(0), iterations=1)
        assert choice.iterations == 0
        assert set(choice.values) == set(map(PlayCard, play.legal_plays))
        _, _, judged = shipped_nets().evaluations(seat_knowledge(ClumondView.of(play, turn)))
        worth, wish = judged[choice.card.bit]
        # Of touching cards the lowest stands for all.
        lowest = {id(value): play for play, value in sorted(choice.values.items(), reverse=True)}
        assert wish == max(judged[play.card.bit][1] for play in lowest.values())
        score = worth / 4096
        expected = score if play.declarer is None else 1 / (1 + math.exp(-score))
        assert choice.values[choice.action].value == pytest.approx(expected)


def test_the_higher_the_temperature_the_more_loosely_cards_are_drawn() -> None:
    play = random_play(3, 0)
    drawn = [
        {
            choose(play, style=at_sight(temperature), iterations=1, seed=seed).card
            for seed in range(60)
        }
        for temperature in (0, 1e-6, 2, 1000)
    ]
    assert drawn[0] == drawn[1]
    assert [len(cards) for cards in drawn[:2]] == [1, 1]
    assert 1 < len(drawn[2]) < len(drawn[3])
    groups = {id(value) for value in choose(play, iterations=50).values.values()}
    assert len(drawn[3]) == len(groups)


def test_only_with_nets_can_they_be_trusted_or_play_at_sight() -> None:
    for setting in ({"trust_nets": 0.5}, {"search_tricks": 6}):
        with pytest.raises(SearchError, match="need nets"):
            SearchOptions(**setting)


def test_who_plays_at_sight_searches_where_another_seat_is_to_play() -> None:
    hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    assert advise(hand, style=EASY, budget=60, seed=1).games > 0


def _worth_declaring(count: int) -> Iterator[tuple[Deal, Strain]]:
    """Deals whose forehand should declare, and the strain."""
    for seed in itertools.count():
        deal = Deal.random(seed)
        chances = {strain: quick_estimate(deal[Seat.FOREHAND], strain) for strain in Strain}
        best = max(chances, key=lambda strain: chances[strain])
        if chances[best] > 0.33:
            yield deal, best
            count -= 1
        if not count:
            break


def test_levels_stand_apart_in_both_roles() -> None:
    deals = list(_worth_declaring(250))

    def successes(declarer: Style, defenders: Style) -> int:
        won = 0
        for number, (deal, strain) in enumerate(deals):
            hand = deal[Seat.FOREHAND]
            known = ClumondView.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, strain)
            players = players_of(known, declarer, defenders)
            [outcome] = Playouts(known, players, seed=1, hands=list(deal)).play(number, 1, Stop())
            won += bool(outcome.declarer_succeeded)
        return won

    usual, easy = successes(FAST, FAST), successes(EASY, FAST)
    assert easy < usual - 25
    assert successes(FAST, EASY) > usual + 25
    assert easy < successes(MEDIUM, FAST)


def test_levels_stand_apart_when_nobody_declares() -> None:
    def gains(style: Style, others: Style) -> list[float]:
        scores = []
        for number in range(300):
            deal, seat = Deal.random(number), Seat(number % 3)
            known = ClumondView.at_start(deal[seat], seat, None)
            players = players_of(known, style, others)
            [outcome] = Playouts(known, players, seed=1, hands=list(deal)).play(number, 1, Stop())
            scores.append(relative_score(paper_scores(outcome), seat))
        return scores

    for better, worse in ((EASY, at_sight(1000)), (MEDIUM, EASY), (FAST, MEDIUM)):
        gained = gains(better, worse)
        assert mean(gained) > 4 * mean_error(gained)


def test_weights_of_nets_come_in_one_byte_and_biases_in_two_each_with_its_sign() -> None:
    random = Random(1)
    bounds = {"b": 1 << 7, "h": 1 << 15}
    roles = [
        [
            (kind, random.randrange(-bounds[kind], bounds[kind]))
            for kind, size in layers()
            for _ in range(size)
        ]
        for _ in range(Nets.role_count)
    ]
    packed = b"".join(struct.pack("<" + kind, number) for role in roles for kind, number in role)
    unpacked = [list(role) for role in unpack_weights(FORMAT + zlib.compress(packed))]
    assert unpacked == [[number for _, number in role] for role in roles]


def test_a_small_file_of_nets_does_not_unpack_to_a_large_one() -> None:
    right = files("clumond_solver.single_dummy").joinpath("nets.bin").read_bytes()
    start = right[: right.index(b"\n") + 1]
    for wrong in (start + zlib.compress(bytes(1 << 26)), start + zlib.compress(b""), right[:-3]):
        tracemalloc.start()
        with pytest.raises(SearchError, match="not weights of nets: they do not unpack to"):
            unpack_weights(wrong)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 1 << 23


def test_a_weak_player_nominates_nothing_that_is_certain_to_fail() -> None:
    # The dealer has the ace of trumps, and one trick is barred.
    game = parse_game("clag players=4")
    view = View.of(_dealer_to_nominate(game, "3..A.4", "D9", (0, 1, 1)), 3)
    for level in (Level.EASY, Level.MEDIUM):
        player = engine_of("clag").player(level)
        for seed in range(30):
            assert player(view, seed) != Nominate(0)


def test_easy_players_call_with_less_thought() -> None:
    game = parse_game("clag players=4")
    view = View.of(_dealer_to_nominate(game, "K4.Q83.J.9", "D9", (1, 1, 2)), 3)
    easy, medium = (
        Counter(engine_of("clag").player(level)(view, seed) for seed in range(20))
        for level in (Level.EASY, Level.MEDIUM)
    )
    assert max(easy.values()) < max(medium.values())


def _dealer_to_nominate(
    game: Game[Any], hand: str, turned: str, nominated: tuple[int, ...]
) -> TrickState:
    advice = entry("clag").hand_advice
    assert advice is not None
    assert advice.deal is not None
    state = advice.deal(game, Hand.parse(hand), Card.parse(turned), len(nominated))
    for tricks in nominated:
        state.push(Nominate(tricks))
    return state


def test_one_table_has_all_that_makes_a_level() -> None:
    assert list(LEVELS) == list(Level)
    for level, settings in LEVELS.items():
        assert STYLES[level] is settings.style
        player = engine_of("clumond").player(level)
        assert player == ClumondPlayer(
            settings.style.iterations.declarer, settings.games_before_a_call, settings.style
        )
