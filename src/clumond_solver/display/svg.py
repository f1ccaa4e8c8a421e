"""Pictures of hands, deals and plays as SVG: scalable, and readable in light and dark.

A picture needs no font, no script and no other file. Its colours follow the reader's light or dark
setting unless it has a theme, and marks differ in shape as well as colour.

>>> picture = svg(Hand.parse("42.KQ7.AKQJ9.J98732"))
>>> str(picture).startswith("<svg"), ">K</text>" in str(picture)
(True, True)
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from clumond_solver.base.cards import DIAGRAM_ORDER, Card, Hand, Strain, Suit
from clumond_solver.base.checks import checked
from clumond_solver.base.enumerations import StrChoice
from clumond_solver.base.files import write_atomically
from clumond_solver.base.wording import joined
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, SeatOutcome

# Characters that no XML document allows, not even by number.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """The text with markup escaped and forbidden characters replaced.

    >>> escaped("a < b \\ufffe")
    'a &lt; b �'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


class Theme(StrChoice):
    """The colours of a picture: following the reader's light or dark setting, or fixed."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Mark(StrChoice):
    """Marks on cards.

    MAKES    success can be forced after this card: a full bar below it.
    FAILS    success cannot be forced after this card: a broken bar below it.
    UNKNOWN  not known which of the two: dots below the card.
    CHOSEN   the card in question: a frame.
    """

    MAKES = "makes"
    FAILS = "fails"
    UNKNOWN = "unknown"
    CHOSEN = "chosen"


@checked
def marks_of(verdicts: Mapping[Card, bool | None]) -> dict[Card, Mark]:
    """The marks for verdicts by card, such as `Solution.plays`."""
    return {card: _MARK_OF_VERDICT[makes] for card, makes in verdicts.items()}


_MARK_OF_VERDICT = {True: Mark.MAKES, False: Mark.FAILS, None: Mark.UNKNOWN}
_LEGEND = {
    Mark.MAKES: "success can be forced",
    Mark.FAILS: "cannot be forced",
    Mark.UNKNOWN: "not known",
    Mark.CHOSEN: "the card in question",
}


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG image; notebooks show it, `str` gives its text, `save` writes it.

    width, height  its natural size in pixels; it scales to any size.
    """

    text: str = field(repr=False)
    width: int
    height: int

    def _repr_svg_(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write an SVG file, whole or, on an error (OSError), not at all."""
        write_atomically(path, self.text.encode())


@checked
def svg(
    what: Hand | Deal | Play,
    *,
    marks: Mapping[Card, Mark] | None = None,
    players: Sequence[str] = ("", "", ""),
    below: Seat = Seat.REARHAND,
    theme: Theme | str = Theme.AUTO,
) -> Picture:
    """Draw a hand in one row, or a deal or play as three seats round a table.

    A play also shows the trick on the table, tricks taken, the seat to play, the declaration, and
    at the end the retentions. ``marks`` holds a mark for each card to mark, ``players`` the names
    beside the seats; ``below`` is the seat at the bottom (play goes clockwise).

    >>> play = Play.parse("F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=2,4,6")
    >>> svg(play, marks={Card.parse("CA"): Mark.MAKES}, theme="dark").width >= 400
    True
    """
    if isinstance(what, Hand):
        return _hand_picture(what, marks or {}, Theme(theme))
    return _TablePicture(what, marks or {}, players, Seat(below)).picture(Theme(theme))


_FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'
# For each CSS class: the property that it sets, and the value in light and in dark.
_COLOURS: Mapping[str, tuple[str, str, str]] = {
    "page": ("fill", "#f6f7f5", "#16191c"),
    "seat": ("fill", "#ffffff", "#20252a"),
    "cloth": ("fill", "#dfece3", "#1d3a2c"),
    "paper": ("fill", "#ffffff", "#2b3137"),
    "ink": ("fill", "#1b1f24", "#e8eaed"),
    "soft": ("fill", "#5a646e", "#a3adb7"),
    "red": ("fill", "#c0182b", "#ff9095"),
    "won": ("fill", "#3b6ea5", "#7fb2e5"),
    "pill": ("fill", "#1f4e79", "#9cc8f5"),
    "onpill": ("fill", "#ffffff", "#10202f"),
    "good": ("fill", "#d3f0da", "#173f26"),
    "bad": ("fill", "#fbdcdc", "#4d2226"),
    "open": ("fill", "#ececec", "#31373d"),
    "goodline": ("stroke", "#14773a", "#6fd593"),
    "badline": ("stroke", "#b3261e", "#ff9a94"),
    "openline": ("stroke", "#6b7580", "#a3adb7"),
    "edge": ("stroke", "#d4d9dd", "#3a424a"),
    "turn": ("stroke", "#c77700", "#ffb74d"),
    "turnfill": ("fill", "#c77700", "#ffb74d"),
}


def style_rules(theme: Theme = Theme.AUTO) -> str:
    """The style sheet of the pictures; every rule is for elements inside ``.clumond``."""
    rules = [
        f".clumond text{{font-family:{_FONT};font-variant-numeric:lining-nums}}",
        ".clumond .edge,.clumond .turn,.clumond .line{fill:none}",
    ]
    rules += [_rule(name, dark=theme is Theme.DARK) for name in _COLOURS]
    if theme is Theme.AUTO:
        dark = "".join(_rule(name, dark=True) for name in _COLOURS)
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    return "".join(rules)


def _rule(name: str, *, dark: bool) -> str:
    attribute, light_value, dark_value = _COLOURS[name]
    return f".clumond .{name}{{{attribute}:{dark_value if dark else light_value}}}"


def framed(parts: Sequence[str], width: int, height: int, title: str, theme: Theme) -> Picture:
    """A picture of the given elements, with a style sheet, a background, and a title."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="clumond" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" style="max-width:100%;height:auto" role="img"'
        f' aria-label="{escaped(title)}">'
    )
    body = [
        head,
        f"<title>{escaped(title)}</title><style>{style_rules(theme)}</style>",
        f'<rect class="page" width="{width}" height="{height}" rx="10"/>',
        *parts,
        "</svg>",
    ]
    return Picture("\n".join(body), width, height)


