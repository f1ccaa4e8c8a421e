"""Games of one's own: the two of `examples/`, by name, by engines, at the table, saved and read."""

from __future__ import annotations

import inspect
import math
import random
import re
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clumond_solver import game as own_game
from clumond_solver.base.cards import FULL_PACK, Card, Hand, Suit
from clumond_solver.base.errors import ClumondError, IllegalCallError, RuleError, WrongTypeError
from clumond_solver.batch.matches import play_match
from clumond_solver.cli import OK, main
from clumond_solver.coach.hints import hint
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.reviews import review
from clumond_solver.display.text.records import score_sheet_text
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.registry import (
    entry,
    new_game,
    register,
)
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.results import Bounds, Choice, Limit
from clumond_solver.rules import game as game_module
from clumond_solver.rules import states
from clumond_solver.rules.actions import (
    Action,
    LayAside,
    Pass,
    PlayCard,
    Unseen,
    parse_action_among,
)
from clumond_solver.rules.dealt import TotalsGame
from clumond_solver.rules.game import Standing
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import AsideChoices, TrickState
from clumond_solver.single_dummy import engines
from clumond_solver.single_dummy.action_choice import HiddenCallsSearch, choose_action
from clumond_solver.single_dummy.choose_and_estimate import estimate_scores
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.engines import TreeSearch, engine_of, use_engine
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.players import Player, RandomPlayer
from tests.all_games import random_chooser
from tests.samples import EXAMPLES, ROOT

FILES = {"ninety-nine": EXAMPLES / "ninety_nine.py", "oh-hell": EXAMPLES / "oh_hell.py"}
START = Standing((0, 0, 0))


pytestmark = pytest.mark.usefixtures("examples")


def _ninety_nine(seed: int = 1, *, bids: bool = False, premium: bool = False) -> Any:
    state = new_game("ninety-nine").deal(seed, START)
    if bids:
        source = random.Random(seed)
        for _ in range(3):
            state.push(source.choice(list(state.legal_actions)))
        if not premium:
            for _ in range(3):
                state.push(Pass())
    return state


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", FILES)
def test_the_command_line_plays_a_file_and_goes_on_with_what_it_saved(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    saved = tmp_path / "mine.session"
    option = "--deals 2" if name == "ninety-nine" else "--players 3 --cards 2"
    lines = iter(["hint", "quit"])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(lines, ""), raising=False)
    words = f"--game {FILES[name]} play {option} --seed 4 --seat 0 --level easy --save {saved}"
    assert main(words.split()) == OK
    assert "hint: " in capsys.readouterr().out
    assert Session.parse(saved.read_text(encoding="utf-8")).seed == 4
    assert main(["--game", str(FILES[name]), "show", str(saved)]) == OK
    assert main(f"--game {name} advise {saved} --iterations 20".split()) == OK
    assert "forehand: " in capsys.readouterr().out


def test_the_score_sheet_has_one_heading_for_how_a_deal_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session: Session[Any] = Session("oh-hell", 1)
    while not session.standing.rows:
        session.push(session.state.legal_actions[0])
    saved = tmp_path / "mine.session"
    saved.write_text(str(session), encoding="utf-8")
    assert main(["--game", "oh-hell", "show", str(saved)]) == OK
    assert capsys.readouterr().out.startswith(score_sheet_text(session.standing).partition("\n")[0])


def test_bids_are_seen_by_their_seat_alone_until_the_deal_is_over() -> None:
    state = _ninety_nine(bids=True)
    for seat in range(3):
        events = state.observation(seat).events[:3]
        assert [isinstance(event.action, Unseen) for event in events] == [
            seat != each for each in range(3)
        ]
        view = View.of(state, seat)
        assert view.hides_calls
        assert view.play is not None
        assert view.play.payoffs is None
        assert view.held[-1] == state.laid_aside(seat)
        assert all(not view.held[other] for other in range(3) if other != seat)
        told = repr((view, state.observation(seat)))
        for other in {0, 1, 2} - {seat}:
            assert str(LayAside(state.laid_aside(other))) not in told
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    assert not any(isinstance(event.action, Unseen) for event in state.observation(0).events)


