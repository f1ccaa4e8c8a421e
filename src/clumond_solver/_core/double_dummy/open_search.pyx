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

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of, lowest, suit_cards
from clumond_solver._core.bits.lanes cimport lanes_deposit, lanes_extract
from clumond_solver._core.bits.runs cimport (
    Moves,
    best_move,
    drop_equivalent,
    drop_move,
    keep_run_whole,
    list_runs,
)
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
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
from clumond_solver._core.double_dummy.quick_tricks cimport TrickBound, quick_tricks
from clumond_solver._core.double_dummy.transposition_table cimport (
    COUNTS,
    VERDICT,
    Block,
    Parities,
    TranspositionTable,
    clear_table,
    close_table,
    open_table,
    parities_after,
    parities_of,
    probe,
    store,
)
from clumond_solver._core.rules.limits cimport HAND_CARDS, KEPT, TRICKS

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
    # A verdict, and the set of positions that it holds for: those with the same number of cards of
    # each owner below each rank boundary, and with a trick count of the hero that is in the mask.
    uint64_t boundaries
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
    # By the number of tricks left, along the line under search; the root's are also at its k + 1.
    Parities parities[TRICKS + 2]
    Ordering order
    uint64_t nodes
    uint64_t node_limit
    # Whether the node limit or `stop` has ended the search.
    bint stopped
    StopFlag* stop
    # The cards of a cooperative search's line that succeeds, and how many plays were left at the
    # root and are left at the end of the line: any further play succeeds too.
    uint8_t line[MAX_PLIES]
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


cdef inline uint64_t with_trick_boundary(
    Search* s, Trick* trick, uint64_t boundaries
) noexcept nogil:
    """The rank boundaries of a result, and one below the winning card if needed.

    The winning card must beat the other cards of its suit. Any boundary between it and the best of
    these is enough; if there is none, add one below the winner's run of touching cards.
    """
    cdef uint64_t lane = lane_of(lowest(trick.best))
    cdef uint64_t all_three = trick.card[0] | trick.card[1] | trick.card[2]
    cdef uint64_t beaten = all_three & lane & ~trick.best
    cdef uint64_t others, mine
    if beaten == 0:
        return boundaries
    beaten = (<uint64_t>2 << highest(beaten)) - 1
    if boundaries & (trick.best | (trick.best - 1)) & ~beaten:
        return boundaries
    mine = (s.hand[trick.winner] | trick.best) & lane
    others = (s.hand[0] | s.hand[1] | s.hand[2] | all_three) & lane & ~mine & (trick.best - 1)
    mine &= ~(((<uint64_t>2) << highest(others)) - 1)
    return boundaries | (mine & (~mine + 1))


cdef Result finish_trick(Search* s, Trick* trick, int k, int t) noexcept nogil:
    """Search on after a complete trick; k tricks were left before it."""
    cdef Result result
    result = search_trick(s, trick.winner, k - 1, t + (trick.winner == 0))
    if trick.winner == 0:
        result.mask >>= 1
    result.boundaries = with_trick_boundary(s, trick, result.boundaries)
    return result


cdef inline bint is_settled_at(uint32_t lost, uint32_t won, int t, Result* result) noexcept nogil:
    """Whether suit lengths alone decide at the hero's count of tricks; set the result."""
    result.boundaries = 0
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
    cdef uint64_t others, bit, bottom, ceiling
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
    combined.boundaries = 0
    combined.mask = COUNTS
    combined.won = not wants_success
    while moves.count and to_try:
        to_try -= 1
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        ceiling = moves.ceiling[i]
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
        result.boundaries = keep_run_whole(result.boundaries, bottom, ceiling)
        drop_equivalent(&moves, result.boundaries, bottom, bit)
        combined.boundaries |= result.boundaries
        combined.mask &= result.mask
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
    cdef TrickBound quick
    cdef uint32_t mask
    if leader == 0:
        quick = quick_tricks(s.hand[0], 0, s.hand[1], s.hand[2], s.strain)
    else:
        quick = quick_tricks(s.hand[leader], s.hand[3 - leader], s.hand[0], 0, s.strain)
    if quick.tricks == 0:
        return False
    if quick.tricks > k:
        quick.tricks = k
    result.won = leader == 0
    result.boundaries = quick.boundaries
    if leader == 0:
        mask = s.goal.won_counts[k - quick.tricks][case] >> quick.tricks
    else:
        mask = s.goal.lost_counts[k - quick.tricks][case]
    result.mask = mask & COUNTS
    return (mask >> t) & 1


