"""Trick tables compiled from data, and a position of the play that the engines work on.

A card is an index 0 .. 63, sixteen to a suit; a set of cards is a 64-bit mask. The tables say, for
each suit led, which cards satisfy the duty to follow and how strong each card is (0 cannot win).
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int clumond_lowest(uint64_t x) {
        unsigned long at; _BitScanForward64(&at, x); return (int)at; }
    static __inline int clumond_highest(uint64_t x) {
        unsigned long at; _BitScanReverse64(&at, x); return (int)at; }
    #else
    static inline int clumond_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int clumond_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
    static inline int clumond_count(uint64_t x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
    }
    /* Cards of one suit: a table of all its 8192 sets is quicker than counting bits. */
    static unsigned char clumond_lengths[8192];
    static inline int clumond_length(uint64_t x, int suit) {
        return clumond_lengths[(x >> (16 * suit)) & 0x1FFF];
    }
    static inline void clumond_fill_lengths(void) {
        int set; for (set = 1; set < 8192; set++)
            clumond_lengths[set] = clumond_lengths[set >> 1] + (set & 1); }
    """
    int lowest "clumond_lowest"(uint64_t mask) noexcept nogil
    int highest "clumond_highest"(uint64_t mask) noexcept nogil
    int count_cards "clumond_count"(uint64_t mask) noexcept nogil
    int suit_length "clumond_length"(uint64_t mask, int suit) noexcept nogil
    # To be called once by each module that asks for lengths.
    void fill_lengths "clumond_fill_lengths"() noexcept nogil


cdef enum:
    MAX_SEATS = 7
    MAX_CODES = 10
    MAX_TRICKS = 17



cdef struct TrickTables:
    int seats
    int keep
    uint64_t follow[4]
    uint8_t led_by[64]
    uint8_t power[4][64]
    uint8_t code[64]
    # The suit that wins against every other suit led, or -1.
    int trump
    # Whether the duty to follow is owed to the suit led alone.
    bint single_suit_duty


cdef struct Trick:
    int8_t turn
    int8_t leader
    int8_t on_table
    int8_t led
    int8_t best_seat
    int8_t best_card
    uint8_t best_power
    int8_t left


cdef struct Position:
    uint64_t hands[MAX_SEATS]
    int8_t taken[MAX_SEATS]
    Trick trick


cdef struct Goals:
    # By seat, code of the cards kept and tricks taken; supplementary tricks are folded in.
    float payoff[MAX_SEATS][MAX_CODES][MAX_TRICKS]
    uint16_t success[MAX_SEATS][MAX_CODES]
    int declarer
    # The usual size of a difference between payoffs: exploration is measured in it.
    float scale


cdef inline uint64_t legal_cards(const TrickTables* tables, const Position* at) noexcept nogil:
    cdef uint64_t hand = at.hands[at.trick.turn]
    cdef uint64_t following
    if at.trick.on_table == 0:
        return hand
    following = hand & tables.follow[at.trick.led]
    return following if following else hand


cdef inline uint64_t live_cards(const TrickTables* tables, const Position* at) noexcept nogil:
    # Cards that tell others apart: all that are held, and the one that is winning the trick.
    cdef uint64_t live = 0
    cdef int seat
    for seat in range(tables.seats):
        live |= at.hands[seat]
    if at.trick.on_table:
        live |= <uint64_t>1 << at.trick.best_card
    return live


cdef inline uint64_t one_per_run(uint64_t cards, uint64_t hand, uint64_t live) noexcept nogil:
    # Of touching cards of one hand only the lowest. Adding the absent places carries each card of
    # the hand, moved up one place, to the next live card above it; the guard places above the
    # ace stop it there.
    cdef uint64_t absent = <uint64_t>0x1FFF1FFF1FFF1FFF & ~live
    return cards & ~((hand << 1) + absent)


cdef inline void play_card(const TrickTables* tables, Position* at, int card) noexcept nogil:
    cdef Trick* trick = &at.trick
    cdef int seat = trick.turn
    cdef uint8_t power
    at.hands[seat] ^= <uint64_t>1 << card
    if trick.on_table == 0:
        trick.led = tables.led_by[card]
        trick.best_power = 0
        trick.leader = seat
    power = tables.power[trick.led][card]
    if power > trick.best_power:
        trick.best_power = power
        trick.best_seat = seat
        trick.best_card = card
    trick.on_table += 1
    if trick.on_table == tables.seats:
        seat = trick.best_seat
        at.taken[seat] += 1
        trick.on_table = 0
        trick.left -= 1
        trick.turn = seat
        trick.leader = seat
    else:
        trick.turn = 0 if seat + 1 == tables.seats else seat + 1


cdef inline int code_of(const TrickTables* tables, uint64_t kept) noexcept nogil:
    cdef int code = 0
    while kept:
        code += tables.code[lowest(kept)]
        kept &= kept - 1
    return code


cdef inline bint succeeded(
    const TrickTables* tables, const Goals* goals, const Position* at, int seat
) noexcept nogil:
    return (goals.success[seat][code_of(tables, at.hands[seat])] >> at.taken[seat]) & 1


cdef inline void final_rewards(
    const TrickTables* tables, const Goals* goals, const Position* at, float* rewards
) noexcept nogil:
    cdef int seat
    cdef float won
    if goals.declarer >= 0:
        seat = goals.declarer
        won = goals.payoff[seat][code_of(tables, at.hands[seat])][at.taken[seat]]
        for seat in range(tables.seats):
            rewards[seat] = 1 - won
        rewards[goals.declarer] = won
        return
    for seat in range(tables.seats):
        rewards[seat] = goals.payoff[seat][code_of(tables, at.hands[seat])][at.taken[seat]]


cdef class Tables:
    cdef TrickTables data


cdef class Targets:
    cdef Goals data


cdef class Board:
    cdef Position data
    cdef Tables tables