def test_a_player_sees_his_own_bid_at_the_table_and_all_bids_at_the_end() -> None:
    state = _ninety_nine(3, bids=True)
    own = [
        next(fact.by_seat for fact in state.facts(viewer) if fact.label == "bid")
        for viewer in range(3)
    ]
    assert own == [
        tuple(str(state.bids[seat]) if seat == viewer else "" for seat in range(3))
        for viewer in range(3)
    ]
    while not state.is_over:
        state.push(state.legal_actions[0])
    assert [fact.by_seat for fact in state.facts(1) if fact.label == "bid"] == [
        tuple(map(str, state.bids))
    ]


def test_a_deal_that_differs_in_hidden_bids_alone_looks_the_same() -> None:
    one, other = _ninety_nine(5), _ninety_nine(5)
    first = next(iter(one.legal_actions))
    one.push(first)
    other.push(first)
    one.push([*one.legal_actions][7])
    other.push([*other.legal_actions][90])
    assert one.observation(0) == other.observation(0)
    assert View.of(one, 0) == View.of(other, 0)
    assert one.observation(1) != other.observation(1)


def test_a_declaration_shows_the_bid_and_a_revelation_the_hand_too() -> None:
    state = _ninety_nine(bids=True, premium=True)
    state.push(parse_action_among("declaration", state.legal_actions))
    state.push(parse_action_among("revelation", state.legal_actions))
    assert state.play is not None
    assert state.premium[0] == 1
    view = View.of(state, 2)
    assert view.aside == (Hand(), state.laid_aside(1), state.laid_aside(2))
    assert view.held[1] == state.play.hands[1]
    assert isinstance(view.actions[0], Unseen)
    world: Any
    for world in view.sample_worlds(5, seed=1):
        assert world.laid_aside(1) == state.laid_aside(1)
        assert world.play.hands[1] == state.play.hands[1]


def test_imagined_deals_agree_with_what_was_seen() -> None:
    state, choose = _ninety_nine(2, bids=True), random_chooser(2)
    for _ in range(14):
        state.push(choose(state))
    view = View.of(state, 1)
    bids = set()
    world: Any
    for world in view.sample_worlds(40, seed=3):
        assert world.observation(1) == state.observation(1)
        assert all(len(world.laid_aside(seat)) == 3 for seat in range(3))
        bids.add(world.bids[0])
    assert len(bids) > 3


def test_scores_and_their_compiled_form_say_the_same() -> None:
    for seed in range(20):
        state = _ninety_nine(seed, bids=True, premium=True)
        choose = random_chooser(seed)
        while state.play is None:
            state.push(choose(state))
        table = dict(state.payoffs.table)
        assert len(table) == math.comb(11, 2)
        while not state.is_over:
            state.push(choose(state))
        assert state.scores == table[state.play.tricks_taken]
        bidder = None if state.premium is None else state.premium[0]
        made = [b == t for b, t in zip(state.bids, state.play.tricks_taken, strict=True)]
        bonus = (0, 30, 20, 10)[sum(made)]
        for seat in range(3):
            expected = state.play.tricks_taken[seat] + bonus * made[seat]
            if bidder is not None and made[bidder] is (seat == bidder):
                expected += state.premium[1].points
            assert state.scores[seat] == expected


def test_the_first_deal_has_no_trumps_then_those_who_made_it_say() -> None:
    game = new_game("ninety-nine")
    assert game.deal(1, START).trump is None
    for made, trump in enumerate((Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)):
        notes = ["3 made"] * made + ["3 missed"] * (3 - made)
        assert game.deal(1, START.with_deal("", (0, 0, 0), notes=notes)).trump is trump


def test_bids_are_inferred_from_the_play() -> None:
    """Others play for their bids: imagined bids near the true ones must weigh more."""
    weighed, flat = 0.0, 0.0
    for seed in range(25):
        state, source = _ninety_nine(seed, bids=True), random.Random(seed)
        while len(state.play.history) < 18:
            state.push(_heeding(state, source))
        if state.turn is None:
            continue
        hidden: Any = HiddenCallsSearch(View.of(state, state.turn), seed)
        for seat in {0, 1, 2} - {state.turn}:
            misses = [abs(world.bids[seat] - state.bids[seat]) for world in hidden.worlds]
            weighed += sum(w * m for w, m in zip(hidden.weights, misses, strict=True))
            flat += sum(misses) / len(misses)
    assert weighed < 0.93 * flat


