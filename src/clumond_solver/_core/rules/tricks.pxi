# Trick tables compiled from data, a position of the play on them, what may be played, and playing.
#
# All engines but Clumond's open-card solver use this template. `clumond.pxd` and `any_game.pxd`
# include it with other constants: FOLLOW_SUIT_ONLY is 1 where only following suit and the
# power of a card count, so that the C compiler drops the rest; MAX_SEATS is then the number of
# seats.
#
# A card is its place: an index 0 .. 63, sixteen to a suit, within the suit by the height of its
# rank in that game, so that touching places are touching ranks whatever the order of ranks. A set
# of cards is a 64-bit mask.


cdef struct TrickTables:
    int seats
    # Cards that each hand still holds when the last trick is over.
    int keep
    # All cards of the game.
    uint64_t every
    # By suit led: what must be played if held, the first duty first; 0 where there is no duty.
    uint64_t duty[4][MAX_DUTIES]
    uint8_t must_beat[4]
    # By suit led and card: 0 cannot win.
    uint8_t power[4][64]
    # The suit that wins against every other suit led, or -1.
    int trump
    uint64_t wild
    # Cards whose leader may declare another suit to be the one led.
    uint64_t declares
    # Whether the suit led must be followed, and nothing else.
    bint follow_suit_only
    # Whether there are second duties, or a suit led must be beaten.
    bint second_duties
    # Whether touching cards of a suit beat and are beaten by the same cards.
    bint mergeable
    # By suit led and card: the cards that beat it.
    uint64_t beats[4][64]
    # What a card counts for the winner of its trick, and what a trick counts besides, by the number
    # of tricks that are left after it.
    int16_t card_points[64]
    int16_t trick_points[TRICK_COUNTS]


cdef struct Move:
    int8_t card
    # The card that a wild one is played as; else the card itself.
    int8_t named
    # The suit led by it, if it is a lead.
    int8_t led


cdef struct Trick:
    int8_t turn
    int8_t leader
    int8_t on_table
    int8_t led
    int8_t best_seat
    int8_t best_card
    uint8_t best_power
    # Tricks left, the one under way included.
    int8_t left


cdef struct Position:
    uint64_t hands[MAX_SEATS]
    # The one card that may be led; 0 once it has been, and in most games.
    uint64_t forced_lead
    int16_t points[MAX_SEATS]
    int16_t on_table_points
    int8_t taken[MAX_SEATS]
    Trick trick


cdef inline int seats_of(const TrickTables* tables) noexcept nogil:
    return MAX_SEATS if FOLLOW_SUIT_ONLY else tables.seats


cdef inline uint64_t owed_cards(
    const TrickTables* tables, const Position* at, uint64_t hand
) noexcept nogil:
    # The cards that meet the first duty that can be met; 0 if none can. Wild cards are not owed.
    cdef int duty
    cdef uint64_t owed
    if FOLLOW_SUIT_ONLY:
        return hand & tables.duty[at.trick.led][0]
    for duty in range(MAX_DUTIES):
        owed = hand & ~tables.wild & tables.duty[at.trick.led][duty]
        if owed:
            return owed
    return 0


cdef inline uint64_t legal_cards(const TrickTables* tables, const Position* at) noexcept nogil:
    cdef uint64_t hand = at.hands[at.trick.turn]
    cdef uint64_t owed
    if at.trick.on_table == 0:
        return at.forced_lead if not FOLLOW_SUIT_ONLY and at.forced_lead else hand
    owed = owed_cards(tables, at, hand)
    if FOLLOW_SUIT_ONLY or not owed:
        return owed if owed else hand
    if tables.must_beat[at.trick.led] and owed & tables.beats[at.trick.led][at.trick.best_card]:
        owed &= tables.beats[at.trick.led][at.trick.best_card]
    return owed | (hand & tables.wild)


cdef inline uint64_t live_cards(const TrickTables* tables, const Position* at) noexcept nogil:
    # Cards that separate runs: all that are held, and the one that is winning the trick.
    cdef uint64_t live = 0
    cdef int seat
    for seat in range(seats_of(tables)):
        live |= at.hands[seat]
    if at.trick.on_table:
        live |= <uint64_t>1 << at.trick.best_card
    return live


