from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings

from clumond_solver.base.cards import CLUMOND_PACK, Card, Hand, Strain, Suit
from clumond_solver.base.errors import DealError, RuleError
from clumond_solver.display.text.records import signals_text
from clumond_solver.games.clumond.deals import Deal, Seat
from clumond_solver.games.clumond.game import ClumondGame
from clumond_solver.games.clumond.play import Play, voids_shown
from clumond_solver.games.clumond.signals import (
    Lengths,
    Signal,
    SignalKind,
    infer_lengths,
    returns_at_once,
    signal_card,
    signals,
    suit_to_open,
)
from clumond_solver.records import Record, legal_play_of, parse_records
from clumond_solver.rules.actions import PlayCard
from clumond_solver.web.table_view import deal_shown
from tests.strategies import seats, seeds, strains

Move = tuple[Seat, Card]


@pytest.mark.rule("SIG-01", "SIG-03")
@pytest.mark.parametrize(
    ("hand", "trump", "card"),
    [
        ("KQ8.AK6543.2.AK9732", Suit.CLUBS, "HA"),
        ("KQ8.AK654.2.AK97432", Suit.CLUBS, "H4"),
        ("K9864.Q9864.32.AK97", Suit.CLUBS, "S4"),
        ("K9864.Q9864.32.AK97", None, "S4"),
        ("K986.Q986.K932.AK97", None, "DK"),
        # Without a long suit trumps are attacked.
        ("K986.Q986.K9.AK9743", Suit.CLUBS, "CA"),
        ("K986.Q986.K932.AK974", Suit.CLUBS, "C4"),
        ("K986.Q986.K932.", Suit.CLUBS, "DK"),
    ],
)
def test_the_opening_lead(hand: str, trump: Suit | None, card: str) -> None:
    held = Hand.parse(hand)
    assert signal_card(held, suit_to_open(held, trump)) == Card.parse(card)


def by_the_conventions(seed: int, declarer: Seat, strain: Strain) -> tuple[Deal, list[Move]]:
    """A random deal and its play, until a defender would have to break the conventions."""
    deal, rng = Deal.random(seed), random.Random(seed)
    play = Play(deal, declarer, strain)
    moves: list[Move] = []
    while (seat := play.turn) is not None:
        cards = list(play.legal_plays)
        if seat is not declarer:
            cards = [card for card in cards if tells_truth(moves, seat, card, play, deal)]
        if not cards:
            break
        card = rng.choice(cards)
        moves.append((seat, card))
        play.push(card)
    return deal, moves


@pytest.mark.rule("SIG-01", "SIG-02", "SIG-03", "SIG-04")
@settings(max_examples=25)
@given(seeds, seats, strains)
def test_what_is_read_is_true_of_defenders_who_keep_to_it(
    seed: int, declarer: Seat, strain: Strain
) -> None:
    """Lengths read by everybody hold those dealt, while nobody has to break the conventions."""
    deal, moves = by_the_conventions(seed, declarer, strain)
    for signal in signals(moves, declarer, strain):
        assert deal[signal.seat].length(signal.suit) in signal.lengths
    for count in range(1, len(moves) + 1, 9):
        for viewer in Seat:
            read = infer_lengths(moves[:count], declarer, strain, viewer, deal[viewer])
            for suit, lengths in read.items():
                assert all(deal[each].length(suit) in lengths[each] for each in Seat)


