"""The API reference as a folder of HTML pages: python docs/api_reference.py FOLDER.

Made by pdoc (extra `docs`) from the docstrings of what is public: the package's own names first,
then the modules that the pages in docs/ speak of. Any warning, any link within the pages that leads
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
MODULES = (
    "cards", "packs", "errors", "results",
    "rules.tricks", "rules.actions", "rules.game", "rules.states",
    "games.clumond.deals", "games.clumond.play", "games.clumond.scoring", "games.clumond.tens",
    "games.clumond.game", "games.clumond.signals",
    "games.clag.scoring", "games.clag.schemes", "games.clag.calls",
    "games.clag.score_card", "games.clag.game",
    "games.clubs", "games.clabberjass", "games.registry", "games.saved",
    "seen.clumond", "seen.any_game", "seen.sampling",
    "double_dummy.solver", "double_dummy.table_of_a_deal",
    "double_dummy.turning_points", "double_dummy.any_game",
    "single_dummy.player", "single_dummy.styles", "single_dummy.quick_estimate",
    "single_dummy.advice", "single_dummy.chances", "single_dummy.any_game",
    "training.single_dummy", "records", "batch.questions", "batch.many", "batch.run", "play.table",
    "play.terminal", "display.text", "display.svg", "display.charts", "display.plots",
    "display.html", "display.data", "display.notebook", "web", "adapters", "adapters.arrays", "cli",
)  # fmt: skip
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


def main(folder: Path) -> None:
    """Write the pages, and check them."""
    warnings.simplefilter("error")
    # The constructor of a typing.NamedTuple forgets in which module its fields' types were named.
    warnings.filterwarnings("ignore", r"Error parsing type annotation ForwardRef\(.*\.__init__")
    pdoc.render.configure(show_source=False)
    pdoc.render.env.filters["to_markdown"] = pass_context(_to_markdown)
    pdoc.pdoc(PACKAGE, *(f"{PACKAGE}.{name}" for name in MODULES), output_directory=folder)
    if found := faults(folder.resolve()):
        sys.exit("\n".join(found))
    print(f"{len(list(folder.rglob('*.html')))} pages in {folder}")


def _to_markdown(context: object, docstring: str) -> str:
    markdown: str = to_markdown_with_context(context, fields_as_list(docstring))
    return markdown


if __name__ == "__main__":
    main(Path(sys.argv[1]))
