"""Help for a person at the table: hints with reasons, reviews, ratings, and practice."""
