"""Bounds of the tricks the hero takes if he is to keep given cards, whoever helps.

The cooperative search tests them after the table (`is_settled_by_keeping` in search.pxi).
They count cards that must be played, so that they hold for any play at all, and each suit rests on
one rank boundary at most. With `keep` known, the hero plays all other cards of each suit, and he is
never out of a suit of which he keeps something. Every other player keeps three cards.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, suit_lane
from clumond_solver._core.double_dummy.quick_tricks cimport TrickBound
from clumond_solver._core.rules.limits cimport KEPT, SUITS

cdef enum:
    # More than the tricks of a hand.
    MAX_LOSSES = 100

ctypedef struct Unbeaten:
    # Cards played that nothing beats, and how many higher cards of the others were allowed for.
    int cards
    int beaten
    uint64_t boundary

ctypedef struct SuitLosses:
    # A player's cards, the leads that the hero follows to or throws from, the most leads, and the
    # tricks that the hero loses if the player follows to them.
    int length
    int leads
    int most_leads
    int losses


cdef inline int positive(int n) noexcept nogil:
    return max(n, 0)


cdef inline int length_of(uint64_t lengths, int player, int suit) noexcept nogil:
    return <int>((lengths >> (16 * player + 4 * suit)) & 15)


cdef inline int suits_to_lose(uint64_t keep) noexcept nogil:
    """The suits of which the hero keeps nothing, a bit each."""
    cdef int suit, suits = 0
    for suit in range(SUITS):
        suits |= (((keep >> (4 * suit)) & 15) == 0) << suit
    return suits


cdef inline int longest_other(uint64_t lengths, int suit) noexcept nogil:
    return max(length_of(lengths, 1, suit), length_of(lengths, 2, suit))


cdef inline int to_play(uint64_t lengths, uint64_t keep, int suit) noexcept nogil:
    """How many cards of a suit the hero plays."""
    return length_of(lengths, 0, suit) - <int>((keep >> (4 * suit)) & 15)


cdef inline int most_leads(
    uint64_t lengths, uint64_t keep, int suit, int hero_discards
) noexcept nogil:
    """How often a suit can be led if the hero throws on no more tricks than given.

    Every holder plays the suit each time, so it is not led more often than the longest holding has
    cards.
    """
    cdef int plays = to_play(lengths, keep, suit)
    if (keep >> (4 * suit)) & 15:
        return plays
    return plays + min(positive(longest_other(lengths, suit) - plays), hero_discards)


cdef inline Unbeaten unbeaten(
    uint64_t mine, uint64_t others, int kept, int most_others
) noexcept nogil:
    """The least number of cards of a suit that one side plays and that no card of the suit beats.

    Above any place that side plays all its cards but those kept, at most one a trick. Only a card
    of the others from above that place, another one each time, beats one of them.
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
    """The most tricks that begin with a suit the hero is out of, of suits he may run out of.

    Before he is out of a suit he follows to it with every card he has not thrown on such tricks
    (`made` so far, for suits he runs out of earlier). Every holder follows each time, so that the
    suit is led no more often than the longest holding has cards.
    """
    cdef int suit, best = made
    cdef int follows, more
    for suit in range(SUITS):
        if not (suits >> suit) & 1:
            continue
        follows = positive(length_of(lengths, 0, suit) - made)
        more = positive(longest_other(lengths, suit) - follows)
        best = max(best, most_discards(lengths, keep, suits & ~(1 << suit), made + more))
    return best


cdef inline int most_avoided(
    const SuitLosses* suits, int strain, int hero_discards, int thrown
) noexcept nogil:
    """The most of the forced losses that a player avoids by running out of suits.

    He is out of some suits before their last lead, which takes as many cards thrown on leads of
    these suits as he has more of them than there are leads. Until he is out of a first one he
    throws none, so that he avoids nothing there. The hero makes further leads possible by throwing
    and by ruffing, but what he ruffs with is not led.
    """
    cdef int out_of, suit, more, at_most_more, avoided, first, most = 0
    for out_of in range(1, 1 << SUITS):
        more = thrown if (out_of >> strain) & 1 else hero_discards
        at_most_more = 0
        avoided = 0
        first = MAX_LOSSES
        for suit in range(SUITS):
            if (out_of >> suit) & 1:
                more += suits[suit].leads - suits[suit].length
                at_most_more += suits[suit].most_leads - suits[suit].length
                avoided += suits[suit].losses
                if suits[suit].most_leads > suits[suit].length and suits[suit].losses < first:
                    first = suits[suit].losses
        if more >= 0 and at_most_more >= 0 and avoided - first > most:
            most = avoided - first
    return most


