"""Which numbers of tricks a seat can force against all others, all hands open, in any game.

Whether a number can be forced does not depend on the others. So one search
handles a set of numbers as bits: the seat's own choices join what their moves can force, the
others' intersect it. A search ends once all of the numbers still wanted can be forced, or none.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.double_dummy.any_game cimport *

cdef enum:
    EXACTLY = 0
    AT_MOST = 1
    AT_LEAST = 2


cdef class ForcedTricks(AnyGameSearch):
    """The search for numbers of tricks. In an entry `high` has the numbers decided
    there, `low` those of them that can be forced."""

    def forced(self, Board board, int seat, Stop stop=None):
        """Sets of further tricks as masks: exactly, and as bounds from above and from below.

        Sets that `stop` ended are of no use.
        """
        cdef Search search = self.start(board, seat)
        stop = stop or Stop(listens=True)
        search.stop = &stop.flag
        cdef uint64_t every = (<uint64_t>1 << (board.data.trick.left + 1)) - 1
        cdef uint64_t answers[3]
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        with nogil:
            for search.question in range(3):
                answers[search.question] = force(&search, &board.data, key, every)
        self.nodes = search.nodes
        stop.reraise()
        return answers[EXACTLY], answers[AT_MOST], answers[AT_LEAST]


cdef uint64_t force(Search* search, const Position* at, Key key, uint64_t wanted) noexcept nogil:
    """Which of the wanted numbers of further tricks can be forced."""
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef Entry* entry = NULL
    cdef Key here
    cdef uint64_t got, known = 0, numbers
    cdef bint ours = at.trick.turn == search.seat
    cdef int number, count
    cdef uint64_t possible = (<uint64_t>1 << (at.trick.left + 1)) - 1
    if search.question == AT_MOST:
        known = wanted & ~(possible >> 1)
        wanted &= possible >> 1
    else:
        wanted &= possible
        if search.question == AT_LEAST:
            known = wanted & 1
            wanted &= ~<uint64_t>1
    if at.trick.left == 0:
        return known | (wanted & 1)
    if not wanted:
        return known
    if at.trick.on_table == 0:
        here = question_key(search, at, key)
        entry = entry_of(search, &here)
        if holds(entry, &here):
            known |= wanted & <uint32_t>entry.high & <uint32_t>entry.low
            wanted &= ~<uint64_t><uint32_t>entry.high
            if not wanted:
                return known
    count_node(search)
    count = moves_to_try(search.tables, at, moves)
    got = 0 if ours else wanted
    for number in range(count):
        numbers = wanted & ~got if ours else got
        after = at[0]
        play_move(search.tables, &after, &moves[number])
        numbers = answer_after(search, at, &after, &moves[number], key, numbers)
        if search.stop.is_set:
            return known
        if ours:
            got |= numbers
            if got == wanted:
                break
        else:
            got = numbers
            if not got:
                break
    if entry != NULL:
        if not holds(entry, &here):
            entry.key = here
            entry.low = entry.high = 0
        entry.high |= <uint32_t>wanted
        entry.low |= <uint32_t>got
    return known | got


cdef inline uint64_t answer_after(
    Search* search, const Position* at, const Position* after, const Move* move, Key key,
    uint64_t numbers,
) noexcept nogil:
    xor_key(&key, &search.keys.card[at.trick.turn][move.card])
    if after.taken[search.seat] == at.taken[search.seat]:
        return force(search, after, key, numbers)
    return force(search, after, key, numbers >> 1) << 1 & numbers
