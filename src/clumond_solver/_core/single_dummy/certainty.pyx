"""Proofs from one hand alone: its declarer succeeds in every deal, or in none.

Before any game: what is proved here needs no sample of deals.

Declarer plays against one opponent who holds both other hands and deals them as he goes along. Of
what is out, only bounds are kept, and he may do whatever they allow, so he can do all that two
defenders can in any deal, and more. If declarer succeeds nevertheless by what he sees alone, he
does so in every deal (`certain`); if both together cannot, nobody can (`impossible`).

The cards of a suit are of three kinds: above all that is out, below all that is out, and between.
Bounds of a suit: the most and the fewest cards out; the most that beat a card between, and that a
card between beats. A card that wins or loses against a card out uses one of these up.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards

cdef enum:
    SUITS = 4
    HIGH = 0
    BETWEEN = 1
    LOW = 2
    KINDS = 3
    TRICKS = 13
    KEPT = 3
    HAND_CARDS = TRICKS + KEPT
    NO_TRUMPS = 4
    # Both the code and so many tricks more succeed.
    COMES_AROUND = 10
    # Hands with more cards between than this have had no proof of success; looking would take long.
    MOST_BETWEEN = 9
    FIRST_PLACES = 1024


cdef struct State:
    int8_t held[SUITS][KINDS]
    int8_t most_out[SUITS]
    int8_t fewest_out[SUITS]
    int8_t beating[SUITS]
    int8_t beaten[SUITS]
    int8_t left
    int8_t total
    int8_t on_lead


cdef struct Place:
    uint64_t cards
    uint64_t bounds
    int8_t value


cdef class Proof:
    # A search through all that the hand can come to; helped by the others, or against them.
    cdef int trump
    cdef bint helped
    cdef bint given_up
    cdef int nodes, limit
    cdef Place* places
    cdef int size, used

    def __cinit__(self, int trump, bint helped, int limit):
        self.trump = trump
        self.helped = helped
        self.limit = limit
        self.size = FIRST_PLACES
        self.places = <Place*>calloc(self.size, sizeof(Place))
        if self.places == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.places)

    cdef bint succeeds(self, State* state) noexcept nogil:
        cdef uint64_t cards, bounds
        cdef bint found
        cdef int8_t known
        if state.left == 0:
            return is_success(state)
        normalise(state, self.trump)
        if self.given_up or not in_reach(state):
            return False
        cards = key_of_cards(state)
        bounds = key_of_bounds(state)
        known = self.recall(cards, bounds)
        if known:
            return known == 2
        self.nodes += 1
        if self.nodes > self.limit:
            self.given_up = True
            return False
        found = self.leads(state) if state.on_lead else self.is_led_to(state)
        self.store(cards, bounds, 2 if found else 1)
        return found

    cdef bint leads(self, const State* state) noexcept nogil:
        cdef int suit, kind
        for suit in range(SUITS):
            for kind in range(KINDS):
                if state.held[suit][kind] and self.led(state, suit, kind):
                    return True
        return False

    cdef bint is_led_to(self, const State* state) noexcept nogil:
        cdef int suit, ruffed
        cdef bint found
        # Declarer plays last to the first trick and sees whether it is ruffed; later, as if second.
        cdef bint first = state.left == TRICKS
        for suit in range(SUITS):
            if state.most_out[suit] == 0:
                continue
            for ruffed in range(1 + (first and self.can_ruff(state, suit))):
                found = self.answers(state, suit, first, ruffed)
                if found is self.helped:
                    return found
        return not self.helped

    cdef bint answers(
        self, const State* state, int suit, bint first, bint ruffed
    ) noexcept nogil:
        # Whether declarer has a card to play to a lead of this suit.
        cdef int own, kind
        cdef bint follows = number_of(state, suit) > 0
        for own in range(SUITS):
            if follows and own != suit:
                continue
            for kind in range(KINDS):
                if not state.held[own][kind]:
                    continue
                if follows:
                    if self.followed(state, suit, kind, first, ruffed):
                        return True
                elif own == self.trump:
                    if self.ruffs(state, suit, kind, first, ruffed):
                        return True
                elif self.lost(state, own, kind, suit, -1, ruffed):
                    return True
        return False

    cdef bint can_ruff(self, const State* state, int led) noexcept nogil:
        return self.trump != NO_TRUMPS and led != self.trump and state.most_out[self.trump] > 0

    # What can come of a card. The opponent decides, for declarer where he helps: so the value of
    # outcomes is that of the one that decides, and an outcome that cannot be is left out.

    cdef bint led(self, const State* state, int suit, int kind) noexcept nogil:
        # Declarer leads a card of this kind.
        cdef bint may_follow = state.most_out[suit] > 0
        cdef bint may_not = state.fewest_out[suit] == 0
        cdef bint found
        # The others follow, and it wins.
        if may_follow and kind != LOW:
            found = self.won(state, suit, kind, suit, kind == BETWEEN, False)
            if found is self.helped:
                return found
        # Nobody follows, and nobody ruffs.
        if may_not:
            found = self.won(state, suit, kind, suit, False, True)
            if found is self.helped:
                return found
        # It is beaten by a card of the suit.
        if may_follow and kind != HIGH:
            found = self.lost(state, suit, kind, suit, kind, False)
            if found is self.helped:
                return found
        # It is ruffed, others following or not.
        if self.can_ruff(state, suit):
            found = self.lost(state, suit, kind, suit, -1, True)
            if found is self.helped:
                return found
        return not self.helped

    cdef bint followed(
        self, const State* state, int suit, int kind, bint first, bint ruffed
    ) noexcept nogil:
        # Declarer follows to a lead of the opponent.
        cdef bint found
        if ruffed:
            return self.lost(state, suit, kind, suit, -1, True)
        if kind != LOW:
            found = self.won(state, suit, kind, suit, kind == BETWEEN, False)
            if found is self.helped:
                return found
        if kind != HIGH:
            found = self.lost(state, suit, kind, suit, kind, False)
            if found is self.helped:
                return found
        if not first and self.can_ruff(state, suit):
            found = self.lost(state, suit, kind, suit, -1, True)
            if found is self.helped:
                return found
        return not self.helped

    cdef bint ruffs(
        self, const State* state, int led, int kind, bint first, bint ruffed
    ) noexcept nogil:
        # Declarer ruffs, over a trump where the trick is ruffed already.
        cdef bint found
        cdef bint over = ruffed or (not first and self.can_ruff(state, led))
        if not ruffed:
            found = self.won(state, self.trump, kind, led, False, False)
            if found is self.helped:
                return found
        if over and kind != LOW:
            found = self.won_over(state, kind, led)
            if found is self.helped:
                return found
        if over and kind != HIGH:
            found = self.lost(state, self.trump, kind, led, kind, True)
            if found is self.helped:
                return found
        return not self.helped

    # The state after a trick.

    cdef bint won(
        self, const State* state, int suit, int kind, int led, bint beats, bint nobody
    ) noexcept nogil:
        # Declarer's card wins: over a card between that follows, or since nobody follows.
        cdef State after = state[0]
        played(&after, suit, kind, led, nobody)
        after.beaten[suit] -= beats
        after.total += 1
        after.on_lead = True
        return self.succeeds(&after)

    cdef bint won_over(self, const State* state, int kind, int led) noexcept nogil:
        # Declarer's trump wins over another.
        cdef State after = state[0]
        played(&after, self.trump, kind, led, False)
        use_up(&after, self.trump)
        after.beaten[self.trump] -= kind == BETWEEN
        after.total += 1
        after.on_lead = True
        return self.succeeds(&after)

    cdef bint lost(
        self, const State* state, int suit, int kind, int led, int beaten_as, bint trumped
    ) noexcept nogil:
        # Declarer's card loses: to a card of its suit where `beaten_as` says its kind, or else.
        cdef State after = state[0]
        played(&after, suit, kind, led, False)
        if trumped:
            use_up(&after, self.trump)
        after.beating[suit] -= beaten_as == BETWEEN
        after.on_lead = False
        return self.succeeds(&after)

    # What is known about states.

    cdef int8_t recall(self, uint64_t cards, uint64_t bounds) noexcept nogil:
        return self.places[self.place_of(cards, bounds)].value

    cdef int place_of(self, uint64_t cards, uint64_t bounds) noexcept nogil:
        cdef uint64_t mixed = (cards ^ (bounds >> 29)) * <uint64_t>0x9E3779B97F4A7C15
        cdef int index
        mixed = (mixed ^ (mixed >> 32) ^ bounds) * <uint64_t>0xD6E8FEB86659FD93
        index = <int>(mixed >> 33) & (self.size - 1)
        while self.places[index].value and (
            self.places[index].cards != cards or self.places[index].bounds != bounds
        ):
            index = (index + 1) & (self.size - 1)
        return index

    cdef void store(self, uint64_t cards, uint64_t bounds, int8_t value) noexcept nogil:
        cdef Place* place
        if self.given_up or (2 * self.used >= self.size and not self.grow()):
            return
        place = self.places + self.place_of(cards, bounds)
        place.cards = cards
        place.bounds = bounds
        place.value = value
        self.used += 1

    cdef bint grow(self) noexcept nogil:
        cdef Place* before = self.places
        cdef Place place
        cdef int index, size = self.size
        cdef Place* larger = <Place*>calloc(4 * size, sizeof(Place))
        if larger == NULL:
            self.given_up = True
            return False
        self.places = larger
        self.size = 4 * size
        for index in range(size):
            place = before[index]
            if place.value:
                self.places[self.place_of(place.cards, place.bounds)] = place
        free(before)
        return True


cdef void played(State* after, int suit, int kind, int led, bint nobody) noexcept nogil:
    # A card of declarer's goes, and two of the others': one of the suit led, if there are any.
    cdef int each
    cdef bint one_follows = not nobody and (not after.on_lead or after.fewest_out[led] > 0)
    after.held[suit][kind] -= 1
    after.left -= 1
    for each in range(SUITS):
        after.fewest_out[each] -= 1 if one_follows and each != led else 2
        if after.fewest_out[each] < 0:
            after.fewest_out[each] = 0
    if nobody:
        after.most_out[led] = 0
    else:
        use_up(after, led)


cdef inline void use_up(State* after, int suit) noexcept nogil:
    if after.most_out[suit] > 0:
        after.most_out[suit] -= 1


cdef void normalise(State* state, int trump) noexcept nogil:
    """States that come to the same become the same."""
    cdef int suit
    cdef int8_t* held
    for suit in range(SUITS):
        held = state.held[suit]
        if state.most_out[suit] <= 0:
            held[HIGH] += held[BETWEEN] + held[LOW]
            held[BETWEEN] = held[LOW] = 0
        if held[BETWEEN] and state.beating[suit] <= 0:
            held[HIGH] += held[BETWEEN]
            held[BETWEEN] = 0
        if held[BETWEEN] and state.beaten[suit] <= 0:
            held[LOW] += held[BETWEEN]
            held[BETWEEN] = 0
        # Bounds that nothing depends on any more, or that cannot be reached.
        state.most_out[suit] = min(state.most_out[suit], state.left)
        if number_of(state, suit) == 0:
            state.fewest_out[suit] = 0
        state.fewest_out[suit] = min(state.fewest_out[suit], <int8_t>(2 * state.left))
        if not held[BETWEEN]:
            state.beating[suit] = state.beaten[suit] = 0
        state.beating[suit] = min(state.beating[suit], state.left)
        state.beaten[suit] = min(state.beaten[suit], state.left)


cdef int number_of(const State* state, int suit) noexcept nogil:
    return state.held[suit][HIGH] + state.held[suit][BETWEEN] + state.held[suit][LOW]


cdef bint is_success(const State* state) noexcept nogil:
    cdef int suit, code = 0
    for suit in range(SUITS):
        code += suit * number_of(state, suit)
    return state.total == code or state.total == code + COMES_AROUND


cdef bint in_reach(const State* state) noexcept nogil:
    # Whether some code of three of these cards can still be met by the tricks that are left.
    cdef int suit, more, least = 0, greatest = 0, need = KEPT, taken
    for suit in range(SUITS):
        taken = min(need, number_of(state, suit))
        least += taken * suit
        need -= taken
    need = KEPT
    for suit in range(SUITS - 1, -1, -1):
        taken = min(need, number_of(state, suit))
        greatest += taken * suit
        need -= taken
    more = state.total + state.left
    return (least <= more and state.total <= greatest) or (
        least + COMES_AROUND <= more and state.total <= greatest + COMES_AROUND
    )


cdef uint64_t key_of_cards(const State* state) noexcept nogil:
    cdef uint64_t key = state.on_lead
    cdef int suit, kind
    key = key << 5 | <uint64_t>state.total
    for suit in range(SUITS):
        for kind in range(KINDS):
            key = key << 4 | <uint64_t>state.held[suit][kind]
    return key


cdef uint64_t key_of_bounds(const State* state) noexcept nogil:
    cdef uint64_t key = 0
    cdef int suit
    for suit in range(SUITS):
        key = (
            key << 16
            | <uint64_t>state.most_out[suit] << 12
            | <uint64_t>state.fewest_out[suit] << 8
            | <uint64_t>state.beating[suit] << 4
            | <uint64_t>state.beaten[suit]
        )
    return key


cdef void deal_suit(State* state, int suit, uint64_t held, uint64_t out) noexcept nogil:
    # The kinds of declarer's cards of a suit, and the bounds that they depend on.
    cdef int count = count_cards(out), kind
    cdef uint64_t rest = held, above, below
    state.most_out[suit] = state.fewest_out[suit] = count
    while rest:
        below = out & ((rest & -rest) - 1)
        above = out & ~below
        kind = HIGH if not above else LOW if not below else BETWEEN
        state.held[suit][kind] += 1
        if kind == BETWEEN:
            state.beating[suit] = max(state.beating[suit], <int8_t>count_cards(above))
            state.beaten[suit] = max(state.beaten[suit], <int8_t>count_cards(below))
        rest &= rest - 1


cdef void deal(State* state, uint64_t hand, uint64_t pack, int supplementary) noexcept nogil:
    cdef int suit
    memset(state, 0, sizeof(State))
    state.left = TRICKS
    state.total = supplementary
    for suit in range(SUITS):
        deal_suit(
            state, suit, hand >> (16 * suit) & 0xFFFF, (pack & ~hand) >> (16 * suit) & 0xFFFF
        )


cdef int number_between(const State* state) noexcept nogil:
    cdef int suit, number = 0
    for suit in range(SUITS):
        number += state.held[suit][BETWEEN]
    return number


cdef object succeeds(
    uint64_t hand, uint64_t pack, int trump, int supplementary, bint helped, int limit
):
    cdef Proof proof = Proof(trump, helped, limit)
    cdef State state
    cdef bint found = False
    if count_cards(hand) != HAND_CARDS or hand & ~pack or not 0 <= trump <= NO_TRUMPS:
        raise ValueError(f"a hand of {HAND_CARDS} cards of the pack, and a strain from 0 to 4")
    if not 0 <= supplementary <= COMES_AROUND:
        raise ValueError(f"{supplementary} supplementary tricks")
    deal(&state, hand, pack, supplementary)
    if not helped and number_between(&state) > MOST_BETWEEN:
        return None, 0
    with nogil:
        found = proof.succeeds(&state)
    return None if proof.given_up else found, proof.nodes


def certain(uint64_t hand, uint64_t pack, int trump, int supplementary, int limit):
    """Whether declarer succeeds in every deal, and the nodes it took; None if given up.

    False says no more than that there is no proof.
    """
    return succeeds(hand, pack, trump, supplementary, False, limit)


def possible(uint64_t hand, uint64_t pack, int trump, int supplementary, int limit):
    """Whether declarer may succeed in some deal, and the nodes it took; None if given up.

    False is a proof that he cannot, whatever anybody plays. True says that there is none.
    """
    return succeeds(hand, pack, trump, supplementary, True, limit)
