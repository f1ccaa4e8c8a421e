from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import (
    ClumondError,
    DealError,
    IllegalPlayError,
    NotationError,
    RuleError,
)
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import (
    ParReading,
    Play,
    Retention,
    SeatOutcome,
    possible_pars,
)
from tests.strategies import plays

HAND_1 = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
ENDING = Deal.parse("F:A.K.Q.J K.Q.J.A Q.J.A.K")


@pytest.mark.rule("CLU-06")
def test_there_are_twenty_retentions_with_codes_from_0_to_9() -> None:
    every = Retention.all()
    assert len(set(every)) == 20
    assert [retention.code for retention in every] == sorted(r.code for r in every)
    assert {retention.code for retention in every} == set(range(10))
    assert {str(r) for r in every if r.code == 5} == {"CHD", "CSS", "HHS"}


def test_retentions_are_read_in_any_order() -> None:
    assert Retention.parse("dhc") == Retention.parse("♣♥♦") == Retention.parse("C H D")
    assert Retention.of(Hand.parse("A.K.Q.")) == Retention.parse("HSD")
    for text in ("", "CH", "CHDS", "CHX"):
        with pytest.raises(NotationError):
            Retention.parse(text)
    with pytest.raises(RuleError, match="4 cards"):
        Retention.of(Hand.parse("AK.K.Q."))
    for retention in Retention.all():
        assert Retention.parse(str(retention)) == Retention.parse(retention.pretty()) == retention
        assert eval(repr(retention)) == retention
        assert tuple(retention) == retention.suits
        assert sum(retention.counts) == 3


@pytest.mark.rule("CLU-08")
@pytest.mark.parametrize(
    ("code", "supplementary", "pars"),
    [(0, 0, {0, 10}), (3, 0, {3, 13}), (4, 0, {4}), (0, 1, {10}), (4, 1, {4, 14}), (9, 6, {9, 19}),
     (5, 6, {15}), (3, 3, {3, 13})],
)  # fmt: skip
def test_possible_pars(code: int, supplementary: int, pars: set[int]) -> None:
    assert possible_pars(code, supplementary) == pars


def test_every_code_has_a_possible_par_whatever_the_supplementary_tricks() -> None:
    assert all(possible_pars(code, s) for code in range(10) for s in range(7))


@pytest.mark.rule("CLU-07")
@pytest.mark.rule("CLU-08")
@pytest.mark.rule("TEN-04")
@pytest.mark.parametrize(
    ("retention", "taken", "supplementary", "nearest", "reduced"),
    [
        ("HCD", 5, 0, 0, 0),
        ("HCD", 9, 0, 4, 4),
        ("DDD", 10, 0, 0, 0),
        ("DDD", 9, 0, 1, 9),
        ("CCC", 11, 0, 2, 8),
        ("SDD", 12, 0, 1, 1),
        ("SSS", 12, 0, 1, 1),
        ("CCC", 13, 6, 0, 0),
        ("DDD", 0, 1, 9, 1),
        ("HHD", 13, 0, 9, 1),
    ],
)
def test_how_far_off_in_both_readings(
    retention: str, taken: int, supplementary: int, nearest: int, reduced: int
) -> None:
    seat = SeatOutcome(Retention.parse(retention), taken, supplementary)
    assert (seat.off(), seat.off(ParReading.REDUCED)) == (nearest, reduced)
    assert seat.success == (nearest == 0)


@pytest.mark.rule("CLU-07")
@pytest.mark.rule("TEN-04")
def test_the_two_readings_agree_on_success() -> None:
    for retention in Retention.all():
        for supplementary in range(7):
            for taken in range(14):
                seat = SeatOutcome(retention, taken, supplementary)
                assert seat.success == (seat.off() == 0) == (seat.off("reduced") == 0)


@pytest.mark.rule("CLU-03")
def test_declarers_left_leads_and_forehand_leads_when_nobody_declares() -> None:
    for declarer in Seat:
        assert Play(HAND_1, declarer, Strain.HEARTS).turn is declarer.left
    undeclared = Play(HAND_1, None)
    assert (undeclared.turn, undeclared.strain) == (Seat.FOREHAND, Strain.NO_TRUMPS)


def test_the_authors_first_hand_up_to_the_card_that_is_not_legal() -> None:
    play = Play(HAND_1, Seat.FOREHAND, Strain.CLUBS)
    played = "SA SJ S4 D3 D7 DA CJ C6 CA D2 DK D4 C9 C4 C5 C8"
    for text in played.split():
        play.push(Card.parse(text))
    message = "illegal play H8 by middlehand: does not hold that card"
    with pytest.raises(IllegalPlayError, match=message):
        play.push(Card.parse("H8"))
    assert play.tricks_taken == (3, 1, 1)
    assert len(play.legal_plays) == 11


@pytest.mark.rule("CLU-04")
def test_a_revoke_names_the_suit_that_is_owed() -> None:
    play = Play(HAND_1, Seat.FOREHAND, Strain.CLUBS)
    play.push(Card.parse("SA"))
    with pytest.raises(IllegalPlayError, match="illegal play HA by rearhand: holds spades, must"):
        play.push(Card.parse("HA"))


