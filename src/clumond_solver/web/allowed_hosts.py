"""The hosts that a request may name: this machine's, unless the server is open."""

from __future__ import annotations

import contextlib
import ipaddress

_HERE = ("127.0.0.1", "localhost", "::1", "[::1]")


def hosts_for(host: str, address: str) -> list[str]:
    """The hosts to answer when listening at an address, given as ``host``.

    A local server answers only local names, so that no page elsewhere reaches it by a name of its
    own that leads here. A server on the network answers all.

    >>> hosts_for("127.1", "127.0.0.1")
    ['127.0.0.1', 'localhost', '::1', '[::1]', '127.1']
    >>> hosts_for("0.0.0.0", "0.0.0.0")
    ['*']
    """
    if not _is_here(address):
        return ["*"]
    named = [f"[{name}]" if ":" in name else name for name in (host.lower(), address)]
    return [*dict.fromkeys((*_HERE, *named))]


def _is_here(address: str) -> bool:
    """Whether only this machine reaches an address."""
    with contextlib.suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        return parsed.is_loopback or bool(
            isinstance(parsed, ipaddress.IPv6Address)
            and parsed.ipv4_mapped
            and parsed.ipv4_mapped.is_loopback
        )
    return False
