"""The transposition table: each entry stands for many positions and many trick counts.

The search probes it at the start of a trick, after the static tests, and stores its results:
partition search (M. Ginsberg, Partition search, AAAI 1996; GIB, JAIR 14, 2001).

Suit lengths, leader, strain and goal make up the exact *key*. The remaining cards are numbered from
the lowest bit on (a card's *place*). An entry adds *rank boundaries*, which are places. It holds
for every position that has as many cards of each owner below each boundary, and for every trick
count in its mask.

The owners of cards are stored as parities: whether the number of an owner's cards below a place is
odd. That loses nothing (the parity changes after each of his cards), and comparing parities at the
boundaries is a cheap test that rejects nearly all entries that do not hold.

Blocks of four entries, 128 bytes, are chained per hash value, newest first. All blocks are
allocated at once. When all are used, the oldest is cleared and used again, so memory never grows.
Index 0 means no block.

A list that has grown long is split at one boundary. Its entries with that boundary go to other
lists, by the number of cards of each owner below it, and those without it to one shared list. A
block that only names the boundary, the *split node*, takes the list's place. At a split node a
probe follows two branches, and storing follows one.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.lanes cimport lanes_extract, parity_below

cdef extern from *:
    """
    #ifndef CLUMOND_ENTRIES
    #define CLUMOND_ENTRIES
    #include <stdint.h>
    /* The entries of a block, as bits, whose mask has the count, and whose parities are equal */
    /* at all boundaries. Two at a time if the compiler has vectors. */
    #if defined(__GNUC__) || defined(__clang__)
    typedef uint64_t clumond_pair __attribute__((vector_size(16), aligned(8), may_alias));
    static inline clumond_pair pair_alike(const uint64_t *boundaries, const uint64_t *hero,
                                          const uint64_t *next, uint64_t odd_hero,
                                          uint64_t odd_next) {
        clumond_pair differ = ((*(const clumond_pair *)hero ^ odd_hero)
                               | (*(const clumond_pair *)next ^ odd_next))
                              & *(const clumond_pair *)boundaries;
        return (clumond_pair)(differ == 0);
    }
    static inline int matching_entries(const uint64_t *boundaries, const uint64_t *hero,
                                       const uint64_t *next, const uint32_t *mask,
                                       uint64_t odd_hero, uint64_t odd_next, uint32_t count) {
        clumond_pair low = pair_alike(boundaries, hero, next, odd_hero, odd_next);
        clumond_pair high = pair_alike(boundaries + 2, hero + 2, next + 2, odd_hero, odd_next);
        clumond_pair both = (low & (clumond_pair){1, 2}) | (high & (clumond_pair){4, 8});
        int alike = (int)(both[0] | both[1]);
        if (alike == 0) return 0;
        return alike & ((mask[0] & count ? 1 : 0) | (mask[1] & count ? 2 : 0)
                        | (mask[2] & count ? 4 : 0) | (mask[3] & count ? 8 : 0));
    }
    #else
    static inline int matching_entries(const uint64_t *boundaries, const uint64_t *hero,
                                       const uint64_t *next, const uint32_t *mask,
                                       uint64_t odd_hero, uint64_t odd_next, uint32_t count) {
        int i, alike = 0;
        for (i = 0; i < 4; i++)
            alike |= ((((hero[i] ^ odd_hero) | (next[i] ^ odd_next)) & boundaries[i]) == 0
                      && (mask[i] & count)) << i;
        return alike;
    }
    #endif
    #endif
    """
    int matching_entries(
        const uint64_t* boundaries,
        const uint64_t* hero,
        const uint64_t* next,
        const uint32_t* mask,
        uint64_t odd_hero,
        uint64_t odd_next,
        uint32_t count,
    ) noexcept nogil

cdef enum:
    SLOTS = 4
    # The blocks of a list when it is first split; the most lists that a probe may have pending.
    LONG_LIST = 12
    MAX_PENDING = 64

cdef enum:
    # Bits 0 to 30 of an entry's mask are trick counts, bit 31 holds the verdict.
    COUNTS = 0x7FFFFFFF
    VERDICT = 31

ctypedef struct Block:
    uint64_t key
    uint32_t older
    uint32_t newer
    uint64_t boundaries[SLOTS]
    uint64_t odd_hero[SLOTS]
    uint64_t odd_next[SLOTS]
    uint32_t mask[SLOTS]

ctypedef struct TranspositionTable:
    Block* blocks
    uint32_t* heads
    uint64_t head_mask
    uint32_t size
    # The block that was last taken in turn, not from the free list.
    uint32_t cursor
    # The first block of the free list, which split lists fill; chained by `older`.
    uint32_t free
    # How often the cursor has moved; the first `size` times to a block that was never used.
    uint64_t cursor_moves
    uint64_t split_nodes


ctypedef struct Parities:
    # The cards in play, and for each of their places whether the hero (or the hand on his left) has
    # an odd number of cards below it.
    uint64_t present
    uint64_t hero
    uint64_t next


cdef inline Parities parities_of(const uint64_t* hand, uint64_t present) noexcept nogil:
    """The parities of three hands; `present` are all their cards."""
    cdef Parities result
    result.present = present
    result.hero = parity_below(lanes_extract(hand[0], present))
    result.next = parity_below(lanes_extract(hand[1], present))
    return result


cdef inline uint64_t cards_of(uint64_t odd) noexcept nogil:
    """An owner's cards, by place, from his parities."""
    return odd ^ (odd >> 1)