cdef inline int cards_left(
    const TrickTables* tables, const Position* at, int seat
) noexcept nogil:
    # How many cards the seat must still hold: one for each trick that it has yet to play to.
    cdef int place = (seat + seats_of(tables) - at.trick.leader) % seats_of(tables)
    return at.trick.left + tables.keep - (place < at.trick.on_table)


cdef inline uint64_t names_for(
    const TrickTables* tables, uint64_t hand, int led
) noexcept nogil:
    # What an answer to a lead may name a wild card: one that meets the duty that the hand can meet.
    cdef int duty
    for duty in range(MAX_DUTIES):
        if hand & ~tables.wild & tables.duty[led][duty]:
            return tables.every & tables.duty[led][duty]
    return tables.every


cdef inline uint64_t names_open(const TrickTables* tables, const Position* at) noexcept nogil:
    # What the seat to play may name a wild card.
    if at.trick.on_table == 0:
        return tables.every
    return names_for(tables, at.hands[at.trick.turn], at.trick.led)


cdef inline Move move_of(int card) noexcept nogil:
    # Playing the card as what it is.
    cdef Move move
    move.card = card
    move.named = card
    move.led = card >> 4
    return move


cdef inline int moves_of(
    const TrickTables* tables, const Position* at, int card, Move* moves
) noexcept nogil:
    # All moves with this legal card of the seat to play; how many there are.
    cdef int count = 0
    cdef int suit
    cdef uint64_t names
    if not FOLLOW_SUIT_ONLY and (tables.wild >> card) & 1:
        names = names_open(tables, at)
        while names:
            moves[count] = move_of(lowest(names))
            moves[count].card = card
            count += 1
            names &= names - 1
        return count
    moves[0] = move_of(card)
    count = 1
    if not FOLLOW_SUIT_ONLY and at.trick.on_table == 0 and (tables.declares >> card) & 1:
        for suit in range(4):
            if suit != card >> 4:
                moves[count] = moves[0]
                moves[count].led = suit
                count += 1
    return count


cdef inline void play_move(
    const TrickTables* tables, Position* at, const Move* move
) noexcept nogil:
    # A trick that is complete goes to its winner, who leads to the next.
    cdef Trick* trick = &at.trick
    cdef int seat = trick.turn
    cdef uint8_t power
    at.hands[seat] ^= <uint64_t>1 << move.card
    if trick.on_table == 0:
        trick.led = move.led
        trick.leader = seat
        trick.best_power = 0
        if not FOLLOW_SUIT_ONLY:
            # Where no card can win, the lead does.
            trick.best_seat = seat
            trick.best_card = move.named
            at.on_table_points = 0
            at.forced_lead = 0
    power = tables.power[trick.led][move.named]
    if not FOLLOW_SUIT_ONLY and power and (tables.wild >> move.card) & 1:
        power += 1
    if power > trick.best_power:
        trick.best_power = power
        trick.best_seat = seat
        trick.best_card = move.named
    if not FOLLOW_SUIT_ONLY:
        at.on_table_points += tables.card_points[move.card]
    trick.on_table += 1
    if trick.on_table < seats_of(tables):
        trick.turn = 0 if seat + 1 == seats_of(tables) else seat + 1
        return
    seat = trick.best_seat
    trick.on_table = 0
    trick.left -= 1
    trick.turn = seat
    trick.leader = seat
    at.taken[seat] += 1
    if not FOLLOW_SUIT_ONLY:
        at.points[seat] += at.on_table_points + tables.trick_points[trick.left]


cdef inline void play_card(const TrickTables* tables, Position* at, int card) noexcept nogil:
    cdef Move move = move_of(card)
    play_move(tables, at, &move)


cdef class Rules:
    cdef TrickTables data


cdef class Board:
    cdef Position data
    cdef Rules rules
    cdef _deal(self, hands, taken)
