"""The games of the library, each in its module or folder, and a registry of games by name."""

#: The game that commands, and the page's statistics, are about.
DEFAULT_GAME = "clumond"