cdef inline uint64_t without_place(uint64_t odd, int place) noexcept nogil:
    """An owner's parities without the card at this place, whoever owned it."""
    cdef uint64_t owned = (cards_of(odd) >> place) & 1
    cdef uint64_t moved_down = <uint64_t>(<int64_t>odd >> 1) ^ (0 - owned)
    return odd ^ ((odd ^ moved_down) & (~<uint64_t>0 << place))


cdef inline Parities parities_after(const Parities* earlier, uint64_t present) noexcept nogil:
    """The parities when only `present` are left; faster than `parities_of`."""
    cdef Parities result = earlier[0]
    cdef uint64_t gone = earlier.present & ~present
    cdef uint64_t bit
    cdef int place
    while gone:
        bit = gone & (~gone + 1)
        gone ^= bit
        place = count_cards(result.present & (bit - 1))
        result.present ^= bit
        result.hero = without_place(result.hero, place)
        result.next = without_place(result.next, place)
    return result


cdef inline bint open_table(TranspositionTable* table, uint64_t size) noexcept nogil:
    """Allocate `size` blocks (at least 2); False when there is no memory for them."""
    cdef uint64_t heads = 1
    while heads * 2 <= size:
        heads *= 2
    table.blocks = NULL
    if size < (<size_t>-1) // sizeof(Block):
        table.blocks = <Block*>malloc(<size_t>(size + 1) * sizeof(Block))
    table.heads = <uint32_t*>calloc(<size_t>heads, sizeof(uint32_t))
    table.head_mask = heads - 1
    table.size = <uint32_t>size
    table.cursor = 0
    table.free = 0
    table.cursor_moves = 0
    table.split_nodes = 0
    if table.blocks == NULL or table.heads == NULL:
        close_table(table)
        return False
    return True


cdef inline void close_table(TranspositionTable* table) noexcept nogil:
    free(table.blocks)
    free(table.heads)
    table.blocks = NULL
    table.heads = NULL


cdef inline void clear_table(TranspositionTable* table) noexcept nogil:
    memset(table.heads, 0, <size_t>(table.head_mask + 1) * sizeof(uint32_t))
    table.cursor = 0
    table.free = 0
    table.cursor_moves = 0


cdef inline uint64_t head_of(const TranspositionTable* table, uint64_t key) noexcept nogil:
    cdef uint64_t h = key * <uint64_t>0x9E3779B97F4A7C15
    return (h ^ (h >> 32)) & table.head_mask


cdef inline bint same_counts(
    uint64_t boundaries, uint64_t odd_a, uint64_t odd_b
) noexcept nogil:
    """Whether two sets of an owner's cards have as many cards below each boundary."""
    cdef uint64_t a = cards_of(odd_a)
    cdef uint64_t b = cards_of(odd_b)
    cdef uint64_t boundary
    if a == b:
        return True
    while boundaries:
        boundary = boundaries & (~boundaries + 1)
        boundaries ^= boundary
        if count_cards(a & (boundary - 1)) != count_cards(b & (boundary - 1)):
            return False
    return True