def _heeding(state: Any, source: random.Random) -> PlayCard:
    """A card by a player who takes tricks until he has as many as he bid, and then none."""
    play, seat = state.play, state.turn
    wants = play.tricks_taken[seat] < state.bids[seat]
    led = play.led
    legal = sorted(
        play.legal_plays,
        key=lambda card: (play.rules.power(led or card.suit, card), source.random()),
    )
    return PlayCard(legal[-1] if wants else legal[0])


def test_a_game_that_states_no_payoffs_is_searched_by_playing_it_out() -> None:
    state: Any = new_game("oh-hell", {"players": "3", "cards": "3"}).deal(5, START)

    class Plain(type(state)):  # type: ignore[misc]
        @property
        def payoffs(self) -> Payoffs:
            raise RuleError("only the scores are known")

    plain = Plain([*FULL], 3, 3)
    while not plain.is_over:
        view = View.of(plain, plain.turn)
        assert view.play is None or view.play.payoffs is None
        plain.push(choose_action(plain, iterations=60, seed=1).action)
    assert len(plain.scores) == 3


def test_payoffs_of_some_deals_only_are_used_in_these() -> None:
    state: Any = new_game("oh-hell", {"players": "3", "cards": "3"}).deal(5, START)

    class Some(type(state)):  # type: ignore[misc]
        @property
        def payoffs(self) -> Any:
            if self.turned.suit is Suit.CLUBS:
                raise RuleError("only the scores are known")
            return super().payoffs

    by_suit: dict[Suit, set[bool]] = {}
    for seed in range(8):
        deal = Some(FULL_PACK.order(seed), 3, 3)
        while not deal.is_over:
            play = View.of(deal).play
            if play is not None:
                by_suit.setdefault(deal.turned.suit, set()).add(play.payoffs is None)
            deal.push(choose_action(deal, iterations=20, seed=1).action)
        assert len(deal.scores) == 3
    assert by_suit.pop(Suit.CLUBS) == {True}
    assert {*map(tuple, by_suit.values())} == {(False,)}


def test_scores_for_too_few_seats_are_refused_with_the_name_of_the_function() -> None:
    state: Any = new_game("oh-hell", {"players": "3", "cards": "3"}).deal(5, START)

    class Short(type(state)):  # type: ignore[misc]
        def _settled(self, taken: tuple[int, ...]) -> list[int]:
            return super()._settled(taken)[:2]  # type: ignore[no-any-return]

    short = Short([*FULL], 3, 3)
    choose = random_chooser(1)
    while short.play is None:
        short.push(choose(short))
    wrong = r"Short\._settled\(\(.*\)\): a score for each of 3 seats is needed, not \["
    with pytest.raises(WrongTypeError, match=wrong):
        choose_action(short, iterations=20)
    while not short.is_over:
        short.push(choose(short))
    with pytest.raises(WrongTypeError, match=wrong):
        _ = short.scores


FULL = [Card.parse(word) for word in ["SA", "SK", "S3", "HA", "H4", "H2", "DK", "D4", "D2", "C5"]]


HOOKS: dict[str, Any] = {
    "_caller": lambda state: "forehand",
    "_open_calls": lambda state: [],
    "_begin": lambda state: state.hands,
    "_hand": lambda state, seat: list(state.hands[seat]),
    "_shown": lambda state, calls: None,
    "layout": property(lambda state: FULL_PACK.cards),
}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_returns_something_else_is_named(hook: str) -> None:
    game = new_game("oh-hell", {"players": "3", "cards": "3"})
    kind = type(game.deal(5, START))
    wrong = type("Mine", (kind,), {hook: HOOKS[hook]})
    with pytest.raises(ClumondError, match=rf"from Mine\.{hook} is needed"):
        _play_out_by_engine(wrong(FULL_PACK.order(5), 3, 3))


@pytest.mark.parametrize("hook", ["_caller", "_settled", "layout"])
def test_a_hook_that_is_missing_is_named(hook: str) -> None:
    game = new_game("oh-hell", {"players": "3", "cards": "3"})
    kind = type(game.deal(5, START))
    lacking = type("Mine", (kind,), {hook: getattr(TrickState, hook)})
    with pytest.raises(RuleError, match=f"Mine has .*`{hook}`"):
        _play_out_by_engine(lacking(FULL_PACK.order(5), 3, 3))


