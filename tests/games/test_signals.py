from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import Card, Hand, Strain, Suit
from clumond_solver.base.errors import RuleError
from clumond_solver.display.text import signals_text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play
from clumond_solver.games.clumond.signals import (
    Lengths,
    Move,
    SignalKind,
    infer_lengths,
    returns_at_once,
    signal_card,
    signals,
    suit_to_open,
)
from clumond_solver.records import Record, parse_records
from clumond_solver.rules.actions import PlayCard
from tests.strategies import seats, seeds, strains


@pytest.mark.rule("SIG-01")
@pytest.mark.parametrize(
    ("hand", "trump", "card"),
    [
        ("KQ8.AK6543.2.AK9732", Suit.CLUBS, "HA"),
        ("KQ8.AK654.2.AK97432", Suit.CLUBS, "H4"),
        ("K9864.Q9864.32.AK97", Suit.CLUBS, "S4"),
        ("K9864.Q9864.32.AK97", None, "S4"),
        ("K986.Q986.K932.AK97", None, "DK"),
    ],
)
def test_the_opening_lead(hand: str, trump: Suit | None, card: str) -> None:
    held = Hand.parse(hand)
    assert signal_card(held, suit_to_open(held, trump)) == Card.parse(card)


@pytest.mark.rule("SIG-03")
@pytest.mark.parametrize(
    ("hand", "trump", "card"),
    [("K986.Q986.K9.AK9743", Suit.CLUBS, "CA"), ("K986.Q986.K932.AK974", Suit.CLUBS, "C4"),
     ("K986.Q986.K932.", Suit.CLUBS, "DK")],
)  # fmt: skip
def test_without_a_long_suit_trumps_are_attacked(hand: str, trump: Suit, card: str) -> None:
    held = Hand.parse(hand)
    assert signal_card(held, suit_to_open(held, trump)) == Card.parse(card)


@pytest.mark.rule("SIG-01")
@pytest.mark.rule("SIG-02")
@pytest.mark.rule("SIG-03")
@pytest.mark.rule("SIG-04")
@settings(max_examples=25)
@given(seeds, seats, strains)
def test_what_is_read_is_true_of_defenders_who_keep_to_it(
    seed: int, declarer: Seat, strain: Strain
) -> None:
    """Lengths read by everybody hold those dealt, while nobody has to break the conventions."""
    deal, rng = Deal.random(seed), random.Random(seed)
    play = Play(deal, declarer, strain)
    moves: list[Move] = []
    while play.turn is not None:
        seat = play.turn
        cards = list(play.legal_plays)
        if seat is not declarer:
            cards = [card for card in cards if tells_truth(moves, seat, card, play, deal)] or cards
        card = rng.choice(cards)
        honest = seat is declarer or tells_truth(moves, seat, card, play, deal)
        moves.append((seat, card))
        play.push(card)
        if not honest:
            return
        for viewer in Seat if len(moves) % len(Seat) == 1 else ():
            for suit, lengths in infer_lengths(
                moves, declarer, strain, viewer, deal[viewer]
            ).items():
                assert all(deal[each].length(suit) in lengths[each] for each in Seat)


def tells_truth(moves: list[Move], seat: Seat, card: Card, play: Play, deal: Deal) -> bool:
    assert play.declarer is not None
    told = signals([*moves, (seat, card)], play.declarer, play.strain)
    new = [signal for signal in told if signal.number == len(moves)]
    return all(signal.is_true_of(deal[seat], play.strain) for signal in new)


def _moves(text: str) -> list[Move]:
    """Cards in the order played, each trick with its leader: "M:H4 …"."""
    moves: list[Move] = []
    for trick in text.split(" / "):
        first, _, rest = trick.partition(":")
        for place, card in enumerate(rest.split()):
            seat = Seat((Seat.parse(first) + place) % len(Seat))
            moves.append((seat, Card.parse(card)))
    return moves


