"""The types of the page's answers, where they are no results of the library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from clumond_solver.base.cards import Card, Strain, Suit
from clumond_solver.coach.clumond.calls import CallScore
from clumond_solver.games.clumond.game import RetentionTarget
from clumond_solver.games.clumond.play import Play, Retention, SeatOutcome
from clumond_solver.games.lessons import Lesson
from clumond_solver.games.registry import Option, TableWords
from clumond_solver.games.rules_text import Block
from clumond_solver.results import ExpectedScore, Reach
from clumond_solver.rules.game import Row
from clumond_solver.rules.states import Fact
from clumond_solver.single_dummy.styles import Level

# A point of the play with all hands open.


class TrickCard(TypedDict):
    """A card of a trick; ``index`` counts the cards since the start: null for an earlier card."""

    card: str
    seat: int
    index: int | None


class Trick(TypedDict):
    """A trick; ``winner`` is null while it is incomplete."""

    number: int
    cards: list[TrickCard]
    winner: int | None


class Position(TypedDict):
    """A point of the play, all hands open; ``hands`` by seat and suit, clubs first."""

    start: str
    play: str
    deal: str | None
    hands: list[list[list[str]]]
    legal: list[str]
    turn: int | None
    taken: list[int]
    supplementary: list[int]
    declarer: int | None
    strain: str
    tricks: list[Trick]
    over: bool
    outcome: Sequence[SeatOutcome] | None
    may_play: list[str]


# Practice.


class PuzzleShown(Position):
    """A puzzle, without its solution."""

    code: str
    level: str
    rating: int
    attacks: bool
    tricks_left: int
    task: str


class WrongGuess(TypedDict):
    """The reply to a wrong card of a puzzle, with the ``cards`` that are equal to it."""

    right: bool
    text: str
    cards: list[str]


class RightGuess(WrongGuess):
    """The reply to a good card of a puzzle; ``right`` is true."""

    position: Position
    task: str


class Sentence(TypedDict):
    """A sentence or two."""

    text: str


class PuzzleLine(TypedDict):
    """A line of play, and what it shows."""

    text: str
    line: list[str]
    right: bool


class PuzzleSolution(TypedDict):
    """The solution of a puzzle."""

    right: list[str]
    lines: list[PuzzleLine]
    guess: str


class HandToCall(TypedDict):
    """A hand to declare or to pass."""

    hand: list[str]
    seat: str
    terms: str
    scoring: str
    pot: int
    difficulty: int
    rating: int


class CallJudged(TypedDict):
    """A decision to declare or to pass, evaluated."""

    right: bool
    cost: float
    verdict: str
    advice: str
    chances_text: str
    endings: str
    best: str
    call: str
    break_even: float
    chances: dict[str, float]
    score: CallScore


# Play.


class ChoiceValue(TypedDict):
    """A value to choose, and its text."""

    value: str
    text: str


class GameListed(TypedDict):
    """A game that can be played."""

    key: str
    name: str
    title: str
    players: int
    guided: bool
    lessons: int
    words: TableWords
    options: Sequence[Option]


class Games(TypedDict):
    """All games, the levels of engine players, and their usual names."""

    games: list[GameListed]
    levels: list[str]
    names: list[str]


class SessionListed(TypedDict):
    """A stored session; with a fault it cannot be read, and the rest is empty.

    begun  whether the person has done anything in it; if not, the page does not list it.
    """

    id: str
    at: str
    game: str
    deals: int
    finished: bool
    begun: bool
    names: Sequence[str]
    totals: Sequence[int]
    day: str
    guided: bool
    ago: int
    fault: NotRequired[str]


class SessionList(TypedDict):
    """The stored sessions, and why some may be missing."""

    sessions: list[SessionListed]
    fault: str
    late: NotRequired[bool]


class TableCard(TypedDict):
    """A card of a trick; ``named`` is the card that it stands for, ``led`` the suit led with it."""

    seat: int
    card: str
    named: Card | None
    led: Suit | None


class TableTrick(TypedDict):
    """A trick at a table; ``winner`` is null while it is incomplete."""

    cards: list[TableCard]
    winner: int | None


class SeatShown(TypedDict):
    """What everybody sees of a seat; ``cards`` is the number of cards that it holds.

    ``place`` is the seat's name, where seats have names; where they are numbered, who deals.
    """

    place: str
    cards: int
    open: list[str]
    taken: int
    voids: list[str]
    calls: list[str]


class CallMade(TypedDict):
    """Something said, or done with the cards that it shows, before the play."""

    seat: int | None
    text: str
    cards: list[str]


class LegalCall(TypedDict):
    """A legal call."""

    action: str
    text: str


class LegalCard(TypedDict):
    """A legal way to play a card; ``named`` and ``led`` as in `TableCard`."""

    action: str
    card: str
    named: Card | None
    led: Suit | None


class RulesChoices(TypedDict):
    """The choices of a player who sets the rules: values of tricks, and named orders of suits."""

    values: list[ChoiceValue]
    orders: list[ChoiceValue]


class Legal(TypedDict):
    """The legal actions; ``aside`` is the number of cards to lay aside."""

    cards: list[LegalCard]
    calls: list[LegalCall]
    aside: NotRequired[int]
    rules: NotRequired[RulesChoices]


class PlayedAndUnseen(TypedDict):
    """The cards played, and those that the seat has not seen."""

    played: list[str]
    unseen: list[str]


class DealShown(TypedDict):
    """A deal as a seat sees it."""

    seat: int
    turn: int | None
    decider: int | None
    plays_for: int | None
    phase: str
    hand: list[str] | None
    legal: Legal
    barred: dict[str, str]
    retention_target: RetentionTarget | None
    seats: list[SeatShown]
    facts: Sequence[Fact]
    outcome: Sequence[SeatOutcome] | None
    aids: Sequence[Fact]
    readings: Sequence[Fact] | None
    trumps: list[str]
    tricks: list[TableTrick]
    tricks_left: int
    calls: list[CallMade]
    cards: PlayedAndUnseen


class FinalHand(TypedDict):
    """A hand of a finished deal, as dealt and as left."""

    dealt: list[str]
    left: list[str]


class Standing(TypedDict):
    """The score sheet."""

    totals: Sequence[int]
    ante: int
    rows: Sequence[Row]


class TableGame(TypedDict):
    """The game of a table; ``text`` has its options."""

    key: str
    name: str
    text: str
    words: TableWords


class TableShown(TypedDict):
    """A table: a finished deal until the person goes on, then the next."""

    id: str
    at: str
    game: TableGame
    players: Sequence[str]
    levels: Sequence[Level]
    person: int
    guided: bool
    guide: Sequence[str]
    number: int
    dealer: int
    deal: DealShown
    ended: list[FinalHand] | None
    can_take_back: bool
    standing: Standing
    finished: bool
    winners: str
    result: str
    link: str
    others: int
    unsaved: NotRequired[str]
    late: NotRequired[bool]


class HintRow(TypedDict):
    """A choice of a hint: its chance, or its gain in the unit of the hint.

    ``as_itself`` whether it plays a card that is named as nothing else.
    """

    action: str
    text: str
    card: str | None
    as_itself: bool
    chance: float | None
    gain: float | None


class HintShown(TypedDict):
    """A hint: the choices, the best first, and why; ``at`` names the state of the table.

    ``plan`` is the retention and the total of tricks with which the deal is to end.
    ``new_plan`` says how the plan differs from that of the question, and why; "" if it does not.
    """

    at: str
    rows: list[HintRow]
    unit: str
    reason: str
    plan: tuple[Retention, int] | None
    new_plan: str
    others_are_worse: bool


class ForcedRest(TypedDict):
    """Whether the rest of a deal is forced, and ends well for the person."""

    forced: bool
    good: bool


class SessionFile(TypedDict):
    """A session as a file."""

    text: str
    name: str


class Lessons(TypedDict):
    """The lessons of a game."""

    lessons: Sequence[Lesson]


class RulesShown(TypedDict):
    """The rules of a game."""

    title: str
    blocks: Sequence[Block]


# Review.


class CardPlayed(TypedDict):
    """A card of a play, or a call without one; ``won`` is the seat whose trick it completed."""

    seat: int
    card: str | None
    leads: bool
    won: int | None


class ChoiceReviewed(TypedDict):
    """A choice with its value; ``miss`` bounds the tricks off after it with all hands open."""

    text: str
    card: str | None
    value: float
    value_text: str
    played: bool
    miss: list[int] | None


class PlayReviewed(CardPlayed):
    """A card or call with its evaluation."""

    number: int
    trick: int
    text: str
    best: str
    is_best: bool
    forced: bool
    cost: float
    cost_text: str
    grade: str
    value: float | None
    verdict: bool | None
    turned: bool
    better: str
    choices: list[ChoiceReviewed]


class OtherGame(TypedDict):
    """Another way to play the deal: a game of the engine, or a better line that leaves the play."""

    text: str
    number: int
    plays: list[CardPlayed]
    outcome: Sequence[SeatOutcome] | None


class ExploreFrom(TypedDict):
    """Where the play of a hand of Clumond starts, for trying other cards."""

    start: str
    strain: str
    supplementary: list[int]
    tens: str
    players: list[str]


class ReviewShown(TypedDict):
    """A deal, reviewed."""

    game: str
    title: str
    titles: list[str]
    chosen: int
    names: list[str]
    person: int | None
    declarer: int | None
    in_chances: bool
    fault: str
    finished: bool
    calls: int
    calls_head: str
    call_sentences: list[str]
    plays: list[PlayReviewed]
    costliest: list[int]
    story: str
    better_line: OtherGame | None
    hands: list[list[str]]
    engine_game: OtherGame | None
    record: str
    explore: ExploreFrom | None
    facts: list[list[str]]
    headline: str
    outcome: Sequence[SeatOutcome] | None


class Progress(TypedDict):
    """How much of an answer is done."""

    done: int
    total: int


class ReviewSoFar(Progress):
    """How much of a review is done; with ``shown`` if there is more to show."""

    shown: ReviewShown | None


# Positions and deals.


class OpenedPlay(TypedDict):
    """A play to explore; ``note`` says what was added to it."""

    start: str
    cards: list[str]
    title: str
    players: list[str]
    tens: str | None
    note: str


class ReadResult(TypedDict):
    """The play in a text; null for records or a session, of which ``deal`` is to be reviewed."""

    opened: OpenedPlay | None
    deal: int | None


class ContractChange(TypedDict):
    """The same cards under another contract; see the endpoint."""

    from_start: OpenedPlay
    legal_part: OpenedPlay
    lost: int
    from_here: OpenedPlay | None


class RecordText(TypedDict):
    """A play as a record."""

    record: str


class Verdicts(TypedDict):
    """Whether a seat can force success, now and after each legal card; null where undecided."""

    seat: int
    verdict: bool | None
    headline: str
    text: str
    plays: dict[str, bool | None]


class RetentionReach(TypedDict):
    """How far a retention can be reached; null where undecided."""

    suits: Retention
    code: int
    reach: Reach | None


class Finishes(TypedDict):
    """How near a target a seat can finish: bounds, now and after each legal card."""

    seat: int
    miss: list[int]
    text: str
    misses: dict[str, list[int]]
    retentions: list[RetentionReach]


class PlayVerdicts(TypedDict):
    """The verdict after each number of cards played."""

    seat: int
    verdicts: list[bool | None]


class VerdictAfter(TypedDict):
    """The verdict after a number of cards played."""

    card_count: int
    verdict: bool | None


class RetentionRow(TypedDict):
    """A retention with its reach by strain."""

    suits: Retention
    code: int
    reach: Mapping[Strain, Reach | None]
    lines: Mapping[Strain, Sequence[Card]]


class RetentionsShown(TypedDict):
    """All retentions in all strains; ``round`` is the round to continue with.

    The lines of the rows begin at the play of their strain in ``starts``.
    """

    seat: int
    text: str
    rows: list[RetentionRow]
    starts: Mapping[Strain, Play]
    known: int
    total: int
    round: NotRequired[int]


class Chances(TypedDict):
    """The values of the best cards as their player sees them: each a chance, or points."""

    seat: int
    best: str
    unit: str
    cards: dict[str, float]


class Success(TypedDict):
    """How many games succeeded with these cards kept."""

    retention: str
    total: int
    games: int


class StrainAdvice(TypedDict):
    """An estimate of declaring in a strain, with the expected score."""

    own: float
    relative: float
    relative_score_error: float
    p: float
    interval: list[float]
    proved: str
    games: int
    successes: list[Success]


class AdviceShown(TypedDict):
    """Advice on declaring, with the estimates so far."""

    call: str
    best: str
    confidence: float
    break_even: float
    strains: dict[str, StrainAdvice]
    complete: bool
    passing: ExpectedScore
    games: int
    headline: str
    terms: str
    unit: str
    done: bool
