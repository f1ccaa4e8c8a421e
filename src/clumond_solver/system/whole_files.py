"""Writing files so that nobody ever takes a half-written one for whole."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file that appears as a whole or, on an error, not at all; OSError says why not.

    What stood under the name before stays until the new content is complete on the disk.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "kept.txt"), b"three cards")
    ...     Path(folder, "kept.txt").read_text()
    'three cards'
    """
    target = Path(path)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
