"""The page as a folder of static files: what is written, and how it answers without a browser."""

from __future__ import annotations

import ast
import importlib.util
import io
import json
import marshal
import os
import re
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import segno

import clumond_solver
from clumond_solver import __version__
from clumond_solver.cli import main
from clumond_solver.games.sessions import Session
from clumond_solver.web import standalone
from clumond_solver.web.endpoints import ENDPOINTS, OF_A_SEAT
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.standalone import HOW_TO_GET_RUNTIME, PageError, page_files, write_page
from clumond_solver.web.store import CallbackStore
from clumond_solver.web.worker import Worker
from tests.web.site import modules_from
from tests.web.tables import moved

TAG = "cp313-cp313-pyodide_2025_0_wasm32"
INFO = {"python": "3.13.2", "arch": "wasm32", "abi_version": "2025_0"}


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """What looks like a Pyodide, with a wheel beside it."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"):
        (folder / name).write_bytes(name.encode())
    lock = {"info": INFO, "packages": {"numpy": {}}, "lockfile_version": "1"}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock))
    with zipfile.ZipFile(folder / "python_stdlib.zip", "w") as stdlib:
        for name in (
            "abc.py",
            "encodings/utf_8.py",
            "encodings/cp500.py",
            "json/data.txt",
            "pdb.py",
        ):
            stdlib.writestr(name, "")
    make_wheel(tmp_path)
    return folder


def _worker() -> bytes:
    return files("clumond_solver.web").joinpath("worker.py").read_bytes()


def make_wheel(folder: Path, version: str = __version__) -> Path:
    path = folder / f"clumond_solver-{version}-{TAG}.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name in ("web/static/app.js", "_core/a.pyx", "_core/a.so", "rules.md"):
            wheel.writestr(f"clumond_solver/{name}", "ANSWER = 42\n")
        wheel.writestr("clumond_solver/web/worker.py", _worker())
        wheel.writestr(f"clumond_solver-{version}.dist-info/licenses/LICENSE", "MIT License")
    return path


def library(files: Mapping[str, bytes], tmp_path: Path) -> zipfile.ZipFile:
    path = tmp_path / "library.zip"
    path.write_bytes(files["runtime/clumond_solver.zip"])
    return zipfile.ZipFile(path)


def test_the_folder_holds_all_that_the_page_names_and_no_path_leaves_it(
    runtime: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site" / "page"
    write_page(folder, runtime=runtime)
    page = (folder / "index.html").read_text()
    named = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(named) > 20
    assert all((folder / each).is_file() for each in named)
    assert "http_backend.js" not in named
    assert not list(folder.glob("*_backend.js"))
    modules = [path for path in folder.rglob("*.js") if "runtime" not in path.parts]
    for module in modules:
        for each in re.findall(r"""(?:from|import\()\s*"(\.[^"]+)\"""", module.read_text()):
            # Types are for the checker alone.
            there = each.endswith(".d.ts") or (module.parent / each).resolve().is_file()
            assert there, (module, each)
        assert not re.search(r"""["'`](?:/|https?:)\w""", module.read_text()), module
    manifest = json.loads((folder / "manifest.webmanifest").read_text())
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    offline = (folder / "service-worker.js").read_text()
    listed = json.loads(offline.partition("\n")[0].removeprefix("self.BUILT = ").rstrip(";"))
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert set(listed["files"]) == {"./"} | there - {"service-worker.js"}
    assert "default-src 'none'" in page


