"""What reasons for calls say of a hand holds: counted here from the hand, by other means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.stopping import Deadline
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons import facts_for_action, in_sentences, reason_of_call
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import ClabberjassGame, sequences
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import DealRules, Scheme
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.registry import load_games, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.any_game import View
from clumond_solver.rules.actions import Declare, Nominate, Pass
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.mean_scores import mean
from tests.samples import EXAMPLES, NUMBERS

HIGH, LOW = {Rank.ACE, Rank.KING, Rank.QUEEN}, {Rank.TWO, Rank.THREE, Rank.FOUR}
MIDDLING = {"SIX", "SEVEN", "EIGHT", "NINE", "JACK", "QUEEN"}
FEATURES: dict[str, Callable[[Hand, Strain], int]] = {
    r"(?:only )?\b(?!to\b)(\w+) aces?\b": lambda hand, _: sum(c.rank is Rank.ACE for c in hand),
    r"(?:only )?(\w+) trumps\b": lambda hand, strain: hand.length(strain),
    r"(\w+) cards in . and .": lambda hand, _: sum(lengths(hand)[-2:]),
    r"only (\w+) cards in your two longest": lambda hand, _: sum(lengths(hand)[-2:]),
    r"(\w+) cards? from 6 to queen": lambda hand, _: sum(c.rank.name in MIDDLING for c in hand),
    r"(\w+) diamonds": lambda hand, _: hand.length(Suit.DIAMONDS),
    r"(\w+) cards? from queen to ace": lambda hand, _: sum(c.rank in HIGH for c in hand),
    r"(\w+) cards? from 2 to 4": lambda hand, _: sum(c.rank in LOW for c in hand),
}
BALANCE = {
    "win more tricks than": 1, "suits ask for few": 1,
    "win too little for": -1, "suits ask for many": -1,
}  # fmt: skip


def lengths(hand: Hand) -> list[int]:
    return sorted(hand.length(suit) for suit in Suit)


def number(word: str) -> int:
    return 0 if word == "no" else NUMBERS.index(word)


def test_what_speaks_for_or_against_declaring_is_in_the_hand() -> None:
    seen = set()
    for seed in range(120):
        hand = Deal.random(seed)[Seat.FOREHAND]
        advice = advise(hand, budget=0)
        said = reason_of_call(advice, hand)
        for pattern, count in FEATURES.items():
            for word in re.findall(pattern, said):
                seen.add(pattern)
                assert number(word) == count(hand, advice.best), said
        high = sum(c.rank in HIGH for c in hand) - sum(c.rank in LOW for c in hand)
        asked = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
        for text, sign in BALANCE.items():
            if text in said:
                seen.add(text)
                assert sign * (high - asked) > 0
        assert "to ace" not in said or not re.search(r"\baces\b", said)
        assert "diamonds (" not in said or not re.search(r"cards in .*♦", said)
        assert "gainst" not in said or advice.call is None
        assert "trumps" not in said or advice.best is not Strain.NO_TRUMPS
    assert len(seen) == len(FEATURES) + len(BALANCE)


def test_the_usual_numbers_of_tricks_are_those_of_most_games() -> None:
    seen = set()
    for seed in range(3):
        hand = Deal.random(seed)[Seat.FOREHAND]
        advice = advise(hand, budget=60, seed=1)
        tricks = advice.estimates[advice.best].tricks
        said = re.search(
            r"mostly take (\w+)(?: (?:to|or) (\w+))? tricks?", reason_of_call(advice, hand)
        )
        if said is None:
            assert sum(tricks.values()) < 16
            continue
        low, *high = (NUMBERS.index(word) for word in said.groups() if word)
        most = sum(
            count for number, count in tricks.items() if low <= number <= max(high, default=low)
        )
        assert 3 * most >= 2 * sum(tricks.values())
        seen.add(seed)
    assert seen


def moments(game: str, **options: str) -> Iterator[tuple[View, str]]:
    """Calls with a choice, and what the hint says."""
    for seed in range(4):
        session = Session(registry.new_game(game, options), seed)
        for _ in range(8):
            state = session.state
            if state.play is None and len(state.legal_actions) > 1:
                view = View.of(state, state.turn or 0)
                yield view, hint(view, iterations=60, games=0, seed=1).reason
            session.push(next(iter(state.legal_actions)))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("clag", {"players": "3", "scheme": "foss"}),
        ("clag", {"players": "4", "scheme": "mcleod"}),
        ("clabberjass", {}),
    ],
)
def test_what_the_hand_holds_for_a_call_holds(game: str, options: dict[str, str]) -> None:
    checked = 0
    for view, said in moments(game, **options):
        head = re.match(
            r"(?:You hold|With (.) as trumps you would hold) (.*?)\. (?:With|If)\b", said
        )
        if head is None:
            continue
        checked += 1
        hand, listed = view.held[view.seat], head[2]
        for symbols in re.findall(r"\((.*?)\)", listed):
            trumps = [Card.parse(text) for text in symbols.split()]
            assert hand.in_suit(trumps[0].suit) == Hand.from_cards(trumps)
            assert head[1] in {None, trumps[0].suit.symbol}
            assert re.search(rf"{NUMBERS[len(trumps)]} trumps? \(", listed)
        for text in re.findall(r"[♠♥♦♣][^ ,()]", re.sub(r"\(.*?\)", "", listed)):
            assert Card.parse(text) in hand
        for suit in re.findall(r"no (diamond|spade|heart|club)\b", listed):
            assert not hand.length(Suit.parse(f"{suit}s"))
        if "no ace" in listed:
            trump = re.search(r"\((.)", listed)
            aces = [
                c for c in hand if c.rank is Rank.ACE and (not trump or c.suit.symbol != trump[1])
            ]
            assert not aces or "outside trumps" in listed
    assert checked >= 5


def test_a_pass_names_the_sequence_held_and_the_trumps_that_may_yet_be_declared() -> None:
    seen = set()
    for seed in range(24):
        state = ClabberjassGame().deal(seed, ClabberjassGame().opening())
        view = View.of(state, state.turn or 0)
        hand = view.held[view.seat]
        calls = [Pass(), view.legal_actions[1]]
        comparison = CallComparison(view, seed)
        comparison.compare(calls, 4, Deadline(None))
        facts = facts_for_action(view, calls[0], calls[1:], comparison=comparison)
        text = in_sentences(facts, view)
        assert ("the sequence" in text) is bool(sequences(hand)), text
        for cards, points in re.findall(r"the sequence (.*?), worth (\d+) unless", text):
            seen.add("sequence")
            best = sequences(hand)[0]
            assert best.cards == Hand.from_cards(map(Card.parse, cards.split()))
            assert best.points == int(points)
        for symbol, cards in re.findall(r"can still name (.), with (.*?)\. With", text):
            seen.add("later")
            suit = Suit.parse(symbol)
            assert hand.in_suit(suit) == Hand.from_cards(map(Card.parse, cards.split()))
            later = state.copy()
            for _ in range(2):
                later.push(Pass())
            assert later.turn == view.seat
            assert Declare(Strain(suit)) in later.legal_actions
    assert seen == {"sequence", "later"}


TWOS_WILD = ClagGame(4, Scheme("twos wild", (DealRules("twos wild", twos_wild=True),)))


def test_high_cards_have_few_above_them_and_wild_ones_are_counted() -> None:
    wild, low = set(), 0
    for seed in range(12):
        state = TWOS_WILD.deal(seed, TWOS_WILD.opening())
        view = View.of(state, state.turn or 0)
        hand = view.held[view.seat]
        facts = facts_for_action(view, view.legal_actions[1], view.legal_actions[2:3])
        said = in_sentences(facts, view)
        head = re.match(r"You hold (\w+) wild cards?(?: \((.*?)\))?(?:,| and) (.*?)\.", said)
        assert head is not None
        twos = Hand.from_cards(card for card in hand if card.rank is Rank.TWO)
        assert Hand.from_cards(map(Card.parse, (head[2] or "").split())) == twos
        assert number(head[1]) == len(twos)
        wild.add(len(twos))
        others = hand - twos
        for text in re.findall(r"nothing above ([♠♥♦♣]\w)", head[3]):
            low += 1
            trump = state.turned.suit if state.turned else None
            assert Card.parse(text).rank is max(
                card.rank for card in others if card.suit is not trump
            )
            assert Card.parse(text).rank < Rank.QUEEN
    assert wild >= {0, 1}
    assert low


def _clabberjass_call(seed: int) -> View:
    state = Session(registry.new_game("clabberjass", {}), seed).state
    return View.of(state, state.turn or 0)


def test_a_call_has_the_same_figures_in_its_values_and_its_reason() -> None:
    close = 0
    for seed in range(12):
        answer = hint(_clabberjass_call(seed), iterations=200, games=8, seed=1)
        assert answer.other is not None
        points = answer.reason.split(". ")[-1].replace("\N{MINUS SIGN}", "-")
        figures = [int(text) for text in re.findall(r"(?<= )-?\d+(?=[ ,;.])", points)]
        pairs = list(zip(figures[::2], figures[1::2], strict=True))
        assert len(pairs) == 2
        for action, (own, other) in zip((answer.action, answer.other), pairs, strict=False):
            assert abs(own - other - answer.values[action]) <= 1
        close += "luck" in answer.reason
    assert 0 < close < 12


def test_calls_far_apart_do_not_hang_on_the_seed() -> None:
    for seed in range(3):
        view = _clabberjass_call(seed)
        gains = list[float]()
        for start in range(3):
            comparison = CallComparison(view, start)
            comparison.compare(view.legal_actions, 40, Deadline(None))
            one, other = map(comparison.value, view.legal_actions)
            if not comparison.is_close(*view.legal_actions):
                gains.append(one - other)
        assert all(gain > 0 for gain in gains) or all(gain < 0 for gain in gains)


def test_cards_win_tricks_after_a_nomination_as_often_as_said() -> None:
    seen = 0
    for seed in range(4):
        session = Session(registry.new_game("clag", {"players": "3"}), seed)
        while len(session.state.legal_actions) < 4:
            session.push(session.state.legal_actions[-1])
        view = View.of(session.state, session.state.turn or 0)
        for call in view.legal_actions[1:3]:
            comparison = CallComparison(view, 1)
            comparison.compare([call], 8, Deadline(None))
            text = in_sentences(facts_for_action(view, call, comparison=comparison), view)
            games = comparison.games[call]
            taken = [game.taken[view.seat] for game in games]
            for average in re.findall(r"together (\S+) on average", text):
                assert average == f"{mean(taken):.1f}"
            assert isinstance(call, Nominate)
            many, few = (
                sum(one > call.tricks for one in taken),
                sum(one < call.tricks for one in taken),
            )
            for mostly in re.findall(r"mostly missed by too (\w+)", text):
                assert (few > many) is (mostly == "few")
                assert min(many, few) > 0
            for card, count in re.findall(r"(\S+) (?:wins a trick )?in (all|\d+)\b", text):
                seen += 1
                won = sum(Card.parse(card) in game.winning_cards(view.seat) for game in games)
                assert won == (8 if count == "all" else int(count))
    assert seen


def test_a_bid_is_compared_with_what_both_bring() -> None:
    bids = [said for view, said in moments("clag", players="4") if "If you nominate" in said]
    assert bids
    for said in bids:
        one, other = re.findall(r"(?:If you nominate|; with) (\w+)[^;]*?for (\d+)", said)
        for word, award in (one, other):
            assert int(award) == 10 + 2 * NUMBERS.index(word)


def test_hidden_trumps_are_not_named() -> None:
    session = Session(registry.new_game("clag", {"players": "3", "scheme": "foss"}), 3)
    while not any(fact.text.startswith("guess") for fact in session.state.facts(0)):
        session.push(next(iter(session.state.legal_actions)))
    state = session.state
    said = hint(View.of(state, state.turn or 0), iterations=60, seed=1).reason
    assert "trump" not in said.partition(".")[0]
    assert "If you nominate" in said or not said


def test_passes_compare_with_the_call_that_comes_next() -> None:
    for view, said in moments("clabberjass"):
        assert {type(action) for action in view.legal_actions} <= {Declare, Pass, Nominate}
        assert re.match(r"With . as trumps you would hold ", said)


def test_a_hand_that_may_not_be_seen_is_no_reason() -> None:
    session = Session(registry.new_game("clag", {"players": "3", "scheme": "foss"}), 3)
    while not any(fact.text == "blind" for fact in session.state.facts(0)):
        session.push(next(iter(session.state.legal_actions)))
    said = hint(View.of(session.state, session.state.turn or 0), iterations=60, seed=1).reason
    assert said.startswith("You know none of your cards: 7 tricks make 2.3 for each of 3 players.")


def test_diamonds_as_trumps_are_not_held_against_a_hand() -> None:
    for seed in range(400):
        hand = Deal.random(seed)[Seat.FOREHAND]
        advice = advise(hand, budget=0)
        if advice.best is Strain.DIAMONDS:
            assert "which ask for no tricks" not in reason_of_call(advice, hand)


def test_partners_are_no_opponents() -> None:
    """Nor are calls that have no words of their own left unnamed."""
    load_games(EXAMPLES / "euchre.py")
    game = new_game("euchre")
    state = game.deal(3, game.opening())
    text = hint(state, iterations=20, games=4).reason
    assert re.search(
        r"With .+ you and your partner score about \S+ on average, the opponents", text
    )
    load_games(EXAMPLES / "hearts.py")
    game = new_game("hearts")
    text = hint(game.deal(3, game.opening()), iterations=20, games=4).reason
    assert "With “give " in text
    assert "each of the others" in text


def test_seats_with_equal_means_are_no_partners() -> None:
    game = ClagGame(3)
    state = game.deal(5, game.opening())
    comparison = CallComparison(View.of(state, state.seat_to_act), 0)
    call, seat = state.legal_actions[0], state.seat_to_act
    one, other = [0.0] * 3, [0.0] * 3
    one[seat], other[seat - 1] = 10.0, 10.0
    comparison.scores[call] = [one, other]
    assert comparison.means(call)[seat] == comparison.means(call)[seat - 1]
    assert comparison.side([call]) == {seat}
    comparison.scores[call] = [[5.0 * (place != (seat - 1) % 3) for place in range(3)]]
    assert len(comparison.side([call])) == 2
