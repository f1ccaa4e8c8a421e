"""Facts: values of which reasons are made, each of a kind that knows its one wording.

A kind is the function that words it; to call the kind makes a fact of what its wording needs.

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
from typing import Any, Concatenate, Generic, ParamSpec

from clumond_solver.base.wording import capital
from clumond_solver.coach.reasons.words import Speaker

_Values = ParamSpec("_Values")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a reason may say: values of a kind."""

    kind: Kind[Any]
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """One of the values."""
        return self.values[name]

    def clause(self, say: Speaker) -> str:
        """The fact in words, without a capital letter or a full stop."""
        return self.kind.wording(say, **self.values)


class Kind(Generic[_Values]):
    """A kind of fact, by the function that words it."""

    def __init__(self, wording: Callable[Concatenate[Speaker, _Values], str]) -> None:
        """Take name and meaning from the wording."""
        self.wording: Callable[..., str] = wording
        self.__name__, self.__doc__ = wording.__name__, wording.__doc__
        self._signature = inspect.signature(wording)

    def __call__(self, *args: _Values.args, **kwargs: _Values.kwargs) -> Fact:
        """Make a fact of this kind."""
        bound = self._signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return Fact(self, {name: bound.arguments[name] for name in [*bound.arguments][1:]})

    def __repr__(self) -> str:
        """The name."""
        return self.__name__


def kind(wording: Callable[Concatenate[Speaker, _Values], str]) -> Kind[_Values]:
    """Make the function that words a fact its kind."""
    return Kind(wording)


def sentences(facts: Iterable[Fact], say: Speaker) -> str:
    """The facts in words, a sentence each."""
    return " ".join(f"{capital(fact.clause(say))}." for fact in facts)
