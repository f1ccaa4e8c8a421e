"""Hints: what the engine would do in a player's place, what the choices are worth, and why.

A hint rests on what the seat to act has seen, and on nothing else. In Clumond the figures are
chances and the plan is what games of the engine were mostly won with; in other games they are
expected gains less the mean of the others'.

>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> found = hint(play, iterations=200, seed=1)
>>> str(found.action), found.values[found.action], str(found.other), found.values[found.other]
('play H3', 1.0, 'play DA', 0.0)
>>> for sentence in found.reason.split(". "):
...     print(sentence)
You are certain to succeed, however the other cards lie: you can make two tricks in all and keep ♠♠♦
♥3 keeps ♠♠♦, which wants two or twelve: you have two and must not win this trick.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clumond_solver.cards import Card
from clumond_solver.errors import RuleError, SearchError, shown_number
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Certainty, Choice, Hint
from clumond_solver.rules.actions import Action, Declare, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.seeds import checked_seed
from clumond_solver.seen.any_game import View
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.advice import advise
from clumond_solver.single_dummy.any_game import choose_action
from clumond_solver.single_dummy.chances import levelled, rarely_tried, searched_after
from clumond_solver.single_dummy.iterations import checked_iterations
from clumond_solver.single_dummy.player import DEFAULT_ITERATIONS, choose, estimate_of, play_out
from clumond_solver.single_dummy.proofs import sure_ending
from clumond_solver.single_dummy.reasons import (
    Plan,
    is_hopeless,
    reason,
    reason_of_action,
    reason_of_call,
    reason_of_proof,
)
from clumond_solver.system.deadline import Deadline
from clumond_solver.values import check_type, whole

DEFAULT_GAMES = 40
# Of the games that show the plan; they need not be played well to show it.
_ITERATIONS_OF_PLAN = 20
# The share of the time that goes into the choice itself, the rest into the plan.
_FOR_THE_CHOICE = 0.5


@dataclass(frozen=True, slots=True)
class _Effort:
    """How much may be done for a hint, and by which seed."""

    iterations: int
    games: int
    seed: int
    deadline: Deadline | None
    threads: int | None

    def seconds(self, share: float) -> float | None:
        """A share of the time left; None if time is no limit."""
        return None if self.deadline is None else self.deadline.share(share)

    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.deadline is not None and self.deadline.passed


def hint(
    source: Play | Knowledge | TrickState | View,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
    who: str = "you",
) -> Hint:
    """What the engine would do for the seat to act, from what that seat has seen, and why.

    ``source`` may be a play or a state of any game (only what its seat has seen is used), or a
    `Knowledge` or a `View`. ``iterations`` are those of the search for a card; ``games`` are
    played out to find the plan, and before a call of Clumond to find the chances; 0 leaves the
    plan out. With ``time`` (seconds) both end when it is up, and the hint is not reproducible.
    ``who`` is what the reason calls the player. RuleError if nobody is to act, SearchError for
    numbers out of range.
    """
    check_type(source, (Play, Knowledge, TrickState, View), "a play, a state or what a seat knows")
    checked_iterations(iterations)
    if whole(games, "a number of games") < 0:
        raise SearchError(f"{shown_number(games)} games: a count, 0 or more")
    deadline = None if time is None else Deadline(time)
    effort = _Effort(iterations, games, checked_seed(seed), deadline, threads)
    if source.turn is None:
        raise RuleError("the hand is over: there is nothing to choose")
    if isinstance(source, View):
        source = _clumond_state(source, seed) or source
    if isinstance(source, ClumondState):
        if source.play is None:
            return _of_call(source, effort)
        source = source.play
    if not isinstance(source, Play | Knowledge):
        return _of_action(source, effort, who)
    if isinstance(source, Play):
        source = Knowledge.of(source, Seat(source.turn or 0))
    return _of_card(source, effort, who)


def _clumond_state(view: View, seed: int) -> ClumondState | None:
    """A state of Clumond with this view; None if it is another game's.

    Any deal that agrees with the view will do, since no more is looked at than its seat sees.
    """
    state = view.worlds(1, seed)[0]
    return state if isinstance(state, ClumondState) else None


def _of_card(known: Knowledge, effort: _Effort, who: str) -> Hint:
    choice = choose(
        known,
        iterations=effort.iterations,
        seed=effort.seed,
        time=effort.seconds(_FOR_THE_CHOICE),
    )
    choice = searched_after(
        known,
        choice,
        rarely_tried(choice),
        iterations=effort.iterations,
        seed=effort.seed,
        called_off=effort.is_over,
    )
    worths = worths_of(known, choice)
    # Nothing is held to be better than what was chosen.
    worths = {card: min(worth, worths[choice.card]) for card, worth in worths.items()}
    # Touching cards share one rating, and are no alternatives to each other.
    apart = [card for card in worths if choice.values[card] is not choice.values[choice.card]]
    other = max(apart, key=lambda card: worths[card], default=None)
    plan, proved = _of_proof(known, choice, who)
    if not proved and other is not None and effort.games and not effort.is_over():
        plan = plan_of(
            known,
            games=effort.games,
            seed=effort.seed,
            time=effort.seconds(1),
            threads=effort.threads,
        )
    said = proved
    if len(worths) > 1 and (choice.proof is None or choice.proof.certainty is Certainty.CERTAIN):
        # Nothing speaks against a card that is certain too.
        alike = choice.proof is not None and other is not None and other in choice.proof.cards
        rival = None if alike else other
        said = reason(known, choice.card, rival, plan=plan, who=who, proved=proved)
    return Hint(
        PlayCard(choice.card),
        _best_first({PlayCard(card): worth for card, worth in worths.items()}, choice.card),
        other=None if other is None else PlayCard(other),
        in_chances=known.declarer is not None,
        plan=None if plan is None else (plan.retention, plan.total),
        reason=said,
    )


def _of_proof(known: Knowledge, choice: Choice, who: str) -> tuple[Plan | None, str]:
    """How the hand surely ends, if it does in one way, and what to say of a proof; "" if none."""
    if choice.proof is None:
        return None, ""
    kept, total = sure_ending(known, choice.card) or (None, None)
    plan = None if kept is None or total is None else Plan(kept, total, 1.0)
    return plan, reason_of_proof(choice.proof, known, kept, total, who=who)


def worths_of(known: Knowledge, choice: Choice) -> dict[Card, float]:
    """What each card is worth to its player by a search.

    In a declared hand his chance, 0 to 1: of success for declarer, of defeating him for the others;
    where nobody declared his expected score on paper.

    >>> from clumond_solver.games.clumond.play import Play
    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> known = Knowledge.of(play, Seat.FOREHAND)
    >>> worths_of(known, choose(known, iterations=50, seed=1))[Card.parse("H3")]
    1.0
    """
    return {card: _worth(known, card, value.value) for card, value in choice.values.items()}


def _worth(known: Knowledge, card: Card, value: float) -> float:
    """A card's chance for its player by what a search found; in an undeclared hand its score."""
    if known.declarer is None:
        return value
    if known.seat is not known.declarer:
        return 1 - levelled(1 - value, own=False, tricks_left=known.tricks_left)
    return (
        0.0
        if is_hopeless(known, card)
        else levelled(value, own=True, tricks_left=known.tricks_left)
    )


