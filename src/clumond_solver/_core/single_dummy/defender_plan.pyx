"""A defender's last tricks: the best plan that depends only on what he will have seen.

The tree search calls this when a defender has few tricks left. Solving each deal with
open hands and averaging the results would let him play differently in deals that he cannot tell
apart ("strategy fusion": Frank and Basin 1998, "Search in games with incomplete information"), as
if he never had to guess. Here all deals go down the tree of public plays together. When another
seat plays a card, the chance of each deal is multiplied by how likely the seat was to choose that
card in it; at his own turn the defender plays the card that is best over all remaining deals. This
is an expectimax over public histories, for one decision maker against fixed players, and exact for
the given deals except in lines that are too unlikely to matter. αμ (Cazenave and Ventos 2019, "The
αμ Search Algorithm for the Game of Bridge") avoids the same fusion where the opponents see all
hands and choose the worst for each deal: it needs vectors of results and Pareto fronts. Against
fixed players sums are enough.

The others are modelled as players who usually play a sound card (one that keeps what their side can
force with open hands), choose among sound cards by their nets' policy, and now and then play any
card. In games of the strongest player this predicts their last tricks far better than their nets
alone, whose errors a plan would exploit in vain, or than open hands alone.
"""

from libc.stdint cimport uint16_t

from clumond_solver._core.bits.cards cimport count_cards, lowest, one_per_run
from clumond_solver._core.bits.portable_math cimport exponential
from clumond_solver._core.bits.rng cimport random_unit
from clumond_solver._core.double_dummy.rollout_finish cimport declarer_succeeds
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    legal_cards,
    play_card,
    with_best_card,
)
from clumond_solver._core.single_dummy.knowledge cimport set_hidden_hands, record_card
from clumond_solver._core.single_dummy.net cimport (
    Evaluation,
    Weights,
    evaluate_cards,
    policy_odds,
)

cdef enum:
    # A list with more deals is resampled to at most this many.
    DRAWS = 300

# Less likely lines, which hardly change a plan, are solved with open hands.
cdef double LEAST_CHANCE = 0.05
# The nets evaluate only lines that are at least this many times as likely as LEAST_CHANCE.
cdef double EVALUATED_FROM = 4
# The share of plays that are random legal cards, by declarer and by the partner.
cdef float DECLARER_SLIPS = 0.05
cdef float PARTNER_SLIPS = 0.15
# The factor of deals in which declarer can still succeed: because he chose to declare, he holds
# such hands more often than his plays alone suggest.
cdef double CAN_SUCCEED_FACTOR = 3
# The error that rounding may leave in sums of chances.
cdef double ROUNDING = 1e-9


cdef inline void add_deal(DealList* deals, uint64_t first_hand, double chance) noexcept nogil:
    deals.first_hand[deals.count] = first_hand
    deals.chance[deals.count] = chance
    deals.count += 1
    deals.mass += chance


cdef void set_chances(
    Plan* plan, const Position* position, uint64_t unseen, bint plays_known, Rng* rng
) noexcept nogil:
    """In the first list, turn the logarithms of weights into chances; resample a long list.

    `plays_known`: whether the plays that led here are known.
    """
    cdef DealList* deals = &plan.lists[0]
    cdef Position dealt = position[0]
    cdef double best = deals.chance[0], total = 0, cumulative = 0, step, threshold
    cdef int number, drawn, count = deals.count
    for number in range(1, count):
        best = max(best, deals.chance[number])
    for number in range(count):
        deals.chance[number] = exponential(deals.chance[number] - best)
        set_hidden_hands(&dealt, plan.viewer, unseen, deals.first_hand[number])
        if plays_known and declarer_succeeds(plan.tables, plan.payoffs, &dealt):
            deals.chance[number] *= CAN_SUCCEED_FACTOR
        total += deals.chance[number]
    deals.count = 0
    deals.mass = 0
    if count <= DRAWS:
        for number in range(count):
            add_deal(deals, deals.first_hand[number], deals.chance[number] / total)
        return
    # Systematic resampling.
    step = total / DRAWS
    threshold = random_unit(rng) * step
    for number in range(count):
        cumulative += deals.chance[number]
        drawn = 0
        while threshold < cumulative:
            threshold += step
            drawn += 1
        if drawn:
            add_deal(deals, deals.first_hand[number], <double>drawn / DRAWS)


