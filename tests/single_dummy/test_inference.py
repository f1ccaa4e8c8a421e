"""What calls and cards say about hidden hands."""

from __future__ import annotations

import math
from typing import Any

import pytest
from training.calling import fit, to_json, train

from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import SearchError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import seat_knowledge
from clumond_solver.single_dummy import levels
from clumond_solver.single_dummy.levels import FULL
from clumond_solver.single_dummy.shipped_weights import parse_calling, shipped_nets
from tests.cython_files import core_access
from tests.knowledge.test_knowledge import random_play

from .test_single_dummy import one_of_each_run


def weight(play: Play, viewer: Seat, calling: HandWeights | None) -> float:
    knowledge = seat_knowledge(ClumondView.of(play, viewer))
    hands = [hand.mask for hand in play.hands]
    return float(core_access.log_weight_of(knowledge, hands, shipped_nets(), calling, 1.0))


def declared_play(seed: int, cards: int) -> Play:
    return random_play(3 * seed + 1, cards)


def test_plays_weigh_as_the_nets_of_those_who_played_them_say() -> None:
    for seed in range(60):
        play = declared_play(seed, seed % 39)
        declarer = play.declarer
        assert declarer is not None
        viewer = Seat(seed % 3)
        expected = 0.0
        at = Play([deal_before(play, seat) for seat in Seat], declarer, play.strain)
        for seat, card, *_ in play.history:
            choices = one_of_each_run(at)
            if seat is not viewer:
                seen = seat_knowledge(ClumondView.of(at, Seat(seat)))
                _, _, judged = shipped_nets().evaluations(seen)
                wishes = {each: math.exp(judged[each.bit][1] / 4096) for each in choices}
                total = sum(wishes.values())
                chosen = max(each for each in choices if each <= card)
                # Of all odds, 2 % more for each card: players are not nets.
                share = (wishes[chosen] / total + 0.02) / (1 + 0.02 * len(choices))
                expected += math.log(share) if len(choices) > 1 else 0.0
            at.push(card)
        knowledge = seat_knowledge(ClumondView.of(play, viewer))
        hands = [hand.mask for hand in play.hands]
        found = core_access.log_weight_of(knowledge, hands, shipped_nets(), None, 0.7)
        assert found == pytest.approx(0.7 * expected, rel=1e-4, abs=1e-4)


def deal_before(play: Play, seat: Seat) -> Hand:
    """The seat's cards before the known history."""
    hand = play.hands[seat]
    for mover, card, *_ in play.history:
        if mover == seat:
            hand = hand.with_card(card)
    return hand


def test_a_call_speaks_of_the_whole_hand_that_called() -> None:
    calling = HandWeights([math.sin(place) for place in range(HandWeights.size)])
    for seed in range(30):
        play = declared_play(seed, seed)
        declarer = play.declarer
        assert declarer is not None
        viewer = declarer.left
        without = weight(play, viewer, None)
        called = weight(play, viewer, calling)
        expected = calling.logit(deal_before(play, declarer).mask)
        assert called - without == pytest.approx(expected, abs=1e-3)
        assert weight(play, declarer, calling) == pytest.approx(weight(play, declarer, None))


def test_a_hands_logit_adds_up_cards_and_lengths() -> None:
    weights = [0.0] * HandWeights.size
    weights[16 + 12], weights[64 + 17 + 3] = 2.0, 0.5
    calling = HandWeights(weights)
    assert calling.logit(Hand.parse("AK2...").mask) == 2.5
    assert calling.logit(Hand.parse("AK...").mask) == 2.0


def test_fitting_finds_what_decides() -> None:
    hands = [Deal.random(seed)[Seat.FOREHAND] for seed in range(400)]
    ace = 1 << (16 + 12)
    outcomes = [float(bool(hand.mask & ace)) for hand in hands]
    calling = HandWeights(fit(hands, outcomes, rounds=10, rate=0.05, decay=0.0))
    with_ace = [calling.logit(hand.mask) for hand in hands if hand.mask & ace]
    without = [calling.logit(hand.mask) for hand in hands if not hand.mask & ace]
    assert min(with_ace) > max(without)


def test_training_is_fixed_by_its_seed() -> None:
    def trained(seed: int, threads: int) -> str:
        return to_json(train(20, seed, iterations=10, threads=threads))

    assert trained(1, threads=1) == trained(1, threads=2) != trained(2, threads=2)


def test_weights_survive_being_written_and_read() -> None:
    weights = [[math.sin(strain + place) for place in range(HandWeights.size)] for strain in Strain]
    read = parse_calling(to_json(weights))
    hand = Deal.random(1)[Seat.FOREHAND]
    for row, calling in zip(weights, read, strict=True):
        assert calling.logit(hand.mask) == pytest.approx(
            HandWeights(row).logit(hand.mask), abs=0.02
        )


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format":1}', "[[NaN]]"])
def test_a_file_that_holds_no_weights_is_refused(text: str) -> None:
    with pytest.raises(SearchError, match="weights"):
        parse_calling(text)


def test_a_start_in_the_middle_is_played_without_weighting_the_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "Settings", lambda *arguments: arguments)
    play = declared_play(3, 12)
    later = Play.parse(str(play))
    turn = later.turn
    assert turn is not None
    arguments: Any = FULL.settings(10, ClumondView.of(later, turn), turn)
    assert arguments[3] is None
    arguments = FULL.settings(10, ClumondView.of(play, turn), turn)
    assert arguments[3] is not None
