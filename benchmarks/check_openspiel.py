"""The example games beside OpenSpiel's: `python -m benchmarks.check_openspiel --games 10000`.

Random games are played in step: at every point both must allow the same actions, and in the end
pay the same. `--write` records games for the tests, which need no OpenSpiel. Differences that are
rules, not errors, are settled by how a game is loaded or by its `Peer`:

- Spades: no bonus for the end of a session, because a deal is compared. In OpenSpiel 2.0 spades are
  never broken (nothing sets `is_spades_broken_`), so here nobody leads one who has another suit.
- Euchre: who plays alone says so when he makes trumps, in OpenSpiel when the dealer has laid a card
  aside, who does so even if he sits out; OpenSpiel takes from the losers what the winners score.
- Hearts: scores are minus the points, OpenSpiel's are 26 less them.
- Skat: players bid here, in OpenSpiel the first to name a game plays it. It knows no hand games
  and no announcements, ends a null game with the declarer's first trick, and pays points of cards.
- Oh Hell: OpenSpiel pays 1 a trick to those who miss their bid as well, an option here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import runpy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from clumond_solver.base.cards import Card, Suit
from clumond_solver.rules.actions import Action, Give, LayAside, Nominate, Pass, PlayCard
from clumond_solver.rules.game import Game, Standing
from clumond_solver.rules.states import TrickState

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
RECORDED = 40
_CLUBS_FIRST = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


@dataclass(frozen=True)
class Peer:
    """One of our games, and how to say its actions to OpenSpiel.

    options  of our game.
    loaded   the name and the parameters of OpenSpiel's game.
    deal     the numbers of OpenSpiel's chance actions for the order of our pack.
    numbers  the numbers of OpenSpiel's actions for one of ours, in order.
    allows   of our legal actions those that OpenSpiel allows as well.
    skips    what to choose, of OpenSpiel's legal actions, where our game has no choice; or None.
    returns  OpenSpiel's returns from the finished state.
    plays_only  whether the calls differ; then only plays are compared.
    deals    how many deals of our session come before.
    """

    file: str
    game: str
    options: dict[str, Any]
    loaded: tuple[str, dict[str, Any]]
    deal: Callable[[Sequence[Card]], Iterable[int]]
    numbers: Callable[[TrickState, Action], list[int]]
    allows: Callable[[TrickState], Sequence[Action]] = lambda state: state.legal_actions
    skips: Callable[[TrickState, list[int]], int | None] = lambda state, legal: None
    returns: Callable[[TrickState], Sequence[float]] = lambda state: state.scores
    deals: int = 0
    plays_only: bool = False

    def new_game(self) -> Game[Any]:
        """Our game."""
        game: Game[Any] = _example(self.file)[self.game](**self.options)
        return game


@lru_cache
def _example(file: str) -> dict[str, Any]:
    """The names in an example, run once: it also keeps the payoffs that it has made."""
    return runpy.run_path(str(ROOT / "examples" / file))


def _by_rank(card: Card, lowest: int = 2) -> int:
    return 4 * (int(card.rank) - lowest) + _CLUBS_FIRST.index(card.suit)


def _by_suit(card: Card) -> int:
    return 13 * _CLUBS_FIRST.index(card.suit) + int(card.rank) - 2


def _one_by_one(pack: Sequence[Card], seats: int, cards: int) -> list[Card]:
    """The cards of our hands in the order in which OpenSpiel deals them."""
    return [pack[cards * seat + number] for number in range(cards) for seat in range(seats)]


def _spades(_: TrickState, action: Action) -> list[int]:
    if isinstance(action, Nominate):
        return [52 + action.tricks]
    assert isinstance(action, PlayCard)
    return [_by_suit(action.card)]


def _never_broken(state: TrickState) -> Sequence[Action]:
    actions = state.legal_actions
    if state.play is None or state.play.trick:
        return actions
    others = [a for a in actions if isinstance(a, PlayCard) and a.card.suit is not Suit.SPADES]
    return others or actions


def _euchre(_: TrickState, action: Any) -> list[int]:
    if hasattr(action, "strain"):
        return [25 + _CLUBS_FIRST.index(Suit(action.strain))]
    match action:
        case Pass():
            return [24]
        case LayAside(cards):
            return [_by_rank(card, 9) for card in cards]
        case PlayCard(card):
            return [_by_rank(card, 9)]
    raise AssertionError(action)


_SKAT_SUITS = (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)
_SKAT_GAMES = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def _skat_card(card: Card) -> int:
    return 8 * _SKAT_SUITS.index(card.suit) + "789QKTAJ".index(str(card.rank))


def _skat_deal(pack: Sequence[Card]) -> Iterable[int]:
    hands, talon = [list(pack[10 * seat : 10 * seat + 10]) for seat in range(3)], pack[30:]
    for dealt in (3, 4, 3):
        for hand in hands:
            yield from map(_skat_card, hand[:dealt])
            del hand[:dealt]
        yield from map(_skat_card, talon)
        talon = ()


def _skat(state: TrickState, action: Action) -> list[int]:
    if isinstance(action, PlayCard):
        return [_skat_card(action.card)]
    declarer, aside = state.turn or 0, state.laid_aside(state.turn or 0)
    if str(action) not in _SKAT_GAMES:
        return []
    game = 33 + _SKAT_GAMES.index(str(action))
    return [*[32] * declarer, game, *map(_skat_card, aside)]


def _without_hand_games(state: TrickState) -> Sequence[Action]:
    actions = state.legal_actions
    take = [action for action in actions if str(action) in {"take", "go on"}]
    # Somebody must bid: OpenSpiel's players do so in their only turn.
    bids = [action for action in actions if not isinstance(action, Pass)]
    return take or (bids if state.actions == (Pass(), Pass()) else actions)


def _skat_returns(state: TrickState) -> list[float]:
    # OpenSpiel pays the points of cards, and fixed ones for a null game.
    play = state.play
    assert play is not None
    declarer = next(seat for seat, call in state.calls_made if str(call) in _SKAT_GAMES)
    values = dict(zip("JQKTA", (2, 3, 4, 10, 11), strict=True))
    cards = [*play.cards_won[declarer], *state.laid_aside(declarer)]
    points = sum(values.get(str(card.rank), 0) for card in cards)
    if any(str(call) == "null" for _, call in state.calls_made):
        points = 30 if play.tricks_taken[declarer] else 90
    assert (state.scores[declarer] > 0) <= (points > 60)
    return [(points - 60) / 120 if s == declarer else (60 - points) / 240 for s in range(3)]


_DENOMINATIONS = ("C", "D", "H", "S", "NT")
_BRIDGE_WORDS = ("pass", "double", "redouble")


def _bridge(_: TrickState, action: Action) -> list[int]:
    if isinstance(action, PlayCard):
        return [_by_rank(action.card)]
    if (said := str(action)) in _BRIDGE_WORDS:
        return [52 + _BRIDGE_WORDS.index(said)]
    level, strain = str(action)[:1], str(action)[1:]
    return [55 + 5 * (int(level) - 1) + _DENOMINATIONS.index(strain)]


def _oh_hell_card(card: Card) -> int:
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)
    return 4 * (int(card.rank) - 2) + suits.index(card.suit)


def _oh_hell(_: TrickState, action: Action) -> list[int]:
    assert isinstance(action, Nominate | PlayCard)
    return [52 + action.tricks if isinstance(action, Nominate) else _oh_hell_card(action.card)]


def _hearts_deal(passing: int) -> Callable[[Sequence[Card]], Iterable[int]]:
    return lambda pack: [passing, *map(_by_rank, _one_by_one(pack, 4, 13))]


def _hearts(_: TrickState, action: Action) -> list[int]:
    assert isinstance(action, Give | PlayCard)
    return [_by_rank(action.card)]


def _euchre_skips(state: Any, legal: list[int]) -> int | None:
    if legal == [29, 30]:
        return 29 if state.sitting_out else 30
    if 3 not in state.sitting_out or state.play.history or state.maker[1] is not state.turned.suit:
        return None
    is_dealers = legal == sorted(_by_rank(card, 9) for card in state.hands[3])
    return legal[0] if is_dealers else None


def _with_the_moon(state: TrickState) -> list[float]:
    # OpenSpiel lets the moon be shot in any case.
    assert state.play is not None
    won = [[*map(str, cards)] for cards in state.play.cards_won]
    shooter = next(
        (s for s in range(4) if sum(c[0] == "H" or c == "SQ" for c in won[s]) == 14), None
    )
    more = [0 if shooter is None else 26 if seat == shooter else -26 for seat in range(4)]
    return [26 + score + change for score, change in zip(state.scores, more, strict=True)]


def _euchre_returns(state: TrickState) -> list[float]:
    won, lost = state.scores[:2]
    return [won - lost, lost - won] * 2


PEERS = {
    "spades": Peer(
        "spades.py",
        "Spades",
        {},
        ("spades", {"win_or_loss_bonus": 0}),
        lambda pack: map(_by_suit, _one_by_one(pack, 4, 13)),
        _spades,
        _never_broken,
    ),
    "euchre": Peer(
        "euchre.py",
        "Euchre",
        {},
        ("euchre", {}),
        # The dealer is chosen first, then dealt to first.
        lambda pack: [
            3,
            *(_by_rank(pack[5 * ((i + 3) % 4) + i // 4], 9) for i in range(20)),
            _by_rank(pack[20], 9),
        ],
        _euchre,
        skips=_euchre_skips,
        returns=_euchre_returns,
    ),
    "skat": Peer(
        "skat.py",
        "Skat",
        {},
        ("skat", {}),
        _skat_deal,
        _skat,
        _without_hand_games,
        returns=_skat_returns,
        plays_only=True,
    ),
    **{
        name: Peer(
            "bridge.py",
            "Bridge",
            {},
            (
                "bridge",
                {
                    "use_double_dummy_result": False,
                    "dealer_vul": dealers_side,
                    "non_dealer_vul": other_side,
                },
            ),
            lambda pack: map(_by_rank, _one_by_one(pack, 4, 13)),
            _bridge,
            deals=deals,
        )
        for name, deals, dealers_side, other_side in (
            ("bridge", 0, False, False),
            ("bridge others vulnerable", 1, False, True),
            ("bridge all vulnerable", 3, True, True),
            ("bridge dealer vulnerable", 4, True, False),
        )
    },
    "oh hell": Peer(
        "oh_hell.py",
        "OhHell",
        {"players": 4, "cards": 9, "missed": "tricks"},
        ("oh_hell", {"players": 4, "num_tricks_fixed": 9}),
        lambda pack: [9, 3, *map(_oh_hell_card, [*_one_by_one(pack, 4, 9), pack[36]])],
        _oh_hell,
    ),
    **{
        f"hearts {passing}": Peer(
            "hearts.py",
            "Hearts",
            {},
            ("hearts", {}),
            _hearts_deal(number),
            _hearts,
            returns=lambda state: [26 + score for score in state.scores],
            deals=deals,
        )
        for passing, number, deals in (
            ("left", 1, 0),
            ("right", 3, 1),
            ("across", 2, 2),
            ("unpassed", 0, 3),
        )
    },
    "hearts at home": Peer(
        "hearts.py",
        "Hearts",
        {
            "passing": "never",
            "moon": "never",
            "jack": True,
            "first_trick": True,
            "queen_breaks": False,
        },
        (
            "hearts",
            {
                "jd_bonus": True,
                "no_pts_on_first_trick": False,
                "qs_breaks_hearts": False,
            },
        ),
        _hearts_deal(0),
        _hearts,
        returns=_with_the_moon,
    ),
}


def legal_numbers(peer: Peer, state: TrickState) -> list[int]:
    """OpenSpiel's numbers of our legal actions, sorted."""
    return sorted({number for a in peer.allows(state) for number in peer.numbers(state, a)})


