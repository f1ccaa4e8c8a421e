"""What the exact searches over any game's tables share: keys of positions, and moves worth trying."""

from libc.stdint cimport int8_t, int32_t, uint64_t

from clumond_solver._core.rng cimport Rng, draw, start_stream
from clumond_solver._core.rule_tables cimport (
    MOST_SEATS,
    MOST_WAYS,
    RuleBoard,
    RulePosition,
    Rules,
    RuleTables,
    Way,
    rule_legal,
    ways_of,
)
from clumond_solver._core.tricks cimport highest, lowest, one_per_run


cdef struct Key:
    # 128 bits: no two positions that are ever met share them.
    uint64_t high
    uint64_t low


cdef struct Keys:
    Key card[MOST_SEATS][64]
    Key leader[MOST_SEATS]
    Key question[256]


cdef struct Entry:
    Key key
    # What is known of the position: two numbers, which each search reads in its own way.
    int32_t low
    int32_t high
    int8_t best


cdef struct Search:
    const RuleTables* tables
    const Keys* keys
    Entry* entries
    uint64_t last_entry
    int seat
    int question
    uint64_t nodes


cdef class OpenSearch:
    cdef Rules rules
    cdef Keys keys
    cdef Entry* entries
    cdef uint64_t count
    cdef readonly uint64_t nodes
    cdef Search start(self, RuleBoard board, int seat) except *


cdef inline void turn_key(Key* key, const Key* by) noexcept nogil:
    key.high ^= by.high
    key.low ^= by.low


cdef inline Entry* entry_of(const Search* search, const Key* key) noexcept nogil:
    return &search.entries[key.low & search.last_entry]


cdef inline bint holds(const Entry* entry, const Key* key) noexcept nogil:
    return entry.key.high == key.high and entry.key.low == key.low


cdef inline Key asked_at(const Search* search, const RulePosition* at, Key key) noexcept nogil:
    # The key of a question at the start of a trick.
    turn_key(&key, &search.keys.leader[at.turn])
    turn_key(&key, &search.keys.question[4 * search.seat + search.question])
    return key


cdef inline void draw_keys(Keys* keys) noexcept nogil:
    cdef Rng rng
    cdef int seat, place
    start_stream(&rng, 20260101, 0)
    for seat in range(MOST_SEATS):
        keys.leader[seat].high = draw(&rng)
        keys.leader[seat].low = draw(&rng)
        for place in range(64):
            keys.card[seat][place].high = draw(&rng)
            keys.card[seat][place].low = draw(&rng)
    for place in range(256):
        keys.question[place].high = draw(&rng)
        keys.question[place].low = draw(&rng)


cdef inline Key key_of(
    const Keys* keys, const RuleTables* tables, const RulePosition* at
) noexcept nogil:
    # Of the cards held alone; the leader is added where it is looked up.
    cdef Key key
    cdef int seat
    cdef uint64_t rest
    key.high = key.low = 0
    for seat in range(tables.seats):
        rest = at.hands[seat]
        while rest:
            turn_key(&key, &keys.card[seat][lowest(rest)])
            rest &= rest - 1
    return key


cdef inline uint64_t names_to_try(
    const RuleTables* tables, const RulePosition* at, uint64_t live
) noexcept nogil:
    # Names of a wild card that differ in what they beat or are beaten by: those of cards still
    # held, of the best card on the table and its neighbour, and the ends of each suit.
    cdef uint64_t names = live
    cdef uint64_t lane
    cdef int suit
    for suit in range(4):
        lane = tables.every & (<uint64_t>0xFFFF << (16 * suit))
        names |= lane & (~lane + 1)
        names |= lane & ~(lane >> 1)
    if at.on_table:
        names |= (<uint64_t>3 << at.best_place) & tables.every
    return names


cdef inline uint64_t one_of_alike(
    const RuleTables* tables, uint64_t cards, uint64_t hand, uint64_t live
) noexcept nogil:
    # Of touching cards of one hand that are worth the same only the lowest.
    cdef uint64_t kept = one_per_run(cards, hand, live)
    cdef uint64_t merged = cards & ~kept
    cdef int place, below
    while merged:
        place = lowest(merged)
        merged &= merged - 1
        below = highest(hand & ((<uint64_t>1 << place) - 1))
        if tables.worth[place] != tables.worth[below]:
            kept |= <uint64_t>1 << place
    return kept


cdef inline int moves_to_try(
    const RuleTables* tables, const RulePosition* at, Way* moves
) noexcept nogil:
    # Ways to play, one of those that cannot differ in how the play goes on.
    cdef Way ways[MOST_WAYS]
    cdef int seat, number, found
    cdef int count = 0
    cdef uint64_t live = 0
    cdef uint64_t cards = rule_legal(tables, at)
    cdef uint64_t names
    cdef int place
    for seat in range(tables.seats):
        live |= at.hands[seat]
    if tables.mergeable:
        if at.on_table:
            live |= <uint64_t>1 << at.best_place
        cards = one_of_alike(tables, cards, at.hands[at.turn], live)
    names = names_to_try(tables, at, live & ~tables.wild)
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if not ((tables.wild | tables.declares) >> place) & 1:
            moves[count].place = moves[count].named = place
            moves[count].led = place >> 4
            count += 1
            continue
        found = ways_of(tables, at, place, ways)
        for number in range(found):
            if not (tables.wild >> place) & 1 or (names >> ways[number].named) & 1:
                moves[count] = ways[number]
                count += 1
    return count
