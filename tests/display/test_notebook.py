"""What results show in a notebook: well-formed tables, or the words."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest

from clumond_solver import (
    Card,
    Deal,
    Limit,
    Play,
    Record,
    Retention,
    Session,
    Solver,
    Strain,
    advise,
    choose,
    estimate,
    estimate_scores,
    estimate_undeclared,
    new_game,
    review,
    solve_deal,
    solve_retentions,
    verify,
)
from clumond_solver.base.wording import percent
from clumond_solver.coach.hints_and_reviews import Hint
from clumond_solver.display.notebook import html
from clumond_solver.display.text.double_dummy import retention_words
from clumond_solver.display.text.results import result_text
from clumond_solver.practice import call_question, judge_call, parse_puzzle
from clumond_solver.results import Certainty, Estimate
from clumond_solver.rules.actions import PlayCard
from tests.samples import HAND, PUZZLE


def cells(result: object) -> list[list[str]]:
    """The table that a notebook shows, row by row."""
    shown = result._repr_html_()  # type: ignore[attr-defined]
    assert shown == html(result)
    return [[cell.text or "" for cell in row] for row in ElementTree.fromstring(shown).iter("tr")]


def test_advice_shows_each_strain_and_passing() -> None:
    advice = advise(HAND, budget=40, seed=1)
    heads, *rows = cells(advice)
    assert [row[0] for row in rows[:-1]] == [
        strain.symbol for strain in sorted(Strain, key=lambda each: -advice.estimates[each].p)
    ]
    assert rows[0][heads.index("success")] == percent(max(e.p for e in advice.estimates.values()))
    assert rows[-1][0] == "pass"


def test_a_table_of_retentions_shows_the_strains_as_the_page_does() -> None:
    table: Any = solve_retentions(Deal.random(1), "M", limit=Limit(nodes=2000))
    heads, *rows = cells(table)
    assert heads == ["kept", "code", "♣", "♥", "♠", "♦", "NT"]
    assert [row[0] for row in rows] == [each.pretty() for each in Retention.all()]
    assert retention_words(table) in table._repr_html_()


def test_a_hint_shows_its_choices_with_what_their_figures_are() -> None:
    cards = [PlayCard(Card.parse(text)) for text in ("D5", "DA")]
    suggestion = Hint(cards[0], {cards[0]: 0.5, cards[1]: 0.2}, cards[1], True, "chance of success")
    shown = [["choice", "chance of success"], ["♦5", "50\u00a0%"], ["♦A", "20\u00a0%"]]
    assert cells(suggestion) == shown
    assert Hint(cards[0], {})._repr_html_() == "<pre>The only choice: ♦5.</pre>"


def test_a_table_of_a_deal_shows_what_it_prints() -> None:
    table = solve_deal(Deal.random(1), limit=Limit(nodes=200))
    assert html(table) == f"<pre>{table}</pre>"


RESULTS: dict[str, Callable[[], Any]] = {
    "advice": lambda: advise(HAND, budget=20, seed=1),
    "an estimate": lambda: estimate(HAND, "S", games=8, iterations=10, seed=1),
    "a proof": lambda: Estimate.of_proof(Certainty.CERTAIN),
    "a solution": lambda: Solver().solve(Play.parse(PUZZLE)),
    "a choice": lambda: choose(Play.parse(PUZZLE), iterations=50, seed=1),
    "retentions": lambda: solve_retentions(Deal.random(1), "M", limit=Limit(nodes=200)),
    "scores": lambda: estimate_scores(clubs().state, games=2, iterations=10, seed=1),
    "undeclared": lambda: estimate_undeclared(HAND, games=2, iterations=10, seed=1),
    "a call": lambda: judge_call(call_question(1), None, budget=24),
    "a verification": lambda: verify(Record.of(Play.parse(PUZZLE))),
    "a puzzle": lambda: parse_puzzle(PUZZLE),
    "a review": lambda: review(Play.parse(PUZZLE), iterations=20, replays=1, seed=1),
    "a review of Clubs": lambda: review(clubs().state, iterations=20, games_per_action=8, seed=1),
}


def clubs() -> Session[Any]:
    session = Session(new_game("clubs", {"players": "4"}), seed=1)
    for _ in range(9):
        session.push(session.state.legal_actions[0])
    return session


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_prints_words_and_has_a_short_repr(name: str) -> None:
    found = RESULTS[name]()
    words = str(found)
    assert len(words) < 3000
    assert "=" not in words.partition("\n")[0]
    assert repr(found).startswith(f"<{type(found).__name__}: {words[:15]}")
    assert len(repr(found)) < 130
    shown = found._repr_html_()
    ElementTree.fromstring(f"<div>{shown}</div>")
    assert re.match("<(table|svg)", shown) or escape(words) in shown


def test_what_has_no_words_is_refused() -> None:
    with pytest.raises(TypeError, match="no words for Limit"):
        result_text(Limit())
