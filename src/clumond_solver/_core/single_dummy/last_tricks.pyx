"""The last tricks of any game, from what one seat has seen: which results it may still have.

A seat succeeds or fails; here it is worked out after which of its moves success is still possible,
and after which it is certain. All deals that agree with what it has seen go down the tree of public
plays together, undealt: the unseen cards lie in a pool, and a hidden hand is dealt a card only when
it plays it. What the plays show, such as a void, narrows down where the pool's cards may lie; a
play is tried if some deal that agrees with all plays so far allows it. So nobody plays differently
in deals that he cannot tell apart, and no deal is missed, however many there are. If all seats help
the seat, success is possible after a move; if only its own later moves do, it is certain.

The same search looks at single deals, whose pool is empty: in how many of them is success possible,
and in how many can the seat's side force it if all hands are open.
"""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, highest, lowest, sum_of_suits
from clumond_solver._core.bits.rng cimport Rng, start_stream
from clumond_solver._core.rules.any_game_tricks cimport (
    MAX_SEATS,
    Board,
    Move,
    Position,
    TrickTables,
    legal_cards,
    moves_of,
    play_move,
    seat_at,
    trick_size,
    with_best_card,
)
from clumond_solver._core.rules.limits cimport LEADS, MAX_CODES, MAX_DUTIES, MAX_MOVES
from clumond_solver._core.rules.payoffs cimport (
    Payoffs,
    RulePayoffs,
    final_scores,
)
from clumond_solver._core.single_dummy.determinization cimport (
    MAX_EXCLUDED,
    MAX_SLOTS,
    Hidden,
    HiddenCards,
    draw_determinization,
)

cdef enum:
    NO = 0
    YES = 1
    # More positions would have had to be searched than the limit.
    UNKNOWN = 2
    # The retentions of three cards, and fewer where fewer are kept.
    MAX_RETENTIONS = 35


cdef struct Goal:
    # The seat that is judged reaches its goal, or the viewer succeeds if it fails to.
    int seat
    bint must_miss
    # Whether the tricks taken and the cards kept decide alone. Then by code of these cards: a bit
    # for each number of tricks with which the goal is reached; else by the score, at least `least`.
    bint by_award
    uint32_t reached[MAX_CODES]
    float least


cdef struct Point:
    # A point of the play as all deals that agree with the plays so far have it: the hands hold the
    # cards known to lie there. By slot (a seat, or last the cards that nobody holds): how many of
    # the pool's cards lie there, and which of them may.
    Position position
    uint64_t pool
    int8_t room[MAX_SLOTS]
    uint64_t may_hold[MAX_SLOTS]
    # By seat: the cards played since the search began.
    uint64_t played[MAX_SEATS]


cdef struct Search:
    const TrickTables* tables
    const RulePayoffs* payoffs
    Goal goal
    int viewer
    int slots
    # Whether some suit led must be beaten.
    bint any_must_beat
    # The cards that nobody was dealt, as far as they are known.
    uint64_t rest
    # Sets of cards that a slot did not hold all of.
    int excluded_count
    int8_t excluded_slot[MAX_EXCLUDED]
    uint64_t excluded_cards[MAX_EXCLUDED]
    # The seats, as bits, whose moves are chosen for the viewer's success; others choose against it.
    uint32_t helpers
    # The suits' numbers of cards in each possible retention.
    int retention_count
    uint8_t retentions[MAX_RETENTIONS][4]
    int64_t nodes
    int64_t most_nodes


cdef inline bint is_known(const Point* point, int seat) noexcept nogil:
    return point.room[seat] == 0


cdef bint can_be_dealt(const Search* search, const Point* point) noexcept nogil:
    # Whether the pool can be dealt so that every slot gets as many cards as it has room for, of
    # those that it may hold: the cards that only some slots may hold must find room there (Hall).
    cdef uint64_t elsewhere
    cdef int some, slot, room
    for some in range((1 << search.slots) - 1):
        elsewhere = 0
        room = 0
        for slot in range(search.slots):
            if (some >> slot) & 1:
                room += point.room[slot]
            elif point.room[slot]:
                elsewhere |= point.may_hold[slot]
        if count_cards(point.pool & ~elsewhere) > room:
            return False
    return True


