"""A small net that judges a position from what the player to move sees.

One net a role. Its inputs are bits: the player's own cards and how many stand above each, the cards
that are out and where they can be, the trick, tricks taken and left, voids shown, what the others
have played. Two layers of bounded linear units follow, then for each card the chance of success
after it and how much it is to be played. Self-play on outcomes (deep Monte Carlo: Zha et al. 2021,
"DouZero") and on searches (expert iteration: Anthony, Tian and Barber 2017) teaches it.

All is done in whole numbers, so that every machine and compiler finds the same. The first layer is
a sum of the rows of the few inputs that are set (as in Nasu 2018, "efficiently updatable neural
networks").
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from clumond_solver._core.bits.cards cimport LANE, count_cards, lowest, one_per_run
from clumond_solver._core.rules.clumond cimport left_of, legal_cards
from clumond_solver._core.single_dummy.history cimport Past

cdef float LEAST_LOGIT = -24


cdef extern from *:
    """
    #include <stdint.h>
    /* Where the loader can choose, wider vectors are used; the sums are the same. */
    #if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    #define NET_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define NET_CLONES
    #endif
    #define NET_BOUNDED(x) ((x) < 0 ? 0 : (x) > 255 ? 255 : (x))

    NET_CLONES static void net_first_layer(
        const int16_t *rows, const int16_t *active, int count, int16_t *units)
    {
        int each = 0;
        /* Four rows at a time: the sums are read and written a fourth as often. */
        for (; each + 4 <= count; each += 4) {
            const int16_t *first = rows + (intptr_t)active[each] * NET_UNITS;
            const int16_t *second = rows + (intptr_t)active[each + 1] * NET_UNITS;
            const int16_t *third = rows + (intptr_t)active[each + 2] * NET_UNITS;
            const int16_t *fourth = rows + (intptr_t)active[each + 3] * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++)
                units[unit] += (int16_t)(first[unit] + second[unit] + third[unit] + fourth[unit]);
        }
        for (; each < count; each++) {
            const int16_t *row = rows + (intptr_t)active[each] * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++) units[unit] += row[unit];
        }
        for (int unit = 0; unit < NET_UNITS; unit++) units[unit] = NET_BOUNDED(units[unit]);
    }

    NET_CLONES static void net_second_layer(
        const int16_t *rows, const int32_t *bias, const int16_t *units, int16_t *out)
    {
        int32_t totals[NET_SECOND_UNITS];
        for (int each = 0; each < NET_SECOND_UNITS; each++) {
            int32_t total = 0;
            const int16_t *row = rows + (intptr_t)each * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++) total += (int32_t)units[unit] * row[unit];
            totals[each] = total;
        }
        /* In a loop of its own, which vectorises too. */
        for (int each = 0; each < NET_SECOND_UNITS; each++) {
            int32_t total = (totals[each] + bias[each]) >> 6;
            out[each] = (int16_t)NET_BOUNDED(total);
        }
    }

    NET_CLONES static void net_outputs(
        const int16_t *rows, const int32_t *bias, const int16_t *units,
        const uint8_t *places, int count, int32_t *out)
    {
        for (int each = 0; each < count; each++) {
            int32_t total = 0;
            const int16_t *row = rows + (intptr_t)places[each] * NET_SECOND_UNITS;
            for (int unit = 0; unit < NET_SECOND_UNITS; unit++)
                total += (int32_t)units[unit] * row[unit];
            out[each] = total + bias[places[each]];
        }
    }
    """
    void first_layer "net_first_layer"(
        const int16_t* rows, const int16_t* active, int count, int16_t* units
    ) noexcept nogil
    void second_layer "net_second_layer"(
        const int16_t* rows, const int32_t* bias, const int16_t* units, int16_t* out
    ) noexcept nogil
    void outputs "net_outputs"(
        const int16_t* rows,
        const int32_t* bias,
        const int16_t* units,
        const uint8_t* places,
        int count,
        int32_t* out,
    ) noexcept nogil


cdef inline uint64_t suit_cards(uint64_t cards, int suit) noexcept nogil:
    return cards & (<uint64_t>LANE << (16 * suit))


cdef inline int add_cards(uint64_t cards, int first, int16_t* active, int count) noexcept nogil:
    while cards:
        active[count] = first + place_of(lowest(cards))
        cards &= cards - 1
        count += 1
    return count


cdef inline int supplementary(const Goals* goals, int seat) noexcept nogil:
    # Nine clubs need nine tricks, or as many fewer as the seat has beforehand.
    cdef int tricks = 0
    while tricks < 9 and not (goals.success[seat][9] >> tricks) & 1:
        tricks += 1
    return 9 - tricks


cdef int look(
    const TrickTables* tables,
    const Goals* goals,
    const Position* at,
    const Seen* seen,
    int16_t* active,
) noexcept nogil:
    """Write down the inputs that are set for the seat to play, and return how many they are.

    Of other hands only those cards are used that nobody has played, whoever holds them.
    """
    cdef int me = at.trick.turn, left = left_of(me), right = left_of(left_of(me))
    cdef int trump = tables.trump
    cdef uint64_t own = at.hands[me]
    cdef uint64_t out = at.hands[left] | at.hands[right]
    cdef uint64_t at_left = out & ~seen.may_hold[right]
    cdef uint64_t at_right = out & ~seen.may_hold[left]
    cdef uint64_t rest, lane, lane_out
    cdef int count = 0, suit, card, above, seat, number
    count = add_cards(own, OWN, active, count)
    count = add_cards(out & ~at_left & ~at_right, UNKNOWN, active, count)
    count = add_cards(at_left, AT_LEFT, active, count)
    count = add_cards(at_right, AT_RIGHT, active, count)
    count = add_cards(seen.played[left], PLAYED, active, count)
    count = add_cards(seen.played[right], PLAYED + PLACES, active, count)
    if trump >= 0:
        count = add_cards(suit_cards(own, trump) >> (16 * trump), OWN_TRUMPS, active, count)
        count = add_cards(suit_cards(out, trump) >> (16 * trump), TRUMPS_OUT, active, count)
    rest = own
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        suit = card >> 4
        above = count_cards(suit_cards(out, suit) & ~((<uint64_t>2 << card) - 1))
        above = min(above, 3)
        active[count] = ABOVE + 4 * place_of(card) + above
        count += 1
        if suit == trump:
            active[count] = ABOVE + 4 * (PLACES + place_of(card & 15)) + above
            count += 1
    for suit in range(4):
        lane = suit_cards(own, suit)
        lane_out = suit_cards(out, suit)
        active[count] = LENGTHS + 10 * suit + min(count_cards(lane), 9)
        active[count + 1] = LENGTHS_OUT + 13 * suit + count_cards(lane_out)
        count += 2
        if suit == trump:
            active[count] = LENGTHS + 40 + min(count_cards(lane), 9)
            active[count + 1] = LENGTHS_OUT + 52 + count_cards(lane_out)
            count += 2
        if lane_out:
            for number in range(2):
                if not lane_out & seen.may_hold[right if number else left]:
                    active[count] = VOIDS + 5 * number + suit
                    count += 1
                    if suit == trump:
                        active[count] = VOIDS + 5 * number + 4
                        count += 1
    if at.trick.on_table:
        active[count] = BEST_CARD + place_of(at.trick.best_card)
        active[count + 1] = SUIT_LED + at.trick.led
        active[count + 2] = WINNING + (1 if at.trick.best_seat == left else 2)
        count += 3
        if (at.trick.best_card >> 4) == trump:
            active[count] = BEST_TRUMP + place_of(at.trick.best_card & 15)
            count += 1
    else:
        active[count] = WINNING
        count += 1
    active[count] = ON_TABLE + at.trick.on_table
    active[count + 1] = TRICKS_LEFT + min(at.trick.left, 13)
    active[count + 2] = STRAINS + (trump if trump >= 0 else 4)
    count += 3
    if goals.declarer >= 0:
        seat = goals.declarer
        active[count] = TOTALS + min(at.taken[seat] + supplementary(goals, seat), 19)
        return count + 1
    seat = me
    for number in range(MAX_SEATS):
        active[count] = TOTALS + 20 * number + min(at.taken[seat] + supplementary(goals, seat), 19)
        count += 1
        seat = left_of(seat)
    return count


cdef void judge(
    const Weights* weights, const int16_t* active, int count, uint64_t cards, Judgement* found
) noexcept nogil:
    """What the net makes of these inputs, for these cards."""
    cdef int16_t units[UNITS]
    cdef int16_t second[SECOND_UNITS]
    cdef uint8_t places[2 * PLACES]
    cdef int32_t out[2 * PLACES]
    cdef uint64_t rest = cards
    cdef int card, number = 0, asked = count_cards(cards)
    memcpy(units, weights.first_bias, sizeof(units))
    first_layer(weights.first[0], active, count, units)
    second_layer(weights.second[0], weights.second_bias, units, second)
    while rest:
        places[number] = place_of(lowest(rest))
        places[asked + number] = PLACES + places[number]
        rest &= rest - 1
        number += 1
    outputs(weights.out[0], weights.out_bias, second, places, 2 * asked, out)
    number = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        found.worth[card] = out[number]
        found.wish[card] = out[asked + number]
        number += 1


cdef int judge_cards(
    const Weights* roles,
    const TrickTables* tables,
    const Goals* goals,
    const Position* at,
    const Seen* seen,
    uint64_t cards,
    Judgement* found,
) noexcept nogil:
    """Judge these cards for the seat to play; returns its role."""
    cdef int16_t active[MAX_ACTIVE]
    cdef int role = role_of(goals, at.trick.turn)
    judge(&roles[role], active, look(tables, goals, at, seen, active), cards, found)
    return role


cdef void policy_odds(
    const Judgement* found, uint64_t cards, float sharpness, float* odds
) noexcept nogil:
    """By card, the odds that it is played, the likeliest being 1; a power sharpens them."""
    cdef int card = most_wished(found, cards)
    cdef int32_t best = found.wish[card]
    sharpness /= <float>(ONE * ONE)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        # Bounded, so that none vanishes.
        odds[card] = exponential(max(sharpness * (found.wish[card] - best), LEAST_LOGIT))


cdef float value_by_policy(
    int role, const Judgement* found, uint64_t cards, const float* odds
) noexcept nogil:
    """What the seat may expect if it plays by these odds: a chance, or for himself his score."""
    cdef float total = 0, value = 0
    cdef int card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += odds[card]
        value += odds[card] * expected(role, found.worth[card])
    return value / total


cdef int most_wished(const Judgement* found, uint64_t cards) noexcept nogil:
    """Of these cards the one most likely to be played; of equals the lowest."""
    cdef int best = lowest(cards), card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if found.wish[card] > found.wish[best]:
            best = card
    return best


cdef int best_card(
    const Weights* roles,
    const TrickTables* tables,
    const Goals* goals,
    const Position* at,
    const Seen* seen,
    uint64_t cards,
) noexcept nogil:
    """Of these cards the one that searches would most likely choose."""
    cdef Judgement found
    judge_cards(roles, tables, goals, at, seen, cards, &found)
    return most_wished(&found, cards)


cdef void show_card(
    const TrickTables* tables, const Position* before, Seen* seen, int card
) noexcept nogil:
    """Take note of a card about to be played."""
    cdef int seat = before.trick.turn
    cdef uint64_t following
    seen.played[seat] |= <uint64_t>1 << card
    if before.trick.on_table:
        following = tables.duty[before.trick.led][0]
        if not (following >> card) & 1:
            seen.may_hold[seat] &= ~following


cdef void see_all_before(SeatKnowledge knowledge, Seen* seen) noexcept nogil:
    """What everybody has seen of each seat when a search or a game starts from this knowledge."""
    cdef const Past* past
    cdef int seat, play
    for seat in range(MAX_SEATS):
        seen.may_hold[seat] = knowledge.may_hold[seat]
        seen.played[seat] = 0
    for play in range(knowledge.history.count):
        past = &knowledge.history.plays[play]
        seen.played[past.trick.turn] |= <uint64_t>1 << past.card


cdef class Net:
    """The weights of all roles, as whole numbers: see `Weights` for what they are parts of."""

    inputs = INPUTS
    units = UNITS
    second_units = SECOND_UNITS
    outputs = OUTPUTS
    roles = ROLES
    numbers = NUMBERS

    def __init__(self, weights):
        """One flat buffer of 16-bit numbers a role: what `Weights` has, in that order, in 1/64."""
        cdef const int16_t[::1] given
        if len(weights) != ROLES:
            raise ValueError(f"weights of {len(weights)} roles, of {ROLES}")
        for role in range(ROLES):
            given = weights[role]
            if given.shape[0] != NUMBERS:
                raise ValueError(f"{given.shape[0]} weights of a role, of {NUMBERS}")
            lay_weights(&self.by_role[role], given)

    def judgements(self, SeatKnowledge knowledge):
        """Where the viewer is to play: the inputs set, and by legal card its worth and wish."""
        cdef Seen seen
        cdef Judgement found
        cdef int16_t active[MAX_ACTIVE]
        cdef Position at = knowledge.board.data
        cdef const Goals* goals = &knowledge.targets.data
        cdef int count, card, role
        cdef uint64_t cards
        if knowledge.viewer != at.trick.turn or at.trick.left == 0:
            raise ValueError("the net judges for the seat to play, of which it sees the hand")
        # Which of the others holds what is not looked at.
        at.hands[left_of(knowledge.viewer)] = knowledge.unseen
        see_all_before(knowledge, &seen)
        count = look(&knowledge.board.rules.data, goals, &at, &seen, active)
        cards = legal_cards(&knowledge.board.rules.data, &at)
        role = role_of(goals, knowledge.viewer)
        judge(&self.by_role[role], active, count, cards, &found)
        judged = {}
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            judged[card] = (found.worth[card], found.wish[card])
        return role, [active[number] for number in range(count)], judged

    def card_chances(self, SeatKnowledge knowledge):
        """How likely the viewer, who is to play, plays each card; of touching cards the lowest."""
        cdef const Position* at = &knowledge.board.data
        cdef uint64_t cards, live = knowledge.unseen
        _, _, judged = self.judgements(knowledge)
        live |= at.hands[knowledge.viewer]
        if at.trick.on_table:
            live |= <uint64_t>1 << at.trick.best_card
        cards = legal_cards(&knowledge.board.rules.data, at)
        cards = one_per_run(cards, at.hands[knowledge.viewer], live)
        odds = {
            card: exponential(<float>wish / (ONE * ONE))
            for card, (_, wish) in judged.items()
            if (cards >> <int>card) & 1
        }
        total = sum(odds.values())
        return {card: each / total for card, each in odds.items()}


cdef void lay_weights(Weights* weights, const int16_t[::1] given):
    cdef int next = 0, row, column
    for row in range(INPUTS):
        for column in range(UNITS):
            weights.first[row][column] = given[next + column]
        next += UNITS
    for column in range(UNITS):
        weights.first_bias[column] = given[next + column]
    next += UNITS
    for row in range(SECOND_UNITS):
        for column in range(UNITS):
            weights.second[row][column] = given[next + column]
        next += UNITS
    for column in range(SECOND_UNITS):
        weights.second_bias[column] = given[next + column] * ONE
    next += SECOND_UNITS
    for row in range(OUTPUTS):
        for column in range(SECOND_UNITS):
            weights.out[row][column] = given[next + column]
        next += SECOND_UNITS
    for column in range(OUTPUTS):
        weights.out_bias[column] = given[next + column] * ONE
