"""The endpoints of positions and deals: answers depend on the question alone."""
