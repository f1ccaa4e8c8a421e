"""What the whole core shares: cards as bits, runs of them, random numbers, the clock, stopping."""
