"""Advice to a beginner in his first hand of Clumond.

>>> from clumond_solver.games.clumond.game import ClumondGame
>>> state = ClumondGame().deal(3, ClumondGame().opening())
>>> guide_lines(state, 0)[0].startswith("You will play thirteen tricks and keep three cards")
True
"""

from __future__ import annotations

from collections.abc import Iterator

from clumond_solver.base.cards import DIAGRAM_ORDER, Hand, Suit
from clumond_solver.base.wording import capital, counted, joined
from clumond_solver.games.clumond.deals import KEPT_CARDS
from clumond_solver.games.clumond.play import Play
from clumond_solver.rules.states import Fact, FactKind, TrickState

# Sessions whose first deal gives the person the first call, and a hand for clumond. Who follows the
# hints against two medium players is not certain before the last tricks, has cards to duck and
# totals to count on the way (some card would cost a fifth of his chance), and succeeds.
GUIDED_SEEDS = (3450, 2059, 1476, 2080, 1051)
#: The options of these sessions.
OPTIONS = {"hands": "1", "scoring": "paper"}


def guide_lines(state: TrickState, seat: int) -> tuple[str, ...]:
    """The sentences about this position, from what the seat has seen."""
    play = state.play
    if isinstance(play, Play):
        return tuple(_play_lines(play, seat, state.aids(seat)))
    return tuple(_offer_lines(state.observation(seat).hand or Hand()))


def _offer_lines(hand: Hand) -> Iterator[str]:
    yield (
        "You will play thirteen tricks and keep three cards. Their suits add up to the tricks that"
        " you want: ♦ 0, ♠ 1, ♥ 2, ♣ 3, or ten more. Keeping ♥♥♠ you want exactly five."
    )
    yield (
        "Going for clumond, you name trumps, which beat all other suits, or “no trumps”, and play"
        f" alone against two. Look for a long suit with high cards: {_longest_text(hand)}."
    )
    yield (
        "Each seat has a name: forehand, at the dealer's left, calls first, then middlehand, then"
        " rearhand."
    )


def _longest_text(hand: Hand) -> str:
    """The longest suit, or suits.

    >>> _longest_text(Hand.parse("AK874.QJ965.K4.Q9"))
    'your longest are ♥ (QJ965) and ♠ (AK874), 5 cards each'
    """
    most = max(map(hand.length, DIAGRAM_ORDER))
    longest = [suit for suit in DIAGRAM_ORDER if hand.length(suit) == most]
    if len(longest) == 1:
        return f"your longest is {longest[0].symbol}, {most} cards ({hand.ranks_text(longest[0])})"
    named = joined([f"{suit.symbol} ({hand.ranks_text(suit)})" for suit in longest], "and")
    return f"your longest are {named}, {most} cards each"


def _play_lines(play: Play, seat: int, aids: tuple[Fact, ...]) -> Iterator[str]:
    hand = play.hands[seat]
    if not play.history:
        yield _declaration_line(play, seat)
    if play.trick:
        yield _trick_line(play, hand)
    else:
        yield "You lead: choose a suit. A high card takes the trick, a low one gives it away."
    taken, left = play.tricks_taken[seat], play.tricks_left
    yield f"You have {counted(taken, 'trick')}, and {counted(left, 'trick')} to come."
    if aids and aids[0].kind is FactKind.OUT_OF_REACH:
        yield f"{capital(aids[0].text)}."
    if left <= KEPT_CARDS:
        yield (
            "Near the end each card that you play also decides what you keep: count your tricks,"
            " and what the cards left ask for."
        )


def _declaration_line(play: Play, seat: int) -> str:
    if play.declarer is None:
        return "Nobody declared: there are no trumps, and each of you plays for himself."
    trumps = f"{play.strain.symbol} are trumps" if play.strain.suit else "there are no trumps"
    if play.declarer == seat:
        return f"You declared, {trumps}: the other two try to spoil it."
    return f"Somebody else declared, {trumps}: with your partner you try to spoil it for declarer."


def _trick_line(play: Play, hand: Hand) -> str:
    led = play.trick[0].suit
    last = " You are the last to play, so you see who wins." if len(play.trick) == 2 else ""
    if hand.length(led):
        return f"{led.symbol} was led and must be followed.{last}"
    can_ruff = play.strain.suit is not None and hand.length(Suit(play.strain)) > 0
    choice = "play a trump to win, or throw away" if can_ruff else "throw away"
    return f"You have no {led.symbol}: you may {choice} a card that you do not want to keep.{last}"
