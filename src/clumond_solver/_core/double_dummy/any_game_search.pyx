"""Exact searches of any game with all hands open: for numbers of tricks, and for points.

`ForcedTricks`: whether a seat can force one number does not depend on other numbers. So one search
handles a set of numbers as bits: the union over the moves at the seat's own turn, the intersection
at the others'. It stops trying moves once all numbers in question can be forced, or none.

`BestPoints`: alpha-beta with a table of bounds on the points to come, which also holds the move to
try first. For two players the result is the value of the game.

Clumond's own search is `open_search.pyx`.
"""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from clumond_solver._core.bits.cards cimport lowest
from clumond_solver._core.bits.rng cimport Rng, random_bits, start_stream
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
from clumond_solver._core.rules.any_game_tricks cimport (
    MAX_SEATS,
    Board,
    Move,
    Position,
    Rules,
    TrickTables,
    play_move,
)
from clumond_solver._core.rules.equivalent_moves cimport moves_to_try
from clumond_solver._core.rules.limits cimport MAX_MOVES

cdef enum:
    POLL_EVERY = 1024
    # The questions about numbers of tricks.
    EXACTLY = 0
    AT_MOST = 1
    AT_LEAST = 2
    # More than the points of any deal.
    INFINITE = 30000


cdef struct Key:
    # 128 bits, so that in practice no two positions share a key.
    uint64_t high
    uint64_t low


cdef struct Keys:
    Key card[MAX_SEATS][64]
    Key leader[MAX_SEATS]
    # By question and seat.
    Key question[256]


cdef struct TableEntry:
    Key key
    # Bounds in `BestPoints`, sets of numbers in `ForcedTricks`.
    int32_t low
    int32_t high
    # The card to try first.
    int8_t best


cdef struct Search:
    const TrickTables* tables
    const Keys* keys
    TableEntry* entries
    uint64_t index_mask
    int seat
    int question
    # The seat that gets a bonus for its first trick (-1 for none), and the bonus.
    int bonus_seat
    int bonus
    uint64_t nodes
    # Once set, the search returns without an answer and stores nothing.
    StopFlag* stop


cdef inline void count_node(Search* search) noexcept nogil:
    search.nodes += 1
    if search.nodes % POLL_EVERY == 0:
        must_stop(search.stop)


cdef inline void xor_key(Key* key, const Key* by) noexcept nogil:
    key.high ^= by.high
    key.low ^= by.low


cdef inline TableEntry* entry_of(const Search* search, const Key* key) noexcept nogil:
    return &search.entries[key.low & search.index_mask]


cdef inline bint holds(const TableEntry* entry, const Key* key) noexcept nogil:
    return entry.key.high == key.high and entry.key.low == key.low


cdef inline Key question_key(
    const Search* search, const Position* position, Key key
) noexcept nogil:
    # The key of a position at the start of a trick, and of the question about it.
    xor_key(&key, &search.keys.leader[position.trick.turn])
    xor_key(&key, &search.keys.question[4 * search.seat + search.question])
    if position.waiting:
        xor_key(&key, &search.keys.question[255])
    return key


cdef inline void draw_keys(Keys* keys) noexcept nogil:
    cdef Rng rng
    cdef int seat, number
    start_stream(&rng, 20260101, 0)
    for seat in range(MAX_SEATS):
        keys.leader[seat].high = random_bits(&rng)
        keys.leader[seat].low = random_bits(&rng)
        for number in range(64):
            keys.card[seat][number].high = random_bits(&rng)
            keys.card[seat][number].low = random_bits(&rng)
    for number in range(256):
        keys.question[number].high = random_bits(&rng)
        keys.question[number].low = random_bits(&rng)


cdef inline Key key_of(
    const Keys* keys, const TrickTables* tables, const Position* position
) noexcept nogil:
    # The key of the hands; `question_key` adds the leader and the question.
    cdef Key key
    cdef int seat
    cdef uint64_t rest
    key.high = key.low = 0
    for seat in range(tables.seats):
        rest = position.hands[seat]
        while rest:
            xor_key(&key, &keys.card[seat][lowest(rest)])
            rest &= rest - 1
    return key


