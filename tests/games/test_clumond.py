"""Clumond: retentions and pars, plays, scores, tens and sessions."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given

from clumond_solver.base.cards import FULL_PACK, Card, Hand, Rank, Strain, Suit
from clumond_solver.base.errors import DealError, IllegalPlayError, RuleError, SessionError
from clumond_solver.games.clumond.deals import TENS, Deal, Seat, expose_tens
from clumond_solver.games.clumond.game import ClumondGame, ClumondState
from clumond_solver.games.clumond.play import (
    Outcome,
    ParReading,
    Play,
    Retention,
    SeatOutcome,
    possible_pars,
)
from clumond_solver.games.clumond.scoring import Scoring, Settlement, paper_scores, settle_chips
from clumond_solver.games.sessions import Session
from clumond_solver.rules.actions import Declare, Pass
from tests.all_games import random_chooser
from tests.samples import DEAL_TEXT
from tests.strategies import plays, seeds

HAND_1 = Deal.parse(DEAL_TEXT)
ENDING = Deal.parse("F:A.K.Q.J K.Q.J.A Q.J.A.K")


@pytest.mark.rule("CLU-06")
def test_there_are_twenty_retentions_with_codes_from_0_to_9() -> None:
    every = Retention.all()
    assert len(set(every)) == 20
    assert [retention.code for retention in every] == sorted(r.code for r in every)
    assert {retention.code for retention in every} == set(range(10))
    assert {str(r) for r in every if r.code == 5} == {"CHD", "CSS", "HHS"}


def test_retentions_survive_text_and_repr() -> None:
    assert Retention.of(Hand.parse("A.K.Q.")) == Retention.parse("HSD")
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


@pytest.mark.rule("CLU-07", "CLU-08", "TEN-04")
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


@pytest.mark.rule("CLU-07", "TEN-04")
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


@given(plays(fewest_tricks=1))
def test_tricks_name_their_seats_by_plain_numbers(play: Play) -> None:
    assert {type(seat) for trick in play.tricks for seat in (trick.leader, trick.winner)} <= {int}


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


def _hands(*cards: str) -> list[Hand]:
    return [Hand.of(*text.split()) for text in cards]


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: Play(ENDING, "F", "C"), "12 tricks are already played"),
    (lambda: Play(_hands("SA", "SK HK", ""), "F", "C"), "hands of unequal size"),
    (lambda: Play(_hands("SA", "SK"), "F", "C"), "2 hands"),
    (lambda: Play.parse(GOOD).outcome(), "unfinished: 12 of 13"),
    (lambda: settle_chips(_outcome(None, 5, 5, 3), -1), "-1"),
    (lambda: expose_tens([Hand.parse("A...")] * 3, []), "three hands of 16 cards and 4"),
    (lambda: ClumondGame(ante=-1), "an ante of -1 chips"),
    (lambda: ClumondGame(hands=0), "0 hands: a session has at least one"),
    (lambda: ClumondGame(hands=None), "the session would never end"),
    (lambda: Retention.of(Hand.parse("AK.K.Q.")), "4 cards"),
]


@pytest.mark.parametrize(("ask", "message"), REFUSED)
def test_what_cannot_be_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises((RuleError, DealError), match=message):
        ask()


GOOD: str = str(Play(ENDING, Seat.REARHAND, Strain.HEARTS, tricks_taken=(4, 4, 4)))


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


def _outcome(declarer: Seat | None, *taken: int, retention: str = "HCD") -> Outcome:
    """Everybody keeps the same suits, whose code is 5 unless said otherwise."""
    kept = Retention.parse(retention)
    first, second, third = (SeatOutcome(kept, count) for count in taken)
    return Outcome(declarer, (first, second, third))


@pytest.mark.rule("CLU-13")
@pytest.mark.parametrize(
    ("outcome", "scores"),
    [
        (_outcome(Seat.MIDDLEHAND, 4, 5, 4), (0, 10, 0)),
        (_outcome(Seat.MIDDLEHAND, 5, 4, 4), (5, 0, 5)),
        (_outcome(None, 5, 5, 3), (2, 2, -2)),
        (_outcome(None, 0, 0, 13), (-5, -5, -8)),
    ],
)
def test_paper_scores(outcome: Outcome, scores: tuple[int, int, int]) -> None:
    assert paper_scores(outcome) == scores


def test_paper_scores_in_the_other_reading() -> None:
    outcome = _outcome(None, 1, 1, 11, retention="CCC")
    assert paper_scores(outcome) == (-8, -8, -2)
    assert paper_scores(outcome, "reduced") == (-8, -8, -8)


@pytest.mark.rule("CLU-10", "CLU-11")
@pytest.mark.parametrize(
    ("outcome", "pot", "settlement"),
    [
        (_outcome(Seat.REARHAND, 4, 4, 5), 17, Settlement((0, 0, 17), 0)),
        (_outcome(Seat.REARHAND, 5, 4, 4), 16, Settlement((8, 8, 0), 0)),
        (_outcome(Seat.REARHAND, 5, 4, 4), 17, Settlement((8, 8, 0), 1)),
        (_outcome(None, 5, 5, 3), 6, Settlement((2, 2, -2), 4)),
        (_outcome(None, 5, 7, 1), 6, Settlement((4, -2, -4), 8)),
        (_outcome(None, 3, 4, 6), 6, Settlement((-2, -1, -1), 10)),
        (_outcome(None, 5, 5, 3), 0, Settlement((0, 0, -2), 2)),
    ],
)
def test_chips(outcome: Outcome, pot: int, settlement: Settlement) -> None:
    assert settle_chips(outcome, pot) == settlement
    assert sum(settlement.gains) + settlement.pot == pot


@pytest.mark.rule("TEN-01")
@given(seeds)
def test_exposing_tens_leaves_full_hands_without_tens(seed: int) -> None:
    cards = FULL_PACK.shuffled(seed)
    hands = [Hand.from_cards(cards[start : start + 16]) for start in (0, 16, 32)]
    deal, tens = expose_tens(hands, cards[48:])
    assert all(len(hand) == 16 and not hand & TENS for hand in deal)
    assert all((hand & TENS).issubset(own) for hand, own in zip(hands, tens.own, strict=True))
    drawn = [deal_hand - hand for deal_hand, hand in zip(deal, hands, strict=True)]
    assert all(card in cards[48:] for hand in drawn for card in hand)


@pytest.mark.rule("TEN-01", "TEN-02")
def test_tens_drawn_are_exposed_and_replaced() -> None:
    plain = [card for card in FULL_PACK.cards if card.rank is not Rank.TEN]
    ten_of = {name: Card.parse(name + "T") for name in "CDHS"}
    hands = [
        Hand.from_cards([ten_of["C"], *plain[:15]]),
        Hand.from_cards(plain[15:31]),
        Hand.from_cards([ten_of["H"], *plain[31:46]]),
    ]
    deal, tens = expose_tens(hands, [ten_of["D"], plain[46], plain[47], ten_of["S"]])
    assert str(tens) == "F=CD M=- R=H common=S"
    assert plain[46] in deal[Seat.FOREHAND]
    assert plain[47] in deal[Seat.REARHAND]


@pytest.mark.rule("CLU-09")
@pytest.mark.parametrize("four_tens", [False, True])
@pytest.mark.parametrize("scoring", list(Scoring))
def test_a_session_keeps_its_books(four_tens: bool, scoring: Scoring) -> None:
    game = ClumondGame(four_tens=four_tens, scoring=scoring, hands=25)
    session = Session(game, seed=9, first_dealer=0)
    session.play_out(random_chooser(1))
    standing = session.standing
    assert standing.deals == 25
    assert [row.dealer for row in standing.rows[:4]] == [0, 1, 2, 0]
    gained = [sum(row.gains[player] for row in standing.rows) for player in range(3)]
    start = game.opening().totals
    assert standing.totals == tuple(s + g for s, g in zip(start, gained, strict=True))
    if scoring is Scoring.CHIPS:
        assert sum(standing.totals) + standing.pot == 150
    with pytest.raises(RuleError, match="finished"):
        session.push(Pass())


@pytest.mark.rule("CLU-12")
def test_the_other_ends_of_a_session() -> None:
    by_target = Session(ClumondGame(scoring=Scoring.PAPER, hands=None, target=10), seed=1)
    by_target.play_out(random_chooser(3))
    assert max(by_target.standing.totals) >= 10
    broke = Session(
        ClumondGame(scoring=Scoring.CHIPS, hands=None, until_broke=True, stakes=6), seed=1
    )
    broke.play_out(random_chooser(3))
    assert min(broke.standing.totals) <= 0


@pytest.mark.rule("CLU-14")
def test_the_first_dealer_is_drawn_from_the_seed() -> None:
    first = [Session(ClumondGame(hands=4), seed).standing.first_dealer for seed in range(300)]
    assert all(80 < first.count(player) < 120 for player in range(3))
    session = Session(ClumondGame(hands=4), 1)
    session.play_out(lambda state: next(iter(state.legal_actions)))
    dealers = [row.dealer for row in session.standing.rows]
    assert dealers == [(dealers[0] + hand) % 3 for hand in range(4)]
    assert Session(ClumondGame(), 1, first_dealer=2).standing.dealer == 2
    with pytest.raises(RuleError, match="no player 3"):
        Session(ClumondGame(), 1, first_dealer=3)


def test_saved_sessions_name_their_first_dealer_and_old_ones_keep_theirs() -> None:
    seed = next(s for s in range(9) if Session(ClumondGame(), s).standing.first_dealer)
    text = str(Session(ClumondGame(), seed))
    dealer = Session(ClumondGame(), seed).standing.first_dealer
    assert f"\ndealer {dealer}\n" in text
    assert Session.parse(text).standing.first_dealer == dealer
    old = text.replace(f"dealer {dealer}\n", "")
    assert Session.parse(old).standing.first_dealer == 0
    assert "\ndealer 0\n" in str(Session.parse(old))
    with pytest.raises(SessionError, match="line 3: no player 7"):
        Session.parse(text.replace(f"dealer {dealer}", "dealer 7"))


def test_the_likeliest_totals_in_reach_come_first() -> None:
    deal = Deal.parse("F:AKQ9876.A5.K43.Q753 J43.K983.AQ92.KJ942 52.QJ7642.J8765.A86")

    def first_totals(viewer: Seat, *calls: Pass | Declare) -> list[int]:
        state = ClumondState(ClumondGame(), deal)
        for call in calls:
            state.push(call)
        return [int(fact.label.split()[0]) for fact in state.aids(viewer)][:4]

    spades = Declare(Strain.SPADES)
    assert first_totals(Seat.FOREHAND, spades) == [7, 8, 6, 9]
    # Declarer's total is guessed from the defender's own cards: the more these win, the lower.
    assert first_totals(Seat.MIDDLEHAND, spades)[0] < first_totals(Seat.REARHAND, spades)[0]
    strong, _, weak = (first_totals(seat, Pass(), Pass(), Pass()) for seat in Seat)
    assert weak[0] <= 3
    assert strong[0] >= 6


def test_totals_in_reach_say_how_many_tricks_are_missing() -> None:
    state = ClumondGame().deal(3, ClumondGame().opening())
    for _ in Seat:
        state.push("pass")
    while sum(state.play.tricks_taken) < 1:  # type: ignore[union-attr]
        state.push(state.legal_actions[0])
    for seat in Seat:
        taken = state.play.tricks_taken[seat]  # type: ignore[union-attr]
        names = [fact.label for fact in state.aids(int(seat))]
        assert f"3 tricks ({3 - taken} more)" in names
