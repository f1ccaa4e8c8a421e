"""The data files of the package."""

from __future__ import annotations

from pkgutil import get_data


def packaged_data(package: str, name: str) -> bytes:
    """The bytes of a data file beside a package's modules; FileNotFoundError without it.

    >>> packaged_data("clumond_solver.games", "rules.md")[:1]
    b'#'
    """
    # `importlib.resources` takes longer to load than most modules of ours.
    data = get_data(package, name)
    if data is None:
        raise FileNotFoundError(f"{package}: no {name}")
    return data
