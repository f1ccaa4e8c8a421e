"""What the solver says of a position with all hands open.

>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> from clumond_solver.double_dummy.solver import Solver
>>> answer = verdicts({"start": start, "cards": []}, RequestContext(solver_or_none=Solver()))
>>> answer["headline"]
"2 of forehand's 5 cards force success."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from clumond_solver.base.cards import STRAIN_ORDER, Card, Strain
from clumond_solver.base.efforts import HELP_NODES
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import to_jsonable
from clumond_solver.batch.ask_kinds import TEXTS, Ask, ask_solver
from clumond_solver.display.text import plays_headline, retention_words
from clumond_solver.double_dummy.table_of_a_deal import forced_row, helped_row, row_of, table_of
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import Limit, Reach, RetentionTable
from clumond_solver.web.explore import reading
from clumond_solver.web.questions import PageQuestion, RequestContext, int_of

# The width of texts, in columns; the page breaks their lines itself.
_WIDTH = 80
# The share of the remaining time for the verdict after one card; most verdicts take far less.
_VERDICT_SHARE = 0.3
# How many times as many positions each round searches for lines with help.
_ROUND_FACTOR = 10
_MOST_ROUNDS = 6
_UNSETTLED = (None, Reach.UNFORCED)
_ALL = Retention.all()


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


def verdicts(question: PageQuestion, context: RequestContext) -> Verdicts:
    """Whether a seat can force success, now and after each legal card: ``start``, ``cards``,
    ``seat`` (by default declarer). A verdict is null if the time did not suffice.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.verdict_seconds)
    verdict, plays = (
        ask_solver(ask, solver, play, seat, Limit.of(clock)) for ask in (Ask.VERDICT, Ask.PLAYS)
    )
    return {
        "seat": int(seat),
        "verdict": verdict,
        "headline": plays_headline(plays, play, seat),
        "text": TEXTS[Ask.VERDICT](verdict, play, seat, _WIDTH),
        "plays": to_jsonable(plays),
    }


def finishes(question: PageQuestion, context: RequestContext) -> Finishes:
    """How near a target the seat can finish, now and after each legal card, with how many tricks,
    and which retentions it can reach: ``start``, ``cards``, ``seat``. Numbers come as bounds.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.finish_seconds)
    retentions, miss, tricks = (
        ask_solver(ask, solver, play, seat, Limit.of(clock, share))
        for ask, share in ((Ask.RETENTIONS, 0.25), (Ask.MISS, 0.25), (Ask.TRICKS, 0.35))
    )
    results = ((Ask.MISS, miss), (Ask.TRICKS, tricks))
    misses, legal = {}, tuple(play.legal_plays)
    for index, card in enumerate(legal):
        play.push(card)
        limit = Limit.of(clock, 1 / (len(legal) - index))
        misses[str(card)] = list(solver.miss(play, seat=seat, limit=limit))
        play.pop()
    return {
        "seat": int(seat),
        "miss": list(miss),
        "text": " ".join(TEXTS[ask](result, play, seat, _WIDTH) for ask, result in results),
        "misses": misses,
        "retentions": [
            {"suits": kept, "code": kept.code, "reach": reach} for kept, reach in retentions.items()
        ],
    }


def play_verdicts(question: PageQuestion, context: RequestContext) -> PlayVerdicts:
    """The verdict after each card of a play: ``start``, ``cards``, ``seat``.

    Each part is the verdict after a number of cards, from the last card back; the answer has all.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.play_seconds)
    most = len(play.history)
    verdicts_after: list[bool | None] = [None] * (most + 1)
    for count in range(most, -1, -1):
        limit = Limit.of(clock, _VERDICT_SHARE if count else 1)
        verdicts_after[count] = solver.verdict(play, seat=seat, limit=limit)
        context.send_part({"card_count": count, "verdict": verdicts_after[count]})
        if count:
            play.pop()
    return {"seat": int(seat), "verdicts": verdicts_after}


def retentions(question: PageQuestion, context: RequestContext) -> RetentionsShown:
    """All retentions in all strains, for ``seat`` as declarer: ``start``, ``cards``.

    First what can be forced in each strain, then lines with help. Each part is the table so far
    (null: not known yet); the answer is the table with the ``round`` to continue with, which
    searches longer for what is still open.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.retentions_seconds)
    number = 0 if question.get("round") is None else int_of(question, "round", _MOST_ROUNDS)
    plays = {strain: play.replace(declarer=seat, strain=strain) for strain in STRAIN_ORDER}
    table = table_of(seat, {})
    for step in (forced_row, helped_row):
        for strain, declared in plays.items():
            nodes = None if step is forced_row else HELP_NODES * _ROUND_FACTOR**number
            limit = Limit(time=clock.seconds_left, nodes=nodes)
            row = step(declared, row_of(table, strain), limit, solver)
            table = table.joined(table_of(seat, {strain: row}))
            context.send_part(_table(table, plays))
    further = number if clock.passed else min(number + 1, _MOST_ROUNDS)
    return _table(table, plays) | {"round": further}


def _table(table: RetentionTable, plays: Mapping[Strain, Play]) -> RetentionsShown:
    return {
        "seat": int(table.declarer),
        "text": retention_words(table),
        "rows": [
            {
                "suits": kept,
                "code": kept.code,
                "reach": {strain: table.reach[strain, kept] for strain in Strain},
                "lines": {at: line for at in Strain if (line := table.line(at, kept))},
            }
            for kept in _ALL
        ],
        "starts": plays,
        "known": sum(reach not in _UNSETTLED for reach in table.reach.values()),
        "total": len(table.reach),
    }
