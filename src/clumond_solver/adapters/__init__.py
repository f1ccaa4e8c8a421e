"""Other frameworks: an adapter each over the `Game` protocol, for all games; hands as arrays."""
