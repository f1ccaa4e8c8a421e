"""Calls and plays as people say them, and why a player may not do what he said."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import IllegalActionError
from clumond_solver.base.wording import first_of, joined
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
from clumond_solver.rules.tricks import BrokenRule, Duty


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


def broken_rule_text(rule: BrokenRule) -> str:
    """Why a player may not play a card, as he is addressed.

    >>> from clumond_solver.base.cards import Suit
    >>> broken_rule_text(BrokenRule(Duty.FOLLOW, (Suit.SPADES,)))
    'you hold spades and must follow'
    """
    suits = joined(suit.name.lower() for suit in rule.suits) if rule.suits else ""
    first = "" if rule.card is None else rule.card.pretty()
    return {
        Duty.HOLD: "you do not hold it",
        Duty.FOLLOW: f"you hold {suits} and must follow",
        Duty.PLAY: f"you must play {suits}, since you cannot follow",
        Duty.BEAT: "you can beat the trick and must",
        Duty.FIRST: f"you must play {first} first",
        Duty.LEAD_LATER: "it may not be led yet",
        Duty.NOT_FIRST_TRICK: "it may not be played to the first trick",
    }[rule.duty]


def refusal_text(
    error: IllegalActionError, declare_verb: Callable[[Strain], str] = lambda _: "declare"
) -> str:
    """Why a player may not do what he said, as he is addressed."""
    words = partial(action_text, declare_verb=declare_verb)
    what = error.action.pretty() if isinstance(error.action, Card) else words(error.action)
    match error.reason:
        case BrokenRule() as rule:
            why = broken_rule_text(rule)
        case str(text):
            why = text
        case calls:
            why = f"you may say {first_of(map(words, calls))}"
    return f"{what}: {why}"
