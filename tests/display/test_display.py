"""Text for people and data for programs: what is shown is what is there, and it fits."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import RecordError
from clumond_solver.base.values import to_jsonable
from clumond_solver.base.wording import columns_of
from clumond_solver.batch.ask_kinds import TEXTS, Ask
from clumond_solver.display import data, text
from clumond_solver.display.text.hands import tricks_text
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.play import Play, Retention
from clumond_solver.games.clumond.scoring import Agreement, ExposedTens, Scoring
from clumond_solver.records import Record, verify
from clumond_solver.results import (
    Advice,
    Bounds,
    Estimate,
    ExpectedScore,
    Reach,
    Review,
    ReviewedPlay,
    Solution,
    TrickRange,
)
from clumond_solver.rules.actions import Action, PlayCard
from tests.samples import END, HAND, sample_record
from tests.strategies import deals, hands, plays, random_play_out

WIDTHS = st.integers(40, 120)


def fits(page: str, width: int) -> bool:
    return all(len(line) <= width and line == line.rstrip() for line in page.splitlines())


def cards_shown(page: str) -> set[str]:
    """All cards in a diagram: suit symbols and the ranks behind them."""
    shown, suit = set(), ""
    for character in page:
        if character in "♣♥♠♦":
            suit = character
        elif suit and character in "AKQJT98765432":
            shown.add(suit + character)
        elif character != " ":
            suit = ""
    return shown


def pretty(cards: object) -> set[str]:
    return {card.pretty() for card in cards}  # type: ignore[attr-defined]


@given(hands, WIDTHS)
def test_a_hand_shows_each_card_and_fits(hand: Hand, width: int) -> None:
    page = text.hand_text(hand, width=width)
    assert cards_shown(page) == pretty(hand)
    assert fits(page, width)
    assert text.to_ascii(page).isascii()


@given(deals(), WIDTHS)
def test_a_deal_shows_each_card_and_fits(deal: Deal, width: int) -> None:
    page = text.deal_text(deal, players=("Ann", "Bob", "Cy"), width=width)
    assert cards_shown(page) == pretty(deal[Seat.FOREHAND] | deal[Seat(1)] | deal[Seat(2)])
    assert fits(page, width)
    assert all(name in page for name in ("(Ann)", "(Bob)", "(Cy), dealer"))


@given(plays(), WIDTHS)
def test_a_play_shows_who_is_to_play_and_fits(play: Play, width: int) -> None:
    page = text.play_text(play, width=width)
    assert fits(page, width)
    assert text.to_ascii(page).isascii()
    held = play.hands[0] | play.hands[1] | play.hands[2]
    assert cards_shown(page.partition("declare")[0] or page) <= pretty(held) | pretty(play.trick)
    if play.turn is not None:
        assert f"{play.turn} to play" in " ".join(page.split())


@given(plays())
@settings(max_examples=50)
def test_the_table_of_tricks_names_each_card_and_each_winner(play: Play) -> None:
    table = tricks_text(play)
    rows = table.splitlines()[2:]
    cards = [move.card for move in play.history]
    assert all(card.pretty() in table for card in cards)
    assert table.count("▸") == len(rows)
    won = [row.split()[-1] for row in rows if row.endswith("hand")]
    since = sum(play.tricks_taken) - sum(_at_start(play).tricks_taken)
    assert len(won) == since


def _at_start(play: Play) -> Play:
    start = play.copy()
    for _ in play.history:
        start.pop()
    return start


def test_a_deal_in_full() -> None:
    deal = Deal.parse("F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5")
    assert text.deal_text(deal) == (
        "forehand            middlehand\n"
        "♣ J 9 8 7 3 2       ♣ 6 4\n"
        "♥ K Q 7             ♥ 9 4 2\n"
        "♠ 4 2               ♠ A K Q 8 7 6\n"
        "♦ A K Q J 9         ♦ 8 6 5 4 3\n"
        "\n"
        "          rearhand, dealer\n"
        "          ♣ A K Q 5\n"
        "          ♥ A J 8 6 5 3\n"
        "          ♠ J 9 5 3\n"
        "          ♦ 7 2"
    )
    narrow = text.deal_text(deal, width=25).splitlines()
    assert narrow[5:7] == ["", "middlehand"]


def test_a_trick_on_the_table_lies_before_its_seats() -> None:
    play = Play.parse(END)
    for card in ("SA", "SK"):
        play.push(Card.parse(card))
    middle = [line.strip() for line in text.play_text(play).splitlines() if "│" in line]
    assert middle == ["│▸♠A      ♠K  │", "│      ?      │"]


def test_a_finished_hand_in_full() -> None:
    play = Play.parse("F:AK.2.2. QJ.3.3. 98.4.4. declarer=F strain=S leader=F tricks=1,5,6")
    for card in ("SA", "SJ", "S9"):
        play.push(Card.parse(card))
    record = Record.of(play)
    assert text.verification_text(verify(record)) == (
        "all 3 cards are legal\n"
        "seat                tricks  kept  code  result\n"
        "──────────────────────────────────────────────\n"
        "forehand, declarer       2  ♥♠♦      3  1 off\n"
        "middlehand               5  ♥♠♦      3  2 off\n"
        "rearhand                 6  ♥♠♦      3  3 off"
    )


def test_a_verification_tells_the_fault_and_how_far_it_was_legal() -> None:
    page = text.verification_text(verify(sample_record(0)), width=60)
    assert fits(page, 60)
    assert page.splitlines()[-1] == "legal up to there: 16 cards"
    assert "does not hold that card" in " ".join(page.split())


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("width", [50, 80])
def test_a_record_is_a_page_that_fits(number: int, width: int) -> None:
    record = sample_record(number)
    page = text.record_text(record, width=width)
    assert fits(page, max(width, 50))
    assert record.event
    assert record.event in page
    assert ("which is not a legal play" in page) is (number == 0)
    assert ("the record stops here" in page) is (number != 0)


# Engines' answers.

RETENTIONS = dict.fromkeys(Retention.all(), Reach.IMPOSSIBLE) | {
    Retention.parse("HSS"): Reach.FORCED,
    Retention.parse("CCC"): Reach.POSSIBLE,
}
PLAYS = {Card.parse("SA"): True, Card.parse("S8"): False, Card.parse("S3"): None}


def solution(makes: bool | None, exact: bool) -> Solution:
    return Solution(
        verdict=makes,
        plays=PLAYS,
        retentions=RETENTIONS if exact else RETENTIONS | {Retention.parse("DDD"): None},
        miss=(0, 0) if makes else (1, 3),
        tricks=TrickRange((4, 4), (5, 6)),
        line=tuple(map(Card.parse, ("SA", "SK", "D8"))),
        nodes=123,
        exact=exact,
    )


def told(found: Solution, seat: Seat = Seat.FOREHAND) -> str:
    """Each answer as the command tells it."""
    play = Play.parse(END)
    asks = [ask for ask in Ask if ask is not Ask.HELP]
    return "\n\n".join(TEXTS[ask](getattr(found, ask), play, seat, 80) for ask in asks)


def test_a_solution_in_words() -> None:
    page = told(solution(True, exact=True))
    assert "forehand can force success." in page
    assert "With best play on all sides forehand ends on target." in page
    assert "he can force 5 tricks or more (perhaps as many as 6)" in " ".join(page.split())
    assert "if he ducks, he can stay at 4" in " ".join(page.split())
    assert "forehand still succeeds after: ♠A" in page
    assert "forehand can be stopped after: ♠8" in page
    assert "not known after: ♠3" in page
    assert "   12  ▸♠A        ♠K          ♦8       forehand" in page
    assert [line.split() for line in page.splitlines() if line.startswith("4 ")] == [
        ["4", "♥♠♠", "♥♥♦", "♣♠♦"]
    ]
    assert "limit" not in page


def test_a_solution_says_what_the_limit_stopped() -> None:
    page = " ".join(told(solution(None, exact=False)).split())
    assert "not known within the limit whether forehand can force success" in page
    assert "between 1 and 3 tricks off" in page
    assert "not known" in page
    other = told(solution(False, exact=True), Seat.REARHAND)
    assert "rearhand cannot force success" in other


def reviewed(*cards: tuple[str, Bounds, Bounds, float]) -> Review:
    """A review of forehand's hand from trick 12 on, by card, before, after, and what it cost."""
    plays = []
    for number, (name, before, after, cost) in enumerate(cards, 1):
        action, better = PlayCard(Card.parse(name)), PlayCard(Card.parse("SA"))
        values: dict[Action, float] = {better: 0.5, action: 0.5 - cost} if cost else {}
        misses: dict[Action, Bounds] = {better: before, action: after} if before != after else {}
        best = better if cost else action
        plays.append(
            ReviewedPlay(
                number, 12, number - 1, action, best, cost, values, "", before, after, misses
            )
        )
    return Review(Seat.FOREHAND, Seat.FOREHAND, tuple(plays))


