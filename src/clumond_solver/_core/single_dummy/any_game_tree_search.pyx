"""Tree search and random play for any game whose rules are given as tables.

Clumond shares the search itself, `tree_search.pxi`. This file adds any number of hidden hands,
moves that name a card or a suit, rollouts that aim at a number of tricks, and scores of all kinds.
A wild card is played as a card that its player names; `names` are cards that he may name.
"""

from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, suit_cards
from clumond_solver._core.bits.portable_math cimport logarithm
from clumond_solver._core.bits.rng cimport Rng, random_below, start_stream, random_unit
from clumond_solver._core.bits.stop cimport Stop, StopFlag, must_stop
from clumond_solver._core.bits.suit_tables cimport (
    count_all,
    fill_suit_tables,
    nth_card,
    nth_of_suit,
    random_card,
    suit_length,
)
from clumond_solver._core.rules.any_game_tricks cimport (
    MAX_SEATS,
    CLUMOND_ONLY,
    Board,
    Move,
    Position,
    TrickTables,
    cards_left,
    legal_cards,
    move_of,
    moves_of,
    names_when_following,
    legal_names,
    play_move,
    plays,
    seat_at,
    trick_size,
    without_barred,
)
from clumond_solver._core.rules.equivalent_moves cimport one_per_equivalent
from clumond_solver._core.rules.limits cimport FIFTH_SUIT, MAX_DUTIES, MAX_MOVES
from clumond_solver._core.rules.payoffs cimport Payoffs, RulePayoffs, final_scores, start_points
from clumond_solver._core.single_dummy.determinization cimport (
    MAX_SLOTS,
    Hidden,
    HiddenCards,
    draw_determinization,
)

include "random_play.pxi"
include "tree.pxi"

fill_suit_tables()


# The weight of exploration in UCB1.
cdef float EXPLORATION = 0.4
# The least growth of exploration at the root, in units of the square root of its visits, as in the
# UCB-sqrt of Tolpin and Shimony 2012, "MCTS Based on Simple Regret": the values of all moves are to
# be known, not only the best one's.
cdef float ROOT_GROWTH = 0.3
# Swaps before the first deal is searched, for each unseen card; a third of a swap before others.
cdef int FIRST_SHUFFLES = 3
# The share of moves in rollouts that aim at the player's number of tricks.
cdef float GUIDED_SHARE = 0.75


cdef struct SearchSettings:
    int iterations


cdef struct UnseenCards:
    # The cards that the seat to play does not see, and the slot of each in the latest deal.
    int count
    int8_t cards[64]
    int8_t slots[64]
    # By slot, the cards that the plays have ruled out.
    uint64_t ruled_out[MAX_SLOTS]


cdef struct Search:
    # The inputs and the state of one search.
    const TrickTables* tables
    const RulePayoffs* payoffs
    const SearchSettings* settings
    # The position where the search starts; hidden hands are empty.
    const Position* root_position
    # Where the hidden cards may be.
    Hidden hidden
    # The deal of this iteration by slot: the seats' cards, then those that nobody was dealt.
    uint64_t latest_deal[MAX_SLOTS]
    # In deals that are played to their end: the deal to shuffle, in place of `hidden`; else NULL.
    UnseenCards* unseen
    # All cards that some hand may hold, so that runs do not depend on the deal drawn.
    uint64_t live
    # Each seat's scores, summed over the iterations.
    double sums[MAX_SEATS]
    # The lowest and the highest reward so far: exploration is in units of their difference.
    float lowest_reward
    float highest_reward
    Tree* tree
    Rng* rng
    StopFlag* stop


cdef inline Move guided_move(
    const TrickTables* tables, const RulePayoffs* payoffs, const Position* position, Rng* rng
) noexcept nogil:
    # A player who aims at a number of tricks prefers to win until he has it, then to lose.
    cdef uint64_t legal = legal_cards(tables, position)
    cdef uint64_t preferred
    cdef int goal = payoffs.goal[position.trick.turn]
    cdef bint aims = position.trick.on_table and goal >= 0 and legal & (legal - 1)
    if aims and random_unit(rng) < GUIDED_SHARE:
        preferred = legal & tables.beaten_by[position.trick.led][position.trick.best_card]
        if position.taken[position.trick.turn] >= goal:
            preferred = legal & ~preferred
        if preferred:
            legal = preferred
    return random_move(tables, position, legal, rng)


