"""Determinizations: deals of the unseen cards that agree with what a seat has seen.

A slot is a hand, or the cards that nobody holds; its room is the number of cards still to be dealt
to it. Cards are dealt one by one, those with the fewest allowed slots first. Draws are independent,
and every deal is equally likely, by one of two methods.

1. If every two sets of allowed slots are nested or disjoint (as when at most one player has shown
   a void), a card goes to each allowed slot with a chance in proportion to its room. The room of
   all allowed slots together does not depend on where earlier cards went, so neither does the
   chance of a deal.
2. Else deals are counted first. The number of ways to deal the remaining cards depends only on the
   room left; slots that may hold the same cards are counted as one group. A card goes to a slot
   with a chance in proportion to the ways that remain. Counts beyond 2**53 are rounded.

A deal in which a slot holds all cards of one of its excluded sets is drawn again.

If only two hands are hidden, a card that one of them cannot hold lies in the other, and the rest
may lie anywhere.

Search over such deals goes back to Ginsberg 2001, "GIB: Imperfect information in a
computationally challenging game".
"""

from itertools import combinations

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport all_card_bits, count_cards, lowest
from clumond_solver._core.bits.rng cimport start_stream, random_unit

cdef enum:
    # How often a deal is drawn, at most, until no slot holds all cards of an excluded set.
    MAX_DRAWS = 200000


cdef class HiddenCards:
    """What a seat knows of the unseen cards.

    There is a slot for each seat, and a last one for the cards that nobody holds. By slot, ``held``
    are the cards known to lie there. ``pool`` are the cards whose slot is not known; ``room`` is
    how many of them lie in a slot, ``may_hold`` which of them may. ``excluded_sets`` are pairs
    (slot, cards): the slot does not hold all of these cards.
    """

    def __init__(self, held, room, uint64_t pool, may_hold, excluded_sets=()):
        free(self.data.ways)
        memset(&self.data, 0, sizeof(Hidden))
        if not 0 < len(held) <= MAX_SLOTS or len(held) != len(room) or len(held) != len(may_hold):
            raise ValueError(f"{len(held)} slots, with room for {len(room)}")
        if len(excluded_sets) > MAX_EXCLUDED:
            raise ValueError(f"{len(excluded_sets)} excluded sets, at most {MAX_EXCLUDED}")
        if not all(0 <= slot < len(held) for slot, _ in excluded_sets):
            raise ValueError(f"an excluded set names a slot beyond {len(held)}")
        known = pool
        for cards in held:
            if known & cards:
                raise ValueError("a card is known to lie in two slots")
            known |= cards
        if known & ~all_card_bits():
            raise ValueError("held and hidden cards must be cards of the pack")
        self.data.slot_count = len(held)
        self.possible = sum(room) == count_cards(pool) and min(room) >= 0
        for slot in range(self.data.slot_count):
            self.data.held[slot] = held[slot]
            self.data.room[slot] = room[slot] if self.possible else 0
        limited = []
        all_slots = sum(1 << slot for slot in range(self.data.slot_count) if room[slot] > 0)
        while pool:
            card = lowest(pool)
            pool &= pool - 1
            allowed = sum(
                1 << slot
                for slot in range(self.data.slot_count)
                if room[slot] > 0 and (may_hold[slot] >> card) & 1
            )
            if allowed == all_slots:
                add_unlimited(&self.data, card)
            else:
                limited.append((allowed.bit_count(), allowed, card))
        limited.sort()
        for _, allowed, card in limited:
            self.data.limited_cards[self.data.limited_count] = card
            self.data.allowed_slots[self.data.limited_count] = allowed
            self.data.limited_count += 1
        self._prepare_counting(limited)
        for slot, cards in excluded_sets:
            self.data.excluded_slot[self.data.excluded_count] = slot
            self.data.excluded_cards[self.data.excluded_count] = cards
            self.data.excluded_count += 1

    def __dealloc__(self):
        free(self.data.ways)

    cdef _prepare_counting(self, limited):
        # Unless the first method can deal all limited cards, given as (slot count, slots, card):
        # group slots that may hold the same cards, and count the ways to deal the cards that are
        # left to the second method.
        cdef int most[MAX_SLOTS]
        cdef int spare[MAX_SLOTS]
        cdef uint64_t indices[MAX_SLOTS]
        cdef int group, slot, size = 1
        sets = {allowed for _, allowed, _ in limited}
        self.data.nested_count = len(limited)
        if not any([one & two not in (0, one, two) for one, two in combinations(sets, 2)]):
            return
        counted = [allowed for slot_count, allowed, _ in limited if slot_count > 1]
        self.data.nested_count = len(limited) - len(counted)
        room = [self.data.room[slot] for slot in range(self.data.slot_count)]
        for _, allowed, _ in limited[:self.data.nested_count]:
            room[allowed.bit_length() - 1] -= 1
        if min(room) < 0:
            self.possible = False
            return
        groups = {}
        for slot in range(self.data.slot_count):
            allowed_indices = sum(
                [1 << index for index, allowed in enumerate(counted) if (allowed >> slot) & 1]
            )
            groups.setdefault(allowed_indices, []).append(slot)
        for group, (allowed_indices, slots) in enumerate(groups.items()):
            group_room = sum([room[slot] for slot in slots])
            indices[group] = allowed_indices
            most[group] = min(group_room, allowed_indices.bit_count())
            spare[group] = group_room - most[group]
            for slot in slots:
                self.data.step[slot] = size
            self.data.start += most[group] * size
            size *= most[group] + 1
        self.data.ways = <double*>calloc(size, sizeof(double))
        if self.data.ways == NULL:
            raise MemoryError
        count_ways(self.data.ways, len(counted), len(groups), most, spare, indices)
        self.possible = self.data.ways[self.data.start] > 0

    def draws(self, uint64_t seed):
        """Draw deals, as masks by slot, for as long as one fits."""
        cdef Hidden hidden = self.data
        cdef uint64_t hands[MAX_SLOTS]
        cdef Rng rng
        start_stream(&rng, seed, 0)
        while self.possible and draw_determinization(&hidden, hands, &rng):
            yield tuple([hands[slot] for slot in range(hidden.slot_count)])


