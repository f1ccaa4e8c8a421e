# The search itself, compiled once portably and once for processors with BMI2.
#
# Player 0 is the hero, whose success is asked for; 1 and 2 sit on his left and play against
# him, or with him when the search is a cooperative one.

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF

from clumond_solver._core.bits.clock cimport seconds_now
from clumond_solver._core.double_dummy.quick_tricks cimport KEPT, Cash, sure_tricks
from clumond_solver._core.double_dummy.goals cimport Goal, case_of, fill_goal
from clumond_solver._core.double_dummy.cooperative_bounds cimport lost_if_kept
from clumond_solver._core.double_dummy.cooperative_lines cimport Ending, Line, helped_line, play_on
from clumond_solver._core.bits.lanes cimport (
    lane_of,
    lanes_count,
    lanes_deposit,
    lanes_extract,
    lanes_highest,
    lanes_lowest,
    parity_below,
)
from clumond_solver._core.double_dummy.move_ordering cimport (
    BEATING,
    DISCARDING,
    FOLLOWING,
    LATE,
    LEAD_WORKS,
    LED,
    RATES,
    RUFFING,
    WORKS,
    Experience,
    Ordering,
    Record,
    begin_ordering,
    near_log2,
    no_experience,
    note,
    shape_of,
    sum_up,
    work_of_lead,
)
from clumond_solver._core.double_dummy.transposition_table cimport (
    COUNTS,
    VERDICT,
    Block,
    Proofs,
    clear_proofs,
    close_proofs,
    find_proof,
    open_proofs,
    store_proof,
)
from clumond_solver._core.double_dummy.runs cimport (
    Moves,
    best_move,
    drop_equals,
    drop_move,
    keep_run_whole,
    list_runs,
)

cdef enum:
    NO_TRUMPS = 4
    POLL_MASK = 1023
    # Bit 63 of a key belongs to the table.
    MOST_GOALS = 512
    # Goals of a family share what is learnt about moves.
    FAMILIES = 4

ctypedef struct Proof:
    # For which trick counts, and told apart at which places, the verdict holds.
    uint64_t cuts
    uint32_t mask
    bint won

ctypedef struct Trick:
    uint64_t card[3]
    uint64_t best
    int winner
    int leader
    int suit

ctypedef struct Search:
    uint64_t hand[3]
    uint64_t lengths
    uint64_t key
    uint64_t trumps
    int strain
    bint cooperative
    Goal goal
    Proofs proofs
    Ordering order
    uint64_t nodes
    uint64_t node_limit
    double deadline
    double next_signal_check
    bint stopped
    # Set from another thread to end the search under way.
    bint stop_asked
    # What a signal handler raised during the search.
    PyObject* raised


NO_LIMIT = (1 << 64) - 1
# What one block of the table and its share of the index take.
BYTES_A_BLOCK = sizeof(Block) + sizeof(uint32_t)
# What a search takes beside its table.
BYTES_FIXED = sizeof(Search) + FAMILIES * sizeof(Experience)


cdef void poll(Search* s) noexcept nogil:
    cdef double t = seconds_now()
    if t >= s.deadline or s.stop_asked:
        s.stopped = True
    if t >= s.next_signal_check:
        s.next_signal_check = t + 0.02
        with gil:
            try:
                PyErr_CheckSignals()
            except BaseException as error:
                s.stopped = True
                if s.raised == NULL:
                    Py_INCREF(error)
                    s.raised = <PyObject*>error


cdef inline uint64_t length_unit(int player, int card) noexcept nogil:
    """One card of this suit in this player's length nibbles."""
    return <uint64_t>1 << (16 * player + (card >> 4) * 4)


cdef inline void take(Search* s, int player, uint64_t bit) noexcept nogil:
    s.hand[player] ^= bit
    s.lengths -= length_unit(player, lanes_lowest(bit))


