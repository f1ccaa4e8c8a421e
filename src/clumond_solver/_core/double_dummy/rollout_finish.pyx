"""The last tricks of a rollout with all hands open, solved exactly.

With a declarer: whether he can force success against both others (alpha-beta with the values true
and false). Undeclared: every seat maximises its own reward, and chooses among its best cards, one
for each run of touching cards, with equal chances (max^n with ties averaged).
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from clumond_solver._core.bits.cards cimport (
    highest,
    lowest,
    one_per_run,
    suit_cards,
    sum_of_suits,
)
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Trick,
    final_rewards,
    legal_cards,
    live_cards,
    play_card,
    share_rewards,
    succeeded,
)


cdef inline uint64_t extremes(
    const TrickTables* tables, const Position* position, uint64_t cards
) noexcept nogil:
    # The cards to try in the last trick, where only winning and the suit played matter: the lowest
    # of each suit, and the highest if it can win.
    cdef uint64_t kept = 0, lane
    cdef int suit, top, power
    for suit in range(4):
        lane = suit_cards(cards, suit)
        if lane == 0:
            continue
        kept |= lane & (~lane + 1)
        top = highest(lane)
        power = tables.power[position.trick.led][top]
        if position.trick.on_table == 0 or power > position.trick.best_power:
            kept |= <uint64_t>1 << top
    return kept


cdef bint out_of_reach(const PayoffTable* payoffs, const Position* position) noexcept nogil:
    # At the start of one of the last two tricks: whether no finish that declarer can still reach is
    # a success.
    cdef int seat = payoffs.declarer
    cdef uint64_t hand = position.hands[seat], rest, other
    cdef int code = sum_of_suits(hand)
    cdef uint16_t window = 3 if position.trick.tricks_left == 1 else 7
    cdef int one
    window = window << position.taken[seat]
    rest = hand
    while rest:
        one = code - (lowest(rest) >> 4)
        rest &= rest - 1
        if position.trick.tricks_left == 1:
            if payoffs.success[seat][one] & window:
                return False
            continue
        other = rest
        while other:
            if payoffs.success[seat][one - (lowest(other) >> 4)] & window:
                return False
            other &= other - 1
    return True


cdef inline bint can_beat(
    const TrickTables* tables, uint64_t hand, int led, uint8_t best
) noexcept nogil:
    # Whether some legal card of a hand that does not lead is stronger than `best`.
    cdef uint64_t owed = suit_cards(hand, led)
    if owed == 0:
        if tables.trump < 0:
            return False
        owed = suit_cards(hand, tables.trump)
        if owed == 0:
            return False
    return tables.power[led][highest(owed)] > best


cdef inline bint must_beat(
    const TrickTables* tables, uint64_t hand, int led, uint8_t best
) noexcept nogil:
    # Whether every legal card of a hand that does not lead is stronger than `best`.
    cdef uint64_t owed = suit_cards(hand, led)
    if owed == 0:
        if tables.trump < 0 or hand & ~suit_cards(hand, tables.trump):
            return False
        owed = hand
    return tables.power[led][lowest(owed)] > best


cdef inline bint succeeds_whoever_wins(
    int good_wins, int good_losses, int suit, bint can_be_beaten, bint must_be_beaten
) noexcept nogil:
    # Whether declarer's card of this suit, which is winning so far, succeeds. `good_wins` has a bit
    # for each suit of which a card succeeds by winning the trick, `good_losses` by losing it.
    if (good_wins >> suit) & 1 and (not can_be_beaten or (good_losses >> suit) & 1):
        return True
    return must_be_beaten and (good_losses >> suit) & 1


cdef bint has_answer(
    const TrickTables* tables, uint64_t own, uint64_t last, int led, uint8_t best, int good_wins,
    int good_losses
) noexcept nogil:
    # Whether declarer has a card that succeeds if `best` is the power to beat; `last` is the hand
    # that plays after him (empty if none does).
    cdef uint64_t owed = suit_cards(own, led)
    cdef int suit, end
    cdef uint8_t power
    if owed == 0:
        for suit in range(4):
            if suit != tables.trump and (good_losses >> suit) & 1 and suit_cards(own, suit):
                return True
        if tables.trump < 0:
            return False
        owed = suit_cards(own, tables.trump)
        if owed == 0:
            return False
    suit = lowest(owed) >> 4
    for end in range(2):
        power = tables.power[led][highest(owed) if end == 0 else lowest(owed)]
        if power < best:
            if (good_losses >> suit) & 1:
                return True
        elif succeeds_whoever_wins(
            good_wins,
            good_losses,
            suit,
            can_beat(tables, last, led, power),
            last != 0 and must_beat(tables, last, led, power),
        ):
            return True
    return False


cdef bint has_good_lead(
    const TrickTables* tables, uint64_t own, uint64_t second, uint64_t third, int good_wins,
    int good_losses,
) noexcept nogil:
    cdef uint64_t lane
    cdef int suit, card, end
    cdef uint8_t power
    for suit in range(4):
        lane = suit_cards(own, suit)
        if lane == 0:
            continue
        for end in range(2):
            card = highest(lane) if end == 0 else lowest(lane)
            power = tables.power[suit][card]
            if succeeds_whoever_wins(
                good_wins,
                good_losses,
                suit,
                can_beat(tables, second, suit, power) or can_beat(tables, third, suit, power),
                must_beat(tables, second, suit, power) or must_beat(tables, third, suit, power),
            ):
                return True
    return False


cdef bint answers_all_leads(
    const TrickTables* tables,
    uint64_t lead,
    uint64_t partner,
    uint64_t own,
    bint is_second,
    int good_wins,
    int good_losses,
) noexcept nogil:
    # Whether declarer has an answer to every lead, and to every card of a partner before him.
    cdef uint64_t lane, replies
    cdef int suit, end, card, reply
    cdef uint8_t power, best
    for suit in range(4):
        lane = suit_cards(lead, suit)
        if lane == 0:
            continue
        for end in range(2):
            card = highest(lane) if end == 0 else lowest(lane)
            power = tables.power[suit][card]
            if is_second:
                if not has_answer(tables, own, partner, suit, power, good_wins, good_losses):
                    return False
                continue
            replies = suit_cards(partner, suit)
            if replies == 0 and tables.trump >= 0:
                replies = suit_cards(partner, tables.trump)
                if partner & ~replies and not has_answer(
                    tables, own, 0, suit, power, good_wins, good_losses
                ):
                    return False
            if replies == 0:
                if not has_answer(tables, own, 0, suit, power, good_wins, good_losses):
                    return False
                continue
            for reply in range(2):
                best = tables.power[suit][highest(replies) if reply == 0 else lowest(replies)]
                if not has_answer(tables, own, 0, suit, max(best, power), good_wins, good_losses):
                    return False
    return True


cdef bint succeeds_in_last_trick(
    const TrickTables* tables, const PayoffTable* payoffs, const Position* position
) noexcept nogil:
    # Whether declarer succeeds in the last trick, before its lead, without a search: only the suit
    # that he plays and whether he wins matter.
    cdef int seat = payoffs.declarer, leader = position.trick.turn
    cdef int code = sum_of_suits(position.hands[seat])
    cdef int suit, good_wins = 0, good_losses = 0
    cdef uint16_t successes
    cdef int second = (leader + 1) % 3, third = (leader + 2) % 3
    for suit in range(4):
        if suit_cards(position.hands[seat], suit):
            successes = payoffs.success[seat][code - suit] >> position.taken[seat]
            good_wins |= ((successes >> 1) & 1) << suit
            good_losses |= (successes & 1) << suit
    if good_wins == 0 and good_losses == 0:
        return False
    if leader == seat:
        return has_good_lead(
            tables, position.hands[seat], position.hands[second], position.hands[third],
            good_wins, good_losses,
        )
    return answers_all_leads(
        tables,
        position.hands[leader],
        position.hands[third] if second == seat else position.hands[second],
        position.hands[seat],
        second == seat,
        good_wins,
        good_losses,
    )


cdef bint declarer_succeeds(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position
) noexcept nogil:
    """Whether declarer can force success from here; restores the position."""
    cdef Trick before = position.trick
    cdef uint64_t hand, choices
    cdef bint is_declarer, succeeds
    cdef int card
    if before.tricks_left == 0:
        return succeeded(payoffs, position, payoffs.declarer)
    if before.on_table == 0 and before.tricks_left <= 2:
        if before.tricks_left == 1:
            return succeeds_in_last_trick(tables, payoffs, position)
        if out_of_reach(payoffs, position):
            return False
    hand = position.hands[before.turn]
    choices = legal_cards(tables, position)
    if before.tricks_left == 1:
        choices = extremes(tables, position, choices)
    else:
        choices = one_per_run(choices, hand, live_cards(tables, position))
    is_declarer = before.turn == payoffs.declarer
    while choices:
        card = lowest(choices)
        choices &= choices - 1
        play_card(tables, position, card)
        succeeds = declarer_succeeds(tables, payoffs, position)
        if position.trick.on_table == 0:
            position.taken[position.trick.turn] -= 1
        position.trick = before
        position.hands[before.turn] = hand
        if succeeds == is_declarer:
            return is_declarer
    return not is_declarer


cdef void undeclared_rewards(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position, float* rewards
) noexcept nogil:
    """Write the rewards if every seat plays for itself; restores the position."""
    cdef Trick before = position.trick
    cdef uint64_t hand, choices
    cdef float after_card[MAX_SEATS]
    cdef float best = 0
    cdef int seat, mover = before.turn, ties = 0
    if before.tricks_left == 0:
        final_rewards(payoffs, position, rewards)
        return
    hand = position.hands[mover]
    choices = one_per_run(legal_cards(tables, position), hand, live_cards(tables, position))
    while choices:
        play_card(tables, position, lowest(choices))
        choices &= choices - 1
        undeclared_rewards(tables, payoffs, position, after_card)
        if position.trick.on_table == 0:
            position.taken[position.trick.turn] -= 1
        position.trick = before
        position.hands[mover] = hand
        if ties and after_card[mover] == best:
            ties += 1
            for seat in range(MAX_SEATS):
                rewards[seat] += after_card[seat]
        elif ties == 0 or after_card[mover] > best:
            ties = 1
            best = after_card[mover]
            for seat in range(MAX_SEATS):
                rewards[seat] = after_card[seat]
    for seat in range(MAX_SEATS):
        rewards[seat] /= ties


cdef void exact_finish_rewards(
    const TrickTables* tables, const PayoffTable* payoffs, Position* position, float* rewards
) noexcept nogil:
    """Write each seat's exact reward, with a declarer or undeclared."""
    if payoffs.declarer < 0:
        undeclared_rewards(tables, payoffs, position, rewards)
        return
    share_rewards(payoffs, declarer_succeeds(tables, payoffs, position), rewards)
