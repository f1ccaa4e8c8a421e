"""The endpoints of reviews: a deal reviewed card by card, and playing on from any point.

A deal comes as a record, as the text of a session, or from one of the person's sessions. A review
shows all hands, so the deal of a session must be over.

>>> from clumond_solver.games.clumond.play import Play
>>> record = Record.of(Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F "
...                               "tricks=4,4,4"))
>>> shown = review_of(PageQuestion(text=str(record)), RequestContext())
>>> shown["game"], shown["plays"], shown["declarer"]
('Clumond', [], 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RecordError
from clumond_solver.base.stopping import processors
from clumond_solver.base.wording import capital
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.review_text import (
    better_line_text,
    better_text,
    calls_headline,
    lost_text,
    replay_text,
    reviewed_call_text,
    story_text,
    value_text,
)
from clumond_solver.coach.reviews import review
from clumond_solver.coach.seating import Help, Seating, written_summary
from clumond_solver.display.text.actions import action_text
from clumond_solver.display.text.hands import player_name, strain_text
from clumond_solver.display.text.misses import miss_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import ParReading, SeatOutcome
from clumond_solver.games.registry import words_of
from clumond_solver.games.session_lines import is_session
from clumond_solver.games.sessions import Session
from clumond_solver.records import Record, legal_play_of, parse_records
from clumond_solver.results import verdict_of
from clumond_solver.rules.actions import Action, Give, GiveCards, LayAside, PlayKnownCard, SetRules
from clumond_solver.rules.game import player_at, seat_of
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay
from clumond_solver.web.page_questions import Progress, RequestContext
from clumond_solver.web.page_sessions import TableShown, names_for
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.store import MOST_TEXT
from clumond_solver.web.table_view import shown_cards
from clumond_solver.web.tabs.play_tab import place_of

_MOST_RECORDS = 1000


class CardPlayed(TypedDict):
    """A card of a play, or a call without one; ``won`` is the seat whose trick it completed."""

    seat: int
    card: str | None
    leads: bool
    won: int | None


class ChoiceReviewed(TypedDict):
    """A choice with its value; ``miss`` says how far off it leaves the hero with all hands open."""

    text: str
    card: str | None
    value: float
    value_text: str
    played: bool
    miss: str


class PlayReviewed(CardPlayed):
    """A card or call with its evaluation; the cards that a seat passes on together are one.

    number    its place among them, from 1.
    at        how many calls and cards of the play came before it.
    conceded  whether the program played it for the person, who had conceded.
    """

    number: int
    at: int
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
    conceded: bool
    better: str
    choices: list[ChoiceReviewed]


class OtherGame(TypedDict):
    """All cards of another way to play the deal, which leaves the play at card ``number``."""

    text: str
    number: int
    cards: Sequence[Card]


class HandReviewed(TypedDict):
    """A hand of Clumond: where its play starts, its record, what became of it.

    calls  the number of calls before the play.
    """

    start: str
    strain: str
    supplementary: Sequence[int]
    tens: str | None
    players: Sequence[str]
    record: str
    calls: int
    facts: list[tuple[str, str]]
    outcome: Sequence[SeatOutcome] | None
    better_line: OtherGame | None
    engine_game: OtherGame | None


class MistakeShown(TypedDict):
    """A costly call or card of the person, to find something better.

    at      the number of actions of the deal before it.
    text    what he did, as shown; ``action`` as the table names it.
    right   the actions that count as found, the best first.
    worse   the others that have been searched, with his own.
    why     what was better, by how much, and why.
    """

    at: int
    text: str
    action: str
    right: list[str]
    worse: list[str]
    why: str


class ReviewShown(TypedDict):
    """A deal, reviewed; ``link`` is to its hand, if it is the person's."""

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
    calls_head: str
    call_sentences: list[str]
    plays: list[PlayReviewed]
    costliest: list[int]
    mistakes: list[MistakeShown]
    headline: str
    story: str
    hands: list[list[str]]
    hand: HandReviewed | None
    link: str


