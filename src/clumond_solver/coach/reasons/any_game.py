"""Reasons for a play or a call in any game of the library.

A play is looked at as a card in its trick, then for what the trick counts, how many tricks are
still wanted, by the player and by those after him.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import percent
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.tricks import TrickFacts, shown
from clumond_solver.coach.reasons.words import NUMBERS, Speaker, capital, nth, tricks_text
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    Nominate,
    Pass,
    PlayByName,
    SetRules,
)
from clumond_solver.rules.payoffs import Payoffs, Settling
from clumond_solver.rules.tricks import Laid
from clumond_solver.single_dummy.any_game import scores_after

_MOST_SENTENCES = 3
_ITERATIONS = 1000
# So near the limit that a trick or two may turn the scores over.
_NEAR_THE_LIMIT = 10


def reason_of_action(
    view: View,
    action: Action,
    other: Action | None = None,
    *,
    who: str = "you",
    alike: bool = False,
) -> str:
    """Why an action, rather than the other one, in any game, from what the seat to act has seen.

    ``alike`` says that the other one is worth about as much. Empty for cards played unseen.
    RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    if view.play is not None and view.play.face_down:
        return ""
    gains = _Gains(view, action, other, who)
    if view.play is None:
        return " ".join(gains.of_calls())
    laid, against = _laid(view.seat, action), _laid(view.seat, other)
    if laid is None:
        return ""
    said = [*_AnyPlay(view, view.play, laid, None if alike else against, who).sentences()]
    bid = [*gains.of_bid(view.play.payoffs)]
    said = [*said[:1], *bid, *said[1:]][:_MOST_SENTENCES]
    if len(said) < _MOST_SENTENCES and not bid:
        said += gains.in_points()
    if alike and against is not None:
        said.append(f"{shown(against)} is about as good.")
    return " ".join(said)


class _Gains(Speaker):
    """What searches after two actions say that the players gain."""

    def __init__(self, view: View, action: Action, other: Action | None, who: str) -> None:
        """Search what follows."""
        super().__init__(who)
        self.view = view
        self.actions = [each for each in (action, other) if each is not None]
        self.gains = [scores_after(view, each, iterations=_ITERATIONS) for each in self.actions]

    def of_bid(self, payoffs: Payoffs | None) -> Iterator[str]:
        """How often the player's exact number of tricks is hit."""
        award = None if payoffs is None else award_of(payoffs, self.view.seat)
        if award is not None:
            yield from self._chances([award] * len(self.actions))

    def _chances(self, awards: Sequence[int]) -> Iterator[str]:
        """How often bids with these awards are hit, the second where that is less often."""
        if None in self.gains:
            return
        seat = self.view.seat
        chances = [
            max(0.0, (gains or ())[seat]) / award
            for gains, award in zip(self.gains, awards, strict=True)
        ]
        if not round(chances[0], 2):
            return
        first, *more = (percent(chance, unbroken=True) for chance in chances)
        less = bool(more) and round(chances[1], 2) < round(chances[0], 2)
        against = f", with {_text(self.actions[1])} {more[0]}" if less else ""
        hit = "hit" if self.who == "you" else "hits"
        yield (
            f"With {_text(self.actions[0])} {self.who} {hit} {self.whose} bid about {first} of the"
            f" time{against}."
        )

    def in_points(self) -> Iterator[str]:
        """What the player and the others gain on average, the second where that is worse."""
        if None in self.gains:
            return
        told = [self._points(gains or ()) for gains in self.gains]
        others = "the opponent" if self.view.layout.players == 2 else "each of the others"
        worse = len(told) > 1 and told[1][0] - told[1][1] < told[0][0] - told[0][1]
        if not worse and self.view.play is not None:
            return
        against = ""
        if worse:
            against = f"; with {_text(self.actions[1])} {' and '.join(map(_number, told[1]))}"
        mine, his = map(_number, told[0])
        yield (
            f"With {_text(self.actions[0])} {self.does('score')} about {mine} on average,"
            f" {others} {his}{against}."
        )

    def _points(self, gains: Sequence[float]) -> tuple[int, int]:
        own = gains[self.view.seat]
        return round(own), round((math.fsum(gains) - own) / (len(gains) - 1))

    def of_calls(self) -> Iterator[str]:
        """Why a call: how often a nomination is hit, or what the players gain."""
        awards = [self._award_after(call) for call in self.actions]
        if None in awards:
            yield from self.in_points()
            return
        yield from self._chances([award or 0 for award in awards])
        said = [each.tricks for each in self.view.actions if isinstance(each, Nominate)]
        if said:
            are = "is" if sum(said) == 1 else "are"
            yield f"So far {tricks_text(sum(said))} {are} nominated, of {self.view.layout.size}."

    def _award_after(self, call: Action) -> int | None:
        """What hitting a nomination brings; None for other calls."""
        if not isinstance(call, Nominate):
            return None
        world = self.view.worlds(1, 0)[0]
        world.push(call)
        while world.play is None:
            world.push(world.legal_actions[0])
        return award_of(world.payoffs, self.view.seat)


