"""The endpoints of the Play tab: the games, a person's sessions, and play at their tables.

The page gets only what its seat sees (`session_view`, `table_view`), and the seed only in a file to
save and in the link to a hand that is over.

>>> import tempfile
>>> from pathlib import Path
>>> from clumond_solver.web.store import Folder
>>> with tempfile.TemporaryDirectory() as folder:
...     question = {"game": "clubs", "options": {"players": "3"}, "seed": 5}
...     shown = new(question, Sessions(Folder(Path(folder))))
...     shown["game"]["name"], shown["deal"]["phase"], len(shown["players"])
('Clubs', 'play', 3)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypedDict

from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.seeds import SEEDS
from clumond_solver.coach.claims import ends_well
from clumond_solver.coach.seating import MOST_NAME, USUAL_NAMES, Help, Seating, written_seating
from clumond_solver.games import registry
from clumond_solver.games.clumond import guide
from clumond_solver.games.clumond.play import Retention
from clumond_solver.games.lessons import Lesson, lessons_of
from clumond_solver.games.rules_text import Block, rules_of
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.results.clumond_results import Ending
from clumond_solver.rules.actions import Action, parse_action, parse_action_among
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.levels import Level
from clumond_solver.web.questions import (
    MOST_TEXT,
    Endpoint,
    PageQuestion,
    PageQuestionError,
    RequestContext,
    choice_of,
    int_of,
    text_of,
)
from clumond_solver.web.sessions import GameListed, LoadedTable, Sessions, TableShown, game_shown
from clumond_solver.web.store import StaleError
from clumond_solver.web.table_view import HintShown, hint_shown, plan_change, text_of_actions


class Games(TypedDict):
    """All games, the levels of engine players, and their usual names."""

    games: list[GameListed]
    levels: list[str]
    names: list[str]


class SessionFile(TypedDict):
    """A session as a file."""

    text: str
    name: str


class RulesShown(TypedDict):
    """The rules of a game."""

    title: str
    blocks: Sequence[Block]


def endpoints_for(sessions: Sessions) -> Mapping[str, Endpoint]:
    """The endpoints of the Play tab, for the person whose sessions these are."""

    def changing(
        change: Callable[[PageQuestion, LoadedTable], object],
        *,
        is_slow: bool = False,
        after_deal: bool = False,
    ) -> Endpoint:
        def answer(question: PageQuestion) -> TableShown:
            at, made = question.get("at", ""), partial(change, question)
            return sessions.change(_id(question), at, made, after_deal=after_deal)

        return Endpoint.of(answer, is_slow=is_slow)

    return {
        "games": Endpoint.of(games),
        "rules": Endpoint.of(rules),
        "lessons": Endpoint.of(lessons),
        "sessions": Endpoint(lambda *_: sessions.listed(), typed=sessions.listed),
        "session-new": Endpoint.of(partial(new, sessions=sessions)),
        "session-open": Endpoint.of(partial(open_file, sessions=sessions)),
        "session-save": Endpoint.of(partial(save, sessions=sessions)),
        "session-remove": Endpoint(
            lambda question, _: sessions.remove(_id(question), question.get("at") or ""),
            typed=sessions.remove,
        ),
        "table": Endpoint(lambda q, _: sessions.table(_id(q)), typed=sessions.table),
        "table-act": changing(act),
        "table-step": changing(step, is_slow=True),
        "table-back": changing(take_back),
        "table-next": changing(mark_result_seen, after_deal=True),
        "table-change": changing(change_seating, after_deal=True),
        "table-claim": changing(claim, is_slow=True),
        "table-forced": Endpoint.of(partial(forced, sessions=sessions), is_slow=True),
        "table-hint": Endpoint(partial(hint, sessions=sessions), is_slow=True),
    }


def games(_: PageQuestion) -> Games:
    """The games, with their options."""
    return {
        "games": [game_shown(registry.entry(name)) for name in registry.names()],
        "levels": [str(level) for level in Level],
        "names": list(USUAL_NAMES),
    }


def rules(question: PageQuestion) -> RulesShown:
    """The rules of a game: ``game``."""
    name = text_of(question, "game", 40)
    return {"title": game_shown(registry.entry(name))["title"], "blocks": rules_of(name)}


def lessons(question: PageQuestion) -> Sequence[Lesson]:
    """The lessons of a game: ``game``."""
    return lessons_of(text_of(question, "game", 40))


# Sessions.


def new(question: PageQuestion, sessions: Sessions) -> TableShown:
    """Start a session: ``game``, ``options``, ``names``, ``levels``, ``guided``, ``seed``."""
    options = question.get("options") or {}
    if not isinstance(options, dict) or not all(
        isinstance(word, str) and len(word) < 100 for pair in options.items() for word in pair
    ):
        raise PageQuestionError("options: texts by name are expected")
    name, guided = text_of(question, "game", 40), question.get("guided") is True
    guided = guided and name == registry.DEFAULT_GAME
    game = registry.new_game(name, guide.OPTIONS if guided else options)
    seed = secrets.randbelow(SEEDS)
    if guided:
        earlier = sum(stored["guided"] for stored in sessions.listed()["sessions"])
        seed = guide.SEEDS[earlier % len(guide.SEEDS)]
    if question.get("seed") is not None:
        seed = int_of(question, "seed", SEEDS - 1)
    return sessions.add(Session(game, seed), _seating(question, game.players))


def open_file(question: PageQuestion, sessions: Sessions) -> TableShown:
    """A session from a file: ``text``."""
    text = text_of(question, "text", MOST_TEXT)
    session = Session.parse(text)
    return sessions.add(session, written_seating(text, session))


def save(question: PageQuestion, sessions: Sessions) -> SessionFile:
    """The session as a file to save: ``id``."""
    with sessions.at_table(_id(question)) as loaded:
        return {"text": loaded.text, "name": f"{registry.name_of(loaded.session.game)}.session"}


# Changes at a table, which the person chose at its state ``at``.


def act(question: PageQuestion, loaded: LoadedTable) -> None:
    """The person acts: ``action``."""
    action = _action(text_of(question, "action"), loaded.session.state)
    loaded.push(lambda: loaded.table.act(action))


def step(question: PageQuestion, loaded: LoadedTable) -> None:
    """The engine player whose turn it is acts.

    After the person has ``conceded``, an engine plays the person's cards too.
    """
    table = loaded.table
    conceded = question.get("conceded") is True
    if table.is_persons_turn and conceded and loaded.session.state.play is not None:
        loaded.count_help(Help(cards=1))
        loaded.push(lambda: table.act(table.hint()))
    elif not table.is_persons_turn and not loaded.session.is_finished:
        loaded.push(table.step)


def take_back(_: PageQuestion, loaded: LoadedTable) -> None:
    """Undo actions back to the person's last decision in this deal."""
    loaded.table.take_back()
    loaded.count_help(Help(backs=1))


