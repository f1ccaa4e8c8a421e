"""The example games that people know: sessions, views, engines, hints and reviews of each."""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from benchmarks.check_openspiel import PEERS, file_of, play_in_step, replay

from clumond_solver import hint, review
from clumond_solver.base.cards import Card, Rank, Suit
from clumond_solver.base.errors import IllegalCallError
from clumond_solver.base.seeds import other_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.cli.typed_words import parse_typed
from clumond_solver.coach.reasons import in_sentences
from clumond_solver.coach.reasons.calls_of_any_game import CallReason
from clumond_solver.display.text.actions import refusal_text
from clumond_solver.games.registry import describe, entry, new_game, parse_game
from clumond_solver.games.sessions import Session
from clumond_solver.games.texts import rules_blocks
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Give, Nominate, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.action_choice import CallComparison, choose_action
from clumond_solver.single_dummy.any_game_playouts import Dealt, FinishedGame, OpenDeals
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.engines import TreeSearch
from clumond_solver.single_dummy.players import EnginePlayer
from tests.all_games import random_actions
from tests.samples import EXAMPLES, cards_of
from tests.shares import share_of
from tests.slow_examples import slow_bridge_scores, slow_legal, slow_scores

pytestmark = pytest.mark.usefixtures("examples")
# By name, and how long its file may be.
EXAMPLES_OF_GAMES = {
    "hearts": 140, "spades": 135, "euchre": 160, "bridge": 240, "skat": 330,
    "ninety-nine": 170, "oh-hell": 150,
}  # fmt: skip


def _deal(name: str, seed: int, options: Mapping[str, str] = MappingProxyType({})) -> TrickState:
    game = new_game(name, options)
    standing = game.opening()
    for _ in range(seed % 4):
        standing = standing.with_deal("", (0,) * game.players)
    state = game.deal(seed, standing)
    assert isinstance(state, TrickState)
    return state


def _bidding(state: TrickState, source: random.Random) -> Any:
    """Random actions, but with few passes, so that most deals are played."""
    while not state.is_over:
        actions = list(state.legal_actions)
        if len(state.actions) < 2 and len(actions) > 1 and Pass() in actions:
            actions.remove(Pass())
        action = source.choice(actions[:6] if state.play is None else actions)
        yield action
        state.push(action)


@pytest.mark.parametrize("name", EXAMPLES_OF_GAMES)
def test_the_rules_of_an_example_are_its_docstring_without_the_command(name: str) -> None:
    rules = " ".join(block.text for block in rules_blocks(name))
    doc = inspect.getdoc(inspect.getmodule(entry(name).make)) or ""
    assert "clumond --game" in " ".join(doc.split())
    assert "clumond" not in rules
    assert len(doc) - len(rules) < 120


