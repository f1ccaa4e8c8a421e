"""What hints say of games played after two cards: that it holds in those games."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.coach.reasons import Fate, fate_of, reason_of_action
from clumond_solver.coach.reasons.stakes import Stakes, points_per_trick
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import settled_scores
from clumond_solver.games.clubs import SCRAMBLING_TALLY
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import PlayCard, parse_action
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.games_after import FinishedGame, GamesAfter
from clumond_solver.single_dummy.mean_scores import (
    BEYOND_DOUBT,
    mean,
    mean_error,
    relative_score,
)
from tests.all_games import GAMES, standing_after

# How many actions come first at least and at most, and how many deals are looked at.
TURNS = {"clubs 3": (20, 40, 7), "clubs 4": (28, 48, 4), "clabberjass": (3, 14, 5)}
WITH_BIDS = {**TURNS, "clag foss 3": (3, 14, 15)}
OFTEN = r"(all \d+|none of \d+|\d+ of \d+)"
CARD = r"([♠♥♦♣]\w+)"
POINTS = r"((?:about )?\d+|(?:next to )?nothing)"
WORTH = rf"(?:(?:, which| that) (?:counts|costs) {POINTS}(?:, mostly for [^ ,]+)?)?,?"
LATER = rf"a (?:later )?trick{WORTH} in {OFTEN}"
# What a reason may say, by its kind: cards, what a trick is worth, and how often something happens.
SAID = {
    "now": rf"{CARD} (?:takes|would take) this trick{WORTH} in {OFTEN} games",
    "sure": rf"{CARD} (?:takes|would take) this trick(?: from [^,;.]*)?{WORTH}[;.]",
    "cannot": rf"{CARD} (?:would go|goes|can be thrown) (?:under|on) [^;]*? now; kept",
    "loses": rf"{CARD} (?:loses|would lose) this trick(?:, which would (?:count|cost) {POINTS},)?"
    rf" in {OFTEN} games",
    "mostly": rf"{CARD} (?:takes|would take) this trick[^;.]*?, mostly for {CARD}",
    "if_kept": rf"{CARD} [^;.]*; kept, it (?:wins|would win) {LATER}",
    "never": rf"{CARD} [^;.]*; kept, it (?:never wins|would never win) a trick",
    "kept_too": rf"{CARD} [^;.]*; kept, it would win one all the same, in {OFTEN} games",
    "either": rf"{CARD}, kept, (?:wins|would win) {LATER} games, {CARD}"
    rf"(?: one that (?:costs|counts) {POINTS})? in (none|\d+)",
    "beside": rf"{CARD} (?:takes|would take) this trick{WORTH} in {OFTEN} games, {CARD} in"
    r" (none|\d+)",
    "both_kept": rf"; kept, {CARD} wins {LATER} games, {CARD} in (none|\d+)",
    "won": rf"[Aa]fter {CARD} you win {CARD}, which (?:counts|costs) \d+, in {OFTEN} games, after"
    rf" {CARD} in (none|\d+)",
    "costs": rf"{CARD} costs whoever takes this trick (\d+)",
    "gives": rf"{CARD} (?:gives|would give) (\d+) away, {CARD} (nothing|(?:only )?\d+)",
    "brings": rf"{CARD} brings (nothing|\d+) to this trick, {CARD} (nothing|(?:only )?\d+)",
    "reached": rf"[Aa]fter {CARD} you make your nomination in {OFTEN} games, after {CARD} in"
    r" (none|\d+)",
    "turned": rf"[Aa]fter {CARD} ([^.;]*?), now at [^.;]* all scores over, [^.;]* in {OFTEN} games,"
    rf" after {CARD} in (none|\d+)",
    "turning": r"(?:^|[.] )([A-Z][^.;]*?), now at [^.;]* all scores over, [^.;]*"
    rf" in {OFTEN} games[.]",
    "other_wins": rf"[Aa]fter {CARD}, {CARD} wins {LATER} games, after {CARD} in (none|\d+)",
    "ruffed": rf"{CARD}[^;.]* (?:takes|loses) this trick[^;.]* games and is ruffed in (\d+)",
    "given": rf"[Tt]his trick (?:brings|costs) [\w ]*? about {POINTS} after {CARD}, about {POINTS}"
    rf" after {CARD}",
    "all_alike": r"Every trick left (but the last )?costs (\d+)(?:, the last (\d+))?",
    "worth": r"Further tricks mostly (help|cost) you",
    "danger": rf"(?:The danger is|The best chance of a later trick is) {CARD}, which (?:cannot be"
    rf" played now: it )?wins (?:a \w+ trick|one) in {OFTEN}",
}
# What may be said of a card in parentheses.
PLACES = {
    "few_higher": rf"{CARD}(?: naming .)? \(only {CARD}(?: and {CARD})? (?:is|are) out above it",
    "highest": rf"{CARD} \(nobody else has a higher (\w+)",
    "alone": rf"{CARD} \(nobody else has a (\w+)[);]",
}
# The plays of a deal of Clubs in which the player to act needs four more tricks, and has them.
ALL_TURNED = (
    "C2=H CQ CK DJ C3 C9 S5 S7 S8 CA=S SK SQ CJ=H H6 C4 D4 DT C5 H3 C6 H5 H2 CT C7 C8 D8 DA SA S2"
    " S3 ST S9 HQ"
)
MAY_BE_SAID = {
    "clubs 3": {"turned", "turning", "worth", "loses", "sure", "few_higher", "highest"},
    "clubs 4": {"danger", "all_alike", "other_wins"},
    "clabberjass": {"gives", "brings", "given", "either", "ruffed"},
    "clag foss 3": {"danger", "alone", "beside", "both_kept"},
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
        self.first = one
        self.games = {one: games.after(first), two: games.after(second)}
        self.other_of = {one: two, two: one}
        assert view.play is not None
        assert view.play.payoffs is not None
        self.payoffs = view.play.payoffs
        self.taken = view.play.tricks_taken[view.seat]
        self.points = view.play.payoffs.card_points
        self.goal = view.play.payoffs.goals[view.seat]

    def check(self, kind: str, said: Sequence[str]) -> None:
        getattr(self, kind)(*said)

    def _count(self, card: str, text: str, happens: Callable[[FinishedGame], bool]) -> None:
        games = self.games[card]
        assert sum(map(happens, games)) == _number(text, len(games))

    def _takes(self, game: FinishedGame) -> bool:
        return game.winner == self.view.seat

    def _later(self, card: str, game: FinishedGame) -> bool:
        return _wins(game, card, 1) == self.view.seat and (
            Card.parse(card) in game.played[self.view.seat]
        )

    def _kept(self, card: str, text: str) -> None:
        """How often a card wins later in the games after the other one."""
        self._count(self.other_of[card], text, lambda game: self._later(card, game))

    def _worth(self, worth: str, games: Sequence[FinishedGame], card: str, first: int) -> None:
        """What the tricks are worth that the card wins, from this trick on."""
        step = points_per_trick(self.payoffs, self.view.seat, self.taken)
        last = sum(self.payoffs.trick_points) if len(self.payoffs.trick_points) == 1 else 0
        points = [
            sum(self.points[one.bit] for one in trick.cards)
            + step
            + (last + self._rest(game)) * (trick is game.tricks[-1])
            for game in games
            for trick in (game.tricks[1:] if first else game.tricks[:1])
            if trick.winner == self.view.seat
            and Card.parse(card) in trick.cards
            and Card.parse(card) in game.played[self.view.seat]
        ]
        if worth:
            points = points if first else points[: len(games)]
            number = re.sub("about |next to ", "", worth).replace("nothing", "0")
            assert abs(round(mean(points))) == int(number)
            assert ("about" in worth or "next to" in worth) is (len({*points}) > 1)

    def _rest(self, game: FinishedGame) -> int:
        """What the last trick brings of cards that nobody played."""
        each = self.payoffs.rest_award
        rest = [card for card in self.view.layout.pack if not any(card in it for it in game.played)]
        return 0 if each is None else sum(each + self.points[card.bit] for card in rest)

    def now(self, card: str, worth: str, often: str) -> None:
        self._count(card, often, self._takes)
        taken = [game for game in self.games[card] if self._takes(game)]
        self._worth(worth, taken, card, 0)

    def sure(self, card: str, worth: str) -> None:
        assert fate_of(self.view, self.cards[card]) is Fate.WINS
        self.now(card, worth, f"all {len(self.games[card])}")

    def cannot(self, card: str) -> None:
        assert fate_of(self.view, self.cards[card]) is Fate.LOSES

    def loses(self, card: str, worth: str, often: str) -> None:
        self._count(card, often, lambda game: not self._takes(game))
        if worth:
            step = points_per_trick(self.payoffs, self.view.seat, self.taken)
            tricks = [game.tricks[0].cards for game in self.games[card]]
            points = [step + sum(self.points[one.bit] for one in cards) for cards in tricks]
            assert abs(round(mean(points))) == int((re.findall(r"\d+", worth) or [0])[0])

    def mostly(self, card: str, other: str) -> None:
        taken = [game for game in self.games[card] if self._takes(game)]
        often = sum(Card.parse(other) in game.tricks[0].cards for game in taken)
        points = [self.points[one.bit] for game in taken for one in game.tricks[0].cards]
        step = points_per_trick(self.payoffs, self.view.seat, self.taken)
        own = abs(often * self.points[Card.parse(other).bit])
        assert 2 * own > abs(sum(points) + step * len(taken))

    def both_kept(self, card: str, worth: str, often: str, other: str, rarely: str) -> None:
        assert not worth
        for shown, text in (card, often), (other, rarely):
            self._kept(shown, text)

    def kept_too(self, card: str, often: str) -> None:
        self._kept(card, often)

    def _higher(self, card: str) -> set[str]:
        assert self.view.play is not None
        own, rules = Card.parse(card), self.view.play.rules
        place = rules.ranking[own.suit].index
        hands = zip(self.view.held[:-1], self.view.may_hold[:-1], strict=True)
        others = [held | may for seat, (held, may) in enumerate(hands) if seat != self.view.seat]
        suit = {one for hand in others for one in hand.in_suit(own.suit)}
        return {one.pretty() for one in suit if place(one.rank) > place(own.rank)}

    def few_higher(self, card: str, *named: str) -> None:
        assert self.view.play is not None
        own, above = Card.parse(card), {Card.parse(one) for one in named if one}
        rules, trick = self.view.play.rules, self.view.play.trick
        assert self._higher(card) == {one.pretty() for one in above if one.suit is own.suit}
        leads = {own.suit, *(rules.suit_led(played) for played in trick[:1])}
        for one in above:
            is_above = any(rules.power(led, one) > rules.power(led, own) for led in leads)
            assert is_above or one.suit is own.suit

    def highest(self, card: str, suit: str) -> None:
        assert suit in Card.parse(card).suit.name.lower()
        assert not self._higher(card)

    def alone(self, card: str, suit: str) -> None:
        self.highest(card, suit)
        assert not any(
            hand.in_suit(Card.parse(card).suit)
            for seat, hand in enumerate(self.view.may_hold[:-1])
            if seat != self.view.seat
        )

    def if_kept(self, card: str, worth: str, often: str) -> None:
        self._kept(card, often)
        self._worth(worth, self.games[self.other_of[card]], card, 1)

    def never(self, card: str) -> None:
        self._kept(card, "none")

    def either(self, card: str, worth: str, often: str, *beside: str) -> None:
        other, less, rarely = beside
        self.if_kept(card, worth, often)
        self._kept(other, rarely)
        self._worth(less, self.games[card], other, 1)

    def beside(self, card: str, worth: str, often: str, other: str, rarely: str) -> None:
        self.now(card, worth, often)
        self._count(other, rarely, self._takes)

    def won(self, card: str, won: str, often: str, beside: str, rarely: str) -> None:
        for shown, text in (card, often), (beside, rarely):
            self._count(shown, text, lambda game: _wins(game, won, 0) == self.view.seat)

    def costs(self, card: str, points: str) -> None:
        assert self.points[Card.parse(card).bit] == -int(points)

    def gives(self, card: str, given: str, other: str, less: str) -> None:
        for shown, text in (card, given), (other, less):
            number = text.removeprefix("only ").replace("nothing", "0")
            assert self.points[Card.parse(shown).bit] == int(number)
        for shown in (card, other):
            self._count(shown, "none", self._takes)

    def brings(self, card: str, own: str, other: str, less: str) -> None:
        for shown, text in (card, own), (other, less):
            number = text.removeprefix("only ").replace("nothing", "0")
            assert self.points[Card.parse(shown).bit] == int(number)
        for shown in (card, other):
            self._count(shown, f"all {len(self.games[shown])}", self._takes)

    def reached(self, card: str, often: str, other: str, rarely: str) -> None:
        for shown, text in (card, often), (other, rarely):
            self._count(shown, text, lambda game: game.taken[self.view.seat] == self.goal)

    def turned(self, card: str, who: str, often: str, other: str, rarely: str) -> None:
        for shown, text in (card, often), (other, rarely):
            self._count(shown, text, lambda game: self._is_low(game, who))

    def turning(self, who: str, often: str) -> None:
        self._count(self.first, often, lambda game: self._is_low(game, who.lower()))

    def _is_low(self, game: FinishedGame, who: str) -> bool:
        """Whether a player's tally turns all scores over."""
        assert self.view.play is not None
        players, seat = self.view.layout.players, self.view.seat
        left, right = (seat + 1) % players, (seat - 1) % players
        low = {"you": seat, "the player on your left": left, "the player on your right": right}
        low |= {"the player opposite": (seat + 2) % players}
        stakes = Stakes(self.view, self.view.play, self.payoffs)
        return stakes.tallies(game)[low[who]] <= SCRAMBLING_TALLY

    def other_wins(self, card: str, winner: str, *said: str) -> None:
        worth, often, beside, rarely = said
        assert winner not in self.cards
        for shown, text in (card, often), (beside, rarely):
            self._count(shown, text, lambda game: self._later(winner, game))
        self._worth(worth, [*self.games[card], *self.games[beside]], winner, 1)

    def ruffed(self, card: str, often: str) -> None:
        games = [game for game in self.games[card] if not self._takes(game)]
        led = Card.parse(card).suit
        assert sum(game.tricks[0].winning_card.suit is not led for game in games) == int(often)

    def given(self, points: str, card: str, less: str, other: str) -> None:
        step = points_per_trick(self.payoffs, self.view.seat, self.taken)
        for shown, text in (card, points), (other, less):
            tricks = [game.tricks[0].cards for game in self.games[shown]]
            mean_points = mean([step + sum(self.points[one.bit] for one in it) for it in tricks])
            assert abs(round(mean_points)) == int(text.replace("nothing", "0"))
            self._count(shown, "none", self._takes)

    def all_alike(self, but_last: str, cost: str, last: str) -> None:
        step = points_per_trick(self.payoffs, self.view.seat, self.taken)
        for game in self.games[self.first]:
            costs = [-step - sum(self.points[one.bit] for one in it.cards) for it in game.tricks]
            assert {*costs} == {int(cost)}
            assert but_last or costs[-1] - self._rest(game) == int(last or cost)

    def worth(self, help_or_cost: str) -> None:
        first, second = self.games.values()
        seat = self.view.seat
        products = [
            (one.taken[seat] - other.taken[seat])
            * (relative_score(one.scores, seat) - relative_score(other.scores, seat))
            for one, other in zip(first, second, strict=True)
        ]
        assert (mean(products) > 0) is (help_or_cost == "help")

    def danger(self, card: str, often: str) -> None:
        self._count(self.first, often, lambda game: self._later(card, game))


