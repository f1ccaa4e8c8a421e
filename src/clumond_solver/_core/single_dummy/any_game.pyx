"""Information-set Monte Carlo tree search for any game on the tables of its rules.

Each iteration draws a determinization, one way to lay the cards that the searching seat has not
seen, walks down the tree of public plays among those that are legal there, adds the plays of one
node, rolls out, and credits each seat's own reward to the plays that it made (Cowling, Powley and
Whitehouse 2012). All
nodes lie in one pool that is set aside before the search starts.
"""

from libc.math cimport isfinite, log, sqrt
from libc.stdint cimport int8_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.rng cimport Rng, below, start_stream, unit
from clumond_solver._core.bits.stop cimport Stop
from clumond_solver._core.bits.suit_tables cimport (
    count_all,
    fill_suit_tables,
    nth_card,
    nth_of_suit,
    random_card,
    suit_length,
)
from clumond_solver._core.double_dummy.any_game cimport one_of_alike
from clumond_solver._core.rules.any_game cimport (
    MAX_SEATS,
    PLAIN,
    Board,
    Move,
    Position,
    TrickTables,
    cards_left,
    legal_cards,
    move_of,
    moves_of,
    names_for,
    names_open,
    play_move,
    seats_of,
)
from clumond_solver._core.rules.limits cimport MAX_DUTIES, MAX_MOVES
from clumond_solver._core.rules.payoffs cimport Payoffs, RulePayoffs, final_scores, start_points
from clumond_solver._core.single_dummy.determinization cimport (
    Determinization,
    Hidden,
    HiddenCards,
    draw_determinization,
)

include "random_play.pxi"

fill_suit_tables()

cdef enum:
    NODES_PER_ITERATION = 12
    MAX_NODES = 6000000
    MAX_DEPTH = 64
    POLL_EVERY = 64


cdef struct Node:
    # The cards of which the moves are children, or known to be left out.
    uint64_t known
    double total
    uint32_t visits
    int32_t first_child
    int32_t next_sibling
    Move move


cdef struct Tree:
    Node* nodes
    int capacity
    int used
    # The lowest and the highest reward met: exploration is measured in their difference.
    float low
    float high


cdef struct Player:
    # How the seats search and roll out; without a tree all of play is random.
    int iterations
    bint grow
    float exploration
    # The share of a rollout's choices in which a player heeds the tricks that he is out for.
    float heavy_playout_share
    # Whether each seat is after its gain less the mean of the others', not after its own alone.
    bint relative


cdef struct Search:
    # What one decision is searched with.
    const TrickTables* tables
    const RulePayoffs* payoffs
    const Player* player
    # What is seen of the position, and where the other cards may lie.
    const Position* seen
    Hidden hidden
    # Cards that any hidden hand might hold: what is alike must not depend on the deal drawn.
    uint64_t live
    Tree tree
    Rng* rng
    const int* stop


cdef inline Move guided_move(
    const TrickTables* tables, const RulePayoffs* payoffs, const Position* at, float heavy_share,
    Rng* rng,
) noexcept nogil:
    # A player out for a number of tricks prefers a card that is winning while he needs some, and
    # one that is not winning when he has enough.
    cdef uint64_t legal = legal_cards(tables, at)
    cdef uint64_t liked
    cdef int goal = payoffs.goal[at.trick.turn]
    cdef bint heeds = at.trick.on_table and goal >= 0 and legal & (legal - 1)
    if heavy_share and heeds and unit(rng) < heavy_share:
        liked = legal & tables.beats[at.trick.led][at.trick.best_card]
        if at.taken[at.trick.turn] >= goal:
            liked = legal & ~liked
        if liked:
            legal = liked
    return random_move(tables, at, legal, rng)


cdef void roll_out(
    const TrickTables* tables, const RulePayoffs* payoffs, Position* at, float heavy_share, Rng* rng
) noexcept nogil:
    cdef Move move
    if heavy_share == 0 or not payoffs.any_goal:
        play_at_random(tables, at, 0, rng)
        return
    while at.trick.left:
        move = guided_move(tables, payoffs, at, heavy_share, rng)
        play_move(tables, at, &move)


