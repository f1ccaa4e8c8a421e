"""Searches and games of players who see their own cards only."""
