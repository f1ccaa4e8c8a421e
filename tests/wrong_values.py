"""Every public callable, arguments with which it works, and wrong values for each of them.

A new public name needs nothing here if the types of its arguments are in `RIGHT`, and its class, if
it has methods, is among `OBJECTS`.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import partial
from itertools import islice
from types import ModuleType
from typing import Any, ForwardRef

import numpy as np
from hypothesis import strategies as st

import clumond_solver
from clumond_solver import adapters, game, practice, records, results
from clumond_solver.adapters import arrays, pandas_frames
from clumond_solver.adapters.episodes import Encoder, Episode
from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Strain, Suit
from clumond_solver.base.stopping import Deadline, Stopper
from clumond_solver.coach import plots as plots_of_reviews
from clumond_solver.coach.clumond.call_practice import JudgedCall, call_question
from clumond_solver.coach.clumond.puzzles import PuzzleLevel, explain, parse_puzzle
from clumond_solver.coach.hints_and_reviews import BetterLine, Hint, Replay, Review, ReviewedPlay
from clumond_solver.display import plots, svg
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games import registry
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clag.schemes import FOSS
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond import deals as clumond_deals
from clumond_solver.games.clumond import play as clumond_play
from clumond_solver.games.clumond import scoring, signals
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import (
    Outcome,
    ParReading,
    Play,
    Retention,
    SeatOutcome,
)
from clumond_solver.games.clumond.scoring import Agreement, Prefer, Scoring
from clumond_solver.games.registry import HandAdvice, TableWords
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.questions.ask_kinds import Ending
from clumond_solver.questions.kinds import (
    AdviseQuestion,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
    parse_question,
)
from clumond_solver.records import CardNote, Claim, Finding, FindingKind
from clumond_solver.results import (
    ActionValue,
    Certainty,
    Choice,
    Estimate,
    ExpectedScore,
    Limit,
    Loss,
    Proof,
    Reach,
    ScoreEstimate,
    TrickRange,
)
from clumond_solver.rules.actions import LayAside, Pass, PlayCard
from clumond_solver.rules.dealt import DealsGame
from clumond_solver.rules.game import Event
from clumond_solver.rules.payoffs import Payoffs, PointBand, Settling
from clumond_solver.rules.states import AsideChoices, Fact, HandConstraint
from clumond_solver.rules.tricks import PlayedCard, TrickPlay, TrickRules
from clumond_solver.single_dummy.clumond import playouts, quick_estimate
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.engines import TreeSearch
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import FAST
from clumond_solver.single_dummy.players import ClumondPlayer, EnginePlayer, RandomPlayer
from tests.samples import EXAMPLES, HAND, LAST, PUZZLE_CODE, SAMPLE_HANDS, sample_record

Make = Callable[[], Any]
_CLAG, _CLUBS, _CLABBERJASS = ClagGame(4), ClubsGame(4), ClabberjassGame()
_CALLERS = CallersGame(3, hands=6)
_RULES = TrickRules.plain(3, Suit.HEARTS)
_WILD = TrickRules.precedence(3, [Suit.HEARTS], wild=frozenset({Rank.TWO}))
_KEPT = Retention.parse("CHD")
_RECORD = sample_record(0)
_OUTCOME = Outcome(Seat.FOREHAND, (SeatOutcome(_KEPT, 5),) * 3)
_ADVICE = AdviseQuestion(HAND, budget=0).answer()
_TABLE = TableQuestion(Deal.random(1), limit=Limit(nodes=9)).answer()
_REACHES = RetentionsQuestion(Deal.random(1), Seat.FOREHAND, limit=Limit(nodes=9)).answer()


@dataclass(frozen=True)
class _Whist(DealsGame):
    """A game of one's own, as far as a session needs it between two deals."""

    players = 4


def _ignore(*given: Any) -> None:
    """Take anything."""


def _play() -> Play:
    return Play.parse(LAST)


def _last_cards(played: Any) -> Any:
    """The state a few cards before its end, so that whatever is asked is quick."""
    source = random.Random(7)
    while not played.is_over:
        played.push(list(played.legal_actions)[int(source.random() * len(played.legal_actions))])
    for _ in range(4):
        played.pop()
    return played


def _state(of: Any = _CLUBS) -> Any:
    return _last_cards(of.deal(3, of.opening()))


def _view() -> View:
    state = _state()
    return View.of(state, state.turn)


