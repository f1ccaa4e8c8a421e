"""Fuzzing of everything that reads text: mutated notation, records and explorer questions.

Whatever comes in, only the library's own errors may come out; what is accepted must write a text
that reads back to the same value and is written the same again. Run as `python -m tests.fuzzing`;
an input that breaks this is printed, and belongs into `FOUND` below as a regression.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from clumond_solver.cards import Card, Hand, Strain, Suit
from clumond_solver.deals import Deal, Seat
from clumond_solver.errors import ClumondError, RecordError
from clumond_solver.explorer import answers
from clumond_solver.records import parse_records
from clumond_solver.rules.clumond import Play, Retention
from clumond_solver.rules.clumond_game import ExposedTens
from clumond_solver.rules.game import parse_action

HANDS = (
    "AK8732.AK974.KJ4.Q3",
    "42.KQ7..J98732",
    "C:J98732 H:KQ7 S:42",
    "♣J98732 ♥KQ7 ♦-",
    "10987..t2.",
)
DEALS = (
    "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5",
    "M:A.2.3.4 K.3.4.5 Q.4.5.6",
)
PLAYS = (
    "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3",
    "F:A83.K..J K.2.Q.A9 .J.J8.6 declarer=none strain=NT leader=R tricks=4,4,3"
    " supplementary=0,1,2 table=C4",
)
RECORDS = (
    '[Clumond "1"]\n[Event "The \\"end\\""]\n[Forehand "Ann"]\n'
    '[Deal "F:A83.K..J K.2.Q.A9 .J.J8.64"]\n[TricksBefore "4,4,3"]\n[Declarer "F"]\n'
    '[Strain "S"]\n; a remark\n[Play "F"]\n'
    "F: S3 SK D8 ; here\nM: CA C4 CJ {and\nthere}\n",
    '[Clumond "1"]\n[Deal "F:A.2.3.4 K.3.4.5 Q.4.5.6"]\n[TricksBefore "4,4,4"]\n'
    '[Tens "F=CD M=H common=S"]\n[Calls "pass pass pass"]\n[Declarer "none"]\n[Tricks "5,4,4"]\n'
    '[Retentions "HDC CDH HSD"]\n[Success "F M"]\n[Play "F"]\n*\n',
)
CHARACTERS = 'AKQJT98765432SHDCFMRN.:,=- []"\\{};%*+0\n\t♣♥♠♦\ufe0f\ufeff٣é\x00\ud800x'
# Inputs on which something once went wrong, by target.
FOUND: dict[str, tuple[str, ...]] = {}


def _fixpoint(parse: Callable[[str], Any]) -> Callable[[str], None]:
    """Reading, writing and reading again gives the same value and the same text."""

    def check(text: str) -> None:
        value = parse(text)
        assert parse(str(value)) == value
        assert str(parse(str(value))) == str(value)

    return check


def _records(text: str) -> None:
    """The good records of a text read back; the bad ones are errors in their place."""
    good = [each for each in parse_records(text) if not isinstance(each, RecordError)]
    again = parse_records("\n".join(str(record) for record in good))
    assert again == good
    if not good:
        raise RecordError("no record", 1, 1)


def _request(text: str) -> None:
    """Every answer of the explorer is JSON, and what it saves it can open."""
    question = json.loads(text, parse_constant=str)
    if not isinstance(question, dict):
        raise answers.QuestionError("not an object")
    answered = 0
    for answer in (answers.read, answers.deal, answers.position, answers.save):
        try:
            given = answer(question)
        except ClumondError:
            continue
        answered += 1
        json.dumps(given)
        if answer is answers.save:
            [opened] = answers.read({"text": given["record"]})["opened"]
            assert answers.save({**question, **opened}) == given
    if not answered:
        raise answers.QuestionError("no answer")


def _action(text: str) -> None:
    action = parse_action(text)
    assert parse_action(str(action)) == action


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads texts: texts to start from, and a check that reads one.

    weight  how many inputs it is given, compared with the slowest.
    """

    name: str
    seeds: tuple[str, ...]
    check: Callable[[str], None]
    weight: int = 3


REQUESTS = tuple(
    json.dumps(
        {"text": text, "start": start, "cards": cards, "at": len(cards), "seed": 1, "declarer": "F",
         "strain": "C", "seat": "R", "title": 'A "title"', "players": ["Ann", "", "Bo"]},
        ensure_ascii=False,
    )
    for text in (HANDS[0], DEALS[0], PLAYS[0], RECORDS[0])
    for start, cards in ((PLAYS[0], ["S3", "SK", "D8"]), (PLAYS[1], []))
)  # fmt: skip
TARGETS = (
    Target("card", ("HT", "10h", "♠A"), _fixpoint(Card.parse)),
    Target("suit", ("S", "♥", "d"), _fixpoint(Suit.parse)),
    Target("strain", ("S", "♥", "NT", "no trumps"), _fixpoint(Strain.parse)),
    Target("seat", ("F", "middlehand", "r"), _fixpoint(Seat.parse)),
    Target("hand", HANDS, _fixpoint(Hand.parse)),
    Target("deal", DEALS, _fixpoint(Deal.parse), weight=2),
    Target("play", PLAYS, _fixpoint(Play.parse), weight=2),
    Target("retention", ("CHD", "♣♣♠", "S S D"), _fixpoint(Retention.parse)),
    Target("tens", ("F=CD M=H R=- common=S",), _fixpoint(ExposedTens.parse)),
    Target("action", ("pass", "declare NT", "play H3"), _action),
    Target("records", RECORDS, _records, weight=1),
    Target("explorer request", REQUESTS, _request, weight=1),
)


def mutated(source: random.Random, seeds: tuple[str, ...]) -> str:
    """A text with a few characters or stretches changed, put in, taken out or doubled."""
    text = source.choice(seeds)
    for _ in range(source.choice((0, 1, 1, 2, 3, 6))):
        place = source.randrange(len(text) + 1)
        behind = min(len(text), place + source.choice((1, 1, 2, 9)))
        other = source.choice(seeds)
        cut = source.randrange(len(other))
        inside = source.choice(("", source.choice(CHARACTERS), other[cut : cut + behind - place]))
        text = text[:place] + inside + text[source.choice((place, behind)) :]
    return text


def accepts(target: Target, text: str) -> bool:
    """Whether the text was read; any exception but the library's own is a find."""
    try:
        target.check(text)
    except (ClumondError, json.JSONDecodeError):
        return False
    except BaseException:
        print(f"{target.name}: {text!r}")
        raise
    return True


def fuzz(target: Target, seed: int, count: int) -> int:
    """Try so many inputs, fixed by the seed; how many were read."""
    source = random.Random(seed)
    return sum(accepts(target, mutated(source, target.seeds)) for _ in range(count))


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz everything that reads text.")
    parser.add_argument("--count", type=int, default=36_000, help="inputs for the slowest")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    tried = 0
    for target in TARGETS:
        started = time.monotonic()
        count = options.count * target.weight
        read = fuzz(target, options.seed, count)
        tried += count
        seconds = time.monotonic() - started
        print(f"{target.name:20} {count:8} tried {read:8} read {seconds:6.1f} s", flush=True)
    print(f"{tried} inputs, nothing but the library's own errors")


if __name__ == "__main__":
    main()