def mark_result_seen(_: PageQuestion, loaded: LoadedTable) -> None:
    """Go on to the next deal after the result of the last."""
    loaded.seating = replace(loaded.seating, seen=loaded.session.standing.deals)


def change_seating(question: PageQuestion, loaded: LoadedTable) -> None:
    """Change ``names`` and ``levels`` of the players."""
    chosen = _seating(question, loaded.session.game.players)
    loaded.change_seating(replace(loaded.seating, names=chosen.names, levels=chosen.levels))


def claim(_: PageQuestion, loaded: LoadedTable) -> None:
    """Play the rest of the deal if it is forced."""
    session = loaded.session
    deal = session.standing.deals
    if loaded.is_forced:
        while session.standing.deals == deal and not session.is_finished:
            loaded.push(lambda: session.push(next(iter(session.state.legal_actions))))


# Help at a table.


def forced(question: PageQuestion, sessions: Sessions) -> bool | None:
    """Whether the rest of a deal ends well, if it is forced whatever anybody plays: ``id``."""
    with sessions.at_table(_id(question)) as loaded:
        if not loaded.is_forced:
            return None
        return ends_well(loaded.session.state, loaded.table.seat)


def hint(question: PageQuestion, context: RequestContext, sessions: Sessions) -> HintShown:
    """The choice of an engine in the person's place; a part has it without figures: ``id``.

    ``plan`` may be the plan of an earlier hint, to say how this one's differs.
    """
    session_id = _id(question)
    with sessions.at_table(session_id) as loaded:
        if loaded.shows_result or not loaded.table.is_persons_turn:
            raise RuleError("it is not your turn")
        loaded.count_help(Help(hints=1))
        with suppress(StaleError):
            sessions.store_change(session_id, loaded)
        state, at = loaded.session.state.copy(), loaded.at
        text_of_action = text_of_actions(state)
        styles = loaded.seating.styles(loaded.session.standing.dealer)
    view = View.of(state, state.turn)
    shown = hint_shown(view, styles, text_of_action, at, context.send_part)
    return {**shown, "new_plan": plan_change(state, _plan(question), shown["plan"])}


# Reading questions.


def _id(question: PageQuestion) -> str:
    return text_of(question, "id", 40)


def _plan(question: PageQuestion) -> Ending | None:
    match question.get("plan"):
        case [str(suits), int(total)]:
            return Retention.parse(suits), total
    return None


def _seating(question: PageQuestion, players: int) -> Seating:
    usual = Seating.usual(players)
    names = _list_of(question, "names", usual.names)
    levels = _list_of(question, "levels", usual.levels)
    if len(names) < players or len(levels) < players:
        raise PageQuestionError(f"names and levels: {players} players are expected")
    return Seating(
        tuple(name.strip() or usual.names[n] for n, name in enumerate(names[:players])),
        tuple(choice_of({"levels": level}, "levels", Level) for level in levels[:players]),
        guided=question.get("guided") is True,
    )


def _list_of(question: PageQuestion, name: str, usual: Sequence[str]) -> Sequence[str]:
    value = question.get(name)
    if value is None:
        return usual
    if not isinstance(value, list) or len(value) > len(USUAL_NAMES) + 1:
        raise PageQuestionError(f"{name}: a list of texts is expected")
    return [text_of({name: item}, name, MOST_NAME) for item in value]


def _action(text: str, state: TrickState) -> Action:
    """Parse a legal action; first directly, since comparing it with hundreds of actions is slow."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return parse_action_among(text, state.legal_actions)