def divisions(
    suit: Suit, hand: Hand, moves: list[Move], told: list[Signal], left: Seat
) -> Iterator[tuple[Hand, Hand]]:
    """Both others' cards of a suit, in all ways that agree with the cards and their ranks."""
    right = left.left
    played = {seat: Hand.from_cards(c for s, c in moves if s is seat) for seat in (left, right)}
    voids = voids_shown(moves)
    by_rank = {SignalKind.OPENS, SignalKind.FIRST}
    ranks = [signal for signal in told if signal.suit is suit and signal.kind in by_rank]
    out = tuple(CLUMOND_PACK.cards.in_suit(suit) - hand - played[left] - played[right])
    for some in chain.from_iterable(combinations(out, count) for count in range(len(out) + 1)):
        added = {left: Hand.from_cards(some), right: Hand.from_cards(out) - Hand.from_cards(some)}
        if any(added[seat] and suit in voids[seat] for seat in added):
            continue
        held = {seat: played[seat].in_suit(suit) | added[seat] for seat in added}
        if all(signal_card(held[rank.seat], suit) == rank.card for rank in ranks):
            yield held[left], held[right]


@pytest.mark.slow
@pytest.mark.rule("SIG-01")
@pytest.mark.parametrize("seed", range(60))
def test_all_lengths_read_have_hands_that_give_them_and_no_other_lengths_do(seed: int) -> None:
    """By all ways to deal each suit's cards out to the two others: no bound, no shortcut."""
    declarer, strain = Seat(seed % 3), Strain(seed % 5)
    deal, moves = by_the_conventions(seed, declarer, strain)
    moves = moves[: 1 + seed % 17]
    reader = Seat(seed // 3 % 3)
    hand, left = deal[reader], reader.left
    told = [signal for signal in signals(moves, declarer, strain) if signal.seat is not reader]
    lengths: dict[Suit, set[tuple[int, int]]] = {suit: set() for suit in Suit}
    ways = [
        {one.length(suit): (one, other)
         for one, other in divisions(suit, hand, moves, told, left)}
        for suit in Suit
    ]  # fmt: skip
    for parts in product(*(way.values() for way in ways)):
        one, other = (Hand(sum(part[at].mask for part in parts)) for at in (0, 1))
        others = {left: one, left.left: other}
        if len(one) == len(other) == 16 and all(
            signal.is_true_of(others[signal.seat], strain) for signal in told
        ):
            for suit in Suit:
                lengths[suit].add((one.length(suit), other.length(suit)))
    read = infer_lengths(moves, declarer, strain, reader, hand)
    assert set(read) == {signal.suit for signal in told}
    for suit, by_seat in read.items():
        assert by_seat[left] == tuple(sorted({one for one, _ in lengths[suit]}))
        assert by_seat[left.left] == tuple(sorted({other for _, other in lengths[suit]}))


# What the author concludes from the cards of his two hands: the cards played, the reader, the
# player read, the suit, his lengths, ours. A single card may be high, and his readers trust a
# switch to be from five cards.
AUTHORS_CONCLUSIONS = [
    (0, 1, "RMS", (6, 8), (6, 8)),
    (0, 2, "MRS", (2, 4), (1, 2, 4, 6)),
    (0, 4, "RMS", (6,), (6,)),
    (0, 4, "RMD", (5,), (1, 3, 5)),
    (0, 5, "MRD", (2,), (1, 2, 3, 5)),
    (0, 9, "MRC", (2, 4, 6), (1, 2, 4, 6, 8)),
    (0, 10, "MRD", (2,), (2,)),
    (2, 1, "MFC", (6, 8), (6, 8)),
    (2, 4, "MFC", (6,), (6,)),
    (2, 4, "MFS", (2, 3), (1, 2, 3, 5, 7)),
    (2, 7, "MFH", (4,), (1, 2, 3, 4)),
    (2, 10, "MFH", (4,), (4,)),
    (2, 10, "MFD", (3,), (1, 3, 5)),
]


@pytest.mark.rule("SIG-01")
@pytest.mark.parametrize(("record", "count", "who", "his", "ours"), AUTHORS_CONCLUSIONS)
def test_the_author_reads_his_hands_alike(
    record: int, count: int, who: str, his: Lengths, ours: Lengths
) -> None:
    hand = parse_records(Path("seeds/sample-hands.clumond").read_text("utf-8"))[record]
    assert isinstance(hand, Record)
    reader, seat, suit = Seat.parse(who[0]), Seat.parse(who[1]), Suit.parse(who[2])
    moves = [(Seat(played.seat), played.card) for played in legal_play_of(hand).history][:count]
    assert hand.declarer is not None
    assert hand.strain is not None
    lengths = infer_lengths(moves, hand.declarer, hand.strain, reader, hand.deal[reader])[suit][
        seat
    ]
    assert lengths == ours
    assert set(his) & set(lengths)
    assert hand.deal[seat].length(suit) in lengths


@pytest.mark.rule("SIG-01")
@pytest.mark.parametrize(
    ("moves", "strain", "suit", "longest"),
    [
        # Six spades, for they are not returned: so many hearts at most, and fewer diamonds.
        ("F:SA S4 SJ / F:D2", "C", "D", 5),
        ("F:SA S4 SJ / F:D3", "C", "D", 5),
        ("F:SA S4 SJ / F:HA", "C", "H", 6),
        ("F:SA S4 SJ / F:D3", "D", "D", 9),
        ("F:C2 C3 C4 / F:HA", "C", "H", 4),
        ("F:C2 C3 C4 / F:D2", "C", "D", 3),
    ],
)
def test_no_side_suit_is_longer_than_the_one_opened(
    moves: str, strain: str, suit: str, longest: int
) -> None:
    shown = [s.lengths for s in signals(_moves(moves), "R", strain) if s.suit is Suit.parse(suit)]
    assert max(shown[-1]) == longest


def test_a_signal_that_cannot_be_says_nothing_of_other_suits() -> None:
    """No seven cards of hearts agree with the reader's; he reads clubs and spades all the same."""
    moves = _moves("F:H3 H5 H4 / F:C2 C3 C4 / F:S2 S3 S4")
    mine = Hand.parse("AK84.KQJ9874.AKQ.64")
    read = infer_lengths(moves, "R", "D", "R", mine)
    assert read[Suit.HEARTS][Seat.FOREHAND] == ()
    assert read[Suit.CLUBS][Seat.FOREHAND]
    assert read[Suit.SPADES][Seat.FOREHAND]
    with pytest.raises(DealError, match="3 cards: 16 are dealt"):
        infer_lengths(moves, "R", "D", "R", Hand.parse("AK8..."))


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
        ("F:C2 CK CA / R:C5 C6 C7 / M:C3", SignalKind.RETURNS, None),  # Declarer has played it.
        # The opportunity was let go by.
        ("F:C2 CK C4 / M:D3 D4 D5 / R:H2 H3 H4 / M:C3", SignalKind.RETURNS, None),
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
def test_a_second_round_tells_the_length(
    text: str, kind: SignalKind, lengths: Lengths | None
) -> None:
    told = [one.lengths for one in signals(_moves(text), "R", "S") if one.kind is kind]
    assert lengths in told if lengths else not told


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
    assert deal_shown(state, 0)["readings"] is None
    state.push("declare C")
    assert deal_shown(state, 0)["readings"] == ()
    opener = state.deal[Seat.MIDDLEHAND]
    card = signal_card(opener, suit_to_open(opener, Suit.CLUBS))
    state.push(PlayCard(card))
    read = {fact.label: fact.by_seat for fact in deal_shown(state, 0)["readings"] or ()}
    own, middlehand, rearhand = read[card.suit.symbol]
    assert own == ""
    assert str(opener.length(card.suit)) in middlehand
    assert rearhand not in {"", "does not fit"}
    undeclared = ClumondGame().deal(3, ClumondGame().opening())
    for _ in Seat:
        undeclared.push("pass")
    assert deal_shown(undeclared, 0)["readings"] is None


def test_no_card_no_signal() -> None:
    with pytest.raises(RuleError, match="no card of C"):
        signal_card(Hand.parse("A..."), Suit.CLUBS)
    with pytest.raises(RuleError, match="opens no suit"):
        suit_to_open(Hand(), None)