cdef inline void put_back(Search* s, int player, uint64_t bit) noexcept nogil:
    s.hand[player] ^= bit
    s.lengths += length_unit(player, lanes_lowest(bit))


cdef inline bint on_heros_side(Search* s, int player) noexcept nogil:
    return player == 0 or s.cooperative


cdef inline uint64_t with_trick_cut(Search* s, Trick* trick, uint64_t cuts) noexcept nogil:
    """The cuts, and one that makes the winner's card beat the others of its own suit, if needed.

    Any cut between his card and the best that it beat serves; without one, his run is cut off.
    """
    cdef int w = trick.winner
    cdef uint64_t lane = lane_of(lanes_lowest(trick.best))
    cdef uint64_t all_three = trick.card[0] | trick.card[1] | trick.card[2]
    cdef uint64_t beaten = all_three & lane & ~trick.best
    cdef uint64_t others, mine
    if beaten == 0:
        return cuts
    beaten = (<uint64_t>2 << lanes_highest(beaten)) - 1
    if cuts & (trick.best | (trick.best - 1)) & ~beaten:
        return cuts
    mine = (s.hand[w] | trick.best) & lane
    others = (s.hand[0] | s.hand[1] | s.hand[2] | all_three) & lane & ~mine & (trick.best - 1)
    mine &= ~(((<uint64_t>2) << lanes_highest(others)) - 1)
    return cuts | (mine & (~mine + 1))


cdef Proof finish_trick(Search* s, Trick* trick, int k, int t) noexcept nogil:
    """The proof for the trick that has just been completed; k tricks were left before it."""
    cdef Proof proof
    proof = search_trick(s, trick.winner, k - 1, t + (trick.winner == 0))
    if trick.winner == 0:
        proof.mask >>= 1
    proof.cuts = with_trick_cut(s, trick, proof.cuts)
    return proof


cdef inline bint settled_after_hero(
    Search* s, Trick* trick, int k, int t, Proof* proof
) noexcept nogil:
    """Whether the hero's suit lengths alone decide, once he has played to the trick."""
    cdef int case = case_of(s.lengths)
    cdef uint32_t lost = s.goal.lost[k - 1][case]
    cdef uint32_t won = s.goal.won[k - 1][case]
    lost &= lost >> 1
    won &= won >> 1
    if (lost >> t) & 1:
        proof.won = False
        proof.mask = lost & COUNTS
        proof.cuts = 0
        return True
    if (won >> t) & 1:
        proof.won = True
        proof.mask = won & COUNTS
        proof.cuts = 0
        return True
    return False


cdef inline int way_of(const Search* s, const Trick* trick, uint64_t bit) noexcept nogil:
    """How a card would be played to the trick so far; BEATING or more if it takes the lead."""
    cdef int suit = lanes_lowest(bit) >> 4
    cdef int best = lanes_lowest(trick.best) >> 4
    cdef int way = DISCARDING
    if suit == trick.suit:
        way = FOLLOWING
    elif suit == s.strain:
        way = RUFFING
    if bit > trick.best if suit == best else suit == s.strain:
        way += BEATING
    return way


