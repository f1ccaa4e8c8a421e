"""One hand known: the player, chances and advice, for Clumond and for any other game."""
