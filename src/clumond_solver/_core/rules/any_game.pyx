"""Python's way in to the tables of any game: compile rules, play cards, play at random."""

from libc.string cimport memset

from clumond_solver._core.bits.nth_card cimport count_all, fill_nth, nth_card, nth_of_suit, random_card
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.clumond cimport count_cards, fill_lengths, lowest, suit_length

fill_lengths()
fill_nth()


cdef class Rules:
    """The trick rules of a game as tables, and what its cards are worth."""

    def __init__(
        self, int seats, int keep, duties, must_beat, power, wild, declares, worth, trick_worths
    ):
        if not 2 <= seats <= MOST_SEATS or not 0 <= keep < 16:
            raise ValueError(f"no tables for {seats} seats keeping {keep} cards")
        if len(trick_worths) > MOST_TRICKS:
            raise ValueError(f"{len(trick_worths)} tricks, at most {MOST_TRICKS} are possible")
        memset(&self.data, 0, sizeof(RuleTables))
        self.data.seats = seats
        self.data.keep = keep
        self.data.wild = wild
        self.data.declares = declares
        for led in range(4):
            if len(duties[led]) > MOST_DUTIES:
                raise ValueError(f"{len(duties[led])} duties, at most {MOST_DUTIES} are possible")
            for number, mask in enumerate(duties[led]):
                self.data.duty[led][number] = mask
            self.data.must_beat[led] = must_beat[led]
            for place in range(64):
                self.data.power[led][place] = power[led][place]
        for place in range(64):
            self.data.worth[place] = worth[place]
            if power[place // 16][place]:
                self.data.every |= <uint64_t>1 << <int>place
            for led in range(4):
                for other in range(64):
                    if power[led][other] > power[led][place]:
                        self.data.beats[led][place] |= <uint64_t>1 << <int>other
        for left, counts in enumerate(trick_worths):
            self.data.trick_worth[left] = counts
        self.data.second_duties = any(must_beat) or any(len(each) > 1 for each in duties)
        self.data.plain_duties = not wild and not any(must_beat) and all(
            len(duties[led]) == 1 and duties[led][0] & ~(0xFFFF << (16 * led)) == 0
            for led in range(4)
        )
        self.data.mergeable = not any(_interleaves(row) for row in power)


def _interleaves(power):
    """Whether cards of two suits lie between each other's when ordered by power."""
    by_power = sorted((strength, place // 16) for place, strength in enumerate(power) if strength)
    suits = [suit for _, suit in by_power]
    changes = sum(one != other for one, other in zip(suits, suits[1:]))
    return changes >= len(set(suits))


cdef class RuleBoard:
    """A position of the play: hands as masks of places.

    ``left`` tells the tricks left if the leader's hand does not show them; ``due`` is the one card
    that may be led.
    """

    def __init__(self, Rules rules, hands, int leader, taken, left=None, uint64_t due=0):
        memset(&self.data, 0, sizeof(RulePosition))
        self.rules = rules
        if len(hands) != rules.data.seats or len(taken) != rules.data.seats:
            raise ValueError(f"{len(hands)} hands for tables of {rules.data.seats} seats")
        for seat in range(rules.data.seats):
            self.data.hands[seat] = hands[seat]
            self.data.taken[seat] = taken[seat]
        self.data.turn = leader
        self.data.left = count_cards(self.data.hands[leader]) - rules.data.keep
        if left is not None:
            self.data.left = left
        self.data.due = due

    @property
    def turn(self):
        """The seat to play."""
        return self.data.turn

    @property
    def left(self):
        """Tricks left, the one under way included."""
        return self.data.left

    @property
    def taken(self):
        """The tricks that each seat has taken."""
        return tuple([self.data.taken[seat] for seat in range(self.rules.data.seats)])

    @property
    def points(self):
        """What the cards are worth that each seat has taken."""
        return tuple([self.data.points[seat] for seat in range(self.rules.data.seats)])

    @property
    def ways(self):
        """Every way to play a card now, as (place, place of the name, suit led)."""
        cdef Way ways[MOST_WAYS]
        cdef uint64_t rest
        if self.data.left == 0:
            return []
        found = []
        rest = rule_legal(&self.rules.data, &self.data)
        while rest:
            for number in range(ways_of(&self.rules.data, &self.data, lowest(rest), ways)):
                found.append((ways[number].place, ways[number].named, ways[number].led))
            rest &= rest - 1
        return found

    def play(self, int place, int named, int led):
        """Play a card in one of the `ways`."""
        cdef Way way
        if (place, named, led) not in self.ways:
            raise ValueError(f"{(place, named, led)} is not a way to play here")
        way.place, way.named, way.led = place, named, led
        play_way(&self.rules.data, &self.data, &way)

    def random_finishes(self, int count, uint64_t seed):
        """Mean tricks and points of each seat over random finishes, and the cards played in all."""
        cdef Rng rng
        cdef RulePosition at
        cdef double tricks[MOST_SEATS]
        cdef double points[MOST_SEATS]
        cdef long plies = 0
        cdef int seat, done
        cdef int seats = self.rules.data.seats
        start_stream(&rng, seed, 0)
        for seat in range(MOST_SEATS):
            tricks[seat] = points[seat] = 0
        with nogil:
            for done in range(count):
                at = self.data
                plies += play_at_random(&self.rules.data, &at, &rng)
                for seat in range(seats):
                    tricks[seat] += at.taken[seat]
                    points[seat] += at.points[seat]
        return (
            tuple([tricks[seat] / count for seat in range(seats)]),
            tuple([points[seat] / count for seat in range(seats)]),
            plies,
        )


cdef inline int random_answer(
    const RuleTables* tables, uint64_t hand, int led, int best, int size, Rng* rng
) noexcept nogil:
    # Any legal card of a hand of so many that is not the leader's.
    cdef uint64_t owed = hand & tables.duty[led][0]
    if tables.plain_duties:
        if owed:
            return nth_of_suit(owed, led, <int>below(rng, suit_length(owed, led)))
        return nth_card(hand, <int>below(rng, size))
    owed &= ~tables.wild
    if tables.second_duties:
        owed = owed if owed else hand & tables.duty[led][1]
        if tables.must_beat[led] and owed & tables.beats[led][best]:
            owed &= tables.beats[led][best]
    owed = owed | (hand & tables.wild) if owed else hand
    return nth_card(owed, <int>below(rng, count_all(owed)))


cdef inline int rated(int power, int number, int card) noexcept nogil:
    # A card of a trick as one number, the greatest of which wins: the stronger, then the earlier.
    return (power << 10) | ((15 - number) << 6) | card


cdef inline void random_trick(
    const RuleTables* tables, RulePosition* at, Rng* rng
) noexcept nogil:
    # A whole trick at once, all that the cards share in local variables: twice as quick as card by
    # card, the same plays being equally likely.
    cdef int seat = at.turn, size = at.left + tables.keep, number, power, best
    cdef int card = nth_card(at.hands[seat], <int>below(rng, size))
    cdef int worth = tables.worth[card], named = card, led = card >> 4
    at.hands[seat] ^= <uint64_t>1 << card
    if ((tables.wild | tables.declares) >> card) & 1:
        if (tables.wild >> card) & 1:
            named = random_card(tables.every, rng)
            led = named >> 4
        else:
            led = below(rng, 4)
    best = rated(tables.power[led][named] + ((tables.wild >> card) & 1), 0, named)
    for number in range(1, tables.seats):
        seat = seat + 1 if seat + 1 < tables.seats else 0
        card = random_answer(tables, at.hands[seat], led, best & 63, size, rng)
        worth += tables.worth[card]
        at.hands[seat] ^= <uint64_t>1 << card
        if (tables.wild >> card) & 1:
            # What he may name depends on the other cards that he holds.
            card = random_card(names_for(tables, at.hands[seat], led), rng)
            power = tables.power[led][card]
            power += power > 0
        else:
            power = tables.power[led][card]
        best = max(best, rated(power, number, card))
    seat = at.turn + 15 - ((best >> 6) & 15)
    at.turn = seat if seat < tables.seats else seat - tables.seats
    at.left -= 1
    at.taken[at.turn] += 1
    at.points[at.turn] += worth + tables.trick_worth[at.left]


cdef long play_at_random(const RuleTables* tables, RulePosition* at, Rng* rng) noexcept nogil:
    """Play at random to the end; how many cards were played."""
    cdef Way way
    cdef long plies = 0
    while at.left and (at.on_table or at.due):
        way = random_way(tables, at, rule_legal(tables, at), rng)
        play_way(tables, at, &way)
        plies += 1
    plies += <long>at.left * tables.seats
    while at.left:
        random_trick(tables, at, rng)
    return plies
