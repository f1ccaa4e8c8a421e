"""The games that the tests run, a seeded way to play them at random, and slow statements of what
may be played and who wins, written again from the rules and sharing nothing with the library."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import ClabberjassGame, ClabberjassState
from clumond_solver.games.clag.game import CallersGame, ClagGame, ClagState
from clumond_solver.games.clag.schemes import FOSS, MCLEOD, PAGAT, SCORE_CARD, Trumps, scottish
from clumond_solver.games.clubs import ClubsGame, ClubsState
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.rules.actions import Action, LeadFor, PlayAs, PlayCard
from clumond_solver.rules.game import Game, Standing, State
from clumond_solver.rules.tricks import PlayedCard
from tests import slow_examples

GAMES: dict[str, Game[Any]] = {
    "clumond": ClumondGame(hands=4, scoring=Scoring.CHIPS),
    "clumond four tens": ClumondGame(hands=4, four_tens=True, scoring=Scoring.PAPER),
    "clag foss 3": ClagGame(3, FOSS),
    "clag foss 4": ClagGame(4, FOSS),
    "clag mcleod 5": ClagGame(5, MCLEOD),
    "clag mcleod 7": ClagGame(7, MCLEOD, restricted=False),
    "clag pagat 5": ClagGame(5, PAGAT),
    "clag card 4": ClagGame(4, SCORE_CARD, restricted=False),
    "clag scottish 6": ClagGame(6, scottish()),
    "clag caller 3": CallersGame(3, hands=6),
    "clag caller 5": CallersGame(5, hands=6),
    "clubs 3": ClubsGame(3),
    "clubs 4": ClubsGame(4),
    "clabberjass": ClabberjassGame(),
}
every_game = pytest.mark.parametrize("name", GAMES)
# The examples, by name: the class, and options that make a session short.
_EXAMPLES = {
    "hearts": ("Hearts", {"end": 40}),
    "spades": ("Spades", {"target": 150}),
    "euchre": ("Euchre", {"target": 4}),
    "skat": ("Skat", {"deals": 6}),
    "bridge": ("Bridge", {"deals": 4}),
    "oh hell": ("OhHell", {"cards": 5}),
}


def _examples() -> Iterator[tuple[str, Game[Any]]]:
    """The games of the examples, unregistered again: no list of games has them."""
    before = dict(registry._ENTRIES)
    import_module("examples.ninety_nine")
    for name, (kind, options) in _EXAMPLES.items():
        module = import_module(f"examples.{name.replace(' ', '_')}")
        yield name, getattr(module, kind)(**options)
    WITH_EXAMPLES.update(registry._ENTRIES)
    registry._ENTRIES.clear()
    registry._ENTRIES.update(before)


WITH_EXAMPLES: dict[str, registry.Entry] = {}
ALL_GAMES = GAMES | dict(_examples())
every_game_or_example = pytest.mark.parametrize("name", ALL_GAMES)


def random_actions(state: State, source: random.Random) -> Iterator[Action]:
    """Play a deal to its end at random; yields each action before it is done."""
    while not state.is_over:
        legal = list(state.legal_actions)
        action = legal[int(source.random() * len(legal))]
        yield action
        state.push(action)


def random_chooser(seed: int) -> Callable[[State], Action]:
    source = random.Random(seed)

    def choose(state: State) -> Action:
        legal = list(state.legal_actions)
        return legal[int(source.random() * len(legal))]

    return choose


def standing_after(game: Game[Any], deals: int) -> Standing:
    """A standing so many deals into a session, so that every kind of deal comes up."""
    standing = game.opening()
    length = len(game.scheme.deals) if isinstance(game, ClagGame) else 1
    for _ in range(deals % length):
        standing = standing.with_deal("", [0] * game.players)
    return standing


def slow_legal(
    state: State, hand: Sequence[Card], trick: Sequence[PlayedCard]
) -> set[Action] | None:
    """What may be played to the trick so far; None where hands are played unseen."""
    if slow_examples.is_example(state):
        return slow_examples.slow_legal(state, hand, trick)
    if isinstance(state, ClagState):
        return _slow_clag(state, hand, trick)
    if isinstance(state, ClubsState):
        return _slow_clubs(hand, trick)
    if isinstance(state, ClabberjassState):
        return {PlayCard(card) for card in _slow_clabberjass(state, hand, trick)}
    following = [card for card in hand if trick and card.suit is trick[0].card.suit]
    return {PlayCard(card) for card in following or hand}


def _slow_clag(
    state: ClagState, hand: Sequence[Card], trick: Sequence[PlayedCard]
) -> set[Action] | None:
    rules = state.rules
    assert rules is not None
    if rules.face_down:
        return None
    twos = [card for card in hand if rules.twos_wild and card.rank is Rank.TWO]
    natural = [card for card in hand if card not in twos]
    every = [Card(suit, rank) for suit in Suit for rank in Rank]
    if trick:
        led = (trick[0].named or trick[0].card).suit
        following = [card for card in natural if card.suit is led]
        if following:
            natural = following
            every = [card for card in every if card.suit is led]
        if rules.twos_differ:
            every = [card for card in every if card not in [other.named for other in trick]]
    plain: set[Action] = {PlayCard(card) for card in natural}
    return plain | {PlayAs(two, named) for two in twos for named in every}


def _slow_clubs(hand: Sequence[Card], trick: Sequence[PlayedCard]) -> set[Action]:
    if trick:
        led = trick[0].card.suit if trick[0].led is None else trick[0].led
        allowed = [card for card in hand if card.suit in {led, Suit.CLUBS}]
        return {PlayCard(card) for card in allowed or hand}
    declaring: set[Action] = {
        LeadFor(card, suit)
        for card in hand
        for suit in (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)
        if card.suit is Suit.CLUBS
    }
    return declaring | {PlayCard(card) for card in hand}


def _slow_clabberjass(
    state: ClabberjassState, hand: Sequence[Card], trick: Sequence[PlayedCard]
) -> list[Card]:
    if not trick:
        return list(hand)
    lead, trump = trick[0].card, state.trump
    following = [card for card in hand if card.suit is lead.suit]
    if following and lead.suit is trump:
        order = "78QKTA9J"
        higher = [c for c in following if order.index(str(c.rank)) > order.index(str(lead.rank))]
        return higher or following
    return following or [card for card in hand if card.suit is trump] or list(hand)


def slow_winner(state: State, trick: Sequence[PlayedCard]) -> int:
    """The place of the winning card: each card in turn against the best before it."""
    if slow_examples.is_example(state):
        return slow_examples.slow_winner(state, trick)
    beats = _clubs_beats if isinstance(state, ClubsState) else _suits_beat
    order, ranks = _order_and_ranks(state)
    best = 0
    for place in range(1, len(trick)):
        if beats(trick, place, best, order, ranks):
            best = place
    return best


def _order_and_ranks(state: State) -> tuple[list[Suit], dict[Suit, str]]:
    """The suits that beat others, highest first, and each suit's ranks, lowest first."""
    high = "23456789TJQKA"
    if isinstance(state, ClabberjassState):
        assert state.trump is not None
        plain = dict.fromkeys(Suit, "789JQKTA")
        return [state.trump], plain | {state.trump: "78QKTA9J"}
    if isinstance(state, ClagState):
        rules = state.rules
        assert rules is not None
        ranks = {"aces high": high, "aces low": "A23456789TJQK", "reversed": high[::-1]}
        order = list(rules.order)
        if state.turned is not None:
            order = [state.turned.suit]
        if rules.trumps is Trumps.DEALER:
            order = [Suit.parse(str(state.observation(0).events[0].text)[-1])]
        return order, dict.fromkeys(Suit, ranks[rules.ranks.value])
    strain = getattr(getattr(state, "play", None), "strain", None)
    return [] if strain is None or strain.suit is None else [strain.suit], dict.fromkeys(Suit, high)


