"""Results as data frames: the cells say what the results say."""

from __future__ import annotations

from pathlib import Path

import pytest

from clumond_solver import (
    Ask,
    Card,
    ClumondError,
    Deal,
    Limit,
    NotationError,
    Play,
    Retention,
    RuleError,
    Seat,
    Solver,
    Strain,
    WrongTypeError,
    advise,
    answer_many,
    review,
    run_batch,
    solve_deal,
    solve_retentions,
)
from clumond_solver.adapters.pandas_frames import read_answers, rows, to_frame
from clumond_solver.game import ClubsGame
from clumond_solver.questions.ask_kinds import Ending
from clumond_solver.questions.kinds import (
    AdviseQuestion,
    Answers,
    Question,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
)
from clumond_solver.results import Estimate, Reach
from tests.samples import HAND, PUZZLE


def test_many_results_are_counted_and_errors_stay_in_place() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    results: list[Estimate | ClumondError] = [Estimate(0.5, 0.1, 20), RuleError("too many")]
    frame = to_frame(results)
    assert list(frame["item"]) == [0, 1]
    assert frame.loc[0, "p"] == 0.5
    assert frame.loc[1, "error"] == "too many"


def test_advice_has_a_row_a_call() -> None:
    advice = advise(HAND, budget=40, seed=1)
    found = rows(advice)
    assert [row["call"] for row in found] == [*map(str, Strain), "pass"]
    assert [row["call"] for row in found if row["advised"]] == [str(advice.call or "pass")]
    assert found[0]["p"] == advice.estimates[Strain.DIAMONDS].p
    assert found[-1]["relative"] == advice.passing.relative


def test_a_table_of_a_deal_has_a_row_a_declarer_and_strain() -> None:
    table = solve_deal(Deal.random(1), limit=Limit(nodes=200))
    found = rows(table)
    assert len(found) == 15
    assert {(row["miss_low"], row["miss_high"]) for row in found} == set(table.miss.values())


def test_a_solution_has_a_row_a_card_and_a_row_a_retention_with_its_bounds() -> None:
    solution = Solver().solve(Play.parse(PUZZLE))
    found = rows(solution)
    for row in found:
        assert row["verdict"] is True
        assert (row["tricks_most_low"], row["tricks_most_high"]) == solution.tricks.most
        assert row["line"] == " ".join(map(str, solution.line))
    cards = {row["card"]: row["makes"] for row in found if "card" in row}
    assert cards == {str(card): makes for card, makes in solution.plays.items()}
    reach = {row["retention"]: row["reach"] for row in found if "retention" in row}
    assert reach == {str(each): str(at) for each, at in solution.retentions.items()}
    assert len(found) == len(cards) + len(reach)


def test_what_was_asked_of_many_plays_is_in_the_rows() -> None:
    play = Play.parse(PUZZLE)
    [answers] = answer_many([SolveQuestion(play, "retentions")], workers=1)
    assert [row["retention"] for row in rows(answers)] == list(map(str, Retention.all()))
    [answers] = answer_many([SolveQuestion(play, "plays,line")], workers=1)
    assert {row["card"]: row["makes"] for row in rows(answers)}["DA"] is True
    [answers] = answer_many([SolveQuestion(play, "verdict,miss")], workers=1)
    assert rows(answers) == [{"verdict": True, "miss_low": 0, "miss_high": 0}]


def test_two_last_cards_are_a_line_and_no_bounds() -> None:
    answers = Answers(verdict=True, line=(Card.parse("SA"), Card.parse("S2")))
    assert rows(answers) == [{"verdict": True, "line": "SA S2"}]


def test_a_table_of_retentions_has_a_row_a_strain_and_retention() -> None:
    table = solve_retentions(Deal.random(1), "F", limit=Limit(nodes=200))
    found = {(row["strain"], row["retention"]): row["reach"] for row in rows(table)}
    assert found == {
        (str(strain), str(each)): None if at is None else str(at)
        for (strain, each), at in table.reach.items()
    }
    misses = {row["strain"]: (row["miss_low"], row["miss_high"]) for row in rows(table)}
    assert misses == {str(strain): miss for strain, miss in table.miss.items()}


def test_a_review_has_a_row_a_call_or_card() -> None:
    play = Play.parse(PUZZLE)
    play.push("D5")
    play.push("D4")
    found = rows(review(play, iterations=20, games_per_action=4, replays=0))
    assert [(row["seat"], row["action"]) for row in found] == [
        ("forehand", "play D5"),
        ("middlehand", "play D4"),
    ]
    assert [row["turned"] for row in found] == [True, False]
    assert found[0]["before_high"] == 0 < found[0]["after_low"]
    assert all(row["in_chances"] and "cost" in row for row in found)
    state = ClubsGame(4).deal(3, ClubsGame(4).opening())
    state.push(state.legal_actions[0])
    [row] = rows(review(state, iterations=20))
    assert row["seat"] in range(4)
    assert "before" not in row


def test_seats_strains_retentions_and_reaches_are_ordered_categories() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    tables = [solve_deal(Deal.random(1), limit=Limit(nodes=9)), RuleError("no")]
    frame = to_frame(tables)
    assert list(frame["declarer"].cat.categories) == list(map(str, Seat))
    assert list(frame["strain"].cat.categories) == list(map(str, Strain))
    assert frame["strain"].cat.ordered
    assert frame.groupby("strain", observed=True)["miss_high"].size().to_dict() == dict.fromkeys(
        map(str, Strain), 3
    )
    reaches = to_frame(solve_retentions(Deal.random(1), "F", limit=Limit(nodes=9)))
    assert set(map(str, Reach)) == set(reaches["reach"].cat.categories)
    state = ClubsGame(4).deal(3, ClubsGame(4).opening())
    state.push(state.legal_actions[0])
    assert to_frame(review(state, iterations=20))["seat"].dtype.kind == "i"


