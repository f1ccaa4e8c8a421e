"""Text for people and data for programs: what is shown is what is there, and it fits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clumond_solver import Limit, Solver, solve_retentions
from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import RecordError
from clumond_solver.base.json_data import json_text, to_jsonable
from clumond_solver.base.wording import columns_of
from clumond_solver.coach.hints_and_reviews import Review, ReviewedPlay
from clumond_solver.coach.review_text import review_text
from clumond_solver.display.json_data import data_of
from clumond_solver.display.text.advice import advice_text
from clumond_solver.display.text.double_dummy import retention_words
from clumond_solver.display.text.hands import (
    deal_text,
    hand_text,
    play_text,
    tricks_text,
    unseen_hand_text,
)
from clumond_solver.display.text.layout import table_text, to_ascii
from clumond_solver.display.text.records import record_text, verification_text
from clumond_solver.double_dummy.table_of_a_deal import StrainRow, table_of
from clumond_solver.games.clag.game import CallersGame, ClagGame
from clumond_solver.games.clag.schemes import DealRules, LookTime, Scheme
from clumond_solver.games.clag.score_card import ScoreCard
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention
from clumond_solver.games.clumond.scoring import Agreement, Scoring
from clumond_solver.questions.ask_kinds import TEXTS, Ask
from clumond_solver.records import Record, verify
from clumond_solver.results import (
    Advice,
    Bounds,
    Estimate,
    ExpectedScore,
    Reach,
    RetentionTable,
    Solution,
    TrickRange,
)
from clumond_solver.rules.actions import Action, PlayCard
from tests.samples import DEAL_TEXT, END, HAND, ROOT, sample_record
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
    page = hand_text(hand, width=width)
    assert cards_shown(page) == pretty(hand)
    assert fits(page, width)
    assert to_ascii(page).isascii()


def test_of_cards_that_are_not_seen_it_is_said_whether_there_are_any() -> None:
    """The dealer of the Caller's game first chooses a number of cards; in Roll 'Em nobody looks."""
    roll_em = Scheme("roll 'em", (DealRules("", look_time=LookTime.NEVER, face_down=True),))
    callers, unseen = CallersGame(3), ClagGame(3, roll_em)
    state = callers.deal(4, callers.opening())
    assert unseen_hand_text(state, 0) == "no card is dealt yet"
    state.push(state.legal_actions[0])
    assert state.observation(0).hand
    rolled, said = unseen.deal(4, unseen.opening()), list[str]()
    while not rolled.is_over:
        assert rolled.observation(0).hand is None
        said.append(unseen_hand_text(rolled, 0))
        rolled.push(rolled.legal_actions[0])
    assert said[0] == "may not look at his cards"
    assert unseen_hand_text(rolled, 0) == "no card is left"


@given(deals(), WIDTHS)
def test_a_deal_shows_each_card_and_fits(deal: Deal, width: int) -> None:
    page = deal_text(deal, players=("Ann", "Bob", "Cy"), width=width)
    assert cards_shown(page) == pretty(deal[Seat.FOREHAND] | deal[Seat(1)] | deal[Seat(2)])
    assert fits(page, width)
    assert all(name in page for name in ("(Ann)", "(Bob)", "(Cy), dealer"))


@given(plays(), WIDTHS)
def test_a_play_shows_who_is_to_play_and_fits(play: Play, width: int) -> None:
    page = play_text(play, width=width)
    assert fits(page, width)
    assert to_ascii(page).isascii()
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


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("width", [50, 80])
def test_a_record_is_a_page_that_fits(number: int, width: int) -> None:
    record = sample_record(number)
    page = record_text(record, width=width)
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


def with_strain(shown: Advice, strain: Strain, estimate: Estimate) -> Advice:
    return replace(shown, estimates={**shown.estimates, strain: estimate})


def advised(shown: Advice, seat: Seat = Seat.FOREHAND, **options: Any) -> str:
    return advice_text(shown, HAND, seat=seat, **options)


def after(start: str, *cards: str) -> Play:
    return Play.parse(start).after(map(Card.parse, cards))


LAST_TRICK = "F:AK.2.2. QJ.3.3. 98.4.4. declarer=F strain=S leader=F tricks=1,5,6"
TURNED = ("S3", (0, 0), (1, 1), 0.0), ("SK", (1, 1), (1, 1), 0.0), ("D8", (1, 1), (0, 1), 0.0)
# What a defender loses, declarer gains.
COSTLY = ("S3", (0, 0), (1, 1), 0.11), ("SK", (1, 1), (1, 1), 0.25)
DECLARE, PASS = advice(Strain.SPADES, 0.97), advice(None, 0.999)
# Whole pages, as `golden/pages.txt` has them; `python -m tests.golden.write` writes them again.
PAGES: dict[str, Callable[[], str]] = {
    "a deal": lambda: deal_text(Deal.parse(DEAL_TEXT)),
    "a deal in a narrow window": lambda: deal_text(Deal.parse(DEAL_TEXT), width=25),
    "a trick on the table": lambda: play_text(after(END, "SA", "SK")),
    "a finished hand": lambda: verification_text(
        verify(Record.of(after(LAST_TRICK, "SA", "SJ", "S9")))
    ),
    "a fault, and how far the play was legal": lambda: verification_text(
        verify(sample_record(0)), width=60
    ),
    "a solution": lambda: told(solution(True, exact=True)),
    "a solution that a limit stopped": lambda: told(solution(None, exact=False)),
    "a solution for another seat": lambda: told(solution(False, exact=True), Seat.REARHAND),
    "a review of open hands": lambda: review_text(reviewed(*TURNED), Play.parse(END)),
    "a review in which nothing turned": lambda: review_text(
        reviewed(("SA", (0, 0), (0, 0), 0.0)), Play.parse(END)
    ),
    "a review with chances": lambda: review_text(reviewed(*COSTLY), Play.parse(END)),
    "advice to declare": lambda: advised(DECLARE, Seat.REARHAND),
    "the best strain before one hardly tried": lambda: advised(
        with_strain(DECLARE, Strain.HEARTS, Estimate(1.0, 0.0, 1))
    ),
    "advice to pass for chips": lambda: advised(PASS, agreement=Agreement(Scoring.CHIPS)),
    "advice without games": lambda: advised(advice(Strain.SPADES, 0.5, games=0)),
    "a range as wide as games make it": lambda: advised(
        with_strain(
            DECLARE,
            Strain.SPADES,
            replace(DECLARE.estimates[Strain.SPADES], p=0.52, effective_games=124.6),
        )
    ),
    "a guess, for all games ended alike": lambda: advised(
        replace(advice(Strain.SPADES, 0.99), passing=ExpectedScore(0.0, -5.0, 0.0))
    ),
    "a toss-up to declare": lambda: advised(advice(Strain.SPADES, 0.51)),
    "a toss-up to pass": lambda: advised(advice(None, 0.6)),
    "no toss-up": lambda: advised(advice(None, 0.7)),
    "the dealer's tens and chips": lambda: advised(
        advice(None, 0.9),
        Seat.REARHAND,
        agreement=Agreement(Scoring.CHIPS, 12, tens=ExposedTens.parse("F=CD M=H common=S")),
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_the_golden_one_fits_and_has_letters_for_symbols(name: str) -> None:
    page = PAGES[name]()
    golden = (ROOT / "tests" / "golden" / "pages.txt").read_text("utf-8")
    assert f"\n== {name}\n{page}\n" in golden
    assert fits(page, 80)
    assert to_ascii(page).isascii()


# Data.


@given(plays())
def test_data_reads_back(play: Play) -> None:
    shown = json.loads(json_text(data_of(play)))
    assert Play.parse(shown["play"]) == play
    assert [Card.parse(card) for card in shown["legal_plays"]] == list(play.legal_plays)
    hand = play.hands[0]
    assert data_of(hand)["hand"] == hand


@given(deals(largest=6), st.data())
@settings(max_examples=20)
def test_data_of_an_outcome_is_the_outcome(deal: Deal, draws: st.DataObject) -> None:
    play = Play(deal, Seat.FOREHAND, Strain.HEARTS, tricks_taken=(16 - deal.size, 0, 0))
    random_play_out(play, draws.draw)  # type: ignore[arg-type]
    outcome = play.outcome()
    shown = json.loads(json_text(data_of(verify(Record.of(play)))))
    for seat in Seat:
        assert shown["outcome"][str(seat)]["success"] is outcome[seat].success
        assert shown["outcome"][str(seat)]["off"] == outcome[seat].off()


def test_data_of_answers_is_json() -> None:
    shown = json.loads(json_text(data_of(advice(None, 0.9))))
    assert shown["call"] == "pass"
    assert shown["strains"]["S"]["successes"][0] == {"retention": "HSS", "total": 4, "games": 40}
    assert json.loads(json_text(data_of(advice(None, 0.5, games=0))))["passing"] == {
        "own": 0.9, "relative": 0.1, "relative_score_error": None
    }  # fmt: skip
    assert to_jsonable(RETENTIONS)["HSS"] == "forced"
    assert to_jsonable(PLAYS) == {"SA": True, "S8": False, "S3": None}
    assert data_of(sample_record(1))["finished"] is False
    assert data_of(RecordError("no", 2, 7))["line"] == 7


WIDE = ("田中", "Bo", "Zoe\u0301")


def _left_of(line: str, text_: str) -> int:
    """The columns that a terminal takes for what stands before a text in a line."""
    return columns_of(line[: line.index(text_)])


def test_names_in_tables_are_measured_as_wide_as_they_are() -> None:
    heading, rule, row = table_text(["name", *WIDE], [["1", "♣", "♥", "♠"]]).splitlines()
    assert heading == "name  田中  Bo  Zoe\u0301"
    assert len(rule) == columns_of(heading) == 19
    assert [_left_of(row, suit) for suit in "♣♥♠"] == [_left_of(heading, name) for name in WIDE]
    deal = Deal.random(5)
    for name in (WIDE[0], "田" * 12):
        wide, plain = (
            deal_text(deal, players=(first, "Bo", "Cy")) for first in (name, "d" * columns_of(name))
        )
        assert wide.splitlines()[1:] == plain.splitlines()[1:]
    card = ScoreCard.parse(f"deal: {' | '.join(WIDE)}\n1: 10 0 | 0 0 | 10 0\n")
    heading, row = str(card).splitlines()
    assert columns_of(heading) == columns_of(row)
    assert ScoreCard.parse(str(card)) == card


# What the words over a table of retentions say, and that they are true of the table.


CHOOSES = "F:97.AJ8632.6.AKQJ976 J4.K54.AKQJ8754.542 AKQ86532.Q97.932.83"


def table(
    misses: Mapping[Any, tuple[int, int]],
    reaches: Mapping[tuple[str, str], Reach | None] | None = None,
) -> RetentionTable:
    """A table where all is possible with help and nothing known of the misses, but for what is
    given.
    """
    everywhere = dict.fromkeys(Retention.all(), Reach.POSSIBLE)
    rows = {at: dict[Retention, Reach | None](everywhere) for at in Strain}
    for (strain, kept), reach in (reaches or {}).items():
        rows[Strain.parse(strain)][Retention.parse(kept)] = reach
    bounds = dict.fromkeys(Strain, (1, TRICKS)) | {Strain(at): m for at, m in misses.items()}
    return table_of(Seat.REARHAND, {at: StrainRow(rows[at], bounds[at]) for at in Strain}, 0)


NONE = "Against best defence rearhand can force none of the twenty retentions"
ANYWHERE = "in any trump or at no trumps"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (table({}), f"{NONE} {ANYWHERE}."),
        (table({"H": (1, 1)}), f"{NONE} {ANYWHERE}; hearts misses by one trick."),
        (
            table(dict.fromkeys(Strain, (2, 5)) | {"C": (2, 2), "S": (2, 2)}),
            f"{NONE} {ANYWHERE}; clubs and spades miss by two tricks.",
        ),
        (
            table(dict.fromkeys(Strain, (3, 5))),
            f"{NONE} {ANYWHERE}; he is three tricks off or more in each.",
        ),
        (
            table({"C": (0, 0), "NT": (0, 0)}),
            f"{NONE} {ANYWHERE}. Yet he can force success in clubs and at no trumps, though he"
            " cannot name the three suits beforehand: he chooses as he goes.",
        ),
        (
            table({"S": (0, 0)}, {("S", "SSS"): Reach.FORCED, ("S", "CHS"): Reach.FORCED}),
            "Against best defence rearhand can force ♠♠♠ or ♣♥♠ in spades; none of the twenty"
            " retentions in clubs, hearts or diamonds or at no trumps.",
        ),
        (
            table({}, {("C", "CCC"): None, ("NT", "DDD"): None, ("NT", "CHS"): Reach.UNFORCED}),
            f"{NONE} in hearts, spades or diamonds. Undecided: 1 of the twenty in clubs and at no"
            " trumps.",
        ),
    ],
)
def test_the_words_say_what_the_table_shows(found: RetentionTable, words: str) -> None:
    assert retention_words(found) == words


def test_success_without_a_retention_or_a_number_that_is_certain() -> None:
    deal = Deal.parse(CHOOSES)
    found = solve_retentions(deal, "F", memory=16 << 20)
    assert found.miss[Strain.CLUBS] == (0, 0)
    assert found.forced("C") == ()
    assert "Yet he can force success in clubs" in retention_words(found)
    solver, play = Solver(16 << 20), Play(deal, "F", "C")
    assert solver.verdict(play) is True
    assert not any(solver.can_force(play, tricks=count) for count in range(TRICKS + 1))


def test_the_misses_are_bounds_of_the_solvers_own() -> None:
    deal = Deal.random(1)
    found = solve_retentions(deal, "F", limit=Limit(nodes=400_000))
    for strain in (Strain.CLUBS, Strain.DIAMONDS):
        low, high = found.miss[strain]
        exact = Solver().miss(Play(deal, "F", strain))
        assert low <= exact[0] <= exact[1] <= high
