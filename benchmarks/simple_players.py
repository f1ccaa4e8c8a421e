"""The engine beside a player by simple rules: `python -m benchmarks.simple_players hearts`.

The rules are those that beginners of each example learn: bid by high cards, win a trick cheaply if
you want it, duck under it if you do not, help a partner who wins it. Each deal is played once, the
players' seats rotating from deal to deal; the engine is the library's own `EnginePlayer()`, in one
seat, or in both seats of a side. `--path` keeps the deals played, so that a stopped match resumes.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks import until_reader_leaves
from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.batch.matches import play_match
from clumond_solver.games.registry import load_games
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Declare, Give, LayAside, Nominate, Pass, PlayCard
from clumond_solver.rules.tricks import TrickPlay
from clumond_solver.single_dummy.players import EnginePlayer

EXAMPLES = Path(__file__).parents[1] / "examples"
QUEEN = Card.parse("SQ")
HIGH_CARD_POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
OPENING, GAME, TRUMPS_TO_BID, SPADES_LEFT_OVER = 12, 13, 3, 3
# With so many trumps and aces a player of Skat bids.
SKAT_TRUMPS, SKAT_STRENGTH = 5, 7


@dataclass(frozen=True)
class SimplePlayer:
    """Calls and plays by the simple rules of a game."""

    game: str

    def __call__(self, view: View, seed: int) -> Action:
        """By the seat's own cards, and a deal that agrees with all that is public."""
        [state] = view.sample_worlds(1, 0)
        rules = RULES[self.game]
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        if view.play is None:
            return rules.call(view, state)
        worths = view.play.payoffs.card_points if view.play.payoffs else (0,) * 64
        return PlayCard(card_for(view, state, worths, wants=rules.wants(view, state)))


def card_for(view: View, state: Any, worths: Sequence[int], *, wants: bool) -> Card:
    """Win cheaply, or as high as it goes if others may still win; else the least card, or duck."""
    play: TrickPlay = state.play
    legal, led = list(play.legal_plays), play.led

    def height(card: Card) -> tuple[int, int]:
        own = play.rules.suit_of(card)
        return play.rules.power(own if led is None else led, card), play.rules.height(card)

    def least(cards: Sequence[Card]) -> Card:
        return min(cards, key=lambda card: (abs(worths[card.bit]), height(card)))

    if led is None:
        return max(legal, key=height) if wants else min(legal, key=height)
    best, players = max(play.rules.power(led, card) for card in play.trick), play.rules.players
    winner = (play.leader + [play.rules.power(led, c) for c in play.trick].index(best)) % players
    wins = [card for card in legal if play.rules.power(led, card) > best]
    loses = [card for card in legal if card not in wins]
    is_last = len(play.trick) == players - 1
    if not wants:
        # Be rid of what costs most, then of the highest card.
        rest = loses or wins
        return max(rest, key=lambda card: (-worths[card.bit], height(card)))
    sides = state.sides
    if any({winner, view.seat} <= {*side} for side in sides) and (loses or is_last):
        cards = loses or wins
        is_fed = is_last and any(worths)
        return max(cards, key=lambda c: (worths[c.bit], height(c))) if is_fed else least(cards)
    if not wins:
        return least(legal)
    return min(wins, key=height) if is_last else max(wins, key=height)


def always(wants: bool, view: View, state: Any) -> bool:
    return wants


def own_hand(view: View) -> Hand:
    return view.held[view.seat]


# Hearts.


def pass_on(view: View, state: Any) -> Action:
    gives = [action for action in view.legal_actions if isinstance(action, Give)]
    return max(gives, key=lambda give: (give.card == QUEEN, give.card.rank, give.card.suit))


# Games of bids that must be met.


def likely_tricks(hand: Hand, trump: Suit | None) -> int:
    """Aces, guarded kings, and trumps beyond the first three."""
    length = Counter(card.suit for card in hand)
    high = [card for card in hand if card.rank is Rank.ACE]
    high += [card for card in hand if card.rank is Rank.KING and length[card.suit] > 1]
    if trump is None:
        return len(high)
    return len(high) + max(0, length[trump] - SPADES_LEFT_OVER)


def nominate(trump_of: Callable[[Any], Suit | None], least: int, view: View, state: Any) -> Action:
    wanted = max(least, likely_tricks(own_hand(view), trump_of(state)))
    bids = [action for action in view.legal_actions if isinstance(action, Nominate)]
    return min(bids, key=lambda bid: abs(bid.tricks - wanted))


def wants_own_bid(view: View, state: Any) -> bool:
    return bool(state.play.tricks_taken[view.seat] < state.bids[view.seat])


def wants_bid_of_side(view: View, state: Any) -> bool:
    won = sum(state.play.tricks_taken[view.seat % 2 :: 2])
    return bool(won < sum(state.bids[view.seat % 2 :: 2]))


def lay_bid_aside(view: View, state: Any) -> Action:
    """The three cards whose bid comes nearest to the likely tricks of the others."""
    if not isinstance(view.legal_actions[0], LayAside):
        return Pass()

    def miss(cards: tuple[Card, ...]) -> int:
        rest = own_hand(view) - Hand.of(*cards)
        return abs(sum(int(card.suit) for card in cards) - likely_tricks(rest, state.trump))

    return LayAside(Hand.of(*min(combinations(own_hand(view), 3), key=miss)))


