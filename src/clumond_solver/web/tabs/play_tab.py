"""The endpoints of the Play tab: games, a person's sessions, play at their tables, hands sent.

The page gets only what its seat sees (`table_view`), and the seed only in a file to save and in the
link to a hand that is over. Of a hand that somebody sent it gets no card, and of the results only
the names, until the person has played the hand.

>>> from clumond_solver.web.page_sessions import Sessions
>>> from clumond_solver.web.store import CallbackStore
>>> sessions = Sessions(CallbackStore({}, lambda *_: None))
>>> question = PageQuestion(game="clubs", options={"players": "3"}, seed=5)
>>> shown = new(question, RequestContext(sessions_or_none=sessions))
>>> shown["game"]["name"], shown["deal"]["phase"], len(shown["players"])
('Clubs', 'play', 3)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypedDict

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import ClumondError, RuleError
from clumond_solver.base.seeds import SEEDS
from clumond_solver.base.values import Result
from clumond_solver.base.wording import capital
from clumond_solver.coach.claims import ends_well
from clumond_solver.coach.clumond.day_deal import day_result_text
from clumond_solver.coach.clumond.hand_links import (
    MOST_HANDS,
    PlayedHand,
    SharedHand,
    is_link_to,
    parse_link,
    printable_name,
)
from clumond_solver.coach.hints import rest_of_passing
from clumond_solver.coach.seating import (
    MOST_NAME,
    USUAL_NAMES,
    Help,
    Seating,
    distinct_names,
    without_friends,
    written_seating,
)
from clumond_solver.display.text.actions import action_text
from clumond_solver.games import DEFAULT_GAME, registry
from clumond_solver.games.clumond import guide
from clumond_solver.games.sessions import Session
from clumond_solver.games.texts import Block, Lesson, lessons_of, rules_blocks
from clumond_solver.knowledge.asked_hands import state_with_hand
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, parse_action, parse_action_among, parse_passes
from clumond_solver.rules.game import Game
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.web.page_questions import RequestContext
from clumond_solver.web.page_sessions import (
    GameListed,
    SessionList,
    TablePlace,
    TableShown,
    can_take_back,
    game_shown,
)
from clumond_solver.web.question import PageQuestion, PageQuestionError
from clumond_solver.web.store import MOST_TEXT, StaleError
from clumond_solver.web.table_view import (
    CallMade,
    HintShown,
    TableTrick,
    deal_shown,
    hint_shown,
    plan_change,
)

#: The most characters of a message with a link.
MOST_MESSAGE = 20_000
_MOST_DEALS = 999
_SAME_NAME = "two players have the same name: choose another one"
# What the page's dialog calls the fields of a question about a hand.
_FIELD_LABELS = {"turned": "“Card turned up”"}


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


@dataclass(frozen=True, slots=True)
class HandResult(Result):
    """How somebody played a hand.

    parts  the number of calls and cards that are as the person's own, until the first that is not.
    """

    name: str
    own: bool
    replay: bool
    text: str
    help: str
    gain: int
    calls: list[CallMade]
    tricks: list[TableTrick]
    parts: int


@dataclass(frozen=True, slots=True)
class HandShown(Result):
    """A hand that was sent; results come once the person has played it.

    played    the session in which the person has played it, and the deal; None if he has not.
    names     the names of those with a result.
    """

    link: str
    seat: str
    scoring: str
    four_tens: bool
    levels: tuple[str, str]
    day: bool
    begun: bool
    played: tuple[str, int] | None
    names: list[str]
    results: list[HandResult]


def games(_: PageQuestion, __: RequestContext) -> Games:
    """The games, with their options."""
    return {
        "games": [game_shown(registry.entry(name)) for name in registry.names()],
        "levels": [str(level) for level in Level],
        "names": list(USUAL_NAMES),
    }


def rules(question: PageQuestion, _: RequestContext) -> RulesShown:
    """The rules of a game: ``game``."""
    name = question.text("game", 40)
    return {"title": game_shown(registry.entry(name))["title"], "blocks": rules_blocks(name)}


def lessons(question: PageQuestion, _: RequestContext) -> Sequence[Lesson]:
    """The lessons of a game: ``game``."""
    return lessons_of(question.text("game", 40))


# Sessions.


def sessions(_: PageQuestion, context: RequestContext) -> SessionList:
    """All sessions, the last one played first."""
    return context.sessions.listed()


def _game(name: str, given: Mapping[str, str]) -> Game[Any]:
    """A game by the fields of a dialog; errors about an option name its field."""
    entry = registry.entry(name)
    titles = {
        option.name: f"“{capital(entry.words.option(option.name))}”" for option in entry.options
    }
    for option in entry.options:
        if option.name in given:
            replace(option, name=titles[option.name]).read(given[option.name])
    try:
        return entry.game(given)
    except RuleError as error:
        if error.option not in titles:
            raise
        raise RuleError(error.naming(titles[error.option])) from None


def new(question: PageQuestion, context: RequestContext) -> TableShown:
    """Start a session: ``game``, ``options``, ``names``, ``levels``, ``guided``, ``seed``.

    An opponent with the usual name gives way to a person or another opponent who has it.
    ``match`` is the number of hands of the match that it is to be.
    """
    name, guided = question.text("game", 40), question.flag("guided")
    guided = guided and name == DEFAULT_GAME
    game = _game(name, guide.OPTIONS if guided else question.options("options"))
    seed = secrets.randbelow(SEEDS)
    if guided:
        earlier = sum(stored["guided"] for stored in context.sessions.listed()["sessions"])
        seed = guide.GUIDED_SEEDS[earlier % len(guide.GUIDED_SEEDS)]
    seed = question.number("seed", SEEDS - 1, seed)
    seating = _seating(question, game.players)
    names = distinct_names(seating.names)
    usual_names = Seating.usual(game.players).names
    for name, given, usual in zip(names, seating.names, usual_names, strict=True):
        if name != given != usual:
            raise RuleError(_SAME_NAME)
    return context.sessions.add(Session(game, seed), replace(seating, names=names))


def open_file(question: PageQuestion, context: RequestContext) -> TableShown:
    """A session from a file: ``text``."""
    text = question.text("text", MOST_TEXT)
    session = Session.parse(text)
    return context.sessions.add(session, written_seating(text, session))


def save(question: PageQuestion, context: RequestContext) -> SessionFile:
    """The session as a file to save: ``id``."""
    with context.sessions.at_table(_id(question)) as loaded:
        return {
            "text": without_friends(loaded.text),
            "name": f"{registry.name_of(loaded.session.game)}.session",
        }


def remove(question: PageQuestion, context: RequestContext) -> SessionList:
    """Remove the session ``id`` unless it has left the state ``at``, and list the others."""
    return context.sessions.remove(_id(question), question.text("at", default=""))


def table(question: PageQuestion, context: RequestContext) -> TableShown:
    """The current table of the session ``id``."""
    return context.sessions.table(*place_of(question, context))


# Changes at a table.


def change(
    make: Callable[[PageQuestion, TablePlace], object],
    question: PageQuestion,
    context: RequestContext,
    *,
    after_deal: bool = False,
) -> TableShown:
    """The table of the session ``id`` after a change that the person chose at its state ``at``."""
    session_id, player = place_of(question, context)
    at, made = question.text("at", default=""), partial(make, question)
    return context.sessions.change(session_id, at, made, player=player, after_deal=after_deal)


def act(question: PageQuestion, place: TablePlace) -> None:
    """The person acts: ``action``."""
    if place.player not in place.seating.people:
        raise RuleError("an engine plays for you: the host can give you your seat back")
    text, state = question.text("action"), place.session.state
    if state.to_pass is not None:
        gives = parse_passes(text)
        place.push(lambda: place.table.pass_on(gives))
        return
    action = _action(text, state)
    place.push(lambda: place.table.act(action))


def step(question: PageQuestion, place: TablePlace) -> None:
    """The engine player whose turn it is acts.

    After the person has ``conceded``, an engine plays the person's cards too.
    """
    table = place.table
    conceded = question.flag("conceded")
    if table.is_persons_turn and conceded and place.session.state.play is not None:
        # It is a hint of a card, and another after that.
        _check_hints(place)
        place.count_help(Help(cards=1))
        place.push(lambda: table.act(table.hint()))
    elif not (table.is_persons_turn or table.is_friends_turn or place.session.is_finished):
        place.push(table.step)


def take_back(_: PageQuestion, place: TablePlace) -> None:
    """Undo actions back to the person's last decision in this deal; people are asked first."""
    if not can_take_back(place):
        raise RuleError("nothing can be taken back here")
    if place.seating.people > {place.player}:
        place.loaded.wish = {"player": place.player, "agreed": [], "refused": None}
        return
    place.table.take_back()
    place.count_help(Help(backs=1))


