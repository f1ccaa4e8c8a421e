"""The API reference as a folder of HTML pages, a part of the site.

Made by pdoc (extra `docs`) from the docstrings of what is public: the package's own names first,
then all rooms but the inner ones. Any warning is an error.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from pathlib import Path

import links
import pdoc
import pdoc.render
from jinja2 import pass_context
from pdoc.render_helpers import to_markdown_with_context

import clumond_solver

PACKAGE = "clumond_solver"
# Rooms that no page speaks of to users.
INNER = {"__init__", "__main__", "__pycache__", "_core", "compiled", "system", "training", "values"}
# A line that says what one or more fields mean, and those that go on with it.
_FIELD = re.compile(r"^(\w+(?:, \w+)*) {2,}(\S.*(?:\n {4,}\S.*)*)$", re.MULTILINE)


def fields_as_list(docstring: str) -> str:
    """Aligned lines `name  meaning`, as docstrings here have them, as a Markdown list."""

    def item(match: re.Match[str]) -> str:
        names = ", ".join(f"`{name}`" for name in match[1].split(", "))
        return f"- {names}: {' '.join(match[2].split())}"

    listed = _FIELD.sub(item, docstring)
    return re.sub(r"^(?!- )(.*\S.*)\n(?=- `)", r"\1\n\n", listed, flags=re.MULTILINE)


def rooms() -> list[str]:
    """The modules and folders right under the package that are shown to users."""
    found = Path(clumond_solver.__file__).parent.iterdir()
    return sorted({path.stem for path in found if path.is_dir() or path.suffix == ".py"} - INNER)


def write(folder: Path, templates: Path, look: Mapping[str, object]) -> None:
    """Write the pages; a public name without a place on them is an error."""
    warnings.simplefilter("error")
    # The constructor of a typing.NamedTuple forgets in which module its fields' types were named.
    warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\(.*\.__init__")
    # A TypedDict forgets which of its keys come from its bases.
    warnings.filterwarnings("ignore", r"Cannot determine where .*\.web\.wire\.")
    pdoc.render.configure(show_source=False, template_directory=templates)
    pdoc.render.env.filters["to_markdown"] = pass_context(_to_markdown)
    pdoc.render.env.globals |= look
    pdoc.pdoc(PACKAGE, *(f"{PACKAGE}.{room}" for room in rooms()), output_directory=folder)
    listed = links.Page((folder / f"{PACKAGE}.html").read_text("utf-8")).ids
    if lost := sorted(set(dir(clumond_solver)) - listed):
        raise LookupError(f"no place in the API reference for {', '.join(lost)}")


def _to_markdown(context: object, docstring: str) -> str:
    markdown: str = to_markdown_with_context(context, fields_as_list(docstring))
    return markdown
