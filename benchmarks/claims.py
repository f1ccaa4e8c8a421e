"""What the author of Clumond says about strategy, tested by games of the engine's quick players.

    python -m benchmarks.claims [--deals 1000] [--first 0]

Each figure comes with its standard error, counted by deal or by hand. The claims stand in the
game's rules under "Tips and Strategies" (`seeds/README.md` names the source); `docs/tips.md` tells
players what was found.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from benchmarks.single_dummy import Figure, say
from clumond_solver._core.bits.stop import Stop
from clumond_solver.base.cards import Hand, Strain, Suit
from clumond_solver.games.clumond.deals import KEPT_CARDS, Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Outcome
from clumond_solver.knowledge.clumond import Knowledge
from clumond_solver.single_dummy.means import mean
from clumond_solver.single_dummy.player import play_games_of, players_of
from clumond_solver.single_dummy.quick_estimate import quick_estimate

USUAL = range(3, 7)
# A long suit; a hand without one is flat.
LONG = 6
FEW = 100


def play(known: Knowledge, hands: Sequence[Hand] | None, number: int, opponents: str) -> Outcome:
    """One game, all by quick players but the opponents."""
    styles, iterations = players_of(known.seat, "fast", opponents, None, known)
    [outcome] = play_games_of(
        known,
        style=styles,
        iterations=iterations,
        seed=number,
        first=0,
        games=1,
        stop=Stop(),
        hands=hands,
    )
    return outcome


def undeclared(numbers: range) -> None:
    """How many tricks are usual, and which suits are kept, without and with the Four Tens."""
    for name, game in (("base game", ClumondGame()), ("Four Tens", ClumondGame(four_tens=True))):
        ends = []
        for number in numbers:
            state = game.deal(number, game.opening())
            hands = [state.deal[seat] for seat in Seat]
            known = Knowledge.at_start(
                hands[0], Seat.FOREHAND, None, supplementary=state.supplementary
            )
            ends.append(play(known, hands, number, "fast"))
        usual = [mean([each.tricks_taken in USUAL for each in end.seats]) for end in ends]
        say(f"undeclared, {name}: three to six tricks", Figure.of(usual))
        for suit in sorted(Suit, reverse=True):
            kept = [mean([each.retention.suits.count(suit) for each in end.seats]) for end in ends]
            share = [each / KEPT_CARDS for each in kept]
            say(f"undeclared, {name}: share of kept cards, {suit.symbol}", Figure.of(share))


def shape(hand: Hand) -> str:
    """How many long suits the hand has, in words."""
    return ("flat", "one-suited", "two-suited")[sum(length >= LONG for length in hand.lengths)]


def no_trumps(numbers: range) -> None:
    """Declarer's success at no trumps by the shape of his hand, and where it is his best strain."""
    found: dict[str, list[tuple[bool, bool]]] = {}
    for number in numbers:
        hand = Deal.random(number)[Seat.FOREHAND]
        known = Knowledge.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, Strain.NO_TRUMPS)
        won = bool(play(known, None, number, "fast").declarer_succeeded)
        found.setdefault(shape(hand), []).append((won, best_strain(hand) is Strain.NO_TRUMPS))
    for name, rows in sorted(found.items()):
        if len(rows) >= FEW:
            say(f"no trumps, {name}: success", Figure.of([won for won, _ in rows]))
            say(f"no trumps, {name}: the best strain", Figure.of([best for _, best in rows]))


def best_strain(hand: Hand) -> Strain:
    """The strain that the formula likes best."""
    return max(Strain, key=lambda strain: quick_estimate(hand, strain))


def ranks(numbers: range) -> None:
    """Success in the best strain by how many cards of a kind the hand has."""
    kinds: dict[str, str] = {"aces and kings": "AK", "2 to 5": "2345", "6 to jack": "6789J"}
    rows = []
    for number in numbers:
        hand = Deal.random(number)[Seat.FOREHAND]
        known = Knowledge.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, best_strain(hand))
        rows.append((hand, bool(play(known, None, number, "fast").declarer_succeeded)))
    for name, letters in kinds.items():
        counted = [sum(str(card)[-1] in letters for card in hand) for hand, _ in rows]
        middle = sorted(counted)[len(counted) // 2]
        for words, side in (("fewer", -1), ("more", 1)):
            won = [
                success
                for (_, success), count in zip(rows, counted, strict=True)
                if (count - middle) * side > 0
            ]
            say(f"best strain, {words} than {middle} of {name}: success", Figure.of(won))


def opponents(numbers: range) -> None:
    """Success in the best strain against opponents of each level."""
    for level in ("easy", "medium", "fast"):
        won = []
        for number in numbers:
            hand = Deal.random(number)[Seat.FOREHAND]
            known = Knowledge.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, best_strain(hand))
            won.append(bool(play(known, None, number, level).declarer_succeeded))
        say(f"best strain, opponents {level}: success", Figure.of(won))


def main(arguments: Sequence[str] | None = None) -> None:
    """Test all claims."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(arguments)
    for claim, share in ((undeclared, 1), (no_trumps, 4), (ranks, 4), (opponents, 1)):
        claim(range(given.first, given.first + share * given.deals))


if __name__ == "__main__":
    main()