@pytest.mark.rule("SIG-04")
@pytest.mark.parametrize(
    ("text", "kind", "lengths"),
    [
        # The source's first example: an ace of six or eight hearts, which holds.
        ("F:HA H2 H4 / F:H9", SignalKind.RETURNS, (8, 10)),
        ("F:HA H2 H4 / F:D3", SignalKind.LEAVES, (6,)),
        # Its second: a two of five or seven clubs, taken by the king of two, four or six (which the
        # source calls probable: it may be his only club).
        ("F:C2 CK C4 / M:C3", SignalKind.RETURNS, (2, 6)),
        ("F:C2 CK C4 / M:D3", SignalKind.LEAVES, (1, 4)),
        # Declarer leads in between; the first opportunity is still to come.
        ("F:C2 CK CA / R:D5 D2 D3 / M:C3", SignalKind.RETURNS, (2, 6)),
    ],
)
def test_a_second_round_tells_the_length(text: str, kind: SignalKind, lengths: Lengths) -> None:
    told = [signal for signal in signals(_moves(text), "R", "S") if signal.kind is kind]
    assert lengths in [signal.lengths for signal in told]


@pytest.mark.parametrize(
    "text",
    [
        "F:C2 CK CA / R:C5 C6 C7 / M:C3",  # Declarer has played the second round.
        "F:C2 CK C4 / M:D3 D4 D5 / R:H2 H3 H4 / M:C3",  # The opportunity was let go by.
    ],
)
def test_later_rounds_tell_nothing(text: str) -> None:
    assert SignalKind.RETURNS not in [signal.kind for signal in signals(_moves(text), "R", "S")]


@pytest.mark.rule("SIG-03")
def test_trumps_opened_tell_of_the_other_suits() -> None:
    mine = Hand.parse("AK873.AK97.KJ4.QJ93")
    read = infer_lengths(_moves("F:C2"), "R", "C", "R", mine)
    assert read[Suit.CLUBS] == ((5, 7), (1, 3), (4,))
    assert all(max(read[suit][Seat.FOREHAND]) <= 4 for suit in Suit if suit is not Suit.CLUBS)


def test_who_does_not_keep_to_it_is_not_read() -> None:
    """The ace of clubs tells of six or more, where seven lie with the reader."""
    mine = Hand.parse("AK8.AK9.KJ4.KQJ9743")
    assert infer_lengths(_moves("F:CA"), "R", "S", "R", mine)[Suit.CLUBS] == ((), (), (7,))


@pytest.mark.rule("SIG-04")
def test_the_sources_two_examples_of_an_immediate_return() -> None:
    """An ace shows 6 or 8: a second round says 8. After 5 or 7 a king shows 2, 4 or 6: playing
    the suit again says 2 or 6, not playing it says 4."""
    assert [own for own in (6, 8) if returns_at_once(own, range(13 - own))] == [8]
    assert [own for own in (2, 4, 6) if returns_at_once(own, (5, 7))] == [2, 6]


def test_the_authors_own_defenders_signal() -> None:
    """In his sample hands eighteen of the twenty things told are so: the source means it."""
    first, _, second = parse_records(Path("seeds/sample-hands.clumond").read_text("utf-8"))
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    told = [signals_text(each).splitlines()[3:] for each in (first, second)]
    assert [len(lines) for lines in told] == [8, 12]
    lies = [line.split()[2] for lines in told for line in lines if "not by the signals" in line]
    assert lies == ["♣7", "♥5"]
    assert "♦2    second round at once  ♦ 2  " in told[0][-1]
    assert "no defence" in signals_text(replace(first, declarer=None, strain=Strain.NO_TRUMPS))
    assert "No defender" in signals_text(Record.of(Play(first.deal, Seat.FOREHAND, Strain.CLUBS)))
    middle = Play.parse("F:42.3.A. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=2,8,2")
    assert "first card" in signals_text(Record.of(middle))


def test_a_table_reads_them_suit_by_suit() -> None:
    state = ClumondGame().deal(3, ClumondGame().opening())
    assert state.signal_readings(0) is None
    state.push("declare C")
    assert state.signal_readings(0) == ()
    opener = state.deal[Seat.MIDDLEHAND]
    card = signal_card(opener, suit_to_open(opener, Suit.CLUBS))
    state.push(PlayCard(card))
    read = {fact.name: fact.by_seat for fact in state.signal_readings(0) or ()}
    own, middlehand, rearhand = read[card.suit.symbol]
    assert own == ""
    assert str(opener.length(card.suit)) in middlehand
    assert rearhand not in {"", "does not fit"}
    undeclared = ClumondGame().deal(3, ClumondGame().opening())
    for _ in Seat:
        undeclared.push("pass")
    assert undeclared.signal_readings(0) is None


def test_no_card_no_signal() -> None:
    with pytest.raises(RuleError, match="no card of C"):
        signal_card(Hand.parse("A..."), Suit.CLUBS)
    with pytest.raises(RuleError, match="opens no suit"):
        suit_to_open(Hand(), None)
