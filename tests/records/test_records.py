"""Records: the text format both ways, files that are damaged, and replaying under the rules."""

from __future__ import annotations

import contextlib
import pickle
import re
import tracemalloc
from pathlib import Path
from typing import SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Strain
from clumond_solver.base.errors import ClumondError, NotationError, RecordError, RuleError
from clumond_solver.display.data import record_data
from clumond_solver.display.text import record_text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.tens import ExposedTens
from clumond_solver.records import (
    CardNote,
    Claim,
    FindingKind,
    Record,
    RecordedTrick,
    decode_records,
    parse_records,
    read_records,
    reading,
    verify,
    write_records,
)
from clumond_solver.rules.actions import Declare, Pass
from tests.samples import SAMPLE_HANDS
from tests.strategies import deals, plays, seats, strains

GOOD = """[Clumond "1"]
[Event "A test"]
[Deal "F:AK.2.2. QJ.3.3. 98.4.4."]
[TricksBefore "4,4,4"]
[Declarer "none"]
[Play "F"]
F: SA SJ S9
"""


def bad(text: str, number: int = 1) -> RecordError:
    error = parse_records(text)[number - 1]
    assert isinstance(error, RecordError)
    assert error.record == number
    return error


def good(text: str) -> Record:
    return Record.parse(text)


# Reading and writing.

TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
NO_CHARACTERS = [chr((plane << 16) + last) for plane in range(17) for last in (0xFFFE, 0xFFFF)]
CHARACTERS = st.characters(
    exclude_categories=["Cc", "Cs"], exclude_characters=[*TURNING, *NO_CHARACTERS]
)
PRINTABLE = st.text(CHARACTERS, max_size=12)
COMMENTS = st.text(CHARACTERS | st.sampled_from("\t\n\u2028"), max_size=30)
NOTES = st.builds(
    CardNote,
    st.text(CHARACTERS, max_size=12).map(lambda text: text.replace("{", "=").replace("}", "")),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).map(lambda name: f"X{name}")
