"""Positions for the tests of hints and reasons, and the facts of a hint."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import strategies as st

from clumond_solver.base.cards import Strain
from clumond_solver.coach.hints import reason_for
from clumond_solver.coach.reasons import wordings
from clumond_solver.coach.reasons.speaker import Reason
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.views import View
from clumond_solver.rules.states import TrickState, legal_card_plays, push_card_play
from clumond_solver.rules.tricks import PlayedCard, Trick, TrickPlay
from clumond_solver.single_dummy.engine_protocol import Effort, Rated
from clumond_solver.single_dummy.engines import engine_of
from tests.all_games import ALL_GAMES, GAMES, standing_after

SEEDS = st.integers(0, (1 << 32) - 1)
OTHER_GAMES = [name for name in GAMES if not name.startswith("clumond")]


def random_play(seed: int, tricks: int | None = None, *, fewest_left: int = 1) -> Play:
    """A hand of Clumond played at random: so many tricks, or with so many left at least."""
    source = random.Random(seed)
    declarer = source.choice([None, *Seat])
    strain = None if declarer is None else source.choice(list(Strain))
    play = Play(Deal.random(seed), declarer, strain)
    cards = source.randrange(3 * (14 - fewest_left)) if tricks is None else 3 * tricks
    for _ in range(cards):
        play.push(source.choice(list(play.legal_plays)))
    return play


def random_state(name: str, seed: int) -> TrickState:
    """A deal of a game, some actions on."""
    game, source = ALL_GAMES[name], random.Random(seed)
    state: TrickState = game.deal(seed, standing_after(game, seed))
    stop = source.randrange(40)
    while stop and not state.is_over:
        before = state.copy()
        state.push(source.choice(list(state.legal_actions)))
        stop -= 1
    return before if state.is_over else state


def open_views(name: str, seeds: range) -> Iterator[View]:
    """What the seat to act sees in such deals, where it sees its cards."""
    for seed in seeds:
        state = random_state(name, seed)
        if state.turn is not None and not (state.play is not None and state.face_down):
            yield View.of(state, state.turn)


def turns(name: str, seeds: range) -> Iterator[View]:
    """Those with a choice of cards whose payoffs are known."""
    for view in open_views(name, seeds):
        if view.play and view.play.payoffs is not None and len(view.legal_actions) > 1:
            yield view


def tricks_after(play: TrickPlay, played: PlayedCard, source: random.Random) -> list[Trick]:
    """The trick under way after a card: each answer of the next seat, the others at random."""
    after, number = play.copy(), sum(play.tricks_taken)
    after.push(played.card, named=played.named, led=played.led)
    tricks = list[Trick]()
    for answer in 2 * legal_card_plays(after):
        way, action = after.copy(), answer
        while sum(way.tricks_taken) == number:
            push_card_play(way, action)
            action = source.choice(legal_card_plays(way) or (answer,))
        tricks.append(way.tricks[-1])
    return tricks or [after.tricks[-1]]


def explained(view: View, **effort: Any) -> tuple[Rated[Any], list[Reason]]:
    """What a hint of this effort rests on, and the facts that are its reason."""
    work = Effort(**{"seed": 1, **effort})
    rated = engine_of(view.layout.game).rate(view, work)
    return rated, reason_for(view, rated, work)[1]


def events(facts: Iterable[Reason]) -> Iterator[Reason]:
    """The facts, and those of which they speak."""
    for fact in facts:
        inner = [fact[name] for name in ("event", "fact") if name in fact.values]
        inner += fact["why"] if fact.kind is wordings.hardly_matters else ()
        yield from (fact, *events(inner))
