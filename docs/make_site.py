"""The whole site as one folder of files: python docs/make_site.py FOLDER [--page PAGE].

A front page, the puzzles of the coming days, all pages of text, the API reference and, if its
folder is given (`clumond web --static` writes it), the page itself. It needs the group `docs` and
the extras `plot` and `web`. A link that leads nowhere, a page that no link leads to, and anything
loaded from the network end it with an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import api_reference
import jinja2
import links
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

import clumond_solver
from clumond_solver.coach.clumond.practice_words import solution_text, task_text
from clumond_solver.coach.clumond.puzzles import Puzzle, daily_puzzle, explain
from clumond_solver.display.svg import svg

PACKAGE = Path(clumond_solver.__file__).parent
ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "clumond_solver"
LOOK = ROOT / "docs" / "site"
# Pages of text that do not keep their place below docs/.
MOVED = {
    ROOT / "README.md": "readme.html",
    ROOT / "CONTRIBUTING.md": "contributing.html",
    ROOT / "CHANGELOG.md": "changelog.html",
    ROOT / "seeds" / "README.md": "seeds.html",
    SOURCE / "games" / "rules.md": "rules.html",
}
PLACES = (
    ("Puzzles", "puzzles/index.html"),
    ("Tutorial", "docs/tutorial_players.html"),
    ("Rules", "rules.html"),
    ("Study", "docs/study.html"),
    ("Docs", "docs/index.html"),
    ("API", "api/clumond_solver.html"),
)
LEXERS = {"python": "pycon", "console": "console"}


class SiteError(Exception):
    """The site cannot be made of these pages."""


class Heading(NamedTuple):
    """A heading of a page, and the name by which links find it."""

    text: str
    id: str


class Rendered(NamedTuple):
    """A page of text as HTML."""

    title: str
    body: str
    headings: list[Heading]


class DailyPuzzle(NamedTuple):
    """All that the page of puzzles shows of one."""

    day: date
    puzzle: Puzzle
    picture: str
    task: str
    solution: list[str]


class Site:
    """The folder while it is written: where each source goes, and what one look needs."""

    def __init__(self, folder: Path, *, page: bool) -> None:
        """Find the pages of text; with ``page`` the page to play at is a part of the site."""
        self.folder = folder
        self.urls = MOVED | {
            path: path.relative_to(ROOT).with_suffix(".html").as_posix()
            for path in sorted((ROOT / "docs").rglob("*.md"))
        }
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(LOOK), autoescape=True, undefined=jinja2.StrictUndefined
        )
        opening = (("Play", "page/index.html"),) if page else ()
        self.look = {
            "places": opening + PLACES,
            "page": page,
            "version": clumond_solver.__version__,
        }

    def write(self, url: str, template: str, rendered: Rendered, **more: object) -> None:
        """Write a page at its place in the folder."""
        path = self.folder / url
        path.parent.mkdir(parents=True, exist_ok=True)
        text = self.templates.get_template(template).render(
            title=rendered.title if url == "index.html" else f"{rendered.title} – Clumond",
            body=Markup(rendered.body),
            headings=rendered.headings if len(rendered.headings) > 2 else [],
            here=url,
            up="../" * url.count("/"),
            **{"kind": "text"} | self.look | more,
        )
        path.write_text(text, encoding="utf-8")

    def address(self, target: str, source: Path, url: str) -> str:
        """Where a link of a source leads on the site; files that are no pages are copied there."""
        name, hash_mark, place = target.partition("#")
        if "://" in target or not name:
            return target
        other = (source.parent / name).resolve()
        if other in self.urls:
            found = self.urls[other]
        elif _standing(other).is_file():
            found = other.relative_to(ROOT).as_posix()
            (self.folder / found).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(_standing(other), self.folder / found)
        else:
            raise SiteError(f"{source.relative_to(ROOT)}: {target} leads to no file")
        return os.path.relpath(found, os.path.dirname(url) or ".") + hash_mark + place


def _standing(path: Path) -> Path:
    """The file itself; what belongs to the package stands where that is installed."""
    return PACKAGE / path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else path


def _highlighted(code: str, language: str, _attributes: str) -> str:
    """A block of code in colours; nothing, so that it stays as it is, where it has no language."""
    try:
        lexer = get_lexer_by_name(LEXERS.get(language, language))
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def anchor(heading: str) -> str:
    """The name that readers of Markdown give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _walk(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _walk(token.children or ())


def render(text: str, source: Path, url: str, site: Site) -> Rendered:
    """A page of Markdown as HTML, with links as they lead on the site."""
    markdown = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
    tokens = markdown.parse(text)
    headings, title = [], ""
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            words = "".join(child.content for child in following.children or ())
            token.attrSet("id", anchor(words))
            if token.tag == "h1":
                title = title or words
            elif token.tag == "h2":
                headings.append(Heading(words, anchor(words)))
    for token in _walk(tokens):
        for name in ("href", "src"):
            if isinstance(target := token.attrGet(name), str):
                token.attrSet(name, site.address(target, source, url))
    body = markdown.renderer.render(tokens, markdown.options, {})
    # What is wider than a phone scrolls by itself.
    body = body.replace("<table>", '<div class="wide"><table>').replace(
        "</table>", "</table></div>"
    )
    return Rendered(title, body, headings)


def part_of(text: str, heading: str) -> str:
    """What stands below a heading of the second level."""
    found = re.search(
        rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE
    )
    if found is None:
        raise SiteError(f"README.md has no part {heading!r}")
    return found[1]


def write_texts(site: Site) -> None:
    """All pages of text, and two made of the README: the front page and the list of all pages."""
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    for source, url in site.urls.items():
        page = _standing(source).read_text("utf-8")
        site.write(url, "page.html.jinja2", render(page, source, url, site))
    opening = text.partition("\n## ")[0]
    site.write("index.html", "front.html.jinja2", render(opening, readme, "index.html", site))
    url = "docs/index.html"
    notes = [path for path in site.urls if path.parent.name == "notebook"]
    listed = f"# All pages\n{part_of(text, 'Read on')}\n## Laboratory notes\n\n" + "".join(
        f"- [{_title(path)}]({path.relative_to(ROOT).as_posix()})\n" for path in notes
    )
    listed += "\nAnd the [README](README.md), as it stands beside the source.\n"
    site.write(
        url,
        "all.html.jinja2",
        render(listed, readme, url, site),
        modules=api_reference.public_modules(),
    )


def _title(source: Path) -> str:
    return source.read_text("utf-8").splitlines()[0].lstrip("# ")


def write_puzzles(site: Site, first: date, days: int) -> None:
    """The page of the coming days' puzzles."""
    found = [_of_the_day(first + timedelta(days=number)) for number in range(days)]
    head = Rendered("Puzzles of the day", "", [])
    more = {"kind": "text puzzles-page", "puzzles": found}
    site.write("puzzles/index.html", "puzzles.html.jinja2", head, **more)


def _of_the_day(day: date) -> DailyPuzzle:
    puzzle = daily_puzzle(day)
    picture = Markup(svg(puzzle.play, below=puzzle.play.turn or puzzle.play.leader).text)
    solution = solution_text(puzzle, explain(puzzle), width=10_000).splitlines()
    return DailyPuzzle(day, puzzle, picture, task_text(puzzle), solution)


def write_styles(site: Site) -> None:
    """What all pages look like; colours and controls are those of the page to play at."""
    for style in ("site.css", "syntax-highlighting.css"):
        shutil.copyfile(LOOK / style, site.folder / style)
    for shared in ("style.css", "icon.svg"):
        shutil.copyfile(PACKAGE / "web" / "static" / shared, site.folder / shared)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the site, and check it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="is made anew")
    parser.add_argument("--page", type=Path, help="what `clumond web --static` wrote")
    parser.add_argument("--first", type=date.fromisoformat, default=None, help="day; else today")
    parser.add_argument("--days", type=int, default=14, help="how many puzzles; 14 unless given")
    asked = parser.parse_args(arguments)
    shutil.rmtree(asked.folder, ignore_errors=True)
    site = Site(asked.folder.resolve(), page=asked.page is not None)
    if asked.page is not None:
        shutil.copytree(asked.page, site.folder / "page")
    write_texts(site)
    write_puzzles(site, asked.first or date.today(), asked.days)
    write_styles(site)
    api_reference.write(site.folder / "api", LOOK, site.look)
    if found := links.faults(site.folder):
        sys.exit("\n".join(found))
    print(f"{len(list(site.folder.rglob('*.html')))} pages in {asked.folder}")


if __name__ == "__main__":
    main()
