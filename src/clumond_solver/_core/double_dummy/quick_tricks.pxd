"""Quick tricks: those that the side on lead can cash at once, whatever the others do.

The search counts them before it probes the table (`is_settled_by_quick_tricks` in open_search.pyx).
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, suit_lane
from clumond_solver._core.double_dummy.comparisons cimport (
    SuitLengths,
    length_of,
    pair,
    suit_lengths,
)
from clumond_solver._core.rules.limits cimport KEPT, SUITS


cdef inline int top_cards(uint64_t mine, uint64_t others) noexcept nogil:
    """The number of my cards in a suit above all others'."""
    if others:
        mine &= ~((<uint64_t>2 << highest(others)) - 1)
    return count_cards(mine)


cdef inline void add_top_cards(
    uint64_t* pairs, uint64_t lengths, int suit, int player, int count
) noexcept nogil:
    """The lowest of the player's highest cards beats the others' highest."""
    cdef SuitLengths n = suit_lengths(lengths, suit)
    cdef int other, card = length_of(lengths, player, suit) - count
    for other in range(3):
        if other != player and length_of(lengths, other, suit):
            pairs[suit] |= <uint64_t>1 << pair(
                n, player, card, other, length_of(lengths, other, suit) - 1
            )


cdef inline int quick_tricks(
    const uint64_t* hand, uint64_t lengths, int leader, int strain, uint64_t* pairs
) noexcept nogil:
    """The tricks the leader can take at once with top cards; adds the pairs that they rest on.

    A defender has a partner. An opponent may ruff a suit once he is out of it, unless his trumps
    are drawn first. The partner must not win a trick from the leader: if he might have to ruff, a
    suit counts only as long as he follows.
    """
    cdef uint64_t trumps = suit_lane(strain) if strain < SUITS else 0
    cdef uint64_t mine = hand[leader]
    cdef uint64_t partner = 0 if leader == 0 else hand[3 - leader]
    cdef uint64_t first = hand[1] if leader == 0 else hand[0]
    cdef uint64_t second = hand[2] if leader == 0 else 0
    cdef uint64_t others = partner | first | second
    cdef uint64_t lane
    cdef bint first_ruffs = (first & trumps) != 0
    cdef bint second_ruffs = (second & trumps) != 0
    # A hand that holds no more trumps than it keeps need never ruff.
    cdef bint partner_ruffs = count_cards(partner & trumps) > KEPT
    cdef int suit, count, tricks = 0
    if mine & trumps:
        tricks = top_cards(mine & trumps, others & trumps)
        if tricks:
            add_top_cards(pairs, lengths, strain, leader, tricks)
        first_ruffs = tricks < count_cards(first & trumps)
        second_ruffs = tricks < count_cards(second & trumps)
    for suit in range(SUITS):
        lane = suit_lane(suit)
        if suit == strain or not mine & lane:
            continue
        count = top_cards(mine & lane, others & lane)
        if first_ruffs:
            count = min(count, count_cards(first & lane))
        if second_ruffs:
            count = min(count, count_cards(second & lane))
        if partner_ruffs:
            count = min(count, count_cards(partner & lane))
        if count:
            tricks += count
            add_top_cards(pairs, lengths, suit, leader, count)
    return tricks
