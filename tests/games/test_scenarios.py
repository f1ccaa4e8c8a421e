"""Deals with given cards, played by the rules: `scenarios.txt`, which says how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.cards import PIQUET_PACK, Card, Hand
from clumond_solver.base.errors import ClumondError
from clumond_solver.games.clabberjass import ClabberjassState
from clumond_solver.games.clag.schemes import LookTime, Scheme, Trumps
from clumond_solver.games.clubs import ClubsState
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.rules.actions import ChooseCards, parse_action
from tests.games.clag_deals import deal_of, rules_of, two_cards
from tests.samples import cards_of

State = Any


@dataclass
class Scenario:
    name: str
    lines: list[str] = field(default_factory=list)


def scenarios() -> list[Scenario]:
    read: list[Scenario] = []
    for line in Path(__file__).with_name("scenarios.txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            read.append(Scenario(line[3:]))
        elif line and line[0] != "#":
            read[-1].lines.append(line)
    return read


# What the rules of a deal of Clag change, in words.
CHANGES: dict[str, dict[str, Any]] = {
    "no trumps": {"trumps": Trumps.FIXED},
    "guessed trumps": {"trumps": Trumps.HIDDEN},
    "twos wild": {"twos_wild": True},
    "looked at later": {"look_time": LookTime.AFTER},
}


def dealt(line: str) -> State:
    setting, _, cards = line.partition(": ")
    game, *options = setting.split(", ")
    hands = cards.split(" | ")
    turned = next((word.removeprefix("turned ") for word in options if "turned " in word), "")
    if game == "Clumond":
        return ClumondGame().deal(5, ClumondGame().opening())
    if game == "Clubs":
        return ClubsState([Hand.parse(hand) for hand in hands])
    if game == "Clabberjass":
        first, more = [hand.split()[:6] for hand in hands], [hand.split()[6:] for hand in hands]
        top = [Card.parse(word) for part in (*first, [turned], *more) for word in part]
        return ClabberjassState([*top, *(card for card in PIQUET_PACK.cards if card not in top)])
    if game == "Clag called":
        state = deal_of(None, hands, turned)
        state.push(ChooseCards(len(hands[0].split())))
        state.push(parse_action(options[0]))
        return state
    rules = two_cards()
    for option in options:
        if scheme := re.fullmatch(r"(\w+)'s (.*)", option):
            rules = replace(rules_of(Scheme.named(scheme[1]), scheme[2]), cards=2)
        rules = replace(rules, **CHANGES.get(option, {}))
    return deal_of(rules, hands, turned, restricted="unrestricted" not in options)


# What must hold, as the words that a line has for it.
SHOWN: dict[str, Callable[[State], str]] = {
    "turn": lambda state: str(state.turn),
    "legal": lambda state: ", ".join(sorted(map(str, state.legal_actions))),
    "choices": lambda state: str(len(set(state.legal_actions))),
    "won": lambda state: " / ".join(" ".join(map(str, won)) or "-" for won in state.tricks_won),
    "winner": lambda state: str(state.play.tricks[-1].winner),
    "scores": lambda state: " ".join(map(str, state.scores)),
    "sequences": lambda state: " ".join(str(points.sequences) for points in state.announced),
    "bella": lambda state: " ".join(str(points.bella) for points in state.announced),
}


def follow(state: State, what: str, rest: str) -> None:
    """Do what a line says, or see that it holds."""
    action, _, reason = rest.partition(": ")
    if what == ">":
        for text in rest.split(", "):
            state.push(parse_action(text))
    elif what == "refused":
        with pytest.raises(ClumondError, match=re.escape(reason)):
            state.push(parse_action(action))
    elif what == "back":
        assert str(state.pop()) == rest
    elif what in {"may", "barred"}:
        assert (rest in map(str, state.legal_actions)) is (what == "may")
    elif what == "hand":
        hand = state.observation(int(rest[0])).hand
        assert hand == (None if rest[2:] == "unseen" else Hand.from_cards(cards_of(rest[2:])))
    elif what in {"sees", "unseen"}:
        assert (rest[2:] in str(state.observation(int(rest[0])))) is (what == "sees")
    else:
        expected = ", ".join(sorted(rest.split(", "))) if what == "legal" else rest
        assert SHOWN[what](state) == expected


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_a_deal_goes_by_the_rules(scenario: Scenario) -> None:
    state = dealt(scenario.lines[0])
    for line in scenario.lines[1:]:
        if re.match(r"(Clag|Clubs|Clabberjass|Clumond)\b", line):
            state = dealt(line)
        else:
            what, _, rest = line.partition(" ")
            follow(state, what, rest)
