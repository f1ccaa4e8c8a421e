"""The greatest sizes that the core's tables have room for."""

cdef enum:
    MAX_DUTIES = 2
    # Of one deal: 17 of Clubs' 51 cards for three, and one more for counting from 0 to 17.
    MAX_TRICKS = 18
    # All ways to play one card: each of 52 names, or each of four suits led, and room to spare.
    MAX_MOVES = 256
    # Sums of the suits of three kept cards, 0 to 9.
    MAX_CODES = 10
