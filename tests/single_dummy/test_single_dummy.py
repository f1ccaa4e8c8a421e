"""The single-dummy engine: its tables against the rules, its endings against minimax, its play."""

from __future__ import annotations

import math
import random
import threading
from dataclasses import replace
from itertools import combinations

import pytest
from training.games import UNTAUGHT

from clumond_solver._core.bits.stop import Stop
from clumond_solver._core.single_dummy.clumond_tree_search import search_card
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.games.clubs import ClubsGame
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import paper_scores
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import (
    clumond_board,
    clumond_payoffs,
    sample_deals,
    seat_knowledge,
)
from clumond_solver.rules.actions import PlayCard
from clumond_solver.single_dummy.action_choice import choose_action
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate, estimate_undeclared
from clumond_solver.single_dummy.clumond.card_choice import choose_card, root_value
from clumond_solver.single_dummy.clumond.playouts import Players, Playouts, play_out
from clumond_solver.single_dummy.clumond.proofs import proof_at
from clumond_solver.single_dummy.levels import FULL, SearchOptions, Style
from clumond_solver.single_dummy.luck import mean, mean_error, relative_score
from tests.cython_files import core_access
from tests.double_dummy.reference_double_dummy import compiled_success
from tests.knowledge.test_knowledge import random_play, replayed
from tests.samples import HAND

from .test_levels import at_sight


def one_of_each_run(play: Play) -> set[Card]:
    """The legal cards, of touching ones the lowest: no card still held or winning lies between."""
    held = set().union(*play.hands)
    if play.trick:
        held.add(play.trick[play.rules.winner(play.trick)])
    turn = play.turn
    assert turn is not None
    chosen = set()
    for card in play.legal_plays:
        below = [other for other in held if other.suit is card.suit and other.rank < card.rank]
        if not below or max(below) not in play.hands[turn]:
            chosen.add(card)
    return chosen


def test_touching_cards_are_one_choice() -> None:
    for seed in range(300):
        play = random_play(seed, seed % 39)
        assert set(Hand(clumond_board(play).choices)) == one_of_each_run(play)


# The exact finish against plain play.


def slow_scores(play: Play) -> tuple[float, ...]:
    """Paper scores when each plays for himself and takes equally good choices equally often."""
    turn = play.turn
    if turn is None:
        return tuple(map(float, paper_scores(play.outcome())))
    results = []
    for card in sorted(one_of_each_run(play)):
        play.push(card)
        results.append(slow_scores(play))
        play.pop()
    best = max(result[turn] for result in results)
    tied = [result for result in results if result[turn] == best]
    return tuple(mean([result[seat] for result in tied]) for seat in Seat)


def ending(seed: int, tricks: int, declared: bool) -> Play:
    """A random end of a play with so many tricks left, perhaps in the middle of a trick."""
    source = random.Random(seed)
    dealt = Deal.random(seed, cards=3 + tricks)
    first = source.randint(0, 13 - tricks)
    second = source.randint(0, 13 - tricks - first)
    play = Play(
        dealt,
        source.choice(list(Seat)) if declared else None,
        source.choice(list(Strain)) if declared else None,
        leader=source.choice(list(Seat)),
        tricks_taken=(first, second, 13 - tricks - first - second),
        supplementary=tuple(source.choice((0, 0, 0, 2, 5)) for _ in Seat),
    )
    for _ in range(source.randrange(3)):
        play.push(source.choice(list(play.legal_plays)))
    return play


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize(("tricks", "count"), [(1, 600), (2, 60)])
def test_endings_are_finished_as_by_plain_play(tricks: int, count: int, declared: bool) -> None:
    wins = set()
    for seed in range(count):
        play = ending(seed, tricks, declared)
        board = clumond_board(play)
        before = board.hands, board.taken, board.turn, board.tricks_left
        payoffs = clumond_payoffs(play.declarer, play.supplementary)
        rewards = core_access.exact_rewards(board, payoffs)
        assert (board.hands, board.taken, board.turn, board.tricks_left) == before
        if play.declarer is None:
            assert rewards == pytest.approx(slow_scores(play), abs=1e-5), repr(play)
        else:
            wins.add(success := compiled_success(play, play.declarer))
            right = tuple(float(success is (seat is play.declarer)) for seat in Seat)
            assert rewards == right, repr(play)
    assert wins == ({True, False} if declared else set())


