"""Who may ask the server: on this machine everybody, elsewhere whoever has a key.

The owner's key opens everything; a seat's key what `endpoints.endpoints_for` lists.

>>> Access("a" * 22).is_owner("a" * 22), Access("a" * 22).is_owner(""), Access().is_owner("")
(True, False, True)
"""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from clumond_solver.base.errors import NotationError
from clumond_solver.base.files import data_folder, write_atomically
from clumond_solver.web.seat_keys import is_seat_key, new_secret, same_secret

_LOCAL = ("127.0.0.1", "localhost", "[::1]")
_OWNER_KEY = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True, slots=True)
class Access:
    """Who may ask.

    owner_key  the key that opens everything; None: whoever reaches the server is the owner.
    address    where others reach the page, such as behind a proxy; "" for the server's own address.
    """

    owner_key: str | None = None
    address: str = ""

    def is_owner(self, key: str) -> bool:
        """Whether a key, "" for none, is that of the person whose page it is."""
        if self.owner_key is None:
            # A browser may still have the key of another day.
            return not is_seat_key(key)
        return same_secret(key, self.owner_key)


#: Whoever reaches the server may ask all that its owner may.
EVERYBODY = Access()


def owner_key(folder: Path | None = None) -> str:
    """The owner's key, in a private file of the data folder, so that a bookmark stays good."""
    file = (data_folder() if folder is None else folder) / "owner.key"
    with contextlib.suppress(FileNotFoundError, UnicodeDecodeError):
        known = file.read_text("ascii").strip()
        if _OWNER_KEY.fullmatch(known):
            return known
    key = new_secret()
    file.parent.mkdir(0o700, parents=True, exist_ok=True)
    write_atomically(file, key.encode(), private=True)
    return key


def checked_address(address: str) -> str:
    """A page's public address, ending in a slash; NotationError for another text.

    >>> checked_address("https://cards.example.org")
    'https://cards.example.org/'
    """
    parts = urlsplit(address.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise NotationError("the page's address, such as https://cards.example.org", address)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def hosts_for(host: str, address: str, public: str = "") -> list[str]:
    """The host names to answer to when listening at an address, given as ``host``.

    A local server answers only to local names, and to that of its ``public`` address, which
    prevents DNS rebinding: a foreign page cannot reach it through a name that resolves to this
    machine. A server on the network answers to all, but asks for a key.

    >>> hosts_for("127.1", "127.0.0.1", "https://cards.example.org/")
    ['127.0.0.1', 'localhost', '[::1]', '127.1', 'cards.example.org']
    >>> hosts_for("0.0.0.0", "0.0.0.0")
    ['*']
    """
    if not is_loopback(address):
        return ["*"]
    given = [f"[{name}]" if ":" in name else name for name in (host.lower(), address)]
    outside = [name] if (name := urlsplit(public).hostname) else []
    return [*dict.fromkeys((*_LOCAL, *given, *outside))]


def is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    with contextlib.suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        return parsed.is_loopback or bool(
            isinstance(parsed, ipaddress.IPv6Address)
            and parsed.ipv4_mapped
            and parsed.ipv4_mapped.is_loopback
        )
    return False


def reached_at(host: str, address: str) -> str:
    """The host by which others reach a server that listens at an address, as in a link."""
    if address in {"0.0.0.0", "::"}:
        host = _own_address() or host
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """This machine's address in its network; "" if it has none. Nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""
