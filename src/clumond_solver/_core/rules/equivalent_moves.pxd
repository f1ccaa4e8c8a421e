"""Equivalent moves of a hand, in any game: searches try only one of them."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of, lowest, one_per_run
from clumond_solver._core.rules.any_game_tricks cimport (
    MAX_SEATS,
    Move,
    Position,
    TrickTables,
    legal_cards,
    live_cards,
    move_of,
    moves_of,
    seat_at,
    trick_size,
    winner_is_wild,
)
from clumond_solver._core.rules.limits cimport MAX_MOVES


cdef inline int max_wild_in_trick(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    # The most wild cards that this trick, or a later one, can contain.
    cdef int place, count = 0
    if not tables.wild:
        return 0
    for place in range(trick_size(tables)):
        count += (position.hands[seat_at(tables, 0, place)] & tables.wild) != 0
    if tables.names_differ:
        return count + count_cards(position.names_taken)
    return count + winner_is_wild(tables, position)


cdef inline uint64_t crowded_cards(
    const TrickTables* tables, uint64_t lowest_of_runs, uint64_t merged, uint64_t live,
    int wild_count,
) noexcept nogil:
    # The merged cards that must be tried after all: those of runs that do not have `wild_count`
    # names below them, and `wild_count` - 1 absent cards next to them on both sides. Between the
    # card played and the next live card, or below it, there may then be too few ranks for the wild
    # cards, depending on the card played.
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
    # Of each group of touching cards with the same points and rules, the lowest.
    cdef uint64_t kept = one_per_run(cards, hand, live)
    cdef uint64_t merged = cards & ~kept
    if wild_count and merged:
        kept |= crowded_cards(tables, kept, merged, live, wild_count)
        merged = cards & ~kept
    cdef int card, below
    while merged:
        card = lowest(merged)
        merged &= merged - 1
        below = highest(hand & ((<uint64_t>1 << card) - 1))
        if (
            tables.card_points[card] != tables.card_points[below]
            or tables.kind[card] != tables.kind[below]
        ):
            kept |= <uint64_t>1 << card
    return kept


cdef inline uint64_t one_per_equivalent(
    const TrickTables* tables, const Position* position, uint64_t cards, uint64_t live
) noexcept nogil:
    # Of every group of equivalent cards, none of them wild, one. A winning wild card ranks between
    # the card that it is played as and the next: cards on its two sides differ. One wild card yet
    # to be played can beat any of touching cards, or stay below them as a lower card; but it beats
    # the lowest card of a suit under every name of that suit. Several in one trick can tell
    # touching cards apart, if few absent cards lie next to the run.
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


cdef inline uint64_t names_between(
    const TrickTables* tables, uint64_t naturals, int led, int named
) noexcept nogil:
    # The names of the same suit that are stronger but beat no further natural card.
    cdef uint64_t stronger = tables.beaten_by[led][named] & lane_of(named)
    cdef uint64_t limits = naturals & stronger
    return stronger & ((limits & (~limits + 1)) - 1) if limits else stronger


cdef inline int wild_moves(
    const TrickTables* tables, const Position* position, int card, Move* moves
) noexcept nogil:
    # The moves of a wild card, one of each group of equivalent names. Names differ in whether they
    # beat the best card, in how many cards yet to be played to the trick beat them, and, if wild
    # cards are still to come, in how many names lie between them and the next of these cards. If
    # names must differ, also in how many names they leave to lose with.
    cdef Move all_moves[MAX_MOVES]
    cdef int total = moves_of(tables, position, card, all_moves)
    cdef int count = 0, number, seat, led, between, named, wild_later = 0, beaters, loser, room
    cdef uint64_t later = 0, cards
    cdef uint8_t is_listed[4][4][MAX_SEATS][64]
    cdef bint has_loser[4]
    memset(is_listed, 0, sizeof(is_listed))
    memset(has_loser, 0, sizeof(has_loser))
    for number in range(position.trick.on_table + 1, trick_size(tables)):
        seat = seat_at(tables, position.trick.leader, number)
        cards = position.hands[seat]
        later |= cards
        wild_later += (cards & tables.wild) != 0
    later &= ~tables.wild
    for number in range(total):
        named = all_moves[number].named
        led = position.trick.led if position.trick.on_table else all_moves[number].led
        if position.trick.on_table and tables.power[led][named] < position.trick.best_power:
            # All names that lose are equivalent, by suit if they must differ.
            loser = named >> 4 if tables.names_differ and wild_later else 0
            if not has_loser[loser]:
                has_loser[loser] = True
                moves[count] = all_moves[number]
                count += 1
            continue
        between = 0
        if wild_later:
            between = min(wild_later, count_cards(names_between(tables, later, led, named)))
        beaters = count_cards(later & tables.beaten_by[led][named])
        room = 0
        if tables.names_differ and wild_later:
            room = min(named & 15, wild_later + count_cards(position.names_taken))
        if not is_listed[led][named >> 4][between][beaters] & 1 << room:
            is_listed[led][named >> 4][between][beaters] |= 1 << room
            moves[count] = all_moves[number]
            count += 1
    return count


cdef inline int moves_to_try(
    const TrickTables* tables, const Position* position, Move* moves
) noexcept nogil:
    # The legal moves, one of each group of equivalent ones.
    cdef int card, count = 0
    cdef uint64_t cards = legal_cards(tables, position)
    # Wild cards of one hand are equivalent.
    if cards & tables.wild:
        card = lowest(cards & tables.wild)
        cards &= ~tables.wild
        count = wild_moves(tables, position, card, moves)
    if tables.mergeable:
        cards = one_per_equivalent(tables, position, cards, live_cards(tables, position))
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if not (tables.may_declare_lead >> card) & 1:
            moves[count] = move_of(card)
            count += 1
        else:
            count += moves_of(tables, position, card, &moves[count])
    return count
