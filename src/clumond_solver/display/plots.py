"""Charts of results, drawn with matplotlib (extra ``plot``).

Each function draws on ``ax``, by default on the axes of a new figure, and returns the axes. Without
matplotlib it raises MissingExtraError.

>>> ax = strains(advice)                                # doctest: +SKIP
>>> ax.figure.savefig("strains.png")                    # doctest: +SKIP
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING

from clumond_solver.base.cards import STRAIN_ORDER
from clumond_solver.base.errors import SearchError, missing_extra
from clumond_solver.base.wording import percent
from clumond_solver.display.text.double_dummy import strain_name
from clumond_solver.results import Advice, Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

BLUE, ORANGE, GREY, INK = "#3b6ea5", "#c77700", "#5a646e", "#1b1f24"


def strains(advice: Advice, ax: Axes | None = None) -> Axes:
    """The chance of success by strain with its 95 % interval, and break-even."""
    ax = axes_of(ax)
    for x, strain in enumerate(STRAIN_ORDER):
        estimate = advice.estimates[strain]
        ax.bar(x, estimate.p, width=0.64, color=BLUE)
        ax.vlines(x, *estimate.interval, color=INK)
        above = (x, max(estimate.interval))
        ax.annotate(percent(estimate.p), above, (0, 4), textcoords="offset points", ha="center")
    ax.axhline(advice.break_even, color=GREY, linestyle="--")
    ax.set_xticks(range(len(STRAIN_ORDER)), [strain_name(strain) for strain in STRAIN_ORDER])
    show_shares(ax.yaxis, "chance of success")
    call = "pass" if advice.call is None else f"declare {strain_name(advice.call)}"
    note = f"{call}; break-even: {percent(advice.break_even)} (dashed); lines: 95 % interval"
    ax.set_title(f"Chance of success by strain\n{note}")
    return ax


def finishes(estimate: Estimate, ax: Axes | None = None) -> Axes:
    """The retentions and targets of the successful games: how much choice the hand has.

    SearchError for an estimate without a successful game.
    """
    ends = estimate.successes
    if not ends:
        raise SearchError("no successful game to show: more games, or another strain")
    ax = axes_of(ax)
    totals = sorted({total for _, total in ends})
    kept = sorted({retention for retention, _ in ends}, key=lambda r: (r.code, r.suits))
    for (retention, total), count in ends.items():
        x, y = totals.index(total), kept.index(retention)
        weight = 0.15 + 0.85 * count / max(ends.values())
        ax.bar(x, 0.9, width=0.94, bottom=y - 0.45, color=BLUE, alpha=weight)
        colour = "white" if weight > 0.5 else INK
        ax.text(x, y, str(count), color=colour, ha="center", va="center")
    ax.set_xticks(range(len(totals)), [str(total) for total in totals])
    ax.set_yticks(range(len(kept)), [str(retention) for retention in kept])
    ax.set_xlabel("total of tricks")
    ax.set_ylabel("suits kept")
    note = f"{sum(ends.values())} of {estimate.games} games succeeded; the games of each cell"
    ax.set_title(f"Where the successes ended\n{note}")
    return ax


def tricks(estimate: Estimate, ax: Axes | None = None) -> Axes:
    """How often each number of tricks was taken; SearchError if no game was played."""
    games = sum(estimate.tricks.values())
    if not games:
        raise SearchError("no game to show: ask for an estimate by games")
    ax = axes_of(ax)
    counts = range(min(estimate.tricks), max(estimate.tricks) + 1)
    shares = [estimate.tricks.get(count, 0) / games for count in counts]
    ax.bar(counts, shares, width=0.64, color=BLUE)
    ax.set_xticks(counts)
    ax.set_xlabel("tricks")
    ax.set_ylabel("share of games")
    ax.yaxis.set_major_formatter(lambda share, _: percent(share))
    ax.set_title(f"Tricks taken\n{games} games")
    return ax


def calibration(pairs: Sequence[tuple[Estimate, Estimate]], ax: Axes | None = None) -> Axes:
    """How stated chances agree with long-run ones: pairs of (stated, long run).

    The title gives the bias (stated less long run), the correlation and the slope of long run on
    stated. SearchError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise SearchError("calibration needs at least two pairs of estimates")
    ax = axes_of(ax)
    ax.plot((0, 1), (0, 1), color=GREY, linestyle="--")
    for stated, true in pairs:
        ax.vlines(stated.p, *true.interval, color=INK)
        ax.plot(stated.p, true.p, "o", color=BLUE, markersize=5)
    show_shares(ax.xaxis, "stated chance")
    show_shares(ax.yaxis, "long-run chance")
    note = _agreement([stated.p for stated, _ in pairs], [true.p for _, true in pairs])
    ax.set_title(f"Stated and long-run chance\n{note}")
    return ax


def _agreement(stated: Sequence[float], true: Sequence[float]) -> str:
    bias = statistics.fmean(stated) - statistics.fmean(true)
    note = f"bias {bias:+.3f}"
    if len(set(stated)) > 1 and len(set(true)) > 1:
        slope = statistics.linear_regression(stated, true).slope
        note += f", correlation {statistics.correlation(stated, true):.2f}, slope {slope:.2f}"
    return note


def axes_of(ax: Axes | None) -> Axes:
    """The axes to draw on."""
    if ax is None:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise missing_extra("matplotlib", "plot") from None
        ax = pyplot.subplots(layout="constrained")[1]
    return ax


def show_shares(axis: Axis, label: str) -> None:
    """An axis from 0 to 100 %."""
    # A name may have dollar signs, between which matplotlib would read a formula.
    axis.set_label_text(label, parse_math=False)
    axis.set_ticks([tick / 4 for tick in range(5)], [percent(tick / 4) for tick in range(5)])
    axis.set_view_interval(0, 1, ignore=True)
