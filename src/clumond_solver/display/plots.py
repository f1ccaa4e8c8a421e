"""Charts of results.

Each function returns a `Chart`: a picture in notebooks, plain text by `str`, an SVG or text file by
`save`, and with matplotlib (extra ``plot``) a figure, PNG or PDF.

>>> flat = Estimate(p=0.4, standard_error=0.05, games=96)
>>> chart = calibration([(flat, flat), (Estimate(0.2, 0.1, 16), Estimate(0.3, 0.01, 2100))])
>>> print(chart)
stated   long run
  40 %   40 % ±10
  20 %   30 % ± 2
bias -0.050, correlation 1.00, slope 0.50
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence

from clumond_solver.base.cards import STRAIN_ORDER
from clumond_solver.base.errors import SearchError
from clumond_solver.base.wording import percent, percent_range
from clumond_solver.display.charts import Axis, Bands, Bars, Cells, Chart, Dots, Layer, Line
from clumond_solver.display.text import player_name
from clumond_solver.display.text.double_dummy import VERDICT_SIGNS
from clumond_solver.display.text.layout import bar
from clumond_solver.display.text.retentions import strain_name
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Advice, Estimate, Review, verdict_of

_BAND_OF_VERDICT = {True: "good", False: "bad", None: "open"}
# The smallest change of a chance that gets a dot.
_LARGE_COST = 0.1


def strains(advice: Advice, title: str = "Chance of success by strain") -> Chart:
    """The chance of success by strain with its 95 % interval, and break-even."""
    estimates = [advice.estimates[strain] for strain in STRAIN_ORDER]
    bars = tuple((x, estimate.p, *estimate.interval) for x, estimate in enumerate(estimates))
    call = "pass" if advice.call is None else f"declare {strain_name(advice.call)}"
    rows = [
        f"{strain_name(strain):9} {bar(estimate.p)} {percent(estimate.p):>5} "
        f" {percent_range(*estimate.interval)}"
        for strain, estimate in zip(STRAIN_ORDER, estimates, strict=True)
    ]
    note = f"{call}; break-even: {percent(advice.break_even)}"
    break_even = Line(((-0.6, advice.break_even), (4.6, advice.break_even)), dashed=True)
    return Chart(
        title,
        Axis.of_names("strain", [strain_name(strain) for strain in STRAIN_ORDER]),
        Axis.of_shares("chance of success"),
        (Bars(bars, tuple(percent(estimate.p) for estimate in estimates)), break_even),
        "\n".join([*rows, note]),
        note=f"{note} (dashed); whiskers: 95 % interval",
    )


def finishes(estimate: Estimate, title: str = "Where the successes ended") -> Chart:
    """The retentions and targets of the successful games: how much choice the hand has.

    SearchError for an estimate without a successful game.
    """
    if not estimate.successes:
        raise SearchError("no successful game to show: more games, or another strain")
    totals = sorted({total for _, total in estimate.successes})
    kept = sorted(
        {retention for retention, _ in estimate.successes}, key=lambda r: (r.code, r.suits)
    )
    most = max(estimate.successes.values())
    cells = tuple(
        (totals.index(total), kept.index(retention), 0.15 + 0.85 * count / most, str(count))
        for (retention, total), count in estimate.successes.items()
    )
    won = sum(estimate.successes.values())
    return Chart(
        title,
        Axis.of_names("total of tricks", [str(total) for total in totals]),
        Axis.of_names("suits kept", [str(retention) for retention in kept]),
        (Cells(cells),),
        _finishes_text(estimate.successes, totals),
        note=f"{won} of {estimate.games} games succeeded; the number of games in each cell",
        height=130 + 23 * len(kept),
    )


def _finishes_text(successes: Mapping[tuple[Retention, int], int], totals: Sequence[int]) -> str:
    lines = []
    for total in totals:
        ends = {retention: count for (retention, at), count in successes.items() if at == total}
        ranked = sorted(ends, key=lambda retention: (-ends[retention], retention))
        shown = "  ".join(f"{retention} {ends[retention]}" for retention in ranked)
        lines.append(f"{total:2} tricks: {sum(ends.values()):4}  {shown}")
    return "\n".join(lines)


def tricks(estimate: Estimate, title: str = "Tricks taken") -> Chart:
    """How often each number of tricks was taken; SearchError if no game was played."""
    games = sum(estimate.tricks.values())
    if not games:
        raise SearchError("no game to show: ask for an estimate by games")
    counts = range(min(estimate.tricks), max(estimate.tricks) + 1)
    shares = [estimate.tricks.get(count, 0) / games for count in counts]
    bars = tuple((x, share, 0.0, 0.0) for x, share in enumerate(shares))
    step = 0.05 if max(shares) < 0.3 else 0.2
    ticks = [step * tick for tick in range(math.ceil(max(shares) / step) + 1)]
    return Chart(
        title,
        Axis.of_names("tricks", [str(count) for count in counts]),
        Axis("share of games", 0, ticks[-1], tuple((tick, percent(tick)) for tick in ticks)),
        (Bars(bars, ("",) * len(bars)),),
        "\n".join(
            f"{count:2} {bar(share)} {percent(share):>5}"
            for count, share in zip(counts, shares, strict=True)
        ),
        note=f"{games} games",
    )


def course(
    review: Review, title: str = "Course of play", *, players: Sequence[str] = ("", "", "")
) -> Chart:
    """A reviewed hand card by card: whether success could be forced, and how likely it seemed.

    The background shows the verdict with all hands open after each card. Every player has a line
    for declarer's chance as that player saw it; declarer's own line is thick. Dots mark cards that
    changed the verdict, or a chance by 10 % or more. ``players`` are the players' names.
    """
    who = "the player" if review.seat is None else player_name(review.seat, players)
    cards = review.plays
    before = verdict_of(cards[0].before) if cards else None
    verdicts = [before, *(play.verdict for play in cards)]
    bands = Bands(tuple((x, x + 1, _BAND_OF_VERDICT[makes]) for x, makes in enumerate(verdicts)))
    lines, dots = _chance_lines(review), Dots(tuple(_turning_dots(review)), "turnfill")
    leads = list(enumerate(cards))[:: len(Seat)]
    ticks = [(index + 1.5, str(play.trick)) for index, play in leads]
    note = f"green: {who} could force success with all hands open; red: could not"
    if None in verdicts:
        note += "; grey: not known"
    y_axis = Axis("", 0, 1, ())
    if lines and review.declarer is not None:
        declarer = player_name(review.declarer, players)
        note += f"; thick line: as {declarer} saw it"
        y_axis = Axis.of_shares(f"chance of {declarer}, as each player saw it")
    return Chart(
        title,
        Axis("trick", 0, len(verdicts), tuple(ticks)),
        y_axis,
        (bands, *lines, dots),
        _course_text(review, players),
        note=note,
        width=720,
        height=320 if lines else 160,
    )


def _chance_lines(review: Review) -> list[Layer]:
    """Declarer's chance as each player saw it at his own cards; declarer's own line is last."""
    lines: list[Layer] = []
    for seat in sorted(Seat, key=lambda seat: seat is review.declarer):
        points: list[tuple[float, float]] = []
        for index, play in enumerate(review.plays):
            chance = review.declarers_chance(play)
            if play.seat == seat and chance is not None:
                points += [(index + 1.1, chance[0]), (index + 1.5, chance[1])]
        if points:
            lines.append(Line(tuple(points), thin=seat is not review.declarer))
    return lines


def _turning_dots(review: Review) -> list[tuple[float, float, float, float]]:
    dots = []
    for index, play in enumerate(review.plays):
        chance = review.declarers_chance(play)
        if play.turned or (chance is not None and play.cost >= _LARGE_COST):
            dots.append((index + 1.5, 0.5 if chance is None else chance[1], 0.0, 0.0))
    return dots


def _course_text(review: Review, players: Sequence[str]) -> str:
    lines = []
    for play in review.plays:
        mark = VERDICT_SIGNS[play.verdict]
        line = f"{play.trick:2} {player_name(play.seat, players):10} {play.action} {mark}"
        chance = review.declarers_chance(play)
        if chance is not None:
            line += f" {bar(chance[1])} {percent(chance[1]):>5}"
        lines.append(line + (" turned" if play.turned else ""))
    return "\n".join(lines) or "no card was played"


def calibration(
    pairs: Sequence[tuple[Estimate, Estimate]], title: str = "Stated and long-run chance"
) -> Chart:
    """How stated chances agree with long-run ones: pairs of (stated, long run).

    The note gives the bias (stated less long run), the correlation and the slope of long run on
    stated. SearchError for fewer than two pairs.
    """
    if len(pairs) < 2:
        raise SearchError("calibration needs at least two pairs of estimates")
    note = _agreement([stated.p for stated, _ in pairs], [true.p for _, true in pairs])
    dots = tuple((stated.p, true.p, *true.interval) for stated, true in pairs)
    rows = [
        f"{percent(stated.p):>6}  {percent(true.p):>5} ±{1.96 * true.standard_error * 100:2.0f}"
        for stated, true in pairs
    ]
    shares = Axis.of_shares("long-run chance")
    return Chart(
        title,
        Axis.of_shares("stated chance"),
        shares,
        (Line(((0, 0), (1, 1)), dashed=True), Dots(dots)),
        "\n".join(["stated   long run", *rows, note]),
        note=note,
        width=480,
        height=480,
    )


def _agreement(stated: Sequence[float], true: Sequence[float]) -> str:
    bias = statistics.fmean(stated) - statistics.fmean(true)
    note = f"bias {bias:+.3f}"
    if len(set(stated)) > 1 and len(set(true)) > 1:
        slope = statistics.linear_regression(stated, true).slope
        note += f", correlation {statistics.correlation(stated, true):.2f}, slope {slope:.2f}"
    return note
