"""A sheet of puzzles to print: an HTML document, with the solutions on a separate last page.

It needs no network, no script and no other file.

>>> from clumond_solver.coach.puzzles import puzzles
>>> document = sheet(list(puzzles(2, seed=1)), "Two puzzles")
>>> document.count("<svg"), document.count("<article"), "<script" in document
(2, 2, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from clumond_solver.coach.practice_words import solution_text, task_text
from clumond_solver.coach.puzzles import Puzzle, explain
from clumond_solver.display.markup import escaped, html_page
from clumond_solver.display.svg import Theme, svg


def sheet(puzzles: Sequence[Puzzle], title: str) -> str:
    """An HTML document with a picture of each puzzle, and all solutions at its end."""
    tasks = "\n".join(map(_task, count(1), puzzles))
    solutions = "\n".join(map(_solution, count(1), puzzles))
    body = _BODY.format(title=escaped(title), tasks=tasks, solutions=solutions)
    return html_page(title, _STYLE, body)


def _task(number: int, puzzle: Puzzle) -> str:
    play = puzzle.play
    picture = svg(play, below=play.turn or play.leader, theme=Theme.LIGHT)
    return (
        f"<article><h2>{number}. {str(puzzle.level).capitalize()},"
        f" {puzzle.grade.tricks_left} tricks left</h2>{picture.text}"
        f"<p>{escaped(task_text(puzzle))}</p><p class=code>{puzzle.code}</p></article>"
    )


def _solution(number: int, puzzle: Puzzle) -> str:
    lines = solution_text(puzzle, explain(puzzle), width=10_000).splitlines()
    return f"<h3>{number}</h3><p>{'<br>'.join(map(escaped, lines))}</p>"


_STYLE = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem;background:#fff;color:#1b1f24;
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{font-size:1.5rem}
h2{font-size:1.05rem;margin:.2rem 0}
h3{font-size:1rem;margin:.8rem 0 .1rem}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1.2rem}
article{break-inside:avoid}
svg{width:100%;height:auto}
p{margin:.3rem 0}
.lead,.code{color:#5a646e;font-size:.85rem}
.solutions{break-before:page}
"""

_BODY = """<h1>{title}</h1>
<p class=lead>All hands are open. In each puzzle exactly one card is right; touching cards count as
one. Success: as many tricks as the code of the three cards kept (♦ 0, ♠ 1, ♥ 2, ♣ 3, added up), or
ten more.</p>
<main>
{tasks}
</main>
<section class=solutions>
<h2>Solutions</h2>
{solutions}
</section>"""
