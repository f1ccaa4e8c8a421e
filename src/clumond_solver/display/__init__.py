"""How cards, plays and results look to people."""
