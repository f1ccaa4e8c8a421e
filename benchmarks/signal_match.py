"""What the author's signals are worth to a strong defence: a match on the same declared hands.

    python -m benchmarks.signal_match --deals 1000 > match.jsonl
    python -m benchmarks.signal_match --sum match.jsonl

All players have the style `FULL`. Of each hand worth declaring a line has declarer's success, by
what the defenders know and do:

    plain    no signals
    told     no signals; each is told the exact length of a suit after partner's first card of it
    given    they give signals, and nobody reads them
    defence  they give and read them
    all      they give and read them, and declarer reads them

``told`` bounds what any signals of length can bring; ``given`` is their cost. The line also counts
the signals given in ``defence``, by kind: those that were true of the hand, and all.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import samples, until_reader_leaves
from benchmarks.players import Role, start
from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import Settings
from clumond_solver.base.cards import Card, Hand
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.signals import (
    Convention,
    SignalKind,
    signal_card,
    signals,
    suit_to_open,
)
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.single_dummy.clumond.card_choice import choice_by, choose_card
from clumond_solver.single_dummy.clumond.signalling import with_signal
from clumond_solver.single_dummy.levels import FULL, role_of
from clumond_solver.single_dummy.luck import mean, mean_error
from clumond_solver.single_dummy.shipped_weights import shipped_calling, shipped_nets

Dealt = tuple[Hand, Hand, Hand]
Player = Callable[[ClumondView, Dealt, int], Card]
SIGNALS = replace(FULL, signals=Convention.AUTHOR)


def plain(view: ClumondView, dealt: Dealt, seed: int, *, gives: bool = False) -> Card:
    """The card of a player who reads no signals."""
    iterations = getattr(FULL.iterations, role_of(view.seat, view.declarer))
    choice = choose_card(view, iterations=iterations, seed=seed, style=FULL)
    return (with_signal(choice, view) if gives else choice).card


def reading(view: ClumondView, dealt: Dealt, seed: int) -> Card:
    """The card of a player who gives signals, as a defender, and reads them."""
    iterations = getattr(FULL.iterations, role_of(view.seat, view.declarer))
    return choose_card(view, iterations=iterations, seed=seed, style=SIGNALS).card


def told(view: ClumondView, dealt: Dealt, seed: int) -> Card:
    """The card of a defender who knows the lengths of the suits that partner has played."""
    [partner] = set(Seat) - {view.seat, view.declarer}
    suits = sorted({card.suit for seat, card in view.plays if seat is partner})
    facts = [(partner, suit, -1, False, 1 << dealt[partner].length(suit), 0.0) for suit in suits]
    calling = shipped_calling()[view.strain]
    settings = Settings(FULL.iterations.defender, FULL.defender, shipped_nets(), calling, facts)
    return choice_by(settings, view, seed, Stop()).card


# The declarer and the defenders.
PLAYERS: dict[str, tuple[Player, Player]] = {
    "plain": (plain, plain),
    "told": (plain, told),
    "given": (plain, partial(plain, gives=True)),
    "defence": (plain, reading),
    "all": (reading, reading),
}


def game(begin: Play, seed: int, declarer: Player, defender: Player) -> tuple[int, Counter[str]]:
    """Declarer's success, and the defenders' cards that say something, by kind."""
    play, dealt = begin.copy(), begin.hands
    while (seat := play.turn) is not None:
        player = declarer if seat is play.declarer else defender
        play.push(player(ClumondView.of(play, seat), dealt, seed))
    counts = Counter[str]()
    moves = [(Seat(past.seat), past.card) for past in play.history]
    assert play.declarer is not None
    for signal in signals(moves, play.declarer, play.strain):
        hand, kind = dealt[signal.seat], signal.kind
        if signal.is_by_rank:
            _count(counts, "rank", signal.card == signal_card(hand, signal.suit))
            is_true = signal.suit is suit_to_open(hand, play.strain.suit)
        else:
            is_true = hand.length(signal.suit) in signal.alone
        if kind is not SignalKind.FIRST:
            _count(counts, kind.value, is_true)
    return int(play.outcome().declarer_succeeded or 0), counts


def _count(counts: Counter[str], kind: str, is_true: bool) -> None:
    counts[kind] += 1
    counts[f"{kind}, true"] += is_true


def line(number: int, arms: Sequence[str]) -> dict[str, Any]:
    """What declarer makes of a hand, by what the defenders know and do."""
    at = start(samples.worth_declaring(), number, Role.DECLARER)
    begin = Play(at.hands, at.known.declarer, at.known.strain)
    row: dict[str, Any] = {"number": number}
    for arm in arms:
        row[arm], counts = game(begin, number, *PLAYERS[arm])
        if arm == "defence":
            row["signals"] = counts
    return row


def sum_up(rows: Sequence[dict[str, Any]]) -> None:
    """Print declarer's success without signals, the changes, and how many signals were true."""
    for arm in PLAYERS:
        pairs = [(row[arm], row["plain"]) for row in rows if arm in row and "plain" in row]
        if len(pairs) > 1:
            changes = [got - (0 if arm == "plain" else before) for got, before in pairs]
            figure = f"{100 * mean(changes):+.1f} ± {100 * mean_error(changes):.1f}"
            print(f"{arm:8} {figure} percentage points, {len(pairs)} hands")
    counts = sum((Counter(row.get("signals", {})) for row in rows), Counter[str]())
    for kind in sorted(kind for kind in counts if not kind.endswith(", true")):
        print(f"{kind:22} {counts[kind + ', true'] / counts[kind]:.3f} true of {counts[kind]}")


def main() -> None:
    """Play the match, or sum up."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--arms", nargs="+", choices=PLAYERS, default=[*PLAYERS])
    parser.add_argument("--sum", type=Path, nargs="+", help="sum up these files instead")
    options = parser.parse_args()
    if options.sum:
        texts = (path.read_text("utf-8") for path in options.sum)
        sum_up([json.loads(row) for text in texts for row in text.splitlines()])
        return
    for number in range(options.first, options.first + options.deals):
        print(json.dumps(line(number, options.arms)), flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
