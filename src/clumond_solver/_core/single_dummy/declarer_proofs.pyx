"""Proofs, from what declarer sees, that he succeeds in every deal, or in none.

A proof is tried before any search: it replaces a sample of deals, and a card that keeps a proof
needs no iterations.

Declarer plays against one opponent who holds both other hands and distributes them as he goes
along. The state has only bounds on the cards out, and the opponent may do whatever they allow, so
he can do all that two defenders can in any deal, and more. If declarer, seeing only his own cards,
succeeds nevertheless, he does so in every deal. If he fails although the opponent helps him, nobody
can succeed with the hand.

At declarer's turn (`Proof.cards_keeping_proof`) the bounds are counted anew from the cards out.
They are then never wider than those of an earlier proof, so that some card keeps it to the end.

Declarer's cards of a suit are of three kinds: above all cards out, below all of them, and between.
The bounds of a suit are the most and the fewest cards out, and the most cards out that are above,
and below, one of declarer's cards between. A card that wins or loses against a card out uses up one
of these.
"""

from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from clumond_solver._core.bits.cards cimport count_cards, lowest
from clumond_solver._core.rules.clumond_tricks cimport (
    MAX_SEATS,
    PayoffTable,
    Position,
    Payoffs,
    TrickTables,
    left_of,
    legal_cards,
)
from clumond_solver._core.rules.limits cimport HAND_CARDS, KEPT, TRICKS
from clumond_solver._core.single_dummy.knowledge cimport SeatKnowledge

cdef enum:
    HIGH = 0
    BETWEEN = 1
    LOW = 2
    NO_TRUMPS = 4
    # In trials no hand with more cards between had a proof of success, and the attempts took long.
    MOST_BETWEEN = 9
    FIRST_ENTRIES = 1024
    # The values of entries; `look_up` returns 0 for a state without an entry.
    FAILS = 1
    SUCCEEDS = 2


