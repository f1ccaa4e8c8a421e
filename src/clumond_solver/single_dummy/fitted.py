"""What is fitted to games of the player, beside the quick formula; refitting is one command.

`python -m clumond_solver.training.fitted` makes `fitted.json` again, as `quick_estimate.json`.

>>> sorted(fitted().levels)
[(False, 1), (False, 4), (True, 1), (True, 4), (True, 5)]
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from clumond_solver.errors import SearchError
from clumond_solver.single_dummy.prior import FirstGuess

_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Fitted:
    """Numbers that belong to the player as he is.

    levels           by (whether declarer searches, the fewest tricks left) constant and slope by
                     which the log odds of a search's mean become those of a chance.
    guess            the first guesses of advice.
    guess_with_tens  the same where there are supplementary tricks.
    call_with_tens   the same by the short search by which later seats rate their hands.
    """

    levels: Mapping[tuple[bool, int], tuple[float, float]]
    guess: FirstGuess
    guess_with_tens: FirstGuess
    call_with_tens: FirstGuess

    @classmethod
    def read(cls, text: str) -> Fitted:
        """Read what `write` made; SearchError if it is something else."""
        try:
            data = json.loads(text)
            if data["format"] != _FORMAT:
                raise SearchError(f"fitted numbers of format {data['format']}, not {_FORMAT}")
            return cls(
                {(own, left): (constant, slope) for own, left, constant, slope in data["levels"]},
                FirstGuess(**data["guess"]),
                FirstGuess(**data["guess_with_tens"]),
                FirstGuess(**data["call_with_tens"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SearchError(f"no fitted numbers of the single-dummy player: {error}") from error

    def write(self) -> str:
        """The numbers as text."""
        data: dict[str, Any] = asdict(self)
        data["levels"] = [[*key, *level] for key, level in sorted(self.levels.items())]
        return json.dumps({"format": _FORMAT} | data, indent=1) + "\n"


@cache
def fitted() -> Fitted:
    """The numbers that ship with the library."""
    source = files("clumond_solver.single_dummy").joinpath("fitted.json")
    return Fitted.read(source.read_text(encoding="ascii"))
