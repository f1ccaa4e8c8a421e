"""Short codes for positions of Clumond: 25 letters and digits that hold the whole position.

With supplementary tricks there are two more.

A code stands for its position for ever, whatever engine or seed it came from. It fits into a link,
and can be read out over the telephone: it has no letters that look like digits.

>>> hands = "F:J42..A5.96 8.5.Q4.Q52 9.A62.92.A"
>>> play = Play.parse(f"{hands} declarer=F strain=H leader=F tricks=3,4,2")
>>> code_of(play)
'2j6r4fc30r5347ww2khwm1tg0'
>>> parse_code(code_of(play)) == play
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from clumond_solver.base.cards import Card, Hand, Strain
from clumond_solver.base.errors import ClumondError, NotationError
from clumond_solver.base.packs import CLUMOND_PACK
from clumond_solver.base.values import as_text
from clumond_solver.coach.clumond.lines_of_play import declarer_of
from clumond_solver.games.clumond.deals import KEPT_CARDS, Seat
from clumond_solver.games.clumond.play import MOST_SUPPLEMENTARY, TRICKS, Play

#: The letters and digits of codes, each five bits: none looks like another.
DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 25
# With supplementary tricks, of the seats in turn.
_LONG_LENGTH = _LENGTH + 2
_SUPPLEMENTARY_BOUNDS = (MOST_SUPPLEMENTARY + 1,) * len(Seat)
_PACK = tuple(CLUMOND_PACK.cards)
# The holder of cards that no hand holds.
_NOBODY = len(Seat)
# A code is a number in mixed radix. Its digits, with these bounds: the holder of each card,
# declarer, strain, leader, the tricks of two seats, the number of cards on the table, these cards.
_BOUNDS = (
    *[len(Seat) + 1] * len(_PACK),
    len(Seat),
    len(Strain),
    len(Seat),
    TRICKS + 1,
    TRICKS + 1,
    len(Seat),
    len(_PACK),
    len(_PACK),
)


def code_of(play: Play) -> str:
    """The code of a position; RuleError if nobody declared.

    The code has no room for earlier tricks, nor for how tricks off are counted.
    """
    holders = {card: seat for seat in Seat for card in play.hands[seat]}
    table = [_PACK.index(card) for card in play.trick]
    numbers = [
        *(holders.get(card, _NOBODY) for card in _PACK),
        declarer_of(play),
        play.strain,
        play.leader,
        *play.tricks_taken[:2],
        len(table),
        *[*table, 0, 0][:2],
    ]
    code = _digits(numbers, _BOUNDS, _LENGTH)
    if any(play.supplementary):
        code += _digits(play.supplementary, _SUPPLEMENTARY_BOUNDS, _LONG_LENGTH - _LENGTH)
    return code


def parse_code(code: str) -> Play:
    """Read the position that a code stands for; NotationError for a text that is not a code."""
    code = as_text(code, "a puzzle's code")
    word = code.strip().lower()
    unknown = next((letter for letter in word if letter not in DIGITS), None)
    if len(word) not in {_LENGTH, _LONG_LENGTH} or unknown is not None:
        raise NotationError(
            f"a puzzle's code has {_LENGTH} letters and digits, {_LONG_LENGTH} with supplementary"
            " tricks",
            code,
        )
    numbers = _numbers(word[:_LENGTH], _BOUNDS)
    supplementary = _numbers(word[_LENGTH:], _SUPPLEMENTARY_BOUNDS)
    try:
        play = _play_of(numbers, supplementary)
    except ClumondError as error:
        raise NotationError(f"no puzzle has this code ({error})", code) from None
    # A typing error may hide in the cards on the table beyond their number.
    if code_of(play) != word:
        raise NotationError("no puzzle has this code", code)
    return play


def digits_of(value: int, length: int) -> str:
    """A number as so many digits of a code."""
    return "".join(DIGITS[value >> 5 * index & 31] for index in reversed(range(length)))


def value_of(digits: str) -> int:
    """The number that `digits_of` wrote."""
    return reduce(lambda value, digit: value << 5 | DIGITS.index(digit), digits, 0)


def _digits(numbers: Sequence[int], bounds: Sequence[int], length: int) -> str:
    """Numbers below their bounds as one number of so many digits."""
    value = 0
    for number, bound in zip(numbers, bounds, strict=True):
        value = value * bound + int(number)
    return digits_of(value, length)


def _numbers(digits: str, bounds: Sequence[int]) -> list[int]:
    """The inverse of `_digits`; NotationError if no numbers have these digits."""
    value = value_of(digits)
    numbers = []
    for bound in reversed(bounds):
        value, number = divmod(value, bound)
        numbers.append(number)
    if value:
        raise NotationError("no puzzle has this code", digits)
    return numbers[::-1]


def _play_of(numbers: list[int], supplementary: Sequence[int]) -> Play:
    holders = numbers[: len(_PACK)]
    declarer, strain, leader, first, second, table_size, *table = numbers[len(_PACK) :]
    hands = [
        Hand.from_cards(card for card, holder in zip(_PACK, holders, strict=True) if holder == seat)
        for seat in Seat
    ]
    on_table: list[Card] = [_PACK[index] for index in table[:table_size]]
    left = (sum(map(len, hands)) + table_size) // len(Seat) - KEPT_CARDS
    return Play(
        hands,
        Seat(declarer),
        Strain(strain),
        leader=Seat(leader),
        tricks_taken=(first, second, TRICKS - left - first - second),
        supplementary=supplementary,
        table=on_table,
    )
