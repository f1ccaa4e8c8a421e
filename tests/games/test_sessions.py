"""Sessions as texts, games by name, the other games at the table and on the command line."""

from __future__ import annotations

import copy
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import (
    NotationError,
    RuleError,
    SearchError,
    SessionError,
    WrongTypeError,
    shown_number,
)
from clumond_solver.batch.matches import play_match
from clumond_solver.cli import BAD_INPUT, OK
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.coach.table import Table
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import FOSS, Scheme
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.options import text_of
from clumond_solver.games.registry import (
    TableWords,
    describe,
    entry,
    names,
    new_game,
    parse_game,
    register,
)
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.players import RandomPlayer
from tests.all_games import ALL_GAMES, GAMES, every_game, every_game_or_example, random_chooser
from tests.cli.command import feed, run

pytestmark = pytest.mark.usefixtures("examples")


@every_game_or_example
def test_a_game_is_read_back_from_its_description(name: str) -> None:
    assert parse_game(describe(ALL_GAMES[name])) == ALL_GAMES[name]


def test_options_may_be_values_or_texts() -> None:
    values: dict[str, Any] = {"players": 4, "scheme": "mcleod", "restricted": False}
    assert new_game("clag", values) == new_game("clag", {k: text_of(v) for k, v in values.items()})
    given: dict[str, Any] = {"hands": None, "target": 90, "scoring": Scoring.CHIPS}
    assert new_game("clumond", given) == ClumondGame(**given)
    wrong: list[Any] = [{"players": 3.0}, {"players": True}, {"restricted": 1}, {"scheme": None}]
    for options in wrong:
        with pytest.raises(
            NotationError, match=r"must be (a whole number|yes or no)|no such scheme"
        ):
            new_game("clag", options)
    assert new_game("clag players=3") == new_game("clag", players=3) == ClagGame(3)
    assert new_game("clag players=3", {"scheme": "mcleod"}, restricted=False).players == 3
    assert Session("clag players=3", seed=3) == Session(ClagGame(3), seed=3)
    assert Session("clag", seed=3).game == ClagGame()
    with pytest.raises(NotationError, match=r"^this option comes twice: 'players'$"):
        new_game("clag players=3", players=3)
    with pytest.raises(NotationError, match=r"^this option comes twice: 'players'$"):
        new_game("clag players=4 players=5")
    with pytest.raises(NotationError, match="an option is name=value, such as players=3: 'three'"):
        new_game("clag three")
    with pytest.raises(NotationError, match="no such game"):
        Session("whist", seed=3)
    with pytest.raises(WrongTypeError, match="a mapping of options is needed"):
        new_game("clag", ["players=3"])  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, 10**5000], ids=shown_number)
def test_a_session_has_a_seed_that_is_read_back(seed: int) -> None:
    for begin in (
        lambda: Session("clubs players=3", seed),
        lambda: play_match([RandomPlayer()] * 3, "clubs players=3", deals=1, seed=seed),
    ):
        with pytest.raises(SearchError, match=r"a whole number from 0 to 2\*\*64 - 1"):
            begin()
    largest = Session("clubs players=3", 2**64 - 1)
    assert Session.parse(str(largest)) == largest


@every_game_or_example
def test_an_action_may_be_given_as_a_text(name: str) -> None:
    one, other = Session(ALL_GAMES[name], 4), Session(ALL_GAMES[name], 4)
    choose = random_chooser(4)
    for _ in range(40):
        if one.is_finished:
            break
        action = choose(one.state)
        one.push(action)
        other.push(action.card if isinstance(action, PlayCard) else str(action))
    assert one == other
    other.state.copy().push(str(next(iter(other.state.legal_actions))))
    with pytest.raises(WrongTypeError, match="an action or its text is needed, not 3"):
        one.push(3)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="dance"):
        one.push("dance")
    with pytest.raises(NotationError):
        one.push(" ")


def test_a_scheme_of_ones_own_has_no_name() -> None:
    with pytest.raises(RuleError, match="not a registered game"):
        describe(ClagGame(3, Scheme("mine", FOSS.deals[:2])))


