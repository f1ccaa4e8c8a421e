"""The API reference as a folder of HTML pages, a part of the site.

pdoc (group `docs`) makes it from the docstrings: the package's own names first, then all its
modules and folders but the internal ones. Any warning is an error.
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
# What users need not know: the compiled core, and what all packages share.
INTERNAL = {"__init__", "__main__", "__pycache__", "_core", "base"}
# A line that says what one or more fields mean, with its continuation lines.
_FIELD = re.compile(r"^(\w+(?:, \w+)*) {2,}(\S.*(?:\n {4,}\S.*)*)$", re.MULTILINE)


def fields_as_list(docstring: str) -> str:
    """Aligned lines `name  meaning`, as docstrings here have them, as a Markdown list."""

    def item(match: re.Match[str]) -> str:
        names = ", ".join(f"`{name}`" for name in match[1].split(", "))
        return f"- {names}: {' '.join(match[2].split())}"

    listed = _FIELD.sub(item, docstring)
    return re.sub(r"^(?!- )(.*\S.*)\n(?=- `)", r"\1\n\n", listed, flags=re.MULTILINE)


def public_modules() -> list[str]:
    """The modules and folders right under the package that are shown to users."""
    paths = Path(clumond_solver.__file__).parent.iterdir()
    names = {path.stem for path in paths if path.is_dir() or path.suffix == ".py"}
    return sorted(names - INTERNAL)


def write(folder: Path, templates: Path, look: Mapping[str, object]) -> None:
    """Write the pages; LookupError for a public name without an entry."""
    warnings.simplefilter("error")
    # The constructor of a typing.NamedTuple forgets in which module its fields' types were named.
    warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\(.*\.__init__")
    # A TypedDict forgets which of its keys come from its bases.
    warnings.filterwarnings("ignore", r"Cannot determine where .*\.web\.wire\.")
    pdoc.render.configure(show_source=False, template_directory=templates)
    pdoc.render.env.filters["to_markdown"] = pass_context(_to_markdown)
    pdoc.render.env.globals |= look
    modules = (f"{PACKAGE}.{name}" for name in public_modules())
    pdoc.pdoc(PACKAGE, *modules, output_directory=folder)
    listed = links.Page((folder / f"{PACKAGE}.html").read_text("utf-8")).ids
    if missing := sorted(set(dir(clumond_solver)) - listed):
        raise LookupError(f"the API reference has no entry for {', '.join(missing)}")


def _to_markdown(context: object, docstring: str) -> str:
    markdown: str = to_markdown_with_context(context, fields_as_list(docstring))
    return markdown
