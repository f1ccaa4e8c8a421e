"""The most card points that a seat can force against all others, all hands open, in any game.

Alpha-beta with a table of bounds on the points to come, which also keeps the move to try first. For
two players the result is the value of the game.
"""

from clumond_solver._core.double_dummy.any_game cimport *

cdef enum:
    # Beyond what any deal is worth.
    INFINITE = 30000


cdef class BestPoints(AnyGameSearch):
    """The search for points. An entry bounds the seat's further points by `low` and `high`."""

    def value(self, Board board, int seat, int bonus_seat=-1, int bonus=0, Stop stop=None):
        """The further points that the seat can force.

        The `bonus_seat`, if any, gets a bonus for its first trick: the value is then twice the
        points, plus the bonus if the seat itself has it, minus it if another has. Use one object
        for one such bonus. A result that `stop` ended is of no use.
        """
        cdef Search search = self.start(board, seat)
        stop = stop or Stop(listens=True)
        search.stop = &stop.flag
        search.bonus_seat = bonus_seat
        search.bonus = bonus if bonus_seat == seat else -bonus
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        cdef int value
        with nogil:
            value = most(&search, &board.data, key, -INFINITE, INFINITE)
        self.nodes = search.nodes
        stop.reraise()
        return value


cdef inline void bring_forward(Move* moves, int count, int card) noexcept nogil:
    cdef int number
    cdef Move move
    for number in range(1, count):
        if moves[number].card == card:
            move = moves[number]
            moves[number] = moves[0]
            moves[0] = move
            return


cdef int most(
    Search* search, const Position* at, Key key, int alpha, int beta
) noexcept nogil:
    """The further points of the seat, exact between alpha and beta, else a bound beyond them."""
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef Entry* entry = NULL
    cdef Key here = key
    cdef Key there
    cdef bint ours = at.trick.turn == search.seat
    cdef int number, count, value, best, won, first = -1
    cdef int low = alpha, high = beta
    if at.trick.left == 0:
        return 0
    if at.trick.on_table == 0:
        here = question_key(search, at, key)
        if search.bonus_seat >= 0 and at.taken[search.bonus_seat]:
            xor_key(&here, &search.keys.question[4 * search.seat + 1])
        entry = entry_of(search, &here)
        if holds(entry, &here):
            first = entry.best
            if entry.low >= beta or entry.low == entry.high:
                return entry.low
            if entry.high <= alpha:
                return entry.high
            low = max(low, entry.low)
            high = min(high, entry.high)
    alpha, beta = low, high
    count_node(search)
    moves[0].card = -1
    count = moves_to_try(search.tables, at, moves)
    best = -INFINITE if ours else INFINITE
    bring_forward(moves, count, first)
    first = moves[0].card
    for number in range(count):
        after = at[0]
        play_move(search.tables, &after, &moves[number])
        there = key
        xor_key(&there, &search.keys.card[at.trick.turn][moves[number].card])
        won = after.points[search.seat] - at.points[search.seat]
        if search.bonus_seat >= 0:
            won *= 2
            if not at.taken[search.bonus_seat] and after.taken[search.bonus_seat]:
                won += search.bonus
        value = won + most(search, &after, there, low - won, high - won)
        if search.stop.is_set:
            return value
        if ours and value > best:
            best = value
            first = moves[number].card
            low = max(low, best)
        elif not ours and value < best:
            best = value
            first = moves[number].card
            high = min(high, best)
        if low >= high:
            break
    if entry != NULL:
        if not holds(entry, &here):
            entry.key = here
            entry.low = -INFINITE
            entry.high = INFINITE
        if best < beta:
            entry.high = best
        if best > alpha:
            entry.low = best
        entry.best = first
    return best
