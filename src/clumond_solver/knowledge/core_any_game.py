"""Rules, plays and views of any game in the core's tables and boards.

The core knows a card by its index: 16 times the suit's code, plus the height of its rank in that
game, from 0 for the lowest. Trumps of several suits lie together if they include a whole suit and
there is room; else each lies among the cards of its printed suit.

>>> from clumond_solver.base.cards import Rank, Suit
>>> rules = TrickRules.plain(3, ranks=tuple(reversed(Rank)))
>>> core_index(rules, Card(Suit.SPADES, Rank.ACE)), core_index(rules, Card(Suit.SPADES, Rank.TWO))
(16, 28)

A view becomes a board of the cards that the seat knows.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> view = View.of(game.deal(3, game.opening()), 2)
>>> board_of_view(view).tricks_left
13
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from clumond_solver._core.rules.any_game_tricks import Board, Rules
from clumond_solver._core.rules.payoffs import Payoffs as CompiledPayoffs
from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver.base.cards import Card, Hand, Suit
from clumond_solver.base.errors import ClumondError, SearchError
from clumond_solver.knowledge.views import PlayView, View
from clumond_solver.rules.actions import LeadFor, PlayAs, PlayCard, PlayKnownCard
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import action_of
from clumond_solver.rules.tricks import AnySuit, PlayedCard, TrickPlay, TrickRules

_INDICES = 64
_INDICES_PER_SUIT = 16
# The core's tables of a suit have so many cards.
_MOST_OF_SUIT = 13


@contextmanager
def core_errors(prefix: str) -> Iterator[None]:
    """Raise errors of the core as SearchError, with a prefix before their text.

    >>> with core_errors("the play contradicts itself"):
    ...     tables_of(TrickRules.plain(9))
    Traceback (most recent call last):
    clumond_solver.base.errors.SearchError: the play contradicts itself: no tables for 9 seats \
keeping 0 cards
    """
    try:
        yield
    except ClumondError:
        raise
    except (ValueError, LookupError, OverflowError) as error:
        raise SearchError(f"{prefix}: {error}") from error


def _lie_together(rules: TrickRules) -> bool:
    """Whether there are trumps of several suits, and they lie in one of the core's suits."""
    trumps = rules.trumps
    return 0 < len(trumps) <= _MOST_OF_SUIT and isinstance(rules.suit_of(trumps[0]), Suit)


class CardTable:
    """How the core knows the cards of some rules: worth keeping by who asks often."""

    def __init__(self, rules: TrickRules) -> None:
        """Number the cards."""
        self.indices = {
            Card(suit, rank): _INDICES_PER_SUIT * suit + height
            for suit in Suit
            for height, rank in enumerate(rules.ranking[suit])
        }
        if _lie_together(rules):
            for height, card in enumerate(rules.trumps):
                self.indices[card] = _INDICES_PER_SUIT * rules.suit_of(card) + height
        self.cards = {index: card for card, index in self.indices.items()}
        self._core_masks = {card.mask: 1 << index for card, index in self.indices.items()}

    def core_mask(self, hand: Hand) -> int:
        """The indices of a hand's cards, as a mask."""
        core_masks, mask, rest = self._core_masks, 0, hand.mask
        while rest:
            lowest = rest & -rest
            mask |= core_masks[lowest]
            rest ^= lowest
        return mask


@lru_cache(maxsize=256)
def card_table(rules: TrickRules) -> CardTable:
    """The table of the rules, made once."""
    return CardTable(rules)


def core_index(rules: TrickRules, card: Card) -> int:
    """The core's index of a card, 0 to 63."""
    return card_table(rules).indices[card]


def card_of_index(rules: TrickRules, index: int) -> Card:
    """The card of an index: the inverse of `core_index`."""
    return card_table(rules).cards[index]


def core_mask(rules: TrickRules, hand: Hand) -> int:
    """The indices of a hand's cards, as a mask."""
    return card_table(rules).core_mask(hand)


