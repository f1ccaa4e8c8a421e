"""Quick tricks: those that the side on lead can cash at once, whatever the others do.

The search counts them before it probes the table (`is_settled_by_quick_tricks` in open_search.pyx).
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, suit_lane
from clumond_solver._core.rules.limits cimport KEPT, SUITS

ctypedef struct TrickBound:
    # A number of tricks, and the rank boundaries that it depends on.
    int tricks
    uint64_t boundaries


cdef inline int top_cards(uint64_t mine, uint64_t others, uint64_t* boundary) noexcept nogil:
    """The number of my cards in a suit above all others', and the rank boundary below them."""
    cdef uint64_t above = mine
    boundary[0] = 0
    if others:
        above = mine & ~((<uint64_t>2 << highest(others)) - 1)
        boundary[0] = above & (~above + 1)
    return count_cards(above)


cdef inline TrickBound quick_tricks(
    uint64_t leader, uint64_t partner, uint64_t first, uint64_t second, int strain
) noexcept nogil:
    """The tricks the leader can take at once with top cards, against one or two hands.

    `partner` is the hand on his side, `first` and `second` are opponents; `partner` or `second` is
    empty. An opponent may ruff a suit once he is out of it, unless his trumps are drawn first. The
    partner must not win a trick from the leader: if he might have to ruff, a suit counts only as
    long as he follows.
    """
    cdef TrickBound quick
    cdef uint64_t trumps = suit_lane(strain) if strain < SUITS else 0
    cdef uint64_t others = partner | first | second
    cdef uint64_t lane, boundary
    cdef bint first_ruffs = (first & trumps) != 0
    cdef bint second_ruffs = (second & trumps) != 0
    # A hand that holds no more trumps than it keeps need never ruff.
    cdef bint partner_ruffs = count_cards(partner & trumps) > KEPT
    cdef int suit, count
    quick.tricks = 0
    quick.boundaries = 0
    if leader & trumps:
        quick.tricks = top_cards(leader & trumps, others & trumps, &boundary)
        if quick.tricks:
            quick.boundaries = boundary
        first_ruffs = quick.tricks < count_cards(first & trumps)
        second_ruffs = quick.tricks < count_cards(second & trumps)
    for suit in range(SUITS):
        lane = suit_lane(suit)
        if suit == strain or not leader & lane:
            continue
        count = top_cards(leader & lane, others & lane, &boundary)
        if first_ruffs:
            count = min(count, count_cards(first & lane))
        if second_ruffs:
            count = min(count, count_cards(second & lane))
        if partner_ruffs:
            count = min(count, count_cards(partner & lane))
        if count:
            quick.tricks += count
            quick.boundaries |= boundary
    return quick
