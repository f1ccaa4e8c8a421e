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
♦A would keep ♥♠♠, which wants four, not two or three.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from clumond_solver.base.cards import Card
from clumond_solver.base.deadline import Deadline
from clumond_solver.base.efforts import (
    DEFAULT_BUDGET,
    DEFAULT_ITERATIONS,
    GAMES_PER_CARD,
    games_of_any_game,
)
from clumond_solver.base.errors import RuleError
from clumond_solver.base.values import check_type
from clumond_solver.base.wording import ahead_of
from clumond_solver.coach.engine_protocol import Task, engine_of
from clumond_solver.coach.reasons import (
    Beside,
    Endings,
    Proved,
    prospect,
    reason,
    reason_of_action,
    reason_of_call,
    reason_of_proof,
    rival_of,
)
from clumond_solver.coach.reasons.endings import Ending
from clumond_solver.coach.reasons.fates import Moment
from clumond_solver.coach.reasons.tricks import equals_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView, terms_of
from clumond_solver.results import Certainty, Hint
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import FactKind, TrickState
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.any_game import (
    CallComparison,
    check_is_to_act,
    choose_within,
    full_search_of_calls,
)
from clumond_solver.single_dummy.chances import RatedCards, rate_cards
from clumond_solver.single_dummy.games_after import GamesAfter
from clumond_solver.single_dummy.playouts import OpponentsLike, against_whom
from clumond_solver.single_dummy.proofs import SurePlan, proof_at, sure_plan

_Option = TypeVar("_Option")

# The share of a time limit for the search; the rest is for the reasons.
_SEARCH_SHARE = 0.7
# A real rival is at most so many times as far from the best action as the first worse one.
_REAL_RIVAL = 1.5
# The calls that are compared in simulated games.
_MOST_CALLS_COMPARED = 8
_NOTHING_ELSE = "No other card is legal."
_ALL_THE_SAME = "All legal plays are equally good."
# A proved ending is worded as if this many games had all ended so.
_GAMES_OF_PROOF = 10
# Figures further apart, by this chance or by this many points, do not read as about as good. From
# half of that on, a card is set against the best one, even if the difference may be luck.
_VISIBLE, _VISIBLE_POINTS = 0.05, 0.15
# What a card's figures are: with no declarer, for declarer (True), for a defender.
_UNITS = {
    None: "expected points on paper", True: "chance of success", False: "chance of beating declarer"
}  # fmt: skip


