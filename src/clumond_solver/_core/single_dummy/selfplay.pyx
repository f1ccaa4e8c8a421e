"""Whole hands played by the engine against itself, each seat seeing only what it may see.

Above the tree search: each card is one search of `ismcts`. Estimates and advice count how such
games end, and training learns from the visits that `Examples` keep.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.single_dummy.determinization cimport Hidden, draw_first, hide_two_hands
from clumond_solver._core.single_dummy.history cimport History, remember
from clumond_solver._core.single_dummy.ismcts cimport (
    MAX_NODES,
    Node,
    Player,
    Search,
    Settings,
    Tree,
    choices_at,
    most_visited,
    plays_at_sight,
    release,
    reserve,
    run,
)
from clumond_solver._core.single_dummy.knowledge cimport SeatKnowledge
from clumond_solver._core.single_dummy.net cimport Seen, best_card, see_all_before, show_card
from clumond_solver._core.single_dummy.policy cimport (
    FEATURES,
    DecisionLog,
    Examples,
    PolicyContext,
    card_features,
    policy_context,
)
from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Position,
    TrickTables,
    live_cards,
    left_of,
    play_card,
)


cdef struct Table:
    # How the seats are played, and what the table has seen of each.
    Player players[MAX_SEATS]
    Seen shown
    # Where searches write down what they decided; NULL if nowhere.
    DecisionLog* record
    History history


cdef int choose_card(Search* search, const Table* table, const Position* at) noexcept nogil:
    cdef int seat = at.trick.turn
    cdef int first = left_of(seat), second = left_of(left_of(seat))
    cdef Position seen
    cdef Hidden hidden
    cdef uint64_t choices = choices_at(search.tables, &table.players[seat], at)
    if choices & (choices - 1) == 0:
        return lowest(choices)
    if plays_at_sight(&table.players[seat], search.goals, at):
        return best_card(
            table.players[seat].nets, search.tables, search.goals, at, &table.shown, choices
        )
    hide_two_hands(
        &hidden,
        at.hands[first] | at.hands[second],
        table.shown.may_hold[first],
        table.shown.may_hold[second],
        count_cards(at.hands[first]),
        count_cards(at.hands[second]),
    )
    seen = at[0]
    seen.hands[first] = 0
    seen.hands[second] = 0
    search.player = &table.players[seat]
    search.viewer = seat
    search.card_alone = table.record == NULL
    search.seen = &seen
    search.hidden = &hidden
    search.history = &table.history
    search.shown = table.shown
    run(search)
    if table.record != NULL:
        write_down(table.record, search, at)
    return most_visited(search.tree)


cdef inline float preference(float visits) noexcept nogil:
    # Visits spread widely among cards of nearly equal value; what is learned is the preference.
    return visits * visits * visits


cdef void write_down(DecisionLog* record, const Search* search, const Position* at) noexcept nogil:
    cdef const Tree* tree = search.tree
    cdef PolicyContext context
    cdef const Node* node
    cdef int child = tree.nodes[0].first_child
    cdef float total = 0
    if (
        record.decisions == record.max_decisions
        or record.candidates + 32 > record.max_candidates
    ):
        return
    policy_context(&context, search.tables, search.goals, at)
    while child >= 0:
        total += preference(tree.nodes[child].visits)
        child = tree.nodes[child].next_sibling
    child = tree.nodes[0].first_child
    while child >= 0:
        node = &tree.nodes[child]
        card_features(
            &context,
            search.tables,
            at,
            node.move.card,
            record.features + record.candidates * FEATURES,
        )
        record.shares[record.candidates] = preference(node.visits) / total
        record.candidates += 1
        child = node.next_sibling
    record.ends[record.decisions] = record.candidates
    record.decisions += 1


cdef bint play_game(Search* search, Table* table, Position* at) noexcept nogil:
    # False when told to stop before the end.
    cdef const TrickTables* tables = search.tables
    cdef int card
    table.history.count = 0
    while at.trick.left:
        if must_stop(search.stop):
            return False
        card = choose_card(search, table, at)
        if must_stop(search.stop):
            return False
        show_card(tables, at, &table.shown, card)
        remember(&table.history, at, live_cards(tables, at), card)
        play_card(tables, at, card)
    return True


def play_games(
    SeatKnowledge knowledge,
    players,
    uint64_t seed,
    int first_game,
    int games,
    Stop stop,
    Examples examples=None,
):
    """Play games first_game, first_game + 1, ... of this seed, hidden cards dealt anew for each.

    Where the viewer sees all hands, these are played. Returns a list of (tricks taken by seat,
    cards kept by seat); shorter than games when told to stop. Each game has its own random stream.
    None when no deal fits.
    """
    cdef Table table
    cdef Hidden hidden, undealt
    cdef Tree tree
    cdef Rng rng
    cdef Search search
    cdef Position at
    cdef int index, seat
    cdef bint hides = knowledge.viewer >= 0
    cdef int first = left_of(knowledge.viewer), second = left_of(first)
    cdef bint over
    cdef Settings settings
    if len(players) != MAX_SEATS:
        raise ValueError(f"{len(players)} players of {MAX_SEATS}")
    for seat in range(MAX_SEATS):
        settings = players[seat]
        table.players[seat] = settings.data
    table.record = NULL if examples is None else &examples.data
    if hides and not knowledge.hide(&undealt):
        return None
    if not reserve(&tree, MAX_NODES):
        raise MemoryError
    search.tables = &knowledge.board.rules.data
    search.goals = &knowledge.targets.data
    search.tree = &tree
    search.rng = &rng
    search.stop = &stop.flag
    played = []
    try:
        for index in range(first_game, first_game + games):
            start_stream(&rng, seed, index)
            at = knowledge.board.data
            see_all_before(knowledge, &table.shown)
            if hides:
                # Drawing leaves the pool in another order: each game starts from the same one.
                hidden = undealt
                at.hands[first] = draw_first(&hidden, &rng)
                at.hands[second] = knowledge.unseen & ~at.hands[first]
            with nogil:
                over = play_game(&search, &table, &at)
            if not over:
                stop.reraise()
                break
            played.append(
                (
                    tuple([at.taken[seat] for seat in range(MAX_SEATS)]),
                    tuple([at.hands[seat] for seat in range(MAX_SEATS)]),
                )
            )
    finally:
        release(&tree)
    return played
