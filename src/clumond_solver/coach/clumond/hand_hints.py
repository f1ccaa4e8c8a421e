"""The plan of a hand of Clumond, and the facts that are the reason for its best card or call."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from clumond_solver.coach.reasons import all_the_same, real_rivals, thresholds, wordings
from clumond_solver.coach.reasons.clumond import facts_for_card
from clumond_solver.coach.reasons.clumond import wordings_of_clumond as of_clumond
from clumond_solver.coach.reasons.clumond.calls_of_clumond import facts_for_call
from clumond_solver.coach.reasons.clumond.cards_of_clumond import CardOfClumond, Rival
from clumond_solver.coach.reasons.clumond.endings import Endings
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.results import Certainty
from clumond_solver.results.clumond_results import Ending
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.single_dummy.clumond.clumond_engine import RatedCall, RatedCards
from clumond_solver.single_dummy.clumond.playouts import against_whom
from clumond_solver.single_dummy.engine_protocol import Effort, Rated

# A proved ending is worded as if this many games had all ended so.
_GAMES_OF_PROOF = 10


def explain_hand(rated: Rated[Any], effort: Effort) -> tuple[Ending | None, list[Fact]] | None:
    """The plan, if there is one, and the facts; None for a rating that is not Clumond's own."""
    if isinstance(rated, RatedCards):
        return _of_card(rated, explain_signals=effort.opponents is None)
    if isinstance(rated, RatedCall):
        return _of_call(rated, effort)
    return None


def facts_against(rated: Rated[Any], other: Action, effort: Effort) -> list[Fact] | None:
    """Why the best card is better than another one; None for a rating of anything else."""
    if not isinstance(rated, RatedCards) or not isinstance(other, PlayCard):
        return None
    return facts_for_card(
        rated.view,
        rated.best.card,
        [Rival(other.card, endings_of(rated, other))],
        games=endings_of(rated, rated.best),
        explain_signals=effort.opponents is None,
    )


def _of_call(rated: RatedCall, effort: Effort) -> tuple[Ending | None, list[Fact]]:
    """The most frequent success with the best strain, and what speaks for the call."""
    view, advice = rated.view, rated.advice
    against = against_whom(effort.opponents, Seat(view.seat))
    estimate = advice.estimates[advice.best]
    plan = next(iter(Endings(estimate.successes, estimate.games).best), None)
    return plan, [*facts_for_call(advice, view.held[view.seat], against)]


def _of_card(rated: RatedCards, *, explain_signals: bool) -> tuple[Ending | None, list[Fact]]:
    """The plan of a hand of Clumond, and why the best card."""
    view, proof, best = rated.view, rated.choice.proof, rated.best
    plan, proved = _plan_by_proof(rated)
    facts = [] if proved is None else [proved]
    endings = None if proof is not None else endings_of(rated, best)
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
        alike = {it.card: endings if it in same else endings_of(rated, it) for it in as_good}
        if proof is not None:
            endings = None if plan is None else Endings({plan: _GAMES_OF_PROOF}, _GAMES_OF_PROOF)
        near = real_rivals(best, [PlayCard(rival.card) for rival in worse], rated.values)
        facts = facts_for_card(
            view,
            best.card,
            worse[: len(near)],
            far=[rival for rival in worse[len(near) :] if rival.is_worse],
            games=endings,
            proved=proved,
            alike=alike,
            explain_signals=explain_signals,
        )
    return plan, facts


def _plan_by_proof(rated: RatedCards) -> tuple[Ending | None, Fact | None]:
    """The certain or most frequent ending, and what is said of the proof; None without a proof."""
    proof, sure, best = rated.choice.proof, rated.sure, rated.best
    if proof is None:
        return None, None
    total, kept = sure[:2] if sure and best.card in sure.cards else (None, None)
    games = endings_of(rated, best) if kept is None else None
    frequent = [] if games is None else games.best
    if kept is not None and total is not None:
        plan: Ending | None = kept, total
    else:
        plan = frequent[0] if frequent else None
    if proof.certainty is Certainty.IMPOSSIBLE:
        return plan, of_clumond.impossible()
    if games is not None and frequent:
        plans = tuple((one, games.successes[one]) for one in frequent[:2])
        return plan, of_clumond.certain(kept=frequent[0][0], plans=plans, games=games.games)
    return plan, of_clumond.certain(total, kept, rated.view.supplementary[rated.view.seat])


def _worse(rated: RatedCards, visible: float) -> list[Rival]:
    """The cards worse than the best, with the endings after them."""
    values, best = rated.values, rated.best
    worse = list[Rival]()
    for card in rated.others(best):
        rival = Rival(card.card, endings_of(rated, card), _is_worse(rated, card, visible))
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
    """Whether another card is surely worse than the best one, and not by next to nothing."""
    best = rated.best
    if rated.choice.proof is not None:
        return other.card not in rated.choice.proof.cards
    if rated.values[best] - rated.values[other] <= visible / 3:
        return False
    same = rated.choice.values[other] is rated.choice.values[best]
    return not same and rated.is_better(best, other)


def endings_of(rated: RatedCards, card: PlayCard) -> Endings | None:
    """Declarer's endings in the games after a card, or the seat's own where nobody declared."""
    view = rated.view
    seat = view.seat if view.declarer is None else view.declarer
    finishes = [outcome[seat] for outcome in rated.outcomes.get(card, ())]
    if not finishes:
        return None
    if view.declarer is None:
        return Endings.of(finishes)
    value = rated.values[card]
    return Endings.of(finishes, value if seat is view.seat else 1 - value)
