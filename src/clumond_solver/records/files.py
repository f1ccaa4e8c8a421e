"""Record files: UTF-8 text, of which valid records are read, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from clumond_solver.base.atomic_files import write_atomically
from clumond_solver.base.errors import RecordError
from clumond_solver.base.values import check_type, path_text
from clumond_solver.records.model import Record, parse_records


def read_records(path: str | os.PathLike[str]) -> list[Record | RecordError]:
    """Read all records of a UTF-8 file, as `parse_records` does; OSError if it cannot be read."""
    return parse_records(decode_text(Path(path_text(path)).read_bytes()))


def decode_text(data: bytes) -> str:
    """The text of an input; a byte that is not UTF-8 later makes its own record an error."""
    return data.decode("utf-8", "surrogateescape")


def write_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write a file of records for `read_records`; if an error occurs, no part of it is written.

    >>> from tempfile import TemporaryDirectory
    >>> deal = '[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]'
    >>> parts = ('[Clumond "1"]', deal, '[TricksBefore "4,4,4"]', '[Declarer "none"]', '[Play "F"]')
    >>> record = Record.parse("\\n".join((*parts, "S9 SK SQ")))
    >>> with TemporaryDirectory() as folder:
    ...     write_records([record, record], Path(folder, "two.clumond"))
    ...     read_records(Path(folder, "two.clumond")) == [record, record]
    True
    """
    written = list(records)
    for record in written:
        check_type(record, Record, "a record")
    text = "\n".join(map(str, written))
    write_atomically(path, text.encode())
