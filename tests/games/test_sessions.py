"""Sessions as texts, games by name, the other games at the table and on the command line."""

from __future__ import annotations

import io
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import NotationError, RuleError, SessionError, WrongTypeError
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK, main
from clumond_solver.cli.terminal import Terminal
from clumond_solver.coach.table import Table
from clumond_solver.games import registry
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import FOSS, Scheme
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.scoring import Scoring
from clumond_solver.games.registry import (
    TableWords,
    _text,
    describe,
    entry,
    names,
    new_game,
    parse_game,
    register,
)
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.players import EnginePlayer, RandomPlayer
from tests.all_games import GAMES, every_game, random_chooser


@every_game
def test_a_game_is_read_back_from_its_description(name: str) -> None:
    assert parse_game(describe(GAMES[name])) == GAMES[name]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("whist", "no such game"),
        ("clag scheme=mine", "no such scheme"),
        ("clag players=9", "9 players"),
        ("clag colour=red", "no such option .use players, scheme, restricted."),
        ("clag players", "name=value"),
        ("clag players=many", "players must be a whole number"),
        ("clumond scoring=gold", "gold"),
        ("clag scheme=foss hands=3", "fixes the number"),
        ("clumond target=abc", "a whole number or none"),
        ("clumond hands=yes", "a whole number or none"),
        ("clubs players=none", "a whole number"),
    ],
)
def test_games_that_there_are_not_are_told(text: str, error: str) -> None:
    with pytest.raises((NotationError, RuleError), match=error):
        parse_game(text)


def test_options_may_be_values_or_texts() -> None:
    values: dict[str, Any] = {"players": 4, "scheme": "mcleod", "restricted": False}
    assert new_game("clag", values) == new_game("clag", {k: _text(v) for k, v in values.items()})
    given: dict[str, Any] = {"hands": None, "target": 90, "scoring": Scoring.CHIPS}
    assert new_game("clumond", given) == ClumondGame(**given)
    wrong: list[Any] = [{"players": 3.0}, {"players": True}, {"restricted": 1}, {"scheme": None}]
    for options in wrong:
        with pytest.raises(
            NotationError, match=r"must be (a whole number|yes or no)|no such scheme"
        ):
            new_game("clag", options)
    with pytest.raises(WrongTypeError, match="a mapping of options is needed"):
        new_game("clag", ["players=3"])  # type: ignore[arg-type]


@every_game
def test_an_action_may_be_given_as_a_text(name: str) -> None:
    one, other = Session(GAMES[name], 4), Session(GAMES[name], 4)
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


def test_a_scheme_of_ones_own_has_no_name() -> None:
    with pytest.raises(RuleError, match="not a registered game"):
        describe(ClagGame(3, Scheme("mine", FOSS.deals[:2])))


@every_game
def test_a_session_is_read_back_wherever_it_stands(name: str) -> None:
    source = random.Random(name)
    for seed in range(6):
        session, choose = Session(GAMES[name], seed), random_chooser(seed)
        for _ in range(source.randrange(120)):
            if session.is_finished:
                break
            session.push(choose(session.state))
        again = Session.parse(str(session))
        assert again.acts == session.acts
        assert again.standing == session.standing
        assert again.game == session.game
        assert str(again) == str(session)


def test_what_was_pushed_last_is_popped_within_a_deal() -> None:
    session = Session(new_game("clubs"), 1)
    with pytest.raises(RuleError, match="nothing to take back"):
        session.pop()
    first = next(iter(session.state.legal_actions))
    session.push(first)
    assert session.pop() == first
    assert session.acts == ((),)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "line 1: a session starts with its game"),
        ("seed 3", "line 1: a session starts"),
        ("\n% hello\ngame whist\nseed 1", "line 3: no such game"),
        ("game clubs", "line 2: the second line is the seed"),
        ("game clubs\nseed x", "line 2: the second line is the seed"),
        ("game clubs\nseed 99999999999999999999", "line 2: the second line"),
        ("game clubs\nseed 3\ndeal 2", "line 3: deal 1 comes next"),
        ("game clabberjass\nseed 3\n0 pass\ndeal 1", "line 4: deal 1 is not over"),
        ("game clabberjass\nseed 3\n1 pass", "line 3: it is seat 0's turn, not seat 1's"),
        ("game clabberjass\nseed 3\n0 sing", "line 3: no such action"),
        ("game clabberjass\nseed 3\nsing", "line 3: a line starts with the seat"),
        ("game clabberjass\nseed 3\n0 play SA", "line 3: play SA by the non-dealer: trump"),
    ],
)
def test_texts_that_are_no_session_are_told_by_line(text: str, error: str) -> None:
    with pytest.raises(SessionError, match=error):
        Session.parse(text)


def test_nothing_follows_the_end_of_a_session() -> None:
    session = Session(new_game("clag", {"scheme": "raf", "hands": "1"}), 3)
    session.play_out(random_chooser(3))
    with pytest.raises(SessionError, match="the session is finished before"):
        Session.parse(str(session) + "0 pass\n")


# At the table.


@every_game
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


@pytest.mark.slow
def test_engine_players_finish_a_session_of_clag() -> None:
    session = Session(new_game("clag", {"scheme": "raf", "hands": "1", "players": "3"}), 1)
    table: Table[Any] = Table(session, 0, [EnginePlayer(20)] * 3)
    while not session.is_finished:
        if not table.is_persons_turn:
            table.step()
        elif len(session.state.legal_actions) > 60:
            table.act(next(iter(session.state.legal_actions)))
        else:
            table.act(table.hint())
    assert session.standing.deals == 1


# On the command line.