cdef void roll_out(
    const TrickTables* tables, const RulePayoffs* payoffs, Position* position, Rng* rng
) noexcept nogil:
    cdef Move move
    if not payoffs.any_goal:
        play_at_random(tables, position, 0, rng)
        return
    while position.trick.tricks_left:
        move = guided_move(tables, payoffs, position, rng)
        play_move(tables, position, &move)


cdef inline uint64_t distinct_names(
    const TrickTables* tables, const Position* position, uint64_t names
) noexcept nogil:
    # Of these names one that loses, and the lowest and the highest that win. (A wild card beats the
    # card that it names: its power is one more.)
    cdef uint64_t chosen = 0, rest = names
    cdef int card, power, lowest_power = 1000, highest_power = 0
    cdef int loser = -1, lowest_winner = -1, highest_winner = -1
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        power = tables.power[position.trick.led][card]
        if power == 0 or power + 1 <= position.trick.best_power:
            loser = card
        else:
            if power < lowest_power:
                lowest_power = power
                lowest_winner = card
            if power > highest_power:
                highest_power = power
                highest_winner = card
    if loser >= 0:
        chosen |= <uint64_t>1 << loser
    if lowest_winner >= 0:
        chosen |= <uint64_t>1 << lowest_winner | <uint64_t>1 << highest_winner
    return chosen


cdef inline uint64_t names_to_search(
    const TrickTables* tables, const Position* position
) noexcept nogil:
    # The few names of a wild card that are searched, among all that some deal allows.
    cdef uint64_t chosen = 0, cards, names = tables.pack & ~position.names_taken
    cdef int suit, duty
    if position.trick.on_table == 0:
        for suit in range(4):
            cards = suit_cards(tables.pack, suit)
            chosen |= cards & (~cards + 1)
            if cards:
                chosen |= <uint64_t>1 << highest(cards)
        return chosen
    chosen = distinct_names(tables, position, names)
    for duty in range(MAX_DUTIES):
        cards = names & tables.duty[position.trick.led][duty]
        chosen |= distinct_names(tables, position, cards)
    return chosen


cdef inline uint64_t choices(
    const Search* search, const Position* position, uint64_t live
) noexcept nogil:
    # The legal cards, one of each group of equivalent cards.
    cdef const TrickTables* tables = search.tables
    cdef uint64_t cards = legal_cards(tables, position)
    cdef uint64_t wild = cards & tables.wild
    if cards & (cards - 1) == 0:
        return cards
    cards &= ~wild
    if tables.mergeable:
        cards = one_per_equivalent(tables, position, cards, live)
    return cards | (wild & (~wild + 1))


cdef inline int moves_to_search(
    const TrickTables* tables, const Position* position, int card, Move* moves
) noexcept nogil:
    cdef uint64_t names
    cdef int count = 0
    if not (tables.wild >> card) & 1:
        return moves_of(tables, position, card, moves)
    names = names_to_search(tables, position)
    while names:
        moves[count] = move_of(lowest(names))
        moves[count].card = card
        count += 1
        names &= names - 1
    return count


# The remaining hooks of tree_search.pxi; some do nothing here and more in Clumond.


cdef inline void prior_weights(
    const Search* search, const Position* position, uint64_t cards, float* weights
) noexcept nogil:
    while cards:
        weights[lowest(cards)] = 1
        cards &= cards - 1


cdef inline bint has_exact_value(const Search* search, const Position* position) noexcept nogil:
    return position.trick.tricks_left == 0


cdef inline void evaluate_leaf(
    Search* search, int node, Position* position, float* rewards
) noexcept nogil:
    # Each seat's reward after a rollout, its score less the mean of the others'; overwrites the
    # position.
    cdef const TrickTables* tables = search.tables
    cdef float scores[MAX_SEATS]
    cdef float total = 0
    cdef int seat
    roll_out(tables, search.payoffs, position, search.rng)
    final_scores(tables, search.payoffs, position, search.latest_deal[tables.seats], scores)
    for seat in range(tables.seats):
        total += scores[seat]
    for seat in range(tables.seats):
        search.sums[seat] += scores[seat]
        rewards[seat] = scores[seat] - (total - scores[seat]) / (tables.seats - 1)
        search.lowest_reward = min(search.lowest_reward, rewards[seat])
        search.highest_reward = max(search.highest_reward, rewards[seat])


cdef inline void record_move(
    Search* search, const Position* position, const Move* move
) noexcept nogil:
    pass