TENS = st.permutations("DSHC").flatmap(
    lambda suits: st.lists(st.integers(0, 3), min_size=4, max_size=4).map(
        lambda places: ExposedTens.parse(
            " ".join(
                f"{name}="
                + ("".join(s for s, at in zip(suits, places, strict=True) if at == p) or "-")
                for p, name in enumerate(("F", "M", "R", "common"))
            )
        )
    )
)
CALLS = st.lists(st.just(Pass()) | strains.map(Declare), max_size=4).map(tuple)
RETENTIONS = st.sampled_from(Retention.all())
CLAIMS = st.builds(
    Claim,
    st.none() | st.tuples(*[st.integers(0, 13)] * 3),
    st.none() | st.tuples(RETENTIONS, RETENTIONS, RETENTIONS),
    st.none() | st.frozensets(seats),
)
CARDS = st.builds(
    Card.from_bit,
    st.integers(0, 3).flatmap(lambda suit: st.integers(0, 12).map(lambda rank: 16 * suit + rank)),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written, right or wrong."""
    deal = draw(deals())
    declarer = draw(st.none() | seats)
    first = draw(st.integers(0, 16 - deal.size))
    second = draw(st.integers(0, 16 - deal.size - first))
    complete = st.builds(
        RecordedTrick,
        st.tuples(CARDS, CARDS, CARDS),
        st.none() | seats,
        COMMENTS,
        st.just(()) | st.tuples(NOTES, NOTES, NOTES),
    )
    tricks = draw(st.lists(complete, max_size=deal.size - 3))
    if draw(st.booleans()):
        last = draw(st.lists(CARDS, min_size=1, max_size=2).map(tuple))
        tricks.append(RecordedTrick(last, draw(st.none() | seats), draw(COMMENTS)))
    return Record(
        deal,
        declarer,
        None if declarer is None else draw(strains),
        tuple(tricks),
        players=draw(st.tuples(PRINTABLE, PRINTABLE, PRINTABLE)),
        calls=draw(st.none() | CALLS),
        tens=draw(st.none() | TENS),
        supplementary=draw(st.none() | st.tuples(*[st.integers(0, 6)] * 3)),
        leader=draw(st.none() | seats),
        tricks_before=(first, second, 16 - deal.size - first - second),
        claim=draw(CLAIMS),
        comment=draw(COMMENTS),
        tags=tuple(draw(st.lists(st.tuples(NAMES, PRINTABLE), max_size=3))),
    )


@given(records())
def test_what_is_written_reads_back(record: Record) -> None:
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert pickle.loads(pickle.dumps(record)) == record


@given(st.lists(records(), min_size=1, max_size=3), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=30)
def test_a_list_reads_back_whatever_ends_the_lines(given: list[Record], end: str) -> None:
    text = "\n".join(map(str, given)).replace("\n", end)
    assert parse_records("\ufeff" + text) == given


@given(plays(most_tricks=12))
def test_the_record_of_a_play_replays_to_the_same_point(play: Play) -> None:
    record = Record.of(play)
    verification = verify(record)
    assert verification.ok
    assert verification.tricks_taken == play.tricks_taken
    assert Record.parse(str(record)) == record


@given(st.data(), deals(), st.none() | seats, strains)
@settings(max_examples=30)
def test_a_complete_play_is_verified_with_its_own_outcome(
    data: st.DataObject, deal: Deal, declarer: Seat | None, strain: Strain
) -> None:
    before = (16 - deal.size, 0, 0)
    play = Play(deal, declarer, None if declarer is None else strain, tricks_taken=before)
    while not play.is_over:
        play.push(data.draw(st.sampled_from(list(play.legal_plays))))
    outcome = play.outcome()
    plain = Record.of(play)
    claim = Claim(
        play.tricks_taken,
        tuple(outcome[seat].retention for seat in Seat),  # type: ignore[arg-type]
        frozenset(seat for seat in Seat if outcome[seat].success),
    )
    record = Record(
        plain.deal,
        declarer,
        plain.strain,
        plain.tricks,
        leader=plain.leader,
        tricks_before=before,
        claim=claim,
    )
    verification = verify(record)
    assert verification.ok
    assert verification.outcome == outcome
    assert record.is_finished
    assert "*" not in str(record)


def test_unknown_tags_keep_their_order_and_may_come_twice() -> None:
    text = GOOD.replace('[Event "A test"]', '[Zed "1"]\n[Annotator "a \\"b\\" \\\\ c"]\n[Zed "2"]')
    record = good(text)
    assert record.tags == (("Zed", "1"), ("Annotator", 'a "b" \\ c'), ("Zed", "2"))
    assert good(str(record)) == record


def test_comments_in_braces_over_lines_and_behind_semicolons_are_kept() -> None:
    text = GOOD.replace('[Play "F"]', '{ one\ntwo } [Play "F"] ; three').replace(
        "SA SJ S9", "SA {why} SJ S9 ; because"
    )
    record = good(text)
    assert record.comment == "one\ntwo\nthree"
    assert record.tricks[0].comment == "why\nbecause"
    assert good(str(record)) == record


def test_a_comment_may_hold_what_looks_like_the_format() -> None:
    record = Record(
        good(GOOD).deal, None, tricks_before=(4, 4, 4), comment='[Clumond "1"]\n% } *\n; {'
    )
    assert good(str(record)) == record


def test_lines_with_a_percent_sign_are_skipped_and_tags_know_no_case() -> None:
    text = "% a file of ours\n\n" + GOOD.replace("[Deal", "% inside\n  [ DEAL ")
    assert good(text) == good(GOOD)


def test_the_asterisk_ends_a_record_that_stops_on_purpose() -> None:
    stopped = good(GOOD.replace("SA SJ S9", "SA SJ *"))
    assert [str(card) for card in stopped.plays] == ["SA", "SJ"]
    assert not stopped.is_finished
    assert not verify(stopped).finished
    assert verify(stopped).ok
    assert str(stopped).endswith("F: SA SJ\n*\n")


def test_tens_count_as_supplementary_tricks() -> None:
    record = good(GOOD.replace("[Declarer", '[Tens "F=CD M=H common=S"]\n[Declarer'))
    assert record.supplementary == (4, 3, 1)
    assert record.start().supplementary == (4, 3, 1)
    assert "[Supplementary" not in str(record)


# Damaged files.


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Clumond "1"]', '[Clumond "2"]', 1, "format version 2"),
        ('[Event "A test"]', '[Event "A test]', 2, "not a tag"),
        ('[Event "A test"]', "[Event A test]", 2, "not a tag"),
        ('[Event "A test"]', '[Deal "F:A.2.3.4 K.3.4.5 Q.4.5.6"]', 3, "given twice"),
        ('[Event "A test"]', "Event A test", 2, "expected a tag"),
        ("98.4.4.", "98.4.X.", 3, "no such rank 'X'"),
        ("98.4.4.", "98.4..", 3, "unequal size"),
        ("98.4.4.", "A8.4.4.", 3, "in another"),
        ("98.4.4.", "T8.4.4.", 3, "no such card"),
        ("4,4,4", "4,4", 4, "expected three numbers"),
        ("4,4,4", "4,4,5", 1, "add up to 13"),
        ('"none"', '"north"', 5, "no such seat"),
        ('"none"', '"F"', 1, "no strain is given"),
        ('[Play "F"]', '[Play "Q"]', 6, "no such seat"),
        ("SA SJ S9", "SA SJ S9 S8", 7, "4 cards: a trick has one to three"),
        ("SA SJ S9", "SA SJ 1S", 7, "not a card"),
        ("SA SJ S9", "Q: SJ S9", 7, "not a card"),
        ("F: SA", "Q: SA", 7, "no such seat"),
        ("SA SJ S9", "SA SJ S9\nF: SK\nF: SQ", 9, "a new trick, but trick 2 has 1 cards"),
        ("SA SJ S9", "SA SJ *\nS9", 8, "behind the *"),
        ("SA SJ S9", 'SA SJ S9\n[Event "late"]', 8, "after the play"),
        ("[Declarer", '[Calls "pass bid"]\n[Declarer', 5, "no such strain"),
        ("[Declarer", '[Tens "F=CDHH"]\n[Declarer', 5, "given twice"),
        ("[Declarer", '[Retentions "CCC CCC"]\n[Declarer', 5, "three retentions"),
        ("[Declarer", '[Success "F F"]\n[Declarer', 5, "each once"),
        ("[Declarer", '[Supplementary "7,0,0"]\n[Declarer', 1, "from 0 to 6"),
        ("[Event", "{ never closed\n[Event", 2, "without its }"),
        ("[Event", "[Event \"a\tb\x07\"]\n[Event", 1, "control character U+0007"),
    ],
)  # fmt: skip
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


def test_text_before_the_first_record_is_an_error_of_its_own() -> None:
    found = parse_records("hello\n" + GOOD)
    assert isinstance(found[0], RecordError)
    assert "expected a tag or [Clumond" in found[0].reason
    assert found[1] == good(GOOD)


def test_no_records_in_an_empty_text() -> None:
    assert parse_records("") == []
    assert parse_records("\ufeff\n% only a remark\n\n") == []
    with pytest.raises(RecordError, match="found 0"):
        Record.parse("")


def test_one_record_is_asked_for() -> None:
    with pytest.raises(RecordError, match="found 2"):
        Record.parse(GOOD + GOOD)
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


def test_a_write_that_is_stopped_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.clumond"
    write_records([good(GOOD)], file)

    def interrupt(source: Path, target: Path) -> None:
        assert source.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_records([], file)
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


# Replaying.


def finding(text: str) -> tuple[FindingKind, int | None, str]:
    verification = verify(good(text))
    assert not verification.ok
    first = verification.findings[0]
    return first.kind, first.line, first.reason


@pytest.mark.parametrize(
    ("old", "new", "kind", "line", "reason"),
    [
        ("SA SJ S9", "SA SJ H4", FindingKind.ILLEGAL_PLAY, 7,
         "illegal play H4 by rearhand in trick 13: holds spades, must follow"),
        ("SA SJ S9", "SA SJ SQ", FindingKind.ILLEGAL_PLAY, 7,
         "illegal play SQ by rearhand in trick 13: does not hold that card (middlehand does)"),
        ("SA SJ S9", "SA SJ SJ", FindingKind.ILLEGAL_PLAY, 7,
         "illegal play SJ by rearhand in trick 13: does not hold that card"
         " (middlehand played it in trick 13)"),
        ("SA SJ S9", "CA SJ S9", FindingKind.ILLEGAL_PLAY, 7,
         "illegal play CA by forehand in trick 13: does not hold that card"
         " (it is not in the deal)"),
        ("SA SJ S9", "SA SJ S9\nSK", FindingKind.ILLEGAL_PLAY, 8,
         "illegal play SK after trick 13: the last trick is complete"),
        ("F: SA SJ S9", "M: SA SJ S9", FindingKind.LEADER, 7,
         "middlehand leads trick 13 by its line, but forehand leads first"),
        ("[Play", '[Tricks "5,4,5"]\n[Play', FindingKind.CLAIM, 6,
         "5 tricks claimed for rearhand, who took 4"),
        ("[Play", '[Retentions "SHD SDH SSD"]\n[Play', FindingKind.CLAIM, 6,
         "retention SSD claimed for rearhand, who kept ♣- ♥4 ♠8 ♦4"),
        ("[Play", '[Success "F"]\n[Play', FindingKind.CLAIM, 6,
         "success claimed for forehand, whose HSD (code 3) goes with 5 tricks"),
        ("[Declarer", '[Calls "pass pass"]\n[Declarer', FindingKind.CALLS, 5,
         "2 calls, all passes: the offer goes round once, three players answer"),
        ("[Declarer", '[Calls "pass C pass"]\n[Declarer', FindingKind.CALLS, 5,
         "3 calls, but call 2 declares: the offer ends there"),
        ("[Declarer", '[Calls "pass pass pass C"]\n[Declarer', FindingKind.CALLS, 5,
         "4 calls: the offer goes round once, three players answer"),
        ("[Declarer", '[Calls "pass C"]\n[Declarer', FindingKind.CALLS, 5,
         "by the calls middlehand declares C, by the tags nobody declares"),
        ("[Declarer", '[Tens "F=CDHS"]\n[Supplementary "6,0,1"]\n[Declarer', FindingKind.TENS, 6,
         "supplementary tricks 6,0,1, but the tens count for 6,0,0"),
    ],
)  # fmt: skip
def test_each_fault_is_found(old: str, new: str, kind: FindingKind, line: int, reason: str) -> None:
    assert finding(GOOD.replace(old, new, 1)) == (kind, line, reason)


def test_the_opening_leader_of_a_whole_hand_follows_from_the_rules() -> None:
    text = str(read_records(SAMPLE_HANDS)[1]).replace('[Play "M"]', '[Play "R"]')
    kind, _, reason = finding(text)
    assert kind is FindingKind.LEADER
    assert (
        reason == "rearhand leads first by the record, middlehand by the rules (left of forehand)"
    )


def test_a_later_leader_is_who_won_the_trick_before() -> None:
    text = str(read_records(SAMPLE_HANDS)[1]).replace("F: CJ", "R: CJ")
    assert finding(text)[2] == "rearhand leads trick 3 by its line, but forehand won the last trick"


def test_claims_of_an_unfinished_hand_must_still_be_possible() -> None:
    text = str(read_records(SAMPLE_HANDS)[2])
    possible = text.replace("[Play", '[Tricks "3,4,6"]\n[Retentions "HCS DDD CHS"]\n[Play')
    assert verify(good(possible)).ok
    assert finding(text.replace("[Play", '[Tricks "2,5,6"]\n[Play'))[2] == (
        "2 tricks claimed for forehand, who has 3 with 7 to come"
    )
    assert finding(text.replace("[Play", '[Tricks "4,4,6"]\n[Play'))[2] == (
        "14 tricks claimed in all, 13 are played"
    )
    assert finding(text.replace("[Play", '[Retentions "HCS DDD CCC"]\n[Play'))[2].startswith(
        "retention CCC claimed for rearhand, who still holds"
    )
    claimed = possible.replace("[Play", '[Success "none"]\n[Play')
    assert finding(claimed)[2].startswith("failure claimed for rearhand, whose CHS (code 6)")


def test_the_claim_is_left_alone_once_the_play_is_illegal() -> None:
    text = str(read_records(SAMPLE_HANDS)[0]).replace("[Play", '[Tricks "0,0,0"]\n[Play')
    assert [each.kind for each in verify(good(text)).findings] == [FindingKind.ILLEGAL_PLAY]


# The sample hands.


def sample(number: int) -> Record:
    record = read_records(SAMPLE_HANDS)[number]
    assert isinstance(record, Record)
    return record


def test_sample_hand_1_as_published_holds_an_illegal_card() -> None:
    verification = verify(sample(0))
    illegal = verification.illegal
    assert illegal is not None
    assert (illegal.card, illegal.seat, illegal.trick) == (Card.parse("H8"), Seat.MIDDLEHAND, 6)
    assert "does not hold that card (rearhand does)" in illegal.reason
    lines = SAMPLE_HANDS.read_text(encoding="utf-8").splitlines()
    assert "C8 H8 CK" in lines[(illegal.line or 0) - 1]
    assert (verification.cards_played, verification.tricks_taken) == (16, (3, 1, 1))


def test_sample_hand_1_corrected_differs_in_one_card_and_is_right() -> None:
    published, corrected = sample(0), sample(1)
    changed = [
        (old, new) for old, new in zip(published.plays, corrected.plays, strict=True) if old != new
    ]
    assert changed == [(Card.parse("H8"), Card.parse("D8"))]
    assert published.deal == corrected.deal
    verification = verify(corrected)
    assert verification.ok
    assert not verification.finished
    assert verification.tricks_taken == (3, 1, 2)


def test_sample_hand_2_is_right_as_far_as_it_goes() -> None:
    verification = verify(sample(2))
    assert verification.ok
    assert verification.cards_played == 18
    assert verification.tricks_taken == (3, 1, 2)


# No text whatever makes the reader stumble.

PIECES = st.sampled_from(
    [*GOOD.split("\n"), *'\n\r*{};%[]"\\', "F:", "SA", "♥10",
     '[Clumond "1"]\n',
     '[Strain "C"]', '[Declarer "F"]', "\ufeff", "\0", "\udce9", "\u2028", "pass"]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=8), max_size=25).map("".join) | st.text())
@settings(max_examples=400)
def test_any_text_gives_records_or_their_errors(text: str) -> None:
    found = parse_records(text)
    for number, each in enumerate(found, start=1):
        if isinstance(each, RecordError):
            assert each.record == number
            assert 1 <= each.line <= text.count("\n") + text.count("\r") + 1
            assert str(each)
        else:
            assert Record.parse(str(each)) == each
            assert verify(each) == verify(Record.parse(str(each))) or each.tag_lines


@given(st.data())
@settings(max_examples=200)
def test_a_damaged_file_gives_records_or_their_errors(data: st.DataObject) -> None:
    text = SAMPLE_HANDS.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 40)))
        text = text[:start] + data.draw(st.text(max_size=5) | PIECES) + text[end:]
    for each in parse_records(text):
        if isinstance(each, Record):
            assert Record.parse(str(each)) == each
            verify(each)


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
    reader = reading._Reader(1)
    with contextlib.suppress(RecordError):
        reader.read(reading._Line(1, 0, line))
    assert Counted.copied <= 3 * len(line)


def test_a_line_of_a_megabyte_is_read() -> None:
    error, good = parse_records('[Clumond "1"]\n' + "SA " * 350_000 + "\n" + GOOD)
    assert str(error).startswith("record 1, line 2: expected a tag or [Play], found 'SA SA")
    assert isinstance(good, Record)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_bad_byte_is_found_at_its_offset(mark: str) -> None:
    data = mark.encode() + '[Clumond "1"]\r\n; ü \r'.encode() + b"; \xff\n" + b'[Clumond "1"] \xfe'
    errors = parse_records(decode_records(data))
    offsets = [int(re.findall("offset ([0-9]+)", str(error))[0]) for error in errors]
    assert [data[offset] for offset in offsets] == [0xFF, 0xFE]
    assert len(parse_records('[Clumond "1"]\n; \ud800\n[Clumond "1"]')) == 2


# What is noted on single cards.


def test_a_note_stands_in_braces_right_behind_its_card() -> None:
    record = good(GOOD.replace("SA SJ S9", "SA{=0.5 too high} SJ S9{the last} {of the trick}"))
    assert record.notes == (CardNote("too high", 0.5), CardNote(), CardNote("the last"))
    assert record.tricks[0].comment == "of the trick"
    assert "F: SA{=0.5 too high} SJ S9{the last} ; of the trick\n" in str(record)


def test_braces_apart_from_the_cards_stay_remarks_on_the_trick() -> None:
    record = good(GOOD.replace("SA SJ S9", "SA SJ {between} S9\n{behind\nit}"))
    assert record.tricks[0].comment.splitlines() == ["between", "behind", "it"]
    assert record.notes == (CardNote(),) * 3


@pytest.mark.parametrize("value", ["x", "nan", "1e999", "-inf"])
def test_a_value_that_is_no_number_is_refused_with_its_line(value: str) -> None:
    error = bad(GOOD.replace("SA", f"SA{{={value}}}"))
    assert error.line == 7


def test_notes_must_be_as_many_as_cards_and_readable() -> None:
    record = good(GOOD)
    with pytest.raises(RuleError, match="2 notes on 3 cards"):
        record.with_notes([CardNote(), CardNote()])
    with pytest.raises(RuleError, match="1 notes on 3 cards"):
        RecordedTrick(record.plays, notes=(CardNote("x"),))
    with pytest.raises(NotationError, match="brace"):
        CardNote("}")
    with pytest.raises(RuleError, match="finite"):
        CardNote(value=float("nan"))


# Texts made to do harm.


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


def test_notes_on_cards_are_shown_and_told_as_data() -> None:
    record = good(GOOD.replace("SA SJ S9", "SA{=0.5 too high} SJ S9"))
    assert "trick 13: ♠A [0.5] too high" in record_text(record)
    assert record_data(record)["notes"] == [{"card": 0, "comment": "too high", "value": 0.5}]


WHOLE = """[Clumond "1"]
[Deal "F:Q95.Q863.Q32.AJ9854 J64.J52.A98765.K762 AK8732.AK974.KJ4.Q3"]
[Declarer "R"]
[Strain "S"]
[Play "F"]
H6 H5 H4
C4 C6 C3
C7 CQ C5
S2 S5 SJ
CK DJ CA
H3 H2 HK
S7 S9 S4
HQ HJ H9
H8 D5 H7
SQ S6 S3
D2 DA D4
C2 S8 C8
DK D3 D6
"""


def test_a_deal_may_leave_out_what_follows_from_it() -> None:
    played = Record.parse(WHOLE)
    forehand, middlehand, rearhand = played.deal
    for text in (
        f"F:{forehand} {middlehand}",
        f"M:{middlehand} {rearhand}",
        f"F: {forehand.pretty()} | {middlehand.pretty()} | {rearhand.pretty()}",
        f"R: {rearhand.pretty()} F: {' '.join(map(str, forehand))}",
    ):
        assert Record.parse(WHOLE.replace(str(played.deal), text)) == played


def test_what_was_kept_stands_for_the_deal_of_a_complete_play() -> None:
    played = Record.parse(WHOLE)
    end = played.start()
    for card in played.plays:
        end.push(card)
    kept = "F:" + " ".join(map(str, end.hands))
    shorter = WHOLE.replace(f'[Deal "{played.deal}"]', f'[Kept "{kept}"]')
    assert Record.parse(shorter) == played
    assert f'[Deal "{played.deal}"]' in str(Record.parse(shorter))
    with pytest.raises(RecordError, match="not both"):
        Record.parse(WHOLE.replace("[Declarer", f'[Kept "{kept}"] [Declarer'))
    cut = shorter.rsplit("\n", 2)[0] + "\n*\n"
    with pytest.raises(RecordError, match="hands of 15 cards"):
        Record.parse(cut)
