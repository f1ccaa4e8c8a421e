"""Enumerations: every member is true, and no member equals one of another enumeration."""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import pkgutil
import pydoc
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations, product
from typing import Any, get_args

import pytest

import clumond_solver
from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Strain, Suit
from clumond_solver.base.enumerations import IntChoice, StrChoice
from clumond_solver.base.errors import (
    ClumondError,
    DealError,
    NotationError,
    RuleError,
    WrongTypeError,
    shown_number,
)
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.base.numbers import total
from clumond_solver.base.values import FrozenMap
from clumond_solver.batch.run import answer_many, run_batch
from clumond_solver.coach.reviews import review
from clumond_solver.display.text.records import score_sheet_text
from clumond_solver.double_dummy.move_ordering_prior import GoalKind
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.games.clabberjass import card_points
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat, deals
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.clumond.signals import signal_card, suit_to_open
from clumond_solver.games.registry import load_games, new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.questions.ask_kinds import Ending
from clumond_solver.questions.kinds import (
    AdviseQuestion,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
)
from clumond_solver.records import CardNote, Record, parse_records, read_records, write_records
from clumond_solver.records.replay import verify
from clumond_solver.results import Choice, Limit, Reach
from clumond_solver.rules.actions import (
    ChooseCards,
    Declare,
    LayAside,
    LeadFor,
    Nominate,
    PlayAs,
    PlayCard,
    SetRules,
    parse_action,
)
from clumond_solver.rules.game import Standing
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import (
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
)
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.proofs import prove
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.players import RandomPlayer
from tests.samples import HAND, HAND_TEXT, LAST

EXTRAS = ("adapters", "web", "training.nets", "training.expert_iteration", "__main__")


def _enumerations() -> list[type[Enum]]:
    found = set()
    for module in pkgutil.walk_packages(clumond_solver.__path__, "clumond_solver."):
        if not any(extra in module.name for extra in EXTRAS):
            found |= {
                thing
                for thing in vars(importlib.import_module(module.name)).values()
                if isinstance(thing, type)
                and issubclass(thing, Enum)
                and thing.__module__.startswith("clumond_solver")
            }
    return sorted(found - {IntChoice, StrChoice}, key=lambda each: each.__name__)


def test_every_member_is_true() -> None:
    assert all(map(all, _enumerations()))


def test_members_of_different_enumerations_are_never_equal() -> None:
    for one, other in combinations(_enumerations(), 2):
        assert len({*one, *other}) == len(one) + len(other)
        for member, foreign in product(one, other):
            assert member != foreign
            assert not member == foreign  # noqa: SIM201 - both operators are tried


@pytest.mark.parametrize("enumeration", [Suit, Strain, Seat, Reach, Settling, GoalKind])
def test_a_number_is_what_a_member_sorts_and_indexes_by(enumeration: type[IntChoice]) -> None:
    members = list(enumeration)
    assert [int(member) for member in members] == list(range(len(members)))
    assert [members[member] for member in members] == members
    assert sorted((members[-1], *members[:-1])) == members
    assert members[0] == 0 == members[0].value
    assert json.loads(json.dumps(members)) == list(range(len(members)))


@pytest.mark.parametrize("member", [Suit.DIAMONDS, Strain.NO_TRUMPS, Seat.FOREHAND, Reach.FORCED])
def test_copies_are_the_member_itself(member: IntChoice) -> None:
    for twin in (copy.copy(member), copy.deepcopy(member), pickle.loads(pickle.dumps(member))):
        assert twin is member


def test_a_member_reads_as_its_text() -> None:
    assert f"{Suit.HEARTS}{Strain.NO_TRUMPS:>3}{Seat.FOREHAND!s:>9}" == "H NT forehand"
    assert [str(Reach.FORCED), repr(Reach.FORCED), f"{Reach.FORCED}"] == [
        "forced",
        "Reach.FORCED",
        "forced",
    ]


