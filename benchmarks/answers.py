"""Some hundreds of answers of all engines and games, as JSON lines, one a question.

    python -m benchmarks.answers > before.jsonl      # then, after a change:
    python -m benchmarks.answers | diff before.jsonl -

Seeds and node limits fix every one: a change that should change no answer changes no line, nor does
another Python or another platform. Names of parts (double_dummy …) choose some of them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.base.cards import CLUMOND_PACK, Hand, Strain
from clumond_solver.coach.reviews import review
from clumond_solver.double_dummy.forced_scores import (
    best_points,
    forced_score,
    forced_tricks,
    selfish_scores,
)
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clag.schemes import FOSS, MCLEOD, SCORE_CARD, scottish
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.results import Limit
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import (
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
)
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate

GAMES: dict[str, Game[Any]] = {
    "clumond": ClumondGame(hands=4, scoring=Scoring.CHIPS),
    "clumond four tens": ClumondGame(hands=4, four_tens=True, scoring=Scoring.PAPER),
    "clag foss 3": ClagGame(3, FOSS),
    "clag foss 4": ClagGame(4, FOSS),
    "clag mcleod 5": ClagGame(5, MCLEOD),
    "clag card 4": ClagGame(4, SCORE_CARD, restricted=False),
    "clag scottish 6": ClagGame(6, scottish()),
    "clag caller 3": CallersGame(3, hands=6),
    "clubs 3": ClubsGame(3),
    "clubs 4": ClubsGame(4),
    "clabberjass": ClabberjassGame(),
}
SHORT = Limit(nodes=200_000)
PACK = [card.bit for card in CLUMOND_PACK.cards]
STRAINS, SEATS = list(Strain), list(Seat)
Answers = Iterator[tuple[str, object]]


def plain(value: object) -> object:
    """A result as JSON, the same for equal results; fractions in full."""
    if isinstance(value, Mapping):
        return [[plain(key), plain(item)] for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if is_dataclass(value) and not hasattr(value, "parse"):
        return {item.name: plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, float):
        return repr(value)
    return value if type(value) in {bool, int, type(None)} else str(value)


def endings(count: int, tricks_left: int, seed: int) -> Iterator[Play]:
    """Random positions at the start of a trick, in all strains."""
    rng = random.Random(seed)
    size = tricks_left + 3
    for number in range(count):
        pack = rng.sample(PACK, 3 * size)
        hands = [Hand(sum(1 << c for c in pack[i * size : (i + 1) * size])) for i in range(3)]
        first = rng.randint(0, 13 - tricks_left)
        second = rng.randint(0, 13 - tricks_left - first)
        yield Play(
            hands,
            SEATS[rng.randrange(3)],
            STRAINS[number % 5],
            leader=SEATS[rng.randrange(3)],
            tricks_taken=(first, second, 13 - tricks_left - first - second),
            supplementary=(0, 0, 0) if number % 3 else (rng.randrange(4), 0, rng.randrange(3)),
        )


def some_cards_on(play: Play, count: int, seed: int) -> Play:
    """The play after a number of random cards."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = list(play.legal_plays)
        play.push(cards[int(rng.random() * len(cards))])
    return play


def some_actions_on(state: TrickState, count: int, rng: random.Random) -> TrickState:
    """The state after a number of random actions, or at its end."""
    for _ in range(count):
        if not state.is_over:
            legal = list(state.legal_actions)
            state.push(legal[int(rng.random() * len(legal))])
    return state


def double_dummy() -> Answers:
    """All hands open: every field of endings, full deals under limits, tables, turning points."""
    for left in (2, 3, 4, 5):
        for number, play in enumerate(endings(20, left, left)):
            yield f"solve, {left} tricks left, {number}", Solver(8 << 20).solve(play)
    for number, play in enumerate(endings(10, 6, 6)):
        yield f"solve, 6 tricks left, {number}", Solver(8 << 20).solve(play, limit=SHORT)
    reused = Solver(16 << 20)
    for seed in range(30):
        play = Play(Deal.random(seed), SEATS[seed % 3], STRAINS[seed % 5])
        solver = Solver(16 << 20)
        yield f"verdict of a full deal {seed}", (solver.verdict(play, limit=SHORT), solver.nodes)
        yield f"verdict by a used solver {seed}", reused.verdict(play, limit=Limit(nodes=50_000))
    for seed in range(6):
        play = some_cards_on(Play(Deal.random(seed), Seat.FOREHAND, Strain.HEARTS), 18, seed)
        for name in ("miss", "most", "fewest", "retentions", "plays", "line"):
            solver = Solver(16 << 20)
            yield f"{name} {seed}", (getattr(solver, name)(play, limit=SHORT), solver.nodes)
    for seed in range(3):
        limit = Limit(nodes=3000)
        yield f"table {seed}", solve_deal(Deal.random(seed), limit=limit, memory=16 << 20)
    for number, play in enumerate(endings(8, 4, 40)):
        played = some_cards_on(play.copy(), 12, number)
        yield f"open review {number}", review(played, games_per_action=0, replays=0, budget=0)


