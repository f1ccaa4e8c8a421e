# Random play to the end: the rollouts of both tree searches. A template, included by
# `clumond_tree_search.pyx` with Clumond's tricks and by `any_game_tree_search.pyx` with those of
# any game.


cdef inline int random_answer(
    const TrickTables* tables, uint64_t hand, int led, int best, int size, Rng* rng
) noexcept nogil:
    # A random legal card of a hand, of `size` cards, that does not lead.
    cdef uint64_t owed = hand & tables.duty[led][0]
    if CLUMOND_ONLY or tables.follow_suit_only:
        if owed:
            return nth_of_suit(owed, led, <int>random_below(rng, suit_length(owed, led)))
        return nth_card(hand, <int>random_below(rng, size))
    owed &= ~tables.wild
    if tables.second_duties:
        owed = owed if owed else hand & tables.duty[led][1]
        if tables.must_beat[led] and owed & tables.beaten_by[led][best]:
            owed &= tables.beaten_by[led][best]
    owed = owed | (hand & tables.wild) if owed else hand
    return nth_card(owed, <int>random_below(rng, count_all(owed)))


cdef inline int trick_rank(int power, int offset, int card) noexcept nogil:
    # Orders the cards of a trick: the stronger wins, of equals the earlier (of lower `offset`).
    return (power << 10) | ((15 - offset) << 6) | card


cdef inline int random_lead(const Position* position, int size, Rng* rng) noexcept nogil:
    cdef uint64_t cards = position.hands[position.trick.turn]
    if not CLUMOND_ONLY and position.waiting and cards & ~position.waiting:
        cards &= ~position.waiting
        size = count_all(cards)
    return nth_card(cards, <int>random_below(rng, size))


cdef inline void random_trick(
    const TrickTables* tables, Position* position, Rng* rng
) noexcept nogil:
    # Play a whole trick, its state in local variables: twice as fast as card by card.
    cdef int leader = position.trick.turn, size = position.trick.tricks_left + tables.keep
    cdef int seat = leader
    cdef int offset, power, best
    cdef int card = random_lead(position, size, rng)
    cdef int named = card, led = card >> 4
    cdef int points = 0 if CLUMOND_ONLY else tables.card_points[card]
    cdef uint64_t names, names_taken = 0
    position.hands[seat] ^= <uint64_t>1 << card
    if not CLUMOND_ONLY and (
        (tables.wild | tables.may_declare_lead | tables.fifth_suit) >> card
    ) & 1:
        if (tables.wild >> card) & 1:
            named = random_card(tables.pack, rng)
            led = named >> 4
            names_taken = <uint64_t>1 << named
        elif (tables.may_declare_lead >> card) & 1:
            led = random_below(rng, 4)
        else:
            led = FIFTH_SUIT
    if not CLUMOND_ONLY and (tables.breaks >> card) & 1:
        position.waiting = 0
    power = tables.power[led][named]
    if not CLUMOND_ONLY:
        power += (tables.wild >> card) & 1
    best = trick_rank(power, 0, named)
    for offset in range(1, trick_size(tables)):
        seat = seat_at(tables, leader, offset)
        card = random_answer(tables, position.hands[seat], led, best & 63, size, rng)
        position.hands[seat] ^= <uint64_t>1 << card
        if not CLUMOND_ONLY:
            points += tables.card_points[card]
            if (tables.breaks >> card) & 1:
                position.waiting = 0
        if not CLUMOND_ONLY and (tables.wild >> card) & 1:
            # Which names are allowed depends on the cards still held.
            names = names_when_following(tables, position.hands[seat], led)
            if tables.names_differ:
                names &= ~names_taken
            card = random_card(names, rng)
            names_taken |= <uint64_t>1 << card
            power = tables.power[led][card]
            power += power > 0
        else:
            power = tables.power[led][card]
        best = max(best, trick_rank(power, offset, card))
    seat = seat_at(tables, leader, 15 - ((best >> 6) & 15))
    position.trick.turn = seat
    position.trick.leader = seat
    position.trick.tricks_left -= 1
    position.taken[seat] += 1
    if not CLUMOND_ONLY:
        position.points[seat] += points + tables.trick_points[position.trick.tricks_left]


cdef inline Move random_move(
    const TrickTables* tables, const Position* position, uint64_t legal, Rng* rng
) noexcept nogil:
    # A random card, played in a random way.
    cdef Move move = move_of(random_card(legal, rng))
    if ((tables.wild | tables.may_declare_lead) >> move.card) & 1:
        if (tables.wild >> move.card) & 1:
            move.named = random_card(legal_names(tables, position), rng)
            move.led = move.named >> 4
        elif position.trick.on_table == 0:
            move.led = random_below(rng, 4)
    return move


cdef inline void random_play(
    const TrickTables* tables, Position* position, Rng* rng
) noexcept nogil:
    # Seeds fix answers, so the order of draws must not change: Clumond draws even if only one card
    # is legal.
    cdef Move move
    if CLUMOND_ONLY:
        move = move_of(
            random_answer(
                tables, position.hands[position.trick.turn], position.trick.led,
                position.trick.best_card, position.trick.tricks_left + tables.keep, rng,
            )
        )
    else:
        move = random_move(tables, position, legal_cards(tables, position), rng)
    play_move(tables, position, &move)


cdef inline int play_at_random(
    const TrickTables* tables, Position* position, int until, Rng* rng
) noexcept nogil:
    # Play until `until` tricks are left; return the number of cards played.
    cdef int plies = 0
    while position.trick.tricks_left and (
        position.trick.on_table
        or (not CLUMOND_ONLY and position.forced_lead | position.held_back)
    ):
        random_play(tables, position, rng)
        plies += 1
    while position.trick.tricks_left > until:
        random_trick(tables, position, rng)
        plies += trick_size(tables)
    return plies
