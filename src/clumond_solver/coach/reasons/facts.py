"""Facts: values of which reasons are made, each of a kind that has one wording.

A kind is made of the function that words it; to call the kind makes a fact of what its wording
needs.

>>> @kind
... def fixed(say: Speaker, wins: bool) -> str:
...     return f"all of {say.whose} cards {'win' if wins else 'lose'}"
>>> fact = fixed(wins=True)
>>> fact.kind is fixed, fact["wins"], sentences([fact], Speaker("you"))
(True, True, 'All of your cards win.')
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from clumond_solver.base.wording import capital
from clumond_solver.coach.reasons.speaker import Speaker

_Values = ParamSpec("_Values")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a reason may say: values of a kind."""

    kind: Callable[..., Fact]
    wording: Callable[..., str]
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """One of the values."""
        return self.values[name]

    def clause(self, say: Speaker) -> str:
        """The fact in words, without a capital letter or a full stop."""
        return self.wording(say, **self.values)


def kind(wording: Callable[Concatenate[Speaker, _Values], str]) -> Callable[_Values, Fact]:
    """Make a kind of the function that words its facts."""
    signature = inspect.signature(wording)

    @wraps(wording)
    def make(*args: _Values.args, **kwargs: _Values.kwargs) -> Fact:
        bound = signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return Fact(make, wording, {it: bound.arguments[it] for it in [*bound.arguments][1:]})

    return make


def sentences(facts: Iterable[Fact], say: Speaker) -> str:
    """The facts in words, a sentence each."""
    return " ".join(f"{capital(fact.clause(say))}." for fact in facts)
