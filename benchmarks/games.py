"""Speed of the engines that play any game: `python -m benchmarks.games [--scale 0.1]`.

Random finishes a second on the tables, beside those of OpenSpiel's own Oh Hell in C++ (if it is
installed) in the same run; the exact open-card searches on whole deals, each on a fresh table;
what it takes to draw deals that agree with what a seat has seen; deals a second through PettingZoo
and OpenSpiel, where they are installed; what the engine gains in each seat of each game against
players who act at random; and how often Clabberjass's bidder fails, by who chooses trumps.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
import timeit
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver._core.double_dummy.any_game_search import BestPoints, ForcedTricks
from clumond_solver._core.single_dummy.any_game_tree_search import random_playouts
from clumond_solver.adapters import openspiel_game, pettingzoo_env
from clumond_solver.base.cards import (
    CLUMOND_PACK,
    FULL_PACK,
    PIQUET_PACK,
    Card,
    Hand,
    Pack,
    Rank,
    Strain,
    Suit,
)
from clumond_solver.games.clabberjass import (
    LAST_TRICK_POINTS,
    ClabberjassGame,
    card_points,
    clabberjass_rules,
)
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clag.schemes import FOSS, MCLEOD, DealRules, scottish
from clumond_solver.games.clubs import ClubsGame, clubs_rules
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_any_game import board_of_play, tables_of
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.knowledge.views import View
from clumond_solver.rules.game import Game
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.luck import relative_score

HEARTS = Suit.HEARTS
ITERATIONS = 200


def dealt(rules: TrickRules, pack: Pack, size: int, seed: int) -> TrickPlay:
    cards = pack.shuffled(seed)
    hands = [Hand.of(*cards[at * size : at * size + size]) for at in range(rules.players)]
    return TrickPlay(rules, hands)


def finishes(scale: float) -> None:
    """Cards a second of one processor, the median of rounds in which all take turns."""
    print("random finishes                  million cards a second   times OpenSpiel's")
    twos = TrickRules.precedence(4, (HEARTS,), wild=frozenset({Rank.TWO}))
    speeds: dict[str, Callable[[int], float]] = {
        name: partial(cards_a_second, dealt(rules, pack, size, 1), max(1, int(30_000 * scale)))
        for name, rules, pack, size in (
            ("Clumond, 3 x 16 cards", TrickRules.plain(3, HEARTS, kept=3), CLUMOND_PACK, 16),
            ("Clag, 4 x 7 cards", TrickRules.plain(4, HEARTS), FULL_PACK, 7),
            ("Clag, twos wild, 4 x 7 cards", twos, FULL_PACK, 7),
            ("Clubs, 4 x 13 cards", clubs_rules(4), FULL_PACK, 13),
            ("Clabberjass, 2 x 9 cards", clabberjass_rules(HEARTS), PIQUET_PACK, 9),
        )
    }
    reference = "OpenSpiel, Oh Hell in C++"
    rollouts = openspiel(max(1, int(1_000 * scale)))
    if rollouts is None:
        print("  OpenSpiel is not installed: pip install open_spiel")
    else:
        speeds[reference] = rollouts
    rounds = [{name: speed(turn) for name, speed in speeds.items()} for turn in range(15)]
    for name in speeds:
        speed = statistics.median(turn[name] for turn in rounds)
        times = statistics.median(turn[name] / turn.get(reference, math.inf) for turn in rounds)
        print(f"  {name:32} {speed / 1e6:20.2f} {times:19.1f}")


def cards_a_second(play: TrickPlay, count: int, seed: int) -> float:
    board = board_of_play(play, tables_of(play.rules))
    start = time.process_time()
    plies = random_playouts(board, count, seed)[2]
    return plies / (time.process_time() - start)


def openspiel(rollouts: int) -> Callable[[int], float] | None:
    """OpenSpiel's rollouts in C++, one search step that does nothing else."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(
        "oh_hell(players=3,num_suits=4,num_cards_per_suit=12,num_tricks_fixed=15)"
    )
    state = game.new_initial_state()
    source = random.Random(1)
    while state.is_chance_node():
        state.apply_action(source.choice(state.legal_actions()))
    ending, plies = state.clone(), 0
    while not ending.is_terminal():
        ending.apply_action(ending.legal_actions()[0])
        plies += 1

    def speed(seed: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 2, 1, False, 1, False)
        start = time.process_time()
        bot.step(state)
        return 2 * rollouts * plies / (time.process_time() - start)

    return speed


