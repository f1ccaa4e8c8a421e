"""Deals of Clag under any `DealRules`, games by a scheme, and the Caller's game.

>>> game = ClagGame(4, FOSS)
>>> state = game.deal(1, game.opening())
>>> state.turn, [str(action) for action in state.legal_actions]
(0, ['nominate 0', 'nominate 1'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from clumond_solver.base.cards import FULL_PACK, Card, Chance, Hand, Rank, Suit
from clumond_solver.base.checks import as_int, check_type, checked
from clumond_solver.base.errors import RuleError, shown_number
from clumond_solver.base.values import set_plain_fields
from clumond_solver.base.wording import counted
from clumond_solver.games.clag.schemes import (
    FEWEST_PLAYERS,
    FOSS,
    MOST_CARDS,
    MOST_NOMINATIONS,
    MOST_PLAYERS,
    RULES_TO_SET,
    SCHEMES,
    SCOTTISH_SPECIAL,
    SIZES_TO_CHOOSE,
    TRUMPS_TO_NAME,
    DealAim,
    DealRules,
    LookTime,
    Ranks,
    Scheme,
    Trumps,
    barred_nomination,
    called_rules,
    scottish,
    special_deals,
    special_names,
)
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.registry import HandAdvice, TableWords, register
from clumond_solver.rules.actions import (
    Action,
    Call,
    ChooseCards,
    Declare,
    Nominate,
    PlayTop,
    SetRules,
    TrickValues,
)
from clumond_solver.rules.dealt import TotalsGame
from clumond_solver.rules.game import Event, Game, Standing
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import Fact, FactKind, Layout, TrickState, card_actions
from clumond_solver.rules.tricks import TrickPlay


class _DueCall(NamedTuple):
    """A call that is due: its seat, and the class of the call."""

    seat: int
    call: type[Call]


class ClagState(TrickState):
    """One deal of Clag.

    pack           the shuffled cards: the stacks of the seats in turn, each from its top, then the
                   card turned up and the rest.
    players        the number of players, 3 to 7; the last seat deals.
    rules          the rules of the deal; None if the Caller sets them.
    caller         the seat of the Caller, if there is one.
    restricted     whether the nominations must not add up to the number of cards.
    failed_tricks  whether tricks also count with a failed nomination, in the Caller's game.
    to_begin       the cards turned before the deal to see who nominates first, with their seats.
    """

    __slots__ = (
        "_fixed", "_pack", "_rules_cache", "caller", "failed_tricks", "players", "restricted",
        "to_begin",
    )  # fmt: skip

    _derived = TrickState._derived | {"_rules_cache"}

    def __init__(
        self,
        pack: Sequence[Card],
        players: int,
        rules: DealRules | None,
        *,
        caller: int = 0,
        restricted: bool = True,
        failed_tricks: bool = False,
        to_begin: Sequence[tuple[int, Card]] = (),
    ) -> None:
        self._pack = tuple(pack)
        self.to_begin = tuple(to_begin)
        self.players = players
        self._fixed = rules
        # The Caller's call and the rules that follow from it, cached because `rules` is read often.
        self._rules_cache: tuple[Call, DealRules] | None = None
        self.caller = caller
        self.restricted = restricted
        self.failed_tricks = failed_tricks
        super().__init__()

    @property
    def dealer(self) -> int:
        """The last seat."""
        return self.players - 1

    @property
    def cards(self) -> int | None:
        """The number of cards of a hand; None until the dealer has chosen."""
        if self._fixed is not None:
            return self._fixed.cards
        chosen = self._calls[0][1] if self._calls else None
        return chosen.cards if isinstance(chosen, ChooseCards) else None

    @property
    def rules(self) -> DealRules | None:
        """The rules of the deal; None until the Caller has set them."""
        if self._fixed is not None:
            return self._fixed
        call = self._calls[1][1] if len(self._calls) > 1 else None
        if not isinstance(call, SetRules):
            return None
        cached, size = self._rules_cache, self._size()
        if cached is None or cached[0] is not call or cached[1].cards != size:
            cached = self._rules_cache = call, called_rules(call, size, self.failed_tricks)
        return cached[1]

    @property
    def nominations(self) -> tuple[int | None, ...]:
        """Each seat's nomination; None if it has not nominated."""
        nominations: list[int | None] = [None] * self.players
        for seat, call in self._calls:
            if isinstance(call, Nominate):
                nominations[seat] = call.tricks
        return tuple(nominations)

    @property
    def turned(self) -> Card | None:
        """The card turned up, even if it is not shown yet; None in deals without one."""
        rules = self.rules
        if rules is None or rules.trumps not in {Trumps.TURNED, Trumps.HIDDEN}:
            return None
        return self._pack[self.players * rules.cards]

    @property
    def face_down(self) -> bool:
        """Whether hands are played from the top."""
        rules = self.rules
        return rules is not None and rules.face_down

    @property
    def tricks_won(self) -> tuple[tuple[int, ...], ...]:
        """For each seat the numbers, from 0, of the tricks that it has won."""
        won: list[list[int]] = [[] for _ in range(self.players)]
        for number, trick in enumerate(self.play.tricks if self.play is not None else ()):
            won[trick.winner].append(number)
        return tuple(tuple(numbers) for numbers in won)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by seat; RuleError before the deal is over."""
        rules = self.rules
        if rules is None or not self.is_over:
            raise RuleError("the deal is unfinished: cards are still to be played")
        return rules.scoring.scores(self.tricks_won, self.nominations, rules.cards)

    @property
    def layout(self) -> Layout:
        """The hands as far as their size is known; a card turned up is left over."""
        counts = range(len(self._calls) + 1)
        shown = [card for count in counts for event in self._shown(count) for card in event.cards]
        make_state = partial(
            ClagState,
            players=self.players,
            rules=self._fixed,
            caller=self.caller,
            restricted=self.restricted,
            failed_tricks=self.failed_tricks,
            to_begin=self.to_begin,
        )
        deal = partial(_deal_again, make_state, tuple(shown))
        return Layout(FULL_PACK.cards, self.players, self.cards or 0, deal, game="clag")

    @property
    def payoffs(self) -> Payoffs:
        """Payoffs by the nominations, or by the aim of the deal."""
        rules = self.rules
        if rules is None:
            raise RuleError("the deal's rules are not set")
        return rules.scoring.payoffs(self.nominations, rules.cards)

    def _due_calls(self) -> tuple[_DueCall, ...]:
        """All calls of the deal in order, as far as the rules are set."""
        rules = self.rules
        opening: tuple[_DueCall, ...] = ()
        if self._fixed is None:
            opening = (_DueCall(self.dealer, ChooseCards), _DueCall(self.caller, SetRules))
        if rules is None:
            return opening
        trumps = (_DueCall(self.dealer, Declare),) if rules.trumps is Trumps.DEALER else ()
        seats = range(self.players) if rules.nominates else ()
        return (*opening, *trumps, *(_DueCall(seat, Nominate) for seat in seats))

    def _caller(self) -> int | None:
        due = self._due_calls()
        return due[len(self._calls)].seat if len(self._calls) < len(due) else None

    def _open_calls(self) -> Sequence[Call]:
        due = self._due_calls()[len(self._calls)].call
        if due is ChooseCards:
            return SIZES_TO_CHOOSE
        if due is SetRules:
            return RULES_TO_SET
        if due is Declare:
            return TRUMPS_TO_NAME
        barred = self._barred()
        return [call for call in MOST_NOMINATIONS[: self._size() + 1] if call.tricks != barred]

    def _barred(self) -> int | None:
        return barred_nomination(self.nominations, self._size()) if self.restricted else None

    def _why_no_call(self, action: Call) -> str:
        nominating = self._due_calls()[len(self._calls)].call is Nominate
        if nominating and isinstance(action, Nominate) and action.tricks <= self._size():
            return f"nominations may not add up to {self._size()}, the number of cards"
        return super()._why_no_call(action)

    def _begin(self) -> TrickPlay:
        rules = self.rules
        if rules is None:
            raise RuleError("the deal's rules are not set")  # pragma: no cover
        return TrickPlay(
            rules.trick_rules(self.players, self._order(rules)),
            [self._dealt(seat) for seat in range(self.players)],
            forced=[self._stack(seat) for seat in range(self.players)] if rules.face_down else None,
        )

    def _order(self, rules: DealRules) -> tuple[Suit, ...]:
        """The suits that beat others, highest first."""
        if self.turned is not None:
            return (self.turned.suit,)
        for _, call in self._calls:
            if isinstance(call, Declare) and call.strain.suit is not None:
                return (call.strain.suit,)
        return rules.order

    def _size(self) -> int:
        if self.cards is None:
            raise RuleError("the dealer has not chosen the number of cards")
        return self.cards

    def _stack(self, seat: int) -> tuple[Card, ...]:
        return self._pack[seat * self._size() : (seat + 1) * self._size()]

    def _dealt(self, seat: int) -> Hand:
        return Hand.from_cards(self._stack(seat))

    def _hand(self, seat: int) -> Hand | None:
        if self.cards is None:
            return None
        look_time = LookTime.BEFORE if self.rules is None else self.rules.look_time
        if look_time is LookTime.NEVER or (look_time is LookTime.AFTER and self.play is None):
            return None
        return self._dealt(seat) if self.play is None else self.play.hands[seat]

    def _table_facts(self, viewer: int) -> Iterable[Fact]:
        rules = self.rules
        if rules is None:
            return
        is_ordinary = rules.label == str(rules.cards)
        yield FactKind.DEAL.fact(counted(rules.cards, "card") if is_ordinary else rules.label)
        if viewer == self._caller() and rules.nominates:
            barred = self._barred()
            if barred is not None:
                why = f"all nominations would add up to {self._size()}"
                yield FactKind.BARRED_NOMINATION.fact(f"{barred} ({why})")
        yield FactKind.TRUMPS.fact(self._trumps_text(rules))
        if rules.ranks is not Ranks.ACES_HIGH:
            yield Fact("ranks", rules.ranks)
        if rules.twos_wild:
            yield Fact("wild", "twos")
        if rules.scoring.aim is not DealAim.EXACT:
            yield Fact("aim", "no tricks" if rules.scoring.aim is DealAim.NONE else "most tricks")
        if rules.scoring.values is not TrickValues.PLAIN:
            values = (rules.scoring.value_of((n,), rules.cards) for n in range(rules.cards))
            worth = f"tricks are worth {', '.join(map(str, values))}"
            yield Fact(rules.scoring.values.words, worth)

    def _seat_facts(self, viewer: int) -> Iterable[Fact]:
        turned: dict[int, str] = {}
        for seat, card in self.to_begin:
            turned[seat] = f"{turned.get(seat, '')} {card.pretty()}".strip()
        if turned:
            yield FactKind.TO_BEGIN.fact(by_seat=self._by_seat(turned))

    def _trumps_text(self, rules: DealRules) -> str:
        """The trumps as far as they are known."""
        complete = self._caller() is None
        if rules.trumps is Trumps.HIDDEN and not complete:
            return "shown after the nominations"
        order = self._order(rules)
        if rules.trumps is Trumps.DEALER and not order:
            return "for the dealer to name"
        turned = "" if self.turned is None else f" ({self.turned.pretty()} turned)"
        return (" over ".join(suit.symbol for suit in order) or "none") + turned

    def _shown(self, call_count: int) -> Iterable[Event]:
        rules, turned = self.rules, self.turned
        if rules is None or turned is None:
            return
        if call_count == (0 if rules.trumps is Trumps.TURNED else len(self._due_calls())):
            yield Event(None, "turned", Hand.of(turned))


def _deal_again(
    make_state: Callable[[Sequence[Card]], ClagState],
    shown: Sequence[Card],
    hands: Sequence[Sequence[Card]],
    rest: Sequence[Card],
) -> ClagState:
    others = [card for card in rest if card not in shown]
    return make_state([*chain.from_iterable(hands), *shown, *others])


def _check_players(players: int, name: str = "Clag", fewest: int = FEWEST_PLAYERS) -> None:
    if not fewest <= as_int(players, "a number of players") <= MOST_PLAYERS:
        raise RuleError(
            f"{shown_number(players)} players: {name} is for {fewest} to {MOST_PLAYERS}"
        )


class _WithNominations(TotalsGame):
    """A game on whose score sheet the nominations are noted."""

    __slots__ = ()

    @checked
    def settle(self, standing: Standing, state: ClagState) -> Standing:
        """Add the gains to the totals and note the nominations."""
        notes = ["-" if tricks is None else str(tricks) for tricks in state.nominations]
        label = state.rules.label if state.rules is not None else ""
        return standing.with_deal(label, state.scores, notes=notes)


@dataclass(frozen=True, slots=True)
class ClagGame(_WithNominations):
    """Clag by a scheme of deals.

    players     the number of players, 3 to 7; 4 to 7 by McLeod's own page.
    scheme      the deals and their rules.
    restricted  whether the nominations must not add up to the number of cards.
    """

    players: int = 4
    scheme: Scheme = FOSS
    restricted: bool = True
    pack = FULL_PACK

    def __post_init__(self) -> None:
        check_type(self.scheme, Scheme, "a Scheme, such as Scheme.named('foss'),")
        name = "Clag" if self.scheme.fewest == FEWEST_PLAYERS else self.name
        _check_players(self.players, name, self.scheme.fewest)
        set_plain_fields(self)

    @property
    def name(self) -> str:
        """The scheme's name."""
        return self.scheme.name

    @property
    def actions(self) -> tuple[Action, ...]:
        """Nominations, the dealer's trumps, the cards, wild twos, and the top of a stack."""
        deals = self.scheme.deals
        wild = {Rank.TWO} if any(deal.twos_wild for deal in deals) else set[Rank]()
        dealer = any(deal.trumps is Trumps.DEALER for deal in deals)
        return (
            *MOST_NOMINATIONS,
            *(TRUMPS_TO_NAME if dealer else ()),
            *((PlayTop(),) if any(deal.face_down for deal in deals) else ()),
            *card_actions(),
            *(card_actions(wild=wild)[len(FULL_PACK) - len(Suit) :] if wild else ()),
        )

    def opening(self, seed: int = 0) -> Standing:
        """All players at 0 points; in the Scottish game turned cards say who nominates first."""
        level = (0,) * self.players
        if not self.scheme.turned_cards:
            return Standing(level)
        turned = cards_turned(seed, self.players)
        first = first_to_nominate(turned, self.players)
        return Standing(level, first_dealer=(first - 1) % self.players, turned=turned)

    @checked
    def deal(self, chance: Chance, standing: Standing) -> ClagState:
        """Shuffle, and start the scheme's next deal."""
        if self.is_finished(standing):
            raise RuleError(f"all {standing.deals} deals of {self.name} are played")
        rules = self.scheme.deals[standing.deals]
        turned = [] if standing.deals else standing.turned
        return ClagState(
            self.pack.order(chance),
            self.players,
            rules,
            restricted=self.restricted,
            to_begin=tuple((standing.seat(player), card) for player, card in turned),
        )

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether the scheme's last deal is settled."""
        return standing.deals >= len(self.scheme.deals)


