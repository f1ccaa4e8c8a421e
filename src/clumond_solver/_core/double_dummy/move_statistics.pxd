"""Move statistics, for trying the moves first that succeed often for the work that a try takes.

A history heuristic (J. Schaeffer 1983) with rates in place of counts. To try moves in the order of
(chance of success) / (work) takes the least work on average. Both are learnt while searching, for
kinds of moves. A search begins with a *prior* from searches of other deals, which knows only
whether a card is a trump, and its rank. Leads have a hash move too, the one that last
succeeded with these suit lengths.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of
from clumond_solver._core.bits.elementary cimport log2_rounded
from clumond_solver._core.rules.limits cimport TRICKS

cdef enum:
    # How a card is played: led, following low, ruffing, discarding; and the same with a card
    # that beats the trick so far.
    LED = 0
    FOLLOWING = 1
    RUFFING = 2
    DISCARDING = 3
    BEATING = 3
    PLAY_KINDS = 7
    # Situations: whether the hero's card is winning the trick so far, and
    # whether the end of the play is near.
    SITUATIONS = 4
    LATE = 3

cdef enum:
    SHAPES = 4096
    RANKS = 13
    # The weight of the prior, in tries.
    PRIOR_TRIES = 6

    RATES = 3 * 3 * PLAY_KINDS * 2 * RANKS
    WORKS = 3 * 3 * (TRICKS + 1)

    # Lengths and counts of cards that a defender's lead distinguishes, and the number of entries.
    LENGTHS = 7
    AROUND = 4
    LEAD_WORKS = 2 * LENGTHS * LENGTHS + 4 * AROUND * AROUND

ctypedef struct LeadWork:
    # The base-2 logarithm of how many times more positions a defender's lead takes than others: for
    # whether it is a trump, and for how many cards of the suit the hero and the partner hold: in
    # all, above it, below it.
    float length[2][LENGTHS][LENGTHS]
    float above[2][AROUND][AROUND]
    float below[2][AROUND][AROUND]

ctypedef struct MoveOrderingPrior:
    # Success rates: player, cards on the table, kind of play, whether it is a trump, rank.
    float rate[3][3][PLAY_KINDS][2][RANKS]
    # As in `Ordering`.
    float expected_log2_nodes[3][3][TRICKS + 1]
    LeadWork lead_work

ctypedef struct HistoryEntry:
    float tried
    float succeeded
    # The base-2 logarithm of positions that a try took, less `expected_log2_nodes`.
    float work
    # The logarithm (base 2) of success rate over work.
    float score
    # The ordering's generation when the entry began; an older entry begins anew when used.
    uint32_t generation

ctypedef struct Ordering:
    uint32_t generation
    # The prior that entries begin with, and the trumps: a suit, or 4 for none.
    const MoveOrderingPrior* prior
    int trumps
    # Player, cards on the table, situation, kind of play, card.
    HistoryEntry history[3][3][SITUATIONS][PLAY_KINDS][64]
    # The lead that last succeeded in positions of this shape: card index + 1, 0 for none.
    uint32_t lead[SHAPES]
    # The base-2 logarithm of the positions a try takes: player, cards on the table, tricks left.
    float expected_log2_nodes[3][3][TRICKS + 1]


cdef inline void flat_prior(MoveOrderingPrior* prior) noexcept nogil:
    """A flat prior: every try is as likely to succeed as not."""
    cdef float* rate = &prior.rate[0][0][0][0][0]
    cdef int i
    memset(prior, 0, sizeof(MoveOrderingPrior))
    for i in range(RATES):
        rate[i] = 0.5


cdef inline void begin_ordering(
    Ordering* order, const MoveOrderingPrior* prior, int trumps
) noexcept nogil:
    """Forget everything learned; cheap, since history entries begin when first used."""
    order.generation += 1
    if order.generation == 0:
        memset(order.history, 0, sizeof(order.history))
        order.generation = 1
    order.prior = prior
    order.trumps = trumps
    memcpy(order.expected_log2_nodes, prior.expected_log2_nodes, sizeof(order.expected_log2_nodes))
    memset(order.lead, 0, sizeof(order.lead))


cdef inline HistoryEntry* history_of(
    Ordering* order, int player, int on_table, int situation, int kind, int card
) noexcept nogil:
    """The statistics of a kind of move."""
    cdef HistoryEntry* entry = &order.history[player][on_table][situation][kind][card]
    cdef float rate
    if entry.generation != order.generation:
        rate = order.prior.rate[player][on_table][kind][card >> 4 == order.trumps][card & 15]
        entry.generation = order.generation
        entry.tried = PRIOR_TRIES
        entry.succeeded = PRIOR_TRIES * rate
        entry.work = 0
        entry.score = log2_rounded(rate)
    return entry


cdef inline void sum_statistics(
    const Ordering* order, MoveOrderingPrior* tried, MoveOrderingPrior* succeeded
) noexcept nogil:
    """Sum the statistics in the layout of a prior: tries and successes in place of rates."""
    cdef const HistoryEntry* entry
    cdef int player, on_table, situation, kind, card, trump, rank
    memset(tried, 0, sizeof(MoveOrderingPrior))
    memset(succeeded, 0, sizeof(MoveOrderingPrior))
    for player in range(3):
        for on_table in range(3):
            for situation in range(SITUATIONS):
                for kind in range(PLAY_KINDS):
                    for card in range(64):
                        trump, rank = card >> 4 == order.trumps, card & 15
                        entry = &order.history[player][on_table][situation][kind][card]
                        if rank >= RANKS or entry.generation != order.generation:
                            continue
                        tried.rate[player][on_table][kind][trump][rank] += entry.tried - PRIOR_TRIES
                        succeeded.rate[player][on_table][kind][trump][rank] += (
                            entry.succeeded
                            - PRIOR_TRIES * order.prior.rate[player][on_table][kind][trump][rank]
                        )
    memcpy(tried.expected_log2_nodes, order.expected_log2_nodes, sizeof(order.expected_log2_nodes))


cdef inline float near_log2(uint64_t number) noexcept nogil:
    """The logarithm (base 2) to within .09: right for powers of two, straight lines between."""
    cdef int whole = highest(number)
    return whole - 1 + <float>number / <float>(<uint64_t>1 << whole)


cdef inline void record_try(
    HistoryEntry* entry, float* expected_log2_nodes, bint success, uint64_t positions
) noexcept nogil:
    """Record a try and its number of positions."""
    cdef float work = near_log2(positions + 1)
    expected_log2_nodes[0] += (work - expected_log2_nodes[0]) * <float>0.01
    entry.tried += 1
    if success:
        entry.succeeded += 1
    entry.work += (work - expected_log2_nodes[0] - entry.work) / (entry.tried + 3)
    entry.score = log2_rounded(entry.succeeded / entry.tried) - entry.work


cdef inline int count_to(uint64_t cards, int most) noexcept nogil:
    return min(count_cards(cards), most)


cdef inline float work_of_lead(
    const LeadWork* known, uint64_t hero, uint64_t partner, int card, int trumps
) noexcept nogil:
    """How many times more positions a defender's lead is likely to take (base-2 logarithm)."""
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
