# Several threads at one question; part of `search.pxi`.
#
# All search one tree with one table. Where a first move has failed, a thread puts off the brothers
# that another is searching (young brothers wait; simplified ABDADA, T. Kerrigan). Now and then it
# looks whether another has settled a position on its line, and goes back there with that result.


cdef Mark* mark_of(Team* team, const uint64_t* spot) noexcept nogil:
    """The position's mark, maybe a new one; NULL while another takes up its place."""
    cdef uint64_t mixed = 0
    cdef Mark* mark
    cdef int i
    for i in range(4):
        mixed = (mixed ^ (mixed >> 29) ^ spot[i]) * <uint64_t>0x9E3779B97F4A7C15
    mark = &team.marks[(mixed >> 40) % MARKS]
    if memcmp(mark.spot, spot, sizeof(mark.spot)):
        if mark.searching:
            return NULL
        memcpy(mark.spot, spot, sizeof(mark.spot))
        mark.settled = False
    return mark


cdef bint enter(
    Search* s, const Trick* trick, int on_table, int k, int t, Result* result
) noexcept nogil:
    """Whether to search a position until `leave`: not if it is settled or put off."""
    cdef uint64_t[4] spot
    cdef bint is_open = True
    cdef Mark* mark
    cdef int i
    if k < s.team.least_tricks:
        return True
    for i in range(3):
        spot[i] = s.hand[i]
    spot[3] = trick.leader + 4 * t
    for i in range(on_table):
        spot[3] = 64 * spot[3] + lowest(trick.card[(trick.leader + i) % 3])
    take_lock(&s.team.lock, True)
    mark = mark_of(s.team, spot)
    if mark != NULL:
        s.put_off = not mark.settled and mark.searching and s.polite
        is_open = not mark.settled and not s.put_off
        result[0] = mark.result
        mark.searching += is_open
    s.polite = False
    if is_open:
        s.line[s.on_line] = mark
        s.on_line += 1
    give_lock(&s.team.lock, True)
    return is_open


cdef void leave(Search* s, int k, Result* result) noexcept nogil:
    """After the search of a position: tell its result, or take another thread's."""
    cdef Mark* mark
    if k < s.team.least_tricks:
        return
    s.on_line -= 1
    mark = s.line[s.on_line]
    if mark == NULL:
        return
    take_lock(&s.team.lock, True)
    mark.searching -= 1
    if not s.stopped:
        mark.settled = True
        mark.result = result[0]
    elif s.back_to == s.on_line:
        s.stopped = False
        result[0] = mark.result
    give_lock(&s.team.lock, True)


cdef void look_around(Search* s) noexcept nogil:
    """Stop the search down to a position on the line that another thread has settled, if any."""
    cdef int i
    s.back_to = -1
    if s.stopped or s.team == NULL:
        return
    take_lock(&s.team.lock, True)
    for i in range(s.on_line - 1, -1, -1):
        if s.line[i] != NULL and s.line[i].settled:
            s.back_to = i
            s.stopped = True
    give_lock(&s.team.lock, True)
