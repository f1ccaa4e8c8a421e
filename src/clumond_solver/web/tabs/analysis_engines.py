"""What the engines say of a position on the Analysis board, all hands open or as one seat sees it.

>>> from clumond_solver.double_dummy.solver import Solver
>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> question = PageQuestion(start=start, cards=[])
>>> verdicts(question, RequestContext(solver_or_none=Solver()))["headline"]
"2 of forehand's 5 cards force success."
>>> chances(question, RequestContext())["best"]
'SA'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast

from clumond_solver.base.cards import STRAIN_ORDER, Card, Strain
from clumond_solver.base.efforts import HELP_NODES
from clumond_solver.base.errors import RuleError
from clumond_solver.base.stopping import Deadline, processors
from clumond_solver.base.values import Result
from clumond_solver.base.wording import capital
from clumond_solver.display.text.advice import call_text, terms_text
from clumond_solver.display.text.double_dummy import (
    ended_text,
    plays_headline,
    retention_words,
    trick_range_text,
    verdict_text,
)
from clumond_solver.display.text.hands import player_name
from clumond_solver.display.text.misses import best_miss_text
from clumond_solver.double_dummy.table_of_a_deal import forced_row, helped_row, row_of, table_of
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import BASE_AGREEMENT, Scoring, Terms, with_terms
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.questions.ask_kinds import Ask, ask_solver
from clumond_solver.results import Advice, Limit, Reach, RetentionTable
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.question import PageQuestion
from clumond_solver.web.store import MOST_TEXT
from clumond_solver.web.tabs.analysis_board import played

# The share of the remaining time for the verdict after one card; most verdicts take far less.
_VERDICT_SHARE = 0.3
# How many times as many positions each round searches for lines with help.
_ROUND_FACTOR = 10
_MOST_ROUNDS = 6
_UNSETTLED = (None, Reach.UNFORCED)
_ALL = Retention.all()


class Verdicts(TypedDict):
    """Whether a seat can force success, now and after each legal card; null where undecided."""

    verdict: bool | None
    headline: str
    text: str
    plays: Mapping[Card, bool | None]


class RetentionReach(TypedDict):
    """How far a retention can be reached; null where undecided."""

    suits: Retention
    code: int
    reach: Reach | None


class FinishBounds(TypedDict):
    """How near a target a seat can finish: bounds, now and after each legal card."""

    miss: list[int]
    text: str
    misses: dict[str, list[int]]
    retentions: list[RetentionReach]


class PlayVerdicts(TypedDict):
    """The verdict after each number of cards played."""

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


@dataclass(frozen=True, slots=True)
class AdviceShown(Result):
    """Advice on declaring, in figures and words; ``done`` once it is final."""

    advice: Advice
    headline: str
    terms: str
    unit: str
    done: bool


# All hands open.


def verdicts(question: PageQuestion, context: RequestContext) -> Verdicts:
    """Whether a seat can force success, now and after each legal card: ``start``, ``cards``,
    ``seat`` (by default declarer), the players' ``names``. A verdict is null if the time did not
    suffice.
    """
    play = played(question)[1]
    seat, names = _hero(question, play), _names(question)
    solver, clock = context.solver, Deadline(context.limits.verdict_seconds)
    verdict, plays = (
        ask_solver(ask, solver, play, seat, Limit.of(clock)) for ask in (Ask.VERDICT, Ask.PLAYS)
    )
    return {
        "verdict": verdict,
        "headline": plays_headline(plays, play, seat, names),
        "text": verdict_text(verdict, player_name(seat, names)),
        "plays": plays,
    }


def finishes(question: PageQuestion, context: RequestContext) -> FinishBounds:
    """How near a target the seat can finish, now and after each legal card, with how many tricks,
    and which retentions it can reach: ``start``, ``cards``, ``seat``, ``names``. Numbers come as
    bounds.
    """
    play = played(question)[1]
    seat = _hero(question, play)
    name = player_name(seat, _names(question))
    solver, clock = context.solver, Deadline(context.limits.finish_seconds)
    retentions, miss, tricks = (
        ask_solver(ask, solver, play, seat, Limit.of(clock, share))
        for ask, share in ((Ask.RETENTIONS, 0.25), (Ask.MISS, 0.25), (Ask.TRICKS, 0.35))
    )
    text = f"{best_miss_text(miss, name)} {trick_range_text(tricks, name)}"
    if play.is_over:
        extra = play.supplementary[seat]
        text = capital(ended_text(tricks.most[0], miss[0], name, extra)) + "."
    misses, legal = {}, tuple(play.legal_plays)
    for index, card in enumerate(legal):
        play.push(card)
        limit = Limit.of(clock, 1 / (len(legal) - index))
        misses[str(card)] = list(solver.miss(play, seat=seat, limit=limit))
        play.pop()
    return {
        "miss": list(miss),
        "text": text,
        "misses": misses,
        "retentions": [
            {"suits": kept, "code": kept.code, "reach": reach} for kept, reach in retentions.items()
        ],
    }


def play_verdicts(question: PageQuestion, context: RequestContext) -> PlayVerdicts:
    """The verdict after each card of a play: ``start``, ``cards``, ``seat``.

    Each part is the verdict after a number of cards, from the last card back; the answer has all.
    """
    play = played(question)[1]
    seat = _hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.play_seconds)
    most = len(play.history)
    verdicts_after: list[bool | None] = [None] * (most + 1)
    for count in range(most, -1, -1):
        limit = Limit.of(clock, _VERDICT_SHARE if count else 1)
        verdicts_after[count] = solver.verdict(play, seat=seat, limit=limit)
        context.send_part({"card_count": count, "verdict": verdicts_after[count]})
        if count:
            play.pop()
    return {"verdicts": verdicts_after}


def retentions(question: PageQuestion, context: RequestContext) -> RetentionsShown:
    """All retentions in all strains, for ``seat`` as declarer: ``start``, ``cards``.

    First what can be forced in each strain, then lines with help. Each part is the table so far
    (null: not known yet); the answer is the table with the ``round`` to continue with, which
    searches longer for what is still open.
    """
    play = played(question)[1]
    seat = _hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.retentions_seconds)
    number = question.number("round", _MOST_ROUNDS, 0)
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


# As one seat sees it.


def advice(question: PageQuestion, context: RequestContext) -> AdviceShown:
    """Whether a hand should go for clumond: ``hand``, and as in `advise` all but its effort.

    Each part is the advice so far.
    """
    from clumond_solver.single_dummy.clumond.advice import advise
    from clumond_solver.single_dummy.clumond.playouts import who_plays

    given = {"hand": question.field("hand")} | question.arguments(advise)
    seat = given.get("seat", Seat.FOREHAND)
    terms = {name: given.pop(name) for name in Terms.__annotations__ if name in given}
    agreement = with_terms(BASE_AGREEMENT, cast(Terms, terms))
    players = who_plays(given.get("style", "fast"), given.get("opponents"), seat)

    def shown(advice: Advice, *, done: bool = False) -> AdviceShown:
        unit = "chips" if agreement.scoring is Scoring.CHIPS else "points on paper"
        terms = terms_text(seat, agreement, players)
        return AdviceShown(advice, call_text(advice), terms, unit, done)

    final = advise(
        **given | {"budget": context.limits.advice_budget, "time": None},
        agreement=agreement,
        threads=processors(),
        watch=lambda so_far: context.send_part(shown(so_far)),
    )
    return shown(final, done=True)


def chances(question: PageQuestion, context: RequestContext) -> Chances:
    """The values of the best cards of the seat to play, as it sees them: ``start``, ``cards``.

    The answer's ``cards`` give, after each card, declarer's chance of success, or without a
    declarer the player's expected paper score; ``best`` is the card to play.
    """
    from clumond_solver.single_dummy.clumond.clumond_engine import rate_cards

    play = played(question)[1]
    if play.turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    view = ClumondView.of(play, Seat(play.turn))
    rated = rate_cards(view, Effort(threads=processors()))
    defends = view.declarer not in {None, view.seat}
    return {
        "seat": int(view.seat),
        "best": str(rated.best.card),
        "unit": "points" if play.declarer is None else "chance",
        "cards": {
            str(play.card): 1 - value if defends else value for play, value in rated.values.items()
        },
    }


def _names(question: PageQuestion) -> list[str]:
    """The names of the seats; "" for one without a name."""
    names = question.texts("names", len(Seat), MOST_TEXT, ())
    return [*names, *[""] * (len(Seat) - len(names))]


def _hero(question: PageQuestion, play: Play) -> Seat:
    """The seat whose success the question is about: by default declarer, else forehand."""
    if question.has("seat"):
        return cast(Seat, question.field("seat"))
    return Seat.FOREHAND if play.declarer is None else play.declarer