# Small parts.

# Every pip fits a square of 20 by 20.
_PIPS = {
    Suit.DIAMONDS: "M10 1 L17.5 10 L10 19 L2.5 10 Z",
    Suit.HEARTS: "M10 18 C4 13 1.5 10 1.5 6.5 A4.4 4.4 0 0 1 10 4.6 A4.4 4.4 0 0 1 18.5 6.5"
    " C18.5 10 16 13 10 18 Z",
    Suit.SPADES: "M10 1.5 C16 6.5 18.5 9 18.5 12.2 A4 4 0 0 1 11.2 14.2 C11.3 16.2 12 17.6 13.2"
    " 18.8 L6.8 18.8 C8 17.6 8.7 16.2 8.8 14.2 A4 4 0 0 1 1.5 12.2 C1.5 9 4 6.5 10 1.5 Z",
    Suit.CLUBS: "M10 1.4 A4 4 0 0 1 13.2 7.8 A4 4 0 1 1 11.3 14.3 C11.4 16.3 12 17.6 13.2 18.8"
    " L6.8 18.8 C8 17.6 8.6 16.3 8.7 14.3 A4 4 0 1 1 6.8 7.8 A4 4 0 0 1 10 1.4 Z",
}


def pip(suit: Suit, x: float, y: float, size: float, colour: str = "") -> str:
    """The suit's pip with its upper left corner at a point; a path, since fonts differ."""
    name = colour or ("red" if suit.is_red else "ink")
    return (
        f'<path class="{name}" transform="translate({x:g} {y:g}) scale({size / 20:g})"'
        f' d="{_PIPS[suit]}"/>'
    )


def text_line(
    text: str, x: float, y: float, size: float, colour: str = "ink", *, anchor: str = "start",
    bold: bool = False,
) -> str:  # fmt: skip
    """A line of text; ``anchor`` is start, middle or end."""
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text class="{colour}" x="{x:g}" y="{y:g}" font-size="{size:g}"'
        f' text-anchor="{anchor}"{weight}>{escaped(text)}</text>'
    )


