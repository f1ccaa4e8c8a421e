"""A seat's view of a deal, compiled into the core's flat state.

>>> from clumond_solver.games.clubs import ClubsGame
>>> game = ClubsGame(4)
>>> view = View.of(game.deal(3, game.opening()), 2)
>>> board_of_view(view).tricks_left
13
"""

from __future__ import annotations

from functools import lru_cache

from clumond_solver._core.rules.any_game import Board, Rules
from clumond_solver._core.rules.payoffs import Payoffs as CompiledPayoffs
from clumond_solver._core.single_dummy.determinization import HiddenCards
from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import SearchError
from clumond_solver.knowledge.any_game import PlayView, View
from clumond_solver.knowledge.core_rules import core_mask, move_of, tables_of
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import action_of
from clumond_solver.rules.tricks import TrickRules


def _play_of(view: View) -> PlayView:
    if view.play is None:
        raise SearchError("the calls are not complete: there is no play to search")
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
    play = _play_of(view)
    rules, payoffs = play.rules, _payoffs_of(play)
    tables = _tables(rules, payoffs.card_points, payoffs.trick_points, play.face_down)
    hands = [core_mask(rules, hand) for hand in view.held[:-1]]
    for played in play.trick:
        hands[played.seat] |= core_mask(rules, Hand.of(played.card))
    forced_lead = 0 if play.forced_lead is None else core_mask(rules, Hand.of(play.forced_lead))
    board = Board(
        tables,
        hands,
        play.leader,
        play.tricks_taken,
        play.tricks_left,
        forced_lead,
        waiting=core_mask(rules, play.waiting),
        held_back=core_mask(rules, play.held_back),
    )
    for played in play.trick:
        board.play(*move_of(rules, action_of(played)))
    return board


def payoffs_of(view: View) -> CompiledPayoffs:
    """The core's payoffs of the deal; SearchError before cards are played."""
    play = _play_of(view)
    payoffs, rules = _payoffs_of(play), play.rules
    pairs = [payoffs.pair - Hand.of(*played) for played in view.played]
    return CompiledPayoffs(
        payoffs.awards,
        [sum(1 << taken for taken in counts) for counts in payoffs.counts],
        [-1 if goal is None else goal for goal in payoffs.goals],
        play.points,
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


def hidden_cards_of(view: View) -> HiddenCards:
    """The core's tables of where unseen cards may be; SearchError before cards are played."""
    rules = _play_of(view).rules
    return HiddenCards(
        [core_mask(rules, hand) for hand in view.held],
        view.room,
        core_mask(rules, view.pool),
        [core_mask(rules, hand) for hand in view.may_hold],
        [(seat, core_mask(rules, cards)) for seat, cards in view.excluded_sets],
    )
