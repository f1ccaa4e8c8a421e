"""Calls and plays as people say them."""

from __future__ import annotations

from collections.abc import Callable

from clumond_solver.base.cards import Strain
from clumond_solver.rules.actions import (
    Action,
    CardAction,
    ChooseCards,
    Declare,
    Give,
    LayAside,
    LeadFor,
    PlayAs,
    PlayCard,
    Unseen,
)


def action_text(action: Action, declare_verb: Callable[[Strain], str] = lambda _: "declare") -> str:
    """An action in words; ``declare_verb`` gives the words before a strain.

    >>> from clumond_solver.rules.actions import parse_action
    >>> [action_text(parse_action(text)) for text in ("play HT", "lead C7 for D", "nominate 3")]
    ['♥T', '♣7 naming ♦', 'nominate 3']
    >>> action_text(parse_action("call DHSC nuloss ascending"))
    'red over black ♦ ♥ ♠ ♣, nuloss, ascending madness'
    """
    if isinstance(action, CardAction):
        return _play_text(action)
    words = str(getattr(action, "words", action))
    match action:
        case Declare(strain):
            words = f"{declare_verb(strain)} {strain.symbol if strain.suit else 'no trumps'}"
        case ChooseCards(cards):
            words = f"deal {cards} cards"
        case LayAside(hand):
            words = f"lay aside {' '.join(card.pretty() for card in hand)}"
        case Give(card):
            words = f"give {card.pretty()}"
        case Unseen():
            words = "a call unseen"
    return words


def _play_text(action: CardAction) -> str:
    match action:
        case PlayAs(card, named):
            return f"{card.pretty()} as {named.pretty()}"
        case LeadFor(card, led):
            return f"{card.pretty()} naming {led.symbol}"
        case PlayCard(card):
            return card.pretty()
    return "the top card"
