"""The API reference as a folder of HTML pages: python docs/api_reference.py FOLDER.

Made by pdoc (extra `docs`) from the docstrings of what is public: the package's own names first,
then all rooms but the inner ones. Any warning, any link within the pages that leads
nowhere, and any public name without a page ends it with an error.
"""

from __future__ import annotations

import re
import sys
import warnings
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

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


class _Page(HTMLParser):
    """What a page names and what it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up what the element is called and where it leads."""
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name == "href" and tag == "a" and value:
                self.links.add(value)


def faults(folder: Path) -> list[str]:
    """Links that lead nowhere, and public names without a place."""
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}
    found = []
    for path, page in pages.items():
        for link in sorted(page.links):
            target, _, place = unquote(link).partition("#")
            other = (path.parent / target).resolve() if target else path
            known = "://" in link or (other in pages and (not place or place in pages[other].ids))
            if not known:
                found.append(f"{path.name}: {link} leads nowhere")
    listed = pages[folder / f"{PACKAGE}.html"].ids
    return found + [f"no place for {name}" for name in dir(clumond_solver) if name not in listed]


def rooms() -> list[str]:
    """The modules and folders right under the package that are shown to users."""
    found = Path(clumond_solver.__file__).parent.iterdir()
    return sorted({path.stem for path in found if path.is_dir() or path.suffix == ".py"} - INNER)


def main(folder: Path) -> None:
    """Write the pages, and check them."""
    warnings.simplefilter("error")
    # The constructor of a typing.NamedTuple forgets in which module its fields' types were named.
    warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\(.*\.__init__")
    pdoc.render.configure(show_source=False)
    pdoc.render.env.filters["to_markdown"] = pass_context(_to_markdown)
    pdoc.pdoc(PACKAGE, *(f"{PACKAGE}.{room}" for room in rooms()), output_directory=folder)
    if found := faults(folder.resolve()):
        sys.exit("\n".join(found))
    print(f"{len(list(folder.rglob('*.html')))} pages in {folder}")


def _to_markdown(context: object, docstring: str) -> str:
    markdown: str = to_markdown_with_context(context, fields_as_list(docstring))
    return markdown


if __name__ == "__main__":
    main(Path(sys.argv[1]))
