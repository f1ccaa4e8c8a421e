"""Which numbers of tricks a seat can force against all others, all hands open, in any game.

Whether a number can be forced does not depend on the others. So a set of numbers is searched at
once, a bit each: the seat's own choices join what their moves can force, the others' intersect it.
A search is told which numbers are still wanted; it ends when all of them or none can be had.
"""

from libc.stdint cimport uint32_t, uint64_t
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
    EXACTLY = 0
    AT_MOST = 1
    AT_LEAST = 2


cdef struct Entry:
    Key key
    # Which numbers have been decided here, and which of them can be forced.
    uint32_t decided
    uint32_t forced


cdef struct Search:
    const RuleTables* tables
    const Keys* keys
    Entry* entries
    uint64_t last_entry
    int seat
    int question
    uint64_t nodes


cdef class ForcedTricks:
    """A search with its table, for one game's rules; positions of one deal share its entries."""

    cdef Rules rules
    cdef Keys keys
    cdef Entry* entries
    cdef uint64_t count
    cdef readonly unsigned long nodes

    def __cinit__(self, Rules rules, int log_entries=18):
        if not 4 <= log_entries <= 26:
            raise ValueError(f"a table of 2**{log_entries} entries: 4 to 26 are possible")
        self.rules = rules
        self.count = <uint64_t>1 << log_entries
        self.entries = <Entry*>calloc(self.count, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError("no memory for the table of forced tricks")
        draw_keys(&self.keys)

    def __dealloc__(self):
        free(self.entries)

    def forced(self, RuleBoard board, int seat):
        """Sets of further tricks as masks: exactly, and as bounds from above and from below."""
        if board.rules is not self.rules:
            raise ValueError("the board stands on other rules")
        cdef uint64_t every = (<uint64_t>1 << (board.data.left + 1)) - 1
        cdef Search search
        cdef uint64_t answers[3]
        cdef int question
        search.tables = &self.rules.data
        search.keys = &self.keys
        search.entries = self.entries
        search.last_entry = self.count - 1
        search.seat = seat
        search.nodes = 0
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        with nogil:
            for question in range(3):
                search.question = question
                answers[question] = force(&search, &board.data, key, every)
        self.nodes = search.nodes
        return answers[EXACTLY], answers[AT_MOST], answers[AT_LEAST]

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, self.count * sizeof(Entry))


cdef uint64_t force(Search* search, const RulePosition* at, Key key, uint64_t wanted) noexcept nogil:
    """Which of the wanted numbers of further tricks can be forced."""
    cdef Way moves[MOST_WAYS]
    cdef RulePosition after
    cdef Entry* entry = NULL
    cdef Key here
    cdef uint64_t got, known = 0, asked
    cdef bint ours = at.turn == search.seat
    cdef int number, count
    cdef uint64_t possible = (<uint64_t>1 << (at.left + 1)) - 1
    if search.question == AT_MOST:
        known = wanted & ~(possible >> 1)
        wanted &= possible >> 1
    else:
        wanted &= possible
        if search.question == AT_LEAST:
            known = wanted & 1
            wanted &= ~<uint64_t>1
    if at.left == 0:
        return known | (wanted & 1)
    if not wanted:
        return known
    if at.on_table == 0:
        here = key
        turn_key(&here, &search.keys.leader[at.turn])
        turn_key(&here, &search.keys.question[3 * search.seat + search.question])
        entry = &search.entries[here.low & search.last_entry]
        if entry.key.high == here.high and entry.key.low == here.low:
            known |= wanted & entry.decided & entry.forced
            wanted &= ~<uint64_t>entry.decided
            if not wanted:
                return known
    search.nodes += 1
    count = moves_to_try(search.tables, at, moves)
    got = 0 if ours else wanted
    for number in range(count):
        asked = wanted & ~got if ours else got
        after = at[0]
        play_way(search.tables, &after, &moves[number])
        asked = answer_after(search, at, &after, &moves[number], key, asked)
        if ours:
            got |= asked
            if got == wanted:
                break
        else:
            got = asked
            if not got:
                break
    if entry != NULL:
        if entry.key.high == here.high and entry.key.low == here.low:
            entry.decided |= <uint32_t>wanted
            entry.forced |= <uint32_t>got
        else:
            entry.key = here
            entry.decided = <uint32_t>wanted
            entry.forced = <uint32_t>got
    return known | got


cdef inline uint64_t answer_after(
    Search* search, const RulePosition* at, const RulePosition* after, const Way* move, Key key,
    uint64_t asked,
) noexcept nogil:
    turn_key(&key, &search.keys.card[at.turn][move.place])
    if after.taken[search.seat] == at.taken[search.seat]:
        return force(search, after, key, asked)
    return force(search, after, key, asked >> 1) << 1 & asked
