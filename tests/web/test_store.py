"""Where sessions are kept: nothing is overwritten unseen, no file and no disk stops the rest."""

from __future__ import annotations

import errno
import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.files import lock
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.question import PageQuestionError, parse_page_question
from clumond_solver.web.store import CallbackStore, Folder, StaleError, StoredText
from tests.fuzzing import damaged
from tests.web.site import running
from tests.web.tables import Wire, last, moments

SEATS = '"levels": ["easy", "easy", "easy"], "person": 0, "seen": 0, "guided": false'
STANDING = '"game": "Clumond", "deals": 0, "finished": false'
TOTALS = '"totals": [0, 0, 0]'
SESSION = "game clumond\nseed 5\n"
REMARKS = (
    f'% table {{"names": ["\\ud800", "b", "c"], {SEATS}}}\n',
    f'% table {{"names": ["\\ud800", "b", "c"], {SEATS}}}\n% standing {{{STANDING}, {TOTALS}}}\n',
    f'% table {{"names": ["a", "b", "c"], {SEATS.replace("0", "1e999")}}}\n',
    f'% standing {{{STANDING}, "totals": [1e999, 0, 0]}}\n',
    f"% standing {{{STANDING.replace('0', '1e999')}, {TOTALS}}}\n",
    f"% table {'[' * 50_000}\n% standing {'[' * 50_000}\n",
    "% table null\n% standing [1]\n",
)


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def ignore(*_: object) -> None:
    """Nobody is told."""


@pytest.mark.parametrize("make", [Folder, lambda _: CallbackStore({}, ignore)])
def test_both_stores_keep_alike(make: Callable[[Path], Any], tmp_path: Path) -> None:
    store = make(tmp_path / "kept")
    assert store.listing().modified == {}
    with pytest.raises(KeyError):
        store.read("a")
    store.write("a", "three cards", None)
    store.write("a", "♣♥♠", "three cards")
    for before in (None, "three cards"):
        with pytest.raises(StaleError):
            store.write("a", "two cards", before)
    with pytest.raises(StaleError):
        store.remove("a", "three cards")
    assert store.read("a") == "♣♥♠"
    assert [*store.listing().modified] == ["a"]
    store.remove("a", "♣♥♠")
    with pytest.raises(StaleError):
        store.write("a", "two cards", "♣♥♠")
    assert store.listing().modified == {}


def test_what_a_store_passes_on_is_what_it_was_given() -> None:
    told: list[tuple[str, str | None, StoredText | None]] = []
    store = CallbackStore({"a": StoredText("old", 1.0)}, lambda *change: told.append(change))
    store.apply_change("b", StoredText("from elsewhere", 2.0))
    store.write("a", "new", "old")
    store.remove("b", "from elsewhere")
    assert [(name, before, text and text.text) for name, before, text in told] == [
        ("a", "old", "new"), ("b", "from elsewhere", None),
    ]  # fmt: skip


def test_what_killed_programs_left_behind_is_removed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        # As if each write were the last thing that its program did.
        patched.setattr(Path, "replace", full)
        patched.setattr(Path, "unlink", full)
        Folder(tmp_path).write("a", "three cards", None)
    assert [each.suffix for each in tmp_path.iterdir() if each.name != ".lock"] == [".part"]
    Folder(tmp_path).write("a", "two cards", None)
    assert {each.name for each in tmp_path.iterdir()} == {".lock", "a.session"}


# Files that cannot be read.


ENDPOINTS = ("bytes", "circle", "folder", "pipe", "empty", "huge", "damaged", "remark", "dangling")
EACH = 60


