"""Python's way in to the trick tables of any game."""

include "board.pxi"
