"""Records and files that are damaged, cut off or made to do harm."""

from __future__ import annotations

import contextlib
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import SupportsIndex

import pytest

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import ClumondError, NotationError, RecordError, RuleError
from clumond_solver.records import (
    Record,
    RecordedTrick,
    decode_text,
    parse_records,
    read_records,
    write_records,
)
from clumond_solver.records import (
    record as record_module,
)
from clumond_solver.records.record import holds_records
from clumond_solver.records.tags_and_tricks import TextLine
from tests.records.test_records import GOOD, bad, faults, good
from tests.samples import SAMPLE_HANDS


@pytest.mark.parametrize(("old", "new", "line", "reason"), faults("reading"))
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert old in GOOD
    error = bad(GOOD.replace(old, new, 1))
    assert reason in error.reason
    assert error.line == line


def test_a_record_that_was_cut_off_is_an_error_wherever_it_was_cut() -> None:
    whole = str(read_records(SAMPLE_HANDS)[2])
    for end in range(1, len(whole) - len("*\n")):
        assert isinstance(parse_records(whole[:end])[0], RecordError), whole[:end][-20:]
    assert isinstance(parse_records(whole[:-1])[0], Record)


def test_only_the_bad_record_of_a_list_is_lost() -> None:
    damaged = GOOD.replace("SJ", "XX")
    text = "\n".join([GOOD, damaged, GOOD, "", GOOD.replace("4,4,4", "9"), GOOD])
    found = parse_records(text)
    assert [isinstance(each, Record) for each in found] == [True, False, True, False, True]
    second, fourth = found[1], found[3]
    assert isinstance(second, RecordError)
    assert isinstance(fourth, RecordError)
    assert (second.record, second.line) == (2, 15)
    assert (fourth.record, fourth.line) == (4, 29)


def test_an_open_brace_swallows_no_other_record() -> None:
    found = parse_records(GOOD + "{ oh\n" + GOOD)
    assert [isinstance(each, Record) for each in found] == [False, True]


@pytest.mark.parametrize(
    "before",
    [
        "\ufeff",
        "\x1a",
        "\x1a\ufeff ",
        "\f",
        "> ",
        "hello ",
        "; ",
        "{",
        "{ }",
        "%",
        '[Event "x"] ',
        '[Event "x',
    ],
)
def test_what_stands_before_a_record_on_its_line_spoils_no_other(before: str) -> None:
    for first_tag in ('[Clumond "1"]', '[ CLUMOND  "1" ]'):
        record = GOOD.replace('[Clumond "1"]', first_tag)
        assert parse_records(GOOD + before + record)[1:] == [good(GOOD)]
        assert good(GOOD) in parse_records(GOOD.rstrip() + before + record)[1:]
        last = parse_records(before + record)[-1]
        assert isinstance(last, Record)
        assert last.plays == good(GOOD).plays
        assert holds_records(before + record)


@pytest.mark.parametrize(
    "mark", ["\ufeff", "\x1a", "\x1a\x1a", "\x1a\ufeff", "\n\x1a", "\r\n\x1a\n"]
)
def test_the_marks_of_files_that_were_joined_say_nothing(mark: str) -> None:
    records = [good(GOOD)] * 3
    assert parse_records(mark + mark.join([GOOD.rstrip()] * 3) + mark) == records
    remarks = GOOD.replace("SA SJ S9", "SA SJ S9 ; over")
    assert parse_records(mark.join([remarks.rstrip()] * 3) + mark) == [good(remarks)] * 3


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_cut_off_anywhere_spoils_no_file_joined_to_it(number: int) -> None:
    whole = str(read_records(SAMPLE_HANDS)[number])
    for end in range(1, len(whole), 3):
        assert parse_records(whole[:end] + GOOD)[-1] == good(GOOD), whole[:end][-20:]


@pytest.mark.parametrize("remark", ['as in [Clumond "1"]', '[Clumond "1"]', 'a [Clumond "1"] file'])
def test_a_remark_may_quote_the_first_tag(remark: str) -> None:
    record = replace(good(GOOD), comment=remark)
    record = replace(record, tricks=(replace(record.tricks[0], comment=remark),))
    assert parse_records(f"{record}\n{record}") == [record, record]
    [braced, _] = parse_records(GOOD.replace("[Play", f"{{ {remark} }}\n[Play") + GOOD)
    assert isinstance(braced, Record)
    assert braced.comment == remark


