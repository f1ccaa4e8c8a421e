"""Information-set Monte Carlo tree search over the public history of the play: Clumond's player.

Each iteration draws a determinization, a deal that agrees with what the searching seat knows, walks
down the tree of public histories among the cards that are legal in it, adds one node, rolls out,
and credits every seat's own reward to the choices that it made (Cowling, Powley and Whitehouse
2012, "Information Set Monte Carlo Tree Search", of several observers: SO-ISMCTS over public plays).
Children are selected by UCB1 or, with a learned prior, by PUCT (Rosin 2011, "Multi-armed bandits
with episode context"). All nodes of a search lie in one pool that is set aside before it starts.
"""

from libc.math cimport expf, isfinite, log, sqrt
from libc.stdlib cimport free, malloc

from clumond_solver._core.single_dummy.determinization cimport (
    FIRST,
    SECOND,
    draw_first,
    unseen_cards,
)
from clumond_solver._core.double_dummy.exact_finish cimport finish
from clumond_solver._core.single_dummy.inference cimport Evidence, log_weight
from clumond_solver._core.single_dummy.knowledge cimport SeatKnowledge
from clumond_solver._core.rules.limits cimport MAX_TRICKS
from clumond_solver._core.single_dummy.rollout cimport roll_out
from clumond_solver._core.single_dummy.policy cimport PolicyContext, card_odds, policy_context
from clumond_solver._core.bits.cards cimport lowest, one_per_run
from clumond_solver._core.bits.stop cimport Stop
from clumond_solver._core.bits.rng cimport below, start_stream, unit
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    left_of,
    legal_cards,
    live_cards,
    play_card,
)

cdef enum:
    NODES_PER_ITERATION = 10
    MAX_DEPTH = 64
    MAX_ITERATIONS = 100_000_000
    MAX_EXPLORATION = 1_000_000
    POLL_EVERY = 64


cdef class Settings:
    """How a seat is played."""

    def __init__(
        self,
        int iterations,
        *,
        bint puct=False,
        int exact_tricks=2,
        bint merge=True,
        float exploration=0.7,
        Policy policy=None,
        HandWeights calling=None,
        int particles=0,
        float trust_plays=0,
        float trust_call=0,
        int solve_tricks=0,
        int solve_deals=0,
    ):
        if not 0 <= iterations <= MAX_ITERATIONS:
            raise ValueError(f"{iterations} iterations: at most {MAX_ITERATIONS}")
        if not 0 <= particles <= MAX_PARTICLES:
            raise ValueError(f"{particles} particles: from 0 to {MAX_PARTICLES}")
        if not 0 <= exact_tricks < MAX_TRICKS or not 0 <= solve_tricks < MAX_TRICKS:
            raise ValueError(f"{exact_tricks} and {solve_tricks} tricks: below {MAX_TRICKS}")
        if solve_deals < 0 or (solve_tricks and not solve_deals):
            raise ValueError(f"{solve_deals} deals to solve the last tricks in")
        # NaN is within no bounds: values of nodes are numbers, so that one is always the greatest.
        if not 0 <= exploration <= MAX_EXPLORATION:
            raise ValueError(f"exploration {exploration}: from 0 to {MAX_EXPLORATION}")
        if not isfinite(trust_plays) or not isfinite(trust_call):
            raise ValueError("trust in plays and in calls are finite numbers")
        self.data.iterations = iterations
        self.data.puct = puct
        self.data.exact_tricks = exact_tricks
        self.data.merge = merge
        self.data.exploration = exploration
        # Kept here too, so that the weights live as long as the pointer to them.
        self.policy = policy
        self.data.odds = NULL if policy is None else policy.odds
        self.calling = calling
        self.data.calling = NULL if calling is None else calling.weights
        self.data.particles = particles
        self.data.trust_plays = trust_plays
        self.data.trust_call = trust_call
        self.data.solve_tricks = solve_tricks
        self.data.solve_deals = solve_deals

    @property
    def uses_calls(self):
        """Whether a call is weighed by what it says about the hand."""
        return self.calling is not None


