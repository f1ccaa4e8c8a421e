"""Rules and results of any game in words: the answer in the first line, then its reasons.

>>> from clumond_solver.results import Certainty
>>> print(Estimate.of_proof(Certainty.CERTAIN))
100 % success, proved from the hand alone
"""

from __future__ import annotations

from typing import Any

from clumond_solver.base.by_type import by_type
from clumond_solver.base.wording import counted, percent, percent_range, signed
from clumond_solver.display.text.actions import action_text
from clumond_solver.display.text.advice import call_text, strains_table
from clumond_solver.display.text.double_dummy import (
    deal_table_text,
    ended_text,
    retention_table_text,
    retentions_text,
    trick_range_text,
)
from clumond_solver.display.text.hands import cards_text
from clumond_solver.display.text.layout import WIDTH, table_text, wrapped
from clumond_solver.display.text.misses import best_miss_text
from clumond_solver.display.text.records import verification_text
from clumond_solver.games.texts import rules_blocks
from clumond_solver.records import Verification
from clumond_solver.results import (
    Advice,
    Choice,
    DealTable,
    Estimate,
    RetentionTable,
    ScoreEstimate,
    Solution,
)


def rules_text(name: str, *, width: int = WIDTH) -> str:
    """The rules of a registered game; NotationError if none is registered by that name.

    >>> print(rules_text("clubs").partition("- The two")[0].rstrip())
    Invented by Alex Chen, James Cook and Patrick LaVictoire.
    <BLANKLINE>
    (ours) marks what the makers of this program decided, where the authors' texts
    are silent or disagree.
    <BLANKLINE>
    - Three or four players, all 52 cards dealt; with three the last card lies face
      down.
    """
    lines: list[str] = []
    for block in rules_blocks(name):
        words = wrapped(block.text, width)
        if block.kind == "point":
            lines.append(f"- {wrapped(block.text, width, '  ')[2:]}")
        else:
            lines += ["", block.text.upper() if block.kind == "heading" else words, ""]
    return "\n".join(lines).replace("\n\n\n", "\n\n").strip()


@by_type("words")
def result_text(result: object) -> str:
    """The result in words; TypeError for other values."""
    raise TypeError(f"no words for {type(result).__name__}")


@result_text.register
def _(advice: Advice) -> str:
    break_even = f"Break-even: {percent(advice.break_even)}."
    return "\n\n".join((call_text(advice), strains_table(advice), break_even))


@result_text.register
def _(estimate: Estimate) -> str:
    if estimate.proved is not None:
        return f"{percent(estimate.p)} success, proved from the hand alone"
    likely = percent_range(*estimate.interval)
    games = counted(estimate.games, "game")
    return f"{percent(estimate.p)} success (95 % range {likely}), {games}"


@result_text.register
def _(estimate: ScoreEstimate) -> str:
    ahead = f"{signed(estimate.relative)} ± {estimate.relative_score_error:.1f} ahead of the others"
    succeeds = "" if estimate.hit_rate is None else f", {percent(estimate.hit_rate)} success"
    games = counted(estimate.games, "game")
    return f"{signed(estimate.own)} ± {estimate.own_score_error:.1f}, {ahead}{succeeds}; {games}"


@result_text.register
def _(solution: Solution) -> str:
    verdict = {
        True: "success can be forced.",
        False: "success cannot be forced against best defence.",
        None: "it is not known within the limit whether success can be forced.",
    }
    after = {
        True: "it still can be after",
        False: "it cannot be after",
        None: "it is not known after",
    }
    if not solution.plays:
        return f"The hand is over: {ended_text(solution.tricks.most[0], solution.miss[0])}."
    parts = [f"With all hands open, {verdict[solution.verdict]}\n"]
    for makes, words in after.items():
        if cards := [card for card, verdict in solution.plays.items() if verdict is makes]:
            parts.append(wrapped(f"{words}: {cards_text(cards)}", WIDTH, "  "))
    parts.append(f"\n{retentions_text(solution.retentions)}\n")
    parts += [wrapped(trick_range_text(solution.tricks), WIDTH), best_miss_text(solution.miss)]
    line = " ".join(card.pretty() for card in solution.line)
    parts.append(wrapped(f"Best play by all: {line}", WIDTH))
    if solution.line and not solution.exact:
        parts.append("The limit stopped the search: the end of this line may be no best play.")
    return "\n".join(parts)


@result_text.register(Choice)
def _(choice: Choice[Any]) -> str:
    best = choice.values.get(choice.action)
    worth = "" if best is None else f", worth {best.value:.2f}"
    head = f"{action_text(choice.action)}{worth} ({choice.iterations} deals searched)"
    proof = "" if choice.proof is None else f"\nproved: success is {choice.proof.certainty}"
    table = table_text(["choice", "worth", "tried"], choice_rows(choice), right={1, 2})
    return f"{head}{proof}\n\n{table}"


def choice_rows(choice: Choice[Any]) -> list[list[str]]:
    """The actions with their values and visits, the best first; untried actions come last."""
    ranked = sorted(choice.values.items(), key=lambda item: (not item[1].visits, -item[1].value))
    return [
        [action_text(action), f"{rated.value:.2f}" if rated.visits else "", str(rated.visits)]
        for action, rated in ranked
    ]


result_text.register(DealTable, deal_table_text)
result_text.register(RetentionTable, retention_table_text)
result_text.register(Verification, verification_text)
