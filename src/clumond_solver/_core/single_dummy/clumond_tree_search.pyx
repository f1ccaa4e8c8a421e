"""Clumond's tree search, which chooses one card for a seat that sees its own cards only.

All games share the search itself, `tree_search.pxi`. This file adds what only Clumond has: deals of
two hidden hands weighted by plays and call, nets as prior, leaves evaluated by nets and by random
play with an exact finish, and a plan instead of a search for the last tricks of a defender.
"""

from dataclasses import asdict

from libc.math cimport sqrt
from libc.stdlib cimport free, malloc, realloc

from clumond_solver._core.bits.cards cimport lowest, one_per_run
from clumond_solver._core.bits.portable_math cimport exponential, logarithm
from clumond_solver._core.bits.rng cimport random_below, start_stream, random_unit
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.bits.suit_tables cimport (
    count_all,
    fill_suit_tables,
    nth_card,
    nth_of_suit,
    random_card,
    suit_length,
)
from clumond_solver._core.double_dummy.rollout_finish cimport exact_finish_rewards
from clumond_solver._core.rules.clumond_tricks cimport (
    CLUMOND_ONLY,
    final_rewards,
    left_of,
    legal_cards,
    live_cards,
    move_of,
    names_when_following,
    legal_names,
    play_move,
    seat_at,
    share_rewards,
    trick_size,
    with_best_card,
)
from clumond_solver._core.rules.limits cimport FIFTH_SUIT, MAX_MOVES, TRICK_COUNTS
from clumond_solver._core.single_dummy.deal_weights cimport Evidence, log_weight, set_info_before
from clumond_solver._core.single_dummy.defender_plan cimport (
    LEAST_CHANCE,
    MAX_DEALS,
    MAX_PLANNED,
    DealList,
    Plan,
    plan_cards,
    set_chances,
)
from clumond_solver._core.single_dummy.determinization cimport (
    FIRST,
    SECOND,
    draw_first,
    list_first_hands,
    unseen_cards,
)
from clumond_solver._core.single_dummy.knowledge cimport (
    SeatKnowledge,
    record_card,
    set_hidden_hands,
)
from clumond_solver._core.single_dummy.net cimport (
    Evaluation,
    best_by_policy,
    evaluate_cards,
    policy_odds,
    value_by_policy,
    value_of_output,
)
from clumond_solver._core.single_dummy.signals cimport MAX_SIGNALS, Signal, agrees

include "random_play.pxi"

fill_suit_tables()

cdef enum:
    MAX_ITERATIONS = 100_000_000
    # How often a deal is drawn, at most, until it agrees with the signals.
    MAX_DRAWS = 400

# The weight of exploration, in units of the usual difference between payoffs.
cdef float EXPLORATION = 1
# The weight by signals counts as at least this: its logarithm must be finite.
cdef double LEAST_WEIGHT = 1e-12