cdef inline bint is_split_node(const Block* block) noexcept nogil:
    return block.mask[0] == 0


cdef inline uint64_t shared_child_key(const Block* node) noexcept nogil:
    """The key of the list of entries without the split node's boundary.

    Bit 63 marks the keys of split lists. Split nodes have unique numbers, so that no list is
    mistaken for one of an older split node in the same block.
    """
    return (<uint64_t>1 << 63) | (node.odd_hero[0] << 12)


cdef inline uint64_t child_key(
    const Block* node, uint64_t odd_hero, uint64_t odd_next
) noexcept nogil:
    """The key of the list for these numbers of cards of each owner below the boundary."""
    cdef uint64_t under = node.boundaries[0] - 1
    cdef int hero = count_cards(cards_of(odd_hero) & under)
    cdef int next = count_cards(cards_of(odd_next) & under)
    return shared_child_key(node) | (1 + 32 * hero + next)


cdef inline const Block* probe(
    const TranspositionTable* table,
    uint64_t key,
    uint64_t odd_hero,
    uint64_t odd_next,
    uint32_t count,
    int* slot,
) noexcept nogil:
    """The block and slot of an entry that holds here for the trick count (one bit); else NULL."""
    cdef uint64_t pending[MAX_PENDING]
    cdef const Block* block
    cdef uint32_t number
    cdef int i, alike, count_pending = 1
    pending[0] = key
    while count_pending:
        count_pending -= 1
        key = pending[count_pending]
        number = table.heads[head_of(table, key)]
        while number:
            block = &table.blocks[number]
            number = block.older
            if block.key != key:
                continue
            if is_split_node(block):
                if count_pending < MAX_PENDING - 2:
                    pending[count_pending] = shared_child_key(block)
                    pending[count_pending + 1] = child_key(block, odd_hero, odd_next)
                    count_pending += 2
                break
            alike = matching_entries(
                block.boundaries, block.odd_hero, block.odd_next, block.mask,
                odd_hero, odd_next, count,
            )
            while alike:
                i = lowest(alike)
                alike &= alike - 1
                if (
                    same_counts(block.boundaries[i], block.odd_hero[i], odd_hero)
                    and same_counts(block.boundaries[i], block.odd_next[i], odd_next)
                ):
                    slot[0] = i
                    return block
    return NULL


cdef inline void unlink(TranspositionTable* table, Block* block) noexcept nogil:
    if block.newer:
        table.blocks[block.newer].older = block.older
    else:
        table.heads[head_of(table, block.key)] = block.older
    if block.older:
        table.blocks[block.older].newer = block.newer
    block.key = 0


cdef inline Block* new_block(TranspositionTable* table, uint64_t key) noexcept nogil:
    """Take a free block, or the oldest, and put it first in the list of the key."""
    cdef uint32_t number = table.free
    cdef Block* block
    cdef uint32_t* head
    if number:
        block = &table.blocks[number]
        table.free = block.older
    else:
        number = table.cursor % table.size + 1
        block = &table.blocks[number]
        table.cursor = number
        table.cursor_moves += 1
        # Blocks are uninitialised until first used.
        if table.cursor_moves > table.size and block.key:
            unlink(table, block)
    memset(block, 0, sizeof(Block))
    block.key = key
    head = &table.heads[head_of(table, key)]
    block.older = head[0]
    if head[0]:
        table.blocks[head[0]].newer = number
    head[0] = number
    return block


cdef inline Block* list_of(
    const TranspositionTable* table, uint64_t* key, uint64_t boundaries, uint64_t odd_hero,
    uint64_t odd_next,
) noexcept nogil:
    """The first block, or NULL, of the list where an entry belongs; sets `key` to the list's."""
    cdef uint32_t number = table.heads[head_of(table, key[0])]
    cdef Block* block
    while number:
        block = &table.blocks[number]
        if block.key != key[0]:
            number = block.older
        elif is_split_node(block):
            if boundaries & block.boundaries[0]:
                key[0] = child_key(block, odd_hero, odd_next)
            else:
                key[0] = shared_child_key(block)
            number = table.heads[head_of(table, key[0])]
        else:
            return block
    return NULL


