"""Matches between players: what they are given, how deals come round, how a match goes on."""

from __future__ import annotations

import pickle
import random
import re
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import (
    BatchError,
    ClumondError,
    RuleError,
    SearchError,
    WrongTypeError,
    shown_value,
)
from clumond_solver.base.wording import columns_of
from clumond_solver.batch.matches import MatchResult, play_match
from clumond_solver.games.clabberjass import ClabberjassGame
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, PlayCard
from clumond_solver.single_dummy.choose_and_estimate import choose
from clumond_solver.single_dummy.players import ClumondPlayer, EnginePlayer, Player, RandomPlayer
from tests.all_games import GAMES, random_actions

RANDOM = RandomPlayer()


def first(view: View, seed: int) -> Action:
    return view.legal_actions[0]


def last(view: View, seed: int) -> Action:
    return view.legal_actions[-1]


@dataclass
class Watching:
    """Plays at random, and notes the views that it was given."""

    seen: list[View] = field(default_factory=list, repr=False)

    def __call__(self, view: View, seed: int) -> Action:
        self.seen.append(view)
        return RANDOM(view, seed)


@dataclass
class Tiring:
    """The random player, who gives up after so many actions."""

    left: int = field(repr=False)

    def __call__(self, view: View, seed: int) -> Action:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return RANDOM(view, seed)

    def __repr__(self) -> str:
        return repr(RANDOM)


def dealt_to(view: View) -> Hand:
    """What the viewer was dealt."""
    return Hand.from_cards([*view.held[view.seat], *view.played[view.seat]])


def test_the_result_is_the_same_by_any_number_of_processes() -> None:
    players: list[Player] = [EnginePlayer(20), RANDOM, RANDOM]
    one, two = (play_match(players, ClubsGame(3), deals=6, seed=5, workers=n) for n in (1, 2))
    assert one == two
    assert one != play_match(players, ClubsGame(3), deals=6, seed=6, workers=1)


def test_duplicates_seat_everybody_everywhere_with_the_same_cards() -> None:
    players = [Watching(), Watching(), Watching()]
    found = play_match(players, ClubsGame(3), deals=4, workers=1)
    assert found.tables == 3
    hands = [list(dict.fromkeys((v.seat, dealt_to(v)) for v in p.seen)) for p in players]
    # Each player held each hand of each deal once, and three deals' hands differ.
    assert sorted(map(str, hands[0])) == sorted(map(str, hands[1])) == sorted(map(str, hands[2]))
    assert [len(each) for each in hands] == [12, 12, 12]
    for deal in range(4):
        seats = [{seat for seat, _ in each[3 * deal : 3 * deal + 3]} for each in hands]
        assert seats == [{0, 1, 2}] * 3


def test_without_duplicates_players_move_round() -> None:
    players = [Watching(), Watching(), Watching()]
    found = play_match(players, ClubsGame(3), deals=6, duplicate=False, workers=1)
    assert (found.tables, found.deals) == (1, 6)
    for player in players:
        hands = list(dict.fromkeys((view.seat, dealt_to(view)) for view in player.seen))
        assert sorted(seat for seat, _ in hands) == [0, 0, 1, 1, 2, 2]


def test_alike_players_gain_alike_from_duplicates() -> None:
    found = play_match([first] * 4, ClubsGame(4), deals=5, workers=1)
    assert [found.relative(player).value for player in range(4)] == [0.0] * 4
    assert [found.relative(player).error for player in range(4)] == [0.0] * 4
    assert all(sum(gains) == -26 for gains in found.gains)


def test_all_deals_of_a_scheme_come_up() -> None:
    sizes: list[int] = []

    def noting(view: View, seed: int) -> Action:
        sizes.append(view.layout.hand_size)
        return RANDOM(view, seed)

    game = ClagGame(3)
    play_match([noting] * 3, game, deals=len(game.scheme.deals) + 2, workers=1, duplicate=False)
    assert set(sizes) == {deal.cards for deal in game.scheme.deals}


