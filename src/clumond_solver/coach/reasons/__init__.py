"""Why one card or call rather than another one, in a card player's words.

In four steps, for all games alike. Facts: what is certain in this trick, from the rules and from
what the seat has seen (`fates` for each card, `card_facts` for two; `signals`), and what a deal is
about (`stakes`). Differences: what parts the games after two cards, on the same deals, beyond luck
(`differences`; `endings` for Clumond). Selection: which facts to say (`cards_of_any_game`,
`cards_of_clumond`, `calls`; all thresholds are in `thresholds`). Words: one wording for each kind
of fact (`kinds`, `kinds_of_clumond`, `kinds_of_calls`; `words` for cards and players).

A defender's reasons also mention what a card tells his partner by the author's signals, although
the engine ignores these.

>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> view = ClumondView.of(play, "F")
>>> facts = facts_for_card(view, Card.parse("H3"), [Rival(Card.parse("DA"))])
>>> print(in_sentences(facts, view).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two and must not win this trick
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons import kinds
from clumond_solver.coach.reasons.calls import CallReason, facts_for_call
from clumond_solver.coach.reasons.cards_of_any_game import CardReason, facts_by_rules
from clumond_solver.coach.reasons.clumond.cards_of_clumond import CardOfClumond, Rival, settled
from clumond_solver.coach.reasons.clumond.endings import Endings
from clumond_solver.coach.reasons.facts import Fact, sentences
from clumond_solver.coach.reasons.fates import Fate, played_card
from clumond_solver.coach.reasons.stakes import Stakes
from clumond_solver.coach.reasons.words import Speaker
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.games_after import GamesAfter

__all__ = [
    "CardOfClumond",
    "Endings",
    "Fact",
    "Fate",
    "Play",
    "Rival",
    "facts_for_action",
    "facts_for_call",
    "facts_for_card",
    "in_sentences",
]  # fmt: skip


def in_sentences(facts: Iterable[Fact], view: View, who: str = "you") -> str:
    """Facts about a card or call in words, a sentence each.

    ``who`` plays it: "you", or the player's name.
    """
    seat = view.seat if view.player is None else view.player
    declarer = view.declarer if isinstance(view, ClumondView) else None
    is_defender = declarer not in {None, seat}
    players = view.layout.players
    return sentences(facts, Speaker(who, seat, players, declarer if is_defender else None))


def facts_for_card(
    view: ClumondView,
    card: Card,
    rivals: Sequence[Rival] = (),
    *,
    far: Sequence[Rival] = (),
    games: Endings | None = None,
    proved: Fact | None = None,
    alike: Mapping[Card, Endings | None] = MappingProxyType({}),
    explain_signals: bool = True,
) -> list[Fact]:
    """The facts that speak for the card, rather than a rival, as its seat sees them.

    The rival is the first that something tells from the card; those worse beyond luck come first,
    those that are ``far`` worse last.
    ``games`` are declarer's endings in games after the card, or the seat's own where nobody
    declared. ``proved`` is what is proved of the player's success, ``alike`` has the cards about as
    good, with the endings after them. ``explain_signals`` False leaves out what a card tells a
    partner who reads signals. RuleError if it is not the seat's turn.
    """
    if view.turn is not view.seat:
        raise RuleError(f"it is {view.turn}'s turn, but the view is {view.seat}'s")
    if is_settled := settled(view):
        return [proved or is_settled]
    sides = [
        CardOfClumond(view, card, rival, games=games, proved=proved, alike=alike)
        for rival in (*sorted(rivals, key=lambda one: not one.is_worse), *far, None)
    ]
    side = next((one for one in sides[:-1] if one.grounds()), sides[0])
    return [*side.facts(explain_signals=explain_signals)]


def facts_for_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    far: Sequence[Action] = (),
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    is_hint: bool = True,
    comparison: CallComparison | None = None,
) -> list[Fact]:
    """The facts that speak for an action, rather than one of the others, as its seat sees them.

    ``others`` are worse actions, the best first, and ``far`` those so much worse that they are
    compared only if nothing tells the card from the others. ``alike`` are actions that a search
    cannot distinguish from the action. ``games`` show what differs between two cards,
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
        return [*facts, kinds.as_good(tuple(alike))] if alike else facts
    stakes = Stakes(view, play, play.payoffs)
    reason = CardReason(view, stakes, action, games, is_hint=is_hint)
    return reason.facts(others, alike, far)
