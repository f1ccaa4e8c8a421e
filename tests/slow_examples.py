"""The rules of the examples written again, in the plainest code: what may be played, who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from clumond_solver.base.cards import Card, Hand
from clumond_solver.rules.actions import Action, LayAside, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.rules.tricks import PlayedCard

_RANKS = "23456789TJQKA"
_SKAT_GAMES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24, "null": 23}
_PENALTIES = {f"H{rank}" for rank in _RANKS} | {"SQ"}


def is_example(state: object) -> bool:
    """Whether these rules are about the state's game."""
    return type(state).__name__ in _SCORES


def _said(state: Any) -> list[str]:
    return [str(call) for _, call in state.calls_made]


def _bids(state: Any) -> list[int]:
    return [int(text.split()[1]) for text in _said(state) if text.startswith("nominate")]


def _trumps(state: Any) -> list[str]:
    """From the lowest up."""
    suit, ranks, above = "", _RANKS, list[str]()
    match type(state).__name__:
        case "SpadesState":
            suit = "S"
        case "OhHellState":
            suit = str(state.order[state.players * state.cards].suit)
        case "BridgeState":
            suit = [text for text in _said(state) if text != "pass"][-1][1:].replace("NT", "")
        case "EuchreState":
            suit = _made(state)[1].removeprefix("declare ")[0]
            ranks, above = "9TQKA", [{"H": "DJ", "D": "HJ", "S": "CJ", "C": "SJ"}[suit], f"{suit}J"]
        case "SkatState":
            game = _said(state)[-1]
            suit = game[0].upper() if game not in {"grand", "null"} else ""
            ranks, above = "789QKTA", [] if game == "null" else ["DJ", "HJ", "SJ", "CJ"]
    return [f"{suit}{rank}" for rank in ranks if suit] + above


def _made(state: Any) -> tuple[int, str]:
    """Who made trumps in Euchre, and how he said it: "declare H", or "H alone"."""
    calls = ((seat, str(call)) for seat, call in state.calls_made)
    return next(made for made in calls if made[1].startswith("declare") or "alone" in made[1])


def seats_in_trick(state: Any, leader: int) -> list[int]:
    """The seats that play to a trick, from its leader on."""
    out = None
    if type(state).__name__ == "EuchreState" and _made(state)[1].endswith("alone"):
        out = (_made(state)[0] + 2) % 4
    if type(state).__name__ == "RestingState":
        out = 3
    return [seat for seat in [*range(leader, 7), *range(leader)] if seat < state.play.rules.players
            and seat != out]  # fmt: skip


def _suit(trumps: Sequence[str], card: Card) -> str:
    return "trumps" if str(card) in trumps else str(card)[0]


def slow_legal(state: Any, hand: Sequence[Card], trick: Sequence[PlayedCard]) -> set[Action]:
    """What may be played to the trick so far."""
    trumps, gone = _trumps(state), {str(played.card) for played in state.play.history}
    is_first = len(gone) < len(seats_in_trick(state, 0))
    legal = {str(card) for card in hand}
    if trick:
        led = _suit(trumps, trick[0].card)
        legal = {text for text in legal if _suit(trumps, Card.parse(text)) == led} or legal
    match type(state).__name__:
        case "HeartsState" if not gone:
            legal = {"C2"}
        case "HeartsState":
            waits = {text for text in legal if text[0] == "H" and not gone & _PENALTIES}
            barred = _PENALTIES if is_first else waits if not trick else set[str]()
            legal = legal - barred or legal
        case "SpadesState" if not trick and not any(text[0] == "S" for text in gone):
            legal = {text for text in legal if text[0] != "S"} or legal
    return {PlayCard(Card.parse(text)) for text in legal}


def slow_winner(state: Any, trick: Sequence[PlayedCard]) -> int:
    """The place of the winning card."""
    trumps, cards = _trumps(state), [str(played.card) for played in trick]
    ten_high = type(state).__name__ == "SkatState" and _said(state)[-1] != "null"
    ranks = "789QKTA" if ten_high else _RANKS
    led = [f"{cards[0][0]}{rank}" for rank in ranks if f"{cards[0][0]}{rank}" not in trumps]
    order = [*([] if cards[0] in trumps else led), *trumps]
    return max(
        range(len(cards)), key=lambda at: order.index(cards[at]) if cards[at] in order else -1
    )


def slow_scores(state: Any) -> tuple[int, ...]:
    """What a deal is worth."""
    if state.play is None:
        return (0,) * int(state.players)
    taken = [0] * state.players
    for trick in state.play.tricks:
        taken[trick.winner] += 1
    return tuple(_SCORES[type(state).__name__](state, taken))


