"""What the engines say of a position when all hands are open.

>>> start = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
>>> from clumond_solver.double_dummy.solver import Solver
>>> answer = verdicts({"start": start, "cards": []}, RequestContext(idle=Solver()))
>>> answer["headline"]
"2 of forehand's 5 cards force success."
"""

from __future__ import annotations

from clumond_solver.base.cards import STRAIN_ORDER, Strain
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.values import to_jsonable
from clumond_solver.batch.ask_kinds import TEXTS, Ask, ask_solver
from clumond_solver.display.text import plays_headline, retention_words
from clumond_solver.double_dummy.table_of_a_deal import reaches_and_miss, table_of
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Limit, Reach, RetentionTable
from clumond_solver.web.explore import reading
from clumond_solver.web.questions import PageQuestion, RequestContext, whole_of
from clumond_solver.web.wire import Course, Depth, RetentionsShown, Verdicts

# The columns of texts, which the page breaks itself.
_WIDTH = 80
# The share of the time left for the verdict after one card: most take hardly any.
_COURSE_SHARE = 0.3
# Seconds for a strain's retentions in the first round; later rounds double it.
_FIRST_ROUND = 0.4
_MOST_ROUNDS = 12
_OPEN = (None, Reach.UNFORCED)
_ALL = Retention.all()


def verdicts(question: PageQuestion, context: RequestContext) -> Verdicts:
    """Whether a seat can force success, now and after each legal card: ``start``, ``cards``,
    ``seat`` (left out: declarer). What is undecided in the time allowed is null.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.verdict_seconds, context.gone.is_set)
    makes, plays = (
        ask_solver(ask, solver, play, seat, Limit(time=clock.seconds_for(1)))
        for ask in (Ask.VERDICT, Ask.PLAYS)
    )
    return {
        "seat": int(seat),
        "verdict": makes,
        "headline": plays_headline(plays, play, seat),
        "text": TEXTS[Ask.VERDICT](makes, play, seat, _WIDTH),
        "plays": to_jsonable(plays),
    }


def depth(question: PageQuestion, context: RequestContext) -> Depth:
    """How near a target the seat can finish, now and after each legal card, in how many tricks,
    and which retentions can be reached: ``start``, ``cards``, ``seat``. Bounds where undecided.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.depth_seconds, context.gone.is_set)
    retentions, miss, tricks = (
        ask_solver(ask, solver, play, seat, Limit(time=clock.seconds_for(share)))
        for ask, share in ((Ask.RETENTIONS, 0.25), (Ask.MISS, 0.25), (Ask.TRICKS, 0.35))
    )
    results = ((Ask.MISS, miss), (Ask.TRICKS, tricks))
    misses, legal = {}, tuple(play.legal_plays)
    for place, card in enumerate(legal):
        play.push(card)
        limit = Limit(time=clock.seconds_for(1 / (len(legal) - place)))
        misses[str(card)] = list(solver.miss(play, seat=seat, limit=limit))
        play.pop()
    return {
        "seat": int(seat),
        "miss": list(miss),
        "text": " ".join(TEXTS[ask](result, play, seat, _WIDTH) for ask, result in results),
        "misses": misses,
        "retentions": [
            {"suits": str(kept), "code": kept.code, "reach": None if at is None else str(at)}
            for kept, at in retentions.items()
        ],
    }


def course(question: PageQuestion, context: RequestContext) -> Course:
    """What each card of a play did: ``start``, ``cards``, ``seat``.

    Parts are the verdicts after ``place`` cards, from the last card back; the answer has all.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.course_seconds, context.gone.is_set)
    places = len(play.history)
    after: list[bool | None] = [None] * (places + 1)
    for place in range(places, -1, -1):
        limit = Limit(time=clock.seconds_for(_COURSE_SHARE if place else 1))
        after[place] = solver.verdict(play, seat=seat, limit=limit)
        context.tell({"place": place, "verdict": after[place]})
        if place:
            play.pop()
    return {"seat": int(seat), "verdicts": after}


def retentions(question: PageQuestion, context: RequestContext) -> RetentionsShown:
    """All retentions in all strains, for ``seat`` as declarer: ``start``, ``cards``.

    Every round searches the open strains twice as long. Parts are the table so far (null: not
    known yet); the answer has all, or what is known when the time is up, and the next ``round``.
    """
    _, play = reading.played(question)
    seat = reading.hero(question, play)
    solver, clock = context.solver, Deadline(context.limits.table_seconds, context.gone.is_set)
    table = table_of(seat, {})
    turn = 0 if question.get("round") is None else whole_of(question, "round", _MOST_ROUNDS)
    waiting = list(STRAIN_ORDER)
    while waiting and not clock.passed:
        for strain in waiting:
            limit = Limit(time=min(_FIRST_ROUND * 2**turn, clock.seconds_left))
            known = reaches_and_miss(play.replace(declarer=seat, strain=strain), limit, solver)
            table = table.joined(table_of(seat, {strain: known}))
            context.tell(_table(table))
        turn = min(turn + 1, _MOST_ROUNDS)
        waiting = [at for at in waiting if table.is_undecided(at)]
    return _table(table) | {"round": turn}


def _table(table: RetentionTable) -> RetentionsShown:
    return {
        "seat": int(table.declarer),
        "words": retention_words(table),
        "rows": [
            {
                "suits": str(kept),
                "code": kept.code,
                "reach": {str(at): to_jsonable(table.reach[at, kept]) for at in Strain},
            }
            for kept in _ALL
        ],
        "known": sum(at not in _OPEN for at in table.reach.values()),
        "of": len(table.reach),
    }
