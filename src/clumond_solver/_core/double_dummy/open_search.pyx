"""The search of Clumond's open hands: depth first, win or lose.

Its transposition table has entries that stand for many positions (partition search: M. Ginsberg,
AAAI 1996). `open_search_bmi2.pyx` compiles this file again, for processors with BMI2; `has_bmi2`
says whether this is one.

Everywhere `s` is the search, `k` the number of tricks left, the one under way included, `t` the
number that the hero has taken, and `on_table` the number of cards on the table: 0 for a lead.

Player 0 is the hero, whose success is in question; 1 and 2 are the next players on his left, who
play against him, or with him in a cooperative search.

search_root: narrow searches, then the full one
  search_trick: the start of a trick: static tests, then the table, then the leads
    search_lead: the leads in the order of `move_statistics.pxd`
      search_play: the second and the third card, likewise
        finish_trick: on to the next search_trick

In a narrow search the defenders try only their best moves (iterative broadening: M. Ginsberg and
W. Harvey, AAAI 1990). Its failure is a proof, because a proof of failure has every move of the
hero and one of the defenders in each position, whichever these are. So what it loses goes into the
table for all searches. What it wins with moves of the defenders left out only says that this width
refutes nothing: such entries have keys of their own, which only searches of that width read. What
a full search has won or lost holds in a narrow one too.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from clumond_solver._core.bits.cards cimport count_cards, lane_of, lowest, suit_cards
from clumond_solver._core.bits.runs cimport (
    Moves,
    best_move,
    drop_move,
    list_runs,
)
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
from clumond_solver._core.double_dummy.comparisons cimport (
    Hands,
    Packed,
    SuitLengths,
    across_boundary,
    for_any_of,
    hands_of,
    packed,
    pair,
    pairs_with,
    place_in_suit,
    suit_lengths,
    unpack,
    with_gaps,
    without_bits,
)
from clumond_solver._core.double_dummy.cooperative_bounds cimport hopeless_counts
from clumond_solver._core.double_dummy.cooperative_lines cimport (
    MAX_PLIES,
    MAX_WIDTH,
    Candidate,
    Ending,
    Line,
    cooperative_line,
    legal_cards,
    line_from,
    packed_lengths,
    play_on,
)
from clumond_solver._core.double_dummy.goals cimport Goal, case_of, fill_goal
from clumond_solver._core.double_dummy.move_statistics cimport (
    NEIGHBOURS,
    BEATING,
    DISCARDING,
    FOLLOWING,
    LATE,
    LEAD_WORK_COUNT,
    LED,
    LENGTHS,
    PLAY_KINDS,
    RANKS,
    RATE_COUNT,
    RUFFING,
    NODES_COUNT,
    HistoryEntry,
    MoveOrderingPrior,
    Ordering,
    begin_ordering,
    flat_prior,
    history_of,
    near_log2,
    record_try,
    shape_of,
    sum_statistics,
    work_of_lead,
)
from clumond_solver._core.double_dummy.quick_tricks cimport quick_tricks
from clumond_solver._core.double_dummy.transposition_table cimport (
    COUNTS,
    VERDICT,
    Block,
    TranspositionTable,
    clear_table,
    close_table,
    first_word,
    open_table,
    probe,
    store,
)
from clumond_solver._core.rules.limits cimport HAND_CARDS, KEPT, SUITS, TRICKS

cdef enum:
    POLL_MASK = 1023
    # A key has the suit lengths, then six bits for leader + 3 * strain + 15 * mode, nine for the
    # goal; bit 63 belongs to the table. The modes: full, cooperative, the wins of each width.
    ABOVE_LENGTHS = 48
    STRAIN_UNIT = 3
    MODE_UNIT = 15
    GOAL_SHIFT = 54
    MAX_GOALS = 512
    # Goals of one kind share their move statistics; kind 0 is the cooperative search.
    GOAL_KINDS = 4
    # The widths of narrow searches, and with how many tricks left they leave out moves.
    WIDTHS = 2
    NARROW_FROM = 3
    # More moves than anybody has.
    ALL_MOVES = 64

ctypedef struct Result:
    # A verdict, and the set of positions that it holds for: those in which these pairs of each suit
    # compare as they do here, and with a trick count of the hero that is in the mask. The pairs are
    # those of the hands at the start of the trick.
    uint64_t pairs[SUITS]
    uint32_t mask
    bint won

ctypedef struct Trick:
    # By player; meaningless for those who have not played.
    uint64_t card[3]
    uint64_t best
    int winner
    int leader
    int suit

ctypedef struct Search:
    uint64_t hand[3]
    uint64_t lengths
    uint64_t key
    int strain
    bint cooperative
    # How wide a narrow search is, 1 to WIDTHS; 0 for a full one.
    int width
    Goal goal
    TranspositionTable table
    # By the number of tricks left, along the line under search: the hands at the start of a trick,
    # and the pairs of these that go with its cards, once found; until then, the trick.
    Hands start[TRICKS + 1]
    uint64_t gone[TRICKS + 1][SUITS]
    const Trick* trick[TRICKS + 1]
    Ordering order
    uint64_t nodes
    uint64_t node_limit
    # Whether the node limit or `stop` has ended the search.
    bint stopped
    StopFlag* stop
    # The cards of a cooperative search's line that succeeds, and how many plays were left at the
    # root and are left at the end of the line: any further play succeeds too.
    uint8_t line[MAX_PLIES]
    int tricks_at_root
    int plies_at_root
    int plies_after_line
    bint line_ends


NO_LIMIT = (1 << 64) - 1
# The lengths of the parts of a `MoveOrderingPrior` as flat lists, and their dimensions.
PRIOR_RATE_COUNT, PRIOR_NODES_COUNT = RATE_COUNT, NODES_COUNT
PRIOR_LEAD_WORK_COUNT = LEAD_WORK_COUNT
PRIOR_RANKS, PRIOR_PLAY_KINDS = RANKS, PLAY_KINDS
PRIOR_LENGTHS, PRIOR_NEIGHBOURS = LENGTHS, NEIGHBOURS
PLAY_FOLLOWING, PLAY_RUFFING, PLAY_DISCARDING = FOLLOWING, RUFFING, DISCARDING
PLAY_BEATING = BEATING
# The bytes of one block of the table and of its share of the list heads.
BYTES_PER_BLOCK = sizeof(Block) + sizeof(uint32_t)
# The bytes of a search without its table, rounded up so that a memory cap gives the same number of
# blocks on platforms with shorter pointers.
BYTES_FIXED = (sizeof(Search) + GOAL_KINDS * sizeof(MoveOrderingPrior) + 4095) // 4096 * 4096


cdef inline uint64_t length_unit(int player, int card) noexcept nogil:
    """One card of this suit, as a summand of `lengths`."""
    return <uint64_t>1 << (16 * player + (card >> 4) * 4)


cdef inline void play_from_hand(Search* s, int player, uint64_t bit) noexcept nogil:
    s.hand[player] ^= bit
    s.lengths -= length_unit(player, lowest(bit))


cdef inline void return_to_hand(Search* s, int player, uint64_t bit) noexcept nogil:
    s.hand[player] ^= bit
    s.lengths += length_unit(player, lowest(bit))


cdef inline bint on_heros_side(Search* s, int player) noexcept nogil:
    return player == 0 or s.cooperative


cdef inline bint is_narrow(const Search* s, int k) noexcept nogil:
    """Whether defenders leave out moves with so many tricks left."""
    return s.width > 0 and k >= NARROW_FROM


cdef inline int most_moves(const Search* s, int player, int on_table, int k) noexcept nogil:
    """How many moves to try at most; leads, which decide more, are one more than other moves."""
    if player == 0 or not is_narrow(s, k):
        return ALL_MOVES
    return s.width + (2 if on_table == 0 else 1)


cdef inline void no_pairs(Result* result) noexcept nogil:
    cdef int suit
    for suit in range(SUITS):
        result.pairs[suit] = 0


cdef inline void combine(Result* combined, const Result* result) noexcept nogil:
    """What holds if both hold."""
    cdef int suit
    for suit in range(SUITS):
        combined.pairs[suit] |= result.pairs[suit]
    combined.mask &= result.mask


cdef inline void find_gone(Search* s, int k) noexcept nogil:
    """Find the pairs that go with the cards of the trick that is under way with k tricks left."""
    cdef const Hands* start = &s.start[k]
    cdef const Trick* trick = s.trick[k]
    cdef int player, suit
    for suit in range(SUITS):
        s.gone[k][suit] = 0
    for player in range(3):
        suit = lowest(trick.card[player]) >> 4
        s.gone[k][suit] |= pairs_with(
            suit_lengths(start.lengths, suit),
            player,
            place_in_suit(start.hand[player], trick.card[player]),
        )
    s.trick[k] = NULL


cdef inline void add_winners_pairs(
    Result* result, const Hands* start, const Trick* trick
) noexcept nogil:
    """The winning card beats the other cards of its suit."""
    cdef uint64_t lane = lane_of(lowest(trick.best))
    cdef int suit = lowest(trick.best) >> 4, player, place = -1
    for player in range(3):
        if player != trick.winner and trick.card[player] & lane:
            if place < 0:
                place = place_in_suit(start.hand[trick.winner], trick.best)
            result.pairs[suit] |= <uint64_t>1 << pair(
                suit_lengths(start.lengths, suit),
                trick.winner,
                place,
                player,
                place_in_suit(start.hand[player], trick.card[player]),
            )


cdef Result finish_trick(Search* s, const Trick* trick, int k, int t) noexcept nogil:
    """Search on after a complete trick; k tricks were left before it."""
    cdef Result result
    cdef int suit
    s.trick[k] = trick
    result = search_trick(s, trick.winner, k - 1, t + (trick.winner == 0))
    if trick.winner == 0:
        result.mask >>= 1
    if result.pairs[0] | result.pairs[1] | result.pairs[2] | result.pairs[3]:
        if s.trick[k] != NULL:
            find_gone(s, k)
        for suit in range(SUITS):
            if s.gone[k][suit]:
                result.pairs[suit] = with_gaps(result.pairs[suit], s.gone[k][suit])
    add_winners_pairs(&result, &s.start[k], trick)
    return result


cdef inline void drop_alike(
    Search* s, Moves* moves, Result* result, int player, int k, uint64_t bottom, uint64_t top
) noexcept nogil:
    """Make a failed move's result hold for its run, and for runs that it does not tell apart."""
    cdef const Hands* start = &s.start[k]
    cdef uint64_t hand = start.hand[player]
    cdef uint64_t tried, pairs
    cdef SuitLengths n
    cdef int suit = lowest(top) >> 4
    cdef int card, low, high, lower, higher, i = 0
    tried = result.pairs[suit]
    if tried == 0:
        while i < moves.count:
            if lowest(moves.top[i]) >> 4 == suit:
                drop_move(moves, i)
            else:
                i += 1
        return
    card = high = place_in_suit(hand, top)
    low = place_in_suit(hand, bottom)
    n = suit_lengths(start.lengths, suit)
    if low < high:
        for_any_of(&result.pairs[suit], start.higher[suit], n, player, card, low, high)
    while i < moves.count:
        if lowest(moves.top[i]) >> 4 == suit:
            lower = min(low, place_in_suit(hand, moves.bottom[i]))
            higher = max(high, place_in_suit(hand, moves.top[i]))
            pairs = tried
            if for_any_of(&pairs, start.higher[suit], n, player, card, lower, higher):
                result.pairs[suit] = pairs
                low = lower
                high = higher
                drop_move(moves, i)
                continue
        i += 1


