"""The last tricks of a deal with all hands open, solved exactly.

With a declarer: whether he can force success against both others (alpha-beta on yes or no).
Undeclared: every seat maximises its own reward and plays its best choices with equal chances (max^n
with ties averaged, one choice for each run of touching cards).
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from clumond_solver._core.bits.cards cimport (
    highest,
    lowest,
    one_per_run,
    suit_cards,
    sum_of_suits,
)
from clumond_solver._core.rules.clumond cimport (
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
    const TrickTables* tables, const Position* at, uint64_t cards
) noexcept nogil:
    # In the last trick only winning and the suit played matter: the highest and lowest of a suit,
    # or one card if the suit cannot win.
    cdef uint64_t kept = 0, lane
    cdef int suit, top
    for suit in range(4):
        lane = suit_cards(cards, suit)
        if lane == 0:
            continue
        kept |= lane & (~lane + 1)
        top = highest(lane)
        if at.trick.on_table == 0 or tables.power[at.trick.led][top] > at.trick.best_power:
            kept |= <uint64_t>1 << top
    return kept


cdef bint out_of_reach(const FinishTable* finishes, const Position* at) noexcept nogil:
    # At the start of one of the last two tricks: no finish that declarer could still reach counts.
    cdef int seat = finishes.declarer
    cdef uint64_t hand = at.hands[seat], rest, other
    cdef int code = sum_of_suits(hand)
    cdef uint16_t window = 3 if at.trick.left == 1 else 7
    cdef int one
    window = window << at.taken[seat]
    rest = hand
    while rest:
        one = code - (lowest(rest) >> 4)
        rest &= rest - 1
        if at.trick.left == 1:
            if finishes.success[seat][one] & window:
                return False
            continue
        other = rest
        while other:
            if finishes.success[seat][one - (lowest(other) >> 4)] & window:
                return False
            other &= other - 1
    return True


cdef inline bint can_beat(
    const TrickTables* tables, uint64_t hand, int led, uint8_t best
) noexcept nogil:
    # Whether some card that may be played to this lead is stronger.
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
    # Whether every card that may be played to this lead is stronger.
    cdef uint64_t owed = suit_cards(hand, led)
    if owed == 0:
        if tables.trump < 0 or hand & ~suit_cards(hand, tables.trump):
            return False
        owed = hand
    return tables.power[led][lowest(owed)] > best


cdef inline bint succeeds_whoever_wins(
    int wins, int loses, int suit, bint can_lose_it, bint must_lose_it
) noexcept nogil:
    # Declarer's card of this suit is winning; the others may be able, or forced, to beat it. `wins`
    # and `loses` have a bit for each suit whose card he can give up on winning or losing the trick.
    if (wins >> suit) & 1 and (not can_lose_it or (loses >> suit) & 1):
        return True
    return must_lose_it and (loses >> suit) & 1


cdef bint has_answer(
    const TrickTables* tables, uint64_t own, uint64_t last, int led, uint8_t best, int wins,
    int loses
) noexcept nogil:
    # Whether declarer has a good card against a lead of this strength; `last` is the hand that
    # plays after him (empty if none does).
    cdef uint64_t owed = suit_cards(own, led)
    cdef int suit, end
    cdef uint8_t power
    if owed == 0:
        for suit in range(4):
            if suit != tables.trump and (loses >> suit) & 1 and suit_cards(own, suit):
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
            if (loses >> suit) & 1:
                return True
        elif succeeds_whoever_wins(
            wins,
            loses,
            suit,
            can_beat(tables, last, led, power),
            last != 0 and must_beat(tables, last, led, power),
        ):
            return True
    return False


cdef bint last_trick_leading(
    const TrickTables* tables, uint64_t own, uint64_t second, uint64_t third, int wins, int loses
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
                wins,
                loses,
                suit,
                can_beat(tables, second, suit, power) or can_beat(tables, third, suit, power),
                must_beat(tables, second, suit, power) or must_beat(tables, third, suit, power),
            ):
                return True
    return False


cdef bint last_trick_following(
    const TrickTables* tables,
    uint64_t lead,
    uint64_t partner,
    uint64_t own,
    bint own_second,
    int wins,
    int loses,
) noexcept nogil:
    # Whether declarer has an answer to every lead, and to every card of the partner before him.
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
            if own_second:
                if not has_answer(tables, own, partner, suit, power, wins, loses):
                    return False
                continue
            replies = suit_cards(partner, suit)
            if replies == 0 and tables.trump >= 0:
                replies = suit_cards(partner, tables.trump)
                if partner & ~replies and not has_answer(
                    tables, own, 0, suit, power, wins, loses
                ):
                    return False
            if replies == 0:
                if not has_answer(tables, own, 0, suit, power, wins, loses):
                    return False
                continue
            for reply in range(2):
                best = tables.power[suit][highest(replies) if reply == 0 else lowest(replies)]
                if not has_answer(tables, own, 0, suit, max(best, power), wins, loses):
                    return False
    return True


cdef bint last_trick(
    const TrickTables* tables, const FinishTable* finishes, const Position* at
) noexcept nogil:
    # The last trick before its lead, in closed form: for declarer only the suit that he gives up
    # and whether he wins count.
    cdef int seat = finishes.declarer, leader = at.trick.turn
    cdef int code = sum_of_suits(at.hands[seat])
    cdef int suit, wins = 0, loses = 0
    cdef uint16_t good
    cdef int second = (leader + 1) % 3, third = (leader + 2) % 3
    for suit in range(4):
        if suit_cards(at.hands[seat], suit):
            good = finishes.success[seat][code - suit] >> at.taken[seat]
            wins |= ((good >> 1) & 1) << suit
            loses |= (good & 1) << suit
    if wins == 0 and loses == 0:
        return False
    if leader == seat:
        return last_trick_leading(
            tables, at.hands[seat], at.hands[second], at.hands[third], wins, loses
        )
    return last_trick_following(
        tables,
        at.hands[leader],
        at.hands[third] if second == seat else at.hands[second],
        at.hands[seat],
        second == seat,
        wins,
        loses,
    )


cdef bint declarer_succeeds(
    const TrickTables* tables, const FinishTable* finishes, Position* at
) noexcept nogil:
    """Whether declarer can force success from here; restores the position."""
    cdef Trick before = at.trick
    cdef uint64_t hand, choices
    cdef bint own, succeeds
    cdef int card
    if before.left == 0:
        return succeeded(finishes, at, finishes.declarer)
    if before.on_table == 0 and before.left <= 2:
        if before.left == 1:
            return last_trick(tables, finishes, at)
        if out_of_reach(finishes, at):
            return False
    hand = at.hands[before.turn]
    choices = legal_cards(tables, at)
    if before.left == 1:
        choices = extremes(tables, at, choices)
    else:
        choices = one_per_run(choices, hand, live_cards(tables, at))
    own = before.turn == finishes.declarer
    while choices:
        card = lowest(choices)
        choices &= choices - 1
        play_card(tables, at, card)
        succeeds = declarer_succeeds(tables, finishes, at)
        if at.trick.on_table == 0:
            at.taken[at.trick.turn] -= 1
        at.trick = before
        at.hands[before.turn] = hand
        if succeeds == own:
            return own
    return not own


cdef void every_seat_for_itself(
    const TrickTables* tables, const FinishTable* finishes, Position* at, float* rewards
) noexcept nogil:
    """The rewards when every seat plays for itself; restores the position."""
    cdef Trick before = at.trick
    cdef uint64_t hand, choices
    cdef float here[MAX_SEATS]
    cdef float best = 0
    cdef int seat, mover = before.turn, ties = 0
    if before.left == 0:
        final_rewards(finishes, at, rewards)
        return
    hand = at.hands[mover]
    choices = one_per_run(legal_cards(tables, at), hand, live_cards(tables, at))
    while choices:
        play_card(tables, at, lowest(choices))
        choices &= choices - 1
        every_seat_for_itself(tables, finishes, at, here)
        if at.trick.on_table == 0:
            at.taken[at.trick.turn] -= 1
        at.trick = before
        at.hands[mover] = hand
        if ties and here[mover] == best:
            ties += 1
            for seat in range(MAX_SEATS):
                rewards[seat] += here[seat]
        elif ties == 0 or here[mover] > best:
            ties = 1
            best = here[mover]
            for seat in range(MAX_SEATS):
                rewards[seat] = here[seat]
    for seat in range(MAX_SEATS):
        rewards[seat] /= ties


cdef void finish(
    const TrickTables* tables, const FinishTable* finishes, Position* at, float* rewards
) noexcept nogil:
    """The exact rewards of the position, with a declarer or undeclared."""
    if finishes.declarer < 0:
        every_seat_for_itself(tables, finishes, at, rewards)
        return
    share_rewards(finishes, declarer_succeeds(tables, finishes, at), rewards)
