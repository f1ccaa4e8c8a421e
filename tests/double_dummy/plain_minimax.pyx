"""Plain minimax over every card, without table, pruning or ordering: the tests' fast reference.

It shares no code with the search. Up to 64 questions are answered at once: the ending of a play
gives one bit for each, the hero's choice joins them with or, the others' choice with and. Where
only the first question is asked, a choice is settled by the first card that settles it, and whole
positions between two tricks are remembered.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

cdef enum:
    PLACES = 1 << 20
    ENTRIES = 1 << 15


ctypedef struct Remembered:
    uint64_t hand[3]
    int leader
    int taken
    bint forced


ctypedef struct Minimax:
    uint64_t hand[3]
    int strain
    const uint64_t* endings
    Remembered* remembered


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


cdef bint first_after_tricks(Minimax* m, int leader, int left, int taken) noexcept nogil:
    # A position between two tricks, which whatever else falls into its place drives out.
    cdef Remembered* at
    cdef uint64_t place = leader + 3 * left + 64 * taken
    cdef bint forced
    cdef int seat
    for seat in range(3):
        place = (place ^ m.hand[seat]) * <uint64_t>0x9E3779B97F4A7C15
        place ^= place >> 29
    at = &m.remembered[place & (PLACES - 1)]
    if (
        at.hand[0] == m.hand[0] and at.hand[1] == m.hand[1] and at.hand[2] == m.hand[2]
        and at.leader == leader and at.taken == taken
    ):
        return at.forced
    forced = first_forced(m, leader, 0, 0, 0, 0, left, taken)
    for seat in range(3):
        at.hand[seat] = m.hand[seat]
    at.leader, at.taken, at.forced = leader, taken, forced
    return forced


cdef bint first_forced(
    Minimax* m, int leader, int placed, int led, int best, int winner, int left, int taken
) noexcept nogil:
    cdef int player = (leader + placed) % 3
    cdef int card, next_best, next_winner
    cdef uint64_t legal
    cdef bint after
    if left == 0:
        return m.endings[
            14 * (
                suit_length(m.hand[0], 0)
                + 4 * suit_length(m.hand[0], 1)
                + 16 * suit_length(m.hand[0], 2)
            )
            + taken
        ] & 1
    legal = m.hand[player]
    if placed and legal >> (16 * led) & 0xFFFF:
        legal &= <uint64_t>0xFFFF << (16 * led)
    card = -1  # from card to card, past suits that are empty
    while legal >> (card + 1):
        card += 1
        while not legal >> card & 0xFFFF:
            card = (card + 16) & ~15
        while not legal >> card & 1:
            card += 1
        next_best, next_winner = best, winner
        if placed == 0 or beats(card, best, m.strain):
            next_best, next_winner = card, player
        m.hand[player] ^= <uint64_t>1 << card
        if placed < 2:
            after = first_forced(
                m, leader, placed + 1, led if placed else card // 16, next_best, next_winner,
                left, taken,
            )
        else:
            after = first_after_tricks(
                m, next_winner, left - 1, taken + (1 if next_winner == 0 else 0)
            )
        m.hand[player] ^= <uint64_t>1 << card
        if after == (player == 0):
            return after
    return player != 0


ctypedef struct Start:
    Minimax m
    int leader
    int placed
    int led
    int best
    int winner
    int left
    int taken


cdef void set_up(
    Start* at, hands, int leader, table, int taken, int strain, const uint64_t[::1] endings
):
    cdef int place, card
    for place in range(3):
        at.m.hand[place] = hands[place]
    at.m.strain = strain
    at.m.endings = &endings[0]
    at.leader = at.winner = leader
    at.placed = len(table)
    at.led = at.best = 0
    at.taken = taken
    for place in range(at.placed):
        card = table[place]
        if place == 0:
            at.led = card // 16
        if place == 0 or beats(card, at.best, strain):
            at.best, at.winner = card, (leader + place) % 3
    at.left = (hands[(leader + 2) % 3]).bit_count() - 3


def answer(hands, int leader, table, int taken, int strain, const uint64_t[::1] endings):
    """The questions answered yes by player 0's force, and with the others' help.

    Hands are masks without the cards on the table, `endings[14 * counts + tricks]` the answers
    to an ending, with counts = diamonds + 4 spades + 16 hearts kept.
    """
    cdef Start at
    cdef Found found
    set_up(&at, hands, leader, table, taken, strain, endings)
    with nogil:
        found = minimax(
            &at.m, at.leader, at.placed, at.led, at.best, at.winner, at.left, at.taken
        )
    return found.forced, found.cooperative


def first_answer(hands, int leader, table, int taken, int strain, const uint64_t[::1] endings):
    """Whether player 0 forces a yes to the first question; arguments as in `answer`."""
    cdef Start at
    cdef bint found
    set_up(&at, hands, leader, table, taken, strain, endings)
    at.m.remembered = <Remembered*>calloc(PLACES, sizeof(Remembered))
    if at.m.remembered == NULL:
        raise MemoryError
    with nogil:
        found = first_forced(
            &at.m, at.leader, at.placed, at.led, at.best, at.winner, at.left, at.taken
        )
    free(at.m.remembered)
    return found


# The endings that all three players together can reach. A suit is written as the owners of its
# cards from the lowest up, 1 to 3, two bits each: cards that are gone leave no trace, so that
# positions that differ only in these are one.
ctypedef struct State:
    uint32_t owners[4]
    int leader


ctypedef struct Card:
    int suit
    int place


ctypedef struct Endings:
    # By retention, eight bits each: the numbers of further tricks.
    uint64_t further[3]


ctypedef struct Entry:
    State state
    Endings endings


ctypedef struct Cooperative:
    int strain
    # The number of each retention, by diamonds + 4 spades + 16 hearts kept.
    int number[64]
    Entry* entries


cdef int owner_of(const State* state, int suit, int place) noexcept nogil:
    return state.owners[suit] >> (2 * place) & 3


cdef int list_cards(const State* state, int player, int led, Card* cards) noexcept nogil:
    # The legal cards. Of a player's neighbouring cards one: whichever goes, the others look alike.
    cdef int suit, place, count = 0
    for suit in range(4):
        if led >= 0 and suit != led:
            continue
        for place in range(12):
            if (
                owner_of(state, suit, place) == player + 1
                and owner_of(state, suit, place + 1) != player + 1
            ):
                cards[count].suit, cards[count].place = suit, place
                count += 1
    return list_cards(state, player, -1, cards) if count == 0 and led >= 0 else count


cdef bint beats_card(Card card, Card best, int strain) noexcept nogil:
    return card.place > best.place if card.suit == best.suit else card.suit == strain


cdef int winner_of(const State* state, const Card* trick, int strain) noexcept nogil:
    cdef int number, best = 0
    for number in range(1, 3):
        if beats_card(trick[number], trick[best], strain):
            best = number
    return (state.leader + best) % 3


cdef void remove_cards(State* state, const Card* trick) noexcept nogil:
    cdef int number, suit, place
    cdef uint32_t below
    cdef int gone[4]
    for suit in range(4):
        gone[suit] = 0
    for number in range(3):
        gone[trick[number].suit] |= 1 << trick[number].place
    for suit in range(4):
        for place in range(11, -1, -1):
            if gone[suit] >> place & 1:
                below = (<uint32_t>1 << (2 * place)) - 1
                state.owners[suit] = (
                    state.owners[suit] & below | (state.owners[suit] >> 2) & ~below
                )


cdef Endings endings_from(Cooperative* c, const State* state, int left) noexcept nogil:
    cdef Endings found, later
    cdef State after
    cdef Card cards[3][16]
    cdef Card trick[3]
    cdef Entry* entry
    cdef uint64_t hashed = state.leader
    cdef int first, second, third, winner, suit, place, word, number = 0
    cdef int second_player = (state.leader + 1) % 3, third_player = (state.leader + 2) % 3
    found.further[0] = found.further[1] = found.further[2] = 0
    if left == 0:
        for suit in range(3):
            for place in range(12):
                number += (owner_of(state, suit, place) == 1) << (2 * suit)
        number = c.number[number]
        found.further[number // 8] = <uint64_t>1 << (8 * (number % 8))
        return found
    for suit in range(4):
        hashed = (hashed ^ state.owners[suit]) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 29
    entry = &c.entries[left * ENTRIES + hashed % ENTRIES]
    if memcmp(&entry.state, state, sizeof(State)) == 0:
        return entry.endings
    for first in range(list_cards(state, state.leader, -1, cards[0])):
        trick[0] = cards[0][first]
        for second in range(list_cards(state, second_player, trick[0].suit, cards[1])):
            trick[1] = cards[1][second]
            for third in range(list_cards(state, third_player, trick[0].suit, cards[2])):
                trick[2] = cards[2][third]
                winner = winner_of(state, trick, c.strain)
                after = state[0]
                remove_cards(&after, trick)
                after.leader = winner
                later = endings_from(c, &after, left - 1)
                for word in range(3):
                    found.further[word] |= later.further[word] << (winner == 0)
    entry.state, entry.endings = state[0], found
    return found


cdef State state_of(hands, int leader):
    cdef State state
    state.leader = leader
    for suit in range(4):
        owners = [
            player + 1 for card in range(16 * suit, 16 * suit + 16) for player in range(3)
            if hands[player] >> card & 1
        ]
        state.owners[suit] = sum(owner << 2 * place for place, owner in enumerate(owners))
    return state


def reachable(hands, int leader, int strain):
    """By counts kept (as in `answer`): the numbers of further tricks, at most 7, if all help."""
    cdef Cooperative c
    cdef Endings found
    cdef State state = state_of(hands, leader)
    cdef int left = hands[leader].bit_count() - 3
    c.strain = strain
    kept = [counts for counts in range(64) if counts % 4 + counts // 4 % 4 + counts // 16 <= 3]
    for number, counts in enumerate(kept):
        c.number[counts] = number
    c.entries = <Entry*>calloc((left + 1) * ENTRIES, sizeof(Entry))
    if c.entries == NULL:
        raise MemoryError
    with nogil:
        found = endings_from(&c, &state, left)
    free(c.entries)
    further = [0] * 64
    for number, counts in enumerate(kept):
        further[counts] = found.further[number // 8] >> (8 * (number % 8)) & 0xFF
    return further


cdef bint takes_first(
    const State* state, int strain, int side, Card* trick, int placed, int tricks
) noexcept nogil:
    # Whether a side (its players as bits) can take this trick and the next ones, `tricks` in all.
    cdef State after
    cdef Card cards[16]
    cdef Card next_trick[3]
    cdef int number, player = (state.leader + placed) % 3
    cdef bint chooses = side >> player & 1
    if placed < 3:
        for number in range(list_cards(state, player, trick[0].suit if placed else -1, cards)):
            trick[placed] = cards[number]
            if takes_first(state, strain, side, trick, placed + 1, tricks) == chooses:
                return chooses
        return not chooses
    after = state[0]
    remove_cards(&after, trick)
    after.leader = winner_of(state, trick, strain)
    if not side >> after.leader & 1:
        return False
    return tricks == 1 or takes_first(
        &after, strain, side, next_trick, 0, tricks - 1
    )


def takes_at_once(hands, int leader, int strain, int tricks):
    """Whether the side on lead can take the first `tricks` tricks whatever the other side plays.

    The first hand is one side, the two others together are the other.
    """
    cdef Card trick[3]
    cdef State state = state_of(hands, leader)
    cdef bint takes
    with nogil:
        takes = takes_first(&state, strain, 6 if leader else 1, trick, 0, tricks)
    return takes


# Minimax for all questions where positions that look alike are answered once: the only way to
# compare five or six tricks.
ctypedef struct Known:
    State state
    int taken
    Found found


ctypedef struct Remembering:
    int strain
    const uint64_t* endings
    Known* known
    uint64_t size


cdef Found between_tricks(Remembering* r, const State* state, int left, int taken) noexcept nogil:
    cdef Known* known
    cdef Found found
    cdef Card trick[3]
    cdef uint64_t hashed = state.leader + 3 * taken
    cdef int suit, place, counts = 0
    if left == 0:
        for suit in range(3):
            for place in range(12):
                counts += (owner_of(state, suit, place) == 1) << (2 * suit)
        found.forced = found.cooperative = r.endings[14 * counts + taken]
        return found
    for suit in range(4):
        hashed = (hashed ^ state.owners[suit]) * <uint64_t>0x9E3779B97F4A7C15
        hashed ^= hashed >> 29
    known = &r.known[hashed % r.size]
    if known.taken == taken and memcmp(&known.state, state, sizeof(State)) == 0:
        return known.found
    found = within_trick(r, state, trick, 0, left, taken)
    known.state, known.taken, known.found = state[0], taken, found
    return found


cdef Found within_trick(
    Remembering* r, const State* state, Card* trick, int placed, int left, int taken
) noexcept nogil:
    # The cards of a trick stay in the state until it is complete.
    cdef Found found, after
    cdef State later
    cdef Card cards[16]
    cdef int number, player = (state.leader + placed) % 3
    if placed == 3:
        later = state[0]
        remove_cards(&later, trick)
        later.leader = winner_of(state, trick, r.strain)
        return between_tricks(r, &later, left - 1, taken + (later.leader == 0))
    found.forced = 0 if player == 0 else ~<uint64_t>0
    found.cooperative = 0
    for number in range(list_cards(state, player, trick[0].suit if placed else -1, cards)):
        trick[placed] = cards[number]
        after = within_trick(r, state, trick, placed + 1, left, taken)
        found.cooperative |= after.cooperative
        if player == 0:
            found.forced |= after.forced
        else:
            found.forced &= after.forced
    return found


cdef Card card_in(hands, card):
    # The suit of a card, and its place among the cards of the three hands.
    cdef Card named
    lower = sum(hands) & (1 << card) - (1 << card // 16 * 16)
    named.suit, named.place = card // 16, lower.bit_count()
    return named


def answers_after(hands, int leader, table, int taken, int strain, const uint64_t[::1] endings):
    """As `answer`, and the answers after each legal card, by card."""
    cdef Remembering r
    cdef Card trick[3]
    cdef Found found
    cdef int placed = len(table), left = hands[(leader + 2) % 3].bit_count() - 3
    cdef int player = (leader + placed) % 3
    whole = list(hands)
    for offset, card in enumerate(table):
        whole[(leader + offset) % 3] |= 1 << card
    cdef State state = state_of(whole, leader)
    for offset, card in enumerate(table):
        trick[offset] = card_in(whole, card)
    r.strain, r.endings, r.size = strain, &endings[0], 1 << min(18, 6 + 2 * left)
    r.known = <Known*>calloc(r.size, sizeof(Known))
    if r.known == NULL:
        raise MemoryError
    with nogil:
        found = (
            within_trick(&r, &state, trick, placed, left, taken) if left
            else between_tricks(&r, &state, left, taken)
        )
    result = found.forced, found.cooperative
    led = 0xFFFF << table[0] // 16 * 16 if table else 0
    legal = (hands[player] & led or hands[player]) if left else 0
    after = {}
    for card in range(64):
        if legal >> card & 1:
            trick[placed] = card_in(whole, card)
            with nogil:
                found = within_trick(&r, &state, trick, placed + 1, left, taken)
            after[card] = found.forced, found.cooperative
    free(r.known)
    return *result, after