def reachable(start: object) -> Iterator[object]:
    """Everything that a player who looks into what he was given can find."""
    found, left = set[int](), [start]
    while left:
        each = left.pop()
        if id(each) in found or isinstance(each, type):
            continue
        found.add(id(each))
        yield each
        if isinstance(each, (tuple, list, set, frozenset)):
            left += each
        elif isinstance(each, dict):
            left += [*each, *each.values()]
        for owner in type(each).__mro__:
            slots = owner.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                left.append(getattr(each, name, None))
        left += [*getattr(each, "__dict__", {}).values()] if not callable(each) else []
        closure = getattr(each, "__closure__", None) or ()
        left += [cell.cell_contents for cell in closure]
        left += [getattr(each, name, None) for name in ("func", "args", "keywords", "__self__")]


@pytest.mark.parametrize("name", GAMES)
def test_who_looks_into_all_that_he_is_given_finds_no_hidden_card(name: str) -> None:
    """All is the same when the cards that he has not seen lie otherwise."""
    game = GAMES[name]
    state = game.deal(5, game.opening())
    source = random.Random(5)
    checked = 0
    for at, _ in enumerate(random_actions(state, source)):
        if at % 5 == 0 and state.turn is not None:
            view = View.of(state, state.turn)
            [world] = view.sample_worlds(1, seed=at)
            assert View.of(world, state.turn) == view
            things = list(reachable(view))
            assert not any(hasattr(thing, "push") for thing in things)
            assert any(hasattr(thing, "push") for thing in reachable([view, {"a": lambda: state}]))
            shown = sorted(str(each) for each in things if isinstance(each, Hand))
            others = reachable(View.of(world, state.turn))
            assert shown == sorted(str(each) for each in others if isinstance(each, Hand))
            checked += 1
    assert checked


def test_a_players_action_is_checked_and_its_place_told() -> None:
    def cheating(view: View, seed: int) -> Action:
        return PlayCard(next(iter(view.pool)))

    with pytest.raises(RuleError, match=r"deal 1, seat \d, .*cheating: .*"):
        play_match([cheating] * 4, ClubsGame(4), deals=1, workers=1)

    def failing(view: View, seed: int) -> Action:
        raise LookupError("no idea")

    with pytest.raises(LookupError, match="no idea") as caught:
        play_match([failing] * 4, ClubsGame(4), deals=1, workers=1)
    assert "deal 1, seat" in caught.value.__notes__[0]


def test_clumonds_player_chooses_as_its_engines_do_from_the_state() -> None:
    game = ClumondGame(four_tens=True)
    player = ClumondPlayer(60, 4)
    state = game.deal(2, game.opening())
    for at, _ in enumerate(random_actions(state, random.Random(2))):
        if at % 4 == 0 and state.play is not None and state.turn is not None:
            card = choose(state.play, iterations=60, seed=at).card
            assert player(View.of(state, state.turn), at) == PlayCard(card)


def test_a_match_that_was_stopped_goes_on_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    whole = play_match([RANDOM] * 3, ClubsGame(3), deals=8, seed=3, workers=1)
    for actions in (60, 400):
        with pytest.raises(KeyboardInterrupt):
            play_match([Tiring(actions)] * 3, ClubsGame(3), deals=8, seed=3, path=path, workers=1)
    begun = path.read_bytes()
    assert 2 <= begun.count(b"\n") < 8
    # The last line may be torn anywhere.
    told: list[tuple[int, int]] = []
    for cut in (1, 10, len(begun.splitlines()[-1])):
        path.write_bytes(begun[:-cut])
        told.clear()
        again = play_match(
            [RANDOM] * 3, ClubsGame(3), deals=8, seed=3, path=path, workers=1,
            progress=lambda done, of: told.append((done, of)),
        )  # fmt: skip
        assert again == whole
        assert told == [(done, 8) for done in range(begun.count(b"\n"), 9)]
    more = play_match([RANDOM] * 3, ClubsGame(3), deals=9, seed=3, path=path, workers=1)
    assert more.gains[:8] == whole.gains
    assert play_match([RANDOM] * 3, ClubsGame(3), deals=8, seed=3, path=path) == whole


