"""The host names that the server answers to: this machine's, unless it listens to the network."""

from __future__ import annotations

import contextlib
import ipaddress

_LOCAL = ("127.0.0.1", "localhost", "[::1]")


def hosts_for(host: str, address: str) -> list[str]:
    """The host names to answer to when listening at an address, given as ``host``.

    A local server answers only to local names, which prevents DNS rebinding: a foreign page cannot
    reach it through a name that resolves to this machine. A server on the network answers to all.

    >>> hosts_for("127.1", "127.0.0.1")
    ['127.0.0.1', 'localhost', '[::1]', '127.1']
    >>> hosts_for("0.0.0.0", "0.0.0.0")
    ['*']
    """
    if not _is_loopback(address):
        return ["*"]
    given = [f"[{name}]" if ":" in name else name for name in (host.lower(), address)]
    return [*dict.fromkeys((*_LOCAL, *given))]


def _is_loopback(address: str) -> bool:
    """Whether only this machine reaches an address."""
    with contextlib.suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        return parsed.is_loopback or bool(
            isinstance(parsed, ipaddress.IPv6Address)
            and parsed.ipv4_mapped
            and parsed.ipv4_mapped.is_loopback
        )
    return False
