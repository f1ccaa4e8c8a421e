"""Small nets that evaluate a position from what the player to move sees."""

from libc.stdint cimport int16_t, int32_t, uint64_t

from clumond_solver._core.bits.portable_math cimport exponential
from clumond_solver._core.rules.clumond_tricks cimport MAX_SEATS, PayoffTable, Position, TrickTables
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo

cdef enum:
    ROLES = 4
    DECLARER = 0
    LEFT_OF_DECLARER = 1
    RIGHT_OF_DECLARER = 2
    UNDECLARED = 3

# Where each group of inputs begins; an input is 0 or 1, and cards are numbered by `pack_index`.
cdef enum:
    PACK_CARDS = 48
    SUIT_CARDS = 12
    # The four suits, and once more the trump suit (or no trumps).
    LANES = 5
    TRUMP_LANE = 4
    # How many values an input group has for one number; its last value stands for all greater ones.
    LENGTH_VALUES = 10
    LENGTH_OUT_VALUES = 13
    TOTAL_VALUES = 20
    TRICKS_LEFT_VALUES = 14
    ABOVE_VALUES = 4
    OWN = 0
    OWN_TRUMPS = OWN + PACK_CARDS
    UNKNOWN = OWN_TRUMPS + SUIT_CARDS
    AT_LEFT = UNKNOWN + PACK_CARDS
    AT_RIGHT = AT_LEFT + PACK_CARDS
    TRUMPS_OUT = AT_RIGHT + PACK_CARDS
    SUIT_LED = TRUMPS_OUT + SUIT_CARDS
    BEST_CARD = SUIT_LED + 4
    BEST_TRUMP = BEST_CARD + PACK_CARDS
    ON_TABLE = BEST_TRUMP + SUIT_CARDS
    WINNING = ON_TABLE + 3
    TOTALS = WINNING + 3
    TRICKS_LEFT = TOTALS + MAX_SEATS * TOTAL_VALUES
    VOIDS = TRICKS_LEFT + TRICKS_LEFT_VALUES
    PLAYED = VOIDS + 2 * LANES
    LENGTHS = PLAYED + 2 * PACK_CARDS
    LENGTHS_OUT = LENGTHS + LANES * LENGTH_VALUES
    ABOVE = LENGTHS_OUT + LANES * LENGTH_OUT_VALUES
    STRAINS = ABOVE + LANES * SUIT_CARDS * ABOVE_VALUES
    INPUTS = STRAINS + LANES
    # More inputs than can be set at once.
    MAX_ACTIVE = 256

# Layer widths that the C compiler needs to know to vectorise.
cdef extern from *:
    """
    #define NET_UNITS 192
    #define NET_SECOND_UNITS 64
    """
    enum:
        UNITS "NET_UNITS"
        SECOND_UNITS "NET_SECOND_UNITS"

cdef enum:
    # First the logits of success of all cards, then their policy logits.
    OUTPUTS = 2 * PACK_CARDS
    # Weights and units are integers in units of 1/64, outputs in units of 1/4096.
    ONE = 64
    WEIGHTS_PER_ROLE = (INPUTS + 1 + SECOND_UNITS) * UNITS + (1 + OUTPUTS) * SECOND_UNITS + OUTPUTS


cdef struct Weights:
    int16_t first[INPUTS][UNITS]
    int16_t first_bias[UNITS]
    int16_t second[SECOND_UNITS][UNITS]
    int32_t second_bias[SECOND_UNITS]
    int16_t out[OUTPUTS][SECOND_UNITS]
    int32_t out_bias[OUTPUTS]


cdef struct Evaluation:
    # By card, in units of 1/4096: the logit of success (undeclared: the score), and the policy
    # logit.
    int32_t value[64]
    int32_t policy_logit[64]


cdef inline int pack_index(int card) noexcept nogil:
    # The card's index in the pack of 48, which has no tens.
    cdef int rank = card & 15
    return (card >> 4) * SUIT_CARDS + (rank if rank < 8 else rank - 1)


cdef inline float value_of_output(int role, int32_t output) noexcept nogil:
    # A card's value: a chance, or a score if the hand is undeclared.
    cdef float value = <float>output / (ONE * ONE)
    return value if role == UNDECLARED else <float>(1 / (1 + exponential(-value)))


cdef inline int role_of(const PayoffTable* payoffs, int seat) noexcept nogil:
    if payoffs.declarer < 0:
        return UNDECLARED
    return (seat + MAX_SEATS - payoffs.declarer) % MAX_SEATS


cdef int encode_inputs(
    const TrickTables* tables,
    const PayoffTable* payoffs,
    const Position* position,
    const PublicInfo* info,
    int16_t* active,
) noexcept nogil

cdef void evaluate(
    const Weights* weights, const int16_t* active, int count, uint64_t cards, Evaluation* evaluation
) noexcept nogil

cdef int evaluate_cards(
    const Weights* roles,
    const TrickTables* tables,
    const PayoffTable* payoffs,
    const Position* position,
    const PublicInfo* info,
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


cdef class Nets:
    cdef Weights by_role[ROLES]
