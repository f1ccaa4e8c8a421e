# The rules of tricks as tables, a position of the play, its legal cards, and the effect of a play.
#
# All engines but Clumond's open-card solver use this template. `clumond_tricks.pxd` and
# `any_game_tricks.pxd` include it with different constants. CLUMOND_ONLY is 1 where only following
# suit and the power of a card matter, so that the C compiler drops the rest; MAX_SEATS is then the
# number of seats.
#
# A card is an index (its place) from 0 to 63: sixteen per suit, within a suit in the game's order
# of ranks, so that neighbouring indices are neighbouring ranks. A set of cards is a 64-bit mask.


cdef struct TrickTables:
    int seats
    # The number of seats that play, and of each leader the seats that play to his trick, in order;
    # the first of them leads. Read them by `trick_size` and `seat_at`.
    int playing
    uint8_t order[MAX_SEATS][MAX_SEATS]
    # Cards that each hand still holds when the last trick is over.
    int keep
    uint64_t pack
    # By suit led: the cards of which one must be played if possible, by order of duty; 0 for none.
    uint64_t duty[LEADS][MAX_DUTIES]
    uint8_t must_beat[LEADS]
    # By suit led and card: the highest power wins; a card of power 0 cannot win.
    uint8_t power[LEADS][64]
    # The cards whose lead is row FIFTH_SUIT of these tables, whatever their place.
    uint64_t fifth_suit
    # Cards that end the waiting of those that may not be led yet.
    uint64_t breaks
    # By card: cards that touch but are of different kinds follow different rules.
    uint8_t kind[64]
    # The suit that wins against every other suit led, or -1.
    int trump
    uint64_t wild
    # Whether the wild cards of a trick must be named differently.
    bint names_differ
    # Cards whose leader may declare any suit to be the one led.
    uint64_t may_declare_lead
    # Whether following the suit led is the only duty.
    bint follow_suit_only
    # Whether there are second duties, or a suit led must be beaten.
    bint second_duties
    # Whether touching cards of a suit beat and are beaten by the same cards.
    bint mergeable
    # By suit led and card: the cards that beat it.
    uint64_t beaten_by[LEADS][64]
    # The points of a card, and those of a trick itself by the number of tricks left after it.
    int16_t card_points[64]
    int16_t trick_points[TRICK_COUNTS]


cdef struct Move:
    int8_t card
    # The name: the card that a wild card is played as; else the card itself.
    int8_t named
    # The suit led, if the move is a lead.
    int8_t led


cdef struct Trick:
    int8_t turn
    int8_t leader
    # The number of cards on the table; the next four fields have no meaning while it is 0.
    int8_t on_table
    int8_t led
    int8_t best_seat
    int8_t best_card
    uint8_t best_power
    # Tricks left, the one under way included.
    int8_t tricks_left


cdef struct Position:
    uint64_t hands[MAX_SEATS]
    # The only card that may be led, as a mask; 0 once it has been, and in most games.
    uint64_t forced_lead
    # Cards that may not be led yet, and that may not be played to this trick, unless the hand has
    # no other that is legal: 0 once the waiting has ended, and after the first trick.
    uint64_t waiting
    uint64_t held_back
    # The names that wild cards of this trick may not have any more.
    uint64_t names_taken
    int16_t points[MAX_SEATS]
    int16_t points_on_table
    int8_t taken[MAX_SEATS]
    Trick trick


cdef inline int seats_of(const TrickTables* tables) noexcept nogil:
    return MAX_SEATS if CLUMOND_ONLY else tables.seats


cdef inline int trick_size(const TrickTables* tables) noexcept nogil:
    return MAX_SEATS if CLUMOND_ONLY else tables.playing


cdef inline int seat_at(const TrickTables* tables, int leader, int place) noexcept nogil:
    # The seat that plays so many cards after the lead.
    if CLUMOND_ONLY:
        return leader + place if leader + place < MAX_SEATS else leader + place - MAX_SEATS
    return tables.order[leader][place]


cdef inline bint plays(const TrickTables* tables, int seat) noexcept nogil:
    return CLUMOND_ONLY or tables.order[seat][0] == seat


cdef inline uint64_t owed_cards(
    const TrickTables* tables, const Position* position, uint64_t hand
) noexcept nogil:
    # The cards that meet the first duty that can be met; 0 if none can. No duty forces a wild card.
    cdef int duty
    cdef uint64_t owed
    if CLUMOND_ONLY:
        return hand & tables.duty[position.trick.led][0]
    for duty in range(MAX_DUTIES):
        owed = hand & ~tables.wild & tables.duty[position.trick.led][duty]
        if owed:
            return owed
    return 0


cdef inline uint64_t without_barred(const Position* position, uint64_t cards) noexcept nogil:
    # The cards that need not wait; all of them if there are none.
    cdef uint64_t barred = position.held_back
    if position.trick.on_table == 0:
        barred |= position.waiting
    return cards & ~barred if cards & ~barred else cards


