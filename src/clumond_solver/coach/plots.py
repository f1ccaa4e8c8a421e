"""The chart of a reviewed hand, drawn with matplotlib as those of `display.plots` (extra ``plot``).

>>> ax = course(reviewed)                               # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clumond_solver.coach.hints_and_reviews import Review
from clumond_solver.display.plots import BLUE, GREY, ORANGE, axes_of, show_shares
from clumond_solver.display.text.hands import player_name
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.results import verdict_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOUR_OF_VERDICT = {True: "#d3f0da", False: "#fbdcdc", None: "#ececec"}
# The smallest change of a chance that gets a dot.
_LARGE_COST = 0.1


def course(
    review: Review, ax: Axes | None = None, *, players: Sequence[str] = ("", "", "")
) -> Axes:
    """A reviewed hand card by card: whether success could be forced, and how likely it seemed.

    The background shows the verdict with all hands open after each card. Every player has a line
    for declarer's chance as that player saw it; declarer's own line is thick. Dots mark cards that
    changed the verdict, or a chance by 10 % or more. ``players`` are the players' names.
    """
    ax, cards = axes_of(ax), review.plays
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
        show_shares(ax.yaxis, f"chance of {declarer}, as each player saw it")
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
        colour, width = (BLUE, 2.4) if seat is review.declarer else (GREY, 1.2)
        if seen:
            ax.plot(*zip(*seen, strict=True), color=colour, linewidth=width)
    for x, (play, chance) in enumerate(zip(review.plays, chances, strict=True)):
        if play.turned or (chance is not None and play.cost >= _LARGE_COST):
            ax.plot(x + 1.5, 0.5 if chance is None else chance[1], "o", color=ORANGE)
    return any(chances)
