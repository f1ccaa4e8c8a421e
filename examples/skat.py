"""Skat: a declarer against two, who wins with 61 of the 120 points of cards.

Three players get ten cards each, two are left as the talon. In turn each makes the next bid or
passes for good (ours); the last bidder is the declarer, and if all pass, nobody scores. He takes up
the talon, lays two cards aside, which count for him, and announces a game; or he announces at once
and leaves the talon alone (hand). The player at the dealer's left leads.

In a suit game the suit's cards and the jacks are trumps, in grand only the jacks; clubs is the
highest jack, then spades, hearts, diamonds. Other suits rank ace, ten, king, queen, nine, eight,
seven. In null nothing is trumps, the ten ranks below the jack, and the declarer may take no trick.
Players follow suit if they can; trumps are a suit. In points an ace counts 11, a ten 10, a king 4,
a queen 3, a jack 2.

A game is worth its base value (diamonds 9, hearts 10, spades 11, clubs 12, grand 24) once, and
again for each top trump in a row that the declarer has, or has not, talon included; for hand; for
90 points or at most 30 (schneider); and for all tricks or none (schwarz). Null is worth 23, by hand
35. A game that is lost costs twice its value; one worth less than was bid is lost too, and counts
as the next multiple of the base up to the bid. `clumond --game examples/skat.py play` plays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, takewhile

from clumond_solver import Card, Hand, Rank, Suit
from clumond_solver.game import PIQUET_PACK, Action, AsideChoices, Call, Chance, DealsGame
from clumond_solver.game import DealtState, LayAside, Pass, Payoffs, PointBand, TrickPlay
from clumond_solver.game import TrickRules, Standing, card_actions, register

SEATS = range(3)
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24, "null": 23}
BIDS = sorted({23, 35, *(b * n for b in (9, 10, 11, 12, 24) for n in range(2, 19 - b // 2))})
RANKS = tuple(map(Rank.parse, "789QKTAJ"))
JACKS = [Card.parse(text) for text in ("DJ", "HJ", "SJ", "CJ")]
VALUES = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
POINTS = {card: VALUES.get(card.rank, 0) for card in PIQUET_PACK.cards}
# Least and most points of the declarer, and what schneider adds.
BANDS = ((0, 30, 1), (31, 60, 0), (61, 89, 0), (90, 120, 1))


@dataclass(frozen=True, order=True)
class Say(Call):
    """A bid, "take" for taking up the talon, or the name of a game."""

    words: str

    def __str__(self) -> str:
        return self.words


@lru_cache
def rules_of(game: str) -> TrickRules:
    if game == "null":
        return TrickRules.plain(3, ranks=sorted(RANKS))
    suit = [Card(suit, rank) for suit in Suit for rank in RANKS[:-1] if suit.name.lower() == game]
    return TrickRules.plain(3, ranks=RANKS, trumps=[*suit, *JACKS])


@lru_cache(maxsize=1024)
def payoffs_of(seat: int, game: str, times: int, bid: int) -> Payoffs:
    """The declarer's game with so many times its base, before schneider, and 1 or 2 in null."""

    def value(won: bool, more: int = 0) -> int:
        base = BASES[game]
        worth = base + 12 * (times - 1) if game == "null" else base * (times + more)
        return worth if won and worth >= bid else -2 * max(worth, -(-bid // base) * base)

    rows = [[0] * 11 for _ in SEATS]
    if game == "null":
        rows[seat] = [value(True), *[value(False)] * 10]
        return Payoffs.by_tricks(rows, [0 if s == seat else None for s in SEATS])
    rows[seat][0], rows[seat][10] = (value(won, 2) - value(won, 1) for won in (False, True))
    bands = [
        PointBand((seat,), low, high, tuple(value(low > 60, more) * (s == seat) for s in SEATS))
        for low, high, more in BANDS
    ]
    return Payoffs.by_tricks(
        rows, card_points=POINTS, bands=bands, rest_seat=seat, points_score=False
    )


class SkatState(DealtState):
    pack, players, cards = PIQUET_PACK, 3, 10

    @property
    def said(self) -> list[str]:
        return [call.words for _, call in self.calls_made if isinstance(call, Say)]

    @property
    def bid(self) -> int:
        return max((int(words) for words in self.said if words.isdecimal()), default=0)

    @property
    def bidders(self) -> list[int]:
        """Those who have not passed, the next to speak first."""
        passed = [seat for seat, call in self.calls_made if call == Pass()]
        last = self.calls_made[-1][0] if self.calls_made else 2
        return [s for s in ((last + n) % 3 for n in (1, 2, 3)) if s not in passed]

    @property
    def declarer(self) -> int | None:
        return self.bidders[0] if self.bid and len(self.bidders) == 1 else None

    @property
    def contract(self) -> tuple[int, Call] | None:
        return next((made for made in self.calls_made if str(made[1]) in BASES), None)

    def taken_up(self, seat: int) -> Sequence[Card]:
        return self.rest if "take" in self.said and seat == self.declarer else ()

    @property
    def payoffs(self) -> Payoffs:
        seat, trumps = self.declarer or 0, rules_of(self.contract_text).trumps[::-1]
        cards = {*self.dealt(seat), *self.rest}
        row = [*takewhile(lambda card: (card in cards) is (trumps[0] in cards), trumps)]
        times = 1 + len(row) + ("take" not in self.said)
        return payoffs_of(seat, self.contract_text, times, self.bid)

    def knows_payoffs(self, viewer: int) -> bool:
        return self.contract_text == "null" or (viewer == self.declarer and "take" in self.said)

    def knows_points(self, viewer: int) -> bool:
        return True

    def points_needed(self, seat: int) -> int | None:
        return None if self.contract_text == "null" else 61 if seat == self.declarer else 60

    @property
    def sides(self) -> list[list[int]]:
        return [] if self.declarer is None else [[s for s in SEATS if s != self.declarer]]

    def role(self, seat: int) -> str:
        return "declarer" if seat == self.declarer else ""

    def verb_of(self, call: Call) -> str:
        if not isinstance(call, Say):
            return call.verb
        return "bid" if call.words.isdecimal() else "announce" if call.words in BASES else ""

    def _caller(self) -> int | None:
        return None if self.contract or not self.bidders else self.bidders[0]

    def _open_calls(self) -> Sequence[Call]:
        if self.declarer is None:
            return [Pass(), *[Say(str(bid)) for bid in BIDS if bid > self.bid][:1]]
        if "take" in self.said and not self.laid_aside(self.declarer):
            return AsideChoices(self.held(self.declarer), 2)
        return [*[Say("take")] * ("take" not in self.said), *map(Say, BASES)]

    @property
    def usual_call(self) -> Call | None:
        """To pass, else to take the talon, lay short suits aside and play the longest suit."""
        if self.declarer is None or "take" not in self.said:
            return Pass() if self.declarer is None else Say("take")
        plain = [card for card in self.held(self.declarer) if card.rank is not Rank.JACK]
        length = {suit: sum(card.suit is suit for card in plain) for suit in Suit}
        if not self.laid_aside(self.declarer):
            return LayAside(Hand.of(*sorted(plain, key=lambda c: (length[c.suit], c.rank))[:2]))
        has_grand = 10 - len(plain) >= 2 and sum(card.rank is Rank.ACE for card in plain) >= 3
        longest = max(Suit, key=lambda suit: length[suit])
        return Say("grand" if has_grand else longest.name.lower())

    def _begin(self) -> TrickPlay | None:
        return TrickPlay(rules_of(self.contract_text), self.hands) if self.contract else None


@dataclass(frozen=True)
class Skat(DealsGame):
    """deals  how many are played."""

    name = "Skat"
    players = 3
    pack = PIQUET_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        said = map(Say, (*map(str, BIDS), "take", *BASES))
        aside = (LayAside(Hand.of(*cards)) for cards in combinations(PIQUET_PACK.cards, 2))
        return (Pass(), *said, *aside, *card_actions(PIQUET_PACK.cards))

    def deal(self, chance: Chance, standing: Standing) -> SkatState:
        return SkatState(self.pack.order(chance))


register("skat", Skat)