def test_the_byte_offset_counts_what_stands_before_a_record() -> None:
    text = GOOD.rstrip() + "\ufeff" + GOOD.replace("A test", "Caf\udce9")
    _, error = parse_records(text)
    assert isinstance(error, RecordError)
    offset = text.encode("utf-8", "surrogateescape").index(b"\xe9")
    assert f"byte offset {offset} " in error.reason


def test_text_before_the_first_record_is_an_error_of_its_own() -> None:
    found = parse_records("hello\n" + GOOD)
    assert isinstance(found[0], RecordError)
    assert "expected a tag or [Clumond" in found[0].reason
    assert found[1] == good(GOOD)


def test_a_remark_before_the_first_tag_is_a_remark() -> None:
    remarks = "\ufeff\n; by hand\n% not this\n{ in\ntwo lines }\n"
    [record] = parse_records(remarks + GOOD)
    assert record == good(GOOD.replace("[Play", "; by hand\n; in\n; two lines\n[Play"))
    assert holds_records(remarks + GOOD)


@pytest.mark.parametrize(
    "line", ["Minimum     : 33.6", "that was all {folks} ; really", "2.", "[half", "see [1]"]
)
def test_a_line_after_a_complete_record_is_a_remark_on_it(line: str) -> None:
    first, second = parse_records(f"{GOOD}\n{line}\n{GOOD}")
    assert isinstance(first, Record)
    assert first.tricks[0].comment.startswith(" ".join(line.split())[:8])
    assert second == good(GOOD)
    assert replace(first, tricks=good(GOOD).tricks) == good(GOOD)
    stopped = GOOD.replace("SA SJ S9", "SA *")
    assert good(f"{stopped}{line}\n").plays == good(stopped).plays


def test_a_line_within_a_record_is_still_an_error() -> None:
    assert bad(GOOD.replace("SA SJ S9", "SA SJ\nMinimum : 33.6")).line == 8
    assert "expected a tag or [Play]" in bad(GOOD.replace("[Play", "Minimum\n[Play")).reason
    assert "cut off" in bad(GOOD.replace(" S9", "")).reason


def test_no_records_in_an_empty_text() -> None:
    assert parse_records("") == []
    assert parse_records("; only a remark\n") == []
    assert parse_records("\ufeff\n% only a remark\n\n") == []
    with pytest.raises(RecordError, match=r"^record 1, line 1: there is no record here"):
        Record.parse("")


def test_one_record_is_asked_for() -> None:
    for more in (GOOD, GOOD.replace("Deal ", "Seat "), GOOD * 2):
        with pytest.raises(RecordError, match=r"^record 2, line \d+: one record is") as error:
            Record.parse(GOOD + more)
        assert error.value.line > GOOD.count("\n")
    with pytest.raises(RecordError, match="record 1, line 7"):
        Record.parse(GOOD.replace("SJ", "XX"))


def test_another_encoding_costs_the_records_that_need_it(tmp_path: Path) -> None:
    file = tmp_path / "latin.clumond"
    latin = GOOD.replace("A test", "Café").encode("latin-1")
    file.write_bytes(GOOD.encode() + latin + GOOD.encode())
    found = read_records(file)
    assert [isinstance(each, Record) for each in found] == [True, False, True]
    error = found[1]
    assert isinstance(error, RecordError)
    offset = file.read_bytes().index(0xE9)
    assert error.reason.startswith(f"byte 0xE9 at byte offset {offset} is not UTF-8")
    assert error.line == 9