def test_a_review_of_open_hands_doubles_the_mark_where_it_turned() -> None:
    cards = ("S3", (0, 0), (1, 1), 0.0), ("SK", (1, 1), (1, 1), 0.0), ("D8", (1, 1), (0, 1), 0.0)
    page = text.review_text(reviewed(*cards), Play.parse(END))
    assert "▸♠3--" in page
    assert "♠K- " in page
    assert "♦8? " in page
    told = " ".join(page.split())
    assert ": ♠A still made success sure; after ♠3 best defence leaves forehand 1 trick" in told
    assert "per cent" not in page
    assert "as the players saw it" not in page
    quiet = text.review_text(reviewed(("SA", (0, 0), (0, 0), 0.0)), Play.parse(END))
    assert quiet.endswith("With all hands open the verdict never changed.")


def test_chances_stand_beside_the_verdicts_and_the_costliest_cards_below() -> None:
    # What a defender loses, declarer gains.
    found = reviewed(("S3", (0, 0), (1, 1), 0.11), ("SK", (1, 1), (1, 1), 0.25))
    told = " ".join(text.review_text(found, Play.parse(END)).split())
    assert "▸♠3-- 39(-11)" in told
    assert "♠K- 25(-25)" in told
    assert told.index("♠K by middlehand, 25 % given away") < told.index("♠3 by forehand, 11 %")
    chances = [found.declarers_chance(play) for play in found.plays]
    assert chances == [pytest.approx((0.5, 0.39)), pytest.approx((0.5, 0.75))]


