"""Exact searches over the tables of any game, all hands open: numbers of tricks, and card points.

`ForcedTricks`: whether a number can be forced does not depend on the others. So one search
handles a set of numbers as bits: at the seat's own turn it takes the union over the moves, at the
others' the intersection. A search ends once all of the numbers still wanted can be forced, or none.

`BestPoints`: alpha-beta with a table of bounds on the points to come, which also keeps the move to
try first. For two players the result is the value of the game.

Clumond's own search is `search.pxi`.
"""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, lane_of, lowest
from clumond_solver._core.bits.rng cimport Rng, draw, start_stream
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
from clumond_solver._core.rules.any_game cimport (
    MAX_SEATS,
    Board,
    Move,
    Position,
    Rules,
    TrickTables,
    legal_cards,
    live_cards,
    move_of,
    moves_of,
    play_move,
)
from clumond_solver._core.rules.limits cimport MAX_MOVES

cdef enum:
    POLL_EVERY = 1024
    # The questions about numbers of tricks.
    EXACTLY = 0
    AT_MOST = 1
    AT_LEAST = 2
    # Beyond the points that any deal is worth.
    INFINITE = 30000


cdef struct Key:
    # 128 bits, so that no two positions ever share a key.
    uint64_t high
    uint64_t low


cdef struct Keys:
    Key card[MAX_SEATS][64]
    Key leader[MAX_SEATS]
    # By question and seat.
    Key question[256]


cdef struct Entry:
    Key key
    # `ForcedTricks` keeps sets of numbers here, `BestPoints` bounds.
    int32_t low
    int32_t high
    int8_t best


cdef struct Search:
    const TrickTables* tables
    const Keys* keys
    Entry* entries
    uint64_t last_entry
    int seat
    int question
    # The seat with a bonus for taking a trick (-1 for none), and the bonus.
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


cdef inline Entry* entry_of(const Search* search, const Key* key) noexcept nogil:
    return &search.entries[key.low & search.last_entry]


cdef inline bint holds(const Entry* entry, const Key* key) noexcept nogil:
    return entry.key.high == key.high and entry.key.low == key.low


cdef inline Key question_key(const Search* search, const Position* at, Key key) noexcept nogil:
    # A question's key at the start of a trick.
    xor_key(&key, &search.keys.leader[at.trick.turn])
    xor_key(&key, &search.keys.question[4 * search.seat + search.question])
    return key


cdef inline void draw_keys(Keys* keys) noexcept nogil:
    cdef Rng rng
    cdef int seat, number
    start_stream(&rng, 20260101, 0)
    for seat in range(MAX_SEATS):
        keys.leader[seat].high = draw(&rng)
        keys.leader[seat].low = draw(&rng)
        for number in range(64):
            keys.card[seat][number].high = draw(&rng)
            keys.card[seat][number].low = draw(&rng)
    for number in range(256):
        keys.question[number].high = draw(&rng)
        keys.question[number].low = draw(&rng)


cdef inline Key key_of(
    const Keys* keys, const TrickTables* tables, const Position* at
) noexcept nogil:
    # The key of the cards held; `question_key` adds the leader.
    cdef Key key
    cdef int seat
    cdef uint64_t rest
    key.high = key.low = 0
    for seat in range(tables.seats):
        rest = at.hands[seat]
        while rest:
            xor_key(&key, &keys.card[seat][lowest(rest)])
            rest &= rest - 1
    return key


cdef inline uint64_t names_between(
    const TrickTables* tables, uint64_t naturals, int led, int named
) noexcept nogil:
    # The names of the same suit that are stronger and yet beat none of the natural cards besides.
    cdef uint64_t stronger = tables.beats[led][named] & lane_of(named)
    cdef uint64_t limits = naturals & stronger
    return stronger & ((limits & (~limits + 1)) - 1) if limits else stronger


cdef inline int wild_moves(
    const TrickTables* tables, const Position* at, int card, Move* moves
) noexcept nogil:
    # Names of a wild card that differ in what they beat, in how many cards still to play to the
    # trick beat them, and, where wild ones are among these, in how many names do just that.
    cdef Move ways[MAX_MOVES]
    cdef int total = moves_of(tables, at, card, ways)
    cdef int count = 0, number, led, alike, named, wild_later = 0
    cdef uint64_t later = 0, cards
    cdef uint8_t seen[4][4][MAX_SEATS][64]
    cdef bint has_loser = False
    memset(seen, 0, sizeof(seen))
    for number in range(at.trick.on_table + 1, tables.seats):
        cards = at.hands[(at.trick.turn + number - at.trick.on_table) % tables.seats]
        later |= cards
        wild_later += (cards & tables.wild) != 0
    later &= ~tables.wild
    for number in range(total):
        named = ways[number].named
        led = at.trick.led if at.trick.on_table else ways[number].led
        if at.trick.on_table and tables.power[led][named] < at.trick.best_power:
            # All names that lose are alike.
            if not has_loser:
                has_loser = True
                moves[count] = ways[number]
                count += 1
            continue
        alike = 0
        if wild_later:
            alike = min(wild_later, count_cards(names_between(tables, later, led, named)))
        if not seen[led][named >> 4][alike][count_cards(later & tables.beats[led][named])]:
            seen[led][named >> 4][alike][count_cards(later & tables.beats[led][named])] = 1
            moves[count] = ways[number]
            count += 1
    return count


