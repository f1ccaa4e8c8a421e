"""All kinds of questions that the page asks, by name, with what each may cost.

>>> from clumond_solver.web.questions import Asked
>>> asked = Asked()
>>> KINDS["deal"].answer({"seed": 7, "declarer": "none"}, asked)["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web import explore, practice, reviews
from clumond_solver.web.questions import Kind
from clumond_solver.web.tables import Tables

#: Those that need nothing but the question.
KINDS: Mapping[str, Kind] = {**explore.KINDS, **practice.KINDS}


def kinds_at(tables: Tables) -> Mapping[str, Kind]:
    """All of them, where a person has these tables."""
    own = (tables.kinds(), reviews.kinds_at(tables), practice.kinds_at(tables))
    return {name: kind for kinds in (KINDS, *own) for name, kind in kinds.items()}
