"""Plain play of Clumond, every card tried: the tests' fast reference, without pruning or ordering.

It shares no code with the library. A card is 16 * suit + rank; the hands are masks without the
cards on the table. Of a player's touching cards one is tried: whichever goes, the rest look alike.
Between tricks a suit has no gaps, so that positions that look alike are one and are answered once.
"""

from itertools import combinations

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

cdef enum:
    # Entries that remember positions: as many as these bits number, fewer if few tricks are left.
    MOST_BITS = 18


ctypedef struct Point:
    uint64_t hand[3]
    # The cards of the trick.
    uint64_t table
    int taken[3]
    int leader
    int placed
    int led
    int best
    int winner
    int left


cdef int lowest(uint64_t cards) noexcept nogil:
    cdef int card = 0
    while not cards >> card & 0xFFFF:
        card += 16
    while not cards >> card & 1:
        card += 1
    return card


cdef Point after_card(Point at, int card, int strain) noexcept nogil:
    cdef int player = (at.leader + at.placed) % 3
    cdef uint64_t above
    at.hand[player] &= ~(<uint64_t>1 << card)
    at.table |= <uint64_t>1 << card
    if at.placed == 0:
        at.led = card // 16
    if at.placed == 0 or (
        card > at.best if card // 16 == at.best // 16 else card // 16 == strain
    ):
        at.best, at.winner = card, player
    at.placed += 1
    if at.placed == 3:
        card = 63
        while at.table:
            while not at.table >> card & 1:
                card -= 1
            at.table ^= <uint64_t>1 << card
            above = (<uint64_t>0xFFFF << (card // 16 * 16)) & ~((<uint64_t>2 << card) - 1)
            for player in range(3):
                at.hand[player] = at.hand[player] & ~above | (at.hand[player] & above) >> 1
        at.placed = at.led = at.best = 0
        at.leader = at.winner
        at.taken[at.winner] += 1
        at.left -= 1
    return at


cdef uint64_t legal_cards(const Point* at) noexcept nogil:
    cdef uint64_t hand = at.hand[(at.leader + at.placed) % 3]
    cdef uint64_t led = <uint64_t>0xFFFF << (16 * at.led)
    if at.left == 0:
        return 0
    return hand & led if at.placed and hand & led else hand


cdef uint64_t choices(const Point* at) noexcept nogil:
    # The legal cards, of touching ones the lowest: a card that is beaten already parts none.
    cdef uint64_t upper = at.hand[(at.leader + at.placed) % 3] << 1
    cdef uint64_t beaten = at.table & ~(<uint64_t>1 << at.best)
    if at.placed == 2 and upper & beaten:
        upper |= beaten << 1
    return legal_cards(at) & ~upper


cdef dict places_of(hands, table):
    # Each card's place if its suit has no gaps.
    places = {}
    held = sum(hands) | sum([1 << card for card in table])
    for card in range(64):
        if held >> card & 1:
            lower = held >> card // 16 * 16 & (1 << card % 16) - 1
            places[card] = card // 16 * 16 + lower.bit_count()
    return places


cdef Point start(hands, int leader, table, taken, int strain, dict places):
    cdef Point at
    at.leader, at.placed, at.led, at.best, at.winner, at.table = leader, 0, 0, 0, leader, 0
    for player in range(3):
        at.hand[player] = sum([1 << places[card] for card in places if hands[player] >> card & 1])
        at.taken[player] = taken[player]
    at.left = hands[(leader + 2) % 3].bit_count() - 3
    for card in table:
        at = after_card(at, places[card], strain)
    return at


cdef int counts_of(uint64_t kept) noexcept nogil:
    # Diamonds + 4 spades + 16 hearts.
    cdef int card, counts = 0
    for card in range(48):
        if kept >> card & 1:
            counts += 1 << 2 * (card // 16)
    return counts


cdef int code_of(uint64_t kept) noexcept nogil:
    # The sum of the suits.
    cdef int card, code = 0
    for card in range(64):
        if kept >> card & 1:
            code += card // 16
    return code


# The answers to up to 64 questions as bits: what player 0 forces, and reaches if all help.
ctypedef struct Answers:
    uint64_t forced
    uint64_t possible


# By retention, eight bits each: the numbers of further tricks that player 0 takes if all help.
ctypedef struct Endings:
    uint64_t further[3]


ctypedef struct Known:
    Point at
    Answers answers
    Endings endings
    bint succeeds


ctypedef struct Search:
    int strain
    Known* known
    uint64_t size
    # The answers of each ending, by 14 * counts + tricks.
    const uint64_t* answers
    # The number of each retention, by counts.
    int number[64]
    # The trick numbers that succeed, as bits, by the sum of the suits kept.
    uint64_t success[10]
    # Whether the others help player 0 to succeed.
    bint helped


cdef int remember(Search* s, int left) except -1:
    s.size = 1 << min(MOST_BITS, 6 + 2 * left)
    s.known = <Known*>calloc(s.size, sizeof(Known))
    if s.known == NULL:
        raise MemoryError
    return 0


cdef Known* place_of(const Search* s, const Point* at) noexcept nogil:
    # Where a position between two tricks is remembered; another one may be there.
    cdef uint64_t hashed = at.leader + 3 * at.taken[0]
    cdef int player
    for player in range(3):
        hashed = (hashed ^ at.hand[player]) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 29
    return &s.known[hashed % s.size]


cdef bint is_known(const Known* known, const Point* at) noexcept nogil:
    return (
        memcmp(&known.at.hand, &at.hand, sizeof(at.hand)) == 0 and known.at.leader == at.leader
        and known.at.taken[0] == at.taken[0] and known.at.left == at.left
    )


cdef Answers answers_from(Search* s, const Point* at) noexcept nogil:
    cdef Answers found, after
    cdef Point later
    cdef Known* known = NULL
    cdef uint64_t cards
    cdef int player = (at.leader + at.placed) % 3
    if at.left == 0:
        found.forced = found.possible = s.answers[14 * counts_of(at.hand[0]) + at.taken[0]]
        return found
    if at.placed == 0:
        known = place_of(s, at)
        if is_known(known, at):
            return known.answers
    found.forced, found.possible = 0 if player == 0 else ~<uint64_t>0, 0
    cards = choices(at)
    while cards:
        later = after_card(at[0], lowest(cards), s.strain)
        cards &= cards - 1
        after = answers_from(s, &later)
        found.possible |= after.possible
        found.forced = found.forced | after.forced if player == 0 else found.forced & after.forced
    if known != NULL:
        known.at, known.answers = at[0], found
    return found


def answers_after(hands, int leader, table, int taken, int strain, const uint64_t[::1] endings):
    """The questions that player 0 answers yes by force, and with help; and both by legal card.

    `endings[14 * counts + tricks]` are the answers to an ending, a bit for each question, with
    counts = diamonds + 4 spades + 16 hearts kept.
    """
    cdef Search s
    cdef dict places = places_of(hands, table)
    cdef Point at = start(hands, leader, table, [taken, 0, 0], strain, places), later
    cdef Answers found, answers
    s.strain, s.answers = strain, &endings[0]
    remember(&s, at.left)
    with nogil:
        found = answers_from(&s, &at)
    after = {}
    for card, place in places.items():
        if legal_cards(&at) >> <int>place & 1:
            later = after_card(at, place, strain)
            answers = answers_from(&s, &later)
            after[card] = answers.forced, answers.possible
    free(s.known)
    return found.forced, found.possible, after


cdef Endings endings_from(Search* s, const Point* at) noexcept nogil:
    cdef Endings found, after
    cdef Point later
    cdef Known* known = NULL
    cdef uint64_t cards
    cdef int number, word, won
    found.further[0] = found.further[1] = found.further[2] = 0
    if at.left == 0:
        number = s.number[counts_of(at.hand[0])]
        found.further[number // 8] = <uint64_t>1 << (8 * (number % 8))
        return found
    if at.placed == 0:
        known = place_of(s, at)
        if is_known(known, at):
            return known.endings
    cards = choices(at)
    while cards:
        later = after_card(at[0], lowest(cards), s.strain)
        cards &= cards - 1
        won = later.left < at.left and later.leader == 0
        # Further tricks do not depend on those before.
        later.taken[0] = 0
        after = endings_from(s, &later)
        for word in range(3):
            found.further[word] |= after.further[word] << won
    if known != NULL:
        known.at, known.endings = at[0], found
    return found


def reachable(hands, int leader, int strain):
    """By counts kept: the numbers of further tricks of player 0, at most 7, if all help."""
    cdef Search s
    cdef Endings found
    cdef Point at = start(hands, leader, (), [0, 0, 0], strain, places_of(hands, ()))
    kept = [counts for counts in range(64) if counts % 4 + counts // 4 % 4 + counts // 16 <= 3]
    for number, counts in enumerate(kept):
        s.number[counts] = number
    s.strain = strain
    remember(&s, at.left)
    with nogil:
        found = endings_from(&s, &at)
    free(s.known)
    further = [0] * 64
    for number, counts in enumerate(kept):
        further[counts] = found.further[number // 8] >> (8 * (number % 8)) & 0xFF
    return further


cdef bint takes_first(const Point* at, int strain, int side, int tricks) noexcept nogil:
    # Whether a side (its players as bits) can take this trick and the next ones, `tricks` in all.
    cdef Point later
    cdef uint64_t cards
    cdef bint takes, chooses = side >> (at.leader + at.placed) % 3 & 1
    cards = choices(at)
    while cards:
        later = after_card(at[0], lowest(cards), strain)
        cards &= cards - 1
        if later.left == at.left:
            takes = takes_first(&later, strain, side, tricks)
        else:
            takes = side >> later.leader & 1 and (
                tricks == 1 or takes_first(&later, strain, side, tricks - 1)
            )
        if takes == chooses:
            return chooses
    return not chooses


def takes_at_once(hands, int leader, int strain, int tricks):
    """Whether the side on lead can take the first `tricks` tricks whatever the other side plays.

    The first hand is one side, the two others together are the other.
    """
    cdef Point at = start(hands, leader, (), [0, 0, 0], strain, places_of(hands, ()))
    return takes_first(&at, strain, 6 if leader else 1, tricks)


cdef bint succeeds(const Search* s, const Point* at) noexcept nogil:
    # Whether player 0 succeeds: against the others, or with their help.
    cdef Point later
    cdef Known* known = NULL
    cdef uint64_t cards
    cdef bint found, chooses = s.helped or (at.leader + at.placed) % 3 == 0
    if at.left == 0:
        return s.success[code_of(at.hand[0])] >> at.taken[0] & 1
    if at.placed == 0 and s.known != NULL:
        known = place_of(s, at)
        if is_known(known, at):
            return known.succeeds
    found = not chooses
    cards = choices(at)
    while cards:
        later = after_card(at[0], lowest(cards), s.strain)
        cards &= cards - 1
        if succeeds(s, &later) == chooses:
            found = chooses
            break
    if known != NULL:
        known.at, known.succeeds = at[0], found
    return found


def can_succeed(hands, int leader, table, int taken, int strain, success):
    """Whether player 0 forces success: `success` are masks of tricks, by the sum of suits kept."""
    cdef Search s
    cdef Point at = start(hands, leader, table, [taken, 0, 0], strain, places_of(hands, table))
    cdef bint found
    s.strain, s.helped = strain, False
    for code in range(10):
        s.success[code] = success[code]
    remember(&s, MOST_BITS)
    with nogil:
        found = succeeds(&s, &at)
    free(s.known)
    return found


def deal_against(
    hand, hidden, int size, may_hold, int leader, table, int taken, int strain, success, cards,
    bint helped,
):
    """A deal and one of the cards after which the declarer fails, or succeeds if `helped`; or None.

    He is player 0 and to play. `hidden` are the cards of players 1 and 2; player 1 has `size` of
    them, and each has only cards that he `may_hold`. A deal is given by the hand of player 1.
    """
    cdef Search s
    cdef Point at, later
    cdef bint success_after
    cdef dict places = places_of([hand, hidden], table)
    s.strain, s.helped, s.known = strain, helped, NULL
    for code in range(10):
        s.success[code] = success[code]
    for chosen in combinations([card for card in range(64) if hidden >> card & 1], size):
        first = sum([1 << each for each in chosen])
        if first & ~may_hold[0] or hidden & ~first & ~may_hold[1]:
            continue
        dealt = [hand, first, hidden & ~first]
        at = start(dealt, leader, table, [taken, 0, 0], strain, places)
        for card in cards:
            later = after_card(at, places[card], strain)
            with nogil:
                success_after = succeeds(&s, &later)
            if success_after == helped:
                return first, card
    return None


ctypedef struct Rewards:
    float of[3]


cdef Rewards rewards_from(const double[::1] payoffs, const Point* at, int strain) noexcept nogil:
    # The mean over the player's best cards. Values that rounding makes different are different, as
    # in the core: one position in several thousand has such, none with the scores of the game.
    cdef Rewards rewards, after
    cdef Point later
    cdef uint64_t cards
    cdef int seat, ties = 0, player = (at.leader + at.placed) % 3
    cdef float best = 0
    if at.left == 0:
        for seat in range(3):
            rewards.of[seat] = payoffs[140 * seat + 14 * code_of(at.hand[seat]) + at.taken[seat]]
        return rewards
    cards = choices(at)
    while cards:
        later = after_card(at[0], lowest(cards), strain)
        cards &= cards - 1
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


def max_n(hands, int leader, table, taken, int strain, const double[::1] payoffs):
    """The rewards by player if each plays for himself.

    `payoffs` are by player, sum of the suits kept, and tricks taken.
    """
    cdef Point at = start(hands, leader, table, taken, strain, places_of(hands, table))
    cdef Rewards rewards
    with nogil:
        rewards = rewards_from(payoffs, &at, strain)
    return tuple([rewards.of[player] for player in range(3)])
