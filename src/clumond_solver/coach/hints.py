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

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from clumond_solver.base.cards import Hand
from clumond_solver.base.checks import check_given, check_type
from clumond_solver.base.efforts import DEFAULT_BUDGET, DEFAULT_ITERATIONS, GAMES_PER_ACTION
from clumond_solver.base.errors import RuleError
from clumond_solver.base.renamed import renamed
from clumond_solver.base.stopping import Deadline
from clumond_solver.base.wording import check_name
from clumond_solver.coach.hints_and_reviews import Hint, own_verbs
from clumond_solver.coach.reasons import (
    all_the_same,
    in_sentences,
    reasons_for_action,
    thresholds,
    wordings,
)
from clumond_solver.coach.reasons.calls_of_any_game import barred
from clumond_solver.coach.reasons.cards_of_any_game import lost_nomination, real_rivals
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.clumond.calls_of_clumond import reasons_for_call
from clumond_solver.coach.reasons.clumond.cards_of_clumond import (
    CardOfClumond,
    Rival,
    reasons_for_card,
    shown_by_partner,
)
from clumond_solver.coach.reasons.clumond.finishes import Finishes
from clumond_solver.coach.reasons.speaker import Reason, Speaker, sentences
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.signals import Convention
from clumond_solver.knowledge.clumond_views import ClumondView, ViewSource, terms_of
from clumond_solver.knowledge.views import View
from clumond_solver.results import Advice, Certainty, Proof
from clumond_solver.results.clumond_results import Plan
from clumond_solver.rules.actions import Action, Call, Nominate, PlayCard
from clumond_solver.rules.states import FactKind, TrickState
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCall, RatedCards
from clumond_solver.single_dummy.clumond.playouts import OpponentsLike, against_whom
from clumond_solver.single_dummy.engine_protocol import Effort, Rated
from clumond_solver.single_dummy.engines import RatedActions, engine_of


