"""Replaying records under the rules, the sample hands among them."""

from __future__ import annotations

import pytest

from clumond_solver.base.cards import Card
from clumond_solver.games.clumond.deals import Seat
from clumond_solver.records import (
    FindingKind,
    read_records,
    verify,
)
from tests.records.texts import GOOD, good
from tests.samples import SAMPLE_HANDS, sample_record


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
         "success claimed for forehand, with 5 tricks and HSD kept (code 3)"),
        ("[Declarer", '[Calls "pass pass"]\n[Declarer', FindingKind.CALLS, 5,
         "2 calls, all passes: each of the three players calls once"),
        ("[Declarer", '[Calls "pass C pass"]\n[Declarer', FindingKind.CALLS, 5,
         "3 calls, but call 2 declares: it is the last"),
        ("[Declarer", '[Calls "pass pass pass C"]\n[Declarer', FindingKind.CALLS, 5,
         "4 calls: each of the three players calls once"),
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
        "2 tricks claimed for forehand, who has 3 with 7 left"
    )
    assert finding(text.replace("[Play", '[Tricks "1,5,7"]\n[Play'))[2] == (
        "1 trick claimed for forehand, who has 3 with 7 left"
    )
    assert finding(text.replace("[Play", '[Tricks "4,4,6"]\n[Play'))[2] == (
        "14 tricks claimed in all, 13 are played"
    )
    assert finding(text.replace("[Play", '[Retentions "HCS DDD CCC"]\n[Play'))[2].startswith(
        "retention CCC claimed for rearhand, who still holds"
    )
    claimed = possible.replace("[Play", '[Success "none"]\n[Play')
    assert finding(claimed)[2].startswith(
        "failure claimed for rearhand, with 6 tricks and CHS kept"
    )


def test_the_claim_is_left_alone_once_the_play_is_illegal() -> None:
    text = str(read_records(SAMPLE_HANDS)[0]).replace("[Play", '[Tricks "0,0,0"]\n[Play')
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