def mark_result_seen(_: PageQuestion, place: TablePlace) -> None:
    """Go on to the next deal after the result of the last."""
    deals = place.session.standing.deals
    place.loaded.seating = place.seating.having_seen(place.player, deals)


def change_seating(question: PageQuestion, place: TablePlace) -> None:
    """Change ``names``, which differ, and ``levels``; friends choose their own names."""
    chosen = _seating(question, place.session.game.players)
    kept = {seat.player for seat in place.seating.friends.seats if seat.taken}
    names = tuple(
        old if player in kept else new
        for player, (old, new) in enumerate(zip(place.seating.names, chosen.names, strict=True))
    )
    if distinct_names(names) != names:
        raise RuleError(_SAME_NAME)
    place.loaded.change_seating(replace(place.seating, names=names, levels=chosen.levels))


def _check_hints(place: TablePlace) -> None:
    if not place.may_have_hints:
        raise RuleError("at this table nobody gets hints")


def claim(_: PageQuestion, place: TablePlace) -> None:
    """Play the rest of the deal if it is forced."""
    session = place.session
    deal = session.standing.deals
    if place.is_forced:
        while session.standing.deals == deal and not session.is_finished:
            place.push(lambda: session.push(next(iter(session.state.legal_actions))))


# Help at a table.


