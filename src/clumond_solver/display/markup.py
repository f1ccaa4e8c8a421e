"""Text for SVG and HTML.

>>> escaped("a < b \\ufffe")
'a &lt; b �'
"""

from __future__ import annotations

import re
from html import escape

# What XML allows in no document, not even by its number.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """The text with its marks escaped, and a replacement for each character that XML forbids."""
    return escape(_NOT_XML.sub("\ufffd", text))