def _wins(game: FinishedGame, card: str, begin: int) -> int | None:
    tricks = game.tricks[begin:]
    return next((each.winner for each in tricks if Card.parse(card) in each.cards), None)


def _checked(view: View, first: PlayCard, second: PlayCard, games: GamesAfter) -> set[str]:
    """Check all that is said of a card beside another one; return the kinds of what is said."""
    text, kinds = reason_of_action(view, first, [second], games=games, is_hint=False), set()
    claims = _Claims(view, first, second, games)
    said_plainly = re.sub(r" \([^)]*\)", "", text)
    patterns = [(pattern, said_plainly) for pattern in SAID.items()]
    patterns += [(pattern, text) for pattern in PLACES.items()]
    for (kind, pattern), where in patterns:
        for said in re.findall(pattern, where):
            claims.check(kind, [said] if isinstance(said, str) else said)
            kinds.add(kind)
    return kinds


def test_the_card_that_a_trick_is_mostly_about_is_named() -> None:
    session = Session(registry.new_game("clubs", {"players": "4"}), 8500012)
    session.push(parse_action("lead C2 for D"))
    view = View.of(session.state, session.state.turn or 0)
    low, high = (PlayCard(Card.parse(text)) for text in ("C8", "DQ"))
    assert "mostly" in _checked(view, low, high, GamesAfter(view, 100))


