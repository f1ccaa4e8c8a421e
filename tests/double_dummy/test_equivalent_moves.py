"""Moves that open-card searches leave out, alone: each is worth what one that they try is worth."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.double_dummy.forced_scores import forced_tricks
from clumond_solver.knowledge.core_any_game import board_of_play, core_index, core_mask, tables_of
from clumond_solver.rules.actions import PlayAs
from clumond_solver.rules.states import legal_card_plays, push_card_play
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from tests.cython_files import core_access, plain_any_game
from tests.double_dummy.reference_open_cards import slow_forced_tricks
from tests.shares import share_of, source

ORDERS: list[tuple[Suit, ...]] = [(), (Suit.HEARTS,), (Suit.CLUBS, Suit.SPADES), tuple(Suit)]
# By the most cards of a hand.
POSITIONS = {2: 100_000, 3: 30_000}
# The lowest rank first. The wild one may be any of them.
RANKS = (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)


# By move: masks of trick numbers by question and seat.
Forced = dict[tuple[int, int], tuple[list[int], ...]]


@dataclass(frozen=True)
class Position:
    """A position of two to four players with some wild cards, perhaps in the middle of a trick."""

    play: TrickPlay
    order: tuple[Suit, ...]
    moves: tuple[tuple[int, int], ...]

    def forced_after_moves(self) -> Forced:
        """By plain minimax; see `plain_any_game.pyx`."""
        play, rules = self.play, self.play.rules
        tiers = [
            [
                len(self.order) - self.order.index(suit)
                if suit in self.order
                else (suit is led) - 1
                for suit in Suit
            ]
            for led in Suit
        ]
        pack = Hand.of(*(Card(suit, rank) for suit in Suit for rank in rules.ranking[suit]))
        wild = Hand.of(*(card for card in pack if card.rank in rules.wild))
        start = play.copy()
        while start.trick:
            start.pop()
        forced: Forced = plain_any_game.forced_after_moves(
            tiers,
            core_mask(rules, pack),
            core_mask(rules, wild),
            [core_mask(rules, hand) for hand in start.hands],
            play.leader,
            self.moves,
            rules.names_differ,
        )
        return forced


def positions(
    rng: random.Random, *, most_cards: int, names_differ: bool = False
) -> Iterator[Position]:
    """Endless positions: few ranks, so that cards touch; mostly one to three wild cards."""
    while True:
        players = rng.choice((2, 3, 3, 4))
        ranks = RANKS[: rng.randint(3, 6)]
        size = rng.randint(1, min(most_cards, 9 // players))
        pool = [Card(suit, rank) for suit in Suit for rank in ranks]
        rng.shuffle(pool)
        wild = rng.choice(ranks)
        cards = [card for card in pool if card.rank is wild][: rng.choice((0, 1, 1, 2, 2, 3))]
        cards += [card for card in pool if card.rank is not wild]
        size = min(size, len(cards) // players)
        cards = cards[: players * size]
        rng.shuffle(cards)
        hands = [Hand.of(*cards[at * size : at * size + size]) for at in range(players)]
        order = rng.choice(ORDERS)
        rules = TrickRules.precedence(
            players, order, ranks=ranks, wild=frozenset({wild}), names_differ=names_differ
        )
        play = TrickPlay(rules, hands, rng.randrange(players))
        moves = []
        for _ in range(rng.randrange(players)):
            way = rng.choice(legal_card_plays(play))
            named = way.named if isinstance(way, PlayAs) else way.card
            moves.append((core_index(rules, way.card), core_index(rules, named)))
            push_card_play(play, way)
        if (not play.is_over and play.trick) or not moves:
            yield Position(play, order, tuple(moves))


@pytest.mark.slow
@pytest.mark.rule("CLG-29")
@pytest.mark.parametrize("most_cards", POSITIONS)
@pytest.mark.parametrize("names_differ", [False, True])
def test_a_move_left_out_is_worth_what_one_tried_is_worth(
    most_cards: int, names_differ: bool
) -> None:
    rng = source(f"{'names' if names_differ else 'moves'}, {most_cards}")
    drawn = positions(rng, most_cards=most_cards, names_differ=names_differ)
    for position in islice(drawn, share_of(POSITIONS[most_cards])):
        values = position.forced_after_moves()
        board = board_of_play(position.play, tables_of(position.play.rules))
        tried = [values[move] for move in core_access.moves_to_try(board)]
        assert all(value in tried for value in values.values()), position


def test_a_wild_card_beats_the_lowest_card_of_its_suit() -> None:
    """The ace is low: the two beats it under every name, but not the three beside it."""
    ranks = RANKS[:4]
    rules = TrickRules.precedence(2, (Suit.SPADES,), ranks=ranks, wild=frozenset({Rank.TWO}))
    play = TrickPlay(rules, [Hand.parse(".A4.."), Hand.parse("A..2.")], leader=1)
    for seat in range(2):
        assert forced_tricks(play, seat) == slow_forced_tricks(play, seat)


@pytest.mark.slow
@pytest.mark.parametrize("names_differ", [False, True])
def test_the_plain_minimax_plays_by_the_rules(names_differ: bool) -> None:
    drawn = positions(random.Random(1), most_cards=2, names_differ=names_differ)
    for position in islice(drawn, 20):
        play = position.play.copy()
        for way in legal_card_plays(play):
            card = core_index(play.rules, way.card)
            named = core_index(play.rules, way.named) if isinstance(way, PlayAs) else card
            exactly, at_most, at_least = position.forced_after_moves()[card, named]
            push_card_play(play, way)
            for seat in range(play.rules.players):
                right = slow_forced_tricks(play, seat)
                assert {n for n in range(8) if exactly[seat] >> n & 1} == right.exactly
                assert (at_most[seat] & -at_most[seat]).bit_length() - 1 == right.fewest
                assert at_least[seat].bit_length() - 1 == right.most
            play.pop()
