"""The pictures of the study: charts from its figures. See study.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

Data = dict[str, Any]

NAMES = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds", "NT": "no trumps"}
BLUE, ORANGE, GREY, INK = "#3b6ea5", "#c77700", "#5a646e", "#1b1f24"
DASHED: Any = {"color": GREY, "linestyle": "--", "linewidth": 1.2}


@dataclass(frozen=True)
class Picture:
    """A chart, and its figures as a table."""

    figure: Figure
    table: str

    def save(self, path: Path) -> None:
        """Write an SVG file that is the same for the same figures; its texts stay texts."""
        with rc_context({"svg.hashsalt": path.stem, "svg.fonttype": "none"}):
            self.figure.savefig(path, metadata={"Date": None})


def pictures(part: str, figures: Data) -> dict[str, Picture]:
    """The pictures of one part of the study, by the name of their file."""
    return {title: _picture(draw, figures) for title, draw in _CHARTS[part].items()}


def _picture(draw: Callable[[Data, Axes], str], figures: Data) -> Picture:
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    ax = figure.add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    return Picture(figure, draw(figures, ax))


def put_on_page(page: Path, charts: dict[str, Picture]) -> None:
    """Renew the pictures beside a page of Markdown, and below each on the page its table."""
    text = page.read_text(encoding="utf-8")
    for title, chart in charts.items():
        chart.save(page.parent / "study" / f"{title}.svg")
        text, found = re.subn(
            rf"(\(study/{title}\.svg\)\n\n```text\n).*?(\n```)",
            partial(_renewed, chart.table),
            text,
            flags=re.DOTALL,
        )
        if found != 1:
            raise ValueError(f"{page} has {found} places for {title}")
    page.write_text(text, encoding="utf-8")


def _renewed(table: str, place: re.Match[str]) -> str:
    return f"{place[1]}{table}{place[2]}"


# Parts of charts.


def _title(ax: Axes, title: str, note: str) -> None:
    ax.set_title(f"{title}\n{note}", fontsize="medium")


def _percent(axis: Any, label: str) -> None:
    axis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    axis.set_label_text(label)


def _names(ax: Axes, label: str, names: Iterable[str]) -> None:
    shown = list(names)
    ax.set_xticks(range(len(shown)), shown)
    ax.set_xlabel(label)


def _intervals(
    ax: Axes, places: Iterable[float], figures: Sequence[Data], least: float = 0.0
) -> None:
    """The 95 % intervals of figures, which end at the least and the most there is."""
    for place, figure in zip(places, figures, strict=True):
        half, centre = 1.96 * (figure["error"] or 0.0), figure["mean"]
        ax.vlines(place, max(least, centre - half), min(1.0, centre + half), color=INK)


def _dots(
    ax: Axes, places: Sequence[float], figures: Sequence[Data], colour: str = BLUE,
    least: float = 0.0,
) -> None:  # fmt: skip
    """Figures as points with their 95 % intervals."""
    _intervals(ax, places, figures, least)
    ax.plot(places, [figure["mean"] for figure in figures], "o", color=colour, markersize=5)


def _bars_and_dots(ax: Axes, names: Sequence[str], bars: Data, dots: Data) -> None:
    """Two figures for each name, as a bar and as a dot beside it."""
    places, heights = range(len(names)), [bars[name] for name in names]
    ax.bar(places, [figure["mean"] for figure in heights], width=0.64, color=BLUE)
    _intervals(ax, places, heights)
    _dots(ax, [place + 0.22 for place in places], [dots[name] for name in names], ORANGE)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [heads, *rows]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def _shown(figure: Data) -> str:
    return f"{100 * figure['mean']:.1f} ± {100 * (figure['error'] or 0.0):.1f} %"


# The pictures: each function draws on the axes and returns the table.


def best_strain(figures: Data, ax: Axes) -> str:
    """How often each strain is best: by advice, and with all hands open."""
    advice, open_hands = figures["by advice"], figures["forced successes by strain"]
    _bars_and_dots(ax, [*NAMES], advice, open_hands)
    _names(ax, "strain", NAMES.values())
    _percent(ax.yaxis, "share of hands")
    note = "bars: by advice; dots: of the successes that can be forced; 95 % intervals"
    _title(ax, "How often each strain is best", note)
    rows = [[NAMES[n], _shown(advice[n]), _shown(open_hands[n])] for n in NAMES]
    return _table(["strain", "by advice", "forced, hands open"], rows)


def chance_in_the_best_strain(figures: Data, ax: Axes) -> str:
    """How good a random hand is in its best strain, as the share of hands that are worse."""
    deciles = figures["chance in the best strain"]["deciles"]
    ax.axvline(1 / 3, **DASHED)
    ax.plot(deciles, [tenth / 10 for tenth in range(1, 1 + len(deciles))], "o-", color=BLUE)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    _percent(ax.xaxis, "chance of success in the best strain")
    _percent(ax.yaxis, "share of hands that are worse")
    note = "deciles; dashed: from 1/3 on declaring pays if passing is worth nothing"
    _title(ax, "How good random hands are", note)
    rows = [[f"{10 * tenth} %", f"{chance:.0%}"] for tenth, chance in enumerate(deciles, start=1)]
    return _table(["hands", "chance below"], rows)


def pots(figures: Data, ax: Axes) -> str:
    """From which chance on declaring pays, by scoring and pot."""
    ways = list(figures["base game"])
    base, tens = (
        [figures[game][way]["hands of 1/3 or more"] for way in ways]
        for game in ("base game", "Four Tens")
    )
    ax.axhline(1 / 3, **DASHED)
    _dots(ax, [place - 0.1 for place in range(len(ways))], base)
    _dots(ax, [place + 0.1 for place in range(len(ways))], tens, ORANGE)
    _names(ax, "scoring", [way.replace("pot", "chips, pot") for way in ways])
    _percent(ax.yaxis, "chance of success")
    note = "rearhand, hands of 1/3 or more; blue: base game, orange: Four Tens; dashed: 1/3"
    _title(ax, "From which chance on declaring pays", note)
    rows = [
        [way, _shown(figures["base game"][way]["all hands"]), _shown(b), _shown(t)]
        for way, b, t in zip(ways, base, tens, strict=True)
    ]
    return _table(["scoring", "all hands", "1/3 or more", "Four Tens, 1/3 or more"], rows)


def formula(figures: Data, ax: Axes) -> str:
    """What the formula says and what games say, in ten groups of hands and strains."""
    groups = figures["by tenths"]
    ax.axline((0, 0), slope=1, **DASHED)
    _dots(ax, [group["quick"] for group in groups], [group["games"] for group in groups])
    ax.set_xlim(left=0)
    ax.set_ylim(bottom=0)
    _percent(ax.xaxis, "chance by quick_estimate")
    _percent(ax.yaxis, "chance by games")
    note = (
        f"tenths of {figures['pairs']} pairs; bias {figures['error']['mean']:+.3f},"
        f" correlation {figures['correlation with games']:.2f}"
        f" ({figures['correlation without noise']:.2f} without the games' noise)"
    )
    _title(ax, "The formula and the games", note)
    rows = [[f"{group['quick']:.0%}", _shown(group["games"])] for group in groups]
    return _table(["formula", "games"], rows)


def clubs_errors(figures: Data, ax: Axes) -> str:
    """By how much the formula is off for hands with so many clubs."""
    groups = figures["error by clubs held"]
    ordered = {name: groups[name] for name in sorted(groups, key=lambda name: (len(name), name))}
    return _errors(ax, "clubs", "clubs in the hand", ordered)


def strain_errors(figures: Data, ax: Axes) -> str:
    """By how much the formula is off in each strain."""
    groups = figures["error by strain"]
    named = {NAMES[name]: groups[name] for name in NAMES if name in groups}
    return _errors(ax, "strain", "strain", named)


def _errors(ax: Axes, what: str, label: str, groups: dict[str, Data]) -> str:
    ax.axhline(0, **DASHED)
    _dots(ax, range(len(groups)), list(groups.values()), least=-1.0)
    _names(ax, label, groups)
    _percent(ax.yaxis, "formula less games")
    note = "above the line the formula promises too much; 95 % intervals"
    _title(ax, f"Where the formula is off: the {what}", note)
    rows = [[name, _shown(group), str(group["n"])] for name, group in groups.items()]
    return _table([label, "formula less games", "hands"], rows)


def turns(figures: Data, ax: Axes) -> str:
    """In which trick the verdict changes, and through whom."""
    gifts, losses = (
        figures["given by the defence, by trick"],
        figures["given away by declarer, by trick"],
    )
    tricks = range(1, len(gifts) + 1)
    for series, colour, shift in ((gifts, BLUE, -0.08), (losses, ORANGE, 0.08)):
        places = [trick + shift for trick in tricks]
        ax.plot(places, [figure["mean"] for figure in series], color=colour, linewidth=1.2)
        _dots(ax, places, series, colour)
    ax.set_xticks(tricks)
    ax.set_xlabel("trick")
    ax.set_ylim(bottom=0)
    _percent(ax.yaxis, "changes a hand")
    note = "blue: a defender lets success be forced; orange: declarer gives that away"
    _title(ax, "When the double-dummy verdict changes", note)
    rows = [
        [str(trick), _shown(gift), _shown(loss)]
        for trick, gift, loss in zip(tricks, gifts, losses, strict=True)
    ]
    return _table(["trick", "given by the defence", "given away by declarer"], rows)


def forced(figures: Data, ax: Axes) -> str:
    """How often success can be forced after so many tricks."""
    shares = figures["forced after each trick"]
    ax.axhline(figures["success"]["mean"], **DASHED)
    ax.plot(range(len(shares)), [share["mean"] for share in shares], color=BLUE)
    _dots(ax, range(len(shares)), shares)
    ax.set_xticks(range(len(shares)))
    ax.set_xlabel("tricks played")
    ax.set_ylim(bottom=0)
    _percent(ax.yaxis, "share of hands")
    note = f"{figures['hands']} hands of 1/3 or more; dashed: hands that succeeded"
    _title(ax, "How often success can be forced with all hands open", note)
    return _table(["tricks", "forced"], [[str(t), _shown(share)] for t, share in enumerate(shares)])


def kept_cards(figures: Data, ax: Axes) -> str:
    """Which suits the cards have that are kept when nobody declares, without the tens and with."""
    base, tens = (figures["kept cards"][game] for game in ("base game", "Four Tens"))
    suits = [name for name in NAMES if name != "NT"]
    _bars_and_dots(ax, suits, base, tens)
    _names(ax, "suit", [NAMES[name] for name in suits])
    _percent(ax.yaxis, "share of kept cards")
    note = "bars: base game; dots: Four Tens; 95 % intervals"
    _title(ax, "Suits of the cards kept, undeclared", note)
    rows = [[NAMES[name], _shown(base[name]), _shown(tens[name])] for name in suits]
    return _table(["suit", "base game", "Four Tens"], rows)


_CHARTS: dict[str, dict[str, Callable[[Data, Axes], str]]] = {
    "best_strains": {
        "best_strain": best_strain,
        "chance_in_the_best_strain": chance_in_the_best_strain,
    },
    "break_even": {"break_even": pots},
    "point_count": {
        "formula": formula,
        "formula_by_clubs": clubs_errors,
        "formula_by_strain": strain_errors,
    },
    "turning_points": {"verdict_changes": turns, "forced_after_trick": forced},
    "claims": {"kept_cards": kept_cards},
    "other_games": {},
}
