"""Numbers, cards and players as words in the sentences of reasons.

>>> either([5, 7, 9]), nth(8), cards_text(Hand.parse("AK..."))
('five, seven or nine', 'an eighth', '♠A or ♠K')
"""

from __future__ import annotations

from collections.abc import Iterable

from clumond_solver.base.cards import Hand
from clumond_solver.base.wording import in_words, joined
from clumond_solver.coach.reasons.fates import Moment
from clumond_solver.display.text import action_text
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    Nominate,
    Pass,
    PlayKnownCard,
    SetRules,
)
from clumond_solver.rules.tricks import AnySuit, PlayedCard

# By number, from 1: nothing reads index 0.
ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
    "seventeenth",
)  # fmt: skip


#: So many cards that beat another one are named, or make it a high one.
FEW_RIVALS = 2


# The third person of verbs that do not just get an s.
_IRREGULAR = {"have": "has", "already have": "already has", "can": "can"}


class Speaker:
    """Puts facts about one player's cards into words; ``who`` is "you", or a name."""

    def __init__(self, who: str) -> None:
        """Choose the words for this player."""
        self.who = who
        self.whose = "your" if who == "you" else "his"

    def does(self, verb: str) -> str:
        """The player and the verb: "you take", "Ann takes"."""
        if self.who == "you":
            return f"you {verb}"
        return f"{self.who} {_IRREGULAR.get(verb, f'{verb}s')}"

    def neighbour(self, moment: Moment, seat: int) -> str:
        """A player, named by his seat relative to the player's; the player himself for his own."""
        players = moment.rules.players
        offset = (seat - moment.seat) % players
        if not offset:
            return self.who
        if players == 2:
            return f"{self.whose} opponent"
        side = {1: "left", players - 1: "right"}.get(offset)
        if side is not None:
            return f"the player on {self.whose} {side}"
        return "the player opposite" if players == 4 else f"the player {in_words(offset)} seats on"


def winning_text(moment: Moment) -> str:
    """The card that is winning the trick so far."""
    seat = moment.winning_seat()
    return next(played_text(played) for played in moment.trick if played.seat == seat)


def out_of(part: int, count: int) -> str:
    """A number of games: "all 24", "none of 24", "7 of 24"."""
    return f"all {count}" if part == count else f"{part or 'none'} of {count}"


def lower_first(text: str) -> str:
    """The sentence without its capital letter, to go on with after a colon."""
    return text[:1].lower() + text[1:]


def either(numbers: Iterable[int]) -> str:
    """The numbers in words, joined by "or"."""
    return joined(in_words(number) for number in sorted(numbers))


def range_text(numbers: Iterable[int]) -> str:
    """Numbers in words, more than two as a range: "two or three", "two to five"."""
    first, *more = sorted(numbers)
    return f"{in_words(first)} to {in_words(more[-1])}" if len(more) > 1 else either([first, *more])


def cards_text(cards: Hand) -> str:
    """The cards joined by "or", the highest first."""
    return joined(card.pretty() for card in reversed(list(cards)))


def suit_word(suit: AnySuit, count: int = 2) -> str:
    """A suit in words: heart, hearts."""
    return suit.name.lower()[: -1 if count == 1 else None]


def nth(number: int) -> str:
    """A trick's number with its article: a fourth."""
    return f"{'an' if number in {8, 11} else 'a'} {ORDINALS[number]}"


def action_words(action: Action) -> str:
    """An action, worded for the middle of a sentence."""
    match action:
        case Declare(strain):
            return f"{strain.symbol} trumps"
        case Nominate(tricks):
            return in_words(tricks)
        case ChooseCards(cards):
            return f"{in_words(cards)} cards"
        case Pass():
            return "a pass"
        case SetRules():
            return "these rules"
    played = played_card(0, action)
    return f"“{action_text(action)}”" if played is None else played_text(played)


def played_card(seat: int, action: Action) -> PlayedCard | None:
    """The card that an action plays face up; None for other actions."""
    if not isinstance(action, PlayKnownCard):
        return None
    return PlayedCard(seat, action.card, action.named, action.led)


def played_text(played: PlayedCard) -> str:
    """A card, with the card that it is played as, or the suit that it counts as when led."""
    if played.named is not None:
        return f"{played.card.pretty()} as {played.named.pretty()}"
    return played.card.pretty() + ("" if played.led is None else f" naming {played.led.symbol}")