def test_a_public_page_knows_its_address(runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUMOND_PUBLIC_PAGE", "https://cards.example.org/play")
    content = page_files(runtime)
    assert b'"public": "https://cards.example.org/play/"' in content["address.js"]
    picture = b'content="https://cards.example.org/play/standalone/icon-512.png"'
    assert picture in content["index.html"]


def test_the_folder_holds_the_licence_of_everything_in_it(runtime: Path) -> None:
    content = page_files(runtime)
    words = {
        "clumond_solver": b"MIT License",
        "cpython": b"PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
        "htm": b"Apache License",
        "preact": b"The MIT License (MIT)",
        "pyodide": b"Mozilla Public License Version 2.0",
        "segno": b"Redistribution and use in source and binary forms",
    }
    assert {name for name in content if name.startswith("licenses/")} == {
        f"licenses/{name}.txt" for name in words
    }
    for name, word in words.items():
        assert word in content[f"licenses/{name}.txt"], name
    # No module comes from elsewhere that the list does not know.
    vendored = {name for name in content if name.startswith("vendor/")}
    assert vendored == {"vendor/hooks.js", "vendor/htm.js", "vendor/preact.js"}


def test_what_the_first_place_is_made_of_is_fetched_at_once(runtime: Path, tmp_path: Path) -> None:
    write_page(tmp_path / "page", runtime=runtime)
    page = (tmp_path / "page" / "index.html").read_text()
    preloaded = re.findall(r'rel="modulepreload" href="([^"]+)"', page)
    needed = modules_from("app.js", "tabs/play.js", folder=tmp_path / "page") - {"app.js"}
    assert sorted(preloaded) == sorted(needed)


def of_python(runtime: Path, version: str) -> None:
    lock = {"info": {**INFO, "python": version}}
    (runtime / "pyodide-lock.json").write_text(json.dumps(lock))
    tag = "cp" + "".join(version.split(".")[:2])
    [wheel] = runtime.parent.glob("*.whl")
    wheel.rename(wheel.with_name(wheel.name.replace("cp313", tag)))


def test_the_wheel_is_taken_without_what_the_page_has_no_use_for(
    runtime: Path, tmp_path: Path
) -> None:
    of_python(runtime, "3.98.1")
    files = page_files(runtime)
    assert library(files, tmp_path).namelist() == [
        "clumond_solver/_core/a.so", "clumond_solver/rules.md", "clumond_solver/web/worker.py",
        *(f"segno/{name}.py" for name in ("__init__", "consts", "encoder", "utils", "writers")),
    ]  # fmt: skip
    assert json.loads(files["runtime/pyodide-lock.json"])["packages"] == {}


@pytest.mark.skipif(
    sys.version_info.releaselevel != "final" or sys.implementation.name != "cpython",
    reason="modules that this Python compiles are for it alone",
)
def test_all_python_is_compiled_where_this_python_is_the_runtimes(
    runtime: Path, tmp_path: Path
) -> None:
    of_python(runtime, f"{sys.version_info.major}.{sys.version_info.minor}.99")
    written = page_files(runtime)
    names = library(written, tmp_path).namelist()
    assert "clumond_solver/web/worker.pyc" in names
    assert "clumond_solver/web/worker.py" not in names
    library(written, tmp_path).extractall(tmp_path)
    compiled_worker = (tmp_path / "clumond_solver" / "web" / "worker.pyc").read_bytes()
    assert compiled_worker.startswith(importlib.util.MAGIC_NUMBER)
    code = marshal.loads(compiled_worker[16:])
    assert code.co_filename == "clumond_solver/web/worker.py"
    # The descriptions of games and options are docstrings.
    assert code.co_consts[0].startswith("The page's backend inside a browser")
    assert sorted(stdlib(written)) == ["abc.pyc", "encodings/utf_8.pyc", "json/data.txt"]


def test_it_is_not_compiled_for_another_python(runtime: Path, tmp_path: Path) -> None:
    of_python(runtime, "3.98.1")
    assert "clumond_solver/web/worker.py" in library(page_files(runtime), tmp_path).namelist()
    assert sorted(stdlib(page_files(runtime))) == ["abc.py", "encodings/utf_8.py", "json/data.txt"]


def stdlib(written: Mapping[str, bytes]) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(written["runtime/python_stdlib.zip"])).namelist()


