"""Why one card or call of Clumond rather than another one: what only its reasons consist of.

`cards_of_clumond` and `calls_of_clumond` select the facts, `endings` counts the games behind them,
`signals` reads what a defender's card shows, and `wordings_of_clumond` words them. `plans` says why
a plan has changed.

A defender's reasons also mention what a card tells his partner by the author's signals, although
the engine ignores these.

>>> from clumond_solver.coach.reasons import in_sentences
>>> from clumond_solver.games.clumond.play import Play
>>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
>>> view = ClumondView.of(play, "F")
>>> facts = facts_for_card(view, Card.parse("H3"), [Rival(Card.parse("DA"))])
>>> print(in_sentences(facts, view).partition(". ")[0])
♥3 keeps ♠♠♦, which wants two or twelve: you have two, and you lose this trick
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import RuleError
from clumond_solver.coach.reasons.clumond.cards_of_clumond import CardOfClumond, Rival, settled
from clumond_solver.coach.reasons.clumond.endings import Endings
from clumond_solver.coach.reasons.facts import Fact
from clumond_solver.knowledge.clumond_views import ClumondView


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