cdef Proof search_play(Search* s, Trick* trick, int place, int k, int t) noexcept nogil:
    """Second or third hand to play to the trick."""
    cdef int player = (trick.leader + place) % 3
    cdef uint64_t lane = (<uint64_t>0xFFFF) << (16 * trick.suit)
    cdef uint64_t hand = s.hand[player]
    cdef uint64_t mine = hand & lane
    cdef uint64_t others, bit, bottom, ceiling
    cdef bint side = on_heros_side(s, player)
    cdef Moves moves
    cdef Proof proof, total
    cdef Trick after
    cdef int i, way, situation
    cdef uint64_t before
    cdef float* usual = &s.order.usual_work[player][place][k]
    cdef Record* records
    cdef Record* record
    if mine == 0:
        mine = hand
    others = (s.hand[0] | s.hand[1] | s.hand[2] | trick.best) & ~hand
    list_runs(&moves, mine, others)
    situation = (1 if trick.winner == 0 else 0) + (0 if k > LATE else 2)
    records = &s.order.record[player][place][situation][0][0]
    for i in range(moves.count):
        bit = moves.top[i]
        moves.score[i] = records[64 * way_of(s, trick, bit) + lanes_lowest(bit)].promise
    total.cuts = 0
    total.mask = COUNTS
    total.won = not side
    while moves.count:
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        ceiling = moves.ceiling[i]
        drop_move(&moves, i)
        way = way_of(s, trick, bit)
        record = &records[64 * way + lanes_lowest(bit)]
        after = trick[0]
        after.card[player] = bit
        if way > BEATING:
            after.best = bit
            after.winner = player
        before = s.nodes
        take(s, player, bit)
        if not (player == 0 and settled_after_hero(s, &after, k, t, &proof)):
            if place == 2:
                proof = finish_trick(s, &after, k, t)
            else:
                proof = search_play(s, &after, 2, k, t)
        put_back(s, player, bit)
        if s.stopped:
            return total
        if proof.won == side:
            note(record, usual, True, s.nodes - before)
            return proof
        note(record, usual, False, s.nodes - before)
        proof.cuts = keep_run_whole(proof.cuts, bottom, ceiling)
        drop_equals(&moves, proof.cuts, bottom, bit)
        total.cuts |= proof.cuts
        total.mask &= proof.mask
    return total


cdef inline bint settled(Search* s, int leader, int k, int t, Proof* proof) noexcept nogil:
    """Static tests at the start of a trick; none of them tells ranks apart."""
    cdef int case = case_of(s.lengths)
    cdef uint32_t lost = s.goal.lost[k][case]
    cdef uint32_t won = s.goal.won[k][case]
    cdef int suit
    cdef uint64_t unit
    proof.cuts = 0
    if (lost >> t) & 1:
        proof.won = False
        proof.mask = lost & COUNTS
        return True
    if (won >> t) & 1:
        proof.won = True
        proof.mask = won & COUNTS
        return True
    if on_heros_side(s, leader):
        return False
    # A suit the hero must follow, after which he is lost whoever wins the trick.
    for suit in range(4):
        unit = <uint64_t>15 << (4 * suit)
        if s.lengths & unit and s.lengths & (unit << (16 * leader)):
            case = case_of(s.lengths - (unit & <uint64_t>0x1111))
            lost = s.goal.lost[k - 1][case]
            lost &= lost >> 1
            if (lost >> t) & 1:
                proof.won = False
                proof.mask = lost & COUNTS
                return True
    return False


cdef inline bint settled_by_cashing(
    Search* s, int leader, int k, int t, Proof* proof
) noexcept nogil:
    """Whether top cards that the side on lead can cash leave nothing else in reach."""
    cdef int case = case_of(s.lengths)
    cdef Cash cash
    cdef uint32_t mask
    if leader == 0:
        cash = sure_tricks(s.hand[0], 0, s.hand[1], s.hand[2], s.strain)
    else:
        cash = sure_tricks(s.hand[leader], s.hand[3 - leader], s.hand[0], 0, s.strain)
    if cash.tricks == 0:
        return False
    if cash.tricks > k:
        cash.tricks = k
    proof.won = leader == 0
    proof.cuts = cash.cuts
    if leader == 0:
        mask = s.goal.won[k - cash.tricks][case] >> cash.tricks
    else:
        mask = s.goal.lost[k - cash.tricks][case]
    proof.mask = mask & COUNTS
    return (mask >> t) & 1


cdef inline bint settled_by_keeping(
    Search* s, int leader, int k, int t, Proof* proof
) noexcept nogil:
    """Whether the cards to be kept, and those to be played, leave no accepted total in reach."""
    cdef uint32_t lost = lost_if_kept(
        s.hand,
        s.lengths,
        s.goal.only_keep,
        s.goal.only_totals,
        s.strain,
        leader,
        k,
        t,
        &proof.cuts,
    )
    proof.won = False
    proof.mask = lost & COUNTS
    return (lost >> t) & 1


