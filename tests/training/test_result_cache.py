"""Answers that are kept in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from training.result_cache import ResultCache

from clumond_solver.base.errors import BatchError
from clumond_solver.base.files import keyed_line

_MINE = keyed_line(1, "mine", {"answer": 1})


@pytest.mark.machine
@pytest.mark.parametrize(
    "content",
    [
        b"a letter, not finished",
        _MINE + b'no JSON at all\n{"number": 3, "k',
        _MINE + b'["too", "many", 1]\n',
        b"[1, 2]\n",
        _MINE + b"and a last line",
        b"[" * 100_000 + b"\n",
        b"\xff\n",
    ],
    ids=range(7),
)
def test_a_file_of_another_kind_stays_as_it_was_and_is_closed(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    for _ in range(2):
        # The second time a file left open would be "written by another run".
        with pytest.raises(BatchError, match=r"line \d: damaged, or not an answer"):
            ResultCache(path)
    assert path.read_bytes() == content
