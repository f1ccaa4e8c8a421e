"""Facts, of which reasons are made, and the words in which a player hears them.

A kind of fact is made of the function that words it; to call the kind makes a fact of what its
wording needs. A `Speaker` names the players; below are the words for numbers, cards and actions.

>>> @kind
... def fixed(say: Speaker, wins: bool) -> str:
...     return f"all of {say.whose} cards {'win' if wins else 'lose'}"
>>> fact = fixed(wins=True)
>>> fact.kind is fixed, fact["wins"], sentences([fact], Speaker("you"))
(True, True, 'All of your cards win.')

>>> from clumond_solver.base.cards import Hand
>>> either([5, 7, 9]), nth(8), alternatives(Hand.parse("AK..."))
('five, seven or nine', 'an eighth', '♠A or ♠K')
>>> say = Speaker("you", seat=0, players=3, declarer=1)
>>> say.does("take"), say.name(1), say.name(2), say.name(0)
('you take', 'declarer', 'your partner', 'you')
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import capital, in_words, joined
from clumond_solver.coach.reasons.fates import Place, Ruff, played_card
from clumond_solver.display.text.actions import action_text
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    Declare,
    Nominate,
    Pass,
    SetRules,
)
from clumond_solver.rules.tricks import AnySuit, PlayedCard

_Values = ParamSpec("_Values")

# By number, from 1: nothing reads index 0.
_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
    "seventeenth",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that a reason may say: values of a kind."""

    kind: Callable[..., Reason]
    wording: Callable[..., str]
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """One of the values."""
        return self.values[name]

    def clause(self, say: Speaker) -> str:
        """The fact in words, without a capital letter or a full stop."""
        return self.wording(say, **self.values)


def kind(wording: Callable[Concatenate[Speaker, _Values], str]) -> Callable[_Values, Reason]:
    """Make a kind of the function that words its facts."""
    signature = inspect.signature(wording)

    @wraps(wording)
    def make(*args: _Values.args, **kwargs: _Values.kwargs) -> Reason:
        bound = signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return Reason(make, wording, {it: bound.arguments[it] for it in [*bound.arguments][1:]})

    return make


def sentences(facts: Iterable[Reason], say: Speaker) -> str:
    """The facts in words, a sentence each."""
    return " ".join(f"{capital(fact.clause(say))}." for fact in facts)


class Speaker:
    """Names the players of one reason; ``who`` is its player, "you" or a name.

    ``seat`` is his place among so many ``players``, ``declarer`` the seat that he defends against.
    """

    def __init__(
        self, who: str, seat: int = 0, players: int = 3, declarer: int | None = None
    ) -> None:
        """Choose the words for this player."""
        self.who = who
        self.whose = "your" if who == "you" else "his"
        self.seat, self.players, self.declarer = seat, players, declarer
        self._placed = set[PlayedCard]()

    def does(self, verb: str, seat: int | None = None) -> str:
        """A player, or the one of the reason, and the verb: "you take", "Ann takes"."""
        who = self.who if seat is None else self.name(seat)
        if who == "you":
            return f"you {verb}"
        adverb, _, plain = verb.rpartition(" ")
        third = {"have": "has", "can": "can", "miss": "misses"}.get(plain, f"{plain}s")
        return " ".join(filter(None, (who, adverb, third)))

    def name(self, seat: int) -> str:
        """A player, by what he is to the one of the reason, or by where he sits."""
        offset = (seat - self.seat) % self.players
        if not offset:
            return self.who
        if self.declarer is not None:
            return "declarer" if seat == self.declarer else f"{self.whose} partner"
        if self.players == 2:
            return f"{self.whose} opponent"
        if side := {1: "left", self.players - 1: "right"}.get(offset):
            return f"the player on {self.whose} {side}"
        return "the player opposite" if self.players == 4 else f"the player {in_words(offset)} on"

    def with_place(self, played: PlayedCard, place: Place | None) -> str:
        """A card, and in parentheses its place in its suit the first time that it is named."""
        is_new = place is not None and played not in self._placed
        self._placed.add(played)
        name = played_text(played)
        return f"{name} ({self._place_text(place)})" if place is not None and is_new else name

    def ruffers(self, ruff: Ruff) -> str:
        """Who may ruff, if all are known to be void: " by declarer, who has no clubs"."""
        if not ruff.seats:
            return ""
        have = "has" if len(ruff.seats) == 1 else "have"
        return f" by {joined(map(self.name, ruff.seats))}, who {have} no {suit_word(ruff.suit)}"

    def _place_text(self, place: Place) -> str:
        ruffed = f"it may be ruffed{self.ruffers(place.ruff)}" if place.ruff else ""
        if place.above:
            are = "is" if len(place.above) == 1 else "are"
            drawn = "; whoever has it must play it" if place.is_drawn else ""
            rank = f"only {and_text(place.above)} {are} out above it{drawn}"
        else:
            gone = f", since {are_gone(place.gone)}" if place.gone else ""
            rank = f"nobody else has a higher {suit_word(place.suit, 1)}{gone}"
        rank = "" if place.is_top else f"{'after this trick ' if place.is_later else ''}{rank}"
        return "; ".join(filter(None, (rank, ruffed)))


def out_of(part: int, count: int) -> str:
    """A number of games: "all 24", "none of 24", "7 of 24"."""
    return f"all {count}" if part == count else f"{part or 'none'} of {count}"


def either(numbers: Iterable[int]) -> str:
    """The numbers in words, joined by "or"."""
    return joined(in_words(number) for number in sorted(numbers))


def range_text(numbers: Iterable[int]) -> str:
    """Numbers in words, more than two as a range: "two or three", "two to five"."""
    first, *more = sorted(numbers)
    return f"{in_words(first)} to {in_words(more[-1])}" if len(more) > 1 else either([first, *more])


def and_text(cards: Iterable[Card]) -> str:
    """The cards joined by "and"."""
    return joined((card.pretty() for card in cards), "and")


def are_gone(cards: Collection[Card]) -> str:
    """That the cards are gone: "♥A and ♥K are gone"."""
    return f"{and_text(cards)} {'is' if len(cards) == 1 else 'are'} gone"


def alternatives(cards: Iterable[Card]) -> str:
    """The cards joined by "or", the highest first."""
    return joined(card.pretty() for card in reversed(list(cards)))


def suit_word(suit: AnySuit, count: int = 2) -> str:
    """A suit in words: heart, hearts."""
    return suit.name.lower()[: -1 if count == 1 else None]


def ordinal(number: int) -> str:
    """A trick's number: fourth."""
    return _ORDINALS[number]


def nth(number: int) -> str:
    """A trick's number with its article: a fourth."""
    return f"{'an' if number in {8, 11} else 'a'} {ordinal(number)}"


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


def played_text(played: PlayedCard) -> str:
    """A card, with the card that it is played as, or the suit that it counts as when led."""
    if played.named is not None:
        return f"{played.card.pretty()} as {played.named.pretty()}"
    return played.card.pretty() + ("" if played.led is None else f" naming {played.led.symbol}")
