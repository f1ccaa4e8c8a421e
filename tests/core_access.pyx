"""Functions of the compiled core that only tests call by themselves; see `core_access.py`."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from clumond_solver._core.bits.cards cimport lowest
from clumond_solver._core.double_dummy.rollout_finish cimport exact_finish_rewards
from clumond_solver._core.rules.clumond cimport MAX_SEATS, Board, Payoffs, legal_cards
from clumond_solver._core.single_dummy.inference cimport (
    Evidence,
    HandWeights,
    log_weight,
    set_info_before,
)
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo, SeatKnowledge
from clumond_solver._core.single_dummy.last_tricks cimport MAX_DEALS, Plan, plan_cards
from clumond_solver._core.single_dummy.net cimport Nets


def exact_rewards(Board board, Payoffs payoffs):
    cdef float rewards[MAX_SEATS]
    exact_finish_rewards(&board.rules.data, &payoffs.data, &board.data, rewards)
    return tuple([rewards[seat] for seat in range(MAX_SEATS)])


def log_weight_of(
    SeatKnowledge knowledge, hands, Nets nets, HandWeights calling, float trust_plays
):
    cdef Evidence evidence
    cdef uint64_t held[MAX_SEATS]
    for seat in range(MAX_SEATS):
        held[seat] = hands[seat]
    evidence.tables = &knowledge.board.rules.data
    evidence.payoffs = &knowledge.payoffs.data
    evidence.history = &knowledge.history
    evidence.viewer = knowledge.viewer
    evidence.nets = nets.by_role
    evidence.calling = NULL if calling is None else calling.weights
    evidence.trust_plays = trust_plays
    set_info_before(&evidence)
    return log_weight(&evidence, held)


def plan_of(SeatKnowledge knowledge, Nets nets, deals, chances, bint best_alone):
    if not len(deals) == len(chances) <= MAX_DEALS:
        raise ValueError(f"{len(deals)} deals, {len(chances)} chances: at most {MAX_DEALS}")
    cdef Plan* plan = <Plan*>malloc(sizeof(Plan))
    if plan == NULL:
        raise MemoryError
    cdef PublicInfo info
    cdef double values[64]
    cdef uint64_t cards = legal_cards(&knowledge.board.rules.data, &knowledge.board.data)
    plan.tables = &knowledge.board.rules.data
    plan.payoffs = &knowledge.payoffs.data
    plan.nets = nets.by_role
    plan.viewer = knowledge.viewer
    plan.least_chance = 0
    plan.lists[0].count = len(deals)
    plan.lists[0].mass = sum(chances)
    for number in range(len(deals)):
        plan.lists[0].first_hand[number] = deals[number]
        plan.lists[0].chance[number] = chances[number]
    knowledge.set_info(&info)
    plan_cards(
        plan, &knowledge.board.data, &info, knowledge.unseen, cards, best_alone, values
    )
    free(plan)
    failing = {}
    while cards:
        failing[lowest(cards)] = values[lowest(cards)]
        cards &= cards - 1
    return failing