def plan_of(
    known: Knowledge,
    *,
    games: int = DEFAULT_GAMES,
    seed: int = 0,
    time: float | None = None,
    threads: int | None = None,
) -> Plan | None:
    """What the engine mostly wins with from here, by games of its own with sampled deals.

    None for a defender, whose own cards do not count, and where no one ending stands out.

    >>> from clumond_solver.cards import Hand, Strain
    >>> known = Knowledge.at_start(
    ...     Hand.parse("AK8732.AK974.KJ4.Q3"), Seat.REARHAND, Seat.FOREHAND, Strain.SPADES)
    >>> print(plan_of(known))
    None
    """
    if known.declarer not in {None, known.seat}:
        return None
    try:
        outcomes = play_out(
            known,
            games=games,
            iterations=_ITERATIONS_OF_PLAN,
            seed=seed,
            time=time,
            threads=threads,
        )
    except SearchError:
        # The time was too short for a single game.
        return None
    return Plan.of(estimate_of([outcome[known.seat] for outcome in outcomes]).successes)


def _best_first(worths: Mapping[Action, float], chosen: Card) -> dict[Action, float]:
    order = sorted(worths, key=lambda each: (-worths[each], each != PlayCard(chosen)))
    return {action: worths[action] for action in order}


def _of_action(source: TrickState | View, effort: _Effort, who: str) -> Hint:
    """The hint in any game: what the search found, and what is sure about a card."""
    view = source if isinstance(source, View) else View.of(source, source.turn or 0)
    choice = choose_action(
        view, iterations=effort.iterations, seed=effort.seed, time=effort.seconds(1)
    )
    tried = {action: value.value for action, value in choice.values.items() if value.visits}
    best = tried.get(choice.action, 0.0)
    values = {action: min(value, best) for action, value in tried.items()}
    values = dict(sorted(values.items(), key=lambda each: (-each[1], each[0] != choice.action)))
    other = next((action for action in values if action != choice.action), None)
    free = len(view.legal_actions) > 1
    return Hint(
        choice.action,
        values,
        other=other,
        reason=reason_of_action(view, choice.action, other, who=who) if free else "",
    )


def _of_call(state: ClumondState, effort: _Effort) -> Hint:
    """The hint for the answer to the offer: what declaring and passing are worth."""
    seat = Seat(len(state.calls))
    advice = advise(
        state.deal[seat],
        seat=seat,
        agreement=state.agreement,
        budget=effort.games,
        seed=effort.seed,
        time=effort.seconds(1),
        threads=effort.threads,
    )
    call: Action = Pass() if advice.call is None else Declare(advice.call)
    values: dict[Action, float] = {Pass(): advice.passing.relative}
    for strain, score in advice.declaring.items():
        values[Declare(strain)] = score.relative
    values = dict(sorted(values.items(), key=lambda each: (-each[1], each[0] != call)))
    plan = Plan.of(advice.estimates[advice.best].successes, least=0)
    return Hint(
        call,
        values,
        other=Pass() if advice.call is not None else Declare(advice.best),
        plan=None if plan is None else (plan.retention, plan.total),
        reason=reason_of_call(advice),
    )
