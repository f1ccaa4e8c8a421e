"""Sets of cards as bits, random numbers, the clock: what all of the core counts with."""
