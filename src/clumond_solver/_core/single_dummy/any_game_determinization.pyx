"""Where the cards that a seat has not seen may lie, in any game, and drawing one way that they do.

Cards are placed one by one, each on one of the places left that it may lie on, those with the
fewest such slots first. A way to lay all cards is then proposed with a chance that is the product
of one over the places open to each card. Where what cards may do is nested (no duty has been
broken, or by one player only), this product is the same for all: draws are independent and exactly
uniform. Elsewhere a proposal replaces the draw before it with a chance that makes up for the
difference (Metropolis and Hastings, independent proposals): uniform in the long run, exactly.
"""

from libc.string cimport memset

from clumond_solver._core.bits.rng cimport below, start_stream, unit
from clumond_solver._core.bits.cards cimport count_cards, lowest

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
        memset(&self.data, 0, sizeof(Unseen))
        if not 0 < len(held) <= MAX_SLOTS or len(held) != len(room) or len(held) != len(may_hold):
            raise ValueError(f"{len(held)} slots, with room for {len(room)}")
        if len(apart) > MAX_APART:
            raise ValueError(f"{len(apart)} sets of cards apart, at most {MAX_APART}")
        self.data.slots = len(held)
        self.possible = sum(room) == count_cards(pool) and min(room) >= 0
        for slot in range(self.data.slots):
            self.data.held[slot] = held[slot]
            self.data.room[slot] = room[slot]
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
                self.data.pool[self.data.free] = card
                self.data.free += 1
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
        """What lies in each slot, as masks, so many times; None when nothing fits."""
        cdef Unseen unseen = self.data
        cdef World world
        cdef Rng rng
        world.weight = 0
        start_stream(&rng, seed, 0)
        drawn = []
        for _ in range(count):
            if not self.possible or not draw_world(&unseen, &world, &rng):
                return None
            drawn.append(tuple([world.hands[slot] for slot in range(unseen.slots)]))
        return drawn


cdef bint propose(Unseen* unseen, World* world, Rng* rng) noexcept nogil:
    # Lay the cards at random; False at a dead end.
    cdef int8_t room[MAX_SLOTS]
    cdef int number, slot, places, pick, most = 0, start = 0
    cdef int8_t card
    world.weight = 1
    for slot in range(unseen.slots):
        room[slot] = unseen.room[slot]
        world.hands[slot] = unseen.held[slot]
    for number in range(unseen.limited):
        places = 0
        for slot in range(unseen.slots):
            if (unseen.allowed[number] >> slot) & 1:
                places += room[slot]
        if places == 0:
            return False
        world.weight *= places
        pick = <int>below(rng, places)
        slot = 0
        while True:
            if (unseen.allowed[number] >> slot) & 1:
                pick -= room[slot]
                if pick < 0:
                    break
            slot += 1
        room[slot] -= 1
        world.hands[slot] |= <uint64_t>1 << unseen.card[number]
    for slot in range(unseen.slots):
        if room[slot] > room[most]:
            most = slot
    for slot in range(unseen.slots):
        if slot == most:
            continue
        for number in range(room[slot]):
            pick = start + <int>below(rng, unseen.free - start)
            card = unseen.pool[pick]
            unseen.pool[pick] = unseen.pool[start]
            unseen.pool[start] = card
            start += 1
            world.hands[slot] |= <uint64_t>1 << card
    for number in range(start, unseen.free):
        world.hands[most] |= <uint64_t>1 << unseen.pool[number]
    for number in range(unseen.apart):
        if unseen.apart_cards[number] & ~world.hands[unseen.apart_slot[number]] == 0:
            return False
    return True


cdef bint draw_world(Unseen* unseen, World* world, Rng* rng) noexcept nogil:
    """The next draw; False if there was none before and nothing fits."""
    cdef World other
    cdef int tries
    for tries in range(LATER_TRIES if world.weight else FIRST_TRIES):
        if propose(unseen, &other, rng):
            if other.weight >= world.weight or unit(rng) * world.weight < other.weight:
                world[0] = other
            return True
    return world.weight > 0