def test_the_answers_of_a_batch_are_read_as_the_results_themselves(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    deal, limit = Deal.random(1), Limit(nodes=9)
    questions: list[Question] = [
        SolveQuestion(Play.parse(PUZZLE), tuple(Ask), id="x"),
        AdviseQuestion(HAND, budget=40, seed=1),
        TableQuestion(deal, misses=True, limit=limit),
        RetentionsQuestion(deal, Seat.FOREHAND, limit=limit),
    ]
    source.write_text("\n".join(map(str, questions)) + "\n{}\n")
    run_batch(source, target, workers=1)
    with target.open("a") as file:
        file.write('{"number": 6, "torn')
    frame = read_answers(target)
    assert list(frame.loc[frame["id"] == "x", "play"].unique()) == [PUZZLE]
    assert set(frame["deal"].dropna()) == {str(deal)}
    assert "none of" in frame.set_index("number").loc[5, "error"]
    for number, question in enumerate(questions, start=1):
        expected = to_frame(question.answer())
        told = frame[frame["number"] == number].reset_index(drop=True)
        for column in expected:
            assert list(told[column].dropna()) == list(expected[column].dropna()), column


def test_an_answer_of_a_batch_has_the_columns_of_its_result_always(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    play, deal, limit = Play.parse(PUZZLE), Deal.random(1), Limit(nodes=9)
    questions: list[Question] = [
        *(AdviseQuestion(HAND, budget=9, seed=seed) for seed in range(12)),
        *(SolveQuestion(play, ask, Seat.FOREHAND, limit=limit, id=7) for ask in Ask),
        SolveQuestion(play, "line", ending=Ending(keep=Retention.parse("CHD"))),
        TableQuestion(deal, limit=limit),
        RetentionsQuestion(deal, Seat.FOREHAND, limit=limit),
    ]
    for question in questions:
        source.write_text(f"{question}\n")
        run_batch(source, target, workers=1, restart=True)
        answer = question.answer()
        read, frame = read_answers(target), to_frame([answer], [question])
        assert set(read) - {"number"} == set(frame) - {"item"}
        asked = {"hand", "play", "deal", "seat", "id", "keep", "exactly"}
        assert set(frame) - set(to_frame([answer])) <= asked
        for column in set(read) - {"number"}:
            values = [list(table[column].astype(str)) for table in (read, frame)]
            assert values[0] == values[1], column
        assert not any(isinstance(cell, dict) for cell in read.to_numpy().ravel())


def test_frames_of_many_results_carry_their_questions() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    questions = [
        AdviseQuestion(HAND, budget=0, id="a"),
        AdviseQuestion(HAND, Seat.REARHAND, budget=0),
    ]
    frame = to_frame(answer_many(questions, workers=1), questions)
    assert set(frame.loc[frame["item"] == 0, "id"]) == {"a"}
    assert list(frame.loc[frame["item"] == 1, "seat"].unique()) == ["rearhand"]
    assert set(frame["hand"]) == {str(HAND)}
    with pytest.raises(RuleError, match="0 questions for 1 result"):
        to_frame([RuleError("no")], [])
    with pytest.raises(WrongTypeError, match="a question is needed"):
        to_frame([RuleError("no")], [HAND])  # type: ignore[list-item]


def test_what_differs_between_questions_is_in_the_rows() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    questions: list[Question] = [
        AdviseQuestion(HAND, budget=0, opponents="easy", scoring="chips", pot=9),
        AdviseQuestion(HAND, budget=0, opponents=("easy", "medium", "strong"), style="medium"),
        TableQuestion(Deal.random(1), limit=Limit(nodes=9)),
    ]
    frame = to_frame(answer_many(questions, workers=1), questions)
    first = frame.drop_duplicates("item").set_index("item")
    asked = {name: list(first[name].iloc[:2]) for name in ("opponents", "style", "scoring", "pot")}
    assert asked == {
        "opponents": ["easy", "easy medium strong"],
        "style": ["fast", "medium"],
        "scoring": ["chips", "paper"],
        "pot": [9, 6],
    }
    assert first["limit_nodes"].iloc[2] == 9
    assert "seed" in frame  # A table has none.
    alike = to_frame(answer_many(questions[:1] * 2, workers=1), questions[:1] * 2)
    assert not {"opponents", "style", "scoring", "seed"} & set(alike)


@pytest.mark.parametrize(
    "line", ["no", "3", "{}", '{"number": 1, "key": "", "check": "", "reach": 5}']
)
def test_what_is_no_answer_of_a_batch_is_refused(line: str, tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    (tmp_path / "out.jsonl").write_text(f"{line}\n")
    with pytest.raises(NotationError, match="not an answer of a batch"):
        read_answers(tmp_path / "out.jsonl")


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(TypeError, match="a result is needed, not 3"):
        rows(3)
    pytest.importorskip("pandas", reason="pandas is not installed (extra arrays)")
    for value in (Deal.random(1), [HAND], Limit(nodes=1), HAND):
        with pytest.raises(TypeError, match="a result is needed, not"):
            to_frame(value)
    with pytest.raises(TypeError, match="a result or an iterable"):
        to_frame(3)