def cards_turned(seed: int, players: int) -> tuple[tuple[int, Card], ...]:
    """The cards turned to see who nominates first, in order, each with its player.

    Everybody gets a card, those who tie for the highest another one, until one is ahead.

    >>> [f"{player} {card}" for player, card in cards_turned(6, 4)]
    ['0 D2', '1 C5', '2 H5', '3 C2', '1 ST', '2 DJ']
    """
    return tuple(chain.from_iterable(_rounds_of_turning(FULL_PACK.shuffled(seed), players)))


def first_to_nominate(turned: Sequence[tuple[int, Card]], players: int) -> int:
    """The player who nominates first: he is turned the highest card; ties get another card.

    >>> first_to_nominate(cards_turned(6, 4), 4)
    2
    """
    *_, last = _rounds_of_turning([card for _, card in turned], players)
    return max(last, key=lambda row: row[1].rank)[0]


def _rounds_of_turning(cards: Sequence[Card], players: int) -> Iterator[list[tuple[int, Card]]]:
    """A card for each player, then one for each that ties for the highest, until one is ahead."""
    stock, tied = iter(cards), [*range(players)]
    while len(tied) > 1:
        turned = [(player, next(stock)) for player in tied]
        yield turned
        highest = max(card.rank for _, card in turned)
        tied = [player for player, card in turned if card.rank is highest]


