"""The answers of the Analysis tab as data, and its refusals."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import ClumondError, RecordError
from clumond_solver.display.text.double_dummy import plays_headline
from clumond_solver.display.text.records import signals_text
from clumond_solver.double_dummy.solver import Solver
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.sessions import Session
from clumond_solver.records import Record, legal_play_of, parse_records
from clumond_solver.web.endpoints import WITHOUT_SESSIONS
from clumond_solver.web.question import PageQuestion
from clumond_solver.web.store import MOST_TEXT
from tests.samples import DEAL_TEXT, END, HAND_TEXT, SAMPLE_HANDS
from tests.strategies import deals, plays
from tests.web.site import (
    CONTRACT,
    Part,
    asked,
    limited,
    question_of,
)

# The author's deal, declared by forehand in clubs.
WHOLE = Play(Deal.parse(DEAL_TEXT), Seat.FOREHAND, Strain.CLUBS)

# Answers.


@given(play=plays())
def test_a_position_is_the_play_itself(play: Play) -> None:
    answer = asked("position", question_of(play))
    assert Play.parse(answer["play"]) == play
    hands = [Hand.of(*(card for suit in suits for card in suit)) for suits in answer["hands"]]
    assert hands == list(play.hands)
    assert answer["legal"] == [str(card) for card in play.legal_plays]
    assert answer["turn"] == play.turn
    assert answer["taken"] == list(play.tricks_taken)
    assert (answer["outcome"] is not None) is play.is_over


@given(play=plays(), data=st.data())
def test_jumping_back_shows_the_earlier_position_and_the_whole_play(
    play: Play, data: st.DataObject
) -> None:
    question = question_of(play)
    at = data.draw(st.integers(0, len(question["cards"])))
    answer = asked("position", question | {"at": at})
    for _ in range(len(question["cards"]) - at):
        play.pop()
    assert Play.parse(answer["play"]) == play
    places = [each["index"] for trick in answer["tricks"] for each in trick["cards"]]
    assert [place for place in places if place is not None] == list(range(len(question["cards"])))


def test_tricks_name_leader_and_winner() -> None:
    question = {"start": END, "cards": ["S3", "SK", "D8", "CA"], "at": 4}
    first, second = asked("position", question)["tricks"]
    assert [(each["seat"], each["card"]) for each in first["cards"]] == [
        (0, "S3"), (1, "SK"), (2, "D8"),
    ]  # fmt: skip
    assert (first["number"], first["winner"]) == (12, 1)
    assert (second["number"], second["winner"], second["cards"][0]["seat"]) == (13, None, 1)
    # Nobody has led since.
    question = {"start": END, "cards": ["S3", "SK", "D8"], "at": 3}
    assert asked("position", question)["tricks"] == [first]


def test_deals_follow_their_seed() -> None:
    question = {"seed": 7, **CONTRACT}
    assert asked("deal", question) == asked("deal", question)
    assert asked("deal", question)["start"].startswith(str(Deal.random(7)))


@given(deal=deals(smallest=16))
def test_a_deal_that_was_entered_is_opened(deal: Deal) -> None:
    opened = asked("read", {"text": str(deal), **CONTRACT})["opened"]
    assert Play.parse(opened["start"]) == Play(deal, Seat.FOREHAND, Strain.CLUBS)
    assert asked("position", {**opened, "at": 0})["deal"] == str(deal)


@given(play=plays())
def test_a_play_that_was_entered_is_opened(play: Play) -> None:
    opened = asked("read", {"text": str(play)})["opened"]
    assert Play.parse(opened["start"]) == play
    assert asked("position", {**opened, "at": 0})["play"] == str(play)


def test_a_hand_that_was_entered_is_held_by_the_seat_named() -> None:
    question = {"text": HAND_TEXT, "seat": "R", "seed": 3, **CONTRACT}
    opened = asked("read", question)["opened"]
    assert opened["note"] == ""
    assert Play.parse(opened["start"]).hands[Seat.REARHAND] == Hand.parse(HAND_TEXT)
    assert asked("read", question) == asked("read", question)
    lacking = asked("read", question | {"text": HAND_TEXT[:-1]})["opened"]
    [added] = Play.parse(lacking["start"]).hands[Seat.REARHAND] - Hand.parse(HAND_TEXT[:-1])
    assert lacking["note"] == (
        f"15 of 16 cards were entered, 1 is missing. Dealt to the hand at random: {added.pretty()}."
    )


@given(play=plays())
def test_a_play_that_was_saved_is_opened_again(play: Play) -> None:
    question = question_of(play)
    text = asked("save", {**question, "title": 'A "hand"', "players": ["Ann", "", "Bo"]})
    record = Record.parse(text)
    opened: dict[str, Any] = {
        "start": str(record.start()),
        "cards": [str(card) for card in record.plays],
        "title": record.event,
        "players": list(record.players),
        "tens": None,
    }
    assert (opened["title"], opened["players"]) == ('A "hand"', ["Ann", "", "Bo"])
    again = asked("position", {**opened, "at": len(opened["cards"])})
    assert Play.parse(again["play"]) == play
    assert asked("save", {**question, **opened}) == text


def test_four_tens_are_dealt_opened_and_saved() -> None:
    dealt = asked("deal", {"seed": 3, "four_tens": True, **CONTRACT})
    tens = ExposedTens.parse(dealt["tens"])
    assert Play.parse(dealt["start"]).supplementary == tens.supplementary
    shown = asked("position", {**dealt, "at": 0})
    assert shown["supplementary"] == list(tens.supplementary)

    other = "F=CD M=H R=- common=S"
    opened = asked("read", {"text": shown["deal"], "tens": other, **CONTRACT})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    saved = asked("save", opened)
    assert str(Record.parse(saved).tens) == other


def test_the_tens_of_a_play_can_be_said_and_taken_back() -> None:
    opened = asked("read", {"text": END, "tens": "F=CD M=H R=- common=S"})["opened"]
    assert Play.parse(opened["start"]).supplementary == (4, 3, 1)
    counted = asked("read", {"text": opened["start"]})["opened"]
    assert (counted["start"], counted["tens"]) == (opened["start"], None)
    question = {"text": DEAL_TEXT, "supplementary": [4, 3, 1], **CONTRACT}
    dealt = asked("read", question)["opened"]
    assert Play.parse(dealt["start"]).supplementary == (4, 3, 1)


def test_records_and_sessions_are_for_a_review_from_the_first_good_one() -> None:
    broken, records = '[Clumond "9"]\n\n', SAMPLE_HANDS.read_text(encoding="utf-8")
    assert asked("read", {"text": records}) == {"opened": None, "deal": 1}
    assert asked("read", {"text": broken + records}) == {"opened": None, "deal": 2}
    session = str(Session(ClumondGame(), 5))
    assert asked("read", {"text": session}) == {"opened": None, "deal": None}
    with pytest.raises(ClumondError, match="format version 9"):
        asked("read", {"text": broken})


@settings(max_examples=30)
@given(play=plays(most_tricks=4, fewest_tricks=1))
def test_verdicts_and_depth_agree_with_the_solver(play: Play) -> None:
    question = question_of(play) | {"seat": "M"}
    solver = Solver()
    near = asked("verdicts", question)
    deep = asked("finishes", question)
    assert near["verdict"] is solver.verdict(play, seat=Seat.MIDDLEHAND)
    assert near["plays"] == {
        str(card): makes for card, makes in solver.plays(play, seat=Seat.MIDDLEHAND).items()
    }
    assert deep["miss"] == list(solver.miss(play, seat=Seat.MIDDLEHAND))
    assert {card: miss == [0, 0] for card, miss in deep["misses"].items()} == near["plays"]
    assert len(deep["retentions"]) == 20


def test_without_time_nothing_is_known_but_bounds() -> None:
    question = {"start": str(WHOLE), "cards": []}
    near = limited("verdicts", question, 0.0)
    assert near["verdict"] is None
    assert set(near["plays"].values()) == {None}
    low, high = limited("finishes", question, 0.0)["miss"]
    assert low < high


def test_advice_sharpens_and_ends_done() -> None:
    told: list[Part] = []
    final = asked("advice", {"hand": HAND_TEXT, "seat": "R"}, told.append)
    assert len(told) >= 3
    assert [each["done"] for each in (*told, final)] == [False] * len(told) + [True]
    games = [each["advice"]["games"] for each in (*told, final)]
    assert games == sorted(games)
    assert games[0] < games[-1]
    assert set(final["advice"]["estimates"]) == {"C", "H", "S", "D", "NT"}
    assert final["unit"] == "points on paper"


def test_advice_goes_by_seat_scoring_and_pot_and_tells_what_passing_is_worth() -> None:
    rich = asked("advice", {"hand": HAND_TEXT, "seat": "R", "scoring": "chips", "pot": 60})
    poor = asked("advice", {"hand": HAND_TEXT, "seat": "R", "scoring": "chips", "pot": 0})
    assert "the two others have passed; played for chips, 60 in the pot" in rich["terms"]
    assert (
        rich["advice"]["declaring"]["H"]["own"] > 10 > poor["advice"]["declaring"]["H"]["own"] == 0
    )
    assert {"own", "relative"} <= set(rich["advice"]["passing"])
    first = asked("advice", {"hand": HAND_TEXT, "seat": "F"})
    last = asked("advice", {"hand": HAND_TEXT, "seat": "R"})
    assert first["advice"]["passing"] != last["advice"]["passing"]


def test_advice_is_about_the_players_and_the_score_that_are_named() -> None:
    named = {"hand": HAND_TEXT, "seat": "R", "opponents": "easy", "prefer": "own", "par": "reduced"}
    easy = asked("advice", named)
    whose = "rearhand (the dealer), one who follows every hint, against two easy players"
    assert whose in easy["terms"]
    assert "by the reduced par" in easy["terms"]
    hard = asked("advice", {**named, "opponents": None})
    assert easy["advice"]["estimates"]["H"]["p"] > hard["advice"]["estimates"]["H"]["p"]
    alone = asked("advice", {**named, "opponents": None, "style": "easy"})
    assert "an easy player, against two who follow every hint" in alone["terms"]
    assert hard["advice"]["estimates"]["H"]["p"] > alone["advice"]["estimates"]["H"]["p"]


# Headlines.


@pytest.mark.parametrize(
    ("play", "seat", "headline"),
    [
        (END, "F", "2 of forehand's 5 cards force success."),
        (f"{END} table=SA", "F", "Middlehand's only card lets forehand force success."),
        (f"{END} table=S3", "F", "Middlehand's only card prevents it."),
        (f"{END} table=CJ", "F", "Any of middlehand's 2 cards prevents it."),
        (f"{END} table=HK", "F", "Middlehand's only card lets forehand force success."),
    ],
)
def test_the_headline_says_how_many_cards_do_what(play: str, seat: str, headline: str) -> None:
    question = {"start": play, "cards": [], "seat": seat}
    assert asked("verdicts", question)["headline"] == headline


def test_the_headline_calls_the_viewer_you_and_the_others_by_name() -> None:
    ada, you = ["You", "Ada", "Ben"], ["Ada", "You", "Ben"]
    own = asked("verdicts", {"start": END, "cards": [], "names": ada})
    assert own["text"] == "With all hands open, you can force success."
    assert own["headline"] == "2 of your 5 cards force success."
    assert (
        " you end on target. If you play for tricks, you can force "
        in (asked("finishes", {"start": END, "cards": [], "names": ada})["text"])
    )
    over = "F:...A76 ...K42 .A2.3. declarer=F strain=NT leader=F tricks=5,4,4"
    ended = asked("finishes", {"start": over, "cards": [], "names": ada})["text"]
    assert ended == "You have taken 5 tricks and are 4 tricks off."
    other = asked("verdicts", {"start": END, "cards": ["S3"], "names": you})
    assert other["text"] == "With all hands open, Ada cannot force success against best defence."
    assert other["headline"] == "Your only card prevents it."


def test_what_cannot_be_forced_is_no_contradiction_to_cards_that_let_it_be() -> None:
    plays = {card: number > 0 for number, card in enumerate(WHOLE.legal_plays)}
    assert plays_headline(plays, WHOLE, Seat.FOREHAND) == (
        "But 15 of middlehand's 16 cards let forehand force success."
    )


def test_the_headline_says_what_is_not_known() -> None:
    found = limited("verdicts", {"start": str(WHOLE), "cards": []}, 0.0)
    assert found["headline"] == (
        "Not known yet: which of middlehand's 16 cards let forehand force success."
    )


# The same cards under another contract.


def test_another_contract_keeps_what_is_still_legal() -> None:
    question = {"start": str(WHOLE), "cards": ["SA", "SJ", "S4", "DK"], "at": 3}
    assert asked("position", {**question, "cards": ["SA", "SJ", "S4"]})["turn"] == 1
    changed = asked(
        "contract", {**question, "cards": ["SA", "SJ", "S4"], **CONTRACT, "strain": "H"}
    )
    assert (changed["legal_part"]["cards"], changed["lost"]) == (["SA", "SJ", "S4"], 0)
    assert "strain=H" in changed["legal_part"]["start"]
    assert changed["from_start"]["cards"] == []
    here = Play.parse(changed["from_here"]["start"])
    assert (here.strain, here.tricks_taken) == (Strain.HEARTS, (0, 1, 0))


def test_another_declarer_is_led_to_by_another_seat() -> None:
    question = {"start": str(WHOLE), "cards": ["SA", "SJ", "S4"], "at": 0, "declarer": "R"}
    changed = asked("contract", {**question, "strain": "C"})
    assert (changed["legal_part"]["cards"], changed["lost"], changed["from_here"]) == ([], 3, None)
    assert "leader=F" in changed["from_start"]["start"]


def test_where_the_tens_lie_changes_no_card() -> None:
    question = {"start": END, "cards": ["S3", "SK"], "at": 2, "declarer": "F", "strain": "S"}
    changed = asked("contract", {**question, "tens": "F=CD M=H R=- common=S"})
    assert (changed["legal_part"]["cards"], changed["lost"]) == (["S3", "SK"], 0)
    assert Play.parse(changed["legal_part"]["start"]).supplementary == (4, 3, 1)


# The whole play, the table of retentions, and one seat's view.


@settings(max_examples=15)
@given(play=plays(most_tricks=4, fewest_tricks=1))
def test_the_course_of_a_play_tells_the_verdict_after_every_card(play: Play) -> None:
    question, told = question_of(play) | {"seat": "M"}, list[Part]()
    course = asked("play-verdicts", question, told.append)
    assert [each["card_count"] for each in told] == list(range(len(question["cards"]), -1, -1))
    for place, makes in enumerate(course["verdicts"]):
        earlier = question | {"cards": question["cards"][:place]}
        assert makes is asked("verdicts", earlier)["verdict"]


def test_all_retentions_in_all_strains_are_told_as_they_are_found() -> None:
    deal, told = Deal.random(2, cards=8), list[Part]()
    start = str(Play(deal, Seat.MIDDLEHAND, Strain.CLUBS, tricks_taken=(3, 3, 2)))
    answer = asked("retentions", {"start": start, "cards": [], "seat": "R"}, told.append)
    assert (answer["known"], answer["total"], len(answer["rows"])) == (100, 100, 20)
    assert [each["known"] for each in told] == sorted(each["known"] for each in told)
    assert answer["text"].startswith("Against best defence rearhand can force ")
    assert "Undecided: all twenty" in told[0]["text"]
    for strain in Strain:
        # Others' tricks and the lead stay as they are in the middle of a hand.
        play = Play(deal, Seat.REARHAND, strain, leader=Seat.REARHAND, tricks_taken=(3, 3, 2))
        expected = {str(each): str(at) for each, at in Solver().retentions(play).items()}
        assert {row["suits"]: row["reach"][str(strain)] for row in answer["rows"]} == expected


def test_retentions_without_time_are_not_known_and_can_be_asked_on() -> None:
    start = str(Play(Deal.random(1), Seat.FOREHAND, Strain.CLUBS))
    answer = limited("retentions", {"start": start, "cards": []}, 0.0)
    assert (answer["known"], answer["round"]) == (0, 0)
    assert {at for row in answer["rows"] for at in row["reach"].values()} == {None}
    further = limited("retentions", {"start": start, "cards": [], "round": 3}, 0.0)
    assert further["round"] == 3


@settings(max_examples=20)
@given(play=plays(most_tricks=6, fewest_tricks=1))
def test_chances_are_of_who_is_to_play_whatever_the_others_hold(play: Play) -> None:
    found = asked("chances", question_of(play))
    assert found["seat"] == play.turn
    assert found["best"] in set(found["cards"]) <= {str(card) for card in play.legal_plays}
    assert found["best"] in found["cards"]
    if play.declarer is not None:
        assert all(0 <= chance <= 1 for chance in found["cards"].values())


def test_a_card_that_nobody_foresaw_is_dealt_to_who_played_it() -> None:
    start = WHOLE
    question = {"start": str(start), "cards": ["SA"], "at": 1, "seat": "F", "seed": 5}
    # Rearhand held spades in the deal that was imagined; now he follows with none.
    shown = asked("position", {**question, "view": "F"})
    assert "HA" in shown["may_play"]
    assert "HK" not in shown["may_play"]
    opened = asked("redeal", {**question, "card": "HA"})
    play = Play.parse(opened["start"])
    assert opened["cards"] == ["SA", "HA"]
    assert play.hands[Seat.FOREHAND] == start.hands[Seat.FOREHAND]
    for card in opened["cards"]:
        play.push(Card.parse(card))
    assert play.hands[Seat.REARHAND].length(Suit.SPADES) == 0
    assert asked("redeal", {**question, "card": "HA"}) == opened


@pytest.mark.parametrize(
    ("card", "cards", "message"),
    [
        ("HK", ["SA"], "forehand can see that rearhand does not hold HK"),
        ("SA", ["SA"], "does not hold SA"),
        ("H2", ["SA", "SJ"], "is not hidden"),
        ("SK", ["SA", "HA", "S4", "C6"], "does not hold SK"),
    ],
)
def test_a_card_that_cannot_have_been_played_is_refused(
    card: str, cards: list[str], message: str
) -> None:
    question: dict[str, Any] = {"start": str(WHOLE), "cards": [], "at": 0, "seat": "F", "seed": 1}
    for each in cards:
        own = Card.parse(each) in Deal.parse(DEAL_TEXT)[Seat.FOREHAND]
        laid = {"cards": [*question["cards"], each]}
        question |= laid if own else asked("redeal", {**question, "card": each})
    with pytest.raises(ClumondError, match=message):
        asked("redeal", {**question, "card": card})


# Answers to what makes no sense.

SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
TEXTS = st.sampled_from(
    [HAND_TEXT, DEAL_TEXT, END, "F", "C", "none", "common=CHSD", '[Clumond "1"]', "SA", "٣"]
)
JUNK = st.recursive(
    SIMPLE | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = st.sampled_from(
    (
        "start", "cards", "at", "seat", "seed", "text", "declarer", "strain", "title", "players",
        "tens", "supplementary", "four_tens", "view", "card", "round", "scoring", "pot", "hand",
    )
)  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, endpoint in WITHOUT_SESSIONS.items()
        if name != "advice" and "analysis" in endpoint.function.__module__
    ],
)
@settings(max_examples=100)
@given(question=st.dictionaries(NAMES, JUNK, max_size=8))
def test_no_question_ends_in_anything_but_an_answer_or_our_error(
    name: str, question: dict[str, Any]
) -> None:
    with contextlib.suppress(ClumondError):
        json.dumps(limited(name, question, 0.001))


@pytest.mark.parametrize(
    ("name", "question", "message"),
    [
        ("deal", {"seed": -1, **CONTRACT}, "seed: a whole number from 0"),
        ("deal", {"seed": True, **CONTRACT}, "seed: a whole number"),
        ("deal", {"seed": 1, "declarer": "F"}, "strain: missing"),
        ("read", {"text": "  "}, "nothing entered"),
        ("read", {"text": "Play my hand: http://a.b/#/play?hand=2h93nq"}, "in the Play tab"),
        (
            "read",
            {"text": "http://c.d/?url=http%3A%2F%2Fa.b%2F%23%2Fplay%3Fhand%3D2h9"},
            "in the Play tab",
        ),
        ("read", {"text": "x" * (MOST_TEXT + 1)}, f"at most {MOST_TEXT} are read"),
        ("read", {"text": "AK.2", **CONTRACT, "seat": "F", "seed": 1}, "2 suits, not four"),
        ("read", {"text": "T...", **CONTRACT, "seat": "F", "seed": 1}, "no such card"),
        ("read", {"text": "F:A.2.3.4 K.3.4.5 Q.4.5.6", **CONTRACT}, "enter a play"),
        (
            "position",
            {"start": END, "cards": ["C9"], "at": 0},
            "trick 12: illegal play C9 by forehand",
        ),
        (
            "read",
            {"text": DEAL_TEXT.replace("42.KQ7", "4.KQ7"), **CONTRACT},
            "forehand 15.* no hand has S2",
        ),
        ("position", {"start": END, "cards": [], "at": 1}, "at: a whole number from 0 to 0"),
        ("position", {"start": END, "cards": ["S3"] * 40, "at": 0}, "at most 39 cards"),
        ("position", {"start": END, "cards": [3], "at": 0}, "each card is a short text"),
        ("save", {"start": END, "cards": [], "title": "", "players": ["a"]}, "three names"),
        (
            "position",
            {"start": END, "cards": [], "at": 0, "tens": "common=CHSD"},
            "make supplementary tricks",
        ),
        ("read", {"text": DEAL_TEXT, "tens": "F=X", **CONTRACT}, "no such suit"),
        ("read", {"text": DEAL_TEXT, "supplementary": [0, 7, 0], **CONTRACT}, "0 to 6"),
        ("read", {"text": DEAL_TEXT, "supplementary": 3, **CONTRACT}, "three numbers"),
        ("verdicts", {"start": END, "cards": [], "seat": "X"}, "no such seat"),
        ("advice", {"hand": HAND_TEXT, "games": 8}, "'games' is now called 'budget'"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(
    name: str, question: PageQuestion, message: str
) -> None:
    with pytest.raises(ClumondError, match=message):
        asked(name, question)


@pytest.mark.parametrize("word", ["none", "None", " NONE"])
def test_nobody_declares_however_the_page_spells_it(word: str) -> None:
    start = asked("deal", {"seed": 7, "declarer": word})["start"]
    assert "declarer=none" in start


def test_the_board_lists_the_signals_of_the_defence() -> None:
    """The rows of `show --signals`, as far as the play has gone; none in one seat's view."""
    record = parse_records(SAMPLE_HANDS.read_text("utf-8"))[1]
    assert not isinstance(record, RecordError)
    question = question_of(legal_play_of(record))
    rows = asked("position", question | {"at": len(question["cards"])})["signals"]
    printed = signals_text(record).splitlines()[3:]
    assert [line.split()[0] for line in printed] == [row[0] for row in rows]
    assert rows[0][2:] == ["♠A", "opens", "♠ 6 or 8", "6"]
    assert asked("position", question | {"at": 1})["signals"] == rows[:1]
    assert asked("position", question | {"at": 9, "view": "F"})["signals"] == []
    undeclared = Play(Deal.parse(DEAL_TEXT), None)
    assert asked("position", question_of(undeclared))["signals"] == []
