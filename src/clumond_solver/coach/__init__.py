"""Practice: puzzles with one right card, and hands to declare or to pass, made from seeds."""
