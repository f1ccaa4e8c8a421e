"""What one seat has seen of a deal, with nothing hidden, and deals that agree with it."""
