"""Plain minimax of tricks with wild cards: every card under every name, no table, no pruning.

It shares no code with the library. A card is 16 * suit + height; the hands are masks of cards.
"""

from libc.stdint cimport uint64_t

cdef enum:
    SEATS = 4
    MOVES = 256

ctypedef struct Rules:
    int players
    # The height of a suit when another is led, -1 if it cannot win.
    int tier[4][4]
    uint64_t pack
    uint64_t wild
    # Whether the wild cards of a trick have different names.
    bint names_differ

ctypedef struct Position:
    uint64_t hand[SEATS]
    int taken[SEATS]
    int turn
    int placed
    int led
    int best
    int winner
    # The names of the wild cards in the trick.
    uint64_t names

ctypedef struct Move:
    int card
    int named

# By seat: the numbers of tricks, as bits, of which it can force exactly, at most, at least so many.
ctypedef struct Forced:
    uint64_t exactly[SEATS]
    uint64_t at_most[SEATS]
    uint64_t at_least[SEATS]


cdef uint64_t suit_of(int suit) noexcept nogil:
    return <uint64_t>0xFFFF << (16 * suit)


cdef int list_moves(const Rules* rules, const Position* at, Move* moves) noexcept nogil:
    cdef uint64_t hand = at.hand[at.turn]
    cdef uint64_t natural = hand & ~rules.wild
    cdef bint must_follow = at.placed > 0 and natural & suit_of(at.led) != 0
    cdef int card, named, count = 0
    for card in range(64):
        if not hand >> card & 1:
            continue
        if rules.wild >> card & 1:
            for named in range(64):
                if rules.names_differ and at.placed and at.names >> named & 1:
                    continue
                if rules.pack >> named & 1 and (not must_follow or named // 16 == at.led):
                    moves[count].card, moves[count].named = card, named
                    count += 1
        elif not must_follow or card // 16 == at.led:
            moves[count].card = moves[count].named = card
            count += 1
    return count


cdef Position after_move(const Rules* rules, Position at, Move move) noexcept nogil:
    cdef int strength = -1, tier
    at.hand[at.turn] &= ~(<uint64_t>1 << move.card)
    if at.placed == 0:
        at.led = move.named // 16
        at.winner = at.turn
        at.best = -1
        at.names = 0
    if rules.wild >> move.card & 1:
        at.names |= <uint64_t>1 << move.named
    tier = rules.tier[at.led][move.named // 16]
    if tier >= 0:
        # A wild card beats the card that it is played as, and no higher one.
        strength = 2 * (16 * tier + move.named % 16) + (rules.wild >> move.card & 1)
    if strength > at.best:
        at.best, at.winner = strength, at.turn
    at.placed += 1
    at.turn = (at.turn + 1) % rules.players
    if at.placed == rules.players:
        at.placed = 0
        at.turn = at.winner
        at.taken[at.winner] += 1
    return at


cdef Forced minimax(const Rules* rules, const Position* at) noexcept nogil:
    cdef Forced found, after
    cdef Position later
    cdef Move moves[MOVES]
    cdef int seat, number, count
    if at.placed == 0 and at.hand[at.turn] == 0:
        for seat in range(rules.players):
            found.exactly[seat] = <uint64_t>1 << at.taken[seat]
            found.at_most[seat] = ~(found.exactly[seat] - 1)
            found.at_least[seat] = 2 * found.exactly[seat] - 1
        return found
    count = list_moves(rules, at, moves)
    for number in range(count):
        later = after_move(rules, at[0], moves[number])
        after = minimax(rules, &later)
        if number == 0:
            found = after
            continue
        for seat in range(rules.players):
            if seat == at.turn:
                found.exactly[seat] |= after.exactly[seat]
                found.at_most[seat] |= after.at_most[seat]
                found.at_least[seat] |= after.at_least[seat]
            else:
                found.exactly[seat] &= after.exactly[seat]
                found.at_most[seat] &= after.at_most[seat]
                found.at_least[seat] &= after.at_least[seat]
    return found


def forced_after_moves(tiers, pack, wild, hands, int leader, played, bint names_differ):
    """What each seat can force after every move: {(card, named): masks by question and seat}.

    `tiers[led][suit]` is the height of a suit, -1 if it cannot win; `played` are the moves of the
    trick so far. Masks have a bit for each number of tricks: exactly, at most, at least so many.
    """
    cdef Rules rules
    cdef Position at, later
    cdef Move moves[MOVES]
    cdef Move move
    cdef Forced forced
    rules.players = len(hands)
    rules.pack, rules.wild, rules.names_differ = pack, wild, names_differ
    for led in range(4):
        for suit in range(4):
            rules.tier[led][suit] = tiers[led][suit]
    for seat in range(rules.players):
        at.hand[seat] = hands[seat]
        at.taken[seat] = 0
    at.turn = leader
    at.names = 0
    at.placed = at.led = at.best = at.winner = 0
    for card, named in played:
        move.card, move.named = card, named
        at = after_move(&rules, at, move)
    values = {}
    for number in range(list_moves(&rules, &at, moves)):
        later = after_move(&rules, at, moves[number])
        forced = minimax(&rules, &later)
        values[moves[number].card, moves[number].named] = (
            [forced.exactly[seat] for seat in range(rules.players)],
            [forced.at_most[seat] for seat in range(rules.players)],
            [forced.at_least[seat] for seat in range(rules.players)],
        )
    return values
