"""The weights that ship with the library: of the nets, and of a declarer's calls.

The nets' file is a line with the format, then, compressed, the weights and biases of the four roles
(declarer, his left and his right opponent, a player in an undeclared hand). A weight takes one
byte, a bias two.

>>> shipped_nets().role_count
4
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from functools import cache

from clumond_solver._core.single_dummy.deal_weights import HandWeights
from clumond_solver._core.single_dummy.net import Nets
from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import RuleError, SearchError
from clumond_solver.base.packaged import packaged_data
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import seat_knowledge

FORMAT = b"clumond nets 1\n"
_SIGN_BYTES = bytes(128) + b"\xff" * 128


def layers() -> list[tuple[str, int]]:
    """A role's weights and biases, layer by layer: the array type code, and how many there are."""
    parts = []
    for inputs, outputs in (
        (Nets.input_count, Nets.unit_count),
        (Nets.unit_count, Nets.second_unit_count),
        (Nets.second_unit_count, Nets.output_count),
    ):
        parts += [("b", inputs * outputs), ("h", outputs)]
    return parts


# Python 3.11 cannot evaluate `array[int]`.
def unpack_weights(data: bytes) -> list[array]:  # type: ignore[type-arg]
    """The numbers, in 1/64, by role, of a file's data; SearchError for any other bytes."""
    if not data.startswith(FORMAT):
        raise SearchError("no weights of nets: another format")
    sizes = [(kind, count * array(kind).itemsize) for kind, count in layers()]
    expected = Nets.role_count * sum(size for _, size in sizes)
    stream = zlib.decompressobj()
    try:
        # A small file could unpack to gigabytes: stop one byte after the expected size.
        packed = stream.decompress(data[len(FORMAT) :], expected + 1)
    except zlib.error as error:
        raise SearchError(f"not weights of nets: {error}") from error
    if len(packed) != expected or not stream.eof or stream.unused_data:
        raise SearchError(f"not weights of nets: they do not unpack to {expected} bytes")
    roles, first = [], 0
    for _ in range(Nets.role_count):
        numbers = array("h")
        for kind, size in sizes:
            part = packed[first : first + size]
            numbers.frombytes(_in_two_bytes(part) if kind == "b" else part)
            first += size
        roles.append(little_endian(numbers))
    return roles


# `array` would take the numbers one by one, a sixth of the time in which `clumond advise` starts.
def _in_two_bytes(signed_bytes: bytes) -> bytes:
    """The same numbers in two bytes each, little-endian."""
    numbers = bytearray(2 * len(signed_bytes))
    numbers[::2] = signed_bytes
    numbers[1::2] = signed_bytes.translate(_SIGN_BYTES)
    return bytes(numbers)


@cache
def shipped_nets() -> Nets:
    """The nets that ship with the library."""
    return Nets(unpack_weights(packaged_data("clumond_solver.single_dummy", "nets.bin")))


def card_policy(play: Play) -> dict[Card, float]:
    """The nets' policy: the probability of each card of the seat to play, without a search.

    It depends only on what that seat has seen. The lowest of touching cards (none between them is
    in another hand or winning the trick) has the probability of all. RuleError if the hand is over.

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> chances = card_policy(play)
    >>> [str(card) for card in chances], round(sum(chances.values()), 9)
    (['D2', 'S4', 'C3', 'CA'], 1.0)
    """
    turn = play.turn
    if turn is None:
        raise RuleError("the hand is over: there is no card to choose")
    chances = shipped_nets().play_probabilities(seat_knowledge(ClumondView.of(play, turn)))
    return {Card.from_bit(bit): chance for bit, chance in chances.items()}


def little_endian(numbers: array) -> array:  # type: ignore[type-arg]
    """In the byte order of files; changes the numbers in place."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def parse_calling(text: str) -> tuple[HandWeights, ...]:
    """Read, from JSON, how each card and suit length changes a declarer's chance, by strain.

    `training.calling` fits these weights. SearchError for any other text.
    """
    try:
        calling = [HandWeights([weight / 1000 for weight in row]) for row in json.loads(text)]
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise SearchError(f"not weights of calls: {error}") from error
    if len(calling) != len(Strain):
        raise SearchError(f"weights of calls in {len(calling)} strains, not {len(Strain)}")
    return tuple(calling)


@cache
def shipped_calling() -> tuple[HandWeights, ...]:
    """The weights of calls that ship with the library."""
    data = packaged_data("clumond_solver.single_dummy", "calling.json")
    return parse_calling(data.decode("ascii"))
