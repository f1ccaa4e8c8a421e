"""Plain minimax over every card, without table, pruning or ordering: the tests' fast reference.

It shares no code with the search. Up to 64 questions are answered at once: the ending of a play
gives one bit for each, the hero's choice joins them with or, the others' choice with and.
"""

from libc.stdint cimport uint64_t

ctypedef struct Minimax:
    uint64_t hand[3]
    int strain
    const uint64_t* endings


ctypedef struct Found:
    uint64_t forced
    uint64_t cooperative


cdef int suit_length(uint64_t hand, int suit) noexcept nogil:
    cdef int count = 0, rank
    for rank in range(16):
        count += (hand >> (16 * suit + rank)) & 1
    return count


cdef bint beats(int card, int best, int strain) noexcept nogil:
    if card // 16 == best // 16:
        return card > best
    return card // 16 == strain


cdef Found minimax(
    Minimax* m, int leader, int placed, int led, int best, int winner, int left, int taken
) noexcept nogil:
    cdef Found found, after
    cdef int player = (leader + placed) % 3
    cdef int card, next_best, next_winner
    cdef uint64_t legal
    if left == 0:
        found.forced = m.endings[
            14 * (
                suit_length(m.hand[0], 0)
                + 4 * suit_length(m.hand[0], 1)
                + 16 * suit_length(m.hand[0], 2)
            )
            + taken
        ]
        found.cooperative = found.forced
        return found
    legal = m.hand[player]
    if placed and legal >> (16 * led) & 0xFFFF:
        legal &= <uint64_t>0xFFFF << (16 * led)
    found.forced = 0 if player == 0 else ~<uint64_t>0
    found.cooperative = 0
    for card in range(64):
        if not legal >> card & 1:
            continue
        next_best, next_winner = best, winner
        if placed == 0 or beats(card, best, m.strain):
            next_best, next_winner = card, player
        m.hand[player] ^= <uint64_t>1 << card
        if placed < 2:
            after = minimax(
                m, leader, placed + 1, led if placed else card // 16, next_best, next_winner,
                left, taken,
            )
        else:
            after = minimax(
                m, next_winner, 0, 0, 0, 0, left - 1, taken + (1 if next_winner == 0 else 0)
            )
        m.hand[player] ^= <uint64_t>1 << card
        found.cooperative |= after.cooperative
        if player == 0:
            found.forced |= after.forced
        else:
            found.forced &= after.forced
    return found


def answer(hands, int leader, table, int taken, int strain, const uint64_t[::1] endings):
    """The questions answered yes by player 0's force, and with the others' help.

    Hands are masks without the cards on the table, `endings[14 * counts + tricks]` the answers
    to an ending, with counts = diamonds + 4 spades + 16 hearts kept.
    """
    cdef Minimax m
    cdef int place, card, best = 0, winner = leader, placed = len(table), left, led = 0
    cdef Found found
    for place in range(3):
        m.hand[place] = hands[place]
    m.strain = strain
    m.endings = &endings[0]
    for place in range(placed):
        card = table[place]
        if place == 0:
            led = card // 16
        if place == 0 or beats(card, best, strain):
            best, winner = card, (leader + place) % 3
    left = (hands[(leader + 2) % 3]).bit_count() - 3
    with nogil:
        found = minimax(&m, leader, placed, led, best, winner, left, taken)
    return found.forced, found.cooperative
