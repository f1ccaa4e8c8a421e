"""Every game, played at random: nothing illegal, nothing lost, nothing seen that is hidden."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from clumond_solver.base.cards import Card, Hand
from clumond_solver.base.errors import IllegalCallError, IllegalPlayError, RuleError
from clumond_solver.games.clabberjass import ClabberjassState, sequence_holder, sequences
from clumond_solver.games.clag.game import ClagState
from clumond_solver.games.clubs import ClubsState
from clumond_solver.games.clumond.game import ClumondState
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import (
    Action,
    ChooseCards,
    LeadFor,
    Nominate,
    Pass,
    PlayAs,
    PlayCard,
    PlayTop,
    SetRules,
    parse_action,
    parse_action_among,
)
from clumond_solver.rules.game import State
from clumond_solver.rules.states import TrickState
from tests import slow_examples
from tests.all_games import (
    ALL_GAMES,
    GAMES,
    every_game_or_example,
    random_actions,
    random_chooser,
    slow_legal,
    slow_scores,
    slow_winner,
    standing_after,
)
from tests.golden.write import file_of, playthrough
from tests.shares import share_of

SESSIONS, SESSIONS_OF_EXAMPLES = share_of(1200), share_of(120)


@pytest.mark.slow
@every_game_or_example
@pytest.mark.sample(10)
def test_random_sessions_keep_their_books(name: str) -> None:
    game = ALL_GAMES[name]
    numbered = set(game.actions)
    assert len(numbered) == len(game.actions)
    for seed in range(SESSIONS if name in GAMES else SESSIONS_OF_EXAMPLES):
        session = Session(game, seed)
        choose = random_chooser(seed)
        while not session.is_finished:
            state, before = session.state, session.standing
            while not state.is_over:
                action = choose(state)
                assert action in numbered
                session.push(action)
            _check_books(session, before, state)
        standing = session.standing
        opening = game.opening().totals
        for player, total in enumerate(standing.totals):
            assert total == opening[player] + sum(row.gains[player] for row in standing.rows)
        with pytest.raises(RuleError, match="finished"):
            session.push(Pass())


def _check_books(session: Session[Any], before: Any, state: State) -> None:
    row = session.standing.rows[-1]
    assert session.standing.deals == before.deals + 1
    assert row.dealer == before.dealer
    assert [row.gains[before.player(seat)] for seat in range(len(row.gains))] == list(state.scores)


@every_game_or_example
def test_every_legal_set_winner_and_score_agrees_with_a_slow_statement(name: str) -> None:
    game = ALL_GAMES[name]
    for seed in range(60):
        _check_deal(game.deal(seed, standing_after(game, seed)), random.Random(seed))


def _check_deal(state: State, source: random.Random) -> None:
    assert isinstance(state, TrickState)
    for action in random_actions(state, source):
        if isinstance(action, PlayCard | PlayAs | LeadFor):
            _check_legal(state)
    if state.play is not None:
        moves = state.play.history
        size = len(slow_examples.seats_in_trick(state, 0))
        assert len(state.play.tricks) * size == len(moves)
        for number, trick in enumerate(state.play.tricks):
            laid = moves[number * size : (number + 1) * size]
            assert [move.card for move in laid] == list(trick.cards)
            assert [move.seat for move in laid] == slow_examples.seats_in_trick(state, trick.leader)
            assert laid[slow_winner(state, laid)].seat == trick.winner
    expected = slow_scores(state)
    assert expected is None or state.scores == expected


def _check_legal(state: TrickState) -> None:
    play = state.play
    assert play is not None
    seat = state.turn
    assert seat is not None
    hand = list(play.hands[seat])
    laid = play.history[len(play.history) - len(play.trick) :]
    expected = slow_legal(state, hand, laid)
    if isinstance(state, ClubsState) and not play.history:
        opener = {Card.parse("C2"), Card.parse("C3")}
        lowest = min(opener - {state.face_down_card}, key=lambda card: card.rank)
        assert expected is not None
        expected = {a for a in expected if getattr(a, "card", None) == lowest}
    assert expected is None or set(state.legal_actions) == expected


@every_game_or_example
def test_cards_are_conserved(name: str) -> None:
    game = ALL_GAMES[name]
    for seed in range(40):
        state = game.deal(seed, standing_after(game, seed))
        held: list[Hand] | None = None
        for _ in random_actions(state, random.Random(seed)):
            if state.play is None:
                continue
            hands, table = state.play.hands, Hand.from_cards(state.play.trick)
            now = [*hands, *state.play.cards_won, table]
            union = Hand(sum(hand.mask for hand in now))
            assert len(union) == sum(map(len, now))
            held = held or list(hands)
            assert union == Hand(sum(hand.mask for hand in held))


def _view(state: State, players: int) -> tuple[object, ...]:
    seen = tuple(state.observation(seat) for seat in range(players))
    return state.turn, tuple(state.legal_actions), seen


@pytest.mark.slow
@every_game_or_example
def test_push_and_pop_are_inverse(name: str) -> None:
    game = ALL_GAMES[name]
    for seed in range(22):
        state = game.deal(seed, standing_after(game, seed))
        views, done = [], []
        for action in random_actions(state, random.Random(seed)):
            views.append(_view(state, game.players))
            done.append(action)
            for text in (str(action), str(action).upper()):
                # Calls of a game's own are read among those that are legal.
                read = parse_action_among(text, state.legal_actions)
                assert read == action
                assert name not in GAMES or read == parse_action(text)
        end, twin = _view(state, game.players), state.copy()
        while views:
            assert state.pop() == done.pop()
            assert _view(state, game.players) == views.pop()
        assert _view(twin, game.players) == end


@every_game_or_example
def test_states_are_equal_whoever_has_looked_at_them(name: str) -> None:
    game = ALL_GAMES[name]
    one, other = (game.deal(5, standing_after(game, 5)) for _ in range(2))
    for state in (one, other):
        for _ in itertools.islice(random_actions(state, random.Random(5)), 12):
            pass
    assert one == other
    _view(one, game.players)
    assert one == other


FOREIGN: list[Action] = [
    Pass(), ChooseCards(5), SetRules(), Nominate(9), PlayTop(), PlayCard(Card.parse("HT")),
    PlayAs(Card.parse("H2"), Card.parse("HA")), LeadFor(Card.parse("H3"), Card.parse("S3").suit),
]  # fmt: skip


@every_game_or_example
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    game = ALL_GAMES[name]
    state = game.deal(3, game.opening())
    refused = 0
    with pytest.raises(RuleError, match="nothing to take back"):
        state.pop()
    for _ in random_actions(state, random.Random(3)):
        for action in FOREIGN:
            if action not in state.legal_actions:
                view = _view(state, game.players)
                with pytest.raises((IllegalCallError, IllegalPlayError)):
                    state.push(action)
                assert _view(state, game.players) == view
                refused += 1
    for action in FOREIGN:
        with pytest.raises((IllegalCallError, IllegalPlayError)):
            state.push(action)
    assert refused > 20
    assert not state.legal_actions


def _with_cards_exchanged(state: State, change: dict[Card, Card]) -> TrickState:
    """The deal before its first action, some cards having changed places."""

    def moved(hand: Hand) -> Hand:
        return Hand.from_cards(change.get(card, card) for card in hand)

    if slow_examples.is_example(state):
        return slow_examples.with_cards_exchanged(state, change)
    if isinstance(state, ClagState):
        pack = [change.get(card, card) for card in state._pack]
        return ClagState(pack, state.players, state._fixed, caller=state.caller,
                         restricted=state.restricted)  # fmt: skip
    if isinstance(state, ClabberjassState):
        return ClabberjassState([change.get(card, card) for card in state._pack])
    if isinstance(state, ClubsState):
        extra = state.face_down_card
        hands = [moved(hand) for hand in state._dealt]
        return ClubsState(hands, None if extra is None else change.get(extra, extra))
    assert isinstance(state, ClumondState)
    deal = type(state.deal)(tuple(moved(hand) for hand in state.deal))  # type: ignore[arg-type]
    return ClumondState(state.game, deal, state.tens, state.pot)


def _replayed(state: TrickState, actions: Sequence[Action]) -> TrickState | None:
    for action in actions:
        if action not in state.legal_actions:
            return None
        state.push(action)
    return state


def _announced(state: State) -> object:
    """What players must show of their hands by the rules: that is seen, whoever holds it."""
    if not isinstance(state, ClabberjassState) or state.play is None:
        return None
    holder = sequence_holder(state.dealt)
    shown = () if holder is None else sequences(state.dealt[holder])
    return holder, shown, [each.bella for each in state.points]


def hidden_twin(state: TrickState, seat: int, source: random.Random) -> TrickState | None:
    """The deal with two cards exchanged that the seat has not seen; None if that cannot be."""
    view = state.observation(seat)
    hidden = _all_cards(state) - Hand.from_cards(
        {card for event in view.events for card in event.cards} | set(view.hand or Hand())
    )
    if len(hidden) < 2:
        return None
    one, other = source.sample(list(hidden), 2)
    twin = _replayed(_with_cards_exchanged(state, {one: other, other: one}), state.actions)
    return twin if twin is not None and _announced(twin) == _announced(state) else None


def _all_cards(state: State) -> Hand:
    if slow_examples.is_example(state):
        return slow_examples.all_cards(state)
    if isinstance(state, ClagState | ClabberjassState):
        return Hand.from_cards(state._pack)
    if isinstance(state, ClubsState):
        extra = Hand() if state.face_down_card is None else Hand.of(state.face_down_card)
        return Hand(sum(hand.mask for hand in state._dealt)) | extra
    assert isinstance(state, ClumondState)
    return Hand(sum(hand.mask for hand in state.deal))


@every_game_or_example
@pytest.mark.sample(8)
def test_two_deals_that_differ_in_unseen_cards_look_the_same(name: str) -> None:
    game = ALL_GAMES[name]
    compared = 0
    source = random.Random(name)
    for seed in range(80):
        state = game.deal(seed, standing_after(game, seed))
        stop = source.randrange(40)
        for done, _ in enumerate(random_actions(state, source)):
            if done == stop:
                break
        for seat in range(game.players):
            view, twin = state.observation(seat), hidden_twin(state, seat, source)
            if twin is not None:
                compared += 1
                assert twin.observation(seat) == view
                assert str(twin.observation(seat)) == str(view)
                if state.turn == seat:
                    assert list(twin.legal_actions) == list(state.legal_actions)
    assert compared > 50


@every_game_or_example
def test_a_session_is_fixed_by_its_seed(name: str) -> None:
    sheets = []
    for _ in range(2):
        session = Session(ALL_GAMES[name], 8)
        session.play_out(random_chooser(8))
        sheets.append(session.standing)
    assert sheets[0] == sheets[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_the_one_kept(name: str) -> None:
    assert playthrough(name) == file_of(name).read_text(encoding="utf-8")
