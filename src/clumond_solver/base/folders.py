"""The folder for the user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NAME = "clumond"


def data_folder(environment: dict[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder for the user's data, where the system expects it; it need not exist yet.

    The environment variable ``CLUMOND_DATA`` overrides it.

    >>> data_folder({"CLUMOND_DATA": "cards"}).name
    'cards'
    >>> data_folder({"XDG_DATA_HOME": "/home/ann/.data"}, "linux").as_posix()
    '/home/ann/.data/clumond'
    """
    given = dict(os.environ) if environment is None else environment
    if given.get("CLUMOND_DATA"):
        return Path(given["CLUMOND_DATA"])
    if platform == "win32":
        return Path(given.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / _NAME
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / _NAME
    return Path(given.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / _NAME
