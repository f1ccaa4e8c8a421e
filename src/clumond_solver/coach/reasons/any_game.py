"""Reasons for a play or a call in any game of the library.

For a play: how many tricks are wanted, what differs in games played after it and after another one,
and what is sure about the card in its trick.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined, minus, percent
from clumond_solver.coach.reasons.differences import Differences, exactly, out_of
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.games_after import FinishedGame, GamesAfter
from clumond_solver.coach.reasons.trick_goals import award_of, goal_of
from clumond_solver.coach.reasons.tricks import TrickFacts, shown
from clumond_solver.coach.reasons.words import Speaker, nth
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
from clumond_solver.rules.tricks import PlayedCard
from clumond_solver.single_dummy.any_game import scores_after

_MOST_SENTENCES = 3
_MOST_DIFFERENCES = 2
_MOST_ALIKE = 3
# This many worse cards are compared, until one differs in something that can be named.
_MOST_COMPARED = 3
_ITERATIONS = 1000


def reason_of_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    who: str = "you",
) -> str:
    """Why an action, rather than one of the others, in any game, from what its seat has seen.

    ``others`` are worse, the best first. ``alike`` are those that a search cannot tell from the
    action. ``games`` are played after two cards, to say what differs. Empty for cards played
    unseen. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return " ".join(_CallReason(view, [action, *others[:1]], who).sentences())
    played = _played_card(view.seat, action)
    if play.face_down or played is None:
        return ""
    # Games on the same deals may tell apart what the search cannot.
    rivals = others[:_MOST_COMPARED] or alike[:1]
    pairs = [
        TrickFacts(Moment.of(view), played, _played_card(view.seat, rival), who) for rival in rivals
    ]
    facts, differences = pairs[0] if pairs else TrickFacts(Moment.of(view), played, None, who), []
    if games is not None and play.payoffs is not None:
        for rival, beside in zip(rivals, pairs, strict=True):
            both = games.after_both(action, rival)
            beside_rival = Differences(view, play.payoffs, beside, both, better=bool(others))
            if differences := beside_rival.sentences(_MOST_DIFFERENCES):
                facts = beside
                break
    sentences = [*_to_goal(view, play, facts), *differences]
    of_trick = any("this trick" in sentence for sentence in sentences)
    sentences += facts.sentences(of_winner=not of_trick)
    if games is not None and not differences:
        sentences.append(_in_games(view, play, facts, games.after(action)))
    said = " ".join(filter(None, sentences[:_MOST_SENTENCES]))
    alike = [action for action in alike if _text(action) not in said]
    return f"{said} {as_good_text(alike)}".strip()


def as_good_text(alike: Sequence[Action]) -> str:
    """That some actions are about as good as the one before them, "" if none are.

    >>> from clumond_solver.base.cards import Card
    >>> from clumond_solver.rules.actions import PlayCard
    >>> as_good_text([PlayCard(Card.parse("SA")), PlayCard(Card.parse("D4"))])
    '♠A and ♦4 are about as good.'
    """
    if not alike:
        return ""
    names = [_text(action) for action in alike[:_MOST_ALIKE]]
    are = "is" if len(names) == 1 else "are"
    return f"{joined(names, 'and')} {are} about as good."


def _in_games(view: View, play: PlayView, facts: TrickFacts, games: Sequence[FinishedGame]) -> str:
    """How often games after a card hit the player's bid, or win the trick; "" if that is plain."""
    goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
    if goal is not None and 0 <= goal - play.taken[view.seat] <= play.left:
        hits = out_of(sum(game.taken[view.seat] == goal for game in games), len(games))
        bid = any(isinstance(call, Nominate) for call in view.actions)
        what = f"{facts.whose} bid" if bid else exactly(goal)
        verb = facts.does("hit" if bid else "take")
        return f"{capital(verb)} {what} in {hits} games after {facts.shown}."
    if facts.fate is not Fate.OPEN:
        return ""
    wins = out_of(sum(game.winner == view.seat for game in games), len(games))
    return f"{facts.shown} takes this trick in {wins} games."