@pytest.mark.parametrize(
    "command",
    [
        "Play it by `clumond\n--game whist.py play`, if you like.",
        "``clumond --game whist.py play`` plays it.",
        "clumond --game whist.py play plays it!",
        "`python whist.py` plays it.",
    ],
)
@pytest.mark.parametrize("text", ["{}", "Win. {}", "{} Lose.", "Win.\n{}\nLose.", "Win.\n\n{}"])
def test_rules_of_a_game_from_a_file_have_no_command(
    command: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = inspect.getmodule(entry("oh-hell").make)
    monkeypatch.setattr(module, "__doc__", text.format(command))
    rules = " ".join(block.text for block in rules_blocks("oh-hell"))
    assert rules == " ".join(text.format("").split())


@pytest.mark.parametrize("name", EXAMPLES_OF_GAMES)
def test_an_example_is_short_and_known_by_its_name(name: str) -> None:
    file = EXAMPLES / f"{name.replace('-', '_')}.py"
    assert len(file.read_text(encoding="utf-8").splitlines()) <= EXAMPLES_OF_GAMES[name]
    game = new_game(name)
    assert parse_game(describe(game)) == game
    assert all(option.help for option in entry(name).options)


DOUBLES = ("", "double", "redouble")
# What houses play differently.
HOUSES: list[tuple[str, dict[str, Any]]] = [
    ("skat", {}),
    ("skat", {"kontra": "yes"}),
    ("skat", {"scoring": "league", "kontra": "yes"}),
    ("hearts", {"passing": "left", "moon": "self"}),
    ("hearts", {"passing": "never", "moon": "never", "queen_breaks": "no"}),
    ("hearts", {"jack": "yes", "moon": "never", "first_trick": "yes"}),
    ("oh-hell", {"restricted": "no", "missed": "tricks"}),
    ("spades", {"nil": "0", "ten_bags": "0"}),
    ("bridge", {}),
    ("bridge", {"vulnerability": "chicago"}),
]


@pytest.mark.parametrize(("name", "options"), HOUSES)
def test_a_house_plays_as_its_rules_written_a_second_time(
    name: str, options: dict[str, Any]
) -> None:
    game, seen = new_game(name, options), set()
    assert parse_game(describe(game)) == game
    for seed in range(share_of(1500)):
        state = _deal(name, seed, options)
        for _ in _bidding(state, random.Random(seed)):
            play = state.play
            if play is not None:
                trick = play.history[len(play.history) - len(play.trick) :]
                hand = [*play.hands[state.seat_to_act]]
                assert {*state.legal_actions} == slow_legal(state, hand, trick)
        assert state.scores == slow_scores(state)
        seen.add(state.scores)
    assert len(seen) > 8


def test_whoever_shoots_the_moon_gains_or_the_others_lose() -> None:
    sums = {"others": (0, -26), "self": (26, 0), "never": (-26, 0)}
    for moon, (own, others) in sums.items():
        payoffs = _deal("hearts", 3, {"moon": moon}).payoffs
        assert payoffs.settled((13, 0, 0, 0), (-26, 0, 0, 0)) == (own, *[others] * 3)
        assert payoffs.settled((12, 1, 0, 0), (-25, -1, 0, 0)) == (-25, -1, 0, 0)


def test_nobody_bids_where_a_house_plays_without_premiums() -> None:
    state: Any = _deal("ninety-nine", 0, {"premiums": "no", "first": "hearts"})
    for _ in range(3):
        state.push(state.legal_actions[0])
    assert state.play is not None
    assert state.trump is Suit.HEARTS


def test_every_contract_of_bridge_scores_by_the_table_of_duplicate() -> None:
    by_heart = {
        ("1NT", "", False, 7): 90, ("2H", "double", False, 9): 570, ("3NT", "", True, 9): 600,
        ("4S", "", False, 11): 450, ("4S", "double", True, 6): -1100,
        ("5C", "redouble", False, 8): -1000, ("6S", "", True, 12): 1430,
        ("7NT", "redouble", True, 13): 2980, ("1NT", "redouble", True, 13): 3160,
    }  # fmt: skip
    for bid in _deal("bridge", 0).legal_actions[1:]:
        for doubled in DOUBLES:
            for vulnerable in (False, True):
                state: Any = _deal("bridge", 0)
                state.vulnerable = (vulnerable, not vulnerable)
                for call in (str(bid), "double", "redouble")[: DOUBLES.index(doubled) + 1]:
                    state.push(call)
                for tricks in range(14):
                    scores = state.payoffs.settled((tricks, 13 - tricks, 0, 0), (0,) * 4)
                    assert [*scores] == slow_bridge_scores(state, (tricks, 13 - tricks, 0, 0))
                    known = by_heart.pop((str(bid), doubled, vulnerable, tricks), scores[0])
                    assert scores[0] == known
    assert not by_heart


def test_vulnerability_goes_by_the_boards_of_duplicate() -> None:
    game, boards = new_game("bridge"), []
    standing = game.opening()
    first = standing.player(0)
    names = {(): "-", (0,): "NS", (1,): "EW", (0, 1): "all"}
    for _ in range(17):
        state: Any = game.deal(1, standing)
        sides = [(standing.player(seat) - first) % 2 for seat in (0, 1) if state.vulnerable[seat]]
        boards.append(names[tuple(sorted(sides))])
        standing = standing.with_deal("", (0,) * 4)
    assert boards == [
        "-",
        "NS",
        "EW",
        "all",
        "NS",
        "EW",
        "all",
        "-",
        "EW",
        "all",
        "-",
        "NS",
        "all",
        "-",
        "NS",
        "EW",
        "-",
    ]


def test_a_double_is_of_the_others_bid_and_a_redouble_of_ones_own() -> None:
    state: Any = _deal("bridge", 0)
    open_doubles, contracts = [], []
    for call in ("1S", "double", "redouble", "2C", "pass", "pass", "double", "pass", "pass"):
        state.push(call)
        open_doubles += [*{"double", "redouble"} & {*map(str, state.legal_actions)}] or ["-"]
        contracts.append(state.contract_text)
    assert " ".join(open_doubles) == "double redouble - double - double redouble - redouble"
    doubled = ["1♠ doubled", "1♠ redoubled", "2♣", "2♣", "2♣", "2♣ doubled"]
    assert contracts == ["1♠", *doubled, "2♣ doubled", "2♣ doubled"]
    assert {state.verb_of(call) for call in state.legal_actions[:2]} == {""}
    state.push("pass")
    assert state.play is not None


def test_engines_expect_the_others_to_double_what_cannot_be_made() -> None:
    def expected(bid: str, seed: int) -> str:
        state = _deal("bridge", seed)
        state.push(bid)
        return str(state.usual_call)

    assert {expected("7NT", seed) for seed in range(8)} == {"double"}
    assert {expected("1C", seed) for seed in range(8)} == {"pass", "double"}


def test_engines_bid_what_their_hands_promise_and_believe_it_of_others() -> None:
    state = _deal("bridge", 3)
    assert state.turn == 0
    weak = next(seed for seed in range(9) if len(_calls_for(_deal("bridge", seed))) == 1)
    assert [*map(str, _calls_for(_deal("bridge", weak)))] == ["pass"]
    assert EnginePlayer()(View.of(_deal("bridge", weak)), 1) == Pass()
    # A hint compares it all the same.
    assert len(hint(_deal("bridge", weak), iterations=40, games_per_action=4).values) == 2
    state = _deal("bridge", weak)
    for call in ("pass", "2H"):
        state.push(call)
    comparison = CallComparison(View.of(state), 1)
    comparison.compare([Pass()], 24, Deadline(None))
    hands = [deal.hands_left[1] for deal in comparison._determinizations[:24]]
    assert sum(sum(card.suit is Suit.HEARTS for card in hand) >= 4 for hand in hands) > 14


def _calls_for(state: TrickState) -> tuple[Any, ...]:
    return CallComparison(View.of(state), 1).calls_for_hand()


def test_bridge_is_bid_by_engines_to_a_contract_that_may_be_made() -> None:
    """Two partners who know nothing of one another's hands went on to seven no trumps."""
    for seed in range(4):
        state: Any = Session(new_game("bridge"), seed).state
        while state.play is None and not state.is_over:
            state.push(EnginePlayer(iterations=100, call_iterations=5)(View.of(state), seed))
        assert state.contract is None or state.contract[1].level < 6


@pytest.mark.parametrize(("lead", "scores"), [("CJ", (86, 0, 0)), ("CA", (-122, 40, 40))])
def test_in_a_league_only_all_tricks_may_win_a_game_bid_too_high(
    lead: str, scores: tuple[int, ...]
) -> None:
    """With one jack and schneider diamonds count 27, of 36 bid; by all tricks 36."""
    game: Any = new_game("skat", {"scoring": "league"})
    dealt = [
        "CJ",
        "HJ",
        "DJ",
        "DA",
        "DT",
        "DK",
        "DQ",
        "D9",
        "CA",
        "CT",
        "SJ",
        "D7",
        "D8",
        "C7",
        "C8",
        "C9",
        "S7",
        "S8",
        "S9",
        "SQ",
    ]
    others = [str(card) for card in game.pack.cards if str(card) not in {*dealt, "CK", "CQ"}]
    order = [Card.parse(text) for text in (*dealt, *others, "CK", "CQ")]
    state = type(game.deal(0, game.opening()))(order, kontra=False, scoring="league")
    for call in [
        "18",
        "20",
        "22",
        "23",
        "24",
        "27",
        "30",
        "33",
        "35",
        "36",
        "pass",
        "pass",
        "take",
    ]:
        state.push(call)
    state.push("aside CK CQ")
    state.push("diamonds")
    assert state.payoffs_or_none is None
    state.push(lead if lead == "CJ" else "D9")
    while not state.is_over:
        cards = [action.card for action in state.legal_actions]
        state.push(
            str(max(cards, key=lambda card: (state.play.rules.power(card.suit, card), card)))
        )
    assert state.scores == scores


def test_an_engine_never_makes_a_call_that_does_not_suit_its_hand_where_another_does() -> None:
    for seed in range(9, 15):
        state = Session(new_game("bridge"), seed).state
        view = View.of(state)
        suiting = CallComparison(view, 0).calls_for_hand()
        assert choose_action(view, iterations=100, seed=1).action in suiting
        unlikely = next(call for call in reversed(view.legal_actions) if call not in suiting)
        rated = TreeSearch().rate(view, Effort(100, 8), also=[unlikely])
        assert rated.best in suiting
        assert rated.values[unlikely] <= rated.values[rated.best]


def test_what_skat_announces_and_doubles() -> None:
    def said(*calls: str) -> list[str]:
        state = _deal("skat", 0, {"kontra": "yes"})
        for call in ("18", "pass", "pass", *calls):
            state.push(call)
        return [*map(str, state.legal_actions)] if state.play is None else ["play"]

    assert said("clubs") == ["go on", "schneider", "schwarz", "ouvert"]
    assert said("null") == ["go on", "ouvert"]
    assert said("clubs", "schwarz") == said("clubs", "go on", "go on") == ["go on", "kontra"]
    assert said("clubs", "go on", "go on", "go on") == ["play"]
    assert said("clubs", "go on", "go on", "kontra") == ["go on", "re"]
    assert said("clubs", "go on", "kontra", "re") == ["play"]
    assert said("clubs", "go on", "kontra", "go on") == ["play"]


def test_a_hand_played_ouvert_lies_open_before_the_first_card() -> None:
    state = _deal("skat", 0)
    for call in ("18", "pass", "pass", "null"):
        state.push(call)
    assert not View.of(state, 1).held[0]
    state.push("ouvert")
    assert [View.of(state, seat).held[0] for seat in (1, 2)] == [state.hands_left[0]] * 2
    assert state.turn == 0


@pytest.mark.parametrize(("nil", "ten_bags"), [(50, 100), (100, 200), (200, 50)])
def test_nil_and_bags_of_spades_count_as_the_house_plays_them(nil: int, ten_bags: int) -> None:
    game = new_game("spades", {"nil": nil, "ten_bags": ten_bags})
    assert parse_game(describe(game)) == game
    changed = set()
    for seed in range(60):
        totals = (100 + seed % 10, 90 + seed // 7) * 2
        state = game.deal(seed, game.opening().with_deal("", totals))
        bids = iter((0, seed % 3, 1, 0))
        for _ in range(4):
            state.push(Nominate(next(bids)))
        told = [fact.by_seat for fact in state.facts(0) if fact.label == "bags"]
        assert told == [tuple(str(totals[seat] % 10) for seat in (1, 2, 3, 0))] * any(state.bags)
        for _ in random_actions(state, random.Random(seed)):
            pass
        assert state.scores == slow_scores(state)
        plain = new_game("spades").deal(seed, game.opening().with_deal("", totals))
        for action in state.actions:
            plain.push(action)
        changed.add(plain.scores != state.scores)
    assert True in changed


def test_whoever_gives_or_gets_a_card_knows_where_it_is() -> None:
    state = _deal("hearts", 4)  # Passed to the left.
    dealt = state.hands_left
    given = {seat: [*dealt[seat]][:3] for seat in range(4)}
    state.push(Give(given[0][0]))
    assert given[0][0] in View.of(state, 0).held[0]
    assert not View.of(state, 1).held[0]
    for seat in range(4):
        for card in given[seat][seat == 0 :]:
            state.push(Give(card))
    assert state.play is not None
    for seat in range(4):
        view = View.of(state, seat)
        assert set(given[seat]) <= set(view.held[(seat + 1) % 4])
        assert set(given[(seat - 1) % 4]) <= set(view.held[seat])
        assert not view.held[(seat + 2) % 4]
        others = [card for other in {0, 1, 2, 3} - {seat, (seat - 1) % 4} for card in given[other]]
        told = repr(state.observation(seat))
        assert not any(f"give {card}" in told for card in others)


def test_hearts_wait_and_points_are_held_back_in_the_first_trick() -> None:
    state = _deal("hearts", 3)  # Nobody passes.
    for _ in random_actions(state, random.Random(3)):
        play = state.play
        assert play is not None
        cards = {a.card for a in state.legal_actions if isinstance(a, PlayCard)}
        penalties = {card for card in cards if card.suit is Suit.HEARTS}
        penalties |= cards & {Card(Suit.SPADES, Rank.QUEEN)}
        if not play.history:
            assert cards == {Card.parse("C2")}
        elif len(play.history) < 4:
            assert not penalties or penalties == cards


def test_a_card_far_behind_is_not_among_those_that_luck_may_explain() -> None:
    """Most cards are near the best one here, and the queen of spades costs ten points."""
    session = Session(new_game("hearts"), 3, 0)
    for card in cards_of("HA CA D2 DK SA CK D5 D6 DA S3 S4 SK C2 CA CK CJ D8 DQ D5 DJ"):
        session.push(card)
    state = session.state
    answer = hint(state, iterations=60, games_per_action=24)
    *_, last = answer.values
    assert last == PlayCard(Card.parse("SQ"))
    assert answer.values[answer.action] - answer.values[last] > 8
    assert "not clearly worse" in answer.reason
    assert "None of the others" not in answer.reason


@pytest.mark.parametrize(
    ("name", "calls", "words", "refusal"),
    [
        ("skat", "18", "bid 18", "18: you may say pass, bid 20"),
        ("skat", "18 pass pass take", "lay aside S9", "♠9 cannot be laid aside"),
        ("skat", "18 pass pass take", "lay aside DT", "2 cards of the hand must be laid aside"),
        ("bridge", "1NT", "1♠", "1♠: you may say pass, double, bid 2♣, bid 2♦"),
        ("hearts", "", "C4", "pass ♣4: not among the cards to pass on"),
    ],
)
def test_a_call_that_is_not_open_is_refused_with_those_that_are(
    name: str, calls: str, words: str, refusal: str
) -> None:
    session = Session(new_game(name), 3)
    for call in calls.split():
        session.push(call)
    legal = session.state.legal_actions
    with pytest.raises(IllegalCallError) as caught:
        session.push(parse_typed(words, legal, session.game.actions))
    assert refusal in refusal_text(caught.value, session.state.verb_of)


@pytest.mark.parametrize(
    ("name", "words", "call"),
    [
        ("bridge", "1NT", "1NT"),
        ("bridge", "1 no trump", "1NT"),
        ("bridge", "One no-trumps!", "1NT"),
        ("bridge", "2♥", "2H"),
        ("bridge", "I bid two hearts", "2H"),
        ("spades", "four", "nominate 4"),
        ("oh-hell", "I bid nil", "nominate 0"),
    ],
)
def test_a_bid_may_be_said_as_people_say_it(name: str, words: str, call: str) -> None:
    game = new_game(name)
    legal = Session(game, 3).state.legal_actions
    assert str(parse_typed(words, legal, game.actions)) == call


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["spades", "oh-hell"])
def test_a_hint_says_bid_where_the_game_does(name: str) -> None:
    session = Session(new_game(name), 3)
    for _ in range(2):
        session.push("nominate 1")
    given = str(hint(session.state, iterations=8, games_per_action=4))
    assert given.startswith("bid ")
    assert "tricks are bid" in given
    assert "nominate" not in given


def test_tricks_still_to_win_are_those_of_the_side() -> None:
    state = Session(new_game("spades"), 3).state
    for tricks in (3, 1, 2, 4):
        state.push(f"nominate {tricks}")
    assert [state.aids(seat)[0].text for seat in range(4)] == ["5 of 13"] * 4
    for _ in random_actions(state, random.Random(3)):
        assert state.play is not None
        for seat in range(4):
            taken = sum(state.play.tricks_taken[seat % 2 :: 2])
            left = state.play.tricks_left
            assert [aid.text for aid in state.aids(seat)] == [f"{max(0, 5 - taken)} of {left}"]
    assert not state.aids(0)


def test_cards_laid_aside_are_seen_by_their_player_only() -> None:
    state = Session(new_game("skat"), 3).state
    for call in ("18", "pass", "pass", "take"):
        state.push(call)
    aside = state.legal_actions[0]
    state.push(aside)
    declarer = state.calls_made[-1][0]
    for seat in range(3):
        assert (aside in View.of(state, seat).actions) is (seat == declarer)


def test_a_sessions_row_is_labelled_with_the_contract() -> None:
    session = Session(new_game("bridge"), 3)
    for call in ("2H", *["pass"] * 3):
        session.push(call)
    while session.standing.deals == 0:
        session.push(session.state.legal_actions[0])
    for _ in range(4):
        session.push("pass")
    assert [row.label for row in session.standing.rows] == ["2♥", ""]


def test_a_hint_for_a_bid_says_nothing_of_what_the_others_will_do() -> None:
    """Their calls are not searched: partner bids where a hint said that he would pass."""
    state = Session(new_game("bridge"), 8).state
    answer = hint(state, iterations=40, games_per_action=10)
    assert answer.action != Pass()
    assert answer.unit == "points ahead of the other side"
    assert "expected to" not in answer.reason
    assert "others" not in answer.reason
    state.push(answer.action)
    for _ in range(3):
        state.push(Pass())
    assert hint(state, iterations=40, games_per_action=10).unit == "points ahead of the other side"


def test_values_in_a_partnership_leave_the_partner_out() -> None:
    rated = TreeSearch().rate(View.of(Session(new_game("bridge"), 3).state), Effort(40, 10))
    assert rated.comparison is not None
    own, left, partner, _ = rated.comparison.means(rated.best)
    assert own == partner
    assert rated.values[rated.best] == pytest.approx(own - left)


@pytest.mark.usefixtures("hasty")
def test_a_review_compares_sides_too() -> None:
    """Every figure of a call or card is over the other side, whoever's partner scores alike."""
    state = Session(new_game("bridge"), 1).state
    for call in ("1C", *["pass"] * 3):
        state.push(call)
    for _ in zip(range(9), random_actions(state, random.Random(1)), strict=False):
        pass
    reviewed = review(state, iterations=40, games_per_action=8, replays=0)
    assert reviewed.unit == "points ahead of the other side"
    bid = reviewed.plays[0]
    # A costly bid has the figures of a second look, in games of another seed.
    comparison = CallComparison(View.of(Session(new_game("bridge"), 1).state), other_seed(0))
    comparison.compare([bid.best, bid.action], 16, Deadline(None))
    for rated in (bid.best, bid.action):
        own, others, partner, _ = comparison.means(rated)
        assert own == partner
        assert bid.values[rated] == pytest.approx(own - others)
    # Blamed by a second look, in games of its own.
    assert bid.loss is not None
    assert bid.cost in {0.0, bid.loss.amount}
    searched = TreeSearch().rate(View.of(state), Effort(40, 0))
    assert searched.value_of(searched.best) == searched.values[searched.best]
    for action in state.legal_actions:
        assert searched.value_of(action) <= searched.values[searched.best]


def test_a_card_that_is_already_passed_on_is_not_held() -> None:
    state = Session(new_game("hearts"), 1).state
    state.push(Give(Card.parse("SQ")))
    assert "♠Q" not in hint(state, iterations=40, games_per_action=10).reason


def test_trumps_that_a_bid_leads_to_are_conditional_and_jacks_are_trumps_in_any_case() -> None:
    state = Session(new_game("bridge"), 3).state
    assert "With ♣ as trumps you would hold six trumps" in reason_of(state, "1C")
    state = Session(new_game("skat"), 2).state
    state.push(Pass())
    assert reason_of(state, "18").startswith("With ♦ as trumps you would hold eight trumps (♣J ")
    state = Session(new_game("skat"), 1).state
    for call in ("pass", "18"):
        state.push(call)
    reason = reason_of(state, "20")
    assert reason.startswith("You hold two trumps in any case (♠J ♦J), ")


def test_what_one_other_player_scores_is_no_mean_of_all() -> None:
    state = Session(new_game("skat"), 3).state
    for call in ("18", "pass", "20"):
        state.push(call)
    reason = reason_of(state, "pass")
    assert "the others together" in reason
    assert "of the others" not in reason


def reason_of(state: TrickState, call: str) -> str:
    view = View.of(state)
    chosen = parse_typed(call, view.legal_actions)
    comparison = CallComparison(view, 1)
    comparison.compare([chosen], 8, Deadline(None))
    return in_sentences(CallReason(view, [chosen], comparison).facts(), view)


every_peer = pytest.mark.parametrize("name", PEERS)


@every_peer
def test_recorded_games_are_legal_and_pay_as_in_openspiel(name: str) -> None:
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    assert len(lines) >= 40
    for line in lines:
        record = json.loads(line)
        assert replay(name, record) == record


@every_peer
def test_new_games_are_in_step(name: str) -> None:
    pytest.importorskip("pyspiel")
    for seed in range(1000, 1010):
        play_in_step(name, seed)


@pytest.mark.parametrize("name", ["hearts", "spades", "bridge"])
@pytest.mark.sample(1)
def test_a_hint_plays_so_many_cards_at_most(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call and the first card, when games are longest."""
    cards, finished = [0], OpenDeals.finished

    def counted(
        deals: OpenDeals, dealt: Dealt, seed: int, first: PlayCard | None = None
    ) -> FinishedGame:
        game = finished(deals, dealt, seed, first)
        cards[-1] += sum(len(trick.cards) for trick in game.tricks)
        return game

    monkeypatch.setattr(OpenDeals, "finished", counted)
    state = _deal(name, 4)
    hint(state, seed=1)
    state.push(state.legal_actions[2])
    while state.play is None or len(state.legal_actions) < 2:
        state.push(state.usual_call or state.legal_actions[1] if state.play is None
                   else state.legal_actions[0])  # fmt: skip
    cards.append(0)
    hint(state, seed=1)
    calls, plays = cards
    # Of the calls of Bridge few suit a hand.
    assert (1_000 if name == "bridge" else 10_000) < calls <= 40_000
    # The games that reasons count come on top.
    assert 10_000 < plays <= 90_000
