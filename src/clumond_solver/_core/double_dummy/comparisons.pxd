"""What a result rests on: which cards of different players were compared, and which is higher.

Two cards of a suit and of different players are a *pair*. Each pair has a bit: the hero's cards
from the lowest, each with all of the next player's, then each with all of the third player's, then
the next player's, each with all of the third's. Suit lengths say which bit stands for which pair,
so that a set of pairs means the same wherever these are the same: "the hero's third spade and the
next player's first", whichever cards they are. `higher` has the bits of the pairs whose first card
wins.

A result holds wherever its pairs compare as they did in the search, for then the same players win
all its tricks.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, lane_of, lowest, suit_lane
from clumond_solver._core.rules.limits cimport SUITS

cdef extern from *:
    """
    #ifndef CLUMOND_COMPARISONS
    #define CLUMOND_COMPARISONS
    #include <stdint.h>
    /* By the width: a bit in every so many places. */
    static const uint64_t clumond_every[13] = {
        UINT64_C(0x0000000000000001), UINT64_C(0xFFFFFFFFFFFFFFFF), UINT64_C(0x5555555555555555),
        UINT64_C(0x9249249249249249), UINT64_C(0x1111111111111111), UINT64_C(0x1084210842108421),
        UINT64_C(0x1041041041041041), UINT64_C(0x8102040810204081), UINT64_C(0x0101010101010101),
        UINT64_C(0x8040201008040201), UINT64_C(0x1004010040100401), UINT64_C(0x0080100200400801),
        UINT64_C(0x1001001001001001)};
    static inline uint64_t bits_apart(int width, int count) {
        return clumond_every[width] & (((uint64_t)1 << (count * width)) - 1);
    }
    #if defined(__BMI2__) && defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    #include <immintrin.h>
    static inline uint64_t without_bits(uint64_t x, uint64_t gone) { return _pext_u64(x, ~gone); }
    static inline uint64_t with_gaps(uint64_t x, uint64_t gaps) { return _pdep_u64(x, ~gaps); }
    #else
    static inline uint64_t without_bits(uint64_t x, uint64_t gone) {
        while (gone) {
            uint64_t under = ((uint64_t)1 << cards_highest(gone)) - 1;
            gone &= under;
            x = (x & under) | ((x >> 1) & ~under);
        }
        return x;
    }
    static inline uint64_t with_gaps(uint64_t x, uint64_t gaps) {
        for (; gaps && x; gaps &= gaps - 1) {
            uint64_t under = (gaps & (~gaps + 1)) - 1;
            x = (x & under) | ((x & ~under) << 1);
        }
        return x;
    }
    #endif
    #endif
    """
    # So many bits, each `width` places above the last; count * width < 64.
    uint64_t bits_apart(int width, int count) noexcept nogil
    # x without these bits, the higher ones moved down; and the inverse.
    uint64_t without_bits(uint64_t x, uint64_t gone) noexcept nogil
    uint64_t with_gaps(uint64_t x, uint64_t gaps) noexcept nogil

cdef enum:
    MAX_WORDS = 3

ctypedef struct SuitLengths:
    # The cards of a suit that each player holds.
    int hero
    int next
    int third

ctypedef struct Hands:
    # Three hands at the start of a trick, and by suit the pairs whose first card is the higher one.
    uint64_t hand[3]
    uint64_t lengths
    uint64_t higher[SUITS]

ctypedef struct Packed:
    # A bit for each pair, one suit after another.
    uint64_t word[MAX_WORDS]
    int words


cdef inline int length_of(uint64_t lengths, int player, int suit) noexcept nogil:
    return (lengths >> (16 * player + 4 * suit)) & 15


cdef inline SuitLengths suit_lengths(uint64_t lengths, int suit) noexcept nogil:
    cdef SuitLengths n
    lengths >>= 4 * suit
    n.hero = lengths & 15
    n.next = (lengths >> 16) & 15
    n.third = (lengths >> 32) & 15
    return n


cdef inline int pairs_of(SuitLengths n) noexcept nogil:
    return n.hero * n.next + (n.hero + n.next) * n.third


cdef inline int origin(SuitLengths n, int player, int other) noexcept nogil:
    """The place of the first pair of these two players."""
    if player + other == 1:
        return 0
    if player + other == 2:
        return n.hero * n.next
    return n.hero * (n.next + n.third)


cdef inline int pair(
    SuitLengths n, int player, int card, int other, int others_card
) noexcept nogil:
    """The place of a pair: two players, and how many lower cards of the suit each of them has."""
    if player > other:
        player, card, other, others_card = other, others_card, player, card
    return (
        origin(n, player, other) + card * (n.next if other == 1 else n.third) + others_card
    )


cdef inline int place_in_suit(uint64_t hand, uint64_t bit) noexcept nogil:
    """How many lower cards of this suit the hand has."""
    return count_cards(hand & lane_of(lowest(bit)) & (bit - 1))


ctypedef struct Lines:
    # The pairs of a player's cards with those of another player: those of his lowest card, how far
    # apart those of his next card lie, and the first of them.
    uint64_t line
    int unit
    int origin
    # Whether it is his card that is higher where the bit of `higher` is set.
    bint first


cdef inline Lines lines_of(SuitLengths n, int player, int other) noexcept nogil:
    cdef Lines result
    cdef int mine = n.hero if player == 0 else n.next if player == 1 else n.third
    cdef int theirs = n.hero if other == 0 else n.next if other == 1 else n.third
    result.first = player < other
    result.origin = origin(n, player, other)
    result.unit = theirs if result.first else 1
    result.line = bits_apart(1 if result.first else mine, theirs)
    return result


cdef inline uint64_t pairs_with(SuitLengths n, int player, int card) noexcept nogil:
    """All pairs of a card."""
    cdef Lines one = lines_of(n, player, 1 if player == 0 else 0)
    cdef Lines two = lines_of(n, player, 1 if player == 2 else 2)
    return (one.line << (one.origin + card * one.unit)) | (
        two.line << (two.origin + card * two.unit)
    )


cdef inline bint for_any_against(
    uint64_t* pairs, uint64_t higher, Lines lines, int card, int low, int high
) noexcept nogil:
    """`for_any_of`, as to the pairs with one of the other players."""
    cdef uint64_t wins = higher if lines.first else ~higher
    cdef uint64_t all_lines, mine, won, lost, under, over, at
    if lines.line == 0:
        return True
    all_lines = (lines.line * bits_apart(lines.unit, high - low + 1)) << (
        lines.origin + low * lines.unit
    )
    mine = pairs[0] & all_lines
    if mine == 0:
        return True
    at = lines.line << (lines.origin + card * lines.unit)
    under = (lines.line * bits_apart(lines.unit, card - low)) << (
        lines.origin + low * lines.unit
    )
    over = all_lines & ~under & ~at
    won = mine & wins
    lost = mine & ~wins
    won = (
        (won & under)
        | ((won & over) >> lines.unit)
        | ((won & at) >> ((card - low) * lines.unit))
    )
    lost = (
        ((lost & under) << lines.unit)
        | (lost & over)
        | ((lost & at) << ((high - card) * lines.unit))
    )
    pairs[0] = (pairs[0] & ~all_lines) | won | lost
    return not (won & ~wins or lost & wins)


cdef inline bint for_any_of(
    uint64_t* pairs, uint64_t higher, SuitLengths n, int player, int card, int low, int high
) noexcept nogil:
    """Make the pairs that playing a card rests on hold for any of his cards from `low` to `high`.

    The lowest of them must win what the card that was played won, and the highest lose what it
    lost. Of the others, the n-th that he keeps is the n-th of them all or the one above that. False
    if these pairs do not all compare so.
    """
    return for_any_against(
        pairs, higher, lines_of(n, player, 1 if player == 0 else 0), card, low, high
    ) and for_any_against(
        pairs, higher, lines_of(n, player, 1 if player == 2 else 2), card, low, high
    )


cdef inline uint64_t all_higher(const uint64_t* hand, SuitLengths n, int suit) noexcept nogil:
    """How the cards of a suit compare."""
    cdef uint64_t lane = suit_lane(suit), cards, bit, result = 0
    cdef int player, other, i, under
    for player in range(2):
        for other in range(player + 1, 3):
            cards = hand[player] & lane
            i = 0
            while cards:
                bit = cards & (~cards + 1)
                cards ^= bit
                under = count_cards(hand[other] & lane & (bit - 1))
                result |= bits_apart(1, under) << pair(n, player, i, other, 0)
                i += 1
    return result


cdef inline Hands hands_of(const uint64_t* hand, uint64_t lengths) noexcept nogil:
    cdef Hands result
    cdef int i
    for i in range(3):
        result.hand[i] = hand[i]
    result.lengths = lengths
    for i in range(SUITS):
        result.higher[i] = all_higher(hand, suit_lengths(lengths, i), i)
    return result


cdef inline void across_boundary(
    uint64_t* pairs, const uint64_t* hand, uint64_t lengths, uint64_t boundary
) noexcept nogil:
    """Add all pairs of a card above a rank boundary and one below it."""
    cdef int suit = lowest(boundary) >> 4
    cdef uint64_t lane = suit_lane(suit), cards, bit
    cdef SuitLengths n = suit_lengths(lengths, suit)
    cdef int player, other, i, under, count
    for player in range(2):
        for other in range(player + 1, 3):
            under = count_cards(hand[other] & lane & (boundary - 1))
            count = count_cards(hand[other] & lane)
            cards = hand[player] & lane
            i = 0
            while cards:
                bit = cards & (~cards + 1)
                cards ^= bit
                if bit < boundary:
                    pairs[suit] |= bits_apart(1, count - under) << (
                        pair(n, player, i, other, 0) + under
                    )
                else:
                    pairs[suit] |= bits_apart(1, under) << pair(n, player, i, other, 0)
                i += 1


cdef inline Packed packed(const uint64_t* by_suit, uint64_t lengths) noexcept nogil:
    """The bits of all suits, one after another."""
    cdef Packed result
    cdef int suit, at = 0, n
    for suit in range(MAX_WORDS):
        result.word[suit] = 0
    for suit in range(SUITS):
        n = pairs_of(suit_lengths(lengths, suit))
        if n:
            result.word[at >> 6] |= by_suit[suit] << (at & 63)
            if (at & 63) + n > 64:
                result.word[(at >> 6) + 1] |= by_suit[suit] >> (64 - (at & 63))
        at += n
    result.words = 1 if at <= 64 else 2 if at <= 128 else 3
    return result


cdef inline void unpack(uint64_t* by_suit, const uint64_t* word, uint64_t lengths) noexcept nogil:
    cdef int suit, at = 0, n
    cdef uint64_t bits
    for suit in range(SUITS):
        n = pairs_of(suit_lengths(lengths, suit))
        by_suit[suit] = 0
        if n:
            bits = word[at >> 6] >> (at & 63)
            if (at & 63) + n > 64:
                bits |= word[(at >> 6) + 1] << (64 - (at & 63))
            by_suit[suit] = bits & bits_apart(1, n)
        at += n
