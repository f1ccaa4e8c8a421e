"""Which plays may still succeed in the last tricks, and which must: against all deals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.coach.hints import hint
from clumond_solver.games.clabberjass import ClabberjassState
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.views import View
from clumond_solver.results import Choice
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.last_tricks import LastChances
from tests.all_games import GAMES, standing_after
from tests.shares import share_of, source


def has_succeeded(state: TrickState, seat: int) -> bool:
    """Whether a seat has succeeded in a finished deal, by the rules of its game."""
    if isinstance(state, ClumondState):
        assert state.play is not None
        judged = seat if state.play.declarer is None else state.play.declarer
        code = sum(card.suit for card in state.play.hands[judged])
        total = state.play.tricks_taken[judged] + state.supplementary[judged]
        return (total in {code, code + 10}) is (judged == seat)
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


def with_cards_shown(view: View, state: TrickState, shown: Hand) -> View:
    """The view of a seat that has been shown some cards more, in hands and in none."""
    assert state.play is not None
    hands = [*state.play.hands]
    dealt = [card for hand in hands for card in hand] + [past.card for past in view.history]
    hands.append(view.layout.pack - Hand.from_cards(dealt))
    return replace(
        view,
        held=tuple(held | hand & shown for held, hand in zip(view.held, hands, strict=True)),
        may_hold=tuple(may - shown for may in view.may_hold),
    )


def late_views(name: str, tricks_left: int, count: int) -> Iterator[tuple[View, list[TrickState]]]:
    """What seats to play see near the end of deals played at random, with all deals that agree.

    The seat is shown all but a few of the unseen cards, so that few deals agree.
    """
    game, rng = GAMES[name], source(f"last chances, {name}, {tricks_left}")
    while count:
        state = game.deal(rng.getrandbits(40), standing_after(game, rng.randrange(30)))
        place = rng.randrange(game.players)
        while not state.is_over:
            play = state.play
            if play and play.tricks_left == tricks_left and len(play.trick) == place:
                break
            state.push(rng.choice([*state.legal_actions]))
        if state.is_over or state.face_down:
            continue
        view = View.of(state)
        unseen = [*view.pool]
        hidden = rng.sample(unseen, min(len(unseen), rng.randint(2, MOST_HIDDEN[tricks_left])))
        view = with_cards_shown(view, state, view.pool - Hand.from_cards(hidden))
        worlds = view.all_worlds(1000)
        assert worlds is not None
        yield view, worlds
        count -= 1


# By tricks left, so that the slow recursion ends.
MOST_HIDDEN = {1: 8, 2: 6, 3: 4}
# By game and tricks left.
POSITIONS = {
    ("clumond", 1): 2000,
    ("clumond", 2): 1500,
    ("clumond", 3): 60,
    ("clumond four tens", 2): 500,
    ("clag foss 3", 2): 4000,
    ("clag foss 3", 3): 300,
    ("clag foss 4", 2): 3000,
    ("clag pagat 5", 2): 1000,
    ("clag caller 3", 2): 3000,
    ("clabberjass", 1): 500,
    ("clabberjass", 2): 4000,
    ("clabberjass", 3): 1000,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tricks_left"), POSITIONS)
@pytest.mark.sample(5)
def test_what_is_settled_is_so_in_all_deals(name: str, tricks_left: int) -> None:
    settled = Counter[bool | None]()
    positions = late_views(name, tricks_left, share_of(POSITIONS[name, tricks_left]))
    for number, (view, worlds) in enumerate(positions):
        expected = results(worlds, view.seat)
        assert LastChances.of(view).settled == expected, view
        check_choice(choose(view, iterations=60, seed=number), view, expected)
        settled.update(expected.get(play) for play in view.legal_actions)
    assert len(settled) > 1


def check_choice(choice: Choice[Any], view: View, expected: dict[Action, bool | None]) -> None:
    """What is certain is played, and nothing without a chance while another play has one."""
    assert view.play is not None
    assert view.play.payoffs is not None
    best = (True, None, False)
    ranks = {play: best.index(expected.get(play)) for play in view.legal_actions}
    if view.play.payoffs.deciding_seat is not None:
        assert ranks[choice.action] == min(ranks.values()), (view, choice)
        exact = {play: float(bool(found)) for play, found in expected.items()}
        assert {play: choice.values[play].value for play in exact} == exact
        return
    for play, value in choice.values.items():
        worse = ranks[choice.action] > ranks[play]
        assert not worse or choice.values[choice.action].value > value.value, (view, choice)


@pytest.mark.slow
@pytest.mark.parametrize("tricks_left", [1, 2, 3])
def test_a_hint_states_none_and_all_where_no_deal_and_every_deal_says_so(tricks_left: int) -> None:
    exact = Counter[bool]()
    positions = late_views("clumond", tricks_left, share_of(300))
    for number, (view, worlds) in enumerate(positions):
        expected = results(worlds, view.seat)
        found = hint(view, iterations=30, games_per_action=4, seed=number)
        if found.in_chances:
            for play, value in found.values.items():
                assert (value == 0) is (expected.get(play) is False), (view, found)
                assert (value == 1) is (expected.get(play) is True), (view, found)
                exact[value in {0, 1}] += 1
            assert found.values[found.action] == max(found.values.values())
            lost = {*map(expected.get, view.legal_actions)} == {False}
            assert lost is any(words in found.reason for words in LOST), found
    assert min(exact.values()) > 0


# What a declarer reads who cannot succeed, and a defender who cannot beat him.
LOST = "succeed any more", "declarer succeeds, whatever", "you fail, whatever"


@pytest.mark.slow
@pytest.mark.parametrize("role", ["declarer", "defender", "undeclared"])
def test_with_three_tricks_left_no_deal_is_missed(role: str) -> None:
    """The deals in which success is possible, one by one and undealt: the same plays have some."""
    rng, searched = source(f"three tricks, {role}"), 0
    for number in range(share_of(600)):
        declarer = None if role == "undeclared" else rng.choice([*Seat])
        strain = None if declarer is None else rng.choice([*Strain])
        play = Play(Deal.random(rng.getrandbits(60)), declarer, strain)
        while play.tricks_left > 3 or (play.turn is declarer) is not (role == "declarer"):
            play.push(rng.choice([*play.legal_plays]))
        view = View.of(ClumondState.of(play))
        chances = LastChances.of(view)
        possible = chances.deals_with_success(view.legal_actions, seed=number)
        if possible:
            impossible = {each for each, settled in chances.settled.items() if not settled}
            assert {each for each, (some, _) in possible.items() if not some} == impossible, play
            searched += 1
    assert searched > share_of(600) / 2


def test_a_card_that_throws_away_the_last_chance_has_none() -> None:
    """After the jack no deal brings success, after the two some do, but hardly any game."""
    text = "F:KQ.9.6. .J32.Q8. A7.4.A.9 declarer=M strain=NT leader=F tricks=6,1,4 table=C6"
    found = hint(Play.parse(text), iterations=200, games_per_action=48)
    jack, low = PlayCard(Card.parse("HJ")), PlayCard(Card.parse("H2"))
    assert found.action == low
    assert found.values[jack] == 0 < found.values[low]
    assert "♥J" not in found.reason.partition("equally good")[2]


def test_of_cards_that_are_as_good_the_one_with_most_deals_is_played() -> None:
    positions = late_views("clumond", 2, share_of(400))
    preferred = 0
    for number, (view, _) in enumerate(positions):
        chances, plays = LastChances.of(view), view.legal_actions
        best = chances.best(plays, lambda first, other: True, seed=number)
        deals = chances.deals_with_success(plays, seed=number)
        if chances.settled.get(best) is None and deals:
            open_plays = [play for play in plays if play not in chances.settled]
            assert sum(deals[best]) == max(sum(deals[play]) for play in open_plays)
            preferred += best != open_plays[0]
    assert preferred


def test_a_lost_nomination_is_called_lost() -> None:
    """Also where the number of tricks alone does not say so."""
    by_cards = 0
    for view, worlds in late_views("clag foss 3", 2, share_of(600)):
        world = worlds[0]
        assert isinstance(world, ClagState)
        assert view.play is not None
        nominated = world.nominations[view.seat]
        if nominated is None:
            continue
        reason = hint(view, iterations=30, games_per_action=4).reason
        says_lost = re.search(r"nomination of \w+ is lost", reason)
        missing = nominated - view.play.tricks_taken[view.seat]
        found = results(worlds, view.seat)
        if {*map(found.get, view.legal_actions)} == {False}:
            assert says_lost or "ou miss your nomination in all" in reason, reason
            by_cards += 0 <= missing <= 2
        else:
            assert not says_lost, reason
    assert by_cards
