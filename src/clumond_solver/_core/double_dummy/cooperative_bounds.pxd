"""Bounds of the number of tricks that the hero takes if he keeps given cards, however all play.

The cooperative search tests them after the table (`is_settled_by_keeping` in open_search.pyx). They
count cards that must be played, so they hold for any play, and they depend on at most one rank
boundary per suit. Because `keep` is known, the hero plays all other cards of each suit, and he is
never out of a suit of which he keeps a card. Every other player keeps three cards.

`lengths` packs the number of cards of each player in each suit, the hero first: 4 bits a suit, 16 a
player. `keep` packs the cards that the hero keeps, 4 bits a suit. A discard is any card that he
plays to a lead of another suit, a ruff too; a side discard is one that is no trump.
"""

from libc.stdint cimport uint32_t, uint64_t

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, suit_lane
from clumond_solver._core.rules.limits cimport KEPT, SUITS

cdef enum:
    # More than the tricks of a hand: stands for infinity.
    INFINITE_LOSSES = 100
    # No line that everybody helps with needs more slack.
    ENOUGH_SLACK = 2

ctypedef struct TrickBound:
    # A number of tricks, and the rank boundaries that it depends on.
    int tricks
    uint64_t boundaries

ctypedef struct Unbeaten:
    # The number of cards that nothing beats, the number of cards assumed to be beaten, and the rank
    # boundary that both depend on.
    int cards
    int beaten
    uint64_t boundary

ctypedef struct SuitLosses:
    # For one suit and player: the player's number of cards; the leads that the hero follows to if
    # he discards none of the suit; the most further leads, which need a discard of the hero each;
    # and the tricks that the hero loses if the player follows to all of those `leads`, with their
    # rank boundary.
    int length
    int leads
    int further_leads
    int losses
    uint64_t boundary

ctypedef struct PlayerLosses:
    # The hero's losses to one player: by side suit, in all of them, and to trumps.
    SuitLosses[SUITS] suit
    int in_suits
    int to_trumps
    uint64_t trump_boundary


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


cdef inline int most_leads(const SuitLosses* suit, int max_discards) noexcept nogil:
    """The most times that a suit can be led if the hero discards at most `max_discards` times."""
    return suit.leads + min(suit.further_leads, max_discards)


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


