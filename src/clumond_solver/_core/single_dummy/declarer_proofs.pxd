"""Proofs, from what declarer sees, that he succeeds in every deal, or in none."""

from libc.stdint cimport int8_t, uint16_t, uint32_t, uint64_t

from clumond_solver._core.rules.clumond_tricks cimport PayoffTable, Position, TrickTables
from clumond_solver._core.rules.limits cimport MAX_CODES, SUITS

cdef enum:
    KINDS = 3
    ANY_TRICKS = 0xFFFF


cdef struct State:
    # Declarer's cards by suit and kind, and the bounds of each suit; see `declarer_proofs.pyx`.
    int8_t held[SUITS][KINDS]
    int8_t most_out[SUITS]
    int8_t fewest_out[SUITS]
    int8_t most_above[SUITS]
    int8_t most_below[SUITS]
    # Tricks left, tricks taken by declarer, and whether he leads.
    int8_t tricks_left
    int8_t taken
    int8_t on_lead


cdef struct ProofEntry:
    uint64_t cards
    uint64_t bounds
    uint32_t generation
    int8_t value


cdef class Proof:
    cdef int trump
    # By the code of the cards kept, a bit for each number of tricks with which declarer succeeds.
    cdef uint16_t success[MAX_CODES]
    cdef bint opponent_helps
    cdef bint has_given_up
    cdef int nodes, node_limit
    cdef ProofEntry* entries
    cdef int size, used
    cdef uint32_t generation

    cdef void begin(
        self,
        int trump,
        const PayoffTable* payoffs,
        int node_limit,
        bint opponent_helps=*,
        int tricks=*,
    ) noexcept nogil
    cdef uint64_t cards_keeping_proof(
        self,
        const TrickTables* tables,
        const Position* position,
        uint64_t out,
        uint64_t next_may_hold,
        uint64_t choices,
        bint first_only,
    ) noexcept nogil
    cdef bint keeps_proof(
        self,
        const State* state,
        const TrickTables* tables,
        const Position* position,
        uint64_t out,
        uint64_t next_may_hold,
        int card,
    ) noexcept nogil
    cdef bint succeeds_after_trick(self, const State* state, bint won) noexcept nogil
    cdef bint succeeds(self, State* state) noexcept nogil
    cdef bint has_winning_lead(self, const State* state) noexcept nogil
    cdef bint survives_leads(self, const State* state) noexcept nogil
    cdef bint has_answer(
        self, const State* state, int suit, bint first_trick, bint ruffed
    ) noexcept nogil
    cdef bint can_ruff(self, const State* state, int led) noexcept nogil
    cdef bint succeeds_after_leading(self, const State* state, int suit, int kind) noexcept nogil
    cdef bint succeeds_after_following(
        self, const State* state, int suit, int kind, bint first_trick, bint ruffed
    ) noexcept nogil
    cdef bint succeeds_against_card(
        self, const State* state, int suit, int kind, int led, bint ruffed
    ) noexcept nogil
    cdef bint succeeds_after_ruffing(
        self, const State* state, int led, int kind, bint first_trick, bint ruffed
    ) noexcept nogil
    cdef bint succeeds_after_winning(
        self, const State* state, int suit, int kind, int led, bint beats_between,
        bint nobody_follows, bint ruffed
    ) noexcept nogil
    cdef bint succeeds_after_losing(
        self, const State* state, int suit, int kind, int led, int beaten_as, bint ruffed
    ) noexcept nogil
    cdef bint is_success(self, const State* state) noexcept nogil
    cdef bint can_reach_success(self, const State* state) noexcept nogil
    cdef int8_t look_up(self, uint64_t cards, uint64_t bounds) noexcept nogil
    cdef int entry_index(self, uint64_t cards, uint64_t bounds) noexcept nogil
    cdef void store(self, uint64_t cards, uint64_t bounds, int8_t value) noexcept nogil
    cdef bint enlarge(self) noexcept nogil
