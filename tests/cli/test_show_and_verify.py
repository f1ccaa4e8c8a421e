"""The commands `deal`, `show`, `verify` and `review`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from clumond_solver.base.cards import Card, Hand
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK
from clumond_solver.games import registry
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import parse_game
from clumond_solver.games.sessions import Session
from clumond_solver.records import Record
from tests.cli.command import Capture, feed, run
from tests.samples import END, SAMPLE_HANDS

# Games against easy players take a tenth of the time.
EASILY = ("--opponents", "easy")


def test_deals_are_fixed_by_the_seed_and_readable(capsys: Capture) -> None:
    assert run("deal", "--seed", "7", "--count", "2", "--cards", "6") == OK
    first = capsys.readouterr()
    assert [Deal.parse(line).size for line in first.out.splitlines()] == [6, 6]
    assert first.err == ""
    run("deal", "--seed", "7", "--count", "2", "--cards", "6")
    assert capsys.readouterr().out == first.out


def test_a_deal_without_a_seed_says_which_it_took(capsys: Capture) -> None:
    assert run("deal") == OK
    output = capsys.readouterr()
    seed = output.err.removeprefix("clumond: seed ").strip()
    run("deal", "--seed", seed)
    assert capsys.readouterr().out == output.out


def test_deals_as_hands_and_json(capsys: Capture) -> None:
    run("deal", "--seed", "1", "--hands")
    assert len(Hand.parse(capsys.readouterr().out.strip())) == 16
    run("deal", "--seed", "1", "--format", "json", "--count", "3")
    for line in capsys.readouterr().out.splitlines():
        assert Deal.parse(json.loads(line)["deal"])


def test_records_as_json_read_back(capsys: Capture) -> None:
    run("show", str(SAMPLE_HANDS), "--format", "json")
    lines = capsys.readouterr().out.splitlines()
    assert [Record.parse(json.loads(line)["text"]).is_finished for line in lines] == [False] * 3


def test_verify_goes_on_behind_a_record_that_cannot_be_read(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "mixed.clumond"
    text = SAMPLE_HANDS.read_text(encoding="utf-8")
    file.write_text(text.replace("R: D2 DK D4", "R: D2 DK DD", 1), encoding="utf-8")
    assert run("verify", str(file)) == BAD_INPUT
    output = capsys.readouterr()
    assert output.out.count(": right") == 2
    assert f"{file}: record 1, line 19: trick 4: not a card" in output.err
    assert run("verify", str(file), "--format", "json") == BAD_INPUT
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["ok"] for line in lines] == [False, True, True]
    assert "not a card" in lines[0]["message"]


@pytest.mark.parametrize("command", ["show", "verify"])
def test_records_are_read_from_standard_input_too(
    command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = run(command, str(SAMPLE_HANDS))
    printed = capsys.readouterr().out
    feed(monkeypatch, SAMPLE_HANDS.read_bytes())
    assert run(command, "-") == code
    assert capsys.readouterr().out == printed.replace(str(SAMPLE_HANDS), "-")


@pytest.fixture(name="two_hands")
def _two_hands(tmp_path: Path) -> str:
    """The sample hand with an illegal card, and the one that turned."""
    *start, _, third = SAMPLE_HANDS.read_text("utf-8").split("[Clumond")
    (tmp_path / "two.clumond").write_text("[Clumond".join([*start, third]), "utf-8")
    return str(tmp_path / "two.clumond")


@pytest.mark.slow
@pytest.mark.usefixtures("brief_reviews")
def test_review_marks_where_it_turned(two_hands: str, capsys: Capture) -> None:
    assert run("review", two_hands, *EASILY, "--format", "json") == CHECK_FAILED
    first, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert "illegal play H8" in first["illegal"]
    turned = ["play DA", "play HA", "play H6"]
    assert [step["action"] for step in third["plays"] if step["turned"]] == turned
    assert third["seat"] == "rearhand"
    assert all(0 <= play["values"][play["action"]] <= 1 for play in third["plays"])
    assert third["replay"]["games"] > 0


@pytest.mark.slow
@pytest.mark.usefixtures("brief_reviews")
def test_review_in_words(two_hands: str, capsys: Capture) -> None:
    assert run("review", two_hands, *EASILY) == CHECK_FAILED
    page = " ".join(capsys.readouterr().out.split())
    assert "♦A++" in page
    assert "♥74 still made success sure; after ♥A best defence leaves PLR 1 trick off." in page
    assert "line 21: illegal play H8 by RHO in trick 6: does not hold that card (PLR does)" in page
    assert "The program took all three seats and played this deal" in page
    assert "PLR went for clumond in ♠" in page


def test_review_names_the_better_card_as_its_player_saw_it(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "hand.clumond"
    blunder = Play.parse(END).after(map(Card.parse, ("S3", "SK", "D8")))
    file.write_text(str(Record.of(blunder)), "utf-8")
    assert run("review", str(file), *EASILY, "--every-card") == OK
    page = " ".join(capsys.readouterr().out.split())
    assert "♠3* " in page
    assert re.search(r"trick 12, ♠3 by forehand, \d+ % given away: ♠A was better: ", page)


@pytest.mark.usefixtures("brief_reviews")
def test_review_reviews_a_hand_that_nobody_declared(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "undeclared.clumond"
    play = Play.parse(END.replace("declarer=F strain=S", "declarer=none strain=NT"))
    play.push(Card.parse("SA"))
    file.write_text(str(Record.of(play)), encoding="utf-8")
    assert run("review", str(file), "--seed", "4") == OK
    assert "Each plays for his own success" in capsys.readouterr().out
    assert run("review", str(file), "--no-chances") == OK
    assert "Each plays for his own success" in capsys.readouterr().out
    for options in (["--no-chances"], []):
        assert run("review", str(file), "--seat", "R", "--every-card", *options) == OK
        assert "rearhand" in capsys.readouterr().out


def test_a_deal_of_a_saved_session_of_any_game_is_reviewed(capsys: Capture, tmp_path: Path) -> None:
    session = Session(registry.new_game("clag", {"players": "3"}), 3)
    while session.standing.deals < 4:
        session.push(session.state.legal_actions[-1])
    saved = tmp_path / "clag.session"
    saved.write_text(str(session))
    assert run("--game", "clag", "review", str(saved), "--no-progress") == OK
    last = capsys.readouterr().out
    assert "What cost most" in last
    assert " by player " in last
    assert run("--game", "clag", "review", str(saved), "--deal", "4", "--no-progress") == OK
    assert capsys.readouterr().out == last
    assert run("--game", "clag", "review", str(saved), "--deal", "5") == BAD_INPUT
    assert "deal 5: deals 1 to 4 are over" in capsys.readouterr().err
    saved.write_text(str(Session(session.game, 3)))
    assert run("--game", "clag", "review", str(saved)) == BAD_INPUT
    assert "no deal is over yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ("deal --seed 3", "session"),
        ("show {}", "lines"),
        ("advise {} --iterations 50 --games-per-action 4", "values"),
        ("advise {} --time 0.01", "values"),
        ("solve {}", "rows"),
        ("card {}", "lines"),
        ("review {} --time 2", "plays"),
        ("rules", "lines"),
    ],
)
def test_commands_of_other_games_write_json(
    words: str, field: str, tmp_path: Path, capsys: Capture
) -> None:
    session = Session(parse_game("clag players=4"), 3)
    while session.standing.deals < 1 or session.state.play is None:
        session.push(session.state.legal_actions[0])
    file = tmp_path / "clag.session"
    file.write_text(str(session), "utf-8")
    assert run("--game", "clag", *words.format(file).split(), "--json") == OK
    [line] = capsys.readouterr().out.splitlines()
    assert json.loads(line)[field]


def test_rules_as_json_are_paragraphs_in_a_terminal_of_any_width(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    pages = set()
    for columns in ("40", "80"):
        monkeypatch.setenv("COLUMNS", columns)
        assert run("rules", "clag", "--json") == OK
        pages.add(capsys.readouterr().out)
    [page] = pages
    assert max(map(len, json.loads(page)["lines"])) > 100


def test_without_games_the_iterations_of_advice_decide(tmp_path: Path, capsys: Capture) -> None:
    session = Session(parse_game("clubs players=4"), 3)
    file = tmp_path / "clubs.session"
    file.write_text(str(session), "utf-8")

    def values(*options: str) -> dict[str, float]:
        command = ("--game", "clubs", "advise", str(file), "--json", *options)
        assert run(*command) == OK
        answer: dict[str, float] = json.loads(capsys.readouterr().out)["values"]
        return answer

    few, many = (
        values("--games-per-action", "0", "--iterations", count) for count in ("20", "400")
    )
    assert few != many
    assert values("--games-per-action", "0", "--iterations", "400") == many
    assert run("--game", "clubs", "advise", str(file), "--time", "-1") != OK


@pytest.mark.parametrize(
    ("words", "address", "analysis"),
    [
        ("web", "http://127.0.0.1:8117/", ["http://127.0.0.1:8117/#/analysis   the Analysis tab"]),
        ("web --host 0.0.0.0", "http://a:1/#key", ["http://a:1/#key/analysis   the Analysis tab"]),
        ("web clag", "http://127.0.0.1:8117/#/play?game=clag", []),
    ],
)
def test_the_page_says_where_it_is_and_its_analysis_tab(
    words: str,
    address: str,
    analysis: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def serve(*_: object, announce: Callable[[str], None], **__: object) -> None:
        announce(address)

    monkeypatch.setattr("clumond_solver.web.serve", serve)
    assert run(*words.split()) == OK
    assert capsys.readouterr().out.splitlines() == [f"{address}   (Ctrl-C ends it)", *analysis]