cdef void count_ways(
    double* ways,
    int count,
    int groups,
    const int* most,
    const int* spare,
    const uint64_t* indices,
) noexcept nogil:
    # Fill `ways`: for each combination of rooms left in the groups, the number of ways to deal the
    # last of the `count` cards, as many as these rooms take. Bit n of `indices[group]` says whether
    # the group may take card n; at most `most[group]` cards can go there, and its room is greater
    # by `spare[group]`.
    cdef int room[MAX_SLOTS]
    cdef int group, step, index, to_deal = count
    for group in range(groups):
        room[group] = 0
        to_deal -= most[group]
    index = 0
    while True:
        if to_deal == 0:
            ways[index] = 1
        elif to_deal > 0:
            step = 1
            for group in range(groups):
                if room[group] and (indices[group] >> (count - to_deal)) & 1:
                    ways[index] += (spare[group] + room[group]) * ways[index - step]
                step *= most[group] + 1
        index += 1
        group = 0
        while group < groups and room[group] == most[group]:
            to_deal -= room[group]
            room[group] = 0
            group += 1
        if group == groups:
            return
        room[group] += 1
        to_deal += 1


cdef bint deal_nested(Hidden* hidden, int8_t* room, uint64_t* hands, Rng* rng) noexcept nogil:
    # The first method; False if the room is too small.
    cdef int number, slot, allowed_room, pick
    for number in range(hidden.nested_count):
        allowed_room = 0
        for slot in range(hidden.slot_count):
            if (hidden.allowed_slots[number] >> slot) & 1:
                allowed_room += room[slot]
        if allowed_room == 0:
            return False
        pick = <int>random_below(rng, allowed_room)
        slot = 0
        while True:
            if (hidden.allowed_slots[number] >> slot) & 1:
                pick -= room[slot]
                if pick < 0:
                    break
            slot += 1
        room[slot] -= 1
        hands[slot] |= <uint64_t>1 << hidden.limited_cards[number]
    return True


