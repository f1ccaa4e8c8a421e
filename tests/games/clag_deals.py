"""Deals of Clag with given hands, under any rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clumond_solver.base.cards import FULL_PACK, Card
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clag.schemes import DealRules, Scheme, Trumps
from clumond_solver.rules.actions import parse_action


def deal_of(
    rules: DealRules | None, hands: Sequence[str], turned: str = "", restricted: bool = True
) -> ClagState:
    """A deal of these hands, the top of each stack first, and this card turned up after them."""
    top = [Card.parse(word) for hand in (*hands, turned) for word in hand.split()]
    rest = [card for card in FULL_PACK.cards if card not in top]
    return ClagState([*top, *rest], len(hands), rules, restricted=restricted)


def played(state: ClagState, actions: str) -> ClagState:
    for text in actions.split(", "):
        state.push(parse_action(text))
    return state


def rules_of(scheme: Scheme, label: str) -> DealRules:
    return next(deal for deal in scheme.deals if deal.label.partition(" (")[0] == label)


def two_cards(**changes: Any) -> DealRules:
    return replace(DealRules("2", 2), **changes)


HANDS = ("HA S3", "HK S4", "H2 D5")
NO_TRUMPS = two_cards(trumps=Trumps.FIXED)