cdef inline uint64_t legal_cards(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    if not CLUMOND_ONLY and position.waiting | position.held_back and not position.forced_lead:
        return without_barred(position, dutiful_cards(tables, position))
    return dutiful_cards(tables, position)


cdef inline uint64_t dutiful_cards(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    # The cards that the duties to the suit led allow.
    cdef uint64_t hand = position.hands[position.trick.turn]
    cdef uint64_t owed, beaters
    if position.trick.on_table == 0:
        return position.forced_lead if not CLUMOND_ONLY and position.forced_lead else hand
    owed = owed_cards(tables, position, hand)
    if CLUMOND_ONLY or not owed:
        return owed if owed else hand
    if tables.must_beat[position.trick.led]:
        beaters = owed & tables.beaten_by[position.trick.led][position.trick.best_card]
        owed = beaters if beaters else owed
    return owed | (hand & tables.wild)


cdef inline uint64_t with_best_card(const Position* position, uint64_t held) noexcept nogil:
    # The cards held, and the card that is winning the trick: all that separate runs.
    return held | (<uint64_t>1 << position.trick.best_card) if position.trick.on_table else held


cdef inline uint64_t live_cards(const TrickTables* tables, const Position* position) noexcept nogil:
    cdef uint64_t held = 0
    cdef int place
    for place in range(trick_size(tables)):
        held |= position.hands[seat_at(tables, 0, place)]
    return with_best_card(position, held)


cdef inline int cards_left(
    const TrickTables* tables, const Position* position, int seat
) noexcept nogil:
    # The number of cards that a seat that plays holds: one for each trick that it has yet to play
    # to, and those that it keeps.
    cdef int place, left = position.trick.tricks_left + tables.keep
    for place in range(position.trick.on_table):
        left -= seat_at(tables, position.trick.leader, place) == seat
    return left


cdef inline bint winner_is_wild(const TrickTables* tables, const Position* position) noexcept nogil:
    # Whether a wild card is winning the trick: it has more power than the card it is played as.
    return position.trick.on_table != 0 and (
        position.trick.best_power != tables.power[position.trick.led][position.trick.best_card]
    )


cdef inline uint64_t names_when_following(
    const TrickTables* tables, uint64_t hand, int led
) noexcept nogil:
    # The names for a wild card that does not lead: cards of the first duty that the hand can meet.
    cdef int duty
    for duty in range(MAX_DUTIES):
        if hand & ~tables.wild & tables.duty[led][duty]:
            return tables.pack & tables.duty[led][duty]
    return tables.pack


cdef inline uint64_t legal_names(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    # The names that the seat to play may give a wild card.
    if position.trick.on_table == 0:
        return tables.pack
    return ~position.names_taken & names_when_following(
        tables, position.hands[position.trick.turn], position.trick.led
    )


cdef inline Move move_of(int card) noexcept nogil:
    # The card played as itself.
    cdef Move move
    move.card = card
    move.named = card
    move.led = card >> 4
    return move


cdef inline int moves_of(
    const TrickTables* tables, const Position* position, int card, Move* moves
) noexcept nogil:
    # Fill `moves` with the ways to play a legal card of the seat to play; return their number.
    cdef int count = 0
    cdef int suit
    cdef uint64_t names
    if not CLUMOND_ONLY and (tables.wild >> card) & 1:
        names = legal_names(tables, position)
        while names:
            moves[count] = move_of(lowest(names))
            moves[count].card = card
            count += 1
            names &= names - 1
        return count
    moves[0] = move_of(card)
    count = 1
    if not CLUMOND_ONLY and position.trick.on_table == 0 and (tables.may_declare_lead >> card) & 1:
        for suit in range(4):
            if suit != card >> 4:
                moves[count] = moves[0]
                moves[count].led = suit
                count += 1
    return count


cdef inline void play_move(
    const TrickTables* tables, Position* position, const Move* move
) noexcept nogil:
    # If this completes the trick, its winner takes it and leads to the next.
    cdef Trick* trick = &position.trick
    cdef int seat = trick.turn
    cdef uint8_t power
    position.hands[seat] ^= <uint64_t>1 << move.card
    if trick.on_table == 0:
        trick.led = move.led
        trick.leader = seat
        trick.best_power = 0
        if not CLUMOND_ONLY:
            # If no card has any power, the lead wins.
            trick.best_seat = seat
            trick.best_card = move.named
            position.points_on_table = 0
            position.forced_lead = 0
            if (tables.fifth_suit >> move.card) & 1:
                trick.led = FIFTH_SUIT
    power = tables.power[trick.led][move.named]
    if not CLUMOND_ONLY and power and (tables.wild >> move.card) & 1:
        power += 1
    if not CLUMOND_ONLY and tables.names_differ and (tables.wild >> move.card) & 1:
        position.names_taken |= <uint64_t>1 << move.named
    if power > trick.best_power:
        trick.best_power = power
        trick.best_seat = seat
        trick.best_card = move.named
    if not CLUMOND_ONLY:
        position.points_on_table += tables.card_points[move.card]
        if (tables.breaks >> move.card) & 1:
            position.waiting = 0
    trick.on_table += 1
    if trick.on_table < trick_size(tables):
        trick.turn = seat_at(tables, trick.leader, trick.on_table)
        return
    seat = trick.best_seat
    trick.on_table = 0
    trick.tricks_left -= 1
    trick.turn = seat
    trick.leader = seat
    position.taken[seat] += 1
    if not CLUMOND_ONLY:
        position.names_taken = 0
        position.held_back = 0
        position.points[seat] += position.points_on_table + tables.trick_points[trick.tricks_left]


cdef inline void play_card(const TrickTables* tables, Position* position, int card) noexcept nogil:
    cdef Move move = move_of(card)
    play_move(tables, position, &move)


cdef class Rules:
    cdef TrickTables data


cdef class Board:
    cdef Position data
    cdef Rules rules
    cdef _set_hands(self, hands, taken)