def _review() -> Review:
    card = PlayCard(Card.parse("SA"))
    return Review(0, 0, (ReviewedPlay(1, 1, 0, card, card, 0.1, {card: 0.5}),))


def _finished(of: Any = _CLUBS) -> Any:
    state = of.deal(3, of.opening())
    while not state.is_over:
        state.push(next(iter(state.legal_actions)))
    return state


def _session(game: Any = _CLUBS) -> Session[Any]:
    """A session in its second deal."""
    session = Session(game, 1)
    while not session.standing.deals:
        session.push(next(iter(session.state.legal_actions)))
    return session


def _fives() -> list[Card]:
    return [Card.parse("S5"), Card.parse("H5")]


def _small_hands() -> tuple[Hand, ...]:
    return Hand.parse("A..."), Hand.parse("K..."), Hand.parse("Q...")


# How to make right arguments, by the annotation without "| None". The methods of a class are called
# on what is made here by the class's name.
RIGHT: dict[str, Make] = {
    "Action": lambda: PlayCard(Card.parse("SA")),
    "ActionT": Pass,
    "ActionValue": lambda: ActionValue(1, 0.5),
    "AdviseQuestion": lambda: AdviseQuestion(HAND, budget=0),
    "Advice": lambda: _ADVICE,
    "Agreement": Agreement,
    "AnySuit": lambda: Suit.SPADES,
    "AnySuitLike": lambda: "spades",
    "AsideChoices": lambda: AsideChoices(HAND, 2),
    "BetterLine": lambda: BetterLine(1, (Card.parse("SA"),), True, ()),
    "Bounds": lambda: (0, 1),
    "Call": Pass,
    "CallQuestion": lambda: call_question(1),
    "Calls": lambda: (Pass(),),
    "Card": lambda: Card.parse("SA"),
    "Card | str": lambda: "SA",
    "CardNote": lambda: CardNote("x", 1.0),
    "Certainty": lambda: Certainty.CERTAIN,
    "Chance": lambda: 1,
    "Choice": lambda: Choice(Pass(), {Pass(): ActionValue(1, 0.5)}, 1),
    "Chooser[StateT]": lambda: lambda state: next(iter(state.legal_actions)),
    "ClagGame": lambda: _CLAG,
    "CallComparison": lambda: None,
    "FactKind": lambda: None,
    "GamesAfter": lambda: None,
    "Mapping[Card, Mark]": lambda: svg.marks_of({Card.parse("SA"): True}),
    "Claim": lambda: Claim((1, 2, 10), (_KEPT,) * 3, frozenset({Seat.FOREHAND})),
    "ClubsGame": lambda: _CLUBS,
    "ClabberjassGame": lambda: _CLABBERJASS,
    "ClumondGame": ClumondGame,
    "ClumondPlayer": lambda: ClumondPlayer(1, 0),
    "ClumondState": lambda: _state(ClumondGame()),
    "ClumondView": lambda: ClumondView.of(_play()),
    "Cluster": lambda: None,
    "Collection[int]": lambda: {0},
    "Collection[Rank]": lambda: [Rank.TWO],
    "Collection[Suit]": lambda: [Suit.CLUBS],
    "CheckSheet": lambda: _ignore,
    "WriteSheet": lambda: _ignore,
    "Collection[Action]": lambda: (PlayCard(Card.parse("SA")),),
    "Collection[Card]": _fives,
    "Deadline": lambda: Deadline(None),
    "Deal": lambda: Deal.random(1),
    "Deal | Sequence[Hand]": lambda: Deal.random(1),
    "DealTable": lambda: _TABLE,
    "DealtState": _state,
    "DealsGame": lambda: _Whist(2),
    "Effort": lambda: Effort(1, 1, 0),
    "Ending": lambda: Ending(_KEPT),
    "Engine": TreeSearch,
    "EnginePlayer": lambda: EnginePlayer(1, 1, 0, 1),
    "Estimate": lambda: Estimate(0.5, 0.1, 20, {(_KEPT, 6): 10}, {6: 20}),
    "Event": lambda: Event(1, "pass", Hand(), Pass()),
    "ExpectedScore": lambda: ExpectedScore(1, 1, 0.1),
    "Explanation": lambda: explain(parse_puzzle(PUZZLE_CODE)),
    "ExposedTens": lambda: ExposedTens.parse("F=CDHS"),
    "Fact": lambda: Fact("pot", "6 chips"),
    "Finding": lambda: Finding(FindingKind.ILLEGAL_PLAY, "no {}", 1, 1, Seat.FOREHAND),
    "Game[Any]": lambda: _CLUBS,
    "Game[Any] | str": lambda: "clubs",
    "Game[StateT] | str": lambda: ClumondGame(hands=1),
    "Hand": lambda: HAND,
    "Hand | Deal | Play": lambda: HAND,
    "Hand | ViewSource": lambda: HAND,
    "HandAdvice": lambda: HandAdvice(lambda *_: _state()),
    "HandConstraint": lambda: HandConstraint(0, HAND, True),
    "HandSource | TrickState": _play,
    "Hint": lambda: Hint(Pass(), {Pass(): 0.5}),
    "Iterable[ActionT]": lambda: [Pass()],
    "Iterable[Answerable[_Answer]]": lambda: [SolveQuestion(_play())],
    "Iterable[Ask | str] | str": lambda: ["verdict"],
    "Iterable[Card]": _fives,
    "Iterable[Hand]": _small_hands,
    "Iterable[Question]": lambda: [AdviseQuestion(HAND, budget=0)],
    "Iterable[Record]": lambda: [_RECORD],
    "Iterable[Retention]": lambda: [_KEPT],
    "IterationsLike": lambda: {"declarer": 1},
    "JudgedCall": lambda: JudgedCall(None, _ADVICE, Agreement(), 0.5, 0.1, False),
    "LayAside": lambda: LayAside(HAND),
    "Layout": lambda: _state().layout,
    "Level": lambda: Level.EASY,
    "Limit": lambda: Limit(nodes=9),
    "Mapping[Action, float]": lambda: {Pass(): 0.5},
    "Mapping[Card, bool | None]": lambda: {Card.parse("SA"): True},
    "Mapping[Card, int]": lambda: {Card.parse("SA"): 1},
    "Mapping[_SeatT, Hand]": lambda: {Seat.FOREHAND: Hand.parse("A...")},
    "Mapping[_SeatT, Mapping[_SuitT, tuple[int, int]]]": lambda: {"F": {"C": (1, 9)}},
    "Mapping[str, Any]": lambda: {"players": 3},
    "Loss": lambda: Loss(0.1, 0.05),
    "StyleLike": lambda: "easy",
    "frozenset[Rank]": lambda: frozenset({Rank.TWO}),
    "Mapping[str, object]": lambda: {"budget": 0},
    "Nets": lambda: None,
    "OpponentsLike": lambda: "easy",
    "Outcome": lambda: _OUTCOME,
    "Pack": lambda: FULL_PACK,
    "Payoffs": lambda: Payoffs.by_tricks([[0, 1]] * 3, card_points={Card.parse("SA"): 1}),
    "ParReading | str": lambda: "nearest",
    "Play": _play,
    "PlayCard | Card": lambda: Card.parse("SA"),
    "PlayView": lambda: _view().play,
    "PlayedCard": lambda: PlayedCard(0, Card.parse("SA")),
    "Player": RandomPlayer,
    "PointBand": lambda: PointBand((0,), 1, 2, (1, 0, 0)),
    "Prefer | str": lambda: "own",
    "ProgressCallback": lambda: _ignore,
    "StreamProgressCallback": lambda: _ignore,
    "Proof": lambda: Proof(Certainty.CERTAIN, HAND),
    "Puzzle": lambda: parse_puzzle(PUZZLE_CODE),
    "RandomPlayer": RandomPlayer,
    "RatedActions": lambda: TreeSearch().rate(_view(), Effort(1, 2, 0)),
    "Record": lambda: _RECORD,
    "RecordedTrick": lambda: _RECORD.tricks[0],
    "Replay": lambda: Replay(4, (1, 2, 3), (), None),
    "Retention": lambda: _KEPT,
    "Retention | str": lambda: "CHD",
    "RetentionTable": lambda: _REACHES,
    "RetentionsQuestion": lambda: RetentionsQuestion(Deal.random(1), "F", limit=Limit(nodes=9)),
    "Review": _review,
    "ReviewedPlay": lambda: _review().plays[0],
    "Scheme": lambda: FOSS,
    "Scoring | str": lambda: "chips",
    "ScoreEstimate": lambda: ScoreEstimate(0, (1.0, 2.0), 1.0, 0.1, 0.5, 0.1, 20),
    "Seat": lambda: Seat.MIDDLEHAND,
    "SeatCounts": lambda: (1, 2, 10),
    "SeatLike": lambda: "M",
    "SeatLike | int": lambda: None,
    "Axes": lambda: None,
    "SeatNumber": lambda: 1,
    "SeatOutcome": lambda: SeatOutcome(_KEPT, 5),
    "Sequence[Card]": _fives,
    "Sequence[Card | str]": lambda: ["S5", *_fives()],
    "Sequence[_Score]": lambda: [1, 2, 3, 4],
    "Sequence[CardNote]": lambda: [CardNote("x", 1.0)] * len(_RECORD.plays),
    "Sequence[Hand]": lambda: list(Deal.random(1)),
    "Sequence[PlayedCard]": lambda: [PlayedCard(0, Card.parse("SA"))],
    "Sequence[Player]": lambda: [RandomPlayer()] * 4,
    "Sequence[PointBand]": lambda: [PointBand((0,), 1, 2, (1, 0, 0))],
    "Sequence[Rank]": lambda: list(Rank),
    "Sequence[SeatOutcome]": lambda: list(_OUTCOME.seats),
    "Sequence[Sequence[Card]]": lambda: [(), (), ()],
    "Sequence[Sequence[int]]": lambda: [[0, 1]] * 3,
    "Sequence[SuitLike]": lambda: ["H", Suit.CLUBS],
    "SeatNumber | None": lambda: 1,
    "PointCount": lambda: 1,
    "PerSeat[_Score]": lambda: (1, 0, 0),
    "tuple[SeatNumber, ...]": lambda: (0, 1),
    "Sequence[_T]": lambda: [1, 2, 3, 4],
    "Sequence[int]": lambda: [0, 0, 0],
    "Sequence[int | None]": lambda: [None, 1, 1],
    "Sequence[str]": lambda: ["Ada", "Bo", "Cy", "Di"],
    "Sequence[tuple[Estimate, Estimate]]": lambda: [(RIGHT["Estimate"](),) * 2],
    "Sequence[tuple[SeatLike, Card]]": lambda: [("F", card) for card in _fives()],
    "Session": _session,
    "Session[Any]": lambda: Session(_CLUBS, 1),
    "Solution": lambda: Solver().solve(_play()),
    "SolveQuestion": lambda: SolveQuestion(_play()),
    "Solver": Solver,
    "Standing": _CLUBS.opening,
    "StateT": _finished,
    "Stopper": Stopper,
    "Strain": lambda: Strain.SPADES,
    "StrainLike": lambda: "S",
    "Style": lambda: FAST,
    "Style | str": lambda: "fast",
    "Suit": lambda: Suit.SPADES,
    "SuitLike": lambda: "S",
    "TableQuestion": lambda: TableQuestion(Deal.random(1), limit=Limit(nodes=9)),
    "TableWords": TableWords,
    "Tags": lambda: (("Event", "x"),),
    "Theme | str": lambda: "dark",
    "PuzzleLevel | str": lambda: "easy",
    "TrickPlay": lambda: _state().play,
    "TrickRange": lambda: TrickRange((1, 2), (3, 3)),
    "TrickRules": lambda: _RULES,
    "TrickState": _state,
    "TreeSearch": TreeSearch,
    "Verification": lambda: records.verify(_RECORD),
    "View": _view,
    "ViewSource": _state,
    "_T": Pass,
    "bool": lambda: True,
    "bytes": lambda: b"x",
    "date | str": lambda: "2026-02-01",
    "float": lambda: 0.5,
    "int": lambda: 1,
    "int | slice": lambda: 0,
    "int | str": lambda: 1,
    "object": lambda: "SA",
    "str": lambda: "S",
    "str | Path": lambda: "nowhere.py",
    "str | int": lambda: "x",
    "str | os.PathLike[str]": lambda: "nowhere",
    "tuple[SeatOutcome, SeatOutcome, SeatOutcome]": lambda: _OUTCOME.seats,
    "tuple[Suit, ...]": lambda: (Suit.CLUBS,),
    "tuple[Suit, Suit, Suit]": lambda: (Suit.CLUBS,) * 3,
    "tuple[int, Strain]": lambda: (1, Strain.CLUBS),
    "tuple[int, ...]": lambda: (1, 0, 0),
    "tuple[str, str, str]": lambda: ("a", "b", "c"),
}  # fmt: skip

