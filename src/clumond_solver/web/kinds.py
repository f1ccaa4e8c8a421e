"""All kinds of questions that the page asks, by name, with what each may cost.

>>> asked = Asked()
>>> KINDS["deal"].answer({"seed": 7, "declarer": "none"}, asked)["title"]
''
"""

from __future__ import annotations

from collections.abc import Mapping

from clumond_solver.web import answers
from clumond_solver.web.questions import Answer, Asked, Kind, Question


def _verdicts(question: Question, asked: Asked) -> Answer:
    return answers.verdicts(question, asked.solver, asked.limits.verdict_seconds, asked.gone)


def _depth(question: Question, asked: Asked) -> Answer:
    return answers.depth(question, asked.solver, asked.limits.depth_seconds, asked.gone)


def _advice(question: Question, asked: Asked) -> Answer:
    return answers.advice(question, asked.limits.advice_games, asked.tell)


KINDS: Mapping[str, Kind] = {
    "deal": Kind(lambda question, _: answers.deal(question)),
    "read": Kind(lambda question, _: answers.read(question)),
    "save": Kind(lambda question, _: answers.save(question)),
    "position": Kind(lambda question, _: answers.position(question)),
    "verdicts": Kind(_verdicts, thinks=True),
    "depth": Kind(_depth, thinks=True),
    "advice": Kind(_advice, thinks=True),
}