@renamed(games="games_per_action", call_games="budget")
def hint(
    source: ViewSource,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games_per_action: int = GAMES_PER_ACTION,
    budget: int = DEFAULT_BUDGET,
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
    promising cards the engine plays ``games_per_action`` simulated games, which give the figures;
    outside Clumond, where they take less time, twice as many. ``budget`` is the budget of
    `advise` for a call of Clumond. A seed, 0 to 2**64 - 1, fixes the hint. ``time`` (seconds) may
    cut the work short, and ``complete`` is then False. ``who`` is the player's name in the reason,
    such as "Ann", or "you". ``opponents`` play the others' cards in games of Clumond, as in
    `advise`. ``on_choice`` gets the search's choice at once, before figures and reasons; games
    after it may still prefer another. RuleError if it is nobody's turn, SearchError for numbers out
    of range, NotationError for a name that cannot be shown.
    """
    check_type(source, ViewSource, "a play, a session's state or a view")
    check_name(who)
    check_given(hint, on_choice=on_choice)
    effort = Effort(iterations, games_per_action, budget, seed, threads, opponents, Deadline(time))
    turn = source.turn
    if turn is None:
        raise RuleError("the hand is over: there is nothing to choose")
    if isinstance(source, TrickState):
        view = View.of(source, turn)
    else:
        view = source if isinstance(source, View) else ClumondView.of(source)
    rated = engine_of(view.layout.game).rate(view, effort, on_choice=on_choice)
    plan, facts = reason_for(view, rated, effort)
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
        verbs=_verbs(view, (rated.best, *rated.values)),
    )


def _verbs(view: View, actions: Iterable[Action]) -> dict[str, str]:
    """The verbs of these actions in the view's game."""
    calls = [action for action in actions if isinstance(action, Call)]
    return own_verbs(calls, view.sample_worlds(1, seed=0)[0].verb_of) if calls else {}


def rest_of_passing(state: TrickState, first: Action, seed: int = 0) -> list[Action]:
    """The cards to pass on together with the first one; none unless it is passed on with others."""
    ahead, rest = state.copy(), list[Action]()
    turn, count = state.turn, (state.to_pass or (0, 0))[0]
    for _ in range(count - 1):
        ahead.push(rest[-1] if rest else first)
        rest.append(choose_action(View.of(ahead, turn), seed=seed).action)
    return rest


def reason_for(view: View, rated: Rated[Any], effort: Effort) -> tuple[Plan | None, list[Reason]]:
    """The plan, if there is one, and the facts that are the reason for the best action."""
    if isinstance(rated, RatedCards):
        plan, facts = _of_card_of_clumond(rated, explain_signals=_explains_signals(view, effort))
        is_agreed = terms_of(view).signals is Convention.AUTHOR
        return plan, [*facts, *(shown_by_partner(rated.view) if is_agreed else ())]
    if isinstance(rated, RatedCall):
        return _of_call_of_clumond(rated, effort)
    if len(view.legal_actions) == 1:
        if view.play is None:
            return None, [*_why_no_other_call(view)]
        return None, [*lost_nomination(view, view.play), wordings.only_choice()]
    return None, _of_action(view, rated)


def _explains_signals(view: View, effort: Effort) -> bool:
    """Whether a hint may say what a card tells: where nobody is named, or signals are agreed."""
    return effort.opponents is None or terms_of(view).signals is Convention.AUTHOR


def _of_action(view: View, rated: Rated[Action]) -> list[Reason]:
    """Why the best call or card of any game."""
    games, comparison, alike, spread = None, None, list[Action](), 0.0
    if isinstance(rated, RatedActions):
        games, comparison, alike, spread = rated.games, rated.comparison, rated.alike, rated.spread
    others = rated.others(rated.best)
    facts = reasons_for_action(
        view,
        rated.best,
        [action for action in others if action not in alike],
        values=rated.values,
        spread=spread,
        games=games,
        alike=alike,
        comparison=comparison,
    )
    return facts if facts or others else [all_the_same(view, view.legal_actions)]


def reason_against(view: View, rated: Rated[Any], other: Action, who: str, effort: Effort) -> str:
    """Why the best action is better than another one, in a rating that leaves nothing to luck."""
    if isinstance(rated, RatedCards) and isinstance(other, PlayCard):
        facts = reasons_for_card(
            rated.view,
            rated.best.card,
            [Rival(other.card, finishes_of(rated, other))],
            games=finishes_of(rated, rated.best),
            explain_signals=_explains_signals(view, effort),
        )
    else:
        games, comparison = None, None
        if isinstance(rated, RatedActions):
            games, comparison = rated.games, rated.comparison
        facts = reasons_for_action(
            view, rated.best, [other], games=games, comparison=comparison, is_hint=False
        )
    return in_sentences(facts, view, who)


def reason_for_call(advice: Advice, hand: Hand, who: str) -> str:
    """The chance of declaring with a hand, what is needed, and what the hand has for it."""
    return sentences(reasons_for_call(advice, hand), Speaker(who))


def _why_no_other_call(view: View) -> Iterator[Reason]:
    """Why the call that the rules forbid here is barred, if one is."""
    [state] = view.sample_worlds(1, seed=0)
    for fact in state.facts(view.seat):
        if fact.kind is FactKind.BARRED_NOMINATION:
            yield barred(fact.text, state.verb_of(Nominate(0)))


def _of_call_of_clumond(rated: RatedCall, effort: Effort) -> tuple[Plan | None, list[Reason]]:
    """The most frequent success with the best strain, and what speaks for the call."""
    view, advice = rated.view, rated.advice
    opponents = effort.opponents
    against = "" if opponents is None else against_whom(opponents, Seat(view.seat))
    estimate = advice.estimates[advice.best]
    plan = next(iter(Finishes(estimate.successes, estimate.games).best), None)
    return plan, [*reasons_for_call(advice, view.held[view.seat], against)]


def _of_card_of_clumond(
    rated: RatedCards, *, explain_signals: bool
) -> tuple[Plan | None, list[Reason]]:
    """The plan of a hand of Clumond, and why the best card."""
    view, proof, best = rated.view, rated.choice.proof, rated.best
    plan, proved = _plan_by_proof(rated)
    facts = [] if proved is None else [proved]
    endings = None if proof is not None else finishes_of(rated, best)
    if endings is not None and view.declarer in {None, view.seat}:
        plan = endings.main
    groups = len(rated.choice.groups)
    if groups == 1:
        actions = rated.choice.values
        why = wordings.only_choice() if len(actions) == 1 else all_the_same(view, actions)
        side = CardOfClumond(view, best.card, games=endings)
        ahead = () if proved else side.prospect(explain_signals=explain_signals)
        return plan, [*facts, why, *ahead]
    if groups > 1 and (proof is None or proof.certainty is Certainty.CERTAIN):
        visible = thresholds.WORSE_IN_POINTS if view.declarer is None else thresholds.READS_WORSE
        worse = _worse(rated, visible)
        as_good = _alike(rated, worse, visible)
        same = {card for group in rated.choice.groups if best in group for card in group}
        alike = {it.card: endings if it in same else finishes_of(rated, it) for it in as_good}
        if proof is not None:
            games = thresholds.GAMES_OF_PROOF
            endings = None if plan is None else Finishes({plan: games}, games)
        others = [card for card in rated.others(best) if card not in same]
        near, far = (
            {card.card for card in real_rivals(best, others, rated.values, least)}
            for least in (0.0, 2 * visible)
        )
        facts = reasons_for_card(
            view,
            best.card,
            [rival for rival in worse if rival.card in near],
            far=[rival for rival in worse if rival.card in far - near and rival.is_worse],
            games=endings,
            proved=proved,
            alike=alike,
            explain_signals=explain_signals,
        )
    return plan, facts


def _plan_by_proof(rated: RatedCards) -> tuple[Plan | None, Reason | None]:
    """The certain or most frequent ending, and what is said of the proof; None without a proof."""
    proof, sure, best = rated.choice.proof, rated.sure, rated.best
    if proof is None:
        return None, None
    if rated.view.seat is not rated.view.declarer:
        return None, _proof_of_defender(rated.view, proof)
    total, kept = sure[:2] if sure and best.card in sure.cards else (None, None)
    games = finishes_of(rated, best) if kept is None else None
    frequent = [] if games is None else games.best
    if kept is not None and total is not None:
        plan: Plan | None = kept, total
    else:
        plan = frequent[0] if frequent else None
    if proof.certainty is Certainty.IMPOSSIBLE:
        return plan, of_clumond.impossible()
    if games is not None and frequent:
        plans = tuple((one, games.successes[one]) for one in frequent[:2])
        return plan, of_clumond.certain(kept=frequent[0][0], plans=plans, games=games.games)
    return plan, of_clumond.certain(total, kept, rated.view.supplementary[rated.view.seat])


def _proof_of_defender(view: ClumondView, proof: Proof) -> Reason | None:
    """What is said of a proof that declarer fails, or succeeds."""
    if view.declarer is None:
        return None
    if proof.certainty is Certainty.IMPOSSIBLE:
        return of_clumond.settled(view.declarer, True, view.tricks_left)
    return of_clumond.certain_to_beat(view.declarer)


def _worse(rated: RatedCards, visible: float) -> list[Rival]:
    """The cards worse than the best, with the endings after them."""
    values, best = rated.values, rated.best
    worse = list[Rival]()
    for card in rated.others(best):
        rival = Rival(card.card, finishes_of(rated, card), _is_worse(rated, card, visible))
        is_far = rival.is_worse or values[best] - values[card] > visible / 2
        if rival.games is not None and is_far:
            worse.append(rival)
    return worse


def _alike(rated: RatedCards, worse: Sequence[Rival], visible: float) -> list[PlayCard]:
    """The cards about as good as the best, which are nearer to it than to the first worse one."""
    values, best = rated.values, rated.best
    first = values[PlayCard(worse[0].card)] if worse else -math.inf
    least = (values[best] + first) / 2
    alike = [
        card for card in values
        if card != best
        and values[card] >= max(least, values[best] - visible)
        and not _is_worse(rated, card, visible)
    ]  # fmt: skip
    return sorted(alike, key=lambda card: values[card] < values[best])


def _is_worse(rated: RatedCards, other: PlayCard, visible: float) -> bool:
    """Whether another card is surely worse than the best one, and not by next to nothing.

    No chance at all is more than next to nothing worse than a small one.
    """
    best = rated.best
    if rated.in_chances and rated.values[best] > rated.values[other] == 0.0:
        return True
    if rated.choice.proof is not None:
        return other.card not in rated.choice.proof.cards
    if rated.settled.get(other) is False and best not in rated.settled:
        return True
    if rated.values[best] - rated.values[other] <= visible / 3:
        return False
    same = rated.choice.values[other] is rated.choice.values[best]
    return not same and rated.is_better(best, other)


def finishes_of(rated: RatedCards, card: PlayCard) -> Finishes | None:
    """Declarer's endings in the games after a card, or the seat's own where nobody declared."""
    view = rated.view
    seat = view.seat if view.declarer is None else view.declarer
    finishes = [outcome[seat] for outcome in rated.outcomes.get(card, ())]
    if not finishes:
        return None
    if view.declarer is None:
        return Finishes.of(finishes)
    value = rated.values[card]
    return Finishes.of(finishes, value if seat is view.seat else 1 - value)