cdef bint has_failed(const PayoffTable* payoffs, const Position* position) noexcept nogil:
    # Whether declarer can no longer succeed, whichever three cards he keeps.
    cdef const uint16_t* success = payoffs.success[payoffs.declarer]
    cdef int taken = position.taken[payoffs.declarer]
    cdef uint16_t within = ((<uint16_t>2 << position.trick.tricks_left) - 1) << taken
    cdef uint64_t first = position.hands[payoffs.declarer], second, third
    cdef int one, two
    while first:
        one = lowest(first) >> 4
        first &= first - 1
        second = first
        while second:
            two = one + (lowest(second) >> 4)
            second &= second - 1
            third = second
            while third:
                if success[two + (lowest(third) >> 4)] & within:
                    return False
                third &= third - 1
    return True


cdef uint64_t sound_cards(
    const Plan* plan, const Position* position, uint64_t cards
) noexcept nogil:
    # The cards that keep what the player's side can force with open hands; all cards if none does.
    cdef Position after
    cdef bint is_declarer = position.trick.turn == plan.payoffs.declarer
    cdef uint64_t rest = cards, sound = 0
    while rest:
        after = position[0]
        play_card(plan.tables, &after, lowest(rest))
        if declarer_succeeds(plan.tables, plan.payoffs, &after) == is_declarer:
            sound |= rest & (~rest + 1)
        rest &= rest - 1
    return sound if sound else cards


cdef void predict_play(
    const Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t cards,
    const Weights* nets,
    float* odds,
) noexcept nogil:
    # The chance that the seat to play chooses each of the cards, from the lowest on.
    cdef Evaluation evaluation
    cdef bint is_declarer = position.trick.turn == plan.payoffs.declarer
    cdef float slip = (DECLARER_SLIPS if is_declarer else PARTNER_SLIPS) / count_cards(cards)
    cdef float by_card[64]
    cdef float total = 0
    cdef uint64_t sound = sound_cards(plan, position, cards)
    cdef bint evaluates = nets != NULL and sound & (sound - 1) != 0
    cdef int number = 0, card
    if evaluates:
        evaluate_cards(nets, plan.tables, plan.payoffs, position, info, sound, &evaluation)
        policy_odds(&evaluation, sound, 1, by_card)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        odds[number] = 0
        if (sound >> card) & 1:
            odds[number] = by_card[card] if evaluates else 1
            total += odds[number]
        number += 1
    total = (1 - slip * number) / total
    while number:
        number -= 1
        odds[number] = odds[number] * total + slip


cdef double failure_with_open_hands(
    const Plan* plan, const Position* position, uint64_t unseen, const DealList* deals
) noexcept nogil:
    # The chance that declarer fails if from here on all players see all hands.
    cdef Position dealt = position[0]
    cdef double value = 0
    cdef int number
    for number in range(deals.count):
        set_hidden_hands(&dealt, plan.viewer, unseen, deals.first_hand[number])
        if not declarer_succeeds(plan.tables, plan.payoffs, &dealt):
            value += deals.chance[number]
    return value


cdef inline bint has_played(const Plan* plan, const Position* position) noexcept nogil:
    return (plan.viewer + MAX_SEATS - position.trick.leader) % MAX_SEATS < position.trick.on_table


cdef double failure_chance(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    int list_number,
    double needed,
) noexcept nogil:
    """The chance that declarer fails, added up over the deals of a list.

    Exact if it is at least `needed`; else an upper bound below `needed`.
    """
    cdef DealList* deals = &plan.lists[list_number]
    cdef DealList* undecided
    cdef Position dealt
    cdef double failed = 0
    cdef int number
    if (
        deals.mass < plan.least_chance
        or position.trick.tricks_left == 0
        or (position.trick.tricks_left == 1 and has_played(plan, position))
    ):
        return failure_with_open_hands(plan, position, unseen, deals)
    if position.trick.on_table == 0:
        list_number += 1
        undecided = &plan.lists[list_number]
        undecided.count = 0
        undecided.mass = 0
        dealt = position[0]
        for number in range(deals.count):
            set_hidden_hands(&dealt, plan.viewer, unseen, deals.first_hand[number])
            if has_failed(plan.payoffs, &dealt):
                failed += deals.chance[number]
            else:
                add_deal(undecided, deals.first_hand[number], deals.chance[number])
        if undecided.count == 0:
            return failed
    needed -= failed
    if position.trick.turn == plan.viewer:
        return failed + failure_at_own_turn(plan, position, info, unseen, list_number, needed)
    return failed + failure_at_other_turn(plan, position, info, unseen, list_number, needed)


