"""Reasons for a play or a call in any game of the library.

For a play: how many tricks are wanted, what differs in games played after it and after another one,
and what is sure about the card in its trick.
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
from clumond_solver.coach.reasons.words import action_words as _text
from clumond_solver.coach.reasons.words import nth
from clumond_solver.coach.reasons.words import played_card as _played_card
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.rules.actions import Action, Nominate

_MOST_SENTENCES = 3
_MOST_DIFFERENCES = 2
_MOST_ALIKE = 3
# This many worse cards are compared, until one differs in something that can be named.
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

    ``others`` are worse, the best first. ``alike`` are those that a search cannot tell from the
    action. ``games`` are played after two cards, to say what differs. Empty for cards played
    unseen. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return " ".join(CallReason(view, [action, *others[:1]], who).sentences())
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
