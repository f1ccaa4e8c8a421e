"""Move statistics, for trying first the moves that succeed often for the work that they take.

This is a history heuristic (J. Schaeffer 1983) with rates instead of counts. Trying moves in the
order of (chance of success) / (work) takes the least work on average. The search learns both for
kinds of moves. It begins with a *prior* from searches of other deals, which of a card knows only
the rank and whether it is a trump. Leads also have a hash move: the lead that last succeeded with
the same suit lengths.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of
from clumond_solver._core.bits.portable_math cimport log2_rounded
from clumond_solver._core.rules.limits cimport TRICKS

cdef enum:
    # Kinds of play: leading; following, ruffing and discarding; the last three plus BEATING if the
    # card beats the trick so far.
    LED = 0
    FOLLOWING = 1
    RUFFING = 2
    DISCARDING = 3
    BEATING = 3
    PLAY_KINDS = 7
    # Situations: whether the hero's card is winning the trick so far, and whether at most LATE
    # tricks are left.
    SITUATIONS = 4
    LATE = 3

cdef enum:
    SHAPES = 4096
    RANKS = 13
    # The weight of the prior, in tries.
    PRIOR_TRIES = 6

    # The numbers of rates and of expected nodes in a prior.
    RATE_COUNT = 3 * 3 * PLAY_KINDS * 2 * RANKS
    NODES_COUNT = 3 * 3 * (TRICKS + 1)

    # The lengths, and the numbers of higher or lower cards, that `LeadWork` distinguishes, and the
    # number of its entries.
    LENGTHS = 7
    NEIGHBOURS = 4
    LEAD_WORK_COUNT = 2 * LENGTHS * LENGTHS + 4 * NEIGHBOURS * NEIGHBOURS

ctypedef struct LeadWork:
    # By what factor a defender's lead takes more positions than his others, as a base-2 logarithm:
    # a sum of three terms, each by whether the card is a trump, and by the number of cards that the
    # hero and the partner hold of its suit: in all, above it, below it.
    float length[2][LENGTHS][LENGTHS]
    float above[2][NEIGHBOURS][NEIGHBOURS]
    float below[2][NEIGHBOURS][NEIGHBOURS]

ctypedef struct MoveOrderingPrior:
    # Success rates by player, cards on the table, kind of play, whether the card is a trump, rank.
    float rate[3][3][PLAY_KINDS][2][RANKS]
    # As in `Ordering`.
    float expected_log2_nodes[3][3][TRICKS + 1]
    LeadWork lead_work

ctypedef struct HistoryEntry:
    float tries
    float successes
    # The base-2 logarithm of the positions that a try took, less `expected_log2_nodes`.
    float work
    # The base-2 logarithm of success rate over work.
    float score
    # The ordering's generation when the entry began; an older entry starts anew when it is used.
    uint32_t generation

ctypedef struct Ordering:
    uint32_t generation
    # The prior that entries start with, and the trumps: a suit, or 4 for none.
    const MoveOrderingPrior* prior
    int trumps
    # By player, cards on the table, situation, kind of play, card.
    HistoryEntry history[3][3][SITUATIONS][PLAY_KINDS][64]
    # The lead that last succeeded in positions of a shape: card index + 1, 0 for none.
    uint32_t lead[SHAPES]
    # The base-2 logarithm of a try's positions, by player, cards on the table and tricks left.
    float expected_log2_nodes[3][3][TRICKS + 1]


cdef inline void flat_prior(MoveOrderingPrior* prior) noexcept nogil:
    """Set a flat prior: every try is as likely to succeed as not."""
    cdef float* rate = &prior.rate[0][0][0][0][0]
    cdef int i
    memset(prior, 0, sizeof(MoveOrderingPrior))
    for i in range(RATE_COUNT):
        rate[i] = 0.5


cdef inline void begin_ordering(
    Ordering* order, const MoveOrderingPrior* prior, int trumps
) noexcept nogil:
    """Forget everything learned. This is cheap, because history entries start when first used."""
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
        entry.tries = PRIOR_TRIES
        entry.successes = PRIOR_TRIES * rate
        entry.work = 0
        entry.score = log2_rounded(rate)
    return entry


cdef inline void sum_statistics(
    const Ordering* order, MoveOrderingPrior* tries, MoveOrderingPrior* successes
) noexcept nogil:
    """Sum the statistics in the layout of priors, with tries or successes instead of rates."""
    cdef const HistoryEntry* entry
    cdef int player, on_table, situation, kind, card, trump, rank
    memset(tries, 0, sizeof(MoveOrderingPrior))
    memset(successes, 0, sizeof(MoveOrderingPrior))
    for player in range(3):
        for on_table in range(3):
            for situation in range(SITUATIONS):
                for kind in range(PLAY_KINDS):
                    for card in range(64):
                        trump, rank = card >> 4 == order.trumps, card & 15
                        entry = &order.history[player][on_table][situation][kind][card]
                        if rank >= RANKS or entry.generation != order.generation:
                            continue
                        tries.rate[player][on_table][kind][trump][rank] += entry.tries - PRIOR_TRIES
                        successes.rate[player][on_table][kind][trump][rank] += (
                            entry.successes
                            - PRIOR_TRIES * order.prior.rate[player][on_table][kind][trump][rank]
                        )
    memcpy(tries.expected_log2_nodes, order.expected_log2_nodes, sizeof(order.expected_log2_nodes))


cdef inline float near_log2(uint64_t number) noexcept nogil:
    """The base-2 logarithm to within .09: exact for powers of two, linear between them."""
    cdef int whole = highest(number)
    return whole - 1 + <float>number / <float>(<uint64_t>1 << whole)


cdef inline void record_try(
    HistoryEntry* entry, float* expected_log2_nodes, bint success, uint64_t positions
) noexcept nogil:
    """Record a try, and the number of positions that it took."""
    cdef float work = near_log2(positions + 1)
    expected_log2_nodes[0] += (work - expected_log2_nodes[0]) * <float>0.01
    entry.tries += 1
    if success:
        entry.successes += 1
    entry.work += (work - expected_log2_nodes[0] - entry.work) / (entry.tries + 3)
    entry.score = log2_rounded(entry.successes / entry.tries) - entry.work


cdef inline int count_up_to(uint64_t cards, int most) noexcept nogil:
    return min(count_cards(cards), most)


cdef inline float work_of_lead(
    const LeadWork* terms, uint64_t hero, uint64_t partner, int card, int trumps
) noexcept nogil:
    """The factor by which a defender's lead is likely to take more positions (base-2 logarithm)."""
    cdef uint64_t lane = lane_of(card)
    cdef uint64_t bit = <uint64_t>1 << card
    cdef uint64_t above = lane & ~(bit | (bit - 1))
    cdef uint64_t below = lane & (bit - 1)
    cdef bint trump = card >> 4 == trumps
    return (
        terms.length[trump][count_up_to(hero & lane, LENGTHS - 1)][
            count_up_to(partner & lane, LENGTHS - 1)
        ]
        + terms.above[trump][count_up_to(hero & above, NEIGHBOURS - 1)][
            count_up_to(partner & above, NEIGHBOURS - 1)
        ]
        + terms.below[trump][count_up_to(hero & below, NEIGHBOURS - 1)][
            count_up_to(partner & below, NEIGHBOURS - 1)
        ]
    )


cdef inline uint64_t shape_of(uint64_t key) noexcept nogil:
    return ((key * <uint64_t>0xD6E8FEB86659FD93) >> 40) % SHAPES