def play_three_deals(path: Path, seed: int = 0, **options: Any) -> MatchResult:
    players = [RANDOM] * 4
    return play_match(players, ClubsGame(4), deals=3, seed=seed, path=path, workers=1, **options)


def test_files_of_other_matches_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    play_three_deals(path)
    lines = path.read_bytes().splitlines(keepends=True)
    with pytest.raises(BatchError, match="something else"):
        play_three_deals(path, seed=1)
    with pytest.raises(BatchError, match="something else"):
        play_three_deals(path, duplicate=False)
    for damaged, reason in (
        (b'{"deal": 2}\n', "damaged"),
        (b"\n", "damaged"),
        (lines[1].replace(b"-", b"", 1), "changed"),
        (lines[2], "answers something else"),
    ):
        path.write_bytes(b"".join([lines[0], damaged, lines[2]]))
        with pytest.raises(BatchError, match=f"line 2: {reason}"):
            play_three_deals(path)


def test_means_and_errors_are_those_of_the_deals() -> None:
    found = play_match([RANDOM, RANDOM], ClabberjassGame(), deals=12, duplicate=False, workers=1)
    own = [gains[0] for gains in found.gains]
    assert found.own(0).value == pytest.approx(statistics.mean(own))
    assert found.own(0).error == pytest.approx(statistics.stdev(own) / 12**0.5)
    more = [gains[0] - gains[1] for gains in found.gains]
    assert found.difference(0, 1).value == pytest.approx(statistics.mean(more))
    assert found.relative(0) == found.difference(0, 1)
    assert str(found.own(0)) in str(found)
    alone = play_match([RANDOM, RANDOM], ClabberjassGame(), deals=1, workers=1)
    assert alone.own(0).error == float("inf")
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.to_dict()["gains"][0] == list(found.gains[0])


def test_what_makes_no_match_is_refused() -> None:
    game = ClubsGame(4)
    with pytest.raises(RuleError, match="3 players: Clubs has 4 seats"):
        play_match([RANDOM] * 3, game, deals=1)
    with pytest.raises(SearchError, match="0 deals"):
        play_match([RANDOM] * 4, game, deals=0)
    with pytest.raises(WrongTypeError, match=r"a number of deals is needed, not 1\.5"):
        play_match([RANDOM] * 4, game, deals=1.5)  # type: ignore[arg-type]
    players: Any = [RANDOM, RANDOM, RANDOM, "random"]
    nothing: Any = 3
    with pytest.raises(WrongTypeError, match="a game is needed, not 3"):
        play_match([RANDOM] * 4, nothing, deals=1)
    assert play_match([RANDOM] * 3, "clubs players=3", deals=1).deals == 1
    with pytest.raises(WrongTypeError, match="'random' is not a player"):
        play_match(players, game, deals=1)


@pytest.mark.parametrize("player", [-1, 3, 10**5000, "x"], ids=shown_value)
def test_a_result_has_no_other_players(player: Any) -> None:
    result = MatchResult(("Ada", "Ben", "Cleo"), ((1.0, 0.0, -1.0),), tables=1)
    for ask in (result.own, result.relative, partial(result.difference, 0)):
        with pytest.raises(ClumondError, match=r"no player .* among 3|a player is needed"):
            ask(player)


def test_names_of_wide_and_of_combined_letters_keep_the_columns() -> None:
    names = ("田中", "Zoe\u0301", "Bo")
    result = MatchResult(names, ((1.0, 0.0, -1.0), (3.0, 0.0, -3.0)), tables=1)
    head, *lines = str(result).splitlines()
    starts = [columns_of(line[: re.match(r"\S+ +", line).end()]) for line in lines]  # type: ignore[union-attr]
    assert starts == [head.index("gain")] * 3