@pytest.mark.parametrize("name", WITH_BIDS)
def test_what_is_counted_in_a_reason_holds_in_the_games_that_it_counts(name: str) -> None:
    checked = set()
    for view in _turns(name):
        games = GamesAfter(view, 48 if name == "clubs 3" else 20)
        one, *others = (each for each in view.legal_actions if isinstance(each, PlayCard))
        for first, second in [(one, each) for each in others] + [(each, one) for each in others]:
            checked |= _checked(view, first, second, games)
    assert checked >= {"now", "if_kept"}
    assert checked >= MAY_BE_SAID[name]


def test_cards_that_win_for_certain_turn_the_scores_over_in_every_deal() -> None:
    session = Session(registry.new_game("clubs", {"players": "3"}), 8885005)
    for text in ALL_TURNED.split():
        card, _, suit = text.partition("=")
        session.push(parse_action(f"lead {card} for {suit}" if suit else f"play {card}"))
    view = View.of(session.state, session.state.turn or 0)
    king, nine = (PlayCard(Card.parse(text)) for text in ("DK", "D9"))
    text = reason_of_action(view, king, [nine], games=GamesAfter(view, 40))
    assert "♦K, ♠J, ♠6 and ♠4 win four tricks for certain" in text
    assert "four more, or three with the last, bring you to −26" in text
    scores = set()
    for number, state in enumerate(view.sample_worlds(40, seed=5)):
        source, order = random.Random(number), ["DK", "SJ", "S6", "S4"]
        while not state.is_over:
            is_own = order and state.turn == view.seat
            state.push(
                PlayCard(Card.parse(order.pop(0)))
                if is_own
                else source.choice(list(state.legal_actions))
            )
        scores.add(tuple(state.scores))
    # Turned over they count clubs only, and these are all gone.
    assert len(scores) == 1
    # Without the king ♦9 may lose to ♦Q.
    assert "for certain" not in reason_of_action(view, nine, [king], games=GamesAfter(view, 40))