# Right arguments that the types do not tell, by the callable's and the argument's name.
OF: dict[str, Make] = {
    "Card.parse.text": lambda: "HT",
    "CardNote.parse.text": lambda: "1.5 good",
    "ClabberjassGame.settle.state": lambda: _finished(_CLABBERJASS),
    "ClabberjassGame.settle.standing": _CLABBERJASS.opening,
    "ClabberjassGame.deal.standing": _CLABBERJASS.opening,
    "ClabberjassGame.is_finished.standing": _CLABBERJASS.opening,
    "ClagGame.settle.state": lambda: _finished(_CLAG),
    "ClumondGame.settle.standing": ClumondGame().opening,
    "ClumondGame.deal.standing": ClumondGame().opening,
    "ClumondGame.is_finished.standing": ClumondGame().opening,
    "ClumondGame.settle.state": lambda: _finished(ClumondGame()),
    "ClumondPlayer.__call__.view": lambda: ClumondView.of(_play()),
    "ClumondState.of.play": _play,
    "ClumondState.game": ClumondGame,
    "ClumondState.push.action": lambda: next(iter(_state(ClumondGame()).play.legal_plays)),
    "ClumondView.after.played": lambda: next(iter(_play().legal_plays)),
    "ClumondView.at_start.strain": lambda: "S",
    "ClumondView.fits.hands": lambda: list(_play().hands),
    "ClumondView.of.state": _play,
    "ClumondView.play_of.hands": lambda: list(_play().hands),
    "ClumondView.with_open_hands.state": lambda: _state(ClumondGame()),
    "Deal.parse.text": lambda: str(Deal.random(1)),
    "View.at_start.game": lambda: "clabberjass",
    "View.at_start.hand": lambda: Hand.parse("AJ9.T.K.7"),
    "View.at_start.turned": lambda: Card.parse("S8"),
    "View.at_start.said": lambda: "pass",
    "View.at_start.deal": lambda: 1,
    "DealsGame.settle.state": _finished,
    "DealtState.order": lambda: FULL_PACK.shuffled(1),
    "DealtState.push.action": lambda: next(iter(_state().play.legal_plays)),
    "ExposedTens.parse.text": lambda: "F=CDHS",
    "CallersGame.settle.state": lambda: _finished(_CALLERS),
    "DealtState.push (calls).action": lambda: "pass",
    "CallersGame.settle.standing": _CALLERS.opening,
    "Finding.with_names.names": lambda: ["Ada", "Bo", "Cy"],
    "Hand.mask": lambda: 1,
    "Hand.parse.text": lambda: str(HAND),
    "Hand.with_card.card": lambda: "D2",
    "Hint.value_text.action": Pass,
    "LayAside.parse.text": lambda: "SA H2",
    "Pack.check_holds.owner": lambda: "she",
    "Payoffs.check_fits.players": lambda: 3,
    "Payoffs.check_fits.kept": lambda: 0,
    "Payoffs.by_function.players": lambda: 3,
    "Payoffs.by_function.settle": lambda: lambda taken: taken,
    "Payoffs.points_won.play": lambda: TrickPlay(_RULES, _small_hands()),
    "Payoffs.scores.play": lambda: TrickPlay(_RULES, _small_hands()),
    "Play.after.cards": list,
    "Play.history_since.count": lambda: 0,
    "Play.parse.text": lambda: LAST,
    "Play.push.card": lambda: next(iter(_play().legal_plays)),
    "Play.strain": lambda: "S",
    "Rank.parse.text": lambda: "A",
    "RatedActions.again.action": lambda: _view().legal_actions[0],
    "RatedActions.value_of.action": Pass,
    "RatedActions.cost.action": Pass,
    "Record.of.play": _RECORD.start,
    "Record.of_hand.players": lambda: ("a", "b", "c"),
    "Record.of_hand.state": lambda: _finished(ClumondGame()),
    "Record.parse.text": lambda: str(_RECORD),
    "Retention.fits.lengths": lambda: (1, 2, 3, 4),
    "Retention.of.hand": lambda: Hand.parse("AKQ..."),
    "Retention.parse.text": lambda: "CHD",
    "Seat.parse.text": lambda: "F",
    "Session.parse.text": lambda: "game clubs\nseed 5\n",
    "Session.ended_deal.number": lambda: 1,
    "Session.push.action": lambda: str(next(iter(Session(_CLUBS, 1).state.legal_actions))),
    "Session.push (Clumond).action": Pass,
    "Solver.can_force.retention": lambda: _KEPT,
    "Standing.with_deal.notes": lambda: ("a",) * 4,
    "Stopper.on_stop.worker": Stopper,
    "TotalsGame.settle.state": _finished,
    "TrickPlay.after.cards": list,
    "TrickPlay.without.seats": list,
    "TrickPlay.history_since.count": lambda: 0,
    "TrickPlay.push.card": lambda: next(iter(_state().play.legal_plays)),
    "TrickPlay.rules": lambda: _RULES,
    "TrickRules.plain.players": lambda: 3,
    "TrickRules.precedence.players": lambda: 3,
    "TrickState.push.action": lambda: next(iter(_state(_CLAG).play.legal_plays)),
    "by_seat": lambda: (1, 2, 3, 4),
    "end": lambda: print,
    "expose_tens.centre": lambda: [Card(suit, Rank.TEN) for suit in Suit],
    "function": lambda: _ignore,
    "hands_of.masks": lambda: np.array([HAND.mask], dtype=np.uint64),
    "quick_estimates.masks": lambda: np.array([HAND.mask], dtype=np.uint64),
    "read_answers.path": lambda: "answers.jsonl",
    "load_games.file": lambda: EXAMPLES / "hearts.py",
    "read_records.path": lambda: SAMPLE_HANDS,
    "new_game.name": lambda: "clubs",
    "parse_action.text": lambda: "play SA",
    "parse_game.text": lambda: "clubs players=3",
    "parse_position.text": lambda: LAST,
    "parse_puzzle.text": lambda: PUZZLE_CODE,
    "parse_question.text": lambda: str(SolveQuestion(_play())),
    "parse_records.text": lambda: str(_RECORD),
    "play_out.players": lambda: playouts.players_of(ClumondView.of(_play()), iterations=1),
    "play_out.view": lambda: ClumondView.of(_play()),
    "register.make": lambda: lambda: _CLUBS,
    "register.options_of": lambda: _ignore,
    "register.name": lambda: "another",
    "register_in_openspiel.name": lambda: "another",
    "scores": lambda: (1, 2, 3, 4),
    "run_batch.source": lambda: "questions.jsonl",
    "run_batch.target": lambda: "answers.jsonl",
    "standing": _CLUBS.opening,
    "state": _finished,
    "to_frame.results": lambda: [_ADVICE],
    "use_engine.game": lambda: "clubs",
}  # fmt: skip