cdef class AnyGameSearch:
    """A search with its table, for one game's rules; positions of one deal share its entries."""

    cdef Rules rules
    cdef Keys keys
    cdef TableEntry* entries
    cdef uint64_t entry_count
    cdef readonly uint64_t nodes

    def __cinit__(self, Rules rules, int log_entries=18):
        if not 4 <= log_entries <= 26:
            raise ValueError(f"a table of 2**{log_entries} entries: log_entries is from 4 to 26")
        self.rules = rules
        self.entry_count = <uint64_t>1 << log_entries
        self.entries = <TableEntry*>calloc(self.entry_count, sizeof(TableEntry))
        if self.entries == NULL:
            raise MemoryError("no memory for the table of an open-card search")
        draw_keys(&self.keys)

    def __dealloc__(self):
        free(self.entries)

    cdef Search new_search(self, Board board, int seat) except *:
        cdef Search search
        if board.rules is not self.rules:
            raise ValueError("the board has other rules")
        if not 0 <= seat < self.rules.data.seats:
            raise ValueError(f"no seat {seat} among {self.rules.data.seats}")
        search.tables = &self.rules.data
        search.keys = &self.keys
        search.entries = self.entries
        search.index_mask = self.entry_count - 1
        search.seat = seat
        search.question = 0
        search.bonus_seat = -1
        search.bonus = 0
        search.nodes = 0
        search.stop = NULL
        return search


cdef class ForcedTricks(AnyGameSearch):
    """The search for numbers of tricks.

    In an entry, `high` has a bit for each decided number, `low` for each that can be forced.
    """

    def forced_numbers(self, Board board, int seat, Stop stop=None):
        """Three masks, in which bit n says whether the seat can force n further tricks.

        The first is for exactly n, the second for at most n, the third for at least n. Without
        meaning once `stop` is set.
        """
        cdef Search search = self.new_search(board, seat)
        stop = stop or Stop(checks_signals=True)
        search.stop = &stop.flag
        cdef uint64_t all_numbers = (<uint64_t>1 << (board.data.trick.tricks_left + 1)) - 1
        cdef uint64_t answers[3]
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        with nogil:
            for search.question in range(3):
                answers[search.question] = search_tricks(&search, &board.data, key, all_numbers)
        self.nodes = search.nodes
        stop.reraise()
        return answers[EXACTLY], answers[AT_MOST], answers[AT_LEAST]


cdef uint64_t search_tricks(
    Search* search, const Position* position, Key key, uint64_t wanted
) noexcept nogil:
    # Those of the wanted numbers of further tricks, as bits, that the seat can force.
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef TableEntry* entry = NULL
    cdef Key entry_key
    cdef uint64_t forced, known = 0, numbers
    cdef bint is_own_turn = position.trick.turn == search.seat
    cdef int index, count
    cdef uint64_t possible = (<uint64_t>1 << (position.trick.tricks_left + 1)) - 1
    if search.question == AT_MOST:
        known = wanted & ~(possible >> 1)
        wanted &= possible >> 1
    else:
        wanted &= possible
        if search.question == AT_LEAST:
            known = wanted & 1
            wanted &= ~<uint64_t>1
    if position.trick.tricks_left == 0:
        return known | (wanted & 1)
    if not wanted:
        return known
    if position.trick.on_table == 0:
        entry_key = question_key(search, position, key)
        entry = entry_of(search, &entry_key)
        if holds(entry, &entry_key):
            known |= wanted & <uint32_t>entry.high & <uint32_t>entry.low
            wanted &= ~<uint64_t><uint32_t>entry.high
            if not wanted:
                return known
    count_node(search)
    count = moves_to_try(search.tables, position, moves)
    forced = 0 if is_own_turn else wanted
    for index in range(count):
        numbers = wanted & ~forced if is_own_turn else forced
        after = position[0]
        play_move(search.tables, &after, &moves[index])
        numbers = forced_after(search, position, &after, &moves[index], key, numbers)
        if search.stop.is_set:
            return known
        if is_own_turn:
            forced |= numbers
            if forced == wanted:
                break
        else:
            forced = numbers
            if not forced:
                break
    if entry != NULL:
        if not holds(entry, &entry_key):
            entry.key = entry_key
            entry.low = entry.high = 0
        entry.high |= <uint32_t>wanted
        entry.low |= <uint32_t>forced
    return known | forced


