"""The number of ways to play the next cards of fixed deals, counted by the slow rules of the tests.

Every game has two positions, before the first card and with few tricks left. A line of the golden
file has the game, the deal's seed, how many cards were played at random before, and then the counts
for one card, for two, and so on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from clumond_solver.base.cards import Card
from clumond_solver.rules.actions import Action, LeadFor, PlayAs, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PlayedCard
from tests.all_games import ALL_GAMES, GAMES, slow_legal, slow_winner, standing_after
from tests.slow_examples import seats_in_trick

FILE = Path(__file__).parent.parent / "golden" / "perft.txt"
# The counts go as far as there are fewer ways than this.
_MOST_WAYS = 4_000
_TRICKS_LEFT = 4
_DEALS = 14


#: Those counted: all of the library, and one in which a seat sits out.
COUNTED = GAMES | {"euchre alone": ALL_GAMES["euchre"]}


def position(name: str, seed: int, plays: int) -> TrickState:
    """The deal of a game, called and played at random so far; alone if somebody can."""
    game, source = COUNTED[name], random.Random(seed)
    state = game.deal(seed, standing_after(game, seed))
    assert isinstance(state, TrickState)
    while not state.is_over and (state.play is None or len(state.play.history) < plays):
        legal = list(state.legal_actions)
        legal = [action for action in legal if str(action).endswith("alone")] or legal
        state.push(legal[int(source.random() * len(legal))])
        if state.play is not None and len(state.play.history) == plays:
            break
    return state


def slow_counts(state: TrickState) -> list[int]:
    """The counts by the number of cards, from hands and table alone."""
    play = state.play
    assert play is not None
    assert play.turn is not None
    table = play.history[len(play.history) - len(play.trick) :]
    here = _Position([list(hand) for hand in play.hands], list(table), play.turn, play.tricks_left)
    counts: list[int] = []
    while True:
        count = _ways(state, here, len(counts) + 1)
        if not 0 < count < _MOST_WAYS:
            return counts
        counts.append(count)


class _Position(NamedTuple):
    """What lies where, the seat to play, and the tricks left."""

    hands: list[list[Card]]
    table: list[PlayedCard]
    turn: int
    left: int

    def after(self, state: TrickState, action: Action) -> _Position:
        played = _played(action, self.turn)
        hands = [[card for card in hand if card != played.card] for hand in self.hands]
        trick = [*self.table, played]
        turns = seats_in_trick(state, trick[0].seat)
        if len(trick) < len(turns):
            return _Position(hands, trick, turns[len(trick)], self.left)
        return _Position(hands, [], trick[slow_winner(state, trick)].seat, self.left - 1)


def _ways(state: TrickState, here: _Position, depth: int) -> int:
    if not here.left:
        return 0
    legal = slow_legal(state, here.hands[here.turn], here.table)
    assert legal is not None, "hands are played unseen"
    if depth == 1:
        return len(legal)
    return sum(_ways(state, here.after(state, action), depth - 1) for action in legal)


def _played(action: Action, seat: int) -> PlayedCard:
    assert isinstance(action, PlayCard | PlayAs | LeadFor)
    return PlayedCard(
        seat,
        action.card,
        action.named if isinstance(action, PlayAs) else None,
        action.led if isinstance(action, LeadFor) else None,
    )


def perft() -> str:
    """The lines of the golden file, as the slow rules count them."""
    return "".join(
        f"{name.replace(' ', '_')} {seed} {plays} {' '.join(map(str, slow_counts(state)))}\n"
        for name in COUNTED
        for seed, plays, state in _positions(name)
    )


def _positions(name: str) -> Iterator[tuple[int, int, TrickState]]:
    """A position near the start and one near the end, of the longest of some deals."""
    starts = filter(None, (_start(name, seed) for seed in range(1, _DEALS + 1)))
    seed, plays, tricks_left = max(starts, key=lambda start: start[2])
    yield seed, plays, position(name, seed, plays)
    state = position(name, seed, plays)
    plays += len(seats_in_trick(state, 0)) * (tricks_left - _TRICKS_LEFT)
    yield seed, plays, position(name, seed, plays)


def _start(name: str, seed: int) -> tuple[int, int, int] | None:
    """The seed, the cards before any choice, and the tricks left; None if hands are unseen."""
    for plays in range(8):
        state = position(name, seed, plays)
        if state.play is None or state.is_over or state.face_down:
            return None
        if not state.play.has_forced_cards:
            return seed, plays, state.play.tricks_left
    return None


def golden() -> Sequence[tuple[str, int, int, list[int]]]:
    """The golden file's lines: game, seed, cards played before, counts."""
    lines = (line.split() for line in FILE.read_text("ascii").splitlines())
    return [
        (name.replace("_", " "), int(seed), int(plays), [*map(int, counts)])
        for name, seed, plays, *counts in lines
    ]
