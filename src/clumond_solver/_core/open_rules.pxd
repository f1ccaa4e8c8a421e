"""What the exact searches over any game's tables share: keys of positions, and moves worth trying."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.rng cimport Rng, draw, start_stream
from clumond_solver._core.rule_tables cimport (
    MOST_SEATS,
    MOST_WAYS,
    RuleBoard,
    RulePosition,
    Rules,
    RuleTables,
    Way,
    play_way,
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


cdef inline int stronger_later(
    const RuleTables* tables, const RulePosition* at, int led, int named
) noexcept nogil:
    # By what a wild card so named can still be beaten: how many cards of those still to play to
    # the trick are stronger, and if they hold wild ones, whether a stronger name exists in the same
    # suit (which may be all that they may name) or in another one only.
    cdef int later, seat, place
    cdef int power = tables.power[led][named] + 1
    cdef int count = 0
    cdef int names = 0
    cdef bint wild = False
    cdef uint64_t rest
    for later in range(at.on_table + 1, tables.seats):
        seat = (at.turn + later - at.on_table) % tables.seats
        wild = wild or (at.hands[seat] & tables.wild) != 0
        rest = at.hands[seat] & ~tables.wild
        while rest:
            count += tables.power[led][lowest(rest)] > power
            rest &= rest - 1
    if wild:
        rest = tables.every
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            if tables.power[led][place] >= power:
                names |= 2 if place >> 4 == named >> 4 else 1
    return count + 64 * (2 if names & 2 else names)


cdef inline int wild_moves(
    const RuleTables* tables, const RulePosition* at, int place, Way* moves
) noexcept nogil:
    # Names of a wild card that differ in what they beat and what can still beat them.
    cdef Way ways[MOST_WAYS]
    cdef int found = ways_of(tables, at, place, ways)
    cdef int count = 0
    cdef int number, led, power, alike
    cdef uint8_t seen[4][256]
    memset(seen, 0, sizeof(seen))
    for number in range(found):
        led = at.led if at.on_table else ways[number].led
        power = tables.power[led][ways[number].named]
        power += power > 0
        if at.on_table and power <= at.best_power:
            alike = 255
        else:
            alike = stronger_later(tables, at, led, ways[number].named)
        if not seen[led][alike]:
            seen[led][alike] = 1
            moves[count] = ways[number]
            count += 1
    return count


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
    cdef int seat, place
    cdef int count = 0
    cdef uint64_t live = 0
    cdef uint64_t cards = rule_legal(tables, at)
    for seat in range(tables.seats):
        live |= at.hands[seat]
    if tables.mergeable:
        if at.on_table:
            live |= <uint64_t>1 << at.best_place
        cards = one_of_alike(tables, cards, at.hands[at.turn], live)
    # Wild cards of one hand are alike.
    if cards & tables.wild:
        place = lowest(cards & tables.wild)
        cards &= ~tables.wild
        count = wild_moves(tables, at, place, moves)
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if not (tables.declares >> place) & 1:
            moves[count].place = moves[count].named = place
            moves[count].led = place >> 4
            count += 1
        else:
            count += ways_of(tables, at, place, &moves[count])
    return count
