"""The Python interface to the trick tables of any game."""

include "board.pxi"
