# ruff: noqa: PLR0917 (the parameters of a kind are the values of its facts)
"""The kinds of facts of which reasons for a call in any game consist, each with its one wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clumond_solver.base.cards import Card, Strain, Suit
from clumond_solver.base.wording import counted_in_words, joined, minus, percent
from clumond_solver.coach.reasons import thresholds
from clumond_solver.coach.reasons.facts import Fact, kind
from clumond_solver.coach.reasons.speaker import Speaker, action_words, suit_word
from clumond_solver.coach.reasons.stakes import Fault
from clumond_solver.coach.reasons.wordings import wins_text
from clumond_solver.rules.actions import Action


@dataclass(frozen=True, slots=True)
class Holding:
    """What a hand has under the rules to which a call leads.

    wild      the wild cards; None if there are none in the game.
    trumps    the highest first; None at no trumps.
    in_any    whether these are trumps under all rules to which the call may lead.
    high      the cards that few can beat in their suits.
    highest   the highest card outside trumps, if none is high.
    voids     the suits of which the hand has no card.
    bonuses   cards that count points together, in the words of the game.
    """

    wild: tuple[Card, ...] | None = None
    trumps: tuple[Card, ...] | None = None
    in_any: bool = False
    high: tuple[Card, ...] = ()
    highest: Card | None = None
    voids: tuple[Suit, ...] = ()
    bonuses: tuple[str, ...] = ()

    def parts(self, *, passes: bool) -> Iterator[str]:
        """Each in words."""
        if self.wild is not None:
            yield _listed("wild card", self.wild)
        if self.trumps is not None:
            only = "only " if passes and 0 < len(self.trumps) <= thresholds.FEW_TRUMPS else ""
            yield only + _listed("trump", self.trumps, " in any case" * self.in_any)
        yield from (card.pretty() for card in self.high)
        if self.highest is not None:
            outside = " outside trumps" if self.trumps is not None and not self.in_any else ""
            yield f"nothing above {self.highest.pretty()}{outside}"
        yield from (f"no {suit_word(suit, 1)}" for suit in self.voids)
        yield from self.bonuses


def _listed(what: str, cards: Sequence[Card], when: str = "") -> str:
    names = f" ({' '.join(card.pretty() for card in cards)})" if cards else ""
    return f"{counted_in_words(len(cards), what)}{when}{names}"


@kind
def no_cards_yet(say: Speaker, size: int) -> str:
    """That the player knows none of his cards, and how many tricks make an average share."""
    if not size:
        return "no cards are dealt yet"
    share = f"{size / say.players:.1f} for each of {say.players} players"
    return f"{say.does('know')} none of {say.whose} cards: {size} tricks make {share}"


@kind
def holds(
    say: Speaker,
    holding: Holding,
    trumps: Strain | Suit | None = None,
    passes: bool = False,
    wins: Fact | None = None,
) -> str:
    """What the hand has, under the ``trumps`` to which the call leads, if it fixes any."""
    head = say.does("hold")
    if trumps is not None:
        head = f"with {trumps.symbol} as trumps {say.who} would hold"
    text = f"{head} {joined(holding.parts(passes=passes), 'and')}"
    return text if wins is None else f"{text}; {wins.clause(say)}"


@kind
def winners(
    say: Speaker,
    cards: tuple[Card, ...],
    counts: tuple[int, ...],
    games: int,
    average: float | None,
) -> str:
    """How often cards win tricks after a nomination, and all cards together on ``average``.

    Without an average they are the danger; without cards none wins more often than ``counts``.
    """
    if not cards:
        more = "a trick in any" if not counts[0] else f"a trick in more than {counts[0]}"
        return f"none wins {more} of {games} games"
    text = wins_text(cards, counts, games, "a trick")
    if average is None:
        return f"the danger is that {text}"
    return f"{text}, and all {say.whose} cards together {average:.1f} on average"


@kind
def can_still(say: Speaker, verb: str, suit: Suit, trumps: tuple[Card, ...]) -> str:
    """The trumps that the player may yet declare if all others pass, too."""
    others = f"{say.whose} opponent passes" if say.players == 2 else "all pass"
    cards = " ".join(card.pretty() for card in trumps)
    return f"if {others} as well, {say.who} can still {verb} {suit.symbol}, with {cards}"


@kind
def nominated_so_far(say: Speaker, total: int, size: int) -> str:
    """How many tricks are nominated."""
    are = "is" if total == 1 else "are"
    return f"so far {counted_in_words(total, 'trick')} {are} nominated, of {size}"


@kind
def chances(
    say: Speaker,
    calls: tuple[Action, ...],
    hits: tuple[float, ...],
    awards: tuple[int, ...],
    missed: Fault | None,
    is_close: bool = False,
    others_lose: bool = False,
) -> str:
    """How often nominations are made, and for what.

    missed       how the first is mostly missed; None if either way.
    is_close     whether luck may explain which is better.
    others_lose  whether the first is better for what the others score.
    """
    first, *more = (percent(max(0.0, chance), unbroken=True) for chance in hits)
    call = action_words(calls[0])
    text = f"if {say.does('nominate')} {call}, {say.does('make')} it about {first} of the time,"
    text += f" for {awards[0]} points"
    text += f" (mostly missed by {missed.value})" if missed else ""
    text += f"; with {action_words(calls[1])} {more[0]}, for {awards[1]}" if more else ""
    if is_close:
        return f"{text}. That is a toss-up: luck may explain the difference"
    return f"{text}; but with {call} the others score less" if others_lose else text


@kind
def mean_scores(
    say: Speaker,
    call: Action,
    scores: tuple[float, float],
    other: Action | None,
    beside: tuple[float, float],
    has_partner: bool,
    together: bool,
    is_close: bool,
) -> str:
    """What the player's side and the others, each or together, score on average after the calls."""
    score, others = say.does("score"), "the others together" if together else "each of the others"
    if has_partner:
        score, others = f"{say.who} and {say.whose} partner score", "the opponents"
    elif say.players == 2:
        others = "the opponent"
    own, theirs, first, second = (minus(round(gain)) for gain in (*scores, *beside))
    text = f"with {action_words(call)} {score} about {own} on average, {others} {theirs}"
    if other is None:
        return text
    luck = ", which luck may explain" if is_close else ""
    return f"{text}; with {action_words(other)} {first} and {second}{luck}"


@kind
def calls_next(say: Speaker, calls: tuple[Action, ...]) -> str:
    """The player's own calls that go with this one."""
    return f"{joined(map(action_words, calls), 'and')} would be next"


@kind
def barred(say: Speaker, nomination: str) -> str:
    """The only nomination that the rules forbid, in the words of the game."""
    return f"the dealer may not nominate {nomination}"


@kind
def others_pass(say: Speaker) -> str:
    """What the others are expected to call."""
    return "the others are expected to pass"