cdef class Proof:
    """A search of all ways to play a hand, the opponent helping declarer or playing against him.

    The opponent chooses among the possible outcomes of a card. If he helps, one success decides,
    else one failure; so a result equal to `opponent_helps` is final.
    """

    def __cinit__(self):
        self.size = FIRST_ENTRIES
        self.entries = <ProofEntry*>calloc(self.size, sizeof(ProofEntry))
        if self.entries == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.entries)

    cdef void begin(
        self,
        int trump,
        const PayoffTable* payoffs,
        int node_limit,
        bint opponent_helps=False,
        int tricks=ANY_TRICKS,
    ) noexcept nogil:
        """Begin a new proof; ``trump`` is -1 for none, and only ``tricks`` may count as success."""
        cdef int code
        self.trump = NO_TRUMPS if trump < 0 else trump
        for code in range(MAX_CODES):
            self.success[code] = payoffs.success[payoffs.declarer][code] & tricks
        self.opponent_helps = opponent_helps
        self.node_limit = node_limit
        self.nodes = 0
        self.has_given_up = False
        self.used = 0
        # Entries of earlier proofs count as empty.
        self.generation += 1

    cdef uint64_t cards_keeping_proof(
        self,
        const TrickTables* tables,
        const Position* position,
        uint64_t out,
        uint64_t next_may_hold,
        uint64_t choices,
        bint first_only,
    ) noexcept nogil:
        """The choices after which declarer, who is to play, still succeeds.

        ``out`` are the cards of the two others, ``next_may_hold`` those that the next player may
        hold. With ``first_only``, return one of them.
        """
        cdef State state
        cdef uint64_t proving = 0, card
        cdef int seat = position.trick.turn
        set_state(
            &state, position.hands[seat], out, position.trick.tricks_left, position.taken[seat]
        )
        if not self.opponent_helps and count_between(&state) > MOST_BETWEEN:
            return 0
        state.on_lead = position.trick.on_table == 0
        if state.on_lead:
            normalise(&state)
        while choices and not (first_only and proving):
            card = choices & -choices
            choices ^= card
            if self.keeps_proof(&state, tables, position, out, next_may_hold & out, lowest(card)):
                proving |= card
        return proving

    cdef bint keeps_proof(
        self,
        const State* state,
        const TrickTables* tables,
        const Position* position,
        uint64_t out,
        uint64_t next_may_hold,
        int card,
    ) noexcept nogil:
        cdef State after = state[0]
        cdef State beaten
        cdef int other, suit = card >> 4, kind = kind_of(card, out)
        cdef bint wins, result
        if state.on_lead:
            return self.succeeds_after_leading(state, suit, kind)
        wins = tables.power[position.trick.led][card] > position.trick.best_power
        after.tricks_left -= 1
        count_suit(&after, suit, position.hands[position.trick.turn] & ~(<uint64_t>1 << card), out)
        if position.trick.on_table == MAX_SEATS - 1:
            return self.succeeds_after_trick(&after, wins)
        # The others play one more card, of their choice.
        for other in range(SUITS):
            after.fewest_out[other] = max(<int8_t>0, <int8_t>(after.fewest_out[other] - 1))
        result = self.succeeds_after_trick(&after, wins)
        if result is self.opponent_helps or not wins:
            return result
        # It may be beaten by a card of its suit.
        if next_may_hold >> card & (0xFFFF >> (card & 15)):
            beaten = after
            remove_one_out(&beaten, suit)
            if kind == BETWEEN:
                beaten.most_above[suit] = min(
                    beaten.most_above[suit], <int8_t>(state.most_above[suit] - 1)
                )
            result = self.succeeds_after_trick(&beaten, False)
            if result is self.opponent_helps:
                return result
        # It may be ruffed.
        if suit != self.trump and self.can_ruff(state, suit) and of_suit(next_may_hold, self.trump):
            beaten = after
            remove_one_out(&beaten, self.trump)
            return self.succeeds_after_trick(&beaten, False)
        return not self.opponent_helps

    cdef bint succeeds_after_trick(self, const State* state, bint won) noexcept nogil:
        cdef State after = state[0]
        after.taken += won
        after.on_lead = won
        return self.succeeds(&after)

    cdef bint succeeds(self, State* state) noexcept nogil:
        cdef uint64_t cards, bounds
        cdef bint result
        cdef int8_t known
        if state.tricks_left == 0:
            return self.is_success(state)
        normalise(state)
        if self.has_given_up or not self.can_reach_success(state):
            return False
        cards = key_of_cards(state)
        bounds = key_of_bounds(state)
        known = self.look_up(cards, bounds)
        if known:
            return known == SUCCEEDS
        self.nodes += 1
        if self.nodes > self.node_limit:
            self.has_given_up = True
            return False
        result = self.has_winning_lead(state) if state.on_lead else self.survives_leads(state)
        self.store(cards, bounds, SUCCEEDS if result else FAILS)
        return result

    cdef bint has_winning_lead(self, const State* state) noexcept nogil:
        cdef int suit, kind
        for suit in range(SUITS):
            for kind in range(KINDS):
                if state.held[suit][kind] and self.succeeds_after_leading(state, suit, kind):
                    return True
        return False

    cdef bint survives_leads(self, const State* state) noexcept nogil:
        cdef int suit, ruffed
        cdef bint result
        # To the first trick declarer plays last, so he sees whether it is ruffed; later he plays as
        # if he were second.
        cdef bint first_trick = state.tricks_left == TRICKS
        for suit in range(SUITS):
            if state.most_out[suit] == 0:
                continue
            for ruffed in range(1 + (first_trick and self.can_ruff(state, suit))):
                result = self.has_answer(state, suit, first_trick, ruffed)
                if result is self.opponent_helps:
                    return result
        return not self.opponent_helps

    cdef bint has_answer(
        self, const State* state, int suit, bint first_trick, bint ruffed
    ) noexcept nogil:
        # Whether declarer has a card that succeeds against a lead of this suit.
        cdef int own_suit, kind
        cdef bint follows = cards_held(state, suit) > 0
        for own_suit in range(SUITS):
            if follows and own_suit != suit:
                continue
            for kind in range(KINDS):
                if not state.held[own_suit][kind]:
                    continue
                if follows:
                    if self.succeeds_after_following(state, suit, kind, first_trick, ruffed):
                        return True
                elif own_suit == self.trump:
                    if self.succeeds_after_ruffing(state, suit, kind, first_trick, ruffed):
                        return True
                elif self.succeeds_after_losing(state, own_suit, kind, suit, -1, ruffed):
                    return True
        return False

    cdef bint can_ruff(self, const State* state, int led) noexcept nogil:
        return self.trump != NO_TRUMPS and led != self.trump and state.most_out[self.trump] > 0

    cdef bint succeeds_after_leading(self, const State* state, int suit, int kind) noexcept nogil:
        cdef bint may_follow = state.most_out[suit] > 0
        cdef bint may_not = state.fewest_out[suit] == 0
        cdef bint result
        # The others follow, and it wins.
        if may_follow and kind != LOW:
            result = self.succeeds_after_winning(
                state, suit, kind, suit, kind == BETWEEN, False, False
            )
            if result is self.opponent_helps:
                return result
        # Nobody follows, and nobody ruffs.
        if may_not:
            result = self.succeeds_after_winning(state, suit, kind, suit, False, True, False)
            if result is self.opponent_helps:
                return result
        # It is beaten by a card of the suit.
        if may_follow and kind != HIGH:
            result = self.succeeds_after_losing(state, suit, kind, suit, kind, False)
            if result is self.opponent_helps:
                return result
        # It is ruffed, others following or not.
        if self.can_ruff(state, suit):
            return self.succeeds_after_losing(state, suit, kind, suit, -1, True)
        return not self.opponent_helps

    cdef bint succeeds_after_following(
        self, const State* state, int suit, int kind, bint first_trick, bint ruffed
    ) noexcept nogil:
        cdef bint result
        if ruffed:
            return self.succeeds_after_losing(state, suit, kind, suit, -1, True)
        result = self.succeeds_against_card(state, suit, kind, suit, False)
        if result is not self.opponent_helps and not first_trick and self.can_ruff(state, suit):
            return self.succeeds_after_losing(state, suit, kind, suit, -1, True)
        return result

    cdef bint succeeds_against_card(
        self, const State* state, int suit, int kind, int led, bint ruffed
    ) noexcept nogil:
        # Another player plays a card of the same suit, which may be higher or lower.
        cdef bint result
        if kind != LOW:
            result = self.succeeds_after_winning(
                state, suit, kind, led, kind == BETWEEN, False, ruffed
            )
            if kind == HIGH or result is self.opponent_helps:
                return result
        return self.succeeds_after_losing(state, suit, kind, led, kind, ruffed)

    cdef bint succeeds_after_ruffing(
        self, const State* state, int led, int kind, bint first_trick, bint ruffed
    ) noexcept nogil:
        # Declarer ruffs; another player may ruff too.
        cdef bint result
        cdef bint against_trump = ruffed or (not first_trick and self.can_ruff(state, led))
        if not ruffed:
            result = self.succeeds_after_winning(state, self.trump, kind, led, False, False, False)
            if result is self.opponent_helps:
                return result
        if against_trump:
            return self.succeeds_against_card(state, self.trump, kind, led, True)
        return not self.opponent_helps

    cdef bint succeeds_after_winning(
        self, const State* state, int suit, int kind, int led, bint beats_between,
        bint nobody_follows, bint ruffed
    ) noexcept nogil:
        # Declarer's card wins. `beats_between`: it is a card between, and beats a card of its suit.
        # `nobody_follows`: neither of the others follows to the lead. `ruffed`: one of them ruffs.
        cdef State after = state[0]
        play_trick(&after, suit, kind, led, nobody_follows)
        if ruffed:
            remove_one_out(&after, self.trump)
        after.most_below[suit] -= beats_between
        after.taken += 1
        after.on_lead = True
        return self.succeeds(&after)

    cdef bint succeeds_after_losing(
        self, const State* state, int suit, int kind, int led, int beaten_kind, bint ruffed
    ) noexcept nogil:
        # Declarer's card loses; `beaten_kind` is its kind if a card of its suit beats it, else -1.
        cdef State after = state[0]
        play_trick(&after, suit, kind, led, False)
        if ruffed:
            remove_one_out(&after, self.trump)
        after.most_above[suit] -= beaten_kind == BETWEEN
        after.on_lead = False
        return self.succeeds(&after)

    cdef bint is_success(self, const State* state) noexcept nogil:
        cdef int suit, code = 0
        for suit in range(SUITS):
            code += suit * cards_held(state, suit)
        return (self.success[code] >> state.taken) & 1

    cdef bint can_reach_success(self, const State* state) noexcept nogil:
        # Whether the tricks left still allow a success with some three of his cards.
        cdef int suit, code, taken, least = 0, greatest = 0, need = KEPT, totals = 0
        for suit in range(SUITS):
            taken = min(need, cards_held(state, suit))
            least += taken * suit
            need -= taken
        need = KEPT
        for suit in range(SUITS - 1, -1, -1):
            taken = min(need, cards_held(state, suit))
            greatest += taken * suit
            need -= taken
        for code in range(least, greatest + 1):
            totals |= self.success[code]
        return (totals >> state.taken) & ((2 << state.tricks_left) - 1) != 0

    cdef int8_t look_up(self, uint64_t cards, uint64_t bounds) noexcept nogil:
        cdef const ProofEntry* entry = self.entries + self.entry_index(cards, bounds)
        return entry.value if entry.generation == self.generation else 0

    cdef int entry_index(self, uint64_t cards, uint64_t bounds) noexcept nogil:
        cdef uint64_t mixed = (cards ^ (bounds >> 29)) * <uint64_t>0x9E3779B97F4A7C15
        cdef int index
        mixed = (mixed ^ (mixed >> 32) ^ bounds) * <uint64_t>0xD6E8FEB86659FD93
        index = <int>(mixed >> 33) & (self.size - 1)
        while self.entries[index].generation == self.generation and (
            self.entries[index].cards != cards or self.entries[index].bounds != bounds
        ):
            index = (index + 1) & (self.size - 1)
        return index

    cdef void store(self, uint64_t cards, uint64_t bounds, int8_t value) noexcept nogil:
        cdef ProofEntry* entry
        if self.has_given_up or (2 * self.used >= self.size and not self.enlarge()):
            return
        entry = self.entries + self.entry_index(cards, bounds)
        entry.cards = cards
        entry.bounds = bounds
        entry.generation = self.generation
        entry.value = value
        self.used += 1

    cdef bint enlarge(self) noexcept nogil:
        cdef ProofEntry* old_entries = self.entries
        cdef ProofEntry entry
        cdef int index, size = self.size
        cdef ProofEntry* larger = <ProofEntry*>calloc(4 * size, sizeof(ProofEntry))
        if larger == NULL:
            self.has_given_up = True
            return False
        self.entries = larger
        self.size = 4 * size
        for index in range(size):
            entry = old_entries[index]
            if entry.generation == self.generation:
                self.entries[self.entry_index(entry.cards, entry.bounds)] = entry
        free(old_entries)
        return True