def show(name: str, times: list[float], nodes: list[int]) -> None:
    ordered = sorted(1e3 * seconds for seconds in times)
    print(
        f"  {name:32} {statistics.mean(ordered):8.2f} {statistics.median(ordered):8.2f}"
        f" {ordered[int(0.9 * (len(ordered) - 1))]:8.2f} {ordered[-1]:8.2f}"
        f" {statistics.mean(nodes):10.0f}"
    )


def timed(ask: Callable[[], int]) -> tuple[float, int]:
    start = time.process_time()
    nodes = ask()
    return time.process_time() - start, nodes


def forced(scale: float) -> None:
    print("open cards, processor time       ms: mean   median      p90      max      nodes")
    for rules in MCLEOD.deals[6:14]:
        results = [timed(partial(ask_forced, rules, seed)) for seed in runs(20, scale)]
        show(f"Clag, 4 x 7, {rules.label}", [t for t, _ in results], [n for _, n in results])
    results = [timed(partial(ask_points, seed)) for seed in runs(300, scale)]
    show("Clabberjass, 2 x 9, points", [t for t, _ in results], [n for _, n in results])


def runs(count: int, scale: float) -> range:
    return range(1, 1 + max(2, int(count * scale)))


def ask_forced(rules: DealRules, seed: int) -> int:
    """All numbers of tricks that one seat can force, exactly and as bounds."""
    play = dealt(rules.trick_rules(4, (Suit(seed % 4),)), FULL_PACK, rules.cards, seed)
    tables = tables_of(play.rules)
    search = ForcedTricks(tables)
    search.forced_numbers(board_of_play(play, tables), seed % 4)
    return search.nodes


def ask_points(seed: int) -> int:
    trump = Suit(seed % 4)

    def worth(card: Card) -> int:
        return card_points(card, trump)

    play = dealt(clabberjass_rules(trump), PIQUET_PACK, 9, seed)
    tables = tables_of(play.rules, worth, (LAST_TRICK_POINTS,))
    search = BestPoints(tables)
    search.value(board_of_play(play, tables), 0)
    return search.nodes


def strength(scale: float) -> None:
    """What the engine gains a deal, less the others' mean, where all others act at random."""
    print("against random players          gains, less the others', a deal (standard error)")
    for game, deals in (
        (ClagGame(4, FOSS), 400),
        (ClagGame(5, MCLEOD), 400),
        (ClagGame(3, scottish()), 400),
        (CallersGame(4), 2000),
        (ClubsGame(3), 400),
        (ClubsGame(4), 400),
        (ClabberjassGame(), 400),
        (ClumondGame(scoring=Scoring.PAPER), 400),
    ):
        for seat in range(game.players):
            # The Caller, seat 0 of a first deal, has 696 sets of rules to compare.
            calling = isinstance(game, CallersGame) and seat == 0
            span = runs(deals // 20 if calling else deals, scale)
            gains = [one_against_random(game, seat, deal) for deal in span]
            gain, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
            name = f"{game.name} {game.players}, seat {seat}"
            print(f"  {name:30} {gain:8.2f} ({error:.2f}): {gain / error:5.1f} errors", flush=True)


def one_against_random(game: Game[Any], seat: int, deal: int) -> float:
    standing = game.opening()
    for _ in range(deal % len(game.scheme.deals) if isinstance(game, ClagGame) else 0):
        standing = standing.with_deal("", (0,) * game.players)
    state, source = game.deal(deal, standing), random.Random(deal)
    while not state.is_over:
        if state.turn == seat:
            state.push(choose_action(state, iterations=ITERATIONS, seed=deal).action)
        else:
            state.push(source.choice(list(state.legal_actions)))
    return relative_score(state.scores, seat)


def trumps(scale: float) -> None:
    """How often the bidder of Clabberjass fails: "the cause is often careless choice of trump"."""
    print("Clabberjass, calls             bidder fails (standard error)")
    for name, careful in (("weighed by the engine", True), ("made at random", False)):
        ended = [
            failed
            for deal in runs(400, scale)
            if (failed := bidder_fails(careful, deal)) is not None
        ]
        share, error = statistics.mean(ended), statistics.pstdev(ended) / len(ended) ** 0.5
        print(f"  {name:30} {share:.3f} ({error:.3f}) of {len(ended)} deals", flush=True)


def bidder_fails(careful: bool, deal: int) -> bool | None:
    """Whether he does when the engine plays both hands; None if all passed."""
    game, source = ClabberjassGame(), random.Random(deal)
    state = game.deal(deal, game.opening())
    while not state.is_over:
        if careful or state.play is not None:
            state.push(choose_action(state, iterations=ITERATIONS, seed=deal).action)
        else:
            state.push(source.choice(list(state.legal_actions)))
    return None if state.bidder is None else not state.scores[state.bidder]


def frameworks(_: float) -> None:
    """Deals a second played at random through the adapters, beside the library's own protocol."""
    print("deals a second                       own     PettingZoo  OpenSpiel  clone, microseconds")
    for game in (ClumondGame(), ClubsGame(4), ClabberjassGame(), ClagGame(4)):
        tries = [(own_speed(game), pettingzoo_speed(game), openspiel_speed(game)) for _ in range(7)]
        own, pettingzoo, spiel = (statistics.median(speeds) for speeds in zip(*tries, strict=True))
        clone = clone_seconds(game)
        print(
            f"  {game.name:28} {own:10.0f} {pettingzoo:14.0f} {spiel:10.0f} {1e6 * clone:12.1f}"
            f"   own / PettingZoo {own / pettingzoo:.1f}"
        )


def deals_a_second(play: Callable[[int], None], deals: int) -> float:
    start = time.process_time()
    for seed in range(deals):
        play(seed)
    return deals / (time.process_time() - start)


def own_speed(game: Game[Any], deals: int = 100) -> float:
    source = random.Random(1)

    def play(seed: int) -> None:
        state = game.deal(seed, game.opening())
        while not state.is_over:
            state.push(source.choice(list(state.legal_actions)))

    return deals_a_second(play, deals)


def pettingzoo_speed(game: Game[Any], deals: int = 50) -> float:
    if find_spec("pettingzoo") is None:
        return math.nan
    environment, source = pettingzoo_env.env(game, game.opening()), random.Random(1)

    def play(seed: int) -> None:
        environment.reset(seed=seed)
        for _ in environment.agent_iter():
            seen, _, ended, _, _ = environment.last()
            legal = () if ended else seen["action_mask"].nonzero()[0]
            environment.step(None if ended else source.choice(legal))

    return deals_a_second(play, deals)


def openspiel_start(game: Game[Any]) -> Any:
    import pyspiel

    name = openspiel_game.register_in_openspiel(game, game.opening())
    return pyspiel.load_game(name).new_initial_state()


def openspiel_speed(game: Game[Any], deals: int = 20) -> float:
    if find_spec("pyspiel") is None:
        return math.nan
    start, source = openspiel_start(game), random.Random(1)

    def play(_: int) -> None:
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))

    return deals_a_second(play, deals)