def test_random_playouts_without_an_exact_finish_score_like_the_rules() -> None:
    play = ending(2, 3, declared=False)
    known = ClumondView.of(play, Seat(play.turn or 0))
    rollouts = replace(UNTAUGHT, undeclared=SearchOptions(exact_tricks=0))
    first = choose(known, iterations=1, style=rollouts).card
    scores, rewards = [], []
    for seed in range(4000):
        [hands] = sample_deals(known, 1, seed=seed)
        source, at = random.Random(seed), known.play_of(hands)
        at.push(first)
        while not at.is_over:
            at.push(source.choice(list(at.legal_plays)))
        scores.append(float(paper_scores(at.outcome())[known.seat]))
        rewards.append(root_value(known, 1, seed, Stop(), rollouts))
    assert mean_error(scores) > 0
    difference = mean(rewards) - mean(scores)
    assert abs(difference) < 4 * math.hypot(mean_error(scores), mean_error(rewards))


# The player.


@pytest.mark.parametrize("style", [UNTAUGHT, FULL])
def test_the_choice_is_legal_and_every_legal_card_is_rated(style: Style) -> None:
    for seed in range(40):
        play = random_play(seed, seed % 39)
        choice = choose(play, iterations=50, seed=seed, style=style)
        assert choice.card in play.legal_plays
        assert set(choice.values) == set(map(PlayCard, play.legal_plays))
        assert choice.iterations == 50 or choice.iterations <= style.defender.solve_deals


def test_a_plan_counts_the_deals_that_it_is_made_for() -> None:
    planned = 0
    for seed in range(12):
        play = random_play(seed, 39 - 3)
        turn = play.turn
        if turn is None or play.declarer in {None, turn}:
            continue
        known = ClumondView.of(play, turn)
        left, right = known.possible(turn.left), known.possible(turn.left.left)
        deals = sum(
            (known.unseen - right).issubset(Hand.from_cards(hand))
            for hand in combinations(left, known.sizes[turn.left])
        )
        choice = choose(play, iterations=50, seed=seed, style=FULL)
        planned += 1
        assert choice.iterations == deals < FULL.defender.solve_deals
        assert {value.visits for value in choice.values.values()} == {deals}
    assert planned


def test_the_choice_does_not_depend_on_cards_that_the_seat_cannot_see() -> None:
    for seed in range(12):
        play = random_play(seed, 3 * seed + seed % 3)
        turn = play.turn
        assert turn is not None
        [hands] = sample_deals(ClumondView.of(play, turn), 1, seed=seed)
        other = replayed(play, hands)
        assert choose(play, iterations=200, seed=3) == choose(other, iterations=200, seed=3)


def test_a_forced_win_in_the_last_trick_is_found() -> None:
    play = Play(
        [Hand.parse("A.2.2.2"), Hand.parse("3.3.3.3"), Hand.parse("4.4.4.4")],
        Seat.FOREHAND,
        Strain.NO_TRUMPS,
        leader=Seat.FOREHAND,
        tricks_taken=(4, 4, 4),
    )
    # The spade ace wins and D H C are kept, which ask for 5; the heart loses, and D S C ask for 4.
    choice = choose_card(play, iterations=300)
    values = {str(each.card): rated.value for each, rated in choice.values.items()}
    assert values == {"SA": 1, "H2": 1, "D2": 0, "C2": 0}
    assert values[str(choice.card)] == 1


@pytest.mark.parametrize("style", [UNTAUGHT, FULL])
def test_a_search_that_ends_once_the_card_is_decided_plays_that_of_the_whole_search(
    style: Style,
) -> None:
    """`search_card` searches to the end; where there is a proof, games follow it."""
    compared = 0
    for seed in range(3000):
        play = ending(seed, 1, declared=True)
        turn, hands = play.turn, [play.hands[seat] for seat in Seat]
        if turn is not None and turn is play.declarer and len(play.legal_plays) > 1:
            known = ClumondView.of(play, turn)
            if proof_at(known) is not None:
                continue
            for iterations in (7, 60):
                games = Playouts(known, [(style, iterations)] * 3, seed=seed, hands=hands)
                [early] = games.play(0, 1, Stop())
                settings = style.settings(iterations, known, known.seat)
                whole = search_card(seat_knowledge(known), settings, seed, Stop())
                assert whole is not None
                kept = known.hand.without_card(Card.from_bit(whole[0]))
                assert early[known.seat].retention == Retention.of(kept)
                compared += 1
    assert compared > 40


def test_a_cards_value_is_the_share_of_its_visits_that_succeeded() -> None:
    """Added up in double precision: single precision was off by 1e-8, and stood still at 2**24."""
    plain = replace(UNTAUGHT, undeclared=SearchOptions(exact_tricks=0))
    for play in (random_play(seed, 2 * seed) for seed in range(4)):
        for value in choose(play, iterations=3000, seed=1, style=plain).values.values():
            successes = value.visits * value.value
            assert abs(successes - round(successes)) < 1e-9


def test_the_value_of_last_tricks_that_are_solved_is_a_chance() -> None:
    plays = [random_play(seed, 30) for seed in range(30)]
    for play in (play for play in plays if play.declarer not in {None, play.turn}):
        known = ClumondView.of(play, Seat(play.turn or 0))
        assert 0 <= root_value(known, 100, 1, Stop(), FULL) <= 1