def tables_of(
    rules: TrickRules,
    card_points: Callable[[Card], int] | None = None,
    trick_points: Sequence[int] = (),
    *,
    face_down: bool = False,
    tables_type: type[Rules] = Rules,
) -> Rules:
    """The tables of the rules; ``tables_type`` is the core's class for any game, or for Clumond.

    ``card_points`` gives the points of a card, ``trick_points`` those of a trick itself, the last
    trick first. If hands are played ``face_down``, nobody must follow.
    """
    indices = card_table(rules).indices
    # Trumps that do not lie together are a fifth suit. Its duties are in the last row.
    fifth_suit = 0 if _lie_together(rules) else core_mask(rules, Hand.from_cards(rules.trumps))
    leads: tuple[AnySuit, ...] = (*Suit, rules.suit_of(rules.trumps[0])) if fifth_suit else (*Suit,)
    power = [[0] * _INDICES for _ in leads]
    points, kinds = [0] * _INDICES, [0] * _INDICES
    all_kinds = list(dict.fromkeys(map(rules.kind, indices)))
    for card, index in indices.items():
        kinds[index] = all_kinds.index(rules.kind(card))
        points[index] = 0 if card_points is None else card_points(card)
        for row, led in zip(power, leads, strict=True):
            row[index] = rules.power(led, card)
    duties = [[core_mask(rules, duty) for duty in rules.duties(led)] for led in leads]
    return tables_type(
        rules.players,
        rules.kept,
        duties=[[] for _ in leads] if face_down else duties,
        must_beat=[led in rules.must_beat for led in leads],
        power=power,
        wild=sum(1 << indices[card] for card in indices if card.rank in rules.wild),
        may_declare_lead=sum(1 << indices[card] for card in indices if card.suit in rules.declares),
        card_points=points,
        trick_points=trick_points,
        names_differ=rules.names_differ,
        fifth_suit=fifth_suit,
        breaks=core_mask(rules, rules.breaks),
        kinds=kinds,
        sitting_out=sum(1 << seat for seat in rules.sitting_out),
    )


def board_of_play(play: TrickPlay, tables: Rules) -> Board:
    """The core's board of a play; SearchError if a seat must play cards in a fixed order.

    The board counts points from the start of the trick under way.
    """
    rules = play.rules
    hands = list(play.hands)
    under_way = play.history[len(play.history) - len(play.trick) :]
    for played in under_way:
        hands[played.seat] = hands[played.seat].with_card(played.card)
    if play.has_forced_cards:
        raise SearchError("the rules fix the order of these cards: there is no choice")
    board = Board(
        tables,
        [core_mask(rules, hand) for hand in hands],
        play.leader,
        play.tricks_taken,
        waiting=core_mask(rules, play.waiting),
        held_back=core_mask(rules, play.held_back),
    )
    for played in under_way:
        board.play(*move_of(rules, played))
    return board


def move_of(rules: TrickRules, move: PlayKnownCard | PlayedCard) -> tuple[int, int, int]:
    """A play as the core has it: index of the card, index of the card named, suit led."""
    played_as = move.card if move.named is None else move.named
    named = core_index(rules, played_as)
    suit_led = named // _INDICES_PER_SUIT if move.led is None else move.led
    return core_index(rules, move.card), named, suit_led


def action_of_move(rules: TrickRules, index: int, named: int, led: int) -> PlayKnownCard:
    """The action of a move of the core's board: the inverse of `move_of`."""
    card = card_of_index(rules, index)
    if card.rank in rules.wild:
        return PlayAs(card, card_of_index(rules, named))
    declares = led != card.suit and card.suit in rules.declares
    return LeadFor(card, Suit(led)) if declares else PlayCard(card)


def play_of(view: View) -> PlayView:
    """The play of a view; SearchError before cards are played."""
    if view.play is None:
        raise SearchError("the calls are not complete: there is no play")
    return view.play


def _payoffs_of(play: PlayView) -> Payoffs:
    if play.payoffs is None:
        raise SearchError("the scores depend on unseen calls, or are not stated as data")
    return play.payoffs


