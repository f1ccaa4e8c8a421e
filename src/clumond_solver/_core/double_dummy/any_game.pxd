"""Cards of one hand that are alike in any game, of which searches try only one."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport highest, lowest, one_per_run
from clumond_solver._core.rules.any_game cimport Position, TrickTables


cdef inline int wild_that_may_meet(
    const TrickTables* tables, const Position* at
) noexcept nogil:
    # How many wild cards may come to one trick.
    cdef int seat, holders = 0
    if not tables.wild:
        return 0
    for seat in range(tables.seats):
        holders += (at.hands[seat] & tables.wild) != 0
    if at.trick.on_table and at.trick.best_power != tables.power[at.trick.led][at.trick.best_card]:
        holders += 1
    return holders


cdef inline uint64_t crowded_runs(
    const TrickTables* tables, uint64_t kept, uint64_t merged, uint64_t live, int wild
) noexcept nogil:
    # Of the cards merged with lower ones, those of runs without a free name below and above for
    # each wild card that may come to a trick: there the number of names depends on the card played.
    cdef uint64_t crowded = 0, run, higher, free = tables.every & ~live
    cdef uint64_t below, above
    cdef int low, high
    while merged:
        low = highest(kept & ((merged & (~merged + 1)) - 1))
        higher = kept & ~((<uint64_t>2 << low) - 1)
        run = merged & ((higher & (~higher + 1)) - 1) if higher else merged
        high = highest(run)
        merged &= ~run
        if (low & 15) < wild:
            crowded |= run
            continue
        below = ((<uint64_t>1 << (wild - 1)) - 1) << (low - wild + 1)
        above = ((<uint64_t>1 << (wild - 1)) - 1) << (high + 1)
        if below & ~free or above & ~free:
            crowded |= run
    return crowded


cdef inline uint64_t one_of_run(
    const TrickTables* tables, uint64_t cards, uint64_t hand, uint64_t live, int wild
) noexcept nogil:
    # The lowest of touching cards of one hand of equal points.
    cdef uint64_t kept = one_per_run(cards, hand, live)
    cdef uint64_t merged = cards & ~kept
    if wild > 1 and merged:
        kept |= crowded_runs(tables, kept, merged, live, wild)
        merged = cards & ~kept
    cdef int card, below
    while merged:
        card = lowest(merged)
        merged &= merged - 1
        below = highest(hand & ((<uint64_t>1 << card) - 1))
        if tables.card_points[card] != tables.card_points[below]:
            kept |= <uint64_t>1 << card
    return kept


cdef inline uint64_t one_per_equals(
    const TrickTables* tables, const Position* at, uint64_t cards, uint64_t live
) noexcept nogil:
    # One of the cards, none of them wild, that cannot differ in how the play goes on. A wild card
    # that is winning ranks between the card named and the next: cards on its two sides differ.
    # One wild card to come does not distinguish touching cards: it can beat, or stay under,
    # whichever is played or left. Several in one trick do, where few names lie between the live
    # cards.
    cdef uint64_t hand = at.hands[at.trick.turn] & ~tables.wild
    cdef uint64_t under
    cdef int wild = wild_that_may_meet(tables, at)
    live &= ~tables.wild
    if at.trick.on_table:
        live |= <uint64_t>1 << at.trick.best_card
        if at.trick.best_power != tables.power[at.trick.led][at.trick.best_card]:
            under = (<uint64_t>2 << at.trick.best_card) - 1
            return one_of_run(tables, cards & under, hand & under, live, wild) | one_of_run(
                tables, cards & ~under, hand & ~under, live, wild
            )
    return one_of_run(tables, cards, hand, live, wild)