cdef class Settings:
    """How a seat is played: iterations, a `styles.SearchOptions`, nets, and how hands call.

    ``signals`` are those of the defence that the seat's deals should agree with, each as (seat,
    suit, card or -1, whether the suit is the one to open, a bit for each length dealt that agrees,
    the weight of a deal that does not).
    """

    def __init__(
        self, int iterations, options, Nets nets=None, HandWeights calling=None, signals=()
    ):
        cdef SearchSettings* data = &self.data
        cdef SearchOptions search_options = asdict(options)
        data.iterations = iterations
        data.options = search_options
        # The references keep alive what the pointers point to.
        self.nets = nets
        data.nets = NULL if nets is None else nets.by_role
        self.calling = calling
        data.calling = NULL if calling is None else calling.weights
        data.signals = NULL
        if signals:
            self._set_signals(signals)
        # `styles.SearchOptions` has checked the rest.
        if not (
            0 <= iterations <= MAX_ITERATIONS
            and 0 <= search_options.particles <= MAX_PARTICLES
            and 0 <= search_options.exact_tricks < TRICK_COUNTS
            and 0 <= search_options.solve_tricks <= MAX_PLANNED
            and (1 if search_options.solve_tricks else 0) <= search_options.solve_deals <= MAX_DEALS
            and (search_options.trust_nets == 0 or nets is not None)
        ):
            raise ValueError(f"{iterations} iterations with {options}: beyond the core's limits")

    def _set_signals(self, signals):
        cdef Signal* signal
        cdef int number
        if len(signals) > MAX_SIGNALS:
            raise ValueError(f"{len(signals)} signals, at most {MAX_SIGNALS}")
        for number, (seat, suit, card, opens, lengths, doubt) in enumerate(signals):
            if not 0 <= seat < MAX_SEATS or not 0 <= suit < 4 or not 0 <= doubt <= 1:
                raise ValueError(f"a signal of seat {seat} in suit {suit}, doubt {doubt}")
            signal = &self.signals.by_number[number]
            signal.seat = seat
            signal.suit = suit
            signal.card = card
            signal.opens = opens
            signal.lengths = lengths
            signal.doubt = doubt
        self.signals.count = len(signals)
        self.data.signals = &self.signals


cdef inline uint64_t one_of_each_run(
    const TrickTables* tables, const Position* position, uint64_t live
) noexcept nogil:
    # The legal cards, of a run only the lowest; `live` are the cards that separate runs.
    cdef uint64_t cards = legal_cards(tables, position)
    if cards & (cards - 1):
        cards = one_per_run(cards, position.hands[position.trick.turn], live)
    return cards


cdef uint64_t choices_at(const TrickTables* tables, const Position* position) noexcept nogil:
    """The legal cards, of touching cards only the lowest, where all hands are set."""
    return one_of_each_run(tables, position, live_cards(tables, position))


cdef inline void deal_unseen(
    const Search* search, Position* position, uint64_t first_hand
) noexcept nogil:
    set_hidden_hands(position, search.viewer, unseen_cards(search.hidden), first_hand)


cdef inline uint64_t choices(
    const Search* search, const Position* position, uint64_t live
) noexcept nogil:
    # As `choices_at`, given the cards that are still held.
    return one_of_each_run(search.tables, position, with_best_card(position, live))


cdef inline int moves_to_search(
    const TrickTables* tables, const Position* position, int card, Move* moves
) noexcept nogil:
    moves[0] = move_of(card)
    return 1


cdef inline int evaluate_choices(
    const Search* search, const Position* position, uint64_t cards, Evaluation* evaluation
) noexcept nogil:
    # Evaluates the cards with the net of the seat to play; returns the role of that seat.
    return evaluate_cards(
        search.settings.nets,
        search.tables,
        search.payoffs,
        position,
        &search.info_at_node,
        cards,
        evaluation,
    )


cdef inline void record_move(
    Search* search, const Position* position, const Move* move
) noexcept nogil:
    if search.settings.nets != NULL:
        record_card(search.tables, position, &search.info_at_node, move.card)


cdef inline bint has_exact_value(const Search* search, const Position* position) noexcept nogil:
    return position.trick.tricks_left <= search.settings.options.exact_tricks


cdef void rewards_by_net(
    Search* search, int node, Position* position, float* rewards
) noexcept nogil:
    # The net of the next seat with a choice gives declarer's chance and the prior of its cards.
    cdef Evaluation evaluation
    cdef float odds[64]
    cdef float value
    cdef int mover, role
    cdef Move move
    cdef uint64_t cards = choices_at(search.tables, position)
    while cards & (cards - 1) == 0:
        node = -1
        move = move_of(lowest(cards))
        record_move(search, position, &move)
        play_move(search.tables, position, &move)
        if has_exact_value(search, position):
            exact_finish_rewards(search.tables, search.payoffs, position, rewards)
            return
        cards = choices_at(search.tables, position)
    mover = position.trick.turn
    role = evaluate_choices(search, position, cards, &evaluation)
    if node >= 0 and search.tree.nodes[node].first_child < 0:
        policy_odds(&evaluation, cards, search.settings.options.sharpness, odds)
        add_children(search, node, position, cards, odds)
        search.tree.expanded[node] = cards
    policy_odds(&evaluation, cards, 1, odds)
    value = value_by_policy(role, &evaluation, cards, odds)
    if mover != search.payoffs.declarer:
        value = 1 - value
    share_rewards(search.payoffs, value, rewards)


