"""The transposition table: proofs, each good for many positions and many trick counts.

Positions are first told apart by their suit lengths, the leader, the strain and the goal
(the *key*, exact). A proof then says at which places of the remaining cards, counted from
the bottom of all lanes, it tells ranks apart (its *cuts*). It holds for every position
that has as many cards of each owner below each cut, and for every trick count in its mask.

Owners' cards are kept as parities of the counts below each place. That loses nothing
(neighbouring places differ where the card is), and a mismatch of parities at a cut is the
cheap test that rejects nearly all others.

Proofs lie in blocks of four, 128 bytes, chained per hash value, newest first. All blocks
are allocated once; when they are used up the oldest block is taken again, so memory never
grows. Index 0 is no block.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.lanes cimport lanes_count, lanes_lowest

cdef extern from *:
    """
    #ifndef CLUMOND_PROOFS
    #define CLUMOND_PROOFS
    #include <stdint.h>
    /* Which of four proofs have no parity that differs at a cut, as four bits. */
    #if defined(__AVX2__)
    #include <immintrin.h>
    static inline int proofs_alike(const uint64_t *cuts, const uint64_t *hero,
                                   const uint64_t *next, uint64_t odd_hero, uint64_t odd_next) {
        __m256i h = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)hero),
                                     _mm256_set1_epi64x((long long)odd_hero));
        __m256i n = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)next),
                                     _mm256_set1_epi64x((long long)odd_next));
        __m256i c = _mm256_loadu_si256((const __m256i *)cuts);
        __m256i d = _mm256_and_si256(_mm256_or_si256(h, n), c);
        __m256i same = _mm256_cmpeq_epi64(d, _mm256_setzero_si256());
        return _mm256_movemask_pd(_mm256_castsi256_pd(same));
    }
    #else
    static inline int proofs_alike(const uint64_t *cuts, const uint64_t *hero,
                                   const uint64_t *next, uint64_t odd_hero, uint64_t odd_next) {
        int i, alike = 0;
        for (i = 0; i < 4; i++)
            alike |= ((((hero[i] ^ odd_hero) | (next[i] ^ odd_next)) & cuts[i]) == 0) << i;
        return alike;
    }
    #endif
    #endif
    """
    int proofs_alike(
        const uint64_t* cuts,
        const uint64_t* hero,
        const uint64_t* next,
        uint64_t odd_hero,
        uint64_t odd_next,
    ) noexcept nogil

cdef enum:
    SLOTS = 4

cdef enum:
    # Bits 0 to 30 of a proof's mask are trick counts, bit 31 holds the verdict.
    COUNTS = 0x7FFFFFFF
    VERDICT = 31

ctypedef struct Block:
    uint64_t key
    uint32_t older
    uint32_t newer
    uint64_t cuts[SLOTS]
    uint64_t odd_hero[SLOTS]
    uint64_t odd_next[SLOTS]
    uint32_t mask[SLOTS]

ctypedef struct Proofs:
    Block* blocks
    uint32_t* heads
    uint64_t head_mask
    uint32_t size
    uint32_t cursor
    uint64_t stored


cdef inline int open_proofs(Proofs* table, uint64_t size) noexcept nogil:
    """Allocate `size` blocks (at least 2); 0 when there is no memory for them."""
    cdef uint64_t heads = 1
    while heads * 2 <= size:
        heads *= 2
    table.blocks = <Block*>calloc(size + 1, sizeof(Block))
    table.heads = <uint32_t*>calloc(heads, sizeof(uint32_t))
    table.head_mask = heads - 1
    table.size = <uint32_t>size
    table.cursor = 0
    table.stored = 0
    if table.blocks == NULL or table.heads == NULL:
        close_proofs(table)
        return 0
    return 1


cdef inline void close_proofs(Proofs* table) noexcept nogil:
    free(table.blocks)
    free(table.heads)
    table.blocks = NULL
    table.heads = NULL


cdef inline void clear_proofs(Proofs* table) noexcept nogil:
    """Forget everything; costs no more than what was stored."""
    cdef uint64_t used = table.size if table.stored > table.size else table.stored
    memset(table.blocks, 0, (used + 1) * sizeof(Block))
    memset(table.heads, 0, (table.head_mask + 1) * sizeof(uint32_t))
    table.cursor = 0
    table.stored = 0


cdef inline uint64_t head_of(const Proofs* table, uint64_t key) noexcept nogil:
    cdef uint64_t h = key * <uint64_t>0x9E3779B97F4A7C15
    return (h ^ (h >> 32)) & table.head_mask


cdef inline bint same_counts(
    uint64_t cuts, uint64_t odd_a, uint64_t odd_b
) noexcept nogil:
    """Whether two owners' sets have as many cards below each cut."""
    cdef uint64_t a = odd_a ^ (odd_a >> 1)
    cdef uint64_t b = odd_b ^ (odd_b >> 1)
    cdef uint64_t cut
    if a == b:
        return True
    while cuts:
        cut = cuts & (~cuts + 1)
        cuts ^= cut
        if lanes_count(a & (cut - 1)) != lanes_count(b & (cut - 1)):
            return False
    return True


cdef inline const Block* find_proof(
    const Proofs* table,
    uint64_t key,
    uint64_t odd_hero,
    uint64_t odd_next,
    uint32_t count,
    int* slot,
) noexcept nogil:
    """The block and slot of a proof that holds here for the count (one bit); else NULL."""
    cdef const Block* block
    cdef uint32_t at = table.heads[head_of(table, key)]
    cdef int i, alike
    while at:
        block = &table.blocks[at]
        at = block.older
        if block.key != key:
            continue
        alike = proofs_alike(
            block.cuts, block.odd_hero, block.odd_next, odd_hero, odd_next
        )
        while alike:
            i = lanes_lowest(alike)
            alike &= alike - 1
            if (
                block.mask[i] & count
                and same_counts(block.cuts[i], block.odd_hero[i], odd_hero)
                and same_counts(block.cuts[i], block.odd_next[i], odd_next)
            ):
                slot[0] = i
                return block
    return NULL


cdef inline Block* new_block(Proofs* table, uint64_t key) noexcept nogil:
    """The next block of the round, taken out of its old chain and put first in its new one."""
    cdef uint32_t at = table.cursor % table.size + 1
    cdef Block* block = &table.blocks[at]
    cdef uint32_t* head
    table.cursor = at
    table.stored += 1
    if block.mask[0]:
        if block.newer:
            table.blocks[block.newer].older = block.older
        else:
            table.heads[head_of(table, block.key)] = block.older
        if block.older:
            table.blocks[block.older].newer = block.newer
    memset(block, 0, sizeof(Block))
    block.key = key
    head = &table.heads[head_of(table, key)]
    block.older = head[0]
    if head[0]:
        table.blocks[head[0]].newer = at
    head[0] = at
    return block


cdef inline void store_proof(
    Proofs* table,
    uint64_t key,
    uint64_t odd_hero,
    uint64_t odd_next,
    uint64_t cuts,
    uint32_t mask,
) noexcept nogil:
    cdef Block* block = NULL
    cdef uint32_t at = table.heads[head_of(table, key)]
    cdef int i = SLOTS
    while at:
        block = &table.blocks[at]
        if block.key == key:
            for i in range(SLOTS):
                if block.mask[i] == 0:
                    break
            else:
                i = SLOTS
            break
        at = block.older
    if at == 0 or i == SLOTS:
        block = new_block(table, key)
        i = 0
    block.cuts[i] = cuts
    block.odd_hero[i] = odd_hero
    block.odd_next[i] = odd_next
    block.mask[i] = mask
