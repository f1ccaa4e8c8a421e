"""Games that the nets play against themselves, written down to learn from."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
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
from clumond_solver._core.double_dummy.exact_finish cimport finish
from clumond_solver._core.single_dummy.net cimport (
    INPUTS,
    MAX_ACTIVE,
    Judgement,
    Net,
    Seen,
    Weights,
    expected,
    judge,
    look,
    place_of,
    role_of,
    show_card,
)

cdef enum:
    MAX_DECISIONS = 48


cdef struct Manner:
    # How often any card is tried, how far from the best a card may be chosen that is tried, and
    # in how many last tricks nothing is tried.
    float any_card
    float near
    int careful_tricks
    # The last tricks, which are not played but solved with all hands open.
    int exact_tricks
    # How often a game begins with tricks played loosely, any card being tried this often, of which
    # nothing is written down: so that the nets know what to make of strange positions too.
    float loose_games
    float loose_card
    # How much of a lesson is the outcome, and how much what the seat thinks at its next card.
    float outcome


cdef struct Lessons:
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
    int room


cdef uint64_t places(uint64_t cards) noexcept nogil:
    cdef uint64_t found = 0
    while cards:
        found |= <uint64_t>1 << place_of(lowest(cards))
        cards &= cards - 1
    return found


cdef void play_lesson(
    const Weights* roles,
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    const Manner* manner,
    Rng* rng,
    Lessons* lessons,
) noexcept nogil:
    cdef Seen seen
    cdef Judgement found
    cdef int16_t active[MAX_ACTIVE]
    cdef float best[MAX_DECISIONS]
    cdef int8_t mover[MAX_DECISIONS]
    cdef float following[MAX_SEATS]
    cdef float value, noisy, best_noisy, top, any_card
    cdef int loose = 0, about
    cdef uint64_t cards, rest
    cdef uint8_t* row
    cdef int count, seat, card, chosen, role, decisions = 0, each, _, first = lessons.used
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
            count = look(tables, goals, at, &seen, active)
            judge(&roles[role], active, count, cards, &found)
            chosen = -1
            top = -1e30
            best_noisy = -1e30
            rest = cards
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                value = expected(role, found.worth[card])
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
            mover[decisions] = seat
            decisions += 1
            row = lessons.inputs + <size_t>lessons.used * lessons.row
            memset(row, 0, lessons.row)
            for each in range(count):
                row[active[each] >> 3] |= 1 << (active[each] & 7)
            lessons.legal[lessons.used] = places(cards)
            lessons.role[lessons.used] = role
            lessons.place[lessons.used] = place_of(chosen)
            lessons.used += 1
        show_card(tables, at, &seen, chosen)
        play_card(tables, at, chosen)
    ended = at[0]
    finish(tables, goals, at, following)
    for each in range(decisions - 1, -1, -1):
        seat = mover[each]
        lessons.target[first + each] = following[seat]
        about = goals.declarer if goals.declarer >= 0 else seat
        lessons.tricks[first + each] = ended.taken[about]
        lessons.code[first + each] = sum_of_suits(ended.hands[about])
        following[seat] = manner.outcome * following[seat] + (1 - manner.outcome) * best[each]


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
    uint8_t[:, ::1] inputs,
    uint64_t[::1] legal,
    int8_t[::1] role,
    int8_t[::1] place,
    float[::1] target,
    int8_t[::1] tricks,
    int8_t[::1] code,
):
    """Play a game of each deal, a row of ``hands``; returns how many decisions were written down.

    ``kinds`` tells by game which of ``boards`` (rules and leader; hands are laid anew) and
    ``targets`` it is played with. A decision is the bits of its inputs, the legal cards and the one
    chosen by place, its role, what it led to, and how declarer (who plays for himself: he) then
    stood. No further game is begun where its decisions might find no room.
    """
    cdef Manner manner
    cdef Lessons lessons
    cdef Position at
    cdef Rng rng
    cdef int game, kind, seat
    cdef Board board
    cdef Targets goals
    if inputs.shape[1] * 8 < INPUTS:
        raise ValueError(f"rows of {inputs.shape[1]} bytes for {INPUTS} inputs")
    manner.any_card = any_card
    manner.near = near
    manner.loose_games = loose_games
    manner.loose_card = loose_card
    manner.careful_tricks = careful_tricks
    manner.outcome = outcome
    manner.exact_tricks = exact_tricks
    lessons.inputs = &inputs[0, 0]
    lessons.row = inputs.shape[1]
    lessons.legal = &legal[0]
    lessons.role = &role[0]
    lessons.place = &place[0]
    lessons.target = &target[0]
    lessons.tricks = &tricks[0]
    lessons.code = &code[0]
    lessons.used = 0
    lessons.room = inputs.shape[0]
    for game in range(hands.shape[0]):
        if must_stop(&stop.flag) or lessons.used + MAX_DECISIONS > lessons.room:
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
                net.by_role, &board.rules.data, &goals.data, &at, &manner, &rng, &lessons
            )
    return lessons.used
