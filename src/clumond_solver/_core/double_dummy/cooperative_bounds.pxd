"""Bounds of the number of tricks that the hero takes if he keeps given cards, however all play.

The cooperative search tests them after the table (`is_settled_by_keeping` in search.pxi). They
count cards that must be played, so they hold for any play, and they depend on at most one rank
boundary per suit. Because `keep` is known, the hero plays all other cards of each suit, and he is
never out of a suit of which he keeps a card. Every other player keeps three cards.

`lengths` packs the number of cards of each player in each suit, the hero first: 4 bits a suit, 16 a
player. `keep` packs the cards that the hero keeps, 4 bits a suit. A discard is any card that he
plays to a lead of another suit, a ruff too; a side discard is one that is no trump.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, suit_lane
from clumond_solver._core.double_dummy.quick_tricks cimport TrickBound
from clumond_solver._core.rules.limits cimport KEPT, SUITS

cdef enum:
    # More than the tricks of a hand: stands for infinity.
    INFINITE_LOSSES = 100

ctypedef struct Unbeaten:
    # The number of cards that nothing beats, the number of cards assumed to be beaten, and the rank
    # boundary that both depend on.
    int cards
    int beaten
    uint64_t boundary

ctypedef struct SuitLosses:
    # For one suit and player: the player's number of cards; the leads that the hero follows to if
    # he discards none of the suit; the most times that it can be led; and the tricks that the hero
    # loses if the player follows to all of those `leads`.
    int length
    int leads
    int most_leads
    int losses


cdef inline int at_least_zero(int n) noexcept nogil:
    return max(n, 0)


cdef inline int length_of(uint64_t lengths, int player, int suit) noexcept nogil:
    return <int>((lengths >> (16 * player + 4 * suit)) & 15)


cdef inline int suits_not_kept(uint64_t keep) noexcept nogil:
    """The suits of which the hero keeps nothing, as bits."""
    cdef int suit, suits = 0
    for suit in range(SUITS):
        suits |= (((keep >> (4 * suit)) & 15) == 0) << suit
    return suits


cdef inline int longest_other(uint64_t lengths, int suit) noexcept nogil:
    return max(length_of(lengths, 1, suit), length_of(lengths, 2, suit))


cdef inline int to_play(uint64_t lengths, uint64_t keep, int suit) noexcept nogil:
    """The number of cards of a suit that the hero plays."""
    return length_of(lengths, 0, suit) - <int>((keep >> (4 * suit)) & 15)


cdef inline int most_leads(
    uint64_t lengths, uint64_t keep, int suit, int max_discards
) noexcept nogil:
    """The most times that a suit can be led if the hero discards at most `max_discards` times.

    Every player who has the suit plays it each time, so it cannot be led more often than the player
    with the most cards has cards.
    """
    cdef int plays = to_play(lengths, keep, suit)
    if (keep >> (4 * suit)) & 15:
        return plays
    return plays + min(at_least_zero(longest_other(lengths, suit) - plays), max_discards)


cdef inline Unbeaten unbeaten(
    uint64_t mine, uint64_t others, int kept, int most_others
) noexcept nogil:
    """The least number of cards of a suit that one side plays and that no card of the suit beats.

    Count the cards above any rank boundary. One side plays all of its own but those kept, at most
    one per trick. Each card of the others beats at most one of them, and they play at most
    `most_others`.
    """
    cdef Unbeaten result
    cdef uint64_t part, low
    cdef int above = -kept, higher = 0, beaten
    result.cards = 0
    result.beaten = 0
    result.boundary = 0
    while mine:
        part = others & ~((<uint64_t>2 << highest(mine)) - 1)
        others ^= part
        higher += count_cards(part)
        part = mine & ~((<uint64_t>2 << highest(others)) - 1) if others else mine
        mine ^= part
        above += count_cards(part)
        beaten = min(higher, most_others)
        if above - beaten > result.cards:
            low = part & (~part + 1)
            result.cards = above - beaten
            result.beaten = beaten
            result.boundary = low if others else 0
    return result


cdef inline int most_discards(uint64_t lengths, uint64_t keep, int suits, int made) noexcept nogil:
    """The most tricks in which one of `suits` is led while the hero is out of it.

    Before he is out of a suit he follows to it with every card that he has not discarded on such
    tricks (`made` so far, in suits that he ran out of earlier). Every player who has the suit
    follows each time, so it cannot be led more often than the player with the most cards has cards.
    """
    cdef int suit, best = made
    cdef int follows, further_leads
    for suit in range(SUITS):
        if not (suits >> suit) & 1:
            continue
        follows = at_least_zero(length_of(lengths, 0, suit) - made)
        further_leads = at_least_zero(longest_other(lengths, suit) - follows)
        best = max(
            best, most_discards(lengths, keep, suits & ~(1 << suit), made + further_leads)
        )
    return best


cdef inline int most_avoided(
    const SuitLosses* suits, int strain, int max_discards, int side_discards
) noexcept nogil:
    """The most of the hero's forced losses that a player avoids by running out of suits.

    To be out of some suits before their last lead, he must get rid of his cards of them on leads of
    them: with 4 cards of a suit that is led 3 times he discards one on another of these suits. He
    cannot discard on them until he is out of a first one, so in that one he avoids nothing.
    The hero makes further leads possible by discarding and by ruffing, but a card that ruffs is not
    led.
    """
    cdef int out_of, suit, spare_leads, most_spare_leads, avoided, smallest_loss, most = 0
    for out_of in range(1, 1 << SUITS):
        spare_leads = side_discards if (out_of >> strain) & 1 else max_discards
        most_spare_leads = 0
        avoided = 0
        smallest_loss = INFINITE_LOSSES
        for suit in range(SUITS):
            if (out_of >> suit) & 1:
                spare_leads += suits[suit].leads - suits[suit].length
                most_spare_leads += suits[suit].most_leads - suits[suit].length
                avoided += suits[suit].losses
                if suits[suit].most_leads > suits[suit].length:
                    smallest_loss = min(smallest_loss, suits[suit].losses)
        if spare_leads >= 0 and most_spare_leads >= 0:
            most = max(most, avoided - smallest_loss)
    return most


cdef inline TrickBound forced_losses(
    const uint64_t* hand,
    uint64_t lengths,
    uint64_t keep,
    int strain,
    int player,
    int max_discards,
    int side_discards,
) noexcept nogil:
    """The fewest tricks that the hero loses to one player or by so many `side_discards`.

    Claim: at least F + max(D, T). D are tricks in which he discards a side card, which loses. F are
    tricks in which he follows to a side suit and the player follows with a card that beats his: on
    every lead that he follows to, as long as the player can, but for those avoided, and at most one
    fewer for each of D. T are tricks in which the player plays a trump that none of the hero's
    beats; he plays all of his trumps but those that he may keep. F and D are disjoint, because the
    hero follows or discards; F and T are, because the player plays one card to a trick. D and T are
    not: the hero may discard on that very trump.
    """
    cdef TrickBound losses
    cdef Unbeaten top
    cdef uint64_t lane
    cdef int suit, kept
    cdef SuitLosses[SUITS] suits
    cdef SuitLosses* one
    losses.tricks = 0
    losses.boundaries = 0
    for suit in range(SUITS):
        one = &suits[suit]
        one.length = length_of(lengths, player, suit)
        one.leads = to_play(lengths, keep, suit)
        one.most_leads = most_leads(lengths, keep, suit, max_discards)
        one.losses = 0
        if suit != strain and one.leads:
            lane = suit_lane(suit)
            kept = at_least_zero(one.length - one.leads)
            top = unbeaten(hand[player] & lane, hand[0] & lane, kept, one.leads)
            one.losses = top.cards
            losses.tricks += top.cards
            losses.boundaries |= top.boundary
    losses.tricks -= side_discards
    if losses.tricks > 0:
        losses.tricks -= most_avoided(suits, strain, max_discards, side_discards)
    if losses.tricks <= 0:
        losses.tricks = 0
        losses.boundaries = 0
    top.cards = 0
    if strain < SUITS:
        lane = suit_lane(strain)
        top = unbeaten(hand[player] & lane, hand[0] & lane, KEPT, to_play(lengths, keep, strain))
    if top.cards > side_discards:
        losses.tricks += top.cards
        losses.boundaries |= top.boundary
    else:
        losses.tricks += side_discards
    return losses


cdef inline bint can_lose_so_few(
    const uint64_t* hand,
    uint64_t lengths,
    uint64_t keep,
    int strain,
    int lost,
    int discards,
    uint64_t* boundaries,
) noexcept nogil:
    """Whether the hero may lose at most `lost` tricks, for some number of side cards discarded.

    He discards or ruffs at most `discards` times. If he may not, add to `boundaries` those that
    this depends on.
    """
    cdef int ruffs = to_play(lengths, keep, strain) if strain < SUITS else 0
    cdef int side_discards, player, max_discards
    cdef TrickBound losses
    cdef uint64_t resting_on = 0
    for side_discards in range(min(discards, lost) + 1):
        max_discards = min(discards, side_discards + ruffs)
        for player in range(1, 3):
            losses = forced_losses(hand, lengths, keep, strain, player, max_discards, side_discards)
            if losses.tricks > lost:
                break
        if losses.tricks <= lost:
            return True
        resting_on |= losses.boundaries
    boundaries[0] |= resting_on
    return False


cdef inline TrickBound least_tricks(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int leader, int discards
) noexcept nogil:
    """The fewest tricks the hero takes, by the cards he plays or by the leads he must make."""
    cdef TrickBound least
    cdef Unbeaten top
    cdef uint64_t lane, others = hand[1] | hand[2]
    cdef uint64_t side_boundaries = 0
    cdef int suit, kept, follows
    # His side cards that nothing of their suit beats, less those that lose nevertheless: discards,
    # and cards ruffed by trumps that beat none of his trumps.
    cdef int side = -discards
    # Each lead but one made now needs a trick won before it, and each discard may save a lead.
    cdef int leads = -discards - (leader == 0)
    least.tricks = 0
    least.boundaries = 0
    for suit in range(SUITS):
        lane = suit_lane(suit)
        kept = <int>((keep >> (4 * suit)) & 15)
        # Once the others can no longer follow, only he can lead the suit.
        leads += at_least_zero(to_play(lengths, keep, suit) - longest_other(lengths, suit))
        # His cards can be beaten if another follows, and his ruffs by an overruff.
        follows = longest_other(lengths, suit) + (discards if suit == strain else 0)
        top = unbeaten(hand[0] & lane, others & lane, kept, follows)
        if suit == strain:
            least.tricks += top.cards
            least.boundaries |= top.boundary
            side -= count_cards(others & lane) - top.beaten
        else:
            side += top.cards
            side_boundaries |= top.boundary
    if side > 0:
        least.tricks += side
        least.boundaries |= side_boundaries
    # The last of these leads wins if the others then have no trumps.
    if leads + (leader == 0) > 0 and (
        strain == SUITS
        or not others & suit_lane(strain)
        or to_play(lengths, keep, strain) - discards > longest_other(lengths, strain)
    ):
        leads += 1
    if leads > least.tricks:
        least.tricks = leads
        least.boundaries = 0
    return least


cdef inline uint32_t hopeless_counts(
    const uint64_t* hand,
    uint64_t lengths,
    uint64_t keep,
    uint32_t totals,
    int strain,
    int leader,
    int tricks_left,
    int taken,
    uint64_t* boundaries,
) noexcept nogil:
    """The trick counts from which no total can be reached with these cards kept; set boundaries.

    Counts other than `taken` are included if the same bounds exclude all totals from them.
    """
    cdef uint32_t counts_with_hope = 0
    cdef uint32_t tricks_wanted = (totals >> taken) & ((<uint32_t>2 << tricks_left) - 1)
    cdef int discards = most_discards(lengths, keep, suits_not_kept(keep), 0)
    cdef int most = tricks_left, tricks
    cdef TrickBound least = least_tricks(hand, lengths, keep, strain, leader, discards)
    boundaries[0] = least.boundaries
    tricks_wanted &= ~<uint32_t>0 << least.tricks
    if tricks_wanted:
        # To lose fewer tricks he must discard less, so what excludes the least total also excludes
        # the others.
        tricks = lowest(tricks_wanted)
        if can_lose_so_few(
            hand, lengths, keep, strain, tricks_left - tricks, discards, boundaries
        ):
            return 0
        most = tricks - 1
    for tricks in range(least.tricks, most + 1):
        counts_with_hope |= totals >> tricks
    return ~counts_with_hope
