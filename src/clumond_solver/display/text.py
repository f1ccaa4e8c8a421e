"""Plain text for people: hand diagrams, trick tables, and what the engines answer.

Every function returns a string without a final line break and without terminal codes. ``width``
is the number of columns to keep to; what does not fit beside each other goes below each other.

>>> print(hand_text(Hand.parse("42.KQ7..J98732")))
♣ J 9 8 7 3 2   ♥ K Q 7   ♠ 4 2   ♦ –
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from clumond_solver.cards import DIAGRAM_ORDER, Card, Hand, Strain
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import TRICKS, Outcome, Play, Retention
from clumond_solver.records import CardNote, Record, RecordedTrick, Verification
from clumond_solver.results import (
    Advice,
    AnalysedPlay,
    Analysis,
    Estimate,
    Reach,
    Seen,
    TrickRange,
)
from clumond_solver.rules.game import Standing

WIDTH = 80
_ASCII = str.maketrans(
    {"♣": "C", "♥": "H", "♠": "S", "♦": "D", "▸": ">", "–": "-", "…": "~", "±": "+", "█": "#",
     "░": ".", "·": ".", "→": ">", "─": "-", "│": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+"}
)  # fmt: skip
_BAR = 20
_COSTLY = 0.05
_MOST_COSTLY = 5
_UNITS = "(own: {} expected; relative: less the mean of the two others.)"


def to_ascii(text: str) -> str:
    """The text with letters for suit symbols, for terminals that know no others.

    >>> to_ascii("▸♠A")
    '>SA'
    """
    return text.translate(_ASCII)


# Cards, hands, deals and plays.


def hand_text(hand: Hand, *, width: int = WIDTH) -> str:
    """The suits of a hand in one line if they fit, else one below the other."""
    suits = _suit_lines(hand)
    line = "   ".join(suits)
    return line if len(line) <= width else "\n".join(suits)


def deal_text(deal: Deal, *, players: Sequence[str] = ("", "", ""), width: int = WIDTH) -> str:
    """A diagram of three hands round the table, the dealer below.

    >>> print(deal_text(Deal.parse("F:A.2.3.4 K.3.4.5 Q.4.5.6")))
    forehand            middlehand
    ♣ 4                 ♣ 5
    ♥ 2                 ♥ 3
    ♠ A                 ♠ K
    ♦ 3                 ♦ 4
    <BLANKLINE>
              rearhand, dealer
              ♣ 6
              ♥ 4
              ♠ Q
              ♦ 5
    """
    return _diagram(deal.hands, [_title(seat, players) for seat in Seat], [], width)


def play_text(play: Play, *, players: Sequence[str] = ("", "", ""), width: int = WIDTH) -> str:
    """A diagram of the cards still held, the trick on the table, and how the play stands."""
    titles = [_title(seat, players, play.declarer) for seat in Seat]
    diagram = _diagram(play.hands, titles, _table_lines(play), width)
    return f"{diagram}\n\n{_wrapped(_standing(play), width)}"


def tricks_text(play: Play, *, marks: Sequence[str] = ()) -> str:
    """A table of the tricks played since the play began; ▸ marks the lead.

    ``marks`` are put behind the cards, in the order in which these were played.
    """
    rows = []
    back = play.copy()
    cards = [back.pop() for _ in back.history][::-1]
    on_table = len(back.trick)
    shown = [f"{card.pretty()}{mark}" for card, mark in _zipped(cards, marks)]
    shown = [card.pretty() for card in back.trick] + shown
    first = on_table
    while shown:
        number, leader = sum(back.tricks_taken) + 1, back.leader
        for card in cards[: 3 - first]:
            back.push(card)
        winner = str(back.leader) if not back.trick else ""
        rows.append([str(number), *_in_seats(shown[:3], leader), winner])
        cards, shown, first = cards[3 - first :], shown[3:], 0
    return table_text(["trick", *map(str, Seat), "won by"], rows, right={0})


def table_text(
    headers: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> str:
    """Aligned columns under a ruled line; ``right`` are the columns aligned to the right.

    >>> print(table_text(["card", "p"], [["♠A", "0.5"], ["♥10", "10.0"]], right={1}))
    card     p
    ──────────
    ♠A     0.5
    ♥10   10.0
    """
    cells = [list(headers), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]
    flush = set(right)
    lines = [
        "  ".join(
            cell.rjust(width) if column in flush else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    lines.insert(1, "─" * max(map(len, lines)))
    return "\n".join(lines)


def score_sheet_text(
    standing: Standing,
    names: Sequence[str] | None = None,
    *,
    first: int = 0,
    heads: tuple[str, str, str] = ("deal", "dealer", "rules"),
) -> str:
    """What each player gained, deal by deal, with what the sheet notes of it, and the totals.

    ``names`` are the players' from player ``first`` on, whose column comes first.

    >>> print(score_sheet_text(Standing((0, 0)).with_deal("H", (5, 0), notes=("1", "0"))))
    deal  dealer    rules  player 0  player 1
    ─────────────────────────────────────────
       1  player 0  H         0 (0)     5 (1)
                    total         0         5
    """
    count = len(standing.totals)
    order = [(first + place) % count for place in range(count)]
    called = dict(zip(order, names or [f"player {each}" for each in order], strict=True))
    rows = []
    for row in standing.rows:
        notes = [f" ({note})" for note in row.notes] or [""] * count
        gains = [f"{row.gains[player]}{notes[player]}" for player in order]
        rows.append([str(row.deal), called[row.dealer], row.label.removeprefix("declare "), *gains])
    rows.append(["", "", "total", *(str(standing.totals[player]) for player in order)])
    return table_text([*heads, *called.values()], rows, right={0, *range(3, 3 + count)})


def winners_text(standing: Standing, names: Sequence[str] | None = None) -> str:
    """Who has won a finished session, by the greatest total; several share it.

    ``names`` are the players' by their numbers.

    >>> winners_text(Standing((120, 95, 120)))
    'player 0 and player 2 win with 120'
    """
    called = [names[each] if names else f"player {each}" for each in standing.leaders]
    verb = "win" if len(called) > 1 or called == ["you"] else "wins"
    return f"{' and '.join(called)} {verb} with {max(standing.totals)}"


def _zipped(cards: Sequence[Card], marks: Sequence[str]) -> Iterable[tuple[Card, str]]:
    return zip(cards, [*marks, *[""] * (len(cards) - len(marks))], strict=True)


def _in_seats(cards: Sequence[str], leader: Seat) -> list[str]:
    """The cards of a trick in the columns of their seats, the lead marked."""
    columns = [""] * len(Seat)
    for place, card in enumerate(cards):
        columns[(leader + place) % 3] = ("▸" if place == 0 else " ") + card
    return columns


def _suit_lines(hand: Hand) -> list[str]:
    return [f"{suit.symbol} {' '.join(hand.ranks_text(suit)) or '–'}" for suit in DIAGRAM_ORDER]


def _title(seat: Seat, players: Sequence[str], declarer: Seat | None = None) -> str:
    name = f"{seat} ({players[seat]})" if players[seat] else str(seat)
    roles = ["declarer"] * (seat is declarer) + ["dealer"] * (seat is Seat.REARHAND)
    return ", ".join([name, *roles])


def _diagram(
    hands: Sequence[Hand], titles: Sequence[str], middle: Sequence[str], width: int
) -> str:
    """Forehand and middlehand above, rearhand below; all in one column if that is too wide."""
    left, right, below = (
        [title, *_suit_lines(hand)] for title, hand in zip(titles, hands, strict=True)
    )
    step = max(20, *(len(line) + 4 for line in left))
    if step + max(map(len, right)) > width:
        return "\n".join([*left, "", *right, "", *middle, *[""] * bool(middle), *below])
    top = [f"{one:<{step}}{other}".rstrip() for one, other in zip(left, right, strict=True)]
    box = [f"{' ' * max(0, step - 9)}{line}" for line in middle]
    return "\n".join([*top, "", *box, *(" " * (step // 2) + line for line in below)])


def _table_lines(play: Play) -> list[str]:
    """A small table with the cards on it, each before its seat; a dot where one is to come."""
    if play.is_over:
        return []
    places = _in_seats([card.pretty() for card in play.trick], play.leader)
    forehand, middlehand, rearhand = (place.strip().rjust(3) or "" for place in places)
    forehand, middlehand, rearhand = (
        "  ?" if seat is play.turn else place if place.strip() else "  ·"
        for seat, place in zip(Seat, (forehand, middlehand, rearhand), strict=True)
    )
    return [
        "╭─────────────╮",
        f"│{forehand}     {middlehand}  │",
        f"│    {rearhand}      │",
        "╰─────────────╯",
    ]


def _standing(play: Play) -> str:
    """Who declares what, who is to play, and the tricks taken."""
    parts = [_contract(play.declarer, play.strain)]
    if play.turn is not None:
        parts.append(f"trick {TRICKS - play.tricks_left + 1}, {play.turn} to play")
    else:
        parts.append("all tricks are played")
    if any(play.tricks_taken):
        parts.append(f"tricks taken: {_by_seat(play.tricks_taken)}")
    if any(play.supplementary):
        parts.append(f"supplementary: {_by_seat(play.supplementary)}")
    return "; ".join(parts)


def _contract(declarer: Seat | None, strain: Strain | None) -> str:
    if declarer is None:
        return "nobody declares, no trumps"
    return f"{declarer} declares {_strain(strain)}"


def _strain(strain: Strain | None) -> str:
    return "no trumps" if strain is None or strain is Strain.NO_TRUMPS else strain.symbol


def _by_seat(counts: Sequence[int]) -> str:
    return ", ".join(f"{seat} {count}" for seat, count in zip(Seat, counts, strict=True))


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(
        text, max(width, 20), initial_indent=indent, subsequent_indent=indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


# Records.


def record_text(record: Record, *, width: int = WIDTH) -> str:
    """A record as a page: title, diagram, what was declared, the tricks, the remarks."""
    parts = []
    title = dict(record.tags).get("Event")
    if title:
        parts.append(f"{title}\n{'─' * len(title)}")
    play = record.start()
    titles = [_title(seat, record.players, record.declarer) for seat in Seat]
    parts.append(_diagram(record.deal.hands, titles, [], width))
    parts.append(_wrapped(_declaration(record), width))
    if record.tricks:
        parts.append(_recorded_tricks(record, play, width))
    if record.comment:
        parts.append("\n".join(_wrapped(line, width) for line in record.comment.splitlines()))
    return "\n\n".join(parts)


def _declaration(record: Record) -> str:
    parts = [_contract(record.declarer, record.strain)]
    if record.tens is not None:
        parts.append(f"tens: {record.tens}")
    if any(record.supplementary or ()):
        parts.append(f"supplementary tricks: {_by_seat(record.supplementary or ())}")
    return "; ".join(parts)


def _recorded_tricks(record: Record, play: Play, width: int) -> str:
    """The tricks as far as they are legal, then the first card that is not."""
    for card in record.plays:
        if card not in play.legal_plays:
            break
        play.push(card)
    lines = [tricks_text(play)] if play.history else []
    missing = record.plays[len(play.history) :]
    if missing:
        seat = "after the last trick" if play.turn is None else f"by {play.turn}"
        lines.append(f"then {missing[0].pretty()} {seat}, which is not a legal play")
    elif not play.is_over:
        lines.append("the record stops here")
    number = sum(record.start().tricks_taken)
    for place, trick in enumerate(record.tricks, start=number + 1):
        for remark in trick_remarks(trick):
            lines.append(_wrapped(f"trick {place}: {remark}".replace("\n", " "), width))
    return "\n".join(lines)


def trick_remarks(trick: RecordedTrick) -> list[str]:
    """What is remarked on a trick, and what is noted on its cards, as far as there is any."""
    notes = "; ".join(f"{card.pretty()} {_note(note)}" for card, note in trick.noted if note)
    return [remark for remark in (trick.comment, notes) if remark]


def _note(note: CardNote) -> str:
    value = "" if note.value is None else f"[{note.value:g}]"
    return f"{value} {note.comment}".strip()


def verification_text(verification: Verification, *, width: int = WIDTH) -> str:
    """What replaying a record showed: what is wrong, or how far all is well."""
    if verification.findings:
        lines = [_wrapped(str(finding), width) for finding in verification.findings]
        lines.append(f"legal up to there: {_cards(verification.cards_played)}")
        return "\n".join(lines if verification.outcome is None else lines[:-1])
    taken = f"tricks taken: {_by_seat(verification.tricks_taken)}"
    played = f"all {_cards(verification.cards_played)} are legal"
    if verification.outcome is None:
        return _wrapped(f"{played}; the hand is unfinished; {taken}", width)
    return f"{_wrapped(played, width)}\n{outcome_text(verification.outcome)}"


def outcome_text(outcome: Outcome) -> str:
    """A table of what everybody kept and took."""
    rows = []
    for seat in Seat:
        ended = outcome[seat]
        supplementary = f" + {ended.supplementary}" if ended.supplementary else ""
        rows.append(
            [
                f"{seat}{', declarer' * (seat is outcome.declarer)}",
                f"{ended.tricks_taken}{supplementary}",
                ended.retention.pretty(),
                str(ended.retention.code),
                "success" if ended.success else f"{ended.off()} off",
            ]
        )
    return table_text(["seat", "tricks", "kept", "code", "result"], rows, right={1, 3})


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


# What the double-dummy engine answers.


def verdict_text(makes: bool | None, seat: Seat, what: str = "success") -> str:
    """Whether the seat can force success, or what else is asked about."""
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
            lines.append(_wrapped(f"{words}: {_grouped(cards)}", width, "  "))
    return "\n".join(lines)


def _grouped(cards: Sequence[Card]) -> str:
    """Cards by suit, from the highest down."""
    hand = Hand.from_cards(cards)
    return "  ".join(
        f"{suit.symbol}{hand.ranks_text(suit)}" for suit in DIAGRAM_ORDER if hand.length(suit)
    )


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
        row = [f"{code} or {code + 10}" if code <= TRICKS - 10 else str(code)]
        for reach in reaches:
            kept = [r.pretty() for r, at in retentions.items() if at is reach and r.code == code]
            row.append(" ".join(kept))
        rows.append(row)
    return table_text(heads, rows)


def line_text(line: Sequence[Card], play: Play) -> str:
    """A line of best play as a table of tricks."""
    if not line:
        return ""
    forward = Play.parse(str(play))
    for card in line:
        forward.push(card)
    return f"Best play by all:\n{tricks_text(forward)}"


def analysis_text(
    analysis: Analysis, start: Play, seen: Sequence[Seen] = (), *, width: int = WIDTH
) -> str:
    """The tricks with + where success could still be forced after a card, - where not.

    ``start`` is the position before the first card. A card on which it turned has its mark twice.
    ``seen`` gives, card by card, the chance of the seat of the analysis as whoever played saw it:
    per cent before and after the card, and below the table the cards that gave most away.
    """
    after = Play.parse(str(start))
    marks = []
    for place, step in enumerate(analysis.plays):
        after.push(step.card)
        marks.append(_mark(step.verdict) * (2 if step.turned else 1))
        if place < len(seen):
            marks[-1] = f"{marks[-1]:2} {_before_and_after(seen[place])}"
    lines = [verdict_text(analysis.verdict, analysis.seat)]
    if analysis.plays:
        lines.append(tricks_text(after, marks=marks))
    lines += [_wrapped(turn_text(step), width) for step in analysis.turning_points]
    if not analysis.turning_points and None not in [step.verdict for step in analysis.plays]:
        lines.append("It never turned.")
    if seen:
        lines.append(_wrapped(_seen_text(analysis, seen), width))
    return "\n".join(lines)


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
    better = _grouped(step.keeping) or "nothing known"
    return (
        f"Trick {step.trick}: {step.card.pretty()} by {step.seat} {did}; {better} would not have."
    )


# What the single-dummy engine answers.


def advice_text(
    advice: Advice, hand: Hand, *, seat: Seat, unit: str = "points", width: int = WIDTH
) -> str:
    """What to call, the strains compared, passing, and where the successes ended.

    ``unit`` is what scores are counted in: points on paper, or chips.
    """
    best = advice.estimates[advice.best]
    return "\n\n".join(
        part
        for part in (
            f"{seat} holds\n{hand_text(hand, width=width)}",
            _call_text(advice),
            _strains_table(advice),
            _wrapped(f"{_break_even_text(advice)} {_UNITS.format(unit)}", width),
            _successes_text(best, advice.best),
            _tricks_taken_text(best, advice.best),
            "" if advice.complete else "stopped early: the figures rest on fewer games",
        )
        if part
    )


def _call_text(advice: Advice) -> str:
    call = "Pass" if advice.call is None else f"Go for clumond in {_strain(advice.call)}"
    other = f"declaring {_strain(advice.best)}" if advice.call is None else "passing"
    return f"{call}.  {_sureness(advice.confidence)} better than {other}."


def _sureness(confidence: float) -> str:
    if confidence >= 0.995:
        return "Almost certainly"
    return f"With a likelihood of {confidence:.0%}"


def _strains_table(advice: Advice) -> str:
    rows = []
    by_chance = sorted(Strain, key=lambda strain: advice.estimates[strain].p, reverse=True)
    for strain in sorted(by_chance, key=lambda strain: strain is not advice.best):
        estimate, score = advice.estimates[strain], advice.declaring[strain]
        rows.append(
            [
                strain.symbol,
                _bar(estimate.p),
                f"{estimate.p:.0%}",
                _likely(estimate),
                f"{score.own:+.1f}",
                f"{score.relative:+.1f}",
                str(estimate.games),
            ]
        )
    own, relative = f"{advice.passing.own:+.1f}", f"{advice.passing.relative:+.1f}"
    rows.append(["pass", "", "", "", own, relative, ""])
    heads = ["call", "success", "", "95 % range", "own", "relative", "games"]
    return table_text(heads, rows, right={2, 3, 4, 5, 6})


def _bar(share: float) -> str:
    full = round(share * _BAR)
    return "█" * full + "░" * (_BAR - full)


def _likely(estimate: Estimate) -> str:
    low, high = estimate.interval
    return f"{low:.0%} – {high:.0%}" if estimate.games else "a guess"


def _break_even_text(advice: Advice) -> str:
    if math.isinf(advice.passing.error):
        return "Passing was not played out; the budget is too small for it."
    return f"Declaring pays from {advice.break_even:.0%} on."


def _successes_text(estimate: Estimate, strain: Strain) -> str:
    """Targets and retentions in which the successes ended, the most frequent first."""
    won = sum(estimate.successes.values())
    if not won:
        return ""
    by_total: dict[int, list[tuple[int, Retention]]] = {}
    for (retention, total), count in estimate.successes.items():
        by_total.setdefault(total, []).append((count, retention))
    rows = []
    for total, kept in sorted(by_total.items()):
        count = sum(share for share, _ in kept)
        ends = sorted(kept, key=lambda end: (-end[0], end[1]))
        shown = "  ".join(f"{retention.pretty()} {share}" for share, retention in ends[:5])
        more = "  …" if len(ends) > 5 else ""
        rows.append([str(total), _bar(count / won), str(count), shown + more])
    head = f"Where the {won} successes in {_strain(strain)} ended:"
    return f"{head}\n{table_text(['target', '', 'games', 'kept'], rows, right={0, 2})}"


def _tricks_taken_text(estimate: Estimate, strain: Strain) -> str:
    games = sum(estimate.tricks.values())
    if not games:
        return ""
    most = max(estimate.tricks.values())
    rows = [
        [str(tricks), _bar(count / most), f"{count / games:.0%}"]
        for tricks, count in sorted(estimate.tricks.items())
    ]
    head = f"Tricks taken in {_strain(strain)}:"
    return f"{head}\n{table_text(['tricks', '', 'games'], rows, right={0, 2})}"