@every_game_or_example
def test_a_session_is_read_back_wherever_it_stands(name: str) -> None:
    source = random.Random(name)
    for seed in range(6):
        session, choose = Session(ALL_GAMES[name], seed), random_chooser(seed)
        for _ in range(source.randrange(120)):
            if session.is_finished:
                break
            session.push(choose(session.state))
        again = Session.parse(str(session))
        assert again.acts == session.acts
        assert again.standing == session.standing
        assert again.game == session.game
        assert str(again) == str(session)


@pytest.mark.rule("CLG-27", "CLB-11")
@pytest.mark.parametrize("name", ["clag foss 3", "clubs 4", "clabberjass", "clumond"])
def test_the_deal_rotates_to_the_left(name: str) -> None:
    session = Session(GAMES[name], 6, first_dealer=0)
    session.play_out(random_chooser(6))
    dealers = [row.dealer for row in session.standing.rows]
    assert dealers == [number % GAMES[name].players for number in range(len(dealers))]


@every_game_or_example
def test_copies_of_a_session_and_of_its_state_go_on_by_themselves(name: str) -> None:
    session, choose = Session(ALL_GAMES[name], 3), random_chooser(3)
    session.push(choose(session.state))
    before = str(session), repr(session.state)
    twin, state = copy.copy(session), copy.copy(session.state)
    assert str(twin) == str(session)
    assert state == session.state
    for _ in range(40):
        if not twin.is_finished:
            twin.push(choose(twin.state))
        if not state.is_over:
            state.push(choose(state))
    assert (str(session), repr(session.state)) == before
    assert str(twin) != str(session)
    assert state != session.state


def test_what_was_pushed_last_is_popped_within_a_deal() -> None:
    session = Session(new_game("clubs"), 1)
    with pytest.raises(RuleError, match="nothing to take back"):
        session.pop()
    first = next(iter(session.state.legal_actions))
    session.push(first)
    assert session.pop() == first
    assert session.acts == ((),)


def test_nothing_follows_the_end_of_a_session() -> None:
    session = Session(new_game("clag", {"scheme": "raf", "hands": "1"}), 3)
    session.play_out(random_chooser(3))
    with pytest.raises(SessionError, match="the session is finished before"):
        Session.parse(str(session) + "0 pass\n")


# At the table.


@pytest.mark.usefixtures("hasty")
@every_game
@pytest.mark.sample(5)
def test_a_person_plays_any_game_by_typing(name: str) -> None:
    session = Session(GAMES[name], 2)
    table = Table(session, 1, [RandomPlayer()] * GAMES[name].players)
    shown: list[str] = []
    typed = iter(["help", "hint", "tricks", "score", "nonsense", "back"])

    def read(prompt: str) -> str | None:
        if prompt.startswith("Enter"):
            return ""
        action = random.Random(len(shown)).choice(list(session.state.legal_actions))
        if session.standing.deals > 1 or len(shown) > 2000:
            return None
        return next(typed, str(action).removeprefix("nominate ").removeprefix("play "))

    assert not Terminal(table, read, shown.append, shown.append).play()
    page = "\n".join(shown)
    assert "hint: " in page
    assert "total" in page
    assert re.search("(deal|hand) 2( of [0-9]+)?: ", page)
    assert page.count("wins the trick") + page.count("win the trick") > 0


# On the command line.


def run_typed(monkeypatch: pytest.MonkeyPatch, words: str, typed: str = "") -> int:
    feed(monkeypatch, typed.encode())
    return run(*words.split())


