"""Sizes that several parts of the core share."""

cdef enum:
    SUITS = 4
    # Tricks of a hand of Clumond, and the cards that are kept.
    TRICKS = 13
    KEPT = 3
    HAND_CARDS = TRICKS + KEPT
    # In any game: room for counts of tricks, 0 to 17 (three players share 51 cards of Clubs).
    TRICK_COUNTS = 18
    MAX_DUTIES = 2
    # All ways to play one card: each of 52 names, or each of four suits led, and room to spare.
    MAX_MOVES = 256
    # Cards kept by each hand, and the sums of their suits, 0 to 9.
    MAX_KEPT = KEPT
    MAX_CODES = 10
