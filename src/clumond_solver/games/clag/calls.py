"""The calls of Clag: nominations, the dealer's trumps, and the rules that a Caller sets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product

from clumond_solver.base.cards import Strain, Suit
from clumond_solver.base.wording import counted
from clumond_solver.games.clag.schemes import MOST_CARDS, DealRules, Ranks, Trumps
from clumond_solver.games.clag.scoring import Aim, DealScoring
from clumond_solver.rules.actions import ChooseCards, Declare, Nominate, SetRules, TrickValues

SIZES_TO_CHOOSE = tuple(ChooseCards(cards) for cards in range(3, MOST_CARDS + 1))
_ORDERS: tuple[tuple[Suit, ...], ...] = ((), *((suit,) for suit in Suit), *permutations(Suit))
RULES_TO_SET = tuple(
    SetRules(order, nuloss, blind, misere, values)
    for order, nuloss, blind, misere, values in product(
        _ORDERS, (False, True), (False, True), (False, True), TrickValues
    )
)
TRUMPS_TO_NAME = tuple(Declare(Strain(suit)) for suit in Suit)
MOST_NOMINATIONS = tuple(Nominate(tricks) for tricks in range(MOST_CARDS + 1))


def barred_nomination(nominations: Sequence[int | None], cards: int) -> int | None:
    """The number that the last seat may not nominate: the total would be the number of cards.

    None unless exactly one seat has yet to nominate, and if no number makes that total.

    >>> barred_nomination((2, 0, None), 3), barred_nomination((2, 2, None), 3)
    (1, None)
    """
    made = [tricks for tricks in nominations if tricks is not None]
    missing = cards - sum(made)
    return missing if len(made) == len(nominations) - 1 and missing >= 0 else None


@cache
def called_rules(call: SetRules, cards: int, failed_tricks: bool = False) -> DealRules:
    """The rules of a deal by its Caller's call (Royal Air Force rules).

    ``failed_tricks`` is as in `DealScoring`.

    >>> deal = called_rules(SetRules((Suit.HEARTS,), nuloss=True), 5)
    >>> deal.label, deal.ranks
    ('5 cards, ♥ trumps, nuloss', <Ranks.REVERSED: 'reversed'>)
    >>> from clumond_solver.rules.actions import PRECEDENCES
    >>> called_rules(SetRules(PRECEDENCES["red over black"]), 5).label
    '5 cards, red over black ♦ ♥ ♠ ♣'
    """
    return DealRules(
        label=f"{counted(cards, 'card')}, {call.words}",
        cards=cards,
        trumps=Trumps.FIXED,
        order=call.order,
        ranks=Ranks.REVERSED if call.nuloss else Ranks.ACES_HIGH,
        face_down=call.blind,
        scoring=DealScoring(
            Aim.NONE if call.misere else Aim.EXACT, values=call.values, failed_tricks=failed_tricks
        ),
    )
