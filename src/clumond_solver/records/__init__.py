"""Records of played hands: a text format in the style of PBN, and replaying under the rules.

A file holds any number of records. A record starts with its format version, then gives the deal,
the declaration, the claimed result, and the play with one trick per line; docs/records.md describes
the format. Reading does not stop at a bad record: it reports the error and continues.

>>> record = Record.parse('''
... [Clumond "1"]
... [Event "The end of a hand"]
... [Deal "F:AK.2.2. QJ.3.3. 98.4.4."]
... [TricksBefore "4,4,4"]
... [Declarer "none"]
... [Play "F"]
... F: SA SJ H4 ; forehand leads
... ''')
>>> verification = verify(record)
>>> verification.ok, verification.cards_played
(False, 2)
>>> print(verification.findings[0])
line 8: illegal play H4 by rearhand in trick 13: holds spades, must follow
"""

from clumond_solver.records.record import (
    Claim,
    Record,
    decode_text,
    parse_records,
    read_records,
    write_records,
)
from clumond_solver.records.replay import Finding, FindingKind, Verification, legal_play_of, verify
from clumond_solver.records.tags_and_tricks import EVENT_TAG, CardNote, RecordedTrick

__all__ = [
    "EVENT_TAG", "CardNote", "Claim", "Finding", "FindingKind", "Record", "RecordedTrick",
    "Verification", "decode_text", "legal_play_of", "parse_records", "read_records", "verify",
    "write_records",
]  # fmt: skip
