"""The weights of the nets, in a file and in the core.

A file is a line that names the format, then, compressed, all weights of the four roles (declarer,
his left and right hand, and everybody for himself): bytes, but for biases, which take two.

>>> untaught = [array("h", bytes(2 * Net.numbers)) for _ in range(Net.roles)]
>>> len(write_nets(untaught)) < 2000, isinstance(read_nets(write_nets(untaught)), Net)
(True, True)
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from clumond_solver._core.single_dummy.net import Net
from clumond_solver.base.errors import SearchError

_FORMAT = b"clumond nets 1\n"
_MOST_WEIGHT = 127


def _layers() -> list[tuple[str, int]]:
    """How the numbers of a role follow each other: the type each is kept as, and how many."""
    layers = []
    for given, found in (
        (Net.inputs, Net.units),
        (Net.units, Net.second_units),
        (Net.second_units, Net.outputs),
    ):
        layers += [("b", given * found), ("h", found)]
    return layers


def write_nets(roles: Sequence[Sequence[int]]) -> bytes:
    """A file of these weights, by role, in 1/64; SearchError for a weight beyond ± 127/64."""
    packed = bytearray()
    for numbers in roles:
        first = 0
        for kind, count in _layers():
            part = numbers[first : first + count]
            first += count
            if kind == "b" and max(map(abs, part)) > _MOST_WEIGHT:
                raise SearchError(f"a weight of {max(map(abs, part))}/64: at most {_MOST_WEIGHT}")
            packed += _little_endian(array(kind, part)).tobytes()
    # Small numbers about zero: to look for repetitions as well only makes it larger.
    compressor = zlib.compressobj(9, strategy=zlib.Z_FILTERED)
    return _FORMAT + compressor.compress(bytes(packed)) + compressor.flush()


def read_nets(data: bytes) -> Net:
    """Read what `write_nets` made; SearchError if it is something else."""
    return Net(read_weights(data))


def read_weights(data: bytes) -> list[Any]:
    """The weights by role, arrays in 1/64 as `write_nets` takes; SearchError as in `read_nets`."""
    if not data.startswith(_FORMAT):
        raise SearchError("no weights of nets: another format")
    sizes = [(kind, count * array(kind).itemsize) for kind, count in _layers()]
    expected = Net.roles * sum(size for _, size in sizes)
    stream = zlib.decompressobj()
    try:
        # One byte more than there may be, since a small file can unpack to anything.
        packed = stream.decompress(data[len(_FORMAT) :], expected + 1)
    except zlib.error as error:
        raise SearchError(f"no weights of nets: {error}") from error
    if len(packed) != expected or not stream.eof or stream.unused_data:
        raise SearchError(f"no weights of nets: they do not unpack to {expected} bytes")
    roles, first = [], 0
    for _ in range(Net.roles):
        numbers = array("h")
        for kind, size in sizes:
            part = array(kind, packed[first : first + size])
            numbers.extend(array("h", _little_endian(part)))
            first += size
        roles.append(numbers)
    return roles


@cache
def shipped_nets() -> Net:
    """The weights that ship with the library."""
    return read_nets(files("clumond_solver.single_dummy").joinpath("nets.bin").read_bytes())


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
