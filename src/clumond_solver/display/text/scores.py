"""Scores as text: the sheet of a session, its winners, the outcome of a hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clumond_solver.base.cards import Suit
from clumond_solver.display.text.layout import table_text
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Outcome
from clumond_solver.rules.game import Row, Standing, player_at
from clumond_solver.rules.tricks import seat_word


def score_sheet_text(
    standing: Standing,
    names: Sequence[str] | None = None,
    *,
    first: int = 0,
    heads: tuple[str, str, str] = ("deal", "dealer", "played as"),
    label: Callable[[Row], str] = lambda row: row.label.removeprefix("declare "),
) -> str:
    """The players' gains deal by deal with the sheet's notes, and the totals.

    ``names`` begin with player ``first``, who has the first column; ``heads`` are the headings of
    the columns before the players; ``label`` returns the label of a row.

    >>> print(score_sheet_text(Standing((0, 0)).with_deal("H", (5, 0), notes=("1", "0"))))
    deal  dealer    played as  player 0  player 1
    ─────────────────────────────────────────────
       1  player 0  H             0 (0)     5 (1)
                    total             0         5
    """
    count = len(standing.totals)
    order = [(first + offset) % count for offset in range(count)]
    name_of = dict(zip(order, names or [f"player {player}" for player in order], strict=True))
    rows = []
    for row in standing.rows:
        notes = [f" ({note})" for note in row.notes] or [""] * count
        gains = [f"{row.gains[player]}{notes[player]}" for player in order]
        rows.append([str(row.deal), name_of[row.dealer], label(row), *gains])
    rows.append(["", "", "total", *(str(standing.totals[player]) for player in order)])
    return table_text([*heads, *name_of.values()], rows, right={0, *range(3, 3 + count)})


def row_label(row: Row, names: Sequence[str]) -> str:
    """A deal's label on a score sheet, with suit symbols and the names of the players.

    >>> row_label(Row(1, 2, "declare H by forehand", (0, 5, 5)), ["Ann", "Bo", "Cy"])
    '♥ by Ann'
    """
    seats = [seat_word(seat, len(names)) for seat in range(len(names))]
    what, by, seat = row.label.removeprefix("declare ").partition(" by ")
    seat = seat.removeprefix("the ")
    if seat in seats:
        seat = names[player_at(seats.index(seat), row.dealer, len(seats))]
        what = Suit.parse(what).symbol if len(what) == 1 else what
    return f"{what}{by}{seat}"


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
