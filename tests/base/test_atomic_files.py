"""Writing whole files: what stands under a name already is respected."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from clumond_solver.base.errors import ClumondError
from clumond_solver.base.files import data_folder, remove_partial_files, write_atomically

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes of POSIX")


HOME = Path("/home/ann")


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"CLUMOND_DATA": "~/cards"}, HOME / "cards"),
        ({"CLUMOND_DATA": "~"}, HOME),
        ({"CLUMOND_DATA": "cards/~"}, Path("cards/~")),
        ({"CLUMOND_DATA": ""}, HOME / ".local/share/clumond"),
        ({"XDG_DATA_HOME": "~/data"}, HOME / ".local/share/clumond"),
        ({"XDG_DATA_HOME": "data"}, HOME / ".local/share/clumond"),
        ({"XDG_DATA_HOME": "/data"}, Path("/data/clumond")),
        ({}, HOME / ".local/share/clumond"),
    ],
)
def test_the_data_are_where_the_environment_says(
    environment: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(HOME))
    assert data_folder(environment, "linux") == folder


@pytest.mark.parametrize("home", [None, "ann"])
@pytest.mark.parametrize(
    "environment", [{}, {"CLUMOND_DATA": "~/x"}, {"CLUMOND_DATA": "~nobody here"}]
)
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_without_a_home_a_folder_is_asked_for(
    home: str | None, environment: dict[str, str], platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_: object) -> None:
        raise KeyError

    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.delenv("HOME")
    if home is not None:
        monkeypatch.setenv("HOME", home)
    with pytest.raises(ClumondError, match="name another folder in CLUMOND_DATA"):
        data_folder(environment, platform)
    assert data_folder({"CLUMOND_DATA": "/cards"}, platform) == Path("/cards")


def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.touch(mode=0o600)
    write_atomically(kept, b"secret")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.read_bytes() == b"secret"


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_atomically(tmp_path / "new", b"")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_and_the_file_behind_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.machine
@pytest.mark.parametrize("name", ["", "no-such-folder/mine.txt"])
def test_a_file_that_cannot_be_written_is_named_as_it_was_given(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as raised:
        write_atomically(name, b"1")
    assert (raised.value.filename, raised.value.filename2) == (name, None)
    assert [*tmp_path.iterdir()] == []


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"through")
    reader.join(10)
    assert read == [b"through"]
    assert pipe.is_fifo()


def test_a_device_stays_a_device() -> None:
    write_atomically("/dev/null", b"nothing")
    assert Path("/dev/null").is_char_device()


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("n" * 255), b"long")
    assert [each.name for each in tmp_path.iterdir()] == ["n" * 255]


def test_on_an_error_or_interrupt_the_old_file_stays_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "kept").write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(tmp_path / "kept", "text")  # type: ignore[arg-type]
    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "kept", b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept").read_bytes() == b"old"


KILLED = """
import os, signal, sys
from clumond_solver.base.files import write_atomically
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(sys.argv[1], b"new")
"""


def killed_while_writing(path: Path) -> Path:
    """Write a file in a program that is killed meanwhile; what it leaves behind."""
    before = {*path.parent.iterdir()}
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    [part] = {*path.parent.iterdir()} - before
    return part


@pytest.mark.machine
def test_what_killed_programs_leave_behind_is_removed(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"old")
    part, others = killed_while_writing(one), killed_while_writing(other)
    remove_partial_files(one)
    assert not part.exists()
    assert {*tmp_path.iterdir()} == {one, others}
    remove_partial_files(tmp_path)
    assert [*tmp_path.iterdir()] == [one]
    assert one.read_bytes() == b"old"
    remove_partial_files(tmp_path / "nowhere" / "none")
