"""Which card of Clumond to play next, for a seat that sees its own cards only.

`choose_card` is an information-set Monte Carlo tree search: it draws many deals consistent with
what the seat knows, grows one tree over the public history, evaluates new positions by nets and
random play, and solves the last two tricks exactly.

>>> view = ClumondView.at_start(Hand.parse("AK8732.AK974.KJ4.Q3"), Seat.FOREHAND, None)
>>> choose_card(view, iterations=50).card in view.hand
True
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import Settings, search_card
from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.checks import check_type
from clumond_solver.base.efforts import DEFAULT_ITERATIONS, checked_iterations
from clumond_solver.base.errors import RuleError
from clumond_solver.base.seeds import checked_seed
from clumond_solver.base.stopping import Deadline
from clumond_solver.games.clumond.deals import Seat, SeatLike
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import clumond_board, seat_knowledge
from clumond_solver.results import ActionValue, Choice
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.clumond.proofs import chances_at, proof_of
from clumond_solver.single_dummy.clumond.signalling import with_signal
from clumond_solver.single_dummy.levels import FULL, Style, StyleLike, follows_signals, style_of

# Chances, and points on paper, that a search does not tell apart; a chance up to this is none.
_ALIKE, _ALIKE_IN_POINTS = 0.01, 0.03


def choose_card(
    play: Play | ClumondView,
    seat: SeatLike | None = None,
    *,
    iterations: int = DEFAULT_ITERATIONS,
    seed: int = 0,
    time: float | None = None,
    style: StyleLike | None = None,
) -> Choice[PlayCard]:
    """Choose a card for the seat whose turn it is, using only what it has seen.

    The arguments and the errors are those of `choose`. If the style plays at sight, the card is the
    nets' choice, without search or proof.

    >>> from clumond_solver.games.clumond.deals import Deal
    >>> play = Play(Deal.random(3), "forehand", "hearts")
    >>> choice = choose_card(play, iterations=200, seed=1)
    >>> choice.card in play.legal_plays, choice.iterations
    (True, 200)
    """
    view = _view_to_play(play, seat)
    stop = Deadline(time).stop(checks_signals=True)
    player = FULL if style is None else style_of(style)
    settings = player.settings(checked_iterations(iterations), view, view.seat)
    choice = choice_by(settings, view, checked_seed(seed), stop)
    return with_signal(choice, view) if follows_signals(player, view) else choice


def choice_by(settings: Settings, view: ClumondView, seed: int, stop: Stop) -> Choice[PlayCard]:
    """The choice of a seat that is played by these settings."""
    choice = _choice(view, settings, seed, stop)
    # Without iterations the card was played at sight.
    return _with_proof(choice, view, seed) if choice.iterations else choice


def root_value(view: ClumondView, iterations: int, seed: int, stop: Stop, style: Style) -> float:
    """The knowing seat's mean reward in one search, whichever seat is to play."""
    settings = style.settings(iterations, view, view.seat)
    return _search(view, settings, seed, stop)[2]


def _view_to_play(play: Play | ClumondView, seat: SeatLike | None) -> ClumondView:
    check_type(play, (Play, ClumondView), "a play or what a seat knows of it")
    turn = play.turn
    if turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    if seat is not None and Seat(seat) is not turn:
        raise RuleError(f"it is {turn}'s turn, not {Seat(seat)}'s")
    view = ClumondView.of(play, turn) if isinstance(play, Play) else play
    if view.seat != turn:
        raise RuleError(f"it is {turn}'s turn, but the view is {view.seat}'s")
    return view


def _choice(view: ClumondView, settings: Settings, seed: int, stop: Stop) -> Choice[PlayCard]:
    card, done, _, children = _search(view, settings, seed, stop)
    tried = {bit: ActionValue(visits, value) for bit, _, _, visits, value in children}
    values = _spread_over_runs(tried, Hand(clumond_board(view).legal))
    return Choice(PlayCard(Card.from_bit(card)), values, done, complete=not stop.is_set)


def _with_proof(choice: Choice[PlayCard], view: ClumondView, seed: int) -> Choice[PlayCard]:
    """The choice with proved values in place of the search's.

    Of the cards that the search calls equal it takes one that keeps most chances.
    """
    chances = chances_at(view)
    values = dict(choice.values)
    for group in choice.groups if chances.decides else ():
        if proved := {chances.settled[card] for card in group if card in chances.settled}:
            # Touching cards keep sharing one value.
            exact = ActionValue(values[group[0]].visits, float(proved.pop()))
            values.update(dict.fromkeys(group, exact))

    def rank(card: PlayCard) -> tuple[bool, int, float]:
        return card != choice.action, -values[card].visits, -values[card].value

    def are_alike(first: PlayCard, other: PlayCard) -> bool:
        best, beside = values[first].value, values[other].value
        if chances.decides:
            return best <= _ALIKE or abs(best - beside) <= _ALIKE
        return abs(best - beside) <= _ALIKE_IN_POINTS

    ranked = choice.representatives(sorted(values, key=rank))
    best = chances.best(ranked, are_alike, seed)
    return Choice(best, values, choice.iterations, proof_of(chances), choice.complete)


def _search(
    view: ClumondView, settings: Settings, seed: int, stop: Stop
) -> tuple[int, int, float, list[tuple[int, int, int, int, float]]]:
    result = search_card(seat_knowledge(view), settings, seed, stop)
    if result is None:
        raise view.contradiction_error()
    return result


def _spread_over_runs(tried: Mapping[int, ActionValue], legal: Hand) -> dict[PlayCard, ActionValue]:
    """Give each legal card the value of the searched card that it touches."""
    values = {}
    latest: ActionValue | None = None
    for card in legal:
        latest = tried.get(card.bit, latest)
        if latest is not None:
            values[PlayCard(card)] = latest
    return values
