"""What hints say of games played after two cards: that it holds in those games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons import Fate, fate_of, reason_of_action
from clumond_solver.coach.reasons.differences import tallies, turned_over
from clumond_solver.coach.reasons.games_after import FinishedGame, GamesAfter
from clumond_solver.coach.reasons.trick_goals import points_per_trick
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import settled_scores
from clumond_solver.games.clubs import SCRAMBLING_TALLY
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import PlayCard, parse_action
from clumond_solver.rules.game import Session
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.mean_scores import mean
from tests.all_games import GAMES, standing_after

# How many actions come first at least and at most, and how many deals are looked at.
TURNS = {"clubs 3": (20, 40, 7), "clubs 4": (28, 48, 4), "clabberjass": (3, 14, 5)}
WITH_BIDS = {**TURNS, "clag foss 3": (3, 14, 15)}
OFTEN = r"(all \d+|none of \d+|\d+ of \d+) games"
# What a reason may say, by its kind: a card, how often, and another card, how often.
SAID = {
    "counted": rf"After (\S+) you (?:later )?win (\S+), which (?:counts|costs) \d+, in {OFTEN},"
    r" after (\S+) in (none|\d+)\.",
    "takes": rf"(\S+) (?:takes|would take) this trick, which \w+ (about \d+|\d+)(?:, in {OFTEN})?;"
    r" (\S+) (in none|in \d+|does not)",
    "sometimes": rf"(\S+) takes this trick in (?:only )?{OFTEN}(?:, after (\S+) in (none|\d+))?",
    "kept": r"(\S+?)(?: (?:goes under|can be thrown on) \S+ now; kept, it|, kept,)"
    rf" (?:would win|wins) a trick in {OFTEN}(?:, (\S+) in (\d+))?(?:; now it takes this one in"
    r" (none|\d+))?",
    "would": rf"(\S+) would take this trick in {OFTEN}, (\S+) in (none|\d+)\.",
    "neither": r"Neither (\S+) nor (\S+) takes this trick in any of (\d+) games",
    "alike": r"(\S+) takes this trick about as often as (\S+) \((\d+) and (\d+) of",
    "falls": rf"After (\S+) (you win|another player takes) (\S+), which \w+ \d+, in this trick in"
    rf" {OFTEN}, after (\S+) in (none|\d+)\.",
    "risk": r"(\S+) counts (nothing|\d+); (\S+) would put (\d+) at risk",
    "thrown": r"(\S+) (?:goes under|can be thrown on) \S+ now; kept, it costs you (\d+) in"
    rf" {OFTEN}",
    "costs": r"(\S+) costs whoever takes this trick (\d+)\.",
    "gives": r"(\S+) would give (\d+) away(?:, \S+ only (\d+))?\.",
    "brings": r"(\S+) brings (\d+) to this trick, (\S+) (?:only (\d+)|nothing)",
    "nearest": r"After (\S+) (you take|[\w ]+ takes) this trick in"
    rf" {OFTEN}, after (\S+) in (none|\d+)\.",
    "bids": rf"After (\S+) you make your nomination in {OFTEN}, after (\S+) in (none|\d+)\.",
    "average": r"On average you take (\S+) later tricks after (\S+), (\S+) after (\S+);",
}


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


def _number(text: str, games: int) -> int:
    """How many of the games a text speaks of."""
    if text.startswith("all"):
        assert text == f"all {games}"
        return games
    return int((re.findall(r"\d+", text.replace("none", "0")) or [0])[0])


class _Claims:
    """What a reason says of one card beside another one, checked in the games after both."""

    def __init__(self, view: View, first: PlayCard, second: PlayCard, games: GamesAfter) -> None:
        self.view = view
        self.cards = {each.card.pretty(): each.card for each in (first, second)}
        one, two = self.cards
        self.games = {one: games.after(first), two: games.after(second)}
        self.other = {one: two, two: one}
        assert view.play is not None
        assert view.play.payoffs is not None
        self.payoffs = view.play.payoffs
        self.taken = view.play.tricks_taken[view.seat]
        self.points = view.play.payoffs.card_points
        self.goal = view.play.payoffs.goals[view.seat]

    def check(self, kind: str, said: Sequence[str]) -> None:
        getattr(self, kind)(*said)

    def _count(self, card: str, text: str, happens: Callable[[FinishedGame], bool]) -> None:
        if card:
            games = self.games[card]
            assert sum(map(happens, games)) == _number(text, len(games))

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.view.seat

    def counted(self, card: str, won: str, often: str, other: str, rarely: str) -> None:
        begin = 0 if won in self.cards else 1
        for shown, text in (card, often), (other, rarely):
            self._count(shown, text, lambda game: _wins(game, won, begin) == self.view.seat)

    def takes(self, *said: str) -> None:
        card, worth, often, other, rarely = said
        tricks = [game.tricks[0] for game in self.games[card] if self._takes(game)]
        step = points_per_trick(self.payoffs, self.view.seat, self.taken)
        worths = [sum(self.points[one.bit] for one in trick.cards) + step for trick in tricks]
        assert abs(round(mean(worths))) == int(worth.removeprefix("about "))
        assert ("about" in worth) is (len({*worths}) > 1)
        # What is said without a count is sure.
        assert often or fate_of(self.view, self.cards[card]) is Fate.WINS
        self._count(card, often or f"all {len(self.games[card])}", self._takes)
        assert rarely != "does not" or fate_of(self.view, self.cards[other]) is Fate.LOSES
        self._count(other, rarely, self._takes)

    def sometimes(self, card: str, often: str, other: str, rarely: str) -> None:
        self._count(card, often, self._takes)
        self._count(other, rarely, self._takes)

    def would(self, card: str, often: str, other: str, rarely: str) -> None:
        self.sometimes(card, often, other, rarely)

    def neither(self, card: str, other: str, count: str) -> None:
        self.alike(card, other, "0", "0")
        assert int(count) == len(self.games[card])

    def alike(self, card: str, other: str, often: str, beside: str) -> None:
        for shown, text in (card, often), (other, beside):
            self._count(shown, text, self._takes)

    def falls(self, *said: str) -> None:
        card, who, fallen, often, other, rarely = said
        own = who == "you win"
        for shown, text in (card, often), (other, rarely):
            self._count(
                shown,
                text,
                lambda game: (
                    Card.parse(fallen) in game.tricks[0].cards and self._takes(game) is own
                ),
            )

    def risk(self, card: str, points: str, other: str, others: str) -> None:
        for shown, text in (card, points), (other, others):
            assert self.points[Card.parse(shown).bit] == int(text.replace("nothing", "0"))

    def brings(self, card: str, points: str, other: str, others: str) -> None:
        self.risk(card, points, other, others or "0")
        assert all(map(self._takes, self.games[card]))

    def nearest(self, card: str, who: str, often: str, other: str, rarely: str) -> None:
        seat = self.view.seat
        players = self.view.layout.players
        offsets = {"left": 1, "right": players - 1, "opposite": 2}
        side = who.removesuffix(" takes").split()[-1]
        winner = seat if who == "you take" else (seat + offsets[side]) % players
        for shown, text in (card, often), (other, rarely):
            self._count(shown, text, lambda game: game.winner == winner)

    def kept(self, *said: str) -> None:
        card, often, other, rarely, now = said
        if now:
            self._count(card, now, self._takes)
        for shown, text in (card, often), (other, rarely):
            self._count(self.other.get(shown, ""), text, partial(self._wins_by, shown))

    def _wins_by(self, card: str, game: FinishedGame) -> bool:
        own = Card.parse(card) in game.played[self.view.seat]
        return own and _wins(game, card, 1) == self.view.seat

    def average(self, figure: str, card: str, other_figure: str, other: str) -> None:
        for shown, text in (card, figure), (other, other_figure):
            later = [
                sum(trick.winner == self.view.seat for trick in game.tricks[1:])
                for game in self.games[shown]
            ]
            assert round(mean(later), 1) == (0 if text == "no" else float(text))

    def thrown(self, card: str, cost: str, often: str) -> None:
        self.costs(card, cost)
        self._count(self.other[card], often, lambda game: _wins(game, card, 0) == self.view.seat)

    def costs(self, card: str, cost: str) -> None:
        assert self.points[Card.parse(card).bit] == -int(cost)

    def gives(self, card: str, given: str, own: str) -> None:
        """The whole points of both cards; no legal card gives fewer."""
        other = self.cards[self.other[card]]
        assert self.points[Card.parse(card).bit] == int(given)
        assert self.points[other.bit] == int(own or 0)
        legal = [action for action in self.view.legal_actions if isinstance(action, PlayCard)]
        assert self.points[other.bit] == min(self.points[action.card.bit] for action in legal)

    def bids(self, card: str, often: str, other: str, rarely: str) -> None:
        for shown, text in (card, often), (other, rarely):
            self._count(shown, text, lambda game: game.taken[self.view.seat] == self.goal)


def _wins(game: FinishedGame, card: str, begin: int) -> int | None:
    tricks = game.tricks[begin:]
    return next((each.winner for each in tricks if Card.parse(card) in each.cards), None)


@pytest.mark.parametrize("name", WITH_BIDS)
def test_what_is_counted_in_a_reason_holds_in_the_games_that_it_counts(name: str) -> None:
    checked = set()
    for view in _turns(name):
        games = GamesAfter(view, 16)
        one, *others = (each for each in view.legal_actions if isinstance(each, PlayCard))
        for first, second in [(one, each) for each in others] + [(each, one) for each in others]:
            text = reason_of_action(view, first, [second], games=games)
            claims = _Claims(view, first, second, games)
            for kind, pattern in SAID.items():
                for said in re.findall(pattern, text):
                    claims.check(kind, said)
                    checked.add(kind)
    assert checked >= ({"bids", "would"} if "clag" in name else {"takes"})
    assert checked >= {"kept", "sometimes"} or name != "clubs 3"


@pytest.mark.parametrize("name", TURNS)
def test_tallies_settle_as_the_rules_say(name: str) -> None:
    """Turned over, or given away by a bidder who fails, they are the scores."""
    for view in _turns(name):
        assert view.play is not None
        assert view.play.payoffs is not None
        card = view.legal_actions[0]
        assert isinstance(card, PlayCard)
        games = GamesAfter(view, 8).after(card)
        payoffs = view.play.payoffs
        for game in games:
            counts = tallies(view, payoffs, game)
            if name == "clabberjass":
                settled = settled_scores([int(each) for each in counts], payoffs.bidder)
                assert settled == game.scores
            else:
                is_scrambled = tuple(counts) != game.scores
                assert (min(counts) <= SCRAMBLING_TALLY) is is_scrambled
                assert bool(turned_over(view, payoffs, [game])) is is_scrambled


def test_cards_of_a_suit_with_other_points_are_not_equals() -> None:
    session = Session(registry.new_game("clabberjass", {}), 5700031)
    for text in ("pass", "pass", "declare H", "play S7"):
        session.push(parse_action(text))
    state = session.state
    view = View.of(state, state.turn or 0)
    king, queen, jack = (PlayCard(Card.parse(text)) for text in ("SK", "SQ", "SJ"))
    assert {*view.legal_actions} == {king, queen, jack}
    games = GamesAfter(view, 4, 1)
    # They rank next to one another, but to win the trick the king brings more.
    said = reason_of_action(view, king, games=games, alike=[jack, queen])
    assert said.startswith("♠K brings 4 to this trick, ♠J only 2")
    assert "equals" not in reason_of_action(view, jack, games=games, alike=[king, queen])