cdef inline void prior_weights(
    const Search* search, const Position* position, uint64_t cards, float* weights
) noexcept nogil:
    # The odds of each card against the others of its node; above 0.
    cdef Evaluation evaluation
    if search.settings.nets != NULL:
        evaluate_choices(search, position, cards, &evaluation)
        policy_odds(&evaluation, cards, search.settings.options.sharpness, weights)
        return
    while cards:
        weights[lowest(cards)] = 1
        cards &= cards - 1


cdef inline void roll_out(const Search* search, Position* position, float* rewards) noexcept nogil:
    # Play at random, then solve the last tricks; overwrites the position.
    play_at_random(search.tables, position, search.settings.options.exact_tricks, search.rng)
    if search.settings.options.exact_tricks:
        exact_finish_rewards(search.tables, search.payoffs, position, rewards)
    else:
        final_rewards(search.payoffs, position, rewards)


cdef void estimate_rewards(
    Search* search, int node, Position* position, float* rewards
) noexcept nogil:
    # Net errors are systematic and rollout errors are noise; a weighted mean has the least error.
    cdef float trust = search.settings.options.trust_nets
    cdef float rollout_rewards[MAX_SEATS]
    cdef int seat
    if trust > 0 and search.payoffs.declarer >= 0:
        rewards_by_net(search, node, position, rewards)
        if trust == 1 or has_exact_value(search, position):
            return
        roll_out(search, position, rollout_rewards)
        for seat in range(MAX_SEATS):
            rewards[seat] = trust * rewards[seat] + (1 - trust) * rollout_rewards[seat]
    else:
        roll_out(search, position, rewards)


cdef inline void evaluate_leaf(
    Search* search, int node, Position* position, float* rewards
) noexcept nogil:
    # Each seat's reward, exact if few tricks are left; overwrites the position.
    cdef int seat
    if has_exact_value(search, position):
        exact_finish_rewards(search.tables, search.payoffs, position, rewards)
    else:
        estimate_rewards(search, node, position, rewards)
    for seat in range(MAX_SEATS):
        search.sums[seat] += rewards[seat]


cdef inline bint can_stop_early(const Search* search, int iterations_left) noexcept nogil:
    # Whether no other card can catch up with the most visited one.
    cdef const Node* nodes = search.tree.nodes
    cdef int child = nodes[0].first_child
    cdef uint32_t most = 0, second_most = 0
    if search.needs_value:
        return False
    while child >= 0:
        second_most = max(second_most, min(most, nodes[child].visits))
        most = max(most, nodes[child].visits)
        child = nodes[child].next_sibling
    return most > second_most + <uint32_t>iterations_left


