"""The signature of the double-dummy search: what forty fixed questions take, as positions searched.

A change that is not meant to change the search leaves every number alone.
"""

from __future__ import annotations

from pathlib import Path

from clumond_solver.double_dummy.solver import MEBIBYTE, Solver
from clumond_solver.games.clumond.play import Play
from clumond_solver.results import Limit

#: A question, its nodes and its position on each line.
FILE = Path(__file__).parent.parent / "golden" / "search_nodes.txt"
# Ends the questions that would take minutes, at a node that never differs.
_LIMIT = Limit(nodes=100_000)


def signature() -> str:
    """The lines of the golden file, with the nodes that this search takes."""
    return "".join(map(_counted, FILE.read_text("ascii").splitlines(keepends=True)))


def _counted(line: str) -> str:
    question, _, position = line.split(" ", 2)
    solver = Solver(8 * MEBIBYTE)
    getattr(solver, question)(Play.parse(position), limit=_LIMIT)
    return f"{question} {solver.nodes} {position}"