PLAY = Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)
ENDING = Play.parse(LAST)
STATE = ClubsGame(4).deal(1, ClubsGame(4).opening())
OF_THREE = ClubsGame(3).deal(1, ClubsGame(3).opening())
WRONG: dict[str, tuple[Callable[[Any], object], Any]] = {
    "a suit": (lambda seat: Card(seat, Rank.FOUR), Seat.REARHAND),
    "a rank": (lambda suit: Card(Suit.HEARTS, suit), Suit.HEARTS),
    "a suit of three": (lambda number: Retention((number, number, number)), 1.5),
    "a suit to count": (HAND.length, Strain.NO_TRUMPS),
    "a suit to look up": (HAND.in_suit, None),
    "trumps": (lambda seat: TrickRules.plain(3, seat), Seat.FOREHAND),
    "players of tricks": (TrickRules.plain, "3"),
    "a row of ranks": (lambda ranks: TrickRules.plain(3, ranks=ranks), 5),
    "a row of trumps": (lambda trumps: TrickRules.plain(3, trumps=trumps), 5),
    "an order of suits": (lambda order: TrickRules.precedence(3, order), 5),
    "rows of scores": (Payoffs.by_tricks, 5),
    "scores": (lambda row: Payoffs.by_tricks([row, row]), 5),
    "goals": (lambda goals: Payoffs.by_tricks([[0, 0]] * 2, goals), 5),
    "bands": (lambda bands: Payoffs.by_tricks([[0, 0]] * 2, bands=bands), 5),
    "points": (lambda points: Payoffs.by_tricks([[0, 0]] * 2, card_points=points), {"DA": 3}),
    "a rule for scores": (lambda settle: Payoffs.by_function(settle, 2, 1), 5),
    "players to settle": (lambda count: Payoffs.by_function(list, count, 1), 2.0),
    "tricks to settle": (lambda count: Payoffs.by_function(list, 2, count), "1"),
    "a strain to guess": (lambda seat: quick_estimate(HAND, seat), Seat.FOREHAND),
    "a seat of a deal": (lambda suit: Deal.random(1)[suit], Suit.HEARTS),
    "a declarer": (lambda suit: Play(Deal.random(1), suit, Strain.CLUBS), Suit.HEARTS),
    "seats that hold": (lambda key: Deal.random(1, holds={key: Hand()}), Suit.SPADES),
    "seats that are long": (lambda key: Deal.random(1, lengths={key: {}}), 1.5),
    "suits that are long": (
        lambda key: Deal.random(1, lengths={Seat.FOREHAND: {key: (0, 9)}}),
        Strain.NO_TRUMPS,
    ),
    "a range": (lambda high: Deal.random(1, lengths={"F": {"C": high}}), 13),
    "a range of texts": (lambda high: Deal.random(1, lengths={"F": {"C": (0, high)}}), "9"),
    "a mapping": (lambda pairs: Deal.random(1, holds=pairs), ["F"]),
    "a card": (PLAY.push, 6),
    "a mask": (Hand, "S6"),
    "a card or its text": (Hand.of, 6),
    "a hand": (advise, HAND_TEXT),
    "a hand to guess": (lambda text: quick_estimate(text, Strain.CLUBS), HAND_TEXT),
    "a hand to play out": (lambda text: estimate(text, Strain.CLUBS), HAND_TEXT),
    "a hand of a deal": (lambda text: Deal((text, text, text)), HAND_TEXT),
    "a play": (choose, "F:S6"),
    "a play to solve": (Solver().solve, "F:S6"),
    "a seed": (Deal.random, "7"),
    "a suit's text": (Suit.parse, 3),
    "a rank's text": (Rank.parse, 3),
    "a strain's text": (Strain.parse, []),
    "a card's text": (Card.parse, 3),
    "a hand's text": (Hand.parse, None),
    "a seat's text": (Seat.parse, 3),
    "a deal's text": (Deal.parse, 3),
    "a play's text": (Play.parse, None),
    "a retention's text": (Retention.parse, 3),
    "a text of tens": (ExposedTens.parse, 3),
    "a record's text": (Record.parse, b""),
    "a text of records": (parse_records, 3),
    "an action's text": (parse_action, 3),
    "a session's text": (Session.parse, 3),
    "a record to verify": (verify, 3),
    "a record to review": (review, 3),
    "a deal to play": (lambda deal: Play(deal, None), 3),
    "a deal as a text to play": (lambda deal: Play(deal, None), str(PLAY.deal)),
    "a deal to solve": (solve_deal, 3),
    "threads": (lambda count: solve_deal(PLAY.deal, threads=count), "2"),
    "memory": (Solver, "64M"),
    "questions": (answer_many, 3),
    "a play to ask about": (SolveQuestion, 3),
    "workers": (lambda count: answer_many([], workers=count), "2"),
    "a chunk": (lambda count: answer_many([], chunk=count), "2"),
    "nodes": (lambda count: Limit(nodes=count), 1.5),
    "seconds": (lambda seconds: Limit(time=seconds), "1"),
    "a seat to advise": (lambda seat: advise(HAND, seat=seat), Suit.SPADES),
    "a budget": (lambda games: advise(HAND, budget=games), 1.5),
    "a pot": (lambda chips: advise(HAND, pot=chips), "a"),
    "an agreement": (lambda agreement: advise(HAND, agreement=agreement, pot=3), 3),
    "games": (lambda games: estimate(HAND, Strain.CLUBS, games=games), "a"),
    "iterations": (lambda count: choose(PLAY, iterations=count), "a"),
    "a style": (lambda style: choose(PLAY, style=style), 3),
    "a seat to play": (lambda seat: Solver().verdict(PLAY, seat=seat), Suit.SPADES),
    "deals to sample": (
        lambda count: sample_deals(ClumondView.of(PLAY, Seat.REARHAND), count),
        "a",
    ),
    "deals to draw": (lambda count: View.of(STATE, 0).sample_worlds(count, 1), "a"),
    "deals": (deals, "a"),
    "a state or view": (choose_action, 3),
    "a state to estimate": (estimate_scores, 3),
    "a state to look at": (lambda state: View.of(state, 0), 3),
    "a game": (lambda game: Session(game, 1), 3),
    "a session's seed": (lambda seed: Session(ClubsGame(4), seed), "x"),
    "the name of a game": (new_game, []),
    "players of Clubs": (ClubsGame, []),
    "players of Clag": (ClagGame, "3"),
    "hands": (lambda hands: ClumondGame(hands=hands), "x"),
    "a target": (lambda points: ClumondGame(target=points), "x"),
    "a file of records": (read_records, 5.0),
    "a file to write": (lambda path: write_records([], path), None),
    "a file of questions": (lambda path: run_batch(path, path), 5.5),
    "a file of games": (load_games, 7),
    "a nomination": (Nominate, "x"),
    "a number to deal": (ChooseCards, 1.5),
    "a strain to declare": (Declare, Seat.FOREHAND),
    "a card to play": (PlayCard, "SA"),
    "a card to name": (lambda card: PlayAs(Card.parse("S2"), card), "SA"),
    "a suit to lead for": (lambda seat: LeadFor(Card.parse("C2"), seat), Seat.FOREHAND),
    "cards to lay aside": (LayAside, ["S2"]),
    "a state to record": (Record.of_hand, HAND),
    "a deal to record": (lambda deal: Record(deal, Seat.FOREHAND), str(PLAY.deal)),
    "a scheme": (lambda scheme: ClagGame(scheme=scheme), "mcleod"),
    "a retention to end with": (lambda kept: Solver().lines_with_help(ENDING, [kept]), 3),
    "three hands": (Deal, 3),
    "three hands as a text": (Deal, str(PLAY.deal)),
    "three suits": (Retention, 3),
    "a hand to compare with": (HAND.issubset, "SA"),
    "places of tens": (lambda hand: ExposedTens(hand, Hand.of("CA")), "SA"),
    "cards of a trick": (TrickRules.plain(3).winner, 3),
    "a suit to rank": (TrickRules.plain(3).ranked, None),
    "a question": (lambda question: answer_many([question]), HAND),
    "questions as a text": (answer_many, "abc"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_of_the_wrong_kind_is_refused_in_one_clear_line(name: str) -> None:
    do, given = WRONG[name]
    with pytest.raises(WrongTypeError) as refused:
        do(given)
    assert isinstance(refused.value, TypeError)
    told = str(refused.value)
    assert f"is needed, not {given!r} ({type(given).__name__})" in told
    assert "\n" not in told


FEW: dict[str, Any] = {"games": 1, "iterations": 2}
BY_SUIT: dict[str, Callable[[Any], object]] = {
    "a card": lambda suit: Card(suit, Rank.FOUR),
    "a length": HAND.length,
    "cards of a suit": HAND.in_suit,
    "ranks": HAND.ranks_text,
    "a retention": lambda suit: Retention((suit, suit, suit)),
    "trumps": lambda suit: TrickRules.plain(3, suit),
    "an order": lambda suit: SetRules((suit,)),
    "a call": Declare,
    "a lead": lambda suit: LeadFor(Card.parse("C2"), suit),
    "a signal": lambda suit: signal_card(HAND, suit),
    "a suit to open": lambda suit: suit_to_open(HAND, suit),
    "points": lambda suit: [card_points(card, suit) for card in HAND],
    "a play": lambda suit: Play(Deal.random(1), "R", suit),
    "a guess": lambda suit: quick_estimate(HAND, suit),
    "games": lambda suit: estimate(HAND, suit, **FEW),
    "a proof": lambda suit: prove(Hand.parse("AKQJ98765432.AKQJ.."), suit),
    "lengths": lambda suit: Deal.random(1, lengths={"F": {suit: (5, 6)}}),
}
BY_SEAT: dict[str, Callable[[Any], object]] = {
    "a hand": lambda seat: Deal.random(1)[seat],
    "a play": lambda seat: Play(Deal.random(1), seat, Strain.CLUBS, leader=seat),
    "an undeclared hand": lambda seat: Play(Deal.random(1), None, leader=seat),
    "a record": lambda seat: Record(Deal.random(1), seat, Strain.CLUBS),
    "knowledge": lambda seat: ClumondView.of(PLAY, seat),
    "knowledge at the start": lambda seat: ClumondView.at_start(HAND, seat, seat, "C"),
    "what a seat may hold": ClumondView.of(PLAY, Seat.REARHAND).possible,
    "a verdict": lambda seat: Solver().miss(PLAY, seat=seat, limit=Limit(nodes=9)),
    "retentions": lambda seat: solve_retentions(Deal.random(1), seat, limit=Limit(nodes=9)),
    "games": lambda seat: estimate(HAND, Strain.CLUBS, seat=seat, **FEW),
    "undeclared games": lambda seat: estimate_undeclared(HAND, seat=seat, **FEW),
    "advice": lambda seat: advise(HAND, seat=seat, budget=0),
    "cards held": lambda seat: Deal.random(1, holds={seat: Hand.parse("AKQ...")}),
    "a question": lambda seat: SolveQuestion(ENDING, seat=seat),
    "a view of any game": lambda seat: View.of(OF_THREE, seat),
    "scores": lambda seat: estimate_scores(OF_THREE, seat, **FEW),
}


@pytest.mark.parametrize("name", BY_SUIT)
def test_a_suit_is_also_its_strain_or_a_text(name: str) -> None:
    ask = BY_SUIT[name]
    assert ask(Suit.HEARTS) == ask(Strain.HEARTS) == ask("H") == ask("♥") == ask("hearts")
    with pytest.raises(NotationError):
        ask("X")


@pytest.mark.parametrize("name", BY_SEAT)
def test_a_seat_is_also_a_text(name: str) -> None:
    ask = BY_SEAT[name]
    assert ask(Seat.REARHAND) == ask("R") == ask("rearhand") == ask("dealer")
    with pytest.raises(NotationError):
        ask("X")


BY_RETENTION: dict[str, Callable[[Any], object]] = {
    "an ending": Ending,
    "what can be forced": lambda kept: Solver().can_force(ENDING, retention=kept),
    "how": lambda kept: Solver().line(ENDING, retention=kept),
    "how with help": lambda kept: Solver().line_with_help(ENDING, retention=kept),
    "what is reached": lambda kept: Solver().retentions(ENDING)[kept],
}


@pytest.mark.parametrize("name", BY_RETENTION)
def test_a_retention_is_also_a_text(name: str) -> None:
    ask = BY_RETENTION[name]
    assert ask(Retention.parse("CSD")) == ask("CSD") == ask("d c s")
    with pytest.raises(ClumondError):
        ask("X")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: AdviseQuestion("AK8732.AK974.KJ4.Q3"),  # type: ignore[arg-type]
        lambda: TableQuestion(str(Deal.random(1))),  # type: ignore[arg-type]
        lambda: RetentionsQuestion(str(Deal.random(1)), "F"),  # type: ignore[arg-type]
        lambda: SolveQuestion(LAST),  # type: ignore[arg-type]
    ],
)
def test_a_question_about_a_text_is_refused_at_once(ask: Callable[[], object]) -> None:
    with pytest.raises(WrongTypeError, match=r"a (hand|deal|play) is needed"):
        ask()