cdef inline int select_child(
    const Search* search, const Node* parent, uint64_t cards, uint64_t names
) noexcept nogil:
    # By PUCT (Rosin 2011, "Multi-armed bandits with episode context"): the child with the highest
    # mean plus prior bonus; an untried child has a little less than the mean of all.
    cdef const Node* nodes = search.tree.nodes
    cdef float scale = EXPLORATION * search.payoffs.scale
    cdef int child = parent.first_child, best = -1, count = 0
    cdef float visits = 0, total = 0, priors = 0, value, best_value = -1e30
    cdef float bonus, prior_bonus, even_bonus, untried_value
    cdef const Node* node
    while child >= 0:
        node = &nodes[child]
        if is_legal(search.tables, node, cards, names):
            visits += node.visits
            total += <float>node.total
            priors += node.prior
            count += 1
        child = node.next_sibling
    if count == 0:
        return -1
    # A twentieth of the bonus is shared equally, so that no card is ruled out.
    bonus = scale * <float>sqrt(visits + 1)
    even_bonus = <float>0.05 * bonus / count
    prior_bonus = bonus * (<float>0.95 / priors)
    untried_value = total / visits - <float>0.05 * scale if visits > 0 else 0
    child = parent.first_child
    while child >= 0:
        node = &nodes[child]
        if is_legal(search.tables, node, cards, names):
            value = <float>node.total / node.visits if node.visits else untried_value
            value += (prior_bonus * node.prior + even_bonus) / (1 + node.visits)
            if value > best_value:
                best_value = value
                best = child
        child = node.next_sibling
    return best


cdef float weight_by_signals(const Search* search, uint64_t first_hand) noexcept nogil:
    # How well a deal of the unseen cards agrees with what the defenders' cards said.
    cdef const Signals* signals = search.settings.signals
    cdef const Signal* signal
    cdef uint64_t dealt
    cdef float weight = 1
    cdef int number
    for number in range(signals.count):
        signal = &signals.by_number[number]
        if signal.seat == search.viewer:
            continue
        dealt = unseen_cards(search.hidden) & ~first_hand
        if signal.seat == left_of(search.viewer):
            dealt = first_hand
        if not agrees(signal, dealt | search.info.played[signal.seat], search.tables.trump):
            weight *= signal.doubt
    return weight


cdef float log_weight_by_signals(const Search* search, uint64_t first_hand) noexcept nogil:
    if search.settings.signals == NULL:
        return 0
    return <float>logarithm(max(LEAST_WEIGHT, weight_by_signals(search, first_hand)))


cdef uint64_t draw_agreeing(const Search* search) noexcept nogil:
    # Draws a deal with a chance in proportion to its weight by signals, by rejection; the best of
    # the first draws if none is accepted.
    cdef uint64_t hand = draw_first(search.hidden, search.rng), best_hand = hand
    cdef float weight, best = -1
    cdef int _
    if search.settings.signals == NULL:
        return hand
    for _ in range(MAX_DRAWS):
        weight = weight_by_signals(search, hand)
        if random_unit(search.rng) < weight:
            return hand
        if weight > best:
            best = weight
            best_hand = hand
        hand = draw_first(search.hidden, search.rng)
    return best_hand


cdef bint gather_evidence(const Search* search, Evidence* evidence) noexcept nogil:
    # Collect the evidence that deals are weighted by; False if deals are drawn without weights.
    cdef const SearchSettings* settings = search.settings
    if (
        settings.options.particles == 0
        or search.payoffs.declarer < 0
        or search.hidden.room[FIRST] == 0
        or search.hidden.room[SECOND] == 0
    ):
        return False
    evidence.tables = search.tables
    evidence.payoffs = search.payoffs
    evidence.history = search.history
    evidence.viewer = search.viewer
    evidence.nets = settings.nets
    evidence.calling = settings.calling
    evidence.trust_plays = settings.options.trust_plays
    set_info_before(evidence)
    return True


cdef bint weight_deals(
    Search* search, uint64_t* first_hands, float* cumulative, int count, bint are_listed
) noexcept nogil:
    # Weight deals, and draw them before unless they are listed; False if deals have no weights.
    cdef Position position = search.root_position[0]
    cdef Evidence evidence
    cdef float greatest = -1e30, total = 0
    cdef int number
    if not gather_evidence(search, &evidence):
        return False
    for number in range(count):
        if not are_listed:
            first_hands[number] = draw_agreeing(search)
        deal_unseen(search, &position, first_hands[number])
        # For now the logarithm of the deal's weight.
        cumulative[number] = log_weight(&evidence, position.hands)
        if are_listed:
            cumulative[number] += log_weight_by_signals(search, first_hands[number])
        greatest = max(greatest, cumulative[number])
    for number in range(count):
        total += <float>exponential(cumulative[number] - greatest)
        cumulative[number] = total
    return True


