"""The types of all answers for the page's modules, as TypeScript: `wire.d.ts`.

`python -m tests.web.page_types` prints it for `.ci/page-types`, which checks the modules.

>>> "export interface Position {" in typescript().splitlines()
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints

from clumond_solver.base.values import Result
from clumond_solver.web import page_questions, table_view
from clumond_solver.web.endpoints import EVERY_ENDPOINT
from clumond_solver.web.tabs import analysis_engines, analysis_reviews

# The parts of answers that come in parts.
_PARTS: Mapping[str, Any] = {
    "table-hint": table_view.HintShown,
    "review": analysis_reviews.ReviewSoFar,
    "call-judged": page_questions.Progress,
    "play-verdicts": analysis_engines.VerdictAfter,
    "retentions": analysis_engines.RetentionsShown,
    "advice": analysis_engines.AdviceShown,
}
_PLAIN = {int: "number", float: "number", bool: "boolean", NoneType: "null"}


def typescript() -> str:
    """The types of all answers, for the page."""
    answers = {name: endpoint.answer_type for name, endpoint in EVERY_ENDPOINT.items()}
    lines = ["// Written by `python -m tests.web.page_types`.", ""]
    for kind in dict.fromkeys(_within([*answers.values(), *_PARTS.values()])):
        lines += [f"/** {kind.__doc__} */", f"export interface {kind.__name__} {{"]
        lines += [_field(name, of) for name, of in _types_of(kind).items()]
        lines += ["}", ""]
    for name, types in (("Answers", answers), ("Parts", _PARTS)):
        entries = [f'  "{kind}": {_type_name(of)};' for kind, of in types.items()]
        lines += ["/** By the kind of question. */", f"export interface {name} {{", *entries, "}"]
        lines += [""]
    return "\n".join(lines)


def _within(types: Sequence[Any]) -> Iterator[Any]:
    """The classes with fields in these types."""
    for kind in types:
        if isinstance(kind, type) and issubclass(kind, dict | Result):
            yield kind
            yield from _within([*_types_of(kind).values()])
        else:
            yield from _within(get_args(kind))


def _types_of(kind: Any) -> dict[str, Any]:
    """The fields of an answer, or what `to_dict` gives of a result, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    if not issubclass(kind, Result):
        return hints
    derived = {name: getattr(kind, name) for name in kind._derived}
    functions = {n: one.fget if isinstance(one, property) else one for n, one in derived.items()}
    returned = {name: get_type_hints(one)["return"] for name, one in functions.items()}
    return {field.name: hints[field.name] for field in fields(kind)} | returned


def _field(name: str, of: Any) -> str:
    if get_origin(of) is NotRequired:
        return f"  {name}?: {_type_name(*get_args(of))};"
    return f"  {name}: {_type_name(of)};"


def _type_name(kind: Any) -> str:
    """A type as TypeScript writes it; cards, suits and the like are in the library's notation."""
    origin = get_origin(kind)
    parts = [_type_name(part) for part in get_args(kind) if part is not ...]
    if origin in {Union, UnionType}:
        name = " | ".join(parts)
    elif origin is tuple and len({*parts}) > 1:
        name = f"[{', '.join(parts)}]"
    elif origin in {list, tuple, Sequence}:
        name = f"({parts[0]})[]" if "|" in parts[0] else f"{parts[0]}[]"
    elif origin in {dict, Mapping}:
        name = f"Record<{', '.join(parts)}>"
    elif issubclass(kind, StrEnum):
        name = " | ".join(f'"{member}"' for member in kind)
    else:
        name = kind.__name__ if issubclass(kind, dict | Result) else _PLAIN.get(kind, "string")
    return name


if __name__ == "__main__":
    print(typescript(), end="")
