"""The most card points that a seat can force against all others, all hands open, in any game.

For two players it is the value of the game: what one wins the other does not. Plain alpha-beta
with a table of bounds on what is still to be won, and the best move kept there tried first.
"""

from libc.stdint cimport int8_t, int16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.open_rules cimport (
    MOST_WAYS,
    Key,
    Keys,
    Way,
    draw_keys,
    key_of,
    moves_to_try,
    turn_key,
)
from clumond_solver._core.rule_tables cimport (
    RuleBoard,
    RulePosition,
    Rules,
    RuleTables,
    play_way,
)

cdef enum:
    # Beyond what any deal is worth.
    INFINITE = 30000


cdef struct Entry:
    Key key
    # What the seat is still to win lies between these.
    int16_t low
    int16_t high
    int8_t best


cdef struct Search:
    const RuleTables* tables
    const Keys* keys
    Entry* entries
    uint64_t last_entry
    int seat
    uint64_t nodes


cdef class BestPoints:
    """A search with its table, for one game's rules; positions of one deal share its entries."""

    cdef Rules rules
    cdef Keys keys
    cdef Entry* entries
    cdef uint64_t count
    cdef readonly unsigned long nodes

    def __cinit__(self, Rules rules, int log_entries=16):
        if not 4 <= log_entries <= 26:
            raise ValueError(f"a table of 2**{log_entries} entries: 4 to 26 are possible")
        self.rules = rules
        self.count = <uint64_t>1 << log_entries
        self.entries = <Entry*>calloc(self.count, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError("no memory for the table of points")
        draw_keys(&self.keys)

    def __dealloc__(self):
        free(self.entries)

    def value(self, RuleBoard board, int seat):
        """The further points that the seat can force."""
        if board.rules is not self.rules:
            raise ValueError("the board stands on other rules")
        cdef Search search
        cdef int value
        search.tables = &self.rules.data
        search.keys = &self.keys
        search.entries = self.entries
        search.last_entry = self.count - 1
        search.seat = seat
        search.nodes = 0
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        with nogil:
            value = most(&search, &board.data, key, -INFINITE, INFINITE)
        self.nodes = search.nodes
        return value

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, self.count * sizeof(Entry))


cdef inline void bring_forward(Way* moves, int count, int place) noexcept nogil:
    cdef int number
    cdef Way found
    for number in range(1, count):
        if moves[number].place == place:
            found = moves[number]
            moves[number] = moves[0]
            moves[0] = found
            return


cdef int most(
    Search* search, const RulePosition* at, Key key, int alpha, int beta
) noexcept nogil:
    """The further points of the seat, exact between alpha and beta, else a bound beyond them."""
    cdef Way moves[MOST_WAYS]
    cdef RulePosition after
    cdef Entry* entry = NULL
    cdef Key here = key
    cdef Key there
    cdef bint ours = at.turn == search.seat
    cdef int number, count, value, best, won, first = -1
    cdef int low = alpha, high = beta
    if at.left == 0:
        return 0
    if at.on_table == 0:
        turn_key(&here, &search.keys.leader[at.turn])
        turn_key(&here, &search.keys.question[search.seat])
        entry = &search.entries[here.low & search.last_entry]
        if entry.key.high == here.high and entry.key.low == here.low:
            first = entry.best
            if entry.low >= beta or entry.low == entry.high:
                return entry.low
            if entry.high <= alpha:
                return entry.high
            low = max(low, entry.low)
            high = min(high, entry.high)
    alpha, beta = low, high
    search.nodes += 1
    moves[0].place = -1
    count = moves_to_try(search.tables, at, moves)
    best = -INFINITE if ours else INFINITE
    bring_forward(moves, count, first)
    first = moves[0].place
    for number in range(count):
        after = at[0]
        play_way(search.tables, &after, &moves[number])
        there = key
        turn_key(&there, &search.keys.card[at.turn][moves[number].place])
        won = after.points[search.seat] - at.points[search.seat]
        value = won + most(search, &after, there, low - won, high - won)
        if ours and value > best:
            best = value
            first = moves[number].place
            low = max(low, best)
        elif not ours and value < best:
            best = value
            first = moves[number].place
            high = min(high, best)
        if low >= high:
            break
    if entry != NULL:
        if entry.key.high != here.high or entry.key.low != here.low:
            entry.key = here
            entry.low = -INFINITE
            entry.high = INFINITE
        if best < beta:
            entry.high = best
        if best > alpha:
            entry.low = best
        entry.best = first
    return best
