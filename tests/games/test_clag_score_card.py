"""Score cards of Clag: read, written and checked."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from clumond_solver.base.errors import RecordError, RuleError
from clumond_solver.cli import main
from clumond_solver.coach.seating import Seating, seated_text
from clumond_solver.games.clag.game import ClagGame
from clumond_solver.games.clag.schemes import FOSS, MCLEOD, SCHEMES, SCORE_CARD, Scheme
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import Standing
from clumond_solver.single_dummy.levels import Level
from tests.all_games import random_chooser
from tests.games.clag_deals import rules_of
from tests.samples import SEEDS

CARD_TEXT = (SEEDS / "clag-score-card.txt").read_text(encoding="utf-8")


@pytest.mark.rule("CLG-26")
def test_the_sample_score_card_is_accepted_but_for_one_figure() -> None:
    card = ScoreCard.parse(CARD_TEXT)
    gains = (
        "10 12 10 10 | 12 10 10 12 | 0 12 0 12 | 0 12 0 0 | 14 0 0 16 | 14 0 14 14 | 10 14 14 0 | "
        "10 0 0 0 | 14 12 0 0 | 0 12 0 0 | 0 12 0 0 | -8 -4 -2 10 | 10 10 -2 -12 | 0 10 0 0 | "
        "0 16 12 0 | 12 14 12 0 | 0 12 0 0 | 10 10 0 0 | 10 10 0 0 | 10 10 12 10"
    )
    assert " | ".join(" ".join(map(str, gain)) for gain in card.gains) == gains
    (only,) = card.check(SCORE_CARD, restricted=False)
    assert (only.deal, only.label, only.player) == (8, "nt", "Craig")
    assert "+10 does not follow from a nomination of 1" in str(only)
    restricted = card.check(SCORE_CARD)
    assert [found.deal for found in restricted] == [1, 2, 3, 8, 15, 18, 20]
    assert ScoreCard.parse(str(card)) == card


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize("name", SCHEMES)
def test_cards_of_played_games_hold_and_forged_ones_do_not(name: str) -> None:
    scheme = SCHEMES[name]
    for seed in range(12):
        session = Session(ClagGame(4, scheme), seed)
        session.play_out(random_chooser(seed))
        card = ScoreCard.of(session.standing, ["Ann", "Ben", "Cas", "Dee"])
        assert card.check(scheme) == ()
        assert ScoreCard.parse(str(card)) == card
        deal = seed % len(card.rows)
        row = card.rows[deal]
        forged = replace(row, totals=(row.totals[0] + 1, *row.totals[1:]))
        rows = (*card.rows[:deal], forged, *card.rows[deal + 1 :])
        assert ScoreCard(card.players, rows).check(scheme)


@pytest.mark.rule("CLG-26")
def test_the_running_card_of_a_session_is_written_and_verified_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session, choose = Session(new_game("clag", {"scheme": "score-card"}), 5), random_chooser(5)
    while session.standing.deals < 9:
        session.push(choose(session.state))
    saved, card = tmp_path / "mine.session", tmp_path / "card.txt"
    saved.write_text(str(session), encoding="utf-8")
    command = ["--game", "clag", "card", str(saved)]
    assert main([*command, "--names", "Ann,Ben,Cas,Dee"]) == 0
    card.write_text(capsys.readouterr().out, encoding="utf-8")
    read = ScoreCard.parse(card.read_text(encoding="utf-8"))
    assert read.players == ("Ann", "Ben", "Cas", "Dee")
    assert read.rows[-1].totals == session.standing.totals
    assert main(["--game", "clag", "verify", str(card), "--scheme", "score-card"]) == 0
    assert "the card is right" in capsys.readouterr().out
    assert main(command) == 0
    assert capsys.readouterr().out.startswith("deal: player 0 | player 1")
    seating = Seating(("You", "Bo", "Cy", "Di"), (Level.MEDIUM,) * 4)
    saved.write_text(seated_text(session, seating), encoding="utf-8")
    assert main(command) == 0
    assert re.match(r"deal: +You \| +Bo \| +Cy \| +Di\n", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["", " ", "A|B", "A\nB"])
def test_names_that_would_break_a_score_card_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="cannot be written on a score card"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", name, "Cas"])


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2: 10 0 | 10 0 | 10 0", "the scheme has the deal 1 here"),
        ("1: 10 0 | 10 0 | 10 0", "no sharing-out of the 1 tricks"),
        ("1: 10 0 | 10 - | 0 0", "a nomination is missing"),
        ("1: 10 0 | 0 2 | 10 0", "a nomination of 2 tricks with 1 cards"),
        ("1: 11 0 | 0 0 | 10 0", "+11 does not follow from a nomination of 0"),
    ],
)
def test_what_a_card_check_finds(text: str, found: str) -> None:
    findings = ScoreCard.parse(f"deal: Ann | Ben | Cas\n{text}").check(FOSS)
    assert any(found in str(finding) for finding in findings)


@pytest.mark.rule("CLG-26")
def test_card_checks_of_deals_without_nominations_and_beyond_the_end() -> None:
    most = Scheme("most", (rules_of(MCLEOD, "highest number"),))

    def check(row: str) -> str:
        return str(ScoreCard.parse(f"deal: Ann | Ben | Cas\nhighest number: {row}").check(most))

    assert check("10 - | 0 - | 0 -") == check("0 - | 0 - | 0 -") == "()"
    assert "cannot both" in check("10 - | 10 - | 0 -")
    assert "only the most tricks score" in check("7 - | 0 - | 0 -")
    assert "in a deal in which nobody nominates" in check("10 1 | 0 - | 0 -")
    single = replace(rules_of(MCLEOD, "highest number"), cards=1)
    card = ScoreCard.parse("deal: Ann | Ben | Cas\nhighest number: 0 - | 0 - | 0 -")
    assert "the only trick" in str(card.check(Scheme("one", (single,))))
    twice = ScoreCard(card.players, card.rows * 2)
    assert "has only 1 deals" in str(twice.check(Scheme("one", (single,)))[0])


@pytest.mark.rule("CLG-26")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"deal: Ann | Ben | Cas\n1: 10 0 | {'9' * 5000} 0 | 0 0", 2),
        (f"deal: Ann | Ben | Cas\n1: 10 0 | 10 {'9' * 5000} | 0 0", 2),
    ],
)
def test_numbers_too_long_for_a_card_are_refused(text: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        ScoreCard.parse(text)
    assert caught.value.line == line
    with pytest.raises(RuleError, match="2 names for 3 players"):
        ScoreCard.of(Standing((0, 0, 0)), ["Ann", "Ben"])
