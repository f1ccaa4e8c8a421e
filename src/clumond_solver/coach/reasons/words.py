"""The words of reasons: numbers, cards and players in sentences.

>>> either([5, 7, 9]), nth(8), cards_text(Hand.parse("AK..."))
('five, seven or nine', 'an eighth', '♠A or ♠K')
"""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Hand, Suit
from clumond_solver.base.wording import NUMBERS, joined
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    Nominate,
    Pass,
    PlayByName,
    SetRules,
)
from clumond_solver.rules.tricks import PlayedCard

ORDINALS = (
    "no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
    "seventeenth",
)  # fmt: skip


class Speaker:
    """Puts facts about one player's cards into words; ``who`` is "you", or a name."""

    def __init__(self, who: str) -> None:
        """Speak of a player."""
        self.who = who
        self.whose = "your" if who == "you" else "his"

    def does(self, verb: str) -> str:
        """The verb as the player does it."""
        if self.who == "you":
            return f"you {verb}"
        return f"{self.who} {verb}s".replace("haves", "has")


def after_the_first(reasons: list[str], count: str) -> list[str]:
    """The reasons with a count of games behind the first one: no reason begins with figures."""
    return [*reasons[:1], *filter(None, [count]), *reasons[1:]]


def either(numbers: Iterable[int]) -> str:
    """One of some numbers, in words."""
    return joined(NUMBERS[number] for number in sorted(numbers))


def cards_text(cards: Hand) -> str:
    """One of some cards, the highest first."""
    return joined(card.pretty() for card in reversed(list(cards)))


def suit_word(suit: Suit, count: int = 2) -> str:
    """A suit in words: heart, hearts."""
    return suit.name.lower()[: -1 if count == 1 else None]


def nth(number: int) -> str:
    """A trick's number with its article: a fourth."""
    return f"{'an' if number in {8, 11} else 'a'} {ORDINALS[number]}"


def action_words(action: Action) -> str:
    """An action in the middle of a sentence."""
    match action:
        case Declare(strain):
            return f"{strain.symbol} trumps"
        case Nominate(tricks):
            return NUMBERS[tricks]
        case ChooseCards(cards):
            return f"{NUMBERS[cards]} cards"
        case Pass():
            return "a pass"
        case SetRules():
            return "these rules"
    played = played_card(0, action)
    return "this call" if played is None else shown(played)


def played_card(seat: int, action: Action) -> PlayedCard | None:
    """The card that an action lays; None if it lays none that is seen."""
    if not isinstance(action, PlayByName):
        return None
    return PlayedCard(seat, action.card, action.named, action.led)


def shown(played: PlayedCard) -> str:
    """A card played, with the card or the suit that it stands for."""
    if played.named is not None:
        return f"{played.card.pretty()} as {played.named.pretty()}"
    return played.card.pretty() + ("" if played.led is None else f" for {played.led.symbol}")
