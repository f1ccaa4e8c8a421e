"""Hints: what the engine would do in a player's place, what the choices are worth, and why.

A hint depends only on what the seat to act has seen. For cards of Clumond the figures are those of
`rate_cards` (chances, or in an undeclared hand expected points on paper), and the plan is the most
frequent success in its games. For calls, and in other games, the figures are expected gains less
the mean of the others'.

>>> from clumond_solver.games.clumond.play import Play, Retention
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> answer = hint(play, iterations=200, seed=1)
>>> str(answer.action), answer.values[answer.action], str(answer.other), answer.values[answer.other]
('play H3', 1.0, 'play DA', 0.0)
>>> for sentence in answer.reason.split(". "):
...     print(sentence)
You are certain to succeed, however the other cards lie: you can make two tricks in all and keep ♠♠♦
♦A would keep ♥♠♠, which wants four, not three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from clumond_solver.base.efforts import DEFAULT_BUDGET, DEFAULT_ITERATIONS, GAMES_PER_CARD
from clumond_solver.base.errors import RuleError
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.values import check_type
from clumond_solver.base.wording import check_name
from clumond_solver.coach.clumond.hand_hints import explain_hand, facts_against
from clumond_solver.coach.reasons import (
    all_the_same,
    facts_for_action,
    in_sentences,
    real_rivals,
    wordings,
)
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.coach.reasons.wordings_of_calls import barred
from clumond_solver.knowledge.clumond_views import ClumondView, ViewSource
from clumond_solver.knowledge.views import View
from clumond_solver.results import Hint
from clumond_solver.results.clumond_results import Ending
from clumond_solver.rules.actions import Action
from clumond_solver.rules.states import FactKind, TrickState
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike
from clumond_solver.single_dummy.engine_protocol import Effort, Rated
from clumond_solver.single_dummy.engines import RatedActions, engine_of


def hint(
    source: ViewSource,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games: int = GAMES_PER_CARD,
    call_games: int = DEFAULT_BUDGET,
    seed: int = 0,
    time: float | None = None,
    threads: int = 1,
    who: str = "you",
    opponents: OpponentsLike = None,
    on_choice: Callable[[Action], object] | None = None,
) -> Hint:
    """Say what the engine would do for the seat to act, from what that seat has seen, and why.

    ``source`` may be a play or a state of any game (only what the seat to act has seen is used), or
    a `View`. ``iterations`` is the number of deals searched for a card. After each of the most
    promising cards the engine plays ``games`` simulated games, which give the figures;
    outside Clumond, where they take less time, twice as many. ``call_games`` is the budget of
    `advise` for a call of Clumond. A seed, 0 to 2**64 - 1, fixes the hint. ``time`` (seconds) may
    cut the work short, and ``complete`` is then False. ``who`` is the player's name in the reason,
    such as "Ann", or "you". ``opponents`` play the others' cards in games of Clumond, as in
    `advise`. ``on_choice`` gets the search's choice at once, before figures and reasons; games
    after it may still prefer another. RuleError if it is nobody's turn, SearchError for numbers out
    of range, NotationError for a name that cannot be shown.
    """
    check_type(source, ViewSource, "a play, a session's state or a view")
    check_name(who)
    effort = Effort(iterations, games, call_games, seed, threads, opponents, Deadline(time))
    turn = source.turn
    if turn is None:
        raise RuleError("the hand is over: there is nothing to choose")
    if isinstance(source, TrickState):
        view = View.of(source, turn)
    else:
        view = source if isinstance(source, View) else ClumondView.of(source)
    rated = engine_of(view.layout.game).rate(view, effort, on_choice=on_choice)
    plan, facts = explain(view, rated, effort)
    return Hint(
        rated.best,
        {**rated.values},
        other=next(iter(rated.others(rated.best)), None),
        in_chances=rated.in_chances,
        unit=rated.unit,
        plan=plan,
        reason=in_sentences(facts, view, who),
        errors={**rated.errors},
        complete=rated.complete,
    )


def explain(view: View, rated: Rated[Any], effort: Effort) -> tuple[Ending | None, list[Fact]]:
    """The plan, if there is one, and the facts that are the reason for the best action."""
    of_hand = explain_hand(rated, effort)
    if of_hand is not None:
        return of_hand
    if len(view.legal_actions) == 1:
        return None, [*_why_no_other_call(view)] if view.play is None else [wordings.only_choice()]
    return None, _of_action(view, rated)


def _of_action(view: View, rated: Rated[Action]) -> list[Fact]:
    """Why the best call or card of any game."""
    games, comparison, alike = None, None, list[Action]()
    if isinstance(rated, RatedActions):
        games, comparison, alike = rated.games, rated.comparison, rated.alike
    others = rated.others(rated.best)
    worse = [action for action in others if action not in alike]
    near = worse if comparison else real_rivals(rated.best, worse, rated.values)
    facts = facts_for_action(
        view,
        rated.best,
        near,
        far=worse[len(near) :],
        games=games,
        alike=alike,
        comparison=comparison,
    )
    return facts if facts or others else [all_the_same(view, view.legal_actions)]


def reason_against(view: View, rated: Rated[Any], other: Action, who: str, effort: Effort) -> str:
    """Why the best action is better than another one, in a rating that leaves nothing to luck."""
    facts = facts_against(rated, other, effort)
    if facts is None:
        facts = facts_for_action(view, rated.best, [other], is_hint=False)
    return in_sentences(facts, view, who)


def _why_no_other_call(view: View) -> Iterator[Fact]:
    """Why the call that the rules forbid here is barred, if one is."""
    [state] = view.sample_worlds(1, seed=0)
    for fact in state.facts(view.seat):
        if fact.kind is FactKind.BARRED_NOMINATION:
            yield barred(fact.text)
