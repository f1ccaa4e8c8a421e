"""Rules of trick-taking games: what may be played, who wins, how hands are scored."""