cdef inline bint weight_particles(Search* search) noexcept nogil:
    cdef int count = search.settings.options.particles
    return weight_deals(search, search.particles, search.cumulative, count, False)


cdef inline uint64_t draw_weighted(const Search* search) noexcept nogil:
    cdef int low = 0, high = search.settings.options.particles - 1, middle
    cdef float threshold = <float>random_unit(search.rng) * search.cumulative[high]
    while low < high:
        middle = (low + high) // 2
        if search.cumulative[middle] > threshold:
            high = middle
        else:
            low = middle + 1
    return search.particles[low]


cdef inline bint determinize(Search* search, Position* position) noexcept nogil:
    # Deal the hidden cards; True, because `set_up` has made sure that some deal fits.
    position[0] = search.root_position[0]
    search.info_at_node = search.info
    if search.is_weighted:
        deal_unseen(search, position, draw_weighted(search))
    else:
        deal_unseen(search, position, draw_agreeing(search))
    return True


include "tree_search.pxi"


cdef void list_deals(Search* search, Plan* plan) noexcept nogil:
    # List deals that agree with what was seen, all of them if they are few, and their chances.
    cdef DealList* deals = &plan.lists[0]
    cdef Position position = search.root_position[0]
    cdef Evidence evidence
    cdef bint has_evidence = gather_evidence(search, &evidence), are_listed
    cdef int number, most = search.settings.options.solve_deals
    deals.count = list_first_hands(search.hidden, deals.first_hand, most)
    are_listed = deals.count > 0
    if not are_listed:
        deals.count = most
        for number in range(most):
            deals.first_hand[number] = draw_agreeing(search)
    for number in range(deals.count):
        deals.chance[number] = 0
        if has_evidence:
            deal_unseen(search, &position, deals.first_hand[number])
            deals.chance[number] = log_weight(&evidence, position.hands)
        if are_listed:
            deals.chance[number] += log_weight_by_signals(search, deals.first_hand[number])
    set_chances(
        plan,
        &position,
        unseen_cards(search.hidden),
        has_evidence and search.history.count > 0,
        search.rng,
    )


cdef int rate_by_plan(Search* search, Plan* plan) noexcept nogil:
    # Evaluate each choice at the root by a plan; return the number of deals in the plan, which
    # counts as the visits of every choice.
    cdef Tree* tree = search.tree
    cdef const SearchSettings* settings = search.settings
    cdef Position position = search.root_position[0]
    cdef double values[64]
    cdef uint64_t cards
    cdef int child, seat, deals
    cdef Node* node
    plan.tables = search.tables
    plan.payoffs = search.payoffs
    plan.nets = settings.nets
    plan.viewer = search.viewer
    plan.least_chance = LEAST_CHANCE
    list_deals(search, plan)
    deals = plan.lists[0].count
    # The nets' prior, which breaks ties, does not depend on who holds the unseen cards.
    deal_unseen(search, &position, unseen_cards(search.hidden))
    cards = choices_at(search.tables, &position)
    search.info_at_node = search.info
    expand(search, 0, &position, cards)
    plan_cards(
        plan,
        search.root_position,
        &search.info,
        unseen_cards(search.hidden),
        cards,
        not search.needs_value,
        values,
    )
    child = tree.nodes[0].first_child
    while child >= 0:
        node = &tree.nodes[child]
        node.visits = deals
        node.total = min(values[node.move.card], 1) * deals
        tree.nodes[0].visits += deals
        for seat in range(MAX_SEATS):
            search.sums[seat] += (
                deals - node.total if seat == search.payoffs.declarer else node.total
            )
        child = node.next_sibling
    return deals