cdef inline double failure_chance_after(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    int list_number,
    int card,
    double needed,
) noexcept nogil:
    cdef Position after = position[0]
    cdef PublicInfo info_after = info[0]
    record_card(plan.tables, position, &info_after, card)
    # Hidden hands are set later, for each deal; `play_card` needs the card in the hand now.
    after.hands[position.trick.turn] |= <uint64_t>1 << card
    play_card(plan.tables, &after, card)
    unseen &= ~(<uint64_t>1 << card)
    return failure_chance(plan, &after, &info_after, unseen, list_number, needed)


cdef double failure_at_own_turn(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    int list_number,
    double needed,
) noexcept nogil:
    cdef uint64_t hand = position.hands[plan.viewer], cards
    cdef uint64_t live = with_best_card(position, hand | unseen)
    cdef double best = -1, mass = plan.lists[list_number].mass
    cdef bint tried_loser = False
    cdef int card
    if mass < needed - ROUNDING:
        return mass
    cards = one_per_run(legal_cards(plan.tables, position), hand, live)
    while cards and best < mass - ROUNDING:
        card = lowest(cards)
        cards &= cards - 1
        if (
            position.trick.tricks_left == 1
            and position.trick.on_table
            and plan.tables.power[position.trick.led][card] < position.trick.best_power
        ):
            # Of cards that do not win the last trick, try one.
            if tried_loser:
                continue
            tried_loser = True
        best = max(
            best,
            failure_chance_after(
                plan, position, info, unseen, list_number, card, max(best, needed)
            ),
        )
    return best


cdef double failure_at_other_turn(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    int list_number,
    double needed,
) noexcept nogil:
    cdef DealList* deals = &plan.lists[list_number]
    cdef DealList* after = &plan.lists[list_number + 1]
    cdef Position dealt = position[0]
    cdef double masses[64]
    cdef double value = 0, remaining = deals.mass
    cdef bint evaluates = remaining >= EVALUATED_FROM * plan.least_chance
    cdef const Weights* nets = plan.nets if evaluates else NULL
    cdef uint64_t live = with_best_card(position, position.hands[plan.viewer] | unseen)
    cdef uint64_t all_cards = 0, hand, cards, bit
    cdef int deal, number, card
    for card in range(64):
        masses[card] = 0
    for deal in range(deals.count):
        set_hidden_hands(&dealt, plan.viewer, unseen, deals.first_hand[deal])
        hand = dealt.hands[position.trick.turn]
        cards = one_per_run(legal_cards(plan.tables, &dealt), hand, live)
        deals.cards[deal] = cards
        all_cards |= cards
        deals.odds[deal][0] = 1
        if cards & (cards - 1):
            predict_play(plan, &dealt, info, cards, nets, deals.odds[deal])
        number = 0
        while cards:
            masses[lowest(cards)] += deals.chance[deal] * deals.odds[deal][number]
            cards &= cards - 1
            number += 1
    # The likeliest card first, so that the chance that remains soon cannot reach what is needed.
    while all_cards:
        card = lowest(all_cards)
        cards = all_cards & (all_cards - 1)
        while cards:
            if masses[lowest(cards)] > masses[card]:
                card = lowest(cards)
            cards &= cards - 1
        bit = <uint64_t>1 << card
        all_cards ^= bit
        if value + remaining < needed - ROUNDING:
            return value + remaining
        remaining -= masses[card]
        after.count = 0
        after.mass = 0
        for deal in range(deals.count):
            if deals.cards[deal] & bit:
                number = count_cards(deals.cards[deal] & (bit - 1))
                add_deal(
                    after,
                    deals.first_hand[deal] & ~bit,
                    deals.chance[deal] * deals.odds[deal][number],
                )
        value += failure_chance_after(
            plan, position, info, unseen, list_number + 1, card, needed - value - remaining
        )
    return value


cdef void plan_cards(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    uint64_t cards,
    bint only_best_exact,
    double* values,
) noexcept nogil:
    """Write the chance that declarer fails after each of the viewer's cards, by the first list.

    With `only_best_exact` the values of other cards are upper bounds, below the best value.
    """
    cdef double best = -1
    cdef int card
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        values[card] = failure_chance_after(
            plan, position, info, unseen, 0, card, best if only_best_exact else -1
        )
        best = max(best, values[card])
