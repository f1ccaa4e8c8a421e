# The Python interface to the trick tables: compiled rules, and a board on which to play cards. A
# template, included by `clumond_tricks.pyx` and by `any_game_tricks.pyx`.

from libc.string cimport memset

from clumond_solver._core.bits.cards cimport LANE, all_card_bits, count_cards, one_per_run
from clumond_solver._core.rules.limits cimport MAX_KEPT, MAX_MOVES


cdef void fill_beaten_by(TrickTables* tables) noexcept nogil:
    cdef int led, card, other
    for led in range(LEADS):
        for card in range(64):
            for other in range(64):
                if tables.power[led][other] > tables.power[led][card]:
                    tables.beaten_by[led][card] |= <uint64_t>1 << other


cdef int fill_orders(TrickTables* tables, uint64_t sitting_out) noexcept nogil:
    # Fill the orders of the seats that do not sit out; return how many they are.
    cdef int leader, offset, seat, place = 0
    for leader in range(tables.seats):
        place = 0
        for offset in range(tables.seats):
            seat = (leader + offset) % tables.seats
            if not (sitting_out >> seat) & 1:
                tables.order[leader][place] = seat
                place += 1
    return place


cdef class Rules:
    """The trick rules of a game and the points of its cards, as tables."""

    def __init__(
        self,
        int seats,
        int keep,
        duties,
        must_beat,
        power,
        uint64_t wild,
        uint64_t may_declare_lead,
        card_points,
        trick_points,
        bint names_differ=False,
        uint64_t fifth_suit=0,
        uint64_t breaks=0,
        kinds=(0,) * 64,
        uint64_t sitting_out=0,
    ):
        if not 2 <= seats <= MAX_SEATS or not 0 <= keep <= MAX_KEPT:
            raise ValueError(f"no tables for {seats} seats keeping {keep} cards")
        if {len(duties), len(must_beat), len(power)} != {5 if fifth_suit else 4}:
            raise ValueError("duties, suits to beat and powers must be given for all suits led")
        if {len(card_points), len(kinds), *map(len, power)} != {64}:
            raise ValueError("powers, points and kinds must be given for 64 cards")
        if len(trick_points) > TRICK_COUNTS:
            raise ValueError(f"{len(trick_points)} tricks, at most {TRICK_COUNTS} are possible")
        if (wild | may_declare_lead | fifth_suit | breaks) & ~all_card_bits():
            raise ValueError("wild cards and those with rules for leads must be of the pack")
        memset(&self.data, 0, sizeof(TrickTables))
        self.data.seats = seats
        self.data.playing = fill_orders(&self.data, sitting_out)
        if self.data.playing < 2 or sitting_out >> seats:
            raise ValueError(f"seats {sitting_out:#b} sit out: two of {seats} must play")
        self.data.keep = keep
        self.data.wild = wild
        self.data.names_differ = names_differ
        self.data.may_declare_lead = may_declare_lead
        self.data.fifth_suit = fifth_suit
        self.data.breaks = breaks
        self.data.trump = -1
        for led in range(len(duties)):
            if len(duties[led]) > MAX_DUTIES:
                raise ValueError(f"{len(duties[led])} duties, at most {MAX_DUTIES} are possible")
            for number, mask in enumerate(duties[led]):
                self.data.duty[led][number] = mask
            self.data.must_beat[led] = must_beat[led]
            for card in range(64):
                self.data.power[led][card] = power[led][card]
        for suit in range(4):
            if all(power[led][16 * suit] for led in range(4)):
                self.data.trump = suit
        for card in range(64):
            self.data.card_points[card] = card_points[card]
            self.data.kind[card] = kinds[card]
            if power[card // 16][card]:
                self.data.pack |= <uint64_t>1 << <int>card
        fill_beaten_by(&self.data)
        for tricks_left, points in enumerate(trick_points):
            self.data.trick_points[tricks_left] = points
        self.data.second_duties = any(must_beat) or any(len(masks) > 1 for masks in duties)
        self.data.follow_suit_only = not (wild or fifth_suit or any(must_beat)) and all(
            len(duties[led]) == 1 and duties[led][0] & ~(LANE << (16 * led)) == 0
            for led in range(4)
        )
        self.data.mergeable = not any(_interleaves(row) for row in power)
        if CLUMOND_ONLY and not (
            self.data.playing == MAX_SEATS
            and self.data.follow_suit_only
            and may_declare_lead == 0
            and breaks == 0
            and not any(card_points)
            and not any(trick_points)
        ):
            raise ValueError(
                f"these tables are for {MAX_SEATS} seats that follow suit: no other duty, no wild"
                " cards, no rules for leads, no points"
            )


def _interleaves(power):
    """Whether, in the order of power, the cards of some suit do not form one block."""
    by_power = sorted((strength, card // 16) for card, strength in enumerate(power) if strength)
    suits = [suit for _, suit in by_power]
    blocks = 1 + sum(one != other for one, other in zip(suits, suits[1:]))
    return blocks > len(set(suits))


cdef class Board:
    """A position of the play: hands as masks of cards.

    ``tricks_left`` must be given if the leader's hand does not show it. ``forced_lead`` is the only
    card that may be led, if any, ``waiting`` and ``held_back`` are as in `Position`.
    """

    def __init__(
        self,
        Rules rules,
        hands,
        int leader,
        taken,
        tricks_left=None,
        uint64_t forced_lead=0,
        uint64_t waiting=0,
        uint64_t held_back=0,
    ):
        memset(&self.data, 0, sizeof(Position))
        self.rules = rules
        if len(hands) != rules.data.seats or len(taken) != rules.data.seats:
            raise ValueError(f"{len(hands)} hands for tables of {rules.data.seats} seats")
        if not 0 <= leader < rules.data.seats or not plays(&rules.data, leader):
            raise ValueError(f"no seat {leader} among the {rules.data.playing} that play")
        if tricks_left is None:
            tricks_left = count_cards(hands[leader]) - rules.data.keep
        if tricks_left < 0 or min(taken) < 0 or tricks_left + sum(taken) >= TRICK_COUNTS:
            raise ValueError(
                f"{tricks_left} tricks left and {taken} taken: at most {TRICK_COUNTS - 1} in all"
            )
        self.data.trick.turn = leader
        self.data.trick.leader = leader
        self.data.trick.tricks_left = tricks_left
        self.data.forced_lead = forced_lead
        self.data.waiting = waiting
        self.data.held_back = held_back
        self._set_hands(hands, taken)
        if forced_lead & (forced_lead - 1) or forced_lead & ~rules.data.pack:
            raise ValueError(f"the forced lead {forced_lead:#x} is not one card of the pack")

    cdef _set_hands(self, hands, taken):
        cdef uint64_t dealt = 0, hand
        size = self.data.trick.tricks_left + self.rules.data.keep
        for seat in range(self.rules.data.seats):
            hand = hands[seat]
            if hand & ~self.rules.data.pack or hand & dealt:
                raise ValueError(f"seat {seat} holds a card outside the pack, or of another hand")
            if count_cards(hand) > size and plays(&self.rules.data, seat):
                raise ValueError(f"seat {seat} holds {count_cards(hand)} cards, at most {size}")
            dealt |= hand
            self.data.hands[seat] = hand
            self.data.taken[seat] = taken[seat]

    @property
    def turn(self):
        """The seat to play."""
        return self.data.trick.turn

    @property
    def tricks_left(self):
        """Tricks left, the one under way included."""
        return self.data.trick.tricks_left

    @property
    def hands(self):
        """The cards still held, as masks, by seat."""
        return tuple([self.data.hands[seat] for seat in range(self.rules.data.seats)])

    @property
    def taken(self):
        """The tricks taken, by seat."""
        return tuple([self.data.taken[seat] for seat in range(self.rules.data.seats)])

    @property
    def points(self):
        """The points of the tricks taken, by seat."""
        return tuple([self.data.points[seat] for seat in range(self.rules.data.seats)])

    @property
    def legal(self):
        """The cards that the seat to play may play, as a mask; 0 when the play is over."""
        return legal_cards(&self.rules.data, &self.data) if self.data.trick.tricks_left else 0

    @property
    def choices(self):
        """The legal cards, of touching ones only the lowest, as a mask."""
        hand = self.data.hands[self.data.trick.turn]
        return one_per_run(self.legal, hand, live_cards(&self.rules.data, &self.data))

    @property
    def moves(self):
        """Every way to play a card now, as (card, card named, suit led)."""
        cdef Move of_card[MAX_MOVES]
        cdef uint64_t rest = self.legal
        moves = []
        while rest:
            for index in range(moves_of(&self.rules.data, &self.data, lowest(rest), of_card)):
                moves.append((of_card[index].card, of_card[index].named, of_card[index].led))
            rest &= rest - 1
        return moves

    def play(self, int card, int named=-1, int led=-1):
        """Play a card in one of the `moves`; by default as itself."""
        cdef Move move = move_of(card)
        if named >= 0:
            move.named = named
        if led >= 0:
            move.led = led
        if (card, move.named, move.led) not in self.moves:
            raise ValueError(f"{(card, move.named, move.led)} is not a legal move here")
        play_move(&self.rules.data, &self.data, &move)