cdef void play_trick(
    State* after, int suit, int kind, int led, bint nobody_follows
) noexcept nogil:
    # Declarer plays one card and the others two, one of them of the suit led if there is any.
    cdef int other
    cdef bint one_follows = not nobody_follows and (not after.on_lead or after.fewest_out[led] > 0)
    after.held[suit][kind] -= 1
    after.tricks_left -= 1
    for other in range(SUITS):
        after.fewest_out[other] -= 1 if one_follows and other != led else 2
        if after.fewest_out[other] < 0:
            after.fewest_out[other] = 0
    if nobody_follows:
        after.most_out[led] = 0
    else:
        remove_one_out(after, led)


cdef inline void remove_one_out(State* after, int suit) noexcept nogil:
    if after.most_out[suit] > 0:
        after.most_out[suit] -= 1


cdef void normalise(State* state) noexcept nogil:
    """Make equivalent states equal."""
    cdef int suit
    cdef int8_t* held
    for suit in range(SUITS):
        held = state.held[suit]
        if state.most_out[suit] <= 0:
            held[HIGH] += held[BETWEEN] + held[LOW]
            held[BETWEEN] = held[LOW] = 0
        if held[BETWEEN] and state.most_above[suit] <= 0:
            held[HIGH] += held[BETWEEN]
            held[BETWEEN] = 0
        if held[BETWEEN] and state.most_below[suit] <= 0:
            held[LOW] += held[BETWEEN]
            held[BETWEEN] = 0
        # Cap bounds that no longer matter, or that cannot be reached.
        state.most_out[suit] = min(state.most_out[suit], state.tricks_left)
        if cards_held(state, suit) == 0:
            state.fewest_out[suit] = 0
        state.fewest_out[suit] = min(state.fewest_out[suit], <int8_t>(2 * state.tricks_left))
        if not held[BETWEEN]:
            state.most_above[suit] = state.most_below[suit] = 0
        # With these caps bounds that are counted anew lie within those of an earlier proof.
        state.most_above[suit] = min(state.most_above[suit], state.most_out[suit])
        state.most_below[suit] = min(state.most_below[suit], state.most_out[suit])


