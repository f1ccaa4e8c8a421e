"""Plain play of the last tricks, every card tried: the tests' fast reference.

Max^n, where each player plays for himself; and a declarer's success in all deals that he cannot
tell apart. It shares no code with the library. A card is 16 * suit + rank; the hands are masks of
cards.
"""

from itertools import combinations

from libc.stdint cimport uint64_t


ctypedef struct Point:
    uint64_t hand[3]
    int taken[3]
    int leader
    int placed
    int led
    int best
    int winner
    int left


ctypedef struct Rewards:
    float of[3]


cdef Point after_card(Point at, int card, int strain) noexcept nogil:
    cdef int player = (at.leader + at.placed) % 3
    at.hand[player] ^= <uint64_t>1 << card
    if at.placed == 0:
        at.led = card // 16
    if at.placed == 0 or (
        card > at.best if card // 16 == at.best // 16 else card // 16 == strain
    ):
        at.best, at.winner = card, player
    at.placed += 1
    if at.placed == 3:
        at.placed = 0
        at.leader = at.winner
        at.taken[at.winner] += 1
        at.left -= 1
    return at


cdef bint touches_lower(const Point* at, int player, int card) noexcept nogil:
    # Whether the next lower card that is held, or winning the trick, is of the same hand.
    cdef int other
    for other in range(card - 1, card // 16 * 16 - 1, -1):
        if at.hand[player] >> other & 1:
            return True
        if (at.hand[0] | at.hand[1] | at.hand[2]) >> other & 1 or (at.placed and other == at.best):
            return False
    return False


cdef int list_cards(const Point* at, int* cards) noexcept nogil:
    # The legal cards of the player whose turn it is, of touching ones the lowest.
    cdef int card, count = 0, player = (at.leader + at.placed) % 3
    cdef uint64_t legal = at.hand[player]
    if at.placed and legal >> (16 * at.led) & 0xFFFF:
        legal &= <uint64_t>0xFFFF << (16 * at.led)
    for card in range(64):
        if legal >> card & 1 and not touches_lower(at, player, card):
            cards[count] = card
            count += 1
    return count


cdef int code_of(uint64_t kept) noexcept nogil:
    # The sum of the suits.
    cdef int card, code = 0
    for card in range(64):
        if kept >> card & 1:
            code += card // 16
    return code


cdef Rewards rewards_from(const double[::1] payoffs, const Point* at, int strain) noexcept nogil:
    # The mean over the player's best cards. Values that rounding makes different are different, as
    # in the core: one position in several thousand has such, none with the scores of the game.
    cdef Rewards rewards, after
    cdef Point later
    cdef int cards[16]
    cdef int number, seat, ties = 0, player = (at.leader + at.placed) % 3
    cdef float best = 0
    if at.left == 0:
        for seat in range(3):
            rewards.of[seat] = payoffs[140 * seat + 14 * code_of(at.hand[seat]) + at.taken[seat]]
        return rewards
    for number in range(list_cards(at, cards)):
        later = after_card(at[0], cards[number], strain)
        after = rewards_from(payoffs, &later, strain)
        if ties == 0 or after.of[player] > best:
            rewards, best, ties = after, after.of[player], 1
        elif after.of[player] == best:
            ties += 1
            for seat in range(3):
                rewards.of[seat] += after.of[seat]
    for seat in range(3):
        rewards.of[seat] /= ties
    return rewards


cdef Point start(hands, int leader, table, taken, int strain):
    cdef Point at
    at.leader, at.placed, at.led, at.best, at.winner = leader, 0, 0, 0, leader
    for player in range(3):
        at.hand[player] = hands[player]
        at.taken[player] = taken[player]
    at.left = hands[(leader + 2) % 3].bit_count() - 3
    for offset, card in enumerate(table):
        at.hand[(leader + offset) % 3] |= <uint64_t>1 << <int>card
        at = after_card(at, card, strain)
    return at


def max_n(hands, int leader, table, taken, int strain, const double[::1] payoffs):
    """The rewards by player; hands are masks without the cards on the table.

    `payoffs` are by player, sum of the suits kept, and tricks taken.
    """
    cdef Point at = start(hands, leader, table, taken, strain)
    cdef Rewards rewards
    with nogil:
        rewards = rewards_from(payoffs, &at, strain)
    return tuple([rewards.of[player] for player in range(3)])


# Whether player 0, the declarer, succeeds: against the others, or with their help.
ctypedef struct Question:
    int strain
    bint helped
    # By the sum of the suits kept, a bit for each number of tricks.
    uint64_t success[10]


cdef bint succeeds(const Question* asked, const Point* at) noexcept nogil:
    cdef Point later
    cdef int cards[16]
    cdef int number
    cdef bint chooses = asked.helped or (at.leader + at.placed) % 3 == 0
    if at.left == 0:
        return asked.success[code_of(at.hand[0])] >> at.taken[0] & 1
    for number in range(list_cards(at, cards)):
        later = after_card(at[0], cards[number], asked.strain)
        if succeeds(asked, &later) == chooses:
            return chooses
    return not chooses


def deal_against(
    hand, hidden, int size, may_hold, int leader, table, int taken, int strain, success, cards,
    bint helped,
):
    """A deal and one of the cards after which the declarer fails, or succeeds if `helped`; or None.

    He is player 0 and to play. `hidden` are the cards of players 1 and 2; player 1 has `size` of
    them, and each has only cards that he `may_hold`. A deal is given by the hand of player 1.
    """
    cdef Question asked
    cdef Point at, later
    cdef int card
    cdef bint success_after
    asked.strain, asked.helped = strain, helped
    for code in range(10):
        asked.success[code] = success[code]
    for chosen in combinations([card for card in range(64) if hidden >> card & 1], size):
        first = sum([1 << each for each in chosen])
        if first & ~may_hold[0] or hidden & ~first & ~may_hold[1]:
            continue
        at = start([hand, first, hidden & ~first], leader, table, [taken, 0, 0], strain)
        for card in cards:
            later = after_card(at, card, strain)
            with nogil:
                success_after = succeeds(&asked, &later)
            if success_after == helped:
                return first, card
    return None
