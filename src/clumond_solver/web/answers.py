"""What the Explore place answers: from a question (parsed JSON) to an answer, plain data both.

Nothing here keeps anything between questions, or opens a file. A question that
makes no sense ends in a `ClumondError` whose message is for the person who asked.

>>> dealt = deal({"seed": 7, "declarer": "F", "strain": "H"})
>>> shown = position({"start": dealt["start"], "cards": [], "at": 0})
>>> shown["turn"], len(shown["legal"])
(1, 16)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event

from clumond_solver.batch.ask_kinds import TEXTS, Ask, ask_solver
from clumond_solver.cards import DIAGRAM_ORDER, Card, Hand, Strain
from clumond_solver.display import data
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.errors import ClumondError, RecordError
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Outcome, Play
from clumond_solver.games.clumond.tens import ExposedTens
from clumond_solver.records import Record, parse_records
from clumond_solver.results import Advice, Limit
from clumond_solver.system.deadline import Deadline
from clumond_solver.values import plain
from clumond_solver.web.questions import (
    MOST_SEED,
    Answer,
    Question,
    QuestionError,
    text_of,
    whole_of,
)

MOST_TEXT = 60_000
_MOST_CARDS = 39
_MOST_NAME = 60
_MOST_RECORDS = 200
# The columns of texts, which the page breaks itself.
_WIDTH = 80


# Reading a question.


def _cards(question: Question) -> tuple[Card, ...]:
    value = question.get("cards")
    if not isinstance(value, list) or len(value) > _MOST_CARDS:
        raise QuestionError(f"cards: a list of at most {_MOST_CARDS} cards is expected")
    if not all(isinstance(card, str) and len(card) <= 8 for card in value):
        raise QuestionError("cards: each card is a short text, such as HT")
    return tuple(Card.parse(card) for card in value)


def _declarer(question: Question) -> Seat | None:
    value = text_of(question, "declarer")
    return None if value == "none" else Seat.parse(value)


def _strain(question: Question, declarer: Seat | None) -> Strain | None:
    return None if declarer is None else Strain.parse(text_of(question, "strain"))


def _tens(question: Question) -> ExposedTens | None:
    """Where the tens lie, such as `F=CD M=H common=S`; None, or left out, in the base game."""
    return None if question.get("tens") is None else ExposedTens.parse(text_of(question, "tens"))


def _tens_of(question: Question, play: Play) -> ExposedTens | None:
    """The tens that a play was given its supplementary tricks for."""
    tens = _tens(question)
    if tens is not None and tens.supplementary != play.supplementary:
        raise QuestionError(
            f"tens: {tens} make supplementary tricks {tens.supplementary},"
            f" the play has {play.supplementary}"
        )
    return tens


def _supplementary(question: Question, tens: ExposedTens | None) -> Sequence[int]:
    """Those of the tens, or as given where it is not known who exposed which."""
    if tens is not None:
        return tens.supplementary
    counts = question.get("supplementary", [0, 0, 0])
    if not isinstance(counts, list) or len(counts) != len(Seat):
        raise QuestionError("supplementary: three numbers are expected")
    return [whole_of({"supplementary": count}, "supplementary", 6) for count in counts]


def _played(question: Question) -> tuple[Play, Play]:
    """The position where the play starts, and the one after the cards played since."""
    start = Play.parse(text_of(question, "start"))
    play = start.copy()
    for card in _cards(question):
        play.push(card)
    return start, play


def _goal_seat(question: Question, play: Play) -> Seat:
    """Whose success is asked for: the seat named, else the declarer, else forehand."""
    if question.get("seat") is not None:
        return Seat.parse(text_of(question, "seat"))
    return Seat.FOREHAND if play.declarer is None else play.declarer


# Where a play starts.


def deal(question: Question) -> Answer:
    """A random deal that the seed fixes: ``seed``, ``declarer``, ``strain``.

    With ``four_tens`` true it is one of the Four Tens variant, tens and all.
    """
    declarer = _declarer(question)
    seed = whole_of(question, "seed", MOST_SEED)
    game = ClumondGame(four_tens=question.get("four_tens") is True)
    dealt = game.deal(seed, game.opening())
    play = Play(
        dealt.deal,
        declarer,
        _strain(question, declarer),
        supplementary=dealt.supplementary,
    )
    return _opened(play, dealt.tens)


def read(question: Question) -> Answer:
    """What somebody entered or pasted: a hand, a deal, a play, or a file of records.

    ``text``, and for hands and deals ``declarer`` and ``strain``; for a hand also ``seat``, which
    holds it, and ``seed``, which deals the other cards. ``tens`` says where the tens lie, also of a
    play, whose own supplementary tricks then do not count; ``supplementary`` may give the tricks
    alone. The answer lists all that could be opened, and what is wrong with the rest.
    """
    entered = text_of(question, "text", MOST_TEXT).strip()
    if not entered:
        raise QuestionError("nothing entered: write a hand, a deal, a play or a record")
    if re.match(r"\ufeff?\s*[%\[]", entered):
        return _read_records(entered)
    if re.search(r"\bdeclarer\s*=", entered):
        return {"opened": [_read_play(entered, _tens(question))], "errors": []}
    declarer = _declarer(question)
    strain = _strain(question, declarer)
    if re.match(r"[FMRfmr]\s*:", entered):
        dealt = Deal.parse(entered)
    else:
        holds = {Seat.parse(text_of(question, "seat")): Hand.parse(entered)}
        dealt = Deal.random(whole_of(question, "seed", MOST_SEED), holds=holds)
    if dealt.size < len(Seat) + 13:
        raise QuestionError(
            f"hands of {dealt.size} cards: for the end of a play enter a play,"
            " with declarer=, strain=, leader= and tricks="
        )
    tens = _tens(question)
    play = Play(dealt, declarer, strain, supplementary=_supplementary(question, tens))
    return {"opened": [_opened(play, tens)], "errors": []}


def _read_play(entered: str, tens: ExposedTens | None) -> Answer:
    play = Play.parse(entered)
    if tens is None:
        return _opened(play)
    return _opened(
        Play(
            play.hands,
            play.declarer,
            play.strain,
            leader=play.leader,
            tricks_taken=play.tricks_taken,
            supplementary=tens.supplementary,
            table=play.trick,
        ),
        tens,
    )


def _read_records(entered: str) -> Answer:
    opened, errors = [], []
    for each in parse_records(entered)[:_MOST_RECORDS]:
        if isinstance(each, RecordError):
            errors.append(str(each))
        else:
            record, fault = _legal_part(each)
            opened.append(record)
            errors += fault
    return {"opened": opened, "errors": errors}


def _legal_part(record: Record) -> tuple[Answer, list[str]]:
    """A record up to its first illegal card, and what is wrong with that one."""
    play = record.start()
    answer = _opened(play, record.tens)
    title = dict(record.tags).get("Event", "")[:_MOST_NAME]
    answer |= {"title": title, "players": [name[:_MOST_NAME] for name in record.players]}
    for card in record.plays:
        try:
            play.push(card)
        except ClumondError as error:
            return answer, [f"{title or 'record'}: {error}"]
        answer["cards"].append(str(card))
    return answer, []


def _opened(play: Play, tens: ExposedTens | None = None) -> Answer:
    return {
        "start": str(play),
        "cards": [],
        "title": "",
        "players": ["", "", ""],
        "tens": None if tens is None else str(tens),
    }


def save(question: Question) -> Answer:
    """The record of what was played: ``start``, ``cards``, ``title``, ``players``, ``tens``."""
    _, play = _played(question)
    names = question.get("players")
    if not isinstance(names, list) or len(names) != len(Seat):
        raise QuestionError("players: three names are expected")
    forehand, middlehand, rearhand = (
        text_of({"player": name}, "player", _MOST_NAME) for name in names
    )
    record = replace(
        Record.of(play, players=(forehand, middlehand, rearhand)), tens=_tens_of(question, play)
    )
    if title := text_of(question, "title", _MOST_NAME):
        record = replace(record, tags=(("Event", title),))
    return {"record": str(record)}


# What a position is, and what the engines say of it.


def position(question: Question) -> Answer:
    """All that is to be seen after ``at`` of the ``cards`` played from ``start``.

    ``tens`` must be such as the start has supplementary tricks for.
    """
    start, last = _played(question)
    _tens_of(question, start)
    cards = _cards(question)
    play = start.copy()
    for card in cards[: whole_of(question, "at", len(cards))]:
        play.push(card)
    return {
        "start": str(start),
        "play": str(play),
        "deal": _deal_text(start),
        "hands": [_by_suit(hand) for hand in play.hands],
        "legal": [str(card) for card in play.legal_plays],
        "leader": int(play.leader),
        "turn": None if play.turn is None else int(play.turn),
        "trick": [str(card) for card in play.trick],
        "taken": list(play.tricks_taken),
        "supplementary": list(play.supplementary),
        "declarer": None if play.declarer is None else int(play.declarer),
        "strain": str(play.strain),
        "tricks": _tricks(start, cards),
        "over": last.is_over,
        "outcome": _outcome(play.outcome()) if play.is_over else None,
    }


def _deal_text(start: Play) -> str | None:
    """The deal, if all sixteen cards of each hand are still to be seen; else None."""
    hands = [set(hand) for hand in start.hands]
    for place, card in enumerate(start.trick):
        hands[(start.leader + place) % 3].add(card)
    forehand, middlehand, rearhand = (Hand.from_cards(hand) for hand in hands)
    if any(start.tricks_taken):
        return None
    return str(Deal((forehand, middlehand, rearhand)))


def _by_suit(hand: Hand) -> list[list[str]]:
    """The cards of a hand by suits, clubs first, each from the highest down."""
    return [[str(card) for card in reversed(tuple(hand.in_suit(s)))] for s in DIAGRAM_ORDER]


def _tricks(start: Play, cards: Sequence[Card]) -> list[Answer]:
    """The tricks since the start; cards that lay on the table then come without a place."""
    tricks: list[Answer] = []
    play = start.copy()
    shown: list[tuple[Card, int | None]] = [(card, None) for card in start.trick]
    leader = int(start.leader)
    number = sum(start.tricks_taken) + 1
    for place, card in enumerate(cards):
        shown.append((card, place))
        play.push(card)
        if not play.trick:
            tricks.append(_trick(number, leader, shown, int(play.leader)))
            shown, leader, number = [], int(play.leader), number + 1
    if shown:
        tricks.append(_trick(number, leader, shown, None))
    return tricks


def _trick(
    number: int, leader: int, shown: Sequence[tuple[Card, int | None]], winner: int | None
) -> Answer:
    cards = [
        {"card": str(card), "seat": (leader + turn) % 3, "place": place}
        for turn, (card, place) in enumerate(shown)
    ]
    return {"number": number, "cards": cards, "winner": winner}


def _outcome(outcome: Outcome) -> list[Answer]:
    return [
        {
            "kept": [str(suit) for suit in ended.retention],
            "code": ended.retention.code,
            "total": ended.total,
            "success": ended.success,
            "off": ended.off(),
        }
        for ended in outcome.seats
    ]


def verdicts(
    question: Question, solver: Solver, seconds: float, gone: Event | None = None
) -> Answer:
    """Whether a seat can force success, now and after each legal card: ``start``, ``cards``,
    ``seat`` (left out: declarer). Undecided after ``seconds``, or once ``gone`` is set: null.
    """
    _, play = _played(question)
    seat = _goal_seat(question, play)
    clock = Deadline(seconds, gone)
    makes, plays = (
        ask_solver(ask, solver, play, seat, Limit(time=clock.share(1)))
        for ask in (Ask.VERDICT, Ask.PLAYS)
    )
    return {
        "seat": int(seat),
        "verdict": makes,
        "text": TEXTS[Ask.VERDICT](makes, play, seat, _WIDTH),
        "plays": plain(plays),
    }


def depth(question: Question, solver: Solver, seconds: float, gone: Event | None = None) -> Answer:
    """How near a target the seat can finish, now and after each legal card, in how many tricks,
    and which retentions can be reached: ``start``, ``cards``, ``seat``. Bounds where undecided.
    Once ``gone`` is set no more time is taken.
    """
    _, play = _played(question)
    seat = _goal_seat(question, play)
    clock = Deadline(seconds, gone)
    retentions, miss, tricks = (
        ask_solver(ask, solver, play, seat, Limit(time=clock.share(share)))
        for ask, share in ((Ask.RETENTIONS, 0.25), (Ask.MISS, 0.25), (Ask.TRICKS, 0.35))
    )
    told = ((Ask.MISS, miss), (Ask.TRICKS, tricks))
    misses, legal = {}, tuple(play.legal_plays)
    for place, card in enumerate(legal):
        play.push(card)
        limit = Limit(time=clock.share(1 / (len(legal) - place)))
        misses[str(card)] = list(solver.miss(play, seat=seat, limit=limit))
        play.pop()
    return {
        "seat": int(seat),
        "miss": list(miss),
        "text": " ".join(TEXTS[ask](found, play, seat, _WIDTH) for ask, found in told),
        "misses": misses,
        "retentions": [
            {"suits": str(each), "code": each.code, "reach": None if at is None else str(at)}
            for each, at in retentions.items()
        ],
    }


def advice(question: Question, games: int, tell: Callable[[Answer], None]) -> Answer:
    """Whether a hand should go for clumond: ``hand``, ``seat``, ``tens``.

    At most ``games`` games are played for it; ``tell`` is given the advice so far.
    """
    from clumond_solver.single_dummy.advice import advise

    hand = Hand.parse(text_of(question, "hand"))
    seat = Seat.parse(text_of(question, "seat"))
    tens = _tens(question)

    def watch(so_far: Advice) -> None:
        tell(_advice(so_far, hand, done=False))

    found = advise(hand, seat=seat, tens=tens, budget=games, threads=1, watch=watch)
    return _advice(found, hand, done=True)


def _advice(found: Advice, hand: Hand, *, done: bool) -> Answer:
    return data.advice_data(found) | {"hand": str(hand), "done": done}