cdef inline TrickBound forced_losses(
    const uint64_t* hand,
    uint64_t lengths,
    uint64_t keep,
    int strain,
    int player,
    int hero_discards,
    int thrown,
) noexcept nogil:
    """The tricks the hero loses at least to one player, and by throwing side cards.

    On leads that the hero follows to, that player follows while he can and plays what the hero
    cannot beat. Every card the hero throws saves him one such loss at most, and is a trick lost. Of
    trumps the player plays all but those he may keep.
    """
    cdef TrickBound losses
    cdef Unbeaten top
    cdef uint64_t lane
    cdef int suit
    cdef SuitLosses[SUITS] suits
    cdef SuitLosses* one
    losses.tricks = 0
    losses.boundaries = 0
    for suit in range(SUITS):
        one = &suits[suit]
        one.length = length_of(lengths, player, suit)
        one.leads = to_play(lengths, keep, suit)
        one.most_leads = most_leads(lengths, keep, suit, hero_discards)
        one.losses = 0
        if suit != strain and one.leads:
            lane = suit_lane(suit)
            top = unbeaten(
                hand[player] & lane, hand[0] & lane, positive(one.length - one.leads), one.leads
            )
            one.losses = top.cards
            losses.tricks += top.cards
            losses.boundaries |= top.boundary
    if losses.tricks:
        losses.tricks -= most_avoided(suits, strain, hero_discards, thrown)
    if losses.tricks <= thrown:
        losses.tricks = thrown
        losses.boundaries = 0
    if strain < SUITS:
        lane = suit_lane(strain)
        top = unbeaten(hand[player] & lane, hand[0] & lane, KEPT, to_play(lengths, keep, strain))
        losses.tricks += top.cards
        losses.boundaries |= top.boundary
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
    """Whether some number of side cards thrown may leave the hero with so few tricks lost.

    He throws, or ruffs, `discards` times at most. Where he cannot, adds what that rests on.
    """
    cdef int ruffs = to_play(lengths, keep, strain) if strain < SUITS else 0
    cdef int thrown, player, hero_discards
    cdef TrickBound losses
    cdef uint64_t resting_on = 0
    for thrown in range(min(discards, lost) + 1):
        hero_discards = min(discards, thrown + ruffs)
        for player in range(1, 3):
            losses = forced_losses(hand, lengths, keep, strain, player, hero_discards, thrown)
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
    """The tricks the hero takes at least, by the cards he plays or by the leads he must make."""
    cdef TrickBound least
    cdef Unbeaten top
    cdef uint64_t lane, others = hand[1] | hand[2]
    cdef uint64_t side_boundaries = 0
    cdef int suit, kept, follows
    # Cards that beat the hero's side suits: discards, and trumps that beat none of his trumps.
    cdef int side = -discards
    # He leads after a trick that he has won, or now.
    cdef int leads = -discards - (leader == 0)
    least.tricks = 0
    least.boundaries = 0
    for suit in range(SUITS):
        lane = suit_lane(suit)
        kept = <int>((keep >> (4 * suit)) & 15)
        # The others follow as long as they can, after which only he can lead the suit.
        leads += positive(to_play(lengths, keep, suit) - longest_other(lengths, suit))
        # He is beaten where another follows and, ruffing, by an overruff.
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
    # The last of them wins if by then the others have no trumps.
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


cdef inline uint32_t lost_if_kept(
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
    """Trick counts from which no total can be reached with these cards kept, and boundaries.

    Counts other than `taken` come along where the same bounds exclude all totals.
    """
    cdef uint32_t within = 0
    cdef uint32_t further = (totals >> taken) & ((<uint32_t>2 << tricks_left) - 1)
    cdef int discards = most_discards(lengths, keep, suits_to_lose(keep), 0)
    cdef int most = tricks_left, tricks
    cdef TrickBound least = least_tricks(hand, lengths, keep, strain, leader, discards)
    boundaries[0] = least.boundaries
    further &= ~<uint32_t>0 << least.tricks
    if further:
        # Losing fewer leaves him fewer discards, so that what excludes the least total excludes
        # the others.
        tricks = lowest(further)
        if can_lose_so_few(
            hand, lengths, keep, strain, tricks_left - tricks, discards, boundaries
        ):
            return 0
        most = tricks - 1
    for tricks in range(least.tricks, most + 1):
        within |= totals >> tricks
    return ~within
