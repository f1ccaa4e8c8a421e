"""Trick rules of any game compiled into look-up tables, and a position of the play on them.

A card is its *place*: sixteen to a suit, within the suit by the height of its rank in that game, so
that touching places are touching ranks whatever the order of ranks. A way to play a card is a
`Way`: the place, what a wild card is named, and the suit that becomes the suit led.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from clumond_solver._core.bits.nth_card cimport random_card
from clumond_solver._core.bits.rng cimport Rng, below
from clumond_solver._core.rules.clumond cimport lowest

cdef enum:
    MOST_SEATS = 7
    MOST_DUTIES = 2
    MOST_TRICKS = 18
    # All ways to play one card: each of 52 names, or each of four suits led.
    MOST_WAYS = 256


cdef struct RuleTables:
    int seats
    int keep
    uint64_t every
    # By suit led: what must be played if held, the first duty first; 0 where there is no duty.
    uint64_t duty[4][MOST_DUTIES]
    uint8_t must_beat[4]
    uint8_t power[4][64]
    uint64_t wild
    uint64_t declares
    # Whether the suit led must be followed, and nothing else.
    bint plain_duties
    # Whether who cannot meet the first duty may owe another, or a suit led must be beaten.
    bint second_duties
    # Whether touching cards of a suit beat and are beaten by the same cards.
    bint mergeable
    # By suit led and card: the cards that beat it.
    uint64_t beats[4][64]
    # What a card counts for the winner of its trick, and what a trick counts besides, by the number
    # of tricks that are left after it.
    int16_t worth[64]
    int16_t trick_worth[MOST_TRICKS]


cdef struct Way:
    int8_t place
    # The place of the card that a wild one is played as; else the card's own.
    int8_t named
    # The suit led by it, if it is a lead.
    int8_t led


cdef struct RulePosition:
    uint64_t hands[MOST_SEATS]
    # The one card that may be led; 0 once it has been, and in most games.
    uint64_t due
    int8_t taken[MOST_SEATS]
    int16_t points[MOST_SEATS]
    int16_t on_table_worth
    int8_t turn
    int8_t on_table
    int8_t led
    int8_t best_seat
    int8_t best_place
    uint8_t best_power
    int8_t left


cdef inline uint64_t owed_cards(
    const RuleTables* tables, const RulePosition* at, uint64_t hand
) noexcept nogil:
    # The cards that meet the first duty that can be met; 0 if none can. Wild cards are not owed.
    cdef int duty
    cdef uint64_t owed
    for duty in range(MOST_DUTIES):
        owed = hand & ~tables.wild & tables.duty[at.led][duty]
        if owed:
            return owed
    return 0


cdef inline uint64_t rule_legal(const RuleTables* tables, const RulePosition* at) noexcept nogil:
    cdef uint64_t hand = at.hands[at.turn]
    cdef uint64_t owed
    if at.on_table == 0:
        return at.due if at.due else hand
    owed = owed_cards(tables, at, hand)
    if not owed:
        return hand
    if tables.must_beat[at.led] and owed & tables.beats[at.led][at.best_place]:
        owed &= tables.beats[at.led][at.best_place]
    return owed | (hand & tables.wild)


cdef inline uint64_t names_for(
    const RuleTables* tables, uint64_t hand, int led
) noexcept nogil:
    # What an answer to a lead may name a wild card: one that meets the duty that the hand can meet.
    cdef int duty
    for duty in range(MOST_DUTIES):
        if hand & ~tables.wild & tables.duty[led][duty]:
            return tables.every & tables.duty[led][duty]
    return tables.every


cdef inline uint64_t names_open(const RuleTables* tables, const RulePosition* at) noexcept nogil:
    # What the seat to play may name a wild card.
    return names_for(tables, at.hands[at.turn], at.led) if at.on_table else tables.every


cdef inline int ways_of(
    const RuleTables* tables, const RulePosition* at, int place, Way* ways
) noexcept nogil:
    # Every way in which the seat to play may play this legal card; how many there are.
    cdef int count = 0
    cdef int suit
    cdef uint64_t names
    if (tables.wild >> place) & 1:
        names = names_open(tables, at)
        while names:
            ways[count].place = place
            ways[count].named = lowest(names)
            ways[count].led = ways[count].named >> 4
            count += 1
            names &= names - 1
        return count
    ways[0].place = place
    ways[0].named = place
    ways[0].led = place >> 4
    count = 1
    if at.on_table == 0 and (tables.declares >> place) & 1:
        for suit in range(4):
            if suit != place >> 4:
                ways[count] = ways[0]
                ways[count].led = suit
                count += 1
    return count


cdef inline void play_way(
    const RuleTables* tables, RulePosition* at, const Way* way
) noexcept nogil:
    cdef int seat = at.turn
    cdef uint8_t power
    at.hands[seat] ^= <uint64_t>1 << way.place
    if at.on_table == 0:
        at.led = way.led
        at.best_power = 0
        at.best_seat = seat
        at.best_place = way.named
        at.on_table_worth = 0
        at.due = 0
    power = tables.power[at.led][way.named]
    if power and (tables.wild >> way.place) & 1:
        power += 1
    if power > at.best_power:
        at.best_power = power
        at.best_seat = seat
        at.best_place = way.named
    at.on_table_worth += tables.worth[way.place]
    at.on_table += 1
    if at.on_table < tables.seats:
        at.turn = 0 if seat + 1 == tables.seats else seat + 1
        return
    at.on_table = 0
    at.left -= 1
    at.turn = at.best_seat
    at.taken[at.turn] += 1
    at.points[at.turn] += at.on_table_worth + tables.trick_worth[at.left]


cdef inline Way random_way(
    const RuleTables* tables, const RulePosition* at, uint64_t legal, Rng* rng
) noexcept nogil:
    # Every one of the cards is equally likely, then every way to play it.
    cdef Way way
    way.place = way.named = random_card(legal, rng)
    way.led = way.place >> 4
    if ((tables.wild | tables.declares) >> way.place) & 1:
        if (tables.wild >> way.place) & 1:
            way.named = random_card(names_open(tables, at), rng)
            way.led = way.named >> 4
        elif at.on_table == 0:
            way.led = below(rng, 4)
    return way


cdef long play_at_random(const RuleTables* tables, RulePosition* at, Rng* rng) noexcept nogil


cdef class Rules:
    cdef RuleTables data


cdef class RuleBoard:
    cdef RulePosition data
    cdef Rules rules
