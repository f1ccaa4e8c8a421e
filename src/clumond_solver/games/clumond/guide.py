"""What to look at in a first hand of Clumond, told to the player whose turn it is.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> guide_lines(state, 0)[0].startswith("You will play thirteen tricks and keep three cards")
True
"""

from __future__ import annotations

from collections.abc import Iterator

from clumond_solver.cards import DIAGRAM_ORDER, Hand, Suit
from clumond_solver.games.clumond.deals import KEPT_CARDS
from clumond_solver.games.clumond.play import Play
from clumond_solver.rules.states import Fact, TrickState

_NEAREST = 3


def guide_lines(state: TrickState, seat: int) -> tuple[str, ...]:
    """Sentences about this moment, from what the seat has seen."""
    play = state.play
    if isinstance(play, Play):
        return tuple(_of_play(play, seat, state.aids(seat)))
    return tuple(_of_offer(state.observation(seat).hand or Hand()))


def _of_offer(hand: Hand) -> Iterator[str]:
    yield (
        "You will play thirteen tricks and keep three cards. Their suits say how many tricks you"
        " should have taken: a ♦ counts 0, a ♠ 1, a ♥ 2, a ♣ 3, added up, or ten more. Keeping ♥♥♠"
        " you want exactly five tricks."
    )
    best = max(DIAGRAM_ORDER, key=hand.length)
    yield (
        "You are asked whether you go for clumond: you name trumps and play alone against two."
        f" Look for a long suit with high cards. Your longest is {best.symbol},"
        f" {hand.length(best)} cards: {hand.ranks_text(best)}."
    )
    yield (
        "Then ask which three cards you would like to keep, and whether you can steer to as many"
        " tricks as they ask for. With cards of several suits at the end you can still choose."
    )


def _of_play(play: Play, seat: int, within_reach: tuple[Fact, ...]) -> Iterator[str]:
    hand = play.hands[seat]
    if not play.history:
        yield _of_contract(play, seat)
    if play.trick:
        yield _of_trick(play, hand)
    else:
        yield "You lead: choose a suit. A high card takes the trick, a low one gives it away."
    taken, left = play.tricks_taken[seat], play.tricks_to_come
    yield f"You have {_tricks(taken)}, and {_tricks(left)} are to come. " + _of_goals(within_reach)
    if left <= KEPT_CARDS:
        yield "Near the end each card that you play decides what you keep. Count both."


def _of_contract(play: Play, seat: int) -> str:
    if play.declarer is None:
        return "Nobody declared: there are no trumps, and each of you plays for himself."
    trumps = f"{play.strain.symbol} are trumps" if play.strain.suit else "there are no trumps"
    if play.declarer == seat:
        return f"You declared, {trumps}: the other two try to spoil it."
    return f"Somebody else declared, {trumps}: with your partner you try to spoil it for declarer."


def _of_trick(play: Play, hand: Hand) -> str:
    led = play.trick[0].suit
    last = " You are the last to play, so you see who wins." if len(play.trick) == 2 else ""
    if hand.length(led):
        return f"{led.symbol} was led and must be followed.{last}"
    ruff = play.strain.suit is not None and hand.length(Suit(play.strain)) > 0
    free = "play a trump to win, or throw away" if ruff else "throw away"
    return f"You have no {led.symbol}: you may {free} a card that you do not want to keep.{last}"


def _of_goals(within_reach: tuple[Fact, ...]) -> str:
    if within_reach and within_reach[0].name == "out of reach":
        return "No total fits what can still be kept: the nearer, the better."
    nearest = [f"{aid.name}: keep {_first(aid.text)}" for aid in within_reach[:_NEAREST]]
    return f"The nearest totals within your reach: {'; '.join(nearest)}."


def _first(retentions: str) -> str:
    first, *others = retentions.split()
    return f"{first} or others" if others else first


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"
