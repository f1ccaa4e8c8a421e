"""Signals of the defence that a reader weights deals by: what cards show of the hands dealt."""

from libc.stdint cimport int8_t, uint16_t, uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, suit_cards

cdef enum:
    MAX_SIGNALS = 64
    # A side suit of so many cards is opened; else trumps are.
    LONG_SUIT = 5
    NO_TRUMP = -1


cdef struct Signal:
    int8_t seat
    int8_t suit
    # The card that shows by its rank whether the length is even; -1 for none.
    int8_t card
    # Whether the suit is the one to open.
    bint opens
    # The lengths dealt that agree, a bit for each.
    uint16_t lengths
    # The weight of a deal that does not agree.
    float doubt


cdef struct Signals:
    int count
    Signal by_number[MAX_SIGNALS]


cdef inline bint is_to_open(uint64_t dealt, int suit, int trump) noexcept nogil:
    cdef int other, length = count_cards(suit_cards(dealt, suit))
    for other in range(4):
        if other == suit or other == trump:
            continue
        if suit == trump:
            if count_cards(suit_cards(dealt, other)) >= LONG_SUIT:
                return False
        elif count_cards(suit_cards(dealt, other)) > length - (1 if other < suit else 0):
            return False
    if suit == trump or trump == NO_TRUMP or length >= LONG_SUIT:
        return True
    return count_cards(suit_cards(dealt, trump)) == 0


cdef inline bint agrees(const Signal* signal, uint64_t dealt, int trump) noexcept nogil:
    cdef int length = count_cards(suit_cards(dealt, signal.suit))
    cdef uint64_t cards
    if not (signal.lengths >> length) & 1:
        return False
    if signal.card >= 0:
        cards = suit_cards(dealt, signal.suit)
        if signal.card != (lowest(cards) if length % 2 else highest(cards)):
            return False
    return not signal.opens or is_to_open(dealt, signal.suit, trump)