@dataclass(frozen=True, slots=True)
class CallersGame(_WithNominations):
    """Clag by the Royal Air Force rules: the winner of a deal sets the rules of the next.

    players        the number of players, 3 to 7.
    hands          the number of deals, 1 or more.
    restricted     whether the nominations must not add up to the number of cards.
    failed_tricks  whether a failed nomination loses only the bonus, so that its tricks count.

    >>> CallersGame().caller(CallersGame().opening())
    1
    """

    players: int = 4
    hands: int = 12
    restricted: bool = True
    failed_tricks: bool = False
    pack = FULL_PACK

    def __post_init__(self) -> None:
        _check_players(self.players)
        if as_int(self.hands, "a number of deals") < 1:
            raise RuleError(f"{shown_number(self.hands)} deals: a session has at least one")
        set_plain_fields(self)

    @property
    def name(self) -> str:
        """The name of these rules."""
        return "Clag (Royal Air Force)"

    @property
    def actions(self) -> tuple[Action, ...]:
        """Numbers of cards, sets of rules, nominations, the cards, and the top of a stack."""
        plays = (PlayTop(), *card_actions())
        return (*SIZES_TO_CHOOSE, *RULES_TO_SET, *MOST_NOMINATIONS, *plays)

    @checked
    def caller(self, standing: Standing) -> int:
        """The player who sets the rules of the next deal.

        It is the player with the highest score in the last deal; of players who tie, the first one
        clockwise after the last Caller. In the first deal it is eldest hand.
        """
        caller = (standing.first_dealer + 1) % self.players
        for row in standing.rows:
            clockwise = [(caller + 1 + offset) % self.players for offset in range(self.players)]
            caller = max(clockwise, key=lambda player: row.gains[player])
        return caller

    @checked
    def deal(self, chance: Chance, standing: Standing) -> ClagState:
        """Shuffle; the dealer's first call chooses how many cards are dealt."""
        caller = standing.seat(self.caller(standing))
        pack = self.pack.order(chance)
        return ClagState(
            pack,
            self.players,
            None,
            caller=caller,
            restricted=self.restricted,
            failed_tricks=self.failed_tricks,
        )

    @checked
    def is_finished(self, standing: Standing) -> bool:
        """Whether the agreed number of deals is settled."""
        return standing.deals == self.hands


