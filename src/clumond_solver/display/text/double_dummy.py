"""Answers of the double-dummy engine as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clumond_solver.base.cards import Card
from clumond_solver.base.wording import capital, counted
from clumond_solver.display.text.hands import cards_text, tricks_text
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.display.text.retentions import REACHES, target_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import Reach, TrickRange

VERDICT_SIGNS = {True: "+", False: "-", None: "?"}
#: The legend of the signs behind cards.
SIGNS_LEGEND = (
    "+ success can still be forced with all hands open, - it cannot, ? not known; ++ or -- on the"
    " card that changed this"
)


def verdict_text(makes: bool | None, seat: Seat | str, what: str = "success") -> str:
    """Whether a seat or player can force success or another ending."""
    if makes is None:
        return f"With all hands open: not known within the limit whether {seat} can force {what}."
    verb = f"can force {what}" if makes else f"cannot force {what} against best defence"
    return f"With all hands open, {seat} {verb}."


def miss_text(miss: tuple[int, int], seat: str = "he") -> str:
    """How near to a par the seat can force the hand to end."""
    low, high = miss
    finish = "on target" if high == 0 else f"{_between(low, high)} off"
    return f"With best play on all sides {seat} ends {finish}."


def trick_range_text(trick_range: TrickRange, seat: str = "he") -> str:
    """The most tricks that the seat can force, and the fewest that it can hold itself to."""
    low, high = trick_range.most
    force = f"can force {counted(low, 'trick')} or more" if low else "is sure of none"
    force += f" (perhaps as many as {high})" if high > low else ""
    low, high = trick_range.fewest
    hold = f"{counted(high, 'trick')} or fewer" + (
        f" (perhaps as few as {low})" if high > low else ""
    )
    return f"If {seat} plays for tricks, he {force}; if he ducks, he can stay at {hold}."


def _between(low: int, high: int) -> str:
    return counted(low, "trick") if low == high else f"between {low} and {high} tricks"


def plays_headline(plays: Mapping[Card, bool | None], play: Play, seat: Seat) -> str:
    """How many of the legal cards leave the seat able to force success, in a sentence.

    It follows a sentence that says whether he can. Empty when the play is over.
    """
    if play.turn is None or not plays:
        return ""
    own, whose = play.turn is seat, f"{play.turn}'s"
    one, several = ("forces", "force") if own else (f"lets {seat} force", f"let {seat} force")
    count, verdicts = len(plays), list(plays.values())
    good, unknown = verdicts.count(True), verdicts.count(None)
    cards = f"{whose} {count} cards" if count > 1 else f"{whose} only card"
    if unknown == count:
        return f"Not known yet: which of {cards} {several} success."
    if not own and not good and not unknown:
        return capital(f"{'any of ' if count > 1 else ''}{cards} prevents it.")
    rest = f"; of {unknown} it is not known yet" if unknown else ""
    if count == 1:
        verb = f"{one} success" if good else f"does not {several} success"
        return f"{capital(cards)} {verb}."
    how_many = {0: "None", count: "Each"}.get(good, "Only 1" if good == 1 else str(good))
    if unknown and not good:
        how_many = "So far none"
    verb = several if 1 < good < count else one
    return f"{how_many} of {cards} {verb} success{rest}."


def plays_text(
    plays: Mapping[Card, bool | None], play: Play, seat: Seat, *, width: int = WIDTH
) -> str:
    """The legal cards by what they do to the seat's success."""
    kinds = (
        (True, f"{seat} still succeeds after"),
        (False, f"{seat} can be stopped after"),
        (None, "not known after"),
    )
    lines = [f"{play.turn} to play:"]
    for verdict, words in kinds:
        cards = [card for card, makes in plays.items() if makes is verdict]
        if cards:
            lines.append(wrapped(f"{words}: {cards_text(cards)}", width, "  "))
    return "\n".join(lines)


def retentions_text(retentions: Mapping[Retention, Reach | None]) -> str:
    """The twenty retentions by target: which can be forced, or reached with help."""
    reaches: Sequence[Reach | None] = (Reach.FORCED, Reach.POSSIBLE, Reach.IMPOSSIBLE)
    heads = ["target", *(REACHES[reach][0] for reach in reaches)]
    undecided = {Reach.UNFORCED: "not forced, perhaps with help", None: "not known"}
    for reach, head in undecided.items():
        if reach in retentions.values():
            reaches, heads = (*reaches, reach), [*heads, head]
    rows = []
    for code in sorted({kept.code for kept in retentions}):
        row = [target_text(code)]
        for reach in reaches:
            kept = [r.pretty() for r, at in retentions.items() if at is reach and r.code == code]
            row.append(" ".join(kept))
        rows.append(row)
    return table_text(heads, rows)


def line_text(line: Sequence[Card], play: Play, title: str = "Best play by all") -> str:
    """A line of play as a table of tricks."""
    if not line:
        return ""
    return f"{title}:\n{tricks_text(play.replace().after(line))}"
