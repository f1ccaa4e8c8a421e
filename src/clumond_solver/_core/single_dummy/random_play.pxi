# Random play to the end: the rollouts of both tree searches. A template, included by
# `ismcts.pyx` with Clumond's tricks and by `any_game.pyx` with those of any game.


cdef inline int random_answer(
    const TrickTables* tables, uint64_t hand, int led, int best, int size, Rng* rng
) noexcept nogil:
    # Any legal card of a hand of `size` cards that is not the leader's.
    cdef uint64_t owed = hand & tables.duty[led][0]
    if FOLLOW_SUIT_ONLY or tables.follow_suit_only:
        if owed:
            return nth_of_suit(owed, led, <int>below(rng, suit_length(owed, led)))
        return nth_card(hand, <int>below(rng, size))
    owed &= ~tables.wild
    if tables.second_duties:
        owed = owed if owed else hand & tables.duty[led][1]
        if tables.must_beat[led] and owed & tables.beats[led][best]:
            owed &= tables.beats[led][best]
    owed = owed | (hand & tables.wild) if owed else hand
    return nth_card(owed, <int>below(rng, count_all(owed)))


cdef inline int rated(int power, int number, int card) noexcept nogil:
    # A card's rank in its trick as a number: the stronger, then the earlier card wins.
    return (power << 10) | ((15 - number) << 6) | card


cdef inline void random_trick(
    const TrickTables* tables, Position* at, Rng* rng
) noexcept nogil:
    # A whole trick with its state in local variables: twice as fast as card by card, with the same
    # chances.
    cdef int seat = at.trick.turn, size = at.trick.left + tables.keep, number, power, best
    cdef int card = nth_card(at.hands[seat], <int>below(rng, size))
    cdef int named = card, led = card >> 4
    cdef int points = 0 if FOLLOW_SUIT_ONLY else tables.card_points[card]
    at.hands[seat] ^= <uint64_t>1 << card
    if not FOLLOW_SUIT_ONLY and ((tables.wild | tables.declares) >> card) & 1:
        if (tables.wild >> card) & 1:
            named = random_card(tables.every, rng)
            led = named >> 4
        else:
            led = below(rng, 4)
    power = tables.power[led][named]
    if not FOLLOW_SUIT_ONLY:
        power += (tables.wild >> card) & 1
    best = rated(power, 0, named)
    for number in range(1, seats_of(tables)):
        seat = seat + 1 if seat + 1 < seats_of(tables) else 0
        card = random_answer(tables, at.hands[seat], led, best & 63, size, rng)
        at.hands[seat] ^= <uint64_t>1 << card
        if not FOLLOW_SUIT_ONLY:
            points += tables.card_points[card]
        if not FOLLOW_SUIT_ONLY and (tables.wild >> card) & 1:
            # The names allowed depend on the other cards held.
            card = random_card(names_for(tables, at.hands[seat], led), rng)
            power = tables.power[led][card]
            power += power > 0
        else:
            power = tables.power[led][card]
        best = max(best, rated(power, number, card))
    seat = at.trick.turn + 15 - ((best >> 6) & 15)
    seat = seat if seat < seats_of(tables) else seat - seats_of(tables)
    at.trick.turn = seat
    at.trick.leader = seat
    at.trick.left -= 1
    at.taken[seat] += 1
    if not FOLLOW_SUIT_ONLY:
        at.points[seat] += points + tables.trick_points[at.trick.left]


cdef inline Move random_move(
    const TrickTables* tables, const Position* at, uint64_t legal, Rng* rng
) noexcept nogil:
    # All cards are equally likely, then all ways to play one.
    cdef Move move = move_of(random_card(legal, rng))
    if ((tables.wild | tables.declares) >> move.card) & 1:
        if (tables.wild >> move.card) & 1:
            move.named = random_card(names_open(tables, at), rng)
            move.led = move.named >> 4
        elif at.trick.on_table == 0:
            move.led = below(rng, 4)
    return move


cdef inline void random_play(const TrickTables* tables, Position* at, Rng* rng) noexcept nogil:
    # Seeds fix answers, so the order of draws must not change: Clumond draws even for a forced
    # card.
    cdef Move move
    if FOLLOW_SUIT_ONLY:
        move = move_of(
            random_answer(
                tables, at.hands[at.trick.turn], at.trick.led, at.trick.best_card,
                at.trick.left + tables.keep, rng,
            )
        )
    else:
        move = random_move(tables, at, legal_cards(tables, at), rng)
    play_move(tables, at, &move)


cdef inline int play_at_random(
    const TrickTables* tables, Position* at, int until, Rng* rng
) noexcept nogil:
    # Finish the trick under way and play on until ``until`` tricks are left; the cards played.
    cdef int plies = 0
    while at.trick.left and (at.trick.on_table or (not FOLLOW_SUIT_ONLY and at.forced_lead)):
        random_play(tables, at, rng)
        plies += 1
    while at.trick.left > until:
        random_trick(tables, at, rng)
        plies += seats_of(tables)
    return plies