# Given although there is a default, which takes longer.
QUICKER: dict[str, Make] = {
    "budget": int,
    "call_iterations": lambda: 1,
    "deals": lambda: 1,
    "games": lambda: 1,
    "games_per_action": lambda: 1,
    "iterations": lambda: 1,
    "limit": lambda: Limit(nodes=9),
    "memory": lambda: 1 << 20,
    "workers": lambda: 1,
}  # fmt: skip

# Further objects of which the methods are called.
_MORE_OBJECTS: dict[str, Make] = {
    "CallersGame": lambda: _CALLERS,
    "DealtState (calls)": lambda: _CLABBERJASS.deal(3, _CLABBERJASS.opening()),
    "Session (Clumond)": lambda: _session(ClumondGame(hands=2)),
    "TrickPlay (wild)": lambda: TrickPlay(_WILD, _small_hands()),
    "TrickRules (wild)": lambda: _WILD,
    "TrickState": lambda: _state(_CLAG),
    "View (calls)": lambda: View.of(_CLABBERJASS.deal(3, _CLABBERJASS.opening()), 0),
}


# Faces, and further modules that the pages show.
FACES: tuple[ModuleType, ...] = (
    clumond_solver, game, practice, results, records, adapters, arrays, pandas_frames, plots,
    plots_of_reviews,
)  # fmt: skip
MORE: tuple[Any, ...] = (
    registry.parse_game, registry.load_games, svg.svg, svg.marks_of, parse_question,
    clumond_play.parse_position, clumond_play.tricks_off, scoring.paper_scores,
    scoring.settle_chips, clumond_deals.expose_tens, signals.infer_lengths, signals.signals,
    signals.signal_card, signals.suit_to_open, quick_estimate.expected_tricks,
    quick_estimate.point_count, playouts.play_out, SeatOutcome, Outcome, ClumondState,
    Episode, Encoder,
)  # fmt: skip
_OPERATORS = (
    "__and__", "__call__", "__contains__", "__getitem__", "__or__", "__sub__",
)  # fmt: skip