cdef inline bint is_settled_by_keeping(
    Search* s, int leader, int k, int t, Result* result
) noexcept nogil:
    """In a cooperative search for one retention: whether bounds exclude all accepted totals."""
    cdef uint32_t lost = hopeless_counts(
        s.hand,
        s.lengths,
        s.goal.only_keep,
        s.goal.only_totals,
        s.strain,
        leader,
        k,
        t,
        &result.boundaries,
    )
    result.won = False
    result.mask = lost & COUNTS
    return (lost >> t) & 1


cdef Result search_lead(Search* s, int leader, int k, int t, uint64_t key) noexcept nogil:
    """Try the leads; the first that succeeds for its side decides, else all results combined."""
    cdef Moves moves
    cdef Result result, combined
    cdef Trick trick
    cdef uint64_t mine = s.hand[leader]
    cdef uint64_t bit, bottom, ceiling
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
    combined.boundaries = 0
    combined.mask = COUNTS
    combined.won = not wants_success
    while moves.count and to_try:
        to_try -= 1
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        ceiling = moves.ceiling[i]
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
        result.boundaries = keep_run_whole(result.boundaries, bottom, ceiling)
        drop_equivalent(&moves, result.boundaries, bottom, bit)
        combined.boundaries |= result.boundaries
        combined.mask &= result.mask
    return combined


cdef Result search_trick(Search* s, int leader, int k, int t) noexcept nogil:
    """Search from the start of a trick: static tests, the table, then the leads."""
    cdef Result result
    cdef uint64_t present, key, key_of_wins
    cdef Parities* parities
    cdef const Block* block
    cdef int slot
    result.boundaries = 0
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
    present = s.hand[0] | s.hand[1] | s.hand[2]
    parities = &s.parities[k]
    parities[0] = parities_after(&s.parities[k + 1], present)
    key = key_of_wins = s.key + s.lengths + (<uint64_t>leader << ABOVE_LENGTHS)
    block = probe(&s.table, key, parities.hero, parities.next, <uint32_t>1 << t, &slot)
    if is_narrow(s, k):
        key_of_wins += <uint64_t>((1 + s.width) * MODE_UNIT) << ABOVE_LENGTHS
        if block == NULL:
            block = probe(
                &s.table, key_of_wins, parities.hero, parities.next, <uint32_t>1 << t, &slot
            )
    # A cooperative search follows a success to its end, so that it has the line.
    if block != NULL and not (s.cooperative and block.mask[slot] >> VERDICT):
        result.boundaries = lanes_deposit(block.boundaries[slot], present)
        result.won = (block.mask[slot] >> VERDICT) != 0
        result.mask = block.mask[slot] & COUNTS
        return result
    if s.cooperative and s.goal.only_totals and is_settled_by_keeping(s, leader, k, t, &result):
        return result
    result = search_lead(s, leader, k, t, key)
    if not s.stopped:
        store(
            &s.table,
            key_of_wins if result.won else key,
            parities.hero,
            parities.next,
            lanes_extract(result.boundaries, present),
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
        cdef uint64_t bit, present
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
        present = s.hand[0] | s.hand[1] | s.hand[2]
        for card in table:
            present |= <uint64_t>1 << <int>card
        # `search_trick` derives the parities from those with one trick more: it next runs at the
        # root (k) or, if cards are on the table, after this trick (k - 1).
        s.parities[k + 1] = parities_of(s.hand, present)
        s.parities[k] = s.parities[k + 1]
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
