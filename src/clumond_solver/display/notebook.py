"""Results in notebooks: HTML tables in the notebook's own style, or the text that `print` writes.

>>> from clumond_solver.results import Estimate
>>> html(Estimate(p=0.5, standard_error=0.05, games=100))
'<pre>50 % success (95 % range 40 – 60 %), 100 games</pre>'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clumond_solver.base.by_type import by_type
from clumond_solver.base.cards import STRAIN_ORDER, Strain
from clumond_solver.base.wording import percent
from clumond_solver.display.svg import escaped
from clumond_solver.display.text.advice import likely_text
from clumond_solver.display.text.double_dummy import REACHES, retention_words
from clumond_solver.display.text.results import choice_rows
from clumond_solver.games.clumond.play import Retention
from clumond_solver.results import Advice, Choice, Reach, RetentionTable


@by_type("words")
def html(result: object) -> str:
    """The result as HTML: a table, or its text if there is no table for it."""
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
    break_even = f"break-even: {percent(advice.break_even)}"
    return html_table(heads, rows, f"{call}, {sure} sure; {break_even}")


def _strain_row(advice: Advice, strain: Strain) -> list[str]:
    estimate, score = advice.estimates[strain], advice.declaring[strain]
    chance = [percent(estimate.p), likely_text(estimate), str(estimate.games)]
    return [strain.symbol, *chance, f"{score.own:+.1f}", f"{score.relative:+.1f}"]


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
            *(signs[table.reach[strain, kept]] for strain in STRAIN_ORDER),
        ]
        for kept in Retention.all()
    ]
    legend = "; ".join(f"{sign} {REACHES[reach][1]}" for reach, sign in signs.items())
    caption = f"{retention_words(table)} ({table.declarer} declares. {legend})"
    return html_table(["kept", "code", *(strain.symbol for strain in STRAIN_ORDER)], rows, caption)


@html.register(Choice)
def _(choice: Choice[Any]) -> str:
    return html_table(
        ["choice", "worth", "tried"], choice_rows(choice), str(choice).partition("\n")[0]
    )


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """A table of HTML, from texts."""
    head, body = _row(heads, "th"), "".join(_row(row, "td") for row in rows)
    return (
        f"<table><caption>{escaped(caption)}</caption>"
        f"<thead>{head}</thead><tbody>{body}</tbody></table>"
    )


def _row(cells: Iterable[str], kind: str) -> str:
    return f"<tr>{''.join(f'<{kind}>{escaped(cell)}</{kind}>' for cell in cells)}</tr>"
