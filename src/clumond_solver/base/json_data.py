"""The library's values as data for JSON, and JSON that can be written again."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from types import NoneType
from typing import Any

from clumond_solver.base.enumerations import IntChoice
from clumond_solver.base.numbers import plain

_AS_THEY_ARE = {str, int, bool, NoneType}


def to_jsonable(value: object) -> Any:
    """Convert a value, and everything in it, to data for JSON; see `Result.to_dict`."""
    if type(value) in _AS_THEY_ARE:
        return value
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key_text(key): to_jsonable(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [to_jsonable(item) for item in value]
    if isinstance(value, float | int) and not isinstance(value, IntChoice):
        return value if math.isfinite(value) else None
    return to_jsonable(plain(value)) if hasattr(value, "tolist") else str(value)


def json_text(value: object) -> str:
    """A value that `to_jsonable` converts, as one line of JSON.

    >>> from clumond_solver.base.cards import Card
    >>> json_text({"cards": (Card.parse("HT"), None), "error": float("inf")})
    '{"cards": ["HT", null], "error": null}'
    """
    return json.dumps(to_jsonable(value))


def from_json(text: str | bytes) -> Any:
    """Parse JSON; ValueError also for data that could not be written as JSON again.

    Such data are too deeply nested, or have infinite numbers or lone surrogates.

    >>> from_json('{"total": 1e999}')
    Traceback (most recent call last):
    ValueError: Out of range float values are not JSON compliant
    """
    try:
        data = json.loads(text)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return data


def key_text(key: object) -> str:
    """A key of a mapping as the key of an object of JSON."""
    return " ".join(map(str, key)) if type(key) is tuple else str(key)