class ReviewSoFar(Progress):
    """How much of a review is done; with ``shown`` if there is more to show."""

    shown: ReviewShown | None


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal to review, with its context.

    source  what the engines review: the record, or the state at the end of the deal
    record  the record of a hand of Clumond; None for other games
    play    the play of the cards; None if no card was played
    names   the names of the seats
    person  the seat of the person; None if the person did not play
    styles  how the seats play; None if nobody sat at a table
    titles  the titles of all records in the text, or of all deals of the session
    chosen  the number of this deal among them, from 1
    conceded  the cards, from 0, that the program played for the person, who had conceded
    link    the link to the hand; "" if it is not one of the person's
    """

    source: Record | TrickState
    record: Record | None
    play: TrickPlay | None
    game: str
    title: str
    names: tuple[str, ...]
    person: int | None
    styles: Sequence[str] | None
    titles: tuple[str, ...]
    chosen: int
    conceded: frozenset[int] = frozenset()
    link: str = ""


def review_of(question: PageQuestion, context: RequestContext) -> ReviewShown:
    """A review of a ``deal`` of a ``text`` (records or a session) or of a stored ``session``.

    Parts of the answer report progress, ``done`` of ``total``, and what is reviewed so far.
    """
    deal = _deal(question, context)
    steps: Progress = {"done": 0, "total": 0}

    def count(done: int, total: int) -> None:
        nonlocal steps
        steps = {"done": done, "total": total}
        context.send_part({**steps, "shown": None})

    def show(reviewed: Review) -> None:
        shown: ReviewShown = {**_shown(deal, reviewed), "headline": "", "story": ""}
        context.send_part({**steps, "shown": shown})

    reviewed = review(
        deal.source,
        time=context.limits.review_seconds,
        players=deal.names,
        opponents=deal.styles,
        solver=context.solver_or_none,
        threads=processors(),
        progress=count,
        on_plays=show,
    )
    return _shown(deal, reviewed)


def play_from(question: PageQuestion, context: RequestContext) -> TableShown:
    """A copy of a session after ``at`` actions of a deal: ``session``, ``deal``, ``at``."""
    return context.sessions.play_from(
        question.text("session", 40),
        question.number("deal", 10_000),
        question.number("at", 10_000),
    )


def shown_record(record: Record, reviewed: Review) -> ReviewShown:
    """The review of a record as the page shows it."""
    return _shown(_of_record(record, (_title(record, 1),), 1), reviewed)


def shown_deal(
    session: Session[Any], number: int, reviewed: Review, seating: Seating | None = None
) -> ReviewShown:
    """The review of a deal of a session, counted from 1, as the page shows it."""
    return _shown(_of_session(*session.replayed(number), seating), reviewed)


# The deal.


def _deal(question: PageQuestion, context: RequestContext) -> _Deal:
    if question.has("session") or context.seat is not None:
        asked = PageQuestion(id=question.get("session"))
        (session_id, player), number = place_of(asked, context), question.number("deal", 10_000)
        with context.sessions.at_table(session_id) as loaded:
            place = loaded.place(player)
            loaded.session.ended_deal(number)
            link = loaded.hand_to_send(number).link if place.may_be_sent else ""
            seating = replace(loaded.seating, names=names_for(place), person=place.player)
            deal = _of_session(*loaded.session.replayed(number), seating)
            # Sentences address the person, whatever his name; the record has the name.
            names = ("You" if n == deal.person else name for n, name in enumerate(deal.names))
            return replace(deal, names=tuple(names), link=link)
    text = question.text("text", MOST_TEXT)
    chosen = question.number("deal", 10_000, 1)
    if is_session(text):
        session = Session.parse(text)
        last = session.standing.deals + (not session.is_finished and bool(session.acts[-1]))
        number = chosen if question.has("deal") else last
        if not 1 <= number <= len(session.acts):
            raise PageQuestionError(f"there is no deal {number} in this session")
        replayed_session, state = session.replayed(number)
        table = written_summary(text)
        return _of_session(replayed_session, state, table and table[1], deals=last)
    return _of_records(text, chosen)


def _of_records(text: str, chosen: int) -> _Deal:
    records = parse_records(text)[:_MOST_RECORDS]
    if not records:
        raise PageQuestionError("this text is neither a record nor a session")
    if not 1 <= chosen <= len(records):
        raise PageQuestionError(f"there is no record {chosen} among {len(records)}")
    record = records[chosen - 1]
    if isinstance(record, RecordError):
        raise record
    titles = tuple(_title(item, number) for number, item in enumerate(records, 1))
    return _of_record(record, titles, chosen)


def _of_record(record: Record, titles: tuple[str, ...], chosen: int) -> _Deal:
    game = "Clumond" if record.tens is None else "Clumond, Four Tens"
    names = tuple(name or str(seat) for name, seat in zip(record.players, Seat, strict=True))
    play = legal_play_of(record)
    return _Deal(record, record, play, game, titles[chosen - 1], names, None, None, titles, chosen)


def _title(record: Record | RecordError, number: int) -> str:
    event = "" if isinstance(record, RecordError) else record.event
    return event or f"record {number}"


def _of_session(
    session: Session[Any],
    state: TrickState,
    seating: Seating | None,
    deals: int | None = None,
) -> _Deal:
    standing = session.standing
    number = standing.deals if state.is_over else standing.deals + 1
    dealer = standing.rows[-1].dealer if state.is_over else standing.dealer
    count = session.game.players
    numbered = tuple(f"player {player}" for player in range(count))
    by_player = numbered if seating is None else seating.names
    names = tuple(by_player[player_at(seat, dealer, count)] for seat in range(count))
    word = words_of(session.game).deal
    person = None if seating is None else seat_of(seating.person, dealer, count)
    return _Deal(
        state,
        Record.of_hand(state, players=names) if isinstance(state, ClumondState) else None,
        state.play,
        session.game.name,
        f"{session.game.name}, {word} {number}",
        names,
        person,
        None if seating is None else seating.styles(dealer),
        tuple(f"{word} {deal_number}" for deal_number in range(1, (deals or number) + 1)),
        number,
        _conceded(state, person, seating.help_in(number)) if seating else frozenset(),
    )


def _conceded(state: TrickState, person: int | None, taken: Help) -> frozenset[int]:
    """The cards of a play that the program chose for the person, counted from 0."""
    history = state.play.history if state.play else ()
    own = [at for at, card in enumerate(history) if state.played_by(card.seat) == person]
    return frozenset(own[len(own) - taken.cards :])


# The answer.


def _shown(deal: _Deal, reviewed: Review) -> ReviewShown:
    names, record, calls = deal.names, deal.record, reviewed.calls
    numbers = {play.number: number for number, play in enumerate(reviewed.plays, 1)}
    return {
        "game": deal.game,
        "title": deal.title,
        "titles": list(deal.titles),
        "chosen": deal.chosen,
        "names": list(names),
        "person": deal.person,
        "declarer": None if reviewed.declarer is None else int(reviewed.declarer),
        "in_chances": reviewed.in_chances,
        "fault": reviewed.fault,
        "finished": reviewed.finished,
        "calls_head": calls_headline(reviewed, names) if calls else "",
        "call_sentences": [reviewed_call_text(call, reviewed, names) for call in calls],
        "plays": _plays(deal, reviewed),
        "costliest": [numbers[play.number] for play in reviewed.costliest(len(reviewed.plays))],
        "mistakes": _own_mistakes(deal, reviewed),
        "headline": "" if record is None else _headline(reviewed, names),
        "story": " ".join(filter(None, (story_text(reviewed, names), _conceded_text(deal)))),
        "hands": [shown_cards(hand) for hand in deal.play.rewound().hands] if deal.play else [],
        "hand": None if record is None else _hand(record, reviewed, names),
        "link": deal.link,
    }


def _own_mistakes(deal: _Deal, reviewed: Review) -> list[MistakeShown]:
    """The person's mistakes, none of them a card that the program played for him."""
    if deal.person is None:
        return []
    calls = len(deal.record.calls or ()) if deal.record else 0
    own = next((play.number - 1 for play in reviewed.plays if play.trick), 0)
    conceded = {calls + own + at for at in deal.conceded}
    mistakes = mistakes_shown(reviewed, deal.person, deal.names, calls)
    return [mistake for mistake in mistakes if mistake["at"] not in conceded]


