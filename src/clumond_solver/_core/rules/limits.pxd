"""Sizes that several parts of the core share."""

cdef enum:
    SUITS = 4
    # What can be led: a suit, or one of the trumps that lie among the cards of several suits.
    FIFTH_SUIT = SUITS
    LEADS = SUITS + 1
    # The tricks of a hand of Clumond, and the cards that each player keeps.
    TRICKS = 13
    KEPT = 3
    HAND_CARDS = TRICKS + KEPT
    # In any game: a player takes 0 to 17 tricks (three players share 51 cards of Clubs).
    TRICK_COUNTS = 18
    MAX_DUTIES = 2
    # More than the ways to play a hand: a wild card as any of 52, the others to any of four suits.
    MAX_MOVES = 256
    # The most cards that each hand may keep, and the codes of such retentions, 0 to 9.
    MAX_KEPT = KEPT
    MAX_CODES = 10