cdef inline uint64_t names_apart(
    const TrickTables* tables, const Position* at, uint64_t names
) noexcept nogil:
    # Of these names one that does not win, the lowest that does and the highest.
    cdef uint64_t kept = 0, rest = names
    cdef int place, power, lowest_power = 1000, highest_power = 0, low = -1, high = -1, lost = -1
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        power = tables.power[at.trick.led][place]
        if power == 0 or power + 1 <= at.trick.best_power:
            lost = place
        else:
            if power < lowest_power:
                lowest_power = power
                low = place
            if power > highest_power:
                highest_power = power
                high = place
    if lost >= 0:
        kept |= <uint64_t>1 << lost
    if low >= 0:
        kept |= <uint64_t>1 << low | <uint64_t>1 << high
    return kept


cdef inline uint64_t names_worth_trying(
    const TrickTables* tables, const Position* at
) noexcept nogil:
    # Of all names that this play of a wild card may have in any of the deals, the few to search.
    cdef uint64_t kept = 0, suit_cards
    cdef int suit, duty
    if at.trick.on_table == 0:
        for suit in range(4):
            suit_cards = tables.every & (<uint64_t>0xFFFF << (16 * suit))
            kept |= suit_cards & (~suit_cards + 1)
            while suit_cards & (suit_cards - 1):
                suit_cards &= suit_cards - 1
            kept |= suit_cards
        return kept
    kept = names_apart(tables, at, tables.every)
    for duty in range(MAX_DUTIES):
        kept |= names_apart(tables, at, tables.every & tables.duty[at.trick.led][duty])
    return kept


cdef inline uint64_t cards_to_try(
    const TrickTables* tables, const Position* at, uint64_t live
) noexcept nogil:
    # The legal cards, of those that are alike one only.
    cdef uint64_t cards = legal_cards(tables, at)
    cdef uint64_t wild = cards & tables.wild
    if cards & (cards - 1) == 0:
        return cards
    cards &= ~wild
    if tables.mergeable:
        cards = one_of_alike(tables, at, cards, live)
    return cards | (wild & (~wild + 1))


cdef inline void start_node(Node* node, Move move) noexcept nogil:
    node.known = 0
    node.total = 0
    node.visits = 0
    node.first_child = -1
    node.next_sibling = -1
    node.move = move


cdef inline void add_child(Tree* tree, Node* parent, Move move) noexcept nogil:
    # A full pool stops the growth of the tree, never the search.
    if tree.used < tree.capacity:
        start_node(&tree.nodes[tree.used], move)
        tree.nodes[tree.used].next_sibling = parent.first_child
        parent.first_child = tree.used
        tree.used += 1


cdef inline void add_moves(
    const TrickTables* tables, Tree* tree, Node* parent, const Position* at, uint64_t cards
) noexcept nogil:
    cdef Move moves[MAX_MOVES]
    cdef uint64_t names
    cdef int number
    parent.known |= cards
    while cards:
        moves[0].card = lowest(cards)
        cards &= cards - 1
        if (tables.wild >> moves[0].card) & 1:
            names = names_worth_trying(tables, at)
            while names:
                moves[0].named = lowest(names)
                moves[0].led = moves[0].named >> 4
                names &= names - 1
                add_child(tree, parent, moves[0])
        else:
            for number in range(moves_of(tables, at, moves[0].card, moves)):
                add_child(tree, parent, moves[number])


cdef inline bint is_open(
    const TrickTables* tables, const Node* node, uint64_t cards, uint64_t names
) noexcept nogil:
    if not (cards >> node.move.card) & 1:
        return False
    return not (tables.wild >> node.move.card) & 1 or (names >> node.move.named) & 1


cdef inline int select(
    const Search* search, const Node* parent, const Position* at, uint64_t cards
) noexcept nogil:
    # The child with the highest upper confidence bound; one that was never tried comes first.
    cdef int child = parent.first_child, best = -1, untried = 0
    cdef double visits = 0, value, best_value = -1e30, spread
    cdef const TrickTables* tables = search.tables
    cdef const Tree* tree = &search.tree
    cdef uint64_t names = names_open(tables, at) if cards & tables.wild else 0
    cdef const Node* node
    while child >= 0:
        node = &tree.nodes[child]
        if is_open(tables, node, cards, names):
            visits += node.visits
            if node.visits == 0:
                untried += 1
                if below(search.rng, untried) == 0:
                    best = child
        child = node.next_sibling
    if untried or visits == 0:
        return best
    spread = search.player.exploration * (tree.high - tree.low) * sqrt(log(visits))
    child = parent.first_child
    while child >= 0:
        node = &tree.nodes[child]
        if is_open(tables, node, cards, names):
            value = node.total / node.visits + spread / sqrt(node.visits)
            if value > best_value:
                best_value = value
                best = child
        child = node.next_sibling
    return best


