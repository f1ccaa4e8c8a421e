"""Texts from elsewhere: marks without a meaning, letters that only look right, other encodings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clumond_solver import Card, Deal, Hand, NotationError, Play, Retention, Seat, Strain, Suit
from clumond_solver.batch.run import run_batch
from clumond_solver.cli import BAD_INPUT, OK
from clumond_solver.coach.clumond.puzzles import parse_puzzle
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.clumond.deals import ExposedTens
from clumond_solver.games.clumond.play import parse_position
from clumond_solver.games.registry import new_game
from clumond_solver.questions.kinds import parse_question
from clumond_solver.rules.actions import parse_action, parse_action_among
from tests.cli.command import Capture, feed, run
from tests.samples import LAST

HAND = "AK8732.AK974.KJ4.Q3"
DEAL = str(Deal.random(1))
PLAY = f"{DEAL} declarer=F strain=C"
PUZZLE = LAST
PARSERS = [
    (Suit.parse, "♥"),
    (Strain.parse, "♥"),
    (Card.parse, "♥A"),
    (Retention.parse, "♣♥♦"),
    (Hand.parse, "♠AK8732 ♥AK974 ♦KJ4 ♣Q3"),
    (Deal.parse, "F: ♠AK ♥2 ♦2 | ♠QJ ♥3 ♦3 | ♠98 ♥4 ♦4"),
    (Play.parse, PLAY.replace("strain=C", "strain=♣")),
    (ExposedTens.parse, "F=♣♦ M=♥ common=♠"),
    (Seat.parse, "F"),
    (parse_position, "♠AK8732 ♥AK974 ♦KJ4 ♣Q3"),
    (parse_puzzle, PUZZLE.replace("strain=C", "strain=♣")),
    (parse_action, "play ♥A"),
    (lambda text: parse_action_among(text, [parse_action("play HA")]), "♥A"),
]


@pytest.mark.parametrize(("parse", "text"), PARSERS)
def test_marks_around_a_text_and_after_symbols_change_nothing(parse: Any, text: str) -> None:
    plain = parse(text)
    for selector in ("\ufe0e", "\ufe0f"):
        marked = "".join(letter + selector * (letter in "♣♥♠♦") for letter in text)
        assert parse("\ufeff" + marked) == plain


@pytest.mark.parametrize("dash", "-‐‑‒–—―−")
def test_any_dash_is_a_void(dash: str) -> None:
    assert Hand.parse(f"{dash}.AK.{dash}.Q") == Hand.parse(f"{dash} AK {dash} Q")
    assert str(Hand.parse(f"{dash} AK {dash} Q")) == ".AK..Q"


def test_a_score_card_may_begin_with_a_mark() -> None:
    card = "deal: Al | Bo | Cy\n"
    assert ScoreCard.parse("\ufeff" + card) == ScoreCard.parse(card)


@pytest.mark.parametrize(
    ("parse", "text", "named"),
    [
        (Hand.parse, HAND.replace("A", "А"), "“А” is U+0410, CYRILLIC CAPITAL LETTER A, not A"),
        (Hand.parse, HAND.replace("K", "К"), "U+041A"),
        (Hand.parse, "SA SК", "U+041A"),
        (Hand.parse, "АK87 AK974 KJ4 Q3", "U+0410"),
        (Card.parse, "HＡ", "“Ａ” is U+FF21, FULLWIDTH LATIN CAPITAL LETTER A, not A"),
        (Suit.parse, "с", "U+0441"),
        (Strain.parse, "Ｈ", "U+FF28"),
        (Retention.parse, "CHѕ", "U+0455"),
        (Deal.parse, DEAL.replace("F:", "Ｆ:"), "U+FF26"),
        (parse_position, "М:A K Q", "U+041C"),
        (Seat.parse, "М", "U+041C"),
        (parse_action, "play Н3", "U+041D"),
        (Hand.parse, f"“{HAND}”", "U+201C, LEFT DOUBLE QUOTATION MARK, is in it"),
        (Hand.parse, f"{HAND}’", "U+2019, RIGHT SINGLE QUOTATION MARK, is in it"),
        (Hand.parse, f"«{HAND}»", "U+00AB"),
        (Hand.parse, "AK8732…KJ4.Q3", "“…” is U+2026, HORIZONTAL ELLIPSIS, not ..."),
        (Hand.parse, HAND.replace(".", "．"), "“．” is U+FF0E, FULLWIDTH FULL STOP, not ."),
        (Hand.parse, "\u200b" + HAND, "U+200B, ZERO WIDTH SPACE, is in it"),
        (Card.parse, "‘SA’", "U+2018"),
        (Deal.parse, f"„{DEAL}“", "U+201E"),
        (Deal.parse, DEAL.replace(":", "："), "“：” is U+FF1A, FULLWIDTH COLON, not :"),
        (Seat.parse, "“F”", "U+201C"),
        (Strain.parse, "‘NT’", "U+2018"),
        (Retention.parse, "“CSD”", "U+201C"),
        (parse_action, "play “SA”", "U+201C"),
        (parse_question, "{“hand”: 3}", "U+201C"),
        (new_game, "“clag”", "U+201C"),
    ],
)
def test_letters_that_only_look_right_are_named(parse: Any, text: str, named: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert named in str(caught.value)
    assert str(caught.value).count("U+") == 1


def test_other_letters_are_not_named() -> None:
    for text in ("Ж", "♥Z", "日"):
        with pytest.raises(NotationError) as caught:
            Card.parse(text)
        assert "U+" not in str(caught.value)


def test_words_of_a_play_are_read_in_any_case_and_with_blanks() -> None:
    play = Play(Deal.random(1), "F", "NT", supplementary=(1, 0, 2), par="reduced")
    play.push(next(iter(play.legal_plays)))
    card = play.trick[0]
    text = f"{str(play).split(' declarer')[0]} Declarer=f STRAIN = no trumps Leader=m tricks=0, 0,0"
    text += f" supplementary=1,0, 2  Par=Reduced table= {card}"
    assert Play.parse(text) == parse_position(text) == play


def test_the_fault_in_the_words_of_a_play_is_shown() -> None:
    for wrong in ("colour = blue", "STRAIN=h"):
        with pytest.raises(NotationError, match="used once") as caught:
            Play.parse(f"{PLAY} {wrong}")
        assert caught.value.offset == len(PLAY) + 1
    with pytest.raises(NotationError, match="no such seat"):
        Play.parse(PLAY.replace("strain", "oops strain"))


@pytest.mark.parametrize("command", ["show", "advise", "solve"])
def test_a_file_from_windows_is_read_by_every_command(
    command: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = PUZZLE if command == "solve" else HAND
    feed(monkeypatch, f"\ufeff{text}\r\n".encode())
    assert run(command, "-", *(["--budget", "0"] if command == "advise" else [])) == OK
    for encoding in ("utf-16", "utf-16-be", "utf-16-le"):
        feed(monkeypatch, text.encode(encoding))
        assert run(command, "-") == BAD_INPUT
        assert "is not UTF-8: this may be UTF-16" in capsys.readouterr().err


def test_utf_16_is_guessed_in_files_of_all_kinds(tmp_path: Path, capsys: Capture) -> None:
    file, answers = tmp_path / "file", tmp_path / "answers"
    for encoding in ("utf-16", "utf-16-be"):
        file.write_text("game clumond\nseed 1\n", encoding)
        for words in (["show"], ["verify"], ["play", "--resume"]):
            assert run(*words, str(file)) == BAD_INPUT
            assert "this may be UTF-16" in capsys.readouterr().err
        file.write_text('{"hand": "AK"}\n', encoding)
        run_batch(file, answers, workers=1, restart=True)
        assert "this may be UTF-16" in answers.read_text("utf-8").splitlines()[0]