cdef int cards_held(const State* state, int suit) noexcept nogil:
    return state.held[suit][HIGH] + state.held[suit][BETWEEN] + state.held[suit][LOW]


cdef uint64_t key_of_cards(const State* state) noexcept nogil:
    cdef uint64_t key = state.on_lead
    cdef int suit, kind
    key = key << 5 | <uint64_t>state.taken
    for suit in range(SUITS):
        for kind in range(KINDS):
            key = key << 4 | <uint64_t>state.held[suit][kind]
    return key


cdef uint64_t key_of_bounds(const State* state) noexcept nogil:
    cdef uint64_t key = 0
    cdef int suit
    for suit in range(SUITS):
        key = (
            key << 16
            | <uint64_t>state.most_out[suit] << 12
            | <uint64_t>state.fewest_out[suit] << 8
            | <uint64_t>state.most_above[suit] << 4
            | <uint64_t>state.most_below[suit]
        )
    return key


cdef inline uint64_t of_suit(uint64_t cards, int suit) noexcept nogil:
    return cards >> (16 * suit) & 0xFFFF


cdef inline int kind_of(int card, uint64_t out) noexcept nogil:
    # Whether the card is above all cards out of its suit, below them, or between.
    cdef uint64_t others = of_suit(out, card >> 4)
    if not others >> (card & 15):
        return HIGH
    return BETWEEN if others & ((<uint64_t>1 << (card & 15)) - 1) else LOW


