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
from clumond_solver.display.text.hands import player_name
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.results import Advice, Estimate, Review, verdict_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_BLUE, _ORANGE, _GREY, _INK = "#3b6ea5", "#c77700", "#5a646e", "#1b1f24"
_COLOUR_OF_VERDICT = {True: "#d3f0da", False: "#fbdcdc", None: "#ececec"}
# The smallest change of a chance that gets a dot.
_LARGE_COST = 0.1


def strains(advice: Advice, ax: Axes | None = None) -> Axes:
    """The chance of success by strain with its 95 % interval, and break-even."""
    ax = _axes(ax)
    for x, strain in enumerate(STRAIN_ORDER):
        estimate = advice.estimates[strain]
        ax.bar(x, estimate.p, width=0.64, color=_BLUE)
        ax.vlines(x, *estimate.interval, color=_INK)
        above = (x, max(estimate.interval))
        ax.annotate(percent(estimate.p), above, (0, 4), textcoords="offset points", ha="center")
    ax.axhline(advice.break_even, color=_GREY, linestyle="--")
    ax.set_xticks(range(len(STRAIN_ORDER)), [strain_name(strain) for strain in STRAIN_ORDER])
    _shares(ax.yaxis, "chance of success")
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
    ax = _axes(ax)
    totals = sorted({total for _, total in ends})
    kept = sorted({retention for retention, _ in ends}, key=lambda r: (r.code, r.suits))
    for (retention, total), count in ends.items():
        x, y = totals.index(total), kept.index(retention)
        weight = 0.15 + 0.85 * count / max(ends.values())
        ax.bar(x, 0.9, width=0.94, bottom=y - 0.45, color=_BLUE, alpha=weight)
        colour = "white" if weight > 0.5 else _INK
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
    ax = _axes(ax)
    counts = range(min(estimate.tricks), max(estimate.tricks) + 1)
    shares = [estimate.tricks.get(count, 0) / games for count in counts]
    ax.bar(counts, shares, width=0.64, color=_BLUE)
    ax.set_xticks(counts)
    ax.set_xlabel("tricks")
    ax.set_ylabel("share of games")
    ax.yaxis.set_major_formatter(lambda share, _: percent(share))
    ax.set_title(f"Tricks taken\n{games} games")
    return ax


def course(
    review: Review, ax: Axes | None = None, *, players: Sequence[str] = ("", "", "")
) -> Axes:
    """A reviewed hand card by card: whether success could be forced, and how likely it seemed.

    The background shows the verdict with all hands open after each card. Every player has a line
    for declarer's chance as that player saw it; declarer's own line is thick. Dots mark cards that
    changed the verdict, or a chance by 10 % or more. ``players`` are the players' names.
    """
    ax, cards = _axes(ax), review.plays
    before = verdict_of(cards[0].before) if cards else None
    verdicts = [before, *(play.verdict for play in cards)]
    for x, verdict in enumerate(verdicts):
        ax.axvspan(x, x + 1, color=_COLOUR_OF_VERDICT[verdict], zorder=0)
    has_lines = _draw_chances(review, ax)
    leads = list(enumerate(cards))[:: len(Seat)]
    ax.set_xticks([x + 1.5 for x, _ in leads], [str(play.trick) for _, play in leads])
    ax.set_xlabel("trick")
    ax.set_xlim(0, len(verdicts))
    ax.set_ylim(0, 1)
    ax.set_yticks([])
    who = "the player" if review.seat is None else player_name(review.seat, players)
    note = f"green: {who} could force success with all hands open; red: could not"
    if None in verdicts:
        note += "; grey: not known"
    if has_lines and review.declarer is not None:
        declarer = player_name(review.declarer, players)
        _shares(ax.yaxis, f"chance of {declarer}, as each player saw it")
        note += f"\nthick line: as {declarer} saw it"
    ax.set_title(f"Course of play\n{note}", fontsize="medium", parse_math=False)
    return ax


def _draw_chances(review: Review, ax: Axes) -> bool:
    """Draw declarer's chance as each player saw it at his own cards, and dots; whether any is
    known.
    """
    chances = [review.declarers_chance(play) for play in review.plays]
    for seat in Seat:
        seen = [
            point
            for x, (play, chance) in enumerate(zip(review.plays, chances, strict=True))
            if play.seat == seat and chance is not None
            for point in ((x + 1.1, chance[0]), (x + 1.5, chance[1]))
        ]
        colour, width = (_BLUE, 2.4) if seat is review.declarer else (_GREY, 1.2)
        if seen:
            ax.plot(*zip(*seen, strict=True), color=colour, linewidth=width)
    for x, (play, chance) in enumerate(zip(review.plays, chances, strict=True)):
        if play.turned or (chance is not None and play.cost >= _LARGE_COST):
            ax.plot(x + 1.5, 0.5 if chance is None else chance[1], "o", color=_ORANGE)
    return any(chances)


def calibration(pairs: Sequence[tuple[Estimate, Estimate]], ax: Axes | None = None) -> Axes:
    """How stated chances agree with long-run ones: pairs of (stated, long run).

    The title gives the bias (stated less long run), the correlation and the slope of long run on
    stated. SearchError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise SearchError("calibration needs at least two pairs of estimates")
    ax = _axes(ax)
    ax.plot((0, 1), (0, 1), color=_GREY, linestyle="--")
    for stated, true in pairs:
        ax.vlines(stated.p, *true.interval, color=_INK)
        ax.plot(stated.p, true.p, "o", color=_BLUE, markersize=5)
    _shares(ax.xaxis, "stated chance")
    _shares(ax.yaxis, "long-run chance")
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


def _axes(ax: Axes | None) -> Axes:
    """The axes to draw on."""
    if ax is None:
        try:
            from matplotlib import pyplot
        except ImportError:
            raise missing_extra("matplotlib", "plot") from None
        ax = pyplot.subplots(layout="constrained")[1]
    return ax


def _shares(axis: Axis, label: str) -> None:
    """An axis from 0 to 100 %."""
    # A name may have dollar signs, between which matplotlib would read a formula.
    axis.set_label_text(label, parse_math=False)
    axis.set_ticks([tick / 4 for tick in range(5)], [percent(tick / 4) for tick in range(5)])
    axis.set_view_interval(0, 1, ignore=True)
