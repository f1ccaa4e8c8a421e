"""What the double-dummy engine answers, and the analysis of a record, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clumond_solver.cards import Card
from clumond_solver.display.text.hands import called, grouped, in_names, seating_text, tricks_text
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.display.text.retentions import target_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.results import AnalysedPlay, Analysis, Reach, Seen, TrickRange

#: What stands behind the cards of a trick.
SIGNS = (
    "+ success can still be forced with all hands open, - it cannot, ? not known; twice on the"
    " card that changed it"
)
_COSTLY = 0.05
_MOST_COSTLY = 5


def verdict_text(makes: bool | None, seat: Seat | str, what: str = "success") -> str:
    """Whether the seat, or who is called so, can force success, or what else is asked about."""
    if makes is None:
        return f"With all hands open: not known within the limit whether {seat} can force {what}."
    verb = f"can force {what}" if makes else f"cannot force {what} against best defence"
    return f"With all hands open, {seat} {verb}."


def miss_text(miss: tuple[int, int]) -> str:
    """How near a par the seat can force a finish."""
    low, high = miss
    if high == 0:
        return "Nearest finish he can force: on target."
    return f"Nearest finish he can force: {_bracket(low, high)} off."


def trick_range_text(trick_range: TrickRange) -> str:
    """The fewest tricks the seat can hold himself to, and the most he can force."""
    low, high = trick_range.most
    force = _tricks(low) + (f" (perhaps {high})" if high > low else "")
    low, high = trick_range.fewest
    hold = _tricks(high) + (f" (perhaps {low})" if high > low else "")
    return f"He can force at least {force}, and can hold himself to at most {hold}."


def _bracket(low: int, high: int) -> str:
    return _tricks(low) if low == high else f"between {low} and {high} tricks"


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def plays_headline(plays: Mapping[Card, bool | None], play: Play, seat: Seat) -> str:
    """How many of the legal cards leave the seat able to force success, in a sentence.

    Empty when the play is over.
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
    rest = f"; of {unknown} it is not known yet" if unknown else ""
    if count == 1:
        verb = f"{one} success" if good else f"does not {several} success"
        return f"{cards[0].upper()}{cards[1:]} {verb}."
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
            lines.append(wrapped(f"{words}: {grouped(cards)}", width, "  "))
    return "\n".join(lines)


def retentions_text(retentions: Mapping[Retention, Reach | None]) -> str:
    """The twenty retentions by target: which can be forced, or reached with help."""
    reaches: Sequence[Reach | None] = (Reach.FORCED, Reach.POSSIBLE, Reach.IMPOSSIBLE)
    heads = ["target", "forced", "with help", "impossible"]
    open_ends = {Reach.UNFORCED: "not forced, perhaps with help", None: "not known"}
    for reach, head in open_ends.items():
        if reach in retentions.values():
            reaches, heads = (*reaches, reach), [*heads, head]
    rows = []
    for code in sorted({each.code for each in retentions}):
        row = [target_text(code)]
        for reach in reaches:
            kept = [r.pretty() for r, at in retentions.items() if at is reach and r.code == code]
            row.append(" ".join(kept))
        rows.append(row)
    return table_text(heads, rows)


def line_text(line: Sequence[Card], play: Play) -> str:
    """A line of best play as a table of tricks."""
    if not line:
        return ""
    return f"Best play by all:\n{tricks_text(play.under().after(line))}"


def analysis_text(
    analysis: Analysis,
    start: Play,
    seen: Sequence[Seen] = (),
    *,
    players: Sequence[str] = ("", "", ""),
    every_card: bool = False,
    width: int = WIDTH,
) -> str:
    """The tricks with + where success could still be forced after a card, - where not.

    ``start`` is the position before the first card. A card on which it turned has its mark twice.
    ``seen`` gives, card by card, the chance of the seat of the analysis as whoever played saw it:
    per cent before and after the card, and below the table the cards that gave most away.
    ``every_card`` adds what each card that could have been played would have done, as far as the
    analysis knows it.
    """
    after = start.under().after(step.card for step in analysis.plays)
    marks = []
    for place, step in enumerate(analysis.plays):
        marks.append(_mark(step.verdict) * (2 if step.turned else 1))
        if place < len(seen):
            marks[-1] = f"{marks[-1]:2} {_before_and_after(seen[place])}"
    lines = [seating_text(start.declarer, start.strain, players)]
    lines.append(verdict_text(analysis.verdict, called(analysis.seat, players)))
    if analysis.plays:
        lines.append(tricks_text(after, marks=marks, players=players))
        lines.append(wrapped(f"{SIGNS}.", width))
    turns = (in_names(turn_text(step), players) for step in analysis.turning_points)
    lines += [wrapped(each, width) for each in turns]
    if not analysis.turning_points and None not in [step.verdict for step in analysis.plays]:
        lines.append("It never turned.")
    if seen:
        lines.append(wrapped(in_names(_seen_text(analysis, seen), players), width))
    if every_card:
        options = (_options_text(step, players) for step in analysis.plays if step.options)
        lines += [wrapped(each, width) for each in options]
    return "\n".join(lines)


def _options_text(step: AnalysedPlay, players: Sequence[str]) -> str:
    """What each card would have done, by its mark."""
    kinds = [
        f"{_mark(makes)} {grouped(cards)}"
        for makes in (True, False, None)
        if (cards := [card for card, verdict in step.options.items() if verdict is makes])
    ]
    head = f"{step.trick:2} {called(step.seat, players):10} {step.card.pretty()}"
    return f"{head}: {'; '.join(kinds)}"


def costliest(seats: Sequence[Seat], seen: Sequence[Seen], hero: Seat) -> list[tuple[int, float]]:
    """The cards that cost their players most, costliest first, as (place, cost): at most five.

    ``seats`` says who played each card, ``hero`` whose chance is seen. Cards that cost less
    than 5 % are left out.
    """
    costs = [
        (place, each.cost(own=seat is hero))
        for place, (seat, each) in enumerate(zip(seats, seen, strict=False))
    ]
    costly = [each for each in costs if each[1] >= _COSTLY]
    return sorted(costly, key=lambda each: -each[1])[:_MOST_COSTLY]


def _before_and_after(seen: Seen) -> str:
    before, after = f"{100 * seen.before:.0f}", f"{100 * seen.after:.0f}"
    return after if before == after else f"{before}→{after}"


def _seen_text(analysis: Analysis, seen: Sequence[Seen]) -> str:
    """What the numbers in the table mean, and the cards that cost most."""
    seats = [step.seat for step in analysis.plays]
    costs = [
        f"{step.card.pretty()} by {step.seat} in trick {step.trick} ({cost:.0%})"
        for place, cost in costliest(seats, seen, analysis.seat)
        for step in [analysis.plays[place]]
    ]
    costly = f"The costliest: {', '.join(costs)}" if costs else "No card gave much away"
    return (
        f"Numbers: {analysis.seat}'s chance in per cent as the player of the card saw it, knowing"
        f" his own cards only, with the best card→with the card played. {costly}."
    )


def _mark(makes: bool | None) -> str:
    return "?" if makes is None else "+" if makes else "-"


def turn_text(step: AnalysedPlay) -> str:
    """What a card did that changed the verdict, and what would not have."""
    did = "made success possible to force" if step.verdict else "gave success away"
    better = grouped(step.keeping) or "nothing known"
    return (
        f"Trick {step.trick}: {step.card.pretty()} by {step.seat} {did}; {better} would not have."
    )
