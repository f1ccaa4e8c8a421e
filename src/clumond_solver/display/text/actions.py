"""Calls and plays as people say them, and why a player may not do what he said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from clumond_solver.base.cards import Card
from clumond_solver.base.errors import IllegalActionError
from clumond_solver.base.wording import counted, first_of, joined
from clumond_solver.rules.actions import (
    Action,
    Call,
    CardAction,
    ChooseCards,
    Declare,
    Give,
    GiveCards,
    LayAside,
    LeadFor,
    Nominate,
    PlayAs,
    PlayCard,
    Unseen,
)
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import BrokenRule, Duty

#: The game's verb before a call.
VerbOf = Callable[[Call], str]


def usual_verb(call: Call) -> str:
    """The verb of a call in most games."""
    return call.verb


def action_text(action: Action, verb_of: VerbOf = usual_verb) -> str:
    """An action in words; ``verb_of`` gives the game's verb before a call.

    >>> from clumond_solver.rules.actions import parse_action
    >>> [action_text(parse_action(text)) for text in ("play HT", "lead C7 for D", "nominate 3")]
    ['♥T', '♣7 naming ♦', 'nominate 3']
    >>> action_text(parse_action("call DHSC nuloss ascending"))
    'red over black ♦ ♥ ♠ ♣, nuloss, ascending madness'
    """
    if isinstance(action, CardAction):
        return _play_text(action)
    return f"{verb_of(action)} {_call_words(action)}".strip()


def _call_words(call: Call) -> str:
    """A call without its verb."""
    words = str(getattr(call, "words", call))
    match call:
        case Declare(strain):
            words = strain.symbol if strain.suit else "no trumps"
        case Nominate(tricks):
            words = str(tricks)
        case ChooseCards(cards):
            words = f"{cards} cards"
        case LayAside(hand) | GiveCards(hand):
            words = " ".join(card.pretty() for card in hand)
        case Give(card):
            words = card.pretty()
        case Unseen():
            words = "a call unseen"
    return words


def passes_told(state: TrickState, viewer: int) -> dict[int, str]:
    """What a seat is told of the cards passed on, by number of the event in its observation.

    Those of one giver are told together, with his last: "passed ♠Q ♠K", or "passed 2 cards".
    """
    to_pass = {giver: number for giver, _, number in state.passes}
    calls, chosen, texts = iter(state.calls_made), Counter[int](), dict[int, str]()
    for number, event in enumerate(state.observation(viewer).events if to_pass else ()):
        if event.action is None or isinstance(event.action, CardAction):
            continue
        seat, call = next(calls)
        if isinstance(call, Give) and seat in to_pass:
            chosen[seat] += 1
            is_seen = isinstance(event.action, Give)
            cards = " ".join(card.pretty() for card in state.given(seat)) if is_seen else ""
            words = f"passed {cards or counted(to_pass[seat], 'card')}"
            texts[number] = words if chosen[seat] == to_pass[seat] else ""
    return texts


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


def refusal_text(error: IllegalActionError, verb_of: VerbOf = usual_verb) -> str:
    """Why a player may not do what he said, as he is addressed."""
    words = partial(action_text, verb_of=verb_of)
    what = error.action.pretty() if isinstance(error.action, Card) else words(error.action)
    match error.reason:
        case BrokenRule() as rule:
            why = broken_rule_text(rule)
        case str(text):
            why = text
        case calls:
            why = f"you may say {first_of(map(words, calls))}"
    return f"{what}: {why}"