cdef void count_suit(State* state, int suit, uint64_t hand, uint64_t out) noexcept nogil:
    # Count declarer's cards of a suit by kind, and set the bounds of the suit.
    cdef uint64_t rest = of_suit(hand, suit), others = of_suit(out, suit)
    cdef int count = count_cards(others), card, kind, lower
    memset(state.held[suit], 0, sizeof(state.held[suit]))
    state.most_above[suit] = state.most_below[suit] = 0
    state.most_out[suit] = state.fewest_out[suit] = count
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        kind = kind_of(16 * suit + card, out)
        state.held[suit][kind] += 1
        if kind == BETWEEN:
            lower = count_cards(others & ((<uint64_t>1 << card) - 1))
            state.most_above[suit] = max(state.most_above[suit], <int8_t>(count - lower))
            state.most_below[suit] = max(state.most_below[suit], <int8_t>lower)


cdef void set_state(
    State* state, uint64_t hand, uint64_t out, int tricks_left, int taken
) noexcept nogil:
    cdef int suit
    memset(state, 0, sizeof(State))
    state.tricks_left = tricks_left
    state.taken = taken
    for suit in range(SUITS):
        count_suit(state, suit, hand, out)


cdef int count_between(const State* state) noexcept nogil:
    cdef int suit, number = 0
    for suit in range(SUITS):
        number += state.held[suit][BETWEEN]
    return number


def prove_hand(
    uint64_t hand, uint64_t pack, int trump, Payoffs payoffs, bint opponent_helps, int node_limit
):
    """Whether declarer succeeds in every deal or, if the others help, in some; None if given up.

    ``trump`` is -1 for none. False means that there is no proof of success; if the others help,
    that success is impossible.
    """
    cdef Proof proof = Proof()
    cdef State state
    cdef bint result = False
    if count_cards(hand) != HAND_CARDS or hand & ~pack or not -1 <= trump < SUITS:
        raise ValueError(f"a proof needs {HAND_CARDS} cards of the pack, and a trump from -1 to 3")
    if payoffs.data.declarer < 0:
        raise ValueError("there is no declarer")
    proof.begin(trump, &payoffs.data, node_limit, opponent_helps)
    set_state(&state, hand, pack & ~hand, TRICKS, 0)
    if not opponent_helps and count_between(&state) > MOST_BETWEEN:
        return None
    with nogil:
        result = proof.succeeds(&state)
    return None if proof.has_given_up else result


def proved_cards(
    SeatKnowledge knowledge, bint opponent_helps, int node_limit, int tricks=ANY_TRICKS
):
    """The cards after which declarer, who is to play, succeeds in every deal.

    If the others help, the cards after which he succeeds in some deal; None if given up. Without
    help, cards may be missing where the node limit was too low. ``tricks`` has a bit for each
    number of tricks that may count as success.
    """
    cdef Proof proof = Proof()
    cdef uint64_t cards
    cdef const Position* position = &knowledge.board.data
    cdef const TrickTables* tables = &knowledge.board.rules.data
    if knowledge.viewer < 0 or knowledge.viewer != knowledge.payoffs.data.declarer:
        raise ValueError("proofs are for a declarer who is the viewer")
    if not position.trick.tricks_left or position.trick.turn != knowledge.viewer:
        raise ValueError("it is not declarer's turn")
    proof.begin(tables.trump, &knowledge.payoffs.data, node_limit, opponent_helps, tricks)
    with nogil:
        cards = proof.cards_keeping_proof(
            tables,
            position,
            knowledge.unseen,
            knowledge.may_hold[left_of(knowledge.viewer)],
            legal_cards(tables, position),
            False,
        )
    return None if opponent_helps and proof.has_given_up else cards
