"""Sessions through the page's questions alone: a person's questions, and tables that go on."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from clumond_solver.base.json_data import to_jsonable
from clumond_solver.games.sessions import Session
from clumond_solver.rules.game import seat_of
from clumond_solver.rules.states import TrickState
from clumond_solver.web.endpoints import ENDPOINTS
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import Sessions
from clumond_solver.web.question import parse_page_question
from clumond_solver.web.store import Folder
from clumond_solver.web.table_view import deal_shown

SUITS = "CHSD"
# Puts a question to whatever answers it.
Ask = Callable[[str, dict[str, Any]], Any]


def is_persons(table: Any) -> bool:
    """Whether it is the person's turn."""
    return bool(table["deal"]["turn"] == table["deal"]["seat"])


def is_over(table: Any) -> bool:
    """Whether the deal is over."""
    return bool(table["deal"]["phase"] == "over")


def first_action(table: Any) -> str:
    """The first call, else the first card."""
    legal = table["deal"]["legal"]
    if "passing" in legal:
        return f"give {' '.join(table['deal']['hand'][: legal['passing']['count']])}"
    return str([*legal["calls"], *legal["cards"]][0]["action"])


def passed_or_first(table: Any) -> str:
    """A pass, else the first card."""
    return "pass" if table["deal"]["phase"] == "calls" else first_action(table)


def last_action(table: Any) -> str:
    """The last card, else the last call."""
    legal = table["deal"]["legal"]
    return str([*legal["calls"], *legal["cards"]][-1]["action"])


def moved(ask: Ask, table: Any, choose: str | Callable[[Any], str] = first_action) -> Any:
    """The table after one action, the person's as named or chosen, or with the next deal."""
    asked = {"id": table["id"], "at": table["at"]}
    if is_over(table):
        return ask("table-next", asked)
    if is_persons(table):
        action = choose if isinstance(choose, str) else choose(table)
        return ask("table-act", {**asked, "action": action})
    return ask("table-step", asked)


def moved_until(
    ask: Ask,
    table: Any,
    done: Callable[[Any], Any],
    choose: str | Callable[[Any], str] = first_action,
) -> Any:
    """The table once something holds of it."""
    while not done(table):
        table = moved(ask, table, choose)
    return table


class Wire:
    """The questions of one person, as they go over the wire and come back."""

    def __init__(self, folder: Path) -> None:
        self._sessions = Sessions(Folder(folder))
        self.sent: list[str] = []
        self.parts: list[Any] = []

    def put(self, kind: str, question: Mapping[str, Any]) -> Any:
        return self.ask(kind, **question)

    def ask(self, kind: str, **question: Any) -> Any:
        context = RequestContext(send_part=self.parts.append, sessions_or_none=self._sessions)
        answer = ENDPOINTS[kind].answer(parse_page_question(json.dumps(question)), context)
        sent = json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
        self.sent.append(sent.decode())
        return json.loads(sent)


def choice_of(table: Any, source: random.Random) -> str:
    """Something that the person may do, made from what he is shown alone."""
    legal, hand = table["deal"]["legal"], table["deal"]["hand"]
    if "passing" in legal:
        return f"give {' '.join(source.sample(hand, legal['passing']['count']))}"
    if "aside" in legal:
        return f"aside {' '.join(source.sample(hand, legal['aside']))}"
    if "rules" in legal:
        order = "".join(source.sample(SUITS, 4))
        words = [word for word in ("nuloss", "misere") if source.random() < 0.5]
        return " ".join(["call", source.choice(["NT", "H", order]), *words])
    return str(source.choice([*legal["cards"], *legal["calls"]])["action"])


def moments(wire: Wire, table: Any, source: random.Random, most: int = 10_000) -> Iterator[Any]:
    """Play on by questions alone, and give the table after each of them."""
    for _ in range(most):
        if is_over(table) and table["finished"]:
            return
        table = moved(wire.put, table, partial(choice_of, source=source))
        yield table


def last(tables: Iterator[Any]) -> Any:
    return deque(tables, maxlen=1)[0]


def check_heard(heard: Iterable[Any], session: Session[Any], player: int) -> None:
    """All that a friend has heard is what his seat sees, one moment after the other."""
    moments = _moments(session, player)
    number, shown, hidden = next(moments)
    for answer in heard:
        assert str(session.seed) not in json.dumps(answer)
        known = answer
        if isinstance(answer, dict) and "deal" in answer:
            assert answer["person"] == player
            while (number, shown) != (answer["number"], answer["deal"]):
                # Its end: he was shown what his seat never sees.
                number, shown, hidden = next(moments)
            # A deal names the cards that somebody holds, too.
            known = {**answer, "deal": [shown["hand"], shown["cards"]["played"]]}
        assert [card for card in hidden if f'"{card}"' in json.dumps(known)] == []


def _moments(session: Session[Any], player: int) -> Iterator[tuple[int, Any, set[str]]]:
    """A deal's number, the deal as a player sees it, and the cards that he cannot know."""
    for number, actions in enumerate(session.acts, 1):
        dealer = session.replayed(number, 0)[0].standing.dealer
        seat = seat_of(player, dealer, session.game.players)
        for count in range(len(actions) + 1):
            state = session.replayed(number, count)[1]
            yield (
                number,
                json.loads(json.dumps(to_jsonable(deal_shown(state, seat)))),
                (set() if state.is_over else _hidden_from(state, seat)),
            )


def _hidden_from(state: TrickState, seat: int) -> set[str]:
    own = state.observation(seat).hand or ()
    return {str(card) for n, hand in enumerate(state.hands_left) for card in hand
            if n != seat and card not in own}  # fmt: skip
