"""A goal as data: which totals count as success for each way of keeping cards.

Every question is the same search with another goal; the tables made here are its first static test.

Lengths of one hand are four nibbles, one per suit. Only the minimum of a
length and 3 matters for what can still be retained, which makes 256 cases. Totals are bits 0 to 31.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.rules.limits cimport TRICKS

cdef enum:
    CASES = 256

ctypedef struct Goal:
    # Bit t of lost[k][case]: with t tricks so far and k to go nothing acceptable is in reach.
    uint32_t lost[TRICKS + 1][CASES]
    # Bit t of won[k][case]: everything in reach is acceptable.
    uint32_t won[TRICKS + 1][CASES]
    # Where only one retention can succeed: its suits, four bits each, and its totals. Totals of 0
    # say that there are several, and `only_keep` then means nothing.
    uint64_t only_keep
    uint32_t only_totals


cdef inline int case_of(uint64_t lengths) noexcept nogil:
    """The case of a hand's four length nibbles (higher nibbles ignored)."""
    cdef uint32_t n = <uint32_t>(lengths & 0xFFFF)
    cdef uint32_t many = (n | (n >> 1)) & 0x4444
    cdef uint32_t c = (n & 0x3333) | (many >> 1) | (many >> 2)
    c = (c | (c >> 2)) & 0x0F0F
    return (c | (c >> 4)) & 0xFF


cdef inline void fill_goal(Goal* goal, const uint32_t* accepted) noexcept nogil:
    """Tabulate a goal given the accepted totals of the 64 count triples.

    `accepted[d + 4*s + 16*h]` is the mask of totals for d diamonds, s spades, h hearts and
    the rest of three clubs; triples above three are not read.
    """
    cdef int case, k, d, s, h, suit
    cdef uint32_t mask
    cdef int retentions = 0
    goal.only_keep = 0
    goal.only_totals = 0
    for case in range(CASES):
        goal.lost[0][case] = ~<uint32_t>0
        goal.won[0][case] = ~<uint32_t>0
    for d in range(4):
        for s in range(4 - d):
            for h in range(4 - d - s):
                mask = accepted[d + 4 * s + 16 * h]
                case = d + 4 * s + 16 * h + 64 * (3 - d - s - h)
                goal.lost[0][case] = ~mask
                goal.won[0][case] = mask
                if mask:
                    retentions += 1
                    goal.only_keep = d | (s << 4) | (h << 8) | ((3 - d - s - h) << 12)
                    goal.only_totals = mask
    if retentions > 1:
        goal.only_totals = 0
    # So far a case held exactly the kept cards; now let it hold spare cards, suit by suit.
    for suit in range(4):
        for case in range(CASES):
            if (case >> (2 * suit)) & 3:
                goal.lost[0][case] &= goal.lost[0][case - (1 << (2 * suit))]
                goal.won[0][case] &= goal.won[0][case - (1 << (2 * suit))]
    for k in range(1, TRICKS + 1):
        for case in range(CASES):
            # One more trick: lost (won) now if lost (won) with it and without it.
            goal.lost[k][case] = goal.lost[k - 1][case] & (
                (goal.lost[k - 1][case] >> 1) | (<uint32_t>1 << 31)
            )
            goal.won[k][case] = goal.won[k - 1][case] & (
                (goal.won[k - 1][case] >> 1) | (<uint32_t>1 << 31)
            )
