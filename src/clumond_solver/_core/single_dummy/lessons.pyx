"""What nets learn from: the decisions of games, with what each led to.

The games are played by the nets themselves, at sight, or by searches (`selfplay`).
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
from clumond_solver._core.double_dummy.exact_finish cimport finish
from clumond_solver._core.single_dummy.net cimport (
    INPUTS,
    MAX_ACTIVE,
    PLACES,
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


cdef inline uint64_t places(uint64_t cards) noexcept nogil:
    cdef uint64_t found = 0
    while cards:
        found |= <uint64_t>1 << place_of(lowest(cards))
        cards &= cards - 1
    return found


cdef bint has_room(const LessonLog* log) noexcept nogil:
    """Whether the decisions of another game can be written down."""
    return log.used + MAX_DECISIONS <= log.room


cdef int write_decision(
    LessonLog* log, int role, const int16_t* active, int count, uint64_t cards, int chosen
) noexcept nogil:
    """Write down a choice among cards; its number, by which more can be written of it."""
    cdef int number = log.used, each
    cdef uint8_t* row = log.inputs + <size_t>number * log.row
    memset(row, 0, log.row)
    for each in range(count):
        row[active[each] >> 3] |= 1 << (active[each] & 7)
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
    """Write down, from decision `first` on, what the game led to.

    Of each target `outcome` is the seat's reward, or what its next decision was worth; the rest is
    what the seat thought best there.
    """
    cdef float following[MAX_SEATS]
    cdef int seat, about, each
    for seat in range(MAX_SEATS):
        following[seat] = rewards[seat]
    for each in range(log.used - 1, first - 1, -1):
        seat = movers[each - first]
        log.target[each] = following[seat]
        about = goals.declarer if goals.declarer >= 0 else seat
        log.tricks[each] = ended.taken[about]
        log.code[each] = sum_of_suits(ended.hands[about])
        following[seat] = outcome * following[seat] + (1 - outcome) * best[each - first]


cdef void play_lesson(
    const Weights* roles,
    const TrickTables* tables,
    const Goals* goals,
    Position* at,
    const Manner* manner,
    Rng* rng,
    LessonLog* log,
) noexcept nogil:
    cdef Seen seen
    cdef Judgement found
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

    A decision is the bits of its inputs, the legal cards and the one chosen by place, how much each
    place is to be played, its role, what it led to, and how declarer (who plays for himself: he)
    then stood. ``len`` is how many have been written down.
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
    """Play a game of each deal, a row of ``hands``, and write its decisions down.

    ``kinds`` tells by game which of ``boards`` (rules and leader; hands are laid anew) and
    ``targets`` it is played with. No further game is begun where its decisions might find no room.
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