cdef inline int most_not_followed(
    const SuitLosses* suits, int max_discards, int open_suits, int made
) noexcept nogil:
    """The most tricks to which a player does not follow, as in `most_discards`."""
    cdef int suit, further_leads, best = made
    for suit in range(SUITS):
        if (open_suits >> suit) & 1:
            further_leads = most_leads(&suits[suit], max_discards) - at_least_zero(
                suits[suit].length - made
            )
            if further_leads > 0:
                best = max(
                    best,
                    most_not_followed(
                        suits, max_discards, open_suits & ~(1 << suit), made + further_leads
                    ),
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
    led. Besides, every card discarded avoids at most one loss.
    """
    cdef int most_discarded = most_not_followed(suits, max_discards, (1 << SUITS) - 1, 0)
    cdef int out_of, suit, spare_leads, most_spare_leads, leads, avoided, smallest_loss, most = 0
    if most_discarded == 0:
        return 0
    for out_of in range(1, 1 << SUITS):
        spare_leads = side_discards if (out_of >> strain) & 1 else max_discards
        most_spare_leads = 0
        avoided = 0
        smallest_loss = INFINITE_LOSSES
        for suit in range(SUITS):
            if (out_of >> suit) & 1:
                leads = most_leads(&suits[suit], max_discards)
                spare_leads += suits[suit].leads - suits[suit].length
                most_spare_leads += leads - suits[suit].length
                avoided += suits[suit].losses
                if leads > suits[suit].length:
                    smallest_loss = min(smallest_loss, suits[suit].losses)
        if spare_leads >= 0 and most_spare_leads >= 0:
            most = max(most, avoided - smallest_loss)
    return min(most, most_discarded)


cdef inline void count_leads(
    PlayerLosses* losses, uint64_t lengths, uint64_t keep, int player
) noexcept nogil:
    """How often each suit is led, beside the number of a player's cards."""
    cdef int suit
    cdef SuitLosses* one
    for suit in range(SUITS):
        one = &losses.suit[suit]
        one.length = length_of(lengths, player, suit)
        one.leads = to_play(lengths, keep, suit)
        # Every player who has the suit follows each time. A hero who keeps a card of it does too.
        one.further_leads = 0
        if not (keep >> (4 * suit)) & 15:
            one.further_leads = at_least_zero(longest_other(lengths, suit) - one.leads)


cdef inline PlayerLosses losses_to(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int player
) noexcept nogil:
    """The tricks that the hero loses to one player: in each side suit, and to trumps."""
    cdef PlayerLosses losses
    cdef Unbeaten top
    cdef uint64_t lane
    cdef int suit, kept
    cdef SuitLosses* one
    count_leads(&losses, lengths, keep, player)
    losses.in_suits = 0
    for suit in range(SUITS):
        one = &losses.suit[suit]
        one.losses = 0
        one.boundary = 0
        if suit != strain and one.leads:
            lane = suit_lane(suit)
            kept = at_least_zero(one.length - one.leads)
            top = unbeaten(hand[player] & lane, hand[0] & lane, kept, one.leads)
            one.losses = top.cards
            one.boundary = top.boundary
            losses.in_suits += top.cards
    losses.to_trumps = 0
    if strain < SUITS:
        lane = suit_lane(strain)
        top = unbeaten(hand[player] & lane, hand[0] & lane, KEPT, to_play(lengths, keep, strain))
        losses.to_trumps = top.cards
        losses.trump_boundary = top.boundary
    return losses


cdef inline TrickBound unavoidable(
    const PlayerLosses* losses, int strain, int max_discards, int side_discards
) noexcept nogil:
    """The losses to a player in side suits that he cannot avoid, if the hero followed each time."""
    cdef TrickBound bound
    cdef int suit
    bound.tricks = 0
    bound.boundaries = 0
    if losses.in_suits:
        bound.tricks = losses.in_suits - most_avoided(
            losses.suit, strain, max_discards, side_discards
        )
        for suit in range(SUITS):
            bound.boundaries |= losses.suit[suit].boundary
    return bound


cdef inline void split_suits(PlayerLosses* one, PlayerLosses* other) noexcept nogil:
    """Count the losses in each suit for only one of two players: where they are more."""
    cdef int suit
    cdef PlayerLosses* fewer
    for suit in range(SUITS):
        fewer = one if one.suit[suit].losses <= other.suit[suit].losses else other
        fewer.in_suits -= fewer.suit[suit].losses
        fewer.suit[suit].losses = 0
        fewer.suit[suit].boundary = 0


cdef inline TrickBound forced_losses(
    const PlayerLosses* to_player,
    const PlayerLosses* to_split,
    int strain,
    int max_discards,
    int side_discards,
    int enough,
) noexcept nogil:
    """The fewest tricks that the hero loses with so many side discards; or more than `enough`.

    Claims: he loses at least F + max(D, T) tricks for each of the others, and at least G + D. D are
    the tricks in which he discards a side card, which loses. F are those in which he follows to a
    side suit and this player follows with a card that beats his: one for each such card of the
    player, but for those avoided, and for at most one a discard. T are those in which this player
    plays a trump that none of the hero's beats; he plays all of his trumps but those that he may
    keep. G is F with a player of its own for each suit. F (or G) and D are disjoint, because the
    hero follows or discards; F and T are, because the player plays one card to a trick; the parts
    of G are, because each trick is led in one suit. D and T are not: the hero may discard on that
    very trump.
    """
    cdef TrickBound bound, other, best
    cdef int player, most
    best.tricks = side_discards
    best.boundaries = 0
    for player in range(2):
        most = max(side_discards, to_player[player].to_trumps)
        if at_least_zero(to_player[player].in_suits - side_discards) + most <= best.tricks:
            continue
        bound = unavoidable(&to_player[player], strain, max_discards, side_discards)
        bound.tricks -= side_discards
        if bound.tricks <= 0:
            bound.tricks = 0
            bound.boundaries = 0
        if to_player[player].to_trumps > side_discards:
            bound.boundaries |= to_player[player].trump_boundary
        bound.tricks += most
        if bound.tricks > best.tricks:
            best = bound
            if best.tricks > enough:
                return best
    if to_split[0].in_suits + to_split[1].in_suits > best.tricks:
        bound = unavoidable(&to_split[0], strain, max_discards, side_discards)
        other = unavoidable(&to_split[1], strain, max_discards, side_discards)
        if bound.tricks + other.tricks > best.tricks:
            best.tricks = bound.tricks + other.tricks
            best.boundaries = bound.boundaries | other.boundaries
    return best


cdef inline TrickBound fewest_losses(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int leader, int discards,
    int lost, int enough,
) noexcept nogil:
    """The fewest tricks that the hero loses if he loses at most `lost`; stop below `enough`.

    Whatever number of side cards he discards. He discards and ruffs only on leads of the others,
    and they lead once after each trick that he loses, and now unless it is his lead.
    """
    cdef int ruffs = to_play(lengths, keep, strain) if strain < SUITS else 0
    cdef int side_discards
    cdef TrickBound bound, fewest
    cdef PlayerLosses[2] to_player
    cdef PlayerLosses[2] to_split
    to_player[0] = losses_to(hand, lengths, keep, strain, 1)
    to_player[1] = losses_to(hand, lengths, keep, strain, 2)
    to_split = to_player
    split_suits(&to_split[0], &to_split[1])
    discards = min(discards, lost + (leader != 0))
    fewest.tricks = INFINITE_LOSSES
    fewest.boundaries = 0
    for side_discards in range(min(discards, lost) + 1):
        bound = forced_losses(
            to_player, to_split, strain, min(discards, side_discards + ruffs), side_discards, lost
        )
        fewest.tricks = min(fewest.tricks, bound.tricks)
        if fewest.tricks <= enough:
            return fewest
        fewest.boundaries |= bound.boundaries
    return fewest


cdef inline int most_ruffs(
    uint64_t lengths, uint64_t keep, int strain, int discards
) noexcept nogil:
    """The most tricks that the others ruff: with their trumps, where they need not follow."""
    cdef PlayerLosses losses
    cdef int player, ruffs = 0
    for player in range(1, 3):
        count_leads(&losses, lengths, keep, player)
        ruffs += min(
            length_of(lengths, player, strain),
            most_not_followed(losses.suit, discards, ((1 << SUITS) - 1) & ~(1 << strain), 0),
        )
    return ruffs


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
    cdef int side = -discards, spare_trumps = 0
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
            spare_trumps = count_cards(others & lane) - top.beaten
        else:
            side += top.cards
            side_boundaries |= top.boundary
    if side > 0 and spare_trumps:
        side -= min(spare_trumps, most_ruffs(lengths, keep, strain, discards))
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
    cdef TrickBound fewest
    boundaries[0] = least.boundaries
    tricks_wanted &= ~<uint32_t>0 << least.tricks
    if tricks_wanted:
        # To lose fewer tricks he must discard less, so what excludes the least total also excludes
        # the others.
        tricks = lowest(tricks_wanted)
        most = tricks_left - tricks
        fewest = fewest_losses(hand, lengths, keep, strain, leader, discards, most, most)
        if fewest.tricks <= most:
            return 0
        boundaries[0] |= fewest.boundaries
        most = tricks - 1
    for tricks in range(least.tricks, most + 1):
        counts_with_hope |= totals >> tricks
    return ~counts_with_hope


cdef inline int slack_of_bounds(
    const uint64_t* hand, uint64_t lengths, uint64_t keep, int strain, int leader, int tricks_left,
    int tricks, int least
) noexcept nogil:
    """How far it is from out of reach to take so many further tricks with these cards kept.

    By how many tricks the bounds of those taken and of those lost could rise, at most ENOUGH_SLACK.
    Some number below `least` if it is less; below 0 if the ending is out of reach.
    """
    cdef int discards = most_discards(lengths, keep, suits_not_kept(keep), 0)
    cdef int spare, lost = tricks_left - tricks
    cdef TrickBound fewest
    if tricks < 0 or lost < 0:
        return -1
    spare = tricks - least_tricks(hand, lengths, keep, strain, leader, discards).tricks
    if spare < least:
        return spare
    spare = min(spare, <int>ENOUGH_SLACK)
    fewest = fewest_losses(
        hand, lengths, keep, strain, leader, discards, lost, lost - spare
    )
    return min(spare, lost - fewest.tricks)
