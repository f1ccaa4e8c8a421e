"""A fuzzer for what reaches the compiled core as objects: plays, views and knowledge of any game.

Valid objects are changed in one to four places, so that rules, payoffs and tricks vary together.
Whatever comes of it is either refused by one of the library's own errors or answered, within the
points that a deal can bring. The same seed tries the same objects.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any

from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import ClumondError
from clumond_solver.double_dummy.forced_scores import forced_tricks
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import MCLEOD
from clumond_solver.games.clubs import ClubsGame, clubs_rules
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.rules.game import Game
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.tricks import PlayedCard, TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate_scores
from tests.all_games import standing_after
from tests.fuzzing import Source, Tally, random_card, tally_of

# No deal of the games below, as they are or changed, can bring more points.
_MOST_POINTS = 1e9


@dataclass(frozen=True, slots=True)
class ObjectTarget:
    """Objects that engines are given: how valid ones are made, changed, and asked about."""

    name: str
    make: Callable[[Source], Any]
    change: Callable[[Any, Source], Any]
    ask: Callable[[Any, Source], Iterable[float]]


def fuzz_objects(target: ObjectTarget, inputs: int, seed: int) -> Tally:
    """Try so many objects; faults are described, not raised."""
    valid: list[Any] = []

    def attempt(source: Source, tally: Tally) -> str:
        if tally.inputs % 50 == 0:
            valid[:] = [target.make(source) for _ in range(40)]
        return _check(target, source.choice(valid), source, tally)

    return tally_of(target.name, inputs, seed, attempt)


def _check(target: ObjectTarget, value: Any, source: Source, tally: Tally) -> str:
    changed = None
    try:
        changed = target.change(value, source)
        beyond = [n for n in target.ask(changed, source) if not abs(n) <= _MOST_POINTS]
    except ClumondError:
        tally.refused += 1
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}: {changed!r:.2000}"
    tally.read += 1
    return f"answers {beyond}: {changed!r:.2000}" if beyond else ""


# Changes.

_JUNK: tuple[Any, ...] = (None, "x", 1.5, math.nan, (), [], {}, -1, True, 10**9, 1 << 70)
_NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 7, 13, 14, 17, 18, 64, 100, 256, 32_768, 10**6, 10**9, 1 << 70)


def changed(value: Any, source: Source) -> Any:
    """The value with one small change somewhere in it; now and then something else altogether."""
    if source.random() < 0.03:
        return source.choice(_JUNK)
    for kind, change in _CHANGES:
        if isinstance(value, kind):
            return change(value, source)
    return source.choice(_JUNK)


def _changed_fields(value: Any, source: Source) -> Any:
    names = [each.name for each in dataclasses.fields(value) if each.init]
    name = source.choice(names)
    return dataclasses.replace(value, **{name: changed(getattr(value, name), source)})


def _changed_tuple(value: tuple[Any, ...], source: Source) -> Any:
    if not value or source.random() < 0.1:
        return source.choice(((), (0,), (Hand(),), ((), ()), value * 2, list(value)))
    items = list(value)
    place = source.randrange(len(items))
    how = source.random()
    if how < 0.15:
        del items[place]
    elif how < 0.3:
        items.insert(place, items[source.randrange(len(items))])
    elif how < 0.4:
        items = items[:place]
    else:
        items[place] = changed(items[place], source)
    named = isinstance(value, PlayedCard) and len(items) == len(value)
    return PlayedCard(*items) if named else tuple(items)


def _changed_set(value: frozenset[Any], source: Source) -> Any:
    more = source.choice((*Suit, *Rank, 0, 1, 5, 20, -1, 99))
    return value ^ {more} if source.random() < 0.8 else frozenset()


def _changed_hand(value: Hand, source: Source) -> Hand:
    cards = list(value) or [random_card(source)]
    other = Hand.of(source.choice(cards) if source.random() < 0.5 else random_card(source))
    return source.choice((value - other, value | other, Hand(), FULL_PACK.cards))


def _other_member(value: Enum, source: Source) -> Enum:
    return source.choice(list(type(value)))


def _changed_number(value: int, source: Source) -> int:
    return source.choice((value + 1, value - 1, source.choice(_NUMBERS)))


_CHANGES: tuple[tuple[type, Callable[[Any, Source], Any]], ...] = (
    (Hand, _changed_hand),
    (Card, lambda value, source: random_card(source)),
    (Enum, _other_member),
    (bool, lambda value, source: not value),
    (int, _changed_number),
    (frozenset, _changed_set),
    (tuple, _changed_tuple),
)


def _several(value: Any, source: Source, change: Callable[[Any, Source], Any]) -> Any:
    for _ in range(source.choice((1, 1, 1, 2, 2, 3, 4))):
        value = change(value, source)
    return value


# Plays with all hands open.


def _some_rules(source: Source) -> TrickRules:
    players = source.randint(2, 5)
    return source.choice(
        (
            TrickRules.plain(players, source.choice((None, *Suit))),
            TrickRules.precedence(players, (Suit.HEARTS, Suit.CLUBS), wild=frozenset({Rank.TWO})),
            TrickRules.plain(players, kept=1),
            clubs_rules(4),
        )
    )


def _play_parts(source: Source) -> tuple[Any, ...]:
    """What a play is made of: its rules, hands, leader, tricks taken, and cards bound."""
    rules, size = _some_rules(source), source.randint(1, 4)
    pack = FULL_PACK.shuffled(source.randrange(10**6))
    hands = [Hand.of(*pack[n * size : n * size + size]) for n in range(rules.players)]
    return rules, tuple(hands), source.randrange(rules.players), (0,) * rules.players, None


def _changed_parts(parts: tuple[Any, ...], source: Source) -> TrickPlay:
    rules, hands, leader, taken, bound = parts
    for _ in range(source.choice((1, 1, 2, 3))):
        part = source.choice(("rules", "rules", "rules", "hands", "leader", "taken", "bound"))
        if part == "rules":
            rules = _changed_fields(rules, source)
        elif part == "hands":
            hands = _changed_tuple(hands, source)
        elif part == "leader":
            leader = changed(leader, source)
        elif part == "taken":
            taken = _changed_tuple(taken, source)
        else:
            bound = [list(hand)[: source.randrange(3)] for hand in hands if isinstance(hand, Hand)]
    return TrickPlay(rules, hands, leader, taken, bound)


def _ask_play(play: TrickPlay, source: Source) -> Iterable[float]:
    for _ in range(source.randrange(4)):
        ways = list(play.legal_plays)
        if ways:
            card = source.choice(ways)
            names = list(play.legal_names(card))
            play.push(card, named=source.choice(names) if names else None)
    found = forced_tricks(play, source.randrange(play.rules.players))
    return found.fewest, found.most, *found.exactly


# Views of any game.

_GAMES: tuple[Game[Any], ...] = (
    ClubsGame(3), ClubsGame(4), ClagGame(3), ClagGame(5, MCLEOD), ClabberjassGame(), ClumondGame(),
)  # fmt: skip


def _view(source: Source) -> View:
    """What the seat to act sees in the play of a deal, late enough that searches are quick."""
    game = source.choice(_GAMES)
    while True:
        standing = standing_after(game, source.randrange(12))
        state = game.deal(source.randrange(10**6), standing)
        while not state.is_over:
            if state.play is not None and source.random() < 0.1:
                view = View.of(state, state.turn)
                if view.play is not None and view.play.payoffs is not None:
                    return _with_table(view, source) if source.random() < 0.3 else view
            state.push(source.choice(list(state.legal_actions)))


def _with_table(view: View, source: Source) -> View:
    """The same with payoffs by a table, mostly of as many tricks as are played."""
    play = view.play
    assert play is not None
    tricks = play.tricks_left + sum(play.tricks_taken)
    if play.rules.kept or tricks > 13 or play.rules.players > 4:
        return view
    payoffs = _tabulated(play.rules.players, tricks)
    return dataclasses.replace(view, play=dataclasses.replace(play, payoffs=payoffs))


@cache
def _tabulated(players: int, tricks: int) -> Payoffs:
    return Payoffs.by_function(lambda taken: [100 * each for each in taken], players, tricks)


def _changed_view(view: View, source: Source) -> View:
    # At once, as one who makes objects of his own does it: a change may be right with another only.
    changes: dict[str, dict[str, Any]] = {"view": {}, "play": {}, "payoffs": {}, "rules": {}}
    play = view.play
    assert play is not None
    parts: dict[str, Any] = {
        "view": view, "play": play, "payoffs": play.payoffs, "rules": play.rules,
    }  # fmt: skip
    for _ in range(source.choice((1, 1, 2, 3, 4))):
        part = source.choice(("view", "play", "payoffs", "payoffs", "rules", "rules"))
        names = [each.name for each in dataclasses.fields(parts[part]) if each.init]
        name = source.choice([each for each in names if each not in {"play", "payoffs", "rules"}])
        before = changes[part].get(name, getattr(parts[part], name))
        changes[part][name] = changed(before, source)
    if source.random() < 0.1:
        payoffs = _tabulated(source.randint(2, 4), source.choice((1, 3, 4, 5, 12, 13, 14)))
    else:
        payoffs = dataclasses.replace(parts["payoffs"], **changes["payoffs"])
    rules = dataclasses.replace(play.rules, **changes["rules"])
    play = dataclasses.replace(play, rules=rules, payoffs=payoffs, **changes["play"])
    return dataclasses.replace(view, play=play, **changes["view"])


def _ask_view(view: View, source: Source) -> Iterable[float]:
    view.sample_hands(1, seed=source.randrange(99))
    if source.random() < 0.2:
        view.sample_worlds(1, seed=source.randrange(99))
    if source.random() < 0.05:
        estimate_scores(view, games=1, iterations=1, seed=source.randrange(99))
    choice = choose_action(view, iterations=4, seed=source.randrange(99))
    return [value.value for value in choice.values.values()]


# What a seat knows in Clumond.


def _knowledge(source: Source) -> ClumondView:
    play = Play(
        Deal.random(source.randrange(10**6)), source.choice(list(Seat)), source.choice(list(Strain))
    )
    for _ in range(source.randrange(9, 38)):
        play.push(source.choice(list(play.legal_plays)))
    return ClumondView.of(play, play.turn or Seat.FOREHAND)


def _ask_knowledge(known: ClumondView, source: Source) -> Iterable[float]:
    sample_deals(known, 1)
    choice = choose(known, iterations=4, seed=source.randrange(99))
    return [value.value for value in choice.values.values()]


OBJECT_TARGETS = (
    ObjectTarget("open play", _play_parts, _changed_parts, _ask_play),
    ObjectTarget("view", _view, _changed_view, _ask_view),
    ObjectTarget(
        "knowledge",
        _knowledge,
        lambda value, source: _several(value, source, _changed_fields),
        _ask_knowledge,
    ),
)
