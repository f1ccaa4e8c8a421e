"""What hints, players and plays are given that does not fit is refused by errors of the library."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest

from clumond_solver.base.cards import Strain
from clumond_solver.base.errors import ClumondError, NotationError, WrongTypeError
from clumond_solver.base.wording import check_name
from clumond_solver.coach.hints import hint
from clumond_solver.game import ClumondPlayer, EnginePlayer, RandomPlayer
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.views import View
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.players import Player
from tests.all_games import GAMES, standing_after

ODD: tuple[Any, ...] = (True, None, 5, 0.5, ["a"], b"x", (True, "a", None), {"a": 1}, object)
PLAYERS: tuple[Player, ...] = (ClumondPlayer(10, 0), EnginePlayer(10), RandomPlayer())
NAMES = ("clubs 3", "clag foss 3", "clabberjass", "clumond")


@cache
def view_of(name: str, actions: int) -> View:
    """A view in the middle of a deal."""
    game = GAMES[name]
    state = game.deal(3, standing_after(game, 5))
    for _ in range(actions):
        state.push(list(state.legal_actions)[-1])
    return View.of(state, state.seat_to_act)


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_a_name_is_a_text(odd: Any) -> None:
    for source in (Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), view_of("clubs 3", 3)):
        with pytest.raises(WrongTypeError, match="a player's name"):
            hint(source, who=odd)


@pytest.mark.parametrize(
    "blank", ["", " ", "\u200b", "Ann\n", "A\x00", "\x1b[31m", "\ud800"], ids=ascii
)
def test_a_name_can_be_read(blank: str) -> None:
    with pytest.raises(NotationError, match="a player's name"):
        hint(view_of("clubs 3", 3), who=blank)


@pytest.mark.parametrize("name", ["Zoë", "علی\u200cرضا", "👩\u200d🚀"])
def test_names_of_every_script_are_names(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize("odd", [5, b"easy", {}, "bogus", ["easy", "x", "easy"]], ids=repr)
def test_opponents_are_styles_in_every_game(odd: Any) -> None:
    for source in map(view_of, NAMES, (3, 1, 3, 1)):
        with pytest.raises(ClumondError, match="style"):
            hint(source, opponents=odd)


@pytest.mark.parametrize("odd", [None, "x", 1.5, []], ids=repr)
def test_games_of_a_choice_are_a_number(odd: Any) -> None:
    for source in (Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS), view_of("clubs 3", 3)):
        with pytest.raises(WrongTypeError, match="a number of games"):
            choose(source, games=odd)


@pytest.mark.parametrize("odd", [*ODD, "abc", (0, 0), (0, 0, 99), (0, 0, 0.5)], ids=repr)
def test_counts_and_cards_of_a_play_are_checked(odd: Any) -> None:
    deal = Deal.random(1)
    names = ["supplementary", "table", "tricks_taken", "declarer", "strain", "leader", "par"]
    for name in names:
        given: dict[str, Any] = {"declarer": Seat.FOREHAND, "strain": Strain.CLUBS, name: odd}
        # Nobody declares without None, nobody has taken tricks, True is the seat 1.
        _unless_refused(lambda given=given: Play(deal, **given))
        if name in {"supplementary", "tricks_taken"} and odd is not None:
            with pytest.raises(ClumondError):
                Play(deal, **given)
        if name == "supplementary":
            with pytest.raises(ClumondError):
                ClumondView.of(Play(deal, None, Strain.CLUBS, supplementary=odd), Seat.FOREHAND)


def changed_views() -> Iterator[View]:
    """Views with a field from another game's."""
    for number in (0, 3, 6):
        views = [view_of(name, number) for name in NAMES]
        for view, other in ((view, other) for view in views for other in views):
            for name in (field.name for field in fields(View)):
                try:
                    yield replace(view, **{name: getattr(other, name)})
                except ClumondError:
                    continue


@pytest.mark.slow
@pytest.mark.usefixtures("hasty")
def test_changed_views_are_answered_or_refused() -> None:
    for view in changed_views():
        for player in PLAYERS:
            _unless_refused(lambda view=view, player=player: player(view, 1))
        _unless_refused(lambda view=view: choose_action(view, iterations=20))
        _unless_refused(lambda view=view: hint(view, iterations=5, games=1, call_games=5))


def _unless_refused(act: Any) -> None:
    with contextlib.suppress(ClumondError):
        act()


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
def test_players_take_views_alone_and_clumonds_own_those_of_clumond(player: Any) -> None:
    for odd in (*ODD, "x", Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS)):
        with pytest.raises(WrongTypeError, match="a view of the seat to act is needed"):
            player(odd, 1)
    for name in NAMES:
        for actions in (0, 3, 6):
            view = view_of(name, actions)
            if isinstance(player, ClumondPlayer) and name != "clumond":
                with pytest.raises(WrongTypeError, match=r"a view of .*Clumond is needed"):
                    player(view, 1)
            else:
                assert player(view, 1) in view.legal_actions
