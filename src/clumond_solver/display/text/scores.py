"""Scores as text: the sheet of a session, its winners, the outcome of a hand."""

from __future__ import annotations

from collections.abc import Sequence

from clumond_solver.display.text.hands import strain_text
from clumond_solver.display.text.layout import table_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome
from clumond_solver.rules.game import Row, Standing, player_at


def score_sheet_text(
    standing: Standing,
    names: Sequence[str] | None = None,
    *,
    first: int = 0,
    heads: tuple[str, str, str] = ("deal", "dealer", "played as"),
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
    """
    winners = [names[player] if names else f"player {player}" for player in standing.leaders]
    several = len(winners) > 1
    verb = "win" if several or winners[0].lower() == "you" else "wins"
    return f"{' and '.join(winners)} {verb} with {max(standing.totals)}{' each' * several}"


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