cdef inline uint64_t forced_after(
    Search* search, const Position* position, const Position* after, const Move* move, Key key,
    uint64_t numbers,
) noexcept nogil:
    xor_key(&key, &search.keys.card[position.trick.turn][move.card])
    if after.taken[search.seat] == position.taken[search.seat]:
        return search_tricks(search, after, key, numbers)
    return search_tricks(search, after, key, numbers >> 1) << 1 & numbers


cdef class BestPoints(AnyGameSearch):
    """The search for points. An entry bounds the seat's further points by `low` and `high`."""

    def value(self, Board board, int seat, int bonus_seat=-1, int bonus=0, Stop stop=None):
        """The further points that the seat can force.

        The `bonus_seat`, if any, gets a bonus for its first trick: the value is then twice the
        points, plus the bonus if the seat itself gets it, minus it if another does. Use an object
        for only one bonus and seat of it, because table entries do not name them. The value has no
        meaning once `stop` is set.
        """
        cdef Search search = self.new_search(board, seat)
        stop = stop or Stop(checks_signals=True)
        search.stop = &stop.flag
        search.bonus_seat = bonus_seat
        search.bonus = bonus if bonus_seat == seat else -bonus
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        cdef int value
        with nogil:
            value = search_points(&search, &board.data, key, -INFINITE, INFINITE)
        self.nodes = search.nodes
        stop.reraise()
        return value


cdef inline void bring_forward(Move* moves, int count, int card) noexcept nogil:
    cdef int index
    cdef Move move
    for index in range(1, count):
        if moves[index].card == card:
            move = moves[index]
            moves[index] = moves[0]
            moves[0] = move
            return


cdef int search_points(
    Search* search, const Position* position, Key key, int alpha, int beta
) noexcept nogil:
    # The further points of the seat: exact between alpha and beta, else a bound outside them.
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef TableEntry* entry = NULL
    cdef Key entry_key = key
    cdef Key key_after
    cdef bint is_own_turn = position.trick.turn == search.seat
    cdef int index, count, value, best, gain, best_card = -1
    cdef int low = alpha, high = beta
    if position.trick.tricks_left == 0:
        return 0
    if position.trick.on_table == 0:
        entry_key = question_key(search, position, key)
        if search.bonus_seat >= 0 and position.taken[search.bonus_seat]:
            xor_key(&entry_key, &search.keys.question[4 * search.seat + 1])
        entry = entry_of(search, &entry_key)
        if holds(entry, &entry_key):
            best_card = entry.best
            if entry.low >= beta or entry.low == entry.high:
                return entry.low
            if entry.high <= alpha:
                return entry.high
            low = max(low, entry.low)
            high = min(high, entry.high)
    alpha, beta = low, high
    count_node(search)
    moves[0].card = -1
    count = moves_to_try(search.tables, position, moves)
    best = -INFINITE if is_own_turn else INFINITE
    bring_forward(moves, count, best_card)
    best_card = moves[0].card
    for index in range(count):
        after = position[0]
        play_move(search.tables, &after, &moves[index])
        key_after = key
        xor_key(&key_after, &search.keys.card[position.trick.turn][moves[index].card])
        gain = after.points[search.seat] - position.points[search.seat]
        if search.bonus_seat >= 0:
            gain *= 2
            if not position.taken[search.bonus_seat] and after.taken[search.bonus_seat]:
                gain += search.bonus
        value = gain + search_points(search, &after, key_after, low - gain, high - gain)
        if search.stop.is_set:
            return value
        if is_own_turn and value > best:
            best = value
            best_card = moves[index].card
            low = max(low, best)
        elif not is_own_turn and value < best:
            best = value
            best_card = moves[index].card
            high = min(high, best)
        if low >= high:
            break
    if entry != NULL:
        if not holds(entry, &entry_key):
            entry.key = entry_key
            entry.low = -INFINITE
            entry.high = INFINITE
        if best < beta:
            entry.high = best
        if best > alpha:
            entry.low = best
        entry.best = best_card
    return best