def _suits_beat(
    trick: Sequence[PlayedCard], new: int, best: int, order: list[Suit], ranks: dict[Suit, str]
) -> bool:
    ours, theirs = (trick[place].named or trick[place].card for place in (new, best))
    if ours.suit is theirs.suit:
        heights = [ranks[ours.suit].index(str(card.rank)) for card in (ours, theirs)]
        if heights[0] != heights[1]:
            return heights[0] > heights[1]
        return trick[new].named is not None and trick[best].named is None
    if ours.suit not in order:
        return False
    return theirs.suit not in order or order.index(ours.suit) < order.index(theirs.suit)


def _clubs_beats(
    trick: Sequence[PlayedCard], new: int, best: int, order: list[Suit], ranks: dict[Suit, str]
) -> bool:
    led = trick[0].card.suit if trick[0].led is None else trick[0].led
    ours, theirs = trick[new].card, trick[best].card
    if ours.suit not in {led, Suit.CLUBS}:
        return False
    return (ours.rank, ours.suit is Suit.CLUBS) > (theirs.rank, theirs.suit is Suit.CLUBS)


def slow_scores(state: State) -> tuple[int, ...] | None:
    """What a deal is worth, from the cards of its tricks alone; None for Clumond (tested apart)."""
    if slow_examples.is_example(state):
        return slow_examples.slow_scores(state)
    play = getattr(state, "play", None)
    if isinstance(state, ClabberjassState):
        return (0, 0) if play is None else _slow_clabberjass_scores(state)
    if isinstance(state, ClubsState):
        return _slow_clubs_scores(state)
    return _slow_clag_scores(state) if isinstance(state, ClagState) else None