cdef bint agrees_with_a_deal(const Search* search, const Point* point) noexcept nogil:
    # Whether the pool can be dealt, and no slot then held all cards of an excluded set.
    cdef Point lacking
    cdef uint64_t held, missing, low
    cdef int number, slot
    if not can_be_dealt(search, point):
        return False
    for number in range(search.excluded_count):
        slot = search.excluded_slot[number]
        held = point.position.hands[slot] | point.played[slot] if slot < search.slots - 1 else (
            search.rest
        )
        missing = search.excluded_cards[number] & ~held
        if not missing:
            return False
        if missing & ~(point.pool & point.may_hold[slot]) or not point.room[slot]:
            continue
        # Some card of the set lies elsewhere.
        while missing:
            low = missing & (~missing + 1)
            missing ^= low
            lacking = point[0]
            lacking.may_hold[slot] &= ~low
            if agrees_with_a_deal(search, &lacking):
                return True
        return False
    return True


cdef int settled_by_tricks(const Search* search, const Point* point) noexcept nogil:
    # Whether the goal is reached, or missed, whatever tricks are still taken and cards kept, among
    # all that may be; UNKNOWN if that is open.
    cdef const Goal* goal = &search.goal
    cdef const Position* position = &point.position
    cdef uint32_t within, reached
    cdef uint64_t hand = position.hands[goal.seat]
    cdef int lengths[4]
    cdef int number, suit, code
    cdef bint is_reached = False, is_missed = False, fits
    if not goal.by_award:
        return UNKNOWN
    within = (((<uint32_t>2) << position.trick.tricks_left) - 1) << position.taken[goal.seat]
    if point.room[goal.seat]:
        hand |= point.pool & point.may_hold[goal.seat]
    for suit in range(4):
        lengths[suit] = count_cards(hand & (<uint64_t>0xFFFF << (16 * suit)))
    for number in range(search.retention_count):
        code = 0
        fits = True
        for suit in range(4):
            fits &= search.retentions[number][suit] <= lengths[suit]
            code += suit * search.retentions[number][suit]
        if fits:
            reached = goal.reached[code] & within
            is_reached |= reached != 0
            is_missed |= reached != within
    if is_reached and is_missed:
        return UNKNOWN
    return YES if is_reached != goal.must_miss else NO


cdef bint has_succeeded(const Search* search, const Point* point, uint64_t kept) noexcept nogil:
    # Whether the viewer succeeds, all tricks being played; `kept` are the cards of the seat judged.
    cdef const Goal* goal = &search.goal
    cdef Position position
    cdef float scores[MAX_SEATS]
    cdef int seat
    if goal.by_award:
        return (
            (goal.reached[sum_of_suits(kept)] >> point.position.taken[goal.seat]) & 1
        ) != goal.must_miss
    position = point.position
    for seat in range(search.tables.seats):
        position.points[seat] += search.payoffs.initial_points[seat]
        if search.payoffs.pair_points and not search.payoffs.pair[seat] & ~point.played[seat]:
            position.points[seat] += search.payoffs.pair_points
    final_scores(search.tables, search.payoffs, &position, search.rest | point.pool, scores)
    return (scores[goal.seat] >= goal.least) != goal.must_miss


cdef int succeeds_at_end(
    const Search* search, const Point* point, uint64_t kept, uint64_t rest, int missing
) noexcept nogil:
    # All tricks are played: whether the viewer succeeds with some deal of the cards that the seat
    # judged keeps, if the others help him; else with all of them. `kept` of these cards are dealt,
    # and `missing` more come from `rest`.
    cdef Point dealt
    cdef uint64_t low
    cdef bint helps = search.helpers == (1 << search.tables.seats) - 1
    cdef int seat = search.goal.seat
    if missing == 0:
        dealt = point[0]
        dealt.pool &= ~kept
        dealt.position.hands[seat] |= kept
        dealt.room[seat] = 0
        if point.room[seat] and not agrees_with_a_deal(search, &dealt):
            return not helps
        return has_succeeded(search, point, dealt.position.hands[seat])
    while count_cards(rest) >= missing:
        low = rest & (~rest + 1)
        rest ^= low
        if succeeds_at_end(search, point, kept | low, rest, missing - 1) == helps:
            return helps
    return not helps


cdef inline uint64_t owed_instead(
    const TrickTables* tables, const Position* position, uint64_t card
) noexcept nogil:
    # The cards of which one would have had to be played in place of this one.
    cdef uint64_t owed, beaters, instead = 0
    cdef int duty, led = position.trick.led
    for duty in range(MAX_DUTIES if position.trick.on_table else 0):
        owed = tables.duty[led][duty]
        if card & owed:
            beaters = owed & tables.beaten_by[led][position.trick.best_card]
            if tables.must_beat[led] and not card & beaters:
                instead |= beaters
            break
        instead |= owed
    return instead


