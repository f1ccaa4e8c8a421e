from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Rank, Suit
from clumond_solver.base.errors import DealError, IllegalPlayError, RuleError, WrongTypeError
from clumond_solver.games.clabberjass import clabberjass_rules
from clumond_solver.games.clubs import clubs_rules
from clumond_solver.games.clumond.play import Play
from clumond_solver.rules.tricks import BrokenRule, Duty, TrickPlay, TrickRules
from tests.samples import cards_of
from tests.strategies import cards, hands, plays, suits

trumps = st.none() | suits


@pytest.mark.rule("CLU-04")
@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        (None, "H5 H9 SA", 1),
        (None, "H9 SA CA", 0),
        (Suit.SPADES, "H9 S2 HA", 1),
        (Suit.SPADES, "H9 S2 S3", 2),
        (Suit.SPADES, "S2 HA DA", 0),
        (Suit.CLUBS, "DK DQ DA", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    trump: Suit | None, trick: str, winner: int
) -> None:
    assert TrickRules.plain(3, trump).winner(cards_of(trick)) == winner


@pytest.mark.rule("CLU-04")
@given(hands, st.lists(cards, min_size=1, max_size=2, unique=True), trumps)
def test_plain_rules_ask_to_follow_suit_and_nothing_else(
    hand: Hand, trick: list[Card], trump: Suit | None
) -> None:
    legal = TrickRules.plain(3, trump).legal_plays(hand, trick)
    following = [card for card in hand if card.suit == trick[0].suit]
    assert list(legal) == (following or list(hand))


@pytest.mark.parametrize(
    ("rules", "hand", "led", "card", "why"),
    [
        (
            clubs_rules(3), "A.K.Q.2", Suit.DIAMONDS, "SA",
            (
                BrokenRule(Duty.FOLLOW, (Suit.DIAMONDS, Suit.CLUBS)),
                "holds diamonds or clubs, must follow",
            ),
        ),
        (
            clabberjass_rules(Suit.SPADES), "A87.K..7", Suit.SPADES, "S7",
            (BrokenRule(Duty.BEAT), "can beat the trick, must do so"),
        ),
        (
            clabberjass_rules(Suit.SPADES), "A87.K..7", Suit.DIAMONDS, "C7",
            (BrokenRule(Duty.PLAY, (Suit.SPADES,)), "holds spades, must play spades"),
        ),
    ],
)  # fmt: skip
def test_a_duty_that_a_card_breaks_is_named(
    rules: TrickRules, hand: str, led: Suit, card: str, why: tuple[BrokenRule, str]
) -> None:
    broken = rules.why_illegal(Hand.parse(hand), led, Card.parse(card))
    assert (broken, str(broken)) == why


def test_reversed_ranks_can_be_stated_as_data() -> None:
    nuloss = TrickRules.plain(3, ranks=tuple(reversed(Rank)))
    assert nuloss.winner(cards_of("HA H2 HK")) == 1


@given(plays(), st.data())
def test_push_and_pop_are_inverse(point: Play, data: st.DataObject) -> None:
    play = Play.parse(str(point))
    start, states = play.copy(), [play.copy()]
    while not play.is_over:
        play.push(data.draw(st.sampled_from(list(play.legal_plays))))
        states.append(play.copy())
    while play.history:
        assert play == states.pop()
        last = play.history[-1]
        assert play.pop() == last.card
        assert play.turn == last.seat
    assert play == start
    with pytest.raises(RuleError, match="no card to take back"):
        play.pop()


@given(plays())
def test_an_illegal_play_says_why_and_changes_nothing(play: Play) -> None:
    before = play.copy()
    for hand in play.hands:
        for card in hand:
            if card not in play.legal_plays:
                with pytest.raises(IllegalPlayError, match=f"{card}.*(holds|not hold|complete)"):
                    play.push(card)
                assert play == before


def test_hands_must_fit_the_rules() -> None:
    with pytest.raises(DealError, match="2 hands, 3 trick counts and"):
        TrickPlay(TrickRules.plain(3), [Hand.parse("A..."), Hand.parse("K...")])
    with pytest.raises(DealError, match="unequal"):
        TrickPlay(TrickRules.plain(2), [Hand.parse("A..."), Hand.parse("KQ...")])
    with pytest.raises(DealError, match=r"\.2\.\. in two hands, or not ranked"):
        TrickPlay(TrickRules.plain(2), [Hand.parse(".2.."), Hand.parse(".2..")])
    with pytest.raises(RuleError, match="no seat 2 among 2 to lead"):
        TrickPlay(TrickRules.plain(2), [Hand.parse("A..."), Hand.parse("K...")], leader=2)


ODD_FIELDS: dict[str, Any] = {
    "players": 1,
    "ranking": ((Rank.ACE, Rank.ACE),) * 4,
    "follow": TrickRules.plain(2).follow[:3],
    "tiers": ((0, 0, 0, 4),) * 4,
    "tie_break": (0, 0, 0),
    "must_beat": {Suit.CLUBS},
    "kept": -1,
    "wild": frozenset({2}),
    "names_differ": 1,
    "declares": (Suit.CLUBS,),
}


@pytest.mark.parametrize("field", ODD_FIELDS)
def test_rules_name_the_field_that_engines_could_not_read(field: str) -> None:
    with pytest.raises(WrongTypeError, match=rf"TrickRules\.{field}: .* is needed, not "):
        replace(TrickRules.plain(2), **{field: ODD_FIELDS[field]})
