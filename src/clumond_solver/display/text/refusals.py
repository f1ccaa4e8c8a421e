"""Why a player may not do what he said, or play a card, as he is addressed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import IllegalActionError
from clumond_solver.base.wording import first_of, joined
from clumond_solver.display.text.actions import action_text
from clumond_solver.rules.tricks import BrokenRule, Duty


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
