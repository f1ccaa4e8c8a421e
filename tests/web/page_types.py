"""The types of all answers for the page's modules, as TypeScript: `wire.d.ts`.

`python -m tests.web.page_types` prints it for `.ci/page-types`, which checks the modules.
`mismatches` finds where an answer is not of its type: to Python a seat is an int, but JSON has its
name.

>>> "export interface Position {" in typescript().splitlines()
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest

from clumond_solver.base.values import Result
from clumond_solver.web import page_questions, table_view
from clumond_solver.web.endpoints import EVERY_ENDPOINT
from clumond_solver.web.page_questions import Endpoint, RequestContext
from clumond_solver.web.tabs import analysis_engines, analysis_reviews, play_tab

# The parts of answers that come in parts.
_PARTS: Mapping[str, Any] = {
    "table-hint": table_view.HintShown,
    "hand-advice": play_tab.HandAdvised,
    "review": analysis_reviews.ReviewSoFar,
    "call-judged": page_questions.Progress,
    "play-verdicts": analysis_engines.VerdictAfter,
    "retentions": analysis_engines.RetentionsShown,
    "advice": analysis_engines.AdviceShown,
}
# Fields of results that may be infinite, which JSON writes as null.
_INFINITE = frozenset({"relative_score_error"})
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
        if _is_class_with_fields(kind):
            yield kind
            yield from _within([*_types_of(kind).values()])
        else:
            yield from _within(get_args(kind))


@cache
def _is_class_with_fields(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dict | Result)


@cache
def _types_of(kind: Any) -> dict[str, Any]:
    """The fields of an answer, or what `to_dict` gives of a result, with their types."""
    if not issubclass(kind, Result):
        return get_type_hints(kind, include_extras=True)
    hints = get_type_hints(kind)
    hints |= {name: hints[name] | None for name in _INFINITE & hints.keys()}
    derived = {name: getattr(kind, name) for name in kind._derived}
    functions = {n: one.fget if isinstance(one, property) else one for n, one in derived.items()}
    returned = {name: get_type_hints(one)["return"] for name, one in functions.items()}
    return {field.name: hints[field.name] for field in fields(kind)} | returned


def _field(name: str, of: Any) -> str:
    if get_origin(of) is NotRequired:
        return f"  {name}?: {_type_name(*get_args(of))};"
    return f"  {name}: {_type_name(of)};"


def _unannotated(kind: Any) -> Any:
    """The type itself, without the range of its values."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _type_name(kind: Any) -> str:
    """A type as TypeScript writes it; cards, suits and the like are in the library's notation."""
    kind = _unannotated(kind)
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
        name = kind.__name__ if _is_class_with_fields(kind) else _PLAIN.get(kind, "string")
    return name


# Answers beside their types.


def check_answers(patched: pytest.MonkeyPatch) -> None:
    """Have every endpoint refuse to give an answer, or a part of one, that is not of its type."""
    names = {id(endpoint): name for name, endpoint in EVERY_ENDPOINT.items()}
    unchecked = Endpoint.answer

    def check(value: Any, kind: Any, name: str) -> Any:
        found = mismatches(value, kind, name)
        assert not found, found
        return value

    def answer(self: Endpoint, question: Mapping[str, Any], context: RequestContext) -> Any:
        name, send = names[id(self)], context.send_part
        context = replace(context, send_part=lambda part: send(check(part, _PARTS[name], name)))
        return check(unchecked(self, question, context), self.answer_type, name)

    patched.setattr(Endpoint, "answer", answer)


def mismatches(value: Any, kind: Any, where: str) -> list[str]:
    """The places where data for JSON are not of this type.

    >>> mismatches({"done": "rearhand"}, page_questions.Progress, "call-judged")
    ['call-judged.total: missing', "call-judged.done: 'rearhand' for int"]
    """
    return [f"{where}{place}" for place in _finder(kind)(value)]


# Says for a value where, within it, something is not of a type.
_Finder = Callable[[Any], Sequence[str]]


@cache
def _finder(kind: Any) -> _Finder:
    """Made once for a type, since an answer has hundreds of values."""
    kind = _unannotated(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _of_union(kind, [*map(_finder, parts)])
    if origin is tuple and ... not in parts:
        return _of_tuple(kind, [*map(_finder, parts)])
    if origin in {list, tuple, Sequence}:
        return _of_list(kind, _finder(parts[0]))
    if origin in {dict, Mapping}:
        return _of_mapping(kind, _finder(parts[1]))
    return _of_fields(kind) if _is_class_with_fields(kind) else _of_plain(kind)


def _wrong(value: Any, kind: Any) -> list[str]:
    return [f": {value!r:.80} for {getattr(kind, '__name__', kind)}"]


def _of_union(kind: Any, finders: Sequence[_Finder]) -> _Finder:
    def find(value: Any) -> Sequence[str]:
        return _wrong(value, kind) if all(finder(value) for finder in finders) else ()

    return find


def _of_tuple(kind: Any, finders: Sequence[_Finder]) -> _Finder:
    def find(value: Any) -> Sequence[str]:
        if not isinstance(value, list) or len(value) != len(finders):
            return _wrong(value, kind)
        pairs = enumerate(zip(value, finders, strict=True))
        return [f"[{n}]{place}" for n, (item, finder) in pairs for place in finder(item)]

    return find


def _of_list(kind: Any, finder: _Finder) -> _Finder:
    def find(value: Any) -> Sequence[str]:
        if not isinstance(value, list):
            return _wrong(value, kind)
        return [f"[{n}]{place}" for n, item in enumerate(value) for place in finder(item)]

    return find


def _of_mapping(kind: Any, finder: _Finder) -> _Finder:
    def find(value: Any) -> Sequence[str]:
        if not isinstance(value, dict):
            return _wrong(value, kind)
        return [f"[{key!r}]{place}" for key, item in value.items() for place in finder(item)]

    return find


def _of_fields(kind: Any) -> _Finder:
    types = _types_of(kind)
    needed = [name for name, of in types.items() if get_origin(of) is not NotRequired]
    finders = {
        name: _finder(get_args(of)[0] if get_origin(of) is NotRequired else of)
        for name, of in types.items()
    }

    def find(value: Any) -> Sequence[str]:
        if not isinstance(value, dict):
            return _wrong(value, kind)
        wrong = [f".{name}: missing" for name in needed if name not in value]
        for name, item in value.items():
            places = finders[name](item) if name in finders else (": of no type",)
            wrong += [f".{name}{place}" for place in places]
        return wrong

    return find


def _of_plain(kind: Any) -> _Finder:
    """The JSON of a plain type, or the text of any other."""
    members = frozenset(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()
    types = {int: (int,), float: (int, float)}.get(kind, (kind if kind in _PLAIN else str,))

    def find(value: Any) -> Sequence[str]:
        is_plain = isinstance(value, str) and value in members if members else type(value) in types
        return () if is_plain else _wrong(value, kind)

    return find


if __name__ == "__main__":
    print(typescript(), end="")
