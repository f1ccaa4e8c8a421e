"""Hypothesis strategies for what the library works on: cards, hands, deals and plays."""

from __future__ import annotations

from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS, Play

suits = st.sampled_from(Suit)
strains = st.sampled_from(Strain)
seats = st.sampled_from(Seat)
seeds = st.integers(0, 2**32 - 1)
cards = st.builds(Card, suits, st.sampled_from(Rank))
clumond_cards = cards.filter(lambda card: card.rank is not Rank.TEN)
hands = st.frozensets(cards, max_size=20).map(Hand.from_cards)


@st.composite
def deals(draw: st.DrawFn, smallest: int = 4, largest: int = 16) -> Deal:
    return Deal.random(draw(seeds), cards=draw(st.integers(smallest, largest)))


@st.composite
def plays(draw: st.DrawFn, fewest_tricks: int = 0, most_tricks: int = 13) -> Play:
    """A play with so many tricks left, perhaps in the middle of a trick, declared or not."""
    tricks_left = draw(st.integers(max(fewest_tricks, 1), most_tricks))
    deal = Deal.random(draw(seeds), cards=tricks_left + 3)
    declarer = draw(st.none() | seats)
    first = draw(st.integers(0, TRICKS - tricks_left))
    second = draw(st.integers(0, TRICKS - tricks_left - first))
    play = Play(
        deal,
        declarer,
        None if declarer is None else draw(strains),
        leader=draw(seats),
        tricks_taken=(first, second, TRICKS - tricks_left - first - second),
        supplementary=draw(st.tuples(*[st.integers(0, 6)] * 3)),
    )
    furthest = 3 * (tricks_left - fewest_tricks)
    for _ in range(draw(st.integers(0, min(furthest, 8)))):
        play.push(draw(st.sampled_from(list(play.legal_plays))))
    return play


def random_play_out(play: Play, draw: st.DrawFn) -> None:
    while not play.is_over:
        play.push(draw(st.sampled_from(list(play.legal_plays))))
