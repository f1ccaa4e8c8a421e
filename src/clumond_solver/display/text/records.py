"""Scores, records and their verification as text."""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver.base.checks import checked
from clumond_solver.base.errors import RuleError
from clumond_solver.base.wording import counted, joined
from clumond_solver.display.text.hands import (
    by_seat,
    contract_text,
    diagram,
    par_words,
    player_name,
    seat_title,
    strain_text,
    tricks_text,
)
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.games.clumond.deals import FULL_HAND, Deal, Seat
from clumond_solver.games.clumond.play import Outcome, Play
from clumond_solver.games.clumond.signals import infer_lengths, lengths_text, signals
from clumond_solver.records import CardNote, Record, RecordedTrick, Verification, legal_play_of
from clumond_solver.rules.game import DEAL_HEADS, Row, Standing, player_at


@checked
def score_sheet_text(
    standing: Standing,
    names: Sequence[str] | None = None,
    *,
    first: int = 0,
    heads: tuple[str, str, str] = DEAL_HEADS,
) -> str:
    """The players' gains deal by deal with the sheet's notes, and the totals.

    ``names`` begin with player ``first``, who has the first column; ``heads`` are the headings of
    the columns before the players.

    >>> print(score_sheet_text(Standing((0, 0)).with_deal("short", (5, 0), notes=("1", "0"))))
    deal  dealer    played as  player 0  player 1
    ─────────────────────────────────────────────
       1  player 0  short         0 (0)     5 (1)
                    total             0         5
    """
    count = len(standing.totals)
    if names is not None and len(names) != count:
        raise RuleError(f"{counted(len(names), 'name')} for {count} players")
    order = [(first + offset) % count for offset in range(count)]
    name_of = dict(zip(order, names or [f"player {player}" for player in order], strict=True))
    rows = []
    for row in standing.rows:
        notes = [f" ({note})" for note in row.notes] or [""] * count
        gains = [f"{row.gains[player]}{notes[player]}" for player in order]
        label = row_label(row, [name_of[player] for player in range(count)])
        rows.append([str(row.deal), name_of[row.dealer], label, *gains])
    rows.append(["", "", "total", *(str(standing.totals[player]) for player in order)])
    return table_text([*heads, *name_of.values()], rows, right={0, *range(3, 3 + count)})


def row_label(row: Row, names: Sequence[str]) -> str:
    """A deal's label on a score sheet; ``names`` are the names of the players 0, 1 and so on.

    >>> from clumond_solver.base.cards import Strain
    >>> row_label(Row(1, 2, "", (0, 5, 5), declared=(0, Strain.HEARTS)), ["Ann", "Bo", "Cy"])
    '♥ by Ann'
    """
    if row.declared is None:
        return row.label
    seat, strain = row.declared
    return f"{strain_text(strain)} by {names[player_at(seat, row.dealer, len(names))]}"


def winners_text(standing: Standing, names: Sequence[str] | None = None) -> str:
    """Who wins a finished session, and with which total.

    ``names`` are the names of the players 0, 1 and so on.

    >>> winners_text(Standing((120, 95, 120)))
    'player 0 and player 2 win with 120 each'
    >>> winners_text(Standing((7, 7, 7, 5)), ["You", "Ada", "Ben", "Cleo"])
    'You, Ada and Ben win with 7 each'
    """
    winners = [names[player] if names else f"player {player}" for player in standing.leaders]
    several = len(winners) > 1
    verb = "win" if several or winners[0].lower() == "you" else "wins"
    return f"{joined(winners, 'and')} {verb} with {max(standing.totals)}{' each' * several}"


def outcome_text(outcome: Outcome, names: Sequence[str] = tuple(map(str, Seat))) -> str:
    """A table of retentions and tricks; ``names`` are the seats', forehand's first."""
    rows = []
    for seat in Seat:
        ended = outcome[seat]
        rows.append(
            [
                f"{names[seat]}{', declarer' * (seat is outcome.declarer)}",
                ended.tricks_text,
                ended.retention.pretty(),
                str(ended.retention.code),
                ended.result,
            ]
        )
    return table_text(["seat", "tricks", "kept", "code", "result"], rows, right={1, 3})


def record_text(record: Record, *, width: int = WIDTH) -> str:
    """A record as a page: title, diagram, declaration, tricks, remarks."""
    parts = []
    if title := record.event:
        parts.append(f"{title}\n{'─' * len(title)}")
    titles = [seat_title(seat, record.players, record.declarer) for seat in Seat]
    parts.append(diagram(record.deal.hands, titles, [], width))
    parts.append(wrapped(_declaration(record), width))
    if record.tricks:
        parts.append(_recorded_tricks(record, width))
    if record.comment:
        parts.append("\n".join(wrapped(line, width) for line in record.comment.splitlines()))
    return "\n\n".join(parts)


