"""Small nets that evaluate a position from what the player to move sees.

Each role has a net. Its inputs are bits: the player's own cards and how many are above each, the
cards that are out and where they can be, the trick, tricks taken and left, voids shown, what the
others have played. Two layers of clipped linear units follow, then for each card the chance of
success after it and its policy logit. The nets learn by self-play from outcomes (deep Monte Carlo:
Zha et al. 2021, "DouZero") and from searches (expert iteration: Anthony, Tian and Barber 2017).

All numbers are integers, so that every machine and compiler gets the same result. The first layer
adds up the rows of the few inputs that are set (as in Nasu 2018, "efficiently updatable neural
networks").
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from clumond_solver._core.bits.cards cimport count_cards, lowest, one_per_run, suit_cards
from clumond_solver._core.rules.clumond_tricks cimport left_of, legal_cards, with_best_card
from clumond_solver._core.single_dummy.knowledge cimport SeatKnowledge

cdef float LEAST_LOGIT = -24


cdef extern from *:
    """
    #include <stdint.h>
    /* The loader picks wider vectors if the processor has them; the sums are the same. */
    #if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    #define NET_CLONES __attribute__((target_clones("avx2", "default")))
    #else
    #define NET_CLONES
    #endif
    #define NET_BOUNDED(x) ((x) < 0 ? 0 : (x) > 255 ? 255 : (x))

    NET_CLONES static void net_first_layer(
        const int16_t *rows, const int16_t *active, int count, int16_t *units)
    {
        int i = 0;
        /* Adding four rows in one pass reads and writes the sums a quarter as often. */
        for (; i + 4 <= count; i += 4) {
            const int16_t *first = rows + (intptr_t)active[i] * NET_UNITS;
            const int16_t *second = rows + (intptr_t)active[i + 1] * NET_UNITS;
            const int16_t *third = rows + (intptr_t)active[i + 2] * NET_UNITS;
            const int16_t *fourth = rows + (intptr_t)active[i + 3] * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++)
                units[unit] += (int16_t)(first[unit] + second[unit] + third[unit] + fourth[unit]);
        }
        for (; i < count; i++) {
            const int16_t *row = rows + (intptr_t)active[i] * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++) units[unit] += row[unit];
        }
        for (int unit = 0; unit < NET_UNITS; unit++) units[unit] = NET_BOUNDED(units[unit]);
    }

    NET_CLONES static void net_second_layer(
        const int16_t *rows, const int32_t *bias, const int16_t *units, int16_t *out)
    {
        int32_t totals[NET_SECOND_UNITS];
        for (int i = 0; i < NET_SECOND_UNITS; i++) {
            int32_t total = 0;
            const int16_t *row = rows + (intptr_t)i * NET_UNITS;
            for (int unit = 0; unit < NET_UNITS; unit++) total += (int32_t)units[unit] * row[unit];
            totals[i] = total;
        }
        /* A separate loop vectorises. */
        for (int i = 0; i < NET_SECOND_UNITS; i++) {
            int32_t total = (totals[i] + bias[i]) >> 6;
            out[i] = (int16_t)NET_BOUNDED(total);
        }
    }

    NET_CLONES static void net_outputs(
        const int16_t *rows, const int32_t *bias, const int16_t *units,
        const uint8_t *indices, int count, int32_t *out)
    {
        for (int i = 0; i < count; i++) {
            int32_t total = 0;
            const int16_t *row = rows + (intptr_t)indices[i] * NET_SECOND_UNITS;
            for (int unit = 0; unit < NET_SECOND_UNITS; unit++)
                total += (int32_t)units[unit] * row[unit];
            out[i] = total + bias[indices[i]];
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
        const uint8_t* indices,
        int count,
        int32_t* out,
    ) noexcept nogil


cdef inline int add_cards(uint64_t cards, int first, int16_t* active, int count) noexcept nogil:
    while cards:
        active[count] = first + pack_index(lowest(cards))
        cards &= cards - 1
        count += 1
    return count


cdef inline int supplementary(const PayoffTable* payoffs, int seat) noexcept nogil:
    # The seat's supplementary tricks: 9 less the fewest tricks that succeed with code 9.
    cdef int tricks = 0
    while tricks < 9 and not (payoffs.success[seat][9] >> tricks) & 1:
        tricks += 1
    return 9 - tricks


cdef int encode_inputs(
    const TrickTables* tables,
    const PayoffTable* payoffs,
    const Position* position,
    const PublicInfo* info,
    int16_t* active,
) noexcept nogil:
    """List in `active` the inputs that are set for the seat to play; return their number.

    They depend on the cards that the others hold together, not on who holds them.
    """
    cdef int me = position.trick.turn, left = left_of(me), right = left_of(left_of(me))
    cdef int trump = tables.trump
    cdef uint64_t own = position.hands[me]
    cdef uint64_t out = position.hands[left] | position.hands[right]
    cdef uint64_t known_left = out & ~info.may_hold[right]
    cdef uint64_t known_right = out & ~info.may_hold[left]
    cdef uint64_t rest, lane, lane_out
    cdef int count = 0, suit, card, above, length, seat, number, total
    count = add_cards(own, OWN, active, count)
    count = add_cards(out & ~known_left & ~known_right, UNKNOWN, active, count)
    count = add_cards(known_left, AT_LEFT, active, count)
    count = add_cards(known_right, AT_RIGHT, active, count)
    count = add_cards(info.played[left], PLAYED, active, count)
    count = add_cards(info.played[right], PLAYED + PACK_CARDS, active, count)
    if trump >= 0:
        count = add_cards(suit_cards(own, trump) >> (16 * trump), OWN_TRUMPS, active, count)
        count = add_cards(suit_cards(out, trump) >> (16 * trump), TRUMPS_OUT, active, count)
    rest = own
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        suit = card >> 4
        above = count_cards(suit_cards(out, suit) & ~((<uint64_t>2 << card) - 1))
        above = min(above, ABOVE_VALUES - 1)
        active[count] = ABOVE + ABOVE_VALUES * pack_index(card) + above
        count += 1
        if suit == trump:
            active[count] = ABOVE + ABOVE_VALUES * (PACK_CARDS + pack_index(card & 15)) + above
            count += 1
    for suit in range(4):
        lane = suit_cards(own, suit)
        lane_out = suit_cards(out, suit)
        length = min(count_cards(lane), LENGTH_VALUES - 1)
        active[count] = LENGTHS + LENGTH_VALUES * suit + length
        active[count + 1] = LENGTHS_OUT + LENGTH_OUT_VALUES * suit + count_cards(lane_out)
        count += 2
        if suit == trump:
            active[count] = LENGTHS + LENGTH_VALUES * TRUMP_LANE + length
            active[count + 1] = LENGTHS_OUT + LENGTH_OUT_VALUES * TRUMP_LANE
            active[count + 1] += count_cards(lane_out)
            count += 2
        if lane_out:
            for number in range(2):
                if not lane_out & info.may_hold[right if number else left]:
                    active[count] = VOIDS + LANES * number + suit
                    count += 1
                    if suit == trump:
                        active[count] = VOIDS + LANES * number + TRUMP_LANE
                        count += 1
    if position.trick.on_table:
        active[count] = BEST_CARD + pack_index(position.trick.best_card)
        active[count + 1] = SUIT_LED + position.trick.led
        active[count + 2] = WINNING + (1 if position.trick.best_seat == left else 2)
        count += 3
        if (position.trick.best_card >> 4) == trump:
            active[count] = BEST_TRUMP + pack_index(position.trick.best_card & 15)
            count += 1
    else:
        active[count] = WINNING
        count += 1
    active[count] = ON_TABLE + position.trick.on_table
    active[count + 1] = TRICKS_LEFT + min(position.trick.tricks_left, TRICKS_LEFT_VALUES - 1)
    active[count + 2] = STRAINS + (trump if trump >= 0 else TRUMP_LANE)
    count += 3
    if payoffs.declarer >= 0:
        seat = payoffs.declarer
        total = position.taken[seat] + supplementary(payoffs, seat)
        active[count] = TOTALS + min(total, TOTAL_VALUES - 1)
        return count + 1
    seat = me
    for number in range(MAX_SEATS):
        total = position.taken[seat] + supplementary(payoffs, seat)
        active[count] = TOTALS + TOTAL_VALUES * number + min(total, TOTAL_VALUES - 1)
        count += 1
        seat = left_of(seat)
    return count


cdef void evaluate(
    const Weights* weights, const int16_t* active, int count, uint64_t cards, Evaluation* evaluation
) noexcept nogil:
    """Evaluate the cards, given the inputs that are set."""
    cdef int16_t units[UNITS]
    cdef int16_t second[SECOND_UNITS]
    cdef uint8_t indices[2 * PACK_CARDS]
    cdef int32_t out[2 * PACK_CARDS]
    cdef uint64_t rest = cards
    cdef int card, number = 0, card_count = count_cards(cards)
    memcpy(units, weights.first_bias, sizeof(units))
    first_layer(weights.first[0], active, count, units)
    second_layer(weights.second[0], weights.second_bias, units, second)
    while rest:
        indices[number] = pack_index(lowest(rest))
        indices[card_count + number] = PACK_CARDS + indices[number]
        rest &= rest - 1
        number += 1
    outputs(weights.out[0], weights.out_bias, second, indices, 2 * card_count, out)
    number = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        evaluation.value[card] = out[number]
        evaluation.policy_logit[card] = out[card_count + number]
        number += 1


cdef int evaluate_cards(
    const Weights* roles,
    const TrickTables* tables,
    const PayoffTable* payoffs,
    const Position* position,
    const PublicInfo* info,
    uint64_t cards,
    Evaluation* evaluation,
) noexcept nogil:
    """Evaluate the cards for the seat to play; return its role."""
    cdef int16_t active[MAX_ACTIVE]
    cdef int role = role_of(payoffs, position.trick.turn)
    cdef int count = encode_inputs(tables, payoffs, position, info, active)
    evaluate(&roles[role], active, count, cards, evaluation)
    return role


cdef void policy_odds(
    const Evaluation* evaluation, uint64_t cards, float sharpness, float* odds
) noexcept nogil:
    """Write each card's odds: its policy over the likeliest card's, to the power `sharpness`."""
    cdef int card = best_by_policy(evaluation, cards)
    cdef int32_t best = evaluation.policy_logit[card]
    sharpness /= <float>(ONE * ONE)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        # The bound keeps all odds above 0.
        odds[card] = exponential(
            max(sharpness * (evaluation.policy_logit[card] - best), LEAST_LOGIT)
        )


cdef float value_by_policy(
    int role, const Evaluation* evaluation, uint64_t cards, const float* odds
) noexcept nogil:
    """The seat's expected value if it plays by these odds: a chance, or a score if undeclared."""
    cdef float total = 0, value = 0
    cdef int card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total += odds[card]
        value += odds[card] * value_of_output(role, evaluation.value[card])
    return value / total


cdef int best_by_policy(const Evaluation* evaluation, uint64_t cards) noexcept nogil:
    """The card most likely to be played; the lowest if several are equally likely."""
    cdef int best = lowest(cards), card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if evaluation.policy_logit[card] > evaluation.policy_logit[best]:
            best = card
    return best


cdef class Nets:
    """The nets of all roles."""

    input_count = INPUTS
    unit_count = UNITS
    second_unit_count = SECOND_UNITS
    output_count = OUTPUTS
    role_count = ROLES
    weights_per_role = WEIGHTS_PER_ROLE

    def __init__(self, weights):
        """A buffer of 16-bit integers per role: the fields of `Weights` in order, in 1/64."""
        cdef const int16_t[::1] flat
        if len(weights) != ROLES:
            raise ValueError(f"weights of {len(weights)} roles, not {ROLES}")
        for role in range(ROLES):
            flat = weights[role]
            if flat.shape[0] != WEIGHTS_PER_ROLE:
                raise ValueError(f"{flat.shape[0]} weights of a role, not {WEIGHTS_PER_ROLE}")
            copy_weights(&self.by_role[role], &flat[0])

    def evaluations(self, SeatKnowledge knowledge):
        """The role of the seat to play, the inputs set, and each card's value and policy logit."""
        cdef PublicInfo info
        cdef Evaluation evaluation
        cdef int16_t active[MAX_ACTIVE]
        cdef Position position = knowledge.board.data
        cdef const PayoffTable* payoffs = &knowledge.payoffs.data
        cdef int count, card, role
        cdef uint64_t cards
        if knowledge.viewer != position.trick.turn or position.trick.tricks_left == 0:
            raise ValueError("the viewer must be the seat to play")
        # The net's inputs do not depend on who holds the unseen cards.
        position.hands[left_of(knowledge.viewer)] = knowledge.unseen
        knowledge.set_info(&info)
        count = encode_inputs(&knowledge.board.rules.data, payoffs, &position, &info, active)
        cards = legal_cards(&knowledge.board.rules.data, &position)
        role = role_of(payoffs, knowledge.viewer)
        evaluate(&self.by_role[role], active, count, cards, &evaluation)
        evaluated = {}
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            evaluated[card] = (evaluation.value[card], evaluation.policy_logit[card])
        return role, [active[number] for number in range(count)], evaluated

    def play_probabilities(self, SeatKnowledge knowledge):
        """How likely the viewer, now to play, plays each card; of touching ones only the lowest."""
        cdef const Position* position = &knowledge.board.data
        cdef uint64_t hand = position.hands[knowledge.viewer]
        cdef uint64_t cards = legal_cards(&knowledge.board.rules.data, position)
        _, _, evaluated = self.evaluations(knowledge)
        cards = one_per_run(cards, hand, with_best_card(position, hand | knowledge.unseen))
        odds = {
            card: exponential(<float>logit / (ONE * ONE))
            for card, (_, logit) in evaluated.items()
            if (cards >> <int>card) & 1
        }
        total = sum(odds.values())
        return {card: share / total for card, share in odds.items()}


cdef void copy_weights(Weights* weights, const int16_t* next) noexcept:
    cdef int unit
    memcpy(weights.first, next, sizeof(weights.first))
    next += INPUTS * UNITS
    memcpy(weights.first_bias, next, sizeof(weights.first_bias))
    next += UNITS
    memcpy(weights.second, next, sizeof(weights.second))
    next += SECOND_UNITS * UNITS
    for unit in range(SECOND_UNITS):
        weights.second_bias[unit] = next[unit] * ONE
    next += SECOND_UNITS
    memcpy(weights.out, next, sizeof(weights.out))
    next += OUTPUTS * SECOND_UNITS
    for unit in range(OUTPUTS):
        weights.out_bias[unit] = next[unit] * ONE
