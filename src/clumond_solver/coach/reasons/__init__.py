"""Why one card or call rather than another one, in a card player's words.

In four steps, for all games alike. Facts: what is certain in this trick, from the rules and from
what the seat has seen (`fates` for each card, `card_facts` for two), and what a deal is about
(`stakes`). Differences: what parts the games after two cards, on the same deals, beyond luck
(`differences`). Selection: which facts to say (`cards_of_any_game`, `calls_of_any_game`; all
thresholds are in `thresholds`). Words: one wording for each kind of fact (`wordings`, for calls
beside their selection; `facts` for cards and players). `clumond` has what only Clumond's
reasons consist of, at each step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons import wordings
from clumond_solver.coach.reasons.calls_of_any_game import CallReason
from clumond_solver.coach.reasons.card_facts import equals_of
from clumond_solver.coach.reasons.cards_of_any_game import CardReason, facts_by_rules
from clumond_solver.coach.reasons.fates import Moment, played_card
from clumond_solver.coach.reasons.speaker import Reason, Speaker, sentences
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.action_choice import CallComparison
from clumond_solver.single_dummy.any_game_playouts import GamesAfter


def in_sentences(facts: Iterable[Reason], view: View, who: str = "you") -> str:
    """Facts about a card or call in words, a sentence each.

    ``who`` plays it: "you", or the player's name.
    """
    seat = view.seat if view.player is None else view.player
    payoffs = None if view.play is None else view.play.payoffs
    declarer = None if payoffs is None else payoffs.deciding_seat
    players = view.layout.players
    # Only one of three has a single partner against declarer.
    is_defender = players == 3 and declarer not in {None, seat}
    return sentences(facts, Speaker(who, seat, players, declarer if is_defender else None))


def reasons_for_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    values: Mapping[Action, float] | None = None,
    spread: float = 0.0,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    is_hint: bool = True,
    comparison: CallComparison | None = None,
) -> list[Reason]:
    """The facts that speak for an action, rather than one of the others, as its seat sees them.

    ``others`` are worse actions, the best first. With the ``values`` of all actions, where a game
    has this ``spread``, only those near the best are compared with it. ``alike`` are actions that
    a search cannot distinguish from the action. ``games`` show what differs between two cards,
    ``comparison`` between two calls. A hint explains no difference that may be luck; a review
    (``is_hint`` False) has excluded that. No facts for cards played face down. RuleError if it is
    not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return [*CallReason(view, [action, *others[:1]], comparison).facts()]
    if play.face_down or played_card(view.seat, action) is None:
        return []
    if games is None or play.payoffs is None:
        facts = facts_by_rules(view, play, action, [*others, *alike, action][0])
        return [*facts, wordings.as_good(tuple(alike))] if alike else facts
    stakes = Stakes(view, play, play.payoffs)
    reason = CardReason(view, stakes, action, games, is_hint=is_hint)
    return reason.facts(others, alike, values, spread)


def all_the_same(view: View, actions: Collection[Action]) -> Reason:
    """That all actions are equally good, and why if they are equal cards of a suit."""
    played = [card for action in actions if (card := played_card(view.seat, action))]
    equals = equals_of(Moment.of(view), played) if len(played) == len(actions) else None
    return wordings.hardly_matters(() if equals is None else (equals,))