def box(
    colour: str,
    corner: tuple[float, float],
    size: tuple[float, float],
    radius: float = 0,
    attributes: str = "",
) -> str:
    """A rectangle with rounded corners; ``corner`` is the upper left one."""
    return (
        f'<rect class="{colour}" x="{corner[0]:g}" y="{corner[1]:g}"'
        f' width="{size[0]:g}" height="{size[1]:g}" rx="{radius:g}"{attributes}/>'
    )


# In pixels: the width of a rank, the height of a row of ranks, the width of its pip.
_SLOT = 20
_ROW = 27
_PIP_ROOM = 26
_MARK_BOX = {Mark.MAKES: "good", Mark.FAILS: "bad", Mark.UNKNOWN: "open"}
_MARK_LINE = {
    Mark.MAKES: ("goodline", ""),
    Mark.FAILS: ("badline", ' stroke-dasharray="5 4"'),
    Mark.UNKNOWN: ("openline", ' stroke-dasharray="0.1 5" stroke-linecap="round"'),
}


def _marked_rank(card: Card, x: float, y: float, mark: Mark | None) -> str:
    """A card's rank, with its mark; the upper left corner of its slot is given."""
    colour = "red" if card.suit.is_red else "ink"
    rank = text_line(str(card.rank), x + _SLOT / 2, y + 18, 17, colour, anchor="middle")
    return rank if mark is None else _mark(mark, x, y) + rank


def _mark(mark: Mark, x: float, y: float) -> str:
    if mark is Mark.CHOSEN:
        return box("turn", (x + 0.5, y + 0.5), (_SLOT - 1, 24), 4)
    line, dashes = _MARK_LINE[mark]
    return (
        box(_MARK_BOX[mark], (x + 0.5, y), (_SLOT - 1, 25), 4)
        + f'<path class="{line} line" d="M{x + 3:g} {y + 23:g} h{_SLOT - 6}"'
        f' stroke-width="2.5"{dashes}/>'
    )


def _suit_row(hand: Hand, suit: Suit, x: float, y: float, marks: Mapping[Card, Mark]) -> str:
    """A suit's pip and ranks from the highest down; a dash for a void."""
    parts = [pip(suit, x, y + 4, 16)]
    cards = tuple(reversed(tuple(hand.in_suit(suit))))
    parts += [
        _marked_rank(card, x + _PIP_ROOM - 3 + _SLOT * index, y, marks.get(card))
        for index, card in enumerate(cards)
    ]
    if not cards:
        parts.append(text_line("–", x + _PIP_ROOM + 4, y + 18, 17, "soft"))
    return "".join(parts)


def _legend(marks: Mapping[Card, Mark], shown: Hand, x: float, y: float) -> Iterator[str]:
    """The legend of the marks, in one line."""
    shown_marks = {mark for card, mark in marks.items() if card in shown}
    for mark in Mark:
        if mark in shown_marks:
            yield _mark(mark, x, y - 17)
            yield text_line(_LEGEND[mark], x + _SLOT + 5, y, 12, "soft")
            x += _SLOT + 22 + 6.3 * len(_LEGEND[mark])


def _hand_picture(hand: Hand, marks: Mapping[Card, Mark], theme: Theme) -> Picture:
    parts, x = [], 14.0
    for suit in DIAGRAM_ORDER:
        parts.append(_suit_row(hand, suit, x, 12, marks))
        x += _PIP_ROOM + _SLOT * max(1, hand.length(suit)) + 10
    legend = list(_legend(marks, hand, 14, 66))
    height = 80 if legend else 48
    return framed([*parts, *legend], round(x + 2), height, hand.pretty(), theme)


# Three seats round a table. In pixels: the margin of the picture, the gap between panels, and the
# heights of a panel's heading, its player's name, its count of tricks or result, and the cloth.

