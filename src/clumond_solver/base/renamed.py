"""Names of arguments that were changed: the old ones end in an error that says the new one.

>>> @renamed(games="budget")
... def ask(*, budget: int = 1) -> int:
...     return budget
>>> ask(games=3)
Traceback (most recent call last):
clumond_solver.base.errors.RenamedError: ask: the argument games is now called budget
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from clumond_solver.base.errors import RenamedError

_Called = TypeVar("_Called", bound=Callable[..., Any])


def renamed(**new_names: str) -> Callable[[_Called], _Called]:
    """A decorator of functions and classes: by old name of an argument, its new one.

    A class keeps it for the classes derived from it.
    """

    def refusing(function: Callable[..., Any], name: str) -> Callable[..., Any]:
        @wraps(function)
        def refuse_old_names(*given: Any, **named: Any) -> Any:
            for old in named.keys() & new_names.keys():
                message = f"{name}: the argument {old} is now called {new_names[old]}"
                raise RenamedError(message, option=new_names[old])
            return function(*given, **named)

        return refuse_old_names

    def decorate(called: Any) -> Any:
        if not isinstance(called, type):
            return refusing(called, called.__name__)
        called.__init__ = refusing(called.__init__, called.__name__)  # type: ignore[misc]
        return called

    return decorate