def test_full_hands_need_neither_leader_nor_tricks() -> None:
    play = Play(Deal.random(3), Seat.MIDDLEHAND, Strain.CLUBS)
    brief = str(play).replace(" leader=R tricks=0,0,0", "")
    assert "leader" not in brief
    assert Play.parse(brief) == play


@given(plays())
def test_a_play_survives_text_repr_and_pickle(play: Play) -> None:
    assert Play.parse(str(play)) == play
    assert eval(repr(play)) == play
    assert pickle.loads(pickle.dumps(play)) == play
    assert play.copy() == play


def test_the_table_may_lie_in_the_deal_or_beside_shorter_hands() -> None:
    taken = (4, 4, 4)
    whole = Play(ENDING, Seat.REARHAND, Strain.HEARTS, tricks_taken=taken)
    whole.push(Card.parse("SA"))
    in_deal = Play(
        ENDING, Seat.REARHAND, Strain.HEARTS, tricks_taken=taken, table=[Card.parse("SA")]
    )
    beside = Play(whole.hands, Seat.REARHAND, Strain.HEARTS, tricks_taken=taken, table=whole.trick)
    assert whole == in_deal == beside
    assert not in_deal.history


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"declarer": None, "strain": Strain.CLUBS}, "no trumps, not in C"),
        ({"declarer": Seat.FOREHAND, "strain": None}, "no strain is given"),
        ({"tricks_taken": (1, 0, 0)}, "add up to 1"),
        ({"tricks_taken": (0, 0)}, "one number per seat"),
        ({"tricks_taken": (1, -1, 0)}, "from 0 to 13"),
        ({"supplementary": (7, 0, 0)}, "from 0 to 6"),
        ({"table": [Card.parse("SA"), Card.parse("SJ"), Card.parse("S4")]}, "complete"),
        ({"table": [Card.parse("S4")]}, "not in middlehand's hand"),
        ({"table": [Card.parse("SA"), Card.parse("HA")]}, "holds spades, must follow"),
    ],
)
def test_positions_that_cannot_be(arguments: dict[str, object], words: str) -> None:
    given = {"declarer": Seat.FOREHAND, "strain": Strain.CLUBS} | arguments
    with pytest.raises(RuleError, match=words):
        Play(HAND_1, **given)  # type: ignore[arg-type]


def test_shorter_hands_need_the_tricks_already_taken() -> None:
    with pytest.raises(RuleError, match="12 tricks are already played"):
        Play(ENDING, Seat.FOREHAND, Strain.CLUBS)
    with pytest.raises(DealError, match="hands of unequal size"):
        Play([Hand.of("SA"), Hand.of("SK", "HK"), Hand()], Seat.FOREHAND, Strain.CLUBS)
    with pytest.raises(DealError, match="2 hands"):
        Play([Hand.of("SA"), Hand.of("SK")], Seat.FOREHAND, Strain.CLUBS)


GOOD = str(Play(ENDING, Seat.REARHAND, Strain.HEARTS, tricks_taken=(4, 4, 4)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "F:A.K.Q.J",
        "F:A.K.Q.J K.Q.J.A Q.J.A.K",
        GOOD.replace("declarer=R", "declarer=X"),
        GOOD.replace("declarer=R", "declarer"),
        GOOD.replace("strain=H", "strain=Z"),
        GOOD.replace("strain=H", ""),
        GOOD.replace("tricks=4,4,4", "tricks=4,4"),
        GOOD.replace("tricks=4,4,4", "tricks=four"),
        GOOD.replace("tricks=4,4,4", "tricks=4,4,5"),
        GOOD + " strain=H",
        GOOD + " colour=blue",
        GOOD + " table=XX",
        GOOD + " table=S2",
        GOOD + " supplementary=9,9,9",
    ],
)
def test_bad_play_texts_are_refused(text: str) -> None:
    with pytest.raises(ClumondError):
        Play.parse(text)


def test_the_outcome_of_an_unfinished_hand() -> None:
    with pytest.raises(RuleError, match="unfinished: 12 of 13"):
        Play.parse(GOOD).outcome()


@pytest.mark.rule("CLU-05")
def test_the_outcome_of_a_finished_hand() -> None:
    play = Play.parse(GOOD)
    for text in ("SA", "SK", "SQ"):
        play.push(Card.parse(text))
    assert play.turn is None
    assert not play.legal_plays
    with pytest.raises(IllegalPlayError, match="last trick is complete"):
        play.push(Card.parse("HK"))
    outcome = play.outcome()
    assert outcome[Seat.FOREHAND] == SeatOutcome(Retention.parse("CHD"), 5)
    assert outcome[Seat.FOREHAND].success
    assert outcome.declarer_succeeded is False
    assert Play.parse(str(play)) == play


def test_plays_are_mutable_and_not_hashable() -> None:
    with pytest.raises(TypeError):
        hash(Play(HAND_1, None))
    assert Play(HAND_1, None) != object()
    assert Strain.CLUBS.suit is Suit.CLUBS