_STARRED = {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}


@dataclass(frozen=True)
class Subject:
    """A public callable: its name, and how to make it, bound to a new object if it is a method."""

    name: str
    make: Make
    parameters: tuple[inspect.Parameter, ...]

    def right(self) -> dict[str, Any]:
        """Arguments with which it works; those with a default are given where that is quicker."""
        sample = RIGHT.get(self.name)
        if sample is not None and dataclasses.is_dataclass(made := sample()):
            return {p.name: getattr(made, p.name, p.default) for p in self.parameters}
        return {p.name: self.right_value(p) for p in self.parameters if self._is_given(p)}

    @property
    def named(self) -> list[inspect.Parameter]:
        """All parameters but those for further arguments by name."""
        return [p for p in self.parameters if p.kind is not p.VAR_KEYWORD]

    def call(self, given: Mapping[str, Any]) -> Any:
        """Call it; of an iterator take a few items."""
        by_place = [given[p.name] for p in self.parameters if p.kind is p.POSITIONAL_ONLY]
        starred = [p for p in self.parameters if p.kind is p.VAR_POSITIONAL and p.name in given]
        if starred:
            before = self.parameters[: self.parameters.index(starred[0])]
            by_place = [given[p.name] for p in (*before, starred[0])]
        rest = self.parameters[len(by_place) :]
        answer = self.make()(*by_place, **{p.name: given[p.name] for p in rest if p.name in given})
        return list(islice(answer, 3)) if isinstance(answer, Iterator) else answer

    def _is_given(self, parameter: inspect.Parameter) -> bool:
        has_own = f"{self.name}.{parameter.name}" in OF or parameter.name in QUICKER
        return has_own or (parameter.default is parameter.empty and parameter.kind not in _STARRED)

    def right_value(self, parameter: inspect.Parameter) -> Any:
        """What is right for one of the arguments."""
        name, annotation = parameter.name, parameter.annotation
        if isinstance(annotation, Enum):
            return annotation
        if isinstance(annotation, ForwardRef):
            annotation = annotation.__forward_arg__
        annotation = re.sub(r"InitVar\[(.*)\]", r"\1", str(annotation)).removesuffix(" | None")
        make = (
            OF.get(f"{self.name}.{name}")
            or OF.get(f"{self.name.partition(' ')[0]}.{name}")
            or QUICKER.get(name)
            or RIGHT.get(annotation)
            or OF.get(name)
        )
        if make is None and "Callable[" in annotation:
            return _ignore
        # What has a default need not be known.
        if make is None and parameter.default is not parameter.empty:
            return None
        assert make is not None, f"{self.name}: {name} is {annotation}"
        return make()


