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

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import ClumondError, NotationError, RecordError
from clumond_solver.base.values import to_jsonable
from clumond_solver.batch.ask_kinds import Ask
from clumond_solver.batch.questions import (
    AdviseQuestion,
    Question,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
    parse_question,
)
from clumond_solver.games.clag.score_card import CardRow, ScoreCard
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention
from clumond_solver.games.clumond.scoring import Agreement, ExposedTens, Scoring
from clumond_solver.records import (
    CardNote,
    Claim,
    Record,
    RecordedTrick,
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
from clumond_solver.web.explore import opening, positions
from clumond_solver.web.questions import PageQuestionError

Source = random.Random


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads text: how valid values are made, read and written."""

    name: str
    make: Callable[[Source], object]
    parse: Callable[[str], Any]
    write: Callable[[Any], str] = str


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
    source = random.Random(f"{seed} {target.name}")
    tally = Tally()
    texts = [target.write(target.make(source)) for _ in range(20)]
    while tally.inputs < inputs:
        if tally.inputs % 500 == 0:
            texts[source.randrange(len(texts))] = target.write(target.make(source))
        text = damaged(source.choice(texts), texts, source)
        started = time.perf_counter()
        fault = check(target, text, tally)
        tally.slowest = max(tally.slowest, time.perf_counter() - started)
        tally.inputs += 1
        if fault:
            tally.faults.append(f"{target.name}: {fault}: {text!r}")
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


def _hand(source: Source) -> Hand:
    return Hand.from_cards({random_card(source) for _ in range(source.randrange(20))})


def _deal(source: Source) -> Deal:
    return Deal.random(source.randrange(10**6), cards=source.randint(4, 16))


def _play(source: Source) -> Play:
    deal = _deal(source)
    played = 16 - deal.size
    first = source.randint(0, played)
    second = source.randint(0, played - first)
    declarer = source.choice((None, *Seat))
    play = Play(
        deal,
        declarer,
        None if declarer is None else source.choice(list(Strain)),
        leader=source.choice(list(Seat)),
        tricks_taken=(first, second, played - first - second),
        supplementary=[source.randint(0, 6) for _ in Seat],
    )
    for _ in range(source.randrange(3 * (TRICKS - played) + 1)):
        play.push(source.choice(list(play.legal_plays)))
    return play


def _retention(source: Source) -> Retention:
    return source.choice(Retention.all())


def _tens(source: Source) -> ExposedTens:
    places = [Hand()] * 4
    for suit in Suit:
        place = source.randrange(4)
        places[place] |= Hand.of(Card(suit, Rank.TEN))
    return ExposedTens((places[0], places[1], places[2]), places[3])


def _action(source: Source) -> object:
    suits = list(Suit)
    source.shuffle(suits)
    order = tuple(suits[: source.choice((0, 1, 4))])
    return source.choice(
        (
            Pass(),
            Declare(source.choice(list(Strain))),
            Nominate(source.randrange(14)),
            ChooseCards(source.randint(3, 7)),
            SetRules(order, nuloss=source.random() < 0.5, misere=source.random() < 0.5),
            PlayCard(random_card(source)),
            PlayAs(random_card(source), random_card(source)),
            LeadFor(random_card(source), source.choice(suits)),
            PlayTop(),
        )
    )


def _records(source: Source) -> list[Record]:
    return [_record(source) for _ in range(source.randint(1, 3))]


def _record(source: Source) -> Record:
    play = _play(source)
    record = Record.of(play, players=("Ann", "", 'B "b" \\'), comment="a remark\nin two lines")
    if record.deal.size < 16 or source.random() < 0.5:
        return record
    return Record(
        record.deal,
        record.declarer,
        record.strain,
        tuple(
            RecordedTrick(trick.cards, None, "why?", tuple(_note(source) for _ in trick.cards))
            for trick in record.tricks
        ),
        calls=(Pass(), Declare(Strain.HEARTS)),
        tens=_tens(source),
        leader=record.leader,
        claim=Claim((4, 4, 5), tuple(_retention(source) for _ in Seat), frozenset({Seat.FOREHAND})),  # type: ignore[arg-type]
        tags=(("Event", "A test; [of] {tags}"), ("Site", "")),
    )


def _note(source: Source) -> CardNote:
    return CardNote(source.choice(("", "=1", "too high")), source.choice((None, -0.0, 1e-9)))


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


def _score_card(source: Source) -> ScoreCard:
    players = source.randint(3, 7)
    rows = tuple(
        CardRow(
            label,
            tuple(source.randint(-99, 99) for _ in range(players)),
            tuple(source.choice((None, 0, 3)) for _ in range(players)),
        )
        for label in ("1", "2", "nt", "bt")
    )
    return ScoreCard(tuple("ABCDEFG"[:players]), rows)


def _question(source: Source) -> Question:
    mark = source.choice((None, 7, "mine"))
    seat = source.choice(list(Seat))
    if source.random() < 0.2:
        limit = source.choice((None, Limit(nodes=9)))
        if source.random() < 0.5:
            return RetentionsQuestion(_deal(source), seat, limit=limit, id=mark)
        return TableQuestion(_deal(source), source.random() < 0.5, limit=limit, id=mark)
    if source.random() < 0.5:
        ask = tuple(source.sample(list(Ask), source.randint(1, 6)))
        limit = source.choice((None, Limit(nodes=9), Limit(time=0.5)))
        return SolveQuestion(_play(source), ask, source.choice((None, seat)), limit, mark)
    tens = source.choice((None, _tens(source)))
    agreement = Agreement(source.choice(list(Scoring)), 12, tens=tens)
    hand = _deal(source)[seat]
    return AdviseQuestion(hand, seat, agreement, budget=source.randrange(99), id=mark)


def _request(source: Source) -> dict[str, object]:
    """What the explorer's page sends."""
    play = _play(source)
    cards = [str(card) for card in list(play.legal_plays)[: source.randrange(3)]]
    text = source.choice((str(_hand(source)), str(_deal(source)), _write_records(_records(source))))
    return {
        "text": text, "start": str(play), "cards": cards, "at": len(cards),
        "seed": source.randrange(99), "declarer": source.choice("FMR"), "strain": "C",
        "seat": "R", "title": 'A "title"', "players": ["Ann", "", "Bo"],
        "tens": source.choice((None, str(_tens(source)))), "supplementary": [4, 3, 1],
        "four_tens": source.random() < 0.5,
    }  # fmt: skip


def _read_request(text: str) -> dict[str, object]:
    """The request, once every answer to it is JSON and what it saves can be opened again."""
    try:
        question = json.loads(text, parse_constant=str)
    except (json.JSONDecodeError, RecursionError):
        raise PageQuestionError("not JSON") from None
    if not isinstance(question, dict):
        raise PageQuestionError("not an object")
    given: dict[Any, Any] = {}
    for answer in (opening.read, opening.deal, positions.position, opening.save):
        try:
            given[answer] = answer(question)
        except ClumondError:
            continue
    json.dumps(to_jsonable(list(given.values())))
    if opening.save in given:
        saved = given[opening.save]
        assert opening.read({"text": saved}) == {"opened": None, "deal": 1}
        assert str(Record.parse(saved)) == saved
    if not given:
        raise PageQuestionError("no answer")
    return question


TARGETS = (
    Target("suit", lambda source: source.choice(list(Suit)), Suit.parse),
    Target("rank", lambda source: source.choice(list(Rank)), Rank.parse),
    Target("strain", lambda source: source.choice(list(Strain)), Strain.parse),
    Target("seat", lambda source: source.choice(list(Seat)), Seat.parse),
    Target("card", random_card, Card.parse),
    Target("pretty card", random_card, Card.parse, Card.pretty),
    Target("hand", _hand, Hand.parse),
    Target("pretty hand", _hand, Hand.parse, Hand.pretty),
    Target("deal", _deal, Deal.parse),
    Target("play", _play, Play.parse),
    Target("retention", _retention, Retention.parse),
    Target("tens", _tens, ExposedTens.parse),
    Target("action", _action, parse_action),
    Target("records", _records, _read_records, _write_records),
    Target("score card", _score_card, ScoreCard.parse),
    Target("question", _question, parse_question),
    Target("explorer request", _request, _read_request, json.dumps),
)
