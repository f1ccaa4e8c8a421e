"""Hypothesis strategies for what the library works on: cards, hands, deals and plays."""

from __future__ import annotations

from hypothesis import strategies as st

from clumond_solver.base.cards import Card, Hand, Rank, Strain, Suit
from clumond_solver.games.clumond.deals import Deal, ExposedTens, Seat
from clumond_solver.games.clumond.play import TRICKS, Play, Retention
from clumond_solver.records import CardNote, Claim, Record, RecordedTrick
from clumond_solver.rules.actions import Declare, Pass

suits = st.sampled_from(Suit)
strains = st.sampled_from(Strain)
seats = st.sampled_from(Seat)
seeds = st.integers(0, 2**32 - 1)
cards = st.builds(Card, suits, st.sampled_from(Rank))
clumond_cards = cards.filter(lambda card: card.rank is not Rank.TEN)
hands = st.frozensets(cards, max_size=20).map(Hand.from_cards)
retentions = st.sampled_from(Retention.all())


def _tens(places: list[int]) -> ExposedTens:
    """The ten of each suit exposed by a player, or in common."""
    first, second, third, common = (
        Hand.of(
            *(Card(suit, Rank.TEN) for suit, at in zip(Suit, places, strict=True) if at == place)
        )
        for place in range(4)
    )
    return ExposedTens((first, second, third), common)


tens = st.lists(st.integers(0, 3), min_size=4, max_size=4).map(_tens)


@st.composite
def deals(draw: st.DrawFn, smallest: int = 4, largest: int = 16) -> Deal:
    return Deal.random(draw(seeds), cards=draw(st.integers(smallest, largest)))


@st.composite
def plays(draw: st.DrawFn, fewest_tricks: int = 0, most_tricks: int = 13) -> Play:
    """A play with so many tricks left, perhaps in the middle of a trick, declared or not."""
    tricks_left = draw(st.integers(max(fewest_tricks, 1), most_tricks))
    deal = Deal.random(draw(seeds), cards=tricks_left + 3)
    declarer = draw(st.none() | seats)
    first = draw(st.integers(0, TRICKS - tricks_left))
    second = draw(st.integers(0, TRICKS - tricks_left - first))
    play = Play(
        deal,
        declarer,
        None if declarer is None else draw(strains),
        leader=draw(seats),
        tricks_taken=(first, second, TRICKS - tricks_left - first - second),
        supplementary=draw(st.tuples(*[st.integers(0, 6)] * 3)),
    )
    furthest = 3 * (tricks_left - fewest_tricks)
    for _ in range(draw(st.integers(0, min(furthest, 8)))):
        play.push(draw(st.sampled_from(list(play.legal_plays))))
    return play


def random_play_out(play: Play, draw: st.DrawFn) -> None:
    while not play.is_over:
        play.push(draw(st.sampled_from(list(play.legal_plays))))


# Records with all that they may hold.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
_NO_CHARACTERS = [chr((plane << 16) + last) for plane in range(17) for last in (0xFFFE, 0xFFFF)]
_characters = st.characters(
    exclude_categories=["Cc", "Cs"], exclude_characters=[*_TURNING, *_NO_CHARACTERS]
)
_printable = st.text(_characters, max_size=12)
_comments = st.text(_characters | st.sampled_from("\t\n\u2028"), max_size=30)
_notes = st.builds(
    CardNote,
    _printable.map(lambda text: text.replace("{", "=").replace("}", "")),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
)
_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).map(lambda name: f"X{name}")
_calls = st.lists(st.just(Pass()) | strains.map(Declare), max_size=4).map(tuple)
_claims = st.builds(
    Claim,
    st.none() | st.tuples(*[st.integers(0, 13)] * 3),
    st.none() | st.tuples(retentions, retentions, retentions),
    st.none() | st.frozensets(seats),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record that can be written, right or wrong."""
    deal = draw(deals())
    declarer = draw(st.none() | seats)
    first = draw(st.integers(0, 16 - deal.size))
    second = draw(st.integers(0, 16 - deal.size - first))
    complete = st.builds(
        RecordedTrick,
        st.tuples(cards, cards, cards),
        st.none() | seats,
        _comments,
        st.just(()) | st.tuples(_notes, _notes, _notes),
    )
    tricks = draw(st.lists(complete, max_size=deal.size - 3))
    if draw(st.booleans()):
        last = draw(st.lists(cards, min_size=1, max_size=2).map(tuple))
        tricks.append(RecordedTrick(last, draw(st.none() | seats), draw(_comments)))
    return Record(
        deal,
        declarer,
        None if declarer is None else draw(strains),
        tuple(tricks),
        players=draw(st.tuples(_printable, _printable, _printable)),
        calls=draw(st.none() | _calls),
        tens=draw(st.none() | tens),
        supplementary=draw(st.none() | st.tuples(*[st.integers(0, 6)] * 3)),
        leader=draw(st.none() | seats),
        tricks_before=(first, second, 16 - deal.size - first - second),
        claim=draw(_claims),
        comment=draw(_comments),
        tags=tuple(draw(st.lists(st.tuples(_names, _printable), max_size=3))),
    )
