"""What the exact searches over any game's tables share: keys of positions, and moves to try.

Serves `any_game_tricks.pyx` and `any_game_points.pyx`; Clumond's own search is `search.pxi`.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of, lowest, one_per_run
from clumond_solver._core.bits.rng cimport Rng, draw, start_stream
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
from clumond_solver._core.rules.any_game cimport (
    MAX_SEATS,
    Board,
    Move,
    Position,
    Rules,
    TrickTables,
    legal_cards,
    move_of,
    moves_of,
    play_move,
)
from clumond_solver._core.rules.limits cimport MAX_MOVES


cdef struct Key:
    # 128 bits, so that no two positions ever share a key.
    uint64_t high
    uint64_t low


cdef struct Keys:
    Key card[MAX_SEATS][64]
    Key leader[MAX_SEATS]
    # By question and seat.
    Key question[256]


cdef struct Entry:
    Key key
    # Two numbers known of the position, whose meaning the search chooses.
    int32_t low
    int32_t high
    int8_t best


cdef struct Search:
    const TrickTables* tables
    const Keys* keys
    Entry* entries
    uint64_t last_entry
    int seat
    int question
    # The seat with a bonus for taking a trick (-1 for none), and the bonus.
    int bonus_seat
    int bonus
    uint64_t nodes
    # Once set, the search returns without an answer and stores nothing.
    StopFlag* stop


cdef class AnyGameSearch:
    cdef Rules rules
    cdef Keys keys
    cdef Entry* entries
    cdef uint64_t count
    cdef readonly uint64_t nodes
    cdef Search start(self, Board board, int seat) except *


cdef enum:
    POLL_EVERY = 1024


cdef inline void count_node(Search* search) noexcept nogil:
    search.nodes += 1
    if search.nodes % POLL_EVERY == 0:
        must_stop(search.stop)


cdef inline void xor_key(Key* key, const Key* by) noexcept nogil:
    key.high ^= by.high
    key.low ^= by.low


cdef inline Entry* entry_of(const Search* search, const Key* key) noexcept nogil:
    return &search.entries[key.low & search.last_entry]


cdef inline bint holds(const Entry* entry, const Key* key) noexcept nogil:
    return entry.key.high == key.high and entry.key.low == key.low


cdef inline Key question_key(const Search* search, const Position* at, Key key) noexcept nogil:
    # A question's key at the start of a trick.
    xor_key(&key, &search.keys.leader[at.trick.turn])
    xor_key(&key, &search.keys.question[4 * search.seat + search.question])
    return key


cdef inline void draw_keys(Keys* keys) noexcept nogil:
    cdef Rng rng
    cdef int seat, number
    start_stream(&rng, 20260101, 0)
    for seat in range(MAX_SEATS):
        keys.leader[seat].high = draw(&rng)
        keys.leader[seat].low = draw(&rng)
        for number in range(64):
            keys.card[seat][number].high = draw(&rng)
            keys.card[seat][number].low = draw(&rng)
    for number in range(256):
        keys.question[number].high = draw(&rng)
        keys.question[number].low = draw(&rng)


cdef inline Key key_of(
    const Keys* keys, const TrickTables* tables, const Position* at
) noexcept nogil:
    # The key of the cards held; `question_key` adds the leader.
    cdef Key key
    cdef int seat
    cdef uint64_t rest
    key.high = key.low = 0
    for seat in range(tables.seats):
        rest = at.hands[seat]
        while rest:
            xor_key(&key, &keys.card[seat][lowest(rest)])
            rest &= rest - 1
    return key


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


cdef inline uint64_t names_between(
    const TrickTables* tables, uint64_t naturals, int led, int named
) noexcept nogil:
    # The names of the same suit that are stronger and yet beat none of the natural cards besides.
    cdef uint64_t stronger = tables.beats[led][named] & lane_of(named)
    cdef uint64_t limits = naturals & stronger
    return stronger & ((limits & (~limits + 1)) - 1) if limits else stronger


cdef inline int wild_moves(
    const TrickTables* tables, const Position* at, int card, Move* moves
) noexcept nogil:
    # Names of a wild card that differ in what they beat, in how many cards still to play to the
    # trick beat them, and, where wild ones are among these, in how many names do just that.
    cdef Move ways[MAX_MOVES]
    cdef int total = moves_of(tables, at, card, ways)
    cdef int count = 0, number, led, alike, named, wild_later = 0
    cdef uint64_t later = 0, cards
    cdef uint8_t seen[4][4][MAX_SEATS][64]
    cdef bint has_loser = False
    memset(seen, 0, sizeof(seen))
    for number in range(at.trick.on_table + 1, tables.seats):
        cards = at.hands[(at.trick.turn + number - at.trick.on_table) % tables.seats]
        later |= cards
        wild_later += (cards & tables.wild) != 0
    later &= ~tables.wild
    for number in range(total):
        named = ways[number].named
        led = at.trick.led if at.trick.on_table else ways[number].led
        if at.trick.on_table and tables.power[led][named] < at.trick.best_power:
            # All names that lose are alike.
            if not has_loser:
                has_loser = True
                moves[count] = ways[number]
                count += 1
            continue
        alike = 0
        if wild_later:
            alike = min(wild_later, count_cards(names_between(tables, later, led, named)))
        if not seen[led][named >> 4][alike][count_cards(later & tables.beats[led][named])]:
            seen[led][named >> 4][alike][count_cards(later & tables.beats[led][named])] = 1
            moves[count] = ways[number]
            count += 1
    return count


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
    # The lowest of touching cards of one hand and of equal worth.
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
        if tables.worth[card] != tables.worth[below]:
            kept |= <uint64_t>1 << card
    return kept


cdef inline uint64_t one_of_alike(
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


cdef inline int moves_to_try(
    const TrickTables* tables, const Position* at, Move* moves
) noexcept nogil:
    # The ways to play, one of each set of equivalent ones.
    cdef int seat, card
    cdef int count = 0
    cdef uint64_t live = 0
    cdef uint64_t cards = legal_cards(tables, at)
    for seat in range(tables.seats):
        live |= at.hands[seat]
    # Wild cards of one hand are alike.
    if cards & tables.wild:
        card = lowest(cards & tables.wild)
        cards &= ~tables.wild
        count = wild_moves(tables, at, card, moves)
    if tables.mergeable:
        cards = one_of_alike(tables, at, cards, live)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if not (tables.declares >> card) & 1:
            moves[count] = move_of(card)
            count += 1
        else:
            count += moves_of(tables, at, card, &moves[count])
    return count
