"""The engine for every game: views, imagined deals, playouts, choices, and who wins with them."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver._core.rules.any_game_tricks import Board
from clumond_solver._core.rules.payoffs import Payoffs
from clumond_solver._core.single_dummy.any_game_tree_search import finish_deal
from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import SearchError
from clumond_solver.base.stopping import Deadline
from clumond_solver.double_dummy.forced_scores import best_points, selfish_scores
from clumond_solver.games.clabberjass import ClabberjassState, clabberjass_rules
from clumond_solver.games.clag.game import CallersGame
from clumond_solver.games.clubs import OPENING_CARDS, clubs_rules
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.knowledge.core_any_game import (
    action_of_move,
    board_of_view,
    card_of_index,
    core_mask,
    move_of,
    payoffs_of,
    tables_of,
)
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import ChooseCards, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickRules
from clumond_solver.single_dummy.action_choice import choose_action, choose_within
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate_scores
from tests.all_games import ALL_GAMES, GAMES, every_game, every_game_or_example, standing_after
from tests.rules.test_games_random import hidden_twin

SEEDS = st.integers(0, (1 << 32) - 1)
RULES = {
    "plain": TrickRules.plain(3, Suit.HEARTS),
    "twos wild": TrickRules.precedence(4, (Suit.CLUBS,), wild=frozenset({Rank.TWO})),
    "precedence": TrickRules.precedence(4, tuple(Suit)),
    "clubs": clubs_rules(4),
    "clabberjass": clabberjass_rules(Suit.SPADES),
}


def _state(name: str, seed: int, plies: int | None = None) -> TrickState:
    """A deal of the game played at random; before its end, or where it has been left."""
    game = ALL_GAMES[name]
    state = game.deal(seed, standing_after(game, seed))
    assert isinstance(state, TrickState)
    source = random.Random(seed)
    stop = source.randrange(50) if plies is None else plies
    for _ in range(stop):
        legal = list(state.legal_actions)
        if not legal:
            break
        state.push(legal[int(source.random() * len(legal))])
    return state


# What plays show.


@given(SEEDS, st.sampled_from(sorted(RULES)))
@settings(max_examples=300, deadline=None)
def test_a_play_is_legal_exactly_if_the_hand_has_nothing_that_it_rules_out(
    seed: int, kind: str
) -> None:
    rules, source = RULES[kind], random.Random(seed)
    every = [Card(suit, rank) for suit in Suit for rank in rules.ranking[suit]]
    lead, *cards = source.sample(every, source.randint(2, 9))
    hand, led = Hand.of(*cards), lead.suit
    best = max(rules.power(led, card) for card in [lead, *source.sample(every, 2)])
    legal = rules.legal_plays_when_led(hand, led, best)
    for card in cards:
        names = rules.legal_names(hand, card, led)
        for named in every if card.rank in rules.wild else [None]:
            allowed = card in legal and (named is None or named in names)
            assert allowed == rules.ruled_out(led, best, card, named).isdisjoint(hand)


@every_game
@pytest.mark.sample(5)
def test_deals_that_differ_in_unseen_cards_give_equal_views_and_choices(name: str) -> None:
    compared = 0
    for seed in range(22):
        state = _state(name, seed)
        for seat in range(GAMES[name].players):
            twin = hidden_twin(state, seat, random.Random(seed))
            if twin is None or twin.turn != state.turn:
                continue
            compared += 1
            view = View.of(state, seat)
            assert View.of(twin, seat) == view
            if state.turn == seat and len(state.legal_actions) < 60:
                assert choose_action(twin, iterations=30) == choose_action(view, iterations=30)
    assert compared > 10


@every_game_or_example
def test_imagined_deals_look_the_same_to_the_seat(name: str) -> None:
    for seed in range(12):
        state = _state(name, seed)
        for seat in range(ALL_GAMES[name].players):
            view = View.of(state, seat)
            for world in view.sample_worlds(2, seed):
                assert world.observation(seat) == state.observation(seat)
                assert View.of(world, seat) == view
                assert world.turn == state.turn
            for hands in view.sample_hands(2, seed):
                assert hands[seat] == view.held[seat]
                for hand, may_hold in zip(hands, view.may_hold, strict=True):
                    assert not hand & view.pool - may_hold


@every_game
def test_hands_are_drawn_without_states_as_they_are_in_these(name: str) -> None:
    for seed in range(12):
        state = _state(name, seed)
        for seat in range(GAMES[name].players):
            view = View.of(state, seat)
            drawn = view.sample_hands(3, seed)
            for hands, world in zip(drawn, view.sample_worlds(3, seed), strict=True):
                held = [world._hand(each) for each in range(GAMES[name].players)]
                assert list(hands[:-1]) == held or None in held
                assert Hand.from_cards(itertools.chain(*hands, *view.played)) == view.layout.pack
    assert len(drawn) == 3


def test_hands_are_drawn_such_that_the_seat_to_act_can_open() -> None:
    view = View.of(GAMES["clubs 3"].deal(3, GAMES["clubs 3"].opening()), 2)
    for hands, world in zip(view.sample_hands(50, 1), view.sample_worlds(50, 1), strict=True):
        assert hands[:-1] == world.play.hands  # type: ignore[union-attr]
        opening = next(card for card in OPENING_CARDS if card not in hands[-1])
        assert opening in hands[view.turn or 0]
    with pytest.raises(SearchError, match="-1 deals to draw: 0 to"):
        view.sample_hands(-1, 1)


@every_game_or_example
def test_the_true_deal_is_never_ruled_out(name: str) -> None:
    for seed in range(30):
        state = _state(name, seed)
        play = state.play
        if play is None:
            continue
        for seat in range(ALL_GAMES[name].players):
            view = View.of(state, seat)
            for other, hand in enumerate(play.hands):
                assert len(hand) == len(view.held[other]) + view.room[other]
                assert view.held[other].issubset(hand)
                assert hand.issubset(view.held[other] | view.may_hold[other])
            for other, cards in view.excluded_sets:
                assert not cards.issubset(play.hands[other])


def test_cards_that_fit_nowhere_cannot_be_drawn() -> None:
    assert not [*HiddenCards([0] * 3, [1, 1, 0], 0b11, [0b01, 0b01, 0]).draws(1)]
    assert not [*HiddenCards([0] * 3, [1, 1, 0], 0b111, [0b111] * 3).draws(1)]
    with pytest.raises(ValueError, match="slots"):
        HiddenCards([0], [1, 1], 0b11, [0b11])


# Playouts under the rules.


@given(SEEDS, st.sampled_from(sorted(ALL_GAMES)), st.sampled_from([0, 1, 10]))
@settings(max_examples=250, deadline=None)
def test_playouts_are_legal_and_score_what_the_rules_say(
    seed: int, name: str, iterations: int
) -> None:
    state = _state(name, seed)
    while state.play is None and not state.is_over:
        state.push(random.Random(seed).choice(list(state.legal_actions)))
    if state.play is None or state.is_over or state.face_down:
        return
    view = View.with_open_hands(state)
    rules = state.play.rules
    rest = core_mask(rules, view.held[-1])
    ways, seats, scores = finish_deal(board_of_view(view), payoffs_of(view), rest, iterations, seed)
    for way, seat in zip(ways, seats, strict=False):
        assert seat == state.turn
        action = action_of_move(rules, *way)
        assert action in state.legal_actions
        state.push(action)
    assert state.is_over
    assert scores == state.scores
    assert seats[-1] == state.play.tricks[-1].winner


@pytest.mark.parametrize("is_known", ["before", "by a play", None])
def test_players_of_a_finished_deal_know_the_voids_shown(is_known: str | None) -> None:
    """Seat 1 has no spades: if that is known, ♠3 is sure to win, and if not, ♥Q is likelier to."""
    rules = TrickRules.plain(2)
    shown = Hand.parse("4..."), Hand.parse("...2")
    hands = [Hand.parse("3.Q.."), Hand.parse(".K.A.")]
    rest = Hand.parse("AKQJT98765.J9872..")
    first = None
    if is_known == "by a play":
        hands = [hand | card for hand, card in zip(hands, shown, strict=True)]
        first = move_of(rules, PlayCard(Card.parse("S4")))
    spades = core_mask(rules, Hand.parse("AKQJT98765432..."))
    most = len(hands[0])
    payoffs = Payoffs([[[*range(most + 1)]]] * 2, [0, 0], [-1, -1], [0, 0])
    board = Board(tables_of(rules), [core_mask(rules, hand) for hand in hands], 0, (0, 0))
    leads = Counter[str]()
    for seed in range(40):
        ways, seats, _ = finish_deal(
            board,
            payoffs,
            core_mask(rules, rest),
            1000,
            seed,
            first=first,
            ruled_out=[0, spades] if is_known == "before" else [],
        )
        number = 0 if first is None else 2
        assert seats[number] == 0
        leads[str(card_of_index(rules, ways[number][0]))] += 1
    assert leads["HQ" if is_known is None else "S3"] >= 36


@pytest.mark.parametrize("scoring", Scoring)
@pytest.mark.parametrize("declarer", [None, 0, 1, 2])
def test_clumond_payoffs_are_the_rules_whoever_declares(
    scoring: Scoring, declarer: int | None
) -> None:
    game = ClumondGame(scoring=scoring)
    for seed in range(60):
        state = game.deal(seed, game.opening().with_deal("", (0, 0, 0), pot=seed % 17))
        for _ in range(3 if declarer is None else declarer):
            state.push(Pass())
        if declarer is not None:
            state.push(Declare(Strain.HEARTS))
        view = View.with_open_hands(state)
        ways, _, scores = finish_deal(board_of_view(view), payoffs_of(view), 0, 0, seed)
        assert state.play is not None
        for way in ways:
            state.push(action_of_move(state.play.rules, *way))
        assert scores == state.scores


# Choices.


@every_game
def test_every_legal_action_can_be_chosen_and_only_those(name: str) -> None:
    for seed in range(2):
        state = _state(name, seed, plies=0)
        for number in itertools.count():
            if state.is_over:
                break
            legal = set(state.legal_actions)
            if len(legal) > 60:
                state.push(random.Random(seed).choice(sorted(legal, key=str)))
                continue
            choice = choose_action(state, iterations=20, seed=number)
            assert choice.action in legal
            assert set(choice.values) <= legal
            # Calls get equally many: what is left is too little for one more each.
            assert len(legal) == 1 or 20 - len(legal) < choice.iterations <= max(20, 2 * len(legal))
            state.push(choice.action)


def test_a_seed_fixes_the_choice() -> None:
    state = _state("clubs 4", 5, plies=9)
    assert choose_action(state, seed=4) == choose_action(state, seed=4)
    assert choose_action(state, seed=4) != choose_action(state, seed=5)
    assert choose_action(state, time=0).iterations == 64
    assert choose_action(state, time=0.05).iterations >= 64


@every_game
@pytest.mark.usefixtures("hasty")
@pytest.mark.sample(5)
def test_estimates_know_only_the_view(name: str) -> None:
    state = _state(name, 3, plies=4 if "caller" in name else 1)
    seat = GAMES[name].players - 1
    found = estimate_scores(state, seat, games=2, iterations=5, seed=2)
    assert found == estimate_scores(View.of(state, seat), games=2, iterations=5, seed=2)
    others = [score for other, score in enumerate(found.scores) if other != seat]
    assert found.own == found.scores[seat]
    assert found.relative == pytest.approx(found.own - sum(others) / len(others))


# Against what is known to be best.


def test_with_all_cards_known_the_search_finds_the_best_points() -> None:
    for seed in range(25):
        state = _clabberjass_ending(seed, tricks=4)
        seat = state.turn
        assert seat is not None
        exact = best_points(state)
        choice = choose_action(View.with_open_hands(state), iterations=4000, seed=seed)
        assert isinstance(choice.action, PlayCard)
        after = state.copy()
        after.push(choice.action)
        if not after.is_over:
            got = selfish_scores(after)
            assert got[seat] - got[1 - seat] == exact.scores[seat] - exact.scores[1 - seat]


def _clabberjass_ending(seed: int, tricks: int) -> ClabberjassState:
    state = _state("clabberjass", seed, plies=0)
    assert isinstance(state, ClabberjassState)
    state.push(next(call for call in state.legal_actions if isinstance(call, Declare)))
    source = random.Random(seed)
    for _ in range(2 * (9 - tricks)):
        state.push(source.choice(list(state.legal_actions)))
    return state


def test_clumond_is_searched_as_its_own_engine_does() -> None:
    game, compared = ClumondGame(scoring=Scoring.PAPER), 0
    for seed in range(12):
        state = ClumondState(game, Deal.random(seed))
        state.push(Declare(Strain.SPADES))
        source = random.Random(seed)
        while state.play is None or state.play.tricks_left > 3 or state.turn is not Seat.FOREHAND:
            state.push(source.choice(list(state.legal_actions)))
        if len(state.legal_actions) == 1:
            continue
        compared += 1
        mine = choose_action(state, iterations=20_000, seed=seed)
        theirs = choose(state.play, iterations=20_000, seed=seed)
        # On paper declaring with a chance p of success is worth 15 p - 5 relative to the others.
        best = (mine.values[mine.action].value + 5) / 15
        # Random play against exact play in the last two tricks: near, not equal.
        assert best == pytest.approx(theirs.values[theirs.action].value, abs=0.15)
    assert compared > 4


# Strength.


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "clag foss 4", "clubs 3", "clabberjass", "clag mcleod 5",
        "hearts", "spades", "euchre", "skat", "bridge",
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_it_beats_players_who_play_at_random(name: str) -> None:
    game, gained = ALL_GAMES[name], 0.0
    for deal in range(20):
        state = game.deal(deal, standing_after(game, deal))
        seat, source = deal % game.players, random.Random(deal)
        while not state.is_over:
            if state.turn == seat:
                state.push(choose_action(state, iterations=60, seed=deal).action)
            else:
                state.push(source.choice(list(state.legal_actions)))
        others = [score for other, score in enumerate(state.scores) if other != seat]
        gained += state.scores[seat] - sum(others) / len(others)
    assert gained > 0


def test_of_a_great_many_calls_as_many_are_tried_as_iterations_are_asked_for() -> None:
    state = CallersGame(3).deal(2, CallersGame(3).opening())
    state.push(ChooseCards(3))
    assert len(state.legal_actions) == 696
    for iterations, tried in ((1, 32), (100, 100), (696, 696)):
        choice = choose_action(state, iterations=iterations, seed=1)
        assert len(choice.values) == tried
        # A search of fifty for each, then for half of them, and so on.
        assert choice.iterations <= 2 * 50 * tried
    assert set(choice.values) == set(state.legal_actions)
    choice, wanted = choose_action(state, iterations=100, seed=1), state.legal_actions[-1]
    assert choice == choose_action(state, iterations=100, seed=1)
    assert wanted not in choice.values
    view = View.of(state, state.seat_to_act)
    found = choose_within(view, 100, Deadline(None), seed=1, must_try=wanted)
    assert wanted in found.values
    assert len(choose_within(view, 100, Deadline(0), seed=1, must_try=wanted).values) == 32