cdef inline bint are_alike(
    const Search* search, const Point* point, int card, int other
) noexcept nogil:
    # Whether two touching cards of a hand, or of the pool, do the same in deals of equal number.
    cdef const TrickTables* tables = search.tables
    cdef uint64_t both = (<uint64_t>1 << card) | (<uint64_t>1 << other), some
    cdef int slot, number
    if (
        tables.card_points[card] != tables.card_points[other]
        or tables.kind[card] != tables.kind[other]
    ):
        return False
    if not both & point.pool:
        return True
    for slot in range(search.slots):
        some = point.may_hold[slot] & both
        if some and some != both and point.room[slot]:
            return False
    for number in range(search.excluded_count):
        some = search.excluded_cards[number] & both
        if some and some != both:
            return False
    return both & ~point.pool == 0


cdef inline int later_hidden(const Search* search, const Point* point) noexcept nogil:
    # How many seats that may still be dealt cards play to this trick after the seat to play.
    cdef const Position* position = &point.position
    cdef int number, count = 0
    for number in range(position.trick.on_table + 1, trick_size(search.tables)):
        count += not is_known(point, seat_at(search.tables, position.trick.leader, number))
    return count


cdef inline uint64_t spread(uint64_t run, int ends) noexcept nogil:
    # Of a run the lowest cards and the highest, so many each, and one between them.
    cdef uint64_t kept = 0, low, high
    cdef int _
    for _ in range(ends):
        if run:
            low = run & (~run + 1)
            high = <uint64_t>1 << highest(run)
            kept |= low | high
            run &= ~kept
    return kept | (run & (~run + 1))


cdef uint64_t cards_to_try(const Search* search, const Point* point) noexcept nogil:
    # The cards that the seat to play may play, not all of those that do the same. Touching cards of
    # a hand do. Those of the pool do if none is played to this trick beside another: who plays one
    # leaves some above it and some below it to so many seats.
    cdef const Position* position = &point.position
    cdef int seat = position.trick.turn, card, below = -1, slot, hidden = 0
    cdef uint64_t live = point.pool, cards, low, run = 0, kept = 0
    if is_known(point, seat):
        cards = legal_cards(search.tables, position)
    else:
        cards = position.hands[seat] | (point.pool & point.may_hold[seat])
        hidden = later_hidden(search, point)
    if not search.tables.mergeable or (hidden and search.any_must_beat):
        return cards
    for slot in range(search.tables.seats):
        live |= position.hands[slot]
    live = with_best_card(position, live)
    while live:
        card = lowest(live)
        low = <uint64_t>1 << card
        live ^= low
        if not (
            run
            and card >> 4 == below >> 4
            and cards & low
            and are_alike(search, point, below, card)
        ):
            kept |= spread(run, hidden if run & point.pool else 0)
            run = 0
        run |= cards & low
        below = card
    return kept | spread(run, hidden if run & point.pool else 0)


cdef bint play_on(
    const Search* search, const Point* point, const Move* move, Point* after
) noexcept nogil:
    # The point after a move; False if no deal that agrees with the plays before it allows it.
    cdef int seat = point.position.trick.turn
    cdef uint64_t card = <uint64_t>1 << move.card, instead
    after[0] = point[0]
    if not is_known(point, seat):
        instead = owed_instead(search.tables, &point.position, card)
        if instead & point.position.hands[seat]:
            return False
        after.may_hold[seat] &= ~instead
        if card & point.pool:
            after.pool ^= card
            after.room[seat] -= 1
            after.position.hands[seat] |= card
    after.played[seat] |= card
    play_move(search.tables, &after.position, move)
    return point.pool == 0 or agrees_with_a_deal(search, after)


cdef int succeeds(Search* search, const Point* point) noexcept nogil:
    # Whether the viewer succeeds; UNKNOWN beyond the limit of positions.
    cdef Move moves[MAX_MOVES]
    cdef Point after
    cdef uint64_t cards
    cdef bint helps
    cdef int result = UNKNOWN, seat = search.goal.seat, number
    search.nodes += 1
    if search.nodes > search.most_nodes:
        return UNKNOWN
    if point.position.trick.tricks_left == 0:
        return succeeds_at_end(
            search, point, 0, point.pool & point.may_hold[seat], point.room[seat]
        )
    if point.position.trick.on_table == 0:
        result = settled_by_tricks(search, point)
        if result != UNKNOWN:
            return result
    helps = (search.helpers >> point.position.trick.turn) & 1
    cards = cards_to_try(search, point)
    while cards:
        for number in range(
            moves_of(search.tables, &point.position, lowest(cards), moves)
        ):
            if play_on(search, point, &moves[number], &after):
                result = succeeds(search, &after)
                if result == UNKNOWN or result == helps:
                    return result
        cards &= cards - 1
    return not helps


