"""Trumps of several suits, and cards that may not be led yet: Python, the core and slow rules."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import pytest

from clumond_solver._core.single_dummy.any_game_tree_search import random_playouts
from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import ClumondError, IllegalPlayError, RuleError
from clumond_solver.double_dummy.forced_scores import forced_tricks
from clumond_solver.knowledge.core_any_game import (
    action_of_move,
    board_of_play,
    card_of_index,
    core_index,
    move_of,
    tables_of,
)
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.tricks import FifthSuit, TrickPlay, TrickRules


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


_HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA"
_JACKS = "DJ HJ SJ CJ"


@dataclass(frozen=True)
class _Example:
    """Rules as the library has them, and as texts for the slow statement."""

    rules: TrickRules
    ranks: str
    trumps: str = ""
    waits: str = ""
    breaks: str = ""
    not_first: str = ""

    def suit(self, card: Card) -> str:
        return "trump" if str(card) in self.trumps.split() else str(card.suit)

    def height(self, card: Card) -> int:
        trumps = self.trumps.split()
        if str(card) in trumps:
            return 100 + trumps.index(str(card))
        return self.ranks.index(str(card.rank))


def _example(players: int, ranks: str, trumps: str = "", **hands: str) -> _Example:
    rules = TrickRules.plain(players, ranks=tuple(map(Rank.parse, ranks)), trumps=_cards(trumps))
    fields = {name: Hand.of(*_cards(text)) for name, text in hands.items()}
    return _Example(replace(rules, **fields), ranks, trumps, **hands)  # type: ignore[arg-type]


EXAMPLES = {
    "euchre": _example(4, "9TJQKA", "H9 HT HQ HK HA DJ HJ"),
    "skat in hearts": _example(3, "789QKTAJ", f"H7 H8 H9 HQ HK HT HA {_JACKS}"),
    "grand": _example(3, "789QKTAJ", _JACKS),
    "jacks between ranks": _example(3, "789JQKTA", _JACKS),
    "sheepshead": _example(3, "789KTAJQ", f"D7 D8 D9 DK DT DA {_JACKS} DQ HQ SQ CQ"),
    "hearts": _example(
        4,
        "23456789TJQKA",
        waits=_HEARTS,
        breaks=f"{_HEARTS} SQ",
        not_first=f"{_HEARTS} SQ",
    ),
    "trumps that wait": _example(3, "789QKTAJ", _JACKS, waits=_JACKS),
}
every_example = pytest.mark.parametrize("name", EXAMPLES)


def _slow_legal(example: _Example, hand: Sequence[Card], past: Sequence[Card]) -> set[Card]:
    """The legal cards after the cards ``past``, by the rules written again."""
    players = example.rules.players
    trick = past[len(past) - len(past) % players :]
    allowed = list(hand)
    if trick:
        led = example.suit(trick[0])
        allowed = [card for card in hand if example.suit(card) == led] or allowed
    barred: list[str] = []
    breaks = (example.breaks or example.waits).split()
    if not trick and not any(str(card) in breaks for card in past):
        barred += example.waits.split()
    if len(past) < players:
        barred += example.not_first.split()
    return {card for card in allowed if str(card) not in barred} or set(allowed)


def _slow_winner(example: _Example, trick: Sequence[Card]) -> int:
    led = example.suit(trick[0])
    strength = [
        example.height(card) if example.suit(card) in {led, "trump"} else -1 for card in trick
    ]
    return strength.index(max(strength))


def _deal(example: _Example, seed: int, cards: int) -> TrickPlay:
    rules = example.rules
    pack = [Card(suit, rank) for suit in Suit for rank in rules.ranking[suit]]
    random.Random(seed).shuffle(pack)
    hands = [Hand.of(*pack[seat * cards : (seat + 1) * cards]) for seat in range(rules.players)]
    return TrickPlay(rules, hands, leader=seed % rules.players)


@every_example
def test_random_plays_in_python_in_the_core_and_by_slow_rules(name: str) -> None:
    example = EXAMPLES[name]
    rules = example.rules
    source = random.Random(1)
    for seed in range(60):
        play = _deal(example, seed, 24 // rules.players if seed % 2 else 32 // rules.players - 2)
        board = board_of_play(play, tables_of(rules))
        past: list[Card] = []
        while (turn := play.turn) is not None:
            legal = _slow_legal(example, list(play.hands[turn]), past)
            assert set(play.legal_plays) == legal
            moves = sorted(move_of(rules, PlayCard(card)) for card in legal)
            assert (board.turn, sorted(board.moves)) == (turn, moves)
            assert sorted(board_of_play(play, tables_of(rules)).moves) == moves
            for card in play.hands[turn] - Hand.from_cards(legal):
                with pytest.raises(IllegalPlayError, match=r"must follow|led yet|first trick"):
                    play.push(card)
            card = source.choice(sorted(legal))
            assert action_of_move(rules, *move_of(rules, PlayCard(card))) == PlayCard(card)
            board.play(*move_of(rules, PlayCard(card)))
            before = (play.hands, play.legal_plays, play.waiting, play.held_back)
            play.push(card)
            play.pop()
            assert (play.hands, play.legal_plays, play.waiting, play.held_back) == before
            play.push(card)
            past.append(card)
            twin = pickle.loads(pickle.dumps(play))
            assert (twin.legal_plays, twin.waiting) == (play.legal_plays, play.waiting)
            if len(past) % rules.players == 0:
                trick = play.tricks[-1]
                assert trick.winner == (trick.leader + _slow_winner(example, trick.cards)) % (
                    rules.players
                )
        assert (board.taken, board.moves) == (play.tricks_taken, [])


@every_example
def test_a_play_rules_out_exactly_the_hands_that_could_not_have_made_it(name: str) -> None:
    example = EXAMPLES[name]
    rules = example.rules
    source = random.Random(2)
    compared = 0
    for seed in range(40):
        play = _deal(example, seed, 24 // rules.players)
        past: list[Card] = []
        while (turn := play.turn) is not None:
            card = source.choice(sorted(play.legal_plays))
            play.push(card)
            absent = play.copy().cards_ruled_out
            play.pop()
            unknown = [c for c in chain.from_iterable(play.hands) if c != card]
            for _ in range(3):
                hand = [card, *source.sample(unknown, min(3, len(unknown)))]
                fits = not Hand.from_cards(hand) & (absent[turn] - play.cards_ruled_out[turn])
                assert fits is (card in _slow_legal(example, hand, past)) or (
                    # An earlier play may rule a card out already.
                    bool(Hand.from_cards(hand) & play.cards_ruled_out[turn])
                )
                compared += 1
            play.push(card)
            past.append(card)
            assert not any(map(Hand.__and__, play.hands, play.cards_ruled_out))
    assert compared > 100


def _slow_most_tricks(play: TrickPlay, seat: int) -> int:
    if play.is_over:
        return play.tricks_taken[seat]
    values = [_slow_most_tricks(play.after([card]), seat) for card in play.legal_plays]
    return max(values) if play.turn == seat else min(values)


@every_example
def test_open_cards_are_searched_as_by_trying_all(name: str) -> None:
    example = EXAMPLES[name]
    for seed in range(8):
        play = _deal(example, seed, 3 if example.rules.players == 4 else 4)
        assert forced_tricks(play, 1).most == _slow_most_tricks(play, 1)


@every_example
def test_places_in_the_core_are_one_to_one(name: str) -> None:
    rules = EXAMPLES[name].rules
    cards = [Card(suit, rank) for suit in Suit for rank in rules.ranking[suit]]
    assert [card_of_index(rules, core_index(rules, card)) for card in cards] == cards


@every_example
def test_rollouts_play_as_random_games_do(name: str) -> None:
    # The means of the core's fast rollouts, and of plays by the rules in Python.
    play = _deal(EXAMPLES[name], 3, 5 if EXAMPLES[name].rules.players == 4 else 6)
    tricks, _, _ = random_playouts(board_of_play(play, tables_of(play.rules)), 20_000, seed=1)
    source, count = random.Random(4), 1500
    sums = [0] * play.rules.players
    for _ in range(count):
        game = play.copy()
        while not game.is_over:
            game.push(source.choice(list(game.legal_plays)))
        sums = [total + taken for total, taken in zip(sums, game.tricks_taken, strict=True)]
    assert [total / count for total in sums] == pytest.approx(tricks, abs=0.15)


def test_the_suit_of_trumps() -> None:
    euchre, grand = EXAMPLES["euchre"].rules, EXAMPLES["grand"].rules
    left, right = _cards("DJ HJ")
    assert {euchre.suit_of(left), euchre.suit_of(right)} == {Suit.HEARTS}
    assert (euchre.order, grand.order) == ((Suit.HEARTS,), ())
    assert grand.suit_of(right) is FifthSuit.TRUMPS
    assert euchre.winner(_cards("D9 DJ H9")) == 1
    why = grand.why_illegal(Hand.parse(".J.A."), FifthSuit.TRUMPS, Card.parse("DA"))
    assert str(why) == "holds trumps, must follow"


@pytest.mark.parametrize(
    "fields",
    [
        {"wild": frozenset({Rank.TWO})},
        {"declares": frozenset({Suit.CLUBS})},
        {"kept": 1},
        {"ranking": (tuple(Rank)[:5],) * 4},
        {"trumps": _cards("HJ HJ")},
        {"trumps": "HJ"},
        {"waits": "hearts"},
    ],
)
def test_contradictions_are_refused(fields: dict[str, object]) -> None:
    rules = TrickRules.plain(3, trumps=_cards(_JACKS))
    with pytest.raises(ClumondError):
        replace(rules, **fields)  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="four tiers"):
        replace(TrickRules.precedence(3, tuple(Suit)), trumps=_cards(_JACKS))


def test_the_highest_card_always_wins_in_every_game() -> None:
    """Against every lead, by brute force over the cards that others may hold."""
    plain = {"trumps": TrickRules.plain(3, Suit.HEARTS), "none": TrickRules.plain(3)}
    for name, rules in {**plain, **{name: game.rules for name, game in EXAMPLES.items()}}.items():
        cards = [card for suit in Suit for card in rules.cards_of(suit)]
        cards += [card for card in rules.trumps if card not in cards]
        if rules.wild:
            continue
        winners = []
        for card in cards:
            others = [other for other in cards if other != card]
            wins = all(rules.winner([other, card]) == 1 for other in others)
            wins_led = all(rules.winner([card, other]) == 0 for other in others)
            assert rules.always_wins(card, others) is (wins and wins_led), (name, card)
            winners += [card] if wins and wins_led else []
        assert len(winners) == bool(rules.order or rules.trumps), name
