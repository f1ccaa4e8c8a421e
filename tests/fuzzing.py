"""A fuzzer for everything that reads text: valid texts are damaged and read again.

What is read must be written and read again as the same; what is not read must be refused by one
of the library's own errors, which points into the text. The same seed tries the same inputs.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import ClumondError, NotationError, RecordError
from clumond_solver.base.json_data import to_jsonable
from clumond_solver.games.clag.score_card import CardRow, ScoreCard
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.questions.ask_kinds import Ask
from clumond_solver.questions.kinds import (
    AdviseQuestion,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
    parse_question,
)
from clumond_solver.records import (
    Record,
    decode_text,
    parse_records,
    verify,
)
from clumond_solver.results import Limit
from clumond_solver.rules.actions import (
    ChooseCards,
    Declare,
    LeadFor,
    Nominate,
    Pass,
    PlayAs,
    PlayCard,
    PlayTop,
    SetRules,
    parse_action,
)
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.tabs import analysis_board
from tests.strategies import (
    cards,
    deals,
    hands,
    plays,
    records,
    retentions,
    seats,
    strains,
    suits,
    tens,
)

Source = random.Random


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads text: how valid values are made, read and written."""

    name: str
    values: st.SearchStrategy[Any]
    parse: Callable[[str], Any]
    write: Callable[[Any], str] = str

    def texts(self, count: int, seed: int) -> list[str]:
        """So many valid texts, fewer if there are not so many."""
        texts: list[str] = []

        @hypothesis.seed(seed)
        @settings(
            max_examples=count,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        @given(self.values)
        def write(value: object) -> None:
            texts.append(self.write(value))

        write()
        return texts


@dataclass(slots=True)
class Tally:
    """What became of the inputs of one target."""

    inputs: int = 0
    read: int = 0
    refused: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def fuzz(target: Target, inputs: int, seed: int) -> Tally:
    """Try so many inputs; faults are described, not raised."""
    texts = target.texts(20 + inputs // 500, seed)

    def attempt(source: Source, tally: Tally) -> str:
        text = damaged(source.choice(texts), texts, source)
        fault = check(target, text, tally)
        return fault and f"{fault}: {text!r}"

    return tally_of(target.name, inputs, seed, attempt)


def tally_of(name: str, inputs: int, seed: int, attempt: Callable[[Source, Tally], str]) -> Tally:
    """What comes of so many attempts, each of which returns its fault."""
    source, tally = random.Random(f"{seed} {name}"), Tally()
    while tally.inputs < inputs:
        started = time.perf_counter()
        fault = attempt(source, tally)
        tally.slowest = max(tally.slowest, time.perf_counter() - started)
        tally.inputs += 1
        if fault:
            tally.faults.append(f"{name} {tally.inputs}: {fault}")
    return tally


def check(target: Target, text: str, tally: Tally | None = None) -> str:
    """What is wrong with how a target takes a text; empty if nothing is."""
    told = tally or Tally()
    try:
        value = target.parse(text)
    except ClumondError as error:
        told.refused += 1
        return _misplaced(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    told.read += 1
    try:
        return _unlike(target, value)
    except Exception as error:
        return f"read but not read again: {type(error).__name__}: {error}"


def _misplaced(error: ClumondError) -> str:
    if isinstance(error, NotationError) and not 0 <= error.offset <= len(error.text):
        return f"offset {error.offset} outside {error.text!r}"
    return ""


def _unlike(target: Target, value: object) -> str:
    """How a value differs from what it is written and read as."""
    written = target.write(value)
    again = target.parse(written)
    if again != value:
        return f"written as {written!r}, it reads as {again!r}"
    if target.write(again) != written:
        return f"written as {written!r} and then as {target.write(again)!r}"
    return ""


# Damage.

Accident = Callable[[str, list[str], Source], str]

_ODD: tuple[str, ...] = (
    *'0123456789TJQKAtjqka23456789shdcSHDCNfmrFMR.:-–—, =;{}[]"\\*|%\t\n\r',
    *"♦♢♠♤♥♡♣♧\ufe0f\ufeff\0\x0b\x1c\x85\u2028\u2029\xa0\u200b",
    *"²٣Ⅻ①ſKİß\ud800\udcff😀",
)
_WORDS: tuple[str, ...] = (
    "10", "NT", "none", "F:", "common=", "declarer=", "table=", "tricks=", "1,2,3", "999", "-1",
    "[Clumond \"1\"]\n", "[Play \"F\"]\n", "[Deal \"", "pass", " as ", " for ", "call ", "null",
    "1e9", "true", "NaN", "{", "}", "[[", "\"id\": ", "\\u0000", "\\ud800", "9" * 40, "9" * 5000,
    "\r\n", "*\n", "; ", "  ",
)  # fmt: skip


def damaged(text: str, others: list[str], source: Source) -> str:
    """The text after one to five small accidents; now and then none."""
    for _ in range(source.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        text = source.choice(_ACCIDENTS)(text, others, source)
    return text[:20_000]


def _cut(text: str, source: Source) -> tuple[int, int]:
    start = source.randrange(len(text) + 1)
    return start, min(len(text), start + source.choice((1, 1, 1, 2, 3, 8, 40)))


def _replaced(text: str, _: list[str], source: Source) -> str:
    start, end = _cut(text, source)
    return text[:start] + source.choice(_ODD) + text[end:]


def _inserted(text: str, _: list[str], source: Source) -> str:
    start, _end = _cut(text, source)
    return text[:start] + source.choice((*_ODD, *_WORDS)) + text[start:]


def _deleted(text: str, _: list[str], source: Source) -> str:
    start, end = _cut(text, source)
    return text[:start] + text[end:]


def _doubled(text: str, _: list[str], source: Source) -> str:
    start, end = _cut(text, source)
    return text[:end] + text[start:]


def _moved(text: str, _: list[str], source: Source) -> str:
    start, end = _cut(text, source)
    rest = text[:start] + text[end:]
    place = source.randrange(len(rest) + 1)
    return rest[:place] + text[start:end] + rest[place:]


def _spliced(text: str, others: list[str], source: Source) -> str:
    other = source.choice(others)
    return text[: source.randrange(len(text) + 1)] + other[source.randrange(len(other) + 1) :]


def _other_case(text: str, _: list[str], source: Source) -> str:
    start, end = _cut(text, source)
    return text[:start] + text[start:end].swapcase() + text[end:]


_ACCIDENTS: tuple[Accident, ...] = (
    _replaced,
    _inserted,
    _deleted,
    _doubled,
    _moved,
    _spliced,
    _other_case,
)


# What is read.


def random_card(source: Source) -> Card:
    return Card(source.choice(list(Suit)), source.choice(list(Rank)))


def _read_records(text: str) -> list[Record]:
    """Only the good ones; each bad one must still say where it is bad."""
    # As from a file: what cannot be written there arrives as halves of surrogate pairs.
    lines = decode_text(text.encode("utf-8", "surrogatepass"))
    found = parse_records(lines)
    for number, each in enumerate(found, start=1):
        if isinstance(each, RecordError):
            assert each.record == number
            assert 1 <= each.line <= text.count("\n") + text.count("\r") + 1
        else:
            verify(each)
    return [each for each in found if isinstance(each, Record)]


def _write_records(records: list[Record]) -> str:
    return "\n".join(map(str, records))


def _read_request(text: str) -> dict[str, object]:
    """The request, once every answer to it is JSON and what it saves can be opened again."""
    try:
        question = json.loads(text, parse_constant=str)
    except (ValueError, RecursionError):
        raise PageQuestionError("not JSON") from None
    if not isinstance(question, dict):
        raise PageQuestionError("not an object")
    given: dict[Any, Any] = {}
    board, context = analysis_board, RequestContext()
    for answer in (board.read, board.deal, board.position, board.save):
        try:
            given[answer] = answer(PageQuestion(question), context)
        except ClumondError:
            continue
    json.dumps(to_jsonable(list(given.values())))
    if board.save in given:
        saved = given[board.save]
        assert board.read(PageQuestion(text=saved), context) == {"opened": None, "deal": 1}
        assert str(Record.parse(saved)) == saved
    if not given:
        raise PageQuestionError("no answer")
    return question


_marks = st.sampled_from((None, 7, "mine"))
_limits = st.sampled_from((None, Limit(nodes=9), Limit(time=0.5)))
_actions = st.one_of(
    st.just(Pass()),
    st.builds(Declare, strains),
    st.builds(Nominate, st.integers(0, 13)),
    st.builds(ChooseCards, st.integers(3, 7)),
    st.builds(
        SetRules,
        st.permutations([*Suit]).flatmap(
            lambda order: st.sampled_from([(), tuple(order[:1]), tuple(order)])
        ),
        nuloss=st.booleans(),
        misere=st.booleans(),
    ),
    st.builds(PlayCard, cards),
    st.builds(PlayAs, cards, cards),
    st.builds(LeadFor, cards, suits),
    st.just(PlayTop()),
)
_score_cards = st.integers(3, 7).flatmap(
    lambda players: st.builds(
        ScoreCard,
        st.just(tuple("ABCDEFG"[:players])),
        st.lists(
            st.builds(
                CardRow,
                st.sampled_from(("1", "2", "nt", "bt")),
                st.tuples(*[st.integers(-99, 99)] * players),
                st.tuples(*[st.sampled_from((None, 0, 3))] * players),
            ),
            min_size=1,
            max_size=4,
        ).map(tuple),
    )
)
_questions = st.one_of(
    st.builds(
        SolveQuestion,
        plays(),
        st.sets(st.sampled_from(Ask), min_size=1).map(tuple),
        st.none() | seats,
        _limits,
        _marks,
    ),
    st.builds(
        AdviseQuestion,
        deals(smallest=16).map(lambda deal: deal[Seat.FOREHAND]),
        seats,
        st.builds(Agreement, st.sampled_from(Scoring), st.just(12), tens=st.none() | tens),
        budget=st.integers(0, 98),
        id=_marks,
    ),
    st.builds(TableQuestion, deals(), st.booleans(), limit=_limits, id=_marks),
    st.builds(RetentionsQuestion, deals(), seats, limit=_limits, id=_marks),
)
_records = st.lists(records(), min_size=1, max_size=3)


@st.composite
def _requests(draw: st.DrawFn) -> dict[str, object]:
    """What the Analysis tab sends."""
    play = draw(plays())
    laid = [str(card) for card in list(play.legal_plays)[: draw(st.integers(0, 2))]]
    return {
        "text": draw(hands.map(str) | deals().map(str) | _records.map(_write_records)),
        "start": str(play), "cards": laid, "at": len(laid),
        "seed": draw(st.integers(0, 98)), "declarer": draw(seats).letter, "strain": "C",
        "seat": "R", "title": 'A "title"', "players": ["Ann", "", "Bo"],
        "tens": draw(st.none() | tens.map(str)), "supplementary": [4, 3, 1],
        "four_tens": draw(st.booleans()),
    }  # fmt: skip


TARGETS = (
    Target("suit", suits, Suit.parse),
    Target("rank", st.sampled_from(Rank), Rank.parse),
    Target("strain", strains, Strain.parse),
    Target("seat", seats, Seat.parse),
    Target("card", cards, Card.parse),
    Target("pretty card", cards, Card.parse, Card.pretty),
    Target("hand", hands, Hand.parse),
    Target("pretty hand", hands, Hand.parse, Hand.pretty),
    Target("deal", deals(), Deal.parse),
    Target("play", plays(), Play.parse),
    Target("retention", retentions, Retention.parse),
    Target("tens", tens, ExposedTens.parse),
    Target("action", _actions, parse_action),
    Target("records", _records, _read_records, _write_records),
    Target("score card", _score_cards, ScoreCard.parse),
    Target("question", _questions, parse_question),
    Target("page question", _requests(), _read_request, json.dumps),
)