def clag_game(
    players: int = 4,
    scheme: str = "foss",
    restricted: bool = True,
    hands: int | None = None,
    *,
    special: str = SCOTTISH_SPECIAL,
    failed_tricks: bool = False,
) -> Game[Any]:
    """Clag by the name of its scheme of deals.

    players     number of players, 3 to 7.
    scheme      the deals in order, or the Caller's game (Royal Air Force).
    restricted  whether the nominations must not add up to the number of cards.
    hands       number of deals of the Caller's game (12 if none); other schemes fix it.
    special     four special deals of the Scottish game, with commas between. (Its source does not
                say which.) Choose from no-trumps, guess-em, blind, roll-em, misere,
                misere-no-trumps, twos-wild, aces-low, dealer-calls-trumps, highest-number.
    failed_tricks  whether in the Caller's game a failed nomination loses only the bonus.
    """
    if failed_tricks and scheme != CALLERS_SCHEME:
        raise RuleError(
            f"tricks with a failed nomination count in the scheme {CALLERS_SCHEME} only"
        )
    if special != SCOTTISH_SPECIAL and scheme != SCOTTISH_SCHEME:
        raise RuleError(f"special deals {special}: only the scheme {SCOTTISH_SCHEME} has them")
    if scheme == CALLERS_SCHEME:
        return CallersGame(players, 12 if hands is None else hands, restricted, failed_tricks)
    if hands is not None:
        raise RuleError(f"hands={hands}: the scheme {scheme} fixes the number of deals")
    if scheme == SCOTTISH_SCHEME:
        return ClagGame(players, scottish(special_deals(special)), restricted)
    return ClagGame(players, SCHEMES[scheme], restricted)


