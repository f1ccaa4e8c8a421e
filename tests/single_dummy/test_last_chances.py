"""Which plays may still succeed in the last tricks, and which must: against all deals, one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.games.clabberjass import ClabberjassState
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.last_tricks import LastChances
from tests.all_games import GAMES, standing_after
from tests.shares import share_of, source

MOST_WORLDS = 60


def has_succeeded(state: TrickState, seat: int) -> bool:
    """Whether a seat has succeeded in a finished deal, by the rules of its game."""
    if isinstance(state, ClumondState):
        declarer = state.outcome().declarer
        judged = Seat(seat) if declarer is None else declarer
        return state.outcome()[judged].success is (judged == seat)
    if isinstance(state, ClabberjassState):
        assert state.bidder is not None
        return (state.scores[state.bidder] > 0) is (seat == state.bidder)
    assert isinstance(state, ClagState)
    assert state.rules is not None
    assert state.play is not None
    taken = state.play.tricks_taken
    match state.rules.scoring.aim.value:
        case "none":
            return taken[seat] == 0
        case "most":
            return taken[seat] > max(count for other, count in enumerate(taken) if other != seat)
    return taken[seat] == state.nominations[seat]


def may_succeed(world: TrickState, seat: int) -> bool:
    """Whether a deal has a line of play in which the seat succeeds."""
    if world.is_over:
        return has_succeeded(world, seat)
    for action in world.legal_actions:
        world.push(action)
        succeeds = may_succeed(world, seat)
        world.pop()
        if succeeds:
            return True
    return False


def must_succeed(worlds: Sequence[TrickState], seat: int) -> bool:
    """Whether the seat can play so that it succeeds in all deals, which it cannot tell apart."""
    if worlds[0].is_over:
        return all(has_succeeded(world, seat) for world in worlds)
    is_own = worlds[0].turn == seat
    for action in dict.fromkeys(action for world in worlds for action in world.legal_actions):
        agreeing = [world for world in worlds if action in world.legal_actions]
        for world in agreeing:
            world.push(action)
        succeeds = must_succeed(agreeing, seat)
        for world in agreeing:
            world.pop()
        if succeeds is is_own:
            return is_own
    return not is_own


def results(worlds: Sequence[TrickState], seat: int) -> dict[Action, bool | None]:
    """Whether the seat succeeds, by play that settles it."""
    found = dict[Action, bool | None]()
    for action in worlds[0].legal_actions:
        for world in worlds:
            world.push(action)
        if not any(may_succeed(world, seat) for world in worlds):
            found[action] = False
        elif must_succeed(worlds, seat):
            found[action] = True
        for world in worlds:
            world.pop()
    return found


def late_views(name: str, rng: random.Random, tricks_left: int) -> Iterator[View]:
    """What seats see near the end of deals played at random.

    The seat also sees most of the cards that nobody was dealt, so that few deals agree.
    """
    game = GAMES[name]
    while True:
        state = game.deal(rng.getrandbits(40), standing_after(game, rng.randrange(30)))
        at = rng.randrange(game.players)
        while not state.is_over:
            play = state.play
            if play is not None and play.tricks_left == tricks_left and len(play.trick) >= at:
                if not state.face_down:
                    view = View.of(state)
                    shown = list((view.may_hold[-1] & state_rest(state)))
                    seen = Hand.from_cards(shown[rng.randint(0, 2) :])
                    yield replace(
                        view,
                        held=(*view.held[:-1], view.held[-1] | seen),
                        may_hold=tuple(may - seen for may in view.may_hold),
                    )
                break
            state.push(rng.choice([*state.legal_actions]))


def state_rest(state):
    assert state.play is not None
    dealt = 0
    for hand in state.play.hands:
        dealt |= hand.mask
    for played in state.play.history:
        dealt |= played.card.mask
    return state.layout.pack - Hand(dealt)


# By game and tricks left.
POSITIONS = {
    ("clumond", 1): 2000, ("clumond", 2): 2000, ("clumond four tens", 2): 500,
    ("clag foss 3", 2): 2000, ("clag foss 4", 2): 1000, ("clag foss 3", 3): 500, ("clag pagat 5", 2): 500, ("clag caller 3", 2): 1000,
    ("clabberjass", 1): 1000, ("clabberjass", 2): 2000, ("clabberjass", 3): 500,
}


@pytest.mark.parametrize(("name", "tricks_left"), POSITIONS)
def test_what_is_settled_is_so_in_all_deals(name: str, tricks_left: int) -> None:
    rng, settled = source(f"last chances, {name}, {tricks_left}"), Counter[bool | None]()
    views = late_views(name, rng, tricks_left)
    for _ in range(share_of(POSITIONS[name, tricks_left])):
        view = next(views)
        worlds = view.all_worlds(MOST_WORLDS)
        if worlds is None:
            continue
        found = LastChances.of(view).settled
        expected = results(worlds, view.seat)
        assert found == expected, (view, found, expected)
        settled.update(expected.get(action) for action in view.legal_actions)
    print(name, tricks_left, settled)
