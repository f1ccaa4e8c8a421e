"""What is fitted to games of the player, beside the quick formula; refitting is one command.

`python -m training.fitted` makes `fitted.json` again, as `quick_estimate.json`.

>>> 0 < fitted().guess.chance(search=0.3, formula=0.5) < 1
True
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

from clumond_solver.base.errors import SearchError
from clumond_solver.single_dummy.prior import FirstGuess

_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """Numbers that belong to the player as he is.

    guess            the first guesses of advice.
    guess_with_tens  the same where there are supplementary tricks.
    call_with_tens   the same by the short search by which later seats rate their hands.
    """

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
                FirstGuess(**data["guess"]),
                FirstGuess(**data["guess_with_tens"]),
                FirstGuess(**data["call_with_tens"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise SearchError(f"no fitted numbers of the single-dummy player: {error}") from error

    def write(self) -> str:
        """The numbers as text."""
        return json.dumps({"format": _FORMAT} | asdict(self), indent=1) + "\n"


@cache
def fitted() -> Fitted:
    """The numbers that ship with the library."""
    source = files("clumond_solver.single_dummy").joinpath("fitted.json")
    return Fitted.read(source.read_text(encoding="ascii"))