def single_dummy() -> Answers:
    """One hand known: advice, estimates, choices, deals that fit, chances."""
    for seed in range(8):
        seat = SEATS[seed % 3]
        hand = Deal.random(seed)[seat]
        yield f"advice {seed}", advise(hand, seat=seat, budget=80, seed=seed)
        yield f"quick estimate {seed}", [quick_estimate(hand, strain) for strain in Strain]
    hand = Deal.random(50)[Seat.FOREHAND]
    advice = advise(hand, scoring="chips", pot=20, par="reduced", prefer="own", budget=60)
    yield "advice in chips", advice
    for seed in range(6):
        hand = Deal.random(seed)[Seat.FOREHAND]
        yield f"estimate {seed}", estimate(hand, STRAINS[seed % 5], games=12, seed=seed)
        yield f"estimate undeclared {seed}", estimate_undeclared(hand, games=8, seed=seed)
    for seed in range(24):
        declarer = SEATS[seed % 3] if seed % 4 else None
        strain = STRAINS[seed % 5] if declarer is not None else Strain.NO_TRUMPS
        cards = seed % 13 * 3 - seed % 3 if seed > 2 else 0
        play = some_cards_on(Play(Deal.random(seed), declarer, strain), cards, seed)
        yield f"choice {seed}", choose(play, iterations=400, seed=seed)
        if play.turn is not None:
            yield f"deals {seed}", sample_deals(ClumondView.of(play, play.turn), 3, seed=seed)
    play = some_cards_on(Play(Deal.random(5), Seat.REARHAND, Strain.SPADES), 21, 5)
    yield "review", review(play, iterations=200, replays=4, budget=0, seed=3)


def other_games() -> Answers:
    """Every game at several points of a session, and exact answers with all hands open."""
    for name, game in GAMES.items():
        for number in range(4):
            yield from _at_a_point(name, game, number)
        if not isinstance(game, ClumondGame):
            state = game.deal(3, game.opening())
            yield f"scores {name}", estimate_scores(state, games=2, iterations=20, seed=1)
    for number, play in enumerate(endings(6, 4, 90)):
        rules = TrickRules.plain(3, play.strain.suit, kept=3)
        trick_play = TrickPlay(rules, play.hands, leader=int(play.leader))
        yield f"forced tricks {number}", forced_tricks(trick_play, number % 3)
    for seed in range(6):
        jass = ClabberjassGame().deal(seed, ClabberjassGame().opening())
        some_actions_on(jass, 12, random.Random(seed))
        if jass.play is not None and not jass.is_over:
            yield f"best points {seed}", best_points(jass)
    for seed in range(3):
        clubs = ClubsGame(4).deal(seed, ClubsGame(4).opening())
        some_actions_on(clubs, 44, random.Random(seed))
        yield f"selfish scores {seed}", selfish_scores(clubs)
        yield f"forced score {seed}", [forced_score(clubs, seat) for seat in range(4)]


def _at_a_point(name: str, game: Game[Any], number: int) -> Answers:
    rng = random.Random(name)
    session = Session(game, seed=number)
    while not session.is_finished and session.standing.deals < number:
        legal = list(session.state.legal_actions)
        session.push(legal[int(rng.random() * len(legal))])
    state = some_actions_on(session.state, number * 3, rng)
    if state.is_over or state.turn is None:
        return
    seats = range(game.players)
    seen = [state.observation(seat) for seat in seats]
    # An event's action says no more than its words.
    yield (
        f"state {name} {number}",
        [replace(view, events=tuple(event[:3] for event in view.events)) for view in seen],  # type: ignore[misc]
    )
    if not isinstance(game, ClumondGame):
        yield f"action {name} {number}", choose_action(state, iterations=300, seed=number)
        worlds = View.of(state, state.turn).sample_worlds(2, number)
        yield (
            f"worlds {name} {number}",
            [[world.observation(seat).hand for seat in seats] for world in worlds],
        )


PARTS = {"double_dummy": double_dummy, "single_dummy": single_dummy, "other_games": other_games}


def chosen_parts(words: Sequence[str] | None = None) -> Iterable[str]:
    """The parts named on the command line, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    parts: list[str] = parser.parse_args(words).part
    # With `choices` Python 3.11 refuses to choose none.
    if unknown := set(parts) - PARTS.keys():
        parser.error(f"no part {', '.join(sorted(unknown))}: {' '.join(PARTS)}")
    return parts or PARTS


if __name__ == "__main__":
    with until_reader_leaves():
        for part in chosen_parts():
            for name, answer in PARTS[part]():
                print(json.dumps([name, plain(answer)], ensure_ascii=False), flush=True)
