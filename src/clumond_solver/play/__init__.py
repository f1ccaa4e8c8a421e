"""A person at a table with engine players, the terminal that shows it, and matches of players."""