def file_of(name: str) -> Path:
    """The recorded games of a peer."""
    return GOLDEN / f"openspiel_{name.replace(' ', '_')}.jsonl"


def start(peer: Peer, seed: int) -> tuple[TrickState, tuple[Card, ...]]:
    """A deal of our game, and its pack."""
    game = peer.new_game()
    pack, standing = game.pack.shuffled(seed), Standing((0,) * game.players)
    for _ in range(peer.deals):
        standing = standing.with_deal("", (0,) * game.players)
    state = game.deal(pack, standing)
    assert isinstance(state, TrickState)
    return state, pack


def replay(name: str, record: dict[str, Any]) -> dict[str, Any]:
    """A record made by playing its actions again in our game alone."""
    peer, digest = PEERS[name], hashlib.sha256()
    state, _ = start(peer, record["seed"])
    for text in record["actions"]:
        digest.update(repr(legal_numbers(peer, state)).encode())
        state.push(text)
    assert state.is_over
    returns = [*map(float, peer.returns(state))]
    return record | {"legal": digest.hexdigest()[:16], "returns": returns}


def play_in_step(name: str, seed: int) -> dict[str, Any]:
    """A record of a random game played in step; AssertionError where the games differ."""
    import pyspiel

    peer, source = PEERS[name], random.Random(seed)
    loaded, parameters = peer.loaded
    theirs = pyspiel.load_game(loaded, parameters).new_initial_state()
    state, pack = start(peer, seed)
    for number in peer.deal(pack):
        theirs.apply_action(number)
    digest = hashlib.sha256()
    while not state.is_over:
        legal = legal_numbers(peer, state)
        digest.update(repr(legal).encode())
        if not theirs.is_terminal() and (state.play or not peer.plays_only):
            assert theirs.current_player() == state.decider, (name, seed, state)
            assert theirs.legal_actions() == legal, (name, seed, state, theirs, legal)
        actions = peer.allows(state)
        action = actions[source.randrange(len(actions))]
        for number in peer.numbers(state, action):
            # OpenSpiel ends a null game with the declarer's first trick.
            if not theirs.is_terminal():
                theirs.apply_action(number)
        state.push(action)
        while (skipped := peer.skips(state, theirs.legal_actions())) is not None:
            theirs.apply_action(skipped)
    returns = theirs.returns()
    assert theirs.is_terminal(), (name, seed, state)
    assert returns == list(peer.returns(state)), (name, seed, state, returns)
    texts = [str(action) for action in state.actions]
    return {"seed": seed, "actions": texts, "legal": digest.hexdigest()[:16], "returns": returns}


def main() -> None:
    """Play games in step, or record some."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("names", nargs="*", default=[*PEERS])
    options = parser.parse_args()
    for name in options.names:
        count = RECORDED if options.write else options.games
        records = [play_in_step(name, seed) for seed in range(count)]
        print(f"{name}: {count} games in step")
        if options.write:
            lines = "".join(json.dumps(record) + "\n" for record in records)
            file_of(name).write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
