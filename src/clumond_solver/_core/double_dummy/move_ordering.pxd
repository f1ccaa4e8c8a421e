"""What to try first: the moves that succeed often for their player, for the work a try takes.

To try moves in the order of (chance of success) / (work) takes the least work on average. Both are
learnt while searching, for kinds of moves. A search begins with what searches of other deals found
(its *experience*), which says less of a move: a card is a trump or not, and has a rank.
"""

from libc.math cimport log2f
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from clumond_solver._core.double_dummy.goals cimport MOST_TRICKS
from clumond_solver._core.bits.lanes cimport lane_of, lanes_count, lanes_highest

cdef enum:
    # How a card is played: led, following low, ruffing, discarding; and the same with a card
    # that beats the trick so far.
    LED = 0
    FOLLOWING = 1
    RUFFING = 2
    DISCARDING = 3
    BEATING = 3
    WAYS = 7
    # What else tells situations apart: whether the hero's card is winning the trick so far, and
    # whether the end of the play is near.
    SITUATIONS = 4
    LATE = 3

cdef enum:
    SHAPES = 4096
    RANKS = 13
    # What experience counts for, in tries.
    EXPERIENCE = 6

    RATES = 3 * 3 * WAYS * 2 * RANKS
    WORKS = 3 * 3 * (MOST_TRICKS + 1)

    # Lengths and counts of cards that are told apart for a defender's lead, and how many entries.
    LENGTHS = 7
    AROUND = 4
    LEAD_WORKS = 2 * LENGTHS * LENGTHS + 4 * AROUND * AROUND

ctypedef struct LeadWork:
    # By how many powers of two a defender's lead takes more positions than others, for whether it is
    # a trump and for the hero's and the partner's cards of the suit: all, above it, below it.
    float length[2][LENGTHS][LENGTHS]
    float above[2][AROUND][AROUND]
    float below[2][AROUND][AROUND]

ctypedef struct Experience:
    # Success rates: player, place in the trick, way of playing, whether it is a trump, rank.
    float rate[3][3][WAYS][2][RANKS]
    # As in `Ordering`.
    float usual_work[3][3][MOST_TRICKS + 1]
    LeadWork lead_work

ctypedef struct Record:
    float tried
    float succeeded
    # Powers of two by which a try took more positions than is usual at such a point.
    float work
    # The logarithm (base 2) of success rate over work.
    float promise

ctypedef struct Ordering:
    # Player, place in the trick, situation, way of playing, card.
    Record record[3][3][SITUATIONS][WAYS][64]
    # The lead that last succeeded in positions of this shape (card index, 64 for none).
    uint32_t lead[SHAPES]
    # Positions a try takes, as a power of two: player, place in the trick, tricks left.
    float usual_work[3][3][MOST_TRICKS + 1]
    LeadWork lead_work


cdef inline void no_experience(Experience* e) noexcept nogil:
    """Every try is as likely to succeed as not."""
    cdef float* rate = &e.rate[0][0][0][0][0]
    cdef int i
    memset(e, 0, sizeof(Experience))
    for i in range(RATES):
        rate[i] = 0.5


cdef inline void begin_ordering(Ordering* order, const Experience* e, int trumps) noexcept nogil:
    """Forget what was learnt; `trumps` is a suit, or 4 for none."""
    cdef Record record
    cdef float rate
    cdef int player, place, situation, way, card
    memset(order, 0, sizeof(Ordering))
    for player in range(3):
        for place in range(3):
            for way in range(WAYS):
                for card in range(64):
                    if card & 15 >= RANKS:
                        continue
                    rate = e.rate[player][place][way][card >> 4 == trumps][card & 15]
                    record.tried = EXPERIENCE
                    record.succeeded = EXPERIENCE * rate
                    record.work = 0
                    record.promise = log2f(rate)
                    for situation in range(SITUATIONS):
                        order.record[player][place][situation][way][card] = record
    memcpy(order.usual_work, e.usual_work, sizeof(order.usual_work))
    order.lead_work = e.lead_work
    for card in range(SHAPES):
        order.lead[card] = 64


cdef inline void sum_up(
    const Ordering* order, const Experience* begun_with, int trumps, Experience* tried,
    Experience* succeeded
) noexcept nogil:
    """Add up what was learnt, in the form of experience: tries and successes in place of rates."""
    cdef const Record* r
    cdef int player, place, situation, way, card, trump, rank
    memset(tried, 0, sizeof(Experience))
    memset(succeeded, 0, sizeof(Experience))
    for player in range(3):
        for place in range(3):
            for situation in range(SITUATIONS):
                for way in range(WAYS):
                    for card in range(64):
                        trump, rank = card >> 4 == trumps, card & 15
                        if rank >= RANKS:
                            continue
                        r = &order.record[player][place][situation][way][card]
                        tried.rate[player][place][way][trump][rank] += r.tried - EXPERIENCE
                        succeeded.rate[player][place][way][trump][rank] += (
                            r.succeeded
                            - EXPERIENCE * begun_with.rate[player][place][way][trump][rank]
                        )
    memcpy(tried.usual_work, order.usual_work, sizeof(order.usual_work))


cdef inline float near_log2(uint64_t number) noexcept nogil:
    """The logarithm (base 2) to within .09: right for powers of two, straight lines between."""
    cdef int whole = lanes_highest(number)
    return whole - 1 + <float>number / <float>(<uint64_t>1 << whole)


cdef inline void note(Record* r, float* usual_work, bint success, uint64_t positions) noexcept nogil:
    """Learn from a try and from how many positions it took."""
    cdef float work = near_log2(positions + 1)
    usual_work[0] += (work - usual_work[0]) * <float>0.01
    r.tried += 1
    if success:
        r.succeeded += 1
    r.work += (work - usual_work[0] - r.work) / (r.tried + 3)
    r.promise = log2f(r.succeeded / r.tried) - r.work


cdef inline int count_to(uint64_t cards, int most) noexcept nogil:
    cdef int count = lanes_count(cards)
    return count if count < most else most


cdef inline float work_of_lead(
    const LeadWork* known, uint64_t hero, uint64_t partner, int card, int trumps
) noexcept nogil:
    """How much more than others a defender's lead is likely to take, as a power of two."""
    cdef uint64_t lane = lane_of(card)
    cdef uint64_t bit = <uint64_t>1 << card
    cdef uint64_t above = lane & ~(bit | (bit - 1))
    cdef uint64_t below = lane & (bit - 1)
    cdef bint trump = card >> 4 == trumps
    return (
        known.length[trump][count_to(hero & lane, LENGTHS - 1)][
            count_to(partner & lane, LENGTHS - 1)
        ]
        + known.above[trump][count_to(hero & above, AROUND - 1)][
            count_to(partner & above, AROUND - 1)
        ]
        + known.below[trump][count_to(hero & below, AROUND - 1)][
            count_to(partner & below, AROUND - 1)
        ]
    )


cdef inline uint64_t shape_of(uint64_t key) noexcept nogil:
    return ((key * <uint64_t>0xD6E8FEB86659FD93) >> 40) % SHAPES
