"""All hands open: what can be forced, exactly, in Clumond and in any other game."""
