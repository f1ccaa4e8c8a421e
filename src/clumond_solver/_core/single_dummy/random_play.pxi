# Random play to the end: the rollouts of both tree searches. A template, included by
# `ismcts.pyx` with Clumond's tricks and by `any_game.pyx` with those of any game.


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


cdef inline void random_trick(
    const TrickTables* tables, Position* at, Rng* rng
) noexcept nogil:
    # Play a whole trick, its state in local variables: twice as fast as card by card.
    cdef int seat = at.trick.turn, size = at.trick.tricks_left + tables.keep, offset, power, best
    cdef int card = nth_card(at.hands[seat], <int>random_below(rng, size))
    cdef int named = card, led = card >> 4
    cdef int points = 0 if CLUMOND_ONLY else tables.card_points[card]
    at.hands[seat] ^= <uint64_t>1 << card
    if not CLUMOND_ONLY and ((tables.wild | tables.may_declare_lead) >> card) & 1:
        if (tables.wild >> card) & 1:
            named = random_card(tables.pack, rng)
            led = named >> 4
        else:
            led = random_below(rng, 4)
    power = tables.power[led][named]
    if not CLUMOND_ONLY:
        power += (tables.wild >> card) & 1
    best = trick_rank(power, 0, named)
    for offset in range(1, seats_of(tables)):
        seat = seat + 1 if seat + 1 < seats_of(tables) else 0
        card = random_answer(tables, at.hands[seat], led, best & 63, size, rng)
        at.hands[seat] ^= <uint64_t>1 << card
        if not CLUMOND_ONLY:
            points += tables.card_points[card]
        if not CLUMOND_ONLY and (tables.wild >> card) & 1:
            # Which names are allowed depends on the cards still held.
            card = random_card(names_when_following(tables, at.hands[seat], led), rng)
            power = tables.power[led][card]
            power += power > 0
        else:
            power = tables.power[led][card]
        best = max(best, trick_rank(power, offset, card))
    seat = at.trick.turn + 15 - ((best >> 6) & 15)
    seat = seat if seat < seats_of(tables) else seat - seats_of(tables)
    at.trick.turn = seat
    at.trick.leader = seat
    at.trick.tricks_left -= 1
    at.taken[seat] += 1
    if not CLUMOND_ONLY:
        at.points[seat] += points + tables.trick_points[at.trick.tricks_left]


cdef inline Move random_move(
    const TrickTables* tables, const Position* at, uint64_t legal, Rng* rng
) noexcept nogil:
    # A random card, played in a random way.
    cdef Move move = move_of(random_card(legal, rng))
    if ((tables.wild | tables.may_declare_lead) >> move.card) & 1:
        if (tables.wild >> move.card) & 1:
            move.named = random_card(legal_names(tables, at), rng)
            move.led = move.named >> 4
        elif at.trick.on_table == 0:
            move.led = random_below(rng, 4)
    return move


cdef inline void random_play(const TrickTables* tables, Position* at, Rng* rng) noexcept nogil:
    # Seeds fix answers, so the order of draws must not change: Clumond draws even if only one card
    # is legal.
    cdef Move move
    if CLUMOND_ONLY:
        move = move_of(
            random_answer(
                tables, at.hands[at.trick.turn], at.trick.led, at.trick.best_card,
                at.trick.tricks_left + tables.keep, rng,
            )
        )
    else:
        move = random_move(tables, at, legal_cards(tables, at), rng)
    play_move(tables, at, &move)


cdef inline int play_at_random(
    const TrickTables* tables, Position* at, int until, Rng* rng
) noexcept nogil:
    # Play until `until` tricks are left; return the number of cards played.
    cdef int plies = 0
    while at.trick.tricks_left and (at.trick.on_table or (not CLUMOND_ONLY and at.forced_lead)):
        random_play(tables, at, rng)
        plies += 1
    while at.trick.tricks_left > until:
        random_trick(tables, at, rng)
        plies += seats_of(tables)
    return plies
