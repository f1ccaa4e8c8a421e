"""The compiled core: bit sets, searches and simulations over plain integers."""
