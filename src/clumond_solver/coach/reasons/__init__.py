"""Why one card or call rather than another, in a card player's words.

In four steps, for all games alike. Facts: what is certain in this trick (`card_facts`), from the
rules and from what the seat has seen. Differences: what parts the games after two cards, on the
same deals, beyond luck (`differences`; `endings` for Clumond). Selection: which facts to say
(`cards_of_any_game`, `cards_of_clumond`, `calls`; all thresholds are in `thresholds`). Words: one
wording for each kind of fact (`kinds`, `kinds_of_clumond`).

A defender's reasons also mention what a card tells his partner by the author's signals, although
the engine ignores these.

>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> view = ClumondView.of(play, "F")
>>> facts = facts_for_card(view, Card.parse("H3"), Card.parse("DA"))
>>> print(in_sentences(facts, view).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two and must not win this trick
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons import kinds_of_clumond as of_clumond
from clumond_solver.coach.reasons.calls import CallReason, reason_of_call
from clumond_solver.coach.reasons.cards_of_any_game import CardReason
from clumond_solver.coach.reasons.cards_of_clumond import Beside, CardOfClumond, settled
from clumond_solver.coach.reasons.endings import Endings
from clumond_solver.coach.reasons.facts import Fact, sentences
from clumond_solver.coach.reasons.fates import Fate, fate_of
from clumond_solver.coach.reasons.words import Speaker, played_card
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.knowledge.any_game import View
from clumond_solver.knowledge.clumond import ClumondView
from clumond_solver.results import Certainty, Proof
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.any_game import CallComparison
from clumond_solver.single_dummy.games_after import GamesAfter

__all__ = [
    "Beside",
    "Endings",
    "Fact",
    "Fate",
    "Play",
    "facts_for_action",
    "facts_for_card",
    "fate_of",
    "in_sentences",
    "prospect",
    "proven",
    "reason_of_call",
    "rival_of",
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
    other: Card | None = None,
    *,
    games: Endings | None = None,
    others: Endings | None = None,
    beside: Beside | None = None,
    explain_signals: bool = True,
) -> list[Fact]:
    """The facts that speak for the card, rather than the other one, as its seat sees them.

    ``games`` and ``others`` are declarer's endings in games after the two cards, or the seat's own
    where nobody declared. ``explain_signals`` False leaves out what a card tells a partner who
    reads signals. RuleError if it is not the seat's turn.
    """
    if view.turn is not view.seat:
        raise RuleError(f"it is {view.turn}'s turn, but the view is {view.seat}'s")
    beside = beside or Beside()
    if is_settled := settled(view):
        return [beside.proved or is_settled]
    side = CardOfClumond(view, card, other, games=games, others=others, beside=beside)
    return [*side.facts(explain_signals=explain_signals)]


def prospect(
    view: ClumondView, card: Card, games: Endings | None, *, explain_signals: bool = True
) -> list[Fact]:
    """What is wanted from here on, where there is no choice to explain; none if it is unclear."""
    return [*CardOfClumond(view, card, games=games).prospect(explain_signals=explain_signals)]


def rival_of(
    view: ClumondView,
    card: Card,
    games: Endings | None,
    worse: Mapping[Card, tuple[Endings, bool]],
    beside: Beside | None = None,
) -> Card | None:
    """The first of some worse cards that something tells from the card; else the first, or None.

    ``worse`` has the endings after the cards, and whether they are worse beyond luck: those first.
    """
    rivals = sorted(worse, key=lambda other: not worse[other][1])
    for other in rivals:
        others, is_worse = worse[other]
        rest = (beside or Beside())._replace(is_worse=is_worse)
        if CardOfClumond(view, card, other, games=games, others=others, beside=rest).grounds():
            return other
    return next(iter(rivals), None)


def proven(
    proof: Proof,
    view: ClumondView,
    kept: Retention | None = None,
    total: int | None = None,
    games: Endings | None = None,
) -> Fact:
    """That declarer, who is to play, is certain to succeed, or cannot, and how.

    ``total`` is a number of tricks that he can make certain, ``kept`` the retention with it;
    ``games`` has his endings, if none is certain.
    """
    if proof.certainty is Certainty.IMPOSSIBLE:
        return of_clumond.proven(succeeds=False)
    if kept is None and games is not None and games.best:
        plans = tuple((plan, games.successes[plan]) for plan in games.best[:2])
        return of_clumond.proven(True, kept=plans[0][0][0], plans=plans, games=games.games)
    return of_clumond.proven(True, total, kept, view.supplementary[view.seat])


def facts_for_action(
    view: View,
    action: Action,
    others: Sequence[Action] = (),
    *,
    games: GamesAfter | None = None,
    alike: Sequence[Action] = (),
    is_hint: bool = True,
    are_all: bool = True,
    comparison: CallComparison | None = None,
) -> list[Fact]:
    """The facts that speak for an action, rather than one of the others, as its seat sees them.

    ``others`` are worse actions, the best first. ``alike`` are actions that a search cannot
    distinguish from the action. ``games`` show what differs between two cards. A hint explains no
    difference that may be luck; a review (``is_hint`` False) has excluded that. ``are_all``: no
    further actions are shown beside these. ``comparison`` shows what differs between two calls.
    No facts for cards played face down. RuleError if it is not the seat's turn.
    """
    if view.turn != view.seat:
        raise RuleError(f"it is seat {view.turn}'s turn, but the view is seat {view.seat}'s")
    play = view.play
    if play is None:
        return [*CallReason(view, [action, *others[:1]], comparison).facts()]
    if play.face_down or played_card(view.seat, action) is None:
        return []
    reason = CardReason(view, play, action, games, is_hint=is_hint, are_all=are_all)
    return reason.facts(others, alike)
