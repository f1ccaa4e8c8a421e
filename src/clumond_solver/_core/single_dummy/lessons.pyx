"""What nets learn from: the decisions of games, with their outcomes.

The nets themselves play the games, at sight, or searches do (`selfplay`).
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport (
    all_places,
    count_cards,
    lowest,
    one_per_run,
    sum_of_suits,
)
from clumond_solver._core.bits.rng cimport Rng, below, start_stream, unit
from clumond_solver._core.bits.stop cimport Stop, must_stop
from clumond_solver._core.rules.clumond cimport (
    MAX_SEATS,
    Board,
    Goals,
    Position,
    Targets,
    TrickTables,
    legal_cards,
    live_cards,
    play_card,
)
from clumond_solver._core.double_dummy.rollout_finish cimport finish
from clumond_solver._core.single_dummy.net cimport (
    INPUTS,
    MAX_ACTIVE,
    PLACES,
    Evaluation,
    Net,
    PublicInfo,
    Weights,
    expected,
    evaluate,
    encode_inputs,
    place_of,
    role_of,
    show_card,
)

cdef struct Manner:
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


cdef inline uint64_t places(uint64_t cards) noexcept nogil:
    cdef uint64_t mask = 0
    while cards:
        mask |= <uint64_t>1 << place_of(lowest(cards))
        cards &= cards - 1
    return mask


cdef bint has_room(const LessonLog* log) noexcept nogil:
    """Whether the decisions of another game fit."""
    return log.used + MAX_DECISIONS <= log.room


cdef int write_decision(
    LessonLog* log, int role, const int16_t* active, int count, uint64_t cards, int chosen
) noexcept nogil:
    """Record a choice among cards; return its number."""
    cdef int number = log.used, input_number
    cdef uint8_t* row = log.inputs + <size_t>number * log.row
    memset(row, 0, log.row)
    for input_number in range(count):
        row[active[input_number] >> 3] |= 1 << (active[input_number] & 7)
    log.legal[number] = places(cards)
    log.role[number] = role
    log.place[number] = place_of(chosen)
    memset(log.shares + <size_t>number * PLACES, 0, PLACES * sizeof(float))
    log.shares[<size_t>number * PLACES + place_of(chosen)] = 1
    log.used += 1
    return number


cdef void write_outcome(
    LessonLog* log,
    int first,
    const Goals* goals,
    const Position* ended,
    const float* rewards,
    const int8_t* movers,
    const float* best,
    float outcome,
) noexcept nogil:
    """Record the targets of the decisions from `first` on.

    A target is the share `outcome` of the seat's reward, or of the target of its next decision;
    the rest is the seat's best value there.
    """
    cdef float following[MAX_SEATS]
    cdef int seat, about, number
    for seat in range(MAX_SEATS):
        following[seat] = rewards[seat]
    for number in range(log.used - 1, first - 1, -1):
        seat = movers[number - first]
        log.target[number] = following[seat]
        about = goals.declarer if goals.declarer >= 0 else seat
        log.tricks[number] = ended.taken[about]
        log.code[number] = sum_of_suits(ended.hands[about])
        following[seat] = outcome * following[seat] + (1 - outcome) * best[number - first]


cdef void play_lesson(
    const Weights* roles,
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    const Manner* manner,
    Rng* rng,
    LessonLog* log,
) noexcept nogil:
    cdef PublicInfo seen
    cdef Evaluation evaluation
    cdef int16_t active[MAX_ACTIVE]
    cdef float best[MAX_DECISIONS]
    cdef int8_t movers[MAX_DECISIONS]
    cdef float rewards[MAX_SEATS]
    cdef float value, noisy, best_noisy, top, any_card
    cdef int loose = 0
    cdef uint64_t cards, rest
    cdef int count, seat, card, chosen, role, decisions = 0, _, first = log.used
    cdef Position ended
    cdef int exact = 1 if goals.declarer < 0 else manner.exact_tricks
    for seat in range(MAX_SEATS):
        seen.played[seat] = 0
        seen.may_hold[seat] = all_places()
    if unit(rng) < manner.loose_games:
        loose = <int>below(rng, at.trick.left - exact)
    loose = at.trick.left - loose
    while at.trick.left > exact or at.trick.on_table:
        seat = at.trick.turn
        cards = legal_cards(tables, at)
        if cards & (cards - 1):
            cards = one_per_run(cards, at.hands[seat], live_cards(tables, at))
        if cards & (cards - 1) == 0:
            chosen = lowest(cards)
        else:
            role = role_of(goals, seat)
            count = encode_inputs(tables, goals, at, &seen, active)
            evaluate(&roles[role], active, count, cards, &evaluation)
            chosen = -1
            top = -1e30
            best_noisy = -1e30
            rest = cards
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                value = expected(role, evaluation.value[card])
                top = max(top, value)
                noisy = value
                if at.trick.left > manner.careful_tricks:
                    noisy += manner.near * <float>unit(rng)
                if noisy > best_noisy:
                    best_noisy = noisy
                    chosen = card
            any_card = manner.any_card if at.trick.left > manner.careful_tricks else 0
            if at.trick.left > loose:
                any_card = manner.loose_card
            if any_card > 0 and unit(rng) < any_card:
                rest = cards
                for _ in range(<int>below(rng, count_cards(cards))):
                    rest &= rest - 1
                chosen = lowest(rest)
            if at.trick.left > loose:
                show_card(tables, at, &seen, chosen)
                play_card(tables, at, chosen)
                continue
            best[decisions] = top
            movers[decisions] = seat
            decisions += 1
            write_decision(log, role, active, count, cards, chosen)
        show_card(tables, at, &seen, chosen)
        play_card(tables, at, chosen)
    ended = at[0]
    finish(tables, goals, at, rewards)
    write_outcome(log, first, goals, &ended, rewards, movers, best, manner.outcome)


cdef class Lessons:
    """Room for decisions to learn from, an entry each, in buffers of the caller's.

    A decision has the bits of its inputs, the legal cards and the chosen one by place, the policy's
    share of each place, its role, its target, and the final tricks and code of declarer
    (undeclared: of the seat itself). ``len`` is the number of decisions recorded.
    """

    def __init__(
        self,
        *,
        uint8_t[:, ::1] inputs,
        uint64_t[::1] legal,
        int8_t[::1] role,
        int8_t[::1] place,
        float[:, ::1] shares,
        float[::1] target,
        int8_t[::1] tricks,
        int8_t[::1] code,
    ):
        if inputs.shape[1] * 8 < INPUTS or shares.shape[1] != PLACES:
            raise ValueError(
                f"rows of {inputs.shape[1]} bytes for {INPUTS} inputs, {shares.shape[1]} shares"
            )
        self._buffers = (inputs, legal, role, place, shares, target, tricks, code)
        self.data.room = min([len(buffer) for buffer in self._buffers])
        if self.data.room == 0:
            raise ValueError("no room for a decision")
        self.data.used = 0
        self.data.row = inputs.shape[1]
        self.data.inputs = &inputs[0, 0]
        self.data.legal = &legal[0]
        self.data.role = &role[0]
        self.data.place = &place[0]
        self.data.shares = &shares[0, 0]
        self.data.target = &target[0]
        self.data.tricks = &tricks[0]
        self.data.code = &code[0]

    def __len__(self):
        return self.data.used


def play_lessons(
    Net net,
    boards,
    targets,
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
    Lessons lessons,
):
    """Play a game of each deal, a row of ``hands``, and record its decisions.

    ``kinds`` chooses for each game one of ``boards`` (rules and leader) and of ``targets``. No
    further game begins if its decisions might not fit.
    """
    cdef Manner manner
    cdef Position at
    cdef Rng rng
    cdef int game, kind, seat
    cdef Board board
    cdef Targets goals
    manner.any_card = any_card
    manner.near = near
    manner.loose_games = loose_games
    manner.loose_card = loose_card
    manner.careful_tricks = careful_tricks
    manner.outcome = outcome
    manner.exact_tricks = exact_tricks
    for game in range(hands.shape[0]):
        if must_stop(&stop.flag) or not has_room(&lessons.data):
            break
        start_stream(&rng, seed, game)
        kind = kinds[game]
        board = boards[kind]
        goals = targets[kind]
        at = board.data
        for seat in range(MAX_SEATS):
            at.hands[seat] = hands[game, seat]
        at.trick.left = count_cards(at.hands[at.trick.turn]) - board.rules.data.keep
        with nogil:
            play_lesson(
                net.by_role, &board.rules.data, &goals.data, &at, &manner, &rng, &lessons.data
            )