_MARGIN = 10
_GAP = 12
_HEAD = 34
_NAME = 17
_FOOT = 28
_RESULT = 46
_CLOTH = 138
_CARD_WIDTH, _CARD_HEIGHT = 40, 50
# Enough for a long name beside the declaration.
_MIN_SLOTS = 9
# Where the panels are, as (across, down) from 0 to 1, clockwise from the seat at the bottom.
_PANELS = ((0.5, 1), (0.0, 0), (1.0, 0))


class _TablePicture:
    """A deal or a play, laid out."""

    def __init__(
        self, what: Deal | Play, marks: Mapping[Card, Mark], players: Sequence[str], below: Seat
    ) -> None:
        self.hands = what.hands
        self.play = what if isinstance(what, Play) else None
        self.marks = marks
        self.players = players
        self.panels = dict(zip((below, below.left, below.left.left), _PANELS, strict=True))
        self.title = str(what)
        longest = max(hand.length(suit) for hand in self.hands for suit in Suit)
        self.seat_width = 12 + _PIP_ROOM + _SLOT * max(longest, _MIN_SLOTS) + 8
        self.head = _HEAD + (_NAME if any(players) else 0)
        self.seat_height = self.head + _ROW * len(Suit) + self._foot_height
        self.width = 2 * (_MARGIN + self.seat_width) + _GAP
        self.cloth_height = _CLOTH if self.play and not self.play.is_over else 0

    @property
    def _foot_height(self) -> int:
        if self.play is None:
            return 6
        return _RESULT if self.play.is_over else _FOOT

    def picture(self, theme: Theme) -> Picture:
        """The whole table."""
        parts = [self._seat(seat) for seat in Seat]
        if self.play is not None and not self.play.is_over:
            parts.append(self._cloth(self.play))
        height = 2 * (_MARGIN + self.seat_height) + _GAP + self.cloth_height
        shown = self.hands[0] | self.hands[1] | self.hands[2]
        if legend := list(_legend(self.marks, shown, _MARGIN + 4, height + 12)):
            parts += legend
            height += 24
        return framed(parts, self.width, height, self.title, theme)

    def _corner(self, seat: Seat) -> tuple[float, float]:
        """The upper left corner of a seat's panel."""
        across, down = self.panels[seat]
        x = _MARGIN + across * (self.width - 2 * _MARGIN - self.seat_width)
        return x, _MARGIN + down * (self.seat_height + self.cloth_height + _GAP)

    def _seat(self, seat: Seat) -> str:
        x, y = self._corner(seat)
        size = self.seat_width, self.seat_height
        parts = [
            box("seat", (x, y), size, 8),
            box("edge", (x, y), size, 8),
            self._head(seat, x + 12, y + 23),
        ]
        if self.play is not None and self.play.turn is seat:
            parts.append(box("turn", (x, y), size, 8, ' stroke-width="2.5"'))
        for row, suit in enumerate(DIAGRAM_ORDER):
            top = y + self.head + _ROW * row
            parts.append(_suit_row(self.hands[seat], suit, x + 12, top, self.marks))
        if self.play is not None:
            parts.append(self._foot(self.play, seat, x + 12, y + self.seat_height - 9))
        return "".join(parts)

    def _head(self, seat: Seat, x: float, y: float) -> str:
        """The seat's and the player's name, and the declaration."""
        parts = [text_line(str(seat).capitalize(), x, y, 15, bold=True)]
        if self.play is not None and self.play.declarer is seat:
            parts.append(_pill(self.play.strain, x + self.seat_width - 20, y))
        if name := self.players[seat]:
            parts.append(text_line(_shortened(name), x, y + _NAME, 13, "soft"))
        return "".join(parts)

    def _foot(self, play: Play, seat: Seat, x: float, y: float) -> str:
        """The tricks taken as strokes and a number; at the end the result."""
        if play.is_over:
            return _result(play.outcome()[seat], x, y, x + self.seat_width - 24)
        taken, extra = play.tricks_taken[seat], play.supplementary[seat]
        strokes = [box("won", (x + 6 * index, y - 11), (3.5, 12), 1) for index in range(taken)]
        count = f"{taken} + {extra}" if extra else str(taken)
        label = text_line(
            f"{count} {'trick' if taken + extra == 1 else 'tricks'}",
            x + self.seat_width - 24, y, 13, "soft", anchor="end",
        )  # fmt: skip
        return "".join([*strokes, label])

    def _cloth(self, play: Play) -> str:
        """The cloth with the trick on it, every card in front of its seat."""
        x, y = self.width / 2, _MARGIN + self.seat_height + (_GAP + self.cloth_height) / 2
        parts = [
            f'<ellipse class="cloth" cx="{x:g}" cy="{y:g}" rx="{self.width * 0.36:g}" ry="66"/>'
        ]
        winner = play.rules.winner(play.trick) if play.trick else None
        for seat in Seat:
            index = (seat - play.leader) % 3
            across, down = self.panels[seat]
            centre = x + (across - 0.5) * 190, y + (34 if down else -22)
            if index < len(play.trick):
                parts.append(_card_on_table(play.trick[index], centre, wins=index == winner))
            elif seat is play.turn:
                parts.append(_next_card_outline(centre))
        for line, text in enumerate(_contract_and_trick(play)):
            parts.append(text_line(text, x, y - 26 + 16 * line, 12, "soft", anchor="middle"))
        return "".join(parts)


