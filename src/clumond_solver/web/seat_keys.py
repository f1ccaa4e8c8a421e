"""The keys of a table's seats: who has one may sit there, see what the seat sees, and act for it.

A key opens one seat of one session, or, before anybody sits there, the choice of a free seat. Keys
lie in a private file beside the session's, and nowhere else: no session, record, link to a hand or
log has one.

>>> from clumond_solver.web.store import CallbackStore
>>> keys = SeatKeys(CallbackStore({}, lambda *_: None))
>>> key = keys.key("AAAAAAAAAAAAAAAA", 1)
>>> keys.holder(key), keys.holder(key[:-1] + "?")
(Holder(session_id='AAAAAAAAAAAAAAAA', player=1), None)
>>> keys.withdraw("AAAAAAAAAAAAAAAA", 1)
>>> keys.holder(key) is None
True
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple

from clumond_solver.base.json_data import from_json
from clumond_solver.web.store import StaleError, Store, StoreError

# An id of a session, then 128 bits.
_KEY = re.compile(r"([A-Za-z0-9_-]{16})([A-Za-z0-9_-]{22})")
#: The name of the key with which one chooses a free seat.
_TABLE = "table"


def new_secret() -> str:
    """128 bits at random, as 22 characters."""
    return secrets.token_urlsafe(16)


def same_secret(one: str, other: str) -> bool:
    """Whether two keys are equal, in a time that does not tell how far they are."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def is_seat_key(key: str) -> bool:
    """Whether a text has the form of a seat's or a table's key."""
    return _KEY.fullmatch(key) is not None


class Holder(NamedTuple):
    """What a key opens: a player's seat of a session, or for None the choice of a free one."""

    session_id: str
    player: int | None


class SeatKeys:
    """The keys of all sessions, in a store of their own."""

    def __init__(self, store: Store) -> None:
        """Use this store, which holds a text for each session with keys."""
        self._store = store

    def key(self, session_id: str, player: int | None) -> str:
        """The key of a player's seat, or of the table for None; made when first asked for."""
        return self.known(session_id)(player) or self.renew(session_id, player)

    def renew(self, session_id: str, player: int | None) -> str:
        """A new key in place of the old one, which opens nothing any more."""
        return self._set(session_id, player, new_secret())

    def withdraw(self, session_id: str, player: int | None) -> None:
        """Let the key open nothing any more."""
        self._set(session_id, player, "")

    def holder(self, key: str) -> Holder | None:
        """What a key opens; None for a wrong or withdrawn one."""
        match = _KEY.fullmatch(key)
        if match is None:
            return None
        holder = None
        for name, known in self._secrets(match[1]).items():
            # A withdrawn key is empty, as no secret in a key is.
            if same_secret(known, match[2]):
                holder = Holder(match[1], None if name == _TABLE else int(name))
        return holder

    def remove(self, session_id: str) -> None:
        """Forget all keys of a session."""
        try:
            self._store.remove(session_id, self._store.read(session_id))
        except (KeyError, StoreError, StaleError):
            return

    def known(self, session_id: str) -> Callable[[int | None], str]:
        """The keys of a session that open something: by player, the table's for None; else ""."""
        secrets_of = self._secrets(session_id)

        def key(player: int | None) -> str:
            secret = secrets_of.get(_name(player), "")
            return f"{session_id}{secret}" if secret else ""

        return key

    def _set(self, session_id: str, player: int | None, secret: str) -> str:
        """Store a secret; try again if another window stored one meanwhile."""
        while True:
            before = self._text(session_id)
            changed = {**_parsed(before or ""), _name(player): secret}
            try:
                self._store.write(session_id, json.dumps(changed), before)
            except StaleError:
                continue
            return f"{session_id}{secret}" if secret else ""

    def _secrets(self, session_id: str) -> Mapping[str, str]:
        return _parsed(self._text(session_id) or "")

    def _text(self, session_id: str) -> str | None:
        try:
            return self._store.read(session_id)
        except KeyError:
            return None


def _name(player: int | None) -> str:
    return _TABLE if player is None else str(player)


def _parsed(text: str) -> dict[str, str]:
    """The secrets in a text, by name; none in any other text."""
    try:
        data = from_json(text)
    except ValueError:
        return {}
    if not isinstance(data, dict):
        return {}
    return {
        name: secret
        for name, secret in data.items()
        if isinstance(secret, str) and (name == _TABLE or name.isdecimal())
    }
