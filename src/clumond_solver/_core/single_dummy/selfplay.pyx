"""Whole hands played by the engine against itself, each seat seeing only what it may see.

Above the tree search: each card is one search of `ismcts`, unless a proof of `certainty` names a
card. Estimates and advice count how such games end. Nets learn from the decisions that `Lessons`
keep (expert iteration: Anthony, Tian and Barber 2017).
"""

from libc.stdint cimport int8_t, int16_t, uint32_t, uint64_t

from clumond_solver._core.double_dummy.rollout_finish cimport finish
from clumond_solver._core.single_dummy.certainty cimport Proof
from clumond_solver._core.single_dummy.determinization cimport Hidden, draw_first, hide_two_hands
from clumond_solver._core.single_dummy.history cimport History, remember
from clumond_solver._core.single_dummy.ismcts cimport (
    MAX_NODES,
    Node,
    Player,
    Search,
    Settings,
    Tree,
    card_at_sight,
    choices_at,
    most_visited,
    plays_at_sight,
    release,
    reserve,
    run,
)
from clumond_solver._core.single_dummy.knowledge cimport SeatKnowledge
from clumond_solver._core.single_dummy.lessons cimport (
    MAX_DECISIONS,
    LessonLog,
    Lessons,
    has_room,
    write_decision,
    write_outcome,
)
from clumond_solver._core.single_dummy.net cimport (
    MAX_ACTIVE,
    PLACES,
    Evaluation,
    PublicInfo,
    best_card,
    evaluate_cards,
    encode_inputs,
    place_of,
    policy_odds,
    role_of,
    see_all_before,
    show_card,
    value_by_policy,
)
from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.bits.rng cimport Rng, below, start_stream, unit
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Position,
    TrickTables,
    live_cards,
    left_of,
    play_card,
)


cdef enum:
    # With so many tricks left declarer tries a proof, which costs no more than the searches saved;
    # earlier only if success was certain from the start.
    PROVED_TRICKS = 6
    PROVED_NODES = 100
    PROVED_HAND_NODES = 10_000


cdef struct Teaching:
    # How often a game for training begins with loose tricks, in which random cards are this
    # frequent and nothing is recorded, so that nets learn strange positions too.
    float loose_games
    float loose_card
    # The share of the outcome in a target; the rest is the nets' value at the next decision.
    float outcome
    # With more tricks left than these, this game is played loosely.
    int loose_until
    int first
    int8_t movers[MAX_DECISIONS]
    float best[MAX_DECISIONS]


cdef struct Table:
    # The settings of the seats, and what everybody has seen.
    Player players[MAX_SEATS]
    PublicInfo shown
    # Where searches record their decisions, or NULL.
    LessonLog* lessons
    Teaching teaching
    History history
    # Whether declarer was certain to succeed where the game began.
    bint is_proved


cdef int loose_card(
    Search* search, const Table* table, const Position* at, uint64_t choices
) noexcept nogil:
    cdef int _
    if unit(search.rng) >= table.teaching.loose_card:
        return best_card(
            table.players[at.trick.turn].nets,
            search.tables,
            search.goals,
            at,
            &table.shown,
            choices,
        )
    for _ in range(<int>below(search.rng, count_cards(choices))):
        choices &= choices - 1
    return lowest(choices)


cdef uint64_t certain_card(
    Search* search, const Table* table, Proof proof, const Position* at, uint64_t choices
) noexcept nogil:
    # A choice after which declarer, who is to play, succeeds in every deal; 0 without a proof.
    cdef int next = left_of(at.trick.turn)
    cdef uint64_t out = at.hands[next] | at.hands[left_of(next)]
    if not table.is_proved and at.trick.left > PROVED_TRICKS:
        return 0
    proof.begin(
        search.tables.trump, search.goals, PROVED_HAND_NODES if table.is_proved else PROVED_NODES
    )
    return proof.keeping(
        search.tables, at, out, table.shown.may_hold[next], choices, True
    )


cdef int choose_card(
    Search* search, Table* table, Proof proof, const Position* at
) noexcept nogil:
    cdef int seat = at.trick.turn
    cdef int first = left_of(seat), second = left_of(left_of(seat))
    cdef Position seen
    cdef Hidden hidden
    cdef Evaluation evaluation
    cdef uint64_t choices = choices_at(search.tables, &table.players[seat], at), certain
    if choices & (choices - 1) == 0:
        return lowest(choices)
    if table.lessons != NULL and at.trick.left > table.teaching.loose_until:
        return loose_card(search, table, at, choices)
    if plays_at_sight(&table.players[seat], search.goals, at):
        evaluate_cards(
            table.players[seat].nets,
            search.tables,
            search.goals,
            at,
            &table.shown,
            choices,
            &evaluation,
        )
        return card_at_sight(&table.players[seat], search.rng, &evaluation, choices)
    # Training learns from searches, so a proof must not replace them.
    if seat == search.goals.declarer and table.lessons == NULL:
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
    search.player = &table.players[seat]
    search.viewer = seat
    search.card_alone = table.lessons == NULL
    search.seen = &seen
    search.hidden = &hidden
    search.history = &table.history
    search.shown = table.shown
    run(search)
    if table.lessons != NULL:
        write_lesson(search, table, at, choices)
    return most_visited(search.tree)


