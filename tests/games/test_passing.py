"""Cards passed on: all at once at tables and in the terminal, and told to nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from clumond_solver.base.cards import Hand
from clumond_solver.base.errors import NotationError, RuleError
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.coach.hints import hint, rest_of_passing
from clumond_solver.coach.review_text import review_text
from clumond_solver.coach.reviews import review
from clumond_solver.coach.table import Table
from clumond_solver.display.text.actions import action_text
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Give, GiveCards, parse_passes
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import FactKind, TrickState
from clumond_solver.rules.tricks import TrickPlay
from clumond_solver.web.table_view import deal_shown
from tests.all_games import random_chooser
from tests.web.site import asked

pytestmark = pytest.mark.usefixtures("examples")
LEFT, BEN, RIGHT = 1, 2, 3


def _usual(view: View, seed: int) -> Action:
    return next(action for action in view.legal_actions)


@pytest.fixture
def table() -> Table[TrickState]:
    """The person, player 0, is the first to pass three cards, to his left neighbour."""
    return Table(Session(new_game("hearts"), 5, first_dealer=3), 0, [_usual] * 4)


def _chosen(table: Table[TrickState]) -> list[Give]:
    return [action for action in table.session.state.legal_actions if isinstance(action, Give)][::5]


def test_the_person_learns_how_many_cards_go_to_whom(table: Table[TrickState]) -> None:
    assert table.session.state.to_pass == (3, LEFT)
    legal = deal_shown(table.session.state, 0)["legal"]
    assert (legal["passing"], legal["cards"], legal["calls"]) == ({"count": 3, "to": LEFT}, [], [])


def test_cards_are_passed_and_taken_back_together(table: Table[TrickState]) -> None:
    before = str(table.session)
    table.pass_on(_chosen(table))
    assert table.session.state.turn == LEFT
    assert table.take_back() == 3
    assert str(table.session) == before


@pytest.mark.parametrize("cards", [[0], [0, 1], [0, 1, 2, 3], [0, 1, 1]])
def test_too_few_too_many_or_twice_the_same_change_nothing(
    table: Table[TrickState], cards: Sequence[int]
) -> None:
    before, legal = str(table.session), table.session.state.legal_actions
    gives = [action for number in cards if isinstance(action := legal[number], Give)]
    with pytest.raises(RuleError):
        table.pass_on(gives)
    assert str(table.session) == before


@pytest.mark.parametrize("text", ["", "pass", "SQ SQ", "SQ XX"])
def test_a_text_of_no_cards_or_of_one_twice_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_passes(text)


def test_only_giver_and_receiver_see_the_cards_and_the_receiver_at_the_end(
    table: Table[TrickState],
) -> None:
    state, gives = table.session.state, _chosen(table)
    table.pass_on(gives)
    told = [deal_shown(state, seat)["calls"][0]["text"] for seat in range(4)]
    own = " ".join(give.card.pretty() for give in sorted(gives, key=lambda give: give.card))
    assert {*told[0].removeprefix("passed ").split()} == {*own.split()}
    assert told[1:] == ["passed 3 cards"] * 3
    while state.play is None:
        table.step()
    seen = [deal_shown(state, seat)["calls"][0]["text"] for seat in range(4)]
    assert [text == told[0] for text in seen] == [True, True, False, False]
    cards = Hand.from_cards(give.card for give in gives)
    assert state.received(LEFT) == cards
    assert deal_shown(state, LEFT)["received"][0]["seat"] == 0
    assert not cards & state.hands_left[0]
    kinds = {fact.kind: fact.text.split() for fact in state.facts(0)}
    assert {*kinds[FactKind.GIVEN]} == {*own.split()}
    assert len(kinds[FactKind.RECEIVED]) == 3


def test_a_hint_for_all_cards_to_pass_is_legal_and_does_not_speak_of_others(
    table: Table[TrickState],
) -> None:
    state = table.session.state
    answer = hint(state, iterations=40, games_per_action=10)
    rest = rest_of_passing(state, answer.action)
    assert len({answer.action, *rest}) == 3
    table.pass_on([give for give in (answer.action, *rest) if isinstance(give, Give)])
    assert "next in these games" not in answer.reason


def test_a_review_judges_all_cards_that_a_seat_passes_as_one_decision(
    table: Table[TrickState],
) -> None:
    """Ben keeps the queen of spades and passes low diamonds."""
    state = table.session.state
    for _ in range(16):
        state.push(state.legal_actions[0])
    reviewed = review(state, iterations=60, games_per_action=40, seat=BEN)
    passes = [play for play in reviewed.plays if not play.trick]
    assert [play.seat for play in passes] == [0, 1, 2, 3]
    assert [play.action for play in passes] == [GiveCards(state.given(seat)) for seat in range(4)]
    assert [play.number for play in reviewed.plays] == [1, 4, 7, 10, *range(13, 17)]
    bens = passes[BEN]
    assert bens.best != bens.action
    lost = bens.values[bens.best] - bens.values[bens.action]
    assert lost > 1
    assert bens.cost == pytest.approx(lost)
    assert all(isinstance(one, GiveCards) and len(one.cards) == 3 for one in bens.values)
    assert "SQ" in str(bens.best)
    text = review_text(reviewed, names=("you", "Ada", "Ben", "Cleo"))
    assert f"- before the play, {action_text(bens.action)} by Ben" in " ".join(text.split())
    assert text.count("by Ben, ") == len([p for p in reviewed.costliest() if p.seat == BEN])


@pytest.mark.usefixtures("hasty")
def test_the_page_shows_a_pass_as_one_call_and_plays_again_from_before_it() -> None:
    session: Session[Any] = Session(new_game("hearts"), 5, first_dealer=3)
    for _ in range(14):
        session.push(session.state.legal_actions[0])
    question = {"text": str(session), "iterations": 20}
    shown = asked("review", question)
    plays = shown["plays"]
    assert [play["number"] for play in plays] == [1, 2, 3, 4, 5, 6]
    assert [play["at"] for play in plays] == [0, 3, 6, 9, 12, 13]
    assert [len(play["text"].split()) for play in plays[:4]] == [4] * 4
    assert all(1 <= number <= 6 for number in shown["costliest"])


def test_in_the_terminal_cards_are_named_together(table: Table[TrickState]) -> None:
    said, cards = list[str](), [str(give.card) for give in _chosen(table)]
    lines = iter([cards[0], f"pass {' '.join(cards)}", "quit", "yes"])
    names = ("you", "Ann", "Ben", "Cleo")
    Terminal(table, lambda prompt: next(lines), said.append, lambda file: None, names=names).play()
    text = "\n".join(said)
    assert "pass 3 cards to Ann (left): name them together" in text
    assert "3 cards must be passed on together" in text
    assert "You have passed" in text
    assert "Ann has passed 3 cards" in text
    assert "passed to you" in text
    assert "unseen" not in text


def _hearts() -> type[Any]:
    game = new_game("hearts")
    return type(game.deal(1, game.opening()))


def _dealt(name: str, value: Any) -> TrickState:
    """A deal of Hearts in which a hook contradicts the others."""
    game = new_game("hearts")
    state = type("Wrong", (_hearts(),), {name: value})(game.pack.order(1), 1, game)
    assert isinstance(state, TrickState)
    return state


def _to_the_play(state: TrickState) -> None:
    state.check_hooks()
    while state.play is None:
        state.push(state.legal_actions[0])
    state.check_hooks()


def _without_passing(state: Any) -> TrickPlay:
    rules = _hearts()._begin(state).rules
    return TrickPlay(rules, [state.dealt(seat) for seat in range(4)])


@pytest.mark.parametrize(
    ("hook", "value"),
    [
        ("passes", property(lambda self: ((0, 0, 3), (1, 2, 3), (2, 3, 3), (3, 1, 3)))),
        ("passes", property(lambda self: ((0, 1, 3), (0, 2, 3), (2, 3, 3), (3, 1, 3)))),
        ("passes", property(lambda self: ((0, 1, 3), (1, 4, 3), (2, 3, 3), (3, 1, 3)))),
        ("passes", property(lambda self: tuple((s, (s + 1) % 4, 2 + s % 2 * 2) for s in range(4)))),
        ("passes", property(lambda self: tuple((s, (s + 1) % 4) for s in range(4)))),
        ("payoffs", property(lambda self: Payoffs.by_tricks([[0] * 8] * 4))),
        ("payoffs", property(lambda self: Payoffs.by_tricks([[0] * 14] * 3))),
        ("payoffs", property(lambda self: [0] * 4)),
        ("played_by", lambda self, seat: 7),
        ("role", lambda self, seat: None),
        ("sides", ((0, 2), (), (1, 3))),
        ("sides", ((0, 2), (1, 3))),
        ("sides", 2),
        ("sides", ((0, 1), (1, 2))),
        ("sides", ((0, 4),)),
        ("_begin", _without_passing),
    ],
)
def test_a_deal_whose_hooks_contradict_one_another_is_refused_by_name(
    hook: str, value: object
) -> None:
    with pytest.raises((RuleError, TypeError), match=rf"Wrong\.{hook}"):
        _to_the_play(_dealt(hook, value))


def test_partners_who_do_not_score_the_same_are_refused() -> None:
    session = Session(new_game("bridge"), 4)
    state = session.state
    kind = type("Wrong", (type(state),), {"sides": ((0, 1), (2, 3))})
    wrong = kind(session.shuffled(1), (False, False))
    for call in ("2 hearts", "pass", "pass", "pass"):
        wrong.push(call)
    with pytest.raises(RuleError, match=r"Wrong\.sides: \[0, 1\] do not score the same"):
        wrong.check_hooks()


@pytest.mark.parametrize("hook", ["scores", "_settled"])
@pytest.mark.parametrize("name", ["hearts", "spades", "skat"])
def test_scores_that_contradict_the_payoffs_are_refused_at_the_end_of_the_first_deal(
    name: str, hook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session: Session[Any] = Session(new_game(name), 4)
    wrong = [7] * session.game.players
    value = property(lambda self: tuple(wrong)) if hook == "scores" else lambda self, taken: wrong
    monkeypatch.setattr(type(session.state), hook, value)
    played = random_chooser(3)

    def chosen(state: TrickState) -> Action:
        if state.play is not None:
            return played(state)
        return (state.usual_call if state.actions else None) or state.legal_actions[-1]

    with pytest.raises(RuleError, match=r"State\.scores: \(7, .*by \w+State\.payoffs they are"):
        session.play_out(chosen)
    assert session.standing.deals == 0


def test_sessions_check_the_hooks_of_their_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_hearts(), "sides", ((0, 1), (1, 2)))
    with pytest.raises(RuleError, match=r"HeartsState\.sides"):
        Session(new_game("hearts"), 1)