def hint(
    source: Play | TrickState | View,
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
    of range.
    """
    check_type(source, (Play, TrickState, View), "a play, a session's state or a view")
    check_type(who, str, "a player's name or you")
    task = Task(
        iterations,
        games,
        call_games,
        seed=seed,
        time=time,
        threads=threads,
        on_choice=on_choice,
        opponents=opponents,
    )
    turn = source.turn
    if turn is None:
        raise RuleError("the hand is over: there is nothing to choose")
    if isinstance(source, Play):
        source = ClumondView.of(source)
    view = source if isinstance(source, View) else View.of(source, turn)
    return engine_of(view.layout.game).hint(view, task, who)


def hint_for_card(view: ClumondView, task: Task, who: str) -> Hint:
    """The hint for a card of Clumond: chances by simulated games, and a proof if there is one."""
    sure = sure_plan(view) if proof_at(view) else None
    rated = rate_cards(
        view,
        iterations=task.iterations,
        games=task.card_games,
        also=[PlayCard(card) for card in sure.cards][:1] if sure else [],
        seed=task.seed,
        opponents=task.opponents,
        deadline=task.deadline,
        threads=task.threads,
        on_choice=task.on_choice,
    )
    proof = rated.choice.proof
    # The rated cards are sorted, the best first.
    cards = rated.choice.representatives(rated.values)
    # Prefer a card that makes one ending certain, not only success: it gives a plan to keep to.
    best = next((card for card in cards if sure and card.card in sure.cards), rated.best)
    others = [card for card in cards if card != best]
    plan, proved = _plan_by_proof(view, rated, best, sure, who)
    text = "" if proved is None else proved.text
    endings = None if proof is not None else endings_of(view, rated, best)
    if endings is not None and view.declarer in {None, view.seat}:
        plan = endings.main
    groups = len(rated.choice.groups)
    if groups == 1:
        actions = rated.choice.values
        why = _NOTHING_ELSE if len(actions) == 1 else _all_the_same(view, actions)
        explains = {"explain_signals": task.explain_signals}
        ahead = "" if proved else prospect(view, best.card, endings, who, **explains)
        text = " ".join(filter(None, [text, why, ahead]))
    elif groups > 1 and (proof is None or proof.certainty is Certainty.CERTAIN):
        visible = _VISIBLE_POINTS if view.declarer is None else _VISIBLE
        worse = _worse(view, rated, best, others, visible)
        as_good = _alike(rated, best, worse, visible)
        same = {card for group in rated.choice.groups if best in group for card in group}
        alike = {it.card: endings if it in same else endings_of(view, rated, it) for it in as_good}
        if proof is not None:
            endings = None if plan is None else Endings({plan: _GAMES_OF_PROOF}, _GAMES_OF_PROOF)
        near = real_rivals(best, [PlayCard(card) for card in worse], rated.values)
        rivals = {card: worse[card] for card in worse if PlayCard(card) in near}
        rival = rival_of(view, best.card, endings, rivals, Beside(proved, alike))
        text = reason(
            view,
            best.card,
            rival,
            games=endings,
            others=None if rival is None else worse[rival][0],
            who=who,
            proved=proved,
            alike=alike,
            is_worse=rival is not None and worse[rival][1],
            explain_signals=task.explain_signals,
        )
    return Hint(
        best,
        dict[Action, float](rated.values.items()),
        other=next(iter(others), None),
        in_chances=view.declarer is not None,
        unit=_UNITS[None if view.declarer is None else view.declarer is view.seat],
        plan=plan,
        reason=text,
        errors={card: rated.error(card) for card in rated.values},
        complete=rated.complete,
    )


def _plan_by_proof(
    view: ClumondView,
    rated: RatedCards,
    best: PlayCard,
    sure: SurePlan | None,
    who: str,
) -> tuple[Ending | None, Proved | None]:
    """The certain or most frequent ending, and what is said of the proof; None without a proof."""
    if rated.choice.proof is None:
        return None, None
    total, kept = sure[:2] if sure and best.card in sure.cards else (None, None)
    games = endings_of(view, rated, best) if kept is None else None
    proved = reason_of_proof(rated.choice.proof, view, kept, total, games=games, who=who)
    if kept is not None and total is not None:
        return (kept, total), proved
    return (games.best[0] if games is not None and games.best else None), proved


def _worse(
    view: ClumondView,
    rated: RatedCards,
    best: PlayCard,
    others: Collection[PlayCard],
    visible: float,
) -> dict[Card, tuple[Endings, bool]]:
    """The cards worse than the best, with the endings after them, and whether beyond luck."""
    values = rated.values
    worse = dict[Card, tuple[Endings, bool]]()
    for card in others:
        endings = endings_of(view, rated, card)
        is_worse = _is_worse(rated, best, card, visible)
        if endings is not None and (is_worse or values[best] - values[card] > visible / 2):
            worse[card.card] = endings, is_worse
    return worse


def _alike(
    rated: RatedCards, best: PlayCard, worse: Collection[Card], visible: float
) -> list[PlayCard]:
    """The cards about as good as the best, which are nearer to it than to the first worse one."""
    values = rated.values
    first = next(iter(worse), None)
    least = -math.inf if first is None else (values[best] + values[PlayCard(first)]) / 2
    alike = [
        card for card in values
        if card != best
        and values[card] >= max(least, values[best] - visible)
        and not _is_worse(rated, best, card, visible)
    ]  # fmt: skip
    return sorted(alike, key=lambda card: values[card] < values[best])


def _is_worse(rated: RatedCards, best: PlayCard, other: PlayCard, visible: float) -> bool:
    """Whether another card is surely worse than the best one, and not by next to nothing."""
    if rated.choice.proof is not None:
        return other.card not in rated.choice.proof.cards
    if rated.values[best] - rated.values[other] <= visible / 3:
        return False
    same = rated.choice.values[other] is rated.choice.values[best]
    return not same and rated.is_better(best, other)


def endings_of(view: ClumondView, rated: RatedCards, card: PlayCard) -> Endings | None:
    """Declarer's endings in the games after a card, or the seat's own where nobody declared."""
    seat = view.seat if view.declarer is None else view.declarer
    finishes = [outcome[seat] for outcome in rated.outcomes.get(card, ())]
    if not finishes:
        return None
    if view.declarer is None:
        return Endings.of(finishes)
    value = rated.values[card]
    return Endings.of(finishes, value if seat is view.seat else 1 - value)


def hint_for_action(view: View, task: Task, who: str) -> Hint:
    """The hint in any game: the choice of simulated games after the plays, and why."""
    check_is_to_act(view)
    if view.play is None:
        return _hint_for_any_call(view, task, who)
    until = Deadline(task.seconds_left(_SEARCH_SHARE))
    choice = choose_within(view, task.iterations, until, seed=task.seed)
    complete = choice.complete
    if task.on_choice is not None:
        task.on_choice(choice.action)
    if len(view.legal_actions) == 1:
        return Hint(choice.action, {}, reason=_NOTHING_ELSE)
    games, alike = None, list[Action]()
    if task.card_games > 1 and GamesAfter.can_be_played(view):
        most = games_of_any_game(task.card_games)
        games = GamesAfter(view, most, seed=task.seed, deadline=Deadline(task.seconds_left()))
        choice = games.choose_from_all(choice.action)
        alike = games.alike(choice)
    tried = {action: value.value for action, value in choice.values.items() if value.visits}
    values = best_first(choice.action, tried)
    rest = [action for action in values if action != choice.action and action not in alike]
    rest = real_rivals(choice.action, rest, values)
    text = reason_of_action(view, choice.action, rest, games=games, alike=alike, who=who)
    others = [action for action in values if action != choice.action]
    text = text or ("" if others else _all_the_same(view, view.legal_actions))
    return Hint(
        choice.action,
        values,
        other=next(iter(others), None),
        unit=f"points {ahead_of(view.layout.players)}",
        reason=text,
        complete=complete and (games is None or games.complete),
    )


def real_rivals(
    best: _Option, worse: Sequence[_Option], values: Mapping[_Option, float]
) -> list[_Option]:
    """Of the worse actions, sorted, those at most half as far again from the best as the first.

    >>> real_rivals("a", ["b", "c", "d"], {"a": 0.7, "b": 0.6, "c": 0.56, "d": 0.1})
    ['b', 'c']
    """
    if not worse:
        return []
    top, first = values[best], values[worse[0]]
    return [one for one in worse if top - values[one] <= _REAL_RIVAL * (top - first)]


def best_first(best: Action, values: Mapping[Action, float]) -> dict[Action, float]:
    """The values, the best action's first; what looks better than it does so by luck."""
    most = values.get(best, math.inf)
    capped = {action: min(value, most) for action, value in values.items()}
    return dict(sorted(capped.items(), key=lambda item: (-item[1], item[0] != best)))


def _hint_for_any_call(view: View, task: Task, who: str) -> Hint:
    """The hint for a call in any game; its figures and its reason come from the same games."""
    comparison = CallComparison(view, task.seed)
    if len(view.legal_actions) == 1:
        return Hint(view.legal_actions[0], {}, reason=_why_no_other_call(view))
    iterations = max(task.iterations, full_search_of_calls(len(view.legal_actions)))
    choice = comparison.choose(iterations, Deadline(task.seconds_left(_SEARCH_SHARE)))
    if task.on_choice is not None:
        task.on_choice(choice.action)
    best = sorted(choice.values, key=lambda call: (call != choice.action, -comparison.value(call)))
    games = games_of_any_game(task.card_games)
    deadline = Deadline(task.seconds_left())
    best = comparison.best_first(best[:_MOST_CALLS_COMPARED], games, deadline)
    worths = (comparison.value(best[0]) - comparison.lead(best[0], call) for call in best)
    # Worse calls were compared in fewer deals, where they may look better by luck.
    values = dict(zip(best, accumulate(worths, min), strict=True))
    text = reason_of_action(view, best[0], best[1:], who=who, comparison=comparison)
    unit = f"points {ahead_of(view.layout.players)}"
    complete = comparison.complete
    return Hint(best[0], values, other=best[1], unit=unit, reason=text, complete=complete)


def _all_the_same(seen: View, actions: Collection[Action]) -> str:
    """That all actions are equally good, and why if they are equal cards of a suit."""
    cards = [action.card for action in actions if isinstance(action, PlayCard)]
    text = equals_text(Moment.of(seen), cards) if len(cards) == len(actions) else ""
    return text or _ALL_THE_SAME


def _why_no_other_call(view: View) -> str:
    """Why the call that the rules forbid here is barred; "" if none is."""
    [state] = view.sample_worlds(1, seed=0)
    facts = state.facts(view.seat)
    barred = next((fact.text for fact in facts if fact.kind is FactKind.BARRED_NOMINATION), "")
    return f"The dealer may not nominate {barred}." if barred else ""


def hint_for_call(view: View, task: Task) -> Hint:
    """The hint for a call of Clumond: declare in which strain, or pass, by their values."""
    seat, hand, agreement = Seat(view.seat), view.held[view.seat], terms_of(view).agreement
    advice = advise(
        hand,
        seat=seat,
        agreement=agreement,
        opponents=task.opponents,
        budget=task.call_games,
        seed=task.seed,
        time=task.seconds_left(),
        threads=task.threads,
    )
    estimate = advice.estimates[advice.best]
    endings = Endings(estimate.successes, estimate.games).best
    return Hint(
        advice.action,
        advice.values,
        other=Pass() if advice.call is not None else Declare(advice.best),
        unit=f"{agreement.scoring.unit} ahead of the others",
        plan=endings[0] if endings else None,
        reason=reason_of_call(advice, hand, against_whom(task.opponents, seat)),
        complete=advice.complete,
    )
