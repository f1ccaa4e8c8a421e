"""Reports: one file that needs nothing else, whatever a record says."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from functools import partial
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import Card
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK, main
from clumond_solver.coach.hints_and_reviews import Review
from clumond_solver.coach.reviews import review
from clumond_solver.games.clumond.deals import Deal
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.records import CardNote, Record, RecordedTrick
from clumond_solver.web.report import Report
from clumond_solver.web.tabs.analysis_reviews import shown_record
from tests.samples import END, SAMPLE_HANDS, sample_record
from tests.strategies import plays

NASTY = "</script><script>alert(1)</script><!-- é\"'&"
open_review = partial(review, games_per_action=0, replays=0, budget=0)


class Elements(HTMLParser):
    """The scripts and styles of a document by type, its policy, and all tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = {}
        self.tags: list[str] = []
        self.policy = ""
        self._kind = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert not {"src", "href"} & given.keys()
        self.tags.append(tag)
        self._kind = str(given.get("type") or tag)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = str(given["content"])

    def handle_endtag(self, tag: str) -> None:
        self._kind = ""

    def handle_data(self, data: str) -> None:
        if self._kind:
            self.texts[self._kind] = self.texts.get(self._kind, "") + data

    @property
    def held(self) -> dict[str, Any]:
        """The reviews and answers."""
        return dict(json.loads(self.texts["application/json"]))


def report_of(record: Record, reviewed: Review | None = None) -> Elements:
    report = Report()
    report.add(shown_record(record, reviewed or open_review(record)))
    return Elements(report.page())


@settings(max_examples=10)
@given(play=plays(most_tricks=3))
def test_a_report_has_all_that_the_page_asks_about_a_play(play: Play) -> None:
    while not play.is_over:
        play.push(min(play.legal_plays))
    record = Record.of(play)
    held = report_of(record).held
    start = str(record.start())
    cards = [str(card) for card in record.plays]
    for at in range(len(cards) + 1):
        played = ".".join(cards[:at])
        assert held["answers"]["position"][f"{start} {played}  {at} "]["start"] == start
        seat = "F" if play.declarer is None else play.declarer.letter
        names = ",".join(held["reviews"][0]["names"])
        for kind in ("verdicts", "finishes"):
            assert f"{start} {played} {seat}  {names}" in held["answers"][kind]
    assert [shown["titles"] for shown in held["reviews"]] == [["record 1"]]


def test_two_records_of_a_deal_have_the_words_for_their_own_players() -> None:
    report = Report()
    for names in (("Ann", "Bo", "Cy"), ("Dora", "Eve", "Fred")):
        record = replace(Record.of(Play.parse(END)), players=names)
        report.add(shown_record(record, open_review(record)))
    held = Elements(report.page()).held
    keys = [key.rpartition(" ")[2] for key in held["answers"]["finishes"]]
    assert {*keys} == {",".join(review["names"]) for review in held["reviews"]}
    assert len({*keys}) == 2


