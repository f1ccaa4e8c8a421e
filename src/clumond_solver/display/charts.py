"""Charts as data: axes and layers, drawn as SVG here or by matplotlib for print.

Layers hold coordinates in data units, which the two renderers scale to their pictures. The SVG
renderer needs no other package and follows the reader's light or dark setting. A ``colour`` is a
class of the pictures' style sheet (`svg.style_rules`).
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from clumond_solver.base.atomic_files import write_atomically
from clumond_solver.base.errors import missing_extra
from clumond_solver.base.values import path_text
from clumond_solver.display.markup import escaped
from clumond_solver.display.svg import Picture, Theme, box, framed, text_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LEFT, _RIGHT, _TOP, _BOTTOM = 66, 26, 40, 48


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: its label, range, and ticks with labels."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    @classmethod
    def of_shares(cls, label: str) -> Axis:
        """From 0 to 100 %."""
        return cls(label, 0, 1, tuple((tick / 4, f"{25 * tick} %") for tick in range(5)))

    @classmethod
    def of_names(cls, label: str, names: Sequence[str]) -> Axis:
        """An axis with a name at each whole number from 0 on."""
        return cls(label, -0.6, len(names) - 0.4, tuple(enumerate(names)))


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars from zero up, as (x, height, low, high); the last two bound the error."""

    bars: tuple[tuple[float, float, float, float], ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dots:
    """Points as (x, y, low, high), the last two bounding the error of y."""

    dots: tuple[tuple[float, float, float, float], ...]
    colour: str = "won"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points: ``thin`` beside a main line, ``dashed`` if it shows no data."""

    points: tuple[tuple[float, float], ...]
    thin: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid of cells as (x, y, weight from 0 to 1, label)."""

    cells: tuple[tuple[float, float, float, str], ...]


@dataclass(frozen=True, slots=True)
class Bands:
    """Coloured ranges of x as (from, to, colour), behind everything else."""

    bands: tuple[tuple[float, float, str], ...]


Layer = Bars | Dots | Line | Cells | Bands


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart; notebooks show it, `str` gives its plain text, `save` writes it.

    note           a line below the title.
    text           the chart in plain text.
    width, height  the natural size of its picture, in pixels.
    """

    title: str
    x: Axis
    y: Axis
    layers: tuple[Layer, ...]
    text: str = field(repr=False)
    note: str = ""
    width: int = 640
    height: int = 320

    def __str__(self) -> str:
        """The chart in plain text."""
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg().text

    def svg(self, theme: Theme | str = Theme.AUTO) -> Picture:
        """The chart as a picture, without any other package."""
        plot = _SvgPlot(self)
        parts = plot.axes()
        for layer in self.layers:
            if isinstance(layer, Bands):
                parts[:0] = plot.layer(layer)
            else:
                parts += plot.layer(layer)
        return framed(parts, self.width, self.height, self.title, Theme(theme))

    def figure(self) -> Figure:
        """The chart as a matplotlib figure; MissingExtraError without the extra ``plot``."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise missing_extra("matplotlib", "plot") from None
        figure = Figure(figsize=(self.width / 80, self.height / 80), layout="constrained")
        axes = figure.add_subplot()
        for layer in self.layers:
            _draw_layer(layer, axes)
        axes.set_title("\n".join(filter(None, (self.title, self.note))), fontsize=11)
        axes.set_xlabel(self.x.label)
        axes.set_ylabel(self.y.label)
        axes.set_xlim(self.x.low, self.x.high)
        axes.set_ylim(self.y.low, self.y.high)
        axes.set_xticks(*_ticks(self.x))
        axes.set_yticks(*_ticks(self.y))
        axes.spines[["top", "right"]].set_visible(False)
        return figure

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the chart in the format of the file's extension: .svg, .txt, or one of matplotlib.

        Writes the whole file or, on an error, nothing. OSError if it cannot be written, ValueError
        for an unknown extension.
        """
        extension = Path(path_text(path)).suffix.lower()
        if extension == ".svg":
            self.svg().save(path)
        elif extension == ".txt":
            write_atomically(path, f"{self.text}\n".encode())
        else:
            write_atomically(path, _rendered(self.figure(), extension.removeprefix(".")))


class _SvgPlot:
    """Draws a chart's axes and layers as SVG elements."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.right = chart.width - _RIGHT
        self.bottom = chart.height - _BOTTOM
        self.top = _TOP + (16 if chart.note else 0)
        self.has_cells = any(isinstance(layer, Cells) for layer in chart.layers)

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """The pixels of a point in data units, rounded to tenths."""
        x_axis, y_axis = self.chart.x, self.chart.y
        width, height = self.right - _LEFT, self.bottom - self.top
        return (
            round(_LEFT + width * (x - x_axis.low) / (x_axis.high - x_axis.low), 1),
            round(self.bottom - height * (y - y_axis.low) / (y_axis.high - y_axis.low), 1),
        )

    def axes(self) -> list[str]:
        """Title, grid lines, tick labels and the axes' names."""
        chart = self.chart
        parts = [text_line(chart.title, 14, 24, 15, bold=True)]
        if chart.note:
            parts.append(text_line(chart.note, 14, 42, 12, "soft"))
        for tick, label in chart.y.ticks:
            _, y = self.to_pixels(chart.x.low, tick)
            if not self.has_cells:
                parts.append(_line("edge", (_LEFT, y), (self.right, y)))
            parts.append(text_line(label, _LEFT - 7, y + 4, 11.5, "soft", anchor="end"))
        for tick, label in chart.x.ticks:
            x, _ = self.to_pixels(tick, chart.y.low)
            parts.append(text_line(label, x, self.bottom + 17, 12, anchor="middle"))
        middle = (_LEFT + self.right) / 2
        parts.append(
            text_line(chart.x.label, middle, chart.height - 12, 12, "soft", anchor="middle")
        )
        parts.append(_vertical_text(chart.y.label, 18, (self.top + self.bottom) / 2))
        return parts

    def layer(self, layer: Layer) -> list[str]:
        """The elements of one layer."""
        match layer:
            case Bars():
                return self._bars(layer)
            case Dots():
                return [part for dot in layer.dots for part in self._dot(dot, layer.colour)]
            case Line():
                return [self._path(layer)]
            case Cells():
                return [part for cell in layer.cells for part in self._cell(cell)]
            case Bands():
                return [self._band(band) for band in layer.bands]

    def _bars(self, layer: Bars) -> list[str]:
        parts = []
        half_width = abs(self.to_pixels(0.32, 0)[0] - self.to_pixels(0, 0)[0])
        for (x, height, low, high), label in zip(layer.bars, layer.labels, strict=True):
            middle, end = self.to_pixels(x, height)
            _, zero = self.to_pixels(x, 0)
            corner, size = (middle - half_width, min(end, zero)), (2 * half_width, abs(zero - end))
            parts.append(box("won", corner, size, 3, ' fill-opacity="0.65"'))
            parts += self._whisker(x, low, high)
            _, top = self.to_pixels(x, high)
            parts.append(text_line(label, middle, top - 6, 12, anchor="middle", bold=True))
        return parts

    def _whisker(self, x: float, low: float, high: float) -> list[str]:
        if low >= high:
            return []
        (middle, bottom), (_, top) = self.to_pixels(x, low), self.to_pixels(x, high)
        ends = [_line("inkline", (middle - 5, y), (middle + 5, y), 1.5) for y in (bottom, top)]
        return [_line("inkline", (middle, bottom), (middle, top), 1.5), *ends]

    def _dot(self, dot: tuple[float, float, float, float], colour: str) -> list[str]:
        x, y = self.to_pixels(dot[0], dot[1])
        circle = f'<circle class="{colour}" cx="{x:g}" cy="{y:g}" r="4"/>'
        return [*self._whisker(dot[0], dot[2], dot[3]), circle]

    def _path(self, layer: Line) -> str:
        points = " ".join(f"{x:g},{y:g}" for x, y in (self.to_pixels(*p) for p in layer.points))
        dashes = ' stroke-dasharray="5 4"' if layer.dashed else ""
        is_secondary = layer.dashed or layer.thin
        colour, width = ("softline", 1.2) if is_secondary else ("wonline", 2.4)
        return (
            f'<polyline class="{colour} line" points="{points}" stroke-width="{width}"'
            f' stroke-linejoin="round"{dashes}/>'
        )

    def _cell(self, cell: tuple[float, float, float, str]) -> list[str]:
        x, y, weight, label = cell
        left, top = self.to_pixels(x - 0.47, y + 0.45)
        right, bottom = self.to_pixels(x + 0.47, y - 0.45)
        size = right - left, bottom - top
        tint = box("won", (left, top), size, 3, f' fill-opacity="{weight:.2f}"')
        colour = "onpill" if weight > 0.5 else "ink"
        middle = (left + right) / 2, (top + bottom) / 2 + 4
        return [tint, text_line(label, *middle, 11.5, colour, anchor="middle")]

    def _band(self, band: tuple[float, float, str]) -> str:
        first, last, colour = band
        left, _ = self.to_pixels(first, 0)
        right, _ = self.to_pixels(last, 0)
        return box(colour, (left, self.top), (right - left, self.bottom - self.top))


def _line(
    colour: str, start: tuple[float, float], end: tuple[float, float], width: float = 1
) -> str:
    return (
        f'<path class="{colour} line" stroke-width="{width:g}"'
        f' d="M{start[0]:g} {start[1]:g} L{end[0]:g} {end[1]:g}"/>'
    )


def _vertical_text(text: str, x: float, y: float) -> str:
    return (
        f'<text class="soft" font-size="12" text-anchor="middle"'
        f' transform="translate({x:g} {y:g}) rotate(-90)">{escaped(text)}</text>'
    )


# Drawing with matplotlib.

_BLUE = "#3b6ea5"
_PRINT_COLOURS: Mapping[str, str] = {
    "won": _BLUE, "turnfill": "#c77700", "good": "#d3f0da", "bad": "#fbdcdc", "open": "#ececec",
}  # fmt: skip


def _ticks(axis: Axis) -> tuple[list[float], list[str]]:
    return [tick for tick, _ in axis.ticks], [label for _, label in axis.ticks]


def _draw_layer(layer: Layer, axes: Axes) -> None:
    match layer:
        case Bars():
            for (x, height, low, high), label in zip(layer.bars, layer.labels, strict=True):
                axes.bar(x, height, width=0.64, color=_BLUE)
                _draw_error(axes, x, (low, high))
                axes.annotate(
                    label, (x, max(high, height)), (0, 4), textcoords="offset points",
                    ha="center",
                )  # fmt: skip
        case Dots():
            for x, y, low, high in layer.dots:
                _draw_error(axes, x, (low, high))
                axes.plot(x, y, "o", color=_PRINT_COLOURS[layer.colour], markersize=5)
        case Line():
            is_secondary = layer.dashed or layer.thin
            axes.plot(
                [x for x, _ in layer.points],
                [y for _, y in layer.points],
                color="#5a646e" if is_secondary else _BLUE,
                linestyle="--" if layer.dashed else "-",
                linewidth=1.0 if is_secondary else 2.0,
            )
        case Cells():
            for x, y, weight, label in layer.cells:
                axes.bar(x, 0.9, width=0.94, bottom=y - 0.45, color=_BLUE, alpha=weight)
                axes.text(x, y, label, ha="center", va="center", fontsize=8)
        case Bands():
            for first, last, colour in layer.bands:
                axes.axvspan(first, last, color=_PRINT_COLOURS[colour], zorder=0)


def _draw_error(axes: Axes, x: float, bounds: tuple[float, float]) -> None:
    if bounds[0] < bounds[1]:
        axes.vlines(x, *bounds, color="#5a646e", lw=1.3)


def _rendered(figure: Figure, extension: str) -> bytes:
    """The figure as the bytes of a file with that extension."""
    supported = ", ".join(sorted(figure.canvas.get_supported_filetypes()))
    if extension not in supported.split(", "):
        raise ValueError(f"no such picture format: .{extension} (use one of {supported})")
    buffer = io.BytesIO()
    figure.savefig(buffer, format=extension, dpi=160)
    return buffer.getvalue()
