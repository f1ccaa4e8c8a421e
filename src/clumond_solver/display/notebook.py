"""Results in notebooks: small HTML tables in the notebook's own style.

>>> from clumond_solver.results import Estimate
>>> html(Estimate(p=0.5, standard_error=0.05, games=100))[:34]
'<table><thead><tr><th>success</th>'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import Any

from clumond_solver.base.cards import STRAIN_ORDER, Card, Strain
from clumond_solver.base.wording import percent
from clumond_solver.display.markup import escaped
from clumond_solver.display.text import REACHES, retention_words
from clumond_solver.display.text.advice import likely_text
from clumond_solver.display.text.results import choice_rows
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import (
    Advice,
    Choice,
    DealTable,
    Estimate,
    Reach,
    RetentionTable,
    Solution,
)

_SIGNS = {True: "✓", False: "✗", None: "?"}


@singledispatch
def html(result: object) -> str:
    """The result as HTML: as its text, where it has no table."""
    return f"<pre>{escaped(str(result))}</pre>"


@html.register
def _(advice: Advice) -> str:
    call = "pass" if advice.call is None else f"declare {advice.call.symbol}"
    strains = sorted(Strain, key=lambda strain: advice.estimates[strain].p, reverse=True)
    rows = [_strain_row(advice, strain) for strain in strains]
    passing = advice.passing
    rows.append(["pass", "", "", "", f"{passing.own:+.1f}", f"{passing.relative:+.1f}"])
    heads = ["call", "success", "95 % range", "games", "own score", "relative"]
    sure = percent(advice.confidence) if advice.confidence < 0.995 else "over 99 %"
    pays = f"break-even: {percent(advice.break_even)}"
    return _table(heads, rows, f"{call}, {sure} sure; {pays}")


def _strain_row(advice: Advice, strain: Strain) -> list[str]:
    estimate, score = advice.estimates[strain], advice.declaring[strain]
    chance = [percent(estimate.p), likely_text(estimate), str(estimate.games)]
    return [strain.symbol, *chance, f"{score.own:+.1f}", f"{score.relative:+.1f}"]


@html.register
def _(estimate: Estimate) -> str:
    row = [
        f"{100 * estimate.p:.1f} %",
        f"± {100 * estimate.standard_error:.1f} %",
        likely_text(estimate),
    ]
    return _table(["success", "", "95 % range", "games"], [[*row, str(estimate.games)]])


@html.register
def _(table: DealTable) -> str:
    rows = [[str(seat), *(_cell(table, seat, strain) for strain in Strain)] for seat in Seat]
    caption = "✓: success can be forced; a number: the fewest tricks off that can be forced"
    return _table(["declarer", *(strain.symbol for strain in Strain)], rows, caption)


def _cell(table: DealTable, seat: Seat, strain: Strain) -> str:
    return _SIGNS[True] if table.verdict[seat, strain] else _bounds(table.miss[seat, strain])


@html.register
def _(table: RetentionTable) -> str:
    signs: Mapping[Reach | None, str] = {
        Reach.FORCED: "✓",
        Reach.POSSIBLE: "◦",
        Reach.UNFORCED: "×",
        Reach.IMPOSSIBLE: "–",
        None: "?",
    }
    rows = [
        [
            kept.pretty(),
            str(kept.code),
            *(signs[table.reach[at, kept]] for at in STRAIN_ORDER),
        ]
        for kept in Retention.all()
    ]
    legend = "; ".join(f"{sign} {REACHES[reach][1]}" for reach, sign in signs.items())
    caption = f"{retention_words(table)} ({table.declarer} declares. {legend})"
    return _table(["kept", "code", *(at.symbol for at in STRAIN_ORDER)], rows, caption)


@html.register(Choice)
def _(choice: Choice[Any]) -> str:
    return _table(["choice", "worth", "tried"], choice_rows(choice), str(choice).partition("\n")[0])


@html.register
def _(solution: Solution) -> str:
    fewest, most = solution.tricks.fewest, solution.tricks.most
    rows = [
        ["success can be forced", _SIGNS[solution.verdict]],
        ["after", _by_verdict(solution.plays)],
        ["tricks off that can be forced", _bounds(solution.miss)],
        ["fewest and most tricks", f"{_bounds(fewest)}, {_bounds(most)}"],
        ["retentions that can be forced", _forced(solution.retentions)],
        ["best play by all", " ".join(map(str, solution.line))],
    ]
    stopped = "" if solution.exact else "; the limit stopped part of the search"
    return _table([], rows, f"{solution.nodes} positions searched{stopped}")


def _by_verdict(plays: Mapping[Card, bool | None]) -> str:
    return " ".join(f"{card}{_SIGNS[makes]}" for card, makes in plays.items())


def _forced(retentions: Mapping[Retention, Reach | None]) -> str:
    return " ".join(str(kept) for kept, reach in retentions.items() if reach is Reach.FORCED)


def _bounds(ends: tuple[int, int]) -> str:
    low, high = ends
    return str(low) if low == high else f"{low} – {high}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> str:
    head = f"<thead>{_row(heads, 'th')}</thead>" if heads else ""
    body = "".join(_row(row, "td") for row in rows)
    note = f"<caption>{escaped(caption)}</caption>" if caption else ""
    return f"<table>{note}{head}<tbody>{body}</tbody></table>"


def _row(cells: Iterable[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escaped(cell)}</{kind}>' for cell in cells)}</tr>"
