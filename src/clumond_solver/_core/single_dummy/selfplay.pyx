"""Whole games played by the engine against itself, each seat seeing only what it may see.

Each card is chosen by one tree search (`clumond_tree_search`), unless `declarer_proofs`
proves that a card is safe. Estimates and advice count how such games end.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Position,
    left_of,
    live_cards,
    play_card,
)
from clumond_solver._core.single_dummy.clumond_tree_search cimport (
    MAX_NODES,
    SearchSettings,
    Search,
    Settings,
    Tree,
    card_by_policy,
    choices_at,
    most_visited,
    plays_by_policy,
    release,
    reserve,
    search_or_plan,
)
from clumond_solver._core.single_dummy.declarer_proofs cimport Proof
from clumond_solver._core.single_dummy.determinization cimport Hidden, draw_first, hide_two_hands
from clumond_solver._core.single_dummy.knowledge cimport (
    History,
    PublicInfo,
    SeatKnowledge,
    add_to_history,
    record_card,
)
from clumond_solver._core.single_dummy.net cimport Evaluation, evaluate_cards


cdef enum:
    # With at most this many tricks left declarer tries to find a proof, which saves as much time as
    # it costs; with more tricks left only if his success was certain when the game began.
    PROOF_MAX_TRICKS = 6
    PROOF_NODES = 100
    CERTAIN_HAND_PROOF_NODES = 10_000


cdef struct GameContext:
    # The settings of the seats, what everybody has seen, and the plays so far.
    SearchSettings settings[MAX_SEATS]
    PublicInfo info
    History history
    # Whether declarer was certain to succeed when the game began.
    bint is_certain


cdef uint64_t certain_card(
    Search* search,
    const GameContext* context,
    Proof proof,
    const Position* position,
    uint64_t choices,
) noexcept nogil:
    # A choice after which declarer, who is to play, is sure to succeed; 0 if none is proved.
    cdef int next = left_of(position.trick.turn)
    cdef uint64_t out = position.hands[next] | position.hands[left_of(next)]
    if not context.is_certain and position.trick.tricks_left > PROOF_MAX_TRICKS:
        return 0
    proof.begin(
        search.tables.trump,
        search.payoffs,
        CERTAIN_HAND_PROOF_NODES if context.is_certain else PROOF_NODES,
    )
    return proof.cards_keeping_proof(
        search.tables, position, out, context.info.may_hold[next], choices, True
    )


cdef int choose_card(
    Search* search, GameContext* context, Proof proof, const Position* position
) noexcept nogil:
    cdef int seat = position.trick.turn
    cdef int left = left_of(seat), right = left_of(left_of(seat))
    cdef SearchSettings* settings = &context.settings[seat]
    cdef Position visible
    cdef Hidden hidden
    cdef Evaluation evaluation
    cdef uint64_t choices = choices_at(search.tables, position), certain
    if choices & (choices - 1) == 0:
        return lowest(choices)
    if plays_by_policy(settings, search.payoffs, position):
        evaluate_cards(
            settings.nets, search.tables, search.payoffs, position, &context.info, choices,
            &evaluation,
        )
        return card_by_policy(settings, search.rng, &evaluation, choices)
    if seat == search.payoffs.declarer:
        certain = certain_card(search, context, proof, position, choices)
        if certain:
            return lowest(certain)
    hide_two_hands(
        &hidden,
        position.hands[left] | position.hands[right],
        context.info.may_hold[left],
        context.info.may_hold[right],
        count_cards(position.hands[left]),
        count_cards(position.hands[right]),
    )
    visible = position[0]
    visible.hands[left] = 0
    visible.hands[right] = 0
    search.settings = settings
    search.viewer = seat
    search.needs_value = False
    search.root_position = &visible
    search.hidden = &hidden
    search.history = &context.history
    search.info = context.info
    search_or_plan(search)
    return most_visited(search.tree)


cdef bint play_game(
    Search* search, GameContext* context, Proof proof, Position* position
) noexcept nogil:
    # Play to the end; False if stopped before.
    cdef int card
    while position.trick.tricks_left:
        if must_stop(search.stop):
            return False
        card = choose_card(search, context, proof, position)
        if must_stop(search.stop):
            return False
        record_card(search.tables, position, &context.info, card)
        add_to_history(&context.history, position, live_cards(search.tables, position), card)
        play_card(search.tables, position, card)
    return True


def play_games(
    SeatKnowledge knowledge,
    players,
    uint64_t seed,
    int first_game,
    int games,
    Stop stop,
    left_hands=None,
    bint is_certain=False,
):
    """Play games first_game, first_game + 1, ... of this seed.

    If the viewer sees all hands, every game is played with them; else hidden cards are dealt anew
    for each game. ``left_hands``: the left neighbour's hand in each game, instead of a random one.
    ``is_certain``: whether declarer is certain to succeed. Each game has its own random stream.

    Returns a list of (tricks taken by seat, cards kept by seat), shorter than ``games`` after a
    stop; None when no deal fits.
    """
    cdef GameContext context
    cdef Hidden hidden, undealt
    cdef Tree tree
    cdef Rng rng
    cdef Search search
    cdef Proof proof = Proof()
    cdef Position position
    cdef int index, seat
    cdef bint has_hidden_hands = knowledge.viewer >= 0
    cdef int left = left_of(knowledge.viewer), right = left_of(left)
    cdef bint is_complete
    cdef Settings settings
    if len(players) != MAX_SEATS:
        raise ValueError(f"{len(players)} players for {MAX_SEATS} seats")
    for seat in range(MAX_SEATS):
        settings = players[seat]
        context.settings[seat] = settings.data
    context.is_certain = is_certain
    if has_hidden_hands and not knowledge.set_hidden(&undealt):
        return None
    if not reserve(&tree, MAX_NODES):
        raise MemoryError
    search.tables = &knowledge.board.rules.data
    search.payoffs = &knowledge.payoffs.data
    search.tree = &tree
    search.rng = &rng
    search.stop = &stop.flag
    played = []
    try:
        for index in range(first_game, first_game + games):
            start_stream(&rng, seed, index)
            position = knowledge.board.data
            knowledge.set_info(&context.info)
            context.history = knowledge.history
            if has_hidden_hands and left_hands is not None:
                position.hands[left] = left_hands[index]
                position.hands[right] = knowledge.unseen & ~position.hands[left]
            elif has_hidden_hands:
                # Drawing reorders the unlimited cards; each game must start from the same order.
                hidden = undealt
                position.hands[left] = draw_first(&hidden, &rng)
                position.hands[right] = knowledge.unseen & ~position.hands[left]
            with nogil:
                is_complete = play_game(&search, &context, proof, &position)
            if not is_complete:
                stop.reraise()
                break
            played.append(
                (
                    tuple([position.taken[seat] for seat in range(MAX_SEATS)]),
                    tuple([position.hands[seat] for seat in range(MAX_SEATS)]),
                )
            )
    finally:
        release(&tree)
    return played
