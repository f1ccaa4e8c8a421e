"""Sample files, hands and positions of the tests."""

from __future__ import annotations

from pathlib import Path

from clumond_solver.base.cards import Card, Hand
from clumond_solver.records import Record, read_records

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "seeds"
SAMPLE_HANDS = SEEDS / "sample-hands.clumond"
EXAMPLES = ROOT / "examples"
# The author's textbook hand, worth declaring, and his deal.
HAND_TEXT = "AK8732.AK974.KJ4.Q3"
HAND = Hand.parse(HAND_TEXT)
DEAL_TEXT = "F:42.KQ7.AKQJ9.J98732 AKQ876.942.86543.64 J953.AJ8653.72.AKQ5"
# One trick left: of a declarer with four tricks, and of one with six.
LAST = "F:4..2.A3 5..3.K2 6..7.QJ declarer=F strain=C leader=F tricks=4,4,4"
ENDGAME = "F:42..AK. K7.9.6. 5.J..A8 declarer=F strain=D leader=F tricks=6,4,2"
# Two tricks left: two of forehand's cards force success.
END = "F:A83.K..J K.2.Q.A9 .J.J8.64 declarer=F strain=S leader=F tricks=4,4,3"
# The README's puzzle: only the ace of diamonds forces success.
PUZZLE = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A declarer=F strain=H leader=F tricks=3,4,2"
PUZZLE_CODE = "2j6r4fc30r5347ww2khwm1tg0"


def sample_record(number: int) -> Record:
    """A record of the sample file, from 0."""
    record = read_records(SAMPLE_HANDS)[number]
    assert isinstance(record, Record)
    return record


def cards_of(text: str) -> list[Card]:
    """The cards of a text with blanks between them."""
    return [Card.parse(word) for word in text.split()]
