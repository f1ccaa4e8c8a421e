"""Puzzles: one card alone is right, as a plain search says too; codes, levels, ratings."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import NotationError, RuleError, SearchError
from clumond_solver.coach.clumond.call_practice import call_question
from clumond_solver.coach.clumond.lines_of_play import declarer_of, success_by_card, touching_runs
from clumond_solver.coach.clumond.practice_words import hint_words, task_text
from clumond_solver.coach.clumond.puzzles import (
    Puzzle,
    PuzzleLevel,
    code_of,
    daily_puzzle,
    explain,
    judge_move,
    parse_code,
    parse_puzzle,
    puzzles,
)
from clumond_solver.coach.glicko import POSITION_DEVIATION, Rating
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.knowledge.core_clumond import sample_deals
from clumond_solver.single_dummy.shipped_weights import card_policy
from tests.double_dummy.reference_double_dummy import compiled_answers, compiled_success
from tests.double_dummy.test_double_dummy import random_play
from tests.samples import LAST, PUZZLE
from tests.strategies import plays

few_examples = settings(max_examples=25, deadline=None, derandomize=True)


def disagreement(puzzle: Puzzle) -> str:
    """Where a plain search, of every card that could be played, finds other cards right."""
    play = puzzle.play
    declarer = declarer_of(play)
    wanted = play.turn is declarer
    right = []
    for card in play.legal_plays:
        after = play.copy()
        after.push(card)
        if compiled_success(after, declarer) is wanted:
            right.append(card)
    return "" if tuple(right) == puzzle.right else f"{puzzle!r}: the plain search finds {right}"


def placed(play: Play) -> Play:
    """The same point without its history."""
    return Play(
        play.hands,
        play.declarer,
        play.strain,
        leader=play.leader,
        tricks_taken=play.tricks_taken,
        supplementary=play.supplementary,
        table=play.trick,
    )


@cache
def of_each_level(seed: int) -> list[Puzzle]:
    return [next(puzzles(1, seed=seed, level=level)) for level in PuzzleLevel]


@cache
def of_any_level() -> list[Puzzle]:
    return list(puzzles(18, seed=2))


def test_a_plain_search_finds_the_same_cards_right() -> None:
    # `benchmarks.check_puzzles` looks at deeper ones.
    made = [each for each in of_any_level() if each.grade.tricks_left <= 4]
    assert len(made) >= 6
    assert [found for each in made if (found := disagreement(each))] == []


def test_the_plain_search_of_one_question_answers_as_that_of_all_does() -> None:
    for each in puzzles(8, seed=12, level="easy"):
        play, hero = each.play, declarer_of(each.play)
        assert compiled_success(play, hero) is compiled_answers(play, hero).verdict


@pytest.mark.machine
def test_a_seed_fixes_its_puzzles_however_many_are_asked_for_and_wherever() -> None:
    first = of_any_level()[:4]
    assert list(puzzles(2, seed=2)) == first[:2]
    assert list(puzzles(2, seed=6)) != first[:2]
    with ThreadPoolExecutor(2) as pool:
        for again in pool.map(lambda _: list(puzzles(4, seed=2)), range(2)):
            assert again == first


def test_of_a_seed_s_puzzles_a_third_is_deep_and_misleads() -> None:
    made = of_any_level()
    misleading = [each for each in made if each.grade.tricks_left >= 5 and each.grade.misleads]
    assert len(misleading) * 3 == len(made)
    assert all(len(touching_runs(each.play)) >= 3 for each in made)


@pytest.mark.parametrize("level", list(PuzzleLevel))
def test_a_level_is_what_it_says(level: PuzzleLevel) -> None:
    for puzzle in puzzles(3, seed=8, level=level.value):
        grade = puzzle.grade
        assert puzzle.level is level
        assert grade.tricks_left == puzzle.play.tricks_left
        guesses = card_policy(puzzle.play)
        assert grade.guess == max(guesses, key=lambda card: guesses[card])
        assert grade.misleads is (grade.guess not in puzzle.right)
        if level is PuzzleLevel.EASY:
            assert grade.tricks_left <= 4
            assert not grade.misleads
        if level in {PuzzleLevel.HARD, PuzzleLevel.EXPERT}:
            assert grade.tricks_left >= 5
            assert grade.misleads
            assert grade.reading not in puzzle.right
        if level is PuzzleLevel.EXPERT:
            assert grade.depth >= 3
            assert grade.chance <= 0.2


def test_a_puzzle_read_by_its_code_or_its_position_is_the_same() -> None:
    for puzzle in of_each_level(4):
        assert parse_puzzle(puzzle.code) == puzzle == parse_puzzle(puzzle.position)
        assert parse_puzzle(f" {puzzle.code.upper()}\n") == puzzle


def test_a_puzzle_with_supplementary_tricks_keeps_them_in_its_code() -> None:
    """Without them another card may be right, or none."""
    rng, accepted = random.Random(3), 0
    while accepted < 20:
        play, _ = random_play(rng, 3)
        if not any(play.supplementary) or play.declarer is None:
            continue
        try:
            puzzle = parse_puzzle(str(play))
        except RuleError:
            continue
        accepted += 1
        assert len(puzzle.code) == 27
        assert parse_puzzle(puzzle.code).play == puzzle.play
        assert parse_puzzle(puzzle.code).right == puzzle.right


def test_every_day_has_its_puzzle() -> None:
    monday = date(2026, 11, 16)
    week = [daily_puzzle(monday + timedelta(days=day)) for day in range(7)]
    assert len({each.code for each in week}) == 7
    assert [each.level for each in week] == [*[PuzzleLevel.HARD] * 6, PuzzleLevel.EXPERT]
    assert all(each.grade.misleads and each.grade.fools for each in week)
    assert daily_puzzle(monday) == daily_puzzle(str(monday)) == week[0]
    with pytest.raises(NotationError, match="a day is a date, such as"):
        daily_puzzle("monday")


def test_the_explanation_plays_each_card_to_its_end() -> None:
    for puzzle in of_each_level(9):
        found = explain(puzzle)
        firsts = [found.right.cards[0], *(line.cards[0] for line in found.wrong)]
        assert sorted(firsts) == sorted(touching_runs(puzzle.play))
        for line in (found.right, *found.wrong):
            play = puzzle.play
            for card in line.cards:
                play.push(card)
            assert play.outcome()[declarer_of(play)] == line.declarer
        assert found.right.declarer.success is puzzle.attacks
        assert {line.declarer.success for line in found.wrong} == {not puzzle.attacks}
        assert found.right.only + 1 == puzzle.grade.depth


def test_an_explanation_is_printed_as_the_command_prints_it() -> None:
    text = str(explain(parse_puzzle(LAST)))
    assert text.startswith("♣3 forces success: ♣3 ♣2 ♣J. Forehand ends with 4 tricks")
    assert text.endswith("At first sight the program would have played ♠4.")


def solved(puzzle: Puzzle, choose: Callable[[list[Card]], Card]) -> tuple[Play, int]:
    """A puzzle played to its end, ``choose`` picking of the good cards; how many it picked."""
    played: list[Card] = []
    wanted, picked = puzzle.attacks, 0
    while not (play := puzzle.play.after(played)).is_over:
        assert (play.turn is declarer_of(play)) is wanted
        good = [card for card, makes in success_by_card(play, Solver()).items() if makes is wanted]
        card = choose(good)
        move = judge_move(puzzle, [*played, card])
        assert move.right
        played += [card, *move.replies]
        picked += 1
    return play, picked


def test_a_puzzle_is_played_to_its_end_against_replies_that_never_give_in() -> None:
    for puzzle in of_each_level(9):
        for choose in (min, max):
            play, picked = solved(puzzle, choose)
            assert play.outcome()[declarer_of(play)].success is puzzle.attacks
            assert picked >= puzzle.grade.depth or not puzzle.attacks


def test_a_wrong_card_is_refuted_wherever_it_falls_and_ends_as_near_as_can_be_forced() -> None:
    off = 0
    for puzzle in of_each_level(9):
        first = judge_move(puzzle, [puzzle.right[0]])
        for played in ([], [puzzle.right[0], *first.replies]):
            play = puzzle.play.after(played)
            for card, makes in ({} if play.is_over else success_by_card(play, Solver())).items():
                move = judge_move(puzzle, [*played, card])
                assert move.right is (makes is puzzle.attacks)
                if move.line is None:
                    continue
                assert move.line.declarer.success is not puzzle.attacks
                if puzzle.attacks:
                    off += 1
                    miss, _ = Solver().miss(play.after([card]))
                    assert move.line.declarer.off() == miss
    assert off > 3


def test_the_task_names_no_trumps_in_words() -> None:
    puzzle = parse_puzzle("3m6hp1jyfpwkwhd9t4txp2n70")
    assert task_text(puzzle).startswith("Rearhand declares no trumps; forehand is to play.")


def cards_excluded(hint: str, play: Play) -> set[Card]:
    """The cards that a hint says are wrong."""
    named = re.match(r"It is not (.+?):", hint)
    return {card for card in play.legal_plays if named and card.pretty() in named[1].split(" or ")}


def test_a_hint_is_true_and_says_something() -> None:
    told = []
    for puzzle in [*of_each_level(3), *of_each_level(4)]:
        found = success_by_card(puzzle.play, Solver())
        good = {card for card, makes in found.items() if makes is puzzle.attacks}
        hint = hint_words(puzzle, [])
        told.append(hint)
        named = cards_excluded(hint, puzzle.play)
        suits = {card.suit for card in found if f"a {Strain(card.suit).name.lower()[:-1]}" in hint}
        assert named or {card.suit for card in good} == suits != {card.suit for card in found}
        assert not named & good
        # Cards that count as one are named together, with what follows.
        assert not named or named in map(set, touching_runs(puzzle.play).values())
        assert not named or re.search(r": .* ends with .*: \d off|: success", hint)
    assert len({hint.split()[2] for hint in told}) == 2


def test_a_hint_says_nothing_of_cards_that_were_tried() -> None:
    for puzzle in of_each_level(3):
        tried: set[Card] = set()
        while excluded := cards_excluded(hint_words(puzzle, [], tried), puzzle.play):
            assert not excluded & tried
            tried |= excluded
        last = hint_words(puzzle, [], set(puzzle.play.legal_plays) - set(puzzle.right))
        assert last == "Any other card will do."


def test_what_was_not_the_persons_to_play_is_refused() -> None:
    puzzle = parse_puzzle(PUZZLE)
    with pytest.raises(RuleError, match="no card"):
        judge_move(puzzle, [])
    first = judge_move(puzzle, [Card.parse("DA")])
    with pytest.raises(RuleError, match="not for the person"):
        judge_move(puzzle, [Card.parse("DA"), first.replies[0]])


def test_running_a_suit_on_is_no_finding() -> None:
    # Hearts again and again: four only good cards, of which two are findings.
    puzzle = parse_puzzle("00edfetqe3v4r3h8sdjwvz9ky")
    only, play = 0, puzzle.play
    for card in explain(puzzle).right.cards:
        if (play.turn is declarer_of(play)) is puzzle.attacks:
            good = [
                each
                for each, makes in success_by_card(play, Solver()).items()
                if makes is puzzle.attacks
            ]
            only += len(good) == 1 < len(touching_runs(play))
        play.push(card)
    assert (only, puzzle.grade.depth) == (4, 2)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "25 letters and digits"),
        ("2j6r4fc30r5347ww2khwm1tg", NotationError, "25 letters and digits"),
        ("2j6r4fc30r5347ww2khwm1tgo", NotationError, "25 letters and digits"),
        ("zzzzzzzzzzzzzzzzzzzzzzzzz", NotationError, "no puzzle has this code"),
        ("0000000000000000000000000", NotationError, "no puzzle has this code"),
        (PUZZLE.replace("declarer=F strain=H", "declarer=none strain=NT"), RuleError, "nobody"),
        ("F:4.2..A 5.3..K 6.7..Q declarer=F strain=C leader=F tricks=4,4,4", RuleError, "cards"),
        ("F:4.2.A. 5.3.K. 6.7.Q. declarer=F strain=C leader=F tricks=4,4,5", RuleError, "is over"),
    ],
)
def test_what_is_no_puzzle_is_refused(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_puzzle(text)


def test_what_cannot_be_asked_for_is_refused() -> None:
    with pytest.raises(SearchError, match="-1 puzzles"):
        puzzles(-1)
    with pytest.raises(SearchError, match="seed -1"):
        puzzles(1, seed=-1)
    with pytest.raises(ValueError, match="'fiendish'"):
        puzzles(1, level="fiendish")


@given(plays().filter(lambda play: play.declarer is not None))
@few_examples
def test_a_code_holds_the_whole_position(play: Play) -> None:
    assert parse_code(code_of(play)) == placed(play)


@given(st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=25, max_size=25))
@few_examples
def test_a_text_that_looks_like_a_code_is_a_position_or_refused(text: str) -> None:
    try:
        play = parse_code(text)
    except NotationError:
        return
    assert code_of(play) == text


@given(plays(fewest_tricks=1, most_tricks=9))
@few_examples
def test_the_policy_rests_on_what_the_seat_sees(play: Play) -> None:
    guesses = card_policy(play)
    assert list(guesses) == list(touching_runs(play))
    assert sum(guesses.values()) == pytest.approx(1)
    seat = play.turn
    assert seat is not None
    known = ClumondView.of(play, seat)
    [hands] = sample_deals(known, 1, seed=3)
    assert card_policy(known.play_of(hands)) == card_policy(placed(play))


def test_a_hand_that_is_over_has_no_policy() -> None:
    over = "F:4.2.A. 5.3.K. 6.7.Q. declarer=F strain=C leader=F tricks=4,4,5"
    with pytest.raises(RuleError, match="over"):
        card_policy(Play.parse(over))
    assert Seat.FOREHAND is Play.parse(over).declarer


@pytest.mark.parametrize("end", ["tg1", "tgz", "th0"])
def test_a_code_with_a_typing_error_is_no_code(end: str) -> None:
    assert parse_code("2j6r4fc30r5347ww2khwm1tg0").turn is not None
    with pytest.raises(NotationError, match="no puzzle has this code"):
        parse_code(f"2j6r4fc30r5347ww2khwm1{end}")


def test_the_daily_puzzle_is_that_of_today() -> None:
    before = datetime.now(UTC).date()
    puzzle = daily_puzzle()
    assert puzzle.code in {daily_puzzle(day).code for day in (before, datetime.now(UTC).date())}


def test_one_result_moves_a_new_rating_much_and_an_old_one_little() -> None:
    position = Rating(1500, POSITION_DEVIATION)
    new, old = Rating(), Rating(1500, 60)
    assert new.after([(position, 1)]).value - 1500 > 100
    assert 0 < old.after([(position, 1)]).value - 1500 < 20
    assert new.after([(position, 0)]).value == pytest.approx(
        3000 - new.after([(position, 1)]).value
    )


def test_a_success_against_a_harder_position_brings_more() -> None:
    gains = [Rating().after([(Rating(value, 100), 1)]).value for value in (1000, 1500, 2000)]
    assert gains == sorted(gains)
    assert gains[0] > 1500


def test_the_deviation_falls_and_ends_at_its_bound() -> None:
    ratings = [Rating()]
    for number in range(200):
        ratings.append(ratings[-1].after([(Rating(1500, 100), number % 2)]))
    assert all(after.deviation <= before.deviation for before, after in pairwise(ratings))
    assert ratings[-1].deviation == 45
    assert 1450 < ratings[-1].value < 1550


def test_harder_positions_have_higher_ratings() -> None:
    graded = {
        level: [one.grade.rating for one in puzzles(4, seed=2, level=level)]
        for level in ("easy", "expert")
    }
    assert max(graded["easy"]) < min(graded["expert"])
    assert all(600 <= rating <= 2400 for ratings in graded.values() for rating in ratings)
    assert [call_question(1, difficulty=level).rating for level in (1, 10)] == [1000, 1900]