def test_the_library_imports_nothing_of_python_that_the_page_leaves_out() -> None:
    # These are not for a browser.
    others, programs = {"training", "adapters", "cli"}, {"server.py", "__main__.py"}
    root = Path(clumond_solver.__file__).parent
    for path in root.rglob("*.py"):
        if not others & set(path.relative_to(root).parts) and path.name not in programs:
            check_imports(path, [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))])


def test_what_draws_codes_imports_nothing_that_the_page_leaves_out() -> None:
    modules = [name for name in standalone._segno()[0] if name.endswith(".py")]
    assert len(modules) == 5
    for name in modules:
        path = Path(segno.__file__).parents[1] / name
        # What its functions import serves files and terminals.
        check_imports(path, ast.parse(path.read_text(encoding="utf-8")).body)


def check_imports(path: Path, nodes: Sequence[ast.AST]) -> None:
    for node in nodes:
        imported = (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        )  # fmt: skip
        of_python = (name for name in imported if not name.startswith("clumond_solver"))
        for file in (name.replace(".", "/") for name in of_python):
            for needed in (f"{file}.py", f"{file}/__init__.py"):
                assert not standalone._UNNEEDED.fullmatch(needed), (path, file)


def test_any_change_makes_another_version_and_none_the_same(runtime: Path) -> None:
    built = page_files(runtime)["standalone/built.js"]
    assert page_files(runtime)["standalone/built.js"] == built
    (runtime / "pyodide.mjs").write_bytes(b"another one")
    assert page_files(runtime)["standalone/built.js"] != built