cdef Proof search_lead(Search* s, int leader, int k, int t, uint64_t key) noexcept nogil:
    """Try the leads."""
    cdef Moves moves
    cdef Proof proof, total
    cdef Trick trick
    cdef uint64_t mine = s.hand[leader]
    cdef uint64_t bit, bottom, ceiling, lane
    cdef bint side = on_heros_side(s, leader)
    cdef int i, card, choices
    cdef uint64_t before
    cdef float* usual = &s.order.usual_work[leader][0][k]
    cdef uint32_t* favourite = &s.order.lead[shape_of(key)]
    cdef Record* record
    list_runs(&moves, mine, (s.hand[0] | s.hand[1] | s.hand[2]) & ~mine)
    for i in range(moves.count):
        card = lanes_lowest(moves.top[i])
        moves.score[i] = s.order.record[leader][0][0][LED][card].promise
        if leader != 0:
            choices = lanes_count(s.hand[0] & lane_of(card))
            if choices == 0:
                choices = k + 3
            moves.score[i] -= 2 * near_log2(choices) + work_of_lead(
                &s.order.lead_work, s.hand[0], s.hand[3 - leader], card, s.strain
            )
        if <uint32_t>card == favourite[0]:
            moves.score[i] += 100
    total.cuts = 0
    total.mask = COUNTS
    total.won = not side
    while moves.count:
        i = best_move(&moves)
        bit = moves.top[i]
        bottom = moves.bottom[i]
        ceiling = moves.ceiling[i]
        drop_move(&moves, i)
        card = lanes_lowest(bit)
        trick.card[leader] = bit
        trick.best = bit
        trick.winner = leader
        trick.leader = leader
        trick.suit = card >> 4
        before = s.nodes
        take(s, leader, bit)
        if not (leader == 0 and settled_after_hero(s, &trick, k, t, &proof)):
            proof = search_play(s, &trick, 1, k, t)
        put_back(s, leader, bit)
        if s.stopped:
            return total
        record = &s.order.record[leader][0][0][LED][card]
        if proof.won == side:
            note(record, usual, True, s.nodes - before)
            favourite[0] = card
            return proof
        note(record, usual, False, s.nodes - before)
        proof.cuts = keep_run_whole(proof.cuts, bottom, ceiling)
        drop_equals(&moves, proof.cuts, bottom, bit)
        total.cuts |= proof.cuts
        total.mask &= proof.mask
    return total


cdef Proof search_trick(Search* s, int leader, int k, int t) noexcept nogil:
    """The proof for the position at the start of a trick."""
    cdef Proof proof
    cdef uint64_t present, odd_hero, odd_next, key
    cdef const Block* block
    cdef int slot
    proof.cuts = 0
    proof.mask = 0
    proof.won = False
    s.nodes += 1
    if (s.nodes & POLL_MASK) == 0:
        poll(s)
    if settled(s, leader, k, t, &proof):
        return proof
    if not s.cooperative and settled_by_cashing(s, leader, k, t, &proof):
        return proof
    if s.nodes > s.node_limit:
        s.stopped = True
    if s.stopped:
        return proof
    present = s.hand[0] | s.hand[1] | s.hand[2]
    odd_hero = parity_below(lanes_extract(s.hand[0], present))
    odd_next = parity_below(lanes_extract(s.hand[1], present))
    key = s.lengths | (<uint64_t>leader << 48) | s.key
    block = find_proof(&s.proofs, key, odd_hero, odd_next, <uint32_t>1 << t, &slot)
    if block != NULL:
        proof.cuts = lanes_deposit(block.cuts[slot], present)
        proof.won = (block.mask[slot] >> VERDICT) != 0
        proof.mask = block.mask[slot] & COUNTS
        return proof
    if s.cooperative and s.goal.only_totals and settled_by_keeping(s, leader, k, t, &proof):
        return proof
    proof = search_lead(s, leader, k, t, key)
    if not s.stopped:
        store_proof(
            &s.proofs,
            key,
            odd_hero,
            odd_next,
            lanes_extract(proof.cuts, present),
            proof.mask | (<uint32_t>proof.won << VERDICT),
        )
    return proof