cdef bint reserve(Tree* tree, int iterations) noexcept nogil:
    """Set the pool aside; False when memory is short."""
    tree.capacity = iterations * NODES_PER_ITERATION + 128
    tree.used = 0
    tree.nodes = <Node*>malloc(tree.capacity * sizeof(Node))
    return tree.nodes != NULL


cdef void release(Tree* tree) noexcept nogil:
    free(tree.nodes)
    tree.nodes = NULL


cdef inline void start_node(Node* node, int card, float prior) noexcept nogil:
    node.known = 0
    node.total = 0
    node.prior = prior
    node.visits = 0
    node.first_child = -1
    node.next_sibling = -1
    node.card = card


cdef uint64_t choices_at(
    const TrickTables* tables, const Player* player, const Position* at
) noexcept nogil:
    """The cards worth telling apart among the legal ones."""
    cdef uint64_t cards = legal_cards(tables, at)
    if player.merge and cards & (cards - 1):
        cards = one_per_run(cards, at.hands[at.trick.turn], live_cards(tables, at))
    return cards


cdef inline void lay_hidden(const Search* search, Position* at, uint64_t first) noexcept nogil:
    # The hands that the viewer does not see: the first is drawn, the other holds the rest.
    at.hands[left_of(search.viewer)] = first
    at.hands[left_of(left_of(search.viewer))] = unseen_cards(search.hidden) & ~first


cdef inline void add_children(
    Search* search, Node* parent, const Position* at, uint64_t cards
) noexcept nogil:
    # A full pool stops the growth of the tree, never the search.
    cdef Tree* tree = search.tree
    cdef PolicyContext context
    cdef float prior = 1
    cdef int card
    cdef bint guided = search.player.odds != NULL and at.trick.turn != search.goals.declarer
    if guided:
        policy_context(&context, search.tables, search.goals, at)
    while cards and tree.used < tree.capacity:
        card = lowest(cards)
        cards &= cards - 1
        if guided:
            prior = card_odds(search.player.odds, &context, search.tables, at, card)
        start_node(&tree.nodes[tree.used], card, prior)
        tree.nodes[tree.used].next_sibling = parent.first_child
        parent.first_child = tree.used
        parent.known |= <uint64_t>1 << card
        tree.used += 1


cdef inline int select_ucb(
    const Tree* tree, const Node* parent, uint64_t legal, float exploration, Rng* rng
) noexcept nogil:
    cdef int child = parent.first_child, best = -1, untried = 0
    cdef double visits = 0, value, best_value = -1e30, spread
    cdef const Node* node
    while child >= 0:
        node = &tree.nodes[child]
        if (legal >> node.card) & 1:
            visits += node.visits
            if node.visits == 0:
                untried += 1
                if below(rng, untried) == 0:
                    best = child
        child = node.next_sibling
    if untried:
        return best
    spread = exploration * sqrt(log(visits))
    child = parent.first_child
    while child >= 0:
        node = &tree.nodes[child]
        if (legal >> node.card) & 1:
            value = node.total / node.visits + spread / sqrt(node.visits)
            if value > best_value:
                best_value = value
                best = child
        child = node.next_sibling
    return best


cdef inline int select_puct(
    const Tree* tree, const Node* parent, uint64_t legal, float exploration, float scale
) noexcept nogil:
    cdef int child = parent.first_child, best = -1
    cdef float visits = 0, total = 0, priors = 0, value, best_value = -1e30, spread, untried, even
    cdef int count = 0
    cdef const Node* node
    while child >= 0:
        node = &tree.nodes[child]
        if (legal >> node.card) & 1:
            visits += node.visits
            total += node.total
            priors += node.prior
            count += 1
        child = node.next_sibling
    # A twentieth of the prior is spread evenly, so that no card is ruled out.
    spread = exploration * <float>sqrt(visits + 1)
    even = <float>0.05 * spread / count
    spread *= <float>0.95 / priors
    untried = total / visits - <float>0.05 * scale if visits > 0 else 0
    child = parent.first_child
    while child >= 0:
        node = &tree.nodes[child]
        if (legal >> node.card) & 1:
            value = node.total / node.visits if node.visits else untried
            value += (spread * node.prior + even) / (1 + node.visits)
            if value > best_value:
                best_value = value
                best = child
        child = node.next_sibling
    return best


