"""What one seat has seen of a hand, and deals that agree with it; never anything hidden."""
