"""Figures are those against the players who sit there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import ClumondError, NotationError, SearchError
from clumond_solver.base.json_data import json_text
from clumond_solver.base.wording import percent
from clumond_solver.cli import BAD_INPUT, CHECK_FAILED, OK
from clumond_solver.cli.terminal_play import Terminal
from clumond_solver.coach.clumond.call_practice import call_question, judge_call
from clumond_solver.coach.hints import hint
from clumond_solver.coach.reasons.clumond.cards_of_clumond import reasons_for_card
from clumond_solver.coach.reasons.clumond.finishes import Finishes
from clumond_solver.coach.reasons.clumond.wordings_of_clumond import beaten
from clumond_solver.coach.reviews import ReviewTask, review
from clumond_solver.coach.seating import Seating
from clumond_solver.coach.table import Table
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.advice import advice_text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.sessions import Session
from clumond_solver.knowledge.clumond_views import ClumondView
from clumond_solver.questions.kinds import AdviseQuestion, parse_question
from clumond_solver.results import Advice, Certainty
from clumond_solver.rules.actions import Declare
from clumond_solver.single_dummy.choose_and_estimate import choose, estimate, estimate_undeclared
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.single_dummy.clumond.calibration import card_correction, hand_correction
from clumond_solver.single_dummy.clumond.clumond_engine import rate_cards
from clumond_solver.single_dummy.clumond.playouts import (
    OpponentsLike,
    players_of,
    who_plays,
)
from clumond_solver.single_dummy.engine_protocol import Effort
from clumond_solver.single_dummy.level_names import Level
from clumond_solver.single_dummy.levels import (
    EASY,
    FAST,
    FULL,
    MEDIUM,
    STRONG,
    STYLES,
    Iterations,
    StyleLike,
)
from clumond_solver.single_dummy.players import ClumondPlayer
from tests.cli.command import Capture, run
from tests.samples import SAMPLE_HANDS

HAND = Hand.parse("AK8732.AK974.KJ4.Q3")
CERTAIN, IMPOSSIBLE = map(Hand.parse, ("AKQJ98765432.AKQJ..", ".AKQJ98765432..AKQJ"))


def advised(opponents: OpponentsLike) -> Advice:
    return advise(HAND, seat=Seat.REARHAND, opponents=opponents, budget=60, seed=1)


def three_tricks_left() -> Play:
    play = Play.parse(
        "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
    )
    while play.tricks_left > 3:
        play.push(next(iter(play.legal_plays)))
    return play


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.sample(2)
def test_a_style_is_the_same_player_by_name_and_as_a_value(name: str) -> None:
    style, play = STYLES[name], three_tricks_left()
    for by_name, by_value in (
        ({"style": name}, {"style": style}),
        ({"opponents": name}, {"opponents": style}),
        ({"opponents": ["easy", name, "fast"]}, {"opponents": [EASY, style, FAST]}),
    ):
        named, valued = (
            [
                estimate(HAND, "spades", games=3, seed=1, **given),
                estimate_undeclared(HAND, games=1, seed=1, **given),
                advise(HAND, budget=6, seed=1, **given),
                AdviseQuestion(HAND, budget=9, **given),
                str(AdviseQuestion(HAND, budget=9, **given)),
                judge_call(call_question(5), None, budget=6, **given),
            ]
            for given in (by_name, by_value)
        )
        assert named == valued
        if "opponents" in by_name:
            named, valued = (
                [
                    Effort(**given),
                    hint(play, iterations=20, games_per_action=4, **given),
                    review(play, iterations=20, games_per_action=4, replays=0, budget=0, **given),
                ]
                for given in (by_name, by_value)
            )
            assert named == valued
    assert choose(play, style=name, iterations=20) == choose(play, style=style, iterations=20)
    assert ClumondPlayer(20, 8, name) == ClumondPlayer(20, 8, style)
    assert parse_question(str(AdviseQuestion(HAND, style=style))) == AdviseQuestion(
        HAND, style=name
    )


def test_a_style_has_its_iterations_wherever_it_goes() -> None:
    view = ClumondView.at_start(HAND, Seat.FOREHAND, Seat.FOREHAND, Strain.SPADES)
    for style in (FULL, "full"):
        assert [count for _, count in players_of(view, style)] == [1000, 400, 400]
    assert [count for _, count in players_of(view, "easy", MEDIUM)] == [1, 12, 12]
    with pytest.raises(SearchError, match="0 iterations"):
        replace(FAST, iterations=Iterations(0, 1, 1))


def test_a_review_takes_players_at_a_table_for_who_they_are_by_name_and_as_values() -> None:
    by_name = ReviewTask(Effort(opponents=["fast", "easy", "medium"]))
    by_value = ReviewTask(Effort(opponents=[FAST, EASY, MEDIUM]))
    shares = [[task.share_for_seat(seat) for seat in Seat] for task in (by_name, by_value)]
    assert shares == [[1.0, 1 / 3, 1 / 3]] * 2


@pytest.mark.parametrize("style", ["fast", FAST, "medium", MEDIUM, "full", FULL])
def test_a_proof_holds_for_everybody_who_looks_for_one(style: StyleLike) -> None:
    assert estimate(CERTAIN, "spades", style=style).proved is Certainty.CERTAIN
    advice = advise(CERTAIN, style=style, budget=12)
    assert advice.estimates[Strain.SPADES].proved is Certainty.CERTAIN


def test_play_at_sight_may_lose_a_certain_hand_but_never_make_an_impossible_one() -> None:
    for style in ("easy", EASY):
        assert estimate(CERTAIN, "spades", style=style, games=4).proved is None
        advice = advise(CERTAIN, style=style, budget=12)
        assert advice.estimates[Strain.SPADES].proved is None
        assert estimate(IMPOSSIBLE, "hearts", style=style).proved is Certainty.IMPOSSIBLE


def test_how_you_play_says_nothing_of_the_others() -> None:
    for style in ("easy", "medium"):
        alone = advise(HAND, style=style, budget=60, seed=1)
        assert alone == advise(HAND, style=style, opponents="full", budget=60, seed=1)
        assert alone != advise(HAND, style=style, opponents=style, budget=60, seed=1)
    view = ClumondView.at_start(HAND, Seat.MIDDLEHAND, Seat.MIDDLEHAND, Strain.SPADES)
    assert [style for style, _ in players_of(view, "easy")] == [FAST, EASY, FAST]
    # Strong players are played by quick ones, unless all are to play as they are.
    assert [style for style, _ in players_of(view, "strong", "full")] == [FAST] * 3
    assert [style for style, _ in players_of(view, "full", "strong")] == [STRONG, FULL, STRONG]


def test_one_level_for_both_others_is_that_level_for_each() -> None:
    both = advised("medium")
    assert advised(("medium", "medium", "easy")) == both
    assert advised((Level.MEDIUM, Level.MEDIUM, "fast")) == both
    easy, medium = (
        estimate(HAND, "clubs", opponents=level, games=300).p for level in ("easy", "medium")
    )
    assert easy > medium > estimate(HAND, "clubs", games=100).p


def test_quick_games_stand_for_strong_players() -> None:
    assert advised("full") == advised("fast") == advised(None)
    usual, strong = (
        estimate(HAND, "spades", opponents=level, games=40) for level in (None, "strong")
    )
    assert usual == estimate(HAND, "spades", opponents="full", games=40)
    # The same games, corrected by what came of hands against the level.
    assert strong.games == usual.games
    assert strong.p < usual.p < 0.5


@pytest.mark.parametrize("styles", [(), ("easy",), ("easy",) * 4])
def test_there_is_one_style_for_each_seat(styles: tuple[str, ...]) -> None:
    with pytest.raises(SearchError, match="one for each seat"):
        advised(styles)


@pytest.mark.parametrize("styles", [("bogus", "easy", "easy"), ("easy", "easy", 3)])
def test_every_style_is_one_that_there_is(styles: Any) -> None:
    with pytest.raises(ClumondError, match="style"):
        advised(styles)


def test_advice_in_words_names_who_plays_and_against_whom() -> None:
    for style, opponents, said in (
        ("fast", None, "one who follows every hint, against two who follow every hint"),
        ("easy", "medium", "an easy player, against two medium players"),
        (EASY, ("strong", "easy", "fast"), "an easy player, against an easy and a strong player"),
    ):
        players = who_plays(style, opponents, Seat.REARHAND)
        told = advice_text(advised(opponents), HAND, seat=Seat.REARHAND, players=players)
        assert f"Assumed: rearhand (the dealer), {said}; the two others have passed" in (
            " ".join(told.split())
        )


@pytest.mark.parametrize("given", ['["easy", "medium"]', "3", '"best"', '["easy", "x", 1]'])
def test_files_of_questions_say_which_opponents_there_are(given: str) -> None:
    with pytest.raises(NotationError, match="or a list of three of them"):
        parse_question(f'{{"hand": "{HAND}", "opponents": {given}}}')


def test_files_of_questions_name_the_opponents() -> None:
    for given in ('"easy"', '["strong", "easy", "medium"]'):
        question = parse_question(f'{{"hand": "{HAND}", "opponents": {given}, "budget": 9}}')
        assert question.answer() == advise(HAND, opponents=json.loads(given), budget=9)


def test_corrections_hold_for_players_that_were_measured() -> None:
    medium, quick, mixed = (
        hand_correction(FAST, others) for others in ([MEDIUM] * 2, [FAST] * 2, [FAST, MEDIUM])
    )
    assert medium is not None
    assert quick is not None
    assert mixed is not None
    for share in (0.1, 0.5, 0.9):
        assert quick.chance(share) < mixed.chance(share) < medium.chance(share)
    assert hand_correction(STRONG, [MEDIUM] * 2) == medium
    # Games in which everybody plays as he is need no correction; those with stand-ins do.
    for own in (EASY, MEDIUM):
        assert hand_correction(own, [EASY, MEDIUM]) is None
        best, strong, one = (
            hand_correction(own, others) for others in ([FULL] * 2, [STRONG] * 2, [EASY, STRONG])
        )
        assert best is not None
        assert strong is not None
        assert one is not None
        assert strong.share < best.share < 1
        assert strong.share < one.share < 1
    assert hand_correction(FULL, [FULL] * 2) is None
    assert hand_correction(FAST, [MEDIUM, replace(MEDIUM, undeclared_factor=2)]) is None
    first, last = (card_correction("declarer", left, [MEDIUM] * 2) for left in (13, 1))
    assert first is not None
    assert last is not None
    assert first.share > last.share > 1
    assert card_correction("undeclared", 13, [FAST] * 2) is None


def test_cards_are_rated_in_games_with_these_players() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    while play.turn is not Seat.FOREHAND:
        play.push(next(iter(play.legal_plays)))
    known = ClumondView.of(play, Seat.FOREHAND)
    against = {level: rate_cards(known, Effort(50, 60, opponents=level)).values for level in Level}
    best = {level: max(values.values()) for level, values in against.items()}
    assert best[Level.EASY] > best[Level.MEDIUM] > best[Level.STRONG]
    assert against[Level.STRONG] == rate_cards(known, Effort(50, 60)).values


def test_signals_are_explained_to_nobody_whose_partner_is_a_player_of_the_library() -> None:
    explained = 0
    for seed in range(12):
        play = Play(Deal.random(seed), Seat.REARHAND, Strain.SPADES)
        play.push(next(iter(play.legal_plays)))
        usual, at_table = (
            hint(play, iterations=40, games_per_action=8, opponents=who).reason
            for who in (None, "medium")
        )
        explained += "reads signals" in usual
        assert "signals" not in at_table
    assert explained


def test_hints_and_reviews_at_a_table_are_for_its_players() -> None:
    game = ClumondGame()
    state = game.deal(5, game.opening())
    seating = Seating(("You", "Bo", "Cy"), (Level.STRONG, Level.EASY, Level.MEDIUM))
    for dealer in range(3):
        styles = seating.styles(dealer)
        assert sorted(styles) == ["easy", "fast", "medium"]
        # Forehand sits on the dealer's left.
        assert styles[(2 - dealer) % 3] == "fast"
    first = hint(state, opponents=("fast", "medium", "easy"), budget=60)
    assert "against an easy and a medium player; you need" in first.reason
    assert "against" not in hint(state, budget=60).reason.partition(";")[0]
    state.push(Declare(Strain.CLUBS))
    reviewed = [
        review(state, opponents=opponents, replays=0, games_per_action=4, iterations=20, budget=40)
        for opponents in ("easy", "full", None)
    ]
    assert reviewed[0] != reviewed[1] == reviewed[2]


def test_a_review_of_a_table_looks_longest_at_the_persons_cards() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.CLUBS)
    for _ in range(6):
        play.push(next(iter(play.legal_plays)))
    full, at_table = (
        review(play, opponents=opponents, replays=0, games_per_action=7, iterations=20, budget=0)
        for opponents in ("easy", ("fast", "easy", "easy"))
    )
    differ = {
        Seat(one.seat) for one, two in zip(full.plays, at_table.plays, strict=True) if one != two
    }
    assert differ == {Seat.MIDDLEHAND, Seat.REARHAND}


def test_calls_are_judged_against_the_players_named() -> None:
    question = call_question(5, difficulty=1)
    judged = {
        level: judge_call(question, None, budget=100, opponents=level).advice
        for level in ("easy", "medium", "full", None)
    }
    chances = {level: advice.estimates[advice.best].p for level, advice in judged.items()}
    assert min(chances["easy"], chances["medium"]) > chances["full"]
    assert judged["full"] == judged[None]


def test_the_terminal_gives_figures_for_the_players_at_its_table() -> None:
    seating = Seating(("you", "Bo", "Cy"), (Level.MEDIUM, Level.EASY, Level.MEDIUM))
    said, lines = list[str](), iter(["hint"])
    terminal = Terminal(
        Table(Session(ClumondGame(), 1, 2), 0, [ClumondPlayer(1, 0)] * 3),
        lambda prompt: next(lines, None),
        said.append,
        write=lambda name: None,
        file=None,
        styles=seating.styles,
    )
    assert not terminal.play()
    assert "against an easy and a medium player" in " ".join("\n".join(said).split())


def test_the_command_takes_a_level_for_each_seat(capsys: Capture) -> None:
    arguments = ("advise", str(HAND), "--budget", "9", "--json", "--opponents")
    assert run(*arguments, "easy,strong,medium") == OK
    printed = json.loads(capsys.readouterr().out)
    advice = advise(HAND, opponents=("easy", "strong", "medium"), budget=9)
    assert printed == json.loads(json_text({"hand": HAND, "seat": "forehand"} | data_of(advice)))
    for wrong in ("easier", "easy,medium", "easy,,medium"):
        assert run(*arguments, wrong) == BAD_INPUT
        assert "three of them with commas" in capsys.readouterr().err


@pytest.mark.usefixtures("brief_reviews")
def test_commands_name_the_players_that_their_figures_hold_against(capsys: Capture) -> None:
    assert run("review", str(SAMPLE_HANDS), "--opponents", "easy") == CHECK_FAILED
    said = " ".join(capsys.readouterr().out.split())
    whose = "for one who follows every hint, against two easy players"
    assert f"from each hand alone {whose}" in said
    assert f"at the first card ({whose})" in said


@pytest.mark.parametrize("opponents", [None, "easy", "medium"])
def test_lost_games_alone_leave_a_range(opponents: OpponentsLike) -> None:
    for strain in ("D", "C"):
        found = estimate(Deal.random(1)["F"], strain, games=9, opponents=opponents)
        low, high = found.interval
        assert low <= found.p <= high
        assert found.p > 0 or high > 0.05


def test_only_what_is_certain_is_told_as_such() -> None:
    assert [percent(chance) for chance in (0.0, 0.004, 0.5, 0.9953, 1.0)] == [
        "0 %",
        "1 %",
        "50 %",
        "99 %",
        "100 %",
    ]
    for games in (2**31, 2**63):
        with pytest.raises(SearchError, match="games"):
            hint(Play(Deal.random(1), "F", "C"), games_per_action=games)


def test_a_card_that_settles_the_hand_beats_declarer_and_no_other_does() -> None:
    play = Play(Deal.random(3), Seat.FOREHAND, Strain.HEARTS)
    known, card = ClumondView.of(play, Seat.MIDDLEHAND), next(iter(play.legal_plays))
    for chance in (0.0, 0.004, None):
        [fact, *_] = reasons_for_card(known, card, games=Finishes({}, 96, 58, 20, chance))
        assert (fact.kind, fact["is_certain"]) == (beaten, chance == 0.0)
