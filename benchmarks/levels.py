"""How often hands and cards succeed against players of a level, beside what is stated of them.

    python -m benchmarks.levels medium --hands 300 --first 7001 > medium.jsonl
    python -m benchmarks.levels medium --role defender > defender.jsonl
    python -m benchmarks.levels --sum medium.jsonl

One player follows every hint; the two others are players of the level. Of each deal
`Deal.random(first)`, `Deal.random(first + 1)` …, of the seats in turn, a hand declares its best
strain, whether that is advised or not, in this deal or in `--games` others in which it has the same
hand: a line has the chance stated and the share of games in which it succeeded.
With a role, hands worth declaring are declared, and a line is for a hint before the first, the
fifth or the ninth trick: the chance of its card for declarer, or for a defender.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import draw_calibration, until_reader_leaves
from clumond_solver.base.cards import Strain
from clumond_solver.base.efforts import DEFAULT_ITERATIONS
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.results import Estimate
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.clumond_engine import rate_cards
from clumond_solver.single_dummy.clumond.quick_estimate import quick_estimate
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import role_of, style_of
from clumond_solver.single_dummy.luck import mean, mean_error

PAPER = Agreement(scoring=Scoring.PAPER)
# The tricks before which hints are asked for their chances.
CARD_TRICKS = (1, 5, 9)
# Hands that promise less against strong players are worth declaring against nobody.
LEAST_CHANCE = 0.2
# What is stated is compared with what came in groups of this many hands.
GROUP = 100
# The groups of a reliability diagram.
GROUPS = 10


def declared(deal: Deal, seat: Seat, strain: Strain, level: Level, seed: int) -> bool:
    """Whether the seat succeeds, with every hint, against two players of the level."""
    style = style_of(level)
    play = Play(deal, seat, strain)
    while not play.is_over:
        if play.turn is seat:
            chosen = choose(play, iterations=DEFAULT_ITERATIONS, seed=seed)
        else:
            chosen = choose(play, iterations=style.iterations.defender, style=style, seed=seed)
        play.push(chosen.card)
    return play.outcome()[seat].success


def hand_line(seed: int, level: Level, budget: int, games: int) -> dict[str, Any]:
    """What is stated for a hand, and what came in so many deals."""
    deal, seat = Deal.random(seed), Seat(seed % len(Seat))
    hand = {seat: deal[seat]}
    deals = [Deal.random(games * seed + number, holds=hand) for number in range(games)]
    advice = advise(
        deal[seat], seat=seat, agreement=PAPER, opponents=level, budget=budget, seed=seed
    )
    return {
        "seed": seed,
        "seat": int(seat),
        "best": str(advice.best),
        "stated": round(advice.estimates[advice.best].p, 4),
        "break_even": round(advice.break_even, 4),
        "declares": advice.call is not None,
        "made": mean([declared(one, seat, advice.best, level, seed) for one in deals or [deal]]),
    }


def card_lines(seed: int, level: Level, role: str) -> Iterator[dict[str, Any]]:
    """What is stated for the cards of hints in a deal worth declaring, and what came."""
    deal, declarer = Deal.random(seed), Seat(seed % len(Seat))
    strain = max(Strain, key=lambda each: quick_estimate(deal[declarer], each))
    if quick_estimate(deal[declarer], strain) < LEAST_CHANCE:
        return
    hero = declarer if role == "declarer" else Seat((declarer + 1 + seed % 2) % len(Seat))
    style = style_of(level)
    play, stated = Play(deal, declarer, strain), dict[int, float]()
    while not play.is_over:
        trick = 1 + len(play.history) // len(Seat)
        turn = play.turn
        if turn is not None and turn is not hero:
            count = getattr(style.iterations, role_of(turn, declarer))
            card = choose(play, iterations=count, style=style, seed=seed).card
        elif trick in CARD_TRICKS and len(play.legal_plays) > 1:
            rated = rate_cards(ClumondView.of(play, hero), Effort(seed=seed, opponents=level))
            card, stated[trick] = rated.best.card, rated.values[rated.best]
        else:
            card = choose(play, iterations=DEFAULT_ITERATIONS, seed=seed).card
        play.push(card)
    made = play.outcome()[declarer].success is (hero is declarer)
    for trick, chance in stated.items():
        yield {"seed": seed, "trick": trick, "stated": round(chance, 4), "made": made}


def sum_up(lines: Sequence[dict[str, Any]]) -> None:
    """Print what was stated less what came: of hands declared, of hands passed, in groups."""
    for trick in CARD_TRICKS:
        _print_difference(f"trick {trick}", [line for line in lines if line.get("trick") == trick])
    for name, call in (("declared", True), ("passed", False)):
        _print_difference(name, [line for line in lines if line.get("declares") is call])
    ordered = sorted(lines, key=lambda line: line["stated"])
    for start in range(0, len(ordered), GROUP):
        _print_difference("by chance", ordered[start : start + GROUP])


def groups_of(lines: Sequence[dict[str, Any]]) -> list[tuple[Estimate, Estimate]]:
    """What was stated and what came, in groups of hands with similar chances."""
    ordered = sorted(lines, key=lambda line: line["stated"])
    size = max(2, math.ceil(len(ordered) / GROUPS))
    groups = [ordered[start : start + size] for start in range(0, len(ordered), size)]
    return [(_mean(group, "stated"), _mean(group, "made")) for group in groups]


def _mean(group: Sequence[dict[str, Any]], what: str) -> Estimate:
    values = [line[what] for line in group]
    p, error = mean(values), mean_error(values) if len(values) > 1 else 0.0
    # A value may be the share of many games.
    games = p * (1 - p) / error**2 if error else None
    return Estimate(p, error, len(values), effective_games=games)


def _print_difference(name: str, lines: Sequence[dict[str, Any]]) -> None:
    if len(lines) < 2:
        return
    stated = mean([line["stated"] for line in lines])
    made = mean([line["made"] for line in lines])
    error = mean_error([line["stated"] - line["made"] for line in lines])
    difference = f"{stated - made:+.3f} ± {error:.3f}"
    print(f"{name:10}{len(lines):6}  stated {stated:.3f}  made {made:.3f}  {difference}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("level", choices=[*Level], nargs="?", type=Level)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--first", type=int, default=7001, help="the first deal's seed")
    parser.add_argument("--budget", type=int, default=600, help="games of the advice")
    parser.add_argument("--games", type=int, default=0, help="deals with each hand (0: its own)")
    parser.add_argument("--role", choices=["declarer", "defender"], help="rate cards of this role")
    parser.add_argument("--sum", type=Path, nargs="+", help="sum up these files instead")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="also draw what they say")
    options = parser.parse_args()
    if options.sum:
        texts = (path.read_text("utf-8") for path in options.sum)
        written = [json.loads(line) for text in texts for line in text.splitlines()]
        sum_up(written)
        if options.plot:
            draw_calibration(groups_of(written), options.plot)
        return
    if options.level is None:
        parser.error("name a level, or files to sum up")
    for seed in range(options.first, options.first + options.hands):
        if options.role:
            lines = card_lines(seed, options.level, options.role)
        else:
            lines = iter([hand_line(seed, options.level, options.budget, options.games)])
        for line in lines:
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
