"""What only reasons of Clumond consist of: facts of cards and calls, endings, wordings."""
