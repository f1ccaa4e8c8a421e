"""Whole hands played by the engine against itself, each seat seeing only what it may see.

Above the tree search: each card is one search of `ismcts`, unless a proof of `certainty` names a
card. Estimates and advice count how such games end.
"""

from libc.stdint cimport uint64_t

from clumond_solver._core.single_dummy.certainty cimport Proof
from clumond_solver._core.single_dummy.determinization cimport Hidden, draw_first, hide_two_hands
from clumond_solver._core.single_dummy.ismcts cimport (
    MAX_NODES,
    SearchSettings,
    Search,
    Settings,
    Tree,
    card_at_sight,
    choices_at,
    most_visited,
    plays_at_sight,
    release,
    reserve,
    search_or_plan,
)
from clumond_solver._core.single_dummy.knowledge cimport (
    History,
    PublicInfo,
    SeatKnowledge,
    remember,
    show_card,
)
from clumond_solver._core.single_dummy.net cimport Evaluation, evaluate_cards
from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Position,
    left_of,
    live_cards,
    play_card,
)


cdef enum:
    # With this many tricks left declarer tries a proof, which costs no more than it saves;
    # earlier only if success was certain from the start.
    PROVED_TRICKS = 6
    PROVED_NODES = 100
    PROVED_HAND_NODES = 10_000


cdef struct Table:
    # The settings of the seats, and what everybody has seen.
    SearchSettings settings[MAX_SEATS]
    PublicInfo shown
    History history
    # Whether declarer was certain to succeed where the game began.
    bint is_proved


cdef uint64_t certain_card(
    Search* search, const Table* table, Proof proof, const Position* at, uint64_t choices
) noexcept nogil:
    # A choice after which declarer, who is to play, succeeds in every deal; 0 without a proof.
    cdef int next = left_of(at.trick.turn)
    cdef uint64_t out = at.hands[next] | at.hands[left_of(next)]
    if not table.is_proved and at.trick.left > PROVED_TRICKS:
        return 0
    proof.begin(
        search.tables.trump, search.finishes, PROVED_HAND_NODES if table.is_proved else PROVED_NODES
    )
    return proof.cards_keeping_proof(
        search.tables, at, out, table.shown.may_hold[next], choices, True
    )


cdef int choose_card(
    Search* search, Table* table, Proof proof, const Position* at
) noexcept nogil:
    cdef int seat = at.trick.turn
    cdef int first = left_of(seat), second = left_of(left_of(seat))
    cdef SearchSettings* settings = &table.settings[seat]
    cdef Position seen
    cdef Hidden hidden
    cdef Evaluation evaluation
    cdef uint64_t choices = choices_at(search.tables, at), certain
    if choices & (choices - 1) == 0:
        return lowest(choices)
    if plays_at_sight(settings, search.finishes, at):
        evaluate_cards(
            settings.nets, search.tables, search.finishes, at, &table.shown, choices, &evaluation
        )
        return card_at_sight(settings, search.rng, &evaluation, choices)
    if seat == search.finishes.declarer:
        certain = certain_card(search, table, proof, at, choices)
        if certain:
            return lowest(certain)
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
    search.settings = settings
    search.viewer = seat
    search.only_card = True
    search.seen = &seen
    search.hidden = &hidden
    search.history = &table.history
    search.shown = table.shown
    search_or_plan(search)
    return most_visited(search.tree)


cdef bint play_game(
    Search* search, Table* table, Proof proof, Position* at
) noexcept nogil:
    # False if stopped before the end.
    cdef int card
    while at.trick.left:
        if must_stop(search.stop):
            return False
        card = choose_card(search, table, proof, at)
        if must_stop(search.stop):
            return False
        show_card(search.tables, at, &table.shown, card)
        remember(&table.history, at, live_cards(search.tables, at), card)
        play_card(search.tables, at, card)
    return True


def play_games(
    SeatKnowledge knowledge,
    players,
    uint64_t seed,
    int first_game,
    int games,
    Stop stop,
    deals=None,
    bint proved=False,
):
    """Play games first_game, first_game + 1, ... of this seed, hidden cards dealt anew for each.

    If the viewer sees all hands, the games play these; ``deals`` has the left neighbour's hand by
    game, in place of a random one. Returns a list of (tricks taken by seat, cards kept by seat),
    shorter than ``games`` after a stop, or None when no deal fits. Each game has its own random
    stream. ``proved`` says that declarer is certain to succeed.
    """
    cdef Table table
    cdef Hidden hidden, undealt
    cdef Tree tree
    cdef Rng rng
    cdef Search search
    cdef Proof proof = Proof()
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
        table.settings[seat] = settings.data
    table.is_proved = proved
    if hides and not knowledge.hide(&undealt):
        return None
    if not reserve(&tree, MAX_NODES):
        raise MemoryError
    search.tables = &knowledge.board.rules.data
    search.finishes = &knowledge.finishes.data
    search.tree = &tree
    search.rng = &rng
    search.stop = &stop.flag
    played = []
    try:
        for index in range(first_game, first_game + games):
            start_stream(&rng, seed, index)
            at = knowledge.board.data
            knowledge.show(&table.shown)
            table.history = knowledge.history
            if hides and deals is not None:
                at.hands[first] = deals[index]
                at.hands[second] = knowledge.unseen & ~at.hands[first]
            elif hides:
                # Drawing leaves the pool in another order: each game starts from the same one.
                hidden = undealt
                at.hands[first] = draw_first(&hidden, &rng)
                at.hands[second] = knowledge.unseen & ~at.hands[first]
            with nogil:
                over = play_game(&search, &table, proof, &at)
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
