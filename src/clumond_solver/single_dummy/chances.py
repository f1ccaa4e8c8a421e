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

from collections.abc import Callable, Collection
from dataclasses import replace

from clumond_solver._core.bits.elementary import exp, log
from clumond_solver._core.bits.stop import Stop
from clumond_solver.cards import Card, Hand
from clumond_solver.errors import RuleError
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import Record
from clumond_solver.results import CardValue, Choice, Seen
from clumond_solver.seen.clumond import Knowledge
from clumond_solver.single_dummy.fitted import fitted
from clumond_solver.single_dummy.player import DEFAULT_ITERATIONS, choose, root_value
from clumond_solver.single_dummy.styles import FULL
from clumond_solver.values import check_type

_UNDECLARED = "nobody declared: there is no declarer whose chance could be told"
# Tries that must speak against a card before half of what they say counts.
_DOUBT = 10
# Tries from which on a card's mean is taken for what it is.
_OFTEN = 100


def chances(
    record: Record,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Seen, ...]:
    """The declarer's chance before and after each card, as the player of that card saw it.

    One search of ``iterations`` for each card, up to the first illegal card. A search's mean is
    brought to the level of the games that it was compared with (`Fitted.levels`). ``progress`` is
    called with the cards done and the cards in all. RuleError if nobody declared.
    """
    check_type(record, Record, "a record")
    play = record.start()
    declarer = play.declarer
    if declarer is None:
        raise RuleError(_UNDECLARED)
    seen = []
    for card in record.plays:
        if card not in play.legal_plays:
            break
        seen.append(_look(play, card, declarer, iterations, seed))
        play.push(card)
        if progress is not None:
            progress(len(seen), len(record.plays))
    return tuple(seen)


def card_chances(
    play: Play | Knowledge, *, iterations: int = DEFAULT_ITERATIONS, seed: int = 0
) -> dict[Card, float]:
    """Each legal card of the seat to play: declarer's chance after it, as that seat sees it.

    From 0 to 1. The card that the seat should play comes first, the others by what they keep
    for it. One search of ``iterations``, brought to the level of whole games as in `chances`.
    RuleError if nobody declared or the hand is over.

    >>> play = Play.parse("F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3")
    >>> {str(card): round(chance, 2) for card, chance in card_chances(play, seed=1).items()}
    {'SA': 1.0, 'HK': 0.69, 'CJ': 0.44, 'S3': 0.42, 'S8': 0.42}
    """
    choice = choose(play, iterations=iterations, seed=seed)
    if play.declarer is None:
        raise RuleError(_UNDECLARED)
    own = play.turn is play.declarer
    best = choice.values[choice.card].value
    found = {}
    for card, value in choice.values.items():
        kept = _tempered(value, best)
        found[card] = levelled(kept if own else 1 - kept, own=own, tricks_left=play.tricks_left)
    order = sorted(found, key=lambda card: (card != choice.card, found[card] * (-1) ** own))
    return {card: found[card] for card in order}


def rarely_tried(choice: Choice) -> tuple[Card, ...]:
    """The cards of which a search has seen too little to tell what they are worth."""
    proved = Hand() if choice.proof is None else choice.proof.cards
    return tuple(
        card
        for card, value in choice.values.items()
        if value.visits < _OFTEN and card not in proved
    )


def searched_after(
    known: Knowledge,
    choice: Choice,
    cards: Collection[Card],
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    called_off: Callable[[], bool] = lambda: False,
) -> Choice:
    """The choice with a search of its own for each of some cards, and for those that touch it.

    Who looks for the best card has no time for bad ones; who wants to know how bad one is has to
    play it and search from there. ``called_off`` is asked before each search and ends them.

    >>> play = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    >>> known = Knowledge.of(play, Seat.FOREHAND)
    >>> choice = choose(known, iterations=50, seed=1)
    >>> found = searched_after(known, choice, rarely_tried(choice), iterations=50)
    >>> [(str(card), value.value) for card, value in found.values.items()]
    [('DA', 0.0), ('S2', 0.0), ('S4', 0.0), ('H3', 1.0)]
    """
    values = dict(choice.values)
    # Touching cards share one rating, and one search.
    for rated in {id(choice.values[card]): choice.values[card] for card in cards}.values():
        alike = [card for card, value in choice.values.items() if value is rated]
        after = known.after(alike[0])
        if after.turn is None or called_off():
            continue
        found = CardValue(iterations, _value(after, iterations, seed))
        values |= dict.fromkeys(alike, found)
    return replace(choice, values=values)


def _value(known: Knowledge, iterations: int, seed: int) -> float:
    """The seat's mean reward from here, whoever is to play."""
    if known.turn is not known.seat:
        return root_value(known, iterations, seed, Stop(), FULL)
    choice = choose(known, iterations=iterations, seed=seed)
    return choice.values[choice.card].value


def _look(play: Play, card: Card, declarer: Seat, iterations: int, seed: int) -> Seen:
    """The chance with the best card and with the one that was played."""
    found = card_chances(play, iterations=iterations, seed=seed)
    better = max if play.turn is declarer else min
    best = next(iter(found.values()))
    return Seen(better(best, found[card]), found[card])


def levelled(value: float, *, own: bool, tricks_left: int) -> float:
    """What a search's mean for declarer, 0 to 1, is as a chance; ``own`` if he searched himself.

    >>> levelled(0.0, own=True, tricks_left=13), round(levelled(0.2, own=True, tricks_left=13), 2)
    (0.0, 0.19)
    """
    if not 0 < value < 1:
        return min(max(value, 0.0), 1.0)
    constant, slope = fitted().levels[own, fewest_left(own=own, tricks_left=tricks_left)]
    return 1 / (1 + exp(slope * log(1 / value - 1) - constant))


def fewest_left(*, own: bool, tricks_left: int) -> int:
    """The key of the level for this many tricks left: the fewest tricks that it is for."""
    keys = fitted().levels
    return max(fewest for whose, fewest in keys if whose is own and fewest <= tricks_left)


def _tempered(played: CardValue, best: float) -> float:
    """A card's value drawn towards the best one's, the more the less often it was tried."""
    return (played.visits * played.value + _DOUBT * best) / (played.visits + _DOUBT)
