"""Lines of play that all three players choose together, by a beam search.

The solver tries this if a short cooperative search leaves open whether a retention can be reached.

Whether the hero can end with given cards and a given number of tricks if everybody helps is a
puzzle for one player. After each trick the beam keeps, for each number of tricks that the hero may
have by then, the lines with the most slack: those that the bounds of `cooperative_bounds.pxd` are
furthest from excluding. Among equals chance decides, so that a second search with another seed
finds other lines. Failure proves nothing.
"""

from libc.stdint cimport uint8_t, uint64_t

from libc.string cimport memcpy, memset

from clumond_solver._core.bits.cards cimport count_cards, lowest, suit_cards, suit_lane
from clumond_solver._core.bits.lanes cimport next_above
from clumond_solver._core.double_dummy.cooperative_bounds cimport length_of, slack_of_bounds
from clumond_solver._core.rules.limits cimport KEPT, SUITS, TRICKS

cdef enum:
    MAX_PLIES = 3 * TRICKS
    MAX_WIDTH = 16

ctypedef struct Line:
    uint64_t hand[3]
    # The best card of the latest trick; 0 before the first lead.
    uint64_t best
    int turn
    int on_table
    int led
    int winner
    int tricks_left
    int taken
    int strain
    # The number of cards played.
    int plies

ctypedef struct Ending:
    # The hero's number of tricks, and the cards he keeps, one nibble per suit.
    int taken
    uint64_t keep

ctypedef struct Candidate:
    # A line so far, its cards in order, its slack, and a random number that parts equals.
    Line line
    uint8_t card[MAX_PLIES]
    int slack
    uint64_t order

ctypedef struct Beam:
    # By the hero's number of tricks: the candidates, the one with the most slack first.
    Candidate candidate[TRICKS + 1][MAX_WIDTH]
    int count[TRICKS + 1]
    # The cards of the trick under way.
    uint8_t played[3]


cdef inline uint64_t legal_cards(const Line* line) noexcept nogil:
    cdef uint64_t hand = line.hand[line.turn]
    cdef uint64_t lane = suit_lane(line.led)
    return hand & lane if line.on_table and hand & lane else hand


cdef inline uint64_t spare_cards(
    const Line* line, uint64_t legal, const Ending* aim
) noexcept nogil:
    """The hero's legal cards of suits of which he has more than he keeps; if none, all."""
    cdef uint64_t spare = legal
    cdef uint64_t lane
    cdef int suit
    for suit in range(SUITS):
        lane = suit_lane(suit)
        if count_cards(line.hand[0] & lane) <= <int>((aim.keep >> (4 * suit)) & 15):
            spare &= ~lane
    return spare if spare else legal


cdef inline void play_on(Line* line, uint64_t card) noexcept nogil:
    cdef int suit = lowest(card) >> 4
    line.hand[line.turn] ^= card
    if line.on_table == 0:
        line.led = suit
    if line.on_table == 0 or (
        card > line.best if suit == lowest(line.best) >> 4 else suit == line.strain
    ):
        line.best = card
        line.winner = line.turn
    line.plies += 1
    line.on_table += 1
    line.turn = (line.turn + 1) % 3
    if line.on_table == 3:
        line.on_table = 0
        line.turn = line.winner
        line.taken += line.winner == 0
        line.tricks_left -= 1


cdef inline Line line_from(hands, int leader, table, int taken, int strain) except *:
    """The line so far, from the arguments of `PartitionSearch.run`."""
    cdef Line line
    cdef int seat
    for seat in range(3):
        line.hand[seat] = hands[seat]
    line.turn = leader
    line.on_table = 0
    line.best = 0
    line.led = 0
    line.winner = leader
    line.strain = strain
    line.plies = 0
    line.taken = taken
    line.tricks_left = count_cards(line.hand[(leader + 2) % 3]) - KEPT
    for card in table:
        line.hand[line.turn] |= <uint64_t>1 << <int>card
        play_on(&line, <uint64_t>1 << <int>card)
    line.plies = 0
    return line


cdef inline uint64_t packed_lengths(const uint64_t* hands) noexcept nogil:
    """Suit lengths: a nibble per suit, sixteen bits per player."""
    cdef uint64_t lengths = 0
    cdef int player, suit
    for player in range(3):
        for suit in range(SUITS):
            lengths |= <uint64_t>count_cards(suit_cards(hands[player], suit)) << (
                16 * player + 4 * suit
            )
    return lengths