cdef inline bint can_stop_early(const Search* search, int iterations_left) noexcept nogil:
    return False


cdef inline int select_child(
    const Search* search, const Node* parent, uint64_t cards, uint64_t names
) noexcept nogil:
    # By UCB1: a random untried child, or else the child with the highest upper confidence bound.
    cdef const Node* nodes = search.tree.nodes
    cdef int child = parent.first_child, best = -1, untried = 0
    cdef double visits = 0, value, best_value = -1e30, bonus, growth
    cdef float spread
    cdef const Node* node
    while child >= 0:
        node = &nodes[child]
        if is_legal(search.tables, node, cards, names):
            visits += node.visits
            if node.visits == 0:
                untried += 1
                if random_below(search.rng, untried) == 0:
                    best = child
        child = node.next_sibling
    if untried or visits == 0:
        return best
    spread = search.highest_reward - search.lowest_reward
    growth = logarithm(visits)
    if parent == nodes:
        growth = max(growth, ROOT_GROWTH * sqrt(visits))
    bonus = EXPLORATION * spread * sqrt(growth)
    child = parent.first_child
    while child >= 0:
        node = &nodes[child]
        if is_legal(search.tables, node, cards, names):
            value = node.total / node.visits + bonus / sqrt(node.visits)
            if value > best_value:
                best_value = value
                best = child
        child = node.next_sibling
    return best


cdef void shuffle_unseen(Search* search, int swaps) noexcept nogil:
    # Swap pairs of unseen cards, where no void forbids it: in the long run all deals that agree
    # with the voids are equally likely.
    cdef UnseenCards* unseen = search.unseen
    cdef int _, one, two, slot, other
    cdef uint64_t card, second
    cdef bint forbidden
    for _ in range(swaps):
        one = random_below(search.rng, unseen.count)
        two = random_below(search.rng, unseen.count)
        slot = unseen.slots[one]
        other = unseen.slots[two]
        card = <uint64_t>1 << unseen.cards[one]
        second = <uint64_t>1 << unseen.cards[two]
        forbidden = card & unseen.ruled_out[other] or second & unseen.ruled_out[slot]
        if slot != other and not forbidden:
            unseen.slots[one] = other
            unseen.slots[two] = slot
            search.latest_deal[slot] ^= card | second
            search.latest_deal[other] ^= card | second