def _to_goal(view: View, play: PlayView, facts: TrickFacts) -> Iterator[str]:
    """Where the player's exact number of tricks decides."""
    goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
    bid = any(isinstance(call, Nominate) for call in view.actions)
    taken, left = play.taken[view.seat], play.left
    if goal is None or (not bid and goal < taken):
        return
    if goal < taken or goal - taken > left:
        what = "too many" if goal < taken else "too few"
        if bid:
            yield f"{capital(facts.whose)} bid of {NUMBERS[goal]} is lost: {what} tricks."
            if play.payoffs is not None and award_of(play.payoffs, view.seat) is not None:
                yield f"{capital(facts.who)} can only spoil the other bids now."
    elif taken == goal:
        if facts.differs and facts.against is not None and facts.against.fate is Fate.WINS:
            took = f"{facts.does('take')} {nth(goal + 1)} trick"
            yield f"With {facts.shown_other} {took}: too many."
        elif goal:
            tricks = "trick" if goal == 1 else f"{NUMBERS[goal]} tricks"
            yield f"{capital(facts.does('already have'))} {facts.whose} {tricks}."
        else:
            yield f"{capital(facts.does('want'))} no trick."
    elif goal - taken == left:
        yield f"{capital(facts.does('need'))} every trick left."
    else:
        more = f"{NUMBERS[goal - taken]} more of the {left} tricks left"
        yield f"{capital(facts.does('need'))} {more}."


class _CallReason(Speaker):
    """What searches after two calls say that the players gain."""

    def __init__(self, view: View, calls: Sequence[Action], who: str) -> None:
        """Search what follows a call, and another one."""
        super().__init__(who)
        self.view = view
        self.calls = calls
        self.gains = [scores_after(view, one, iterations=_ITERATIONS) for one in self.calls]

    def sentences(self) -> Iterator[str]:
        """How often a nomination is hit, or what the players gain."""
        awards = [award for call in self.calls if (award := self._award_after(call)) is not None]
        if len(awards) < len(self.calls):
            yield self._points()
            return
        yield from self._chances(awards)
        nominated = [one.tricks for one in self.view.actions if isinstance(one, Nominate)]
        if nominated:
            are = "is" if sum(nominated) == 1 else "are"
            total = counted_in_words(sum(nominated), "trick")
            yield f"So far {total} {are} nominated, of {self.view.layout.hand_size}."

    def _award_after(self, call: Action) -> int | None:
        """What hitting a nomination brings; None for other calls."""
        if not isinstance(call, Nominate):
            return None
        world = self.view.sample_worlds(1, 0)[0]
        world.push(call)
        while world.play is None:
            world.push(world.legal_actions[0])
        return award_of(world.payoffs, self.view.seat)

    def _chances(self, awards: Sequence[int]) -> Iterator[str]:
        """How often bids with these awards are hit, the second where that is less often."""
        own = [gains[self.view.seat] for gains in self.gains]
        chances = [max(0.0, gain) / award for gain, award in zip(own, awards, strict=True)]
        if not round(chances[0], 2):
            return
        first, *more = (percent(chance, unbroken=True) for chance in chances)
        less = bool(more) and round(chances[1], 2) < round(chances[0], 2)
        against = f", with {_text(self.calls[1])} {more[0]}" if less else ""
        yield (
            f"With {_text(self.calls[0])} {self.does('hit')} {self.whose} bid about {first} of the"
            f" time{against}."
        )

    def _points(self) -> str:
        """What the player and the others gain on average, the second where that is worse."""
        points = [self._own_and_others(gains) for gains in self.gains]
        others = "the opponent" if self.view.layout.players == 2 else "each of the others"
        against = ""
        if len(points) > 1 and points[1][0] - points[1][1] < points[0][0] - points[0][1]:
            against = f"; with {_text(self.calls[1])} {' and '.join(map(minus, points[1]))}"
        own, theirs = map(minus, points[0])
        return (
            f"With {_text(self.calls[0])} {self.does('score')} about {own} on average,"
            f" {others} {theirs}{against}."
        )

    def _own_and_others(self, gains: Sequence[float]) -> tuple[int, int]:
        own = gains[self.view.seat]
        return round(own), round((math.fsum(gains) - own) / (len(gains) - 1))


def _text(action: Action) -> str:
    """An action in the middle of a sentence."""
    match action:
        case Declare(strain):
            return f"{strain.symbol} trumps"
        case Nominate(tricks):
            return NUMBERS[tricks]
        case ChooseCards(cards):
            return f"{NUMBERS[cards]} cards"
        case Pass():
            return "a pass"
        case SetRules():
            return "these rules"
    played = _played_card(0, action)
    return "this call" if played is None else shown(played)


def _played_card(seat: int, action: Action) -> PlayedCard | None:
    """The card that an action lays; None if it lays none that is seen."""
    if not isinstance(action, PlayByName):
        return None
    return PlayedCard(seat, action.card, action.named, action.led)
