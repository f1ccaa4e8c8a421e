"""The cost of the signals of Clumond's defence, and their information.

    python -m benchmarks.signals [--deals 400] [--first 0]

The defenders are fast players, who search as usual, but in the first seven tricks play the best
card that the conventions allow, if there is one:

    length  open and answer by the length of the suit (SIG-01 to SIG-03)
    return  play a second round at once if it is sure to leave somebody void, else not (SIG-04)
    all     both
    cheap   both, where the card looks at most .02 of success worse

Prints declarer's success beside that against the same defenders without signals, on the same deals
worth declaring. The engine reads no signals, so the difference is their cost. Their information is
the number of suits in which a defender who reads them knows the others' lengths exactly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from benchmarks import samples, until_reader_leaves
from benchmarks.players import Role, start
from benchmarks.single_dummy import Figure, say
from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.signals import SignalKind, infer_lengths, signals
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.results import Choice
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.clumond.card_choice import choose_card
from clumond_solver.single_dummy.levels import FAST, ITERATIONS_PER_CARD

LENGTH = {SignalKind.OPENS, SignalKind.ATTACKS, SignalKind.FIRST}
RETURN = {SignalKind.RETURNS, SignalKind.LEAVES}
CHEAP = 0.02
# Signals are given while so many tricks are left.
SIGNALS_FROM = 7
# After how many tricks it is counted what is known.
LOOKS = (3, 6)
Kinds = set[SignalKind]
Move = tuple[Seat, Card]
Sign = Callable[[Choice[PlayCard], Play, list[Move], Hand], Card]


def signing(
    choice: Choice[PlayCard],
    play: Play,
    moves: list[Move],
    dealt: Hand,
    *,
    kinds: Kinds,
    most: float = 1.0,
) -> Card:
    """The card chosen, if it tells the truth; else the best of those near it that do."""
    values = {play.card: value.value for play, value in choice.values.items()}
    honest = [
        card
        for card, value in values.items()
        if value >= values[choice.card] - most and _is_honest(card, play, moves, dealt, kinds)
    ]
    if choice.card in honest or play.tricks_left < SIGNALS_FROM:
        return choice.card
    return max(honest, key=values.__getitem__, default=choice.card)


def _is_honest(card: Card, play: Play, moves: list[Move], dealt: Hand, kinds: Kinds) -> bool:
    assert play.turn is not None
    assert play.declarer is not None
    sent = signals([*moves, (play.turn, card)], play.declarer, play.strain)
    return all(
        signal.is_true_of(dealt, play.strain)
        for signal in sent
        if signal.number == len(moves) and signal.kind in kinds
    )


PLAYERS: dict[str, Sign] = {
    "length": partial(signing, kinds=LENGTH),
    "return": partial(signing, kinds=RETURN),
    "all": partial(signing, kinds=LENGTH | RETURN),
    "cheap": partial(signing, kinds=LENGTH | RETURN, most=CHEAP),
}


def game(begin: Play, seed: int, sign: Sign | None) -> tuple[float, dict[int, list[float]]]:
    """Declarer's success, and after some tricks the suits whose lengths are known and read."""
    play, known = begin.copy(), {}
    moves: list[Move] = []
    dealt = play.hands
    while (seat := play.turn) is not None:
        choice = choose_card(play, iterations=ITERATIONS_PER_CARD, seed=seed, style=FAST)
        card = choice.card
        if sign is not None and seat is not play.declarer:
            card = sign(choice, play, moves, dealt[seat])
        moves.append((seat, card))
        play.push(card)
        if not play.trick and len(moves) // len(Seat) in LOOKS:
            known[len(moves) // len(Seat)] = _suits_known(play, moves, dealt)
    return float(play.outcome().declarer_succeeded or 0), known


def _suits_known(play: Play, moves: list[Move], dealt: tuple[Hand, Hand, Hand]) -> list[float]:
    """To the defender on declarer's left: suits whose lengths are known by count, and by signals.

    And those that he reads wrongly.
    """
    assert play.declarer is not None
    seat = play.declarer.left
    seen = ClumondView.of(play, seat)
    void = seen.voids[play.declarer] | seen.voids[seat.left]
    counted = {suit for suit in Suit if suit in void or not seen.unseen.length(suit)}
    read = infer_lengths(moves, play.declarer, play.strain, seat, dealt[seat])
    partner = {suit: lengths[seat.left] for suit, lengths in read.items()}
    exact = {suit for suit, lengths in partner.items() if len(lengths) == 1}
    wrong = sum(dealt[seat.left].length(suit) not in lengths for suit, lengths in partner.items())
    return [len(counted), len(counted | exact), wrong]


def main() -> None:
    """Play all deals by all players."""
    parser = argparse.ArgumentParser(description="the price of signals")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    sample = samples.worth_declaring()
    plain: list[float] = []
    gains: dict[str, list[float]] = {name: [] for name in PLAYERS}
    looks: dict[int, list[list[float]]] = {look: [] for look in LOOKS}
    for number in range(options.first, options.first + options.deals):
        at = start(sample, number, Role.DECLARER)
        begin = Play(at.hands, at.known.declarer, at.known.strain)
        success, _ = game(begin, number, None)
        plain.append(success)
        for name, sign in PLAYERS.items():
            signed, known = game(begin, number, sign)
            gains[name].append(signed - success)
            if name == "all":
                for look in LOOKS:
                    looks[look].append(known[look])
    say("declarer's success without signals", Figure.of(plain))
    for name, values in gains.items():
        say(f"with them: {name}", Figure.of(values))
    for look, rows in looks.items():
        counted, read, wrong = zip(*rows, strict=True)
        say(f"suits known after {look} tricks by count", Figure.of(counted))
        say(f"suits known after {look} tricks by signals too", Figure.of(read))
        say(f"suits read wrongly after {look} tricks", Figure.of(wrong))


if __name__ == "__main__":
    with until_reader_leaves():
        main()
