"""What hints say of games played after two cards: that it holds in those games."""

from __future__ import annotations

import random
import re

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons import reason_of_action
from clumond_solver.coach.reasons.differences import Differences
from clumond_solver.coach.reasons.fates import Moment
from clumond_solver.coach.reasons.games_after import FinishedGame, GamesAfter
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.games.clabberjass import settled_points
from clumond_solver.games.clubs import SCRAMBLING
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PlayedCard
from tests.all_games import GAMES, standing_after

# How many actions come first at least and at most, and how many deals are looked at.
TURNS = {"clubs 3": (20, 40, 7), "clubs 4": (28, 48, 4), "clabberjass": (3, 14, 5)}
WITH_BIDS = {**TURNS, "clag foss 3": (3, 14, 15)}
COUNTED = re.compile(
    r"After (\S+) you (?:later )?win (\S+), which (?:counts|costs) \d+, in (all|none of|\d+ of)"
    r" (\d+) games; after (\S+) in (none|\d+)\."
)
TAKES = re.compile(
    r"(\S+) (?:takes|would take) this trick, which \D+\d+, in (all|none of|\d+ of) (\d+) games;"
    r" (\S+) in (none|\d+)\."
)
COSTS = re.compile(r"(\S+) costs whoever takes this trick (\d+)\.")
GIVES = re.compile(r"(\S+) would give (\d+) away\.")
BIDS = re.compile(r"After (\S+) you hit your bid in (all|none of|\d+ of) (\d+) games; after (\S+)")


def _turns(name: str) -> list[View]:
    """Turns with a choice of two or more cards, one a deal at most."""
    game, turns = GAMES[name], []
    least, most, deals = WITH_BIDS[name]
    for seed in range(deals):
        state: TrickState = game.deal(seed, standing_after(game, seed))
        source = random.Random(seed)
        stop = source.randrange(least, most)
        while not state.is_over:
            actions = state.legal_actions
            cards = all(isinstance(each, PlayCard) for each in actions)
            stop -= 1
            if stop < 0 and state.play is not None and len(actions) > 1 and cards:
                view = View.of(state, state.seat_to_act)
                if view.play is not None and view.play.payoffs is not None:
                    turns.append(view)
                    break
            state.push(source.choice(list(actions)))
    return turns


def _number(text: str, of: str) -> int:
    return int(of) if text == "all" else int(text.split(maxsplit=1)[0].replace("none", "0"))


@pytest.mark.parametrize("name", WITH_BIDS)
def test_what_is_counted_in_a_reason_holds_in_the_games_that_it_counts(name: str) -> None:
    checked = 0
    for view in _turns(name):
        games = GamesAfter(view, 16)
        actions = [each for each in view.legal_actions if isinstance(each, PlayCard)]
        cards = {each.card.pretty(): each for each in actions}
        one, *others = cards.values()
        for first, second in [(one, each) for each in others] + [(each, one) for each in others]:
            said = reason_of_action(view, first, [second], games=games)
            for card, won, often, of, other, rarely in COUNTED.findall(said):
                begin = 0 if won in {card, other} else 1
                for shown, count in (card, _number(often, of)), (other, _number(rarely, of)):
                    after = games.after(cards[shown])
                    assert len(after) == int(of)
                    assert sum(_wins(game, won, begin) == view.seat for game in after) == count
                checked += 1
            for card, often, of, other, rarely in TAKES.findall(said):
                for shown, count in (card, _number(often, of)), (other, _number(rarely, of)):
                    after = games.after(cards[shown])
                    assert sum(game.winner == view.seat for game in after) == count
                checked += 1
            assert view.play is not None
            assert view.play.payoffs is not None
            points = view.play.payoffs.card_points
            for card, cost in COSTS.findall(said):
                assert points[Card.parse(card).bit] == -int(cost)
                checked += 1
            for card, given in GIVES.findall(said):
                assert points[Card.parse(card).bit] - points[first.card.bit] == int(given)
                checked += 1
            for card, often, of, _ in BIDS.findall(said):
                goal = view.play.payoffs.goals[view.seat]
                hits = sum(game.taken[view.seat] == goal for game in games.after(cards[card]))
                assert hits == _number(often, of)
                checked += 1
    assert checked


def _wins(game: FinishedGame, card: str, begin: int) -> int | None:
    tricks = game.tricks[begin:]
    return next((each.winner for each in tricks if Card.parse(card) in each.cards), None)


@pytest.mark.parametrize("name", TURNS)
def test_tallies_settle_as_the_rules_say(name: str) -> None:
    """Turned over, or given away by a bidder who fails, they are the scores."""
    for view in _turns(name):
        assert view.play is not None
        assert view.play.payoffs is not None
        card = view.legal_actions[0]
        assert isinstance(card, PlayCard)
        games = GamesAfter(view, 8).after(card)
        facts = TrickFacts(Moment.of(view), PlayedCard(view.seat, card.card), None)
        differences = Differences(view, view.play.payoffs, facts, (games, games), better=True)
        for game in games:
            tallies = differences.tallies(game)
            if name == "clabberjass":
                settled = settled_points([int(each) for each in tallies], view.play.payoffs.bidder)
                assert settled == game.scores
            else:
                assert (min(tallies) <= SCRAMBLING) is (tuple(tallies) != game.scores)
