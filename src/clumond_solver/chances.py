"""A played hand as its players saw it: the chance of success before and after each card.

Double dummy tells what was possible with all hands open. A player sees sixteen cards; what he
gave away by his choice is measured here by the single-dummy engine from his seat.

>>> from clumond_solver.records import Record
>>> play = Play.parse("F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=6,4,2")
>>> play.push(Card.parse("S2"))
>>> [card_seen] = chances(Record.of(play), iterations=200, seed=1)
>>> card_seen.before >= card_seen.after
True
"""

from __future__ import annotations

from collections.abc import Callable

from clumond_solver.cards import Card
from clumond_solver.deals import Seat
from clumond_solver.errors import RuleError
from clumond_solver.records import Record
from clumond_solver.results import CardValue, Seen
from clumond_solver.rules.clumond import Play
from clumond_solver.single_dummy import DEFAULT_ITERATIONS, choose

# So many tries must speak against a card before half of what they say counts.
_DOUBT = 10


def chances(
    record: Record,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Seen, ...]:
    """The declarer's chance before and after each card, as the player of that card saw it.

    One search of so many ``iterations`` a card, up to the first illegal card. The chances are a
    search's mean: low early in the hand, so differences say more than levels. ``progress`` is
    called with the cards done and the cards in all. RuleError if nobody declared.
    """
    play = record.start()
    declarer = play.declarer
    if declarer is None:
        raise RuleError("nobody declared: there is no declarer whose chance could be told")
    seen = []
    for card in record.plays:
        if card not in play.legal_plays:
            break
        seen.append(_look(play, card, declarer, iterations, seed))
        play.push(card)
        if progress is not None:
            progress(len(seen), len(record.plays))
    return tuple(seen)


def _look(play: Play, card: Card, declarer: Seat, iterations: int, seed: int) -> Seen:
    """The chance with the best card and with the one that was played."""
    choice = choose(play, iterations=iterations, seed=seed)
    best = choice.values[choice.card].value
    played = _tempered(choice.values[card], best)
    best = max(best, played)
    return Seen(best, played) if play.turn is declarer else Seen(1 - best, 1 - played)


def _tempered(played: CardValue, best: float) -> float:
    """A card's value drawn towards the best one's, the more the less often it was tried."""
    return (played.visits * played.value + _DOUBT * best) / (played.visits + _DOUBT)