def test_a_deal_for_fewer_seats_than_the_game_has_players_is_refused() -> None:
    small = new_game("oh-hell", {"players": "3"})
    wrong = type("Mine", (type(small),), {"deal": lambda _, *given: small.deal(*given)})
    with pytest.raises(RuleError, match="OhHellState deals to 3 seats, but its game has 4 players"):
        Session(wrong(4), 1)


def _play_out_by_engine(state: TrickState) -> None:
    while not state.is_over:
        state.push(choose_action(state, iterations=60).action)
    assert state.scores


@pytest.mark.parametrize("hook", ["deal", "is_finished", "pack"])
def test_what_a_game_lacks_is_named(hook: str) -> None:
    kind = type(new_game("oh-hell"))
    names = {"players": 3, "cards": 2} | vars(TotalsGame) | vars(kind)
    lacking = type(
        "Mine",
        (),
        {name: names[name] for name in names if name not in {hook, "__dict__", "__weakref__"}}
        | {"__post_init__": lambda _: None},
    )
    for start in (
        lambda game: Session(game, 1),
        lambda game: play_match([RandomPlayer()] * 3, game, deals=1),
    ):
        with pytest.raises(WrongTypeError, match=f"a game with the member {hook} is needed"):
            start(lacking())


@pytest.mark.parametrize("hook", ["opening", "deal", "settle"])
def test_what_a_game_returns_in_place_of_a_standing_or_state_is_named(hook: str) -> None:
    wrong = type("Mine", (type(new_game("oh-hell")),), {hook: lambda *_: None})
    with pytest.raises(WrongTypeError, match=rf"from Mine\.{hook} is needed"):
        Session(wrong(3, 1), 1).play_out(random_chooser(1))


def test_the_page_shows_the_hooks_as_they_are() -> None:
    page = (EXAMPLES.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    code = inspect.getsource(states) + inspect.getsource(game_module)
    shown = re.findall(r"^    (def .*:) \.\.\.", page, re.MULTILINE)
    assert len(shown) > 15
    assert [line for line in shown if line not in code] == []


def test_cards_laid_aside_are_chosen_of_the_hand() -> None:
    hand = Hand.parse("AKQ.J2..")
    choices = AsideChoices(hand, 2)
    assert len(choices) == len(set(choices)) == 10
    assert all(choice in choices for choice in choices)
    assert list(choices[2:4]) == [choices[2], choices[3]]
    assert LayAside(Hand.parse("A.3..")) not in choices
    assert parse_action_among("HJ SA", choices) == LayAside(Hand.parse("A.J.."))
    state = _ninety_nine()
    with pytest.raises(IllegalCallError):
        state.push(LayAside(Hand.parse("AKQJ...")))


def _highest(view: View, seed: int) -> Action:
    """The highest card, or the last call."""
    return max(view.legal_actions, key=lambda a: a.card.rank if isinstance(a, PlayCard) else 0)


class HighestCard(TreeSearch):
    """An engine that plays its highest card."""

    def player(self, level: Level) -> Player:
        return _highest

    def search(self, view: View, effort: Effort, also: Collection[Action] = ()) -> Choice[Action]:
        return Choice(_highest(view, effort.seed), {}, 0)


def test_a_game_brings_an_engine_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_BY_GAME", dict(engines._BY_GAME))
    make = entry("oh-hell").make
    register("highest", make, options_of=lambda _: None)
    state = new_game("highest").deal(1, START)
    plain = type(state).layout
    with pytest.raises(RuleError, match="it needs game='highest'"):
        use_engine("highest", HighestCard())
    named = property(lambda self: replace(plain.__get__(self), game="highest"))
    monkeypatch.setattr(type(state), "layout", named)
    use_engine("highest", HighestCard())
    while state.play is None:
        state.push(state.legal_actions[0])
    view, first = View.of(state, state.seat_to_act), list[Action]()
    answer = hint(state, iterations=20, games_per_action=12, on_choice=first.append)
    assert first == [_highest(view, 0)]
    assert set(answer.values) <= set(state.legal_actions)
    assert answer.reason
    plain_hint = hint(state, iterations=20, games_per_action=0)
    assert (plain_hint.action, plain_hint.values) == (first[0], {})
    highest = engine_of(state.layout.game).player(Level.MEDIUM)
    while not state.is_over:
        state.push(highest(View.of(state, state.seat_to_act), 0))
    reviewed = review(state, iterations=20, games_per_action=12)
    assert len(reviewed.plays) == len(state.actions)
    assert any(play.values for play in reviewed.plays if play.trick)


@pytest.mark.parametrize("name", ["clubs", "clag", "clabberjass", "clumond"])
def test_an_engine_is_asked_for_calls_and_cards_of_every_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "_BY_GAME", dict(engines._BY_GAME))
    asked = list[bool]()

    class Listening(HighestCard):
        """Notes whether it is asked for a call or for a card."""

        def search(
            self, view: View, effort: Effort, also: Collection[Action] = ()
        ) -> Choice[Action]:
            asked.append(view.play is None)
            return super().search(view, effort, also)

    use_engine(name, Listening())
    state = new_game(name).deal(3, START)
    chosen = list[Action]()
    while not state.is_over and False not in asked:
        expected = _highest(View.of(state, state.seat_to_act), 0)
        asked_before = len(asked)
        hint(state, iterations=20, games_per_action=8, on_choice=chosen.append)
        if len(asked) > asked_before:
            assert chosen[-1] == expected
        state.push(expected if state.play is not None else state.legal_actions[-1])
    assert set(asked) == ({False} if name == "clubs" else {True, False})


