"""A defender's last tricks: the best plan that depends only on what he will have seen."""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.rng cimport Rng
from clumond_solver._core.rules.clumond_tricks cimport PayoffTable, Position, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo
from clumond_solver._core.single_dummy.net cimport Weights

cdef enum:
    # With three tricks left and three cards to keep there are at most 924 deals.
    MAX_DEALS = 1024
    MAX_PLANNED = 4
    MAX_CHOICES = MAX_PLANNED + 3
    # One for each card of the others, and one for each start of a trick.
    MAX_LISTS = 3 * MAX_PLANNED + 1

cdef double LEAST_CHANCE


cdef struct DealList:
    # The deals that are still possible after the plays so far.
    int count
    # The sum of the chances of all deals.
    double mass
    # The left neighbour's hand; the other hidden hand consists of the other unseen cards.
    uint64_t first_hand[MAX_DEALS]
    # The chance of the deal times that of the plays in it.
    double chance[MAX_DEALS]
    # At another seat's turn: the cards that it may play, and their chances, from the lowest on.
    uint64_t cards[MAX_DEALS]
    float odds[MAX_DEALS][MAX_CHOICES]


cdef struct Plan:
    const TrickTables* tables
    const PayoffTable* payoffs
    # NULL if the others choose evenly among sound cards.
    const Weights* nets
    int viewer
    # Lists whose chances add up to less are solved with open hands.
    double least_chance
    # The first list has the deals where the plan begins.
    DealList lists[MAX_LISTS]


cdef void set_chances(
    Plan* plan, const Position* position, uint64_t unseen, bint plays_known, Rng* rng
) noexcept nogil

cdef void plan_cards(
    Plan* plan,
    const Position* position,
    const PublicInfo* info,
    uint64_t unseen,
    uint64_t cards,
    bint only_best_exact,
    double* values,
) noexcept nogil