cdef inline bint is_settled_at(uint32_t lost, uint32_t won, int t, Result* result) noexcept nogil:
    """Whether suit lengths alone decide at the hero's count of tricks; set the result."""
    no_pairs(result)
    result.won = not (lost >> t) & 1
    result.mask = (won if result.won else lost) & COUNTS
    return ((lost | won) >> t) & 1


cdef inline bint is_settled_after_hero(
    Search* s, Trick* trick, int k, int t, Result* result
) noexcept nogil:
    """Whether suit lengths alone decide once the hero has played to the trick; set the result."""
    cdef int case = case_of(s.lengths)
    cdef uint32_t lost = s.goal.lost_counts[k - 1][case]
    cdef uint32_t won = s.goal.won_counts[k - 1][case]
    # They must decide alike whether he wins the trick or not.
    return is_settled_at(lost & (lost >> 1), won & (won >> 1), t, result)


cdef inline int play_kind(const Search* s, const Trick* trick, uint64_t bit) noexcept nogil:
    """The kind of play of a card that does not lead; above BEATING if it becomes the best card."""
    cdef int suit = lowest(bit) >> 4
    cdef int best = lowest(trick.best) >> 4
    cdef int kind = DISCARDING
    if suit == trick.suit:
        kind = FOLLOWING
    elif suit == s.strain:
        kind = RUFFING
    if bit > trick.best if suit == best else suit == s.strain:
        kind += BEATING
    return kind