cdef inline void reward(
    Tree* tree, int seats, bint relative, const float* scores, float* rewards
) noexcept nogil:
    cdef float total = 0
    cdef int seat
    for seat in range(seats):
        total += scores[seat]
    for seat in range(seats):
        rewards[seat] = scores[seat]
        if relative:
            rewards[seat] -= (total - scores[seat]) / (seats - 1)
        tree.low = min(tree.low, rewards[seat])
        tree.high = max(tree.high, rewards[seat])


cdef inline void iterate(
    Search* search, Position* at, uint64_t rest, float* scores
) noexcept nogil:
    # One path down the tree in one determinization, then one rollout, credited to all on the path.
    # ``rest`` are the cards that nobody was dealt.
    cdef const TrickTables* tables = search.tables
    cdef Tree* tree = &search.tree
    cdef int path[MAX_DEPTH]
    cdef int8_t movers[MAX_DEPTH]
    cdef float rewards[MAX_SEATS]
    cdef int depth = 0, here = 0, chosen, step
    cdef uint64_t cards, live = search.live
    cdef Node* node
    while search.player.grow and at.trick.left and depth < MAX_DEPTH:
        node = &tree.nodes[here]
        if depth and node.visits == 0:
            break
        cards = cards_to_try(tables, at, live)
        if cards & ~node.known:
            add_moves(tables, tree, node, at, cards & ~node.known)
        chosen = select(search, node, at, cards)
        if chosen < 0:
            break
        node = &tree.nodes[chosen]
        movers[depth] = at.trick.turn
        path[depth] = chosen
        depth += 1
        live &= ~(<uint64_t>1 << node.move.card)
        play_move(tables, at, &node.move)
        here = chosen
    roll_out(tables, search.payoffs, at, search.player.heavy_playout_share, search.rng)
    final_scores(tables, search.payoffs, at, rest, scores)
    reward(tree, tables.seats, search.player.relative, scores, rewards)
    tree.nodes[0].visits += 1
    for step in range(depth):
        node = &tree.nodes[path[step]]
        node.visits += 1
        node.total += rewards[movers[step]]


cdef int run(Search* search, double* sums) noexcept nogil:
    """The iterations done: fewer than asked for when told to stop, never 0; -1 if no deal fits."""
    cdef Determinization laid
    cdef Position at
    cdef float scores[MAX_SEATS]
    cdef int done, seat, seats = search.tables.seats
    laid.weight = 0
    search.live = 0
    for done in range(search.player.iterations):
        if done and done % POLL_EVERY == 0 and search.stop[0]:
            return done
        if not draw_determinization(&search.hidden, &laid, search.rng):
            return -1
        at = search.seen[0]
        for seat in range(seats):
            at.hands[seat] = laid.hands[seat]
        if done == 0:
            for seat in range(search.hidden.slots):
                search.live |= laid.hands[seat]
            search.live &= ~search.hidden.held[seats]
        start_points(search.tables, search.payoffs, &at)
        iterate(search, &at, laid.hands[seats], scores)
        for seat in range(seats):
            sums[seat] += scores[seat]
    return search.player.iterations