def test_a_card_is_called_not_clearly_worse_if_luck_may_explain_its_loss() -> None:
    said = 0
    for view in _turns("clubs 3"):
        games = GamesAfter(view, 100)
        choice = games.choose_from_all(view.legal_actions[0])
        others = [action for action in choice.values if action != choice.action]
        others.sort(key=lambda action: -choice.values[action].value)
        text = reason_of_action(view, choice.action, others, games=games)
        # The caveat comes after the reason.
        assert not re.search(r"clearly worse[^.]*\. ", text), text
        for names in re.findall(rf"((?:{CARD},? (?:and )?)+)(?:is|are) not clearly worse", text):
            for name in re.findall(CARD, names[0]):
                after = (games.after(play) for play in (choice.action, PlayCard(Card.parse(name))))
                gains = [[relative_score(game.scores, view.seat) for game in it] for it in after]
                leads = [gain - beside for gain, beside in zip(*gains, strict=True)]
                assert mean(leads) <= BEYOND_DOUBT * mean_error(leads)
                said += 1
    assert said > 2


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
            counts = Stakes(view, view.play, payoffs).tallies(game)
            if name == "clabberjass":
                settled = settled_scores([int(each) for each in counts], payoffs.bidder)
                assert settled == game.scores
            else:
                is_scrambled = tuple(counts) != game.scores
                assert (min(counts) <= SCRAMBLING_TALLY) is is_scrambled
                assert Stakes(view, view.play, payoffs).turns_over(game) is is_scrambled


def test_cards_of_a_suit_with_other_points_are_not_equals() -> None:
    session = Session(registry.new_game("clabberjass", {}), 5700031)
    for text in ("pass", "pass", "declare H", "play S7"):
        session.push(parse_action(text))
    state = session.state
    view = View.of(state, state.turn or 0)
    king, queen, jack = (PlayCard(Card.parse(text)) for text in ("SK", "SQ", "SJ"))
    assert {*view.legal_actions} == {king, queen, jack}
    # They rank next to one another, but to win the trick the king brings more.
    some_games = [GamesAfter(view, 4, seed=seed) for seed in range(8)]
    said = [reason_of_action(view, king, [jack, queen], games=games) for games in some_games]
    said += [reason_of_action(view, jack, [king, queen], games=games) for games in some_games]
    assert any("♠K brings 4 to this trick, ♠J only 2" in text for text in said)
    assert not any("equals" in text for text in said)