cdef inline void add_to_trick(Trick* trick, int player, uint64_t bit, bint best) noexcept nogil:
    """Add a card to the trick; `best` if it beats the others."""
    trick.card[player] = bit
    if best:
        trick.best = bit
        trick.winner = player


cdef inline void start_trick(Trick* trick, int player, uint64_t bit) noexcept nogil:
    trick.leader = player
    trick.suit = lowest(bit) >> 4
    add_to_trick(trick, player, bit, True)


cdef inline void add_to_line(Search* s, uint64_t bit, int on_table, int k) noexcept nogil:
    """Note the card of a success, the last card of the line first."""
    cdef int ply = s.plies_at_root - (3 * k - on_table)
    if not s.cooperative:
        return
    if not s.line_ends:
        s.line_ends = True
        s.plies_after_line = 3 * k - on_table - 1
    s.line[ply] = lowest(bit)


cdef Result search_play(Search* s, Trick* trick, int on_table, int k, int t) noexcept nogil:
    """Try the second or the third card of a trick; the result is like that of `search_lead`."""
    cdef int player = (trick.leader + on_table) % 3
    cdef uint64_t hand = s.hand[player]
    cdef uint64_t mine = suit_cards(hand, trick.suit)
    cdef uint64_t others, bit, bottom
    cdef bint wants_success = on_heros_side(s, player)
    cdef Moves moves
    cdef Result result, combined
    cdef Trick after
    cdef int i, kind, situation, to_try = most_moves(s, player, on_table, k)
    cdef uint64_t before
    cdef float* expected = &s.order.expected_log2_nodes[player][on_table][k]
    cdef HistoryEntry* entry
    if mine == 0:
        mine = hand
    others = (s.hand[0] | s.hand[1] | s.hand[2] | trick.best) & ~hand
    list_runs(&moves, mine, others)
    situation = (1 if trick.winner == 0 else 0) + (0 if k > LATE else 2)
    for i in range(moves.count):
        bit = moves.top[i]
        kind = play_kind(s, trick, bit)
        moves.score[i] = history_of(
            &s.order, player, on_table, situation, kind, lowest(bit)
        ).score
    no_pairs(&combined)
    combined.mask = COUNTS
    combined.won = not wants_success
    while moves.count and to_try:
        to_try -= 1
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        drop_move(&moves, i)
        kind = play_kind(s, trick, bit)
        entry = history_of(&s.order, player, on_table, situation, kind, lowest(bit))
        after = trick[0]
        add_to_trick(&after, player, bit, kind > BEATING)
        before = s.nodes
        play_from_hand(s, player, bit)
        if not (player == 0 and is_settled_after_hero(s, &after, k, t, &result)):
            if on_table == 2:
                result = finish_trick(s, &after, k, t)
            else:
                result = search_play(s, &after, 2, k, t)
        return_to_hand(s, player, bit)
        if s.stopped:
            return combined
        if result.won == wants_success:
            record_try(entry, expected, True, s.nodes - before)
            add_to_line(s, bit, on_table, k)
            return result
        record_try(entry, expected, False, s.nodes - before)
        drop_alike(s, &moves, &result, player, k, bottom, bit)
        combine(&combined, &result)
    return combined


