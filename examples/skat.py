"""Skat: a declarer against two, who wins with 61 of the 120 points of cards.

The four jacks are the highest trumps: clubs, spades, hearts, diamonds. The declarer takes up the
talon of two cards, lays two aside, which count for him, and announces a suit, grand (only jacks are
trumps) or null (he may take no trick); or he announces at once and leaves the talon alone (hand). A
game is worth its base value, and that value again for each top trump in a row that he has, or has
not, for hand, for 90 points (schneider) and for all tricks (schwarz). A game that is lost, or worth
less than was bid, costs twice as much. `clumond --game examples/skat.py play` plays it. Ours: each
in turn makes the next bid or passes; if all pass, nobody scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, combinations, takewhile

from clumond_solver import Card, Hand, Rank, RuleError, Suit
from clumond_solver.game import PIQUET_PACK, Action, AsideChoices, Call, Chance, LayAside, Layout
from clumond_solver.game import Pass, Payoffs, PointBand, Standing, TrickPlay, TrickRules
from clumond_solver.game import TrickState, card_actions, register

SEATS, CARDS = range(3), 10
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24, "null": 23}
BIDS = sorted({23, 35, *(b * n for b in (9, 10, 11, 12, 24) for n in range(2, 19 - b // 2))})
RANKS = tuple(map(Rank.parse, "789QKTAJ"))
JACKS = [Card(suit, Rank.JACK) for suit in (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, Suit.CLUBS)]
VALUES = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
POINTS = {card: VALUES.get(card.rank, 0) for card in PIQUET_PACK.cards}


@dataclass(frozen=True, order=True)
class Say(Call):
    """A bid, "take" for taking up the talon, or the name of a game."""

    words: str

    def __str__(self) -> str:
        return self.words


def trumps_of(game: str) -> list[Card]:
    """From the lowest up."""
    plain = [Card(suit, rank) for suit in Suit for rank in RANKS[:-1] if suit.name.lower() == game]
    return [] if game == "null" else plain + JACKS


class SkatState(TrickState):
    def __init__(self, pack: Sequence[Card]) -> None:
        self.pack = tuple(pack)
        super().__init__()

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
    def game(self) -> str:
        return next((words for words in self.said if words in BASES), "")

    def held(self, seat: int) -> Hand:
        talon = self.pack[30:] if "take" in self.said and seat == self.declarer else ()
        return Hand.of(*self.pack[10 * seat : 10 * seat + 10], *talon) - self.laid_aside(seat)

    @property
    def layout(self) -> Layout:
        taken = tuple(2 * ("take" in self.said and seat == self.declarer) for seat in SEATS)

        def deal(hands: Sequence[Sequence[Card]], rest: Sequence[Card]) -> SkatState:
            dealt = chain(*(hand[:CARDS] for hand in hands))
            return SkatState([*dealt, *chain(*(hand[CARDS:] for hand in hands)), *rest])

        aside = tuple(len(self.laid_aside(seat)) for seat in SEATS)
        return Layout(PIQUET_PACK.cards, 3, CARDS, deal, aside, taken)

    def value(self, won: bool, more: int) -> int:
        """The declarer's score; ``more`` counts schneider and schwarz."""
        base, hand, seat = BASES[self.game], "take" not in self.said, self.declarer or 0
        trumps = trumps_of(self.game)[::-1]
        cards = {*self.pack[10 * seat : 10 * seat + 10], *self.pack[30:]}
        row = [*takewhile(lambda card: (card in cards) is (trumps[0] in cards), trumps)]
        worth = base * (1 + len(row) + hand + more) if trumps else base + 12 * hand
        return worth if won and worth >= self.bid else -2 * max(worth, -(-self.bid // base) * base)

    @property
    def payoffs(self) -> Payoffs:
        scores = [[0] * 11 for _ in SEATS]
        if self.game == "null":
            scores[self.declarer or 0] = [self.value(True, 0), *[self.value(False, 0)] * CARDS]
            return Payoffs.by_tricks(scores, [0 if s == self.declarer else None for s in SEATS])
        for tricks, won in ((0, False), (CARDS, True)):
            scores[self.declarer or 0][tricks] = self.value(won, 2) - self.value(won, 1)
        return Payoffs.by_tricks(
            scores,
            card_points=POINTS,
            bands=[self.band(*way) for way in ((0, 30, 1), (31, 60, 0), (61, 89, 0), (90, 120, 1))],
            rest_seat=self.declarer,
            points_score=False,
        )

    def band(self, low: int, high: int, more: int) -> PointBand:
        scores = (self.value(low > 60, more) * (seat == self.declarer) for seat in SEATS)
        return PointBand((self.declarer or 0,), low, high, tuple(scores))

    def knows_payoffs(self, viewer: int) -> bool:
        return self.game == "null" or (viewer == self.declarer and "take" in self.said)

    @property
    def scores(self) -> tuple[int, ...]:
        return (0, 0, 0) if self.is_over and self.play is None else super().scores

    def _caller(self) -> int | None:
        return None if self.game or not self.bidders else self.bidders[0]

    def _open_calls(self) -> Sequence[Call]:
        games = [Say(game) for game in BASES]
        if self.declarer is None:
            return [Pass(), *[Say(str(bid)) for bid in BIDS if bid > self.bid][:1]]
        if "take" not in self.said:
            return [Say("take"), *games]
        return (
            games if self.laid_aside(self.declarer) else AsideChoices(self.held(self.declarer), 2)
        )

    @property
    def usual_call(self) -> Call | None:
        if self.declarer is None or "take" not in self.said:
            return Pass() if self.declarer is None else Say("take")
        held = self.held(self.declarer)
        kept = sorted(held, key=lambda c: (c.rank is Rank.JACK, held.length(c.suit), c.rank))
        return None if self.laid_aside(self.declarer) else LayAside(Hand.of(*kept[:2]))

    def _sees_call(self, viewer: int, number: int) -> bool:
        seat, call = self.calls_made[number]
        return viewer == seat or not isinstance(call, LayAside)

    def _begin(self) -> TrickPlay | None:
        if not self.game:
            return None
        ranks = RANKS if self.game != "null" else [rank for rank in Rank if rank in RANKS]
        rules = TrickRules.plain(3, ranks=ranks, trumps=trumps_of(self.game))
        return TrickPlay(rules, map(self.held, SEATS))

    def _hand(self, seat: int) -> Hand:
        return self.play.hands[seat] if self.play else self.held(seat)


@dataclass(frozen=True)
class Skat:
    """deals  how many are played."""

    deals: int = 12
    name = "Skat"
    players = 3
    pack = PIQUET_PACK

    def __post_init__(self) -> None:
        if self.deals < 1:
            raise RuleError(f"{self.deals} deals: 1 or more")

    @property
    def actions(self) -> tuple[Action, ...]:
        said = [Say(words) for words in (*map(str, BIDS), "take", *BASES)]
        aside = (LayAside(Hand.of(*cards)) for cards in combinations(PIQUET_PACK.cards, 2))
        return (Pass(), *said, *aside, *card_actions(PIQUET_PACK.cards))

    def opening(self, seed: int = 0) -> Standing:
        return Standing((0, 0, 0))

    def deal(self, chance: Chance, standing: Standing) -> SkatState:
        return SkatState(self.pack.order(chance))

    def settle(self, standing: Standing, state: SkatState) -> Standing:
        return standing.with_deal(state.game or "passed", state.scores)

    def is_finished(self, standing: Standing) -> bool:
        return standing.deals == self.deals


register("skat", Skat)
