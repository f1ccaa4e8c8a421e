"""A person at a table with engine players, and the terminal that shows it."""