def _hearts(state: Any, taken: Sequence[int]) -> list[int]:
    lost = [0] * 4
    for trick in state.play.tricks:
        for card in map(str, trick.cards):
            lost[trick.winner] += 13 if card == "SQ" else card[0] == "H"
    return [mine - 26 if 26 in lost else -mine for mine in lost]


def _spades(state: Any, taken: Sequence[int]) -> list[int]:
    bids, scores, (nil, ten_bags) = _bids(state), [0, 0], state.house
    for side in (0, 1):
        bid, won = bids[side] + bids[side + 2], taken[side] + taken[side + 2]
        scores[side] = 10 * bid + won - bid if won >= bid else -10 * bid
        if won >= bid and state.bags[side] + won - bid >= 10:
            scores[side] -= ten_bags * ((state.bags[side] + won - bid) // 10)
        for seat in (side, side + 2):
            if bids[seat] == 0:
                scores[side] += -nil if taken[seat] else nil
    return scores * 2


def _euchre(state: Any, taken: Sequence[int]) -> list[int]:
    maker, said = _made(state)
    won = taken[maker] + taken[(maker + 2) % 4]
    score = (4 if "alone" in said else 2) if won == 5 else 1 if won >= 3 else -2
    mine = {maker, (maker + 2) % 4}
    return [abs(score) * ((seat in mine) is (score > 0)) for seat in range(4)]


def _skat(state: Any, taken: Sequence[int]) -> list[int]:
    said = _said(state)
    seat, game, hand = state.calls_made[-1][0], said[-1], "take" not in said
    bid = max(int(text) for text in said if text.isdigit())
    cards = [str(card) for card in (*state.order[10 * seat : 10 * seat + 10], *state.order[30:])]
    base = 35 if game == "null" and hand else _SKAT_GAMES[game]
    if game == "null":
        won, value = taken[seat] == 0, base
    else:
        order = _trumps(state)[::-1]
        row = next((n for n, c in enumerate(order) if (c in cards) != (order[0] in cards)), None)
        aside = [
            c for _, call in state.calls_made if isinstance(call, LayAside) for c in call.cards
        ]
        mine = [*state.play.cards_won[seat], *(state.order[30:] if hand else aside)]
        points = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
        total = sum(points.get(str(card.rank), 0) for card in mine)
        won = total >= 61
        times = 1 + (len(order) if row is None else row) + hand
        value = base * (times + (not 30 < total < 90) + (taken[seat] in {0, 10}))
    if not won or value < bid:
        unit = _SKAT_GAMES[game]
        least = next(unit * n for n in range(1, 20) if unit * n >= bid)
        value = -2 * max(value, least)
    return [value if who == seat else 0 for who in range(3)]


def _bridge(state: Any, taken: Sequence[int]) -> list[int]:
    bids = [(seat, str(call)) for seat, call in state.calls_made if str(call) != "pass"]
    last, bid = bids[-1]
    level, strain = int(bid[0]), bid[1:]
    over = taken[last] + taken[(last + 2) % 4] - 6 - level
    trick = 20 if strain in {"C", "D"} else 30
    made = level * trick + 10 * (strain == "NT")
    bonus = {6: 800, 7: 1300}.get(level) or (300 if made >= 100 else 50)
    score = made + bonus + over * trick if over >= 0 else 50 * over
    return [score if seat in {last, (last + 2) % 4} else -score for seat in range(4)]


def _oh_hell(state: Any, taken: Sequence[int]) -> list[int]:
    return [10 + t if t == bid else 0 for t, bid in zip(taken, _bids(state), strict=True)]


_SCORES: dict[str, Callable[[Any, Sequence[int]], list[int]]] = {
    "HeartsState": _hearts,
    "SpadesState": _spades,
    "EuchreState": _euchre,
    "SkatState": _skat,
    "BridgeState": _bridge,
    "OhHellState": _oh_hell,
}


def with_cards_exchanged(state: Any, change: dict[Card, Card]) -> TrickState:
    """The deal before its first action, some cards having changed places."""
    order, size = [change.get(card, card) for card in state.order], state.cards
    hands = [order[size * seat : size * (seat + 1)] for seat in range(state.players)]
    twin: TrickState = state.layout.deal(hands, order[size * state.players :])
    return twin


def all_cards(state: Any) -> Hand:
    """The cards of the deal."""
    return Hand.from_cards(state.order)
