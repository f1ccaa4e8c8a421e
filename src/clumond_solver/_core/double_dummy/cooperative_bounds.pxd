"""Bounds of the tricks the hero takes if he is to keep given cards, whoever helps.

The cooperative search tests them after the table (`settled_by_keeping` in search.pxi).
They count cards that must be played, so that they hold for any play at all, and each suit rests on
one rank boundary at most. With `keep` known, the hero plays all other cards of each suit, and he is
never out of a suit of which he keeps something. Every other player keeps three cards.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest
from clumond_solver._core.rules.limits cimport KEPT, SUITS

cdef enum:
    MAX_CARDS = 39

ctypedef struct Unbeaten:
    # Cards played that nothing beats, and how many higher cards of the others were allowed for.
    int cards
    int beaten
    uint64_t boundary

ctypedef struct Losses:
    int tricks
    uint64_t boundaries

ctypedef struct Least:
    int tricks
    uint64_t boundaries


cdef inline int positive(int n) noexcept nogil:
    return n if n > 0 else 0


cdef inline int at_most(int n, int most) noexcept nogil:
    return n if n < most else most


cdef inline int length_of(uint64_t lengths, int player, int suit) noexcept nogil:
    return <int>((lengths >> (16 * player + 4 * suit)) & 15)


cdef inline int suits_to_lose(uint64_t keep) noexcept nogil:
    """The suits of which the hero keeps nothing, a bit each."""
    cdef int suit, suits = 0
    for suit in range(SUITS):
        suits |= (((keep >> (4 * suit)) & 15) == 0) << suit
    return suits


cdef inline int longest_other(uint64_t lengths, int suit) noexcept nogil:
    cdef int first = length_of(lengths, 1, suit)
    cdef int second = length_of(lengths, 2, suit)
    return first if first > second else second


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
    return plays + at_most(positive(longest_other(lengths, suit) - plays), hero_discards)


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
        beaten = higher if higher < most_others else most_others
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
    cdef int suit, left, best = made
    cdef int follows, more
    for suit in range(SUITS):
        if not (suits >> suit) & 1:
            continue
        follows = positive(length_of(lengths, 0, suit) - made)
        more = positive(longest_other(lengths, suit) - follows)
        left = most_discards(lengths, keep, suits & ~(1 << suit), made + more)
        if left > best:
            best = left
    return best


cdef inline int discards_before(
    uint64_t lengths, uint64_t keep, int player, int hero_discards
) noexcept nogil:
    """The most cards a player can throw before he is out of a suit longer than its leads.

    A suit is led no more often than the hero follows to it or, out of it, throws. A card of another
    suit thrown there makes at most one more trick to throw on, so that it gains nothing.
    """
    cdef int suit, sum = 0
    for suit in range(SUITS):
        sum += positive(
            most_leads(lengths, keep, suit, hero_discards) - length_of(lengths, player, suit)
        )
    return sum


cdef inline Losses forced_losses(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int player, int hero_discards
) noexcept nogil:
    """The tricks the hero loses to a player who must follow to every lead of his long suits.

    Assumes that the hero throws no card of these suits, since every such card may save him a trick.
    """
    cdef Losses losses
    cdef Unbeaten top
    cdef uint64_t lane
    cdef int suit, length, plays, leads
    cdef int discards = discards_before(lengths, keep, player, hero_discards)
    losses.tricks = 0
    losses.boundaries = 0
    for suit in range(SUITS):
        length = length_of(lengths, player, suit)
        plays = to_play(lengths, keep, suit)
        leads = most_leads(lengths, keep, suit, hero_discards)
        if suit != strain and plays and length - leads >= discards:
            lane = <uint64_t>0xFFFF << (16 * suit)
            top = unbeaten(hand[player] & lane, hand[0] & lane, length - plays, plays)
            losses.tricks += top.cards
            losses.boundaries |= top.boundary
    return losses


cdef inline Losses most_losses(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int discards, int thrown
) noexcept nogil:
    """The tricks the hero loses at least to one of the others, whose trumps and suits add up.

    That player plays all trumps but those he may keep. The hero throws, or ruffs, `discards` times
    at most, and throws `thrown` side cards at most.
    """
    cdef Losses losses, most
    cdef Unbeaten top
    cdef uint64_t lane
    cdef int player
    most.tricks = 0
    most.boundaries = 0
    for player in range(1, 3):
        losses = forced_losses(hand, lengths, keep, strain, player, discards)
        losses.tricks = positive(losses.tricks - thrown)
        if losses.tricks == 0:
            losses.boundaries = 0
        if strain < SUITS:
            lane = <uint64_t>0xFFFF << (16 * strain)
            top = unbeaten(
                hand[player] & lane, hand[0] & lane, KEPT, to_play(lengths, keep, strain)
            )
            losses.tricks += top.cards
            losses.boundaries |= top.boundary
        if losses.tricks > most.tricks:
            most = losses
    return most


cdef inline Least least_tricks(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int leader, int discards
) noexcept nogil:
    """The tricks the hero takes at least, by the cards he plays or by the leads he must make."""
    cdef Least least
    cdef Unbeaten top
    cdef uint64_t lane, others = hand[1] | hand[2]
    cdef uint64_t side_boundaries = 0
    cdef int suit, kept
    # Cards that beat the hero's side suits: discards, and trumps that beat none of his trumps.
    cdef int side = -discards
    # He leads after a trick that he has won, or now.
    cdef int leads = -discards - (leader == 0)
    least.tricks = 0
    least.boundaries = 0
    for suit in range(SUITS):
        lane = <uint64_t>0xFFFF << (16 * suit)
        kept = <int>((keep >> (4 * suit)) & 15)
        # The others follow as long as they can, after which only he can lead the suit.
        leads += positive(to_play(lengths, keep, suit) - longest_other(lengths, suit))
        top = unbeaten(hand[0] & lane, others & lane, kept, MAX_CARDS)
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
    cdef int ruffs = to_play(lengths, keep, strain) if strain < SUITS else 0
    cdef int most = tricks_left, tricks, lost
    cdef Least least = least_tricks(hand, lengths, keep, strain, leader, discards)
    cdef Losses losses
    boundaries[0] = least.boundaries
    further &= ~<uint32_t>0 << least.tricks
    if further:
        # Losing fewer leaves him fewer discards, so that what excludes the least total excludes
        # the others. Side cards he throws are tricks lost; trumps he ruffs with are cards he plays.
        tricks = lowest(further)
        lost = tricks_left - tricks
        losses = most_losses(
            hand, lengths, keep, strain, at_most(discards, lost + ruffs), at_most(discards, lost)
        )
        if losses.tricks <= lost:
            return 0
        boundaries[0] |= losses.boundaries
        most = tricks - 1
    for tricks in range(least.tricks, most + 1):
        within |= totals >> tricks
    return ~within
