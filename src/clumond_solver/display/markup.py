"""Text for SVG and HTML.

>>> escaped("a < b \\ufffe")
'a &lt; b �'
"""

from __future__ import annotations

import re
from html import escape

# Characters that no XML document allows, not even by number.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """The text with markup escaped and forbidden characters replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def html_page(title: str, style: str, body: str) -> str:
    """A whole HTML document that needs no network, no script and no other file.

    ``title`` is text; ``style`` and ``body`` are markup.

    >>> "<title>a &lt; b</title>" in html_page("a < b", "", "<p>")
    True
    """
    return _PAGE.format(title=escaped(title), style=style, body=body)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
