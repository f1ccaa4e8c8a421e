"""The pictures of the study: charts from its figures. See study.py."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from clumond_solver.display.charts import Axis, Bars, Chart, Dots, Line

Data = dict[str, Any]
Dot = tuple[float, float, float, float]

NAMES = {"C": "clubs", "H": "hearts", "S": "spades", "D": "diamonds", "NT": "no trumps"}


def pictures(part: str, figures: Data) -> dict[str, Chart]:
    """The charts of one part of the study, by the name of their file."""
    return {title: draw(figures) for title, draw in _CHARTS[part].items()}


def put_on_page(page: Path, charts: dict[str, Chart]) -> None:
    """Renew the pictures beside a page of Markdown, and below each on the page its table."""
    text = page.read_text(encoding="utf-8")
    for title, chart in charts.items():
        chart.save(page.parent / "study" / f"{title}.svg")
        text, found = re.subn(
            rf"(\(study/{title}\.svg\)\n\n```text\n).*?(\n```)",
            partial(_renewed, chart),
            text,
            flags=re.DOTALL,
        )
        if found != 1:
            raise ValueError(f"{page} has {found} places for {title}")
    page.write_text(text, encoding="utf-8")


def _renewed(chart: Chart, place: re.Match[str]) -> str:
    return f"{place[1]}{chart}{place[2]}"


def _dot(place: float, figure: Data, least: float = 0.0, most: float = 1.0) -> Dot:
    """A figure as a point with its 95 % interval, which ends at the least and the most there is."""
    half, centre = 1.96 * (figure["error"] or 0.0), figure["mean"]
    return place, centre, max(least, centre - half), min(most, centre + half)


def _percent_axis(label: str, low: float, high: float, sign: str = "") -> Axis:
    """From a round figure below to one above, in at most eight steps."""
    steps = (each * 10**power for power in count(-2) for each in (1, 2, 5))
    step = next(each for each in steps if (high - low) / each <= 7)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple((n * step, f"{n * step:{sign}.0%}") for n in range(first, last + 1))
    return Axis(label, first * step, last * step, ticks)


def _ends(dots: Iterable[Dot]) -> tuple[float, float]:
    """The least and the most that points and their errors reach."""
    bounds = [end for dot in dots for end in dot[1:]] or [0.0, 0.1]
    return min(bounds), max(bounds)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [heads, *rows]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )


def _shown(figure: Data, *, percent: bool = True) -> str:
    error = figure["error"] or 0.0
    if percent:
        return f"{100 * figure['mean']:.1f} ± {100 * error:.1f} %"
    return f"{figure['mean']:.2f} ± {error:.2f}"


def best_strain(figures: Data) -> Chart:
    """How often each strain is best: by advice, and with all hands open."""
    advice, open_hands = figures["by advice"], figures["forced successes by strain"]
    bars = tuple(_dot(place, advice[name]) for place, name in enumerate(NAMES))
    dots = tuple(_dot(place + 0.22, open_hands[name]) for place, name in enumerate(NAMES))
    rows = [[NAMES[n], _shown(advice[n]), _shown(open_hands[n])] for n in NAMES]
    return Chart(
        "How often each strain is best",
        Axis.of_names("strain", list(NAMES.values())),
        _percent_axis("share of hands", 0.0, _ends(bars + dots)[1]),
        (Bars(bars, ("",) * len(bars)), Dots(dots, "turnfill")),
        _table(["strain", "by advice", "forced, hands open"], rows),
        note="bars: by advice; dots: of the successes that can be forced; 95 % intervals",
    )


def chance_in_the_best_strain(figures: Data) -> Chart:
    """How good a random hand is in its best strain, as the share of hands that are worse."""
    deciles = figures["chance in the best strain"]["deciles"]
    points = tuple((chance, tenth / 10) for tenth, chance in enumerate(deciles, start=1))
    rows = [[f"{10 * tenth} %", f"{chance:.0%}"] for tenth, chance in enumerate(deciles, start=1)]
    return Chart(
        "How good random hands are",
        Axis.of_shares("chance of success in the best strain"),
        Axis.of_shares("share of hands that are worse"),
        (
            Line(((1 / 3, 0), (1 / 3, 1)), dashed=True),
            Line(points),
            Dots(tuple((x, y, y, y) for x, y in points)),
        ),
        _table(["hands", "chance below"], rows),
        note="deciles; dashed: from 1/3 on declaring pays if passing is worth nothing",
    )


def pots(figures: Data) -> Chart:
    """From which chance on declaring pays, by scoring and pot."""
    ways = list(figures["base game"])
    base, tens = (
        [figures[game][way]["hands of 1/3 or more"] for way in ways]
        for game in ("base game", "Four Tens")
    )
    dashed = Line(((-0.6, 1 / 3), (len(ways) - 0.4, 1 / 3)), dashed=True)
    base_dots = tuple(_dot(place - 0.1, each) for place, each in enumerate(base))
    tens_dots = tuple(_dot(place + 0.1, each) for place, each in enumerate(tens))
    rows = [
        [way, _shown(figures["base game"][way]["all hands"]), _shown(b), _shown(t)]
        for way, b, t in zip(ways, base, tens, strict=True)
    ]
    return Chart(
        "From which chance on declaring pays",
        Axis.of_names("scoring", [way.replace("pot", "chips, pot") for way in ways]),
        _percent_axis("chance of success", *_ends((*base_dots, *tens_dots))),
        (dashed, Dots(base_dots), Dots(tens_dots, "turnfill")),
        _table(["scoring", "all hands", "1/3 or more", "Four Tens, 1/3 or more"], rows),
        note="rearhand, hands of 1/3 or more; blue: base game, orange: Four Tens; dashed: 1/3",
    )


def formula(figures: Data) -> Chart:
    """What the formula says and what games say, in ten groups of hands and strains."""
    groups = figures["by tenths"]
    dots = tuple(_dot(each["quick"], each["games"]) for each in groups)
    most = max(*(dot[0] for dot in dots), _ends(dots)[1])
    note = (
        f"tenths of {figures['pairs']} pairs; bias {figures['error']['mean']:+.3f},"
        f" correlation {figures['correlation with games']:.2f}"
        f" ({figures['correlation without noise']:.2f} without the games' noise)"
    )
    return Chart(
        "The formula and the games",
        _percent_axis("chance by quick_estimate", 0.0, most),
        _percent_axis("chance by games", 0.0, most),
        (Line(((0, 0), (most, most)), dashed=True), Dots(dots)),
        _table(["formula", "games"], [[f"{g['quick']:.0%}", _shown(g["games"])] for g in groups]),
        note=note,
        width=560,
        height=480,
    )


def clubs_errors(figures: Data) -> Chart:
    """By how much the formula is off for hands with so many clubs."""
    found = figures["error by clubs held"]
    return _error_chart("Where the formula is off: the clubs", "clubs in the hand", found)


def strain_errors(figures: Data) -> Chart:
    """By how much the formula is off in each strain."""
    found = figures["error by strain"]
    named = {NAMES[name]: found[name] for name in NAMES if name in found}
    return _error_chart("Where the formula is off: the strain", "strain", named)


def _error_chart(title: str, label: str, groups: dict[str, Data]) -> Chart:
    names = (
        sorted(groups, key=lambda name: (len(name), name)) if label != "strain" else list(groups)
    )
    dots = tuple(_dot(place, groups[name], -1.0) for place, name in enumerate(names))
    low, high = _ends(dots)
    rows = [[name, _shown(groups[name]), str(groups[name]["n"])] for name in names]
    return Chart(
        title,
        Axis.of_names(label, names),
        _percent_axis("formula less games", min(low, -0.02), max(high, 0.02), "+"),
        (Line(((-0.6, 0), (len(names) - 0.4, 0)), dashed=True), Dots(dots)),
        _table([label, "formula less games", "hands"], rows),
        note="above the line the formula promises too much; 95 % intervals",
    )


def turns(figures: Data) -> Chart:
    """In which trick the verdict changes, and through whom."""
    gifts, losses = (
        figures["given by the defence, by trick"],
        figures["given away by declarer, by trick"],
    )
    places = range(1, len(gifts) + 1)
    lines = [
        Line(tuple((t, each["mean"]) for t, each in zip(places, series, strict=True)), thin=thin)
        for series, thin in ((gifts, False), (losses, True))
    ]
    blue = Dots(tuple(_dot(t - 0.08, each) for t, each in zip(places, gifts, strict=True)))
    orange = Dots(tuple(_dot(t + 0.08, e) for t, e in zip(places, losses, strict=True)), "turnfill")
    rows = [
        [str(t), _shown(gift), _shown(loss)]
        for t, gift, loss in zip(places, gifts, losses, strict=True)
    ]
    return Chart(
        "When the double-dummy verdict changes",
        Axis("trick", 0.4, 13.6, tuple((t, str(t)) for t in places)),
        _percent_axis("changes a hand", 0.0, _ends(blue.dots + orange.dots)[1]),
        (*lines, blue, orange),
        _table(["trick", "given by the defence", "given away by declarer"], rows),
        note="blue: a defender lets success be forced; orange: declarer gives that away",
    )


def forced(figures: Data) -> Chart:
    """How often success can be forced after so many tricks."""
    shares = figures["forced after each trick"]
    dots = tuple(_dot(trick, each) for trick, each in enumerate(shares))
    points = tuple(dot[:2] for dot in dots)
    won = figures["success"]["mean"]
    return Chart(
        "How often success can be forced with all hands open",
        Axis("tricks played", -0.4, 13.4, tuple((t, str(t)) for t in range(14))),
        _percent_axis("share of hands", 0.0, max(won, _ends(dots)[1])),
        (
            Line(((-0.4, won), (13.4, won)), dashed=True),
            Line(points),
            Dots(dots),
        ),
        _table(["tricks", "forced"], [[str(t), _shown(each)] for t, each in enumerate(shares)]),
        note=f"{figures['hands']} hands of 1/3 or more; dashed: hands that succeeded",
    )


def kept_cards(figures: Data) -> Chart:
    """Which suits the cards have that are kept when nobody declares, without the tens and with."""
    base, tens = (figures["kept cards"][game] for game in ("base game", "Four Tens"))
    suits = [name for name in NAMES if name != "NT"]
    bars = tuple(_dot(place, base[name]) for place, name in enumerate(suits))
    dots = tuple(_dot(place + 0.22, tens[name]) for place, name in enumerate(suits))
    return Chart(
        "Suits of the cards kept, undeclared",
        Axis.of_names("suit", [NAMES[name] for name in suits]),
        _percent_axis("share of kept cards", 0.0, _ends(bars + dots)[1]),
        (Bars(bars, ("",) * len(bars)), Dots(dots, "turnfill")),
        _table(
            ["suit", "base game", "Four Tens"],
            [[NAMES[n], _shown(base[n]), _shown(tens[n])] for n in suits],
        ),
        note="bars: base game; dots: Four Tens; 95 % intervals",
    )


_CHARTS: dict[str, dict[str, Callable[[Data], Chart]]] = {
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
}