def mistakes_shown(
    reviewed: Review, seat: int, names: Sequence[str], calls: int
) -> list[MistakeShown]:
    """A seat's mistakes, after so many calls that are not among the plays of the review."""
    return [
        {
            "at": mistake.number - 1 + (calls if mistake.trick else 0),
            "text": action_text(mistake.action, reviewed.verb_of),
            "action": str(mistake.action),
            "right": [str(action) for action in (mistake.best, *mistake.alike)],
            "worse": [str(a) for a in mistake.values if a not in {mistake.best, *mistake.alike}],
            "why": f"{reviewed_call_text(mistake, reviewed, names)} {mistake.reason}"
            if mistake in reviewed.calls
            else better_text(mistake, reviewed, names),
        }
        for mistake in reviewed.mistakes(seat)
        # These are chosen several at once, or filled in.
        if not isinstance(mistake.action, LayAside | Give | GiveCards | SetRules)
    ]


def _conceded_text(deal: _Deal) -> str:
    if not deal.conceded or deal.person is None:
        return ""
    cards = "the last card" if len(deal.conceded) == 1 else f"the last {len(deal.conceded)} cards"
    return f"{capital(deal.names[deal.person])} conceded: the program played {cards}."


def _hand(record: Record, reviewed: Review, names: Sequence[str]) -> HandReviewed:
    play = legal_play_of(record)
    return {
        "start": str(record.start()),
        "strain": str(record.strain),
        "supplementary": record.supplementary or (0, 0, 0),
        "tens": None if record.tens is None else str(record.tens),
        "players": record.players,
        "record": str(record),
        "calls": len(record.calls or ()),
        "facts": _facts(record, names),
        "outcome": play.outcome().seats if play.is_over else None,
        "better_line": _better_line(reviewed, record, names),
        "engine_game": _engine_game(reviewed, names),
    }