cdef inline void iterate(Search* search, Position* at) noexcept nogil:
    # One path down the tree in one determinization, then one rollout, credited to all on the path.
    cdef const TrickTables* tables = search.tables
    cdef const Goals* goals = search.goals
    cdef const Player* player = search.player
    cdef Tree* tree = search.tree
    cdef int path[MAX_DEPTH]
    cdef int8_t movers[MAX_DEPTH]
    cdef float rewards[MAX_SEATS]
    cdef float exploration = player.exploration * goals.scale
    cdef int depth = 0, here = 0, chosen, step
    cdef uint64_t legal
    cdef Node* node
    while True:
        node = &tree.nodes[here]
        if depth and at.trick.left <= player.exact_tricks:
            finish(tables, goals, at, rewards)
            break
        if depth and node.visits == 0:
            roll_out(tables, goals, at, player.exact_tricks, search.rng, rewards)
            break
        legal = choices_at(tables, player, at)
        if legal & ~node.known:
            add_children(search, node, at, legal & ~node.known)
            if (legal & node.known) == 0:
                roll_out(tables, goals, at, player.exact_tricks, search.rng, rewards)
                break
        if player.puct:
            chosen = select_puct(tree, node, legal, exploration, goals.scale)
        else:
            chosen = select_ucb(tree, node, legal, exploration, search.rng)
        movers[depth] = at.trick.turn
        path[depth] = chosen
        depth += 1
        play_card(tables, at, tree.nodes[chosen].card)
        here = chosen
    tree.nodes[0].visits += 1
    tree.nodes[0].total += rewards[search.viewer]
    for step in range(depth):
        node = &tree.nodes[path[step]]
        node.visits += 1
        node.total += rewards[movers[step]]


cdef bint weigh(Search* search) noexcept nogil:
    # Draw deals and weigh them; False if there is nothing to weigh them by.
    cdef const Player* player = search.player
    cdef Tree* tree = search.tree
    cdef Position at = search.seen[0]
    cdef Evidence evidence
    cdef float best = -1e30, total = 0
    cdef int each
    if (
        player.particles == 0
        or search.history == NULL
        or search.goals.declarer < 0
        or search.goals.declarer == search.viewer
        or search.hidden.room[FIRST] == 0
        or search.hidden.room[SECOND] == 0
    ):
        return False
    evidence.tables = search.tables
    evidence.goals = search.goals
    evidence.history = search.history
    evidence.viewer = search.viewer
    evidence.odds = player.odds
    evidence.calling = player.calling
    evidence.trust_plays = player.trust_plays
    evidence.trust_call = player.trust_call
    for each in range(player.particles):
        tree.particles[each] = draw_first(search.hidden, search.rng)
        lay_hidden(search, &at, tree.particles[each])
        tree.cumulative[each] = log_weight(&evidence, at.hands)
        best = max(best, tree.cumulative[each])
    for each in range(player.particles):
        total += expf(tree.cumulative[each] - best)
        tree.cumulative[each] = total
    return True


cdef inline uint64_t draw_weighed(const Tree* tree, int particles, Rng* rng) noexcept nogil:
    cdef float at = <float>unit(rng) * tree.cumulative[particles - 1]
    cdef int low = 0, high = particles - 1, middle
    while low < high:
        middle = (low + high) // 2
        if tree.cumulative[middle] > at:
            high = middle
        else:
            low = middle + 1
    return tree.particles[low]