# Euchre and Skat.


def order_up(view: View, state: Any) -> Action:
    """Trumps of which the player has three, or must name one; the least card is laid aside."""
    hand = own_hand(view)
    aside = [action for action in view.legal_actions if isinstance(action, LayAside)]
    if aside:
        trump = state.maker[1]
        return min(aside, key=lambda call: [(c.suit is trump, c.rank) for c in call.cards])
    declares = [action for action in view.legal_actions if isinstance(action, Declare)]
    length = {call: sum(card.suit is call.strain.suit for card in hand) for call in declares}
    best = max(declares, key=length.__getitem__)
    may_pass = Pass() in view.legal_actions
    return Pass() if may_pass and length[best] < TRUMPS_TO_BID else best


def bid_skat(view: View, state: Any) -> Action:
    """Up to twice the base of the longest suit, with enough trumps and aces; suit games only."""
    hand, said = own_hand(view), [str(action) for action in view.legal_actions]
    length = Counter(card.suit for card in hand if card.rank is not Rank.JACK)
    longest, _ = max(length.items(), key=lambda item: item[1])
    jacks = sum(card.rank is Rank.JACK for card in hand)
    aces = sum(card.rank is Rank.ACE for card in hand)
    trumps = jacks + length[longest]
    if isinstance(view.legal_actions[0], LayAside):
        plain = sorted(hand, key=lambda c: (c.rank is Rank.JACK, length[c.suit], c.rank))
        return LayAside(Hand.of(*plain[:2]))
    if "take" in said:
        return view.legal_actions[said.index("take")]
    if (name := longest.name.lower()) in said:
        return view.legal_actions[said.index(name)]
    base = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12}[name]
    bids = [action for action in view.legal_actions if str(action).isdecimal()]
    strong = trumps >= SKAT_TRUMPS and trumps + aces >= SKAT_STRENGTH
    return bids[0] if bids and strong and int(str(bids[0])) <= 2 * base else Pass()


def wants_but_null(view: View, state: Any) -> bool:
    return bool(state.contract_text != "null" or view.seat != state.declarer)


# Bridge.


def bid_bridge(view: View, state: Any) -> Action:
    """Open the longest suit with 12 points; raise partner by strength; else pass."""
    hand, legal = own_hand(view), {str(action): action for action in view.legal_actions}
    points = sum(HIGH_CARD_POINTS.get(card.rank, 0) for card in hand)
    length = Counter(card.suit for card in hand)
    longest = max(Suit, key=lambda suit: length[suit])
    bids = [(seat, call) for seat, call in state.calls_made if call != Pass()]
    own = [call for seat, call in bids if seat == view.seat]
    partners = [call for seat, call in bids if seat == (view.seat + 2) % 4]
    if own or points < OPENING / 2 or (not partners and points < OPENING):
        return Pass()
    if not partners:
        return legal.get(f"1{longest}", Pass())
    suit = partners[0].strain.suit
    raised = 2 + (points >= OPENING - 2) + (points >= GAME)
    fits = suit is not None and length[suit] >= 4
    strain, level = (str(suit), raised) if fits else ("NT", max(1, raised - 1))
    return legal.get(f"{level}{strain}", Pass())


@dataclass(frozen=True)
class SimpleRules:
    """How a game is called, and whether a seat wants the next trick."""

    call: Callable[[View, Any], Action]
    wants: Callable[[View, Any], bool]
    seats: str


def turned_suit(state: Any) -> Suit:
    suit: Suit = state.turned.suit
    return suit


# "e" is a seat of the engine, "s" one of a player by simple rules.
RULES = {
    "hearts": SimpleRules(pass_on, partial(always, False), "esss"),
    "spades": SimpleRules(partial(nominate, lambda _: Suit.SPADES, 1), wants_bid_of_side, "eses"),
    "euchre": SimpleRules(order_up, partial(always, True), "eses"),
    "skat": SimpleRules(bid_skat, wants_but_null, "ess"),
    "bridge": SimpleRules(bid_bridge, partial(always, True), "eses"),
    "oh-hell": SimpleRules(partial(nominate, turned_suit, 0), wants_own_bid, "esss"),
    "ninety-nine": SimpleRules(lay_bid_aside, wants_own_bid, "ess"),
}


def main() -> None:
    """Play matches, one game after another."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*RULES], help="by their names")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--path", type=Path, help="a folder for the deals played")
    options = parser.parse_args()
    for name in options.games:
        load_games(EXAMPLES / f"{name.replace('-', '_')}.py")
        players = [
            EnginePlayer() if seat == "e" else SimplePlayer(name) for seat in RULES[name].seats
        ]
        path = None if options.path is None else options.path / f"{name}.jsonl"
        result = play_match(
            players, name, deals=options.deals, duplicate=False, seed=1, workers=1, path=path
        )
        gain, error = result.difference(0, 1)
        print(f"{name:12} {gain:+8.2f} ± {error:.2f}: {gain / error:5.1f} errors", flush=True)


if __name__ == "__main__":
    with until_reader_leaves():
        main()
