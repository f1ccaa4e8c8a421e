"""The last tricks of a defender: the best plan that depends only on what he will have seen."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.rules.clumond cimport FinishTable, Position, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo
from clumond_solver._core.single_dummy.net cimport Weights

cdef enum:
    # With three tricks left and three cards to keep there are 924 deals at most.
    MAX_DEALS = 1024
    MAX_PLANNED = 4
    MAX_CHOICES = MAX_PLANNED + 3
    # One for each card that the others play, and one for each trick that begins.
    MAX_LISTS = 3 * MAX_PLANNED + 1

# Lines less likely than this are solved with open hands, which measured no worse.
cdef double LEAST_CHANCE


cdef struct DealList:
    # The deals that the plays so far leave possible.
    int count
    # The chances of all deals added up.
    double mass
    # The cards of the hidden hand on the left; the other hidden hand has the rest of the unseen.
    uint64_t first[MAX_DEALS]
    # The chance of the deal times that of the plays in it.
    double chance[MAX_DEALS]
    # At another's turn: the cards that he may play, and their chances, from the lowest on.
    uint64_t cards[MAX_DEALS]
    float odds[MAX_DEALS][MAX_CHOICES]


cdef struct Plan:
    const TrickTables* tables
    const FinishTable* finishes
    # NULL where the others choose evenly among sound cards.
    const Weights* nets
    int viewer
    # Lines less likely than this are solved with open hands.
    double least
    # The first list has the deals where the plan begins.
    DealList lists[MAX_LISTS]


cdef void set_chances(
    Plan* plan, const Position* at, uint64_t unseen, bint plays_known, Rng* rng
) noexcept nogil

cdef void plan_cards(
    Plan* plan,
    const Position* at,
    const PublicInfo* shown,
    uint64_t unseen,
    uint64_t cards,
    bint only_best_exact,
    double* values,
) noexcept nogil