def forced(question: PageQuestion, context: RequestContext) -> bool | None:
    """Whether the rest of a deal ends well, if it is forced whatever anybody plays: ``id``."""
    session_id, player = place_of(question, context)
    with context.sessions.at_table(session_id) as loaded:
        place = loaded.place(player)
        return ends_well(place.session.state, place.table.seat) if place.is_forced else None


def hint(question: PageQuestion, context: RequestContext) -> HintShown:
    """The choice of an engine in the person's place; a part has it without figures: ``id``.

    ``plan`` may be the plan of an earlier hint, to say how this one's differs.
    """
    session_id, player = place_of(question, context)
    with context.sessions.at_table(session_id) as loaded:
        place = loaded.place(player)
        if place.shows_result or not place.table.is_persons_turn:
            raise RuleError("it is not your turn")
        _check_hints(place)
        place.count_hint()
        with suppress(StaleError):
            context.sessions.store_change(loaded)
        state, at = place.session.state.copy(), place.at
        text_of_action = partial(action_text, verb_of=state.verb_of)
        styles = loaded.seating.styles(loaded.session.standing.dealer)
        table_seed = place.table.seed
    view = View.of(state, state.turn)
    finish = partial(rest_of_passing, state, seed=table_seed)
    shown = hint_shown(view, styles, text_of_action, at, context.send_part, finish=finish)
    return {**shown, "new_plan": plan_change(state, question.ending("plan"), shown["plan"])}


class HandAdvised(TypedDict):
    """What to call or play with a hand: whose it is, by the rules, and as in a hint."""

    seat: str
    hint: HintShown


def hand_advice(question: PageQuestion, context: RequestContext) -> HandAdvised:
    """What to call or play with a hand of any game but Clumond, from what was said so far.

    ``game`` and ``options`` as for `new`, ``hand``, and as in `View.at_start` ``deal``, ``turned``
    and ``said``. A part has the choice without figures.
    """
    game = _game(question.text("game", 40), question.options("options"))
    turned = question.text("turned", default="")
    try:
        state = state_with_hand(
            game,
            Hand.parse(question.text("hand")),
            deal=question.number("deal", _MOST_DEALS) if question.has("deal") else None,
            turned=Card.parse(turned) if turned else None,
            said=question.text("said", default=""),
        )
    except RuleError as error:
        if error.option not in _FIELD_LABELS:
            raise
        raise RuleError(error.naming(_FIELD_LABELS[error.option])) from None
    seat, text_of = state.seat_name(state.seat_to_act), partial(action_text, verb_of=state.verb_of)

    def send_part(part: HintShown) -> None:
        context.send_part({"seat": seat, "hint": part})

    hint = hint_shown(View.of(state), (), text_of, "", send_part)
    return {"seat": seat, "hint": hint}


# Hands that people send one another.


