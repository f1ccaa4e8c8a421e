"""The plays that led to a position, as a table of players remembers them."""

from clumond_solver._core.rules.clumond cimport play_card


cdef void remember(
    History* history, const Position* before, uint64_t live, int card
) noexcept nogil:
    """Add a card about to be played from this position."""
    cdef Past* past = &history.plays[history.count]
    cdef int seat
    past.trick = before.trick
    for seat in range(MAX_SEATS):
        past.taken[seat] = before.taken[seat]
    past.live = live
    past.card = card
    history.count += 1


cdef void replay(
    History* history, const TrickTables* tables, const Position* seen, uint64_t held, moves
):
    # The plays that led to this position: (seat, card) in order; `held` are the cards not yet
    # played. Twice through: the tricks taken at the start follow from those taken since.
    cdef Position at
    cdef uint64_t live
    cdef int step, seat, card
    if len(moves) > MAX_PLAYS:
        raise ValueError(f"{len(moves)} plays of a hand: at most {MAX_PLAYS}")
    for seat, card in moves:
        if not 0 <= seat < MAX_SEATS or not 0 <= card < 64:
            raise ValueError(f"card {card} of seat {seat}: no card of the pack or no seat")
    at = seen[0]
    at.trick.on_table = 0
    at.trick.turn = moves[0][0] if moves else at.trick.turn
    for _, card in moves:
        held |= <uint64_t>1 << card
    for step in range(2):
        history.count = 0
        live = held
        for _, card in moves:
            if at.trick.on_table:
                remember(history, &at, live | (<uint64_t>1 << at.trick.best_card), card)
            else:
                remember(history, &at, live, card)
            live &= ~(<uint64_t>1 << card)
            play_card(tables, &at, card)
        if step == 0:
            at.trick = seen.trick
            at.trick.left += len(moves) // MAX_SEATS
            at.trick.on_table = 0
            at.trick.turn = moves[0][0] if moves else at.trick.turn
            for seat in range(MAX_SEATS):
                at.taken[seat] = 2 * seen.taken[seat] - at.taken[seat]
                if at.taken[seat] < 0:
                    raise ValueError(f"these plays take more tricks than seat {seat} has")
