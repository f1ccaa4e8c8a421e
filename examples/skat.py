"""Skat: a declarer against two, who wins with 61 of the 120 points of cards.

Three players get ten cards each, two are left as the talon. In turn each makes the next bid or
passes for good (ours); the last bidder is the declarer, and if all pass, nobody scores. He takes up
the talon, lays two cards aside, which count for him, and announces a game; or he announces at once
and leaves the talon alone (hand). By hand he may also announce that he will reach 90 points
(schneider) or take all tricks (schwarz), or that he will do this with his cards open (ouvert); null
may always be ouvert. The player at the dealer's left leads.

In a suit game the suit's cards and the jacks are trumps, in grand only the jacks; clubs is the
highest jack, then spades, hearts, diamonds. Other suits rank ace, ten, king, queen, nine, eight,
seven. In null nothing is trumps, the ten ranks below the jack, and the declarer may take no trick.
Players follow suit if they can; trumps are a suit. In points an ace counts 11, a ten 10, a king 4,
a queen 3, a jack 2.

A game is worth its base value (diamonds 9, hearts 10, spades 11, clubs 12, grand 24) once, and
again for each top trump in a row that the declarer has, or has not, talon included; for hand; for
90 points or at most 30 (schneider); for all tricks or none (schwarz); for each of these announced;
and for ouvert. Null is worth 23, by hand 35, ouvert 46, both 59. A game that is lost costs twice
its value; one worth less than was bid is lost too, and counts as the next multiple of the base up
to the bid. Where players differ, there is an option. `clumond --game examples/skat.py play` plays
it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, takewhile
from typing import Literal

from clumond_solver import Card, Hand, Rank, Suit
from clumond_solver.game import PIQUET_PACK, Action, AsideChoices, Call, Chance, DealsGame
from clumond_solver.game import DealtState, Event, LayAside, Pass, Payoffs, PointBand, Standing
from clumond_solver.game import RuleError, TrickPlay, TrickRules, card_actions, register

SEATS = range(3)
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24, "null": 23}
# By whether it is played by hand, and ouvert.
NULL = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
MULTIPLES = [base * n for base in (9, 10, 11, 12, 24) for n in range(2, 12 if base == 24 else 19)]
BIDS = sorted({*NULL.values(), *MULTIPLES})
ANNOUNCED = ("", "schneider", "schwarz", "ouvert")
RANKS = tuple(map(Rank.parse, "789QKTAJ"))
JACKS = [Card.parse(text) for text in ("DJ", "HJ", "SJ", "CJ")]
VALUES = {Rank.JACK: 2, Rank.QUEEN: 3, Rank.KING: 4, Rank.TEN: 10, Rank.ACE: 11}
POINTS = {card: VALUES.get(card.rank, 0) for card in PIQUET_PACK.cards}
# Least and most points of the declarer, and what schneider adds.
BANDS = ((0, 30, 1), (31, 60, 0), (61, 89, 0), (90, 120, 1))


@dataclass(frozen=True, order=True)
class Say(Call):
    """A bid, "take" for taking up the talon, a game, what else is announced, kontra or re."""

    words: str

    def __str__(self) -> str:
        return self.words


@lru_cache
def rules_of(game: str) -> TrickRules:
    if game == "null":
        return TrickRules.plain(3, ranks=sorted(RANKS))
    suit = [Card(suit, rank) for suit in Suit for rank in RANKS[:-1] if suit.name.lower() == game]
    return TrickRules.plain(3, ranks=RANKS, trumps=[*suit, *JACKS])


@dataclass(frozen=True)
class Contract:
    """What a game scores: ``times`` its base without schneider, or once the value of null.

    ``announced`` counts schneider, schwarz and ouvert; ``doubled`` is 2 by kontra, 4 by re.
    """

    seat: int
    game: str
    times: int
    value: int
    announced: int
    bid: int
    doubled: int
    scoring: str

    def scores(self, won: bool, further: int = 0) -> tuple[int, ...]:
        worth = self.value * (self.times + further)
        if worth < self.bid:
            won, worth = False, -(-self.bid // BASES[self.game]) * BASES[self.game]
        score, others = self.doubled * (worth if won else -2 * worth), 0
        if self.scoring == "league":
            score, others = score + (50 if won else -50), 0 if won else 40
        return tuple(score if seat == self.seat else others for seat in SEATS)

    @property
    def needs_all_tricks(self) -> bool:
        """Whether it was bid so high that only schwarz wins it, and the defenders score too."""
        schneider, schwarz = (self.value * (self.times + further) for further in (1, 2))
        is_high = self.game != "null" and self.announced < 2 and schneider < self.bid <= schwarz
        return is_high and self.scoring == "league"


@lru_cache(maxsize=1024)
def payoffs_of(contract: Contract) -> Payoffs:
    seat, announced = contract.seat, contract.announced
    if contract.game == "null" or announced > 1:
        goal = 0 if contract.game == "null" else 10
        further = 0 if contract.game == "null" else 2
        payoffs = Payoffs.by_function(
            lambda taken: contract.scores(taken[seat] == goal, further), len(SEATS), 10
        )
        return replace(payoffs, goals=tuple(goal if s == seat else None for s in SEATS))
    rows = [[0] * 11 for _ in SEATS]
    for tricks in (0, 10):
        schwarz, schneider = (contract.scores(tricks == 10, more)[seat] for more in (2, 1))
        rows[seat][tricks] = schwarz - schneider
    bands = [
        PointBand((seat,), low, high, contract.scores(low > (89 if announced else 60), more))
        for low, high, more in (BANDS if not announced else [(0, 89, 1), (90, 120, 1)])
    ]
    return Payoffs.by_tricks(
        rows, card_points=POINTS, bands=bands, rest_seat=seat, points_score=False
    )


class SkatState(DealtState):
    pack, players, cards = PIQUET_PACK, 3, 10

    def __init__(self, order: Sequence[Card], kontra: bool, scoring: str) -> None:
        self.kontra, self.scoring = kontra, scoring
        super().__init__(order)

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

    @property
    def game(self) -> str:
        return str(self.contract[1]) if self.contract else ""

    @property
    def is_hand(self) -> bool:
        return "take" not in self.said

    @property
    def further(self) -> list[str]:
        """What was said after the game was named."""
        return self.said[self.said.index(self.game) + 1 :] if self.contract else []

    @property
    def announced(self) -> int:
        return max((ANNOUNCED.index(word) for word in self.further if word in ANNOUNCED), default=0)

    @property
    def contract_text(self) -> str:
        more = [word for word in self.further if word != "go on"]
        return ", ".join([self.game + " hand" * self.is_hand, *more]) if self.contract else ""

    def taken_up(self, seat: int) -> Sequence[Card]:
        return self.rest if "take" in self.said and seat == self.declarer else ()

    def times(self, game: str) -> int:
        """How often the declarer's game counts its base, without schneider; null but once."""
        if game == "null":
            return 1
        cards, trumps = {*self.dealt(self.declarer or 0), *self.rest}, rules_of(game).trumps[::-1]
        row = [*takewhile(lambda card: (card in cards) is (trumps[0] in cards), trumps)]
        return 1 + len(row) + self.is_hand + self.announced

    @property
    def stakes(self) -> Contract:
        is_null, doubled = self.game == "null", 2 ** len({"kontra", "re"} & {*self.further})
        value = NULL[self.is_hand, self.announced > 0] if is_null else BASES[self.game]
        return Contract(
            self.declarer or 0,
            self.game,
            self.times(self.game),
            value,
            0 if is_null else self.announced,
            self.bid,
            doubled,
            self.scoring,
        )

    @property
    def payoffs(self) -> Payoffs:
        if self.stakes.needs_all_tricks:
            raise RuleError("the tricks of the declarer decide what the defenders score")
        return payoffs_of(self.stakes)

    @property
    def scores(self) -> tuple[int, ...]:
        if not self.play or not self.is_over or not self.stakes.needs_all_tricks:
            return super().scores
        tricks = self.play.tricks_taken[self.stakes.seat]
        return self.stakes.scores(tricks == 10, 2 if tricks in {0, 10} else 0)

    def knows_payoffs(self, viewer: int) -> bool:
        return self.game == "null" or (viewer == self.declarer and not self.is_hand)

    def knows_points(self, viewer: int) -> bool:
        return True

    def points_needed(self, seat: int) -> int | None:
        if self.game == "null" or self.announced > 1:
            return None
        needed = 90 if self.announced else 61
        return needed if seat == self.declarer else 121 - needed

    @property
    def sides(self) -> list[list[int]]:
        return [] if self.declarer is None else [[s for s in SEATS if s != self.declarer]]

    def role(self, seat: int) -> str:
        return "declarer" if seat == self.declarer else ""

    def verb_of(self, call: Call) -> str:
        if not isinstance(call, Say):
            return call.verb
        announced = call.words in (*BASES, *ANNOUNCED)
        return "bid" if call.words.isdecimal() else "announce" if announced else ""

    def _caller(self) -> int | None:
        if self.contract is None:
            return self.bidders[0] if self.bidders else None
        declarer, further = self.contract[0], self.further
        if self.is_hand or self.game == "null":
            if not further:
                return declarer
            further = further[1:]
        if not self.kontra or further[-1:] == ["re"] or "kontra" in further[:-1]:
            return None
        if further[-1:] == ["kontra"]:
            return declarer
        return (declarer + 1 + len(further)) % 3 if len(further) < 2 else None

    def _open_calls(self) -> Sequence[Call]:
        if self.declarer is None:
            least = self.bid + 1
            return [Pass(), *[Say(str(bid)) for bid in BIDS if bid >= least][:1]]
        if "take" in self.said and not self.laid_aside(self.declarer):
            return AsideChoices(self.held(self.declarer), 2)
        if self.contract is None:
            return [*[Say("take")] * self.is_hand, *map(Say, BASES)]
        if self._caller() != self.declarer:
            more: Sequence[str] = ["kontra"]
        elif self.further[-1:] == ["kontra"]:
            more = ["re"]
        else:
            more = ANNOUNCED[3:] if self.game == "null" else ANNOUNCED[1:]
        return [*map(Say, ("go on", *more))]

    @property
    def usual_call(self) -> Call | None:
        """To pass; else to take the talon, keep the longest suit and aces, and play that suit."""
        if self.declarer is None:
            return Pass()
        if self.contract is not None or self.is_hand:
            return Say("go on" if self.contract else "take")
        plain = [card for card in self.held(self.declarer) if card.rank is not Rank.JACK]
        length = {suit: sum(card.suit is suit for card in plain) for suit in Suit}
        suits = {suit: suit.name.lower() for suit in Suit}
        enough = {suit: BASES[g] * self.times(g) >= self.bid for suit, g in suits.items()}
        best = max(Suit, key=lambda suit: (enough[suit], length[suit], suit))
        if not self.laid_aside(self.declarer):

            def keep(card: Card) -> tuple[bool, bool, int, int]:
                is_ace = card.rank is Rank.ACE
                return card.suit is best, is_ace, length[card.suit], -POINTS[card]

            return LayAside(Hand.of(*sorted(plain, key=keep)[:2]))
        aces = sum(card.rank is Rank.ACE for card in plain)
        has_grand = 10 - len(plain) >= 2 and aces >= 3
        return Say("grand" if has_grand or not enough[best] else suits[best])

    def _begin(self) -> TrickPlay | None:
        return TrickPlay(rules_of(self.game), self.hands) if self.contract else None

    def _shown(self, call_count: int) -> Iterable[Event]:
        if self.play and self.announced == 3 and call_count == len(self.calls_made):
            yield Event(self.declarer, "hand", self.held(self.contract[0] if self.contract else 0))


@dataclass(frozen=True)
class Skat(DealsGame):
    """Skat.

    deals    how many are played.
    kontra   whether defenders may double the game, and the declarer double again (re).
    scoring  as above, or as in leagues: a declarer scores 50 more for a game won and loses 50 more
             for one lost, for which each defender scores 40.
    """

    kontra: bool = False
    scoring: Literal["plain", "league"] = "plain"
    name = "Skat"
    players = 3
    pack = PIQUET_PACK

    @property
    def actions(self) -> tuple[Action, ...]:
        words = (*map(str, BIDS), "take", *BASES, "go on", *ANNOUNCED[1:], "kontra", "re")
        said = map(Say, words)
        aside = (LayAside(Hand.of(*cards)) for cards in combinations(PIQUET_PACK.cards, 2))
        return (Pass(), *said, *aside, *card_actions(PIQUET_PACK.cards))

    def deal(self, chance: Chance, standing: Standing) -> SkatState:
        return SkatState(self.pack.order(chance), self.kontra, self.scoring)


register("skat", Skat)
