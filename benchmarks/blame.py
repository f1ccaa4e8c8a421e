"""What hands are blamed for: hands of one who follows every hint, and of players of a level.

    python -m benchmarks.blame hints --hands 60 > hints.jsonl
    python -m benchmarks.blame easy --hands 40 > easy.jsonl
    python -m benchmarks.blame --sum hints.jsonl

A line is for a hand that a person plays so against two medium players, in sessions of three hands
with the seeds `--first`, `--first` + 1 …: what it lost by the page's search for lost points, with
its error, the number of decisions, and how many of them are blamed. The sum of one who follows
every hint is 0 within its error, and he is hardly ever blamed.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.coach.clumond.your_play import points_lost
from clumond_solver.coach.seating import Seating
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action
from clumond_solver.single_dummy.clumond.clumond_engine import ClumondEngine
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.luck import mean_error

HINTS = "hints"
HANDS = 3
SEATING = Seating.usual(3)
# A hint's seed, apart from those of the searches for lost points.
HINT_SEED = 12345
ENGINE = ClumondEngine()


def hinted(view: View, styles: Sequence[str]) -> Action:
    """What a hint would do."""
    if len(view.legal_actions) == 1:
        return view.legal_actions[0]
    return ENGINE.rate(view, Effort(seed=HINT_SEED, opponents=styles)).best


def played(session: Session[ClumondState], person: str) -> tuple[Session[ClumondState], list[int]]:
    """The session played by such a person; his decisions by hand."""
    decisions = [0] * HANDS
    players = [ENGINE.player(Level.MEDIUM)] * len(SEATING.names)
    if person != HINTS:
        players[SEATING.person] = ENGINE.player(Level(person))
    number = 0
    while not session.is_finished:
        state, standing = session.state, session.standing
        view, number = View.of(state, state.seat_to_act), number + 1
        player = standing.player(view.seat)
        is_own = player == SEATING.person
        decisions[standing.deals] += is_own and len(view.legal_actions) > 1
        if is_own and person == HINTS:
            session.push(hinted(view, SEATING.styles(standing.dealer)))
        else:
            session.push(players[player](view, number))
    return session, decisions


def lines(person: str, first: int, hands: int) -> Iterator[dict[str, Any]]:
    """What each hand lost."""
    for number in range(hands):
        seed, index = first + number // HANDS, number % HANDS
        if index == 0:
            session, decisions = played(Session(ClumondGame(hands=HANDS), seed), person)
        began = time.process_time()
        lost = points_lost(session, SEATING, index + 1)
        yield {
            "seed": seed,
            "hand": index + 1,
            "role": lost.role,
            "lost": lost.sum.amount,
            "error": lost.sum.error,
            "blamed": lost.blamed,
            "decisions": decisions[index],
            "seconds": round(time.process_time() - began, 2),
        }


def sum_up(hands: Sequence[dict[str, Any]]) -> None:
    """Print the sum of all hands with its error, and the share of decisions blamed."""
    lost, error = sum(hand["lost"] for hand in hands), math.hypot(*(h["error"] for h in hands))
    blamed, decisions = (sum(hand[name] for hand in hands) for name in ("blamed", "decisions"))
    spread = mean_error([hand["lost"] for hand in hands])
    print(
        f"{len(hands)} hands: lost {lost:+.2f} ± {error:.2f} points, a hand"
        f" {lost / len(hands):+.3f} (± {spread:.3f} over hands);"
        f" {blamed} of {decisions} decisions blamed;"
        f" {sum(hand['seconds'] for hand in hands) / len(hands):.1f} processor seconds a hand"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("person", choices=[HINTS, *Level], nargs="?")
    parser.add_argument("--hands", type=int, default=60)
    parser.add_argument("--first", type=int, default=5000, help="the first session's seed")
    parser.add_argument("--sum", type=Path, nargs="+", help="sum up these files instead")
    options = parser.parse_args()
    if options.sum:
        texts = (path.read_text("utf-8") for path in options.sum)
        sum_up([json.loads(line) for text in texts for line in text.splitlines()])
    elif options.person is None:
        parser.error("name a person, or files to sum up")
    else:
        for line in lines(options.person, options.first, options.hands):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
