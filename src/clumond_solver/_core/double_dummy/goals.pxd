"""A goal as data: for each retention the totals of tricks that count as success.

Every question is the same search with another goal; the tables made here are its first static test.

The suit lengths of a hand are four nibbles. Only the minimum of each length and 3 matters for what
can still be kept, so there are 256 cases. A set of totals is a mask of bits 0 to 31.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.rules.limits cimport TRICKS

cdef enum:
    CASES = 256

ctypedef struct Goal:
    # Bit t of lost_counts[k][case]: with t tricks so far and k to go no success is in reach.
    uint32_t lost_counts[TRICKS + 1][CASES]
    # Bit t of won_counts[k][case]: everything in reach is success.
    uint32_t won_counts[TRICKS + 1][CASES]
    # If only one retention can succeed: its suits, four bits each, and its totals. Totals of 0 mean
    # that there are several; `only_keep` then has no meaning.
    uint64_t only_keep
    uint32_t only_totals


cdef inline int case_of(uint64_t lengths) noexcept nogil:
    """The case of a hand's four length nibbles; higher nibbles are ignored."""
    cdef uint32_t n = <uint32_t>(lengths & 0xFFFF)
    cdef uint32_t many = (n | (n >> 1)) & 0x4444
    cdef uint32_t c = (n & 0x3333) | (many >> 1) | (many >> 2)
    c = (c | (c >> 2)) & 0x0F0F
    return (c | (c >> 4)) & 0xFF


cdef inline void fill_goal(Goal* goal, const uint32_t* accepted) noexcept nogil:
    """Tabulate a goal.

    `accepted[d + 4*s + 16*h]` is the mask of totals that are success for a retention of d diamonds,
    s spades, h hearts and 3 - d - s - h clubs; entries of more than three cards are not read.
    """
    cdef int case, k, d, s, h, suit
    cdef uint32_t mask
    cdef int retentions = 0
    goal.only_keep = 0
    goal.only_totals = 0
    for case in range(CASES):
        goal.lost_counts[0][case] = ~<uint32_t>0
        goal.won_counts[0][case] = ~<uint32_t>0
    for d in range(4):
        for s in range(4 - d):
            for h in range(4 - d - s):
                mask = accepted[d + 4 * s + 16 * h]
                case = d + 4 * s + 16 * h + 64 * (3 - d - s - h)
                goal.lost_counts[0][case] = ~mask
                goal.won_counts[0][case] = mask
                if mask:
                    retentions += 1
                    goal.only_keep = d | (s << 4) | (h << 8) | ((3 - d - s - h) << 12)
                    goal.only_totals = mask
    if retentions > 1:
        goal.only_totals = 0
    # So far each case holds exactly the kept cards; now add spare cards, suit by suit.
    for suit in range(4):
        for case in range(CASES):
            if (case >> (2 * suit)) & 3:
                goal.lost_counts[0][case] &= goal.lost_counts[0][case - (1 << (2 * suit))]
                goal.won_counts[0][case] &= goal.won_counts[0][case - (1 << (2 * suit))]
    for k in range(1, TRICKS + 1):
        for case in range(CASES):
            # With one more trick to go: lost (won) if lost (won) both with it and without it.
            goal.lost_counts[k][case] = goal.lost_counts[k - 1][case] & (
                (goal.lost_counts[k - 1][case] >> 1) | (<uint32_t>1 << 31)
            )
            goal.won_counts[k][case] = goal.won_counts[k - 1][case] & (
                (goal.won_counts[k - 1][case] >> 1) | (<uint32_t>1 << 31)
            )
