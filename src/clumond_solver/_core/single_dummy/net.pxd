"""A small net that evaluates a position from what the player to move sees."""

from libc.stdint cimport int16_t, int32_t, uint64_t

from clumond_solver._core.bits.elementary cimport exponential
from clumond_solver._core.rules.clumond cimport MAX_SEATS, FinishTable, Position, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo

cdef enum:
    ROLES = 4
    DECLARER = 0
    LEFT_OF_DECLARER = 1
    RIGHT_OF_DECLARER = 2
    UNDECLARED = 3

# Inputs, each 0 or 1; a place of a card is its suit times 12 and its rank among the twelve.
cdef enum:
    PLACES = 48
    OWN = 0
    OWN_TRUMPS = OWN + PLACES
    UNKNOWN = OWN_TRUMPS + 12
    AT_LEFT = UNKNOWN + PLACES
    AT_RIGHT = AT_LEFT + PLACES
    TRUMPS_OUT = AT_RIGHT + PLACES
    SUIT_LED = TRUMPS_OUT + 12
    BEST_CARD = SUIT_LED + 4
    BEST_TRUMP = BEST_CARD + PLACES
    ON_TABLE = BEST_TRUMP + 12
    WINNING = ON_TABLE + 3
    TOTALS = WINNING + 3
    TRICKS_LEFT = TOTALS + MAX_SEATS * 20
    VOIDS = TRICKS_LEFT + 14
    PLAYED = VOIDS + 10
    LENGTHS = PLAYED + 2 * PLACES
    LENGTHS_OUT = LENGTHS + 5 * 10
    ABOVE = LENGTHS_OUT + 5 * 13
    STRAINS = ABOVE + 5 * 12 * 4
    INPUTS = STRAINS + 5
    # More than can be set at once.
    MAX_ACTIVE = 256

# Widths that the C compiler has to know for the vectors.
cdef extern from *:
    """
    #define NET_UNITS 192
    #define NET_SECOND_UNITS 64
    """
    enum:
        UNITS "NET_UNITS"
        SECOND_UNITS "NET_SECOND_UNITS"

cdef enum:
    # For each card the logit of success, then the policy logit.
    OUTPUTS = 2 * PLACES
    # Weights and units are whole numbers of 1/64, outputs of 1/4096.
    ONE = 64
    NUMBERS = (INPUTS + 1 + SECOND_UNITS) * UNITS + (1 + OUTPUTS) * SECOND_UNITS + OUTPUTS


cdef struct Weights:
    int16_t first[INPUTS][UNITS]
    int16_t first_bias[UNITS]
    int16_t second[SECOND_UNITS][UNITS]
    int32_t second_bias[SECOND_UNITS]
    int16_t out[OUTPUTS][SECOND_UNITS]
    int32_t out_bias[OUTPUTS]


cdef struct Evaluation:
    # By card, in 1/4096: the logit of success (undeclared: the score), and the logit of being
    # played.
    int32_t value[64]
    int32_t policy_logit[64]


cdef inline int place_of(int card) noexcept nogil:
    # Ten is missing from the pack: its place in the lane is skipped.
    cdef int rank = card & 15
    return (card >> 4) * 12 + (rank if rank < 8 else rank - 1)


cdef inline float expected(int role, int32_t output) noexcept nogil:
    # A card's value from a net's output: a chance, or a score if the hand is undeclared.
    cdef float value = <float>output / (ONE * ONE)
    return value if role == UNDECLARED else <float>(1 / (1 + exponential(-value)))


cdef inline int role_of(const FinishTable* finishes, int seat) noexcept nogil:
    if finishes.declarer < 0:
        return UNDECLARED
    return (seat + MAX_SEATS - finishes.declarer) % MAX_SEATS


cdef int encode_inputs(
    const TrickTables* tables,
    const FinishTable* finishes,
    const Position* at,
    const PublicInfo* shown,
    int16_t* active,
) noexcept nogil

cdef void evaluate(
    const Weights* weights, const int16_t* active, int count, uint64_t cards, Evaluation* evaluation
) noexcept nogil

cdef int evaluate_cards(
    const Weights* roles,
    const TrickTables* tables,
    const FinishTable* finishes,
    const Position* at,
    const PublicInfo* shown,
    uint64_t cards,
    Evaluation* evaluation,
) noexcept nogil

cdef void policy_odds(
    const Evaluation* evaluation, uint64_t cards, float sharpness, float* odds
) noexcept nogil

cdef float value_by_policy(
    int role, const Evaluation* evaluation, uint64_t cards, const float* odds
) noexcept nogil

cdef int best_by_policy(const Evaluation* evaluation, uint64_t cards) noexcept nogil


cdef class Net:
    cdef Weights by_role[ROLES]
