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


def _skat_game(state: Any) -> str:
    return next(text for text in _said(state) if text in _SKAT_GAMES)


def _trumps(state: Any) -> list[str]:
    """From the lowest up."""
    suit, ranks, above = "", _RANKS, list[str]()
    match type(state).__name__:
        case "SpadesState":
            suit = "S"
        case "OhHellState":
            suit = str(state.order[state.players * state.cards].suit)
        case "BridgeState":
            suit = [text for text in _said(state) if text[0].isdigit()][-1][1:].replace("NT", "")
        case "EuchreState":
            suit = _made(state)[1].removeprefix("declare ")[0]
            ranks, above = "9TQKA", [{"H": "DJ", "D": "HJ", "S": "CJ", "C": "SJ"}[suit], f"{suit}J"]
        case "SkatState":
            game = _skat_game(state)
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
            breaks = _PENALTIES if state.house.queen_breaks else _PENALTIES - {"SQ"}
            waits = {text for text in legal if text[0] == "H" and not gone & breaks}
            held_back = set() if state.house.first_trick else _PENALTIES
            barred = held_back if is_first else waits if not trick else set[str]()
            legal = legal - barred or legal
        case "SpadesState" if not trick and not any(text[0] == "S" for text in gone):
            legal = {text for text in legal if text[0] != "S"} or legal
    return {PlayCard(Card.parse(text)) for text in legal}


def slow_winner(state: Any, trick: Sequence[PlayedCard]) -> int:
    """The place of the winning card."""
    trumps, cards = _trumps(state), [str(played.card) for played in trick]
    ten_high = type(state).__name__ == "SkatState" and _skat_game(state) != "null"
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
    lost, jack = [0] * 4, [0] * 4
    for trick in state.play.tricks:
        for card in map(str, trick.cards):
            lost[trick.winner] += 13 if card == "SQ" else card[0] == "H"
            jack[trick.winner] += 10 if card == "DJ" and state.house.jack else 0
    if 26 in lost and state.house.moon == "others":
        return [mine - 26 for mine in lost]
    if 26 in lost and state.house.moon == "self":
        return lost
    return [gained - mine for gained, mine in zip(jack, lost, strict=True)]


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
    at, game, hand = said.index(_skat_game(state)), _skat_game(state), "take" not in said
    seat, bid = state.calls_made[at][0], max(int(text) for text in said if text.isdigit())
    schneider, schwarz, ouvert = (
        set(said[at:]) & {*words}
        for words in (["schneider", "schwarz", "ouvert"], ["schwarz", "ouvert"], ["ouvert"])
    )
    base = _SKAT_GAMES[game]
    if game == "null":
        won, value = taken[seat] == 0, (59 if ouvert else 35) if hand else 46 if ouvert else 23
    else:
        cards = [
            str(card) for card in (*state.order[10 * seat : 10 * seat + 10], *state.order[30:])
        ]
        order = _trumps(state)[::-1]
        row = next((n for n, c in enumerate(order) if (c in cards) != (order[0] in cards)), None)
        aside = [
            c for _, call in state.calls_made if isinstance(call, LayAside) for c in call.cards
        ]
        mine = [*state.play.cards_won[seat], *(state.order[30:] if hand else aside)]
        points = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
        total = sum(points.get(str(card.rank), 0) for card in mine)
        won = taken[seat] == 10 if schwarz else total >= 90 if schneider else total >= 61
        times = 1 + (len(order) if row is None else row)
        times += hand + bool(schneider) + bool(schwarz) + bool(ouvert)
        times += total >= 90 or total <= 30 or bool(schneider)
        times += taken[seat] in {0, 10} or bool(schwarz)
        value = base * times
    if value < bid:
        won, value = False, next(base * n for n in range(1, 30) if base * n >= bid)
    score = (value if won else -2 * value) * (4 if "re" in said else 2 if "kontra" in said else 1)
    others = 0
    if state.scoring == "league":
        score += 50 if won else -50
        others = 0 if won else 40
    return [score if who == seat else others for who in range(3)]


# The table of duplicate as it is printed: by vulnerability the tricks short that are doubled.
_DOUBLED = {
    False: [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
    True: [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
}
# By undoubled, doubled, redoubled.
_MADE = {
    "minor": [20, 40, 80], "major": [30, 60, 120], "first at no trumps": [40, 80, 160],
}  # fmt: skip
_OVERTRICKS = {False: [None, 100, 200], True: [None, 200, 400]}
_BONUSES = {"part": (50, 50), "game": (300, 500), "six": (500, 750), "seven": (1000, 1500)}


def slow_bridge_scores(state: Any, taken: Sequence[int]) -> list[int]:
    """What the last bid is worth, doubled or not, by the tricks taken."""
    bids = [(seat, str(call)) for seat, call in state.calls_made if str(call)[0].isdigit()]
    last, bid = bids[-1]
    after = [str(call) for _, call in state.calls_made]
    after = after[len(after) - after[::-1].index(bid) :]
    doubled = 2 if "redouble" in after else 1 if "double" in after else 0
    vulnerable, level, strain = state.vulnerable[last % 2], int(bid[0]), bid[1:]
    over = taken[last] + taken[(last + 2) % 4] - 6 - level
    each = _MADE["minor" if strain in {"C", "D"} else "major"]
    made = level * each[doubled]
    if strain == "NT":
        made += _MADE["first at no trumps"][doubled] - each[doubled]
    score = made + _BONUSES["game" if made >= 100 else "part"][vulnerable]
    if level > 5:
        score += _BONUSES["six" if level == 6 else "seven"][vulnerable]
    score += [0, 50, 100][doubled] + over * (_OVERTRICKS[vulnerable][doubled] or each[0])
    if over < 0:
        undoubled = (100 if vulnerable else 50) * -over
        short = _DOUBLED[vulnerable][-over - 1]
        score = -[undoubled, short, 2 * short][doubled]
    return [score if seat in {last, (last + 2) % 4} else -score for seat in range(4)]


def _oh_hell(state: Any, taken: Sequence[int]) -> list[int]:
    missed = 1 if state.consolation else 0
    return [10 + t if t == bid else missed * t for t, bid in zip(taken, _bids(state), strict=True)]


_SCORES: dict[str, Callable[[Any, Sequence[int]], list[int]]] = {
    "HeartsState": _hearts,
    "SpadesState": _spades,
    "EuchreState": _euchre,
    "SkatState": _skat,
    "BridgeState": slow_bridge_scores,
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