def _pill(strain: Strain, end: float, y: float) -> str:
    """The declaration as a pill with its right end at a point."""
    width = 98 if strain.suit is None else 94
    start = end - width
    parts = [box("pill", (start, y - 15), (width, 21), 10.5)]
    parts.append(text_line("declarer", start + 9, y, 12.5, "onpill", bold=True))
    if strain.suit is None:
        parts.append(text_line("NT", end - 9, y, 12.5, "onpill", anchor="end", bold=True))
    else:
        parts.append(pip(strain.suit, end - 23, y - 11.5, 14, "onpill"))
    return "".join(parts)


def _card_on_table(card: Card, centre: tuple[float, float], *, wins: bool) -> str:
    """A card on the table; the winning one has a frame."""
    x, y = centre[0] - _CARD_WIDTH / 2, centre[1] - _CARD_HEIGHT / 2
    colour = "red" if card.suit.is_red else "ink"
    size = _CARD_WIDTH, _CARD_HEIGHT
    frame, width = ("turn", 2) if wins else ("edge", 1)
    return (
        box("paper", (x, y), size, 5)
        + box(frame, (x, y), size, 5, f' stroke-width="{width}"')
        + text_line(str(card.rank), centre[0], y + 21, 19, colour, anchor="middle", bold=True)
        + pip(card.suit, centre[0] - 9, y + 26, 18)
    )


def _next_card_outline(centre: tuple[float, float]) -> str:
    x, y = centre[0] - _CARD_WIDTH / 2, centre[1] - _CARD_HEIGHT / 2
    return (
        f'<rect class="turn" x="{x:g}" y="{y:g}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}"'
        ' rx="5" stroke-width="1.5" stroke-dasharray="4 4"/>'
        + text_line("?", centre[0], centre[1] + 7, 20, "turnfill", anchor="middle", bold=True)
    )


def _contract_and_trick(play: Play) -> tuple[str, str]:
    if play.declarer is None:
        contract = "undeclared"
    elif play.strain.suit is None:
        contract = "no trumps"
    else:
        contract = f"{play.strain.suit.name.lower()} trumps"
    return contract, f"trick {sum(play.tricks_taken) + 1}"


def _result(ended: SeatOutcome, x: float, y: float, end: float) -> str:
    """A seat's retention, its pars, its tricks, and whether they agree."""
    return "".join(
        [
            *(pip(suit, x + 16 * index, y - 29, 13) for index, suit in enumerate(ended.retention)),
            text_line(f"wants {joined(map(str, ended.pars))}", x + 54, y - 18, 12.5, "soft"),
            text_line(f"took {ended.tricks_text}", x, y, 12.5, "soft"),
            text_line(ended.result, end, y, 13, anchor="end", bold=ended.success),
        ]
    )


def _shortened(name: str) -> str:
    return name if len(name) <= 16 else name[:15] + "…"