cdef inline int slack_of(const Line* line, const Ending* aim, int least) noexcept nogil:
    """How far a line is from missing the ending for certain: `ENOUGH_SLACK` or less.

    Less than `least` if it is less, below 0 if the line has missed it.
    """
    cdef uint64_t lengths = packed_lengths(line.hand)
    cdef int suit
    for suit in range(SUITS):
        if length_of(lengths, 0, suit) < <int>((aim.keep >> (4 * suit)) & 15):
            return -1
    return slack_of_bounds(
        line.hand, lengths, aim.keep, line.strain, line.turn, line.tricks_left,
        aim.taken - line.taken, least,
    )


cdef inline uint64_t random_order(const Line* line, uint64_t seed) noexcept nogil:
    """A number that depends on the position and the seed only."""
    cdef uint64_t mixed = seed + <uint64_t>line.turn
    cdef int player
    for player in range(3):
        mixed = (mixed ^ line.hand[player]) * <uint64_t>0x9E3779B97F4A7C15
        mixed ^= mixed >> 29
    return mixed


cdef inline bint is_better(int slack, uint64_t order, const Candidate* other) noexcept nogil:
    return order > other.order if slack == other.slack else slack > other.slack


cdef inline void keep_if_good(
    Beam* beam, const Candidate* before, const Line* line, const Ending* aim, int width,
    uint64_t seed
) noexcept nogil:
    """Insert a line unless the beam has its position already, or as many better ones."""
    cdef Candidate* row = beam.candidate[line.taken]
    cdef uint64_t order = random_order(line, seed)
    cdef int place, slack, least = 0, count = beam.count[line.taken]
    for place in range(count):
        if row[place].order == order:
            return
    if count == width:
        least = row[count - 1].slack + (order < row[count - 1].order)
    slack = slack_of(line, aim, least)
    if slack < least:
        return
    if count < width:
        count += 1
    place = count - 1
    while place and is_better(slack, order, &row[place - 1]):
        row[place] = row[place - 1]
        place -= 1
    row[place].line = line[0]
    memcpy(row[place].card, before.card, before.line.plies)
    row[place].slack = slack
    row[place].order = order
    beam.count[line.taken] = count
    memcpy(row[place].card + before.line.plies, beam.played, line.plies - before.line.plies)


cdef inline void extend_by_trick(
    Beam* beam, const Candidate* before, const Line* line, const Ending* aim, int width,
    uint64_t seed
) noexcept nogil:
    """Insert what a candidate, played on to `line`, can become by the end of the trick."""
    cdef uint64_t legal = legal_cards(line), card
    cdef uint64_t present = line.hand[0] | line.hand[1] | line.hand[2] | line.best
    cdef Line after
    if line.turn == 0:
        legal = spare_cards(line, legal, aim)
    # Of each run of touching cards, try one.
    legal &= ~next_above(line.hand[line.turn], present)
    while legal:
        card = legal & (~legal + 1)
        legal ^= card
        beam.played[line.plies - before.line.plies] = lowest(card)
        after = line[0]
        play_on(&after, card)
        if after.on_table:
            extend_by_trick(beam, before, &after, aim, width, seed)
        else:
            keep_if_good(beam, before, &after, aim, width, seed)


cdef inline bint cooperative_line(
    Candidate* line, const Ending* aim, int width, uint64_t seed
) noexcept nogil:
    """Play `line` on to the ending, if a beam finds how; return whether it did.

    True is certain; False proves nothing.
    """
    cdef Beam beams[2]
    cdef Beam* beam = &beams[0]
    cdef Beam* after = &beams[1]
    cdef const Candidate* best
    cdef int taken, place, tricks_left = line.line.tricks_left
    memset(beam.count, 0, sizeof(beam.count))
    beam.candidate[line.line.taken][0] = line[0]
    beam.count[line.line.taken] = 1
    while tricks_left:
        memset(after.count, 0, sizeof(after.count))
        for taken in range(TRICKS + 1):
            for place in range(beam.count[taken]):
                best = &beam.candidate[taken][place]
                extend_by_trick(after, best, &best.line, aim, width, seed)
        beam, after = after, beam
        tricks_left -= 1
    if beam.count[aim.taken] == 0:
        return False
    line[0] = beam.candidate[aim.taken][0]
    return True