cdef inline bint plans_last_tricks(
    const SearchSettings* settings, const PayoffTable* payoffs, const Position* position
) noexcept nogil:
    # Whether the seat to play is a defender near the end, which plans instead of searching.
    if position.trick.tricks_left > settings.options.solve_tricks:
        return False
    return 0 <= payoffs.declarer != position.trick.turn


cdef bint plays_by_policy(
    const SearchSettings* settings, const PayoffTable* payoffs, const Position* position
) noexcept nogil:
    """Whether the seat to play follows its net's policy, without a search."""
    return (
        settings.nets != NULL
        and position.trick.tricks_left > settings.options.search_tricks
        and not plans_last_tricks(settings, payoffs, position)
    )


cdef int card_by_policy(
    const SearchSettings* settings, Rng* rng, const Evaluation* evaluation, uint64_t cards
) noexcept nogil:
    """Choose a card by the policy alone."""
    cdef float odds[64]
    cdef float total = 0, threshold
    cdef uint64_t rest = cards
    cdef int card
    if settings.options.temperature == 0:
        return best_by_policy(evaluation, cards)
    policy_odds(evaluation, cards, 1 / settings.options.temperature, odds)
    while rest:
        total += odds[lowest(rest)]
        rest &= rest - 1
    threshold = <float>(random_unit(rng) * total)
    while cards & (cards - 1):
        card = lowest(cards)
        threshold -= odds[card]
        if threshold < 0:
            return card
        cards &= cards - 1
    return lowest(cards)


cdef int search_or_plan(Search* search) noexcept nogil:
    """Search from what the viewer sees, or plan the last tricks.

    Returns the iterations done (after a stop fewer than requested, but not 0), or the number of
    deals in the plan.
    """
    cdef Plan* plan
    cdef int seat, done
    reset_tree(search.tree)
    for seat in range(MAX_SEATS):
        search.sums[seat] = 0
    search.live = search.root_position.hands[search.viewer] | unseen_cards(search.hidden)
    if search.viewer == search.root_position.trick.turn and plans_last_tricks(
        search.settings, search.payoffs, search.root_position
    ):
        plan = <Plan*>malloc(sizeof(Plan))
        if plan != NULL:
            done = rate_by_plan(search, plan)
            free(plan)
            return done
    search.is_weighted = weight_particles(search)
    return run_iterations(search)


cdef int most_visited(const Tree* tree) noexcept nogil:
    """The root's most visited card; of equals that of higher value, then of higher prior."""
    cdef int child = tree.nodes[0].first_child
    cdef const Node* node
    cdef const Node* best = NULL
    while child >= 0:
        node = &tree.nodes[child]
        if (
            best == NULL
            or node.visits > best.visits
            or (node.visits == best.visits and node.total > best.total)
            or (
                node.visits == best.visits
                and node.total == best.total
                and node.prior >= best.prior
            )
        ):
            best = node
        child = node.next_sibling
    return best.move.card


cdef tuple moves_by_policy(Search* search):
    # The result of `search_card` without a search: the net's values, with one visit each.
    cdef Evaluation evaluation
    cdef Position position = search.root_position[0]
    cdef uint64_t cards
    cdef int card, played, role
    # The net's inputs do not depend on who holds the unseen cards.
    deal_unseen(search, &position, unseen_cards(search.hidden))
    cards = choices_at(search.tables, &position)
    search.info_at_node = search.info
    role = evaluate_choices(search, &position, cards, &evaluation)
    played = card_by_policy(search.settings, search.rng, &evaluation, cards)
    moves = []
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        moves.append((card, card, card, 1, value_of_output(role, evaluation.value[card])))
    return played, 0, value_of_output(role, evaluation.value[played]), moves