# The Caller of Clag has 696 ways to set the rules.
@lru_cache(maxsize=1024)
def _tables(
    rules: TrickRules, card_points: tuple[int, ...], trick_points: tuple[int, ...], face_down: bool
) -> Rules:
    return tables_of(rules, lambda card: card_points[card.bit], trick_points, face_down=face_down)


def board_of_view(view: View) -> Board:
    """The core's board of the known cards and the table; SearchError before cards are played."""
    return boards_of_view(view)(view.held[:-1])


def boards_of_view(view: View) -> Callable[[Sequence[Hand]], Board]:
    """What makes the core's board of hands by seat and the view's table; errors as above."""
    play = play_of(view)
    rules, payoffs = play.rules, _payoffs_of(play)
    tables = _tables(rules, payoffs.card_points, payoffs.trick_points, play.face_down)
    core_mask = card_table(rules).core_mask
    on_table = [core_mask(_cards_of(play.trick, seat)) for seat in range(rules.players)]
    moves = [move_of(rules, action_of(played)) for played in play.trick]
    forced_lead = 0 if play.forced_lead is None else core_mask(Hand.of(play.forced_lead))
    waiting, held_back = core_mask(play.waiting), core_mask(play.held_back)

    def board_of(hands: Sequence[Hand]) -> Board:
        board = Board(
            tables,
            [core_mask(hand) | cards for hand, cards in zip(hands, on_table, strict=True)],
            play.leader,
            play.tricks_taken,
            play.tricks_left,
            forced_lead,
            waiting=waiting,
            held_back=held_back,
        )
        for move in moves:
            board.play(*move)
        return board

    return board_of


def _cards_of(trick: Iterable[PlayedCard], seat: int) -> Hand:
    return Hand.from_cards(played.card for played in trick if played.seat == seat)


def payoffs_of(view: View) -> CompiledPayoffs:
    """The core's payoffs of the deal; SearchError before cards are played."""
    play = play_of(view)
    payoffs = _payoffs_of(play)
    pairs = tuple(payoffs.pair - Hand.of(*played) for played in view.played)
    return _compiled_payoffs(payoffs, play.rules, play.points, pairs if payoffs.pair_points else ())


# One for the games after a position: a table takes as long to compile as a game.
@lru_cache(maxsize=32)
def _compiled_payoffs(
    payoffs: Payoffs, rules: TrickRules, points: tuple[int, ...], pairs: tuple[Hand, ...]
) -> CompiledPayoffs:
    return CompiledPayoffs(
        payoffs.awards,
        [sum(1 << taken for taken in counts) for counts in payoffs.counts],
        [-1 if goal is None else goal for goal in payoffs.goals],
        points,
        pairs=[core_mask(rules, pair) for pair in pairs],
        pair_points=payoffs.pair_points,
        last_takes_rest=payoffs.rest_award is not None,
        rest_award=payoffs.rest_award or 0,
        rest_seat=-1 if payoffs.rest_seat is None else payoffs.rest_seat,
        bands=payoffs.bands,
        settling=payoffs.settling.name,
        bonus=payoffs.bonus,
        limit=payoffs.limit,
        bidder=payoffs.bidder,
        table=payoffs.table,
    )


class UnseenCards(NamedTuple):
    """Where unseen cards may be: what `HiddenCards` takes, with its names."""

    held: list[int]
    room: tuple[int, ...]
    pool: int
    may_hold: list[int]
    excluded_sets: list[tuple[int, int]]


def unseen_of(view: View) -> UnseenCards:
    """Where unseen cards may be, as the core has it; SearchError before cards are played."""
    rules = play_of(view).rules
    return UnseenCards(
        [core_mask(rules, hand) for hand in view.held],
        view.room,
        core_mask(rules, view.pool),
        [core_mask(rules, hand) for hand in view.may_hold],
        [(seat, core_mask(rules, cards)) for seat, cards in view.excluded_sets],
    )


def hidden_cards_of(view: View) -> HiddenCards:
    """The core's tables of where unseen cards may be; SearchError before cards are played."""
    return HiddenCards(*unseen_of(view))
