# Information-set Monte Carlo tree search: the one tree search of all games. A template, included
# by `clumond_tree_search.pyx` with Clumond's tricks and by `any_game_tree_search.pyx` with those of
# any game.
#
# Each iteration draws a determinization (a deal that agrees with what the searching seat knows),
# walks down the tree of public histories by moves that are legal in it to a new node, evaluates
# this leaf, and credits each seat's reward to its own choices. This is the SO-ISMCTS of Cowling,
# Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search". All plays are public, so
# one tree serves every observer.
#
# The including file defines what differs between games:
#   determinize      deals the unseen cards; False if no deal fits
#   choices          the legal cards that are searched, as a mask
#   moves_to_search  the ways to play one of these cards that are searched
#   prior_weights    how likely each card is to be played; called once per node and card
#   select_child     the child to visit, among those for which `is_legal`; -1 if there is none
#   has_exact_value  whether a leaf's rewards are exact here, so that no path goes further down
#   evaluate_leaf    each seat's reward from here, also added to the search's sums
#   record_move      records a move about to be made
#   can_stop_early   whether the remaining iterations cannot change the answer

cdef enum:
    MAX_DEPTH = 64
    POLL_EVERY = 64


cdef bint make_room(Tree* tree) noexcept nogil:
    # Make room for another iteration's nodes, unless the tree is full; False if memory is short.
    cdef Node* nodes
    cdef uint64_t* expanded
    cdef int capacity
    if tree.used + SPARE_NODES <= tree.capacity or tree.capacity == tree.max_nodes:
        return True
    capacity = min(max(FIRST_NODES, 2 * tree.capacity), tree.max_nodes)
    nodes = <Node*>realloc(tree.nodes, capacity * sizeof(Node))
    if nodes != NULL:
        tree.nodes = nodes
    expanded = <uint64_t*>realloc(tree.expanded, capacity * sizeof(uint64_t))
    if expanded != NULL:
        tree.expanded = expanded
    if nodes == NULL or expanded == NULL:
        return False
    tree.capacity = capacity
    return True


cdef bint reserve(Tree* tree, int max_nodes) noexcept nogil:
    """Set up a tree of up to ``max_nodes`` nodes; False if there is no memory even for a few."""
    tree.nodes = NULL
    tree.expanded = NULL
    tree.used = tree.capacity = 0
    tree.max_nodes = max_nodes
    return make_room(tree)


cdef void release(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.expanded)
    tree.nodes = NULL
    tree.expanded = NULL


cdef inline void add_node(Tree* tree, const Move* move, float prior) noexcept nogil:
    cdef Node* node = &tree.nodes[tree.used]
    node.total = 0
    node.prior = prior
    node.visits = 0
    node.first_child = -1
    node.next_sibling = -1
    node.move = move[0]
    tree.used += 1


cdef void reset_tree(Tree* tree) noexcept nogil:
    # Leave only the root, whose move has no meaning.
    cdef Move any_move = move_of(0)
    tree.used = 0
    add_node(tree, &any_move, 1)


cdef inline void expand(
    Search* search, int parent, const Position* position, uint64_t cards
) noexcept nogil:
    # Add children for the cards that have none.
    cdef Tree* tree = search.tree
    cdef uint64_t expanded = tree.expanded[parent] if tree.nodes[parent].first_child >= 0 else 0
    cdef float weights[64]
    if cards & ~expanded:
        prior_weights(search, position, cards & ~expanded, weights)
        add_children(search, parent, position, cards & ~expanded, weights)
    tree.expanded[parent] = expanded | cards


cdef inline void add_children(
    Search* search, int parent, const Position* position, uint64_t cards, const float* weights
) noexcept nogil:
    # A full tree stops growing; the search goes on.
    cdef Tree* tree = search.tree
    cdef Node* node = &tree.nodes[parent]
    cdef Move moves[MAX_MOVES]
    cdef int card, number
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for number in range(moves_to_search(search.tables, position, card, moves)):
            if tree.used < tree.capacity:
                add_node(tree, &moves[number], weights[card])
                tree.nodes[tree.used - 1].next_sibling = node.first_child
                node.first_child = tree.used - 1


cdef inline bint is_legal(
    const TrickTables* tables, const Node* node, uint64_t cards, uint64_t names
) noexcept nogil:
    # Whether a child's card, and the name if the card is wild, are legal in this determinization.
    if not (cards >> node.move.card) & 1:
        return False
    if CLUMOND_ONLY or not (tables.wild >> node.move.card) & 1:
        return True
    return (names >> node.move.named) & 1


cdef inline int select_among_legal(
    const Search* search, const Node* parent, const Position* position, uint64_t cards
) noexcept nogil:
    # The child to visit; -1 if none of the cards has one.
    cdef uint64_t names = 0
    if not CLUMOND_ONLY and cards & search.tables.wild:
        names = legal_names(search.tables, position)
    return select_child(search, parent, cards, names)


cdef inline void run_iteration(Search* search, Position* position) noexcept nogil:
    # Walk down the tree in one determinization, and credit the leaf's rewards to the path.
    cdef Node* nodes = search.tree.nodes
    cdef int path[MAX_DEPTH]
    cdef int8_t movers[MAX_DEPTH]
    cdef float rewards[MAX_SEATS]
    cdef int depth = 0, here = 0, chosen, step
    cdef uint64_t cards, live = search.live
    cdef Node* node = nodes
    while depth == 0 or (
        node.visits and depth < MAX_DEPTH and not has_exact_value(search, position)
    ):
        cards = choices(search, position, live)
        expand(search, here, position, cards)
        chosen = select_among_legal(search, node, position, cards)
        if chosen < 0:
            break
        here = chosen
        node = &nodes[here]
        movers[depth] = position.trick.turn
        path[depth] = chosen
        depth += 1
        live &= ~(<uint64_t>1 << node.move.card)
        record_move(search, position, &node.move)
        play_move(search.tables, position, &node.move)
    evaluate_leaf(search, here, position, rewards)
    nodes[0].visits += 1
    for step in range(depth):
        node = &nodes[path[step]]
        node.visits += 1
        node.total += rewards[movers[step]]


cdef int run_iterations(Search* search) noexcept nogil:
    """Iterate; return the iterations done (after a stop fewer, never 0), or -1 if no deal fits."""
    cdef Position position
    cdef int done
    for done in range(search.settings.iterations):
        if done and done % POLL_EVERY == 0 and must_stop(search.stop):
            return done
        if can_stop_early(search, search.settings.iterations - done):
            return done
        if not determinize(search, &position):
            return -1
        make_room(search.tree)
        run_iteration(search, &position)
    return search.settings.iterations


cdef list searched_moves(const Tree* tree):
    # The root's moves: card, card named, suit led, visits, mean reward.
    cdef const Node* node
    cdef int child = tree.nodes[0].first_child
    moves = []
    while child >= 0:
        node = &tree.nodes[child]
        mean = node.total / node.visits if node.visits else 0.0
        moves.append((node.move.card, node.move.named, node.move.led, node.visits, mean))
        child = node.next_sibling
    return moves