def damaged_file(path: Path, kind: str, whole: str, source: random.Random) -> None:
    """A file in which no session is, or a damaged one."""
    if kind == "bytes":
        path.write_bytes(b"\xff" + source.randbytes(400))
    elif kind in {"circle", "dangling"}:
        path.symlink_to(path if kind == "circle" else "nowhere")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind in {"empty", "huge"}:
        path.touch()
        os.truncate(path, 0 if kind == "empty" else 1 << 40)
    elif kind == "damaged":
        path.write_text(damaged(whole, [whole], source), "utf-8", "surrogatepass")
    else:
        path.write_text(source.choice(REMARKS) + SESSION)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_no_damaged_file_stops_the_list(tmp_path: Path) -> None:
    wire, source = Wire(tmp_path), random.Random(1)
    own = wire.ask("session-new", game="clumond")["id"]
    whole = (tmp_path / f"{own}.session").read_text()
    for kind in ENDPOINTS:
        for number in range(EACH):
            damaged_file(
                tmp_path / f"{kind}{number:0{16 - len(kind)}}.session", kind, whole, source
            )
    (tmp_path / ".#x.session").symlink_to("ann@machine.4711")
    listed = {each["id"]: each for each in wire.ask("sessions")["sessions"]}
    assert not listed[own]["fault"]
    for name, shown in listed.items():
        kind = name.rstrip("0123456789")
        if kind in ENDPOINTS[:6]:
            assert shown["fault"], name
            with pytest.raises(ClumondError):
                wire.ask("table", id=name)
        elif kind == "remark":
            assert wire.ask("table", id=name)["players"] == ["You", "Ada", "Ben"]
    for name, shown in listed.items():
        if name.endswith("0007") and shown["fault"] and not name.startswith("folder"):
            question = {"at": shown["at"]} if "at" in shown else {}
            left = wire.ask("session-remove", id=name, **question)["sessions"]
            assert name not in {each["id"] for each in left}
    with pytest.raises(ClumondError, match="folder0000000007"):
        wire.ask("session-remove", id="folder0000000007")


def test_a_file_that_vanishes_between_two_looks_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(tmp_path)
    table = wire.ask("session-new", game="clumond")
    scandir = os.scandir

    def vanishing(path: Path) -> Any:
        entries = scandir(path)
        (tmp_path / f"{table['id']}.session").unlink(missing_ok=True)
        return entries

    monkeypatch.setattr(os, "scandir", vanishing)
    assert wire.ask("sessions") == {"sessions": [], "fault": ""}


# What cannot be read back is not kept.


@pytest.mark.parametrize("remark", range(2))
def test_a_file_with_half_a_character_in_a_name_is_read_without_the_names(
    tmp_path: Path, remark: int
) -> None:
    wire = Wire(tmp_path)
    table = wire.ask("session-open", text=REMARKS[remark] + SESSION)
    assert table["players"] == ["You", "Ada", "Ben"]
    assert [each["names"] for each in wire.ask("sessions")["sessions"]] == [table["players"]]


