"""What the whole core shares: sets of cards as bits, random numbers, the clock, stopping."""