cdef inline void determinize(Search* search, bint weighed, Position* at) noexcept nogil:
    # The position seen, in one of the deals that agree with it.
    at[0] = search.seen[0]
    if weighed:
        lay_hidden(search, at, draw_weighed(search.tree, search.player.particles, search.rng))
    else:
        lay_hidden(search, at, draw_first(search.hidden, search.rng))


cdef int solve_last(Search* search, bint weighed) noexcept nogil:
    # Each choice of the root in each of the drawn deals, both sides then seeing everything.
    cdef Tree* tree = search.tree
    cdef Position at, after
    cdef float rewards[MAX_SEATS]
    cdef int done, child
    cdef Node* node
    for done in range(search.player.solve_deals):
        determinize(search, weighed, &at)
        if done == 0:
            add_children(
                search, &tree.nodes[0], &at, choices_at(search.tables, search.player, &at)
            )
        child = tree.nodes[0].first_child
        while child >= 0:
            node = &tree.nodes[child]
            after = at
            play_card(search.tables, &after, node.card)
            finish(search.tables, search.goals, &after, rewards)
            node.visits += 1
            node.total += rewards[search.seen.trick.turn]
            tree.nodes[0].visits += 1
            tree.nodes[0].total += rewards[search.viewer]
            child = node.next_sibling
    return search.player.solve_deals


cdef int run(Search* search) noexcept nogil:
    """Grow the tree from what the viewer sees.

    Returns the iterations done: fewer than asked for when told to stop, but not 0.
    """
    cdef Position at
    cdef bint weighed
    cdef int done
    search.tree.used = 1
    start_node(&search.tree.nodes[0], 0, 1)
    weighed = weigh(search)
    if (
        search.seen.trick.left <= search.player.solve_tricks
        and search.viewer == search.seen.trick.turn
        and search.goals.declarer >= 0
        and search.goals.declarer != search.viewer
    ):
        return solve_last(search, weighed)
    for done in range(search.player.iterations):
        if done and done % POLL_EVERY == 0 and search.stop[0]:
            return done
        determinize(search, weighed, &at)
        iterate(search, &at)
    return search.player.iterations


cdef int most_visited(const Tree* tree) noexcept nogil:
    """The card most visited at the root; of equals the one of higher value, then the lower card."""
    cdef int child = tree.nodes[0].first_child
    cdef const Node* node
    cdef const Node* best = NULL
    while child >= 0:
        node = &tree.nodes[child]
        if (
            best == NULL
            or node.visits > best.visits
            or (node.visits == best.visits and node.total >= best.total)
        ):
            best = node
        child = node.next_sibling
    return best.card


def search_card(SeatKnowledge knowledge, Settings settings, uint64_t seed, Stop stop):
    """Search for the seat to play, from what the viewer knows.

    Returns (iterations done, the viewer's mean reward, [(card, visits, the mover's mean reward)]);
    None when no deal fits.
    """
    cdef Hidden hidden
    cdef Tree tree
    cdef Rng rng
    cdef Search search
    cdef int done, child
    cdef const Node* node
    if knowledge.viewer < 0:
        raise ValueError("a search has a viewer, who does not see all hands")
    if not knowledge.hide(&hidden):
        return None
    if not reserve(&tree, settings.data.iterations):
        raise MemoryError
    start_stream(&rng, seed, 0)
    search.tables = &knowledge.board.rules.data
    search.goals = &knowledge.targets.data
    search.player = &settings.data
    search.viewer = knowledge.viewer
    search.seen = &knowledge.board.data
    search.hidden = &hidden
    search.history = &knowledge.history
    search.tree = &tree
    search.rng = &rng
    search.stop = &stop.told
    try:
        with nogil:
            done = run(&search)
        found = []
        value = tree.nodes[0].total / done
        child = tree.nodes[0].first_child
        while child >= 0:
            node = &tree.nodes[child]
            mean = node.total / node.visits if node.visits else 0.0
            found.append((node.card, node.visits, mean))
            child = node.next_sibling
    finally:
        release(&tree)
    return done, value, found
