"""Which hosts a request may name: those of this machine only, unless the network may ask."""

from __future__ import annotations

import contextlib
import ipaddress

_HERE = ("127.0.0.1", "localhost", "::1", "[::1]")


def hosts_for(host: str, address: str) -> list[str]:
    """The names in requests that are answered when listening at an address, named as a host.

    On this machine only its own names are, so that no page from elsewhere gets in by a name of
    its own that leads here. Whoever listens to the network names no names.

    >>> hosts_for("127.1", "127.0.0.1")
    ['127.0.0.1', 'localhost', '::1', '[::1]', '127.1']
    >>> hosts_for("0.0.0.0", "0.0.0.0")
    ['*']
    """
    if not _is_here(address):
        return ["*"]
    named = [f"[{each}]" if ":" in each else each for each in (host.lower(), address)]
    return [*dict.fromkeys((*_HERE, *named))]


def _is_here(address: str) -> bool:
    """Whether only this machine reaches an address."""
    with contextlib.suppress(ValueError):
        found = ipaddress.ip_address(address)
        return found.is_loopback or bool(
            isinstance(found, ipaddress.IPv6Address)
            and found.ipv4_mapped
            and found.ipv4_mapped.is_loopback
        )
    return False
