"""Searches with all hands open."""
