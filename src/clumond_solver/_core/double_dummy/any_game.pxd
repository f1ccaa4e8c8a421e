"""Equivalent cards of a hand, in any game: searches try only one of them."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport highest, lowest, one_per_run
from clumond_solver._core.rules.any_game cimport Position, TrickTables, winner_is_wild


cdef inline int max_wild_in_trick(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    # The most wild cards that this trick, or a later one, can contain.
    cdef int seat, count = 0
    if not tables.wild:
        return 0
    for seat in range(tables.seats):
        count += (position.hands[seat] & tables.wild) != 0
    return count + winner_is_wild(tables, position)


cdef inline uint64_t crowded_cards(
    const TrickTables* tables, uint64_t lowest_of_runs, uint64_t merged, uint64_t live,
    int wild_count,
) noexcept nogil:
    # The merged cards that must be tried after all: those of runs that do not have
    # `wild_count` - 1 absent cards next to them on both sides. Between the card played and the next
    # live card there may then be too few ranks for the wild cards, depending on the card played.
    cdef uint64_t crowded = 0, run, higher, absent = tables.pack & ~live
    cdef uint64_t below, above
    cdef int low, high
    while merged:
        low = highest(lowest_of_runs & ((merged & (~merged + 1)) - 1))
        higher = lowest_of_runs & ~((<uint64_t>2 << low) - 1)
        run = merged & ((higher & (~higher + 1)) - 1) if higher else merged
        high = highest(run)
        merged &= ~run
        if (low & 15) < wild_count:
            crowded |= run
            continue
        below = ((<uint64_t>1 << (wild_count - 1)) - 1) << (low - wild_count + 1)
        above = ((<uint64_t>1 << (wild_count - 1)) - 1) << (high + 1)
        if below & ~absent or above & ~absent:
            crowded |= run
    return crowded


cdef inline uint64_t one_per_group(
    const TrickTables* tables, uint64_t cards, uint64_t hand, uint64_t live, int wild_count
) noexcept nogil:
    # Of each group of touching cards with the same points, the lowest.
    cdef uint64_t kept = one_per_run(cards, hand, live)
    cdef uint64_t merged = cards & ~kept
    if wild_count > 1 and merged:
        kept |= crowded_cards(tables, kept, merged, live, wild_count)
        merged = cards & ~kept
    cdef int card, below
    while merged:
        card = lowest(merged)
        merged &= merged - 1
        below = highest(hand & ((<uint64_t>1 << card) - 1))
        if tables.card_points[card] != tables.card_points[below]:
            kept |= <uint64_t>1 << card
    return kept


cdef inline uint64_t one_per_equivalent(
    const TrickTables* tables, const Position* position, uint64_t cards, uint64_t live
) noexcept nogil:
    # Of every group of equivalent cards, none of them wild, one. A winning wild card ranks between
    # the card that it is played as and the next: cards on its two sides differ. One wild card yet
    # to be played cannot tell touching cards apart: it can beat, or stay below, any of them.
    # Several in one trick can, if few absent cards lie next to the run.
    cdef uint64_t hand = position.hands[position.trick.turn] & ~tables.wild
    cdef uint64_t under
    cdef int wild_count = max_wild_in_trick(tables, position)
    live &= ~tables.wild
    if position.trick.on_table:
        live |= <uint64_t>1 << position.trick.best_card
        if winner_is_wild(tables, position):
            under = (<uint64_t>2 << position.trick.best_card) - 1
            return one_per_group(tables, cards & under, hand & under, live, wild_count) | (
                one_per_group(tables, cards & ~under, hand & ~under, live, wild_count)
            )
    return one_per_group(tables, cards, hand, live, wild_count)
