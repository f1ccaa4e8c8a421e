"""Reasons for a play or a call in any game of the library.

For a play: how many tricks the player needs, what differs between games after the card and after
another one, and what is certain about the card in its trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import NUMBERS, capital, joined
from clumond_solver.coach.reasons.calls import CallReason
from clumond_solver.coach.reasons.differences import Differences, exactly, out_of
from clumond_solver.coach.reasons.fates import Fate, Moment
from clumond_solver.coach.reasons.games_after import FinishedGame, GamesAfter
from clumond_solver.coach.reasons.trick_goals import award_of, goal_of
from clumond_solver.coach.reasons.tricks import TrickFacts
from clumond_solver.coach.reasons.words import action_words, nth, played_card
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import Action, Nominate

_MOST_SENTENCES = 3
_MOST_DIFFERENCES = 2
_MOST_ALIKE = 3
# At most this many worse cards are compared, until the games show a difference.
_MOST_COMPARED = 3


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
        return " ".join(CallReason(view, [action, *others[:1]], who).sentences())
    played = played_card(view.seat, action)
    if play.face_down or played is None:
        return ""
    # Games on the same deals may distinguish actions that the search cannot.
    rivals = others[:_MOST_COMPARED] or alike[:1]
    facts_by_rival = [
        TrickFacts(Moment.of(view), played, played_card(view.seat, rival), who) for rival in rivals
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
    alike = [action for action in alike if action_words(action) not in text]
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
    names = [action_words(action) for action in alike[:_MOST_ALIKE]]
    are = "is" if len(names) == 1 else "are"
    return f"{joined(names, 'and')} {are} about as good."


def _in_games(view: View, play: PlayView, facts: TrickFacts, games: Sequence[FinishedGame]) -> str:
    """In how many games the player hits his bid, or wins the trick; "" if that is certain."""
    goal = None if play.payoffs is None else goal_of(play.payoffs, view.seat)
    if goal is not None and 0 <= goal - play.tricks_taken[view.seat] <= play.tricks_left:
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
    taken, left = play.tricks_taken[view.seat], play.tricks_left
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
