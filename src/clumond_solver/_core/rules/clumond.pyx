"""Python's way in to the trick tables: compile them from data, play cards on them."""

from libc.string cimport memset

from clumond_solver._core.rules.any_game cimport Rules


cdef class Tables:
    """The view of a game's tables that Clumond's engines use: one duty, no wild cards."""

    def __init__(self, Rules rules):
        cdef int led, card
        if rules.data.wild or rules.data.declares or not 0 <= rules.data.keep < 14:
            raise ValueError("wild cards and declared leads have no place in these tables")
        memset(&self.data, 0, sizeof(TrickTables))
        self.data.seats = rules.data.seats
        self.data.keep = rules.data.keep
        self.data.single_suit_duty = True
        self.data.trump = -1
        for led in range(4):
            if rules.data.duty[led][1] or rules.data.must_beat[led]:
                raise ValueError(f"suit {led} led brings more than one duty")
            self.data.follow[led] = rules.data.duty[led][0]
            if self.data.follow[led] & ~(<uint64_t>0xFFFF << (16 * led)):
                self.data.single_suit_duty = False
            for card in range(64):
                self.data.power[led][card] = rules.data.power[led][card]
        for card in range(64):
            self.data.led_by[card] = self.data.code[card] = card >> 4
        for suit in range(4):
            if all(self.data.power[led][16 * suit] for led in range(4)):
                self.data.trump = suit


cdef class Targets:
    """What each seat's finish is worth, by the code of the cards kept and the tricks taken."""

    def __init__(self, int seats, int declarer, payoff, success, float scale=1):
        if not 2 <= seats <= MAX_SEATS or not -1 <= declarer < seats:
            raise ValueError(f"no goals for {seats} seats with declarer {declarer}")
        memset(&self.data, 0, sizeof(Goals))
        self.data.declarer = declarer
        self.data.scale = scale
        for seat in range(seats):
            for code in range(len(payoff[seat])):
                self.data.success[seat][code] = success[seat][code]
                for tricks in range(len(payoff[seat][code])):
                    self.data.payoff[seat][code][tricks] = payoff[seat][code][tricks]


cdef class Board:
    """A position of the play on compiled tables: hands as masks, cards as indices."""

    def __init__(self, Tables tables, hands, int leader, int left, taken, table=()):
        memset(&self.data, 0, sizeof(Position))
        self.tables = tables
        if len(hands) != tables.data.seats or len(taken) != tables.data.seats:
            raise ValueError(f"{len(hands)} hands for tables of {tables.data.seats} seats")
        for seat in range(tables.data.seats):
            self.data.hands[seat] = hands[seat]
            self.data.taken[seat] = taken[seat]
        self.data.trick.turn = leader
        self.data.trick.leader = leader
        self.data.trick.left = left
        for card in table:
            self.data.hands[self.data.trick.turn] |= <uint64_t>1 << <int>card
            play_card(&tables.data, &self.data, card)

    @property
    def turn(self):
        """The seat to play."""
        return self.data.trick.turn

    @property
    def left(self):
        """Tricks left, the one under way included."""
        return self.data.trick.left

    @property
    def hands(self):
        """The cards that each seat still holds."""
        return tuple([self.data.hands[seat] for seat in range(self.tables.data.seats)])

    @property
    def taken(self):
        """The tricks that each seat has taken."""
        return tuple([self.data.taken[seat] for seat in range(self.tables.data.seats)])

    @property
    def legal(self):
        """The cards that the seat to play may play, as a mask; 0 when the play is over."""
        if self.data.trick.left == 0:
            return 0
        return legal_cards(&self.tables.data, &self.data)

    @property
    def choices(self):
        """The legal cards, of touching ones only the lowest, as a mask."""
        return one_per_run(
            self.legal,
            self.data.hands[self.data.trick.turn],
            live_cards(&self.tables.data, &self.data),
        )

    def play(self, int card):
        """Play a card of the seat to play; it must be legal."""
        if not 0 <= card < 64 or not (<uint64_t>self.legal >> card) & 1:
            raise ValueError(f"card {card} is not legal here")
        play_card(&self.tables.data, &self.data, card)