def signals_text(record: Record, *, width: int = WIDTH) -> str:
    """The defenders' signals: what they show, what the partner reads, the true lengths.

    A sentence if there are none: an undeclared hand, or a play that begins in the middle.
    """
    play = legal_play_of(record)
    declarer = play.declarer
    if declarer is None:
        return "Nobody declared: there is no defence that could signal."
    if len(record.deal[declarer]) < FULL_HAND:
        return "The play is not known from its first card, so its signals cannot be read."
    rows = signal_rows(play, record.deal, [player_name(seat, record.players) for seat in Seat])
    if not rows:
        return "No defender has played a card yet."
    head = "What the defenders' cards say, read by the author's signals:"
    return f"{wrapped(head, width)}\n{table_text(SIGNAL_HEADS, rows, right={0})}"


SIGNAL_HEADS = ["trick", "who", "card", "says", "partner reads", "dealt"]


def signal_rows(play: Play, deal: Deal, names: Sequence[str]) -> list[list[str]]:
    """The defenders' signals in a play from its first card, under `SIGNAL_HEADS`."""
    declarer, strain = play.declarer, play.strain
    if declarer is None:
        return []
    moves = [(Seat(played.seat), played.card) for played in play.history]
    rows = []
    for signal in signals(moves, declarer, strain):
        [partner] = set(Seat) - {signal.seat, declarer}
        until_now = moves[: signal.number + 1]
        lengths = infer_lengths(until_now, declarer, strain, partner, deal[partner])
        dealt = deal[signal.seat]
        misled = "" if signal.is_true_of(dealt, strain) else ", so not by the signals"
        rows.append(
            [
                str(signal.number // len(Seat) + 1),
                names[signal.seat],
                signal.card.pretty(),
                signal.kind.value,
                f"{signal.suit.symbol} {lengths_text(lengths[signal.suit][signal.seat])}",
                f"{dealt.length(signal.suit)}{misled}",
            ]
        )
    return rows


def _declaration(record: Record) -> str:
    parts = [contract_text(record.declarer, record.strain)]
    if record.tens is not None:
        parts.append(f"tens: {record.tens}")
    if any(record.supplementary or ()):
        parts.append(f"supplementary tricks: {by_seat(record.supplementary or ())}")
    parts += par_words(record.par)
    return "; ".join(parts)


def _recorded_tricks(record: Record, width: int) -> str:
    """The tricks up to the first illegal card, that card, and the remarks."""
    play = legal_play_of(record)
    lines = [tricks_text(play)] if play.history else []
    not_played = record.plays[len(play.history) :]
    if not_played:
        seat = "after the last trick" if play.turn is None else f"by {play.turn}"
        lines.append(f"then {not_played[0].pretty()} {seat}, which is not a legal play")
    elif not play.is_over:
        lines.append("the record stops here")
    first = sum(record.start().tricks_taken) + 1
    for number, trick in enumerate(record.tricks, start=first):
        for remark in trick_remarks(trick):
            lines.append(wrapped(f"trick {number}: {remark}".replace("\n", " "), width))
    return "\n".join(lines)


def trick_remarks(trick: RecordedTrick) -> list[str]:
    """The remark on a trick and the notes on its cards, if any."""
    notes = "; ".join(f"{card.pretty()} {_note(note)}" for card, note in trick.noted if note)
    return [remark for remark in (trick.comment, notes) if remark]


def _note(note: CardNote) -> str:
    value = "" if note.value is None else f"[{note.value:g}]"
    return f"{value} {note.comment}".strip()


def verification_text(verification: Verification, *, width: int = WIDTH) -> str:
    """The findings of a verification, or what it confirms."""
    if verification.findings:
        lines = [wrapped(str(finding), width) for finding in verification.findings]
        lines.append(f"legal up to there: {counted(verification.cards_played, 'card')}")
        return "\n".join(lines if verification.outcome is None else lines[:-1])
    taken = f"tricks taken: {by_seat(verification.tricks_taken)}"
    played = f"all {counted(verification.cards_played, 'card')} are legal"
    if verification.outcome is None:
        return wrapped(f"{played}; the hand is unfinished; {taken}", width)
    return f"{wrapped(played, width)}\n{outcome_text(verification.outcome)}"