def advice(call: Strain | None, confidence: float, *, games: int = 100) -> Advice:
    spades = Estimate(
        0.62,
        0.03,
        games,
        {(Retention.parse("HSS"), 4): 40, (Retention.parse("HHS"), 5): 22} if games else {},
        {4: 60, 5: 40} if games else {},
    )
    others = Estimate(0.2, 0.1, games // 10)
    score = ExpectedScore(6.2, 4.3, 0.5)
    return Advice(
        call=call,
        best=Strain.SPADES,
        estimates={strain: spades if strain is Strain.SPADES else others for strain in Strain},
        declaring=dict.fromkeys(Strain, score),
        passing=ExpectedScore(0.9, 0.1, 0.2 if games else float("inf")),
        break_even=0.34,
        confidence=confidence,
        games=games,
        complete=games > 0,
    )


def test_advice_in_words() -> None:
    page = text.advice_text(advice(Strain.SPADES, 0.97), HAND, seat=Seat.REARHAND)
    assert fits(page, 80)
    assert "Go for clumond in ♠.  97 % likely to be better than passing." in page
    assert "Break-even: 34 %." in " ".join(page.split())
    assert "♠     ████████████░░░░░░░░  62 %" in page
    assert "Where the 62 successes in 100 games in ♠ ended:" in page
    assert "♥♠♠ 40" in page
    assert text.to_ascii(page).isascii()


def test_the_best_strain_comes_first_even_if_a_strain_hardly_tried_looks_better() -> None:
    shown = advice(Strain.SPADES, 0.97)
    lucky = Estimate(1.0, 0.0, 1)
    shown = replace(shown, estimates={**shown.estimates, Strain.HEARTS: lucky})
    rows = text.advice_text(shown, HAND, seat=Seat.REARHAND).splitlines()
    assert [row[0] for row in rows if "█" in row and row[0] in "♣♥♠♦N"][:2] == ["♠", "♥"]


def test_advice_to_pass_and_advice_without_games() -> None:
    chips = Agreement(Scoring.CHIPS)
    page = text.advice_text(advice(None, 0.999), HAND, seat=Seat.FOREHAND, agreement=chips)
    assert "Pass.  Almost certainly better than declaring ♠." in page
    assert "Own: the chips that you can expect." in " ".join(page.split())
    bare = text.advice_text(advice(Strain.SPADES, 0.5, games=0), HAND, seat=Seat.FOREHAND)
    assert "A guess, with too few games to tell: go for clumond in ♠." in bare
    assert "Too few games were played to say what passing is worth" in " ".join(bare.split())
    assert "Stopped early" in bare
    assert "Where" not in bare


def test_advice_says_how_many_strong_games_its_figures_are_worth() -> None:
    shown = advice(Strain.SPADES, 0.97)
    assert "guess" not in text.advice_text(shown, HAND, seat=Seat.FOREHAND)
    spades = replace(shown.estimates[Strain.SPADES], p=0.52, effective_games=124.6)
    shown = replace(shown, estimates={**shown.estimates, Strain.SPADES: spades})
    page = " ".join(text.advice_text(shown, HAND, seat=Seat.FOREHAND).split())
    assert "for ♠ it is as wide as 125 games by the strongest player would make it." in page


def test_advice_by_games_that_all_ended_alike_is_a_guess() -> None:
    shown = replace(advice(Strain.SPADES, 0.99), passing=ExpectedScore(0.0, -5.0, 0.0))
    page = " ".join(text.advice_text(shown, HAND, seat=Seat.FOREHAND).split())
    assert "A guess, with too few games to tell: go for clumond in ♠." in page
    assert "what passing is worth: −5.0 is a guess." in page
    assert "Almost certainly" not in page


def test_a_coin_flip_is_called_one() -> None:
    for call, confidence, told in (
        (Strain.SPADES, 0.51, "A toss-up: ♠ or pass.  Declaring ♠ is 51 % likely to be better."),
        (None, 0.6, "A toss-up: ♠ or pass.  Passing is 60 % likely to be better."),
        (None, 0.7, "Pass.  70 % likely to be better than declaring ♠."),
    ):
        assert told in text.advice_text(advice(call, confidence), HAND, seat=Seat.FOREHAND)


def test_advice_says_what_it_takes_for_granted() -> None:
    tens = ExposedTens.parse("F=CD M=H common=S")
    for seat, agreement, told in (
        (Seat.FOREHAND, Agreement(), "forehand, nobody has called yet; scored on paper; no tens."),
        (
            Seat.REARHAND,
            Agreement(Scoring.CHIPS, 12, tens=tens),
            "rearhand (the dealer), the two others have passed; played for chips, 12 in the pot;"
            " tens F=CD M=H R=- common=S.",
        ),
    ):
        page = text.advice_text(advice(None, 0.9), HAND, seat=seat, agreement=agreement)
        assert f"Assumed: {told}" in " ".join(page.split())


# Data.


@given(plays())
def test_data_reads_back(play: Play) -> None:
    shown = json.loads(json.dumps(data.play_data(play)))
    assert Play.parse(shown["play"]) == play
    assert [Card.parse(card) for card in shown["legal_plays"]] == list(play.legal_plays)
    hand = play.hands[0]
    assert Hand.parse(data.hand_data(hand)["hand"]) == hand


@given(deals(largest=6), st.data())
@settings(max_examples=20)
def test_data_of_an_outcome_is_the_outcome(deal: Deal, draws: st.DataObject) -> None:
    play = Play(deal, Seat.FOREHAND, Strain.HEARTS, tricks_taken=(16 - deal.size, 0, 0))
    random_play_out(play, draws.draw)  # type: ignore[arg-type]
    outcome = play.outcome()
    shown = json.loads(json.dumps(data.verification_data(verify(Record.of(play)))))
    for seat in Seat:
        assert shown["outcome"][str(seat)]["success"] is outcome[seat].success
        assert shown["outcome"][str(seat)]["off"] == outcome[seat].off()


def test_data_of_answers_is_json() -> None:
    shown = json.loads(json.dumps(data.advice_data(advice(None, 0.9))))
    assert shown["call"] == "pass"
    assert shown["strains"]["S"]["successes"][0] == {"retention": "HSS", "total": 4, "games": 40}
    assert json.loads(json.dumps(data.advice_data(advice(None, 0.5, games=0))))["passing"] == {
        "own": 0.9, "relative": 0.1, "relative_score_error": None
    }  # fmt: skip
    assert to_jsonable(RETENTIONS)["HSS"] == "forced"
    assert to_jsonable(PLAYS) == {"SA": True, "S8": False, "S3": None}
    assert data.record_data(sample_record(1))["finished"] is False
    assert data.record_error_data(RecordError("no", 2, 7))["line"] == 7


WIDE = ("田中", "Bo", "Zoe\u0301")


def _left_of(line: str, text_: str) -> int:
    """The columns that a terminal takes for what stands before a text in a line."""
    return columns_of(line[: line.index(text_)])


def test_names_in_tables_are_measured_as_wide_as_they_are() -> None:
    heading, rule, row = text.table_text(["name", *WIDE], [["1", "♣", "♥", "♠"]]).splitlines()
    assert heading == "name  田中  Bo  Zoe\u0301"
    assert len(rule) == columns_of(heading) == 19
    assert [_left_of(row, suit) for suit in "♣♥♠"] == [_left_of(heading, name) for name in WIDE]
    deal = Deal.random(5)
    for name in (WIDE[0], "田" * 12):
        wide, plain = (
            text.deal_text(deal, players=(first, "Bo", "Cy"))
            for first in (name, "d" * columns_of(name))
        )
        assert wide.splitlines()[1:] == plain.splitlines()[1:]
    card = ScoreCard.parse(f"deal: {' | '.join(WIDE)}\n1: 10 0 | 0 0 | 10 0\n")
    heading, row = str(card).splitlines()
    assert columns_of(heading) == columns_of(row)
    assert ScoreCard.parse(str(card)) == card
