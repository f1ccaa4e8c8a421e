"""The games that the library plays, one a module or folder, and all of them by name."""
