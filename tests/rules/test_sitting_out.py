"""Seats that play no card in a deal: the tricks without them, and what everybody knows of them."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver import hint
from clumond_solver._core.single_dummy.any_game_tree_search import random_playouts
from clumond_solver.adapters.episodes import Encoder, SeatVector
from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Suit
from clumond_solver.base.errors import DealError, RuleError, WrongTypeError
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.coach.claims import is_forced
from clumond_solver.coach.table import Table
from clumond_solver.double_dummy.forced_scores import forced_tricks
from clumond_solver.games.clubs import clubs_rules
from clumond_solver.games.registry import new_game
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.core_any_game import board_of_play, move_of, tables_of
from clumond_solver.knowledge.views import View
from clumond_solver.rules.actions import Call, Nominate, PlayCard
from clumond_solver.rules.dealt import DealsGame, DealtState
from clumond_solver.rules.game import Standing
from clumond_solver.rules.payoffs import Payoffs
from clumond_solver.rules.states import legal_card_plays, push_card_play
from clumond_solver.rules.tricks import TrickPlay, TrickRules
from clumond_solver.single_dummy.last_tricks import LastChances
from tests.all_games import random_actions
from tests.double_dummy.reference_open_cards import can_force, slow_forced_tricks
from tests.shares import share_of
from tests.slow_examples import seats_in_trick

CARDS = 4
RANKS = tuple(Rank)[-5:]


class RestingState(DealtState):
    """Whoever deals rests; each of the others scores 10 if he takes the tricks that he names."""

    players, cards = 4, CARDS

    @property
    def sitting_out(self) -> Collection[int]:
        return {3}

    @property
    def bids(self) -> list[int]:
        return [call.tricks for _, call in self.calls_made if isinstance(call, Nominate)]

    def _caller(self) -> int | None:
        return len(self.calls_made) if len(self.calls_made) < 3 else None

    def _open_calls(self) -> list[Call]:
        return [Nominate(tricks) for tricks in range(CARDS + 1)]

    def _begin(self) -> TrickPlay:
        return TrickPlay(TrickRules.plain(4, Suit.SPADES), self.hands, leader=3)

    def _settled(self, taken: tuple[int, ...]) -> list[int]:
        return [*(10 * (t == bid) for t, bid in zip(taken, self.bids, strict=False)), 0]


class CardlessState(RestingState):
    """As those who rest mostly do: seat 1 gets no cards."""

    without_cards = (1,)

    @property
    def sitting_out(self) -> Collection[int]:
        return self.without_cards

    @property
    def bids(self) -> list[int]:
        first, *others = RestingState.bids.fget(self) or [0]  # type: ignore[attr-defined]
        return [first, 0, *others]

    def _caller(self) -> int | None:
        return next(iter((0, 2, 3)[len(self.calls_made) :]), None)

    def _begin(self) -> TrickPlay:
        rules = TrickRules.plain(4, Suit.SPADES).without(self.without_cards)
        return TrickPlay(rules, self.hands, leader=1)

    def _settled(self, taken: tuple[int, ...]) -> list[int]:
        return [10 * (t == bid) for t, bid in zip(taken, self.bids, strict=True)]


@dataclass(frozen=True)
class Resting(DealsGame):
    name = "Resting"
    players = 4
    pack = FULL_PACK
    deals: int = 4

    @property
    def actions(self) -> tuple[Any, ...]:
        return (*map(Nominate, range(CARDS + 1)), *map(PlayCard, FULL_PACK.cards))

    def deal(self, chance: Any, standing: Standing) -> RestingState:
        return RestingState(self.pack.order(chance))


def _rules(kind: str, players: int) -> TrickRules:
    trumps = [Card(Suit.HEARTS, rank) for rank in RANKS] + [Card.parse("DJ")]
    if kind == "beating":
        return replace(TrickRules.plain(players), must_beat=frozenset(Suit))
    return {
        "plain": TrickRules.plain(players, Suit.CLUBS, ranks=RANKS),
        "kept": TrickRules.precedence(players, tuple(Suit), ranks=RANKS, kept=1),
        "wild": TrickRules.precedence(
            players, (Suit.HEARTS,), ranks=RANKS, wild=frozenset({Rank.TEN}), names_differ=True
        ),
        "trumps": TrickRules.plain(players, ranks=RANKS, trumps=trumps),
        "clubs": clubs_rules(players),
        "waiting": replace(
            TrickRules.plain(players, Suit.SPADES, ranks=RANKS),
            waits=Hand.from_cards(Card(Suit.SPADES, rank) for rank in RANKS),
        ),
    }[kind]


KINDS = ("plain", "kept", "wild", "trumps", "clubs", "waiting", "beating")


def _play(kind: str, players: int, out: Collection[int], size: int, seed: int) -> TrickPlay:
    """A play of hands of this size, one card on the table for every third seed."""
    source = random.Random(seed)
    cards = [card for card in FULL_PACK.shuffled(seed) if card.rank in RANKS]
    hands = [Hand.of(*cards[size * seat : size * seat + size]) for seat in range(players)]
    play = TrickPlay(_rules(kind, players).without(out), hands, source.randrange(players))
    for _ in range(seed % 3):
        push_card_play(play, source.choice(legal_card_plays(play)))
    return play


@st.composite
def plays(draw: st.DrawFn, most_players: int = 5, most_cards: int = 4) -> TrickPlay:
    players = draw(st.integers(3, most_players))
    out = draw(st.sets(st.integers(0, players - 1), max_size=players - 2))
    kind, size = draw(st.sampled_from(KINDS)), draw(st.integers(2, most_cards))
    return _play(kind, players, out, size, draw(st.integers(0, 10**6)))


@given(plays(), st.integers(0, 10**6))
def test_the_core_plays_such_tricks_as_the_rules_do(play: TrickPlay, seed: int) -> None:
    source, rules = random.Random(seed), play.rules
    tables = tables_of(rules)
    board = board_of_play(play, tables)
    while not play.is_over:
        assert (board.turn, board.taken) == (play.turn, play.tricks_taken)
        assert play.turn not in rules.sitting_out
        ways = legal_card_plays(play)
        assert sorted(board.moves) == sorted(move_of(rules, way) for way in ways)
        assert sorted(board_of_play(play, tables).moves) == sorted(board.moves)
        way = source.choice(ways)
        push_card_play(play, way)
        board.play(*move_of(rules, way))
    assert (board.tricks_left, board.taken) == (0, play.tricks_taken)
    again = pickle.loads(pickle.dumps(play))
    assert (again.history, again.tricks, again.rules) == (play.history, play.tricks, rules)
    for trick in play.tricks:
        clockwise = [(trick.leader + n) % rules.players for n in range(rules.players)]
        assert list(trick.seats) == [seat for seat in clockwise if seat not in rules.sitting_out]
        assert trick.winning_card in trick.cards
        assert trick.winner in trick.seats


@settings(max_examples=share_of(500))
@given(plays(most_players=4, most_cards=3), st.integers(0, 3))
def test_forced_tricks_are_those_of_trying_everything(play: TrickPlay, seat: int) -> None:
    seat %= play.rules.players
    assert forced_tricks(play, seat) == slow_forced_tricks(play, seat)
    if seat in play.rules.sitting_out:
        assert forced_tricks(play, seat).exactly == {0}


@given(plays(), st.integers(0, 2**32))
def test_random_games_share_the_tricks_among_those_who_play(play: TrickPlay, seed: int) -> None:
    board = board_of_play(play, tables_of(play.rules, lambda card: 1))
    tricks, points, plies = random_playouts(board, 20, seed)
    rules, left = play.rules, play.tricks_left
    assert sum(tricks) == pytest.approx(sum(play.tricks_taken) + left)
    assert plies == 20 * (left * rules.trick_size - len(play.trick))
    assert sum(points) == pytest.approx(left * rules.trick_size)
    assert not any(tricks[seat] or points[seat] for seat in rules.sitting_out)


def test_the_next_seat_leads_for_one_that_sits_out() -> None:
    rules = TrickRules.plain(4).without({1, 2})
    play = TrickPlay(rules, [Hand.parse("A..."), Hand.parse("K..."), Hand(), Hand.parse("2...")], 1)
    assert (play.leader, play.turn, rules.trick_size) == (3, 3, 2)
    play.push("S2")
    with pytest.raises(RuleError, match="too late to sit out"):
        play.without({1})
    play.push("SA")
    assert (play.is_over, play.tricks_taken, play.tricks[0].winning_card) == (
        True, (1, 0, 0, 0), Card.parse("SA"),
    )  # fmt: skip
    with pytest.raises(DealError, match="hands of unequal size"):
        TrickPlay(TrickRules.plain(4).without({1}), [*play.rewound().hands])


def _alone(seed: int, *, by: int = 0) -> Any:
    """A deal of Euchre in which this seat plays alone, by the suit turned up; cards to come."""
    game = new_game("euchre")
    state: Any = game.deal(seed, game.opening())
    for _ in range(by):
        state.push("pass")
    state.push(f"{state.turned.suit} alone")
    while state.play is None:
        state.push(state.legal_actions[0])
    return state


@pytest.fixture
def alone(examples: None) -> Iterator[Any]:
    return map(_alone, range(100))


@pytest.mark.usefixtures("examples")
def test_the_maker_alone_scores_four_for_all_tricks_and_his_partner_no_trick() -> None:
    scores = set()
    for seed in range(400):
        game, source = new_game("euchre"), random.Random(seed)
        state: Any = game.deal(seed, game.opening())
        for action in random_actions(state, source):
            if state.play is None and str(action).endswith("alone"):
                maker = state.turn
        if not state.sitting_out:
            continue
        partner, play = (maker + 2) % 4, state.play
        assert (state.maker[0], state.sitting_out) == (maker, (partner,))
        assert all(played.seat != partner for played in play.history)
        assert len(play.history) == 15
        assert play.history[0].seat == (1 if partner == 0 else 0)
        assert all([*t.seats] == seats_in_trick(state, t.leader) for t in play.tricks)
        own = play.tricks_taken[maker]
        mine, theirs = (4, 0) if own == 5 else (1, 0) if own >= 3 else (0, 2)
        expected = [mine if seat % 2 == maker % 2 else theirs for seat in range(4)]
        assert [*state.scores] == expected
        assert (3 in state.sitting_out) <= (state.laid_aside(3) == Hand())
        scores.add((mine, theirs))
    assert scores == {(4, 0), (1, 0), (0, 2)}


def test_his_hand_stays_unknown_and_worlds_still_deal_it(alone: Iterator[Any]) -> None:
    state = next(alone)
    source, partner = random.Random(1), state.sitting_out[0]
    for _ in random_actions(state, source):
        hands = state.hands_left
        for seat in range(4):
            view = View.of(state, seat)
            assert seat == partner or not view.held[partner]
            assert view.room[partner] == (0 if seat == partner else 5)
            assert not view.voids_shown[partner]
            worlds = view.sample_worlds(6, seed=1)
            assert all(world.observation(seat) == state.observation(seat) for world in worlds)
            assert all(len(world.hands_left[partner]) == 5 for world in worlds)
            assert all(world.turn == state.turn for world in worlds)
            if seat == partner:
                assert view.held[seat] == hands[partner]
    assert state.hands_left[partner] == state.hands_dealt[partner]


def test_voids_follow_from_the_suit_led_to_a_trick_of_three(alone: Iterator[Any]) -> None:
    shown = 0
    for state, seed in zip(alone, range(20), strict=False):
        for _ in random_actions(state, random.Random(seed)):
            expected = [set[object]() for _ in range(4)]
            tricks = [*state.play.tricks]
            rules, history = state.play.rules, [*state.play.history]
            for number in range(len(tricks) + 1):
                led, *others = [*history[3 * number : 3 * number + 3], None]
                for played in others:
                    if led and played and rules.suit_of(played.card) != rules.suit_of(led.card):
                        expected[played.seat].add(rules.suit_of(led.card))
            assert [{*voids} for voids in View.of(state, 0).voids_shown] == expected
            shown += sum(map(len, expected))
    assert shown > 100


@pytest.mark.usefixtures("hasty")
def test_hints_speak_of_those_who_play_and_last_tricks_are_seen(alone: Iterator[Any]) -> None:
    for state, seed in zip(alone, range(6), strict=False):
        for _ in random_actions(state, random.Random(seed)):
            reason = hint(state, iterations=30, games_per_action=8).reason
            partner = state.sitting_out[0]
            view = View.of(state)
            place = (partner - view.seat) % 4
            where = {1: "on your left", 2: "opposite", 3: "on your right"}[place]
            assert where not in reason, reason
            settled = LastChances.of(view).settled
            assert {*settled} <= {*state.legal_actions}


def test_what_the_last_tricks_can_still_bring_is_what_deals_say() -> None:
    seen = Counter[bool]()
    for seed in range(60):
        state = RestingState(FULL_PACK.shuffled(seed))
        for _ in random_actions(state, random.Random(seed)):
            seat, play = state.turn, state.play
            if play is None or seat is None or play.tricks_left > 2:
                continue
            view, wanted = View.of(state), {state.bids[seat]}
            for action, settled in LastChances.of(view).settled.items():
                for world in view.sample_worlds(8, seed):
                    world.push(action)
                    assert world.play is not None
                    if settled:
                        assert can_force(world.play, seat, wanted)
                    else:
                        ends = (scores[seat] for scores in _all_ends(world))
                        assert not any(ends)
                seen[settled] += 1
    assert min(seen[True], seen[False]) > 15


def test_a_deal_that_is_called_over_ends_alike_whatever_the_resting_seat_holds(
    alone: Iterator[Any],
) -> None:
    forced = 0
    for state, seed in zip(alone, range(14), strict=False):
        for _ in random_actions(state, random.Random(seed)):
            view = View.of(state)
            if state.play.tricks_left <= 2 and is_forced(view):
                worlds = view.sample_worlds(8, seed)
                assert len({end for world in worlds for end in _all_ends(world)}) == 1
                forced += 1
    assert forced > 3


def _all_ends(state: Any) -> set[tuple[int, ...]]:
    if state.is_over:
        return {tuple(state.scores)}
    ends = set[tuple[int, ...]]()
    for action in state.legal_actions:
        world = state.copy()
        world.push(action)
        ends |= _all_ends(world)
    return ends


def test_vectors_of_adapters_clear_the_trick_after_its_last_card(alone: Iterator[Any]) -> None:
    state, encoder = next(alone), Encoder(new_game("euchre"))
    vector = SeatVector(encoder, 1)
    start, players = encoder.starts["trick"], 4
    for _ in random_actions(state, random.Random(2)):
        seen = vector.vector(state.observation(1))
        on_table = sum(seen[start : start + players * len(encoder.cards)])
        assert on_table == len(state.play.trick)
        assert seen == encoder.vector(state.observation(1))


@pytest.mark.parametrize(
    ("maker", "told"), [(0, "    Ben sits out"), (2, "    You sit out"), (3, "    Ada sits out")]
)
@pytest.mark.usefixtures("examples")
def test_the_terminal_says_who_sits_out_and_asks_him_for_nothing(maker: int, told: str) -> None:
    session, said = Session(new_game("euchre"), 3, first_dealer=3), list[str]()
    for _ in range(maker):
        session.push("pass")
    table = Table(session, 0, [lambda view, seed: view.legal_actions[-1]] * 4)
    prompts = list[str]()

    def read(prompt: str) -> str | None:
        prompts.append(prompt)
        return str(session.state.legal_actions[-1]) if prompt == "your call: " else None

    names = ("you", "Ada", "Ben", "Cleo")
    Terminal(table, read, said.append, lambda file: None, names=names).play()
    page = "\n".join(said)
    assert page.count("sits out") + page.count("sit out") == 1
    assert f"{told}\n" in f"{page}\n"
    if maker == 2:
        assert not any("card" in prompt for prompt in prompts)
        assert session.standing.deals == 1


def test_a_session_in_which_the_dealer_rests_is_written_and_read() -> None:
    session = Session(Resting(), 5)
    source = random.Random(5)
    rested = list[int]()
    while not session.is_finished:
        state = session.state
        assert isinstance(state, RestingState)
        rested.append(session.standing.player(3))
        assert state.role_shown(3) == "sitting out"
        while not state.is_over:
            action = source.choice([*state.legal_actions])
            if state.play is not None and not state.play.history:
                assert state.turn == 0
            session.push(action)
        assert len(state.play.history) == 3 * CARDS if state.play else False
        taken = state.play.tricks_taken if state.play else ()
        assert state.scores == (
            *(10 * (t == b) for t, b in zip(taken, state.bids, strict=False)),
            0,
        )
    assert {*rested} == {0, 1, 2, 3}


@pytest.mark.usefixtures("hasty")
def test_a_seat_without_cards_leaves_its_own_to_the_rest() -> None:
    order = FULL_PACK.shuffled(3)
    state = CardlessState(order)
    assert [len(hand) for hand in state.hands_dealt] == [CARDS, 0, CARDS, CARDS]
    assert (state.dealt(2), state.rest) == (Hand.of(*order[4:8]), order[12:])
    for action in random_actions(state, random.Random(3)):
        assert state.turn != 1
        assert state.play is None or state.play.history or state.turn == 2
        for seat in range(4):
            view = View.of(state, seat)
            assert (view.room[1], view.layout.sizes) == (0, (CARDS, 0, CARDS, CARDS))
            for world in view.sample_worlds(3, seed=2):
                assert world.observation(seat) == state.observation(seat)
        if len(state.legal_actions) > 1:
            assert hint(state, iterations=20, games_per_action=4).action in state.legal_actions
        assert action in state.legal_actions
    assert state.scores[1] == 10
    assert state.play is not None
    assert sum(state.play.tricks_taken) == CARDS
    state.check_hooks()


def test_a_seat_without_cards_must_sit_out() -> None:
    class Busy(CardlessState):
        @property
        def sitting_out(self) -> Collection[int]:
            return (2,)

    with pytest.raises(RuleError, match=r"Busy.without_cards: \[1\], but \[2\] sit out"):
        Busy(FULL_PACK.shuffled(1)).check_hooks()

    class Unsaid(CardlessState):
        @property
        def sitting_out(self) -> Collection[int]:
            return ()

    state = Unsaid(FULL_PACK.shuffled(1))
    with pytest.raises(RuleError, match=r"Unsaid.sitting_out: \[\], but by the rules .* \[1\]"):
        for _ in random_actions(state, random.Random(1)):
            pass
    with pytest.raises(DealError, match="rules `without` a seat let it hold any number"):
        TrickPlay(TrickRules.plain(2), [Hand.parse("A..."), Hand()])


def _contradicting(sitting_out: Any) -> Any:
    class Contradicting(RestingState):
        @property
        def sitting_out(self) -> Any:
            return sitting_out(self) if callable(sitting_out) else sitting_out

    class Game(Resting):
        def deal(self, chance: Any, standing: Standing) -> RestingState:
            return Contradicting(self.pack.order(chance))

    return Game()


@pytest.mark.parametrize(
    ("sitting_out", "error", "message"),
    [
        ((0, 1, 2, 3), RuleError, r"\[0, 1, 2, 3\]: seats that leave two of 4 to play"),
        ((0, 1, 2), RuleError, "seats that leave two of 4 to play"),
        ((4,), RuleError, r"\[4\]: seats that"),
        ((-1,), RuleError, r"\[-1\]: seats that"),
        (3, WrongTypeError, "seats from Contradicting.sitting_out is needed, not 3"),
        (("dealer",), WrongTypeError, "Contradicting.sitting_out"),
        (None, WrongTypeError, "Contradicting.sitting_out"),
        (
            lambda state: (3,) if state.play is None or not state.play.history else (2,),
            RuleError,
            r"Contradicting.sitting_out: \[2\], but by the rules of the play \[3\]",
        ),
    ],
)
def test_seats_that_contradict_are_refused_by_the_name_of_the_hook(
    sitting_out: Any, error: type[Exception], message: str
) -> None:
    def first_deal() -> None:
        session = Session(_contradicting(sitting_out), 1)
        while session.standing.deals == 0:
            session.push(next(iter(session.state.legal_actions)))

    with pytest.raises(error, match=message) as caught:
        first_deal()
    assert "Contradicting.sitting_out" in str(caught.value)


def test_rules_for_nobody_are_refused() -> None:
    for seats in ({0, 1}, {0}):
        with pytest.raises(RuleError, match="at least two seats must play"):
            TrickRules.plain(2).without(seats)
    with pytest.raises(RuleError, match="no seat 60 among 4 players"):
        TrickRules.plain(4).without({60})
    with pytest.raises(WrongTypeError, match=r"TrickRules\.sitting_out"):
        replace(TrickRules.plain(4), sitting_out=frozenset({60}))


def test_payoffs_count_nothing_for_a_seat_that_keeps_its_cards() -> None:
    """Its cards are more than the codes of cards kept have room for."""
    hands = [Hand.parse(text) for text in ("A2...", "..AK.", "K3...", "...AKQJT98765")]
    rules = TrickRules.plain(4).without({1, 3})
    play = TrickPlay(rules, hands)
    payoffs = Payoffs.by_tricks([[0, 1, 2]] * 4)
    play.push("SA")
    play.push("S3")
    play.push("S2")
    play.push("SK")
    assert payoffs.scores(play, Hand()) == (1, 0, 1, 0)