cdef bint set_up(
    Search* search,
    SeatKnowledge knowledge,
    Settings settings,
    Hidden* hidden,
    Rng* rng,
    uint64_t seed,
) except -1:
    # Set all fields that follow from what the viewer knows; False when no deal fits.
    if knowledge.viewer < 0:
        raise ValueError("a search needs a viewer, who does not see all hands")
    search.tables = &knowledge.board.rules.data
    search.payoffs = &knowledge.payoffs.data
    search.settings = &settings.data
    search.viewer = knowledge.viewer
    search.root_position = &knowledge.board.data
    search.hidden = hidden
    search.history = &knowledge.history
    search.rng = rng
    knowledge.set_info(&search.info)
    start_stream(rng, seed, 0)
    return knowledge.set_hidden(hidden)


def search_card(SeatKnowledge knowledge, Settings settings, uint64_t seed, Stop stop):
    """Search for the seat to play, from what the viewer knows.

    Returns the card to play, the iterations done (the number of deals if the last tricks were
    planned, 0 if a net's policy chose the card), the viewer's mean reward, and for each choice its
    card (three times: other games have the card, the card named and the suit led), its visits, and
    the mean reward of the seat to play. None when no deal fits.
    """
    cdef Hidden hidden
    cdef Tree tree
    cdef Rng rng
    cdef Search search
    cdef int done
    if not set_up(&search, knowledge, settings, &hidden, &rng, seed):
        return None
    if knowledge.viewer == search.root_position.trick.turn and plays_by_policy(
        search.settings, search.payoffs, search.root_position
    ):
        return moves_by_policy(&search)
    if not reserve(&tree, MAX_NODES):
        raise MemoryError
    search.tree = &tree
    search.stop = &stop.flag
    search.needs_value = True
    try:
        with nogil:
            done = search_or_plan(&search)
        stop.reraise()
        value = search.sums[search.viewer] / tree.nodes[0].visits
        return most_visited(&tree), done, value, searched_moves(&tree)
    finally:
        release(&tree)


def likely_deals(
    SeatKnowledge knowledge, Settings settings, int count, int candidates, uint64_t seed
):
    """Draw deals by how well they explain what was seen, if the settings weight deals.

    Returns the left neighbour's hand of each, as a mask; None when no deal fits. Weighted deals are
    drawn in proportion to their weights by systematic resampling, which adds the least noise: from
    all deals if there are at most ``candidates``, else from so many at random.
    """
    cdef Hidden hidden
    cdef Rng rng
    cdef Search search
    cdef float step, threshold
    cdef int _, listed, last, index, number = 0
    cdef uint64_t* first_hands
    cdef float* cumulative
    if not set_up(&search, knowledge, settings, &hidden, &rng, seed):
        return None
    if candidates < 1:
        raise ValueError(f"{candidates} candidates")
    first_hands = <uint64_t*>malloc(candidates * sizeof(uint64_t))
    cumulative = <float*>malloc(candidates * sizeof(float))
    try:
        if first_hands == NULL or cumulative == NULL:
            raise MemoryError
        with nogil:
            listed = list_first_hands(&hidden, first_hands, candidates)
            last = (listed or candidates) - 1
            search.is_weighted = weight_deals(
                &search, first_hands, cumulative, last + 1, listed > 0
            )
        if not search.is_weighted:
            return [draw_agreeing(&search) for _ in range(count)]
        step = cumulative[last] / count
        threshold = step * <float>random_unit(&rng)
        drawn = []
        for _ in range(count):
            while number < last and cumulative[number] <= threshold:
                number += 1
            drawn.append(first_hands[number])
            threshold += step
    finally:
        free(first_hands)
        free(cumulative)
    # Equal deals lie side by side: in another order, those played before a deadline differ.
    for number in range(count - 1, 0, -1):
        index = <int>random_below(&rng, number + 1)
        drawn[number], drawn[index] = drawn[index], drawn[number]
    return drawn