def subjects() -> dict[str, Subject]:
    """All of them, by name."""
    public = [getattr(face, name) for face in FACES for name in getattr(face, "__all__", ())]
    found: dict[str, Subject] = {}
    for thing in (*public, *MORE):
        if isinstance(thing, type):
            found |= {subject.name: subject for subject in _of_class(thing)}
        elif inspect.isfunction(thing):
            found[thing.__name__] = _subject(thing.__name__, thing)
    for name, make in _MORE_OBJECTS.items():
        found |= {subject.name: subject for subject in _methods(name, make)}
    # It plays games after cards of the view, which no table here names.
    del found["RatedActions.again"]
    return {name: subject for name, subject in found.items() if subject.named}


def _of_class(class_: type) -> Iterator[Subject]:
    name = class_.__name__
    if issubclass(class_, Enum):
        value = inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY)
        yield Subject(name, lambda: class_, (value.replace(annotation=next(iter(class_))),))
    elif not inspect.isabstract(class_) and not getattr(class_, "_is_protocol", False):
        yield _subject(name, class_)
    for attribute in dir(class_):
        static = inspect.getattr_static(class_, attribute)
        is_public = isinstance(static, classmethod | staticmethod) and attribute[0] != "_"
        if is_public and str(static.__func__.__module__).startswith("clumond_solver"):
            yield _subject(f"{name}.{attribute}", getattr(class_, attribute))
    if name in RIGHT:
        yield from _methods(name, RIGHT[name])