class SolvesOpenHands(HighestCard):
    """An engine that counts any card of a player as a mistake, which costs him his success."""

    def open_value(
        self, state: TrickState, seat: int, limit: Limit, solver: Solver | None = None
    ) -> Bounds:
        assert state.play is not None
        failed = any(past.seat == seat for past in state.play.history)
        return int(failed), int(failed)


def test_an_engine_that_solves_open_hands_gives_reviews_their_verdicts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engines, "_BY_GAME", {"": SolvesOpenHands()})
    state = new_game("oh-hell").deal(1, START)
    while not state.is_over:
        state.push(state.legal_actions[0])
    reviewed = review(state, iterations=5, games_per_action=0, seat=1)
    cards = [play for play in reviewed.plays if play.trick]
    assert reviewed.seat == 1
    [turned] = reviewed.turning_points
    assert turned == next(play for play in cards if play.seat == 1)
    assert (turned.before, turned.after) == ((0, 0), (1, 1))
    assert set(turned.misses.values()) == {(1, 1)}
    assert "The hand turned" in str(reviewed) or "the verdict changed" in str(reviewed)
    assert all(play.before is None for play in reviewed.plays if not play.trick)


def test_only_a_registered_game_has_an_engine_of_its_own() -> None:
    with pytest.raises(ClumondError, match="no such game"):
        use_engine("whist", HighestCard())
    for no_engine in (5, HighestCard):
        with pytest.raises(WrongTypeError, match="an engine, with player, rate, open_value"):
            use_engine("oh-hell", no_engine)  # type: ignore[arg-type]


def test_a_review_in_words_is_about_scores_and_names_the_seats() -> None:
    lead = ReviewedPlay(2, 1, 1, PlayCard(Card.parse("S2")), PlayCard(Card.parse("SA")), 2.0)
    last = ReviewedPlay(3, 1, 2, PlayCard(Card.parse("S3")), PlayCard(Card.parse("S3")), 0.0)
    values = {lead.action: -1.0, lead.best: 1.0}
    plays = (replace(lead, values=values), last)
    told = str(Review(None, None, plays, unit="points ahead of the others"))
    assert told.startswith("The costliest moment was in trick 1, when middlehand played")
    assert "What cost most, as the players saw it (points ahead of the others):" in told
    assert "middlehand gave away 2.0 points" in told


def test_estimates_play_on_with_hidden_bids() -> None:
    state = _ninety_nine(3, bids=True)
    while len(state.play.history) < 21:
        state.push(next(iter(state.legal_actions)))
    found = estimate_scores(state, 0, games=2, iterations=20, seed=1)
    assert found.games == 2
    assert isinstance(state, TrickState)


def test_one_module_has_every_type_that_the_hooks_name() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    hooks = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    named = set(re.findall(r"\b[A-Z]\w*[a-z]\w*", re.sub("#.*", "", hooks)))
    typing = {"ABC", "Collection", "Generic", "Iterable", "None", "Protocol", "Sequence", "StateT"}
    assert named - typing <= set(own_game.__all__)