def test_questions_that_hold_half_a_character_are_refused(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    with pytest.raises(PageQuestionError, match="half a character"):
        wire.ask("session-new", game="clumond", names=["\ud800", "b", "c"])
    with pytest.raises(PageQuestionError, match="not JSON"):
        parse_page_question('{"seed": 1e999}')
    assert wire.ask("sessions")["sessions"] == []


def long_session(most: int) -> Session[Any]:
    """A session of so many characters, almost."""
    session, source = Session(new_game("clumond", {"hands": "9999"}), 7), random.Random(1)
    while (missing := most - 1000 - len(str(session))) > 0:
        deals = session.standing.deals + 1 + missing // 1000
        while session.standing.deals < deals:
            session.push(source.choice(tuple(session.state.legal_actions)))
    return session


@pytest.mark.usefixtures("quick")
def test_sessions_of_any_length_that_is_written_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 1 << 15
    for module in ("tabs.play_tab", "tabs.analysis_reviews", "page_sessions", "store"):
        monkeypatch.setattr(f"clumond_solver.web.{module}.MOST_TEXT", most)
    wire, text = Wire(tmp_path), str(long_session(most))
    assert len(text) > most - 2000
    with running(sessions=Sessions(Folder(tmp_path)), review_seconds=2.0) as site:
        status, table = site.ask("session-open", {"text": text})
        assert (status, table["number"] > 60) == (200, True)
        with pytest.raises(RuleError, match="too long"):
            last(moments(wire, table, random.Random(1)))
        saved = wire.ask("session-save", id=table["id"])["text"]
        assert most - 20 < len(saved) <= most
        assert site.ask("session-open", {"text": saved})[0] == 200
        assert site.ask("review", {"text": saved, "deal": 2})[0] == 200


# Where nothing can be kept.


@pytest.mark.usefixtures("quick")
def test_on_a_full_disk_a_table_is_played_on_and_kept_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(tmp_path)
    kept = wire.ask("session-new", game="clubs", seed=5)
    before = (tmp_path / f"{kept['id']}.session").read_text()
    with monkeypatch.context() as patched:
        patched.setattr("clumond_solver.web.store.write_atomically", full)
        for table in (kept, wire.ask("session-new", game="clubs", seed=5)):
            for number, now in enumerate(moments(wire, table, random.Random(1), 30), 1):
                assert now["unsaved"] == "No space left on device"
                assert "late" not in now
                saved = Session.parse(wire.ask("session-save", id=table["id"])["text"])
                assert sum(map(len, saved.acts)) == number
        assert len(wire.ask("sessions")["sessions"]) == 2
    assert (tmp_path / f"{kept['id']}.session").read_text() == before
    for each in wire.ask("sessions")["sessions"]:
        shown = wire.ask("table", id=each["id"])
        assert shown["unsaved"]
        now = next(moments(wire, shown, random.Random(2)))
        assert now["unsaved"] == ""
        assert Wire(tmp_path).ask("table", id=each["id"]) == now


@pytest.mark.machine
@pytest.mark.usefixtures("quick")
def test_while_another_program_holds_the_lock_it_is_said_soon_and_kept_later(
    tmp_path: Path,
) -> None:
    table = Wire(tmp_path).ask("session-new", game="clubs", seed=5)
    descriptor = os.open(tmp_path / ".lock", os.O_RDWR)
    lock(descriptor)
    started = time.monotonic()
    # The start does not wait at all.
    wire = Wire(tmp_path)
    start = time.monotonic() - started
    now = next(moments(wire, table, random.Random(1)))
    assert now["unsaved"].startswith("another program has locked it: ")
    assert max(4, 2 * start) < time.monotonic() - started
    with pytest.raises(ClumondError, match="another program has locked it"):
        wire.ask("session-remove", id=now["id"], at=now["at"])
    os.close(descriptor)
    now = next(moments(wire, now, random.Random(2)))
    assert now["unsaved"] == ""
    assert Wire(tmp_path).ask("table", id=table["id"]) == now


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_only_their_owner_can_read_sessions(tmp_path: Path) -> None:
    folder = tmp_path / "clumond" / "sessions"
    mask = os.umask(0)
    try:
        Folder(folder).write("a", "three cards", None)
        (folder / "a.session").chmod(0o644)
        Folder(folder).write("a", "two cards", "three cards")
        Folder(folder).write("b", "three cards", None)
    finally:
        os.umask(mask)
    paths = [folder, *folder.iterdir()]
    assert [path.stat().st_mode & 0o077 for path in paths] == [0] * 4


@pytest.mark.usefixtures("quick")
def test_what_another_program_wrote_meanwhile_is_what_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = Wire(tmp_path), Wire(tmp_path)
    table = here.ask("session-new", game="clubs", seed=5)
    with monkeypatch.context() as patched:
        patched.setattr("clumond_solver.web.store.write_atomically", full)
        unsaved = last(moments(here, table, random.Random(1), 9))
    now = last(moments(there, table, random.Random(2), 3))
    late = here.ask("table-step", id=table["id"], at=unsaved["at"])
    assert late == now | {"late": True}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["gone", "a file", "unreadable"])
def test_where_the_folder_is_lost_the_table_is_played_on(tmp_path: Path, what: str) -> None:
    if what == "unreadable" and (os.name != "posix" or os.geteuid() == 0):
        pytest.skip("nothing is unreadable for this user")
    folder = tmp_path / "sessions"
    wire = Wire(folder)
    table = wire.ask("session-new", game="clubs", seed=5)
    if what == "unreadable":
        folder.chmod(0)
    else:
        shutil.rmtree(folder)
    if what == "a file":
        folder.touch()
    try:
        other = wire.ask("session-new", game="clubs", seed=5)
        for each in (table, other):
            now = last(moments(wire, each, random.Random(1), 5))
            with pytest.raises(ClumondError):
                wire.ask("table-act", id=each["id"], at=now["at"], action="nonsense")
            assert wire.ask("table", id=each["id"]) == now
            assert bool(now["unsaved"]) is (what != "gone")
        listed = wire.ask("sessions")
        assert {each["id"] for each in listed["sessions"]} == {table["id"], other["id"]}
        assert bool(listed["fault"]) is (what != "gone")
        for each in listed["sessions"]:
            if what == "gone":
                wire.ask("session-remove", id=each["id"], at=each["at"])
        assert bool(wire.ask("sessions")["sessions"]) is (what != "gone")
    finally:
        folder.chmod(0o700)