cdef inline bint is_settled(Search* s, int k, int t, Result* result) noexcept nogil:
    """Whether suit lengths alone decide at the start of a trick; set the result."""
    cdef int case = case_of(s.lengths)
    return is_settled_at(s.goal.lost_counts[k][case], s.goal.won_counts[k][case], t, result)


cdef inline bint is_settled_by_quick_tricks(
    Search* s, int leader, int k, int t, Result* result
) noexcept nogil:
    """Whether the quick tricks of the side on lead decide; set the result."""
    cdef int case = case_of(s.lengths)
    cdef int quick
    cdef uint32_t mask
    no_pairs(result)
    quick = min(k, quick_tricks(s.hand, s.lengths, leader, s.strain, result.pairs))
    if quick == 0:
        return False
    result.won = leader == 0
    if leader == 0:
        mask = s.goal.won_counts[k - quick][case] >> quick
    else:
        mask = s.goal.lost_counts[k - quick][case]
    result.mask = mask & COUNTS
    return (mask >> t) & 1


cdef inline bint is_settled_by_keeping(
    Search* s, int leader, int k, int t, Result* result
) noexcept nogil:
    """In a cooperative search for one retention: whether bounds exclude all accepted totals."""
    cdef uint64_t boundaries = 0
    cdef uint32_t lost = hopeless_counts(
        s.hand,
        s.lengths,
        s.goal.only_keep,
        s.goal.only_totals,
        s.strain,
        leader,
        k,
        t,
        &boundaries,
    )
    if not (lost >> t) & 1:
        return False
    no_pairs(result)
    while boundaries:
        across_boundary(result.pairs, s.hand, s.lengths, boundaries & (~boundaries + 1))
        boundaries &= boundaries - 1
    result.won = False
    result.mask = lost & COUNTS
    return True