cdef inline bint determinize(Search* search, Position* position) noexcept nogil:
    cdef int seat
    if search.unseen != NULL:
        shuffle_unseen(search, (search.unseen.count + 2) // 3)
    elif not draw_determinization(&search.hidden, search.latest_deal, search.rng):
        return False
    position[0] = search.root_position[0]
    for seat in range(search.tables.seats):
        position.hands[seat] = search.latest_deal[seat]
    start_points(search.tables, search.payoffs, position)
    return True


include "tree_search.pxi"


cdef uint64_t may_be_held(const Hidden* hidden) noexcept nogil:
    # All cards but those known to be held by nobody.
    cdef uint64_t cards = hidden.unlimited_cards
    cdef int number
    for number in range(hidden.slot_count - 1):
        cards |= hidden.held[number]
    for number in range(hidden.limited_count):
        cards |= <uint64_t>1 << hidden.limited_cards[number]
    return cards


cdef void start_search(
    Search* search, Board board, const RulePayoffs* payoffs, const SearchSettings* settings,
    Tree* tree, Rng* rng, Stop stop,
):
    # All but the position and what is hidden.
    cdef int seat
    search.tables = &board.rules.data
    search.payoffs = payoffs
    search.settings = settings
    search.tree = tree
    search.unseen = NULL
    search.rng = rng
    search.stop = &stop.flag
    for seat in range(MAX_SEATS):
        search.sums[seat] = 0


cdef void forget_search(Search* search) noexcept nogil:
    search.lowest_reward = 1e30
    search.highest_reward = -1e30
    reset_tree(search.tree)


def search_moves(
    Board board,
    Payoffs payoffs,
    HiddenCards hidden,
    int iterations,
    uint64_t seed,
    Stop stop,
    *,
    bint tree=True,
):
    """Search as a seat sees the board, on which hidden hands are empty; None when no deal fits.

    Returns the iterations done, the mean score by seat, and for each move searched its card, the
    card named, the suit led, its visits, and the mean reward of the seat to play. Without a
    ``tree`` all play is random, and there are no moves.
    """
    cdef SearchSettings settings
    cdef Search search
    cdef Tree search_tree
    cdef Rng rng
    cdef int done, seat
    cdef int seats = board.rules.data.seats
    payoffs.check_board(board)
    if hidden.data.slot_count != seats + 1:
        raise ValueError(f"the hidden cards are not those of {seats} seats")
    if iterations < 1:
        raise ValueError(f"{iterations} iterations: at least 1")
    if board.data.forced_lead & ~hidden.data.held[board.data.trick.turn]:
        raise ValueError("the card that must be led is not in the leader's known hand")
    for seat in range(seats):
        size = count_cards(hidden.data.held[seat]) + hidden.data.room[seat]
        if hidden.possible:
            check_size(board, seat, size)
    if not hidden.possible:
        return None
    settings.iterations = iterations
    start_search(&search, board, &payoffs.data, &settings, &search_tree, &rng, stop)
    search.root_position = &board.data
    search.hidden = hidden.data
    search.live = may_be_held(&hidden.data)
    if not reserve(&search_tree, MAX_NODES if tree else 1):
        raise MemoryError
    forget_search(&search)
    start_stream(&rng, seed, 0)
    try:
        with nogil:
            done = run_iterations(&search)
        stop.reraise()
        if done < 0:
            return None
        scores = tuple([search.sums[seat] / done for seat in range(seats)])
        return done, scores, searched_moves(&search_tree)
    finally:
        release(&search_tree)


cdef int check_hands(Board board) except -1:
    cdef int seat
    for seat in range(board.rules.data.seats):
        check_size(board, seat, count_cards(board.data.hands[seat]))
    return 0


cdef int check_size(Board board, int seat, int size) except -1:
    cdef const TrickTables* tables = &board.rules.data
    if plays(tables, seat) and size != cards_left(tables, &board.data, seat):
        raise ValueError(f"seat {seat} holds {size} cards with {board.tricks_left} tricks left")
    return 0


def random_playouts(Board board, int count, uint64_t seed):
    """Mean tricks and points by seat over ``count`` random playouts; how many cards were played."""
    cdef Rng rng
    cdef Position position
    cdef double tricks[MAX_SEATS]
    cdef double points[MAX_SEATS]
    cdef int64_t plies = 0
    cdef int seat, _
    cdef int seats = board.rules.data.seats
    check_hands(board)
    start_stream(&rng, seed, 0)
    for seat in range(MAX_SEATS):
        tricks[seat] = points[seat] = 0
    with nogil:
        for _ in range(count):
            position = board.data
            plies += play_at_random(&board.rules.data, &position, 0, &rng)
            for seat in range(seats):
                tricks[seat] += position.taken[seat]
                points[seat] += position.points[seat]
    return (
        tuple([tricks[seat] / count for seat in range(seats)]),
        tuple([points[seat] / count for seat in range(seats)]),
        plies,
    )


cdef void hide_other_hands(Search* search, uint64_t rest) noexcept nogil:
    # The seat to play sees its own cards; the others, and the rest, are shuffled.
    cdef UnseenCards* unseen = search.unseen
    cdef const Position* position = search.root_position
    cdef int slot, seats = search.tables.seats
    cdef uint64_t cards
    unseen.count = 0
    for slot in range(seats + 1):
        cards = position.hands[slot] if slot < seats else rest
        search.latest_deal[slot] = cards
        if slot == position.trick.turn:
            continue
        while cards:
            unseen.cards[unseen.count] = lowest(cards)
            unseen.slots[unseen.count] = slot
            unseen.count += 1
            cards &= cards - 1
    shuffle_unseen(search, FIRST_SHUFFLES * unseen.count)


cdef void note_play(Search* search, const Position* position, const Move* move) noexcept nogil:
    # The cards that a seat would have had to play instead are not in its hand.
    cdef const TrickTables* tables = search.tables
    cdef uint64_t* ruled_out = &search.unseen.ruled_out[position.trick.turn]
    cdef int led = position.trick.led, duty
    cdef uint64_t owed, beaters, card = <uint64_t>1 << move.card
    # The other cards that would have been legal, if those that may not be played yet were not.
    cdef uint64_t choice = tables.pack
    if tables.wild & card or position.forced_lead:
        return
    for duty in range(MAX_DUTIES if position.trick.on_table else 0):
        owed = tables.duty[led][duty] & ~tables.wild
        if card & owed:
            choice = owed | tables.wild
            if tables.must_beat[led]:
                beaters = owed & tables.beaten_by[led][position.trick.best_card]
                if card & beaters:
                    choice = beaters | tables.wild
                else:
                    ruled_out[0] |= beaters
            break
        ruled_out[0] |= owed
    if card & ~without_barred(position, choice):
        ruled_out[0] |= without_barred(position, choice)


cdef Move most_visited(const Tree* tree) noexcept nogil:
    cdef const Node* node
    cdef const Node* best = NULL
    cdef int child = tree.nodes[0].first_child
    while child >= 0:
        node = &tree.nodes[child]
        if best == NULL or node.visits > best.visits or (
            node.visits == best.visits and node.total > best.total
        ):
            best = node
        child = node.next_sibling
    return best.move


cdef Move chosen_move(Search* search, const Position* position, uint64_t rest) noexcept nogil:
    # The move of a seat that sees its own cards and the table; with no iterations a rollout's move.
    cdef uint64_t cards, ambiguous = search.tables.wild | search.tables.may_declare_lead
    cdef int seat
    if search.settings.iterations == 0:
        return guided_move(search.tables, search.payoffs, position, search.rng)
    search.root_position = position
    hide_other_hands(search, rest)
    search.live = rest
    for seat in range(search.tables.seats):
        search.live |= position.hands[seat]
    cards = choices(search, position, search.live)
    if cards & (cards - 1) == 0 and not ambiguous & cards:
        return move_of(lowest(cards))
    forget_search(search)
    run_iterations(search)
    return most_visited(search.tree)


cdef int play_on(
    Search* search, Position* position, uint64_t rest, Move* moves, int8_t* movers, int count
) noexcept nogil:
    # Play to the end, and note who plays each move, after `count` others; return their number.
    while position.trick.tricks_left:
        moves[count] = chosen_move(search, position, rest)
        movers[count] = position.trick.turn
        note_play(search, position, &moves[count])
        play_move(search.tables, position, &moves[count])
        count += 1
    movers[count] = position.trick.turn
    return count


def finish_deal(
    Board board,
    Payoffs payoffs,
    uint64_t rest,
    int iterations,
    uint64_t seed,
    *,
    first=None,
    ruled_out=(),
):
    """A deal that is played on from a board that shows all hands.

    Returns the moves, the seats that make them (last, the winner of the last trick), and the scores
    by seat. Each seat searches for its move with so many iterations, by its own cards, the table
    and the voids that plays have shown. With no iterations it plays at random, or for its goal.
    ``rest`` are the cards that nobody was dealt, ``first`` is the move to begin with, ``ruled_out``
    has by seat the cards that earlier plays show it does not hold.
    """
    cdef RulePayoffs settled = payoffs.data
    cdef Position position = board.data
    cdef SearchSettings settings
    cdef Search search
    cdef Tree search_tree
    cdef UnseenCards unseen
    cdef Rng rng
    cdef Stop stop = Stop()
    cdef float scores[MAX_SEATS]
    cdef Move moves[64]
    cdef int8_t movers[65]
    cdef int count = 0, number, seat
    payoffs.check_board(board)
    check_hands(board)
    if iterations < 0:
        raise ValueError(f"{iterations} iterations: at least 0")
    if first is not None and first not in board.moves:
        raise ValueError(f"{first} is not a legal move here")
    start_stream(&rng, seed, 0)
    start_points(&board.rules.data, &settled, &position)
    # These points are on the board now.
    settled.pair_points = 0
    for seat in range(MAX_SEATS):
        settled.initial_points[seat] = 0
    settings.iterations = iterations
    start_search(&search, board, &settled, &settings, &search_tree, &rng, stop)
    search.unseen = &unseen
    for seat in range(MAX_SLOTS):
        unseen.ruled_out[seat] = ruled_out[seat] if seat < len(ruled_out) else 0
    if not reserve(&search_tree, MAX_NODES):
        raise MemoryError
    if first is not None:
        moves[0].card, moves[0].named, moves[0].led = first
        movers[0] = position.trick.turn
        note_play(&search, &position, &moves[0])
        play_move(&board.rules.data, &position, &moves[0])
        count = 1
    with nogil:
        count = play_on(&search, &position, rest, moves, movers, count)
        release(&search_tree)
        final_scores(&board.rules.data, &settled, &position, rest, scores)
    ways = [(move.card, move.named, move.led) for move in moves[:count]]
    seats = [movers[number] for number in range(count + 1)]
    return ways, seats, tuple([scores[seat] for seat in range(payoffs.seats)])