def _run(monkeypatch: pytest.MonkeyPatch, words: str, typed: str = "") -> int:
    class Input(io.StringIO):
        buffer = io.BytesIO(typed.encode())

    monkeypatch.setattr("sys.stdin", Input(typed))
    try:
        return main(words.split(" "))
    except SystemExit as end:
        return int(str(end.code))


@pytest.mark.parametrize("game", ["clag", "clubs", "clabberjass"])
def test_a_deal_is_shown_and_advised_on(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, f"--game {game} deal --seed 5") == OK
    dealt = capsys.readouterr().out
    assert Session.parse(dealt).seed == 5
    assert _run(monkeypatch, f"--game={game} show - --seat 1", dealt) == OK
    page = capsys.readouterr().out
    assert re.search("^(seat 1|middlehand|the dealer): ♣", page, re.MULTILINE)
    assert not re.search("^(seat 0|forehand|the non-dealer): ♣", page, re.MULTILINE)
    assert _run(monkeypatch, f"--game {game} advise - --iterations 50", dealt) == OK
    assert "points ahead of the " in capsys.readouterr().out


def test_a_session_is_saved_shown_and_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.session"
    play = "--game clag play --players 3 --seed 4 --level easy"
    assert _run(monkeypatch, f"{play} --save {file}", "0\n1\nA\nquit\n") == OK
    saved = Session.parse(file.read_text(encoding="utf-8"))
    assert sum(map(len, saved.acts)) > 2
    assert _run(monkeypatch, f"--game clag show {file}") == OK
    capsys.readouterr()
    assert _run(monkeypatch, f"--game clag play --resume {file}", "quit\n") == OK
    assert f"deal {len(saved.acts)}: " in capsys.readouterr().out


def test_a_save_that_fails_leaves_the_saved_session_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "mine.session"
    play = "--game clag play --level easy"
    assert _run(monkeypatch, f"{play} --players 3 --seed 4 --save {file}", "0\nquit\n") == OK
    saved = file.read_bytes()

    def full_disk(_file: int) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full_disk)
        # Killed, it could not even tidy up.
        patched.setattr(Path, "unlink", full_disk)
        assert _run(patched, f"{play} --resume {file}", "0\n1\nA\nquit\n") == BAD_INPUT
    assert file.read_bytes() == saved
    assert len(list(tmp_path.iterdir())) == 2
    assert _run(monkeypatch, f"{play} --resume {file}", "quit\n") == OK
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("clag advise AKQJ... --turned S9 --said 0,0", "nominate 4"),
        ("clag advise A.A.A.A --players 3", "nominate 4"),
        ("clabberjass advise AJ9.T.K.7 --turned S8 --said pass", "accept ♠"),
    ],
)
def test_advice_on_a_hand_in_mind(
    words: str, chosen: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, f"--game {words} --iterations 1000") == OK
    assert capsys.readouterr().out.splitlines()[0].endswith(chosen)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("clag show nowhere.session", "nowhere.session"),
        ("clag deal --players 8", "8 players"),
        ("clubs deal --scheme foss", "unrecognized"),
        ("clubs advise AKQ...", "needs a saved session"),
        ("clubs advise -", "line 1: clubs has no such option"),
        ("clubs solve - --ask points", "in Clabberjass only"),
        ("clubs solve - --ask scores", "51 cards are left"),
        ("clubs verify -", "verify"),
        ("clag verify -", "the command card writes its score card"),
        ("clag advise -", "a session of clubs, not of clag"),
        ("clag show - --seat 4", "a session of clubs, not of clag"),
        ("clubs show - --seat 4", "no such seat among 3"),
        ("clag advise AK... --said 1,2,3,4", "4 nominations before yours"),
        ("clag advise AK... --said 7", "nominate 7"),
        ("clag advise AK... --turned SA", "each card is dealt once"),
        ("clabberjass advise AK... --turned SQ", "trump is chosen with 6 cards"),
        ("clabberjass advise AKQJT9...", "which card is turned up"),
        ("clabberjass advise AKQJT2... --turned H8", "the 32-card pack has no such card"),
        ("clag play --seat 5", "no such seat among 4"),
        ("clubs advise - --iterations 0", "0 iterations"),
        ("clabberjass advise AJ9.T.K.7 --turned S8 --said accept", "cards are played"),
        ("clubs", "COMMAND"),
        ("whist deal", "whist"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    words: str, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "game clubs players=3 % x\nseed 3\n"
    if "line 1" in error:
        typed = "game clubs colours=3\n"
    assert _run(monkeypatch, f"--game {words}", typed) == BAD_INPUT
    told = capsys.readouterr().err
    assert error in told
    assert told.count("\n") == 1


# Games of one's own, and what only they have.


def test_anybodys_game_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_ENTRIES", dict(registry._ENTRIES))
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

    monkeypatch.setattr(registry, "_ENTRIES", dict(registry._ENTRIES))
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
    assert _run(monkeypatch, f"--game {name} solve - --ask {ask}", str(session)) == OK
    assert shown in capsys.readouterr().out


def test_a_score_card_is_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    card = "deal: Ann | Ben | Cas\n1: 10 0 | 0 0 | 10 0\n2: 24 2 | 0 1 | 20 0\n"
    assert _run(monkeypatch, "--game clag verify - --restricted no", card) == OK
    assert "the card is right" in capsys.readouterr().out
    assert _run(monkeypatch, "--game clag verify -", card.replace("24 2", "25 2")) == CHECK_FAILED
    assert "deal 2 (2), Ann: +15 does not follow" in capsys.readouterr().out


def test_who_wins_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(new_game("clag", {"scheme": "raf", "hands": "1"}), 3)
    session.play_out(random_chooser(3))
    assert _run(monkeypatch, "--game clag show -", str(session)) == OK
    best = max(session.standing.totals)
    assert f" with {best}" in capsys.readouterr().out