def _slow_clabberjass_scores(state: ClabberjassState) -> tuple[int, int]:
    assert state.play is not None
    trump, points = state.trump, [0, 0]
    for number, trick in enumerate(state.play.tricks):
        for card in trick.cards:
            rank = str(card.rank)
            if card.suit is trump and rank in "J9":
                points[trick.winner] += {"J": 20, "9": 14}[rank]
            else:
                points[trick.winner] += {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank, 0)
        points[trick.winner] += 10 * (number == 8)
    runs = [_slow_runs(hand) for hand in state.dealt]
    best_lengths = [max(((len(r), "789TJQKA".index(r[-1])) for r in each), default=(0, 0))
                    for each in runs]  # fmt: skip
    if any(runs):
        holder = 1 if best_lengths[1] > best_lengths[0] else 0
        split = {3: 20, 4: 50, 5: 50, 6: 50, 7: 70, 8: 100}
        if any(trick.winner == holder for trick in state.play.tricks):
            points[holder] += sum(split[len(run)] for run in runs[holder])
    for seat in (0, 1):
        royal = [c for c in state.dealt[seat] if c.suit is trump and str(c.rank) in "KQ"]
        points[seat] += 20 * (len(royal) == 2)
    bidder = state.bidder
    assert bidder is not None
    if points[bidder] <= points[1 - bidder]:
        points[1 - bidder] += points[bidder]
        points[bidder] = 0
    return points[0], points[1]


def _slow_runs(hand: Hand) -> list[str]:
    """Runs of three or more as texts, from the lowest rank up."""
    runs = []
    for suit in Suit:
        held = "".join(
            rank if any(str(c) == f"{suit}{rank}" for c in hand) else " " for rank in "789TJQKA"
        )
        runs += [run for run in held.split() if len(run) >= 3]
    return runs


def _slow_clubs_scores(state: ClubsState) -> tuple[int, ...]:
    assert state.play is not None
    won: list[list[Card]] = [[] for _ in range(state.players)]
    for trick in state.play.tricks:
        won[trick.winner] += trick.cards
    if state.face_down_card is not None:
        won[state.play.tricks[-1].winner].append(state.face_down_card)
    jack = Card.parse("CJ")
    plain, scrambled = [], []
    for cards in won:
        clubs = [card for card in cards if card.suit is Suit.CLUBS]
        plain.append(sum(-10 if card == jack else 3 for card in clubs) - len(cards))
        scrambled.append(sum(10 if card == jack else -3 for card in clubs))
    return tuple(scrambled if any(score <= -26 for score in plain) else plain)


def _slow_clag_scores(state: ClagState) -> tuple[int, ...]:
    assert state.play is not None
    assert state.rules is not None
    scoring, cards = state.rules.scoring, state.rules.cards
    said = {int(e.seat): int(e.text.split()[1]) for e in state.observation(0).events
            if e.seat is not None and e.text.startswith("nominate")}  # fmt: skip
    values = {"plain": [1] * cards, "ascending": [*range(1, cards + 1)],
              "descending": [*range(cards, 0, -1)]}[scoring.values.value]  # fmt: skip
    scores = []
    counts = [
        sum(trick.winner == seat for trick in state.play.tricks) for seat in range(state.players)
    ]
    for seat, count in enumerate(counts):
        worth = scoring.value * sum(
            value
            for value, trick in zip(values, state.play.tricks, strict=True)
            if trick.winner == seat
        )
        if scoring.aim.value == "none":
            scores.append(-worth if count else 10)
        elif scoring.aim.value == "most":
            scores.append(10 if sorted(counts)[-2] < count == max(counts) else 0)
        elif said[seat] == count:
            scores.append(10 + worth)
        else:
            scores.append(worth if scoring.failed_tricks else 0)
    return tuple(scores)