@pytest.mark.parametrize("game", ["clag", "clubs", "clabberjass"])
def test_a_deal_is_shown_and_advised_on(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_typed(monkeypatch, f"--game {game} deal --seed 5") == OK
    dealt = capsys.readouterr().out
    assert Session.parse(dealt).seed == 5
    assert run_typed(monkeypatch, f"--game={game} show - --seat 1", dealt) == OK
    page = capsys.readouterr().out
    assert re.search("^(seat 1|middlehand|the dealer): ♣", page, re.MULTILINE)
    assert not re.search("^(seat 0|forehand|the non-dealer): ♣", page, re.MULTILINE)
    assert run_typed(monkeypatch, f"--game {game} advise - --iterations 50", dealt) == OK
    assert "points ahead of the " in capsys.readouterr().out


def test_a_session_is_saved_shown_and_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.session"
    play = "--game clag play --players 3 --seed 4 --level easy"
    assert run_typed(monkeypatch, f"{play} --save {file}", "0\n1\nA\nquit\n") == OK
    saved = Session.parse(file.read_text(encoding="utf-8"))
    assert sum(map(len, saved.acts)) > 2
    assert run_typed(monkeypatch, f"--game clag show {file}") == OK
    capsys.readouterr()
    assert run_typed(monkeypatch, f"--game clag play --resume {file}", "quit\n") == OK
    assert f"deal {len(saved.acts)}: " in capsys.readouterr().out


def test_a_save_that_fails_leaves_the_saved_session_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.session"
    play = "--game clag play --level easy"
    assert run_typed(monkeypatch, f"{play} --players 3 --seed 4 --save {file}", "0\nquit\n") == OK
    saved = file.read_bytes()

    def full_disk(_file: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full_disk)
        # Killed, it could not even tidy up.
        patched.setattr(Path, "unlink", full_disk)
        assert run_typed(patched, f"{play} --resume {file}", "0\n1\nA\nquit\n") == BAD_INPUT
    assert file.read_bytes() == saved
    assert len(list(tmp_path.iterdir())) == 2
    assert run_typed(monkeypatch, f"{play} --resume {file}", "quit\n") == OK
    assert list(tmp_path.iterdir()) == [file]


# Games of one's own, and what only they have.


def test_anybodys_game_is_known_by_its_name() -> None:
    words = TableWords(deal="round")
    register("three-clubs", lambda: ClubsGame(3), options_of=lambda _: None, words=words)
    assert new_game("three-clubs") == ClubsGame(3)
    assert "three-clubs" in names()
    assert describe(ClubsGame(3)) == "clubs players=3"
    with pytest.raises(RuleError, match="the library's own"):
        register("clubs", lambda: ClubsGame(3))
    with pytest.raises(RuleError, match="not a name for a game"):
        register("Three clubs", ClubsGame)
    with pytest.raises(RuleError, match="no default"):
        register("any-clubs", lambda players: ClubsGame(players + 1))


def test_an_installed_game_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def load(self) -> None:
            register("whist-like", lambda: ClubsGame(4), options_of=lambda _: None)

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, name: [Point()])
    assert new_game("whist-like").players == 4


def test_options_are_stated_once_with_their_meaning() -> None:
    options = {option.name: option for option in entry("clumond").options}
    assert options["scoring"].choices == ("chips", "paper")
    assert options["target"].kind == "a whole number or none"
    assert all(option.help for name in names() for option in entry(name).options)


def test_a_long_session_is_read_in_time_that_grows_with_its_length() -> None:
    calls = "0 pass\n1 pass\n0 pass\n1 pass\n"

    def seconds(deals: int) -> float:
        text = "game clabberjass\nseed 1\n" + "".join(
            f"deal {number}\n{calls}" for number in range(1, deals + 1)
        )
        start = time.process_time()
        Session.parse(text)
        return time.process_time() - start

    assert seconds(2000) < 20 * seconds(250)


@pytest.mark.parametrize(
    ("game", "ask", "shown"),
    [
        ("clag", "tricks", "at least"),
        ("clabberjass", "points", "score"),
        ("clabberjass", "tricks", "exactly"),
        ("clubs --players 3", "scores", "each for himself"),
    ],
)
def test_what_can_be_forced_is_solved_with_all_cards_of_a_session_open(
    game: str,
    ask: str,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *options = game.split()
    given = {"players": options[1]} if options else {}
    session = Session(new_game(name, given), 3)
    choose = random_chooser(3)
    while session.state.play is None or sum(map(len, session.state.play.hands)) > 12:
        session.push(choose(session.state))
    assert run_typed(monkeypatch, f"--game {name} solve - --ask {ask}", str(session)) == OK
    assert shown in capsys.readouterr().out


def test_who_wins_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(new_game("clag", {"scheme": "raf", "hands": "1"}), 3)
    session.play_out(random_chooser(3))
    assert run_typed(monkeypatch, "--game clag show -", str(session)) == OK
    best = max(session.standing.totals)
    assert f" with {best}" in capsys.readouterr().out
