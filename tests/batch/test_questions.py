"""Questions of batches: their fields, read, refused, asked."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.base.cards import Hand, Strain
from clumond_solver.base.errors import ClumondError, NotationError
from clumond_solver.batch.run import answer_many
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.double_dummy.table_of_a_deal import solve_deal, solve_retentions
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.scoring import Agreement, Scoring, Terms
from clumond_solver.questions import fields
from clumond_solver.questions.ask_kinds import Ask, Ending
from clumond_solver.questions.fields import FIELDS, Field, parameters_of, readers_of
from clumond_solver.questions.kinds import (
    AdviseQuestion,
    BatchQuestion,
    RetentionsQuestion,
    SolveQuestion,
    TableQuestion,
    checked_defaults,
    id_of,
    parse_question,
)
from clumond_solver.results import Limit
from clumond_solver.single_dummy.clumond import advice
from clumond_solver.single_dummy.clumond.advice import advise
from clumond_solver.web.question import PageQuestion
from tests.cli.command import clumond_parser
from tests.samples import HAND_TEXT, LAST, ROOT
from tests.strategies import plays

ANY_HAND = Hand.parse(HAND_TEXT)
LAST_PLAY = Play.parse(LAST)


@given(plays(), st.sets(st.sampled_from(Ask), min_size=1), st.none() | st.integers(0, 10**9))
def test_a_question_is_read_back_from_its_text(
    play: Play, ask: set[Ask], nodes: int | None
) -> None:
    limit = None if nodes is None else Limit(nodes=nodes)
    question = SolveQuestion(play, tuple(ask), limit=limit, id="x\ud800")
    assert parse_question(str(question)) == question


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 100_000, "brackets"),
        ('{"hand": "...", "budget": ' + "9" * 5000 + "}", "JSON"),
        ('{"hand": "...", "time": ' + "9" * 400 + "}", "seconds"),
    ],
)
def test_long_questions_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(ClumondError, match=reason):
        parse_question(text)


def test_a_question_may_be_about_one_ending() -> None:
    play = LAST
    text = f'{{"play": "{play}", "keep": "CSD", "exactly": 5, "ask": "verdict,line"}}'
    question = parse_question(text)
    assert isinstance(question, SolveQuestion)
    assert parse_question(str(question)) == question
    assert question.answer_data()["line"] == ["CA", "C2", "CJ"]
    forced = [
        exactly
        for exactly in range(14)
        if replace(question, ending=Ending(exactly=exactly)).answer().verdict
    ]
    solver = Solver()
    assert forced == [n for n in range(14) if solver.can_force(question.play, tricks=n)]
    assert forced


def test_a_question_may_ask_about_a_deal_and_defaults_fill_what_is_left_out() -> None:
    deal = '{"deal": "F:AK.2.2. QJ.3.3. 98.4.4.", "tricks": [4, 4, 4], "id": 7}'
    question = parse_question(deal, {"declarer": "F", "strain": "H", "nodes": 5, "budget": 3})
    play = Play.parse("F:AK.2.2. QJ.3.3. 98.4.4. declarer=F strain=H leader=M tricks=4,4,4")
    assert question == SolveQuestion(play, limit=Limit(nodes=5), id=7)


def test_how_deep_values_may_be_nested_does_not_depend_on_who_reads_them() -> None:
    for depth in (9, 980, 100_000):
        with pytest.raises(NotationError, match="more than 8 brackets"):
            parse_question('{"hand": ' + "[" * depth + "]" * depth + "}")
    with pytest.raises(NotationError, match="expected a text"):
        parse_question('{"hand": ' + "[" * 7 + '"' + "[" * 99 + '"' + "]" * 7 + "}")


NUMPY_QUESTIONS: dict[str, Callable[[Any], BatchQuestion]] = {
    "advice": lambda np: AdviseQuestion(
        ANY_HAND,
        seed=np.int64(1),
        budget=np.uint8(4),
        time=np.float32(0.5),
        id=np.int64(7),
        scoring="chips",
        pot=np.int32(3),
    ),
    "whole floats": lambda np: AdviseQuestion(
        ANY_HAND, seed=np.float64(1), budget=np.float64(4), id=np.float64(7)
    ),
    "flags": lambda np: TableQuestion(
        Deal.random(3), misses=np.True_, limit=Limit(nodes=np.int64(5))
    ),
    "arrays": lambda np: TableQuestion(Deal.random(3), supplementary=np.array([0, 3, 1])),
    "lists": lambda np: RetentionsQuestion(
        Deal.random(3), np.int64(1), [np.int8(0), 3, 1], with_help=np.False_
    ),
    "endings": lambda np: SolveQuestion(
        LAST_PLAY, ending=Ending(exactly=np.int64(5)), limit=Limit(time=np.float32(2))
    ),
}


@pytest.mark.parametrize("name", NUMPY_QUESTIONS)
def test_a_question_with_numbers_of_numpy_is_read_back(name: str) -> None:
    question = NUMPY_QUESTIONS[name](pytest.importorskip("numpy"))
    assert parse_question(str(question)) == question
    assert "np." not in repr(question)


FULL_TABLE = {"hand": HAND_TEXT, "budget": 10, "seed": 1, "time": 0.5, "scoring": "chips"}


@pytest.mark.parametrize(
    "as_table",
    [
        lambda row: row | {"play": None, "tens": None, "id": None, "nodes": None},
        lambda row: row | {"play": "", "tens": "", "id": ""},
        lambda row: row | {"play": math.nan, "id": math.nan},
        lambda row: row | {"budget": 10.0, "seed": 1.0},
        lambda row: {name: str(value) for name, value in row.items()},
        lambda row: row | {"budget": "10.0", "seed": " 1 "},
    ],
    ids=["null", "empty", "NaN", "floats", "texts", "floats as texts"],
)
def test_a_row_that_a_table_wrote_is_the_question_that_a_person_writes(
    as_table: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    plain = parse_question(json.dumps(FULL_TABLE))
    assert parse_question(json.dumps(as_table(FULL_TABLE))) == plain


@pytest.mark.parametrize(
    ("table", "plain"),
    [
        ({"misses": 1.0, "supplementary": "0,3,1"}, {"misses": True, "supplementary": [0, 3, 1]}),
        ({"misses": "False", "nodes": 9.0}, {"misses": False, "nodes": 9}),
        ({"misses": 0, "supplementary": [0.0, 3.0, 1.0]}, {"supplementary": [0, 3, 1]}),
        ({"misses": None, "supplementary": None, "id": 7.0}, {"id": 7}),
    ],
)
def test_cells_of_a_table_may_hold_flags_and_rows(
    table: dict[str, object], plain: dict[str, object]
) -> None:
    deal = {"table": str(Deal.random(3))}
    assert parse_question(json.dumps(deal | table)) == parse_question(json.dumps(deal | plain))
    assert id_of(json.dumps(deal | table)) == plain.get("id")


def test_pandas_writes_questions() -> None:
    pd = pytest.importorskip("pandas")
    rows = [
        {"hand": HAND_TEXT, "budget": 10, "seed": 1},
        {"hand": HAND_TEXT},
        {"play": str(LAST_PLAY)},
    ]
    lines = pd.DataFrame(rows).to_json(orient="records", lines=True).splitlines()
    assert [*map(parse_question, lines)] == [parse_question(json.dumps(row)) for row in rows]
    nulls = map(json.dumps, pd.DataFrame(rows).to_dict("records"))
    assert [*map(parse_question, nulls)] == [parse_question(json.dumps(row)) for row in rows]


def test_a_field_that_no_question_has_is_named_beside_those_that_are_known() -> None:
    with pytest.raises(NotationError, match=r"known here: hand, .*, opponents, .*\bid\)"):
        parse_question('{"hand": "...", "foo": 3}')
    with pytest.raises(NotationError, match=r"^no such field \(known here: .*budget.*\): 'foo'"):
        checked_defaults({"foo": 3})
    for name in ("id", "hand", "play", "tricks"):
        with pytest.raises(NotationError, match=f"^cannot be a default for all .*: '{name}'"):
            checked_defaults({name: "7"})


def test_a_null_field_takes_the_default() -> None:
    row = json.dumps({"hand": HAND_TEXT, "budget": None})
    assert parse_question(row, {"budget": 10}) == AdviseQuestion(Hand.parse(HAND_TEXT), budget=10)
    np = pytest.importorskip("numpy")
    given = {"budget": np.int64(10), "seed": 2.0, "time": None, "seat": Seat.REARHAND}
    assert checked_defaults(given) == {"budget": 10, "seed": 2.0, "seat": "rearhand"}


@pytest.mark.parametrize(
    "line",
    [
        lambda length: "{" + ", ".join(f'"{n}": 1' for n in range(length)) + ', "0": 1}',
        lambda length: '"' + '\\"' * (20 * length),
        lambda length: "[" * 8 + '"\\' * (20 * length),
        lambda length: '{"' * (20 * length),
    ],
    ids=["a name given twice", "one text", "lists of texts", "objects of texts"],
)
def test_long_lines_take_no_longer_than_their_length(line: Callable[[int], str]) -> None:
    """Of 16 times the length 256 times the time would be the square."""

    def seconds(length: int) -> float:
        text = line(length)
        started = time.process_time()
        with pytest.raises(NotationError):
            parse_question(text)
        return time.process_time() - started

    assert seconds(16_000) < 64 * min(seconds(1000) for _ in range(5))


def test_a_question_may_ask_for_all_contracts_of_a_deal() -> None:
    deal = Deal.random(3)
    question = TableQuestion(deal, misses=True, limit=Limit(nodes=50), id="all")
    assert parse_question(str(question)) == question
    with_tens = TableQuestion(deal, supplementary=(0, 3, 1))
    assert parse_question(str(with_tens)) == with_tens
    [table] = answer_many([TableQuestion(deal, limit=Limit(nodes=50))], workers=2)
    assert table == solve_deal(deal, limit=Limit(nodes=50), threads=1)
    told = TableQuestion(deal, limit=Limit(nodes=50)).answer_data()
    assert not isinstance(table, ClumondError)
    assert told["miss"]["middlehand NT"] == list(table.miss[Seat.MIDDLEHAND, Strain.NO_TRUMPS])


def test_a_question_may_ask_for_all_retentions_of_a_declarer() -> None:
    deal, limit = Deal.random(3), Limit(nodes=50)
    question = RetentionsQuestion(deal, Seat.REARHAND, (0, 3, 1), limit, 7)
    assert parse_question(str(question)) == question
    [table] = answer_many([RetentionsQuestion(deal, Seat.REARHAND, limit=limit)], workers=2)
    assert table == solve_retentions(deal, Seat.REARHAND, limit=limit, threads=1)
    alone = RetentionsQuestion(deal, "F", limit=limit, with_help=False)
    assert parse_question(str(alone)) == alone
    assert alone.answer() == solve_retentions(deal, "F", limit=limit, with_help=False)
    told = RetentionsQuestion(deal, Seat.REARHAND, limit=limit).answer_data()
    assert (told["declarer"], len(told["reach"])) == ("rearhand", 100)


def test_an_asker_finds_his_mark_in_a_bad_question_too() -> None:
    assert id_of('{"id": "my own", "hand": "AK"}') == "my own"
    assert id_of('{"id": {}}') is id_of("[") is None


@pytest.mark.parametrize(
    ("question", "function"),
    [(AdviseQuestion, advise), (TableQuestion, solve_deal), (RetentionsQuestion, solve_retentions)],
)
def test_questions_take_the_arguments_of_their_functions(
    question: type, function: Callable[..., object]
) -> None:
    of_the_call = {"threads", "memory", "progress", "watch", "known", "terms"}
    arguments = {**signature(function).parameters} | dict.fromkeys(
        Terms.__annotations__ if function is advise else ()
    )
    assert arguments.keys() - of_the_call == signature(question).parameters.keys() - {"id"}


def test_terms_and_texts_are_arguments_of_a_question() -> None:
    hand = Hand.parse("AK8732.AK974.KJ4.Q3")
    question = AdviseQuestion(
        hand, "R", scoring="chips", pot=12, opponents=["easy", "fast", "full"]
    )
    terms = Agreement(Scoring.CHIPS, 12)
    assert question == AdviseQuestion(
        hand, Seat.REARHAND, terms, opponents=("easy", "fast", "full")
    )
    assert parse_question(str(question)) == question
    assert parse_question(f'{{"hand": "{hand}", "style": "full"}}') == AdviseQuestion(
        hand, style="full"
    )


# One row for a parameter: command, files of questions and page derive from it.


def made_up(hand: Hand, *, seat: str = "F", colour: str = "red") -> None:
    """A function with a parameter of its own."""


def _shade(value: object) -> str:
    if value not in {"red", "blue"}:
        raise NotationError("no such colour", str(value))
    return str(value)


def test_a_new_parameter_is_found_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Field(_shade, _shade, "the colour of the back")
    monkeypatch.setattr(fields, "FIELDS", {**FIELDS, "colour": row})
    monkeypatch.setattr("clumond_solver.web.question.FIELDS", fields.FIELDS)
    assert parameters_of(made_up)["colour"] == "red"
    assert readers_of(made_up)["colour"]("blue") == "blue"
    assert PageQuestion(colour="blue", hand=HAND_TEXT).arguments(made_up)["colour"] == "blue"


@pytest.mark.parametrize("function", [advise, solve_deal, solve_retentions])
def test_every_field_has_its_help_and_reads_no_nonsense(function: Callable[..., Any]) -> None:
    for name in parameters_of(function):
        field = FIELDS[name]
        assert field.help[0].islower() or field.help[0] in "FC"
        with pytest.raises(NotationError):
            field.read({"no": "value"})


def test_the_command_has_the_parameters_of_advise(monkeypatch: pytest.MonkeyPatch) -> None:
    options = vars(clumond_parser().parse_args(["advise", HAND_TEXT]))
    assert parameters_of(advise).keys() <= options.keys()
    monkeypatch.setattr(advice, "advise", lambda hand, *, nodes=7, budget=1: None)
    assert clumond_parser().parse_args(["advise", HAND_TEXT, "--nodes", "9"]).nodes == 9


def test_the_page_on_batches_names_every_field() -> None:
    page = (ROOT / "docs" / "batches.md").read_text("utf-8")
    for function in (advise, solve_deal, solve_retentions):
        assert [name for name in parameters_of(function) if f"`{name}`" not in page] == []
