"""A dummy's cards are played by declarer: at tables, in matches, reviews, adapters, on the page."""

from __future__ import annotations

import random

import pytest

from clumond_solver import review
from clumond_solver.adapters.episodes import Episode
from clumond_solver.base.errors import RuleError
from clumond_solver.batch.matches import _Match
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.cli.typed_words import words_to_type
from clumond_solver.coach.table import Table
from clumond_solver.display.text.hands import cards_text, hand_text
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Action, Pass, PlayCard
from clumond_solver.rules.states import TrickState
from clumond_solver.single_dummy.players import Player
from clumond_solver.web.table_view import deal_shown

DECLARER, LEADER, DUMMY = 0, 1, 2


pytestmark = pytest.mark.usefixtures("examples")


@pytest.fixture
def session() -> Session[TrickState]:
    """Seat 0 has declared hearts, and the first card is led: the dummy, seat 2, is to play."""
    session = Session(new_game("bridge"), 1)
    for call in ("2 hearts", "pass", "pass", "pass"):
        session.push(call)
    session.push(session.state.legal_actions[0])
    return session


def _first(view: View, seed: int) -> Action:
    return Pass() if Pass() in view.legal_actions else view.legal_actions[0]


def _person(session: Session[TrickState], seat: int) -> Table[TrickState]:
    return Table(session, session.standing.player(seat), [_first] * 4)


def test_after_the_first_lead_all_see_the_dummy_and_its_player_sees_both_hands(
    session: Session[TrickState],
) -> None:
    state = session.state
    hands = state.hands_left
    assert (state.turn, state.decider) == (DUMMY, DECLARER)
    assert [View.of(state, seat).held[DUMMY] for seat in range(4)] == [hands[DUMMY]] * 4
    view = View.of(state)
    assert (view.seat, view.player) == (DUMMY, DECLARER)
    assert view.held == (hands[DECLARER], view.held[1], hands[DUMMY], view.held[3], view.held[4])
    assert not view.held[LEADER]
    assert not View.of(state, LEADER).held[DECLARER]
    state.pop()
    assert state.decider == LEADER
    assert not View.of(state, LEADER).held[DUMMY]
    assert not View.of(state, DUMMY).held[DECLARER]


def test_declarers_player_acts_and_takes_back_for_the_dummy(session: Session[TrickState]) -> None:
    assert session.player_to_act == session.standing.player(DECLARER)
    table = _person(session, DECLARER)
    assert table.is_persons_turn
    with pytest.raises(RuleError, match="the person's turn"):
        table.step()
    before = str(session)
    assert table.act(table.hint()).seat == DUMMY
    table.step()
    assert table.is_persons_turn
    assert table.act(table.hint()).seat == DECLARER
    assert table.take_back() == 1
    assert table.take_back() == 2
    assert str(session) == before
    assert table.take_back() == 5  # The lead, three passes and his bid.
    assert not table.can_take_back


def test_the_dummys_player_has_nothing_to_decide(session: Session[TrickState]) -> None:
    table = _person(session, DUMMY)
    with pytest.raises(RuleError, match="not the person's turn"):
        table.act(session.state.legal_actions[0])
    while session.standing.deals == 0:
        assert not table.is_persons_turn
        table.step()


def test_the_page_lets_declarer_play_from_the_dummy(session: Session[TrickState]) -> None:
    state = session.state
    legal = {str(action.card) for action in state.legal_actions if isinstance(action, PlayCard)}
    shown = deal_shown(state, DECLARER)
    assert (shown["turn"], shown["decider"], shown["plays_for"]) == (DUMMY, DECLARER, DUMMY)
    assert {way["card"] for way in shown["legal"]["cards"]} == legal
    assert {*shown["barred"], *legal} == {*shown["seats"][DUMMY]["open"]}
    assert set(shown["barred"]) != set()
    for seat in (LEADER, DUMMY, 3):
        other = deal_shown(state, seat)
        assert (other["decider"], other["plays_for"]) == (DECLARER, None)
        assert not other["legal"]["cards"]


def test_the_terminal_shows_both_hands_and_asks_for_the_dummys_card(
    session: Session[TrickState],
) -> None:
    state, said, prompts = session.state, list[str](), list[str]()
    dummys = state.hands_left[DUMMY]

    def read(prompt: str) -> str | None:
        prompts.append(prompt)
        return words_to_type(state)[0] if len(prompts) < 3 else None

    table = _person(session, DECLARER)
    names = ("you", "Ada", "Ben", "Cleo")
    assert not Terminal(table, read, said.append, lambda file: None, names=names).play()
    assert prompts == ["Ben’s card: ", "your card: ", "your card: "][: len(prompts)]
    assert len(prompts) > 1
    page = "\n".join(said)
    assert f"Ben: {cards_text(dummys)}" in page
    assert hand_text(state.hands_dealt[DECLARER]) in page


def test_in_a_match_the_player_of_declarers_seat_plays_the_dummy() -> None:
    seen = set[tuple[int, int | None]]()

    def player(number: int) -> Player:
        def act(view: View, seed: int) -> Action:
            if view.play is not None:
                # Each seat of deal 1 has the player of its number.
                assert number == (view.seat if view.player is None else view.player)
                seen.add((view.seat, view.player))
            return view.legal_actions[1] if not view.actions else _first(view, seed)

        return act

    players = tuple(player(number) for number in range(4))
    _Match(players, new_game("bridge"), seed=1, duplicate=False).play(0)
    assert seen == {(0, None), (1, None), (3, None), (2, 0)}


def test_adapters_ask_declarers_player_for_the_dummys_cards() -> None:
    game = new_game("bridge")
    episode = Episode(game, game.opening())
    episode.deal(1)
    assert episode.state is not None
    for call in ([*episode.state.legal_actions][1], Pass(), Pass(), Pass()):
        episode.push(call)
    episode.push(next(iter(episode.state.legal_actions)))
    assert (episode.state.turn, episode.turn) == (DUMMY, DECLARER)


@pytest.mark.usefixtures("hasty")
def test_a_review_names_declarer_for_the_dummys_cards(session: Session[TrickState]) -> None:
    state, source = session.state, random.Random(1)
    for _ in range(7):
        state.push(source.choice(state.legal_actions))
    reviewed = review(
        state, iterations=10, games_per_action=2, replays=0, players=("Ann", "Bo", "Cy", "Di")
    )
    by = [played.seat for played in reviewed.plays if played.trick]
    turns = [played.seat for played in state.play.history] if state.play else []
    assert by == [DECLARER if seat == DUMMY else seat for seat in turns]
    assert DUMMY in turns
    only = review(state, iterations=10, games_per_action=2, replays=0, seat=DECLARER)
    rated = [played.number for played in only.plays if played.values]
    assert any(turns[number - 5] == DUMMY for number in rated if number > 4)
