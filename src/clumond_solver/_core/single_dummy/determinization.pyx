"""Determinization: laying the cards that a seat has not seen in a way that agrees with what it saw.

Cards are placed one by one, each on one of the places left that it may lie on, those with the
fewest such slots first. A way to lay all cards is then proposed with a chance that is the product
of one over the places open to each card. Where what cards may do is nested (no duty has been
broken, or by one player only), this product is the same for all: draws are independent and exactly
uniform. Elsewhere a proposal replaces the draw before it with a chance that makes up for the
difference (Metropolis and Hastings, independent proposals): uniform in the long run, exactly.
Searching deals drawn so goes back to Ginsberg 2001, "GIB: Imperfect information in a
computationally challenging game".

Where two hands alone are hidden, a card that one of them cannot hold lies in the other; the rest
may lie anywhere, and no proposal fails.
"""

from libc.string cimport memset

from clumond_solver._core.bits.cards cimport all_places, count_cards, lowest
from clumond_solver._core.bits.rng cimport start_stream, unit

cdef enum:
    # Proposals that come to a dead end are made again: often for the first draw, which there must
    # be, and seldom later, when the one before it will do.
    FIRST_TRIES = 200000
    LATER_TRIES = 200


cdef class HiddenCards:
    """What is known of the cards that are not seen.

    Slots are the seats, and last the cards that nobody holds. ``held`` are the cards known to lie
    in each, ``room`` how many more do, ``pool`` the cards that share these places, ``may_hold``
    which of them each slot can hold, ``apart`` cards that a slot does not hold all of.
    """

    def __init__(self, held, room, uint64_t pool, may_hold, apart=()):
        memset(&self.data, 0, sizeof(Hidden))
        if not 0 < len(held) <= MAX_SLOTS or len(held) != len(room) or len(held) != len(may_hold):
            raise ValueError(f"{len(held)} slots, with room for {len(room)}")
        if len(apart) > MAX_APART:
            raise ValueError(f"{len(apart)} sets of cards apart, at most {MAX_APART}")
        if not all(0 <= slot < len(held) for slot, _ in apart):
            raise ValueError(f"cards apart in a slot beyond {len(held)}")
        known = pool
        for cards in held:
            if known & cards:
                raise ValueError("a card is known to lie in two places")
            known |= cards
        if known & ~all_places():
            raise ValueError("what is held and hidden are cards of the pack")
        self.data.slots = len(held)
        self.possible = sum(room) == count_cards(pool) and min(room) >= 0
        for slot in range(self.data.slots):
            self.data.held[slot] = held[slot]
            self.data.room[slot] = room[slot] if self.possible else 0
        limited = []
        everywhere = sum(1 << slot for slot in range(self.data.slots) if room[slot] > 0)
        while pool:
            card = lowest(pool)
            pool &= pool - 1
            allowed = sum(
                1 << slot
                for slot in range(self.data.slots)
                if room[slot] > 0 and (may_hold[slot] >> card) & 1
            )
            if allowed == everywhere:
                add_free(&self.data, card)
            else:
                limited.append((allowed.bit_count(), allowed, card))
        for _, allowed, card in sorted(limited):
            self.data.card[self.data.limited] = card
            self.data.allowed[self.data.limited] = allowed
            self.data.limited += 1
        for slot, cards in apart:
            self.data.apart_slot[self.data.apart] = slot
            self.data.apart_cards[self.data.apart] = cards
            self.data.apart += 1

    def draw(self, int count, uint64_t seed):
        """``count`` draws of what lies in each slot, as masks; None when nothing fits."""
        cdef Hidden hidden = self.data
        cdef Determinization last
        cdef Rng rng
        last.weight = 0
        start_stream(&rng, seed, 0)
        drawn = []
        for _ in range(count):
            if not self.possible or not draw_determinization(&hidden, &last, &rng):
                return None
            drawn.append(tuple([last.hands[slot] for slot in range(hidden.slots)]))
        return drawn


cdef bint lay_limited(
    Hidden* hidden, int8_t* room, Determinization* laid, Rng* rng
) noexcept nogil:
    # Cards that may not lie everywhere; False at a dead end.
    cdef int number, slot, places, pick
    for number in range(hidden.limited):
        places = 0
        for slot in range(hidden.slots):
            if (hidden.allowed[number] >> slot) & 1:
                places += room[slot]
        if places == 0:
            return False
        laid.weight *= places
        pick = <int>below(rng, places)
        slot = 0
        while True:
            if (hidden.allowed[number] >> slot) & 1:
                pick -= room[slot]
                if pick < 0:
                    break
            slot += 1
        room[slot] -= 1
        laid.hands[slot] |= <uint64_t>1 << hidden.card[number]
    return True


cdef bint propose(Hidden* hidden, Determinization* laid, Rng* rng) noexcept nogil:
    # Lay the cards at random; False at a dead end.
    cdef int8_t room[MAX_SLOTS]
    cdef int number, slot
    laid.weight = 1
    for slot in range(hidden.slots):
        room[slot] = hidden.room[slot]
        laid.hands[slot] = hidden.held[slot]
    if not lay_limited(hidden, room, laid, rng):
        return False
    lay_free(hidden, room, laid.hands, rng)
    for number in range(hidden.apart):
        if hidden.apart_cards[number] & ~laid.hands[hidden.apart_slot[number]] == 0:
            return False
    return True


cdef bint draw_determinization(
    Hidden* hidden, Determinization* drawn, Rng* rng
) noexcept nogil:
    """The next draw; False if there was none before and nothing fits."""
    cdef Determinization other
    cdef int _
    for _ in range(LATER_TRIES if drawn.weight else FIRST_TRIES):
        if propose(hidden, &other, rng):
            if other.weight >= drawn.weight or unit(rng) * drawn.weight < other.weight:
                drawn[0] = other
            return True
    return drawn.weight > 0


cdef bint hide_two_hands(
    Hidden* hidden,
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_size,
    int second_size,
) noexcept nogil:
    """Set up the drawing where two hands share the unseen cards; False when no deal fits."""
    cdef uint64_t free = unseen & first_may_hold & second_may_hold
    cdef int first_room, second_room
    hidden.slots = 2
    hidden.held[FIRST] = unseen & ~second_may_hold
    hidden.held[SECOND] = unseen & ~first_may_hold
    hidden.limited = hidden.apart = hidden.free = 0
    hidden.free_cards = 0
    while free:
        add_free(hidden, lowest(free))
        free &= free - 1
    first_room = first_size - count_cards(hidden.held[FIRST])
    second_room = second_size - count_cards(hidden.held[SECOND])
    hidden.room[FIRST] = first_room
    hidden.room[SECOND] = second_room
    if hidden.held[FIRST] & hidden.held[SECOND] or first_room < 0 or second_room < 0:
        return False
    return first_room + second_room == hidden.free


def draw_deals(
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_size,
    int second_size,
    int count,
    uint64_t seed,
):
    """Pairs of masks of two hidden hands, or None when no deal fits."""
    cdef Hidden hidden
    cdef Rng rng
    cdef uint64_t first
    if not hide_two_hands(
        &hidden, unseen, first_may_hold, second_may_hold, first_size, second_size
    ):
        return None
    start_stream(&rng, seed, 0)
    drawn = []
    for _ in range(count):
        first = draw_first(&hidden, &rng)
        drawn.append((first, unseen & ~first))
    return drawn
