"""What only reasons of Clumond consist of: endings, signals, plans, and their wording."""