def award_of(payoffs: Payoffs, seat: int) -> int | None:
    """What hitting the seat's number of tricks brings, where nothing else brings anything."""
    goal, worths = payoffs.goals[seat], set(payoffs.trick_worths)
    alone = payoffs.settling is Settling.EACH_ALONE and not any(payoffs.card_worths)
    if goal is None or not alone or len(worths) > 1 or payoffs.counts[seat] != {goal}:
        return None
    row = payoffs.awards[seat][0]
    others = {award for taken, award in enumerate(row) if taken != goal}
    return row[goal] + goal * sum(worths) if others <= {0} and row[goal] > 0 else None


def _text(action: Action) -> str:
    """An action in the middle of a sentence."""
    laid = _laid(0, action)
    told = "this call" if laid is None else shown(laid)
    match action:
        case Declare(strain):
            told = f"{strain.symbol} trumps"
        case Nominate(tricks):
            told = NUMBERS[tricks]
        case ChooseCards(cards):
            told = f"{NUMBERS[cards]} cards"
        case Pass():
            told = "a pass"
        case SetRules():
            told = "these rules"
    return told


def _laid(seat: int, action: Action | None) -> Laid | None:
    """The card that an action lays; None if it lays none that is seen."""
    if not isinstance(action, PlayByName):
        return None
    return Laid(seat, action.card, action.named, action.led)


class _AnyPlay(Speaker):
    """Reasons for a play: how many tricks are wanted, the trick, and what it counts."""

    def __init__(
        self, view: View, play: PlayView, laid: Laid, other: Laid | None, who: str
    ) -> None:
        """Look at both cards."""
        super().__init__(who)
        self.view = view
        self.play = play
        self.moment = Moment.of(view)
        self.facts = TrickFacts(self.moment, laid, other, who)
        self.taken = play.taken[view.seat]
        self.goal = _goal(play.payoffs, view.seat) if play.payoffs is not None else None

    def sentences(self) -> Iterator[str]:
        """What there is to say, the most telling first."""
        goal = [*self._to_goal()]
        yield from goal
        facts = [*self.facts.sentences()]
        yield from facts[:1]
        yield from self._worth()
        if goal:
            yield from self._others_need()
        yield from facts[1:]

    def _to_goal(self) -> Iterator[str]:
        """Where the player's exact number of tricks decides."""
        goal, left = self.goal, self.play.left
        bid = any(isinstance(each, Nominate) for each in self.view.actions)
        if goal is None or (not bid and goal < self.taken):
            yield from self._by_tricks()
        elif goal < self.taken or goal - self.taken > left:
            what = "too many" if goal < self.taken else "too few"
            if bid:
                yield f"{capital(self.whose)} bid of {NUMBERS[goal]} is lost: {what} tricks."
        elif self.taken == goal:
            against = self.facts.against
            if against is not None and against.fate is Fate.WINS:
                other = self.facts.shown_other
                yield f"With {other} {self.does('take')} {nth(goal + 1)} trick: too many."
            elif goal:
                tricks = "trick" if goal == 1 else f"{NUMBERS[goal]} tricks"
                yield f"{capital(self.does('already have'))} {self.whose} {tricks}."
            else:
                yield f"{capital(self.does('want'))} no trick."
        elif goal - self.taken == left:
            yield f"{capital(self.does('need'))} every trick left."
        else:
            more = f"{NUMBERS[goal - self.taken]} more of the {left} tricks left"
            yield f"{capital(self.does('need'))} {more}."

    def _by_tricks(self) -> Iterator[str]:
        """What tricks are good for where no number of them is wanted, or none can be any more."""
        payoffs, left = self.play.payoffs, self.play.left
        if payoffs is None:
            return
        if payoffs.settling is Settling.MOST_ALONE:
            most = max(
                taken for seat, taken in enumerate(self.play.taken) if seat != self.view.seat
            )
            yield (
                f"Most tricks alone score: {self.does('have')} {NUMBERS[self.taken]}, the others"
                f" {NUMBERS[most]} at most."
            )
        elif payoffs.settling is Settling.TURNED_OVER:
            yield from self._turning_over(payoffs)
        elif left <= len(payoffs.trick_worths) and (worth := payoffs.trick_worths[left - 1]) < 0:
            yield f"This trick costs {-worth}."

    def _turning_over(self, payoffs: Payoffs) -> Iterator[str]:
        """Who is so far down that all scores may yet be turned over."""
        play, seat = self.play, self.view.seat
        tallies = [
            points + payoffs.awards[each][0][taken]
            for each, (points, taken) in enumerate(zip(play.points, play.taken, strict=True))
        ]
        least = min(tallies)
        if payoffs.limit < least <= payoffs.limit + _NEAR_THE_LIMIT:
            worst = tallies.index(least)
            stands = (
                self.does("stand") if worst == seat else f"{self.facts.neighbour(worst)} stands"
            )
            limit = _number(payoffs.limit)
            yield f"{capital(stands)} at {_number(least)}: from {limit} on all scores turn over."

    def _others_need(self) -> Iterator[str]:
        """Who of those that play after the card still wants tricks."""
        payoffs, after = self.play.payoffs, self.moment.to_come
        if payoffs is None or not after:
            return
        goals = [_goal(payoffs, seat) for seat in after]
        if None in goals:
            return
        wanting = [
            seat
            for seat, goal in zip(after, goals, strict=True)
            if goal is not None and 0 < goal - self.play.taken[seat] <= self.play.left
        ]
        if not wanting:
            yield "Nobody who plays after it wants a trick."
        elif len(wanting) == 1:
            more = (goals[after.index(wanting[0])] or 0) - self.play.taken[wanting[0]]
            called = capital(self.facts.neighbour(wanting[0]))
            yield f"{called} still needs {NUMBERS[more]}."
        else:
            every = "All" if len(wanting) == len(after) else capital(NUMBERS[len(wanting)])
            yield (
                f"{every} who play after it still need tricks."
                if every == "All"
                else (f"{every} of the {NUMBERS[len(after)]} who play after it still need tricks.")
            )

    def _worth(self) -> Iterator[str]:
        """What cards and tricks count, in games where they do."""
        payoffs = self.play.payoffs
        if payoffs is None or not any(payoffs.card_worths):
            return
        worths = payoffs.card_worths
        own = worths[self.facts.laid.card.bit]
        trick = own + sum(worths[laid.card.bit] for laid in self.play.trick)
        trick += _step(payoffs, self.view.seat)
        last = not self.moment.to_come
        so_far = f"The trick counts {_number(trick)}{'' if last else ' so far'}."
        if self.facts.fate is not Fate.LOSES:
            if self.play.trick:
                yield so_far
        elif own:
            yield f"{self.facts.shown} counts {_number(own)} for its winner."
        elif self.facts.against and self.facts.against.fate is Fate.LOSES and self.facts.other:
            gives = worths[self.facts.other.card.bit]
            if gives:
                yield f"{self.facts.shown_other} would give {_number(gives)} away."
            elif trick < 0:
                yield so_far
        worst = min(self.view.pool, key=lambda card: worths[card.bit], default=None)
        if not self.play.trick and worst is not None and worths[worst.bit] < 0:
            yield f"{worst.pretty()}, which costs {-worths[worst.bit]}, is still out."


