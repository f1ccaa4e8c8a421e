"""Decisions of games that nets play at sight, with their outcomes: for training alone."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport (
    all_card_bits,
    count_cards,
    lowest,
    one_per_run,
    sum_of_suits,
)
from clumond_solver._core.bits.rng cimport Rng, random_below, start_stream, random_unit
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    Board,
    PayoffTable,
    Position,
    Payoffs,
    TrickTables,
    legal_cards,
    live_cards,
    play_card,
)
from clumond_solver._core.double_dummy.rollout_finish cimport exact_finish_rewards
from clumond_solver._core.single_dummy.knowledge cimport PublicInfo, record_card
from clumond_solver._core.single_dummy.net cimport (
    INPUTS,
    MAX_ACTIVE,
    Evaluation,
    Nets,
    Weights,
    value_of_output,
    evaluate,
    encode_inputs,
    pack_index,
    role_of,
)

cdef enum:
    # More than one game has.
    MAX_DECISIONS = 48


cdef struct LessonOptions:
    # How often a random card is played, how far below the best value a card may still be chosen,
    # and the number of last tricks without either.
    float any_card
    float near
    int careful_tricks
    # How many last tricks are solved with all hands open instead of played.
    int exact_tricks
    # How often a game begins with loose tricks, in which random cards are this frequent and nothing
    # is recorded: so nets learn strange positions too.
    float loose_games
    float loose_card
    # The share of the outcome in a target; the rest is the seat's value at its next card.
    float outcome


cdef struct LessonLog:
    uint8_t* inputs
    int row
    uint64_t* legal
    int8_t* role
    int8_t* place
    float* target
    # How the game ended for declarer, or for the seat itself: tricks taken, sum of suits kept.
    int8_t* tricks
    int8_t* code
    int used


cdef inline uint64_t places(uint64_t cards) noexcept nogil:
    cdef uint64_t mask = 0
    while cards:
        mask |= <uint64_t>1 << pack_index(lowest(cards))
        cards &= cards - 1
    return mask


cdef void write_decision(
    LessonLog* log, int role, const int16_t* active, int count, uint64_t cards, int chosen
) noexcept nogil:
    cdef int input_number
    cdef uint8_t* row = log.inputs + <size_t>log.used * log.row
    memset(row, 0, log.row)
    for input_number in range(count):
        row[active[input_number] >> 3] |= 1 << (active[input_number] & 7)
    log.legal[log.used] = places(cards)
    log.role[log.used] = role
    log.place[log.used] = pack_index(chosen)
    log.used += 1


cdef void write_outcome(
    LessonLog* log,
    int first,
    const PayoffTable* payoffs,
    const Position* ended,
    const float* rewards,
    const int8_t* movers,
    const float* best,
    float outcome,
) noexcept nogil:
    # The targets of the decisions from `first` on: the share `outcome` of the seat's reward, or of
    # the target of its next decision; the rest is the seat's best value there.
    cdef float following[MAX_SEATS]
    cdef int seat, about, number
    for seat in range(MAX_SEATS):
        following[seat] = rewards[seat]
    for number in range(log.used - 1, first - 1, -1):
        seat = movers[number - first]
        log.target[number] = following[seat]
        about = payoffs.declarer if payoffs.declarer >= 0 else seat
        log.tricks[number] = ended.taken[about]
        log.code[number] = sum_of_suits(ended.hands[about])
        following[seat] = outcome * following[seat] + (1 - outcome) * best[number - first]


cdef void play_lesson(
    const Weights* roles,
    const TrickTables* tables,
    const PayoffTable* payoffs,
    Position* position,
    const LessonOptions* options,
    Rng* rng,
    LessonLog* log,
) noexcept nogil:
    cdef PublicInfo info
    cdef Evaluation evaluation
    cdef int16_t active[MAX_ACTIVE]
    cdef float best[MAX_DECISIONS]
    cdef int8_t movers[MAX_DECISIONS]
    cdef float rewards[MAX_SEATS]
    cdef float value, noisy, best_noisy, top, any_card
    cdef int loose = 0
    cdef bint is_careful
    cdef uint64_t cards, rest
    cdef int count, seat, card, chosen, role, decisions = 0, _, first = log.used
    cdef Position ended
    cdef int exact = 1 if payoffs.declarer < 0 else options.exact_tricks
    for seat in range(MAX_SEATS):
        info.played[seat] = 0
        info.may_hold[seat] = all_card_bits()
    if random_unit(rng) < options.loose_games:
        loose = <int>random_below(rng, position.trick.tricks_left - exact)
    loose = position.trick.tricks_left - loose
    while position.trick.tricks_left > exact or position.trick.on_table:
        seat = position.trick.turn
        cards = legal_cards(tables, position)
        if cards & (cards - 1):
            cards = one_per_run(cards, position.hands[seat], live_cards(tables, position))
        if cards & (cards - 1) == 0:
            chosen = lowest(cards)
        else:
            role = role_of(payoffs, seat)
            count = encode_inputs(tables, payoffs, position, &info, active)
            evaluate(&roles[role], active, count, cards, &evaluation)
            chosen = -1
            top = -1e30
            best_noisy = -1e30
            rest = cards
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                value = value_of_output(role, evaluation.value[card])
                top = max(top, value)
                noisy = value
                if position.trick.tricks_left > options.careful_tricks:
                    noisy += options.near * <float>random_unit(rng)
                if noisy > best_noisy:
                    best_noisy = noisy
                    chosen = card
            is_careful = position.trick.tricks_left <= options.careful_tricks
            any_card = 0 if is_careful else options.any_card
            if position.trick.tricks_left > loose:
                any_card = options.loose_card
            if any_card > 0 and random_unit(rng) < any_card:
                rest = cards
                for _ in range(<int>random_below(rng, count_cards(cards))):
                    rest &= rest - 1
                chosen = lowest(rest)
            if position.trick.tricks_left > loose:
                record_card(tables, position, &info, chosen)
                play_card(tables, position, chosen)
                continue
            best[decisions] = top
            movers[decisions] = seat
            decisions += 1
            write_decision(log, role, active, count, cards, chosen)
        record_card(tables, position, &info, chosen)
        play_card(tables, position, chosen)
    ended = position[0]
    exact_finish_rewards(tables, payoffs, position, rewards)
    write_outcome(log, first, payoffs, &ended, rewards, movers, best, options.outcome)


def play_lessons(
    Nets net,
    boards,
    payoffs,
    const uint64_t[:, ::1] hands,
    const int16_t[::1] kinds,
    uint64_t seed,
    Stop stop,
    *,
    float any_card,
    float near,
    float loose_games,
    float loose_card,
    int careful_tricks,
    int exact_tricks,
    float outcome,
    uint8_t[:, ::1] inputs,
    uint64_t[::1] legal,
    int8_t[::1] role,
    int8_t[::1] place,
    float[::1] target,
    int8_t[::1] tricks,
    int8_t[::1] code,
):
    """Play a game of each deal, a row of ``hands``; return how many decisions were recorded.

    ``kinds`` chooses for each game one of ``boards`` (rules and leader) and of ``payoffs``. The
    last seven arguments are buffers, an entry for each decision: the bits of its inputs, the legal
    cards and the chosen one by place, its role, its target, and the final tricks and code of
    declarer (undeclared: of the seat itself). No game begins if its decisions might not fit.
    """
    cdef LessonOptions options
    cdef LessonLog log
    cdef Position position
    cdef Rng rng
    cdef int game, kind, seat, size
    cdef Board board
    cdef Payoffs of_kind
    cdef Py_ssize_t room = min(
        inputs.shape[0],
        legal.shape[0],
        role.shape[0],
        place.shape[0],
        target.shape[0],
        tricks.shape[0],
        code.shape[0],
    )
    if inputs.shape[1] * 8 < INPUTS or room == 0:
        raise ValueError(f"{room} rows of {inputs.shape[1]} bytes for {INPUTS} inputs")
    log.used = 0
    log.row = inputs.shape[1]
    log.inputs = &inputs[0, 0]
    log.legal = &legal[0]
    log.role = &role[0]
    log.place = &place[0]
    log.target = &target[0]
    log.tricks = &tricks[0]
    log.code = &code[0]
    options.any_card = any_card
    options.near = near
    options.loose_games = loose_games
    options.loose_card = loose_card
    options.careful_tricks = careful_tricks
    options.outcome = outcome
    options.exact_tricks = exact_tricks
    for game in range(hands.shape[0]):
        if must_stop(&stop.flag) or log.used + MAX_DECISIONS > room:
            break
        start_stream(&rng, seed, game)
        kind = kinds[game]
        board = boards[kind]
        of_kind = payoffs[kind]
        position = board.data
        for seat in range(MAX_SEATS):
            position.hands[seat] = hands[game, seat]
        size = count_cards(position.hands[position.trick.turn])
        position.trick.tricks_left = size - board.rules.data.keep
        with nogil:
            play_lesson(
                net.by_role, &board.rules.data, &of_kind.data, &position, &options, &rng, &log
            )
    return log.used
