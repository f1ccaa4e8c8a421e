"""Clumond, base game and Four Tens: seats and deals, the play, scores, sessions, signals."""
