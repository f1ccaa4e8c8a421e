"""Clumond: what a hand is worth, what can be forced, and where a played hand turned."""