def _methods(object_name: str, make: Make) -> Iterator[Subject]:
    class_, _, which = object_name.partition(" ")
    made = make()
    for name in dir(type(made)):
        static = inspect.getattr_static(type(made), name)
        public = not name.startswith("_") or name in _OPERATORS
        own = str(getattr(static, "__module__", ""))
        if public and inspect.isfunction(static) and own.startswith("clumond_solver"):
            subject = _subject(" ".join([f"{class_}.{name}", *which.split()]), getattr(made, name))
            yield dataclasses.replace(subject, make=partial(_method, make, name))


def _method(make: Make, name: str) -> Any:
    return getattr(make(), name)


def _subject(name: str, function: Any) -> Subject:
    return Subject(name, lambda: function, tuple(inspect.signature(function).parameters.values()))


# Wrong values.


class _Unknown:
    """Of no type that anybody expects."""


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def _itself(value: Any) -> Any:
    return value


def _generator() -> Iterator[Any]:
    yield from (1, None, "SA")


_SCALARS: tuple[Any, ...] = (
    None, True, False, -1, 0, 2, 7, 99, 1 << 70, -(1 << 70), 10**5000, 0.5, -0.5, 1e308,
    math.nan, math.inf, -math.inf, 1j, Decimal("1.5"), "", " ", "x", "SA", "hearts", "F", "nobody",
    "no such thing", "\ud800", "\0", "S" * 10_000, "1", "-1", "{}", "[]", b"", b"SA", ..., int,
    Card, _Unknown(), object(), len, np.int64(3), np.float64(0.5), np.bool_(True), np.uint8(255),
)  # fmt: skip
_CONTAINERS: tuple[Any, ...] = (
    (), [], {}, set(), [None], [[]], [[], []], (1,), [1, 2, 3], (1.5, 2.5, 3.5), ["S"],
    ["SA", "HA"],
    ["a", "b", "c"], (None, None, None), {"S": 1}, {1: 2}, {"F": {}}, {"F": {"S": 1}},
    {"x": "y"}, frozenset({1}), [10**5000], (10**5000,) * 3, _nested(5_000), range(3),
    [math.nan] * 4,
    [_Unknown()], np.array([1, 2]), np.array(["SA"]), np.zeros((3, 3)),
)  # fmt: skip
_OTHERS: tuple[Make, ...] = (
    _generator, lambda: iter(()), lambda: iter([1, 2, 3]), lambda: map(str, range(3)),
    lambda: lambda: 1, lambda: lambda *given: None, lambda: lambda *given: given,
)  # fmt: skip
_MEMBERS: tuple[Enum, ...] = (
    Suit.DIAMONDS, Suit.CLUBS, Strain.SPADES, Strain.NO_TRUMPS, Seat.FOREHAND, Seat.REARHAND,
    Rank.TEN, Scoring.PAPER, ParReading.REDUCED, Prefer.OWN, Reach.FORCED, Settling.BY_TABLE,
    PuzzleLevel.EASY, Level.STRONG,
)  # fmt: skip

