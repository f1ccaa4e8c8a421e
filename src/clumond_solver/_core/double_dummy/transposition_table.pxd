"""The transposition table: each entry stands for many positions and many trick counts.

The search probes it at the start of a trick, after the static tests, and stores its results:
partition search (M. Ginsberg, Partition search, AAAI 1996; GIB, JAIR 14, 2001).

Suit lengths, leader, strain and goal make up the exact *key*. An entry adds *comparisons*: pairs
of cards, and which of the two is higher (`comparisons.pxd`). It holds for every position in which
these pairs compare alike, and for every trick count in its mask. The pairs of a key take one to
three words.

Blocks of 128 bytes, with five, three or two entries, are chained per hash value, newest first. All
blocks are allocated at once. When all are used, the oldest is cleared and used again, so memory
never grows. Index 0 means no block.

A list that has grown long is split at one pair. Its entries with that pair go to two other lists,
by which card is higher, and those without it to a shared one. A block that only names the pair,
the *split node*, takes the list's place. At a split node a probe follows two branches, and storing
follows one.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.double_dummy.comparisons cimport MAX_WORDS, Packed

cdef enum:
    # The most entries of a block, and the words for all that it holds.
    MAX_SLOTS = 5
    BLOCK_WORDS = 14
    # The blocks of a list when it is first split; the most lists that a probe may have pending.
    LONG_LIST = 12
    MAX_PENDING = 64

cdef enum:
    # Bits 0 to 30 of an entry's mask are trick counts, bit 31 holds the verdict.
    COUNTS = 0x7FFFFFFF
    VERDICT = 31

ctypedef union Entries:
    # The masks lie at the beginning, the pairs of each entry and how they compare at the end.
    uint32_t mask[MAX_SLOTS]
    uint64_t word[BLOCK_WORDS]

ctypedef struct Block:
    uint64_t key
    uint32_t older
    uint32_t newer
    Entries entries

ctypedef struct TranspositionTable:
    Block* blocks
    # What was allocated for them, from which they lie on cache lines of their own.
    void* memory
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


cdef inline bint open_table(TranspositionTable* table, uint64_t size) noexcept nogil:
    """Allocate `size` blocks (at least 2); False when there is no memory for them."""
    cdef uint64_t heads = 1
    while heads * 2 <= size:
        heads *= 2
    table.memory = NULL
    if size < (<size_t>-1) // sizeof(Block) - 2:
        table.memory = malloc(<size_t>(size + 2) * sizeof(Block))
    table.blocks = <Block*>((<size_t>table.memory + sizeof(Block) - 1) & ~(sizeof(Block) - 1))
    table.heads = <uint32_t*>calloc(<size_t>heads, sizeof(uint32_t))
    table.head_mask = heads - 1
    table.size = <uint32_t>size
    table.cursor = 0
    table.free = 0
    table.cursor_moves = 0
    table.split_nodes = 0
    if table.memory == NULL or table.heads == NULL:
        close_table(table)
        return False
    return True


cdef inline void close_table(TranspositionTable* table) noexcept nogil:
    free(table.memory)
    free(table.heads)
    table.memory = NULL
    table.heads = NULL


cdef inline void clear_table(TranspositionTable* table) noexcept nogil:
    memset(table.heads, 0, <size_t>(table.head_mask + 1) * sizeof(uint32_t))
    table.cursor = 0
    table.free = 0
    table.cursor_moves = 0


cdef inline uint64_t head_of(const TranspositionTable* table, uint64_t key) noexcept nogil:
    cdef uint64_t h = key * <uint64_t>0x9E3779B97F4A7C15
    return (h ^ (h >> 32)) & table.head_mask


cdef inline int slots_of(int words) noexcept nogil:
    """The entries of a block, by the words for their pairs."""
    return 5 if words == 1 else 3 if words == 2 else 2


cdef inline int first_word(int words, int slot) noexcept nogil:
    """Where in a block an entry's pairs lie; how they compare comes after them."""
    return BLOCK_WORDS - 2 * words * (slot + 1)


cdef inline bint is_split_node(const Block* block) noexcept nogil:
    return block.entries.mask[0] == 0


cdef inline int pair_of_split(const Block* node) noexcept nogil:
    return <int>node.entries.word[BLOCK_WORDS - 2]


cdef inline uint64_t shared_child_key(const Block* node) noexcept nogil:
    """The key of the list of entries without the split node's pair.

    Bit 63 marks the keys of split lists. Split nodes have unique numbers, so that no list is
    mistaken for one of an older split node in the same block.
    """
    return (<uint64_t>1 << 63) | (node.entries.word[BLOCK_WORDS - 1] << 12)


cdef inline bint has_pair(const uint64_t* word, int pair) noexcept nogil:
    return (word[pair >> 6] >> (pair & 63)) & 1


cdef inline uint64_t child_key(const Block* node, const uint64_t* higher) noexcept nogil:
    """The key of the list for this way in which the split node's pair compares."""
    return shared_child_key(node) | (1 + has_pair(higher, pair_of_split(node)))


cdef inline bint holds(const uint64_t* entry, const uint64_t* here, int words) noexcept nogil:
    """Whether the pairs of an entry compare alike here."""
    cdef uint64_t differ = (here[0] ^ entry[words]) & entry[0]
    if words > 1:
        differ |= (here[1] ^ entry[words + 1]) & entry[1]
    if words > 2:
        differ |= (here[2] ^ entry[words + 2]) & entry[2]
    return differ == 0


