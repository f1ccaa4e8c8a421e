"""How Sphinx makes the site of the Markdown files and docstrings; see docs/releasing.md."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from docutils import nodes
from pygments.lexers.special import TextLexer

import clumond_solver

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

project = "clumond_solver"
author = "The clumond_solver authors"
release = clumond_solver.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["attrs_block", "attrs_inline"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "seeds/*.md", "src/clumond_solver/games/rules.md"]
myst_heading_anchors = 3
highlight_language = "text"
default_role = "py:obj"
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_display_short_literal_types = True
html_theme = "furo"
html_title = "Clumond"
html_static_path = ["site/site.css"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5f3f", "color-brand-content": "#1c5486"},
    "dark_css_variables": {"color-brand-primary": "#7fd3a4", "color-brand-content": "#8fc2f2"},
}
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_favicon = html_logo = "../src/clumond_solver/web/static/icon.svg"

# What comes first documents the names that several of them have.
FACE_NAMES = (project, *(f"{project}.{face}" for face in ("practice", "results", "game")))
FACES = [import_module(name) for name in FACE_NAMES]
# Where a type is documented, by the module and name under which annotations know it.
PUBLIC = {
    f"{getattr(getattr(face, name), '__module__', '')}.{name}": f"{face.__name__}.{name}"
    for face in reversed(FACES)
    for name in face.__all__
}
# A line that says what one or more fields mean, with its continuation lines.
FIELD = re.compile(r"^(\w+(?:, \w+)*) {2,}(\S.*(?:\n {4,}\S.*)*)$", re.MULTILINE)

# One for light and one for dark pages, and what they show.
PICTURE = re.compile(
    r'<picture>.*?srcset="(.*?)".*?src="(.*?)".*?alt="(.*?)".*?</picture>', re.DOTALL
)


def fields_as_list(docstring: str) -> str:
    """Aligned lines `name  meaning`, as docstrings here have them, as a list of definitions."""
    listed = FIELD.sub(lambda field: f"\n{field[1]}\n    {' '.join(field[2].split())}\n", docstring)
    return re.sub(r"\n{3,}", "\n\n", listed)


def _field_lists(*event: Any) -> None:
    lines = event[-1]
    lines[:] = fields_as_list("\n".join(lines)).splitlines()


def _only_once(app: Sphinx, kind: str, name: str, *event: object) -> bool | None:
    """Leave out of a face what a face before it documents."""
    home = PUBLIC.get(f"{getattr(event[0], '__module__', '')}.{name}")
    here = app.env.temp_data.get("autodoc:module")
    return True if kind == "module" and home not in (None, f"{here}.{name}") else None


def _public_type(
    app: Sphinx, env: BuildEnvironment, link: pending_xref, text: nodes.TextElement
) -> nodes.reference | None:
    """Lead from the module that defines a type to the place where it is documented."""
    name = link.get("reftarget", "")
    candidates = (PUBLIC.get(name), *(f"{face}.{name}" for face in FACE_NAMES))
    objects = env.domains.python_domain.objects
    for entry in (objects[known] for known in candidates if known in objects):
        address = app.builder.get_relative_uri(env.docname, entry.docname)
        return nodes.reference("", "", text, internal=True, refuri=f"{address}#{entry.node_id}")
    return None


def _pictures(app: Sphinx, name: str, source: list[str]) -> None:
    """Pictures in two schemes by the theme's classes: a site does not copy those of raw HTML."""
    source[0] = PICTURE.sub(r"![\3](\2){.only-light}\n![\3](\1){.only-dark}", source[0])


def _entrance(app: Sphinx, error: Exception | None) -> None:
    """Lead from the folder itself to the front page."""
    address = app.builder.get_target_uri(root_doc)
    page = f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">\n'
    (app.outdir / "index.html").write_text(page, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """What Sphinx and MyST do not bring."""
    for plain in ("library", "people", "walk"):
        app.add_lexer(plain, TextLexer)
    app.connect("autodoc-process-docstring", _field_lists)
    app.connect("autodoc-skip-member", _only_once)
    app.connect("missing-reference", _public_type)
    app.connect("source-read", _pictures)
    app.connect("build-finished", _entrance)
