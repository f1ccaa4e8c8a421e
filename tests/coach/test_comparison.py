"""What parts the games after two cards: every fact holds in the games that it counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons import reasons_for_action, wordings
from clumond_solver.coach.reasons.differences import how_won
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Stakes, points_per_trick
from clumond_solver.coach.reasons.wordings import Alike, How, Kept, Often, Takes, Way, Worth
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import settled_scores
from clumond_solver.games.clubs import SCRAMBLING_TALLY
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.results.search_results import BEYOND_LUCK
from clumond_solver.rules.actions import PlayCard, parse_action
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.any_game_playouts import FinishedGame, GamesAfter
from clumond_solver.single_dummy.luck import mean, mean_error, relative_score
from tests.all_games import GAMES, standing_after

# How many actions come first at least and at most, and how many deals are looked at.
TURNS = {"clubs 3": (20, 40, 7), "clubs 4": (28, 48, 8), "clabberjass": (3, 14, 5)}
WITH_BIDS = {**TURNS, "clag foss 3": (3, 14, 60)}
# What must be said in so many deals, beside what takes this trick.
SAID = {
    "clubs 3": {wordings.turns_over, wordings.further_tricks, Way.LED},
    "clubs 4": {wordings.danger, wordings.all_tricks, wordings.wins_later, How},
    "clabberjass": {wordings.adds, wordings.either_kept, wordings.wins_card, Way.RUFFS},
    "clag foss 3": {
        wordings.both_cards,
        wordings.reaches_goal,
        wordings.needs_for_goal,
        Way.FOLLOWS,
    },
}


def _turns(name: str) -> Iterator[View]:
    """Turns with a choice of two or more cards, one a deal at most."""
    game = GAMES[name]
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
                    yield view
                    break
            state.push(source.choice(list(actions)))


class _Checks:
    """Facts about one card beside another one, checked in the games after both."""

    def __init__(self, view: View, first: PlayCard, second: PlayCard, games: GamesAfter) -> None:
        self.view, self.seat, self.first, self.second = view, view.seat, first.card, second.card
        self.games = {each.card: games.after(each) for each in (first, second)}
        assert view.play is not None
        assert view.play.payoffs is not None
        self.play, self.payoffs = view.play, view.play.payoffs
        self.step = points_per_trick(self.payoffs, view.seat, view.play.tricks_taken[view.seat])
        self.kinds = set[object]()

    def check(self, fact: Reason) -> None:
        self.kinds.add(fact.kind)
        if check := getattr(self, fact.kind.__name__, None):
            check(**fact.values)

    def _count(self, card: Card, often: Often, happens: Callable[[FinishedGame], bool]) -> None:
        games = self.games[card][: often.games]
        assert (sum(map(happens, games)), len(games)) == (often.count, often.games)

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.seat

    def _later(self, card: Card, game: FinishedGame) -> bool:
        won = (trick.winner == self.seat and card in trick.cards for trick in game.tricks[1:])
        return card in game.played[self.seat] and any(won)

    def _worth(self, worth: Worth | None, card: Card, games: list[FinishedGame], at: int) -> None:
        """What the tricks count that the card wins, from this trick on."""
        if worth is None:
            return
        points = [
            self._points(game, trick.cards, is_last=trick is game.tricks[-1])
            for game in games
            for trick in (game.tricks[1:] if at else game.tricks[:1])
            if trick.winner == self.seat and card in trick.cards and card in game.played[self.seat]
        ]
        assert (round(mean(points)), len({*points}) == 1) == (worth.points, worth.is_exact)

    def _points(self, game: FinishedGame, cards: tuple[Card, ...], *, is_last: bool) -> int:
        last = sum(self.payoffs.trick_points) if len(self.payoffs.trick_points) == 1 else 0
        award = self.payoffs.rest_award
        rest = [] if award is None else [
            card for card in self.view.layout.pack if not any(card in it for it in game.played)
        ]  # fmt: skip
        last += sum((award or 0) + self.payoffs.card_points[card.bit] for card in rest)
        own = sum(self.payoffs.card_points[card.bit] for card in cards)
        return self.step + own + last * is_last

    def takes_trick(self, takes: Takes, kept: Kept | None = None) -> None:
        if kept is not None:
            self.kinds.add(Kept)
            self._kept(kept)
        card = takes.now.played.card
        games = self.games[card]
        self._count(card, takes.often, self._takes)
        self._worth(takes.worth, card, [game for game in games if self._takes(game)], 0)
        if takes.now.fate in {Fate.WINS, Fate.LOSES}:
            assert takes.often.count == (len(games) if takes.now.fate is Fate.WINS else 0)
        if takes.place:
            assert {*takes.place.above} >= self._higher(card)
            assert {*takes.place.gone} <= {past.card for past in self.view.history}
            assert not (takes.place.gone and takes.place.above)
            table = {one.card for one in self.play.trick}
            assert table.isdisjoint(takes.place.gone)
            higher = (self.play.rules.is_higher(it, card) for it in table if it.suit is card.suit)
            assert takes.place.is_later is any(higher)

    def _higher(self, card: Card) -> set[Card]:
        """The higher cards of the suit that others may hold."""
        place = self.play.rules.ranking[card.suit].index
        hands = zip(self.view.held[:-1], self.view.may_hold[:-1], strict=True)
        others = [held | may for seat, (held, may) in enumerate(hands) if seat != self.seat]
        suit = {one for hand in others for one in hand.in_suit(card.suit)}
        return {one for one in suit if place(one.rank) > place(card.rank)}

    def _kept(self, kept: Kept) -> None:
        card = kept.played.card
        other = self.second if card == self.first else self.first
        self._count(other, kept.often, lambda game: self._later(card, game))
        self._worth(kept.worth, card, list(self.games[other]), 1)
        self._how(kept.how, card, self.games[other][: kept.often.games])

    def _how(self, how: How | None, card: Card, games: Sequence[FinishedGame]) -> None:
        """How the card wins is so in nine of ten of the games in which it wins later, or more."""
        if how is None:
            return
        self.kinds |= {how.way, How if how.gone else how.way}
        so, won = 0, [game for game in games if self._later(card, game)]
        for game in won:
            [at] = [at for at, it in enumerate(game.tricks) if at and card in it.cards]
            trick, past = game.tricks[at], {one for it in game.tricks[:at] for one in it.cards}
            is_own, suit_of = trick.leader == self.seat, self.play.rules.suit_of
            follows = suit_of(trick.cards[0]) is suit_of(card)
            ways = {Way.LED: is_own, Way.FOLLOWS: follows and not is_own, Way.RUFFS: not follows}
            so += (how.way is None or ways[how.way]) and past.issuperset(how.gone)
        # Each of two parts of what is said may fail in one of ten games.
        least = 0.8 if how.way and how.gone else 0.9
        assert len(won) >= 8
        assert so == len(won) if how.is_always else least * len(won) <= so < len(won)

    def both_cards(self, takes: Takes, other: Takes, more: Kept, fewer: Kept) -> None:
        self.takes_trick(takes)
        self.takes_trick(other)
        self.either_kept(more, fewer, None, None)

    def either_kept(
        self, more: Kept, fewer: Kept, under: PlayedCard | None, is_taken: bool | None
    ) -> None:
        self._kept(more)
        self._kept(fewer)
        assert more.often.count >= fewer.often.count
        for card in self.games if under or is_taken is not None else ():
            count = len(self.games[card]) if is_taken else 0
            self._count(card, Often(count, more.often.games), self._takes)

    def adds(
        self, played: PlayedCard, points: int, other: PlayedCard, beside: int, is_own: bool
    ) -> None:
        for one, value in (played, points), (other, beside):
            assert self.payoffs.card_points[one.card.bit] == value
            always = len(self.games[one.card]) if is_own else 0
            self._count(one.card, Often(always, len(self.games[one.card])), self._takes)

    def happens(self, event: Reason, often: Often, beside: int, **rest: Any) -> None:
        self.kinds.add(event.kind)
        after, other = rest["after"], rest["other"]
        self._count(after.card if after else self.first, often, self._happens(event))
        if other is not None:
            self._count(other.card, Often(beside, often.games), self._happens(event))

    def _happens(self, event: Reason) -> Callable[[FinishedGame], bool]:
        value = event.values
        if event.kind is wordings.wins_later:
            self._how(value["how"], value["card"], list(self.games[self.first]))
            return lambda game: self._later(value["card"], game)
        if event.kind is wordings.wins_card:
            return lambda game: any(
                trick.winner == self.seat for trick in game.tricks if value["card"] in trick.cards
            )
        if event.kind is wordings.all_tricks:
            number = self.play.tricks_left if value["takes"] else 0
            return lambda game: len(game.winning_cards(self.seat)) == number
        if event.kind is wordings.reaches_goal:
            return lambda game: (game.taken[value["seat"]] == value["goal"]) is not value["misses"]
        stakes = Stakes(self.view, self.play, self.payoffs)
        if event.kind is wordings.bidder_fails:
            return stakes.bidder_fails
        assert event.kind is wordings.turns_over
        return lambda game: stakes.tallies(game)[value["seat"]] <= SCRAMBLING_TALLY

    def danger(self, card: Card, often: Often, is_costly: bool, how: How | None) -> None:
        self._how(how, card, self.games[self.first])
        self._count(self.first, often, lambda game: self._later(card, game))
        assert card not in [
            one.card for one in self.view.legal_actions if isinstance(one, PlayCard)
        ]

    def count_on(
        self, cards: tuple[Card, ...], counts: tuple[int, ...], games: int, how: How | None
    ) -> None:
        self._how(how, cards[0], self.games[self.first])
        for card, count in zip(cards, counts, strict=True):
            later = [trick for game in self.games[self.first] for trick in game.tricks[1:]]
            won = sum((one.winner, one.winning_card) == (self.seat, card) for one in later)
            assert (won, games) == (count, len(self.games[self.first]))

    def trick_costs(self, points: int, but_last: bool, **_: int) -> None:
        for game in self.games[self.first]:
            costs = [-self._points(game, it.cards, is_last=False) for it in game.tricks]
            assert {*costs} == {points}
            final = -self._points(game, game.tricks[-1].cards, is_last=True)
            assert final == points or but_last

    def further_tricks(self, help: bool) -> None:
        first, second = self.games.values()
        products = [
            (one.taken[self.seat] - other.taken[self.seat])
            * (relative_score(one.scores, self.seat) - relative_score(other.scores, self.seat))
            for one, other in zip(first, second, strict=True)
        ]
        assert (mean(products) > 0) is help

    def needs_for_goal(
        self, goal: int, taken: int, left: int, is_lost_now: bool, **_: object
    ) -> None:
        assert goal == self.payoffs.goals[self.seat]
        assert (taken, left) == (self.play.tricks_taken[self.seat], self.play.tricks_left)
        for games in self.games.values() if is_lost_now else ():
            assert not any(map(self._takes, games))


@pytest.mark.parametrize("name", WITH_BIDS)
@pytest.mark.sample(2)
def test_what_is_counted_in_a_reason_holds_in_the_games_that_it_counts(name: str) -> None:
    seen = set[object]()
    for view in _turns(name):
        games = GamesAfter(view, 48 if name == "clubs 3" else 20)
        one, *others = (each for each in view.legal_actions if isinstance(each, PlayCard))
        for first, second in [(one, each) for each in others] + [(each, one) for each in others]:
            checks = _Checks(view, first, second, games)
            for fact in reasons_for_action(view, first, [second], games=games, is_hint=False):
                checks.check(fact["fact"] if fact.kind is wordings.but else fact)
            seen |= checks.kinds
    assert seen >= {wordings.takes_trick, *SAID[name]}


@pytest.mark.parametrize("name", WITH_BIDS)
@pytest.mark.sample(2)
def test_how_a_card_wins_is_what_nine_in_ten_games_show(name: str) -> None:
    """As read off the games, card by card."""
    seen = set[object]()
    turns = [(view, played) for view in _turns(name) for played in view.legal_actions[:4]]
    for view, played in turns:
        moment = Moment.of(view)
        assert isinstance(played, PlayCard)
        games = [*GamesAfter(view, 60).after(played)]
        for card, count in product(moment.hand.without_card(played.card), (9, 16, 30, 60)):
            ways, won = _ways(view, card, games[:count])
            shown = [way for way in ways if won and len(way) >= 0.9 * max(len(won), 8)]
            how = how_won(moment, card, games[:count])
            seen.add(how and (how.way, bool(how.gone)))
            assert (how is None) is (not shown)
            if how is not None:
                assert how.is_always is all(way == won for way in shown)
                assert (how.way is not None) + bool(how.gone) == len(shown)
    assert seen > {None}


def _ways(
    view: View, card: Card, games: list[FinishedGame]
) -> tuple[list[list[FinishedGame]], list[FinishedGame]]:
    """The games in which a card wins led, following, by ruffing, or after all higher ones."""
    assert view.play is not None
    rules, won = view.play.rules, list[FinishedGame]()
    ways = dict[str, list[FinishedGame]](led=[], follows=[], ruffs=[], last=[])
    higher = {one for one in rules.ranked(rules.suit_of(card)) if rules.is_higher(one, card)}
    higher &= {one for it in range(rules.players) if it != view.seat for one in view.may_hold[it]}
    for game in games:
        for at, trick in enumerate(game.tricks[1:], 1):
            if (trick.winner, trick.winning_card) != (view.seat, card):
                continue
            won.append(game)
            led = rules.suit_of(trick.cards[0])
            if trick.leader == view.seat:
                ways["led"].append(game)
            elif led not in rules.declares and led is rules.suit_of(card):
                ways["follows"].append(game)
            elif led not in rules.declares and rules.suit_of(card) is Moment.of(view).trumps:
                ways["ruffs"].append(game)
            if 0 < len(higher) < 3 and all(
                any(one in past.cards for past in game.tricks[:at]) for one in higher
            ):
                ways["last"].append(game)
    return [*ways.values()], won


def test_a_card_is_called_not_clearly_worse_if_luck_may_explain_its_loss() -> None:
    said = 0
    for view in _turns("clubs 3"):
        games = GamesAfter(view, 100)
        choice = games.choose_from_all(view.legal_actions[0])
        others = [action for action in choice.values if action != choice.action]
        others.sort(key=lambda action: -choice.values[action].value)
        facts = reasons_for_action(view, choice.action, others, games=games)
        # The caveat comes after the reason.
        caveats = [fact for fact in facts if fact.values.get("alike") is Alike.PERHAPS]
        assert caveats in ([], facts[-1:])
        for action in caveats[0]["actions"] if caveats else ():
            after = map(games.after, (choice.action, action))
            gains = [[relative_score(game.scores, view.seat) for game in it] for it in after]
            leads = [gain - beside for gain, beside in zip(*gains, strict=True)]
            assert mean(leads) <= BEYOND_LUCK * mean_error(leads)
            said += 1
    assert said > 2


@pytest.mark.parametrize("name", TURNS)
def test_tallies_settle_as_the_rules_say(name: str) -> None:
    """Turned over, or given away by a bidder who fails, they are the scores."""
    for view in _turns(name):
        assert view.play is not None
        assert view.play.payoffs is not None
        payoffs = view.play.payoffs
        for game in GamesAfter(view, 8).after(view.legal_actions[0]):
            stakes = Stakes(view, view.play, payoffs)
            counts = stakes.tallies(game)
            if name == "clabberjass":
                settled = settled_scores([int(each) for each in counts], payoffs.bidder)
                assert settled == game.scores
            else:
                is_scrambled = tuple(counts) != game.scores
                assert (min(counts) <= SCRAMBLING_TALLY) is is_scrambled
                assert stakes.turns_over(game) is is_scrambled


def test_cards_of_a_suit_with_other_points_are_not_equals() -> None:
    session = Session(registry.new_game("clabberjass", {}), 5700031)
    for text in ("pass", "pass", "declare H", "play S7"):
        session.push(parse_action(text))
    view = View.of(session.state, session.state.turn or 0)
    king, queen, jack = (PlayCard(Card.parse(text)) for text in ("SK", "SQ", "SJ"))
    # They rank next to one another, but to win the trick the king brings more.
    facts = [
        fact
        for seed in range(8)
        for first, others in ((king, [jack, queen]), (jack, [king, queen]))
        for fact in reasons_for_action(view, first, others, games=GamesAfter(view, 4, seed=seed))
    ]
    assert any(fact.kind is wordings.adds and fact["points"] == 4 for fact in facts)
    assert all(fact.kind is not wordings.equals for fact in facts)
