"""The greatest sizes that the core's tables have room for."""

cdef enum:
    MAX_DUTIES = 2
    # Numbers of tricks in a deal, 0 to 17: three players share 51 cards of Clubs.
    MAX_TRICKS = 18
    # All ways to play one card: each of 52 names, or each of four suits led, and room to spare.
    MAX_MOVES = 256
    # Cards kept by each hand, and the sums of their suits, 0 to 9.
    MAX_KEPT = 3
    MAX_CODES = 10