def search_moves(
    Board board,
    Payoffs payoffs,
    HiddenCards hidden,
    int iterations,
    uint64_t seed,
    Stop stop,
    *,
    float exploration,
    float heavy_playout_share,
    bint relative,
    bint tree=True,
):
    """Search as a seat sees the board, which shows no hidden hand; None when no deal fits.

    Gives the iterations done, each seat's mean score, and for each move that was searched its card,
    the card named, the suit led, its visits, and the mean reward of the seat to play. Without a
    ``tree`` all of play is random, and no moves are given.
    """
    cdef Player player
    cdef Search search
    cdef Tree* found = &search.tree
    cdef Rng rng
    cdef double sums[MAX_SEATS]
    cdef int done, child, seat
    cdef const Node* node
    cdef int seats = board.rules.data.seats
    if payoffs.seats != seats or hidden.data.slots != seats + 1:
        raise ValueError(f"payoffs and hidden cards are not those of {seats} seats")
    if iterations < 1 or not isfinite(exploration) or not isfinite(heavy_playout_share):
        raise ValueError(f"{iterations} iterations, exploration {exploration}: at least 1, finite")
    if board.data.due & ~hidden.data.held[board.data.trick.turn]:
        raise ValueError("the card that must be led is not known to be held")
    for seat in range(seats):
        size = count_cards(hidden.data.held[seat]) + hidden.data.room[seat]
        if hidden.possible and size != cards_left(&board.rules.data, &board.data, seat):
            raise ValueError(f"seat {seat} holds {size} cards with {board.left} tricks left")
    if not hidden.possible:
        return None
    player.iterations = iterations
    player.grow = tree
    player.exploration = exploration
    player.heavy_playout_share = heavy_playout_share
    player.relative = relative
    search.tables = &board.rules.data
    search.payoffs = &payoffs.data
    search.player = &player
    search.seen = &board.data
    search.hidden = hidden.data
    search.rng = &rng
    search.stop = &stop.told
    found.capacity = 1
    if tree:
        found.capacity = min(iterations, MAX_NODES // NODES_PER_ITERATION) * NODES_PER_ITERATION
        found.capacity += MAX_MOVES
    found.used = 1
    found.low = 1e30
    found.high = -1e30
    found.nodes = <Node*>malloc(found.capacity * sizeof(Node))
    if found.nodes == NULL:
        raise MemoryError
    for seat in range(MAX_SEATS):
        sums[seat] = 0
    start_node(&found.nodes[0], move_of(0))
    start_stream(&rng, seed, 0)
    try:
        with nogil:
            done = run(&search, sums)
        if done < 0:
            return None
        moves = []
        child = found.nodes[0].first_child
        while child >= 0:
            node = &found.nodes[child]
            moves.append(
                (
                    node.move.card,
                    node.move.named,
                    node.move.led,
                    node.visits,
                    node.total / node.visits if node.visits else 0.0,
                )
            )
            child = node.next_sibling
    finally:
        free(found.nodes)
    return done, tuple([sums[seat] / done for seat in range(seats)]), moves


def random_finishes(Board board, int count, uint64_t seed):
    """Mean tricks and points of each seat over random finishes, and the cards played in all."""
    cdef Rng rng
    cdef Position at
    cdef double tricks[MAX_SEATS]
    cdef double points[MAX_SEATS]
    cdef long plies = 0
    cdef int seat, _
    cdef int seats = board.rules.data.seats
    for seat in range(seats):
        size = count_cards(board.data.hands[seat])
        if size != cards_left(&board.rules.data, &board.data, seat):
            raise ValueError(f"seat {seat} holds {size} cards with {board.left} tricks left")
    start_stream(&rng, seed, 0)
    for seat in range(MAX_SEATS):
        tricks[seat] = points[seat] = 0
    with nogil:
        for _ in range(count):
            at = board.data
            plies += play_at_random(&board.rules.data, &at, 0, &rng)
            for seat in range(seats):
                tricks[seat] += at.taken[seat]
                points[seat] += at.points[seat]
    return (
        tuple([tricks[seat] / count for seat in range(seats)]),
        tuple([points[seat] / count for seat in range(seats)]),
        plies,
    )


def one_playout(Board board, Payoffs payoffs, uint64_t rest, uint64_t seed, float heavy_share):
    """The moves played in one random playout from a board that shows all hands, and its scores."""
    cdef Position at = board.data
    cdef float scores[MAX_SEATS]
    cdef Rng rng
    cdef Move move
    start_stream(&rng, seed, 0)
    start_points(&board.rules.data, &payoffs.data, &at)
    moves = []
    while at.trick.left:
        move = guided_move(&board.rules.data, &payoffs.data, &at, heavy_share, &rng)
        play_move(&board.rules.data, &at, &move)
        moves.append((move.card, move.named, move.led))
    final_scores(&board.rules.data, &payoffs.data, &at, rest, scores)
    return moves, tuple([scores[seat] for seat in range(payoffs.seats)])
