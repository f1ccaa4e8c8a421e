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
