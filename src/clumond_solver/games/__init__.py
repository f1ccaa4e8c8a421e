"""The games of the library, each in its module or folder, and a registry of games by name."""