cdef inline int slot_that_holds(
    const Block* block, const uint64_t* here, int words, uint32_t count
) noexcept nogil:
    """The slot of an entry of a block that holds here for the trick count, or -1."""
    cdef int slot
    for slot in range(slots_of(words)):
        if (
            holds(block.entries.word + first_word(words, slot), here, words)
            and block.entries.mask[slot] & count
        ):
            return slot
    return -1


cdef inline const Block* probe(
    const TranspositionTable* table, uint64_t key, const Packed* here, uint32_t count, int* slot
) noexcept nogil:
    """The block and slot of an entry that holds here for the trick count (one bit); else NULL.

    `here` is how all pairs compare.
    """
    cdef uint64_t pending[MAX_PENDING]
    cdef const Block* block
    cdef uint32_t number
    cdef int count_pending = 1
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
                    pending[count_pending + 1] = child_key(block, here.word)
                    count_pending += 2
                break
            # The most frequent case has a loop of its own.
            slot[0] = (
                slot_that_holds(block, here.word, 1, count)
                if here.words == 1
                else slot_that_holds(block, here.word, here.words, count)
            )
            if slot[0] >= 0:
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
    const TranspositionTable* table, uint64_t* key, const uint64_t* pairs, const uint64_t* higher
) noexcept nogil:
    """The first block, or NULL, of the list where an entry belongs; sets `key` to the list's."""
    cdef uint32_t number = table.heads[head_of(table, key[0])]
    cdef Block* block
    while number:
        block = &table.blocks[number]
        if block.key != key[0]:
            number = block.older
        elif is_split_node(block):
            if has_pair(pairs, pair_of_split(block)):
                key[0] = child_key(block, higher)
            else:
                key[0] = shared_child_key(block)
            number = table.heads[head_of(table, key[0])]
        else:
            return block
    return NULL


cdef inline int best_split(const Block* blocks, int count, int words) noexcept nogil:
    """The pair by which to split for the shortest lists; -1 if none makes them much shorter."""
    cdef int higher[64 * MAX_WORDS]
    cdef int lower[64 * MAX_WORDS]
    cdef const uint64_t* word
    cdef uint64_t pairs
    cdef int n, i, w, pair, longest, best = -1
    cdef int total = slots_of(words) * count, least = 3 * total // 4
    memset(higher, 0, sizeof(higher))
    memset(lower, 0, sizeof(lower))
    for n in range(count):
        for i in range(slots_of(words)):
            word = blocks[n].entries.word + first_word(words, i)
            for w in range(words):
                pairs = word[w]
                while pairs:
                    pair = lowest(pairs)
                    pairs &= pairs - 1
                    if (word[words + w] >> pair) & 1:
                        higher[64 * w + pair] += 1
                    else:
                        lower[64 * w + pair] += 1
    for pair in range(64 * words):
        longest = max(higher[pair], lower[pair]) + total - higher[pair] - lower[pair]
        if longest < least:
            least = longest
            best = pair
    return best


cdef inline void split_list(TranspositionTable* table, uint64_t key, int words) noexcept nogil:
    """Split a list of full blocks that has become long, if some pair splits it well."""
    cdef Block blocks[4 * LONG_LIST]
    cdef uint32_t numbers[4 * LONG_LIST]
    cdef uint32_t number = table.heads[head_of(table, key)]
    cdef Block* block
    cdef const uint64_t* word
    cdef int count = 0, n, i, pair
    while number:
        block = &table.blocks[number]
        if block.key == key:
            if count == 4 * LONG_LIST:
                return
            blocks[count] = block[0]
            numbers[count] = number
            count += 1
        number = block.older
    if count < LONG_LIST or count % LONG_LIST:
        return
    pair = best_split(blocks, count, words)
    if pair < 0:
        return
    for n in range(count):
        block = &table.blocks[numbers[n]]
        unlink(table, block)
        block.older = table.free
        table.free = numbers[n]
    block = new_block(table, key)
    block.entries.word[BLOCK_WORDS - 2] = pair
    table.split_nodes += 1
    # The unique number of the split node, for its children's keys.
    block.entries.word[BLOCK_WORDS - 1] = table.split_nodes
    # The oldest first, so that each list keeps the order of its entries.
    for n in range(count - 1, -1, -1):
        for i in range(slots_of(words)):
            word = blocks[n].entries.word + first_word(words, i)
            put_entry(table, key, word, word + words, words, blocks[n].entries.mask[i])


cdef inline uint64_t put_entry(
    TranspositionTable* table,
    uint64_t key,
    const uint64_t* pairs,
    const uint64_t* higher,
    int words,
    uint32_t mask,
) noexcept nogil:
    """Store an entry; return the key of its list if all blocks there are full now, else 0."""
    cdef Block* block = list_of(table, &key, pairs, higher)
    cdef int i = slots_of(words), w, slots = slots_of(words)
    cdef uint64_t* word
    if block != NULL:
        i = 0
        while i < slots and block.entries.mask[i]:
            i += 1
    if i == slots:
        block = new_block(table, key)
        i = 0
    word = block.entries.word + first_word(words, i)
    for w in range(words):
        word[w] = pairs[w]
        word[words + w] = higher[w]
    block.entries.mask[i] = mask
    return key if i == slots - 1 else 0


cdef inline void store(
    TranspositionTable* table,
    uint64_t key,
    const Packed* pairs,
    const Packed* higher,
    uint32_t mask,
) noexcept nogil:
    """Store an entry, and split its list if that has become long."""
    cdef uint64_t full_list = put_entry(
        table, key, pairs.word, higher.word, pairs.words, mask
    )
    if full_list:
        split_list(table, full_list, pairs.words)
