"""What reasons for calls say of a hand holds: counted here from the hand, by other means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.stopping import Deadline
from clumond_solver.coach.reasons import calls_of_any_game as calls
from clumond_solver.coach.reasons import in_sentences, reasons_for_action
from clumond_solver.coach.reasons.clumond import calls_of_clumond
from clumond_solver.coach.reasons.clumond.calls_of_clumond import reasons_for_call
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import ClabberjassGame, sequences
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import DealRules, Scheme
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.registry import load_games, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Declare, Nominate, Pass
from clumond_solver.single_dummy.action_choice import CallComparison
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.luck import mean
from tests.coach.positions import explained
from tests.samples import EXAMPLES

HIGH, LOW = {Rank.ACE, Rank.KING, Rank.QUEEN}, {Rank.TWO, Rank.THREE, Rank.FOUR}
MIDDLING = {Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN}
# By what a trait speaks of: which cards it counts, in a hand with these trumps.
COUNTED: dict[str, Callable[[Card, Strain], bool]] = {
    "from 6 to queen": lambda card, _: card.rank in MIDDLING,
    "from queen to ace": lambda card, _: card.rank in HIGH,
    "from 2 to 4": lambda card, _: card.rank in LOW,
    "ace": lambda card, _: card.rank is Rank.ACE,
    "trump": lambda card, strain: card.suit is strain.suit,
    "diamond": lambda card, _: card.suit is Suit.DIAMONDS,
}
BALANCE = {
    "win more tricks than": 1, "suits ask for few": 1,
    "win too little for": -1, "suits ask for many": -1,
}  # fmt: skip


def test_what_speaks_for_or_against_declaring_is_in_the_hand() -> None:
    seen = set()
    for seed in range(120):
        hand = Deal.random(seed)[Seat.FOREHAND]
        advice = advise(hand, budget=0)
        facts = reasons_for_call(advice, hand)
        traits = {fact.kind: fact for fact in facts}.get(calls_of_clumond.for_and_against)
        virtues, faults = (traits["virtues"], traits["faults"]) if traits else ((), ())
        assert not (faults and advice.call is not None)
        high = sum(card.rank in HIGH for card in hand) - sum(card.rank in LOW for card in hand)
        asked = 2 * hand.length(Suit.CLUBS) + hand.length(Suit.HEARTS) - 12
        for trait in (*virtues, *faults):
            what = next((key for key in COUNTED if key in f"{trait.of}{trait.why}"), "suits")
            if what == "suits":
                lengths = sorted(map(hand.length, Suit))
                assert len(trait.cards) == lengths[-1] + lengths[-2]
            else:
                assert {*trait.cards} == {it for it in hand if COUNTED[what](it, advice.best)}
            signs = [sign for key, sign in BALANCE.items() if key in trait.why]
            assert all(sign * (high - asked) > 0 for sign in signs)
            seen |= {what, *(key for key in BALANCE if key in trait.why)}
            assert what != "trump" or advice.best is not Strain.NO_TRUMPS
            assert what != "diamond" or advice.best is not Strain.DIAMONDS
        named = {trait.of for trait in virtues}
        assert not ("ace" in named and any("queen to ace" in one.why for one in faults))
    assert seen == {*COUNTED, *BALANCE, "suits"}


def test_the_usual_numbers_of_tricks_are_those_of_most_games() -> None:
    seen = set()
    for seed in range(3):
        hand = Deal.random(seed)[Seat.FOREHAND]
        advice = advise(hand, budget=60, seed=1)
        tricks = advice.estimates[advice.best].tricks
        facts = [
            one
            for one in reasons_for_call(advice, hand)
            if one.kind is calls_of_clumond.usual_tricks
        ]
        for fact in facts:
            most = sum(count for number, count in tricks.items() if number in fact["tricks"])
            assert 3 * most >= 2 * sum(tricks.values())
            seen.add(seed)
        assert facts or sum(tricks.values()) < 16
    assert seen


def moments(game: str, **options: str) -> Iterator[tuple[View, dict[object, Reason]]]:
    """Calls with a choice, and by kind the facts of the hint."""
    for seed in range(4):
        session = Session(registry.new_game(game, options), seed)
        for _ in range(8):
            state = session.state
            if state.play is None and len(state.legal_actions) > 1:
                view = View.of(state, state.turn or 0)
                facts = explained(view, iterations=20, games_per_action=0)[1]
                yield view, {fact.kind: fact for fact in facts}
            session.push(next(iter(state.legal_actions)))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("clag", {"players": "3", "scheme": "foss"}),
        ("clag", {"players": "4", "scheme": "mcleod"}),
        ("clabberjass", {}),
    ],
)
def test_what_the_hand_holds_for_a_call_holds(
    game: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clumond_solver.coach.reasons.calls_of_any_game.GAMES_PER_ACTION", 24)
    checked = 0
    for view, facts in moments(game, **options):
        if calls.holds not in facts:
            continue
        checked += 1
        hand, fact = view.held[view.seat], facts[calls.holds]
        holding, trumps = fact["holding"], Hand.from_cards(fact["holding"].trumps or ())
        if trumps:
            assert trumps == hand.in_suit(next(iter(trumps)).suit)
            suit = getattr(fact["trumps"], "suit", fact["trumps"])
            assert suit in {None, next(iter(trumps)).suit}
        rest = hand - trumps
        assert {*holding.high} <= {*rest}
        assert holding.highest is None or holding.highest in rest
        assert not any(hand.length(suit) for suit in holding.voids)
        if game == "clabberjass":
            assert {type(action) for action in view.legal_actions} <= {Declare, Pass, Nominate}
            assert fact["trumps"] is not None
        if calls.chances in facts and options["players"] == "4":
            chances = facts[calls.chances]
            assert list(chances["awards"]) == [10 + 2 * call.tricks for call in chances["calls"]]
    assert checked >= 5


def test_a_pass_names_the_sequence_held_and_the_trumps_that_may_yet_be_declared() -> None:
    seen = set()
    for seed in range(24):
        state = ClabberjassGame().deal(seed, ClabberjassGame().opening())
        view = View.of(state, state.turn or 0)
        hand, actions = view.held[view.seat], [Pass(), view.legal_actions[1]]
        comparison = CallComparison(view, seed)
        comparison.compare(actions, 4, Deadline(None))
        facts = reasons_for_action(view, actions[0], actions[1:], comparison=comparison)
        by_kind = {fact.kind: fact for fact in facts}
        bonuses = " ".join(by_kind[calls.holds]["holding"].bonuses)
        assert ("the sequence" in bonuses) is bool(sequences(hand))
        for best in sequences(hand)[:1]:
            seen.add("sequence")
            cards = sorted(best.cards, key=lambda card: card.rank)
            assert all(card.pretty() in bonuses for card in cards)
            assert f"worth {best.points} unless" in bonuses
        if later := by_kind.get(calls.can_still):
            seen.add("later")
            assert hand.in_suit(later["suit"]) == Hand.from_cards(later["trumps"])
            state.push(Pass())
            state.push(Pass())
            assert state.turn == view.seat
            assert Declare(Strain(later["suit"])) in state.legal_actions
    assert seen == {"sequence", "later"}


TWOS_WILD = ClagGame(4, Scheme("twos wild", (DealRules("twos wild", twos_wild=True),)))


def test_high_cards_have_few_above_them_and_wild_ones_are_counted() -> None:
    wild, low = set(), 0
    for seed in range(12):
        state = TWOS_WILD.deal(seed, TWOS_WILD.opening())
        view = View.of(state, state.turn or 0)
        hand = view.held[view.seat]
        comparison = CallComparison(view, seed)
        comparison.compare(view.legal_actions[1:2], 1, Deadline(None))
        fact, *_ = reasons_for_action(view, view.legal_actions[1], comparison=comparison)
        holding = fact["holding"]
        assert {*holding.wild} == {card for card in hand if card.rank is Rank.TWO}
        wild.add(len(holding.wild))
        trump = state.turned.suit if state.turned else None
        others = [card for card in hand if card.rank is not Rank.TWO and card.suit is not trump]
        for card in holding.high:
            above = [
                rank for rank in Rank if rank > card.rank and Card(card.suit, rank) not in hand
            ]
            assert len(above) <= 2
        if holding.highest:
            low += 1
            assert holding.highest.rank is max(card.rank for card in others) < Rank.QUEEN
    assert wild >= {0, 1}
    assert low


def _clabberjass_call(seed: int) -> View:
    state = Session(registry.new_game("clabberjass", {}), seed).state
    return View.of(state, state.turn or 0)


def test_a_call_has_the_same_figures_in_its_values_and_its_reason() -> None:
    close = 0
    for seed in range(12):
        rated, facts = explained(_clabberjass_call(seed), iterations=200, games_per_action=8)
        fact = facts[-1]
        assert fact.kind is calls.mean_scores
        for action, name in (fact["call"], "scores"), (fact["other"], "beside"):
            own, other = fact[name]
            assert own - other == pytest.approx(rated.values[action], abs=0.01)
        close += fact["is_close"]
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
            assert isinstance(call, Nominate)
            comparison = CallComparison(view, 1)
            comparison.compare([call], 8, Deadline(None))
            games = comparison.games[call]
            taken = [game.taken[view.seat] for game in games]
            facts = reasons_for_action(view, call, comparison=comparison)
            for fact in facts:
                wins = fact.values.get("wins")
                if isinstance(wins, Reason) and wins["cards"]:
                    seen += 1
                    won = [card for game in games for card in game.winning_cards(view.seat)]
                    assert [*map(won.count, wins["cards"])] == [*wins["counts"]]
                    assert wins["average"] in {None, mean(taken)}
                many, few = (sum(sign * (it - call.tricks) > 0 for it in taken) for sign in (1, -1))
                if fact.kind is calls.chances and fact["missed"]:
                    assert (few > many) is (fact["missed"] is Fault.TOO_FEW)
                    assert min(many, few) > 0
    assert seen


def _where(*texts: str) -> View:
    """The first call of a session with hidden trumps, or unseen hands, of which a fact says so."""
    session = Session(registry.new_game("clag", {"players": "3", "scheme": "foss"}), 3)
    while not any(fact.text.startswith(texts) for fact in session.state.facts(0)):
        session.push(next(iter(session.state.legal_actions)))
    return View.of(session.state, session.state.turn or 0)


def test_hidden_trumps_are_not_named() -> None:
    facts = explained(_where("guess"), iterations=20, games_per_action=4)[1]
    for fact in facts:
        if fact.kind is calls.holds:
            assert fact["trumps"] is fact["holding"].trumps is None
    assert calls.chances in {fact.kind for fact in facts} or not facts


def test_a_hand_that_may_not_be_seen_is_no_reason() -> None:
    assert explained(_where("blind"), iterations=20, games_per_action=4)[1][
        0
    ] == calls.no_cards_yet(7)


@pytest.mark.parametrize(("name", "seed"), [("euchre", 3), ("hearts", 0)])
def test_partners_are_no_opponents(name: str, seed: int) -> None:
    """Nor are calls that have no words of their own left unnamed."""
    load_games(EXAMPLES / f"{name}.py")
    game: Any = new_game(name)
    view = View.of(game.deal(seed, game.opening()))
    facts = explained(view, seed=0, iterations=20, games_per_action=4)[1]
    [scores] = [fact for fact in facts if fact.kind is calls.mean_scores]
    assert scores["has_partner"] is (name == "euchre")
    assert ("“pass " in in_sentences([scores], view)) is (name == "hearts")


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