cdef uint64_t packed_lengths(const uint64_t* hands) noexcept nogil:
    cdef uint64_t lengths = 0
    cdef int p, suit
    for p in range(3):
        for suit in range(4):
            lengths |= <uint64_t>lanes_count((hands[p] >> (16 * suit)) & 0xFFFF) << (
                16 * p + 4 * suit
            )
    return lengths


cdef class OpenSearch:
    """One search engine with its own table; not safe for use by two threads at once."""

    cdef Search* s
    # Goals are numbered as they come, since proofs in the table name their goal.
    cdef dict goal_numbers
    cdef int goal_now
    # What the order of moves was begun for; -1 when it is to be begun anew.
    cdef int family_now
    cdef Experience[FAMILIES] experience

    def __cinit__(self, blocks):
        self.goal_numbers = {}
        self.goal_now = -1
        self.family_now = -1
        self.s = <Search*>calloc(1, sizeof(Search))
        if self.s == NULL or not open_proofs(&self.s.proofs, blocks):
            raise MemoryError(f"no memory for a table of {blocks * BYTES_A_BLOCK} bytes")
        for family in range(FAMILIES):
            no_experience(&self.experience[family])

    def __dealloc__(self):
        if self.s != NULL:
            close_proofs(&self.s.proofs)
            free(self.s)

    def clear(self):
        """Forget every proof, goal and move statistic."""
        clear_proofs(&self.s.proofs)
        self.family_now = -1
        self.goal_numbers.clear()
        self.goal_now = -1

    def begin_with(self, int family, rates, usual_work, lead_work):
        """Let searches of a family of goals begin with what searches of other deals found.

        `rates` of success are by player (the hero is 0), place in the trick, way of playing, trumps
        or not, and rank; `usual_work` is by player, place and tricks left; `lead_work` is as
        `LeadWork`: flat sequences.
        """
        cdef float* rate = &self.experience[family].rate[0][0][0][0][0]
        cdef float* work = &self.experience[family].usual_work[0][0][0]
        cdef float* lead = <float*>&self.experience[family].lead_work
        cdef int i
        for i in range(RATES):
            rate[i] = rates[i]
        for i in range(WORKS):
            work[i] = usual_work[i]
        for i in range(LEAD_WORKS):
            lead[i] = lead_work[i]
        self.family_now = -1

    def learnt(self):
        """Tries, successes and usual work of the last searches of one family, since `clear` if all
        were of one strain: flat lists as for `begin_with`.
        """
        cdef Experience tried, succeeded
        cdef int i
        if self.family_now < 0:
            return [0.0] * RATES, [0.0] * RATES, [0.0] * WORKS
        sum_up(
            &self.s.order,
            &self.experience[self.family_now],
            self.s.strain,
            &tried,
            &succeeded,
        )
        return (
            [(&tried.rate[0][0][0][0][0])[i] for i in range(RATES)],
            [(&succeeded.rate[0][0][0][0][0])[i] for i in range(RATES)],
            [(&tried.usual_work[0][0][0])[i] for i in range(WORKS)],
        )

    cdef int set_goal(self, goal) except -1:
        """Make a goal (64 masks by counts) the one asked for; its number."""
        cdef uint32_t accepted[64]
        cdef int i, number
        known = self.goal_numbers.get(goal)
        if known is None:
            if len(self.goal_numbers) == MOST_GOALS:
                clear_proofs(&self.s.proofs)
                self.goal_numbers.clear()
            known = len(self.goal_numbers)
            self.goal_numbers[goal] = known
            self.goal_now = -1
        number = known
        if number != self.goal_now:
            for i in range(64):
                accepted[i] = goal[i]
            fill_goal(&self.s.goal, accepted)
            self.goal_now = number
        return number

    def stop(self):
        """End the search under way as a limit would; for other threads."""
        self.s.stop_asked = True

    def helped_line(
        self, hands, int leader, table, int taken, int strain, int total, uint64_t keep, int passes
    ):
        """Whether some passes of a seeded search, all players helping, find a line on which the
        hero takes `total` tricks and keeps these cards, a nibble a suit.

        Hands, leader and table as for `run`. True is certain, False says nothing.
        """
        cdef Line line
        cdef Ending aim
        cdef bint found
        cdef int i
        for i in range(3):
            line.hand[i] = hands[i]
        line.turn = leader
        line.on_table = 0
        line.best = 0
        line.strain = strain
        line.taken = taken
        line.tricks_left = lanes_count(line.hand[(leader + 2) % 3]) - KEPT
        for card in table:
            line.hand[line.turn] |= <uint64_t>1 << <int>card
            play_on(&line, <uint64_t>1 << <int>card)
        aim.taken = total
        aim.keep = keep
        with nogil:
            found = helped_line(line, &aim, passes, <uint64_t>0x9E3779B97F4A7C15)
        return found

    def run(
        self,
        hands,
        int leader,
        table,
        int taken,
        int strain,
        goal,
        int family,
        uint64_t node_limit=NO_LIMIT,
        double seconds=-1,
    ):
        """Search: (won, or None when stopped; nodes).

        Hands are three masks without the cards on the table; `table` lists those from the
        leader on. `taken` is the hero's trick count before this trick, at most 13.
        """
        cdef Search* s = self.s
        cdef Trick trick
        cdef Proof proof
        cdef int number = self.set_goal(goal)
        cdef bint cooperative = family == 0
        cdef int k, i, player, card
        cdef uint64_t bit
        for i in range(3):
            s.hand[i] = hands[i]
        s.lengths = packed_lengths(s.hand)
        s.strain = strain
        s.cooperative = cooperative
        s.key = (
            (<uint64_t>number << 54) | (<uint64_t>cooperative << 53) | (<uint64_t>strain << 50)
        )
        # Another strain of a deal goes on with what was learnt: as few positions as by beginning
        # anew, and small questions would take three times as long for it.
        if family != self.family_now:
            begin_ordering(&s.order, &self.experience[family], strain)
            self.family_now = family
        s.nodes = 0
        s.node_limit = node_limit
        s.stopped = False
        s.stop_asked = False
        s.raised = NULL
        s.next_signal_check = seconds_now() + 0.02
        s.deadline = seconds_now() + seconds if seconds >= 0 else 1e300
        k = lanes_count(s.hand[(leader + 2) % 3]) - 3
        if len(table) == 0:
            with nogil:
                proof = search_trick(s, leader, k, taken)
        else:
            trick.leader = leader
            trick.winner = leader
            trick.best = <uint64_t>1 << <int>table[0]
            trick.suit = <int>table[0] >> 4
            for i in range(len(table)):
                card = table[i]
                player = (leader + i) % 3
                bit = <uint64_t>1 << card
                trick.card[player] = bit
                if (card >> 4 == lanes_lowest(trick.best) >> 4 and bit > trick.best) or (
                    card >> 4 == strain and lanes_lowest(trick.best) >> 4 != strain
                ):
                    trick.best = bit
                    trick.winner = player
            i = len(table)
            with nogil:
                proof = search_play(s, &trick, i, k, taken)
        if s.raised != NULL:
            error = <object>s.raised
            s.raised = NULL
            Py_DECREF(error)
            raise error
        return (None if s.stopped else bool(proof.won)), s.nodes