def test_only_scripts_and_styles_of_the_page_may_run() -> None:
    elements = report_of(Record.of(Play.parse(END)))
    for kind in ("importmap", "module", "style"):
        digest = b64encode(sha256(elements.texts[kind].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in elements.policy
    assert "default-src 'none'" in elements.policy
    assert "unsafe" not in elements.policy


def test_every_module_is_there_with_all_that_it_imports() -> None:
    elements = report_of(Record.of(Play.parse(END)))
    imports = json.loads(elements.texts["importmap"])["imports"]
    assert re.findall('"(.*)"', elements.texts["module"]) == ["app.js"]
    for address in imports.values():
        code = b64decode(address.removeprefix("data:text/javascript;base64,")).decode()
        imported = re.findall(r'(?:from|import) *\(?"([^"]+\.js)"', code)
        assert set(imported) <= imports.keys()
    assert "tabs/play.js" not in imports
    assert "http_backend.js" not in imports


def test_what_a_record_says_is_data_and_no_markup() -> None:
    cards = tuple(Card.parse(text) for text in ("SA", "SK", "SQ"))
    record = Record(
        Deal.parse("F:A.2.3.4 K.3.4.5 Q.4.5.6"),
        None,
        tricks=(RecordedTrick(cards, comment=NASTY, notes=(CardNote(NASTY),) * 3),),
        players=(NASTY, "", ""),
        tricks_before=(4, 4, 4),
        comment=NASTY,
        tags=(("Event", NASTY),),
    )
    nasty, plain = report_of(record), report_of(Record.of(Play.parse(END)))
    assert nasty.tags == plain.tags
    [shown] = nasty.held["reviews"]
    assert shown["title"] == record.event == NASTY
    assert shown["names"][0] == NASTY
    assert nasty.texts["title"] == NASTY


def test_a_report_of_an_illegal_card_ends_before_it() -> None:
    [shown] = report_of(sample_record(0)).held["reviews"]
    assert "H8" in shown["fault"]
    assert len(shown["plays"]) == 16


def test_a_record_without_play_makes_a_report_too() -> None:
    record = Record.of(Play(Deal.random(1, cards=4), None, tricks_taken=(4, 4, 4)))
    held = report_of(record).held
    assert held["reviews"][0]["plays"] == []
    assert len(held["answers"]["position"]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("brief_reviews")
def test_the_command_writes_one_report_of_all_hands(tmp_path: Path) -> None:
    page = tmp_path / "hands.html"
    # The first record holds an illegal card, which the exit code tells.
    arguments = ["review", "--opponents", "easy", str(SAMPLE_HANDS), "--html", str(page)]
    assert main(arguments) == CHECK_FAILED
    elements = Elements(page.read_text(encoding="utf-8"))
    titles = ["Sample hand 1, as published", "Sample hand 1, corrected", "Sample hand 2"]
    assert [shown["title"] for shown in elements.held["reviews"]] == titles
    assert [shown["chosen"] for shown in elements.held["reviews"]] == [1, 2, 3]
    assert elements.texts["title"] == ", ".join(titles)
    assert list(tmp_path.iterdir()) == [page]
    assert page.stat().st_size < 1_000_000


@pytest.mark.usefixtures("brief_reviews")
def test_a_report_is_titled_by_what_was_played_not_by_its_file(tmp_path: Path) -> None:
    saved, page = tmp_path / "S6.session", tmp_path / "S6.html"
    session = Session(new_game("clumond", {"hands": "2"}), seed=1)
    session.play_out(lambda state: state.legal_actions[0])
    saved.write_text(str(session), encoding="utf-8")
    record = tmp_path / "S7.clumond"
    record.write_text(re.sub(r"\[Event .*\]\n", "", str(sample_record(2))), encoding="utf-8")
    options = ["--no-chances", "--opponents", "easy", "--html", str(page)]
    assert main(["review", str(saved), str(record), *options]) == OK
    told = Elements(page.read_text(encoding="utf-8")).texts["title"]
    assert told == "Clumond, hand 2, hand 2"


@pytest.mark.slow
@pytest.mark.usefixtures("brief_reviews")
def test_a_session_of_another_game_makes_a_report(tmp_path: Path) -> None:
    session = Session(new_game("clabberjass"), seed=1)
    while not session.standing.deals:
        session.push(session.state.legal_actions[0])
    saved, page = tmp_path / "mine.session", tmp_path / "mine.html"
    saved.write_text(str(session), encoding="utf-8")
    assert main(["--game", "clabberjass", "review", str(saved), "--html", str(page)]) == OK
    held = Elements(page.read_text(encoding="utf-8")).held
    [shown] = held["reviews"]
    assert (shown["game"], len(shown["names"]), held["answers"]) == ("Clabberjass", 2, {})


@pytest.mark.parametrize("game", ["clumond", "clubs"])
def test_a_report_that_cannot_be_written_is_said_before_the_work(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "no" / "page.html"
    arguments = ["--game", game, "review", str(SAMPLE_HANDS), "--html", str(page)]
    assert main(arguments) == BAD_INPUT
    output = capsys.readouterr()
    assert output.out == ""
    assert "no file can be written there" in output.err


@pytest.mark.slow
@pytest.mark.usefixtures("brief_reviews")
def test_what_was_reviewed_before_an_error_is_in_the_report(tmp_path: Path) -> None:
    play = Play.parse(END)
    play.push(min(play.legal_plays))
    good, bad, page = tmp_path / "a.clumond", tmp_path / "b.session", tmp_path / "report.html"
    good.write_text(str(Record.of(play)), encoding="utf-8")
    bad.write_text("[Session", encoding="utf-8")
    assert main(["review", str(good), str(bad), "--html", str(page)]) == BAD_INPUT
    assert len(Elements(page.read_text(encoding="utf-8")).held["reviews"]) == 1