cdef void deal_counted(Hidden* hidden, int8_t* room, uint64_t* hands, Rng* rng) noexcept nogil:
    # The second method.
    cdef const double* ways = hidden.ways + hidden.start
    cdef double pick, share
    cdef int number, slot, chosen = 0
    for number in range(hidden.nested_count, hidden.limited_count):
        pick = random_unit(rng) * ways[0]
        for slot in range(hidden.slot_count):
            if room[slot] and (hidden.allowed_slots[number] >> slot) & 1:
                share = room[slot] * (ways - hidden.step[slot])[0]
                if share > 0:
                    # The last slot with a share takes what rounding leaves.
                    chosen = slot
                    pick -= share
                    if pick < 0:
                        break
        ways -= hidden.step[chosen]
        room[chosen] -= 1
        hands[chosen] |= <uint64_t>1 << hidden.limited_cards[number]


cdef bint draw_determinization(Hidden* hidden, uint64_t* hands, Rng* rng) noexcept nogil:
    """Deal the cards at random; False if no deal fits, or none was found in MAX_DRAWS."""
    cdef int8_t room[MAX_SLOTS]
    cdef int slot, _
    for _ in range(MAX_DRAWS):
        for slot in range(hidden.slot_count):
            room[slot] = hidden.room[slot]
            hands[slot] = hidden.held[slot]
        if not deal_nested(hidden, room, hands, rng):
            return False
        deal_counted(hidden, room, hands, rng)
        deal_unlimited(hidden, room, hands, rng)
        if respects_exclusions(hidden, hands):
            return True
    return False


cdef bint respects_exclusions(const Hidden* hidden, const uint64_t* hands) noexcept nogil:
    cdef int number
    for number in range(hidden.excluded_count):
        if hidden.excluded_cards[number] & ~hands[hidden.excluded_slot[number]] == 0:
            return False
    return True


cdef bint hide_two_hands(
    Hidden* hidden,
    uint64_t unseen,
    uint64_t first_may_hold,
    uint64_t second_may_hold,
    int first_size,
    int second_size,
) noexcept nogil:
    """Set up `hidden` for two hands that share the unseen cards; False when no deal fits."""
    cdef uint64_t shared = unseen & first_may_hold & second_may_hold
    cdef int first_room, second_room
    hidden.slot_count = 2
    hidden.held[FIRST] = unseen & ~second_may_hold
    hidden.held[SECOND] = unseen & ~first_may_hold
    hidden.limited_count = hidden.excluded_count = hidden.unlimited_count = 0
    hidden.unlimited_cards = 0
    while shared:
        add_unlimited(hidden, lowest(shared))
        shared &= shared - 1
    first_room = first_size - count_cards(hidden.held[FIRST])
    second_room = second_size - count_cards(hidden.held[SECOND])
    hidden.room[FIRST] = first_room
    hidden.room[SECOND] = second_room
    if hidden.held[FIRST] & hidden.held[SECOND] or first_room < 0 or second_room < 0:
        return False
    return first_room + second_room == hidden.unlimited_count


cdef int list_first_hands(const Hidden* hidden, uint64_t* first_hands, int most) noexcept nogil:
    """List all hands that FIRST may be; return their number, or 0 if there are more than `most`."""
    cdef int room = hidden.room[FIRST], count = 0, number
    cdef uint64_t chosen = ((<uint64_t>1) << room) - 1, rest, hand, low, next
    cdef double deals = 1
    for number in range(room):
        deals = deals * (hidden.unlimited_count - number) / (number + 1)
    if deals > most + 0.5:
        return 0
    while chosen < (<uint64_t>1) << hidden.unlimited_count:
        hand = hidden.held[FIRST]
        rest = chosen
        while rest:
            hand |= <uint64_t>1 << hidden.unlimited[lowest(rest)]
            rest &= rest - 1
        first_hands[count] = hand
        count += 1
        if room == 0:
            break
        # The next number with as many bits set (Gosper).
        low = chosen & (~chosen + 1)
        next = chosen + low
        chosen = (((next ^ chosen) >> 2) // low) | next
    return count