cdef inline uint64_t best_split(const Block* entries, int count) noexcept nogil:
    """The boundary by which to split for the shortest lists; 0 if none makes them much shorter."""
    # The number of entries by the counts of both owners' cards below the boundary.
    cdef int alike[1024]
    cdef uint64_t candidates = 0, boundary, best = 0
    cdef int n, i, most, without, counts, least = 3 * SLOTS * count // 4
    for n in range(count):
        for i in range(SLOTS):
            candidates |= entries[n].boundaries[i]
    while candidates:
        boundary = candidates & (~candidates + 1)
        candidates ^= boundary
        memset(alike, 0, sizeof(alike))
        most = 0
        without = 0
        for n in range(count):
            for i in range(SLOTS):
                if entries[n].boundaries[i] & boundary:
                    counts = 32 * count_cards(
                        cards_of(entries[n].odd_hero[i]) & (boundary - 1)
                    ) + count_cards(cards_of(entries[n].odd_next[i]) & (boundary - 1))
                    alike[counts] += 1
                    if alike[counts] > most:
                        most = alike[counts]
                else:
                    without += 1
        if most + without < least:
            least = most + without
            best = boundary
    return best


cdef inline void split_list(TranspositionTable* table, uint64_t key) noexcept nogil:
    """Split a list of full blocks that has become long, if some boundary splits it well."""
    cdef Block entries[4 * LONG_LIST]
    cdef uint32_t numbers[4 * LONG_LIST]
    cdef uint32_t number = table.heads[head_of(table, key)]
    cdef Block* block
    cdef uint64_t boundary
    cdef int count = 0, n, i
    while number:
        block = &table.blocks[number]
        if block.key == key:
            if count == 4 * LONG_LIST:
                return
            entries[count] = block[0]
            numbers[count] = number
            count += 1
        number = block.older
    if count < LONG_LIST or count % LONG_LIST:
        return
    boundary = best_split(entries, count)
    if boundary == 0:
        return
    for n in range(count):
        block = &table.blocks[numbers[n]]
        unlink(table, block)
        block.older = table.free
        table.free = numbers[n]
    block = new_block(table, key)
    block.boundaries[0] = boundary
    table.split_nodes += 1
    # The unique number of the split node, for its children's keys.
    block.odd_hero[0] = table.split_nodes
    # The oldest first, so that each list keeps the order of its entries.
    for n in range(count - 1, -1, -1):
        for i in range(SLOTS):
            put_entry(
                table,
                key,
                entries[n].odd_hero[i],
                entries[n].odd_next[i],
                entries[n].boundaries[i],
                entries[n].mask[i],
            )


cdef inline uint64_t put_entry(
    TranspositionTable* table,
    uint64_t key,
    uint64_t odd_hero,
    uint64_t odd_next,
    uint64_t boundaries,
    uint32_t mask,
) noexcept nogil:
    """Store an entry; return the key of its list if all blocks there are full now, else 0."""
    cdef Block* block = list_of(table, &key, boundaries, odd_hero, odd_next)
    cdef int i = SLOTS
    if block != NULL:
        for i in range(SLOTS):
            if block.mask[i] == 0:
                break
        else:
            i = SLOTS
    if i == SLOTS:
        block = new_block(table, key)
        i = 0
    block.boundaries[i] = boundaries
    block.odd_hero[i] = odd_hero
    block.odd_next[i] = odd_next
    block.mask[i] = mask
    return key if i == SLOTS - 1 else 0


cdef inline void store(
    TranspositionTable* table,
    uint64_t key,
    uint64_t odd_hero,
    uint64_t odd_next,
    uint64_t boundaries,
    uint32_t mask,
) noexcept nogil:
    """Store an entry, and split its list if that has become long."""
    cdef uint64_t full_list = put_entry(table, key, odd_hero, odd_next, boundaries, mask)
    if full_list:
        split_list(table, full_list)