def test_the_byte_offset_counts_the_mark_at_the_start_and_long_characters(tmp_path: Path) -> None:
    file = tmp_path / "mark.clumond"
    file.write_bytes("\ufeff; ♥♣\n".encode() + b"\xff")
    error = read_records(file)[0]
    assert isinstance(error, RecordError)
    assert f"byte offset {file.stat().st_size - 1} " in error.reason


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_wide_characters_are_told_from_damage(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "wide.clumond"
    file.write_bytes(GOOD.encode(encoding))
    [error] = read_records(file)
    assert isinstance(error, RecordError)
    assert "UTF-8" in error.reason
    assert "byte offset" in error.reason


def test_writing_leaves_the_old_file_if_it_fails(tmp_path: Path) -> None:
    file = tmp_path / "kept.clumond"
    write_records([good(GOOD)], file)

    def broken() -> object:
        yield good(GOOD)
        raise RuntimeError("out of records")

    with pytest.raises(RuntimeError, match="out of records"):
        write_records(broken(), file)  # type: ignore[arg-type]
    assert read_records(file) == [good(GOOD)]
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_records(tmp_path / "none")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"tags": (("Deal", "x"),)}, NotationError),
        ({"tags": (("no name", "x"),)}, NotationError),
        ({"tags": (("Name", "a\nb"),)}, NotationError),
        ({"players": ("a\x00", "", "")}, NotationError),
        ({"comment": "\ud800"}, NotationError),
        ({"tricks": (RecordedTrick((Card.parse("SA"),)),) * 2}, RuleError),
        ({"tricks_before": (1, 1, 1)}, RuleError),
        ({"strain": Strain.CLUBS}, RuleError),
    ],
)
def test_a_record_that_could_not_be_written_cannot_be_made(
    arguments: dict[str, object], error: type[ClumondError]
) -> None:
    deal = good(GOOD).deal
    with pytest.raises(error):
        Record(deal, None, **({"tricks_before": (4, 4, 4)} | arguments))  # type: ignore[arg-type]


class Counted(str):
    """A text that counts the characters copied out of it, and out of its parts."""

    __slots__ = ()
    copied = 0

    def _part(self, text: str) -> Counted:
        Counted.copied += len(text)
        return Counted(text)

    def __getitem__(self, key: SupportsIndex | slice) -> Counted:
        return self._part(super().__getitem__(key))

    def lstrip(self, chars: str | None = None) -> Counted:
        return self._part(super().lstrip(chars))

    def partition(self, sep: str) -> tuple[str, str, str]:
        before, found, behind = super().partition(sep)
        return self._part(before), found, self._part(behind)


@pytest.mark.parametrize("piece", ["SA ", "{a}", '[A "b"]', "{a} [A 'b'] ", "a\x1f"])
def test_a_line_is_read_without_copying_its_rest_again_and_again(piece: str) -> None:
    line = Counted(piece * 3000)
    Counted.copied = 0
    reader = record_module._Reader(1)
    with contextlib.suppress(RecordError):
        reader.read(TextLine(1, 0, line))
    assert Counted.copied <= 3 * len(line)


def test_a_line_of_a_megabyte_is_read() -> None:
    error, good = parse_records('[Clumond "1"]\n' + "SA " * 350_000 + "\n" + GOOD)
    assert str(error).startswith("record 1, line 2: expected a tag or [Play], found 'SA SA")
    assert isinstance(good, Record)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_bad_byte_is_found_at_its_offset(mark: str) -> None:
    data = mark.encode() + '[Clumond "1"]\r\n; ü \r'.encode() + b"; \xff\n" + b'[Clumond "1"] \xfe'
    errors = parse_records(decode_text(data))
    offsets = [int(re.findall("offset ([0-9]+)", str(error))[0]) for error in errors]
    assert [data[offset] for offset in offsets] == [0xFF, 0xFE]
    assert len(parse_records('[Clumond "1"]\n; \ud800\n[Clumond "1"]')) == 2


@pytest.mark.parametrize("harm", ["\u202e", "\u2066", "\u2028", "\ufffe", "\U0001ffff", "\x1b"])
def test_characters_that_turn_text_or_are_none_are_refused(harm: str) -> None:
    assert f"U+{ord(harm):04X} in tag Event" in str(bad(GOOD.replace("A test", f"A {harm}test")))


def test_blank_lines_take_no_memory() -> None:
    text = GOOD + "\n" * 200_000 + GOOD
    tracemalloc.start()
    try:
        assert len(parse_records(text)) == 2
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
