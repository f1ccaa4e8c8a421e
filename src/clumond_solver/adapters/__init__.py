"""The games in other frameworks: an adapter a framework over the `Game` protocol, for all games."""
