"""What a seat has seen: everything that was open, nothing that was not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from tests.samples import HAND


def random_play(seed: int, cards: int) -> Play:
    """A full deal with so many random legal cards played; every third is undeclared."""
    source = random.Random(seed)
    strain = source.choice(list(Strain))
    declarer = None if seed % 3 == 0 else source.choice(list(Seat))
    play = Play(Deal.random(seed), declarer, None if declarer is None else strain)
    for _ in range(cards):
        play.push(source.choice(list(play.legal_plays)))
    return play


def replayed(play: Play, hands: tuple[Hand, Hand, Hand]) -> Play:
    """The same cards played from the deal in which these hands are what is left."""
    whole = list(hands)
    for seat, card, *_ in play.history:
        whole[seat] = whole[seat].with_card(card)
    twin = Play(Deal((whole[0], whole[1], whole[2])), play.declarer, play.strain)
    for _, card, *_ in play.history:
        twin.push(card)
    return twin


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_plays_that_differ_in_unseen_cards_alone_look_the_same(
    seed: int, cards: int, seat: Seat
) -> None:
    play = random_play(seed, cards)
    known = ClumondView.of(play, seat)
    for hands in sample_deals(known, 3, seed=seed):
        assert ClumondView.of(replayed(play, hands), seat) == known


@given(st.integers(0, 10_000), st.integers(0, 39), st.sampled_from(Seat))
def test_the_true_hands_always_fit(seed: int, cards: int, seat: Seat) -> None:
    play = random_play(seed, cards)
    known = ClumondView.of(play, seat)
    assert known.fits(play.hands)
    assert known.play_of(play.hands) == play
    assert known.turn == play.turn
    assert [card for _, card in known.plays] == [card for _, card, *_ in play.history]


def test_a_view_is_one_seats() -> None:
    view = ClumondView.of(random_play(1, 7), Seat.FOREHAND)
    assert ClumondView.of(view) == ClumondView.of(view, Seat.FOREHAND) == view
    with pytest.raises(RuleError, match="the view is forehand's, not rearhand's"):
        ClumondView.of(view, Seat.REARHAND)


def test_voids_come_from_cards_that_did_not_follow() -> None:
    deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    play = Play(deal, Seat.FOREHAND, Strain.CLUBS)
    for text in ("SA", "SJ", "S4", "SK", "S9", "S2", "SQ", "S5", "C2"):
        play.push(Card.parse(text))
    assert ClumondView.of(play, Seat.MIDDLEHAND).voids == (
        frozenset({Suit.SPADES}),
        frozenset(),
        frozenset(),
    )


def test_a_start_in_the_middle_shows_its_table_and_no_more() -> None:
    source = Play(Deal.random(8), Seat.FOREHAND, Strain.HEARTS)
    shown = random.Random(3)
    while not (len(source.trick) == 2 and source.trick[0].suit is not source.trick[1].suit):
        source.push(shown.choice(list(source.legal_plays)))
    middle = Play.parse(str(source))
    known = ClumondView.of(middle, Seat.FOREHAND)
    follower = source.leader.left
    assert known.voids[follower] == {source.trick[0].suit}
    assert all(not known.voids[seat] for seat in Seat if seat != follower)
    middle.push(next(iter(middle.legal_plays)))
    assert known.voids[follower] <= ClumondView.of(middle, Seat.FOREHAND).voids[follower]


def test_hands_that_contradict_what_was_seen_are_refused() -> None:
    play = random_play(1, 7)
    known = ClumondView.of(play, Seat.FOREHAND)
    swapped = (play.hands[1], play.hands[0], play.hands[2])
    assert not known.fits(swapped)
    with pytest.raises(RuleError, match="contradict what forehand has seen"):
        known.play_of(swapped)


@pytest.mark.parametrize(
    ("text", "said"),
    [("AK8732.AK974.KJ4.Q", "15 cards"), ("AKT732.AK974.KJ4.Q3", "ST in hand")],
)
def test_a_hand_that_was_not_dealt_is_refused(text: str, said: str) -> None:
    with pytest.raises(RuleError, match=said):
        ClumondView.at_start(Hand.parse(text), Seat.FOREHAND, None)


def test_an_undeclared_hand_has_no_trumps() -> None:
    with pytest.raises(RuleError, match="undeclared hand is played at no trumps"):
        ClumondView.at_start(HAND, Seat.FOREHAND, None, Strain.CLUBS)


def test_supplementary_tricks_have_a_range() -> None:
    with pytest.raises(RuleError, match="from 0 to 6"):
        ClumondView.at_start(HAND, Seat.FOREHAND, None, supplementary=(0, 7, 0))