cdef int succeeds_after(Search* search, const Point* point, const Move* move) noexcept nogil:
    cdef Point after
    play_on(search, point, move, &after)
    return succeeds(search, &after)


cdef struct Count:
    # Deals in which success is possible after each of some moves, and can be forced.
    Move moves[MAX_MOVES]
    int move_count
    int64_t possible[MAX_MOVES]
    int64_t forced[MAX_MOVES]
    int64_t deals
    # There may be more deals: they are not searched, and their number has no meaning.
    int64_t most_deals


cdef void search_deal(Search* search, const Point* dealt, Count* count) noexcept nogil:
    # Count a deal for the moves that may succeed in it, for those twice that force it.
    cdef int number, side = 1 << search.viewer
    if search.goal.must_miss:
        side = ~(1 << search.goal.seat)
    for number in range(count.move_count):
        search.helpers = (1 << search.tables.seats) - 1
        if succeeds_after(search, dealt, &count.moves[number]) == YES:
            count.possible[number] += 1
            search.helpers &= side
            count.forced[number] += (
                succeeds_after(search, dealt, &count.moves[number]) == YES
            )


cdef void deal_all(Search* search, const Point* point, uint64_t aside, Count* count) noexcept nogil:
    # Deal the pool in every way; `aside` are cards of it that nobody holds.
    cdef Point dealt
    cdef uint64_t low = point.pool & (~point.pool + 1)
    cdef int slot
    if count.deals > count.most_deals or not can_be_dealt(search, point):
        return
    if not low:
        dealt = point[0]
        dealt.pool = aside
        dealt.room[search.slots - 1] = count_cards(aside)
        if agrees_with_a_deal(search, &dealt):
            count.deals += 1
            search_deal(search, &dealt, count)
        return
    for slot in range(search.slots):
        if point.room[slot] and point.may_hold[slot] & low:
            dealt = point[0]
            dealt.pool ^= low
            dealt.room[slot] -= 1
            if slot < search.slots - 1:
                dealt.position.hands[slot] |= low
                deal_all(search, &dealt, aside, count)
            else:
                deal_all(search, &dealt, aside | low, count)


cdef bint deal_some(
    Search* search, const Point* point, Hidden* hidden, int64_t deals, uint64_t seed, Count* count
) noexcept nogil:
    # Draw so many deals; False if none agrees.
    cdef uint64_t hands[MAX_SLOTS]
    cdef Point dealt = point[0]
    cdef Rng rng
    cdef int slot
    start_stream(&rng, seed, 0)
    for count.deals in range(deals):
        if not draw_determinization(hidden, hands, &rng):
            return False
        for slot in range(search.slots - 1):
            dealt.position.hands[slot] = hands[slot]
            dealt.room[slot] = 0
        dealt.pool = hands[search.slots - 1] & ~search.rest
        search_deal(search, &dealt, count)
    return True


cdef object as_answer(int result):
    return None if result == UNKNOWN else result == YES