def _step(payoffs: Payoffs, seat: int) -> int:
    """What a trick counts for itself, where each counts the same."""
    row = payoffs.awards[seat][0]
    steps = {after - before for before, after in pairwise(row)}
    return steps.pop() if len(steps) == 1 else 0


def _number(value: int) -> str:
    return f"{value}".replace("-", "\N{MINUS SIGN}")


@cache
def _goal(payoffs: Payoffs, seat: int) -> int | None:
    """The number of tricks that a seat has to hit; None where it only wants many, or few.

    It brings more than any other number, however the rest are shared. If it is all the tricks or
    none, missing it by one costs more than any further trick: else each trick scores, or costs.
    """
    goal, scores = payoffs.goals[seat], _scores_by_tricks(payoffs, seat)
    if goal is None or goal not in scores or len(scores) == 1:
        return None
    least = min(scores[goal])
    if any(max(each) >= least for taken, each in scores.items() if taken != goal):
        return None
    if goal not in {min(scores), max(scores)}:
        return goal
    misses = sorted(set(scores) - {goal}, key=lambda taken: abs(taken - goal))
    further = [max(scores[near]) - min(scores[far]) for near, far in pairwise(misses)]
    return goal if least - max(scores[misses[0]]) > max(further, default=0) else None


def _scores_by_tricks(payoffs: Payoffs, seat: int) -> dict[int, list[int]]:
    """What a seat may score with each number of tricks; empty if that does not settle it."""
    scores: dict[int, list[int]] = {}
    if payoffs.settling is Settling.BY_TABLE:
        for taken, by_seat in payoffs.table:
            scores.setdefault(taken[seat], []).append(by_seat[seat])
    elif payoffs.settling is Settling.EACH_ALONE:
        scores = {taken: [score] for taken, score in enumerate(payoffs.awards[seat][0])}
    return scores
