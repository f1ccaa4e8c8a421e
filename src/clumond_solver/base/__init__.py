"""The base of all packages: errors, values, cards, seeds, files, threads; nothing of one game."""