@pytest.mark.parametrize("one", [Suit, Strain, Rank, Seat, Reach])
@pytest.mark.parametrize("other", [Suit, Strain, Rank, Seat, Reach])
def test_a_member_stands_for_its_namesake_alone(
    one: type[IntChoice], other: type[IntChoice]
) -> None:
    for member in other:
        if member.name in one.__members__:
            assert one(member) is one[member.name]
        else:
            with pytest.raises(WrongTypeError, match=f"is needed, not {member!r}"):
                one(member)


HUGE = 10**5000
BEYOND: dict[str, Callable[[], object]] = {
    "budget": lambda: advise(HAND, budget=HUGE),
    "budget without end": lambda: advise(HAND, budget=10**21),
    "pot": lambda: advise(HAND, pot=HUGE),
    "nodes": lambda: Limit(nodes=-HUGE),
    "seconds": lambda: Limit(time=HUGE),
    "iterations": lambda: choose(PLAY, iterations=HUGE),
    "iterations of any game": lambda: choose_action(STATE, iterations=HUGE),
    "seed": lambda: choose(PLAY, seed=HUGE),
    "workers": lambda: answer_many([], workers=HUGE),
    "memory": lambda: Solver(-HUGE),
    "threads": lambda: solve_deal(Deal.random(1), threads=-HUGE),
    "deals to sample": lambda: sample_deals(ClumondView.of(PLAY, Seat.REARHAND), -HUGE),
    "deals to draw": lambda: View.of(STATE, 0).sample_hands(-HUGE, 1),
    "players of Clubs": lambda: ClubsGame(HUGE),
    "players of Clag": lambda: ClagGame(HUGE),
    "ante": lambda: ClumondGame(ante=HUGE),
    "a text": lambda: Card.parse(HUGE),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", BEYOND)
def test_numbers_beyond_all_bounds_are_refused_in_a_short_line(name: str) -> None:
    """Python writes no number of more than 4300 digits: messages used to end in a ValueError."""
    with pytest.raises(ClumondError) as refused:
        BEYOND[name]()
    assert len(str(refused.value)) < 150


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    np = pytest.importorskip("numpy")
    assert Deal.random(np.int64(5)) == Deal.random(5)
    assert Deal.random(5, cards=np.int8(4)) == Deal.random(5, cards=4)
    hand = HAND
    assert Hand(np.uint64(hand.mask)) == hand
    assert type(Hand(np.uint64(hand.mask)).mask) is int
    assert choose(PLAY, iterations=20, seed=np.uint64(3)) == choose(PLAY, iterations=20, seed=3)
    many: dict[str, Any] = {name: np.int64(count) for name, count in FEW.items()}
    assert estimate(hand, Strain.CLUBS, **many) == estimate(hand, Strain.CLUBS, **FEW)
    assert estimate_scores(STATE, seed=np.int64(4), **many) == estimate_scores(STATE, seed=4, **FEW)
    view = View.of(ClubsGame(4).deal(np.int64(1), ClubsGame(4).opening()), 0)
    assert view.sample_worlds(np.int64(2), np.int64(1)) == view.sample_worlds(2, 1)
    assert FULL_PACK.order(np.int32(7)) == FULL_PACK.order(7)
    solver = Solver(memory=np.int64(1 << 20))
    assert solver.can_force(PLAY, tricks=np.int8(1)) == solver.can_force(PLAY, tricks=1)


def test_numbers_of_numpy_are_written_as_pythons_own() -> None:
    np = pytest.importorskip("numpy")
    mixed = {"a": np.bool_(True), "b": np.float32(0.5), "c": np.int64(1), "d": np.array([1, 2])}
    assert to_jsonable(mixed) == {"a": True, "b": 0.5, "c": 1, "d": [1, 2]}
    assert to_jsonable([np.float32("nan"), np.float64("inf")]) == [None, None]
    for value in (np.float32(0.5), np.float64(0.5), np.int64(3)):
        note = CardNote("why", value)
        assert CardNote.parse(str(note)) == note
    for game in (
        ClagGame(np.int64(4), restricted=np.True_),
        CallersGame(hands=np.int64(4), failed_tricks=np.False_),
        ClubsGame(np.int64(3)),
        ClumondGame(four_tens=np.True_, hands=np.int64(3)),
        new_game("clag", {"players": np.int64(5), "restricted": np.False_}),
    ):
        session = Session(game, np.int64(3))
        assert Session.parse(str(session)).game == game
        assert "np." not in repr(game)
    view = View.of(STATE, STATE.turn or 0)
    assert RandomPlayer()(view, np.int64(3)) == RandomPlayer()(view, 3)


def test_whole_numbers_of_numpy_are_scores() -> None:
    np = pytest.importorskip("numpy")
    rows = [[0, 100], [100, 0]]
    payoffs = Payoffs.by_tricks([list(np.array(row)) for row in rows])
    assert payoffs == Payoffs.by_tricks(rows)
    assert replace(payoffs, limit=np.int16(3), bonus=np.float64(0.5)).limit == 3
    table = Payoffs.by_function(lambda taken: list(np.array(taken)), 2, 1)
    standing = Standing((100, 0)).with_deal("", payoffs.settled((1, 0), (100, 0)))
    standing = standing.with_deal("", [np.int64(100)] * 2)
    numbers = [*table.table[0][1], *payoffs.settled((1, 0), (0, 0)), *standing.totals]
    assert {*map(type, numbers)} == {int}
    assert standing.totals == (300, 300)
    for wrong in (np.array([0, 1]), np.nan, np.float32(0.5), "1"):
        with pytest.raises(WrongTypeError, match=r"Payoffs\.bonus: a number is needed"):
            replace(payoffs, bonus=wrong)  # type: ignore[arg-type]


class LabelledPayoffs(Payoffs):
    """Payoffs of a user, annotated with a class that exists for type checkers only."""

    label: NoSuchClass = "none"  # type: ignore[name-defined]  # noqa: F821


def test_annotations_of_a_users_subclass_are_not_read() -> None:
    labelled: Any = dataclass(frozen=True)(LabelledPayoffs)
    assert labelled.by_tricks([[0, 1]] * 2).label == "none"
    with pytest.raises(WrongTypeError, match=r"LabelledPayoffs\.bonus: a number is needed"):
        replace(labelled.by_tricks([[0, 1]] * 2), bonus="x")


def test_a_negative_seed_is_a_seed_of_its_own() -> None:
    assert len({Deal.random(seed) for seed in (-2, -1, 0, 1, 2)}) == 5
    assert FULL_PACK.shuffled(-1) != FULL_PACK.shuffled(1)


@pytest.mark.parametrize("cards", [-1, 0, 3, 17, 10**30, 10**5000], ids=shown_number)
def test_hands_of_no_such_size_are_not_dealt(cards: int) -> None:
    with pytest.raises(DealError, match="a deal has 4 to 16"):
        Deal.random(1, cards=cards)


def test_floats_are_added_in_order_on_every_python() -> None:
    assert total([1e16, 1.0, 1.0, -1e16]) == 0.0
    assert total([]) == 0.0
    assert quick_estimate(HAND, Strain.SPADES).hex() == "0x1.4a45812a9e7f3p-2"


def test_a_limit_beyond_all_bounds_can_be_shown() -> None:
    assert Limit(nodes=10**5000) == Limit(nodes=2**63 - 1) == eval(repr(Limit(nodes=10**5000)))


def test_help_on_an_enumeration_is_about_the_game_and_not_about_numbers_and_texts() -> None:
    for enumeration in (Suit, Seat, Scoring):
        told = pydoc.plain(pydoc.render_doc(enumeration))
        assert len(told.splitlines()) < 120
        assert "bit_length" not in told
        assert "casefold" not in told
        assert all(member.name in told for member in enumeration)
    assert "parse(" in pydoc.plain(pydoc.render_doc(Suit))


def test_a_generic_result_takes_its_type() -> None:
    """A base class that stops `__init_subclass__` would take `Generic` its parameters."""
    assert get_args(Choice[PlayCard]) == (PlayCard,)


def test_a_trick_without_cards_has_no_winner_and_a_text_is_a_suit() -> None:
    rules = TrickRules.plain(3)
    with pytest.raises(RuleError, match="a trick without cards has no winner"):
        rules.winner([])
    assert rules.ranked("hearts") == rules.ranked(Suit.HEARTS) != ()
    with pytest.raises(NotationError, match="no such suit"):
        rules.ranked("heart s")


def test_results_are_looked_up_by_whatever_means_the_key() -> None:
    # As untyped code writes them: checkers want the keys themselves.
    advice: Any = advise(HAND, budget=0)
    spades = advice.declaring[Strain.SPADES]
    assert advice.declaring["S"] == advice.declaring["spades"] == advice.declaring[Suit.SPADES]
    assert advice.declaring["♠"] is spades
    assert advice.values["declare S"] == advice.values["♠"] == spades.relative
    table: Any = solve_retentions(PLAY.deal, "F", limit=Limit(nodes=9))
    assert table.reach["H", "CSS"] == table.reach[Strain.HEARTS, Retention.parse("CSS")]
    assert table.lines.get(("hearts", "CSD")) == table.line("H", "CSD")
    solution: Any = Solver().solve(ENDING)
    card = next(iter(solution.plays))
    assert solution.plays[str(card)] == solution.plays[card.pretty()] == solution.plays[card]
    assert "DDD" in solution.retentions
    assert "DDX" not in solution.retentions
    deal_table: Any = solve_deal(PLAY.deal, limit=Limit(nodes=9))
    assert deal_table.miss["R", "NT"] == deal_table.miss[Seat.REARHAND, Strain.NO_TRUMPS]
    chosen: Any = choose(ENDING, iterations=5)
    assert chosen.values[str(chosen.card)] == chosen.values[chosen.action]
    assert chosen.values[chosen.card] == chosen.values[chosen.action]


OF_ONE: list[tuple[Callable[[], object], str]] = [
    (lambda: advise(Hand.parse("A...")), "hand A... has 1 card: "),
    (lambda: Solver(1), "memory cap of 1 byte: "),
    (lambda: Standing((0, 0)).with_deal("", (1,)), "1 score for 2 players"),
    (lambda: Standing((0, 0)).by_player((1,)), "1 value for 2 seats"),
    (lambda: score_sheet_text(Standing((0, 0)), ["Ada"]), "1 name for 2 players"),
    (lambda: Play([HAND], None), "1 hand: Clumond has three players"),
    (
        lambda: TrickPlay(TrickRules.plain(2), [Hand.parse("A...")], 0),
        "1 hand, 2 trick counts and 2 sets of forced cards for 2 players",
    ),
]


@pytest.mark.parametrize(("ask", "message"), OF_ONE, ids=[message for _, message in OF_ONE])
def test_one_is_not_many(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ClumondError) as error:
        ask()
    assert message in str(error.value)


def test_what_each_item_must_be_is_in_brackets() -> None:
    given: Any = [5]
    with pytest.raises(WrongTypeError, match=r"a tuple of 4 \(each a tuple \(each a Rank\)\) is"):
        replace(TrickRules.plain(2), ranking=given)
    with pytest.raises(WrongTypeError, match=r"\(each key a Card, each value True, False or"):
        replace(Solver().solve(ENDING), plays=given)


def test_a_key_that_a_result_lacks_is_an_error_that_names_the_keys() -> None:
    declaring = advise(HAND, budget=0).declaring
    keys: list[Any] = ["X", "", 7, None, Seat.REARHAND, Rank.ACE, [], ("S", "S"), 10**5000]
    for key in keys:
        with pytest.raises(KeyError, match=r"here; there are|no such strain|is needed") as error:
            declaring[key]
        assert isinstance(error.value, ClumondError)
        assert declaring.get(key) is None
    table = solve_retentions(PLAY.deal, "F", limit=Limit(nodes=9))
    with pytest.raises(KeyError, match=r"no 'S' here; there are \('D', 'DDD'\), \('D', 'SDD'\), "):
        table.reach["S"]  # type: ignore[index]
    tricks = FrozenMap({Strain.CLUBS: 3})
    assert eval(repr(tricks)) == tricks
    assert pickle.loads(pickle.dumps(declaring)) == dict(declaring)