cdef Result search_lead(Search* s, int leader, int k, int t, uint64_t key) noexcept nogil:
    """Try the leads; the first that succeeds for its side decides, else all results combined."""
    cdef Moves moves
    cdef Result result, combined
    cdef Trick trick
    cdef uint64_t mine = s.hand[leader]
    cdef uint64_t bit, bottom
    cdef bint wants_success = on_heros_side(s, leader)
    cdef int i, card, follow_count, to_try = most_moves(s, leader, 0, k)
    cdef uint64_t before
    cdef float* expected = &s.order.expected_log2_nodes[leader][0][k]
    cdef uint32_t* hash_move = &s.order.lead[shape_of(key)]
    cdef HistoryEntry* entry
    list_runs(&moves, mine, (s.hand[0] | s.hand[1] | s.hand[2]) & ~mine)
    for i in range(moves.count):
        card = lowest(moves.top[i])
        moves.score[i] = history_of(&s.order, leader, 0, 0, LED, card).score
        if leader != 0:
            follow_count = count_cards(s.hand[0] & lane_of(card))
            # A void hero may play any card of his hand.
            if follow_count == 0:
                follow_count = k + KEPT
            moves.score[i] -= 2 * near_log2(follow_count) + work_of_lead(
                &s.order.prior.lead_work, s.hand[0], s.hand[3 - leader], card, s.strain
            )
        if <uint32_t>card + 1 == hash_move[0]:
            moves.score[i] += 100
    no_pairs(&combined)
    combined.mask = COUNTS
    combined.won = not wants_success
    while moves.count and to_try:
        to_try -= 1
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        drop_move(&moves, i)
        card = lowest(bit)
        start_trick(&trick, leader, bit)
        before = s.nodes
        play_from_hand(s, leader, bit)
        if not (leader == 0 and is_settled_after_hero(s, &trick, k, t, &result)):
            result = search_play(s, &trick, 1, k, t)
        return_to_hand(s, leader, bit)
        if s.stopped:
            return combined
        entry = history_of(&s.order, leader, 0, 0, LED, card)
        if result.won == wants_success:
            record_try(entry, expected, True, s.nodes - before)
            hash_move[0] = card + 1
            add_to_line(s, bit, 0, k)
            return result
        record_try(entry, expected, False, s.nodes - before)
        drop_alike(s, &moves, &result, leader, k, bottom, bit)
        combine(&combined, &result)
    return combined


cdef inline void start_after(Search* s, int k) noexcept nogil:
    """Note the hands at the start of a trick, after the one before it."""
    cdef Hands* start = &s.start[k]
    cdef const Hands* before = &s.start[k + 1]
    cdef int i
    find_gone(s, k + 1)
    for i in range(3):
        start.hand[i] = s.hand[i]
    start.lengths = s.lengths
    for i in range(SUITS):
        start.higher[i] = before.higher[i]
        if s.gone[k + 1][i]:
            start.higher[i] = without_bits(before.higher[i], s.gone[k + 1][i])