cdef inline int moves_to_try(
    const TrickTables* tables, const Position* at, Move* moves
) noexcept nogil:
    # The ways to play, one of each set of equivalent ones.
    cdef int card, count = 0
    cdef uint64_t cards = legal_cards(tables, at)
    # Wild cards of one hand are alike.
    if cards & tables.wild:
        card = lowest(cards & tables.wild)
        cards &= ~tables.wild
        count = wild_moves(tables, at, card, moves)
    if tables.mergeable:
        cards = one_per_equals(tables, at, cards, live_cards(tables, at))
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if not (tables.declares >> card) & 1:
            moves[count] = move_of(card)
            count += 1
        else:
            count += moves_of(tables, at, card, &moves[count])
    return count


cdef class AnyGameSearch:
    """A search with its table, for one game's rules; positions of one deal share its entries."""

    cdef Rules rules
    cdef Keys keys
    cdef Entry* entries
    cdef uint64_t count
    cdef readonly uint64_t nodes

    def __cinit__(self, Rules rules, int log_entries=18):
        if not 4 <= log_entries <= 26:
            raise ValueError(f"a table of 2**{log_entries} entries: log_entries is from 4 to 26")
        self.rules = rules
        self.count = <uint64_t>1 << log_entries
        self.entries = <Entry*>calloc(self.count, sizeof(Entry))
        if self.entries == NULL:
            raise MemoryError("no memory for the table of an open-card search")
        draw_keys(&self.keys)

    def __dealloc__(self):
        free(self.entries)

    cdef Search start(self, Board board, int seat) except *:
        cdef Search search
        if board.rules is not self.rules:
            raise ValueError("the board has other rules")
        if not 0 <= seat < self.rules.data.seats:
            raise ValueError(f"no seat {seat} among {self.rules.data.seats}")
        search.tables = &self.rules.data
        search.keys = &self.keys
        search.entries = self.entries
        search.last_entry = self.count - 1
        search.seat = seat
        search.question = 0
        search.bonus_seat = -1
        search.bonus = 0
        search.nodes = 0
        search.stop = NULL
        return search

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, self.count * sizeof(Entry))


cdef class ForcedTricks(AnyGameSearch):
    """The search for numbers of tricks. In an entry `high` has the numbers decided
    there, `low` those of them that can be forced."""

    def forced(self, Board board, int seat, Stop stop=None):
        """Three masks, in which bit n is set if n further tricks can be forced.

        In the first exactly, in the second at most, in the third at least. Of no use once `stop` is
        set.
        """
        cdef Search search = self.start(board, seat)
        stop = stop or Stop(listens=True)
        search.stop = &stop.flag
        cdef uint64_t every = (<uint64_t>1 << (board.data.trick.left + 1)) - 1
        cdef uint64_t answers[3]
        cdef Key key = key_of(&self.keys, search.tables, &board.data)
        with nogil:
            for search.question in range(3):
                answers[search.question] = search_tricks(&search, &board.data, key, every)
        self.nodes = search.nodes
        stop.reraise()
        return answers[EXACTLY], answers[AT_MOST], answers[AT_LEAST]


cdef uint64_t search_tricks(
    Search* search, const Position* at, Key key, uint64_t wanted
) noexcept nogil:
    # The wanted numbers of further tricks, as bits, that can be forced.
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef Entry* entry = NULL
    cdef Key here
    cdef uint64_t forced, known = 0, numbers
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
    forced = 0 if ours else wanted
    for number in range(count):
        numbers = wanted & ~forced if ours else forced
        after = at[0]
        play_move(search.tables, &after, &moves[number])
        numbers = answer_after(search, at, &after, &moves[number], key, numbers)
        if search.stop.is_set:
            return known
        if ours:
            forced |= numbers
            if forced == wanted:
                break
        else:
            forced = numbers
            if not forced:
                break
    if entry != NULL:
        if not holds(entry, &here):
            entry.key = here
            entry.low = entry.high = 0
        entry.high |= <uint32_t>wanted
        entry.low |= <uint32_t>forced
    return known | forced


cdef inline uint64_t answer_after(
    Search* search, const Position* at, const Position* after, const Move* move, Key key,
    uint64_t numbers,
) noexcept nogil:
    xor_key(&key, &search.keys.card[at.trick.turn][move.card])
    if after.taken[search.seat] == at.taken[search.seat]:
        return search_tricks(search, after, key, numbers)
    return search_tricks(search, after, key, numbers >> 1) << 1 & numbers


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
            value = search_points(&search, &board.data, key, -INFINITE, INFINITE)
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


cdef int search_points(
    Search* search, const Position* at, Key key, int alpha, int beta
) noexcept nogil:
    # The further points of the seat, exact between alpha and beta, else a bound beyond them.
    cdef Move moves[MAX_MOVES]
    cdef Position after
    cdef Entry* entry = NULL
    cdef Key here = key
    cdef Key there
    cdef bint ours = at.trick.turn == search.seat
    cdef int number, count, value, best, won, best_card = -1
    cdef int low = alpha, high = beta
    if at.trick.left == 0:
        return 0
    if at.trick.on_table == 0:
        here = question_key(search, at, key)
        if search.bonus_seat >= 0 and at.taken[search.bonus_seat]:
            xor_key(&here, &search.keys.question[4 * search.seat + 1])
        entry = entry_of(search, &here)
        if holds(entry, &here):
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
    count = moves_to_try(search.tables, at, moves)
    best = -INFINITE if ours else INFINITE
    bring_forward(moves, count, best_card)
    best_card = moves[0].card
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
        value = won + search_points(search, &after, there, low - won, high - won)
        if search.stop.is_set:
            return value
        if ours and value > best:
            best = value
            best_card = moves[number].card
            low = max(low, best)
        elif not ours and value < best:
            best = value
            best_card = moves[number].card
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
        entry.best = best_card
    return best