def test_a_play_and_the_knowledge_of_it_give_the_same_choice() -> None:
    play = random_play(4, 11)
    turn = play.turn
    assert turn is not None
    assert choose(play, turn, seed=2) == choose(ClumondView.of(play, turn), seed=2)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_seed_fixes_the_estimate_whatever_the_threads(threads: int) -> None:
    found = estimate(HAND, Strain.SPADES, games=30, iterations=30, seed=9, threads=threads)
    assert found == estimate(HAND, Strain.SPADES, games=30, iterations=30, seed=9, threads=3)
    assert found.games == 30


def test_game_n_is_the_same_game_however_many_are_played() -> None:
    known = ClumondView.at_start(HAND, Seat.FOREHAND, Seat.FOREHAND, Strain.SPADES)
    few = play_out(known, games=5, seed=2)
    assert play_out(known, games=11, seed=2)[:5] == few


def test_an_estimate_accounts_for_every_game() -> None:
    found = estimate(HAND, Strain.SPADES, games=40, iterations=30, seed=1)
    assert sum(found.tricks.values()) == 40
    won = sum(found.successes.values())
    assert found.p / (1 - found.p) == pytest.approx(0.92 * (won / (40 - won)) ** 1.13)
    assert all(total in {each.code, each.code + 10} for each, total in found.successes)
    low, high = found.interval
    assert low < found.p < high


def test_supplementary_tricks_move_the_target() -> None:
    found = estimate(HAND, Strain.SPADES, games=40, iterations=30, seed=1, supplementary=(6, 0, 0))
    assert found.successes
    assert all(total >= 6 for _, total in found.successes)


def success_rate(players: Players, games: int) -> float:
    """How often forehand succeeds in its longest suit on random deals."""
    won = 0
    for seed in range(games):
        hand = Deal.random(seed)[Seat.FOREHAND]
        strain = Strain(max(range(4), key=lambda suit: hand.lengths[suit]))
        known = ClumondView.at_start(hand, Seat.FOREHAND, Seat.FOREHAND, strain)
        [outcome] = play_out(known, players, games=1, seed=seed)
        won += bool(outcome.declarer_succeeded)
    return won / games


@pytest.mark.slow
@pytest.mark.parametrize("style", [UNTAUGHT, pytest.param(FULL, marks=pytest.mark.long)])
def test_searching_beats_random_play_in_both_roles(style: Style) -> None:
    games, searcher, anything = 100, (style, 60), (at_sight(1000), 1)
    even = success_rate([searcher] * 3, games)
    weak_declarer = success_rate([anything, searcher, searcher], games)
    weak_defence = success_rate([searcher, anything, anything], games)
    # One standard error of a difference of two such shares is at most .071.
    assert weak_declarer + 0.12 < even < weak_defence - 0.12


def test_searching_beats_random_play_when_nobody_declares() -> None:
    gains = []
    for seed in range(150):
        seat = Seat(seed % 3)
        known = ClumondView.at_start(Deal.random(seed)[seat], seat, None)
        players = [(FULL, 60) if other is seat else (at_sight(1000), 1) for other in Seat]
        [outcome] = play_out(known, players, games=1, seed=seed)
        gains.append(relative_score(paper_scores(outcome), seat))
    assert mean(gains) > 5 * mean_error(gains)


def test_the_undeclared_estimate_is_fixed_by_its_seed_and_consistent() -> None:
    found = estimate_undeclared(HAND, seat=Seat.MIDDLEHAND, games=40, iterations=20, seed=3)
    again = estimate_undeclared(
        HAND, seat=Seat.MIDDLEHAND, games=40, iterations=20, seed=3, threads=1
    )
    assert found == again
    assert found.own <= 2
    assert found.hit_rate is not None
    assert 0 <= found.hit_rate <= 1


def test_progress_counts_up_to_all_games() -> None:
    seen: list[tuple[int, int]] = []
    estimate(HAND, Strain.SPADES, games=10, iterations=5, progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert seen[-1] == (10, 10)


@pytest.mark.machine
def test_limits_of_time_need_no_second_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise AssertionError(f"{thread} was started")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    clubs = ClubsGame(4).deal(3, ClubsGame(4).opening())
    assert choose(random_play(1, 0), time=0.05).iterations >= 64
    assert choose(random_play(1, 0), time=0).iterations == 64
    assert choose_action(clubs, time=0.05).iterations >= 64
    assert estimate(HAND, Strain.SPADES, games=2, iterations=20, threads=1).games == 2
    assert 0 < estimate(HAND, Strain.SPADES, games=1_000_000, threads=1, time=0.5).games < 1_000_000