def test_an_earlier_page_is_replaced_and_nothing_else_ever_is(
    runtime: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "page"
    write_page(folder, runtime=runtime)
    for name in ("app.js", "old/gone.js"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("of an earlier version")
    offline = folder / "service-worker.js"
    first, _, rest = offline.read_text().partition(";\n")
    listed = json.loads(first.removeprefix("self.BUILT = "))
    for name in ("app.js", "old/gone.js"):
        listed["digests"][name] = standalone._digest_of_file(folder / name)
    offline.write_text(f"self.BUILT = {json.dumps(listed)};\n{rest}")
    write_page(folder, runtime=runtime)
    assert "earlier" not in (folder / "app.js").read_text()
    assert not (folder / "old").exists()


@pytest.mark.parametrize(
    "name", ["app.js", "index.html", "style.css", "service-worker.js", "standalone/built.js"]
)
def test_a_file_of_the_page_that_somebody_edited_is_kept(
    runtime: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "page"
    write_page(folder, runtime=runtime)
    write_page(folder, runtime=runtime)
    edited = (folder / name).read_text() + "\n// mine"
    (folder / name).write_text(edited)
    with pytest.raises(PageError, match=rf"page contains {name}, .* or which was changed since"):
        write_page(folder, runtime=runtime)
    assert (folder / name).read_text() == edited


@pytest.mark.parametrize(
    "foreign",
    [
        "dear.txt", "service-worker.js", "photos/a.jpg", ".git/", "tabs/mine.js", "CNAME",
        "runtime/pyodide.mjs/a",
    ],
)  # fmt: skip
@pytest.mark.parametrize("after_a_page", [False, True])
def test_no_folder_with_anything_else_is_written_over(
    runtime: Path, tmp_path: Path, foreign: str, *, after_a_page: bool
) -> None:
    folder = tmp_path / "page"
    if after_a_page:
        write_page(folder, runtime=runtime)
    else:
        folder.mkdir()
        # Every other program's service worker has this name.
        (folder / "service-worker.js").write_text('self.addEventListener("fetch", console.log);')
    path = folder / foreign
    if after_a_page and path.parent.is_file():
        path.parent.unlink()
    (path if foreign.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
    if not foreign.endswith("/"):
        path.write_text("mine")
    before = {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}
    with pytest.raises(PageError, match=r"page contains [\w./-]+, which no earlier page wrote"):
        write_page(folder, runtime=runtime)
    assert before == {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def test_a_link_stays_and_a_link_or_a_file_of_no_page_is_refused(
    runtime: Path, tmp_path: Path
) -> None:
    folder, link = tmp_path / "page", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    write_page(link, runtime=runtime)
    assert link.is_symlink()
    assert (folder / "index.html").is_file()
    (folder / "app.js").unlink()
    (folder / "app.js").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PageError, match=r"contains app\.js, which"):
        write_page(link, runtime=runtime)
    with pytest.raises(NotADirectoryError):
        write_page(folder / "index.html", runtime=runtime)
    assert (folder / "index.html").is_file()


def test_nothing_half_written_is_left(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site" / "page"
    write_page(folder, runtime=runtime)
    before = (folder / "index.html").read_bytes()
    write, count = Path.write_bytes, 0

    def full(path: Path, data: bytes) -> int:
        nonlocal count
        count += 1
        if count > 20:
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_page(folder, runtime=runtime)
    assert (folder / "index.html").read_bytes() == before
    assert [path.name for path in folder.parent.iterdir()] == ["page"]


def test_what_is_missing_or_does_not_fit_is_told(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [wheel] = tmp_path.glob("*.whl")
    wheel.rename(tmp_path / "elsewhere.whl")
    with pytest.raises(PageError, match="wasm-wheel makes one"):
        page_files(runtime)
    with pytest.raises(PageError, match="does not fit"):
        page_files(runtime, make_wheel(tmp_path, "0.0.1"))
    older = make_wheel(tmp_path)
    with zipfile.ZipFile(older, "a") as written:
        written.writestr("clumond_solver/web/gone.py", "")
    with pytest.raises(PageError, match=r"gone\.py differs"):
        page_files(runtime, older)
    (runtime / "pyodide.asm.wasm").unlink()
    with pytest.raises(PageError, match=r"lacks pyodide\.asm\.wasm"):
        page_files(runtime)
    assert main(["web", "--static", str(tmp_path / "page")]) == 2
    assert "--runtime" in capsys.readouterr().err
    assert not (tmp_path / "page").exists()
    assert main(["web", "--runtime", str(runtime)]) == 2
    assert "go with --static" in capsys.readouterr().err


@pytest.mark.parametrize(
    "lock",
    [
        "", "[]", "{}", '{"info": {}}', '{"info": []}', '{"info": {"arch": "wasm32"}}',
        '{"info": {"python": 3.13, "arch": "wasm32"}}', '{"info": {"python": "3.13.2"}}',
        '{"info": {"python": "", "arch": "wasm32"}}', '{"info": {"python": "3.13", "arch": 32}}',
    ],
)  # fmt: skip
def test_a_runtime_that_does_not_name_its_python_is_refused(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], lock: str
) -> None:
    (runtime / "pyodide-lock.json").write_text(lock)
    assert main(["web", "--static", str(tmp_path / "page"), "--runtime", str(runtime)]) == 2
    error = capsys.readouterr().err
    assert "is no Pyodide: pyodide-lock.json does not name its Python" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "archive", ["python_stdlib.zip", f"../clumond_solver-{__version__}-{TAG}.whl"]
)
def test_a_damaged_archive_is_named(runtime: Path, archive: str) -> None:
    (runtime / archive).resolve().write_bytes(b"PK")
    with pytest.raises(PageError, match=rf"{Path(archive).name} is damaged"):
        page_files(runtime)


def test_a_wheel_without_its_licence_is_refused(runtime: Path, tmp_path: Path) -> None:
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel, "w"):
        pass
    with pytest.raises(PageError, match="lacks its licence"):
        page_files(runtime)


def test_the_runtime_that_is_named_is_the_one_that_the_wheel_is_built_for() -> None:
    pinned = Path(__file__).parents[2] / ".ci" / "wasm" / "package.json"
    if not pinned.is_file():
        pytest.skip("only a checkout says what the wheel is built for")
    version = json.loads(pinned.read_text())["devDependencies"]["pyodide"]
    assert re.findall(r"pyodide[@-]([\d.]+\d)", HOW_TO_GET_RUNTIME) == [version, version]


def test_it_is_written_by_the_command(
    runtime: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "page")
    assert main(["web", "--static", target, "--runtime", str(runtime)]) == 0
    assert target in capsys.readouterr().out
    assert (tmp_path / "page" / "index.html").is_file()


# The answering side.


class Browser:
    """What the page does for its worker: keeps what it is told."""

    def __init__(self, kept: dict[str, Any] | None = None) -> None:
        self.kept: dict[str, Any] = kept or {}
        self.news: list[str] = []
        self.worker = Worker(json.dumps(self.kept), self.keep, self.news.append)

    def keep(self, text: str) -> None:
        change = json.loads(text)
        if change["after"] is None:
            del self.kept[change["name"]]
        else:
            self.kept[change["name"]] = change["after"]

    def events(self, name: str, question: object, key: str = "") -> list[dict[str, Any]]:
        told: list[str] = []
        self.worker.answer(name, json.dumps(question), told.append, key)
        return [json.loads(each) for each in told]

    def asker(self, key: str) -> Callable[[str, object], Any]:
        """Asks with a key; the last event comes back."""
        return lambda name, question: self.events(name, question, key)[-1]

    def ask(self, name: str, question: object) -> Any:
        return self.events(name, question)[-1]["answer"]


def test_the_worker_answers_all_kinds_that_the_server_answers() -> None:
    browser = Browser()
    for name in ENDPOINTS:
        assert "no endpoint" not in str(browser.events(name, {}))
    [refused] = browser.events("none", {})
    assert refused == {"error": "PageQuestionError", "message": "no endpoint 'none'"}


def test_the_worker_answers_as_the_kinds_do() -> None:
    browser = Browser()
    question = {"seed": 7, "declarer": "F", "strain": "NT"}
    assert browser.ask("deal", question) == ENDPOINTS["deal"].answer(question, RequestContext())
    [refused] = browser.events("deal", [1])
    assert refused == {
        "error": "PageQuestionError",
        "message": "the question is not a JSON object",
    }
    hand = {"seed": 3, "difficulty": 1, "scoring": "paper", "call": "pass", "score": None}
    *parts, last = browser.events("call-judged", hand)
    assert [[*each] for each in (*parts, last)] == [["part"]] * len(parts) + [["answer"]]
    assert parts


def test_each_action_is_told_before_it_is_answered_and_goes_on_in_another_worker() -> None:
    browser = Browser()
    table = browser.ask("session-new", {"game": "clubs", "seed": 5})
    for number in range(1, 7):
        table = moved(browser.ask, table)
        session = Session.parse(browser.kept[table["id"]]["text"])
        assert sum(map(len, session.acts)) == number
    assert Browser(browser.kept).ask("table", {"id": table["id"]}) == table
    [listed] = browser.ask("sessions", {})["sessions"]
    removed = browser.ask("session-remove", {"id": listed["id"], "at": listed["at"]})
    assert removed["sessions"] == []
    assert browser.kept == {}


def test_what_another_tab_did_is_taken_over() -> None:
    here = Browser()
    table = here.ask("session-new", {"game": "clumond", "seed": 5})
    there = Browser(dict(here.kept))
    moved = there.ask("table-step", {"id": table["id"], "at": table["at"]})
    here.worker.apply_change(json.dumps({"name": table["id"], "after": there.kept[table["id"]]}))
    assert here.ask("table", {"id": table["id"]}) == moved
    here.worker.apply_change(json.dumps({"name": table["id"], "after": None}))
    assert here.ask("sessions", {})["sessions"] == []


def test_a_question_that_is_broken_off_leaves_the_table_as_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = Browser()
    table = browser.ask("session-new", {"game": "clumond", "seed": 5})

    def interrupted(store: CallbackStore, name: str, text: str, before: str | None) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(CallbackStore, "write", interrupted)
        assert browser.events("table-step", {"id": table["id"], "at": table["at"]}) == []
    assert browser.ask("table", {"id": table["id"]}) == table


def test_it_may_be_broken_off_before_there_is_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, question = Browser(), {"seed": 3, "level": "easy"}

    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("clumond_solver.web.worker.Solver", interrupted)
        assert browser.events("puzzle", question) == []
    assert browser.ask("puzzle", question)["level"] == "easy"


def test_kinds_of_no_tables_that_think_may_be_asked_apart(runtime: Path) -> None:
    built = page_files(runtime)["standalone/built.js"].decode()
    apart = json.loads(built.removeprefix("export const BUILT = ").rstrip(";\n"))["slow"]
    assert {"advice", "review", "your-play"} <= set(apart)
    assert all(ENDPOINTS[name].is_slow for name in apart)
    assert not [name for name in apart if name.startswith(("table", "session"))]


def test_a_friend_asks_with_the_key_of_his_seat_and_nothing_else() -> None:
    browser = Browser()
    table = browser.ask("session-new", {"game": "clumond", "seed": 5})
    seats = browser.ask("table-seats", {"id": table["id"], "player": 1, "do": "invite"})["seats"]
    key = next(seat["key"] for seat in seats if seat["player"] == 1)
    kim = browser.asker(key)
    assert kim("seat-sit", {"name": "Kim"})["answer"]["person"] == 1
    assert kim("table", {"id": "another"})["answer"]["id"] == table["id"]
    for kind in ENDPOINTS.keys() - OF_A_SEAT.keys():
        assert kim(kind, {"id": table["id"]})["message"] == f"no endpoint {kind!r}"
    for wrong in ("x", key[:-1], key[:-1] + "?"):
        assert browser.asker(wrong)("table", {})["error"] == "KeyRefusedError"
    # In a new worker, as after the page was loaded again, the key opens the same seat.
    again = Browser(browser.kept)
    assert again.asker(key)("table", {})["answer"]["players"][1] == "Kim"
    assert [one["id"] for one in again.ask("sessions", {})["sessions"]] == [table["id"]]
    again.ask("table-seats", {"id": table["id"], "player": 1, "do": "end"})
    assert again.asker(key)("table", {})["error"] == "KeyRefusedError"


def test_who_leaves_a_table_is_seen_to_go_at_once_and_nobody_else_is() -> None:
    browser = Browser()
    table = browser.ask("session-new", {"game": "clumond", "seed": 5})
    seats = browser.ask("table-seats", {"id": table["id"], "player": 1, "do": "invite"})["seats"]
    kim = browser.asker(next(seat["key"] for seat in seats if seat["player"] == 1))
    kim("seat-sit", {"name": "Kim"})
    browser.ask("table-news", {"id": table["id"], "window": "host", "claims": True})
    browser.news.clear()
    assert kim("table-news", {"window": "kim", "claims": True})["answer"]["here"] == [0, 1]
    assert browser.news == [table["id"]]
    assert kim("table-news", {"window": "older", "leaves": True})["answer"]["here"] == [0, 1]
    assert kim("table-news", {"window": "kim", "leaves": True})["answer"]["here"] == [0]
    assert browser.news == [table["id"]] * 2


def test_servers_that_help_browsers_find_each_other_are_named_in_one_place(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert b'"ice": []' in page_files(runtime)["standalone/built.js"]
    monkeypatch.setenv("CLUMOND_ICE", "stun:a.org  turns:ann:x!y@b.org:443?transport=tcp")
    assert standalone.ice_servers(os.environ["CLUMOND_ICE"]) == [
        {"urls": "stun:a.org"},
        {"urls": "turns:b.org:443?transport=tcp", "username": "ann", "credential": "x!y"},
    ]
    assert b'"urls": "stun:a.org"' in page_files(runtime)["standalone/built.js"]


@pytest.mark.parametrize(
    "text", ["a.org", "stun:", "turn:a.org", "stun:ann:x@a.org", "http://a.org", "stun:a.org,b.org"]
)
def test_a_server_that_is_none_is_named(
    runtime: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("CLUMOND_ICE", text)
    with pytest.raises(PageError, match=r"stun:stun\.example\.org"):
        page_files(runtime)