def sent_hand(question: PageQuestion, context: RequestContext) -> HandShown:
    """The hand of a link in a ``text``; if the person has played it, by ``name``, the results."""
    shared = _linked(question)
    match = context.sessions.with_hand(shared)
    is_played = match is not None and match[2]
    if match is not None and is_played:
        shared = with_own_result(shared, match[0], match[1], typed_name(question), context)
    return HandShown(
        link=shared.link,
        seat=str(shared.seat),
        scoring=shared.game.scoring,
        four_tens=shared.game.four_tens,
        levels=shared.levels,
        day=shared.day is not None,
        begun=match is not None,
        played=match[:2] if match is not None and is_played else None,
        names=[result.name for result in shared.results],
        results=[_result(shared, result) for result in shared.results] if is_played else [],
    )


def sent_hand_table(question: PageQuestion, context: RequestContext) -> TableShown:
    """The table of a link's hand: the one begun, or a new one; a new one if it is ``again``.

    It may be the hand with the number ``hand`` of a ``match`` of so many.
    """
    shared = _linked(question)
    match = context.sessions.with_hand(shared)
    if match is not None and (not match[2] or not question.flag("again")):
        return context.sessions.table(match[0])
    names = distinct_names((typed_name(question) or "You", *USUAL_NAMES[:2]))
    hand, hands = question.number("hand", MOST_HANDS, 0), question.number("match", MOST_HANDS, 0)
    seating = replace(shared.seating(names, replay=match is not None), match=hands, hand=hand)
    return context.sessions.add(shared.session(), seating)


def _linked(question: PageQuestion) -> SharedHand:
    return parse_link(question.text("text", MOST_MESSAGE))


def typed_name(question: PageQuestion) -> str:
    """The name that the person has typed; "" for none."""
    return printable_name(question.text("name", MOST_NAME, ""))


def with_own_result(
    linked: SharedHand, session_id: str, number: int, name: str, context: RequestContext
) -> SharedHand:
    """The hand with the person's result first; new results are stored with the session."""
    with context.sessions.at_table(session_id) as loaded:
        known = loaded.hand_to_send(number, name)
        merged = known.merged(linked.results)
        if merged != known:
            others = (link for link in loaded.seating.links if not is_link_to(link, linked))
            loaded.seating = replace(loaded.seating, links=(*others, merged.link))
            context.sessions.store_change(loaded)
        return merged


def _result(shared: SharedHand, result: PlayedHand) -> HandResult:
    session, own = shared.session(result), shared.results[0]
    state, seat = session.replayed(1)[1], shared.seat
    who = "you" if result is own else result.name or "this player"
    shown, [row] = deal_shown(state, seat), session.standing.rows
    return HandResult(
        name=result.name,
        own=result is own,
        replay=result.replay,
        text=capital(day_result_text(state, seat, who)),
        help=str(result.help),
        gain=row.gains[0],
        calls=shown["calls"],
        tricks=shown["tricks"],
        parts=result.parts_at(own),
    )


# Reading questions.


def place_of(question: PageQuestion, context: RequestContext) -> tuple[str, int | None]:
    """The session and the player of a question; None for the person whose table it is.

    A friend's key says both, whatever the question says.
    """
    if context.seat is None:
        return _id(question), None
    if context.seat.player is None:
        raise RuleError("this link opens no seat")
    return context.seat


def _id(question: PageQuestion) -> str:
    return question.text("id", 40)


def _seating(question: PageQuestion, players: int) -> Seating:
    usual = Seating.usual(players)
    most = len(USUAL_NAMES)
    names = question.texts("names", most, MOST_NAME, usual.names)
    levels = question.choices("levels", most, Level, usual.levels)
    if len(names) < players or len(levels) < players:
        raise PageQuestionError(f"names and levels: {players} players are expected")
    return Seating(
        tuple(name.strip() or usual.names[n] for n, name in enumerate(names[:players])),
        tuple(levels[:players]),
        guided=question.flag("guided"),
        match=question.number("match", MOST_HANDS, 0),
    )


def _action(text: str, state: TrickState) -> Action:
    """Parse a legal action; first directly, since comparing it with hundreds of actions is slow."""
    try:
        action = parse_action(text)
        if action in state.legal_actions:
            return action
    except ClumondError:
        pass
    return parse_action_among(text, state.legal_actions)