cdef inline float preference(float visits) noexcept nogil:
    # Visits spread widely among cards of nearly equal value; the cube sharpens the preference.
    return visits * visits * visits


cdef void write_lesson(
    const Search* search, Table* table, const Position* at, uint64_t choices
) noexcept nogil:
    cdef const Player* player = search.player
    cdef Teaching* teaching = &table.teaching
    cdef int16_t active[MAX_ACTIVE]
    cdef Evaluation evaluation
    cdef float odds[64]
    cdef int seat = at.trick.turn, role = role_of(search.goals, seat), number
    cdef int made = table.lessons.used - teaching.first
    cdef int count = encode_inputs(search.tables, search.goals, at, &table.shown, active)
    number = write_decision(
        table.lessons,
        role,
        active,
        count,
        choices,
        most_visited(search.tree),
    )
    evaluate_cards(player.nets, search.tables, search.goals, at, &table.shown, choices, &evaluation)
    policy_odds(&evaluation, choices, 1, odds)
    teaching.movers[made] = seat
    teaching.best[made] = value_by_policy(role, &evaluation, choices, odds)
    write_shares(search.tree, table.lessons.shares + <size_t>number * PLACES)


cdef void write_shares(const Tree* tree, float* shares) noexcept nogil:
    # A plan visits all cards equally often; then only the chosen card counts.
    cdef const Node* nodes = tree.nodes
    cdef int child = nodes[0].first_child
    cdef uint32_t first = nodes[child].visits
    cdef float total = 0
    cdef bint uneven = False
    while child >= 0:
        total += preference(nodes[child].visits)
        uneven = uneven or nodes[child].visits != first
        child = nodes[child].next_sibling
    child = nodes[0].first_child
    while uneven and child >= 0:
        shares[place_of(nodes[child].move.card)] = preference(nodes[child].visits) / total
        child = nodes[child].next_sibling


cdef bint play_game(
    Search* search, Table* table, Proof proof, Position* at
) noexcept nogil:
    # False if stopped before the end.
    cdef const TrickTables* tables = search.tables
    cdef int card
    if table.lessons != NULL:
        begin_lessons(table, search.rng, at.trick.left)
    while at.trick.left:
        if must_stop(search.stop):
            return False
        card = choose_card(search, table, proof, at)
        if must_stop(search.stop):
            return False
        show_card(tables, at, &table.shown, card)
        remember(&table.history, at, live_cards(tables, at), card)
        play_card(tables, at, card)
    if table.lessons != NULL:
        end_lessons(search, table, at)
    return True


cdef void begin_lessons(Table* table, Rng* rng, int tricks) noexcept nogil:
    cdef Teaching* teaching = &table.teaching
    teaching.first = table.lessons.used
    teaching.loose_until = tricks
    if unit(rng) < teaching.loose_games:
        teaching.loose_until -= <int>below(rng, tricks - 1)


cdef void end_lessons(const Search* search, Table* table, const Position* at) noexcept nogil:
    cdef float rewards[MAX_SEATS]
    cdef Position ended = at[0]
    finish(search.tables, search.goals, &ended, rewards)
    write_outcome(
        table.lessons,
        table.teaching.first,
        search.goals,
        at,
        rewards,
        table.teaching.movers,
        table.teaching.best,
        table.teaching.outcome,
    )


def play_games(
    SeatKnowledge knowledge,
    players,
    uint64_t seed,
    int first_game,
    int games,
    Stop stop,
    deals=None,
    Lessons lessons=None,
    float loose_games=0,
    float loose_card=0,
    float outcome=1,
    bint proved=False,
):
    """Play games first_game, first_game + 1, ... of this seed, hidden cards dealt anew for each.

    If the viewer sees all hands, the games play these; ``deals`` has the left neighbour's hand by
    game, in place of a random one. Returns a list of (tricks taken by seat, cards kept by seat),
    shorter than ``games`` after a stop, or None when no deal fits. Each game has its own random
    stream. With ``lessons`` all seats need nets, and no further game begins if its decisions might
    not fit. ``proved`` says that declarer is certain to succeed.
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
        table.players[seat] = settings.data
        if lessons is not None and settings.nets is None:
            raise ValueError("lessons need players with nets")
    table.lessons = NULL if lessons is None else &lessons.data
    table.teaching.loose_games = loose_games
    table.teaching.loose_card = loose_card
    table.teaching.outcome = outcome
    table.is_proved = proved
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
            if lessons is not None and not has_room(&lessons.data):
                break
            start_stream(&rng, seed, index)
            at = knowledge.board.data
            see_all_before(knowledge, &table.shown)
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
