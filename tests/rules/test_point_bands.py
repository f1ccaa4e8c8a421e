"""Scores by points: thresholds, sides, all or nothing; in the core, in Python, in plain code."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from clumond_solver._core.rules.payoffs import Payoffs as CompiledPayoffs
from clumond_solver._core.single_dummy.any_game_tree_search import finish_deal
from clumond_solver.base.cards import PIQUET_PACK, Card, Hand, Suit
from clumond_solver.base.errors import ClumondError, RuleError, WrongTypeError
from clumond_solver.knowledge.core_any_game import (
    action_of_move,
    board_of_play,
    core_mask,
    tables_of,
)
from clumond_solver.rules.payoffs import Payoffs, PointBand, Settling
from clumond_solver.rules.states import push_card_play
from clumond_solver.rules.tricks import TrickPlay, TrickRules

_VALUES = dict(zip("JQKTA", (2, 3, 4, 10, 11), strict=True))


def _points(card: Card) -> int:
    return _VALUES.get(str(card.rank), 0)


SKAT = Payoffs.by_tricks(
    [[-7, *[0] * 9, 7], [0] * 11, [0] * 11],
    card_points={card: _points(card) for card in PIQUET_PACK.cards},
    bands=[
        PointBand((0,), 0, 60, (-40, 0, 0)),
        PointBand((0,), 61, 120, (20, 0, 0)),
        PointBand((1, 2), 0, 30, (20, 0, 0)),
    ],
    rest_seat=0,
    points_score=False,
)
HEARTS = Payoffs.by_tricks(
    [[0] * 11] * 3,
    card_points={card: -1 for card in PIQUET_PACK.cards if card.suit is Suit.HEARTS},
    bands=[
        PointBand((seat,), -8, -8, tuple(8 if other == seat else -8 for other in range(3)))
        for seat in range(3)
    ],
)


def _slow_skat(play: TrickPlay, rest: Hand) -> tuple[int, ...]:
    won = sum(_points(card) for card in rest | play.cards_won[0])
    score = 20 if won > 60 else -40
    score += 20 if 120 - won <= 30 else 0
    score += {0: -7, 10: 7}.get(play.tricks_taken[0], 0)
    return score, 0, 0


def _slow_hearts(play: TrickPlay, rest: Hand) -> tuple[int, ...]:
    hearts = [won.length(Suit.HEARTS) for won in play.cards_won]
    if 8 in hearts:
        return tuple(0 if count else -8 for count in hearts)
    return tuple(-count for count in hearts)


@pytest.mark.parametrize(("payoffs", "slow"), [(SKAT, _slow_skat), (HEARTS, _slow_hearts)])
def test_scores_by_points_in_the_core_in_python_and_in_plain_code(
    payoffs: Payoffs, slow: object
) -> None:
    assert callable(slow)
    seen = set()
    for seed in range(300):
        source = random.Random(seed)
        cards = list(PIQUET_PACK.cards)
        if seed % 2:  # One-sided deals: all points, or none.
            cards.sort(key=lambda card: (card.suit is Suit.HEARTS, card.rank))
        else:
            source.shuffle(cards)
        hands = [Hand.of(*cards[seat::3][:10]) if seed % 2 == 0 else
                 Hand.of(*cards[2 + 10 * seat : 12 + 10 * seat]) for seat in range(3)]  # fmt: skip
        rest = PIQUET_PACK.cards - hands[0] - hands[1] - hands[2]
        rules = TrickRules.plain(3, Suit.HEARTS)
        play = TrickPlay(rules, hands, leader=seed % 3)
        tables = tables_of(rules, lambda card: payoffs.card_points[card.bit])
        compiled = CompiledPayoffs(
            payoffs.awards,
            [sum(1 << taken for taken in counts) for counts in payoffs.counts],
            [-1] * 3,
            [0] * 3,
            last_takes_rest=payoffs.rest_award is not None,
            rest_seat=-1 if payoffs.rest_seat is None else payoffs.rest_seat,
            bands=payoffs.bands,
        )
        ways, _, scores = finish_deal(
            board_of_play(play, tables), compiled, core_mask(rules, rest), 0, seed
        )
        for way in ways:
            push_card_play(play, action_of_move(rules, *way))
        assert play.is_over
        left_over = rest if payoffs.rest_seat is not None else Hand()
        assert tuple(scores) == payoffs.scores(play, rest) == slow(play, left_over)
        seen.add(tuple(scores))
    assert len(seen) > 3


@pytest.mark.parametrize(
    "fields",
    [
        {"rest_seat": 3},
        {"bands": (PointBand((3,), 0, 1, (0, 0, 0)),)},
        {"bands": (PointBand((0,), 0, 1, (0, 0)),)},
        {"bands": (PointBand((0,), 11, 0, (5, -5, 0)),)},
        {"bands": (PointBand((0,), 0, 1, (0, 0, 0)),) * 33},
        {"bands": 1},
    ],
)
def test_wrong_bands_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(ClumondError, match=r"Payoffs\.(bands|rest_seat)"):
        replace(SKAT, **fields)  # type: ignore[arg-type]


def test_the_core_refuses_bands_that_do_not_fit() -> None:
    rows = [[[0]]] * 2
    for band in [((0,), 0, 1, (1,)), ((0,), 0, 1, (1e9, 0))]:
        with pytest.raises(ValueError, match=r"band|beyond"):
            CompiledPayoffs(rows, [0] * 2, [-1] * 2, [0] * 2, bands=[band])
    with pytest.raises(ValueError, match="no seat 2"):
        CompiledPayoffs(rows, [0] * 2, [-1] * 2, [0] * 2, rest_seat=2)


def test_settlings_of_engines_only_are_refused() -> None:
    with pytest.raises(RuleError, match="states its `scores`"):
        replace(SKAT, settling=Settling.MOST_ALONE).settled((10, 0, 0), (120, 0, 0))


def _answer(scores: Any, taken: tuple[int, ...]) -> Any:
    return scores


def test_a_table_made_of_a_function_is_one_that_is_checked_row_by_row() -> None:
    made = Payoffs.by_function(lambda taken: [10 * taken[0], -taken[1], 0], 3, 4)
    assert replace(made, table=tuple(made.table)) == made
    with pytest.raises(WrongTypeError, match="table"):
        replace(made, table=made.table[1:])
    wrong: Any
    for wrong in ([1, 2], [1, 2, "3"], [1, 2, float("nan")]):
        with pytest.raises(WrongTypeError, match="a score for each of 3 seats"):
            Payoffs.by_function(partial(_answer, wrong), 3, 4)