def _facts(record: Record, names: Sequence[str]) -> list[tuple[str, str]]:
    if record.declarer is None:
        facts = [("declarer", "nobody: no trumps, each for himself")]
    else:
        facts = [("declarer", f"{names[record.declarer]}, {strain_text(record.strain)}")]
    if any(record.supplementary or ()):
        counts = zip(names, record.supplementary or (), strict=True)
        facts.append(("supplementary", ", ".join(f"{name} {count}" for name, count in counts)))
    if record.par is not ParReading.NEAREST:
        facts.append(("tricks off", f"by the {record.par} par"))
    return facts


def _headline(reviewed: Review, names: Sequence[str]) -> str:
    if not reviewed.plays or reviewed.seat is None:
        return ""
    hero, verdict = player_name(reviewed.seat, names), verdict_of(reviewed.plays[0].before)
    if verdict is None:
        return f"With all hands open it is not known whether {hero} could force success."
    could = "could force" if verdict else "could not force"
    return f"With all hands open {hero} {could} success from the first card."


def _engine_game(reviewed: Review, names: Sequence[str]) -> OtherGame | None:
    replay = reviewed.replay
    if replay is None or not replay.plays:
        return None
    return {"text": replay_text(reviewed, names), "number": 1, "cards": replay.plays}


def _better_line(reviewed: Review, record: Record, names: Sequence[str]) -> OtherGame | None:
    line = reviewed.better
    if line is None:
        return None
    return {
        "text": better_line_text(reviewed, names),
        "number": line.number,
        "cards": (*record.plays[: line.number - 1], *line.cards),
    }


def _cards_played(ended: TrickPlay) -> list[CardPlayed]:
    """The cards of a play, marked as leads or as the last of a trick with its winner."""
    play = ended.rewound()
    cards: list[CardPlayed] = []
    for played in ended.history:
        leads = not play.trick
        play.push(played.card, named=played.named, led=played.led)
        won = None if play.trick else int(play.leader)
        cards.append(
            {"seat": int(played.seat), "card": str(played.card), "leads": leads, "won": won}
        )
    return cards


def _plays(deal: _Deal, reviewed: Review) -> list[PlayReviewed]:
    """All calls and cards, with their evaluation."""
    cards = [] if deal.play is None else _cards_played(deal.play)
    calls = sum(not play.trick for play in reviewed.plays)
    without_card: CardPlayed = {"seat": 0, "card": None, "leads": False, "won": None}
    played = zip(reviewed.plays, [without_card] * calls + cards, strict=False)
    return [
        _reviewed(at, play, card, reviewed, deal.names, conceded=at - calls in deal.conceded)
        for at, (play, card) in enumerate(played)
    ]


def _reviewed(
    at: int,
    play: ReviewedPlay,
    card: CardPlayed,
    reviewed: Review,
    names: Sequence[str],
    *,
    conceded: bool,
) -> PlayReviewed:
    return {
        **card,
        "number": at + 1,
        "at": play.number - 1,
        "trick": play.trick,
        "seat": int(play.seat),
        "text": action_text(play.action, reviewed.verb_of),
        "best": action_text(play.best, reviewed.verb_of),
        "is_best": play.best == play.action,
        "forced": len(play.values) < 2,
        "cost": play.cost,
        "cost_text": lost_text(play, reviewed),
        "grade": reviewed.grade(play),
        "value": play.values.get(play.action),
        "verdict": verdict_of(play.after),
        "turned": play.turned,
        "conceded": conceded,
        "better": better_text(play, reviewed, names),
        "choices": [_choice(choice, play, reviewed) for choice in dict.fromkeys(play.values)],
    }


def _choice(action: Action, play: ReviewedPlay, reviewed: Review) -> ChoiceReviewed:
    miss = play.misses.get(action)
    card = str(action.card) if isinstance(action, PlayKnownCard) else None
    return {
        "text": action_text(action, reviewed.verb_of),
        "card": card,
        "value": play.values[action],
        "value_text": value_text(play.values[action], reviewed),
        "played": action == play.action,
        "miss": "" if miss is None else miss_text(miss),
    }