def clone_seconds(game: Game[Any]) -> float:
    """What it takes to clone a state after ten actions, or fewer in a shorter deal."""
    if find_spec("pyspiel") is None:
        return math.nan
    state = openspiel_start(game)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for _ in range(10):
        after = state.child(state.legal_actions()[0])
        state = state if after.is_terminal() else after
    return statistics.median(timeit.repeat(state.clone, number=1000, repeat=7)) / 1000


def drawing(scale: float) -> None:
    """Microseconds for each deal that agrees with what a seat has seen, medians of rounds."""
    print(
        "microseconds a deal drawn, after ten actions    sample_worlds  sample_hands   sample_deals"
    )
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known, count = ClumondView.of(play, Seat.MIDDLEHAND), max(10, int(1000 * scale))
    games: tuple[Game[Any], ...] = (ClumondGame(), ClubsGame(3), ClubsGame(4))
    for game in games:
        state = game.deal(3, game.opening())
        for _ in range(10):
            state.push(next(iter(state.legal_actions)))
        view = View.of(state, state.seat_to_act)
        draws: list[Callable[[], object]] = [
            partial(view.sample_worlds, count, 1),
            partial(view.sample_hands, count, 1),
            partial(sample_deals, known, count, seed=1),
        ]
        rounds = [
            [timeit.timeit(draw, timer=time.process_time, number=1) for draw in draws]
            for _ in range(7)
        ]
        times = [1e6 * statistics.median(seconds) / count for seconds in zip(*rounds, strict=True)]
        name = f"{game.name}, {game.players} players"
        print(f"  {name:40} {times[0]:11.1f} {times[1]:14.2f} {times[2]:14.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the engines that play any game.")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full run")
    options = parser.parse_args()
    for name, part in PARTS.items():
        if options.only in {None, name}:
            part(options.scale)


PARTS = {
    "playouts": finishes,
    "forced": forced,
    "drawing": drawing,
    "frameworks": frameworks,
    "strength": strength,
    "trumps": trumps,
}

if __name__ == "__main__":
    with until_reader_leaves():
        main()