cdef Result search_trick(Search* s, int leader, int k, int t) noexcept nogil:
    """Search from the start of a trick: static tests, the table, then the leads."""
    cdef Result result
    cdef uint64_t key, key_of_wins
    cdef Packed here, pairs
    cdef const Block* block
    cdef int slot
    no_pairs(&result)
    result.mask = 0
    result.won = False
    s.nodes += 1
    if (s.nodes & POLL_MASK) == 0 and must_stop(s.stop):
        s.stopped = True
    if is_settled(s, k, t, &result):
        return result
    if not s.cooperative and is_settled_by_quick_tricks(s, leader, k, t, &result):
        return result
    if s.nodes > s.node_limit:
        s.stopped = True
    if s.stopped:
        return result
    if k < s.tricks_at_root:
        start_after(s, k)
    here = packed(s.start[k].higher, s.lengths)
    key = key_of_wins = s.key + s.lengths + (<uint64_t>leader << ABOVE_LENGTHS)
    block = probe(&s.table, key, &here, <uint32_t>1 << t, &slot)
    if is_narrow(s, k):
        key_of_wins += <uint64_t>((1 + s.width) * MODE_UNIT) << ABOVE_LENGTHS
        if block == NULL:
            block = probe(&s.table, key_of_wins, &here, <uint32_t>1 << t, &slot)
    # A cooperative search follows a success to its end, so that it has the line.
    if block != NULL and not (s.cooperative and block.entries.mask[slot] >> VERDICT):
        unpack(result.pairs, block.entries.word + first_word(here.words, slot), s.lengths)
        result.won = (block.entries.mask[slot] >> VERDICT) != 0
        result.mask = block.entries.mask[slot] & COUNTS
        return result
    if s.cooperative and s.goal.only_totals and is_settled_by_keeping(s, leader, k, t, &result):
        return result
    result = search_lead(s, leader, k, t, key)
    if not s.stopped:
        pairs = packed(result.pairs, s.lengths)
        store(
            &s.table,
            key_of_wins if result.won else key,
            &pairs,
            &here,
            result.mask | (<uint32_t>result.won << VERDICT),
        )
    return result


cdef Result search_root(
    Search* s, Trick* trick, int on_table, int k, int t, bint narrow
) noexcept nogil:
    """Search wider and wider, until the hero fails or all moves have been tried."""
    cdef Result result
    s.width = 0
    while True:
        s.width = (s.width + 1) % (WIDTHS + 1) if narrow else 0
        if on_table == 0:
            result = search_trick(s, trick.leader, k, t)
        else:
            result = search_play(s, trick, on_table, k, t)
        if s.width == 0 or s.stopped or not result.won:
            return result