cdef class LastTricks:
    """What a seat that is to play, and sees its own cards, may still reach in the last tricks.

    The arguments from ``held`` on are those of `HiddenCards`. The ``goal`` is a seat's, and the
    viewer succeeds if that seat reaches it, or with ``must_miss`` if it does not: by code of the
    cards kept it is a mask of the numbers of tricks that reach it; or else it is ``least``, the
    score that does.
    """

    cdef Search search
    cdef Point point
    cdef Board board
    cdef Payoffs payoffs
    cdef HiddenCards hidden

    def __init__(
        self,
        Board board,
        Payoffs payoffs,
        held,
        room,
        uint64_t pool,
        may_hold,
        excluded_sets,
        *,
        int judged,
        bint must_miss,
        reached=(),
        float least=0,
    ):
        cdef Search* search = &self.search
        cdef int seats = board.rules.data.seats, slot
        payoffs.check_board(board)
        self.hidden = HiddenCards(held, room, pool, may_hold, excluded_sets)
        if len(held) != seats + 1 or not 0 <= judged < seats or len(reached) > MAX_CODES:
            raise ValueError(f"{len(held)} slots, {len(reached)} codes, seat {judged} of {seats}")
        self.board = board
        self.payoffs = payoffs
        memset(search, 0, sizeof(Search))
        memset(&self.point, 0, sizeof(Point))
        search.tables = &board.rules.data
        search.payoffs = &payoffs.data
        search.viewer = board.data.trick.turn
        search.slots = seats + 1
        search.rest = held[seats]
        search.goal.seat = judged
        search.goal.must_miss = must_miss
        search.goal.by_award = bool(reached)
        search.goal.least = least
        for code, tricks in enumerate(reached):
            search.goal.reached[code] = tricks
        for slot, cards in excluded_sets:
            search.excluded_slot[search.excluded_count] = slot
            search.excluded_cards[search.excluded_count] = cards
            search.excluded_count += 1
        for slot in range(LEADS):
            search.any_must_beat |= search.tables.must_beat[slot]
        list_retentions(search, board.rules.data.keep)
        self.point.position = board.data
        self.point.pool = pool
        for slot in range(search.slots):
            self.point.room[slot] = room[slot]
            self.point.may_hold[slot] = may_hold[slot]

    @property
    def can_be_searched(self):
        """Whether no rule for which the search has no answer applies to cards that are left."""
        cdef const Position* position = &self.point.position
        cdef const TrickTables* tables = self.search.tables
        cdef uint64_t left = self.point.pool
        cdef int seat
        for seat in range(self.search.tables.seats):
            left |= position.hands[seat]
        return not (
            left & self.search.tables.wild
            or position.waiting
            or position.held_back
            or position.forced_lead
            # The pool at the end is taken for cards that nobody was dealt.
            or (self.search.payoffs.last_takes_rest and trick_size(tables) < tables.seats)
            or (self.search.tables.keep and not self.search.goal.by_award)
        )

    @property
    def settled(self):
        """Whether the seat is sure to succeed, or to fail, by tricks and cards alone; else None."""
        return as_answer(settled_by_tricks(&self.search, &self.point))

    def results(self, int64_t most_nodes):
        """By move whether success is still possible, and whether it is certain, as the seat plays.

        A move is (card, card named, suit led); None for what more positions would answer.
        """
        cdef Move move
        cdef int possible, certain
        found = {}
        for card, named, led in self.board.moves:
            move.card, move.named, move.led = card, named, led
            self._begin(True, most_nodes)
            with nogil:
                possible = succeeds_after(&self.search, &self.point, &move)
            certain = NO
            if possible != NO:
                self._begin(False, most_nodes)
                with nogil:
                    certain = succeeds_after(&self.search, &self.point, &move)
            found[card, named, led] = as_answer(possible), as_answer(certain)
        return found

    def deals_with_success(
        self, moves, int most_deals, int drawn, int64_t most_nodes, uint64_t seed
    ):
        """In how many deals success is possible after each move, and in how many it can be forced.

        All deals that agree with what the seat has seen, or if there are more than ``most_deals``,
        so many ``drawn`` ones. If success is forced, the seats that gain by it know all hands.
        Deals beyond ``most_nodes`` do not count.
        """
        cdef Count count
        cdef int number
        cdef bint is_all
        memset(&count, 0, sizeof(Count))
        count.most_deals = most_deals
        self._begin(True, most_nodes)
        with nogil:
            deal_all(&self.search, &self.point, 0, &count)
        for card, named, led in moves:
            number = count.move_count
            count.moves[number].card, count.moves[number].named, count.moves[number].led = (
                card, named, led
            )
            count.move_count += 1
        is_all = count.deals <= most_deals
        count.deals = 0
        with nogil:
            if is_all:
                deal_all(&self.search, &self.point, 0, &count)
            else:
                deal_some(&self.search, &self.point, &self.hidden.data, drawn, seed, &count)
        return {
            move: (count.possible[number], count.forced[number])
            for number, move in enumerate(moves)
        }

    cdef void _begin(self, bint all_help, int64_t most_nodes) noexcept nogil:
        self.search.nodes = 0
        self.search.most_nodes = most_nodes
        self.search.helpers = (
            (1 << self.search.tables.seats) - 1 if all_help else 1 << self.search.viewer
        )


cdef void list_retentions(Search* search, int keep):
    cdef int one, two, three
    for one in range(keep + 1):
        for two in range(keep + 1 - one):
            for three in range(keep + 1 - one - two):
                search.retentions[search.retention_count][0] = one
                search.retentions[search.retention_count][1] = two
                search.retentions[search.retention_count][2] = three
                search.retentions[search.retention_count][3] = keep - one - two - three
                search.retention_count += 1
