"""What one seat has seen of a hand, and deals that agree with it; nothing hidden gets in here."""
