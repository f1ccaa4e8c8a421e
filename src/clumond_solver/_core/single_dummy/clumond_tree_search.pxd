"""Clumond's tree search, which chooses one card for a seat that sees its own cards only."""

from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.bits.stop cimport StopFlag
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Move,
    PayoffTable,
    Position,
    TrickTables,
)
from clumond_solver._core.single_dummy.deal_weights cimport HandWeights
from clumond_solver._core.single_dummy.determinization cimport Hidden
from clumond_solver._core.single_dummy.knowledge cimport History, PublicInfo
from clumond_solver._core.single_dummy.net cimport Evaluation, Nets, Weights
from clumond_solver._core.single_dummy.signals cimport Signals

include "tree.pxi"

cdef enum:
    MAX_PARTICLES = 1024


cdef struct SearchOptions:
    # The fields of a `styles.SearchOptions`, which documents them.
    int exact_tricks
    int search_tricks
    float temperature
    float sharpness
    float trust_nets
    int particles
    float trust_plays
    int solve_tricks
    int solve_deals


cdef struct SearchSettings:
    int iterations
    SearchOptions options
    # The weights that predict a call, and the nets of all roles; NULL for none.
    const float* calling
    const Weights* nets
    # The defence's signals that deals should agree with; NULL for none.
    const Signals* signals


cdef struct Search:
    # The inputs and the state of one search: the game, the viewer and what he sees, the tree.
    const TrickTables* tables
    const PayoffTable* payoffs
    const SearchSettings* settings
    int viewer
    # Whether the card's value matters, not the card alone: then a search does not stop early.
    bint needs_value
    # The position where the search starts; hidden hands are empty.
    const Position* root_position
    Hidden* hidden
    # The plays that led there.
    const History* history
    # What everybody has seen: where the search starts, and at a node on the way down the tree.
    PublicInfo info
    PublicInfo info_at_node
    # Whether iterations draw from weighted deals, the particles; of each the left neighbour's hand,
    # and the sum of the weights up to it.
    bint is_weighted
    uint64_t particles[MAX_PARTICLES]
    float cumulative[MAX_PARTICLES]
    # All cards held where the search starts.
    uint64_t live
    # Each seat's rewards, summed over the iterations.
    double sums[MAX_SEATS]
    Tree* tree
    Rng* rng
    StopFlag* stop


cdef bint reserve(Tree* tree, int max_nodes) noexcept nogil

cdef void release(Tree* tree) noexcept nogil

cdef uint64_t choices_at(const TrickTables* tables, const Position* position) noexcept nogil

cdef bint plays_by_policy(
    const SearchSettings* settings, const PayoffTable* payoffs, const Position* position
) noexcept nogil

cdef int card_by_policy(
    const SearchSettings* settings, Rng* rng, const Evaluation* evaluation, uint64_t cards
) noexcept nogil

cdef int search_or_plan(Search* search) noexcept nogil

cdef int most_visited(const Tree* tree) noexcept nogil


cdef class Settings:
    cdef SearchSettings data
    cdef HandWeights calling
    cdef Nets nets
    cdef Signals signals
