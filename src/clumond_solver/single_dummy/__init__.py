"""One hand known: engines, players and their levels, choices, estimates and advice."""