cdef class PartitionSearch:
    """A search with its own transposition table. Only one thread at a time may use it."""

    cdef Search* s
    # Stops the search under way.
    cdef Stop current_stop
    # Whether `stop` was called after the last `resume`.
    cdef readonly bint is_stopped
    # The number of each goal, which is part of the keys of table entries.
    cdef dict goal_numbers
    cdef int current_goal
    # The kind of goal (-1 for none) and the known cards of the deal that the ordering has learned
    # from.
    cdef int current_goal_kind
    cdef uint64_t[3] current_deal
    cdef MoveOrderingPrior[GOAL_KINDS] priors

    def __cinit__(self, blocks):
        self.goal_numbers = {}
        self.current_goal = -1
        self.current_goal_kind = -1
        self.current_stop = Stop()
        self.s = <Search*>calloc(1, sizeof(Search))
        if self.s == NULL or not open_table(&self.s.table, blocks):
            raise MemoryError(f"no memory for a table of {blocks * BYTES_PER_BLOCK} bytes")
        for goal_kind in range(GOAL_KINDS):
            flat_prior(&self.priors[goal_kind])

    def __dealloc__(self):
        if self.s != NULL:
            close_table(&self.s.table)
            free(self.s)

    def clear(self):
        """Forget every table entry, goal and move statistic."""
        clear_table(&self.s.table)
        self.current_goal_kind = -1
        self.goal_numbers.clear()
        self.current_goal = -1

    def set_prior(self, int goal_kind, rates, expected_log2_nodes, lead_work):
        """Set the prior with which searches for a kind of goal begin.

        `rates` of success are by player (the hero is 0), cards on the table, kind of play, trumps
        or not, and rank; `expected_log2_nodes` is by player, cards on the table and tricks left;
        `lead_work` is a `LeadWork`. All are flat sequences.
        """
        cdef float* rate = &self.priors[goal_kind].rate[0][0][0][0][0]
        cdef float* work = &self.priors[goal_kind].expected_log2_nodes[0][0][0]
        cdef float* lead = <float*>&self.priors[goal_kind].lead_work
        cdef int i
        for i in range(RATE_COUNT):
            rate[i] = rates[i]
        for i in range(NODES_COUNT):
            work[i] = expected_log2_nodes[i]
        for i in range(LEAD_WORK_COUNT):
            lead[i] = lead_work[i]
        self.current_goal_kind = -1

    def statistics(self):
        """For training: tries, successes and expected nodes since the ordering began.

        Flat lists like those of `set_prior`.
        """
        cdef MoveOrderingPrior tries, successes
        cdef int i
        if self.current_goal_kind < 0:
            return [0.0] * RATE_COUNT, [0.0] * RATE_COUNT, [0.0] * NODES_COUNT
        sum_statistics(&self.s.order, &tries, &successes)
        return (
            [(&tries.rate[0][0][0][0][0])[i] for i in range(RATE_COUNT)],
            [(&successes.rate[0][0][0][0][0])[i] for i in range(RATE_COUNT)],
            [(&tries.expected_log2_nodes[0][0][0])[i] for i in range(NODES_COUNT)],
        )

    cdef int set_goal(self, goal) except -1:
        """Select a goal (64 masks, as for `fill_goal`); return its number."""
        cdef uint32_t accepted[64]
        cdef int i
        number = self.goal_numbers.get(goal)
        if number is None:
            if len(self.goal_numbers) == MAX_GOALS:
                clear_table(&self.s.table)
                self.goal_numbers.clear()
            number = len(self.goal_numbers)
            self.goal_numbers[goal] = number
            self.current_goal = -1
        if number != self.current_goal:
            for i in range(64):
                accepted[i] = goal[i]
            fill_goal(&self.s.goal, accepted)
            self.current_goal = number
        return number

    cdef void reset_ordering_if_new_deal(self, int goal_kind, int strain, table, int leader):
        """Begin the ordering anew unless the last question had this goal kind, strain and deal.

        What one deal teaches about single cards misleads in another.
        """
        cdef uint64_t[3] hands
        cdef uint64_t others
        cdef int i, player = leader
        cdef bint same = goal_kind == self.current_goal_kind and strain == self.s.order.trumps
        for i in range(3):
            hands[i] = self.s.hand[i]
        for card in table:
            hands[player] |= <uint64_t>1 << <int>card
            player = (player + 1) % 3
        for i in range(3):
            others = hands[(i + 1) % 3] | hands[(i + 2) % 3]
            same = same and not self.current_deal[i] & others
            same = same and count_cards(self.current_deal[i] | hands[i]) <= HAND_CARDS
        for i in range(3):
            self.current_deal[i] = hands[i] | (self.current_deal[i] if same else 0)
        if not same:
            begin_ordering(&self.s.order, &self.priors[goal_kind], strain)
            self.current_goal_kind = goal_kind

    def stop(self):
        """Stop the search under way and all later ones, as a limit would; for other threads."""
        self.is_stopped = True
        self.current_stop.set()

    def resume(self):
        """Undo `stop` for later searches."""
        self.is_stopped = False

    def cooperative_line(
        self, hands, int leader, table, int taken, int strain, int total, uint64_t keep, int width,
        uint64_t seed,
    ):
        """Cards to an ending with everybody's help, or None, which proves nothing.

        The hero is to take `total` tricks and to `keep` cards, a nibble per suit. Hands, leader and
        table are as for `run`. At most `width` lines, up to 16, are followed for each number of
        tricks.
        """
        cdef Candidate line
        cdef Ending aim
        cdef bint reaches
        if not 0 < width <= MAX_WIDTH:
            raise ValueError(f"a beam of width {width}: 1 to {MAX_WIDTH}")
        line.line = line_from(hands, leader, table, taken, strain)
        aim.taken = total
        aim.keep = keep
        with nogil:
            reaches = cooperative_line(&line, &aim, width, seed)
        return tuple([line.card[ply] for ply in range(line.line.plies)]) if reaches else None

    def run(
        self,
        hands,
        int leader,
        table,
        int taken,
        int strain,
        goal,
        int goal_kind,
        uint64_t node_limit=NO_LIMIT,
        seconds=None,
        bint narrow=False,
    ):
        """Search; return whether the hero succeeds (None if stopped), the number of nodes, a line.

        Hands are three masks without the cards on the table; `table` lists these from the leader's
        on. `taken` is the hero's number of tricks before this trick, at most 13. `narrow` searches
        come first if asked for: the answer is the same. The line is that of a cooperative search
        that succeeds, to the end of the hand; otherwise it is empty.
        """
        cdef Search* s = self.s
        cdef Trick trick
        cdef Result result
        cdef int number = self.set_goal(goal)
        cdef bint cooperative = goal_kind == 0
        cdef int k, i
        cdef uint64_t bit
        for i in range(3):
            s.hand[i] = hands[i]
        s.lengths = packed_lengths(s.hand)
        s.strain = strain
        s.cooperative = cooperative
        s.key = (<uint64_t>number << GOAL_SHIFT) + (
            <uint64_t>(strain * STRAIN_UNIT + cooperative * MODE_UNIT) << ABOVE_LENGTHS
        )
        self.reset_ordering_if_new_deal(goal_kind, strain, table, leader)
        s.nodes = 0
        s.node_limit = node_limit
        s.stopped = False
        s.line_ends = False
        self.current_stop = Stop(seconds, checks_signals=True)
        if self.is_stopped:
            self.current_stop.set()
        s.stop = &self.current_stop.flag
        k = count_cards(s.hand[(leader + 2) % 3]) - KEPT
        s.plies_at_root = s.plies_after_line = 3 * k - len(table)
        s.tricks_at_root = k
        s.start[k] = self.hands_before(leader, table)
        trick.leader = leader
        for i in range(len(table)):
            bit = <uint64_t>1 << <int>table[i]
            if i == 0:
                start_trick(&trick, leader, bit)
            else:
                add_to_trick(&trick, (leader + i) % 3, bit, play_kind(s, &trick, bit) > BEATING)
        i = len(table)
        with nogil:
            result = search_root(s, &trick, i, k, taken, narrow and not cooperative)
        self.current_stop.reraise()
        if s.stopped or not (cooperative and result.won):
            return (None if s.stopped else bool(result.won)), s.nodes, ()
        return True, s.nodes, self.finished_line(line_from(hands, leader, table, taken, strain))

    cdef Hands hands_before(self, int leader, table):
        """The hands at the start of the trick under way."""
        cdef uint64_t[3] hands
        cdef int i
        for i in range(3):
            hands[i] = self.s.hand[i]
        for i in range(len(table)):
            hands[(leader + i) % 3] |= <uint64_t>1 << <int>table[i]
        return hands_of(hands, packed_lengths(hands))

    cdef tuple finished_line(self, Line line):
        """The cards of the line that the last search found, and any legal ones to the end."""
        cdef Search* s = self.s
        cdef int ply
        for ply in range(s.plies_at_root):
            if ply >= s.plies_at_root - s.plies_after_line:
                s.line[ply] = lowest(legal_cards(&line))
            play_on(&line, <uint64_t>1 << s.line[ply])
        return tuple([s.line[ply] for ply in range(s.plies_at_root)])


cdef extern from *:
    """
    #if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
    static int clumond_has_bmi2(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2")
            && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
    }
    #else
    static int clumond_has_bmi2(void) { return 0; }
    #endif
    """
    int clumond_has_bmi2()


def has_bmi2():
    """Whether `open_search_bmi2` may be used on this processor."""
    return bool(clumond_has_bmi2())