def _options_of(game: Game[Any]) -> Mapping[str, bool | int | str | None] | None:
    """The options of a game by one of the library's schemes; None for any other game."""
    if isinstance(game, CallersGame):
        return {
            "players": game.players,
            "scheme": CALLERS_SCHEME,
            "restricted": game.restricted,
            "hands": game.hands,
            "failed_tricks": game.failed_tricks,
        }
    if not isinstance(game, ClagGame):
        return None
    options = {"players": game.players, "restricted": game.restricted}
    if (special := special_names(game.scheme)) is not None:
        return options | {"scheme": SCOTTISH_SCHEME, "special": special}
    names = [name for name, scheme in SCHEMES.items() if scheme == game.scheme]
    return options | {"scheme": names[0]} if names else None


def deal_with_hand(
    game: Game[Any], hand: Hand, turned: Card | None, calls_before: int
) -> ClagState:
    """An ordinary deal in which the seat that calls after ``calls_before`` others has this hand.

    The other hands are arbitrary; without a card turned up there are no trumps. RuleError for too
    few players, and for a hand that no deal has.
    """
    players = game.players
    if calls_before >= players:
        raise RuleError(f"{calls_before} nominations before yours, but {players} players")
    trumps = Trumps.FIXED if turned is None else Trumps.TURNED
    size = len(hand)
    if not 1 <= size <= MOST_CARDS:
        raise RuleError(f"{counted(size, 'card')} in the hand: {game.name} deals 1 to {MOST_CARDS}")
    rules = DealRules(str(size), size, trumps=trumps)
    stock = game.pack.without(hand, turned)
    stacks = [stock[seat * size : (seat + 1) * size] for seat in range(players - 1)]
    stacks.insert(calls_before, list(hand))
    rest = stock[(players - 1) * size :]
    shown = [] if turned is None else [turned]
    return ClagState([*chain.from_iterable(stacks), *shown, *rest], players, rules)


