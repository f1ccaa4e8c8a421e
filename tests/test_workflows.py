"""The lines that the workflows run, tried on made-up files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.samples import ROOT

WHEELS = ROOT / ".github" / "workflows" / "wheels.yml"
pytestmark = [
    pytest.mark.machine,
    pytest.mark.skipif(not WHEELS.is_file(), reason="the workflows are not here"),
    pytest.mark.skipif(sys.platform != "linux", reason="these lines run on Linux"),
]
# Stands for `.ci/release`: all that it makes where no emscripten is, and what it was told.
RELEASE = """\
#!/usr/bin/env bash
mkdir "$1"
touch "$1"/clumond_solver-1.0{-cp313-cp313-linux_x86_64.whl,.tar.gz,-site.tar.gz,-page.tar.gz}
touch "$1"/{CHANGES.md,SHA256SUMS}
echo "$PYTHONS $WHEEL" >given
"""


def lines_of(job: str) -> list[str]:
    """What a job runs, line by line."""
    text = WHEELS.read_text("utf-8").partition(f"\n  {job}:\n")[2]
    return re.findall(r"^ +(?:- )?run: (.+)$", re.split(r"\n  \w", text)[0], re.MULTILINE)


def run(line: str, folder: Path, **environment: str) -> None:
    command = ["bash", "-e", "-o", "pipefail", "-c", line]
    subprocess.run(command, cwd=folder, env=os.environ | environment, check=True)


def test_the_last_job_of_a_release_leaves_everything_with_checksums(tmp_path: Path) -> None:
    script = tmp_path / ".ci" / "release"
    script.parent.mkdir()
    script.write_text(RELEASE)
    script.chmod(0o755)
    made = tmp_path / "wheels"
    made.mkdir()
    for tag in (
        "cp313-cp313-manylinux_2_28_x86_64",
        "cp315-cp315-win_arm64",
        "cp313-cp313-x_wasm32",
    ):
        (made / f"clumond_solver-1.0-{tag}.whl").write_text(tag)
    wheels = {path.name for path in made.iterdir()}
    for line in lines_of("release"):
        run(line, tmp_path)
    assert (tmp_path / "given").read_text() == (
        "python wheels/clumond_solver-1.0-cp313-cp313-x_wasm32.whl\n"
    )
    files = {path.name: path for path in (tmp_path / "dist").iterdir()}
    sums = files.pop("SHA256SUMS").read_text()
    assert sums == "".join(
        f"{sha256(files[name].read_bytes()).hexdigest()}  {name}\n"
        for name in re.findall(r"  (.+)", sums)
    )
    assert sums.count("\n") == len(files) == len(wheels) + 4
    assert {name for name in files if name.endswith(".whl")} == wheels


def test_what_is_built_is_dated_by_the_commit(tmp_path: Path) -> None:
    [line] = [line for line in lines_of("wheels") if "SOURCE_DATE_EPOCH" in line]
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    date = "2026-11-27T12:00:00Z"
    run("git init -q", tmp_path)
    commit = " ".join(("git", *author, "commit -q --allow-empty -m first"))
    run(commit, tmp_path, GIT_COMMITTER_DATE=date)
    run(line, tmp_path, GITHUB_ENV="settings")
    assert (tmp_path / "settings").read_text() == "SOURCE_DATE_EPOCH=1795780800\n"


@pytest.mark.parametrize("has_page", [True, False])
def test_the_project_s_pages_are_the_site_with_the_page_in_it(
    tmp_path: Path, has_page: bool
) -> None:
    site, release = tmp_path / "made", tmp_path / "release"
    (site / "page").mkdir(parents=True)
    (site / "index.html").write_text("site")
    if has_page:
        (site / "page" / "index.html").write_text("page")
    release.mkdir()
    run("tar -czf release/clumond_solver-1.0-site.tar.gz -C made .", tmp_path)
    [line] = lines_of("pages")
    if has_page:
        run(line, tmp_path)
        assert (tmp_path / "site" / "index.html").read_text() == "site"
    else:
        with pytest.raises(subprocess.CalledProcessError):
            run(line, tmp_path)