_MAKERS: tuple[Make, ...] = (
    *(partial(_itself, value) for value in (*_SCALARS, *_CONTAINERS, *_MEMBERS)),
    *_OTHERS,
    *RIGHT.values(),
)
junk = st.sampled_from(_MAKERS).map(lambda make: make())
# A function that cannot be called so raises its own error, not the library's.
_no_functions = st.sampled_from([make for make in _MAKERS if not callable(make())]).map(
    lambda make: make()
)


@st.composite
def wrong_arguments(draw: st.DrawFn, subject: Subject) -> tuple[str, dict[str, Any]]:
    """The name of an argument, and all arguments, of which only that one is wrong."""
    parameter = draw(st.sampled_from(subject.named))
    arguments = subject.right()
    right = arguments.get(parameter.name)
    if right is None and parameter.kind is not parameter.VAR_POSITIONAL:
        right = subject.right_value(parameter)
    return parameter.name, arguments | {parameter.name: draw(_wrong_value(right))}


@st.composite
def _wrong_value(draw: st.DrawFn, right: Any) -> Any:
    """Something else than the right value, or it with something wrong in it."""
    if isinstance(right, str) and draw(st.booleans()):
        return draw(st.sampled_from([right[1:], right + right, f"{right} x", right.encode()]))
    if isinstance(right, Mapping) and right and draw(st.booleans()):
        key, value = next(iter(right.items()))
        return draw(st.sampled_from([{key: draw(junk)}, {**right, _Unknown(): value}]))
    if isinstance(right, tuple | list) and draw(st.booleans()):
        return _changed(draw, list(right))
    return draw(_no_functions if callable(right) else junk)


def _changed(draw: st.DrawFn, items: list[Any]) -> Any:
    place = draw(st.integers(0, len(items)))
    other = draw(junk)
    changed = {
        "fewer": items[:-1],
        "more": [*items[:place], other, *items[place:]],
        "other": [*items[:place], other, *items[place + 1 :]],
        "twice": items * 2,
    }[draw(st.sampled_from(["fewer", "more", "other", "twice"]))]
    return draw(st.sampled_from([changed, tuple(changed), iter(changed)]))
