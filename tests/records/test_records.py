"""Records: the text format both ways, with all that it may hold, and replayed by the rules."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import NotationError, RecordError, RuleError
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.records import record_text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play
from clumond_solver.records import (
    CardNote,
    Claim,
    FindingKind,
    Record,
    RecordedTrick,
    parse_records,
    verify,
)
from tests.samples import SAMPLE_HANDS, sample_record
from tests.strategies import deals, plays, records, seats, strains

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


@pytest.mark.parametrize("name", ["Event", "EVENT", "event"])
def test_the_title_is_known_in_any_case(name: str) -> None:
    assert good(GOOD.replace("[Event", f"[{name}")).event == "A test"


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


def test_a_note_stands_in_braces_right_behind_its_card() -> None:
    record = good(GOOD.replace("SA SJ S9", "SA{=0.5 too high} SJ S9{the last} {of the trick}"))
    assert record.notes == (CardNote("too high", 0.5), CardNote(), CardNote("the last"))
    assert record.tricks[0].comment == "of the trick"
    assert "F: SA{=0.5 too high} SJ S9{the last} ; of the trick\n" in str(record)
    assert good(GOOD.replace("SA", "SA{= no value}")).notes[0] == CardNote("no value")


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
    with pytest.raises(RuleError, match="1 note on 3 cards"):
        RecordedTrick(record.plays, notes=(CardNote("x"),))
    with pytest.raises(NotationError, match="brace"):
        CardNote("}")
    with pytest.raises(RuleError, match="finite"):
        CardNote(value=float("nan"))


def test_notes_on_cards_are_shown_and_told_as_data() -> None:
    record = good(GOOD.replace("SA SJ S9", "SA{=0.5 too high} SJ S9"))
    assert "trick 13: ♠A [0.5] too high" in record_text(record)
    assert data_of(record)["notes"] == [{"card": 0, "comment": "too high", "value": 0.5}]


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
    with pytest.raises(RecordError, match=r"tag Kept: .* not both"):
        Record.parse(WHOLE.replace("[Declarer", f'[Kept "{kept}"] [Declarer'))
    line = WHOLE[: WHOLE.index("[Deal")].count("\n") + 1
    cut = shorter.rsplit("\n", 2)[0] + "\n*\n"
    with pytest.raises(RecordError, match=rf"line {line}: tag Kept: 36 cards of 39 played"):
        Record.parse(cut)
    last = str(played.plays[-1])
    for seat in range(3):
        hands = [str(hand) for hand in end.hands]
        other = Hand.parse(hands[seat]) - Hand.of(next(iter(end.hands[seat])))
        hands[seat] = str(other.with_card(last))
        wrong = shorter.replace(kept, f"F:{' '.join(hands)}")
        with pytest.raises(RecordError, match=f"tag Kept: .*hand kept {last}, which .*hand played"):
            Record.parse(wrong)
    first, *others = map(str, end.hands)
    fewer = str(Hand.parse(first) - Hand.of(next(iter(end.hands[0]))))
    for hands, fault in (([first, first, others[1]], "in another"), ([fewer, *others], "unequal")):
        wrong = shorter.replace(kept, f"F:{' '.join(hands)}")
        with pytest.raises(RecordError, match=rf"line {line}: tag Kept: .*{fault}"):
            Record.parse(wrong)


# Replaying records under the rules, the sample hands among them.


def _unescaped(escape: re.Match[str]) -> str:
    return {"n": "\n", "t": "\t", "x07": "\x07"}[escape[1]]


def faults(section: str) -> list[tuple[str, str, int, str]]:
    """Of `faults.txt`: what is replaced, by what, the line that is blamed, and why."""
    text = Path(__file__).with_name("faults.txt").read_text("utf-8")
    lines = text.partition(f"\n[{section}]\n")[2].partition("\n\n")[0].splitlines()
    rows = [re.sub(r"\\(n|t|x07)", _unescaped, line).split(" | ") for line in lines]
    return [(old, new, int(line), reason) for old, new, line, reason in rows]


def finding(text: str) -> tuple[FindingKind, int | None, str]:
    verification = verify(good(text))
    assert not verification.ok
    first = verification.findings[0]
    return first.kind, first.line, first.reason


@pytest.mark.parametrize(
    ("kind", "fault"), [(kind, fault) for kind in FindingKind for fault in faults(kind.name)]
)
def test_each_fault_is_found(kind: FindingKind, fault: tuple[str, str, int, str]) -> None:
    old, new, line, reason = fault
    assert old in GOOD
    assert finding(GOOD.replace(old, new, 1)) == (kind, line, reason)


@pytest.mark.parametrize(
    ("number", "old", "new", "reason"),
    [
        (1, '[Play "M"]', '[Play "R"]',
         "rearhand leads first by the record, middlehand by the rules (left of forehand)"),
        (1, "F: CJ", "R: CJ",
         "rearhand leads trick 3 by its line, but forehand won the last trick"),
        (2, "[Play", '[Tricks "2,5,6"]\n[Play',
         "2 tricks claimed for forehand, who has 3 with 7 left"),
        (2, "[Play", '[Tricks "1,5,7"]\n[Play',
         "1 trick claimed for forehand, who has 3 with 7 left"),
        (2, "[Play", '[Tricks "4,4,6"]\n[Play', "14 tricks claimed in all, 13 are played"),
        (2, "[Play", '[Retentions "HCS DDD CCC"]\n[Play',
         "retention CCC claimed for rearhand, who still holds"),
        (2, "[Play", '[Tricks "3,4,6"]\n[Retentions "HCS DDD CHS"]\n[Success "none"]\n[Play',
         "failure claimed for rearhand, with 6 tricks and CHS kept"),
    ],
)  # fmt: skip
def test_what_a_published_hand_cannot_claim(number: int, old: str, new: str, reason: str) -> None:
    text = str(sample_record(number))
    assert finding(text.replace(old, new))[2].startswith(reason)


def test_claims_of_an_unfinished_hand_may_still_come_true() -> None:
    claims = '[Tricks "3,4,6"]\n[Retentions "HCS DDD CHS"]\n[Play'
    assert verify(good(str(sample_record(2)).replace("[Play", claims))).ok


def test_the_claim_is_left_alone_once_the_play_is_illegal() -> None:
    text = str(sample_record(0)).replace("[Play", '[Tricks "0,0,0"]\n[Play')
    assert [each.kind for each in verify(good(text)).findings] == [FindingKind.ILLEGAL_PLAY]


def test_sample_hand_1_as_published_holds_an_illegal_card() -> None:
    verification = verify(sample_record(0))
    illegal = verification.illegal
    assert illegal is not None
    assert (illegal.card, illegal.seat, illegal.trick) == (Card.parse("H8"), Seat.MIDDLEHAND, 6)
    assert "does not hold that card (rearhand does)" in illegal.reason
    lines = SAMPLE_HANDS.read_text(encoding="utf-8").splitlines()
    assert "C8 H8 CK" in lines[(illegal.line or 0) - 1]
    assert (verification.cards_played, verification.tricks_taken) == (16, (3, 1, 1))


def test_sample_hand_1_corrected_differs_in_one_card_and_is_right() -> None:
    published, corrected = sample_record(0), sample_record(1)
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
    verification = verify(sample_record(2))
    assert verification.ok
    assert verification.cards_played == 18
    assert verification.tricks_taken == (3, 1, 2)