def _check_card(card: str, game: Game[Any]) -> list[str]:
    if not isinstance(game, ClagGame):
        raise RuleError("the Caller sets the rules of each deal: no card can be checked by them")
    return list(map(str, ScoreCard.parse(card).check(game.scheme, restricted=game.restricted)))


CALLERS_SCHEME, SCOTTISH_SCHEME = "raf", "scottish"
register(
    "clag",
    clag_game,
    options_of=_options_of,
    words=TableWords(
        about="Say how many tricks you will win, and win exactly that many."
        " Hands grow from one card to seven and shrink again.",
        label="rules",
        options={
            "scheme": "deals",
            "scheme=foss": "Foss: 1 to 7 cards, six special deals, 7 to 1",
            "scheme=mcleod": "McLeod: 1 to 7 cards, eight special deals, 7 to 1",
            "scheme=pagat": "McLeod's own page: his deals, a point for every trick",
            "scheme=score-card": "Printed score card: 1 to 7 cards, six special deals, 7 to 1",
            "scheme=scottish": "Scottish: 7 to 1 cards, four special deals, 1 to 7",
            "scheme=raf": "Royal Air Force, the Caller's game: the winner sets the rules",
            "restricted": "dealer's nomination restricted",
            "hands": "number of deals",
            "hands=none": "12",
            "special": "special deals",
            "failed_tricks": "tricks count after a wrong nomination",
        },
        also=("Clagg", "Cleg", "Deal with It"),
        counts_with={
            "hands": "scheme=raf",
            "special": "scheme=scottish",
            "failed_tricks": "scheme=raf",
        },
    ),
    hand_advice=HandAdvice(
        deal_with_hand, "the card turned up (default: no trumps)", "1,0", ("players",)
    ),
    check_sheet=_check_card,
    write_sheet=lambda standing, players: str(ScoreCard.of(standing, players)),
)
