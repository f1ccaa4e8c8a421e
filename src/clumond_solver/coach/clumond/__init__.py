"""Help that only players of Clumond need: puzzles, practice of the call, the deal of the day."""
