"""Lines of play that all three players choose together, by nested Monte-Carlo search.

The solver tries this if a short cooperative search leaves open whether a retention can be miss.

Whether the hero can end with given cards and a given number of tricks if everybody helps is a
puzzle for one player. Nested Monte-Carlo search (T. Cazenave, Nested Monte-Carlo Search, IJCAI
2009) solves most of these puzzles that have a solution: it tries every card with one playout that
aims at the ending, and follows the best line so far. Failure proves nothing.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lane_of, lowest, suit_lane
from clumond_solver._core.bits.lanes cimport next_above
from clumond_solver._core.bits.rng cimport Rng, random_below, random_bits, start_stream
from clumond_solver._core.rules.limits cimport KEPT, SUITS

cdef enum:
    MAX_PLIES = 39

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

ctypedef struct Ending:
    # The hero's number of tricks, and the cards he keeps, one nibble per suit.
    int taken
    uint64_t keep

ctypedef struct Plies:
    uint64_t card[MAX_PLIES]
    int count


cdef inline uint64_t random_card(uint64_t cards, Rng* rng) noexcept nogil:
    cdef int skip = <int>random_below(rng, count_cards(cards))
    while skip:
        cards &= cards - 1
        skip -= 1
    return cards & (~cards + 1)


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
    line.taken = taken
    line.tricks_left = count_cards(line.hand[(leader + 2) % 3]) - KEPT
    for card in table:
        line.hand[line.turn] |= <uint64_t>1 << <int>card
        play_on(&line, <uint64_t>1 << <int>card)
    return line


cdef inline uint64_t losing_card(const Line* line, uint64_t cards) noexcept nogil:
    """Of cards of one suit the highest that does not beat the best card; else the lowest."""
    cdef int suit = lowest(cards) >> 4
    cdef uint64_t under = 0
    if line.on_table:
        if suit == lowest(line.best) >> 4:
            under = cards & (line.best - 1)
        elif suit != line.strain:
            under = cards
    return <uint64_t>1 << highest(under) if under else cards & (~cards + 1)


cdef inline int distance(const Line* line, const Ending* aim) noexcept nogil:
    """How far a finished line is from the ending: in tricks, and in cards kept of wrong suits."""
    cdef int total = line.taken - aim.taken
    cdef int suit, over
    total = total if total >= 0 else -total
    for suit in range(SUITS):
        over = count_cards(line.hand[0] & suit_lane(suit)) - <int>((aim.keep >> (4 * suit)) & 15)
        total += over if over > 0 else 0
    return total


cdef inline int play_out(
    Line line, const Ending* aim, Rng* rng, Plies* plies
) noexcept nogil:
    """Play on at random, all aiming at the ending; append to `plies`, return the distance."""
    cdef uint64_t legal, card
    cdef int planned_trick = 0
    cdef bint hero_should_win = False
    while line.tricks_left:
        if planned_trick != line.tricks_left:
            planned_trick = line.tricks_left
            hero_should_win = <int>random_below(rng, planned_trick) < aim.taken - line.taken
        legal = legal_cards(&line)
        if line.turn == 0:
            legal = spare_cards(&line, legal, aim)
        card = random_card(legal, rng)
        if random_bits(rng) & 3:
            legal &= lane_of(lowest(card))
            if hero_should_win == (line.turn == 0):
                card = <uint64_t>1 << highest(legal)
            else:
                card = losing_card(&line, legal)
        plies.card[plies.count] = card
        plies.count += 1
        play_on(&line, card)
    return distance(&line, aim)


cdef inline bint nested_line(Line line, const Ending* aim, Rng* rng) noexcept nogil:
    """Whether one pass of nested search, with a playout for each card, meets the ending."""
    cdef Plies best, trial
    cdef Line after
    cdef uint64_t legal, present, card
    cdef int miss, nearest = 1 << 10
    cdef int i, ply = 0
    best.count = 0
    while line.tricks_left:
        legal = legal_cards(&line)
        present = line.hand[0] | line.hand[1] | line.hand[2] | line.best
        # Of each run of touching cards, try one.
        legal &= ~next_above(line.hand[line.turn], present)
        while legal:
            card = legal & (~legal + 1)
            legal ^= card
            trial.count = ply
            trial.card[ply] = card
            trial.count += 1
            after = line
            play_on(&after, card)
            miss = play_out(after, aim, rng, &trial)
            if miss == 0:
                return True
            if miss <= nearest:
                nearest = miss
                best.count = trial.count
                for i in range(ply, trial.count):
                    best.card[i] = trial.card[i]
        play_on(&line, best.card[ply])
        ply += 1
    return False


cdef inline bint cooperative_line(
    Line line, const Ending* aim, int passes
) noexcept nogil:
    """Whether a line to the ending is found: by random playouts, then by nested search.

    True is certain; False proves nothing.
    """
    cdef Rng rng
    cdef Plies plies
    cdef int _
    start_stream(&rng, 0, 0)
    for _ in range(passes):
        plies.count = 0
        if play_out(line, aim, &rng, &plies) == 0:
            return True
    for _ in range(passes):
        if nested_line(line, aim, &rng):
            return True
    return False
