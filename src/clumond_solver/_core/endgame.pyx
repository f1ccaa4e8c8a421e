"""The last tricks of a deal with all hands open, solved exactly.

With a declarer: can he force success against both others (alpha-beta on a yes or no). Without one:
each seat picks what is best for itself, and a seat that does not care between several choices takes
each with equal chance (max^n with ties averaged, one choice for each run of touching cards).
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from clumond_solver._core.tricks cimport (
    MAX_SEATS,
    Board,
    Targets,
    Trick,
    code_of,
    final_rewards,
    highest,
    legal_cards,
    live_cards,
    lowest,
    one_per_run,
    play_card,
    succeeded,
)


cdef inline uint64_t extremes(
    const TrickTables* tables, const Position* at, uint64_t cards
) noexcept nogil:
    # In the last trick only winning or not and the suit given up count: highest and lowest of a
    # suit, and just one card of a suit that cannot win.
    cdef uint64_t kept = 0, lane
    cdef int suit, top
    for suit in range(4):
        lane = cards & (<uint64_t>0xFFFF << (16 * suit))
        if lane == 0:
            continue
        kept |= lane & (~lane + 1)
        top = highest(lane)
        if at.trick.on_table == 0 or tables.power[at.trick.led][top] > at.trick.best_power:
            kept |= <uint64_t>1 << top
    return kept


cdef bint out_of_reach(
    const TrickTables* tables, const Goals* goals, const Position* at
) noexcept nogil:
    # At the start of one of the last two tricks: no finish that declarer could still reach counts.
    cdef int seat = goals.declarer
    cdef uint64_t hand = at.hands[seat], rest, other
    cdef int code = code_of(tables, hand)
    cdef uint16_t window = 3 if at.trick.left == 1 else 7
    cdef int one
    window = window << at.taken[seat]
    rest = hand
    while rest:
        one = code - tables.code[lowest(rest)]
        rest &= rest - 1
        if at.trick.left == 1:
            if goals.success[seat][one] & window:
                return False
            continue
        other = rest
        while other:
            if goals.success[seat][one - tables.code[lowest(other)]] & window:
                return False
            other &= other - 1
    return True


cdef bint declarer_succeeds(
    const TrickTables* tables, const Goals* goals, Position* at
) noexcept nogil:
    """Whether declarer can force success from here; the position is restored."""
    cdef Trick before = at.trick
    cdef uint64_t hand, choices
    cdef bint own, found
    cdef int card
    if before.left == 0:
        return succeeded(tables, goals, at, goals.declarer)
    if before.on_table == 0 and before.left <= 2 and out_of_reach(tables, goals, at):
        return False
    hand = at.hands[before.turn]
    choices = legal_cards(tables, at)
    if before.left == 1:
        choices = extremes(tables, at, choices)
    else:
        choices = one_per_run(choices, hand, live_cards(tables, at))
    own = before.turn == goals.declarer
    while choices:
        card = lowest(choices)
        choices &= choices - 1
        play_card(tables, at, card)
        found = declarer_succeeds(tables, goals, at)
        if at.trick.on_table == 0:
            at.taken[at.trick.turn] -= 1
        at.trick = before
        at.hands[before.turn] = hand
        if found == own:
            return own
    return not own


cdef void each_for_himself(
    const TrickTables* tables, const Goals* goals, Position* at, float* rewards
) noexcept nogil:
    """What each seat gets when each plays for itself; the position is restored."""
    cdef Trick before = at.trick
    cdef uint64_t hand, choices
    cdef float here[MAX_SEATS]
    cdef float best = 0
    cdef int seat, mover = before.turn, ties = 0
    if before.left == 0:
        final_rewards(tables, goals, at, rewards)
        return
    hand = at.hands[mover]
    choices = one_per_run(legal_cards(tables, at), hand, live_cards(tables, at))
    while choices:
        play_card(tables, at, lowest(choices))
        choices &= choices - 1
        each_for_himself(tables, goals, at, here)
        if at.trick.on_table == 0:
            at.taken[at.trick.turn] -= 1
        at.trick = before
        at.hands[mover] = hand
        if ties and here[mover] == best:
            ties += 1
            for seat in range(tables.seats):
                rewards[seat] += here[seat]
        elif ties == 0 or here[mover] > best:
            ties = 1
            best = here[mover]
            for seat in range(tables.seats):
                rewards[seat] = here[seat]
    for seat in range(tables.seats):
        rewards[seat] /= ties


cdef void finish(
    const TrickTables* tables, const Goals* goals, Position* at, float* rewards
) noexcept nogil:
    """The exact rewards of the position, under the play that its kind of hand calls for."""
    cdef int seat
    cdef float won
    if goals.declarer < 0:
        each_for_himself(tables, goals, at, rewards)
        return
    won = declarer_succeeds(tables, goals, at)
    for seat in range(tables.seats):
        rewards[seat] = 1 - won
    rewards[goals.declarer] = won


def exact_rewards(Board board, Targets targets):
    """The rewards of each seat under exact play from this position to the end."""
    cdef float rewards[MAX_SEATS]
    finish(&board.tables.data, &targets.data, &board.data, rewards)
    return tuple([rewards[seat] for seat in range(board.tables.data.seats)])
