"""Reasons for a play or a call in any game of the library.

For a play: how many tricks the player needs, what differs between games after the card and after
another one, and what is certain about the card in its trick.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, counted_in_words, joined, percent
from clumond_solver.coach.reasons.differences import Differences, exactly, out_of
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.games_after import FinishedGame, GamesAfter
from clumond_solver.coach.reasons.trick_goals import award_of, goal_of
from clumond_solver.coach.reasons.tricks import TrickFacts, played_text
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
# At most this many worse cards are compared, until the games show a difference.
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

    ``others`` are worse actions, the best first. ``alike`` are actions that a search cannot
    distinguish from the action. ``games`` show what differs between two cards. Empty for cards
    played face down. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return " ".join(_CallReason(view, [action, *others[:1]], who).sentences())
    played = _played_card(view.seat, action)
    if play.face_down or played is None:
        return ""
    # Games on the same deals may distinguish actions that the search cannot.
    rivals = others[:_MOST_COMPARED] or alike[:1]
    facts_by_rival = [
        TrickFacts(Moment.of(view), played, _played_card(view.seat, rival), who) for rival in rivals
    ]
    facts = [*facts_by_rival, TrickFacts(Moment.of(view), played, None, who)][0]
    differences: list[str] = []
    if games is not None and play.payoffs is not None:
        for rival, with_rival in zip(rivals, facts_by_rival, strict=True):
            pairs = games.after_both(action, rival)
            comparison = Differences(view, play.payoffs, with_rival, pairs, better=bool(others))
            if differences := comparison.sentences(_MOST_DIFFERENCES):
                facts = with_rival
                break
    sentences = [*_to_goal(view, play, facts), *differences]
    mentions_trick = any("this trick" in sentence for sentence in sentences)
    sentences += facts.sentences(of_winner=not mentions_trick)
    if games is not None and not differences:
        sentences.append(_in_games(view, play, facts, games.after(action)))
    text = " ".join(filter(None, sentences[:_MOST_SENTENCES]))
    alike = [action for action in alike if _text(action) not in text]
    return f"{text} {as_good_text(alike)}".strip()


def as_good_text(alike: Sequence[Action]) -> str:
    """That these actions are about as good as the recommended one; "" without actions.

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
    """In how many games the player hits his bid, or wins the trick; "" if that is certain."""
    goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
    if goal is not None and 0 <= goal - play.taken[view.seat] <= play.left:
        hits = out_of(sum(game.taken[view.seat] == goal for game in games), len(games))
        bid = any(isinstance(call, Nominate) for call in view.actions)
        what = f"{facts.whose} bid" if bid else exactly(goal)
        verb = facts.does("hit" if bid else "take")
        return f"{capital(verb)} {what} in {hits} games after {facts.card_text}."
    if facts.fate is not Fate.OPEN:
        return ""
    wins = out_of(sum(game.winner == view.seat for game in games), len(games))
    return f"{facts.card_text} takes this trick in {wins} games."


def _to_goal(view: View, play: PlayView, facts: TrickFacts) -> Iterator[str]:
    """How many more tricks the player needs, if he needs an exact number."""
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
        if (
            facts.differs
            and facts.other_outlook is not None
            and facts.other_outlook.fate is Fate.WINS
        ):
            took = f"{facts.does('take')} {nth(goal + 1)} trick"
            yield f"With {facts.other_text} {took}: too many."
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
    """What the players gain after a call, and after another one, by searches."""

    def __init__(self, view: View, calls: Sequence[Action], who: str) -> None:
        """Search after each of the calls."""
        super().__init__(who)
        self.view = view
        self.calls = calls
        self.gains = [scores_after(view, call, iterations=_ITERATIONS) for call in self.calls]

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
        """The points for hitting a nomination; None for other calls."""
        if not isinstance(call, Nominate):
            return None
        [world] = self.view.sample_worlds(1, 0)
        world.push(call)
        while world.play is None:
            world.push(world.legal_actions[0])
        return award_of(world.payoffs, self.view.seat)

    def _chances(self, awards: Sequence[int]) -> Iterator[str]:
        """How often bids with these awards are hit; the second bid only if that is less often."""
        own = [gains[self.view.seat] for gains in self.gains]
        chances = [max(0.0, gain) / award for gain, award in zip(own, awards, strict=True)]
        if not round(chances[0], 2):
            return
        first, *more = (percent(chance, unbroken=True) for chance in chances)
        is_less = bool(more) and round(chances[1], 2) < round(chances[0], 2)
        comparison = f", with {_text(self.calls[1])} {more[0]}" if is_less else ""
        yield (
            f"With {_text(self.calls[0])} {self.does('hit')} {self.whose} bid about {first} of the"
            f" time{comparison}."
        )

    def _points(self) -> str:
        """The players' average gains after the call, and after the other one if that is worse."""
        points = [self._own_and_others(gains) for gains in self.gains]
        others = "the opponent" if self.view.layout.players == 2 else "each of the others"
        comparison = ""
        if len(points) > 1 and points[1][0] - points[1][1] < points[0][0] - points[0][1]:
            comparison = f"; with {_text(self.calls[1])} {' and '.join(map(_number, points[1]))}"
        own, theirs = map(_number, points[0])
        return (
            f"With {_text(self.calls[0])} {self.does('score')} about {own} on average,"
            f" {others} {theirs}{comparison}."
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
    return "this call" if played is None else played_text(played)


def _played_card(seat: int, action: Action) -> PlayedCard | None:
    """The card that an action plays face up; None for other actions."""
    if not isinstance(action, PlayByName):
        return None
    return PlayedCard(seat, action.card, action.named, action.led)


def _number(value: int) -> str:
    return f"{value}".replace("-", "\N{MINUS SIGN}")
